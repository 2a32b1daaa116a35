(* Retrieval: rankings by scores. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential softmax bert.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Retrieval.
Variables (R : rcfType) (e : exponential R).

Theorem logistic_keeps_order (z z' : R) : z' < z -> logistic e z' < logistic e z.
Proof.
move=> lt; rewrite /logistic !div1r ltf_pinv ?posrE ?addr_gt0 ?ltr01 ?e_gt0 //.
by rewrite ltr_add2l e_lt ltr_opp2.
Qed.

Theorem ranking_ignores_shift_and_scale n (s : 'rV[R]_n) (a b : R) : 0 < a -> forall i j,
  (a * s 0 i + b) - (a * s 0 j + b) = a * (s 0 i - s 0 j)
  /\ (a * s 0 j + b < a * s 0 i + b) = (s 0 j < s 0 i).
Proof.
move=> a0 i j; split; last by rewrite ltr_add2r ltr_pmul2l.
by rewrite opprD addrACA subrr addr0 mulrBr.
Qed.

Theorem no_mixture_is_first n d (q : 'rV[R]_d) (D : 'M[R]_(n.+1, d)) (w : 'rV[R]_n.+1) :
  (forall j, 0 <= w 0 j) -> \sum_j w 0 j = 1 ->
  exists j, (w *m D *m q^T) 0 0 <= (row j D *m q^T) 0 0.
Proof.
move=> w0 total; pose s := D *m q^T.
exists [arg max_(j > ord0) s j 0]%O; case: arg_maxP => // i _ most.
have -> : (row i D *m q^T) 0 0 = s i 0 by rewrite -row_mul mxE.
rewrite -mulmxA -/s mxE -[X in _ <= X]mul1r -total mulr_suml.
by apply: ler_sum => j _; apply: ler_wpmul2l (most j isT).
Qed.

Theorem any_document_can_be_first (q d : R) :
  - Num.max 0 (q - d) - Num.max 0 (d - q) <= 0 /\ - Num.max 0 (d - d) - Num.max 0 (d - d) = 0.
Proof.
split; last by rewrite subrr maxxx subr0 oppr0.
by rewrite subr_le0 ler_oppl le_maxr; apply/orP; left; rewrite ?oppr_le0 ?le_maxr ?lexx.
Qed.

End Retrieval.
