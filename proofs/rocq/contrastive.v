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

Theorem optimum_is_the_posterior n (rho : 'rV[R]_n.+1) (c : R) :
  (forall j, 0 < rho 0 j) -> forall i,
  softmax e (\row_j (ln e (rho 0 j) + c)) 0 i = rho 0 i / (\sum_j rho 0 j).
Proof.
move=> pos i; rewrite (ratio_is_softmax_of_logarithms e pos).
rewrite -[in RHS](shift_invariance _ _ (\col__ c)); congr (softmax _ _ 0 i).
by apply/rowP => j; rewrite !mxE.
Qed.

Theorem certifies_at_most_log_n n (f : R) (g : 'rV[R]_n.+1) :
  ln e (n.+2%:R) - loss f g < ln e (n.+2%:R).
Proof. by rewrite ltr_subl_addr ltr_addl loss_is_positive. Qed.

End Contrastive.
