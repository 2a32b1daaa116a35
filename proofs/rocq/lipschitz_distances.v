(* How far attention by squared distances moves when its rows do: a row is at the distance 0 from
   itself, so that it weighs itself, and no mean of squares is large. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From atensi Require Import exponential limits distances lipschitz.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Lipschitz.
Variables (R : rcfType) (e : exponential R).

(* A row y attends to itself and to the rows x, by their distances. *)
Section Distances.
Variables (n d : nat) (beta : R).
Implicit Types (c h y z : 'I_d -> R) (g x w : 'I_n -> 'I_d -> R).

Definition score y z := - beta ^+ 2 * (\sum_a (z a - y a) ^+ 2) / 2%:R.
Definition by_distances y x b :=
  (y b + \sum_j e (score y (x j)) * x j b) / (1 + \sum_j e (score y (x j))).

Lemma same_output y z x w b : y =1 z -> (forall j, x j =1 w j) ->
  by_distances y x b = by_distances z w b.
Proof.
move=> yz xw; have same j : score y (x j) = score z (w j).
  by congr (_ * _ / _); apply: eq_bigr => a _; rewrite yz xw.
by congr ((_ + _) / (1 + _)); [exact: yz | |]; apply: eq_bigr => j _; rewrite same ?xw.
Qed.

Definition with_own T (y : T) (x : 'I_n -> T) j := oapp x y (unlift ord0 j).

Lemma sum_with_own T (G : T -> R) (y : T) (x : 'I_n -> T) :
  \sum_j G (with_own y x j) = G y + \sum_j G (x j).
Proof.
rewrite big_ord_recl /with_own unlift_none /=; congr (_ + _); apply: eq_bigr => j _.
by rewrite liftK.
Qed.

Lemma score_own y : e (score y y) = 1.
Proof. by rewrite /score big1 ?mulr0 ?mul0r ?e0 // => a _; rewrite subrr expr0n. Qed.

Lemma output_by_shares c y x : \sum_a c a * by_distances y x a =
  \sum_j share e (fun k => score y (with_own y x k)) j * \sum_a c a * with_own y x j a.
Proof.
rewrite /share (sum_with_own (fun z => e (score y z))) score_own.
rewrite (sum_with_own (fun z => e (score y z) / _ * \sum_a c a * z a)) score_own.
rewrite /by_distances; set W := 1 + _; under eq_bigr do rewrite mulrA mulrDr mulrDl.
rewrite big_split /=; congr (_ + _).
  by rewrite mulr_sumr; apply: eq_bigr => a _; rewrite mul1r mulrC.
under eq_bigr do rewrite mulr_sumr mulr_suml; rewrite exchange_big; apply: eq_bigr => j _ /=.
by rewrite mulr_sumr; apply: eq_bigr => a _; rewrite mulrCA mulrAC.
Qed.

Lemma score_moves y h z r : moves (fun t => score (along y h t) (along z r t))
  (score y z) (- beta ^+ 2 * \sum_a (z a - y a) * (r a - h a)).
Proof.
have H := moves_by 2%:R^-1 (moves_scaled (- beta ^+ 2) (moves_sum (fun a =>
  moves_sqr (moves_add (moves_line (z a) (r a)) (moves_opp (moves_line (y a) (h a))))))).
by apply: moves_value H _; rewrite -mulr_sumr mulrCA [LHS]mulrC mulKf ?pnatr_eq0.
Qed.

Variables (c y h : 'I_d -> R) (x g : 'I_n -> 'I_d -> R) (r : R).
Hypotheses (c_unit : \sum_a c a ^+ 2 <= 1) (h_slow : \sum_a h a ^+ 2 <= 1).
Hypothesis g_slow : forall j, \sum_a g j a ^+ 2 <= 1.
Hypothesis enough : n%:R / e (1 + r) <= r.

Let row := with_own y x.
Let rate := with_own h g.
Let p := share e (fun j => score y (row j)).
Let apart j := \sum_a (row j a - y a) ^+ 2.
Let k j := - beta ^+ 2 * \sum_a (row j a - y a) * (rate j a - h a).

Lemma rate_slow j : \sum_a rate j a ^+ 2 <= 1.
Proof. by rewrite /rate /with_own; case: (unlift ord0 j). Qed.

Lemma mean_square_apart : beta ^+ 2 * (\sum_j p j * apart j) <= 2%:R * r.
Proof.
have own0 : \sum_a (y a - y a) ^+ 2 = 0 by rewrite big1 // => a _; rewrite subrr expr0n.
have := weighted_distances_are_bounded (fun j => - score y (x j)) enough.
under eq_bigr do rewrite opprK; under [X in _ / (_ + X)]eq_bigr do rewrite opprK.
rewrite -(ler_pmul2l (ltr0n R 2)); apply: le_trans; rewrite mulr_sumr /p /share /apart /row.
rewrite (sum_with_own (fun z => e (score y z))) score_own.
rewrite (sum_with_own (fun z => beta ^+ 2 * (e (score y z) / _ * \sum_a (z a - y a) ^+ 2))).
rewrite own0 !mulr0 add0r mulr_suml mulr_sumr le_eqVlt; apply/orP; left; apply/eqP/eq_bigr => j _.
by move: (e _) (_^-1) => w v; rewrite /score; field.
Qed.

(* What Cauchy and Schwarz leave of the covariance: a multiple of the mean square. *)
Lemma covariance_small : covariance p k (fun j => \sum_a c a * row j a) <= 4%:R * r.
Proof.
pose D j := \sum_a (row j a - y a) * (rate j a - h a); pose v j := \sum_a (row j a - y a) * c a.
have p0 j : 0 <= p j by exact: share_ge0.
have p1 : \sum_j p j = 1 by exact: shares_sum.
have split_off j : \sum_a c a * row j a = v j + \sum_a c a * y a.
  by rewrite -big_split; apply: eq_bigr => a _ /=; ring.
rewrite (covariance_ext _ _ split_off) covariance_shifted // (covariance_scaled p _ D v).
have -> : - beta ^+ 2 * covariance p D v =
    beta ^+ 2 * (2%:R * covariance p (fun j => - 2%:R^-1 * D j) v).
  by rewrite covariance_scaled; move: (covariance _ _ _) => w; field.
apply: (@le_trans _ _ (2%:R * (beta ^+ 2 * \sum_j p j * apart j))); last first.
  have -> : 4%:R * r = 2%:R * (2%:R * r) by ring.
  by rewrite ler_pmul2l ?ltr0n // mean_square_apart.
rewrite [X in _ <= X]mulrCA ler_wpmul2l ?sqr_ge0 //; apply: le_trans (covariance_le p0 p1 _ _) _.
rewrite mulr_sumr; apply: ler_sum => j _; rewrite [X in _ <= X]mulrCA ler_wpmul2l //.
have -> : 2%:R * apart j = apart j + apart j by rewrite mulr_natl mulr2n.
apply: ler_add.
  rewrite exprMn sqrrN exprVn -natrX ler_pdivr_mull ?ltr0n //.
  apply: le_trans (cauchy_schwarz _ _) _; rewrite mulrC ler_wpmul2r //; last first.
    exact: difference_le_four (rate_slow j) h_slow.
  by apply: sumr_ge0 => a _; exact: sqr_ge0.
apply: le_trans (cauchy_schwarz _ _) _; rewrite -[X in _ <= X]mulr1 ler_wpmul2l //.
by apply: sumr_ge0 => a _; exact: sqr_ge0.
Qed.

Theorem attention_by_distances_is_lipschitz : exists2 slope : R,
  moves (fun t => \sum_a c a * by_distances (along y h t) (fun j => along (x j) (g j) t) a)
    (\sum_a c a * by_distances y x a) slope & slope <= 1 + 4%:R * r.
Proof.
exists (covariance p k (fun j => \sum_a c a * row j a) + \sum_j p j * \sum_a c a * rate j a).
  rewrite output_by_shares.
  have S j := score_moves y h (row j) (rate j).
  have V j : moves (fun t => \sum_a c a * (row j a + t * rate j a)) (\sum_a c a * row j a)
      (\sum_a c a * rate j a).
    by apply: moves_sum => a; apply: moves_scaled; exact: moves_line.
  apply: moves_ext (output_moves_by_a_covariance e S V) => t; rewrite output_by_shares.
  have same j : with_own (along y h t) (fun j => along (x j) (g j) t) j = along (row j) (rate j) t.
    by rewrite /row /rate /with_own; case: (unlift ord0 j).
  rewrite /share; apply: eq_bigr => j _; rewrite same; congr (_ / _ * _).
  by apply: eq_bigr => i _; rewrite same.
rewrite addrC ler_add ?covariance_small //; apply: mean_le => [j||j]; first exact: share_ge0.
  exact: shares_sum.
exact: product_le_one (rate_slow j).
Qed.

End Distances.

(* A row z of width 1 between two others, at r and at -r, that does not attend to itself. *)
Definition without_itself (r z : R) :=
  (e (- (r - z) ^+ 2 / 2%:R) * r - e (- (r + z) ^+ 2 / 2%:R) * r)
  / (e (- (r - z) ^+ 2 / 2%:R) + e (- (r + z) ^+ 2 / 2%:R)).

Theorem without_the_row_itself r : moves (without_itself r) (without_itself r 0) (r ^+ 2).
Proof.
pose side (j : 'I_2) := if j == ord0 then r else - r.
have by_shares z :
    \sum_j share e (fun i => - (side i - z) ^+ 2 / 2%:R) j * side j = without_itself r z.
  rewrite /share !big_ord_recl !big_ord0 !addr0 /side eqxx /= -[- r - z]opprD sqrrN.
  by rewrite /without_itself mulrN mulrBl !(mulrAC _ _^-1).
have scores j : moves (fun z => - (side j - z) ^+ 2 / 2%:R) (- (side j - 0) ^+ 2 / 2%:R) (side j).
  have H := moves_by 2%:R^-1 (moves_opp (moves_sqr (moves_add (moves_const (side j))
    (moves_opp (moves_line 0 1))))).
  apply: moves_ext (moves_value H _) => [z|]; first by rewrite mulr1 add0r.
  by field.
have H := output_moves_by_a_covariance e scores (fun j => moves_const (side j)).
rewrite by_shares in H; apply: moves_ext by_shares (moves_value H _).
rewrite /covariance /share !big_ord_recl !big_ord0 /side eqxx /= !subr0 sqrrN.
have := e_gt0 e (- r ^+ 2 / 2%:R); move: (e _) => w w0; field; exact: lt0r_neq0 (addr_gt0 w0 w0).
Qed.
End Lipschitz.
