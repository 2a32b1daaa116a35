(* What rounding does to sums of products, to means and to scores, over the reals. A sum of height h
   is off by at most (1 + u) ^ h - 1 times the sum of the absolute values. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Section Dots.
Variables (u eta : R).
Hypotheses (u_ge0 : 0 <= u) (eta_ge0 : 0 <= eta).

Definition dot_off h n size := ((1 + u) ^ h.+1 - 1) * size + INR n * ((1 + u) ^ h * (eta / 2)).

Lemma grown_ge1 h : 1 <= (1 + u) ^ h.
Proof. by apply: pow_ge1; lra. Qed.

Lemma abs_moved x y off : Rabs (x - y) <= off -> Rabs x <= Rabs y + off.
Proof.
have -> : x = y + (x - y) by lra.
have -> : y + (x - y) - y = x - y by lra.
by have := Rabs_triang y (x - y); lra.
Qed.

Lemma off_by_two x y z r s : Rabs (x - y) <= r -> Rabs (y - z) <= s -> Rabs (x - z) <= r + s.
Proof.
have -> : x - z = (x - y) + (y - z) by lra.
by have := Rabs_triang (x - y) (y - z); lra.
Qed.

(* One more addition, of sums that are off themselves. *)
Theorem one_more_addition A1 B1 A B s t r h : Rabs A <= A1 -> Rabs B <= B1 ->
  Rabs (s - A) <= ((1 + u) ^ h - 1) * A1 -> Rabs (t - B) <= ((1 + u) ^ h - 1) * B1 ->
  Rabs (r - (s + t)) <= u * Rabs (s + t) ->
  Rabs (r - (A + B)) <= ((1 + u) ^ h.+1 - 1) * (A1 + B1).
Proof.
move=> sizeA sizeB offA offB rounded; have exact : Rabs (s + t - (A + B)) <= ((1 + u) ^ h - 1) * (A1 + B1).
  have -> : s + t - (A + B) = (s - A) + (t - B) by lra.
  by have := Rabs_triang (s - A) (t - B); lra.
have total := abs_moved exact; have AB := Rabs_triang A B.
apply: Rle_trans (off_by_two rounded exact) _.
have : u * Rabs (s + t) <= u * ((1 + u) ^ h * (A1 + B1)) by apply: Rmult_le_compat_l; lra.
by move=> more; rewrite /=; lra.
Qed.

Theorem dot h n (q k y : 'I_n -> R) s :
  (forall j, Rabs (y j - q j * k j) <= u * Rabs (q j * k j) + eta / 2) ->
  Rabs (s - Sum y) <= ((1 + u) ^ h - 1) * Sum (fun j => Rabs (y j)) ->
  Rabs (s - Sum (fun j => q j * k j)) <= dot_off h n (Sum (fun j => Rabs (q j * k j))).
Proof.
set B := Sum (fun j => Rabs (q j * k j)) => products added; have grown := grown_ge1 h.
have B0 : 0 <= B by apply: Sum_ge0 => j; exact: Rabs_pos.
have rounded : Rabs (Sum y - Sum (fun j => q j * k j)) <= u * B + INR n * (eta / 2).
  by apply: Rle_trans (Sum_off _ _) _; rewrite -Sum_const Sum_scale Sum_add; exact: Sum_le.
have sizes : Sum (fun j => Rabs (y j)) <= (1 + u) * B + INR n * (eta / 2).
  rewrite -Sum_const Sum_scale Sum_add; apply: Sum_le => j.
  by have := abs_moved (products j); lra.
apply: Rle_trans (off_by_two added rounded) _.
have := Rmult_le_compat_l ((1 + u) ^ h - 1) _ _ _ sizes.
by rewrite /dot_off /=; lra.
Qed.

(* Of numbers that are off themselves. *)
Theorem moved_dot h n (q k q_hat w : 'I_n -> R) s : (forall j, Rabs (q_hat j - q j) <= w j) ->
  Rabs (s - Sum (fun j => q_hat j * k j)) <= dot_off h n (Sum (fun j => Rabs (q_hat j * k j))) ->
  Rabs (s - Sum (fun j => q j * k j)) <=
    Sum (fun j => Rabs (k j) * (w j + (Rabs (q j) + w j) * ((1 + u) ^ h.+1 - 1)))
    + INR n * ((1 + u) ^ h * (eta / 2)).
Proof.
move=> off summed; have grown := grown_ge1 h.+1.
have moved : Rabs (Sum (fun j => q_hat j * k j) - Sum (fun j => q j * k j))
    <= Sum (fun j => Rabs (k j) * w j).
  apply: Rle_trans (Sum_off _ _) _; apply: Sum_le => j.
  rewrite -Rmult_minus_distr_r Rabs_mult Rmult_comm.
  by apply: Rmult_le_compat_l => //; exact: Rabs_pos.
apply: Rle_trans (off_by_two summed moved) _; rewrite /dot_off.
have sizes : Sum (fun j => Rabs (q_hat j * k j)) <= Sum (fun j => Rabs (k j) * (Rabs (q j) + w j)).
  apply: Sum_le => j; rewrite Rabs_mult Rmult_comm.
  by apply: Rmult_le_compat_l; [exact: Rabs_pos | exact: abs_moved].
have -> : Sum (fun j => Rabs (k j) * (w j + (Rabs (q j) + w j) * ((1 + u) ^ h.+1 - 1))) =
    Sum (fun j => Rabs (k j) * w j)
    + ((1 + u) ^ h.+1 - 1) * Sum (fun j => Rabs (k j) * (Rabs (q j) + w j)).
  by rewrite Sum_scale Sum_add; apply: Sum_ext => j; ring.
by have := Rmult_le_compat_l ((1 + u) ^ h.+1 - 1) _ _ _ sizes; lra.
Qed.

(* A scaled score: each scaled entry of the query carries three roundings. *)
Theorem scaled_dot h n (q k q_hat : 'I_n -> R) f s : 0 <= f ->
  (forall j, Rabs (q_hat j - f * q j) <= ((1 + u) ^ 3 - 1) * (f * Rabs (q j)) + eta / 2) ->
  Rabs (s - Sum (fun j => q_hat j * k j)) <= dot_off h n (Sum (fun j => Rabs (q_hat j * k j))) ->
  Rabs (s - f * Sum (fun j => q j * k j)) <=
    ((1 + u) ^ (h + 4) - 1) * (f * Sum (fun j => Rabs (q j * k j)))
    + (1 + u) ^ h * (eta / 2) * ((1 + u) * Sum (fun j => Rabs (k j)) + INR n).
Proof.
set B := Sum (fun j => Rabs (q j * k j)) => f0 off summed; have := moved_dot off summed.
have -> : Sum (fun j => f * q j * k j) = f * Sum (fun j => q j * k j).
  by rewrite Sum_scale; apply: Sum_ext => j; ring.
move=> le; apply: Rle_trans le _.
have -> : Sum (fun j => Rabs (k j) * (((1 + u) ^ 3 - 1) * (f * Rabs (q j)) + eta / 2
    + (Rabs (f * q j) + (((1 + u) ^ 3 - 1) * (f * Rabs (q j)) + eta / 2)) * ((1 + u) ^ h.+1 - 1))) =
    ((1 + u) ^ (h + 4) - 1) * (f * B) + (1 + u) ^ h.+1 * (eta / 2) * Sum (fun j => Rabs (k j)).
  rewrite /B !Sum_scale Sum_add; apply: Sum_ext => j.
  by rewrite !Rabs_mult (Rabs_pos_eq f) // pow_add /=; ring.
by rewrite /=; lra.
Qed.

(* The mean of values: weights are not negative. *)
Corollary mean h n (p v p_hat w : 'I_n -> R) s : (forall j, 0 <= p j) ->
  (forall j, Rabs (p_hat j - p j) <= w j) ->
  Rabs (s - Sum (fun j => p_hat j * v j)) <= dot_off h n (Sum (fun j => Rabs (p_hat j * v j))) ->
  Rabs (s - Sum (fun j => p j * v j)) <=
    Sum (fun j => Rabs (v j) * (w j + (p j + w j) * ((1 + u) ^ h.+1 - 1)))
    + INR n * ((1 + u) ^ h * (eta / 2)).
Proof.
move=> p0 off summed; apply: Rle_trans (moved_dot off summed) _; apply: Rplus_le_compat_r.
by apply: Sum_le => j; rewrite (Rabs_pos_eq (p j)) //; exact: Rle_refl.
Qed.

(* Scores that are off move the differences from the largest computed one. *)
Lemma difference_moved s s_hat w m r d : Rabs (s_hat - s) <= w -> Rabs (s - m) <= r ->
  Rabs (d - (s_hat - m)) <= u * Rabs (s_hat - m) + 3 * eta ->
  Rabs (d - (s - m)) <= w + u * (r + w) + 3 * eta.
Proof.
move=> off reach rounded.
have second : Rabs (s_hat - m - (s - m)) <= w by have -> : s_hat - m - (s - m) = s_hat - s by lra.
apply: Rle_trans (off_by_two rounded second) _.
have le : Rabs (s_hat - m) <= r + w by have := abs_moved second; lra.
by have := Rmult_le_compat_l _ _ _ u_ge0 le; lra.
Qed.

End Dots.
