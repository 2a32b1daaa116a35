(* The encoder: blocks of attention and a net, with residuals and norms, stacked to any depth. *)
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import exponential softmax lookup heads rows normalization feedforward.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Encoder.
Variables (R : rcfType) (e : exponential R).

(* Parameters, of any number of heads and any inner widths: no assumption, only numbers. *)
Record attention_parameters d := AttentionParameters {
  heads : nat; dk : nat; dv : nat;
  wq : 'I_heads -> 'M[R]_(d, dk); wk : 'I_heads -> 'M[R]_(d, dk);
  wv : 'I_heads -> 'M[R]_(d, dv); wo : 'M[R]_(heads * dv, d)
}.

Arguments wq {d} _ _.
Arguments wk {d} _ _.
Arguments wv {d} _ _.
Arguments wo {d} _.

Record net_parameters d := NetParameters {
  dff : nat; w1 : 'M[R]_(d, dff); b1 : 'rV[R]_dff; w2 : 'M[R]_(dff, d); b2 : 'rV[R]_d
}.

Record norm_parameters d := NormParameters { gain : 'rV[R]_d; bias : 'rV[R]_d; eps : R }.

Record block_parameters d := BlockParameters {
  attention_of : attention_parameters d; net_of : net_parameters d;
  norm_1 : norm_parameters d; norm_2 : norm_parameters d
}.

Definition attend m n d (p : attention_parameters d) (kept : 'M[bool]_(m, n)) (X : 'M[R]_(m, d))
  (Y : 'M[R]_(n, d)) : 'M[R]_(m, d) := multi_head e kept (wq p) (wk p) (wv p) (wo p) X Y.

Definition transform (bend : R -> R) n d (p : net_parameters d) (X : 'M[R]_(n, d)) :
  'M[R]_(n, d) := net bend (w1 p) (b1 p) (w2 p) (b2 p) X.

Definition norm n d (p : norm_parameters d) (X : 'M[R]_(n, d)) : 'M[R]_(n, d) :=
  layer_norm (gain p) (bias p) (eps p) X.

Inductive order := Post | Pre.

Definition residual n d (o : order) (p : norm_parameters d) (layer : 'M[R]_(n, d) -> 'M[R]_(n, d))
  (X : 'M[R]_(n, d)) : 'M[R]_(n, d) :=
  match o with Post => norm p (X + layer X) | Pre => X + layer (norm p X) end.

Definition block bend o n d (kept : 'M[bool]_n) (p : block_parameters d) (X : 'M[R]_(n, d)) :
  'M[R]_(n, d) :=
  let Z := residual o (norm_1 p) (fun rows => attend (attention_of p) kept rows rows) X in
  residual o (norm_2 p) (transform bend (net_of p)) Z.

Definition encoder bend o n d (kept : 'M[bool]_n) (ps : seq (block_parameters d))
  (X : 'M[R]_(n, d)) : 'M[R]_(n, d) := foldl (fun rows p => block bend o kept p rows) X ps.

Definition block_as_printed bend n d (kept : 'M[bool]_n) (p : block_parameters d)
  (X : 'M[R]_(n, d)) : 'M[R]_(n, d) :=
  let Z := norm (norm_1 p) (attend (attention_of p) kept X X + X) in
  transform bend (net_of p) (norm (norm_2 p) Z + Z).

Lemma attend_row m n m' n' d (p : attention_parameters d) (kept : 'M[bool]_(m, n))
    (kept' : 'M[bool]_(m', n')) (X : 'M[R]_(m, d)) (Y : 'M[R]_(n, d)) (X' : 'M[R]_(m', d))
    (Y' : 'M[R]_(n', d)) i i' g : keeps_alike kept kept' i i' g ->
  row i' X' = row i X -> (forall j, kept' i' j -> row j Y' = row (g j) Y) ->
  row i' (attend p kept' X' Y') = row i (attend p kept X Y).
Proof. exact: multi_head_row. Qed.

Lemma norm_row n n' d (p : norm_parameters d) (X : 'M[R]_(n, d)) (X' : 'M[R]_(n', d)) i i' :
  row i' X' = row i X -> row i' (norm p X') = row i (norm p X).
Proof. by move=> same; rewrite /norm !norm_by_row same. Qed.

Lemma transform_row bend n n' d (p : net_parameters d) (X : 'M[R]_(n, d)) (X' : 'M[R]_(n', d))
    i i' : row i' X' = row i X -> row i' (transform bend p X') = row i (transform bend p X).
Proof.
move=> same; have inner : row i' (X' *m w1 p) = row i (X *m w1 p) by rewrite !row_mul same.
rewrite /transform /net !linearD /= !row_mul; congr (_ *m _ + _); apply/rowP => j.
  by move/rowP/(_ j): inner; rewrite !mxE => ->.
by rewrite !mxE.
Qed.

Lemma residual_row o n n' d (p : norm_parameters d) (layer : 'M[R]_(n, d) -> 'M[R]_(n, d))
    (layer' : 'M[R]_(n', d) -> 'M[R]_(n', d)) (X : 'M[R]_(n, d)) (X' : 'M[R]_(n', d)) i i' :
  row i' X' = row i X ->
  row i' (layer' (if o is Pre then norm p X' else X')) =
    row i (layer (if o is Pre then norm p X else X)) ->
  row i' (residual o p layer' X') = row i (residual o p layer X).
Proof.
by move=> same made; case: o made => made; rewrite /residual; first apply: norm_row;
   rewrite !linearD /= same made.
Qed.

(* A row of a block: from its own row and those that it keeps. *)
Lemma block_row bend o n n' d (p : block_parameters d) (kept : 'M[bool]_n)
    (kept' : 'M[bool]_n') (X : 'M[R]_(n, d)) (X' : 'M[R]_(n', d)) i i' g :
  keeps_alike kept kept' i i' g -> row i' X' = row i X ->
  (forall j, kept' i' j -> row j X' = row (g j) X) ->
  row i' (block bend o kept' p X') = row i (block bend o kept p X).
Proof.
move=> alike own same; rewrite /block; cbv zeta.
have normed j j' : row j' X' = row j X ->
    row j' (norm (norm_1 p) X') = row j (norm (norm_1 p) X) by apply: norm_row.
set Z' := residual _ _ _ X'; set Z := residual _ _ _ X.
have sameZ : row i' Z' = row i Z.
  apply: residual_row => //; case: {Z Z'} o; apply: (attend_row _ alike) => //.
    exact: normed.
  by move=> j kj; apply/normed/same.
apply: residual_row => //; apply: transform_row.
move: sameZ; rewrite {}/Z {}/Z'; case: o => //; exact: norm_row.
Qed.

(* Where attention gives nothing, rows of two inputs that agree agree in the outputs. *)
Theorem only_attention_mixes_rows bend o n n' d (p : block_parameters d) (kept : 'M[bool]_n)
    (kept' : 'M[bool]_n') (X : 'M[R]_(n, d)) (X' : 'M[R]_(n', d)) i i' :
  wo (attention_of p) = 0 -> row i' X' = row i X ->
  row i' (block bend o kept' p X') = row i (block bend o kept p X).
Proof.
move=> zero own; rewrite /block; cbv zeta.
have silent l (k : 'M[bool]_l) Y : attend (attention_of p) k Y Y = 0.
  by rewrite /attend /multi_head zero mulmx0.
set Z' := residual _ _ _ X'; set Z := residual _ _ _ X.
have sameZ : row i' Z' = row i Z.
  by apply: residual_row => //; rewrite !silent !linear0.
apply: residual_row => //; apply: transform_row.
by move: sameZ; rewrite {}/Z {}/Z'; case: o => //; exact: norm_row.
Qed.

Lemma keeps_alike_perm m m' n (s : 'S_n) (i : 'I_m) (i' : 'I_m') :
  keeps_alike (everything m n) (everything m' n) i i' s.
Proof.
split=> [|j|j _]; [exact: perm_inj | by rewrite !mxE |].
by exists (s^-1%g j); rewrite permKV.
Qed.

Theorem block_equivariant bend o n d (p : block_parameters d) (s : 'S_n) (X : 'M[R]_(n, d)) :
  block bend o (everything n n) p (row_perm s X)
    = row_perm s (block bend o (everything n n) p X).
Proof.
have moved (Z : 'M[R]_(n, d)) i : row i (row_perm s Z) = row (s i) Z.
  by apply/rowP => j; rewrite !mxE.
by apply/row_matrixP => i; rewrite moved; apply: (block_row _ _ _ (keeps_alike_perm s (s i) i)).
Qed.

Theorem encoder_equivariant bend o n d (ps : seq (block_parameters d)) (s : 'S_n)
    (X : 'M[R]_(n, d)) :
  encoder bend o (everything n n) ps (row_perm s X)
    = row_perm s (encoder bend o (everything n n) ps X).
Proof. by elim: ps X => //= p ps IH X; rewrite block_equivariant IH. Qed.

(* The plain norms of the claim: gain 1, bias 0, no epsilon. *)
Definition plain d : norm_parameters d := NormParameters (const_mx 1) (const_mx 0) 0.

Theorem printed_block_is_the_net_of_twice_z bend n d (kept : 'M[bool]_n)
    (p : block_parameters d.+1) (X : 'M[R]_(n, d.+1)) :
  norm_1 p = plain d.+1 -> norm_2 p = plain d.+1 ->
  let Z := norm (norm_1 p) (attend (attention_of p) kept X X + X) in
  norm (norm_2 p) Z + Z = 2%:R *: Z
  /\ block_as_printed bend kept p X = transform bend (net_of p) (2%:R *: Z).
Proof.
move=> p1 p2 Z; have twice : norm (norm_2 p) Z + Z = 2%:R *: Z.
  by rewrite p2 /Z p1 /norm /= -/(plain_norm _) norm_of_norm -/(plain_norm _) scaler_nat mulr2n.
by split=> //; rewrite /block_as_printed -/Z twice.
Qed.

Theorem net_sees_the_normalised_sum n d (kept : 'M[bool]_n) (a : attention_parameters d)
    (p : norm_parameters d) (X : 'M[R]_(n, d)) : wo a = 0 ->
  residual Post p (fun rows => attend a kept rows rows) X = norm p X.
Proof. by move=> zero; rewrite /residual /attend /multi_head zero mulmx0 addr0. Qed.

End Encoder.
