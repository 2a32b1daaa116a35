(* Tokens as one-hot rows, and rows of a table. *)
From mathcomp Require Import all_ssreflect perm all_algebra ring.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Embedding.
Variable R : rcfType.

Definition one_hot n (t : 'I_n) : 'rV[R]_n := \row_v (v == t)%:R.

Theorem one_hot_is_sparse n (t : 'I_n) :
  (forall v, one_hot t 0 v ^+ 2 = one_hot t 0 v) /\ \sum_v one_hot t 0 v = 1.
Proof.
split=> [v|]; first by rewrite mxE; case: (v == t); rewrite ?expr1n ?expr0n.
by rewrite (bigD1 t) //= big1 => [|v vt]; rewrite mxE ?eqxx ?addr0 // (negbTE vt).
Qed.

Theorem selects_a_row n d (t : 'I_n) (E : 'M[R]_(n, d)) : one_hot t *m E = row t E.
Proof.
apply/rowP => c; rewrite !mxE (bigD1 t) //= big1 => [|v vt]; rewrite mxE ?eqxx ?mul1r ?addr0 //.
by rewrite (negbTE vt) mul0r.
Qed.

Theorem one_hot_knows_no_relation n (s t : 'I_n) :
  one_hot s *m (one_hot t)^T = (s == t)%:R%:M
  /\ (one_hot s - one_hot t) *m (one_hot s - one_hot t)^T = (2%:R - 2%:R * (s == t)%:R)%:M.
Proof.
have inner u v : one_hot u *m (one_hot v)^T = (u == v)%:R%:M :> 'M[R]_1.
  by apply/rowP => c; rewrite selects_a_row !mxE !ord1 eqxx mulr1n.
split=> //; rewrite linearB /= mulmxBr !mulmxBl !inner !eqxx -!raddfB /= [t == s]eq_sym.
by congr _%:M; move: (s == t)%:R => x; ring.
Qed.

Theorem counts_embed_as_sums n d (c : 'rV[R]_n) (E : 'M[R]_(n, d)) :
  (\sum_v c 0 v *: one_hot v) *m E = \sum_v c 0 v *: row v E.
Proof. by rewrite mulmx_suml; apply: eq_bigr => v _; rewrite -scalemxAl selects_a_row. Qed.

End Embedding.
