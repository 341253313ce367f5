(* Maxima over finite sets, and the inequalities of theorems/textbook/sums.py between them, sums and sums of squares. *)
From Coq Require Import Reals Lra List Psatz.
From Referee Require Import Calculations Textbook Arithmetic.
Import ListNotations.
Open Scope R_scope.

Lemma largest_below_root F S x : In x S -> largest S (fun k => Rabs (F k)) <= sqrt (total S (fun k => F k ^ 2)).
Proof.
  intros Hx. apply largest_below with x; [|exact Hx]. intros k Hk. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt.
  apply Rle_trans with (F k ^ 2); [right; unfold Rsqr; ring|].
  apply (sum_above_term (fun k => F k ^ 2)); [intros; apply square_nonnegative|exact Hk].
Qed.
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
