(* Proofs that our theorems imply what the claims of position say, relation by relation. Where
   `said` stands, the statement is put, and after `Proof.` the names of what it speaks of; `python
   -m proofs.engine.gallina position` prints both. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import exponential softmax lookup kernel position rotary far_keys.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R) (circ : circle R).

Theorem both_printed_forms_agree_0 : said.
Proof.
by rewrite h1.
Qed.

Theorem both_printed_forms_agree_1 : said.
Proof.
by rewrite h1 addrK.
Qed.

Theorem equivariant_0 : said.
Proof.
have bare (a : 'I_n.+1) (F W : 'I_n.+1 -> R) :
    \sum_s1 (kappa a s1)%:R * e (F s1) / (\sum_s2 (kappa a s2)%:R * e (F s2)) * W s1 =
    \sum_s1 e (F s1) / (\sum_s2 e (F s2)) * W s1.
  apply: eq_bigr => s _; rewrite h3 mul1r; congr (_ / _ * _).
  by apply: eq_bigr => u _; rewrite h3 mul1r.
rewrite !bare.
have sameV k (c : 'I_1) : V_prime^T k c = V^T (sigma k) c by rewrite !ord1 !mxE h2.
have H := congr1 (fun A : 'M_(n.+1, 1) => A i 0) (attention_equivariant e h1 sameV).
by by_theorem H.
Qed.

Theorem equivariant_1 : said.
Proof.
have H := congr1 (fun A : 'M_1 => A 0 0) (order_of_pairs e (fun _ b => b 0 0) (0 : 'M_(1, 1)) f^T V^T sigma).
transitivity (\sum_s e (f 0 (sigma s)) / (\sum_u e (f 0 (sigma u))) * V 0 (sigma s)).
  by apply: eq_bigr => s _; rewrite h2.
by by_theorem H.
Qed.

Theorem order_cannot_be_learned_0 : said.
Proof.
have bare (a : 'I_n.+1) (F W : 'I_n.+1 -> R) :
    \sum_s1 (kappa a s1)%:R * e (F s1) / (\sum_s2 (kappa a s2)%:R * e (F s2)) * W s1 =
    \sum_s1 e (F s1) / (\sum_s2 e (F s2)) * W s1.
  apply: eq_bigr => s _; rewrite h3 mul1r; congr (_ / _ * _).
  by apply: eq_bigr => u _; rewrite h3 mul1r.
have sameV k (c : 'I_1) : V_prime^T k c = V^T (sigma k) c by rewrite !ord1 !mxE h2.
have H := alike_reading_ignores_order e (w 0 0) 0 h1 sameV.
transitivity (\sum_i w 0 0 * attention e S_prime V_prime^T i 0).
  apply: eq_bigr => s _; rewrite bare attentionE (h4 s 0); congr (_ * _).
  by apply: eq_bigr => u _; rewrite softmaxE mxE.
rewrite H; apply: eq_bigr => s _; rewrite bare attentionE (h4 s 0); congr (_ * _).
by apply: eq_bigr => u _; rewrite softmaxE mxE.
Qed.

Theorem two_tokens_tell_their_order_0 : said.
Proof.
have H := two_tokens_tell_their_order s t p q.
by rewrite !squaredE in H; by_theorem H.
Qed.

Theorem length_of_a_row_0 : said.
Proof.
have width : d_model.+1 = (2 * d.+1)%N by apply/eqP; rewrite -(eqr_nat R) natrM h1.
have H := length_of_columns e circ d.+1 (2 * d.+1)%:R (ln e 10000%:R) c p.
by rewrite -width in H.
Qed.

Theorem original_balances_token_and_place_0 : said.
Proof.
have width : d_model.+1 = (2 * d.+1)%N by apply/eqP; rewrite -(eqr_nat R) natrM h1.
have H := @balanced_columns R e circ d.+1 d_model.+1%:R (ln e 10000%:R) p.
by rewrite -width in H; exact: (H (e_ 0) h2).
Qed.

Theorem original_balances_token_and_place_1 : said.
Proof.
have width : d_model.+1 = (2 * d.+1)%N by apply/eqP; rewrite -(eqr_nat R) natrM h1.
have H := length_of_columns e circ d.+1 (2 * d.+1)%:R (ln e 10000%:R) (Num.sqrt d_model.+1%:R) p.
rewrite -width in H; rewrite [LHS]h2 [X in _ * X]H sqr_sqrtr ?ler0n // -expr2.
by rewrite mulrA divfK ?expf_neq0 ?pnatr_eq0 // divff // pnatr_eq0.
Qed.

Theorem inner_product_knows_the_offset_0 : said.
Proof.
have width : d_model.+1 = (2 * d.+1)%N by apply/eqP; rewrite -(eqr_nat R) natrM h1.
have H := columns_know_the_offset e circ d.+1 (2 * d.+1)%:R (ln e 10000%:R) p q.
by rewrite -width in H.
Qed.

Theorem shift_is_a_rotation_0 : said.
Proof.
rewrite mul2n addn1 /= odd_double !even_column odd_column addrK.
have H := (shift_is_a_rotation circ (const_mx (e (2%:R * i%:R / d_model.+1%:R * ln e 10000%:R))^-1 : 'rV_1) p k 0).1.
by rewrite !sinusoidE !mxE /= in H; rewrite div1r.
Qed.

Theorem shift_is_a_rotation_1 : said.
Proof.
rewrite mul2n addn1 /= odd_double !even_column !odd_column !addrK.
have H := (shift_is_a_rotation circ (const_mx (e (2%:R * i%:R / d_model.+1%:R * ln e 10000%:R))^-1 : 'rV_1) p k 0).2.
by rewrite !sinusoidE !mxE /= in H; rewrite div1r.
Qed.

Theorem scores_have_four_parts_0 : said.
Proof.
by have H := scores_have_four_parts e_ p e_prime p_prime; by_theorem H.
Qed.

Theorem linear_bias_forgets_all_that_is_far_0 : said.
Proof.
have sum_all : \sum_(k < n.+1) e (s 0 k - m * Num.max (i.+1%:R - k.+1%:R) (k.+1%:R - i.+1%:R))
  = \sum_(k < n.+1) e (s 0 k - m * (distance i k)%:R).
  by apply: eq_bigr => k _; rewrite distanceE.
have far k : 1 - (k%:R < r.+1%:R :> R)%R%:R = (r < k)%N%:R :> R.
  by rewrite ltr_nat; case: leqP => _; rewrite ?subr0 ?subrr.
rewrite sum_all; under eq_bigr do rewrite distanceE far.
exact: far_keys h1 h2.
Qed.

Theorem rotary_score_knows_the_offset_0 : said.
Proof.
exact: (score_knows_the_offset circ p r 0 omega q u k w).1.
Qed.

Theorem rotary_score_knows_the_offset_1 : said.
Proof.
exact: (score_knows_the_offset circ p r t omega q u k w).2.
Qed.

Theorem rotary_keeps_lengths_0 : said.
Proof.
exact: rotary_keeps_lengths.
Qed.

Theorem rotary_at_zero_is_nothing_0 : said.
Proof.
exact: first_at_zero.
Qed.

Theorem rotary_at_zero_is_nothing_1 : said.
Proof.
exact: second_at_zero.
Qed.

Theorem rotary_score_is_a_sum_of_waves_0 : said.
Proof.
exact: score_is_a_sum_of_waves.
Qed.

Theorem rotary_angles_divide_positions_0 : said.
Proof.
exact: (angles_divide_positions circ p (omega 0 a) (q 0 a) (u 0 a) h1).1.
Qed.

Theorem rotary_angles_divide_positions_1 : said.
Proof.
exact: (angles_divide_positions circ p (omega 0 a) (q 0 a) (u 0 a) h1).2.
Qed.

Theorem rotary_keeps_pairs_apart_0 : said.
Proof.
by have [H _ _ _] := rotary_keeps_pairs_apart (And4 h1 h2 h3 h4).
Qed.

Theorem rotary_keeps_pairs_apart_1 : said.
Proof.
by have [_ H _ _] := rotary_keeps_pairs_apart (And4 h1 h2 h3 h4).
Qed.

Theorem rotary_keeps_pairs_apart_2 : said.
Proof.
by have [_ _ H _] := rotary_keeps_pairs_apart (And4 h1 h2 h3 h4).
Qed.

Theorem rotary_keeps_pairs_apart_3 : said.
Proof.
by have [_ _ _ H] := rotary_keeps_pairs_apart (And4 h1 h2 h3 h4).
Qed.

Theorem rotary_turns_and_scales_alone_0 : said.
Proof.
exact: (rotary_turns_and_scales_alone h1 h2).1.
Qed.

Theorem rotary_turns_and_scales_alone_1 : said.
Proof.
exact: (rotary_turns_and_scales_alone h1 h2).2.
Qed.

Theorem rotary_leaves_turns_and_scales_0 : said.
Proof.
transitivity (score circ p r omega q u k w); last by [].
rewrite -(rotary_leaves_turns_and_scales circ p r omega phi q u k w h1).
by rewrite /score /first /second; apply: eq_bigr => s _; rewrite !mxE !mul1r.
Qed.

End Said.
