(* The contrastive loss: the positive against n negatives. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Contrastive.
Variables (R : rcfType) (e : exponential R).

Definition loss n (positive : R) (negatives : 'rV[R]_n) : R :=
  - ln e (e positive / (e positive + \sum_k e (negatives 0 k))).

Lemma total_gt0 n (f : R) (g : 'rV[R]_n) : 0 < e f + \sum_k e (g 0 k).
Proof. by apply: ltr_spaddl; rewrite ?e_gt0 // sumr_ge0 // => k _; rewrite e_ge0. Qed.

Lemma loss_of_differences n (f : R) (g : 'rV[R]_n) :
  loss f g = ln e (1 + \sum_k e (g 0 k - f)).
Proof.
rewrite /loss -lnV ?divr_gt0 ?e_gt0 ?total_gt0 // invf_div mulrDl divff ?e_neq0 // mulr_suml.
by congr (ln e (1 + _)); apply: eq_bigr => k _; rewrite eB.
Qed.

Lemma loss_of_total n (f : R) (g : 'rV[R]_n) : loss f g = ln e (e f + \sum_k e (g 0 k)) - f.
Proof. by rewrite /loss ln_div ?e_gt0 ?total_gt0 // eK opprB. Qed.

Theorem cross_entropy n (f : R) (g : 'rV[R]_n) :
  loss f g = - ln e (softmax e (row_mx (f%:M : 'M_1) g) 0 (lshift n 0))
  /\ loss f g = ln e (1 + \sum_k e (g 0 k - f)).
Proof.
split; last exact: loss_of_differences.
rewrite /loss softmaxE big_split_ord /= big_ord1 !row_mxEl [f%:M _ _]mxE eqxx mulr1n.
by congr (- ln e (_ / (_ + _))); apply: eq_bigr => k _; rewrite row_mxEr.
Qed.

Theorem loss_is_positive n (f : R) (g : 'rV[R]_n.+1) : 0 < loss f g.
Proof.
have big : 1 < 1 + \sum_k e (g 0 k - f) by rewrite ltr_addl sum_e_gt0.
rewrite loss_of_differences -[X in X < _](ln1 e) ln_lt ?ltr01 //.
exact: lt_trans ltr01 big.
Qed.

Theorem loss_of_shifted_scores n (f c : R) (g : 'rV[R]_n) :
  loss (f + c) (g + const_mx c) = loss f g.
Proof.
rewrite !loss_of_differences; congr (ln e (1 + _)); apply: eq_bigr => k _.
by rewrite !mxE opprD addrACA subrr addr0.
Qed.

(* The cross-entropy of softmax against a one-hot row. *)
Theorem one_hot_cross_entropy n (f : 'rV[R]_n.+1) i :
  - (\sum_j (i == j)%:R * ln e (softmax e f 0 j)) = - ln e (softmax e f 0 i)
  /\ - ln e (softmax e f 0 i) = ln e (1 + \sum_j (1 - (i == j)%:R) * e (f 0 j - f 0 i)).
Proof.
split.
  rewrite (bigD1 i) //= eqxx mul1r big1 ?addr0 // => j ji.
  by rewrite eq_sym (negbTE ji) mul0r.
rewrite -lnV ?softmax_gt0 // softmaxE invf_div mulr_suml; congr (ln e _).
rewrite (bigD1 i) //= divff ?e_neq0 //; congr (1 + _).
rewrite [RHS](bigD1 i) //= (_ : 1 - (i == i)%:R = 0) ?eqxx ?subrr // mul0r add0r.
apply: eq_bigr => j ji.
by rewrite eq_sym (negbTE ji) subr0 mul1r eB.
Qed.

(* With one lead s over every negative: the infimum 0 is approached as s grows. *)
Theorem a_growing_lead n (f s : R) (g : 'rV[R]_n) : (forall k, f - g 0 k = s) ->
  loss f g = ln e (1 + n%:R * e (- s))
  /\ forall eps, 0 < eps -> n%:R / eps <= s -> loss f g <= eps.
Proof.
move=> lead; have shape : loss f g = ln e (1 + n%:R * e (- s)).
  rewrite loss_of_differences (eq_bigr (fun _ => e (- s))) => [|k _]; last first.
    by rewrite -(lead k) opprB.
  by rewrite sumr_const card_ord mulr_natl.
split=> // eps eps0 large; rewrite shape; apply: le_trans (e_below e eps0 large).
have pos : 0 < 1 + n%:R * e (- s) by rewrite ltr_paddr ?ltr01 ?mulr_ge0 ?ler0n ?e_ge0.
by have := ln_below e pos; rewrite [1 + _ - 1]addrC addKr.
Qed.

Theorem blind_scores n (f : R) (g : 'rV[R]_n) : (forall k, g 0 k = f) ->
  loss f g = ln e (n.+1%:R).
Proof.
move=> blind; rewrite loss_of_differences (eq_bigr (fun _ => 1)) => [|k _].
  by rewrite sumr_const card_ord -[n.+1]addn1 natrD addrC.
by rewrite blind subrr e0.
Qed.

Theorem bounded_scores n (f D : R) (g : 'rV[R]_n) : (forall k, f - g 0 k <= D) ->
  1 + n%:R * e (- D) <= e (loss f g).
Proof.
move=> lead; rewrite loss_of_differences lnK; last first.
  by apply: ltr_spaddl; rewrite ?ltr01 // sumr_ge0 // => k _; rewrite e_ge0.
rewrite ler_add2l mulr_natl -[X in _ *+ X]card_ord -sumr_const; apply: ler_sum => k _.
by rewrite e_le -opprB ler_opp2.
Qed.

(* Candidate i as the positive, the others as its negatives. *)
Definition loss_if n (f : 'rV[R]_n.+1) (i : 'I_n.+1) : R := loss (f 0 i) (\row_j f 0 (lift i j)).

Lemma loss_ifE n (f : 'rV[R]_n.+1) i : loss_if f i = ln e (\sum_j e (f 0 j)) - f 0 i.
Proof.
rewrite /loss_if loss_of_total [in RHS](bigD1_ord i) //=; congr (ln e (_ + _) - _).
by apply: eq_bigr => j _; rewrite mxE.
Qed.

Lemma loss_if_softmax n (f : 'rV[R]_n.+1) i : loss_if f i = - ln e (softmax e f 0 i).
Proof. by rewrite loss_ifE softmaxE ln_div ?e_gt0 ?sum_e_gt0 // eK opprB. Qed.

Definition mean_loss n (pi f : 'rV[R]_n.+1) : R := \sum_i pi 0 i * loss_if f i.

Lemma mean_lossE n (pi f : 'rV[R]_n.+1) : \sum_i pi 0 i = 1 ->
  mean_loss pi f = ln e (\sum_j e (f 0 j)) - \sum_i pi 0 i * f 0 i.
Proof.
move=> total; rewrite /mean_loss (eq_bigr _ (fun i _ => congr1 _ (loss_ifE f i))).
by rewrite (eq_bigr _ (fun i _ => mulrBr _ _ _)) sumrB -mulr_suml total mul1r.
Qed.

(* Bayes: one candidate is drawn given x, the others are not; all are as likely to be it. *)
Theorem posterior_of_the_positive n (given marginal : 'rV[R]_n.+1) i :
  (forall j, 0 < marginal 0 j) ->
  let joint i := given 0 i * \prod_(j | j != i) marginal 0 j in
  let rho j := given 0 j / marginal 0 j in
  joint i / (\sum_l joint l) = rho i / (\sum_l rho l).
Proof.
move=> pos joint rho; pose all := \prod_j marginal 0 j.
have all0 : all != 0 by rewrite gt_eqF // prodr_gt0.
have jointE l : joint l = all * rho l.
  rewrite /joint /rho /all [in RHS](bigD1 l) //=; have := lt0r_neq0 (pos l).
  by move: (marginal 0 l) (given 0 l) (\prod_(j | _) _) => a b c a0; field.
by rewrite (eq_bigr _ (fun l _ => jointE l)) jointE -mulr_sumr -mulf_div divff // mul1r.
Qed.

(* The same, as exponentials of sums of logarithms. *)
Lemma e_of_logarithms n (q : 'rV[R]_n) i : (forall j, 0 < q 0 j) ->
  e (\sum_j (1 - (i == j)%:R) * ln e (q 0 j)) = \prod_(j | j != i) q 0 j.
Proof.
move=> pos; rewrite (big_morph e (eD e) (e0 e)) [RHS]big_mkcond; apply: eq_bigr => j _.
by rewrite eq_sym; case: eqP => _; rewrite ?subrr ?mul0r ?e0 // subr0 mul1r lnK.
Qed.

Theorem scores_of_the_posterior n (rho : 'rV[R]_n.+1) (c : R) :
  (forall j, 0 < rho 0 j) -> forall i,
  softmax e (\row_j (ln e (rho 0 j) + c)) 0 i = rho 0 i / (\sum_j rho 0 j).
Proof.
move=> pos i; rewrite (ratio_is_softmax_of_logarithms e pos).
rewrite -[in RHS](shift_invariance _ _ (\col__ c)); congr (softmax _ _ 0 i).
by apply/rowP => j; rewrite !mxE.
Qed.

(* No scores lose less in the mean than those whose weights are pi. *)
Theorem optimum_is_the_posterior n (pi f : 'rV[R]_n.+1) : weights pi ->
  entropy e pi <= mean_loss pi f /\ (entropy e pi = mean_loss pi f <-> pi = softmax e f).
Proof.
move=> w; have [le only] := maximises_score_plus_entropy e f w.
rewrite mean_lossE ?w.2 //; split; first by rewrite ler_subr_addl.
rewrite -only; split=> [->|<-]; first by rewrite addrC subrK.
by rewrite addrAC subrr add0r.
Qed.

End Contrastive.
