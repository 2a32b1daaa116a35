(* Proofs that our theorems imply what the claims of retrieval say, relation by relation. Where
   `said` stands, the statement is put, and after `Proof.` the names of what it speaks of; `python
   -m proofs.engine.gallina retrieval` prints both. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import retrieval ranked exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem bernoulli_0 : said.
Proof.
by have H := (bernoulli_of_relevance p).1.
Qed.

Theorem bernoulli_1 : said.
Proof.
by have H := (bernoulli_of_relevance p).2.
Qed.

Theorem logistic_keeps_order_0 : said.
Proof.
by have H := logistic_keeps_order e h1.
Qed.

Theorem logistic_keeps_order_1 : said.
Proof.
move: h1; rewrite le_eqVlt => /orP [/eqP -> //|h]; apply: ltW.
exact: (logistic_keeps_order e h).
Qed.

Theorem ranking_ignores_shift_and_scale_0 : said.
Proof.
by have H := (ranking_ignores_shift_and_scale s b h1 i j).1 h2.
Qed.

Theorem ranking_ignores_shift_and_scale_1 : said.
Proof.
rewrite leNgt; apply/negP => H; move: h2; rewrite leNgt => /negP; apply.
exact: (ranking_ignores_shift_and_scale s b h1 i j).2 H.
Qed.

Theorem dot_never_ranks_a_mixture_first_0 : said.
Proof.
have [j H] := no_mixture_is_first q D h1 h4.
apply: le_trans (h3 j); rewrite -h2.
have same : (\sum_s1 q 0 s1 * \sum_s2 w 0 s2 * D s2 s1) = (w *m D *m q^T) 0 0.
  by rewrite mxE; apply: eq_bigr => a _; rewrite !mxE mulrC.
rewrite same; apply: le_trans H _; rewrite mxE.
by rewrite le_eqVlt; apply/orP; left; apply/eqP/eq_bigr => a _; rewrite !mxE mulrC.
Qed.

Theorem joint_score_of_two_numbers_ranks_any_first_0 : said.
Proof.
by [].
Qed.

Theorem joint_score_of_two_numbers_ranks_any_first_1 : said.
Proof.
exact: (any_document_can_be_first q d).1.
Qed.

Theorem joint_score_of_two_numbers_ranks_any_first_2 : said.
Proof.
exact: (any_document_can_be_first q d).2.1 h1.
Qed.

Theorem joint_score_of_two_numbers_ranks_any_first_3 : said.
Proof.
exact: (any_document_can_be_first d d).2.2.
Qed.

Theorem five_documents_outrun_a_plane_0 : said.
Proof.
apply: (@some_pair_is_never_first R 2 1 v q t) => // i j k ij ik jk.
by have := h2 i j k; rewrite (negbTE ij) (negbTE ik) (negbTE jk) !subr0 !mul1r subr_ge0.
Qed.

Theorem six_documents_outrun_width_three_0 : said.
Proof.
apply: (@some_pair_is_never_first R 3 1 v q t) => // i j k ij ik jk.
by have := h2 i j k; rewrite (negbTE ij) (negbTE ik) (negbTE jk) !subr0 !mul1r subr_ge0.
Qed.

Theorem width_four_ranks_any_pair_first_0 : said.
Proof.
by ring.
Qed.

Theorem a_line_ranks_its_ends_0 : said.
Proof.
by apply: the_middle_of_a_line; rewrite h1.
Qed.

Theorem meeting_hulls_are_not_separated_0 : said.
Proof.
exact: (point_of_a_hull h1 h3 h7).1.
Qed.

Theorem meeting_hulls_are_not_separated_1 : said.
Proof.
under eq_bigr do rewrite h9.
by apply: (point_of_a_hull h2 h5 h8).2.
Qed.

Theorem thresholds_add_one_to_the_rank_0 : said.
Proof.
by apply: thresholds_add_one_to_the_rank; move: h1; rewrite -natrD ler_nat addn2.
Qed.

Theorem sign_rank_is_width_enough_0 : said.
Proof.
apply: (@le_lt_trans _ _ 0).
  by rewrite leNgt; move: h2; rewrite h4; case: (_ < _) => // /esym/eqP; rewrite oner_eq0.
by move: h1; rewrite h3; case: (_ < _) => // /eqP; rewrite oner_eq0.
Qed.

Theorem four_documents_fit_a_plane_0 : said.
Proof.
exact: four_documents_fit_a_plane.
Qed.

Theorem width_two_k_ranks_any_k_first_0 : said.
Proof.
move: k.+1 n.+1 s x h1 h2 => {}k {}n s x h1 h2; rewrite mul2n.
have x_inj : injective (x 0).
  move=> i j ij; apply: contraTeq (h1 i j) => ne.
  by rewrite (negbTE ne) ij subrr expr0n addr0 ltxx.
have few : (#|ones s| <= k)%N by rewrite -(ler_nat R) -count_ones.
have [q first] := moments_rank_any_set x_inj few; exists q => i j si sj.
have := first i j; rewrite !inE.
have -> : s 0 i by move: si; case: (s 0 i) => // /esym/eqP; rewrite oner_eq0.
have -> : ~~ s 0 j by move: sj; case: (s 0 j) => // /eqP; rewrite oner_eq0.
move=> /(_ isT isT); congr (_ < _).
  by apply: eq_bigr => c _; rewrite mxE.
by apply: eq_bigr => c _; rewrite mxE.
Qed.

Theorem some_k_are_never_first_0 : said.
Proof.
move: d.+1 k.+1 n.+1 v h1 h2 => {}d {}k {}n v h1 h2.
have dk : (d < k.*2)%N by rewrite -mul2n -(ltr_nat R) natrM.
have nk : (d.+1 + k <= n)%N by rewrite -(ler_nat R) natrD -addn1 natrD.
have [r nr] : exists r, n = (d.+2 + r)%N.
  case: k dk nk {h1 h2} => // k _ nk; exists (n - d.+2)%N; rewrite subnKC //.
  by apply: leq_trans nk; rewrite addnS ltnS leq_addr.
subst n; have kr : (k <= r.+1)%N by move: nk; rewrite !addSn !ltnS -addnS leq_add2l.
have [S [Sk never]] := @not_all_sets R d r k v dk kr.
exists (\row_i (i \in S)); split.
  rewrite count_ones; congr _%:R; rewrite -Sk; apply: eq_card => i.
  by rewrite inE mxE.
move=> q t h; rewrite leNgt; apply/negP => t0; apply: (never q) => i j iS jS.
have := h i j; rewrite !mxE iS (negbTE jS) subr0 !mul1r subr_ge0 => gap.
by rewrite -subr_gt0; apply: lt_le_trans gap.
Qed.

Theorem a_line_ranks_two_sets_at_most_0 : said.
Proof.
move: k.+1 n.+1 s t u x h1 h2 h3 h4 h5 h6 => {}k {}n s t u x h1 h2 h3 h4 h5 h6.
have led (q : R) (w : 'rV[bool]_n) :
    (forall i j, (w 0 i)%:R * (1 - (w 0 j)%:R) <= (q * x 0 i > q * x 0 j :> R)%R%:R :> R) ->
    leads q x (ones w).
  move=> h i j; rewrite !inE => wi wj; have := h i j.
  by rewrite wi (negbTE wj) subr0 mul1r; case: (_ < _) => //; rewrite ler10.
have size (w w' : 'rV[bool]_n) : \sum_i (w 0 i)%:R = k%:R :> R -> \sum_i (w' 0 i)%:R = k%:R :> R ->
    #|ones w| = #|ones w'|.
  by rewrite !count_ones => H H'; apply/eqP; rewrite -(eqr_nat R) H H'.
have same (w w' : 'rV[bool]_n) : ones w == ones w' -> \sum_i ((w 0 i)%:R - (w' 0 i)%:R) ^+ 2 = 0 :> R.
  move=> /eqP/setP alike; apply: big1 => i _; have := alike i; rewrite !inE => ->.
  by rewrite subrr expr0n.
have := two_sets_on_a_line (led _ _ h4) (led _ _ h5) (led _ _ h6) (size _ _ h1 h2) (size _ _ h2 h3).
by case/or3P => /same ->; rewrite ?mulr0 ?mul0r.
Qed.

Theorem a_line_ranks_two_sets_0 : said.
Proof.
move: k.+1 (isT : (0 < k.+1)%N) n.+1 x h1 h2 => {}k k0 {}n x h1 h2.
have kn : (k < n)%N by rewrite -(ltr_nat R).
have rises (i j : 'I_n) : (i < j)%N -> x 0 i < x 0 j.
  move=> ij; have := h2 i j; rewrite -val_eqE (ltn_eqF ij) add0r pmulr_lgt0 ?subr_gt0 //.
  by rewrite ltr_nat ltnS.
have below m : (m <= n)%N -> \sum_(i < n) (i < m)%N%:R = m%:R :> R.
  move=> mn; rewrite -[m in RHS]card_ord -sum1_card natr_sum (big_ord_widen n (fun _ => 1)) //.
  by rewrite [RHS]big_mkcond; apply: eq_bigr => i _; case: ltnP.
pose s : 'rV[bool]_n := \row_i ~~ (i < n - k)%N; pose t : 'rV[bool]_n := \row_i (i < k)%N.
exists s, t, 1, (-1); split; last split; last split; last split.
- have turned (i : 'I_n) : (s 0 i)%:R = 1 - (i < n - k)%N%:R :> R.
    by rewrite mxE; case: ltnP; rewrite ?subrr ?subr0.
  under eq_bigr do rewrite turned.
  by rewrite sumrB below ?leq_subr // sumr_const card_ord -natrB ?leq_subr // subKn // ltnW.
- by under eq_bigr do rewrite mxE; apply: below; exact: ltnW.
- case: n x h1 h2 kn rises below @s @t => [//|n] x _ _ kn _ _ s t.
  rewrite big_ord_recl ltr_paddr ?sumr_ge0 // => [i _|]; first exact: sqr_ge0.
  by rewrite !mxE /= subn_gt0 kn k0 sub0r sqrrN expr1n ltr01.
- move=> i j; rewrite !mxE !mul1r; case: (ltnP i) => [_|ni]; first by rewrite mul0r ler0n.
  case: (ltnP j) => [jn|_]; last by rewrite subrr mulr0 ler0n.
  by rewrite (rises j i) ?subr0 ?mulr1 //; apply: leq_trans ni.
move=> i j; rewrite !mxE !mulN1r ltr_opp2; case: (ltnP i) => [ik|_]; last by rewrite mul0r ler0n.
case: (ltnP j) => [_|kj]; first by rewrite subrr mulr0 ler0n.
by rewrite (rises i j) ?subr0 ?mulr1 //; apply: leq_trans kj.
Qed.

End Said.
