(* Division with remainder: each k in {1, ..., a b} is (l - 1) b + j for one l in {1, ..., a} and one j in {1, ..., b}. *)
From Coq Require Import Reals Lra Lia List ZArith.
From Referee Require Import Calculations.
Import ListNotations.
Open Scope R_scope.

Lemma natural_from_1 a : integer a -> a >= 1 -> exists m, a = INR m /\ (1 <= m)%nat.
Proof.
  intros [z ->] H. exists (Z.to_nat z). assert (1 <= z)%Z by (apply le_IZR; lra).
  rewrite INR_IZR_INZ, Z2Nat.id by lia. split; [reflexivity|lia].
Qed.
Lemma range_from_1 m : range 1 (INR m) = map (fun k => 1 + INR k) (seq 0 m).
Proof.
  unfold range. rewrite <- (tech_up (INR m - 1) (Z.of_nat m)) by (rewrite INR_IZR_INZ; lra). rewrite Nat2Z.id. reflexivity.
Qed.
Lemma total_map (F : R -> R) (g : nat -> R) (S : list nat) :
  total (map g S) F = fold_right (fun k s => F (g k) + s) 0 S.
Proof. induction S; simpl; [reflexivity|]. rewrite IHS. reflexivity. Qed.
Lemma total_app F S T : total (S ++ T) F = total S F + total T F.
Proof. induction S; simpl; [ring|]. rewrite IHS. ring. Qed.
Lemma place l j b : 1 + INR (l * b + j) = (1 + INR l - 1) * INR b + (1 + INR j).
Proof. rewrite plus_INR, mult_INR. ring. Qed.

Lemma sum_of_pairs (F : R -> R) a b n : integer a -> integer b -> a >= 1 -> b >= 1 -> n = a * b ->
  total (range 1 n) F = total (range 1 a) (fun l => total (range 1 b) (fun j => F ((l - 1) * b + j))).
Proof.
  intros Ia Ib Ha Hb ->. destruct (natural_from_1 a Ia Ha) as (p & -> & _), (natural_from_1 b Ib Hb) as (q & -> & _).
  rewrite <- mult_INR, !range_from_1. clear. induction p; [reflexivity|].
  rewrite seq_S, map_app, total_app, <- IHp, Nat.mul_succ_l, seq_app, map_app, total_app. f_equal. simpl.
  rewrite Rplus_0_r, !total_map.
  assert (E : forall s, fold_right (fun k s => F (1 + INR k) + s) 0 (seq (p * q + s) (q - s))
    = fold_right (fun k s => F ((1 + INR p - 1) * INR q + (1 + INR k)) + s) 0 (seq s (q - s))).
  { intros s. remember (q - s)%nat as left eqn:El. clear El. revert s. induction left; intros s; [reflexivity|].
    simpl. rewrite <- place. f_equal. rewrite <- IHleft. f_equal. f_equal. lia. }
  specialize (E 0%nat). rewrite Nat.add_0_r, Nat.sub_0_r in E. exact E.
Qed.
Lemma all_pairs (A : R -> Prop) a b n : (forall l, In l (range 1 a) -> forall j, In j (range 1 b) -> A ((l - 1) * b + j)) ->
  integer a -> integer b -> a >= 1 -> b >= 1 -> n = a * b -> forall k, In k (range 1 n) -> A k.
Proof.
  intros H Ia Ib Ha Hb -> k. destruct (natural_from_1 a Ia Ha) as (p & -> & _), (natural_from_1 b Ib Hb) as (q & -> & Hq).
  rewrite <- mult_INR, range_from_1, in_map_iff. intros (m & <- & Hm). apply in_seq in Hm.
  rewrite (Nat.div_mod m q), Nat.mul_comm, place by lia. rewrite !range_from_1 in H. apply H; apply in_map_iff; eexists; (split; [reflexivity|]);
    apply in_seq; [pose proof (Nat.div_lt_upper_bound m q p ltac:(lia) ltac:(lia))|pose proof (Nat.mod_upper_bound m q ltac:(lia))]; lia.
Qed.
