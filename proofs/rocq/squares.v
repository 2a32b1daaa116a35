(* Sums of squares of floats in any order: no term has a sign, so the sum is off in proportion, from
   below as from above. *)
From Coq Require Import ZArith Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors floats float_dots formats trees dot_trees.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Section Squares.
Variables (emin prec : Z) (tie : Z -> bool).
Hypothesis prec_gt0 : Z.lt 0 prec.
Local Notation u := (unit_roundoff prec).
Local Notation eta := (spacing emin).
Local Notation fl := (fl emin prec tie).
Local Notation dotted := (dotted emin prec tie).

(* One rounding more of a number that is not negative and is known up to h roundings and some η. *)
Lemma one_more_square s exact m h count more : 0 <= exact -> 0 <= m -> 0 <= more -> 0 <= count ->
  Rabs (m - s) <= u * Rabs s + more * (eta / 2) ->
  (1 - u) ^ h * exact - count * (eta / 2) <= s -> s <= (1 + u) ^ h * (exact + count * (eta / 2)) -> 0 <= s ->
  (1 - u) ^ h.+1 * exact - (count + more) * (eta / 2) <= m
  /\ m <= (1 + u) ^ h.+1 * (exact + (count + more) * (eta / 2)).
Proof.
move=> e0 m0 r0 c0 rounded lo hi s0; have [u0 u1] := u_le_half prec_gt0; have eta0 := eta_gt0 emin.
rewrite (Rabs_pos_eq s) // in rounded; have [below above] := abs_le rounded.
have g0 : 0 <= (1 - u) ^ h by apply: pow_le; lra.
have g1 : 1 <= (1 + u) ^ h by apply: pow_ge1; lra.
have ce : 0 <= count * (eta / 2) by apply: Rmult_le_pos; lra.
have me : 0 <= more * (eta / 2) by apply: Rmult_le_pos; lra.
rewrite /=; split.
  have := Rmult_le_compat_l (1 - u) _ _ (ltac:(lra)) lo; have := Rmult_le_pos _ _ (Rlt_le _ _ u0) ce; lra.
have up := Rmult_le_compat_l (1 + u) _ _ (ltac:(lra)) hi.
have : more * (eta / 2) <= (1 + u) * ((1 + u) ^ h * (more * (eta / 2))).
  have : 1 * (more * (eta / 2)) <= (1 + u) * (1 + u) ^ h * (more * (eta / 2)).
    by apply: Rmult_le_compat_r => //; nra.
  by lra.
by lra.
Qed.

Variables (T : Type) (F : T -> R).
Let Q (js : seq T) := over js (fun j => F j * F j).
Let count (js : seq T) := INR (seq.size js).

Lemma Q_ge0 js : 0 <= Q js. Proof. by apply: over_ge0 => j; exact: Rle_0_sqr. Qed.

Lemma dotted_ge0 t : 0 <= dotted F F t.
Proof.
elim: t => [j|t IH j|l IHl r IHr] /=; apply: fl_ge0 => //; first exact: Rle_0_sqr.
  by have := Rle_0_sqr (F j); rewrite /Rsqr; lra.
by lra.
Qed.

Lemma squares_higher g h js s : (g <= h)%N ->
  (1 - u) ^ g * Q js - count js * (eta / 2) <= s <= (1 + u) ^ g * (Q js + count js * (eta / 2)) ->
  (1 - u) ^ h * Q js - count js * (eta / 2) <= s <= (1 + u) ^ h * (Q js + count js * (eta / 2)).
Proof.
move=> le [lo hi]; have [u0 u1] := u_le_half prec_gt0; have eta0 := eta_gt0 emin; have q0 := Q_ge0 js.
have ce : 0 <= count js * (eta / 2) by apply: Rmult_le_pos; [exact: pos_INR | lra].
have down := @pow_down (1 - u) g h ltac:(lra) le; have up := @pow_up (1 + u) g h ltac:(lra) le.
have := Rmult_le_compat_r _ _ _ q0 down.
by have := Rmult_le_compat_r (Q js + count js * (eta / 2)) _ _ (ltac:(lra)) up; lra.
Qed.

Theorem squares_in_any_order t : let h := (dot_height t).+1 in let js := dot_leaves t in
  (1 - u) ^ h * Q js - count js * (eta / 2) <= dotted F F t <= (1 + u) ^ h * (Q js + count js * (eta / 2)).
Proof.
have [u0 u1] := u_le_half prec_gt0; have eta0 := eta_gt0 emin; cbv zeta.
elim: t => [j|t IH j|l IHl r IHr].
- have sq := Rle_0_sqr (F j); rewrite /Rsqr in sq; have := operation emin tie prec_gt0 (F j * F j) => rounded.
  rewrite /Q /count /= !over_one.
  have [] := @one_more_square (F j * F j) (F j * F j) (fl (F j * F j)) 0 0 1 sq
    (fl_ge0 _ _ prec_gt0 sq) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(rewrite /=; lra) ltac:(rewrite /=; lra) sq.
  by rewrite !Rplus_0_l.
- have sq := Rle_0_sqr (F j); rewrite /Rsqr in sq; case: IH => lo hi.
  have := operation emin tie prec_gt0 (dotted F F t + F j * F j) => rounded.
  have d0 := dotted_ge0 t; have q0 := Q_ge0 (dot_leaves t).
  have g0 : (1 - u) ^ (dot_height t).+1 <= 1 := @pow_down (1 - u) 0 (dot_height t).+1 ltac:(lra) (leq0n _).
  have g1 : 1 <= (1 + u) ^ (dot_height t).+1 by apply: pow_ge1; lra.
  have less := Rmult_le_compat_r _ _ _ sq g0; have more := Rmult_le_compat_r _ _ _ sq g1.
  have next := fl_ge0 emin tie prec_gt0 (Rplus_le_le_0_compat _ _ d0 sq).
  rewrite [dotted F F _]/= [dot_height _]/= [dot_leaves _]/= /Q /count over_cat over_one size_cat addn1 S_INR.
  apply: (one_more_square _ _ _ _ _ (s := dotted F F t + F j * F j)); [| exact: next | lra | exact: pos_INR | lra | | | lra].
  + by rewrite -/(Q (dot_leaves t)); lra.
  + by rewrite -/(Q (dot_leaves t)) -/(count (dot_leaves t)); lra.
  + by rewrite -/(Q (dot_leaves t)) -/(count (dot_leaves t)); lra.
- set h := (maxn (dot_height l) (dot_height r)).+1.
  have [lo1 hi1] := squares_higher (leq_maxl (dot_height l) (dot_height r) : ((dot_height l).+1 <= h)%N) IHl.
  have [lo2 hi2] := squares_higher (leq_maxr (dot_height l) (dot_height r) : ((dot_height r).+1 <= h)%N) IHr.
  have := sum_of_floats tie prec_gt0 (float_dotted emin tie prec_gt0 F F l) (float_dotted emin tie prec_gt0 F F r) => rounded.
  have l0 := dotted_ge0 l; have r0 := dotted_ge0 r; have ql := Q_ge0 (dot_leaves l); have qr := Q_ge0 (dot_leaves r).
  have next := fl_ge0 emin tie prec_gt0 (Rplus_le_le_0_compat _ _ l0 r0).
  rewrite [dotted F F _]/= [dot_height _]/= [dot_leaves _]/= /Q /count over_cat size_cat plus_INR -/h.
  rewrite -[X in X * (eta / 2)]Rplus_0_r.
  apply: (one_more_square _ _ _ _ _ (s := dotted F F l + dotted F F r)); [| exact: next | lra | | lra | | | lra].
  + by rewrite -/(Q (dot_leaves l)) -/(Q (dot_leaves r)); lra.
  + by apply: Rplus_le_le_0_compat; exact: pos_INR.
  + by rewrite -/(Q (dot_leaves l)) -/(Q (dot_leaves r)) -/(count (dot_leaves l)) -/(count (dot_leaves r)); lra.
  + by rewrite -/(Q (dot_leaves l)) -/(Q (dot_leaves r)) -/(count (dot_leaves l)) -/(count (dot_leaves r)); lra.
Qed.

End Squares.
