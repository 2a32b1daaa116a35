(* LayerNorm, row by row, for rows of any width. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Normalization.
Variable R : rcfType.

Definition mean m d (X : 'M[R]_(m, d)) i : R := (\sum_j X i j) / d%:R.

Definition variance m d (X : 'M[R]_(m, d)) i : R := (\sum_j (X i j - mean X i) ^+ 2) / d%:R.

(* As in `impl`, a constant row becomes 0 before gain and bias: here because x / 0 = 0. *)
Definition layer_norm m d (gain bias : 'rV[R]_d) (eps : R) (X : 'M[R]_(m, d)) : 'M[R]_(m, d) :=
  \matrix_(i, j)
    (gain 0 j * ((X i j - mean X i) / Num.sqrt (variance X i + eps)) + bias 0 j).

(* Without epsilon, gain and bias. *)
Definition plain_norm m d (X : 'M[R]_(m, d)) : 'M[R]_(m, d) :=
  layer_norm (const_mx 1) (const_mx 0) 0 X.

Definition varied m d (X : 'M[R]_(m, d)) i := exists j k, X i j != X i k.

Definition normalised m d (X : 'M[R]_(m, d)) i :=
  \sum_j X i j = 0 /\ d%:R^-1 * (\sum_j X i j ^+ 2) = 1.

(* The Jacobian of a plain norm at a row with deviation sigma whose normalised row is y. *)
Definition norm_jacobian d (sigma : R) (y : 'rV[R]_d) : 'M[R]_d :=
  \matrix_(i, k) (sigma^-1 * ((i == k)%:R - d%:R^-1 - d%:R^-1 * y 0 i * y 0 k)).

Lemma plain_normE m d (X : 'M[R]_(m, d)) i j :
  plain_norm X i j = (X i j - mean X i) / Num.sqrt (variance X i).
Proof. by rewrite !mxE mul1r !addr0. Qed.

Section Rows.
Variables (m n : nat).
Local Notation d := n.+1.
Implicit Types X Y : 'M[R]_(m, d).

Let d0 : d%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.

Lemma sum_const (a : R) : \sum_(j < d) a = a * d%:R.
Proof. by rewrite sumr_const card_ord mulr_natr. Qed.

Lemma deviations_cancel X i : \sum_j (X i j - mean X i) = 0.
Proof. by rewrite sumrB sum_const divfK ?subrr. Qed.

Lemma variance_ge0 X i : 0 <= variance X i.
Proof. by rewrite divr_ge0 ?ler0n // sumr_ge0 // => j _; rewrite sqr_ge0. Qed.

Lemma variance_gt0 X i : varied X i -> 0 < variance X i.
Proof.
case=> j [k jk]; rewrite lt_def variance_ge0 andbT; apply: contraNneq jk => /eqP.
rewrite mulf_eq0 invr_eq0 (negbTE d0) orbF psumr_eq0 => [/allP all|l _]; last exact: sqr_ge0.
have same l : X i l = mean X i.
  by apply/eqP; rewrite -subr_eq0 -sqrf_eq0; apply: (all l (mem_index_enum l)).
by rewrite !same.
Qed.

Theorem variance_with_epsilon X i eps : 0 < eps ->
  let y := layer_norm (const_mx 1) (const_mx 0) eps X in
  d%:R^-1 * (\sum_j y i j ^+ 2) = variance X i / (variance X i + eps).
Proof.
move=> eps0 y; have pos : 0 <= variance X i + eps by rewrite addr_ge0 ?variance_ge0 ?ltW.
under eq_bigr do rewrite !mxE mul1r addr0 expr_div_n sqr_sqrtr //.
by rewrite -mulr_suml mulrA [_^-1 * _]mulrC.
Qed.

Theorem mean_with_epsilon X i eps :
  d%:R^-1 * (\sum_j layer_norm (const_mx 1) (const_mx 0) eps X i j) = 0.
Proof.
under eq_bigr do rewrite !mxE mul1r addr0.
by rewrite -mulr_suml deviations_cancel mul0r mulr0.
Qed.

Theorem mean_zero_mean_square_one X i : varied X i -> normalised (plain_norm X) i.
Proof.
move=> var; have pos := variance_gt0 var; split.
  under eq_bigr do rewrite plain_normE.
  by rewrite -mulr_suml deviations_cancel mul0r.
under eq_bigr do rewrite plain_normE expr_div_n sqr_sqrtr ?variance_ge0 //.
by rewrite -mulr_suml mulrA [_^-1 * _]mulrC divff ?gt_eqF.
Qed.

Theorem shift_invariance (gain bias : 'rV[R]_d) eps X (t : 'cV[R]_m) :
  layer_norm gain bias eps (\matrix_(i, j) (X i j + t i 0)) = layer_norm gain bias eps X.
Proof.
set Y := \matrix_(i, j) _; have mY i : mean Y i = mean X i + t i 0.
  rewrite /mean -[t i 0 in RHS](mulfK d0) -mulrDl -sum_const -big_split /=.
  by congr (_ / _); apply: eq_bigr => j _; rewrite mxE.
have dev i j : Y i j - mean Y i = X i j - mean X i.
  by rewrite mY mxE opprD addrACA subrr addr0.
have vY i : variance Y i = variance X i.
  by rewrite /variance; congr (_ / _); apply: eq_bigr => j _; rewrite dev.
by apply/matrixP => i j; rewrite mxE dev vY [RHS]mxE.
Qed.

Theorem scale_invariance (gain bias : 'rV[R]_d) X (c : R) : 0 < c ->
  layer_norm gain bias 0 (c *: X) = layer_norm gain bias 0 X.
Proof.
move=> c0; have mc i : mean (c *: X) i = c * mean X i.
  rewrite /mean mulrA mulr_sumr; congr (_ / _); apply: eq_bigr => j _; by rewrite mxE.
have dev i j : (c *: X) i j - mean (c *: X) i = c * (X i j - mean X i).
  by rewrite mc mxE mulrBr.
have vc i : variance (c *: X) i = c ^+ 2 * variance X i.
  rewrite /variance mulrA; congr (_ / _); rewrite mulr_sumr; apply: eq_bigr => j _.
  by rewrite dev exprMn.
apply/matrixP => i j; rewrite mxE dev vc [RHS]mxE !addr0 sqrtrM ?sqr_ge0 // sqrtr_sqr gtr0_norm //.
by rewrite -mulf_div divff ?mul1r // gt_eqF.
Qed.

Lemma normalised_mean Y i : normalised Y i -> mean Y i = 0.
Proof. by case=> sum _; rewrite /mean sum mul0r. Qed.

Lemma normalised_variance Y i : normalised Y i -> variance Y i = 1.
Proof.
move=> norm; rewrite /variance (normalised_mean norm); case: norm => _ sq.
transitivity (d%:R^-1 * (\sum_j Y i j ^+ 2)) => //.
by rewrite mulrC; congr (_ * _); apply: eq_bigr => j _; rewrite subr0.
Qed.

Theorem idempotence Y i : normalised Y i -> row i (plain_norm Y) = row i Y.
Proof.
move=> norm; apply/rowP => j; rewrite [LHS]mxE [RHS]mxE plain_normE.
by rewrite normalised_mean // normalised_variance // subr0 sqrtr1 divr1.
Qed.

(* Constant rows included: they become 0, and 0 stays. *)
Theorem norm_of_norm X : plain_norm (plain_norm X) = plain_norm X.
Proof.
apply/row_matrixP => i; have [/existsP [j /existsP [k jk]]|] :=
  boolP [exists j, exists k, X i j != X i k].
  by apply/idempotence/mean_zero_mean_square_one; exists j, k.
rewrite negb_exists => /forallP flat; have same j k : X i j = X i k.
  by apply/eqP; move: (flat j); rewrite negb_exists => /forallP /(_ k); rewrite negbK.
have zero j : plain_norm X i j = 0.
  rewrite plain_normE /mean (eq_bigr (fun _ => X i j)) => [|k _ //].
  by rewrite sum_const mulfK // subrr mul0r.
apply/rowP => j; rewrite [LHS]mxE [RHS]mxE zero plain_normE zero /mean big1 => [|k _ //].
by rewrite mul0r subrr mul0r.
Qed.

Theorem two_directions_are_lost sigma (y : 'rV[R]_d) : normalised y 0 ->
  norm_jacobian sigma y *m const_mx 1 = 0 :> 'cV_d /\ norm_jacobian sigma y *m y^T = 0.
Proof.
case=> sum sq; split; apply/colP => i; rewrite !mxE.
  under eq_bigr do rewrite !mxE mulr1.
  rewrite -mulr_sumr !sumrB sum_const mulVf // -mulr_sumr sum mulr0 subr0.
  rewrite (bigD1 i) //= eqxx big1 => [|k ki]; last by rewrite eq_sym (negbTE ki).
  by rewrite addr0 subrr mulr0.
have each k : norm_jacobian sigma y i k * y^T k 0 = sigma^-1 * ((i == k)%:R * y 0 k
    - d%:R^-1 * y 0 k - y 0 i * (d%:R^-1 * y 0 k ^+ 2)).
  rewrite [y^T _ _]mxE [norm_jacobian _ _ _ _]mxE.
  by move: (y 0 i) (y 0 k) d%:R^-1 (i == k)%:R sigma^-1 => *; ring.
rewrite (eq_bigr _ (fun k _ => each k)) -mulr_sumr !sumrB -!mulr_sumr sum sq mulr0 subr0.
rewrite (bigD1 i) //= eqxx big1 => [|k ki]; last by rewrite eq_sym (negbTE ki) mul0r.
by rewrite mul1r addr0 mulr1 subrr mulr0.
Qed.

Theorem other_directions_stay sigma (y w : 'rV[R]_d) :
    \sum_k w 0 k = 0 -> \sum_k w 0 k * y 0 k = 0 ->
  norm_jacobian sigma y *m w^T = sigma^-1 *: w^T.
Proof.
move=> sum along; apply/colP => i; rewrite !mxE.
have each k : norm_jacobian sigma y i k * w^T k 0 = sigma^-1 * ((i == k)%:R * w 0 k
    - d%:R^-1 * w 0 k - d%:R^-1 * y 0 i * (w 0 k * y 0 k)).
  rewrite [w^T _ _]mxE [norm_jacobian _ _ _ _]mxE.
  by move: (y 0 i) (y 0 k) (w 0 k) d%:R^-1 (i == k)%:R sigma^-1 => *; ring.
rewrite (eq_bigr _ (fun k _ => each k)) -mulr_sumr !sumrB -!mulr_sumr sum along !mulr0 !subr0.
rewrite (bigD1 i) //= eqxx big1 => [|k ki]; last by rewrite eq_sym (negbTE ki) mul0r.
by rewrite mul1r addr0.
Qed.

Theorem gain_is_a_deviation Y i (a b : R) : normalised Y i ->
  let Z := layer_norm (const_mx a) (const_mx b) 0 Y in
  d%:R^-1 * (\sum_j Z i j) = b /\ d%:R^-1 * (\sum_j (Z i j - b) ^+ 2) = a ^+ 2.
Proof.
move=> norm Z; have entry j : Z i j = a * Y i j + b.
  rewrite mxE normalised_mean // normalised_variance // subr0 addr0 sqrtr1 divr1.
  by rewrite !mxE.
case: norm => sum sq; split.
  under eq_bigr do rewrite entry.
  by rewrite big_split /= -mulr_sumr sum mulr0 add0r sum_const mulrC mulfK.
under eq_bigr do rewrite entry addrK exprMn.
by rewrite -mulr_sumr mulrCA sq mulr1.
Qed.

Theorem add_then_normalise X (F : 'M[R]_(m, d) -> 'M[R]_(m, d)) i : varied (X + F X) i ->
  d%:R^-1 * (\sum_j plain_norm (X + F X) i j ^+ 2) = 1.
Proof. by case/mean_zero_mean_square_one. Qed.

End Rows.

(* Each row by itself, whatever the gain, the bias and epsilon. *)
Lemma norm_by_row m d (gain bias : 'rV[R]_d) eps (X : 'M[R]_(m, d)) i :
  row i (layer_norm gain bias eps X) = layer_norm gain bias eps (row i X).
Proof.
apply/rowP => j; rewrite [LHS]mxE; have mm : mean (row i X) 0 = mean X i.
  by rewrite /mean; congr (_ / _); apply: eq_bigr => k _; rewrite mxE.
have vv : variance (row i X) 0 = variance X i.
  by rewrite /variance mm; congr (_ / _); apply: eq_bigr => k _; rewrite mxE.
by rewrite [LHS]mxE [RHS]mxE mm vv [row i X 0 j]mxE.
Qed.

End Normalization.
