(* Proofs that our theorems imply what the claims of feedforward say, relation by relation. Where
   `said` stands, the statement is put, and after `Proof.` the names of what it speaks of; `python
   -m proofs.engine.gallina feedforward` prints both. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import feedforward exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem each_row_by_itself_0 : said.
Proof.
congr (_ + _); apply: eq_bigr => s _; congr (Num.max _ (_ + _) * _); apply: eq_bigr => a _.
by rewrite h1 mul0r addr0.
Qed.

Theorem affine_without_a_bend_0 : said.
Proof.
have H := congr1 (fun A : 'rV_d.+1 => A 0 c) (affine_without_a_bend W_1 b_1 W_2 b_2 x).
by by_theorem H.
Qed.

Theorem an_affine_map_keeps_midpoints_0 : said.
Proof.
have H := congr1 (fun A : 'rV_d.+1 => A 0 c) (an_affine_map_keeps_midpoints W_1 b_1 W_2 b_2 x t).
by rewrite mulr_natl; rewrite mulmxnE in H; by_theorem H.
Qed.

Theorem an_affine_map_keeps_midpoints_1 : said.
Proof.
by rewrite normrN mulr_natl mulr2n.
Qed.

Theorem an_affine_map_keeps_midpoints_2 : said.
Proof.
by rewrite mulr_gt0 ?ltr0n ?normr_gt0.
Qed.

Theorem absolute_value_0 : said.
Proof.
case: (leP 0 x) => side; first by rewrite max_l ?oppr_le0 // addr0 ger0_norm.
by rewrite max_r ?oppr_ge0 ?ltW // add0r ltr0_norm.
Qed.

Theorem attention_alone_is_linear_for_one_row_0 : said.
Proof.
move/eqP: h2; rewrite pnatr_eq1 eqSS => /eqP n0; subst n.
have H := congr1 (fun A : 'rV_d.+1 => A first c) (attention_is_linear_for_one_row e X W_Q W_K W_V).
by by_theorem H.
Qed.

Theorem share_of_parameters_0 : said.
Proof.
by rewrite h1; apply: share_of_parameters.
Qed.

End Said.
