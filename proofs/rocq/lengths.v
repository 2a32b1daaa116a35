(* The length of a row together with one number more: a weighted sum of squares. It is no longer than
   the lengths of two parts, by the inequality of Cauchy and Schwarz. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential reals factors.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.

Local Open Scope R_scope.

Lemma square_le x y : 0 <= y -> x * x <= y * y -> x <= y.
Proof. by move=> *; nra. Qed.

Section Lengths.
Variables (n : nat) (w : R).
Hypothesis w_ge0 : 0 <= w.
Implicit Types (F G : 'I_n -> R) (f g : R).

Definition product F f G g := w * Sum (fun j => F j * G j) + f * g.
Definition square F f := product F f F f.

Lemma product_le F f G g H h : (forall j, F j * G j <= H j * H j) -> f * g <= h * h ->
  product F f G g <= square H h.
Proof.
move=> entries last; apply: Rplus_le_compat => //.
by apply: Rmult_le_compat_l => //; apply: Sum_le.
Qed.

Lemma square_ge0 F f : 0 <= square F f.
Proof.
have sq x : 0 <= x * x by exact: Rle_0_sqr.
apply: Rplus_le_le_0_compat => //; apply: Rmult_le_pos => //.
by apply: Sum_ge0 => j.
Qed.

Lemma square_of_two F f G g s t :
  square (fun j => s * F j + t * G j) (s * f + t * g) =
    s * s * square F f + 2 * s * t * product F f G g + t * t * square G g.
Proof.
rewrite /square /product.
have -> : Sum (fun j => (s * F j + t * G j) * (s * F j + t * G j)) =
    s * s * Sum (fun j => F j * F j) + (2 * s * t * Sum (fun j => F j * G j) + t * t * Sum (fun j => G j * G j)).
  by rewrite !Sum_scale !Sum_add; apply: Sum_ext => j; ring.
by ring.
Qed.

Lemma product_at_most F f G g a b : 0 <= a -> 0 < b ->
  square F f <= a * a -> square G g <= b * b -> product F f G g <= a * b.
Proof.
move=> a0 b0 Fa Gb; set c := product F f G g.
have [neg|pos] := Rle_lt_dec c 0; first by have := Rmult_le_pos _ _ a0 (Rlt_le _ _ b0); lra.
have big := square_ge0 (fun j => b * b * F j + - c * G j) (b * b * f + - c * g).
rewrite square_of_two -/c in big; apply: square_le; first by apply: Rmult_le_pos; lra.
have bb : 0 < b * b by nra.
have FF : b * b * (b * b) * square F f <= b * b * (b * b) * (a * a) by apply: Rmult_le_compat_l; nra.
have GG : c * c * square G g <= c * c * (b * b) by apply: Rmult_le_compat_l; nra.
by apply: (Rmult_le_reg_l (b * b)) => //; lra.
Qed.

Theorem length_of_a_sum F f G g a b : 0 <= a -> 0 < b ->
  square F f <= a * a -> square G g <= b * b ->
  square (fun j => F j + G j) (f + g) <= (a + b) * (a + b).
Proof.
move=> a0 b0 Fa Gb; have FG := product_at_most a0 b0 Fa Gb.
have := square_of_two F f G g 1 1; rewrite !Rmult_1_l.
have -> : square (fun j => 1 * F j + 1 * G j) (f + g) = square (fun j => F j + G j) (f + g).
  by rewrite /square /product; congr (w * _ + _); apply: Sum_ext => j; ring.
by move=> ->; lra.
Qed.

Lemma square_opp F f : square (fun j => - F j) (- f) = square F f.
Proof.
by rewrite /square /product; congr (w * _ + _); [apply: Sum_ext => j; ring | ring].
Qed.

(* Lengths of rows that are near each other. *)
Corollary lengths_near F f G g a b r : 0 <= a -> 0 <= b -> 0 < r ->
  square F f = a * a -> square G g = b * b ->
  square (fun j => F j - G j) (f - g) <= r * r -> Rabs (a - b) <= r.
Proof.
move=> a0 b0 r0 FE GE near; apply: Rabs_le.
have up : a <= b + r.
  apply: square_le; first by lra.
  rewrite -FE; have := length_of_a_sum b0 r0 (Req_le _ _ GE) near.
  have -> : square (fun j => G j + (F j - G j)) (g + (f - g)) = square F f => //.
  by rewrite /square /product; congr (w * _ + _); [apply: Sum_ext => j; ring | ring].
have down : b <= a + r.
  apply: square_le; first by lra.
  rewrite -square_opp in near; rewrite -GE; have := length_of_a_sum a0 r0 (Req_le _ _ FE) near.
  have -> : square (fun j => F j + - (F j - G j)) (f + - (f - g)) = square G g => //.
  by rewrite /square /product; congr (w * _ + _); [apply: Sum_ext => j; ring | ring].
by split; lra.
Qed.

End Lengths.
