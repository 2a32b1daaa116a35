(* From theorems over Coq's real numbers to what a claim says in the words of mathcomp: the same
   number, operation by operation. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Lemma invR (x : R) : (x^-1)%R = / x.
Proof. by rewrite /GRing.inv /= /Rinvx; case: eqP => [->|//]; rewrite Rinv_0. Qed.

Lemma expR (x : R) k : (x ^+ k)%R = x ^ k.
Proof. by elim: k => // k IH; rewrite exprS IH. Qed.

Lemma le_same a b c d : a = c -> b = d -> c <= d -> a <= b.
Proof. by move=> -> ->. Qed.

Lemma eq_same (a b c d : R) : a = c -> b = d -> c = d -> a = b.
Proof. by move=> -> ->. Qed.

Ltac whole := rewrite ?natR ?addn1 ?addn2 ?addnS ?addn0 /=; lra.
Ltac same :=
  cbv beta;
  lazymatch goal with
  | |- ?a = ?a => reflexivity
  | |- bigop _ _ _ = Sum _ => apply: eq_bigr => ? _; same
  | |- (?a + ?b)%R = Rminus ?c ?d => change (a + b)%R with (Rplus a b); unfold Rminus; f_equal; same
  | |- (?a + ?b)%R = Rplus ?c ?d => change (a + b)%R with (Rplus a b); f_equal; same
  | |- (- ?a)%R = Ropp ?c => change (- a)%R with (Ropp a); f_equal; same
  | |- (?a * ?b^-1)%R = Rdiv ?c ?d => change (a * b^-1)%R with (Rmult a (b^-1)%R); rewrite (invR b); change (Rdiv c d) with (Rmult c (Rinv d)); apply: (f_equal2 Rmult); [same | apply: (f_equal Rinv); same]
  | |- (?a * ?b)%R = Rmult ?c ?d => change (a * b)%R with (Rmult a b); f_equal; same
  | |- (Num.Def.normr ?a) = Rabs ?c => change (Num.Def.normr a) with (Rabs a); f_equal; same
  | |- (?a ^+ ?k)%R = pow ?c ?l => rewrite expR ?addn1 ?addn4 ?addnS; f_equal; same
  | |- power R_exp ?a = exp ?c => change (power R_exp a) with (exp a); f_equal; same
  | |- ln R_exp ?a = Rpower.ln ?c => change (ln R_exp a) with (Rpower.ln a); f_equal; same
  | |- (?n%:R)%R = INR _ => rewrite natR; reflexivity
  | |- (?n%:R)%R = IZR _ => whole
  | |- _ => reflexivity
  end.

(* The goal is what H says. *)
Ltac by_reals H :=
  apply/RleP; apply: (le_same _ _ H); [same | same].

(* What H says, in the words of the goal. *)
Ltac in_reals H :=
  cbv beta;
  let H' := fresh in
  first [have H' := RleP _ _ H | have H' := Rlt_le _ _ (RltP _ _ H)];
  apply: (le_same _ _ H'); symmetry; [same | same].

(* The same for an equation. *)
Ltac equal_in_reals H :=
  cbv beta; apply: (eq_same _ _ H); symmetry; [same | same].
