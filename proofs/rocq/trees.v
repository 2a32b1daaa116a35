(* Sums of floats in any order: a binary tree whose leaves are the places, each once. *)
From Coq Require Import ZArith Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors floats float_dots formats.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Inductive tree (T : Type) := Leaf (j : T) | Node (left right : tree T).

Fixpoint height T (t : tree T) : nat :=
  match t with Leaf _ => 0 | Node l r => (maxn (height l) (height r)).+1 end.
Fixpoint leaves T (t : tree T) : seq T :=
  match t with Leaf j => [:: j] | Node l r => leaves l ++ leaves r end.

(* Each place from 1 to n stands at one leaf. *)
Definition orders n (t : tree 'I_n) := perm_eq (leaves t) (enum 'I_n).

Definition over T (js : seq T) (F : T -> R) : R := (\sum_(j <- js) F j)%R.

Lemma over_cat T (js ks : seq T) F : over (js ++ ks) F = over js F + over ks F.
Proof. by rewrite /over big_cat. Qed.

Lemma over_one T (j : T) F : over [:: j] F = F j.
Proof. exact: big_seq1. Qed.

Lemma over_ge0 T (js : seq T) F : (forall j, 0 <= F j) -> 0 <= over js F.
Proof. by move=> pos; apply/RleP; apply: sumr_ge0 => j _; apply/RleP. Qed.

Lemma over_all n (t : tree 'I_n) F : orders t -> over (leaves t) F = Sum F.
Proof. by move=> all; rewrite /over (perm_big _ all) /= /Sum big_enum. Qed.

Lemma height_left T (l r : tree T) : (height l <= maxn (height l) (height r))%N.
Proof. exact: leq_maxl. Qed.
Lemma height_right T (l r : tree T) : (height r <= maxn (height l) (height r))%N.
Proof. exact: leq_maxr. Qed.

Lemma pow_up a g h : 1 <= a -> (g <= h)%N -> a ^ g <= a ^ h.
Proof. by move=> ? /ssrnat.leP ?; apply: Rle_pow. Qed.

Lemma pow_down a g h : 0 <= a <= 1 -> (g <= h)%N -> a ^ h <= a ^ g.
Proof.
move=> a01 /subnK <-; rewrite pow_add; have : 0 <= a ^ g by apply: pow_le; lra.
have : a ^ (h - g) <= 1 by rewrite -(pow1 (h - g)); apply: pow_incr.
by move: (a ^ (h - g)) (a ^ g) => s q *; nra.
Qed.

Lemma near_higher u g h computed exact : 0 <= u <= 1 -> 0 <= exact -> (g <= h)%N ->
  near u g computed exact -> near u h computed exact.
Proof.
move=> u01 pos le [lo hi]; split.
  apply: Rle_trans _ lo; apply: Rmult_le_compat_r => //; apply: pow_down => //; lra.
by apply: Rle_trans hi _; apply: Rmult_le_compat_r => //; apply: pow_up => //; lra.
Qed.

Section Sums.
Variables (emin prec : Z) (tie : Z -> bool).
Hypothesis prec_gt0 : Z.lt 0 prec.
Local Notation u := (unit_roundoff prec).
Local Notation eta := (spacing emin).
Local Notation fl := (fl emin prec tie).
Local Notation float := (float emin prec).

Lemma u_le_half : 0 < u <= 1 / 2.
Proof.
split; first exact: u_gt0.
have -> : 1 / 2 = Flocq.Core.Raux.bpow Flocq.Core.Zaux.radix2 (-1) by rewrite /=; lra.
by apply: Flocq.Core.Raux.bpow_le; lia.
Qed.

Variables (T : Type) (F : T -> R).
Hypothesis floats : forall j, float (F j).

Fixpoint summed (t : tree T) : R :=
  match t with Leaf j => F j | Node l r => fl (summed l + summed r) end.

Lemma float_summed t : float (summed t).
Proof. by case: t => [j|l r] /=; [exact: floats | exact: float_fl]. Qed.

Lemma summed_ge0 t : (forall j, 0 <= F j) -> 0 <= summed t.
Proof. by move=> pos; elim: t => [j|l L r R] /=; [exact: pos | apply: fl_ge0 => //; lra]. Qed.

(* Numbers of one sign: the sum carries one factor for each level of the tree. *)
Theorem sum_in_any_order t : (forall j, 0 <= F j) -> near u (height t) (summed t) (over (leaves t) F).
Proof.
move=> pos; have [u0 u1] := u_le_half; elim: t => [j|l IHl r IHr] /=.
  by rewrite over_one /near /=; lra.
rewrite over_cat; set h := maxn _ _.
have [lo1 hi1] : near u h (summed l) (over (leaves l) F).
  by apply: near_higher IHl; [lra | exact: over_ge0 | exact: height_left].
have [lo2 hi2] : near u h (summed r) (over (leaves r) F).
  by apply: near_higher IHr; [lra | exact: over_ge0 | exact: height_right].
have := sum_of_floats tie prec_gt0 (float_summed l) (float_summed r).
have p0 : 0 <= over (leaves l) F + over (leaves r) F.
  by have := over_ge0 (leaves l) pos; have := over_ge0 (leaves r) pos; lra.
have low : 0 <= (1 - u) ^ h by apply: pow_le; lra.
set A := over (leaves l) F in lo1 hi1 p0 *; set B := over (leaves r) F in lo2 hi2 p0 *.
have s0 : 0 <= summed l + summed r by have := Rmult_le_pos _ _ low p0; lra.
rewrite (Rabs_pos_eq _ s0) => /abs_le [lo hi]; rewrite /near /= !Rmult_assoc; split.
  have : (1 - u) * ((1 - u) ^ h * (A + B)) <= (1 - u) * (summed l + summed r).
    by apply: Rmult_le_compat_l; lra.
  by lra.
have : (1 + u) * (summed l + summed r) <= (1 + u) * ((1 + u) ^ h * (A + B)).
  by apply: Rmult_le_compat_l; lra.
by lra.
Qed.

Lemma over_abs (js : seq T) : Rabs (over js F) <= over js (fun j => Rabs (F j)).
Proof.
rewrite /over; elim/big_rec2: _ => [|j s t _ le]; first by rewrite Rabs_R0; exact: Rle_refl.
exact: Rle_trans (Rabs_triang _ _) (Rplus_le_compat_l _ _ _ le).
Qed.

(* Numbers of any sign: the same factors, times the sum of the absolute values. *)
Theorem signed_sum_in_any_order t :
  Rabs (summed t - over (leaves t) F) <= ((1 + u) ^ height t - 1) * over (leaves t) (fun j => Rabs (F j)).
Proof.
have [u0 u1] := u_le_half; have up g h := @pow_up (1 + u) g h ltac:(lra).
have size js : 0 <= over js (fun j => Rabs (F j)) by apply: over_ge0 => j; exact: Rabs_pos.
elim: t => [j|l IHl r IHr] /=; first by rewrite !over_one Rminus_diag_eq // Rabs_R0; lra.
rewrite !over_cat; set h := maxn _ _.
have := up _ _ (height_left l r); have := up _ _ (height_right l r); rewrite -/h => r1 l1.
have := sum_of_floats tie prec_gt0 (float_summed l) (float_summed r).
have := over_abs (leaves l); have := over_abs (leaves r).
have := size (leaves l); have := size (leaves r).
move: IHl IHr; set A := over (leaves l) F; set B := over (leaves r) F.
set A1 := over _ _; set B1 := over _ _ => IHl IHr B0 A0 BB AA rounded.
have IHl' : Rabs (summed l - A) <= ((1 + u) ^ h - 1) * A1.
  by apply: Rle_trans IHl _; apply: Rmult_le_compat_r; lra.
have IHr' : Rabs (summed r - B) <= ((1 + u) ^ h - 1) * B1.
  by apply: Rle_trans IHr _; apply: Rmult_le_compat_r; lra.
have exact : Rabs (summed l + summed r - (A + B)) <= ((1 + u) ^ h - 1) * (A1 + B1).
  have -> : summed l + summed r - (A + B) = (summed l - A) + (summed r - B) by lra.
  by have := Rabs_triang (summed l - A) (summed r - B); lra.
have total := abs_moved exact; have AB := Rabs_triang A B.
apply: Rle_trans (off_by_two rounded exact) _.
have : u * Rabs (summed l + summed r) <= u * ((1 + u) ^ h * (A1 + B1)).
  by apply: Rmult_le_compat_l; lra.
by move: ((1 + u) ^ h) => g; lra.
Qed.

End Sums.

(* No sum of numbers that are not negative is below one of them: rounding keeps order, and each is a
   float. *)
Lemma summed_ge_each emin prec tie n (F : 'I_n -> R) (t : tree 'I_n) k : Z.lt 0 prec ->
  (forall j, float emin prec (F j)) -> (forall j, 0 <= F j) -> k \in leaves t ->
  F k <= summed emin prec tie F t.
Proof.
move=> prec_gt0 floats pos; have pos_sum r := summed_ge0 emin tie prec_gt0 r pos.
have float_sum r := float_summed tie prec_gt0 floats r.
elim: t => [j|l L r R] /=; first by rewrite inE => /eqP ->; lra.
have := pos_sum l; have := pos_sum r => ? ?; rewrite mem_cat => /orP [/L|/R] le; apply: Rle_trans le _.
  by rewrite -{1}(fl_float tie (float_sum l)); apply: fl_le => //; lra.
by rewrite -{1}(fl_float tie (float_sum r)); apply: fl_le => //; lra.
Qed.
