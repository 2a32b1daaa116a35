(* What rounding does to attention that is summed up in parts and merged, over the reals: one merge,
   the way of an exponent through the shifts, and the quotient at the end. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Rcomplements.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors floats float_dots.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Section Fold.
Variables (u eta c : R).
Hypotheses (u_ge0 : 0 <= u) (eta_ge0 : 0 <= eta) (c_ge0 : 0 <= c).

(* What an exponential, a product and h additions in its part multiply a term by, and l merges:
   in each an exponential, a product and an addition. *)
Definition merge_grows : R := (1 + u) ^ 2 * (1 + c * u + eta).
Definition fold_grows h l : R := (1 + u) ^ (h + 1) * (1 + c * u) * merge_grows ^ l.

(* Of what is lost below the normal numbers, each value meets l + 1 exponentials. *)
Definition merged_off h l size values lost : R :=
  (fold_grows h l - 1) * size + fold_grows h l * (eta * ((INR l + 1) * values + lost)).

Lemma cu_ge0 : 0 <= c * u. Proof. exact: Rmult_le_pos. Qed.

Lemma merge_grows_ge1 : 1 <= merge_grows.
Proof. by rewrite /merge_grows /=; have := cu_ge0; nra. Qed.

Lemma merge_grows_ge_u : 1 + u <= merge_grows.
Proof.
have cu := cu_ge0; rewrite /merge_grows /= Rmult_1_r Rmult_assoc -{1}[1 + u]Rmult_1_r.
by apply: Rmult_le_compat_l; nra.
Qed.

Lemma fold_grows_ge1 h l : 1 <= fold_grows h l.
Proof.
have a1 : 1 <= (1 + u) ^ (h + 1) by apply: pow_ge1; lra.
have b1 : 1 <= merge_grows ^ l by apply/pow_ge1/merge_grows_ge1.
have : 1 <= (1 + u) ^ (h + 1) * (1 + c * u) by have := cu_ge0; nra.
by rewrite /fold_grows; move: (_ * (1 + c * u)) => a *; nra.
Qed.

Lemma fold_grows_next h l : fold_grows h (l + 1) = fold_grows h l * merge_grows.
Proof.
rewrite /fold_grows [(l + 1)%N]addn1 -tech_pow_Rmult; move: (_ * (1 + c * u)) (merge_grows ^ l) => a b.
by rewrite Rmult_assoc [b * _]Rmult_comm.
Qed.

Section Part.
Variables (h l : nat) (A size values lost S d f t : R).
Hypotheses (within : Rabs A <= size) (size_le : size <= values) (lost_ge0 : 0 <= lost).
Hypotheses (off : Rabs (S - A) <= merged_off h l size values lost) (d_le0 : d <= 0) (f_ge0 : 0 <= f).
Hypothesis factor : Rabs (f - exp d) <= c * u * exp d + eta.
Hypothesis product : Rabs (t - S * f) <= u * Rabs (S * f) + eta / 2.

(* One side of a merge. *)
Lemma rescaled : Rabs (t - exp d * A) <=
  ((1 + u) * (fold_grows h l * (1 + c * u)) - 1) * (exp d * size)
  + (1 + u) * (fold_grows h l * (eta * ((INR l + 1) * values + lost)) * (1 + c * u + eta) + fold_grows h l * (eta * values))
  + eta / 2.
Proof.
move: off; rewrite /merged_off; have := fold_grows_ge1 h l; move: (fold_grows h l) => g g1 offs.
have A0 := Rabs_pos A; have cu := cu_ge0; have e0 := exp_pos d.
have e1 : exp d <= 1 by rewrite -exp_0; exact: exp_le.
have l0 := pos_INR l; set y := (INR l + 1) * values + lost in offs *.
have y0 : 0 <= y by rewrite /y; nra.
move: (exp d) factor e0 e1 => phi close e0 e1.
have f_le : f <= (1 + c * u) * phi + eta by have := abs_le close; lra.
have gy : 0 <= g * (eta * y) by apply: Rmult_le_pos; [lra | exact: Rmult_le_pos].
have moved : Rabs (S * f - phi * A) <=
    (g * (1 + c * u) - 1) * (phi * size) + (g * (eta * y) * (1 + c * u + eta) + g * (eta * values)).
  have -> : S * f - phi * A = (S - A) * f + A * (f - phi) by ring.
  apply: Rle_trans (Rabs_triang _ _) _; rewrite !Rabs_mult (Rabs_pos_eq f) //.
  have one : Rabs (S - A) * f <= ((g - 1) * size + g * (eta * y)) * ((1 + c * u) * phi + eta).
    by apply: Rmult_le_compat => //; exact: Rabs_pos.
  have two : Rabs A * Rabs (f - phi) <= size * (c * u * phi + eta).
    by apply: Rmult_le_compat => //; exact: Rabs_pos.
  have ge : 0 <= g * eta by apply: Rmult_le_pos; lra.
  have three := Rmult_le_compat_l _ _ _ ge size_le.
  have four : g * (eta * y) * ((1 + c * u) * phi) <= g * (eta * y) * (1 + c * u).
    apply: Rmult_le_compat_l => //.
    by have := Rmult_le_compat_l (1 + c * u) phi 1 ltac:(lra) ltac:(lra); lra.
  lra.
have size_S : Rabs (S * f) <= g * (1 + c * u) * (phi * size) + (g * (eta * y) * (1 + c * u + eta) + g * (eta * values)).
  have := abs_moved moved; rewrite (Rabs_mult phi) (Rabs_pos_eq phi); last by lra.
  by have := Rmult_le_compat_l phi _ _ (Rlt_le _ _ e0) within; lra.
apply: Rle_trans (off_by_two product moved) _.
by have := Rmult_le_compat_l _ _ _ u_ge0 size_S; lra.
Qed.

Lemma rescaled_within : Rabs (exp d * A) <= exp d * size.
Proof.
have e0 := exp_pos d; rewrite Rabs_mult (Rabs_pos_eq (exp d)); last by lra.
by apply: Rmult_le_compat_l; lra.
Qed.

End Part.

(* Two parts that are brought to one shift and added. *)
Theorem one_merge h l A B a b va vb ka kb S T d e f g s t r :
  Rabs A <= a -> Rabs B <= b -> a <= va -> b <= vb -> 0 <= ka -> 0 <= kb ->
  Rabs (S - A) <= merged_off h l a va ka -> Rabs (T - B) <= merged_off h l b vb kb ->
  d <= 0 -> e <= 0 -> 0 <= f -> 0 <= g ->
  Rabs (f - exp d) <= c * u * exp d + eta -> Rabs (g - exp e) <= c * u * exp e + eta ->
  Rabs (s - S * f) <= u * Rabs (S * f) + eta / 2 -> Rabs (t - T * g) <= u * Rabs (T * g) + eta / 2 ->
  Rabs (r - (s + t)) <= u * Rabs (s + t) ->
  Rabs (r - (exp d * A + exp e * B)) <=
    merged_off h (l + 1) (exp d * a + exp e * b) (va + vb) (ka + kb + 1).
Proof.
move=> Aa Bb ava bvb ka0 kb0 offS offT d0 e0 f0 g0 closef closeg prodS prodT added.
have one := rescaled Aa ava ka0 offS d0 f0 closef prodS.
have two := rescaled Bb bvb kb0 offT e0 g0 closeg prodT.
have inA := rescaled_within d Aa; have inB := rescaled_within e Bb.
rewrite /merged_off fold_grows_next plus_INR -[INR 1]/1.
have cu := cu_ge0; have G1 := fold_grows_ge1 h l; have l0 := pos_INR l.
have va0 : 0 <= va by have := Rabs_pos A; lra.
have vb0 : 0 <= vb by have := Rabs_pos B; lra.
have pa0 : 0 <= exp d * a by have := Rabs_pos (exp d * A); lra.
have pb0 : 0 <= exp e * b by have := Rabs_pos (exp e * B); lra.
move: (fold_grows h l) one two G1 => G one two G1.
set ya := (INR l + 1) * va + ka in one; set yb := (INR l + 1) * vb + kb in two.
have both : Rabs (s + t - (exp d * A + exp e * B)) <=
    ((1 + u) * (G * (1 + c * u)) - 1) * (exp d * a + exp e * b)
    + (1 + u) * (G * (eta * (ya + yb)) * (1 + c * u + eta) + G * (eta * (va + vb))) + eta.
  have -> : s + t - (exp d * A + exp e * B) = (s - exp d * A) + (t - exp e * B) by ring.
  by have := Rabs_triang (s - exp d * A) (t - exp e * B); lra.
have size : Rabs (exp d * A + exp e * B) <= exp d * a + exp e * b.
  by have := Rabs_triang (exp d * A) (exp e * B); lra.
move: (exp d * a + exp e * b) (exp d * A + exp e * B) size both (Rplus_le_le_0_compat _ _ pa0 pb0) => sz ex size both sz0.
apply: Rle_trans (off_by_two added both) _.
have := Rmult_le_compat_l _ _ _ u_ge0 (abs_moved both).
have ugs := Rmult_le_compat_l _ _ _ u_ge0 size.
have -> : (INR l + 1 + 1) * (va + vb) + (ka + kb + 1) = (ya + yb) + (va + vb) + 1 by rewrite /ya /yb; ring.
have GE : 0 <= G * eta by apply: Rmult_le_pos; lra.
have square : 0 <= (1 + u) ^ 2 by apply: pow_le; lra.
have up : (1 + u) ^ 2 * (1 + c * u) * (G * sz) <= (1 + u) ^ 2 * (1 + c * u + eta) * (G * sz).
  apply: Rmult_le_compat_r; first by apply: Rmult_le_pos; lra.
  by apply: Rmult_le_compat_l; lra.
have up2 : (1 + u) ^ 2 * (G * eta * (va + vb)) <= (1 + u) ^ 2 * (1 + c * u + eta) * (G * eta * (va + vb)).
  apply: Rmult_le_compat_r; first by apply: Rmult_le_pos; lra.
  by rewrite -{1}[(1 + u) ^ 2]Rmult_1_r; apply: Rmult_le_compat_l; lra.
have up3 : (1 + u) * eta <= (1 + u) ^ 2 * (1 + c * u + eta) * (G * eta).
  apply: Rle_trans (Rmult_le_compat_r _ _ _ GE merge_grows_ge_u).
  by apply: Rmult_le_compat_l; [lra | rewrite -{1}[eta]Rmult_1_l; apply: Rmult_le_compat_r; lra].
by move: up up2 up3; rewrite /merge_grows /=; lra.
Qed.

(* A difference of shifts that is added to the exponent. *)
Theorem one_more_shift x m s d e l : x <= m -> m <= s ->
  Rabs (d - (x - m)) <= u * (m - x) + 3 * (INR l + 1) * eta ->
  Rabs (e - (m - s)) <= u * (s - m) + 3 * eta ->
  Rabs (d + e - (x - s)) <= u * (s - x) + 3 * (INR l + 1 + 1) * eta.
Proof.
move=> xm ms one two; have -> : d + e - (x - s) = (d - (x - m)) + (e - (m - s)) by ring.
by have := Rabs_triang (d - (x - m)) (e - (m - s)); lra.
Qed.

Section Mean.
Variables (n : nat) (s d w v : 'I_n -> R) (m S O mu lost r : R) (h l : nat) (k : 'I_n).
Hypotheses (mu_gt0 : 0 < mu) (lost_ge0 : 0 <= lost).

Let p j := exp (s j) / Sum (fun i => exp (s i)).
Let t := Sum (fun j => p j * (exp (w j) - 1)).
Let spread := Sum (fun j => p j * Rabs (v j) * exp (w j + t)).
Let moved := Sum (fun j => p j * Rabs (v j) * (exp (w j + t) - 1)).
Let grows := fold_grows h l.
Let below values := grows * (eta * ((INR l + 1) * values + lost)) / mu.
Let size := Sum (fun j => Rabs (v j)).
Let off := (2 * (grows - 1) * spread + below size + spread * below (INR n)) / (1 - (grows - 1) - below (INR n)).

(* The quotient of a computed output and a computed mass. *)
Theorem folded_mean :
  (forall j, Rabs (d j - (s j - m)) <= w j) -> mu <= Sum (fun j => exp (d j)) ->
  grows - 1 + below (INR n) < 1 ->
  Rabs (S - Sum (fun j => exp (d j))) <= merged_off h l (Sum (fun j => exp (d j))) (INR n) lost ->
  Rabs (O - Sum (fun j => exp (d j) * v j)) <= merged_off h l (Sum (fun j => exp (d j) * Rabs (v j))) size lost ->
  Rabs (r - O / S) <= u * Rabs (O / S) + eta / 2 ->
  Rabs (r - Sum (fun j => p j * v j)) <= moved + off + u * (spread + off) + eta / 2.
Proof.
move=> close least fine offS offO rounded.
set Q := Sum (fun j => exp (d j)) in least offS; have Q0 : 0 < Q by lra.
pose q j := exp (d j) / Q; pose x := Sum (fun j => q j * v j); pose V := Sum (fun j => q j * Rabs (v j)).
(* the largest exponent is brought to 1, as the theorem on moved shares wants it *)
have lnmu : exp (Rpower.ln mu) = mu by exact: exp_ln.
have shared j : exp (- (w j + t)) * p j <= q j <= exp (w j + t) * p j.
  have scaled i : exp (d i - Rpower.ln mu) = / mu * exp (d i).
    by rewrite /Rminus exp_plus exp_Ropp lnmu; lra.
  have total : Sum (fun i => exp (d i - Rpower.ln mu)) = / mu * Q.
    by rewrite /Q Sum_scale; apply: Sum_ext => i; exact: scaled.
  have imu : 0 < / mu by exact: Rinv_0_lt_compat.
  have one : 1 <= Sum (fun i => exp (d i - Rpower.ln mu)).
    rewrite total; have : / mu * mu <= / mu * Q by apply: Rmult_le_compat_l; lra.
    by rewrite Rinv_l; lra.
  have shifted i : Rabs (d i - Rpower.ln mu - (s i - (m + Rpower.ln mu))) <= w i.
    by have := close i; have -> : d i - Rpower.ln mu - (s i - (m + Rpower.ln mu)) = d i - (s i - m) by lra.
  have := @share_moved n s w (fun i => d i - Rpower.ln mu) (m + Rpower.ln mu) k shifted one j.
  rewrite total scaled; have -> : / mu * exp (d j) / (/ mu * Q) = q j by rewrite /q; field; lra.
  by [].
have w0 j : 0 <= w j := Rle_trans _ _ _ (Rabs_pos _) (close j).
have p0 j : 0 < p j := p_gt0 s k j.
have q0 j : 0 < q j by apply: Rdiv_lt_0_compat => //; exact: exp_pos.
have two (y : R) : 2 <= exp y + exp (- y).
  by have := expK y; have := exp_pos y; have := exp_pos (- y); move: (exp y) (exp (- y)) => a b *; have : 0 <= (a - b) * (a - b) by [exact: Rle_0_sqr]; nra.
have xoff : Rabs (x - Sum (fun j => p j * v j)) <= moved.
  apply: Rle_trans (Sum_off _ _) _; apply: Sum_le => j.
  have -> : q j * v j - p j * v j = (q j - p j) * v j by ring.
  rewrite Rabs_mult; have -> : p j * Rabs (v j) * (exp (w j + t) - 1) = (exp (w j + t) - 1) * p j * Rabs (v j) by ring.
  apply: Rmult_le_compat_r; first exact: Rabs_pos.
  have := shared j; have := two (w j + t); have := p0 j; move: (exp _) (exp _) => a b *.
  by apply: Rabs_le; split; nra.
have Vle : V <= spread.
  apply: Sum_le => j; have := shared j; have := Rabs_pos (v j) => *.
  have -> : p j * Rabs (v j) * exp (w j + t) = exp (w j + t) * p j * Rabs (v j) by ring.
  by apply: Rmult_le_compat_r; lra.
have xV : Rabs x <= V.
  apply: Rle_trans (Sum_abs _) _; apply: Sum_le => j; rewrite Rabs_mult Rabs_pos_eq; first exact: Rle_refl.
  exact/Rlt_le/q0.
have V0 : 0 <= V := Rle_trans _ _ _ (Rabs_pos x) xV.
have quotient y : Sum (fun j => exp (d j) * y j) = Q * Sum (fun j => q j * y j).
  by rewrite Sum_scale; apply: Sum_ext => j; rewrite /q; field; lra.
rewrite (quotient v) (quotient (fun j => Rabs (v j))) -/x -/V in offO.
have G1 := fold_grows_ge1 h l; rewrite -/grows in G1.
have lower values : 0 <= values -> grows * (eta * ((INR l + 1) * values + lost)) <= Q * below values.
  move=> y0; have l0 := pos_INR l.
  have z0 : 0 <= grows * (eta * ((INR l + 1) * values + lost)).
    by apply: Rmult_le_pos; [lra | apply: Rmult_le_pos => //; nra].
  have E : grows * (eta * ((INR l + 1) * values + lost)) = mu * below values by rewrite /below; field; lra.
  rewrite E; apply: Rmult_le_compat_r; last by lra.
  by apply: Rdiv_le_0_compat; lra.
have size0 : 0 <= size by apply: Sum_ge0 => j; exact: Rabs_pos.
have lowS := lower _ (pos_INR n); have lowO := lower _ size0.
rewrite /merged_off -/grows in offS offO.
rewrite /off; move: (below (INR n)) (below size) fine lowS lowO => z y fine lowS lowO.
set part := (2 * (grows - 1) * spread + y + spread * z) / (1 - (grows - 1) - z).
have Sge : Q * (1 - (grows - 1) - z) <= S by have := abs_le offS; lra.
have f0 : 0 < 1 - (grows - 1) - z by lra.
have S0 : 0 < S by nra.
have near : Rabs (O / S - x) <= part.
  have -> : O / S - x = ((O - Q * x) - x * (S - Q)) / S by field; lra.
  have num : Rabs ((O - Q * x) - x * (S - Q)) <= Q * (2 * (grows - 1) * spread + y + spread * z).
    have one : Rabs (O - Q * x) <= Q * ((grows - 1) * spread + y).
      have : (grows - 1) * (Q * V) <= (grows - 1) * (Q * spread) by apply: Rmult_le_compat_l; [lra | apply: Rmult_le_compat_l; lra].
      by lra.
    have other : Rabs (x * (S - Q)) <= spread * (Q * (grows - 1 + z)).
      rewrite Rabs_mult; apply: Rmult_le_compat; try exact: Rabs_pos; first by lra.
      by lra.
    have := Rabs_triang (O - Q * x) (- (x * (S - Q))); rewrite Rabs_Ropp -/(_ - _).
    by rewrite /Rminus in one other *; lra.
  set N := 2 * _ * _ + _ + _ in num *; have N0 : 0 <= N.
    by apply: (Rmult_le_reg_l Q) => //; have := Rabs_pos (O - Q * x - x * (S - Q)); lra.
  rewrite Rabs_div; last by lra.
  rewrite (Rabs_pos_eq S); last by lra.
  apply/Rle_div_l => //; apply: Rle_trans num _.
  have -> : Q * N = part * (Q * (1 - (grows - 1) - z)) by rewrite /part -/N; field; lra.
  by apply: Rmult_le_compat_l => //; exact: Rdiv_le_0_compat.
have reach : Rabs (O / S) <= spread + part by have := abs_moved near; lra.
have -> : r - Sum (fun j => p j * v j) = (r - O / S) + ((O / S - x) + (x - Sum (fun j => p j * v j))) by ring.
have := Rabs_triang (r - O / S) ((O / S - x) + (x - Sum (fun j => p j * v j))).
have := Rabs_triang (O / S - x) (x - Sum (fun j => p j * v j)).
by have := Rmult_le_compat_l _ _ _ u_ge0 reach; lra.
Qed.

End Mean.

End Fold.
