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
  s 0 j < s 0 i <-> a * s 0 j + b < a * s 0 i + b.
Proof. by move=> a0 i j; rewrite ltr_add2r ltr_pmul2l. Qed.

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

(* Two hidden units that see both numbers. *)
Definition joint (q d : R) : R := - Num.max 0 (q - d) - Num.max 0 (d - q).

Theorem any_document_can_be_first (q d : R) :
  joint q d = - `|q - d| /\ (q != d -> joint q d < 0) /\ joint d d = 0.
Proof.
have shape x y : joint x y = - `|x - y|.
  rewrite /joint -[y - x]opprB; case: (leP 0 (x - y)) => side.
    by rewrite ger0_norm // max_l ?oppr_le0 // subr0.
  by rewrite ltr0_norm // max_r ?oppr_ge0 1?ltW // oppr0 add0r.
split=> //; rewrite !shape subrr normr0 oppr0; split=> // ne.
by rewrite oppr_lt0 normr_gt0 subr_eq0.
Qed.

(* The probability of y, for y = 1 and y = 0. *)
Definition bernoulli (y : bool) (p : R) : R := p ^+ y * (1 - p) ^+ (1 - y).

Theorem bernoulli_of_relevance (p : R) :
  bernoulli true p = p /\ bernoulli false p + bernoulli true p = 1.
Proof. by rewrite /bernoulli !expr1 !expr0 mulr1 mul1r subrK. Qed.

End Retrieval.
