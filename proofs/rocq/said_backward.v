(* Proofs that our theorems imply what the claims of backward say, relation by relation. Where
   `said` stands, the statement is put, and after `Proof.` the names of what it speaks of; `python
   -m proofs.engine.gallina backward` prints both. *)
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

Theorem gradients_are_derivatives_0 : said.
Proof.
exact: (slope_by_a_value e kappa t Q K V G j c).
Qed.

Theorem gradients_are_derivatives_1 : said.
Proof.
exact: (slope_by_a_query e t Q K V G h1 i a).
Qed.

Theorem gradients_are_derivatives_2 : said.
Proof.
exact: (slope_by_a_key e t Q K V G h1 j a).
Qed.

Theorem softmax_gradient_is_a_derivative_0 : said.
Proof.
exact: (slope_of_a_softmax_mean e (x 0) (g 0) j).
Qed.

Theorem permuted_inputs_have_permuted_gradients_0 : said.
Proof.
have H := congr1 (fun M : 'M[R]_(_, _) => M i a) (other_keys_queries_stay t (attending rho A) K V G sigma).
by_gradients H.
Qed.

Theorem permuted_inputs_have_permuted_gradients_1 : said.
Proof.
have H := congr1 (fun M : 'M[R]_(_, _) => M j a) (other_keys_keys_follow t (attending rho A) Q V G sigma).
by_gradients H.
Qed.

Theorem permuted_inputs_have_permuted_gradients_2 : said.
Proof.
have H := congr1 (fun M : 'M[R]_(_, _) => M j a) (other_queries_keys_stay t (attending rho A) Q V G tau).
by_gradients H.
Qed.

Theorem permuted_inputs_have_permuted_gradients_3 : said.
Proof.
have H := congr1 (fun M : 'M[R]_(_, _) => M j c) (other_queries_values_stay (attending rho A) G tau).
by_gradients H.
Qed.

Theorem score_gradients_sum_to_zero_0 : said.
Proof.
have H := score_gradients_sum_to_zero rho V G h1.
by_gradients H.
Qed.

Theorem key_gradients_sum_to_zero_0 : said.
Proof.
have H := key_gradients_sum_to_zero rho h1 t Q V G a.
by_gradients H.
Qed.

Theorem value_gradients_sum_to_the_upstream_0 : said.
Proof.
have H := value_gradients_sum_to_the_upstream rho h1 G c.
by_gradients H.
Qed.

Theorem queries_and_keys_share_a_gauge_0 : said.
Proof.
have H := congr1 (fun M : 'M[R]_(_, _) => M a b) (queries_and_keys_share_a_gauge t (attending rho A) Q K V G).
by_gradients H.
Qed.

Theorem values_answer_outputs_0 : said.
Proof.
have H := congr1 (fun M : 'M[R]_(_, _) => M c o) (values_answer_outputs (attending rho A) V G).
by_gradients H.
Qed.

Theorem query_gradient_is_a_covariance_0 : said.
Proof.
have H := query_gradient_is_a_covariance t (attending rho A) K V G i a.
by_gradients H.
Qed.

Theorem key_gradient_is_made_of_value_gradients_0 : said.
Proof.
have H := key_gradient_is_made_of_value_gradients t (attending rho A) Q V G j a.
by_gradients H.
Qed.

Theorem equal_upstream_sees_nothing_0 : said.
Proof.
have H := congr1 (fun M : 'M[R]_(_, _) => M 0 j) (equal_upstream_sees_nothing h1 h2).
by_gradients H.
Qed.

Theorem equal_upstream_sees_nothing_1 : said.
Proof.
have H := along_itself_it_is_the_variance p g.
by_gradients H.
Qed.

End Said.
