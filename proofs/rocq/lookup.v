(* Attention as a lookup table: a mean of the values, weighted by the softmax of the scores. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Lookup.
Variables (R : rcfType) (e : exponential R).

Definition attention m n d (S : 'M[R]_(m, n)) (V : 'M[R]_(n, d)) : 'M[R]_(m, d) :=
  softmax e S *m V.

Definition masked_attention m n d (kept : 'M[bool]_(m, n)) (S : 'M[R]_(m, n))
  (V : 'M[R]_(n, d)) : 'M[R]_(m, d) := masked_softmax e kept S *m V.

(* The hard weights of a row: 1 at the first of the largest scores, 0 elsewhere. *)
Definition is_first_max n (x : 'I_n -> R) (k : 'I_n) : bool :=
  [forall j, (x j <= x k) && ((x j == x k) ==> (k <= j)%N)].

Definition hardmax m n (S : 'M[R]_(m, n)) : 'M[R]_(m, n) :=
  \matrix_(i, j) (is_first_max (S i) j)%:R.

(* One score alone is largest: that of k, by at least g. *)
Definition leads n (x : 'rV[R]_n) (k : 'I_n) (g : R) :=
  0 < g /\ forall j, j != k -> x 0 j + g <= x 0 k.

Lemma attentionE m n d (S : 'M[R]_(m, n)) (V : 'M[R]_(n, d)) i c :
  attention S V i c = \sum_j softmax e S i j * V j c.
Proof. by rewrite mxE. Qed.

Theorem misplaced_value m n d (S : 'M[R]_(m, n)) (V : 'M[R]_(n, d)) (k l : 'I_n) :
  attention S (\matrix_(j, c) V (if j == k then l else j) c)
    = attention S V + \matrix_(i, c) (softmax e S i k * (V l c - V k c)).
Proof.
apply/matrixP => i c; rewrite [RHS]mxE !attentionE [X in _ = _ + X]mxE.
rewrite (bigD1 k) //= [X in _ = X + _](bigD1 k) //= [in LHS]mxE eqxx.
rewrite (eq_bigr (fun j => softmax e S i j * V j c)) => [|j jk]; last by rewrite mxE (negbTE jk).
by move: (softmax e S i k) (V l c) (V k c) (\sum_(j | _) _) => *; ring.
Qed.

(* r copies of a pair, as scores x and a value each, among n others. *)
Theorem repeating_a_pair r m n d (s : 'cV[R]_m) (v : 'rV[R]_d) (S : 'M[R]_(m, n))
    (V : 'M[R]_(n, d)) :
  attention (row_mx (\matrix_(i < m, j < r.+1) s i 0) S) (col_mx (\matrix_(j < r.+1, c < d) v 0 c) V)
    = attention (row_mx (\col_i (s i 0 + ln e r.+1%:R)) S) (col_mx v V).
Proof.
have left i : \sum_(j < r.+1) e ((\matrix_(i < m, j < r.+1) s i 0) i j) = e (s i 0) * r.+1%:R.
  rewrite (eq_bigr (fun _ => e (s i 0))) => [|j _]; last by rewrite mxE.
  by rewrite sumr_const card_ord mulr_natr.
apply/matrixP => i c; rewrite !attentionE.
set A := row_mx _ S; set B := row_mx _ S.
have same : \sum_j e (A i j) = \sum_j e (B i j).
  rewrite !big_split_ord /=; congr (_ + _).
    under eq_bigr do rewrite row_mxEl.
    by rewrite left big_ord1 row_mxEl mxE eD lnK ?ltr0n.
  by apply: eq_bigr => j _; rewrite !row_mxEr.
rewrite !big_split_ord /=; congr (_ + _); last first.
  by apply: eq_bigr => j _; rewrite !softmaxE same !row_mxEr !col_mxEd.
rewrite big_ord1 softmaxE -same row_mxEl mxE col_mxEu eD lnK ?ltr0n //.
rewrite (eq_bigr (fun _ => e (s i 0) / (\sum_j e (A i j)) * v 0 c)) => [|j _]; last first.
  by rewrite softmaxE row_mxEl mxE col_mxEu mxE.
rewrite sumr_const card_ord -[LHS]mulr_natr.
by move: (e _) (v 0 c) (\sum_j _) r.+1%:R => *; ring.
Qed.

(* Two groups of pairs, written out as one ratio. *)
Lemma attention_to_both m n (s : 'rV[R]_m) (w : 'cV[R]_m) (x : 'rV[R]_n) (v : 'cV[R]_n) :
  attention (row_mx s x) (col_mx w v) 0 0 =
    (\sum_j e (s 0 j) * w j 0 + \sum_j e (x 0 j) * v j 0) / (\sum_j e (s 0 j) + \sum_j e (x 0 j)).
Proof.
have total : \sum_j e (row_mx s x 0 j) = \sum_j e (s 0 j) + \sum_j e (x 0 j).
  by rewrite big_split_ord /=; congr (_ + _); apply: eq_bigr => j _; rewrite ?row_mxEl ?row_mxEr.
rewrite attentionE big_split_ord mulrDl !mulr_suml /=.
by congr (_ + _); apply: eq_bigr => j _;
  rewrite softmaxE total ?row_mxEl ?row_mxEr ?col_mxEu ?col_mxEd mulrAC.
Qed.

Theorem order_of_pairs m n d dk (f : 'rV[R]_dk -> 'rV[R]_dk -> R) (Q : 'M[R]_(m, dk))
    (K : 'M[R]_(n, dk)) (V : 'M[R]_(n, d)) (s : 'S_n) :
  let scores K' := \matrix_(i, j) f (row i Q) (row j K') in
  attention (scores (row_perm s K)) (row_perm s V) = attention (scores K) V.
Proof.
have moved j : row j (row_perm s K) = row (s j) K by apply/rowP => a; rewrite !mxE.
move=> scores; apply/matrixP => i c; rewrite !attentionE [RHS](reindex_inj (@perm_inj _ s)) /=.
apply: eq_bigr => j _; rewrite !softmaxE [row_perm s V _ _]mxE !mxE moved; congr (_ / _ * _).
rewrite [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => k _.
by rewrite !mxE moved.
Qed.

Theorem ratio_weights n (f : 'rV[R]_n.+1) : (forall j, 0 < f 0 j) ->
  forall i, 0 < f 0 i / (\sum_j f 0 j) <= 1.
Proof.
move=> pos i; have total : 0 < \sum_j f 0 j.
  by rewrite big_ord_recl; apply: ltr_spaddl => //; apply: sumr_ge0 => j _; apply: ltW.
rewrite divr_gt0 //= ler_pdivr_mulr // mul1r (bigD1 i) //= ler_addl.
by apply: sumr_ge0 => j _; apply: ltW.
Qed.

Theorem ratios_sum_to_one n (f : 'rV[R]_n) : \sum_j f 0 j != 0 ->
  \sum_i f 0 i / (\sum_j f 0 j) = 1.
Proof. by move=> nz; rewrite -mulr_suml divff. Qed.

Theorem between_the_values m n d (S : 'M[R]_(m, n.+1)) (V : 'M[R]_(n.+1, d)) c lo hi :
  (forall j, lo <= V j c <= hi) -> forall i, lo <= attention S V i c <= hi.
Proof.
move=> inside i; rewrite mxE -[lo]mul1r -[hi]mul1r -(rows_sum_to_one e S i) !mulr_suml.
by rewrite !ler_sum // => j _; rewrite ler_wpmul2l ?softmax_ge0 //; case/andP: (inside j).
Qed.

Theorem even_only_if_equal n (f : 'rV[R]_n.+1) :
  (forall i, softmax e f 0 i = n.+1%:R^-1) <-> (forall i k, f 0 i = f 0 k).
Proof.
split=> [even i k|same i].
  apply/eqP; rewrite -subr_eq0 -(log_odds e) !even divff ?invr_eq0 ?pnatr_eq0 //.
  by rewrite ln1.
rewrite mxE (eq_bigr (fun _ => e (f 0 i))) => [|k _]; last by rewrite (same i k).
by rewrite sumr_const card_ord -[e _ *+ _]mulr_natr invfM mulrA divff ?mul1r ?e_neq0.
Qed.

(* Linear in the values: the difference quotient by a value is its weight, at every step. *)
Theorem slope_by_a_value m n d (S : 'M[R]_(m, n)) (V : 'M[R]_(n, d)) k t i c :
  attention S (V + t *: delta_mx k c) i c = attention S V i c + t * softmax e S i k.
Proof.
rewrite /attention mulmxDr mxE; congr (_ + _); rewrite -scalemxAr mxE; congr (_ * _).
rewrite mxE (bigD1 k) //= big1 => [|j jk]; rewrite ?mxE ?eqxx ?mulr1 ?addr0 //.
by rewrite (negbTE jk) mulr0.
Qed.

Lemma leads_first n (x : 'rV[R]_n) k g : leads x k g ->
  forall j, is_first_max (x 0) j = (j == k).
Proof.
case=> g0 lead j; apply/forallP/eqP => [top|->].
  have /andP [le _] := top k; apply/eqP; apply: contraTT le => jk; rewrite -ltNge.
  by apply: lt_le_trans (lead _ jk); rewrite ltr_addl.
move=> i; have [->|ik] := eqVneq i k; first by rewrite lexx eqxx leqnn.
have lt : x 0 i < x 0 k by apply: lt_le_trans (lead _ ik); rewrite ltr_addl.
by rewrite ltW ?lt_eqF.
Qed.

(* The same, in numbers: k leads, and no other score has none above it. *)
Lemma leads_if n (x : 'rV[R]_n) k g : 0 < g ->
  (forall j, x 0 j <= x 0 k - (1 - (j == k)%:R) * g) -> leads x k g.
Proof.
by move=> g0 le; split=> // j jk; have := le j; rewrite (negbTE jk) subr0 mul1r ler_subr_addr.
Qed.

Lemma none_above n (x : 'rV[R]_n) k : (forall j, j != k -> x 0 j < x 0 k) ->
  forall i, (\sum_j (x 0 i < x 0 j)%R%:R == 0 :> R) = (i == k).
Proof.
move=> top i; have [->|ik] := eqVneq i k.
  apply/eqP; rewrite big1 // => j _; have [->|jk] := eqVneq j k; first by rewrite ltxx.
  by rewrite ltNge ltW // top.
apply/negbTE; rewrite (bigD1 k) //= top // gt_eqF // ltr_spaddl ?ltr01 //.
by apply: sumr_ge0 => j _; apply: ler0n.
Qed.

Lemma leads_above n (x : 'rV[R]_n) k g : leads x k g -> forall j, j != k -> x 0 j < x 0 k.
Proof. by case=> g0 lead j jk; apply: lt_le_trans (lead j jk); rewrite ltr_addl. Qed.

Theorem hard_weights_one_hot n (x : 'rV[R]_n) k g : leads x k g ->
  (forall i, hardmax x 0 i = (i == k)%:R) /\ \sum_i hardmax x 0 i = 1.
Proof.
move=> lead; have one i : hardmax x 0 i = (i == k)%:R by rewrite mxE (leads_first lead).
by split=> //; rewrite (bigD1 k) //= one eqxx big1 ?addr0 // => i ik; rewrite one (negbTE ik).
Qed.

(* What the largest score lacks, with n other scores at least g below it. *)
Lemma lacks n (x : 'rV[R]_n.+1) k g : (forall j, j != k -> x 0 j + g <= x 0 k) ->
  0 <= 1 - softmax e x 0 k <= n%:R * e (- g).
Proof.
move=> lead; set p := softmax e x.
have /andP [pk0 pk1] := between_zero_and_one e x 0 k.
rewrite subr_ge0 pk1 /=.
have -> : 1 - p 0 k = \sum_(j | j != k) p 0 j.
  by rewrite -(rows_sum_to_one e x 0) (bigD1 k) //= addrC addKr.
have each j : j != k -> p 0 j <= e (- g).
  move=> jk; rewrite -[p 0 j](divfK (lt0r_neq0 pk0)) softmax_ratio -[X in _ <= X]mulr1.
  apply: ler_pmul; rewrite ?e_ge0 ?(ltW pk0) // e_le.
  by rewrite ler_subl_addr addrC ler_subr_addr lead.
apply: le_trans (ler_sum _ each) _.
by rewrite sumr_const mulr_natl cardC1 card_ord.
Qed.

(* How far the mean is from the value of the largest score, by the same lead. *)
Lemma near_the_leader n (x : 'rV[R]_n.+1) (v : 'cV[R]_n.+1) k g D :
  (forall j, j != k -> x 0 j + g <= x 0 k) -> (forall j, `|v j 0 - v k 0| <= D) ->
  `|attention x v 0 0 - v k 0| <= D * n%:R * e (- g).
Proof.
move=> lead near; set p := softmax e x.
have D0 : 0 <= D by apply: le_trans (near k); rewrite normr_ge0.
have -> : attention x v 0 0 - v k 0 = \sum_(j | j != k) p 0 j * (v j 0 - v k 0).
  rewrite mxE -[v k 0 in LHS]mul1r -(rows_sum_to_one e x 0) mulr_suml -sumrB.
  rewrite (bigD1 k) //= subrr add0r; apply: eq_bigr => j _.
  by rewrite mulrBr.
apply: le_trans (ler_norm_sum _ _ _) _.
apply: (@le_trans _ _ (\sum_(j | j != k) p 0 j * D)).
  by apply: ler_sum => j _; rewrite normrM ger0_norm ?softmax_ge0 // ler_wpmul2l ?softmax_ge0.
rewrite -mulr_suml mulrC -mulrA ler_wpmul2l //.
have -> : \sum_(j | j != k) p 0 j = 1 - p 0 k.
  by rewrite -(rows_sum_to_one e x 0) [in RHS](bigD1 k) //= addrC addKr.
by case/andP: (lacks lead).
Qed.

Lemma leads_cooled n (x : 'rV[R]_n) k g t : leads x k g -> 0 < t ->
  forall j, j != k -> (t^-1 *: x) 0 j + g / t <= (t^-1 *: x) 0 k.
Proof.
case=> _ lead t0 j jk; rewrite !mxE ![t^-1 * _]mulrC -mulrDl ler_pmul2r ?invr_gt0 //.
exact: lead.
Qed.

Theorem soft_tends_to_hard n (x : 'rV[R]_n.+1) k g t : leads x k g -> 0 < t ->
  0 <= 1 - softmax e (t^-1 *: x) 0 k <= n%:R * e (- (g / t)).
Proof. by move=> lead t0; apply: lacks (leads_cooled lead t0). Qed.

(* The limit itself: below any bound once the temperature is low enough. *)
Theorem soft_limit_is_hard n (x : 'rV[R]_n.+1) k g : leads x k g ->
  forall eps, 0 < eps -> exists t0, 0 < t0 /\ forall t, 0 < t <= t0 ->
  forall i, `|softmax e (t^-1 *: x) 0 i - hardmax x 0 i| <= eps.
Proof.
move=> lead eps eps0; have [g0 _] := lead.
exists (eps * g / n.+1%:R); split; first by rewrite divr_gt0 ?mulr_gt0 ?ltr0n.
move=> t /andP [t0 tle] i; set p := softmax e _.
have lack : 0 <= 1 - p 0 k <= eps.
  have /andP [-> le] := soft_tends_to_hard lead t0; apply: le_trans le _.
  have gt : 0 <= g / t by rewrite divr_ge0 // ltW.
  apply: le_trans (ler_wpmul2l (ler0n _ _) (e_vanishes e gt)) _.
  rewrite ler_pdivr_mulr ?ltr_paddr //; last by rewrite (lt_le_trans ltr01) // ler_addl.
  have : n.+1%:R <= eps * (g / t).
    rewrite mulrA ler_pdivl_mulr // mulrC -ler_pdivl_mulr ?ltr0n //.
  move=> h; apply: le_trans (_ : n.+1%:R <= _); first by rewrite ler_nat.
  by apply: le_trans h _; rewrite mulrDr ler_addr mulr1 ltW.
rewrite (hard_weights_one_hot lead).1; have [->|ik] := eqVneq i k.
  by rewrite distrC ger0_norm; case/andP: lack.
rewrite subr0 ger0_norm ?softmax_ge0 //; case/andP: lack => _; apply: le_trans.
rewrite ler_subr_addl -(rows_sum_to_one e (t^-1 *: x) 0) (bigD1 k) //= ler_add2l (bigD1 i) //=.
by rewrite ler_addl sumr_ge0 // => j _; apply: softmax_ge0.
Qed.

Theorem retrieval_precision n (x : 'rV[R]_n.+1) (v : 'cV[R]_n.+1) k g t D : leads x k g ->
  0 < t -> (forall j, `|v j 0 - v k 0| <= D) ->
  `|attention (t^-1 *: x) v 0 0 - v k 0| <= D * n%:R * e (- (g / t)).
Proof. by move=> lead t0 near; apply: near_the_leader (leads_cooled lead t0) near. Qed.

(* The bound of the errors tends to 0: it is below any number once the temperature is low. *)
Theorem retrieval_limit n (x : 'rV[R]_n.+1) (v : 'cV[R]_n.+1) k g D : leads x k g ->
  (forall j, `|v j 0 - v k 0| <= D) ->
  forall eps, 0 < eps -> exists t0, 0 < t0 /\ forall t, 0 < t <= t0 ->
  `|attention (t^-1 *: x) v 0 0 - v k 0| <= D * n%:R * e (- (g / t)) <= eps.
Proof.
move=> lead near eps eps0; have [g0 _] := lead.
have D0 : 0 <= D by apply: le_trans (near k); rewrite normr_ge0.
have D1 : 0 < 1 + D by rewrite (lt_le_trans ltr01) // ler_addl.
have [small small0 enough] : exists2 s, 0 < s & D * s <= eps.
  exists (eps / (1 + D)); first by rewrite divr_gt0.
  by rewrite mulrA ler_pdivr_mulr // mulrC ler_pmul2l // ler_addr ler01.
exists (small * g / n.+1%:R); split; first by rewrite divr_gt0 ?mulr_gt0 ?ltr0n.
move=> t /andP [t0 low]; rewrite retrieval_precision //= -mulrA.
have far : n%:R / small <= g / t.
  rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr // [g * _]mulrC.
  rewrite ler_pdivl_mulr ?ltr0n // in low; apply: le_trans low; rewrite mulrC.
  by rewrite ler_pmul2l // ler_nat.
exact: le_trans (ler_wpmul2l D0 (e_below e small0 far)) enough.
Qed.

(* The weights stay one-hot at k, and with them the output stays value k. *)
Theorem hard_gradient_is_zero n (x : 'rV[R]_n) k g : leads x k g ->
  0 < g / 2%:R /\ forall eps : 'rV[R]_n, (forall j, `|eps 0 j| < g / 2%:R) ->
  (forall j : 'I_n, j != k -> 0 < (x 0 k + eps 0 k) - (x 0 j + eps 0 j))
  /\ hardmax (x + eps) = delta_mx 0 k.
Proof.
move=> lead; have [g0 far] := lead; split=> [|eps small]; first by rewrite divr_gt0 ?ltr0n.
have two : g = g / 2%:R + g / 2%:R by rewrite -mulrDl -mulr2n -mulr_natr mulfK ?pnatr_eq0.
pose gap j := x 0 k + eps 0 k - (x 0 j + eps 0 j).
have pos j : j != k -> 0 < gap j.
  move=> jk; have a := far j jk; have := small j; have := small k.
  rewrite !ltr_norml => /andP [b _] /andP [_ c]; rewrite subr_gt0.
  apply: lt_le_trans (_ : x 0 j + g / 2%:R <= _); first by rewrite ltr_add2l.
  by rewrite -ler_subl_addr; apply: le_trans (_ : x 0 j + g <= _) => //;
     rewrite [in X in _ <= X]two addrA ler_add2l ler_oppl ltW.
split=> //; apply/rowP => j; rewrite !mxE eqxx /=; congr ((nat_of_bool _)%:R).
apply/forallP/eqP => [top|->].
  have /andP [le _] := top k; apply/eqP; apply: contraTT le => jk; rewrite -ltNge.
  by rewrite !mxE -subr_gt0 pos.
move=> i; have [->|ik] := eqVneq i k; first by rewrite lexx eqxx leqnn.
have lt : x 0 i + eps 0 i < x 0 k + eps 0 k by rewrite -subr_gt0 pos.
by rewrite !mxE ltW // lt_eqF.
Qed.

(* r.+1 scores share the largest value x0; n others are at least g below it, at temperature t. *)
Definition tied r n (x : 'rV[R]_n) x0 t : R :=
  e (x0 / t) / (r.+1%:R * e (x0 / t) + \sum_j e (x 0 j / t)).

Theorem ties_share r n (x : 'rV[R]_n.+1) x0 g t : 0 < t -> (forall j, x 0 j <= x0 - g) ->
  r.+1%:R^-1 - n.+1%:R / r.+1%:R ^+ 2 * e (- (g / t)) <= tied r x x0 t < r.+1%:R^-1.
Proof.
move=> t0 below; rewrite /tied; set s := \sum_j _; set y := e (x0 / t).
have y0 : 0 < y by apply: e_gt0.
have s0 : 0 < s by apply: sum_e_gt0.
have r0 : 0 < r.+1%:R :> R by rewrite ltr0n.
have all0 : 0 < r.+1%:R * y + s by rewrite addr_gt0 ?mulr_gt0.
have few : s <= n.+1%:R * (y * e (- (g / t))).
  have -> : n.+1%:R * (y * e (- (g / t))) = \sum_(j < n.+1) y * e (- (g / t)).
    by rewrite sumr_const card_ord mulr_natl.
  apply: ler_sum => j _; rewrite -eD e_le -mulNr -mulrDl ler_pmul2r ?invr_gt0 //.
have nz : r.+1%:R != 0 :> R by rewrite gt_eqF.
have gap : r.+1%:R^-1 - y / (r.+1%:R * y + s) = s / (r.+1%:R * (r.+1%:R * y + s)).
  have an : r.+1%:R * y + s != 0 by rewrite gt_eqF.
  by move: r.+1%:R nz an => q nz an; field; rewrite nz an.
apply/andP; split; last by rewrite -subr_gt0 gap divr_gt0 ?mulr_gt0.
rewrite ler_subl_addr -ler_subl_addl gap.
apply: (@le_trans _ _ (s / (r.+1%:R * (r.+1%:R * y)))).
  rewrite ler_pmul2l // lef_pinv ?posrE ?mulr_gt0 // ler_pmul2l // ler_addl.
  exact: ltW.
rewrite ler_pdivr_mulr ?mulr_gt0 //; apply: le_trans few _.
have -> : n.+1%:R / r.+1%:R ^+ 2 * e (- (g / t)) * (r.+1%:R * (r.+1%:R * y)) =
    n.+1%:R * (y * e (- (g / t))).
  by move: (e _) n.+1%:R r.+1%:R nz => w a q nz; field.
by [].
Qed.

Theorem ties_share_limit r n (x : 'rV[R]_n.+1) x0 g : 0 < g -> (forall j, x 0 j <= x0 - g) ->
  forall eps, 0 < eps -> exists2 t0, 0 < t0 & forall t, 0 < t -> t < t0 ->
  `|tied r x x0 t - r.+1%:R^-1| <= eps.
Proof.
move=> g0 below eps eps0; have n0 : 0 < n.+1%:R :> R by rewrite ltr0n.
exists (eps * g / n.+1%:R) => [|t t0 low]; first by rewrite divr_gt0 ?mulr_gt0.
have /andP [lo hi] := ties_share r t0 below.
rewrite ler_norml; apply/andP; split; last first.
  by rewrite ler_subl_addl (le_trans (ltW hi)) // ler_addl ltW.
rewrite ler_subr_addl; apply: le_trans lo; rewrite ler_add2l ler_opp2.
have far : n.+1%:R / eps <= g / t.
  rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr // [g * _]mulrC [_ * t]mulrC.
  by rewrite -ler_pdivl_mulr // ltW.
apply: le_trans (e_below e eps0 far); rewrite ler_wpmul2r ?e_ge0 //.
rewrite ler_pdivr_mulr ?exprn_gt0 ?ltr0n // ler_pmulr // exprn_ege1 // ler1n.
by [].
Qed.

(* What a mask that subtracts t leaves to the scores y, beside the scores x that are kept. *)
Theorem others_give_in_proportion n (x : 'rV[R]_n.+1) (D : R) i : 0 < D ->
  e (x 0 i) / (\sum_j e (x 0 j) + D)
    = (1 - D / (\sum_j e (x 0 j) + D)) * (e (x 0 i) / \sum_j e (x 0 j)).
Proof.
have := sum_e_gt0 e (x 0); move: (\sum_j _) => K K0 D0.
have both : K + D != 0 by rewrite gt_eqF ?addr_gt0.
by rewrite -{1}(divff both) -mulrBl addrK mulrCA [K / _ * _]mulrAC divff ?gt_eqF // mul1r.
Qed.

Theorem masked_share n m (x : 'rV[R]_n.+1) (y : 'rV[R]_m.+1) t :
  (\sum_j e (y 0 j - t)) / (\sum_j e (x 0 j) + \sum_j e (y 0 j - t))
    < e (- t) * (\sum_j e (y 0 j)) / \sum_j e (x 0 j).
Proof.
have -> : \sum_j e (y 0 j - t) = e (- t) * \sum_j e (y 0 j).
  by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite -eD addrC.
have K0 := sum_e_gt0 e (x 0); have D0 := sum_e_gt0 e (y 0).
rewrite ltr_pmul2l ?mulr_gt0 ?e_gt0 // ltf_pinv ?posrE ?addr_gt0 ?mulr_gt0 ?e_gt0 //.
by rewrite ltr_addl mulr_gt0 ?e_gt0.
Qed.

End Lookup.
