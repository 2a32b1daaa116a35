(* Proofs that our theorems imply what the claims of heads say, relation by relation. Where `said`
   stands, the statement is put, and after `Proof.` the names of what it speaks of; `python -m
   proofs.engine.gallina heads` prints both. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import bases distances limits lipschitz lipschitz_distances lipschitz_on_a_ball.
From atensi Require Import lookup heads.
From atensi Require Import exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Lemma log_odds_of n (s : 'I_n.+1 -> R) j l :
  ln e ((e (s j) / \sum_t e (s t)) / (e (s l) / \sum_t e (s t))) = s j - s l.
Proof. by have H := log_odds e (\row_t s t) 0 j l; by_theorem H. Qed.

Lemma pushed n (w v : 'I_n -> R) k t :
  \sum_s w s * (v s + t * (s == k)%:R) = \sum_s w s * v s + t * w k.
Proof.
under eq_bigr do rewrite mulrDr; rewrite big_split /= -[w k in RHS](only_one w) mulr_sumr.
by congr (_ + _); apply: eq_bigr => s _; rewrite mulrCA.
Qed.

Lemma straight (f : R -> R) c l : (forall t, f t = c + t * l) -> moves f c l.
Proof. by move=> same; apply: moves_ext (moves_line c l) => t; rewrite same. Qed.

Theorem attention_answers_its_query_0 : said.
Proof.
have O (y : 'I_d_k.+1 -> R) := log_odds_of (fun a => \sum_b y b * K a b) i k.
apply: straight => t.
rewrite (O (fun b => q 0 b + t * (b == u)%:R)) (O (fun b => q 0 b)).
have moved a : \sum_b (q 0 b + t * (b == u)%:R) * K a b = \sum_b q 0 b * K a b + t * K a u.
  under eq_bigr do rewrite mulrC; rewrite pushed; congr (_ + _).
  by apply: eq_bigr => b _; rewrite mulrC.
by rewrite !moved mulrBr opprD addrACA.
Qed.

Lemma drop_mask n (kept : 'I_n -> bool) (F : 'I_n -> R) :
  (forall j, (kept j)%:R = 1 :> R) -> \sum_s (kept s)%:R * F s = \sum_s F s.
Proof. by move=> all; apply: eq_bigr => s _; rewrite all mul1r. Qed.

Theorem every_element_takes_part_0 : said.
Proof.
rewrite h1 mul1r drop_mask //.
by have H := every_element_takes_part e Q K i j; by_theorem H.
Qed.

Theorem output_moves_with_every_value_0 : said.
Proof.
by apply: straight => t; rewrite eqxx; under eq_bigr do rewrite mulr1; rewrite pushed.
Qed.

Theorem output_moves_with_every_value_1 : said.
Proof.
rewrite h1 mul1r drop_mask //.
by have H := every_element_takes_part e Q K i j; by_theorem H.
Qed.

Theorem output_moves_with_every_value_2 : said.
Proof.
by rewrite big1 // => s _; rewrite h2 mulr0.
Qed.

Theorem projecting_twice_is_projecting_once_0 : said.
Proof.
by have H := esym (congr1 (fun A : 'M_(_, _) => A i b) (mulmxA X W (W_Q r))); by_theorem H.
Qed.

Theorem projecting_twice_is_projecting_once_1 : said.
Proof.
have once p (A : 'M_(_, p)) : X *m W *m A = X *m (W *m A) by rewrite mulmxA.
have H : dot_product_attention e (X *m W *m W_Q r) (X *m W *m W_K r) (X *m W *m W_V r) i c =
  dot_product_attention e (X *m (W *m W_Q r)) (X *m (W *m W_K r)) (X *m (W *m W_V r)) i c.
  by rewrite !once.
by by_theorem H.
Qed.

Theorem divisor_is_the_root_of_the_width_0 : said.
Proof.
by rewrite h1 mulrC mulKf ?pnatr_eq0.
Qed.

Theorem small_projections_see_one_slice_0 : said.
Proof.
rewrite [RHS](bigD1 r) //= [X in _ = _ + X]big1 => [|t tr]; last first.
  by rewrite big1 // => a _; rewrite eq_sym (negbTE tr) mul0r mulr0.
by rewrite addr0; apply: eq_bigr => a _; rewrite eqxx mul1r.
Qed.

Theorem small_projections_see_one_slice_1 : said.
Proof.
apply: straight => t; under eq_bigr do rewrite mulrC.
rewrite pushed mulrA; congr (_ + _); apply: eq_bigr => a _; exact: mulrC.
Qed.

Lemma same_place h w (s t : 'I_h) (a b : 'I_w) :
  (mxvec_index s a == mxvec_index t b) = (s == t) && (a == b).
Proof.
apply/eqP/andP => [same|[/eqP-> /eqP->] //].
by move/cast_ord_inj/enum_rank_inj: same => [-> ->].
Qed.

Theorem sum_over_heads_0 : said.
Proof.
rewrite sum_mxvec; apply: eq_bigr => s _; apply: eq_bigr => c _; congr (_ * _).
rewrite (bigD1 s) //= [X in _ + X]big1 => [|t ts]; last first.
  by rewrite big1 // => a _; rewrite same_place eq_sym (negbTE ts) mul0r.
rewrite (bigD1 c) //= [X in _ + X + _]big1 => [|a ac]; last first.
  by rewrite same_place [c == a]eq_sym (negbTE ac) andbF mul0r.
by rewrite same_place !eqxx mul1r !addr0.
Qed.

Theorem equal_heads_act_as_one_0 : said.
Proof.
have H := esym (congr1 (fun A : 'M_(_, _) => A i o)
  (mulmxDr (dot_product_attention e (X *m W_Q) (X *m W_K) (X *m W_V)) W W_prime)).
by by_theorem H.
Qed.

Theorem width_limits_the_rank_0 : said.
Proof.
have H := log_odds e (heads.scores Q K) i j l.
have E : heads.scores Q K i j - heads.scores Q K i l =
    \sum_s Q i s / Num.sqrt d_k.+1%:R * (K j s - K l s).
  rewrite ![heads.scores _ _ _ _]mxE -mulrBr !mxE -sumrB mulr_sumr.
  by apply: eq_bigr => s _; rewrite !mxE; move: (Num.sqrt _)^-1 (Q i s) (K j s) (K l s) => *; ring.
by rewrite E in H; by_theorem H.
Qed.

Theorem width_limits_the_rank_1 : said.
Proof.
have O a b := log_odds_of (fun t => q 0 a * k 0 t) b l.
by cbv beta in O; rewrite !O; ring.
Qed.

Theorem width_one_overlooks_the_middle_0 : said.
Proof.
have O a := log_odds_of (fun t => q * k 0 t) a j.
cbv beta in O; rewrite !O.
have -> : (q * k 0 i - q * k 0 j) * (q * k 0 l - q * k 0 j) =
    q ^+ 2 * ((k 0 i - k 0 j) * (k 0 l - k 0 j)) by ring.
by rewrite mulr_ge0_le0 ?sqr_ge0 // mulr_le0_ge0 ?subr_le0 ?subr_ge0.
Qed.

Theorem weights_are_a_normalised_kernel_0 : said.
Proof.
by rewrite mulrCA divff ?mulr1 // sum_e_neq0.
Qed.

Theorem weights_are_a_normalised_kernel_1 : said.
Proof.
rewrite mulrCA divff ?mulr1 ?sum_e_neq0 //; congr (e (_ / _)).
by apply: eq_bigr => a _; rewrite !h1 mulrC.
Qed.

Lemma as_matrices d k (P S : 'M[R]_(k, d)) (Wq Wk Uq Uk : 'M[R]_(d, k)) :
  (forall a b, \sum_s P a s * Wq s b = (a == b)%:R) -> (forall a b, \sum_s S a s * Wk s b = (a == b)%:R) ->
  (forall i j, \sum_s Wq i s * Wk j s = \sum_s Uq i s * Uk j s) ->
  [/\ Uq = Wq *m (P *m Uq), Uk = Wk *m (S *m Uk) & (P *m Uq) *m (S *m Uk)^T = 1%:M].
Proof.
move=> PW SW same; apply: same_scores_share_a_basis; apply/matrixP => i j; rewrite !mxE //.
under eq_bigr do rewrite mxE; rewrite same.
by apply: eq_bigr => s _; rewrite mxE.
Qed.

Theorem same_scores_share_a_basis_0 : said.
Proof.
have [e1 _ _] := as_matrices h1 h2 h3; rewrite {1}e1 mxE.
by apply: eq_bigr => s _; rewrite mxE.
Qed.

Theorem same_scores_share_a_basis_1 : said.
Proof.
have [_ e2 _] := as_matrices h1 h2 h3; rewrite {1}e2 mxE.
by apply: eq_bigr => s _; rewrite mxE.
Qed.

Theorem same_scores_share_a_basis_2 : said.
Proof.
have [_ _ e3] := as_matrices h1 h2 h3; have := congr1 (fun M : 'M[R]_d_k.+1 => M f h) e3.
rewrite [LHS]mxE [RHS]mxE => <-; apply: eq_bigr => s _; by rewrite !mxE.
Qed.

Theorem weighted_distances_are_bounded_0 : said.
Proof.
have H : n.+1%:R / e (1 + R_) <= R_ by rewrite h1.
exact: (weighted_distances_are_bounded (fun j => s 0 j) H).
Qed.

Theorem weighted_distances_are_bounded_1 : said.
Proof.
exact: the_logarithm_is_enough.
Qed.

Theorem attention_by_distances_is_lipschitz_0 : said.
Proof.
have enough : n.+1%:R / e (1 + R_) <= R_ by rewrite h1.
have [||j|slope H le] := attention_by_distances_is_lipschitz beta (c := fun a => c 0 a)
  (along (fun a => y 0 a) (fun a => h 0 a) t) (h := fun a => h 0 a)
  (fun j => along (fun a => x j a) (fun a => g j a) t) (g := fun j a => g j a) _ _ _ enough.
- by rewrite h3.
- by rewrite h4.
- by rewrite h5.
exists slope => //; apply: moves_ext H => s; apply: eq_bigr => a _; congr (_ * _).
by apply: same_output => [|j]; exact: along_further.
Qed.

Theorem distances_without_the_row_itself_are_not_lipschitz_0 : said.
Proof.
rewrite h1; apply: moves_ext (without_the_row_itself e r) => z'; by rewrite add0r.
Qed.

Theorem output_moves_by_a_covariance_0 : said.
Proof.
have later (c k : 'rV[R]_n.+1) j :
    moves (fun s => c 0 j + (t + s) * k 0 j) (c 0 j + t * k 0 j) (k 0 j).
  by apply: straight => s; rewrite mulrDl addrA.
by have H := output_moves_by_a_covariance e (later x kappa) (later v w); exact: H.
Qed.

Theorem scores_move_slowly_on_a_ball_0 : said.
Proof.
have H := score_moves_with_both (fun a => q 0 a) (fun a => k 0 a) (fun a => h 0 a)
  (fun a => g 0 a).
have -> : \sum_a (q 0 a + t * h 0 a) * (k 0 a + t * g 0 a) = \sum_a q 0 a * k 0 a.
  by apply: eq_bigr => a _; rewrite h1 !mul0r !addr0.
by rewrite h1; apply: moves_ext H => s; apply: eq_bigr => a _; rewrite add0r.
Qed.

Theorem scores_move_slowly_on_a_ball_1 : said.
Proof.
by apply: score_moves_slowly; rewrite ?h2 ?h3 ?h4 ?h5 //; exact: ltW.
Qed.

Lemma on_a_ball n (kappa rho v w x : 'rV[R]_n.+1) r alpha beta : 0 < alpha -> 0 < beta ->
  (forall j, kappa 0 j ^+ 2 + v 0 j ^+ 2 = rho 0 j) -> (forall j, rho 0 j <= 2%:R * r ^+ 2) ->
  (forall j, - 1 <= w 0 j) -> (forall j, w 0 j <= 1) ->
  - (beta * (1 + 2%:R * alpha * r ^+ 2)) <=
  rate_of_output e (fun j => x 0 j) alpha beta (fun j => kappa 0 j) (fun j => v 0 j)
    (fun j => w 0 j) <= beta * (1 + 2%:R * alpha * r ^+ 2).
Proof.
move=> a0 b0 same ball low high; rewrite -ler_norml.
apply: attention_is_lipschitz_on_a_ball => [||j|j]; rewrite ?same ?low ?high ?ball //; exact: ltW.
Qed.

Theorem attention_is_lipschitz_on_a_ball_0 : said.
Proof.
by have /andP [] := on_a_ball x h1 h2 h3 h4 h5 h6.
Qed.

Theorem attention_is_lipschitz_on_a_ball_1 : said.
Proof.
by have /andP [] := on_a_ball x h1 h2 h3 h4 h5 h6.
Qed.

Theorem a_product_is_at_most_the_lengths_0 : said.
Proof.
by apply: product_le_lengths; rewrite ?h3 ?h4 //; exact: ltW.
Qed.

Theorem scores_rise_alike_on_a_ball_0 : said.
Proof.
exact: (scores_rise_alike (q := fun a => q 0 a) (h := fun a => h 0 a) (k := fun a => K k a)
  (g := fun a => G k a) (l := fun a => K l a) (f := fun a => G l a)
  (ltW h2) (ltW h1) (ltW h3) h4 h6 (h5 k) (h5 l) (h7 k) (h7 l)).
Qed.

Lemma moves_from (f g : R -> R) c0 c1 l0 l1 : moves f c0 l0 -> f =1 g -> c0 = c1 -> l0 = l1 ->
  moves g c1 l1.
Proof. by move=> F same <- <-; exact: moves_ext F. Qed.

Theorem a_query_in_the_middle_moves_fastest_0 : said.
Proof.
have score : moves (fun t => (z + t) * D / 2%:R) 0 (D / 2%:R).
  by apply: straight => t; rewrite h1; field.
apply: (moves_from (two_pairs_move e score (moves_const (M / 2%:R)) (moves_const (- (M / 2%:R))))).
- by move=> t; rewrite !big_ord_recl !big_ord0 !addr0 !add0r.
- rewrite h1 !big_ord_recl !big_ord0 !addr0 !(mul0r, oppr0, e0, mul1r) subrr !mul0r //.
- by field.
Qed.

(* So many keys of one score as are together as heavy as another one. *)
Lemma counted n (x a : R) : n%:R = e (x + x) -> \sum_(s < n) e (- a) = e (x + x - a).
Proof. by move=> all; rewrite sumr_const card_ord -mulr_natl all -eD. Qed.

Lemma counted_values n (x a y : R) : n%:R = e (x + x) ->
  \sum_(s < n) e (- a) * y = e (x + x - a) * y.
Proof. by move=> all; rewrite -mulr_suml (counted _ all). Qed.

Theorem a_row_against_many_moves_fastest_0 : said.
Proof.
have twice : 2%:R * alpha * R_ ^+ 2 = alpha * R_ ^+ 2 + alpha * R_ ^+ 2 by ring.
rewrite twice in h5; have [all all_values] := (fun a => counted a h5, fun a y => counted_values a y h5).
have score := moves_scaled alpha (moves_sqr (moves_line R_ 1)).
have value : moves (fun s => beta * (s + R_)) (beta * R_) beta.
  by apply: straight => s; ring.
have other : moves (fun s => beta * (s - R_)) (- (beta * R_)) beta.
  by apply: straight => s; ring.
apply: (moves_from (two_pairs_move e score value other)).
- move=> s; have -> : t + s = s by rewrite h4 add0r.
  by rewrite !big_ord1 all all_values mulr1.
- rewrite !big_ord1 all all_values h4 addr0 addrK.
  have := e_gt0 e (alpha * R_ ^+ 2); move: (e _) => w w0.
  by field; exact: lt0r_neq0 (addr_gt0 w0 w0).
- by field.
Qed.

Theorem a_row_against_many_moves_fastest_1 : said.
Proof.
have twice : 2%:R * z ^+ 2 = z ^+ 2 + z ^+ 2 by ring.
rewrite twice in h1; have [all all_values] := (fun a => counted a h1, fun a y => counted_values a y h1).
have score := moves_sqr (moves_line z 1).
have other : moves (fun s => - (z + s)) (- z) (-1).
  by apply: straight => s; ring.
apply: (moves_from (two_pairs_move e score (moves_line z 1) other)).
- by move=> s; rewrite !big_ord1 all all_values mulr1.
- rewrite !big_ord1 all all_values addrK.
  have := e_gt0 e (z ^+ 2); move: (e _) => w w0.
  by field; exact: lt0r_neq0 (addr_gt0 w0 w0).
- by field.
Qed.

Theorem dot_product_attention_is_not_lipschitz_0 : said.
Proof.
have -> : @Ordinal 2 0 isT = ord0 by exact: val_inj.
have -> : @Ordinal 2 1 isT = ord_max by exact: val_inj.
have at0 : x 0 ord0 = 0 by rewrite -h1; congr (x 0 _); exact: val_inj.
by have H := dot_products_are_not_lipschitz e at0; exact: H.
Qed.

End Said.
