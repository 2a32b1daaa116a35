(* What the claims of retrieval say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina retrieval` prints them. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import retrieval ranked exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem bernoulli_0 :
  forall p : R,
  (0 < p) ->
  (p < 1) ->
  (p ^+ 1) * ((1 - p) ^+ 0) = p :> R.
Proof.
move=> p h1 h2.
by have H := (bernoulli_of_relevance p).1.
Qed.

Theorem bernoulli_1 :
  forall p : R,
  (0 < p) ->
  (p < 1) ->
  ((p ^+ 0) * ((1 - p) ^+ 1)) + ((p ^+ 1) * ((1 - p) ^+ 0)) = 1 :> R.
Proof.
move=> p h1 h2.
by have H := (bernoulli_of_relevance p).2.
Qed.

Theorem logistic_keeps_order_0 :
  forall z : R,
  forall z_prime : R,
  (z > z_prime) ->
  1 / (1 + (e (- z))) > 1 / (1 + (e (- z_prime))).
Proof.
move=> z z_prime h1.
by have H := logistic_keeps_order e h1.
Qed.

Theorem logistic_keeps_order_1 :
  forall z : R,
  forall z_prime : R,
  (z <= z_prime) ->
  1 / (1 + (e (- z))) <= 1 / (1 + (e (- z_prime))).
Proof.
move=> z z_prime h1.
move: h1; rewrite le_eqVlt => /orP [/eqP -> //|h]; apply: ltW.
exact: (logistic_keeps_order e h).
Qed.

Theorem ranking_ignores_shift_and_scale_0 :
  forall n : nat, (0 < n)%N ->
  forall s : 'rV[R]_n,
  forall a : R,
  forall b : R,
  forall i : 'I_n,
  forall j : 'I_n,
  (a > 0) ->
  (s 0 i > s 0 j) ->
  (a * (s 0 i)) + b > (a * (s 0 j)) + b.
Proof.
case=> [//|n] _; move=> s a b i j h1 h2.
by have H := (ranking_ignores_shift_and_scale s b h1 i j).1 h2.
Qed.

Theorem ranking_ignores_shift_and_scale_1 :
  forall n : nat, (0 < n)%N ->
  forall s : 'rV[R]_n,
  forall a : R,
  forall b : R,
  forall i : 'I_n,
  forall j : 'I_n,
  (a > 0) ->
  (s 0 i <= s 0 j) ->
  (a * (s 0 i)) + b <= (a * (s 0 j)) + b.
Proof.
case=> [//|n] _; move=> s a b i j h1 h2.
rewrite leNgt; apply/negP => H; move: h2; rewrite leNgt => /negP; apply.
exact: (ranking_ignores_shift_and_scale s b h1 i j).2 H.
Qed.

Theorem dot_never_ranks_a_mixture_first_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall D : 'M[R]_(n, d),
  forall q : 'rV[R]_d,
  forall s : 'rV[R]_n,
  forall w : 'rV[R]_n,
  forall M : R,
  (forall (at0 : 'I_n), 0 <= w 0 at0) ->
  (forall (j : 'I_n), \sum_(s1 < d) ((q 0 s1) * (D j s1)) = s 0 j :> R) ->
  (forall (j : 'I_n), s 0 j <= M) ->
  (\sum_(s1 < n) (w 0 s1) = 1 :> R) ->
  \sum_(s1 < d) ((q 0 s1) * (\sum_(s2 < n) ((w 0 s2) * (D s2 s1)))) <= M.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> D q s w M h1 h2 h3 h4.
have [j H] := no_mixture_is_first q D h1 h4.
apply: le_trans (h3 j); rewrite -h2.
have same : (\sum_s1 q 0 s1 * \sum_s2 w 0 s2 * D s2 s1) = (w *m D *m q^T) 0 0.
  by rewrite mxE; apply: eq_bigr => a _; rewrite !mxE mulrC.
rewrite same; apply: le_trans H _; rewrite mxE.
by rewrite le_eqVlt; apply/orP; left; apply/eqP/eq_bigr => a _; rewrite !mxE mulrC.
Qed.

Theorem joint_score_of_two_numbers_ranks_any_first_0 :
  forall d : R,
  forall q : R,
  (- (Num.max 0 (q - d))) - (Num.max 0 (d - q)) = (- (Num.max 0 (q - d))) - (Num.max 0 (d - q)) :> R.
Proof.
move=> d q.
by [].
Qed.

Theorem joint_score_of_two_numbers_ranks_any_first_1 :
  forall d : R,
  forall q : R,
  (- (Num.max 0 (q - d))) - (Num.max 0 (d - q)) = - (`|(q - d)|) :> R.
Proof.
move=> d q.
exact: (any_document_can_be_first q d).1.
Qed.

Theorem joint_score_of_two_numbers_ranks_any_first_2 :
  forall d : R,
  forall q : R,
  (q != d :> R) ->
  (- (Num.max 0 (q - d))) - (Num.max 0 (d - q)) < 0.
Proof.
move=> d q h1.
exact: (any_document_can_be_first q d).2.1 h1.
Qed.

Theorem joint_score_of_two_numbers_ranks_any_first_3 :
  forall d : R,
  (- (Num.max 0 (d - d))) - (Num.max 0 (d - d)) = 0 :> R.
Proof.
move=> d.
exact: (any_document_can_be_first d d).2.2.
Qed.

Theorem five_documents_outrun_a_plane_0 :
  forall q : 'I_5 -> 'M[R]_(5, 2),
  forall v : 'M[R]_(5, 2),
  forall t : R,
  (forall (c : 'I_2) (i : 'I_5) (j : 'I_5), q i j c = q j i c :> R) ->
  (forall (i : 'I_5) (j : 'I_5) (k : 'I_5), (((1 - ((i == j)%:R)) * (1 - ((i == k)%:R))) * (1 - ((j == k)%:R))) * (((\sum_(s1 < 2) ((q i j s1) * (v i s1))) - (\sum_(s1 < 2) ((q i j s1) * (v k s1)))) - t) >= 0) ->
  t <= 0.
Proof.
move=> q v t h1 h2.
apply: (@some_pair_is_never_first R 2 1 v q t) => // i j k ij ik jk.
by have := h2 i j k; rewrite (negbTE ij) (negbTE ik) (negbTE jk) !subr0 !mul1r subr_ge0.
Qed.

Theorem six_documents_outrun_width_three_0 :
  forall q : 'I_6 -> 'M[R]_(6, 3),
  forall v : 'M[R]_(6, 3),
  forall t : R,
  (forall (c : 'I_3) (i : 'I_6) (j : 'I_6), q i j c = q j i c :> R) ->
  (forall (i : 'I_6) (j : 'I_6) (k : 'I_6), (((1 - ((i == j)%:R)) * (1 - ((i == k)%:R))) * (1 - ((j == k)%:R))) * (((\sum_(s1 < 3) ((q i j s1) * (v i s1))) - (\sum_(s1 < 3) ((q i j s1) * (v k s1)))) - t) >= 0) ->
  t <= 0.
Proof.
move=> q v t h1 h2.
apply: (@some_pair_is_never_first R 3 1 v q t) => // i j k ij ik jk.
by have := h2 i j k; rewrite (negbTE ij) (negbTE ik) (negbTE jk) !subr0 !mul1r subr_ge0.
Qed.

Theorem width_four_ranks_any_pair_first_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall a : R,
  forall b : R,
  forall j : 'I_n,
  ((((((2%:R * a) * b) * (a + b)) * (x 0 j)) - ((((a ^+ 2) + ((4%:R * a) * b)) + (b ^+ 2)) * ((x 0 j) ^+ 2))) + ((2%:R * (a + b)) * ((x 0 j) ^+ 3))) - ((x 0 j) ^+ 4) = ((a ^+ 2) * (b ^+ 2)) - ((((x 0 j) - a) ^+ 2) * (((x 0 j) - b) ^+ 2)) :> R.
Proof.
case=> [//|n] _; move=> x a b j.
by ring.
Qed.

Theorem thresholds_add_one_to_the_rank_0 :
  forall m : nat, (0 < m)%N ->
  forall q : 'rV[R]_m,
  forall tau : 'rV[R]_m,
  forall x : 'rV[R]_3,
  forall i : 'I_m,
  forall k : 'I_m,
  forall l : 'I_m,
  (((((q 0 i) * (x 0 (@Ordinal 3 0 isT))) - (tau 0 i)) * (((((q 0 k) * (x 0 (@Ordinal 3 1 isT))) - (tau 0 k)) * (((q 0 l) * (x 0 (@Ordinal 3 2 isT))) - (tau 0 l))) - ((((q 0 k) * (x 0 (@Ordinal 3 2 isT))) - (tau 0 k)) * (((q 0 l) * (x 0 (@Ordinal 3 1 isT))) - (tau 0 l))))) - ((((q 0 i) * (x 0 (@Ordinal 3 1 isT))) - (tau 0 i)) * (((((q 0 k) * (x 0 (@Ordinal 3 0 isT))) - (tau 0 k)) * (((q 0 l) * (x 0 (@Ordinal 3 2 isT))) - (tau 0 l))) - ((((q 0 k) * (x 0 (@Ordinal 3 2 isT))) - (tau 0 k)) * (((q 0 l) * (x 0 (@Ordinal 3 0 isT))) - (tau 0 l)))))) + ((((q 0 i) * (x 0 (@Ordinal 3 2 isT))) - (tau 0 i)) * (((((q 0 k) * (x 0 (@Ordinal 3 0 isT))) - (tau 0 k)) * (((q 0 l) * (x 0 (@Ordinal 3 1 isT))) - (tau 0 l))) - ((((q 0 k) * (x 0 (@Ordinal 3 1 isT))) - (tau 0 k)) * (((q 0 l) * (x 0 (@Ordinal 3 0 isT))) - (tau 0 l))))) = 0 :> R.
Proof.
case=> [//|m] _; move=> q tau x i k l.
by ring.
Qed.

Theorem a_line_ranks_its_ends_0 :
  forall q : R,
  forall x : R,
  forall y : R,
  forall z : R,
  (x <= y) ->
  (y <= z) ->
  ((q * y) - (q * x)) * ((q * y) - (q * z)) <= 0.
Proof.
move=> q x y z h1 h2.
by apply: the_middle_of_a_line; rewrite h1.
Qed.

Theorem meeting_hulls_are_not_separated_0 :
  forall d : nat, (0 < d)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, d),
  forall B : 'M[R]_(n, d),
  forall lambda : 'rV[R]_m,
  forall mu : 'rV[R]_n,
  forall q : 'rV[R]_d,
  forall s : 'rV[R]_m,
  forall t : 'rV[R]_n,
  forall a : R,
  forall b : R,
  (forall (at0 : 'I_m), 0 <= lambda 0 at0) ->
  (forall (at0 : 'I_n), 0 <= mu 0 at0) ->
  (forall (i : 'I_m), \sum_(s1 < d) ((q 0 s1) * (A i s1)) = s 0 i :> R) ->
  (forall (i : 'I_m), s 0 i >= a) ->
  (forall (j : 'I_n), \sum_(s1 < d) ((q 0 s1) * (B j s1)) = t 0 j :> R) ->
  (forall (j : 'I_n), t 0 j <= b) ->
  (\sum_(s1 < m) (lambda 0 s1) = 1 :> R) ->
  (\sum_(s1 < n) (mu 0 s1) = 1 :> R) ->
  (forall (c : 'I_d), \sum_(s1 < m) ((lambda 0 s1) * (A s1 c)) = \sum_(s1 < n) ((mu 0 s1) * (B s1 c)) :> R) ->
  a <= \sum_(s1 < d) ((q 0 s1) * (\sum_(s2 < m) ((lambda 0 s2) * (A s2 s1)))).
Proof.
case=> [//|d] _; case=> [//|m] _; case=> [//|n] _; move=> A B lambda mu q s t a b h1 h2 h3 h4 h5 h6 h7 h8 h9.
exact: (point_of_a_hull h1 h3 h7).1.
Qed.

Theorem meeting_hulls_are_not_separated_1 :
  forall d : nat, (0 < d)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall A : 'M[R]_(m, d),
  forall B : 'M[R]_(n, d),
  forall lambda : 'rV[R]_m,
  forall mu : 'rV[R]_n,
  forall q : 'rV[R]_d,
  forall s : 'rV[R]_m,
  forall t : 'rV[R]_n,
  forall a : R,
  forall b : R,
  (forall (at0 : 'I_m), 0 <= lambda 0 at0) ->
  (forall (at0 : 'I_n), 0 <= mu 0 at0) ->
  (forall (i : 'I_m), \sum_(s1 < d) ((q 0 s1) * (A i s1)) = s 0 i :> R) ->
  (forall (i : 'I_m), s 0 i >= a) ->
  (forall (j : 'I_n), \sum_(s1 < d) ((q 0 s1) * (B j s1)) = t 0 j :> R) ->
  (forall (j : 'I_n), t 0 j <= b) ->
  (\sum_(s1 < m) (lambda 0 s1) = 1 :> R) ->
  (\sum_(s1 < n) (mu 0 s1) = 1 :> R) ->
  (forall (c : 'I_d), \sum_(s1 < m) ((lambda 0 s1) * (A s1 c)) = \sum_(s1 < n) ((mu 0 s1) * (B s1 c)) :> R) ->
  \sum_(s1 < d) ((q 0 s1) * (\sum_(s2 < m) ((lambda 0 s2) * (A s2 s1)))) <= b.
Proof.
case=> [//|d] _; case=> [//|m] _; case=> [//|n] _; move=> A B lambda mu q s t a b h1 h2 h3 h4 h5 h6 h7 h8 h9.
under eq_bigr do rewrite h9.
by apply: (point_of_a_hull h2 h5 h8).2.
Qed.

End Said.
