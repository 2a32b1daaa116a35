(* The exponential over any real closed field, by the laws that no other function on the reals
   has: e (x + y) = e x e y and 1 + x <= e x. Written for Coq 8.16 and mathcomp 1.15 (Debian 12). *)
From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Record exponential (R : rcfType) := Exponential {
  power :> R -> R;
  ln : R -> R;
  eD : forall x y, power (x + y) = power x * power y;
  e_ge : forall x, 1 + x <= power x;
  lnK : forall x, 0 < x -> power (ln x) = x
}.

Section Laws.
Variables (R : rcfType) (e : exponential R).
Implicit Types x y : R.

Lemma e0 : e 0 = 1.
Proof.
have ge1 : 1 <= e 0 by rewrite -{1}[1]addr0 e_ge.
have nz : e 0 != 0 by rewrite gt_eqF // (lt_le_trans ltr01).
by apply: (mulfI nz); rewrite -eD addr0 mulr1.
Qed.

Lemma e_neq0 x : e x != 0.
Proof.
apply/eqP => z; have := oner_neq0 R.
by rewrite -e0 -{1}(subrr x) eD z mul0r eqxx.
Qed.

Lemma e_gt0 x : 0 < e x.
Proof.
rewrite lt_def e_neq0 /=.
have ->: x = x / 2%:R + x / 2%:R by rewrite -mulrDl -mulr2n -mulr_natr mulfK // pnatr_eq0.
by rewrite eD -expr2 sqr_ge0.
Qed.

Lemma e_ge0 x : 0 <= e x. Proof. exact/ltW/e_gt0. Qed.

Lemma eN x : e (- x) = (e x)^-1.
Proof. by apply: (mulfI (e_neq0 x)); rewrite -eD subrr e0 divff ?e_neq0. Qed.

Lemma eB x y : e (x - y) = e x / e y. Proof. by rewrite eD eN. Qed.

Lemma e_gt x : x != 0 -> 1 + x < e x.
Proof.
move=> nz; have [neg|pos] := ltP (1 + x / 2%:R) 0.
  apply: lt_trans (e_gt0 x); rewrite -(pmulr_rlt0 _ (ltr0n R 2)) mulrDr mulr1 in neg.
  by rewrite mulrCA divff ?pnatr_eq0 // mulr1 in neg; apply: lt_trans neg; rewrite ltr_add2r ltr1n.
have ->: e x = e (x / 2%:R) ^+ 2.
  by rewrite expr2 -eD -mulrDl -mulr2n -mulr_natr mulfK // pnatr_eq0.
apply: (@lt_le_trans _ _ ((1 + x / 2%:R) ^+ 2)); last first.
  by rewrite ler_pexpn2r ?nnegrE ?e_ge0 ?e_ge.
rewrite sqrrD expr1n mul1r -[_ *+ 2]mulr_natr divfK ?pnatr_eq0 // ltr_addl.
by rewrite exprn_even_gt0 //= mulf_neq0 // invr_eq0 pnatr_eq0.
Qed.

Lemma e_gt1 x : 0 < x -> 1 < e x.
Proof. by move=> p; apply: lt_le_trans (e_ge e x); rewrite ltr_addl. Qed.

Lemma e_lt x y : (e x < e y) = (x < y).
Proof.
have up a b : a < b -> e a < e b.
  by move=> ab; rewrite -(subrK a b) eD ltr_pmull ?e_gt0 // e_gt1 // subr_gt0.
have [|ba|->] := ltgtP x y; [exact: up | | by rewrite ltxx].
by apply/negbTE; rewrite -leNgt ltW ?up.
Qed.

Lemma e_le x y : (e x <= e y) = (x <= y).
Proof. by rewrite !leNgt e_lt. Qed.

Lemma e_inj : injective e.
Proof. by move=> x y /eqP; rewrite eq_le !e_le -eq_le => /eqP. Qed.

Lemma eK x : ln e (e x) = x.
Proof. by apply: e_inj; rewrite lnK ?e_gt0. Qed.

Lemma lnM x y : 0 < x -> 0 < y -> ln e (x * y) = ln e x + ln e y.
Proof. by move=> x0 y0; apply: e_inj; rewrite eD !lnK ?mulr_gt0. Qed.

Lemma lnV x : 0 < x -> ln e x^-1 = - ln e x.
Proof. by move=> x0; apply: e_inj; rewrite eN !lnK ?invr_gt0. Qed.

Lemma ln_div x y : 0 < x -> 0 < y -> ln e (x / y) = ln e x - ln e y.
Proof. by move=> x0 y0; rewrite lnM ?invr_gt0 // lnV. Qed.

Lemma ln1 : ln e 1 = 0. Proof. by rewrite -e0 eK. Qed.

Lemma ln_le x y : 0 < x -> 0 < y -> (ln e x <= ln e y) = (x <= y).
Proof. by move=> x0 y0; rewrite -e_le !lnK. Qed.

Lemma ln_lt x y : 0 < x -> 0 < y -> (ln e x < ln e y) = (x < y).
Proof. by move=> x0 y0; rewrite -e_lt !lnK. Qed.

Lemma ln_below x : 0 < x -> ln e x <= x - 1.
Proof. by move=> x0; rewrite ler_subr_addl -{2}(lnK e x0) e_ge. Qed.

Lemma ln_strictly_below x : 0 < x -> x != 1 -> ln e x < x - 1.
Proof.
move=> x0 x1; rewrite ltr_subr_addl -{2}(lnK e x0) e_gt //.
by apply: contra x1 => /eqP z; rewrite -(lnK e x0) z e0.
Qed.

Lemma sum_e_gt0 n (x : 'I_n.+1 -> R) : 0 < \sum_j e (x j).
Proof.
rewrite big_ord_recl; apply: ltr_spaddl; first exact: e_gt0.
by apply: sumr_ge0 => j _; apply: e_ge0.
Qed.

Lemma sum_e_neq0 n (x : 'I_n.+1 -> R) : \sum_j e (x j) != 0.
Proof. by rewrite gt_eqF ?sum_e_gt0. Qed.

(* What e (- y) tends to, and how fast, without any analysis. *)
Lemma e_vanishes y : 0 <= y -> e (- y) <= (1 + y)^-1.
Proof.
move=> y0; have p : 0 < 1 + y by rewrite (lt_le_trans ltr01) // ler_addl.
by rewrite eN lef_pinv ?posrE ?e_gt0 // e_ge.
Qed.

Lemma e_below n y eps : 0 < eps -> n%:R / eps <= y -> n%:R * e (- y) <= eps.
Proof.
move=> eps0 large; have y0 : 0 <= y by apply: le_trans large; rewrite divr_ge0 ?ler0n ?ltW.
have p : 0 < 1 + y by rewrite (lt_le_trans ltr01) // ler_addl.
apply: le_trans (ler_wpmul2l (ler0n _ _) (e_vanishes y0)) _.
rewrite ler_pdivr_mulr // mulrDr mulr1; rewrite ler_pdivr_mulr // mulrC in large.
by apply: le_trans large _; rewrite ler_addr ltW.
Qed.

End Laws.
