(* Proofs that our theorems imply what the claims of scaling say, relation by relation. Where `said`
   stands, the statement is put, and after `Proof.` the names of what it speaks of; `python -m
   proofs.engine.gallina scaling` prints both. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import limits lookup kernel scaling exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Lemma slope_of_softmax n (x : 'rV[R]_n.+1) i k :
  moves (fun t => e (x 0 i + t * (i == k)%:R) / \sum_j e (x 0 j + t * (j == k)%:R))
    (e (x 0 i) / \sum_j e (x 0 j)) (softmax e x 0 i * ((i == k)%:R - softmax e x 0 k)).
Proof.
apply: moves_value (moves_softmax e (fun j => x 0 j) (fun j => j == k) i) _.
by rewrite only_one !softmaxE.
Qed.

Lemma soft_weights n (x : 'rV[R]_n.+1) : weights (softmax e x).
Proof. by split=> [s|]; [apply: softmax_gt0 | apply: rows_sum_to_one]. Qed.

Lemma mean_of_square N d (P : 'rV[R]_N) (f g : 'M[R]_(d, N)) :
  (forall a b, \sum_s P 0 s * (f a s * f b s * g a s * g b s) =
    (\sum_s P 0 s * (f a s * f b s)) * (\sum_s P 0 s * (g a s * g b s))) ->
  \sum_s P 0 s * (\sum_a f a s * g a s) ^+ 2 =
    \sum_a \sum_b (\sum_s P 0 s * (f a s * f b s)) * (\sum_s P 0 s * (g a s * g b s)).
Proof.
move=> indep.
rewrite (eq_bigr (fun s => \sum_a \sum_b P 0 s * (f a s * f b s * g a s * g b s))) => [|s _].
  by rewrite exchange_big; apply: eq_bigr => a _; rewrite exchange_big; apply: eq_bigr => b _.
rewrite expr2 mulr_suml mulr_sumr; apply: eq_bigr => a _; rewrite !mulr_sumr.
by apply: eq_bigr => b _; ring.
Qed.

Lemma mean_of_sum N d (P : 'rV[R]_N) (f : 'I_d -> 'I_N -> R) :
  \sum_s P 0 s * (\sum_a f a s) = \sum_a \sum_s P 0 s * f a s.
Proof. by rewrite exchange_big; apply: eq_bigr => s _; rewrite mulr_sumr. Qed.

Theorem variance_in_general_0 : said.
Proof.
rewrite mean_of_square // mean_of_sum (eq_bigr _ (fun a _ => h4 a)) expr2 mulr_suml -sumrB.
apply: eq_bigr => a _; rewrite mulr_sumr -sumrB; apply: eq_bigr => b _.
have own (x y : 'I_N.+1 -> R) : \sum_s P 0 s * x s * y s = \sum_s P 0 s * (x s * y s).
  by apply: eq_bigr => s _; rewrite mulrA.
rewrite !own.
move: (\sum_s P 0 s * (q a s * q b s)) (\sum_s P 0 s * (k a s * k b s)) => A B.
move: (\sum_s P 0 s * q a s) (\sum_s P 0 s * q b s) (\sum_s P 0 s * k a s)
  (\sum_s P 0 s * k b s) => *; ring.
Qed.

Lemma mean_of_one_square N d (P : 'rV[R]_N) (f g : 'M[R]_(d, N)) a :
  (forall a b, \sum_s P 0 s * (f a s * f b s * g a s * g b s) =
    (\sum_s P 0 s * (f a s * f b s)) * (\sum_s P 0 s * (g a s * g b s))) ->
  \sum_s P 0 s * (f a s * g a s) ^+ 2 =
    (\sum_s P 0 s * f a s ^+ 2) * (\sum_s P 0 s * g a s ^+ 2).
Proof.
move=> indep; rewrite -[RHS]indep; apply: eq_bigr => s _.
by rewrite expr2; move: (f a s) (g a s) (P 0 s) => *; ring.
Qed.

Theorem variance_is_proportional_to_width_0 : said.
Proof.
rewrite mean_of_square // mean_of_sum [X in _ - X ^+ 2]big1 => [|a _]; last by rewrite h5 h6 mul0r.
rewrite expr0n subr0; apply: eq_bigr => a _; rewrite h5 h6 mul0r expr0n subr0 mean_of_one_square //.
rewrite (bigD1 a) //= [X in _ + X = _]big1 ?addr0 => [|b ba].
  by congr (_ * _); apply: eq_bigr => s _; rewrite expr2.
by have := h8 a b; rewrite eq_sym (negbTE ba) subr0 mul1r.
Qed.

Theorem variance_is_proportional_to_width_1 : said.
Proof.
rewrite (eq_bigr (fun _ => sigma ^+ 4)) => [|a _]; first by rewrite sumr_const card_ord mulr_natr.
rewrite h5 h6 mul0r expr0n subr0 mean_of_one_square //.
have := h9 a; have := h10 a; rewrite h6 h7 expr0n !subr0 => -> ->.
by rewrite -exprD.
Qed.

Lemma variance_of_sum N d (P : 'rV[R]_N) (f : 'I_d -> 'I_N -> R) :
  \sum_s P 0 s * (\sum_a f a s) ^+ 2 - (\sum_s P 0 s * (\sum_a f a s)) ^+ 2 =
    \sum_a \sum_b (\sum_s P 0 s * f a s * f b s - (\sum_s P 0 s * f a s) * (\sum_s P 0 s * f b s)).
Proof.
have -> : \sum_s P 0 s * (\sum_a f a s) ^+ 2 = \sum_a \sum_b \sum_s P 0 s * f a s * f b s.
  rewrite (eq_bigr (fun s => \sum_a \sum_b P 0 s * f a s * f b s)) => [|s _].
    by rewrite exchange_big; apply: eq_bigr => a _; rewrite exchange_big.
  rewrite expr2 mulr_suml mulr_sumr; apply: eq_bigr => a _; rewrite !mulr_sumr.
  by apply: eq_bigr => b _; rewrite mulrA.
rewrite mean_of_sum expr2 mulr_suml -sumrB; apply: eq_bigr => a _.
by rewrite mulr_sumr -sumrB.
Qed.

Theorem correlated_pairs_0 : said.
Proof.
rewrite mean_of_sum (eq_bigr (fun _ => rho)) => [|a _].
  by rewrite sumr_const card_ord mulr_natr.
transitivity (rho * (\sum_s P 0 s * q a s ^+ 2) + tau * (\sum_s P 0 s * (q a s * z a s))).
  by rewrite !mulr_sumr -big_split; apply: eq_bigr => s _ /=; rewrite h3; ring.
by rewrite h5 h8 mulr1 mulr0 addr0.
Qed.

Theorem correlated_pairs_1 : said.
Proof.
have first a : \sum_s P 0 s * (q a s * k a s) = rho.
  transitivity (rho * (\sum_s P 0 s * q a s ^+ 2) + tau * (\sum_s P 0 s * (q a s * z a s))).
    by rewrite !mulr_sumr -big_split; apply: eq_bigr => s _ /=; rewrite h3; ring.
  by rewrite h5 h8 mulr1 mulr0 addr0.
have second a : \sum_s P 0 s * (q a s * k a s) * (q a s * k a s) = rho ^+ 2 * kappa + tau ^+ 2.
  transitivity (rho ^+ 2 * (\sum_s P 0 s * q a s ^+ 4)
    + 2%:R * rho * tau * (\sum_s P 0 s * (q a s ^+ 3 * z a s))
    + tau ^+ 2 * (\sum_s P 0 s * (q a s ^+ 2 * z a s ^+ 2))).
    by rewrite !mulr_sumr -!big_split; apply: eq_bigr => s _ /=; rewrite h3; ring.
  by rewrite h6 h9 h10 mulr0 addr0 mulr1.
rewrite (variance_of_sum P (fun a s => q a s * k a s)).
rewrite (eq_bigr (fun _ => 1 + rho ^+ 2 * (kappa - 2%:R))) => [|a _].
  by rewrite sumr_const card_ord mulr_natl.
rewrite (bigD1 a) //= [X in _ + X = _]big1 ?addr0 => [|b ba].
  by rewrite second first; have -> : tau ^+ 2 = 1 - rho ^+ 2; [rewrite -h4 addrC addKr | ring].
by have := h7 a b; rewrite eq_sym (negbTE ba) subr0 mul1r.
Qed.

Lemma variance_ge0 N (P : 'rV[R]_N) (f : 'I_N -> R) : (forall s, 0 <= P 0 s) -> \sum_s P 0 s = 1 ->
  0 <= \sum_s P 0 s * f s ^+ 2 - (\sum_s P 0 s * f s) ^+ 2.
Proof.
move=> P0 P1; pose m := \sum_s P 0 s * f s; have mE : \sum_s P 0 s * f s = m by [].
clearbody m; rewrite mE; have -> : \sum_s P 0 s * f s ^+ 2 - m ^+ 2 = \sum_s P 0 s * (f s - m) ^+ 2.
  transitivity (\sum_s P 0 s * f s ^+ 2 - 2%:R * m * (\sum_s P 0 s * f s) + m ^+ 2 * \sum_s P 0 s).
    by rewrite P1 mE; ring.
  by rewrite !mulr_sumr -sumrB -big_split /=; apply: eq_bigr => s _; ring.
by rewrite sumr_ge0 // => s _; rewrite mulr_ge0 ?sqr_ge0.
Qed.

Lemma covariance_form N d (P : 'rV[R]_N) (f : 'M[R]_(d, N)) (u : 'I_d -> R) :
  (forall s, 0 <= P 0 s) -> \sum_s P 0 s = 1 ->
  0 <= \sum_a \sum_b u a * u b * (\sum_s P 0 s * f a s * f b s
    - (\sum_s P 0 s * f a s) * (\sum_s P 0 s * f b s)).
Proof.
move=> P0 P1; have := variance_ge0 (fun s => \sum_a u a * f a s) P0 P1.
rewrite (variance_of_sum P (fun a s => u a * f a s)); congr (_ <= _).
apply: eq_bigr => a _; apply: eq_bigr => b _; rewrite mulrBr; congr (_ - _).
  by rewrite mulr_sumr; apply: eq_bigr => s _; ring.
have pull (c : 'I_d) : \sum_s P 0 s * (u c * f c s) = u c * \sum_s P 0 s * f c s.
  by rewrite mulr_sumr; apply: eq_bigr => s _; rewrite mulrCA.
by rewrite !pull; move: (\sum_s P 0 s * f a s) (\sum_s P 0 s * f b s) => *; ring.
Qed.

Theorem spread_grows_with_the_width_0 : said.
Proof.
by rewrite ger_addl oppr_le0 sqr_ge0.
Qed.

Theorem spread_grows_with_the_width_1 : said.
Proof.
rewrite (@variance_in_general_0 _ (ltn0Sn N) _ (ltn0Sn d) P k q h2 h3 h4 h5).
under eq_bigr do rewrite !big_split; rewrite !big_split /=.
rewrite -[X in X <= _]addr0 -[X in X <= _]addr0 !ler_add ?covariance_form //.
rewrite mulr_natr -[X in _ *+ X](card_ord d.+1) -sumr_const; apply: ler_sum => a _.
rewrite (bigD1 a) //= [X in _ <= _ + X]big1 ?addr0 => [|b ba]; last first.
  by have := h6 a b; rewrite eq_sym (negbTE ba) subr0 mul1r.
have own (f : 'M[R]_(d.+1, N.+1)) : \sum_s P 0 s * f a s * f a s = \sum_s P 0 s * f a s ^+ 2.
  by apply: eq_bigr => s _; rewrite expr2 mulrA.
by rewrite !own -!expr2 h7 h8 -exprD.
Qed.

Theorem spread_grows_with_the_width_2 : said.
Proof.
apply: lt_le_trans (le_trans (@spread_grows_with_the_width_1 _ (ltn0Sn N) _ (ltn0Sn d) P k q _
  h1 h2 h3 h4 h5 h6 h7 h8) _) => //.
by rewrite ger_addl oppr_le0 sqr_ge0.
Qed.

Lemma variance_scaled N (P : 'rV[R]_N) (x : 'I_N -> R) r :
  \sum_s P 0 s * (x s * r) ^+ 2 - (\sum_s P 0 s * (x s * r)) ^+ 2 =
    r ^+ 2 * (\sum_s P 0 s * x s ^+ 2 - (\sum_s P 0 s * x s) ^+ 2).
Proof.
by rewrite mulrBr -exprMn !mulr_sumr; congr (_ - _ ^+ 2); apply: eq_bigr => s _; ring.
Qed.

Theorem unit_variance_after_division_0 : said.
Proof.
have one : 1 = 1 ^+ 2 :> R by rewrite expr1n.
have first := @variance_is_proportional_to_width_0 _ (ltn0Sn N) _ (ltn0Sn d) P k q _ ltr01
  h1 h2 h3 h4 h5 h6 h7
  (fun a => etrans (h8 a) one) (fun a => etrans (h9 a) one).
have second := @variance_is_proportional_to_width_1 _ (ltn0Sn N) _ (ltn0Sn d) P k q _ ltr01
  h1 h2 h3 h4 h5 h6 h7
  (fun a => etrans (h8 a) one) (fun a => etrans (h9 a) one).
rewrite {}second // expr1n mul1r in first.
have root : (Num.sqrt d.+1%:R)^-1 ^+ 2 = d.+1%:R^-1 :> R by rewrite exprVn sqr_sqrtr ?ler0n.
by rewrite variance_scaled first root mulVf ?pnatr_eq0.
Qed.

Theorem layernorm_and_initialisation_give_unit_variance_0 : said.
Proof.
have none : \sum_s P 0 s * (\sum_a x a s * W a s) = 0.
  rewrite (eq_bigr (fun s => \sum_a P 0 s * (x a s * W a s))) => [|s _]; last by rewrite mulr_sumr.
  by rewrite exchange_big big1 // => a _; rewrite h8 h6 mulr0.
by rewrite none expr2 mulr0 subr0.
Qed.

Theorem layernorm_and_initialisation_give_unit_variance_1 : said.
Proof.
rewrite mean_of_square // mean_of_sum mulr_sumr; apply: eq_bigr => a _.
rewrite (bigD1 a) //= [X in _ + X = _]big1 ?addr0 => [|b ba]; last first.
  by rewrite h4 eq_sym (negbTE ba) mul0r mulr0.
by rewrite h4 eqxx mul1r mulrC; congr (_ * _); apply: eq_bigr => s _; rewrite expr2.
Qed.

Theorem layernorm_and_initialisation_give_unit_variance_2 : said.
Proof.
rewrite (eq_bigr (fun s => P 0 s * d.+1%:R)) => [|s _]; last by rewrite h3.
by rewrite -mulr_suml h2 mul1r.
Qed.

Theorem scores_of_normalised_rows_reach_the_root_of_the_width_0 : said.
Proof.
have Q : kernel.squared (- q) = d.+1%:R.
  by rewrite -h1; apply: eq_bigr => a _; rewrite mxE mulrNN expr2.
have K : kernel.squared k = d.+1%:R by rewrite -h2; apply: eq_bigr => a _; rewrite expr2.
have H := (normalised_scores_reach_the_root Q K).1.
have opposite : dot (- q) k = - dot q k.
  by rewrite /dot -sumrN; apply: eq_bigr => a _; rewrite mxE mulNr.
rewrite opposite mulNr ler_oppl in H; by_theorem H.
Qed.

Theorem scores_of_normalised_rows_reach_the_root_of_the_width_1 : said.
Proof.
have Q : kernel.squared q = d.+1%:R by rewrite -h1; apply: eq_bigr => a _; rewrite expr2.
have K : kernel.squared k = d.+1%:R by rewrite -h2; apply: eq_bigr => a _; rewrite expr2.
by have H := (normalised_scores_reach_the_root Q K).1; by_theorem H.
Qed.

Theorem scores_of_normalised_rows_reach_the_root_of_the_width_2 : said.
Proof.
have Q : kernel.squared q = d.+1%:R by rewrite -h1; apply: eq_bigr => a _; rewrite expr2.
by have H := (normalised_scores_reach_the_root Q Q).2; by_theorem H.
Qed.

Theorem scores_of_normalised_rows_reach_the_root_of_the_width_3 : said.
Proof.
by rewrite (scores_of_normalised_rows_reach_the_root_of_the_width_2 (ltn0Sn d) h1 h2).
Qed.

Theorem gradient_vanishes_where_softmax_is_certain_0 : said.
Proof.
pose D := \row_k (softmax e x 0 i * ((i == k)%:R - softmax e x 0 k)).
exists D => [k|].
  by have -> : D 0 k = softmax e x 0 i * ((i == k)%:R - softmax e x 0 k);
    [rewrite mxE | apply: slope_of_softmax].
have [H _] := half_lipschitz (soft_weights x) i.
rewrite -softmaxE -H; apply: eq_bigr => k _.
by rewrite jacobianE mxE.
Qed.

Theorem gradient_vanishes_where_softmax_is_certain_1 : said.
Proof.
have /andP [pos le1] := between_zero_and_one e x 0 i; rewrite softmaxE in pos le1.
by rewrite -mulrA ler_wpmul2l ?ler0n // ler_pimull ?subr_ge0.
Qed.

Theorem gradient_vanishes_where_softmax_is_certain_2 : said.
Proof.
have ik : k != i by apply/eqP => ki; move/eqP: h1; rewrite ki eqxx oner_eq0.
have both : softmax e x 0 i + softmax e x 0 k <= 1.
  rewrite -(rows_sum_to_one e x 0) (bigD1 i) //= (bigD1 k) //= addrA ler_addl sumr_ge0 // => j _.
  exact: softmax_ge0.
have pos := softmax_gt0 e x 0 i.
rewrite -mulrA ltr_pmul2l ?ltr0n // -!softmaxE.
apply: (@lt_le_trans _ _ (softmax e x 0 i)); last by rewrite ler_subr_addr.
by rewrite -[X in _ < X]mulr1 ltr_pmul2l // ltr_subl_addr ltr_addl.
Qed.

Lemma odds_of_one n (s : 'I_n.+1 -> R) t :
  (e t / (e t + \sum_j e (s j)))^-1 = 1 + \sum_j e (s j - t).
Proof.
rewrite invf_div mulrDl divff ?e_neq0 // mulr_suml; congr (_ + _).
by apply: eq_bigr => j _; rewrite eB.
Qed.

Lemma one_gt0 n (s : 'I_n.+1 -> R) t : 0 < e t / (e t + \sum_j e (s j)).
Proof. by rewrite divr_gt0 ?addr_gt0 ?sum_e_gt0 ?e_gt0. Qed.

Lemma sum_of_same n (a : R) : \sum_(j < n) a = n%:R * a.
Proof. by rewrite sumr_const card_ord mulr_natl. Qed.

Theorem gradient_vanishes_where_softmax_is_certain_3 : said.
Proof.
have pos : 0 < e s_0 + \sum_j e (s 0 j) by rewrite addr_gt0 ?sum_e_gt0 ?e_gt0.
rewrite -[X in X - _](divff (lt0r_neq0 pos)) -mulrBl addrC addKr ler_pdivr_mulr //.
have S0 : 0 <= \sum_j e (s 0 j) by exact: ltW (sum_e_gt0 e (fun j => s 0 j)).
have X0 : 0 <= n.+1%:R * e (- D) by rewrite mulr_ge0 ?ler0n ?e_ge0.
apply: (@le_trans _ _ (n.+1%:R * e (- D) * e s_0)); last by rewrite mulrDr ler_addl mulr_ge0.
rewrite -mulrA -eD -sum_of_same; apply: ler_sum => j _.
by have := h1 j; rewrite e_le ler_subr_addr => H; rewrite addrC ler_subr_addr addrC.
Qed.

Theorem weights_ignore_distance_0 : said.
Proof.
rewrite !h2 !mul1r.
have -> : \sum_t (kappa 0 t)%:R * e (S t (sigma t)) = \sum_t e (s 0 (sigma t)).
  by apply: eq_bigr => t _; rewrite h2 mul1r h1.
have -> : \sum_t (kappa 0 t)%:R * e (S t t) = \sum_t e (s 0 t).
  by apply: eq_bigr => t _; rewrite h2 mul1r h1.
rewrite !h1; have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (permutation_equivariance e s sigma).
by by_theorem H.
Qed.

Theorem weights_dilute_0 : said.
Proof.
rewrite div1r odds_of_one ler_add2l -sum_of_same; apply: ler_sum => j _.
by rewrite e_le ler_oppl opprB.
Qed.

Theorem weights_dilute_1 : said.
Proof.
have H := weights_dilute_0 (ltn0Sn n) h2; rewrite div1r in H.
have eD0 := e_gt0 e D; have n0 : 0 < n.+1%:R :> R by rewrite ltr0n.
have a0 := one_gt0 (fun j => s 0 j) s_0.
have below : n.+1%:R * e (- D) < (e s_0 / (e s_0 + \sum_j e (s 0 j)))^-1.
  by apply: lt_le_trans H; rewrite ltr_addr ltr01.
have same : (e D / n.+1%:R)^-1 = n.+1%:R * e (- D) by rewrite invf_div eN.
by apply: lt_trans h3; rewrite -ltf_pinv ?posrE ?a0 ?divr_gt0 // same.
Qed.

Theorem weights_dilute_2 : said.
Proof.
have flat t : x 0 t = C := h2 t.
rewrite (eq_bigr (fun t => e C / (\sum_r e (x 0 r)) * v 0 (sigma t))) => [|t _];
  last by rewrite flat.
rewrite [RHS](eq_bigr (fun t => e C / (\sum_r e (x 0 r)) * v 0 t)) => [|t _]; last by rewrite flat.
by rewrite [RHS](reindex_inj (@perm_inj _ sigma)).
Qed.

Theorem focus_needs_a_logarithm_0 : said.
Proof.
apply: invr_inj; rewrite odds_of_one div1r invrK.
rewrite (eq_bigr (fun _ => n.+1%:R^-1)) => [|j _].
  by rewrite sum_of_same divff ?pnatr_eq0 // -[2%:R]/(1 + 1).
by rewrite -opprB h1 eN lnK // ltr0n.
Qed.

Lemma sum_above n (f : 'I_n.+1 -> R) c : (forall j, c < f j) -> \sum_(j < n.+1) c < \sum_j f j.
Proof.
by move=> above; rewrite !big_ord_recl ltr_le_add // ler_sum // => j _; apply: ltW.
Qed.

Theorem focus_needs_a_logarithm_1 : said.
Proof.
rewrite div1r -[X in X < _]invrK ltf_pinv ?posrE ?invr_gt0 ?one_gt0 ?ltr0n // odds_of_one.
have -> : 2%:R = 1 + \sum_(j < n.+1) n.+1%:R^-1 :> R by rewrite sum_of_same divff ?pnatr_eq0.
rewrite ltr_add2l; apply: sum_above => j.
have n0 : 0 < n.+1%:R :> R by rewrite ltr0n.
by rewrite -[X in X^-1](lnK e n0) -eN e_lt ltr_oppl opprB.
Qed.

End Said.
