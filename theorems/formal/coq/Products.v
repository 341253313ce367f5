(* Ranges term by term, products, numbers of elements and the inequalities between weighted sums, in the words of
   theorems/textbook/sums.py. *)
From Coq Require Import Reals Lra Lia List ZArith Psatz.
From Referee Require Import Calculations Textbook Pairs.
Import ListNotations.
Open Scope R_scope.

(* -- ranges ------------------------------------------------------------------------------------------------------------------ *)
Lemma between_ends a b x : In a (range b x) -> b <= a /\ a <= x.
Proof.
  unfold range. rewrite in_map_iff. intros (k & <- & Hk). apply in_seq in Hk. pose proof (pos_INR k). split; [lra|].
  destruct (archimed (x - b)) as [_ U]. assert (K : (Z.of_nat k <= up (x - b) - 1)%Z) by lia.
  apply IZR_le in K. rewrite <- INR_IZR_INZ, minus_IZR in K. lra.
Qed.
Lemma range_of_naturals a p : range a (a + IZR p) = map (fun k => a + INR k) (seq 0 (Z.to_nat (p + 1))).
Proof.
  unfold range. replace (a + IZR p - a) with (IZR p) by ring.
  rewrite <- (tech_up (IZR p) (p + 1)%Z) by (rewrite plus_IZR; lra). reflexivity.
Qed.
Lemma last_term F a n : integer a -> integer n -> a <= n -> total (range a n) F = total (range a (n - 1)) F + F n.
Proof.
  intros [x ->] [y ->] H. apply le_IZR in H.
  replace (IZR y) with (IZR x + IZR (y - x)) by (rewrite minus_IZR; ring).
  replace (IZR x + IZR (y - x) - 1) with (IZR x + IZR (y - x - 1)) by (rewrite !minus_IZR; ring).
  rewrite !range_of_naturals. replace (Z.to_nat (y - x + 1)) with (S (Z.to_nat (y - x))) by lia.
  replace (y - x - 1 + 1)%Z with (y - x)%Z by ring.
  rewrite seq_S, map_app, total_app. simpl. rewrite INR_IZR_INZ, Z2Nat.id by lia. ring.
Qed.
Lemma first_term F a b n : b = a + 1 -> integer a -> integer n -> a <= n -> total (range a n) F = F a + total (range b n) F.
Proof.
  intros -> [x ->] [y ->] H. apply le_IZR in H.
  replace (range (IZR x) (IZR y)) with (IZR x :: range (IZR x + 1) (IZR y)); [reflexivity|].
  replace (IZR y) with (IZR x + 1 + IZR (y - x - 1)) at 1 by (rewrite !minus_IZR; ring).
  replace (IZR y) with (IZR x + IZR (y - x)) by (rewrite minus_IZR; ring). rewrite !range_of_naturals.
  replace (Z.to_nat (y - x + 1)) with (S (Z.to_nat (y - x))) by lia. replace (y - x - 1 + 1)%Z with (y - x)%Z by ring.
  cbn [seq map]. f_equal; [simpl; ring|]. rewrite <- seq_shift, map_map. apply map_ext. intros k. rewrite S_INR. ring.
Qed.
Lemma whole_count S : integer (total S (fun _ => 1)) /\ total S (fun _ => 1) >= 0.
Proof.
  split; [|apply (sum_nonnegative (fun _ => 1)); intros; lra].
  induction S; cbn [total]; [apply integer_number|apply integer_plus; [apply integer_number|exact IHS]].
Qed.

(* -- products ---------------------------------------------------------------------------------------------------------------- *)
Fixpoint product (S : list R) (F : R -> R) : R := match S with nil => 1 | k :: r => F k * product r F end.
Lemma product_order F G S : (forall k, In k S -> F k >= 0 /\ F k <= G k) -> product S F <= product S G.
Proof.
  intros H. assert (P : forall T, (forall k, In k T -> In k S) -> 0 <= product T F /\ product T F <= product T G);
    [|apply P; auto].
  induction T as [|e T IH]; simpl; intros I; [lra|]. destruct IH as [L U]; [auto|]. destruct (H e (I e (or_introl eq_refl))).
  split; [apply Rmult_le_pos|apply Rmult_le_compat]; lra.
Qed.
Lemma product_of_exps F S : product S (fun k => exp (F k)) = exp (total S F).
Proof. induction S; simpl; [symmetry; apply exp_0|]. rewrite IHS, exp_plus. reflexivity. Qed.
Lemma product_positive F S : (forall k, In k S -> F k > 0) -> product S F > 0.
Proof.
  induction S; simpl; intros H; [lra|]. apply Rmult_lt_0_compat; [apply H|apply IHS; intros; apply H]; auto.
Qed.
Lemma log_of_products F S : (forall k, In k S -> F k > 0) -> ln (product S F) = total S (fun k => ln (F k)).
Proof.
  induction S; simpl; intros H; [apply ln_1|].
  rewrite log_of_product, IHS; auto using product_positive.
Qed.
Lemma product_of_constant a S : a > 0 -> product S (fun _ => a) = Rpower a (total S (fun _ => 1)).
Proof.
  intros H. induction S; cbn [product total]; [rewrite Rpower_O; auto; lra|]. rewrite IHS, Rpower_plus, Rpower_1; auto.
Qed.

(* -- weighted sums ----------------------------------------------------------------------------------------------------------- *)
Lemma chebyshev_sum F G H S : (forall k, In k S -> H k >= 0) ->
  (forall k, In k S -> forall l, In l S -> (F k - F l) * (G k - G l) <= 0) ->
  total S H * total S (fun k => H k * F k * G k) <= total S (fun k => H k * F k) * total S (fun k => H k * G k).
Proof.
  intros P A. set (h := total S H). set (hf := total S (fun k => H k * F k)). set (hg := total S (fun k => H k * G k)).
  set (hfg := total S (fun k => H k * F k * G k)).
  assert (I : forall k, total S (fun l => H l * ((F k - F l) * (G k - G l))) = F k * G k * h - F k * hg - G k * hf + hfg).
  { intros k. unfold h, hf, hg, hfg. clear. induction S; cbn [total]; [ring|]. rewrite IHS. ring. }
  assert (D : forall t u v w, total S (fun k => H k * (F k * G k * t - F k * u - G k * v + w)) = hfg * t - hf * u - hg * v + h * w).
  { intros. unfold h, hf, hg, hfg. clear. induction S; cbn [total]; [ring|]. rewrite IHS. ring. }
  assert (total S (fun k => H k * (F k * G k * h - F k * hg - G k * hf + hfg)) <= total S (fun _ => 0)).
  { apply sum_order. intros k i. rewrite <- I. assert (total S (fun l => H l * ((F k - F l) * (G k - G l))) <= total S (fun _ => 0)).
    - apply sum_order. intros l j. specialize (P l j). specialize (A k i l j). nra.
    - rewrite (sum_of_constant 0) in H0. specialize (P k i). nra. }
  rewrite (sum_of_constant 0), D in H0. lra.
Qed.

(* -- 5 divides no power of 2 ------------------------------------------------------------------------------------------------- *)
Lemma power_of_two n : integer n -> n >= 0 -> exists k, Rpower 2 n = IZR (2 ^ Z.of_nat k).
Proof.
  intros [z ->] H. apply Rge_le, le_IZR in H. exists (Z.to_nat z).
  rewrite <- (Z2Nat.id z) at 1 by exact H. rewrite <- INR_IZR_INZ, Rpower_pow, <- pow_IZR by lra. reflexivity.
Qed.
Lemma no_multiple_of_five k q : (2 ^ Z.of_nat k <> 5 * q)%Z.
Proof.
  revert q. induction k; intros q H; [change (2 ^ Z.of_nat 0)%Z with 1%Z in H; lia|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r in H by lia. apply (IHk (2 ^ Z.of_nat k - 2 * q)%Z). lia.
Qed.
Lemma no_fifth x y a b n : integer (Rpower 2 n * x) -> integer n -> n >= 0 -> 5 * b * y = 5 * a - 1 -> integer a -> integer b -> x <> y.
Proof.
  intros [m Hm] Hn Pn Hy [c ->] [d ->] <-. destruct (power_of_two n Hn Pn) as [k E]. rewrite E in Hm.
  assert (Z : (5 * (d * m) = 2 ^ Z.of_nat k * (5 * c - 1))%Z).
  { apply eq_IZR. rewrite !mult_IZR, minus_IZR, mult_IZR, <- Hm, <- Hy. ring. }
  apply (no_multiple_of_five k (c * 2 ^ Z.of_nat k - d * m)). lia.
Qed.
