(* How a cosine of a query and a key moves with the query: it turns the query and does not stretch
   it, by a step that is no longer than the inverse of the query's length. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From atensi Require Import exponential limits.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Cosines.
Variables (R : rcfType) (d : nat) (g : R) (q k : 'I_d -> R).
Implicit Types (f : 'I_d -> R).

Definition length f := Num.sqrt (\sum_a f a ^+ 2).
Definition cosine f := (\sum_a f a * k a) / (length f * length k).

(* The slope of g times the cosine by an entry of the query. *)
Definition step a := g / length q * (k a / length k - cosine q * q a / length q).

Lemma squares_ge0 f : 0 <= \sum_a f a ^+ 2.
Proof. by apply: sumr_ge0 => a _; exact: sqr_ge0. Qed.

Lemma length_squared f : \sum_a f a ^+ 2 = length f ^+ 2.
Proof. by rewrite sqr_sqrtr ?squares_ge0. Qed.

Hypotheses (q_there : length q != 0) (k_there : length k != 0).

Theorem cosine_moves a :
  moves (fun t => g * cosine (fun b => q b + t * (b == a)%:R)) (g * cosine q) (step a).
Proof.
have entry b : moves (fun t => q b + t * (b == a)%:R) (q b) (b == a)%:R by exact: moves_line.
have q0 : 0 < \sum_b q b ^+ 2 by rewrite length_squared lt_def sqr_ge0 sqrf_eq0 q_there.
have root := moves_sqrt q0 (fun t => squares_ge0 _) (moves_sum (fun b => moves_sqr (entry b))).
have dot := moves_sum (fun b => moves_by (k b) (entry b)).
have nz : length q * length k != 0 by rewrite mulf_neq0.
have H := moves_scaled g (moves_mul dot (moves_inverse nz (moves_by (length k) root))).
apply: moves_value H _; rewrite -[X in _ / (2%:R * X)]/(length q).
have picked f : \sum_b (b == a)%:R * f b = f a.
  by rewrite -[RHS](only_one f a); apply: eq_bigr => b _; rewrite mulrC.
have twice : \sum_b 2%:R * (q b * (b == a)%:R) = 2%:R * q a by rewrite -mulr_sumr only_one.
rewrite picked twice /step /cosine.
by move: (length q) (length k) (\sum_b _) q_there k_there nz => l m s l0 m0 lm; field; rewrite l0 m0.
Qed.

Theorem step_does_not_stretch : \sum_a q a * step a = 0.
Proof.
have out a : q a * step a =
    g / length q * (q a * k a / length k - cosine q / length q * q a ^+ 2).
  by rewrite /step; ring.
rewrite (eq_bigr _ (fun a _ => out a)) -mulr_sumr sumrB -mulr_suml -mulr_sumr length_squared /cosine.
by move: (length q) (length k) (\sum_a _) q_there k_there => l m s l0 m0; field; rewrite l0 m0.
Qed.

Theorem length_of_step :
  \sum_a step a ^+ 2 = (g / length q) ^+ 2 * (1 - cosine q ^+ 2).
Proof.
have out a : step a ^+ 2 = (g / length q) ^+ 2 * (k a ^+ 2 / length k ^+ 2
    - 2%:R * cosine q / length q / length k * (q a * k a) + (cosine q / length q) ^+ 2 * q a ^+ 2).
  by rewrite /step -exprVn; ring.
rewrite (eq_bigr _ (fun a _ => out a)) -mulr_sumr; congr (_ * _).
rewrite big_split sumrB /= -mulr_suml -!mulr_sumr !length_squared /cosine.
by move: (length q) (length k) (\sum_a _) q_there k_there => l m s l0 m0; field; rewrite l0 m0.
Qed.

Theorem step_is_bounded : (g / length q) ^+ 2 * (1 - cosine q ^+ 2) <= (g / length q) ^+ 2.
Proof. by rewrite ler_pimulr ?sqr_ge0 // ler_subl_addr ler_addl sqr_ge0. Qed.

End Cosines.
