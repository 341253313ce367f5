(* Two coefficients that add up to the threshold: an eighth of the time the signed sum reaches it. *)
From Coq Require Import Reals Lra Lia Arith Bool.
Require Import Sums Attention Signs.
Open Scope R_scope.

Definition flipped (s sigma : vector) : vector := fun i => s i * sigma i.
Definition respects (F : vector -> R) : Prop := forall v w, (forall i, v i = w i) -> F v = F w.

(* Some signs turned: all sign vectors are as likely as before. *)
Lemma over_signs_flipped m s : signs m s -> forall F, respects F -> over_signs m (fun sigma => F (flipped s sigma)) = over_signs m F.
Proof.
  induction m; intros Hs F HF; [apply HF; intros; unfold flipped; ring|].
  assert (Turned : forall x, over_signs m (fun sigma => F (flipped s (with_sign (S m) x sigma)))
    = over_signs m (fun sigma => F (with_sign (S m) (s (S m) * x) sigma))).
  { intros x. transitivity (over_signs m (fun sigma => F (with_sign (S m) (s (S m) * x) (flipped s sigma)))).
    - apply over_signs_ext. intros. apply HF. intros. unfold flipped, with_sign. destruct (Nat.eqb_spec i (S m)) as [->|]; reflexivity.
    - apply (IHm ltac:(intros i Hi; apply Hs; unfold is_in in *; lia) (fun sigma => F (with_sign (S m) (s (S m) * x) sigma))).
      intros v w E. apply HF. intros. unfold with_sign. destruct (Nat.eqb _ _); auto. }
  cbn [over_signs]. rewrite !Turned. destruct (Hs (S m) ltac:(unfold is_in; lia)) as [->| ->].
  - rewrite !Rmult_1_l. reflexivity.
  - replace (-1 * 1) with (-1) by ring. replace (-1 * -1) with 1 by ring. apply Rplus_comm.
Qed.
Lemma Pr_flipped m s A : signs m s -> (forall v w, (forall i, v i = w i) -> A v = A w) ->
  Pr m (fun sigma => A (flipped s sigma)) = Pr m A.
Proof.
  intros Hs HA. unfold Pr, E. f_equal. apply (over_signs_flipped m s Hs (fun v => if A v then 1 else 0)).
  intros v w E. rewrite (HA v w E). reflexivity.
Qed.
Lemma over_signs_le_signs m : forall F G, (forall sigma, signs m sigma -> F sigma <= G sigma) -> over_signs m F <= over_signs m G.
Proof.
  induction m; intros F G H; [apply H; intros i Hi; unfold is_in in *; lia|]. simpl.
  apply Rplus_le_compat; apply IHm; intros; apply H, signs_with; auto.
Qed.
Lemma inner_same m c v w : (forall i, v i = w i) -> inner m c v = inner m c w.
Proof. intros E. apply sum_ext. intros. rewrite E. reflexivity. Qed.

Definition one_of (i j : nat) (x y z : R) : vector := fun k => if Nat.eqb k i then x else if Nat.eqb k j then y else z.
Lemma inner_apart m c v i j : i ∈ [m] -> j ∈ [m] -> i <> j ->
  inner m c v = c i * v i + c j * v j + inner m c (flipped (one_of i j 0 0 1) v).
Proof.
  intros Hi Hj Hij.
  assert (Ei : c i * v i = sum m (fun k => c k * (if Nat.eqb k i then v k else 0))).
  { symmetry. rewrite (sum_one m _ i Hi); [rewrite Nat.eqb_refl; reflexivity|]. intros k _ Hk.
    destruct (Nat.eqb_spec k i); [contradiction|ring]. }
  assert (Ej : c j * v j = sum m (fun k => c k * (if Nat.eqb k j then v k else 0))).
  { symmetry. rewrite (sum_one m _ j Hj); [rewrite Nat.eqb_refl; reflexivity|]. intros k _ Hk.
    destruct (Nat.eqb_spec k j); [contradiction|ring]. }
  rewrite Ei, Ej. unfold inner. rewrite <- !sum_plus. apply sum_ext. intros k _. unfold flipped, one_of.
  destruct (Nat.eqb_spec k i), (Nat.eqb_spec k j); subst; try contradiction; ring.
Qed.
Lemma inner_scaled m c z v : inner m c (fun k => z * v k) = z * inner m c v.
Proof. unfold inner. rewrite <- sum_scal. apply sum_ext. intros; ring. Qed.

Theorem an_eighth m c i j t : i ∈ [m] -> j ∈ [m] -> i <> j -> t <= c i + c j ->
  Pr m (fun sigma => le_b t (inner m c sigma)) >= 1 / 8.
Proof.
  intros Hi Hj Hij Ht. set (A := fun sigma => le_b t (inner m c sigma)).
  assert (HA : forall v w, (forall k, v k = w k) -> A v = A w) by (intros v w E; unfold A; rewrite (inner_same m c v w E); reflexivity).
  assert (P : forall x y z, (x = 1 \/ x = -1) -> (y = 1 \/ y = -1) -> (z = 1 \/ z = -1) ->
    Pr m (fun sigma => A (flipped (one_of i j x y z) sigma)) = Pr m A).
  { intros. apply Pr_flipped; [|exact HA]. intros k _. unfold one_of. destruct (Nat.eqb k i), (Nat.eqb k j); assumption. }
  set (f := fun x y z sigma => if A (flipped (one_of i j x y z) sigma) then 1 else 0).
  assert (F : forall x y z sigma, 0 <= f x y z sigma) by (intros; unfold f; destruct (A _); lra).
  assert (One : forall sigma, signs m sigma -> exists x y z, (x = 1 \/ x = -1) /\ (y = 1 \/ y = -1) /\ (z = 1 \/ z = -1) /\ f x y z sigma = 1).
  { intros sigma Hs. set (rest := inner m c (flipped (one_of i j 0 0 1) sigma)).
    exists (sigma i), (sigma j), (if Rle_dec 0 rest then 1 else -1).
    repeat split; [apply Hs, Hi|apply Hs, Hj|destruct (Rle_dec 0 rest); auto|].
    unfold f, A, le_b. set (z := if Rle_dec 0 rest then 1 else -1).
    assert (Z : 0 <= z * rest) by (unfold z; destruct (Rle_dec 0 rest); lra).
    assert (E : inner m c (flipped (one_of i j (sigma i) (sigma j) z) sigma) = c i + c j + z * rest).
    { rewrite (inner_apart m c _ i j Hi Hj Hij). unfold rest. rewrite <- inner_scaled.
      assert (Si : sigma i * sigma i = 1) by (destruct (Hs i Hi) as [->| ->]; ring).
      assert (Sj : sigma j * sigma j = 1) by (destruct (Hs j Hj) as [->| ->]; ring).
      assert (Vi : flipped (one_of i j (sigma i) (sigma j) z) sigma i = 1)
        by (unfold flipped, one_of; rewrite Nat.eqb_refl; exact Si).
      assert (Vj : flipped (one_of i j (sigma i) (sigma j) z) sigma j = 1).
      { unfold flipped, one_of. destruct (Nat.eqb_spec j i); [congruence|]. rewrite Nat.eqb_refl. exact Sj. }
      rewrite Vi, Vj, !Rmult_1_r. f_equal. apply inner_same. intros k. unfold flipped, one_of.
      destruct (Nat.eqb k i), (Nat.eqb k j); ring. }
    rewrite E. destruct (Rle_dec t (c i + c j + z * rest)); [reflexivity|exfalso; lra]. }
  assert (Total : E m (fun _ => 1) <= E m (fun sigma =>
    ((f 1 1 1 sigma + f 1 1 (-1) sigma) + (f 1 (-1) 1 sigma + f 1 (-1) (-1) sigma))
    + ((f (-1) 1 1 sigma + f (-1) 1 (-1) sigma) + (f (-1) (-1) 1 sigma + f (-1) (-1) (-1) sigma)))).
  { pose proof (two_pow_pos m). unfold E, Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
    apply over_signs_le_signs. intros sigma Hs. destruct (One sigma Hs) as (x & y & z & Hx & Hy & Hz & Hf).
    pose proof (F 1 1 1 sigma). pose proof (F 1 1 (-1) sigma). pose proof (F 1 (-1) 1 sigma). pose proof (F 1 (-1) (-1) sigma).
    pose proof (F (-1) 1 1 sigma). pose proof (F (-1) 1 (-1) sigma). pose proof (F (-1) (-1) 1 sigma). pose proof (F (-1) (-1) (-1) sigma).
    destruct Hx as [->| ->], Hy as [->| ->], Hz as [->| ->]; lra. }
  rewrite E_const, !E_plus in Total.
  assert (Q : forall x y z, (x = 1 \/ x = -1) -> (y = 1 \/ y = -1) -> (z = 1 \/ z = -1) -> E m (fun sigma => f x y z sigma) = Pr m A)
    by (intros x y z Hx Hy Hz; exact (P x y z Hx Hy Hz)).
  rewrite !Q in Total by auto. fold A. lra.
Qed.

(* What a theorem that is cited says, its hypotheses shown; the last of what it says. *)
Ltac cited H :=
  repeat match type of H with ?P -> _ => let h := fresh in
    assert (h : P) by first [assumption | reflexivity | lra | unfold is_in in *; lia]; specialize (H h); clear h end;
  repeat match type of H with _ /\ _ => destruct H as [_ H] end.
Ltac two_entries := repeat match goal with H : _ = _ * sqrt (ln _) |- _ => rewrite H; clear H end;
  try match goal with |- context [sqrt ?x] => pose proof (sqrt_pos x) end; first [lra | nra].
