(* Attention in one coordinate, from scores that are off themselves. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors floats float_dots.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Section Attention.
Variables (n : nat) (u eta c : R) (h g : nat).
Hypotheses (u_ge0 : 0 <= u) (eta_ge0 : 0 <= eta) (c_ge0 : 0 <= c).
Hypotheses (fine : u <= 1 / 11) (fine_exp : c * u + INR n * eta <= 1 / 11).
Variables (s s_hat w r d e p_hat v : 'I_n -> R) (m S o : R) (k : 'I_n).

Let p j := exp (s j) / Sum (fun l => exp (s l)).
Let a j := w j + u * (r j + w j) + 3 * eta.
Let moves := Sum (fun j => p j * (exp (a j) - 1)).
Let G := 11 / 10 * ((INR h + 2 * c + 1) * u + INR n * eta).
Let off i := (exp (a i + moves + G) - 1) * p i + (exp G + 1 / 2) * eta.

Theorem attention :
  (forall j, Rabs (s_hat j - s j) <= w j) -> (forall j, Rabs (s j - m) <= r j) ->
  (forall j, Rabs (d j - (s_hat j - m)) <= u * Rabs (s_hat j - m) + 3 * eta) ->
  1 <= Sum (fun j => exp (d j)) -> (forall j, 0 <= e j) ->
  (forall j, Rabs (e j - exp (d j)) <= c * u * exp (d j) + eta) -> near u h S (Sum e) ->
  (forall j, Rabs (p_hat j - e j / S) <= u * (e j / S) + eta / 2) ->
  Rabs (o - Sum (fun j => p_hat j * v j)) <= dot_off u eta g n (Sum (fun j => Rabs (p_hat j * v j))) ->
  Rabs (o - Sum (fun j => p j * v j)) <=
    Sum (fun j => Rabs (v j) * (off j + (p j + off j) * ((1 + u) ^ g.+1 - 1)))
    + INR n * ((1 + u) ^ g * (eta / 2)).
Proof.
move=> score reach differences top positive exponentials added divided summed.
have moved j : Rabs (d j - (s j - m)) <= a j by exact: difference_moved (differences j).
apply: (mean u_ge0 _ _ summed) => j; first exact/Rlt_le/(p_gt0 s k).
exact: (weight u_ge0 eta_ge0 c_ge0 fine fine_exp k moved top exponentials added (positive j) (divided j)).
Qed.

End Attention.
