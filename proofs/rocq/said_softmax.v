(* What the claims of softmax say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina softmax` prints them. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem rows_sum_to_one_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  \sum_(s1 < n) ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) = 1 :> R.
Proof.
case=> [//|n] _; move=> x.
by have H := rows_sum_to_one e x 0; by_theorem H.
Qed.

Theorem positive_and_at_most_one_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  0 < (e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))).
Proof.
case=> [//|n] _; move=> x i.
by have H := (andP (between_zero_and_one e x 0 i)).1; by_theorem H.
Qed.

Theorem positive_and_at_most_one_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  (e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))) <= 1.
Proof.
case=> [//|n] _; move=> x i.
by have H := (andP (between_zero_and_one e x 0 i)).2; by_theorem H.
Qed.

Theorem log_odds_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  forall k : 'I_n,
  ln e (((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1)))) / ((e (x 0 k)) / (\sum_(s1 < n) (e (x 0 s1))))) = (x 0 i) - (x 0 k) :> R.
Proof.
case=> [//|n] _; move=> x i k.
by have H := log_odds e x 0 i k; by_theorem H.
Qed.

Theorem keeps_order_0 :
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

Theorem keeps_order_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  forall k : 'I_n,
  (x 0 i <= x 0 k) ->
  (e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))) <= (e (x 0 k)) / (\sum_(s1 < n) (e (x 0 s1))).
Proof.
case=> [//|n] _; move=> x i k h1.
rewrite leNgt; apply/negP => H; move: h1; rewrite leNgt => /negP; apply.
by apply: (keeps_order e x 0 i k).1.2; by_theorem H.
Qed.

Theorem ratio_is_softmax_of_logarithms_0 :
  forall n : nat, (0 < n)%N ->
  forall f : 'rV[R]_n,
  forall i : 'I_n,
  (forall (j : 'I_n), f 0 j > 0) ->
  (f 0 i) / (\sum_(s1 < n) (f 0 s1)) = (e (ln e (f 0 i))) / (\sum_(s1 < n) (e (ln e (f 0 s1)))) :> R.
Proof.
case=> [//|n] _; move=> f i h1.
by have H := ratio_is_softmax_of_logarithms e h1 i; by_theorem H.
Qed.

Theorem shift_invariance_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall c : R,
  forall i : 'I_n,
  (e ((x 0 i) + c)) / (\sum_(s1 < n) (e ((x 0 s1) + c))) = (e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))) :> R.
Proof.
case=> [//|n] _; move=> x c i.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (softmax.shift_invariance e x (const_mx c)).
by by_theorem H.
Qed.

Theorem shifted_sum_is_safe_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  (forall (j : 'I_n), x 0 j <= x 0 i) ->
  1 <= \sum_(s1 < n) (e ((x 0 s1) - (x 0 i))).
Proof.
case=> [//|n] _; move=> x i h1.
have H := (andP (shifted_sum_is_safe e (conj (ex_intro _ i erefl) h1)).2).1.
by by_theorem H.
Qed.

Theorem shifted_sum_is_safe_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  (forall (j : 'I_n), x 0 j <= x 0 i) ->
  \sum_(s1 < n) (e ((x 0 s1) - (x 0 i))) <= n%:R.
Proof.
case=> [//|n] _; move=> x i h1.
have H := (andP (shifted_sum_is_safe e (conj (ex_intro _ i erefl) h1)).2).2.
by by_theorem H.
Qed.

Theorem permutation_equivariance_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall sigma : 'S_n,
  forall i : 'I_n,
  (e (x 0 (sigma i))) / (\sum_(s1 < n) (e (x 0 (sigma s1)))) = (e (x 0 (sigma i))) / (\sum_(s1 < n) (e (x 0 s1))) :> R.
Proof.
case=> [//|n] _; move=> x sigma i.
have H := congr1 (fun A : 'rV_n.+1 => A 0 i) (permutation_equivariance e x sigma).
by by_theorem H.
Qed.

Theorem masking_renormalises_0 :
  forall n : nat, (0 < n)%N ->
  forall kappa : 'rV[bool]_n,
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  (\sum_(s1 < n) (((kappa 0 s1)%:R) * (e (x 0 s1))) > 0) ->
  (((kappa 0 i)%:R) * (e (x 0 i))) / (\sum_(s1 < n) (((kappa 0 s1)%:R) * (e (x 0 s1)))) = (((kappa 0 i)%:R) * ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))))) / (\sum_(s1 < n) (((kappa 0 s1)%:R) * ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))) :> R.
Proof.
case=> [//|n] _; move=> kappa x i h1.
have some : exists k, kappa 0 k.
  apply/existsP; apply: contraLR h1 => /existsPn none; rewrite -leNgt big1 // => s _.
  by rewrite (negbTE (none s)) mul0r.
by have H := masking_renormalises e x some i; by_theorem H.
Qed.

Theorem half_lipschitz_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall i : 'I_n,
  (2%:R * ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))))) * (1 - ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))))) <= 1 / 2%:R.
Proof.
case=> [//|n] _; move=> x i.
have w : weights (softmax e x) by split=> [j|]; [apply: softmax_gt0 | apply: rows_sum_to_one].
by have H := (half_lipschitz w i).2; by_theorem H.
Qed.

Theorem maximises_score_plus_entropy_0 :
  forall n : nat, (0 < n)%N ->
  forall q : 'rV[R]_n,
  forall x : 'rV[R]_n,
  (forall (j : 'I_n), q 0 j > 0) ->
  (\sum_(s1 < n) (q 0 s1) = 1 :> R) ->
  ((ln e (\sum_(s1 < n) (e (x 0 s1)))) - (\sum_(s1 < n) ((q 0 s1) * (x 0 s1)))) - (- (\sum_(s1 < n) ((q 0 s1) * (ln e (q 0 s1))))) = \sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((((ln e ((q 0 s1) / ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))) * (e (ln e ((q 0 s1) / ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))))) - (e (ln e ((q 0 s1) / ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))))) + 1)) :> R.
Proof.
case=> [//|n] _; move=> q x h1 h2.
by have H := gap_of_score_plus_entropy e x (conj h1 h2); by_theorem H.
Qed.

Theorem maximises_score_plus_entropy_1 :
  forall n : nat, (0 < n)%N ->
  forall q : 'rV[R]_n,
  forall x : 'rV[R]_n,
  (forall (j : 'I_n), q 0 j > 0) ->
  (\sum_(s1 < n) (q 0 s1) = 1 :> R) ->
  \sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((((ln e ((q 0 s1) / ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))) * (e (ln e ((q 0 s1) / ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))))) - (e (ln e ((q 0 s1) / ((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))))))) + 1)) >= 0.
Proof.
case=> [//|n] _; move=> q x h1 h2.
have H := (maximises_score_plus_entropy e x (conj h1 h2)).1.
have G := gap_of_score_plus_entropy e x (conj h1 h2).
have {}H : 0 <= \sum_i softmax e x 0 i * cost e (ln e (q 0 i / softmax e x 0 i)).
  by rewrite -G -addrA -opprD subr_ge0.
by by_theorem H.
Qed.

Theorem maximises_score_plus_entropy_2 :
  forall n : nat, (0 < n)%N ->
  forall q : 'rV[R]_n,
  forall t : R,
  (forall (j : 'I_n), q 0 j > 0) ->
  (\sum_(s1 < n) (q 0 s1) = 1 :> R) ->
  (t != 0 :> R) ->
  ((t * (e t)) - (e t)) + 1 > 0.
Proof.
case=> [//|n] _; move=> q t h1 h2 h3.
by have H := every_deviation_costs e h3; by_theorem H.
Qed.

End Said.
