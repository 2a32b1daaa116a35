(* What the claims of fold say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina fold` prints them. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential softmax lookup fold tiling.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

(* A summary of one coordinate. *)
Definition one (m s : R) : summary R 1 := Summary (Some m) s 0.

Lemma mass_at n (x : 'I_n -> R) m c : (\sum_j e (x j - m)) * e (m - c) = (\sum_j e (x j)) * e (- c).
Proof. by rewrite !mulr_suml; apply: eq_bigr => j _; rewrite -!eD addrA subrK. Qed.

Lemma output_at n (x v : 'I_n -> R) m c :
  (\sum_j e (x j - m) * v j) * e (m - c) = (\sum_j e (x j) * v j) * e (- c).
Proof. by rewrite !mulr_suml; apply: eq_bigr => j _; rewrite ![_ * v j * _]mulrAC -!eD addrA subrK. Qed.

Lemma mass_of n (x : 'I_n -> R) c : \sum_j e (x j - c) = (\sum_j e (x j)) * e (- c).
Proof. by rewrite mulr_suml; apply: eq_bigr => j _; rewrite -eD. Qed.

Lemma output_of n (x v : 'I_n -> R) c :
  \sum_j e (x j - c) * v j = (\sum_j e (x j) * v j) * e (- c).
Proof. by rewrite mulr_suml; apply: eq_bigr => j _; rewrite mulrAC -eD. Qed.

Lemma attended n (x v : 'I_n -> R) c : (\sum_j e (x j)) != 0 ->
  (\sum_j e (x j - c)) * (\sum_j e (x j) / (\sum_k e (x k)) * v j) = \sum_j e (x j - c) * v j.
Proof.
move=> nz; rewrite mass_of output_of mulrAC mulr_sumr; congr (_ * _); apply: eq_bigr => j _.
by rewrite mulrA [_ * (e _ / _)]mulrC divfK.
Qed.

Lemma over_parts n r (a : 'I_r -> R) (kappa : 'M[bool]_(r, n)) (x : 'I_n -> R) (f : 'I_n -> R) c :
  (forall j, \sum_(p < r) (kappa p j)%:R = 1 :> R) ->
  \sum_j e (x j - c) * f j
    = \sum_p e (a p - c) * (\sum_j (kappa p j)%:R * e (x j - a p) * f j).
Proof.
move=> once; under [RHS]eq_bigr do rewrite mulr_sumr; rewrite exchange_big /=.
apply: eq_bigr => j _; transitivity ((\sum_(p < r) (kappa p j)%:R) * (e (x j - c) * f j)).
  by rewrite once mul1r.
rewrite mulr_suml; apply: eq_bigr => p _.
have -> : x j - c = (a p - c) + (x j - a p) by rewrite [RHS]addrC [RHS]addrA subrK.
rewrite eD.
by move: (e _) (e _) (f j) (kappa p j)%:R => *; ring.
Qed.

Theorem merge_is_commutative_0 :
  forall c : R,
  forall m_1 : R,
  forall m_2 : R,
  forall s_1 : R,
  forall s_2 : R,
  (s_1 * (e (m_1 - c))) + (s_2 * (e (m_2 - c))) = (s_2 * (e (m_2 - c))) + (s_1 * (e (m_1 - c))) :> R.
Proof.
move=> c m_1 m_2 s_1 s_2.
have H := congr1 (@mass R 1) (merge_at_commutative e (Some c) (one m_1 s_1) (one m_2 s_2)).
exact: H.
Qed.

Theorem merge_is_associative_0 :
  forall c : R,
  forall g : R,
  forall h : R,
  forall m_1 : R,
  forall m_2 : R,
  forall m_3 : R,
  forall s_1 : R,
  forall s_2 : R,
  forall s_3 : R,
  (((s_1 * (e (m_1 - h))) + (s_2 * (e (m_2 - h)))) * (e (h - c))) + (s_3 * (e (m_3 - c))) = (s_1 * (e (m_1 - c))) + (((s_2 * (e (m_2 - g))) + (s_3 * (e (m_3 - g)))) * (e (g - c))) :> R.
Proof.
move=> c g h m_1 m_2 m_3 s_1 s_2 s_3.
have H := congr1 (@mass R 1) (merge_at_associative e c g h (one m_1 s_1) (one m_2 s_2) (one m_3 s_3)).
exact: H.
Qed.

Theorem unit_0 :
  forall m_1 : R,
  forall m_2 : R,
  forall s_1 : R,
  (s_1 * (e (m_1 - m_1))) + (0 * (e (m_2 - m_1))) = s_1 :> R.
Proof.
move=> m_1 m_2 s_1.
have H := congr1 (@mass R 1) (merge_at_unit e (one m_1 s_1) (Some m_2)).
exact: H.
Qed.

Theorem unit_1 :
  forall n : nat, (0 < n)%N ->
  forall kappa : 'rV[bool]_n,
  forall x : 'rV[R]_n,
  forall m_1 : R,
  forall m_2 : R,
  forall s_1 : R,
  (forall (j : 'I_n), (kappa 0 j)%:R = 0 :> R) ->
  (s_1 * (e (m_1 - m_1))) + ((\sum_(s1 < n) (((kappa 0 s1)%:R) * (e ((x 0 s1) - m_2)))) * (e (m_2 - m_1))) = s_1 :> R.
Proof.
case=> [//|n] _; move=> kappa x m_1 m_2 s_1 h1.
by rewrite big1 ?unit_0 // => j _; rewrite h1 mul0r.
Qed.

Theorem unit_2 :
  forall n : nat, (0 < n)%N ->
  forall kappa : 'rV[bool]_n,
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall m_1 : R,
  forall m_2 : R,
  forall s_1 : R,
  (forall (j : 'I_n), (kappa 0 j)%:R = 0 :> R) ->
  (s_1 * (e (m_1 - m_1))) + ((\sum_(s1 < n) ((((kappa 0 s1)%:R) * (e ((x 0 s1) - m_2))) * (v 0 s1))) * (e (m_2 - m_1))) = s_1 :> R.
Proof.
case=> [//|n] _; move=> kappa v x m_1 m_2 s_1 h1.
by rewrite big1 ?unit_0 // => j _; rewrite h1 !mul0r.
Qed.

Theorem any_shift_0 :
  forall c : R,
  forall m_1 : R,
  forall m_2 : R,
  forall s_1 : R,
  forall s_2 : R,
  ((s_1 * (e (m_1 - c))) + (s_2 * (e (m_2 - c)))) * (e c) = (s_1 * (e m_1)) + (s_2 * (e m_2)) :> R.
Proof.
move=> c m_1 m_2 s_1 s_2.
exact: (merge_at_adds e c (one m_1 s_1) (one m_2 s_2)).1.
Qed.

Theorem any_shift_1 :
  forall c : R,
  forall h : R,
  forall m_1 : R,
  forall m_2 : R,
  forall o_1 : R,
  forall o_2 : R,
  forall z_1 : R,
  forall z_2 : R,
  (0 < z_1) ->
  (0 < z_2) ->
  ((o_1 * (e (m_1 - c))) + (o_2 * (e (m_2 - c)))) / ((z_1 * (e (m_1 - c))) + (z_2 * (e (m_2 - c)))) = ((o_1 * (e (m_1 - h))) + (o_2 * (e (m_2 - h)))) / ((z_1 * (e (m_1 - h))) + (z_2 * (e (m_2 - h)))) :> R.
Proof.
move=> c h m_1 m_2 o_1 o_2 z_1 z_2 h1 h2.
have H := congr1 (fun A : 'rV_1 => A 0 0) (mean_at_any_shift e c h
  (Summary (Some m_1) z_1 (const_mx o_1)) (Summary (Some m_2) z_2 (const_mx o_2))).
by rewrite /fold.mean /= !mxE ![_^-1 * _]mulrC ![e _ * _]mulrC in H.
Qed.

Theorem equal_meanings_merge_alike_0 :
  forall c : R,
  forall m_1 : R,
  forall m_2 : R,
  forall m_3 : R,
  forall s_1 : R,
  forall s_2 : R,
  forall s_3 : R,
  (s_1 = s_3 * (e (m_3 - m_1)) :> R) ->
  (s_1 * (e (m_1 - c))) + (s_2 * (e (m_2 - c))) = (s_3 * (e (m_3 - c))) + (s_2 * (e (m_2 - c))) :> R.
Proof.
move=> c m_1 m_2 m_3 s_1 s_2 s_3 h1.
have same : fold.same e (one m_1 s_1) (one m_3 s_3).
  by split; rewrite /meant_mass /meant_output /= ?scaler0 // h1 -mulrA -eD subrK.
have [H _] := merge_congruence c same (conj erefl erefl : fold.same e (one m_2 s_2) (one m_2 s_2)).
exact: mulIf (e_neq0 e c) _ _ H.
Qed.

Theorem order_of_parts_is_irrelevant_0 :
  forall r : nat, (0 < r)%N ->
  forall a : 'rV[R]_r,
  forall s : 'rV[R]_r,
  forall sigma : 'S_r,
  forall c : R,
  \sum_(s1 < r) ((e ((a 0 (sigma s1)) - c)) * (s 0 (sigma s1))) = \sum_(s1 < r) ((e ((a 0 s1) - c)) * (s 0 s1)) :> R.
Proof.
case=> [//|r] _; move=> a s sigma c.
by rewrite [RHS](reindex_inj (@perm_inj _ sigma)).
Qed.

Theorem attention_is_a_merge_0 :
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_m,
  forall x : 'rV[R]_n,
  forall y : 'rV[R]_m,
  forall c : R,
  forall m_1 : R,
  forall m_2 : R,
  (((\sum_(s1 < n) ((e ((x 0 s1) - m_1)) * (v 0 s1))) * (e (m_1 - c))) + ((\sum_(s1 < m) ((e ((y 0 s1) - m_2)) * (w 0 s1))) * (e (m_2 - c)))) / (((\sum_(s1 < n) (e ((x 0 s1) - m_1))) * (e (m_1 - c))) + ((\sum_(s1 < m) (e ((y 0 s1) - m_2))) * (e (m_2 - c)))) = ((\sum_(s1 < n) ((e (x 0 s1)) * (v 0 s1))) + (\sum_(s1 < m) ((e (y 0 s1)) * (w 0 s1)))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1)))) :> R.
Proof.
case=> [//|m] _; case=> [//|n] _; move=> v w x y c m_1 m_2.
by rewrite !mass_at !output_at -!mulrDl -mulf_div divff ?e_neq0 // mulr1.
Qed.

Theorem attention_is_a_merge_1 :
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_m,
  forall x : 'rV[R]_n,
  forall y : 'rV[R]_m,
  forall c : R,
  (((\sum_(s1 < n) (e ((x 0 s1) - c))) * (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1)))) + ((\sum_(s1 < m) (e ((y 0 s1) - c))) * (\sum_(s1 < m) (((e (y 0 s1)) / (\sum_(s2 < m) (e (y 0 s2)))) * (w 0 s1))))) / ((\sum_(s1 < n) (e ((x 0 s1) - c))) + (\sum_(s1 < m) (e ((y 0 s1) - c)))) = ((\sum_(s1 < n) ((e (x 0 s1)) * (v 0 s1))) + (\sum_(s1 < m) ((e (y 0 s1)) * (w 0 s1)))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1)))) :> R.
Proof.
case=> [//|m] _; case=> [//|n] _; move=> v w x y c.
rewrite !attended ?sum_e_neq0 // !mass_of !output_of -!mulrDl.
by rewrite -mulf_div divff ?e_neq0 // mulr1.
Qed.

Theorem any_partition_0 :
  forall n : nat, (0 < n)%N ->
  forall r : nat, (0 < r)%N ->
  forall a : 'rV[R]_r,
  forall kappa : 'M[bool]_(r, n),
  forall x : 'rV[R]_n,
  forall c : R,
  (forall (j : 'I_n), \sum_(s1 < r) ((kappa s1 j)%:R) = 1 :> R) ->
  \sum_(s1 < n) (e ((x 0 s1) - c)) = \sum_(s1 < r) ((e ((a 0 s1) - c)) * (\sum_(s2 < n) (((kappa s1 s2)%:R) * (e ((x 0 s2) - (a 0 s1)))))) :> R.
Proof.
case=> [//|n] _; case=> [//|r] _; move=> a kappa x c h1.
have H := over_parts (a 0) (x 0) (fun=> 1) c h1.
rewrite (eq_bigr (fun j => e (x 0 j - c) * 1)) => [|j _]; last by rewrite mulr1.
rewrite H; apply: eq_bigr => p _; congr (_ * _).
by apply: eq_bigr => j _; rewrite mulr1.
Qed.

Theorem any_partition_1 :
  forall n : nat, (0 < n)%N ->
  forall r : nat, (0 < r)%N ->
  forall a : 'rV[R]_r,
  forall kappa : 'M[bool]_(r, n),
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall c : R,
  (forall (j : 'I_n), \sum_(s1 < r) ((kappa s1 j)%:R) = 1 :> R) ->
  \sum_(s1 < n) ((e ((x 0 s1) - c)) * (v 0 s1)) = \sum_(s1 < r) ((e ((a 0 s1) - c)) * (\sum_(s2 < n) ((((kappa s1 s2)%:R) * (e ((x 0 s2) - (a 0 s1)))) * (v 0 s2)))) :> R.
Proof.
case=> [//|n] _; case=> [//|r] _; move=> a kappa v x c h1.
have H := over_parts (a 0) (x 0) (v 0) c h1.
exact: H.
Qed.

Theorem attention_over_any_partition_0 :
  forall n : nat, (0 < n)%N ->
  forall r : nat, (0 < r)%N ->
  forall a : 'rV[R]_r,
  forall kappa : 'M[bool]_(r, n),
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall c : R,
  (forall (j : 'I_n), \sum_(s1 < r) ((kappa s1 j)%:R) = 1 :> R) ->
  (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1))) * (\sum_(s1 < r) ((e ((a 0 s1) - c)) * (\sum_(s2 < n) (((kappa s1 s2)%:R) * (e ((x 0 s2) - (a 0 s1))))))) = \sum_(s1 < r) ((e ((a 0 s1) - c)) * (\sum_(s2 < n) ((((kappa s1 s2)%:R) * (e ((x 0 s2) - (a 0 s1)))) * (v 0 s2)))) :> R.
Proof.
case=> [//|n] _; case=> [//|r] _; move=> a kappa v x c h1.
rewrite -any_partition_0 // -any_partition_1 // mulrC.
by rewrite attended ?sum_e_neq0.
Qed.

Theorem scores_within_reach_0 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall q : 'rV[R]_d,
  (\sum_(s1 < d) ((q 0 s1) * (k 0 s1))) ^+ 2 <= (\sum_(s1 < d) ((q 0 s1) ^+ 2)) * (\sum_(s1 < d) ((k 0 s1) ^+ 2)).
Proof.
case=> [//|d] _; move=> k q.
exact: within_reach.
Qed.

Theorem scores_within_reach_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall b : R,
  (forall (j : 'I_n), - b <= x 0 j) ->
  (forall (j : 'I_n), x 0 j <= b) ->
  n%:R * (e (- b)) <= \sum_(s1 < n) (e (x 0 s1)).
Proof.
case=> [//|n] _; move=> x b h1 h2.
exact: sum_does_not_vanish.
Qed.

Theorem scores_within_reach_2 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall b : R,
  (forall (j : 'I_n), - b <= x 0 j) ->
  (forall (j : 'I_n), x 0 j <= b) ->
  \sum_(s1 < n) (e (x 0 s1)) <= n%:R * (e b).
Proof.
case=> [//|n] _; move=> x b h1 h2.
exact: sum_does_not_overflow.
Qed.

Theorem far_pairs_weigh_little_0 :
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall y : 'rV[R]_m,
  forall L : R,
  forall i : 'I_n,
  (forall (k : 'I_m), y 0 k <= (x 0 i) - L) ->
  (\sum_(s1 < m) (e (y 0 s1))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1)))) <= (m%:R * (e (- L))) * ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1)))).
Proof.
case=> [//|m] _; case=> [//|n] _; move=> x y L i h1.
exact: far_pairs_weigh_little.
Qed.

End Said.
