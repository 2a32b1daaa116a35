(* Projections of queries and keys that give the same scores differ by a change of basis. *)
From mathcomp Require Import all_ssreflect all_algebra.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory.
Local Open Scope ring_scope.

Section Bases.
Variable R : comUnitRingType.

(* Two heads of the same scores, the first with projections that P and S undo. *)
Theorem same_scores_share_a_basis d k (P S : 'M[R]_(k, d)) (Wq Wk Uq Uk : 'M[R]_(d, k)) :
  P *m Wq = 1%:M -> S *m Wk = 1%:M -> Wq *m Wk^T = Uq *m Uk^T ->
  [/\ Uq = Wq *m (P *m Uq), Uk = Wk *m (S *m Uk) & (P *m Uq) *m (S *m Uk)^T = 1%:M].
Proof.
move=> PW SW same.
have unit : (P *m Uq) *m (S *m Uk)^T = 1%:M.
  rewrite trmx_mul mulmxA -(mulmxA P) -same mulmxA PW mul1mx -trmx_mul SW.
  by rewrite trmx1.
have back : (S *m Uk)^T *m (P *m Uq) = 1%:M := mulmx1C unit.
split=> //.
  rewrite -[LHS]mulmx1 -back (mulmxA Uq) trmx_mul (mulmxA Uq) -same -(mulmxA Wq) -trmx_mul SW.
  by rewrite trmx1 mulmx1.
have back' : (P *m Uq)^T *m (S *m Uk) = 1%:M by rewrite -[S *m Uk]trmxK -trmx_mul back trmx1.
rewrite -[LHS]mulmx1 -back' (mulmxA Uk) trmx_mul (mulmxA Uk) -[Uk *m Uq^T]trmxK trmx_mul trmxK -same.
by rewrite trmx_mul trmxK -(mulmxA Wk) -trmx_mul PW trmx1 mulmx1.
Qed.
End Bases.
