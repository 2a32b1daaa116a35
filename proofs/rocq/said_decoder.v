(* What the claims of decoder say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina decoder` prints them. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import limits lookup heads rows normalization feedforward encoder decoder exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Lemma pushed n (w v : 'I_n -> R) k t :
  \sum_s w s * (v s + t * (s == k)%:R) = \sum_s w s * v s + t * w k.
Proof.
under eq_bigr do rewrite mulrDr; rewrite big_split /= -[w k in RHS](only_one w) mulr_sumr.
by congr (_ + _); apply: eq_bigr => s _; rewrite mulrCA.
Qed.

Lemma straight (f : R -> R) c l : (forall t, f t = c + t * l) -> moves f c l.
Proof. by move=> same; apply: moves_ext (moves_line c l) => t; rewrite same. Qed.

Theorem causal_0 :
  forall n : nat, (0 < n)%N ->
  forall kappa : 'rV[bool]_n,
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_n,
  forall c : R,
  forall t : R,
  forall k : 'I_n,
  (\sum_(s1 < n) (((kappa 0 s1)%:R) * (w 0 s1)) != 0 :> R) ->
  ((kappa 0 k)%:R = 0 :> R) ->
  (\sum_(s1 < n) ((((kappa 0 s1)%:R) * ((w 0 s1) * (1 + ((c - 1) * ((s1 == k)%:R))))) * ((v 0 s1) + (t * ((s1 == k)%:R))))) / (\sum_(s1 < n) (((kappa 0 s1)%:R) * ((w 0 s1) * (1 + ((c - 1) * ((s1 == k)%:R)))))) = (\sum_(s1 < n) ((((kappa 0 s1)%:R) * (w 0 s1)) * (v 0 s1))) / (\sum_(s1 < n) (((kappa 0 s1)%:R) * (w 0 s1))) :> R.
Proof.
case=> [//|n] _; move=> kappa v w c t k h1 h2.
have same s : (kappa 0 s)%:R * (w 0 s * (1 + (c - 1) * (s == k)%:R)) = (kappa 0 s)%:R * w 0 s.
  by have [->|_] := eqVneq s k; rewrite ?h2 ?mul0r // mulr0 addr0 mulr1.
congr (_ / _); apply: eq_bigr => s _; rewrite same //.
by have [->|_] := eqVneq s k; rewrite ?h2 ?mul0r // mulr0 addr0.
Qed.

Theorem row_moves_with_earlier_values_0 :
  forall n : nat, (0 < n)%N ->
  forall kappa : 'rV[bool]_n,
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_n,
  forall k : 'I_n,
  (forall (at0 : 'I_n), 0 < w 0 at0) ->
  (\sum_(s1 < n) (((kappa 0 s1)%:R) * (w 0 s1)) > 0) ->
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|(((\sum_(s1 < n) ((((kappa 0 s1)%:R) * (w 0 s1)) * ((v 0 s1) + (step * ((s1 == k)%:R))))) / (\sum_(s1 < n) (((kappa 0 s1)%:R) * (w 0 s1)))) - ((\sum_(s1 < n) ((((kappa 0 s1)%:R) * (w 0 s1)) * (v 0 s1))) / (\sum_(s1 < n) (((kappa 0 s1)%:R) * (w 0 s1))))) / step - ((((kappa 0 k)%:R) * (w 0 k)) / (\sum_(s1 < n) (((kappa 0 s1)%:R) * (w 0 s1))))| < eps.
Proof.
case=> [//|n] _; move=> kappa v w k h1 h2.
by apply: straight => t; rewrite pushed mulrDl -mulrA.
Qed.

Theorem row_moves_with_earlier_values_1 :
  forall n : nat, (0 < n)%N ->
  forall kappa : 'rV[bool]_n,
  forall w : 'rV[R]_n,
  forall k : 'I_n,
  (forall (at0 : 'I_n), 0 < w 0 at0) ->
  (\sum_(s1 < n) (((kappa 0 s1)%:R) * (w 0 s1)) > 0) ->
  ((kappa 0 k)%:R = 1 :> R) ->
  (((kappa 0 k)%:R) * (w 0 k)) / (\sum_(s1 < n) (((kappa 0 s1)%:R) * (w 0 s1))) > 0.
Proof.
case=> [//|n] _; move=> kappa w k h1 h2 h3.
by rewrite h3 mul1r divr_gt0.
Qed.

Theorem row_moves_with_earlier_values_2 :
  forall n : nat, (0 < n)%N ->
  forall kappa : 'rV[bool]_n,
  forall w : 'rV[R]_n,
  forall k : 'I_n,
  (forall (at0 : 'I_n), 0 < w 0 at0) ->
  (\sum_(s1 < n) (((kappa 0 s1)%:R) * (w 0 s1)) > 0) ->
  ((kappa 0 k)%:R = 0 :> R) ->
  (((kappa 0 k)%:R) * (w 0 k)) / (\sum_(s1 < n) (((kappa 0 s1)%:R) * (w 0 s1))) = 0 :> R.
Proof.
case=> [//|n] _; move=> kappa w k h1 h2 h3.
by rewrite h3 !mul0r.
Qed.

Lemma at_most a b : Num.max 0 (1 - Num.max 0 (a.+1%:R - b.+1%:R)) = (a <= b)%N%:R :> R.
Proof.
case: leqP => [ab|ba].
  have -> : Num.max 0 (a.+1%:R - b.+1%:R) = 0 :> R by rewrite max_l // subr_le0 ler_nat.
  by rewrite subr0 max_r ?ler01.
have le : 1 <= a.+1%:R - b.+1%:R :> R by rewrite ler_subr_addl one_more ler_nat.
by rewrite (max_r (le_trans ler01 le)) max_l // subr_le0.
Qed.

Lemma seen n (i : 'I_n) (F : 'I_n -> R) :
  \sum_(s < n) Num.max 0 (1 - Num.max 0 (s.+1%:R - i.+1%:R)) * F s = \sum_(s < n | (s <= i)%N) F s.
Proof.
rewrite -(@sum_kept _ _ (fun s : 'I_n => (s <= i)%N)).
by apply: eq_bigr => s _; rewrite at_most.
Qed.

Theorem all_prefixes_at_once_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(n, d_k),
  forall V : 'M[R]_(n, d_v),
  forall c : 'I_d_v,
  forall i : 'I_n,
  \sum_(s1 < n) ((((Num.max 0 (1 - (Num.max 0 ((s1.+1%:R) - (i.+1%:R))))) * (e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R)))) / (\sum_(s2 < n) ((Num.max 0 (1 - (Num.max 0 ((s2.+1%:R) - (i.+1%:R))))) * (e ((\sum_(s3 < d_k) ((Q i s3) * (K s2 s3))) / (Num.sqrt d_k%:R)))))) * (V s1 c)) = \sum_(s1 < n | (s1 <= i)%N) (((e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R))) / (\sum_(s2 < n | (s2 <= i)%N) (e ((\sum_(s3 < d_k) ((Q i s3) * (K s2 s3))) / (Num.sqrt d_k%:R))))) * (V s1 c)) :> R.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|n] _; move=> K Q V c i.
under eq_bigr do rewrite -!mulrA.
by rewrite !seen; apply: eq_bigr => s _; rewrite mulrA.
Qed.

Lemma nothing_is_hidden m n (kappa : 'M[bool]_(m, n)) :
  (forall k l, (kappa k l)%:R = 1 :> R) -> kappa = everything m n.
Proof.
move=> all; apply/matrixP => k l; rewrite mxE; have /eqP := all k l.
by case: (kappa k l); rewrite // eq_sym oner_eq0.
Qed.

Theorem without_positions_sources_are_multisets_0 :
  forall d : nat, (0 < d)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall h : nat, (0 < h)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall U_K : 'I_h -> 'M[R]_(d, d_k),
  forall U_O : 'I_h -> 'M[R]_(d_k, d),
  forall U_Q : 'I_h -> 'M[R]_(d, d_k),
  forall U_V : 'I_h -> 'M[R]_(d, d_k),
  forall e_ : 'M[R]_(n, d),
  forall kappa : 'rV[bool]_n,
  forall p : 'M[R]_(n, d),
  forall u : 'rV[R]_d,
  forall y : 'M[R]_(m, d),
  forall sigma : 'S_n,
  forall c : 'I_d,
  forall i : 'I_m,
  (forall (l : 'I_n) (o : 'I_d), p l o = u 0 o :> R) ->
  (forall (l : 'I_n), (kappa 0 l)%:R = 1 :> R) ->
  \sum_(s1 < h) (\sum_(s2 < d_k) ((\sum_(s3 < n) (((((kappa 0 s3)%:R) * (e ((\sum_(s4 < d_k) ((\sum_(s5 < d) ((y i s5) * (U_Q s1 s5 s4))) * (\sum_(s5 < d) (((e_ (sigma s3) s5) + (p s3 s5)) * (U_K s1 s5 s4))))) / (Num.sqrt d_k%:R)))) / (\sum_(s4 < n) (((kappa 0 s4)%:R) * (e ((\sum_(s5 < d_k) ((\sum_(s6 < d) ((y i s6) * (U_Q s1 s6 s5))) * (\sum_(s6 < d) (((e_ (sigma s4) s6) + (p s4 s6)) * (U_K s1 s6 s5))))) / (Num.sqrt d_k%:R)))))) * (\sum_(s4 < d) (((e_ (sigma s3) s4) + (p s3 s4)) * (U_V s1 s4 s2))))) * (U_O s1 s2 c))) = \sum_(s1 < h) (\sum_(s2 < d_k) ((\sum_(s3 < n) (((((kappa 0 s3)%:R) * (e ((\sum_(s4 < d_k) ((\sum_(s5 < d) ((y i s5) * (U_Q s1 s5 s4))) * (\sum_(s5 < d) (((e_ s3 s5) + (p s3 s5)) * (U_K s1 s5 s4))))) / (Num.sqrt d_k%:R)))) / (\sum_(s4 < n) (((kappa 0 s4)%:R) * (e ((\sum_(s5 < d_k) ((\sum_(s6 < d) ((y i s6) * (U_Q s1 s6 s5))) * (\sum_(s6 < d) (((e_ s4 s6) + (p s4 s6)) * (U_K s1 s6 s5))))) / (Num.sqrt d_k%:R)))))) * (\sum_(s4 < d) (((e_ s3 s4) + (p s3 s4)) * (U_V s1 s4 s2))))) * (U_O s1 s2 c))) :> R.
Proof.
case=> [//|d] _; case=> [//|d_k] _; case=> [//|h] _; case=> [//|m] _; case=> [//|n] _; move=> U_K U_O U_Q U_V e_ kappa p u y sigma c i h1 h2.
have moves : row_perm sigma e_ + p = row_perm sigma (e_ + p).
  by apply/matrixP => l o; rewrite !mxE !h1.
pose kept := \matrix_(_ < m.+1, l < n.+1) kappa 0 l.
have all : kept = everything m.+1 n.+1 by apply: nothing_is_hidden => a l; rewrite mxE h2.
pose A (Y : 'M[R]_(n.+1, d.+1)) r :=
  masked_dot_product_attention e kept (y *m U_Q r) (Y *m U_K r) (Y *m U_V r).
have same r : A (row_perm sigma e_ + p) r = A (e_ + p) r.
  by rewrite /A moves all sources_are_multisets.
apply: eq_bigr => r _; apply: eq_bigr => b _; congr (_ * _).
transitivity (A (row_perm sigma e_ + p) r i b); [|rewrite same];
  rewrite /A /kept /masked_dot_product_attention /masked_attention /masked_softmax
    /heads.scores; alike.
Qed.

Theorem cache_equals_full_pass_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(n, d_k),
  forall V : 'M[R]_(n, d_v),
  forall c : 'I_d_v,
  forall i : 'I_n,
  \sum_(s1 < n) ((((Num.max 0 (1 - (Num.max 0 ((s1.+1%:R) - (i.+1%:R))))) * (e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R)))) / (\sum_(s2 < n) ((Num.max 0 (1 - (Num.max 0 ((s2.+1%:R) - (i.+1%:R))))) * (e ((\sum_(s3 < d_k) ((Q i s3) * (K s2 s3))) / (Num.sqrt d_k%:R)))))) * (V s1 c)) = \sum_(s1 < n | (s1 <= i)%N) (((e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R))) / (\sum_(s2 < n | (s2 <= i)%N) (e ((\sum_(s3 < d_k) ((Q i s3) * (K s2 s3))) / (Num.sqrt d_k%:R))))) * (V s1 c)) :> R.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|n] _; move=> K Q V c i.
under eq_bigr do rewrite -!mulrA.
by rewrite !seen; apply: eq_bigr => s _; rewrite mulrA.
Qed.

End Said.
