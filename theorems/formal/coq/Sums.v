(* Finite sums f 1 + ... + f m, counted from 1 as the paper counts. *)
From Coq Require Import Reals Lra Lia Arith.
Open Scope R_scope.

Fixpoint sum (m : nat) (f : nat -> R) : R :=
  match m with O => 0 | S k => sum k f + f (S k) end.

(* "k in [m]", superiority p. 11: [m] = {1, ..., m}. *)
Definition is_in (k m : nat) : Prop := (1 <= k <= m)%nat.
Notation "k ∈ [ m ]" := (is_in k m) (at level 70, m at level 99).

Lemma sum_ext m f g : (forall k, k ∈ [m] -> f k = g k) -> sum m f = sum m g.
Proof.
  induction m; simpl; intros H; [reflexivity|]. rewrite IHm, H by (intros; try apply H; unfold is_in in *; lia). reflexivity.
Qed.
Lemma sum_scal m f x : sum m (fun k => x * f k) = x * sum m f.
Proof. induction m; simpl; [ring|]. rewrite IHm. ring. Qed.
Lemma sum_plus m f g : sum m (fun k => f k + g k) = sum m f + sum m g.
Proof. induction m; simpl; [ring|]. rewrite IHm. ring. Qed.
Lemma sum_const m x : sum m (fun _ => x) = INR m * x.
Proof. induction m; [simpl; ring|]. rewrite S_INR. simpl sum. rewrite IHm. ring. Qed.
Lemma sum_0 m f : (forall k, k ∈ [m] -> f k = 0) -> sum m f = 0.
Proof. intros H. rewrite (sum_ext m f (fun _ => 0)) by exact H. rewrite sum_const. ring. Qed.
Lemma sum_nonneg m f : (forall k, k ∈ [m] -> 0 <= f k) -> 0 <= sum m f.
Proof.
  induction m; simpl; intros H; [lra|].
  apply Rplus_le_le_0_compat; [apply IHm; intros; apply H|apply H]; unfold is_in in *; lia.
Qed.
Lemma sum_pos m f : (1 <= m)%nat -> (forall k, k ∈ [m] -> 0 < f k) -> 0 < sum m f.
Proof.
  intros Hm H. destruct m; [lia|]. simpl.
  apply Rplus_le_lt_0_compat; [apply sum_nonneg; intros; left; apply H|apply H]; unfold is_in in *; lia.
Qed.
Lemma sum_le m f g : (forall k, k ∈ [m] -> f k <= g k) -> sum m f <= sum m g.
Proof.
  induction m; simpl; intros H; [lra|].
  apply Rplus_le_compat; [apply IHm; intros; apply H|apply H]; unfold is_in in *; lia.
Qed.
(* All terms but one are 0. *)
Lemma sum_one m f i : i ∈ [m] -> (forall k, k ∈ [m] -> k <> i -> f k = 0) -> sum m f = f i.
Proof.
  unfold is_in. induction m; intros Hi H; [lia|]. simpl. destruct (Nat.eq_dec i (S m)) as [->|Hn].
  - rewrite sum_0; [ring|]. unfold is_in. intros; apply H; lia.
  - rewrite IHm, (H (S m)); [ring|lia|lia|lia|intros; apply H; lia].
Qed.
Lemma sum_swap m p (f : nat -> nat -> R) :
  sum m (fun i => sum p (fun j => f i j)) = sum p (fun j => sum m (fun i => f i j)).
Proof.
  induction m; simpl; [rewrite sum_const; ring|]. rewrite IHm, <- sum_plus. reflexivity.
Qed.
Lemma sum_app m p f : sum (m + p) f = sum m f + sum p (fun k => f (m + k)%nat).
Proof.
  induction p; simpl; [rewrite Nat.add_0_r; ring|]. rewrite Nat.add_succ_r. simpl. rewrite IHp. ring.
Qed.
(* A sum over [m w] by blocks of w: the place of pair (s, r) is (s-1) w + r. *)
Lemma sum_blocks m w f : sum (m * w) f = sum m (fun s => sum w (fun r => f ((s - 1) * w + r)%nat)).
Proof.
  induction m; [reflexivity|]. simpl sum. rewrite Nat.add_comm. change (w + m * w)%nat with (S m * w)%nat.
  replace (S m * w)%nat with (m * w + w)%nat by lia.
  rewrite sum_app, IHm. rewrite Nat.sub_0_r. reflexivity.
Qed.
Lemma sum_first m f : (1 <= m)%nat -> sum m f = f 1%nat + sum (m - 1) (fun k => f (S k)).
Proof. intros H. replace m with (1 + (m - 1))%nat at 1 by lia. rewrite sum_app. simpl. ring. Qed.

(* The pair (s, r) that stands at a place of [m w]. *)
Definition copy_of (w j : nat) : nat := ((j - 1) / w + 1)%nat.
Definition residue (w j : nat) : nat := ((j - 1) mod w + 1)%nat.
Lemma place_copy w s r : (1 <= s)%nat -> r ∈ [w] -> copy_of w ((s - 1) * w + r) = s.
Proof.
  unfold is_in, copy_of. intros Hs Hr.
  replace ((s - 1) * w + r - 1)%nat with (r - 1 + (s - 1) * w)%nat by (generalize ((s - 1) * w)%nat; intros; lia).
  rewrite Nat.div_add, Nat.div_small by lia. lia.
Qed.
Lemma place_residue w s r : (1 <= s)%nat -> r ∈ [w] -> residue w ((s - 1) * w + r) = r.
Proof.
  unfold is_in, residue. intros Hs Hr.
  replace ((s - 1) * w + r - 1)%nat with (r - 1 + (s - 1) * w)%nat by (generalize ((s - 1) * w)%nat; intros; lia).
  rewrite Nat.mod_add, Nat.mod_small by lia. lia.
Qed.
Lemma residue_in w j : (1 <= w)%nat -> residue w j ∈ [w].
Proof. unfold is_in, residue. intros. pose proof (Nat.mod_upper_bound (j - 1) w). lia. Qed.

(* 1 where something is so, 0 elsewhere *)
Definition when (b : bool) (x : R) : R := if b then x else 0.
Lemma sum_when m i x : i ∈ [m] -> sum m (fun k => when (Nat.eqb k i) x) = x.
Proof.
  intros Hi. rewrite (sum_one m _ i Hi); unfold when; [now rewrite Nat.eqb_refl|].
  intros k _ Hk. now destruct (Nat.eqb_spec k i).
Qed.
(* Of m w rows each residue has m. *)
Lemma sum_residue m w r x : r ∈ [w] ->
  sum (m * w) (fun j => when (Nat.eqb (residue w j) r) x) = INR m * x.
Proof.
  intros Hr. rewrite sum_blocks. rewrite <- sum_const. apply sum_ext. intros s Hs.
  transitivity (sum w (fun k => when (Nat.eqb k r) x)); [|apply sum_when; exact Hr]. apply sum_ext. intros k Hk. rewrite place_residue; [reflexivity|apply Hs|exact Hk].
Qed.
(* Rows of three kinds: row i, the other rows of its residue, the rows of other residues. *)
Lemma sum_kinds m w i f x y z : (1 <= w)%nat -> i ∈ [m * w] ->
  f i = x ->
  (forall j, j ∈ [m * w] -> j <> i -> residue w j = residue w i -> f j = y) ->
  (forall j, j ∈ [m * w] -> residue w j <> residue w i -> f j = z) ->
  sum (m * w) f = x + (INR m - 1) * y + (INR (m * w) - INR m) * z.
Proof.
  intros Hw Hi Ex Ey Ez.
  rewrite (sum_ext _ f (fun j => when (Nat.eqb j i) (x - y) + (when (Nat.eqb (residue w j) (residue w i)) (y - z) + z))).
  - rewrite !sum_plus, sum_when, sum_residue, sum_const by (try apply residue_in; auto). ring.
  - intros j Hj. unfold when. destruct (Nat.eqb_spec j i) as [->|Hn].
    + rewrite Nat.eqb_refl, Ex. ring.
    + destruct (Nat.eqb_spec (residue w j) (residue w i)) as [E|E]; [rewrite (Ey j)|rewrite (Ez j)]; auto; ring.
Qed.
(* Rows of two kinds. *)
Lemma sum_but_one m i f x y : i ∈ [m] -> f i = x -> (forall j, j ∈ [m] -> j <> i -> f j = y) ->
  sum m f = x + (INR m - 1) * y.
Proof.
  intros Hi Ex Ey. rewrite (sum_ext m f (fun j => when (Nat.eqb j i) (x - y) + y)).
  - rewrite sum_plus, sum_when, sum_const by auto. ring.
  - intros j Hj. unfold when. destruct (Nat.eqb_spec j i) as [->|Hn]; [rewrite Ex|rewrite (Ey j) by auto]; ring.
Qed.
Lemma sum_by_residue m w r f y z : (1 <= w)%nat -> r ∈ [w] ->
  (forall j, j ∈ [m * w] -> residue w j = r -> f j = y) ->
  (forall j, j ∈ [m * w] -> residue w j <> r -> f j = z) ->
  sum (m * w) f = INR m * y + (INR (m * w) - INR m) * z.
Proof.
  intros Hw Hr Ey Ez. rewrite (sum_ext _ f (fun j => when (Nat.eqb (residue w j) r) (y - z) + z)).
  - rewrite sum_plus, sum_residue, sum_const by auto. ring.
  - intros j Hj. unfold when. destruct (Nat.eqb_spec (residue w j) r) as [E|E]; [rewrite (Ey j)|rewrite (Ez j)]; auto; ring.
Qed.
