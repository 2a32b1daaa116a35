(* What rotary positions leave of a head's symmetries: which changes of basis commute with turns. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From atensi Require Import exponential position.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rotary.
Variables (R : rcfType) (o : circle R).

(* The entries of a pair at position p, turned by the angle p w. *)
Definition first p w (x y : R) := x * cosin o (p * w) - y * sine o (p * w).
Definition second p w (x y : R) := x * sine o (p * w) + y * cosin o (p * w).

Lemma pair_score p r w x y z t :
  first p w x y * first r w z t + second p w x y * second r w z t =
  (x * z + y * t) * cosin o ((r - p) * w) + (y * z - x * t) * sine o ((r - p) * w).
Proof.
rewrite /first /second [(r - p) * w]mulrBl cosinD sineD cosinN sineN.
by move: (cosin o (p * w)) (sine o (p * w)) (cosin o (r * w)) (sine o (r * w)) => a b c d; ring.
Qed.

Lemma at_zero : sine o 0 = 0 /\ cosin o 0 = 1.
Proof.
have s : sine o 0 = 0.
  have := sineN o 0; rewrite oppr0 => same; have : sine o 0 + sine o 0 = 0 by rewrite {1}same addNr.
  by rewrite -mulr2n => /eqP; rewrite mulrn_eq0 /= => /eqP.
by split=> //; have := pythagoras o 0; have := cosinD o 0 0; rewrite addr0 s mulr0 subr0 -expr2 => <-;
  rewrite expr0n /= add0r.
Qed.

Theorem first_at_zero w x y : first 0 w x y = x.
Proof. by rewrite /first mul0r at_zero.1 at_zero.2 mulr1 mulr0 subr0. Qed.

Theorem second_at_zero w x y : second 0 w x y = y.
Proof. by rewrite /second mul0r at_zero.1 at_zero.2 mulr1 mulr0 add0r. Qed.

Theorem angles_divide_positions s p w x y : 0 < s ->
  first (s * p) (w / s) x y = first p w x y /\ second (s * p) (w / s) x y = second p w x y.
Proof.
move=> pos; have same : s * p * (w / s) = p * w by field; rewrite gt_eqF.
by rewrite /first /second same.
Qed.

(* The score of a query and a key, of d pairs each: their first and their second entries. *)
Definition score d p r (w q u k v : 'rV[R]_d) := \sum_a
  (first p (w 0 a) (q 0 a) (u 0 a) * first r (w 0 a) (k 0 a) (v 0 a) +
   second p (w 0 a) (q 0 a) (u 0 a) * second r (w 0 a) (k 0 a) (v 0 a)).

Theorem score_knows_the_offset d p r t (w q u k v : 'rV[R]_d) :
  score p r w q u k v = score 0 (r - p) w q u k v /\
  score p r w q u k v = score (p + t) (r + t) w q u k v.
Proof.
split; apply: eq_bigr => a _; rewrite !pair_score; first by rewrite subr0.
by rewrite opprD addrACA subrr addr0.
Qed.

Theorem score_is_a_sum_of_waves d p r (w q u k v : 'rV[R]_d) :
  score p r w q u k v = \sum_a ((q 0 a * k 0 a + u 0 a * v 0 a) * cosin o ((p - r) * w 0 a) +
    (q 0 a * v 0 a - u 0 a * k 0 a) * sine o ((p - r) * w 0 a)).
Proof.
apply: eq_bigr => a _; rewrite pair_score -(opprB p r) mulNr cosinN sineN mulrN -mulNr.
by rewrite opprB.
Qed.

Theorem rotary_keeps_lengths d p (w q u : 'rV[R]_d) :
  \sum_a (first p (w 0 a) (q 0 a) (u 0 a) ^+ 2 + second p (w 0 a) (q 0 a) (u 0 a) ^+ 2) =
  \sum_a (q 0 a ^+ 2 + u 0 a ^+ 2).
Proof.
apply: eq_bigr => a _; rewrite !expr2 pair_score subrr mul0r at_zero.1 at_zero.2.
by rewrite mulr1 mulr0 addr0.
Qed.

(* Each pair of the queries is turned by f and scaled by g; that of the keys is scaled back. *)
Theorem rotary_leaves_turns_and_scales d p r (w f g q u k v : 'rV[R]_d) : (forall a, 0 < g 0 a) ->
  score p r w (\row_a (g 0 a * first 1 (f 0 a) (q 0 a) (u 0 a)))
    (\row_a (g 0 a * second 1 (f 0 a) (q 0 a) (u 0 a)))
    (\row_a (first 1 (f 0 a) (k 0 a) (v 0 a) / g 0 a))
    (\row_a (second 1 (f 0 a) (k 0 a) (v 0 a) / g 0 a)) = score p r w q u k v.
Proof.
move=> pos; apply: eq_bigr => a _; rewrite !pair_score !mxE.
have nz : g 0 a != 0 by rewrite gt_eqF.
have swap (x y : R) : g 0 a * x * (y / g 0 a) = x * y by field.
rewrite !swap pair_score subrr mul0r at_zero.1 at_zero.2 mulr1 mulr0 addr0.
congr (_ + _ * _); rewrite /first /second mul1r; have := pythagoras o (f 0 a).
move: (cosin o (f 0 a)) (sine o (f 0 a)) (q 0 a) (u 0 a) (k 0 a) (v 0 a) => c s x y z t circle.
by rewrite -[RHS]mulr1 -circle; ring.
Qed.

(* The turn by one position of d pairs: their first entries come first, and then their second ones. *)
Definition turn d (w : 'rV[R]_d) : 'M[R]_(d + d) :=
  block_mx (diag_mx (map_mx (cosin o) w)) (diag_mx (map_mx (sine o) w))
           (- diag_mx (map_mx (sine o) w)) (diag_mx (map_mx (cosin o) w)).

(* Entries of a change of basis, from the pair of angle w to that of angle v, commute with the turn. *)
Definition commute_at (w v a b c d : R) :=
  [/\ a * cosin o w + c * sine o w = a * cosin o v - b * sine o v,
      b * cosin o w + d * sine o w = a * sine o v + b * cosin o v,
      c * cosin o w - a * sine o w = c * cosin o v - d * sine o v
    & d * cosin o w - b * sine o w = c * sine o v + d * cosin o v].

Lemma on_circle w : sine o w ^+ 2 + cosin o w ^+ 2 - 1 = 0.
Proof. by rewrite pythagoras subrr. Qed.

Lemma halved (t : R) : 2%:R * t = 0 -> t = 0.
Proof. by move/eqP; rewrite mulf_eq0 pnatr_eq0 /= => /eqP. Qed.

(* An identity: twice the entry, in what vanishes: the four equations and two points of the circle. *)
Lemma apart_identity (x y p q a b c d : R) :
  y ^+ 2 + x ^+ 2 - 1 = 0 -> q ^+ 2 + p ^+ 2 - 1 = 0 ->
  a * x + c * y = a * p - b * q -> b * x + d * y = a * q + b * p ->
  c * x - a * y = c * p - d * q -> d * x - b * y = c * q + d * p ->
  [/\ (x - p) * a = 0, (x - p) * b = 0, (x - p) * c = 0 & (x - p) * d = 0].
Proof.
move=> P Q h1 h2 h3 h4.
have z1 : a * x + c * y - (a * p - b * q) = 0 by rewrite h1 subrr.
have z2 : b * x + d * y - (a * q + b * p) = 0 by rewrite h2 subrr.
have z3 : c * x - a * y - (c * p - d * q) = 0 by rewrite h3 subrr.
have z4 : d * x - b * y - (c * q + d * p) = 0 by rewrite h4 subrr.
have all0 (k1 k2 k3 k4 k5 k6 : R) :
    k1 * (a * x + c * y - (a * p - b * q)) + k2 * (b * x + d * y - (a * q + b * p)) +
    k3 * (c * x - a * y - (c * p - d * q)) + k4 * (d * x - b * y - (c * q + d * p)) +
    k5 * (y ^+ 2 + x ^+ 2 - 1) + k6 * (q ^+ 2 + p ^+ 2 - 1) = 0.
  by rewrite z1 z2 z3 z4 P Q !mulr0 !addr0.
pose n := 1 - x * p; pose f := y * q; pose s := y * p; pose t := x * q.
split; apply: halved.
- by rewrite -[RHS](all0 n (- t) s f (a * p + b * q) (c * y - a * x)) /n /f /s /t; ring.
- by rewrite -[RHS](all0 t n (- f) s (b * p - a * q) (d * y - b * x)) /n /f /s /t; ring.
- by rewrite -[RHS](all0 (- s) (- f) n (- t) (c * p + d * q) (- (a * y) - c * x)) /n /f /s /t; ring.
by rewrite -[RHS](all0 f (- s) t n (d * p - c * q) (- (b * y) - d * x)) /n /f /s /t; ring.
Qed.

Theorem rotary_keeps_pairs_apart w v a b c d : commute_at w v a b c d ->
  let lead := cosin o w - cosin o v in
  [/\ lead * a = 0, lead * b = 0, lead * c = 0 & lead * d = 0].
Proof. by case; apply: apart_identity; apply: on_circle. Qed.

Theorem rotary_turns_and_scales_alone w a b c d :
  a * cosin o w + c * sine o w = a * cosin o w - b * sine o w ->
  b * cosin o w + d * sine o w = a * sine o w + b * cosin o w ->
  sine o w * (a - d) = 0 /\ sine o w * (b + c) = 0.
Proof.
move: (cosin o w) (sine o w) => x y h1 h2.
have z1 : a * x + c * y - (a * x - b * y) = 0 by rewrite h1 subrr.
have z2 : b * x + d * y - (a * y + b * x) = 0 by rewrite h2 subrr.
split; last by rewrite -[RHS]z1; ring.
by apply: oppr_inj; rewrite oppr0 -[RHS]z2; ring.
Qed.

(* A change of basis of whole rows commutes with the turn where its entries do. *)
Lemma turn_commutes d (w : 'rV[R]_d) (A B C D : 'M[R]_d) :
  turn w *m block_mx A B C D = block_mx A B C D *m turn w <->
  forall i j, commute_at (w 0 i) (w 0 j) (A i j) (B i j) (C i j) (D i j).
Proof.
rewrite /turn !mulmx_block !mulNmx !mulmxN.
have entry (M N : 'M[R]_d) : M = N <-> forall i j, M i j = N i j by split=> [->|/matrixP].
split=> [/eq_block_mx [/entry h1 /entry h2 /entry h3 /entry h4] i j|h].
  move: (h1 i j) (h2 i j) (h3 i j) (h4 i j); rewrite !mul_diag_mx !mul_mx_diag !mxE /commute_at.
  move: (A i j) (B i j) (C i j) (D i j) (cosin o (w 0 i)) (sine o (w 0 i)).
  move: (cosin o (w 0 j)) (sine o (w 0 j)) => p q a b c d' x y e1 e2 e3 e4.
  by split; [apply: etrans (etrans _ e1) _|apply: etrans (etrans _ e2) _
            |apply: etrans (etrans _ e3) _|apply: etrans (etrans _ e4) _]; ring.
congr block_mx; apply/entry => i j; move: (h i j); rewrite !mul_diag_mx !mul_mx_diag !mxE /commute_at;
  move: (A i j) (B i j) (C i j) (D i j) (cosin o (w 0 i)) (sine o (w 0 i));
  move: (cosin o (w 0 j)) (sine o (w 0 j)) => p q a b c d' x y [e1 e2 e3 e4];
  [apply: etrans (etrans _ e1) _|apply: etrans (etrans _ e2) _
  |apply: etrans (etrans _ e3) _|apply: etrans (etrans _ e4) _]; ring.
Qed.

(* Where all cosines differ and no turn is whole or half: a turn and a scale for each pair, no more. *)
Theorem rotary_leaves_no_more d (w : 'rV[R]_d) (A B C D : 'M[R]_d) :
  (forall i j, i != j -> cosin o (w 0 i) != cosin o (w 0 j)) -> (forall i, sine o (w 0 i) != 0) ->
  turn w *m block_mx A B C D = block_mx A B C D *m turn w ->
  exists a b : 'rV[R]_d, block_mx A B C D =
    block_mx (diag_mx a) (diag_mx b) (- diag_mx b) (diag_mx a).
Proof.
move=> differ bent /turn_commutes h; exists (\row_i A i i), (\row_i B i i).
have alone i j : i != j -> [/\ A i j = 0, B i j = 0, C i j = 0 & D i j = 0].
  move=> ij; have lead : cosin o (w 0 i) - cosin o (w 0 j) != 0 by rewrite subr_eq0 differ.
  have [a b c d'] := rotary_keeps_pairs_apart (h i j).
  by split; apply: (mulfI lead); rewrite mulr0.
have own i : D i i = A i i /\ C i i = - B i i.
  have [h1 h2 _ _] := h i i; have [a b] := rotary_turns_and_scales_alone h1 h2; split.
    by apply/esym/eqP; rewrite -subr_eq0; apply/eqP/(mulfI (bent i)); rewrite mulr0.
  by apply/eqP; rewrite -addr_eq0 addrC; apply/eqP/(mulfI (bent i)); rewrite mulr0.
congr block_mx; apply/matrixP => i j; rewrite !mxE; have [<-|ij] := eqVneq i j;
  rewrite ?mulr1n ?mulr0n ?oppr0 ?(own i).1 ?(own i).2 //;
  by have [a b c d'] := alone i j ij; rewrite ?a ?b ?c ?d'.
Qed.
End Rotary.
