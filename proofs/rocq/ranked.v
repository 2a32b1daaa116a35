(* Which sets of rows some query ranks above all other rows. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Ranked.
Variable R : rcfType.

(* Weights that balance, of scores where what is weighted above 0 exceeds what is weighted below. *)
Lemma no_balance n (l s : 'I_n -> R) : \sum_i l i = 0 -> \sum_i l i * s i = 0 ->
  (forall i j, 0 < l i -> l j < 0 -> s j < s i) -> forall i, l i = 0.
Proof.
move=> total scores above.
have [j lj|none] := pickP (fun j => l j < 0); last first.
  by move=> i; apply: (psumr_eq0P _ total) => // j _; rewrite leNgt none.
case: (@arg_maxP _ _ _ j (fun j => l j < 0) s lj) => {lj} j lj most.
have terms i : 0 <= l i * (s i - s j).
  have [li|li] := ltP (l i) 0; first by apply: mulr_le0; [exact: ltW | rewrite subr_le0; exact: most].
  have [->|li0] := eqVneq (l i) 0; first by rewrite mul0r.
  by rewrite mulr_ge0 // subr_ge0 ltW // above // lt_neqAle eq_sym li0.
have zero : \sum_i l i * (s i - s j) = 0.
  under eq_bigr do rewrite mulrBr.
  by rewrite sumrB scores -mulr_suml total mul0r subrr.
have each i : l i * (s i - s j) = 0 by apply: (psumr_eq0P _ zero).
have no_positive i : ~~ (0 < l i).
  apply/negP => li; have := each i; apply/eqP; rewrite mulf_neq0 ?gt_eqF // subr_gt0.
  exact: above.
have zero' : \sum_i - l i = 0 by rewrite sumrN total oppr0.
move=> i; apply/eqP; rewrite -oppr_eq0; apply/eqP.
by apply: (psumr_eq0P _ zero') => // k _; rewrite oppr_ge0 leNgt no_positive.
Qed.

(* d + 2 rows of width d always balance. *)
Lemma balance d (V : 'M[R]_(d.+2, d)) :
  exists u : 'rV[R]_d.+2, [/\ u != 0, \sum_i u 0 i = 0 & u *m V = 0].
Proof.
pose A := row_mx V (const_mx 1 : 'cV[R]_d.+2).
have : kermx A != 0.
  rewrite -mxrank_eq0 mxrank_ker subn_eq0 -ltnNge.
  by apply: leq_ltn_trans (rank_leq_col A) _; rewrite addn1.
case/rowV0Pn => u /sub_kermxP; rewrite mul_mx_row => zero u0.
have [uV ones] : u *m V = 0 /\ u *m (const_mx 1 : 'cV[R]_d.+2) = 0.
  by apply: eq_row_mx; rewrite zero row_mx0.
exists u; split=> //.
have := congr1 (fun M : 'M[R]_1 => M 0 0) ones; rewrite [LHS]mxE [RHS]mxE => total.
by rewrite -[RHS]total; apply: eq_bigr => i _; rewrite mxE mulr1.
Qed.

(* The score of a point of a hull is no less than the lowest, and no more than the highest. *)
Theorem point_of_a_hull m d (q : 'rV[R]_d) (A : 'M[R]_(m, d)) (l s : 'rV[R]_m) :
  (forall i, 0 <= l 0 i) -> (forall i, \sum_c q 0 c * A i c = s 0 i) -> \sum_i l 0 i = 1 ->
  (forall a, (forall i, a <= s 0 i) -> a <= \sum_c q 0 c * (\sum_i l 0 i * A i c)) /\
  (forall b, (forall i, s 0 i <= b) -> \sum_c q 0 c * (\sum_i l 0 i * A i c) <= b).
Proof.
move=> l0 scores total.
have -> : \sum_c q 0 c * (\sum_i l 0 i * A i c) = \sum_i l 0 i * s 0 i.
  under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => i _; rewrite -scores mulr_sumr.
  by apply: eq_bigr => c _; rewrite mulrCA.
by split=> t bound; rewrite -[t]mul1r -total mulr_suml; apply: ler_sum => i _; apply: ler_wpmul2l.
Qed.

Theorem the_middle_of_a_line (q x y z : R) : x <= y <= z -> (q * y - q * x) * (q * y - q * z) <= 0.
Proof.
case/andP=> xy yz; rewrite -!mulrBr mulrACA -expr2 mulr_ge0_le0 ?sqr_ge0 //.
by rewrite mulr_ge0_le0 ?subr_ge0 ?subr_le0.
Qed.

Lemma set_between (T : finType) (A B : {set T}) k :
  A \subset B -> (#|A| <= k <= #|B|)%N -> exists S : {set T}, [/\ A \subset S, S \subset B & #|S| = k].
Proof.
move=> AB /andP [Ak kB]; elim: k Ak kB => [|k IH] Ak kB.
  by exists A; split=> //; apply/eqP; rewrite -leqn0.
have [Ak'|kA] := leqP #|A| k; last first.
  by exists A; split=> //; apply/eqP; rewrite eqn_leq Ak.
have [S [AS SB Sk]] := IH Ak' (ltnW kB).
have /subsetPn [x xB xS] : ~~ (B \subset S).
  by apply: contraL kB => /subset_leq_card; rewrite Sk -leqNgt.
exists (x |: S); split; first exact: subset_trans AS (subsetUr _ _).
  by rewrite subUset sub1set xB.
by rewrite cardsU1 xS Sk.
Qed.

Section Sets.
Variables (n d : nat) (V : 'M[R]_(n, d)).
Let score (q : 'rV[R]_d) i := \sum_c q 0 c * V i c.

Definition ranks_first (q : 'rV[R]_d) (S : {set 'I_n}) :=
  forall i j, i \in S -> j \notin S -> score q j < score q i.

Lemma scores_balance (l : 'I_n -> R) q :
  (forall c, \sum_i l i * V i c = 0) -> \sum_i l i * score q i = 0.
Proof.
move=> zero; under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big big1 // => c _.
under eq_bigr do rewrite mulrCA.
by rewrite -mulr_sumr zero mulr0.
Qed.

Lemma some_set (l : 'I_n -> R) k : (exists i, l i != 0) -> \sum_i l i = 0 ->
  (forall c, \sum_i l i * V i c = 0) ->
  (#|[set i | (0 < l i)%R]| <= k <= #|~: [set i | (l i < 0)%R]|)%N ->
  exists S : {set 'I_n}, #|S| = k /\ forall q, ~ ranks_first q S.
Proof.
move=> [i0 li0] total zero.
have apart : [set i | 0 < l i] \subset ~: [set i | l i < 0].
  by apply/subsetP => i; rewrite !inE -leNgt => /ltW.
case/(set_between apart) => S [PS SN Sk]; exists S; split=> // q first.
case/eqP: li0; apply: (no_balance total (scores_balance q zero)) => i j li lj.
apply: first; first by apply: (subsetP PS); rewrite inE.
by apply: contraL lj => /(subsetP SN); rewrite !inE.
Qed.
End Sets.

(* Of d + 1 + k documents or more, of width below 2 k, some k are never the first k. *)
Theorem not_all_sets d r k (V : 'M[R]_(d.+2 + r, d)) : (d < k.*2)%N -> (k <= r.+1)%N ->
  exists S : {set 'I_(d.+2 + r)}, #|S| = k /\ forall q, ~ ranks_first V q S.
Proof.
move=> dk kr; have [u [u0 ones zero]] := balance (usubmx V).
pose l i := (row_mx u (0 : 'rV[R]_r)) 0 i.
have left i : l (lshift r i) = u 0 i by rewrite /l row_mxEl.
have right i : l (rshift _ i) = 0 by rewrite /l row_mxEr mxE.
have total : \sum_i l i = 0.
  rewrite big_split_ord /= [X in _ + X]big1 ?addr0 => [|i _]; last exact: right.
  by rewrite -[RHS]ones; apply: eq_bigr => i _.
have columns c : \sum_i l i * V i c = 0.
  rewrite big_split_ord /= [X in _ + X]big1 ?addr0 => [|i _]; last by rewrite right mul0r.
  have := congr1 (fun M : 'rV[R]_d => M 0 c) zero; rewrite [LHS]mxE [RHS]mxE => column.
  by rewrite -[RHS]column; apply: eq_bigr => i _; rewrite left mxE.
have differs : exists i, l i != 0.
  have [i ui|all0] := pickP (fun i => u 0 i != 0); first by exists (lshift r i); rewrite left.
  by case/eqP: u0; apply/rowP => i; rewrite mxE; apply/eqP; rewrite -[_ == _]negbK all0.
pose P := [set i | 0 < l i]; pose N := [set i | l i < 0].
have few : (#|P| + #|N| <= d.+2)%N.
  have -> : (#|P| + #|N| = #|P :|: N|)%N.
    rewrite cardsU (_ : P :&: N = set0) ?cards0 ?subn0 //.
    by apply/setP => i; rewrite !inE; case: ltP => // /ltW; rewrite leNgt => /negbTE ->.
  rewrite -[X in (_ <= X)%N]card_ord -cardsT -(card_imset _ (@lshift_inj d.+2 r)).
  apply: subset_leq_card; apply/subsetP => i; rewrite !inE -neq_lt eq_sym.
  case: (splitP i) => j ij li; last by case/eqP: li; rewrite -(right j); congr l; apply: val_inj.
  by apply/imsetP; exists j; rewrite ?inE //; apply: val_inj.
have P0 : (0 < #|P|)%N.
  rewrite card_gt0; apply/set0Pn; have [i li|none] := pickP (fun i => 0 < l i).
    by exists i; rewrite inE.
  case: differs => i /eqP []; have opp : \sum_i - l i = 0 by rewrite sumrN total oppr0.
  apply/eqP; rewrite -oppr_eq0; apply/eqP; apply: (psumr_eq0P _ opp) => // j _.
  by rewrite oppr_ge0 leNgt none.
have N0 : (0 < #|N|)%N.
  rewrite card_gt0; apply/set0Pn; have [i li|none] := pickP (fun i => l i < 0).
    by exists i; rewrite inE.
  case: differs => i /eqP []; apply: (psumr_eq0P _ total) => // j _.
  by rewrite leNgt none.
have room (A : {set 'I_(d.+2 + r)}) : (#|A| <= d.+1)%N -> (k <= #|~: A|)%N.
  move=> Ad; rewrite -(leq_add2l #|A|) cardsC card_ord.
  by apply: leq_trans (leq_add Ad kr) _; rewrite -addSnnS.
have [Pk|kP] := leqP #|P| k.
  apply: (some_set differs total columns); rewrite Pk room //.
  by rewrite -ltnS; apply: leq_trans few; rewrite -[X in (X <= _)%N]add1n leq_add2r.
pose m i := - l i.
have flip : [set i | 0 < m i] = N /\ [set i | m i < 0] = P.
  by split; apply/setP => i; rewrite !inE ?oppr_gt0 ?oppr_lt0.
apply: (@some_set _ _ V m k).
- by case: differs => i li; exists i; rewrite oppr_eq0.
- by rewrite sumrN total oppr0.
- by move=> c; under eq_bigr do rewrite mulNr; rewrite sumrN columns oppr0.
case: flip => -> ->; rewrite room ?andbT; last first.
  by rewrite -ltnS; apply: leq_trans few; rewrite -[X in (X <= _)%N]addn1 leq_add2l.
rewrite leqNgt; apply/negP => kN.
have := leq_trans (leq_add kP kN) few.
by rewrite addSn addnS addnn !ltnS leqNgt dk.
Qed.

(* Pairs, by queries of which each leads its pair by t or more. *)
Theorem some_pair_is_never_first d r (V : 'M[R]_(d.+2 + r, d)) Q (t : R) : (d < 4)%N -> (0 < r)%N ->
  (forall i j c, Q i j c = Q j i c) ->
  (forall i j k, i != j -> i != k -> j != k ->
     t <= \sum_(c < d) Q i j c * V i c - \sum_(c < d) Q i j c * V k c) -> t <= 0.
Proof.
move=> d4 r0 same leads; rewrite leNgt; apply/negP => t0.
have [S [S2 never]] := @not_all_sets d r 2 V d4 r0.
have /cards2P [a [b [ab SE]]] : (#|S| == 2)%N by rewrite S2.
suff first : ranks_first V (\row_c Q a b c) S by apply: (never _ first).
move=> i k iS kS; rewrite -subr_gt0; apply: lt_le_trans t0 _.
have row l : \sum_c (\row_c Q a b c) 0 c * V l c = \sum_c Q a b c * V l c.
  by apply: eq_bigr => c _; rewrite mxE.
rewrite !row; move: iS kS; rewrite SE !inE negb_or => /orP [] /eqP -> /andP [ka kb].
  by apply: leads; rewrite // eq_sym.
have swap l : \sum_c Q a b c * V l c = \sum_c Q b a c * V l c.
  by apply: eq_bigr => c _; rewrite same.
by rewrite !swap; apply: leads; rewrite // eq_sym.
Qed.

(* On the curve of moments, width 2 k, any k documents are the first k of some query. *)
Theorem moments_rank_any_set n k (x : 'I_n -> R) (S : {set 'I_n}) : injective x -> (#|S| <= k)%N ->
  exists q, ranks_first (\matrix_(i < n, c < k.*2) x i ^+ c.+1) q S.
Proof.
move=> x_inj Sk; pose p := - \prod_(i in S) ('X - (x i)%:P) ^+ 2.
have size_p : (size p <= (k.*2).+1)%N.
  rewrite size_opp; apply: leq_trans (size_prod_leq _ _) _; rewrite leq_subLR.
  have -> : (\sum_(i in S) size (('X - (x i)%:P) ^+ 2) = #|S| * 3)%N.
    by rewrite -sum_nat_const; apply: eq_bigr => i _; rewrite size_exp_XsubC.
  rewrite addnS ltnS -addnn; apply: leq_trans (_ : #|S| + #|S|.*2 <= _)%N.
    by rewrite -addnn mulnS muln2 -addnn.
  by rewrite leq_add2l addnn leq_double.
have score j : \sum_(c < k.*2) p`_c.+1 * x j ^+ c.+1 = p.[x j] - p`_0.
  by rewrite (horner_coef_wide _ size_p) big_ord_recl expr0 mulr1 addrC addKr.
exists (\row_c p`_c.+1) => i j iS jS.
have shape l : \sum_c (\row_(c < k.*2) p`_c.+1) 0 c * (\matrix_(i < n, c < k.*2) x i ^+ c.+1) l c = p.[x l] - p`_0.
  by rewrite -score; apply: eq_bigr => c _; rewrite !mxE.
rewrite !shape ltr_add2r !hornerN ltr_oppl opprK !horner_prod.
have -> : \prod_(l in S) (('X - (x l)%:P) ^+ 2).[x i] = 0.
  by rewrite (bigD1 i) //= horner_exp hornerXsubC subrr expr0n mul0r.
apply: prodr_gt0 => l lS; rewrite horner_exp hornerXsubC exprn_even_gt0 //= subr_eq0.
by apply: contraNneq jS => /x_inj ->.
Qed.

(* In a plane, a triangle and a document inside it; a query for each pair of the four. *)
Let places : seq (seq int) := [:: [:: 0; 0]; [:: 1; 0]; [:: 0; 1]; [:: - 1; - 1]].
Let asked : seq (seq (seq int)) :=
  [:: [:: [:: 0; 0]; [:: 2; - 1]; [:: - 1; 2]; [:: - 1; - 1]];
      [:: [:: 2; - 1]; [:: 0; 0]; [:: 1; 1]; [:: 1; - 2%:Z]];
      [:: [:: - 1; 2]; [:: 1; 1]; [:: 0; 0]; [:: - 2%:Z; 1]];
      [:: [:: - 1; - 1]; [:: 1; - 2%:Z]; [:: - 2%:Z; 1]; [:: 0; 0]]].

Theorem four_documents_fit_a_plane :
  exists v : 'M[R]_(4, 2), exists q : 'I_4 -> 'M[R]_(4, 2),
  (forall c i j, q i j c = q j i c) /\
  forall i j k, 0 <= (1 - (i == j)%:R) * (1 - (i == k)%:R) * (1 - (j == k)%:R) *
    (\sum_(c < 2) q i j c * v i c - \sum_(c < 2) q i j c * v k c - 1).
Proof.
pose at_ (i c : nat) : int := nth 0 (nth [::] places i) c.
pose to_ (i j c : nat) : int := nth 0 (nth [::] (nth [::] asked i) j) c.
exists (\matrix_(i, c) (at_ i c)%:~R), (fun i => \matrix_(j, c) (to_ i j c)%:~R).
split=> [c i j|i j k].
  rewrite !mxE; congr _%:~R.
  case: i j c => [[|[|[|[|//]]]] ?] [[|[|[|[|//]]]] ?] [[|[|//]] ?]; by [].
rewrite !big_ord_recl !big_ord0 !mxE !addr0 /=.
set z := (1 - (i == j)%:R) * (1 - (i == k)%:R) * (1 - (j == k)%:R) *
  (to_ i j 0%N * at_ i 0%N + to_ i j 1%N * at_ i 1%N
   - (to_ i j 0%N * at_ k 0%N + to_ i j 1%N * at_ k 1%N) - 1) : int.
suff : 0 <= z.
  rewrite -(ler0z R) /z.
  by rewrite !(rmorphM, rmorphB, rmorphD, rmorph1, rmorph_nat) /bump /=.
subst z; rewrite -!val_eqE /=.
case: i j k => [[|[|[|[|//]]]] ?] [[|[|[|[|//]]]] ?] [[|[|[|[|//]]]] ?]; by vm_compute.
Qed.

(* A row of bits as a set, and how many there are. *)
Definition ones n (s : 'rV[bool]_n) := [set i | s 0 i].

Lemma count_ones n (s : 'rV[bool]_n) : \sum_i (s 0 i)%:R = #|ones s|%:R :> R.
Proof.
rewrite -sum1_card natr_sum [RHS]big_mkcond /=; apply: eq_bigr => i _.
by rewrite inE; case: (s 0 i).
Qed.

Lemma exchanged (T : finType) (A B : {set T}) : #|A| = #|B| -> A != B ->
  exists i j, [/\ i \in A, i \notin B, j \in B & j \notin A].
Proof.
move=> same; rewrite eqEcard same leqnn andbT => AB.
have /subsetPn [j jB jA] : ~~ (B \subset A).
  by apply: contra AB => BA; have /eqP -> : B == A by rewrite eqEcard BA same leqnn.
by case/subsetPn: AB => i iA iB; exists i, j.
Qed.

Definition leads n (q : R) (x : 'rV[R]_n) (S : {set 'I_n}) :=
  forall i j, i \in S -> j \notin S -> q * x 0 j < q * x 0 i.

(* Two different sets of one size are ranked first on a line by queries of opposite signs. *)
Theorem different_sets_need_opposite_queries n (x : 'rV[R]_n) (a b : R) (S T : {set 'I_n}) :
  leads a x S -> leads b x T -> #|S| = #|T| -> S != T -> a * b < 0.
Proof.
move=> aS bT same ST; have [i [j [iS iT jT jS]]] := exchanged same ST.
have up : 0 < a * (x 0 i - x 0 j) by rewrite mulrBr subr_gt0 aS.
have down : b * (x 0 i - x 0 j) < 0 by rewrite mulrBr subr_lt0 bT.
have square : 0 < (x 0 i - x 0 j) ^+ 2.
  rewrite exprn_even_gt0 //=; apply: contraTneq up => ->.
  by rewrite mulr0 ltxx.
rewrite -(pmulr_llt0 _ square) expr2 mulrACA pmulr_rlt0 //.
Qed.

Theorem two_sets_on_a_line n (x : 'rV[R]_n) (a b c : R) (S T U : {set 'I_n}) :
  leads a x S -> leads b x T -> leads c x U -> #|S| = #|T| -> #|T| = #|U| ->
  [|| S == T, T == U | S == U].
Proof.
move=> aS bT cU ST TU; apply: contraT; rewrite !negb_or => /and3P [st tu su].
have ab := different_sets_need_opposite_queries aS bT ST st.
have bc := different_sets_need_opposite_queries bT cU TU tu.
have ac := different_sets_need_opposite_queries aS cU (etrans ST TU) su.
have : 0 < (a * b) * (b * c) by rewrite nmulr_rgt0.
rewrite -(nmulr_rlt0 _ ac) (_ : a * c * _ = (a * b * c) ^+ 2); last by ring.
by rewrite ltNge sqr_ge0.
Qed.

(* What is relevant to which query is the signs of a matrix of rank d + 1 at most: d + 2 of its
   rows, or more, depend on each other. *)
Theorem thresholds_add_one_to_the_rank m n d (Q : 'M[R]_(m, d)) (V : 'M[R]_(n, d)) (tau : 'rV[R]_m) :
  (d.+1 < m)%N -> exists u : 'rV[R]_m,
  0 < \sum_i u 0 i ^+ 2 /\ forall j, \sum_i u 0 i * (\sum_c Q i c * V j c - tau 0 i) = 0.
Proof.
move=> dm; pose A := row_mx Q tau^T.
have : kermx A != 0.
  rewrite -mxrank_eq0 mxrank_ker subn_eq0 -ltnNge.
  by apply: leq_ltn_trans (rank_leq_col A) _; rewrite addn1.
case/rowV0Pn => u /sub_kermxP; rewrite mul_mx_row => zero u0.
have [uQ ut] : u *m Q = 0 /\ u *m tau^T = 0 by apply: eq_row_mx; rewrite zero row_mx0.
exists u; split.
  rewrite lt_neqAle sumr_ge0 ?andbT; last by move=> i _; exact: sqr_ge0.
  rewrite eq_sym; apply: contraNneq u0 => none; apply/eqP/rowP => i; rewrite mxE.
  apply/eqP; rewrite -sqrf_eq0; apply/eqP.
  by apply: (psumr_eq0P _ none) => // k _; exact: sqr_ge0.
move=> j; under eq_bigr do rewrite mulrBr.
rewrite sumrB (_ : \sum_i u 0 i * tau 0 i = 0) ?subr0; last first.
  have := congr1 (fun M : 'M[R]_1 => M 0 0) ut; rewrite [LHS]mxE [RHS]mxE => total.
  by rewrite -[RHS]total; apply: eq_bigr => i _; rewrite mxE.
under eq_bigr do rewrite mulr_sumr.
rewrite exchange_big big1 // => c _.
under eq_bigr do rewrite mulrA.
rewrite -mulr_suml (_ : \sum_i u 0 i * Q i c = 0) ?mul0r //.
by have := congr1 (fun M : 'rV[R]_d => M 0 c) uQ; rewrite [LHS]mxE [RHS]mxE.
Qed.
End Ranked.
