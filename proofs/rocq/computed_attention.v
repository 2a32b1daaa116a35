(* Scaled dot-product attention on floats, one query and one coordinate of the values: scores, their
   softmax, and the mean, each in any order. The last line of the theorem is the claim's. *)
From Coq Require Import ZArith Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_bridge float_dots formats trees dot_trees.
From atensi Require Import said_floats computed.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation R := R_rcfType.
Local Notation e := R_exp.

Section Attention.
Variables (emin prec : Z) (tie : Z -> bool) (E : R -> R) (c : R) (n d : nat).
Variables (q : 'rV[R]_d) (K : 'M[R]_(n, d)) (v : 'rV[R]_n).
Variables (of_scores : 'I_n -> dot_tree 'I_d) (of_sum : tree 'I_n) (of_mean : dot_tree 'I_n) (largest : 'I_n).
Local Notation u := (unit_roundoff prec : R).
Local Notation eta := (spacing emin : R).
Local Notation float := (float emin prec).
Local Notation fl := (fl emin prec tie).
Local Notation dotted := (dotted emin prec tie).

Definition scaled : 'rV[R]_d := \row_a fl (Rdiv (q 0 a) (fl (Num.sqrt d%:R)%R)).
Definition computed_scores : 'rV[R]_n := \row_j dotted (fun a => scaled 0 a) (fun a => row j K 0 a) (of_scores j).
Definition scores : 'rV[R]_n := \row_j (1 / Num.sqrt d%:R * \sum_(s1 < d) q 0 s1 * row j K 0 s1).
Definition computed_weights : 'rV[R]_n := weights emin prec tie E computed_scores largest of_sum.
Definition output : R := dotted (fun j => computed_weights 0 j) (fun j => v 0 j) of_mean.

(* How far a score is off, by its height. *)
Definition score_off j : R :=
  let k := row j K in let h := dot_height (of_scores j) in let f := 1 / Num.sqrt d%:R in
  ((((1 + u) ^+ (h + 4)%N) - 1) * (f * (\sum_(s1 < d) (`|((q 0 s1) * (k 0 s1))|)))) + ((((1 + u) ^+ h%N) * (eta / 2%:R)) * (((1 + u) * (\sum_(s1 < d) (`|(k 0 s1)|))) + d%:R)).

Theorem attention_on_floats (w r : 'rV[R]_n) : Z.lt 0 prec -> Z.le (emin + prec) 1 -> (0 < d)%N ->
  0 <= c -> u <= 1 / 11%:R -> (c * u) + (n%:R * eta) <= 1 / 11%:R -> exp_within emin prec E c ->
  (forall j, dot_orders (of_scores j)) -> orders of_sum -> dot_orders of_mean ->
  (forall j, computed_scores 0 j <= computed_scores 0 largest) ->
  let s := scores in let ohat := output in let h := height of_sum in let g := dot_height of_mean in
  (forall j, score_off j <= w 0 j) -> (forall j, `|s 0 j - computed_scores 0 largest| <= r 0 j) ->
  `|(ohat - (\sum_(s1 < n) (((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (v 0 s1))))| <= (\sum_(s1 < n) ((`|(v 0 s1)|) * (((((e (((((w 0 s1) + (u * ((r 0 s1) + (w 0 s1)))) + (3%:R * eta)) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (((w 0 s2) + (u * ((r 0 s2) + (w 0 s2)))) + (3%:R * eta))) - 1)))) + ((11%:R / 10%:R) * ((((h%:R + (2%:R * c)) + 1) * u) + (n%:R * eta))))) - 1) * ((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2))))) + (((e ((11%:R / 10%:R) * ((((h%:R + (2%:R * c)) + 1) * u) + (n%:R * eta)))) + (1 / 2%:R)) * eta)) + ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) + ((((e (((((w 0 s1) + (u * ((r 0 s1) + (w 0 s1)))) + (3%:R * eta)) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (((w 0 s2) + (u * ((r 0 s2) + (w 0 s2)))) + (3%:R * eta))) - 1)))) + ((11%:R / 10%:R) * ((((h%:R + (2%:R * c)) + 1) * u) + (n%:R * eta))))) - 1) * ((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2))))) + (((e ((11%:R / 10%:R) * ((((h%:R + (2%:R * c)) + 1) * u) + (n%:R * eta)))) + (1 / 2%:R)) * eta))) * (((1 + u) ^+ (g + 1)%N) - 1))))) + (n%:R * (((1 + u) ^+ g%N) * (eta / 2%:R))).
Proof.
move=> prec_gt0 wide d0 c0 fine fine_exp within each_score each_exp each_mean most s ohat h g offs reach.
have root1 : Rle 1 (Num.sqrt d%:R : R).
  have : Num.sqrt 1 <= Num.sqrt d%:R :> R by apply: ler_wsqrtr; rewrite ler1n.
  by rewrite sqrtr1 => H; in_reals H.
pose f : R := 1 / Num.sqrt d%:R; have f0 : 0 <= f by apply: divr_ge0; [exact: ler01 | exact: sqrtr_ge0].
have score j : `|computed_scores 0 j - scores 0 j| <= w 0 j.
  apply: le_trans (offs j); rewrite [computed_scores 0 j]mxE [scores 0 j]mxE.
  have := @scaled_score_0 d d0 (row j K) q scaled eta f (dot_height (of_scores j)) (dotted (fun a => scaled 0 a) (fun a => row j K 0 a) (of_scores j)) u (eta0 emin) f0 (u0 prec).
  have products a : `|scaled 0 a - f * q 0 a| <= ((1 + u) ^+ 3 - 1) * (f * `|q 0 a|) + eta / 2%:R.
    have H := scaled_entry tie prec_gt0 (q 0 a) wide (u_small fine) root1.
    by rewrite [scaled 0 a]mxE /f; by_reals H.
  move/(_ products).
  have H := dot_of_all emin tie prec_gt0 (fun a => scaled 0 a) (fun a => row j K 0 a) (each_score j).
  by rewrite /dot_off in H; apply; by_reals H.
have floats j : float (computed_scores 0 j) by rewrite mxE; exact: float_dotted.
have w0 j : 0 <= w 0 j by apply: le_trans (score j).
have r0 j : 0 <= r 0 j by apply: le_trans (reach j).
have ok := exponential_ok tie prec_gt0 most within.
have [lo hi] := added tie prec_gt0 most each_exp within.
have summed : `|ohat - \sum_(s1 < n) computed_weights 0 s1 * v 0 s1| <=
    ((1 + u) ^+ (g + 1)%N - 1) * (\sum_(s1 < n) `|computed_weights 0 s1 * v 0 s1|) + n%:R * ((1 + u) ^+ g%N * (eta / 2%:R)).
  have H := dot_of_all emin tie prec_gt0 (fun j => computed_weights 0 j) (fun j => v 0 j) each_mean.
  by rewrite /dot_off in H; by_reals H.
exact: (attention_0 (n_gt0 largest) c0 (eta0 emin) (u0 prec) (fun j => let: And3 _ p _ := ok j in p) r0 w0 fine fine_exp
  score reach (rounded tie prec_gt0 fine largest floats) (one_below emin prec tie computed_scores largest) lo hi
  (divided tie prec_gt0 fine most each_exp within) summed (fun j => let: And3 _ _ b := ok j in b)).
Qed.

End Attention.
