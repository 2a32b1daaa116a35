(* How large scores can be, and how little far pairs weigh. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From atensi Require Import exponential.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Tiling.
Variables (R : rcfType) (e : exponential R).

Lemma opened d (q k : 'I_d -> R) c b :
  \sum_a (c * q a - b * k a) ^+ 2
  = c ^+ 2 * (\sum_a q a ^+ 2) - (2%:R * c * b) * (\sum_a q a * k a) + b ^+ 2 * (\sum_a k a ^+ 2).
Proof. by rewrite !mulr_sumr -sumrB -big_split /=; apply: eq_bigr => a _; ring. Qed.

Theorem within_reach d (q k : 'I_d -> R) :
  (\sum_a q a * k a) ^+ 2 <= (\sum_a q a ^+ 2) * (\sum_a k a ^+ 2).
Proof.
have squares (u : 'I_d -> R) : 0 <= \sum_a u a ^+ 2 by apply: sumr_ge0 => a _; apply: sqr_ge0.
have := squares (fun a => (\sum_a k a ^+ 2) * q a - (\sum_a q a * k a) * k a).
rewrite opened; set A := \sum_a q a ^+ 2; set B := \sum_a q a * k a.
case: (ltrgtP 0 (\sum_a k a ^+ 2)) (squares k) => // [C0 _|no _].
  set C := \sum_a k a ^+ 2 in C0 *; have -> :
    C ^+ 2 * A - 2%:R * C * B * B + B ^+ 2 * C = C * (A * C - B ^+ 2) by ring.
  by rewrite pmulr_rge0 // subr_ge0.
have B0 : B = 0.
  apply: big1 => a _; have /eqP := psumr_eq0P (fun a _ => sqr_ge0 (k a)) (esym no) (i := a) isT.
  by rewrite sqrf_eq0 => /eqP ->; rewrite mulr0.
by move=> _; rewrite -no B0 expr0n mulr0.
Qed.

Lemma as_a_sum n (c : R) : n%:R * c = \sum_(j < n) c.
Proof. by rewrite sumr_const card_ord mulr_natl. Qed.

Theorem sum_does_not_vanish n (x : 'I_n -> R) b :
  (forall j, - b <= x j) -> n%:R * e (- b) <= \sum_j e (x j).
Proof. by move=> least; rewrite as_a_sum; apply: ler_sum => j _; rewrite e_le. Qed.

Theorem sum_does_not_overflow n (x : 'I_n -> R) b :
  (forall j, x j <= b) -> \sum_j e (x j) <= n%:R * e b.
Proof. by move=> most; rewrite as_a_sum; apply: ler_sum => j _; rewrite e_le. Qed.

Theorem far_pairs_weigh_little m n (x : 'I_n.+1 -> R) (y : 'I_m -> R) L i :
  (forall k, y k <= x i - L) ->
  (\sum_k e (y k)) / (\sum_j e (x j) + \sum_k e (y k))
  <= m%:R * e (- L) * (e (x i) / \sum_j e (x j)).
Proof.
move=> far; have X0 := sum_e_gt0 e x.
have Y0 : 0 <= \sum_k e (y k) by apply: sumr_ge0 => k _; apply: e_ge0.
have -> : m%:R * e (- L) * (e (x i) / \sum_j e (x j)) = m%:R * e (x i - L) / \sum_j e (x j).
  by rewrite eD mulrACA !mulrA -!mulrA; congr (_ * _); rewrite mulrCA !mulrA.
apply: ler_pmul => //; first by rewrite invr_ge0 addr_ge0 // ltW.
  by rewrite as_a_sum; apply: ler_sum => k _; rewrite e_le.
by rewrite lef_pinv ?posrE ?ltr_paddr // ler_addl.
Qed.

End Tiling.
