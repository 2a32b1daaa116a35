(* What rounding does to LayerNorm, over the reals: deviations that are off, in units of l; their mean
   square and that of the root of epsilon; the root, and a quotient. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Rcomplements.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_dots lengths float_deviations float_root.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Lemma abs_square x : Rabs x * Rabs x = x * x.
Proof. exact/esym/(Rsqr_abs x). Qed.

Section Norm.
Variables (d h : nat) (u eta tau l zeta : R) (x b : 'I_d -> R) (epsilon se rest A q rho ratio : R).
Hypotheses (d_gt0 : (0 < d)%N) (u_gt0 : 0 < u) (eta_gt0 : 0 < eta) (tau_gt0 : 0 < tau) (l_gt0 : 0 < l).
Hypotheses (zeta_ge0 : 0 <= zeta) (se_ge0 : 0 <= se) (q_ge0 : 0 <= q) (rho_gt0 : 0 < rho).
Let mu := average x.
Hypotheses (AE : A = average (fun j => Rabs (x j))) (qE : q ^ 2 = average (fun j => x j ^ 2)).
Hypotheses (seE : se ^ 2 = epsilon) (rhoE : rho ^ 2 = average (fun j => (x j - mu) ^ 2) + epsilon).

(* What comes after the deviations: a quotient, its unit, and what underflows. *)
Let c3 := (1 + u) ^ 3.
Let nu := c3 * ((1 + tau) * eta) + 2 * eta * (zeta * rho).
Definition part_off size := c3 * deviation_off u eta h A tau size + nu.
Definition moves i := (part_off (Rabs (x i)) / rho + (c3 - 1) * (Rabs (x i - mu) / rho) + Rabs (x i - mu) / rho * ratio) / (1 - ratio).

Hypothesis parts : forall j, Rabs (l * b j - (x j - mu)) <= part_off (Rabs (x j)) + (c3 - 1) * Rabs (x j - mu).
Hypothesis root_part : Rabs (l * rest - se) <= (c3 - 1) * se + nu.
Hypothesis enough : (c3 * deviation_off u eta h A tau q + 2 * nu) / rho + (c3 - 1) <= ratio.
Hypothesis small : ratio <= 1 / 4.

Let w := / INR d.
Let D j := x j - mu.
Let E := ratio * rho.

Lemma d_pos : 0 < INR d. Proof. by apply: lt_0_INR; exact/ssrnat.leP. Qed.
Lemma w_gt0 : 0 < w. Proof. exact/Rinv_0_lt_compat/d_pos. Qed.
Lemma averageE (F : 'I_d -> R) : average F = w * Sum F.
Proof. by rewrite /average /Rdiv Rmult_1_l. Qed.
Lemma whole (F : 'I_d -> R) f : average (fun j => F j ^ 2) + f ^ 2 = square w F f.
Proof. by rewrite averageE /square /product (Sum_ext (G := fun j => F j * F j)) => [|j]; ring. Qed.
Lemma c3_gt1 : 1 < c3. Proof. by rewrite /c3 /=; nra. Qed.
Lemma nu_gt0 : 0 < nu.
Proof.
rewrite /nu; have := c3_gt1; have := Rmult_le_pos _ _ zeta_ge0 (Rlt_le _ _ rho_gt0) => zr.
by have := Rmult_le_pos _ _ (Rlt_le _ _ eta_gt0) zr; have : 0 < (1 + tau) * eta; [nra | move=> *; nra].
Qed.
Lemma A_ge0 : 0 <= A.
Proof. by rewrite AE averageE; apply: Rmult_le_pos (Rlt_le _ _ w_gt0) _; apply: Sum_ge0 => j; exact: Rabs_pos. Qed.

Let base := c3 * (((1 + u) ^ (h + 5) - 1) * A + 3 / 2 * ((1 + u) ^ (h + 4) * (tau * eta))).
Lemma base_ge0 : 0 <= base.
Proof.
have c1 := c3_gt1; apply: Rmult_le_pos; first by lra.
have g5 : 1 <= (1 + u) ^ (h + 5) by apply: pow_ge1; lra.
have g4 : 1 <= (1 + u) ^ (h + 4) by apply: pow_ge1; lra.
apply: Rplus_le_le_0_compat; first by apply: Rmult_le_pos A_ge0; lra.
by do 2![apply: Rmult_le_pos; first by lra]; nra.
Qed.

Let alpha := c3 * ((1 + u) ^ 2 - 1).
Lemma alpha_ge0 : 0 <= alpha.
Proof. by have := c3_gt1; rewrite /alpha /= => *; nra. Qed.

Lemma part_offE size : part_off size = alpha * size + (base + nu).
Proof. by rewrite /part_off /deviation_off /alpha /base; ring. Qed.

Lemma E_most : (c3 - 1) * rho + (alpha * q + (base + 2 * nu)) <= E.
Proof.
have := Rmult_le_compat_r _ _ _ (Rlt_le _ _ rho_gt0) enough; rewrite -/E => le; apply: Rle_trans le.
by apply: Req_le; rewrite /deviation_off /alpha /base; field; lra.
Qed.

Lemma E_gt0 : 0 < E.
Proof.
have := E_most; have := c3_gt1; have := base_ge0; have := nu_gt0; have := Rmult_le_pos _ _ alpha_ge0 q_ge0.
by move=> *; nra.
Qed.

(* All errors together are no longer than E: the inequality of the triangle. *)
Lemma errors_length : square w (fun j => l * b j - D j) (l * rest - se) <= E * E.
Proof.
have w0 := Rlt_le _ _ w_gt0; have c1 := c3_gt1; have nu0 := nu_gt0; have base0 := base_ge0; have al0 := alpha_ge0.
have aq0 : 0 <= alpha * q by exact: Rmult_le_pos.
have wd : w * INR d = 1 by rewrite /w; field; have := d_pos; lra.
have steady : square w (fun _ : 'I_d => base + nu) nu <= (base + 2 * nu) * (base + 2 * nu).
  by rewrite /square /product; rewrite Sum_const -Rmult_assoc wd; nra.
have sized : square w (fun j => alpha * Rabs (x j)) 0 <= (alpha * q) * (alpha * q).
  rewrite /square /product (Sum_ext (G := fun j => alpha * alpha * (x j * x j))) => [|j].
    have := whole x 0; rewrite /square /product -qE -Sum_scale => H; apply: Req_le.
    by transitivity (alpha * alpha * (w * Sum (fun j => x j * x j) + 0 * 0)); [ring | rewrite -H; ring].
  by rewrite -(abs_square (x j)); ring.
have spread : square w (fun j => (c3 - 1) * Rabs (D j)) ((c3 - 1) * se) <= ((c3 - 1) * rho) * ((c3 - 1) * rho).
  rewrite /square /product (Sum_ext (G := fun j => (c3 - 1) * (c3 - 1) * (D j * D j))) => [|j].
    have := whole D se; rewrite /square /product seE -rhoE -Sum_scale => H; apply: Req_le.
    transitivity ((c3 - 1) * (c3 - 1) * (w * Sum (fun j => D j * D j) + se * se)); [ring | rewrite -H; ring].
  by rewrite -(abs_square (D j)); ring.
have two := length_of_a_sum w0 aq0 (ltac:(lra) : 0 < base + 2 * nu) sized steady.
have far0 : 0 <= (c3 - 1) * rho by apply: Rmult_le_pos; lra.
have three := length_of_a_sum w0 far0 (ltac:(lra) : 0 < alpha * q + (base + 2 * nu)) spread two.
have most : ((c3 - 1) * rho + (alpha * q + (base + 2 * nu))) * ((c3 - 1) * rho + (alpha * q + (base + 2 * nu))) <= E * E.
  by have := E_most => ?; apply: Rmult_le_compat; lra.
apply: Rle_trans most; apply: Rle_trans three; apply: product_le => //.
  move=> j; apply: Rsqr_le_abs_1; rewrite [Rabs (_ + _)]Rabs_pos_eq.
    by apply: Rle_trans (parts j) _; rewrite part_offE /D; lra.
  by have := Rmult_le_pos (c3 - 1) _ ltac:(lra) (Rabs_pos (D j)); have := Rmult_le_pos _ _ al0 (Rabs_pos (x j)); lra.
apply: Rsqr_le_abs_1; rewrite [Rabs (_ * _ + _)]Rabs_pos_eq; first by apply: Rle_trans root_part _; lra.
by have := Rmult_le_pos (c3 - 1) se ltac:(lra) ltac:(lra); lra.
Qed.

Lemma root_moved z : 0 <= z -> square w b rest = z * z -> Rabs (l * z - rho) <= E.
Proof.
move=> z0 zE; apply: (@lengths_near _ _ (Rlt_le _ _ w_gt0) (fun j => l * b j) (l * rest) D se) => //.
- by apply: Rmult_le_pos => //; lra.
- by lra.
- exact: E_gt0.
- have := square_of_two w b rest b rest l 0.
  rewrite zE /square /product (Sum_ext (G := fun j => l * b j * (l * b j))) => [H|j]; last by ring.
  by transitivity (w * Sum (fun j => l * b j * (l * b j)) + (l * rest + 0 * rest) * (l * rest + 0 * rest)); [ring | rewrite H; ring].
- by rewrite -whole seE -rhoE /=; ring.
- exact: errors_length.
Qed.

Lemma ratio_gt0 : 0 < ratio.
Proof. by have := E_gt0; rewrite /E => H; nra. Qed.

(* The exact quotient of the moved numbers. *)
Lemma entry_moved i z : 0 < z -> square w b rest = z * z -> Rabs (b i / z - D i / rho) <= moves i.
Proof.
move=> z0 zE; have [lo hi] := abs_le (root_moved (Rlt_le _ _ z0) zE).
have r0 := ratio_gt0; have lz : (1 - ratio) * rho <= l * z by rewrite /E in lo; lra.
have lz0 : 0 < l * z by apply: Rmult_lt_0_compat.
have -> : b i / z - D i / rho = (l * b i - D i + - (D i / rho * (l * z - rho))) / (l * z) by field; lra.
have off := parts i; have D0 := Rabs_pos (D i).
have top : Rabs (l * b i - D i + - (D i / rho * (l * z - rho))) <=
    part_off (Rabs (x i)) + (c3 - 1) * Rabs (D i) + Rabs (D i) * ratio.
  apply: Rle_trans (Rabs_triang _ _) _; apply: Rplus_le_compat off _.
  rewrite Rabs_Ropp Rabs_mult /Rdiv Rabs_mult (Rabs_pos_eq (/ rho)); last by apply/Rlt_le/Rinv_0_lt_compat.
  apply: (@Rle_trans _ (Rabs (D i) * / rho * E)).
    apply: Rmult_le_compat_l; last exact: Rabs_le.
    by apply: Rmult_le_pos => //; apply/Rlt_le/Rinv_0_lt_compat.
  by apply: Req_le; rewrite /E; field; lra.
rewrite /Rdiv Rabs_mult (Rabs_pos_eq (/ (l * z))); last by apply/Rlt_le/Rinv_0_lt_compat.
apply/Rle_div_l => //; apply: Rle_trans (top) _.
set t := part_off _ + _ + _; have t0 : 0 <= t by exact: Rle_trans (Rabs_pos _) top.
have -> : moves i * (l * z) = t * (l * z / ((1 - ratio) * rho)).
  by rewrite /moves /t -/(D i); field; lra.
have more : 1 <= l * z / ((1 - ratio) * rho) by apply/Rle_div_r; nra.
by have := Rmult_le_compat_l _ _ _ t0 more; lra.
Qed.

Hypothesis fine : u <= 1 / 11.
Hypothesis unit : l <= zeta * rho.

Let Z := average (fun j => b j ^ 2) + rest ^ 2.
Let z := R_sqrt.sqrt Z.

Lemma zz : square w b rest = z * z.
Proof. by rewrite /z /Z whole sqrt_sqrt //; exact: (square_ge0 (Rlt_le _ _ w_gt0) b rest). Qed.

Lemma z_most : 3 / 4 <= zeta * z.
Proof.
have [below _] := abs_le (root_moved (sqrt_pos _) zz); rewrite -/z /E in below.
by have r0 := ratio_gt0; have : 3 / 4 * rho <= l * z; [nra | have := sqrt_pos Z; rewrite -/z; nra].
Qed.

Lemma zeta_gt0 : 0 < zeta.
Proof. by have := z_most; nra. Qed.
Lemma z_gt0 : 0 < z.
Proof. by have := z_most; nra. Qed.

(* What underflows in the squares is a small part of them. *)
Lemma felt theta : 6 * (eta * zeta ^ 2) * exp (11 / 10 * ((INR h + 7) * u)) <= theta ->
  3 * eta * exp (11 / 10 * (INR (h + 7) * u)) <= theta * (z * z).
Proof.
move=> lost; have e0 := exp_pos (11 / 10 * (INR (h + 7) * u)); have z0 := z_gt0; have zeta0 := zeta_gt0.
have hE : INR (h + 7) = INR h + 7 by rewrite plus_INR /=; lra.
apply: (@Rle_trans _ (6 * (eta * zeta ^ 2) * exp (11 / 10 * (INR (h + 7) * u)) * (z * z))); last first.
  by rewrite hE; apply: Rmult_le_compat_r lost; nra.
have half : 1 / 2 <= zeta * z * (zeta * z) by have := z_most; nra.
have := Rmult_lt_0_compat _ _ eta_gt0 e0; move: (exp _) => E' pos; have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ pos) half.
by have -> : zeta ^ 2 = zeta * zeta by [rewrite /=; ring]; lra.
Qed.

(* So the computed root may be divided by. *)
Theorem root_found theta W rw s :
  6 * (eta * zeta ^ 2) * exp (11 / 10 * ((INR h + 7) * u)) <= theta -> theta <= 1 / 11 ->
  (1 - u) ^ (h + 7) * Z - 3 * eta <= W -> W <= (1 + u) ^ (h + 7) * (Z + 3 * eta) ->
  0 <= rw -> (0 <= W -> rw ^ 2 = W) -> Rabs (s - rw) <= u * rw -> 0 < s.
Proof.
move=> lost coarse lo hi rw0 rwE rooted; have ZE : Z = z * z by rewrite -zz -whole.
have {}rwE : 0 <= W -> rw * rw = W by move/rwE => <-; ring.
rewrite ZE in lo hi; have part := felt lost.
by apply: root_gt0 part coarse lo hi rw0 rwE rooted => //; [exact/Rlt_le | exact: z_gt0 | lra].
Qed.

Theorem layer_norm theta W rw s i nh yh :
  6 * (eta * zeta ^ 2) * exp (11 / 10 * ((INR h + 7) * u)) <= theta -> theta <= 1 / 11 ->
  (1 - u) ^ (h + 7) * Z - 3 * eta <= W -> W <= (1 + u) ^ (h + 7) * (Z + 3 * eta) ->
  0 <= rw -> (0 <= W -> rw ^ 2 = W) -> Rabs (s - rw) <= u * rw ->
  Rabs (nh - b i) <= u * Rabs (b i) + eta / 2 ->
  Rabs (yh - nh / s) <= ((1 + u) ^ 2 - 1) * Rabs (nh / s) + eta / 2 ->
  Rabs (yh - (x i - mu) / rho) <=
    moves i + (Rabs (x i - mu) / rho + moves i) * (exp (11 / 10 * ((INR h + 15) * u + theta) / 2) - 1)
    + eta * (exp (11 / 10 * ((INR h + 15) * u + theta) / 2) * zeta + 1).
Proof.
set K := 11 / 10 * ((INR h + 15) * u + theta) / 2; move=> lost coarse lo hi rw0 rwE rooted top divided.
have z0 := z_gt0; have zeta0 := zeta_gt0; have zz34 := z_most; have small_part := felt lost.
have hE : INR (h + 7) = INR h + 7 by rewrite plus_INR /=; lra.
have ZE : Z = z * z by rewrite -zz -whole.
have {}rwE : 0 <= W -> rw * rw = W by move/rwE => <-; ring.
rewrite ZE in lo hi.
have := @quotient u eta theta (3 * eta) z W rw s (h + 7) (Rlt_le _ _ u_gt0) fine (Rlt_le _ _ eta_gt0) z0
  (ltac:(lra)) small_part coarse lo hi rw0 rwE rooted (b i) nh yh top divided.
rewrite hE; cbv zeta; have -> : (11 / 10 * ((INR h + 7) * u) + 11 / 10 * theta) / 2 + 11 / 10 * u + 33 / 10 * u = K.
  by rewrite /K; lra.
move=> near; have moved := entry_moved i z0 zz; rewrite -/mu in moved.
have size := abs_moved moved.
have yE : Rabs (D i / rho) = Rabs (x i - mu) / rho.
  by rewrite /Rdiv Rabs_mult (Rabs_pos_eq (/ rho)) //; apply/Rlt_le/Rinv_0_lt_compat.
have K1 : 1 <= exp K.
  apply: exp_ge1; have := Rmult_le_pos _ _ (pos_INR h) (Rlt_le _ _ u_gt0).
  have : 0 <= 6 * (eta * zeta ^ 2) * exp (11 / 10 * ((INR h + 7) * u)).
    by apply: Rmult_le_pos; [|exact/Rlt_le/exp_pos]; have := pow2_ge_0 zeta => ?; repeat apply: Rmult_le_pos; lra.
  by rewrite /K; lra.
have iz : 1 / z <= 4 / 3 * zeta by apply/Rle_div_l => //; lra.
have all := off_by_two near moved.
have s1 : Rabs (b i / z) * (exp K - 1) <= (Rabs (x i - mu) / rho + moves i) * (exp K - 1).
  by apply: Rmult_le_compat_r; [lra | rewrite -yE].
have s2 := Rmult_le_compat_l _ _ _ (ltac:(lra) : 0 <= exp K) iz.
have s3 : (exp K * (1 / z) + 1) * (eta / 2) <= (exp K * (4 / 3 * zeta) + 1) * (eta / 2).
  by apply: Rmult_le_compat_r; lra.
have s4 := Rmult_lt_0_compat _ _ eta_gt0 (Rmult_lt_0_compat _ _ (Rlt_le_trans _ _ _ Rlt_0_1 K1) zeta0).
by rewrite /D in all; lra.
Qed.

End Norm.

(* A gain and a bias, for an entry that is off itself. *)
Theorem gain_and_bias u eta g c y yh nh r off : 0 <= u -> u <= 1 -> 0 <= eta -> Rabs (yh - y) <= off ->
  Rabs (nh - g * yh) <= u * Rabs (g * yh) + eta / 2 -> Rabs (r - (nh + c)) <= u * Rabs (nh + c) ->
  Rabs (r - (g * y + c)) <=
    Rabs g * off + ((1 + u) ^ 2 - 1) * (Rabs g * (Rabs y + off)) + ((1 + u) ^ 1 - 1) * Rabs c + eta.
Proof.
move=> u0 fine eta0 near product_ added; have g0 := Rabs_pos g.
have size : Rabs (g * yh) <= Rabs g * (Rabs y + off).
  by rewrite Rabs_mult; apply: Rmult_le_compat_l => //; exact: abs_moved.
have far : Rabs (g * yh - g * y) <= Rabs g * off.
  by rewrite -Rmult_minus_distr_l Rabs_mult; apply: Rmult_le_compat_l.
have up := Rmult_le_compat_l _ _ _ u0 size; have whole := abs_moved product_.
have total : u * Rabs (nh + c) <= u * ((1 + u) * (Rabs g * (Rabs y + off)) + eta / 2 + Rabs c).
  by apply: Rmult_le_compat_l => //; apply: Rle_trans (Rabs_triang _ _) _; lra.
have -> : r - (g * y + c) = (r - (nh + c)) + ((nh - g * yh) + (g * yh - g * y)) by lra.
have := Rabs_triang (r - (nh + c)) ((nh - g * yh) + (g * yh - g * y)).
have := Rabs_triang (nh - g * yh) (g * yh - g * y).
have : u * eta <= 1 * eta by apply: Rmult_le_compat_r.
by rewrite /=; lra.
Qed.
