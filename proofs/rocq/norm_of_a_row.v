(* A row of LayerNorm on floats: it meets what the theorem over the reals asks. Where all deviations are 0,
   or their unit underflows, the entries are 0, and that is near enough. *)
From Coq Require Import ZArith Reals Lra Lia.
From Coquelicot Require Import Rcomplements.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_bridge floats float_dots lengths formats trees dot_trees.
From atensi Require Import known float_deviations float_norm float_units.
From atensi Require Import computed_deviation deviations_in_units norm_program.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope R_scope.

Section Row.
Variables (emin prec : Z) (tie : Z -> bool).
Hypotheses (prec_gt0 : Z.lt 0 prec) (wide : Z.le (emin + 2 * prec) 2).
Local Notation u := (unit_roundoff prec).
Local Notation eta := (spacing emin).
Local Notation fl := (fl emin prec tie).
Local Notation float := (float emin prec).

Variables (d h : nat) (x : 'I_d -> R) (of_mean : tree 'I_d) (of_squares : dot_tree 'I_d).
Hypotheses (each_once : orders of_mean) (each_square : dot_orders of_squares) (d_gt0 : (0 < d)%N).
Hypotheses (high_mean : (height of_mean <= h)%N) (high : (dot_height of_squares <= h)%N).
Variables (A q rho r theta epsilon se tau zeta root : R).
Let D j := x j - average x.
Local Notation sd := (R_sqrt.sqrt (INR d)).
Hypotheses (tau_size : size x <= tau) (zeta_most : 2 * sd <= zeta) (q_ge0 : 0 <= q) (rho_gt0 : 0 < rho).
Hypotheses (AE : A = average (fun j => Rabs (x j))) (qE : q ^ 2 = average (fun j => x j ^ 2)).
Hypotheses (se_ge0 : 0 <= se) (seE : se ^ 2 = epsilon) (rhoE : rho ^ 2 = average (fun j => D j ^ 2) + epsilon).
Hypotheses (root_ge0 : 0 <= root) (rooted : Rabs (2 * root - se) <= ((1 + u) ^ 2 - 1) * se + eta).
Let c3 := (1 + u) ^ 3.
Local Notation off := (deviation_off u eta h A tau).
Local Notation part_off := (part_off h u eta tau zeta A rho).
Hypothesis enough : (c3 * off q + 2 * (c3 * ((1 + tau) * eta) + 2 * eta * (zeta * rho))) / rho + (c3 - 1) <= r.
Hypotheses (small_r : r <= 1 / 4) (fine : u <= 1 / 11) (theta_small : theta <= 1 / 11).
Hypothesis lost : 6 * (eta * zeta ^ 2) * exp (11 / 10 * ((INR h + 7) * u)) <= theta.

Local Notation size := (size x).
Local Notation away := (away emin prec tie x of_mean size).
Local Notation furthest := (furthest emin prec tie x of_mean).
Local Notation deviation_of := (deviation_of emin prec tie x of_mean size furthest).
Local Notation half_unit := (half_unit emin prec tie size furthest).
Local Notation larger := (larger emin prec tie x of_mean root).
Local Notation part := (part emin prec tie size furthest larger).
Local Notation rest := (rest emin prec tie root larger).
Local Notation plain_norm := (plain_norm emin prec tie x of_mean of_squares).
Local Notation norm_with := (norm_with emin prec tie x of_mean of_squares root).
Let K := exp (11 / 10 * ((INR h + 15) * u + theta) / 2).
Let bound i := moves h u eta tau zeta x A rho r i + (Rabs (D i) / rho + moves h u eta tau zeta x A rho r i) * (K - 1)
  + eta * (K * zeta + 1).

Let u0 : 0 < u. Proof. by have [] := u_le_half prec_gt0. Qed.
Let eta0 : 0 < eta. Proof. exact: eta_gt0. Qed.
Let one_wide : Z.le (emin + prec) 1 := one_wide prec_gt0 wide.
Let epsilon_ge0 : 0 <= epsilon. Proof. by rewrite -seE; exact: pow2_ge_0. Qed.
Let s0 : 0 < size := size_gt0 x.
Let p0 : 0 < furthest := furthest_gt0 emin prec tie x of_mean.
Let tau_gt0 : 0 < tau. Proof. lra. Qed.
Let zeta_ge2 : 2 <= zeta. Proof. by have := sd_ge1 d_gt0; lra. Qed.
Let A_ge0 : 0 <= A.
Proof.
rewrite AE /average; have := d_ge1 d_gt0 => d1; apply: Rmult_le_pos; first by apply: Rdiv_le_0_compat; lra.
by apply: Sum_ge0 => j; exact: Rabs_pos.
Qed.
Let c3_ge1 : 1 + u <= c3. Proof. by rewrite /c3 /=; nra. Qed.

Let off_ge0 s (s0 : 0 <= s) : 0 <= off s := off_ge0 (Rlt_le _ _ u0) (Rlt_le _ _ eta0) h A_ge0 (Rlt_le _ _ tau_gt0) s0.

(* What is off is no more where entries are divided by less. *)
Let off_less j : deviation_off u eta h A size (Rabs (x j)) <= off (Rabs (x j)).
Proof. by apply: off_grows; have := Rabs_pos (x j); lra. Qed.

Let near j : Rabs (size * away j - D j) <= off (Rabs (x j)).
Proof.
have := @away_off emin prec tie prec_gt0 d h x of_mean size one_wide each_once high_mean s0 j; rewrite -AE => le.
exact: Rle_trans le (off_less j).
Qed.

Let spare : c3 * off q + 2 * (c3 * ((1 + tau) * eta)) + (c3 - 1) * rho <= rho / 4.
Proof.
have le : (c3 * off q + 2 * (c3 * ((1 + tau) * eta) + 2 * eta * (zeta * rho))) / rho <= 1 / 4 - (c3 - 1) by lra.
have {}le := Rmult_le_compat_r rho _ _ (Rlt_le _ _ rho_gt0) le; rewrite /Rdiv Rmult_assoc Rinv_l in le; last by lra.
have : 0 < eta * (zeta * rho) by do 2![apply: Rmult_lt_0_compat => //]; lra.
by lra.
Qed.

Section Entry.
Variables (l : R) (b : 'I_d -> R) (f W s : R).
Hypotheses (l_gt0 : 0 < l) (l_most : l <= zeta * rho).
Hypothesis parts : forall j, Rabs (l * b j - D j) <= part_off (Rabs (x j)) + (c3 - 1) * Rabs (D j).
Hypothesis root_part : Rabs (l * f - se) <= (c3 - 1) * se + (c3 * ((1 + tau) * eta) + 2 * eta * (zeta * rho)).
Hypothesis square :
  (1 - u) ^ (h + 7) * (average (fun j => b j ^ 2) + f ^ 2) - 3 * eta <= W
  /\ W <= (1 + u) ^ (h + 7) * (average (fun j => b j ^ 2) + f ^ 2 + 3 * eta).
Hypothesis rounded : Rabs (s - R_sqrt.sqrt W) <= u * R_sqrt.sqrt W.
Let zeta_ge0 : 0 <= zeta. Proof. lra. Qed.

Lemma entry i nh y : Rabs (nh - b i) <= u * Rabs (b i) + eta / 2 ->
  Rabs (y - nh / s) <= ((1 + u) ^ 2 - 1) * Rabs (nh / s) + eta / 2 -> Rabs (y - D i / rho) <= bound i.
Proof.
case: square => lo hi; exact: (layer_norm d_gt0 u0 eta0 tau_gt0 l_gt0 zeta_ge0 se_ge0 q_ge0 rho_gt0 AE qE seE rhoE parts
  root_part enough small_r fine l_most lost theta_small lo hi (sqrt_pos W) (@pow2_sqrt W) rounded).
Qed.

Lemma divisor : or_one s = s.
Proof.
case: square => lo hi; apply: or_one_same; exact: (root_found d_gt0 u0 eta0 tau_gt0 l_gt0 zeta_ge0 se_ge0 q_ge0 rho_gt0 AE qE
  seE rhoE parts root_part enough small_r fine l_most lost theta_small lo hi (sqrt_pos W) (@pow2_sqrt W) rounded).
Qed.

(* The quotient itself, whose divisor is not 0. *)
Lemma quotient i nh : Rabs (nh - b i) <= u * Rabs (b i) + eta / 2 ->
  Rabs (fl (nh / or_one s) - D i / rho) <= bound i.
Proof.
rewrite divisor => top; apply: (entry top); apply: Rle_trans (operation emin tie prec_gt0 (nh / s)) _.
apply: Rplus_le_compat_r; apply: Rmult_le_compat_r; first exact: Rabs_pos.
by have := Rle_0_sqr u; rewrite /Rsqr /=; lra.
Qed.

End Entry.

Let nu_ge0 : 0 <= c3 * ((1 + tau) * eta) + 2 * eta * (zeta * rho).
Proof.
have : 0 <= eta * (zeta * rho) by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; lra].
have : 0 <= c3 * ((1 + tau) * eta) by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; lra].
by lra.
Qed.

(* Where no deviation is more than what may be lost, 0 is near enough. *)
Lemma nought i : (forall j, Rabs (D j) <= part_off (Rabs (x j))) -> Rabs (0 - D i / rho) <= bound i.
Proof.
move=> below; set f := se / rho; have f0 : 0 <= f by exact: Rdiv_le_0_compat.
have rE : R_sqrt.sqrt (f ^ 2) = f by exact: sqrt_pow2.
apply: (@entry rho (fun _ => 0) f (f ^ 2) f rho_gt0 _ _ _ _ _ i 0).
- by rewrite -[X in X <= _]Rmult_1_l; apply: Rmult_le_compat_r; lra.
- move=> j; rewrite Rmult_0_r Rminus_0_l Rabs_Ropp.
  have := below j; have : 0 <= (c3 - 1) * Rabs (D j) by apply: Rmult_le_pos (Rabs_pos _); lra.
  by lra.
- have -> : rho * f - se = 0 by rewrite /f; field; lra.
  rewrite Rabs_R0; apply: Rplus_le_le_0_compat => //; apply: Rmult_le_pos => //; lra.
- have -> : average (fun _ : 'I_d => 0 ^ 2) = 0.
    by rewrite /average Sum_const /=; have := d_ge1 d_gt0 => ?; field; lra.
  have ff : 0 <= f ^ 2 by exact: pow2_ge_0.
  have down : (1 - u) ^ (h + 7) <= 1 by exact: (@pow_down (1 - u) 0 (h + 7) ltac:(lra) (leq0n _)).
  have up : 1 <= (1 + u) ^ (h + 7) by apply: pow_ge1; lra.
  have := Rmult_le_compat_r _ _ _ ff down; have := Rmult_le_compat_r _ _ _ ff up.
  have := Rmult_le_compat_r eta _ _ ltac:(lra) up.
  by rewrite Rplus_0_l; split; lra.
- by rewrite rE Rminus_diag_eq // Rabs_R0; apply: Rmult_le_pos; lra.
- by rewrite Rminus_0_r Rabs_R0; lra.
- by rewrite /Rdiv Rmult_0_l Rminus_0_r Rabs_R0; lra.
Qed.

Lemma fl_0 : fl 0 = 0. Proof. exact: Flocq.Core.Generic_fmt.round_0. Qed.

Lemma constant i : (forall j, away j = 0) -> Rabs (0 - D i / rho) <= bound i.
Proof.
move=> still; apply: nought => j; have := near j.
rewrite still Rmult_0_r Rminus_0_l Rabs_Ropp => le; apply: Rle_trans le _.
have := off_ge0 (Rabs_pos (x j)) => o0.
have : 1 * off (Rabs (x j)) <= c3 * off (Rabs (x j)) by apply: Rmult_le_compat_r; lra.
by rewrite /float_norm.part_off -/c3; lra.
Qed.

Theorem plain_entry i : se = 0 -> Rabs (plain_norm i - D i / rho) <= bound i.
Proof.
move=> se0; have [still|[k reached]] := furthest_reached emin prec tie x of_mean.
  by rewrite /norm_program.plain_norm /deviations_in_units.deviation_of still /Rdiv Rmult_0_l fl_0 Rmult_0_l fl_0; exact: constant.
have le : size * furthest <= zeta * rho.
  rewrite -reached.
  exact: (plain_unit d_gt0 u0 fine eta0 tau_gt0 zeta_most A_ge0 q_ge0 rho_gt0 epsilon_ge0 qE rhoE spare s0 (near k)).
apply: (@quotient (size * furthest) deviation_of 0 (variance emin prec tie x of_mean of_squares)).
- exact: Rmult_lt_0_compat.
- exact: le.
- move=> j; have far := plain_part tie prec_gt0 one_wide x each_once high_mean s0 p0 j.
  cbv beta in far; rewrite -AE -/(D j) in far; apply: Rle_trans far _.
  have o0 := off_ge0 (Rabs_pos (x j)); have less := off_less j.
  have : (1 + u) * deviation_off u eta h A size (Rabs (x j)) <= (1 + u) * off (Rabs (x j)) by apply: Rmult_le_compat_l; lra.
  have : (1 + u) * off (Rabs (x j)) <= c3 * off (Rabs (x j)) by apply: Rmult_le_compat_r.
  have : u * Rabs (D j) <= (c3 - 1) * Rabs (D j) by apply: Rmult_le_compat_r; [exact: Rabs_pos | lra].
  have : size * furthest * (eta / 2) <= zeta * rho * (eta / 2) by apply: Rmult_le_compat_r; lra.
  have : 0 <= c3 * ((1 + tau) * eta) by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; lra].
  have : 0 <= zeta * rho * eta by apply: Rmult_le_pos; [apply: Rmult_le_pos|]; lra.
  by rewrite /float_norm.part_off -/c3; lra.
- by rewrite se0 !Rmult_0_r Rminus_0_r Rabs_R0 Rplus_0_l.
- exact: plain_square.
- apply: root_of_a_float => //; [exact: float_fl |].
  by case: (variance_known tie prec_gt0 wide x of_mean each_square high d_gt0).
- by rewrite Rminus_diag_eq // Rabs_R0; have := Rmult_le_pos u _ ltac:(lra) (Rabs_pos (deviation_of i)); lra.
Qed.

Theorem entry_with i : Rabs (norm_with i - D i / rho) <= bound i.
Proof.
have h0 := half_unit_ge0 emin tie prec_gt0 s0 p0; have most := @most emin prec tie d x of_mean.
have float_p := float_furthest tie prec_gt0 wide x of_mean; have unit_near := unit_near tie prec_gt0 s0 p0 float_p.
have [still|[k reached]] := furthest_reached emin prec tie x of_mean.
  rewrite /norm_program.norm_with /deviations_in_units.deviation_of still /Rdiv.
  by rewrite !Rmult_0_l !fl_0 !Rmult_0_l fl_0 Rmult_0_l fl_0; exact: constant.
have [zero|ne] := Req_dec (Rmax half_unit root) 0.
  have hE : half_unit = 0 by have := Rmax_l half_unit root; lra.
  rewrite /norm_program.norm_with /deviations_in_units.part hE /Rdiv Rmult_0_l fl_0 Rmult_0_r fl_0 Rmult_0_l fl_0.
  apply: nought => j.
  have [lo _] := abs_le unit_near; rewrite hE in lo.
  have unit : size * furthest <= c3 * ((1 + tau) * eta).
    apply: (@Rmult_le_reg_l (1 - u)); first by lra.
    apply: (@Rle_trans _ (((1 + u) * size + 1) * eta)); first by lra.
    rewrite -!Rmult_assoc; apply: Rmult_le_compat_r; first by lra.
    apply: (@Rle_trans _ ((1 + u) * (1 + tau))).
      by have := Rmult_le_compat_l (1 + u) _ _ ltac:(lra) tau_size; lra.
    apply: Rmult_le_compat_r; first by lra.
    by rewrite /c3 /=; nra.
  have far : size * Rabs (away j) <= size * furthest by apply: Rmult_le_compat_l; [lra | exact: most].
  have aE : Rabs (size * away j) = size * Rabs (away j) by rewrite Rabs_mult (Rabs_pos_eq size); lra.
  have Dj : Rabs (D j) <= size * Rabs (away j) + off (Rabs (x j)).
    rewrite -aE; have := near j; rewrite Rabs_minus_sym => /abs_moved; lra.
  have o0 := off_ge0 (Rabs_pos (x j)).
  have : 1 * off (Rabs (x j)) <= c3 * off (Rabs (x j)) by apply: Rmult_le_compat_r; lra.
  have : 0 <= zeta * rho * eta by apply: Rmult_le_pos; [apply: Rmult_le_pos|]; lra.
  by rewrite /float_norm.part_off -/c3; lra.
have [unit_le root_le] := larger_most emin prec tie x of_mean root.
have larger_gt0 : 0 < larger by apply/or_one_gt0; apply: Rle_trans h0 (Rmax_l _ _).
have most2 : 2 * larger <= zeta * rho.
  rewrite /norm_program.larger /or_one; case: Req_EM_T => // _ /=; rewrite /Rmax; case: Rle_dec => _.
    have [_ hi] := abs_le rooted.
    exact: (root_most d_gt0 u0 fine eta0 tau_gt0 zeta_most A_ge0 q_ge0 rho_gt0 rhoE spare se_ge0 seE hi).
  have [_ hi] := abs_le unit_near; rewrite -{2 3}reached in hi.
  exact: (unit_most d_gt0 u0 fine eta0 tau_gt0 zeta_most A_ge0 q_ge0 rho_gt0 epsilon_ge0 qE rhoE spare s0 tau_size (near k) hi).
have under : eta * (2 * larger) <= eta * (zeta * rho) by apply: Rmult_le_compat_l; lra.
apply: (@quotient (2 * larger) (fun j => deviation_of j * part) rest (square_sum emin prec tie x of_mean of_squares root)).
- by lra.
- exact: most2.
- move=> j; have far := scaled_part prec_gt0 one_wide each_once high_mean s0 p0 float_p most larger_gt0 unit_le j.
  cbv beta in far; rewrite -AE -/(D j) -/c3 in far; apply: Rle_trans far _.
  have less := off_less j.
  have : c3 * deviation_off u eta h A size (Rabs (x j)) <= c3 * off (Rabs (x j)) by apply: Rmult_le_compat_l; lra.
  have : c3 * ((1 + size) * eta) <= c3 * ((1 + tau) * eta).
    by apply: Rmult_le_compat_l; [lra | apply: Rmult_le_compat_r; lra].
  by rewrite /float_norm.part_off -/c3; lra.
- apply: Rle_trans (rest_near tie prec_gt0 larger_gt0 root_ge0 se_ge0 rooted) _; rewrite -/c3.
  have : (1 + u) * eta <= c3 * ((1 + tau) * eta).
    by rewrite -Rmult_assoc; apply: Rmult_le_compat_r; nra.
  have : 0 <= eta * (2 * larger) by apply: Rmult_le_pos; lra.
  by lra.
- apply: known_square => //; first exact: (part_01 prec_gt0 one_wide s0 p0 larger_gt0 unit_le).
  by apply: fl_ge0 => //; exact: Rdiv_le_0_compat.
- apply: root_of_a_float => //; [exact: float_fl | apply: fl_ge0 => //].
  have [p_ge0 _] := part_01 prec_gt0 one_wide s0 p0 larger_gt0 unit_le.
  have [v_ge0 _ _ _ _] := variance_known tie prec_gt0 wide x of_mean each_square high d_gt0.
  apply: Rplus_le_le_0_compat; apply: fl_ge0 => //; last exact: Rle_0_sqr.
  by apply: Rmult_le_pos => //; apply: fl_ge0 => //; exact: Rmult_le_pos.
- exact: operation.
Qed.

Theorem layer_norm_entry i : Rabs (computed_norm emin prec tie x of_mean of_squares epsilon root i - D i / rho) <= bound i.
Proof.
rewrite /computed_norm; case: Req_EM_T => [E|_] /=; last exact: entry_with.
by apply: plain_entry; apply: Rsqr_0_uniq; rewrite /Rsqr; move: seE; rewrite E /=; lra.
Qed.

End Row.
