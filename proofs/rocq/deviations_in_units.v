(* Deviations on floats, in units: what `impl` computes before it squares them. *)
From Coq Require Import ZArith Reals Lra Lia.
From Coquelicot Require Import Rcomplements.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors floats float_dots formats trees dot_trees squares known.
From atensi Require Import float_deviations computed_deviation.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Section Units.
Variables (emin prec : Z) (tie : Z -> bool).
Hypotheses (prec_gt0 : Z.lt 0 prec) (wide : Z.le (emin + prec) 1).
Local Notation u := (unit_roundoff prec).
Local Notation eta := (spacing emin).
Local Notation fl := (fl emin prec tie).
Local Notation float := (float emin prec).

Lemma float_1 : float 1.
Proof. by apply: (Flocq.Core.Generic_fmt.generic_format_bpow _ _ 0); rewrite /Flocq.Core.FLT.FLT_exp; lia. Qed.

Variables (d h : nat) (x : 'I_d -> R) (of_mean : tree 'I_d) (tau phi : R).
Hypotheses (each_once : orders of_mean) (high : (height of_mean <= h)%N).
Hypotheses (tau_gt0 : 0 < tau) (phi_gt0 : 0 < phi) (float_phi : float phi).

(* Deviations from the mean, divided by their largest. *)
Local Notation away := (away emin prec tie x of_mean tau).
Definition deviation_of j := fl (away j / phi).

Hypothesis most : forall j, Rabs (away j) <= phi.

Let A := average (fun j => Rabs (x j)).
Let off j := deviation_off u eta h A tau (Rabs (x j)).
Let D j := x j - average x.
Let c3 := (1 + u) ^ 3.

Let away_near j : Rabs (tau * away j - D j) <= off j :=
  @away_off emin prec tie prec_gt0 d h x of_mean tau wide each_once high tau_gt0 j.

Lemma divided j : Rabs (phi * deviation_of j - away j) <= u * Rabs (away j) + phi * (eta / 2).
Proof.
have H := operation emin tie prec_gt0 (away j / phi).
have -> : phi * deviation_of j - away j = phi * (deviation_of j - away j / phi) by field; lra.
rewrite Rabs_mult (Rabs_pos_eq phi); last by lra.
apply: Rle_trans (Rmult_le_compat_l _ _ _ (Rlt_le _ _ phi_gt0) H) _; apply: Req_le.
by rewrite /Rdiv Rabs_mult (Rabs_pos_eq (/ phi)); [field; lra | apply/Rlt_le/Rinv_0_lt_compat].
Qed.

Lemma size_away j : Rabs (tau * away j) <= Rabs (D j) + off j.
Proof. exact: abs_moved (away_near j). Qed.

(* Without epsilon the unit is tau phi. *)
Lemma plain_part j : Rabs (tau * phi * deviation_of j - D j) <= (1 + u) * off j + u * Rabs (D j) + tau * phi * (eta / 2).
Proof.
have [u0 u1] := u_le_half prec_gt0; have near := away_near j.
have first : Rabs (tau * phi * deviation_of j - tau * away j) <= u * Rabs (tau * away j) + tau * phi * (eta / 2).
  have -> : tau * phi * deviation_of j - tau * away j = tau * (phi * deviation_of j - away j) by ring.
  rewrite (Rabs_mult tau (away j)) (Rabs_mult tau (_ - _)) (Rabs_pos_eq tau); last by lra.
  by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ tau_gt0) (divided j); lra.
have := off_by_two first near; have := Rmult_le_compat_l u _ _ ltac:(lra) (size_away j); lra.
Qed.

(* With it, half the unit is divided by what is larger of it and half the root of epsilon. *)
Variables (root lambda se : R).
Definition half_unit := fl (tau * fl (phi / 2)).
Hypotheses (lambda_gt0 : 0 < lambda) (unit_le : half_unit <= lambda) (root_le : root <= lambda) (root_ge0 : 0 <= root).
Hypothesis (se_ge0 : 0 <= se) (rooted : Rabs (2 * root - se) <= ((1 + u) ^ 2 - 1) * se + eta).
Definition part := fl (half_unit / lambda).
Definition rest := fl (root / lambda).
Let l := 2 * lambda.

Lemma half_unit_ge0 : 0 <= half_unit.
Proof. by apply: fl_ge0 => //; apply: Rmult_le_pos; [lra | apply: fl_ge0 => //; lra]. Qed.

Lemma at_most_one a : a <= lambda -> fl (a / lambda) <= 1.
Proof.
move=> le; rewrite -[X in _ <= X](fl_float tie float_1); apply: fl_le => //.
by apply/Rle_div_l => //; lra.
Qed.

Lemma part_01 : 0 <= part <= 1.
Proof.
split; last exact: at_most_one.
by apply: fl_ge0 => //; apply: Rdiv_le_0_compat => //; exact: half_unit_ge0.
Qed.

Lemma unit_near : Rabs (2 * half_unit - tau * phi) <= u * (tau * phi) + ((1 + u) * tau + 1) * eta.
Proof.
have [u0 u1] := u_le_half prec_gt0; have eta0 := eta_gt0 emin.
have first := operation emin tie prec_gt0 (tau * fl (phi / 2)).
have second := half_of_a_float tie prec_gt0 float_phi.
have third : Rabs (tau * fl (phi / 2) - tau * (phi / 2)) <= tau * (eta / 2).
  by rewrite -Rmult_minus_distr_l Rabs_mult (Rabs_pos_eq tau); [apply: Rmult_le_compat_l; lra | lra].
have size := abs_moved third; rewrite (Rabs_pos_eq (tau * (phi / 2))) in size; last by nra.
have := off_by_two first third; have := Rmult_le_compat_l u _ _ ltac:(lra) size; rewrite -/half_unit.
have -> : 2 * half_unit - tau * phi = 2 * (half_unit - tau * (phi / 2)) by field.
by rewrite (Rabs_mult 2) (Rabs_pos_eq 2); lra.
Qed.

Lemma scaled_near a : 0 <= a -> Rabs (l * fl (a / lambda) - 2 * a) <= u * (2 * a) + l * (eta / 2).
Proof.
move=> a0; have H := operation emin tie prec_gt0 (a / lambda).
have -> : l * fl (a / lambda) - 2 * a = l * (fl (a / lambda) - a / lambda) by rewrite /l; field; lra.
rewrite Rabs_mult (Rabs_pos_eq l); last by rewrite /l; lra.
rewrite (Rabs_pos_eq (a / lambda)) in H; last exact: Rdiv_le_0_compat.
have le := Rmult_le_compat_l l _ _ ltac:(rewrite /l; lra) H; apply: Rle_trans (le) _; apply: Req_le.
by rewrite /l; field; lra.
Qed.

Lemma part_near : Rabs (l * part - tau * phi) <=
  ((1 + u) ^ 2 - 1) * (tau * phi) + (1 + u) * (((1 + u) * tau + 1) * eta) + l * (eta / 2).
Proof.
have [u0 u1] := u_le_half prec_gt0; have t0 : 0 < tau * phi by exact: Rmult_lt_0_compat.
have near := unit_near; have size := abs_moved near; rewrite (Rabs_pos_eq (tau * phi)) in size; last by lra.
rewrite (Rabs_pos_eq (2 * half_unit)) in size; last by have := half_unit_ge0; lra.
have := off_by_two (scaled_near half_unit_ge0) near; rewrite -/part.
by have := Rmult_le_compat_l u _ _ ltac:(lra) size; rewrite /=; lra.
Qed.

Lemma rest_near : Rabs (l * rest - se) <= (c3 - 1) * se + ((1 + u) * eta + l * (eta / 2)).
Proof.
have [u0 u1] := u_le_half prec_gt0; have size := abs_moved rooted; rewrite (Rabs_pos_eq se) // in size.
rewrite (Rabs_pos_eq (2 * root)) in size; last by lra.
have := off_by_two (scaled_near root_ge0) rooted; rewrite -/rest.
have := Rmult_le_compat_l u _ _ ltac:(lra) size; rewrite /c3.
have -> : (1 + u) ^ 3 = (1 + u) * (1 + u) ^ 2 by rewrite /=; ring.
by move: ((1 + u) ^ 2) => *; lra.
Qed.

Lemma scaled_part j : Rabs (l * (deviation_of j * part) - D j) <=
  c3 * off j + (c3 - 1) * Rabs (D j) + (c3 * ((1 + tau) * eta) + 2 * eta * l).
Proof.
have [u0 u1] := u_le_half prec_gt0; have eta0 := eta_gt0 emin; have [p0 p1] := part_01; have l0 : 0 < l by rewrite /l; lra.
set k := tau * phi; have k0 : 0 < k by exact: Rmult_lt_0_compat.
set a := Rabs (away j) / phi; have a01 : 0 <= a <= 1.
  by split; [apply: Rdiv_le_0_compat => //; exact: Rabs_pos | apply/Rle_div_l => //; have := most j; lra].
pose N := (1 + u) * (((1 + u) * tau + 1) * eta) + l * (eta / 2).
have near : Rabs (l * part - k) <= ((1 + u) ^ 2 - 1) * k + N by have := part_near; rewrite -/k /N; lra.
have P := abs_moved near; rewrite (Rabs_pos_eq k) in P; last by lra.
rewrite (Rabs_pos_eq (l * part)) in P; last by apply: Rmult_le_pos; lra.
have near_dev := operation emin tie prec_gt0 (away j / phi); rewrite -/(deviation_of j) in near_dev.
have aE : Rabs (away j / phi) = a by rewrite /Rdiv Rabs_mult (Rabs_pos_eq (/ phi)) //; apply/Rlt_le/Rinv_0_lt_compat.
rewrite aE in near_dev.
have kaE : k * a = Rabs (tau * away j) by rewrite /k /a (Rabs_mult tau) (Rabs_pos_eq tau); [field; lra | lra].
have first : Rabs (l * part * (deviation_of j - away j / phi)) <= u * (l * part * a) + l * (eta / 2).
  rewrite Rabs_mult (Rabs_pos_eq (l * part)); last by apply: Rmult_le_pos; lra.
  have := Rmult_le_compat_l (l * part) _ _ ltac:(apply: Rmult_le_pos; lra) near_dev.
  have : l * part * (eta / 2) <= l * (eta / 2) by apply: Rmult_le_compat_r; [lra | nra].
  by lra.
have second : Rabs ((l * part - k) * (away j / phi)) <= (((1 + u) ^ 2 - 1) * k + N) * a.
  by rewrite Rabs_mult aE; apply: Rmult_le_compat_r; lra.
have N0 : 0 <= N.
  rewrite /N; have : 0 < l * (eta / 2) by nra.
  have : 0 < (1 + u) * (((1 + u) * tau + 1) * eta).
    by apply: Rmult_lt_0_compat; [lra | apply: Rmult_lt_0_compat; nra].
  by lra.
have Na : N * a <= N by nra.
have lpa : l * part * a <= (1 + u) ^ 2 * (k * a) + N.
  by have := Rmult_le_compat_r a _ _ ltac:(lra) P; lra.
have whole : Rabs (l * (deviation_of j * part) - tau * away j) <= (c3 - 1) * (k * a) + (1 + u) * N + l * (eta / 2).
  have -> : l * (deviation_of j * part) - tau * away j = l * part * (deviation_of j - away j / phi) + (l * part - k) * (away j / phi).
    by rewrite /k; field; lra.
  apply: Rle_trans (Rabs_triang _ _) _; have := Rmult_le_compat_l u _ _ ltac:(lra) lpa; rewrite /c3.
  have -> : (1 + u) ^ 3 = (1 + u) * (1 + u) ^ 2 by rewrite /=; ring.
  by move: ((1 + u) ^ 2) second => g *; lra.
rewrite kaE in whole; have all := off_by_two whole (away_near j).
have c1 : 1 <= c3 by apply: pow_ge1; lra.
have := Rmult_le_compat_l (c3 - 1) _ _ ltac:(lra) (size_away j).
have cE : c3 = (1 + u) * ((1 + u) * (1 + u)) by rewrite /c3 /=; ring.
have under : (1 + u) * N + l * (eta / 2) <= c3 * ((1 + tau) * eta) + 2 * eta * l.
  have le1 : (1 + u) * ((1 + u) * (((1 + u) * tau + 1) * eta)) <= c3 * ((1 + tau) * eta).
    have -> : c3 * ((1 + tau) * eta) = (1 + u) * ((1 + u) * (((1 + u) * tau + (1 + u)) * eta)) by rewrite cE; ring.
    by do 2![apply: Rmult_le_compat_l; first by lra]; apply: Rmult_le_compat_r; lra.
  have le2 : (1 + u) * (l * (eta / 2)) + l * (eta / 2) <= 2 * eta * l.
    have : 0 < l * eta by exact: Rmult_lt_0_compat.
    by move=> le; have := Rmult_le_compat_r (l * eta) u (1 / 2) ltac:(lra) ltac:(lra); lra.
  by rewrite /N; lra.
by lra.
Qed.

End Units.
