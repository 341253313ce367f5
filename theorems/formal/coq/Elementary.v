(* Theorems of theorems/textbook/elementary.py about exponentials, logarithms, powers, roots and absolute values. *)
From Coq Require Import Reals Lra Psatz.
From Referee Require Import Calculations.
Open Scope R_scope.

Lemma exp_of_log x : x > 0 -> exp (ln x) = x. Proof. apply exp_ln. Qed.
Lemma log_of_power x a : x > 0 -> ln (Rpower x a) = a * ln x. Proof. intros. unfold Rpower. apply ln_exp. Qed.
Lemma log_slower x y : x >= exp 1 -> x <= y -> ln y / y <= ln x / x.
Proof.
  intros Hx H. pose proof (exp_pos 1). pose proof (log_grows (exp 1) x ltac:(lra) ltac:(lra)) as L. rewrite ln_exp in L.
  assert (E : ln y = ln x + ln (y / x)).
  { rewrite <- ln_mult; [f_equal; field; lra|lra|apply Rdiv_lt_0_compat; lra]. }
  pose proof (log_below_tangent (y / x) ltac:(apply Rdiv_lt_0_compat; lra)) as T.
  assert (K : x * ln y <= y * ln x).
  { assert (x * ln (y / x) <= y - x) by (apply Rmult_le_compat_l with (r := x) in T; [|lra]; replace (y - x) with (x * (y / x - 1)) by (field; lra); exact T).
    rewrite E. nra. }
  apply Rmult_le_reg_r with (x * y); [apply Rmult_lt_0_compat; lra|].
  replace (ln y / y * (x * y)) with (x * ln y) by (field; lra). replace (ln x / x * (x * y)) with (y * ln x) by (field; lra). exact K.
Qed.
Lemma power_positive x a : x > 0 -> Rpower x a > 0. Proof. intros. apply exp_pos. Qed.
Lemma power_as_exp x a : x > 0 -> Rpower x a = exp (a * ln x). Proof. reflexivity. Qed.
Lemma power_grows x a b : x >= 1 -> a <= b -> Rpower x a <= Rpower x b.
Proof. intros. apply Rle_Rpower; lra. Qed.
Lemma power_grows_strictly x a b : x > 1 -> a < b -> Rpower x a < Rpower x b.
Proof. intros. apply Rpower_lt; lra. Qed.
Lemma power_falls x a b : x > 0 -> x <= 1 -> a <= b -> Rpower x b <= Rpower x a.
Proof. intros. unfold Rpower. apply exp_grows. pose proof (log_below_tangent x ltac:(lra)). nra. Qed.
Lemma base_grows x y a : x > 0 -> x <= y -> a >= 0 -> Rpower x a <= Rpower y a.
Proof. intros. unfold Rpower. apply exp_grows. pose proof (log_grows x y ltac:(lra) ltac:(lra)). nra. Qed.
Lemma base_falls x y a : x > 0 -> x <= y -> a <= 0 -> Rpower y a <= Rpower x a.
Proof. intros. unfold Rpower. apply exp_grows. pose proof (log_grows x y ltac:(lra) ltac:(lra)). nra. Qed.
Lemma positive_factor_keeps_order x y a : a > 0 -> x < y -> a * x < a * y.
Proof. intros. apply Rmult_lt_compat_l; lra. Qed.
Lemma root_positive x : x > 0 -> sqrt x > 0. Proof. intros. apply sqrt_lt_R0. lra. Qed.
Lemma root_nonnegative x : x >= 0 -> sqrt x >= 0. Proof. intros. apply Rle_ge, sqrt_pos. Qed.
Lemma root_squared x : x >= 0 -> sqrt x ^ 2 = x. Proof. intros. apply pow2_sqrt. lra. Qed.
Lemma root_grows x y : x >= 0 -> x <= y -> sqrt x <= sqrt y. Proof. intros. apply sqrt_le_1_alt. assumption. Qed.
Lemma root_grows_strictly x y : x >= 0 -> x < y -> sqrt x < sqrt y. Proof. intros. apply sqrt_lt_1_alt. lra. Qed.
Lemma root_above x y : y ^ 2 <= x -> y <= sqrt x.
Proof. intros. eapply Rle_trans; [apply Rle_abs|]. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr. nra. Qed.
Lemma roots_together x y : x >= 0 -> y >= 0 -> sqrt x + sqrt y <= sqrt (2 * (x + y)).
Proof. intros. apply root_above. pose proof (root_squared x H). pose proof (root_squared y H0). pose proof (pow2_ge_0 (sqrt x - sqrt y)). nra. Qed.
Lemma root_of_sum x y : x >= 0 -> y >= 0 -> sqrt (x + y) <= sqrt x + sqrt y.
Proof.
  intros. pose proof (root_squared x H). pose proof (root_squared y H0). pose proof (sqrt_pos x). pose proof (sqrt_pos y).
  apply root_below; nra.
Qed.
Lemma root_of_product x y : x >= 0 -> y >= 0 -> sqrt (x * y) = sqrt x * sqrt y. Proof. intros. apply sqrt_mult; lra. Qed.
Lemma root_of_quotient x y : x >= 0 -> y > 0 -> sqrt (x / y) = sqrt x / sqrt y. Proof. intros. apply sqrt_div; lra. Qed.
Lemma triangle x y : Rabs (x + y) <= Rabs x + Rabs y. Proof. apply Rabs_triang. Qed.
Lemma triangle_of_difference x y : Rabs (x - y) <= Rabs x + Rabs y.
Proof. unfold Rminus. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. Qed.
Lemma triangle_reversed x y : Rabs x - Rabs y <= Rabs (x - y). Proof. apply Rabs_triang_inv. Qed.
Lemma max_above x y : x <= Rmax x y /\ y <= Rmax x y. Proof. split; [apply Rmax_l|apply Rmax_r]. Qed.
Lemma max_below_strictly x y a : x < a -> y < a -> Rmax x y < a. Proof. apply Rmax_lub_lt. Qed.
Lemma min_first x y : x <= y -> Rmin x y = x. Proof. apply Rmin_left. Qed.
Lemma min_second x y : x >= y -> Rmin x y = y. Proof. intros. apply Rmin_right. lra. Qed.
