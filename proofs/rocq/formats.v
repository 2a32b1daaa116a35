(* Floats of any precision with gradual underflow, rounded to nearest whatever happens to ties: what
   one operation does, and what a sum does in any order. Nothing overflows here. *)
From Coq Require Import ZArith Reals Lra Lia.
From Coquelicot Require Import Rcomplements.
From Flocq Require Import Core Relative Plus_error.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors floats float_dots.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Section Format.
Variables (emin prec : Z) (tie : Z -> bool).
Hypothesis prec_gt0 : Z.lt 0 prec.

Local Instance prec_gt_0_ : Prec_gt_0 prec := prec_gt0.

Definition float x := generic_format radix2 (FLT_exp emin prec) x.
Definition fl x := round radix2 (FLT_exp emin prec) (Znearest tie) x.
Definition unit_roundoff := bpow radix2 (- prec).
Definition spacing := bpow radix2 emin.

Local Notation u := unit_roundoff.
Local Notation eta := spacing.

Lemma u_gt0 : 0 < u. Proof. exact: bpow_gt_0. Qed.
Lemma eta_gt0 : 0 < eta. Proof. exact: bpow_gt_0. Qed.

Lemma u_half : / 2 * bpow radix2 (- prec + 1) = u.
Proof. by rewrite bpow_plus /u /=; lra. Qed.

Lemma float_fl x : float (fl x).
Proof. exact: generic_format_round. Qed.

Lemma fl_float x : float x -> fl x = x.
Proof. by move=> ok; apply: round_generic. Qed.

Lemma fl_ge0 x : 0 <= x -> 0 <= fl x.
Proof. by move=> ?; rewrite -(round_0 radix2 (FLT_exp emin prec) (Znearest tie)); apply: round_le. Qed.

(* Any operation, also where its result underflows. *)
Theorem operation x : Rabs (fl x - x) <= u * Rabs x + eta / 2.
Proof.
have [eps [tiny [le1 [le2 [_ E]]]]] := error_N_FLT radix2 emin prec prec_gt0 tie x.
rewrite u_half in le1; rewrite /fl E.
have -> : x * (1 + eps) + tiny - x = eps * x + tiny by ring.
apply: Rle_trans (Rabs_triang _ _) _; rewrite Rabs_mult.
have := Rmult_le_compat_r _ _ _ (Rabs_pos x) le1; rewrite -/eta in le2; lra.
Qed.

(* A sum or difference of floats is exact where it underflows. *)
Theorem sum_of_floats x y : float x -> float y -> Rabs (fl (x + y) - (x + y)) <= u * Rabs (x + y).
Proof.
move=> fx fy; have [small|large] := Rle_lt_dec (Rabs (x + y)) (bpow radix2 (prec + emin)).
  rewrite fl_float; last exact: FLT_format_plus_small.
  rewrite Rminus_diag_eq // Rabs_R0.
  by apply: Rmult_le_pos; [exact/Rlt_le/u_gt0 | exact: Rabs_pos].
rewrite -u_half; apply: relative_error_N_FLT => //; apply: Rle_trans (Rlt_le _ _ large).
by apply: bpow_le; lia.
Qed.

Lemma float_opp x : float x -> float (- x).
Proof. exact: generic_format_opp. Qed.

Theorem difference_of_floats x y : float x -> float y -> Rabs (fl (x - y) - (x - y)) <= u * Rabs (x - y).
Proof. by move=> fx fy; apply: sum_of_floats => //; exact: float_opp. Qed.

Theorem half_of_a_float x : float x -> Rabs (fl (x / 2) - x / 2) <= eta / 2.
Proof.
move=> fx; have [small|large] := Rlt_le_dec (Rabs (x / 2)) (bpow radix2 (emin + prec)).
  apply: Rle_trans (error_le_half_ulp _ _ _ _) _.
  by rewrite ulp_FLT_small // /spacing; lra.
rewrite fl_float; first by rewrite Rminus_diag_eq // Rabs_R0; have := eta_gt0; lra.
have [f E most least] := FLT_format_generic _ _ _ _ fx.
apply: generic_format_FLT; apply: (@FLT_spec _ _ _ _ (Float radix2 (Fnum f) (Fexp f - 1))) => //=.
  by rewrite E /F2R /= bpow_plus /=; lra.
have wide : bpow radix2 (emin + prec) < bpow radix2 (prec + Fexp f).
  apply: Rle_lt_trans large _; apply: (@Rle_lt_trans _ (Rabs x)).
    by rewrite Rabs_mult (Rabs_pos_eq (/ 2)); [have := Rabs_pos x|]; lra.
  rewrite E /F2R Rabs_mult (Rabs_pos_eq (bpow _ _)); last exact: bpow_ge_0.
  rewrite bpow_plus; apply: Rmult_lt_compat_r; first exact: bpow_gt_0.
  by rewrite -abs_IZR -IZR_Zpower; [exact: IZR_lt | lia].
by have := lt_bpow _ _ _ wide; lia.
Qed.

(* Where 1 is no subnormal number, numbers from 1 on are rounded in proportion. *)
Theorem above_one x : Z.le (emin + prec) 1 -> 1 <= x -> Rabs (fl x - x) <= u * x.
Proof.
move=> wide x1; have E : Rabs x = x by apply: Rabs_pos_eq; lra.
rewrite -[X in _ <= _ * X]E -u_half; apply: relative_error_N_FLT => //; rewrite E.
apply: Rle_trans x1; have -> : 1 = bpow radix2 0 by [].
by apply: bpow_le; lia.
Qed.

(* An entry of a query over a rounded root carries three roundings. *)
Theorem scaled_entry q r : Z.le (emin + prec) 1 -> u <= 1 / 4 -> 1 <= r ->
  Rabs (fl (q / fl r) - 1 / r * q) <= ((1 + u) ^ 3 - 1) * (1 / r * Rabs q) + eta / 2.
Proof.
move=> wide small r1; have u0 := u_gt0; have [lo hi] := abs_le (above_one wide r1).
set s := fl r in lo hi *; have s0 : 0 < s by nra.
have inv0 : 0 < / s by exact: Rinv_0_lt_compat.
have close : Rabs (q / s - 1 / r * q) <= ((1 + u) ^ 2 - 1) * (1 / r * Rabs q).
  have -> : q / s - 1 / r * q = q * / r * ((r - s) * / s) by field; lra.
  have part : Rabs ((r - s) * / s) <= (1 + u) ^ 2 - 1.
    have -> : (r - s) * / s = (r - s) / s by [].
    by apply: Rabs_le; split; [apply/Rle_div_r | apply/Rle_div_l] => //; rewrite /=; nra.
  rewrite !Rabs_mult (Rabs_pos_eq (/ r)); last by apply/Rlt_le/Rinv_0_lt_compat; lra.
  have p0 : 0 <= Rabs q * / r.
    by apply: Rmult_le_pos (Rabs_pos q) _; apply/Rlt_le/Rinv_0_lt_compat; lra.
  rewrite -Rabs_mult; have := Rmult_le_compat_l _ _ _ p0 part; rewrite /Rdiv; lra.
have size := abs_moved close; have rounded := operation (q / s).
apply: Rle_trans (off_by_two rounded close) _.
have more : u * Rabs (q / s) <= u * (Rabs (1 / r * q) + ((1 + u) ^ 2 - 1) * (1 / r * Rabs q)).
  by apply: Rmult_le_compat_l; lra.
rewrite Rabs_mult (Rabs_pos_eq (1 / r)) in more; first by rewrite /=; rewrite /= in more; lra.
by apply: Rlt_le; apply: Rdiv_lt_0_compat; lra.
Qed.

(* Twice the difference of halves, which cannot overflow. *)
Definition difference x m := 2 * fl (fl (x / 2) - fl (m / 2)).

Theorem difference_of_halves x m : float x -> float m -> u <= 1 / 4 ->
  Rabs (difference x m - (x - m)) <= u * Rabs (x - m) + 3 * eta.
Proof.
move=> fx fm small; have eta0 := eta_gt0; have u0 := u_gt0.
have hx := half_of_a_float fx; have hm := half_of_a_float fm.
have first := difference_of_floats (float_fl (x / 2)) (float_fl (m / 2)).
set D := fl (x / 2) - fl (m / 2) in first; have off : Rabs (D - (x / 2 - m / 2)) <= eta.
  have -> : D - (x / 2 - m / 2) = (fl (x / 2) - x / 2) - (fl (m / 2) - m / 2) by rewrite /D; lra.
  apply: Rle_trans (Rabs_triang _ _) _; rewrite Rabs_Ropp; lra.
have size : Rabs D <= Rabs (x - m) / 2 + eta.
  have := abs_moved off; have -> : x / 2 - m / 2 = (x - m) * / 2 by lra.
  by rewrite Rabs_mult (Rabs_pos_eq (/ 2)); lra.
have -> : difference x m - (x - m) = 2 * ((fl D - D) + (D - (x / 2 - m / 2))).
  by rewrite /difference -/D; lra.
rewrite Rabs_mult (Rabs_pos_eq 2); last by lra.
have := Rabs_triang (fl D - D) (D - (x / 2 - m / 2)).
by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ u0) size; nra.
Qed.

Lemma float_twice x : float x -> float (2 * x).
Proof.
move=> fx; have [f E most least] := FLT_format_generic _ _ _ _ fx.
apply: generic_format_FLT; apply: (@FLT_spec _ _ _ _ (Float radix2 (Fnum f) (Fexp f + 1))) => //=.
  by rewrite E /F2R /= bpow_plus /=; lra.
by lia.
Qed.

Lemma float_difference x m : float (difference x m).
Proof. exact/float_twice/float_fl. Qed.

Lemma fl_le x y : x <= y -> fl x <= fl y.
Proof. exact: round_le. Qed.

Lemma difference_le0 x m : x <= m -> difference x m <= 0.
Proof.
move=> le; have halves : fl (x / 2) <= fl (m / 2) by apply: fl_le; lra.
have : fl (fl (x / 2) - fl (m / 2)) <= fl 0 by apply: fl_le; lra.
by have -> : fl 0 = 0 by [exact: round_0]; rewrite /difference; lra.
Qed.

Lemma difference_itself m : difference m m = 0.
Proof. by rewrite /difference Rminus_diag_eq // /fl round_0; lra. Qed.

End Format.
