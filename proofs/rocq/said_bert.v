(* Proofs that our theorems imply what the claims of bert say, relation by relation. Where `said`
   stands, the statement is put, and after `Proof.` the names of what it speaks of; `python -m
   proofs.engine.gallina bert` prints both. *)
From Coq Require Import Setoid Morphisms.
From mathcomp Require Import all_ssreflect fingroup perm all_algebra ring.
From atensi Require Import bridge.
From atensi Require Import limits bert exponential softmax.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Said.
Variables (R : rcfType) (e : exponential R).

Theorem segments_shift_rows_0 : said.
Proof.
have H := congr1 (fun A : 'rV_d.+1 => A 0 b) (segments_shift_rows e_ p S_2 S_1).
by by_theorem H.
Qed.

Theorem two_classes_are_one_logit_0 : said.
Proof.
have H := two_classes_are_one_logit e z.
have -> : @Ordinal 2 1 isT = 1 by apply: val_inj.
have -> : @Ordinal 2 0 isT = 0 by apply: val_inj.
by by_theorem H.
Qed.

Theorem printed_loss_is_solved_by_copying_0 : said.
Proof.
have H := solved_by_copying e u c.
have <- : V%:R = V.+1%:R - 1 :> R by rewrite -one_more addrK.
by rewrite -H; apply: congr1; apply: congr1; rewrite softmaxE; congr (e _ / _);
   [|apply: eq_bigr => s _; congr (e _)];
   rewrite mul_mx_scalar !mxE eqxx //= eq_sym.
Qed.

Theorem printed_loss_is_solved_by_copying_1 : said.
Proof.
move=> eps eps0; exists (V%:R / (eps / 2%:R)) => c low.
have := copying_costs_as_little_as_one_likes e (ord0 : 'I_V.+1) (half_gt0 eps0) (ltW low).
rewrite solved_by_copying subr0 one_less => small.
have pos : 0 <= ln e (1 + V%:R * e (- c)).
  rewrite -(ln1 e) ln_le ?ltr01 ?ler_addl ?mulr_ge0 ?ler0n ?e_ge0 //.
  by rewrite ltr_spaddl ?ltr01 // mulr_ge0 ?ler0n ?e_ge0.
by rewrite ger0_norm //; apply: le_lt_trans small (half_lt eps0).
Qed.

End Said.
