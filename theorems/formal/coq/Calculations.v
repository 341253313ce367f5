(* What generated calculations use: sums over finite sets of indices, which are lists of real numbers, indicators, and the
   textbook's elementary theorems, each in the words of theorems/textbook. *)
From Coq Require Import Reals Lra Lia List ZArith Psatz FinFun.
Import ListNotations.
Open Scope R_scope.

Fixpoint total (S : list R) (F : R -> R) : R := match S with nil => 0 | k :: r => F k + total r F end.
Definition without (S : list R) (x : R) : list R := filter (fun k => if Req_EM_T k x then false else true) S.
Definition integer (x : R) : Prop := exists z : Z, x = IZR z.
(* {a, ..., b} for b - a an integer *)
Definition range (a b : R) : list R := map (fun k => a + INR k) (seq 0 (Z.to_nat (up (b - a)))).
Definition ind_eq (a b : R) : R := if Req_EM_T a b then 1 else 0.
Definition ind_ne (a b : R) : R := if Req_EM_T a b then 0 else 1.
Definition ind_le (a b : R) : R := if Rle_dec a b then 1 else 0.
Definition ind_lt (a b : R) : R := if Rlt_dec a b then 1 else 0.
Definition ind_ge (a b : R) : R := ind_le b a.
Definition ind_gt (a b : R) : R := ind_lt b a.
Definition ind_in (x : R) (S : list R) : R := if in_dec Req_EM_T x S then 1 else 0.
Definition case_eq (a b x y : R) : R := if Req_EM_T a b then x else y.

Lemma sum_equal F G S : (forall k, In k S -> F k = G k) -> total S F = total S G.
Proof. induction S; simpl; intros H; [easy|]. rewrite IHS, H by auto. reflexivity. Qed.
Lemma sum_linear H F G a b S : (forall k, In k S -> H k = a * F k + b * G k) -> total S H = a * total S F + b * total S G.
Proof. induction S; simpl; intros E; [ring|]. rewrite IHS, E by auto. ring. Qed.
Lemma sum_factor a F S : total S (fun k => a * F k) = a * total S F.
Proof. induction S; simpl; [ring|]. rewrite IHS. ring. Qed.
Lemma sum_divisor a F S : a > 0 \/ a < 0 -> total S (fun k => F k / a) = total S F / a.
Proof. intros _. induction S; simpl; [unfold Rdiv; ring|]. rewrite IHS. unfold Rdiv. ring. Qed.
Lemma sum_of_differences F G S : total S (fun k => F k - G k) = total S F - total S G.
Proof. induction S; simpl; [ring|]. rewrite IHS. ring. Qed.
Lemma sum_order F G S : (forall k, In k S -> F k <= G k) -> total S F <= total S G.
Proof. induction S; simpl; intros H; [lra|]. pose proof (H a (or_introl eq_refl)). specialize (IHS (fun k i => H k (or_intror i))). lra. Qed.
Lemma sum_nonnegative F S : (forall k, In k S -> F k >= 0) -> total S F >= 0.
Proof. induction S; simpl; intros H; [lra|]. pose proof (H a (or_introl eq_refl)). specialize (IHS (fun k i => H k (or_intror i))). lra. Qed.
Lemma sum_positive F S x : (forall k, In k S -> F k >= 0) -> In x S -> F x > 0 -> total S F > 0.
Proof.
  induction S; simpl; intros H Hi Hx; [easy|]. destruct Hi as [->|Hi].
  - pose proof (sum_nonnegative F S (fun k i => H k (or_intror i))). lra.
  - pose proof (H a (or_introl eq_refl)). specialize (IHS (fun k i => H k (or_intror i)) Hi Hx). lra.
Qed.
Lemma sum_above_count F a S : (forall k, In k S -> a <= F k) -> a * total S (fun k => 1) <= total S F.
Proof. intros H. rewrite <- sum_factor. apply sum_order. intros. rewrite Rmult_1_r. auto. Qed.
Lemma sum_below_count F a S : (forall k, In k S -> F k <= a) -> total S F <= a * total S (fun k => 1).
Proof. intros H. rewrite <- sum_factor. apply sum_order. intros. rewrite Rmult_1_r. auto. Qed.
Lemma sum_plus F G S : total S (fun k => F k + G k) = total S F + total S G.
Proof. induction S; simpl; [ring|]. rewrite IHS. ring. Qed.
Lemma sum_swap F S T : total S (fun k => total T (fun l => F k l)) = total T (fun l => total S (fun k => F k l)).
Proof.
  induction S; simpl.
  - induction T; simpl; [ring|]. rewrite <- IHT. ring.
  - rewrite IHS, <- sum_plus. reflexivity.
Qed.
Lemma in_without k S x : In k (without S x) <-> In k S /\ k <> x.
Proof. unfold without. rewrite filter_In. destruct (Req_EM_T k x); intuition congruence. Qed.
Lemma in_the_whole x y S : In x (without S y) -> In x S. Proof. rewrite in_without. easy. Qed.
Lemma left_out x y S : In x (without S y) -> x <> y /\ y <> x. Proof. rewrite in_without. intuition congruence. Qed.
Lemma without_all S x : ~ In x S -> without S x = S.
Proof. induction S; simpl; intros H; [easy|]. destruct (Req_EM_T a x); [intuition congruence|]. f_equal. apply IHS. intuition. Qed.
Lemma sum_without F S x : NoDup S -> In x S -> total S F = total (without S x) F + F x.
Proof.
  induction 1 as [|a S Ha HS IH]; simpl; [easy|]. intros [->|Hi].
  - destruct (Req_EM_T x x); [|easy]. fold (without S x). rewrite without_all by assumption. ring.
  - destruct (Req_EM_T a x) as [->|]; [easy|]. simpl. fold (without S x). rewrite IH by assumption. ring.
Qed.
Lemma sum_picks F S x : NoDup S -> In x S -> total S (fun k => ind_eq k x * F k) = F x.
Proof.
  intros HS Hx. rewrite (sum_without _ S x HS Hx). rewrite (sum_equal _ (fun k => 0 * 1)).
  - rewrite (sum_factor 0). unfold ind_eq. destruct (Req_EM_T x x); [ring|easy].
  - intros k Hk. apply left_out in Hk. unfold ind_eq. destruct (Req_EM_T k x); [easy|ring].
Qed.
Lemma counting F a S : (forall k, In k S -> F k >= 0) -> a * total S (fun k => ind_gt (F k) a) <= total S F.
Proof.
  intros H. rewrite <- sum_factor. apply sum_order. intros k Hk. specialize (H k Hk). unfold ind_gt, ind_lt.
  destruct (Rlt_dec a (F k)); lra.
Qed.
Lemma sum_squared F S : total S F ^ 2 <= total S (fun k => 1) * total S (fun k => F k ^ 2).
Proof.
  assert (N : total S (fun k => 1) >= 0) by (apply (sum_nonnegative (fun _ => 1)); intros; cbv beta; lra).
  assert (H : forall c, 0 <= total S (fun k => F k ^ 2) - 2 * c * total S F + c * c * total S (fun k => 1)).
  { intros c. apply Rle_trans with (total S (fun k => (F k - c) ^ 2)).
    - apply Rge_le, (sum_nonnegative (fun k => (F k - c) ^ 2)). intros. apply Rle_ge, pow2_ge_0.
    - right. clear N. induction S; cbn [total]; [ring|]. rewrite IHS. ring. }
  destruct N as [N|N].
  - specialize (H (total S F / total S (fun k => 1))).
    apply Rmult_le_reg_l with (/ total S (fun k => 1)); [apply Rinv_0_lt_compat; lra|].
    replace (/ _ * (_ * _)) with (total S (fun k => F k ^ 2)) by (field; lra).
    replace (/ _ * _) with (total S F * total S F / total S (fun k => 1)) by (field; lra).
    assert (E : total S F / total S (fun k : R => 1) * (total S F / total S (fun k : R => 1)) * total S (fun k : R => 1)
      = total S F * total S F / total S (fun k : R => 1)) by (field; lra).
    assert (E' : 2 * (total S F / total S (fun k : R => 1)) * total S F = 2 * (total S F * total S F / total S (fun k : R => 1))) by (field; lra).
    lra.
  - destruct S as [|a S]; [simpl; nra|]. exfalso. simpl in N.
    pose proof (sum_nonnegative (fun _ => 1) S ltac:(intros; cbv beta; lra)). lra.
Qed.
Lemma squares_between F S a b : (forall k, In k S -> a <= F k /\ F k <= b) ->
  total S (fun k => F k ^ 2) <= (a + b) * total S F - a * b * total S (fun k => 1).
Proof.
  intros H. apply Rle_trans with (total S (fun k => (a + b) * F k - a * b * 1)).
  - apply sum_order. intros k Hk. destruct (H k Hk). nra.
  - right. rewrite (sum_of_differences (fun k => (a + b) * F k) (fun k => a * b * 1)), !sum_factor. reflexivity.
Qed.
Lemma sum_triangle F S : Rabs (total S F) <= total S (fun k => Rabs (F k)).
Proof. induction S; simpl; [rewrite Rabs_R0; lra|]. eapply Rle_trans; [apply Rabs_triang|]. lra. Qed.

Lemma exp_grows x y : x <= y -> exp x <= exp y.
Proof. intros [H| ->]; [left; apply exp_increasing, H|lra]. Qed.
Lemma exp_above_tangent x : 1 + x <= exp x.
Proof. destruct (Req_dec x 0) as [->|H]; [rewrite exp_0; lra|left; apply exp_ineq1, H]. Qed.
Lemma log_grows x y : x > 0 -> x <= y -> ln x <= ln y.
Proof. intros Hx [H| ->]; [left; apply ln_increasing; lra|lra]. Qed.
Lemma log_below_tangent x : x > 0 -> ln x <= x - 1.
Proof. intros H. pose proof (exp_above_tangent (ln x)). rewrite exp_ln in H0 by lra. lra. Qed.
Lemma log_above x : x > 0 -> 1 - 1 / x <= ln x.
Proof.
  intros H. assert (P : 0 < / x) by (apply Rinv_0_lt_compat; lra). pose proof (log_below_tangent (/ x) P).
  rewrite ln_Rinv in H0 by lra. unfold Rdiv. lra.
Qed.
Lemma log_of_product x y : x > 0 -> y > 0 -> ln (x * y) = ln x + ln y. Proof. intros. apply ln_mult; lra. Qed.
Lemma log_of_quotient x y : x > 0 -> y > 0 -> ln (x / y) = ln x - ln y.
Proof. intros. unfold Rdiv. rewrite ln_mult, ln_Rinv; try lra. apply Rinv_0_lt_compat; lra. Qed.
Lemma abs_above x : x <= Rabs x /\ - x <= Rabs x.
Proof. unfold Rabs. destruct (Rcase_abs x); lra. Qed.
Lemma abs_nonnegative x : Rabs x >= 0. Proof. apply Rle_ge, Rabs_pos. Qed.
Lemma abs_below x a : - a <= x -> x <= a -> Rabs x <= a. Proof. intros. apply Rabs_le. lra. Qed.
Lemma abs_of_difference x y a : x >= 0 -> x <= a -> y >= 0 -> y <= a -> Rabs (x - y) <= a.
Proof. intros. apply Rabs_le. lra. Qed.
Lemma abs_of_nonnegative x : x >= 0 -> Rabs x = x. Proof. intros. apply Rabs_pos_eq. lra. Qed.
Lemma abs_of_nonpositive x : x <= 0 -> Rabs x = - x. Proof. apply Rabs_left1. Qed.
Lemma abs_of_product x y : Rabs (x * y) = Rabs x * Rabs y. Proof. apply Rabs_mult. Qed.
Lemma abs_squared x : Rabs x ^ 2 = x ^ 2. Proof. rewrite RPow_abs. apply Rabs_pos_eq, pow2_ge_0. Qed.
Lemma factor_keeps_order x y a : a >= 0 -> x <= y -> a * x <= a * y. Proof. intros. apply Rmult_le_compat_l; lra. Qed.
Lemma factor_cancels x y a : a > 0 -> a * x <= a * y -> x <= y. Proof. intros Ha H. apply Rmult_le_reg_l with a; lra. Qed.
Lemma square_nonnegative x : x ^ 2 >= 0. Proof. apply Rle_ge, pow2_ge_0. Qed.
Lemma square_grows x y : - y <= x -> x <= y -> x ^ 2 <= y ^ 2. Proof. intros. nra. Qed.
Lemma root_below x y : x >= 0 -> y >= 0 -> x <= y ^ 2 -> sqrt x <= y.
Proof. intros. apply Rsqr_incr_0_var; [|lra]. rewrite Rsqr_sqrt by lra. unfold Rsqr. nra. Qed.
Lemma min_below x y : Rmin x y <= x /\ Rmin x y <= y. Proof. split; [apply Rmin_l|apply Rmin_r]. Qed.
Lemma min_above x y a : a <= x -> a <= y -> a <= Rmin x y. Proof. intros. apply Rmin_glb; assumption. Qed.
Lemma equals (F : R -> R) x y : x = y -> F x = F y. Proof. intros ->. reflexivity. Qed.
Lemma integers_apart x y : integer x -> integer y -> x < y -> x + 1 <= y.
Proof. intros [a ->] [b ->] H. apply lt_IZR in H. rewrite <- plus_IZR. apply IZR_le. lia. Qed.
Lemma count a b : integer a -> integer b -> a <= b + 1 -> total (range a b) (fun k => 1) = b - a + 1.
Proof.
  intros [x ->] [y ->] H. unfold range. replace (IZR y - IZR x) with (IZR (y - x)) by apply minus_IZR.
  rewrite <- (tech_up (IZR (y - x)) (y - x + 1)%Z) by (rewrite plus_IZR; simpl; lra).
  rewrite <- plus_IZR in H. apply le_IZR in H.
  assert (E : forall n l, length l = n -> total (map (fun k => IZR x + INR k) l) (fun k => 1) = INR n).
  { induction n; intros [|e l] Hl; simpl in Hl; try discriminate; [reflexivity|]. rewrite S_INR. simpl. rewrite (IHn l) by lia. ring. }
  rewrite (E (Z.to_nat (y - x + 1))) by (rewrite seq_length; reflexivity). rewrite INR_IZR_INZ, Z2Nat.id by lia.
  rewrite plus_IZR, minus_IZR. simpl. ring.
Qed.
Lemma indicator_eq x y : ind_eq x y >= 0 /\ ind_eq x y <= 1. Proof. unfold ind_eq. destruct (Req_EM_T x y); lra. Qed.
Lemma indicator_of_contrary x y : ind_le x y + ind_gt x y = 1.
Proof. unfold ind_le, ind_gt, ind_lt. destruct (Rle_dec x y), (Rlt_dec y x); lra. Qed.
Lemma indicator_of_equality x y : ind_eq x y = ind_eq y x.
Proof. unfold ind_eq. destruct (Req_EM_T x y), (Req_EM_T y x); congruence. Qed.
Lemma indicator_fails x y : x <> y -> ind_eq x y = 0. Proof. unfold ind_eq. destruct (Req_EM_T x y); easy. Qed.
Lemma case_fails x y a b : a <> b -> case_eq a b x y = y. Proof. unfold case_eq. destruct (Req_EM_T a b); easy. Qed.

Lemma in_range a b x : In x (range a b) -> a <= x /\ (integer (b - a) -> x <= b).
Proof.
  unfold range. rewrite in_map_iff. intros (k & <- & Hk). apply in_seq in Hk. pose proof (pos_INR k). split; [lra|].
  intros [z Hz]. rewrite Hz in Hk. rewrite <- (tech_up (IZR z) (z + 1)%Z) in Hk by (rewrite plus_IZR; simpl; lra).
  assert (INR k <= IZR z); [|lra]. rewrite INR_IZR_INZ. apply IZR_le. lia.
Qed.
Lemma range_first a b : a <= b -> In a (range a b).
Proof.
  intros H. unfold range. apply in_map_iff. exists 0%nat. split; [simpl; ring|]. apply in_seq. split; [lia|].
  destruct (archimed (b - a)) as [U _]. assert (0 < up (b - a))%Z; [|lia]. apply lt_IZR. lra.
Qed.
Lemma integer_number z : integer (IZR z). Proof. exists z. reflexivity. Qed.
Lemma integer_plus x y : integer x -> integer y -> integer (x + y). Proof. intros [a ->] [b ->]. exists (a + b)%Z. symmetry. apply plus_IZR. Qed.
Lemma integer_minus x y : integer x -> integer y -> integer (x - y). Proof. intros [a ->] [b ->]. exists (a - b)%Z. symmetry. apply minus_IZR. Qed.
Lemma integer_times x y : integer x -> integer y -> integer (x * y). Proof. intros [a ->] [b ->]. exists (a * b)%Z. symmetry. apply mult_IZR. Qed.
Definition floor (x : R) : R := IZR (Int_part x).
Definition ceiling (x : R) : R := - floor (- x).
Lemma integer_opp x : integer x -> integer (- x). Proof. intros [a ->]. exists (- a)%Z. symmetry. apply opp_IZR. Qed.
Lemma integer_floor x : integer (floor x). Proof. apply integer_number. Qed.
Lemma integer_ceiling x : integer (ceiling x). Proof. apply integer_opp, integer_floor. Qed.
Ltac whole := solve [assumption | repeat first [assumption | apply integer_number | apply integer_floor | apply integer_ceiling |
  apply integer_plus | apply integer_minus | apply integer_times | apply integer_opp]].

Lemma sum_multiple H a F S : (forall k, In k S -> H k = a * F k) -> total S H = a * total S F.
Proof. intros E. rewrite <- sum_factor. apply sum_equal, E. Qed.
Lemma sum_exchange F G H S T :
  total S (fun k => F k * total T (fun l => G l * H k l)) = total T (fun l => G l * total S (fun k => F k * H k l)).
Proof.
  rewrite (sum_equal _ (fun k => total T (fun l => F k * (G l * H k l)))) by (intros; symmetry; apply sum_factor).
  rewrite sum_swap. apply sum_equal. intros l _. rewrite <- sum_factor. apply sum_equal. intros; ring.
Qed.
Lemma sum_order_strictly F G S x : (forall k, In k S -> F k <= G k) -> In x S -> F x < G x -> total S F < total S G.
Proof.
  induction S; simpl; intros H Hi Hx; [easy|]. destruct Hi as [->|Hi].
  - pose proof (sum_order F G S (fun k i => H k (or_intror i))). lra.
  - pose proof (H a (or_introl eq_refl)). specialize (IHS (fun k i => H k (or_intror i)) Hi Hx). lra.
Qed.
Lemma counting_strictly F a S : (forall k, In k S -> F k >= 0) -> total S F > 0 -> a * total S (fun k => ind_gt (F k) a) < total S F.
Proof.
  induction S as [|e S IH]; simpl; intros H Hp; [lra|].
  pose proof (H e (or_introl eq_refl)) as He. pose proof (fun k i => H k (or_intror i)) as HS.
  pose proof (counting F a S HS) as Hc. pose proof (sum_nonnegative F S HS) as Hn.
  assert (E : a * ind_gt (F e) a <= F e) by (unfold ind_gt, ind_lt; destruct (Rlt_dec a (F e)); lra).
  destruct (Rlt_or_le 0 (total S F)) as [P|P]; [specialize (IH HS P); lra|].
  assert (E' : a * ind_gt (F e) a < F e) by (unfold ind_gt, ind_lt; destruct (Rlt_dec a (F e)); lra). lra.
Qed.
Lemma exp_grows_strictly x y : x < y -> exp x < exp y. Proof. apply exp_increasing. Qed.
Lemma log_grows_strictly x y : x > 0 -> x < y -> ln x < ln y. Proof. intros. apply ln_increasing; lra. Qed.
Lemma max_first x y : x >= y -> Rmax x y = x. Proof. intros. apply Rmax_left. lra. Qed.
Lemma max_second x y : x <= y -> Rmax x y = y. Proof. apply Rmax_right. Qed.
Lemma max_below x y a : x <= a -> y <= a -> Rmax x y <= a. Proof. apply Rmax_lub. Qed.
Ltac indicators := unfold ind_ge, ind_gt, ind_eq, ind_ne, ind_le, ind_lt, ind_in, case_eq in *;
  repeat match goal with |- context [if ?d then _ else _] => destruct d end;
  repeat split; solve [lra | contradiction | congruence | exfalso; lra | tauto | exfalso; tauto].

(* -- arithmetic ------------------------------------------------------------------------------------------------------------ *)
Lemma inverse x : x <> 0 -> exists i, / x = i /\ x * i = 1. Proof. intros H. exists (/ x). split; [reflexivity|field; exact H]. Qed.
Lemma inverse_pos x : 0 < x -> exists i, / x = i /\ x * i = 1 /\ 0 < i.
Proof. intros H. exists (/ x). split; [reflexivity|split; [field; lra|apply Rinv_0_lt_compat, H]]. Qed.
Ltac apart := repeat match goal with H : _ /\ _ |- _ => destruct H end.
Ltac doubled := repeat match goal with
  | |- context [exp (2 * ?x)] => replace (exp (2 * x)) with (exp x * exp x) by (rewrite <- exp_plus; f_equal; ring)
  | |- context [exp (?x + ?y)] => rewrite (exp_plus x y)
  | |- context [exp (- ?x)] => rewrite (exp_Ropp x)
  | H : context [exp (2 * ?x)] |- _ => replace (exp (2 * x)) with (exp x * exp x) in H by (rewrite <- exp_plus; f_equal; ring)
  | H : context [exp (?x + ?y)] |- _ => rewrite (exp_plus x y) in H
  | H : context [exp (- ?x)] |- _ => rewrite (exp_Ropp x) in H
  end.
Ltac exps := repeat match goal with
  | |- context [exp ?x] => lazymatch goal with _ : 0 < exp x |- _ => fail | _ => pose proof (exp_pos x) end
  | H : context [exp ?x] |- _ => lazymatch goal with _ : 0 < exp x |- _ => fail | _ => pose proof (exp_pos x) end
  end.
Ltac inverses := unfold Rdiv in *; repeat match goal with
  | |- context [/ ?x] => lazymatch x with context [/ _] => fail | _ => idtac end;
    let i := fresh "i" in let E := fresh "E" in
    first [ destruct (inverse_pos x ltac:(first [lra | nra])) as (i & E & ? & ?) | destruct (inverse x ltac:(first [lra | nra])) as (i & E & ?) ];
    rewrite ?E in *; clear E
  | H : context [/ ?x] |- _ => lazymatch x with context [/ _] => fail | _ => idtac end;
    let i := fresh "i" in let E := fresh "E" in
    first [ destruct (inverse_pos x ltac:(first [lra | nra])) as (i & E & ? & ?) | destruct (inverse x ltac:(first [lra | nra])) as (i & E & ?) ];
    rewrite ?E in *; clear E
  end.
(* the sign of a product, a quotient, a power, a root from those of its pieces *)
Ltac above := lazymatch goal with
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; above
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat; above
  | |- 0 < / _ => apply Rinv_0_lt_compat; above
  | |- 0 < _ ^ _ => apply pow_lt; above
  | |- 0 < exp _ => apply exp_pos
  | |- 0 < sqrt _ => apply sqrt_lt_R0; above
  | |- _ => solve [lra | timeout 5 nra]
  end.
Ltac notbelow := lazymatch goal with
  | |- 0 <= _ * _ => apply Rmult_le_pos; notbelow
  | |- 0 <= _ / _ => apply Rmult_le_pos; [notbelow | left; apply Rinv_0_lt_compat; above]
  | |- 0 <= / _ => left; apply Rinv_0_lt_compat; above
  | |- 0 <= _ ^ _ => first [apply pow_le; notbelow | apply pow2_ge_0]
  | |- 0 <= exp _ => left; apply exp_pos
  | |- 0 <= sqrt _ => apply sqrt_pos
  | |- 0 <= total _ _ => apply Rge_le, sum_nonnegative; intros; cbv beta; apply Rle_ge; notbelow
  | |- _ => solve [lra | timeout 5 nra]
  end.
Ltac signs := lazymatch goal with
  | |- _ > 0 => apply Rlt_gt; above
  | |- _ >= 0 => apply Rle_ge; notbelow
  | |- 0 < _ => above
  | |- 0 <= _ => notbelow
  | |- _ <> 0 => apply Rgt_not_eq; apply Rlt_gt; above
  end.
Ltac known := rewrite ?ln_1, ?exp_0, ?sqrt_0, ?sqrt_1, ?pow_1 in *.
Ltac equations := repeat match goal with H : ?a = ?b |- context [?a] => lazymatch b with context [a] => fail | _ => rewrite H; clear H end end.
Ltac zeros := repeat match goal with
  | H : ?a = 0, K : context [?a] |- _ => lazymatch a with 0 => fail | _ => rewrite H in K end
  | H : ?a = 0 |- context [?a] => lazymatch a with 0 => fail | _ => rewrite H end
  end;
  rewrite ?Rmult_0_l, ?Rmult_0_r in *; known.
Ltac arith := solve
  [ assumption
  | lra
  | reflexivity
  | whole
  | apart; first [ lra | left; lra | right; lra | timeout 10 nra ]
  | apart; equations; first [ lra | ring | exps; field; repeat split; first [lra | nra] ]
  | apart; exps; doubled; first [ lra | timeout 10 nra | inverses; first [lra | timeout 20 nra] ]
  | apart; signs
  | apart; known; first [lra | timeout 5 nra]
  | apart; field_simplify; first [lra | timeout 5 nra | signs]
  | apply range_first; lra
  | apart; zeros; unfold Rdiv in *; first [lra | timeout 5 nra] ].
Lemma distinct_range a b : NoDup (range a b).
Proof.
  unfold range. apply FinFun.Injective_map_NoDup; [|apply seq_NoDup].
  intros x y H. apply INR_eq. lra.
Qed.
Lemma distinct_without S x : NoDup S -> NoDup (without S x). Proof. apply NoDup_filter. Qed.
Ltac distinct := repeat first [assumption | apply distinct_range | apply distinct_without].
