(* How large scores get: variances, from expectation alone; how weights thin out. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential softmax lookup kernel.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The mean, on any commutative algebra V of random numbers: linear, and 1 of the constant 1. *)
Record expectation (R : rcfType) (V : comAlgType R) := Expectation {
  E :> V -> R;
  E_linear : forall (a : R) (x y : V), E (a *: x + y) = a * E x + E y;
  E_one : E 1 = 1
}.

Section Variance.
Variables (R : rcfType) (V : comAlgType R) (E : expectation V).

Lemma ED x y : E (x + y) = E x + E y.
Proof. by rewrite -[x]scale1r E_linear mul1r scale1r. Qed.
Lemma E0 : E 0 = 0.
Proof. by apply: (@addrI _ (E 0)); rewrite -ED !addr0. Qed.
Lemma EZ a x : E (a *: x) = a * E x.
Proof. by rewrite -[a *: x]addr0 E_linear E0 addr0. Qed.
Lemma E_sum n (f : 'I_n -> V) : E (\sum_i f i) = \sum_i E (f i).
Proof. by elim/big_rec2: _ => [|i y x _ <-]; rewrite ?E0 ?ED. Qed.

Definition Var (x : V) : R := E (x ^+ 2) - E x ^+ 2.
Definition covariance d (x : 'I_d -> V) a b : R := E (x a * x b) - E (x a) * E (x b).
Definition dot_score d (q k : 'I_d -> V) : V := \sum_a q a * k a.

(* All that is used of the independence of query and key. *)
Definition independent d (q k : 'I_d -> V) :=
  (forall a, E (q a * k a) = E (q a) * E (k a)) /\
  forall a b, E (q a * k a * (q b * k b)) = E (q a * q b) * E (k a * k b).

Definition centred d (x : 'I_d -> V) := forall a, E (x a) = 0.
Definition uncorrelated d (x : 'I_d -> V) := forall a b, a != b -> covariance x a b = 0.

Theorem variance_in_general d (q k : 'I_d -> V) : independent q k ->
  Var (dot_score q k) = \sum_a \sum_b covariance q a b * covariance k b a
    + \sum_a \sum_b E (q a) * covariance k a b * E (q b)
    + \sum_a \sum_b E (k a) * covariance q a b * E (k b).
Proof.
case=> first second; rewrite /Var /dot_score expr2 mulr_suml E_sum.
have each a : E (q a * k a * \sum_b q b * k b) = \sum_b E (q a * q b) * E (k a * k b).
  by rewrite mulr_sumr E_sum; apply: eq_bigr => b _.
rewrite (eq_bigr _ (fun a _ => each a)) E_sum expr2 mulr_suml -sumrB -!big_split /=.
apply: eq_bigr => a _; rewrite mulr_sumr -sumrB -!big_split /=; apply: eq_bigr => b _.
rewrite !first /covariance [k b * k a]mulrC.
by move: (E (q a * q b)) (E (k a * k b)) (E (q a)) (E (q b)) (E (k a)) (E (k b)) => *; ring.
Qed.

Theorem variance_is_proportional_to_width d (q k : 'I_d -> V) (sigma : R) :
  independent q k -> centred q -> centred k -> uncorrelated q \/ uncorrelated k ->
  (forall a, Var (q a) = sigma ^+ 2) -> (forall a, Var (k a) = sigma ^+ 2) ->
  Var (dot_score q k) = \sum_a Var (q a * k a) /\ Var (dot_score q k) = sigma ^+ 4 * d%:R.
Proof.
move=> indep q0 k0 un vq vk; have own x a : covariance x a a = Var (x a) :> R.
  by rewrite /covariance /Var !expr2.
have total : Var (dot_score q k) = \sum_(a < d) sigma ^+ 4.
  rewrite variance_in_general // [X in _ + X + _]big1 => [|a _]; last first.
    by rewrite big1 // => b _; rewrite q0 !mul0r.
  rewrite [X in _ + _ + X]big1 => [|a _]; last by rewrite big1 // => b _; rewrite k0 !mul0r.
  rewrite !addr0; apply: eq_bigr => a _; rewrite (bigD1 a) //= big1 => [|b ba].
    by rewrite !own vq vk addr0 -exprD.
  by case: un => un; rewrite ?(un a b) ?(un b a) ?mul0r ?mulr0 // eq_sym.
split; last by rewrite total sumr_const card_ord mulr_natr.
rewrite total; apply: eq_bigr => a _; case: indep => first second.
rewrite {1}/Var expr2 second first q0 mul0r expr0n subr0.
have sq x : E (x a) = 0 -> E (x a * x a) = Var (x a) by rewrite /Var !expr2 => ->; rewrite mul0r subr0.
by rewrite !sq // vq vk -exprD.
Qed.

Theorem unit_variance_after_division d (q k : 'I_d.+1 -> V) :
  independent q k -> centred q -> centred k -> uncorrelated q \/ uncorrelated k ->
  (forall a, Var (q a) = 1) -> (forall a, Var (k a) = 1) ->
  Var ((Num.sqrt d.+1%:R)^-1 *: dot_score q k) = 1.
Proof.
move=> indep q0 k0 un vq vk; rewrite /Var exprZn !EZ exprMn -mulrBr -/(Var _).
have [_ ->] := @variance_is_proportional_to_width _ q k 1 indep q0 k0 un
  (fun a => etrans (vq a) (esym (expr1n _ _))) (fun a => etrans (vk a) (esym (expr1n _ _))).
by rewrite exprVn sqr_sqrtr ?ler0n // expr1n mul1r mulVf ?pnatr_eq0.
Qed.

(* The square of a projected row, for uncorrelated weights of mean square tau. *)
Theorem projected_square d (x : 'rV[R]_d) (W : 'I_d -> V) (tau : R) :
  (forall a b, E (W a * W b) = tau * (a == b)%:R) ->
  E ((\sum_a x 0 a *: W a) ^+ 2) = tau * squared x.
Proof.
move=> law; rewrite expr2 mulr_suml E_sum mulr_sumr; apply: eq_bigr => a _.
rewrite mulr_sumr E_sum (bigD1 a) //= big1 => [|b ba].
  by rewrite -scalerAl -scalerAr !EZ law eqxx mulr1; move: (x 0 a) => y; ring.
by rewrite -scalerAl -scalerAr !EZ law eq_sym (negbTE ba) !mulr0.
Qed.

Theorem layer_norm_and_initialisation d (x : 'rV[R]_d.+1) (W : 'I_d.+1 -> V) :
  squared x = d.+1%:R -> (forall a b, E (W a * W b) = d.+1%:R^-1 * (a == b)%:R) ->
  E ((\sum_a x 0 a *: W a) ^+ 2) = 1.
Proof. by move=> unit law; rewrite (projected_square _ law) unit mulVf ?pnatr_eq0. Qed.

End Variance.

Section Weights.
Variables (R : rcfType) (e : exponential R).

Theorem gradient_vanishes n (p : 'rV[R]_n) t : weights p -> is_max p t -> forall i,
  \sum_k `|jacobian p i k| = 2%:R * p 0 i * (1 - p 0 i)
  /\ 2%:R * p 0 i * (1 - p 0 i) <= 2%:R * (1 - t).
Proof.
move=> wp [[k kt] most] i; have [pos total] := wp; split; first exact: (half_lipschitz wp i).1.
rewrite -mulrA ler_wpmul2l ?ler0n //; have [->|ik] := eqVneq i k.
  by rewrite kt ler_pimull ?subr_ge0 // -?total (bigD1 k) //= kt ?ler_addl ?sumr_ge0 // => j _;
     rewrite ltW.
have both : p 0 i + p 0 k <= 1.
  rewrite -total (bigD1 i) //= (bigD1 k) 1?eq_sym //= addrA ler_addl sumr_ge0 // => j _.
  exact: ltW.
have le : p 0 i <= 1 - t by rewrite -kt ler_subr_addr.
apply: le_trans le; rewrite -[X in _ <= X]mulr1 ler_pmul2l // ler_subl_addr ler_addl.
exact: ltW.
Qed.

Theorem normalised_scores_reach_the_root d (q k : 'rV[R]_d.+1) :
  squared q = d.+1%:R -> squared k = d.+1%:R ->
  dot q k / Num.sqrt d.+1%:R <= Num.sqrt d.+1%:R /\
  dot q q / Num.sqrt d.+1%:R = Num.sqrt d.+1%:R.
Proof.
move=> lq lk; have d0 : 0 < d.+1%:R :> R by rewrite ltr0n.
have root : Num.sqrt d.+1%:R * Num.sqrt d.+1%:R = d.+1%:R :> R by rewrite -expr2 sqr_sqrtr ?ltW.
have r0 : 0 < Num.sqrt d.+1%:R :> R by rewrite sqrtr_gt0.
split; last by rewrite -/(squared q) lq -{1}root mulfK // gt_eqF.
rewrite ler_pdivr_mulr // root -(ler_pmul2l (ltr0n R 2)) -subr_ge0.
have -> : 2%:R * d.+1%:R - 2%:R * dot q k = squared (q - k).
  by rewrite squared_sub lq lk; ring.
by rewrite sumr_ge0 // => a _; rewrite -expr2 sqr_ge0.
Qed.

End Weights.
