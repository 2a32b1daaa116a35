(* Derivatives, over Coq's own real numbers, in the sense of Coquelicot. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect perm all_algebra ring.
From atensi Require Import exponential softmax lookup contrastive reals.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation p := (softmax R_exp).

Lemma is_derive_sum n (f : 'I_n -> R -> R) (d : 'I_n -> R) (t : R) :
  (forall j, is_derive (f j) t (d j)) ->
  is_derive (fun s => \sum_j f j s) t (\sum_j d j).
Proof.
elim: n f d => [|n IH] f d each.
  rewrite big_ord0; apply: (is_derive_ext (fun _ : R => zero)); last exact: is_derive_const.
  by move=> s; rewrite big_ord0.
rewrite big_ord_recl.
apply: (is_derive_ext (fun s => plus (f ord0 s) (\sum_j f (lift ord0 j) s))).
  by move=> s; rewrite big_ord_recl.
by apply: is_derive_plus; [exact: each | apply: IH => j; exact: each].
Qed.

(* Coordinate k moves by t. *)
Definition moved n (x : 'rV[R]_n) k (t : R) : 'rV[R]_n := x + t *: delta_mx 0 k.

Lemma movedE n (x : 'rV[R]_n) k t j : moved x k t 0 j = x 0 j + t * (j == k)%:R.
Proof. by rewrite !mxE eqxx. Qed.

Lemma moved0 n (x : 'rV[R]_n) k : moved x k 0 = x.
Proof. by rewrite /moved scale0r addr0. Qed.

Lemma is_derive_exp_moved n (x : 'rV[R]_n) k j (t : R) :
  is_derive (fun s => exp (moved x k s 0 j)) t (exp (moved x k t 0 j) * (j == k)%:R).
Proof.
rewrite movedE; apply: (is_derive_ext (fun s => exp (Rplus (x 0 j) (Rmult s (j == k)%:R)))).
  by move=> s; rewrite movedE.
auto_derive => //; rewrite /GRing.mul /GRing.add /=; by rewrite Rmult_1_l Rmult_comm.
Qed.

Lemma is_derive_quotient (f g : R -> R) (t df dg : R) : (forall s, g s != 0) ->
  is_derive f t df -> is_derive g t dg ->
  is_derive (fun s => f s / g s) t ((df * g t - f t * dg) / g t ^+ 2).
Proof.
move=> g0 Df Dg; have g0' s : g s <> R0 by apply/eqP/g0.
apply: (is_derive_ext (fun s => Rdiv (f s) (g s))).
  by move=> s; rewrite /Rdiv -RinvE.
have -> : (df * g t - f t * dg) / g t ^+ 2 =
    Rdiv (Rminus (Rmult df (g t)) (Rmult (f t) dg)) (Rmult (g t) (g t)).
  by rewrite /Rdiv -RinvE ?mulf_neq0 // expr2.
have := is_derive_div f g t df dg Df Dg (g0' t).
by rewrite /= Rmult_1_r.
Qed.

Theorem softmax_jacobian n (x : 'rV[R]_n.+1) i k :
  is_derive (fun t : R => p (moved x k t) 0 i) 0 (jacobian (p x) i k).
Proof.
apply: (is_derive_ext (fun t => exp (moved x k t 0 i) / \sum_j exp (moved x k t 0 j))).
  by move=> t; rewrite softmaxE.
have := is_derive_quotient (fun s => sum_e_neq0 R_exp (moved x k s 0)) (is_derive_exp_moved x k i 0)
  (is_derive_sum (fun j => is_derive_exp_moved x k j 0)).
rewrite moved0 /=; congr is_derive.
rewrite jacobianE !softmaxE /=; set Z := \sum_j exp _.
have Z0 : Z != 0 by exact: (sum_e_neq0 R_exp (x 0)).
rewrite (bigD1 k) //= eqxx mulr1 big1 ?addr0 => [|j jk]; last by rewrite (negbTE jk) mulr0.
by move: (exp (x 0 i)) (exp (x 0 k)) (i == k)%:R Z Z0 => a b c z z0; field.
Qed.

(* Each row of weights is normalised by itself: the derivative by another row's score is 0. *)
Theorem queries_do_not_mix m n (F : 'M[R]_(m, n.+1)) r s k l :
  is_derive (fun t : R => p (F + t *: delta_mx s l) r k) 0
    ((r == s)%:R * p F r k * ((k == l)%:R - p F r l)).
Proof.
have row_p (G : 'M[R]_(m, n.+1)) j : p G r j = p (row r G) 0 j.
  by rewrite !softmaxE mxE; congr (_ / _); apply: eq_bigr => a _; rewrite mxE.
apply: (is_derive_ext (fun t => p (moved (row r F) l (t * (r == s)%:R)) 0 k)).
  move=> t; rewrite row_p; congr (p _ 0 k); apply/rowP => j.
  by rewrite movedE !mxE -mulnb natrM mulrA.
have inner : is_derive (fun t : R => t * (r == s)%:R) 0 (r == s)%:R.
  apply: (is_derive_ext (fun t => Rmult t (r == s)%:R)) => //.
  by auto_derive => //; rewrite Rmult_1_l.
have outer := softmax_jacobian (row r F) k l; rewrite -[X in is_derive _ X _](mul0r (r == s)%:R) in outer.
have := is_derive_comp (fun t : R => p (moved (row r F) l t) 0 k) (fun t : R => t * (r == s)%:R)
  0 _ _ outer inner; congr is_derive.
by rewrite jacobianE -!row_p -[RHS]mulrA.
Qed.

Lemma is_derive_ln_of (f : R -> R) (t df : R) : 0 < f t -> is_derive f t df ->
  is_derive (fun s => Rpower.ln (f s)) t (df / f t).
Proof.
move=> /RltP pos Df; have := is_derive_comp Rpower.ln f t _ _ (is_derive_ln _ pos) Df.
by congr is_derive; rewrite RinvE //; apply/eqP/Rgt_not_eq.
Qed.

(* The positive is pulled by what it lacks, each negative is pushed by its weight. *)
Theorem contrastive_gradient n (f : R) (g : 'rV[R]_n) :
  let total := exp f + \sum_k exp (g 0 k) in
  is_derive (fun t : R => loss R_exp t g) f (exp f / total - 1)
  /\ forall k, is_derive (fun t : R => loss R_exp f (moved g k t)) 0 (exp (g 0 k) / total).
Proof.
move=> total; have pos (a : R) (h : 'rV[R]_n) : 0 < exp a + \sum_k exp (h 0 k).
  exact: (total_gt0 R_exp).
split=> [|k].
  apply: (is_derive_ext (fun t : R => Rminus (Rpower.ln (exp t + \sum_k exp (g 0 k))) t)).
    by move=> t; rewrite loss_of_total.
  apply: is_derive_minus; last exact: is_derive_id.
  apply: (is_derive_ln_of (f := fun t => exp t + \sum_k exp (g 0 k))) => //.
  have := is_derive_plus _ _ _ _ _ (is_derive_exp f) (is_derive_const (\sum_k exp (g 0 k)) f).
  by congr is_derive; rewrite /plus /= Rplus_0_r.
apply: (is_derive_ext (fun t : R =>
    Rminus (Rpower.ln (exp f + \sum_j exp (moved g k t 0 j))) f)).
  by move=> t; rewrite loss_of_total.
rewrite -[X in is_derive _ _ X]subr0; apply: is_derive_minus; last exact: is_derive_const.
have -> : total = exp f + \sum_j exp (moved g k 0 0 j) by rewrite moved0.
apply: (is_derive_ln_of (f := fun t => exp f + \sum_j exp (moved g k t 0 j))) => //.
have := is_derive_plus _ _ _ _ _ (is_derive_const (exp f) 0)
  (is_derive_sum (fun j => is_derive_exp_moved g k j 0)).
rewrite moved0 (bigD1 k) //= eqxx mulr1 big1 ?addr0 => [|j jk]; last first.
  by rewrite (negbTE jk) mulr0.
by congr is_derive; rewrite /plus /= Rplus_0_l.
Qed.

(* The mean loss over the candidates that may be the positive, candidate i with probability pi i. *)
Theorem slope_of_the_mean_loss n (pi f : 'rV[R]_n.+1) (k : 'I_n.+1) : \sum_i pi 0 i = 1 ->
  is_derive (fun t : R => mean_loss R_exp pi (moved f k t)) 0 (p f 0 k - pi 0 k).
Proof.
move=> total.
apply: (is_derive_ext (fun t : R => Rminus (Rpower.ln (\sum_j exp (moved f k t 0 j)))
    ((\sum_i pi 0 i * f 0 i) + t * pi 0 k))).
  move=> t; rewrite mean_lossE //=; congr (_ - _).
  rewrite (eq_bigr _ (fun i _ => congr1 _ (movedE f k t i))).
  rewrite (eq_bigr _ (fun i _ => mulrDr _ _ _)) big_split /=; congr (_ + _).
  rewrite (bigD1 k) //= eqxx mulr1 big1 ?addr0 1?mulrC // => j jk.
  by rewrite (negbTE jk) !mulr0.
apply: is_derive_minus.
  have -> : p f 0 k = exp (f 0 k) / \sum_j exp (moved f k 0 0 j) by rewrite moved0 softmaxE.
  apply: (is_derive_ln_of (f := fun t => \sum_j exp (moved f k t 0 j))).
    exact: (sum_e_gt0 R_exp).
  have := is_derive_sum (fun j => is_derive_exp_moved f k j 0); congr is_derive.
  by rewrite moved0 (bigD1 k) //= eqxx mulr1 big1 ?addr0 // => j jk; rewrite (negbTE jk) mulr0.
apply: (is_derive_ext (fun t => Rplus (\sum_i pi 0 i * f 0 i) (Rmult t (pi 0 k)))) => //.
by auto_derive => //; rewrite Rmult_1_l.
Qed.

Theorem the_logarithm_of_the_ratio_is_stationary n (rho : 'rV[R]_n.+1) (c : R)
    (k : 'I_n.+1) :
  (forall j, 0 < rho 0 j) ->
  let pi := \row_i (rho 0 i / \sum_j rho 0 j) in
  let f := \row_j (Rpower.ln (rho 0 j) + c) in
  is_derive (fun t : R => mean_loss R_exp pi (moved f k t)) 0 0.
Proof.
move=> pos pi f.
have same j : p f 0 j = pi 0 j by rewrite (scores_of_the_posterior R_exp c pos) mxE.
have total : \sum_i pi 0 i = 1 by under eq_bigr do rewrite -same; exact: rows_sum_to_one.
by have := slope_of_the_mean_loss f k total; rewrite same subrr.
Qed.
