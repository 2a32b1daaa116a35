(* How large the mean square of distances is, under the weights that it gives. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From atensi Require Import exponential.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Distances.
Variables (R : rcfType) (e : exponential R).

(* A square less r, under its weight: exp lies above its tangent at 0. *)
Lemma below_its_tangent (s r : R) : e (- s) * (s - r) <= e (- (1 + r)).
Proof.
have -> : - (1 + r) = - s + (s - r - 1) by ring.
by rewrite eD ler_wpmul2l ?e_ge0 //; have := e_ge e (s - r - 1); rewrite addrCA subrr addr0.
Qed.

Theorem weighted_distances_are_bounded n (s : 'I_n -> R) (r : R) : n%:R / e (1 + r) <= r ->
  (\sum_j e (- s j) * s j) / (1 + \sum_j e (- s j)) <= r.
Proof.
move=> enough; have pos : 0 < 1 + \sum_j e (- s j).
  by apply: (@lt_le_trans _ _ 1); rewrite ?ltr01 // ler_addl; apply: sumr_ge0 => j _; apply: e_ge0.
rewrite ler_pdivr_mulr // mulrDr mulr1 -ler_subl_addr mulr_sumr -sumrB.
apply: le_trans enough; apply: (@le_trans _ _ (\sum_(j < n) e (- (1 + r)))).
  by apply: ler_sum => j _; rewrite [r * _]mulrC -mulrBr below_its_tangent.
by rewrite sumr_const card_ord eN -[X in X <= _]mulr_natl lexx.
Qed.

Theorem the_logarithm_is_enough n (l : R) : 0 <= l -> n%:R = e l - 1 -> n%:R / e (1 + l) <= l.
Proof.
move=> pos ->; have e1 : 1 <= e 1 by apply: le_trans (e_ge e 1); rewrite ler_addl ler01.
have drop : 1 - e (- l) <= l by have := e_ge e (- l); rewrite ler_subl_addr ler_subl_addl addrC.
have -> : (e l - 1) / e (1 + l) = (1 - e (- l)) / e 1.
  by rewrite eD eN; field; rewrite !e_neq0.
rewrite ler_pdivr_mulr ?e_gt0 //; apply: le_trans drop _; exact: ler_pemulr.
Qed.
End Distances.
