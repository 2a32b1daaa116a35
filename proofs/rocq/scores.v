(* Scores: additive, dot products, cosines. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential softmax lookup kernel.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Scores.
Variables (R : rcfType) (e : exponential R).

Definition additive m n dq dk da (Wq : 'M[R]_(dq, da)) (Wk : 'M[R]_(dk, da)) (w : 'cV[R]_da)
  (Q : 'M[R]_(m, dq)) (K : 'M[R]_(n, dk)) : 'M[R]_(m, n) :=
  \matrix_(i, j) ((row i Q *m Wq + row j K *m Wk) *m w) 0 0.

Definition length d (x : 'rV[R]_d) : R := Num.sqrt (squared x).

Definition cosine d (q k : 'rV[R]_d) : R := dot q k / (length q * length k).

Theorem every_number_is_a_score d (q : 'rV[R]_d) (t : R) : q != 0 ->
  dot q ((t / squared q) *: q) = t.
Proof.
move=> q0; have sq : squared q != 0.
  apply: contraNneq q0 => /eqP; rewrite psumr_eq0 => [/allP all|a _]; last first.
    by rewrite -expr2 sqr_ge0.
  apply/eqP/rowP => a; have := all a (mem_index_enum a).
  by rewrite mulf_eq0 orbb mxE => /eqP.
transitivity (t / squared q * squared q); last by rewrite divfK.
by rewrite mulr_sumr; apply: eq_bigr => a _; rewrite mxE mulrCA.
Qed.

Theorem linear_additive_forgets_the_query m n dq dk da (Wq : 'M[R]_(dq, da))
    (Wk : 'M[R]_(dk, da)) (w : 'cV[R]_da) (Q : 'M[R]_(m, dq)) (K : 'M[R]_(n, dk)) :
  softmax e (additive Wq Wk w Q K) = softmax e (\matrix_(i, j) (row j K *m Wk *m w) 0 0).
Proof.
case: n K => [|n] K; first by apply/matrixP => i; case.
rewrite -[RHS](shift_invariance _ _ (\col_i (row i Q *m Wq *m w) 0 0)).
congr softmax; apply/matrixP => i j; rewrite [LHS]mxE mulmxDl [LHS]mxE addrC.
by rewrite [RHS]mxE [X in _ = X + _]mxE [X in _ = _ + X]mxE.
Qed.

Theorem dot_log_odds n d (q : 'rV[R]_d) (K : 'M[R]_(n.+1, d)) i k :
  ln e (softmax e (q *m K^T) 0 i / softmax e (q *m K^T) 0 k)
    = \sum_a q 0 a * (K i a - K k a).
Proof.
rewrite log_odds !mxE -sumrB; apply: eq_bigr => a _.
by rewrite !mxE mulrBr.
Qed.

Theorem only_the_product_counts m n dq dk da (Q : 'M[R]_(m, dq)) (K : 'M[R]_(n, dk))
    (Wq : 'M[R]_(dq, da)) (Wk : 'M[R]_(dk, da)) :
  (Q *m Wq) *m (K *m Wk)^T = Q *m (Wq *m Wk^T) *m K^T.
Proof. by rewrite trmx_mul !mulmxA. Qed.

Theorem negated_distance n (c : 'rV[R]_n) :
  softmax e (\row_i - (1 - c 0 i)) = softmax e c.
Proof.
case: n c => [|n] c; first by apply/rowP; case.
rewrite -[RHS](shift_invariance _ _ (\col__ -1)); congr softmax.
by apply/rowP => i; rewrite !mxE opprB.
Qed.

Theorem cosine_forgets_lengths d (q k : 'rV[R]_d) (s : R) : 0 < s ->
  cosine (s *: q) k = cosine q k.
Proof.
move=> s0; rewrite /cosine /length squared_scale sqrtrM ?sqr_ge0 // sqrtr_sqr gtr0_norm //.
have -> : dot (s *: q) k = s * dot q k.
  by rewrite /dot mulr_sumr; apply: eq_bigr => a _; rewrite mxE mulrA.
by rewrite -[X in _ / X]mulrA -mulf_div divff ?mul1r // gt_eqF.
Qed.

(* One score against n others, none of which is more than 2 below it. *)
Theorem leads_by_two n (c : 'rV[R]_n) (c0 : R) : (forall j, c0 - c 0 j <= 2%:R) ->
  e c0 / (e c0 + \sum_j e (c 0 j)) <= e 2%:R / (e 2%:R + n%:R).
Proof.
move=> near; have sum0 : 0 <= \sum_j e (c 0 j) by apply: sumr_ge0 => j _; apply: e_ge0.
apply: share_le; rewrite ?e_gt0 ?ler0n //.
rewrite mulr_natr -[n in e c0 *+ n]card_ord -sumr_const mulr_sumr; apply: ler_sum => j _.
by rewrite -eD e_le -ler_subl_addr near.
Qed.

Lemma cauchy d (q k : 'rV[R]_d) : dot q k ^+ 2 <= squared q * squared k.
Proof.
rewrite -subr_ge0.
have -> : squared q * squared k - dot q k ^+ 2 =
    2%:R^-1 * \sum_a \sum_b (q 0 a * k 0 b - q 0 b * k 0 a) ^+ 2.
  have inner a : \sum_b (q 0 a * k 0 b - q 0 b * k 0 a) ^+ 2 =
      q 0 a ^+ 2 * squared k - 2%:R * (q 0 a * k 0 a) * dot q k + k 0 a ^+ 2 * squared q.
    rewrite /squared /dot !mulr_sumr -sumrB -big_split /=; apply: eq_bigr => b _.
    by move: (q 0 a) (k 0 a) (q 0 b) (k 0 b) => *; ring.
  rewrite (eq_bigr _ (fun a _ => inner a)) big_split sumrB /= -!mulr_suml -mulr_sumr.
  have sq (x : 'rV[R]_d) : \sum_a x 0 a ^+ 2 = squared x by apply: eq_bigr => a _; rewrite expr2.
  rewrite !sq -/(dot q k); have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
  by move: (squared q) (squared k) (dot q k) => *; field.
rewrite mulr_ge0 ?invr_ge0 ?ler0n // sumr_ge0 // => a _.
by rewrite sumr_ge0 // => b _; rewrite sqr_ge0.
Qed.

Lemma cosine_bounded d (q k : 'rV[R]_d) : q != 0 -> k != 0 -> -1 <= cosine q k <= 1.
Proof.
have pos (x : 'rV[R]_d) : x != 0 -> 0 < length x.
  move=> x0; rewrite sqrtr_gt0 lt_def; apply/andP; split; last first.
    by rewrite sumr_ge0 // => a _; rewrite -expr2 sqr_ge0.
  apply: contraNneq x0 => /eqP; rewrite psumr_eq0 => [/allP all|a _]; last first.
    by rewrite -expr2 sqr_ge0.
  apply/eqP/rowP => a; have := all a (mem_index_enum a).
  by rewrite mulf_eq0 orbb mxE => /eqP.
move=> q0 k0; have l0 : 0 < length q * length k by rewrite mulr_gt0 ?pos.
rewrite -ler_norml normrM normfV (gtr0_norm l0) ler_pdivr_mulr // mul1r.
rewrite -(ler_pexpn2r (n := 2)) ?nnegrE ?normr_ge0 ?(ltW l0) // real_normK ?num_real //.
by rewrite exprMn !sqr_sqrtr ?cauchy // sumr_ge0 // => a _; rewrite -expr2 sqr_ge0.
Qed.

End Scores.
