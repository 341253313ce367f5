(* Maxima over finite sets, and the inequalities of theorems/textbook/sums.py between them, sums and sums of squares. *)
From Coq Require Import Reals Lra List Psatz.
From Referee Require Import Calculations Arithmetic.
Import ListNotations.
Open Scope R_scope.

(* of no element it would be 0: a statement that speaks of a maximum says that there is one *)
Fixpoint largest (S : list R) (F : R -> R) : R :=
  match S with nil => 0 | k :: r => match r with nil => F k | _ => Rmax (F k) (largest r F) end end.

Lemma largest_of_more k l r F : largest (k :: l :: r) F = Rmax (F k) (largest (l :: r) F). Proof. reflexivity. Qed.
Lemma largest_above F S x : In x S -> F x <= largest S F.
Proof.
  induction S as [|k [|l r] IH]; [easy| |].
  - intros [<-|[]]. simpl. lra.
  - rewrite largest_of_more. intros [<-|H]; [apply Rmax_l|]. eapply Rle_trans; [apply IH, H|apply Rmax_r].
Qed.
Lemma largest_attained F S : S <> nil -> exists x, In x S /\ largest S F = F x.
Proof.
  induction S as [|k [|l r] IH]; [easy| |]; intros _.
  - exists k. simpl. auto.
  - rewrite largest_of_more. destruct IH as (x & Hx & E); [discriminate|]. rewrite E.
    destruct (Rle_dec (F k) (F x)) as [H|H].
    + exists x. split; [right; exact Hx|apply Rmax_right, H].
    + exists k. split; [left; reflexivity|apply Rmax_left; lra].
Qed.
Lemma largest_below F S a x : (forall k, In k S -> F k <= a) -> In x S -> largest S F <= a.
Proof. intros H Hx. destruct (largest_attained F S) as (y & Hy & ->); [intros ->; easy|apply H, Hy]. Qed.
Lemma largest_order F G S x : (forall k, In k S -> F k <= G k) -> In x S -> largest S F <= largest S G.
Proof. intros H Hx. apply largest_below with x; [|exact Hx]. intros k Hk. eapply Rle_trans; [apply H, Hk|apply largest_above, Hk]. Qed.
Lemma sum_above_term F S x : (forall k, In k S -> F k >= 0) -> In x S -> F x <= total S F.
Proof.
  induction S as [|a S IH]; simpl; [easy|]. intros H [<-|Hx].
  - pose proof (sum_nonnegative F S (fun k i => H k (or_intror i))). lra.
  - pose proof (H a (or_introl eq_refl)). specialize (IH (fun k i => H k (or_intror i)) Hx). lra.
Qed.
Lemma largest_below_sum F S x : (forall k, In k S -> F k >= 0) -> In x S -> largest S F <= total S F.
Proof. intros H Hx. apply largest_below with x; [|exact Hx]. intros k Hk. apply sum_above_term; assumption. Qed.
Lemma sum_of_constant a S : total S (fun k => a) = a * total S (fun k => 1).
Proof. rewrite <- sum_factor. apply sum_equal. intros. ring. Qed.
Lemma sum_below_largest F S x : In x S -> total S F <= total S (fun k => 1) * largest S F.
Proof. intros _. rewrite Rmult_comm. apply sum_below_count. intros k Hk. apply largest_above, Hk. Qed.
Lemma largest_below_root F S x : In x S -> largest S (fun k => Rabs (F k)) <= sqrt (total S (fun k => F k ^ 2)).
Proof.
  intros Hx. apply largest_below with x; [|exact Hx]. intros k Hk. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt.
  apply Rle_trans with (F k ^ 2); [right; unfold Rsqr; ring|].
  apply (sum_above_term (fun k => F k ^ 2)); [intros; apply square_nonnegative|exact Hk].
Qed.
Lemma sum_renamed F S : total S F = total S F. Proof. reflexivity. Qed.
Lemma squares_below F S : (forall k, In k S -> F k >= 0) -> total S (fun k => F k ^ 2) <= total S F ^ 2.
Proof.
  induction S as [|a S IH]; cbn [total]; intros H; [simpl; lra|].
  pose proof (H a (or_introl eq_refl)). pose proof (sum_nonnegative F S (fun k i => H k (or_intror i))).
  specialize (IH (fun k i => H k (or_intror i))). nra.
Qed.
Lemma cauchy_schwarz F G S : total S (fun k => F k * G k) ^ 2 <= total S (fun k => F k ^ 2) * total S (fun k => G k ^ 2).
Proof.
  set (A := total S (fun k => F k ^ 2)). set (B := total S (fun k => F k * G k)). set (C := total S (fun k => G k ^ 2)).
  assert (H : forall c, 0 <= A - 2 * c * B + c * c * C).
  { intros c. replace (A - 2 * c * B + c * c * C) with (total S (fun k => (F k - c * G k) ^ 2)).
    - apply Rge_le, (sum_nonnegative (fun k => (F k - c * G k) ^ 2)). intros. apply square_nonnegative.
    - subst A B C. induction S as [|a r IH]; cbn [total]; [ring|]. rewrite IH. ring. }
  assert (P : 0 <= C) by (apply Rge_le, (sum_nonnegative (fun k => G k ^ 2)); intros; apply square_nonnegative).
  destruct P as [P|P].
  - specialize (H (B / C)). assert (E : C * (A - 2 * (B / C) * B + B / C * (B / C) * C) = A * C - B ^ 2) by (field; lra). nra.
  - destruct (Req_dec B 0) as [->|N]; [rewrite <- P; lra|].
    specialize (H ((A + 1) / (2 * B))). rewrite <- P in H.
    assert (E : 2 * ((A + 1) / (2 * B)) * B = A + 1) by (field; lra). rewrite E in H. lra.
Qed.
Lemma cauchy_schwarz_roots F G S :
  Rabs (total S (fun k => F k * G k)) <= sqrt (total S (fun k => F k ^ 2)) * sqrt (total S (fun k => G k ^ 2)).
Proof.
  assert (P : forall H, 0 <= total S (fun k => H k ^ 2))
    by (intros H; apply Rge_le, (sum_nonnegative (fun k => H k ^ 2)); intros; apply square_nonnegative).
  rewrite <- sqrt_mult by apply P. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt.
  pose proof (cauchy_schwarz F G S). unfold Rsqr. simpl in *. lra.
Qed.
Lemma holder F G S x : In x S ->
  Rabs (total S (fun k => F k * G k)) <= largest S (fun k => Rabs (F k)) * total S (fun k => Rabs (G k)).
Proof.
  intros _. eapply Rle_trans; [apply sum_triangle|]. rewrite <- sum_factor. apply sum_order. intros k Hk. rewrite Rabs_mult.
  apply Rmult_le_compat_r; [apply Rabs_pos|]. apply (largest_above (fun k => Rabs (F k))), Hk.
Qed.
Ltac inhabited := solve [eexists; eassumption | eexists; apply range_first; link].
