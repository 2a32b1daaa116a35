(* Attention on floats: for every number of keys, every format, every way to break ties, every order
   of summation. The last line of each theorem is the claim's, word for word. *)
From Coq Require Import ZArith Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_bridge floats float_dots formats trees dot_trees.
From atensi Require Import said_floats.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation R := R_rcfType.
Local Notation e := R_exp.

Section Computed.
Variables (emin prec : Z) (tie : Z -> bool) (E L : R -> R) (c c_l : R).
Hypothesis prec_gt0 : Z.lt 0 prec.
Local Notation u := (unit_roundoff prec : R).
Local Notation eta := (spacing emin : R).
Local Notation float := (float emin prec).
Local Notation fl := (fl emin prec tie).
Local Notation difference := (difference emin prec tie).
Local Notation summed := (summed emin prec tie).
Local Notation dotted := (dotted emin prec tie).

(* What a library's exponential and logarithm promise. *)
Definition exp_within := forall y : R, float y -> y <= 0 ->
  [/\ float (E y), 0 <= E y & `|E y - e y| <= (c * u) * e y + eta].
Definition log_within := forall y : R, float y -> 1 <= y ->
  `|L y - ln e y| <= (c_l * u) * `|ln e y| + eta.

Hypothesis c_ge0 : 0 <= c.
Hypothesis fine : u <= 1 / 11%:R.

Lemma u0 : 0 < u. Proof. exact/RltP/u_gt0. Qed.
Lemma eta0 : 0 < eta. Proof. exact/RltP/eta_gt0. Qed.

Lemma u_small : Rle u (1 / 4).
Proof. have : Rle u (Rdiv 1 11) by in_reals fine. lra. Qed.

(* The promise can be kept: by the float nearest to the exponential. *)
Lemma nearest_exponential : 1 <= c -> (forall y, E y = fl (exp y)) -> exp_within.
Proof.
move=> c1 nearest y _ _; have ey := exp_pos y; have u' := u_gt0 prec; have eta' := eta_gt0 emin.
have c1' : Rle 1 c by in_reals c1.
rewrite nearest; split; [exact: float_fl | by apply/RleP/fl_ge0 => //; lra |].
have H := operation emin tie prec_gt0 (exp y); rewrite (Rabs_pos_eq (exp y)) in H; last by lra.
have {}H : Rle (Rabs (Rminus (fl (exp y)) (exp y))) (Rplus (Rmult (Rmult c u) (exp y)) eta).
  have := Rmult_le_compat_r _ _ _ (Rlt_le _ _ u') c1'; have := Rmult_le_pos _ _ (Rlt_le _ _ u') (Rlt_le _ _ ey).
  by move=> *; apply: Rle_trans H _; have : Rle (Rmult u (exp y)) (Rmult (Rmult c u) (exp y)); [apply: Rmult_le_compat_r; lra | lra].
by by_reals H.
Qed.

Section Row.
Variables (n : nat) (x : 'rV[R]_n) (k : 'I_n) (t : tree 'I_n).
Hypothesis floats : forall j, float (x 0 j).
Hypothesis largest : forall j, x 0 j <= x 0 k.
Hypothesis each_once : orders t.
Hypothesis within_c : exp_within.

Definition differences : 'rV[R]_n := \row_j difference (x 0 j) (x 0 k).
Definition exponentials : 'rV[R]_n := \row_j E (differences 0 j).
Definition total : R := summed (fun j => exponentials 0 j) t.
Definition weights : 'rV[R]_n := \row_j fl (exponentials 0 j / total)%R.

Lemma n_gt0 : (0 < n)%N. Proof. exact: leq_ltn_trans (leq0n k) (ltn_ord k). Qed.

Lemma difference_ok j : float (differences 0 j) /\ differences 0 j <= 0.
Proof.
rewrite mxE; split; first exact: float_difference.
by apply/RleP/difference_le0 => //; exact/RleP.
Qed.

Lemma exponential_ok j : [/\ float (exponentials 0 j), 0 <= exponentials 0 j
  & `|exponentials 0 j - e (differences 0 j)| <= (c * u) * e (differences 0 j) + eta].
Proof. by rewrite [exponentials 0 j]mxE; have [? ?] := difference_ok j; exact: within_c. Qed.

Lemma rounded j : `|differences 0 j - (x 0 j - x 0 k)| <= u * `|x 0 j - x 0 k| + 3%:R * eta.
Proof.
have H := difference_of_halves tie prec_gt0 (floats j) (floats k) u_small.
by rewrite mxE; by_reals H.
Qed.

Lemma one_below : 1 <= \sum_(s1 < n) e (differences 0 s1).
Proof.
rewrite (bigD1 k) //= mxE difference_itself -[X in _ <= X + _]/(exp 0) exp_0 ler_addl.
by apply: sumr_ge0 => j _; exact: (e_ge0 R_exp).
Qed.

Lemma added : ((1 - u) ^+ height t) * (\sum_(s1 < n) exponentials 0 s1) <= total
  /\ total <= ((1 + u) ^+ height t) * (\sum_(s1 < n) exponentials 0 s1).
Proof.
have [lo hi] := @sum_in_any_order emin prec tie prec_gt0 _ (fun j => exponentials 0 j)
  (fun j => let: And3 f _ _ := exponential_ok j in f) t (fun j => let: And3 _ p _ := exponential_ok j in RleP _ _ p).
by rewrite over_all // in lo hi; split; [by_reals lo | by_reals hi].
Qed.

Lemma divided j : `|weights 0 j - exponentials 0 j / total| <= u * (exponentials 0 j / total) + eta / 2%:R.
Proof.
have H := operation emin tie prec_gt0 (exponentials 0 j / total)%R.
rewrite [weights 0 j]mxE; have [_ p _] := exponential_ok j.
have t0 : 0 <= total.
  apply: le_trans added.1; apply: mulr_ge0; last by apply: sumr_ge0 => l _; case: (exponential_ok l).
  by rewrite exprn_ge0 // subr_ge0; apply/RleP; have := u_small; rewrite -[GRing.one _]/(IZR 1); lra.
have q0 : Rle 0 (exponentials 0 j / total)%R by apply/RleP; exact: divr_ge0.
by rewrite (Rabs_pos_eq _ q0) in H; by_reals H.
Qed.

Lemma float_total : float total.
Proof. by apply: float_summed => // j; case: (exponential_ok j). Qed.

Lemma total_ge1 : E 0 = 1 -> 1 <= total.
Proof.
move=> at0; have <- : exponentials 0 k = 1 by rewrite !mxE difference_itself at0.
apply/RleP; apply: summed_ge_each => // [j|j|]; last by rewrite (perm_mem each_once) mem_enum.
  by case: (exponential_ok j).
by case: (exponential_ok j) => _ /RleP.
Qed.

Theorem softmax_on_floats (i : 'I_n) :
  let h := height t in let m := x 0 k in let phat := weights in
  ((c * u) + (n%:R * eta) <= 1 / 11%:R) ->
  `|((phat 0 i) - ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1)))))| <= (((e ((((u * (`|((x 0 i) - m)|)) + (3%:R * eta)) + (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((e ((u * (`|((x 0 s1) - m)|)) + (3%:R * eta))) - 1)))) + ((11%:R / 10%:R) * ((((h%:R + (2%:R * c)) + 1) * u) + (n%:R * eta))))) - 1) * ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))))) + (((e ((11%:R / 10%:R) * ((((h%:R + (2%:R * c)) + 1) * u) + (n%:R * eta)))) + (1 / 2%:R)) * eta).
Proof.
move=> h m phat fine_exp; have [lo hi] := added.
exact: (softmax_0 n_gt0 c_ge0 eta0 u0 (fun j => let: And3 _ p _ := exponential_ok j in p) fine fine_exp
  rounded one_below lo hi (divided i) (fun j => let: And3 _ _ w := exponential_ok j in w)).
Qed.

Theorem logsumexp_on_floats rhat :
  let h := height t in let m := x 0 k in let Lhat := L total in
  (0 <= c_l) -> ((c * u) + (n%:R * eta) <= 1 / 11%:R) ->
  E 0 = 1 -> log_within -> rhat = fl (m + Lhat) -> float Lhat ->
  `|(rhat - (ln e (\sum_(s1 < n) (e (x 0 s1)))))| <= ((1 + u) * ((((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((e ((u * (`|((x 0 s1) - m)|)) + (3%:R * eta))) - 1))) + ((11%:R / 10%:R) * (((h%:R + c) * u) + (n%:R * eta)))) + ((c_l * u) * ((`|((ln e (\sum_(s1 < n) (e (x 0 s1)))) - m)|) + ((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((e ((u * (`|((x 0 s1) - m)|)) + (3%:R * eta))) - 1))) + ((11%:R / 10%:R) * (((h%:R + c) * u) + (n%:R * eta))))))) + eta)) + (u * (`|(ln e (\sum_(s1 < n) (e (x 0 s1))))|)).
Proof.
move=> h m Lhat l0 fine_exp at0 within rhatE floatL; have [lo hi] := added; have S1 := total_ge1 at0.
have last : `|rhat - (m + Lhat)| <= u * `|m + Lhat|.
  have H := sum_of_floats tie prec_gt0 (floats k : float m) floatL.
  by rewrite rhatE; by_reals H.
exact: (logsumexp_0 n_gt0 c_ge0 l0 eta0 u0 (fun j => let: And3 _ p _ := exponential_ok j in p) fine fine_exp
  rounded one_below lo hi last (fun j => let: And3 _ _ w := exponential_ok j in w) S1
  (within _ float_total S1)).
Qed.

End Row.
End Computed.
