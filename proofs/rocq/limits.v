(* Limits and derivatives over any real closed field, by eps and by how near one comes. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From atensi Require Import exponential.

Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Limits.
Variables (R : rcfType) (e : exponential R).
Implicit Types (f g : R -> R) (a b c l m t : R).

(* f t comes as near to l as one likes, as t comes near to 0. *)
Definition tends f l := forall eps : R, (0 < eps) -> exists2 gap : R, 0 < gap & forall t : R,
  (t != 0) -> (`|t| < gap) -> `|f t - l| < eps.

(* A function with the value c at 0 has there the derivative l. *)
Definition moves f c l := tends (fun t => (f t - c) / t) l.

Lemma half_lt (eps : R) : 0 < eps -> eps / 2%:R < eps.
Proof. by move=> eps0; rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n. Qed.

Lemma half_gt0 (eps : R) : 0 < eps -> 0 < eps / 2%:R.
Proof. by move=> eps0; rewrite divr_gt0 ?ltr0n. Qed.

(* Two functions at once, and a bound that is reached. *)
Lemma tends_by f l g m h k : tends g l -> tends h m ->
  (forall eps : R, 0 < eps -> exists2 d : R, 0 < d & forall t, t != 0 ->
    `|g t - l| < d -> `|h t - m| < d -> `|f t - k| <= eps) -> tends f k.
Proof.
move=> G H near eps eps0; have [d d0 enough] := near _ (half_gt0 eps0).
have [g1 g10 G1] := G d d0; have [h1 h10 H1] := H d d0.
exists (Num.min g1 h1) => [|t t0]; first by rewrite lt_minr g10.
rewrite lt_minr => /andP [tg th]; apply: le_lt_trans (half_lt eps0).
by apply: enough; [| apply: G1 | apply: H1].
Qed.

Lemma tends_ext f g l : (forall t, t != 0 -> f t = g t) -> tends f l -> tends g l.
Proof.
move=> same F eps eps0; have [gap gap0 near] := F eps eps0; exists gap => // t t0 tg.
by rewrite -same // near.
Qed.

Lemma tends_const c : tends (fun _ => c) c.
Proof. by move=> eps eps0; exists 1; rewrite ?ltr01 // => t _ _; rewrite subrr normr0. Qed.

Lemma tends_id : tends id 0.
Proof. by move=> eps eps0; exists eps => // t _; rewrite subr0. Qed.

Lemma tends_add f g l m : tends f l -> tends g m -> tends (fun t => f t + g t) (l + m).
Proof.
move=> F G; apply: (tends_by F G) => eps eps0; exists (eps / 2%:R); first exact: half_gt0.
move=> t _ fl gm; rewrite opprD addrACA; apply: le_trans (ler_norm_add _ _) _.
have -> : eps = eps / 2%:R + eps / 2%:R.
  by rewrite -mulrDl -mulr2n -mulr_natr mulfK // pnatr_eq0.
by rewrite ler_add // ltW.
Qed.

Lemma tends_mul f g l m : tends f l -> tends g m -> tends (fun t => f t * g t) (l * m).
Proof.
move=> F G; apply: (tends_by F G) => eps eps0.
pose s := 1 + `|l| + `|m|.
have s0 : 0 < s by rewrite /s -addrA ltr_spaddl ?ltr01 ?addr_ge0 ?normr_ge0.
exists (Num.min 1 (eps / s)) => [|t _]; first by rewrite lt_minr ltr01 divr_gt0.
rewrite !lt_minr => /andP [f1 fs] /andP [g1 gs].
have -> : f t * g t - l * m = (f t - l) * (g t - m) + l * (g t - m) + (f t - l) * m.
  by move: (f t) (g t) => x y; ring.
apply: (@le_trans _ _ (eps / s * s)); last by rewrite divfK ?gt_eqF.
move: (eps / s) fs gs => q fs gs.
have -> : q * s = q + q * `|l| + q * `|m| by rewrite /s !mulrDr mulr1.
apply: le_trans (ler_norm_add _ _) _; apply: ler_add.
  apply: le_trans (ler_norm_add _ _) _; apply: ler_add.
    by rewrite normrM -[X in _ <= X]mul1r ler_pmul ?normr_ge0 ?ltW.
  by rewrite normrM mulrC ler_wpmul2r ?normr_ge0 ?ltW.
by rewrite normrM ler_wpmul2r ?normr_ge0 ?ltW.
Qed.

Lemma tends_opp f l : tends f l -> tends (fun t => - f t) (- l).
Proof.
move=> F; have := tends_mul (tends_const (-1)) F; rewrite mulN1r.
by apply: tends_ext => t _; rewrite mulN1r.
Qed.

Lemma tends_sum n (f : 'I_n -> R -> R) (l : 'I_n -> R) : (forall j, tends (f j) (l j)) ->
  tends (fun t => \sum_j f j t) (\sum_j l j).
Proof.
elim: n f l => [|n IH] f l each.
  rewrite big_ord0; apply: tends_ext (tends_const 0) => t _.
  by rewrite big_ord0.
rewrite big_ord_recl.
apply: tends_ext (tends_add (each ord0) (IH _ _ (fun j => each (lift ord0 j)))).
by move=> t _; rewrite big_ord_recl.
Qed.

Lemma tends_inv f l : l != 0 -> tends f l -> tends (fun t => (f t)^-1) l^-1.
Proof.
move=> l0 F; apply: (tends_by F F) => eps eps0.
have n0 : 0 < `|l| by rewrite normr_gt0.
pose d := Num.min (`|l| / 2%:R) (eps * (`|l| * (`|l| / 2%:R))).
exists d => [|t _ close _]; first by rewrite lt_minr half_gt0 // mulr_gt0 // mulr_gt0 // half_gt0.
move: close; rewrite lt_minr => /andP [near small].
have far : `|l| / 2%:R <= `|f t|.
  rewrite -(ler_add2l (`|l| / 2%:R)) -mulrDl -mulr2n -mulr_natr mulfK ?pnatr_eq0 //.
  have := ler_norm_add (l - f t) (f t); rewrite subrK => le; apply: le_trans le _.
  by rewrite ler_add2r distrC ltW.
have f0 : f t != 0 by rewrite -normr_gt0 (lt_le_trans _ far) ?half_gt0.
have -> : (f t)^-1 - l^-1 = (l - f t) / (l * f t) by field; rewrite l0 f0.
rewrite normrM normfV normrM ler_pdivr_mulr ?mulr_gt0 ?normr_gt0 //.
apply: le_trans (_ : eps * (`|l| * (`|l| / 2%:R)) <= _); first by rewrite distrC ltW.
by rewrite ler_pmul2l // ler_pmul2l.
Qed.

(* What lies between two functions with one limit, as soon as t is near enough to 0. *)
Lemma tends_between f g h l : tends f l -> tends h l -> (exists2 r : R, 0 < r &
  forall t, t != 0 -> `|t| < r -> (f t <= g t <= h t) || (h t <= g t <= f t)) -> tends g l.
Proof.
move=> F H [r r0 between] eps eps0; have [f1 f10 F1] := F _ eps0; have [h1 h10 H1] := H _ eps0.
exists (Num.min r (Num.min f1 h1)) => [|t t0]; first by rewrite !lt_minr r0 f10.
rewrite !lt_minr => /and3P [tr tf th]; move: (F1 t t0 tf) (H1 t t0 th).
rewrite !ltr_norml => /andP [fl fu] /andP [hl hu].
have /orP [/andP [lo hi]|/andP [lo hi]] := between t t0 tr; apply/andP; split.
- by apply: lt_le_trans fl _; rewrite ler_add2r.
- by apply: le_lt_trans hu; rewrite ler_add2r.
- by apply: lt_le_trans hl _; rewrite ler_add2r.
- by apply: le_lt_trans fu; rewrite ler_add2r.
Qed.

(* Derivatives, part by part. *)
Lemma moves_const c : moves (fun _ => c) c 0.
Proof. by apply: tends_ext (tends_const 0) => t _; rewrite subrr mul0r. Qed.

Lemma moves_line a b : moves (fun t => a + t * b) a b.
Proof.
by apply: tends_ext (tends_const b) => t t0; rewrite addrAC subrr add0r mulrAC divff ?mul1r.
Qed.

Lemma moves_continuous f c l : moves f c l -> tends f c.
Proof.
move=> F; have := tends_add (tends_mul F tends_id) (tends_const c); rewrite mulr0 add0r.
by apply: tends_ext => t t0; rewrite /= divfK // subrK.
Qed.

Lemma moves_add f g c d l m : moves f c l -> moves g d m ->
  moves (fun t => f t + g t) (c + d) (l + m).
Proof.
move=> F G; apply: tends_ext (tends_add F G) => t _.
by rewrite -mulrDl opprD addrACA.
Qed.

Lemma moves_opp f c l : moves f c l -> moves (fun t => - f t) (- c) (- l).
Proof. by move=> F; apply: tends_ext (tends_opp F) => t _; rewrite -mulNr opprB opprK addrC. Qed.

Lemma moves_mul f g c d l m : moves f c l -> moves g d m ->
  moves (fun t => f t * g t) (c * d) (l * d + c * m).
Proof.
move=> F G; have := tends_add (tends_mul F (moves_continuous G)) (tends_mul (tends_const c) G).
by apply: tends_ext => t t0 /=; field.
Qed.

Lemma moves_scaled f a c l : moves f c l -> moves (fun t => a * f t) (a * c) (a * l).
Proof. by move=> F; have := moves_mul (moves_const a) F; rewrite mul0r add0r. Qed.

Lemma moves_sum n (f : 'I_n -> R -> R) (c l : 'I_n -> R) : (forall j, moves (f j) (c j) (l j)) ->
  moves (fun t => \sum_j f j t) (\sum_j c j) (\sum_j l j).
Proof.
by move=> each; apply: tends_ext (tends_sum each) => t _; rewrite -sumrB mulr_suml.
Qed.

Lemma moves_inv f c l : c != 0 -> (forall t, f t != 0) -> moves f c l ->
  moves (fun t => (f t)^-1) c^-1 (- l / c ^+ 2).
Proof.
move=> c0 f0 F.
have := tends_mul (tends_opp F) (tends_mul (tends_inv c0 (moves_continuous F)) (tends_const c^-1)).
rewrite -invfM -expr2; apply: tends_ext => t t0 /=.
by field; rewrite c0 f0 t0.
Qed.

(* What holds near 0 alone; the inverse of what is not 0 there, and the root of what is positive. *)
Lemma tends_near f g l r : 0 < r -> (forall t, t != 0 -> `|t| < r -> f t = g t) ->
  tends f l -> tends g l.
Proof.
move=> r0 same F eps eps0; have [gap gap0 near] := F eps eps0.
exists (Num.min r gap) => [|t t0]; first by rewrite lt_minr r0.
by rewrite lt_minr => /andP [tr tg]; rewrite -same // near.
Qed.

Lemma near_nonzero f c : c != 0 -> tends f c ->
  exists2 r : R, 0 < r & forall t, t != 0 -> `|t| < r -> f t != 0.
Proof.
move=> c0 F; have c1 : 0 < `|c| by rewrite normr_gt0.
have [r r0 near] := F _ c1; exists r => // t t0 tr; apply: contraTneq (near t t0 tr) => ->.
by rewrite sub0r normrN ltxx.
Qed.

Lemma moves_inverse f c l : c != 0 -> moves f c l ->
  moves (fun t => (f t)^-1) c^-1 (- l / c ^+ 2).
Proof.
move=> c0 F; have [r r0 near] := near_nonzero c0 (moves_continuous F).
have := tends_mul (tends_opp F) (tends_mul (tends_inv c0 (moves_continuous F)) (tends_const c^-1)).
rewrite -invfM -expr2; apply: (tends_near r0) => t t0 tr /=.
by field; rewrite c0 near // t0.
Qed.

Lemma tends_sqrt f c : 0 < c -> (forall t, 0 <= f t) -> tends f c ->
  tends (fun t => Num.sqrt (f t)) (Num.sqrt c).
Proof.
move=> c0 f0 F; have s0 : 0 < Num.sqrt c by rewrite sqrtr_gt0.
apply: (tends_by F F) => eps eps0; exists (eps * Num.sqrt c); first by rewrite mulr_gt0.
move=> t _ near _; rewrite -(ler_pmul2r s0); apply: le_trans (ltW near).
have -> : f t - c = (Num.sqrt (f t) - Num.sqrt c) * (Num.sqrt (f t) + Num.sqrt c).
  by rewrite -subr_sqr !sqr_sqrtr // ltW.
rewrite normrM ler_wpmul2l ?normr_ge0 // ger0_norm ?addr_ge0 ?sqrtr_ge0 //.
by rewrite ler_addr sqrtr_ge0.
Qed.

Lemma moves_sqrt f c l : 0 < c -> (forall t, 0 <= f t) -> moves f c l ->
  moves (fun t => Num.sqrt (f t)) (Num.sqrt c) (l / (2%:R * Num.sqrt c)).
Proof.
move=> c0 f0 F; have s0 : 0 < Num.sqrt c by rewrite sqrtr_gt0.
have nz : Num.sqrt c + Num.sqrt c != 0 by rewrite gt_eqF // addr_gt0.
have G := tends_add (tends_sqrt c0 f0 (moves_continuous F)) (tends_const (Num.sqrt c)).
have := tends_mul F (tends_inv nz G); rewrite mulr_natl mulr2n.
apply: tends_ext => t t0.
have p : Num.sqrt (f t) + Num.sqrt c != 0 by rewrite gt_eqF // ltr_paddl ?sqrtr_ge0.
have -> : f t - c = (Num.sqrt (f t) - Num.sqrt c) * (Num.sqrt (f t) + Num.sqrt c).
  by rewrite -subr_sqr !sqr_sqrtr // ltW.
by field; rewrite t0 p.
Qed.

(* The exponential between 1 + x and the inverse of 1 - x, and the logarithm likewise. *)
Lemma e_above a : a < 1 -> e a <= (1 - a)^-1.
Proof.
move=> a1; have a0 : 0 < 1 - a by rewrite subr_gt0.
by rewrite -[e a]invrK lef_pinv ?posrE ?invr_gt0 ?e_gt0 // -eN e_ge.
Qed.

Lemma tends_e f : tends f 0 -> tends (fun t => e (f t)) 1.
Proof.
move=> F; have lower := tends_add (tends_const 1) F; rewrite addr0 in lower.
have upper := tends_inv _ (tends_add (tends_const 1) (tends_opp F)).
rewrite oppr0 addr0 invr1 in upper; apply: (tends_between lower (upper (oner_neq0 R))).
have [r r0 near] := F 1 ltr01; exists r => // t t0 tr.
have := near t t0 tr; rewrite subr0 ltr_norml => /andP [_ f1].
by rewrite e_ge e_above.
Qed.

Lemma moves_e : moves e 1 1.
Proof.
have upper := tends_inv _ (tends_add (tends_const 1) (tends_opp tends_id)).
rewrite oppr0 addr0 invr1 in upper.
apply: (tends_between (tends_const 1) (upper (oner_neq0 R))); exists 1; first exact: ltr01.
move=> t t0; rewrite ltr_norml => /andP [_ t1].
have above : (1 - t)^-1 * t = (1 - t)^-1 - 1.
  by have nz : 1 - t != 0; [rewrite gt_eqF // subr_gt0 | field].
have low : t <= e t - 1 by rewrite ler_subr_addl e_ge.
have high : e t - 1 <= (1 - t)^-1 * t by rewrite above ler_add2r e_above.
move: t0; rewrite neq_lt => /orP [neg|pos].
  by apply/orP; right; rewrite ler_ndivl_mulr // ler_ndivr_mulr // mul1r low high.
by apply/orP; left; rewrite ler_pdivl_mulr // ler_pdivr_mulr // mul1r low high.
Qed.

Lemma moves_exp a (b : bool) : moves (fun t => e (a + t * b%:R)) (e a) (b%:R * e a).
Proof.
case: b; last by rewrite mul0r; apply: tends_ext (tends_const 0) => t _;
  rewrite mulr0 addr0 subrr mul0r.
rewrite mul1r; have := tends_mul (tends_const (e a)) moves_e; rewrite mulr1.
by apply: tends_ext => t _; rewrite mulr1 eD mulrA mulrBr mulr1.
Qed.

Lemma ln_between a b : 0 < a -> 0 < b -> (a - b) / a <= ln e a - ln e b <= (a - b) / b.
Proof.
move=> a0 b0; rewrite -ln_div // !mulrBl !divff ?gt_eqF // ln_below ?divr_gt0 // andbT.
by rewrite -[ln e (a / b)]opprK -lnV ?divr_gt0 // invf_div ler_oppr opprB ln_below ?divr_gt0.
Qed.

Lemma moves_ln f c l : 0 < c -> (forall t, 0 < f t) -> moves f c l ->
  moves (fun t => ln e (f t)) (ln e c) (l / c).
Proof.
move=> c0 f0 F; have nz : c != 0 by rewrite gt_eqF.
have lower := tends_mul F (tends_inv nz (moves_continuous F)).
have upper := tends_mul F (tends_const c^-1).
apply: (tends_between lower upper); exists 1; first exact: ltr01.
move=> t t0 _; have /andP [lo hi] := ln_between (f0 t) c0; rewrite !(mulrAC _ t^-1).
move: t0; rewrite neq_lt => /orP [neg|pos].
  by rewrite !(ler_nmul2r (_ : t^-1 < 0)) ?invr_lt0 // lo hi orbT.
by rewrite !ler_pmul2r ?invr_gt0 // lo hi.
Qed.

(* In use: another name of the value, of the function; one term of a sum; softmax. *)
Lemma moves_value f c l m : moves f c l -> l = m -> moves f c m.
Proof. by move=> F <-. Qed.

Lemma moves_ext f g c l : f =1 g -> moves f c l -> moves g c l.
Proof. by move=> same; apply: tends_ext => t _; rewrite same. Qed.

Lemma only_one n (F : 'I_n -> R) k : \sum_j F j * (j == k)%:R = F k.
Proof.
rewrite (bigD1 k) //= eqxx mulr1 big1 ?addr0 // => j jk.
by rewrite (negbTE jk) mulr0.
Qed.

Lemma moves_softmax n (x : 'I_n.+1 -> R) (b : 'I_n.+1 -> bool) i :
  moves (fun t => e (x i + t * (b i)%:R) / \sum_j e (x j + t * (b j)%:R))
    (e (x i) / \sum_j e (x j))
    (e (x i) / (\sum_j e (x j)) * ((b i)%:R - (\sum_j e (x j) * (b j)%:R) / \sum_j e (x j))).
Proof.
have all0 (y : 'I_n.+1 -> R) : \sum_j e (y j) != 0 :> R by apply: (sum_e_neq0 e).
have all := moves_sum (fun j => moves_exp (x j) (b j)).
have := moves_mul (moves_exp (x i) (b i)) (moves_inv (all0 x) (fun t => all0 _) all).
move/moves_value; apply; rewrite (eq_bigr _ (fun j _ => mulrC (e (x j)) (b j)%:R)).
by move: (e (x i)) (\sum_j e (x j)) (all0 x) (\sum_j _ * _) => y z z0 u; field.
Qed.

(* The exponential of anything that moves; softmax of scores that move. *)
Lemma moves_e_of f c l : moves f c l -> moves (fun t => e (f t)) (e c) (e c * l).
Proof.
move=> F; have still : tends (fun t => f t - c) 0.
  by have := tends_add (moves_continuous F) (tends_const (- c)); rewrite subrr.
have one := tends_inv _ (tends_add (tends_const 1) (tends_opp still)).
rewrite oppr0 addr0 invr1 in one.
have lower := tends_mul (tends_const (e c)) F.
have upper := tends_mul lower (one (oner_neq0 R)); rewrite mulr1 in upper.
have [r r0 near] := still 1 ltr01; apply: (tends_between lower upper); exists r => // t t0 tr.
have := near t t0 tr; rewrite subr0 ltr_norml => /andP [_]; set y := f t - c => y1.
have -> : e (f t) = e c * e y by rewrite -eD /y addrCA subrr addr0.
have above : (1 - y)^-1 * y = (1 - y)^-1 - 1.
  by have nz : 1 - y != 0; [rewrite gt_eqF // subr_gt0 | field].
have low : e c * y <= e c * e y - e c.
  by rewrite -[X in _ - X]mulr1 -mulrBr ler_pmul2l ?e_gt0 // ler_subr_addl e_ge.
have high : e c * e y - e c <= e c * y * (1 - y)^-1.
  rewrite -[X in _ - X]mulr1 -mulrBr -mulrA ler_pmul2l ?e_gt0 // [y * _]mulrC above.
  by rewrite ler_add2r e_above.
rewrite !mulrA [_ / t / _]mulrAC; move: t0; rewrite neq_lt => /orP [neg|pos].
  by apply/orP; right; rewrite !(ler_nmul2r (_ : t^-1 < 0)) ?invr_lt0 // low high.
by apply/orP; left; rewrite !ler_pmul2r ?invr_gt0 // low high.
Qed.

Lemma moves_sqr f c l : moves f c l -> moves (fun t => f t ^+ 2) (c ^+ 2) (2%:R * (c * l)).
Proof.
move=> F; have H := moves_ext (fun t => esym (expr2 (f t))) (moves_mul F F).
by rewrite -expr2 in H; apply: moves_value H _; ring.
Qed.

Lemma moves_by f a c l : moves f c l -> moves (fun t => f t * a) (c * a) (l * a).
Proof. by move=> F; have := moves_mul F (moves_const a); rewrite mulr0 addr0. Qed.

Lemma moves_weights n (f : 'I_n.+1 -> R -> R) (c l : 'I_n.+1 -> R) i :
  (forall j, moves (f j) (c j) (l j)) ->
  moves (fun t => e (f i t) / \sum_j e (f j t)) (e (c i) / \sum_j e (c j))
    (e (c i) / (\sum_j e (c j)) * (l i - \sum_j e (c j) / (\sum_k e (c k)) * l j)).
Proof.
move=> each; have all0 (y : 'I_n.+1 -> R) : \sum_j e (y j) != 0 :> R by apply: (sum_e_neq0 e).
have all := moves_sum (fun j => moves_e_of (each j)).
have := moves_mul (moves_e_of (each i)) (moves_inv (all0 c) (fun t => all0 (fun j => f j t)) all).
move/moves_value; apply.
have -> : \sum_j e (c j) / (\sum_k e (c k)) * l j = (\sum_j e (c j) * l j) / \sum_k e (c k).
  by rewrite mulr_suml; apply: eq_bigr => j _; rewrite mulrAC.
by move: (e (c i)) (\sum_j e (c j)) (all0 c) (\sum_j _ * _) => y z z0 u; field.
Qed.

End Limits.
