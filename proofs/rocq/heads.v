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

(* The rows of W that head s writes through. *)
Definition own_rows h dv d (W : 'M[R]_(h * dv, d)) (s : 'I_h) : 'M[R]_(dv, d) :=
  \matrix_(c, j) W (mxvec_index s c) j.

Definition multi_head h m n d d' dk dv dout (kept : 'M[bool]_(m, n))
  (wq : 'I_h -> 'M[R]_(d, dk)) (wk : 'I_h -> 'M[R]_(d', dk)) (wv : 'I_h -> 'M[R]_(d', dv))
  (wo : 'M[R]_(h * dv, dout)) (X : 'M[R]_(m, d)) (Y : 'M[R]_(n, d')) : 'M[R]_(m, dout) :=
  side_by_side (fun s =>
    masked_dot_product_attention kept (X *m wq s) (Y *m wk s) (Y *m wv s)) *m wo.

Theorem every_element_takes_part m n d (Q : 'M[R]_(m, d)) (K : 'M[R]_(n.+1, d)) i j :
  0 < softmax e (scores Q K) i j.
Proof. exact: softmax_gt0. Qed.

(* When value j moves by h, output i moves by its weight times h: none stands still. *)
Theorem output_moves_with_every_value m n d dv (Q : 'M[R]_(m, d)) (K : 'M[R]_(n.+1, d))
    (V : 'M[R]_(n.+1, dv)) i (j : 'I_n.+1) (h : 'rV[R]_dv) :
  let weight := softmax e (scores Q K) in
  row i (dot_product_attention Q K (V + (delta_mx j 0 : 'cV_n.+1) *m h))
    = row i (dot_product_attention Q K V) + weight i j *: h
  /\ 0 < weight i j.
Proof. by move=> weight; rewrite softmax_gt0 -mean_moves. Qed.

Lemma side_by_sideE h m dv (head : 'I_h -> 'M[R]_(m, dv)) i s c :
  side_by_side head i (mxvec_index s c) = head s i c.
Proof. by rewrite mxE mxvecE mxE. Qed.

Lemma sum_mxvec h dv (F : 'I_(h * dv) -> R) :
  \sum_r F r = \sum_s \sum_c F (mxvec_index s c).
Proof.
rewrite (reindex _ (curry_mxvec_bij _ _)) /= [RHS]pair_bigA /=.
by apply: eq_bigr; case.
Qed.

Theorem sum_over_heads h m dv d (head : 'I_h -> 'M[R]_(m, dv)) (W : 'M[R]_(h * dv, d)) :
  side_by_side head *m W = \sum_s head s *m own_rows W s.
Proof.
apply/matrixP => i j; rewrite mxE summxE sum_mxvec.
apply: eq_bigr => s _; rewrite mxE; apply: eq_bigr => c _.
by rewrite side_by_sideE [own_rows _ _ _ _]mxE.
Qed.

Theorem projecting_twice h m n d d' dk dv dout p p' (kept : 'M[bool]_(m, n))
    (W : 'M[R]_(d, p)) (W' : 'M[R]_(d', p')) (wq : 'I_h -> 'M[R]_(p, dk))
    (wk : 'I_h -> 'M[R]_(p', dk)) (wv : 'I_h -> 'M[R]_(p', dv)) (wo : 'M[R]_(h * dv, dout))
    (X : 'M[R]_(m, d)) (Y : 'M[R]_(n, d')) :
  multi_head kept wq wk wv wo (X *m W) (Y *m W') =
  multi_head kept (fun s => W *m wq s) (fun s => W' *m wk s) (fun s => W' *m wv s) wo X Y.
Proof.
rewrite /multi_head; congr (_ *m _); apply/matrixP => i j; rewrite [LHS]mxE [RHS]mxE.
by congr (mxvec _ 0 j); apply/matrixP => s c; rewrite [LHS]mxE [RHS]mxE !mulmxA.
Qed.

(* Slice s of rows that are h slices of width dk, and a projection of the whole. *)
Definition slice h m dk (E : 'M[R]_(m, h * dk)) (s : 'I_h) : 'M[R]_(m, dk) :=
  \matrix_(i, c) E i (mxvec_index s c).

Definition blind_but_to h dk d (s : 'I_h) (W : 'M[R]_(dk, d)) : 'M[R]_(h * dk, d) :=
  \matrix_(r, c) let (t, b) := enum_val (cast_ord (esym (mxvec_cast h dk)) r) in
    (t == s)%:R * W b c.

Theorem small_projections_see_one_slice h m dk d (E : 'M[R]_(m, h * dk)) s
    (W : 'M[R]_(dk, d)) :
  slice E s *m W = E *m blind_but_to s W
  /\ forall t b c, blind_but_to s W (mxvec_index t b) c = (t == s)%:R * W b c.
Proof.
have blindE t b c : blind_but_to s W (mxvec_index t b) c = (t == s)%:R * W b c.
  by rewrite mxE /mxvec_index cast_ordK enum_rankK.
split=> //; apply/matrixP => i c; rewrite [LHS]mxE [RHS]mxE sum_mxvec [RHS](bigD1 s) //=.
rewrite [X in _ = _ + X]big1 ?addr0 => [|t ts]; last first.
  by rewrite big1 // => b _; rewrite blindE (negbTE ts) mul0r mulr0.
by apply: eq_bigr => b _; rewrite blindE eqxx mul1r mxE.
Qed.

Theorem equal_heads_act_as_one h m dv d (head : 'I_h -> 'M[R]_(m, dv))
    (W : 'M[R]_(h * dv, d)) s t : s != t -> head s = head t ->
  head s *m own_rows W s + head t *m own_rows W t = head s *m (own_rows W s + own_rows W t)
  /\ side_by_side head *m W = head s *m (own_rows W s + own_rows W t)
     + \sum_(r | (r != s) && (r != t)) head r *m own_rows W r.
Proof.
move=> st same; have merged : head s *m own_rows W s + head t *m own_rows W t =
    head s *m (own_rows W s + own_rows W t) by rewrite -same -mulmxDr.
by split=> //; rewrite sum_over_heads (bigD1 s) //= (bigD1 t) 1?eq_sym //= addrA merged.
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

Theorem weights_are_a_normalised_kernel n d (Q : 'M[R]_(n.+1, d)) i j :
  let S := scores Q Q in let Z i := \sum_l e (S i l) in
  Z i * softmax e S i j = Z j * softmax e S j i.
Proof.
move=> S Z; rewrite !softmaxE !mulrA -!(mulrC (e _)) -!mulrA !divff ?sum_e_neq0 ?mulr1 //.
congr (e _); rewrite !mxE; congr (_ * _); apply: eq_bigr => a _.
by rewrite !mxE mulrC.
Qed.

(* How the log-odds of keys i and k move when coordinate u of the query moves by t. *)
Theorem attention_answers_its_query n d (q : 'rV[R]_d) (K : 'M[R]_(n.+1, d)) u t i k :
  let L q := ln e (softmax e (q *m K^T) 0 i / softmax e (q *m K^T) 0 k) in
  L (q + t *: delta_mx 0 u) = L q + t * (K i u - K k u).
Proof.
move=> L; rewrite /L !log_odds mulmxDl -scalemxAl -rowE !mxE.
rewrite mulrBr opprD addrACA; congr (_ + _); by rewrite mulrN.
Qed.

End Heads.
