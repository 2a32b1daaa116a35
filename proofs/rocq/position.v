(* Positions: order without them, and sines and cosines at any frequencies. *)
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import exponential softmax lookup heads rows kernel.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* What is used of sine and cosine. *)
Record circle (R : rcfType) := Circle {
  sine : R -> R; cosin : R -> R;
  sineD : forall x y, sine (x + y) = sine x * cosin y + cosin x * sine y;
  cosinD : forall x y, cosin (x + y) = cosin x * cosin y - sine x * sine y;
  sineN : forall x, sine (- x) = - sine x;
  cosinN : forall x, cosin (- x) = cosin x;
  pythagoras : forall x, sine x ^+ 2 + cosin x ^+ 2 = 1
}.

Section Position.
Variables (R : rcfType) (e : exponential R) (o : circle R).

(* Column 2i is the sine and column 2i + 1 the cosine, at frequency w_i. *)
Definition sinusoid h (w : 'rV[R]_h) (p : R) : 'rV[R]_(h * 2) :=
  mxvec (\matrix_(i, b) if b == 0 :> 'I_2 then sine o (p * w 0 i) else cosin o (p * w 0 i)).

Lemma sinusoidE h (w : 'rV[R]_h) p i b : sinusoid w p 0 (mxvec_index i b) =
  if b == 0 then sine o (p * w 0 i) else cosin o (p * w 0 i).
Proof. by rewrite mxvecE mxE. Qed.

Theorem inner_product_knows_the_offset h (w : 'rV[R]_h) p q :
  dot (sinusoid w p) (sinusoid w q) = \sum_i cosin o ((p - q) * w 0 i).
Proof.
rewrite /dot sum_mxvec; apply: eq_bigr => i _.
rewrite !big_ord_recl big_ord0 !sinusoidE /= addr0 mulrBl cosinD cosinN sineN.
by rewrite mulrN opprK addrC.
Qed.

Theorem length_of_a_row h (w : 'rV[R]_h) (c p : R) :
  squared (c *: sinusoid w p) = c ^+ 2 * ((h * 2)%N%:R / 2%:R).
Proof.
rewrite squared_scale; congr (_ * _); rewrite /squared inner_product_knows_the_offset.
rewrite natrM mulfK ?pnatr_eq0 // (eq_bigr (fun _ => 1)) ?sumr_const ?card_ord // => i _.
rewrite subrr mul0r -(subrr 0) cosinD cosinN sineN mulrN opprK -!expr2 addrC.
exact: pythagoras.
Qed.

Theorem shift_is_a_rotation h (w : 'rV[R]_h) (p k : R) i :
  sinusoid w (p + k) 0 (mxvec_index i 0) =
    cosin o (w 0 i * k) * sinusoid w p 0 (mxvec_index i 0)
      + sine o (w 0 i * k) * sinusoid w p 0 (mxvec_index i 1)
  /\ sinusoid w (p + k) 0 (mxvec_index i 1) =
    - sine o (w 0 i * k) * sinusoid w p 0 (mxvec_index i 0)
      + cosin o (w 0 i * k) * sinusoid w p 0 (mxvec_index i 1).
Proof.
rewrite !sinusoidE /= mulrDl sineD cosinD ![k * _]mulrC.
by move: (sine _ _) (cosin _ _) (sine _ _) (cosin _ _) => *; split; ring.
Qed.

Theorem scores_have_four_parts d (t p t' p' : 'rV[R]_d) :
  dot (t + p) (t' + p') = dot t t' + dot t p' + dot p t' + dot p p'.
Proof.
rewrite /dot -!big_split /=; apply: eq_bigr => a _; rewrite !mxE.
by move: (t 0 a) (p 0 a) (t' 0 a) (p' 0 a) => *; ring.
Qed.

Theorem two_tokens_tell_their_order d (s t p q : 'rV[R]_d) :
  squared ((s + p) - (t + p)) * squared ((s + p) - (s + q)) = squared (s - t) * squared (p - q).
Proof.
have -> : (s + p) - (t + p) = s - t by rewrite opprD addrACA subrr addr0.
by have -> : (s + p) - (s + q) = p - q by rewrite opprD addrACA subrr add0r.
Qed.

(* Column j of a row, as it is printed: by the parity of j, at powers of a base with logarithm l,
   divided by the width w. *)
Lemma even_column (x y : R) : (1 - false%:R) * x + false%:R * y = x.
Proof. by rewrite /= mulr0n subr0 mul1r mul0r addr0. Qed.

Lemma odd_column (x y : R) : (1 - true%:R) * x + true%:R * y = y.
Proof. by rewrite /= mulr1n subrr mul0r mul1r add0r. Qed.

Definition column (w l p : R) j : R :=
  (1 - (odd j)%:R) * sine o (p / e ((j.+1%:R - 1) / w * l))
    + (odd j)%:R * cosin o (p / e ((j.+1%:R - 1 - 1) / w * l)).

Definition frequency (w l : R) i : R := (e (2%:R * i%:R / w * l))^-1.

Lemma columnE w l p i :
  (column w l p (2 * i) = sine o (p * frequency w l i))
  * (column w l p (2 * i).+1 = cosin o (p * frequency w l i)).
Proof.
have less n : n.+1%:R - 1 = n%:R :> R by rewrite -addn1 natrD addrK.
rewrite /column /= mul2n odd_double /= even_column odd_column !less -mul2n natrM.
by [].
Qed.

Lemma sum_of_pairs (F : nat -> R) h :
  \sum_(j < 2 * h) F j = \sum_(i < h) (F (2 * i)%N + F (2 * i).+1).
Proof.
elim: h => [|h IH]; first by rewrite muln0 !big_ord0.
by rewrite mulnS !big_ord_recr /= IH addrA.
Qed.

Lemma columns_inner h w l p q :
  \sum_(j < 2 * h) column w l p j * column w l q j =
    dot (sinusoid (\row_(i < h) frequency w l i) p) (sinusoid (\row_(i < h) frequency w l i) q).
Proof.
rewrite (sum_of_pairs (fun j => column w l p j * column w l q j)) /dot sum_mxvec.
apply: eq_bigr => i _; rewrite !columnE.
by rewrite !big_ord_recl big_ord0 !sinusoidE /= addr0 !mxE.
Qed.

Theorem columns_know_the_offset h w l p q :
  \sum_(j < 2 * h) column w l p j * column w l q j =
    \sum_(i < h) cosin o (1 / e (2%:R * (i.+1%:R - 1) / w * l) * (p - q)).
Proof.
rewrite columns_inner inner_product_knows_the_offset; apply: eq_bigr => i _.
have -> : i.+1%:R - 1 = i%:R :> R by rewrite -addn1 natrD addrK.
by rewrite mxE mulrC div1r.
Qed.

Theorem length_of_columns h w l c p :
  \sum_(j < 2 * h) (c * column w l p j) ^+ 2 = c ^+ 2 * (2 * h)%:R / 2%:R.
Proof.
rewrite (eq_bigr (fun j : 'I_(2 * h) => c ^+ 2 * (column w l p j * column w l p j))) => [|j _].
  have := length_of_a_row (\row_(i < h) frequency w l i) 1 p.
  rewrite scale1r expr1n mul1r /squared -mulr_sumr columns_inner => ->.
  by rewrite mulrA [(h * 2)%N]mulnC.
by rewrite exprMn [column _ _ _ _ ^+ 2]expr2.
Qed.

Theorem balanced_columns h w l p (token : 'I_(2 * h) -> R) : \sum_j token j ^+ 2 = 1 ->
  \sum_j (Num.sqrt (2 * h)%:R * token j) ^+ 2 = 2%:R * \sum_(j < 2 * h) column w l p j ^+ 2.
Proof.
move=> unit; have rows : \sum_(j < 2 * h) column w l p j ^+ 2 = (2 * h)%:R / 2%:R.
  have := length_of_columns h w l 1 p; rewrite expr1n mul1r => <-.
  by apply: eq_bigr => j _; rewrite mul1r.
rewrite rows (eq_bigr (fun j => (2 * h)%:R * token j ^+ 2)) => [|j _]; last first.
  by rewrite exprMn sqr_sqrtr ?ler0n.
by rewrite -mulr_sumr unit mulr1 mulrC divfK // pnatr_eq0.
Qed.

(* Attention follows a permutation of its rows, whatever makes the scores of them. *)
Theorem attention_equivariant n d (S S' : 'M[R]_n) (V V' : 'M[R]_(n, d)) (s : 'S_n) :
  (forall k l, S' k l = S (s k) (s l)) -> (forall k c, V' k c = V (s k) c) ->
  attention e S' V' = row_perm s (attention e S V).
Proof.
move=> sameS sameV; apply/matrixP => i c; rewrite [RHS]mxE !attentionE.
rewrite [RHS](reindex_inj (@perm_inj _ s)) /=; apply: eq_bigr => j _.
rewrite !softmaxE sameS sameV; congr (_ / _ * _).
by rewrite [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => k _; rewrite sameS.
Qed.

Theorem alike_reading_ignores_order n d (S S' : 'M[R]_n) (V V' : 'M[R]_(n, d)) (s : 'S_n)
    (w : R) c :
  (forall k l, S' k l = S (s k) (s l)) -> (forall k c, V' k c = V (s k) c) ->
  \sum_i w * attention e S' V' i c = \sum_i w * attention e S V i c.
Proof.
move=> sameS sameV; rewrite (attention_equivariant sameS sameV).
rewrite [RHS](reindex_inj (@perm_inj _ s)) /=.
by apply: eq_bigr => i _; rewrite mxE.
Qed.

End Position.
