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

(* An operation of mathcomp is that of Coq, for parts that are the same. *)
Section Operations.
Variables a b c d : R.
Hypotheses (first : a = c) (second : b = d).

Lemma sumR : (a + b)%R = c + d. Proof. by rewrite first second. Qed.
Lemma oppositeR : (- a)%R = - c. Proof. by rewrite first. Qed.
Lemma productR : (a * b)%R = c * d. Proof. by rewrite first second. Qed.
Lemma quotientR : (a * b^-1)%R = c / d. Proof. by rewrite first second invR. Qed.
Lemma normR : Num.Def.normr a = Rabs c. Proof. by rewrite first. Qed.
Lemma exponentialR : power R_exp a = exp c. Proof. by rewrite first. Qed.
Lemma lnR : ln R_exp a = Rpower.ln c. Proof. by rewrite first. Qed.
End Operations.

Ltac whole := rewrite ?natR ?addn1 ?addn2 ?addnS ?addn0 /=; lra.
Ltac same :=
  cbv beta;
  lazymatch goal with
  | |- ?a = ?a => reflexivity
  | |- bigop _ _ _ = Sum _ => apply: eq_bigr => ? _; same
  | |- (_ + _)%R = Rminus _ _ => refine (sumR _ _); same
  | |- (_ + _)%R = Rplus _ _ => refine (sumR _ _); same
  | |- (- _)%R = Ropp _ => refine (oppositeR _); same
  | |- (_ * _^-1)%R = Rdiv _ _ => refine (quotientR _ _); same
  | |- (_ * _)%R = Rmult _ _ => refine (productR _ _); same
  | |- Num.Def.normr _ = Rabs _ => refine (normR _); same
  | |- (_ ^+ _)%R = pow _ _ => rewrite expR ?addn1 ?addn4 ?addnS; f_equal; same
  | |- power R_exp _ = exp _ => refine (exponentialR _); same
  | |- ln R_exp _ = Rpower.ln _ => refine (lnR _); same
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
