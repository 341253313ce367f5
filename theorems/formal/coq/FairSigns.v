(* Independent families, and what follows for sums with independent fair signs, in the words of theorems/textbook/probability.py:
   the probability of what such signs decide is the mean over all their values. *)
From Coq Require Import Reals Lra Lia List Classical FunctionalExtensionality Psatz.
From Referee Require Import Calculations Textbook Elementary Products Chance.
Import ListNotations.
Open Scope R_scope.

(* Borel sets *)
Inductive borel : (R -> Prop) -> Prop :=
  | borel_below a : borel (fun y => y <= a)
  | borel_not B : borel B -> borel (fun y => ~ B y)
  | borel_some (B : nat -> R -> Prop) : (forall n, borel (B n)) -> borel (fun y => exists n, B n y)
  | borel_same (B C : R -> Prop) : (forall y, B y <-> C y) -> borel B -> borel C.
Definition random {P : space} (x : outcome P -> R) : Prop := forall a, is_event (fun w => x w <= a).
(* every finite part is: the family as a whole *)
Definition independent {P : space} (S : list R) (Z : R -> outcome P -> R) : Prop :=
  (forall k, In k S -> random (Z k)) /\
  forall T (B : R -> R -> Prop), NoDup T -> incl T S -> (forall k, In k T -> borel (B k)) ->
    Pr (fun w => forall k, In k T -> B k (Z k w)) = product T (fun k => Pr (fun w => B k (Z k w))).
Definition independent_events {P : space} (S : list R) (A : R -> outcome P -> Prop) : Prop :=
  (forall k, In k S -> is_event (A k)) /\
  forall T, NoDup T -> incl T S -> Pr (fun w => forall k, In k T -> A k w) = product T (fun k => Pr (A k)).

Lemma borel_above a : borel (fun y => ~ y <= a). Proof. apply (borel_not (fun y => y <= a)), borel_below. Qed.
Lemma borel_or B C : borel B -> borel C -> borel (fun y => B y \/ C y).
Proof.
  intros HB HC. apply borel_same with (fun y => exists n : nat, (match n with O => B | _ => C end) y).
  - intros y. split; [intros [[|n] H]; auto|intros [H|H]; [exists O|exists 1%nat]; exact H].
  - apply borel_some. intros [|n]; assumption.
Qed.
Lemma borel_and B C : borel B -> borel C -> borel (fun y => B y /\ C y).
Proof.
  intros HB HC. apply borel_same with (fun y => ~ (~ B y \/ ~ C y)); [intros y; tauto|].
  apply (borel_not (fun y => ~ B y \/ ~ C y)), borel_or; [apply (borel_not B)|apply (borel_not C)]; assumption.
Qed.
Lemma borel_strictly_below a : borel (fun y => y < a).
Proof.
  apply borel_same with (fun y => exists n : nat, y <= a - / (INR n + 1)); [|apply borel_some; intros; apply borel_below].
  intros y. split.
  - intros [n H]. pose proof (pos_INR n). assert (0 < / (INR n + 1)) by (apply Rinv_0_lt_compat; lra). lra.
  - intros H. destruct (archimed_cor1 (a - y)) as (N & L & Q); [lra|]. exists N.
    assert (/ (INR N + 1) <= / INR N) by (apply Rinv_le_contravar; [apply lt_0_INR; exact Q|lra]). lra.
Qed.
Lemma borel_point a : borel (fun y => y = a).
Proof.
  apply borel_same with (fun y => y <= a /\ ~ y < a); [intros y; lra|].
  apply (borel_and (fun y => y <= a) (fun y => ~ y < a)); [apply borel_below|apply (borel_not (fun y => y < a)), borel_strictly_below].
Qed.
Lemma borel_whole : borel (fun _ => True).
Proof. apply borel_same with (fun y => y <= 0 \/ ~ y <= 0); [intros y; tauto|]. apply (borel_or (fun y => y <= 0)); [apply borel_below|apply borel_above]. Qed.
Lemma borel_constant (A : Prop) : borel (fun _ => A).
Proof.
  destruct (classic A) as [H|H]; [apply borel_same with (2 := borel_whole); tauto|].
  apply borel_same with (fun _ => ~ True); [tauto|]. apply (borel_not (fun _ => True)), borel_whole.
Qed.
Lemma borel_inside (f : R -> R) : (forall a, borel (fun y => f y <= a)) -> forall B, borel B -> borel (fun y => B (f y)).
Proof.
  intros H. induction 1 as [a|B _ IH|B _ IH|B C E _ IH].
  - apply H.
  - apply (borel_not (fun y => B (f y))), IH.
  - apply (borel_some (fun n y => B n (f y))), IH.
  - apply borel_same with (2 := IH). intros y. apply E.
Qed.
Lemma borel_multiple c B : borel B -> borel (fun y => B (c * y)).
Proof.
  apply borel_inside. intros a. destruct (Rtotal_order c 0) as [L|[->|L]].
  - apply borel_same with (fun y => ~ y < a / c); [|apply (borel_not (fun y => y < a / c)), borel_strictly_below].
    intros y. assert (E : a = c * (a / c)) by (field; lra). set (q := a / c) in *. rewrite E. clear E. nra.
  - apply borel_same with (2 := borel_constant (0 <= a)). intros y. rewrite Rmult_0_l. tauto.
  - apply borel_same with (2 := borel_below (a / c)). intros y.
    assert (E : a = c * (a / c)) by (field; lra). set (q := a / c) in *. rewrite E. clear E. nra.
Qed.
Lemma borel_shifted c B : borel B -> borel (fun y => B (y - c)).
Proof. apply borel_inside. intros a. apply borel_same with (2 := borel_below (a + c)). intros y. lra. Qed.

Section Families.
Context {P : space}.
Implicit Types Z : R -> outcome P -> R.

Lemma random_event (x : outcome P -> R) B : random x -> borel B -> is_event (fun w => B (x w)).
Proof.
  intros X. induction 1 as [a|B _ IH|B _ IH|B C E _ IH].
  - apply X.
  - apply event_not, IH.
  - apply (event_some P (fun n w => B n (x w))), IH.
  - apply event_same with (2 := IH). intros w. apply E.
Qed.
Lemma part_of_independent Z S T : independent S Z -> (forall k, In k T -> In k S) -> independent T Z.
Proof. intros [X H] I. split; [auto|]. intros U B N J HB. apply H; [exact N| |exact HB]. intros k i. apply I, J, i. Qed.
Lemma independent_through Z S (f : R -> R -> R) : (forall k B, borel B -> borel (fun y => B (f k y))) ->
  independent S Z -> independent S (fun k w => f k (Z k w)).
Proof.
  intros F [X H]. split.
  - intros k i a. apply (random_event (Z k) (fun y => f k y <= a)); [apply X, i|apply (F k (fun y => y <= a)), borel_below].
  - intros T B N J HB. apply (H T (fun k y => B k (f k y))); [exact N|exact J|]. intros k i. apply (F k (B k)), HB, i.
Qed.
Lemma independent_multiples (F : R -> R) Z S : independent S Z -> independent S (fun k w => F k * Z k w).
Proof. apply (independent_through Z S (fun k y => F k * y)). intros k. apply borel_multiple. Qed.
Lemma independent_differences Z (F : R -> R) S : independent S Z -> independent S (fun k w => Z k w - F k).
Proof. apply (independent_through Z S (fun k y => y - F k)). intros k. apply borel_shifted. Qed.
Lemma independent_of_each (A : R -> R -> Prop) Z S : (forall k, In k S -> borel (A k)) -> independent S Z -> independent_events S (fun k w => A k (Z k w)).
Proof.
  intros HA [X H]. split; [intros k i; apply random_event; auto|]. intros T N J. apply H; [exact N|exact J|]. intros k i. apply HA, J, i.
Qed.
Lemma events_of_independent (A : R -> Prop) Z S : borel A -> independent S Z -> independent_events S (fun k w => A (Z k w)).
Proof. intros HA. apply (independent_of_each (fun _ => A)). intros; exact HA. Qed.
Lemma all_independent (A : R -> outcome P -> Prop) S : NoDup S -> (is_event (fun w => forall k, In k S -> A k w)) -> (forall k, In k S -> is_event (A k)) ->
  independent_events S A -> Pr (fun w => forall k, In k S -> A k w) = product S (fun k => Pr (A k)).
Proof. intros N _ _ [_ H]. apply H; [exact N|apply incl_refl]. Qed.
End Families.

(* -- the mean over all signs --------------------------------------------------------------------------------------------------- *)
Definition put (z : R -> R) (k s : R) : R -> R := fun i => if Req_EM_T i k then s else z i.
(* over the signs of S; elsewhere z *)
Fixpoint mean (S : list R) (G : (R -> R) -> R) (z : R -> R) : R :=
  match S with nil => G z | k :: r => (mean r G (put z k 1) + mean r G (put z k (-1))) / 2 end.

Lemma put_there z k s : put z k s k = s. Proof. unfold put. destruct (Req_EM_T k k); easy. Qed.
Lemma put_elsewhere z k s i : i <> k -> put z k s i = z i. Proof. unfold put. destruct (Req_EM_T i k); easy. Qed.
Lemma put_swap z k s m c : k <> m -> put (put z k s) m c = put (put z m c) k s.
Proof. intros H. apply functional_extensionality. intros i. unfold put. destruct (Req_EM_T i m), (Req_EM_T i k); congruence. Qed.
Lemma mean_order S G H z : (forall y, G y <= H y) -> mean S G z <= mean S H z.
Proof. intros L. revert z. induction S as [|k r IH]; intros z; simpl; [apply L|]. pose proof (IH (put z k 1)). pose proof (IH (put z k (-1))). lra. Qed.
Lemma mean_order_strictly S G H z : (forall y, G y < H y) -> mean S G z < mean S H z.
Proof. intros L. revert z. induction S as [|k r IH]; intros z; simpl; [apply L|]. pose proof (IH (put z k 1)). pose proof (IH (put z k (-1))). lra. Qed.
Lemma mean_linear S G H a b z : mean S (fun y => a * G y + b * H y) z = a * mean S G z + b * mean S H z.
Proof. revert z. induction S as [|k r IH]; intros z; simpl; [reflexivity|]. rewrite !IH. lra. Qed.
Lemma mean_const S a z : mean S (fun _ => a) z = a.
Proof. revert z. induction S as [|k r IH]; intros z; simpl; [reflexivity|]. rewrite !IH. lra. Qed.
(* only what agrees with z outside of S counts *)
Lemma mean_same S G H z : (forall y, (forall i, ~ In i S -> y i = z i) -> G y = H y) -> mean S G z = mean S H z.
Proof.
  revert z. induction S as [|k r IH]; intros z E; simpl; [apply E; reflexivity|].
  f_equal. f_equal; apply IH; intros y Y; apply E; intros i N; simpl in N; rewrite Y by tauto; apply put_elsewhere; intros ->; tauto.
Qed.
Lemma mean_put S G k c z : ~ In k S -> mean S (fun y => G (put y k c)) z = mean S G (put z k c).
Proof.
  revert z. induction S as [|m r IH]; intros z N; simpl; [reflexivity|].
  rewrite !IH by (intros J; apply N; right; exact J). rewrite !(put_swap z m _ k c) by (intros ->; apply N; left; reflexivity). reflexivity.
Qed.
Lemma mean_of_one S G k z : NoDup S -> In k S -> mean S G z = mean S (fun y => / 2 * G (put y k 1) + / 2 * G (put y k (-1))) z.
Proof.
  intros N. revert z. induction N as [|m r M N IH]; intros z I; [easy|]. simpl. destruct I as [->|I].
  - rewrite !mean_linear, !mean_put by exact M.
    assert (T : forall s c, put (put z k s) k c = put z k c)
      by (intros; apply functional_extensionality; intros i; unfold put; destruct (Req_EM_T i k); reflexivity).
    rewrite !T. lra.
  - rewrite <- !IH by exact I. reflexivity.
Qed.
Lemma mean_opposite S G z : mean S (fun y => G (fun i => - y i)) z = mean S G (fun i => - z i).
Proof.
  revert z. induction S as [|k r IH]; intros z; simpl; [reflexivity|]. rewrite !IH.
  assert (E : forall s, (fun i => - put z k s i) = put (fun i => - z i) k (- s))
    by (intros s; apply functional_extensionality; intros i; unfold put; destruct (Req_EM_T i k); reflexivity).
  rewrite !E. replace (- -1) with 1 by ring. rewrite Rplus_comm. reflexivity.
Qed.

(* 1 where a claim holds, 0 elsewhere *)
Definition one_if (A : Prop) : R := proj1_sig (indicator_of A).
Lemma one_if_so (A : Prop) : A -> one_if A = 1. Proof. intros H. unfold one_if. destruct indicator_of as [r [E ?]]. exact (E H). Qed.
Lemma one_if_not (A : Prop) : ~ A -> one_if A = 0. Proof. intros H. unfold one_if. destruct indicator_of as [r [? E]]. exact (E H). Qed.
Lemma one_if_range (A : Prop) : 0 <= one_if A <= 1.
Proof. destruct (classic A) as [H|H]; [rewrite one_if_so|rewrite one_if_not]; auto; lra. Qed.

Section Signs.
Context {P : space}.
Implicit Types Z : R -> outcome P -> R.
Definition fair (x : outcome P -> R) : Prop := Pr (fun w => x w = 1) = 1 / 2 /\ Pr (fun w => x w = -1) = 1 / 2.

Lemma random_point (x : outcome P -> R) c : random x -> is_event (fun w => x w = c).
Proof. intros X. apply (random_event x (fun y => y = c)); [exact X|apply borel_point]. Qed.
Lemma no_other_sign (x : outcome P -> R) A : random x -> fair x -> is_event A ->
  Pr A = Pr (fun w => A w /\ x w = 1) + Pr (fun w => A w /\ x w = -1).
Proof.
  intros X [E1 E2] HA. pose proof (random_point x 1 X) as H1. pose proof (random_point x (-1) X) as H2.
  rewrite (Pr_split A (fun w => x w = 1)) by assumption. f_equal.
  assert (HN : is_event (fun w => A w /\ x w <> 1)) by (apply event_and; [|apply event_not]; assumption).
  rewrite (Pr_split (fun w => A w /\ x w <> 1) (fun w => x w = -1)) by assumption.
  rewrite (Pr_same P (fun w => (A w /\ x w <> 1) /\ x w = -1) (fun w => A w /\ x w = -1)) by (intros; split; [tauto|intros [? ->]; repeat split; auto; lra]).
  assert (O : is_event (fun w => x w = 1 \/ x w = -1)) by (apply event_or; assumption).
  assert (Z0 : Pr (fun w => ~ (x w = 1 \/ x w = -1)) = 0) by (rewrite Pr_not, Pr_apart by (auto; intros; lra); lra).
  assert (L : Pr (fun w => (A w /\ x w <> 1) /\ x w <> -1) <= Pr (fun w => ~ (x w = 1 \/ x w = -1))).
  { apply Pr_grows; [apply event_and; [|apply event_not]; assumption|apply event_not; exact O|]. intros w. tauto. }
  assert (G : 0 <= Pr (fun w => (A w /\ x w <> 1) /\ x w <> -1)) by (apply Pr_nonnegative, event_and; [|apply event_not]; assumption).
  lra.
Qed.
Lemma product_of_equal c S F : (forall k, In k S -> F k = c) -> product S F = c ^ length S.
Proof. induction S; simpl; intros H; [reflexivity|]. rewrite H, IHS by auto. reflexivity. Qed.

(* the signs of T are those of z, those of S are not fixed yet *)
Lemma law_given (A : (R -> R) -> Prop) Z U : independent U Z -> (forall k, In k U -> fair (Z k)) ->
  (forall y y', (forall k, In k U -> y k = y' k) -> (A y <-> A y')) -> is_event (fun w => A (fun k => Z k w)) ->
  forall S T z, NoDup (S ++ T) -> (forall k, In k (S ++ T) <-> In k U) -> (forall k, In k T -> z k = 1 \/ z k = -1) ->
  Pr (fun w => (forall k, In k T -> Z k w = z k) /\ A (fun k => Z k w)) = (1 / 2) ^ length T * mean S (fun y => one_if (A y)) z.
Proof.
  intros HI HF HA HE. destruct HI as [HX HP]. induction S as [|s S IH]; intros T z N U1 V; simpl.
  - assert (J : incl T U) by (intros k i; apply U1; exact i).
    assert (EQ : Pr (fun w => forall k, In k T -> Z k w = z k) = (1 / 2) ^ length T).
    { rewrite (HP T (fun k y => y = z k) N J) by (intros; apply borel_point).
      apply product_of_equal. intros k i. destruct (HF k (J k i)). destruct (V k i) as [-> | ->]; assumption. }
    assert (SAME : forall w, (forall k, In k T -> Z k w = z k) -> (A (fun k => Z k w) <-> A z)).
    { intros w K. apply HA. intros k i. apply K, U1, i. }
    destruct (classic (A z)) as [H|H]; [rewrite one_if_so by exact H|rewrite one_if_not by exact H].
    + rewrite (Pr_same P _ (fun w => forall k, In k T -> Z k w = z k)); [rewrite EQ; ring|]. intros w. specialize (SAME w). tauto.
    + rewrite Pr_never; [ring|]. intros w [K Q]. apply H, (SAME w K), Q.
  - assert (IS : In s U) by (apply U1; left; reflexivity). inversion N as [|? ? NS N']; subst.
    assert (ET : is_event (fun w => (forall k, In k T -> Z k w = z k) /\ A (fun k => Z k w))).
    { apply event_and; [|exact HE]. apply (event_each T (fun k w => Z k w = z k)). intros k i. apply random_point, HX, U1. right. apply in_or_app. auto. }
    rewrite (no_other_sign (Z s)) by auto.
    assert (ONE : forall c, c = 1 \/ c = -1 -> Pr (fun w => ((forall k, In k T -> Z k w = z k) /\ A (fun k => Z k w)) /\ Z s w = c)
      = (1 / 2) ^ Datatypes.S (length T) * mean S (fun y => one_if (A y)) (put z s c)).
    { intros c C. change (Datatypes.S (length T)) with (length (s :: T)). rewrite <- (IH (s :: T) (put z s c)).
      - apply Pr_same. intros w. split.
        + intros [[K Q] E]. split; [|exact Q]. intros k [<-|i]; [rewrite put_there; exact E|].
          rewrite put_elsewhere; [apply K, i|]. intros ->. apply NS, in_or_app. auto.
        + intros [K Q]. split; [split; [|exact Q]|].
          * intros k i. rewrite (K k (or_intror i)). apply put_elsewhere. intros ->. apply NS, in_or_app. auto.
          * rewrite (K s (or_introl eq_refl)). apply put_there.
      - apply NoDup_Add with (2 := conj N' NS). apply Add_app.
      - intros k. rewrite <- U1, in_app_iff. simpl. rewrite in_app_iff. tauto.
      - intros k [<-|i]; [rewrite put_there; exact C|]. rewrite put_elsewhere; [apply V, i|]. intros ->. apply NS, in_or_app. auto. }
    rewrite (ONE 1), (ONE (-1)) by auto. simpl. lra.
Qed.
Lemma law_of_signs (A : (R -> R) -> Prop) Z S : NoDup S -> independent S Z -> (forall k, In k S -> fair (Z k)) ->
  (forall y y', (forall k, In k S -> y k = y' k) -> (A y <-> A y')) -> is_event (fun w => A (fun k => Z k w)) ->
  Pr (fun w => A (fun k => Z k w)) = mean S (fun y => one_if (A y)) (fun _ => 0).
Proof.
  intros N HI HF HA HE. pose proof (law_given A Z S HI HF HA HE S nil (fun _ => 0)) as H. simpl in H. rewrite Rmult_1_l in H.
  rewrite <- H; [apply Pr_same; intros w; split; [intros Q; split; [intros k []|exact Q]|tauto]|rewrite app_nil_r; exact N| |intros k []].
  intros k. rewrite app_nil_r. tauto.
Qed.

(* -- sums with signs ----------------------------------------------------------------------------------------------------------- *)
Lemma sum_with_signs_same (F : R -> R) S y y' : (forall k, In k S -> y k = y' k) -> total S (fun k => F k * y k) = total S (fun k => F k * y' k).
Proof. intros H. apply sum_equal. intros k i. rewrite H by exact i. reflexivity. Qed.
Lemma moments_of_fair_signs (F : R -> R) l S : NoDup S -> forall c z,
  mean S (fun y => exp (l * (c + total S (fun k => F k * y k)))) z <= exp (l * c) * exp (l ^ 2 * total S (fun k => F k ^ 2) / 2).
Proof.
  induction 1 as [|k r N _ IH]; intros c z.
  - simpl. rewrite Rplus_0_r, <- exp_plus. apply exp_grows. lra.
  - cbn [mean total].
    assert (E : forall s, mean r (fun y => exp (l * (c + (F k * y k + total r (fun k => F k * y k))))) (put z k s)
      = mean r (fun y => exp (l * ((c + F k * s) + total r (fun k => F k * y k)))) (put z k s)).
    { intros s. apply mean_same. intros y Y. rewrite (Y k N), put_there. f_equal. ring. }
    rewrite !E. pose proof (IH (c + F k * 1) (put z k 1)) as U. pose proof (IH (c + F k * -1) (put z k (-1))) as D.
    set (q := exp (l ^ 2 * total r (fun k => F k ^ 2) / 2)) in *. assert (Q : 0 < q) by apply exp_pos.
    replace (l * (c + F k * 1)) with (l * c + l * F k) in U by ring. replace (l * (c + F k * -1)) with (l * c + - (l * F k)) in D by ring.
    rewrite exp_plus in U, D. pose proof (mean_of_exps (l * F k)) as C. pose proof (exp_pos (l * c)) as L.
    replace (exp (l ^ 2 * (F k ^ 2 + total r (fun k => F k ^ 2)) / 2)) with (exp ((l * F k) ^ 2 / 2) * q)
      by (unfold q; rewrite <- exp_plus; f_equal; field).
    apply Rle_trans with (exp (l * c) * ((exp (l * F k) + exp (- (l * F k))) / 2 * q)); [lra|].
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_r; lra.
Qed.
Lemma hoeffding_of_signs (F : R -> R) Z S t a : NoDup S -> is_event (fun w => Rabs (total S (fun k => F k * Z k w)) >= t) ->
  independent S Z -> (forall k, In k S -> fair (Z k)) -> total S (fun k => F k ^ 2) <= a -> a > 0 -> t >= 0 ->
  Pr (fun w => Rabs (total S (fun k => F k * Z k w)) >= t) < 2 * exp (- (t ^ 2) / (2 * a)).
Proof.
  intros N HE HI HF V A T. rewrite (law_of_signs (fun y => Rabs (total S (fun k => F k * y k)) >= t) Z S); try assumption.
  2:{ intros y y' H. rewrite (sum_with_signs_same F S y y' H). tauto. }
  set (l := t / a). set (X := fun y : R -> R => total S (fun k => F k * y k)). assert (L : 0 <= l) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat, A]).
  assert (E0 : 0 < exp (l * t)) by apply exp_pos.
  apply Rlt_le_trans with (mean S (fun y => / exp (l * t) * exp (l * (0 + X y)) + / exp (l * t) * exp (- l * (0 + X y))) (fun _ => 0)).
  - apply mean_order_strictly. intros y. fold (X y). rewrite Rplus_0_l. pose proof (exp_pos (l * X y)). pose proof (exp_pos (- l * X y)).
    assert (I0 : 0 < / exp (l * t)) by (apply Rinv_0_lt_compat, E0).
    destruct (classic (Rabs (X y) >= t)) as [K|K]; [rewrite one_if_so by exact K|rewrite one_if_not by exact K].
    + assert (M : exp (l * t) < exp (l * X y) + exp (- l * X y)).
      { assert (exp (l * t) <= exp (l * Rabs (X y))) by (apply exp_grows, Rmult_le_compat_l; lra).
        unfold Rabs in *. destruct (Rcase_abs (X y)); [|lra]. replace (l * - X y) with (- l * X y) in * by ring. lra. }
      rewrite <- Rmult_plus_distr_l. apply Rmult_lt_reg_l with (exp (l * t)); [exact E0|].
      rewrite <- Rmult_assoc, Rinv_r by lra. lra.
    + assert (0 < / exp (l * t) * exp (l * X y)) by (apply Rmult_lt_0_compat; lra).
      assert (0 < / exp (l * t) * exp (- l * X y)) by (apply Rmult_lt_0_compat; lra). lra.
  - rewrite mean_linear. pose proof (moments_of_fair_signs F l S N 0 (fun _ => 0)) as U.
    pose proof (moments_of_fair_signs F (- l) S N 0 (fun _ => 0)) as D. fold X in U, D.
    rewrite Rmult_0_r, exp_0 in U, D. replace ((- l) ^ 2) with (l ^ 2) in D by ring.
    assert (W : exp (l ^ 2 * total S (fun k => F k ^ 2) / 2) <= exp (l ^ 2 * a / 2)).
    { apply exp_grows. assert (l ^ 2 * total S (fun k => F k ^ 2) <= l ^ 2 * a); [|lra]. apply Rmult_le_compat_l; [apply pow2_ge_0|exact V]. }
    assert (B : / exp (l * t) * exp (l ^ 2 * a / 2) = exp (- t ^ 2 / (2 * a))).
    { rewrite <- exp_Ropp, <- exp_plus. f_equal. unfold l. field. lra. }
    assert (I0 : 0 < / exp (l * t)) by (apply Rinv_0_lt_compat, E0). rewrite <- B.
    assert (/ exp (l * t) * mean S (fun y => exp (l * (0 + X y))) (fun _ => 0) <= / exp (l * t) * exp (l ^ 2 * a / 2))
      by (apply Rmult_le_compat_l; [lra|]; apply Rle_trans with (2 := W); eapply Rle_trans; [exact U|lra]).
    assert (/ exp (l * t) * mean S (fun y => exp (- l * (0 + X y))) (fun _ => 0) <= / exp (l * t) * exp (l ^ 2 * a / 2))
      by (apply Rmult_le_compat_l; [lra|]; apply Rle_trans with (2 := W); eapply Rle_trans; [exact D|lra]). lra.
Qed.

(* a largest of the values at the elements of a list *)
Lemma a_largest (F : R -> R) S x : In x S -> exists m, In m S /\ forall k, In k S -> F k <= F m.
Proof.
  revert x. induction S as [|e [|e' S] IH]; intros x I; [easy| |].
  - exists e. split; [left; reflexivity|]. intros k [->|[]]; lra.
  - destruct (IH e') as (m & J & M); [left; reflexivity|]. destruct (Rle_or_lt (F e) (F m)).
    + exists m. split; [right; exact J|]. intros k [<-|i]; [assumption|apply M, i].
    + exists e. split; [left; reflexivity|]. intros k [<-|i]; [lra|]. specialize (M k i). lra.
Qed.
(* the sum with the sign c at m *)
Lemma sum_put (F : R -> R) S y m c : NoDup S -> In m S -> total S (fun k => F k * put y m c k) = total (without S m) (fun k => F k * y k) + F m * c.
Proof.
  intros N I. rewrite (sum_without (fun k => F k * put y m c k) S m N I), put_there. f_equal.
  apply sum_with_signs_same. intros k i. apply put_elsewhere. apply left_out in i. tauto.
Qed.
Lemma signs_event (A : (R -> R) -> Prop) Z U : (forall k, In k U -> random (Z k)) ->
  (forall y y', (forall k, In k U -> y k = y' k) -> (A y <-> A y')) ->
  forall S T z, NoDup (S ++ T) -> (forall k, In k (S ++ T) <-> In k U) ->
  is_event (fun w => (forall k, In k T -> Z k w = z k) /\ (forall k, In k S -> Z k w = 1 \/ Z k w = -1) /\ A (fun k => Z k w)).
Proof.
  intros HX HA. induction S as [|s S IH]; intros T z N U1.
  - assert (ET : is_event (fun w => forall k, In k T -> Z k w = z k)).
    { apply (event_each T (fun k w => Z k w = z k)). intros k i. apply random_point, HX, U1, i. }
    assert (SAME : forall w, (forall k, In k T -> Z k w = z k) -> (A (fun k => Z k w) <-> A z)).
    { intros w K. apply HA. intros k i. apply K, U1, i. }
    destruct (classic (A z)) as [H|H].
    + apply event_same with (2 := ET). intros w. specialize (SAME w). split; [|tauto]. intros K. split; [exact K|]. split; [intros k []|tauto].
    + apply event_same with (2 := event_never). intros w. specialize (SAME w). tauto.
  - inversion N as [|? ? NS N']; subst.
    assert (ONE : forall c, is_event (fun w => (forall k, In k (s :: T) -> Z k w = put z s c k) /\ (forall k, In k S -> Z k w = 1 \/ Z k w = -1) /\ A (fun k => Z k w))).
    { intros c. apply IH; [apply NoDup_Add with (2 := conj N' NS); apply Add_app|].
      intros k. rewrite <- U1, in_app_iff. simpl. rewrite in_app_iff. tauto. }
    assert (NT : ~ In s T) by (intros i; apply NS, in_or_app; auto).
    apply event_same with (2 := event_or _ _ (ONE 1) (ONE (-1))). intros w. split.
    + assert (BACK : forall c, c = 1 \/ c = -1 -> (forall k, In k (s :: T) -> Z k w = put z s c k) ->
        (forall k, In k S -> Z k w = 1 \/ Z k w = -1) ->
        (forall k, In k T -> Z k w = z k) /\ (forall k, In k (s :: S) -> Z k w = 1 \/ Z k w = -1)).
      { intros c C K L. split.
        - intros k i. rewrite (K k (or_intror i)). apply put_elsewhere. intros ->. tauto.
        - intros k [<-|i]; [|apply L, i]. rewrite (K s (or_introl eq_refl)), put_there. exact C. }
      intros [(K & L & Q)|(K & L & Q)]; [destruct (BACK 1 ltac:(auto) K L)|destruct (BACK (-1) ltac:(auto) K L)]; auto.
    + intros (K & L & Q). assert (ON : forall c, Z s w = c -> forall k, In k (s :: T) -> Z k w = put z s c k).
      { intros c E k [<-|i]; [rewrite put_there; exact E|]. rewrite put_elsewhere; [apply K, i|]. intros ->. tauto. }
      assert (L' : forall k, In k S -> Z k w = 1 \/ Z k w = -1) by (intros; apply L; right; assumption).
      destruct (L s (or_introl eq_refl)) as [E|E]; [left|right]; auto.
Qed.
Lemma mean_order_signs S G H : forall z, (forall y, (forall k, In k S -> y k = 1 \/ y k = -1) -> (forall i, ~ In i S -> y i = z i) -> G y <= H y) ->
  mean S G z <= mean S H z.
Proof.
  induction S as [|k r IH]; intros z E; cbn [mean]; [apply E; [intros k []|reflexivity]|].
  assert (O : forall s, s = 1 \/ s = -1 -> mean r G (put z k s) <= mean r H (put z k s)).
  { intros s C. apply IH. intros y Y V. apply E.
    - intros i [<-|J]; [|apply Y, J]. destruct (classic (In k r)) as [J|J]; [apply Y, J|]. rewrite (V k J), put_there. exact C.
    - intros i J. simpl in J. rewrite V by tauto. apply put_elsewhere. intros ->. tauto. }
  pose proof (O 1 ltac:(auto)). pose proof (O (-1) ltac:(auto)). lra.
Qed.
(* what so many signs decide is at least as likely as their mean says, in whatever event it lies *)
Lemma law_below (A : (R -> R) -> Prop) Z S B : NoDup S -> independent S Z -> (forall k, In k S -> fair (Z k)) ->
  (forall y y', (forall k, In k S -> y k = y' k) -> (A y <-> A y')) -> is_event B -> (forall w, A (fun k => Z k w) -> B w) ->
  mean S (fun y => one_if (A y)) (fun _ => 0) <= Pr B.
Proof.
  intros N HI HF HA HB I. pose (A' := fun y : R -> R => (forall k, In k S -> y k = 1 \/ y k = -1) /\ A y).
  assert (D : forall y y', (forall k, In k S -> y k = y' k) -> (A' y <-> A' y')).
  { intros y y' H. unfold A'. rewrite (HA y y' H). split; intros [K Q]; (split; [|exact Q]); intros k i; [rewrite <- H by exact i|rewrite H by exact i]; apply K, i. }
  assert (E : is_event (fun w => A' (fun k => Z k w))).
  { pose proof (signs_event A Z S (proj1 HI) HA S nil (fun _ => 0)) as K. rewrite app_nil_r in K. specialize (K N ltac:(tauto)).
    apply event_same with (2 := K). intros w. unfold A'. simpl. tauto. }
  apply Rle_trans with (Pr (fun w => A' (fun k => Z k w))); [|apply Pr_grows; [exact E|exact HB|]; intros w [_ Q]; apply I, Q].
  rewrite (law_of_signs A' Z S N HI HF D E). apply mean_order_signs. intros y Y _.
  destruct (classic (A y)) as [H|H]; [rewrite (one_if_so (A y)), (one_if_so (A' y)); [lra|split; assumption|exact H]|].
  rewrite (one_if_not (A y)) by exact H. apply one_if_range.
Qed.
Lemma one_of_two_signs (F : R -> R) Z S b : NoDup S -> is_event (fun w => Rabs (total S (fun k => F k * Z k w)) >= F (b w)) ->
  independent S Z -> (forall k, In k S -> fair (Z k)) -> (forall w, In (b w) S) ->
  1 / 2 <= Pr (fun w => Rabs (total S (fun k => F k * Z k w)) >= F (b w)).
Proof.
  intros N HE HI HF B. destruct (classic (exists x, In x S)) as [[x I]|O].
  2:{ rewrite Pr_always; [lra|]. intros w. exfalso. apply O. exists (b w). apply B. }
  destruct (a_largest F S x I) as (m & J & M).
  eapply Rle_trans; [|apply (law_below (fun y => Rabs (total S (fun k => F k * y k)) >= F m) Z S); try assumption].
  - rewrite (mean_of_one S _ m) by assumption. rewrite <- (mean_const S (1 / 2) (fun _ => 0)). apply mean_order. intros y.
    rewrite !sum_put by assumption. set (r := total (without S m) (fun k => F k * y k)).
    pose proof (one_if_range (Rabs (r + F m * 1) >= F m)). pose proof (one_if_range (Rabs (r + F m * -1) >= F m)).
    destruct (Rle_or_lt 0 r).
    + rewrite (one_if_so (Rabs (r + F m * 1) >= F m)); [lra|]. unfold Rabs. destruct (Rcase_abs (r + F m * 1)); lra.
    + rewrite (one_if_so (Rabs (r + F m * -1) >= F m)); [lra|]. unfold Rabs. destruct (Rcase_abs (r + F m * -1)); lra.
  - intros y y' H. rewrite (sum_with_signs_same F S y y' H). tauto.
  - intros w H. specialize (M (b w) (B w)). lra.
Qed.
Lemma two_of_the_signs (F : R -> R) Z S a b : NoDup S -> is_event (fun w => total S (fun k => F k * Z k w) >= F (a w) + F (b w)) ->
  independent S Z -> (forall k, In k S -> fair (Z k)) -> (forall w, In (a w) S) -> (forall w, In (b w) S) -> (forall w, a w <> b w) ->
  1 / 8 <= Pr (fun w => total S (fun k => F k * Z k w) >= F (a w) + F (b w)).
Proof.
  intros N HE HI HF HA HB D. destruct (classic (exists x, In x S)) as [[x I]|O].
  2:{ rewrite Pr_always; [lra|]. intros w. exfalso. apply O. exists (b w). apply HB. }
  destruct (a_largest F S x I) as (m & J & M). destruct (classic (exists x, In x (without S m))) as [[x' I']|O].
  2:{ rewrite Pr_always; [lra|]. intros w. exfalso. destruct (Req_dec (a w) m) as [E|E].
      - apply O. exists (b w). apply in_without. split; [apply HB|]. rewrite <- E. apply not_eq_sym, D.
      - apply O. exists (a w). apply in_without. split; [apply HA|exact E]. }
  destruct (a_largest F (without S m) x' I') as (p & Jp & Mp). apply in_without in Jp. destruct Jp as [Jp Np].
  pose (X := fun y : R -> R => total (without (without S m) p) (fun k => F k * y k)).
  assert (NX : forall q s y, X (put (put y q s) m 1) = X (put y q s)).
  { intros q s y. unfold X. apply sum_with_signs_same. intros k i. apply put_elsewhere. apply in_the_whole, left_out in i. tauto. }
  eapply Rle_trans; [|apply (law_below (fun y => total S (fun k => F k * y k) >= F m + F p) Z S); try assumption].
  - rewrite (mean_of_one S _ m), (mean_of_one S _ p) by assumption.
    apply Rle_trans with (mean S (fun y => / 4 * one_if (X y >= 0) + 0 * 0) (fun _ => 0)).
    + rewrite (mean_linear S (fun y => one_if (X y >= 0)) (fun _ => 0)).
      assert (H : 1 <= mean S (fun y => one_if (X y >= 0)) (fun _ => 0) + mean S (fun y => one_if (X (fun i => - y i) >= 0)) (fun _ => 0)).
      { rewrite <- (mean_const S 1 (fun _ => 0)).
        apply Rle_trans with (mean S (fun y => 1 * one_if (X y >= 0) + 1 * one_if (X (fun i => - y i) >= 0)) (fun _ => 0)); [|rewrite mean_linear; lra].
        apply mean_order. intros y. assert (E : X (fun i => - y i) = - X y).
        { unfold X. replace (- total _ (fun k => F k * y k)) with (-1 * total (without (without S m) p) (fun k => F k * y k)) by ring.
          rewrite <- sum_factor. apply sum_equal. intros; ring. }
        rewrite E. pose proof (one_if_range (X y >= 0)). pose proof (one_if_range (- X y >= 0)).
        destruct (Rle_or_lt 0 (X y)); [rewrite (one_if_so (X y >= 0)) by lra|rewrite (one_if_so (- X y >= 0)) by lra]; lra. }
      rewrite (mean_opposite S (fun y => one_if (X y >= 0))) in H. replace (fun _ : R => - 0) with (fun _ : R => 0) in H
        by (apply functional_extensionality; intros; ring). lra.
    + apply mean_order. intros y.
      set (G := fun y => one_if (total S (fun k => F k * y k) >= F m + F p)).
      assert (R0 : forall y, 0 <= G y) by (intros; apply one_if_range).
      assert (L : one_if (X y >= 0) <= G (put (put y p 1) m 1)).
      { destruct (classic (X y >= 0)) as [H|H]; [|rewrite (one_if_not (X y >= 0)) by exact H; apply R0].
        rewrite (one_if_so (X y >= 0)) by exact H. unfold G. rewrite one_if_so; [lra|].
        rewrite sum_put by assumption. rewrite (sum_put F (without S m) y p 1); [fold (X y); lra|apply distinct_without, N|apply in_without; tauto]. }
      pose proof (R0 (put (put y p 1) m (-1))). pose proof (R0 (put (put y p (-1)) m 1)). pose proof (R0 (put (put y p (-1)) m (-1))).
      fold (G (put (put y p 1) m 1)). unfold G in *. lra.
  - intros y y' H. rewrite (sum_with_signs_same F S y y' H). tauto.
  - intros w H. assert (F (a w) + F (b w) <= F m + F p); [|lra].
    pose proof (M (a w) (HA w)). pose proof (M (b w) (HB w)). destruct (Req_dec (a w) m) as [E|E].
    + pose proof (Mp (b w) ltac:(apply in_without; split; [apply HB|rewrite <- E; apply not_eq_sym, D])). rewrite E. lra.
    + pose proof (Mp (a w) ltac:(apply in_without; split; [apply HA|exact E])). lra.
Qed.
Lemma whole_mean (A : (R -> R) -> Prop) S : forall z, integer (2 ^ length S * mean S (fun y => one_if (A y)) z).
Proof.
  induction S as [|k r IH]; intros z; simpl.
  - rewrite Rmult_1_l. destruct (classic (A z)) as [H|H]; [rewrite one_if_so by exact H|rewrite one_if_not by exact H]; apply integer_number.
  - replace (2 * 2 ^ length r * _) with (2 ^ length r * mean r (fun y => one_if (A y)) (put z k 1) + 2 ^ length r * mean r (fun y => one_if (A y)) (put z k (-1)))
      by field. apply integer_plus; apply IH.
Qed.
Lemma over_power_of_two (A : R -> Prop) x (F : R -> R) Z S : NoDup S -> is_event (fun w => A (x w)) -> (forall w, x w = total S (fun k => F k * Z k w)) ->
  independent S Z -> (forall k, In k S -> fair (Z k)) -> integer (Rpower 2 (total S (fun _ => 1)) * Pr (fun w => A (x w))).
Proof.
  intros N HE X HI HF. assert (C : total S (fun _ => 1) = INR (length S)).
  { clear. induction S; cbn [total length]; [reflexivity|]. rewrite S_INR, IHS. ring. }
  rewrite C, Rpower_pow by lra. assert (E : is_event (fun w => A (total S (fun k => F k * Z k w)))).
  { apply event_same with (2 := HE). intros w. rewrite X. tauto. }
  rewrite (Pr_same P _ (fun w => A (total S (fun k => F k * Z k w)))) by (intros; rewrite X; tauto).
  rewrite (law_of_signs (fun y => A (total S (fun k => F k * y k))) Z S N HI HF); [apply whole_mean| |exact E].
  intros y y' H. rewrite (sum_with_signs_same F S y y' H). tauto.
Qed.
End Signs.

(* -- how far a sum with fair signs spreads ------------------------------------------------------------------------------------- *)
Section Spread.
Context {P : space}.
Implicit Types Z : R -> outcome P -> R.

Lemma mean_first (F : R -> R) p k r s c z : ~ In k r -> mean r (fun y => (c + (F k * y k + total r (fun k => F k * y k))) ^ p) (put z k s)
  = mean r (fun y => ((c + F k * s) + total r (fun k => F k * y k)) ^ p) (put z k s).
Proof. intros N. apply mean_same. intros y Y. rewrite (Y k N), put_there. f_equal. ring. Qed.
Lemma second_moment (F : R -> R) S : NoDup S -> forall c z,
  mean S (fun y => (c + total S (fun k => F k * y k)) ^ 2) z = c ^ 2 + total S (fun k => F k ^ 2).
Proof.
  induction 1 as [|k r N _ IH]; intros c z; cbn [mean total]; [ring|]. rewrite !mean_first, !IH by exact N. field.
Qed.
Lemma fourth_moment (F : R -> R) S : NoDup S -> forall c z,
  mean S (fun y => (c + total S (fun k => F k * y k)) ^ 4) z <= c ^ 4 + 6 * c ^ 2 * total S (fun k => F k ^ 2) + 3 * total S (fun k => F k ^ 2) ^ 2.
Proof.
  induction 1 as [|k r N _ IH]; intros c z; cbn [mean total]; [lra|]. rewrite !mean_first by exact N.
  pose proof (IH (c + F k * 1) (put z k 1)) as U. pose proof (IH (c + F k * -1) (put z k (-1))) as D.
  set (v := total r (fun k => F k ^ 2)) in *. pose proof (pow2_ge_0 (F k ^ 2)). nra.
Qed.
Lemma signs_spread (F : R -> R) Z S a : NoDup S -> is_event (fun w => total S (fun k => F k * Z k w) ^ 2 > a * total S (fun k => F k ^ 2)) ->
  independent S Z -> (forall k, In k S -> fair (Z k)) -> total S (fun k => F k ^ 2) > 0 -> a >= 0 -> a <= 1 ->
  (1 - a) ^ 2 / 3 <= Pr (fun w => total S (fun k => F k * Z k w) ^ 2 > a * total S (fun k => F k ^ 2)).
Proof.
  intros N HE HI HF V A1 A2. set (v := total S (fun k => F k ^ 2)) in *.
  rewrite (law_of_signs (fun y => total S (fun k => F k * y k) ^ 2 > a * v) Z S); try assumption.
  2:{ intros y y' H. rewrite (sum_with_signs_same F S y y' H). tauto. }
  set (X := fun y : R -> R => total S (fun k => F k * y k)). set (q := mean S (fun y => one_if (X y ^ 2 > a * v)) (fun _ => 0)).
  change ((1 - a) ^ 2 / 3 <= q).
  assert (Q : 0 <= q). { unfold q. apply Rle_trans with (mean S (fun _ => 0) (fun _ => 0)); [rewrite mean_const; lra|]. apply mean_order. intros y. apply one_if_range. }
  destruct (Req_dec a 1) as [->|D]; [lra|]. set (l := (1 - a) / (3 * v)). assert (L : 0 < l) by (apply Rdiv_lt_0_compat; lra).
  assert (M2 : mean S (fun y => X y ^ 2) (fun _ => 0) = v).
  { rewrite (mean_same S _ (fun y => (0 + X y) ^ 2)) by (intros; rewrite Rplus_0_l; reflexivity). unfold X. rewrite second_moment by exact N. fold v. ring. }
  assert (M4 : mean S (fun y => X y ^ 4) (fun _ => 0) <= 3 * v ^ 2).
  { rewrite (mean_same S _ (fun y => (0 + X y) ^ 4)) by (intros; rewrite Rplus_0_l; reflexivity). unfold X.
    eapply Rle_trans; [apply fourth_moment, N|]. fold v. lra. }
  assert (K : mean S (fun y => 1 * X y ^ 2 + - (l / 2) * X y ^ 4) (fun _ => 0) <= mean S (fun y => / (2 * l) * one_if (X y ^ 2 > a * v) + 1 * (a * v)) (fun _ => 0)).
  { apply mean_order. intros y. assert (I : l * / (2 * l) = 1 / 2) by (field; lra). assert (J : 0 < / (2 * l)) by (apply Rinv_0_lt_compat; lra).
    assert (S2 : 0 <= X y ^ 2) by apply pow2_ge_0. assert (S4 : 0 <= X y ^ 4) by (replace (X y ^ 4) with ((X y ^ 2) ^ 2) by ring; apply pow2_ge_0).
    destruct (classic (X y ^ 2 > a * v)) as [B|B]; [rewrite one_if_so by exact B|rewrite one_if_not by exact B].
    - assert (0 <= a * v) by nra. assert (E : / (2 * l) + l / 2 * X y ^ 4 - X y ^ 2 = / (2 * l) * (1 - l * X y ^ 2) ^ 2) by (field; lra).
      pose proof (Rmult_le_pos _ _ (Rlt_le _ _ J) (pow2_ge_0 (1 - l * X y ^ 2))). lra.
    - assert (0 <= l / 2 * X y ^ 4) by (apply Rmult_le_pos; lra). lra. }
  rewrite !mean_linear, mean_const, M2 in K. fold q in K.
  assert (B : (1 - a) * v - l / 2 * (3 * v ^ 2) <= / (2 * l) * q).
  { assert (l / 2 * mean S (fun y => X y ^ 4) (fun _ => 0) <= l / 2 * (3 * v ^ 2)) by (apply Rmult_le_compat_l; [lra|exact M4]). lra. }
  replace (l / 2 * (3 * v ^ 2)) with ((1 - a) * v / 2) in B by (unfold l; field; lra).
  replace (/ (2 * l)) with (3 * v / (2 * (1 - a))) in B by (unfold l; field; lra).
  assert (C : (1 - a) * v / 2 * (2 * (1 - a)) <= 3 * v * q).
  { replace (3 * v * q) with (3 * v / (2 * (1 - a)) * q * (2 * (1 - a))) by (field; lra). apply Rmult_le_compat_r; lra. }
  apply Rmult_le_reg_l with (3 * v); [lra|]. replace (3 * v * ((1 - a) ^ 2 / 3)) with ((1 - a) * v / 2 * (2 * (1 - a))) by field. exact C.
Qed.
End Spread.
