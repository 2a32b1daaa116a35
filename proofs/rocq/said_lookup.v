(* Proofs that our theorems imply what the claims of lookup say, relation by relation. Where `said`
   stands, the statement is put, and after `Proof.` the names of what it speaks of; `python -m
   proofs.engine.gallina lookup` prints both. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import exponential softmax lookup limits sinks cosine_slopes.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem misplaced_value_0 : said.
Proof.
have H := congr1 (fun A : 'M_1 => A 0 0) (misplaced_value e x v^T k l).
by_theorem H.
Qed.

Theorem misplaced_value_1 : said.
Proof.
pose p j := e (x 0 j) / \sum_i e (x 0 i).
have H := moves_sum (fun j => moves_scaled (p j) (moves_add (moves_line (v 0 j) (j == k)%:R)
  (moves_scaled (j == k)%:R (moves_add (moves_line (v 0 l) (l == k)%:R)
    (moves_opp (moves_line (v 0 j) (j == k)%:R)))))).
refine (moves_value H _); transitivity ((k == l)%:R * p k); last by [].
rewrite [k == l]eq_sym -(only_one p k) mulr_sumr; apply: eq_bigr => j _.
by move: (p j) (l == k)%:R => u w; case: (j == k); rewrite /= ?mulr1n ?mulr0n; ring.
Qed.

Theorem repeating_a_pair_adds_a_logarithm_0 : said.
Proof.
have H := congr1 (fun A : 'M_1 => A 0 0) (repeating_a_pair e r (const_mx s) (const_mx w) x v^T).
by rewrite !attention_to_both in H; by_theorem H.
Qed.

Theorem order_of_pairs_is_irrelevant_0 : said.
Proof.
have H := congr1 (fun A : 'M_1 => A 0 0) (order_of_pairs e (fun _ b => b 0 0) (0 : 'M_(1, 1)) x^T v^T sigma).
by_theorem H.
Qed.

Theorem ratio_weights_of_positive_scores_0 : said.
Proof.
by have H := (andP (ratio_weights h1 i)).1; by_theorem H.
Qed.

Theorem ratio_weights_of_positive_scores_1 : said.
Proof.
by have H := (andP (ratio_weights h1 i)).2; by_theorem H.
Qed.

Theorem ratio_weights_of_scores_that_do_not_cancel_0 : said.
Proof.
by have H := ratios_sum_to_one h1; by_theorem H.
Qed.

Theorem output_is_between_the_values_0 : said.
Proof.
have between j : L <= v^T j 0 <= H by rewrite mxE h1 h2.
by have G := (andP (between_the_values e x between 0)).1; by_theorem G.
Qed.

Theorem output_is_between_the_values_1 : said.
Proof.
have between j : L <= v^T j 0 <= H by rewrite mxE h1 h2.
by have G := (andP (between_the_values e x between 0)).2; by_theorem G.
Qed.

Theorem even_only_if_scores_are_equal_0 : said.
Proof.
have same j k : x 0 j = x 0 k by rewrite !h1.
have H := (even_only_if_equal e x).2 same i.
by rewrite div1r -H softmaxE.
Qed.

Theorem even_only_if_scores_are_equal_1 : said.
Proof.
by have H := (keeps_order e x 0 i k).1.1 h1; by_theorem H.
Qed.

Theorem slope_by_a_value_is_its_weight_0 : said.
Proof.
have H := congr1 (fun A : 'M_1 => A 0 0) (mulmxDr (softmax e x) (c *: u^T) v^T).
by rewrite -scalemxAr in H; by_theorem H.
Qed.

Theorem slope_by_a_value_is_its_weight_1 : said.
Proof.
pose p j := e (x 0 j) / \sum_i e (x 0 i).
have H := moves_sum (fun j => moves_scaled (p j) (moves_line (v 0 j) (j == k)%:R)).
exact: moves_value H (only_one p k).
Qed.

Theorem slope_by_a_value_is_its_weight_2 : said.
Proof.
pose p j := e (x 0 j) / \sum_i e (x 0 i); exists (p k).
  have H := moves_sum (fun j => moves_scaled (p j) (moves_line (v 0 j) (j == k)%:R)).
  exact: moves_value H (only_one p k).
have H := moves_sum (fun j => moves_scaled (p j) (moves_line (v_prime 0 j) (j == k)%:R)).
exact: moves_value H (only_one p k).
Qed.

Theorem queries_do_not_mix_0 : said.
Proof.
have both t j : t * (r == s)%:R * (j == l)%:R = t * ((r == s) && (j == l))%:R :> R.
  by rewrite -mulrA -natrM mulnb.
have H := moves_softmax e (F r) (fun j => (r == s) && (j == l)) k.
refine (moves_value (moves_ext _ H) _) => [t|].
  by rewrite both; congr (_ / _); apply: eq_bigr => j _; rewrite both.
case: (r == s) => /=; last first.
  by rewrite ?mulr0n -mulr_suml mulr0 mul0r subr0 mulr0 !mul0r.
by rewrite (only_one (fun j => e (F r j)) l) mul1r.
Qed.

Theorem hard_weights_are_one_hot_0 : said.
Proof.
by rewrite (none_above (leads_above (leads_if h1 h2))).
Qed.

Theorem hard_weights_are_one_hot_1 : said.
Proof.
by apply: eq_bigr => j _; rewrite (none_above (leads_above (leads_if h1 h2))).
Qed.

Theorem hard_weights_are_one_hot_2 : said.
Proof.
have [one H] := hard_weights_one_hot (leads_if h1 h2).
by rewrite -[RHS]H; apply: eq_bigr => j _; rewrite one.
Qed.

Theorem soft_tends_to_hard_0 : said.
Proof.
have /andP [_ H] := soft_tends_to_hard e (leads_if h2 h3) h1.
by rewrite ler_subl_addr -ler_subl_addl in H; by_theorem H.
Qed.

Theorem soft_tends_to_hard_1 : said.
Proof.
have /andP [H _] := soft_tends_to_hard e (leads_if h2 h3) h1.
by rewrite subr_ge0 in H; by_theorem H.
Qed.

Theorem soft_tends_to_hard_2 : said.
Proof.
move=> eps eps0; have lead := leads_if h1 h2.
have [t0 [t00 near]] := soft_limit_is_hard e lead (half_gt0 eps0); exists t0 => // T T0 Tt _.
have low : 0 < T <= t0 by rewrite T0 ltW.
have H := le_lt_trans (near T low k) (half_lt eps0).
by rewrite (hard_weights_one_hot lead).1 eqxx in H; by_theorem H.
Qed.

Theorem ties_share_0 : said.
Proof.
have /andP [H _] := ties_share e r h1 h3.
by rewrite div1r [- g / T]mulNr.
Qed.

Theorem ties_share_1 : said.
Proof.
have /andP [_ H] := ties_share e r h1 h3.
by rewrite div1r.
Qed.

Theorem ties_share_2 : said.
Proof.
move=> eps eps0; have [t0 t00 near] := ties_share_limit e r h1 h2 (half_gt0 eps0).
exists t0 => // T T0 low _; rewrite div1r.
exact: le_lt_trans (near T T0 low) (half_lt eps0).
Qed.

Theorem retrieval_precision_0 : said.
Proof.
have near j : `|v^T j 0 - v^T k 0| <= D by rewrite !mxE ler_norml h4 h5.
have H := retrieval_precision e (leads_if h3 h6) h2 near.
by rewrite ler_norml in H; case/andP: H => H _; rewrite one_less !mulNr mulrA; by_theorem H.
Qed.

Theorem retrieval_precision_1 : said.
Proof.
have near j : `|v^T j 0 - v^T k 0| <= D by rewrite !mxE ler_norml h4 h5.
have H := retrieval_precision e (leads_if h3 h6) h2 near.
by rewrite ler_norml in H; case/andP: H => _ H; rewrite one_less mulrA; by_theorem H.
Qed.

Theorem retrieval_precision_2 : said.
Proof.
move=> eps eps0; have lead := leads_if h2 h5.
have close j : `|v^T j 0 - v^T k 0| <= D by rewrite !mxE ler_norml h3 h4.
have [t0 [t00 near]] := retrieval_limit e lead close (half_gt0 eps0); exists t0 => // T T0 Tt _.
have low : 0 < T <= t0 by rewrite T0 ltW.
have /andP [lo hi] := near T low; have H := le_lt_trans (le_trans lo hi) (half_lt eps0).
by rewrite subr0; by_theorem H.
Qed.

Theorem retrieval_precision_3 : said.
Proof.
rewrite opprD [_ / T]mulrDl eD mulNr [T * _]mulrC mulNr mulfK ?gt_eqF // [e (- ln e _)]eN lnK ?ltr0n //.
by rewrite !mulrA.
Qed.

Theorem hard_attention_jumps_0 : said.
Proof.
have top a : (forall j, f 0 j <= f 0 a) -> forall j, j != a ->
    (f + t *: delta_mx 0 a) 0 j < (f + t *: delta_mx 0 a) 0 a.
  move=> most j ja; rewrite !mxE !eqxx (negbTE ja) /= mulr0 addr0 mulr1.
  by apply: le_lt_trans (most j) _; rewrite ltr_addl.
have one a : (forall j, f 0 j <= f 0 a) ->
    \sum_(s1 < n.+1) (\sum_(s2 < n.+1) (f 0 s2 + (a == s2)%:R * t > f 0 s1 + (a == s1)%:R * t)%R%:R
      == 0 :> R)%R%:R * v 0 s1 = v 0 a.
  move=> most; rewrite -[RHS](only_one (fun j => v 0 j) a); apply: eq_bigr => j _.
  rewrite mulrC -(none_above (top a most) j); congr (_ * (_ == _)%:R).
  by apply: eq_bigr => s _; rewrite !mxE !eqxx /= ![t * _]mulrC ![_ == a]eq_sym.
by rewrite !one.
Qed.

Theorem hard_attention_jumps_1 : said.
Proof.
by rewrite lt_def expf_neq0 ?subr_eq0 // sqr_ge0.
Qed.

Theorem hard_gradient_by_scores_is_zero_0 : said.
Proof.
have small j : `|epsilon 0 j| < g / 2%:R by rewrite ltr_norml -mulNr h2 h3.
have H := ((hard_gradient_is_zero (leads_if h1 h4)).2 epsilon small).1.
have above j : j != k -> (f + epsilon) 0 j < (f + epsilon) 0 k.
  by move=> jk; rewrite -subr_gt0 !mxE H.
by rewrite -(none_above above); under eq_bigr do rewrite !mxE.
Qed.

Theorem hard_gradient_by_scores_is_zero_1 : said.
Proof.
by rewrite (none_above (leads_above (leads_if h1 h4))).
Qed.

Theorem hard_gradient_by_scores_is_zero_2 : said.
Proof.
pose p i : R := (\sum_(j < n.+1) ((f 0 j) > (f 0 i) :> R)%R%:R == 0 :> R)%R%:R.
have H := moves_sum (fun j => moves_scaled (p j) (moves_line (v 0 j) (j == k)%:R)).
refine (moves_value H _); rewrite only_one /p.
by rewrite (none_above (leads_above (leads_if h1 h4))) eqxx.
Qed.

Theorem finite_mask_leaves_a_share_0 : said.
Proof.
apply: others_give_in_proportion; exact: (sum_e_gt0 e (fun j => y 0 j - t)).
Qed.

Theorem finite_mask_leaves_a_share_1 : said.
Proof.
exact: masked_share.
Qed.

Theorem evicting_costs_0 : said.
Proof.
exact: (evicting_costs e (x 0) (v 0) (y 0) (w 0)).1.
Qed.

Theorem evicting_costs_1 : said.
Proof.
exact: (evicting_costs e (x 0) (v 0) (y 0) (w 0)).2.
Qed.

Theorem evicting_costs_2 : said.
Proof.
exact: (evicting_costs_at_least e (x 0) (y 0) h1 h4).
Qed.

Theorem evicting_costs_3 : said.
Proof.
exact: (evicting_costs_at_most e (x 0) (y 0) h2 h3).
Qed.

Theorem sink_is_one_more_pair_0 : said.
Proof.
exact: (sink_of_value_zero e (x 0) (v 0) s).
Qed.

Theorem sink_is_one_more_pair_1 : said.
Proof.
exact: (sink_with_a_value e (x 0) (v 0) s w).
Qed.

Theorem hopfield_step_then_projection_0 : said.
Proof.
exact: (step_and_projection _ (fun j => X j) (w 0)).
Qed.

Theorem hopfield_energy_falls_0 : said.
Proof.
exact: (energy_falls h1 h2).
Qed.

Theorem normalised_scores_need_half_a_logarithm_0 : said.
Proof.
exact: (no_cosine_leads_far e (x := x 0) h1 h2).
Qed.

Theorem normalised_scores_need_half_a_logarithm_1 : said.
Proof.
exact: (the_lead_of_two e (x := x 0) g h2).
Qed.

Theorem normalised_scores_need_half_a_logarithm_2 : said.
Proof.
by rewrite less_than_half.
Qed.

Theorem normalised_scores_need_half_a_logarithm_3 : said.
Proof.
by rewrite leNgt less_than_half -leNgt.
Qed.

Theorem normalised_gradients_are_bounded_0 : said.
Proof.
by have H := cosine_moves (k := fun b => k 0 b) (q := fun b => q 0 b) g h1 h2 a; exact: H.
Qed.

Theorem normalised_gradients_are_bounded_1 : said.
Proof.
by have H := length_of_step (k := fun b => k 0 b) (q := fun b => q 0 b) g h1 h2; exact: H.
Qed.

Theorem normalised_gradients_are_bounded_2 : said.
Proof.
by have H := step_is_bounded g (fun b => q 0 b) (fun b => k 0 b); exact: H.
Qed.

Theorem normalised_gradients_are_bounded_3 : said.
Proof.
by have H := step_does_not_stretch (k := fun b => k 0 b) (q := fun b => q 0 b) g h1 h2; exact: H.
Qed.

Theorem hopfield_step_descends_0 : said.
Proof.
pose score j := beta * \sum_b X j b * xi 0 b.
have scores j :
    moves (fun t => beta * \sum_b X j b * (xi 0 b + t * (b == a)%:R)) (score j) (beta * X j a).
  apply: moves_scaled.
  have H := moves_sum (fun b => moves_scaled (X j b) (moves_line (xi 0 b) (b == a)%:R)).
  by apply: moves_value H _; rewrite only_one.
have total0 (x : 'I_n.+1 -> R) : 0 < \sum_j e (x j) by exact: sum_e_gt0.
have energy := moves_by beta^-1 (moves_opp (moves_ln e (total0 _) (fun t => total0 _)
  (moves_sum (fun j => moves_e_of e (scores j))))).
have half := moves_by 2%:R^-1 (moves_sum (fun b => moves_sqr (moves_line (xi 0 b) (b == a)%:R))).
eexists; first by have H := moves_add energy half; exact: H.
rewrite -mulr_sumr only_one; set W := \sum_j e (score j).
have W0 : W != 0 := lt0r_neq0 (total0 score).
have -> : \sum_j e (score j) * (beta * X j a) = beta * \sum_j e (score j) * X j a.
  by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mulrCA.
transitivity ((\sum_j e (score j) * X j a) / W).
  by rewrite mulr_suml; apply: eq_bigr => j _; rewrite mulrAC.
by move: (\sum_j e (score j) * X j a) W0 => u W0; field; rewrite W0 lt0r_neq0.
Qed.

End Said.
