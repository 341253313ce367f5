(* A row of attention over rows of a few kinds: its normaliser and its means, for all n, d, t. *)
From Coq Require Import Reals Lra Lia Arith.
Require Import Sums Attention Datasets.
Open Scope R_scope.

(* -- one row of attention over rows of three kinds ------------------------------------------------------------------- *)
(* u: the row's entries; f = u / alpha; the mean of column v of A3 V. The kinds, seen from row i: i itself (entry x),
   the t - 1 other rows of i's residue (y), the n - t rows of other residues (z). *)
Section Row.
Variables (n w t i : nat) (u : vector) (x y z : R).
Hypothesis Hw : (1 <= w)%nat.
Hypothesis Hn : n = (w * t)%nat.
Hypothesis Hi : i ∈ [n].
Hypothesis Hx : u i = x.
Hypothesis Hy : forall j, j ∈ [n] -> j <> i -> residue w j = residue w i -> u j = y.
Hypothesis Hz : forall j, j ∈ [n] -> residue w j <> residue w i -> u j = z.
Definition total : R := x + (INR t - 1) * y + (INR n - INR t) * z.

Let n_is : n = (t * w)%nat.
Proof. lia. Qed.

Lemma row_total : sum n u = total.
Proof. unfold total. rewrite n_is at 1 2. apply (sum_kinds t w i); auto; rewrite <- n_is; auto. Qed.

(* A column of entries v in the rows of residue r, 0 elsewhere. *)
Variables (r : nat) (v : R) (column : vector).
Hypothesis Hr : r ∈ [w].
Hypothesis Hcolumn : forall j, j ∈ [n] -> column j = if Nat.eqb (residue w j) r then v else 0.
Let mean := inner n (fun j => / sum n u * u j) column.
Lemma mean_of_own_block : r = residue w i -> mean = (x + (INR t - 1) * y) / total * v.
Proof.
  intros E. unfold mean, inner. rewrite row_total. rewrite n_is at 1.
  rewrite (sum_kinds t w i _ (/ total * x * v) (/ total * y * v) 0); auto; try rewrite <- n_is; auto.
  - unfold Rdiv. ring.
  - rewrite Hx, Hcolumn, E, Nat.eqb_refl by auto. reflexivity.
  - intros j Hj Hne He. rewrite (Hy j), Hcolumn, E, He, Nat.eqb_refl by auto. reflexivity.
  - intros j Hj He. rewrite Hcolumn, E by auto. destruct (Nat.eqb_spec (residue w j) (residue w i)); [easy|ring].
Qed.
Lemma mean_of_other_block : r <> residue w i -> mean = INR t * (z / total) * v.
Proof.
  intros E. unfold mean, inner. rewrite row_total. rewrite n_is at 1.
  rewrite (sum_by_residue t w r _ (/ total * z * v) 0); auto; try rewrite <- n_is; auto.
  - unfold Rdiv. ring.
  - intros j Hj He. rewrite (Hz j), Hcolumn, He, Nat.eqb_refl by (auto; congruence). reflexivity.
  - intros j Hj He. rewrite Hcolumn by auto. destruct (Nat.eqb_spec (residue w j) r); [easy|ring].
Qed.
End Row.

(* The mean of a column with one entry v, in row i, and of one with v everywhere. *)
Lemma mean_of_one n (f : vector) i v column : i ∈ [n] -> (forall j, j ∈ [n] -> column j = unit_vector i j * v) ->
  inner n f column = f i * v.
Proof.
  intros Hi H. unfold inner. rewrite (sum_one n _ i Hi).
  - rewrite H by auto. unfold unit_vector. rewrite Nat.eqb_refl. ring.
  - intros k Hk Hne. rewrite H by auto. unfold unit_vector. destruct (Nat.eqb_spec k i); [easy|ring].
Qed.
Lemma mean_of_constant n (f : vector) v column : sum n f = 1 -> (forall j, j ∈ [n] -> column j = v) -> inner n f column = v.
Proof.
  intros H1 H. unfold inner. rewrite (sum_ext n _ (fun j => v * f j)) by (intros; rewrite H by auto; ring).
  rewrite sum_scal, H1. ring.
Qed.
(* Columns: the first, those of the blocks, the last. *)
Lemma sum_ends d f : (2 <= d)%nat -> sum d f = f 1%nat + sum (d - 2) (fun k => f (S k)) + f d.
Proof.
  intros H. replace d with (S (S (d - 2))) at 1 by lia. simpl sum at 1.
  change (sum (d - 2) f + f (S (d - 2))) with (sum (S (d - 2)) f).
  rewrite sum_first by lia. simpl Nat.sub. rewrite Nat.sub_0_r. replace (S (S (d - 2))) with d by lia. ring.
Qed.
Lemma ln_n_nonneg n : (1 <= n)%nat -> 0 <= ln (INR n).
Proof.
  intros H. rewrite <- ln_1. destruct (Nat.eq_dec n 1) as [->|]; [simpl; lra|].
  left. apply ln_increasing; [lra|]. apply (lt_INR 1). lia.
Qed.
Lemma sqrt_ln_squared n : (1 <= n)%nat -> sqrt (ln (INR n)) * sqrt (ln (INR n)) = ln (INR n).
Proof. intros. apply sqrt_sqrt, ln_n_nonneg. assumption. Qed.
Lemma identity_sum w r x : r ∈ [w] -> sum w (fun k => identity r k * x) = x.
Proof.
  intros Hr. rewrite (sum_one w _ r Hr); unfold identity; [rewrite Nat.eqb_refl; ring|].
  intros k Hk Hne. destruct (Nat.eqb_spec r k); [congruence|ring].
Qed.

(* -- the two kinds of attention at once ------------------------------------------------------------------------------ *)
Inductive kind := softmax | linear.
Section Kind.
Variables (k : kind) (n d : nat) (A1 A2 A3 Q K V : matrix).
Definition u : nat -> vector := match k with softmax => u_exp n d A1 A2 Q K | linear => u_lin n d A1 A2 Q K end.
Definition alpha : nat -> R := match k with softmax => alpha_exp n d A1 A2 Q K | linear => alpha_lin n d A1 A2 Q K end.
Definition f : nat -> vector := match k with softmax => f_exp n d A1 A2 Q K | linear => f_lin n d A1 A2 Q K end.
Definition c_ : nat -> vector := match k with softmax => c_exp n d A1 A2 A3 Q K V | linear => c_lin n d A1 A2 A3 Q K V end.
Lemma alpha_sum j0 : alpha j0 = sum n (u j0).
Proof. unfold alpha, u. destruct k; [apply alpha_exp_sum|apply alpha_lin_sum]. Qed.
Lemma f_ratio j0 j1 : f j0 j1 = u j0 j1 / alpha j0.
Proof. unfold f, u, alpha. destruct k; unfold f_exp, f_lin, Rdiv; ring. Qed.
Lemma c_mean j0 i0 : i0 ∈ [d] -> is_identity d V -> c_ j0 i0 = inner n (f j0) (fun j => A3 j i0).
Proof.
  intros Hi HV. unfold c_, f. destruct k; unfold c_exp, c_lin, inner; apply sum_ext; intros j _;
    rewrite A3V_identity by auto; reflexivity.
Qed.
Lemma f_total j0 : alpha j0 <> 0 -> sum n (f j0) = 1.
Proof.
  intros H. rewrite (sum_ext n _ (fun j => / alpha j0 * u j0 j)) by (intros; rewrite f_ratio; unfold Rdiv; ring).
  rewrite sum_scal, <- alpha_sum. field. exact H.
Qed.
(* An entry whose logit is L log n. *)
Definition weight (L : R) : R := match k with softmax => Rpower (INR n) L | linear => L * ln (INR n) end.
Lemma u_weight j0 j1 L : j0 ∈ [n] -> j1 ∈ [n] -> logit d A1 A2 Q K j0 j1 = L * ln (INR n) -> u j0 j1 = weight L.
Proof.
  intros [H0 _] H1 E. unfold u, weight. destruct k; [rewrite Claim_C_5_1|rewrite Claim_C_3_1]; auto; rewrite E; reflexivity.
Qed.
End Kind.
Lemma logit_ones d A1 A2 Q K j0 j1 : is_ones d (QK d Q K) -> logit d A1 A2 Q K j0 j1 = sum d (A1 j0) * sum d (A2 j1).
Proof.
  intros H. rewrite logit_sum, (Rmult_comm (sum d (A1 j0))), <- sum_scal. apply sum_ext. intros i Hi.
  rewrite (Rmult_comm (sum d (A2 j1))), <- sum_scal. apply sum_ext. intros l Hl. rewrite H by auto. unfold ones_matrix. ring.
Qed.
Lemma logit_identity d A1 A2 Q K j0 j1 : is_identity d (QK d Q K) ->
  logit d A1 A2 Q K j0 j1 = sum d (fun k => A1 j0 k * A2 j1 k).
Proof.
  intros H. rewrite logit_sum. apply sum_ext. intros i Hi. rewrite (sum_one d _ i Hi).
  - rewrite H by auto. unfold identity. rewrite Nat.eqb_refl. ring.
  - intros l Hl Hne. rewrite H by auto. unfold identity. destruct (Nat.eqb_spec i l); [congruence|ring].
Qed.
Lemma sum_of_equal n d A B j : equal n d A B -> j ∈ [n] -> sum d (A j) = sum d (B j).
Proof. intros H Hj. apply sum_ext. intros. apply H; auto. Qed.
