(* LayerNorm of a row, as impl/normalization.py computes it on floats of any format; and what is known of
   the square that it takes the root of, in every order of summation. *)
From Coq Require Import ZArith Reals Lra Lia.
From Coquelicot Require Import Rcomplements.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors floats float_dots formats trees dot_trees squares known.
From atensi Require Import float_deviations computed_deviation deviations_in_units.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope R_scope.

(* What may be divided by: 1 in the place of 0. *)
Definition or_one a := if Req_EM_T a 0 then 1 else a.

Lemma or_one_gt0 a : 0 <= a -> 0 < or_one a.
Proof. by rewrite /or_one; case: Req_EM_T => /= *; lra. Qed.

Lemma or_one_same a : 0 < a -> or_one a = a.
Proof. by rewrite /or_one; case: Req_EM_T => /= *; lra. Qed.

Section Largest.
Variables (n : nat) (F : 'I_n -> R).
Definition largest := foldr (fun j most => Rmax (Rabs (F j)) most) 0 (enum 'I_n).

Lemma largest_ge0 : 0 <= largest.
Proof. by rewrite /largest; elim: (enum _) => [|j js IH] /=; [lra | apply: Rle_trans IH (Rmax_r _ _)]. Qed.

Lemma largest_most j : Rabs (F j) <= largest.
Proof.
rewrite /largest; have : j \in enum 'I_n by rewrite mem_enum.
elim: (enum _) => [//|k js IH]; rewrite inE => /orP [/eqP -> | /IH le] /=; first exact: Rmax_l.
exact: Rle_trans le (Rmax_r _ _).
Qed.

Lemma largest_reached : largest = 0 \/ exists j, Rabs (F j) = largest.
Proof.
rewrite /largest; elim: (enum _) => [|k js IH] /=; first by left.
rewrite /Rmax; case: Rle_dec => _; last by right; exists k.
exact: IH.
Qed.

End Largest.

Section Row.
Variables (emin prec : Z) (tie : Z -> bool).
Hypotheses (prec_gt0 : Z.lt 0 prec) (wide : Z.le (emin + 2 * prec) 2).
Local Notation u := (unit_roundoff prec).
Local Notation eta := (spacing emin).
Local Notation fl := (fl emin prec tie).
Local Notation float := (float emin prec).

Lemma one_wide : Z.le (emin + prec) 1. Proof. lia. Qed.

Variables (d h : nat) (x : 'I_d -> R) (of_mean : tree 'I_d) (of_squares : dot_tree 'I_d).
(* The names are those of the code. *)
Definition size := or_one (largest x).
Local Notation away := (away emin prec tie x of_mean size).
Definition furthest := or_one (largest away).
Local Notation deviation_of := (deviation_of emin prec tie x of_mean size furthest).
Local Notation half_unit := (half_unit emin prec tie size furthest).
Definition variance := fl (dotted emin prec tie deviation_of deviation_of of_squares / fl (INR d)).

(* Without epsilon, and with half its root: both are divided by what is larger. *)
Definition plain_norm i := fl (deviation_of i / or_one (fl (R_sqrt.sqrt variance))).

Section Epsilon.
Variable root : R.
Definition larger := or_one (Rmax half_unit root).
Local Notation part := (part emin prec tie size furthest larger).
Local Notation rest := (rest emin prec tie root larger).
Definition square_sum := fl (fl (fl (variance * part) * part) + fl (rest * rest)).
Definition norm_with i := fl (fl (deviation_of i * part) / or_one (fl (R_sqrt.sqrt square_sum))).
End Epsilon.

Definition computed_norm epsilon root i := if Req_EM_T epsilon 0 then plain_norm i else norm_with root i.

Lemma size_gt0 : 0 < size. Proof. exact/or_one_gt0/largest_ge0. Qed.
Lemma furthest_gt0 : 0 < furthest. Proof. exact/or_one_gt0/largest_ge0. Qed.

Lemma most j : Rabs (away j) <= furthest.
Proof.
have le := largest_most away j; rewrite /furthest /or_one; case: Req_EM_T => [E|_] /= //; rewrite E in le; lra.
Qed.

Lemma furthest_reached : (forall j, away j = 0) \/ exists k, Rabs (away k) = furthest.
Proof.
rewrite /furthest /or_one; case: Req_EM_T => E.
  left=> j; apply: Rabs_eq_0; apply: Rle_antisym (Rabs_pos _); rewrite -E; exact: largest_most.
by right; have [] := largest_reached away.
Qed.

Lemma float_furthest : float furthest.
Proof.
have [still|[k <-]] := furthest_reached; last by apply: Flocq.Core.Generic_fmt.generic_format_abs; exact: float_fl.
rewrite /furthest /or_one; case: Req_EM_T => [nil|ne] /=; first exact: (float_1 prec_gt0 one_wide).
by have [E|[k E]] := largest_reached away; [case: ne | rewrite -E still Rabs_R0 in ne].
Qed.

Lemma larger_most root : half_unit <= larger root /\ root <= larger root.
Proof.
have l1 := Rmax_l half_unit root; have l2 := Rmax_r half_unit root.
by rewrite /larger /or_one; case: Req_EM_T => [E|_] /=; [rewrite E in l1 l2; lra | lra].
Qed.

Hypotheses (each_square : dot_orders of_squares) (high : (dot_height of_squares <= h)%N) (d_gt0 : (0 < d)%N).

Lemma d_ge1 : 1 <= INR d. Proof. by apply: (le_INR 1); exact/ssrnat.leP. Qed.

Lemma variance_known : known emin prec (h + 4) 2 variance (average (fun j => deviation_of j ^ 2)).
Proof.
have K := known_squares emin tie prec_gt0 deviation_of each_square.
have {}K := known_operation tie prec_gt0 (known_mean tie prec_gt0 one_wide d_ge1 K).
have -> : average (fun j => deviation_of j ^ 2) = Sum (fun j => deviation_of j * deviation_of j) / INR d.
  rewrite /average (Sum_ext (G := fun j => deviation_of j * deviation_of j)) => [|j]; last by rewrite /=; ring.
  by field; have := d_ge1; lra.
have -> : 2 = 1 + 1 by lra.
by apply: (known_higher prec_gt0 _ K); rewrite addn4 !ltnS.
Qed.

Lemma of_known k count s exact : known emin prec k count s exact -> (k <= h + 7)%N -> count <= 6 ->
  (1 - u) ^ (h + 7) * exact - 3 * eta <= s /\ s <= (1 + u) ^ (h + 7) * (exact + 3 * eta).
Proof.
move=> K le few; have [_ e0 c0 lo hi] := known_higher prec_gt0 le K.
have eta0 := eta_gt0 emin; have u0 := u_gt0 prec.
have most : count * (eta / 2) <= 3 * eta by have := Rmult_le_compat_r (eta / 2) _ _ ltac:(lra) few; lra.
split; first by lra.
by apply: Rle_trans hi _; apply: Rmult_le_compat_l; [apply: pow_le; lra | lra].
Qed.

Lemma plain_square :
  (1 - u) ^ (h + 7) * (average (fun j => deviation_of j ^ 2) + 0 ^ 2) - 3 * eta <= variance
  /\ variance <= (1 + u) ^ (h + 7) * (average (fun j => deviation_of j ^ 2) + 0 ^ 2 + 3 * eta).
Proof.
have -> : 0 ^ 2 = 0 by rewrite /=; lra.
by rewrite Rplus_0_r; apply: of_known variance_known _ _; [rewrite leq_add2l | lra].
Qed.

Lemma known_square root : let p := part emin prec tie size furthest (larger root) in let r := rest emin prec tie root (larger root) in
  0 <= p <= 1 -> 0 <= r ->
  (1 - u) ^ (h + 7) * (average (fun j => (deviation_of j * p) ^ 2) + r ^ 2) - 3 * eta <= square_sum root
  /\ square_sum root <= (1 + u) ^ (h + 7) * (average (fun j => (deviation_of j * p) ^ 2) + r ^ 2 + 3 * eta).
Proof.
move=> p r p01 r0; have V := variance_known.
have {}V := known_operation tie prec_gt0 (known_part prec_gt0 p01 V).
have {}V := known_operation tie prec_gt0 (known_part prec_gt0 p01 V).
have Q := known_operation tie prec_gt0 (known_itself emin prec (Rmult_le_pos _ _ r0 r0)).
have {}Q := known_higher prec_gt0 (isT : (1 <= (h + 4).+2)%N) Q.
have S := known_sum V Q.
have rounded := sum_of_floats tie prec_gt0 (float_fl emin tie prec_gt0 (fl (variance * p) * p)) (float_fl emin tie prec_gt0 (r * r)).
rewrite -[X in _ <= X]Rplus_0_r -(Rmult_0_l (eta / 2)) in rounded.
have {}S := known_rounded prec_gt0 (Rle_refl 0) rounded S.
have -> : average (fun j => (deviation_of j * p) ^ 2) + r ^ 2 = average (fun j => deviation_of j ^ 2) * p * p + r * r.
  rewrite /average (Sum_ext (G := fun j => p * p * (deviation_of j ^ 2))) => [|j]; last by rewrite /=; ring.
  by rewrite -Sum_scale /=; ring.
by apply: of_known S _ _; [rewrite !addnS | lra].
Qed.

End Row.
