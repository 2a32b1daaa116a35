(* What the claims of backward say, relation by relation, and that our theorems imply it. The
   statements are generated: `python -m proofs.engine.gallina backward` prints them. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import exponential limits softmax backward backward_slopes.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Ltac by_gradients H :=
  cbv beta in H;
  rewrite /query_gradient /key_gradient /value_gradient /score_gradient /softmax_gradient /attending in H;
  by_theorem H.

Theorem gradients_are_derivatives_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall G : 'M[R]_(m, d_v),
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(m, d_k),
  forall V : 'M[R]_(n, d_v),
  forall kappa : 'M[bool]_(m, n),
  forall t : R,
  forall c : 'I_d_v,
  forall j : 'I_n,
  (forall (r : 'I_m), \sum_(s1 < n) ((kappa r s1)%:R) > 0 :> R) ->
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < m) (\sum_(s2 < d_v) ((G s1 s2) * (\sum_(s3 < n) (((((kappa s1 s3)%:R) * (e (t * (\sum_(s4 < d_k) ((Q s1 s4) * (K s3 s4)))))) / (\sum_(s4 < n) (((kappa s1 s4)%:R) * (e (t * (\sum_(s5 < d_k) ((Q s1 s5) * (K s4 s5)))))))) * ((V s3 s2) + ((step * ((s3 == j)%:R)) * ((s2 == c)%:R)))))))) - (\sum_(s1 < m) (\sum_(s2 < d_v) ((G s1 s2) * (\sum_(s3 < n) (((((kappa s1 s3)%:R) * (e (t * (\sum_(s4 < d_k) ((Q s1 s4) * (K s3 s4)))))) / (\sum_(s4 < n) (((kappa s1 s4)%:R) * (e (t * (\sum_(s5 < d_k) ((Q s1 s5) * (K s4 s5)))))))) * (V s3 s2))))))) / step - (\sum_(s1 < m) (((((kappa s1 j)%:R) * (e (t * (\sum_(s2 < d_k) ((Q s1 s2) * (K j s2)))))) / (\sum_(s2 < n) (((kappa s1 s2)%:R) * (e (t * (\sum_(s3 < d_k) ((Q s1 s3) * (K s2 s3)))))))) * (G s1 c)))| < eps.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> G K Q V kappa t c j h1.
exact: (slope_by_a_value e kappa t Q K V G j c).
Qed.

Theorem gradients_are_derivatives_1 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall G : 'M[R]_(m, d_v),
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(m, d_k),
  forall V : 'M[R]_(n, d_v),
  forall kappa : 'M[bool]_(m, n),
  forall t : R,
  forall a : 'I_d_k,
  forall i : 'I_m,
  (forall (r : 'I_m), \sum_(s1 < n) ((kappa r s1)%:R) > 0 :> R) ->
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < m) (\sum_(s2 < d_v) ((G s1 s2) * (\sum_(s3 < n) (((((kappa s1 s3)%:R) * (e (t * (\sum_(s4 < d_k) (((Q s1 s4) + ((step * ((s1 == i)%:R)) * ((s4 == a)%:R))) * (K s3 s4)))))) / (\sum_(s4 < n) (((kappa s1 s4)%:R) * (e (t * (\sum_(s5 < d_k) (((Q s1 s5) + ((step * ((s1 == i)%:R)) * ((s5 == a)%:R))) * (K s4 s5)))))))) * (V s3 s2)))))) - (\sum_(s1 < m) (\sum_(s2 < d_v) ((G s1 s2) * (\sum_(s3 < n) (((((kappa s1 s3)%:R) * (e (t * (\sum_(s4 < d_k) ((Q s1 s4) * (K s3 s4)))))) / (\sum_(s4 < n) (((kappa s1 s4)%:R) * (e (t * (\sum_(s5 < d_k) ((Q s1 s5) * (K s4 s5)))))))) * (V s3 s2))))))) / step - (t * (\sum_(s1 < n) ((((((kappa i s1)%:R) * (e (t * (\sum_(s2 < d_k) ((Q i s2) * (K s1 s2)))))) / (\sum_(s2 < n) (((kappa i s2)%:R) * (e (t * (\sum_(s3 < d_k) ((Q i s3) * (K s2 s3)))))))) * ((\sum_(s2 < d_v) ((G i s2) * (V s1 s2))) - (\sum_(s2 < n) (((((kappa i s2)%:R) * (e (t * (\sum_(s3 < d_k) ((Q i s3) * (K s2 s3)))))) / (\sum_(s3 < n) (((kappa i s3)%:R) * (e (t * (\sum_(s4 < d_k) ((Q i s4) * (K s3 s4)))))))) * (\sum_(s3 < d_v) ((G i s3) * (V s2 s3))))))) * (K s1 a))))| < eps.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> G K Q V kappa t a i h1.
exact: (slope_by_a_query e t Q K V G h1 i a).
Qed.

Theorem gradients_are_derivatives_2 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall G : 'M[R]_(m, d_v),
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(m, d_k),
  forall V : 'M[R]_(n, d_v),
  forall kappa : 'M[bool]_(m, n),
  forall t : R,
  forall a : 'I_d_k,
  forall j : 'I_n,
  (forall (r : 'I_m), \sum_(s1 < n) ((kappa r s1)%:R) > 0 :> R) ->
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < m) (\sum_(s2 < d_v) ((G s1 s2) * (\sum_(s3 < n) (((((kappa s1 s3)%:R) * (e (t * (\sum_(s4 < d_k) ((Q s1 s4) * ((K s3 s4) + ((step * ((s3 == j)%:R)) * ((s4 == a)%:R)))))))) / (\sum_(s4 < n) (((kappa s1 s4)%:R) * (e (t * (\sum_(s5 < d_k) ((Q s1 s5) * ((K s4 s5) + ((step * ((s4 == j)%:R)) * ((s5 == a)%:R)))))))))) * (V s3 s2)))))) - (\sum_(s1 < m) (\sum_(s2 < d_v) ((G s1 s2) * (\sum_(s3 < n) (((((kappa s1 s3)%:R) * (e (t * (\sum_(s4 < d_k) ((Q s1 s4) * (K s3 s4)))))) / (\sum_(s4 < n) (((kappa s1 s4)%:R) * (e (t * (\sum_(s5 < d_k) ((Q s1 s5) * (K s4 s5)))))))) * (V s3 s2))))))) / step - (t * (\sum_(s1 < m) ((((((kappa s1 j)%:R) * (e (t * (\sum_(s2 < d_k) ((Q s1 s2) * (K j s2)))))) / (\sum_(s2 < n) (((kappa s1 s2)%:R) * (e (t * (\sum_(s3 < d_k) ((Q s1 s3) * (K s2 s3)))))))) * ((\sum_(s2 < d_v) ((G s1 s2) * (V j s2))) - (\sum_(s2 < n) (((((kappa s1 s2)%:R) * (e (t * (\sum_(s3 < d_k) ((Q s1 s3) * (K s2 s3)))))) / (\sum_(s3 < n) (((kappa s1 s3)%:R) * (e (t * (\sum_(s4 < d_k) ((Q s1 s4) * (K s3 s4)))))))) * (\sum_(s3 < d_v) ((G s1 s3) * (V s2 s3))))))) * (Q s1 a))))| < eps.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> G K Q V kappa t a j h1.
exact: (slope_by_a_key e t Q K V G h1 j a).
Qed.

Theorem softmax_gradient_is_a_derivative_0 :
  forall n : nat, (0 < n)%N ->
  forall g : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall j : 'I_n,
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < n) ((g 0 s1) * ((e ((x 0 s1) + (step * ((s1 == j)%:R)))) / (\sum_(s2 < n) (e ((x 0 s2) + (step * ((s2 == j)%:R)))))))) - (\sum_(s1 < n) ((g 0 s1) * ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2))))))) / step - (((e (x 0 j)) / (\sum_(s1 < n) (e (x 0 s1)))) * ((g 0 j) - (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (g 0 s1)))))| < eps.
Proof.
case=> [//|n] _; move=> g x j.
exact: (slope_of_a_softmax_mean e (x 0) (g 0) j).
Qed.

Theorem permuted_inputs_have_permuted_gradients_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, n),
  forall G : 'M[R]_(m, d_v),
  forall K : 'M[R]_(n, d_k),
  forall V : 'M[R]_(n, d_v),
  forall rho : 'rV[bool]_m,
  forall sigma : 'S_n,
  forall t : R,
  forall a : 'I_d_k,
  forall i : 'I_m,
  t * (\sum_(s1 < n) (((((rho 0 i)%:R) * (A i (sigma s1))) * ((\sum_(s2 < d_v) ((G i s2) * (V (sigma s1) s2))) - (\sum_(s2 < n) ((((rho 0 i)%:R) * (A i (sigma s2))) * (\sum_(s3 < d_v) ((G i s3) * (V (sigma s2) s3))))))) * (K (sigma s1) a))) = t * (\sum_(s1 < n) (((((rho 0 i)%:R) * (A i s1)) * ((\sum_(s2 < d_v) ((G i s2) * (V s1 s2))) - (\sum_(s2 < n) ((((rho 0 i)%:R) * (A i s2)) * (\sum_(s3 < d_v) ((G i s3) * (V s2 s3))))))) * (K s1 a))) :> R.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> A G K V rho sigma t a i.
have H := congr1 (fun M : 'M[R]_(_, _) => M i a) (other_keys_queries_stay t (attending rho A) K V G sigma).
by_gradients H.
Qed.

Theorem permuted_inputs_have_permuted_gradients_1 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, n),
  forall G : 'M[R]_(m, d_v),
  forall Q : 'M[R]_(m, d_k),
  forall V : 'M[R]_(n, d_v),
  forall rho : 'rV[bool]_m,
  forall sigma : 'S_n,
  forall t : R,
  forall a : 'I_d_k,
  forall j : 'I_n,
  t * (\sum_(s1 < m) (((((rho 0 s1)%:R) * (A s1 (sigma j))) * ((\sum_(s2 < d_v) ((G s1 s2) * (V (sigma j) s2))) - (\sum_(s2 < n) ((((rho 0 s1)%:R) * (A s1 (sigma s2))) * (\sum_(s3 < d_v) ((G s1 s3) * (V (sigma s2) s3))))))) * (Q s1 a))) = t * (\sum_(s1 < m) (((((rho 0 s1)%:R) * (A s1 (sigma j))) * ((\sum_(s2 < d_v) ((G s1 s2) * (V (sigma j) s2))) - (\sum_(s2 < n) ((((rho 0 s1)%:R) * (A s1 s2)) * (\sum_(s3 < d_v) ((G s1 s3) * (V s2 s3))))))) * (Q s1 a))) :> R.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> A G Q V rho sigma t a j.
have H := congr1 (fun M : 'M[R]_(_, _) => M j a) (other_keys_keys_follow t (attending rho A) Q V G sigma).
by_gradients H.
Qed.

Theorem permuted_inputs_have_permuted_gradients_2 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, n),
  forall G : 'M[R]_(m, d_v),
  forall Q : 'M[R]_(m, d_k),
  forall V : 'M[R]_(n, d_v),
  forall rho : 'rV[bool]_m,
  forall tau : 'S_m,
  forall t : R,
  forall a : 'I_d_k,
  forall j : 'I_n,
  t * (\sum_(s1 < m) (((((rho 0 (tau s1))%:R) * (A (tau s1) j)) * ((\sum_(s2 < d_v) ((G (tau s1) s2) * (V j s2))) - (\sum_(s2 < n) ((((rho 0 (tau s1))%:R) * (A (tau s1) s2)) * (\sum_(s3 < d_v) ((G (tau s1) s3) * (V s2 s3))))))) * (Q (tau s1) a))) = t * (\sum_(s1 < m) (((((rho 0 s1)%:R) * (A s1 j)) * ((\sum_(s2 < d_v) ((G s1 s2) * (V j s2))) - (\sum_(s2 < n) ((((rho 0 s1)%:R) * (A s1 s2)) * (\sum_(s3 < d_v) ((G s1 s3) * (V s2 s3))))))) * (Q s1 a))) :> R.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> A G Q V rho tau t a j.
have H := congr1 (fun M : 'M[R]_(_, _) => M j a) (other_queries_keys_stay t (attending rho A) Q V G tau).
by_gradients H.
Qed.

Theorem permuted_inputs_have_permuted_gradients_3 :
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, n),
  forall G : 'M[R]_(m, d_v),
  forall rho : 'rV[bool]_m,
  forall tau : 'S_m,
  forall c : 'I_d_v,
  forall j : 'I_n,
  \sum_(s1 < m) ((((rho 0 (tau s1))%:R) * (A (tau s1) j)) * (G (tau s1) c)) = \sum_(s1 < m) ((((rho 0 s1)%:R) * (A s1 j)) * (G s1 c)) :> R.
Proof.
case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> A G rho tau c j.
have H := congr1 (fun M : 'M[R]_(_, _) => M j c) (other_queries_values_stay (attending rho A) G tau).
by_gradients H.
Qed.

Theorem score_gradients_sum_to_zero_0 :
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, n),
  forall G : 'M[R]_(m, d_v),
  forall V : 'M[R]_(n, d_v),
  forall rho : 'rV[bool]_m,
  forall i : 'I_m,
  (\sum_(s1 < n) (A i s1) = 1 :> R) ->
  \sum_(s1 < n) ((((rho 0 i)%:R) * (A i s1)) * ((\sum_(s2 < d_v) ((G i s2) * (V s1 s2))) - (\sum_(s2 < n) ((((rho 0 i)%:R) * (A i s2)) * (\sum_(s3 < d_v) ((G i s3) * (V s2 s3))))))) = 0 :> R.
Proof.
case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> A G V rho i h1.
have H := score_gradients_sum_to_zero rho V G h1.
by_gradients H.
Qed.

Theorem key_gradients_sum_to_zero_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, n),
  forall G : 'M[R]_(m, d_v),
  forall Q : 'M[R]_(m, d_k),
  forall V : 'M[R]_(n, d_v),
  forall rho : 'rV[bool]_m,
  forall t : R,
  forall a : 'I_d_k,
  (forall (i : 'I_m), \sum_(s1 < n) (A i s1) = 1 :> R) ->
  \sum_(s1 < n) (t * (\sum_(s2 < m) (((((rho 0 s2)%:R) * (A s2 s1)) * ((\sum_(s3 < d_v) ((G s2 s3) * (V s1 s3))) - (\sum_(s3 < n) ((((rho 0 s2)%:R) * (A s2 s3)) * (\sum_(s4 < d_v) ((G s2 s4) * (V s3 s4))))))) * (Q s2 a)))) = 0 :> R.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> A G Q V rho t a h1.
have H := key_gradients_sum_to_zero rho h1 t Q V G a.
by_gradients H.
Qed.

Theorem value_gradients_sum_to_the_upstream_0 :
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, n),
  forall G : 'M[R]_(m, d_v),
  forall rho : 'rV[bool]_m,
  forall c : 'I_d_v,
  (forall (i : 'I_m), \sum_(s1 < n) (A i s1) = 1 :> R) ->
  \sum_(s1 < n) (\sum_(s2 < m) ((((rho 0 s2)%:R) * (A s2 s1)) * (G s2 c))) = \sum_(s1 < m) (((rho 0 s1)%:R) * (G s1 c)) :> R.
Proof.
case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> A G rho c h1.
have H := value_gradients_sum_to_the_upstream rho h1 G c.
by_gradients H.
Qed.

Theorem queries_and_keys_share_a_gauge_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, n),
  forall G : 'M[R]_(m, d_v),
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(m, d_k),
  forall V : 'M[R]_(n, d_v),
  forall rho : 'rV[bool]_m,
  forall t : R,
  forall a : 'I_d_k,
  forall b : 'I_d_k,
  \sum_(s1 < m) ((Q s1 a) * (t * (\sum_(s2 < n) (((((rho 0 s1)%:R) * (A s1 s2)) * ((\sum_(s3 < d_v) ((G s1 s3) * (V s2 s3))) - (\sum_(s3 < n) ((((rho 0 s1)%:R) * (A s1 s3)) * (\sum_(s4 < d_v) ((G s1 s4) * (V s3 s4))))))) * (K s2 b))))) = \sum_(s1 < n) ((K s1 b) * (t * (\sum_(s2 < m) (((((rho 0 s2)%:R) * (A s2 s1)) * ((\sum_(s3 < d_v) ((G s2 s3) * (V s1 s3))) - (\sum_(s3 < n) ((((rho 0 s2)%:R) * (A s2 s3)) * (\sum_(s4 < d_v) ((G s2 s4) * (V s3 s4))))))) * (Q s2 a))))) :> R.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> A G K Q V rho t a b.
have H := congr1 (fun M : 'M[R]_(_, _) => M a b) (queries_and_keys_share_a_gauge t (attending rho A) Q K V G).
by_gradients H.
Qed.

Theorem values_answer_outputs_0 :
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, n),
  forall G : 'M[R]_(m, d_v),
  forall V : 'M[R]_(n, d_v),
  forall rho : 'rV[bool]_m,
  forall c : 'I_d_v,
  forall o : 'I_d_v,
  \sum_(s1 < n) ((V s1 c) * (\sum_(s2 < m) ((((rho 0 s2)%:R) * (A s2 s1)) * (G s2 o)))) = \sum_(s1 < m) ((\sum_(s2 < n) ((((rho 0 s1)%:R) * (A s1 s2)) * (V s2 c))) * (G s1 o)) :> R.
Proof.
case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> A G V rho c o.
have H := congr1 (fun M : 'M[R]_(_, _) => M c o) (values_answer_outputs (attending rho A) V G).
by_gradients H.
Qed.

Theorem query_gradient_is_a_covariance_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, n),
  forall G : 'M[R]_(m, d_v),
  forall K : 'M[R]_(n, d_k),
  forall V : 'M[R]_(n, d_v),
  forall rho : 'rV[bool]_m,
  forall t : R,
  forall a : 'I_d_k,
  forall i : 'I_m,
  t * (\sum_(s1 < n) (((((rho 0 i)%:R) * (A i s1)) * ((\sum_(s2 < d_v) ((G i s2) * (V s1 s2))) - (\sum_(s2 < n) ((((rho 0 i)%:R) * (A i s2)) * (\sum_(s3 < d_v) ((G i s3) * (V s2 s3))))))) * (K s1 a))) = t * (\sum_(s1 < d_v) ((G i s1) * ((\sum_(s2 < n) ((((rho 0 i)%:R) * (A i s2)) * ((V s2 s1) * (K s2 a)))) - ((\sum_(s2 < n) ((((rho 0 i)%:R) * (A i s2)) * (V s2 s1))) * (\sum_(s2 < n) ((((rho 0 i)%:R) * (A i s2)) * (K s2 a))))))) :> R.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> A G K V rho t a i.
have H := query_gradient_is_a_covariance t (attending rho A) K V G i a.
by_gradients H.
Qed.

Theorem key_gradient_is_made_of_value_gradients_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, n),
  forall G : 'M[R]_(m, d_v),
  forall Q : 'M[R]_(m, d_k),
  forall V : 'M[R]_(n, d_v),
  forall rho : 'rV[bool]_m,
  forall t : R,
  forall a : 'I_d_k,
  forall j : 'I_n,
  t * (\sum_(s1 < m) (((((rho 0 s1)%:R) * (A s1 j)) * ((\sum_(s2 < d_v) ((G s1 s2) * (V j s2))) - (\sum_(s2 < n) ((((rho 0 s1)%:R) * (A s1 s2)) * (\sum_(s3 < d_v) ((G s1 s3) * (V s2 s3))))))) * (Q s1 a))) = t * ((\sum_(s1 < d_v) ((V j s1) * (\sum_(s2 < m) ((((rho 0 s2)%:R) * (A s2 j)) * ((Q s2 a) * (G s2 s1)))))) - (\sum_(s1 < m) ((((rho 0 s1)%:R) * (A s1 j)) * ((Q s1 a) * (\sum_(s2 < d_v) ((G s1 s2) * (\sum_(s3 < n) ((((rho 0 s1)%:R) * (A s1 s3)) * (V s3 s2))))))))) :> R.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|m] _; case=> [//|n] _; move=> A G Q V rho t a j.
have H := key_gradient_is_made_of_value_gradients t (attending rho A) Q V G j a.
by_gradients H.
Qed.

Theorem equal_upstream_sees_nothing_0 :
  forall n : nat, (0 < n)%N ->
  forall g : 'rV[R]_n,
  forall p : 'rV[R]_n,
  forall u : R,
  forall j : 'I_n,
  (\sum_(s1 < n) (p 0 s1) = 1 :> R) ->
  (forall (l : 'I_n), g 0 l = u :> R) ->
  (p 0 j) * ((g 0 j) - (\sum_(s1 < n) ((p 0 s1) * (g 0 s1)))) = 0 :> R.
Proof.
case=> [//|n] _; move=> g p u j h1 h2.
have H := congr1 (fun M : 'M[R]_(_, _) => M 0 j) (equal_upstream_sees_nothing h1 h2).
by_gradients H.
Qed.

Theorem equal_upstream_sees_nothing_1 :
  forall n : nat, (0 < n)%N ->
  forall g : 'rV[R]_n,
  forall p : 'rV[R]_n,
  (\sum_(s1 < n) (p 0 s1) = 1 :> R) ->
  \sum_(s1 < n) (((p 0 s1) * ((g 0 s1) - (\sum_(s2 < n) ((p 0 s2) * (g 0 s2))))) * (g 0 s1)) = (\sum_(s1 < n) ((p 0 s1) * ((g 0 s1) ^+ 2))) - ((\sum_(s1 < n) ((p 0 s1) * (g 0 s1))) ^+ 2) :> R.
Proof.
case=> [//|n] _; move=> g p h1.
have H := along_itself_it_is_the_variance p g.
by_gradients H.
Qed.

End Said.
