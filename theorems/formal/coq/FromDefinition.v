(* From the definitions to a printed bound: what the generated proofs "from the definition" use.

   Which theorem of ClosedForms.v serves which quantity (k is softmax for u_exp, f_exp, c_exp and linear for u_lin, f_lin, c_lin):

     quantity      Definition D.1, Q K^T = 1      Definition D.1, Q K^T = I      Definition F.1, Q K^T = I
     u(j0, j1)     self_ones_u                    self_identity_u                cross_u
     alpha(j0)     self_ones_alpha                self_identity_alpha            cross_alpha
     f(j0, j1)     self_ones_f                    self_identity_f                cross_f
     c(j0, 1)      self_ones_c_first              self_identity_c_first          cross_c_first
     c(j0, block)  self_ones_c_own_block (j3's)   self_identity_c_own_block (j0's)   cross_c_own_block (j3's)
     c(j0, other)  self_ones_c_other_block        self_identity_c_other_block    cross_c_other_block
     c(j0, d)      self_c_last                    self_c_last

   theorems/formal/definitions.py writes the theorems; numbers of rows and columns stand in formulas of reals. *)
From Coq Require Import Reals Lra Lia Arith Psatz.
Require Import Sums Attention Datasets Rows ClosedForms.
Open Scope R_scope.
Coercion INR : nat >-> R.

(* -- room: how many blocks and copies there are when indices differ ------------------------------------------------------ *)
Section Room.
Variables (n w t : nat).
Hypotheses (Hn : n = (w * t)%nat) (Hw : (1 <= w)%nat).
Lemma two_rows i j : i ∈ [n] -> j ∈ [n] -> i <> j -> (2 <= w)%nat \/ (2 <= t)%nat.
Proof using Hn Hw. unfold is_in. intros. destruct w as [|[|w']], t as [|[|t']]; lia. Qed.
Lemma two_residues i j : residue w i <> residue w j -> (2 <= w)%nat.
Proof using Hn Hw. pose proof (residue_in w i Hw). pose proof (residue_in w j Hw). unfold is_in in *. lia. Qed.
Lemma two_copies i j : i ∈ [n] -> j ∈ [n] -> i <> j -> residue w i = residue w j -> (2 <= t)%nat.
Proof using Hn Hw.
  unfold is_in, residue. rewrite Hn. intros Hi Hj Hne E. destruct t as [|[|t']]; [lia| |lia].
  rewrite !Nat.mod_small in E by lia. lia.
Qed.
Lemma two_blocks j i0 : (2 <= i0 <= w + 1)%nat -> i0 <> block w j -> (2 <= w)%nat.
Proof using Hn Hw. pose proof (residue_in w j Hw). unfold is_in, block in *. lia. Qed.
End Room.

(* -- sizes as real numbers ------------------------------------------------------------------------------------------------ *)
Lemma at_least (m : nat) (z : Z) : (z <= Z.of_nat m)%Z -> m >= IZR z.
Proof. intros H. rewrite INR_IZR_INZ. apply Rle_ge, IZR_le, H. Qed.
Lemma size_of (n d t k : nat) : n = ((d - k) * t)%nat -> (k <= d)%nat -> INR n = (d - IZR (Z.of_nat k)) * t.
Proof. intros -> H. rewrite mult_INR, minus_INR, (INR_IZR_INZ k) by exact H. reflexivity. Qed.
Ltac sizes_of n d t k Sd St Sn :=
  assert (Nat : (1 <= n)%nat) by (rewrite Sn; apply (Nat.mul_le_mono 1 _ 1); lia);
  assert (Pn : 0 < n) by (apply lt_0_INR; exact Nat);
  pose proof (size_of n d t k Sn ltac:(lia)) as En; cbn [Z.of_nat Pos.of_succ_nat Pos.succ] in En;
  assert (Rt : t >= 1) by (apply at_least; lia).
(* What a dataset says of its sizes; the names are used below. *)
Ltac self_sizes H :=
  lazymatch type of H with self_attention_data ?n ?d ?t ?j3 _ _ _ _ _ _ =>
    pose proof (sa_columns _ _ _ _ _ _ _ _ _ _ H) as Sd; pose proof (sa_copies _ _ _ _ _ _ _ _ _ _ H) as St;
    pose proof (sa_rows _ _ _ _ _ _ _ _ _ _ H) as Sn; pose proof (sa_j3 _ _ _ _ _ _ _ _ _ _ H) as I3;
    sizes_of n d t 2%nat Sd St Sn; assert (Rd : d >= 3) by (apply at_least; lia);
    assert (Sw : (1 <= d - 2)%nat) by lia end.
Ltac cross_sizes H :=
  lazymatch type of H with cross_attention_data ?n ?d ?t ?j2 ?j3 _ _ _ _ =>
    pose proof (ca_columns _ _ _ _ _ _ _ _ _ H) as Sd; pose proof (ca_copies _ _ _ _ _ _ _ _ _ H) as St;
    pose proof (ca_rows _ _ _ _ _ _ _ _ _ H) as Sn; pose proof (ca_j2 _ _ _ _ _ _ _ _ _ H) as I2;
    pose proof (ca_j3 _ _ _ _ _ _ _ _ _ H) as I3;
    sizes_of n d t 1%nat Sd St Sn; assert (Rd : d >= 2) by (apply at_least; lia);
    assert (Sw : (1 <= d - 1)%nat) by lia end.

(* -- normalisers are not 0 ------------------------------------------------------------------------------------------------ *)
Lemma weight_pos k n L : (k = linear -> (2 <= n)%nat) -> 0 < L -> 0 < weight k n L.
Proof.
  intros Hk HL. unfold weight. destruct k; [apply exp_pos|]. apply Rmult_lt_0_compat; [exact HL|].
  rewrite <- ln_1. apply ln_increasing; [lra|]. apply (lt_INR 1). specialize (Hk eq_refl). lia.
Qed.
Lemma softmax_total_pos n d A1 A2 Q K j0 : (1 <= n)%nat -> alpha softmax n d A1 A2 Q K j0 <> 0.
Proof. intros Hn. apply Rgt_not_eq. exact (Definition_C_4_normaliser n d A1 A2 Q K j0 Hn). Qed.
Lemma total_of_two_pos (n : nat) x y : (1 <= n)%nat -> 0 < x -> 0 < y -> 0 < x + (n - 1) * y.
Proof. intros Hn Hx Hy. apply (le_INR 1) in Hn. simpl in Hn. nra. Qed.
Lemma self_ones_alpha_pos n d t j3 a b c A1 A2 A3 Q K k j0 : self_attention_data n d t j3 a b c A1 A2 A3 ->
  is_ones d (QK d Q K) -> (k = linear -> (2 <= n)%nat) -> 0 <= a -> 0 < b + c -> j0 ∈ [n] ->
  0 < alpha k n d A1 A2 Q K j0.
Proof.
  intros H HQK Hk Ha Hbc H0. rewrite (self_ones_alpha n d t j3 a b c A1 A2 A3) by auto. unfold self_ones_total.
  assert (0 < entries j3 a b c j0) by (unfold entries; destruct (Nat.eqb j0 j3); lra).
  apply total_of_two_pos; [destruct H0; lia| |]; (apply weight_pos; [exact Hk|nra]).
Qed.
Lemma cross_alpha_pos n d t j2 j3 a A1 A2 A3 Q K k j0 : cross_attention_data n d t j2 j3 a A1 A2 A3 ->
  is_identity d (QK d Q K) -> (k = linear -> (2 <= n)%nat) -> 0 <= a -> j0 ∈ [n] ->
  0 < alpha k n d A1 A2 Q K j0.
Proof.
  intros H HQK Hk Ha H0. rewrite (cross_alpha n d t j2 j3 a A1 A2 A3) by auto. unfold cross_total.
  apply total_of_two_pos; [destruct H0; lia| |]; (apply weight_pos; [exact Hk|]); [|lra].
  unfold marked. destruct (Nat.eqb j0 j2); lra.
Qed.

(* -- how many rows have a value: Lemma E.1 -------------------------------------------------------------------------------- *)
Definition equal_b (x y : R) : bool := if Req_EM_T x y then true else false.
Lemma equal_b_true x y : x = y -> equal_b x y = true.
Proof. intros E. unfold equal_b. destruct (Req_EM_T x y); [reflexivity|contradiction]. Qed.
Lemma equal_b_false x y : x <> y -> equal_b x y = false.
Proof. intros E. unfold equal_b. destruct (Req_EM_T x y); [contradiction|reflexivity]. Qed.
Section Counting.
Variables (n w t i : nat).
Hypotheses (Hn : n = (w * t)%nat) (Hw : (1 <= w)%nat) (Hi : i ∈ [n]).
Lemma count g x y z : g i = x ->
  (forall j, j ∈ [n] -> j <> i -> residue w j = residue w i -> g j = y) ->
  (forall j, j ∈ [n] -> residue w j <> residue w i -> g j = z) -> sum n g = x + (t - 1) * y + (n - t) * z.
Proof using Hn Hw Hi. exact (row_total n w t i g x y z Hw Hn Hi). Qed.
Theorem count_alike : sum n (fun j => when (Nat.eqb (block w j) (block w i)) 1) = t.
Proof using Hn Hw Hi.
  rewrite (count _ 1 1 0); [ring|..]; unfold when, block; simpl Nat.eqb; intros; rewrite ?Nat.eqb_refl; try reflexivity.
  - destruct (Nat.eqb_spec (residue w j) (residue w i)); [reflexivity|contradiction].
  - destruct (Nat.eqb_spec (residue w j) (residue w i)); [contradiction|reflexivity].
Qed.
Theorem count_apart : sum n (fun j => when (negb (Nat.eqb (block w j) (block w i))) 1) = n - t.
Proof using Hn Hw Hi.
  rewrite (count _ 0 0 1); [ring|..]; unfold when, block; simpl Nat.eqb; intros; rewrite ?Nat.eqb_refl; try reflexivity.
  - destruct (Nat.eqb_spec (residue w j) (residue w i)); [reflexivity|contradiction].
  - destruct (Nat.eqb_spec (residue w j) (residue w i)); [contradiction|reflexivity].
Qed.
(* g is x in the other rows of i's residue and z in the rows of other residues. *)
Variables (g : vector) (x z : R).
Hypotheses (Hx : forall j, j ∈ [n] -> j <> i -> residue w j = residue w i -> g j = x)
  (Hz : forall j, j ∈ [n] -> residue w j <> residue w i -> g j = z) (Differ : (2 <= n)%nat -> x <> z).
Let two j : j ∈ [n] -> j <> i -> (2 <= n)%nat.
Proof. unfold is_in in *. lia. Qed.
Let apart j : residue w j <> residue w i -> j <> i.
Proof. congruence. Qed.
Theorem count_others_alike : sum n (fun j => when (andb (negb (Nat.eqb j i)) (equal_b (g j) x)) 1) = t - 1.
Proof using Hn Hw Hi Hx Hz Differ.
  rewrite (count _ 0 1 0); [ring|..]; unfold when; intros; rewrite ?Nat.eqb_refl; try reflexivity.
  - destruct (Nat.eqb_spec j i); [contradiction|]. rewrite equal_b_true by auto. reflexivity.
  - destruct (Nat.eqb_spec j i); [reflexivity|]. rewrite equal_b_false; [reflexivity|].
    rewrite (Hz j) by auto. apply not_eq_sym, Differ, (two j); auto.
Qed.
Theorem count_others_apart : sum n (fun j => when (andb (negb (Nat.eqb j i)) (equal_b (g j) z)) 1) = n - t.
Proof using Hn Hw Hi Hx Hz Differ.
  rewrite (count _ 0 0 1); [ring|..]; unfold when; intros; rewrite ?Nat.eqb_refl; try reflexivity.
  - destruct (Nat.eqb_spec j i); [reflexivity|]. rewrite equal_b_false; [reflexivity|].
    rewrite (Hx j) by auto. apply Differ, (two j); auto.
  - destruct (Nat.eqb_spec j i); [subst; contradiction|]. rewrite equal_b_true by auto. reflexivity.
Qed.
Hypotheses (Own : g i = x) (Two : (2 <= n)%nat).
Theorem count_value_alike : sum n (fun j => when (equal_b (g j) x) 1) = t.
Proof using Hn Hw Hi Hx Hz Differ Own Two.
  rewrite (count _ 1 1 0); [ring|..]; unfold when; intros.
  - rewrite equal_b_true by auto. reflexivity.
  - rewrite equal_b_true by auto. reflexivity.
  - rewrite equal_b_false; [reflexivity|]. rewrite (Hz j) by auto. apply not_eq_sym, Differ, Two.
Qed.
Theorem count_value_apart : sum n (fun j => when (equal_b (g j) z) 1) = n - t.
Proof using Hn Hw Hi Hx Hz Differ Own Two.
  rewrite (count _ 0 0 1); [ring|..]; unfold when; intros.
  - rewrite equal_b_false; [reflexivity|]. rewrite Own. apply Differ, Two.
  - rewrite equal_b_false; [reflexivity|]. rewrite (Hx j) by auto. apply Differ, Two.
  - rewrite equal_b_true by auto. reflexivity.
Qed.
End Counting.
Lemma powers_differ (n : nat) p q : (2 <= n)%nat -> q < p -> Rpower n p <> Rpower n q.
Proof. intros Hn H. apply Rgt_not_eq, Rpower_lt; [apply (lt_INR 1); lia|exact H]. Qed.
Lemma two_of n i j : i ∈ [n] -> j ∈ [n] -> i <> j -> (2 <= n)%nat.
Proof. unfold is_in. lia. Qed.

(* -- a bound of one form is a bound of an equal one ------------------------------------------------------------------------ *)
Lemma eq_le (x x' y y' : R) : x' <= y' -> x = x' -> y = y' -> x <= y. Proof. intros; subst; assumption. Qed.
Lemma eq_ge (x x' y y' : R) : x' >= y' -> x = x' -> y = y' -> x >= y. Proof. intros; subst; assumption. Qed.
Lemma eq_lt (x x' y y' : R) : x' < y' -> x = x' -> y = y' -> x < y. Proof. intros; subst; assumption. Qed.
Lemma eq_gt (x x' y y' : R) : x' > y' -> x = x' -> y = y' -> x > y. Proof. intros; subst; assumption. Qed.
Lemma eq_eq (x x' y y' : R) : x' = y' -> x = x' -> y = y' -> x = y. Proof. intros; subst; reflexivity. Qed.

(* Equal powers of n, then equal denominators, get one name each; what is left is algebra. *)
Ltac name_powers := repeat
  match goal with |- context [Rpower ?N ?e] =>
    first [ match goal with X := Rpower N ?e0 |- _ => replace (Rpower N e) with X by (unfold X; f_equal; ring) end
          | let X := fresh "X" in set (X := Rpower N e) ] end.
Ltac name_denominators := repeat
  match goal with |- context [?p / ?q] =>
    lazymatch q with IZR _ => fail | _ => assert_fails (is_var q) end;
    first [ match goal with Z := ?q0 : R |- _ => replace q with Z by (unfold Z; ring) end
          | let Z := fresh "Z" in set (Z := q) ] end.
(* E : INR n = (INR d - ...) * INR t *)
Ltac same_form E :=
  first [ reflexivity
        | rewrite ?Rpower_1 by assumption; name_powers;
          repeat match goal with X := Rpower _ _ |- _ => clearbody X end;
          repeat match goal with |- context [ln ?N] => let l := fresh "l" in set (l := ln N); clearbody l end;
          rewrite ?E; name_denominators; repeat match goal with Z := _ : R |- _ => clearbody Z end;
          unfold Rdiv; ring ].
(* The closed form at these parameters: its hypotheses, then the same claim. *)
Ltac meet G := repeat
  match type of G with ?P -> _ => let h := fresh in assert (h : P) by first [assumption | repeat split; lra]; specialize (G h); clear h end.
Ltac by_case T :=
  let G := fresh "G" in pose proof T as G; meet G;
  repeat match type of G with _ /\ _ => destruct G as [_ G] end;
  first [ eapply eq_le; [exact G|..] | eapply eq_ge; [exact G|..] | eapply eq_lt; [exact G|..] | eapply eq_gt; [exact G|..]
        | eapply eq_eq; [exact G|..] ];
  match goal with E : INR _ = (_ - _) * _ |- _ => same_form E end.

(* -- the steps of a generated proof ------------------------------------------------------------------------------------------ *)
Ltac has_value := first [ lra | intro; lra | apply Rgt_not_eq, exp_pos | apply Rle_ge, ln_n_nonneg; assumption ].
(* alpha(j0) <> 0 *)
Ltac alpha_value :=
  lazymatch goal with
  | |- alpha_exp ?n ?d ?A1 ?A2 ?Q ?K ?j0 <> 0 => apply (softmax_total_pos n d A1 A2 Q K j0); assumption
  | Hdata : self_attention_data _ _ _ _ _ _ _ _ _ _ |- alpha_lin ?n ?d ?A1 ?A2 ?Q ?K ?j0 <> 0 =>
      apply Rgt_not_eq, (self_ones_alpha_pos _ _ _ _ _ _ _ _ _ _ Q K linear j0 Hdata); [assumption|two|lra|lra|assumption]
  | Hdata : cross_attention_data _ _ _ _ _ _ _ _ _ |- alpha_lin ?n ?d ?A1 ?A2 ?Q ?K ?j0 <> 0 =>
      apply Rgt_not_eq, (cross_alpha_pos _ _ _ _ _ _ _ _ _ Q K linear j0 Hdata); [assumption|two|lra|assumption]
  end
with two := intros _; apply INR_le; change (INR 2) with 2; lra.
Ltac unfold_closed_form :=
  unfold self_ones_total, self_identity_total, cross_total, weight, entries, product, corner, shared, cross_product, marked.
(* How the indices lie: each question that the closed form asks is answered by the hypotheses, or has two answers. *)
Ltac settle_indices := repeat
  match goal with |- context [Nat.eqb ?i ?j] => destruct (Nat.eqb_spec i j); try congruence; try (exfalso; tauto) end.
(* What the differences between indices say of the sizes. *)
Ltac room_for n w t Sn Sw :=
  repeat match goal with
  | H : residue w ?i <> residue w ?j |- _ => lazymatch goal with _ : (2 <= w)%nat |- _ => fail | _ =>
      pose proof (two_residues n w t Sn Sw i j H) end
  | H : ?i0 <> block w ?j |- _ => lazymatch goal with _ : (2 <= w)%nat |- _ => fail | _ =>
      pose proof (two_blocks n w t Sn Sw j i0 ltac:(lia) H) end
  | H : ?i <> ?j, E : residue w ?i = residue w ?j, Hi : ?i ∈ [n], Hj : ?j ∈ [n] |- _ =>
      lazymatch goal with _ : (2 <= t)%nat |- _ => fail | _ => pose proof (two_copies n w t Sn Sw i j Hi Hj H E) end
  | H : ?i <> ?j, E : residue w ?j = residue w ?i, Hi : ?i ∈ [n], Hj : ?j ∈ [n] |- _ =>
      lazymatch goal with _ : (2 <= t)%nat |- _ => fail | _ => pose proof (two_copies n w t Sn Sw i j Hi Hj H (eq_sym E)) end
  end;
  try match goal with H : ?i <> ?j, Hi : ?i ∈ [n], Hj : ?j ∈ [n] |- _ =>
    lazymatch goal with _ : (2 <= w)%nat |- _ => fail | _ : (2 <= t)%nat |- _ => fail | _ =>
      destruct (two_rows n w t Sn Sw i j Hi Hj H) end end;
  try match goal with H : (2 <= t)%nat |- _ => assert (t >= 2) by (apply at_least; lia) end;
  try match goal with H : (2 <= w)%nat |- _ =>
    lazymatch w with (?d - 2)%nat => assert (d >= 4) by (apply at_least; lia)
                   | (?d - 1)%nat => assert (d >= 3) by (apply at_least; lia) end end.
Lemma block_range w j : (1 <= w)%nat -> (2 <= block w j <= w + 1)%nat.
Proof. intros Hw. pose proof (residue_in w j Hw). unfold is_in, block in *. lia. Qed.
Ltac block_in_range := lazymatch goal with |- (_ <= block ?w ?j <= _)%nat => pose proof (block_range w j ltac:(lia)); lia end.
(* "in the same block" is "of the same residue" *)
Ltac residues_of H := unfold block in H; first [apply Nat.succ_inj in H | apply Nat.succ_inj_wd_neg in H].
(* U : the entries of the row that is counted *)
Ltac counted U :=
  intros; first [ rewrite U by assumption; unfold_closed_form; settle_indices; f_equal; ring
                | apply powers_differ; [assumption|nra]
                | match goal with H : ?i <> ?j |- (2 <= ?n)%nat => apply (two_of n i j); assumption end ].
Ltac room := match goal with Sn : ?n = (?w * ?t)%nat, Sw : (1 <= ?w)%nat |- _ => room_for n w t Sn Sw end.
