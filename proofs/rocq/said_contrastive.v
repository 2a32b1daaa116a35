(* What the claims of contrastive say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina contrastive` prints them. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import exponential softmax contrastive limits.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem cross_entropy_0 :
  forall n : nat, (0 < n)%N ->
  forall f_minus : 'rV[R]_n,
  forall f_plus : R,
  - (ln e ((e f_plus) / ((e f_plus) + (\sum_(s1 < n) (e (f_minus 0 s1)))))) = ln e (1 + (\sum_(s1 < n) (e ((f_minus 0 s1) - f_plus)))) :> R.
Proof.
case=> [//|n] _; move=> f_minus f_plus.
by have H := (cross_entropy e f_plus f_minus).2; by_theorem H.
Qed.

Theorem cross_entropy_1 :
  forall n : nat, (0 < n)%N ->
  forall f : 'rV[R]_n,
  forall i : 'I_n,
  - (\sum_(s1 < n) (((i == s1)%:R) * (ln e ((e (f 0 s1)) / (\sum_(s2 < n) (e (f 0 s2))))))) = ln e (1 + (\sum_(s1 < n) ((1 - ((i == s1)%:R)) * (e ((f 0 s1) - (f 0 i)))))) :> R.
Proof.
case=> [//|n] _; move=> f i.
have [H G] := one_hot_cross_entropy e f i.
by rewrite G in H; by_theorem H.
Qed.

Theorem cross_entropy_2 :
  forall n : nat, (0 < n)%N ->
  forall f_minus : 'rV[R]_n,
  forall c : R,
  forall f_plus : R,
  - (ln e ((e (f_plus + c)) / ((e (f_plus + c)) + (\sum_(s1 < n) (e ((f_minus 0 s1) + c)))))) = - (ln e ((e f_plus) / ((e f_plus) + (\sum_(s1 < n) (e (f_minus 0 s1)))))) :> R.
Proof.
case=> [//|n] _; move=> f_minus c f_plus.
by have H := loss_of_shifted_scores e f_plus c f_minus; by_theorem H.
Qed.

Theorem positive_0 :
  forall n : nat, (0 < n)%N ->
  forall f_minus : 'rV[R]_n,
  forall f_plus : R,
  (n%:R >= 1 :> R) ->
  - (ln e ((e f_plus) / ((e f_plus) + (\sum_(s1 < n) (e (f_minus 0 s1)))))) > 0.
Proof.
case=> [//|n] _; move=> f_minus f_plus h1.
by have H := loss_is_positive e f_plus f_minus; by_theorem H.
Qed.

Theorem positive_1 :
  forall n : nat, (0 < n)%N ->
  forall f_plus : R,
  forall s : R,
  (n%:R >= 1 :> R) ->
  - (ln e ((e f_plus) / ((e f_plus) + (\sum_(s1 < n) (e (f_plus - s)))))) = ln e (1 + (n%:R * (e (- s)))) :> R.
Proof.
case=> [//|n] _; move=> f_plus s h1.
have lead k : f_plus - (const_mx (f_plus - s) : 'rV[R]_n.+1) 0 k = s.
  by rewrite mxE opprB addrCA subrr addr0.
by have H := (a_growing_lead e lead).1; by_theorem H.
Qed.

Theorem positive_2 :
  forall n : nat, (0 < n)%N ->
  (n%:R >= 1 :> R) ->
  forall eps : R, (0 < eps) ->
  exists low : R, forall s : R,
  (low < s) ->
  `|(ln e (1 + (n%:R * (e (- s))))) - 0| < eps.
Proof.
case=> [//|n] _; move=> h1.
move=> eps eps0; exists (n.+1%:R / (eps / 2%:R)) => s low.
have lead k : 0 - (const_mx (- s) : 'rV[R]_n.+1) 0 k = s by rewrite mxE opprK add0r.
have [shape small] := a_growing_lead e lead.
have H := small _ (half_gt0 eps0) (ltW low); have pos := loss_is_positive e 0 (const_mx (- s) : 'rV_n.+1).
by rewrite subr0 -shape gtr0_norm //; apply: le_lt_trans (half_lt eps0).
Qed.

Theorem blind_scores_0 :
  forall n : nat, (0 < n)%N ->
  forall f_plus : R,
  - (ln e ((e f_plus) / ((e f_plus) + (\sum_(s1 < n) (e f_plus))))) = ln e (n%:R + 1) :> R.
Proof.
case=> [//|n] _; move=> f_plus.
have blind k : (const_mx f_plus : 'rV[R]_n.+1) 0 k = f_plus by rewrite mxE.
by have H := blind_scores e blind; rewrite one_more; by_theorem H.
Qed.

Theorem bounded_scores_0 :
  forall n : nat, (0 < n)%N ->
  forall f_minus : 'rV[R]_n,
  forall D : R,
  forall f_plus : R,
  (forall (k : 'I_n), f_plus - (f_minus 0 k) <= D) ->
  e (- (ln e ((e f_plus) / ((e f_plus) + (\sum_(s1 < n) (e (f_minus 0 s1))))))) >= 1 + (n%:R * (e (- D))).
Proof.
case=> [//|n] _; move=> f_minus D f_plus h1.
by have H := bounded_scores e h1; by_theorem H.
Qed.

Theorem gradient_0 :
  forall n : nat, (0 < n)%N ->
  forall f_minus : 'rV[R]_n,
  forall f_plus : R,
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((- (ln e ((e (f_plus + step)) / ((e (f_plus + step)) + (\sum_(s1 < n) (e (f_minus 0 s1))))))) - (- (ln e ((e f_plus) / ((e f_plus) + (\sum_(s1 < n) (e (f_minus 0 s1)))))))) / step - (((e f_plus) / ((e f_plus) + (\sum_(s1 < n) (e (f_minus 0 s1))))) - 1)| < eps.
Proof.
case=> [//|n] _; move=> f_minus f_plus.
have total0 t : 0 < e t + \sum_j e (f_minus 0 j) by apply: total_gt0.
have once t : e (t + f_plus * 0) = e t by rewrite mulr0 addr0.
have exps : moves (fun t => e (f_plus + t)) (e f_plus) (e f_plus).
  have := moves_exp e f_plus true; rewrite mul1r; apply: moves_ext => t.
  by rewrite mulr1.
have sums := moves_add exps (moves_const (\sum_j e (f_minus 0 j))).
have H := moves_opp (moves_ln e (divr_gt0 (e_gt0 e f_plus) (total0 f_plus))
  (fun t => divr_gt0 (e_gt0 e (f_plus + t)) (total0 (f_plus + t)))
  (moves_mul exps (moves_inv (lt0r_neq0 (total0 f_plus)) (fun t => lt0r_neq0 (total0 (f_plus + t))) sums))).
refine (moves_value H _); have := lt0r_neq0 (total0 f_plus); have := e_neq0 e f_plus.
by move: (e f_plus) (\sum_j _) => u w u0 w0; field; rewrite u0 w0.
Qed.

Theorem gradient_1 :
  forall n : nat, (0 < n)%N ->
  forall f_minus : 'rV[R]_n,
  forall f_plus : R,
  forall k : 'I_n,
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((- (ln e ((e f_plus) / ((e f_plus) + (\sum_(s1 < n) (e ((f_minus 0 s1) + (step * ((s1 == k)%:R))))))))) - (- (ln e ((e f_plus) / ((e f_plus) + (\sum_(s1 < n) (e (f_minus 0 s1)))))))) / step - ((e (f_minus 0 k)) / ((e f_plus) + (\sum_(s1 < n) (e (f_minus 0 s1)))))| < eps.
Proof.
case=> [//|n] _; move=> f_minus f_plus k.
have total0 (g : 'I_n.+1 -> R) : 0 < e f_plus + \sum_j e (g j).
  by have := total_gt0 e f_plus (\row_j g j); under eq_bigr do rewrite mxE.
pose g t j := f_minus 0 j + t * (j == k)%:R.
have sums := moves_add (moves_const (e f_plus)) (moves_sum (fun j => moves_exp e (f_minus 0 j) (j == k))).
have H := moves_opp (moves_ln e (divr_gt0 (e_gt0 e f_plus) (total0 (f_minus 0)))
  (fun t => divr_gt0 (e_gt0 e f_plus) (total0 (g t)))
  (moves_scaled (e f_plus) (moves_inv (lt0r_neq0 (total0 (f_minus 0))) (fun t => lt0r_neq0 (total0 (g t))) sums))).
refine (moves_value H _); rewrite (eq_bigr _ (fun j _ => mulrC (j == k)%:R _)) only_one add0r.
have := lt0r_neq0 (total0 (f_minus 0)); have := e_neq0 e f_plus.
by move: (e f_plus) (e (f_minus 0 k)) (\sum_j _) => u a w u0 w0; field; rewrite u0 w0.
Qed.

Theorem gradient_2 :
  forall n : nat, (0 < n)%N ->
  forall f_minus : 'rV[R]_n,
  forall f_plus : R,
  forall i : 'I_n,
  forall k : 'I_n,
  (f_minus 0 i > f_minus 0 k) ->
  (e (f_minus 0 i)) / ((e f_plus) + (\sum_(s1 < n) (e (f_minus 0 s1)))) > (e (f_minus 0 k)) / ((e f_plus) + (\sum_(s1 < n) (e (f_minus 0 s1)))).
Proof.
case=> [//|n] _; move=> f_minus f_plus i k h1.
by rewrite ltr_pmul2r ?invr_gt0 ?total_gt0 // e_lt.
Qed.

Theorem gradient_3 :
  forall n : nat, (0 < n)%N ->
  forall f_minus : 'rV[R]_n,
  forall f_plus : R,
  (((e f_plus) / ((e f_plus) + (\sum_(s1 < n) (e (f_minus 0 s1))))) - 1) + (\sum_(s1 < n) ((e (f_minus 0 s1)) / ((e f_plus) + (\sum_(s2 < n) (e (f_minus 0 s2)))))) = 0 :> R.
Proof.
case=> [//|n] _; move=> f_minus f_plus.
rewrite addrAC -mulr_suml -mulrDl divff ?subrr // gt_eqF //.
exact: total_gt0.
Qed.

Theorem optimum_is_the_posterior_0 :
  forall n : nat, (0 < n)%N ->
  forall N : 'rV[R]_n,
  forall P : 'rV[R]_n,
  forall p : 'rV[R]_n,
  forall p_x : 'rV[R]_n,
  forall pi : 'rV[R]_n,
  forall q : 'rV[R]_n,
  forall i : 'I_n,
  (forall (at0 : 'I_n), 0 < N 0 at0) ->
  (forall (at0 : 'I_n), 0 < P 0 at0) ->
  (forall (at0 : 'I_n), 0 < p 0 at0) ->
  (forall (at0 : 'I_n), 0 < p_x 0 at0) ->
  (forall (at0 : 'I_n), 0 < pi 0 at0) ->
  (forall (at0 : 'I_n), 0 < q 0 at0) ->
  (forall (j : 'I_n), pi 0 j = (P 0 j) / (\sum_(s1 < n) (P 0 s1)) :> R) ->
  (\sum_(s1 < n) (pi 0 s1) = 1 :> R) ->
  (forall (j : 'I_n), q 0 j = p 0 j :> R) ->
  (forall (j : 'I_n), P 0 j = ((p_x 0 j) * (N 0 j)) / n%:R :> R) ->
  (forall (j : 'I_n), N 0 j = e (\sum_(s1 < n) ((1 - ((j == s1)%:R)) * (ln e (q 0 s1)))) :> R) ->
  pi 0 i = ((p_x 0 i) / (p 0 i)) / (\sum_(s1 < n) ((p_x 0 s1) / (p 0 s1))) :> R.
Proof.
case=> [//|n] _; move=> N P p p_x pi q i h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11.
have joint j : P 0 j = n.+1%:R^-1 * (p_x 0 j * \prod_(l | l != j) p 0 l).
  rewrite h10 h11 e_of_logarithms // mulrC; congr (_ * (_ * _)).
  by apply: eq_bigr => l _; rewrite h9.
have H := posterior_of_the_positive p_x i h3; rewrite h7 -H.
rewrite joint (eq_bigr _ (fun j _ => joint j)) -mulr_sumr -mulf_div divff ?mul1r //.
by rewrite invr_eq0 pnatr_eq0.
Qed.

Theorem optimum_is_the_posterior_1 :
  forall n : nat, (0 < n)%N ->
  forall N : 'rV[R]_n,
  forall P : 'rV[R]_n,
  forall p : 'rV[R]_n,
  forall p_x : 'rV[R]_n,
  forall pi : 'rV[R]_n,
  forall q : 'rV[R]_n,
  forall c : R,
  forall i : 'I_n,
  (forall (at0 : 'I_n), 0 < N 0 at0) ->
  (forall (at0 : 'I_n), 0 < P 0 at0) ->
  (forall (at0 : 'I_n), 0 < p 0 at0) ->
  (forall (at0 : 'I_n), 0 < p_x 0 at0) ->
  (forall (at0 : 'I_n), 0 < pi 0 at0) ->
  (forall (at0 : 'I_n), 0 < q 0 at0) ->
  (forall (j : 'I_n), pi 0 j = (P 0 j) / (\sum_(s1 < n) (P 0 s1)) :> R) ->
  (\sum_(s1 < n) (pi 0 s1) = 1 :> R) ->
  (forall (j : 'I_n), q 0 j = p 0 j :> R) ->
  (forall (j : 'I_n), P 0 j = ((p_x 0 j) * (N 0 j)) / n%:R :> R) ->
  (forall (j : 'I_n), N 0 j = e (\sum_(s1 < n) ((1 - ((j == s1)%:R)) * (ln e (q 0 s1)))) :> R) ->
  ((p_x 0 i) / (p 0 i)) / (\sum_(s1 < n) ((p_x 0 s1) / (p 0 s1))) = (e ((ln e ((p_x 0 i) / (p 0 i))) + c)) / (\sum_(s1 < n) (e ((ln e ((p_x 0 s1) / (p 0 s1))) + c))) :> R.
Proof.
case=> [//|n] _; move=> N P p p_x pi q c i h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11.
have pos j : 0 < (\row_j (p_x 0 j / p 0 j)) 0 j by rewrite mxE divr_gt0.
by have H := esym (scores_of_the_posterior e c pos i); by_theorem H.
Qed.

Theorem optimum_is_the_posterior_2 :
  forall n : nat, (0 < n)%N ->
  forall N : 'rV[R]_n,
  forall P : 'rV[R]_n,
  forall f : 'rV[R]_n,
  forall p : 'rV[R]_n,
  forall p_x : 'rV[R]_n,
  forall pi : 'rV[R]_n,
  forall q : 'rV[R]_n,
  forall k : 'I_n,
  (forall (at0 : 'I_n), 0 < N 0 at0) ->
  (forall (at0 : 'I_n), 0 < P 0 at0) ->
  (forall (at0 : 'I_n), 0 < p 0 at0) ->
  (forall (at0 : 'I_n), 0 < p_x 0 at0) ->
  (forall (at0 : 'I_n), 0 < pi 0 at0) ->
  (forall (at0 : 'I_n), 0 < q 0 at0) ->
  (forall (j : 'I_n), pi 0 j = (P 0 j) / (\sum_(s1 < n) (P 0 s1)) :> R) ->
  (\sum_(s1 < n) (pi 0 s1) = 1 :> R) ->
  (forall (j : 'I_n), q 0 j = p 0 j :> R) ->
  (forall (j : 'I_n), P 0 j = ((p_x 0 j) * (N 0 j)) / n%:R :> R) ->
  (forall (j : 'I_n), N 0 j = e (\sum_(s1 < n) ((1 - ((j == s1)%:R)) * (ln e (q 0 s1)))) :> R) ->
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < n) ((pi 0 s1) * (- (ln e ((e ((f 0 s1) + (step * ((s1 == k)%:R)))) / (\sum_(s2 < n) (e ((f 0 s2) + (step * ((s2 == k)%:R)))))))))) - (\sum_(s1 < n) ((pi 0 s1) * (- (ln e ((e (f 0 s1)) / (\sum_(s2 < n) (e (f 0 s2))))))))) / step - (((e (f 0 k)) / (\sum_(s1 < n) (e (f 0 s1)))) - (pi 0 k))| < eps.
Proof.
case=> [//|n] _; move=> N P f p p_x pi q k h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11.
have some0 (g : 'I_n.+1 -> R) : 0 < \sum_j e (g j) by apply: sum_e_gt0.
pose g t j := f 0 j + t * (j == k)%:R.
have one j := moves_opp (moves_ln e (divr_gt0 (e_gt0 e (f 0 j)) (some0 (f 0)))
  (fun t => divr_gt0 (e_gt0 e (g t j)) (some0 (g t))) (moves_softmax e (f 0) (fun j => j == k) j)).
have H := moves_sum (fun j => moves_scaled (pi 0 j) (one j)).
refine (moves_value H _); rewrite (only_one (fun j => e (f 0 j)) k).
have q0 j : e (f 0 j) / (\sum_i e (f 0 i)) != 0 by rewrite gt_eqF ?divr_gt0 ?e_gt0 ?sum_e_gt0.
rewrite (eq_bigr (fun j => pi 0 j * (e (f 0 k) / (\sum_i e (f 0 i))) - pi 0 j * (j == k)%:R)) => [|j _].
  by rewrite sumrB -mulr_suml only_one h8 mul1r.
by move: (e (f 0 j) / _) (q0 j) => y y0; rewrite mulrAC divff // mul1r opprB mulrBr.
Qed.

Theorem optimum_is_the_posterior_3 :
  forall n : nat, (0 < n)%N ->
  forall N : 'rV[R]_n,
  forall P : 'rV[R]_n,
  forall f : 'rV[R]_n,
  forall p : 'rV[R]_n,
  forall p_x : 'rV[R]_n,
  forall pi : 'rV[R]_n,
  forall q : 'rV[R]_n,
  (forall (at0 : 'I_n), 0 < N 0 at0) ->
  (forall (at0 : 'I_n), 0 < P 0 at0) ->
  (forall (at0 : 'I_n), 0 < p 0 at0) ->
  (forall (at0 : 'I_n), 0 < p_x 0 at0) ->
  (forall (at0 : 'I_n), 0 < pi 0 at0) ->
  (forall (at0 : 'I_n), 0 < q 0 at0) ->
  (forall (j : 'I_n), pi 0 j = (P 0 j) / (\sum_(s1 < n) (P 0 s1)) :> R) ->
  (\sum_(s1 < n) (pi 0 s1) = 1 :> R) ->
  (forall (j : 'I_n), q 0 j = p 0 j :> R) ->
  (forall (j : 'I_n), P 0 j = ((p_x 0 j) * (N 0 j)) / n%:R :> R) ->
  (forall (j : 'I_n), N 0 j = e (\sum_(s1 < n) ((1 - ((j == s1)%:R)) * (ln e (q 0 s1)))) :> R) ->
  \sum_(s1 < n) ((pi 0 s1) * (- (ln e ((e (f 0 s1)) / (\sum_(s2 < n) (e (f 0 s2))))))) >= - (\sum_(s1 < n) ((pi 0 s1) * (ln e (pi 0 s1)))).
Proof.
case=> [//|n] _; move=> N P f p p_x pi q h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11.
have w : weights pi by split=> // j; apply: ltW.
have H := (optimum_is_the_posterior e f w).1.
rewrite /mean_loss (eq_bigr _ (fun j _ => congr1 _ (loss_if_softmax e f j))) in H.
by by_theorem H.
Qed.

End Said.
