(* Proofs that our theorems imply what the claims of fold say, relation by relation. Where `said`
   stands, the statement is put, and after `Proof.` the names of what it speaks of; `python -m
   proofs.engine.gallina fold` prints both. *)
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

Theorem merge_is_commutative_0 : said.
Proof.
have H := congr1 (@mass R 1) (merge_at_commutative e (Some c) (one m_1 s_1) (one m_2 s_2)).
exact: H.
Qed.

Theorem merge_is_associative_0 : said.
Proof.
have H := congr1 (@mass R 1) (merge_at_associative e c g h (one m_1 s_1) (one m_2 s_2) (one m_3 s_3)).
exact: H.
Qed.

Theorem unit_0 : said.
Proof.
have H := congr1 (@mass R 1) (merge_at_unit e (one m_1 s_1) (Some m_2)).
exact: H.
Qed.

Theorem unit_1 : said.
Proof.
by rewrite big1 ?unit_0 // => j _; rewrite h1 mul0r.
Qed.

Theorem unit_2 : said.
Proof.
by rewrite big1 ?unit_0 // => j _; rewrite h1 !mul0r.
Qed.

Theorem any_shift_0 : said.
Proof.
exact: (merge_at_adds e c (one m_1 s_1) (one m_2 s_2)).1.
Qed.

Theorem any_shift_1 : said.
Proof.
have H := congr1 (fun A : 'rV_1 => A 0 0) (mean_at_any_shift e c h
  (Summary (Some m_1) z_1 (const_mx o_1)) (Summary (Some m_2) z_2 (const_mx o_2))).
by rewrite /fold.mean /= !mxE ![_^-1 * _]mulrC ![e _ * _]mulrC in H.
Qed.

Theorem equal_meanings_merge_alike_0 : said.
Proof.
have same : fold.same e (one m_1 s_1) (one m_3 s_3).
  by split; rewrite /meant_mass /meant_output /= ?scaler0 // h1 -mulrA -eD subrK.
have [H _] := merge_congruence c same (conj erefl erefl : fold.same e (one m_2 s_2) (one m_2 s_2)).
exact: mulIf (e_neq0 e c) _ _ H.
Qed.

Theorem order_of_parts_is_irrelevant_0 : said.
Proof.
by rewrite [RHS](reindex_inj (@perm_inj _ sigma)).
Qed.

Theorem attention_is_a_merge_0 : said.
Proof.
by rewrite !mass_at !output_at -!mulrDl -mulf_div divff ?e_neq0 // mulr1.
Qed.

Theorem attention_is_a_merge_1 : said.
Proof.
rewrite !attended ?sum_e_neq0 // !mass_of !output_of -!mulrDl.
by rewrite -mulf_div divff ?e_neq0 // mulr1.
Qed.

Theorem any_partition_0 : said.
Proof.
have H := over_parts (a 0) (x 0) (fun=> 1) c h1.
rewrite (eq_bigr (fun j => e (x 0 j - c) * 1)) => [|j _]; last by rewrite mulr1.
rewrite H; apply: eq_bigr => p _; congr (_ * _).
by apply: eq_bigr => j _; rewrite mulr1.
Qed.

Theorem any_partition_1 : said.
Proof.
have H := over_parts (a 0) (x 0) (v 0) c h1.
exact: H.
Qed.

Theorem attention_over_any_partition_0 : said.
Proof.
rewrite -any_partition_0 // -any_partition_1 // mulrC.
by rewrite attended ?sum_e_neq0.
Qed.

Theorem scores_within_reach_0 : said.
Proof.
exact: within_reach.
Qed.

Theorem scores_within_reach_1 : said.
Proof.
exact: sum_does_not_vanish.
Qed.

Theorem scores_within_reach_2 : said.
Proof.
exact: sum_does_not_overflow.
Qed.

Theorem far_pairs_weigh_little_0 : said.
Proof.
exact: far_pairs_weigh_little.
Qed.

End Said.
