(* Proofs that our theorems imply what the claims of kernel say, relation by relation. Where `said`
   stands, the statement is put, and after `Proof.` the names of what it speaks of; `python -m
   proofs.engine.gallina kernel` prints both. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import exponential softmax lookup heads kernel limits grid.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem regression_is_attention_0 : said.
Proof.
apply: eq_bigr => i _; rewrite eK; congr (_ / _ * _).
by apply: eq_bigr => j _; rewrite eK.
Qed.

Theorem regression_is_attention_1 : said.
Proof.
by rewrite eK; congr (_ / _); rewrite !mulNr mulrC.
Qed.

Theorem double_exponential_cannot_focus_0 : said.
Proof.
exact: e_gt0.
Qed.

Theorem double_exponential_cannot_focus_1 : said.
Proof.
have far : 0 <= \sum_(a < d.+1) u 0 a ^+ 2 by apply: sumr_ge0 => a _; apply: sqr_ge0.
rewrite -[X in _ <= X](e0 e) e_le !mulNr oppr_le0.
by apply: divr_ge0; [apply: mulr_ge0; rewrite ?sqr_ge0 | apply: ler0n].
Qed.

Theorem double_exponential_cannot_focus_2 : said.
Proof.
by have H := one_kernel_cannot_focus e h1 h2; by_theorem H.
Qed.

Theorem constant_factor_cancels_0 : said.
Proof.
exact: (constant_factor_cancels (K 0) h2).
Qed.

Theorem beta_is_inverse_width_0 : said.
Proof.
have H := beta_is_inverse_width e beta u h1.
rewrite !gaussianE in H; rewrite H; congr (e (- _ * _ / _)).
by apply: eq_bigr => a _; rewrite mxE mulrC.
Qed.

Theorem beta_is_inverse_width_1 : said.
Proof.
by have H := larger_beta_is_narrower e beta u h2; rewrite !gaussianE in H.
Qed.

Theorem translation_invariance_0 : said.
Proof.
have H := congr1 (fun A : 'M_1 => A 0 0) (translation_invariance e beta x_star t x y^T).
by rewrite !regressionE in H; by_theorem H.
Qed.

Theorem bridge_defect_0 : said.
Proof.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (bridge_defect e beta q k).
have score j : (\row_i0 (beta ^+ 2 * dot q (row i0 k) - beta ^+ 2 / 2%:R * squared (row i0 k))) 0 j =
    beta ^+ 2 * (\sum_s q 0 s * k j s) - beta ^+ 2 * (\sum_s k j s ^+ 2) / 2%:R.
  rewrite mxE squared_rowE [_ / _ * _]mulrAC; congr (_ * _ - _).
  by apply: eq_bigr => a _; rewrite mxE.
rewrite score_weightE softmaxE score in H; rewrite H; congr (_ / _).
by apply: eq_bigr => j _; rewrite score.
Qed.

Theorem attention_is_parametric_regression_0 : said.
Proof.
apply: eq_bigr => i _; rewrite eK; congr (_ / _ * _).
by apply: eq_bigr => j _; rewrite eK.
Qed.

Theorem attention_is_parametric_regression_1 : said.
Proof.
by rewrite eK.
Qed.

Theorem bridge_to_dot_product_0 : said.
Proof.
have H := bridge_to_dot_product e beta q k i j; cbv zeta in H.
by rewrite !score_weightE !product_weightE !squared_rowE in H; rewrite H !mulNr; congr (- _); rewrite mulrAC.
Qed.

Theorem bridge_to_dot_product_1 : said.
Proof.
have same l l' : squared (row l k) = squared (row l' k) by rewrite !squared_rowE.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (equal_lengths_suffice e beta q same).
by rewrite score_weightE product_weightE in H.
Qed.

Theorem bridge_to_dot_product_2 : said.
Proof.
have same : softmax e (log_kernel beta q k) = softmax e (beta ^+ 2 *: (q *m k^T)).
  by apply/rowP => l; rewrite score_weightE product_weightE.
by have H := equal_lengths_are_needed h2 same i j; rewrite !squared_rowE in H.
Qed.

Theorem bridge_to_dot_product_3 : said.
Proof.
have turned x : beta ^+ 2 * x = x / Num.sqrt d_k.+1%:R by rewrite h1 div1r mulrC.
by rewrite turned; congr (_ / _); apply: eq_bigr => j _; rewrite turned.
Qed.

Theorem bisector_0 : said.
Proof.
have H := bisector e beta x_star x i k; cbv zeta in H.
rewrite !kernel_weightE in H; rewrite H h1; congr (_ * _).
by apply: eq_bigr => a _; rewrite !mxE [2%:R^-1 * _]mulrC.
Qed.

Theorem bisector_1 : said.
Proof.
have H := bisector e beta x_star x i k.
have same : dot (row i x - row k x) (x_star - 2%:R^-1 *: (row i x + row k x)) = h.
  by rewrite h1; apply: eq_bigr => a _; rewrite !mxE [2%:R^-1 * _]mulrC.
rewrite -!kernel_weightE; apply/(keeps_order e _ 0 i k).1.1.
by rewrite -subr_gt0 -(log_odds e) H same mulr_gt0 // lt_def expf_neq0 ?sqr_ge0.
Qed.

Theorem bisector_2 : said.
Proof.
have H := bisector e beta x_star x i k.
have same : dot (row i x - row k x) (x_star - 2%:R^-1 *: (row i x + row k x)) = h.
  by rewrite h1; apply: eq_bigr => a _; rewrite !mxE [2%:R^-1 * _]mulrC.
rewrite -!kernel_weightE leNgt; apply/negP => more.
have := (keeps_order e (log_kernel beta x_star x) 0 i k).1.2 more.
by rewrite -subr_gt0 -(log_odds e) H same ltNge mulr_ge0_le0 ?sqr_ge0.
Qed.

Theorem wide_limit_0 : said.
Proof.
have close j k : squared (x_star - row j x) - squared (x_star - row k x) <= R_.
  by rewrite !squared_betweenE.
by have H := (andP (wide_weights e beta close i)).1; rewrite kernel_weightE in H.
Qed.

Theorem wide_limit_1 : said.
Proof.
have close j k : squared (x_star - row j x) - squared (x_star - row k x) <= R_.
  by rewrite !squared_betweenE.
by have H := (andP (wide_weights e beta close i)).2; rewrite kernel_weightE in H.
Qed.

Theorem wide_limit_2 : said.
Proof.
pose s i := - (\sum_(a < d.+1) (x_star 0 a - x i a) ^+ 2).
have flat i : tends (fun b : R => e (s i * b ^+ 2 / 2%:R)) 1.
  apply: tends_e; have := tends_mul (tends_mul (tends_const (s i)) (tends_mul (@tends_id R) (@tends_id R)))
    (tends_const 2%:R^-1).
  by rewrite !mulr0 mul0r; apply: tends_ext => b _ /=; rewrite -expr2.
have many : \sum_(j < n.+1) (1 : R) = n.+1%:R by rewrite sumr_const card_ord.
have many0 : \sum_(j < n.+1) (1 : R) != 0 by rewrite many pnatr_eq0.
have H := tends_sum (fun i => tends_mul (tends_mul (flat i) (tends_inv many0 (tends_sum flat)))
  (tends_const (y 0 i))).
move=> eps eps0; have [gap gap0 near] := H eps eps0; exists gap => // beta pos small beta0.
have tiny : `|beta| < gap by rewrite gtr0_norm.
by have := near beta beta0 tiny; rewrite many -[X in _ - X]mulr_sumr mul1r [n.+1%:R^-1 * _]mulrC.
Qed.

Theorem narrow_limit_0 : said.
Proof.
have nearest j : j != i -> squared (x_star - row i x) + g <= squared (x_star - row j x).
  by move=> ji; have := h6 j; rewrite !h3 eq_sym (negbTE ji) subr0 mul1r !squared_betweenE.
by have H := (andP (narrow_weight e beta nearest)).1; rewrite kernel_weightE in H.
Qed.

Theorem narrow_limit_1 : said.
Proof.
have nearest j : j != i -> squared (x_star - row i x) + g <= squared (x_star - row j x).
  by move=> ji; have := h6 j; rewrite !h3 eq_sym (negbTE ji) subr0 mul1r !squared_betweenE.
have H := (andP (narrow_weight e beta nearest)).2.
by rewrite one_less -kernel_weightE !mulNr.
Qed.

Theorem narrow_limit_2 : said.
Proof.
have nearest j : j != i -> squared (x_star - row i x) + g <= squared (x_star - row j x).
  by move=> ji; have := h6 j; rewrite !h3 eq_sym (negbTE ji) subr0 mul1r !squared_betweenE.
have near j : `|y^T j 0 - y^T i 0| <= D by rewrite !mxE ler_distl h4 h5.
have H := narrow_mean e beta nearest near.
rewrite ler_norml regressionE in H; case/andP: H => H _.
by rewrite one_less [- beta ^+ 2 * g]mulNr [_ / 2%:R in X in X <= _]mulNr mulNr mulrA; by_theorem H.
Qed.

Theorem narrow_limit_3 : said.
Proof.
have nearest j : j != i -> squared (x_star - row i x) + g <= squared (x_star - row j x).
  by move=> ji; have := h6 j; rewrite !h3 eq_sym (negbTE ji) subr0 mul1r !squared_betweenE.
have near j : `|y^T j 0 - y^T i 0| <= D by rewrite !mxE ler_distl h4 h5.
have H := narrow_mean e beta nearest near.
rewrite ler_norml regressionE in H; case/andP: H => _ H.
by rewrite one_less [- beta ^+ 2 * g]mulNr mulNr mulrA; by_theorem H.
Qed.

Theorem narrow_limit_4 : said.
Proof.
have nearest j : j != i -> squared (x_star - row i x) + g <= squared (x_star - row j x).
  by move=> ji; have := h6 j; rewrite !h3 eq_sym (negbTE ji) subr0 mul1r !squared_betweenE.
have near j : `|y^T j 0 - y^T i 0| <= D by rewrite !mxE ler_distl h4 h5.
move=> eps eps0; have [low enough] := narrow_mean_tends e h2 nearest near eps0.
exists low => beta far; have H := enough beta far.
by rewrite regressionE in H; rewrite subr0; by_theorem H.
Qed.

Theorem far_query_0 : said.
Proof.
have lead j : j != i -> dot u (row j x) + h <= dot u (row i x).
  move=> ji; have along l : dot u (row l x) = p 0 l.
    by rewrite h4; apply: eq_bigr => a _; rewrite mxE mulrC.
  by have := h9 j; rewrite !along eq_sym (negbTE ji) subr0 mul1r ler_subr_addr.
have close j : squared (row i x) - squared (row j x) <= 2%:R * c by rewrite !squared_rowE -!h5.
by have := (andP (far_weight e beta h3 lead close)).1; rewrite far_weightE.
Qed.

Theorem far_query_1 : said.
Proof.
have lead j : j != i -> dot u (row j x) + h <= dot u (row i x).
  move=> ji; have along l : dot u (row l x) = p 0 l.
    by rewrite h4; apply: eq_bigr => a _; rewrite mxE mulrC.
  by have := h9 j; rewrite !along eq_sym (negbTE ji) subr0 mul1r ler_subr_addr.
have close j : squared (row i x) - squared (row j x) <= 2%:R * c by rewrite !squared_rowE -!h5.
by have := (andP (far_weight e beta h3 lead close)).2; rewrite far_weightE one_less [- beta ^+ 2 * _]mulNr.
Qed.

Theorem far_query_2 : said.
Proof.
have lead j : j != i -> dot u (row j x) + h <= dot u (row i x).
  move=> ji; have along l : dot u (row l x) = p 0 l.
    by rewrite h4; apply: eq_bigr => a _; rewrite mxE mulrC.
  by have := h9 j; rewrite !along eq_sym (negbTE ji) subr0 mul1r ler_subr_addr.
have close j : squared (row i x) - squared (row j x) <= 2%:R * c by rewrite !squared_rowE -!h5.
have near j : `|y^T j 0 - y^T i 0| <= D by rewrite !mxE ler_distl h7 h8.
have := far_mean e beta h3 lead close near; rewrite far_regressionE ler_norml => /andP [H _].
by rewrite one_less [- beta ^+ 2 * _]mulNr mulNr mulrA; by_theorem H.
Qed.

Theorem far_query_3 : said.
Proof.
have lead j : j != i -> dot u (row j x) + h <= dot u (row i x).
  move=> ji; have along l : dot u (row l x) = p 0 l.
    by rewrite h4; apply: eq_bigr => a _; rewrite mxE mulrC.
  by have := h9 j; rewrite !along eq_sym (negbTE ji) subr0 mul1r ler_subr_addr.
have close j : squared (row i x) - squared (row j x) <= 2%:R * c by rewrite !squared_rowE -!h5.
have near j : `|y^T j 0 - y^T i 0| <= D by rewrite !mxE ler_distl h7 h8.
have := far_mean e beta h3 lead close near; rewrite far_regressionE ler_norml => /andP [_ H].
by rewrite one_less [- beta ^+ 2 * (h * t - c)]mulNr mulrA; by_theorem H.
Qed.

Theorem far_query_4 : said.
Proof.
have lead j : j != i -> dot u (row j x) + h <= dot u (row i x).
  move=> ji; have along l : dot u (row l x) = p 0 l.
    by rewrite h3; apply: eq_bigr => a _; rewrite mxE mulrC.
  by have := h8 j; rewrite !along eq_sym (negbTE ji) subr0 mul1r ler_subr_addr.
have close j : squared (row i x) - squared (row j x) <= 2%:R * c by rewrite !squared_rowE -!h4.
have near j : `|y^T j 0 - y^T i 0| <= D by rewrite !mxE ler_distl h6 h7.
move=> eps eps0; have [low enough] := far_mean_tends e h9 h2 lead close near eps0.
exists low => t far t0; have H := enough t far t0; rewrite far_regressionE in H.
by rewrite subr0; by_theorem H.
Qed.

Theorem slope_is_a_covariance_0 : said.
Proof.
pose q s := x_star 0 s; pose c i := - (\sum_(s < d.+1) (q s - x i s) ^+ 2) * beta ^+ 2 / 2%:R.
have score i : moves (fun t => - (\sum_(s < d.+1) (q s + t * (s == a)%:R - x i s) ^+ 2) * beta ^+ 2 / 2%:R)
    (c i) (beta ^+ 2 * (x i a - q a)).
  have H := moves_by 2%:R^-1 (moves_by (beta ^+ 2) (moves_opp (moves_sum (fun s =>
    moves_sqr (moves_add (moves_line (q s) (s == a)%:R) (moves_const (- x i s))))))).
  refine (moves_value H _); rewrite (eq_bigr (fun s => 2%:R * (q s - x i s) * (s == a)%:R)) => [|s _].
    rewrite (only_one (fun s => 2%:R * (q s - x i s))).
    by have two : 2%:R != 0 :> R; [rewrite pnatr_eq0 | field].
  by rewrite addr0 mulrA.
have H := moves_sum (fun i => moves_by (y 0 i) (moves_weights e i score)).
refine (moves_value H _); pose p i := e (c i) / \sum_j e (c j).
have total : \sum_i p i = 1 by rewrite -mulr_suml divff // sum_e_neq0.
have mean : \sum_j p j * (beta ^+ 2 * (x j a - q a)) = beta ^+ 2 * (\sum_j p j * x j a - q a).
  rewrite -[q a in RHS]mul1r -total mulr_suml -sumrB mulr_sumr.
  by apply: eq_bigr => j _; ring.
transitivity (\sum_i p i * (beta ^+ 2 * (x i a - q a) - beta ^+ 2 * (\sum_j p j * x j a - q a)) * y 0 i).
  by rewrite -mean.
transitivity (beta ^+ 2 * (\sum_i p i * x i a * y 0 i - (\sum_i p i * x i a) * (\sum_i p i * y 0 i))); last by [].
rewrite [in RHS]mulr_sumr -sumrB mulr_sumr; apply: eq_bigr => i _.
by move: (\sum_j _) => m; ring.
Qed.

(* Lines under any positive kernels K. *)
Lemma sum_K_neq0 n (K : 'rV[R]_n.+1) : (forall i, 0 < K 0 i) -> \sum_(s < n.+1) K 0 s != 0.
Proof.
by move=> K0; rewrite lt0r_neq0 // big_ord_recl ltr_paddr // sumr_ge0 // => s _; rewrite ltW.
Qed.

Lemma shares_K n (K : 'rV[R]_n.+1) : (forall i, 0 < K 0 i) ->
  \sum_(s < n.+1) K 0 s / (\sum_(s2 < n.+1) K 0 s2) = 1.
Proof. by move=> K0; rewrite -mulr_suml divff // sum_K_neq0. Qed.

Lemma local_mass n (K x : 'rV[R]_n) t :
  \sum_(s1 < n) K 0 s1 * (\sum_(s2 < n) K 0 s2 * (x 0 s2 - t) ^+ 2 -
      (x 0 s1 - t) * \sum_(s2 < n) K 0 s2 * (x 0 s2 - t) ^+ 1) =
    (\sum_(s1 < n) K 0 s1 * (x 0 s1 - t) ^+ 0) * (\sum_(s1 < n) K 0 s1 * (x 0 s1 - t) ^+ 2) -
      (\sum_(s1 < n) K 0 s1 * (x 0 s1 - t) ^+ 1) ^+ 2.
Proof.
set S2 := \sum_(s < _) _ * _ ^+ 2; set S1 := \sum_(s < _) _ * _ ^+ 1.
rewrite expr2 [S1 * S1 in RHS]mulr_suml mulr_suml -sumrB.
by apply: eq_bigr => s _; ring.
Qed.

Lemma sum_of_local_weights n (K x : 'rV[R]_n) t :
  \sum_(s1 < n) K 0 s1 * (\sum_(s2 < n) K 0 s2 * (x 0 s2 - t) ^+ 2 -
      (x 0 s1 - t) * \sum_(s2 < n) K 0 s2 * (x 0 s2 - t) ^+ 1) =
    (\sum_(s1 < n) \sum_(s2 < n) K 0 s1 * K 0 s2 * (x 0 s1 - x 0 s2) ^+ 2) / 2%:R.
Proof.
rewrite local_mass; set S0 := \sum_(s < _) _ * _ ^+ 0.
set S2 := \sum_(s < _) _ * _ ^+ 2; set S1 := \sum_(s < _) _ * _ ^+ 1.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
apply: (canRL (mulfK two)); transitivity (\sum_(s < n)
  (S0 * (K 0 s * (x 0 s - t) ^+ 2) + (K 0 s * (x 0 s - t) ^+ 0) * S2 -
    2%:R * S1 * (K 0 s * (x 0 s - t) ^+ 1))).
  by rewrite sumrB big_split /= -!mulr_sumr -mulr_suml -/S0 -/S1 -/S2; ring.
apply: eq_bigr => s _.
rewrite /S0 /S1 /S2 mulr_suml [K 0 s * _ ^+ 0 * _]mulr_sumr [2%:R * _]mulr_sumr mulr_suml.
by rewrite -big_split -sumrB; apply: eq_bigr => k _ /=; ring.
Qed.

Theorem bias_at_ends_and_at_curvature_0 : said.
Proof.
by rewrite -mulr_suml -mulr_suml divff ?mul1r // sum_K_neq0.
Qed.

Theorem bias_at_ends_and_at_curvature_1 : said.
Proof.
rewrite [in LHS](eq_bigr (fun s => K 0 s / (\sum_(s2 < n.+1) K 0 s2) * a + (K 0 s / (\sum_(s2 < n.+1) K 0 s2) * p 0 s +
  c * (K 0 s / (\sum_(s2 < n.+1) K 0 s2) * (\sum_(s2 < d.+1) (x s s2 - x_star 0 s2) ^+ 2))))) => [|s _]; last first.
  by move: (K 0 s / _) (\sum_(s2 < d.+1) _) => w D; ring.
rewrite big_split /= -mulr_suml shares_K // mul1r addrAC subrr add0r big_split /=.
by congr (_ + _); rewrite mulr_sumr.
Qed.

Theorem bias_at_ends_and_at_curvature_2 : said.
Proof.
rewrite -[X in X <= _]mul1r -(shares_K h1) mulr_suml ler_sum // => s _.
by rewrite ler_wpmul2l ?h3 // divr_ge0 ?sumr_ge0 ?ltW // => j _; rewrite ltW.
Qed.

Theorem local_linear_keeps_lines_0 : said.
Proof.
set S2 := \sum_(s < _) _ * _ ^+ 2; set S1 := \sum_(s < _) _ * _ ^+ 1.
rewrite (eq_bigr (fun s => S2 * (K 0 s * (x 0 s - t) ^+ 1) - S1 * (K 0 s * (x 0 s - t) ^+ 2))) => [|s _]; last by ring.
by rewrite sumrB -!mulr_sumr -/S1 -/S2 mulrC subrr.
Qed.

Theorem local_linear_keeps_lines_1 : said.
Proof.
exact: sum_of_local_weights.
Qed.

Theorem local_linear_keeps_lines_2 : said.
Proof.
set S2 := \sum_(s < _) _ * _ ^+ 2; set S1 := \sum_(s < _) _ * _ ^+ 1.
have mass : \sum_(s < n.+1) K 0 s * (S2 - (x 0 s - t) * S1) != 0 by rewrite local_mass.
rewrite -[RHS](mulfK mass) mulr_sumr; congr (_ / _).
rewrite [LHS](eq_bigr (fun s => (a + b * t) * (K 0 s * (S2 - (x 0 s - t) * S1)) +
  b * (S2 * (K 0 s * (x 0 s - t) ^+ 1) - S1 * (K 0 s * (x 0 s - t) ^+ 2)))) => [|s _]; last by ring.
by rewrite big_split /= -[X in _ + X]mulr_sumr sumrB -!mulr_sumr -/S1 -/S2 [S1 * _]mulrC subrr mulr0 addr0.
Qed.

Theorem grid_has_points_in_reach_0 : said.
Proof.
exact: grid_has_points_in_reach.
Qed.

Theorem linear_attention_is_a_state_0 : said.
Proof.
congr (_ / _).
  under eq_bigr do rewrite mulr_suml; rewrite exchange_big; apply: eq_bigr => c _.
  by rewrite mulr_sumr; apply: eq_bigr => s _; ring.
rewrite exchange_big; apply: eq_bigr => c _; rewrite mulr_sumr.
by apply: eq_bigr => s _; ring.
Qed.

Theorem linear_attention_is_a_state_1 : said.
Proof.
congr (_ / _).
  under eq_bigr do rewrite mulr_sumr mulr_suml; rewrite exchange_big; apply: eq_bigr => c _.
  by rewrite mulr_sumr; apply: eq_bigr => s _; ring.
under eq_bigr do rewrite mulr_sumr; rewrite exchange_big; apply: eq_bigr => c _.
by rewrite mulr_sumr; apply: eq_bigr => s _; ring.
Qed.

End Said.
