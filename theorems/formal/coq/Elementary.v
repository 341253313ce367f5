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

(* -- exponents of moment generating functions --------------------------------------------------------------------------------- *)
Lemma two_points_slope p t : 0 <= p <= 1 -> 0 <= t -> p * exp t / (1 - p + p * exp t) - p <= t / 4.
Proof.
  intros B H. assert (D : forall u, 0 <= u -> 0 < 1 - p + p * exp u).
  { intros u U. pose proof (exp_ineq1_le u). nra. }
  pose (h := fun u => u / 4 + p - p * exp u / (1 - p + p * exp u)).
  assert (E : h 0 <= h t).
  { apply (rises h (fun u => 1 / 4 - p * exp u * (1 - p) / (1 - p + p * exp u) ^ 2)); [..|exact H]; intros u U; unfold h.
    - pose proof (D u ltac:(lra)). auto_derive; [lra|field; lra].
    - pose proof (D u ltac:(lra)) as P. apply Rmult_le_reg_r with ((1 - p + p * exp u) ^ 2); [apply pow_lt; exact P|].
      replace ((1 / 4 - p * exp u * (1 - p) / (1 - p + p * exp u) ^ 2) * (1 - p + p * exp u) ^ 2) with (((1 - p) - p * exp u) ^ 2 / 4) by (field; lra).
      pose proof (pow2_ge_0 (1 - p - p * exp u)). lra. }
  unfold h in E. rewrite exp_0 in E. replace (p * 1 / (1 - p + p * 1)) with p in E by (field; lra). lra.
Qed.
Lemma two_points_up p t : 0 <= p <= 1 -> 0 <= t -> ln (1 - p + p * exp t) - t * p <= t ^ 2 / 8.
Proof.
  intros B H. assert (D : forall u, 0 <= u -> 0 < 1 - p + p * exp u).
  { intros u U. pose proof (exp_ineq1_le u). nra. }
  pose (h := fun u => u ^ 2 / 8 + u * p - ln (1 - p + p * exp u)).
  assert (E : h 0 <= h t).
  { apply (rises h (fun u => u / 4 + p - p * exp u / (1 - p + p * exp u))); [..|exact H]; intros u U; unfold h.
    - pose proof (D u ltac:(lra)). auto_derive; [lra|field; lra].
    - pose proof (two_points_slope p u B ltac:(lra)). lra. }
  unfold h in E. rewrite exp_0 in E. replace (1 - p + p * 1) with 1 in E by ring. rewrite ln_1 in E. lra.
Qed.
Lemma two_points p t : 0 <= p <= 1 -> exp (- (t * p)) * (1 - p + p * exp t) <= exp (t ^ 2 / 8).
Proof.
  intros B. assert (U : forall q u, 0 <= q <= 1 -> 0 <= u -> exp (- (u * q)) * (1 - q + q * exp u) <= exp (u ^ 2 / 8)).
  { intros q u Q K. pose proof (exp_ineq1_le u). assert (D : 0 < 1 - q + q * exp u) by nra.
    rewrite <- (exp_ln (1 - q + q * exp u)) by exact D. rewrite <- exp_plus. pose proof (two_points_up q u Q K) as L.
    destruct (Rle_lt_or_eq_dec _ _ L) as [M|M]; [left; apply exp_increasing; lra|right; f_equal; lra]. }
  destruct (Rle_or_lt 0 t) as [K|K]; [apply U; assumption|].
  replace (exp (- (t * p)) * (1 - p + p * exp t)) with (exp (- (- t * (1 - p))) * (1 - (1 - p) + (1 - p) * exp (- t))).
  - replace (t ^ 2) with ((- t) ^ 2) by ring. apply U; lra.
  - replace (- (t * p)) with (- (- t * (1 - p)) + - t) by ring. rewrite exp_plus.
    assert (E : exp (- t) * exp t = 1) by (rewrite <- exp_plus; replace (- t + t) with 0 by ring; apply exp_0).
    transitivity (exp (- (- t * (1 - p))) * ((1 - p) * exp (- t) + p * (exp (- t) * exp t))); [rewrite E; ring|ring].
Qed.
Lemma above_its_parabola y : 0 <= y -> 0 <= (y - 2) * exp y + y + 2.
Proof.
  intros H. pose (h := fun u => (u - 2) * exp u + u + 2). assert (E : h 0 <= h y).
  { apply (rises h (fun u => (u - 1) * exp u + 1)); [..|exact H]; intros u U; unfold h.
    - auto_derive; [trivial|ring].
    - pose proof (exp_ineq1_le (- u)) as L. pose proof (exp_pos u). rewrite exp_Ropp in L.
      assert (exp u * / exp u = 1) by (apply Rinv_r; lra). nra. }
  unfold h in E. rewrite exp_0 in E. lra.
Qed.
Lemma bennett_growth y c : y <= c -> 0 < c -> exp y - 1 - y <= y ^ 2 * ((exp c - 1 - c) / c ^ 2).
Proof.
  intros H C. destruct (Rle_or_lt y 0) as [N|N].
  - assert (A : exp y - 1 - y <= y ^ 2 / 2).
    { pose (h := fun u => u ^ 2 / 2 - (exp (- u) - 1 + u)). assert (E : h 0 <= h (- y)).
      { apply (rises h (fun u => u - 1 + exp (- u))); [..|lra]; intros u U; unfold h.
        - auto_derive; [trivial|field].
        - pose proof (exp_ineq1_le (- u)). lra. }
      unfold h in E. rewrite Ropp_0, exp_0, Ropp_involutive in E. replace ((- y) ^ 2) with (y ^ 2) in E by ring. lra. }
    assert (B : 1 / 2 <= (exp c - 1 - c) / c ^ 2).
    { assert (P : 0 < c ^ 2) by (apply pow_lt; exact C). apply Rmult_le_reg_r with (c ^ 2); [exact P|].
      replace ((exp c - 1 - c) / c ^ 2 * c ^ 2) with (exp c - 1 - c) by (field; lra). pose proof (exp_above_parabola c ltac:(lra)). lra. }
    pose proof (Rmult_le_compat_l (y ^ 2) _ _ (pow2_ge_0 y) B). lra.
  - pose (h := fun u => (exp u - 1 - u) / u ^ 2).
    assert (E : h y <= h c).
    { pose (g := fun v => h (y + v)). assert (G : g 0 <= g (c - y)).
      { apply (rises g (fun v => ((y + v - 2) * exp (y + v) + (y + v) + 2) / (y + v) ^ 3)); [..|lra]; intros v V; unfold g, h.
        - auto_derive; [apply Rgt_not_eq; apply Rmult_lt_0_compat; lra|field; lra].
        - apply Rmult_le_pos; [apply above_its_parabola; lra|left; apply Rinv_0_lt_compat, pow_lt; lra]. }
      unfold g in G. replace (y + 0) with y in G by ring. replace (y + (c - y)) with c in G by ring. exact G. }
    apply Rle_trans with (y ^ 2 * h y); [right; unfold h; field; lra|]. apply Rmult_le_compat_l; [apply pow2_ge_0|exact E].
Qed.
