(* The data: superiority v1, Definition D.1 (p. 16) and Definition F.1 (p. 40), as predicates on matrices. *)
From Coq Require Import Reals Lra Lia Arith.
Require Import Sums Attention.
Open Scope R_scope.

(* Copies of M, which has w rows, one below the other. *)
Definition stacked (w : nat) (M : matrix) : matrix := fun j k => M (residue w j) k.
(* The column in which row j of stacked copies of I_w has its 1, when one column stands before them. *)
Definition block (w j : nat) : nat := S (residue w j).
Definition equal (n d : nat) (A B : matrix) : Prop := forall j k, j ∈ [n] -> k ∈ [d] -> A j k = B j k.
Definition is_ones (d : nat) (X : matrix) : Prop := equal d d X ones_matrix.    (* Q K^T = 1_{d x d} *)
Definition is_identity (d : nat) (X : matrix) : Prop := equal d d X identity.   (* Q K^T = I_d, V = I_d *)

(* The matrices of Definition D.1: of D0 with a for a0, of D1 with a for a1. What it asks of the numbers (a0 in (0, 0.1),
   a1 >= 0.7, b + c = 1, b, c >= 0.1; Appendix E: b^2 + c^2 = 1) stands as hypotheses in each theorem.
   d >= 3 is understood: I_{d-2} has to exist. *)
Record self_attention_data (n d t j3 : nat) (a b c : R) (A1 A2 A3 : matrix) : Prop := {
  sa_columns : (3 <= d)%nat;
  sa_copies : (1 <= t)%nat;                                       (* t is a positive integer *)
  sa_rows : n = ((d - 2) * t)%nat;
  sa_j3 : j3 ∈ [n];
  sa_A2 : equal n d A2 A1;                                        (* A1 = A2 = A3 *)
  sa_A3 : equal n d A3 A1;
  sa_first : forall j, j ∈ [n] -> A1 j 1%nat = unit_vector j3 j * (a * sqrt (ln (INR n)));
  sa_blocks : forall j k, j ∈ [n] -> (2 <= k <= d - 1)%nat ->
    A1 j k = stacked (d - 2) identity j (k - 1)%nat * (b * sqrt (ln (INR n)));
  sa_last : forall j, j ∈ [n] -> A1 j d = ones j * (c * sqrt (ln (INR n)));
}.
(* The matrices of Definition F.1: of D0 with a for a0, of D1 with a for a1. Read repaired: the print lets "the second to (d-1)-th
   columns" of A1 be log n and of A2 stacked copies of I_{d-1}, one column too few; they are the second to the d-th.
   d >= 2 is understood: I_{d-1} has to exist. *)
Record cross_attention_data (n d t j2 j3 : nat) (a : R) (A1 A2 A3 : matrix) : Prop := {
  ca_columns : (2 <= d)%nat;
  ca_copies : (1 <= t)%nat;
  ca_rows : n = ((d - 1) * t)%nat;
  ca_j2 : j2 ∈ [n];
  ca_j3 : j3 ∈ [n];
  ca_A1 : ~ equal n d A1 A2;                                      (* A1 <> A2 = A3 *)
  ca_A3 : equal n d A3 A2;
  ca_first_1 : forall j, j ∈ [n] -> A1 j 1%nat = unit_vector j2 j * (a * ln (INR n));
  ca_blocks_1 : forall j k, j ∈ [n] -> (2 <= k <= d)%nat -> A1 j k = ln (INR n);
  ca_first_2 : forall j, j ∈ [n] -> A2 j 1%nat = unit_vector j3 j;
  ca_blocks_2 : forall j k, j ∈ [n] -> (2 <= k <= d)%nat -> A2 j k = stacked (d - 1) identity j (k - 1)%nat;
}.

(* -- the definitions are met: the matrices themselves --------------------------------------------------------------- *)
Definition self_matrix (n d j3 : nat) (a b c : R) : matrix := fun j k =>
  (if Nat.eqb k 1 then unit_vector j3 j * a else if Nat.eqb k d then c else stacked (d - 2) identity j (k - 1)%nat * b)
  * sqrt (ln (INR n)).
Lemma self_matrix_data n d t j3 a b c : (3 <= d)%nat -> (1 <= t)%nat -> n = ((d - 2) * t)%nat -> j3 ∈ [n] ->
  let A := self_matrix n d j3 a b c in self_attention_data n d t j3 a b c A A A.
Proof.
  intros Hd Ht Hn H3 A. split; auto; try (intros j k Hj Hk; reflexivity); unfold A, self_matrix.
  - intros j Hj. simpl. ring.
  - intros j k Hj Hk. destruct (Nat.eqb_spec k 1); [lia|]. destruct (Nat.eqb_spec k d); [lia|]. ring.
  - intros j Hj. destruct (Nat.eqb_spec d 1); [lia|]. rewrite Nat.eqb_refl. unfold ones. ring.
Qed.
(* Weights with Q K^T = 1_{d x d}: both with ones in the first column; with Q K^T = I_d: the identity twice. *)
Lemma ones_are_met d : (1 <= d)%nat -> let Q : matrix := fun _ k => if Nat.eqb k 1 then 1 else 0 in is_ones d (QK d Q Q).
Proof.
  intros Hd Q i j Hi Hj. unfold QK, mul, transpose, Q. rewrite (sum_one d _ 1%nat); [simpl; unfold ones_matrix; ring|split; lia|].
  intros k _ Hk. destruct (Nat.eqb_spec k 1); [contradiction|ring].
Qed.
Lemma identity_is_met d : is_identity d (QK d identity identity).
Proof.
  intros i j Hi Hj. unfold QK, mul, transpose. rewrite (sum_one d _ i Hi).
  - unfold identity. rewrite Nat.eqb_refl, (Nat.eqb_sym j i). ring.
  - intros k _ Hk. unfold identity at 1. destruct (Nat.eqb_spec i k); [congruence|ring].
Qed.
(* A1 <> A2 needs no assumption: A1 has log n where A2 has a 1, and e is between 2 and 3. *)
Lemma ln_n_is_not_1 n : (1 <= n)%nat -> ln (INR n) <> 1.
Proof.
  intros Hn E. assert (P : 0 < INR n) by (apply lt_0_INR; lia).
  assert (En : INR n = exp 1) by (rewrite <- E, exp_ln by exact P; reflexivity).
  assert (Low : 2 < exp 1) by (pose proof (exp_ineq1 1 ltac:(lra)); lra).
  assert (Sixth : exp (1/6) < 6/5).
  { pose proof (exp_ineq1 (-(1/6)) ltac:(lra)) as B. rewrite exp_Ropp in B. pose proof (exp_pos (1/6)).
    apply Rmult_lt_reg_r with (/ exp (1/6)); [apply Rinv_0_lt_compat; lra|]. rewrite Rinv_r by lra. lra. }
  assert (High : exp 1 < 3).
  { replace 1 with (1/6 + (1/6 + (1/6 + (1/6 + (1/6 + 1/6))))) by field. rewrite !exp_plus.
    pose proof (exp_pos (1/6)). set (y := exp (1/6)) in *.
    assert (y * y < 36/25) by nra. assert (y * y * y < 216/125) by nra. assert (0 < y * y * y) by (repeat apply Rmult_lt_0_compat; lra).
    replace (y * (y * (y * (y * (y * y))))) with ((y * y * y) * (y * y * y)) by ring. nra. }
  rewrite <- En, INR_IZR_INZ in Low, High. apply lt_IZR in Low, High. lia.
Qed.
Definition cross_matrix_1 (n j2 : nat) (a : R) : matrix :=
  fun j k => if Nat.eqb k 1 then unit_vector j2 j * (a * ln (INR n)) else ln (INR n).
Definition cross_matrix_2 (d j3 : nat) : matrix :=
  fun j k => if Nat.eqb k 1 then unit_vector j3 j else stacked (d - 1) identity j (k - 1)%nat.
Lemma cross_matrix_data n d t j2 j3 a : (2 <= d)%nat -> (1 <= t)%nat -> n = ((d - 1) * t)%nat -> j2 ∈ [n] -> j3 ∈ [n] ->
  cross_attention_data n d t j2 j3 a (cross_matrix_1 n j2 a) (cross_matrix_2 d j3) (cross_matrix_2 d j3).
Proof.
  intros Hd Ht Hn H2 H3. split; auto; try (intros j k Hj Hk; reflexivity); try (intros j Hj; reflexivity).
  - intros Same. destruct H2. specialize (Same 1%nat 2%nat ltac:(split; lia) ltac:(split; lia)).
    unfold cross_matrix_1, cross_matrix_2, stacked, residue, identity in Same. simpl in Same.
    rewrite Nat.mod_0_l in Same by lia. simpl in Same. exact (ln_n_is_not_1 n ltac:(lia) Same).
  - intros j k Hj Hk. unfold cross_matrix_1. destruct (Nat.eqb_spec k 1); [lia|reflexivity].
  - intros j k Hj Hk. unfold cross_matrix_2. destruct (Nat.eqb_spec k 1); [lia|reflexivity].
Qed.
