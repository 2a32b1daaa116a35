(* Proofs that our theorems imply what the claims of softmax say, relation by relation. Where `said`
   stands, the statement is put, and after `Proof.` the names of what it speaks of; `python -m
   proofs.engine.gallina softmax` prints both. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import limits exponential softmax sinks.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem rows_sum_to_one_0 : said.
Proof.
by have H := rows_sum_to_one e x 0; by_theorem H.
Qed.

Theorem positive_and_at_most_one_0 : said.
Proof.
by have H := (andP (between_zero_and_one e x 0 i)).1; by_theorem H.
Qed.

Theorem positive_and_at_most_one_1 : said.
Proof.
by have H := (andP (between_zero_and_one e x 0 i)).2; by_theorem H.
Qed.

Theorem positive_and_at_most_one_2 : said.
Proof.
have ik : k != i by apply/eqP => ki; move/eqP: h1; rewrite ki eqxx oner_eq0.
rewrite ler_subr_addr -!softmaxE -(rows_sum_to_one e x 0) (bigD1 i) //= (bigD1 k) //= addrA.
by rewrite ler_addl sumr_ge0 // => j _; apply: softmax_ge0.
Qed.

Theorem positive_and_at_most_one_3 : said.
Proof.
by rewrite -softmaxE ltr_subl_addr ltr_addl softmax_gt0.
Qed.

Theorem log_odds_0 : said.
Proof.
by have H := log_odds e x 0 i k; by_theorem H.
Qed.

Theorem keeps_order_0 : said.
Proof.
by have H := (keeps_order e x 0 i k).1.1 h1; by_theorem H.
Qed.

Theorem keeps_order_1 : said.
Proof.
rewrite leNgt; apply/negP => H; move: h1; rewrite leNgt => /negP; apply.
by apply: (keeps_order e x 0 i k).1.2; by_theorem H.
Qed.

Theorem ratio_is_softmax_of_logarithms_0 : said.
Proof.
by have H := ratio_is_softmax_of_logarithms e h1 i; by_theorem H.
Qed.

Theorem fixed_point_is_uniform_0 : said.
Proof.
have H := log_odds e alpha 0 i k.
have -> : ln e (e (alpha 0 i) / (\sum_s e (alpha 0 s)) / (e (alpha 0 k) / (\sum_s e (alpha 0 s)))) =
    alpha 0 i - alpha 0 k by by_theorem H.
have q1 : alpha 0 k / alpha 0 i < 1 by rewrite ltr_pdivr_mulr // mul1r.
have := ln_strictly_below e (divr_gt0 (h1 k) (h1 i)) (negbT (lt_eqF q1)).
rewrite -[alpha 0 i / _]invf_div lnV ?divr_gt0 // => below.
have same : 1 - alpha 0 k / alpha 0 i = (alpha 0 i - alpha 0 k) / alpha 0 i.
  by rewrite mulrBl divff ?gt_eqF.
apply: (@le_lt_trans _ _ (1 - alpha 0 k / alpha 0 i)); last by rewrite ltr_oppr opprB.
by rewrite same ler_pdivl_mulr // ler_pimulr ?subr_ge0 // ltW.
Qed.

Theorem fixed_point_is_uniform_1 : said.
Proof.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (esym ((fixed_point_is_uniform e alpha).2 h3)).
by rewrite h3 in H; by_theorem H.
Qed.

Theorem shift_invariance_0 : said.
Proof.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (softmax.shift_invariance e x (const_mx c)).
by by_theorem H.
Qed.

Theorem shifted_sum_is_safe_0 : said.
Proof.
have H := (andP (shifted_sum_is_safe e (conj (ex_intro _ i erefl) h1)).2).1.
by by_theorem H.
Qed.

Theorem shifted_sum_is_safe_1 : said.
Proof.
have H := (andP (shifted_sum_is_safe e (conj (ex_intro _ i erefl) h1)).2).2.
by by_theorem H.
Qed.

Theorem permutation_equivariance_0 : said.
Proof.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (permutation_equivariance e x sigma).
by by_theorem H.
Qed.

Theorem masking_renormalises_0 : said.
Proof.
have some : exists k, kappa 0 k.
  apply/existsP; apply: contraLR h1 => /existsPn none; rewrite -leNgt big1 // => s _.
  by rewrite (negbTE (none s)) mul0r.
by have H := masking_renormalises e x some i; by_theorem H.
Qed.

Lemma slope_of_softmax n (x : 'rV[R]_n.+1) i k :
  moves (fun t => e (x 0 i + t * (i == k)%:R) / \sum_j e (x 0 j + t * (j == k)%:R))
    (e (x 0 i) / \sum_j e (x 0 j)) (softmax e x 0 i * ((i == k)%:R - softmax e x 0 k)).
Proof.
apply: moves_value (moves_softmax e (fun j => x 0 j) (fun j => j == k) i) _.
by rewrite only_one !softmaxE.
Qed.

Lemma soft_weights n (x : 'rV[R]_n.+1) : weights (softmax e x).
Proof. by split=> [s|]; [apply: softmax_gt0 | apply: rows_sum_to_one]. Qed.

Theorem jacobian_0 : said.
Proof.
by have := slope_of_softmax x i k; rewrite !softmaxE.
Qed.

Theorem jacobian_is_a_variance_0 : said.
Proof.
pose D := \matrix_(i, k) (softmax e x 0 i * ((i == k)%:R - softmax e x 0 k)).
exists D => [i k|].
  by have -> : D i k = softmax e x 0 i * ((i == k)%:R - softmax e x 0 k);
    [rewrite mxE | apply: slope_of_softmax].
have [H _] := jacobian_is_a_variance v^T (soft_weights x).
transitivity ((v^T^T *m jacobian (softmax e x) *m v^T) 0 0).
  rewrite exchange_big mxE; apply: eq_bigr => k _; rewrite [(_ *m jacobian _) _ _]mxE mulr_suml.
  by apply: eq_bigr => i _; rewrite jacobianE !mxE.
by by_theorem H.
Qed.

Theorem jacobian_is_a_variance_1 : said.
Proof.
have w : weights (softmax e x) by split=> [s|]; [apply: softmax_gt0 | apply: rows_sum_to_one].
have [shape [each _]] := jacobian_is_a_variance v^T w.
by have H := each l j; rewrite shape in H; by_theorem H.
Qed.

Theorem half_lipschitz_0 : said.
Proof.
pose D := \row_k (softmax e x 0 i * ((i == k)%:R - softmax e x 0 k)).
exists D => [k|].
  by have -> : D 0 k = softmax e x 0 i * ((i == k)%:R - softmax e x 0 k);
    [rewrite mxE | apply: slope_of_softmax].
have [H _] := half_lipschitz (soft_weights x) i.
rewrite -softmaxE -H; apply: eq_bigr => k _.
by rewrite jacobianE mxE.
Qed.

Theorem half_lipschitz_1 : said.
Proof.
have w : weights (softmax e x) by split=> [j|]; [apply: softmax_gt0 | apply: rows_sum_to_one].
by have H := (half_lipschitz w i).2; by_theorem H.
Qed.

Theorem hot_limit_0 : said.
Proof.
rewrite ler_pdivr_mulr ?ltr0n // mulrAC ler_pdivl_mulr ?(sum_e_gt0 e (fun s => x 0 s / T)) //.
rewrite mulr_sumr mulrC mulr_natl -[X in _ *+ X](card_ord n.+1) -sumr_const.
apply: ler_sum => s _; rewrite -eD e_le -mulrDl ler_pdivr_mulr // divfK ?gt_eqF //.
by rewrite addrC ler_subl_addr -ler_subl_addl.
Qed.

Theorem hot_limit_1 : said.
Proof.
rewrite ler_pdivl_mulr ?ltr0n // mulrAC ler_pdivr_mulr ?(sum_e_gt0 e (fun s => x 0 s / T)) //.
rewrite mulr_sumr mulrC mulr_natl -[X in _ *+ X](card_ord n.+1) -sumr_const.
apply: ler_sum => s _; rewrite -eD e_le -mulrDl ler_pdivr_mulr // divfK ?gt_eqF //.
by rewrite -ler_subl_addr.
Qed.

Theorem entropy_falls_as_it_cools_0 : said.
Proof.
pose c j := beta * x 0 j; pose z := \sum_j e (c j); pose p j := e (c j) / z.
have score j : moves (fun t => (beta + t) * x 0 j) (c j) (x 0 j).
  by have := moves_by (x 0 j) (moves_line beta 1); rewrite mul1r; apply: moves_ext => t; rewrite mulr1.
pose m := \sum_j p j * x 0 j.
have weight j := moves_weights e j score.
have z0 : 0 < z by apply: sum_e_gt0.
have p0 j : 0 < p j by rewrite divr_gt0 ?e_gt0.
have moved0 j t : 0 < e ((beta + t) * x 0 j) / (\sum_k e ((beta + t) * x 0 k)).
  by rewrite divr_gt0 ?e_gt0 // (sum_e_gt0 e (fun k => (beta + t) * x 0 k)).
have H := moves_opp (moves_sum (fun j => moves_mul (weight j) (moves_ln e (p0 j) (moved0 j) (weight j)))).
refine (moves_value H _).
have total : \sum_j p j = 1 by rewrite -mulr_suml divff // gt_eqF.
have level : \sum_j p j * (x 0 j - m) = 0.
  by rewrite (eq_bigr _ (fun j _ => mulrBr _ _ _)) sumrB -mulr_suml total mul1r subrr.
transitivity (- \sum_j (p j * (x 0 j - m) * ln e (p j) + p j * (p j * (x 0 j - m) / p j))); first by [].
transitivity (- beta * (\sum_j p j * x 0 j ^+ 2 - m ^+ 2)); last by [].
rewrite mulNr; congr (- _).
rewrite (eq_bigr (fun j => beta * (p j * x 0 j ^+ 2 - m * (p j * x 0 j)) + (1 - ln e z) * (p j * (x 0 j - m)))) => [|j _].
  by rewrite big_split /= -mulr_sumr -mulr_sumr sumrB -mulr_sumr level mulr0 addr0 -expr2.
rewrite [ln e (p j)]ln_div ?e_gt0 // eK -/(p j) /c; have := gt_eqF (p0 j).
by move: (p j) (ln e z) => a l /negbT a0; field.
Qed.

Theorem entropy_falls_as_it_cools_1 : said.
Proof.
pose p j := e (beta * x 0 j) / \sum_k e (beta * x 0 k).
have z0 : 0 < \sum_k e (beta * x 0 k) by apply: (sum_e_gt0 e (fun k => beta * x 0 k)).
have total : \sum_j p j = 1 by rewrite -mulr_suml divff // gt_eqF.
rewrite mulNr oppr_le0 mulr_ge0 ?(ltW h1) //.
pose m := \sum_j p j * x 0 j.
have -> : \sum_j p j * x 0 j ^+ 2 - m ^+ 2 = \sum_j p j * (x 0 j - m) ^+ 2.
  transitivity (\sum_j (p j * x 0 j ^+ 2 - (2%:R * m) * (p j * x 0 j) + p j * m ^+ 2)).
    by rewrite big_split sumrB /= -mulr_sumr -mulr_suml total -/m; ring.
  by apply: eq_bigr => j _; ring.
by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?sqr_ge0 // divr_ge0 ?e_ge0 // ltW.
Qed.

Theorem maximises_score_plus_entropy_0 : said.
Proof.
by have H := gap_of_score_plus_entropy e x (conj h1 h2); by_theorem H.
Qed.

Theorem maximises_score_plus_entropy_1 : said.
Proof.
have H := (maximises_score_plus_entropy e x (conj h1 h2)).1.
have G := gap_of_score_plus_entropy e x (conj h1 h2).
have {}H : 0 <= \sum_i softmax e x 0 i * cost e (ln e (q 0 i / softmax e x 0 i)).
  by rewrite -G -addrA -opprD subr_ge0.
by by_theorem H.
Qed.

Theorem maximises_score_plus_entropy_2 : said.
Proof.
by have H := every_deviation_costs e h3; by_theorem H.
Qed.

Theorem one_more_is_an_extra_score_0 : said.
Proof.
by rewrite e0 addrC.
Qed.

Theorem one_more_is_an_extra_score_1 : said.
Proof.
exact: (another_sink e (x 0) s i).
Qed.

Theorem one_more_is_an_extra_score_2 : said.
Proof.
exact: (lacks_the_extra_weight e (x 0)).
Qed.

Theorem one_more_is_an_extra_score_3 : said.
Proof.
exact: (sums_to_less_than_one e (x 0)).
Qed.

Theorem normaliser_is_convex_0 : said.
Proof.
exact: (normaliser_is_convex e (x 0) (y 0)).
Qed.

End Said.
