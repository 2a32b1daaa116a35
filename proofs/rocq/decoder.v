(* The decoder: causal attention, attention to the encoder's rows, caches. *)
From mathcomp Require Import all_ssreflect fingroup perm all_algebra.
From atensi Require Import exponential softmax lookup heads rows normalization feedforward encoder.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Decoder.
Variables (R : rcfType) (e : exponential R).

Definition causal n : 'M[bool]_n := \matrix_(i, j) (j <= i)%N.

(* The first l + 1 rows, up to row l. *)
Definition prefix n d (l : 'I_n) (X : 'M[R]_(n, d)) : 'M[R]_(l.+1, d) :=
  \matrix_(i, j) X (widen_ord (ltn_ord l) i) j.

Record decoder_parameters d := DecoderParameters {
  own : attention_parameters R d; crossed : attention_parameters R d;
  forward : net_parameters R d;
  norm_own : norm_parameters R d; norm_crossed : norm_parameters R d;
  norm_net : norm_parameters R d
}.

Definition decoder_block bend o m n d (kept : 'M[bool]_(m, n)) (p : decoder_parameters d)
  (M : 'M[R]_(n, d)) (Y : 'M[R]_(m, d)) : 'M[R]_(m, d) :=
  let A := residual o (norm_own p) (fun y => attend e (own p) (causal m) y y) Y in
  let B := residual o (norm_crossed p) (fun y => attend e (crossed p) kept y M) A in
  residual o (norm_net p) (transform bend (forward p)) B.

Definition decoder bend o m n d (kept : 'M[bool]_(m, n)) (ps : seq (decoder_parameters d))
  (M : 'M[R]_(n, d)) (Y : 'M[R]_(m, d)) : 'M[R]_(m, d) :=
  foldl (fun y p => decoder_block bend o kept p M y) Y ps.

(* The block's newest row, from that row alone and what attention to itself is given to ask:
   its own, and the rows before, all as they come to the layer. *)
Definition cached_block bend o t n d (kept : 'M[bool]_(1, n)) (p : decoder_parameters d)
  (M : 'M[R]_(n, d)) (before : 'M[R]_(t, d)) (y : 'rV[R]_d) : 'rV[R]_d :=
  let asked := if o is Pre then norm (norm_own p) (col_mx before y) else col_mx before y in
  let A := residual o (norm_own p) (fun y => attend e (own p) (everything 1 (t + 1)) y asked) y in
  let B := residual o (norm_crossed p) (fun y => attend e (crossed p) kept y M) A in
  residual o (norm_net p) (transform bend (forward p)) B.

Theorem a_masked_key_has_no_influence m n d dv (kept : 'M[bool]_(m, n)) (Q : 'M[R]_(m, d))
    (K K' : 'M[R]_(n, d)) (V V' : 'M[R]_(n, dv)) i :
  (forall k, kept i k -> row k K' = row k K /\ row k V' = row k V) ->
  row i (masked_dot_product_attention e kept Q K' V')
    = row i (masked_dot_product_attention e kept Q K V).
Proof.
move=> same; apply/rowP => c; rewrite [LHS]mxE [RHS]mxE.
apply: (@attention_row _ _ _ _ _ _ _ _ kept kept _ _ _ _ _ _ i i id) => //.
by split=> // j _; exists j.
Qed.

Lemma keeps_alike_refl m n (kept : 'M[bool]_(m, n)) i : keeps_alike kept kept i i id.
Proof. by split=> // j _; exists j. Qed.

Lemma keeps_alike_all m m' n (i : 'I_m) (i' : 'I_m') :
  keeps_alike (everything m n) (everything m' n) i i' id.
Proof. by split=> // [j|j _]; [rewrite !mxE | exists j]. Qed.

Lemma decoder_block_row bend o m m' n n' d (kept : 'M[bool]_(m, n)) (kept' : 'M[bool]_(m', n'))
    (p : decoder_parameters d) (M : 'M[R]_(n, d)) (M' : 'M[R]_(n', d)) (Y : 'M[R]_(m, d))
    (Y' : 'M[R]_(m', d)) i i' g f :
  keeps_alike (causal m) (causal m') i i' g ->
  row i' Y' = row i Y -> (forall j, causal m' i' j -> row j Y' = row (g j) Y) ->
  keeps_alike kept kept' i i' f -> (forall j, kept' i' j -> row j M' = row (f j) M) ->
  row i' (decoder_block bend o kept' p M' Y') = row i (decoder_block bend o kept p M Y).
Proof.
move=> alike_own own_same same alike_crossed sameM; rewrite /decoder_block; cbv zeta.
set A' := residual _ _ _ Y'; set A := residual _ _ _ Y.
have sameA : row i' A' = row i A.
  apply: residual_row => //; case: {A A'} o; apply: (attend_row _ _ alike_own) => //.
    exact: norm_row.
  by move=> j kj; apply/norm_row/same.
clearbody A A'; set B' := residual _ _ _ A'; set B := residual _ _ _ A.
have sameB : row i' B' = row i B.
  apply: residual_row => //; case: {B B'} o; apply: (attend_row _ _ alike_crossed) => //.
  exact: norm_row.
clearbody B B'; apply: residual_row => //; apply: transform_row.
by case: o => //; exact: norm_row.
Qed.

(* Rows up to i of the result depend on rows up to i of the input alone, at any depth. *)
Theorem decoder_causal bend o m n d (kept : 'M[bool]_(m, n)) (ps : seq (decoder_parameters d))
    (M : 'M[R]_(n, d)) (Y Y' : 'M[R]_(m, d)) (i : 'I_m) :
  (forall j : 'I_m, (j <= i)%N -> row j Y' = row j Y) ->
  forall j : 'I_m, (j <= i)%N ->
    row j (decoder bend o kept ps M Y') = row j (decoder bend o kept ps M Y).
Proof.
rewrite /decoder; elim: ps Y Y' => [|p ps IH] Y Y' same; first exact: same.
rewrite [foldl _ Y _]/= [foldl _ Y' _]/=; apply: IH => j ji.
apply: (@decoder_block_row _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ id id) => [||k||].
- exact: keeps_alike_refl.
- exact: same.
- by rewrite mxE => kj; apply: same; apply: leq_trans kj ji.
- exact: keeps_alike_refl.
- by [].
Qed.

Lemma row_prefix n d (l : 'I_n) (X : 'M[R]_(n, d)) j :
  row j (prefix l X) = row (widen_ord (ltn_ord l) j) X.
Proof. by apply/rowP => a; rewrite !mxE. Qed.

Lemma keeps_alike_prefix n (l : 'I_n) (i' : 'I_l.+1) :
  keeps_alike (causal n) (causal l.+1) (widen_ord (ltn_ord l) i') i' (widen_ord (ltn_ord l)).
Proof.
split=> [j k /(congr1 val) /= jk|j|j]; [exact: val_inj | by rewrite !mxE |].
rewrite mxE /= => ji; have jl : (j < l.+1)%N by apply: leq_ltn_trans ji (ltn_ord i').
by exists (Ordinal jl); apply: val_inj.
Qed.

Lemma keeps_alike_last m' n (l : 'I_n) (i' : 'I_m') :
  keeps_alike (causal n) (everything m' l.+1) l i' (widen_ord (ltn_ord l)).
Proof.
split=> [j k /(congr1 val) /= jk|j|j]; [exact: val_inj | by rewrite !mxE /= -ltnS ltn_ord |].
rewrite mxE => jl; have jl' : (j < l.+1)%N by [].
by exists (Ordinal jl'); apply: val_inj.
Qed.

(* Row l of one causal pass is the last row of plain attention within its prefix. *)
Theorem all_prefixes_at_once n d dk dv (X : 'M[R]_(n, d)) (wq wk : 'M[R]_(d, dk))
    (wv : 'M[R]_(d, dv)) (l : 'I_n) :
  row l (masked_dot_product_attention e (causal n) (X *m wq) (X *m wk) (X *m wv)) =
  row ord_max (dot_product_attention e (prefix l X *m wq) (prefix l X *m wk) (prefix l X *m wv)).
Proof.
apply/rowP => c; rewrite [LHS]mxE [RHS]mxE -attends_to_everything.
have at_l : widen_ord (ltn_ord l) ord_max = l by apply: val_inj.
symmetry; apply: (attention_row _ (keeps_alike_last l _)) => [|j _]; rewrite !row_mul row_prefix //.
by rewrite at_l.
Qed.

(* The same of the whole decoder: row l, as if nothing came after it. *)
Theorem decoder_of_a_prefix bend o m n d (ps : seq (decoder_parameters d)) (M : 'M[R]_(n, d))
    (Y : 'M[R]_(m, d)) (l : 'I_m) :
  decoder bend o (everything l.+1 n) ps M (prefix l Y)
    = prefix l (decoder bend o (everything m n) ps M Y).
Proof.
elim: ps Y => //= p ps IH Y; rewrite -IH; congr decoder.
apply/row_matrixP => j; rewrite row_prefix.
apply: (decoder_block_row _ _ _ (keeps_alike_prefix j)) => [|k _||]; rewrite ?row_prefix //.
exact: keeps_alike_all.
Qed.

(* The newest query alone, with the keys and values that were kept. *)
Theorem cache_equals_full_pass n d dv (Q K : 'M[R]_(n, d)) (V : 'M[R]_(n, dv)) (l : 'I_n) :
  row l (masked_dot_product_attention e (causal n) Q K V) =
  dot_product_attention e (row l Q) (prefix l K) (prefix l V).
Proof.
apply/rowP => c; rewrite [LHS]mxE -attends_to_everything.
symmetry; apply: (attention_row _ (keeps_alike_last l _)) => [|j _]; last by rewrite !row_prefix.
by apply/rowP => a; rewrite !mxE.
Qed.

(* A block's row from the newest row alone, and the t rows before it. *)
Theorem cached_block_equals_full_block bend o t n d (p : decoder_parameters d)
    (M : 'M[R]_(n, d)) (before : 'M[R]_(t, d)) (y : 'rV[R]_d) :
  row (rshift t 0) (decoder_block bend o (everything (t + 1) n) p M (col_mx before y)) =
  cached_block bend o (everything 1 n) p M before y.
Proof.
have all : keeps_alike (causal (t + 1)) (everything 1 (t + 1)) (rshift t 0) 0 id.
  split=> // [j|j _]; last by exists j.
  by rewrite !mxE /= addn0 -ltnS -[X in (_ < X)%N]addn1 ltn_ord.
have own_row : row 0 y = row (rshift t 0) (col_mx before y) by rewrite rowKd.
have of_one (Z : 'rV[R]_d) : row 0 Z = Z by apply/rowP => j; rewrite mxE.
rewrite -[RHS]of_one /decoder_block /cached_block; cbv zeta; apply/esym.
set A' := residual _ _ _ y; set A := residual _ _ _ (col_mx before y).
have sameA : row 0 A' = row (rshift t 0) A.
  apply: residual_row => //; case: {A A'} o; apply: (attend_row _ _ all) => //.
  exact: norm_row.
clearbody A A'; set B' := residual _ _ _ A'; set B := residual _ _ _ A.
have sameB : row 0 B' = row (rshift t 0) B.
  apply: residual_row => //; case: {B B'} o; apply: (attend_row _ _ (@keeps_alike_all (t + 1) 1 n (rshift t 0) 0)) => //.
  exact: norm_row.
clearbody B B'; apply: residual_row => //; apply: transform_row.
by case: o => //; exact: norm_row.
Qed.

Theorem sources_are_multisets m n d dk dv (Q : 'M[R]_(m, dk)) (M : 'M[R]_(n, d))
    (wk : 'M[R]_(d, dk)) (wv : 'M[R]_(d, dv)) (s : 'S_n) :
  masked_dot_product_attention e (everything m n) Q (row_perm s M *m wk) (row_perm s M *m wv) =
  masked_dot_product_attention e (everything m n) Q (M *m wk) (M *m wv).
Proof.
apply/matrixP => i c; apply: (attention_row _ (keeps_alike_perm s i i)) => // j _.
have moved : row j (row_perm s M) = row (s j) M by apply/rowP => a; rewrite !mxE.
by rewrite !row_mul moved.
Qed.

Lemma foldl_alike (S T : Type) (f g : T -> S -> T) (ps : seq S) Y :
  (forall p y, f y p = g y p) -> foldl f Y ps = foldl g Y ps.
Proof. by move=> same; elim: ps Y => //= p ps IH Y; rewrite same IH. Qed.

Theorem decoder_ignores_the_order_of_its_source bend o m n d (ps : seq (decoder_parameters d))
    (M : 'M[R]_(n, d)) (Y : 'M[R]_(m, d)) (s : 'S_n) :
  decoder bend o (everything m n) ps (row_perm s M) Y = decoder bend o (everything m n) ps M Y.
Proof.
have step p Z : decoder_block bend o (everything m n) p (row_perm s M) Z =
    decoder_block bend o (everything m n) p M Z.
  apply/row_matrixP => i.
  apply: (@decoder_block_row _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ id s) => [||j _||j _].
  - exact: keeps_alike_refl.
  - reflexivity.
  - reflexivity.
  - exact: keeps_alike_perm.
  by apply/rowP => a; rewrite !mxE.
exact: foldl_alike.
Qed.

End Decoder.
