(* Coq's own real numbers as a real closed field, and its exp and ln as a model of the record
   `exponential`: what is proved for every such field holds for them. *)
From Coq Require Import Reals Lra FunctionalExtensionality ClassicalEpsilon.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential position.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Definition eqr (x y : R) : bool := if Req_EM_T x y then true else false.

Lemma eqrP : Equality.axiom eqr.
Proof. by move=> x y; rewrite /eqr; case: Req_EM_T => h; constructor. Qed.

Canonical R_eqType := Eval hnf in EqType R (EqMixin eqrP).

Definition find (P : pred R) (n : nat) : option R :=
  match excluded_middle_informative (exists x, P x) with
  | left found => Some (proj1_sig (constructive_indefinite_description _ found))
  | right _ => None
  end.

Lemma find_correct P n x : find P n = Some x -> P x.
Proof.
by rewrite /find; case: excluded_middle_informative => // found [<-]; case: constructive_indefinite_description.
Qed.

Lemma find_complete (P : pred R) : (exists x, P x) -> exists n, find P n.
Proof. by move=> found; exists 0%N; rewrite /find; case: excluded_middle_informative. Qed.

Lemma find_extensional P Q : P =1 Q -> find P =1 find Q.
Proof. by move=> PQ n; congr find; apply: FunctionalExtensionality.functional_extensionality. Qed.

Definition R_choiceMixin := Choice.Mixin find_correct find_complete find_extensional.
Canonical R_choiceType := Eval hnf in ChoiceType R R_choiceMixin.

Lemma RplusA : associative Rplus. Proof. by move=> *; rewrite Rplus_assoc. Qed.
Definition R_zmodMixin := ZmodMixin RplusA Rplus_comm Rplus_0_l Rplus_opp_l.
Canonical R_zmodType := Eval hnf in ZmodType R R_zmodMixin.

Lemma RmultA : associative Rmult. Proof. by move=> *; rewrite Rmult_assoc. Qed.
Lemma R1_neq0 : R1 != R0. Proof. by apply/eqP/R1_neq_R0. Qed.
Definition R_ringMixin := RingMixin RmultA Rmult_1_l Rmult_1_r Rmult_plus_distr_r
  Rmult_plus_distr_l R1_neq0.
Canonical R_ringType := Eval hnf in RingType R R_ringMixin.
Canonical R_comRingType := Eval hnf in ComRingType R Rmult_comm.

Definition Rinvx x := if x == 0 then x else / x.
Lemma Rinvx_mult x : x != 0 -> Rinvx x * x = 1.
Proof. by move=> nz; rewrite /Rinvx (negbTE nz); field; apply/eqP. Qed.
Lemma Rinvx_0 : Rinvx 0 = 0. Proof. by rewrite /Rinvx eqxx. Qed.
Definition R_unitRingMixin := FieldUnitMixin Rinvx_mult Rinvx_0.
Canonical R_unitRingType := Eval hnf in UnitRingType R R_unitRingMixin.
Canonical R_comUnitRingType := Eval hnf in [comUnitRingType of R].
Lemma R_fieldMixin : GRing.Field.mixin_of [unitRingType of R]. Proof. by []. Qed.
Definition R_idomainMixin := FieldIdomainMixin R_fieldMixin.
Canonical R_idomainType := Eval hnf in IdomainType R R_idomainMixin.
Canonical R_fieldType := Eval hnf in FieldType R R_fieldMixin.

Definition leb (x y : R) : bool := if Rle_dec x y then true else false.
Definition ltb (x y : R) : bool := if Rlt_dec x y then true else false.
Lemma lebP x y : reflect (x <= y) (leb x y).
Proof. by rewrite /leb; case: Rle_dec => h; constructor. Qed.
Lemma ltbP x y : reflect (x < y) (ltb x y).
Proof. by rewrite /ltb; case: Rlt_dec => h; constructor. Qed.

Lemma leb_add x y : leb 0 x -> leb 0 y -> leb 0 (x + y).
Proof. by move=> /lebP ? /lebP ?; apply/lebP; lra. Qed.
Lemma leb_mul x y : leb 0 x -> leb 0 y -> leb 0 (x * y).
Proof. by move=> /lebP ? /lebP ?; apply/lebP; apply: Rmult_le_pos. Qed.
Lemma leb_anti x : leb 0 x -> leb x 0 -> x = 0.
Proof. by move=> /lebP ? /lebP ?; lra. Qed.
Lemma leb_sub x y : leb 0 (y - x) = leb x y.
Proof. by apply/lebP/lebP; lra. Qed.
Lemma leb_total x : leb 0 x || leb x 0.
Proof. by apply/orP; case: (Rle_dec 0 x) => ?; [left|right]; apply/lebP; lra. Qed.
Lemma ge0_abs x : leb 0 x -> Rabs x = x.
Proof. by move=> /lebP ?; apply: Rabs_pos_eq. Qed.
Lemma ltb_def x y : ltb x y = (y != x) && leb x y.
Proof.
apply/ltbP/andP => [lt|[/eqP ne /lebP ?]]; last by lra.
by split; [apply/eqP; lra | apply/lebP; lra].
Qed.

Definition R_leMixin : realLeMixin R_idomainType :=
  RealLeMixin leb_add leb_mul leb_anti leb_sub leb_total Rabs_Ropp ge0_abs ltb_def.
Canonical R_porderType := POrderType ring_display R R_leMixin.
Canonical R_latticeType := LatticeType R R_leMixin.
Canonical R_distrLatticeType := DistrLatticeType R R_leMixin.
Lemma leb_total2 x y : leb x y || leb y x.
Proof. by apply/orP; case: (Rle_dec x y) => ?; [left|right]; apply/lebP; lra. Qed.
Canonical R_orderType := OrderType R leb_total2.
Canonical R_numDomainType := NumDomainType R R_leMixin.
Canonical R_normedZmodType := NormedZmodType R R R_leMixin.
Canonical R_numFieldType := [numFieldType of R].
Canonical R_realDomainType := [realDomainType of R].
Canonical R_realFieldType := [realFieldType of R].

Local Open Scope ring_scope.

Lemma RleP (x y : R) : reflect (Rle x y) (x <= y). Proof. exact: lebP. Qed.
Lemma RltP (x y : R) : reflect (Rlt x y) (x < y). Proof. exact: ltbP. Qed.

Lemma horner_continuous (p : {poly R}) : continuity (fun x : R => p.[x]).
Proof.
elim/poly_ind: p => [|p c IH].
  by move=> x; apply: (continuity_pt_ext (fct_cte 0)) => [y|]; rewrite ?horner0 //;
    apply: continuity_const.
move=> x; apply: (continuity_pt_ext (plus_fct (mult_fct (fun y => p.[y]) id) (fct_cte c))).
  by move=> y; rewrite hornerMXaddC.
by apply: continuity_pt_plus; [apply: continuity_pt_mult; [exact: IH | exact: derivable_continuous_pt (derivable_pt_id x)] | exact: continuity_const].
Qed.

Lemma R_closed : Num.real_closed_axiom R_realFieldType.
Proof.
move=> p a b /RleP ab /andP [/RleP pa /RleP pb].
have [|c [[ac cb] pc]] := @IVT_cor (fun x : R => p.[x]) a b (horner_continuous p) ab.
  by move: pa pb; rewrite /GRing.zero /= => *; apply: Rmult_le_0_r.
by exists c; [apply/andP; split; apply/RleP | apply/rootP].
Qed.
Canonical R_rcfType := RcfType R R_closed.

Lemma R_e_ge (x : R) : (1 + x <= exp x)%R.
Proof.
apply/RleP; have [->|nz] := Req_dec x 0; first by rewrite exp_0; apply/RleP; rewrite addr0.
by apply/Rlt_le/exp_ineq1.
Qed.

Lemma R_lnK (x : R) : (0 < x)%R -> exp (Rpower.ln x) = x.
Proof. by move/RltP => pos; apply: exp_ln. Qed.

(* The model of the record `exponential`. *)
Definition R_exp : exponential R_rcfType := Exponential exp_plus R_e_ge R_lnK.

Lemma R_sineN (x : R) : sin (- x) = - sin x. Proof. exact: sin_neg. Qed.
Lemma R_cosinN (x : R) : cos (- x) = cos x. Proof. exact: cos_neg. Qed.
Lemma R_pythagoras (x : R) : (sin x ^+ 2 + cos x ^+ 2)%R = 1.
Proof. by rewrite !expr2; exact: sin2_cos2. Qed.

(* The model of the record `circle`. *)
Definition R_circle : circle R_rcfType :=
  Circle sin_plus cos_plus R_sineN R_cosinN R_pythagoras.
