(* Attention on floats, summed up in parts and merged in any tree: for every number of pairs, every
   format, every way to break ties. The last line of the last theorem is the claim's. *)
From Coq Require Import ZArith Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors floats float_bridge float_dots formats trees dot_trees.
From atensi Require Import float_fold said_floats computed.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope R_scope.

(* A part has no pair, or its masses and outputs are summed up at its shift, each in some order. Two
   parts are merged at a shift. *)
Inductive parts (T : Type) :=
  | Nothing (m : R)
  | Part (m : R) (of_mass of_output : dot_tree T)
  | Merged (m : R) (left right : parts T).

Section Shapes.
Variable T : Type.
Implicit Type t : parts T.

Definition shift t := match t with Nothing m => m | Part m _ _ => m | Merged m _ _ => m end.
Fixpoint pairs t : seq T :=
  match t with Nothing _ => [::] | Part _ a _ => dot_leaves a | Merged _ l r => pairs l ++ pairs r end.
Fixpoint levels t : nat := if t is Merged _ l r then (maxn (levels l) (levels r)).+1 else 0.
Fixpoint merges t : nat := if t is Merged _ l r then (merges l + merges r).+1 else 0.
Fixpoint tallest t : nat :=
  match t with
  | Nothing _ => 0 | Part _ a b => maxn (dot_height a) (dot_height b)
  | Merged _ l r => maxn (tallest l) (tallest r)
  end.
End Shapes.

Section Over.
Variable T : eqType.
Implicit Types (js : seq T) (F G : T -> R).

Lemma over_le js F G : (forall j, j \in js -> F j <= G j) -> over js F <= over js G.
Proof. by move=> le; apply/RleP; rewrite /over !big_seq; apply: ler_sum => j /le /RleP. Qed.

Lemma over_ext js F G : (forall j, j \in js -> F j = G j) -> over js F = over js G.
Proof. exact: eq_big_seq. Qed.

Lemma over_add js F G : over js F + over js G = over js (fun j => F j + G j).
Proof. exact/esym/big_split. Qed.

Lemma over_scale a js F : a * over js F = over js (fun j => a * F j).
Proof. exact: mulr_sumr. Qed.

Lemma over_off js F G : Rabs (over js F - over js G) <= over js (fun j => Rabs (F j - G j)).
Proof.
have -> : over js F - over js G = over js (fun j => F j - G j); last exact: over_abs.
have -> : over js F - over js G = over js F + -1 * over js G by lra.
by rewrite over_scale over_add; apply: over_ext => j _; lra.
Qed.
End Over.

Section Fold.
Variables (emin prec : Z) (tie : Z -> bool) (E : R -> R) (by_factor : R -> R -> R) (c : R).
Variables (T : eqType) (x : T -> R).
Hypothesis prec_gt0 : Z.lt 0 prec.
Local Notation u := (unit_roundoff prec).
Local Notation eta := (spacing emin).
Local Notation float := (float emin prec).
Local Notation fl := (fl emin prec tie).
Local Notation difference := (difference emin prec tie).
Local Notation dotted := (dotted emin prec tie).

Hypotheses (c_ge0 : 0 <= c) (u_small : u <= 1 / 4) (floats : forall j, float (x j)).
Definition near_exp y d := 0 <= y /\ Rabs (y - exp d) <= c * u * exp d + eta.
Hypothesis within : forall y, float y -> y <= 0 -> near_exp (E y) y.
(* A part is multiplied by a computed exponential, or left as it is where its shift stays. *)
Hypothesis rescales : forall a b, float a -> float b -> a <= b -> near_exp (by_factor a b) (difference a b).

Implicit Type t : parts T.

(* Shifts are floats, and only grow, from the scores on. *)
Fixpoint climbs t : Prop :=
  float (shift t) /\ match t with
  | Nothing _ => True
  | Part m a b => perm_eq (dot_leaves b) (dot_leaves a) /\ forall j, j \in dot_leaves a -> x j <= m
  | Merged m l r => [/\ climbs l, climbs r, shift l <= m & shift r <= m]
  end.

(* What the computed differences on the way of a pair add up to. *)
Fixpoint reached t j : R :=
  match t with
  | Nothing _ => 0
  | Part m _ _ => difference (x j) m
  | Merged m l r => if j \in pairs l then reached l j + difference (shift l) m else reached r j + difference (shift r) m
  end.

(* The masses, with values that are 1 and orders of their own, or the outputs. *)
Fixpoint run (outputs : bool) (v : T -> R) t : R :=
  match t with
  | Nothing _ => 0
  | Part m a b => dotted (fun j => E (difference (x j) m)) v (if outputs then b else a)
  | Merged m l r =>
      fl (fl (run outputs v l * by_factor (shift l) m) + fl (run outputs v r * by_factor (shift r) m))
  end.

Lemma u_pos : 0 < u. Proof. exact: u_gt0. Qed.
Lemma eta_pos : 0 < eta. Proof. exact: eta_gt0. Qed.

Lemma float_shift t : climbs t -> float (shift t).
Proof. by case: t => [m|m a b|m l r] []. Qed.

Lemma below_shift t j : climbs t -> j \in pairs t -> x j <= shift t.
Proof.
elim: t => [m|m a b|m l IHl r IHr] //=; first by move=> [_ [_ le]]; exact: le.
move=> [_ [cl cr lm rm]]; rewrite mem_cat => /orP [/(IHl cl)|/(IHr cr)]; lra.
Qed.

Lemma reached_le0 t j : climbs t -> j \in pairs t -> reached t j <= 0.
Proof.
elim: t => [m|m a b|m l IHl r IHr] //=.
  by move=> [_ [_ le]] /le; exact: difference_le0.
move=> [_ [cl cr lm rm]]; have dl := difference_le0 emin tie prec_gt0 lm; have dr := difference_le0 emin tie prec_gt0 rm.
by rewrite mem_cat; case: ifP => [jl _|_ /= jr]; [have := IHl cl jl | have := IHr cr jr]; lra.
Qed.

(* Where shifts only grow, the rounding of all differences is that of one, and 3η for each. *)
Theorem shifts_add_up t j : climbs t -> j \in pairs t ->
  Rabs (reached t j - (x j - shift t)) <= u * (shift t - x j) + 3 * (INR (levels t) + 1) * eta.
Proof.
have u0 := u_pos; have eta0 := eta_pos.
have step a b : float a -> float b -> a <= b -> Rabs (difference a b - (a - b)) <= u * (b - a) + 3 * eta.
  move=> fa fb le; have := difference_of_halves tie prec_gt0 fa fb u_small.
  by rewrite (Rabs_left1 (a - b)); lra.
elim: t => [m|m a b|m l IHl r IHr] //.
  by move=> /= [fm [_ le]] /le xm; have := step _ _ (floats j) fm xm; lra.
rewrite [INR (levels _)]S_INR /= => -[fm [cl cr lm rm]]; rewrite mem_cat.
have up p : (p <= maxn (levels l) (levels r))%N -> INR p <= INR (maxn (levels l) (levels r)).
  by move=> /ssrnat.leP le; exact: le_INR.
have one (s : parts T) : climbs s -> shift s <= m -> (levels s <= maxn (levels l) (levels r))%N -> j \in pairs s ->
    Rabs (reached s j - (x j - shift s)) <= u * (shift s - x j) + 3 * (INR (levels s) + 1) * eta ->
    Rabs (reached s j + difference (shift s) m - (x j - m)) <=
      u * (m - x j) + 3 * (INR (maxn (levels l) (levels r)) + 1 + 1) * eta.
  move=> cs sm /up le js IH; apply: one_more_shift (below_shift cs js) sm _ (step _ _ (float_shift cs) fm sm).
  have := Rmult_le_compat_r _ _ _ (Rlt_le _ _ eta0) le; lra.
case: ifP => [jl _|_ /= jr].
  by apply: one (IHl cl jl); rewrite ?leq_maxl.
by apply: one (IHr cr jr); rewrite ?leq_maxr.
Qed.

(* A dot product of computed exponentials, wherever their arguments lie. *)
Lemma dot_of_exponentials (v e y : T -> R) (sums : dot_tree T) h :
  (dot_height sums <= h)%N -> (forall j, j \in dot_leaves sums -> near_exp (e j) (y j)) ->
  Rabs (dotted e v sums - over (dot_leaves sums) (fun j => exp (y j) * v j)) <=
    merged_off u eta c h 0 (over (dot_leaves sums) (fun j => exp (y j) * Rabs (v j)))
      (over (dot_leaves sums) (fun j => Rabs (v j))) (INR (seq.size (dot_leaves sums)) / 2).
Proof.
set js := dot_leaves sums => sums_h close; have u0 := u_pos; have eta0 := eta_pos.
set sz := over js (fun j => exp (y j) * Rabs (v j)); set vs := over js (fun j => Rabs (v j)).
have dot := dot_in_any_order emin tie prec_gt0 e v sums; rewrite -/js in dot.
have moved : Rabs (over js (fun j => e j * v j) - over js (fun j => exp (y j) * v j)) <= c * u * sz + eta * vs.
  apply: Rle_trans (over_off _ _ _) _; rewrite /sz /vs !over_scale over_add; apply: over_le => j ja.
  have [_ H] := close j ja; rewrite -Rmult_minus_distr_r Rabs_mult /=.
  by have := Rmult_le_compat_r _ _ _ (Rabs_pos (v j)) H; lra.
have sizes : over js (fun j => Rabs (e j * v j)) <= (1 + c * u) * sz + eta * vs.
  rewrite /sz /vs !over_scale over_add; apply: over_le => j ja; rewrite Rabs_mult /=.
  have [e0 H] := close j ja; rewrite (Rabs_pos_eq (e j)) //.
  have : e j <= exp (y j) + (c * u * exp (y j) + eta) by have := abs_le H; lra.
  by move=> H'; have := Rmult_le_compat_r _ _ _ (Rabs_pos (v j)) H'; lra.
have up1 : (1 + u) ^ (dot_height sums).+1 <= (1 + u) ^ (h + 1) by rewrite addn1; apply: pow_up; [lra|].
have up0 : (1 + u) ^ dot_height sums <= (1 + u) ^ (h + 1).
  by apply: pow_up; [lra | rewrite addn1; exact: leqW].
have P1 : 1 <= (1 + u) ^ (h + 1) by apply: pow_ge1; lra.
have vs0 : 0 <= vs by apply: over_ge0 => j; exact: Rabs_pos.
have sz0 : 0 <= sz.
  by apply: over_ge0 => j; apply: Rmult_le_pos (Rabs_pos _); exact/Rlt_le/exp_pos.
have over0 : 0 <= over js (fun j => Rabs (e j * v j)) by apply: over_ge0 => j; exact: Rabs_pos.
apply: Rle_trans (off_by_two dot moved) _.
have one := Rmult_le_compat_r _ _ _ over0 up1; have n0 := pos_INR (seq.size js).
have P0 : 0 <= (1 + u) ^ (h + 1) - 1 by lra.
have two := Rmult_le_compat_l _ _ _ P0 sizes.
have three : INR (seq.size js) * ((1 + u) ^ dot_height sums * (eta / 2)) <=
    INR (seq.size js) * ((1 + u) ^ (h + 1) * (eta / 2)).
  by apply: Rmult_le_compat_l => //; apply: Rmult_le_compat_r; lra.
rewrite /merged_off /fold_grows /= Rmult_1_r.
move: sz vs ((1 + u) ^ (h + 1)) (INR _) sz0 vs0 moved two three one sizes P0 P1 n0 => sz vs P N sz0 vs0 moved two three one sizes P0 P1 n0.
have cu := Rmult_le_pos _ _ c_ge0 (Rlt_le _ _ u0).
have four : P * (eta * (vs + N / 2)) <= P * (1 + c * u) * (eta * (vs + N / 2)).
  by apply: Rmult_le_compat_r; [apply: Rmult_le_pos; lra | nra].
by rewrite /= in one; lra.
Qed.

Section Values.
Variables (outputs : bool) (v : T -> R) (h : nat).
Let exact t := over (pairs t) (fun j => exp (reached t j) * v j).
Let size t := over (pairs t) (fun j => exp (reached t j) * Rabs (v j)).
Let values t := over (pairs t) (fun j => Rabs (v j)).
Let lost t := INR (seq.size (pairs t)) / 2 + INR (merges t).

Lemma values_ge0 t : 0 <= values t. Proof. by apply: over_ge0 => j; exact: Rabs_pos. Qed.

Lemma exact_within t : Rabs (exact t) <= size t.
Proof.
apply: Rle_trans (over_abs _ _) _; apply: over_le => j _; rewrite Rabs_mult Rabs_pos_eq; first exact: Rle_refl.
exact/Rlt_le/exp_pos.
Qed.

Lemma size_ge0 t : 0 <= size t. Proof. exact: Rle_trans (Rabs_pos _) (exact_within t). Qed.

Lemma size_le t : climbs t -> size t <= values t.
Proof.
move=> ct; apply: over_le => j jt; have := exp_le (reached_le0 ct jt); rewrite exp_0.
by have := Rabs_pos (v j); nra.
Qed.

Lemma lost_ge0 t : 0 <= lost t.
Proof. by rewrite /lost; have := pos_INR (seq.size (pairs t)); have := pos_INR (merges t); lra. Qed.

Lemma part_of_floats m a b : climbs (Part m a b) -> (tallest (Part m a b) <= h)%N ->
  Rabs (run outputs v (Part m a b) - exact (Part m a b)) <=
    merged_off u eta c h 0 (size (Part m a b)) (values (Part m a b)) (lost (Part m a b)).
Proof.
move=> [fm [same le]]; rewrite /= geq_max => /andP [ha hb].
pose sums := if outputs then b else a.
have sums_h : (dot_height sums <= h)%N by rewrite /sums; case: (outputs).
have order : perm_eq (dot_leaves sums) (dot_leaves a) by rewrite /sums; case: (outputs).
have over_sums F : over (dot_leaves sums) F = over (dot_leaves a) F by rewrite /over (perm_big _ order).
have close j : j \in dot_leaves sums -> near_exp (E (difference (x j) m)) (difference (x j) m).
  rewrite (perm_mem order) => /le xm; apply: within; first exact: float_difference.
  exact: difference_le0.
have := dot_of_exponentials v sums_h close; rewrite !over_sums (perm_size order).
by rewrite /lost /= Rplus_0_r.
Qed.

Lemma more_levels p q sz vs lo : (p <= q)%N -> 0 <= sz -> 0 <= vs -> 0 <= lo ->
  merged_off u eta c h p sz vs lo <= merged_off u eta c h q sz vs lo.
Proof.
move=> pq sz0 vs0 lo0; have u0 := u_pos; have eta0 := eta_pos.
have M1 := merge_grows_ge1 (Rlt_le _ _ u0) (Rlt_le _ _ eta0) c_ge0.
have up : fold_grows u eta c h p <= fold_grows u eta c h q.
  apply: Rmult_le_compat_l; last exact: pow_up.
  apply: Rmult_le_pos; first by apply: pow_le; lra.
  by have := Rmult_le_pos _ _ c_ge0 (Rlt_le _ _ u0); lra.
have G1 := fold_grows_ge1 (Rlt_le _ _ u0) (Rlt_le _ _ eta0) c_ge0 h p.
have pq' : INR p <= INR q by apply/le_INR/ssrnat.leP.
apply: Rplus_le_compat; first by apply: Rmult_le_compat_r; lra.
have p0 := pos_INR p; apply: Rmult_le_compat => //; first by lra.
  by apply: Rmult_le_pos; [lra | nra].
by apply: Rmult_le_compat_l; [lra | nra].
Qed.

(* In any tree of merges: a factor for each level, and what underflows. *)
Theorem merged_in_any_tree t : climbs t -> uniq (pairs t) -> (tallest t <= h)%N ->
  Rabs (run outputs v t - exact t) <= merged_off u eta c h (levels t) (size t) (values t) (lost t).
Proof.
have u0 := u_pos; have eta0 := eta_pos.
elim: t => [m|m a b|m l IHl r IHr] ct; last 1 first; [|move=> _ _|by move=> _; exact: part_of_floats].
  move: (ct) => /= [fm [cl cr lm rm]]; rewrite cat_uniq geq_max => /and3P [ul apart ur] /andP [hl hr].
  set q := maxn (levels l) (levels r).
  have low s : climbs s -> (levels s <= q)%N -> Rabs (run outputs v s - exact s) <= merged_off u eta c h (levels s) (size s) (values s) (lost s) ->
      Rabs (run outputs v s - exact s) <= merged_off u eta c h q (size s) (values s) (lost s).
    move=> cs sq H; apply: Rle_trans H _.
    by apply: more_levels => //; [exact: size_ge0 | exact: values_ge0 | exact: lost_ge0].
  have offl := low _ cl (leq_maxl _ _) (IHl cl ul hl); have offr := low _ cr (leq_maxr _ _) (IHr cr ur hr).
  have [f0 fl_] := rescales (float_shift cl) fm lm; have [g0 fr_] := rescales (float_shift cr) fm rm.
  have products := operation emin tie prec_gt0.
  have split F : over (pairs l ++ pairs r) (fun j => exp (reached (Merged m l r) j) * F j) =
      exp (difference (shift l) m) * over (pairs l) (fun j => exp (reached l j) * F j)
      + exp (difference (shift r) m) * over (pairs r) (fun j => exp (reached r j) * F j).
    rewrite over_cat !over_scale; congr (_ + _); apply: over_ext => j js /=.
      by rewrite js exp_plus; ring.
    have -> : (j \in pairs l) = false by apply/negbTE; apply: contra apart => jl; apply/hasP; exists j.
    by rewrite exp_plus; ring.
  have merged := one_merge (Rlt_le _ _ u0) (Rlt_le _ _ eta0) c_ge0 (exact_within l) (exact_within r) (size_le cl) (size_le cr)
    (lost_ge0 l) (lost_ge0 r) offl offr (difference_le0 emin tie prec_gt0 lm) (difference_le0 emin tie prec_gt0 rm)
    f0 g0 fl_ fr_ (products _) (products _)
    (sum_of_floats tie prec_gt0 (float_fl _ _ prec_gt0 _) (float_fl _ _ prec_gt0 _)).
  have L : lost (Merged m l r) = lost l + lost r + 1.
    have N : INR (merges (Merged m l r)) = INR (merges l) + INR (merges r) + 1 by rewrite -plus_INR -S_INR.
    rewrite /lost N [pairs _]/= size_cat plus_INR; lra.
  have V : values (Merged m l r) = values l + values r := over_cat _ _ _.
  by rewrite /exact /size -!split addn1 in merged; rewrite L V.
rewrite /exact /size /values /lost /over /= !big_nil /merged_off /= Rminus_diag_eq // Rabs_R0.
rewrite -[GRing.zero _]/0; lra.
Qed.

End Values.

(* Where the last shift is the largest score, its exponential is 1. *)
Theorem one_is_reached t k : climbs t -> k \in pairs t -> x k = shift t -> reached t k = 0.
Proof.
elim: t => [m|m a b|m l IHl r IHr] //=; first by move=> _ _ ->; exact: difference_itself.
move=> [_ [cl cr lm rm]]; rewrite mem_cat; case: ifP => [kl _|_ /= kr] km.
  have e : x k = shift l by have := below_shift cl kl; lra.
  by rewrite IHl // -e km difference_itself; lra.
have e : x k = shift r by have := below_shift cr kr; lra.
by rewrite IHr // -e km difference_itself; lra.
Qed.

End Fold.

Section Attention.
Local Open Scope ring_scope.
Local Notation R := R_rcfType.
Local Notation e := R_exp.
Variables (emin prec : Z) (tie : Z -> bool) (E : R -> R) (by_factor : R -> R -> R) (c : R) (n : nat).
Variables (x v : 'rV[R]_n) (t : parts 'I_n).
Local Notation u := (unit_roundoff prec : R).
Local Notation eta := (spacing emin : R).
Local Notation fl := (fl emin prec tie).

Definition row_of (y : 'rV[R]_n) j : R := y 0 j.
Definition exponents : 'rV[R]_n := \row_j reached emin prec tie (row_of x) t j.
Definition mass : R := run emin prec tie E by_factor (row_of x) false (fun _ => 1) t.
Definition output : R := run emin prec tie E by_factor (row_of x) true (row_of v) t.

Hypotheses (prec_gt0 : Z.lt 0 prec) (c_ge0 : 0 <= c) (u_small : u <= 1 / 4%:R).
Hypotheses (floats : forall j, float emin prec (x 0 j)) (within_c : exp_within emin prec E c).
Hypothesis rescales : forall a b : R, float emin prec a -> float emin prec b -> a <= b ->
  by_factor a b = E (difference emin prec tie a b) \/ (a = b /\ by_factor a b = 1).
Hypotheses (each_once : perm_eq (pairs t) (enum 'I_n)) (ordered : climbs emin prec (row_of x) t).

Lemma small : Rle u (Rdiv 1 4). Proof. by in_reals u_small. Qed.

Lemma exponential_within (y : R) : float emin prec y -> Rle y 0 -> near_exp emin prec c (E y) y.
Proof.
move=> fy y0; have le : y <= 0 by exact/RleP.
have [_ pos close] := within_c fy le.
by split; [exact/RleP | in_reals close].
Qed.

Lemma factor_within (a b : R) : float emin prec a -> float emin prec b -> Rle a b ->
  near_exp emin prec c (by_factor a b) (difference emin prec tie a b).
Proof.
move=> fa fb le; have le' : a <= b by exact/RleP.
case: (rescales fa fb le') => [->|[-> ->]].
  apply: exponential_within; [exact: float_difference | exact: difference_le0].
rewrite difference_itself /near_exp exp_0; have c' : Rle 0 c by in_reals c_ge0.
have := Rmult_le_pos _ _ c' (Rlt_le _ _ (u_gt0 prec)); have := eta_gt0 emin.
rewrite -[GRing.one _]/(IZR 1) Rminus_diag_eq // Rabs_R0; lra.
Qed.

Lemma pairs_unique : uniq (pairs t). Proof. by rewrite (perm_uniq each_once) enum_uniq. Qed.

Lemma over_pairs F : over (pairs t) F = Sum F.
Proof. by rewrite /over (perm_big _ each_once) /= /Sum big_enum. Qed.

Lemma pair_of j : j \in pairs t. Proof. by rewrite (perm_mem each_once) mem_enum. Qed.

Lemma largest_reached (k : 'I_n) : x 0 k = shift t -> 1 <= \sum_(s1 < n) e (exponents 0 s1).
Proof.
move=> top; rewrite (bigD1 k) //= mxE (one_is_reached tie ordered (pair_of k) top).
rewrite -[X in _ <= X + _]/(exp 0) exp_0 ler_addl.
by apply: sumr_ge0 => j _; exact: (e_ge0 R_exp).
Qed.

Theorem fold_on_floats (s y w : 'rV[R]_n) (mu : R) : let m := shift t : R in
  let h := tallest t in let l := levels t in let b := merges t in
  let dhat := exponents in let ohat := fl (output / mass) in
  (0 < n)%N -> (forall j, `|x 0 j - s 0 j| <= y 0 j) ->
  (forall j, y 0 j + u * (`|s 0 j - m| + y 0 j) + (3%:R * (l%:R + 1)) * eta <= w 0 j) ->
  0 < mu -> (mu <= \sum_(s1 < n) (e (dhat 0 s1))) ->
  ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1) + ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu) < 1) ->
  `|(ohat - (\sum_(s1 < n) (((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (v 0 s1))))| <= (((\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * ((e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1))))) - 1))) + (((((2%:R * (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1)) * (\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1)))))))) + ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * (\sum_(s1 < n) (`|(v 0 s1)|))) + ((n%:R / 2%:R) + b%:R)))) / mu)) + ((\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1))))))) * ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu))) / ((1 - (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1)) - ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu)))) + (u * ((\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1))))))) + (((((2%:R * (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1)) * (\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1)))))))) + ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * (\sum_(s1 < n) (`|(v 0 s1)|))) + ((n%:R / 2%:R) + b%:R)))) / mu)) + ((\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1))))))) * ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu))) / ((1 - (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1)) - ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu)))))) + (eta / 2%:R).
Proof.
move=> m h l b dhat ohat n0 scores reach mu0 least fine.
have count : seq.size (pairs t) = n by rewrite (perm_size each_once) size_enum_ord.
have c' : Rle 0 c by in_reals c_ge0.
have off outputs y' := merged_in_any_tree (h := h) prec_gt0 c' exponential_within factor_within
  outputs y' ordered pairs_unique (leqnn _).
have moved j : `|dhat 0 j - (s 0 j - m)| <= w 0 j.
  have H := shifts_add_up tie prec_gt0 small floats ordered (pair_of j); rewrite -/l -/m in H.
  have xm : Rle (x 0 j) m := below_shift ordered (pair_of j).
  have S : Rle (Rabs (Rminus (x 0 j) (s 0 j))) (y 0 j) by in_reals (scores j).
  have W : Rle (Rplus (Rplus (y 0 j) (Rmult u (Rplus (Rabs (Rminus (s 0 j) m)) (y 0 j)))) (Rmult (Rmult 3 (Rplus (INR l) 1)) eta)) (w 0 j)
    by in_reals (reach j).
  have G : Rle (Rabs (Rminus (dhat 0 j) (Rminus (s 0 j) m))) (w 0 j); last by by_reals G.
  rewrite mxE; have far : Rle (Rminus m (x 0 j)) (Rplus (Rabs (Rminus (s 0 j) m)) (y 0 j)).
    by have := abs_le S; have := Rle_abs (Ropp (Rminus (s 0 j) m)); rewrite Rabs_Ropp; lra.
  have uf := Rmult_le_compat_l _ _ _ (Rlt_le _ _ (u_gt0 prec)) far.
  move: (reached _ _ _ _ t j) H far uf S W => r H far uf S W.
  have := Rabs_triang (Rminus r (Rminus (x 0 j) m)) (Rminus (x 0 j) (s 0 j)).
  have -> : Rplus (Rminus r (Rminus (x 0 j) m)) (Rminus (x 0 j) (s 0 j)) = Rminus r (Rminus (s 0 j) m) by lra.
  by rewrite /row_of in H; lra.
have way j : reached emin prec tie (row_of x) t j = dhat 0 j by rewrite mxE.
have exps F : Sum (fun j => Rmult (exp (reached emin prec tie (row_of x) t j)) (F j)) = Sum (fun j => Rmult (exp (dhat 0 j)) (F j)).
  by apply: Sum_ext => j; rewrite way.
have offS := off false (fun _ => 1); have offO := off true (row_of v).
rewrite !over_pairs count !exps /merged_off /fold_grows /merge_grows in offS offO.
have ones : Sum (fun j => Rmult (exp (dhat 0 j)) 1) = Sum (fun j => exp (dhat 0 j)).
  by apply: Sum_ext => j; rewrite Rmult_1_r.
rewrite Rabs_R1 ones Sum_const Rmult_1_r in offS.
have w0 j : 0 <= w 0 j by apply: le_trans (moved j).
apply: (@fold_0 n n0 dhat s v w output mass b c eta h l m mu ohat u c_ge0 (eta0 emin) mu0 (u0 prec) w0 moved least fine).
- by by_reals offS.
- by by_reals offO.
by have H := operation emin tie prec_gt0 (Rdiv output mass); by_reals H.
Qed.

End Attention.
