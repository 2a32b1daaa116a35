(* What the claims of embedding say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina embedding` prints them. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import exponential embedding limits.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem one_hot_is_sparse_0 :
  forall V : nat, (0 < V)%N ->
  forall t : 'I_V,
  forall v : 'I_V,
  ((t == v)%:R) ^+ 2 = (t == v)%:R :> R.
Proof.
case=> [//|V] _; move=> t v.
by have H := (one_hot_is_sparse R t).1 v; by_theorem H.
Qed.

Theorem one_hot_is_sparse_1 :
  forall V : nat, (0 < V)%N ->
  forall t : 'I_V,
  \sum_(s1 < V) ((t == s1)%:R) = 1 :> R.
Proof.
case=> [//|V] _; move=> t.
by have H := (one_hot_is_sparse R t).2; by_theorem H.
Qed.

Theorem one_hot_knows_no_relation_0 :
  forall V : nat, (0 < V)%N ->
  forall s : 'I_V,
  forall t : 'I_V,
  \sum_(s1 < V) (((s == s1)%:R) * ((t == s1)%:R)) = (s == t)%:R :> R.
Proof.
case=> [//|V] _; move=> s t.
have H := congr1 (fun A : 'M_1 => A 0 0) (one_hot_knows_no_relation R s t).1.
by rewrite [RHS]mxE eqxx mulr1n in H; by_theorem H.
Qed.

Theorem one_hot_knows_no_relation_1 :
  forall V : nat, (0 < V)%N ->
  forall s : 'I_V,
  forall t : 'I_V,
  \sum_(s1 < V) ((((s == s1)%:R) - ((t == s1)%:R)) ^+ 2) = 2%:R - (2%:R * ((s == t)%:R)) :> R.
Proof.
case=> [//|V] _; move=> s t.
have H := congr1 (fun A : 'M_1 => A 0 0) (one_hot_knows_no_relation R s t).2.
by rewrite [RHS]mxE eqxx mulr1n in H; by_theorem H.
Qed.

Theorem counts_embed_as_sums_0 :
  forall V : nat, (0 < V)%N ->
  forall d_model : nat, (0 < d_model)%N ->
  forall E : 'M[R]_(V, d_model),
  forall c : 'rV[R]_V,
  forall a : 'I_d_model,
  \sum_(s1 < V) ((\sum_(s2 < V) ((c 0 s2) * ((s2 == s1)%:R))) * (E s1 a)) = \sum_(s1 < V) ((c 0 s1) * (E s1 a)) :> R.
Proof.
case=> [//|V] _; case=> [//|d_model] _; move=> E c a.
have H := congr1 (fun A : 'rV_d_model.+1 => A 0 a) (counts_embed_as_sums c E).
rewrite summxE in H; transitivity (\sum_v (c 0 v *: row v E) 0 a); last first.
  by apply: eq_bigr => v _; rewrite !mxE.
rewrite -H mxE; apply: eq_bigr => v _; congr (_ * _); rewrite summxE.
by apply: eq_bigr => u _; rewrite !mxE eq_sym.
Qed.

Theorem selects_a_row_0 :
  forall V : nat, (0 < V)%N ->
  forall d_model : nat, (0 < d_model)%N ->
  forall E : 'M[R]_(V, d_model),
  forall a : 'I_d_model,
  forall t : 'I_V,
  \sum_(s1 < V) (((t == s1)%:R) * (E s1 a)) = E t a :> R.
Proof.
case=> [//|V] _; case=> [//|d_model] _; move=> E a t.
have H := congr1 (fun A : 'rV_d_model.+1 => A 0 a) (selects_a_row t E).
by by_theorem H.
Qed.

Theorem narrow_table_reduces_the_dimension_1 :
  forall V : nat, (0 < V)%N ->
  forall d_model : nat, (0 < d_model)%N ->
  forall r : nat, (0 < r)%N ->
  (r%:R >= 1 :> R) ->
  (V%:R = d_model%:R + r%:R :> R) ->
  d_model%:R < V%:R :> R.
Proof.
case=> [//|V] _; case=> [//|d_model] _; case=> [//|r] _; move=> h1 h2.
by rewrite h2 ltr_addl ltr0n.
Qed.

Theorem only_used_rows_are_trained_0 :
  forall V : nat, (0 < V)%N ->
  forall d_model : nat, (0 < d_model)%N ->
  forall E : 'M[R]_(V, d_model),
  forall a : 'I_d_model,
  forall b : 'I_d_model,
  forall t : 'I_V,
  forall u : 'I_V,
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < V) (((t == s1)%:R) * ((E s1 a) + ((step * ((s1 == u)%:R)) * ((a == b)%:R))))) - (\sum_(s1 < V) (((t == s1)%:R) * (E s1 a)))) / step - (((t == u)%:R) * ((a == b)%:R))| < eps.
Proof.
case=> [//|V] _; case=> [//|d_model] _; move=> E a b t u.
have H := moves_sum (fun v => moves_scaled (t == v)%:R
  (moves_ext (fun s => congr1 (+%R (E v a)) (mulrA s (v == u)%:R (a == b)%:R))
    (moves_line (E v a) ((v == u)%:R * (a == b)%:R)))).
refine (moves_value H _); rewrite (eq_bigr _ (fun v _ => mulrA _ _ _)) -mulr_suml.
by rewrite (only_one (fun v => (t == v)%:R) u).
Qed.

End Said.
