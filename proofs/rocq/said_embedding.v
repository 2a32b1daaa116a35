(* Proofs that our theorems imply what the claims of embedding say, relation by relation. Where
   `said` stands, the statement is put, and after `Proof.` the names of what it speaks of; `python
   -m proofs.engine.gallina embedding` prints both. *)
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

Theorem one_hot_is_sparse_0 : said.
Proof.
by have H := (one_hot_is_sparse R t).1 v; by_theorem H.
Qed.

Theorem one_hot_is_sparse_1 : said.
Proof.
by have H := (one_hot_is_sparse R t).2; by_theorem H.
Qed.

Theorem one_hot_knows_no_relation_0 : said.
Proof.
have H := congr1 (fun A : 'M_1 => A 0 0) (one_hot_knows_no_relation R s t).1.
by rewrite [RHS]mxE eqxx mulr1n in H; by_theorem H.
Qed.

Theorem one_hot_knows_no_relation_1 : said.
Proof.
have H := congr1 (fun A : 'M_1 => A 0 0) (one_hot_knows_no_relation R s t).2.
by rewrite [RHS]mxE eqxx mulr1n in H; by_theorem H.
Qed.

Theorem counts_embed_as_sums_0 : said.
Proof.
have H := congr1 (fun A : 'rV_d_model.+1 => A 0 a) (counts_embed_as_sums c E).
rewrite summxE in H; transitivity (\sum_v (c 0 v *: row v E) 0 a); last first.
  by apply: eq_bigr => v _; rewrite !mxE.
rewrite -H mxE; apply: eq_bigr => v _; congr (_ * _); rewrite summxE.
by apply: eq_bigr => u _; rewrite !mxE eq_sym.
Qed.

Theorem selects_a_row_0 : said.
Proof.
have H := congr1 (fun A : 'rV_d_model.+1 => A 0 a) (selects_a_row t E).
by by_theorem H.
Qed.

Theorem narrow_table_reduces_the_dimension_1 : said.
Proof.
by rewrite h2 ltr_addl ltr0n.
Qed.

Theorem only_used_rows_are_trained_0 : said.
Proof.
have H := moves_sum (fun v => moves_scaled (t == v)%:R
  (moves_ext (fun s => congr1 (+%R (E v a)) (mulrA s (v == u)%:R (a == b)%:R))
    (moves_line (E v a) ((v == u)%:R * (a == b)%:R)))).
refine (moves_value H _); rewrite (eq_bigr _ (fun v _ => mulrA _ _ _)) -mulr_suml.
by rewrite (only_one (fun v => (t == v)%:R) u).
Qed.

End Said.
