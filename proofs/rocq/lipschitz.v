(* How far attention moves when its rows do: its output moves by a covariance of the rates of the
   scores with the values, and a covariance is no more than half a mean of squares. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From atensi Require Import exponential limits.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rows.
Variables (R : rcfType) (d : nat).
Implicit Types (f g : 'I_d -> R).

Lemma cauchy_schwarz f g : (\sum_a f a * g a) ^+ 2 <= (\sum_a f a ^+ 2) * \sum_a g a ^+ 2.
Proof.
have all0 : 0 <= \sum_i \sum_k (f i * g k - f k * g i) ^+ 2.
  by apply: sumr_ge0 => i _; apply: sumr_ge0 => k _; exact: sqr_ge0.
set F := \sum_a f a ^+ 2; set G := \sum_a g a ^+ 2; set P := \sum_a f a * g a.
have row i : \sum_k (f i * g k - f k * g i) ^+ 2 =
    f i ^+ 2 * G - 2%:R * P * (f i * g i) + g i ^+ 2 * F.
  rewrite -mulrA [P * _]mulrC !mulr_sumr -sumrB -big_split; apply: eq_bigr => k _ /=.
  by move: (f i) (g i) (f k) (g k) => *; ring.
have shape : \sum_i \sum_k (f i * g k - f k * g i) ^+ 2 = 2%:R * (F * G - P ^+ 2).
  rewrite (eq_bigr _ (fun i _ => row i)) big_split sumrB /= -!mulr_suml -mulr_sumr -/F -/G -/P.
  by ring.
by move: all0; rewrite shape pmulr_rge0 ?ltr0n // subr_ge0.
Qed.

(* Of rows no longer than one: their product, and how long their difference is. *)
Lemma product_le_one f g : \sum_a f a ^+ 2 <= 1 -> \sum_a g a ^+ 2 <= 1 -> \sum_a f a * g a <= 1.
Proof.
move=> f1 g1; apply: le_trans (ler_norm _) _; rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?ler01 //.
rewrite real_normK ?num_real // expr1n; apply: le_trans (cauchy_schwarz f g) _.
have s0 h : 0 <= \sum_a h a ^+ 2 :> R by apply: sumr_ge0 => a _; exact: sqr_ge0.
by rewrite -[X in _ <= X]mul1r ler_pmul.
Qed.

Lemma difference_le_four f g : \sum_a f a ^+ 2 <= 1 -> \sum_a g a ^+ 2 <= 1 ->
  \sum_a (f a - g a) ^+ 2 <= 4%:R.
Proof.
move=> f1 g1; apply: (@le_trans _ _ (2%:R * (\sum_a f a ^+ 2 + \sum_a g a ^+ 2))).
  rewrite -big_split mulr_sumr; apply: ler_sum => a _ /=; rewrite -subr_ge0.
  have -> : 2%:R * (f a ^+ 2 + g a ^+ 2) - (f a - g a) ^+ 2 = (f a + g a) ^+ 2 by ring.
  exact: sqr_ge0.
have -> : 4%:R = 2%:R * (1 + 1) :> R by ring.
by rewrite ler_pmul2l ?ltr0n // ler_add.
Qed.

End Rows.

Section Means.
Variables (R : rcfType) (n : nat) (p : 'I_n -> R).
Implicit Types (u v : 'I_n -> R).

Definition covariance u v := \sum_j p j * u j * v j - (\sum_j p j * u j) * \sum_j p j * v j.

Lemma covariance_scaled a u v : covariance (fun j => a * u j) v = a * covariance u v.
Proof.
have out w : \sum_j p j * (a * u j) * w j = a * \sum_j p j * u j * w j.
  by rewrite mulr_sumr; apply: eq_bigr => j _; ring.
have once : \sum_j p j * (a * u j) = a * \sum_j p j * u j.
  by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mulrCA.
by rewrite /covariance out once mulrBr mulrA.
Qed.

Lemma covariance_symmetric u v : covariance u v = covariance v u.
Proof. by rewrite /covariance mulrC; congr (_ - _); apply: eq_bigr => j _; exact: mulrAC. Qed.

Lemma covariance_of_multiples a b u v :
  covariance (fun j => a * u j) (fun j => b * v j) = a * b * covariance u v.
Proof.
by rewrite covariance_scaled covariance_symmetric covariance_scaled covariance_symmetric mulrA.
Qed.

Lemma covariance_ext u v w : v =1 w -> covariance u v = covariance u w.
Proof. by move=> vw; rewrite /covariance; congr (_ - _ * _); apply: eq_bigr => j _; rewrite vw. Qed.

Hypothesis p_ge0 : forall j, 0 <= p j.
Hypothesis p_all : \sum_j p j = 1.

Lemma covariance_shifted a u v : covariance u (fun j => v j + a) = covariance u v.
Proof.
rewrite /covariance; under eq_bigr do rewrite mulrDr.
under [X in _ - _ * X]eq_bigr do rewrite mulrDr.
by rewrite !big_split -!mulr_suml p_all /=; move: (\sum_j _) (\sum_j _) (\sum_j _) => *; ring.
Qed.

Lemma square_of_mean u : (\sum_j p j * u j) ^+ 2 <= \sum_j p j * u j ^+ 2.
Proof.
set m := \sum_j _; rewrite -subr_ge0.
have -> : (\sum_j p j * u j ^+ 2) - m ^+ 2 = \sum_j p j * (u j - m) ^+ 2.
  transitivity (\sum_j (p j * u j ^+ 2 - 2%:R * m * (p j * u j) + m ^+ 2 * p j)).
    by rewrite big_split sumrB /= -!mulr_sumr p_all -/m; ring.
  by apply: eq_bigr => j _; ring.
by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?sqr_ge0.
Qed.

Lemma mean_le u a : (forall j, u j <= a) -> \sum_j p j * u j <= a.
Proof.
move=> le; apply: (@le_trans _ _ (\sum_j p j * a)); last by rewrite -mulr_suml p_all mul1r.
by apply: ler_sum => j _; rewrite ler_wpmul2l.
Qed.

Theorem covariance_le u v : 2%:R * covariance u v <= \sum_j p j * (u j ^+ 2 + v j ^+ 2).
Proof.
have apart := square_of_mean (fun j => u j - v j).
have U := sqr_ge0 (\sum_j p j * u j); have V := sqr_ge0 (\sum_j p j * v j).
rewrite -subr_ge0; have -> : \sum_j p j * (u j ^+ 2 + v j ^+ 2) - 2%:R * covariance u v =
    (\sum_j p j * (u j - v j) ^+ 2 - (\sum_j p j * (u j - v j)) ^+ 2)
    + ((\sum_j p j * u j) ^+ 2 + (\sum_j p j * v j) ^+ 2).
  have -> : \sum_j p j * (u j - v j) ^+ 2 =
      \sum_j p j * (u j ^+ 2 + v j ^+ 2) - 2%:R * \sum_j p j * u j * v j.
    by rewrite mulr_sumr -sumrB; apply: eq_bigr => j _; ring.
  have -> : \sum_j p j * (u j - v j) = \sum_j p j * u j - \sum_j p j * v j.
    by rewrite -sumrB; apply: eq_bigr => j _; rewrite mulrBr.
  by rewrite /covariance; move: (\sum_j _) (\sum_j _) (\sum_j _) (\sum_j _) => *; ring.
by apply: addr_ge0; [rewrite subr_ge0 | apply: addr_ge0].
Qed.

End Means.

Section Lipschitz.
Variables (R : rcfType) (e : exponential R).

Definition share n (x : 'I_n -> R) j := e (x j) / \sum_k e (x k).

Lemma share_ge0 n (x : 'I_n -> R) j : 0 <= share x j.
Proof. by rewrite divr_ge0 ?e_ge0 // sumr_ge0 // => k _; exact: e_ge0. Qed.

Lemma shares_sum n (x : 'I_n.+1 -> R) : \sum_j share x j = 1.
Proof. by rewrite -mulr_suml divff // sum_e_neq0. Qed.

(* Scores x and values v, which move at the rates k and w. *)
Theorem output_moves_by_a_covariance n (f u : 'I_n.+1 -> R -> R) (x k v w : 'I_n.+1 -> R) :
  (forall j, moves (f j) (x j) (k j)) -> (forall j, moves (u j) (v j) (w j)) ->
  moves (fun t => \sum_j share (fun k => f k t) j * u j t) (\sum_j share x j * v j)
    (covariance (share x) k v + \sum_j share x j * w j).
Proof.
move=> F U; have H := moves_sum (fun j => moves_mul (moves_weights e j F) (U j)).
apply: moves_value H _; rewrite big_split /=; congr (_ + _).
rewrite /covariance mulr_sumr -sumrB; apply: eq_bigr => j _.
by rewrite -/(share x j) mulrBr mulrBl mulrAC [_ * (share x j * _)]mulrCA mulrA.
Qed.

(* Where the scores change at rates 2 alpha k, the values beta v at rates beta w. *)
Section Ball.
Variables (n : nat) (x : 'I_n.+1 -> R) (alpha beta r : R).
Hypotheses (alpha_ge0 : 0 <= alpha) (beta_ge0 : 0 <= beta).

Definition rate_of_output (k v w : 'I_n.+1 -> R) :=
  covariance (share x) (fun j => 2%:R * alpha * k j) (fun j => beta * v j)
  + \sum_j share x j * (beta * w j).

Lemma rises_slowly k v w :
  (forall j, k j ^+ 2 + v j ^+ 2 <= 2%:R * r ^+ 2) -> (forall j, w j <= 1) ->
  rate_of_output k v w <= beta * (1 + 2%:R * alpha * r ^+ 2).
Proof.
have [p0 p1] := (share_ge0 x, shares_sum x); move=> ball slow.
rewrite /rate_of_output covariance_of_multiples addrC mulrDr; apply: ler_add.
  by apply: (mean_le p0 p1) => j; rewrite ler_wpmul2l.
have -> : 2%:R * alpha * beta * covariance (share x) k v =
    beta * alpha * (2%:R * covariance (share x) k v) by ring.
have -> : beta * (2%:R * alpha * r ^+ 2) = beta * alpha * (2%:R * r ^+ 2) by ring.
rewrite ler_wpmul2l ?mulr_ge0 //; apply: le_trans (covariance_le p0 p1 _ _) _; exact: mean_le.
Qed.

Theorem attention_is_lipschitz_on_a_ball (k v w : 'I_n.+1 -> R) :
  (forall j, k j ^+ 2 + v j ^+ 2 <= 2%:R * r ^+ 2) -> (forall j, -1 <= w j <= 1) ->
  `|rate_of_output k v w| <= beta * (1 + 2%:R * alpha * r ^+ 2).
Proof.
move=> ball slow; rewrite ler_norml rises_slowly ?andbT => // [|j]; last by case/andP: (slow j).
have turned : rate_of_output (fun j => - k j) v (fun j => - w j) = - rate_of_output k v w.
  rewrite /rate_of_output !covariance_of_multiples opprD; congr (_ + _).
    rewrite -mulrN; congr (_ * _); rewrite -mulN1r -covariance_scaled.
    rewrite covariance_symmetric [RHS]covariance_symmetric; apply: covariance_ext => j.
    by rewrite mulN1r.
  by rewrite -sumrN; apply: eq_bigr => j _; rewrite !mulrN.
rewrite ler_oppl -turned; apply: rises_slowly => j; first by rewrite sqrrN.
by rewrite ler_oppl; case/andP: (slow j).
Qed.
End Ball.

(* A row y that moves at the rates h. *)
Definition along d (y h : 'I_d -> R) t a : R := y a + t * h a.

Lemma along_further d (y h : 'I_d -> R) s t : along (along y h s) h t =1 along y h (s + t).
Proof. by move=> a; rewrite /along mulrDl addrA. Qed.

(* A row q and a key k, that move at the rates h and g. *)
Section Score.
Variables (d : nat) (q k h g : 'I_d -> R).

Theorem score_moves_with_both : moves (fun t => \sum_a along q h t a * along k g t a)
  (\sum_a q a * k a) (\sum_a h a * k a + \sum_a q a * g a).
Proof. by rewrite -big_split; apply: moves_sum => a; apply: moves_mul; exact: moves_line. Qed.

Theorem score_moves_slowly (alpha r : R) : 0 <= alpha -> \sum_a q a ^+ 2 <= r ^+ 2 ->
  \sum_a h a ^+ 2 <= 1 -> \sum_a k a ^+ 2 <= alpha ^+ 2 * r ^+ 2 -> \sum_a g a ^+ 2 <= alpha ^+ 2 ->
  (\sum_a h a * k a + \sum_a q a * g a) ^+ 2 <= 4%:R * alpha ^+ 2 * r ^+ 2.
Proof.
move=> alpha0 qr h1 kr g1.
have s0 (f : 'I_d -> R) : 0 <= \sum_a f a ^+ 2 by apply: sumr_ge0 => a _; exact: sqr_ge0.
have hk : (\sum_a h a * k a) ^+ 2 <= alpha ^+ 2 * r ^+ 2.
  by apply: le_trans (cauchy_schwarz h k) _; rewrite -[X in _ <= X]mul1r ler_pmul.
have qg : (\sum_a q a * g a) ^+ 2 <= alpha ^+ 2 * r ^+ 2.
  by apply: le_trans (cauchy_schwarz q g) _; rewrite mulrC ler_pmul.
move: (\sum_a h a * k a) (\sum_a q a * g a) hk qg => u v hk qg.
apply: (@le_trans _ _ (2%:R * (u ^+ 2 + v ^+ 2))).
  rewrite -subr_ge0; have -> : 2%:R * (u ^+ 2 + v ^+ 2) - (u + v) ^+ 2 = (u - v) ^+ 2 by ring.
  exact: sqr_ge0.
have -> : 4%:R * alpha ^+ 2 * r ^+ 2 = 2%:R * (alpha ^+ 2 * r ^+ 2 + alpha ^+ 2 * r ^+ 2) by ring.
by rewrite ler_pmul2l ?ltr0n // ler_add.
Qed.
End Score.

(* Two rows of width 1, the first of which is 0 and moves: its output moves as fast as one likes. *)
Theorem dot_products_are_not_lipschitz (x : 'I_2 -> R) : x ord0 = 0 ->
  let at0 (j : 'I_2) := (j == ord0)%:R in
  moves (fun t => \sum_j share (fun k => (x ord0 + t * 1) * along x at0 t k) j * along x at0 t j)
    (\sum_j share (fun k => x ord0 * x k) j * x j) ((2%:R + x ord_max ^+ 2) / 4%:R).
Proof.
move=> first at0; have row j : moves (fun t => along x at0 t j) (x j) (at0 j) by exact: moves_line.
have score j := moves_mul (moves_line (x ord0) 1) (row j).
apply: moves_value (output_moves_by_a_covariance score row) _.
rewrite first /covariance /share /at0 !big_ord_recl !big_ord0 /= first.
have -> : lift ord0 ord0 = ord_max :> 'I_2 by exact: val_inj.
by move: (x ord_max) => u; rewrite !mul0r e0; field.
Qed.
End Lipschitz.
