(* What rounding does to a mean and the deviations from it, over the reals: each computed number is a
   variable, and what is known of the operation that computed it is a hypothesis. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_dots.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Definition average n (F : 'I_n -> R) := 1 / INR n * Sum F.

Lemma average_abs n (F : 'I_n -> R) : (0 < n)%N -> Rabs (average F) <= average (fun j => Rabs (F j)).
Proof.
move=> /ssrnat.leP n0; have pos : 0 < INR n by exact: lt_0_INR.
rewrite /average Rabs_mult Rabs_pos_eq; last by apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
by apply: Rmult_le_compat_l (Sum_abs F); apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
Qed.

Section Bounds.
Variables (u eta : R).

(* How far a deviation is off, of an entry of this size, by a mean absolute value A. *)
Definition deviation_off h (A tau size : R) :=
  ((1 + u) ^ 2 - 1) * size + ((1 + u) ^ (h + 5) - 1) * A + 3 / 2 * ((1 + u) ^ (h + 4) * (tau * eta)).

Hypotheses (u_ge0 : 0 <= u) (eta_ge0 : 0 <= eta).

(* What is off grows with the size of the entry and with what entries are divided by. *)
Lemma off_grows h A a b s t : 0 <= s <= t -> 0 < a <= b -> deviation_off h A a s <= deviation_off h A b t.
Proof.
move=> [s0 st] [a0 ab]; rewrite /deviation_off; have g4 : 1 <= (1 + u) ^ (h + 4) by apply: pow_ge1; lra.
have : ((1 + u) ^ 2 - 1) * s <= ((1 + u) ^ 2 - 1) * t by apply: Rmult_le_compat_l => //; rewrite /=; nra.
have : (1 + u) ^ (h + 4) * (a * eta) <= (1 + u) ^ (h + 4) * (b * eta).
  by apply: Rmult_le_compat_l; [lra | apply: Rmult_le_compat_r; lra].
by lra.
Qed.

Lemma off_ge0 h A tau s : 0 <= A -> 0 <= tau -> 0 <= s -> 0 <= deviation_off h A tau s.
Proof.
move=> A0 t0 s0; have g4 : 1 <= (1 + u) ^ (h + 4) by apply: pow_ge1; lra.
have g5 : 1 <= (1 + u) ^ (h + 5) by apply: pow_ge1; lra.
have te := Rmult_le_pos _ _ t0 eta_ge0; rewrite /deviation_off; do 2?apply: Rplus_le_le_0_compat.
- by apply: Rmult_le_pos => //; rewrite /=; nra.
- by apply: Rmult_le_pos => //; lra.
- by apply: Rmult_le_pos; first lra; apply: Rmult_le_pos; lra.
Qed.

(* An entry of so many times the size is off by at most so many times as much. *)
Lemma off_of_many h A tau m s : 0 <= A -> 0 <= tau -> 1 <= m -> deviation_off h A tau (m * s) <= m * deviation_off h A tau s.
Proof.
move=> A0 t0 m1; have := off_ge0 h A0 t0 (Rle_refl 0); rewrite /deviation_off => pos.
by have := Rmult_le_compat_r _ _ _ pos m1; lra.
Qed.

Theorem deviation d (x xh : 'I_d -> R) tau Sh mh h i ah : (0 < d)%N -> 0 < tau ->
  (forall j, Rabs (xh j - x j / tau) <= u * Rabs (x j / tau) + eta / 2) ->
  Rabs (Sh - Sum xh) <= ((1 + u) ^ h - 1) * Sum (fun j => Rabs (xh j)) ->
  Rabs (mh - Sh / INR d) <= ((1 + u) ^ 3 - 1) * Rabs (Sh / INR d) + eta / 2 ->
  Rabs (ah - (xh i - mh)) <= u * Rabs (xh i - mh) ->
  Rabs (tau * ah - (x i - average x)) <=
    deviation_off h (average (fun j => Rabs (x j))) tau (Rabs (x i)).
Proof.
move=> d0 t0 divided added mean subtracted; set A := average (fun j => Rabs (x j)).
have n0 : 0 < INR d by apply: lt_0_INR; exact/ssrnat.leP.
have g1 : 1 <= (1 + u) ^ h by apply: pow_ge1; lra.
have it0 : 0 < / tau by exact: Rinv_0_lt_compat.
have in0 : 0 < / INR d by exact: Rinv_0_lt_compat.
pose X j := x j / tau; pose A1 := average (fun j => Rabs (X j)).
have XA : Rabs (average X) <= A1 by exact: average_abs.
have A1E : A1 = A / tau.
  rewrite /A1 /A /average (Sum_ext (G := fun j => / tau * Rabs (x j))) => [|j].
    by rewrite -Sum_scale /Rdiv; ring.
  by rewrite /X Rabs_mult (Rabs_pos_eq (/ tau)); lra.
have XE : average X = average x / tau.
  rewrite /average /X (Sum_ext (G := fun j => / tau * x j)) => [|j]; last by rewrite Rmult_comm.
  by rewrite -Sum_scale /Rdiv; ring.
have sizes : Sum (fun j => Rabs (xh j)) <= (1 + u) * Sum (fun j => Rabs (X j)) + INR d * (eta / 2).
  rewrite -Sum_const Sum_scale Sum_add; apply: Sum_le => j.
  by have := abs_moved (divided j); rewrite -/(X j); lra.
have moved : Rabs (Sum xh - Sum X) <= u * Sum (fun j => Rabs (X j)) + INR d * (eta / 2).
  by rewrite -Sum_const Sum_scale Sum_add; apply: Rle_trans (Sum_off _ _) _; apply: Sum_le => j; exact: divided.
have sum_off : Rabs (Sh / INR d - average X) <= ((1 + u) ^ (h + 1) - 1) * A1 + (1 + u) ^ h * (eta / 2).
  have -> : Sh / INR d - average X = / INR d * (Sh - Sum X) by rewrite /average; field; lra.
  rewrite Rabs_mult (Rabs_pos_eq (/ INR d)); last by lra.
  have := off_by_two added moved => off.
  have := Rmult_le_compat_l ((1 + u) ^ h - 1) _ _ _ sizes => more.
  have whole : Rabs (Sh - Sum X) <= ((1 + u) ^ (h + 1) - 1) * Sum (fun j => Rabs (X j)) + (1 + u) ^ h * (INR d * (eta / 2)).
    by rewrite pow_add pow_1; lra.
  have := Rmult_le_compat_l (/ INR d) _ _ (Rlt_le _ _ in0) whole; rewrite /A1 /average.
  by move=> le; apply: Rle_trans le _; apply: Req_le; field; lra.
have A10 : 0 <= A1 by apply: Rle_trans XA; exact: Rabs_pos.
have size := abs_moved sum_off.
have mean_off : Rabs (mh - average X) <= ((1 + u) ^ (h + 4) - 1) * A1 + ((1 + u) ^ (h + 3) + 1) * (eta / 2).
  apply: Rle_trans (off_by_two mean sum_off) _.
  have c3 : 0 <= (1 + u) ^ 3 - 1 by have := @pow_ge1 (1 + u) 3; lra.
  have le : ((1 + u) ^ 3 - 1) * Rabs (Sh / INR d) <= ((1 + u) ^ 3 - 1) * ((1 + u) ^ (h + 1) * A1 + (1 + u) ^ h * (eta / 2)).
    by apply: Rmult_le_compat_l => //; lra.
  have -> : (1 + u) ^ (h + 4) = (1 + u) ^ 3 * (1 + u) ^ (h + 1) by rewrite -pow_add !addnS !addn0.
  have -> : (1 + u) ^ (h + 3) = (1 + u) ^ 3 * (1 + u) ^ h by rewrite -pow_add !addnS !addn0.
  by move: le; move: ((1 + u) ^ 3) ((1 + u) ^ (h + 1)) ((1 + u) ^ h) => *; lra.
have apart : Rabs (xh i - mh - (X i - average X)) <=
    u * Rabs (X i) + eta / 2 + (((1 + u) ^ (h + 4) - 1) * A1 + ((1 + u) ^ (h + 3) + 1) * (eta / 2)).
  have -> : xh i - mh - (X i - average X) = (xh i - X i) + - (mh - average X) by lra.
  by apply: Rle_trans (Rabs_triang _ _) _; rewrite Rabs_Ropp; have := divided i; rewrite -/(X i); lra.
have reach : Rabs (X i - average X) <= Rabs (X i) + A1.
  by apply: Rle_trans (Rabs_triang _ _) _; rewrite Rabs_Ropp; lra.
have := abs_moved apart => size2.
have le : u * Rabs (xh i - mh) <= u * (Rabs (X i) + A1 + (u * Rabs (X i) + eta / 2 + (((1 + u) ^ (h + 4) - 1) * A1 + ((1 + u) ^ (h + 3) + 1) * (eta / 2)))).
  by apply: Rmult_le_compat_l => //; lra.
have all := off_by_two subtracted apart.
have g3 : 1 <= (1 + u) ^ (h + 3) by apply: pow_ge1; lra.
have p5 : (1 + u) ^ (h + 5) = (1 + u) * (1 + u) ^ (h + 4) by rewrite !addnS.
have p4 : (1 + u) ^ (h + 4) = (1 + u) * (1 + u) ^ (h + 3) by rewrite !addnS.
have small : Rabs (ah - (X i - average X)) <=
    ((1 + u) ^ 2 - 1) * Rabs (X i) + ((1 + u) ^ (h + 5) - 1) * A1 + 3 / 2 * ((1 + u) ^ (h + 4) * eta).
  apply: Rle_trans all _; rewrite p5.
  have under : (1 + u) * eta <= (1 + u) ^ (h + 4) * eta.
    by apply: Rmult_le_compat_r => //; rewrite p4; have := Rmult_le_compat_l (1 + u) _ _ ltac:(lra) g3; lra.
  have p4' : (1 + u) ^ (h + 4) * eta = (1 + u) * ((1 + u) ^ (h + 3) * eta) by rewrite p4; ring.
  have -> : (1 + u) ^ 2 = (1 + u) * (1 + u) by rewrite /=; ring.
  move: under p4' le; move: ((1 + u) ^ (h + 4)) ((1 + u) ^ (h + 3)) (Rabs (X i)) (Rabs (xh i - mh)) => *; lra.
have -> : tau * ah - (x i - average x) = tau * (ah - (X i - average X)) by rewrite XE /X; field; lra.
rewrite Rabs_mult (Rabs_pos_eq tau); last by lra.
apply: Rle_trans (Rmult_le_compat_l _ _ _ (Rlt_le _ _ t0) small) _; apply: Req_le.
have -> : Rabs (X i) = Rabs (x i) / tau by rewrite /X Rabs_mult (Rabs_pos_eq (/ tau)); lra.
by rewrite A1E /deviation_off; field; lra.
Qed.

End Bounds.
