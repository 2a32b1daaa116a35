(* Attention on floats where nothing is subtracted from the scores, as tiles do that cannot overflow:
   for every number of pairs, every order of both sums, every format, every way to break ties. The
   shift is 0, and scores lie on both sides of it. The last line of the last theorem is the claim's. *)
From Coq Require Import ZArith Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors floats float_bridge float_dots formats trees dot_trees.
From atensi Require Import float_fold said_floats computed computed_fold.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Local Notation R := R_rcfType.
Local Notation e := R_exp.

Section Unshifted.
Variables (emin prec : Z) (tie : Z -> bool) (E : R -> R) (c : R) (n : nat).
Variables (x v : 'rV[R]_n) (of_mass of_output : dot_tree 'I_n).
Local Notation u := (unit_roundoff prec : R).
Local Notation eta := (spacing emin : R).
Local Notation fl := (fl emin prec tie).
Local Notation dotted := (dotted emin prec tie (fun j => E (x 0 j))).

Definition plain_mass : R := dotted (fun _ => 1) of_mass.
Definition plain_output : R := dotted (fun j => v 0 j) of_output.

Hypotheses (prec_gt0 : Z.lt 0 prec) (c_ge0 : 0 <= c).
Hypotheses (mass_once : dot_orders of_mass) (output_once : dot_orders of_output).
(* The computed exponentials of the scores themselves, also where they are above 0. *)
Hypothesis within_c : forall j, 0 <= E (x 0 j) /\ `|E (x 0 j) - e (x 0 j)| <= (c * u) * e (x 0 j) + eta.

Lemma near_exponential j : near_exp emin prec c (E (x 0 j)) (x 0 j).
Proof. by have [pos close] := within_c j; split; [exact/RleP | in_reals close]. Qed.

(* A sum of n products is off by what merges of as many pairs leave, however few merges there are. *)
Lemma plain_sum (y : 'I_n -> R) (t : dot_tree 'I_n) h l b : dot_orders t -> (dot_height t <= h)%N ->
  Rle (Rabs (Rminus (dotted y t) (Sum (fun j => Rmult (exp (x 0 j)) (y j)))))
    (merged_off u eta c h l (Sum (fun j => Rmult (exp (x 0 j)) (Rabs (y j)))) (Sum (fun j => Rabs (y j)))
      (Rplus (Rdiv (INR n) 2) (INR b))).
Proof.
move=> once low; have c' : Rle 0 c by in_reals c_ge0.
have whole F : over (dot_leaves t) F = Sum F by rewrite /over (perm_big _ once) /= /Sum big_enum.
have count : seq.size (dot_leaves t) = n by rewrite (perm_size once) size_enum_ord.
have off := dot_of_exponentials tie prec_gt0 c' y low (fun j _ => near_exponential j).
rewrite !whole count in off; apply: (Rle_trans _ _ _ off).
have b0 := pos_INR b; have n0 := pos_INR n.
have vs0 : Rle 0 (Sum (fun j => Rabs (y j))) by apply: Sum_ge0 => j; exact: Rabs_pos.
have sz0 : Rle 0 (Sum (fun j => Rmult (exp (x 0 j)) (Rabs (y j)))).
  by apply: Sum_ge0 => j; apply: Rmult_le_pos (Rabs_pos _); exact/Rlt_le/exp_pos.
have half : Rle 0 (Rdiv (INR n) 2) by lra.
apply: Rle_trans (more_levels emin prec c' h (leq0n l) sz0 vs0 half) _.
have G1 := fold_grows_ge1 (Rlt_le _ _ (u_gt0 prec)) (Rlt_le _ _ (eta_gt0 emin)) c' h l.
have eta0 := eta_gt0 emin.
apply: Rplus_le_compat_l; apply: Rmult_le_compat_l; first by lra.
by apply: Rmult_le_compat_l; lra.
Qed.

Theorem unshifted_on_floats (s w : 'rV[R]_n) (mu : R) (h l b : nat) : let ohat := fl (plain_output / plain_mass) in
  (0 < n)%N -> (dot_height of_mass <= h)%N -> (dot_height of_output <= h)%N ->
  (forall j, `|x 0 j - s 0 j| <= w 0 j) -> 0 < mu -> mu <= \sum_(s1 < n) e (s 0 s1 - w 0 s1) ->
  ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1) + ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu) < 1) ->
  `|(ohat - (\sum_(s1 < n) (((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (v 0 s1))))| <= (((\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * ((e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1))))) - 1))) + (((((2%:R * (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1)) * (\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1)))))))) + ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * (\sum_(s1 < n) (`|(v 0 s1)|))) + ((n%:R / 2%:R) + b%:R)))) / mu)) + ((\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1))))))) * ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu))) / ((1 - (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1)) - ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu)))) + (u * ((\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1))))))) + (((((2%:R * (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1)) * (\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1)))))))) + ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * (\sum_(s1 < n) (`|(v 0 s1)|))) + ((n%:R / 2%:R) + b%:R)))) / mu)) + ((\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1))))))) * ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu))) / ((1 - (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1)) - ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu)))))) + (eta / 2%:R).
Proof.
move=> ohat n0 mass_low output_low scores mu0 least fine.
have w0 j : 0 <= w 0 j by apply: le_trans (scores j).
have moved j : `|x 0 j - (s 0 j - 0)| <= w 0 j by rewrite subr0.
have reached : mu <= \sum_(s1 < n) e (x 0 s1).
  apply: le_trans least _; apply: ler_sum => j _; apply/RleP; apply: exp_le.
  have S : Rle (Rabs (Rminus (x 0 j) (s 0 j))) (w 0 j) by in_reals (scores j).
  have : Rle (Rminus (s 0 j) (w 0 j)) (x 0 j) by have := abs_le S; lra.
  by [].
have offS := plain_sum (fun _ => 1) l b mass_once mass_low.
have offO := plain_sum (fun j => v 0 j) l b output_once output_low.
have ones : Sum (fun j => Rmult (exp (x 0 j)) 1) = Sum (fun j => exp (x 0 j)).
  by apply: Sum_ext => j; rewrite Rmult_1_r.
rewrite /merged_off /fold_grows /merge_grows in offS offO.
rewrite Rabs_R1 ones Sum_const Rmult_1_r in offS.
apply: (@fold_0 n n0 x s v w plain_output plain_mass b c eta h l 0 mu ohat u c_ge0 (eta0 emin) mu0 (u0 prec) w0 moved reached fine).
- by by_reals offS.
- by by_reals offO.
by have H := operation emin tie prec_gt0 (Rdiv plain_output plain_mass); by_reals H.
Qed.

End Unshifted.
