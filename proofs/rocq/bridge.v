(* From a theorem to what a claim says of entries: our definitions written out, matrices read entry
   by entry, sums term by term, and `ring` for what is left. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential softmax lookup heads kernel normalization feedforward scores.
From atensi Require Import rows encoder decoder scaling contrastive bert embedding position retrieval.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Ltac written_out H :=
  unfold softmax.softmax, masked_softmax, is_max, weights, entropy, cost, jacobian, attention,
  masked_attention, leads, dot_product_attention, masked_dot_product_attention, heads.scores,
  everything, gaussian, log_kernel, regression, squared, kernel.dot, additive, cosine,
  scores.length, plain_norm, layer_norm, variance, normalization.mean, varied, normalised,
  norm_jacobian, loss, logistic, one_hot, joint, bernoulli, net, on_each_row, multi_head,
  decoder.causal, bert.logistic, side_by_side, loss_if, mean_loss in H.

Lemma equal_if T (a b c d : T) : a = c -> b = d -> (a = b) <-> (c = d).
Proof. by move=> -> ->. Qed.

Lemma related_if T (o : T -> T -> bool) a b c d : a = c -> b = d -> (o a b) <-> (o c d).
Proof. by move=> -> ->. Qed.

Lemma other_if (T : eqType) (a b c d : T) : a = c -> b = d -> (a != b) <-> (c != d).
Proof. by move=> -> ->. Qed.

Lemma both_if (A B C D : Prop) : (A <-> C) -> (B <-> D) -> (A /\ B) <-> (C /\ D).
Proof. by case=> ? ? [? ?]; split=> [] []; auto. Qed.

Lemma implied_if (A B C D : Prop) : (A <-> C) -> (B <-> D) -> (A -> B) <-> (C -> D).
Proof. by tauto. Qed.

Lemma all_if T (P Q : T -> Prop) : (forall x, P x <-> Q x) -> (forall x, P x) <-> (forall x, Q x).
Proof. by move=> same; split=> all x; apply/same. Qed.

Lemma one_more (R : ringType) n : n%:R + 1 = n.+1%:R :> R.
Proof. by rewrite -mulrSr. Qed.

Lemma one_less (R : ringType) n : n.+1%:R - 1 = n%:R :> R.
Proof. by rewrite -one_more addrK. Qed.

Lemma jacobianE (R : rcfType) n (p : 'rV[R]_n) i k :
  (diag_mx p - p^T *m p) i k = p 0 i * ((i == k)%:R - p 0 k).
Proof. by rewrite !mxE big_ord1 !mxE mulrBr mulr_natr. Qed.

(* An entry of a norm as claims print it, of a row that is given entry by entry. *)
Lemma norm_of (R : rcfType) n d (gain bias : 'rV[R]_d) (eps : R) (x : 'M[R]_(n, d)) i f c :
  (forall l, x i l = f l) ->
  layer_norm gain bias eps x i c = gain 0 c * ((f c - 1 / d%:R * (\sum_s f s))
    / Num.sqrt (1 / d%:R * (\sum_s (f s - 1 / d%:R * (\sum_r f r)) ^+ 2) + eps)) + bias 0 c.
Proof.
move=> of_f; have mean_f : normalization.mean x i = 1 / d%:R * (\sum_s f s).
  by rewrite [RHS]mulrC mul1r; congr (_ / _); apply: eq_bigr => s _; exact: of_f.
have variance_f : variance x i = 1 / d%:R * (\sum_s (f s - 1 / d%:R * (\sum_r f r)) ^+ 2).
  rewrite /variance mean_f [RHS]mulrC mul1r; congr (_ / _).
  by apply: eq_bigr => s _; rewrite of_f.
by rewrite [LHS]mxE mean_f variance_f of_f.
Qed.

Lemma plain_norm_of (R : rcfType) n d (x : 'M[R]_(n, d)) i f c : (forall l, x i l = f l) ->
  plain_norm x i c = (f c - 1 / d%:R * (\sum_s f s))
    / Num.sqrt (1 / d%:R * (\sum_s (f s - 1 / d%:R * (\sum_r f r)) ^+ 2)).
Proof. by move=> of_f; rewrite /plain_norm (norm_of _ _ _ _ of_f) !mxE mul1r !addr0. Qed.

(* Two numbers that are one: entry by entry, term by term, then ring. Of a square the root is compared
   first: written as a product, its factor would be compared twice. A variable that has one value is
   named, since a rewriting of any such variable would be tried at every term. *)
Ltac ones := repeat match goal with x : 'I_1 |- _ => rewrite (ord1 x) end.
Ltac entries :=
  progress (rewrite ?jacobianE; rewrite ?mxE; rewrite ?big_ord1;
    rewrite ?mul1r ?mulr1 ?div1r ?addr0 ?add0r ?subr0 ?eqxx ?mulNr ?opprK ?expr2 ?invrK; ones).
Ltac factors := refine (f_equal2 *%R _ _).
Ltac terms := refine (f_equal2 +%R _ _).
Ltac rings :=
  first [ by rewrite ?natrD ?natrM -?one_more; ring
        | by case: eqVneq => [->|_]; rewrite ?mul1r ?mul0r; ring
        | by rewrite eq_sym ].
Ltac alike :=
  lazymatch goal with
  | |- ?x = ?x => reflexivity
  | |- bigop _ _ _ = bigop _ _ _ => apply: eq_bigr => ? _; alike
  | |- bigop _ _ _ = _^-1 => fail
  | |- _^-1 = bigop _ _ _ => fail
  | |- _ ^+ 2 = _ ^+ 2 => first [ solve [f_equal; alike] | written ]
  | |- _ => written
  end
with written :=
  first [ reflexivity | tryif entries then alike else first [ solve [parts] | rings ] ]
with parts :=
  lazymatch goal with
  | |- ?a * ?b = ?c * ?d =>
      first [ solve [factors; alike] | solve [rewrite [RHS]mulrC; factors; alike] ]
  | |- ?a + ?b = ?c + ?d =>
      first [ solve [terms; alike] | solve [rewrite [RHS]addrC; terms; alike] ]
  | |- _ => progress f_equal; alike
  end.
Ltac agree :=
  lazymatch goal with
  | |- ?P <-> ?P => exact: iff_refl
  | |- (_ /\ _) <-> (_ /\ _) => apply: both_if; agree
  | |- (_ = _) <-> (_ = _) => apply: equal_if; alike
  | |- (is_true (~~ (_ == _))) <-> (is_true (~~ (_ == _))) => apply: other_if; alike
  | |- (is_true (?o _ _)) <-> (is_true (?p _ _)) => apply: (@related_if _ o); alike
  | |- (_ -> _) <-> (_ -> _) =>
      first [ apply: implied_if; agree | apply: all_if => ?; agree ]
  | |- _ => apply: all_if => ?; agree
  end.

(* A theorem H, of our definitions, says what the goal says of entries. *)
Ltac by_theorem H :=
  cbv zeta in H; do 3 written_out H; cbv beta in H;
  first [ exact H
        | let P := type of H in
          match goal with |- ?Q => enough (same : P <-> Q); [exact (proj1 same H) | agree] end ].
