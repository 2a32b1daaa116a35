(* Dot products of floats in any order, also with fused operations: a product is rounded by itself,
   or added exactly before its sum is rounded. *)
From Coq Require Import ZArith Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors floats float_dots formats trees.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Inductive dot_tree (T : Type) :=
  Product (j : T) | Fused (t : dot_tree T) (j : T) | Added (left right : dot_tree T).

Fixpoint dot_height T (t : dot_tree T) : nat :=
  match t with
  | Product _ => 0 | Fused t _ => (dot_height t).+1
  | Added l r => (maxn (dot_height l) (dot_height r)).+1
  end.
Fixpoint dot_leaves T (t : dot_tree T) : seq T :=
  match t with
  | Product j => [:: j] | Fused t j => dot_leaves t ++ [:: j]
  | Added l r => dot_leaves l ++ dot_leaves r
  end.

Definition dot_orders n (t : dot_tree 'I_n) := perm_eq (dot_leaves t) (enum 'I_n).

Section Dots.
Variables (emin prec : Z) (tie : Z -> bool).
Hypothesis prec_gt0 : Z.lt 0 prec.
Local Notation u := (unit_roundoff prec).
Local Notation eta := (spacing emin).
Local Notation fl := (fl emin prec tie).
Local Notation float := (float emin prec).

Variables (T : Type) (q k : T -> R).

Fixpoint dotted (t : dot_tree T) : R :=
  match t with
  | Product j => fl (q j * k j) | Fused t j => fl (dotted t + q j * k j)
  | Added l r => fl (dotted l + dotted r)
  end.

Lemma float_dotted t : float (dotted t).
Proof. by case: t => *; exact: float_fl. Qed.

Let P j := q j * k j.
Let size js := over js (fun j => Rabs (P j)).
Let off h (js : seq T) := ((1 + u) ^ h.+1 - 1) * size js + INR (seq.size js) * ((1 + u) ^ h * (eta / 2)).

Lemma off_higher g h js : (g <= h)%N -> off g js <= off h js.
Proof.
move=> le; have [u0 u1] := u_le_half prec_gt0; have eta0 := eta_gt0 emin.
have s0 : 0 <= size js by apply: over_ge0 => j; exact: Rabs_pos.
have up1 : (1 + u) ^ g.+1 <= (1 + u) ^ h.+1 by apply: pow_up; [lra|].
have up0 : (1 + u) ^ g <= (1 + u) ^ h by apply: pow_up; [lra|].
apply: Rplus_le_compat; first by apply: Rmult_le_compat_r => //; lra.
by apply: Rmult_le_compat_l; [exact: pos_INR | nra].
Qed.

(* What a rounding adds to what is off already, by one more level. *)
Lemma one_more h s exact total e count (more : R) : 0 <= more -> 0 <= count ->
  Rabs (s - exact) <= ((1 + u) ^ h.+1 - 1) * total + count * ((1 + u) ^ h * (eta / 2)) ->
  Rabs exact <= total -> Rabs e <= u * Rabs s + more * (eta / 2) ->
  Rabs (s + e - exact) <=
    ((1 + u) ^ h.+2 - 1) * total + (count + more) * ((1 + u) ^ h.+1 * (eta / 2)).
Proof.
move=> m0 c0 was below rounded; have [u0 u1] := u_le_half prec_gt0; have eta0 := eta_gt0 emin.
have := abs_moved was => size_s; have g1 : 1 <= (1 + u) ^ h by apply: pow_ge1; lra.
have -> : s + e - exact = (s - exact) + e by lra.
apply: Rle_trans (Rabs_triang _ _) _.
have us : u * Rabs s <= u * (Rabs exact + (((1 + u) ^ h.+1 - 1) * total + count * ((1 + u) ^ h * (eta / 2)))).
  by apply: Rmult_le_compat_l; lra.
have ue : u * Rabs exact <= u * total by apply: Rmult_le_compat_l; lra.
have me : more * (eta / 2) * 1 <= more * (eta / 2) * ((1 + u) * (1 + u) ^ h).
  by apply: Rmult_le_compat_l; [apply: Rmult_le_pos; lra | nra].
by move: us was; rewrite /=; move: ((1 + u) ^ h) me => g; lra.
Qed.

Lemma over_size js : Rabs (over js P) <= size js.
Proof. exact: over_abs. Qed.

Theorem dot_in_any_order t : Rabs (dotted t - over (dot_leaves t) P) <= off (dot_height t) (dot_leaves t).
Proof.
have [u0 u1] := u_le_half prec_gt0; have eta0 := eta_gt0 emin.
elim: t => [j|t IH j|l IHl r IHr] /=.
- rewrite /off /size !over_one /=; have := operation emin tie prec_gt0 (P j); rewrite /P; lra.
- have -> : fl (dotted t + P j) = (dotted t + P j) + (fl (dotted t + P j) - (dotted t + P j)) by lra.
  rewrite /off /size !over_cat !over_one size_cat addn1 S_INR.
  apply: one_more; [lra | exact: pos_INR | | |].
  + have -> : dotted t + P j - (over (dot_leaves t) P + P j) = dotted t - over (dot_leaves t) P by lra.
    apply: Rle_trans IH _; rewrite /off.
    have : 0 <= ((1 + u) ^ (dot_height t).+1 - 1) * Rabs (P j).
      apply: Rmult_le_pos (Rabs_pos _); have := @pow_ge1 (1 + u) (dot_height t).+1; lra.
    by rewrite /size; lra.
  + by have := Rabs_triang (over (dot_leaves t) P) (P j); have := over_size (dot_leaves t); rewrite /size; lra.
  + by have := operation emin tie prec_gt0 (dotted t + P j); lra.
- have -> : fl (dotted l + dotted r) = (dotted l + dotted r) + (fl (dotted l + dotted r) - (dotted l + dotted r)) by lra.
  set h := maxn _ _.
  have := off_higher (dot_leaves l) (leq_maxl (dot_height l) (dot_height r)).
  have := off_higher (dot_leaves r) (leq_maxr (dot_height l) (dot_height r)); rewrite -/h => hr hl.
  rewrite {1}/off /size !over_cat size_cat plus_INR -[X in X * ((1 + u) ^ _ * _)]Rplus_0_r.
  apply: one_more; [lra | by have := pos_INR (seq.size (dot_leaves l)); have := pos_INR (seq.size (dot_leaves r)); lra | | |].
  + have -> : dotted l + dotted r - (over (dot_leaves l) P + over (dot_leaves r) P)
        = (dotted l - over (dot_leaves l) P) + (dotted r - over (dot_leaves r) P) by lra.
    apply: Rle_trans (Rabs_triang _ _) _; move: hl hr IHl IHr; rewrite /off /size; lra.
  + have := Rabs_triang (over (dot_leaves l) P) (over (dot_leaves r) P).
    by have := over_size (dot_leaves l); have := over_size (dot_leaves r); rewrite /size; lra.
  + by have := sum_of_floats tie prec_gt0 (float_dotted l) (float_dotted r); lra.
Qed.

End Dots.

Theorem dot_of_all emin prec tie (prec_gt0 : Z.lt 0 prec) n (q k : 'I_n -> R) t : dot_orders t ->
  Rabs (dotted emin prec tie q k t - Sum (fun j => q j * k j)) <=
    dot_off (unit_roundoff prec) (spacing emin) (dot_height t) n (Sum (fun j => Rabs (q j * k j))).
Proof.
move=> all; have count : seq.size (dot_leaves t) = n by rewrite (perm_size all) size_enum_ord.
have whole F : over (dot_leaves t) F = Sum F by rewrite /over (perm_big _ all) /= /Sum big_enum.
by have := dot_in_any_order emin tie prec_gt0 q k t; rewrite !whole count.
Qed.
