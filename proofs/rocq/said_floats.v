(* Proofs that our theorems imply what the claims of floats say, relation by relation. Where `said`
   stands, the statement is put, and after `Proof.` the names of what it speaks of; `python -m
   proofs.engine.gallina floats` prints both. They speak of Coq's real numbers. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_bridge float_dots floats float_attention.
From atensi Require Import float_deviations float_norm float_stored float_fold orders.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation R := R_rcfType.
Local Notation e := R_exp.

(* Two numbers near a third are near each other. *)
Lemma both_apart (s t exact a b : R) : `|s - exact| <= a -> `|t - exact| <= b -> `|s - t| <= a + b.
Proof. by move=> /RleP one /RleP other; apply/RleP; apply: apart_by_both one other. Qed.

Theorem sum_in_any_order_0 : said.
Proof.
unshelve epose proof (@one_more_addition u _ alpha beta A B Shat_1 Shat_2 rhat h _ _ _ _ _) as H;
  [in_reals h3 | in_reals h4 | in_reals h5 | in_reals h6 | in_reals h7 | in_reals h8 |].
by_reals H.
Qed.

Theorem dot_product_0 : said.
Proof.
unshelve epose proof (@dot u eta _ h d.+1 (fun j => q 0 j) (fun j => k 0 j) (fun j => yhat 0 j) rhat _ _) as H;
  [in_reals h2 | move=> j; in_reals (h3 j) | in_reals h4 |].
by rewrite /dot_off in H; by_reals H.
Qed.

Theorem two_orders_of_a_sum_0 : said.
Proof.
by rewrite mulrDl; exact: both_apart h2 h3.
Qed.

Theorem two_orders_of_a_dot_product_0 : said.
Proof.
exact: both_apart h3 h4.
Qed.

Theorem scaled_score_0 : said.
Proof.
unshelve epose proof (@scaled_dot u eta _ h d.+1 (fun j => q 0 j) (fun j => k 0 j) (fun j => qhat 0 j) f rhat _ _ _) as H;
  [in_reals h3 | in_reals h2 | move=> j; in_reals (h4 j) | by rewrite /dot_off; in_reals h5 |].
by_reals H.
Qed.

Theorem softmax_0 : said.
Proof.
unshelve epose proof (@weight n.+1 u eta c h _ _ _ _ _ (fun j => x 0 j)
  (fun j => Rplus (Rmult u (Rabs (Rminus (x 0 j) m))) (Rmult 3 eta)) (fun j => dhat 0 j) (fun j => ehat 0 j)
  m Shat ord0 _ _ _ _ i (phat 0 i) _ _) as H;
  [in_reals h3 | in_reals h2 | in_reals h1 | in_reals h5 | in_reals h6 | move=> j; in_reals (h7 j) | in_reals h8 | move=> j; in_reals (h12 j) | by split; [in_reals h9 | in_reals h10] | in_reals (h4 i) | in_reals h11 |].
by_reals H.
Qed.

Theorem logsumexp_0 : said.
Proof.
unshelve epose proof (@logsumexp n.+1 u eta c h _ _ _ _ _ (fun j => x 0 j)
  (fun j => Rplus (Rmult u (Rabs (Rminus (x 0 j) m))) (Rmult 3 eta)) (fun j => dhat 0 j) (fun j => ehat 0 j)
  m Shat ord0 _ _ _ _ c_l Lhat rhat _ _ _) as H;
  [in_reals h4 | in_reals h3 | in_reals h1 | in_reals h6 | in_reals h7 | move=> j; in_reals (h8 j) | in_reals h9 | move=> j; in_reals (h13 j) | by split; [in_reals h10 | in_reals h11] | in_reals h2 | in_reals h15 | in_reals h12 |].
by cbv zeta in H; by_reals H.
Qed.

Theorem log_softmax_0 : said.
Proof.
unshelve epose proof (@log_softmax n.+1 u eta c h _ _ _ _ _ (fun j => x 0 j)
  (fun j => Rplus (Rmult u (Rabs (Rminus (x 0 j) m))) (Rmult 3 eta)) (fun j => dhat 0 j) (fun j => ehat 0 j)
  m Shat ord0 _ _ _ _ c_l Lhat i rhat _ _ _) as H;
  [in_reals h4 | in_reals h3 | in_reals h1 | in_reals h6 | in_reals h7 | move=> j; in_reals (h8 j) | in_reals h9 | move=> j; in_reals (h13 j) | by split; [in_reals h10 | in_reals h11] | in_reals h2 | in_reals h15 | in_reals h12 |].
by cbv zeta in H; by_reals H.
Qed.

Theorem weighted_mean_0 : said.
Proof.
unshelve epose proof (@mean u eta _ g n.+1 (fun j => p 0 j) (fun j => v 0 j) (fun j => phat 0 j) (fun j => w 0 j) ohat _ _ _) as H;
  [in_reals h2 | move=> j; in_reals (h3 j) | move=> j; in_reals (h5 j) | by rewrite /dot_off; in_reals h6 |].
by_reals H.
Qed.

Theorem attention_0 : said.
Proof.
unshelve epose proof (@attention n.+1 u eta c h g _ _ _ _ _ (fun j => s 0 j) (fun j => shat 0 j) (fun j => w 0 j) (fun j => r 0 j)
  (fun j => dhat 0 j) (fun j => ehat 0 j) (fun j => phat 0 j) (fun j => v 0 j) m Shat ohat ord0 _ _ _ _ _ _ _ _ _) as H;
  [in_reals h3 | in_reals h2 | in_reals h1 | in_reals h7 | in_reals h8 | move=> j; in_reals (h9 j) | move=> j; in_reals (h10 j) | move=> j; in_reals (h11 j) | in_reals h12 | move=> j; in_reals (h4 j) | move=> j; in_reals (h17 j) | by split; [in_reals h13 | in_reals h14] | move=> j; in_reals (h15 j) | by rewrite /dot_off; in_reals h16 |].
by_reals H.
Qed.

Theorem division_free_weight_0 : said.
Proof.
have pos := sum_e_gt0 e (fun s1 => x 0 s1); set l := ln e _ in h2 h3.
have -> : \sum_(s1 < n.+1) e (x 0 s1) = e l by rewrite lnK.
by rewrite -eB -eD e_le -addrA ler_add2l -opprD ler_opp2 -ler_subl_addl.
Qed.


Theorem division_free_weight_1 : said.
Proof.
have pos := sum_e_gt0 e (fun s1 => x 0 s1); set l := ln e _ in h2 h3.
have -> : \sum_(s1 < n.+1) e (x 0 s1) = e l by rewrite lnK.
by rewrite -eB -eD e_le -addrA ler_add2l ler_oppl opprD opprK -ler_subr_addl.
Qed.

Theorem deviation_0 : said.
Proof.
unshelve epose proof (@deviation u eta _ _ d.+1 (fun j => x 0 j) (fun j => xhat 0 j) tau Shat muhat h i ahat _ _ _ _ _ _) as H;
  [in_reals h4 | in_reals h2 | by [] | by apply/RltP | move=> j; in_reals (h6 j) | in_reals h7 | in_reals h8 | in_reals h9 |].
by rewrite h5; rewrite /deviation_off /average in H; by_reals H.
Qed.

Theorem layer_norm_0 : said.
Proof.
unshelve epose proof (@layer_norm d.+1 h u eta tau ell zeta (fun j => x 0 j) (fun j => b 0 j) epsilon (Num.sqrt epsilon)
  ehat A q rho r _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ theta What (Num.sqrt What) sigmahat i nhat yhat _ _ _ _ _ _ _ _ _) as H;
  [by [] | by apply/RltP | by apply/RltP | by apply/RltP | by apply/RltP | in_reals h11 | exact/RleP/sqrtr_ge0 | in_reals h5
  | by apply/RltP | rewrite /average; equal_in_reals h12 | rewrite /average; equal_in_reals h13
  | by rewrite -expR; exact: sqr_sqrtr | rewrite /average; equal_in_reals h14
  | move=> j; rewrite /part_off /deviation_off /average; in_reals (h21 j) | in_reals h22
  | rewrite /deviation_off; in_reals h15 | in_reals h18 | in_reals h17 | in_reals h20
  | in_reals h16 | in_reals h19 | rewrite /average; in_reals h23 | rewrite /average; in_reals h24
  | exact/RleP/sqrtr_ge0 | by move/RleP => W0; rewrite -expR; exact: sqr_sqrtr | in_reals h25 | in_reals h26 | in_reals h27 |].
by rewrite /moves /part_off /deviation_off /average in H; by_reals H.
Qed.

Theorem gain_and_bias_0 : said.
Proof.
unshelve epose proof (@gain_and_bias u eta g b y yhat nhat rhat delta _ _ _ _ _ _) as H;
  [in_reals h3 | in_reals h4 | in_reals h2 | in_reals h5 | in_reals h6 | in_reals h7 |].
by by_reals H.
Qed.

Theorem stored_once_0 : said.
Proof.
unshelve epose proof (@stored_once u eta y yhat rhat delta _ _ _) as H;
  [in_reals h3 | in_reals h4 | in_reals h5 |].
by by_reals H.
Qed.

Theorem shifts_add_up_0 : said.
Proof.
unshelve epose proof (@one_more_shift u eta x m c d deltahat l _ _ _ _) as H;
  [in_reals h3 | in_reals h4 | in_reals h5 | in_reals h6 |].
have -> : (l%:R + 2%:R = l%:R + 1 + 1 :> R) by rewrite -addrA.
by_reals H.
Qed.

Theorem merge_0 : said.
Proof.
unshelve epose proof (@one_merge u eta c _ _ _ h l A B alpha beta v_1 v_2 lambda_1 lambda_2 Shat_1 Shat_2
  delta_1 delta_2 fhat_1 fhat_2 that_1 that_2 rhat _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) as H;
  [in_reals h9 | in_reals h4 | in_reals h3 | in_reals h12 | in_reals h13 | in_reals h14 | in_reals h15 | in_reals h7
  | in_reals h8 | by rewrite /merged_off /fold_grows /merge_grows; in_reals h16 | by rewrite /merged_off /fold_grows /merge_grows; in_reals h17
  | in_reals h18 | in_reals h19 | in_reals h5 | in_reals h6 | in_reals h23 | in_reals h24 | in_reals h20 | in_reals h21 | in_reals h22 |].
have -> : (l%:R + 2%:R = (l + 1)%N%:R + 1 :> R) by rewrite natrD -addrA.
by rewrite /merged_off /fold_grows /merge_grows in H; by_reals H.
Qed.

Theorem fold_0 : said.
Proof.
unshelve epose proof (@folded_mean u eta c _ _ _ n.+1 (fun j => s 0 j) (fun j => dhat 0 j) (fun j => w 0 j) (fun j => v 0 j)
  m Shat Ohat mu (Rplus (Rdiv (INR n.+1) 2) (INR b)) ohat h l ord0 _ _ _ _ _ _ _ _) as H;
  [in_reals h4 | in_reals h2 | in_reals h1 | by apply/RltP | | move=> j; in_reals (h6 j) | in_reals h7 | | | | in_reals h11 |].
- by have := pos_INR n.+1; have := pos_INR b; lra.
- by apply: Rle_lt_trans (RltP _ _ h8); rewrite /fold_grows /merge_grows; apply: Req_le; symmetry; same.
- by rewrite /merged_off /fold_grows /merge_grows; in_reals h9.
- by rewrite /merged_off /fold_grows /merge_grows; in_reals h10.
by rewrite /fold_grows /merge_grows in H; by_reals H.
Qed.
