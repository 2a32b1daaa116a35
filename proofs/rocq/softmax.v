(* Softmax, row by row, for rows of any length. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Softmax.
Variables (R : rcfType) (e : exponential R).

Definition softmax m n (S : 'M[R]_(m, n)) : 'M[R]_(m, n) :=
  \matrix_(i, j) (e (S i j) / \sum_k e (S i k)).

(* As in `impl`, a row that keeps nothing has weights 0: here because x / 0 = 0. *)
Definition masked_softmax m n (kept : 'M[bool]_(m, n)) (S : 'M[R]_(m, n)) : 'M[R]_(m, n) :=
  \matrix_(i, j) ((kept i j)%:R * e (S i j) / \sum_k (kept i k)%:R * e (S i k)).

Definition is_max n (x : 'rV[R]_n) (t : R) := (exists k, x 0 k = t) /\ forall k, x 0 k <= t.

Definition weights n (q : 'rV[R]_n) := (forall i, 0 < q 0 i) /\ \sum_i q 0 i = 1.

Definition entropy n (q : 'rV[R]_n) : R := - \sum_i q 0 i * ln e (q 0 i).

Definition jacobian n (p : 'rV[R]_n) : 'M[R]_n := diag_mx p - p^T *m p.

Lemma softmaxE m n (S : 'M[R]_(m, n)) i j : softmax S i j = e (S i j) / \sum_k e (S i k).
Proof. by rewrite mxE. Qed.

Section Rows.
Variables (m n : nat).
Implicit Types S : 'M[R]_(m, n.+1).

Theorem rows_sum_to_one S i : \sum_j softmax S i j = 1.
Proof.
under eq_bigr do rewrite mxE.
by rewrite -mulr_suml divff ?sum_e_neq0.
Qed.

Lemma softmax_gt0 S i j : 0 < softmax S i j.
Proof. by rewrite mxE divr_gt0 ?e_gt0 ?sum_e_gt0. Qed.

Lemma softmax_ge0 S i j : 0 <= softmax S i j.
Proof. exact/ltW/softmax_gt0. Qed.

Theorem between_zero_and_one S i j : 0 < softmax S i j <= 1.
Proof.
rewrite softmax_gt0 -(rows_sum_to_one S i) (bigD1 j) //= ler_addl.
by apply: sumr_ge0 => k _; apply: softmax_ge0.
Qed.

Lemma softmax_ratio S i j k : softmax S i j / softmax S i k = e (S i j - S i k).
Proof.
by rewrite !mxE eB invf_div mulrA divfK ?sum_e_neq0.
Qed.

Theorem log_odds S i j k : ln e (softmax S i j / softmax S i k) = S i j - S i k.
Proof. by rewrite softmax_ratio eK. Qed.

Theorem keeps_order S i j k :
  (S i k < S i j <-> softmax S i k < softmax S i j)
  /\ (S i k = S i j <-> softmax S i k = softmax S i j).
Proof.
rewrite !softmaxE ltr_pmul2r ?invr_gt0 ?sum_e_gt0 // e_lt; split=> //.
split=> [->//|same]; apply: (@e_inj _ e); apply: mulIf same.
by rewrite invr_eq0 sum_e_neq0.
Qed.

Theorem shift_invariance S (c : 'cV[R]_m) :
  softmax (\matrix_(i, j) (S i j + c i 0)) = softmax S.
Proof.
apply/matrixP => i j; rewrite !mxE eD.
under eq_bigr do rewrite mxE eD.
by rewrite -mulr_suml -mulf_div divff ?e_neq0 ?mulr1.
Qed.

Theorem permutation_equivariance S (s : 'S_n.+1) :
  softmax (col_perm s S) = col_perm s (softmax S).
Proof.
apply/matrixP => i j; rewrite !mxE; congr (_ / _).
rewrite [RHS](reindex_inj (@perm_inj _ s)).
by apply: eq_bigr => k _; rewrite mxE.
Qed.

Theorem masking_renormalises (kept : 'M[bool]_(m, n.+1)) S i :
  (exists k, kept i k) ->
  forall j, masked_softmax kept S i j =
    (kept i j)%:R * softmax S i j / \sum_k (kept i k)%:R * softmax S i k.
Proof.
move=> _ j; have ->: \sum_k (kept i k)%:R * softmax S i k =
    (\sum_k (kept i k)%:R * e (S i k)) / \sum_k e (S i k).
  by rewrite mulr_suml; apply: eq_bigr => k _; rewrite mxE mulrA.
by rewrite !mxE mulrA -mulf_div divff ?mulr1 // invr_eq0 sum_e_neq0.
Qed.

Lemma masked_softmax_all S : masked_softmax (const_mx true) S = softmax S.
Proof.
apply/matrixP => i j; rewrite !mxE mul1r; congr (_ / _).
by apply: eq_bigr => k _; rewrite mxE mul1r.
Qed.

End Rows.

Section OneRow.
Variable n : nat.
Implicit Types x : 'rV[R]_n.+1.

Lemma max_exists x : exists t, is_max x t.
Proof.
exists (x 0 [arg max_(i > ord0) x 0 i]%O); case: arg_maxP => // i _ most.
by split; [exists i | move=> k; apply: most].
Qed.

Theorem shifted_sum_is_safe x t : is_max x t ->
  (forall j, 0 < e (x 0 j - t) <= 1) /\ 1 <= \sum_j e (x 0 j - t) <= n.+1%:R.
Proof.
case=> [[k <-] most]; have small j : e (x 0 j - x 0 k) <= 1.
  by rewrite -(e0 e) e_le subr_le0.
split=> [j|]; first by rewrite e_gt0 small.
rewrite (bigD1 k) //= subrr e0 ler_addl sumr_ge0 => [|j _]; last exact: e_ge0.
rewrite -[X in _ <= X%:R](card_ord n.+1) -sum1_card natr_sum [X in _ <= X](bigD1 k) //=.
by rewrite ler_add2l ler_sum.
Qed.

Theorem ratio_is_softmax_of_logarithms (f : 'rV[R]_n.+1) :
  (forall j, 0 < f 0 j) ->
  forall i, f 0 i / (\sum_j f 0 j) = softmax (map_mx (ln e) f) 0 i.
Proof.
move=> pos i; rewrite !mxE lnK //; congr (_ / _).
by apply: eq_bigr => j _; rewrite mxE lnK.
Qed.

(* Among weights, those that are a softmax of themselves. *)
Lemma fixed_point_equal (a : 'rV[R]_n.+1) : a = softmax a -> forall i k, ~~ (a 0 k < a 0 i).
Proof.
move=> fixed i k; apply/negP => lt.
have pos j : 0 < a 0 j by rewrite fixed softmax_gt0.
have neq : k != i by apply: contraTneq lt => ->; rewrite ltxx.
have below : a 0 i < 1.
  rewrite -[X in _ < X](rows_sum_to_one a 0) -fixed (bigD1 i) //= ltr_addl (bigD1 k) //=.
  by rewrite ltr_spaddl // sumr_ge0 // => j _; apply/ltW.
have := e_ge e (a 0 k - a 0 i); rewrite -(softmax_ratio a 0) -fixed.
rewrite ler_pdivl_mulr // mulrDl mul1r -ler_subr_addl -{2}[a 0 k - _]mulr1.
by rewrite ler_nmul2l ?subr_lt0 // leNgt below.
Qed.

Theorem fixed_point_is_uniform (a : 'rV[R]_n.+1) :
  a = softmax a <-> forall i, a 0 i = 1 / n.+1%:R.
Proof.
split=> [fixed i|even].
  have same k : a 0 k = a 0 i.
    by apply/eqP; rewrite eq_le !leNgt !fixed_point_equal.
  have := rows_sum_to_one a 0; rewrite -fixed (eq_bigr (fun _ => a 0 i)) => [|k _ //].
  rewrite sumr_const card_ord => total.
  by apply: (mulIf (_ : n.+1%:R != 0)); rewrite ?pnatr_eq0 // divfK ?pnatr_eq0 // mulr_natr.
apply/rowP => i; rewrite mxE [LHS]even div1r (eq_bigr (fun _ => e (a 0 i))) => [|k _]; last by rewrite !even.
by rewrite sumr_const card_ord -[in RHS]mulr_natr invfM mulrA divff ?mul1r ?e_neq0.
Qed.

(* The same by differences alone: no two scores differ by more than b. *)
Theorem weights_within x b : (forall j k, x 0 j - x 0 k <= b) -> forall i,
  e (- b) / n.+1%:R <= softmax x 0 i <= e b / n.+1%:R.
Proof.
move=> near i; have -> : softmax x 0 i = (\sum_j e (x 0 j - x 0 i))^-1.
  have -> : \sum_j e (x 0 j - x 0 i) = (\sum_j e (x 0 j)) / e (x 0 i).
    by rewrite mulr_suml; apply: eq_bigr => j _; rewrite eB.
  by rewrite invf_div mxE.
have pos : 0 < \sum_j e (x 0 j - x 0 i) by apply: sum_e_gt0.
have many (c : R) : \sum_(j < n.+1) e c = n.+1%:R * e c.
  by rewrite sumr_const card_ord mulr_natl.
have inverse (c : R) : e c / n.+1%:R = (n.+1%:R * e (- c))^-1 by rewrite invfM -eN opprK mulrC.
rewrite !inverse opprK !lef_pinv ?posrE ?mulr_gt0 ?ltr0n ?e_gt0 //.
rewrite -!many !ler_sum // => j _; rewrite e_le ?near //.
by rewrite ler_oppl opprB near.
Qed.

End OneRow.

Theorem jacobian_is_a_variance n (p : 'rV[R]_n) (v : 'cV[R]_n) : weights p ->
  let form := (v^T *m jacobian p *m v) 0 0 in
  form = 2%:R^-1 * (\sum_i \sum_k p 0 i * p 0 k * (v i 0 - v k 0) ^+ 2)
  /\ (forall l j, p 0 l * p 0 j * (v l 0 - v j 0) ^+ 2 <= form)
  /\ 0 <= form /\ (form = 0 <-> forall i k, v i 0 = v k 0).
Proof.
case=> pos total form.
have shape : form = \sum_i p 0 i * v i 0 ^+ 2 - (\sum_i p 0 i * v i 0) ^+ 2.
  rewrite /form /jacobian mulmxBr mulmxBl [LHS]mxE [X in _ + X]mxE; congr (_ - _).
    rewrite mxE; by apply: eq_bigr => i _; rewrite mul_mx_diag !mxE expr2 mulrAC mulrC.
  rewrite mulmxA -mulmxA mxE big_ord1 expr2; congr (_ * _).
    by rewrite mxE; apply: eq_bigr => i _; rewrite !mxE mulrC.
  by rewrite mxE.
have sq : form = 2%:R^-1 * \sum_i \sum_k p 0 i * p 0 k * (v i 0 - v k 0) ^+ 2.
  rewrite shape.
  have inner i : \sum_k p 0 i * p 0 k * (v i 0 - v k 0) ^+ 2 =
      p 0 i * v i 0 ^+ 2 - 2%:R * (p 0 i * v i 0) * (\sum_k p 0 k * v k 0)
        + p 0 i * (\sum_k p 0 k * v k 0 ^+ 2).
    have one : p 0 i * v i 0 ^+ 2 = \sum_k p 0 i * v i 0 ^+ 2 * p 0 k.
      by rewrite -mulr_sumr total mulr1.
    rewrite one !mulr_sumr -sumrB -big_split /=.
    by apply: eq_bigr => k _; ring.
  rewrite (eq_bigr _ (fun i _ => inner i)) big_split sumrB /= -!mulr_suml total -mulr_sumr mul1r.
  set A := \sum_(i < n) _ * _ ^+ 2; set B := \sum_(i < n) _.
  have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
  by apply: (mulfI two); rewrite mulrA divff // mul1r; ring.
have term i k : 0 <= p 0 i * p 0 k * (v i 0 - v k 0) ^+ 2.
  by rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 // ltW.
have pos_form : 0 <= form.
  rewrite sq mulr_ge0 ?invr_ge0 ?ler0n // sumr_ge0 // => i _.
  by rewrite sumr_ge0.
split=> //; split=> [l j|].
  have [->|ne] := eqVneq j l; first by rewrite subrr expr0n mulr0.
  rewrite sq ler_pdivl_mull ?ltr0n // (bigD1 l) //= (bigD1 j ne) /= addrA.
  rewrite mulr_natl mulr2n -[X in X <= _]addr0 ler_add ?sumr_ge0 // => [|i _].
    rewrite ler_add //; first by rewrite [leRHS](bigD1 j) //= ler_addl sumr_ge0.
    rewrite [leRHS](bigD1 l) //= [p 0 j * _]mulrC -(opprB (v j 0)) sqrrN ler_addl.
    by rewrite sumr_ge0.
  by rewrite sumr_ge0.
split=> //.
split=> [|same]; last first.
  rewrite sq big1 ?mulr0 // => i _; rewrite big1 // => k _.
  by rewrite (same i k) subrr expr0n mulr0.
rewrite sq => /eqP; rewrite mulf_eq0 invr_eq0 pnatr_eq0 /= psumr_eq0 => [/allP all i k|i _].
  have := all i (mem_index_enum i); rewrite psumr_eq0 // => /allP /(_ k (mem_index_enum k)).
  by rewrite !mulf_eq0 orbb !(gt_eqF (pos _)) /= subr_eq0 => /eqP.
by rewrite sumr_ge0.
Qed.

Lemma jacobianE n (p : 'rV[R]_n) i k : jacobian p i k = p 0 i * ((i == k)%:R - p 0 k).
Proof. by rewrite !mxE big_ord1 !mxE mulrBr mulr_natr. Qed.

(* The sum over k of the entries of the Jacobian, in absolute value. *)
Theorem half_lipschitz n (p : 'rV[R]_n) : weights p -> forall i,
  \sum_k `|jacobian p i k| = 2%:R * p 0 i * (1 - p 0 i)
  /\ 2%:R * p 0 i * (1 - p 0 i) <= 2%:R^-1.
Proof.
case=> pos total i; have rest : \sum_(k | k != i) p 0 k = 1 - p 0 i.
  by rewrite -total [in RHS](bigD1 i) //= addrC addKr.
have le1 : p 0 i <= 1.
  by rewrite -subr_ge0 -rest sumr_ge0 // => k _; apply/ltW.
split.
  rewrite (bigD1 i) //= (eq_bigr (fun k => p 0 i * p 0 k)) => [|k ki].
    rewrite -mulr_sumr rest jacobianE eqxx mulr1n ger0_norm; first by ring.
    by rewrite mulr_ge0 ?subr_ge0 // ltW.
  rewrite jacobianE eq_sym (negbTE ki) sub0r mulrN normrN ger0_norm //.
  by rewrite mulr_ge0 // ltW.
rewrite -subr_ge0 (_ : _ - _ = 2%:R * (p 0 i - 2%:R^-1) ^+ 2).
  by rewrite mulr_ge0 ?sqr_ge0 ?ler0n.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
by field.
Qed.

(* What a weight costs whose logarithm is t above that of softmax. *)
Definition cost (t : R) : R := t * e t - e t + 1.

Theorem every_deviation_costs t : t != 0 -> 0 < cost t.
Proof.
move=> t0; have -> : cost t = e t * (e (- t) - (1 - t)).
  by rewrite eN mulrBr divff ?e_neq0 // mulrBr mulr1 /cost; move: (e t) => a; ring.
by rewrite mulr_gt0 ?e_gt0 // subr_gt0 e_gt // oppr_eq0.
Qed.

Theorem gap_of_score_plus_entropy n (x q : 'rV[R]_n.+1) : weights q -> let p := softmax x in
  ln e (\sum_j e (x 0 j)) - (\sum_i q 0 i * x 0 i) - entropy q
    = \sum_i p 0 i * cost (ln e (q 0 i / p 0 i)).
Proof.
case=> pos total p; set Z := \sum_j e (x 0 j).
have p0 i : 0 < p 0 i by apply: softmax_gt0.
have each i : p 0 i * cost (ln e (q 0 i / p 0 i)) =
    q 0 i * ln e Z - q 0 i * x 0 i + q 0 i * ln e (q 0 i) + (p 0 i - q 0 i).
  have lnp : ln e (p 0 i) = x 0 i - ln e Z by rewrite mxE ln_div ?e_gt0 ?sum_e_gt0 // eK.
  rewrite /cost lnK ?divr_gt0 // ln_div // lnp; have := lt0r_neq0 (p0 i).
  by move: (p 0 i) (q 0 i) (x 0 i) (ln e Z) (ln e _) => a b c d f a0; field.
rewrite (eq_bigr _ (fun i _ => each i)) !big_split /= !sumrN -mulr_suml total.
by rewrite rows_sum_to_one subrr addr0 mul1r /entropy opprK.
Qed.

Theorem maximises_score_plus_entropy n (x q : 'rV[R]_n.+1) : weights q ->
  \sum_i q 0 i * x 0 i + entropy q <= ln e (\sum_j e (x 0 j))
  /\ (\sum_i q 0 i * x 0 i + entropy q = ln e (\sum_j e (x 0 j)) <-> q = softmax x).
Proof.
case=> pos total; set Z := \sum_j e (x 0 j); set p := softmax x.
have Z0 : 0 < Z by apply: sum_e_gt0.
have lnp i : ln e (p 0 i) = x 0 i - ln e Z by rewrite mxE ln_div ?e_gt0 // eK.
have gap : ln e Z - (\sum_i q 0 i * x 0 i + entropy q) =
    \sum_i q 0 i * (p 0 i / q 0 i - 1 - ln e (p 0 i / q 0 i)).
  have each i : q 0 i * (p 0 i / q 0 i - 1 - ln e (p 0 i / q 0 i)) =
      (q 0 i * ln e Z - (q 0 i * x 0 i - q 0 i * ln e (q 0 i))) + (p 0 i - q 0 i).
    rewrite ln_div ?softmax_gt0 // lnp.
    have -> : p 0 i / q 0 i - 1 = (p 0 i - q 0 i) / q 0 i by rewrite mulrBl divff ?gt_eqF.
    by rewrite mulrBr mulrCA divff ?mulr1 ?gt_eqF //; ring.
  rewrite (eq_bigr _ (fun i _ => each i)) big_split /=.
  have -> : \sum_i (p 0 i - q 0 i) = 0 by rewrite sumrB rows_sum_to_one total subrr.
  by rewrite addr0 !sumrB -mulr_suml total mul1r.
have term i : 0 <= q 0 i * (p 0 i / q 0 i - 1 - ln e (p 0 i / q 0 i)).
  by rewrite mulr_ge0 ?subr_ge0 ?ln_below ?divr_gt0 ?softmax_gt0 ?ltW.
split; first by rewrite -subr_ge0 gap sumr_ge0.
split=> [/esym /eqP|].
  rewrite -subr_eq0 gap psumr_eq0 // => /allP all; apply/rowP => i.
  have := all i (mem_index_enum i); rewrite mulf_eq0 gt_eqF //= subr_eq0 => /eqP same.
  apply/eqP; rewrite eq_sym -subr_eq0 -(mulfK (lt0r_neq0 (pos i)) (p 0 i)) mulrAC.
  apply/negPn/negP => ne; have := @ln_strictly_below _ e (p 0 i / q 0 i).
  rewrite divr_gt0 ?softmax_gt0 // same ltxx => /(_ isT) /implyP; rewrite implybF negbK => /eqP one.
  by rewrite one mul1r subrr eqxx in ne.
move=> same; apply/esym/eqP; rewrite -subr_eq0 gap big1 // => i _.
by rewrite same divff ?gt_eqF ?softmax_gt0 // ln1 subrr subr0 mulr0.
Qed.

End Softmax.
