(* What the claims of scores say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina scores` prints them. *)
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

Theorem every_number_is_a_score_0 :
  forall d : nat, (0 < d)%N ->
  forall q : 'rV[R]_d,
  forall t : R,
  (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)) != 0 :> R) ->
  \sum_(s1 < d) ((q 0 s1) * ((t * (q 0 s1)) / (\sum_(s2 < d) ((q 0 s2) ^+ 2)))) = t :> R.
Proof.
case=> [//|d] _; move=> q t h1.
have q0 : q != 0.
  apply: contraNneq h1 => ->; rewrite big1 ?sqrtr0 // => a _.
  by rewrite mxE expr0n.
have H := every_number_is_a_score t q0; rewrite -[RHS]H.
by apply: eq_bigr => a _; rewrite mxE squaredE mulrAC.
Qed.

Theorem cosine_distance_must_be_negated_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d),
  forall c : 'rV[R]_n,
  forall q : 'rV[R]_d,
  forall i : 'I_n,
  (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)) != 0 :> R) ->
  (forall (j : 'I_n), Num.sqrt (\sum_(s1 < d) ((K j s1) ^+ 2)) != 0 :> R) ->
  (forall (j : 'I_n), c 0 j = (\sum_(s1 < d) ((q 0 s1) * (K j s1))) / ((Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2))) * (Num.sqrt (\sum_(s1 < d) ((K j s1) ^+ 2)))) :> R) ->
  (e (- (1 - (c 0 i)))) / (\sum_(s1 < n) (e (- (1 - (c 0 s1))))) = (e (c 0 i)) / (\sum_(s1 < n) (e (c 0 s1))) :> R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> K c q i h1 h2 h3.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (negated_distance e c).
by by_theorem H.
Qed.

Theorem cosine_distance_must_be_negated_1 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d),
  forall c : 'rV[R]_n,
  forall q : 'rV[R]_d,
  forall i : 'I_n,
  forall k : 'I_n,
  (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)) != 0 :> R) ->
  (forall (j : 'I_n), Num.sqrt (\sum_(s1 < d) ((K j s1) ^+ 2)) != 0 :> R) ->
  (forall (j : 'I_n), c 0 j = (\sum_(s1 < d) ((q 0 s1) * (K j s1))) / ((Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2))) * (Num.sqrt (\sum_(s1 < d) ((K j s1) ^+ 2)))) :> R) ->
  (c 0 i > c 0 k) ->
  (e (c 0 i)) / (\sum_(s1 < n) (e (c 0 s1))) > (e (c 0 k)) / (\sum_(s1 < n) (e (c 0 s1))).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> K c q i k h1 h2 h3 h4.
by have H := (keeps_order e c 0 i k).1.1 h4; by_theorem H.
Qed.

Theorem cosine_distance_must_be_negated_2 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d),
  forall c : 'rV[R]_n,
  forall q : 'rV[R]_d,
  forall i : 'I_n,
  forall k : 'I_n,
  (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)) != 0 :> R) ->
  (forall (j : 'I_n), Num.sqrt (\sum_(s1 < d) ((K j s1) ^+ 2)) != 0 :> R) ->
  (forall (j : 'I_n), c 0 j = (\sum_(s1 < d) ((q 0 s1) * (K j s1))) / ((Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2))) * (Num.sqrt (\sum_(s1 < d) ((K j s1) ^+ 2)))) :> R) ->
  (c 0 i > c 0 k) ->
  (e (1 - (c 0 i))) / (\sum_(s1 < n) (e (1 - (c 0 s1)))) < (e (1 - (c 0 k))) / (\sum_(s1 < n) (e (1 - (c 0 s1)))).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> K c q i k h1 h2 h3 h4.
have less : (\row_j (1 - c 0 j)) 0 i < (\row_j (1 - c 0 j)) 0 k :> R.
  by rewrite !mxE ltr_add2l ltr_opp2.
by have H := (keeps_order e (\row_j (1 - c 0 j)) 0 k i).1.1 less; by_theorem H.
Qed.

Theorem cosine_forgets_lengths_0 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall s : R,
  (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)) != 0 :> R) ->
  (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2)) != 0 :> R) ->
  (s > 0) ->
  (\sum_(s1 < d) ((s * (q 0 s1)) * (k 0 s1))) / ((Num.sqrt (\sum_(s1 < d) ((s * (q 0 s1)) ^+ 2))) * (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2)))) = (\sum_(s1 < d) ((q 0 s1) * (k 0 s1))) / ((Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2))) * (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2)))) :> R.
Proof.
case=> [//|d] _; move=> k q s h1 h2 h3.
have H := cosine_forgets_lengths q k h3.
by rewrite /cosine /scores.length !squaredE in H; by_theorem H.
Qed.

Theorem cosine_cannot_focus_0 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall k_prime : 'rV[R]_d,
  forall q : 'rV[R]_d,
  (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)) != 0 :> R) ->
  (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2)) != 0 :> R) ->
  (Num.sqrt (\sum_(s1 < d) ((k_prime 0 s1) ^+ 2)) != 0 :> R) ->
  ((\sum_(s1 < d) ((q 0 s1) * (k_prime 0 s1))) / ((Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2))) * (Num.sqrt (\sum_(s1 < d) ((k_prime 0 s1) ^+ 2))))) - ((\sum_(s1 < d) ((q 0 s1) * (k 0 s1))) / ((Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2))) * (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2))))) <= 2%:R.
Proof.
case=> [//|d] _; move=> k k_prime q h1 h2 h3.
have nonzero (x : 'rV[R]_d.+1) : Num.sqrt (\sum_(a < d.+1) x 0 a ^+ 2) != 0 -> x != 0.
  apply: contraNneq => ->; rewrite big1 ?sqrtr0 // => a _.
  by rewrite mxE expr0n.
have /andP [_ H] := cosine_bounded (nonzero _ h1) (nonzero _ h3).
have /andP [G _] := cosine_bounded (nonzero _ h1) (nonzero _ h2).
rewrite /cosine /scores.length !squaredE in H G.
by rewrite (_ : 2%:R = 1 - -1 :> R); [apply: ler_sub | rewrite opprK].
Qed.

Theorem cosine_cannot_focus_1 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall c : 'rV[R]_n,
  forall k : 'rV[R]_d,
  forall k_prime : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall c_0 : R,
  (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)) != 0 :> R) ->
  (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2)) != 0 :> R) ->
  (Num.sqrt (\sum_(s1 < d) ((k_prime 0 s1) ^+ 2)) != 0 :> R) ->
  (forall (j : 'I_n), c_0 - (c 0 j) <= 2%:R) ->
  (e c_0) / ((e c_0) + (\sum_(s1 < n) (e (c 0 s1)))) <= (e 2%:R) / ((e 2%:R) + n%:R).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> c k k_prime q c_0 h1 h2 h3 h4.
by have H := leads_by_two e h4; by_theorem H.
Qed.

Theorem linear_additive_forgets_the_query_0 :
  forall d_attn : nat, (0 < d_attn)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall d_q : nat, (0 < d_q)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall W_k : 'M[R]_(d_k, d_attn),
  forall W_q : 'M[R]_(d_q, d_attn),
  forall q : 'rV[R]_d_q,
  forall w_out : 'rV[R]_d_attn,
  forall i : 'I_n,
  (e (\sum_(s1 < d_attn) (((\sum_(s2 < d_q) ((q 0 s2) * (W_q s2 s1))) + (\sum_(s2 < d_k) ((K i s2) * (W_k s2 s1)))) * (w_out 0 s1)))) / (\sum_(s1 < n) (e (\sum_(s2 < d_attn) (((\sum_(s3 < d_q) ((q 0 s3) * (W_q s3 s2))) + (\sum_(s3 < d_k) ((K s1 s3) * (W_k s3 s2)))) * (w_out 0 s2))))) = (e (\sum_(s1 < d_attn) ((\sum_(s2 < d_k) ((K i s2) * (W_k s2 s1))) * (w_out 0 s1)))) / (\sum_(s1 < n) (e (\sum_(s2 < d_attn) ((\sum_(s3 < d_k) ((K s1 s3) * (W_k s3 s2))) * (w_out 0 s2))))) :> R.
Proof.
case=> [//|d_attn] _; case=> [//|d_k] _; case=> [//|d_q] _; case=> [//|n] _; move=> K W_k W_q q w_out i.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (linear_additive_forgets_the_query e W_q W_k w_out^T q K).
by by_theorem H.
Qed.

Theorem dot_log_odds_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d),
  forall q : 'rV[R]_d,
  forall i : 'I_n,
  forall k : 'I_n,
  ln e (((e (\sum_(s1 < d) ((q 0 s1) * (K i s1)))) / (\sum_(s1 < n) (e (\sum_(s2 < d) ((q 0 s2) * (K s1 s2)))))) / ((e (\sum_(s1 < d) ((q 0 s1) * (K k s1)))) / (\sum_(s1 < n) (e (\sum_(s2 < d) ((q 0 s2) * (K s1 s2))))))) = \sum_(s1 < d) ((q 0 s1) * ((K i s1) - (K k s1))) :> R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> K q i k.
by have H := dot_log_odds e q K i k; by_theorem H.
Qed.

Theorem only_the_product_of_projections_counts_0 :
  forall d_attn : nat, (0 < d_attn)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall d_q : nat, (0 < d_q)%N ->
  forall W_k : 'M[R]_(d_k, d_attn),
  forall W_q : 'M[R]_(d_q, d_attn),
  forall k : 'rV[R]_d_k,
  forall q : 'rV[R]_d_q,
  \sum_(s1 < d_attn) ((\sum_(s2 < d_q) ((q 0 s2) * (W_q s2 s1))) * (\sum_(s2 < d_k) ((k 0 s2) * (W_k s2 s1)))) = \sum_(s1 < d_q) (\sum_(s2 < d_k) (((q 0 s1) * (k 0 s2)) * (\sum_(s3 < d_attn) ((W_q s1 s3) * (W_k s2 s3))))) :> R.
Proof.
case=> [//|d_attn] _; case=> [//|d_k] _; case=> [//|d_q] _; move=> W_k W_q k q.
have H := congr1 (fun A : 'M_1 => A 0 0) (only_the_product_counts q k W_q W_k).
have right : (q *m (W_q *m W_k^T) *m k^T) 0 0 =
    \sum_b \sum_c (q 0 b * k 0 c) * \sum_a W_q b a * W_k c a.
  rewrite !mxE exchange_big; apply: eq_bigr => c _; rewrite !mxE mulr_suml.
  apply: eq_bigr => b _; rewrite !mxE mulrAC; congr (_ * _).
  by apply: eq_bigr => a _; rewrite mxE.
by rewrite right in H; by_theorem H.
Qed.

End Said.
