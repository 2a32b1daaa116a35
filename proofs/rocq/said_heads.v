(* What the claims of heads say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina heads` prints them. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import bases distances limits lipschitz lipschitz_distances lookup heads.
From atensi Require Import exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Lemma log_odds_of n (s : 'I_n.+1 -> R) j l :
  ln e ((e (s j) / \sum_t e (s t)) / (e (s l) / \sum_t e (s t))) = s j - s l.
Proof. by have H := log_odds e (\row_t s t) 0 j l; by_theorem H. Qed.

Lemma pushed n (w v : 'I_n -> R) k t :
  \sum_s w s * (v s + t * (s == k)%:R) = \sum_s w s * v s + t * w k.
Proof.
under eq_bigr do rewrite mulrDr; rewrite big_split /= -[w k in RHS](only_one w) mulr_sumr.
by congr (_ + _); apply: eq_bigr => s _; rewrite mulrCA.
Qed.

Lemma straight (f : R -> R) c l : (forall t, f t = c + t * l) -> moves f c l.
Proof. by move=> same; apply: moves_ext (moves_line c l) => t; rewrite same. Qed.

Theorem attention_answers_its_query_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall q : 'rV[R]_d_k,
  forall i : 'I_n,
  forall k : 'I_n,
  forall u : 'I_d_k,
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((ln e (((e (\sum_(s1 < d_k) (((q 0 s1) + (step * ((s1 == u)%:R))) * (K i s1)))) / (\sum_(s1 < n) (e (\sum_(s2 < d_k) (((q 0 s2) + (step * ((s2 == u)%:R))) * (K s1 s2)))))) / ((e (\sum_(s1 < d_k) (((q 0 s1) + (step * ((s1 == u)%:R))) * (K k s1)))) / (\sum_(s1 < n) (e (\sum_(s2 < d_k) (((q 0 s2) + (step * ((s2 == u)%:R))) * (K s1 s2)))))))) - (ln e (((e (\sum_(s1 < d_k) ((q 0 s1) * (K i s1)))) / (\sum_(s1 < n) (e (\sum_(s2 < d_k) ((q 0 s2) * (K s1 s2)))))) / ((e (\sum_(s1 < d_k) ((q 0 s1) * (K k s1)))) / (\sum_(s1 < n) (e (\sum_(s2 < d_k) ((q 0 s2) * (K s1 s2))))))))) / step - ((K i u) - (K k u))| < eps.
Proof.
case=> [//|d_k] _; case=> [//|n] _; move=> K q i k u.
have O (y : 'I_d_k.+1 -> R) := log_odds_of (fun a => \sum_b y b * K a b) i k.
apply: straight => t.
rewrite (O (fun b => q 0 b + t * (b == u)%:R)) (O (fun b => q 0 b)).
have moved a : \sum_b (q 0 b + t * (b == u)%:R) * K a b = \sum_b q 0 b * K a b + t * K a u.
  under eq_bigr do rewrite mulrC; rewrite pushed; congr (_ + _).
  by apply: eq_bigr => b _; rewrite mulrC.
by rewrite !moved mulrBr opprD addrACA.
Qed.

Lemma drop_mask n (kept : 'I_n -> bool) (F : 'I_n -> R) :
  (forall j, (kept j)%:R = 1 :> R) -> \sum_s (kept s)%:R * F s = \sum_s F s.
Proof. by move=> all; apply: eq_bigr => s _; rewrite all mul1r. Qed.

Theorem every_element_takes_part_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(n, d_k),
  forall kappa : 'M[bool]_(n, n),
  forall i : 'I_n,
  forall j : 'I_n,
  (forall (k : 'I_n) (l : 'I_n), (kappa k l)%:R = 1 :> R) ->
  0 < (((kappa i j)%:R) * (e ((\sum_(s1 < d_k) ((Q i s1) * (K j s1))) / (Num.sqrt d_k%:R)))) / (\sum_(s1 < n) (((kappa i s1)%:R) * (e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R))))).
Proof.
case=> [//|d_k] _; case=> [//|n] _; move=> K Q kappa i j h1.
rewrite h1 mul1r drop_mask //.
by have H := every_element_takes_part e Q K i j; by_theorem H.
Qed.

Theorem output_moves_with_every_value_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(n, d_k),
  forall V : 'M[R]_(n, d_v),
  forall kappa : 'M[bool]_(n, n),
  forall c : 'I_d_v,
  forall i : 'I_n,
  forall j : 'I_n,
  (forall (k : 'I_n) (l : 'I_n), (kappa k l)%:R = 1 :> R) ->
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < n) (((((kappa i s1)%:R) * (e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R)))) / (\sum_(s2 < n) (((kappa i s2)%:R) * (e ((\sum_(s3 < d_k) ((Q i s3) * (K s2 s3))) / (Num.sqrt d_k%:R)))))) * ((V s1 c) + ((step * ((s1 == j)%:R)) * ((c == c)%:R))))) - (\sum_(s1 < n) (((((kappa i s1)%:R) * (e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R)))) / (\sum_(s2 < n) (((kappa i s2)%:R) * (e ((\sum_(s3 < d_k) ((Q i s3) * (K s2 s3))) / (Num.sqrt d_k%:R)))))) * (V s1 c)))) / step - ((((kappa i j)%:R) * (e ((\sum_(s1 < d_k) ((Q i s1) * (K j s1))) / (Num.sqrt d_k%:R)))) / (\sum_(s1 < n) (((kappa i s1)%:R) * (e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R))))))| < eps.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|n] _; move=> K Q V kappa c i j h1.
by apply: straight => t; rewrite eqxx; under eq_bigr do rewrite mulr1; rewrite pushed.
Qed.

Theorem output_moves_with_every_value_1 :
  forall d_k : nat, (0 < d_k)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(n, d_k),
  forall kappa : 'M[bool]_(n, n),
  forall i : 'I_n,
  forall j : 'I_n,
  (forall (k : 'I_n) (l : 'I_n), (kappa k l)%:R = 1 :> R) ->
  (((kappa i j)%:R) * (e ((\sum_(s1 < d_k) ((Q i s1) * (K j s1))) / (Num.sqrt d_k%:R)))) / (\sum_(s1 < n) (((kappa i s1)%:R) * (e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R))))) > 0.
Proof.
case=> [//|d_k] _; case=> [//|n] _; move=> K Q kappa i j h1.
rewrite h1 mul1r drop_mask //.
by have H := every_element_takes_part e Q K i j; by_theorem H.
Qed.

Theorem output_moves_with_every_value_2 :
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(n, d_k),
  forall V : 'M[R]_(n, d_v),
  forall kappa : 'M[bool]_(n, n),
  forall c : 'I_d_v,
  forall i : 'I_n,
  (forall (k : 'I_n) (l : 'I_n), (kappa k l)%:R = 1 :> R) ->
  (forall (l : 'I_n), V l c = 0 :> R) ->
  \sum_(s1 < n) (((((kappa i s1)%:R) * (e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R)))) / (\sum_(s2 < n) (((kappa i s2)%:R) * (e ((\sum_(s3 < d_k) ((Q i s3) * (K s2 s3))) / (Num.sqrt d_k%:R)))))) * (V s1 c)) = 0 :> R.
Proof.
case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|n] _; move=> K Q V kappa c i h1 h2.
by rewrite big1 // => s _; rewrite h2 mulr0.
Qed.

Theorem projecting_twice_is_projecting_once_0 :
  forall d : nat, (0 < d)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall h : nat, (0 < h)%N ->
  forall n : nat, (0 < n)%N ->
  forall W : 'M[R]_(d, d),
  forall W_Q : 'I_h -> 'M[R]_(d, d_k),
  forall X : 'M[R]_(n, d),
  forall b : 'I_d_k,
  forall i : 'I_n,
  forall r : 'I_h,
  \sum_(s1 < d) ((\sum_(s2 < d) ((X i s2) * (W s2 s1))) * (W_Q r s1 b)) = \sum_(s1 < d) ((X i s1) * (\sum_(s2 < d) ((W s1 s2) * (W_Q r s2 b)))) :> R.
Proof.
case=> [//|d] _; case=> [//|d_k] _; case=> [//|h] _; case=> [//|n] _; move=> W W_Q X b i r.
by have H := esym (congr1 (fun A : 'M_(_, _) => A i b) (mulmxA X W (W_Q r))); by_theorem H.
Qed.

Theorem projecting_twice_is_projecting_once_1 :
  forall d : nat, (0 < d)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall h : nat, (0 < h)%N ->
  forall n : nat, (0 < n)%N ->
  forall W : 'M[R]_(d, d),
  forall W_K : 'I_h -> 'M[R]_(d, d_k),
  forall W_Q : 'I_h -> 'M[R]_(d, d_k),
  forall W_V : 'I_h -> 'M[R]_(d, d_v),
  forall X : 'M[R]_(n, d),
  forall c : 'I_d_v,
  forall i : 'I_n,
  forall r : 'I_h,
  \sum_(s1 < n) (((e ((\sum_(s2 < d_k) ((\sum_(s3 < d) ((\sum_(s4 < d) ((X i s4) * (W s4 s3))) * (W_Q r s3 s2))) * (\sum_(s3 < d) ((\sum_(s4 < d) ((X s1 s4) * (W s4 s3))) * (W_K r s3 s2))))) / (Num.sqrt d_k%:R))) / (\sum_(s2 < n) (e ((\sum_(s3 < d_k) ((\sum_(s4 < d) ((\sum_(s5 < d) ((X i s5) * (W s5 s4))) * (W_Q r s4 s3))) * (\sum_(s4 < d) ((\sum_(s5 < d) ((X s2 s5) * (W s5 s4))) * (W_K r s4 s3))))) / (Num.sqrt d_k%:R))))) * (\sum_(s2 < d) ((\sum_(s3 < d) ((X s1 s3) * (W s3 s2))) * (W_V r s2 c)))) = \sum_(s1 < n) (((e ((\sum_(s2 < d_k) ((\sum_(s3 < d) ((X i s3) * (\sum_(s4 < d) ((W s3 s4) * (W_Q r s4 s2))))) * (\sum_(s3 < d) ((X s1 s3) * (\sum_(s4 < d) ((W s3 s4) * (W_K r s4 s2))))))) / (Num.sqrt d_k%:R))) / (\sum_(s2 < n) (e ((\sum_(s3 < d_k) ((\sum_(s4 < d) ((X i s4) * (\sum_(s5 < d) ((W s4 s5) * (W_Q r s5 s3))))) * (\sum_(s4 < d) ((X s2 s4) * (\sum_(s5 < d) ((W s4 s5) * (W_K r s5 s3))))))) / (Num.sqrt d_k%:R))))) * (\sum_(s2 < d) ((X s1 s2) * (\sum_(s3 < d) ((W s2 s3) * (W_V r s3 c)))))) :> R.
Proof.
case=> [//|d] _; case=> [//|d_k] _; case=> [//|d_v] _; case=> [//|h] _; case=> [//|n] _; move=> W W_K W_Q W_V X c i r.
have once p (A : 'M_(_, p)) : X *m W *m A = X *m (W *m A) by rewrite mulmxA.
have H : dot_product_attention e (X *m W *m W_Q r) (X *m W *m W_K r) (X *m W *m W_V r) i c =
  dot_product_attention e (X *m (W *m W_Q r)) (X *m (W *m W_K r)) (X *m (W *m W_V r)) i c.
  by rewrite !once.
by by_theorem H.
Qed.

Theorem divisor_is_the_root_of_the_width_0 :
  forall d_attn : nat, (0 < d_attn)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall h : nat, (0 < h)%N ->
  (d_attn%:R = h%:R * d_k%:R :> R) ->
  Num.sqrt (d_attn%:R / h%:R) = Num.sqrt d_k%:R :> R.
Proof.
case=> [//|d_attn] _; case=> [//|d_k] _; case=> [//|h] _; move=> h1.
by rewrite h1 mulrC mulKf ?pnatr_eq0.
Qed.

Theorem small_projections_see_one_slice_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall h : nat, (0 < h)%N ->
  forall E : 'M[R]_(h, d_k),
  forall W : 'M[R]_(d_k, d_k),
  forall b : 'I_d_k,
  forall r : 'I_h,
  \sum_(s1 < d_k) ((E r s1) * (W s1 b)) = \sum_(s1 < h) (\sum_(s2 < d_k) ((E s1 s2) * (((r == s1)%:R) * (W s2 b)))) :> R.
Proof.
case=> [//|d_k] _; case=> [//|h] _; move=> E W b r.
rewrite [RHS](bigD1 r) //= [X in _ = _ + X]big1 => [|t tr]; last first.
  by rewrite big1 // => a _; rewrite eq_sym (negbTE tr) mul0r mulr0.
by rewrite addr0; apply: eq_bigr => a _; rewrite eqxx mul1r.
Qed.

Theorem small_projections_see_one_slice_1 :
  forall d_k : nat, (0 < d_k)%N ->
  forall h : nat, (0 < h)%N ->
  forall E : 'M[R]_(h, d_k),
  forall W : 'M[R]_(d_k, d_k),
  forall b : 'I_d_k,
  forall r : 'I_h,
  forall s : 'I_h,
  forall u : 'I_d_k,
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < d_k) (((E r s1) + ((step * ((r == s)%:R)) * ((s1 == u)%:R))) * (W s1 b))) - (\sum_(s1 < d_k) ((E r s1) * (W s1 b)))) / step - (((r == s)%:R) * (W u b))| < eps.
Proof.
case=> [//|d_k] _; case=> [//|h] _; move=> E W b r s u.
apply: straight => t; under eq_bigr do rewrite mulrC.
rewrite pushed mulrA; congr (_ + _); apply: eq_bigr => a _; exact: mulrC.
Qed.

Lemma same_place h w (s t : 'I_h) (a b : 'I_w) :
  (mxvec_index s a == mxvec_index t b) = (s == t) && (a == b).
Proof.
apply/eqP/andP => [same|[/eqP-> /eqP->] //].
by move/cast_ord_inj/enum_rank_inj: same => [-> ->].
Qed.

Theorem sum_over_heads_0 :
  forall d_model : nat, (0 < d_model)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall h : nat, (0 < h)%N ->
  forall m : nat, (0 < m)%N ->
  forall H : 'I_h -> 'M[R]_(m, d_v),
  forall W_O : 'M[R]_((h * d_v), d_model),
  forall i : 'I_m,
  forall o : 'I_d_model,
  \sum_(s1 < (h * d_v)) ((\sum_(s2 < h) (\sum_(s3 < d_v) (((s1 == (mxvec_index s2 s3))%:R) * (H s2 i s3)))) * (W_O s1 o)) = \sum_(s1 < h) (\sum_(s2 < d_v) ((H s1 i s2) * (W_O (mxvec_index s1 s2) o))) :> R.
Proof.
case=> [//|d_model] _; case=> [//|d_v] _; case=> [//|h] _; case=> [//|m] _; move=> H W_O i o.
rewrite sum_mxvec; apply: eq_bigr => s _; apply: eq_bigr => c _; congr (_ * _).
rewrite (bigD1 s) //= [X in _ + X]big1 => [|t ts]; last first.
  by rewrite big1 // => a _; rewrite same_place eq_sym (negbTE ts) mul0r.
rewrite (bigD1 c) //= [X in _ + X + _]big1 => [|a ac]; last first.
  by rewrite same_place [c == a]eq_sym (negbTE ac) andbF mul0r.
by rewrite same_place !eqxx mul1r !addr0.
Qed.

Theorem equal_heads_act_as_one_0 :
  forall d : nat, (0 < d)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall d_model : nat, (0 < d_model)%N ->
  forall d_v : nat, (0 < d_v)%N ->
  forall n : nat, (0 < n)%N ->
  forall W : 'M[R]_(d_v, d_model),
  forall W_prime : 'M[R]_(d_v, d_model),
  forall W_K : 'M[R]_(d, d_k),
  forall W_Q : 'M[R]_(d, d_k),
  forall W_V : 'M[R]_(d, d_v),
  forall X : 'M[R]_(n, d),
  forall i : 'I_n,
  forall o : 'I_d_model,
  (\sum_(s1 < d_v) ((\sum_(s2 < n) (((e ((\sum_(s3 < d_k) ((\sum_(s4 < d) ((X i s4) * (W_Q s4 s3))) * (\sum_(s4 < d) ((X s2 s4) * (W_K s4 s3))))) / (Num.sqrt d_k%:R))) / (\sum_(s3 < n) (e ((\sum_(s4 < d_k) ((\sum_(s5 < d) ((X i s5) * (W_Q s5 s4))) * (\sum_(s5 < d) ((X s3 s5) * (W_K s5 s4))))) / (Num.sqrt d_k%:R))))) * (\sum_(s3 < d) ((X s2 s3) * (W_V s3 s1))))) * (W s1 o))) + (\sum_(s1 < d_v) ((\sum_(s2 < n) (((e ((\sum_(s3 < d_k) ((\sum_(s4 < d) ((X i s4) * (W_Q s4 s3))) * (\sum_(s4 < d) ((X s2 s4) * (W_K s4 s3))))) / (Num.sqrt d_k%:R))) / (\sum_(s3 < n) (e ((\sum_(s4 < d_k) ((\sum_(s5 < d) ((X i s5) * (W_Q s5 s4))) * (\sum_(s5 < d) ((X s3 s5) * (W_K s5 s4))))) / (Num.sqrt d_k%:R))))) * (\sum_(s3 < d) ((X s2 s3) * (W_V s3 s1))))) * (W_prime s1 o))) = \sum_(s1 < d_v) ((\sum_(s2 < n) (((e ((\sum_(s3 < d_k) ((\sum_(s4 < d) ((X i s4) * (W_Q s4 s3))) * (\sum_(s4 < d) ((X s2 s4) * (W_K s4 s3))))) / (Num.sqrt d_k%:R))) / (\sum_(s3 < n) (e ((\sum_(s4 < d_k) ((\sum_(s5 < d) ((X i s5) * (W_Q s5 s4))) * (\sum_(s5 < d) ((X s3 s5) * (W_K s5 s4))))) / (Num.sqrt d_k%:R))))) * (\sum_(s3 < d) ((X s2 s3) * (W_V s3 s1))))) * ((W s1 o) + (W_prime s1 o))) :> R.
Proof.
case=> [//|d] _; case=> [//|d_k] _; case=> [//|d_model] _; case=> [//|d_v] _; case=> [//|n] _; move=> W W_prime W_K W_Q W_V X i o.
have H := esym (congr1 (fun A : 'M_(_, _) => A i o)
  (mulmxDr (dot_product_attention e (X *m W_Q) (X *m W_K) (X *m W_V)) W W_prime)).
by by_theorem H.
Qed.

Theorem width_limits_the_rank_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall m : nat, (0 < m)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(m, d_k),
  forall i : 'I_m,
  forall j : 'I_n,
  forall l : 'I_n,
  ln e (((e ((\sum_(s1 < d_k) ((Q i s1) * (K j s1))) / (Num.sqrt d_k%:R))) / (\sum_(s1 < n) (e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R))))) / ((e ((\sum_(s1 < d_k) ((Q i s1) * (K l s1))) / (Num.sqrt d_k%:R))) / (\sum_(s1 < n) (e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R)))))) = \sum_(s1 < d_k) (((Q i s1) / (Num.sqrt d_k%:R)) * ((K j s1) - (K l s1))) :> R.
Proof.
case=> [//|d_k] _; case=> [//|m] _; case=> [//|n] _; move=> K Q i j l.
have H := log_odds e (heads.scores Q K) i j l.
have E : heads.scores Q K i j - heads.scores Q K i l =
    \sum_s Q i s / Num.sqrt d_k.+1%:R * (K j s - K l s).
  rewrite ![heads.scores _ _ _ _]mxE -mulrBr !mxE -sumrB mulr_sumr.
  by apply: eq_bigr => s _; rewrite !mxE; move: (Num.sqrt _)^-1 (Q i s) (K j s) (K l s) => *; ring.
by rewrite E in H; by_theorem H.
Qed.

Theorem width_limits_the_rank_1 :
  forall n : nat, (0 < n)%N ->
  forall k : 'rV[R]_n,
  forall q : 'rV[R]_n,
  forall i : 'I_n,
  forall j : 'I_n,
  forall l : 'I_n,
  forall p : 'I_n,
  forall r : 'I_n,
  (ln e (((e ((q 0 i) * (k 0 j))) / (\sum_(s1 < n) (e ((q 0 i) * (k 0 s1))))) / ((e ((q 0 i) * (k 0 l))) / (\sum_(s1 < n) (e ((q 0 i) * (k 0 s1))))))) * (ln e (((e ((q 0 r) * (k 0 p))) / (\sum_(s1 < n) (e ((q 0 r) * (k 0 s1))))) / ((e ((q 0 r) * (k 0 l))) / (\sum_(s1 < n) (e ((q 0 r) * (k 0 s1))))))) = (ln e (((e ((q 0 i) * (k 0 p))) / (\sum_(s1 < n) (e ((q 0 i) * (k 0 s1))))) / ((e ((q 0 i) * (k 0 l))) / (\sum_(s1 < n) (e ((q 0 i) * (k 0 s1))))))) * (ln e (((e ((q 0 r) * (k 0 j))) / (\sum_(s1 < n) (e ((q 0 r) * (k 0 s1))))) / ((e ((q 0 r) * (k 0 l))) / (\sum_(s1 < n) (e ((q 0 r) * (k 0 s1))))))) :> R.
Proof.
case=> [//|n] _; move=> k q i j l p r.
have O a b := log_odds_of (fun t => q 0 a * k 0 t) b l.
by cbv beta in O; rewrite !O; ring.
Qed.

Theorem width_one_overlooks_the_middle_0 :
  forall n : nat, (0 < n)%N ->
  forall k : 'rV[R]_n,
  forall q : R,
  forall i : 'I_n,
  forall j : 'I_n,
  forall l : 'I_n,
  (k 0 i <= k 0 j) ->
  (k 0 j <= k 0 l) ->
  (ln e (((e (q * (k 0 i))) / (\sum_(s1 < n) (e (q * (k 0 s1))))) / ((e (q * (k 0 j))) / (\sum_(s1 < n) (e (q * (k 0 s1))))))) * (ln e (((e (q * (k 0 l))) / (\sum_(s1 < n) (e (q * (k 0 s1))))) / ((e (q * (k 0 j))) / (\sum_(s1 < n) (e (q * (k 0 s1))))))) <= 0.
Proof.
case=> [//|n] _; move=> k q i j l h1 h2.
have O a := log_odds_of (fun t => q * k 0 t) a j.
cbv beta in O; rewrite !O.
have -> : (q * k 0 i - q * k 0 j) * (q * k 0 l - q * k 0 j) =
    q ^+ 2 * ((k 0 i - k 0 j) * (k 0 l - k 0 j)) by ring.
by rewrite mulr_ge0_le0 ?sqr_ge0 // mulr_le0_ge0 ?subr_le0 ?subr_ge0.
Qed.

Theorem weights_are_a_normalised_kernel_0 :
  forall d_k : nat, (0 < d_k)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(n, d_k),
  forall i : 'I_n,
  forall j : 'I_n,
  (forall (b : 'I_d_k) (l : 'I_n), Q l b = K l b :> R) ->
  (\sum_(s1 < n) (e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R)))) * ((e ((\sum_(s1 < d_k) ((Q i s1) * (K j s1))) / (Num.sqrt d_k%:R))) / (\sum_(s1 < n) (e ((\sum_(s2 < d_k) ((Q i s2) * (K s1 s2))) / (Num.sqrt d_k%:R))))) = e ((\sum_(s1 < d_k) ((Q i s1) * (K j s1))) / (Num.sqrt d_k%:R)) :> R.
Proof.
case=> [//|d_k] _; case=> [//|n] _; move=> K Q i j h1.
by rewrite mulrCA divff ?mulr1 // sum_e_neq0.
Qed.

Theorem weights_are_a_normalised_kernel_1 :
  forall d_k : nat, (0 < d_k)%N ->
  forall n : nat, (0 < n)%N ->
  forall K : 'M[R]_(n, d_k),
  forall Q : 'M[R]_(n, d_k),
  forall i : 'I_n,
  forall j : 'I_n,
  (forall (b : 'I_d_k) (l : 'I_n), Q l b = K l b :> R) ->
  e ((\sum_(s1 < d_k) ((Q i s1) * (K j s1))) / (Num.sqrt d_k%:R)) = (\sum_(s1 < n) (e ((\sum_(s2 < d_k) ((Q j s2) * (K s1 s2))) / (Num.sqrt d_k%:R)))) * ((e ((\sum_(s1 < d_k) ((Q j s1) * (K i s1))) / (Num.sqrt d_k%:R))) / (\sum_(s1 < n) (e ((\sum_(s2 < d_k) ((Q j s2) * (K s1 s2))) / (Num.sqrt d_k%:R))))) :> R.
Proof.
case=> [//|d_k] _; case=> [//|n] _; move=> K Q i j h1.
rewrite mulrCA divff ?mulr1 ?sum_e_neq0 //; congr (e (_ / _)).
by apply: eq_bigr => a _; rewrite !h1 mulrC.
Qed.

Lemma as_matrices d k (P S : 'M[R]_(k, d)) (Wq Wk Uq Uk : 'M[R]_(d, k)) :
  (forall a b, \sum_s P a s * Wq s b = (a == b)%:R) -> (forall a b, \sum_s S a s * Wk s b = (a == b)%:R) ->
  (forall i j, \sum_s Wq i s * Wk j s = \sum_s Uq i s * Uk j s) ->
  [/\ Uq = Wq *m (P *m Uq), Uk = Wk *m (S *m Uk) & (P *m Uq) *m (S *m Uk)^T = 1%:M].
Proof.
move=> PW SW same; apply: same_scores_share_a_basis; apply/matrixP => i j; rewrite !mxE //.
under eq_bigr do rewrite mxE; rewrite same.
by apply: eq_bigr => s _; rewrite mxE.
Qed.

Theorem same_scores_share_a_basis_0 :
  forall d : nat, (0 < d)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall P : 'M[R]_(d_k, d),
  forall S : 'M[R]_(d_k, d),
  forall U_k : 'M[R]_(d, d_k),
  forall U_q : 'M[R]_(d, d_k),
  forall W_k : 'M[R]_(d, d_k),
  forall W_q : 'M[R]_(d, d_k),
  forall c : 'I_d_k,
  forall i : 'I_d,
  (forall (a : 'I_d_k) (b : 'I_d_k), \sum_(s1 < d) ((P a s1) * (W_q s1 b)) = (a == b)%:R :> R) ->
  (forall (a : 'I_d_k) (b : 'I_d_k), \sum_(s1 < d) ((S a s1) * (W_k s1 b)) = (a == b)%:R :> R) ->
  (forall (k : 'I_d) (l : 'I_d), \sum_(s1 < d_k) ((W_q k s1) * (W_k l s1)) = \sum_(s1 < d_k) ((U_q k s1) * (U_k l s1)) :> R) ->
  U_q i c = \sum_(s1 < d_k) ((W_q i s1) * (\sum_(s2 < d) ((P s1 s2) * (U_q s2 c)))) :> R.
Proof.
move=> d _ k _ P S Uk Uq Wk Wq c i h1 h2 h3.
have [e1 _ _] := as_matrices h1 h2 h3; rewrite {1}e1 mxE.
by apply: eq_bigr => s _; rewrite mxE.
Qed.

Theorem same_scores_share_a_basis_1 :
  forall d : nat, (0 < d)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall P : 'M[R]_(d_k, d),
  forall S : 'M[R]_(d_k, d),
  forall U_k : 'M[R]_(d, d_k),
  forall U_q : 'M[R]_(d, d_k),
  forall W_k : 'M[R]_(d, d_k),
  forall W_q : 'M[R]_(d, d_k),
  forall c : 'I_d_k,
  forall i : 'I_d,
  (forall (a : 'I_d_k) (b : 'I_d_k), \sum_(s1 < d) ((P a s1) * (W_q s1 b)) = (a == b)%:R :> R) ->
  (forall (a : 'I_d_k) (b : 'I_d_k), \sum_(s1 < d) ((S a s1) * (W_k s1 b)) = (a == b)%:R :> R) ->
  (forall (k : 'I_d) (l : 'I_d), \sum_(s1 < d_k) ((W_q k s1) * (W_k l s1)) = \sum_(s1 < d_k) ((U_q k s1) * (U_k l s1)) :> R) ->
  U_k i c = \sum_(s1 < d_k) ((W_k i s1) * (\sum_(s2 < d) ((S s1 s2) * (U_k s2 c)))) :> R.
Proof.
move=> d _ k _ P S Uk Uq Wk Wq c i h1 h2 h3.
have [_ e2 _] := as_matrices h1 h2 h3; rewrite {1}e2 mxE.
by apply: eq_bigr => s _; rewrite mxE.
Qed.

Theorem same_scores_share_a_basis_2 :
  forall d : nat, (0 < d)%N ->
  forall d_k : nat, (0 < d_k)%N ->
  forall P : 'M[R]_(d_k, d),
  forall S : 'M[R]_(d_k, d),
  forall U_k : 'M[R]_(d, d_k),
  forall U_q : 'M[R]_(d, d_k),
  forall W_k : 'M[R]_(d, d_k),
  forall W_q : 'M[R]_(d, d_k),
  forall f : 'I_d_k,
  forall h : 'I_d_k,
  (forall (a : 'I_d_k) (b : 'I_d_k), \sum_(s1 < d) ((P a s1) * (W_q s1 b)) = (a == b)%:R :> R) ->
  (forall (a : 'I_d_k) (b : 'I_d_k), \sum_(s1 < d) ((S a s1) * (W_k s1 b)) = (a == b)%:R :> R) ->
  (forall (k : 'I_d) (l : 'I_d), \sum_(s1 < d_k) ((W_q k s1) * (W_k l s1)) = \sum_(s1 < d_k) ((U_q k s1) * (U_k l s1)) :> R) ->
  \sum_(s1 < d_k) ((\sum_(s2 < d) ((P f s2) * (U_q s2 s1))) * (\sum_(s2 < d) ((S h s2) * (U_k s2 s1)))) = (f == h)%:R :> R.
Proof.
move=> d _ k _ P S Uk Uq Wk Wq f h h1 h2 h3.
have [_ _ e3] := as_matrices h1 h2 h3; have := congr1 (fun M : 'M[R]_k => M f h) e3.
rewrite [LHS]mxE [RHS]mxE => <-; apply: eq_bigr => s _; by rewrite !mxE.
Qed.

Theorem weighted_distances_are_bounded_0 :
  forall n : nat, (0 < n)%N ->
  forall s : 'rV[R]_n,
  forall R_ : R,
  forall rho : R,
  (n%:R / (e (1 + R_)) = rho :> R) ->
  (rho <= R_) ->
  (\sum_(s1 < n) ((e (- (s 0 s1))) * (s 0 s1))) / (1 + (\sum_(s1 < n) (e (- (s 0 s1))))) <= R_.
Proof.
case=> [//|n] _; move=> s R_ rho h1 h2.
have H : n.+1%:R / e (1 + R_) <= R_ by rewrite h1.
exact: (weighted_distances_are_bounded (fun j => s 0 j) H).
Qed.

Theorem weighted_distances_are_bounded_1 :
  forall n : nat, (0 < n)%N ->
  forall L : R,
  (0 <= L) ->
  (n%:R = (e L) - 1 :> R) ->
  n%:R / (e (1 + L)) <= L.
Proof.
case=> [//|n] _; move=> L h1 h2.
exact: the_logarithm_is_enough.
Qed.

Theorem attention_by_distances_is_lipschitz_0 :
  forall d : nat, (0 < d)%N ->
  forall n : nat, (0 < n)%N ->
  forall c : 'rV[R]_d,
  forall g : 'M[R]_(n, d),
  forall gamma : 'rV[R]_n,
  forall h : 'rV[R]_d,
  forall x : 'M[R]_(n, d),
  forall y : 'rV[R]_d,
  forall R_ : R,
  forall beta : R,
  forall eta : R,
  forall rho : R,
  forall t : R,
  forall zeta : R,
  (n%:R / (e (1 + R_)) = rho :> R) ->
  (rho <= R_) ->
  (\sum_(s1 < d) ((c 0 s1) ^+ 2) = zeta :> R) ->
  (\sum_(s1 < d) ((h 0 s1) ^+ 2) = eta :> R) ->
  (forall (j : 'I_n), \sum_(s1 < d) ((g j s1) ^+ 2) = gamma 0 j :> R) ->
  (zeta <= 1) ->
  (eta <= 1) ->
  (forall (j : 'I_n), gamma 0 j <= 1) ->
  (t = 0 :> R) ->
  exists2 slope : R,
  (forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < d) ((c 0 s1) * ((((y 0 s1) + ((t + step) * (h 0 s1))) + (\sum_(s2 < n) ((e (((- (beta ^+ 2)) * (\sum_(s3 < d) ((((x s2 s3) + ((t + step) * (g s2 s3))) - ((y 0 s3) + ((t + step) * (h 0 s3)))) ^+ 2))) / 2%:R)) * ((x s2 s1) + ((t + step) * (g s2 s1)))))) / (1 + (\sum_(s2 < n) (e (((- (beta ^+ 2)) * (\sum_(s3 < d) ((((x s2 s3) + ((t + step) * (g s2 s3))) - ((y 0 s3) + ((t + step) * (h 0 s3)))) ^+ 2))) / 2%:R))))))) - (\sum_(s1 < d) ((c 0 s1) * ((((y 0 s1) + (t * (h 0 s1))) + (\sum_(s2 < n) ((e (((- (beta ^+ 2)) * (\sum_(s3 < d) ((((x s2 s3) + (t * (g s2 s3))) - ((y 0 s3) + (t * (h 0 s3)))) ^+ 2))) / 2%:R)) * ((x s2 s1) + (t * (g s2 s1)))))) / (1 + (\sum_(s2 < n) (e (((- (beta ^+ 2)) * (\sum_(s3 < d) ((((x s2 s3) + (t * (g s2 s3))) - ((y 0 s3) + (t * (h 0 s3)))) ^+ 2))) / 2%:R)))))))) / step - slope| < eps) &
  slope <= 1 + (4%:R * R_).
Proof.
case=> [//|d] _; case=> [//|n] _; move=> c g gamma h x y R_ beta eta rho t zeta h1 h2 h3 h4 h5 h6 h7 h8 h9.
have enough : n.+1%:R / e (1 + R_) <= R_ by rewrite h1.
have [||j|slope H le] := attention_by_distances_is_lipschitz beta (c := fun a => c 0 a)
  (along (fun a => y 0 a) (fun a => h 0 a) t) (h := fun a => h 0 a)
  (fun j => along (fun a => x j a) (fun a => g j a) t) (g := fun j a => g j a) _ _ _ enough.
- by rewrite h3.
- by rewrite h4.
- by rewrite h5.
exists slope => //; apply: moves_ext H => s; apply: eq_bigr => a _; congr (_ * _).
by apply: same_output => [|j]; exact: along_further.
Qed.

Theorem distances_without_the_row_itself_are_not_lipschitz_0 :
  forall r : R,
  forall z : R,
  (z = 0 :> R) ->
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|(((((e ((- ((r - (z + step)) ^+ 2)) / 2%:R)) * r) - ((e ((- ((r + (z + step)) ^+ 2)) / 2%:R)) * r)) / ((e ((- ((r - (z + step)) ^+ 2)) / 2%:R)) + (e ((- ((r + (z + step)) ^+ 2)) / 2%:R)))) - ((((e ((- ((r - z) ^+ 2)) / 2%:R)) * r) - ((e ((- ((r + z) ^+ 2)) / 2%:R)) * r)) / ((e ((- ((r - z) ^+ 2)) / 2%:R)) + (e ((- ((r + z) ^+ 2)) / 2%:R))))) / step - (r ^+ 2)| < eps.
Proof.
move=> r z h1.
rewrite h1; apply: moves_ext (without_the_row_itself e r) => z'; by rewrite add0r.
Qed.

Theorem output_moves_by_a_covariance_0 :
  forall n : nat, (0 < n)%N ->
  forall kappa : 'rV[R]_n,
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall t : R,
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < n) (((e ((x 0 s1) + ((t + step) * (kappa 0 s1)))) / (\sum_(s2 < n) (e ((x 0 s2) + ((t + step) * (kappa 0 s2)))))) * ((v 0 s1) + ((t + step) * (w 0 s1))))) - (\sum_(s1 < n) (((e ((x 0 s1) + (t * (kappa 0 s1)))) / (\sum_(s2 < n) (e ((x 0 s2) + (t * (kappa 0 s2)))))) * ((v 0 s1) + (t * (w 0 s1)))))) / step - (((\sum_(s1 < n) ((((e ((x 0 s1) + (t * (kappa 0 s1)))) / (\sum_(s2 < n) (e ((x 0 s2) + (t * (kappa 0 s2)))))) * (kappa 0 s1)) * ((v 0 s1) + (t * (w 0 s1))))) - ((\sum_(s1 < n) (((e ((x 0 s1) + (t * (kappa 0 s1)))) / (\sum_(s2 < n) (e ((x 0 s2) + (t * (kappa 0 s2)))))) * (kappa 0 s1))) * (\sum_(s1 < n) (((e ((x 0 s1) + (t * (kappa 0 s1)))) / (\sum_(s2 < n) (e ((x 0 s2) + (t * (kappa 0 s2)))))) * ((v 0 s1) + (t * (w 0 s1))))))) + (\sum_(s1 < n) (((e ((x 0 s1) + (t * (kappa 0 s1)))) / (\sum_(s2 < n) (e ((x 0 s2) + (t * (kappa 0 s2)))))) * (w 0 s1))))| < eps.
Proof.
case=> [//|n] _; move=> kappa v w x t.
have later (c k : 'rV[R]_n.+1) j :
    moves (fun s => c 0 j + (t + s) * k 0 j) (c 0 j + t * k 0 j) (k 0 j).
  by apply: straight => s; rewrite mulrDl addrA.
by have H := output_moves_by_a_covariance e (later x kappa) (later v w); exact: H.
Qed.

Theorem scores_move_slowly_on_a_ball_0 :
  forall d : nat, (0 < d)%N ->
  forall g : 'rV[R]_d,
  forall h : 'rV[R]_d,
  forall k : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall t : R,
  (t = 0 :> R) ->
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < d) (((q 0 s1) + ((t + step) * (h 0 s1))) * ((k 0 s1) + ((t + step) * (g 0 s1))))) - (\sum_(s1 < d) (((q 0 s1) + (t * (h 0 s1))) * ((k 0 s1) + (t * (g 0 s1)))))) / step - ((\sum_(s1 < d) ((h 0 s1) * (k 0 s1))) + (\sum_(s1 < d) ((q 0 s1) * (g 0 s1))))| < eps.
Proof.
case=> [//|d] _; move=> g h k q t h1.
have H := score_moves_with_both (fun a => q 0 a) (fun a => k 0 a) (fun a => h 0 a)
  (fun a => g 0 a).
have -> : \sum_a (q 0 a + t * h 0 a) * (k 0 a + t * g 0 a) = \sum_a q 0 a * k 0 a.
  by apply: eq_bigr => a _; rewrite h1 !mul0r !addr0.
by rewrite h1; apply: moves_ext H => s; apply: eq_bigr => a _; rewrite add0r.
Qed.

Theorem scores_move_slowly_on_a_ball_1 :
  forall d : nat, (0 < d)%N ->
  forall g : 'rV[R]_d,
  forall h : 'rV[R]_d,
  forall k : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall R_ : R,
  forall alpha : R,
  forall eta : R,
  forall gamma : R,
  forall kappa_0 : R,
  forall xi : R,
  (0 < alpha) ->
  (\sum_(s1 < d) ((q 0 s1) ^+ 2) = xi :> R) ->
  (\sum_(s1 < d) ((h 0 s1) ^+ 2) = eta :> R) ->
  (\sum_(s1 < d) ((k 0 s1) ^+ 2) = kappa_0 :> R) ->
  (\sum_(s1 < d) ((g 0 s1) ^+ 2) = gamma :> R) ->
  (xi <= R_ ^+ 2) ->
  (eta <= 1) ->
  (kappa_0 <= (alpha ^+ 2) * (R_ ^+ 2)) ->
  (gamma <= alpha ^+ 2) ->
  ((\sum_(s1 < d) ((h 0 s1) * (k 0 s1))) + (\sum_(s1 < d) ((q 0 s1) * (g 0 s1)))) ^+ 2 <= (4%:R * (alpha ^+ 2)) * (R_ ^+ 2).
Proof.
case=> [//|d] _; move=> g h k q R_ alpha eta gamma kappa_0 xi h1 h2 h3 h4 h5 h6 h7 h8 h9.
by apply: score_moves_slowly; rewrite ?h2 ?h3 ?h4 ?h5 //; exact: ltW.
Qed.

Lemma on_a_ball n (kappa rho v w x : 'rV[R]_n.+1) r alpha beta : 0 < alpha -> 0 < beta ->
  (forall j, kappa 0 j ^+ 2 + v 0 j ^+ 2 = rho 0 j) -> (forall j, rho 0 j <= 2%:R * r ^+ 2) ->
  (forall j, - 1 <= w 0 j) -> (forall j, w 0 j <= 1) ->
  - (beta * (1 + 2%:R * alpha * r ^+ 2)) <=
  rate_of_output e (fun j => x 0 j) alpha beta (fun j => kappa 0 j) (fun j => v 0 j)
    (fun j => w 0 j) <= beta * (1 + 2%:R * alpha * r ^+ 2).
Proof.
move=> a0 b0 same ball low high; rewrite -ler_norml.
apply: attention_is_lipschitz_on_a_ball => [||j|j]; rewrite ?same ?low ?high ?ball //; exact: ltW.
Qed.

Theorem attention_is_lipschitz_on_a_ball_0 :
  forall n : nat, (0 < n)%N ->
  forall kappa : 'rV[R]_n,
  forall rho : 'rV[R]_n,
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall R_ : R,
  forall alpha : R,
  forall beta : R,
  (0 < alpha) ->
  (0 < beta) ->
  (forall (j : 'I_n), ((kappa 0 j) ^+ 2) + ((v 0 j) ^+ 2) = rho 0 j :> R) ->
  (forall (j : 'I_n), rho 0 j <= 2%:R * (R_ ^+ 2)) ->
  (forall (j : 'I_n), - (1) <= w 0 j) ->
  (forall (j : 'I_n), w 0 j <= 1) ->
  - (beta * (1 + ((2%:R * alpha) * (R_ ^+ 2)))) <= ((\sum_(s1 < n) ((((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((2%:R * alpha) * (kappa 0 s1))) * (beta * (v 0 s1)))) - ((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((2%:R * alpha) * (kappa 0 s1)))) * (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (beta * (v 0 s1)))))) + (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (beta * (w 0 s1)))).
Proof.
case=> [//|n] _; move=> kappa rho v w x R_ alpha beta h1 h2 h3 h4 h5 h6.
by have /andP [] := on_a_ball x h1 h2 h3 h4 h5 h6.
Qed.

Theorem attention_is_lipschitz_on_a_ball_1 :
  forall n : nat, (0 < n)%N ->
  forall kappa : 'rV[R]_n,
  forall rho : 'rV[R]_n,
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall R_ : R,
  forall alpha : R,
  forall beta : R,
  (0 < alpha) ->
  (0 < beta) ->
  (forall (j : 'I_n), ((kappa 0 j) ^+ 2) + ((v 0 j) ^+ 2) = rho 0 j :> R) ->
  (forall (j : 'I_n), rho 0 j <= 2%:R * (R_ ^+ 2)) ->
  (forall (j : 'I_n), - (1) <= w 0 j) ->
  (forall (j : 'I_n), w 0 j <= 1) ->
  ((\sum_(s1 < n) ((((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((2%:R * alpha) * (kappa 0 s1))) * (beta * (v 0 s1)))) - ((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((2%:R * alpha) * (kappa 0 s1)))) * (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (beta * (v 0 s1)))))) + (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * (beta * (w 0 s1)))) <= beta * (1 + ((2%:R * alpha) * (R_ ^+ 2))).
Proof.
case=> [//|n] _; move=> kappa rho v w x R_ alpha beta h1 h2 h3 h4 h5 h6.
by have /andP [] := on_a_ball x h1 h2 h3 h4 h5 h6.
Qed.

Theorem dot_product_attention_is_not_lipschitz_0 :
  forall x : 'rV[R]_2,
  (x 0 (@Ordinal 2 0 isT) = 0 :> R) ->
  forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall step : R,
  (step != 0) -> (`|step| < gap) ->
  `|((\sum_(s1 < 2) (((e (((x 0 (@Ordinal 2 0 isT)) + (step * 1)) * ((x 0 s1) + (step * ((s1 == (@Ordinal 2 0 isT))%:R))))) / (\sum_(s2 < 2) (e (((x 0 (@Ordinal 2 0 isT)) + (step * 1)) * ((x 0 s2) + (step * ((s2 == (@Ordinal 2 0 isT))%:R))))))) * ((x 0 s1) + (step * ((s1 == (@Ordinal 2 0 isT))%:R))))) - (\sum_(s1 < 2) (((e ((x 0 (@Ordinal 2 0 isT)) * (x 0 s1))) / (\sum_(s2 < 2) (e ((x 0 (@Ordinal 2 0 isT)) * (x 0 s2))))) * (x 0 s1)))) / step - ((2%:R + ((x 0 (@Ordinal 2 1 isT)) ^+ 2)) / 4%:R)| < eps.
Proof.
move=> x h1.
have -> : @Ordinal 2 0 isT = ord0 by exact: val_inj.
have -> : @Ordinal 2 1 isT = ord_max by exact: val_inj.
have at0 : x 0 ord0 = 0 by rewrite -h1; congr (x 0 _); exact: val_inj.
by have H := dot_products_are_not_lipschitz e at0; exact: H.
Qed.

End Said.
