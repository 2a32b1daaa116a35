(* Something for every record: parameters of one head and one hidden unit, all 0 but the gains.
   The models of `exponential` and `circle` are in reals.v. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From atensi Require Import exponential encoder decoder scaling.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Models.
Variables (R : rcfType) (d : nat).

Definition an_attention : attention_parameters R d :=
  @AttentionParameters R d 1 1 1 (fun _ => 0) (fun _ => 0) (fun _ => 0) 0.
Definition a_net : net_parameters R d := @NetParameters R d 1 0 0 0 0.
Definition a_norm : norm_parameters R d := plain R d.
Definition a_block : block_parameters R d := BlockParameters an_attention a_net a_norm a_norm.
Definition a_decoder_block : decoder_parameters R d :=
  DecoderParameters an_attention an_attention a_net a_norm a_norm a_norm.

End Models.

(* Two random signs: four equally likely cases. *)
Section Signs.
Variable R : rcfType.
Definition cases : comAlgType R := [comAlgType R of (R^o * R^o) * (R^o * R^o)].

Definition average (x : cases) : R := (x.1.1 + x.1.2 + x.2.1 + x.2.2) / 4%:R.

Lemma average_linear (a : R) (x y : cases) : average (a *: x + y) = a * average x + average y.
Proof.
have sums (x1 x2 x3 x4 y1 y2 y3 y4 : R) :
    ((a * x1 + y1) + (a * x2 + y2) + (a * x3 + y3) + (a * x4 + y4)) / 4%:R =
    a * ((x1 + x2 + x3 + x4) / 4%:R) + (y1 + y2 + y3 + y4) / 4%:R by ring.
exact: sums.
Qed.

Lemma average_one : average 1 = 1.
Proof.
rewrite /average (_ : (1 : cases).1.1 + (1 : cases).1.2 + (1 : cases).2.1 + (1 : cases).2.2 = 4%:R).
  by rewrite divff // pnatr_eq0.
by rewrite /GRing.one /= !mulrSr add0r.
Qed.

Definition signs : expectation cases := Expectation average_linear average_one.

(* The hypotheses on query and key can be had all at once. *)
Definition a_query (_ : 'I_1) : cases := ((1, 1), (-1, -1)).
Definition a_key (_ : 'I_1) : cases := ((1, -1), (1, -1)).

Theorem hypotheses_can_be_had :
  [/\ independent signs a_query a_key, centred signs a_query, centred signs a_key,
    uncorrelated signs a_query & forall a, Var signs (a_query a) = 1 /\ Var signs (a_key a) = 1].
Proof.
have four : 4%:R != 0 :> R by rewrite pnatr_eq0.
pose mean4 (a b c d : R) : R := (a + b + c + d) / 4%:R.
have zero1 : mean4 1 1 (-1) (-1) = 0 by rewrite /mean4; field.
have zero2 : mean4 1 (-1) 1 (-1) = 0 by rewrite /mean4; field.
have square1 : mean4 (1 * 1) (1 * 1) (-1 * -1) (-1 * -1) = 1 by rewrite /mean4; field.
have square2 : mean4 (1 * 1) (-1 * -1) (1 * 1) (-1 * -1) = 1 by rewrite /mean4; field.
have product : mean4 (1 * 1) (1 * -1) (-1 * 1) (-1 * -1) = 0 by rewrite /mean4; field.
have fourth : mean4 (1 * 1 * (1 * 1)) (1 * -1 * (1 * -1)) (-1 * 1 * (-1 * 1))
    (-1 * -1 * (-1 * -1)) = 1 by rewrite /mean4; field.
have q0 a : signs (a_query a) = 0 by exact: zero1.
have k0 a : signs (a_key a) = 0 by exact: zero2.
have qq a b : signs (a_query a * a_query b) = 1 by exact: square1.
have kk a b : signs (a_key a * a_key b) = 1 by exact: square2.
split=> //.
- split=> [a|a b]; first by rewrite q0 mul0r; exact: product.
  by rewrite qq kk mulr1; exact: fourth.
- by move=> a b; rewrite !ord1 eqxx.
by move=> a; rewrite /Var !expr2 qq kk q0 k0 !mul0r subr0.
Qed.

End Signs.
