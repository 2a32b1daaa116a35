(* The same numbers added in two orders: both results are near the exact one, so near each other. *)
From Coq Require Import ZArith Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_dots floats formats trees dot_trees.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Lemma apart_by_both s t exact a b : Rabs (s - exact) <= a -> Rabs (t - exact) <= b ->
  Rabs (s - t) <= a + b.
Proof. by move=> one other; apply: off_by_two one _; rewrite Rabs_minus_sym. Qed.

Section Orders.
Variables (emin prec : Z) (tie : Z -> bool).
Hypothesis prec_gt0 : Z.lt 0 prec.
Local Notation u := (unit_roundoff prec).
Local Notation eta := (spacing emin).

Theorem two_orders_of_a_sum (T : eqType) (F : T -> R) (s t : tree T) :
  (forall j, float emin prec (F j)) -> perm_eq (leaves s) (leaves t) ->
  Rabs (summed emin prec tie F s - summed emin prec tie F t) <=
    (((1 + u) ^ height s - 1) + ((1 + u) ^ height t - 1)) * over (leaves t) (fun j => Rabs (F j)).
Proof.
move=> floats same; have whole G : over (leaves s) G = over (leaves t) G.
  by rewrite /over (perm_big _ same).
have := signed_sum_in_any_order tie prec_gt0 floats s; rewrite !whole => one.
have := apart_by_both one (signed_sum_in_any_order tie prec_gt0 floats t); lra.
Qed.

Theorem two_orders_of_a_dot n (q k : 'I_n -> R) s t : dot_orders s -> dot_orders t ->
  Rabs (dotted emin prec tie q k s - dotted emin prec tie q k t) <=
    dot_off u eta (dot_height s) n (Sum (fun j => Rabs (q j * k j)))
    + dot_off u eta (dot_height t) n (Sum (fun j => Rabs (q j * k j))).
Proof.
move=> all_s all_t.
exact: apart_by_both (dot_of_all emin tie prec_gt0 q k all_s)
  (dot_of_all emin tie prec_gt0 q k all_t).
Qed.

End Orders.
