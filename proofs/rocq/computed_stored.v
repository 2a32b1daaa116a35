(* Storing on floats: whatever a number was computed in, it is rounded once to a format of its own. *)
From Coq Require Import ZArith Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_bridge floats float_dots formats said_floats.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation R := R_rcfType.

Section Stored.
Variables (emin prec : Z) (tie : Z -> bool).
Hypothesis prec_gt0 : Z.lt 0 prec.
Local Notation u := (unit_roundoff prec : R).
Local Notation eta := (spacing emin : R).
Local Notation fl := (fl emin prec tie).

Theorem stored_once_on_floats (y yhat delta : R) : 0 <= delta -> let rhat : R := fl yhat in
  `|(yhat - y)| <= delta ->
  `|(rhat - y)| <= (delta + (u * ((`|y|) + delta))) + (eta / 2%:R).
Proof.
move=> delta0 rhat near; have u0 : 0 < u by apply/RltP/u_gt0.
have eta0 : 0 < eta by apply/RltP/eta_gt0.
have rounded : `|rhat - yhat| <= u * `|yhat| + eta / 2%:R.
  by have H := operation emin tie prec_gt0 yhat; by_reals H.
exact: (stored_once_0 delta0 eta0 u0 near rounded).
Qed.

End Stored.
