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

Theorem thresholds_add_one_to_the_rank_0 :
  forall d : nat, (0 < d)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall Q : 'M[R]_(m, d),
  forall V : 'M[R]_(n, d),
  forall tau : 'rV[R]_m,
  (m%:R >= d%:R + 2%:R :> R) ->
  exists u : 'rV[R]_m,
  (\sum_(s1 < m) ((u 0 s1) ^+ 2) > 0) /\
  forall j : 'I_n,
  \sum_(s1 < m) ((u 0 s1) * ((\sum_(s2 < d) ((Q s1 s2) * (V j s2))) - (tau 0 s1))) = 0 :> R.
Proof.
move=> d _ m _ n _ Q V tau h1.
by apply: thresholds_add_one_to_the_rank; move: h1; rewrite -natrD ler_nat addn2.
Qed.

Theorem four_documents_fit_a_plane_0 :
  exists v : 'M[R]_(4, 2),
  exists q : 'I_4 -> 'M[R]_(4, 2),
  (forall (c : 'I_2) (i : 'I_4) (j : 'I_4), q i j c = q j i c :> R) /\
  forall i : 'I_4,
  forall j : 'I_4,
  forall k : 'I_4,
  (((1 - ((i == j)%:R)) * (1 - ((i == k)%:R))) * (1 - ((j == k)%:R))) * (((\sum_(s1 < 2) ((q i j s1) * (v i s1))) - (\sum_(s1 < 2) ((q i j s1) * (v k s1)))) - 1) >= 0.
Proof.
exact: four_documents_fit_a_plane.
Qed.

Theorem width_two_k_ranks_any_k_first_0 :
  forall k : nat, (0 < k)%N ->
  forall n : nat, (0 < n)%N ->
  forall s : 'rV[bool]_n,
  forall x : 'rV[R]_n,
  (forall (i : 'I_n) (j : 'I_n), ((i == j)%:R) + (((x 0 i) - (x 0 j)) ^+ 2) > 0) ->
  (\sum_(s1 < n) ((s 0 s1)%:R) <= k%:R :> R) ->
  exists q : 'rV[R]_(2 * k),
  forall i : 'I_n,
  forall j : 'I_n,
  ((s 0 i)%:R = 1 :> R) ->
  ((s 0 j)%:R = 0 :> R) ->
  \sum_(s1 < (2 * k)) ((q 0 s1) * ((x 0 i) ^+ s1.+1%N)) > \sum_(s1 < (2 * k)) ((q 0 s1) * ((x 0 j) ^+ s1.+1%N)).
Proof.
move=> k _ n _ s x h1 h2; rewrite mul2n.
have x_inj : injective (x 0).
  move=> i j ij; apply: contraTeq (h1 i j) => ne.
  by rewrite (negbTE ne) ij subrr expr0n addr0 ltxx.
have few : (#|ones s| <= k)%N by rewrite -(ler_nat R) -count_ones.
have [q first] := moments_rank_any_set x_inj few; exists q => i j si sj.
have := first i j; rewrite !inE.
have -> : s 0 i by move: si; case: (s 0 i) => // /esym/eqP; rewrite oner_eq0.
have -> : ~~ s 0 j by move: sj; case: (s 0 j) => // /eqP; rewrite oner_eq0.
move=> /(_ isT isT); congr (_ < _).
  by apply: eq_bigr => c _; rewrite mxE.
by apply: eq_bigr => c _; rewrite mxE.
Qed.

Theorem some_k_are_never_first_0 :
  forall d : nat, (0 < d)%N ->
  forall k : nat, (0 < k)%N ->
  forall n : nat, (0 < n)%N ->
  forall v : 'M[R]_(n, d),
  (d%:R < 2%:R * k%:R :> R) ->
  (n%:R >= (d%:R + 1) + k%:R :> R) ->
  exists s : 'rV[bool]_n,
  (\sum_(s1 < n) ((s 0 s1)%:R) = k%:R :> R) /\
  forall q : 'rV[R]_d,
  forall t : R,
  (forall (i : 'I_n) (j : 'I_n), (((s 0 i)%:R) * (1 - ((s 0 j)%:R))) * (((\sum_(s1 < d) ((q 0 s1) * (v i s1))) - (\sum_(s1 < d) ((q 0 s1) * (v j s1)))) - t) >= 0) ->
  t <= 0.
Proof.
move=> d _ k _ n _ v h1 h2.
have dk : (d < k.*2)%N by rewrite -mul2n -(ltr_nat R) natrM.
have nk : (d.+1 + k <= n)%N by rewrite -(ler_nat R) natrD -addn1 natrD.
have [r nr] : exists r, n = (d.+2 + r)%N.
  case: k dk nk {h1 h2} => // k _ nk; exists (n - d.+2)%N; rewrite subnKC //.
  by apply: leq_trans nk; rewrite addnS ltnS leq_addr.
subst n; have kr : (k <= r.+1)%N by move: nk; rewrite !addSn !ltnS -addnS leq_add2l.
have [S [Sk never]] := @not_all_sets R d r k v dk kr.
exists (\row_i (i \in S)); split.
  rewrite count_ones; congr _%:R; rewrite -Sk; apply: eq_card => i.
  by rewrite inE mxE.
move=> q t h; rewrite leNgt; apply/negP => t0; apply: (never q) => i j iS jS.
have := h i j; rewrite !mxE iS (negbTE jS) subr0 !mul1r subr_ge0 => gap.
by rewrite -subr_gt0; apply: lt_le_trans gap.
Qed.

Theorem a_line_ranks_two_sets_at_most_0 :
  forall k : nat, (0 < k)%N ->
  forall n : nat, (0 < n)%N ->
  forall s : 'rV[bool]_n,
  forall t : 'rV[bool]_n,
  forall u : 'rV[bool]_n,
  forall x : 'rV[R]_n,
  forall a : R,
  forall b : R,
  forall c : R,
  (\sum_(s1 < n) ((s 0 s1)%:R) = k%:R :> R) ->
  (\sum_(s1 < n) ((t 0 s1)%:R) = k%:R :> R) ->
  (\sum_(s1 < n) ((u 0 s1)%:R) = k%:R :> R) ->
  (forall (i : 'I_n) (j : 'I_n), ((s 0 i)%:R) * (1 - ((s 0 j)%:R)) <= ((a * (x 0 i)) > (a * (x 0 j)) :> R)%R%:R :> R) ->
  (forall (i : 'I_n) (j : 'I_n), ((t 0 i)%:R) * (1 - ((t 0 j)%:R)) <= ((b * (x 0 i)) > (b * (x 0 j)) :> R)%R%:R :> R) ->
  (forall (i : 'I_n) (j : 'I_n), ((u 0 i)%:R) * (1 - ((u 0 j)%:R)) <= ((c * (x 0 i)) > (c * (x 0 j)) :> R)%R%:R :> R) ->
  ((\sum_(s1 < n) ((((s 0 s1)%:R) - ((t 0 s1)%:R)) ^+ 2)) * (\sum_(s1 < n) ((((t 0 s1)%:R) - ((u 0 s1)%:R)) ^+ 2))) * (\sum_(s1 < n) ((((s 0 s1)%:R) - ((u 0 s1)%:R)) ^+ 2)) = 0 :> R.
Proof.
move=> k _ n _ s t u x a b c h1 h2 h3 h4 h5 h6.
have led (q : R) (w : 'rV[bool]_n) :
    (forall i j, (w 0 i)%:R * (1 - (w 0 j)%:R) <= (q * x 0 i > q * x 0 j :> R)%R%:R :> R) ->
    leads q x (ones w).
  move=> h i j; rewrite !inE => wi wj; have := h i j.
  by rewrite wi (negbTE wj) subr0 mul1r; case: (_ < _) => //; rewrite ler10.
have size (w w' : 'rV[bool]_n) : \sum_i (w 0 i)%:R = k%:R :> R -> \sum_i (w' 0 i)%:R = k%:R :> R ->
    #|ones w| = #|ones w'|.
  by rewrite !count_ones => H H'; apply/eqP; rewrite -(eqr_nat R) H H'.
have same (w w' : 'rV[bool]_n) : ones w == ones w' -> \sum_i ((w 0 i)%:R - (w' 0 i)%:R) ^+ 2 = 0 :> R.
  move=> /eqP/setP alike; apply: big1 => i _; have := alike i; rewrite !inE => ->.
  by rewrite subrr expr0n.
have := two_sets_on_a_line (led _ _ h4) (led _ _ h5) (led _ _ h6) (size _ _ h1 h2) (size _ _ h2 h3).
by case/or3P => /same ->; rewrite ?mulr0 ?mul0r.
Qed.

Theorem a_line_ranks_two_sets_0 :
  forall k : nat, (0 < k)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  (k%:R < n%:R :> R) ->
  (forall (i : 'I_n) (j : 'I_n), ((i == j)%:R) + (((x 0 j) - (x 0 i)) * ((j.+1%:R) - (i.+1%:R))) > 0) ->
  exists s : 'rV[bool]_n,
  exists t : 'rV[bool]_n,
  exists a : R,
  exists b : R,
  (\sum_(s1 < n) ((s 0 s1)%:R) = k%:R :> R) /\
  (\sum_(s1 < n) ((t 0 s1)%:R) = k%:R :> R) /\
  (\sum_(s1 < n) ((((s 0 s1)%:R) - ((t 0 s1)%:R)) ^+ 2) > 0 :> R) /\
  (forall (i : 'I_n) (j : 'I_n), ((s 0 i)%:R) * (1 - ((s 0 j)%:R)) <= ((a * (x 0 i)) > (a * (x 0 j)) :> R)%R%:R :> R) /\
  forall i : 'I_n,
  forall j : 'I_n,
  ((t 0 i)%:R) * (1 - ((t 0 j)%:R)) <= ((b * (x 0 i)) > (b * (x 0 j)) :> R)%R%:R :> R.
Proof.
move=> k k0 n _ x h1 h2.
have kn : (k < n)%N by rewrite -(ltr_nat R).
have rises (i j : 'I_n) : (i < j)%N -> x 0 i < x 0 j.
  move=> ij; have := h2 i j; rewrite -val_eqE (ltn_eqF ij) add0r pmulr_lgt0 ?subr_gt0 //.
  by rewrite ltr_nat ltnS.
have below m : (m <= n)%N -> \sum_(i < n) (i < m)%N%:R = m%:R :> R.
  move=> mn; rewrite -[m in RHS]card_ord -sum1_card natr_sum (big_ord_widen n (fun _ => 1)) //.
  by rewrite [RHS]big_mkcond; apply: eq_bigr => i _; case: ltnP.
pose s : 'rV[bool]_n := \row_i ~~ (i < n - k)%N; pose t : 'rV[bool]_n := \row_i (i < k)%N.
exists s, t, 1, (-1); split; last split; last split; last split.
- have turned (i : 'I_n) : (s 0 i)%:R = 1 - (i < n - k)%N%:R :> R.
    by rewrite mxE; case: ltnP; rewrite ?subrr ?subr0.
  under eq_bigr do rewrite turned.
  by rewrite sumrB below ?leq_subr // sumr_const card_ord -natrB ?leq_subr // subKn // ltnW.
- by under eq_bigr do rewrite mxE; apply: below; exact: ltnW.
- case: n x h1 h2 kn rises below @s @t => [//|n] x _ _ kn _ _ s t.
  rewrite big_ord_recl ltr_paddr ?sumr_ge0 // => [i _|]; first exact: sqr_ge0.
  by rewrite !mxE /= subn_gt0 kn k0 sub0r sqrrN expr1n ltr01.
- move=> i j; rewrite !mxE !mul1r; case: (ltnP i) => [_|ni]; first by rewrite mul0r ler0n.
  case: (ltnP j) => [jn|_]; last by rewrite subrr mulr0 ler0n.
  by rewrite (rises j i) ?subr0 ?mulr1 //; apply: leq_trans ni.
move=> i j; rewrite !mxE !mulN1r ltr_opp2; case: (ltnP i) => [ik|_]; last by rewrite mul0r ler0n.
case: (ltnP j) => [_|kj]; first by rewrite subrr mulr0 ler0n.
by rewrite (rises i j) ?subr0 ?mulr1 //; apply: leq_trans kj.
Qed.

End Said.
