(* BERT: two classes, one logit; what segments add; the loss without its mask. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Bert.
Variables (R : rcfType) (e : exponential R).

Definition logistic (z : R) : R := 1 / (1 + e (- z)).

(* BERT's next sentence: two classes, one logit. *)
Theorem two_classes_are_one_logit (z : 'rV[R]_2) :
  softmax e z 0 1 = logistic (z 0 1 - z 0 0).
Proof.
rewrite softmaxE !big_ord_recl big_ord0 addr0 /logistic opprB eB.
have -> : lift ord0 ord0 = 1 :> 'I_2 by apply: val_inj.
have z0 : e (z 0 ord0) + e (z 0 1) != 0 by rewrite gt_eqF // addr_gt0 ?e_gt0.
have z1 := e_neq0 e (z 0 1); have -> : (0 : 'I_2) = ord0 by [].
have den : 1 + e (z 0 ord0) / e (z 0 1) != 0 by rewrite gt_eqF // addr_gt0 ?ltr01 ?divr_gt0 ?e_gt0.
by apply: (mulIf z0); rewrite divfK //; apply: (mulIf den); rewrite mulrAC divfK // mul1r
  mulrDr mulr1 mulrCA divff // mulr1 addrC.
Qed.

Theorem solved_by_copying n (t : 'I_n.+1) (c : R) :
  - ln e (softmax e ((delta_mx 0 t : 'rV_n.+1) *m c%:M) 0 t) = ln e (1 + n%:R * e (- c)).
Proof.
have entry j : ((delta_mx 0 t : 'rV_n.+1) *m c%:M) 0 j = c * (j == t)%:R.
  by rewrite mul_mx_scalar !mxE eqxx.
rewrite softmaxE entry eqxx mulr1 (bigD1 t) //= entry eqxx mulr1.
rewrite (eq_bigr (fun _ => 1)) => [|j jt]; last by rewrite entry (negbTE jt) mulr0 e0.
rewrite sumr_const cardC1 card_ord -lnV ?divr_gt0 ?e_gt0 ?ltr_spaddl ?ler0n ?e_gt0 //.
by rewrite invf_div mulrDl divff ?e_neq0 // eN.
Qed.

Theorem copying_costs_as_little_as_one_likes n (t : 'I_n.+1) eps : 0 < eps ->
  forall c, n%:R / eps <= c ->
  - ln e (softmax e ((delta_mx 0 t : 'rV_n.+1) *m c%:M) 0 t) <= eps.
Proof.
move=> eps0 c large; rewrite solved_by_copying; apply: le_trans (e_below e eps0 large).
set z := n%:R * _; have pos : 0 < 1 + z.
  by rewrite (lt_le_trans ltr01) // ler_addl mulr_ge0 ?ler0n ?e_ge0.
by have := ln_below e pos; rewrite [1 + z - 1]addrC addKr.
Qed.

Theorem segments_shift_rows d (token place one zero : 'rV[R]_d) :
  (token + place + one) - (token + place + zero) = one - zero.
Proof. by rewrite opprD addrACA subrr add0r. Qed.

End Bert.
