(* Exponentials and logarithms against polynomials, each in the words of theorems/textbook/elementary.py: mostly by the sign of a
   derivative from 0 on. *)
From Coq Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Referee Require Signs.
From Referee Require Import Refute Calculations Textbook.
Open Scope R_scope.

Lemma exp_above_line x : exp 1 * x <= exp x.
Proof. pose proof (exp_above_tangent_at 1 x) as H. replace (1 + (x - 1)) with x in H by ring. exact H. Qed.
Lemma mean_of_exps x : (exp x + exp (- x)) / 2 <= exp (x ^ 2 / 2). Proof. exact (Signs.cosh_below x). Qed.
Lemma sum_grows_strictly x y a b : x < y -> a <= b -> x + a < y + b. Proof. lra. Qed.
Lemma max_grows x y a b : x <= a -> y <= b -> Rmax x y <= Rmax a b.
Proof. intros. apply Rmax_lub; [apply Rle_trans with a|apply Rle_trans with b]; auto using Rmax_l, Rmax_r. Qed.
Lemma min_grows x y a b : x <= a -> y <= b -> Rmin x y <= Rmin a b.
Proof. intros. apply Rmin_glb; [apply Rle_trans with x|apply Rle_trans with y]; auto using Rmin_l, Rmin_r. Qed.

(* -- exponents of tails ----------------------------------------------------------------------------------------------------- *)
Lemma log_above_bennett x : x >= 0 -> (36 * x + 6 * x ^ 2) / (6 + 2 * x) ^ 2 <= ln (1 + x).
Proof.
  intros H. pose (h := fun t => ln (1 + t) - (36 * t + 6 * t ^ 2) / (6 + 2 * t) ^ 2).
  assert (E : h 0 <= h x).
  { apply (rises h (fun t => 1 / (1 + t) - 216 / (6 + 2 * t) ^ 3)); [..|lra]; intros t Ht; unfold h.
    - auto_derive; [repeat split; try lra; apply Rgt_not_eq; nra|field; lra].
    - assert (P : 0 < (6 + 2 * t) ^ 3) by (apply pow_lt; lra). apply Rmult_le_reg_r with ((1 + t) * (6 + 2 * t) ^ 3); [nra|].
      replace ((1 / (1 + t) - 216 / (6 + 2 * t) ^ 3) * ((1 + t) * (6 + 2 * t) ^ 3)) with (72 * t ^ 2 + 8 * t ^ 3) by (field; lra).
      assert (0 <= t ^ 2) by (apply pow_le; lra). assert (0 <= t ^ 3) by (apply pow_le; lra). lra. }
  unfold h in E. replace (1 + 0) with 1 in E by ring. rewrite ln_1 in E. lra.
Qed.
Lemma bennett_exponent x : x >= 0 -> x ^ 2 / (2 + 2 * x / 3) <= (1 + x) * ln (1 + x) - x.
Proof.
  intros H. pose (h := fun t => (1 + t) * ln (1 + t) - t - t ^ 2 / (2 + 2 * t / 3)).
  assert (E : h 0 <= h x).
  { apply (rises h (fun t => ln (1 + t) - (36 * t + 6 * t ^ 2) / (6 + 2 * t) ^ 2)); [..|lra]; intros t Ht; unfold h.
    - auto_derive; [repeat split; lra|field; lra].
    - pose proof (log_above_bennett t ltac:(lra)). lra. }
  unfold h in E. replace (1 + 0) with 1 in E by ring. rewrite ln_1 in E. lra.
Qed.
(* up to 3/2 by the last one; beyond, at 9/5, hardly 3/1000 are left *)
Lemma chernoff_exponent x : x >= 0 -> x <= 9 / 5 -> x ^ 2 / 3 <= (1 + x) * ln (1 + x) - x.
Proof.
  intros H L. destruct (Rle_or_lt x (3 / 2)) as [S|S].
  - apply Rle_trans with (2 := bennett_exponent x H). apply Rmult_le_compat_l; [apply pow2_ge_0|].
    apply Rinv_le_contravar; lra.
  - assert (B : 3 / 2 <= x <= 9 / 5) by lra.
    assert (0 <= (1 + x) * ln (1 + x) - x - x ^ 2 / 3) by (interval with (i_prec 40, i_bisect x, i_autodiff x)). lra.
Qed.
Lemma chernoff_exponent_below x : x >= 0 -> x < 1 -> x ^ 2 / 2 <= (1 - x) * ln (1 - x) + x.
Proof.
  intros H L. pose (h := fun t => (1 - t) * ln (1 - t) + t - t ^ 2 / 2).
  assert (E : h 0 <= h x).
  { apply (rises h (fun t => - ln (1 - t) - t)); [..|lra]; intros t Ht; unfold h.
    - auto_derive; [lra|]. unfold Rminus. field. lra.
    - pose proof (log_below_tangent (1 - t) ltac:(lra)). lra. }
  unfold h in E. replace (1 - 0) with 1 in E by ring. rewrite ln_1 in E. lra.
Qed.
Lemma chi_squared_above x : x >= 0 -> x < 1 / 2 -> - ln (1 - 2 * x) / 2 - x <= x ^ 2 / (1 - 2 * x).
Proof.
  intros H L. pose (h := fun t => t ^ 2 / (1 - 2 * t) + t + ln (1 - 2 * t) / 2).
  assert (E : h 0 <= h x).
  { apply (rises h (fun t => 2 * (t / (1 - 2 * t)) ^ 2)); [..|lra]; intros t Ht; unfold h.
    - auto_derive; [repeat split; lra|field; lra].
    - pose proof (pow2_ge_0 (t / (1 - 2 * t))). lra. }
  unfold h in E. replace (1 - 2 * 0) with 1 in E by ring. rewrite ln_1 in E. lra.
Qed.
Lemma chi_squared_below x : x >= 0 -> x - ln (1 + 2 * x) / 2 <= x ^ 2.
Proof.
  intros H. pose (h := fun t => t ^ 2 - t + ln (1 + 2 * t) / 2).
  assert (E : h 0 <= h x).
  { apply (rises h (fun t => 4 * t ^ 2 / (1 + 2 * t))); [..|lra]; intros t Ht; unfold h.
    - auto_derive; [repeat split; lra|field; lra].
    - apply Rmult_le_pos; [pose proof (pow2_ge_0 t); lra|left; apply Rinv_0_lt_compat; lra]. }
  unfold h in E. replace (1 + 2 * 0) with 1 in E by ring. rewrite ln_1 in E. lra.
Qed.
