(* Networks with m random columns, each uniform on {-1, 1}^d, independent of one another: by counting. *)
From Coq Require Import Reals Lra Lia Arith.
Require Import Sums Attention Signs Eighth.
Open Scope R_scope.

Definition with_column (l : nat) (column : vector) (y : nat -> vector) : nat -> vector := fun k => if Nat.eqb k l then column else y k.
(* The sum of F over all (y_1, ..., y_m), every y_l in {-1, 1}^d *)
Fixpoint over_columns (d m : nat) (F : (nat -> vector) -> R) : R :=
  match m with
  | O => F (fun _ _ => 0)
  | S k => over_signs d (fun column => over_columns d k (fun y => F (with_column m column y)))
  end.
Definition Pr_columns (d m : nat) (event : (nat -> vector) -> bool) : R :=
  over_columns d m (fun y => if event y then 1 else 0) / (2 ^ d) ^ m.
(* Definitions C.2 and C.6: phi of the sum of phi_tau(<c_{j0}, y_l>), phi_tau(x) = max(x - tau, 0), phi = phi_0 *)
Definition network (n d m : nat) (c : matrix) (tau : R) (y : nat -> vector) : R :=
  Rmax (sum n (fun j0 => sum m (fun l => Rmax (inner d (c j0) (y l) - tau) 0))) 0.

Lemma over_columns_le d m : forall F G, (forall y, F y <= G y) -> over_columns d m F <= over_columns d m G.
Proof. induction m; simpl; intros F G H; [apply H|]. apply over_signs_le. intros. apply IHm. intros. apply H. Qed.
Lemma over_columns_ext d m F G : (forall y, F y = G y) -> over_columns d m F = over_columns d m G.
Proof. intros H. apply Rle_antisym; apply over_columns_le; intros; rewrite H; lra. Qed.
Lemma over_columns_scal d m : forall F x, over_columns d m (fun y => x * F y) = x * over_columns d m F.
Proof.
  induction m; simpl; intros; [reflexivity|]. rewrite <- over_signs_scal. apply over_signs_ext. intros. apply (IHm (fun y => F _)).
Qed.
Lemma over_columns_minus d m : forall F G, over_columns d m (fun y => F y - G y) = over_columns d m F - over_columns d m G.
Proof.
  induction m; simpl; intros; [reflexivity|].
  transitivity (over_signs d (fun column => over_columns d m (fun y => F (with_column (S m) column y))
    + -1 * over_columns d m (fun y => G (with_column (S m) column y)))).
  - apply over_signs_ext. intros. rewrite (IHm (fun y => F _) (fun y => G _)). ring.
  - rewrite over_signs_plus, over_signs_scal. ring.
Qed.
Lemma over_columns_const d m : forall x, over_columns d m (fun _ => x) = (2 ^ d) ^ m * x.
Proof.
  induction m; simpl; intros; [ring|]. rewrite (over_signs_ext d _ (fun _ => (2 ^ d) ^ m * x)) by (intros; apply IHm).
  rewrite over_signs_const. ring.
Qed.

Fixpoint prod (m : nat) (f : nat -> R) : R := match m with O => 1 | S k => prod k f * f m end.
Lemma prod_ext m f g : (forall k, k ∈ [m] -> f k = g k) -> prod m f = prod m g.
Proof. induction m; simpl; intros H; [reflexivity|]. rewrite IHm, H; [reflexivity|split; lia|intros k [? ?]; apply H; split; lia]. Qed.
Lemma prod_nonneg m f : (forall k, 0 <= f k) -> 0 <= prod m f.
Proof. induction m; simpl; intros H; [lra|]. apply Rmult_le_pos; auto. Qed.
Lemma prod_ones m f : (forall k, k ∈ [m] -> f k = 1) -> prod m f = 1.
Proof. induction m; simpl; intros H; [reflexivity|]. rewrite IHm, H; [ring|split; lia|intros k [? ?]; apply H; split; lia]. Qed.
(* Independence *)
Lemma over_columns_prod d h m : over_columns d m (fun y => prod m (fun l => h (y l))) = over_signs d h ^ m.
Proof.
  induction m; [reflexivity|]. cbn [over_columns pow].
  transitivity (over_signs d (fun column => over_signs d h ^ m * h column)).
  - apply over_signs_ext. intros column.
    transitivity (over_columns d m (fun y => h column * prod m (fun l => h (y l)))).
    + apply over_columns_ext. intros y. cbn [prod]. unfold with_column at 2. rewrite Nat.eqb_refl, Rmult_comm. f_equal.
      apply prod_ext. intros k [? ?]. unfold with_column. destruct (Nat.eqb_spec k (S m)); [lia|reflexivity].
    + rewrite over_columns_scal, IHm. ring.
  - rewrite over_signs_scal. ring.
Qed.

Lemma term_below m f i : i ∈ [m] -> (forall k, 0 <= f k) -> f i <= sum m f.
Proof.
  intros Hi H. apply Rle_trans with (sum m (fun k => if Nat.eqb k i then f k else 0)).
  - rewrite (sum_one m _ i Hi); [rewrite Nat.eqb_refl; lra|]. intros k _ Hk. destruct (Nat.eqb_spec k i); [contradiction|reflexivity].
  - apply sum_le. intros k _. specialize (H k). destruct (Nat.eqb k i); lra.
Qed.
Lemma network_beyond n d m c tau y j l : j ∈ [n] -> l ∈ [m] -> tau < inner d (c j) (y l) -> 0 < network n d m c tau y.
Proof.
  intros Hj Hl Ht. unfold network. eapply Rlt_le_trans; [|apply Rmax_l].
  assert (P : forall k i, 0 <= Rmax (inner d (c k) (y i) - tau) 0) by (intros; apply Rmax_r).
  apply Rlt_le_trans with (sum m (fun i => Rmax (inner d (c j) (y i) - tau) 0)).
  - eapply Rlt_le_trans; [|apply (term_below m (fun i => Rmax (inner d (c j) (y i) - tau) 0) l Hl); intros; apply P].
    eapply Rlt_le_trans; [|apply Rmax_l]. lra.
  - apply (term_below n (fun k => sum m (fun i => Rmax (inner d (c k) (y i) - tau) 0)) j Hj). intros. apply sum_nonneg. auto.
Qed.

(* A row that an eighth of the time is beyond the threshold: the network is silent at most (7/8)^m of the time. *)
Theorem a_network_fires n d m c tau j : j ∈ [n] -> Pr d (fun sigma => lt_b tau (inner d (c j) sigma)) >= 1 / 8 ->
  Pr_columns d m (fun y => lt_b 0 (network n d m c tau y)) >= 1 - (7 / 8) ^ m.
Proof.
  intros Hj Hp. set (h := fun sigma => if lt_b tau (inner d (c j) sigma) then 0 else 1). pose proof (two_pow_pos d) as T.
  assert (Hh : forall v, 0 <= h v) by (intros v; unfold h; destruct (lt_b _ _); lra).
  assert (Q : over_signs d h = 2 ^ d * (1 - Pr d (fun sigma => lt_b tau (inner d (c j) sigma)))).
  { assert (B : over_signs d (fun v => (if lt_b tau (inner d (c j) v) then 1 else 0) + h v) = 2 ^ d * 1).
    { rewrite <- over_signs_const. apply over_signs_ext. intros v. unfold h. destruct (lt_b _ _); ring. }
    rewrite over_signs_plus in B. unfold Pr, E. set (o := over_signs d (fun v => if lt_b tau (inner d (c j) v) then 1 else 0)) in *.
    replace (2 ^ d * (1 - o / 2 ^ d)) with (2 ^ d - o) by (field; lra). lra. }
  pose proof (Pr_range d (fun sigma => lt_b tau (inner d (c j) sigma))) as R01.
  assert (B : over_columns d m (fun y => if lt_b 0 (network n d m c tau y) then 1 else 0)
    >= over_columns d m (fun y => 1 - prod m (fun l => h (y l)))).
  { apply Rle_ge, over_columns_le. intros y. pose proof (prod_nonneg m (fun l => h (y l)) (fun l => Hh (y l))) as N. unfold lt_b at 1.
    destruct (Rlt_dec 0 (network n d m c tau y)) as [|Silent]; [lra|]. right. rewrite prod_ones; [ring|].
    intros l Hl. unfold h, lt_b. destruct (Rlt_dec tau (inner d (c j) (y l))) as [Ht|]; [|reflexivity].
    exfalso. exact (Silent (network_beyond n d m c tau y j l Hj Hl Ht)). }
  rewrite over_columns_minus, over_columns_const, over_columns_prod, Q, Rpow_mult_distr in B.
  assert (Tm : 0 < (2 ^ d) ^ m) by (apply pow_lt, T).
  assert (S : (1 - Pr d (fun sigma => lt_b tau (inner d (c j) sigma))) ^ m <= (7 / 8) ^ m) by (apply pow_incr; lra).
  unfold Pr_columns. apply Rle_ge, Rmult_le_reg_r with ((2 ^ d) ^ m); [exact Tm|]. unfold Rdiv at 2.
  rewrite Rmult_assoc, Rinv_l by lra. nra.
Qed.
(* So many columns are enough: 8 log(8/7) > 1. *)
Lemma enough_columns (n m : nat) delta kappa C : (1 <= n)%nat -> 0 < delta -> delta < 1 -> kappa >= 1 -> C >= 8 * kappa ->
  C * ln (INR n / delta) <= INR m -> (7 / 8) ^ m <= delta / Rpower (INR n) kappa.
Proof.
  intros Hn Hd Hd1 Hk HC Hm. assert (N : 1 <= INR n) by (apply (le_INR 1), Hn).
  assert (L : ln (INR n / delta) = ln (INR n) - ln delta).
  { unfold Rdiv. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; lra). ring. }
  assert (Ln : 0 <= ln (INR n)) by (rewrite <- ln_1; destruct N as [N|<-]; [left; apply ln_increasing; lra|lra]).
  assert (Ld : ln delta < 0) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (L8 : ln (7 / 8) <= - (1 / 8)).
  { pose proof (exp_ineq1_le (ln (7 / 8))) as X. rewrite exp_ln in X by lra. lra. }
  rewrite <- Rpower_pow by lra. unfold Rpower at 1. apply Rle_trans with (exp (- (kappa * ln (INR n)) + ln delta)).
  - assert (O : INR m * ln (7 / 8) <= - (kappa * ln (INR n)) + ln delta).
    { assert (INR m * ln (7 / 8) <= INR m * - (1 / 8)) by (apply Rmult_le_compat_l; [apply pos_INR|exact L8]).
      rewrite L in Hm. assert (8 * kappa * (ln (INR n) - ln delta) <= C * (ln (INR n) - ln delta)) by (apply Rmult_le_compat_r; lra).
      assert (ln delta * kappa <= ln delta * 1) by nra. lra. }
    destruct O as [O| ->]; [left; apply exp_increasing, O|lra].
  - rewrite exp_plus, exp_Ropp, exp_ln by exact Hd. unfold Rpower, Rdiv. right. apply Rmult_comm.
Qed.
Theorem a_network_with_enough_columns (n d m : nat) c tau j delta kappa C i k :
  j ∈ [n] -> i ∈ [d] -> k ∈ [d] -> i <> k -> tau < c j i + c j k ->
  0 < delta -> delta < 1 -> kappa >= 1 -> C >= 8 * kappa -> C * ln (INR n / delta) <= INR m ->
  Pr_columns d m (fun y => lt_b 0 (network n d m c tau y)) >= 1 - delta / Rpower (INR n) kappa.
Proof.
  intros Hj Hi Hk Hik Ht Hd Hd1 Hka HC Hm.
  pose proof (enough_columns n m delta kappa C ltac:(unfold is_in in Hj; lia) Hd Hd1 Hka HC Hm).
  assert (P : Pr d (fun sigma => lt_b tau (inner d (c j) sigma)) >= 1 / 8).
  { apply Rge_trans with (Pr d (fun sigma => le_b (c j i + c j k) (inner d (c j) sigma))).
    - apply Rle_ge, Pr_le. intros sigma. unfold le_b, lt_b. destruct (Rle_dec _ _); [|discriminate]. intros _.
      destruct (Rlt_dec tau (inner d (c j) sigma)); [reflexivity|exfalso; lra].
    - apply (an_eighth d (c j) i k); [assumption..|lra]. }
  pose proof (a_network_fires n d m c tau j Hj P). lra.
Qed.
Lemma root_of_log_positive n : 1 < n -> 0 < sqrt (ln n).
Proof. intros H. apply sqrt_lt_R0. rewrite <- ln_1. apply ln_increasing; lra. Qed.
Ltac many_rows := lazymatch goal with
  | D : (3 <= ?d)%nat, H : INR ?d <= INR ?n |- _ => pose proof (root_of_log_positive (INR n) ltac:(apply (le_INR 3) in D; simpl in D; lra))
  | _ => idtac end.
