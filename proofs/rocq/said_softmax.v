(* What the claims of softmax say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina softmax` prints them. *)
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

Theorem rows_sum_to_one_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  \sum_(s1 < n) ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) = 1 :> R.
Proof.
case=> [//|n] _; move=> x.
by have H := rows_sum_to_one e x 0; by_theorem H.
Qed.

Theorem positive_and_at_most_one_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  0 < (e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))).
Proof.
case=> [//|n] _; move=> x i.
by have H := (andP (between_zero_and_one e x 0 i)).1; by_theorem H.
Qed.

Theorem positive_and_at_most_one_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  (e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))) <= 1.
Proof.
case=> [//|n] _; move=> x i.
by have H := (andP (between_zero_and_one e x 0 i)).2; by_theorem H.
Qed.

Theorem log_odds_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  forall k : 'I_n,
  ln e (((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1)))) / ((e (x 0 k)) / (\sum_(s1 < n) (e (x 0 s1))))) = (x 0 i) - (x 0 k) :> R.
Proof.
case=> [//|n] _; move=> x i k.
by have H := log_odds e x 0 i k; by_theorem H.
Qed.

Theorem keeps_order_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  forall k : 'I_n,
  (x 0 i > x 0 k) ->
  (e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))) > (e (x 0 k)) / (\sum_(s1 < n) (e (x 0 s1))).
Proof.
case=> [//|n] _; move=> x i k h1.
by have H := (keeps_order e x 0 i k).1.1 h1; by_theorem H.
Qed.

Theorem keeps_order_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  forall k : 'I_n,
  (x 0 i <= x 0 k) ->
  (e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))) <= (e (x 0 k)) / (\sum_(s1 < n) (e (x 0 s1))).
Proof.
case=> [//|n] _; move=> x i k h1.
rewrite leNgt; apply/negP => H; move: h1; rewrite leNgt => /negP; apply.
by apply: (keeps_order e x 0 i k).1.2; by_theorem H.
Qed.

Theorem ratio_is_softmax_of_logarithms_0 :
  forall n : nat, (0 < n)%N ->
  forall f : 'rV[R]_n,
  forall i : 'I_n,
  (forall (j : 'I_n), f 0 j > 0) ->
  (f 0 i) / (\sum_(s1 < n) (f 0 s1)) = (e (ln e (f 0 i))) / (\sum_(s1 < n) (e (ln e (f 0 s1)))) :> R.
Proof.
case=> [//|n] _; move=> f i h1.
by have H := ratio_is_softmax_of_logarithms e h1 i; by_theorem H.
Qed.

Theorem fixed_point_is_uniform_0 :
  forall n : nat, (0 < n)%N ->
  forall alpha : 'rV[R]_n,
  forall i : 'I_n,
  forall k : 'I_n,
  (forall (j : 'I_n), alpha 0 j > 0) ->
  (forall (j : 'I_n), alpha 0 j <= 1) ->
  (alpha 0 i > alpha 0 k) ->
  ln e (((e (alpha 0 i)) / (\sum_(s1 < n) (e (alpha 0 s1)))) / ((e (alpha 0 k)) / (\sum_(s1 < n) (e (alpha 0 s1))))) < ln e ((alpha 0 i) / (alpha 0 k)).
Proof.
case=> [//|n] _; move=> alpha i k h1 h2 h3.
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

Theorem fixed_point_is_uniform_1 :
  forall n : nat, (0 < n)%N ->
  forall alpha : 'rV[R]_n,
  forall i : 'I_n,
  (forall (j : 'I_n), alpha 0 j > 0) ->
  (forall (j : 'I_n), alpha 0 j <= 1) ->
  (forall (j : 'I_n), alpha 0 j = 1 / n%:R :> R) ->
  (e (alpha 0 i)) / (\sum_(s1 < n) (e (alpha 0 s1))) = 1 / n%:R :> R.
Proof.
case=> [//|n] _; move=> alpha i h1 h2 h3.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (esym ((fixed_point_is_uniform e alpha).2 h3)).
by rewrite h3 in H; by_theorem H.
Qed.

Theorem shift_invariance_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall c : R,
  forall i : 'I_n,
  (e ((x 0 i) + c)) / (\sum_(s1 < n) (e ((x 0 s1) + c))) = (e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))) :> R.
Proof.
case=> [//|n] _; move=> x c i.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (softmax.shift_invariance e x (const_mx c)).
by by_theorem H.
Qed.

Theorem shifted_sum_is_safe_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  (forall (j : 'I_n), x 0 j <= x 0 i) ->
  1 <= \sum_(s1 < n) (e ((x 0 s1) - (x 0 i))).
Proof.
case=> [//|n] _; move=> x i h1.
have H := (andP (shifted_sum_is_safe e (conj (ex_intro _ i erefl) h1)).2).1.
by by_theorem H.
Qed.

Theorem shifted_sum_is_safe_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  (forall (j : 'I_n), x 0 j <= x 0 i) ->
  \sum_(s1 < n) (e ((x 0 s1) - (x 0 i))) <= n%:R.
Proof.
case=> [//|n] _; move=> x i h1.
have H := (andP (shifted_sum_is_safe e (conj (ex_intro _ i erefl) h1)).2).2.
by by_theorem H.
Qed.

Theorem permutation_equivariance_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall sigma : 'S_n,
  forall i : 'I_n,
  (e (x 0 (sigma i))) / (\sum_(s1 < n) (e (x 0 (sigma s1)))) = (e (x 0 (sigma i))) / (\sum_(s1 < n) (e (x 0 s1))) :> R.
Proof.
case=> [//|n] _; move=> x sigma i.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (permutation_equivariance e x sigma).
by by_theorem H.
Qed.

Theorem masking_renormalises_0 :
  forall n : nat, (0 < n)%N ->
  forall kappa : 'rV[bool]_n,
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  (\sum_(s1 < n) (((kappa 0 s1)%:R) * (e (x 0 s1))) > 0) ->
  (((kappa 0 i)%:R) * (e (x 0 i))) / (\sum_(s1 < n) (((kappa 0 s1)%:R) * (e (x 0 s1)))) = (((kappa 0 i)%:R) * ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))))) / (\sum_(s1 < n) (((kappa 0 s1)%:R) * ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))) :> R.
Proof.
case=> [//|n] _; move=> kappa x i h1.
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

Theorem jacobian_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  forall k : 'I_n,
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|(((e ((x 0 i) + (step * ((i == k)%:R)))) / (\sum_(s1 < n) (e ((x 0 s1) + (step * ((s1 == k)%:R)))))) - ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))))) / step - (((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1)))) * (((i == k)%:R) - ((e (x 0 k)) / (\sum_(s1 < n) (e (x 0 s1))))))| < eps.
Proof.
case=> [//|n] _; move=> x i k.
by have := slope_of_softmax x i k; rewrite !softmaxE.
Qed.

Theorem jacobian_is_a_variance_0 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  exists2 slope : 'M[R]_(n, n),
  (forall (at0 : 'I_n) (at1 : 'I_n),
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|(((e ((x 0 at0) + (step * ((at0 == at1)%:R)))) / (\sum_(s1 < n) (e ((x 0 s1) + (step * ((s1 == at1)%:R)))))) - ((e (x 0 at0)) / (\sum_(s1 < n) (e (x 0 s1))))) / step - (slope at0 at1)| < eps) &
  \sum_(s1 < n) (\sum_(s2 < n) (((v 0 s1) * (slope s1 s2)) * (v 0 s2))) = (\sum_(s1 < n) (\sum_(s2 < n) ((((e (x 0 s1)) / (\sum_(s3 < n) (e (x 0 s3)))) * ((e (x 0 s2)) / (\sum_(s3 < n) (e (x 0 s3))))) * (((v 0 s1) - (v 0 s2)) ^+ 2)))) / 2%:R :> R.
Proof.
case=> [//|n] _; move=> v x.
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

Theorem jacobian_is_a_variance_1 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall j : 'I_n,
  forall l : 'I_n,
  (\sum_(s1 < n) (\sum_(s2 < n) ((((e (x 0 s1)) / (\sum_(s3 < n) (e (x 0 s3)))) * ((e (x 0 s2)) / (\sum_(s3 < n) (e (x 0 s3))))) * (((v 0 s1) - (v 0 s2)) ^+ 2)))) / 2%:R >= (((e (x 0 l)) / (\sum_(s1 < n) (e (x 0 s1)))) * ((e (x 0 j)) / (\sum_(s1 < n) (e (x 0 s1))))) * (((v 0 l) - (v 0 j)) ^+ 2).
Proof.
case=> [//|n] _; move=> v x j l.
have w : weights (softmax e x) by split=> [s|]; [apply: softmax_gt0 | apply: rows_sum_to_one].
have [shape [each _]] := jacobian_is_a_variance v^T w.
by have H := each l j; rewrite shape in H; by_theorem H.
Qed.

Theorem half_lipschitz_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  exists2 slope : 'rV[R]_n,
  (forall (at0 : 'I_n),
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|(((e ((x 0 i) + (step * ((i == at0)%:R)))) / (\sum_(s1 < n) (e ((x 0 s1) + (step * ((s1 == at0)%:R)))))) - ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))))) / step - (slope 0 at0)| < eps) &
  \sum_(s1 < n) (`|(slope 0 s1)|) = (2%:R * ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))))) * (1 - ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))))) :> R.
Proof.
case=> [//|n] _; move=> x i.
pose D := \row_k (softmax e x 0 i * ((i == k)%:R - softmax e x 0 k)).
exists D => [k|].
  by have -> : D 0 k = softmax e x 0 i * ((i == k)%:R - softmax e x 0 k);
    [rewrite mxE | apply: slope_of_softmax].
have [H _] := half_lipschitz (soft_weights x) i.
rewrite -softmaxE -H; apply: eq_bigr => k _.
by rewrite jacobianE mxE.
Qed.

Theorem half_lipschitz_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  (2%:R * ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))))) * (1 - ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))))) <= 1 / 2%:R.
Proof.
case=> [//|n] _; move=> x i.
have w : weights (softmax e x) by split=> [j|]; [apply: softmax_gt0 | apply: rows_sum_to_one].
by have H := (half_lipschitz w i).2; by_theorem H.
Qed.

Theorem hot_limit_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall R_ : R,
  forall T : R,
  forall i : 'I_n,
  (forall (j : 'I_n) (k : 'I_n), (x 0 j) - (x 0 k) <= R_) ->
  (T > 0) ->
  (e ((- R_) / T)) / n%:R <= (e ((x 0 i) / T)) / (\sum_(s1 < n) (e ((x 0 s1) / T))).
Proof.
case=> [//|n] _; move=> x R_ T i h1 h2.
rewrite ler_pdivr_mulr ?ltr0n // mulrAC ler_pdivl_mulr ?(sum_e_gt0 e (fun s => x 0 s / T)) //.
rewrite mulr_sumr mulrC mulr_natl -[X in _ *+ X](card_ord n.+1) -sumr_const.
apply: ler_sum => s _; rewrite -eD e_le -mulrDl ler_pdivr_mulr // divfK ?gt_eqF //.
by rewrite addrC ler_subl_addr -ler_subl_addl.
Qed.

Theorem hot_limit_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall R_ : R,
  forall T : R,
  forall i : 'I_n,
  (forall (j : 'I_n) (k : 'I_n), (x 0 j) - (x 0 k) <= R_) ->
  (T > 0) ->
  (e ((x 0 i) / T)) / (\sum_(s1 < n) (e ((x 0 s1) / T))) <= (e (R_ / T)) / n%:R.
Proof.
case=> [//|n] _; move=> x R_ T i h1 h2.
rewrite ler_pdivl_mulr ?ltr0n // mulrAC ler_pdivr_mulr ?(sum_e_gt0 e (fun s => x 0 s / T)) //.
rewrite mulr_sumr mulrC mulr_natl -[X in _ *+ X](card_ord n.+1) -sumr_const.
apply: ler_sum => s _; rewrite -eD e_le -mulrDl ler_pdivr_mulr // divfK ?gt_eqF //.
by rewrite -ler_subl_addr.
Qed.

Theorem entropy_falls_as_it_cools_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall beta : R,
  (beta > 0) ->
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((- (\sum_(s1 < n) (((e ((beta + step) * (x 0 s1))) / (\sum_(s2 < n) (e ((beta + step) * (x 0 s2))))) * (ln e ((e ((beta + step) * (x 0 s1))) / (\sum_(s2 < n) (e ((beta + step) * (x 0 s2))))))))) - (- (\sum_(s1 < n) (((e (beta * (x 0 s1))) / (\sum_(s2 < n) (e (beta * (x 0 s2))))) * (ln e ((e (beta * (x 0 s1))) / (\sum_(s2 < n) (e (beta * (x 0 s2)))))))))) / step - ((- beta) * ((\sum_(s1 < n) (((e (beta * (x 0 s1))) / (\sum_(s2 < n) (e (beta * (x 0 s2))))) * ((x 0 s1) ^+ 2))) - ((\sum_(s1 < n) (((e (beta * (x 0 s1))) / (\sum_(s2 < n) (e (beta * (x 0 s2))))) * (x 0 s1))) ^+ 2)))| < eps.
Proof.
case=> [//|n] _; move=> x beta h1.
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

Theorem entropy_falls_as_it_cools_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall beta : R,
  (beta > 0) ->
  (- beta) * ((\sum_(s1 < n) (((e (beta * (x 0 s1))) / (\sum_(s2 < n) (e (beta * (x 0 s2))))) * ((x 0 s1) ^+ 2))) - ((\sum_(s1 < n) (((e (beta * (x 0 s1))) / (\sum_(s2 < n) (e (beta * (x 0 s2))))) * (x 0 s1))) ^+ 2)) <= 0.
Proof.
case=> [//|n] _; move=> x beta h1.
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

Theorem maximises_score_plus_entropy_0 :
  forall n : nat, (0 < n)%N ->
  forall q : 'rV[R]_n,
  forall x : 'rV[R]_n,
  (forall (j : 'I_n), q 0 j > 0) ->
  (\sum_(s1 < n) (q 0 s1) = 1 :> R) ->
  ((ln e (\sum_(s1 < n) (e (x 0 s1)))) - (\sum_(s1 < n) ((q 0 s1) * (x 0 s1)))) - (- (\sum_(s1 < n) ((q 0 s1) * (ln e (q 0 s1))))) = \sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((((ln e ((q 0 s1) / ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))) * (e (ln e ((q 0 s1) / ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))))) - (e (ln e ((q 0 s1) / ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))))) + 1)) :> R.
Proof.
case=> [//|n] _; move=> q x h1 h2.
by have H := gap_of_score_plus_entropy e x (conj h1 h2); by_theorem H.
Qed.

Theorem maximises_score_plus_entropy_1 :
  forall n : nat, (0 < n)%N ->
  forall q : 'rV[R]_n,
  forall x : 'rV[R]_n,
  (forall (j : 'I_n), q 0 j > 0) ->
  (\sum_(s1 < n) (q 0 s1) = 1 :> R) ->
  \sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((((ln e ((q 0 s1) / ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))) * (e (ln e ((q 0 s1) / ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))))) - (e (ln e ((q 0 s1) / ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))))) + 1)) >= 0.
Proof.
case=> [//|n] _; move=> q x h1 h2.
have H := (maximises_score_plus_entropy e x (conj h1 h2)).1.
have G := gap_of_score_plus_entropy e x (conj h1 h2).
have {}H : 0 <= \sum_i softmax e x 0 i * cost e (ln e (q 0 i / softmax e x 0 i)).
  by rewrite -G -addrA -opprD subr_ge0.
by by_theorem H.
Qed.

Theorem maximises_score_plus_entropy_2 :
  forall n : nat, (0 < n)%N ->
  forall q : 'rV[R]_n,
  forall t : R,
  (forall (j : 'I_n), q 0 j > 0) ->
  (\sum_(s1 < n) (q 0 s1) = 1 :> R) ->
  (t != 0 :> R) ->
  ((t * (e t)) - (e t)) + 1 > 0.
Proof.
case=> [//|n] _; move=> q t h1 h2 h3.
by have H := every_deviation_costs e h3; by_theorem H.
Qed.

Theorem one_more_is_an_extra_score_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  (e (x 0 i)) / (1 + (\sum_(s1 < n) (e (x 0 s1)))) = (e (x 0 i)) / ((\sum_(s1 < n) (e (x 0 s1))) + (e 0)) :> R.
Proof.
case=> [//|n] _; move=> x i.
by rewrite e0 addrC.
Qed.

Theorem one_more_is_an_extra_score_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall s : R,
  forall i : 'I_n,
  (e ((x 0 i) - s)) / (1 + (\sum_(s1 < n) (e ((x 0 s1) - s)))) = (e (x 0 i)) / ((\sum_(s1 < n) (e (x 0 s1))) + (e s)) :> R.
Proof.
case=> [//|n] _; move=> x s i.
exact: (another_sink e (x 0) s i).
Qed.

Theorem one_more_is_an_extra_score_2 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  \sum_(s1 < n) ((e (x 0 s1)) / (1 + (\sum_(s2 < n) (e (x 0 s2))))) = 1 - (1 / (1 + (\sum_(s1 < n) (e (x 0 s1))))) :> R.
Proof.
case=> [//|n] _; move=> x.
exact: (lacks_the_extra_weight e (x 0)).
Qed.

Theorem one_more_is_an_extra_score_3 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  1 - (1 / (1 + (\sum_(s1 < n) (e (x 0 s1))))) < 1.
Proof.
case=> [//|n] _; move=> x.
exact: (sums_to_less_than_one e (x 0)).
Qed.

Theorem normaliser_is_convex_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall y : 'rV[R]_n,
  (ln e (\sum_(s1 < n) (e (y 0 s1)))) - (ln e (\sum_(s1 < n) (e (x 0 s1)))) >= \sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((y 0 s1) - (x 0 s1))).
Proof.
case=> [//|n] _; move=> x y.
exact: (normaliser_is_convex e (x 0) (y 0)).
Qed.

End Said.
