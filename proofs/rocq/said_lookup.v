(* What the claims of lookup say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina lookup` prints them. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import exponential softmax lookup limits sinks cosine_slopes.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem misplaced_value_0 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall k : 'I_n,
  forall l : 'I_n,
  \sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((v 0 s1) + (((s1 == k)%:R) * ((v 0 l) - (v 0 s1))))) = (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1))) + (((e (x 0 k)) / (\sum_(s1 < n) (e (x 0 s1)))) * ((v 0 l) - (v 0 k))) :> R.
Proof.
case=> [//|n] _; move=> v x k l.
have H := congr1 (fun A : 'M_1 => A 0 0) (misplaced_value e x v^T k l).
by_theorem H.
Qed.

Theorem misplaced_value_1 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall k : 'I_n,
  forall l : 'I_n,
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (((v 0 s1) + (step * ((s1 == k)%:R))) + (((s1 == k)%:R) * (((v 0 l) + (step * ((l == k)%:R))) - ((v 0 s1) + (step * ((s1 == k)%:R)))))))) - (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((v 0 s1) + (((s1 == k)%:R) * ((v 0 l) - (v 0 s1))))))) / step - (((k == l)%:R) * ((e (x 0 k)) / (\sum_(s1 < n) (e (x 0 s1)))))| < eps.
Proof.
case=> [//|n] _; move=> v x k l.
pose p j := e (x 0 j) / \sum_i e (x 0 i).
have H := moves_sum (fun j => moves_scaled (p j) (moves_add (moves_line (v 0 j) (j == k)%:R)
  (moves_scaled (j == k)%:R (moves_add (moves_line (v 0 l) (l == k)%:R)
    (moves_opp (moves_line (v 0 j) (j == k)%:R)))))).
refine (moves_value H _); transitivity ((k == l)%:R * p k); last by [].
rewrite [k == l]eq_sym -(only_one p k) mulr_sumr; apply: eq_bigr => j _.
by move: (p j) (l == k)%:R => u w; case: (j == k); rewrite /= ?mulr1n ?mulr0n; ring.
Qed.

Theorem repeating_a_pair_adds_a_logarithm_0 :
  forall n : nat, (0 < n)%N ->
  forall r : nat, (0 < r)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall s : R,
  forall w : R,
  ((\sum_(s1 < r) ((e s) * w)) + (\sum_(s1 < n) ((e (x 0 s1)) * (v 0 s1)))) / ((\sum_(s1 < r) ((e s) * 1)) + (\sum_(s1 < n) (e (x 0 s1)))) = ((\sum_(s1 < 1) ((e (s + (ln e r%:R))) * w)) + (\sum_(s1 < n) ((e (x 0 s1)) * (v 0 s1)))) / ((\sum_(s1 < 1) ((e (s + (ln e r%:R))) * 1)) + (\sum_(s1 < n) (e (x 0 s1)))) :> R.
Proof.
case=> [//|n] _; case=> [//|r] _; move=> v x s w.
have H := congr1 (fun A : 'M_1 => A 0 0) (repeating_a_pair e r (const_mx s) (const_mx w) x v^T).
by rewrite !attention_to_both in H; by_theorem H.
Qed.

Theorem order_of_pairs_is_irrelevant_0 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall sigma : 'S_n,
  \sum_(s1 < n) (((e (x 0 (sigma s1))) / (\sum_(s2 < n) (e (x 0 (sigma s2))))) * (v 0 (sigma s1))) = \sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1)) :> R.
Proof.
case=> [//|n] _; move=> v x sigma.
have H := congr1 (fun A : 'M_1 => A 0 0) (order_of_pairs e (fun _ b => b 0 0) (0 : 'M_(1, 1)) x^T v^T sigma).
by_theorem H.
Qed.

Theorem ratio_weights_of_positive_scores_0 :
  forall n : nat, (0 < n)%N ->
  forall f : 'rV[R]_n,
  forall i : 'I_n,
  (forall (j : 'I_n), f 0 j > 0) ->
  0 < (f 0 i) / (\sum_(s1 < n) (f 0 s1)).
Proof.
case=> [//|n] _; move=> f i h1.
by have H := (andP (ratio_weights h1 i)).1; by_theorem H.
Qed.

Theorem ratio_weights_of_positive_scores_1 :
  forall n : nat, (0 < n)%N ->
  forall f : 'rV[R]_n,
  forall i : 'I_n,
  (forall (j : 'I_n), f 0 j > 0) ->
  (f 0 i) / (\sum_(s1 < n) (f 0 s1)) <= 1.
Proof.
case=> [//|n] _; move=> f i h1.
by have H := (andP (ratio_weights h1 i)).2; by_theorem H.
Qed.

Theorem ratio_weights_of_scores_that_do_not_cancel_0 :
  forall n : nat, (0 < n)%N ->
  forall f : 'rV[R]_n,
  (\sum_(s1 < n) (f 0 s1) != 0 :> R) ->
  \sum_(s1 < n) ((f 0 s1) / (\sum_(s2 < n) (f 0 s2))) = 1 :> R.
Proof.
case=> [//|n] _; move=> f h1.
by have H := ratios_sum_to_one h1; by_theorem H.
Qed.

Theorem output_is_between_the_values_0 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall H : R,
  forall L : R,
  (forall (j : 'I_n), L <= v 0 j) ->
  (forall (j : 'I_n), v 0 j <= H) ->
  L <= \sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1)).
Proof.
case=> [//|n] _; move=> v x H L h1 h2.
have between j : L <= v^T j 0 <= H by rewrite mxE h1 h2.
by have G := (andP (between_the_values e x between 0)).1; by_theorem G.
Qed.

Theorem output_is_between_the_values_1 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall H : R,
  forall L : R,
  (forall (j : 'I_n), L <= v 0 j) ->
  (forall (j : 'I_n), v 0 j <= H) ->
  \sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1)) <= H.
Proof.
case=> [//|n] _; move=> v x H L h1 h2.
have between j : L <= v^T j 0 <= H by rewrite mxE h1 h2.
by have G := (andP (between_the_values e x between 0)).2; by_theorem G.
Qed.

Theorem even_only_if_scores_are_equal_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  (forall (j : 'I_n), x 0 j = x 0 i :> R) ->
  (e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))) = 1 / n%:R :> R.
Proof.
case=> [//|n] _; move=> x i h1.
have same j k : x 0 j = x 0 k by rewrite !h1.
have H := (even_only_if_equal e x).2 same i.
by rewrite div1r -H softmaxE.
Qed.

Theorem even_only_if_scores_are_equal_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  forall k : 'I_n,
  (x 0 i > x 0 k) ->
  (e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))) > (e (x 0 k)) / (\sum_(s1 < n) (e (x 0 s1))).
Proof.
case=> [//|n] _; move=> x i k h1.
by have H := (keeps_order e x 0 i k).1.1 h1; by_theorem H.
Qed.

Theorem slope_by_a_value_is_its_weight_0 :
  forall n : nat, (0 < n)%N ->
  forall u : 'rV[R]_n,
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall c : R,
  \sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((c * (u 0 s1)) + (v 0 s1))) = (c * (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (u 0 s1)))) + (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1))) :> R.
Proof.
case=> [//|n] _; move=> u v x c.
have H := congr1 (fun A : 'M_1 => A 0 0) (mulmxDr (softmax e x) (c *: u^T) v^T).
by rewrite -scalemxAr in H; by_theorem H.
Qed.

Theorem slope_by_a_value_is_its_weight_1 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall k : 'I_n,
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((v 0 s1) + (step * ((s1 == k)%:R))))) - (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1)))) / step - ((e (x 0 k)) / (\sum_(s1 < n) (e (x 0 s1))))| < eps.
Proof.
case=> [//|n] _; move=> v x k.
pose p j := e (x 0 j) / \sum_i e (x 0 i).
have H := moves_sum (fun j => moves_scaled (p j) (moves_line (v 0 j) (j == k)%:R)).
exact: moves_value H (only_one p k).
Qed.

Theorem slope_by_a_value_is_its_weight_2 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall v_prime : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall k : 'I_n,
  exists2 value : R,
  (forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((v 0 s1) + (step * ((s1 == k)%:R))))) - (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1)))) / step - value| < eps) &
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((v_prime 0 s1) + (step * ((s1 == k)%:R))))) - (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v_prime 0 s1)))) / step - value| < eps.
Proof.
case=> [//|n] _; move=> v v_prime x k.
pose p j := e (x 0 j) / \sum_i e (x 0 i); exists (p k).
  have H := moves_sum (fun j => moves_scaled (p j) (moves_line (v 0 j) (j == k)%:R)).
  exact: moves_value H (only_one p k).
have H := moves_sum (fun j => moves_scaled (p j) (moves_line (v_prime 0 j) (j == k)%:R)).
exact: moves_value H (only_one p k).
Qed.

Theorem queries_do_not_mix_0 :
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall F : 'M[R]_(m, n),
  forall k : 'I_n,
  forall l : 'I_n,
  forall r : 'I_m,
  forall s : 'I_m,
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|(((e ((F r k) + ((step * ((r == s)%:R)) * ((k == l)%:R)))) / (\sum_(s1 < n) (e ((F r s1) + ((step * ((r == s)%:R)) * ((s1 == l)%:R)))))) - ((e (F r k)) / (\sum_(s1 < n) (e (F r s1))))) / step - ((((r == s)%:R) * ((e (F r k)) / (\sum_(s1 < n) (e (F r s1))))) * (((k == l)%:R) - ((e (F r l)) / (\sum_(s1 < n) (e (F r s1))))))| < eps.
Proof.
case=> [//|m] _; case=> [//|n] _; move=> F k l r s.
have both t j : t * (r == s)%:R * (j == l)%:R = t * ((r == s) && (j == l))%:R :> R.
  by rewrite -mulrA -natrM mulnb.
have H := moves_softmax e (F r) (fun j => (r == s) && (j == l)) k.
refine (moves_value (moves_ext _ H) _) => [t|].
  by rewrite both; congr (_ / _); apply: eq_bigr => j _; rewrite both.
case: (r == s) => /=; last first.
  by rewrite ?mulr0n -mulr_suml mulr0 mul0r subr0 mulr0 !mul0r.
by rewrite (only_one (fun j => e (F r j)) l) mul1r.
Qed.

Theorem hard_weights_are_one_hot_0 :
  forall n : nat, (0 < n)%N ->
  forall f : 'rV[R]_n,
  forall g : R,
  forall i : 'I_n,
  forall k : 'I_n,
  (0 < g) ->
  (forall (j : 'I_n), f 0 j <= (f 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  ((\sum_(s1 < n) (((f 0 s1) > (f 0 i) :> R)%R%:R)) == 0 :> R)%R%:R = (i == k)%:R :> R.
Proof.
case=> [//|n] _; move=> f g i k h1 h2.
by rewrite (none_above (leads_above (leads_if h1 h2))).
Qed.

Theorem hard_weights_are_one_hot_1 :
  forall n : nat, (0 < n)%N ->
  forall f : 'rV[R]_n,
  forall g : R,
  forall k : 'I_n,
  (0 < g) ->
  (forall (j : 'I_n), f 0 j <= (f 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  \sum_(s1 < n) (((\sum_(s2 < n) (((f 0 s2) > (f 0 s1) :> R)%R%:R)) == 0 :> R)%R%:R) = \sum_(s1 < n) ((s1 == k)%:R) :> R.
Proof.
case=> [//|n] _; move=> f g k h1 h2.
by apply: eq_bigr => j _; rewrite (none_above (leads_above (leads_if h1 h2))).
Qed.

Theorem hard_weights_are_one_hot_2 :
  forall n : nat, (0 < n)%N ->
  forall f : 'rV[R]_n,
  forall g : R,
  forall k : 'I_n,
  (0 < g) ->
  (forall (j : 'I_n), f 0 j <= (f 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  \sum_(s1 < n) ((s1 == k)%:R) = 1 :> R.
Proof.
case=> [//|n] _; move=> f g k h1 h2.
have [one H] := hard_weights_one_hot (leads_if h1 h2).
by rewrite -[RHS]H; apply: eq_bigr => j _; rewrite one.
Qed.

Theorem soft_tends_to_hard_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall T : R,
  forall g : R,
  forall k : 'I_n,
  (0 < T) ->
  (0 < g) ->
  (forall (j : 'I_n), x 0 j <= (x 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  1 - ((n%:R - 1) * (e ((- g) / T))) <= (e ((x 0 k) / T)) / (\sum_(s1 < n) (e ((x 0 s1) / T))).
Proof.
case=> [//|n] _; move=> x T g k h1 h2 h3.
have /andP [_ H] := soft_tends_to_hard e (leads_if h2 h3) h1.
by rewrite ler_subl_addr -ler_subl_addl in H; by_theorem H.
Qed.

Theorem soft_tends_to_hard_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall T : R,
  forall g : R,
  forall k : 'I_n,
  (0 < T) ->
  (0 < g) ->
  (forall (j : 'I_n), x 0 j <= (x 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  (e ((x 0 k) / T)) / (\sum_(s1 < n) (e ((x 0 s1) / T))) <= 1.
Proof.
case=> [//|n] _; move=> x T g k h1 h2 h3.
have /andP [H _] := soft_tends_to_hard e (leads_if h2 h3) h1.
by rewrite subr_ge0 in H; by_theorem H.
Qed.

Theorem soft_tends_to_hard_2 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall g : R,
  forall k : 'I_n,
  (0 < g) ->
  (forall (j : 'I_n), x 0 j <= (x 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  forall eps : R, (0 < eps) ->
  exists2 gap : R, 0 < gap & forall T : R,
  (0 < T) ->
  (T < gap) ->
  (0 < T) ->
  `|((e ((x 0 k) / T)) / (\sum_(s1 < n) (e ((x 0 s1) / T)))) - 1| < eps.
Proof.
case=> [//|n] _; move=> x g k h1 h2.
move=> eps eps0; have lead := leads_if h1 h2.
have [t0 [t00 near]] := soft_limit_is_hard e lead (half_gt0 eps0); exists t0 => // T T0 Tt _.
have low : 0 < T <= t0 by rewrite T0 ltW.
have H := le_lt_trans (near T low k) (half_lt eps0).
by rewrite (hard_weights_one_hot lead).1 eqxx in H; by_theorem H.
Qed.

Theorem ties_share_0 :
  forall n : nat, (0 < n)%N ->
  forall r : nat, (0 < r)%N ->
  forall x : 'rV[R]_n,
  forall T : R,
  forall g : R,
  forall x_0 : R,
  (0 < T) ->
  (0 < g) ->
  (forall (j : 'I_n), x 0 j <= x_0 - g) ->
  (1 / r%:R) - ((n%:R / (r%:R ^+ 2)) * (e ((- g) / T))) <= (e (x_0 / T)) / ((r%:R * (e (x_0 / T))) + (\sum_(s1 < n) (e ((x 0 s1) / T)))).
Proof.
case=> [//|n] _; case=> [//|r] _; move=> x T g x_0 h1 h2 h3.
have /andP [H _] := ties_share e r h1 h3.
by rewrite div1r [- g / T]mulNr.
Qed.

Theorem ties_share_1 :
  forall n : nat, (0 < n)%N ->
  forall r : nat, (0 < r)%N ->
  forall x : 'rV[R]_n,
  forall T : R,
  forall g : R,
  forall x_0 : R,
  (0 < T) ->
  (0 < g) ->
  (forall (j : 'I_n), x 0 j <= x_0 - g) ->
  (e (x_0 / T)) / ((r%:R * (e (x_0 / T))) + (\sum_(s1 < n) (e ((x 0 s1) / T)))) < 1 / r%:R.
Proof.
case=> [//|n] _; case=> [//|r] _; move=> x T g x_0 h1 h2 h3.
have /andP [_ H] := ties_share e r h1 h3.
by rewrite div1r.
Qed.

Theorem ties_share_2 :
  forall n : nat, (0 < n)%N ->
  forall r : nat, (0 < r)%N ->
  forall x : 'rV[R]_n,
  forall g : R,
  forall x_0 : R,
  (0 < g) ->
  (forall (j : 'I_n), x 0 j <= x_0 - g) ->
  forall eps : R, (0 < eps) ->
  exists2 gap : R, 0 < gap & forall T : R,
  (0 < T) ->
  (T < gap) ->
  (0 < T) ->
  `|((e (x_0 / T)) / ((r%:R * (e (x_0 / T))) + (\sum_(s1 < n) (e ((x 0 s1) / T))))) - (1 / r%:R)| < eps.
Proof.
case=> [//|n] _; case=> [//|r] _; move=> x g x_0 h1 h2.
move=> eps eps0; have [t0 t00 near] := ties_share_limit e r h1 h2 (half_gt0 eps0).
exists t0 => // T T0 low _; rewrite div1r.
exact: le_lt_trans (near T T0 low) (half_lt eps0).
Qed.

Theorem retrieval_precision_0 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall D : R,
  forall T : R,
  forall g : R,
  forall k : 'I_n,
  (0 <= D) ->
  (0 < T) ->
  (0 < g) ->
  (forall (j : 'I_n), - D <= (v 0 j) - (v 0 k)) ->
  (forall (j : 'I_n), (v 0 j) - (v 0 k) <= D) ->
  (forall (j : 'I_n), x 0 j <= (x 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  (- D) * ((n%:R - 1) * (e ((- g) / T))) <= (\sum_(s1 < n) (((e ((x 0 s1) / T)) / (\sum_(s2 < n) (e ((x 0 s2) / T)))) * (v 0 s1))) - (v 0 k).
Proof.
case=> [//|n] _; move=> v x D T g k h1 h2 h3 h4 h5 h6.
have near j : `|v^T j 0 - v^T k 0| <= D by rewrite !mxE ler_norml h4 h5.
have H := retrieval_precision e (leads_if h3 h6) h2 near.
by rewrite ler_norml in H; case/andP: H => H _; rewrite one_less !mulNr mulrA; by_theorem H.
Qed.

Theorem retrieval_precision_1 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall D : R,
  forall T : R,
  forall g : R,
  forall k : 'I_n,
  (0 <= D) ->
  (0 < T) ->
  (0 < g) ->
  (forall (j : 'I_n), - D <= (v 0 j) - (v 0 k)) ->
  (forall (j : 'I_n), (v 0 j) - (v 0 k) <= D) ->
  (forall (j : 'I_n), x 0 j <= (x 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  (\sum_(s1 < n) (((e ((x 0 s1) / T)) / (\sum_(s2 < n) (e ((x 0 s2) / T)))) * (v 0 s1))) - (v 0 k) <= D * ((n%:R - 1) * (e ((- g) / T))).
Proof.
case=> [//|n] _; move=> v x D T g k h1 h2 h3 h4 h5 h6.
have near j : `|v^T j 0 - v^T k 0| <= D by rewrite !mxE ler_norml h4 h5.
have H := retrieval_precision e (leads_if h3 h6) h2 near.
by rewrite ler_norml in H; case/andP: H => _ H; rewrite one_less mulrA; by_theorem H.
Qed.

Theorem retrieval_precision_2 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall D : R,
  forall g : R,
  forall k : 'I_n,
  (0 <= D) ->
  (0 < g) ->
  (forall (j : 'I_n), - D <= (v 0 j) - (v 0 k)) ->
  (forall (j : 'I_n), (v 0 j) - (v 0 k) <= D) ->
  (forall (j : 'I_n), x 0 j <= (x 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  forall eps : R, (0 < eps) ->
  exists2 gap : R, 0 < gap & forall T : R,
  (0 < T) ->
  (T < gap) ->
  (0 < T) ->
  `|((\sum_(s1 < n) (((e ((x 0 s1) / T)) / (\sum_(s2 < n) (e ((x 0 s2) / T)))) * (v 0 s1))) - (v 0 k)) - 0| < eps.
Proof.
case=> [//|n] _; move=> v x D g k h1 h2 h3 h4 h5.
move=> eps eps0; have lead := leads_if h2 h5.
have close j : `|v^T j 0 - v^T k 0| <= D by rewrite !mxE ler_norml h3 h4.
have [t0 [t00 near]] := retrieval_limit e lead close (half_gt0 eps0); exists t0 => // T T0 Tt _.
have low : 0 < T <= t0 by rewrite T0 ltW.
have /andP [lo hi] := near T low; have H := le_lt_trans (le_trans lo hi) (half_lt eps0).
by rewrite subr0; by_theorem H.
Qed.

Theorem retrieval_precision_3 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall D : R,
  forall T : R,
  forall g : R,
  forall k : 'I_n,
  (0 <= D) ->
  (0 < T) ->
  (0 < g) ->
  (forall (j : 'I_n), - D <= (v 0 j) - (v 0 k)) ->
  (forall (j : 'I_n), (v 0 j) - (v 0 k) <= D) ->
  (forall (j : 'I_n), x 0 j <= (x 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  (D * (n%:R - 1)) * (e ((- (g + (T * (ln e 2%:R)))) / T)) = (D * ((n%:R - 1) * (e ((- g) / T)))) / 2%:R :> R.
Proof.
case=> [//|n] _; move=> v x D T g k h1 h2 h3 h4 h5 h6.
rewrite opprD [_ / T]mulrDl eD mulNr [T * _]mulrC mulNr mulfK ?gt_eqF // [e (- ln e _)]eN lnK ?ltr0n //.
by rewrite !mulrA.
Qed.

Theorem hard_attention_jumps_0 :
  forall n : nat, (0 < n)%N ->
  forall f : 'rV[R]_n,
  forall v : 'rV[R]_n,
  forall t : R,
  forall i : 'I_n,
  forall k : 'I_n,
  (0 < t) ->
  (forall (j : 'I_n), f 0 j <= f 0 i) ->
  (forall (j : 'I_n), f 0 j <= f 0 k) ->
  (v 0 i != v 0 k :> R) ->
  ((\sum_(s1 < n) ((((\sum_(s2 < n) ((((f 0 s2) + (((i == s2)%:R) * t)) > ((f 0 s1) + (((i == s1)%:R) * t)) :> R)%R%:R)) == 0 :> R)%R%:R) * (v 0 s1))) - (\sum_(s1 < n) ((((\sum_(s2 < n) ((((f 0 s2) + (((k == s2)%:R) * t)) > ((f 0 s1) + (((k == s1)%:R) * t)) :> R)%R%:R)) == 0 :> R)%R%:R) * (v 0 s1)))) ^+ 2 = ((v 0 i) - (v 0 k)) ^+ 2 :> R.
Proof.
case=> [//|n] _; move=> f v t i k h1 h2 h3 h4.
have top a : (forall j, f 0 j <= f 0 a) -> forall j, j != a ->
    (f + t *: delta_mx 0 a) 0 j < (f + t *: delta_mx 0 a) 0 a.
  move=> most j ja; rewrite !mxE !eqxx (negbTE ja) /= mulr0 addr0 mulr1.
  by apply: le_lt_trans (most j) _; rewrite ltr_addl.
have one a : (forall j, f 0 j <= f 0 a) ->
    \sum_(s1 < n.+1) (\sum_(s2 < n.+1) (f 0 s2 + (a == s2)%:R * t > f 0 s1 + (a == s1)%:R * t)%R%:R
      == 0 :> R)%R%:R * v 0 s1 = v 0 a.
  move=> most; rewrite -[RHS](only_one (fun j => v 0 j) a); apply: eq_bigr => j _.
  rewrite mulrC -(none_above (top a most) j); congr (_ * (_ == _)%:R).
  by apply: eq_bigr => s _; rewrite !mxE !eqxx /= ![t * _]mulrC ![_ == a]eq_sym.
by rewrite !one.
Qed.

Theorem hard_attention_jumps_1 :
  forall n : nat, (0 < n)%N ->
  forall f : 'rV[R]_n,
  forall v : 'rV[R]_n,
  forall i : 'I_n,
  forall k : 'I_n,
  (forall (j : 'I_n), f 0 j <= f 0 i) ->
  (forall (j : 'I_n), f 0 j <= f 0 k) ->
  (v 0 i != v 0 k :> R) ->
  ((v 0 i) - (v 0 k)) ^+ 2 > 0.
Proof.
case=> [//|n] _; move=> f v i k h1 h2 h3.
by rewrite lt_def expf_neq0 ?subr_eq0 // sqr_ge0.
Qed.

Theorem hard_gradient_by_scores_is_zero_0 :
  forall n : nat, (0 < n)%N ->
  forall epsilon : 'rV[R]_n,
  forall f : 'rV[R]_n,
  forall g : R,
  forall i : 'I_n,
  forall k : 'I_n,
  (0 < g) ->
  (forall (j : 'I_n), (- g) / 2%:R < epsilon 0 j) ->
  (forall (j : 'I_n), epsilon 0 j < g / 2%:R) ->
  (forall (j : 'I_n), f 0 j <= (f 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  ((\sum_(s1 < n) ((((f 0 s1) + (epsilon 0 s1)) > ((f 0 i) + (epsilon 0 i)) :> R)%R%:R)) == 0 :> R)%R%:R = (i == k)%:R :> R.
Proof.
case=> [//|n] _; move=> epsilon f g i k h1 h2 h3 h4.
have small j : `|epsilon 0 j| < g / 2%:R by rewrite ltr_norml -mulNr h2 h3.
have H := ((hard_gradient_is_zero (leads_if h1 h4)).2 epsilon small).1.
have above j : j != k -> (f + epsilon) 0 j < (f + epsilon) 0 k.
  by move=> jk; rewrite -subr_gt0 !mxE H.
by rewrite -(none_above above); under eq_bigr do rewrite !mxE.
Qed.

Theorem hard_gradient_by_scores_is_zero_1 :
  forall n : nat, (0 < n)%N ->
  forall epsilon : 'rV[R]_n,
  forall f : 'rV[R]_n,
  forall g : R,
  forall i : 'I_n,
  forall k : 'I_n,
  (0 < g) ->
  (forall (j : 'I_n), (- g) / 2%:R < epsilon 0 j) ->
  (forall (j : 'I_n), epsilon 0 j < g / 2%:R) ->
  (forall (j : 'I_n), f 0 j <= (f 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  (i == k)%:R = ((\sum_(s1 < n) (((f 0 s1) > (f 0 i) :> R)%R%:R)) == 0 :> R)%R%:R :> R.
Proof.
case=> [//|n] _; move=> epsilon f g i k h1 h2 h3 h4.
by rewrite (none_above (leads_above (leads_if h1 h4))).
Qed.

Theorem hard_gradient_by_scores_is_zero_2 :
  forall n : nat, (0 < n)%N ->
  forall epsilon : 'rV[R]_n,
  forall f : 'rV[R]_n,
  forall v : 'rV[R]_n,
  forall g : R,
  forall k : 'I_n,
  (0 < g) ->
  (forall (j : 'I_n), (- g) / 2%:R < epsilon 0 j) ->
  (forall (j : 'I_n), epsilon 0 j < g / 2%:R) ->
  (forall (j : 'I_n), f 0 j <= (f 0 k) - ((1 - ((j == k)%:R)) * g)) ->
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < n) ((((\sum_(s2 < n) (((f 0 s2) > (f 0 s1) :> R)%R%:R)) == 0 :> R)%R%:R) * ((v 0 s1) + (step * ((s1 == k)%:R))))) - (\sum_(s1 < n) ((((\sum_(s2 < n) (((f 0 s2) > (f 0 s1) :> R)%R%:R)) == 0 :> R)%R%:R) * (v 0 s1)))) / step - 1| < eps.
Proof.
case=> [//|n] _; move=> epsilon f v g k h1 h2 h3 h4.
pose p i : R := (\sum_(j < n.+1) ((f 0 j) > (f 0 i) :> R)%R%:R == 0 :> R)%R%:R.
have H := moves_sum (fun j => moves_scaled (p j) (moves_line (v 0 j) (j == k)%:R)).
refine (moves_value H _); rewrite only_one /p.
by rewrite (none_above (leads_above (leads_if h1 h4))) eqxx.
Qed.

Theorem finite_mask_leaves_a_share_0 :
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall y : 'rV[R]_m,
  forall t : R,
  forall i : 'I_n,
  (e (x 0 i)) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e ((y 0 s1) - t)))) = (1 - ((\sum_(s1 < m) (e ((y 0 s1) - t))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e ((y 0 s1) - t)))))) * ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1)))) :> R.
Proof.
case=> [//|m] _; case=> [//|n] _; move=> x y t i.
apply: others_give_in_proportion; exact: (sum_e_gt0 e (fun j => y 0 j - t)).
Qed.

Theorem finite_mask_leaves_a_share_1 :
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall y : 'rV[R]_m,
  forall t : R,
  (\sum_(s1 < m) (e ((y 0 s1) - t))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e ((y 0 s1) - t)))) < ((e (- t)) * (\sum_(s1 < m) (e (y 0 s1)))) / (\sum_(s1 < n) (e (x 0 s1))).
Proof.
case=> [//|m] _; case=> [//|n] _; move=> x y t.
exact: masked_share.
Qed.

Theorem evicting_costs_0 :
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_m,
  forall x : 'rV[R]_n,
  forall y : 'rV[R]_m,
  forall H : R,
  forall L : R,
  (forall (j : 'I_n), L <= v 0 j) ->
  (forall (j : 'I_n), v 0 j <= H) ->
  (forall (k : 'I_m), L <= w 0 k) ->
  (forall (k : 'I_m), w 0 k <= H) ->
  (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1))) - (((\sum_(s1 < n) ((e (x 0 s1)) * (v 0 s1))) + (\sum_(s1 < m) ((e (y 0 s1)) * (w 0 s1)))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1))))) = ((\sum_(s1 < m) (e (y 0 s1))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1))))) * ((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1))) - (\sum_(s1 < m) (((e (y 0 s1)) / (\sum_(s2 < m) (e (y 0 s2)))) * (w 0 s1)))) :> R.
Proof.
case=> [//|m] _; case=> [//|n] _; move=> v w x y H L h1 h2 h3 h4.
exact: (evicting_costs e (x 0) (v 0) (y 0) (w 0)).1.
Qed.

Theorem evicting_costs_1 :
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_m,
  forall x : 'rV[R]_n,
  forall y : 'rV[R]_m,
  forall H : R,
  forall L : R,
  (forall (j : 'I_n), L <= v 0 j) ->
  (forall (j : 'I_n), v 0 j <= H) ->
  (forall (k : 'I_m), L <= w 0 k) ->
  (forall (k : 'I_m), w 0 k <= H) ->
  (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1))) - (((\sum_(s1 < n) ((e (x 0 s1)) * (v 0 s1))) + (\sum_(s1 < m) ((e (y 0 s1)) * (w 0 s1)))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1))))) = (((\sum_(s1 < m) (e (y 0 s1))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1))))) / (1 - ((\sum_(s1 < m) (e (y 0 s1))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1))))))) * ((((\sum_(s1 < n) ((e (x 0 s1)) * (v 0 s1))) + (\sum_(s1 < m) ((e (y 0 s1)) * (w 0 s1)))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1))))) - (\sum_(s1 < m) (((e (y 0 s1)) / (\sum_(s2 < m) (e (y 0 s2)))) * (w 0 s1)))) :> R.
Proof.
case=> [//|m] _; case=> [//|n] _; move=> v w x y H L h1 h2 h3 h4.
exact: (evicting_costs e (x 0) (v 0) (y 0) (w 0)).2.
Qed.

Theorem evicting_costs_2 :
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_m,
  forall x : 'rV[R]_n,
  forall y : 'rV[R]_m,
  forall H : R,
  forall L : R,
  (forall (j : 'I_n), L <= v 0 j) ->
  (forall (j : 'I_n), v 0 j <= H) ->
  (forall (k : 'I_m), L <= w 0 k) ->
  (forall (k : 'I_m), w 0 k <= H) ->
  (L - H) * ((\sum_(s1 < m) (e (y 0 s1))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1))))) <= (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1))) - (((\sum_(s1 < n) ((e (x 0 s1)) * (v 0 s1))) + (\sum_(s1 < m) ((e (y 0 s1)) * (w 0 s1)))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1))))).
Proof.
case=> [//|m] _; case=> [//|n] _; move=> v w x y H L h1 h2 h3 h4.
exact: (evicting_costs_at_least e (x 0) (y 0) h1 h4).
Qed.

Theorem evicting_costs_3 :
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_m,
  forall x : 'rV[R]_n,
  forall y : 'rV[R]_m,
  forall H : R,
  forall L : R,
  (forall (j : 'I_n), L <= v 0 j) ->
  (forall (j : 'I_n), v 0 j <= H) ->
  (forall (k : 'I_m), L <= w 0 k) ->
  (forall (k : 'I_m), w 0 k <= H) ->
  (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (v 0 s1))) - (((\sum_(s1 < n) ((e (x 0 s1)) * (v 0 s1))) + (\sum_(s1 < m) ((e (y 0 s1)) * (w 0 s1)))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1))))) <= (H - L) * ((\sum_(s1 < m) (e (y 0 s1))) / ((\sum_(s1 < n) (e (x 0 s1))) + (\sum_(s1 < m) (e (y 0 s1))))).
Proof.
case=> [//|m] _; case=> [//|n] _; move=> v w x y H L h1 h2 h3 h4.
exact: (evicting_costs_at_most e (x 0) (y 0) h2 h3).
Qed.

Theorem sink_is_one_more_pair_0 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall s : R,
  \sum_(s1 < n) (((e ((x 0 s1) - s)) / (1 + (\sum_(s2 < n) (e ((x 0 s2) - s))))) * (v 0 s1)) = ((\sum_(s1 < n) ((e (x 0 s1)) * (v 0 s1))) + ((e s) * 0)) / ((\sum_(s1 < n) (e (x 0 s1))) + (e s)) :> R.
Proof.
case=> [//|n] _; move=> v x s.
exact: (sink_of_value_zero e (x 0) (v 0) s).
Qed.

Theorem sink_is_one_more_pair_1 :
  forall n : nat, (0 < n)%N ->
  forall v : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall s : R,
  forall w : R,
  (((\sum_(s1 < n) ((e (x 0 s1)) * (v 0 s1))) + ((e s) * w)) / ((\sum_(s1 < n) (e (x 0 s1))) + (e s))) - (\sum_(s1 < n) (((e ((x 0 s1) - s)) / (1 + (\sum_(s2 < n) (e ((x 0 s2) - s))))) * (v 0 s1))) = w / (1 + (\sum_(s1 < n) (e ((x 0 s1) - s)))) :> R.
Proof.
case=> [//|n] _; move=> v x s w.
exact: (sink_with_a_value e (x 0) (v 0) s w).
Qed.

Theorem hopfield_step_then_projection_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall X : 'M[R]_(n, d),
  forall w : 'rV[R]_d,
  forall xi : 'rV[R]_d,
  forall beta : R,
  (0 < beta) ->
  \sum_(s1 < n) (((e (beta * (\sum_(s2 < d) ((X s1 s2) * (xi 0 s2))))) / (\sum_(s2 < n) (e (beta * (\sum_(s3 < d) ((X s2 s3) * (xi 0 s3))))))) * (\sum_(s2 < d) ((X s1 s2) * (w 0 s2)))) = \sum_(s1 < d) ((\sum_(s2 < n) (((e (beta * (\sum_(s3 < d) ((X s2 s3) * (xi 0 s3))))) / (\sum_(s3 < n) (e (beta * (\sum_(s4 < d) ((X s3 s4) * (xi 0 s4))))))) * (X s2 s1))) * (w 0 s1)) :> R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> X w xi beta h1.
exact: (step_and_projection _ (fun j => X j) (w 0)).
Qed.

Theorem hopfield_energy_falls_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall X : 'M[R]_(n, d),
  forall eta : 'rV[R]_d,
  forall xi : 'rV[R]_d,
  forall beta : R,
  (0 < beta) ->
  (forall (a : 'I_d), \sum_(s1 < n) (((e (beta * (\sum_(s2 < d) ((X s1 s2) * (xi 0 s2))))) / (\sum_(s2 < n) (e (beta * (\sum_(s3 < d) ((X s2 s3) * (xi 0 s3))))))) * (X s1 a)) = eta 0 a :> R) ->
  (((- (ln e (\sum_(s1 < n) (e (beta * (\sum_(s2 < d) ((X s1 s2) * (xi 0 s2)))))))) / beta) + ((\sum_(s1 < d) ((xi 0 s1) ^+ 2)) / 2%:R)) - (((- (ln e (\sum_(s1 < n) (e (beta * (\sum_(s2 < d) ((X s1 s2) * (eta 0 s2)))))))) / beta) + ((\sum_(s1 < d) ((eta 0 s1) ^+ 2)) / 2%:R)) >= (\sum_(s1 < d) (((eta 0 s1) - (xi 0 s1)) ^+ 2)) / 2%:R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> X eta xi beta h1 h2.
exact: (energy_falls h1 h2).
Qed.

Theorem normalised_scores_need_half_a_logarithm_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall g : R,
  forall x_0 : R,
  (0 < g) ->
  (forall (j : 'I_n), x_0 - (x 0 j) <= 2%:R) ->
  (e (g * x_0)) / ((e (g * x_0)) + (\sum_(s1 < n) (e (g * (x 0 s1))))) <= 1 / (1 + (n%:R * (e ((- (2%:R)) * g)))).
Proof.
case=> [//|n] _; move=> x g x_0 h1 h2.
exact: (no_cosine_leads_far e (x := x 0) h1 h2).
Qed.

Theorem normalised_scores_need_half_a_logarithm_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall g : R,
  forall x_0 : R,
  (0 < g) ->
  (forall (j : 'I_n), x 0 j = x_0 - 2%:R :> R) ->
  (e (g * x_0)) / ((e (g * x_0)) + (\sum_(s1 < n) (e (g * (x 0 s1))))) = 1 / (1 + (n%:R * (e ((- (2%:R)) * g)))) :> R.
Proof.
case=> [//|n] _; move=> x g x_0 h1 h2.
exact: (the_lead_of_two e (x := x 0) g h2).
Qed.

Theorem normalised_scores_need_half_a_logarithm_2 :
  forall n : nat, (0 < n)%N ->
  forall g : R,
  (0 < g) ->
  (g < (ln e n%:R) / 2%:R) ->
  1 / (1 + (n%:R * (e ((- (2%:R)) * g)))) < 1 / 2%:R.
Proof.
case=> [//|n] _; move=> g h1 h2.
by rewrite less_than_half.
Qed.

Theorem normalised_scores_need_half_a_logarithm_3 :
  forall n : nat, (0 < n)%N ->
  forall g : R,
  (0 < g) ->
  (g >= (ln e n%:R) / 2%:R) ->
  1 / (1 + (n%:R * (e ((- (2%:R)) * g)))) >= 1 / 2%:R.
Proof.
case=> [//|n] _; move=> g h1 h2.
by rewrite leNgt less_than_half -leNgt.
Qed.

Theorem normalised_gradients_are_bounded_0 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall g : R,
  forall a : 'I_d,
  (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)) != 0 :> R) ->
  (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2)) != 0 :> R) ->
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((g * ((\sum_(s1 < d) (((q 0 s1) + (step * ((s1 == a)%:R))) * (k 0 s1))) / ((Num.sqrt (\sum_(s1 < d) (((q 0 s1) + (step * ((s1 == a)%:R))) ^+ 2))) * (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2)))))) - (g * ((\sum_(s1 < d) ((q 0 s1) * (k 0 s1))) / ((Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2))) * (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2))))))) / step - ((g / (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)))) * (((k 0 a) / (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2)))) - ((((\sum_(s1 < d) ((q 0 s1) * (k 0 s1))) / ((Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2))) * (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2))))) * (q 0 a)) / (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2))))))| < eps.
Proof.
case=> [//|d] _; move=> k q g a h1 h2.
by have H := cosine_moves (k := fun b => k 0 b) (q := fun b => q 0 b) g h1 h2 a; exact: H.
Qed.

Theorem normalised_gradients_are_bounded_1 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall g : R,
  (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)) != 0 :> R) ->
  (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2)) != 0 :> R) ->
  \sum_(s1 < d) (((g / (Num.sqrt (\sum_(s2 < d) ((q 0 s2) ^+ 2)))) * (((k 0 s1) / (Num.sqrt (\sum_(s2 < d) ((k 0 s2) ^+ 2)))) - ((((\sum_(s2 < d) ((q 0 s2) * (k 0 s2))) / ((Num.sqrt (\sum_(s2 < d) ((q 0 s2) ^+ 2))) * (Num.sqrt (\sum_(s2 < d) ((k 0 s2) ^+ 2))))) * (q 0 s1)) / (Num.sqrt (\sum_(s2 < d) ((q 0 s2) ^+ 2)))))) ^+ 2) = ((g / (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)))) ^+ 2) * (1 - (((\sum_(s1 < d) ((q 0 s1) * (k 0 s1))) / ((Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2))) * (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2))))) ^+ 2)) :> R.
Proof.
case=> [//|d] _; move=> k q g h1 h2.
by have H := length_of_step (k := fun b => k 0 b) (q := fun b => q 0 b) g h1 h2; exact: H.
Qed.

Theorem normalised_gradients_are_bounded_2 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall g : R,
  (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)) != 0 :> R) ->
  (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2)) != 0 :> R) ->
  ((g / (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)))) ^+ 2) * (1 - (((\sum_(s1 < d) ((q 0 s1) * (k 0 s1))) / ((Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2))) * (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2))))) ^+ 2)) <= (g / (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)))) ^+ 2.
Proof.
case=> [//|d] _; move=> k q g h1 h2.
by have H := step_is_bounded g (fun b => q 0 b) (fun b => k 0 b); exact: H.
Qed.

Theorem normalised_gradients_are_bounded_3 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall g : R,
  (Num.sqrt (\sum_(s1 < d) ((q 0 s1) ^+ 2)) != 0 :> R) ->
  (Num.sqrt (\sum_(s1 < d) ((k 0 s1) ^+ 2)) != 0 :> R) ->
  \sum_(s1 < d) ((q 0 s1) * ((g / (Num.sqrt (\sum_(s2 < d) ((q 0 s2) ^+ 2)))) * (((k 0 s1) / (Num.sqrt (\sum_(s2 < d) ((k 0 s2) ^+ 2)))) - ((((\sum_(s2 < d) ((q 0 s2) * (k 0 s2))) / ((Num.sqrt (\sum_(s2 < d) ((q 0 s2) ^+ 2))) * (Num.sqrt (\sum_(s2 < d) ((k 0 s2) ^+ 2))))) * (q 0 s1)) / (Num.sqrt (\sum_(s2 < d) ((q 0 s2) ^+ 2))))))) = 0 :> R.
Proof.
case=> [//|d] _; move=> k q g h1 h2.
by have H := step_does_not_stretch (k := fun b => k 0 b) (q := fun b => q 0 b) g h1 h2; exact: H.
Qed.

Theorem hopfield_step_descends_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall X : 'M[R]_(n, d),
  forall xi : 'rV[R]_d,
  forall beta : R,
  forall a : 'I_d,
  (0 < beta) ->
  exists2 slope : R,
  (forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((((- (ln e (\sum_(s1 < n) (e (beta * (\sum_(s2 < d) ((X s1 s2) * ((xi 0 s2) + (step * ((s2 == a)%:R)))))))))) / beta) + ((\sum_(s1 < d) (((xi 0 s1) + (step * ((s1 == a)%:R))) ^+ 2)) / 2%:R)) - (((- (ln e (\sum_(s1 < n) (e (beta * (\sum_(s2 < d) ((X s1 s2) * (xi 0 s2)))))))) / beta) + ((\sum_(s1 < d) ((xi 0 s1) ^+ 2)) / 2%:R))) / step - slope| < eps) &
  \sum_(s1 < n) (((e (beta * (\sum_(s2 < d) ((X s1 s2) * (xi 0 s2))))) / (\sum_(s2 < n) (e (beta * (\sum_(s3 < d) ((X s2 s3) * (xi 0 s3))))))) * (X s1 a)) = (xi 0 a) - slope :> R.
Proof.
case=> [//|d] _; case=> [//|n] _; move=> X xi beta a h1.
pose score j := beta * \sum_b X j b * xi 0 b.
have scores j :
    moves (fun t => beta * \sum_b X j b * (xi 0 b + t * (b == a)%:R)) (score j) (beta * X j a).
  apply: moves_scaled.
  have H := moves_sum (fun b => moves_scaled (X j b) (moves_line (xi 0 b) (b == a)%:R)).
  by apply: moves_value H _; rewrite only_one.
have total0 (x : 'I_n.+1 -> R) : 0 < \sum_j e (x j) by exact: sum_e_gt0.
have energy := moves_by beta^-1 (moves_opp (moves_ln e (total0 _) (fun t => total0 _)
  (moves_sum (fun j => moves_e_of e (scores j))))).
have half := moves_by 2%:R^-1 (moves_sum (fun b => moves_sqr (moves_line (xi 0 b) (b == a)%:R))).
eexists; first by have H := moves_add energy half; exact: H.
rewrite -mulr_sumr only_one; set W := \sum_j e (score j).
have W0 : W != 0 := lt0r_neq0 (total0 score).
have -> : \sum_j e (score j) * (beta * X j a) = beta * \sum_j e (score j) * X j a.
  by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mulrCA.
transitivity ((\sum_j e (score j) * X j a) / W).
  by rewrite mulr_suml; apply: eq_bigr => j _; rewrite mulrAC.
by move: (\sum_j e (score j) * X j a) W0 => u W0; field; rewrite W0 lt0r_neq0.
Qed.

End Said.
