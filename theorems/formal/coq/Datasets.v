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

(* What D0 and D1 of Definition D.1 have in common, a for a0 or a1. d >= 3 is understood: I_{d-2} has to exist. *)
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
(* Definition D.1: b + c = 1, b >= 0.1, c >= 0.1; a0 in (0, 0.1); a1 >= 0.7. *)
Record D0 (n d t j3 : nat) (a0 b c : R) (A1 A2 A3 : matrix) : Prop := {
  D0_data : self_attention_data n d t j3 a0 b c A1 A2 A3;
  D0_a0 : 0 < a0 < 1/10; D0_sum : b + c = 1; D0_b : 1/10 <= b; D0_c : 1/10 <= c }.
Record D1 (n d t j3 : nat) (a1 b c : R) (A1 A2 A3 : matrix) : Prop := {
  D1_data : self_attention_data n d t j3 a1 b c A1 A2 A3;
  D1_a1 : 7/10 <= a1; D1_sum : b + c = 1; D1_b : 1/10 <= b; D1_c : 1/10 <= c }.
(* The data of Lemma E.1 (p. 34) as the suite repairs them: b^2 + c^2 = 1 and a1 >= 1 in place of b + c = 1. *)
Record D1_on_the_circle (n d t j3 : nat) (a1 b c : R) (A1 A2 A3 : matrix) : Prop := {
  circle_data : self_attention_data n d t j3 a1 b c A1 A2 A3;
  circle_a1 : 1 <= a1; circle_sum : b ^ 2 + c ^ 2 = 1; circle_b : 1/10 <= b; circle_c : 1/10 <= c }.

(* What D0 and D1 of Definition F.1 have in common, a for a0 or a1. Read repaired: the print lets "the second to (d-1)-th
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
Record cross_D0 (n d t j2 j3 : nat) (a0 a1 : R) (A1 A2 A3 : matrix) : Prop := {
  cross_D0_data : cross_attention_data n d t j2 j3 a0 A1 A2 A3; cross_D0_a0 : 0 < a0 < 1/10; cross_D0_a1 : 1 < a1 }.
Record cross_D1 (n d t j2 j3 : nat) (a0 a1 : R) (A1 A2 A3 : matrix) : Prop := {
  cross_D1_data : cross_attention_data n d t j2 j3 a1 A1 A2 A3; cross_D1_a0 : 0 < a0 < 1/10; cross_D1_a1 : 1 < a1 }.

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
