(* The formulas of the backward pass are derivatives. *)
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import exponential limits softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Slopes.
Variables (R : rcfType) (e : exponential R).

(* A mean under p whose weights move at the rates p (l - mean of l). *)
Lemma covary n (p l W : 'I_n -> R) :
  \sum_s p s * (l s - \sum_r p r * l r) * W s = \sum_s l s * (p s * (W s - \sum_r p r * W r)).
Proof.
under eq_bigr do rewrite mulrBr mulrBl; under [RHS]eq_bigr do rewrite mulrBr mulrBr.
rewrite !sumrB; congr (_ - _); first by apply: eq_bigr => s _; rewrite mulrA [l s * _]mulrC.
transitivity ((\sum_s p s * l s) * \sum_r p r * W r).
  by rewrite mulr_sumr; apply: eq_bigr => s _; rewrite mulrAC mulrC mulrA [_ * p s]mulrC.
by rewrite mulr_suml; apply: eq_bigr => s _; rewrite mulrA [l s * _]mulrC.
Qed.

Theorem slope_of_a_softmax_mean n (x g : 'I_n.+1 -> R) j :
  let p s := e (x s) / \sum_k e (x k) in
  moves (fun t => \sum_s g s * (e (x s + t * (s == j)%:R) / \sum_k e (x k + t * (k == j)%:R)))
    (\sum_s g s * p s) (p j * (g j - \sum_s p s * g s)).
Proof.
move=> p; have H := moves_sum (fun s => moves_scaled (g s) (moves_softmax e x (fun k => k == j) s)).
apply: moves_value H _; rewrite -/(p _).
have -> : (\sum_k e (x k) * (k == j)%:R) / (\sum_k e (x k)) = \sum_r p r * (r == j)%:R.
  by rewrite mulr_suml; apply: eq_bigr => k _; rewrite mulrAC.
under eq_bigr do rewrite mulrC; rewrite covary.
by under eq_bigr do rewrite mulrC; rewrite only_one.
Qed.

Section Kept.
Variables (n : nat) (k : 'I_n -> bool).
Hypothesis some : 0 < \sum_j (k j)%:R :> R.

Lemma kept_neq0 (y : 'I_n -> R) : \sum_j (k j)%:R * e (y j) != 0.
Proof.
case: (pickP k) => [j kj|none]; last first.
  by move: some; rewrite big1 ?ltxx // => j _; rewrite none.
rewrite gt_eqF // (bigD1 j) //= kj mul1r ltr_paddr ?e_gt0 // sumr_ge0 // => i _.
by rewrite mulr_ge0 ?ler0n // ltW ?e_gt0.
Qed.

Lemma moves_kept (f : 'I_n -> R -> R) (c l : 'I_n -> R) i :
  (forall j, moves (f j) (c j) (l j)) ->
  let p s := (k s)%:R * e (c s) / \sum_j (k j)%:R * e (c j) in
  moves (fun t => (k i)%:R * e (f i t) / \sum_j (k j)%:R * e (f j t)) (p i)
    (p i * (l i - \sum_s p s * l s)).
Proof.
move=> each p; have one j := moves_scaled (k j)%:R (moves_e_of e (each j)).
have all := moves_sum one.
have := moves_mul (one i) (moves_inv (kept_neq0 c) (fun t => kept_neq0 (fun j => f j t)) all).
move/moves_value; apply.
have -> : \sum_s p s * l s = (\sum_j (k j)%:R * (e (c j) * l j)) / \sum_j (k j)%:R * e (c j).
  by rewrite mulr_suml; apply: eq_bigr => j _; rewrite /p mulrA mulrAC.
rewrite /p; move: (e (c i)) (\sum_j _ * e (c j)) (kept_neq0 c) (\sum_j _ * (_ * l j)) => y z z0 u.
by move: (k i)%:R => b; field.
Qed.

End Kept.

(* The slope of the loss, wherever the scores move: the sum of their rates by dS. *)
Lemma slope_of_the_loss m n dv (kappa : 'M[bool]_(m, n)) (f : 'I_m -> 'I_n -> R -> R)
    (c l : 'I_m -> 'I_n -> R) (V : 'M[R]_(n, dv)) (G : 'M[R]_(m, dv)) :
  (forall i, 0 < \sum_j (kappa i j)%:R :> R) -> (forall i j, moves (f i j) (c i j) (l i j)) ->
  let p i j := (kappa i j)%:R * e (c i j) / \sum_s (kappa i s)%:R * e (c i s) in
  let W i j := \sum_o G i o * V j o in
  moves
    (fun t => \sum_i \sum_o G i o * \sum_j (kappa i j)%:R * e (f i j t)
                / (\sum_s (kappa i s)%:R * e (f i s t)) * V j o)
    (\sum_i \sum_o G i o * \sum_j p i j * V j o)
    (\sum_i \sum_j l i j * (p i j * (W i j - \sum_s p i s * W i s))).
Proof.
move=> some each p W.
have H := moves_sum (fun i => moves_sum (fun o => moves_scaled (G i o) (moves_sum (fun j =>
  moves_by (V j o) (moves_kept (some i) j (each i)))))).
apply: moves_value H _; apply: eq_bigr => i _; rewrite -covary -/(p i).
under eq_bigr do rewrite mulr_sumr; rewrite exchange_big; apply: eq_bigr => j _.
by rewrite /W mulr_sumr; apply: eq_bigr => o _; rewrite mulrCA.
Qed.

(* A score moves with an entry of its query, x being 1, or of its key. *)
Lemma moves_score d (t x : R) (q k : 'I_d -> R) a :
  moves (fun step => t * \sum_b (q b + step * x * (b == a)%:R) * k b)
    (t * \sum_b q b * k b) (t * (x * k a)).
Proof.
apply: moves_scaled; apply: moves_ext (moves_line (\sum_b q b * k b) (x * k a)) => step.
under [RHS]eq_bigr do rewrite mulrDl; rewrite big_split /=; congr (_ + _).
by under [RHS]eq_bigr do rewrite mulrAC; rewrite only_one mulrA.
Qed.

Section OfAttention.
Variables (m n d dv : nat) (kappa : 'M[bool]_(m, n)) (t : R).
Variables (Q : 'M[R]_(m, d)) (K : 'M[R]_(n, d)) (V : 'M[R]_(n, dv)) (G : 'M[R]_(m, dv)).
Hypothesis some : forall i, 0 < \sum_j (kappa i j)%:R :> R.

Let score i j := t * \sum_b Q i b * K j b.
Let p i j := (kappa i j)%:R * e (score i j) / \sum_s (kappa i s)%:R * e (score i s).
Let dS i j := p i j * (\sum_o G i o * V j o - \sum_s p i s * \sum_o G i o * V s o).

Theorem slope_by_a_value j c :
  moves (fun step => \sum_i \sum_o G i o * \sum_s p i s
                       * (V s o + step * (s == j)%:R * (o == c)%:R))
    (\sum_i \sum_o G i o * \sum_s p i s * V s o) (\sum_i p i j * G i c).
Proof.
have line s o : moves (fun step => V s o + step * (s == j)%:R * (o == c)%:R) (V s o)
    ((s == j)%:R * (o == c)%:R).
  by apply: moves_ext (moves_line (V s o) _) => step; rewrite mulrA.
have H := moves_sum (fun i => moves_sum (fun o => moves_scaled (G i o) (moves_sum (fun s =>
  moves_scaled (p i s) (line s o))))).
apply: moves_value H _; apply: eq_bigr => i _.
under eq_bigr => o _ do (under eq_bigr do rewrite mulrA; rewrite -mulr_suml only_one mulrA).
by rewrite only_one mulrC.
Qed.

Theorem slope_by_a_query i a :
  moves (fun step => \sum_r \sum_o G r o * \sum_j (kappa r j)%:R
           * e (t * \sum_b (Q r b + step * (r == i)%:R * (b == a)%:R) * K j b)
           / (\sum_s (kappa r s)%:R
               * e (t * \sum_b (Q r b + step * (r == i)%:R * (b == a)%:R) * K s b)) * V j o)
    (\sum_r \sum_o G r o * \sum_j p r j * V j o) (t * \sum_j dS i j * K j a).
Proof.
have H := slope_of_the_loss V G some (fun r j => moves_score t (r == i)%:R (Q r) (K j) a).
apply: moves_value H _; rewrite (bigD1 i) //= eqxx addrC big1 ?add0r => [|r ri]; last first.
  by apply: big1 => j _; rewrite (negbTE ri) mul0r mulr0 mul0r.
by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mul1r -mulrA [K j a * _]mulrC.
Qed.

Theorem slope_by_a_key j a :
  moves (fun step => \sum_r \sum_o G r o * \sum_s (kappa r s)%:R
           * e (t * \sum_b Q r b * (K s b + step * (s == j)%:R * (b == a)%:R))
           / (\sum_u (kappa r u)%:R
               * e (t * \sum_b Q r b * (K u b + step * (u == j)%:R * (b == a)%:R))) * V s o)
    (\sum_r \sum_o G r o * \sum_s p r s * V s o) (t * \sum_r dS r j * Q r a).
Proof.
have each r s : moves (fun step => t * \sum_b Q r b * (K s b + step * (s == j)%:R * (b == a)%:R))
    (score r s) (t * ((s == j)%:R * Q r a)).
  have := moves_score t (s == j)%:R (K s) (Q r) a; rewrite /score.
  have flip (y : 'I_d -> R) : \sum_b y b * Q r b = \sum_b Q r b * y b.
    by apply: eq_bigr => b _; rewrite mulrC.
  by rewrite flip; apply: moves_ext => step; rewrite flip.
have H := slope_of_the_loss V G some each.
apply: moves_value H _; rewrite mulr_sumr; apply: eq_bigr => r _.
rewrite (bigD1 j) //= eqxx addrC big1 ?add0r => [|s sj]; last first.
  by rewrite (negbTE sj) mul0r mulr0 mul0r.
by rewrite mul1r -mulrA [Q r a * _]mulrC.
Qed.

End OfAttention.

End Slopes.
