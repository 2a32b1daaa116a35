(* How much is left far away of weights that fall with the distance as a power does. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From atensi Require Import exponential.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition distance (i j : nat) : nat := (i - j) + (j - i).

Section Powers.
Variable R : rcfType.
Implicit Types x : R.

Lemma distanceE i j :
  Num.max (i.+1%:R - j.+1%:R) (j.+1%:R - i.+1%:R) = (distance i j)%:R :> R.
Proof.
rewrite /distance; have [ij|/ltnW ji] := leqP i j.
  have /eqP -> : (i - j == 0)%N by rewrite subn_eq0.
  rewrite add0n max_r; first by rewrite -natrB ?ltnS // subSS.
  by rewrite (@le_trans _ _ 0) // ?subr_le0 ?subr_ge0 ler_nat ltnS.
have /eqP -> : (j - i == 0)%N by rewrite subn_eq0.
rewrite addn0 max_l; first by rewrite -natrB ?ltnS // subSS.
by rewrite (@le_trans _ _ 0) // ?subr_le0 ?subr_ge0 ler_nat ltnS.
Qed.

Lemma later x i r n :
  \sum_(j < n) (i + r <= j)%N%:R * (x ^+ (j - i) * (1 - x)) + x ^+ (maxn n (i + r) - i) = x ^+ r.
Proof.
elim: n => [|n IH]; first by rewrite big_ord0 add0r max0n addKn.
rewrite big_ord_recr /=; case: leqP => far; last first.
  by rewrite mul0r addr0 -[RHS]IH (maxn_idPr far) (maxn_idPr (ltnW far)).
rewrite mul1r (maxn_idPl (leqW far)) (subSn (leq_trans (leq_addr _ _) far)) exprS.
by rewrite -[RHS]IH (maxn_idPl far) -addrA mulrBr mulr1 [x * _]mulrC subrK.
Qed.

Lemma earlier x i r n :
  \sum_(j < n) (j + r <= i)%N%:R * (x ^+ (i - j) * (1 - x)) + x ^+ i.+1
  = x ^+ (i.+1 - minn n (i.+1 - r)).
Proof.
elim: n => [|n IH]; first by rewrite big_ord0 add0r min0n subn0.
rewrite big_ord_recr /= addrAC IH; case: leqP => far; last first.
  have ni : (i.+1 - r <= n)%N by rewrite leq_subLR addnC.
  by rewrite mul0r addr0 (minn_idPr ni) (minn_idPr (leqW ni)).
have ni : (n < i.+1 - r)%N by rewrite ltn_subRL addnC ltnS.
rewrite mul1r (minn_idPl ni) (minn_idPl (ltnW ni)) subSS subSn; last exact: leq_trans (leq_addr _ _) far.
by rewrite exprS mulrBr mulr1 [x * _]mulrC addrC subrK.
Qed.

Lemma far_powers x i r n : 0 <= x -> x <= 1 ->
  \sum_(j < n) (r <= distance i j)%N%:R * (x ^+ distance i j * (1 - x)) <= 2%:R * x ^+ r.
Proof.
move=> x0 x1; have y0 : 0 <= 1 - x by rewrite subr_ge0.
have pow k : 0 <= x ^+ k * (1 - x) by rewrite mulr_ge0 ?exprn_ge0.
have after := later x i r n; have before := earlier x i r n.
have up : \sum_(j < n) (i + r <= j)%N%:R * (x ^+ (j - i) * (1 - x)) <= x ^+ r.
  by rewrite -after ler_addl exprn_ge0.
have down : \sum_(j < n) (j + r <= i)%N%:R * (x ^+ (i - j) * (1 - x)) <= x ^+ r.
  have [ri|ir] := leqP r i.+1.
    apply: (@le_trans _ _ (x ^+ (i.+1 - minn n (i.+1 - r)))).
      by rewrite -before ler_addl exprn_ge0.
    by apply: ler_wiexpn2l => //; rewrite -{1}(subKn ri) leq_sub2l ?geq_minr.
  rewrite big1 ?exprn_ge0 // => j _; have [ji|_] := leqP (j + r) i; last by rewrite mul0r.
  by have := leq_trans ir (leq_trans (leq_addl j r) ji); rewrite ltnNge leqnSn.
rewrite mulr_natl mulr2n; apply: le_trans (ler_add up down); rewrite -big_split /=.
apply: ler_sum => j _; rewrite /distance; have [ij|/ltnW ji] := leqP i j.
  have /eqP -> : (i - j == 0)%N by rewrite subn_eq0.
  by rewrite add0n leq_subRL // ler_addl mulr_ge0 ?ler0n.
have /eqP -> : (j - i == 0)%N by rewrite subn_eq0.
by rewrite addn0 leq_subRL // ler_addr mulr_ge0 ?ler0n.
Qed.

Lemma e_times (e : exponential R) m k : e (m * k%:R) = e m ^+ k.
Proof. by elim: k => [|k IH]; rewrite ?mulr0 ?e0 // mulrSr mulrDr mulr1 eD IH exprSr. Qed.

Theorem far_keys (e : exponential R) n r (s : 'I_n -> R) (C m : R) (i : 'I_n) :
  0 < m -> (forall j, s j - s i <= C) ->
  \sum_(j < n) (r <= distance i j)%N%:R
    * (e (s j - m * (distance i j)%:R) / \sum_(k < n) e (s k - m * (distance i k)%:R))
  <= 2%:R * e C * e (- m * r%:R) / (1 - e (- m)).
Proof.
move=> m0 high; set x := e (- m); set Z := \sum_(k < n) e _.
have x1 : x < 1 by rewrite -(e0 e) e_lt oppr_lt0.
have weighs j : e (s j - m * (distance i j)%:R) = e (s j) * x ^+ distance i j.
  by rewrite eD -mulNr e_times.
have Zi : e (s i) <= Z.
  rewrite /Z (bigD1 i) //= weighs [distance i i]addnn subnn expr0 mulr1 ler_addl.
  by apply: sumr_ge0 => j _; exact: e_ge0.
have Z0 : 0 < Z := lt_le_trans (e_gt0 e _) Zi.
rewrite e_times -/x ler_pdivl_mulr ?subr_gt0 // mulr_suml [2%:R * _]mulrC -mulrA.
apply: le_trans (ler_wpmul2l (e_ge0 e C) (far_powers i r n (e_ge0 e _) (ltW x1))).
rewrite mulr_sumr; apply: ler_sum => j _; rewrite weighs -/x.
rewrite [X in _ <= X]mulrCA -[X in X <= _]mulrA; apply: ler_wpmul2l; first exact: ler0n.
rewrite [X in _ <= X]mulrA; apply: ler_wpmul2r; first by rewrite subr_ge0 ltW.
rewrite ler_pdivr_mulr // mulrAC; apply: ler_wpmul2r; first by rewrite exprn_ge0 ?e_ge0.
apply: (@le_trans _ _ (e C * e (s i))); last by rewrite ler_wpmul2l ?e_ge0.
by rewrite -eD e_le -ler_subl_addr.
Qed.

End Powers.
