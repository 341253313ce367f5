(* Quantities that change with time. Where a statement speaks of a derivative, it says that there is one: the function is
   differentiable there. A flow is a function of all real numbers, of which statements speak from time 0 on; at time 0 its
   derivative asks for nothing that a flow from 0 on, continued along its tangent, does not have. *)
From Coq Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Referee Require Import Calculations Arithmetic.
Open Scope R_scope.

Definition differentiable (F : R -> R) (t : R) : Prop := ex_derive F t.
Definition slope (F : R -> R) (t : R) : R := Derive F t.

(* -- what is differentiable ------------------------------------------------------------------------------------------------ *)
Lemma differentiable_const c t : differentiable (fun _ => c) t. Proof. apply (ex_derive_const c t). Qed.
Lemma differentiable_id t : differentiable (fun x => x) t. Proof. apply (ex_derive_id t). Qed.
Lemma differentiable_exp F t : differentiable F t -> differentiable (fun x => exp (F x)) t.
Proof. intros H. apply (ex_derive_comp exp F t); [exists (exp (F t)); apply is_derive_exp|exact H]. Qed.
Lemma differentiable_ln F t : F t > 0 -> differentiable F t -> differentiable (fun x => ln (F x)) t.
Proof. intros P H. apply (ex_derive_comp ln F t); [exists (/ F t); apply is_derive_ln, P|exact H]. Qed.
Lemma differentiable_sqrt F t : F t > 0 -> differentiable F t -> differentiable (fun x => sqrt (F x)) t.
Proof. intros P H. apply (ex_derive_comp sqrt F t); [auto_derive; lra|exact H]. Qed.
Lemma differentiable_plus F G t : differentiable F t -> differentiable G t -> differentiable (fun x => F x + G x) t.
Proof. apply (ex_derive_plus F G). Qed.
Lemma differentiable_minus F G t : differentiable F t -> differentiable G t -> differentiable (fun x => F x - G x) t.
Proof. apply (ex_derive_minus F G). Qed.
Lemma differentiable_opp F t : differentiable F t -> differentiable (fun x => - F x) t.
Proof. apply (ex_derive_opp F). Qed.
Lemma differentiable_mult F G t : differentiable F t -> differentiable G t -> differentiable (fun x => F x * G x) t.
Proof. apply (ex_derive_mult F G). Qed.
Lemma differentiable_div F G t : G t <> 0 -> differentiable F t -> differentiable G t -> differentiable (fun x => F x / G x) t.
Proof. intros N HF HG. apply (ex_derive_div F G); assumption. Qed.
Lemma differentiable_inv F t : F t <> 0 -> differentiable F t -> differentiable (fun x => / F x) t.
Proof. intros N H. apply (ex_derive_inv F); assumption. Qed.
Lemma differentiable_pow F n t : differentiable F t -> differentiable (fun x => F x ^ n) t.
Proof. apply (ex_derive_pow F n). Qed.
Lemma differentiable_total (F : R -> R -> R) S t :
  (forall k, In k S -> differentiable (fun x => F k x) t) -> differentiable (fun x => total S (fun k => F k x)) t.
Proof.
  induction S as [|k S IH]; simpl; intros H; [apply differentiable_const|].
  apply (differentiable_plus (F k)); [apply H; left; reflexivity|]. apply IH. intros; apply H; right; assumption.
Qed.
Lemma differentiable_inside F G t : differentiable F (G t) -> differentiable G t -> differentiable (fun x => F (G x)) t.
Proof. apply (ex_derive_comp F G). Qed.
(* What stands in the context is found by its form, or it is a name applied to the time. *)
Ltac differentiate := match goal with
  | H : differentiable ?f ?t |- differentiable ?f ?t => exact H
  | H : forall k : R, _ |- differentiable _ _ => solve [apply H; first [assumption | link]]
  | |- differentiable (fun x => ?c) _ => apply differentiable_const
  | |- differentiable (fun x => x) _ => apply differentiable_id
  | |- differentiable (fun x => @?f x + @?g x) _ => apply (differentiable_plus f g); cbv beta; differentiate
  | |- differentiable (fun x => @?f x - @?g x) _ => apply (differentiable_minus f g); cbv beta; differentiate
  | |- differentiable (fun x => - @?f x) _ => apply (differentiable_opp f); cbv beta; differentiate
  | |- differentiable (fun x => @?f x * @?g x) _ => apply (differentiable_mult f g); cbv beta; differentiate
  | |- differentiable (fun x => @?f x / @?g x) _ => apply (differentiable_div f g); cbv beta; [link | differentiate | differentiate]
  | |- differentiable (fun x => / @?f x) _ => apply (differentiable_inv f); cbv beta; [link | differentiate]
  | |- differentiable (fun x => @?f x ^ ?n) _ => apply (differentiable_pow f n); cbv beta; differentiate
  | |- differentiable (fun x => exp (@?f x)) _ => apply (differentiable_exp f); cbv beta; differentiate
  | |- differentiable (fun x => ln (@?f x)) _ => apply (differentiable_ln f); cbv beta; [link | differentiate]
  | |- differentiable (fun x => sqrt (@?f x)) _ => apply (differentiable_sqrt f); cbv beta; [link | differentiate]
  | |- differentiable (fun x => total ?S (fun k => @?f k x)) _ =>
      apply (differentiable_total (fun k x => f k x)); cbv beta; intros; differentiate
  | |- differentiable (fun x => ?f x) _ => first [assumption | match goal with H : forall k : R, _ |- _ => apply H; solve [assumption | link] end]
  | |- differentiable (fun x => ?f (@?g x)) _ => apply (differentiable_inside f g); cbv beta; differentiate
  end.

(* -- rules of differentiation ------------------------------------------------------------------------------------------------ *)
Lemma slope_time t : slope (fun x => x) t = 1. Proof. apply Derive_id. Qed.
Lemma slope_constant c t : slope (fun _ => c) t = 0. Proof. apply Derive_const. Qed.
Lemma slope_factor c F t : slope (fun x => c * F x) t = c * slope F t. Proof. apply Derive_scal. Qed.
Lemma slope_negative F t : slope (fun x => - F x) t = - slope F t. Proof. apply Derive_opp. Qed.
Lemma slope_sum F G t : differentiable F t -> differentiable G t -> slope (fun x => F x + G x) t = slope F t + slope G t.
Proof. apply Derive_plus. Qed.
Lemma slope_difference F G t : differentiable F t -> differentiable G t -> slope (fun x => F x - G x) t = slope F t - slope G t.
Proof. apply Derive_minus. Qed.
Lemma slope_total (F : R -> R -> R) S t : (forall k, In k S -> differentiable (fun x => F k x) t) ->
  slope (fun x => total S (fun k => F k x)) t = total S (fun k => slope (fun x => F k x) t).
Proof.
  induction S as [|k S IH]; simpl; intros H; [apply slope_constant|].
  rewrite (slope_sum (F k)); [|apply H; left; reflexivity|apply differentiable_total; intros; apply H; right; assumption].
  rewrite IH; [reflexivity|]. intros; apply H; right; assumption.
Qed.
Lemma slope_product F G t : differentiable F t -> differentiable G t ->
  slope (fun x => F x * G x) t = slope F t * G t + F t * slope G t.
Proof. apply Derive_mult. Qed.
Lemma slope_quotient F G t : differentiable F t -> differentiable G t -> G t <> 0 ->
  slope (fun x => F x / G x) t = (slope F t * G t - F t * slope G t) / G t ^ 2.
Proof. apply Derive_div. Qed.
Lemma slope_square F t : differentiable F t -> slope (fun x => F x ^ 2) t = 2 * F t * slope F t.
Proof. unfold slope. intros H. rewrite Derive_pow by exact H. simpl. ring. Qed.
Lemma slope_exp F t : differentiable F t -> slope (fun x => exp (F x)) t = exp (F t) * slope F t.
Proof.
  unfold slope. intros H. rewrite (Derive_comp exp F) by (try exact H; exists (exp (F t)); apply is_derive_exp).
  rewrite (is_derive_unique _ _ _ (is_derive_exp (F t))). ring.
Qed.
Lemma slope_log F t : differentiable F t -> F t > 0 -> slope (fun x => ln (F x)) t = slope F t / F t.
Proof.
  unfold slope. intros H P. rewrite (Derive_comp ln F) by (try exact H; exists (/ F t); apply is_derive_ln, P).
  rewrite (is_derive_unique _ _ _ (is_derive_ln (F t) P)). reflexivity.
Qed.
Lemma slope_root F t : differentiable F t -> F t > 0 -> slope (fun x => sqrt (F x)) t = slope F t / (2 * sqrt (F t)).
Proof.
  unfold slope. intros H P. assert (D : is_derive sqrt (F t) (/ (2 * sqrt (F t)))) by (auto_derive; [lra|field; apply Rgt_not_eq, sqrt_lt_R0; lra]).
  rewrite (Derive_comp sqrt F) by (try exact H; eexists; exact D). rewrite (is_derive_unique _ _ _ D). reflexivity.
Qed.

(* -- signs of derivatives ------------------------------------------------------------------------------------------------------ *)
Lemma mean_value F a b : (forall t, a <= t /\ t <= b -> differentiable F t) -> a <= b ->
  exists c, (a <= c /\ c <= b) /\ F b - F a = slope F c * (b - a).
Proof.
  intros H Hab. destruct (MVT_gen F a b (slope F)) as (c & Hc & E).
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. unfold slope. apply Derive_correct, H. lra.
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. apply continuity_pt_filterlim, (ex_derive_continuous F x), H. lra.
  - rewrite Rmin_left, Rmax_right in Hc by lra. exists c. split; [lra|exact E].
Qed.
Ltac by_mean_value F a b H := let c := fresh "c" in let Hc := fresh "Hc" in let E := fresh "E" in let S := fresh "S" in
  destruct (mean_value F a b) as (c & Hc & E); [intros ? ?; apply H; assumption | lra | destruct (H c Hc) as [_ S]; nra].
Lemma slope_nonnegative F a b : (forall t, a <= t /\ t <= b -> differentiable F t /\ slope F t >= 0) -> a <= b -> F a <= F b.
Proof. intros H Hab. by_mean_value F a b H. Qed.
Lemma slope_positive F a b : (forall t, a <= t /\ t <= b -> differentiable F t /\ slope F t > 0) -> a < b -> F a < F b.
Proof. intros H Hab. by_mean_value F a b H. Qed.
Lemma slope_nonpositive F a b : (forall t, a <= t /\ t <= b -> differentiable F t /\ slope F t <= 0) -> a <= b -> F b <= F a.
Proof. intros H Hab. by_mean_value F a b H. Qed.
Lemma slope_zero F a b : (forall t, a <= t /\ t <= b -> differentiable F t /\ slope F t = 0) -> a <= b -> F a = F b.
Proof. intros H Hab. by_mean_value F a b H. Qed.
Lemma slope_at_most F a b c : (forall t, a <= t /\ t <= b -> differentiable F t /\ slope F t <= c) -> a <= b -> F b - F a <= c * (b - a).
Proof. intros H Hab. by_mean_value F a b H. Qed.
Lemma slope_at_least F a b c : (forall t, a <= t /\ t <= b -> differentiable F t /\ c <= slope F t) -> a <= b -> c * (b - a) <= F b - F a.
Proof. intros H Hab. by_mean_value F a b H. Qed.
Lemma slope_inside F G a (D : forall y, y >= 0 -> differentiable F y /\ slope F y = G y) (A : a > 0) t (T : t >= 0) :
  slope (fun x => F (x / a)) t = G (t / a) / a.
Proof.
  assert (P : t / a >= 0) by (apply Rle_ge, Rdiv_le_0_compat; lra). destruct (D (t / a) P) as [E <-].
  apply is_derive_unique. assert (C : is_derive (fun x => x / a) t (/ a)) by (auto_derive; [exact I | field; lra]).
  replace (slope F (t / a) / a) with (scal (/ a) (slope F (t / a))) by (unfold scal; simpl; unfold mult; simpl; field; lra).
  apply (is_derive_comp F (fun x => x / a) t _ _ (Derive_correct _ _ E) C).
Qed.
Arguments slope_inside F G a D A {t} T.
(* the function that is integrated is continuous between the ends *)
Definition continuous_at (F : R -> R) (t : R) : Prop := continuous F t.
Lemma integral_of_slope F G a b : (forall t, a <= t /\ t <= b -> differentiable F t /\ slope F t = G t) -> a <= b ->
  (forall t, a <= t /\ t <= b -> continuous_at G t) -> RInt G a b = F b - F a.
Proof.
  intros D H C. apply is_RInt_unique. apply (is_RInt_derive F G a b).
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. destruct (D x Hx) as [E <-]. apply Derive_correct, E.
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. apply C, Hx.
Qed.
Lemma slower_stays_below F G a b : F a <= G a ->
  (forall t, a <= t /\ t <= b -> differentiable F t /\ differentiable G t /\ slope F t <= slope G t) -> a <= b -> F b <= G b.
Proof.
  intros S H Hab. assert (D : G a - F a <= G b - F b); [|lra].
  apply (slope_nonnegative (fun x => G x - F x)); [|exact Hab]. intros t Ht. destruct (H t Ht) as (HF & HG & L). split.
  - apply differentiable_minus; assumption.
  - rewrite slope_difference by assumption. lra.
Qed.

(* -- an order at one end, and between the derivatives from there on ----------------------------------------------------------- *)
Definition has_slope (F : R -> R) (t l : R) : Prop := is_derive F t l.
Lemma has_slope_const c t : has_slope (fun _ => c) t 0. Proof. apply (is_derive_const c). Qed.
Lemma has_slope_id t : has_slope (fun x => x) t 1. Proof. apply (is_derive_id t). Qed.
Lemma has_slope_plus F G t a b : has_slope F t a -> has_slope G t b -> has_slope (fun x => F x + G x) t (a + b).
Proof. apply (is_derive_plus F G). Qed.
Lemma has_slope_minus F G t a b : has_slope F t a -> has_slope G t b -> has_slope (fun x => F x - G x) t (a - b).
Proof. apply (is_derive_minus F G). Qed.
Lemma has_slope_opp F t a : has_slope F t a -> has_slope (fun x => - F x) t (- a). Proof. apply (is_derive_opp F). Qed.
Lemma has_slope_mult F G t a b : has_slope F t a -> has_slope G t b -> has_slope (fun x => F x * G x) t (a * G t + F t * b).
Proof. intros HF HG. apply (is_derive_mult F G t a b HF HG). intros; apply Rmult_comm. Qed.
Lemma has_slope_div F G t a b : G t <> 0 -> has_slope F t a -> has_slope G t b ->
  has_slope (fun x => F x / G x) t ((a * G t - F t * b) / G t ^ 2).
Proof. intros N HF HG. apply (is_derive_div F G); assumption. Qed.
Lemma has_slope_pow F n t a : has_slope F t a -> has_slope (fun x => F x ^ n) t (INR n * a * F t ^ pred n).
Proof. apply (is_derive_pow F). Qed.
Lemma has_slope_exp F t a : has_slope F t a -> has_slope (fun x => exp (F x)) t (a * exp (F t)).
Proof. intros H. apply (is_derive_comp exp F); [apply is_derive_exp|exact H]. Qed.
Lemma has_slope_ln F t a : F t > 0 -> has_slope F t a -> has_slope (fun x => ln (F x)) t (a / F t).
Proof. intros P H. apply (is_derive_comp ln F); [apply is_derive_ln, P|exact H]. Qed.
Lemma has_slope_sqrt F t a : F t > 0 -> has_slope F t a -> has_slope (fun x => sqrt (F x)) t (a / (2 * sqrt (F t))).
Proof.
  intros P H. apply (is_derive_comp sqrt F); [|exact H]. auto_derive; [lra|].
  field. apply Rgt_not_eq, sqrt_lt_R0; lra.
Qed.
Lemma has_slope_power F G t a b : F t > 0 -> has_slope F t a -> has_slope G t b ->
  has_slope (fun x => Rpower (F x) (G x)) t ((b * ln (F t) + G t * (a / F t)) * Rpower (F t) (G t)).
Proof.
  intros P HF HG. apply (has_slope_exp (fun x => G x * ln (F x))).
  apply (has_slope_mult G (fun x => ln (F x))); [exact HG|apply (has_slope_ln F); assumption].
Qed.
Lemma has_slope_equal F t a b : has_slope F t a -> a = b -> has_slope F t b. Proof. intros H <-. exact H. Qed.
Lemma order_from F G F' G' a : (forall x, a <= x -> has_slope F x (F' x)) -> (forall x, a <= x -> has_slope G x (G' x)) ->
  F a <= G a -> (forall x, a <= x -> F' x <= G' x) -> forall x, a <= x -> F x <= G x.
Proof.
  intros HF HG S H x Hx. apply (slower_stays_below F G a); [exact S| |exact Hx]. intros t [Ht _].
  specialize (HF t Ht). specialize (HG t Ht). split; [exists (F' t); exact HF|split; [exists (G' t); exact HG|]].
  unfold slope. rewrite (is_derive_unique _ _ _ HF), (is_derive_unique _ _ _ HG). apply H, Ht.
Qed.
Lemma order_from_strictly F G F' G' a : (forall x, a <= x -> has_slope F x (F' x)) -> (forall x, a <= x -> has_slope G x (G' x)) ->
  F a < G a -> (forall x, a <= x -> F' x <= G' x) -> forall x, a <= x -> F x < G x.
Proof.
  intros HF HG S H x Hx. assert (F x - F a <= G x - G a); [|lra].
  apply (order_from (fun x => F x - F a) (fun x => G x - G a) F' G' a); [| |lra|exact H|exact Hx].
  - intros y Hy. apply (has_slope_equal _ _ (F' y - 0)); [|ring]. apply has_slope_minus; [apply HF, Hy|apply has_slope_const].
  - intros y Hy. apply (has_slope_equal _ _ (G' y - 0)); [|ring]. apply has_slope_minus; [apply HG, Hy|apply has_slope_const].
Qed.
Ltac slopes := first [apply has_slope_const | lazymatch goal with
  | |- has_slope (fun x => x) _ _ => apply has_slope_id
  | |- has_slope (fun x => @?f x + @?g x) _ _ => eapply (has_slope_plus f g); cbv beta; slopes
  | |- has_slope (fun x => @?f x - @?g x) _ _ => eapply (has_slope_minus f g); cbv beta; slopes
  | |- has_slope (fun x => - @?f x) _ _ => eapply (has_slope_opp f); cbv beta; slopes
  | |- has_slope (fun x => @?f x * @?g x) _ _ => eapply (has_slope_mult f g); cbv beta; slopes
  | |- has_slope (fun x => @?f x / @?g x) _ _ => eapply (has_slope_div f g); cbv beta; [link | slopes | slopes]
  | |- has_slope (fun x => @?f x ^ ?n) _ _ => eapply (has_slope_pow f n); cbv beta; slopes
  | |- has_slope (fun x => exp (@?f x)) _ _ => eapply (has_slope_exp f); cbv beta; slopes
  | |- has_slope (fun x => ln (@?f x)) _ _ => eapply (has_slope_ln f); cbv beta; [link | slopes]
  | |- has_slope (fun x => sqrt (@?f x)) _ _ => eapply (has_slope_sqrt f); cbv beta; [link | slopes]
  | |- has_slope (fun x => Rpower (@?f x) (@?g x)) _ _ => eapply (has_slope_power f g); cbv beta; [link | slopes | slopes]
  end ].
Ltac derived := cbv beta; eapply has_slope_equal; [slopes | cbn [INR pred]; first [ring | field; repeat split; link | link]].
(* the definitions are not looked into from here on *)
Global Opaque differentiable slope has_slope.
