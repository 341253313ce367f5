(* Random signs: sigma uniform on {-1, 1}^m, by counting. Markov's inequality, and Hoeffding's for <a, sigma>. *)
From Coq Require Import Reals Lra Lia Arith.
Require Import Sums Attention.
Open Scope R_scope.

(* sigma with the sign s in coordinate k *)
Definition with_sign (k : nat) (s : R) (sigma : vector) : vector := fun i => if Nat.eqb i k then s else sigma i.
(* The sum of F over all sign vectors in {-1, 1}^m; what lies beyond coordinate m is 0. *)
Fixpoint over_signs (m : nat) (F : vector -> R) : R :=
  match m with
  | O => F (fun _ => 0)
  | S k => over_signs k (fun sigma => F (with_sign m 1 sigma)) + over_signs k (fun sigma => F (with_sign m (-1) sigma))
  end.
Definition E (m : nat) (X : vector -> R) : R := over_signs m X / 2 ^ m.
Definition Pr (m : nat) (event : vector -> bool) : R := E m (fun sigma => if event sigma then 1 else 0).
Definition le_b (x y : R) : bool := if Rle_dec x y then true else false.
Definition lt_b (x y : R) : bool := if Rlt_dec x y then true else false.

Lemma over_signs_le m : forall F G, (forall sigma, F sigma <= G sigma) -> over_signs m F <= over_signs m G.
Proof.
  induction m; simpl; intros F G H; [apply H|].
  apply Rplus_le_compat; apply IHm; intros; apply H.
Qed.
Lemma over_signs_ext m : forall F G, (forall sigma, F sigma = G sigma) -> over_signs m F = over_signs m G.
Proof.
  intros F G H. apply Rle_antisym; apply over_signs_le; intros; rewrite H; lra.
Qed.
Lemma over_signs_scal m : forall F x, over_signs m (fun sigma => x * F sigma) = x * over_signs m F.
Proof. induction m; simpl; intros; [reflexivity|]. rewrite !IHm. ring. Qed.
Lemma over_signs_plus m : forall F G, over_signs m (fun sigma => F sigma + G sigma) = over_signs m F + over_signs m G.
Proof. induction m; simpl; intros; [reflexivity|]. rewrite !IHm. ring. Qed.
Lemma over_signs_step m F :
  over_signs (S m) F = over_signs m (fun sigma => F (with_sign (S m) 1 sigma) + F (with_sign (S m) (-1) sigma)).
Proof. rewrite over_signs_plus. reflexivity. Qed.
Lemma over_signs_const m : forall x, over_signs m (fun _ => x) = 2 ^ m * x.
Proof. induction m; simpl; intros; [ring|]. rewrite !IHm. ring. Qed.
Lemma two_pow_pos m : 0 < 2 ^ m.
Proof. apply pow_lt. lra. Qed.

(* Only sign vectors count. *)
Definition signs (m : nat) (sigma : vector) : Prop := forall i, i ∈ [m] -> sigma i = 1 \/ sigma i = -1.
Lemma signs_with m s sigma : s = 1 \/ s = -1 -> signs m sigma -> signs (S m) (with_sign (S m) s sigma).
Proof.
  intros Hs H i Hi. unfold with_sign. destruct (Nat.eqb_spec i (S m)); [exact Hs|]. apply H. unfold is_in in *. lia.
Qed.
Lemma over_signs_same m : forall F G, (forall sigma, signs m sigma -> F sigma = G sigma) -> over_signs m F = over_signs m G.
Proof.
  induction m; intros F G H; [apply H; intros i Hi; unfold is_in in *; lia|]. simpl.
  f_equal; apply IHm; intros; apply H, signs_with; auto.
Qed.
Lemma E_le m X Y : (forall sigma, X sigma <= Y sigma) -> E m X <= E m Y.
Proof.
  intros H. pose proof (two_pow_pos m). unfold E, Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
  apply over_signs_le, H.
Qed.
Lemma E_ext m X Y : (forall sigma, X sigma = Y sigma) -> E m X = E m Y.
Proof. intros H. unfold E. rewrite (over_signs_ext m X Y H). reflexivity. Qed.
Lemma E_scal m X x : E m (fun sigma => x * X sigma) = x * E m X.
Proof. unfold E. rewrite over_signs_scal. unfold Rdiv. ring. Qed.
Lemma E_plus m X Y : E m (fun sigma => X sigma + Y sigma) = E m X + E m Y.
Proof. unfold E. rewrite over_signs_plus. unfold Rdiv. ring. Qed.
Lemma E_const m x : E m (fun _ => x) = x.
Proof. pose proof (two_pow_pos m). unfold E. rewrite over_signs_const. field. lra. Qed.
Lemma Pr_range m event : 0 <= Pr m event <= 1.
Proof.
  split; [apply Rle_trans with (E m (fun _ => 0))|apply Rle_trans with (E m (fun _ => 1))];
    try (rewrite E_const; lra); apply E_le; intros; destruct (event sigma); lra.
Qed.
Lemma Pr_not m event : Pr m (fun sigma => negb (event sigma)) = 1 - Pr m event.
Proof.
  assert (H : Pr m (fun sigma => negb (event sigma)) + Pr m event = 1); [|lra].
  unfold Pr. rewrite <- E_plus. transitivity (E m (fun _ => 1)); [|apply E_const]. apply E_ext. intros. destruct (event sigma); simpl; lra.
Qed.
Lemma Pr_or m A B : Pr m (fun sigma => orb (A sigma) (B sigma)) <= Pr m A + Pr m B.
Proof. unfold Pr. rewrite <- E_plus. apply E_le. intros. destruct (A sigma), (B sigma); simpl; lra. Qed.
Lemma Pr_le m A B : (forall sigma, A sigma = true -> B sigma = true) -> Pr m A <= Pr m B.
Proof. intros H. apply E_le. intros s. specialize (H s). destruct (A s), (B s); try lra; discriminate (H eq_refl). Qed.

Lemma Pr_sure m A : (forall sigma, signs m sigma -> A sigma = true) -> Pr m A = 1.
Proof.
  intros H. transitivity (E m (fun _ => 1)); [|apply E_const]. unfold Pr, E. f_equal. apply over_signs_same. intros s Hs. rewrite H by exact Hs. reflexivity.
Qed.
(* sigma and -sigma are equally likely. *)
Lemma over_signs_opp m : forall F, (forall s s', (forall i, s i = s' i) -> F s = F s') ->
  over_signs m (fun sigma => F (fun i => - sigma i)) = over_signs m F.
Proof.
  induction m; intros F HF; [apply HF; intros; apply Ropp_0|].
  assert (Turned : forall x, over_signs m (fun sigma => F (fun i => - with_sign (S m) x sigma i))
    = over_signs m (fun sigma => F (with_sign (S m) (- x) sigma))).
  { intros x. transitivity (over_signs m (fun sigma => F (with_sign (S m) (- x) (fun i => - sigma i)))).
    - apply over_signs_ext. intros. apply HF. intros. unfold with_sign. destruct (Nat.eqb _ _); ring.
    - apply (IHm (fun sigma => F (with_sign (S m) (- x) sigma))). intros. apply HF. intros. unfold with_sign.
      destruct (Nat.eqb _ _); auto. }
  simpl. rewrite !Turned. replace (Ropp (IZR 1)) with (-1) by ring. replace (- -1) with 1 by ring. apply Rplus_comm.
Qed.

(* Markov's inequality. *)
Theorem Markov m X t : 0 < t -> (forall sigma, 0 <= X sigma) -> Pr m (fun sigma => le_b t (X sigma)) <= E m X / t.
Proof.
  intros Ht HX. unfold Rdiv. rewrite Rmult_comm, <- E_scal. apply E_le. intros sigma. unfold le_b.
  specialize (HX sigma). destruct (Rle_dec t (X sigma)) as [H|H].
  - apply Rmult_le_reg_l with t; [exact Ht|]. rewrite <- Rmult_assoc, Rinv_r by lra. lra.
  - apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, Ht|exact HX].
Qed.

(* -- <a, sigma> ------------------------------------------------------------------------------------------------------- *)
Lemma inner_with_sign k a s sigma : inner (S k) a (with_sign (S k) s sigma) = inner k a sigma + a (S k) * s.
Proof.
  unfold inner. simpl. unfold with_sign at 2. rewrite Nat.eqb_refl. f_equal. apply sum_ext. intros i [_ Hi].
  unfold with_sign. destruct (Nat.eqb_spec i (S k)); [lia|reflexivity].
Qed.
(* The even moments that Chebyshev and Hoeffding need: E <a, sigma> = 0 and E <a, sigma>^2 = |a|^2. *)
Theorem mean_of_signs m a : E m (inner m a) = 0.
Proof.
  unfold E. assert (H : over_signs m (inner m a) = 0); [|rewrite H; unfold Rdiv; ring].
  induction m; [reflexivity|]. rewrite over_signs_step, (over_signs_ext m _ (fun sigma => 2 * inner m a sigma))
    by (intros; rewrite !inner_with_sign; ring).
  rewrite over_signs_scal, IHm. ring.
Qed.
Theorem variance_of_signs m a : E m (fun sigma => inner m a sigma ^ 2) = inner m a a.
Proof.
  pose proof (two_pow_pos m) as P. unfold E.
  assert (H : over_signs m (fun sigma => inner m a sigma ^ 2) = 2 ^ m * inner m a a); [|rewrite H; field; lra].
  clear P. induction m; [unfold inner; simpl; ring|].
  rewrite over_signs_step, (over_signs_ext m _ (fun sigma => 2 * inner m a sigma ^ 2 + 2 * a (S m) ^ 2))
    by (intros; rewrite !inner_with_sign; ring).
  rewrite over_signs_plus, over_signs_scal, over_signs_const, IHm. unfold inner. simpl. ring.
Qed.

(* -- cosh x <= exp(x^2 / 2) -------------------------------------------------------------------------------------------- *)
Lemma sinh_nonneg x : 0 <= x -> 0 <= sinh x.
Proof.
  intros H. unfold sinh. assert (exp (- x) <= exp x); [|lra].
  destruct (Rle_lt_or_eq_dec 0 x H) as [h|<-]; [left; apply exp_increasing; lra|rewrite Ropp_0; apply Rle_refl].
Qed.
Lemma sinh_below x : 0 <= x -> sinh x <= x * cosh x.
Proof.
  intros H. destruct (Rle_lt_or_eq_dec 0 x H) as [h|<-]; [|rewrite sinh_0; lra].
  destruct (MVT_cor2 (fun y => y * cosh y - sinh y) (fun y => y * sinh y) 0 x h) as (z & Ez & Hz).
  - intros y _. replace (y * sinh y) with ((1 * cosh y + y * sinh y) - cosh y) by ring.
    apply derivable_pt_lim_minus; [|apply derivable_pt_lim_sinh].
    apply (derivable_pt_lim_mult id cosh y 1 (sinh y)); [apply derivable_pt_lim_id|apply derivable_pt_lim_cosh].
  - cbv beta in Ez. rewrite sinh_0, Rmult_0_l in Ez.
    assert (0 <= z * sinh z * (x - 0))
      by (apply Rmult_le_pos; [apply Rmult_le_pos; [lra|apply sinh_nonneg; lra]|lra]). lra.
Qed.
Lemma cosh_opp x : cosh (- x) = cosh x.
Proof. unfold cosh. rewrite Ropp_involutive. lra. Qed.
Lemma cosh_pos x : 0 < cosh x.
Proof. unfold cosh. pose proof (exp_pos x). pose proof (exp_pos (- x)). lra. Qed.
Lemma cosh_below_for_nonneg x : 0 <= x -> cosh x <= exp (x ^ 2 / 2).
Proof.
  intros H. destruct (Rle_lt_or_eq_dec 0 x H) as [h|<-].
  2:{ rewrite cosh_0. replace (0 ^ 2 / 2) with 0 by field. rewrite exp_0. lra. }
  destruct (MVT_cor2 (fun y => cosh y * exp (- (y ^ 2 / 2))) (fun y => (sinh y - y * cosh y) * exp (- (y ^ 2 / 2))) 0 x h)
    as (z & Ez & Hz).
  - intros y _.
    replace ((sinh y - y * cosh y) * exp (- (y ^ 2 / 2)))
      with (sinh y * exp (- (y ^ 2 / 2)) + cosh y * (exp (- (y ^ 2 / 2)) * - y)) by ring.
    apply (derivable_pt_lim_mult cosh (fun y => exp (- (y ^ 2 / 2)))); [apply derivable_pt_lim_cosh|].
    apply (derivable_pt_lim_comp (fun y => - (y ^ 2 / 2)) exp); [|apply derivable_pt_lim_exp].
    apply derivable_pt_lim_opp.
    pose proof (derivable_pt_lim_mult (fun y => y ^ 2) (fun _ => / 2) y _ 0 (derivable_pt_lim_pow y 2)
      (derivable_pt_lim_const (/ 2) y)) as D.
    cbv beta in D. replace (INR 2 * y ^ pred 2 * / 2 + y ^ 2 * 0) with y in D by (simpl; field). exact D.
  - cbv beta in Ez. rewrite cosh_0 in Ez. replace (- (0 ^ 2 / 2)) with 0 in Ez by field. rewrite exp_0 in Ez.
    pose proof (sinh_below z ltac:(lra)). pose proof (exp_pos (- (z ^ 2 / 2))).
    assert (B : cosh x * exp (- (x ^ 2 / 2)) <= 1).
    { assert (0 <= (z * cosh z - sinh z) * exp (- (z ^ 2 / 2)) * (x - 0))
        by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]). lra. }
    rewrite exp_Ropp in B. pose proof (exp_pos (x ^ 2 / 2)).
    apply Rmult_le_reg_r with (/ exp (x ^ 2 / 2)); [apply Rinv_0_lt_compat; lra|]. rewrite Rinv_r by lra. exact B.
Qed.
Theorem cosh_below x : cosh x <= exp (x ^ 2 / 2).
Proof.
  destruct (Rle_dec 0 x); [apply cosh_below_for_nonneg; lra|].
  rewrite <- cosh_opp. replace (x ^ 2) with ((- x) ^ 2) by ring. apply cosh_below_for_nonneg. lra.
Qed.

(* -- Hoeffding's inequality for signs ------------------------------------------------------------------------------------ *)
Lemma moments_of_signs m a l : E m (fun sigma => exp (l * inner m a sigma)) <= exp (l ^ 2 * inner m a a / 2).
Proof.
  pose proof (two_pow_pos m) as P. unfold E.
  assert (H : over_signs m (fun sigma => exp (l * inner m a sigma)) <= 2 ^ m * exp (l ^ 2 * inner m a a / 2)).
  2:{ apply Rmult_le_reg_l with (2 ^ m); [exact P|].
      replace (2 ^ m * (over_signs m (fun sigma => exp (l * inner m a sigma)) / 2 ^ m))
        with (over_signs m (fun sigma => exp (l * inner m a sigma))) by (field; lra). exact H. }
  clear P. induction m.
  - unfold inner. simpl. replace (l * 0) with 0 by ring. replace (l * (l * 1) * 0 / 2) with 0 by field. rewrite exp_0. lra.
  - rewrite over_signs_step.
    rewrite (over_signs_ext m _ (fun sigma => (exp (l * a (S m)) + exp (- (l * a (S m)))) * exp (l * inner m a sigma)))
      by (intros; rewrite !inner_with_sign, Rmult_plus_distr_r, <- !exp_plus; f_equal; f_equal; ring).
    rewrite over_signs_scal.
    replace (exp (l ^ 2 * inner (S m) a a / 2)) with (exp ((l * a (S m)) ^ 2 / 2) * exp (l ^ 2 * inner m a a / 2))
      by (rewrite <- exp_plus; f_equal; unfold inner; simpl; field).
    pose proof (cosh_below (l * a (S m))) as C. unfold cosh in C.
    pose proof (exp_pos (l * a (S m))). pose proof (exp_pos (- (l * a (S m)))).
    pose proof (exp_pos (l ^ 2 * inner m a a / 2)) as P. pose proof (two_pow_pos m).
    set (u := exp (l * a (S m))) in *. set (v := exp (- (l * a (S m)))) in *.
    set (g := exp (l ^ 2 * inner m a a / 2)) in *. set (h := exp ((l * a (S m)) ^ 2 / 2)) in *.
    set (o := over_signs m (fun sigma => exp (l * inner m a sigma))) in *.
    apply Rle_trans with ((u + v) * (2 ^ m * g)); [nra|]. simpl pow.
    replace (2 * 2 ^ m * (h * g)) with (2 * h * (2 ^ m * g)) by ring.
    apply Rmult_le_compat_r; [|lra]. apply Rmult_le_pos; lra.
Qed.
Theorem Hoeffding_one_sided m a t : 0 <= t -> 0 < inner m a a ->
  Pr m (fun sigma => le_b t (inner m a sigma)) <= exp (- (t ^ 2 / (2 * inner m a a))).
Proof.
  intros Ht Ha. set (v := inner m a a) in *. set (l := t / v).
  assert (Hl : 0 <= l) by (apply Rmult_le_pos; [exact Ht|left; apply Rinv_0_lt_compat, Ha]).
  apply Rle_trans with (Pr m (fun sigma => le_b (exp (l * t)) (exp (l * inner m a sigma)))).
  - apply Pr_le. intros sigma. unfold le_b. destruct (Rle_dec t (inner m a sigma)) as [H|H]; [|discriminate]. intros _.
    destruct (Rle_dec (exp (l * t)) (exp (l * inner m a sigma))) as [H1|H1]; [reflexivity|exfalso; apply H1].
    assert (L : l * t <= l * inner m a sigma) by (apply Rmult_le_compat_l; assumption).
    destruct (Rle_lt_or_eq_dec _ _ L) as [h| ->]; [left; apply exp_increasing, h|lra].
  - eapply Rle_trans; [apply Markov; [apply exp_pos|intros; left; apply exp_pos]|].
    pose proof (moments_of_signs m a l) as M. fold v in M. pose proof (exp_pos (l * t)).
    replace (exp (- (t ^ 2 / (2 * v)))) with (exp (l ^ 2 * v / 2) / exp (l * t)).
    + apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|exact M].
    + unfold Rdiv at 1. rewrite <- exp_Ropp, <- exp_plus. f_equal. unfold l. field. lra.
Qed.
Lemma inner_opp m a sigma : inner m (fun i => - a i) sigma = - inner m a sigma.
Proof.
  unfold inner. replace (- sum m (fun k => a k * sigma k)) with (-1 * sum m (fun k => a k * sigma k)) by ring.
  rewrite <- sum_scal. apply sum_ext. intros; ring.
Qed.
Theorem Hoeffding m a t : 0 <= t -> 0 < inner m a a ->
  Pr m (fun sigma => le_b t (Rabs (inner m a sigma))) <= 2 * exp (- (t ^ 2 / (2 * inner m a a))).
Proof.
  intros Ht Ha.
  assert (Eo : inner m (fun i => - a i) (fun i => - a i) = inner m a a) by (apply sum_ext; intros; ring).
  pose proof (Hoeffding_one_sided m a t Ht Ha) as H1.
  pose proof (Hoeffding_one_sided m (fun i => - a i) t Ht ltac:(rewrite Eo; exact Ha)) as H2. rewrite Eo in H2.
  apply Rle_trans with (Pr m (fun sigma => orb (le_b t (inner m a sigma)) (le_b t (inner m (fun i => - a i) sigma)))).
  - apply Pr_le. intros sigma. rewrite inner_opp. unfold le_b. destruct (Rle_dec t (Rabs (inner m a sigma))); [|discriminate].
    intros _. destruct (Rle_dec t (inner m a sigma)); [reflexivity|].
    destruct (Rle_dec t (- inner m a sigma)); [reflexivity|exfalso].
    unfold Rabs in *. destruct (Rcase_abs (inner m a sigma)); lra.
  - eapply Rle_trans; [apply Pr_or|]. lra.
Qed.
(* The same for |<a, sigma>| <= t, with any bound v of |a|^2. *)
Theorem Hoeffding_inside m a t v : 0 <= t -> 0 < inner m a a <= v ->
  Pr m (fun sigma => le_b (Rabs (inner m a sigma)) t) >= 1 - 2 * exp (- (t ^ 2 / (2 * v))).
Proof.
  intros Ht [Ha Hv]. pose proof (Hoeffding m a t Ht Ha) as H.
  assert (Pr m (fun sigma => negb (le_b (Rabs (inner m a sigma)) t)) <= Pr m (fun sigma => le_b t (Rabs (inner m a sigma)))).
  { apply Pr_le. intros sigma. unfold le_b. destruct (Rle_dec (Rabs (inner m a sigma)) t); [discriminate|].
    destruct (Rle_dec t (Rabs (inner m a sigma))); [reflexivity|lra]. }
  rewrite Pr_not in H0.
  assert (exp (- (t ^ 2 / (2 * inner m a a))) <= exp (- (t ^ 2 / (2 * v)))); [|lra].
  assert (L : - (t ^ 2 / (2 * inner m a a)) <= - (t ^ 2 / (2 * v))).
  { apply Ropp_le_contravar. apply Rmult_le_compat_l; [apply pow_le, Ht|]. apply Rinv_le_contravar; lra. }
  destruct (Rle_lt_or_eq_dec _ _ L) as [h| ->]; [left; apply exp_increasing, h|apply Rle_refl].
Qed.
