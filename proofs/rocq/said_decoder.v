(* Proofs that our theorems imply what the claims of decoder say, relation by relation. Where `said`
   stands, the statement is put, and after `Proof.` the names of what it speaks of; `python -m
   proofs.engine.gallina decoder` prints both. *)
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

Theorem causal_0 : said.
Proof.
have same s : (kappa 0 s)%:R * (w 0 s * (1 + (c - 1) * (s == k)%:R)) = (kappa 0 s)%:R * w 0 s.
  by have [->|_] := eqVneq s k; rewrite ?h2 ?mul0r // mulr0 addr0 mulr1.
congr (_ / _); apply: eq_bigr => s _; rewrite same //.
by have [->|_] := eqVneq s k; rewrite ?h2 ?mul0r // mulr0 addr0.
Qed.

Theorem row_moves_with_earlier_values_0 : said.
Proof.
by apply: straight => t; rewrite pushed mulrDl -mulrA.
Qed.

Theorem row_moves_with_earlier_values_1 : said.
Proof.
by rewrite h3 mul1r divr_gt0.
Qed.

Theorem row_moves_with_earlier_values_2 : said.
Proof.
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

Theorem all_prefixes_at_once_0 : said.
Proof.
under eq_bigr do rewrite -!mulrA.
by rewrite !seen; apply: eq_bigr => s _; rewrite mulrA.
Qed.

Lemma nothing_is_hidden m n (kappa : 'M[bool]_(m, n)) :
  (forall k l, (kappa k l)%:R = 1 :> R) -> kappa = everything m n.
Proof.
move=> all; apply/matrixP => k l; rewrite mxE; have /eqP := all k l.
by case: (kappa k l); rewrite // eq_sym oner_eq0.
Qed.

Theorem without_positions_sources_are_multisets_0 : said.
Proof.
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

Theorem cache_equals_full_pass_0 : said.
Proof.
under eq_bigr do rewrite -!mulrA.
by rewrite !seen; apply: eq_bigr => s _; rewrite mulrA.
Qed.

End Said.
