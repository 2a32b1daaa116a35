(* What the claims of kernel say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina kernel` prints them. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import exponential softmax lookup heads kernel limits grid.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem regression_is_attention_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall y : 'rV[R]_n,
  forall beta : R,
  \sum_(s1 < n) (((e (ln e (e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) / (\sum_(s2 < n) (e (ln e (e (((- (\sum_(s3 < d) (((x_star 0 s3) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))))) * (y 0 s1)) = \sum_(s1 < n) (((e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((x_star 0 s3) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1)) :> R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> x x_star y beta.
apply: eq_bigr => i _; rewrite eK; congr (_ / _ * _).
by apply: eq_bigr => j _; rewrite eK.
Qed.

Theorem regression_is_attention_1 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall beta : R,
  forall i : 'I_n,
  ln e (e (((- (\sum_(s1 < d) (((x_star 0 s1) - (x i s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) = ((- (beta ^+ 2)) * (\sum_(s1 < d) (((x_star 0 s1) - (x i s1)) ^+ 2))) / 2%:R :> R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> x x_star beta i.
by rewrite eK; congr (_ / _); rewrite !mulNr mulrC.
Qed.

Theorem double_exponential_cannot_focus_0 :
  forall d : nat, (0 < d)%N ->
  forall u : 'rV[R]_d,
  forall beta : R,
  0 < e (((- (\sum_(s1 < d) ((u 0 s1) ^+ 2))) * (beta ^+ 2)) / 2%:R).
Proof.
case=> [//|d] _; move=> u beta.
exact: e_gt0.
Qed.

Theorem double_exponential_cannot_focus_1 :
  forall d : nat, (0 < d)%N ->
  forall u : 'rV[R]_d,
  forall beta : R,
  e (((- (\sum_(s1 < d) ((u 0 s1) ^+ 2))) * (beta ^+ 2)) / 2%:R) <= 1.
Proof.
case=> [//|d] _; move=> u beta.
have far : 0 <= \sum_(a < d.+1) u 0 a ^+ 2 by apply: sumr_ge0 => a _; apply: sqr_ge0.
rewrite -[X in _ <= X](e0 e) e_le !mulNr oppr_le0.
by apply: divr_ge0; [apply: mulr_ge0; rewrite ?sqr_ge0 | apply: ler0n].
Qed.

Theorem double_exponential_cannot_focus_2 :
  forall n : nat, (0 < n)%N ->
  forall K : 'rV[R]_n,
  forall K_0 : R,
  (forall (j : 'I_n), K 0 j >= 0) ->
  (K_0 <= 1) ->
  (e K_0) / ((e K_0) + (\sum_(s1 < n) (e (K 0 s1)))) <= (e 1) / ((e 1) + n%:R).
Proof.
case=> [//|n] _; move=> K K_0 h1 h2.
by have H := one_kernel_cannot_focus e h1 h2; by_theorem H.
Qed.

Theorem constant_factor_cancels_0 :
  forall n : nat, (0 < n)%N ->
  forall K : 'rV[R]_n,
  forall c : R,
  forall i : 'I_n,
  (\sum_(s1 < n) (K 0 s1) != 0 :> R) ->
  (c != 0 :> R) ->
  (c * (K 0 i)) / (\sum_(s1 < n) (c * (K 0 s1))) = (K 0 i) / (\sum_(s1 < n) (K 0 s1)) :> R.
Proof.
case=> [//|n] _; move=> K c i h1 h2.
exact: (constant_factor_cancels (K 0) h2).
Qed.

Theorem beta_is_inverse_width_0 :
  forall d : nat, (0 < d)%N ->
  forall u : 'rV[R]_d,
  forall beta : R,
  forall c : R,
  (c != 0 :> R) ->
  e (((- (\sum_(s1 < d) ((u 0 s1) ^+ 2))) * (beta ^+ 2)) / 2%:R) = e (((- (\sum_(s1 < d) (((u 0 s1) / c) ^+ 2))) * ((c * beta) ^+ 2)) / 2%:R) :> R.
Proof.
case=> [//|d] _; move=> u beta c h1.
have H := beta_is_inverse_width e beta u h1.
rewrite !gaussianE in H; rewrite H; congr (e (- _ * _ / _)).
by apply: eq_bigr => a _; rewrite mxE mulrC.
Qed.

Theorem beta_is_inverse_width_1 :
  forall d : nat, (0 < d)%N ->
  forall u : 'rV[R]_d,
  forall beta : R,
  forall c : R,
  (c != 0 :> R) ->
  (c >= 1) ->
  e (((- (\sum_(s1 < d) ((u 0 s1) ^+ 2))) * ((c * beta) ^+ 2)) / 2%:R) <= e (((- (\sum_(s1 < d) ((u 0 s1) ^+ 2))) * (beta ^+ 2)) / 2%:R).
Proof.
case=> [//|d] _; move=> u beta c h1 h2.
by have H := larger_beta_is_narrower e beta u h2; rewrite !gaussianE in H.
Qed.

Theorem translation_invariance_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall t : 'rV[R]_d,
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall y : 'rV[R]_n,
  forall beta : R,
  \sum_(s1 < n) (((e (((- (\sum_(s2 < d) ((((x_star 0 s2) + (t 0 s2)) - ((x s1 s2) + (t 0 s2))) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) ((((x_star 0 s3) + (t 0 s3)) - ((x s2 s3) + (t 0 s3))) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1)) = \sum_(s1 < n) (((e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((x_star 0 s3) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1)) :> R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> t x x_star y beta.
have H := congr1 (fun A : 'M_1 => A 0 0) (translation_invariance e beta x_star t x y^T).
by rewrite !regressionE in H; by_theorem H.
Qed.

Theorem bridge_defect_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall n : nat, (0 < n)%N ->
  forall k : 'M[R]_(n, d_k),
  forall q : 'rV[R]_d_k,
  forall beta : R,
  forall i : 'I_n,
  (e (((- (beta ^+ 2)) * (\sum_(s1 < d_k) (((q 0 s1) - (k i s1)) ^+ 2))) / 2%:R)) / (\sum_(s1 < n) (e (((- (beta ^+ 2)) * (\sum_(s2 < d_k) (((q 0 s2) - (k s1 s2)) ^+ 2))) / 2%:R))) = (e (((beta ^+ 2) * (\sum_(s1 < d_k) ((q 0 s1) * (k i s1)))) - (((beta ^+ 2) * (\sum_(s1 < d_k) ((k i s1) ^+ 2))) / 2%:R))) / (\sum_(s1 < n) (e (((beta ^+ 2) * (\sum_(s2 < d_k) ((q 0 s2) * (k s1 s2)))) - (((beta ^+ 2) * (\sum_(s2 < d_k) ((k s1 s2) ^+ 2))) / 2%:R)))) :> R.
Proof.
case=> [//|d_k] _; case=> [//|n] _; move=> k q beta i.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (bridge_defect e beta q k).
have score j : (\row_i0 (beta ^+ 2 * dot q (row i0 k) - beta ^+ 2 / 2%:R * squared (row i0 k))) 0 j =
    beta ^+ 2 * (\sum_s q 0 s * k j s) - beta ^+ 2 * (\sum_s k j s ^+ 2) / 2%:R.
  rewrite mxE squared_rowE [_ / _ * _]mulrAC; congr (_ * _ - _).
  by apply: eq_bigr => a _; rewrite mxE.
rewrite score_weightE softmaxE score in H; rewrite H; congr (_ / _).
by apply: eq_bigr => j _; rewrite score.
Qed.

Theorem attention_is_parametric_regression_0 :
  forall d_attn : nat, (0 < d_attn)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall d_q : nat, (0 < d_q)%N ->
  forall n : nat, (0 < n)%N ->
  forall W_k : 'M[R]_(d_k, d_attn),
  forall W_q : 'M[R]_(d_q, d_attn),
  forall k : 'M[R]_(n, d_k),
  forall q : 'rV[R]_d_q,
  forall v : 'rV[R]_n,
  \sum_(s1 < n) (((e (ln e (e ((\sum_(s2 < d_attn) ((\sum_(s3 < d_q) ((q 0 s3) * (W_q s3 s2))) * (\sum_(s3 < d_k) ((k s1 s3) * (W_k s3 s2))))) / (Num.sqrt d_attn%:R))))) / (\sum_(s2 < n) (e (ln e (e ((\sum_(s3 < d_attn) ((\sum_(s4 < d_q) ((q 0 s4) * (W_q s4 s3))) * (\sum_(s4 < d_k) ((k s2 s4) * (W_k s4 s3))))) / (Num.sqrt d_attn%:R))))))) * (v 0 s1)) = \sum_(s1 < n) (((e ((\sum_(s2 < d_attn) ((\sum_(s3 < d_q) ((q 0 s3) * (W_q s3 s2))) * (\sum_(s3 < d_k) ((k s1 s3) * (W_k s3 s2))))) / (Num.sqrt d_attn%:R))) / (\sum_(s2 < n) (e ((\sum_(s3 < d_attn) ((\sum_(s4 < d_q) ((q 0 s4) * (W_q s4 s3))) * (\sum_(s4 < d_k) ((k s2 s4) * (W_k s4 s3))))) / (Num.sqrt d_attn%:R))))) * (v 0 s1)) :> R.
Proof.
case=> [//|d_attn] _; case=> [//|d_k] _; case=> [//|d_q] _; case=> [//|n] _; move=> W_k W_q k q v.
apply: eq_bigr => i _; rewrite eK; congr (_ / _ * _).
by apply: eq_bigr => j _; rewrite eK.
Qed.

Theorem attention_is_parametric_regression_1 :
  forall d_attn : nat, (0 < d_attn)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall d_q : nat, (0 < d_q)%N ->
  forall n : nat, (0 < n)%N ->
  forall W_k : 'M[R]_(d_k, d_attn),
  forall W_q : 'M[R]_(d_q, d_attn),
  forall k : 'M[R]_(n, d_k),
  forall q : 'rV[R]_d_q,
  forall i : 'I_n,
  ln e (e ((\sum_(s1 < d_attn) ((\sum_(s2 < d_q) ((q 0 s2) * (W_q s2 s1))) * (\sum_(s2 < d_k) ((k i s2) * (W_k s2 s1))))) / (Num.sqrt d_attn%:R))) = (\sum_(s1 < d_attn) ((\sum_(s2 < d_q) ((q 0 s2) * (W_q s2 s1))) * (\sum_(s2 < d_k) ((k i s2) * (W_k s2 s1))))) / (Num.sqrt d_attn%:R) :> R.
Proof.
case=> [//|d_attn] _; case=> [//|d_k] _; case=> [//|d_q] _; case=> [//|n] _; move=> W_k W_q k q i.
by rewrite eK.
Qed.

Theorem bridge_to_dot_product_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall n : nat, (0 < n)%N ->
  forall k : 'M[R]_(n, d_k),
  forall q : 'rV[R]_d_k,
  forall beta : R,
  forall i : 'I_n,
  forall j : 'I_n,
  (ln e (((e (((- (beta ^+ 2)) * (\sum_(s1 < d_k) (((q 0 s1) - (k i s1)) ^+ 2))) / 2%:R)) / (\sum_(s1 < n) (e (((- (beta ^+ 2)) * (\sum_(s2 < d_k) (((q 0 s2) - (k s1 s2)) ^+ 2))) / 2%:R)))) / ((e (((- (beta ^+ 2)) * (\sum_(s1 < d_k) (((q 0 s1) - (k j s1)) ^+ 2))) / 2%:R)) / (\sum_(s1 < n) (e (((- (beta ^+ 2)) * (\sum_(s2 < d_k) (((q 0 s2) - (k s1 s2)) ^+ 2))) / 2%:R)))))) - (ln e (((e ((beta ^+ 2) * (\sum_(s1 < d_k) ((q 0 s1) * (k i s1))))) / (\sum_(s1 < n) (e ((beta ^+ 2) * (\sum_(s2 < d_k) ((q 0 s2) * (k s1 s2))))))) / ((e ((beta ^+ 2) * (\sum_(s1 < d_k) ((q 0 s1) * (k j s1))))) / (\sum_(s1 < n) (e ((beta ^+ 2) * (\sum_(s2 < d_k) ((q 0 s2) * (k s1 s2))))))))) = ((- (beta ^+ 2)) * ((\sum_(s1 < d_k) ((k i s1) ^+ 2)) - (\sum_(s1 < d_k) ((k j s1) ^+ 2)))) / 2%:R :> R.
Proof.
case=> [//|d_k] _; case=> [//|n] _; move=> k q beta i j.
have H := bridge_to_dot_product e beta q k i j; cbv zeta in H.
by rewrite !score_weightE !product_weightE !squared_rowE in H; rewrite H !mulNr; congr (- _); rewrite mulrAC.
Qed.

Theorem bridge_to_dot_product_1 :
  forall d_k : nat, (0 < d_k)%N ->
  forall n : nat, (0 < n)%N ->
  forall k : 'M[R]_(n, d_k),
  forall q : 'rV[R]_d_k,
  forall beta : R,
  forall i : 'I_n,
  (forall (j : 'I_n) (l : 'I_n), \sum_(s1 < d_k) ((k j s1) ^+ 2) = \sum_(s1 < d_k) ((k l s1) ^+ 2) :> R) ->
  (e (((- (beta ^+ 2)) * (\sum_(s1 < d_k) (((q 0 s1) - (k i s1)) ^+ 2))) / 2%:R)) / (\sum_(s1 < n) (e (((- (beta ^+ 2)) * (\sum_(s2 < d_k) (((q 0 s2) - (k s1 s2)) ^+ 2))) / 2%:R))) = (e ((beta ^+ 2) * (\sum_(s1 < d_k) ((q 0 s1) * (k i s1))))) / (\sum_(s1 < n) (e ((beta ^+ 2) * (\sum_(s2 < d_k) ((q 0 s2) * (k s1 s2)))))) :> R.
Proof.
case=> [//|d_k] _; case=> [//|n] _; move=> k q beta i h1.
have same l l' : squared (row l k) = squared (row l' k) by rewrite !squared_rowE.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (equal_lengths_suffice e beta q same).
by rewrite score_weightE product_weightE in H.
Qed.

Theorem bridge_to_dot_product_2 :
  forall d_k : nat, (0 < d_k)%N ->
  forall n : nat, (0 < n)%N ->
  forall k : 'M[R]_(n, d_k),
  forall q : 'rV[R]_d_k,
  forall beta : R,
  forall i : 'I_n,
  forall j : 'I_n,
  (forall (l : 'I_n), (e (((- (beta ^+ 2)) * (\sum_(s1 < d_k) (((q 0 s1) - (k l s1)) ^+ 2))) / 2%:R)) / (\sum_(s1 < n) (e (((- (beta ^+ 2)) * (\sum_(s2 < d_k) (((q 0 s2) - (k s1 s2)) ^+ 2))) / 2%:R))) = (e ((beta ^+ 2) * (\sum_(s1 < d_k) ((q 0 s1) * (k l s1))))) / (\sum_(s1 < n) (e ((beta ^+ 2) * (\sum_(s2 < d_k) ((q 0 s2) * (k s1 s2)))))) :> R) ->
  (beta != 0 :> R) ->
  \sum_(s1 < d_k) ((k i s1) ^+ 2) = \sum_(s1 < d_k) ((k j s1) ^+ 2) :> R.
Proof.
case=> [//|d_k] _; case=> [//|n] _; move=> k q beta i j h1 h2.
have same : softmax e (log_kernel beta q k) = softmax e (beta ^+ 2 *: (q *m k^T)).
  by apply/rowP => l; rewrite score_weightE product_weightE.
by have H := equal_lengths_are_needed h2 same i j; rewrite !squared_rowE in H.
Qed.

Theorem bridge_to_dot_product_3 :
  forall d_k : nat, (0 < d_k)%N ->
  forall n : nat, (0 < n)%N ->
  forall k : 'M[R]_(n, d_k),
  forall q : 'rV[R]_d_k,
  forall beta : R,
  forall i : 'I_n,
  (beta ^+ 2 = 1 / (Num.sqrt d_k%:R) :> R) ->
  (e ((beta ^+ 2) * (\sum_(s1 < d_k) ((q 0 s1) * (k i s1))))) / (\sum_(s1 < n) (e ((beta ^+ 2) * (\sum_(s2 < d_k) ((q 0 s2) * (k s1 s2)))))) = (e ((\sum_(s1 < d_k) ((q 0 s1) * (k i s1))) / (Num.sqrt d_k%:R))) / (\sum_(s1 < n) (e ((\sum_(s2 < d_k) ((q 0 s2) * (k s1 s2))) / (Num.sqrt d_k%:R)))) :> R.
Proof.
case=> [//|d_k] _; case=> [//|n] _; move=> k q beta i h1.
have turned x : beta ^+ 2 * x = x / Num.sqrt d_k.+1%:R by rewrite h1 div1r mulrC.
by rewrite turned; congr (_ / _); apply: eq_bigr => j _; rewrite turned.
Qed.

Theorem bisector_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall beta : R,
  forall h : R,
  forall i : 'I_n,
  forall k : 'I_n,
  (h = \sum_(s1 < d) (((x i s1) - (x k s1)) * ((x_star 0 s1) - (((x i s1) + (x k s1)) / 2%:R))) :> R) ->
  (beta != 0 :> R) ->
  ln e (((e (((- (\sum_(s1 < d) (((x_star 0 s1) - (x i s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s1 < n) (e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) / ((e (((- (\sum_(s1 < d) (((x_star 0 s1) - (x k s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s1 < n) (e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R))))) = (beta ^+ 2) * h :> R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> x x_star beta h i k h1 h2.
have H := bisector e beta x_star x i k; cbv zeta in H.
rewrite !kernel_weightE in H; rewrite H h1; congr (_ * _).
by apply: eq_bigr => a _; rewrite !mxE [2%:R^-1 * _]mulrC.
Qed.

Theorem bisector_1 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall beta : R,
  forall h : R,
  forall i : 'I_n,
  forall k : 'I_n,
  (h = \sum_(s1 < d) (((x i s1) - (x k s1)) * ((x_star 0 s1) - (((x i s1) + (x k s1)) / 2%:R))) :> R) ->
  (beta != 0 :> R) ->
  (h > 0) ->
  (e (((- (\sum_(s1 < d) (((x_star 0 s1) - (x i s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s1 < n) (e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R))) > (e (((- (\sum_(s1 < d) (((x_star 0 s1) - (x k s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s1 < n) (e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R))).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> x x_star beta h i k h1 h2 h3.
have H := bisector e beta x_star x i k.
have same : dot (row i x - row k x) (x_star - 2%:R^-1 *: (row i x + row k x)) = h.
  by rewrite h1; apply: eq_bigr => a _; rewrite !mxE [2%:R^-1 * _]mulrC.
rewrite -!kernel_weightE; apply/(keeps_order e _ 0 i k).1.1.
by rewrite -subr_gt0 -(log_odds e) H same mulr_gt0 // lt_def expf_neq0 ?sqr_ge0.
Qed.

Theorem bisector_2 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall beta : R,
  forall h : R,
  forall i : 'I_n,
  forall k : 'I_n,
  (h = \sum_(s1 < d) (((x i s1) - (x k s1)) * ((x_star 0 s1) - (((x i s1) + (x k s1)) / 2%:R))) :> R) ->
  (beta != 0 :> R) ->
  (h <= 0) ->
  (e (((- (\sum_(s1 < d) (((x_star 0 s1) - (x i s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s1 < n) (e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R))) <= (e (((- (\sum_(s1 < d) (((x_star 0 s1) - (x k s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s1 < n) (e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R))).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> x x_star beta h i k h1 h2 h3.
have H := bisector e beta x_star x i k.
have same : dot (row i x - row k x) (x_star - 2%:R^-1 *: (row i x + row k x)) = h.
  by rewrite h1; apply: eq_bigr => a _; rewrite !mxE [2%:R^-1 * _]mulrC.
rewrite -!kernel_weightE leNgt; apply/negP => more.
have := (keeps_order e (log_kernel beta x_star x) 0 i k).1.2 more.
by rewrite -subr_gt0 -(log_odds e) H same ltNge mulr_ge0_le0 ?sqr_ge0.
Qed.

Theorem wide_limit_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall R_ : R,
  forall beta : R,
  forall i : 'I_n,
  (forall (j : 'I_n) (k : 'I_n), (\sum_(s1 < d) (((x_star 0 s1) - (x j s1)) ^+ 2)) - (\sum_(s1 < d) (((x_star 0 s1) - (x k s1)) ^+ 2)) <= R_) ->
  (beta != 0 :> R) ->
  (e (((- (beta ^+ 2)) * R_) / 2%:R)) / n%:R <= (e (((- (\sum_(s1 < d) (((x_star 0 s1) - (x i s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s1 < n) (e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R))).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> x x_star R_ beta i h1 h2.
have close j k : squared (x_star - row j x) - squared (x_star - row k x) <= R_.
  by rewrite !squared_betweenE.
by have H := (andP (wide_weights e beta close i)).1; rewrite kernel_weightE in H.
Qed.

Theorem wide_limit_1 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall R_ : R,
  forall beta : R,
  forall i : 'I_n,
  (forall (j : 'I_n) (k : 'I_n), (\sum_(s1 < d) (((x_star 0 s1) - (x j s1)) ^+ 2)) - (\sum_(s1 < d) (((x_star 0 s1) - (x k s1)) ^+ 2)) <= R_) ->
  (beta != 0 :> R) ->
  (e (((- (\sum_(s1 < d) (((x_star 0 s1) - (x i s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s1 < n) (e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R))) <= (e (((beta ^+ 2) * R_) / 2%:R)) / n%:R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> x x_star R_ beta i h1 h2.
have close j k : squared (x_star - row j x) - squared (x_star - row k x) <= R_.
  by rewrite !squared_betweenE.
by have H := (andP (wide_weights e beta close i)).2; rewrite kernel_weightE in H.
Qed.

Theorem wide_limit_2 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall y : 'rV[R]_n,
  forall R_ : R,
  (forall (j : 'I_n) (k : 'I_n), (\sum_(s1 < d) (((x_star 0 s1) - (x j s1)) ^+ 2)) - (\sum_(s1 < d) (((x_star 0 s1) - (x k s1)) ^+ 2)) <= R_) ->
  forall eps : R, (0 < eps) ->
  exists2 gap : R, 0 < gap & forall beta : R,
  (0 < beta) ->
  (beta < gap) ->
  (beta != 0 :> R) ->
  `|(\sum_(s1 < n) (((e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((x_star 0 s3) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1))) - ((\sum_(s1 < n) (y 0 s1)) / n%:R)| < eps.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> x x_star y R_ h1.
pose s i := - (\sum_(a < d.+1) (x_star 0 a - x i a) ^+ 2).
have flat i : tends (fun b : R => e (s i * b ^+ 2 / 2%:R)) 1.
  apply: tends_e; have := tends_mul (tends_mul (tends_const (s i)) (tends_mul (@tends_id R) (@tends_id R)))
    (tends_const 2%:R^-1).
  by rewrite !mulr0 mul0r; apply: tends_ext => b _ /=; rewrite -expr2.
have many : \sum_(j < n.+1) (1 : R) = n.+1%:R by rewrite sumr_const card_ord.
have many0 : \sum_(j < n.+1) (1 : R) != 0 by rewrite many pnatr_eq0.
have H := tends_sum (fun i => tends_mul (tends_mul (flat i) (tends_inv many0 (tends_sum flat)))
  (tends_const (y 0 i))).
move=> eps eps0; have [gap gap0 near] := H eps eps0; exists gap => // beta pos small beta0.
have tiny : `|beta| < gap by rewrite gtr0_norm.
by have := near beta beta0 tiny; rewrite many -[X in _ - X]mulr_sumr mul1r [n.+1%:R^-1 * _]mulrC.
Qed.

Theorem narrow_limit_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall r : 'rV[R]_n,
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall y : 'rV[R]_n,
  forall D : R,
  forall beta : R,
  forall g : R,
  forall i : 'I_n,
  (0 <= D) ->
  (0 < g) ->
  (forall (j : 'I_n), r 0 j = \sum_(s1 < d) (((x_star 0 s1) - (x j s1)) ^+ 2) :> R) ->
  (forall (j : 'I_n), (y 0 i) - D <= y 0 j) ->
  (forall (j : 'I_n), y 0 j <= (y 0 i) + D) ->
  (forall (j : 'I_n), r 0 j >= (r 0 i) + ((1 - ((i == j)%:R)) * g)) ->
  0 <= 1 - ((e (((- (\sum_(s1 < d) (((x_star 0 s1) - (x i s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s1 < n) (e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> r x x_star y D beta g i h1 h2 h3 h4 h5 h6.
have nearest j : j != i -> squared (x_star - row i x) + g <= squared (x_star - row j x).
  by move=> ji; have := h6 j; rewrite !h3 eq_sym (negbTE ji) subr0 mul1r !squared_betweenE.
by have H := (andP (narrow_weight e beta nearest)).1; rewrite kernel_weightE in H.
Qed.

Theorem narrow_limit_1 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall r : 'rV[R]_n,
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall y : 'rV[R]_n,
  forall D : R,
  forall beta : R,
  forall g : R,
  forall i : 'I_n,
  (0 <= D) ->
  (0 < g) ->
  (forall (j : 'I_n), r 0 j = \sum_(s1 < d) (((x_star 0 s1) - (x j s1)) ^+ 2) :> R) ->
  (forall (j : 'I_n), (y 0 i) - D <= y 0 j) ->
  (forall (j : 'I_n), y 0 j <= (y 0 i) + D) ->
  (forall (j : 'I_n), r 0 j >= (r 0 i) + ((1 - ((i == j)%:R)) * g)) ->
  1 - ((e (((- (\sum_(s1 < d) (((x_star 0 s1) - (x i s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s1 < n) (e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) <= (n%:R - 1) * (e (((- (beta ^+ 2)) * g) / 2%:R)).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> r x x_star y D beta g i h1 h2 h3 h4 h5 h6.
have nearest j : j != i -> squared (x_star - row i x) + g <= squared (x_star - row j x).
  by move=> ji; have := h6 j; rewrite !h3 eq_sym (negbTE ji) subr0 mul1r !squared_betweenE.
have H := (andP (narrow_weight e beta nearest)).2.
by rewrite one_less -kernel_weightE !mulNr.
Qed.

Theorem narrow_limit_2 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall r : 'rV[R]_n,
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall y : 'rV[R]_n,
  forall D : R,
  forall beta : R,
  forall g : R,
  forall i : 'I_n,
  (0 <= D) ->
  (0 < g) ->
  (forall (j : 'I_n), r 0 j = \sum_(s1 < d) (((x_star 0 s1) - (x j s1)) ^+ 2) :> R) ->
  (forall (j : 'I_n), (y 0 i) - D <= y 0 j) ->
  (forall (j : 'I_n), y 0 j <= (y 0 i) + D) ->
  (forall (j : 'I_n), r 0 j >= (r 0 i) + ((1 - ((i == j)%:R)) * g)) ->
  (- D) * ((n%:R - 1) * (e (((- (beta ^+ 2)) * g) / 2%:R))) <= (\sum_(s1 < n) (((e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((x_star 0 s3) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1))) - (y 0 i).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> r x x_star y D beta g i h1 h2 h3 h4 h5 h6.
have nearest j : j != i -> squared (x_star - row i x) + g <= squared (x_star - row j x).
  by move=> ji; have := h6 j; rewrite !h3 eq_sym (negbTE ji) subr0 mul1r !squared_betweenE.
have near j : `|y^T j 0 - y^T i 0| <= D by rewrite !mxE ler_distl h4 h5.
have H := narrow_mean e beta nearest near.
rewrite ler_norml regressionE in H; case/andP: H => H _.
by rewrite one_less [- beta ^+ 2 * g]mulNr [_ / 2%:R in X in X <= _]mulNr mulNr mulrA; by_theorem H.
Qed.

Theorem narrow_limit_3 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall r : 'rV[R]_n,
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall y : 'rV[R]_n,
  forall D : R,
  forall beta : R,
  forall g : R,
  forall i : 'I_n,
  (0 <= D) ->
  (0 < g) ->
  (forall (j : 'I_n), r 0 j = \sum_(s1 < d) (((x_star 0 s1) - (x j s1)) ^+ 2) :> R) ->
  (forall (j : 'I_n), (y 0 i) - D <= y 0 j) ->
  (forall (j : 'I_n), y 0 j <= (y 0 i) + D) ->
  (forall (j : 'I_n), r 0 j >= (r 0 i) + ((1 - ((i == j)%:R)) * g)) ->
  (\sum_(s1 < n) (((e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((x_star 0 s3) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1))) - (y 0 i) <= D * ((n%:R - 1) * (e (((- (beta ^+ 2)) * g) / 2%:R))).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> r x x_star y D beta g i h1 h2 h3 h4 h5 h6.
have nearest j : j != i -> squared (x_star - row i x) + g <= squared (x_star - row j x).
  by move=> ji; have := h6 j; rewrite !h3 eq_sym (negbTE ji) subr0 mul1r !squared_betweenE.
have near j : `|y^T j 0 - y^T i 0| <= D by rewrite !mxE ler_distl h4 h5.
have H := narrow_mean e beta nearest near.
rewrite ler_norml regressionE in H; case/andP: H => _ H.
by rewrite one_less [- beta ^+ 2 * g]mulNr mulNr mulrA; by_theorem H.
Qed.

Theorem narrow_limit_4 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall r : 'rV[R]_n,
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall y : 'rV[R]_n,
  forall D : R,
  forall g : R,
  forall i : 'I_n,
  (0 <= D) ->
  (0 < g) ->
  (forall (j : 'I_n), r 0 j = \sum_(s1 < d) (((x_star 0 s1) - (x j s1)) ^+ 2) :> R) ->
  (forall (j : 'I_n), (y 0 i) - D <= y 0 j) ->
  (forall (j : 'I_n), y 0 j <= (y 0 i) + D) ->
  (forall (j : 'I_n), r 0 j >= (r 0 i) + ((1 - ((i == j)%:R)) * g)) ->
  forall eps : R, (0 < eps) ->
  exists low : R, forall beta : R,
  (low < beta) ->
  `|((\sum_(s1 < n) (((e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((x_star 0 s3) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1))) - (y 0 i)) - 0| < eps.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> r x x_star y D g i h1 h2 h3 h4 h5 h6.
have nearest j : j != i -> squared (x_star - row i x) + g <= squared (x_star - row j x).
  by move=> ji; have := h6 j; rewrite !h3 eq_sym (negbTE ji) subr0 mul1r !squared_betweenE.
have near j : `|y^T j 0 - y^T i 0| <= D by rewrite !mxE ler_distl h4 h5.
move=> eps eps0; have [low enough] := narrow_mean_tends e h2 nearest near eps0.
exists low => beta far; have H := enough beta far.
by rewrite regressionE in H; rewrite subr0; by_theorem H.
Qed.

Theorem far_query_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall p : 'rV[R]_n,
  forall r : 'rV[R]_n,
  forall u : 'rV[R]_d,
  forall x : 'M[R]_(n, d),
  forall y : 'rV[R]_n,
  forall D : R,
  forall beta : R,
  forall c : R,
  forall h : R,
  forall t : R,
  forall i : 'I_n,
  (0 <= D) ->
  (0 < h) ->
  (0 < t) ->
  (forall (j : 'I_n), p 0 j = \sum_(s1 < d) ((x j s1) * (u 0 s1)) :> R) ->
  (forall (j : 'I_n), r 0 j = \sum_(s1 < d) ((x j s1) ^+ 2) :> R) ->
  (forall (j : 'I_n), (r 0 i) - (r 0 j) <= 2%:R * c) ->
  (forall (j : 'I_n), (y 0 i) - D <= y 0 j) ->
  (forall (j : 'I_n), y 0 j <= (y 0 i) + D) ->
  (forall (j : 'I_n), p 0 j <= (p 0 i) - ((1 - ((i == j)%:R)) * h)) ->
  (beta != 0 :> R) ->
  0 <= 1 - ((e (((- (\sum_(s1 < d) (((t * (u 0 s1)) - (x i s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s1 < n) (e (((- (\sum_(s2 < d) (((t * (u 0 s2)) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> p r u x y D beta c h t i h1 h2 h3 h4 h5 h6 h7 h8 h9 h10.
have lead j : j != i -> dot u (row j x) + h <= dot u (row i x).
  move=> ji; have along l : dot u (row l x) = p 0 l.
    by rewrite h4; apply: eq_bigr => a _; rewrite mxE mulrC.
  by have := h9 j; rewrite !along eq_sym (negbTE ji) subr0 mul1r ler_subr_addr.
have close j : squared (row i x) - squared (row j x) <= 2%:R * c by rewrite !squared_rowE -!h5.
by have := (andP (far_weight e beta h3 lead close)).1; rewrite far_weightE.
Qed.

Theorem far_query_1 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall p : 'rV[R]_n,
  forall r : 'rV[R]_n,
  forall u : 'rV[R]_d,
  forall x : 'M[R]_(n, d),
  forall y : 'rV[R]_n,
  forall D : R,
  forall beta : R,
  forall c : R,
  forall h : R,
  forall t : R,
  forall i : 'I_n,
  (0 <= D) ->
  (0 < h) ->
  (0 < t) ->
  (forall (j : 'I_n), p 0 j = \sum_(s1 < d) ((x j s1) * (u 0 s1)) :> R) ->
  (forall (j : 'I_n), r 0 j = \sum_(s1 < d) ((x j s1) ^+ 2) :> R) ->
  (forall (j : 'I_n), (r 0 i) - (r 0 j) <= 2%:R * c) ->
  (forall (j : 'I_n), (y 0 i) - D <= y 0 j) ->
  (forall (j : 'I_n), y 0 j <= (y 0 i) + D) ->
  (forall (j : 'I_n), p 0 j <= (p 0 i) - ((1 - ((i == j)%:R)) * h)) ->
  (beta != 0 :> R) ->
  1 - ((e (((- (\sum_(s1 < d) (((t * (u 0 s1)) - (x i s1)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s1 < n) (e (((- (\sum_(s2 < d) (((t * (u 0 s2)) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) <= (n%:R - 1) * (e ((- (beta ^+ 2)) * ((h * t) - c))).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> p r u x y D beta c h t i h1 h2 h3 h4 h5 h6 h7 h8 h9 h10.
have lead j : j != i -> dot u (row j x) + h <= dot u (row i x).
  move=> ji; have along l : dot u (row l x) = p 0 l.
    by rewrite h4; apply: eq_bigr => a _; rewrite mxE mulrC.
  by have := h9 j; rewrite !along eq_sym (negbTE ji) subr0 mul1r ler_subr_addr.
have close j : squared (row i x) - squared (row j x) <= 2%:R * c by rewrite !squared_rowE -!h5.
by have := (andP (far_weight e beta h3 lead close)).2; rewrite far_weightE one_less [- beta ^+ 2 * _]mulNr.
Qed.

Theorem far_query_2 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall p : 'rV[R]_n,
  forall r : 'rV[R]_n,
  forall u : 'rV[R]_d,
  forall x : 'M[R]_(n, d),
  forall y : 'rV[R]_n,
  forall D : R,
  forall beta : R,
  forall c : R,
  forall h : R,
  forall t : R,
  forall i : 'I_n,
  (0 <= D) ->
  (0 < h) ->
  (0 < t) ->
  (forall (j : 'I_n), p 0 j = \sum_(s1 < d) ((x j s1) * (u 0 s1)) :> R) ->
  (forall (j : 'I_n), r 0 j = \sum_(s1 < d) ((x j s1) ^+ 2) :> R) ->
  (forall (j : 'I_n), (r 0 i) - (r 0 j) <= 2%:R * c) ->
  (forall (j : 'I_n), (y 0 i) - D <= y 0 j) ->
  (forall (j : 'I_n), y 0 j <= (y 0 i) + D) ->
  (forall (j : 'I_n), p 0 j <= (p 0 i) - ((1 - ((i == j)%:R)) * h)) ->
  (beta != 0 :> R) ->
  (- D) * ((n%:R - 1) * (e ((- (beta ^+ 2)) * ((h * t) - c)))) <= (\sum_(s1 < n) (((e (((- (\sum_(s2 < d) (((t * (u 0 s2)) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((t * (u 0 s3)) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1))) - (y 0 i).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> p r u x y D beta c h t i h1 h2 h3 h4 h5 h6 h7 h8 h9 h10.
have lead j : j != i -> dot u (row j x) + h <= dot u (row i x).
  move=> ji; have along l : dot u (row l x) = p 0 l.
    by rewrite h4; apply: eq_bigr => a _; rewrite mxE mulrC.
  by have := h9 j; rewrite !along eq_sym (negbTE ji) subr0 mul1r ler_subr_addr.
have close j : squared (row i x) - squared (row j x) <= 2%:R * c by rewrite !squared_rowE -!h5.
have near j : `|y^T j 0 - y^T i 0| <= D by rewrite !mxE ler_distl h7 h8.
have := far_mean e beta h3 lead close near; rewrite far_regressionE ler_norml => /andP [H _].
by rewrite one_less [- beta ^+ 2 * _]mulNr mulNr mulrA; by_theorem H.
Qed.

Theorem far_query_3 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall p : 'rV[R]_n,
  forall r : 'rV[R]_n,
  forall u : 'rV[R]_d,
  forall x : 'M[R]_(n, d),
  forall y : 'rV[R]_n,
  forall D : R,
  forall beta : R,
  forall c : R,
  forall h : R,
  forall t : R,
  forall i : 'I_n,
  (0 <= D) ->
  (0 < h) ->
  (0 < t) ->
  (forall (j : 'I_n), p 0 j = \sum_(s1 < d) ((x j s1) * (u 0 s1)) :> R) ->
  (forall (j : 'I_n), r 0 j = \sum_(s1 < d) ((x j s1) ^+ 2) :> R) ->
  (forall (j : 'I_n), (r 0 i) - (r 0 j) <= 2%:R * c) ->
  (forall (j : 'I_n), (y 0 i) - D <= y 0 j) ->
  (forall (j : 'I_n), y 0 j <= (y 0 i) + D) ->
  (forall (j : 'I_n), p 0 j <= (p 0 i) - ((1 - ((i == j)%:R)) * h)) ->
  (beta != 0 :> R) ->
  (\sum_(s1 < n) (((e (((- (\sum_(s2 < d) (((t * (u 0 s2)) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((t * (u 0 s3)) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1))) - (y 0 i) <= D * ((n%:R - 1) * (e ((- (beta ^+ 2)) * ((h * t) - c)))).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> p r u x y D beta c h t i h1 h2 h3 h4 h5 h6 h7 h8 h9 h10.
have lead j : j != i -> dot u (row j x) + h <= dot u (row i x).
  move=> ji; have along l : dot u (row l x) = p 0 l.
    by rewrite h4; apply: eq_bigr => a _; rewrite mxE mulrC.
  by have := h9 j; rewrite !along eq_sym (negbTE ji) subr0 mul1r ler_subr_addr.
have close j : squared (row i x) - squared (row j x) <= 2%:R * c by rewrite !squared_rowE -!h5.
have near j : `|y^T j 0 - y^T i 0| <= D by rewrite !mxE ler_distl h7 h8.
have := far_mean e beta h3 lead close near; rewrite far_regressionE ler_norml => /andP [_ H].
by rewrite one_less [- beta ^+ 2 * (h * t - c)]mulNr mulrA; by_theorem H.
Qed.

Theorem far_query_4 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall p : 'rV[R]_n,
  forall r : 'rV[R]_n,
  forall u : 'rV[R]_d,
  forall x : 'M[R]_(n, d),
  forall y : 'rV[R]_n,
  forall D : R,
  forall beta : R,
  forall c : R,
  forall h : R,
  forall i : 'I_n,
  (0 <= D) ->
  (0 < h) ->
  (forall (j : 'I_n), p 0 j = \sum_(s1 < d) ((x j s1) * (u 0 s1)) :> R) ->
  (forall (j : 'I_n), r 0 j = \sum_(s1 < d) ((x j s1) ^+ 2) :> R) ->
  (forall (j : 'I_n), (r 0 i) - (r 0 j) <= 2%:R * c) ->
  (forall (j : 'I_n), (y 0 i) - D <= y 0 j) ->
  (forall (j : 'I_n), y 0 j <= (y 0 i) + D) ->
  (forall (j : 'I_n), p 0 j <= (p 0 i) - ((1 - ((i == j)%:R)) * h)) ->
  (beta != 0 :> R) ->
  forall eps : R, (0 < eps) ->
  exists low : R, forall t : R,
  (low < t) ->
  (0 < t) ->
  `|((\sum_(s1 < n) (((e (((- (\sum_(s2 < d) (((t * (u 0 s2)) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((t * (u 0 s3)) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1))) - (y 0 i)) - 0| < eps.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> p r u x y D beta c h i h1 h2 h3 h4 h5 h6 h7 h8 h9.
have lead j : j != i -> dot u (row j x) + h <= dot u (row i x).
  move=> ji; have along l : dot u (row l x) = p 0 l.
    by rewrite h3; apply: eq_bigr => a _; rewrite mxE mulrC.
  by have := h8 j; rewrite !along eq_sym (negbTE ji) subr0 mul1r ler_subr_addr.
have close j : squared (row i x) - squared (row j x) <= 2%:R * c by rewrite !squared_rowE -!h4.
have near j : `|y^T j 0 - y^T i 0| <= D by rewrite !mxE ler_distl h6 h7.
move=> eps eps0; have [low enough] := far_mean_tends e h9 h2 lead close near eps0.
exists low => t far t0; have H := enough t far t0; rewrite far_regressionE in H.
by rewrite subr0; by_theorem H.
Qed.

Theorem slope_is_a_covariance_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall y : 'rV[R]_n,
  forall beta : R,
  forall a : 'I_d,
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < n) (((e (((- (\sum_(s2 < d) ((((x_star 0 s2) + (step * ((s2 == a)%:R))) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) ((((x_star 0 s3) + (step * ((s3 == a)%:R))) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1))) - (\sum_(s1 < n) (((e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((x_star 0 s3) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1)))) / step - ((beta ^+ 2) * ((\sum_(s1 < n) ((((e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((x_star 0 s3) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (x s1 a)) * (y 0 s1))) - ((\sum_(s1 < n) (((e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((x_star 0 s3) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (x s1 a))) * (\sum_(s1 < n) (((e (((- (\sum_(s2 < d) (((x_star 0 s2) - (x s1 s2)) ^+ 2))) * (beta ^+ 2)) / 2%:R)) / (\sum_(s2 < n) (e (((- (\sum_(s3 < d) (((x_star 0 s3) - (x s2 s3)) ^+ 2))) * (beta ^+ 2)) / 2%:R)))) * (y 0 s1))))))| < eps.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> x x_star y beta a.
pose q s := x_star 0 s; pose c i := - (\sum_(s < d.+1) (q s - x i s) ^+ 2) * beta ^+ 2 / 2%:R.
have score i : moves (fun t => - (\sum_(s < d.+1) (q s + t * (s == a)%:R - x i s) ^+ 2) * beta ^+ 2 / 2%:R)
    (c i) (beta ^+ 2 * (x i a - q a)).
  have H := moves_by 2%:R^-1 (moves_by (beta ^+ 2) (moves_opp (moves_sum (fun s =>
    moves_sqr (moves_add (moves_line (q s) (s == a)%:R) (moves_const (- x i s))))))).
  refine (moves_value H _); rewrite (eq_bigr (fun s => 2%:R * (q s - x i s) * (s == a)%:R)) => [|s _].
    rewrite (only_one (fun s => 2%:R * (q s - x i s))).
    by have two : 2%:R != 0 :> R; [rewrite pnatr_eq0 | field].
  by rewrite addr0 mulrA.
have H := moves_sum (fun i => moves_by (y 0 i) (moves_weights e i score)).
refine (moves_value H _); pose p i := e (c i) / \sum_j e (c j).
have total : \sum_i p i = 1 by rewrite -mulr_suml divff // sum_e_neq0.
have mean : \sum_j p j * (beta ^+ 2 * (x j a - q a)) = beta ^+ 2 * (\sum_j p j * x j a - q a).
  rewrite -[q a in RHS]mul1r -total mulr_suml -sumrB mulr_sumr.
  by apply: eq_bigr => j _; ring.
transitivity (\sum_i p i * (beta ^+ 2 * (x i a - q a) - beta ^+ 2 * (\sum_j p j * x j a - q a)) * y 0 i).
  by rewrite -mean.
transitivity (beta ^+ 2 * (\sum_i p i * x i a * y 0 i - (\sum_i p i * x i a) * (\sum_i p i * y 0 i))); last by [].
rewrite [in RHS]mulr_sumr -sumrB mulr_sumr; apply: eq_bigr => i _.
by move: (\sum_j _) => m; ring.
Qed.

(* Lines under any positive kernels K. *)
Lemma sum_K_neq0 n (K : 'rV[R]_n.+1) : (forall i, 0 < K 0 i) -> \sum_(s < n.+1) K 0 s != 0.
Proof.
by move=> K0; rewrite lt0r_neq0 // big_ord_recl ltr_paddr // sumr_ge0 // => s _; rewrite ltW.
Qed.

Lemma shares_K n (K : 'rV[R]_n.+1) : (forall i, 0 < K 0 i) ->
  \sum_(s < n.+1) K 0 s / (\sum_(s2 < n.+1) K 0 s2) = 1.
Proof. by move=> K0; rewrite -mulr_suml divff // sum_K_neq0. Qed.

Lemma local_mass n (K x : 'rV[R]_n) t :
  \sum_(s1 < n) K 0 s1 * (\sum_(s2 < n) K 0 s2 * (x 0 s2 - t) ^+ 2 -
      (x 0 s1 - t) * \sum_(s2 < n) K 0 s2 * (x 0 s2 - t) ^+ 1) =
    (\sum_(s1 < n) K 0 s1 * (x 0 s1 - t) ^+ 0) * (\sum_(s1 < n) K 0 s1 * (x 0 s1 - t) ^+ 2) -
      (\sum_(s1 < n) K 0 s1 * (x 0 s1 - t) ^+ 1) ^+ 2.
Proof.
set S2 := \sum_(s < _) _ * _ ^+ 2; set S1 := \sum_(s < _) _ * _ ^+ 1.
rewrite expr2 [S1 * S1 in RHS]mulr_suml mulr_suml -sumrB.
by apply: eq_bigr => s _; ring.
Qed.

Lemma sum_of_local_weights n (K x : 'rV[R]_n) t :
  \sum_(s1 < n) K 0 s1 * (\sum_(s2 < n) K 0 s2 * (x 0 s2 - t) ^+ 2 -
      (x 0 s1 - t) * \sum_(s2 < n) K 0 s2 * (x 0 s2 - t) ^+ 1) =
    (\sum_(s1 < n) \sum_(s2 < n) K 0 s1 * K 0 s2 * (x 0 s1 - x 0 s2) ^+ 2) / 2%:R.
Proof.
rewrite local_mass; set S0 := \sum_(s < _) _ * _ ^+ 0.
set S2 := \sum_(s < _) _ * _ ^+ 2; set S1 := \sum_(s < _) _ * _ ^+ 1.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
apply: (canRL (mulfK two)); transitivity (\sum_(s < n)
  (S0 * (K 0 s * (x 0 s - t) ^+ 2) + (K 0 s * (x 0 s - t) ^+ 0) * S2 -
    2%:R * S1 * (K 0 s * (x 0 s - t) ^+ 1))).
  by rewrite sumrB big_split /= -!mulr_sumr -mulr_suml -/S0 -/S1 -/S2; ring.
apply: eq_bigr => s _.
rewrite /S0 /S1 /S2 mulr_suml [K 0 s * _ ^+ 0 * _]mulr_sumr [2%:R * _]mulr_sumr mulr_suml.
by rewrite -big_split -sumrB; apply: eq_bigr => k _ /=; ring.
Qed.

Theorem bias_at_ends_and_at_curvature_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'rV[R]_n,
  forall p : 'rV[R]_n,
  forall u : 'rV[R]_d,
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall a : R,
  (forall (at0 : 'I_n), 0 < K 0 at0) ->
  (forall (j : 'I_n), p 0 j = \sum_(s1 < d) (((x j s1) - (x_star 0 s1)) * (u 0 s1)) :> R) ->
  \sum_(s1 < n) (((K 0 s1) / (\sum_(s2 < n) (K 0 s2))) * a) = a :> R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> K p u x x_star a h1 h2.
by rewrite -mulr_suml -mulr_suml divff ?mul1r // sum_K_neq0.
Qed.

Theorem bias_at_ends_and_at_curvature_1 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'rV[R]_n,
  forall p : 'rV[R]_n,
  forall u : 'rV[R]_d,
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall a : R,
  forall c : R,
  (forall (at0 : 'I_n), 0 < K 0 at0) ->
  (forall (j : 'I_n), p 0 j = \sum_(s1 < d) (((x j s1) - (x_star 0 s1)) * (u 0 s1)) :> R) ->
  (\sum_(s1 < n) (((K 0 s1) / (\sum_(s2 < n) (K 0 s2))) * ((a + (p 0 s1)) + (c * (\sum_(s2 < d) (((x s1 s2) - (x_star 0 s2)) ^+ 2)))))) - a = (\sum_(s1 < n) (((K 0 s1) / (\sum_(s2 < n) (K 0 s2))) * (p 0 s1))) + (c * (\sum_(s1 < n) (((K 0 s1) / (\sum_(s2 < n) (K 0 s2))) * (\sum_(s2 < d) (((x s1 s2) - (x_star 0 s2)) ^+ 2))))) :> R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> K p u x x_star a c h1 h2.
rewrite [in LHS](eq_bigr (fun s => K 0 s / (\sum_(s2 < n.+1) K 0 s2) * a + (K 0 s / (\sum_(s2 < n.+1) K 0 s2) * p 0 s +
  c * (K 0 s / (\sum_(s2 < n.+1) K 0 s2) * (\sum_(s2 < d.+1) (x s s2 - x_star 0 s2) ^+ 2))))) => [|s _]; last first.
  by move: (K 0 s / _) (\sum_(s2 < d.+1) _) => w D; ring.
rewrite big_split /= -mulr_suml shares_K // mul1r addrAC subrr add0r big_split /=.
by congr (_ + _); rewrite mulr_sumr.
Qed.

Theorem bias_at_ends_and_at_curvature_2 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'rV[R]_n,
  forall p : 'rV[R]_n,
  forall u : 'rV[R]_d,
  forall x : 'M[R]_(n, d),
  forall x_star : 'rV[R]_d,
  forall b : R,
  (forall (at0 : 'I_n), 0 < K 0 at0) ->
  (forall (j : 'I_n), p 0 j = \sum_(s1 < d) (((x j s1) - (x_star 0 s1)) * (u 0 s1)) :> R) ->
  (forall (j : 'I_n), p 0 j >= b) ->
  \sum_(s1 < n) (((K 0 s1) / (\sum_(s2 < n) (K 0 s2))) * (p 0 s1)) >= b.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> K p u x x_star b h1 h2 h3.
rewrite -[X in X <= _]mul1r -(shares_K h1) mulr_suml ler_sum // => s _.
by rewrite ler_wpmul2l ?h3 // divr_ge0 ?sumr_ge0 ?ltW // => j _; rewrite ltW.
Qed.

Theorem local_linear_keeps_lines_0 :
  forall n : nat, (0 < n)%N ->
  forall K : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall t : R,
  (forall (at0 : 'I_n), 0 <= K 0 at0) ->
  (((\sum_(s1 < n) ((K 0 s1) * (((x 0 s1) - t) ^+ 0))) * (\sum_(s1 < n) ((K 0 s1) * (((x 0 s1) - t) ^+ 2)))) - ((\sum_(s1 < n) ((K 0 s1) * (((x 0 s1) - t) ^+ 1))) ^+ 2) != 0 :> R) ->
  \sum_(s1 < n) (((K 0 s1) * ((\sum_(s2 < n) ((K 0 s2) * (((x 0 s2) - t) ^+ 2))) - (((x 0 s1) - t) * (\sum_(s2 < n) ((K 0 s2) * (((x 0 s2) - t) ^+ 1)))))) * ((x 0 s1) - t)) = 0 :> R.
Proof.
case=> [//|n] _; move=> K x t h1 h2.
set S2 := \sum_(s < _) _ * _ ^+ 2; set S1 := \sum_(s < _) _ * _ ^+ 1.
rewrite (eq_bigr (fun s => S2 * (K 0 s * (x 0 s - t) ^+ 1) - S1 * (K 0 s * (x 0 s - t) ^+ 2))) => [|s _]; last by ring.
by rewrite sumrB -!mulr_sumr -/S1 -/S2 mulrC subrr.
Qed.

Theorem local_linear_keeps_lines_1 :
  forall n : nat, (0 < n)%N ->
  forall K : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall t : R,
  (forall (at0 : 'I_n), 0 <= K 0 at0) ->
  (((\sum_(s1 < n) ((K 0 s1) * (((x 0 s1) - t) ^+ 0))) * (\sum_(s1 < n) ((K 0 s1) * (((x 0 s1) - t) ^+ 2)))) - ((\sum_(s1 < n) ((K 0 s1) * (((x 0 s1) - t) ^+ 1))) ^+ 2) != 0 :> R) ->
  \sum_(s1 < n) ((K 0 s1) * ((\sum_(s2 < n) ((K 0 s2) * (((x 0 s2) - t) ^+ 2))) - (((x 0 s1) - t) * (\sum_(s2 < n) ((K 0 s2) * (((x 0 s2) - t) ^+ 1)))))) = (\sum_(s1 < n) (\sum_(s2 < n) (((K 0 s1) * (K 0 s2)) * (((x 0 s1) - (x 0 s2)) ^+ 2)))) / 2%:R :> R.
Proof.
case=> [//|n] _; move=> K x t h1 h2.
exact: sum_of_local_weights.
Qed.

Theorem local_linear_keeps_lines_2 :
  forall n : nat, (0 < n)%N ->
  forall K : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall a : R,
  forall b : R,
  forall t : R,
  (forall (at0 : 'I_n), 0 <= K 0 at0) ->
  (((\sum_(s1 < n) ((K 0 s1) * (((x 0 s1) - t) ^+ 0))) * (\sum_(s1 < n) ((K 0 s1) * (((x 0 s1) - t) ^+ 2)))) - ((\sum_(s1 < n) ((K 0 s1) * (((x 0 s1) - t) ^+ 1))) ^+ 2) != 0 :> R) ->
  (\sum_(s1 < n) (((K 0 s1) * ((\sum_(s2 < n) ((K 0 s2) * (((x 0 s2) - t) ^+ 2))) - (((x 0 s1) - t) * (\sum_(s2 < n) ((K 0 s2) * (((x 0 s2) - t) ^+ 1)))))) * (a + (b * (x 0 s1))))) / (\sum_(s1 < n) ((K 0 s1) * ((\sum_(s2 < n) ((K 0 s2) * (((x 0 s2) - t) ^+ 2))) - (((x 0 s1) - t) * (\sum_(s2 < n) ((K 0 s2) * (((x 0 s2) - t) ^+ 1))))))) = a + (b * t) :> R.
Proof.
case=> [//|n] _; move=> K x a b t h1 h2.
set S2 := \sum_(s < _) _ * _ ^+ 2; set S1 := \sum_(s < _) _ * _ ^+ 1.
have mass : \sum_(s < n.+1) K 0 s * (S2 - (x 0 s - t) * S1) != 0 by rewrite local_mass.
rewrite -[RHS](mulfK mass) mulr_sumr; congr (_ / _).
rewrite [LHS](eq_bigr (fun s => (a + b * t) * (K 0 s * (S2 - (x 0 s - t) * S1)) +
  b * (S2 * (K 0 s * (x 0 s - t) ^+ 1) - S1 * (K 0 s * (x 0 s - t) ^+ 2)))) => [|s _]; last by ring.
by rewrite big_split /= -[X in _ + X]mulr_sumr sumrB -!mulr_sumr -/S1 -/S2 [S1 * _]mulrC subrr mulr0 addr0.
Qed.

Theorem grid_has_points_in_reach_0 :
  forall n : nat, (0 < n)%N ->
  forall h : R,
  forall t : R,
  (0 < h) ->
  (t >= 0) ->
  (t <= 1) ->
  (h <= 1) ->
  \sum_(s1 < n) (1 - (((`|(((s1.+1%:R) / n%:R) - t)|) > h :> R)%R%:R)) >= (n%:R * h) - 1.
Proof.
case=> [//|n] _; move=> h t h1 h2 h3 h4.
exact: grid_has_points_in_reach.
Qed.

Theorem linear_attention_is_a_state_0 :
  forall N : nat, (0 < N)%N ->
  forall n : nat, (0 < n)%N ->
  forall phi : 'rV[R]_N,
  forall psi : 'M[R]_(n, N),
  forall v : 'rV[R]_n,
  forall i : 'I_n,
  (\sum_(s1 < n) (\sum_(s2 < N) ((phi 0 s2) * (psi s1 s2))) != 0 :> R) ->
  (\sum_(s1 < N) ((phi 0 s1) * (\sum_(s2 < n) ((psi s2 s1) * (((v 0 s2) * 0) + 1)))) != 0 :> R) ->
  (\sum_(s1 < n) ((1 - (((s1.+1%:R) > (i.+1%:R) :> R)%R%:R)) * (\sum_(s2 < N) ((phi 0 s2) * (psi s1 s2)))) != 0 :> R) ->
  (\sum_(s1 < N) ((phi 0 s1) * (\sum_(s2 < n) (((1 - (((s2.+1%:R) > (i.+1%:R) :> R)%R%:R)) * (psi s2 s1)) * (((v 0 s2) * 0) + 1)))) != 0 :> R) ->
  (\sum_(s1 < n) ((\sum_(s2 < N) ((phi 0 s2) * (psi s1 s2))) * (v 0 s1))) / (\sum_(s1 < n) (\sum_(s2 < N) ((phi 0 s2) * (psi s1 s2)))) = (\sum_(s1 < N) ((phi 0 s1) * (\sum_(s2 < n) ((psi s2 s1) * (v 0 s2))))) / (\sum_(s1 < N) ((phi 0 s1) * (\sum_(s2 < n) ((psi s2 s1) * (((v 0 s2) * 0) + 1))))) :> R.
Proof.
case=> [//|N] _; case=> [//|n] _; move=> phi psi v i h1 h2 h3 h4.
congr (_ / _).
  under eq_bigr do rewrite mulr_suml; rewrite exchange_big; apply: eq_bigr => c _.
  by rewrite mulr_sumr; apply: eq_bigr => s _; ring.
rewrite exchange_big; apply: eq_bigr => c _; rewrite mulr_sumr.
by apply: eq_bigr => s _; ring.
Qed.

Theorem linear_attention_is_a_state_1 :
  forall N : nat, (0 < N)%N ->
  forall n : nat, (0 < n)%N ->
  forall phi : 'rV[R]_N,
  forall psi : 'M[R]_(n, N),
  forall v : 'rV[R]_n,
  forall i : 'I_n,
  (\sum_(s1 < n) (\sum_(s2 < N) ((phi 0 s2) * (psi s1 s2))) != 0 :> R) ->
  (\sum_(s1 < N) ((phi 0 s1) * (\sum_(s2 < n) ((psi s2 s1) * (((v 0 s2) * 0) + 1)))) != 0 :> R) ->
  (\sum_(s1 < n) ((1 - (((s1.+1%:R) > (i.+1%:R) :> R)%R%:R)) * (\sum_(s2 < N) ((phi 0 s2) * (psi s1 s2)))) != 0 :> R) ->
  (\sum_(s1 < N) ((phi 0 s1) * (\sum_(s2 < n) (((1 - (((s2.+1%:R) > (i.+1%:R) :> R)%R%:R)) * (psi s2 s1)) * (((v 0 s2) * 0) + 1)))) != 0 :> R) ->
  (\sum_(s1 < n) (((1 - (((s1.+1%:R) > (i.+1%:R) :> R)%R%:R)) * (\sum_(s2 < N) ((phi 0 s2) * (psi s1 s2)))) * (v 0 s1))) / (\sum_(s1 < n) ((1 - (((s1.+1%:R) > (i.+1%:R) :> R)%R%:R)) * (\sum_(s2 < N) ((phi 0 s2) * (psi s1 s2))))) = (\sum_(s1 < N) ((phi 0 s1) * (\sum_(s2 < n) (((1 - (((s2.+1%:R) > (i.+1%:R) :> R)%R%:R)) * (psi s2 s1)) * (v 0 s2))))) / (\sum_(s1 < N) ((phi 0 s1) * (\sum_(s2 < n) (((1 - (((s2.+1%:R) > (i.+1%:R) :> R)%R%:R)) * (psi s2 s1)) * (((v 0 s2) * 0) + 1))))) :> R.
Proof.
case=> [//|N] _; case=> [//|n] _; move=> phi psi v i h1 h2 h3 h4.
congr (_ / _).
  under eq_bigr do rewrite mulr_sumr mulr_suml; rewrite exchange_big; apply: eq_bigr => c _.
  by rewrite mulr_sumr; apply: eq_bigr => s _; ring.
under eq_bigr do rewrite mulr_sumr; rewrite exchange_big; apply: eq_bigr => c _.
by rewrite mulr_sumr; apply: eq_bigr => s _; ring.
Qed.

End Said.
