(* How many points of a regular grid lie within a window. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Grid.
Variable R : rcfType.

Lemma places_in_a_window (k : nat) (a b c : R) : 0 <= a -> c <= k%:R -> c <= b - 1 ->
  c - a <= \sum_(s < k) ((a <= s.+1%:R) && (s.+1%:R <= b))%:R.
Proof.
move=> a0; elim: k c => [|k IH] c ck cb.
  by rewrite big_ord0 subr_le0 (le_trans ck).
rewrite big_ord_recr /=.
have [below|above] := boolP (a <= k.+1%:R); last first.
  rewrite addr0; rewrite -ltNge in above.
  by rewrite (le_trans _ (sumr_ge0 _ (fun i _ => ler0n _ _))) // subr_le0 (le_trans ck) // ltW.
have [inside|outside] := boolP (k.+1%:R <= b) => /=.
  rewrite -ler_subl_addr addrAC; apply: IH.
    by rewrite ler_subl_addr -[_ + 1]mulrSr.
  by apply: le_trans cb; rewrite ler_subl_addr ler_addl ler01.
rewrite addr0; rewrite -ltNge in outside; apply: IH => //.
apply: (le_trans cb); rewrite ler_subl_addr -[_ + 1]mulrSr.
exact: ltW.
Qed.

Theorem grid_has_points_in_reach (n : nat) (h t : R) : 0 < h -> 0 <= t -> t <= 1 -> h <= 1 ->
  n.+1%:R * h - 1 <= \sum_(s < n.+1) (1 - (`|s.+1%:R / n.+1%:R - t| > h)%R%:R).
Proof.
move=> h0 t0 t1 h1; have n0 : 0 < n.+1%:R :> R by rewrite ltr0n.
pose a : R := if t <= h then 0 else t - h.
have [a0 at_ ah ah1] : [/\ 0 <= a, t - h <= a, a + h <= t + h & a + h <= 1].
  rewrite /a; case: ifP => [th|/negbT]; first by rewrite lexx subr_le0 th add0r h1 ler_addr t0.
  by rewrite -ltNge => th; rewrite subr_ge0 ltW // lexx subrK ler_addl ltW.
have window := @places_in_a_window n.+1 (n.+1%:R * a) (n.+1%:R * (a + h)) (n.+1%:R * (a + h) - 1).
apply: (@le_trans _ _ (n.+1%:R * (a + h) - 1 - n.+1%:R * a)).
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
apply: le_trans (window _ _ _) _ => //; first by rewrite mulr_ge0 // ltW.
  rewrite ler_subl_addr (@le_trans _ _ n.+1%:R) ?ler_addl ?ler01 //.
  by rewrite -[X in _ <= X]mulr1 ler_wpmul2l // ltW.
apply: ler_sum => s _; have [/andP[low high]|_] := boolP (_ && _); last first.
  by rewrite subr_ge0; case: (_ < _); rewrite ?lexx ?ler01.
suff -> : (h < `|s.+1%:R / n.+1%:R - t|) = false by rewrite subr0.
have far : s.+1%:R / n.+1%:R <= a + h by rewrite ler_pdivr_mulr // mulrC.
have near : a <= s.+1%:R / n.+1%:R by rewrite ler_pdivl_mulr // mulrC.
apply/negbTE; rewrite -leNgt ler_norml; apply/andP; split.
  by rewrite ler_subr_addr addrC (le_trans at_).
by rewrite ler_subl_addr (le_trans far) // [h + t]addrC.
Qed.

End Grid.
