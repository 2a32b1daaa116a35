(* Something for every record: parameters of one head and one hidden unit, all 0 but the gains.
   The model of `exponential` is in reals.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential encoder decoder.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

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
