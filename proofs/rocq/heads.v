(* Attention heads: scaled dot products, several heads side by side. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential softmax lookup.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Heads.
Variables (R : rcfType) (e : exponential R).

Definition scores m n d (Q : 'M[R]_(m, d)) (K : 'M[R]_(n, d)) : 'M[R]_(m, n) :=
  (Num.sqrt d%:R)^-1 *: (Q *m K^T).

Definition dot_product_attention m n d dv (Q : 'M[R]_(m, d)) (K : 'M[R]_(n, d))
  (V : 'M[R]_(n, dv)) : 'M[R]_(m, dv) := attention e (scores Q K) V.

Definition masked_dot_product_attention m n d dv (kept : 'M[bool]_(m, n)) (Q : 'M[R]_(m, d))
  (K : 'M[R]_(n, d)) (V : 'M[R]_(n, dv)) : 'M[R]_(m, dv) :=
  masked_attention e kept (scores Q K) V.

Definition everything m n : 'M[bool]_(m, n) := const_mx true.

Lemma attends_to_everything m n d dv (Q : 'M[R]_(m, d)) (K : 'M[R]_(n.+1, d))
    (V : 'M[R]_(n.+1, dv)) :
  masked_dot_product_attention (everything m n.+1) Q K V = dot_product_attention Q K V.
Proof. by rewrite /masked_dot_product_attention /masked_attention masked_softmax_all. Qed.

(* Row i of the result is row i of head 0, then of head 1, and so on. *)
Definition side_by_side h m dv (head : 'I_h -> 'M[R]_(m, dv)) : 'M[R]_(m, h * dv) :=
  \matrix_i mxvec (\matrix_(s, c) head s i c).

Definition multi_head h m n d d' dk dv dout (kept : 'M[bool]_(m, n))
  (wq : 'I_h -> 'M[R]_(d, dk)) (wk : 'I_h -> 'M[R]_(d', dk)) (wv : 'I_h -> 'M[R]_(d', dv))
  (wo : 'M[R]_(h * dv, dout)) (X : 'M[R]_(m, d)) (Y : 'M[R]_(n, d')) : 'M[R]_(m, dout) :=
  side_by_side (fun s =>
    masked_dot_product_attention kept (X *m wq s) (Y *m wk s) (Y *m wv s)) *m wo.

Theorem every_element_takes_part m n d (Q : 'M[R]_(m, d)) (K : 'M[R]_(n.+1, d)) i j :
  0 < softmax e (scores Q K) i j.
Proof. exact: softmax_gt0. Qed.

Lemma sum_mxvec h dv (F : 'I_(h * dv) -> R) :
  \sum_r F r = \sum_s \sum_c F (mxvec_index s c).
Proof.
rewrite (reindex _ (curry_mxvec_bij _ _)) /= [RHS]pair_bigA /=.
by apply: eq_bigr; case.
Qed.

(* Log-odds of a row of weights, each key against key l. *)
Definition log_odds_matrix m n d (Q : 'M[R]_(m, d)) (K : 'M[R]_(n, d)) (l : 'I_n) :
  'M[R]_(m, n) := let A := softmax e (scores Q K) in \matrix_(i, j) ln e (A i j / A i l).

Theorem width_limits_the_rank m n d (Q : 'M[R]_(m, d)) (K : 'M[R]_(n.+1, d)) l :
  (\rank (log_odds_matrix Q K l) <= d)%N.
Proof.
have -> : log_odds_matrix Q K l = Q *m ((Num.sqrt d%:R)^-1 *: (\matrix_j (row j K - row l K))^T).
  apply/matrixP => i j; rewrite mxE log_odds -scalemxAr !mxE -mulrBr -sumrB; congr (_ * _).
  by apply: eq_bigr => a _; rewrite !mxE mulrBr.
exact: leq_trans (mxrankM_maxl _ _) (rank_leq_col _).
Qed.

End Heads.
