(* Proofs that our theorems imply what the claims of normalization say, relation by relation. Where
   `said` stands, the statement is put, and after `Proof.` the names of what it speaks of; `python
   -m proofs.engine.gallina normalization` prints both. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import limits normalization exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Lemma varianceE d (x : 'rV[R]_d) :
  (1 / d%:R) * (\sum_(s1 < d) (((x 0 s1) - ((1 / d%:R) * (\sum_(s2 < d) (x 0 s2)))) ^+ 2))
    = variance x 0.
Proof.
rewrite /variance /mean div1r mulrC; congr (_ / _).
by apply: eq_bigr => s _; rewrite mulrC.
Qed.

Lemma varied_if n (x : 'rV[R]_n.+1) : 0 < variance x 0 -> varied x 0.
Proof.
move=> pos; suff /existsP [j /existsP [k jk]] : [exists j, exists k, x 0 j != x 0 k] by exists j, k.
apply: contraLR pos; rewrite negb_exists => /forallP flat; rewrite -leNgt.
have same j k : x 0 j = x 0 k.
  by apply/eqP; move: (flat j); rewrite negb_exists => /forallP /(_ k); rewrite negbK.
rewrite /variance big1 ?mul0r // => j _.
rewrite /mean (eq_bigr (fun _ => x 0 j)) => [|k _ //].
by rewrite sum_const mulfK ?pnatr_eq0 // subrr expr0n.
Qed.

Lemma normalised_if n (y : 'rV[R]_n.+1) :
  \sum_s y 0 s = 0 -> \sum_s y 0 s ^+ 2 = n.+1%:R -> normalised y 0.
Proof. by move=> sum sq; split; rewrite ?sum ?sq ?mulVf ?pnatr_eq0. Qed.

Lemma norm_of_opposite n (x : 'rV[R]_n.+1) : plain_norm (- x) = - plain_norm x.
Proof.
have mm : normalization.mean (- x) 0 = - normalization.mean x 0.
  by rewrite /normalization.mean -mulNr -sumrN; congr (_ / _); apply: eq_bigr => j _; rewrite mxE.
have dev j : (- x) 0 j - normalization.mean (- x) 0 = - (x 0 j - normalization.mean x 0).
  by rewrite mm mxE opprD.
have vv : variance (- x) 0 = variance x 0.
  by rewrite /variance; congr (_ / _); apply: eq_bigr => j _; rewrite dev sqrrN.
by apply/rowP => j; rewrite plain_normE dev vv [RHS]mxE plain_normE mulNr.
Qed.

Lemma straight (f : R -> R) c l : (forall t, f t = c + t * l) -> moves f c l.
Proof. by move=> same; apply: moves_ext (moves_line c l) => t; rewrite same. Qed.

Lemma moves_deviation n (x : 'I_n.+1 -> R) i k :
  moves (fun t => x i + t * (i == k)%:R - 1 / n.+1%:R * (\sum_s (x s + t * (s == k)%:R)))
    (x i - 1 / n.+1%:R * (\sum_s x s)) ((i == k)%:R - 1 / n.+1%:R).
Proof.
apply: straight => t; rewrite big_split /= -mulr_sumr.
have -> : \sum_s (s == k)%:R = 1 :> R.
  by rewrite (bigD1 k) //= eqxx big1 ?addr0 // => s /negbTE ->.
by move: (\sum_s x s) (1 / n.+1%:R) => *; ring.
Qed.

Lemma slope_of_norm n (x : 'rV[R]_n.+1) i k : 0 < variance x 0 ->
  moves (fun t => (x 0 i + t * (i == k)%:R - 1 / n.+1%:R * (\sum_s (x 0 s + t * (s == k)%:R)))
      / Num.sqrt (1 / n.+1%:R * (\sum_s (x 0 s + t * (s == k)%:R
        - 1 / n.+1%:R * (\sum_r (x 0 r + t * (r == k)%:R))) ^+ 2)))
    ((x 0 i - 1 / n.+1%:R * (\sum_s x 0 s)) / Num.sqrt (1 / n.+1%:R
      * (\sum_s (x 0 s - 1 / n.+1%:R * (\sum_r x 0 r)) ^+ 2)))
    (norm_jacobian (Num.sqrt (variance x 0)) (plain_norm x) i k).
Proof.
move=> pos; set c := fun s => x 0 s - 1 / n.+1%:R * (\sum_s x 0 s).
set f := fun s t => x 0 s + t * (s == k)%:R - 1 / n.+1%:R * (\sum_s (x 0 s + t * (s == k)%:R)).
have dev s : moves (f s) (c s) ((s == k)%:R - 1 / n.+1%:R)
  by apply: (moves_deviation (fun s => x 0 s)).
have cancel : \sum_s c s = 0.
  rewrite -[RHS](deviations_cancel x 0); apply: eq_bigr => s _.
  by rewrite /c /normalization.mean div1r [_^-1 * _]mulrC.
have var : moves (fun t => 1 / n.+1%:R * (\sum_s f s t ^+ 2)) (1 / n.+1%:R * (\sum_s c s ^+ 2))
    (2%:R * (1 / n.+1%:R) * c k).
  have sq s : moves (fun t => f s t ^+ 2) (c s ^+ 2) (2%:R * (c s * ((s == k)%:R - 1 / n.+1%:R))).
    apply: moves_value (moves_mul (dev s) (dev s)) _; by ring.
  apply: moves_value (moves_scaled (1 / n.+1%:R) (moves_sum sq)) _.
  have inner : \sum_s c s * ((s == k)%:R - 1 / n.+1%:R) = c k.
    by under eq_bigr do rewrite mulrBr; rewrite sumrB (only_one c) -mulr_suml cancel mul0r subr0.
  by rewrite -mulr_sumr inner mulrCA mulrA.
have v0 : 0 < 1 / n.+1%:R * (\sum_s c s ^+ 2) by rewrite varianceE.
have root := moves_sqrt v0 _ var.
have nonneg t : 0 <= 1 / n.+1%:R * (\sum_s f s t ^+ 2).
  by rewrite mulr_ge0 ?divr_ge0 ?ler01 ?ler0n // sumr_ge0 // => s _; rewrite sqr_ge0.
have r0 : Num.sqrt (1 / n.+1%:R * (\sum_s c s ^+ 2)) != 0 by rewrite gt_eqF // sqrtr_gt0.
apply: moves_value (moves_mul (dev i) (moves_inverse r0 (root nonneg))) _.
rewrite mxE !plain_normE -varianceE -/c.
have y s : x 0 s - normalization.mean x 0 = c s by rewrite /c /normalization.mean div1r mulrC.
rewrite !y; move: r0; set r := Num.sqrt _ => r0.
have d0 : n.+1%:R != 0 :> R by rewrite pnatr_eq0.
clearbody r; move: (n.+1%:R : R) d0 (c i) (c k) ((i == k)%:R : R) => dd d0 *.
by field; rewrite ?r0 ?d0 ?pnatr_eq0.
Qed.

Theorem mean_zero_and_mean_square_one_0 : said.
Proof.
rewrite varianceE in h1; have H := (mean_zero_mean_square_one (varied_if h1)).1.
by by_theorem H.
Qed.

Theorem mean_zero_and_mean_square_one_1 : said.
Proof.
rewrite varianceE in h1; have H := (mean_zero_mean_square_one (varied_if h1)).2.
by by_theorem H.
Qed.

Theorem variance_with_epsilon_0 : said.
Proof.
have -> : g = const_mx 1 by apply/rowP => j; rewrite mxE h2.
have -> : b = const_mx 0 by apply/rowP => j; rewrite mxE h3.
by have H := variance_with_epsilon x 0 h1; by_theorem H.
Qed.

Theorem variance_with_epsilon_1 : said.
Proof.
have pos : 0 < variance x 0 + varepsilon by rewrite ltr_paddl ?variance_ge0.
by rewrite varianceE ltr_pdivr_mulr // mul1r ltr_addl.
Qed.

Theorem variance_with_epsilon_2 : said.
Proof.
have -> : g = const_mx 1 by apply/rowP => j; rewrite mxE h2.
have -> : b = const_mx 0 by apply/rowP => j; rewrite mxE h3.
by have H := mean_with_epsilon x 0 varepsilon; by_theorem H.
Qed.

Theorem variance_with_epsilon_3 : said.
Proof.
have pu : 0 < u + varepsilon by rewrite ltr_paddl.
have pv : 0 < v + varepsilon by rewrite ltr_paddl.
rewrite ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr // !mulrDr [u * v]mulrC.
by rewrite ltr_add2l ltr_pmul2r.
Qed.

Theorem shift_invariance_0 : said.
Proof.
have H := congr1 (fun A : 'rV_d.+1 => A 0 i)
  (normalization.shift_invariance (const_mx 1) (const_mx 0) varepsilon x (const_mx t)).
by by_theorem H.
Qed.

Theorem scale_invariance_0 : said.
Proof.
rewrite h2; have H := congr1 (fun A : 'rV_d.+1 => A 0 i)
  (scale_invariance (const_mx 1) (const_mx 0) x h3).
by by_theorem H.
Qed.

Theorem scale_invariance_1 : said.
Proof.
rewrite h2; have H := congr1 (fun A : 'rV_d.+1 => A 0 i)
  (etrans (norm_of_opposite (c *: x)) (congr1 -%R
    (scale_invariance (const_mx 1) (const_mx 0) x h3))).
rewrite -scaleNr in H.
by by_theorem H.
Qed.

Theorem idempotence_0 : said.
Proof.
have -> : g = const_mx 1 by apply/rowP => j; rewrite mxE h4.
have -> : b = const_mx 0 by apply/rowP => j; rewrite mxE h5.
rewrite h3; have H := congr1 (fun A : 'rV_d.+1 => A 0 i) (idempotence (normalised_if h1 h2)).
by by_theorem H.
Qed.

Theorem idempotence_1 : said.
Proof.
have H := congr1 (fun A : 'rV_d.+1 => A 0 i) (norm_of_norm x).
refine (etrans (esym (plain_norm_of _ _)) (etrans H (plain_norm_of _ _))) => l //.
exact: plain_norm_of.
Qed.

Lemma normalised_row n (x : 'rV[R]_n.+1) : 0 < variance x 0 ->
  normalised (plain_norm x) 0.
Proof. by move=> pos; apply/mean_zero_mean_square_one/varied_if. Qed.

Theorem jacobian_0 : said.
Proof.
have pos : 0 < variance x 0 by rewrite -varianceE.
have := slope_of_norm i k pos; rewrite [norm_jacobian _ _ _ _]mxE !plain_normE -varianceE.
by rewrite /normalization.mean !div1r ![(\sum_j x 0 j) / _]mulrC mulrA.
Qed.

Theorem two_directions_are_lost_0 : said.
Proof.
have pos : 0 < variance x 0 by rewrite -varianceE.
exists (row i (norm_jacobian (Num.sqrt (variance x 0)) (plain_norm x))) => [k|].
  by rewrite [row _ _ _ _]mxE; apply: slope_of_norm.
have [H _] := two_directions_are_lost (Num.sqrt (variance x 0)) (normalised_row pos).
have {}H := congr1 (fun A : 'cV_d.+1 => A i 0) H; rewrite mxE [RHS]mxE in H.
by rewrite -[RHS]H; apply: eq_bigr => k _; rewrite !mxE mulr1.
Qed.

Theorem two_directions_are_lost_1 : said.
Proof.
have pos : 0 < variance x 0 by rewrite -varianceE.
exists (row i (norm_jacobian (Num.sqrt (variance x 0)) (plain_norm x))) => [k|].
  by rewrite [row _ _ _ _]mxE; apply: slope_of_norm.
have [_ H] := two_directions_are_lost (Num.sqrt (variance x 0)) (normalised_row pos).
have {}H := congr1 (fun A : 'cV_d.+1 => A i 0) H; rewrite mxE [RHS]mxE in H.
rewrite -[RHS]H; apply: eq_bigr => k _; rewrite [row _ _ _ _]mxE [(_^T) _ _]mxE plain_normE.
by rewrite varianceE /normalization.mean div1r [_ / d.+1%:R]mulrC.
Qed.

Theorem two_directions_are_lost_2 : said.
Proof.
have pos : 0 < variance x 0 by rewrite -varianceE.
exists (row i (norm_jacobian (Num.sqrt (variance x 0)) (plain_norm x))) => [k|].
  by rewrite [row _ _ _ _]mxE; apply: slope_of_norm.
have along : \sum_k w 0 k * plain_norm x 0 k = 0.
  rewrite -[RHS]h3; apply: eq_bigr => k _.
  by rewrite plain_normE varianceE /normalization.mean div1r [_ / d.+1%:R]mulrC.
have H := other_directions_stay (Num.sqrt (variance x 0)) h2 along.
have {}H := congr1 (fun A : 'cV_d.+1 => A i 0) H; rewrite mxE [RHS]mxE in H.
rewrite varianceE [RHS]mulrC; rewrite [w^T _ _]mxE in H; rewrite -H.
by apply: eq_bigr => k _; rewrite [row _ _ _ _]mxE [(_^T) _ _]mxE.
Qed.

Lemma affine_of_normalised n (y : 'rV[R]_n.+1) a b j : normalised y 0 ->
  layer_norm (const_mx a) (const_mx b) 0 y 0 j = a * y 0 j + b.
Proof.
move=> norm; have H := congr1 (fun A : 'rV_n.+1 => A 0 j) (idempotence norm).
rewrite ![row _ _ _ _]mxE plain_normE in H.
by rewrite mxE ![const_mx _ _ _]mxE addr0 H.
Qed.

Theorem gain_is_a_deviation_0 : said.
Proof.
have norm := normalised_if h1 h2; have H := (gain_is_a_deviation a b_ norm).1.
rewrite -[RHS]H div1r; congr (_ * _); apply: eq_bigr => s _.
by rewrite affine_of_normalised // h3 h4.
Qed.

Theorem gain_is_a_deviation_1 : said.
Proof.
have norm := normalised_if h1 h2; have H := (gain_is_a_deviation a b_ norm).2.
rewrite -[RHS]H div1r; congr (_ * _); apply: eq_bigr => s _.
by rewrite affine_of_normalised // h3 h4.
Qed.

Theorem add_then_normalise_0 : said.
Proof.
have var : varied (x + F) 0 by apply: varied_if; rewrite -varianceE; by_theorem h1.
by have H := add_then_normalise (F := fun _ => F) var; by_theorem H.
Qed.

Theorem add_then_normalise_1 : said.
Proof.
have step (y : R) : (y + c * y) ^+ 2 = (1 + c) ^+ 2 * y ^+ 2 by ring.
under eq_bigr do rewrite step.
by rewrite -mulr_sumr mulrCA add_then_normalise_0 // mulr1.
Qed.

End Said.
