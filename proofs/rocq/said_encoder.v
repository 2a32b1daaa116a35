(* What the claims of encoder say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina encoder` prints them. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import lookup heads rows normalization feedforward encoder exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem printed_block_is_the_net_of_twice_z_0 :
  forall d : nat, (0 < d)%N ->
  forall z : 'rV[R]_d,
  forall c : 'I_d,
  (\sum_(s1 < d) (z 0 s1) = 0 :> R) ->
  (\sum_(s1 < d) ((z 0 s1) ^+ 2) = d%:R :> R) ->
  (((z 0 c) - ((1 / d%:R) * (\sum_(s1 < d) (z 0 s1)))) / (Num.sqrt ((1 / d%:R) * (\sum_(s1 < d) (((z 0 s1) - ((1 / d%:R) * (\sum_(s2 < d) (z 0 s2)))) ^+ 2))))) + (z 0 c) = 2%:R * (z 0 c) :> R.
Proof.
case=> [//|d] _; move=> z c h1 h2.
have norm : normalised z 0 by split; rewrite ?h1 ?h2 ?mulVf ?pnatr_eq0.
have H := congr1 (fun A : 'rV_d.+1 => A 0 c) (idempotence norm).
rewrite mulr_natl mulr2n; congr (_ + _); by_theorem H.
Qed.

Theorem printed_block_is_the_net_of_twice_z_1 :
  forall d : nat, (0 < d)%N ->
  forall d_ff : nat, (0 < d_ff)%N ->
  forall W_1 : 'M[R]_(d, d_ff),
  forall W_2 : 'M[R]_(d_ff, d),
  forall b_1 : 'rV[R]_d_ff,
  forall b_2 : 'rV[R]_d,
  forall z : 'rV[R]_d,
  forall c : 'I_d,
  (\sum_(s1 < d) (z 0 s1) = 0 :> R) ->
  (\sum_(s1 < d) ((z 0 s1) ^+ 2) = d%:R :> R) ->
  (forall (k : 'I_d_ff), W_2 k c = 0 :> R) ->
  (\sum_(s1 < d_ff) ((Num.max 0 ((\sum_(s2 < d) ((2%:R * (z 0 s2)) * (W_1 s2 s1))) + (b_1 0 s1))) * (W_2 s1 c))) + (b_2 0 c) = b_2 0 c :> R.
Proof.
case=> [//|d] _; case=> [//|d_ff] _; move=> W_1 W_2 b_1 b_2 z c h1 h2 h3.
by rewrite big1 ?add0r // => s _; rewrite h3 mulr0.
Qed.

Lemma silent d dk h n (Q K V : 'I_h -> 'M[R]_(d, dk)) (W : 'I_h -> 'M[R]_(dk, d))
    (X : 'M[R]_(n, d)) :
  (forall b o r, W r b o = 0) ->
  \matrix_(i, c) (\sum_r \sum_b
    dot_product_attention e (X *m Q r) (X *m K r) (X *m V r) i b * W r b c) = 0.
Proof.
move=> zero; apply/matrixP => i c; rewrite !mxE big1 // => r _; rewrite big1 // => b _.
by rewrite zero mulr0.
Qed.

Theorem only_attention_mixes_rows_0 :
  forall d : nat, (0 < d)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall h : nat, (0 < h)%N ->
  forall n : nat, (0 < n)%N ->
  forall W_K : 'I_h -> 'M[R]_(d, d_k),
  forall W_O : 'I_h -> 'M[R]_(d_k, d),
  forall W_Q : 'I_h -> 'M[R]_(d, d_k),
  forall W_V : 'I_h -> 'M[R]_(d, d_k),
  forall beta_1 : 'rV[R]_d,
  forall gamma_1 : 'rV[R]_d,
  forall x : 'M[R]_(n, d),
  forall x_prime : 'M[R]_(n, d),
  forall varepsilon : R,
  forall c : 'I_d,
  forall i : 'I_n,
  (varepsilon > 0) ->
  (forall (o : 'I_d), x_prime i o = x i o :> R) ->
  (forall (b : 'I_d_k) (o : 'I_d) (r : 'I_h), W_O r b o = 0 :> R) ->
  ((gamma_1 0 c) * ((((x i c) + (\sum_(s1 < h) (\sum_(s2 < d_k) ((\sum_(s3 < n) (((e ((\sum_(s4 < d_k) ((\sum_(s5 < d) ((x i s5) * (W_Q s1 s5 s4))) * (\sum_(s5 < d) ((x s3 s5) * (W_K s1 s5 s4))))) / (Num.sqrt d_k%:R))) / (\sum_(s4 < n) (e ((\sum_(s5 < d_k) ((\sum_(s6 < d) ((x i s6) * (W_Q s1 s6 s5))) * (\sum_(s6 < d) ((x s4 s6) * (W_K s1 s6 s5))))) / (Num.sqrt d_k%:R))))) * (\sum_(s4 < d) ((x s3 s4) * (W_V s1 s4 s2))))) * (W_O s1 s2 c))))) - ((1 / d%:R) * (\sum_(s1 < d) ((x i s1) + (\sum_(s2 < h) (\sum_(s3 < d_k) ((\sum_(s4 < n) (((e ((\sum_(s5 < d_k) ((\sum_(s6 < d) ((x i s6) * (W_Q s2 s6 s5))) * (\sum_(s6 < d) ((x s4 s6) * (W_K s2 s6 s5))))) / (Num.sqrt d_k%:R))) / (\sum_(s5 < n) (e ((\sum_(s6 < d_k) ((\sum_(s7 < d) ((x i s7) * (W_Q s2 s7 s6))) * (\sum_(s7 < d) ((x s5 s7) * (W_K s2 s7 s6))))) / (Num.sqrt d_k%:R))))) * (\sum_(s5 < d) ((x s4 s5) * (W_V s2 s5 s3))))) * (W_O s2 s3 s1)))))))) / (Num.sqrt (((1 / d%:R) * (\sum_(s1 < d) ((((x i s1) + (\sum_(s2 < h) (\sum_(s3 < d_k) ((\sum_(s4 < n) (((e ((\sum_(s5 < d_k) ((\sum_(s6 < d) ((x i s6) * (W_Q s2 s6 s5))) * (\sum_(s6 < d) ((x s4 s6) * (W_K s2 s6 s5))))) / (Num.sqrt d_k%:R))) / (\sum_(s5 < n) (e ((\sum_(s6 < d_k) ((\sum_(s7 < d) ((x i s7) * (W_Q s2 s7 s6))) * (\sum_(s7 < d) ((x s5 s7) * (W_K s2 s7 s6))))) / (Num.sqrt d_k%:R))))) * (\sum_(s5 < d) ((x s4 s5) * (W_V s2 s5 s3))))) * (W_O s2 s3 s1))))) - ((1 / d%:R) * (\sum_(s2 < d) ((x i s2) + (\sum_(s3 < h) (\sum_(s4 < d_k) ((\sum_(s5 < n) (((e ((\sum_(s6 < d_k) ((\sum_(s7 < d) ((x i s7) * (W_Q s3 s7 s6))) * (\sum_(s7 < d) ((x s5 s7) * (W_K s3 s7 s6))))) / (Num.sqrt d_k%:R))) / (\sum_(s6 < n) (e ((\sum_(s7 < d_k) ((\sum_(s8 < d) ((x i s8) * (W_Q s3 s8 s7))) * (\sum_(s8 < d) ((x s6 s8) * (W_K s3 s8 s7))))) / (Num.sqrt d_k%:R))))) * (\sum_(s6 < d) ((x s5 s6) * (W_V s3 s6 s4))))) * (W_O s3 s4 s2)))))))) ^+ 2))) + varepsilon)))) + (beta_1 0 c) = ((gamma_1 0 c) * ((((x_prime i c) + (\sum_(s1 < h) (\sum_(s2 < d_k) ((\sum_(s3 < n) (((e ((\sum_(s4 < d_k) ((\sum_(s5 < d) ((x_prime i s5) * (W_Q s1 s5 s4))) * (\sum_(s5 < d) ((x_prime s3 s5) * (W_K s1 s5 s4))))) / (Num.sqrt d_k%:R))) / (\sum_(s4 < n) (e ((\sum_(s5 < d_k) ((\sum_(s6 < d) ((x_prime i s6) * (W_Q s1 s6 s5))) * (\sum_(s6 < d) ((x_prime s4 s6) * (W_K s1 s6 s5))))) / (Num.sqrt d_k%:R))))) * (\sum_(s4 < d) ((x_prime s3 s4) * (W_V s1 s4 s2))))) * (W_O s1 s2 c))))) - ((1 / d%:R) * (\sum_(s1 < d) ((x_prime i s1) + (\sum_(s2 < h) (\sum_(s3 < d_k) ((\sum_(s4 < n) (((e ((\sum_(s5 < d_k) ((\sum_(s6 < d) ((x_prime i s6) * (W_Q s2 s6 s5))) * (\sum_(s6 < d) ((x_prime s4 s6) * (W_K s2 s6 s5))))) / (Num.sqrt d_k%:R))) / (\sum_(s5 < n) (e ((\sum_(s6 < d_k) ((\sum_(s7 < d) ((x_prime i s7) * (W_Q s2 s7 s6))) * (\sum_(s7 < d) ((x_prime s5 s7) * (W_K s2 s7 s6))))) / (Num.sqrt d_k%:R))))) * (\sum_(s5 < d) ((x_prime s4 s5) * (W_V s2 s5 s3))))) * (W_O s2 s3 s1)))))))) / (Num.sqrt (((1 / d%:R) * (\sum_(s1 < d) ((((x_prime i s1) + (\sum_(s2 < h) (\sum_(s3 < d_k) ((\sum_(s4 < n) (((e ((\sum_(s5 < d_k) ((\sum_(s6 < d) ((x_prime i s6) * (W_Q s2 s6 s5))) * (\sum_(s6 < d) ((x_prime s4 s6) * (W_K s2 s6 s5))))) / (Num.sqrt d_k%:R))) / (\sum_(s5 < n) (e ((\sum_(s6 < d_k) ((\sum_(s7 < d) ((x_prime i s7) * (W_Q s2 s7 s6))) * (\sum_(s7 < d) ((x_prime s5 s7) * (W_K s2 s7 s6))))) / (Num.sqrt d_k%:R))))) * (\sum_(s5 < d) ((x_prime s4 s5) * (W_V s2 s5 s3))))) * (W_O s2 s3 s1))))) - ((1 / d%:R) * (\sum_(s2 < d) ((x_prime i s2) + (\sum_(s3 < h) (\sum_(s4 < d_k) ((\sum_(s5 < n) (((e ((\sum_(s6 < d_k) ((\sum_(s7 < d) ((x_prime i s7) * (W_Q s3 s7 s6))) * (\sum_(s7 < d) ((x_prime s5 s7) * (W_K s3 s7 s6))))) / (Num.sqrt d_k%:R))) / (\sum_(s6 < n) (e ((\sum_(s7 < d_k) ((\sum_(s8 < d) ((x_prime i s8) * (W_Q s3 s8 s7))) * (\sum_(s8 < d) ((x_prime s6 s8) * (W_K s3 s8 s7))))) / (Num.sqrt d_k%:R))))) * (\sum_(s6 < d) ((x_prime s5 s6) * (W_V s3 s6 s4))))) * (W_O s3 s4 s2)))))))) ^+ 2))) + varepsilon)))) + (beta_1 0 c) :> R.
Proof.
case=> [//|d] _; case=> [//|d_k] _; case=> [//|h] _; case=> [//|n] _; move=> W_K W_O W_Q W_V beta_1 gamma_1 x x_prime varepsilon c i h1 h2 h3.
have own : row i x_prime = row i x by apply/rowP => o; rewrite !mxE.
pose A (Y : 'M_(n.+1, d.+1)) := \matrix_(i, c) (\sum_r \sum_b
  dot_product_attention e (Y *m W_Q r) (Y *m W_K r) (Y *m W_V r) i b * W_O r b c).
have by_row (Y : 'M_(n.+1, d.+1)) : layer_norm gamma_1 beta_1 varepsilon Y i c =
    layer_norm gamma_1 beta_1 varepsilon (row i Y) 0 c by rewrite -norm_by_row [RHS]mxE.
have H : layer_norm gamma_1 beta_1 varepsilon (x + A x) i c =
    layer_norm gamma_1 beta_1 varepsilon (x_prime + A x_prime) i c.
  by rewrite /A !(silent _ _ _ _ h3) !addr0 by_row -own -by_row.
refine (etrans (esym (norm_of _ _ _ _ _)) (etrans H (norm_of _ _ _ _ _))) => l;
  by rewrite /A /dot_product_attention /attention /softmax.softmax /heads.scores; alike.
Qed.

Lemma nothing_is_hidden m n (kappa : 'M[bool]_(m, n)) :
  (forall k l, (kappa k l)%:R = 1 :> R) -> kappa = everything m n.
Proof.
move=> all; apply/matrixP => k l; rewrite mxE; have /eqP := all k l.
by case: (kappa k l); rewrite // eq_sym oner_eq0.
Qed.

Theorem equivariant_0 :
  forall d : nat, (0 < d)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall h : nat, (0 < h)%N ->
  forall n : nat, (0 < n)%N ->
  forall W_K : 'I_h -> 'M[R]_(d, d_k),
  forall W_O : 'I_h -> 'M[R]_(d_k, d),
  forall W_Q : 'I_h -> 'M[R]_(d, d_k),
  forall W_V : 'I_h -> 'M[R]_(d, d_k),
  forall e_ : 'M[R]_(n, d),
  forall kappa : 'M[bool]_(n, n),
  forall p : 'M[R]_(n, d),
  forall u : 'rV[R]_d,
  forall sigma : 'S_n,
  forall c : 'I_d,
  forall i : 'I_n,
  (forall (l : 'I_n) (o : 'I_d), p l o = u 0 o :> R) ->
  (forall (k : 'I_n) (l : 'I_n), (kappa k l)%:R = 1 :> R) ->
  ((e_ (sigma i) c) + (p i c)) + (\sum_(s1 < h) (\sum_(s2 < d_k) ((\sum_(s3 < n) (((((kappa i s3)%:R) * (e ((\sum_(s4 < d_k) ((\sum_(s5 < d) (((e_ (sigma i) s5) + (p i s5)) * (W_Q s1 s5 s4))) * (\sum_(s5 < d) (((e_ (sigma s3) s5) + (p s3 s5)) * (W_K s1 s5 s4))))) / (Num.sqrt d_k%:R)))) / (\sum_(s4 < n) (((kappa i s4)%:R) * (e ((\sum_(s5 < d_k) ((\sum_(s6 < d) (((e_ (sigma i) s6) + (p i s6)) * (W_Q s1 s6 s5))) * (\sum_(s6 < d) (((e_ (sigma s4) s6) + (p s4 s6)) * (W_K s1 s6 s5))))) / (Num.sqrt d_k%:R)))))) * (\sum_(s4 < d) (((e_ (sigma s3) s4) + (p s3 s4)) * (W_V s1 s4 s2))))) * (W_O s1 s2 c)))) = ((e_ (sigma i) c) + (p (sigma i) c)) + (\sum_(s1 < h) (\sum_(s2 < d_k) ((\sum_(s3 < n) (((((kappa (sigma i) s3)%:R) * (e ((\sum_(s4 < d_k) ((\sum_(s5 < d) (((e_ (sigma i) s5) + (p (sigma i) s5)) * (W_Q s1 s5 s4))) * (\sum_(s5 < d) (((e_ s3 s5) + (p s3 s5)) * (W_K s1 s5 s4))))) / (Num.sqrt d_k%:R)))) / (\sum_(s4 < n) (((kappa (sigma i) s4)%:R) * (e ((\sum_(s5 < d_k) ((\sum_(s6 < d) (((e_ (sigma i) s6) + (p (sigma i) s6)) * (W_Q s1 s6 s5))) * (\sum_(s6 < d) (((e_ s4 s6) + (p s4 s6)) * (W_K s1 s6 s5))))) / (Num.sqrt d_k%:R)))))) * (\sum_(s4 < d) (((e_ s3 s4) + (p s3 s4)) * (W_V s1 s4 s2))))) * (W_O s1 s2 c)))) :> R.
Proof.
case=> [//|d] _; case=> [//|d_k] _; case=> [//|h] _; case=> [//|n] _; move=> W_K W_O W_Q W_V e_ kappa p u sigma c i h1 h2.
have moves : row_perm sigma e_ + p = row_perm sigma (e_ + p).
  by apply/matrixP => l o; rewrite !mxE !h1.
pose A (Y : 'M[R]_(n.+1, d.+1)) r :=
  masked_dot_product_attention e kappa (Y *m W_Q r) (Y *m W_K r) (Y *m W_V r).
have same r b : A (row_perm sigma e_ + p) r i b = A (e_ + p) r (sigma i) b.
  rewrite /A moves (nothing_is_hidden h2).
  have moved j : row j (row_perm sigma (e_ + p)) = row (sigma j) (e_ + p).
    by apply/rowP => a; rewrite !mxE.
  apply: (attention_row _ (keeps_alike_perm sigma (sigma i) i)) => [|j _];
    by rewrite !row_mul !moved.
congr (_ + _); first by rewrite !h1.
apply: eq_bigr => r _; apply: eq_bigr => b _; congr (_ * _).
transitivity (A (row_perm sigma e_ + p) r i b); [|rewrite same];
  rewrite /A /masked_dot_product_attention /masked_attention /masked_softmax /heads.scores; alike.
Qed.

Theorem attention_layer_is_lighter_than_lstm_with_attention_1 :
  forall d : nat, (0 < d)%N ->
  forall d_ff : nat, (0 < d_ff)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall h : nat, (0 < h)%N ->
  forall n : nat, (0 < n)%N ->
  (h%:R * d_k%:R = d%:R :> R) ->
  (d_ff%:R = 4%:R * d%:R :> R) ->
  (((((4%:R * n%:R) * d%:R) * h%:R) * d_k%:R) + (((2%:R * (n%:R ^+ 2)) * h%:R) * d_k%:R)) + ((4%:R * n%:R) * (d%:R ^+ 2)) = ((8%:R * n%:R) * (d%:R ^+ 2)) + ((2%:R * (n%:R ^+ 2)) * d%:R) :> R.
Proof.
case=> [//|d] _; case=> [//|d_ff] _; case=> [//|d_k] _; case=> [//|h] _; case=> [//|n] _; move=> h1 h2.
by rewrite -h1; move: (h.+1%:R : R) (d_k.+1%:R : R) (n.+1%:R : R) => *; ring.
Qed.

Theorem attention_layer_is_lighter_than_lstm_with_attention_2 :
  forall d : nat, (0 < d)%N ->
  forall d_ff : nat, (0 < d_ff)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall h : nat, (0 < h)%N ->
  forall n : nat, (0 < n)%N ->
  (h%:R * d_k%:R = d%:R :> R) ->
  (d_ff%:R = 4%:R * d%:R :> R) ->
  (((((4%:R * n%:R) * d%:R) * h%:R) * d_k%:R) + (((2%:R * (n%:R ^+ 2)) * h%:R) * d_k%:R)) + (((2%:R * n%:R) * d%:R) * d_ff%:R) = (((8%:R * n%:R) * (d%:R ^+ 2)) + ((2%:R * (n%:R ^+ 2)) * d%:R)) + ((4%:R * n%:R) * (d%:R ^+ 2)) :> R.
Proof.
case=> [//|d] _; case=> [//|d_ff] _; case=> [//|d_k] _; case=> [//|h] _; case=> [//|n] _; move=> h1 h2.
by rewrite h2 -h1; move: (h.+1%:R : R) (d_k.+1%:R : R) (n.+1%:R : R) => *; ring.
Qed.

Theorem net_sees_the_normalised_sum_0 :
  forall d : nat, (0 < d)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall h : nat, (0 < h)%N ->
  forall n : nat, (0 < n)%N ->
  forall W_K : 'I_h -> 'M[R]_(d, d_k),
  forall W_O : 'I_h -> 'M[R]_(d_k, d),
  forall W_Q : 'I_h -> 'M[R]_(d, d_k),
  forall W_V : 'I_h -> 'M[R]_(d, d_k),
  forall beta_1 : 'rV[R]_d,
  forall gamma_1 : 'rV[R]_d,
  forall x : 'M[R]_(n, d),
  forall varepsilon : R,
  forall c : 'I_d,
  forall i : 'I_n,
  (varepsilon > 0) ->
  (forall (b : 'I_d_k) (o : 'I_d) (r : 'I_h), W_O r b o = 0 :> R) ->
  ((gamma_1 0 c) * ((((x i c) + (\sum_(s1 < h) (\sum_(s2 < d_k) ((\sum_(s3 < n) (((e ((\sum_(s4 < d_k) ((\sum_(s5 < d) ((x i s5) * (W_Q s1 s5 s4))) * (\sum_(s5 < d) ((x s3 s5) * (W_K s1 s5 s4))))) / (Num.sqrt d_k%:R))) / (\sum_(s4 < n) (e ((\sum_(s5 < d_k) ((\sum_(s6 < d) ((x i s6) * (W_Q s1 s6 s5))) * (\sum_(s6 < d) ((x s4 s6) * (W_K s1 s6 s5))))) / (Num.sqrt d_k%:R))))) * (\sum_(s4 < d) ((x s3 s4) * (W_V s1 s4 s2))))) * (W_O s1 s2 c))))) - ((1 / d%:R) * (\sum_(s1 < d) ((x i s1) + (\sum_(s2 < h) (\sum_(s3 < d_k) ((\sum_(s4 < n) (((e ((\sum_(s5 < d_k) ((\sum_(s6 < d) ((x i s6) * (W_Q s2 s6 s5))) * (\sum_(s6 < d) ((x s4 s6) * (W_K s2 s6 s5))))) / (Num.sqrt d_k%:R))) / (\sum_(s5 < n) (e ((\sum_(s6 < d_k) ((\sum_(s7 < d) ((x i s7) * (W_Q s2 s7 s6))) * (\sum_(s7 < d) ((x s5 s7) * (W_K s2 s7 s6))))) / (Num.sqrt d_k%:R))))) * (\sum_(s5 < d) ((x s4 s5) * (W_V s2 s5 s3))))) * (W_O s2 s3 s1)))))))) / (Num.sqrt (((1 / d%:R) * (\sum_(s1 < d) ((((x i s1) + (\sum_(s2 < h) (\sum_(s3 < d_k) ((\sum_(s4 < n) (((e ((\sum_(s5 < d_k) ((\sum_(s6 < d) ((x i s6) * (W_Q s2 s6 s5))) * (\sum_(s6 < d) ((x s4 s6) * (W_K s2 s6 s5))))) / (Num.sqrt d_k%:R))) / (\sum_(s5 < n) (e ((\sum_(s6 < d_k) ((\sum_(s7 < d) ((x i s7) * (W_Q s2 s7 s6))) * (\sum_(s7 < d) ((x s5 s7) * (W_K s2 s7 s6))))) / (Num.sqrt d_k%:R))))) * (\sum_(s5 < d) ((x s4 s5) * (W_V s2 s5 s3))))) * (W_O s2 s3 s1))))) - ((1 / d%:R) * (\sum_(s2 < d) ((x i s2) + (\sum_(s3 < h) (\sum_(s4 < d_k) ((\sum_(s5 < n) (((e ((\sum_(s6 < d_k) ((\sum_(s7 < d) ((x i s7) * (W_Q s3 s7 s6))) * (\sum_(s7 < d) ((x s5 s7) * (W_K s3 s7 s6))))) / (Num.sqrt d_k%:R))) / (\sum_(s6 < n) (e ((\sum_(s7 < d_k) ((\sum_(s8 < d) ((x i s8) * (W_Q s3 s8 s7))) * (\sum_(s8 < d) ((x s6 s8) * (W_K s3 s8 s7))))) / (Num.sqrt d_k%:R))))) * (\sum_(s6 < d) ((x s5 s6) * (W_V s3 s6 s4))))) * (W_O s3 s4 s2)))))))) ^+ 2))) + varepsilon)))) + (beta_1 0 c) = ((gamma_1 0 c) * (((x i c) - ((1 / d%:R) * (\sum_(s1 < d) (x i s1)))) / (Num.sqrt (((1 / d%:R) * (\sum_(s1 < d) (((x i s1) - ((1 / d%:R) * (\sum_(s2 < d) (x i s2)))) ^+ 2))) + varepsilon)))) + (beta_1 0 c) :> R.
Proof.
case=> [//|d] _; case=> [//|d_k] _; case=> [//|h] _; case=> [//|n] _; move=> W_K W_O W_Q W_V beta_1 gamma_1 x varepsilon c i h1 h2.
have H : layer_norm gamma_1 beta_1 varepsilon (x + \matrix_(i, c) (\sum_r \sum_b
    dot_product_attention e (x *m W_Q r) (x *m W_K r) (x *m W_V r) i b * W_O r b c)) i c =
  layer_norm gamma_1 beta_1 varepsilon x i c by rewrite (silent _ _ _ _ h2) addr0.
refine (etrans (esym (norm_of _ _ _ _ _)) (etrans H (norm_of _ _ _ _ _))) => l //.
by rewrite /dot_product_attention /attention /softmax.softmax /heads.scores; alike.
Qed.

Lemma excess n (a v : 'I_n -> R) eps lo : \sum_s a s = 1 ->
  \sum_s (a s * v s) = eps * (\sum_s v s) + (1 - n%:R * eps) * lo + \sum_s (a s - eps) * (v s - lo).
Proof.
move=> total; have -> : 1 - n%:R * eps = \sum_s (a s - eps).
  by rewrite sumrB total sumr_const card_ord mulr_natl.
by rewrite mulr_sumr mulr_suml -!big_split /=; apply: eq_bigr => s _; ring.
Qed.

Theorem attention_contracts_0 :
  forall n : nat, (0 < n)%N ->
  forall alpha : 'M[R]_(n, n),
  forall v : 'rV[R]_n,
  forall M : R,
  forall m : R,
  forall varepsilon : R,
  forall i : 'I_n,
  (forall (j : 'I_n), m <= v 0 j) ->
  (forall (j : 'I_n), v 0 j <= M) ->
  (forall (k : 'I_n), \sum_(s1 < n) (alpha k s1) = 1 :> R) ->
  (forall (j : 'I_n) (k : 'I_n), alpha k j >= varepsilon) ->
  (varepsilon * (\sum_(s1 < n) (v 0 s1))) + ((1 - (n%:R * varepsilon)) * m) <= \sum_(s1 < n) ((alpha i s1) * (v 0 s1)).
Proof.
case=> [//|n] _; move=> alpha v M m varepsilon i h1 h2 h3 h4.
rewrite (excess (fun s => v 0 s) varepsilon m (h3 i)) ler_addl sumr_ge0 // => s _.
by rewrite mulr_ge0 ?subr_ge0.
Qed.

Theorem attention_contracts_1 :
  forall n : nat, (0 < n)%N ->
  forall alpha : 'M[R]_(n, n),
  forall v : 'rV[R]_n,
  forall M : R,
  forall m : R,
  forall varepsilon : R,
  forall i : 'I_n,
  (forall (j : 'I_n), m <= v 0 j) ->
  (forall (j : 'I_n), v 0 j <= M) ->
  (forall (k : 'I_n), \sum_(s1 < n) (alpha k s1) = 1 :> R) ->
  (forall (j : 'I_n) (k : 'I_n), alpha k j >= varepsilon) ->
  \sum_(s1 < n) ((alpha i s1) * (v 0 s1)) <= (varepsilon * (\sum_(s1 < n) (v 0 s1))) + ((1 - (n%:R * varepsilon)) * M).
Proof.
case=> [//|n] _; move=> alpha v M m varepsilon i h1 h2 h3 h4.
rewrite (excess (fun s => v 0 s) varepsilon M (h3 i)) ger_addl -oppr_ge0 -sumrN sumr_ge0 // => s _.
rewrite oppr_ge0.
by rewrite mulr_ge0_le0 ?subr_ge0 ?subr_le0.
Qed.

Lemma flat_weight n (s : 'I_n.+1 -> R) j : (forall t, s t = s j) ->
  e (s j) / (\sum_t e (s t)) = n.+1%:R^-1.
Proof.
move=> flat; have -> : \sum_t e (s t) = n.+1%:R * e (s j).
  rewrite mulr_natl -[X in _ *+ X](card_ord n.+1) -sumr_const.
  by apply: eq_bigr => t _; rewrite flat.
by rewrite invfM mulrCA divff ?mulr1 // e_neq0.
Qed.

Theorem residual_keeps_differences_0 :
  forall d : nat, (0 < d)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(n, d_k),
  forall V : 'M[R]_(n, d),
  forall c : 'I_d,
  forall i : 'I_n,
  forall k : 'I_n,
  (forall (b : 'I_d_k) (j : 'I_n) (l : 'I_n), K j b = K l b :> R) ->
  \sum_(s1 < n) (((e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R))) / (\sum_(s2 < n) (e ((\sum_(s3 < d_k) ((Q i s3) * (K s2 s3))) / (Num.sqrt d_k%:R))))) * (V s1 c)) = \sum_(s1 < n) (((e ((\sum_(s2 < d_k) ((Q k s2) * (K s1 s2))) / (Num.sqrt d_k%:R))) / (\sum_(s2 < n) (e ((\sum_(s3 < d_k) ((Q k s3) * (K s2 s3))) / (Num.sqrt d_k%:R))))) * (V s1 c)) :> R.
Proof.
case=> [//|d] _; case=> [//|d_k] _; case=> [//|n] _; move=> K Q V c i k h1.
pose s r t := (\sum_a Q r a * K t a) / Num.sqrt d_k.+1%:R.
have flat r t u : s r t = s r u.
  by congr (_ / _); apply: eq_bigr => a _; rewrite (h1 _ t u).
apply: eq_bigr => j _; congr (_ * _).
by rewrite (@flat_weight _ (s i)) ?(@flat_weight _ (s k)).
Qed.

Theorem residual_keeps_differences_1 :
  forall d : nat, (0 < d)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(n, d_k),
  forall V : 'M[R]_(n, d),
  forall x : 'M[R]_(n, d),
  forall c : 'I_d,
  forall i : 'I_n,
  forall k : 'I_n,
  (forall (b : 'I_d_k) (j : 'I_n) (l : 'I_n), K j b = K l b :> R) ->
  ((x i c) + (\sum_(s1 < n) (((e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R))) / (\sum_(s2 < n) (e ((\sum_(s3 < d_k) ((Q i s3) * (K s2 s3))) / (Num.sqrt d_k%:R))))) * (V s1 c)))) - ((x k c) + (\sum_(s1 < n) (((e ((\sum_(s2 < d_k) ((Q k s2) * (K s1 s2))) / (Num.sqrt d_k%:R))) / (\sum_(s2 < n) (e ((\sum_(s3 < d_k) ((Q k s3) * (K s2 s3))) / (Num.sqrt d_k%:R))))) * (V s1 c)))) = (x i c) - (x k c) :> R.
Proof.
case=> [//|d] _; case=> [//|d_k] _; case=> [//|n] _; move=> K Q V x c i k h1.
by rewrite (residual_keeps_differences_0 (ltn0Sn d) (ltn0Sn d_k) (ltn0Sn n) Q V c i k h1)
  opprD addrACA subrr addr0.
Qed.

End Said.
