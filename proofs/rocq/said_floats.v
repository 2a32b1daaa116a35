(* What the claims of floats say, relation by relation, and that our theorems imply it. The statements
   are generated: `python -m proofs.engine.gallina floats` prints them. They speak of Coq's real numbers. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors float_bridge float_dots floats float_attention.
From atensi Require Import float_deviations float_norm float_stored float_fold orders.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Notation R := R_rcfType.
Local Notation e := R_exp.

(* Two numbers near a third are near each other. *)
Lemma both_apart (s t exact a b : R) : `|s - exact| <= a -> `|t - exact| <= b -> `|s - t| <= a + b.
Proof. by move=> /RleP one /RleP other; apply/RleP; apply: apart_by_both one other. Qed.

Theorem sum_in_any_order_0 :
  forall A : R,
  forall B : R,
  forall Shat_1 : R,
  forall Shat_2 : R,
  forall alpha : R,
  forall beta : R,
  forall h : nat,
  forall rhat : R,
  forall u : R,
  (0 <= alpha) ->
  (0 <= beta) ->
  (0 < u) ->
  (`|A| <= alpha) ->
  (`|B| <= beta) ->
  (`|(Shat_1 - A)| <= (((1 + u) ^+ h%N) - 1) * alpha) ->
  (`|(Shat_2 - B)| <= (((1 + u) ^+ h%N) - 1) * beta) ->
  (`|(rhat - (Shat_1 + Shat_2))| <= u * (`|(Shat_1 + Shat_2)|)) ->
  `|(rhat - (A + B))| <= (((1 + u) ^+ (h + 1)%N) - 1) * (alpha + beta).
Proof.
move=> A B Shat_1 Shat_2 alpha beta h rhat u h1 h2 h3 h4 h5 h6 h7 h8.
unshelve epose proof (@one_more_addition u _ alpha beta A B Shat_1 Shat_2 rhat h _ _ _ _ _) as H;
  [in_reals h3 | in_reals h4 | in_reals h5 | in_reals h6 | in_reals h7 | in_reals h8 |].
by_reals H.
Qed.

Theorem dot_product_0 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall yhat : 'rV[R]_d,
  forall eta : R,
  forall h : nat,
  forall rhat : R,
  forall u : R,
  (0 < eta) ->
  (0 < u) ->
  (forall (a : 'I_d), `|((yhat 0 a) - ((q 0 a) * (k 0 a)))| <= (u * (`|((q 0 a) * (k 0 a))|)) + (eta / 2%:R)) ->
  (`|(rhat - (\sum_(s1 < d) (yhat 0 s1)))| <= (((1 + u) ^+ h%N) - 1) * (\sum_(s1 < d) (`|(yhat 0 s1)|))) ->
  `|(rhat - (\sum_(s1 < d) ((q 0 s1) * (k 0 s1))))| <= ((((1 + u) ^+ (h + 1)%N) - 1) * (\sum_(s1 < d) (`|((q 0 s1) * (k 0 s1))|))) + (d%:R * (((1 + u) ^+ h%N) * (eta / 2%:R))).
Proof.
case=> [//|d] _; move=> k q yhat eta h rhat u h1 h2 h3 h4.
unshelve epose proof (@dot u eta _ h d.+1 (fun j => q 0 j) (fun j => k 0 j) (fun j => yhat 0 j) rhat _ _) as H;
  [in_reals h2 | move=> j; in_reals (h3 j) | in_reals h4 |].
by rewrite /dot_off in H; by_reals H.
Qed.

Theorem two_orders_of_a_sum_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall Shat_1 : R,
  forall Shat_2 : R,
  forall g : nat,
  forall h : nat,
  forall u : R,
  (0 < u) ->
  (`|(Shat_1 - (\sum_(s1 < n) (x 0 s1)))| <= (((1 + u) ^+ g%N) - 1) * (\sum_(s1 < n) (`|(x 0 s1)|))) ->
  (`|(Shat_2 - (\sum_(s1 < n) (x 0 s1)))| <= (((1 + u) ^+ h%N) - 1) * (\sum_(s1 < n) (`|(x 0 s1)|))) ->
  `|(Shat_1 - Shat_2)| <= ((((1 + u) ^+ g%N) - 1) + (((1 + u) ^+ h%N) - 1)) * (\sum_(s1 < n) (`|(x 0 s1)|)).
Proof.
case=> [//|n] _; move=> x Shat_1 Shat_2 g h u h1 h2 h3.
by rewrite mulrDl; exact: both_apart h2 h3.
Qed.

Theorem two_orders_of_a_dot_product_0 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall Shat_1 : R,
  forall Shat_2 : R,
  forall eta : R,
  forall g : nat,
  forall h : nat,
  forall u : R,
  (0 < eta) ->
  (0 < u) ->
  (`|(Shat_1 - (\sum_(s1 < d) ((q 0 s1) * (k 0 s1))))| <= ((((1 + u) ^+ (g + 1)%N) - 1) * (\sum_(s1 < d) (`|((q 0 s1) * (k 0 s1))|))) + (d%:R * (((1 + u) ^+ g%N) * (eta / 2%:R)))) ->
  (`|(Shat_2 - (\sum_(s1 < d) ((q 0 s1) * (k 0 s1))))| <= ((((1 + u) ^+ (h + 1)%N) - 1) * (\sum_(s1 < d) (`|((q 0 s1) * (k 0 s1))|))) + (d%:R * (((1 + u) ^+ h%N) * (eta / 2%:R)))) ->
  `|(Shat_1 - Shat_2)| <= (((((1 + u) ^+ (g + 1)%N) - 1) * (\sum_(s1 < d) (`|((q 0 s1) * (k 0 s1))|))) + (d%:R * (((1 + u) ^+ g%N) * (eta / 2%:R)))) + (((((1 + u) ^+ (h + 1)%N) - 1) * (\sum_(s1 < d) (`|((q 0 s1) * (k 0 s1))|))) + (d%:R * (((1 + u) ^+ h%N) * (eta / 2%:R)))).
Proof.
case=> [//|d] _; move=> k q Shat_1 Shat_2 eta g h u h1 h2 h3 h4.
exact: both_apart h3 h4.
Qed.

Theorem scaled_score_0 :
  forall d : nat, (0 < d)%N ->
  forall k : 'rV[R]_d,
  forall q : 'rV[R]_d,
  forall qhat : 'rV[R]_d,
  forall eta : R,
  forall f : R,
  forall h : nat,
  forall rhat : R,
  forall u : R,
  (0 < eta) ->
  (0 <= f) ->
  (0 < u) ->
  (forall (a : 'I_d), `|((qhat 0 a) - (f * (q 0 a)))| <= ((((1 + u) ^+ 3) - 1) * (f * (`|(q 0 a)|))) + (eta / 2%:R)) ->
  (`|(rhat - (\sum_(s1 < d) ((qhat 0 s1) * (k 0 s1))))| <= ((((1 + u) ^+ (h + 1)%N) - 1) * (\sum_(s1 < d) (`|((qhat 0 s1) * (k 0 s1))|))) + (d%:R * (((1 + u) ^+ h%N) * (eta / 2%:R)))) ->
  `|(rhat - (f * (\sum_(s1 < d) ((q 0 s1) * (k 0 s1)))))| <= ((((1 + u) ^+ (h + 4)%N) - 1) * (f * (\sum_(s1 < d) (`|((q 0 s1) * (k 0 s1))|)))) + ((((1 + u) ^+ h%N) * (eta / 2%:R)) * (((1 + u) * (\sum_(s1 < d) (`|(k 0 s1)|))) + d%:R)).
Proof.
case=> [//|d] _; move=> k q qhat eta f h rhat u h1 h2 h3 h4 h5.
unshelve epose proof (@scaled_dot u eta _ h d.+1 (fun j => q 0 j) (fun j => k 0 j) (fun j => qhat 0 j) f rhat _ _ _) as H;
  [in_reals h3 | in_reals h2 | move=> j; in_reals (h4 j) | by rewrite /dot_off; in_reals h5 |].
by_reals H.
Qed.

Theorem softmax_0 :
  forall n : nat, (0 < n)%N ->
  forall dhat : 'rV[R]_n,
  forall ehat : 'rV[R]_n,
  forall phat : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall Shat : R,
  forall c : R,
  forall eta : R,
  forall h : nat,
  forall m : R,
  forall u : R,
  forall i : 'I_n,
  (0 <= c) ->
  (0 < eta) ->
  (0 < u) ->
  (forall (at0 : 'I_n), 0 <= ehat 0 at0) ->
  (u <= 1 / 11%:R) ->
  ((c * u) + (n%:R * eta) <= 1 / 11%:R) ->
  (forall (j : 'I_n), `|((dhat 0 j) - ((x 0 j) - m))| <= (u * (`|((x 0 j) - m)|)) + (3%:R * eta)) ->
  (1 <= \sum_(s1 < n) (e (dhat 0 s1))) ->
  (((1 - u) ^+ h%N) * (\sum_(s1 < n) (ehat 0 s1)) <= Shat) ->
  (Shat <= ((1 + u) ^+ h%N) * (\sum_(s1 < n) (ehat 0 s1))) ->
  (`|((phat 0 i) - ((ehat 0 i) / Shat))| <= (u * ((ehat 0 i) / Shat)) + (eta / 2%:R)) ->
  (forall (j : 'I_n), `|((ehat 0 j) - (e (dhat 0 j)))| <= ((c * u) * (e (dhat 0 j))) + eta) ->
  `|((phat 0 i) - ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1)))))| <= (((e ((((u * (`|((x 0 i) - m)|)) + (3%:R * eta)) + (\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((e ((u * (`|((x 0 s1) - m)|)) + (3%:R * eta))) - 1)))) + ((11%:R / 10%:R) * ((((h%:R + (2%:R * c)) + 1) * u) + (n%:R * eta))))) - 1) * ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1))))) + (((e ((11%:R / 10%:R) * ((((h%:R + (2%:R * c)) + 1) * u) + (n%:R * eta)))) + (1 / 2%:R)) * eta).
Proof.
case=> [//|n] _; move=> dhat ehat phat x Shat c eta h m u i h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12.
unshelve epose proof (@weight n.+1 u eta c h _ _ _ _ _ (fun j => x 0 j)
  (fun j => Rplus (Rmult u (Rabs (Rminus (x 0 j) m))) (Rmult 3 eta)) (fun j => dhat 0 j) (fun j => ehat 0 j)
  m Shat ord0 _ _ _ _ i (phat 0 i) _ _) as H;
  [in_reals h3 | in_reals h2 | in_reals h1 | in_reals h5 | in_reals h6 | move=> j; in_reals (h7 j) | in_reals h8 | move=> j; in_reals (h12 j) | by split; [in_reals h9 | in_reals h10] | in_reals (h4 i) | in_reals h11 |].
by_reals H.
Qed.

Theorem logsumexp_0 :
  forall n : nat, (0 < n)%N ->
  forall dhat : 'rV[R]_n,
  forall ehat : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall Lhat : R,
  forall Shat : R,
  forall c : R,
  forall c_l : R,
  forall eta : R,
  forall h : nat,
  forall m : R,
  forall rhat : R,
  forall u : R,
  (0 <= c) ->
  (0 <= c_l) ->
  (0 < eta) ->
  (0 < u) ->
  (forall (at0 : 'I_n), 0 <= ehat 0 at0) ->
  (u <= 1 / 11%:R) ->
  ((c * u) + (n%:R * eta) <= 1 / 11%:R) ->
  (forall (j : 'I_n), `|((dhat 0 j) - ((x 0 j) - m))| <= (u * (`|((x 0 j) - m)|)) + (3%:R * eta)) ->
  (1 <= \sum_(s1 < n) (e (dhat 0 s1))) ->
  (((1 - u) ^+ h%N) * (\sum_(s1 < n) (ehat 0 s1)) <= Shat) ->
  (Shat <= ((1 + u) ^+ h%N) * (\sum_(s1 < n) (ehat 0 s1))) ->
  (`|(rhat - (m + Lhat))| <= u * (`|(m + Lhat)|)) ->
  (forall (j : 'I_n), `|((ehat 0 j) - (e (dhat 0 j)))| <= ((c * u) * (e (dhat 0 j))) + eta) ->
  (1 <= Shat) ->
  (`|(Lhat - (ln e Shat))| <= ((c_l * u) * (`|(ln e Shat)|)) + eta) ->
  `|(rhat - (ln e (\sum_(s1 < n) (e (x 0 s1)))))| <= ((1 + u) * ((((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((e ((u * (`|((x 0 s1) - m)|)) + (3%:R * eta))) - 1))) + ((11%:R / 10%:R) * (((h%:R + c) * u) + (n%:R * eta)))) + ((c_l * u) * ((`|((ln e (\sum_(s1 < n) (e (x 0 s1)))) - m)|) + ((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((e ((u * (`|((x 0 s1) - m)|)) + (3%:R * eta))) - 1))) + ((11%:R / 10%:R) * (((h%:R + c) * u) + (n%:R * eta))))))) + eta)) + (u * (`|(ln e (\sum_(s1 < n) (e (x 0 s1))))|)).
Proof.
case=> [//|n] _; move=> dhat ehat x Lhat Shat c c_l eta h m rhat u h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15.
unshelve epose proof (@logsumexp n.+1 u eta c h _ _ _ _ _ (fun j => x 0 j)
  (fun j => Rplus (Rmult u (Rabs (Rminus (x 0 j) m))) (Rmult 3 eta)) (fun j => dhat 0 j) (fun j => ehat 0 j)
  m Shat ord0 _ _ _ _ c_l Lhat rhat _ _ _) as H;
  [in_reals h4 | in_reals h3 | in_reals h1 | in_reals h6 | in_reals h7 | move=> j; in_reals (h8 j) | in_reals h9 | move=> j; in_reals (h13 j) | by split; [in_reals h10 | in_reals h11] | in_reals h2 | in_reals h15 | in_reals h12 |].
by cbv zeta in H; by_reals H.
Qed.

Theorem log_softmax_0 :
  forall n : nat, (0 < n)%N ->
  forall dhat : 'rV[R]_n,
  forall ehat : 'rV[R]_n,
  forall x : 'rV[R]_n,
  forall Lhat : R,
  forall Shat : R,
  forall c : R,
  forall c_l : R,
  forall eta : R,
  forall h : nat,
  forall m : R,
  forall rhat : R,
  forall u : R,
  forall i : 'I_n,
  (0 <= c) ->
  (0 <= c_l) ->
  (0 < eta) ->
  (0 < u) ->
  (forall (at0 : 'I_n), 0 <= ehat 0 at0) ->
  (u <= 1 / 11%:R) ->
  ((c * u) + (n%:R * eta) <= 1 / 11%:R) ->
  (forall (j : 'I_n), `|((dhat 0 j) - ((x 0 j) - m))| <= (u * (`|((x 0 j) - m)|)) + (3%:R * eta)) ->
  (1 <= \sum_(s1 < n) (e (dhat 0 s1))) ->
  (((1 - u) ^+ h%N) * (\sum_(s1 < n) (ehat 0 s1)) <= Shat) ->
  (Shat <= ((1 + u) ^+ h%N) * (\sum_(s1 < n) (ehat 0 s1))) ->
  (`|(rhat - ((dhat 0 i) - Lhat))| <= u * (`|((dhat 0 i) - Lhat)|)) ->
  (forall (j : 'I_n), `|((ehat 0 j) - (e (dhat 0 j)))| <= ((c * u) * (e (dhat 0 j))) + eta) ->
  (1 <= Shat) ->
  (`|(Lhat - (ln e Shat))| <= ((c_l * u) * (`|(ln e Shat)|)) + eta) ->
  `|(rhat - ((x 0 i) - (ln e (\sum_(s1 < n) (e (x 0 s1))))))| <= ((1 + u) * (((u * (`|((x 0 i) - m)|)) + (3%:R * eta)) + ((((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((e ((u * (`|((x 0 s1) - m)|)) + (3%:R * eta))) - 1))) + ((11%:R / 10%:R) * (((h%:R + c) * u) + (n%:R * eta)))) + ((c_l * u) * ((`|((ln e (\sum_(s1 < n) (e (x 0 s1)))) - m)|) + ((\sum_(s1 < n) (((e (x 0 s1)) / (\sum_(s2 < n) (e (x 0 s2)))) * ((e ((u * (`|((x 0 s1) - m)|)) + (3%:R * eta))) - 1))) + ((11%:R / 10%:R) * (((h%:R + c) * u) + (n%:R * eta))))))) + eta))) + (u * (`|((x 0 i) - (ln e (\sum_(s1 < n) (e (x 0 s1)))))|)).
Proof.
case=> [//|n] _; move=> dhat ehat x Lhat Shat c c_l eta h m rhat u i h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15.
unshelve epose proof (@log_softmax n.+1 u eta c h _ _ _ _ _ (fun j => x 0 j)
  (fun j => Rplus (Rmult u (Rabs (Rminus (x 0 j) m))) (Rmult 3 eta)) (fun j => dhat 0 j) (fun j => ehat 0 j)
  m Shat ord0 _ _ _ _ c_l Lhat i rhat _ _ _) as H;
  [in_reals h4 | in_reals h3 | in_reals h1 | in_reals h6 | in_reals h7 | move=> j; in_reals (h8 j) | in_reals h9 | move=> j; in_reals (h13 j) | by split; [in_reals h10 | in_reals h11] | in_reals h2 | in_reals h15 | in_reals h12 |].
by cbv zeta in H; by_reals H.
Qed.

Theorem weighted_mean_0 :
  forall n : nat, (0 < n)%N ->
  forall p : 'rV[R]_n,
  forall phat : 'rV[R]_n,
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_n,
  forall eta : R,
  forall g : nat,
  forall ohat : R,
  forall u : R,
  (0 < eta) ->
  (0 < u) ->
  (forall (at0 : 'I_n), 0 <= p 0 at0) ->
  (forall (at0 : 'I_n), 0 <= w 0 at0) ->
  (forall (j : 'I_n), `|((phat 0 j) - (p 0 j))| <= w 0 j) ->
  (`|(ohat - (\sum_(s1 < n) ((phat 0 s1) * (v 0 s1))))| <= ((((1 + u) ^+ (g + 1)%N) - 1) * (\sum_(s1 < n) (`|((phat 0 s1) * (v 0 s1))|))) + (n%:R * (((1 + u) ^+ g%N) * (eta / 2%:R)))) ->
  `|(ohat - (\sum_(s1 < n) ((p 0 s1) * (v 0 s1))))| <= (\sum_(s1 < n) ((`|(v 0 s1)|) * ((w 0 s1) + (((p 0 s1) + (w 0 s1)) * (((1 + u) ^+ (g + 1)%N) - 1))))) + (n%:R * (((1 + u) ^+ g%N) * (eta / 2%:R))).
Proof.
case=> [//|n] _; move=> p phat v w eta g ohat u h1 h2 h3 h4 h5 h6.
unshelve epose proof (@mean u eta _ g n.+1 (fun j => p 0 j) (fun j => v 0 j) (fun j => phat 0 j) (fun j => w 0 j) ohat _ _ _) as H;
  [in_reals h2 | move=> j; in_reals (h3 j) | move=> j; in_reals (h5 j) | by rewrite /dot_off; in_reals h6 |].
by_reals H.
Qed.

Theorem attention_0 :
  forall n : nat, (0 < n)%N ->
  forall dhat : 'rV[R]_n,
  forall ehat : 'rV[R]_n,
  forall phat : 'rV[R]_n,
  forall r : 'rV[R]_n,
  forall s : 'rV[R]_n,
  forall shat : 'rV[R]_n,
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_n,
  forall Shat : R,
  forall c : R,
  forall eta : R,
  forall g : nat,
  forall h : nat,
  forall m : R,
  forall ohat : R,
  forall u : R,
  (0 <= c) ->
  (0 < eta) ->
  (0 < u) ->
  (forall (at0 : 'I_n), 0 <= ehat 0 at0) ->
  (forall (at0 : 'I_n), 0 <= r 0 at0) ->
  (forall (at0 : 'I_n), 0 <= w 0 at0) ->
  (u <= 1 / 11%:R) ->
  ((c * u) + (n%:R * eta) <= 1 / 11%:R) ->
  (forall (j : 'I_n), `|((shat 0 j) - (s 0 j))| <= w 0 j) ->
  (forall (j : 'I_n), `|((s 0 j) - m)| <= r 0 j) ->
  (forall (j : 'I_n), `|((dhat 0 j) - ((shat 0 j) - m))| <= (u * (`|((shat 0 j) - m)|)) + (3%:R * eta)) ->
  (1 <= \sum_(s1 < n) (e (dhat 0 s1))) ->
  (((1 - u) ^+ h%N) * (\sum_(s1 < n) (ehat 0 s1)) <= Shat) ->
  (Shat <= ((1 + u) ^+ h%N) * (\sum_(s1 < n) (ehat 0 s1))) ->
  (forall (j : 'I_n), `|((phat 0 j) - ((ehat 0 j) / Shat))| <= (u * ((ehat 0 j) / Shat)) + (eta / 2%:R)) ->
  (`|(ohat - (\sum_(s1 < n) ((phat 0 s1) * (v 0 s1))))| <= ((((1 + u) ^+ (g + 1)%N) - 1) * (\sum_(s1 < n) (`|((phat 0 s1) * (v 0 s1))|))) + (n%:R * (((1 + u) ^+ g%N) * (eta / 2%:R)))) ->
  (forall (j : 'I_n), `|((ehat 0 j) - (e (dhat 0 j)))| <= ((c * u) * (e (dhat 0 j))) + eta) ->
  `|(ohat - (\sum_(s1 < n) (((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (v 0 s1))))| <= (\sum_(s1 < n) ((`|(v 0 s1)|) * (((((e (((((w 0 s1) + (u * ((r 0 s1) + (w 0 s1)))) + (3%:R * eta)) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (((w 0 s2) + (u * ((r 0 s2) + (w 0 s2)))) + (3%:R * eta))) - 1)))) + ((11%:R / 10%:R) * ((((h%:R + (2%:R * c)) + 1) * u) + (n%:R * eta))))) - 1) * ((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2))))) + (((e ((11%:R / 10%:R) * ((((h%:R + (2%:R * c)) + 1) * u) + (n%:R * eta)))) + (1 / 2%:R)) * eta)) + ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) + ((((e (((((w 0 s1) + (u * ((r 0 s1) + (w 0 s1)))) + (3%:R * eta)) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (((w 0 s2) + (u * ((r 0 s2) + (w 0 s2)))) + (3%:R * eta))) - 1)))) + ((11%:R / 10%:R) * ((((h%:R + (2%:R * c)) + 1) * u) + (n%:R * eta))))) - 1) * ((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2))))) + (((e ((11%:R / 10%:R) * ((((h%:R + (2%:R * c)) + 1) * u) + (n%:R * eta)))) + (1 / 2%:R)) * eta))) * (((1 + u) ^+ (g + 1)%N) - 1))))) + (n%:R * (((1 + u) ^+ g%N) * (eta / 2%:R))).
Proof.
case=> [//|n] _; move=> dhat ehat phat r s shat v w Shat c eta g h m ohat u h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15 h16 h17.
unshelve epose proof (@attention n.+1 u eta c h g _ _ _ _ _ (fun j => s 0 j) (fun j => shat 0 j) (fun j => w 0 j) (fun j => r 0 j)
  (fun j => dhat 0 j) (fun j => ehat 0 j) (fun j => phat 0 j) (fun j => v 0 j) m Shat ohat ord0 _ _ _ _ _ _ _ _ _) as H;
  [in_reals h3 | in_reals h2 | in_reals h1 | in_reals h7 | in_reals h8 | move=> j; in_reals (h9 j) | move=> j; in_reals (h10 j) | move=> j; in_reals (h11 j) | in_reals h12 | move=> j; in_reals (h4 j) | move=> j; in_reals (h17 j) | by split; [in_reals h13 | in_reals h14] | move=> j; in_reals (h15 j) | by rewrite /dot_off; in_reals h16 |].
by_reals H.
Qed.

Theorem division_free_weight_0 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall Lhat : R,
  forall t : R,
  forall i : 'I_n,
  (0 <= t) ->
  (- t <= Lhat - (ln e (\sum_(s1 < n) (e (x 0 s1))))) ->
  (Lhat - (ln e (\sum_(s1 < n) (e (x 0 s1)))) <= t) ->
  ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1)))) * (e (- t)) <= e ((x 0 i) - Lhat).
Proof.
case=> [//|n] _; move=> x Lhat t i h1 h2 h3.
have pos := sum_e_gt0 e (fun s1 => x 0 s1); set l := ln e _ in h2 h3.
have -> : \sum_(s1 < n.+1) e (x 0 s1) = e l by rewrite lnK.
by rewrite -eB -eD e_le -addrA ler_add2l -opprD ler_opp2 -ler_subl_addl.
Qed.


Theorem division_free_weight_1 :
  forall n : nat, (0 < n)%N ->
  forall x : 'rV[R]_n,
  forall Lhat : R,
  forall t : R,
  forall i : 'I_n,
  (0 <= t) ->
  (- t <= Lhat - (ln e (\sum_(s1 < n) (e (x 0 s1))))) ->
  (Lhat - (ln e (\sum_(s1 < n) (e (x 0 s1)))) <= t) ->
  e ((x 0 i) - Lhat) <= ((e (x 0 i)) / (\sum_(s1 < n) (e (x 0 s1)))) * (e t).
Proof.
case=> [//|n] _; move=> x Lhat t i h1 h2 h3.
have pos := sum_e_gt0 e (fun s1 => x 0 s1); set l := ln e _ in h2 h3.
have -> : \sum_(s1 < n.+1) e (x 0 s1) = e l by rewrite lnK.
by rewrite -eB -eD e_le -addrA ler_add2l ler_oppl opprD opprK -ler_subr_addl.
Qed.

Theorem deviation_0 :
  forall d : nat, (0 < d)%N ->
  forall x : 'rV[R]_d,
  forall xhat : 'rV[R]_d,
  forall A : R,
  forall Shat : R,
  forall ahat : R,
  forall eta : R,
  forall h : nat,
  forall muhat : R,
  forall tau : R,
  forall u : R,
  forall i : 'I_d,
  (0 <= A) ->
  (0 < eta) ->
  (0 < tau) ->
  (0 < u) ->
  (A = (1 / d%:R) * (\sum_(s1 < d) (`|(x 0 s1)|)) :> R) ->
  (forall (j : 'I_d), `|((xhat 0 j) - ((x 0 j) / tau))| <= (u * (`|((x 0 j) / tau)|)) + (eta / 2%:R)) ->
  (`|(Shat - (\sum_(s1 < d) (xhat 0 s1)))| <= (((1 + u) ^+ h%N) - 1) * (\sum_(s1 < d) (`|(xhat 0 s1)|))) ->
  (`|(muhat - (Shat / d%:R))| <= ((((1 + u) ^+ 3) - 1) * (`|(Shat / d%:R)|)) + (eta / 2%:R)) ->
  (`|(ahat - ((xhat 0 i) - muhat))| <= u * (`|((xhat 0 i) - muhat)|)) ->
  `|((tau * ahat) - ((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1)))))| <= (((((1 + u) ^+ 2) - 1) * (`|(x 0 i)|)) + ((((1 + u) ^+ (h + 5)%N) - 1) * A)) + ((3%:R / 2%:R) * (((1 + u) ^+ (h + 4)%N) * (tau * eta))).
Proof.
case=> [//|d] _; move=> x xhat A Shat ahat eta h muhat tau u i h1 h2 h3 h4 h5 h6 h7 h8 h9.
unshelve epose proof (@deviation u eta _ _ d.+1 (fun j => x 0 j) (fun j => xhat 0 j) tau Shat muhat h i ahat _ _ _ _ _ _) as H;
  [in_reals h4 | in_reals h2 | by [] | by apply/RltP | move=> j; in_reals (h6 j) | in_reals h7 | in_reals h8 | in_reals h9 |].
by rewrite h5; rewrite /deviation_off /average in H; by_reals H.
Qed.

Theorem layer_norm_0 :
  forall d : nat, (0 < d)%N ->
  forall b : 'rV[R]_d,
  forall x : 'rV[R]_d,
  forall A : R,
  forall What : R,
  forall ehat : R,
  forall ell : R,
  forall epsilon : R,
  forall eta : R,
  forall h : nat,
  forall nhat : R,
  forall q : R,
  forall r : R,
  forall rho : R,
  forall sigmahat : R,
  forall tau : R,
  forall theta : R,
  forall u : R,
  forall yhat : R,
  forall zeta : R,
  forall i : 'I_d,
  (0 <= A) ->
  (0 < ell) ->
  (0 <= epsilon) ->
  (0 < eta) ->
  (0 <= q) ->
  (0 <= r) ->
  (0 < rho) ->
  (0 < tau) ->
  (0 <= theta) ->
  (0 < u) ->
  (0 < zeta) ->
  (A = (1 / d%:R) * (\sum_(s1 < d) (`|(x 0 s1)|)) :> R) ->
  (q ^+ 2 = (1 / d%:R) * (\sum_(s1 < d) ((x 0 s1) ^+ 2)) :> R) ->
  (rho ^+ 2 = ((1 / d%:R) * (\sum_(s1 < d) (((x 0 s1) - ((1 / d%:R) * (\sum_(s2 < d) (x 0 s2)))) ^+ 2))) + epsilon :> R) ->
  ((((((1 + u) ^+ 3) * ((((((1 + u) ^+ 2) - 1) * q) + ((((1 + u) ^+ (h + 5)%N) - 1) * A)) + ((3%:R / 2%:R) * (((1 + u) ^+ (h + 4)%N) * (tau * eta))))) + (2%:R * ((((1 + u) ^+ 3) * ((1 + tau) * eta)) + ((2%:R * eta) * (zeta * rho))))) / rho) + (((1 + u) ^+ 3) - 1) <= r) ->
  ((6%:R * (eta * (zeta ^+ 2))) * (e ((11%:R / 10%:R) * ((h%:R + 7%:R) * u))) <= theta) ->
  (u <= 1 / 11%:R) ->
  (r <= 1 / 4%:R) ->
  (theta <= 1 / 11%:R) ->
  (ell <= zeta * rho) ->
  (forall (j : 'I_d), `|((ell * (b 0 j)) - ((x 0 j) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1)))))| <= ((((1 + u) ^+ 3) * ((((((1 + u) ^+ 2) - 1) * (`|(x 0 j)|)) + ((((1 + u) ^+ (h + 5)%N) - 1) * A)) + ((3%:R / 2%:R) * (((1 + u) ^+ (h + 4)%N) * (tau * eta))))) + ((((1 + u) ^+ 3) * ((1 + tau) * eta)) + ((2%:R * eta) * (zeta * rho)))) + ((((1 + u) ^+ 3) - 1) * (`|((x 0 j) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1))))|))) ->
  (`|((ell * ehat) - (Num.sqrt epsilon))| <= ((((1 + u) ^+ 3) - 1) * (Num.sqrt epsilon)) + ((((1 + u) ^+ 3) * ((1 + tau) * eta)) + ((2%:R * eta) * (zeta * rho)))) ->
  ((((1 - u) ^+ (h + 7)%N) * (((1 / d%:R) * (\sum_(s1 < d) ((b 0 s1) ^+ 2))) + (ehat ^+ 2))) - (3%:R * eta) <= What) ->
  (What <= ((1 + u) ^+ (h + 7)%N) * ((((1 / d%:R) * (\sum_(s1 < d) ((b 0 s1) ^+ 2))) + (ehat ^+ 2)) + (3%:R * eta))) ->
  (`|(sigmahat - (Num.sqrt What))| <= u * (Num.sqrt What)) ->
  (`|(nhat - (b 0 i))| <= (u * (`|(b 0 i)|)) + (eta / 2%:R)) ->
  (`|(yhat - (nhat / sigmahat))| <= ((((1 + u) ^+ 2) - 1) * (`|(nhat / sigmahat)|)) + (eta / 2%:R)) ->
  `|(yhat - (((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1)))) / rho))| <= (((((((((1 + u) ^+ 3) * ((((((1 + u) ^+ 2) - 1) * (`|(x 0 i)|)) + ((((1 + u) ^+ (h + 5)%N) - 1) * A)) + ((3%:R / 2%:R) * (((1 + u) ^+ (h + 4)%N) * (tau * eta))))) + ((((1 + u) ^+ 3) * ((1 + tau) * eta)) + ((2%:R * eta) * (zeta * rho)))) / rho) + ((((1 + u) ^+ 3) - 1) * ((`|((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1))))|) / rho))) + (((`|((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1))))|) / rho) * r)) / (1 - r)) + ((((`|((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1))))|) / rho) + ((((((((1 + u) ^+ 3) * ((((((1 + u) ^+ 2) - 1) * (`|(x 0 i)|)) + ((((1 + u) ^+ (h + 5)%N) - 1) * A)) + ((3%:R / 2%:R) * (((1 + u) ^+ (h + 4)%N) * (tau * eta))))) + ((((1 + u) ^+ 3) * ((1 + tau) * eta)) + ((2%:R * eta) * (zeta * rho)))) / rho) + ((((1 + u) ^+ 3) - 1) * ((`|((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1))))|) / rho))) + (((`|((x 0 i) - ((1 / d%:R) * (\sum_(s1 < d) (x 0 s1))))|) / rho) * r)) / (1 - r))) * ((e (((11%:R / 10%:R) * (((h%:R + 15%:R) * u) + theta)) / 2%:R)) - 1))) + (eta * (((e (((11%:R / 10%:R) * (((h%:R + 15%:R) * u) + theta)) / 2%:R)) * zeta) + 1)).
Proof.
case=> [//|d] _; move=> b x A What ehat ell epsilon eta h nhat q r rho sigmahat tau theta u yhat zeta i h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15 h16 h17 h18 h19 h20 h21 h22 h23 h24 h25 h26 h27.
unshelve epose proof (@layer_norm d.+1 h u eta tau ell zeta (fun j => x 0 j) (fun j => b 0 j) epsilon (Num.sqrt epsilon)
  ehat A q rho r _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ theta What (Num.sqrt What) sigmahat i nhat yhat _ _ _ _ _ _ _ _ _) as H;
  [by [] | by apply/RltP | by apply/RltP | by apply/RltP | by apply/RltP | in_reals h11 | exact/RleP/sqrtr_ge0 | in_reals h5
  | by apply/RltP | rewrite /average; equal_in_reals h12 | rewrite /average; equal_in_reals h13
  | by rewrite -expR; exact: sqr_sqrtr | rewrite /average; equal_in_reals h14
  | move=> j; rewrite /part_off /deviation_off /average; in_reals (h21 j) | in_reals h22
  | rewrite /deviation_off; in_reals h15 | in_reals h18 | in_reals h17 | in_reals h20
  | in_reals h16 | in_reals h19 | rewrite /average; in_reals h23 | rewrite /average; in_reals h24
  | exact/RleP/sqrtr_ge0 | by move/RleP => W0; rewrite -expR; exact: sqr_sqrtr | in_reals h25 | in_reals h26 | in_reals h27 |].
by rewrite /moves /part_off /deviation_off /average in H; by_reals H.
Qed.

Theorem gain_and_bias_0 :
  forall b : R,
  forall delta : R,
  forall eta : R,
  forall g : R,
  forall nhat : R,
  forall rhat : R,
  forall u : R,
  forall y : R,
  forall yhat : R,
  (0 <= delta) ->
  (0 < eta) ->
  (0 < u) ->
  (u <= 1) ->
  (`|(yhat - y)| <= delta) ->
  (`|(nhat - (g * yhat))| <= (u * (`|(g * yhat)|)) + (eta / 2%:R)) ->
  (`|(rhat - (nhat + b))| <= u * (`|(nhat + b)|)) ->
  `|(rhat - ((g * y) + b))| <= ((((`|g|) * delta) + ((((1 + u) ^+ 2) - 1) * ((`|g|) * ((`|y|) + delta)))) + ((((1 + u) ^+ 1) - 1) * (`|b|))) + eta.
Proof.
move=> b delta eta g nhat rhat u y yhat h1 h2 h3 h4 h5 h6 h7.
unshelve epose proof (@gain_and_bias u eta g b y yhat nhat rhat delta _ _ _ _ _ _) as H;
  [in_reals h3 | in_reals h4 | in_reals h2 | in_reals h5 | in_reals h6 | in_reals h7 |].
by by_reals H.
Qed.

Theorem stored_once_0 :
  forall delta : R,
  forall eta : R,
  forall rhat : R,
  forall u : R,
  forall y : R,
  forall yhat : R,
  (0 <= delta) ->
  (0 < eta) ->
  (0 < u) ->
  (`|(yhat - y)| <= delta) ->
  (`|(rhat - yhat)| <= (u * (`|yhat|)) + (eta / 2%:R)) ->
  `|(rhat - y)| <= (delta + (u * ((`|y|) + delta))) + (eta / 2%:R).
Proof.
move=> delta eta rhat u y yhat h1 h2 h3 h4 h5.
unshelve epose proof (@stored_once u eta y yhat rhat delta _ _ _) as H;
  [in_reals h3 | in_reals h4 | in_reals h5 |].
by by_reals H.
Qed.

Theorem shifts_add_up_0 :
  forall c : R,
  forall d : R,
  forall deltahat : R,
  forall eta : R,
  forall l : nat,
  forall m : R,
  forall u : R,
  forall x : R,
  (0 < eta) ->
  (0 < u) ->
  (x <= m) ->
  (m <= c) ->
  (`|(d - (x - m))| <= (u * (m - x)) + ((3%:R * (l%:R + 1)) * eta)) ->
  (`|(deltahat - (m - c))| <= (u * (c - m)) + (3%:R * eta)) ->
  `|((d + deltahat) - (x - c))| <= (u * (c - x)) + ((3%:R * (l%:R + 2%:R)) * eta).
Proof.
move=> c d deltahat eta l m u x h1 h2 h3 h4 h5 h6.
unshelve epose proof (@one_more_shift u eta x m c d deltahat l _ _ _ _) as H;
  [in_reals h3 | in_reals h4 | in_reals h5 | in_reals h6 |].
have -> : (l%:R + 2%:R = l%:R + 1 + 1 :> R) by rewrite -addrA.
by_reals H.
Qed.

Theorem merge_0 :
  forall A : R,
  forall B : R,
  forall Shat_1 : R,
  forall Shat_2 : R,
  forall alpha : R,
  forall beta : R,
  forall c : R,
  forall delta_1 : R,
  forall delta_2 : R,
  forall eta : R,
  forall fhat_1 : R,
  forall fhat_2 : R,
  forall h : nat,
  forall l : nat,
  forall lambda_1 : R,
  forall lambda_2 : R,
  forall rhat : R,
  forall that_1 : R,
  forall that_2 : R,
  forall u : R,
  forall v_1 : R,
  forall v_2 : R,
  (0 <= alpha) ->
  (0 <= beta) ->
  (0 <= c) ->
  (0 < eta) ->
  (0 <= fhat_1) ->
  (0 <= fhat_2) ->
  (0 <= lambda_1) ->
  (0 <= lambda_2) ->
  (0 < u) ->
  (0 <= v_1) ->
  (0 <= v_2) ->
  (`|A| <= alpha) ->
  (`|B| <= beta) ->
  (alpha <= v_1) ->
  (beta <= v_2) ->
  (`|(Shat_1 - A)| <= ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1) * alpha) + (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * v_1) + lambda_1)))) ->
  (`|(Shat_2 - B)| <= ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1) * beta) + (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * v_2) + lambda_2)))) ->
  (delta_1 <= 0) ->
  (delta_2 <= 0) ->
  (`|(that_1 - (Shat_1 * fhat_1))| <= (u * (`|(Shat_1 * fhat_1)|)) + (eta / 2%:R)) ->
  (`|(that_2 - (Shat_2 * fhat_2))| <= (u * (`|(Shat_2 * fhat_2)|)) + (eta / 2%:R)) ->
  (`|(rhat - (that_1 + that_2))| <= u * (`|(that_1 + that_2)|)) ->
  (`|(fhat_1 - (e delta_1))| <= ((c * u) * (e delta_1)) + eta) ->
  (`|(fhat_2 - (e delta_2))| <= ((c * u) * (e delta_2)) + eta) ->
  `|(rhat - (((e delta_1) * A) + ((e delta_2) * B)))| <= ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ (l + 1)%N)) - 1) * (((e delta_1) * alpha) + ((e delta_2) * beta))) + (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ (l + 1)%N)) * (eta * (((l%:R + 2%:R) * (v_1 + v_2)) + ((lambda_1 + lambda_2) + 1)))).
Proof.
move=> A B Shat_1 Shat_2 alpha beta c delta_1 delta_2 eta fhat_1 fhat_2 h l lambda_1 lambda_2 rhat that_1 that_2 u v_1 v_2 h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15 h16 h17 h18 h19 h20 h21 h22 h23 h24.
unshelve epose proof (@one_merge u eta c _ _ _ h l A B alpha beta v_1 v_2 lambda_1 lambda_2 Shat_1 Shat_2
  delta_1 delta_2 fhat_1 fhat_2 that_1 that_2 rhat _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) as H;
  [in_reals h9 | in_reals h4 | in_reals h3 | in_reals h12 | in_reals h13 | in_reals h14 | in_reals h15 | in_reals h7
  | in_reals h8 | by rewrite /merged_off /fold_grows /merge_grows; in_reals h16 | by rewrite /merged_off /fold_grows /merge_grows; in_reals h17
  | in_reals h18 | in_reals h19 | in_reals h5 | in_reals h6 | in_reals h23 | in_reals h24 | in_reals h20 | in_reals h21 | in_reals h22 |].
have -> : (l%:R + 2%:R = (l + 1)%N%:R + 1 :> R) by rewrite natrD -addrA.
by rewrite /merged_off /fold_grows /merge_grows in H; by_reals H.
Qed.

Theorem fold_0 :
  forall n : nat, (0 < n)%N ->
  forall dhat : 'rV[R]_n,
  forall s : 'rV[R]_n,
  forall v : 'rV[R]_n,
  forall w : 'rV[R]_n,
  forall Ohat : R,
  forall Shat : R,
  forall b : nat,
  forall c : R,
  forall eta : R,
  forall h : nat,
  forall l : nat,
  forall m : R,
  forall mu : R,
  forall ohat : R,
  forall u : R,
  (0 <= c) ->
  (0 < eta) ->
  (0 < mu) ->
  (0 < u) ->
  (forall (at0 : 'I_n), 0 <= w 0 at0) ->
  (forall (j : 'I_n), `|((dhat 0 j) - ((s 0 j) - m))| <= w 0 j) ->
  (mu <= \sum_(s1 < n) (e (dhat 0 s1))) ->
  ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1) + ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu) < 1) ->
  (`|(Shat - (\sum_(s1 < n) (e (dhat 0 s1))))| <= ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1) * (\sum_(s1 < n) (e (dhat 0 s1)))) + (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R))))) ->
  (`|(Ohat - (\sum_(s1 < n) ((e (dhat 0 s1)) * (v 0 s1))))| <= ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1) * (\sum_(s1 < n) ((e (dhat 0 s1)) * (`|(v 0 s1)|)))) + (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * (\sum_(s1 < n) (`|(v 0 s1)|))) + ((n%:R / 2%:R) + b%:R))))) ->
  (`|(ohat - (Ohat / Shat))| <= (u * (`|(Ohat / Shat)|)) + (eta / 2%:R)) ->
  `|(ohat - (\sum_(s1 < n) (((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (v 0 s1))))| <= (((\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * ((e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1))))) - 1))) + (((((2%:R * (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1)) * (\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1)))))))) + ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * (\sum_(s1 < n) (`|(v 0 s1)|))) + ((n%:R / 2%:R) + b%:R)))) / mu)) + ((\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1))))))) * ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu))) / ((1 - (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1)) - ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu)))) + (u * ((\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1))))))) + (((((2%:R * (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1)) * (\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1)))))))) + ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * (\sum_(s1 < n) (`|(v 0 s1)|))) + ((n%:R / 2%:R) + b%:R)))) / mu)) + ((\sum_(s1 < n) ((((e (s 0 s1)) / (\sum_(s2 < n) (e (s 0 s2)))) * (`|(v 0 s1)|)) * (e ((w 0 s1) + (\sum_(s2 < n) (((e (s 0 s2)) / (\sum_(s3 < n) (e (s 0 s3)))) * ((e (w 0 s2)) - 1))))))) * ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu))) / ((1 - (((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) - 1)) - ((((((1 + u) ^+ (h + 1)%N) * (1 + (c * u))) * ((((1 + u) ^+ 2) * ((1 + (c * u)) + eta)) ^+ l%N)) * (eta * (((l%:R + 1) * n%:R) + ((n%:R / 2%:R) + b%:R)))) / mu)))))) + (eta / 2%:R).
Proof.
case=> [//|n] _; move=> dhat s v w Ohat Shat b c eta h l m mu ohat u h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11.
unshelve epose proof (@folded_mean u eta c _ _ _ n.+1 (fun j => s 0 j) (fun j => dhat 0 j) (fun j => w 0 j) (fun j => v 0 j)
  m Shat Ohat mu (Rplus (Rdiv (INR n.+1) 2) (INR b)) ohat h l ord0 _ _ _ _ _ _ _ _) as H;
  [in_reals h4 | in_reals h2 | in_reals h1 | by apply/RltP | | move=> j; in_reals (h6 j) | in_reals h7 | | | | in_reals h11 |].
- by have := pos_INR n.+1; have := pos_INR b; lra.
- by apply: Rle_lt_trans (RltP _ _ h8); rewrite /fold_grows /merge_grows; apply: Req_le; symmetry; same.
- by rewrite /merged_off /fold_grows /merge_grows; in_reals h9.
- by rewrite /merged_off /fold_grows /merge_grows; in_reals h10.
by rewrite /fold_grows /merge_grows in H; by_reals H.
Qed.
