(* What storing does: a number that is off is rounded once more, to a format of its own. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors floats float_dots.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Local Open Scope R_scope.

Theorem stored_once u eta y yh r off : 0 <= u -> Rabs (yh - y) <= off ->
  Rabs (r - yh) <= u * Rabs yh + eta / 2 -> Rabs (r - y) <= off + u * (Rabs y + off) + eta / 2.
Proof.
move=> u0 near stored; have size : Rabs yh <= Rabs y + off.
  have {1}-> : yh = (yh - y) + y by lra.
  by have := Rabs_triang (yh - y) y; lra.
have := Rmult_le_compat_l _ _ _ u0 size; have -> : r - y = (r - yh) + (yh - y) by lra.
by have := Rabs_triang (r - yh) (yh - y); lra.
Qed.
