(* What the claims of position say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina position` prints them. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import exponential softmax lookup kernel position rotary.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R) (circ : circle R).

Theorem both_printed_forms_agree_0 :
  forall d_model : nat, (0 < d_model)%N ->
  forall i : nat,
  forall k : nat,
  forall p : R,
  (i%:R = 2%:R * k%:R :> R) ->
  sine circ (p / (e ((i%:R / d_model%:R) * (ln e 10000%:R)))) = sine circ (p / (e (((2%:R * k%:R) / d_model%:R) * (ln e 10000%:R)))) :> R.
Proof.
case=> [//|d_model] _; move=> i k p h1.
by rewrite h1.
Qed.

Theorem both_printed_forms_agree_1 :
  forall d_model : nat, (0 < d_model)%N ->
  forall i : nat,
  forall k : nat,
  forall p : R,
  (i%:R = (2%:R * k%:R) + 1 :> R) ->
  cosin circ (p / (e (((i%:R - 1) / d_model%:R) * (ln e 10000%:R)))) = cosin circ (p / (e (((2%:R * k%:R) / d_model%:R) * (ln e 10000%:R)))) :> R.
Proof.
case=> [//|d_model] _; move=> i k p h1.
by rewrite h1 addrK.
Qed.

Theorem equivariant_0 :
  forall n : nat, (0 < n)%N ->
  forall S : 'M[R]_(n, n),
  forall S_prime : 'M[R]_(n, n),
  forall V : 'rV[R]_n,
  forall V_prime : 'rV[R]_n,
  forall kappa : 'M[bool]_(n, n),
  forall sigma : 'S_n,
  forall i : 'I_n,
  (forall (k : 'I_n) (l : 'I_n), S_prime k l = S (sigma k) (sigma l) :> R) ->
  (forall (k : 'I_n), V_prime 0 k = V 0 (sigma k) :> R) ->
  (forall (k : 'I_n) (l : 'I_n), (kappa k l)%:R = 1 :> R) ->
  \sum_(s1 < n) (((((kappa i s1)%:R) * (e (S_prime i s1))) / (\sum_(s2 < n) (((kappa i s2)%:R) * (e (S_prime i s2))))) * (V_prime 0 s1)) = \sum_(s1 < n) (((((kappa (sigma i) s1)%:R) * (e (S (sigma i) s1))) / (\sum_(s2 < n) (((kappa (sigma i) s2)%:R) * (e (S (sigma i) s2))))) * (V 0 s1)) :> R.
Proof.
case=> [//|n] _; move=> S S_prime V V_prime kappa sigma i h1 h2 h3.
have bare (a : 'I_n.+1) (F W : 'I_n.+1 -> R) :
    \sum_s1 (kappa a s1)%:R * e (F s1) / (\sum_s2 (kappa a s2)%:R * e (F s2)) * W s1 =
    \sum_s1 e (F s1) / (\sum_s2 e (F s2)) * W s1.
  apply: eq_bigr => s _; rewrite h3 mul1r; congr (_ / _ * _).
  by apply: eq_bigr => u _; rewrite h3 mul1r.
rewrite !bare.
have sameV k (c : 'I_1) : V_prime^T k c = V^T (sigma k) c by rewrite !ord1 !mxE h2.
have H := congr1 (fun A : 'M_(n.+1, 1) => A i 0) (attention_equivariant e h1 sameV).
by by_theorem H.
Qed.

Theorem equivariant_1 :
  forall n : nat, (0 < n)%N ->
  forall S : 'M[R]_(n, n),
  forall S_prime : 'M[R]_(n, n),
  forall V : 'rV[R]_n,
  forall V_prime : 'rV[R]_n,
  forall f : 'rV[R]_n,
  forall kappa : 'M[bool]_(n, n),
  forall sigma : 'S_n,
  (forall (k : 'I_n) (l : 'I_n), S_prime k l = S (sigma k) (sigma l) :> R) ->
  (forall (k : 'I_n), V_prime 0 k = V 0 (sigma k) :> R) ->
  (forall (k : 'I_n) (l : 'I_n), (kappa k l)%:R = 1 :> R) ->
  \sum_(s1 < n) (((e (f 0 (sigma s1))) / (\sum_(s2 < n) (e (f 0 (sigma s2))))) * (V_prime 0 s1)) = \sum_(s1 < n) (((e (f 0 s1)) / (\sum_(s2 < n) (e (f 0 s2)))) * (V 0 s1)) :> R.
Proof.
case=> [//|n] _; move=> S S_prime V V_prime f kappa sigma h1 h2 h3.
have H := congr1 (fun A : 'M_1 => A 0 0) (order_of_pairs e (fun _ b => b 0 0) (0 : 'M_(1, 1)) f^T V^T sigma).
transitivity (\sum_s e (f 0 (sigma s)) / (\sum_u e (f 0 (sigma u))) * V 0 (sigma s)).
  by apply: eq_bigr => s _; rewrite h2.
by by_theorem H.
Qed.

Theorem order_cannot_be_learned_0 :
  forall n : nat, (0 < n)%N ->
  forall S : 'M[R]_(n, n),
  forall S_prime : 'M[R]_(n, n),
  forall V : 'rV[R]_n,
  forall V_prime : 'rV[R]_n,
  forall kappa : 'M[bool]_(n, n),
  forall w : 'rV[R]_n,
  forall sigma : 'S_n,
  (forall (k : 'I_n) (l : 'I_n), S_prime k l = S (sigma k) (sigma l) :> R) ->
  (forall (k : 'I_n), V_prime 0 k = V 0 (sigma k) :> R) ->
  (forall (k : 'I_n) (l : 'I_n), (kappa k l)%:R = 1 :> R) ->
  (forall (j : 'I_n) (k : 'I_n), w 0 j = w 0 k :> R) ->
  \sum_(s1 < n) ((w 0 s1) * (\sum_(s2 < n) (((((kappa s1 s2)%:R) * (e (S_prime s1 s2))) / (\sum_(s3 < n) (((kappa s1 s3)%:R) * (e (S_prime s1 s3))))) * (V_prime 0 s2)))) = \sum_(s1 < n) ((w 0 s1) * (\sum_(s2 < n) (((((kappa s1 s2)%:R) * (e (S s1 s2))) / (\sum_(s3 < n) (((kappa s1 s3)%:R) * (e (S s1 s3))))) * (V 0 s2)))) :> R.
Proof.
case=> [//|n] _; move=> S S_prime V V_prime kappa w sigma h1 h2 h3 h4.
have bare (a : 'I_n.+1) (F W : 'I_n.+1 -> R) :
    \sum_s1 (kappa a s1)%:R * e (F s1) / (\sum_s2 (kappa a s2)%:R * e (F s2)) * W s1 =
    \sum_s1 e (F s1) / (\sum_s2 e (F s2)) * W s1.
  apply: eq_bigr => s _; rewrite h3 mul1r; congr (_ / _ * _).
  by apply: eq_bigr => u _; rewrite h3 mul1r.
have sameV k (c : 'I_1) : V_prime^T k c = V^T (sigma k) c by rewrite !ord1 !mxE h2.
have H := alike_reading_ignores_order e (w 0 0) 0 h1 sameV.
transitivity (\sum_i w 0 0 * attention e S_prime V_prime^T i 0).
  apply: eq_bigr => s _; rewrite bare attentionE (h4 s 0); congr (_ * _).
  by apply: eq_bigr => u _; rewrite softmaxE mxE.
rewrite H; apply: eq_bigr => s _; rewrite bare attentionE (h4 s 0); congr (_ * _).
by apply: eq_bigr => u _; rewrite softmaxE mxE.
Qed.

Theorem two_tokens_tell_their_order_0 :
  forall d : nat, (0 < d)%N ->
  forall p : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall s : 'rV[R]_d,
  forall t : 'rV[R]_d,
  (\sum_(s1 < d) ((((s 0 s1) + (p 0 s1)) - ((t 0 s1) + (p 0 s1))) ^+ 2)) * (\sum_(s1 < d) ((((s 0 s1) + (p 0 s1)) - ((s 0 s1) + (q 0 s1))) ^+ 2)) = (\sum_(s1 < d) (((s 0 s1) - (t 0 s1)) ^+ 2)) * (\sum_(s1 < d) (((p 0 s1) - (q 0 s1)) ^+ 2)) :> R.
Proof.
case=> [//|d] _; move=> p q s t.
have H := two_tokens_tell_their_order s t p q.
by rewrite !squaredE in H; by_theorem H.
Qed.

Theorem length_of_a_row_0 :
  forall d : nat, (0 < d)%N ->
  forall d_model : nat, (0 < d_model)%N ->
  forall c : R,
  forall p : R,
  (d_model%:R = 2%:R * d%:R :> R) ->
  \sum_(s1 < d_model) ((c * (((1 - ((odd s1%N)%:R)) * (sine circ (p / (e ((((s1.+1%:R) - 1) / d_model%:R) * (ln e 10000%:R)))))) + (((odd s1%N)%:R) * (cosin circ (p / (e (((((s1.+1%:R) - 1) - 1) / d_model%:R) * (ln e 10000%:R)))))))) ^+ 2) = ((c ^+ 2) * d_model%:R) / 2%:R :> R.
Proof.
case=> [//|d] _; case=> [//|d_model] _; move=> c p h1.
have width : d_model.+1 = (2 * d.+1)%N by apply/eqP; rewrite -(eqr_nat R) natrM h1.
have H := length_of_columns e circ d.+1 (2 * d.+1)%:R (ln e 10000%:R) c p.
by rewrite -width in H.
Qed.

Theorem original_balances_token_and_place_0 :
  forall d : nat, (0 < d)%N ->
  forall d_model : nat, (0 < d_model)%N ->
  forall e_ : 'rV[R]_d_model,
  forall p : R,
  (d_model%:R = 2%:R * d%:R :> R) ->
  (\sum_(s1 < d_model) ((e_ 0 s1) ^+ 2) = 1 :> R) ->
  \sum_(s1 < d_model) (((Num.sqrt d_model%:R) * (e_ 0 s1)) ^+ 2) = 2%:R * (\sum_(s1 < d_model) ((((1 - ((odd s1%N)%:R)) * (sine circ (p / (e ((((s1.+1%:R) - 1) / d_model%:R) * (ln e 10000%:R)))))) + (((odd s1%N)%:R) * (cosin circ (p / (e (((((s1.+1%:R) - 1) - 1) / d_model%:R) * (ln e 10000%:R))))))) ^+ 2)) :> R.
Proof.
case=> [//|d] _; case=> [//|d_model] _; move=> e_ p h1 h2.
have width : d_model.+1 = (2 * d.+1)%N by apply/eqP; rewrite -(eqr_nat R) natrM h1.
have H := @balanced_columns R e circ d.+1 d_model.+1%:R (ln e 10000%:R) p.
by rewrite -width in H; exact: (H (e_ 0) h2).
Qed.

Theorem original_balances_token_and_place_1 :
  forall d : nat, (0 < d)%N ->
  forall d_model : nat, (0 < d_model)%N ->
  forall e_ : 'rV[R]_d_model,
  forall p : R,
  (d_model%:R = 2%:R * d%:R :> R) ->
  (\sum_(s1 < d_model) ((e_ 0 s1) ^+ 2) = 1 :> R) ->
  \sum_(s1 < d_model) ((e_ 0 s1) ^+ 2) = (2%:R / (d_model%:R ^+ 2)) * (\sum_(s1 < d_model) (((Num.sqrt d_model%:R) * (((1 - ((odd s1%N)%:R)) * (sine circ (p / (e ((((s1.+1%:R) - 1) / d_model%:R) * (ln e 10000%:R)))))) + (((odd s1%N)%:R) * (cosin circ (p / (e (((((s1.+1%:R) - 1) - 1) / d_model%:R) * (ln e 10000%:R)))))))) ^+ 2)) :> R.
Proof.
case=> [//|d] _; case=> [//|d_model] _; move=> e_ p h1 h2.
have width : d_model.+1 = (2 * d.+1)%N by apply/eqP; rewrite -(eqr_nat R) natrM h1.
have H := length_of_columns e circ d.+1 (2 * d.+1)%:R (ln e 10000%:R) (Num.sqrt d_model.+1%:R) p.
rewrite -width in H; rewrite [LHS]h2 [X in _ * X]H sqr_sqrtr ?ler0n // -expr2.
by rewrite mulrA divfK ?expf_neq0 ?pnatr_eq0 // divff // pnatr_eq0.
Qed.

Theorem inner_product_knows_the_offset_0 :
  forall d : nat, (0 < d)%N ->
  forall d_model : nat, (0 < d_model)%N ->
  forall p : R,
  forall q : R,
  (d_model%:R = 2%:R * d%:R :> R) ->
  \sum_(s1 < d_model) ((((1 - ((odd s1%N)%:R)) * (sine circ (p / (e ((((s1.+1%:R) - 1) / d_model%:R) * (ln e 10000%:R)))))) + (((odd s1%N)%:R) * (cosin circ (p / (e (((((s1.+1%:R) - 1) - 1) / d_model%:R) * (ln e 10000%:R))))))) * (((1 - ((odd s1%N)%:R)) * (sine circ (q / (e ((((s1.+1%:R) - 1) / d_model%:R) * (ln e 10000%:R)))))) + (((odd s1%N)%:R) * (cosin circ (q / (e (((((s1.+1%:R) - 1) - 1) / d_model%:R) * (ln e 10000%:R)))))))) = \sum_(s1 < d) (cosin circ ((1 / (e (((2%:R * ((s1.+1%:R) - 1)) / d_model%:R) * (ln e 10000%:R)))) * (p - q))) :> R.
Proof.
case=> [//|d] _; case=> [//|d_model] _; move=> p q h1.
have width : d_model.+1 = (2 * d.+1)%N by apply/eqP; rewrite -(eqr_nat R) natrM h1.
have H := columns_know_the_offset e circ d.+1 (2 * d.+1)%:R (ln e 10000%:R) p q.
by rewrite -width in H.
Qed.

Theorem shift_is_a_rotation_0 :
  forall d_model : nat, (0 < d_model)%N ->
  forall i : nat,
  forall k : R,
  forall p : R,
  ((1 - ((odd (2 * i)%N)%:R)) * (sine circ ((p + k) / (e (((2%:R * i%:R) / d_model%:R) * (ln e 10000%:R)))))) + (((odd (2 * i)%N)%:R) * (cosin circ ((p + k) / (e ((((2%:R * i%:R) - 1) / d_model%:R) * (ln e 10000%:R)))))) = ((cosin circ ((1 / (e (((2%:R * i%:R) / d_model%:R) * (ln e 10000%:R)))) * k)) * (((1 - ((odd (2 * i)%N)%:R)) * (sine circ (p / (e (((2%:R * i%:R) / d_model%:R) * (ln e 10000%:R)))))) + (((odd (2 * i)%N)%:R) * (cosin circ (p / (e ((((2%:R * i%:R) - 1) / d_model%:R) * (ln e 10000%:R)))))))) + ((sine circ ((1 / (e (((2%:R * i%:R) / d_model%:R) * (ln e 10000%:R)))) * k)) * (((1 - ((odd ((2 * i) + 1)%N)%:R)) * (sine circ (p / (e ((((2%:R * i%:R) + 1) / d_model%:R) * (ln e 10000%:R)))))) + (((odd ((2 * i) + 1)%N)%:R) * (cosin circ (p / (e (((((2%:R * i%:R) + 1) - 1) / d_model%:R) * (ln e 10000%:R)))))))) :> R.
Proof.
case=> [//|d_model] _; move=> i k p.
rewrite mul2n addn1 /= odd_double !even_column odd_column addrK.
have H := (shift_is_a_rotation circ (const_mx (e (2%:R * i%:R / d_model.+1%:R * ln e 10000%:R))^-1 : 'rV_1) p k 0).1.
by rewrite !sinusoidE !mxE /= in H; rewrite div1r.
Qed.

Theorem shift_is_a_rotation_1 :
  forall d_model : nat, (0 < d_model)%N ->
  forall i : nat,
  forall k : R,
  forall p : R,
  ((1 - ((odd ((2 * i) + 1)%N)%:R)) * (sine circ ((p + k) / (e ((((2%:R * i%:R) + 1) / d_model%:R) * (ln e 10000%:R)))))) + (((odd ((2 * i) + 1)%N)%:R) * (cosin circ ((p + k) / (e (((((2%:R * i%:R) + 1) - 1) / d_model%:R) * (ln e 10000%:R)))))) = ((- (sine circ ((1 / (e (((2%:R * i%:R) / d_model%:R) * (ln e 10000%:R)))) * k))) * (((1 - ((odd (2 * i)%N)%:R)) * (sine circ (p / (e (((2%:R * i%:R) / d_model%:R) * (ln e 10000%:R)))))) + (((odd (2 * i)%N)%:R) * (cosin circ (p / (e ((((2%:R * i%:R) - 1) / d_model%:R) * (ln e 10000%:R)))))))) + ((cosin circ ((1 / (e (((2%:R * i%:R) / d_model%:R) * (ln e 10000%:R)))) * k)) * (((1 - ((odd ((2 * i) + 1)%N)%:R)) * (sine circ (p / (e ((((2%:R * i%:R) + 1) / d_model%:R) * (ln e 10000%:R)))))) + (((odd ((2 * i) + 1)%N)%:R) * (cosin circ (p / (e (((((2%:R * i%:R) + 1) - 1) / d_model%:R) * (ln e 10000%:R)))))))) :> R.
Proof.
case=> [//|d_model] _; move=> i k p.
rewrite mul2n addn1 /= odd_double !even_column !odd_column !addrK.
have H := (shift_is_a_rotation circ (const_mx (e (2%:R * i%:R / d_model.+1%:R * ln e 10000%:R))^-1 : 'rV_1) p k 0).2.
by rewrite !sinusoidE !mxE /= in H; rewrite div1r.
Qed.

Theorem scores_have_four_parts_0 :
  forall d : nat, (0 < d)%N ->
  forall e_ : 'rV[R]_d,
  forall e_prime : 'rV[R]_d,
  forall p : 'rV[R]_d,
  forall p_prime : 'rV[R]_d,
  \sum_(s1 < d) (((e_ 0 s1) + (p 0 s1)) * ((e_prime 0 s1) + (p_prime 0 s1))) = (((\sum_(s1 < d) ((e_ 0 s1) * (e_prime 0 s1))) + (\sum_(s1 < d) ((e_ 0 s1) * (p_prime 0 s1)))) + (\sum_(s1 < d) ((p 0 s1) * (e_prime 0 s1)))) + (\sum_(s1 < d) ((p 0 s1) * (p_prime 0 s1))) :> R.
Proof.
case=> [//|d] _; move=> e_ e_prime p p_prime.
by have H := scores_have_four_parts e_ p e_prime p_prime; by_theorem H.
Qed.

Theorem rotary_score_knows_the_offset_0 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall omega : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall u : 'rV[R]_d,
  forall w : 'rV[R]_d,
  forall p : R,
  forall r : R,
  \sum_(s1 < d) (((((q 0 s1) * (cosin circ (p * (omega 0 s1)))) - ((u 0 s1) * (sine circ (p * (omega 0 s1))))) * (((k 0 s1) * (cosin circ (r * (omega 0 s1)))) - ((w 0 s1) * (sine circ (r * (omega 0 s1)))))) + ((((q 0 s1) * (sine circ (p * (omega 0 s1)))) + ((u 0 s1) * (cosin circ (p * (omega 0 s1))))) * (((k 0 s1) * (sine circ (r * (omega 0 s1)))) + ((w 0 s1) * (cosin circ (r * (omega 0 s1))))))) = \sum_(s1 < d) (((((q 0 s1) * (cosin circ (0 * (omega 0 s1)))) - ((u 0 s1) * (sine circ (0 * (omega 0 s1))))) * (((k 0 s1) * (cosin circ ((r - p) * (omega 0 s1)))) - ((w 0 s1) * (sine circ ((r - p) * (omega 0 s1)))))) + ((((q 0 s1) * (sine circ (0 * (omega 0 s1)))) + ((u 0 s1) * (cosin circ (0 * (omega 0 s1))))) * (((k 0 s1) * (sine circ ((r - p) * (omega 0 s1)))) + ((w 0 s1) * (cosin circ ((r - p) * (omega 0 s1))))))) :> R.
Proof.
case=> [//|d] _; move=> k omega q u w p r.
exact: (score_knows_the_offset circ p r 0 omega q u k w).1.
Qed.

Theorem rotary_score_knows_the_offset_1 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall omega : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall u : 'rV[R]_d,
  forall w : 'rV[R]_d,
  forall p : R,
  forall r : R,
  forall t : R,
  \sum_(s1 < d) (((((q 0 s1) * (cosin circ (p * (omega 0 s1)))) - ((u 0 s1) * (sine circ (p * (omega 0 s1))))) * (((k 0 s1) * (cosin circ (r * (omega 0 s1)))) - ((w 0 s1) * (sine circ (r * (omega 0 s1)))))) + ((((q 0 s1) * (sine circ (p * (omega 0 s1)))) + ((u 0 s1) * (cosin circ (p * (omega 0 s1))))) * (((k 0 s1) * (sine circ (r * (omega 0 s1)))) + ((w 0 s1) * (cosin circ (r * (omega 0 s1))))))) = \sum_(s1 < d) (((((q 0 s1) * (cosin circ ((p + t) * (omega 0 s1)))) - ((u 0 s1) * (sine circ ((p + t) * (omega 0 s1))))) * (((k 0 s1) * (cosin circ ((r + t) * (omega 0 s1)))) - ((w 0 s1) * (sine circ ((r + t) * (omega 0 s1)))))) + ((((q 0 s1) * (sine circ ((p + t) * (omega 0 s1)))) + ((u 0 s1) * (cosin circ ((p + t) * (omega 0 s1))))) * (((k 0 s1) * (sine circ ((r + t) * (omega 0 s1)))) + ((w 0 s1) * (cosin circ ((r + t) * (omega 0 s1))))))) :> R.
Proof.
case=> [//|d] _; move=> k omega q u w p r t.
exact: (score_knows_the_offset circ p r t omega q u k w).2.
Qed.

Theorem rotary_keeps_lengths_0 :
  forall d : nat, (0 < d)%N ->
  forall omega : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall u : 'rV[R]_d,
  forall p : R,
  \sum_(s1 < d) (((((q 0 s1) * (cosin circ (p * (omega 0 s1)))) - ((u 0 s1) * (sine circ (p * (omega 0 s1))))) ^+ 2) + ((((q 0 s1) * (sine circ (p * (omega 0 s1)))) + ((u 0 s1) * (cosin circ (p * (omega 0 s1))))) ^+ 2)) = \sum_(s1 < d) (((q 0 s1) ^+ 2) + ((u 0 s1) ^+ 2)) :> R.
Proof.
case=> [//|d] _; move=> omega q u p.
exact: rotary_keeps_lengths.
Qed.

Theorem rotary_at_zero_is_nothing_0 :
  forall d : nat, (0 < d)%N ->
  forall omega : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall u : 'rV[R]_d,
  forall a : 'I_d,
  ((q 0 a) * (cosin circ (0 * (omega 0 a)))) - ((u 0 a) * (sine circ (0 * (omega 0 a)))) = q 0 a :> R.
Proof.
case=> [//|d] _; move=> omega q u a.
exact: first_at_zero.
Qed.

Theorem rotary_at_zero_is_nothing_1 :
  forall d : nat, (0 < d)%N ->
  forall omega : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall u : 'rV[R]_d,
  forall a : 'I_d,
  ((q 0 a) * (sine circ (0 * (omega 0 a)))) + ((u 0 a) * (cosin circ (0 * (omega 0 a)))) = u 0 a :> R.
Proof.
case=> [//|d] _; move=> omega q u a.
exact: second_at_zero.
Qed.

Theorem rotary_score_is_a_sum_of_waves_0 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall omega : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall u : 'rV[R]_d,
  forall w : 'rV[R]_d,
  forall p : R,
  forall r : R,
  \sum_(s1 < d) (((((q 0 s1) * (cosin circ (p * (omega 0 s1)))) - ((u 0 s1) * (sine circ (p * (omega 0 s1))))) * (((k 0 s1) * (cosin circ (r * (omega 0 s1)))) - ((w 0 s1) * (sine circ (r * (omega 0 s1)))))) + ((((q 0 s1) * (sine circ (p * (omega 0 s1)))) + ((u 0 s1) * (cosin circ (p * (omega 0 s1))))) * (((k 0 s1) * (sine circ (r * (omega 0 s1)))) + ((w 0 s1) * (cosin circ (r * (omega 0 s1))))))) = \sum_(s1 < d) (((((q 0 s1) * (k 0 s1)) + ((u 0 s1) * (w 0 s1))) * (cosin circ ((p - r) * (omega 0 s1)))) + ((((q 0 s1) * (w 0 s1)) - ((u 0 s1) * (k 0 s1))) * (sine circ ((p - r) * (omega 0 s1))))) :> R.
Proof.
case=> [//|d] _; move=> k omega q u w p r.
exact: score_is_a_sum_of_waves.
Qed.

Theorem rotary_angles_divide_positions_0 :
  forall d : nat, (0 < d)%N ->
  forall omega : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall u : 'rV[R]_d,
  forall p : R,
  forall s : R,
  forall a : 'I_d,
  (0 < s) ->
  ((q 0 a) * (cosin circ ((s * p) * ((omega 0 a) / s)))) - ((u 0 a) * (sine circ ((s * p) * ((omega 0 a) / s)))) = ((q 0 a) * (cosin circ (p * (omega 0 a)))) - ((u 0 a) * (sine circ (p * (omega 0 a)))) :> R.
Proof.
case=> [//|d] _; move=> omega q u p s a h1.
exact: (angles_divide_positions circ p (omega 0 a) (q 0 a) (u 0 a) h1).1.
Qed.

Theorem rotary_angles_divide_positions_1 :
  forall d : nat, (0 < d)%N ->
  forall omega : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall u : 'rV[R]_d,
  forall p : R,
  forall s : R,
  forall a : 'I_d,
  (0 < s) ->
  ((q 0 a) * (sine circ ((s * p) * ((omega 0 a) / s)))) + ((u 0 a) * (cosin circ ((s * p) * ((omega 0 a) / s)))) = ((q 0 a) * (sine circ (p * (omega 0 a)))) + ((u 0 a) * (cosin circ (p * (omega 0 a)))) :> R.
Proof.
case=> [//|d] _; move=> omega q u p s a h1.
exact: (angles_divide_positions circ p (omega 0 a) (q 0 a) (u 0 a) h1).2.
Qed.

Theorem rotary_keeps_pairs_apart_0 :
  forall d : nat, (0 < d)%N ->
  forall A : 'M[R]_(d, d),
  forall B : 'M[R]_(d, d),
  forall C : 'M[R]_(d, d),
  forall D : 'M[R]_(d, d),
  forall omega : 'rV[R]_d,
  forall a : 'I_d,
  forall b : 'I_d,
  (((A a b) * (cosin circ (omega 0 a))) + ((C a b) * (sine circ (omega 0 a))) = ((A a b) * (cosin circ (omega 0 b))) - ((B a b) * (sine circ (omega 0 b))) :> R) ->
  (((B a b) * (cosin circ (omega 0 a))) + ((D a b) * (sine circ (omega 0 a))) = ((A a b) * (sine circ (omega 0 b))) + ((B a b) * (cosin circ (omega 0 b))) :> R) ->
  (((C a b) * (cosin circ (omega 0 a))) - ((A a b) * (sine circ (omega 0 a))) = ((C a b) * (cosin circ (omega 0 b))) - ((D a b) * (sine circ (omega 0 b))) :> R) ->
  (((D a b) * (cosin circ (omega 0 a))) - ((B a b) * (sine circ (omega 0 a))) = ((C a b) * (sine circ (omega 0 b))) + ((D a b) * (cosin circ (omega 0 b))) :> R) ->
  ((cosin circ (omega 0 a)) - (cosin circ (omega 0 b))) * (A a b) = 0 :> R.
Proof.
case=> [//|d] _; move=> A B C D omega a b h1 h2 h3 h4.
by have [H _ _ _] := rotary_keeps_pairs_apart (And4 h1 h2 h3 h4).
Qed.

Theorem rotary_keeps_pairs_apart_1 :
  forall d : nat, (0 < d)%N ->
  forall A : 'M[R]_(d, d),
  forall B : 'M[R]_(d, d),
  forall C : 'M[R]_(d, d),
  forall D : 'M[R]_(d, d),
  forall omega : 'rV[R]_d,
  forall a : 'I_d,
  forall b : 'I_d,
  (((A a b) * (cosin circ (omega 0 a))) + ((C a b) * (sine circ (omega 0 a))) = ((A a b) * (cosin circ (omega 0 b))) - ((B a b) * (sine circ (omega 0 b))) :> R) ->
  (((B a b) * (cosin circ (omega 0 a))) + ((D a b) * (sine circ (omega 0 a))) = ((A a b) * (sine circ (omega 0 b))) + ((B a b) * (cosin circ (omega 0 b))) :> R) ->
  (((C a b) * (cosin circ (omega 0 a))) - ((A a b) * (sine circ (omega 0 a))) = ((C a b) * (cosin circ (omega 0 b))) - ((D a b) * (sine circ (omega 0 b))) :> R) ->
  (((D a b) * (cosin circ (omega 0 a))) - ((B a b) * (sine circ (omega 0 a))) = ((C a b) * (sine circ (omega 0 b))) + ((D a b) * (cosin circ (omega 0 b))) :> R) ->
  ((cosin circ (omega 0 a)) - (cosin circ (omega 0 b))) * (B a b) = 0 :> R.
Proof.
case=> [//|d] _; move=> A B C D omega a b h1 h2 h3 h4.
by have [_ H _ _] := rotary_keeps_pairs_apart (And4 h1 h2 h3 h4).
Qed.

Theorem rotary_keeps_pairs_apart_2 :
  forall d : nat, (0 < d)%N ->
  forall A : 'M[R]_(d, d),
  forall B : 'M[R]_(d, d),
  forall C : 'M[R]_(d, d),
  forall D : 'M[R]_(d, d),
  forall omega : 'rV[R]_d,
  forall a : 'I_d,
  forall b : 'I_d,
  (((A a b) * (cosin circ (omega 0 a))) + ((C a b) * (sine circ (omega 0 a))) = ((A a b) * (cosin circ (omega 0 b))) - ((B a b) * (sine circ (omega 0 b))) :> R) ->
  (((B a b) * (cosin circ (omega 0 a))) + ((D a b) * (sine circ (omega 0 a))) = ((A a b) * (sine circ (omega 0 b))) + ((B a b) * (cosin circ (omega 0 b))) :> R) ->
  (((C a b) * (cosin circ (omega 0 a))) - ((A a b) * (sine circ (omega 0 a))) = ((C a b) * (cosin circ (omega 0 b))) - ((D a b) * (sine circ (omega 0 b))) :> R) ->
  (((D a b) * (cosin circ (omega 0 a))) - ((B a b) * (sine circ (omega 0 a))) = ((C a b) * (sine circ (omega 0 b))) + ((D a b) * (cosin circ (omega 0 b))) :> R) ->
  ((cosin circ (omega 0 a)) - (cosin circ (omega 0 b))) * (C a b) = 0 :> R.
Proof.
case=> [//|d] _; move=> A B C D omega a b h1 h2 h3 h4.
by have [_ _ H _] := rotary_keeps_pairs_apart (And4 h1 h2 h3 h4).
Qed.

Theorem rotary_keeps_pairs_apart_3 :
  forall d : nat, (0 < d)%N ->
  forall A : 'M[R]_(d, d),
  forall B : 'M[R]_(d, d),
  forall C : 'M[R]_(d, d),
  forall D : 'M[R]_(d, d),
  forall omega : 'rV[R]_d,
  forall a : 'I_d,
  forall b : 'I_d,
  (((A a b) * (cosin circ (omega 0 a))) + ((C a b) * (sine circ (omega 0 a))) = ((A a b) * (cosin circ (omega 0 b))) - ((B a b) * (sine circ (omega 0 b))) :> R) ->
  (((B a b) * (cosin circ (omega 0 a))) + ((D a b) * (sine circ (omega 0 a))) = ((A a b) * (sine circ (omega 0 b))) + ((B a b) * (cosin circ (omega 0 b))) :> R) ->
  (((C a b) * (cosin circ (omega 0 a))) - ((A a b) * (sine circ (omega 0 a))) = ((C a b) * (cosin circ (omega 0 b))) - ((D a b) * (sine circ (omega 0 b))) :> R) ->
  (((D a b) * (cosin circ (omega 0 a))) - ((B a b) * (sine circ (omega 0 a))) = ((C a b) * (sine circ (omega 0 b))) + ((D a b) * (cosin circ (omega 0 b))) :> R) ->
  ((cosin circ (omega 0 a)) - (cosin circ (omega 0 b))) * (D a b) = 0 :> R.
Proof.
case=> [//|d] _; move=> A B C D omega a b h1 h2 h3 h4.
by have [_ _ _ H] := rotary_keeps_pairs_apart (And4 h1 h2 h3 h4).
Qed.

Theorem rotary_turns_and_scales_alone_0 :
  forall d : nat, (0 < d)%N ->
  forall A : 'M[R]_(d, d),
  forall B : 'M[R]_(d, d),
  forall C : 'M[R]_(d, d),
  forall D : 'M[R]_(d, d),
  forall omega : 'rV[R]_d,
  forall a : 'I_d,
  (((A a a) * (cosin circ (omega 0 a))) + ((C a a) * (sine circ (omega 0 a))) = ((A a a) * (cosin circ (omega 0 a))) - ((B a a) * (sine circ (omega 0 a))) :> R) ->
  (((B a a) * (cosin circ (omega 0 a))) + ((D a a) * (sine circ (omega 0 a))) = ((A a a) * (sine circ (omega 0 a))) + ((B a a) * (cosin circ (omega 0 a))) :> R) ->
  (sine circ (omega 0 a)) * ((A a a) - (D a a)) = 0 :> R.
Proof.
case=> [//|d] _; move=> A B C D omega a h1 h2.
exact: (rotary_turns_and_scales_alone h1 h2).1.
Qed.

Theorem rotary_turns_and_scales_alone_1 :
  forall d : nat, (0 < d)%N ->
  forall A : 'M[R]_(d, d),
  forall B : 'M[R]_(d, d),
  forall C : 'M[R]_(d, d),
  forall D : 'M[R]_(d, d),
  forall omega : 'rV[R]_d,
  forall a : 'I_d,
  (((A a a) * (cosin circ (omega 0 a))) + ((C a a) * (sine circ (omega 0 a))) = ((A a a) * (cosin circ (omega 0 a))) - ((B a a) * (sine circ (omega 0 a))) :> R) ->
  (((B a a) * (cosin circ (omega 0 a))) + ((D a a) * (sine circ (omega 0 a))) = ((A a a) * (sine circ (omega 0 a))) + ((B a a) * (cosin circ (omega 0 a))) :> R) ->
  (sine circ (omega 0 a)) * ((B a a) + (C a a)) = 0 :> R.
Proof.
case=> [//|d] _; move=> A B C D omega a h1 h2.
exact: (rotary_turns_and_scales_alone h1 h2).2.
Qed.

Theorem rotary_leaves_turns_and_scales_0 :
  forall d : nat, (0 < d)%N ->
  forall g : 'rV[R]_d,
  forall k : 'rV[R]_d,
  forall omega : 'rV[R]_d,
  forall phi : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall u : 'rV[R]_d,
  forall w : 'rV[R]_d,
  forall p : R,
  forall r : R,
  (forall (at0 : 'I_d), 0 < g 0 at0) ->
  \sum_(s1 < d) ((((((g 0 s1) * (((q 0 s1) * (cosin circ (phi 0 s1))) - ((u 0 s1) * (sine circ (phi 0 s1))))) * (cosin circ (p * (omega 0 s1)))) - (((g 0 s1) * (((q 0 s1) * (sine circ (phi 0 s1))) + ((u 0 s1) * (cosin circ (phi 0 s1))))) * (sine circ (p * (omega 0 s1))))) * ((((((k 0 s1) * (cosin circ (phi 0 s1))) - ((w 0 s1) * (sine circ (phi 0 s1)))) / (g 0 s1)) * (cosin circ (r * (omega 0 s1)))) - (((((k 0 s1) * (sine circ (phi 0 s1))) + ((w 0 s1) * (cosin circ (phi 0 s1)))) / (g 0 s1)) * (sine circ (r * (omega 0 s1)))))) + (((((g 0 s1) * (((q 0 s1) * (cosin circ (phi 0 s1))) - ((u 0 s1) * (sine circ (phi 0 s1))))) * (sine circ (p * (omega 0 s1)))) + (((g 0 s1) * (((q 0 s1) * (sine circ (phi 0 s1))) + ((u 0 s1) * (cosin circ (phi 0 s1))))) * (cosin circ (p * (omega 0 s1))))) * ((((((k 0 s1) * (cosin circ (phi 0 s1))) - ((w 0 s1) * (sine circ (phi 0 s1)))) / (g 0 s1)) * (sine circ (r * (omega 0 s1)))) + (((((k 0 s1) * (sine circ (phi 0 s1))) + ((w 0 s1) * (cosin circ (phi 0 s1)))) / (g 0 s1)) * (cosin circ (r * (omega 0 s1))))))) = \sum_(s1 < d) (((((q 0 s1) * (cosin circ (p * (omega 0 s1)))) - ((u 0 s1) * (sine circ (p * (omega 0 s1))))) * (((k 0 s1) * (cosin circ (r * (omega 0 s1)))) - ((w 0 s1) * (sine circ (r * (omega 0 s1)))))) + ((((q 0 s1) * (sine circ (p * (omega 0 s1)))) + ((u 0 s1) * (cosin circ (p * (omega 0 s1))))) * (((k 0 s1) * (sine circ (r * (omega 0 s1)))) + ((w 0 s1) * (cosin circ (r * (omega 0 s1))))))) :> R.
Proof.
case=> [//|d] _; move=> g k omega phi q u w p r h1.
transitivity (score circ p r omega q u k w); last by [].
rewrite -(rotary_leaves_turns_and_scales circ p r omega phi q u k w h1).
by rewrite /score /first /second; apply: eq_bigr => s _; rewrite !mxE !mul1r.
Qed.

End Said.
