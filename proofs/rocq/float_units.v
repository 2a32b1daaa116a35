(* The unit of computed deviations, over the reals: it is at most ζ ρ, as no number of a row is more than
   the root of d times their root mean square. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_dots lengths float_deviations float_norm.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Lemma one_of_all n (F : 'I_n -> R) k a : (0 < n)%N -> 0 <= a ->
  average (fun j => F j ^ 2) <= a ^ 2 -> Rabs (F k) <= R_sqrt.sqrt (INR n) * a.
Proof.
move=> n0 a0 le; have n1 : 0 < INR n by apply: lt_0_INR; exact/ssrnat.leP.
have r0 := sqrt_pos (INR n); have rE := sqrt_sqrt (INR n) (Rlt_le _ _ n1).
apply: square_le; first exact: Rmult_le_pos.
rewrite abs_square; have one := @Sum_one _ (fun j => F j ^ 2) k (fun j => pow2_ge_0 (F j)).
have := Rmult_le_compat_l (INR n) _ _ (Rlt_le _ _ n1) le; rewrite /average.
have -> : INR n * (1 / INR n * Sum (fun j => F j ^ 2)) = Sum (fun j => F j ^ 2) by field; lra.
move: (R_sqrt.sqrt _) r0 rE => root r0 rE.
have -> : root * a * (root * a) = root * root * a ^ 2 by ring.
by rewrite rE => all; apply: Rle_trans all; apply: Rle_trans one; rewrite /=; lra.
Qed.

Section Units.
Variables (d h : nat) (u eta : R) (x : 'I_d -> R) (A q rho epsilon tau zeta : R).
Let D j := x j - average x.
Local Notation sd := (R_sqrt.sqrt (INR d)).
Local Notation off := (deviation_off u eta h A tau).
Let c3 := (1 + u) ^ 3.
Hypotheses (d_gt0 : (0 < d)%N) (u_gt0 : 0 < u) (fine : u <= 1 / 11) (eta_gt0 : 0 < eta) (tau_gt0 : 0 < tau).
Hypotheses (zeta_most : 2 * sd <= zeta) (A_ge0 : 0 <= A) (q_ge0 : 0 <= q) (rho_gt0 : 0 < rho) (epsilon_ge0 : 0 <= epsilon).
Hypotheses (qE : q ^ 2 = average (fun j => x j ^ 2)) (rhoE : rho ^ 2 = average (fun j => D j ^ 2) + epsilon).
Hypothesis spare : c3 * off q + 2 * (c3 * ((1 + tau) * eta)) + (c3 - 1) * rho <= rho / 4.

Lemma sd_ge1 : 1 <= sd.
Proof.
have d1 : 1 <= INR d by apply: (le_INR 1); exact/ssrnat.leP.
by apply: square_le; [exact: sqrt_pos | rewrite sqrt_sqrt; lra].
Qed.

Let c3_ge1 : 1 + u <= c3. Proof. by rewrite /c3 /=; nra. Qed.
Let off0 : 0 <= off q. Proof. by apply: off_ge0; lra. Qed.
Let off_le : off q <= c3 * off q. Proof. by rewrite -[X in X <= _]Rmult_1_l; apply: Rmult_le_compat_r; lra. Qed.
Let te0 : 0 < (1 + tau) * eta. Proof. by apply: Rmult_lt_0_compat; lra. Qed.
Let te_le : (1 + tau) * eta <= c3 * ((1 + tau) * eta).
Proof. by rewrite -[X in X <= _]Rmult_1_l; apply: Rmult_le_compat_r; lra. Qed.
Let roundings0 : 0 <= (c3 - 1) * rho. Proof. by apply: Rmult_le_pos; lra. Qed.

Section Furthest.
(* A deviation a, of entries divided by s, and no other is larger: it is the unit. *)
Variables (k : 'I_d) (s a : R).
Hypotheses (s_gt0 : 0 < s) (s_most : s <= tau) (near : Rabs (s * a - D k) <= off (Rabs (x k))).

Lemma reach : s * Rabs a <= sd * (rho + off q).
Proof.
have far : Rabs (D k) <= sd * rho by apply: one_of_all => //; lra.
have large : Rabs (x k) <= sd * q by apply: one_of_all => //; lra.
have := abs_moved near; rewrite Rabs_mult (Rabs_pos_eq s); last by lra.
have := @off_grows u eta (Rlt_le _ _ u_gt0) (Rlt_le _ _ eta_gt0) h A tau tau _ _ (conj (Rabs_pos (x k)) large) ltac:(lra).
have := @off_of_many u eta (Rlt_le _ _ u_gt0) (Rlt_le _ _ eta_gt0) h A tau sd q A_ge0 (Rlt_le _ _ tau_gt0) sd_ge1.
by lra.
Qed.

Lemma plain_unit : s * Rabs a <= zeta * rho.
Proof.
have s1 := sd_ge1; apply: Rle_trans reach _.
apply: (@Rle_trans _ (2 * sd * rho)); last by apply: Rmult_le_compat_r; lra.
have : sd * off q <= sd * rho by apply: Rmult_le_compat_l; lra.
by lra.
Qed.

Lemma unit_most unit : 2 * unit - s * Rabs a <= u * (s * Rabs a) + ((1 + u) * s + 1) * eta -> 2 * unit <= zeta * rho.
Proof.
move=> near_unit; have le := reach; have s1 := sd_ge1.
apply: (@Rle_trans _ (2 * sd * rho)); last by apply: Rmult_le_compat_r; lra.
have up := Rmult_le_compat_l (1 + u) _ _ ltac:(lra) le.
have under : ((1 + u) * s + 1) * eta <= c3 * ((1 + tau) * eta).
  rewrite -Rmult_assoc; apply: Rmult_le_compat_r; first by lra.
  by apply: (@Rle_trans _ ((1 + u) * (1 + tau))); [nra | apply: Rmult_le_compat_r; lra].
have more : c3 * ((1 + tau) * eta) <= sd * (c3 * ((1 + tau) * eta)).
  by rewrite -[X in X <= _]Rmult_1_l; apply: Rmult_le_compat_r; lra.
have two : (1 + u) * off q <= c3 * off q by apply: Rmult_le_compat_r; lra.
have all : (1 + u) * (rho + off q) + c3 * ((1 + tau) * eta) <= 2 * rho.
  by have : (1 + u) * rho <= c3 * rho; [apply: Rmult_le_compat_r; lra | lra].
by have := Rmult_le_compat_l sd _ _ ltac:(lra) all; lra.
Qed.

End Furthest.

Lemma se_le se : 0 <= se -> se ^ 2 = epsilon -> se <= rho.
Proof.
move=> se0 seE; apply: square_le; first by lra.
have : 0 <= average (fun j => D j ^ 2).
  have d1 : 1 <= INR d by apply: (le_INR 1); exact/ssrnat.leP.
  rewrite /average; apply: Rmult_le_pos; first by apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
  by apply: Sum_ge0 => j; exact: pow2_ge_0.
by move: seE rhoE; rewrite /=; lra.
Qed.

Lemma root_most root se : 0 <= se -> se ^ 2 = epsilon ->
  2 * root - se <= ((1 + u) ^ 2 - 1) * se + eta -> 2 * root <= zeta * rho.
Proof.
move=> se0 seE near; have s1 := sd_ge1; have le := se_le se0 seE.
apply: (@Rle_trans _ (2 * rho)); last by apply: Rmult_le_compat_r; lra.
have : eta <= (1 + tau) * eta by nra.
have : (1 + u) ^ 2 * se <= 3 / 2 * rho by apply: Rmult_le_compat => //; rewrite /=; nra.
by lra.
Qed.

End Units.
