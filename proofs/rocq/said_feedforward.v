(* What the claims of feedforward say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina feedforward` prints them. *)
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

Theorem each_row_by_itself_0 :
  forall d : nat, (0 < d)%N ->
  forall d_ff : nat, (0 < d_ff)%N ->
  forall n : nat, (0 < n)%N ->
  forall W_1 : 'M[R]_(d, d_ff),
  forall W_2 : 'M[R]_(d_ff, d),
  forall X : 'M[R]_(n, d),
  forall b_1 : 'rV[R]_d_ff,
  forall b_2 : 'rV[R]_d,
  forall t : 'rV[R]_d,
  forall c : 'I_d,
  forall i : 'I_n,
  forall k : 'I_n,
  ((i == k)%:R = 0 :> R) ->
  (\sum_(s1 < d_ff) ((Num.max 0 ((\sum_(s2 < d) (((X i s2) + (((i == k)%:R) * (t 0 s2))) * (W_1 s2 s1))) + (b_1 0 s1))) * (W_2 s1 c))) + (b_2 0 c) = (\sum_(s1 < d_ff) ((Num.max 0 ((\sum_(s2 < d) ((X i s2) * (W_1 s2 s1))) + (b_1 0 s1))) * (W_2 s1 c))) + (b_2 0 c) :> R.
Proof.
case=> [//|d] _; case=> [//|d_ff] _; case=> [//|n] _; move=> W_1 W_2 X b_1 b_2 t c i k h1.
congr (_ + _); apply: eq_bigr => s _; congr (Num.max _ (_ + _) * _); apply: eq_bigr => a _.
by rewrite h1 mul0r addr0.
Qed.

Theorem affine_without_a_bend_0 :
  forall d : nat, (0 < d)%N ->
  forall d_ff : nat, (0 < d_ff)%N ->
  forall W_1 : 'M[R]_(d, d_ff),
  forall W_2 : 'M[R]_(d_ff, d),
  forall b_1 : 'rV[R]_d_ff,
  forall b_2 : 'rV[R]_d,
  forall x : 'rV[R]_d,
  forall c : 'I_d,
  (\sum_(s1 < d_ff) (((\sum_(s2 < d) ((x 0 s2) * (W_1 s2 s1))) + (b_1 0 s1)) * (W_2 s1 c))) + (b_2 0 c) = (\sum_(s1 < d) ((x 0 s1) * (\sum_(s2 < d_ff) ((W_1 s1 s2) * (W_2 s2 c))))) + ((\sum_(s1 < d_ff) ((b_1 0 s1) * (W_2 s1 c))) + (b_2 0 c)) :> R.
Proof.
case=> [//|d] _; case=> [//|d_ff] _; move=> W_1 W_2 b_1 b_2 x c.
have H := congr1 (fun A : 'rV_d.+1 => A 0 c) (affine_without_a_bend W_1 b_1 W_2 b_2 x).
by by_theorem H.
Qed.

Theorem an_affine_map_keeps_midpoints_0 :
  forall d : nat, (0 < d)%N ->
  forall d_ff : nat, (0 < d_ff)%N ->
  forall W_1 : 'M[R]_(d, d_ff),
  forall W_2 : 'M[R]_(d_ff, d),
  forall b_1 : 'rV[R]_d_ff,
  forall b_2 : 'rV[R]_d,
  forall t : 'rV[R]_d,
  forall x : 'rV[R]_d,
  forall c : 'I_d,
  ((\sum_(s1 < d_ff) (((\sum_(s2 < d) (((x 0 s2) + (t 0 s2)) * (W_1 s2 s1))) + (b_1 0 s1)) * (W_2 s1 c))) + (b_2 0 c)) + ((\sum_(s1 < d_ff) (((\sum_(s2 < d) (((x 0 s2) - (t 0 s2)) * (W_1 s2 s1))) + (b_1 0 s1)) * (W_2 s1 c))) + (b_2 0 c)) = 2%:R * ((\sum_(s1 < d_ff) (((\sum_(s2 < d) ((x 0 s2) * (W_1 s2 s1))) + (b_1 0 s1)) * (W_2 s1 c))) + (b_2 0 c)) :> R.
Proof.
case=> [//|d] _; case=> [//|d_ff] _; move=> W_1 W_2 b_1 b_2 t x c.
have H := congr1 (fun A : 'rV_d.+1 => A 0 c) (an_affine_map_keeps_midpoints W_1 b_1 W_2 b_2 x t).
by rewrite mulr_natl; rewrite mulmxnE in H; by_theorem H.
Qed.

Theorem an_affine_map_keeps_midpoints_1 :
  forall u : R,
  (u != 0 :> R) ->
  (`|u|) + (`|(- u)|) = 2%:R * (`|u|) :> R.
Proof.
move=> u h1.
by rewrite normrN mulr_natl mulr2n.
Qed.

Theorem an_affine_map_keeps_midpoints_2 :
  forall u : R,
  (u != 0 :> R) ->
  2%:R * (`|u|) > 0.
Proof.
move=> u h1.
by rewrite mulr_gt0 ?ltr0n ?normr_gt0.
Qed.

Theorem absolute_value_0 :
  forall x : R,
  (Num.max 0 x) + (Num.max 0 (- x)) = `|x| :> R.
Proof.
move=> x.
case: (leP 0 x) => side; first by rewrite max_l ?oppr_le0 // addr0 ger0_norm.
by rewrite max_r ?oppr_ge0 ?ltW // add0r ltr0_norm.
Qed.

Theorem attention_alone_is_linear_for_one_row_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall W_K : 'M[R]_(d, d),
  forall W_Q : 'M[R]_(d, d),
  forall W_V : 'M[R]_(d, d),
  forall X : 'M[R]_(n, d),
  forall c : 'I_d,
  forall first : 'I_n,
  (first = 0%N :> nat) ->
  (n%:R = 1 :> R) ->
  \sum_(s1 < n) (((e ((\sum_(s2 < d) ((\sum_(s3 < d) ((X first s3) * (W_Q s3 s2))) * (\sum_(s3 < d) ((X s1 s3) * (W_K s3 s2))))) / (Num.sqrt d%:R))) / (\sum_(s2 < n) (e ((\sum_(s3 < d) ((\sum_(s4 < d) ((X first s4) * (W_Q s4 s3))) * (\sum_(s4 < d) ((X s2 s4) * (W_K s4 s3))))) / (Num.sqrt d%:R))))) * (\sum_(s2 < d) ((X s1 s2) * (W_V s2 c)))) = \sum_(s1 < d) ((X first s1) * (W_V s1 c)) :> R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> W_K W_Q W_V X c first h1 h2.
move/eqP: h2; rewrite pnatr_eq1 eqSS => /eqP n0; subst n.
have H := congr1 (fun A : 'rV_d.+1 => A first c) (attention_is_linear_for_one_row e X W_Q W_K W_V).
by by_theorem H.
Qed.

Theorem share_of_parameters_0 :
  forall d : nat, (0 < d)%N ->
  forall d_ff : nat, (0 < d_ff)%N ->
  (d_ff%:R = 4%:R * d%:R :> R) ->
  ((2%:R * d%:R) * d_ff%:R) / (((2%:R * d%:R) * d_ff%:R) + (4%:R * (d%:R ^+ 2))) = 2%:R / 3%:R :> R.
Proof.
case=> [//|d] _; case=> [//|d_ff] _; move=> h1.
by rewrite h1; apply: share_of_parameters.
Qed.

End Said.
