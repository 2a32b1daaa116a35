(* A deviation on floats, and a gain and a bias: for every number of entries, every format, every way to
   break ties, every order of summation. The last line of each theorem is the claim's, word for word. *)
From Coq Require Import ZArith Reals Lra Lia.
From Coquelicot Require Import Rcomplements.
From Flocq Require Import Core Relative.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_bridge floats float_dots lengths formats trees dot_trees.
From atensi Require Import float_deviations said_floats.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope R_scope.

Section Deviation.
Variables (emin prec : Z) (tie : Z -> bool).
Hypothesis prec_gt0 : Z.lt 0 prec.
Local Notation u := (unit_roundoff prec).
Local Notation eta := (spacing emin).
Local Notation fl := (fl emin prec tie).

(* A size is rounded, too. *)
Lemma size_near m : Z.le (emin + prec) 1 -> 1 <= m -> 0 < fl m /\ 1 - u <= m / fl m <= (1 + u) ^ 2.
Proof.
move=> wide m1; have [u0 u1] := u_le_half prec_gt0; have [lo hi] := abs_le (above_one tie prec_gt0 wide m1).
have pos : 0 < fl m by nra.
split=> //; split; [apply/Rle_div_r => //; nra | apply/Rle_div_l => //].
have := Rmult_le_compat_l ((1 + u) ^ 2) (m * (1 - u)) (fl m) ltac:(rewrite /=; nra) ltac:(lra).
have : 1 <= (1 + u) ^ 2 * (1 - u) by rewrite /=; nra.
by move: ((1 + u) ^ 2) => g *; nra.
Qed.

(* A rounded mean: the sum, its size and the quotient carry three roundings. *)
Lemma mean_near s m : Z.le (emin + prec) 1 -> 1 <= m ->
  Rabs (fl (s / fl m) - s / m) <= ((1 + u) ^ 3 - 1) * Rabs (s / m) + eta / 2.
Proof.
move=> wide m1; have [f0 [below above]] := size_near wide m1; have [u0 u1] := u_le_half prec_gt0.
have close : Rabs (s / fl m - s / m) <= ((1 + u) ^ 2 - 1) * Rabs (s / m).
  have -> : s / fl m - s / m = s / m * (m / fl m - 1) by field; lra.
  rewrite Rabs_mult Rmult_comm; apply: Rmult_le_compat_r; first exact: Rabs_pos.
  by apply: Rabs_le; split; [rewrite /= | lra]; nra.
have rounded := operation emin tie prec_gt0 (s / fl m); have size := abs_moved close.
apply: Rle_trans (off_by_two rounded close) _.
have := Rmult_le_compat_l u _ _ ltac:(lra) size.
have -> : (1 + u) ^ 3 = (1 + u) * (1 + u) ^ 2 by rewrite /=; ring.
by move: ((1 + u) ^ 2) => *; lra.
Qed.

Variables (d h : nat) (x : 'I_d -> R) (of_mean : tree 'I_d) (tau : R).
Hypotheses (wide : Z.le (emin + prec) 1) (each_once : orders of_mean) (high : (height of_mean <= h)%N).
Hypothesis tau_gt0 : 0 < tau.

(* Entries divided by tau, and each less their mean. *)
Definition small j := fl (x j / tau).
Definition mean := fl (summed emin prec tie small of_mean / fl (INR d)).
Definition away j := fl (small j - mean).
Let A := average (fun j => Rabs (x j)).
Let off j := deviation_off u eta h A tau (Rabs (x j)).
Let D j := x j - average x.

Lemma away_off j : Rabs (tau * away j - D j) <= off j.
Proof.
have [u0 u1] := u_le_half prec_gt0; have d0 : (0 < d)%N := leq_ltn_trans (leq0n j) (ltn_ord j).
have d1 : 1 <= INR d by apply: (le_INR 1); exact/ssrnat.leP.
apply: (@deviation u eta (Rlt_le _ _ u0) (Rlt_le _ _ (eta_gt0 emin)) d x small tau
  (summed emin prec tie small of_mean) mean h j (away j) d0 tau_gt0).
- by move=> l; exact: operation.
- have := signed_sum_in_any_order tie prec_gt0 (fun l => float_fl emin tie prec_gt0 (x l / tau)) of_mean.
  rewrite !over_all // => H; apply: Rle_trans H _; apply: Rmult_le_compat_r.
    by apply: Sum_ge0 => l; exact: Rabs_pos.
  by have := @pow_up (1 + u) (height of_mean) h ltac:(lra) high; lra.
- exact: mean_near.
- by apply: difference_of_floats => //; exact: float_fl.
Qed.

End Deviation.

Section Claims.
Local Open Scope ring_scope.
Local Notation R := R_rcfType.
Variables (emin prec : Z) (tie : Z -> bool).
Hypothesis prec_gt0 : Z.lt 0 prec.
Local Notation u := (unit_roundoff prec : R).
Local Notation eta := (spacing emin : R).
Local Notation fl := (fl emin prec tie).
Local Notation float := (float emin prec).

Theorem deviation_on_floats d (x : 'rV[R]_d) (A tau : R) (of_mean : tree 'I_d) (i : 'I_d) :
  Z.le (emin + prec) 1 -> orders of_mean -> 0 < tau ->
  let h := height of_mean in let ahat : R := away emin prec tie (fun j => x 0 j) of_mean tau i in
  (A = (1 / d%:R) * (\sum_(s1 < d) (`|(x 0 s1)|)) :> R) ->
  `|((tau * ahat) - ((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1)))))| <= (((((1 + u) ^+ 2) - 1) * (`|(x 0 i)|)) + ((((1 + u) ^+ (h + 5)%N) - 1) * A)) + ((3%:R / 2%:R) * (((1 + u) ^+ (h + 4)%N) * (tau * eta))).
Proof.
move=> wide each_once tau_gt0 h ahat AE.
have H := @away_off emin prec tie prec_gt0 d h (fun j => x 0 j) of_mean tau wide each_once (leqnn _) (RltP _ _ tau_gt0) i.
by rewrite AE; rewrite /deviation_off /average in H; by_reals H.
Qed.

Theorem gain_and_bias_on_floats (b delta g y yhat : R) : float b -> 0 <= delta -> u <= 1 ->
  let rhat : R := fl (Rplus (fl (Rmult g yhat)) b) in `|yhat - y| <= delta ->
  `|(rhat - ((g * y) + b))| <= ((((`|g|) * delta) + ((((1 + u) ^+ 2) - 1) * ((`|g|) * ((`|y|) + delta)))) + ((((1 + u) ^+ 1) - 1) * (`|b|))) + eta.
Proof.
move=> floatb delta0 fine rhat near.
have eta0 : 0 < eta by apply/RltP; exact: eta_gt0.
have u0 : 0 < u by apply/RltP; have [] := u_le_half prec_gt0.
have product : `|fl (Rmult g yhat) - g * yhat| <= u * `|g * yhat| + eta / 2%:R.
  by have H := operation emin tie prec_gt0 (Rmult g yhat); by_reals H.
have added : `|rhat - (fl (Rmult g yhat) + b)| <= u * `|fl (Rmult g yhat) + b|.
  by have H := sum_of_floats tie prec_gt0 (float_fl emin tie prec_gt0 (Rmult g yhat)) floatb; by_reals H.
exact: (gain_and_bias_0 delta0 eta0 u0 fine near product added).
Qed.

End Claims.
