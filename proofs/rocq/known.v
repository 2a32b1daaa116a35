(* What is known of a number that is not negative: h roundings of the exact one, and some η besides. *)
From Coq Require Import ZArith Reals Lra Lia.
From Coquelicot Require Import Rcomplements.
From Flocq Require Import Core Relative.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors floats float_dots lengths formats trees dot_trees squares
  computed_deviation.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Section Known.
Variables (emin prec : Z) (tie : Z -> bool).
Hypothesis prec_gt0 : Z.lt 0 prec.
Local Notation u := (unit_roundoff prec).
Local Notation eta := (spacing emin).
Local Notation fl := (fl emin prec tie).

Definition known h (count s exact : R) :=
  [/\ 0 <= s, 0 <= exact, 0 <= count, (1 - u) ^ h * exact - count * (eta / 2) <= s
    & s <= (1 + u) ^ h * (exact + count * (eta / 2))].

Lemma known_itself s : 0 <= s -> known 0 0 s s.
Proof. by move=> s0; split => //; rewrite /=; lra. Qed.

Lemma known_squares n (F : 'I_n -> R) t : dot_orders t ->
  known (dot_height t).+1 (INR n) (dotted emin prec tie F F t) (Sum (fun j => F j * F j)).
Proof.
move=> all; have [lo hi] := squares_in_any_order emin tie prec_gt0 F t.
have count : seq.size (dot_leaves t) = n by rewrite (perm_size all) size_enum_ord.
have whole G : over (dot_leaves t) G = Sum G by rewrite /over (perm_big _ all) /= /Sum big_enum.
rewrite !whole count in lo hi; split => //; [exact: dotted_ge0 | | exact: pos_INR].
by apply: Sum_ge0 => j; exact: Rle_0_sqr.
Qed.

Lemma known_rounded h count more s exact : 0 <= more ->
  Rabs (fl s - s) <= u * Rabs s + more * (eta / 2) -> known h count s exact ->
  known h.+1 (count + more) (fl s) exact.
Proof.
move=> m0 rounded [s0 e0 c0 lo hi].
have [] := one_more_square prec_gt0 e0 (fl_ge0 emin tie prec_gt0 s0) m0 c0 rounded lo hi s0.
by split => //; [exact: fl_ge0 | lra].
Qed.

Lemma known_operation h count s exact : known h count s exact -> known h.+1 (count + 1) (fl s) exact.
Proof. by apply: known_rounded; [lra | rewrite Rmult_1_l; exact: operation]. Qed.

Lemma known_higher g h count s exact : (g <= h)%N -> known g count s exact -> known h count s exact.
Proof.
move=> le [s0 e0 c0 lo hi]; have [u0 u1] := u_le_half prec_gt0; have eta0 := eta_gt0 emin.
have ce : 0 <= count * (eta / 2) by apply: Rmult_le_pos; lra.
have down := Rmult_le_compat_r _ _ _ e0 (@pow_down (1 - u) g h ltac:(lra) le).
have up := Rmult_le_compat_r (exact + count * (eta / 2)) _ _ ltac:(lra) (@pow_up (1 + u) g h ltac:(lra) le).
by split => //; lra.
Qed.

Lemma known_part h count s exact p : 0 <= p <= 1 -> known h count s exact -> known h count (s * p) (exact * p).
Proof.
move=> [p0 p1] [s0 e0 c0 lo hi]; have eta0 := eta_gt0 emin; have [u0 u1] := u_le_half prec_gt0.
have ce : 0 <= count * (eta / 2) by apply: Rmult_le_pos; lra.
have less : count * (eta / 2) * p <= count * (eta / 2) by nra.
have g1 : 1 <= (1 + u) ^ h by apply: pow_ge1; lra.
split; [exact: Rmult_le_pos | exact: Rmult_le_pos | by [] | |].
  by have := Rmult_le_compat_r _ _ _ p0 lo; lra.
have := Rmult_le_compat_r _ _ _ p0 hi; have := Rmult_le_compat_l ((1 + u) ^ h) _ _ ltac:(lra) less; lra.
Qed.

Lemma known_sum h c1 c2 s1 s2 e1 e2 : known h c1 s1 e1 -> known h c2 s2 e2 ->
  known h (c1 + c2) (s1 + s2) (e1 + e2).
Proof. by case=> ? ? ? ? ? [? ? ? ? ?]; split; lra. Qed.

(* The size that a mean is divided by is rounded, too. *)
Lemma known_mean h s exact m : Z.le (emin + prec) 1 -> 1 <= m -> known h m s exact ->
  known h.+2 1 (s / fl m) (exact / m).
Proof.
move=> wide m1 [s0 e0 c0 lo hi]; have [f0 [below above]] := size_near tie prec_gt0 wide m1.
have eta0 := eta_gt0 emin; have [u0 u1] := u_le_half prec_gt0; have im : 0 < / m by apply: Rinv_0_lt_compat; lra.
have -> : s / fl m = s * / m * (m / fl m) by field; lra.
have sm : 0 <= s * / m by apply: Rmult_le_pos; lra.
have low := Rmult_le_compat_r _ _ _ (Rlt_le _ _ im) lo; have high := Rmult_le_compat_r _ _ _ (Rlt_le _ _ im) hi.
have high' : s * / m <= (1 + u) ^ h * (exact * / m + eta / 2).
  by apply: Rle_trans high _; apply: Req_le; field; lra.
have low' : (1 - u) ^ h * (exact * / m) - eta / 2 <= s * / m.
  by apply: Rle_trans _ low; apply: Req_le; field; lra.
have e1 : 0 <= exact * / m by apply: Rmult_le_pos; lra.
have g1 : 0 <= (1 - u) ^ h <= 1 by split; [apply: pow_le; lra | apply: (@pow_down (1 - u) 0 h ltac:(lra) (leq0n _))].
split; [by apply: Rmult_le_pos; lra | by [] | lra | |].
- apply: (@Rle_trans _ (s * / m * (1 - u))); last by apply: Rmult_le_compat_l.
  have step := Rmult_le_compat_r (1 - u) _ _ ltac:(lra) low'.
  have least : (1 - u) * ((1 - u) * ((1 - u) ^ h * (exact * / m))) <= (1 - u) * ((1 - u) ^ h * (exact * / m)).
    have : 0 <= (1 - u) * ((1 - u) ^ h * (exact * / m)) by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos; lra].
    by move: ((1 - u) * _) => g *; nra.
  have : eta / 2 * (1 - u) <= eta / 2 by nra.
  by move: least step; rewrite /= /Rdiv; lra.
- apply: (@Rle_trans _ (s * / m * (1 + u) ^ 2)); first by apply: Rmult_le_compat_l.
  have := Rmult_le_compat_r ((1 + u) ^ 2) _ _ ltac:(rewrite /=; nra) high'.
  have -> : (1 + u) ^ h.+2 = (1 + u) ^ h * (1 + u) ^ 2 by rewrite /=; ring.
  by rewrite /Rdiv; lra.
Qed.

(* A root of a float does not underflow. *)
Lemma root_of_a_float x : Z.le (emin + 2 * prec) 2 -> float emin prec x -> 0 <= x ->
  Rabs (fl (R_sqrt.sqrt x) - R_sqrt.sqrt x) <= u * R_sqrt.sqrt x.
Proof.
move=> wide fx [pos|<-]; last first.
  have E : fl (R_sqrt.sqrt 0) = 0 by rewrite sqrt_0; exact: Generic_fmt.round_0.
  by rewrite E sqrt_0 Rminus_0_r Rabs_R0; lra.
have s0 := sqrt_pos x; rewrite -{3}(Rabs_pos_eq _ s0) -u_half; apply: Relative.relative_error_N_FLT => //.
rewrite (Rabs_pos_eq _ s0).
have least : Raux.bpow Zaux.radix2 emin <= x.
  by apply: (@Generic_fmt.generic_format_ge_bpow _ (FLT.FLT_exp emin prec)) => // k; rewrite /FLT.FLT_exp; lia.
apply: (@lengths.square_le); first exact: s0.
rewrite sqrt_sqrt; last by lra.
by apply: Rle_trans least; rewrite -Raux.bpow_plus; apply: Raux.bpow_le; lia.
Qed.

End Known.
