(* Proofs that our theorems imply what the claims of contrastive say, relation by relation. Where
   `said` stands, the statement is put, and after `Proof.` the names of what it speaks of; `python
   -m proofs.engine.gallina contrastive` prints both. *)
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

Theorem cross_entropy_0 : said.
Proof.
by have H := (cross_entropy e f_plus f_minus).2; by_theorem H.
Qed.

Theorem cross_entropy_1 : said.
Proof.
have [H G] := one_hot_cross_entropy e f i.
by rewrite G in H; by_theorem H.
Qed.

Theorem cross_entropy_2 : said.
Proof.
by have H := loss_of_shifted_scores e f_plus c f_minus; by_theorem H.
Qed.

Theorem positive_0 : said.
Proof.
by have H := loss_is_positive e f_plus f_minus; by_theorem H.
Qed.

Theorem positive_1 : said.
Proof.
have lead k : f_plus - (const_mx (f_plus - s) : 'rV[R]_n.+1) 0 k = s.
  by rewrite mxE opprB addrCA subrr addr0.
by have H := (a_growing_lead e lead).1; by_theorem H.
Qed.

Theorem positive_2 : said.
Proof.
move=> eps eps0; exists (n.+1%:R / (eps / 2%:R)) => s low.
have lead k : 0 - (const_mx (- s) : 'rV[R]_n.+1) 0 k = s by rewrite mxE opprK add0r.
have [shape small] := a_growing_lead e lead.
have H := small _ (half_gt0 eps0) (ltW low); have pos := loss_is_positive e 0 (const_mx (- s) : 'rV_n.+1).
by rewrite subr0 -shape gtr0_norm //; apply: le_lt_trans (half_lt eps0).
Qed.

Theorem blind_scores_0 : said.
Proof.
have blind k : (const_mx f_plus : 'rV[R]_n.+1) 0 k = f_plus by rewrite mxE.
by have H := blind_scores e blind; rewrite one_more; by_theorem H.
Qed.

Theorem bounded_scores_0 : said.
Proof.
by have H := bounded_scores e h1; by_theorem H.
Qed.

Theorem gradient_0 : said.
Proof.
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

Theorem gradient_1 : said.
Proof.
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

Theorem gradient_2 : said.
Proof.
by rewrite ltr_pmul2r ?invr_gt0 ?total_gt0 // e_lt.
Qed.

Theorem gradient_3 : said.
Proof.
rewrite addrAC -mulr_suml -mulrDl divff ?subrr // gt_eqF //.
exact: total_gt0.
Qed.

Theorem optimum_is_the_posterior_0 : said.
Proof.
have joint j : P 0 j = n.+1%:R^-1 * (p_x 0 j * \prod_(l | l != j) p 0 l).
  rewrite h10 h11 e_of_logarithms // mulrC; congr (_ * (_ * _)).
  by apply: eq_bigr => l _; rewrite h9.
have H := posterior_of_the_positive p_x i h3; rewrite h7 -H.
rewrite joint (eq_bigr _ (fun j _ => joint j)) -mulr_sumr -mulf_div divff ?mul1r //.
by rewrite invr_eq0 pnatr_eq0.
Qed.

Theorem optimum_is_the_posterior_1 : said.
Proof.
have pos j : 0 < (\row_j (p_x 0 j / p 0 j)) 0 j by rewrite mxE divr_gt0.
by have H := esym (scores_of_the_posterior e c pos i); by_theorem H.
Qed.

Theorem optimum_is_the_posterior_2 : said.
Proof.
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

Theorem optimum_is_the_posterior_3 : said.
Proof.
have w : weights pi by split=> // j; apply: ltW.
have H := (optimum_is_the_posterior e f w).1.
rewrite /mean_loss (eq_bigr _ (fun j _ => congr1 _ (loss_if_softmax e f j))) in H.
by by_theorem H.
Qed.

End Said.
