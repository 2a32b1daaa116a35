(* Attention as a fold: summaries of parts form a commutative monoid, whose meaning is attention. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From atensi Require Import exponential softmax lookup.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Fold.
Variables (R : rcfType) (e : exponential R) (d : nat).

(* The shift (None is -∞), the sum of exponentials, and the weighted sum of the values. *)
Inductive summary := Summary (m : option R) (s : R) (o : 'rV[R]_d).
Definition shift p := let: Summary m _ _ := p in m.
Definition mass p := let: Summary _ s _ := p in s.
Definition output p := let: Summary _ _ o := p in o.

(* exp(m - c), for m at most c: 0 from -∞, and 1 where nothing is shifted. *)
Definition factor (m c : option R) : R :=
  match m, c with
  | Some m, Some c => e (m - c)
  | None, Some _ => 0
  | _, None => 1
  end.

Definition larger (m c : option R) : option R :=
  match m, c with
  | Some m, Some c => Some (Num.max m c)
  | Some m, None => Some m
  | None, c => c
  end.

Definition merge_at c (p q : summary) : summary :=
  Summary c (mass p * factor (shift p) c + mass q * factor (shift q) c)
    (factor (shift p) c *: output p + factor (shift q) c *: output q).

Definition merge (p q : summary) : summary := merge_at (larger (shift p) (shift q)) p q.

Definition nothing : summary := Summary None 0 0.

Lemma factor_same m : factor m m = 1.
Proof. by case: m => [m|] //=; rewrite subrr e0. Qed.

Lemma factor_through m c c' : (c = None -> m = None) -> (c' = None -> c = None) ->
  factor m c * factor c c' = factor m c'.
Proof.
case: m c c' => [m|] [c|] [c'|] mc cc'; rewrite /factor ?mul0r ?mulr0 ?mulr1 //.
- by rewrite -eD addrA subrK.
- by move: (cc' erefl).
- by move: (mc erefl).
- by move: (cc' erefl).
Qed.

Lemma larger_none m c : larger m c = None -> m = None /\ c = None.
Proof. by case: m c => [m|] [c|]. Qed.

Lemma largerC : commutative larger.
Proof. by move=> [m|] [c|] //=; rewrite maxC. Qed.

Lemma largerA : associative larger.
Proof. by move=> [m|] [c|] [h|] //=; rewrite maxA. Qed.

Theorem merge_commutative : commutative merge.
Proof. by move=> p q; rewrite /merge /merge_at largerC addrC [X in Summary _ _ X]addrC. Qed.

(* A part that is merged at one shift and again at another is merged at the second. *)
Lemma merge_at_twice c h p q r : (c = None -> shift p = None /\ shift q = None) ->
  (h = None -> c = None) ->
  merge_at h (merge_at c p q) r =
    Summary h (mass p * factor (shift p) h + mass q * factor (shift q) h
                + mass r * factor (shift r) h)
      (factor (shift p) h *: output p + factor (shift q) h *: output q
        + factor (shift r) h *: output r).
Proof.
move=> pq ch; have thr s : (c = None -> s = None) -> factor s c * factor c h = factor s h.
  by move=> ?; apply: factor_through.
have [fp fq] : factor (shift p) c * factor c h = factor (shift p) h
    /\ factor (shift q) c * factor c h = factor (shift q) h.
  by split; apply: thr => /pq [].
rewrite /merge_at /=; congr Summary.
  by rewrite mulrDl -!mulrA fp fq.
by rewrite scalerDr !scalerA ![factor c h * _]mulrC fp fq.
Qed.

Theorem merge_associative : associative merge.
Proof.
move=> p q r; rewrite [RHS]/merge [shift (merge p q)]/=.
rewrite [in RHS]/merge merge_at_twice; [|exact: larger_none|by case/larger_none].
rewrite merge_commutative /merge [in shift _]/merge_at /= [in LHS](largerC _ (shift p)) largerA.
rewrite merge_at_twice; [|exact: larger_none|].
  by congr Summary; rewrite addrC addrA.
by rewrite -largerA => /larger_none [].
Qed.

(* At any shifts the same laws hold, of what is left at the last of them. *)
Theorem merge_at_commutative c p q : merge_at c p q = merge_at c q p.
Proof. by rewrite /merge_at addrC [X in Summary _ _ X]addrC. Qed.

Theorem merge_at_associative c g h p q r :
  merge_at (Some c) (merge_at (Some h) p q) r = merge_at (Some c) p (merge_at (Some g) q r).
Proof.
rewrite [RHS]merge_at_commutative !merge_at_twice //.
by congr Summary; rewrite -[LHS]addrA [LHS]addrC.
Qed.

Theorem merge_at_unit p m : merge_at (shift p) p (Summary m 0 0) = p.
Proof. by case: p => s w o; rewrite /merge_at /= factor_same mulr1 mul0r scale1r scaler0 !addr0. Qed.

Theorem merge_unit : left_id nothing merge.
Proof.
by case=> m s o; rewrite /merge /merge_at /= factor_same mulr1 mul0r add0r scale1r scaler0 add0r.
Qed.

Lemma merge_unit_right : right_id nothing merge.
Proof. by move=> p; rewrite merge_commutative merge_unit. Qed.

Canonical merge_monoid := Monoid.Law merge_associative merge_unit merge_unit_right.
Canonical merge_commutes := Monoid.ComLaw merge_commutative.

(* Any number of parts, in any order. *)
Theorem parts_in_any_order (I : eqType) (parts others : seq I) (F : I -> summary) :
  perm_eq parts others ->
  \big[merge/nothing]_(p <- parts) F p = \big[merge/nothing]_(p <- others) F p.
Proof. exact: perm_big. Qed.

(* What a summary means: its mass and output times the exponential of its shift. *)
Definition power_of (m : option R) : R := if m is Some m then e m else 0.
Definition meant_mass p := mass p * power_of (shift p).
Definition meant_output p := power_of (shift p) *: output p.
Definition same p q := meant_mass p = meant_mass q /\ meant_output p = meant_output q.

Lemma power_through m c : factor m (Some c) * e c = power_of m.
Proof. by case: m => [m|] /=; rewrite ?mul0r // -eD subrK. Qed.

(* Merging adds meanings, at every shift. *)
Theorem merge_at_adds c p q :
  meant_mass (merge_at (Some c) p q) = meant_mass p + meant_mass q
  /\ meant_output (merge_at (Some c) p q) = meant_output p + meant_output q.
Proof.
rewrite /meant_mass /meant_output /= mulrDl scalerDr !scalerA ![e c * _]mulrC -!mulrA.
by rewrite !power_through.
Qed.

Lemma merge_adds p q : meant_mass (merge p q) = meant_mass p + meant_mass q
  /\ meant_output (merge p q) = meant_output p + meant_output q.
Proof.
rewrite /merge; case E : (larger (shift p) (shift q)) => [c|]; first exact: merge_at_adds.
have [p0 q0] := larger_none E.
by rewrite /meant_mass /meant_output /= p0 q0 /= !mulr0 !scale0r !addr0.
Qed.

(* Summaries that mean the same may stand for each other. *)
Theorem merge_congruence c p p' q q' : same p p' -> same q q' ->
  same (merge_at (Some c) p q) (merge_at (Some c) p' q').
Proof.
move=> [pm po] [qm qo]; rewrite /same; have [-> ->] := merge_at_adds c p q.
by have [-> ->] := merge_at_adds c p' q'; rewrite pm po qm qo.
Qed.

Definition mean p : 'rV[R]_d := (mass p)^-1 *: output p.

Lemma mean_meant p : (shift p = None -> output p = 0) ->
  mean p = (meant_mass p)^-1 *: meant_output p.
Proof.
rewrite /mean /meant_mass /meant_output; case: p => [[m|] s o] /= none.
  by rewrite scalerA invfM -mulrA mulVf ?e_neq0 // mulr1.
by rewrite none // !scaler0.
Qed.

Theorem mean_at_any_shift c h p q : mean (merge_at (Some c) p q) = mean (merge_at (Some h) p q).
Proof.
rewrite !mean_meant //; have [-> ->] := merge_at_adds c p q.
by have [-> ->] := merge_at_adds h p q.
Qed.

(* The pairs of a table, and trees of parts of them: each part summed up at any shift, and merged
   at any shift, or at the larger one. *)
Variables (n : nat) (x : 'rV[R]_n) (V : 'M[R]_(n, d)).

Definition part m (js : seq 'I_n) : summary :=
  Summary (Some m) (\sum_(j <- js) e (x 0 j - m)) (\sum_(j <- js) e (x 0 j - m) *: row j V).

Inductive tree :=
  | Nothing
  | Part (m : R) (js : seq 'I_n)
  | Merge (c : option R) (left right : tree).

Fixpoint run t : summary :=
  match t with
  | Nothing => nothing
  | Part m js => part m js
  | Merge (Some c) l r => merge_at (Some c) (run l) (run r)
  | Merge None l r => merge (run l) (run r)
  end.

Fixpoint pairs t : seq 'I_n :=
  match t with Nothing => [::] | Part _ js => js | Merge _ l r => pairs l ++ pairs r end.

Lemma part_means m js : meant_mass (part m js) = \sum_(j <- js) e (x 0 j)
  /\ meant_output (part m js) = \sum_(j <- js) e (x 0 j) *: row j V.
Proof.
rewrite /meant_mass /meant_output /= mulr_suml scaler_sumr.
by split; apply: eq_bigr => j _; rewrite ?scalerA ?[e m * _]mulrC -eD subrK.
Qed.

Theorem run_means t : meant_mass (run t) = \sum_(j <- pairs t) e (x 0 j)
  /\ meant_output (run t) = \sum_(j <- pairs t) e (x 0 j) *: row j V.
Proof.
elim: t => [|m js|c l [lm lo] r [rm ro]] /=.
- by rewrite !big_nil /meant_mass /meant_output /= mulr0 scale0r.
- exact: part_means.
by rewrite !big_cat /= -lm -rm -lo -ro; case: c => [c|]; [exact: merge_at_adds|exact: merge_adds].
Qed.

Lemma run_of_nothing t : shift (run t) = None -> output (run t) = 0.
Proof.
elim: t => [|m js|c l IHl r IHr] //=; case: c => [c|] //= none.
by have [l0 r0] := larger_none none; rewrite IHl ?IHr // !scaler0 addr0.
Qed.

(* Attention over the pairs that are kept is the quotient of every tree that has each once. *)
Theorem masked_attention_is_a_fold (kept : 'M[bool]_(1, n)) t :
  perm_eq (pairs t) (enum (kept 0)) -> mean (run t) = masked_attention e kept x V.
Proof.
move=> all; rewrite (mean_meant (@run_of_nothing t)); have [-> ->] := run_means t.
rewrite !(perm_big _ all) /= !big_enum /=; apply/rowP => c; rewrite !mxE summxE mulr_sumr.
have total : \sum_(j in kept 0) e (x 0 j) = \sum_k (kept 0 k)%:R * e (x 0 k).
  by rewrite big_mkcond; apply: eq_bigr => j _; rewrite /in_mem /=; case: (kept 0 j); rewrite ?mul1r ?mul0r.
rewrite total big_mkcond; apply: eq_bigr => j _; rewrite !mxE.
by rewrite /in_mem /=; case: (kept 0 j); rewrite ?mul1r ?mul0r // mulrA [_^-1 * _]mulrC.
Qed.

(* Attention over all pairs. *)
Theorem attention_is_a_fold t : perm_eq (pairs t) (enum 'I_n) -> mean (run t) = attention e x V.
Proof.
move=> all; have -> : attention e x V = masked_attention e (const_mx true) x V.
  rewrite /attention /masked_attention; congr (_ *m V); apply/matrixP => i j; rewrite !mxE mul1r.
  by congr (_ / _); apply: eq_bigr => k _; rewrite mxE mul1r.
apply: masked_attention_is_a_fold; rewrite (perm_trans all) //; apply/permP => P.
by congr (count P _); apply: eq_enum => j; rewrite !inE /in_mem /= mxE.
Qed.

End Fold.
