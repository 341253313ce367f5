(* Random signs on the softmax regression model: superiority v1, Definitions 3.2, 3.3 (p. 3), 3.8 (p. 5), Lemmas 4.1, 4.2 (pp. 5-8).
   Written by hand. *)
From Coq Require Import Reals Lra Lia Psatz.
Require Import Sums Attention Signs.
Open Scope R_scope.

(* Definitions 3.2 and 3.3, for A in R^{n x d} and x in R^d. *)
Definition regression_u_lin (d : nat) (A : matrix) (x : vector) : vector := apply d A x.
Definition regression_u_exp (d : nat) (A : matrix) (x : vector) : vector := entrywise exp (apply d A x).
Definition share (n : nat) (u : vector) : vector := fun i => / inner n u ones * u i.
Definition regression_f_lin (n d : nat) (A : matrix) (x : vector) : vector := share n (regression_u_lin d A x).
Definition regression_f_exp (n d : nat) (A : matrix) (x : vector) : vector := share n (regression_u_exp d A x).

(* Definition 3.8. *)
Definition ordinary (n : nat) (value : R) : Prop := ln (INR n) <= value <= 7/5 * ln (INR n).
Definition regression_D0 (n d : nat) (A : matrix) (x : vector) : Prop := forall i, i ∈ [n] -> ordinary n (apply d A x i).
Definition regression_D1 (n d j : nat) (A : matrix) (x : vector) : Prop :=
  j ∈ [n] /\ apply d A x j = 4 * ln (INR n) /\ forall i, i ∈ [n] -> i <> j -> ordinary n (apply d A x i).

Lemma total_is n u : inner n u ones = sum n u.
Proof. apply sum_ext. intros. unfold ones. ring. Qed.
Lemma share_signs n u sigma : inner n (share n u) sigma = / sum n u * inner n u sigma.
Proof. unfold share. rewrite total_is. unfold inner. rewrite <- sum_scal. apply sum_ext. intros. ring. Qed.
Lemma share_squared n u : 0 < sum n u -> inner n (share n u) (share n u) = inner n u u / (sum n u) ^ 2.
Proof.
  intros H. rewrite share_signs. unfold share. rewrite total_is. unfold inner.
  replace (sum n (fun k => u k * (/ sum n u * u k))) with (/ sum n u * sum n (fun k => u k * u k))
    by (rewrite <- sum_scal; apply sum_ext; intros; ring). field. lra.
Qed.
(* For weights in [p, q]: (w - p)(q - w) >= 0, added up. *)
Lemma squares_between n w p q : (forall i, i ∈ [n] -> p <= w i <= q) ->
  inner n w w <= (p + q) * sum n w - p * q * INR n /\ p * INR n <= sum n w.
Proof.
  intros H. split.
  - apply Rle_trans with (sum n (fun i => (p + q) * w i + - (p * q))).
    + apply sum_le. intros i Hi. specialize (H i Hi). nra.
    + rewrite sum_plus, sum_scal, sum_const. lra.
  - rewrite Rmult_comm, <- sum_const. apply sum_le. intros. apply H. assumption.
Qed.
Lemma ln_pos n : (2 <= n)%nat -> 0 < ln (INR n).
Proof. intros H. rewrite <- ln_1. apply ln_increasing; [lra|]. apply (lt_INR 1). lia. Qed.
Lemma size_two n : (2 <= n)%nat -> 2 <= INR n.
Proof. intros H. apply (le_INR 2) in H. simpl in H. lra. Qed.

Theorem variance_on_D0 n d A x : (2 <= n)%nat -> regression_D0 n d A x ->
  0 < inner n (regression_f_lin n d A x) (regression_f_lin n d A x) <= 36/35 / INR n.
Proof.
  intros Hn H. pose proof (ln_pos n Hn) as L. pose proof (size_two n Hn) as N. unfold regression_f_lin, regression_u_lin.
  set (w := apply d A x). set (l := ln (INR n)) in *.
  destruct (squares_between n w l (7/5 * l) H) as [Q S]. set (N' := INR n) in *.
  assert (P : 0 < sum n w) by nra. rewrite share_squared by exact P.
  assert (Qpos : 0 < inner n w w).
  { unfold inner. apply sum_pos; [lia|]. intros i Hi. assert (l <= w i) by apply (H i Hi). nra. }
  split; [apply Rdiv_lt_0_compat; [exact Qpos|nra]|].
  apply Rmult_le_reg_r with ((sum n w) ^ 2 * N'); [apply Rmult_lt_0_compat; nra|].
  replace (inner n w w / sum n w ^ 2 * (sum n w ^ 2 * N')) with (inner n w w * N') by (field; lra).
  replace (36 / 35 / N' * (sum n w ^ 2 * N')) with (36/35 * sum n w ^ 2) by (field; lra).
  assert (0 <= (sum n w * (12/5) - 14/5 * l * N') ^ 2) by apply pow2_ge_0.
  assert (inner n w w * N' <= ((l + 7/5 * l) * sum n w - l * (7/5 * l) * N') * N') by (apply Rmult_le_compat_r; lra).
  nra.
Qed.

(* Hoeffding's exponent is enough: t^2/(2 V) >= log 2 + log(n/delta). *)
Lemma ln_20 : ln 2 <= 11/45 * ln 20.
Proof.
  assert (L2 : ln 2 <= 1).
  { rewrite <- (ln_exp 1). left. apply ln_increasing; [lra|]. pose proof (exp_ineq1 1 ltac:(lra)). lra. }
  assert (L54 : 1/5 <= ln (5/4)).
  { assert (B : - (1/5) >= ln (4/5)).
    { rewrite <- (ln_exp (- (1/5))). apply Rle_ge. left. apply ln_increasing; [lra|].
      pose proof (exp_ineq1 (- (1/5)) ltac:(lra)). lra. }
    replace (4/5) with (/ (5/4)) in B by field. rewrite ln_Rinv in B by lra. lra. }
  replace 20 with (2 * (2 * (2 * (2 * (5/4))))) by field. rewrite !ln_mult by lra. lra.
Qed.
Lemma logarithm_of_ratio (N' delta : R) : 2 <= N' -> 0 < delta < 1/10 -> ln 20 < ln (N' / delta).
Proof.
  intros N Hdelta. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with delta; [lra|].
  replace (N' / delta * delta) with N' by (field; lra). nra.
Qed.
Lemma concentrated n f t v delta : (2 <= n)%nat -> 0 < delta < 1/10 -> 0 <= t -> 0 < inner n f f <= v ->
  56/45 * ln (INR n / delta) <= t ^ 2 / (2 * v) ->
  Pr n (fun sigma => le_b (Rabs (inner n f sigma)) t) >= 1 - delta / INR n.
Proof.
  intros Hn Hdelta Ht Hf Enough. pose proof (size_two n Hn) as N. set (N' := INR n) in *.
  pose proof (logarithm_of_ratio N' delta N Hdelta) as L20. pose proof ln_20 as L2.
  assert (P : 0 < N' / delta) by (apply Rdiv_lt_0_compat; lra).
  set (l := ln (N' / delta)) in *. pose proof (Hoeffding_inside n f t v Ht Hf) as H.
  assert (B : exp (- (t ^ 2 / (2 * v))) <= delta / N' / 2).
  { replace (delta / N' / 2) with (exp (- (ln 2 + l))).
    - assert (Le : - (t ^ 2 / (2 * v)) <= - (ln 2 + l)) by lra.
      destruct (Rle_lt_or_eq_dec _ _ Le) as [h| ->]; [left; apply exp_increasing, h|apply Rle_refl].
    - rewrite exp_Ropp, exp_plus, exp_ln by lra. unfold l. rewrite exp_ln by lra. field. lra. }
  lra.
Qed.
Lemma concentrated_linear n f v C delta : (2 <= n)%nat -> 0 < delta < 1/10 -> 0 < v -> 0 < C ->
  0 < inner n f f <= v / INR n -> 56/45 * (2 * v) <= C ^ 2 ->
  Pr n (fun sigma => le_b (Rabs (inner n f sigma)) (C * sqrt (ln (INR n / delta)) / sqrt (INR n))) >= 1 - delta / INR n.
Proof.
  intros Hn Hdelta Hv HC Hf Enough. pose proof (size_two n Hn) as N.
  pose proof (logarithm_of_ratio (INR n) delta N Hdelta) as L20. pose proof ln_20 as L2.
  assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  set (N' := INR n) in *. set (l := ln (N' / delta)) in *. assert (S : 0 < sqrt N') by (apply sqrt_lt_R0; lra).
  apply concentrated with (v := v / N'); auto.
  - apply Rmult_le_pos; [apply Rmult_le_pos; [lra|apply sqrt_pos]|left; apply Rinv_0_lt_compat, S].
  - assert (Sl : sqrt l * sqrt l = l) by (apply sqrt_sqrt; lra). assert (SN : sqrt N' * sqrt N' = N') by (apply sqrt_sqrt; lra).
    replace ((C * sqrt l / sqrt N') ^ 2) with (C ^ 2 * (sqrt l * sqrt l) / (sqrt N' * sqrt N')) by (field; lra).
    rewrite Sl, SN. fold N' l. replace (C ^ 2 * l / N' / (2 * (v / N'))) with (C ^ 2 / (2 * v) * l) by (field; lra).
    apply Rmult_le_compat_r; [lra|]. apply Rmult_le_reg_r with (2 * v); [lra|].
    replace (C ^ 2 / (2 * v) * (2 * v)) with (C ^ 2) by (field; lra). lra.
Qed.

(* Lemma 4.1, Part 1 (p. 5), with C = 8/5 and poly(n) = n. *)
Theorem linear_sum_on_D0 n d A x C delta : (2 <= n)%nat -> regression_D0 n d A x -> 0 < delta < 1/10 -> 8/5 <= C ->
  Pr n (fun sigma => le_b (Rabs (inner n (regression_f_lin n d A x) sigma))
    (C * sqrt (ln (INR n / delta)) / sqrt (INR n))) >= 1 - delta / INR n.
Proof.
  intros Hn H Hdelta HC. apply concentrated_linear with (v := 36/35); auto; try lra; [apply (variance_on_D0 n d A x Hn H)|nra].
Qed.

(* Lemma 4.1, Part 2 (p. 5), with any C > 1 and poly(n) = n: y = n^(1/5), weights between n and n y^2. *)
Lemma fifth_root (N' : R) : 0 < N' -> let y := Rpower N' (1/5) in
  0 < y /\ y ^ 5 = N' /\ Rpower N' (1/10) * Rpower N' (1/10) = y /\ exp (7/5 * ln N') = N' * y ^ 2.
Proof.
  intros P y. split; [apply exp_pos|]. unfold y, Rpower. repeat split.
  - simpl. rewrite Rmult_1_r, <- !exp_plus. replace (_ + _) with (ln N') by field. apply exp_ln, P.
  - rewrite <- exp_plus. f_equal. field.
  - simpl. rewrite Rmult_1_r, <- exp_plus. rewrite <- (exp_ln N' P) at 2. rewrite <- exp_plus. f_equal. field.
Qed.
Lemma shares_below n f sigma : signs n sigma -> (forall i, i ∈ [n] -> 0 <= f i) -> sum n f = 1 -> Rabs (inner n f sigma) <= 1.
Proof.
  intros Hs Hf H1. apply Rabs_le. split; rewrite <- H1.
  - replace (- sum n f) with (-1 * sum n f) by ring. rewrite <- sum_scal. apply sum_le. intros i Hi.
    specialize (Hf i Hi). destruct (Hs i Hi) as [-> | ->]; lra.
  - apply sum_le. intros i Hi. specialize (Hf i Hi). destruct (Hs i Hi) as [-> | ->]; lra.
Qed.
Lemma cubes r : 17/10 <= r -> 56/45 * (1 + r) ^ 2 <= 2 * r ^ 3.
Proof. intros H. assert (0 <= (r - 17/10) ^ 3) by (apply pow_le; lra). assert (0 <= (r - 17/10) ^ 2) by apply pow2_ge_0. nra. Qed.
Theorem softmax_sum_on_D0 n d A x C delta : (2 <= n)%nat -> regression_D0 n d A x -> 0 < delta < 1/10 -> 1 < C ->
  Pr n (fun sigma => le_b (Rabs (inner n (regression_f_exp n d A x) sigma))
    (C * sqrt (ln (INR n / delta)) / Rpower (INR n) (1/10))) >= 1 - delta / INR n.
Proof.
  intros Hn H Hdelta HC. pose proof (size_two n Hn) as N. pose proof (ln_pos n Hn) as L.
  pose proof (logarithm_of_ratio (INR n) delta N Hdelta) as L20. unfold regression_f_exp.
  set (u := regression_u_exp d A x). assert (Two : 2 <= INR n) by exact N. set (N' := INR n) in *. set (l := ln (N' / delta)) in *.
  destruct (fifth_root N' ltac:(lra)) as (Py & Y5 & Y2 & High). set (y := Rpower N' (1/5)) in *.
  assert (PT : 0 < Rpower N' (1/10)) by apply exp_pos. set (z := Rpower N' (1/10)) in *.
  assert (L2 : 2 < ln 20).
  { rewrite <- (ln_exp 2). apply ln_increasing; [apply exp_pos|]. replace 2 with (1 + 1) by ring. rewrite exp_plus.
    pose proof exp_le_3. pose proof (exp_pos 1). nra. }
  assert (Sl : sqrt l * sqrt l = l) by (apply sqrt_sqrt; lra). assert (PS : 0 <= sqrt l) by apply sqrt_pos.
  set (t := C * sqrt l / z). assert (Pt : 0 <= t).
  { apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; apply Rinv_0_lt_compat, PT]. }
  assert (T2 : t ^ 2 = C ^ 2 * l / y).
  { unfold t. replace ((C * sqrt l / z) ^ 2) with (C ^ 2 * (sqrt l * sqrt l) / (z * z)) by (field; lra). rewrite Sl, Y2. reflexivity. }
  assert (Between : forall i, i ∈ [n] -> N' <= u i <= N' * y ^ 2).
  { intros i Hi. unfold u, regression_u_exp, entrywise. destruct (H i Hi) as [Lo Hi']. fold N' in Lo, Hi'. rewrite <- High.
    split; [rewrite <- (exp_ln N') at 1 by lra; destruct Lo as [h|E]; [left; apply exp_increasing, h|rewrite E; lra]|].
    destruct Hi' as [h|E]; [left; apply exp_increasing, h|rewrite E; lra]. }
  destruct (squares_between n u N' (N' * y ^ 2) Between) as [Q S]. fold N' in Q, S.
  assert (PU : 0 < sum n u) by nra.
  destruct (Nat.le_gt_cases 4 n) as [Many|Few].
  - apply concentrated with (v := (1 + y ^ 2) ^ 2 / (4 * y ^ 2 * N')); auto.
    + rewrite share_squared by exact PU. split.
      * apply Rdiv_lt_0_compat; [|apply pow_lt, PU]. unfold inner. apply sum_pos; [lia|]. intros i Hi.
        specialize (Between i Hi). nra.
      * assert (0 < y ^ 2) by (apply pow_lt, Py).
        apply Rmult_le_reg_r with ((sum n u) ^ 2 * (4 * y ^ 2 * N'));
          [apply Rmult_lt_0_compat; [apply pow_lt, PU|apply Rmult_lt_0_compat; lra]|].
        replace (inner n u u / sum n u ^ 2 * (sum n u ^ 2 * (4 * y ^ 2 * N'))) with (inner n u u * (4 * y ^ 2 * N')) by (field; lra).
        replace ((1 + y ^ 2) ^ 2 / (4 * y ^ 2 * N') * (sum n u ^ 2 * (4 * y ^ 2 * N'))) with ((1 + y ^ 2) ^ 2 * sum n u ^ 2)
          by (field; lra).
        apply Rle_trans with (((N' + N' * y ^ 2) * sum n u - N' * (N' * y ^ 2) * N') * (4 * y ^ 2 * N')).
        -- apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|exact Q].
        -- assert (0 <= ((1 + y ^ 2) * sum n u - 2 * y ^ 2 * N' * N') ^ 2) by apply pow2_ge_0. lra.
    + rewrite T2. set (r := y ^ 2) in *. change (ln (INR n / delta)) with l.
      assert (R5 : r ^ 5 = N' ^ 2) by (unfold r; rewrite <- Y5; ring).
      assert (N4 : 4 <= N') by (unfold N'; apply (le_INR 4) in Many; simpl in Many; lra).
      assert (Pr' : 0 < r) by (apply pow_lt, Py).
      assert (R17 : 17/10 <= r).
      { destruct (Rle_dec (17/10) r) as [h|h]; [exact h|exfalso].
        assert (r ^ 5 <= (17/10) ^ 5) by (apply pow_incr; lra). nra. }
      replace (C ^ 2 * l / y / (2 * ((1 + r) ^ 2 / (4 * r * N')))) with (2 * r ^ 3 / (1 + r) ^ 2 * (C ^ 2 * l)).
      2:{ rewrite <- Y5. unfold r. field. repeat split; try lra. apply Rgt_not_eq. apply Rplus_lt_0_compat; [lra|apply pow_lt, Py]. }
      assert (C2 : 1 <= C ^ 2) by nra. assert (Pl : 0 < l) by lra. assert (CL : l <= C ^ 2 * l) by nra.
      apply Rle_trans with (56/45 * (C ^ 2 * l)); [lra|]. apply Rmult_le_compat_r; [lra|].
      assert (0 < (1 + r) ^ 2) by (apply pow_lt; lra).
      apply Rmult_le_reg_r with ((1 + r) ^ 2); [lra|]. replace (2 * r ^ 3 / (1 + r) ^ 2 * (1 + r) ^ 2) with (2 * r ^ 3) by (field; lra).
      apply cubes, R17.
  - assert (N3 : N' <= 3) by (unfold N'; rewrite INR_IZR_INZ; apply IZR_le; lia).
    assert (Y2' : y <= 2).
    { destruct (Rle_dec y 2) as [h|h]; [exact h|exfalso]. assert (2 ^ 5 <= y ^ 5) by (apply pow_incr; lra). lra. }
    assert (T1 : 1 <= t).
    { assert (1 <= t ^ 2); [|nra]. rewrite T2. apply Rmult_le_reg_r with y; [exact Py|].
      replace (C ^ 2 * l / y * y) with (C ^ 2 * l) by (field; lra). nra. }
    rewrite Pr_sure; [pose proof (Rdiv_lt_0_compat delta N'); lra|]. intros sigma Hs. unfold le_b.
    destruct (Rle_dec (Rabs (inner n (share n u) sigma)) t) as [|F]; [reflexivity|exfalso; apply F].
    apply Rle_trans with 1; [|exact T1]. apply shares_below; [exact Hs| |].
    + intros i Hi. unfold share. rewrite total_is. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, PU|].
      specialize (Between i Hi). lra.
    + unfold share. rewrite total_is, sum_scal. field. lra.
Qed.

(* The rows beside the peak j. *)
Lemma sum_beside n j (w : vector) : j ∈ [n] -> sum n w = w j + sum n (fun i => if Nat.eqb i j then 0 else w i).
Proof.
  intros Hj. rewrite (sum_ext n w (fun i => when (Nat.eqb i j) (w j) + (if Nat.eqb i j then 0 else w i))).
  - rewrite sum_plus, sum_when by exact Hj. reflexivity.
  - intros i _. unfold when. destruct (Nat.eqb_spec i j) as [->|]; ring.
Qed.
Lemma count_beside n j x : j ∈ [n] -> sum n (fun i => if Nat.eqb i j then 0 else x) = (INR n - 1) * x.
Proof. intros Hj. rewrite (sum_but_one n j _ 0 x Hj); [ring|rewrite Nat.eqb_refl; reflexivity|].
  intros i _ Hne. destruct (Nat.eqb_spec i j); [contradiction|reflexivity]. Qed.

Theorem variance_on_D1 n d j A x : (2 <= n)%nat -> regression_D1 n d j A x ->
  0 < inner n (regression_f_lin n d A x) (regression_f_lin n d A x) <= 25/16 / INR n.
Proof.
  intros Hn (Hj & Peak & H). pose proof (ln_pos n Hn) as L. pose proof (size_two n Hn) as N.
  unfold regression_f_lin, regression_u_lin. set (w := apply d A x). set (l := ln (INR n)) in *.
  pose proof (sum_beside n j w Hj) as Ew. pose proof (sum_beside n j (fun i => w i * w i) Hj) as Eq. cbv beta in Eq.
  change (sum n (fun i => w i * w i)) with (inner n w w) in Eq. fold w in Peak. rewrite Peak in Ew, Eq.
  set (O := sum n (fun i => if Nat.eqb i j then 0 else w i)) in *.
  set (S := sum n (fun i => if Nat.eqb i j then 0 else w i * w i)) in *.
  assert (BO : (INR n - 1) * l <= O).
  { rewrite <- (count_beside n j l Hj). apply sum_le. intros i Hi. destruct (Nat.eqb_spec i j); [lra|]. apply (H i Hi n0). }
  assert (BS : S <= 12/5 * l * O - 7/5 * l ^ 2 * (INR n - 1)).
  { apply Rle_trans with (sum n (fun i => 12/5 * l * (if Nat.eqb i j then 0 else w i) + (if Nat.eqb i j then 0 else - (7/5 * l ^ 2)))).
    - apply sum_le. intros i Hi. destruct (Nat.eqb_spec i j) as [|Hne]; [lra|].
      assert (B : l <= w i <= 7/5 * l) by apply (H i Hi Hne). nra.
    - rewrite sum_plus, sum_scal, (count_beside n j _ Hj). fold O. lra. }
  assert (PS : 0 <= S).
  { apply sum_nonneg. intros i Hi. destruct (Nat.eqb_spec i j); [lra|nra]. }
  set (N' := INR n) in *. assert (P : 0 < sum n w) by (rewrite Ew; nra). rewrite share_squared by exact P.
  split; [apply Rdiv_lt_0_compat; [rewrite Eq; nra|nra]|].
  apply Rmult_le_reg_r with ((sum n w) ^ 2 * N'); [apply Rmult_lt_0_compat; nra|].
  replace (inner n w w / sum n w ^ 2 * (sum n w ^ 2 * N')) with (inner n w w * N') by (field; lra).
  replace (25 / 16 / N' * (sum n w ^ 2 * N')) with (25/16 * sum n w ^ 2) by (field; lra).
  rewrite Ew, Eq.
  (* with O = (n - 1) l + e: 9 (n - 5)^2 l^2 + e l (58/5 (n - 1) + 808/5) + 25 e^2 >= 0 *)
  set (e := O - (N' - 1) * l) in *. assert (He : 0 <= e) by (unfold e; lra).
  assert (0 <= 9 * ((N' - 5) * l) ^ 2 + e * l * (58/5 * (N' - 1) + 808/5) + 25 * e ^ 2).
  { repeat apply Rplus_le_le_0_compat; [apply Rmult_le_pos; [lra|apply pow2_ge_0]| |apply Rmult_le_pos; [lra|apply pow2_ge_0]].
    apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]. }
  assert ((4 * l * (4 * l) + S) * N' <= (4 * l * (4 * l) + (12/5 * l * O - 7/5 * l ^ 2 * (N' - 1))) * N')
    by (apply Rmult_le_compat_r; lra).
  assert (16 * ((4 * l * (4 * l) + (12/5 * l * O - 7/5 * l ^ 2 * (N' - 1))) * N') <= 25 * (4 * l + O) ^ 2); [|lra].
  replace O with ((N' - 1) * l + e) by (unfold e; ring). nra.
Qed.
(* Lemma 4.2, Part 1 (p. 6), the root over log(n/delta)/n, with C = 2 and poly(n) = n. *)
Theorem linear_sum_on_D1 n d j A x C delta : (2 <= n)%nat -> regression_D1 n d j A x -> 0 < delta < 1/10 -> 2 <= C ->
  Pr n (fun sigma => le_b (Rabs (inner n (regression_f_lin n d A x) sigma))
    (C * sqrt (ln (INR n / delta) / INR n))) >= 1 - delta / INR n.
Proof.
  intros Hn H Hdelta HC. pose proof (size_two n Hn).
  replace (C * sqrt (ln (INR n / delta) / INR n)) with (C * sqrt (ln (INR n / delta)) / sqrt (INR n)).
  - apply concentrated_linear with (v := 25/16); auto; try lra; [apply (variance_on_D1 n d j A x Hn H)|nra].
  - rewrite sqrt_div_alt by lra. unfold Rdiv. ring.
Qed.

(* The peak outweighs all other rows together: n^4 - (n-1) n^2 >= (n^4 + (n-1) n^2) / 4. *)
Lemma peak_decides n d j A x sigma : (2 <= n)%nat -> regression_D1 n d j A x -> signs n sigma ->
  (sigma j = 1 /\ 1/4 <= inner n (regression_f_exp n d A x) sigma) \/
  (sigma j = -1 /\ inner n (regression_f_exp n d A x) sigma <= -(1/4)).
Proof.
  intros Hn (Hj & Peak & H) Hs. pose proof (size_two n Hn) as N. unfold regression_f_exp. rewrite share_signs.
  pose proof (ln_pos n Hn) as L.
  set (u := regression_u_exp d A x). set (l := ln (INR n)) in *. set (N' := INR n) in *.
  assert (Nl : exp l = N') by (apply exp_ln; lra).
  assert (Uj : u j = N' ^ 4).
  { unfold u, regression_u_exp, entrywise. rewrite Peak. replace (4 * l) with (l + (l + (l + l))) by ring.
    rewrite !exp_plus, Nl. ring. }
  assert (Ui : forall i, i ∈ [n] -> i <> j -> 0 < u i <= N' ^ 2).
  { intros i Hi Hne. split; [apply exp_pos|]. assert (B : apply d A x i <= 7/5 * l) by apply (H i Hi Hne).
    replace (N' ^ 2) with (exp (l + l)) by (rewrite exp_plus, Nl; ring).
    left. apply exp_increasing. lra. }
  pose proof (sum_beside n j u Hj) as EU. pose proof (sum_beside n j (fun i => u i * sigma i) Hj) as ES. cbv beta in ES.
  change (sum n (fun i => u i * sigma i)) with (inner n u sigma) in ES. rewrite Uj in EU, ES.
  set (R1 := sum n (fun i => if Nat.eqb i j then 0 else u i)) in *.
  set (R2 := sum n (fun i => if Nat.eqb i j then 0 else u i * sigma i)) in *.
  assert (B1 : 0 <= R1 <= (N' - 1) * N' ^ 2).
  { split.
    - apply sum_nonneg. intros i Hi. destruct (Nat.eqb_spec i j); [lra|]. left. apply (Ui i Hi n0).
    - unfold N'. rewrite <- (count_beside n j (INR n ^ 2) Hj). apply sum_le. intros i Hi.
      destruct (Nat.eqb_spec i j); [lra|]. apply (Ui i Hi n0). }
  assert (B2 : - R1 <= R2 <= R1).
  { split.
    - replace (- R1) with (-1 * R1) by ring. unfold R1. rewrite <- sum_scal. apply sum_le. intros i Hi.
      destruct (Nat.eqb_spec i j); [lra|]. pose proof (Ui i Hi n0). destruct (Hs i Hi) as [-> | ->]; lra.
    - apply sum_le. intros i Hi. destruct (Nat.eqb_spec i j); [lra|]. pose proof (Ui i Hi n0).
      destruct (Hs i Hi) as [-> | ->]; lra. }
  assert (Big : 5 * R1 <= 3 * N' ^ 4).
  { apply Rle_trans with (N' ^ 2 * (5 * (N' - 1))); [lra|]. replace (3 * N' ^ 4) with (N' ^ 2 * (3 * N' ^ 2)) by ring.
    apply Rmult_le_compat_l; [apply pow2_ge_0|]. nra. }
  assert (P : 0 < N' ^ 4) by (apply pow_lt; lra). assert (PU : 0 < sum n u) by lra.
  assert (Scaled : forall y, / sum n u * y * sum n u = y) by (intros; field; lra).
  destruct (Hs j Hj) as [Sj|Sj]; rewrite Sj in ES; [left|right]; (split; [exact Sj|]);
    apply Rmult_le_reg_r with (sum n u); try exact PU; rewrite Scaled; lra.
Qed.
(* Lemma 4.2, Part 2 (p. 6). *)
Theorem softmax_sum_on_D1 n d j A x : (2 <= n)%nat -> regression_D1 n d j A x ->
  Pr n (fun sigma => le_b (1/4) (Rabs (inner n (regression_f_exp n d A x) sigma))) >= 1.
Proof.
  intros Hn H. rewrite Pr_sure; [lra|]. intros sigma Hs. unfold le_b.
  destruct (Rle_dec (1/4) (Rabs (inner n (regression_f_exp n d A x) sigma))) as [|F]; [reflexivity|exfalso; apply F].
  destruct (peak_decides n d j A x sigma Hn H Hs) as [[_ B]|[_ B]];
    [rewrite Rabs_right by lra|rewrite Rabs_left by lra]; lra.
Qed.
(* Lemma 4.2, Part 3 (p. 6). *)
Theorem softmax_sign_on_D1 n d j A x : (2 <= n)%nat -> regression_D1 n d j A x ->
  Pr n (fun sigma => lt_b 0 (inner n (regression_f_exp n d A x) sigma)) = 1/2 /\
  Pr n (fun sigma => lt_b (inner n (regression_f_exp n d A x) sigma) 0) = 1/2.
Proof.
  intros Hn H. set (f := regression_f_exp n d A x).
  set (above := fun sigma => lt_b 0 (inner n f sigma)). set (below := fun sigma => lt_b (inner n f sigma) 0).
  assert (Same : Pr n below = Pr n above).
  { unfold Pr, E. f_equal.
    transitivity (over_signs n (fun sigma => if above (fun i => - sigma i) then 1 else 0)).
    - apply over_signs_ext. intros sigma. unfold above, below.
      replace (inner n f (fun i => - sigma i)) with (- inner n f sigma).
      + unfold lt_b. destruct (Rlt_dec (inner n f sigma) 0), (Rlt_dec 0 (- inner n f sigma)); lra.
      + unfold inner. replace (- sum n (fun k => f k * sigma k)) with (-1 * sum n (fun k => f k * sigma k)) by ring.
        rewrite <- sum_scal. apply sum_ext. intros; ring.
    - apply (over_signs_opp n (fun sigma => if above sigma then 1 else 0)).
      intros s s' Es. unfold above. replace (inner n f s') with (inner n f s); [reflexivity|].
      apply sum_ext. intros. rewrite Es. reflexivity. }
  assert (Whole : Pr n above + Pr n below = 1).
  { transitivity (Pr n (fun _ => true)); [|apply Pr_sure; reflexivity].
    unfold Pr. rewrite <- E_plus. unfold E. f_equal. apply over_signs_same. intros sigma Hs. unfold above, below, lt_b.
    destruct (peak_decides n d j A x sigma Hn H Hs) as [[_ B]|[_ B]]; fold f in B;
      destruct (Rlt_dec 0 (inner n f sigma)), (Rlt_dec (inner n f sigma) 0); lra. }
  split; lra.
Qed.

(* -- what the generated statements use ----------------------------------------------------------------------------------- *)
Ltac regression_intros :=
  intros; repeat match goal with H : _ /\ _ |- _ => destruct H end;
  match goal with H : INR ?n >= 2 |- _ => assert (Two : (2 <= n)%nat) by (apply INR_le; change (INR 2) with 2; lra) end.
Lemma ratio_logarithm (m delta : R) : 2 <= m -> 0 < delta < 1/10 -> 0 <= ln (m / delta).
Proof.
  intros Hm Hd. rewrite <- ln_1. left. apply ln_increasing; [lra|].
  apply Rmult_lt_reg_r with delta; [lra|]. replace (m / delta * delta) with m by (field; lra). lra.
Qed.
Lemma regression_alpha n u : (1 <= n)%nat -> (forall i, i ∈ [n] -> 0 < u i) -> inner n u ones <> 0.
Proof. intros Hn H. rewrite total_is. apply Rgt_not_eq, sum_pos; assumption. Qed.
(* alpha <> 0: every entry is positive *)
Ltac regression_total :=
  match goal with Two : (2 <= ?n)%nat |- _ => pose proof (ln_pos n Two);
    apply regression_alpha; [lia|]; intros k Hk; first
    [ apply exp_pos
    | match goal with H : forall i, i ∈ [n] -> _ /\ _ |- _ => destruct (H k Hk); unfold regression_u_lin; lra end
    | match goal with Hj : ?j ∈ [n], H : forall i, i ∈ [n] -> i <> ?j -> _ /\ _ |- _ =>
        destruct (Nat.eq_dec k j) as [->|Hne]; [|destruct (H k Hk Hne)]; unfold regression_u_lin; lra end ] end.
Ltac regression_value := first
  [ lra | intro; lra | regression_total | apply Rgt_not_eq, exp_pos | apply Rdiv_lt_0_compat; lra | apply Rgt_not_eq, sqrt_lt_R0; lra
  | apply Rle_ge, ratio_logarithm; lra
  | apply Rle_ge, Rmult_le_pos; [apply ratio_logarithm; lra|left; apply Rinv_0_lt_compat; lra] ].
Ltac regression_data := first [ assumption | lra | split; [assumption|split; assumption] ].
