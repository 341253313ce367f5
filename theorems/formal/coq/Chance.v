(* Probability spaces, in the words of theorems/textbook/probability.py. What a theorem speaks of depends on the outcome unless
   it is said not to be random; what Pr is taken of are events; a claim beside a probability holds whatever the outcome. *)
From Coq Require Import Reals Lra Lia List Classical Psatz.
From Referee Require Import Calculations Textbook Products.
Import ListNotations.
Open Scope R_scope.

Record space := {
  outcome : Type;
  is_event : (outcome -> Prop) -> Prop;
  Pr : (outcome -> Prop) -> R;
  event_same : forall A B : outcome -> Prop, (forall w, A w <-> B w) -> is_event A -> is_event B;
  event_whole : is_event (fun _ => True);
  event_not : forall A, is_event A -> is_event (fun w => ~ A w);
  event_some : forall A : nat -> outcome -> Prop, (forall n, is_event (A n)) -> is_event (fun w => exists n, A n w);
  Pr_same : forall A B : outcome -> Prop, (forall w, A w <-> B w) -> Pr A = Pr B;
  Pr_nonnegative : forall A, is_event A -> 0 <= Pr A;
  Pr_whole : Pr (fun _ => True) = 1;
  Pr_apart : forall A B, is_event A -> is_event B -> (forall w, ~ (A w /\ B w)) -> Pr (fun w => A w \/ B w) = Pr A + Pr B;
  (* with the last one: countably additive *)
  Pr_vanishes : forall A : nat -> outcome -> Prop, (forall n, is_event (A n)) -> (forall n w, A (S n) w -> A n w) ->
    (forall w, exists n, ~ A n w) -> forall e, e > 0 -> exists n, Pr (A n) < e
}.
Arguments is_event {_} _. Arguments Pr {_} _.


(* a space of one outcome: what is said of all spaces is said of some *)
Lemma indicator_of (A : Prop) : { r : R | (A -> r = 1) /\ (~ A -> r = 0) }.
Proof.
  destruct (completeness (fun r => r = 0 \/ (r = 1 /\ A))) as [m [U L]].
  - exists 1. intros r [->|[-> _]]; lra.
  - exists 0. left. reflexivity.
  - exists m. split; intros H.
    + apply Rle_antisym; [apply L; intros r [->|[-> _]]; lra|apply U; right; split; [reflexivity|exact H]].
    + apply Rle_antisym; [apply L; intros r [->|[_ K]]; [lra|easy]|apply U; left; reflexivity].
Qed.
Definition certain (A : unit -> Prop) : R := proj1_sig (indicator_of (A tt)).
Lemma certain_one (A : unit -> Prop) : A tt -> certain A = 1. Proof. intros H. unfold certain. destruct indicator_of as [r [E ?]]. exact (E H). Qed.
Lemma certain_zero (A : unit -> Prop) : ~ A tt -> certain A = 0. Proof. intros H. unfold certain. destruct indicator_of as [r [? E]]. exact (E H). Qed.
Definition certainty : space.
Proof.
  refine {| outcome := unit; is_event := fun _ => True; Pr := certain |}; trivial.
  - intros A B H. destruct (classic (A tt)) as [K|K]; [rewrite !certain_one|rewrite !certain_zero]; firstorder.
  - intros A _. destruct (classic (A tt)) as [K|K]; [rewrite certain_one|rewrite certain_zero]; auto; lra.
  - apply certain_one. exact I.
  - intros A B _ _ H. specialize (H tt). destruct (classic (A tt)) as [K|K], (classic (B tt)) as [L|L]; [tauto|..].
    + rewrite (certain_one (fun w => A w \/ B w)), (certain_one A), (certain_zero B) by tauto. lra.
    + rewrite (certain_one (fun w => A w \/ B w)), (certain_zero A), (certain_one B) by tauto. lra.
    + rewrite (certain_zero (fun w => A w \/ B w)), (certain_zero A), (certain_zero B) by tauto. lra.
  - intros A _ _ H e P. destruct (H tt) as [n N]. exists n. rewrite certain_zero; assumption.
Defined.

Section Events.
Context {P : space}.
Implicit Types A B : outcome P -> Prop.

Lemma event_or A B : is_event A -> is_event B -> is_event (fun w => A w \/ B w).
Proof.
  intros HA HB. apply event_same with (fun w => exists n : nat, (match n with O => A | _ => B end) w).
  - intros w. split; [intros [[|n] H]; auto|intros [H|H]; [exists O|exists 1%nat]; exact H].
  - apply event_some. intros [|n]; assumption.
Qed.
Lemma event_and A B : is_event A -> is_event B -> is_event (fun w => A w /\ B w).
Proof.
  intros HA HB. apply event_same with (fun w => ~ (~ A w \/ ~ B w)); [intros w; tauto|].
  apply event_not, event_or; apply event_not; assumption.
Qed.
Lemma event_never : is_event (fun _ : outcome P => False).
Proof. apply event_same with (fun _ => ~ True); [tauto|]. apply event_not, event_whole. Qed.
Lemma event_each (S : list R) (A : R -> outcome P -> Prop) :
  (forall k, In k S -> is_event (A k)) -> is_event (fun w => forall k, In k S -> A k w).
Proof.
  induction S as [|e S IH]; intros H.
  - apply event_same with (2 := event_whole P). intros w. split; [intros _ k []|trivial].
  - apply event_same with (fun w => A e w /\ forall k, In k S -> A k w).
    + intros w. split; [intros [HA HS] k [<-|i]; auto|intros HS; split; [apply HS; left; reflexivity|intros; apply HS; right; assumption]].
    + apply event_and; [apply H; left; reflexivity|apply IH; intros; apply H; right; assumption].
Qed.
Lemma Pr_split A B : is_event A -> is_event B -> Pr A = Pr (fun w => A w /\ B w) + Pr (fun w => A w /\ ~ B w).
Proof.
  intros HA HB. rewrite <- Pr_apart; [|apply event_and; assumption|apply event_and; [assumption|apply event_not; assumption]|tauto].
  apply Pr_same. intros w. tauto.
Qed.
Lemma Pr_grows A B : is_event A -> is_event B -> (forall w, A w -> B w) -> Pr A <= Pr B.
Proof.
  intros HA HB H. rewrite (Pr_split B A HB HA), (Pr_same P (fun w => B w /\ A w) A) by firstorder.
  assert (0 <= Pr (fun w => B w /\ ~ A w)); [|lra]. apply Pr_nonnegative, event_and; [assumption|apply event_not; assumption].
Qed.
Lemma Pr_not A : is_event A -> Pr (fun w => ~ A w) = 1 - Pr A.
Proof.
  intros HA. pose proof (Pr_split (fun _ => True) A (event_whole P) HA) as H. rewrite Pr_whole in H.
  rewrite (Pr_same P (fun w => True /\ A w) A), (Pr_same P (fun w => True /\ ~ A w) (fun w => ~ A w)) in H by tauto. lra.
Qed.
Lemma Pr_never A : (forall w, ~ A w) -> Pr A = 0.
Proof.
  intros H. rewrite (Pr_same P A (fun _ => ~ True)) by firstorder. rewrite Pr_not, Pr_whole; [lra|apply event_whole].
Qed.
Lemma Pr_always A : (forall w, A w) -> Pr A = 1. Proof. intros H. rewrite <- (Pr_whole P). apply Pr_same. firstorder. Qed.

(* -- events ------------------------------------------------------------------------------------------------------------------ *)
Lemma probability_range A : is_event A -> Pr A >= 0 /\ Pr A <= 1.
Proof.
  intros HA. split; [apply Rle_ge, Pr_nonnegative, HA|]. rewrite <- (Pr_whole P).
  apply Pr_grows; [assumption|apply event_whole|trivial].
Qed.
Lemma always_certain (A : R -> outcome P -> Prop) x : is_event (fun w => A (x w) w) -> (forall w, forall y, A y w) -> Pr (fun w => A (x w) w) = 1.
Proof. intros _ H. apply Pr_always. intros w. apply H. Qed.
Lemma more_likely (A B : R -> outcome P -> Prop) x : is_event (fun w => A (x w) w) -> is_event (fun w => B (x w) w) ->
  (forall w, forall y, A y w -> B y w) -> Pr (fun w => A (x w) w) <= Pr (fun w => B (x w) w).
Proof. intros HA HB H. apply Pr_grows; [assumption|assumption|]. intros w. apply H. Qed.
Lemma more_likely_of_two (A B : R -> R -> outcome P -> Prop) x v : is_event (fun w => A (x w) (v w) w) -> is_event (fun w => B (x w) (v w) w) ->
  (forall w, forall y, forall z, A y z w -> B y z w) -> Pr (fun w => A (x w) (v w) w) <= Pr (fun w => B (x w) (v w) w).
Proof. intros HA HB H. apply Pr_grows; [assumption|assumption|]. intros w. apply H. Qed.
Lemma and_certain A B : is_event (fun w => A w /\ B w) -> is_event A -> is_event B -> Pr B = 1 -> Pr (fun w => A w /\ B w) = Pr A.
Proof.
  intros _ HA HB C. rewrite (Pr_split A B HA HB). assert (Pr (fun w => A w /\ ~ B w) <= Pr (fun w => ~ B w)).
  { apply Pr_grows; [apply event_and; [assumption|]|..|tauto]; apply event_not; assumption. }
  rewrite Pr_not in H by assumption.
  assert (0 <= Pr (fun w => A w /\ ~ B w)) by (apply Pr_nonnegative, event_and; [|apply event_not]; assumption). lra.
Qed.
Lemma complement_above x a : is_event (fun w => x w <= a w) -> is_event (fun w => x w > a w) -> Pr (fun w : outcome P => x w <= a w) + Pr (fun w => x w > a w) = 1.
Proof. intros H _. rewrite (Pr_same P (fun w => x w > a w) (fun w => ~ x w <= a w)) by (intros; lra). rewrite Pr_not by exact H. lra. Qed.
Lemma complement_below x a : is_event (fun w => x w < a w) -> is_event (fun w => x w >= a w) -> Pr (fun w : outcome P => x w < a w) + Pr (fun w => x w >= a w) = 1.
Proof. intros H _. rewrite (Pr_same P (fun w => x w >= a w) (fun w => ~ x w < a w)) by (intros; lra). rewrite Pr_not by exact H. lra. Qed.
Lemma union_bound A B : is_event (fun w => A w \/ B w) -> is_event A -> is_event B -> Pr (fun w => A w \/ B w) <= Pr A + Pr B.
Proof.
  intros _ HA HB. rewrite (Pr_same P _ (fun w => A w \/ (B w /\ ~ A w))) by (intros; tauto).
  assert (HN : is_event (fun w => B w /\ ~ A w)) by (apply event_and; [|apply event_not]; assumption).
  rewrite Pr_apart by (try assumption; tauto). assert (Pr (fun w => B w /\ ~ A w) <= Pr B); [|lra]. apply Pr_grows; tauto.
Qed.
Lemma two_sides x a : is_event (fun w => Rabs (x w) >= a w) -> is_event (fun w => x w >= a w) -> is_event (fun w => x w <= - a w) ->
  Pr (fun w : outcome P => Rabs (x w) >= a w) <= Pr (fun w => x w >= a w) + Pr (fun w => x w <= - a w).
Proof.
  intros H HA HB. eapply Rle_trans; [|apply union_bound; [apply event_or|..]; assumption].
  apply Pr_grows; [assumption|apply event_or; assumption|]. intros w. unfold Rabs. destruct (Rcase_abs (x w)); lra.
Qed.
Lemma all_below_each (A : R -> outcome P -> Prop) S b : is_event (fun w => forall k, In k (S w) -> A k w) -> is_event (fun w => A (b w) w) ->
  (forall w, In (b w) (S w)) -> Pr (fun w => forall k, In k (S w) -> A k w) <= Pr (fun w => A (b w) w).
Proof. intros HA HB H. apply Pr_grows; [assumption|assumption|]. intros w. auto. Qed.
Lemma all_at_once (A : R -> outcome P -> Prop) S : (forall k, In k S -> is_event (A k)) -> is_event (fun w => forall k, In k S -> A k w) ->
  1 - total S (fun k => 1 - Pr (A k)) <= Pr (fun w => forall k, In k S -> A k w).
Proof.
  intros H _. induction S as [|e S IH]; cbn [total].
  - rewrite Pr_always; [lra|intros w k []].
  - assert (HS : forall k, In k S -> is_event (A k)) by (intros; apply H; right; assumption). specialize (IH HS).
    assert (HE : is_event (A e)) by (apply H; left; reflexivity). pose proof (event_each S A HS) as HI.
    assert (Pr (fun w => ~ A e w \/ ~ forall k, In k S -> A k w) <= (1 - Pr (A e)) + (1 - Pr (fun w => forall k, In k S -> A k w))).
    { rewrite <- !Pr_not by assumption. apply union_bound; [apply event_or|..]; apply event_not; assumption. }
    assert (E : Pr (fun w => forall k, In k (e :: S) -> A k w) = 1 - Pr (fun w => ~ A e w \/ ~ forall k, In k S -> A k w)).
    { rewrite <- Pr_not by (apply event_or; apply event_not; assumption). apply Pr_same. intros w. split.
      - intros K [N|N]; apply N; [apply K; left; reflexivity|intros; apply K; right; assumption].
      - intros N k [<-|i]; [|revert k i]; apply NNPP; tauto. }
    lra.
Qed.
Lemma a_sign x : is_event (fun w => Rabs (x w) = 1) -> is_event (fun w => x w = 1) -> is_event (fun w => x w = -1) ->
  (Pr (fun w => x w = 1) = 1 / 2) /\ (Pr (fun w => x w = -1) = 1 / 2) -> Pr (fun w : outcome P => Rabs (x w) = 1) = 1.
Proof.
  intros _ H1 H2 [E1 E2]. rewrite (Pr_same P _ (fun w => x w = 1 \/ x w = -1)); [rewrite Pr_apart by (try assumption; intros; lra); lra|].
  intros w. unfold Rabs. destruct (Rcase_abs (x w)); lra.
Qed.
Lemma sign_bounded x : is_event (fun w => Rabs (x w) <= 1) -> is_event (fun w => x w = 1) -> is_event (fun w => x w = -1) ->
  (Pr (fun w => x w = 1) = 1 / 2) /\ (Pr (fun w => x w = -1) = 1 / 2) -> Pr (fun w : outcome P => Rabs (x w) <= 1) = 1.
Proof.
  intros H H1 H2 E. assert (HU : is_event (fun w => Rabs (x w) = 1)).
  { apply event_same with (2 := event_or _ _ H1 H2). intros w. unfold Rabs. destruct (Rcase_abs (x w)); lra. }
  apply Rle_antisym; [apply probability_range, H|]. apply Rle_trans with (Pr (fun w => Rabs (x w) = 1)).
  { rewrite a_sign by assumption. lra. }
  apply Pr_grows; [assumption|assumption|]. intros w. lra.
Qed.
Lemma positive_parts (Z : R -> R -> outcome P -> R) S T :
  is_event (fun w => total (S w) (fun k => total (T w) (fun l => Rmax (Z k l w) 0)) = 0) ->
  is_event (fun w => forall k, In k (S w) -> forall l, In l (T w) -> Z k l w <= 0) ->
  is_event (fun w => total (S w) (fun k => total (T w) (fun l => Rmax (Z k l w) 0)) <= 0) ->
  Pr (fun w => total (S w) (fun k => total (T w) (fun l => Rmax (Z k l w) 0)) = 0) =
    Pr (fun w => forall k, In k (S w) -> forall l, In l (T w) -> Z k l w <= 0) /\
  Pr (fun w => total (S w) (fun k => total (T w) (fun l => Rmax (Z k l w) 0)) <= 0) =
    Pr (fun w => forall k, In k (S w) -> forall l, In l (T w) -> Z k l w <= 0).
Proof.
  intros _ _ _.
  assert (I : forall w k, total (T w) (fun l => Rmax (Z k l w) 0) >= 0)
    by (intros; apply (sum_nonnegative (fun l => Rmax (Z k l w) 0)); intros; apply Rle_ge, Rmax_r).
  assert (O : forall w, total (S w) (fun k => total (T w) (fun l => Rmax (Z k l w) 0)) >= 0)
    by (intros; apply (sum_nonnegative (fun k => total (T w) (fun l => Rmax (Z k l w) 0))); intros; apply I).
  assert (D : forall w, (forall k, In k (S w) -> forall l, In l (T w) -> Z k l w <= 0) ->
    total (S w) (fun k => total (T w) (fun l => Rmax (Z k l w) 0)) = 0).
  { intros w H. rewrite (sum_equal _ (fun _ => 0)); [rewrite (sum_of_constant 0); lra|]. intros k Hk.
    rewrite (sum_equal _ (fun _ => 0)); [rewrite (sum_of_constant 0); lra|]. intros l Hl. apply Rmax_right, H; assumption. }
  assert (U : forall w, total (S w) (fun k => total (T w) (fun l => Rmax (Z k l w) 0)) <= 0 ->
    forall k, In k (S w) -> forall l, In l (T w) -> Z k l w <= 0).
  { intros w H k Hk l Hl. pose proof (Rmax_l (Z k l w) 0).
    pose proof (sum_above_term (fun l => Rmax (Z k l w) 0) (T w) l ltac:(intros; apply Rle_ge, Rmax_r) Hl) as L1. cbv beta in L1.
    pose proof (sum_above_term (fun k => total (T w) (fun l => Rmax (Z k l w) 0)) (S w) k ltac:(intros; apply I) Hk) as L2. cbv beta in L2. lra. }
  split; apply Pr_same; intros w; split; intros H; try apply D, H; try (apply U; lra); right; apply D, H.
Qed.
Lemma signed_below (F Z : R -> outcome P -> R) S :
  is_event (fun w => Rabs (total S (fun k => F k w * Z k w)) <= total S (fun k => Rabs (F k w))) ->
  (forall k, In k S -> is_event (fun w => Z k w = 1)) -> (forall k, In k S -> is_event (fun w => Z k w = -1)) ->
  (forall k, In k S -> Pr (fun w => Z k w = 1) = 1 / 2 /\ Pr (fun w => Z k w = -1) = 1 / 2) ->
  Pr (fun w => Rabs (total S (fun k => F k w * Z k w)) <= total S (fun k => Rabs (F k w))) = 1.
Proof.
  intros H H1 H2 E. pose (B := fun k w => Z k w = 1 \/ Z k w = -1).
  assert (HB : forall k, In k S -> is_event (B k)) by (intros; apply event_or; auto).
  apply Rle_antisym; [apply probability_range, H|]. eapply Rle_trans; [|apply (Pr_grows (fun w => forall k, In k S -> B k w))];
    [|apply event_each, HB|exact H|].
  - eapply Rle_trans; [|apply all_at_once; [exact HB|apply event_each, HB]].
    rewrite (sum_equal _ (fun _ => 0)); [rewrite (sum_of_constant 0); lra|]. intros k i. unfold B.
    rewrite Pr_apart by (auto; intros; lra). destruct (E k i). lra.
  - intros w K. eapply Rle_trans; [apply sum_triangle|]. apply sum_order. intros k i. rewrite Rabs_mult.
    assert (N : Rabs (Z k w) = 1) by (destruct (K k i) as [-> | ->]; unfold Rabs; destruct (Rcase_abs _); lra). rewrite N. lra.
Qed.
End Events.
