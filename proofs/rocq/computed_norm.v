(* LayerNorm on floats: for every number of entries, every format, every way to break ties, every order of
   summation, with epsilon and without. The last line of the theorem is the claim's, word for word. *)
From Coq Require Import ZArith Reals Lra Lia.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_bridge float_dots formats trees dot_trees known.
From atensi Require Import float_deviations float_norm norm_program norm_of_a_row.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

(* The root of epsilon is taken in another format, which is no coarser; half of it is exact there. *)
Section Root.
Local Open Scope R_scope.
Variables (emin prec : Z) (tie : Z -> bool) (emin' prec' : Z) (tie' : Z -> bool).
Hypotheses (prec_gt0 : Z.lt 0 prec) (finer : Z.le prec prec') (wide' : Z.le (emin' + 2 * prec') 2).
Local Notation u := (unit_roundoff prec).

Definition half_root epsilon := fl emin prec tie (fl emin' prec' tie' (R_sqrt.sqrt epsilon) / 2).

Lemma half_root_ge0 epsilon : 0 <= half_root epsilon.
Proof.
have prec_gt0' : Z.lt 0 prec' by lia.
by apply: fl_ge0 => //; have := fl_ge0 emin' tie' prec_gt0' (sqrt_pos epsilon); lra.
Qed.

Lemma half_root_near epsilon : float emin' prec' epsilon -> 0 <= epsilon ->
  Rabs (2 * half_root epsilon - R_sqrt.sqrt epsilon) <= ((1 + u) ^ 2 - 1) * R_sqrt.sqrt epsilon + spacing emin.
Proof.
move=> fe e0; have prec_gt0' : Z.lt 0 prec' by lia.
have s0 := sqrt_pos epsilon; have [u0 u1] := u_le_half prec_gt0.
have coarse : unit_roundoff prec' <= u by apply: Flocq.Core.Raux.bpow_le; lia.
have := root_of_a_float tie' prec_gt0' wide' fe e0; set z := fl emin' prec' tie' _ => first.
have {}first : Rabs (z - R_sqrt.sqrt epsilon) <= u * R_sqrt.sqrt epsilon.
  by apply: Rle_trans first _; apply: Rmult_le_compat_r.
have z0 : 0 <= z by exact: fl_ge0.
have := operation emin tie prec_gt0 (z / 2); rewrite (Rabs_pos_eq (z / 2)); last by lra.
move=> second; have up := abs_moved first; rewrite !Rabs_pos_eq // in up.
have -> : 2 * half_root epsilon - R_sqrt.sqrt epsilon = 2 * (fl emin prec tie (z / 2) - z / 2) + (z - R_sqrt.sqrt epsilon).
  by rewrite /half_root -/z; field.
apply: Rle_trans (Rabs_triang _ _) _; rewrite Rabs_mult (Rabs_pos_eq 2); last by lra.
by have := Rmult_le_compat_l u _ _ ltac:(lra) up; rewrite /=; lra.
Qed.

End Root.

Lemma num_sqrt (y : R) : Rle 0 y -> Num.sqrt y = R_sqrt.sqrt y.
Proof.
move=> y0; apply: Rsqr_inj; [exact/RleP/sqrtr_ge0 | exact: sqrt_pos |].
have y0' : (0 <= (y : R_rcfType))%R by apply/RleP.
have := sqr_sqrtr y0'; rewrite expr2 => E.
by rewrite Rsqr_sqrt.
Qed.

Local Open Scope ring_scope.
Local Notation R := R_rcfType.
Local Notation e := R_exp.

(* Of tau and zeta only the least is known, so that one bound may serve other programs, too. *)
Theorem layer_norm_on_floats (emin prec : Z) (tie : Z -> bool) (emin' prec' : Z) (tie' : Z -> bool)
    d (x : 'rV[R]_d) (of_mean : tree 'I_d) (of_squares : dot_tree 'I_d) h (A q rho r theta epsilon tau zeta : R) (i : 'I_d) :
  let u : R := unit_roundoff prec in let eta : R := spacing emin in let row := (fun j => x 0 j) in
  let root := half_root emin prec tie emin' prec' tie' epsilon in
  let yhat : R := computed_norm emin prec tie row of_mean of_squares epsilon root i in
  Z.lt 0 prec -> Z.le (emin + 2 * prec) 2 -> Z.le prec prec' -> Z.le (emin' + 2 * prec') 2 -> float emin' prec' epsilon ->
  orders of_mean -> dot_orders of_squares -> (height of_mean <= h)%N -> (dot_height of_squares <= h)%N ->
  ((size row : R) <= tau) -> (2%:R * Num.sqrt d%:R <= zeta) ->
  (0 <= q) -> (0 < rho) -> (0 <= epsilon) ->
  (A = (1 / d%:R) * (\sum_(s1 < d) (`|(x 0 s1)|)) :> R) ->
  (q ^+ 2 = (1 / d%:R) * (\sum_(s1 < d) ((x 0 s1) ^+ 2)) :> R) ->
  (rho ^+ 2 = ((1 / d%:R) * (\sum_(s1 < d) (((x 0 s1) - ((1 / d%:R) * (\sum_(s2 < d) (x 0 s2)))) ^+ 2))) + epsilon :> R) ->
  ((((((1 + u) ^+ 3) * ((((((1 + u) ^+ 2) - 1) * q) + ((((1 + u) ^+ (h + 5)%N) - 1) * A)) + ((3%:R / 2%:R) * (((1 + u) ^+ (h + 4)%N) * (tau * eta))))) + (2%:R * ((((1 + u) ^+ 3) * ((1 + tau) * eta)) + ((2%:R * eta) * (zeta * rho))))) / rho) + (((1 + u) ^+ 3) - 1) <= r) ->
  ((6%:R * (eta * (zeta ^+ 2))) * (e ((11%:R / 10%:R) * ((h%:R + 7%:R) * u))) <= theta) ->
  (u <= 1 / 11%:R) -> (r <= 1 / 4%:R) -> (theta <= 1 / 11%:R) ->
  `|(yhat - (((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1)))) / rho))| <= (((((((((1 + u) ^+ 3) * ((((((1 + u) ^+ 2) - 1) * (`|(x 0 i)|)) + ((((1 + u) ^+ (h + 5)%N) - 1) * A)) + ((3%:R / 2%:R) * (((1 + u) ^+ (h + 4)%N) * (tau * eta))))) + ((((1 + u) ^+ 3) * ((1 + tau) * eta)) + ((2%:R * eta) * (zeta * rho)))) / rho) + ((((1 + u) ^+ 3) - 1) * ((`|((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1))))|) / rho))) + (((`|((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1))))|) / rho) * r)) / (1 - r)) + ((((`|((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1))))|) / rho) + ((((((((1 + u) ^+ 3) * ((((((1 + u) ^+ 2) - 1) * (`|(x 0 i)|)) + ((((1 + u) ^+ (h + 5)%N) - 1) * A)) + ((3%:R / 2%:R) * (((1 + u) ^+ (h + 4)%N) * (tau * eta))))) + ((((1 + u) ^+ 3) * ((1 + tau) * eta)) + ((2%:R * eta) * (zeta * rho)))) / rho) + ((((1 + u) ^+ 3) - 1) * ((`|((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1))))|) / rho))) + (((`|((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1))))|) / rho) * r)) / (1 - r))) * ((e (((11%:R / 10%:R) * (((h%:R + 15%:R) * u) + theta)) / 2%:R)) - 1))) + (eta * (((e (((11%:R / 10%:R) * (((h%:R + 15%:R) * u) + theta)) / 2%:R)) * zeta) + 1)).
Proof.
move=> u eta row root yhat prec_gt0 wide finer wide' fe each_once each_square high_mean high tau_size zeta_most q0 rho0 e0.
move=> AE qE rhoE enough lost fine small_r theta_small.
have d0 : (0 < d)%N := leq_ltn_trans (leq0n i) (ltn_ord i).
have e0' : Rle 0 epsilon by exact/RleP.
have AR : A = average (fun j => Rabs (row j)) by rewrite /average; equal_in_reals AE.
have qR : pow q 2 = average (fun j => pow (row j) 2) by rewrite /average; equal_in_reals qE.
have rhoR : pow rho 2 = Rplus (average (fun j => pow (Rminus (row j) (average row)) 2)) epsilon.
  by rewrite /average; equal_in_reals rhoE.
have zetaR : Rle (Rmult 2 (R_sqrt.sqrt (INR d))) zeta.
  have := RleP _ _ zeta_most; rewrite (natR d) num_sqrt; last exact: pos_INR.
  by rewrite (natR 2) -[GRing.mul _ _]/(Rmult _ _) /=; lra.
have seE : pow (R_sqrt.sqrt epsilon) 2 = epsilon by exact: pow2_sqrt.
have root0 := half_root_ge0 emin tie emin' tie' prec_gt0 finer epsilon.
have rooted := half_root_near emin tie tie' prec_gt0 finer wide' fe e0'.
unshelve epose proof (@layer_norm_entry emin prec tie prec_gt0 wide d h row of_mean of_squares each_once each_square d0
  high_mean high A q rho r theta epsilon (R_sqrt.sqrt epsilon) tau zeta root (RleP _ _ tau_size) zetaR (RleP _ _ q0)
  (RltP _ _ rho0) AR qR (sqrt_pos _) seE rhoR root0 rooted _ _ _ _ _ i) as H;
  [rewrite /deviation_off; in_reals enough | in_reals small_r | in_reals fine | in_reals theta_small | in_reals lost |].
by rewrite /moves /part_off /deviation_off /average in H; by_reals H.
Qed.
