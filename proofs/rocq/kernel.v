(* Kernel regression: attention whose scores are the logarithms of kernels. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential softmax lookup heads.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Kernel.
Variables (R : rcfType) (e : exponential R).

Definition dot d (x y : 'rV[R]_d) : R := \sum_a x 0 a * y 0 a.
Definition squared d (x : 'rV[R]_d) : R := dot x x.

Definition gaussian d (beta : R) (u : 'rV[R]_d) : R := e (- (squared u * beta ^+ 2 / 2%:R)).

Definition regression n d dy (beta : R) (q : 'rV[R]_d) (X : 'M[R]_(n, d)) (Y : 'M[R]_(n, dy)) :
  'rV[R]_dy :=
  \row_c \sum_i gaussian beta (q - row i X) / (\sum_j gaussian beta (q - row j X)) * Y i c.

(* The logarithms of the kernels, as scores. *)
Definition log_kernel n d (beta : R) (q : 'rV[R]_d) (X : 'M[R]_(n, d)) : 'rV[R]_n :=
  \row_i (- (beta ^+ 2 / 2%:R * squared (q - row i X))).

Lemma gaussian_score n d beta (q : 'rV[R]_d) (X : 'M[R]_(n, d)) i :
  gaussian beta (q - row i X) = e (log_kernel beta q X 0 i).
Proof. by rewrite mxE /gaussian; congr (e (- _)); rewrite -mulrA mulrC. Qed.

(* The same, written out. *)
Lemma squaredE d (u : 'rV[R]_d) : squared u = \sum_a u 0 a ^+ 2.
Proof. by apply: eq_bigr => a _; rewrite expr2. Qed.

Lemma squared_rowE n d (X : 'M[R]_(n, d)) i : squared (row i X) = \sum_a X i a ^+ 2.
Proof. by rewrite squaredE; apply: eq_bigr => a _; rewrite mxE. Qed.

Lemma squared_betweenE n d (q : 'rV[R]_d) (X : 'M[R]_(n, d)) i :
  squared (q - row i X) = \sum_a (q 0 a - X i a) ^+ 2.
Proof. by rewrite squaredE; apply: eq_bigr => a _; rewrite !mxE. Qed.

Lemma gaussianE d beta (u : 'rV[R]_d) :
  gaussian beta u = e (- (\sum_a u 0 a ^+ 2) * beta ^+ 2 / 2%:R).
Proof. by rewrite /gaussian squaredE !mulNr. Qed.

Lemma gaussian_betweenE n d beta (q : 'rV[R]_d) (X : 'M[R]_(n, d)) i :
  gaussian beta (q - row i X) = e (- (\sum_a (q 0 a - X i a) ^+ 2) * beta ^+ 2 / 2%:R).
Proof. by rewrite /gaussian squared_betweenE !mulNr. Qed.

Lemma regressionE n d dy beta (q : 'rV[R]_d) (X : 'M[R]_(n, d)) (Y : 'M[R]_(n, dy)) c :
  regression beta q X Y 0 c =
    \sum_i e (- (\sum_a (q 0 a - X i a) ^+ 2) * beta ^+ 2 / 2%:R) /
      (\sum_j e (- (\sum_a (q 0 a - X j a) ^+ 2) * beta ^+ 2 / 2%:R)) * Y i c.
Proof.
rewrite mxE; apply: eq_bigr => i _; rewrite gaussian_betweenE; congr (_ / _ * _).
by apply: eq_bigr => j _; rewrite gaussian_betweenE.
Qed.

Lemma kernel_weightE n d beta (q : 'rV[R]_d) (X : 'M[R]_(n, d)) i :
  softmax e (log_kernel beta q X) 0 i =
    e (- (\sum_a (q 0 a - X i a) ^+ 2) * beta ^+ 2 / 2%:R) /
      (\sum_j e (- (\sum_a (q 0 a - X j a) ^+ 2) * beta ^+ 2 / 2%:R)).
Proof.
rewrite softmaxE -gaussian_score gaussian_betweenE; congr (_ / _).
by apply: eq_bigr => j _; rewrite -gaussian_score gaussian_betweenE.
Qed.

Lemma score_weightE n d beta (q : 'rV[R]_d) (X : 'M[R]_(n, d)) i :
  softmax e (log_kernel beta q X) 0 i =
    e (- beta ^+ 2 * (\sum_a (q 0 a - X i a) ^+ 2) / 2%:R) /
      (\sum_j e (- beta ^+ 2 * (\sum_a (q 0 a - X j a) ^+ 2) / 2%:R)).
Proof.
have turned x : - beta ^+ 2 * x = - x * beta ^+ 2 by rewrite !mulNr mulrC.
rewrite kernel_weightE turned; congr (_ / _).
by apply: eq_bigr => j _; rewrite turned.
Qed.

Lemma product_weightE n d c (q : 'rV[R]_d) (K : 'M[R]_(n, d)) i :
  softmax e (c *: (q *m K^T)) 0 i =
    e (c * \sum_a q 0 a * K i a) / (\sum_j e (c * \sum_a q 0 a * K j a)).
Proof.
have product j : (c *: (q *m K^T)) 0 j = c * \sum_a q 0 a * K j a.
  by rewrite !mxE; congr (_ * _); apply: eq_bigr => a _; rewrite mxE.
by rewrite softmaxE product; congr (_ / _); apply: eq_bigr => j _; rewrite product.
Qed.

Theorem regression_is_attention n d dy beta (q : 'rV[R]_d) (X : 'M[R]_(n, d))
    (Y : 'M[R]_(n, dy)) :
  attention e (log_kernel beta q X) Y = regression beta q X Y.
Proof.
apply/rowP => c; rewrite attentionE mxE; apply: eq_bigr => i _.
rewrite softmaxE gaussian_score; congr (_ / _ * _).
by apply: eq_bigr => j _; rewrite gaussian_score.
Qed.

(* One against n others: a share grows with its own part, and falls with the rest. *)
Lemma share_le (x y s t : R) : 0 < x -> 0 < y -> 0 <= s -> 0 <= t -> x * t <= y * s ->
  x / (x + s) <= y / (y + t).
Proof.
move=> x0 y0 s0 t0 le; rewrite ler_pdivr_mulr ?ltr_paddr // mulrAC ler_pdivl_mulr ?ltr_paddr //.
by rewrite !mulrDr mulrC ler_add2l.
Qed.

Theorem one_kernel_cannot_focus n (k : 'rV[R]_n) (k0 : R) : (forall j, 0 <= k 0 j) -> k0 <= 1 ->
  e k0 / (e k0 + \sum_j e (k 0 j)) <= e 1 / (e 1 + n%:R).
Proof.
move=> ge0 le1; have many : n%:R <= \sum_j e (k 0 j).
  rewrite -[n in n%:R]card_ord -sumr_const; apply: ler_sum => j _.
  by rewrite -(e0 e) e_le.
have sum0 : 0 <= \sum_j e (k 0 j) by apply: le_trans many; apply: ler0n.
by apply: share_le; rewrite ?e_gt0 ?ler0n // ler_pmul ?e_ge0 ?ler0n ?e_le.
Qed.

Theorem constant_factor_cancels n (k : 'I_n -> R) (c : R) : c != 0 -> forall i,
  c * k i / (\sum_j c * k j) = k i / (\sum_j k j).
Proof. by move=> c0 i; rewrite -mulr_sumr -mulf_div divff ?mul1r. Qed.

Lemma squared_scale d (c : R) (u : 'rV[R]_d) : squared (c *: u) = c ^+ 2 * squared u.
Proof.
rewrite /squared /dot mulr_sumr; apply: eq_bigr => a _; rewrite !mxE.
by move: (u 0 a) => x; ring.
Qed.

Theorem beta_is_inverse_width d beta (c : R) (u : 'rV[R]_d) : c != 0 ->
  gaussian beta u = gaussian (c * beta) (c^-1 *: u).
Proof.
move=> c0; rewrite /gaussian squared_scale; congr (e (- (_ / _))).
by move: (squared u) => s; field.
Qed.

Theorem larger_beta_is_narrower d beta (c : R) (u : 'rV[R]_d) : 1 <= c ->
  gaussian (c * beta) u <= gaussian beta u.
Proof.
move=> c1; rewrite e_le ler_opp2 ler_pmul2r ?invr_gt0 ?ltr0n //.
rewrite ler_wpmul2l ?squaredE ?sumr_ge0 // => [a _|]; first exact: sqr_ge0.
by rewrite exprMn ler_pemull ?sqr_ge0 // exprn_ege1.
Qed.

Theorem translation_invariance n d dy beta (q t : 'rV[R]_d) (X : 'M[R]_(n, d))
    (Y : 'M[R]_(n, dy)) :
  regression beta (q + t) (\matrix_(i, a) (X i a + t 0 a)) Y = regression beta q X Y.
Proof.
have same i : q + t - row i (\matrix_(i, a) (X i a + t 0 a)) = q - row i X.
  apply/rowP => a; rewrite !mxE.
  by move: (q 0 a) (t 0 a) (X i a) => *; ring.
apply/rowP => c; rewrite !mxE; apply: eq_bigr => i _; rewrite same; congr (_ / _ * _).
by apply: eq_bigr => j _; rewrite same.
Qed.

Lemma squared_sub d (q x : 'rV[R]_d) : squared (q - x) = squared q - 2%:R * dot q x + squared x.
Proof.
rewrite /squared /dot mulr_sumr -sumrB -big_split /=; apply: eq_bigr => a _; rewrite !mxE.
by move: (q 0 a) (x 0 a) => *; ring.
Qed.

(* Scores by dot products, with a penalty for the length of each key. *)
Theorem bridge_defect n d beta (q : 'rV[R]_d) (K : 'M[R]_(n, d)) :
  softmax e (log_kernel beta q K) =
  softmax e (\row_i (beta ^+ 2 * dot q (row i K) - beta ^+ 2 / 2%:R * squared (row i K))).
Proof.
case: n K => [|n] K; first by apply/rowP; case.
rewrite -[RHS](shift_invariance _ _ (\col__ (- (beta ^+ 2 / 2%:R * squared q)))).
congr softmax; apply/rowP => i; rewrite !mxE squared_sub.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
by move: (squared q) (squared _) (dot _ _) => *; field.
Qed.

Theorem bridge_to_dot_product n d beta (q : 'rV[R]_d) (K : 'M[R]_(n.+1, d)) i k :
  let a := softmax e (log_kernel beta q K) in let a' := softmax e (beta ^+ 2 *: (q *m K^T)) in
  ln e (a 0 i / a 0 k) - ln e (a' 0 i / a' 0 k)
    = - (beta ^+ 2 / 2%:R) * (squared (row i K) - squared (row k K)).
Proof.
have product j : (beta ^+ 2 *: (q *m K^T)) 0 j = beta ^+ 2 * dot q (row j K).
  by rewrite !mxE; congr (_ * _); apply: eq_bigr => a _; rewrite !mxE.
cbv zeta; rewrite bridge_defect !log_odds !product !mxE.
by move: (squared _) (squared _) (dot _ _) (dot _ _) (beta ^+ 2 / 2%:R) => *; ring.
Qed.

Theorem equal_lengths_suffice n d beta (q : 'rV[R]_d) (K : 'M[R]_(n, d)) :
  (forall i j, squared (row i K) = squared (row j K)) ->
  softmax e (log_kernel beta q K) = softmax e (beta ^+ 2 *: (q *m K^T)).
Proof.
move=> equal; rewrite bridge_defect.
case: n K equal => [|n] K equal; first by apply/rowP; case.
rewrite -[RHS](shift_invariance _ _ (\col__ (- (beta ^+ 2 / 2%:R * squared (row ord0 K))))).
congr softmax; apply/rowP => i; rewrite !mxE (equal i ord0); congr (_ * _ + _).
by apply: eq_bigr => a _; rewrite !mxE.
Qed.

Theorem equal_lengths_are_needed n d beta (q : 'rV[R]_d) (K : 'M[R]_(n, d)) : beta != 0 ->
  softmax e (log_kernel beta q K) = softmax e (beta ^+ 2 *: (q *m K^T)) ->
  forall i k, squared (row i K) = squared (row k K).
Proof.
case: n K => [|n] K b0 same i k; first by case: i.
have := bridge_to_dot_product beta q K i k; cbv zeta; rewrite same subrr => /esym /eqP.
rewrite mulf_eq0 oppr_eq0 mulf_eq0 invr_eq0 pnatr_eq0 expf_eq0 (negbTE b0) /=.
by rewrite subr_eq0 => /eqP.
Qed.

Theorem bisector n d beta (q : 'rV[R]_d) (X : 'M[R]_(n.+1, d)) i k :
  let a := softmax e (log_kernel beta q X) in
  ln e (a 0 i / a 0 k) =
    beta ^+ 2 * dot (row i X - row k X) (q - 2%:R^-1 *: (row i X + row k X)).
Proof.
move=> a; rewrite log_odds !mxE.
have -> : dot (row i X - row k X) (q - 2%:R^-1 *: (row i X + row k X)) =
    2%:R^-1 * (squared (q - row k X) - squared (q - row i X)).
  rewrite /squared /dot -sumrB mulr_sumr; apply: eq_bigr => b _; rewrite !mxE.
  have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
  by move: (q 0 b) (X i b) (X k b) => *; field.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
by move: (squared _) (squared _) => *; field.
Qed.

(* The widths by which the limits are reached: r is a squared distance to the query. *)
Lemma nearest_leads n d beta (q : 'rV[R]_d) (X : 'M[R]_(n, d)) k g :
  (forall j, j != k -> squared (q - row k X) + g <= squared (q - row j X)) ->
  forall j, j != k ->
  log_kernel beta q X 0 j + beta ^+ 2 * g / 2%:R <= log_kernel beta q X 0 k.
Proof.
move=> nearest j jk; rewrite !mxE addrC -ler_subr_addr opprK addrC [X in X <= _]mulrAC.
by rewrite ler_subr_addl -mulrDr ler_wpmul2l ?nearest ?divr_ge0 ?sqr_ge0 ?ler0n.
Qed.

Theorem narrow_weight n d beta (q : 'rV[R]_d) (X : 'M[R]_(n.+1, d)) k g :
  (forall j, j != k -> squared (q - row k X) + g <= squared (q - row j X)) ->
  0 <= 1 - softmax e (log_kernel beta q X) 0 k <= n%:R * e (- (beta ^+ 2 * g / 2%:R)).
Proof. by move=> nearest; apply: lacks (nearest_leads _ nearest). Qed.

Theorem narrow_mean n d beta (q : 'rV[R]_d) (X : 'M[R]_(n.+1, d)) (Y : 'cV[R]_n.+1) k g D :
  (forall j, j != k -> squared (q - row k X) + g <= squared (q - row j X)) ->
  (forall j, `|Y j 0 - Y k 0| <= D) ->
  `|regression beta q X Y 0 0 - Y k 0| <= D * n%:R * e (- (beta ^+ 2 * g / 2%:R)).
Proof.
move=> nearest near; rewrite -regression_is_attention.
exact: near_the_leader (nearest_leads _ nearest) near.
Qed.

Theorem narrow_mean_tends n d (q : 'rV[R]_d) (X : 'M[R]_(n.+1, d)) (Y : 'cV[R]_n.+1) k g D :
  0 < g -> (forall j, j != k -> squared (q - row k X) + g <= squared (q - row j X)) ->
  (forall j, `|Y j 0 - Y k 0| <= D) -> forall eps, 0 < eps -> exists low, forall beta,
  low < beta -> `|regression beta q X Y 0 0 - Y k 0| < eps.
Proof.
move=> g0 nearest near eps eps0; have D0 : 0 <= D by apply: le_trans (near k); rewrite normr_ge0.
have D1 : 0 < 1 + D by rewrite (lt_le_trans ltr01) // ler_addl.
pose small := eps / (1 + D); have small0 : 0 < small by rewrite divr_gt0.
pose least := n%:R / small / g * 2%:R.
have least0 : 0 <= least by rewrite !mulr_ge0 ?invr_ge0 ?ler0n ?ltW.
exists (1 + least) => beta far.
have b1 : 1 <= beta by apply: le_trans (ltW far); rewrite ler_addl.
have b0 : 0 < beta by apply: lt_le_trans b1.
apply: le_lt_trans (narrow_mean beta nearest near) _; rewrite -mulrA.
apply: (@le_lt_trans _ _ (D * small)); last first.
  by rewrite mulrCA -[X in _ < X]mulr1 ltr_pmul2l // ltr_pdivr_mulr // mul1r ltr_addr ltr01.
rewrite ler_wpmul2l // e_below // ler_pdivl_mulr ?ltr0n // -ler_pdivr_mulr // mulrAC -/least.
apply: (@le_trans _ _ beta); first by apply: le_trans (ltW far); rewrite ler_addr ler01.
by rewrite expr2 ler_pmulr.
Qed.

(* The same by the distances alone: no two of them differ by more than r. *)
Theorem wide_weights n d beta (q : 'rV[R]_d) (X : 'M[R]_(n.+1, d)) r :
  (forall j k, squared (q - row j X) - squared (q - row k X) <= r) -> forall i,
  e (- beta ^+ 2 * r / 2%:R) / n.+1%:R <= softmax e (log_kernel beta q X) 0 i
    <= e (beta ^+ 2 * r / 2%:R) / n.+1%:R.
Proof.
move=> close i; rewrite !mulNr; apply: weights_within => j k.
rewrite !mxE opprK addrC -mulrBr [X in _ <= X]mulrAC ler_wpmul2l ?close //.
by rewrite divr_ge0 ?sqr_ge0 ?ler0n.
Qed.

(* A query far along u: p is how far a point lies along u, and i leads there by h. *)
Lemma far_leads n d beta (u : 'rV[R]_d) (X : 'M[R]_(n, d)) i t h c : 0 < t ->
  (forall j, j != i -> dot u (row j X) + h <= dot u (row i X)) ->
  (forall j, squared (row i X) - squared (row j X) <= 2%:R * c) ->
  forall j, j != i -> log_kernel beta (t *: u) X 0 j + beta ^+ 2 * (h * t - c)
    <= log_kernel beta (t *: u) X 0 i.
Proof.
move=> t0 lead close j ji; have along x : dot (t *: u) x = t * dot u x.
  by rewrite /dot mulr_sumr; apply: eq_bigr => a _; rewrite mxE mulrA.
rewrite !mxE !squared_sub !along -subr_ge0; move: (lead j ji) (close j).
move: (squared (t *: u)) (squared (row i X)) (squared (row j X)) => s ri rj.
move: (dot u (row i X)) (dot u (row j X)) => pi pj far near.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have -> : - (beta ^+ 2 / 2%:R * (s - 2%:R * (t * pi) + ri)) -
    (- (beta ^+ 2 / 2%:R * (s - 2%:R * (t * pj) + rj)) + beta ^+ 2 * (h * t - c)) =
    beta ^+ 2 * (t * (pi - (pj + h))) + beta ^+ 2 / 2%:R * (2%:R * c - (ri - rj)) by field.
by rewrite addr_ge0 // mulr_ge0 ?divr_ge0 ?sqr_ge0 ?ler0n ?subr_ge0 // mulr_ge0 ?subr_ge0 // ltW.
Qed.

Lemma far_weightE n d beta (u : 'rV[R]_d) (X : 'M[R]_(n, d)) t i :
  softmax e (log_kernel beta (t *: u) X) 0 i =
    e (- (\sum_a (t * u 0 a - X i a) ^+ 2) * beta ^+ 2 / 2%:R) /
      (\sum_j e (- (\sum_a (t * u 0 a - X j a) ^+ 2) * beta ^+ 2 / 2%:R)).
Proof.
have same j : \sum_a ((t *: u) 0 a - X j a) ^+ 2 = \sum_a (t * u 0 a - X j a) ^+ 2.
  by apply: eq_bigr => a _; rewrite mxE.
by rewrite kernel_weightE same; congr (_ / _); apply: eq_bigr => j _; rewrite same.
Qed.

Lemma far_regressionE n d dy beta (u : 'rV[R]_d) (X : 'M[R]_(n, d)) (Y : 'M[R]_(n, dy)) t c :
  regression beta (t *: u) X Y 0 c =
    \sum_i e (- (\sum_a (t * u 0 a - X i a) ^+ 2) * beta ^+ 2 / 2%:R) /
      (\sum_j e (- (\sum_a (t * u 0 a - X j a) ^+ 2) * beta ^+ 2 / 2%:R)) * Y i c.
Proof.
rewrite -regression_is_attention attentionE; apply: eq_bigr => i _.
by rewrite far_weightE.
Qed.

Theorem far_weight n d beta (u : 'rV[R]_d) (X : 'M[R]_(n.+1, d)) i t h c : 0 < t ->
  (forall j, j != i -> dot u (row j X) + h <= dot u (row i X)) ->
  (forall j, squared (row i X) - squared (row j X) <= 2%:R * c) ->
  0 <= 1 - softmax e (log_kernel beta (t *: u) X) 0 i
    <= n%:R * e (- (beta ^+ 2 * (h * t - c))).
Proof. by move=> t0 lead close; apply: lacks (far_leads _ t0 lead close). Qed.

Theorem far_mean n d beta (u : 'rV[R]_d) (X : 'M[R]_(n.+1, d)) (Y : 'cV[R]_n.+1) i t h c D :
  0 < t -> (forall j, j != i -> dot u (row j X) + h <= dot u (row i X)) ->
  (forall j, squared (row i X) - squared (row j X) <= 2%:R * c) ->
  (forall j, `|Y j 0 - Y i 0| <= D) ->
  `|regression beta (t *: u) X Y 0 0 - Y i 0| <= D * n%:R * e (- (beta ^+ 2 * (h * t - c))).
Proof.
move=> t0 lead close near; rewrite -regression_is_attention.
exact: near_the_leader (far_leads _ t0 lead close) near.
Qed.

Theorem far_mean_tends n d beta (u : 'rV[R]_d) (X : 'M[R]_(n.+1, d)) (Y : 'cV[R]_n.+1) i h c D :
  beta != 0 -> 0 < h -> (forall j, j != i -> dot u (row j X) + h <= dot u (row i X)) ->
  (forall j, squared (row i X) - squared (row j X) <= 2%:R * c) ->
  (forall j, `|Y j 0 - Y i 0| <= D) -> forall eps, 0 < eps -> exists low, forall t,
  low < t -> 0 < t -> `|regression beta (t *: u) X Y 0 0 - Y i 0| < eps.
Proof.
move=> b0 h0 lead close near eps eps0; have b2 : 0 < beta ^+ 2.
  by rewrite lt_def expf_neq0 ?sqr_ge0.
have D0 : 0 <= D by apply: le_trans (near i); rewrite normr_ge0.
have D1 : 0 < 1 + D by rewrite (lt_le_trans ltr01) // ler_addl.
pose small := eps / (1 + D); have small0 : 0 < small by rewrite divr_gt0.
exists ((n%:R / small / beta ^+ 2 + c) / h) => t far t0.
apply: le_lt_trans (far_mean beta t0 lead close near) _; rewrite -mulrA.
apply: (@le_lt_trans _ _ (D * small)); last first.
  by rewrite mulrCA -[X in _ < X]mulr1 ltr_pmul2l // ltr_pdivr_mulr // mul1r ltr_addr ltr01.
rewrite ler_wpmul2l // e_below // -ler_pdivr_mull // mulrC ler_subr_addr.
by rewrite [h * t]mulrC -ler_pdivr_mulr // ltW.
Qed.

End Kernel.
