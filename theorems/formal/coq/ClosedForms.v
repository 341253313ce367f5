(* The closed forms of the entries, from the definitions, for all n, d, t and all indices. *)
From Coq Require Import Reals Lra Lia Arith.
Require Import Sums Attention Datasets Rows.
Open Scope R_scope.

(* -- the rows of Definition D.1's matrices --------------------------------------------------------------------------- *)
Section SelfAttention.
Variables (n d t j3 : nat) (a b c : R) (A1 A2 A3 Q K V : matrix).
Hypothesis H : self_attention_data n d t j3 a b c A1 A2 A3.
Let N := INR n.
Let s := sqrt (ln N).
Let w := (d - 2)%nat.
Let Hd : (3 <= d)%nat := sa_columns _ _ _ _ _ _ _ _ _ _ H.
Let Ht : (1 <= t)%nat := sa_copies _ _ _ _ _ _ _ _ _ _ H.
Let Hn : n = (w * t)%nat := sa_rows _ _ _ _ _ _ _ _ _ _ H.
Let H3 : j3 ∈ [n] := sa_j3 _ _ _ _ _ _ _ _ _ _ H.
Let n1 : (1 <= n)%nat. Proof. destruct H3. lia. Qed.
Let w1 : (1 <= w)%nat. Proof. unfold w. lia. Qed.
Definition first_entry (j : nat) : R := if Nat.eqb j j3 then a else 0.

Lemma self_block_entry j k : j ∈ [n] -> k ∈ [w] -> A1 j (S k) = identity (residue w j) k * (b * s).
Proof.
  intros Hj [Hk1 Hk2]. rewrite (sa_blocks _ _ _ _ _ _ _ _ _ _ H) by (auto; unfold w in *; lia). fold N s w.
  unfold stacked. replace (S k - 1)%nat with k by lia. reflexivity.
Qed.
Lemma self_first_entry j : j ∈ [n] -> A1 j 1%nat = first_entry j * s.
Proof.
  intros Hj. rewrite (sa_first _ _ _ _ _ _ _ _ _ _ H) by auto. unfold unit_vector, first_entry. fold N s.
  destruct (Nat.eqb j j3); ring.
Qed.
Lemma self_last_entry j : j ∈ [n] -> A1 j d = c * s.
Proof. intros Hj. rewrite (sa_last _ _ _ _ _ _ _ _ _ _ H) by auto. unfold ones. fold N s. ring. Qed.
Lemma self_row_sum j : j ∈ [n] -> sum d (A1 j) = (first_entry j + b + c) * s.
Proof.
  intros Hj. rewrite sum_ends, self_first_entry, self_last_entry by (auto; lia).
  fold w. rewrite (sum_ext w _ (fun k => identity (residue w j) k * (b * s))).
  - rewrite identity_sum by (apply residue_in, w1). ring.
  - intros. apply self_block_entry; auto.
Qed.
Lemma self_rows_product j0 j1 : j0 ∈ [n] -> j1 ∈ [n] -> sum d (fun k => A1 j0 k * A1 j1 k) =
  (first_entry j0 * first_entry j1 + (if Nat.eqb (residue w j0) (residue w j1) then b ^ 2 else 0) + c ^ 2) * ln N.
Proof.
  intros H0 H1. rewrite sum_ends, !self_first_entry, !self_last_entry by (auto; lia).
  fold w. assert (Es : s * s = ln N) by apply (sqrt_ln_squared n n1). rewrite <- Es.
  rewrite (sum_ext w _ (fun k => identity (residue w j0) k * (if Nat.eqb (residue w j0) (residue w j1) then b ^ 2 * (s * s) else 0))).
  - rewrite identity_sum by (apply residue_in, w1). destruct (Nat.eqb (residue w j0) (residue w j1)); ring.
  - intros k Hk. rewrite !self_block_entry by auto. unfold identity.
    destruct (Nat.eqb_spec (residue w j0) (residue w j1)) as [<-|E]; [destruct (Nat.eqb (residue w j0) k); ring|].
    destruct (Nat.eqb_spec (residue w j0) k) as [<-|]; [|ring].
    destruct (Nat.eqb_spec (residue w j1) (residue w j0)); [congruence|ring].
Qed.

(* The columns of A3 as row i sees them. *)
Lemma self_value_1 j : j ∈ [n] -> A3 j 1%nat = unit_vector j3 j * (a * s).
Proof. intros Hj. rewrite (sa_A3 _ _ _ _ _ _ _ _ _ _ H) by (auto; split; lia). apply (sa_first _ _ _ _ _ _ _ _ _ _ H j Hj). Qed.
Lemma self_value_block j r : j ∈ [n] -> r ∈ [w] -> A3 j (S r) = if Nat.eqb (residue w j) r then b * s else 0.
Proof.
  intros Hj Hr. rewrite (sa_A3 _ _ _ _ _ _ _ _ _ _ H) by (auto; destruct Hr; unfold w in *; split; lia).
  rewrite self_block_entry by auto. unfold identity. destruct (Nat.eqb (residue w j) r); ring.
Qed.
Lemma self_value_d j : j ∈ [n] -> A3 j d = c * s.
Proof. intros Hj. rewrite (sa_A3 _ _ _ _ _ _ _ _ _ _ H) by (auto; split; lia). apply self_last_entry, Hj. Qed.

Variable k : kind.
Hypothesis HV : is_identity d V.
Let weight := weight k n.
Let u := u k n d A1 A2 Q K.
Let alpha := alpha k n d A1 A2 Q K.
Let f := f k n d A1 A2 Q K.
Let c_ := c_ k n d A1 A2 A3 Q K V.
Let T := INR t.

Theorem self_c_first j0 : c_ j0 1%nat = f j0 j3 * (a * s).
Proof. unfold c_. rewrite c_mean by (auto; split; lia). apply mean_of_one; [exact H3|]. intros; apply self_value_1; auto. Qed.
Theorem self_c_last j0 : alpha j0 <> 0 -> c_ j0 d = c * s.
Proof.
  intros Ha. unfold c_. rewrite c_mean by (auto; split; lia). apply mean_of_constant; [apply f_total, Ha|].
  intros; apply self_value_d; auto.
Qed.
(* Row j0 sees rows of three kinds from row i. *)
Section ThreeKinds.
Variables (j0 i : nat) (x y z : R).
Hypothesis Hi : i ∈ [n].
Hypothesis Hx : u j0 i = x.
Hypothesis Hy : forall j, j ∈ [n] -> j <> i -> residue w j = residue w i -> u j0 j = y.
Hypothesis Hz : forall j, j ∈ [n] -> residue w j <> residue w i -> u j0 j = z.
Lemma self_alpha : alpha j0 = x + (T - 1) * y + (N - T) * z.
Proof. unfold alpha. rewrite alpha_sum. fold u. exact (row_total n w t i (u j0) x y z w1 Hn Hi Hx Hy Hz). Qed.
Lemma self_c_own_block : c_ j0 (block w i) = (x + (T - 1) * y) / (x + (T - 1) * y + (N - T) * z) * (b * s).
Proof.
  unfold c_. rewrite c_mean by (auto; pose proof (residue_in w i w1) as [? ?]; unfold block, w in *; split; lia).
  unfold inner. rewrite (sum_ext n _ (fun j => / sum n (u j0) * u j0 j * A3 j (block w i))).
  - exact (mean_of_own_block n w t i (u j0) x y z w1 Hn Hi Hx Hy Hz (residue w i) (b * s) (fun j => A3 j (block w i))
      (fun j Hj => self_value_block j (residue w i) Hj (residue_in w i w1)) eq_refl).
  - intros j _. rewrite f_ratio, alpha_sum. unfold Rdiv, u. ring.
Qed.
Lemma self_c_other_block i0 : (2 <= i0 <= d - 1)%nat -> i0 <> block w i ->
  c_ j0 i0 = T * (z / (x + (T - 1) * y + (N - T) * z)) * (b * s).
Proof.
  intros Hi0 Hne. unfold c_. rewrite c_mean by (auto; split; lia).
  assert (Hr : (i0 - 1)%nat ∈ [w]) by (unfold w; split; lia).
  unfold inner. rewrite (sum_ext n _ (fun j => / sum n (u j0) * u j0 j * A3 j i0)).
  - refine (mean_of_other_block n w t i (u j0) x y z w1 Hn Hi Hx Hy Hz (i0 - 1)%nat (b * s) (fun j => A3 j i0) Hr _ _).
    + intros j Hj. rewrite <- self_value_block by auto. f_equal. lia.
    + unfold block in Hne. lia.
  - intros j _. rewrite f_ratio, alpha_sum. unfold Rdiv, u. ring.
Qed.
End ThreeKinds.

(* -- Q K^T = 1_{d x d}: Lemmas D.2, D.3, D.6, D.7, D.10, D.11, D.14, D.15, E.2 ------------------------------------------ *)
Section Ones.
Hypothesis HQK : is_ones d (QK d Q K).
(* the sum of row j, over sqrt(log n) *)
Definition entries (j : nat) : R := if Nat.eqb j j3 then a + b + c else b + c.
Lemma entries_sum j : first_entry j + b + c = entries j.
Proof. unfold first_entry, entries. destruct (Nat.eqb j j3); ring. Qed.

Theorem self_ones_u j0 j1 : j0 ∈ [n] -> j1 ∈ [n] -> u j0 j1 = weight (entries j0 * entries j1).
Proof.
  intros H0 H1. apply u_weight; auto. rewrite logit_ones by auto.
  rewrite (sum_of_equal n d A2 A1 j1 (sa_A2 _ _ _ _ _ _ _ _ _ _ H)), !self_row_sum, !entries_sum by auto.
  change (ln (INR n)) with (ln N). assert (Es : s * s = ln N) by apply (sqrt_ln_squared n n1). rewrite <- Es. ring.
Qed.
Definition self_ones_total (j0 : nat) : R := weight (entries j0 * (a + b + c)) + (N - 1) * weight (entries j0 * (b + c)).
Let x j0 : j0 ∈ [n] -> u j0 j3 = weight (entries j0 * (a + b + c)).
Proof. intros. rewrite self_ones_u by auto. unfold entries at 2. rewrite Nat.eqb_refl. reflexivity. Qed.
Let y j0 j : j0 ∈ [n] -> j ∈ [n] -> j <> j3 -> u j0 j = weight (entries j0 * (b + c)).
Proof. intros. rewrite self_ones_u by auto. unfold entries at 2. destruct (Nat.eqb_spec j j3); [easy|reflexivity]. Qed.
Let sums j0 : self_ones_total j0 = weight (entries j0 * (a + b + c)) + (T - 1) * weight (entries j0 * (b + c))
  + (N - T) * weight (entries j0 * (b + c)).
Proof. unfold self_ones_total. ring. Qed.
Let apart j i : residue w j <> residue w i -> j <> i.
Proof. congruence. Qed.
Theorem self_ones_alpha j0 : j0 ∈ [n] -> alpha j0 = self_ones_total j0.
Proof. intros H0. rewrite sums. apply (self_alpha j0 j3); auto. Qed.
Theorem self_ones_f j0 j1 : j0 ∈ [n] -> j1 ∈ [n] -> f j0 j1 = weight (entries j0 * entries j1) / self_ones_total j0.
Proof.
  intros H0 H1. unfold f. rewrite f_ratio. fold u alpha. rewrite self_ones_u, self_ones_alpha by auto. reflexivity.
Qed.
Theorem self_ones_c_first j0 : j0 ∈ [n] -> c_ j0 1%nat = weight (entries j0 * (a + b + c)) / self_ones_total j0 * (a * s).
Proof.
  intros H0. rewrite self_c_first, self_ones_f by auto. unfold entries at 2. rewrite Nat.eqb_refl. reflexivity.
Qed.
Theorem self_ones_c_own_block j0 : j0 ∈ [n] -> c_ j0 (block w j3) =
  (weight (entries j0 * (a + b + c)) + (T - 1) * weight (entries j0 * (b + c))) / self_ones_total j0 * (b * s).
Proof. intros H0. rewrite sums. apply self_c_own_block; auto. Qed.
Theorem self_ones_c_other_block j0 i0 : j0 ∈ [n] -> (2 <= i0 <= d - 1)%nat -> i0 <> block w j3 ->
  c_ j0 i0 = T * (weight (entries j0 * (b + c)) / self_ones_total j0) * (b * s).
Proof.
  intros H0 Hi Hne. rewrite sums. apply (self_c_other_block j0 j3 (weight (entries j0 * (a + b + c))) (weight (entries j0 * (b + c)))); auto.
Qed.
End Ones.

(* -- Q K^T = I_d: Lemmas E.1, E.2, Lemma D.14 as printed ----------------------------------------------------------------- *)
Section Identity.
Hypothesis HQK : is_identity d (QK d Q K).
Definition shared (j0 j1 : nat) : R := if Nat.eqb (residue w j0) (residue w j1) then b ^ 2 else 0.
Definition corner (j0 j1 : nat) : R := if Nat.eqb j0 j3 then if Nat.eqb j1 j3 then a ^ 2 else 0 else 0.
Definition product (j0 j1 : nat) : R := corner j0 j1 + shared j0 j1 + c ^ 2.

Theorem self_identity_u j0 j1 : j0 ∈ [n] -> j1 ∈ [n] -> u j0 j1 = weight (product j0 j1).
Proof.
  intros H0 H1. apply u_weight; auto. rewrite logit_identity by auto.
  rewrite (sum_ext d _ (fun i => A1 j0 i * A1 j1 i)) by (intros; rewrite (sa_A2 _ _ _ _ _ _ _ _ _ _ H) by auto; reflexivity).
  rewrite self_rows_product by auto. fold N. f_equal. unfold product, corner, shared, first_entry.
  destruct (Nat.eqb j0 j3), (Nat.eqb j1 j3); ring.
Qed.
Definition self_identity_total (j0 : nat) : R :=
  weight (product j0 j0) + (T - 1) * weight (b ^ 2 + c ^ 2) + (N - T) * weight (c ^ 2).
Let y j0 j : j0 ∈ [n] -> j ∈ [n] -> j <> j0 -> residue w j = residue w j0 -> u j0 j = weight (b ^ 2 + c ^ 2).
Proof.
  intros H0 Hj Hne E. rewrite self_identity_u by auto. unfold product, corner, shared. rewrite E, Nat.eqb_refl.
  destruct (Nat.eqb_spec j0 j3), (Nat.eqb_spec j j3); try congruence; f_equal; ring.
Qed.
Let z j0 j : j0 ∈ [n] -> j ∈ [n] -> residue w j <> residue w j0 -> u j0 j = weight (c ^ 2).
Proof.
  intros H0 Hj E. rewrite self_identity_u by auto. unfold product, corner, shared.
  destruct (Nat.eqb_spec (residue w j0) (residue w j)); [congruence|].
  destruct (Nat.eqb_spec j0 j3), (Nat.eqb_spec j j3); try congruence; f_equal; ring.
Qed.
Theorem self_identity_alpha j0 : j0 ∈ [n] -> alpha j0 = self_identity_total j0.
Proof. intros H0. apply (self_alpha j0 j0); auto using self_identity_u. Qed.
Theorem self_identity_f j0 j1 : j0 ∈ [n] -> j1 ∈ [n] -> f j0 j1 = weight (product j0 j1) / self_identity_total j0.
Proof.
  intros H0 H1. unfold f. rewrite f_ratio. fold u alpha. rewrite self_identity_u, self_identity_alpha by auto. reflexivity.
Qed.
Theorem self_identity_c_first j0 : j0 ∈ [n] -> c_ j0 1%nat = weight (product j0 j3) / self_identity_total j0 * (a * s).
Proof. intros H0. rewrite self_c_first, self_identity_f by auto. reflexivity. Qed.
Theorem self_identity_c_own_block j0 : j0 ∈ [n] -> c_ j0 (block w j0) =
  (weight (product j0 j0) + (T - 1) * weight (b ^ 2 + c ^ 2)) / self_identity_total j0 * (b * s).
Proof. intros H0. apply self_c_own_block; auto using self_identity_u. Qed.
Theorem self_identity_c_other_block j0 i0 : j0 ∈ [n] -> (2 <= i0 <= d - 1)%nat -> i0 <> block w j0 ->
  c_ j0 i0 = T * (weight (c ^ 2) / self_identity_total j0) * (b * s).
Proof.
  intros H0 Hi Hne. apply (self_c_other_block j0 j0 (weight (product j0 j0)) (weight (b ^ 2 + c ^ 2)));
    auto using self_identity_u.
Qed.
End Identity.
End SelfAttention.

(* The patterns cover all columns: the first, the block column of row i, the other block columns, the last. *)
Lemma self_columns d i i0 : (3 <= d)%nat -> i0 ∈ [d] ->
  i0 = 1%nat \/ i0 = block (d - 2) i \/ ((2 <= i0 <= d - 1)%nat /\ i0 <> block (d - 2) i) \/ i0 = d.
Proof. unfold is_in. intros. lia. Qed.
Lemma cross_columns d i i0 : (2 <= d)%nat -> i0 ∈ [d] ->
  i0 = 1%nat \/ i0 = block (d - 1) i \/ ((2 <= i0 <= d)%nat /\ i0 <> block (d - 1) i).
Proof. unfold is_in. intros. lia. Qed.

(* -- Definition F.1, Q K^T = I_d: Lemmas F.2, F.3, F.6, F.7, F.10, F.11, F.14, F.15 --------------------------------------- *)
Section CrossAttention.
Variables (n d t j2 j3 : nat) (a : R) (A1 A2 A3 Q K V : matrix).
Hypothesis H : cross_attention_data n d t j2 j3 a A1 A2 A3.
Let N := INR n.
Let w := (d - 1)%nat.
Let Hd : (2 <= d)%nat := ca_columns _ _ _ _ _ _ _ _ _ H.
Let Ht : (1 <= t)%nat := ca_copies _ _ _ _ _ _ _ _ _ H.
Let Hn : n = (w * t)%nat := ca_rows _ _ _ _ _ _ _ _ _ H.
Let H3 : j3 ∈ [n] := ca_j3 _ _ _ _ _ _ _ _ _ H.
Let w1 : (1 <= w)%nat. Proof. unfold w. lia. Qed.

Lemma cross_block_entry j r : j ∈ [n] -> r ∈ [w] -> A2 j (S r) = identity (residue w j) r.
Proof.
  intros Hj [Hr1 Hr2]. rewrite (ca_blocks_2 _ _ _ _ _ _ _ _ _ H) by (auto; unfold w in *; lia).
  unfold stacked. fold w. replace (S r - 1)%nat with r by lia. reflexivity.
Qed.
(* the entry of logit (j0, j1) that the first columns give *)
Definition marked (j0 : nat) : R := if Nat.eqb j0 j2 then a + 1 else 1.
Definition cross_product (j0 j1 : nat) : R := if Nat.eqb j1 j3 then marked j0 else 1.
Lemma cross_rows_product j0 j1 : j0 ∈ [n] -> j1 ∈ [n] -> sum d (fun i => A1 j0 i * A2 j1 i) = cross_product j0 j1 * ln N.
Proof.
  intros H0 H1. rewrite sum_first by lia. fold w.
  rewrite (ca_first_1 _ _ _ _ _ _ _ _ _ H), (ca_first_2 _ _ _ _ _ _ _ _ _ H) by auto. fold N.
  rewrite (sum_ext w _ (fun r => identity (residue w j1) r * ln N)).
  - rewrite identity_sum by (apply residue_in, w1). unfold cross_product, marked, unit_vector.
    destruct (Nat.eqb j0 j2), (Nat.eqb j1 j3); ring.
  - intros r Hr. rewrite cross_block_entry by auto. destruct Hr.
    rewrite (ca_blocks_1 _ _ _ _ _ _ _ _ _ H) by (auto; unfold w in *; lia). fold N. ring.
Qed.

Variable k : kind.
Hypothesis HV : is_identity d V.
Hypothesis HQK : is_identity d (QK d Q K).
Let weight := weight k n.
Let u := u k n d A1 A2 Q K.
Let alpha := alpha k n d A1 A2 Q K.
Let f := f k n d A1 A2 Q K.
Let c_ := c_ k n d A1 A2 A3 Q K V.
Let T := INR t.

Theorem cross_u j0 j1 : j0 ∈ [n] -> j1 ∈ [n] -> u j0 j1 = weight (cross_product j0 j1).
Proof.
  intros H0 H1. apply u_weight; auto. rewrite logit_identity by auto. apply cross_rows_product; auto.
Qed.
Definition cross_total (j0 : nat) : R := weight (marked j0) + (N - 1) * weight 1.
Let x j0 : j0 ∈ [n] -> u j0 j3 = weight (marked j0).
Proof. intros. rewrite cross_u by auto. unfold cross_product. rewrite Nat.eqb_refl. reflexivity. Qed.
Let y j0 j : j0 ∈ [n] -> j ∈ [n] -> j <> j3 -> u j0 j = weight 1.
Proof. intros. rewrite cross_u by auto. unfold cross_product. destruct (Nat.eqb_spec j j3); [easy|reflexivity]. Qed.
Let sums j0 : cross_total j0 = weight (marked j0) + (T - 1) * weight 1 + (N - T) * weight 1.
Proof. unfold cross_total. ring. Qed.
Let apart j i : residue w j <> residue w i -> j <> i.
Proof. congruence. Qed.
Theorem cross_alpha j0 : j0 ∈ [n] -> alpha j0 = cross_total j0.
Proof.
  intros H0. rewrite sums. unfold alpha. rewrite alpha_sum. fold u.
  apply (row_total n w t j3 (u j0) _ _ _ w1 Hn H3); auto.
Qed.
Theorem cross_f j0 j1 : j0 ∈ [n] -> j1 ∈ [n] -> f j0 j1 = weight (cross_product j0 j1) / cross_total j0.
Proof. intros H0 H1. unfold f. rewrite f_ratio. fold u alpha. rewrite cross_u, cross_alpha by auto. reflexivity. Qed.
Theorem cross_c_first j0 : j0 ∈ [n] -> c_ j0 1%nat = weight (marked j0) / cross_total j0.
Proof.
  intros H0. unfold c_. rewrite c_mean by (auto; split; lia). rewrite (mean_of_one n _ j3 1).
  - fold f. rewrite cross_f by auto. unfold cross_product. rewrite Nat.eqb_refl. ring.
  - exact H3.
  - intros j Hj. rewrite (ca_A3 _ _ _ _ _ _ _ _ _ H) by (auto; split; lia).
    rewrite (ca_first_2 _ _ _ _ _ _ _ _ _ H) by auto. ring.
Qed.
Lemma cross_value_block j r : j ∈ [n] -> r ∈ [w] -> A3 j (S r) = if Nat.eqb (residue w j) r then 1 else 0.
Proof.
  intros Hj Hr. rewrite (ca_A3 _ _ _ _ _ _ _ _ _ H) by (auto; destruct Hr; unfold w in *; split; lia).
  rewrite cross_block_entry by auto. reflexivity.
Qed.
Theorem cross_c_own_block j0 : j0 ∈ [n] ->
  c_ j0 (block w j3) = (weight (marked j0) + (T - 1) * weight 1) / cross_total j0.
Proof.
  intros H0. unfold c_. rewrite c_mean by (auto; pose proof (residue_in w j3 w1) as [? ?]; unfold block, w in *; split; lia).
  rewrite sums. unfold inner. rewrite (sum_ext n _ (fun j => / sum n (u j0) * u j0 j * A3 j (block w j3))).
  - rewrite <- (Rmult_1_r (_ / _)).
    apply (mean_of_own_block n w t j3 (u j0) _ _ _ w1 Hn H3) with (r := residue w j3); auto.
    intros j Hj. apply cross_value_block; auto. apply residue_in, w1.
  - intros j _. rewrite f_ratio, alpha_sum. unfold Rdiv, u. ring.
Qed.
Theorem cross_c_other_block j0 i0 : j0 ∈ [n] -> (2 <= i0 <= d)%nat -> i0 <> block w j3 ->
  c_ j0 i0 = T * (weight 1 / cross_total j0).
Proof.
  intros H0 Hi0 Hne. unfold c_. rewrite c_mean by (auto; split; lia).
  assert (Hr : (i0 - 1)%nat ∈ [w]) by (unfold w; split; lia).
  rewrite sums. unfold inner. rewrite (sum_ext n _ (fun j => / sum n (u j0) * u j0 j * A3 j i0)).
  - rewrite <- (Rmult_1_r (T * _)).
    apply (mean_of_other_block n w t j3 (u j0) (weight (marked j0)) (weight 1) _ w1 Hn H3) with (r := (i0 - 1)%nat); auto.
    + intros j Hj. rewrite <- cross_value_block by auto. f_equal. lia.
    + unfold block in Hne. lia.
  - intros j _. rewrite f_ratio, alpha_sum. unfold Rdiv, u. ring.
Qed.
End CrossAttention.
