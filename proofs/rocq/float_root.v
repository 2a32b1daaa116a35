(* A quotient by a computed root, over the reals: the square carries k roundings, and what underflows
   is a part t of it. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Rcomplements.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_dots lengths.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Local Open Scope R_scope.

Lemma exp_halves x : exp (x / 2) * exp (x / 2) = exp x.
Proof. by rewrite -exp_plus; congr exp; lra. Qed.

Section Root.
Variables (u eta t under z W rw s : R) (k : nat).
Hypotheses (u_ge0 : 0 <= u) (fine : u <= 1 / 11) (eta_ge0 : 0 <= eta) (z_gt0 : 0 < z).
Let g := 11 / 10 * (INR k * u).
Hypotheses (under_ge0 : 0 <= under) (small : under * exp g <= t * (z * z)) (t_fine : t <= 1 / 11).
Hypothesis square_lo : (1 - u) ^ k * (z * z) - under <= W.
Hypothesis square_hi : W <= (1 + u) ^ k * (z * z + under).
Hypotheses (rw_ge0 : 0 <= rw) (rwE : 0 <= W -> rw * rw = W).
Hypothesis rooted : Rabs (s - rw) <= u * rw.

Let K := (g + 11 / 10 * t) / 2 + 11 / 10 * u.

Lemma t_ge0 : 0 <= t.
Proof.
have zz : 0 < z * z by exact: Rmult_lt_0_compat.
by have := Rmult_le_pos _ _ under_ge0 (Rlt_le _ _ (exp_pos g)); nra.
Qed.

Lemma g_ge0 : 0 <= g.
Proof. by rewrite /g; have := Rmult_le_pos _ _ (pos_INR k) u_ge0; lra. Qed.

Lemma square_near : exp (- (g + 11 / 10 * t)) * (z * z) <= W <= exp (g + 11 / 10 * t) * (z * z).
Proof.
have zz : 0 < z * z by exact: Rmult_lt_0_compat.
have t0 := t_ge0; have g0 := g_ge0; have eg := expK g; have g1 := exp_ge1 g0.
have below : exp (- g) <= (1 - u) ^ k by apply: factors_below; lra.
have above : (1 + u) ^ k <= exp g by exact: factors_above.
have tb : exp (- (11 / 10 * t)) <= 1 - t by apply: factor_below; lra.
have ta : 1 + t <= exp (11 / 10 * t) by exact: factor_above.
have e0 := exp_pos (- g); have e1 := exp_pos (- (11 / 10 * t)).
rewrite Ropp_plus_distr !exp_plus; split.
- apply: Rle_trans _ square_lo.
  have less : under <= exp (- g) * (t * (z * z)).
    have -> : under = exp (- g) * (under * exp g) by rewrite -[LHS]Rmult_1_r -eg; ring.
    by apply: Rmult_le_compat_l; lra.
  have first : exp (- g) * (z * z) <= (1 - u) ^ k * (z * z) by apply: Rmult_le_compat_r; lra.
  have second : exp (- g) * (z * z) * exp (- (11 / 10 * t)) <= exp (- g) * (z * z) * (1 - t).
    by apply: Rmult_le_compat_l => //; nra.
  by lra.
- apply: Rle_trans square_hi _.
  have more : under <= t * (z * z).
    by apply: Rle_trans _ small; rewrite -[X in X <= _]Rmult_1_r; apply: Rmult_le_compat_l.
  rewrite Rmult_assoc; apply: Rmult_le_compat => //; [by apply: pow_le; lra | by lra |].
  by have := Rmult_le_compat_r _ _ _ (Rlt_le _ _ zz) ta; lra.
Qed.

Lemma root_near : exp (- K) * z <= s <= exp K * z.
Proof.
have [lo hi] := square_near; have zz : 0 < z * z by exact: Rmult_lt_0_compat.
set a := g + 11 / 10 * t in lo hi *; have e0 := exp_pos (- a).
have W0 : 0 <= W by have := Rmult_lt_0_compat _ _ e0 zz; lra.
have E := rwE W0; have up := exp_halves a; have down := exp_halves (- a).
have hp := exp_pos (a / 2); have hm := exp_pos (- a / 2).
have rlo : exp (- a / 2) * z <= rw.
  apply: square_le => //; rewrite E; have -> : exp (- a / 2) * z * (exp (- a / 2) * z) = exp (- a) * (z * z) by rewrite -down; ring.
  exact: lo.
have rhi : rw <= exp (a / 2) * z.
  apply: square_le; first by nra.
  by rewrite E; have -> : exp (a / 2) * z * (exp (a / 2) * z) = exp a * (z * z) by [rewrite -up; ring]; exact: hi.
have ub : exp (- (11 / 10 * u)) <= 1 - u by apply: factor_below; lra.
have ua : 1 + u <= exp (11 / 10 * u) by exact: factor_above.
have [slo shi] := abs_le rooted; have eb := exp_pos (- (11 / 10 * u)).
have -> : - K = - (11 / 10 * u) + - a / 2 by rewrite /K /a; lra.
have -> : K = 11 / 10 * u + a / 2 by rewrite /K /a; lra.
rewrite !exp_plus; split.
  rewrite (Rmult_assoc _ (exp (- a / 2))); apply: (@Rle_trans _ ((1 - u) * rw)); last by lra.
  by apply: Rmult_le_compat => //; [lra | apply: Rmult_le_pos; lra].
by rewrite (Rmult_assoc _ (exp (a / 2))); apply: (@Rle_trans _ ((1 + u) * rw)); [lra | apply: Rmult_le_compat; lra].
Qed.

Lemma K_ge0 : 0 <= K.
Proof. by have := t_ge0; have := g_ge0; rewrite /K; lra. Qed.

Lemma root_gt0 : 0 < s.
Proof. by have [lo _] := root_near; apply: Rlt_le_trans _ lo; apply: Rmult_lt_0_compat => //; exact: exp_pos. Qed.

(* A numerator, and a quotient that may be a product with a reciprocal. *)
Theorem quotient b nh yh : Rabs (nh - b) <= u * Rabs b + eta / 2 ->
  Rabs (yh - nh / s) <= ((1 + u) ^ 2 - 1) * Rabs (nh / s) + eta / 2 ->
  let L := K + 33 / 10 * u in
  Rabs (yh - b / z) <= Rabs (b / z) * (exp L - 1) + (exp L * (1 / z) + 1) * (eta / 2).
Proof.
move=> top divided L; have [lo hi] := root_near; have s0 := root_gt0; have K0 := K_ge0.
have eK := expK K; have K1 := exp_ge1 K0; have em := exp_pos (- K).
have is0 : 0 < / s by exact: Rinv_0_lt_compat. have iz0 : 0 < / z by exact: Rinv_0_lt_compat.
have inv : / s <= exp K * / z.
  have -> : exp K * / z = / (exp (- K) * z).
    rewrite Rinv_mult; congr (_ * _); have H := exp_pos (- K); field_simplify_eq; [lra | lra].
  by apply: Rinv_le_contravar => //; apply: Rmult_lt_0_compat.
have three : (1 + u) ^ 3 <= exp (33 / 10 * u).
  have -> : 33 / 10 * u = 11 / 10 * (INR 3 * u) by rewrite /=; lra.
  exact: factors_above.
have LE : exp L = exp K * exp (33 / 10 * u) by rewrite /L exp_plus.
have c2 : 0 <= (1 + u) ^ 2 - 1 by have := @pow_ge1 (1 + u) 2; lra.
have size : Rabs (nh / s) <= ((1 + u) * Rabs b + eta / 2) * / s.
  rewrite /Rdiv Rabs_mult (Rabs_pos_eq (/ s)); last by lra.
  by apply: Rmult_le_compat_r; [lra | have := abs_moved top; lra].
have first : Rabs (yh - nh / s) <= ((1 + u) ^ 2 - 1) * (((1 + u) * Rabs b + eta / 2) * / s) + eta / 2.
  by have := Rmult_le_compat_l _ _ _ c2 size; lra.
have second : Rabs (nh / s - b / s) <= (u * Rabs b + eta / 2) * / s.
  have -> : nh / s - b / s = (nh - b) * / s by field; lra.
  by rewrite Rabs_mult (Rabs_pos_eq (/ s)); [apply: Rmult_le_compat_r; lra | lra].
have third : Rabs (b / s - b / z) <= Rabs b * / z * (exp K - 1).
  have -> : b / s - b / z = b * / z * (z / s - 1) by field; lra.
  rewrite !Rabs_mult (Rabs_pos_eq (/ z)); last by lra.
  apply: Rmult_le_compat_l; first by apply: Rmult_le_pos; [exact: Rabs_pos | lra].
  by have := exp_ratio s0 (conj lo hi); have := exp_both K; move=> *; apply: Rabs_le; lra.
have b0 := Rabs_pos b; have bz : Rabs (b / z) = Rabs b * / z.
  by rewrite /Rdiv Rabs_mult (Rabs_pos_eq (/ z)); lra.
have whole := off_by_two (off_by_two first second) third.
have bs : Rabs b * / s <= Rabs b * (exp K * / z) by apply: Rmult_le_compat_l.
have p3 : (1 + u) ^ 3 = (1 + u) ^ 2 * (1 + u) by rewrite /=; ring.
have up : Rabs (yh - b / z) <= ((1 + u) ^ 3 - 1) * (Rabs b * / s) + (1 + u) ^ 2 * (eta / 2 * / s) + eta / 2 + Rabs b * / z * (exp K - 1).
  by rewrite p3; lra.
apply: Rle_trans up _; rewrite bz LE.
have c3 : 0 <= (1 + u) ^ 3 - 1 by have := @pow_ge1 (1 + u) 3; lra.
have s1 := Rmult_le_compat_l _ _ _ c3 bs.
have bz0 : 0 <= Rabs b * / z by apply: Rmult_le_pos; lra.
have s2 : (1 + u) ^ 3 * (exp K * (Rabs b * / z)) <= exp (33 / 10 * u) * (exp K * (Rabs b * / z)).
  by apply: Rmult_le_compat_r => //; apply: Rmult_le_pos; lra.
have le23 : (1 + u) ^ 2 <= exp (33 / 10 * u).
  apply: Rle_trans three; rewrite p3.
  by have := Rmult_le_pos ((1 + u) ^ 2) u ltac:(lra) ltac:(lra); lra.
have s3 : (1 + u) ^ 2 * (eta / 2 * / s) <= exp (33 / 10 * u) * (eta / 2 * (exp K * / z)).
  apply: Rmult_le_compat => //; [by rewrite /=; nra | by apply: Rmult_le_pos; lra |].
  by apply: Rmult_le_compat_l; lra.
by lra.
Qed.

End Root.
