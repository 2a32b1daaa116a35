(* The feed-forward net: two linear layers with a bend between them, the same for every row. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential softmax lookup heads.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Net.
Variable R : rcfType.

Definition on_each_row n d (b : 'rV[R]_d) : 'M[R]_(n, d) := \matrix_(i, j) b 0 j.

Definition net (bend : R -> R) n d dff dout (W1 : 'M[R]_(d, dff)) (b1 : 'rV[R]_dff)
  (W2 : 'M[R]_(dff, dout)) (b2 : 'rV[R]_dout) (X : 'M[R]_(n, d)) : 'M[R]_(n, dout) :=
  map_mx bend (X *m W1 + on_each_row n b1) *m W2 + on_each_row n b2.

Theorem affine_without_a_bend n d dff dout (W1 : 'M[R]_(d, dff)) b1 (W2 : 'M[R]_(dff, dout))
    b2 (X : 'M[R]_(n, d)) :
  net id W1 b1 W2 b2 X = X *m (W1 *m W2) + on_each_row n (b1 *m W2 + b2).
Proof.
rewrite /net (_ : map_mx id _ = X *m W1 + on_each_row n b1); last first.
  by apply/matrixP => i j; rewrite mxE.
rewrite mulmxDl -mulmxA -addrA; congr (_ + _); apply/matrixP => i j.
rewrite !mxE; congr (_ + _); apply: eq_bigr => k _; by rewrite mxE.
Qed.

Theorem an_affine_map_keeps_midpoints n d dff dout (W1 : 'M[R]_(d, dff)) b1
    (W2 : 'M[R]_(dff, dout)) b2 (X T : 'M[R]_(n, d)) :
  let f := net id W1 b1 W2 b2 in f (X + T) + f (X - T) = f X *+ 2.
Proof.
move=> f; rewrite /f !affine_without_a_bend !mulmxDl mulNmx mulr2n !addrA.
move: (X *m _) (T *m _) (on_each_row _ _) => A B C.
apply/matrixP => i j; rewrite !mxE.
by move: (A i j) (B i j) (C i j) => *; ring.
Qed.

Theorem attention_is_linear_for_one_row (e : exponential R) d dk dv (x : 'rV[R]_d)
    (wq wk : 'M[R]_(d, dk)) (wv : 'M[R]_(d, dv)) :
  dot_product_attention e (x *m wq) (x *m wk) (x *m wv) = x *m wv.
Proof.
apply/matrixP => i j; rewrite /dot_product_attention attentionE big_ord1 softmaxE big_ord1.
by rewrite divff ?e_neq0 // mul1r !ord1.
Qed.

Theorem share_of_parameters d : let w := d.+1%:R : R in let dff := 4%:R * w in
  2%:R * w * dff / (2%:R * w * dff + 4%:R * w ^+ 2) = 2%:R / 3%:R.
Proof.
move=> w dff; have nz : w != 0 by rewrite pnatr_eq0.
have three : 3%:R != 0 :> R by rewrite pnatr_eq0.
have twelve : 12%:R != 0 :> R by rewrite pnatr_eq0.
have -> : 2%:R * w * dff + 4%:R * w ^+ 2 = 12%:R * w ^+ 2 by rewrite /dff; ring.
by rewrite /dff; field; rewrite ?three ?twelve ?nz ?pnatr_eq0.
Qed.

End Net.
