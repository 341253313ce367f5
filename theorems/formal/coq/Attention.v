(* Linear and softmax attention: superiority v1, Appendix A (p. 12), Definitions C.1 (pp. 13-14), C.4 (p. 15),
   Claims C.3 (p. 14), C.5 (p. 15). Matrices are counted from 1; only their entries inside the printed shapes count. *)
From Coq Require Import Reals Lra Lia Arith.
Require Import Sums.
Open Scope R_scope.

Definition vector := nat -> R.
Definition matrix := nat -> nat -> R.

(* -- Appendix A, p. 12 ---------------------------------------------------------------------------------------------- *)
Definition inner (m : nat) (u v : vector) : R := sum m (fun k => u k * v k).         (* <u, v> in R^m *)
Definition transpose (A : matrix) : matrix := fun i j => A j i.
Definition mul (m : nat) (A B : matrix) : matrix := fun i j => sum m (fun k => A i k * B k j).  (* A has m columns *)
Definition apply (m : nat) (A : matrix) (x : vector) : vector := fun i => sum m (fun k => A i k * x k).
Definition ones : vector := fun _ => 1.                                               (* 1_n *)
Definition ones_matrix : matrix := fun _ _ => 1.                                      (* 1_{d x d} *)
Definition identity : matrix := fun i j => if Nat.eqb i j then 1 else 0.              (* I_d *)
Definition unit_vector (i : nat) : vector := fun j => if Nat.eqb j i then 1 else 0.   (* e_i *)
(* A (x) B, B of shape n2 x d2: entry ((i1-1) n2 + i2, (j1-1) d2 + j2) is A_{i1,j1} B_{i2,j2} (kron_entry below; the
   print has j1 - i with an i that nothing binds; the suite refutes that and reads 1). *)
Definition kron (n2 d2 : nat) (A B : matrix) : matrix :=
  fun p q => A (copy_of n2 p) (copy_of d2 q) * B (residue n2 p) (residue d2 q).
(* vec(X) for X with d columns, row by row: the reading with which Fact A.1 is true (the suite's note on it). *)
Definition vec (d : nat) (X : matrix) : vector := fun p => X (copy_of d p) (residue d p).
Definition entrywise (f : R -> R) (v : vector) : vector := fun i => f (v i).

Lemma kron_entry n2 d2 A B i1 i2 j1 j2 : (1 <= i1)%nat -> (1 <= j1)%nat -> i2 ∈ [n2] -> j2 ∈ [d2] ->
  kron n2 d2 A B ((i1 - 1) * n2 + i2)%nat ((j1 - 1) * d2 + j2)%nat = A i1 j1 * B i2 j2.
Proof. intros. unfold kron. rewrite !place_copy, !place_residue by assumption. reflexivity. Qed.

(* -- Definitions C.1 and C.4 ----------------------------------------------------------------------------------------- *)
Section Attention.
Variables (n d : nat) (A1 A2 A3 : matrix) (Q K V : matrix).  (* A1, A2, A3 in R^{n x d}, Q, K, V in R^{d x d} *)
Definition QK : matrix := mul d Q (transpose K).
Definition x : vector := vec d QK.                            (* x = vec(Q K^T) in R^{d^2} *)
Definition A : matrix := kron n d A1 A2.                      (* A = A1 (x) A2 in R^{n^2 x d^2} *)
Definition A_block (j0 : nat) : matrix := fun j1 => A ((j0 - 1) * n + j1)%nat.  (* A_{j0} in R^{n x d^2}, the j0-th block *)
Definition A3V : matrix := mul d A3 V.

(* Definition C.1, pp. 13-14. *)
Definition u_lin (j0 : nat) : vector := apply (d * d) (A_block j0) x.
Definition alpha_lin (j0 : nat) : R := inner n (u_lin j0) ones.
Definition f_lin (j0 : nat) : vector := fun j1 => / alpha_lin j0 * u_lin j0 j1.
Definition c_lin (j0 : nat) : vector := fun i0 => inner n (f_lin j0) (fun j1 => A3V j1 i0).

(* Definition C.4, p. 15. *)
Definition u_exp (j0 : nat) : vector := entrywise exp (apply (d * d) (A_block j0) x).
Definition alpha_exp (j0 : nat) : R := inner n (u_exp j0) ones.
Definition f_exp (j0 : nat) : vector := fun j1 => / alpha_exp j0 * u_exp j0 j1.
Definition c_exp (j0 : nat) : vector := fun i0 => inner n (f_exp j0) (fun j1 => A3V j1 i0).

(* Entry (j0, j1) of A1 Q K^T A2^T. *)
Definition logit (j0 j1 : nat) : R := mul d (mul d A1 QK) (transpose A2) j0 j1.

Lemma logit_sum j0 j1 : logit j0 j1 = sum d (fun k => sum d (fun l => A1 j0 k * QK k l * A2 j1 l)).
Proof.
  unfold logit, mul, transpose. rewrite sum_swap. apply sum_ext. intros l _.
  rewrite (Rmult_comm _ (A2 j1 l)), <- sum_scal. apply sum_ext. intros; ring.
Qed.
(* Claim C.3, p. 14: u_lin(A, x)_{j0} = ((A1)_{j0} Q K^T A2^T)^T. *)
Theorem Claim_C_3_1 j0 j1 : (1 <= j0)%nat -> j1 ∈ [n] -> u_lin j0 j1 = logit j0 j1.
Proof.
  intros H0 H1. rewrite logit_sum. unfold u_lin, apply, A_block, A, x. rewrite sum_blocks.
  apply sum_ext. intros k Hk. apply sum_ext. intros l Hl.
  rewrite kron_entry by (auto; apply Hk). unfold vec. rewrite place_copy, place_residue by (auto; apply Hk). ring.
Qed.
(* Claim C.5, p. 15: u_exp(A, x)_{j0} = exp((A1)_{j0} Q K^T A2^T)^T. *)
Theorem Claim_C_5_1 j0 j1 : (1 <= j0)%nat -> j1 ∈ [n] -> u_exp j0 j1 = exp (logit j0 j1).
Proof. intros. unfold u_exp, entrywise. f_equal. apply Claim_C_3_1; assumption. Qed.
Theorem Claim_C_3_2 j0 : (1 <= j0)%nat -> alpha_lin j0 = inner n (logit j0) ones.
Proof. intros. apply sum_ext. intros. rewrite Claim_C_3_1; auto. Qed.
Theorem Claim_C_5_2 j0 : (1 <= j0)%nat -> alpha_exp j0 = inner n (entrywise exp (logit j0)) ones.
Proof. intros. apply sum_ext. intros. rewrite Claim_C_5_1; auto. Qed.

(* The normalisers without 1_n. *)
Lemma alpha_lin_sum j0 : alpha_lin j0 = sum n (u_lin j0).
Proof. apply sum_ext. intros. unfold ones. ring. Qed.
Lemma alpha_exp_sum j0 : alpha_exp j0 = sum n (u_exp j0).
Proof. apply sum_ext. intros. unfold ones. ring. Qed.
(* Softmax attention's normaliser is never 0, so f_exp(A, x)_{j0} is a row of weights. *)
Theorem Definition_C_4_normaliser j0 : (1 <= n)%nat -> 0 < alpha_exp j0.
Proof. intros. rewrite alpha_exp_sum. apply sum_pos; [assumption|]. intros. apply exp_pos. Qed.
Lemma f_exp_total j0 : (1 <= n)%nat -> sum n (f_exp j0) = 1.
Proof.
  intros H. pose proof (Definition_C_4_normaliser j0 H). unfold f_exp.
  rewrite sum_scal, <- alpha_exp_sum. field. lra.
Qed.
(* Linear attention's may be 0 (Definition C.1's normaliser is refuted in the suite). *)
Lemma f_lin_total j0 : alpha_lin j0 <> 0 -> sum n (f_lin j0) = 1.
Proof.
  intros H. unfold f_lin. rewrite sum_scal, <- alpha_lin_sum. field. exact H.
Qed.
Lemma A3V_identity j i0 : i0 ∈ [d] -> (forall k l, k ∈ [d] -> l ∈ [d] -> V k l = identity k l) -> A3V j i0 = A3 j i0.
Proof.
  intros Hi HV. unfold A3V, mul. rewrite (sum_one d _ i0 Hi).
  - rewrite HV by auto. unfold identity. rewrite Nat.eqb_refl. ring.
  - intros k Hk Hn. rewrite HV by auto. unfold identity. destruct (Nat.eqb_spec k i0); [easy|ring].
Qed.
End Attention.
