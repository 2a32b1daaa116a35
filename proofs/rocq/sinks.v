(* Softmax with one more, evicted pairs, and Hopfield steps, for rows of any length. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From atensi Require Import exponential.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sinks.
Variables (R : rcfType) (e : exponential R).

Lemma one_more_gt0 n (x : 'I_n -> R) : 0 < 1 + \sum_j e (x j).
Proof.
apply: (@lt_le_trans _ _ 1); first exact: ltr01.
by rewrite ler_addl; apply: sumr_ge0 => j _; apply: e_ge0.
Qed.

Lemma one_more_neq0 n (x : 'I_n -> R) : 1 + \sum_j e (x j) != 0.
Proof. by rewrite gt_eqF ?one_more_gt0. Qed.

Lemma shifted_sum n (x : 'I_n -> R) s : \sum_j e (x j - s) = (\sum_j e (x j)) / e s.
Proof. by rewrite mulr_suml; apply: eq_bigr => j _; rewrite eB. Qed.

Theorem another_sink n (x : 'I_n.+1 -> R) s i :
  e (x i - s) / (1 + \sum_j e (x j - s)) = e (x i) / (\sum_j e (x j) + e s).
Proof.
have p : \sum_j e (x j) + e s != 0 by rewrite gt_eqF // addr_gt0 ?sum_e_gt0 ?e_gt0.
rewrite shifted_sum eB; have -> : 1 + (\sum_j e (x j)) / e s = (\sum_j e (x j) + e s) / e s.
  by field; rewrite e_neq0.
by field; rewrite p !e_neq0.
Qed.

Theorem lacks_the_extra_weight n (x : 'I_n.+1 -> R) :
  \sum_i e (x i) / (1 + \sum_j e (x j)) = 1 - 1 / (1 + \sum_j e (x j)).
Proof.
have nonzero := one_more_neq0 x; rewrite -mulr_suml.
by move: (\sum_j e (x j)) nonzero => Z nonzero; field.
Qed.

Theorem sums_to_less_than_one n (x : 'I_n.+1 -> R) : 1 - 1 / (1 + \sum_j e (x j)) < 1.
Proof. by rewrite ltr_subl_addr ltr_addl divr_gt0 ?ltr01 ?one_more_gt0. Qed.

(* The mean of values, as one fraction. *)
Lemma one_fraction n (x v : 'I_n -> R) :
  \sum_j e (x j) / (\sum_i e (x i)) * v j = (\sum_j e (x j) * v j) / \sum_i e (x i).
Proof. by rewrite mulr_suml; apply: eq_bigr => j _; rewrite mulrAC. Qed.

Lemma of_two_parts (A B F G : R) : 0 < A -> 0 < B ->
  F / A - (F + G) / (A + B) = B / (A + B) * (F / A - G / B) /\
  F / A - (F + G) / (A + B) = B / (A + B) / (1 - B / (A + B)) * ((F + G) / (A + B) - G / B).
Proof.
move=> a b; have ab : A + B != 0 by rewrite gt_eqF ?addr_gt0.
have a0 : A != 0 by rewrite gt_eqF.
have b0 : B != 0 by rewrite gt_eqF.
split; first by field; rewrite ab a0 b0.
have -> : 1 - B / (A + B) = A / (A + B) by field.
by field; rewrite ab a0 b0.
Qed.

Theorem evicting_costs m n (x v : 'I_n.+1 -> R) (y w : 'I_m.+1 -> R) :
  let share := (\sum_j e (y j)) / (\sum_j e (x j) + \sum_j e (y j)) in
  let both := (\sum_j e (x j) * v j + \sum_j e (y j) * w j)
    / (\sum_j e (x j) + \sum_j e (y j)) in
  let kept := \sum_j e (x j) / (\sum_i e (x i)) * v j in
  let gone := \sum_j e (y j) / (\sum_i e (y i)) * w j in
  kept - both = share * (kept - gone) /\ kept - both = share / (1 - share) * (both - gone).
Proof.
by rewrite /= !one_fraction; apply: of_two_parts; apply: sum_e_gt0.
Qed.

(* The logarithm of a sum of exponentials lies above its tangents. *)
Theorem normaliser_is_convex n (x y : 'I_n.+1 -> R) :
  \sum_j e (x j) / (\sum_i e (x i)) * (y j - x j)
  <= ln e (\sum_j e (y j)) - ln e (\sum_j e (x j)).
Proof.
rewrite one_fraction; set Z := \sum_i e (x i); set mu := _ / Z.
have Z0 : 0 < Z by apply: sum_e_gt0.
have meets : \sum_j e (x j) * (y j - x j) = Z * mu by rewrite /mu mulrC divfK // gt_eqF.
have low : Z * e mu <= \sum_j e (y j).
  have -> : Z * e mu = \sum_j e mu * (e (x j) * (1 + (y j - x j - mu))).
    rewrite -mulr_sumr mulrC; congr (_ * _).
    under eq_bigr do rewrite mulrDr mulr1 mulrBr.
    by rewrite big_split /= sumrB meets -mulr_suml subrr addr0.
  apply: ler_sum => j _; move: (e_ge e (y j - x j - mu)) => above.
  have -> : e (y j) = e mu * (e (x j) * e (y j - x j - mu)).
    by rewrite -!eD; congr (e _); ring.
  by rewrite ler_pmul2l ?e_gt0 // ler_pmul2l ?e_gt0.
rewrite ler_subr_addr -[mu](eK e) -lnM ?e_gt0 // mulrC ln_le ?sum_e_gt0 ?mulr_gt0 ?e_gt0 //.
Qed.

Lemma mean_at_most n (x v : 'I_n.+1 -> R) H : (forall j, v j <= H) ->
  \sum_j e (x j) / (\sum_i e (x i)) * v j <= H.
Proof.
move=> high; rewrite one_fraction ler_pdivr_mulr ?sum_e_gt0 // mulr_sumr.
by apply: ler_sum => j _; rewrite [H * _]mulrC ler_wpmul2l ?e_ge0.
Qed.

Lemma mean_at_least n (x v : 'I_n.+1 -> R) L : (forall j, L <= v j) ->
  L <= \sum_j e (x j) / (\sum_i e (x i)) * v j.
Proof.
move=> low; rewrite one_fraction ler_pdivl_mulr ?sum_e_gt0 // mulr_sumr.
by apply: ler_sum => j _; rewrite [L * _]mulrC ler_wpmul2l ?e_ge0.
Qed.

Lemma share_ge0 m n (x : 'I_n.+1 -> R) (y : 'I_m.+1 -> R) :
  0 <= (\sum_j e (y j)) / (\sum_j e (x j) + \sum_j e (y j)).
Proof. by rewrite divr_ge0 ?addr_ge0 // ltW // sum_e_gt0. Qed.

Theorem evicting_costs_at_most m n (x v : 'I_n.+1 -> R) (y w : 'I_m.+1 -> R) L H :
  (forall j, v j <= H) -> (forall j, L <= w j) ->
  \sum_j e (x j) / (\sum_i e (x i)) * v j
  - (\sum_j e (x j) * v j + \sum_j e (y j) * w j) / (\sum_j e (x j) + \sum_j e (y j))
  <= (H - L) * ((\sum_j e (y j)) / (\sum_j e (x j) + \sum_j e (y j))).
Proof.
move=> high low; rewrite (evicting_costs x v y w).1 [(H - L) * _]mulrC.
apply: ler_wpmul2l; first exact: share_ge0.
by apply: ler_sub; [apply: mean_at_most | apply: mean_at_least].
Qed.

Theorem evicting_costs_at_least m n (x v : 'I_n.+1 -> R) (y w : 'I_m.+1 -> R) L H :
  (forall j, L <= v j) -> (forall j, w j <= H) ->
  (L - H) * ((\sum_j e (y j)) / (\sum_j e (x j) + \sum_j e (y j)))
  <= \sum_j e (x j) / (\sum_i e (x i)) * v j
  - (\sum_j e (x j) * v j + \sum_j e (y j) * w j) / (\sum_j e (x j) + \sum_j e (y j)).
Proof.
move=> low high; rewrite (evicting_costs x v y w).1 [(L - H) * _]mulrC.
apply: ler_wpmul2l; first exact: share_ge0.
by apply: ler_sub; [apply: mean_at_least | apply: mean_at_most].
Qed.

Theorem sink_of_value_zero n (x v : 'I_n.+1 -> R) s :
  \sum_j e (x j - s) / (1 + \sum_i e (x i - s)) * v j
  = (\sum_j e (x j) * v j + e s * 0) / (\sum_j e (x j) + e s).
Proof.
by rewrite mulr0 addr0 mulr_suml; apply: eq_bigr => j _; rewrite another_sink mulrAC.
Qed.

Lemma of_a_sink (Z F s w : R) : Z + s != 0 -> s != 0 ->
  (F + s * w) / (Z + s) - (F + s * 0) / (Z + s) = w / (1 + Z / s).
Proof.
move=> whole nonzero; have -> : 1 + Z / s = (Z + s) / s by field.
by field; rewrite whole nonzero.
Qed.

Theorem sink_with_a_value n (x v : 'I_n.+1 -> R) s w :
  (\sum_j e (x j) * v j + e s * w) / (\sum_j e (x j) + e s)
  - \sum_j e (x j - s) / (1 + \sum_i e (x i - s)) * v j = w / (1 + \sum_j e (x j - s)).
Proof.
rewrite sink_of_value_zero shifted_sum; apply: of_a_sink; last exact: e_neq0.
by rewrite gt_eqF // addr_gt0 ?sum_e_gt0 ?e_gt0.
Qed.

(* A step, and a linear function of it. *)
Theorem step_and_projection n d (p : 'I_n -> R) (X : 'I_n -> 'I_d -> R) (w : 'I_d -> R) :
  \sum_j p j * (\sum_a X j a * w a) = \sum_a (\sum_j p j * X j a) * w a.
Proof.
under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big /=; apply: eq_bigr => a _; rewrite mulr_suml.
by apply: eq_bigr => j _; rewrite mulrA.
Qed.

Lemma half_square_apart d (xi eta : 'I_d -> R) :
  (\sum_a (eta a - xi a) ^+ 2) / 2%:R
  = \sum_a eta a * (eta a - xi a) + ((\sum_a xi a ^+ 2) / 2%:R - (\sum_a eta a ^+ 2) / 2%:R).
Proof.
rewrite !mulr_suml -sumrB -big_split /=; apply: eq_bigr => a _.
by field.
Qed.

(* The energy falls by half of the square of the step, at least. *)
Theorem energy_falls n d (X : 'I_n.+1 -> 'I_d -> R) (xi eta : 'I_d -> R) beta :
  let x j := beta * \sum_a X j a * xi a in
  let y j := beta * \sum_a X j a * eta a in
  0 < beta -> (forall a, \sum_j e (x j) / (\sum_i e (x i)) * X j a = eta a) ->
  (\sum_a (eta a - xi a) ^+ 2) / 2%:R
  <= - ln e (\sum_j e (x j)) / beta + (\sum_a xi a ^+ 2) / 2%:R
     - (- ln e (\sum_j e (y j)) / beta + (\sum_a eta a ^+ 2) / 2%:R).
Proof.
move=> x y b0 steps; have C := normaliser_is_convex x y; move: C.
have -> : \sum_j e (x j) / (\sum_i e (x i)) * (y j - x j)
    = beta * \sum_a eta a * (eta a - xi a).
  rewrite -(eq_bigr _ (fun a _ => congr1 (fun z => z * (eta a - xi a)) (steps a))).
  rewrite -(step_and_projection _ X) mulr_sumr; apply: eq_bigr => j _.
  rewrite mulrCA; congr (_ * _); rewrite /x /y -mulrBr; congr (_ * _).
  by rewrite -sumrB; apply: eq_bigr => a _; rewrite mulrBr.
set lx := ln e (\sum_j e (x j)); set ly := ln e (\sum_j e (y j)) => C.
rewrite half_square_apart; set P := _ / 2%:R; set Q := _ / 2%:R.
have -> : - lx / beta + P - (- ly / beta + Q) = (ly - lx) / beta + (P - Q).
  by rewrite mulrBl !mulNr opprD opprK addrACA [- _ + _]addrC.
by rewrite ler_add2r ler_pdivl_mulr // mulrC.
Qed.

(* Cosines, times g: what one that leads by 2 at most can weigh. *)
Theorem no_cosine_leads_far n (x : 'I_n.+1 -> R) x0 g : 0 < g -> (forall j, x0 - x j <= 2%:R) ->
  e (g * x0) / (e (g * x0) + \sum_j e (g * x j)) <= 1 / (1 + n.+1%:R * e (- 2%:R * g)).
Proof.
move=> g0 near; have E := e_gt0 e (- 2%:R * g).
have whole : 0 < e (g * x0) + \sum_j e (g * x j) by rewrite addr_gt0 ?e_gt0 ?sum_e_gt0.
have rest : 0 < 1 + n.+1%:R * e (- 2%:R * g) by rewrite addr_gt0 ?ltr01 // mulr_gt0 ?ltr0n.
rewrite ler_pdivr_mulr // mul1r [_^-1 * _]mulrC ler_pdivl_mulr // mulrDr mulr1 ler_add2l.
have -> : e (g * x0) * (n.+1%:R * e (- 2%:R * g)) = \sum_(j < n.+1) e (g * x0 - 2%:R * g).
  by rewrite mulrCA -eD mulNr sumr_const card_ord -[RHS]mulr_natl.
apply: ler_sum => j _; rewrite e_le [2%:R * g]mulrC -mulrBr ler_pmul2l //.
by rewrite ler_subl_addr -ler_subl_addl near.
Qed.

Theorem the_lead_of_two n (x : 'I_n.+1 -> R) x0 g : (forall j, x j = x0 - 2%:R) ->
  e (g * x0) / (e (g * x0) + \sum_j e (g * x j)) = 1 / (1 + n.+1%:R * e (- 2%:R * g)).
Proof.
move=> same; have E := e_gt0 e (- 2%:R * g).
have rest : 0 < 1 + n.+1%:R * e (- 2%:R * g) by rewrite addr_gt0 ?ltr01 // mulr_gt0 ?ltr0n.
have -> : \sum_j e (g * x j) = e (g * x0) * (n.+1%:R * e (- 2%:R * g)).
  under eq_bigr do rewrite same mulrBr.
  by rewrite mulrCA -eD mulNr sumr_const card_ord -[LHS]mulr_natl [g * 2%:R]mulrC.
rewrite -{2}[e (g * x0)]mulr1 -mulrDr invfM mulrA divff ?e_neq0 //.
Qed.

Theorem less_than_half n g :
  (1 / (1 + n.+1%:R * e (- 2%:R * g)) < 1 / 2%:R) = (g < ln e n.+1%:R / 2%:R).
Proof.
have E := e_gt0 e (- 2%:R * g).
have rest : 0 < 1 + n.+1%:R * e (- 2%:R * g) by rewrite addr_gt0 ?ltr01 // mulr_gt0 ?ltr0n.
rewrite !mul1r ltf_pinv ?posrE ?ltr0n // ltr_pdivl_mulr ?ltr0n //.
have -> : 2%:R = 1 + 1 :> R by rewrite mulr2n.
rewrite ltr_add2l; have -> : - (1 + 1) * g = - (g * (1 + 1)) by rewrite mulNr mulrC.
by rewrite eN ltr_pdivl_mulr ?e_gt0 // mul1r -{1}(lnK e (ltr0Sn R n)) e_lt.
Qed.

End Sinks.
