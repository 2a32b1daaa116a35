(* What rounding does to attention, over the reals: each computed number is a variable, and what is
   known of the operation that computed it is a hypothesis. That operations on floats fulfil these
   hypotheses is shown elsewhere. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Rcomplements.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Definition near (u : R) h (computed exact : R) := (1 - u) ^ h * exact <= computed <= (1 + u) ^ h * exact.

Section Weights.
Variables (n : nat) (u eta c : R) (h : nat).
Hypotheses (u_ge0 : 0 <= u) (eta_ge0 : 0 <= eta) (c_ge0 : 0 <= c).
Hypotheses (fine : u <= 1 / 11) (fine_exp : c * u + INR n * eta <= 1 / 11).
Variables (x a d e : 'I_n -> R) (m S : R) (k : 'I_n).
Hypothesis moved : forall j, Rabs (d j - (x j - m)) <= a j.
Hypothesis top : 1 <= Sum (fun j => exp (d j)).
Hypothesis exp_within : forall j, Rabs (e j - exp (d j)) <= c * u * exp (d j) + eta.
Hypothesis added : near u h S (Sum e).

Let T := Sum (fun j => exp (x j)).
Let p j := exp (x j) / T.
Let Q := Sum (fun j => exp (d j)).
Let mean := Sum (fun j => p j * (exp (a j) - 1)).
Let G := 11 / 10 * ((INR h + 2 * c + 1) * u + INR n * eta).

Lemma sum_exp_gt0 (y : 'I_n -> R) : 0 < Sum (fun j => exp (y j)).
Proof.
apply: Rlt_le_trans (exp_pos (y k)) _.
by apply: (@Sum_one _ (fun j => exp (y j))) => j; apply/Rlt_le/exp_pos.
Qed.

Lemma p_gt0 j : 0 < p j.
Proof. exact: Rdiv_lt_0_compat (exp_pos _) (sum_exp_gt0 x). Qed.

Lemma p_sum : Sum p = 1.
Proof.
have T0 : 0 < T := sum_exp_gt0 x.
rewrite (Sum_ext (G := fun j => / T * exp (x j))) => [|j]; last by rewrite /p /Rdiv Rmult_comm.
by rewrite -Sum_scale -/T; field; lra.
Qed.

Lemma mean_above : Sum (fun j => p j * exp (a j)) <= exp mean.
Proof.
apply: Rle_trans (exp_ge mean); rewrite -p_sum Sum_add.
by apply: Sum_le => j; lra.
Qed.

Lemma mean_below : exp (- mean) <= Sum (fun j => p j * exp (- a j)).
Proof.
have e0 := exp_pos (- mean).
pose F j := 2 * exp (- mean) * p j + - (exp (- mean) * exp (- mean)) * (p j * exp (a j)).
apply: (@Rle_trans _ (Sum F)); last first.
  apply: Sum_le => j; have := above_tangent (a j) e0; have := p_gt0 j; rewrite /F.
  by move: (exp (- mean)) (exp (a j)) (exp (- a j)) => s t r ? ?; nra.
rewrite -Sum_add -!Sum_scale p_sum.
have := mean_above; have := expK mean; move: (Sum _) (exp mean) e0 => A B.
by move: (exp (- mean)) => s ? ? ?; have : s * s * A <= s * s * B by [nra]; nra.
Qed.

Lemma exponentials j : exp (- a j) * exp (x j - m) <= exp (d j) <= exp (a j) * exp (x j - m).
Proof. by rewrite -!exp_plus; have := abs_le (moved j); split; apply: exp_le; lra. Qed.

Lemma total_moved : exp (- mean) * (T * exp (- m)) <= Q <= exp mean * (T * exp (- m)).
Proof.
have T0 : 0 < T := sum_exp_gt0 x; have m0 := exp_pos (- m).
have scaled (s : 'I_n -> R) : Sum (fun j => s j * exp (x j - m)) = T * exp (- m) * Sum (fun j => p j * s j).
  rewrite Sum_scale; apply: Sum_ext => j; rewrite /p /Rminus exp_plus.
  by field; lra.
have pos : 0 < T * exp (- m) by apply: Rmult_lt_0_compat.
split.
- apply: (@Rle_trans _ (Sum (fun j => exp (- a j) * exp (x j - m)))); last first.
    by apply: Sum_le => j; have := exponentials j; lra.
  by rewrite scaled; have := mean_below; move: (exp _) (Sum _) => *; nra.
- apply: (@Rle_trans _ (Sum (fun j => exp (a j) * exp (x j - m)))).
    by apply: Sum_le => j; have := exponentials j; lra.
  by rewrite scaled; have := mean_above; move: (exp _) (Sum _) => *; nra.
Qed.

Lemma Q_ge1 : 1 <= Q. Proof. exact: top. Qed.

(* The exact quotient of the moved exponentials. *)
Lemma share_moved i : exp (- (a i + mean)) * p i <= exp (d i) / Q <= exp (a i + mean) * p i.
Proof.
have T0 : 0 < T := sum_exp_gt0 x; have Q1 : 1 <= Q := Q_ge1; have Q0 : Q > 0 by [lra]; have [lo hi] := exponentials i.
have m0 := exp_pos (- m); have [Qlo Qhi] := total_moved.
have px : exp (x i - m) = p i * (T * exp (- m)) by rewrite /p /Rminus exp_plus; field; lra.
rewrite px in lo hi; have p0 := p_gt0 i; have W0 : 0 < T * exp (- m) by nra.
rewrite Ropp_plus_distr !exp_plus; split.
- apply/(Rle_div_r _ _ _ Q0).
  apply: Rle_trans _ lo; have e1 := exp_pos (- a i); have e2 := expK mean; have e3 := exp_pos (- mean).
  have -> : exp (- a i) * exp (- mean) * p i * Q = exp (- a i) * p i * (exp (- mean) * Q) by lra.
  rewrite Rmult_assoc; apply: Rmult_le_compat_l; first by lra.
  by apply: Rmult_le_compat_l; nra.
- apply/(Rle_div_l _ _ _ Q0).
  apply: Rle_trans hi _; have e1 := exp_pos (a i); have e2 := expK mean; have e3 := exp_pos mean.
  have -> : exp (a i) * exp mean * p i * Q = exp (a i) * (p i * (exp mean * Q)) by lra.
  apply: Rmult_le_compat_l; first by lra.
  by apply: Rmult_le_compat_l; nra.
Qed.

(* What h additions, two exponentials and a division make of a quotient. *)
Lemma total_computed : 0 < S /\ exp (- (11 / 10 * (INR h * u + (c * u + INR n * eta)))) * Q <= S
  /\ S <= exp (11 / 10 * (INR h * u + (c * u + INR n * eta))) * Q.
Proof.
have Q1 : 1 <= Q := Q_ge1; set w := c * u + INR n * eta.
have small : w <= 1 / 11 := fine_exp.
have n0 : 0 <= INR n := pos_INR n.
have w0 : 0 <= w by rewrite /w; have := Rmult_le_pos _ _ c_ge0 u_ge0; have := Rmult_le_pos _ _ n0 eta_ge0; lra.
have off : Rabs (Sum e - Q) <= w * Q.
  apply: Rle_trans (Sum_off _ _) _.
  apply: (@Rle_trans _ (Sum (fun j => c * u * exp (d j) + eta))); first exact: Sum_le.
  rewrite -Sum_add -Sum_scale Sum_const -/Q /w.
  by have := Rmult_le_pos _ _ n0 eta_ge0; nra.
have [lo hi] := abs_le off; case: added => Slo Shi.
have below : exp (- (11 / 10 * w)) <= 1 - w by apply: factor_below.
have above : 1 + w <= exp (11 / 10 * w) := factor_above w0.
have hb : exp (- (11 / 10 * (INR h * u))) <= (1 - u) ^ h by apply: factors_below.
have ha : (1 + u) ^ h <= exp (11 / 10 * (INR h * u)) by apply: factors_above.
have E1 := exp_pos (- (11 / 10 * w)); have E2 := exp_pos (- (11 / 10 * (INR h * u))).
have Slow : exp (- (11 / 10 * (INR h * u + w))) * Q <= S.
  rewrite Rmult_plus_distr_l Ropp_plus_distr exp_plus; apply: Rle_trans _ Slo.
  rewrite Rmult_assoc; apply: Rmult_le_compat; try lra; try nra.
split; first by apply: Rlt_le_trans _ Slow; apply: Rmult_lt_0_compat; [exact: exp_pos | lra].
split=> //; rewrite Rmult_plus_distr_l exp_plus; apply: Rle_trans Shi _.
have pos : 0 <= (1 + u) ^ h by apply: pow_le; lra.
by rewrite Rmult_assoc; apply: Rmult_le_compat; try lra; try nra.
Qed.

(* How far a computed weight is off, K being the logarithm of the relative error. *)
Theorem weight i p_hat : 0 <= e i -> Rabs (p_hat - e i / S) <= u * (e i / S) + eta / 2 ->
  Rabs (p_hat - p i) <= (exp (a i + mean + G) - 1) * p i + (exp G + 1 / 2) * eta.
Proof.
move=> ei divided; have Q1 : 1 <= Q := Q_ge1; have p0 := p_gt0 i.
case: total_computed => S0 [Slo Shi]; set g := 11 / 10 * _ in Slo Shi.
set r := exp (d i) / Q; have [rlo rhi] : exp (- (a i + mean)) * p i <= r <= exp (a i + mean) * p i.
  exact: share_moved.
have r0 : 0 <= r by apply: Rlt_le; apply: Rdiv_lt_0_compat; [exact: exp_pos | lra].
have cu0 : 0 <= c * u by apply: Rmult_le_pos.
have nce : 0 <= INR n * eta by apply: Rmult_le_pos => //; exact: pos_INR.
have g0 : 0 <= g by rewrite /g; have := Rmult_le_pos _ _ (pos_INR h) u_ge0; lra.
have [elo ehi] := abs_le (exp_within i).
have eQ : (1 - c * u) * r - eta <= e i / Q <= (1 + c * u) * r + eta.
  have rQ : exp (d i) = r * Q by rewrite /r; field; lra.
  rewrite rQ in elo ehi.
  by split; [apply/Rle_div_r | apply/Rle_div_l]; nra.
have quotient : exp (- g) * (e i / Q) <= e i / S <= exp g * (e i / Q).
  have -> : e i / S = (e i / Q) * (Q / S) by field; lra.
  have eQ0 : 0 <= e i / Q by apply: Rdiv_le_0_compat; lra.
  have [qlo qhi] := exp_ratio S0 (conj Slo Shi).
  by split; [have := Rmult_le_compat_r _ _ _ eQ0 qlo | have := Rmult_le_compat_r _ _ _ eQ0 qhi]; lra.
have GE : G = 11 / 10 * u + (g + 11 / 10 * (c * u)) by rewrite /G /g; lra.
have above_u := factor_above u_ge0; have above_c := factor_above cu0.
have below_u : exp (- (11 / 10 * u)) <= 1 - u by apply: factor_below.
have below_c : exp (- (11 / 10 * (c * u))) <= 1 - c * u by apply: factor_below; lra.
have [plo phi] := abs_le divided.
have Eg := exp_ge1 g0; have Gu : (1 + u) * exp g <= exp G.
  rewrite GE !exp_plus; have q1 : 1 <= exp (11 / 10 * (c * u)) by lra.
  apply: Rmult_le_compat => //; [by lra | by lra |].
  by have := Rmult_le_compat_l (exp g) _ _ ltac:(lra) q1; lra.
have Guc : (1 + u) * exp g * (1 + c * u) <= exp G.
  rewrite GE !exp_plus Rmult_assoc; apply: Rmult_le_compat; try lra; first by apply: Rmult_le_pos; lra.
  by apply: Rmult_le_compat_l; lra.
have upper : p_hat <= exp G * r + (exp G + 1 / 2) * eta.
  apply: (@Rle_trans _ ((1 + u) * (exp g * ((1 + c * u) * r + eta)) + eta / 2)).
    apply: (@Rle_trans _ ((1 + u) * (exp g * (e i / Q)) + eta / 2)).
      by have := Rmult_le_compat_l (1 + u) _ _ ltac:(lra) (proj2 quotient); lra.
    apply: Rplus_le_compat_r; apply: Rmult_le_compat_l; first by lra.
    by apply: Rmult_le_compat_l; lra.
  have := Rmult_le_compat_r _ _ _ r0 Guc; have := Rmult_le_compat_r _ _ _ eta_ge0 Gu; lra.
have lower : exp (- G) * r - (exp G + 1 / 2) * eta <= p_hat.
  have eg0 := exp_pos (- g); have eg1 : exp (- g) <= 1 by rewrite -exp_0; apply: exp_le; lra.
  have G1 : 1 <= exp G by apply: exp_ge1; lra.
  have low : exp (- G) <= (1 - u) * exp (- g) * (1 - c * u).
    rewrite GE !Ropp_plus_distr !exp_plus Rmult_assoc.
    have := exp_pos (- (11 / 10 * u)); have := exp_pos (- (11 / 10 * (c * u))) => *.
    apply: Rmult_le_compat; try lra; first by apply: Rmult_le_pos; lra.
    by apply: Rmult_le_compat_l; lra.
  apply: (@Rle_trans _ ((1 - u) * (exp (- g) * ((1 - c * u) * r - eta)) - eta / 2)).
    have := Rmult_le_compat_r _ _ _ r0 low.
    have : (1 - u) * exp (- g) * eta <= exp G * eta.
      apply: Rmult_le_compat_r => //; apply: (@Rle_trans _ (1 * 1)); last by lra.
      by apply: Rmult_le_compat; lra.
    by lra.
  apply: (@Rle_trans _ ((1 - u) * (exp (- g) * (e i / Q)) - eta / 2)).
    apply: Rplus_le_compat_r; apply: Rmult_le_compat_l; first by lra.
    by apply: Rmult_le_compat_l; lra.
  have := Rmult_le_compat_l (1 - u) _ _ _ (proj1 quotient); lra.
have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos G)) rhi.
have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos (- G))) rlo.
have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ p0) (exp_both (a i + mean + G)).
rewrite Ropp_plus_distr !(exp_plus _ G) (exp_plus _ (- G)).
move: (exp (a i + mean)) (exp (- (a i + mean))) (exp G) (exp (- G)) upper lower => *.
by apply: Rabs_le; lra.
Qed.

(* The logarithm of the sum. *)
Theorem logarithm l L : 0 <= l -> let t := mean + 11 / 10 * ((INR h + c) * u + INR n * eta) in
  let exact := Rpower.ln T in
  Rabs (L - Rpower.ln S) <= l * u * Rabs (Rpower.ln S) + eta ->
  Rabs (L - (exact - m)) <= t + l * u * (Rabs (exact - m) + t) + eta.
Proof.
move=> l0 t exact logged; have T0 : 0 < T := sum_exp_gt0 x; have Q1 : 1 <= Q := Q_ge1.
case: total_computed => S0 [Slo Shi]; set g := 11 / 10 * _ in Slo Shi.
have [Qlo Qhi] : exp (- mean) * (T * exp (- m)) <= Q <= exp mean * (T * exp (- m)) := total_moved.
have ln_le y z : 0 < y -> y <= z -> Rpower.ln y <= Rpower.ln z.
  by move=> pos [lt|->]; [apply/Rlt_le/ln_increasing | exact: Rle_refl].
have m0 := exp_pos (- m); have em := exp_pos (- mean); have eg := exp_pos (- g).
have lnW : Rpower.ln (T * exp (- m)) = exact - m by rewrite ln_mult // ln_exp.
have W0 : 0 < T * exp (- m) by apply: Rmult_lt_0_compat.
move: (T * exp (- m)) lnW W0 Qlo Qhi => W lnW W0 Qlo Qhi.
have near : Rabs (Rpower.ln S - (exact - m)) <= t.
  have -> : t = mean + g by rewrite /t /g; lra.
  have := ln_le _ _ (Rmult_lt_0_compat _ _ eg (Rlt_le_trans _ _ _ Rlt_0_1 Q1)) Slo.
  have := ln_le _ _ S0 Shi; have := ln_le _ _ (Rlt_le_trans _ _ _ Rlt_0_1 Q1) Qhi.
  have := ln_le _ _ (Rmult_lt_0_compat _ _ em W0) Qlo.
  rewrite !ln_mult ?ln_exp ?lnW //; try exact: exp_pos; try lra.
  by move=> *; apply: Rabs_le; lra.
have lu0 : 0 <= l * u by apply: Rmult_le_pos.
have size : Rabs (Rpower.ln S) <= Rabs (exact - m) + t.
  have -> : Rpower.ln S = (exact - m) + (Rpower.ln S - (exact - m)) by lra.
  by have := Rabs_triang (exact - m) (Rpower.ln S - (exact - m)); lra.
have -> : L - (exact - m) = (L - Rpower.ln S) + (Rpower.ln S - (exact - m)) by lra.
have := Rabs_triang (L - Rpower.ln S) (Rpower.ln S - (exact - m)).
by have := Rmult_le_compat_l _ _ _ lu0 size; lra.
Qed.

(* The maximum added to it. *)
Theorem logsumexp l L result : 0 <= l -> let t := mean + 11 / 10 * ((INR h + c) * u + INR n * eta) in
  let exact := Rpower.ln T in let off := t + l * u * (Rabs (exact - m) + t) + eta in
  Rabs (L - Rpower.ln S) <= l * u * Rabs (Rpower.ln S) + eta -> Rabs (result - (m + L)) <= u * Rabs (m + L) ->
  Rabs (result - exact) <= (1 + u) * off + u * Rabs exact.
Proof.
move=> l0 t exact off logged plus; have Loff : Rabs (L - (exact - m)) <= off by exact: logarithm.
have total : Rabs (m + L) <= Rabs exact + off.
  have -> : m + L = exact + (L - (exact - m)) by lra.
  by have := Rabs_triang exact (L - (exact - m)); lra.
have -> : result - exact = (result - (m + L)) + (L - (exact - m)) by lra.
have := Rabs_triang (result - (m + L)) (L - (exact - m)).
by have := Rmult_le_compat_l _ _ _ u_ge0 total; lra.
Qed.

(* The logarithm taken off a difference. *)
Theorem log_softmax l L i result : 0 <= l -> let t := mean + 11 / 10 * ((INR h + c) * u + INR n * eta) in
  let exact := Rpower.ln T in let off := t + l * u * (Rabs (exact - m) + t) + eta in
  Rabs (L - Rpower.ln S) <= l * u * Rabs (Rpower.ln S) + eta -> Rabs (result - (d i - L)) <= u * Rabs (d i - L) ->
  Rabs (result - (x i - exact)) <= (1 + u) * (a i + off) + u * Rabs (x i - exact).
Proof.
move=> l0 t exact off logged minus; have Loff : Rabs (L - (exact - m)) <= off by exact: logarithm.
have near : Rabs (d i - L - (x i - exact)) <= a i + off.
  have -> : d i - L - (x i - exact) = (d i - (x i - m)) + - (L - (exact - m)) by lra.
  by have := Rabs_triang (d i - (x i - m)) (- (L - (exact - m))); rewrite Rabs_Ropp; have := moved i; lra.
have size : Rabs (d i - L) <= Rabs (x i - exact) + (a i + off).
  have -> : d i - L = (x i - exact) + (d i - L - (x i - exact)) by lra.
  by have := Rabs_triang (x i - exact) (d i - L - (x i - exact)); lra.
have -> : result - (x i - exact) = (result - (d i - L)) + (d i - L - (x i - exact)) by lra.
have := Rabs_triang (result - (d i - L)) (d i - L - (x i - exact)).
by have := Rmult_le_compat_l _ _ _ u_ge0 size; lra.
Qed.

End Weights.
