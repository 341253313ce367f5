(* Induction over the natural numbers, among the real ones, and whole parts. *)
From Coq Require Import Reals Lra Lia ZArith.
From Referee Require Import Calculations.
Open Scope R_scope.

Lemma by_induction (A : R -> Prop) n : A 0 -> (forall k, integer k -> k >= 0 /\ A k -> A (k + 1)) -> integer n -> n >= 0 -> A n.
Proof.
  intros H0 HS [z ->] Hz. apply Rge_le, le_IZR in Hz. rewrite <- (Z2Nat.id z) by lia.
  induction (Z.to_nat z) as [|k IH]; [exact H0|].
  rewrite Nat2Z.inj_succ, succ_IZR. apply HS; [exists (Z.of_nat k); reflexivity|].
  split; [apply Rle_ge, IZR_le; lia|exact IH].
Qed.
Lemma floor_between x : floor x <= x /\ x < floor x + 1.
Proof. unfold floor. destruct (base_Int_part x). lra. Qed.
Lemma ceiling_between x : x <= ceiling x /\ ceiling x < x + 1.
Proof. unfold ceiling. destruct (floor_between (- x)). lra. Qed.
Lemma floor_above x a : integer a -> a <= x -> a <= floor x.
Proof.
  intros Ha H. destruct (Rle_or_lt a (floor x)) as [|L]; [assumption|].
  pose proof (integers_apart _ _ (integer_floor x) Ha L). destruct (floor_between x). lra.
Qed.
Lemma ceiling_below x a : integer a -> x <= a -> ceiling x <= a.
Proof. intros Ha H. unfold ceiling. pose proof (floor_above (- x) (- a) (integer_opp _ Ha)). lra. Qed.
Lemma floor_grows x y : x <= y -> floor x <= floor y.
Proof. intros H. apply floor_above; [apply integer_floor|]. destruct (floor_between x). lra. Qed.
Lemma ceiling_grows x y : x <= y -> ceiling x <= ceiling y.
Proof. intros H. apply ceiling_below; [apply integer_ceiling|]. destruct (ceiling_between y). lra. Qed.
Lemma floor_of_integer x : integer x -> floor x = x.
Proof. intros H. destruct (floor_between x). pose proof (floor_above x x H). lra. Qed.
Lemma ceiling_of_integer x : integer x -> ceiling x = x.
Proof. intros H. destruct (ceiling_between x). pose proof (ceiling_below x x H). lra. Qed.
