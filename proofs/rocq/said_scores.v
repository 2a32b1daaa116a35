(* Proofs that our theorems imply what the claims of scores say, relation by relation. Where `said`
   stands, the statement is put, and after `Proof.` the names of what it speaks of; `python -m
   proofs.engine.gallina scores` prints both. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import exponential softmax lookup kernel scores.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem every_number_is_a_score_0 : said.
Proof.
have q0 : q != 0.
  apply: contraNneq h1 => ->; rewrite big1 ?sqrtr0 // => a _.
  by rewrite mxE expr0n.
have H := every_number_is_a_score t q0; rewrite -[RHS]H.
by apply: eq_bigr => a _; rewrite mxE squaredE mulrAC.
Qed.

Theorem cosine_distance_must_be_negated_0 : said.
Proof.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (negated_distance e c).
by by_theorem H.
Qed.

Theorem cosine_distance_must_be_negated_1 : said.
Proof.
by have H := (keeps_order e c 0 i k).1.1 h4; by_theorem H.
Qed.

Theorem cosine_distance_must_be_negated_2 : said.
Proof.
have less : (\row_j (1 - c 0 j)) 0 i < (\row_j (1 - c 0 j)) 0 k :> R.
  by rewrite !mxE ltr_add2l ltr_opp2.
by have H := (keeps_order e (\row_j (1 - c 0 j)) 0 k i).1.1 less; by_theorem H.
Qed.

Theorem cosine_forgets_lengths_0 : said.
Proof.
have H := cosine_forgets_lengths q k h3.
by rewrite /cosine /scores.length !squaredE in H; by_theorem H.
Qed.

Theorem cosine_cannot_focus_0 : said.
Proof.
have nonzero (x : 'rV[R]_d.+1) : Num.sqrt (\sum_(a < d.+1) x 0 a ^+ 2) != 0 -> x != 0.
  apply: contraNneq => ->; rewrite big1 ?sqrtr0 // => a _.
  by rewrite mxE expr0n.
have /andP [_ H] := cosine_bounded (nonzero _ h1) (nonzero _ h3).
have /andP [G _] := cosine_bounded (nonzero _ h1) (nonzero _ h2).
rewrite /cosine /scores.length !squaredE in H G.
by rewrite (_ : 2%:R = 1 - -1 :> R); [apply: ler_sub | rewrite opprK].
Qed.

Theorem cosine_cannot_focus_1 : said.
Proof.
by have H := leads_by_two e h4; by_theorem H.
Qed.

Theorem linear_additive_forgets_the_query_0 : said.
Proof.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (linear_additive_forgets_the_query e W_q W_k w_out^T q K).
by by_theorem H.
Qed.

Theorem dot_log_odds_0 : said.
Proof.
by have H := dot_log_odds e q K i k; by_theorem H.
Qed.

Theorem only_the_product_of_projections_counts_0 : said.
Proof.
have H := congr1 (fun A : 'M_1 => A 0 0) (only_the_product_counts q k W_q W_k).
have right : (q *m (W_q *m W_k^T) *m k^T) 0 0 =
    \sum_b \sum_c (q 0 b * k 0 c) * \sum_a W_q b a * W_k c a.
  rewrite !mxE exchange_big; apply: eq_bigr => c _; rewrite !mxE mulr_suml.
  apply: eq_bigr => b _; rewrite !mxE mulrAC; congr (_ * _).
  by apply: eq_bigr => a _; rewrite mxE.
by rewrite right in H; by_theorem H.
Qed.

End Said.
