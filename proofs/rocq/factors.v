(* Sums over the reals, and what k rounding factors can do: with u at most 1/11, each lies between
   exp (- 1.1 u) and exp (1.1 u). *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Definition Sum (n : nat) (F : 'I_n -> R) : R := (\sum_(j < n) F j)%R.

Section Sums.
Variable n : nat.
Implicit Types F G : 'I_n -> R.

Lemma Sum_le F G : (forall j, F j <= G j) -> Sum F <= Sum G.
Proof. by move=> le; apply/RleP; apply: ler_sum => j _; apply/RleP. Qed.

Lemma Sum_ext F G : (forall j, F j = G j) -> Sum F = Sum G.
Proof. by move=> same; apply: eq_bigr. Qed.

Lemma Sum_add F G : Sum F + Sum G = Sum (fun j => F j + G j).
Proof. exact/esym/big_split. Qed.

Lemma Sum_scale c F : c * Sum F = Sum (fun j => c * F j).
Proof. exact: mulr_sumr. Qed.

Lemma Sum_opp F : - Sum F = Sum (fun j => - F j).
Proof. exact/esym/sumrN. Qed.

Lemma natR (k : nat) : (k%:R)%R = INR k.
Proof. by elim: k => // k IH; rewrite S_INR -IH mulrSr. Qed.

Lemma Sum_const c : Sum (fun _ : 'I_n => c) = INR n * c.
Proof. by rewrite /Sum sumr_const card_ord -natR -[RHS]/(_ * c)%R mulr_natl. Qed.

Lemma Sum_ge0 F : (forall j, 0 <= F j) -> 0 <= Sum F.
Proof. by move=> pos; apply/RleP; apply: sumr_ge0 => j _; apply/RleP. Qed.

Lemma Sum_one F k : (forall j, 0 <= F j) -> F k <= Sum F.
Proof.
move=> pos; rewrite /Sum (bigD1 k) //=.
have : 0 <= (\sum_(j < n | j != k) F j)%R by apply/RleP; apply: sumr_ge0 => j _; apply/RleP.
by move: (\sum_(j < n | _) F j)%R => rest ?; rewrite -[X in _ <= X]/(F k + rest); lra.
Qed.

Lemma Sum_abs F : Rabs (Sum F) <= Sum (fun j => Rabs (F j)).
Proof.
rewrite /Sum; elim/big_rec2: _ => [|j s t _ le]; first by rewrite Rabs_R0; exact: Rle_refl.
exact: Rle_trans (Rabs_triang _ _) (Rplus_le_compat_l _ _ _ le).
Qed.

Lemma Sum_off F G : Rabs (Sum F - Sum G) <= Sum (fun j => Rabs (F j - G j)).
Proof.
have -> : Sum F - Sum G = Sum (fun j => F j - G j); last exact: Sum_abs.
by rewrite /Rminus Sum_opp Sum_add.
Qed.

End Sums.

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. by case=> [/exp_increasing|->]; lra. Qed.

Lemma exp_ge x : 1 + x <= exp x.
Proof. by apply/RleP; exact: R_e_ge. Qed.

Lemma exp_ge1 x : 0 <= x -> 1 <= exp x.
Proof. by have := exp_ge x; lra. Qed.

Lemma expK x : exp x * exp (- x) = 1.
Proof. by rewrite -exp_plus Rplus_opp_r exp_0. Qed.

Lemma exp_both x : 2 <= exp x + exp (- x).
Proof. by have := exp_ge x; have := exp_ge (- x); lra. Qed.

(* Two numbers within a factor: their ratio is, too. *)
Lemma exp_ratio a x y : 0 < y -> exp (- a) * x <= y <= exp a * x -> exp (- a) <= x / y <= exp a.
Proof.
move=> pos [lo hi]; have one := expK a; have e0 := exp_pos a; have e1 := exp_pos (- a).
have ratio : x / y * y = x by field; lra.
split; apply: (Rmult_le_reg_r y) => //; rewrite ratio.
  have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ e1) hi.
  by rewrite -Rmult_assoc (Rmult_comm (exp (- a)) (exp a)) one Rmult_1_l.
by have := Rmult_le_compat_l _ _ _ (Rlt_le _ _ e0) lo; rewrite -Rmult_assoc one Rmult_1_l.
Qed.

(* The arithmetic mean of exponentials and their harmonic one. *)
Lemma above_tangent a l : 0 < l -> 2 * l - l * l * exp a <= exp (- a).
Proof.
move=> pos; have := exp_pos (a / 2); have := exp_pos (- (a / 2)); have := expK (a / 2).
have -> : exp a = exp (a / 2) * exp (a / 2) by rewrite -exp_plus; congr exp; lra.
have -> : exp (- a) = exp (- (a / 2)) * exp (- (a / 2)) by rewrite -exp_plus; congr exp; lra.
move: (exp (a / 2)) (exp (- (a / 2))) => s t st _ _.
by have : 0 <= (t - l * s) * (t - l * s) by [exact: Rle_0_sqr]; nra.
Qed.

Lemma factor_above x : 0 <= x -> 1 + x <= exp (11 / 10 * x).
Proof. by have := exp_ge (11 / 10 * x); lra. Qed.

Lemma factor_below x : 0 <= x <= 1 / 11 -> exp (- (11 / 10 * x)) <= 1 - x.
Proof.
move=> small; set y := 11 / 10 * x.
have y1 : 1 <= (1 - x) * (1 + y) by rewrite /y; nra.
have := expK y; have := exp_pos (- y); have := exp_ge y.
move: (exp y) (exp (- y)) => s t le pos one.
have : t * 1 <= t * ((1 - x) * (1 + y)) by apply: Rmult_le_compat_l; lra.
have : (1 - x) * t * (1 + y) <= (1 - x) * t * s by apply: Rmult_le_compat_l; nra.
by nra.
Qed.

Lemma exp_mul h x : exp (INR h * x) = exp x ^ h.
Proof.
elim: h => [|h IH]; first by rewrite Rmult_0_l exp_0.
by rewrite S_INR Rmult_plus_distr_r Rmult_1_l exp_plus IH /=; lra.
Qed.

Lemma factors_above h u : 0 <= u -> (1 + u) ^ h <= exp (11 / 10 * (INR h * u)).
Proof.
move=> pos; have -> : 11 / 10 * (INR h * u) = INR h * (11 / 10 * u) by lra.
by rewrite exp_mul; apply: pow_incr; have := factor_above pos; lra.
Qed.

Lemma factors_below h u : 0 <= u <= 1 / 11 -> exp (- (11 / 10 * (INR h * u))) <= (1 - u) ^ h.
Proof.
move=> small; have -> : - (11 / 10 * (INR h * u)) = INR h * (- (11 / 10 * u)) by lra.
by rewrite exp_mul; apply: pow_incr; have := factor_below small; have := exp_pos (- (11 / 10 * u)); lra.
Qed.

Lemma abs_le x y : Rabs x <= y -> - y <= x <= y.
Proof. by rewrite /Rabs; case: Rcase_abs; lra. Qed.

Lemma pow_ge1 x h : 1 <= x -> 1 <= x ^ h.
Proof. exact: pow_R1_Rle. Qed.
