(* The backward pass of attention: the laws that its gradients keep, for any weights. *)
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Backward.
Variable R : rcfType.

(* Row i has the weights of A, or is empty. *)
Definition attending m n (rho : 'rV[bool]_m) (A : 'M[R]_(m, n)) : 'M[R]_(m, n) :=
  \matrix_(i, j) ((rho 0 i)%:R * A i j).

(* The gradients by the scores, from the weights P and the gradients W by them. *)
Definition softmax_gradient m n (P W : 'M[R]_(m, n)) : 'M[R]_(m, n) :=
  \matrix_(i, j) (P i j * (W i j - \sum_l P i l * W i l)).

Definition score_gradient m n dv (P : 'M[R]_(m, n)) (V : 'M[R]_(n, dv)) (G : 'M[R]_(m, dv)) :=
  softmax_gradient P (G *m V^T).

Definition query_gradient m n d dv (t : R) (P : 'M[R]_(m, n)) (K : 'M[R]_(n, d))
  (V : 'M[R]_(n, dv)) (G : 'M[R]_(m, dv)) : 'M[R]_(m, d) := t *: (score_gradient P V G *m K).

Definition key_gradient m n d dv (t : R) (P : 'M[R]_(m, n)) (Q : 'M[R]_(m, d))
  (V : 'M[R]_(n, dv)) (G : 'M[R]_(m, dv)) : 'M[R]_(n, d) := t *: ((score_gradient P V G)^T *m Q).

Definition value_gradient m n dv (P : 'M[R]_(m, n)) (G : 'M[R]_(m, dv)) : 'M[R]_(n, dv) :=
  P^T *m G.

Section Sums.
Variables (m n : nat) (rho : 'rV[bool]_m) (A : 'M[R]_(m, n)).
Local Notation P := (attending rho A).

Lemma weights_of_a_row i : \sum_j A i j = 1 -> \sum_j P i j = (rho 0 i)%:R.
Proof. by move=> one; under eq_bigr do rewrite mxE; rewrite -mulr_sumr one mulr1. Qed.

Theorem score_gradients_sum_to_zero dv (V : 'M[R]_(n, dv)) (G : 'M[R]_(m, dv)) i :
  \sum_j A i j = 1 -> \sum_j score_gradient P V G i j = 0.
Proof.
move=> one; under eq_bigr do rewrite mxE mulrBr; rewrite sumrB -mulr_suml weights_of_a_row //.
case empty: (rho 0 i); first by rewrite mul1r subrr.
by rewrite mul0r subr0; apply: big1 => j _; rewrite mxE empty !mul0r.
Qed.

Hypothesis ones : forall i, \sum_j A i j = 1.

Theorem key_gradients_sum_to_zero d dv (t : R) (Q : 'M[R]_(m, d)) (V : 'M[R]_(n, dv))
    (G : 'M[R]_(m, dv)) a : \sum_j key_gradient t P Q V G j a = 0.
Proof.
under eq_bigr do rewrite 2!mxE; rewrite -mulr_sumr exchange_big /= big1 ?mulr0 // => i _.
by under eq_bigr do rewrite mxE; rewrite -mulr_suml score_gradients_sum_to_zero ?mul0r.
Qed.

Theorem value_gradients_sum_to_the_upstream dv (G : 'M[R]_(m, dv)) c :
  \sum_j value_gradient P G j c = \sum_i (rho 0 i)%:R * G i c.
Proof.
under eq_bigr do rewrite mxE; rewrite exchange_big; apply: eq_bigr => i _.
by under eq_bigr do rewrite mxE; rewrite -mulr_suml weights_of_a_row.
Qed.

End Sums.

Section AnyWeights.
Variables (m n d dv : nat) (t : R) (P : 'M[R]_(m, n)).
Variables (Q : 'M[R]_(m, d)) (K : 'M[R]_(n, d)) (V : 'M[R]_(n, dv)) (G : 'M[R]_(m, dv)).

Theorem queries_and_keys_share_a_gauge :
  Q^T *m query_gradient t P K V G = (K^T *m key_gradient t P Q V G)^T.
Proof. by rewrite -!scalemxAr linearZ /= !trmx_mul !trmxK mulmxA. Qed.

Theorem values_answer_outputs : V^T *m value_gradient P G = (P *m V)^T *m G.
Proof. by rewrite trmx_mul mulmxA. Qed.

Lemma worth i j : (G *m V^T) i j = \sum_c G i c * V j c.
Proof. by rewrite mxE; apply: eq_bigr => c _; rewrite mxE. Qed.

(* The mean of what the values are worth to a query is the product of G and the output. *)
Lemma mean_worth i : \sum_l P i l * (G *m V^T) i l = \sum_c G i c * (P *m V) i c.
Proof.
under eq_bigr do rewrite worth mulr_sumr; rewrite exchange_big; apply: eq_bigr => c _.
by rewrite mxE mulr_sumr; apply: eq_bigr => j _; rewrite mulrCA.
Qed.

Theorem query_gradient_is_a_covariance i a :
  query_gradient t P K V G i a =
  t * \sum_c G i c * (\sum_j P i j * (V j c * K j a) - (P *m V) i c * (P *m K) i a).
Proof.
rewrite mxE; congr (_ * _); rewrite mxE.
under eq_bigr do rewrite mxE mean_worth worth mulrBr mulrBl.
under [RHS]eq_bigr do rewrite mulrBr.
rewrite !sumrB; congr (_ - _).
  under eq_bigr do rewrite mulr_sumr mulr_suml; rewrite exchange_big; apply: eq_bigr => c _.
  rewrite mulr_sumr; apply: eq_bigr => j _.
  by move: (P i j) (G i c) (V j c) (K j a) => *; ring.
under [RHS]eq_bigr do rewrite mulrA; rewrite -mulr_suml [(P *m K) i a]mxE mulr_sumr.
by apply: eq_bigr => j _; rewrite mulrAC mulrC.
Qed.

Theorem key_gradient_is_made_of_value_gradients j a :
  key_gradient t P Q V G j a =
  t * (\sum_c V j c * value_gradient P (\matrix_(i, c) (Q i a * G i c)) j c
       - \sum_i P i j * (Q i a * \sum_c G i c * (P *m V) i c)).
Proof.
rewrite mxE; congr (_ * _); rewrite mxE.
under eq_bigr do rewrite !mxE mean_worth mulrBr mulrBl.
rewrite sumrB; congr (_ - _); last by apply: eq_bigr => i _; rewrite -mulrA [X in _ * X]mulrC.
under [RHS]eq_bigr do rewrite mxE mulr_sumr; rewrite exchange_big; apply: eq_bigr => i _.
rewrite mulr_sumr mulr_suml; apply: eq_bigr => c _; rewrite !mxE.
by move: (P i j) (G i c) (V j c) (Q i a) => *; ring.
Qed.

End AnyWeights.

Section Orders.
Variables (m n d dv : nat) (t : R) (P : 'M[R]_(m, n)).
Variables (Q : 'M[R]_(m, d)) (K : 'M[R]_(n, d)) (V : 'M[R]_(n, dv)) (G : 'M[R]_(m, dv)).

Lemma worth_of_other_keys (s : 'S_n) : G *m (row_perm s V)^T = col_perm s (G *m V^T).
Proof. by apply/matrixP => i j; rewrite !mxE; apply: eq_bigr => c _; rewrite !mxE. Qed.

Lemma scores_of_other_keys (s : 'S_n) :
  score_gradient (col_perm s P) (row_perm s V) G = col_perm s (score_gradient P V G).
Proof.
apply/matrixP => i j; rewrite /score_gradient worth_of_other_keys !mxE; congr (_ * (_ - _)).
by rewrite [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => l _; rewrite !mxE.
Qed.

Lemma scores_of_other_queries (s : 'S_m) :
  score_gradient (row_perm s P) V (row_perm s G) = row_perm s (score_gradient P V G).
Proof.
apply/matrixP => i j; rewrite /score_gradient !mxE; congr (_ * (_ - _)).
  by apply: eq_bigr => c _; rewrite !mxE.
by apply: eq_bigr => l _; rewrite !mxE; congr (_ * _); apply: eq_bigr => c _; rewrite !mxE.
Qed.

Theorem other_keys_queries_stay (s : 'S_n) :
  query_gradient t (col_perm s P) (row_perm s K) (row_perm s V) G = query_gradient t P K V G.
Proof.
rewrite /query_gradient scores_of_other_keys; congr (_ *: _); apply/matrixP => i a.
rewrite !mxE [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => j _.
by rewrite [col_perm _ _ _ _]mxE [row_perm _ _ _ _]mxE.
Qed.

Theorem other_keys_keys_follow (s : 'S_n) :
  key_gradient t (col_perm s P) Q (row_perm s V) G = row_perm s (key_gradient t P Q V G).
Proof.
apply/matrixP => j a; rewrite /key_gradient scores_of_other_keys !mxE; congr (_ * _).
by apply: eq_bigr => i _; rewrite !mxE.
Qed.

Theorem other_queries_keys_stay (s : 'S_m) :
  key_gradient t (row_perm s P) (row_perm s Q) V (row_perm s G) = key_gradient t P Q V G.
Proof.
rewrite /key_gradient scores_of_other_queries; congr (_ *: _); apply/matrixP => j a.
rewrite !mxE [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => i _.
by rewrite ![_^T _ _]mxE ![row_perm _ _ _ _]mxE.
Qed.

Theorem other_queries_values_stay (s : 'S_m) :
  value_gradient (row_perm s P) (row_perm s G) = value_gradient P G.
Proof.
apply/matrixP => j c; rewrite !mxE [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => i _.
by rewrite !mxE.
Qed.

End Orders.

Section Upstream.
Variables (n : nat) (p g : 'rV[R]_n).
Hypothesis one : \sum_j p 0 j = 1.

Theorem equal_upstream_sees_nothing (u : R) :
  (forall l, g 0 l = u) -> softmax_gradient p g = 0.
Proof.
move=> same; apply/matrixP => i j; rewrite ord1 !mxE same.
under eq_bigr do rewrite same; by rewrite -mulr_suml one mul1r subrr mulr0.
Qed.

Theorem along_itself_it_is_the_variance :
  \sum_j softmax_gradient p g 0 j * g 0 j
  = \sum_j p 0 j * g 0 j ^+ 2 - (\sum_j p 0 j * g 0 j) ^+ 2.
Proof.
under eq_bigr do rewrite mxE mulrAC mulrBr; rewrite sumrB -mulr_suml expr2; congr (_ - _).
by apply: eq_bigr => j _; rewrite expr2 mulrA.
Qed.

End Upstream.

End Backward.
