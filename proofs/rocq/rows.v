(* One row of attention, by the row that asks and the keys that it keeps: nothing else matters.
   Permutations, causal order, prefixes and caches are all cases of it. *)
From mathcomp Require Import all_ssreflect perm all_algebra.
From atensi Require Import exponential softmax lookup heads.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rows.
Variables (R : rcfType) (e : exponential R).

(* g sends the keys of one table to those of another, without loss of a key that is kept. *)
Definition keeps_alike m n m' n' (kept : 'M[bool]_(m, n)) (kept' : 'M[bool]_(m', n')) i i'
  (g : 'I_n' -> 'I_n) :=
  [/\ injective g, forall j, kept' i' j = kept i (g j)
    & forall j, kept i j -> exists j', j = g j'].

Lemma sum_kept n (kept : 'I_n -> bool) (F : 'I_n -> R) :
  \sum_k (kept k)%:R * F k = \sum_(k | kept k) F k.
Proof.
rewrite [RHS]big_mkcond; apply: eq_bigr => k _.
by case: (kept k); rewrite ?mul1r ?mul0r.
Qed.

Lemma sum_alike m n m' n' (kept : 'M[bool]_(m, n)) (kept' : 'M[bool]_(m', n')) i i' g
    (F : 'I_n -> R) (F' : 'I_n' -> R) : keeps_alike kept kept' i i' g ->
  (forall j, kept' i' j -> F' j = F (g j)) ->
  \sum_k (kept i k)%:R * F k = \sum_k (kept' i' k)%:R * F' k.
Proof.
case=> inj alike onto same; rewrite !sum_kept.
rewrite (eq_bigl (mem [set g j | j in [set j' | kept' i' j']])) => [|j]; last first.
  apply/idP/imsetP => [kj|[j' + ->]]; last by rewrite inE alike.
  by have [j' ej] := onto j kj; exists j' => //; rewrite inE alike -ej.
rewrite big_imset => [|j1 j2 _ _]; last exact: inj.
by apply: eq_big => [j|j kj]; rewrite ?inE //= same // -[kept' _ _]/(kept' i' j); move: kj; rewrite inE.
Qed.

Lemma attention_row m n m' n' d dv (kept : 'M[bool]_(m, n)) (kept' : 'M[bool]_(m', n'))
    (Q : 'M[R]_(m, d)) (K : 'M[R]_(n, d)) (V : 'M[R]_(n, dv)) (Q' : 'M[R]_(m', d))
    (K' : 'M[R]_(n', d)) (V' : 'M[R]_(n', dv)) i i' g :
  keeps_alike kept kept' i i' g -> row i' Q' = row i Q ->
  (forall j, kept' i' j -> row j K' = row (g j) K /\ row j V' = row (g j) V) ->
  forall c, masked_dot_product_attention e kept' Q' K' V' i' c =
    masked_dot_product_attention e kept Q K V i c.
Proof.
move=> alike sameQ same c.
have score j : kept' i' j -> scores Q' K' i' j = scores Q K i (g j).
  move=> kj; have [sameK _] := same j kj; rewrite !mxE; congr (_ * _).
  apply: eq_bigr => a _; rewrite !mxE.
  by move/rowP/(_ a): sameQ; move/rowP/(_ a): sameK; rewrite !mxE => -> ->.
pose total := \sum_k (kept i k)%:R * e (scores Q K i k).
have total' : \sum_k (kept' i' k)%:R * e (scores Q' K' i' k) = total.
  by apply/esym/(sum_alike alike) => j kj; rewrite score.
rewrite mxE [RHS]mxE.
under eq_bigr do rewrite mxE total' -!mulrA.
under [RHS]eq_bigr do rewrite mxE -!mulrA -/total.
apply/esym/(sum_alike alike) => j kj; rewrite score //; congr (_ * (_ * _)).
by have [_ /rowP /(_ c)] := same j kj; rewrite !mxE.
Qed.

Lemma multi_head_row h m n m' n' d d' dk dv dout (kept : 'M[bool]_(m, n))
    (kept' : 'M[bool]_(m', n')) (wq : 'I_h -> 'M[R]_(d, dk)) (wk : 'I_h -> 'M[R]_(d', dk))
    (wv : 'I_h -> 'M[R]_(d', dv)) (wo : 'M[R]_(h * dv, dout))
    (X : 'M[R]_(m, d)) (Y : 'M[R]_(n, d')) (X' : 'M[R]_(m', d)) (Y' : 'M[R]_(n', d')) i i' g :
  keeps_alike kept kept' i i' g -> row i' X' = row i X ->
  (forall j, kept' i' j -> row j Y' = row (g j) Y) ->
  row i' (multi_head e kept' wq wk wv wo X' Y') = row i (multi_head e kept wq wk wv wo X Y).
Proof.
move=> alike sameX same; rewrite /multi_head !row_mul; congr (_ *m _).
apply/rowP => r; rewrite ![row _ _ _ _]mxE ![side_by_side _ _ _]mxE.
congr (mxvec _ 0 r); apply/matrixP => s c; rewrite [LHS]mxE [RHS]mxE.
apply: (attention_row alike) => [|j kj]; first by rewrite !row_mul sameX.
by rewrite !row_mul same.
Qed.

End Rows.
