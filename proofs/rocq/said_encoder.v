(* Proofs that our theorems imply what the claims of encoder say, relation by relation. Where `said`
   stands, the statement is put, and after `Proof.` the names of what it speaks of; `python -m
   proofs.engine.gallina encoder` prints both. *)
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

Theorem printed_block_is_the_net_of_twice_z_0 : said.
Proof.
have norm : normalised z 0 by split; rewrite ?h1 ?h2 ?mulVf ?pnatr_eq0.
have H := congr1 (fun A : 'rV_d.+1 => A 0 c) (idempotence norm).
rewrite mulr_natl mulr2n; congr (_ + _); by_theorem H.
Qed.

Theorem printed_block_is_the_net_of_twice_z_1 : said.
Proof.
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

Theorem only_attention_mixes_rows_0 : said.
Proof.
pose A (Y : 'M_(n.+1, d.+1)) := \matrix_(i, c) (\sum_r \sum_b
  dot_product_attention e (Y *m W_Q r) (Y *m W_K r) (Y *m W_V r) i b * W_O r b c).
have by_row (Y : 'M_(n.+1, d.+1)) : layer_norm gamma_1 beta_1 varepsilon Y i c =
    layer_norm gamma_1 beta_1 varepsilon (row i Y) 0 c by rewrite -norm_by_row [RHS]mxE.
have heard o : A x i o = A x_prime i o.
  have H := h3 o; rewrite /A !mxE; refine (etrans _ (etrans H _));
  by rewrite /dot_product_attention /attention /softmax.softmax /heads.scores; alike.
have same : row i (x + A x) = row i (x_prime + A x_prime).
  by apply/rowP => o; rewrite !mxE h2; congr (_ + _); have := heard o; rewrite !mxE.
have H : layer_norm gamma_1 beta_1 varepsilon (x + A x) i c =
    layer_norm gamma_1 beta_1 varepsilon (x_prime + A x_prime) i c.
  by rewrite (by_row (x + A x)) (by_row (x_prime + A x_prime)) same.
refine (etrans (esym (norm_of _ _ _ _ _)) (etrans H (norm_of _ _ _ _ _))) => l;
  by rewrite /A /dot_product_attention /attention /softmax.softmax /heads.scores; alike.
Qed.

Lemma nothing_is_hidden m n (kappa : 'M[bool]_(m, n)) :
  (forall k l, (kappa k l)%:R = 1 :> R) -> kappa = everything m n.
Proof.
move=> all; apply/matrixP => k l; rewrite mxE; have /eqP := all k l.
by case: (kappa k l); rewrite // eq_sym oner_eq0.
Qed.

Theorem equivariant_0 : said.
Proof.
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

Theorem attention_layer_is_lighter_than_lstm_with_attention_1 : said.
Proof.
by rewrite -h1; move: (h.+1%:R : R) (d_k.+1%:R : R) (n.+1%:R : R) => *; ring.
Qed.

Theorem attention_layer_is_lighter_than_lstm_with_attention_2 : said.
Proof.
by rewrite h2 -h1; move: (h.+1%:R : R) (d_k.+1%:R : R) (n.+1%:R : R) => *; ring.
Qed.

Theorem net_sees_the_normalised_sum_0 : said.
Proof.
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

Theorem attention_contracts_0 : said.
Proof.
rewrite (excess (fun s => v 0 s) varepsilon m (h3 i)) ler_addl sumr_ge0 // => s _.
by rewrite mulr_ge0 ?subr_ge0.
Qed.

Theorem attention_contracts_1 : said.
Proof.
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

Theorem residual_keeps_differences_0 : said.
Proof.
pose s r t := (\sum_a Q r a * K t a) / Num.sqrt d_k.+1%:R.
have flat r t u : s r t = s r u.
  by congr (_ / _); apply: eq_bigr => a _; rewrite (h1 _ t u).
apply: eq_bigr => j _; congr (_ * _).
by rewrite (@flat_weight _ (s i)) ?(@flat_weight _ (s k)).
Qed.

Theorem residual_keeps_differences_1 : said.
Proof.
by rewrite (residual_keeps_differences_0 (ltn0Sn d) (ltn0Sn d_k) (ltn0Sn n) Q V c i k h1)
  opprD addrACA subrr addr0.
Qed.

End Said.
