(* How far attention moves where rows are bounded: products of rows, and the case in which the
   constant is reached. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From atensi Require Import exponential limits lipschitz.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Products.
Variables (R : rcfType) (d : nat).
Implicit Types (u w q h k g l f : 'I_d -> R).

Theorem product_le_lengths u w r s : 0 <= r -> 0 <= s ->
  \sum_a u a ^+ 2 <= r ^+ 2 -> \sum_a w a ^+ 2 <= s ^+ 2 -> \sum_a u a * w a <= r * s.
Proof.
move=> r0 s0 ur ws; apply: le_trans (ler_norm _) _.
rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?mulr_ge0 // real_normK ?num_real //.
apply: le_trans (cauchy_schwarz u w) _; rewrite exprMn; apply: ler_pmul => //.
  by apply: sumr_ge0 => a _; exact: sqr_ge0.
by apply: sumr_ge0 => a _; exact: sqr_ge0.
Qed.

(* A query q that moves by h, and a key k that moves by g. *)
Definition rise q h k g := \sum_a (q a + h a) * (k a + g a) - \sum_a q a * k a.

Lemma rise_by_two q h k g : rise q h k g = \sum_a h a * (k a + g a) + \sum_a q a * g a.
Proof. by rewrite /rise -sumrB -big_split; apply: eq_bigr => a _ /=; ring. Qed.

Theorem scores_rise_alike q h k g l f r s alpha : 0 <= r -> 0 <= s -> 0 <= alpha ->
  \sum_a h a ^+ 2 <= s ^+ 2 -> \sum_a q a ^+ 2 <= r ^+ 2 ->
  \sum_a g a ^+ 2 <= alpha ^+ 2 * s ^+ 2 -> \sum_a f a ^+ 2 <= alpha ^+ 2 * s ^+ 2 ->
  \sum_a (k a + g a) ^+ 2 <= alpha ^+ 2 * r ^+ 2 ->
  \sum_a (l a + f a) ^+ 2 <= alpha ^+ 2 * r ^+ 2 ->
  rise q h k g - rise q h l f <= 4%:R * alpha * r * s.
Proof.
rewrite -!exprMn => r0 s0 a0 hs qr gs fs kr lr; rewrite !rise_by_two.
have [ar0 as0] := (mulr_ge0 a0 r0, mulr_ge0 a0 s0).
have back u : \sum_a (- u a) ^+ 2 = \sum_a u a ^+ 2 by apply: eq_bigr => a _; rewrite sqrrN.
have turn u w : - (\sum_a u a * w a) = \sum_a - u a * w a.
  by rewrite -sumrN; apply: eq_bigr => a _; rewrite mulNr.
have up := product_le_lengths s0 ar0 hs kr; have along_key := product_le_lengths r0 as0 qr gs.
have hs' : \sum_a (- h a) ^+ 2 <= s ^+ 2 by rewrite back.
have qr' : \sum_a (- q a) ^+ 2 <= r ^+ 2 by rewrite back.
have down := product_le_lengths s0 ar0 hs' lr; have along_other := product_le_lengths r0 as0 qr' fs.
rewrite opprD !turn.
have -> : 4%:R * alpha * r * s =
  s * (alpha * r) + r * (alpha * s) + (s * (alpha * r) + r * (alpha * s)) by ring.
by apply: ler_add; apply: ler_add.
Qed.

End Products.

Section TwoKeys.
Variables (R : rcfType) (e : exponential R).

(* Two pairs, whose scores are alike at 0 and part at the rates k and -k. *)
Theorem two_pairs_move (f v w : R -> R) (x k a b c d : R) :
  moves f x k -> moves v a b -> moves w c d ->
  moves (fun t => (e (f t) * v t + e (x + x - f t) * w t) / (e (f t) + e (x + x - f t)))
    ((a + c) / 2%:R) ((b + d) / 2%:R + k * (a - c) / 2%:R).
Proof.
move=> F V W; pose both (y z : R) (j : 'I_2) := if j == ord0 then y else z.
have scores j : moves (fun t => both (f t) (x + x - f t) j) (both x x j) (both k (- k) j).
  rewrite /both; case: (j == ord0) => //.
  have H := moves_add (moves_const (x + x)) (moves_opp F).
  by apply: moves_ext (_ : moves _ x (- k)) => [t|]; last by rewrite add0r addrK in H; exact: H.
have values j : moves (fun t => both (v t) (w t) j) (both a c j) (both b d j).
  by rewrite /both; case: (j == ord0).
have H := output_moves_by_a_covariance e scores values.
have two (y z : R) (G : R -> R) : \sum_j G (both y z j) = G y + G z.
  by rewrite !big_ord_recl big_ord0 addr0 /both eqxx.
have same t : \sum_j share e (both (f t) (x + x - f t)) j * both (v t) (w t) j =
    (e (f t) * v t + e (x + x - f t) * w t) / (e (f t) + e (x + x - f t)).
  by rewrite /share (two _ _ e) !big_ord_recl big_ord0 addr0 /both eqxx /= mulrDl !(mulrAC _ _^-1).
have half j : share e (both x x) j = 2%:R^-1.
  rewrite /share (two _ _ e) /both if_same -mulr2n -[_ *+ 2]mulr_natl invfM mulrCA divff ?mulr1 //.
  exact: e_neq0.
have at0 : \sum_j share e (both x x) j * both a c j = (a + c) / 2%:R.
  by under eq_bigr do rewrite half; rewrite -mulr_sumr (two _ _ id) mulrC.
move: H; rewrite at0 => H; apply: moves_ext same (moves_value H _).
rewrite /covariance; do !under eq_bigr do rewrite half.
rewrite !big_ord_recl !big_ord0 /both eqxx /= !addr0 !half.
by field.
Qed.

End TwoKeys.
