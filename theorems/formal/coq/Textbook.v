(* More of the textbook's theorems, each in the words of theorems/textbook: exponentials, logarithms, powers, roots, maxima, sums. *)
From Coq Require Import Reals Lra Lia List ZArith Psatz.
From Coquelicot Require Import Coquelicot.
From Referee Require Import Calculations.
Open Scope R_scope.

(* -- exponentials and logarithms ------------------------------------------------------------------------------------------- *)
Lemma exp_positive x : exp x > 0. Proof. apply exp_pos. Qed.
Lemma exp_of_log x : x > 0 -> exp (ln x) = x. Proof. apply exp_ln. Qed.
Lemma log_of_exp x : ln (exp x) = x. Proof. apply ln_exp. Qed.
Lemma exp_above_tangent_at x y : exp x * (1 + (y - x)) <= exp y.
Proof.
  replace (exp y) with (exp x * exp (y - x)) by (rewrite <- exp_plus; f_equal; ring).
  apply Rmult_le_compat_l; [left; apply exp_pos|apply exp_above_tangent].
Qed.
Lemma exp_below_chord x a b : a <= x -> x <= b -> (b - a) * exp x <= (b - x) * exp a + (x - a) * exp b.
Proof.
  intros. pose proof (exp_above_tangent_at x a). pose proof (exp_above_tangent_at x b).
  assert ((b - x) * (exp x * (1 + (a - x))) <= (b - x) * exp a) by (apply Rmult_le_compat_l; lra).
  assert ((x - a) * (exp x * (1 + (b - x))) <= (x - a) * exp b) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma log_below_tangent_at x y : x > 0 -> y > 0 -> ln y <= ln x + (y - x) / x.
Proof.
  intros X Y. assert (P : y / x > 0) by (apply Rdiv_lt_0_compat; lra). pose proof (log_below_tangent _ P).
  rewrite log_of_quotient in H by assumption. replace ((y - x) / x) with (y / x - 1) by (field; lra). lra.
Qed.
Lemma log_above_chord x a b : a > 0 -> a <= x -> x <= b -> (b - x) * ln a + (x - a) * ln b <= (b - a) * ln x.
Proof.
  intros. pose proof (log_below_tangent_at x a ltac:(lra) ltac:(lra)). pose proof (log_below_tangent_at x b ltac:(lra) ltac:(lra)).
  assert ((b - x) * ln a <= (b - x) * (ln x + (a - x) / x)) by (apply Rmult_le_compat_l; lra).
  assert ((x - a) * ln b <= (x - a) * (ln x + (b - x) / x)) by (apply Rmult_le_compat_l; lra).
  assert (E : (b - x) * (ln x + (a - x) / x) + (x - a) * (ln x + (b - x) / x) = (b - a) * ln x) by (field; lra). lra.
Qed.
Lemma exp_below_quotient x : x < 1 -> exp x <= 1 / (1 - x).
Proof.
  intros H. pose proof (exp_above_tangent (- x)). pose proof (exp_pos x). rewrite exp_Ropp in H0.
  apply Rmult_le_reg_r with ((1 - x) * / exp x); [apply Rmult_lt_0_compat; [lra|apply Rinv_0_lt_compat, H1]|].
  replace (exp x * ((1 - x) * / exp x)) with (1 - x) by (field; lra).
  replace (1 / (1 - x) * ((1 - x) * / exp x)) with (/ exp x) by (field; lra). lra.
Qed.
(* what has a derivative that is not negative *)
Lemma rises F F' a b : (forall x, a <= x <= b -> is_derive F x (F' x)) -> (forall x, a <= x <= b -> 0 <= F' x) -> a <= b -> F a <= F b.
Proof.
  intros D P H. destruct (MVT_gen F a b F') as (c & Hc & E); rewrite ?Rmin_left, ?Rmax_right in * by lra.
  - intros x Hx. apply D. lra.
  - intros x Hx. apply continuity_pt_filterlim, (ex_derive_continuous F x). eexists. apply D, Hx.
  - assert (0 <= F' c * (b - a)) by (apply Rmult_le_pos; [apply P, Hc|lra]). lra.
Qed.
Lemma exp_above_parabola x : x >= 0 -> 1 + x + x ^ 2 / 2 <= exp x.
Proof.
  intros H. assert (E : exp 0 - 0 - 0 ^ 2 / 2 <= exp x - x - x ^ 2 / 2).
  { apply (rises (fun t => exp t - t - t ^ 2 / 2) (fun t => exp t - 1 - t)); [..|lra]; intros t Ht.
    - auto_derive; [exact I|field].
    - pose proof (exp_above_tangent t). lra. }
  rewrite exp_0 in E. lra.
Qed.
Lemma exp_below_parabola x : x <= 1 -> exp x <= 1 + x + x ^ 2.
Proof.
  intros H. assert (E : 1 <= (1 + x + x ^ 2) * exp (- x)).
  { assert (D : forall t, is_derive (fun t => (1 + t + t ^ 2) * exp (- t)) t (t * (1 - t) * exp (- t)))
      by (intros t; auto_derive; [exact I|ring]).
    assert (Z : (1 + 0 + 0 ^ 2) * exp (- 0) = 1) by (rewrite Ropp_0, exp_0; ring).
    pose proof (fun t => exp_pos (- t)) as P. destruct (Rle_or_lt 0 x) as [S|S].
    - apply Rle_trans with ((1 + 0 + 0 ^ 2) * exp (- 0)); [lra|]. apply (rises (fun t => (1 + t + t ^ 2) * exp (- t)) (fun t => t * (1 - t) * exp (- t))); [intros; apply D| |lra].
      intros t Ht. apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply P].
    - assert (N : - ((1 + x + x ^ 2) * exp (- x)) <= - ((1 + 0 + 0 ^ 2) * exp (- 0))); [|lra].
      apply (rises (fun t => - ((1 + t + t ^ 2) * exp (- t))) (fun t => - (t * (1 - t) * exp (- t)))); [| |lra].
      + intros t Ht. apply (is_derive_opp (fun t => (1 + t + t ^ 2) * exp (- t))), D.
      + intros t Ht. specialize (P t). assert (0 <= (- t) * (1 - t) * exp (- t)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]). lra. }
  pose proof (exp_pos x). rewrite exp_Ropp in E. apply Rmult_le_reg_r with (/ exp x); [apply Rinv_0_lt_compat, H0|].
  rewrite Rinv_r by lra. exact E.
Qed.
Lemma log_of_square_below x : x >= 0 -> ln (1 + x ^ 2) <= x.
Proof.
  intros H. assert (E : 0 - ln (1 + 0 ^ 2) <= x - ln (1 + x ^ 2)).
  { apply (rises (fun t => t - ln (1 + t ^ 2)) (fun t => (1 - t) ^ 2 / (1 + t ^ 2))); [..|lra]; intros t Ht; pose proof (pow2_ge_0 t).
    - auto_derive; [lra|field; lra].
    - apply Rmult_le_pos; [apply pow2_ge_0|left; apply Rinv_0_lt_compat; lra]. }
  replace (1 + 0 ^ 2) with 1 in E by ring. rewrite ln_1 in E. lra.
Qed.
Lemma log_slower x y : x >= exp 1 -> x <= y -> ln y / y <= ln x / x.
Proof.
  intros H L. pose proof (exp_pos 1). pose proof (log_below_tangent_at x y ltac:(lra) ltac:(lra)).
  assert (1 <= ln x) by (rewrite <- (ln_exp 1); apply log_grows; lra).
  assert (ln y <= ln x * (y / x)).
  { apply Rle_trans with (1 := H1). replace (ln x * (y / x)) with (ln x + ln x * ((y - x) / x)) by (field; lra).
    assert (0 <= (y - x) / x) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]). nra. }
  apply Rmult_le_reg_r with y; [lra|]. replace (ln y / y * y) with (ln y) by (field; lra).
  replace (ln x / x * y) with (ln x * (y / x)) by (field; lra). assumption.
Qed.
Lemma log_shifted_below x : x > 0 -> ln (1 + x) <= ln x + 1 / x.
Proof. intros H. pose proof (log_below_tangent_at x (1 + x) H ltac:(lra)). replace (1 / x) with ((1 + x - x) / x) by (field; lra). lra. Qed.
Lemma log_1p_below x : x > -1 -> ln (1 + x) <= x. Proof. intros. pose proof (log_below_tangent (1 + x) ltac:(lra)). lra. Qed.
Lemma log_1p_above x : x > -1 -> x / (1 + x) <= ln (1 + x).
Proof. intros. pose proof (log_above (1 + x) ltac:(lra)). replace (x / (1 + x)) with (1 - 1 / (1 + x)) by (field; lra). assumption. Qed.
Lemma log_1p_square_grows x y a : a >= 0 -> x >= 0 -> x <= y ->
  (1 + a * x ^ 2 > 0) /\ (1 + a * y ^ 2 > 0) /\ (ln (1 + a * x ^ 2) <= ln (1 + a * y ^ 2)).
Proof.
  intros A X L. assert (0 <= a * x ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
  assert (a * x ^ 2 <= a * y ^ 2) by (apply Rmult_le_compat_l; [lra|nra]). repeat split; [lra|lra|apply log_grows; lra].
Qed.

(* -- powers and roots ------------------------------------------------------------------------------------------------------- *)
Lemma power_positive x a : x > 0 -> Rpower x a > 0. Proof. intros. apply exp_pos. Qed.
Lemma power_as_exp x a : x > 0 -> Rpower x a = exp (a * ln x). Proof. reflexivity. Qed.
Lemma log_below_power x a : x > 0 -> exp 1 * a * ln x <= Rpower x a.
Proof. intros _. pose proof (exp_above_tangent_at 1 (a * ln x)). unfold Rpower. lra. Qed.
Lemma log_of_power x a : x > 0 -> ln (Rpower x a) = a * ln x. Proof. intros _. apply ln_exp. Qed.
Lemma power_grows x a b : x >= 1 -> a <= b -> Rpower x a <= Rpower x b.
Proof. intros. apply exp_grows, Rmult_le_compat_r; [|assumption]. rewrite <- ln_1. apply log_grows; lra. Qed.
Lemma base_grows x y a : x > 0 -> x <= y -> a >= 0 -> Rpower x a <= Rpower y a.
Proof. intros. apply exp_grows, Rmult_le_compat_l; [lra|]. apply log_grows; assumption. Qed.
Lemma positive_factor_keeps_order x y a : a > 0 -> x < y -> a * x < a * y. Proof. intros. apply Rmult_lt_compat_l; lra. Qed.
Lemma sum_grows x y a b : x <= y -> a <= b -> x + a <= y + b. Proof. lra. Qed.
Lemma root_nonnegative x : x >= 0 -> sqrt x >= 0. Proof. intros. apply Rle_ge, sqrt_pos. Qed.
Lemma root_positive x : x > 0 -> sqrt x > 0. Proof. apply sqrt_lt_R0. Qed.
Lemma root_squared x : x >= 0 -> sqrt x ^ 2 = x. Proof. intros. apply pow2_sqrt. lra. Qed.
Lemma root_of_square x : sqrt (x ^ 2) = Rabs x. Proof. rewrite <- sqrt_Rsqr_abs. unfold Rsqr. f_equal. ring. Qed.
Lemma root_grows x y : x >= 0 -> x <= y -> sqrt x <= sqrt y. Proof. intros. apply sqrt_le_1_alt. assumption. Qed.
Lemma root_grows_strictly x y : x >= 0 -> x < y -> sqrt x < sqrt y. Proof. intros. apply sqrt_lt_1_alt. lra. Qed.
Lemma root_above x y : y ^ 2 <= x -> y <= sqrt x.
Proof.
  intros H. pose proof (pow2_ge_0 y). destruct (Rle_or_lt y 0); [pose proof (sqrt_pos x); lra|].
  rewrite <- (sqrt_pow2 y) by lra. apply sqrt_le_1_alt, H.
Qed.
Lemma root_of_sum x y : x >= 0 -> y >= 0 -> sqrt (x + y) <= sqrt x + sqrt y.
Proof.
  intros. pose proof (sqrt_pos x). pose proof (sqrt_pos y). apply root_below; [lra|lra|].
  pose proof (pow2_sqrt x ltac:(lra)). pose proof (pow2_sqrt y ltac:(lra)). nra.
Qed.
Lemma root_of_product x y : x >= 0 -> y >= 0 -> sqrt (x * y) = sqrt x * sqrt y. Proof. intros. apply sqrt_mult; lra. Qed.
Lemma root_of_quotient x y : x >= 0 -> y > 0 -> sqrt (x / y) = sqrt x / sqrt y. Proof. intros. apply sqrt_div; lra. Qed.
Lemma means x y : x >= 0 -> y >= 0 -> sqrt (x * y) <= (x + y) / 2.
Proof. intros. apply root_below; [nra|lra|]. pose proof (pow2_ge_0 (x - y)). nra. Qed.
Lemma two_squares x y : 2 * x * y <= x ^ 2 + y ^ 2. Proof. pose proof (pow2_ge_0 (x - y)). nra. Qed.

(* -- absolute values, maxima ------------------------------------------------------------------------------------------------ *)
Lemma triangle x y : Rabs (x + y) <= Rabs x + Rabs y. Proof. apply Rabs_triang. Qed.
Lemma triangle_of_difference x y : Rabs (x - y) <= Rabs x + Rabs y.
Proof. rewrite <- (Rabs_Ropp y). apply Rabs_triang. Qed.
Lemma triangle_reversed x y : Rabs x - Rabs y <= Rabs (x - y). Proof. apply Rabs_triang_inv. Qed.
Lemma abs_of_square x y : y ^ 2 < x ^ 2 -> y < Rabs x. Proof. intros. unfold Rabs. destruct (Rcase_abs x); nra. Qed.
Lemma max_above x y : x <= Rmax x y /\ y <= Rmax x y. Proof. split; [apply Rmax_l|apply Rmax_r]. Qed.
Lemma max_below_strictly x y a : x < a -> y < a -> Rmax x y < a. Proof. apply Rmax_lub_lt. Qed.
Lemma max_below_sum x y : x >= 0 -> y >= 0 -> Rmax x y <= x + y. Proof. intros. apply Rmax_lub; lra. Qed.
Lemma min_above_strictly x y a : a < x -> a < y -> a < Rmin x y. Proof. apply Rmin_glb_lt. Qed.
Lemma min_first x y : x <= y -> Rmin x y = x. Proof. apply Rmin_left. Qed.
Lemma min_second x y : x >= y -> Rmin x y = y. Proof. intros. apply Rmin_right. lra. Qed.

(* -- sums --------------------------------------------------------------------------------------------------------------------- *)
Lemma sum_renamed F S : total S F = total S F. Proof. reflexivity. Qed.
Lemma sum_of_constant a S : total S (fun _ => a) = a * total S (fun _ => 1).
Proof. rewrite <- sum_factor. apply sum_equal. intros. ring. Qed.
Lemma sum_above_term F S b : (forall k, In k S -> F k >= 0) -> In b S -> F b <= total S F.
Proof.
  induction S; simpl; intros H Hb; [easy|]. pose proof (sum_nonnegative F S (fun k i => H k (or_intror i))).
  destruct Hb as [<-|Hb]; [lra|].
  pose proof (H a (or_introl eq_refl)). specialize (IHS (fun k i => H k (or_intror i)) Hb). lra.
Qed.
Lemma weighted_products H F G S a : (forall k, In k S -> - a <= H k /\ H k <= a) ->
  - (a * (total S (fun k => F k ^ 2) + total S (fun k => G k ^ 2)) / 2) <= total S (fun k => H k * (F k * G k)) /\
  total S (fun k => H k * (F k * G k)) <= a * (total S (fun k => F k ^ 2) + total S (fun k => G k ^ 2)) / 2.
Proof.
  induction S as [|e S IH]; cbn [total]; intros A; [lra|].
  destruct (A e (or_introl eq_refl)). destruct IH as [L U]; [intros k i; apply A; right; exact i|].
  assert (B : - (a * (F e ^ 2 + G e ^ 2) / 2) <= H e * (F e * G e) <= a * (F e ^ 2 + G e ^ 2) / 2).
  { pose proof (pow2_ge_0 (F e - G e)). pose proof (pow2_ge_0 (F e + G e)).
    assert (0 <= (a - H e) * (F e - G e) ^ 2) by (apply Rmult_le_pos; lra). assert (0 <= (a + H e) * (F e - G e) ^ 2) by (apply Rmult_le_pos; lra).
    assert (0 <= (a - H e) * (F e + G e) ^ 2) by (apply Rmult_le_pos; lra). assert (0 <= (a + H e) * (F e + G e) ^ 2) by (apply Rmult_le_pos; lra). nra. }
  lra.
Qed.
(* a maximum and a minimum, of what is not empty *)
Fixpoint largest (S : list R) (F : R -> R) : R := match S with nil => 0 | k :: nil => F k | k :: r => Rmax (F k) (largest r F) end.
Definition smallest (S : list R) (F : R -> R) : R := - largest S (fun k => - F k).
Lemma largest_above F S b : In b S -> F b <= largest S F.
Proof.
  induction S as [|e [|e' S] IH]; [easy|intros [->|[]]; simpl; lra|]. intros Hb. change (F b <= Rmax (F e) (largest (e' :: S) F)).
  destruct Hb as [->|Hb]; [apply Rmax_l|]. eapply Rle_trans; [apply IH, Hb|apply Rmax_r].
Qed.
Lemma largest_below F S a b : (forall k, In k S -> F k <= a) -> In b S -> largest S F <= a.
Proof.
  revert b. induction S as [|e [|e' S] IH]; intros b H Hb; [easy|apply H; left; reflexivity|].
  change (Rmax (F e) (largest (e' :: S) F) <= a). apply Rmax_lub; [apply H; left; reflexivity|].
  apply (IH e'); [intros k i; apply H; right; exact i|left; reflexivity].
Qed.
Lemma largest_order F G S b : (forall k, In k S -> F k <= G k) -> In b S -> largest S F <= largest S G.
Proof. intros H Hb. apply (largest_below F S _ b); [|exact Hb]. intros k i. eapply Rle_trans; [apply H, i|apply largest_above, i]. Qed.
Lemma largest_below_sum F S b : (forall k, In k S -> F k >= 0) -> In b S -> largest S F <= total S F.
Proof. intros H Hb. apply (largest_below F S _ b); [|exact Hb]. intros k i. apply sum_above_term; assumption. Qed.
Lemma sum_below_largest F S b : In b S -> total S F <= total S (fun _ => 1) * largest S F.
Proof. intros _. rewrite Rmult_comm. apply sum_below_count. intros k i. apply largest_above, i. Qed.
Lemma smallest_below F S b : In b S -> smallest S F <= F b.
Proof. intros H. unfold smallest. pose proof (largest_above (fun k => - F k) S b H). lra. Qed.
Lemma smallest_above F S a b : (forall k, In k S -> a <= F k) -> In b S -> a <= smallest S F.
Proof.
  intros H Hb. unfold smallest. assert (largest S (fun k => - F k) <= - a); [|lra].
  apply (largest_below _ _ _ b); [|exact Hb]. intros k i. specialize (H k i). lra.
Qed.
Lemma largest_below_root F S x : In x S -> largest S (fun k => Rabs (F k)) <= sqrt (total S (fun k => F k ^ 2)).
Proof.
  intros Hx. apply largest_below with x; [|exact Hx]. intros k Hk. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt.
  apply Rle_trans with (F k ^ 2); [right; unfold Rsqr; ring|].
  apply (sum_above_term (fun k => F k ^ 2)); [intros; apply square_nonnegative|exact Hk].
Qed.
Lemma squares_below F S : (forall k, In k S -> F k >= 0) -> total S (fun k => F k ^ 2) <= total S F ^ 2.
Proof.
  induction S as [|a S IH]; cbn [total]; intros H; [simpl; lra|].
  pose proof (H a (or_introl eq_refl)). pose proof (sum_nonnegative F S (fun k i => H k (or_intror i))).
  specialize (IH (fun k i => H k (or_intror i))). nra.
Qed.
Lemma cauchy_schwarz F G S : total S (fun k => F k * G k) ^ 2 <= total S (fun k => F k ^ 2) * total S (fun k => G k ^ 2).
Proof.
  set (A := total S (fun k => F k ^ 2)). set (B := total S (fun k => F k * G k)). set (C := total S (fun k => G k ^ 2)).
  assert (H : forall c, 0 <= A - 2 * c * B + c * c * C).
  { intros c. replace (A - 2 * c * B + c * c * C) with (total S (fun k => (F k - c * G k) ^ 2)).
    - apply Rge_le, (sum_nonnegative (fun k => (F k - c * G k) ^ 2)). intros. apply square_nonnegative.
    - subst A B C. induction S as [|a r IH]; cbn [total]; [ring|]. rewrite IH. ring. }
  assert (P : 0 <= C) by (apply Rge_le, (sum_nonnegative (fun k => G k ^ 2)); intros; apply square_nonnegative).
  destruct P as [P|P].
  - specialize (H (B / C)). assert (E : C * (A - 2 * (B / C) * B + B / C * (B / C) * C) = A * C - B ^ 2) by (field; lra). nra.
  - destruct (Req_dec B 0) as [->|N]; [rewrite <- P; lra|].
    specialize (H ((A + 1) / (2 * B))). rewrite <- P in H.
    assert (E : 2 * ((A + 1) / (2 * B)) * B = A + 1) by (field; lra). rewrite E in H. lra.
Qed.
Lemma cauchy_schwarz_roots F G S :
  Rabs (total S (fun k => F k * G k)) <= sqrt (total S (fun k => F k ^ 2)) * sqrt (total S (fun k => G k ^ 2)).
Proof.
  assert (P : forall H, 0 <= total S (fun k => H k ^ 2))
    by (intros H; apply Rge_le, (sum_nonnegative (fun k => H k ^ 2)); intros; apply square_nonnegative).
  rewrite <- sqrt_mult by apply P. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt.
  pose proof (cauchy_schwarz F G S). unfold Rsqr. simpl in *. lra.
Qed.
Lemma holder F G S x : In x S ->
  Rabs (total S (fun k => F k * G k)) <= largest S (fun k => Rabs (F k)) * total S (fun k => Rabs (G k)).
Proof.
  intros _. eapply Rle_trans; [apply sum_triangle|]. rewrite <- sum_factor. apply sum_order. intros k Hk. rewrite Rabs_mult.
  apply Rmult_le_compat_r; [apply Rabs_pos|]. apply (largest_above (fun k => Rabs (F k))), Hk.
Qed.
Lemma power_grows_strictly x a b : x > 1 -> a < b -> Rpower x a < Rpower x b.
Proof. intros. apply Rpower_lt; lra. Qed.
Lemma power_falls x a b : x > 0 -> x <= 1 -> a <= b -> Rpower x b <= Rpower x a.
Proof. intros. unfold Rpower. apply exp_grows. pose proof (log_below_tangent x ltac:(lra)). nra. Qed.
Lemma base_falls x y a : x > 0 -> x <= y -> a <= 0 -> Rpower y a <= Rpower x a.
Proof. intros. unfold Rpower. apply exp_grows. pose proof (log_grows x y ltac:(lra) ltac:(lra)). nra. Qed.
Lemma roots_together x y : x >= 0 -> y >= 0 -> sqrt x + sqrt y <= sqrt (2 * (x + y)).
Proof. intros. apply root_above. pose proof (root_squared x H). pose proof (root_squared y H0). pose proof (pow2_ge_0 (sqrt x - sqrt y)). nra. Qed.
