(* Expectations, in the words of theorems/textbook/probability.py: what follows for every integral from the few properties that
   Lebesgue's has. It is taken of quantities that are random variables; "finite" says that it exists. *)
From Coq Require Import Reals Lra Lia List Classical Psatz.
From Referee Require Import Calculations Textbook Elementary Products Chance FairSigns.
Import ListNotations.
Open Scope R_scope.

Record expectation (P : space) := {
  E : (outcome P -> R) -> R;
  finite : (outcome P -> R) -> Prop;
  finite_random : forall x, finite x -> random x;
  E_indicator : forall A, is_event A -> finite (fun w => one_if (A w)) /\ E (fun w => one_if (A w)) = Pr A;
  E_linear : forall a b x y, finite x -> finite y ->
    finite (fun w => a * x w + b * y w) /\ E (fun w => a * x w + b * y w) = a * E x + b * E y;
  E_grows : forall x y, finite x -> finite y -> (forall w, x w <= y w) -> E x <= E y;
  finite_below : forall x y, random x -> finite y -> (forall w, Rabs (x w) <= y w) -> finite x;
  E_almost : forall x y, finite x -> random y -> is_event (fun w => x w = y w) -> Pr (fun w => x w = y w) = 1 ->
    finite y /\ E y = E x
}.
Arguments E {_ _} _. Arguments finite {_ _} _.
Existing Class expectation.

(* what is said of all integrals is said of some *)
Definition certainly : expectation certainty.
Proof.
  refine (Build_expectation certainty (fun x => x tt) (fun _ => True) _ _ _ _ _ _).
  - intros x _ a. exact I.
  - intros A _. split; [exact I|]. cbn. destruct (classic (A tt)) as [H|H].
    + rewrite one_if_so, certain_one by exact H. reflexivity.
    + rewrite one_if_not, certain_zero by exact H. reflexivity.
  - intros a b x y _ _. split; [exact I|reflexivity].
  - intros x y _ _ H. exact (H tt).
  - intros x y _ _ _. exact I.
  - intros x y _ _ _ H. split; [exact I|]. cbn in H. destruct (classic (x tt = y tt)) as [K|K]; [symmetry; exact K|].
    rewrite (certain_zero (fun w => x w = y w)) in H by exact K. lra.
Defined.

Section Expectations.
Context {P : space} {I : expectation P}.
Implicit Types x : outcome P -> R.

Lemma E_same x y : finite x -> (forall w, x w = y w) -> finite y /\ E y = E x.
Proof.
  intros F H. apply E_almost; [exact F|..].
  - intros a. apply event_same with (2 := finite_random _ _ _ F a). intros w. rewrite H. tauto.
  - apply event_same with (2 := event_whole P). intros w. rewrite H. tauto.
  - apply Pr_always. exact H.
Qed.
Lemma E_number c : finite (fun _ : outcome P => c) /\ E (fun _ : outcome P => c) = c.
Proof.
  destruct (E_indicator P I _ (event_whole P)) as [F H]. rewrite Pr_whole in H.
  destruct (E_linear P I c 0 _ _ F F) as [F' H']. rewrite H in H'.
  destruct (E_same _ (fun _ => c) F') as [F2 H2]; [intros w; rewrite one_if_so by exact Logic.I; ring|].
  split; [exact F2|rewrite H2, H'; ring].
Qed.
Lemma E_scaled a x : finite x -> finite (fun w => a * x w) /\ E (fun w => a * x w) = a * E x.
Proof.
  intros F. destruct (E_linear P I a 0 x x F F) as [F' H]. destruct (E_same _ (fun w => a * x w) F') as [F2 H2]; [intros; ring|].
  split; [exact F2|rewrite H2, H; ring].
Qed.
Lemma E_plus x y : finite x -> finite y -> finite (fun w => x w + y w) /\ E (fun w => x w + y w) = E x + E y.
Proof.
  intros F G. destruct (E_linear P I 1 1 x y F G) as [F' H]. destruct (E_same _ (fun w => x w + y w) F') as [F2 H2]; [intros; ring|].
  split; [exact F2|rewrite H2, H; ring].
Qed.
Lemma random_through x (f : R -> R) : (forall a, borel (fun y => f y <= a)) -> random x -> random (fun w => f (x w)).
Proof. intros H X a. apply (random_event x (fun y => f y <= a)); [exact X|apply H]. Qed.
Lemma random_exp s x : random x -> random (fun w => exp (s * x w)).
Proof.
  apply (random_through x (fun y => exp (s * y))). intros a. destruct (Rle_or_lt a 0) as [H|H].
  - apply borel_same with (2 := borel_constant False). intros y. pose proof (exp_pos (s * y)). split; [easy|lra].
  - apply borel_same with (fun y => s * y <= ln a); [|apply (borel_multiple s (fun y => y <= ln a)), borel_below]. intros y. split; intros K.
    + rewrite <- (exp_ln a) by exact H. destruct K as [K|K]; [left; apply exp_increasing; exact K|right; rewrite K; reflexivity].
    + apply Rnot_lt_le. intros N. apply exp_increasing in N. rewrite exp_ln in N by exact H. lra.
Qed.
Lemma random_square x : random x -> random (fun w => x w ^ 2).
Proof.
  apply (random_through x (fun y => y ^ 2)). intros a. destruct (Rlt_or_le a 0) as [H|H].
  - apply borel_same with (2 := borel_constant False). intros y. pose proof (pow2_ge_0 y). split; [easy|lra].
  - apply borel_same with (fun y => y <= sqrt a /\ ~ y < - sqrt a).
    + intros y. pose proof (sqrt_pos a). pose proof (pow2_sqrt a H) as Q. split; [intros [K L]; nra|].
      intros K. split; [|intros L]; apply Rnot_lt_le || idtac; nra.
    + apply (borel_and (fun y => y <= sqrt a) (fun y => ~ y < - sqrt a)); [apply borel_below|].
      apply (borel_not (fun y => y < - sqrt a)), borel_strictly_below.
Qed.
Lemma event_between x a b : random x -> is_event (fun w => a <= x w /\ x w <= b).
Proof.
  intros X. apply (random_event x (fun y => a <= y /\ y <= b)); [exact X|].
  apply borel_same with (fun y => ~ y < a /\ y <= b); [intros y; lra|].
  apply (borel_and (fun y => ~ y < a) (fun y => y <= b)); [apply (borel_not (fun y => y < a)), borel_strictly_below|apply borel_below].
Qed.
Lemma surely_between x a b : random x -> is_event (fun w => a <= x w) -> is_event (fun w => x w <= b) ->
  Pr (fun w => a <= x w) = 1 -> Pr (fun w => x w <= b) = 1 -> Pr (fun w => a <= x w /\ x w <= b) = 1.
Proof.
  intros X HA HB EA EB. rewrite (and_certain (fun w => a <= x w) (fun w => x w <= b)); try assumption. apply event_between. exact X.
Qed.

(* what is bounded with certainty: a function of it that is bounded there *)
Lemma finite_of_bounded x (f : R -> R) a b m : random x -> random (fun w => f (x w)) ->
  is_event (fun w => a <= x w) -> is_event (fun w => x w <= b) -> Pr (fun w => a <= x w) = 1 -> Pr (fun w => x w <= b) = 1 ->
  (forall y, a <= y <= b -> Rabs (f y) <= m) -> finite (fun w => f (x w)).
Proof.
  intros X F HA HB EA EB H. set (B := fun w => a <= x w /\ x w <= b).
  assert (HE : is_event B) by (apply event_between; exact X). assert (C : Pr B = 1) by (apply surely_between; assumption).
  assert (D : random (fun w => f (x w) * one_if (B w))).
  { intros c. apply event_same with (fun w => (B w /\ f (x w) <= c) \/ (~ B w /\ 0 <= c)).
    - intros w. destruct (classic (B w)) as [K|K]; [rewrite one_if_so by exact K|rewrite one_if_not by exact K]; split; intros L; [tauto || (destruct L; [lra|tauto])|left; split; [exact K|lra]|destruct L; [tauto|lra]|right; split; [exact K|lra]].
    - apply event_or; apply event_and; [exact HE|apply F|apply event_not, HE|]. destruct (Rle_or_lt 0 c) as [L|L].
      + apply event_same with (2 := event_whole P). tauto.
      + apply event_same with (2 := event_never). intros w. split; [easy|lra]. }
  assert (G : finite (fun w => f (x w) * one_if (B w))).
  { apply finite_below with (fun _ => Rmax m 0); [exact D|apply E_number|]. intros w. pose proof (Rmax_l m 0). pose proof (Rmax_r m 0).
    destruct (classic (B w)) as [K|K]; [rewrite one_if_so by exact K; rewrite Rmult_1_r; specialize (H (x w) K); lra|].
    rewrite one_if_not, Rmult_0_r, Rabs_R0 by exact K. lra. }
  assert (S : is_event (fun w => f (x w) * one_if (B w) = f (x w))).
  { apply event_same with (fun w => B w \/ f (x w) = 0).
    - intros w. destruct (classic (B w)) as [K|K]; [rewrite one_if_so by exact K|rewrite one_if_not by exact K]; split; intros; try lra; tauto || (right; lra) || (destruct H0; [tauto|lra]).
    - apply event_or; [exact HE|]. apply (random_event _ (fun y => y = 0) F), borel_point. }
  apply (E_almost P I _ _ G F S). apply Rle_antisym; [apply probability_range, S|]. rewrite <- C.
  apply Pr_grows; [exact HE|exact S|]. intros w K. rewrite one_if_so by exact K. ring.
Qed.

(* -- in the textbook's words -------------------------------------------------------------------------------------------------- *)
Lemma bounded_is_finite x a b : random x -> is_event (fun w => a <= x w) -> is_event (fun w => x w <= b) ->
  Pr (fun w => a <= x w) = 1 -> Pr (fun w => x w <= b) = 1 -> finite (fun w => x w) /\ finite (fun w => x w ^ 2).
Proof.
  intros X HA HB EA EB. pose proof (Rmax_l (Rabs a) (Rabs b)) as L1. pose proof (Rmax_r (Rabs a) (Rabs b)) as L2.
  assert (K : forall y, a <= y <= b -> Rabs y <= Rmax (Rabs a) (Rabs b)).
  { intros y [H1 H2]. unfold Rabs in *. destruct (Rcase_abs y), (Rcase_abs a), (Rcase_abs b); lra. }
  split.
  - apply (finite_of_bounded x (fun y => y) a b _ X X HA HB EA EB K).
  - apply (finite_of_bounded x (fun y => y ^ 2) a b (Rmax (Rabs a) (Rabs b) ^ 2) X (random_square x X) HA HB EA EB).
    intros y H. specialize (K y H). pose proof (Rabs_pos y). rewrite <- RPow_abs. apply pow_incr. lra.
Qed.
Lemma exponential_is_finite s x a b : random x -> is_event (fun w => a <= x w) -> is_event (fun w => x w <= b) ->
  Pr (fun w => a <= x w) = 1 -> Pr (fun w => x w <= b) = 1 -> finite (fun w => exp (s * x w)).
Proof.
  intros X HA HB EA EB. apply (finite_of_bounded x (fun y => exp (s * y)) a b (exp (Rabs (s * a) + Rabs (s * b))) X (random_exp s x X) HA HB EA EB).
  intros y [H1 H2]. rewrite Rabs_pos_eq by (left; apply exp_pos).
  assert (s * y <= Rabs (s * a) + Rabs (s * b)).
  { pose proof (Rabs_pos (s * a)). pose proof (Rabs_pos (s * b)). pose proof (Rle_abs (s * a)). pose proof (Rle_abs (s * b)).
    destruct (Rle_or_lt 0 s); nra. }
  destruct H as [K|K]; [left; apply exp_increasing; exact K|right; rewrite K; reflexivity].
Qed.
Lemma E_positive y : finite y -> (forall w, 0 < y w) -> E y > 0.
Proof.
  intros F H. destruct (Rle_or_lt (E y) 0) as [N|N]; [exfalso|exact N].
  assert (Q : forall n : nat, Pr (fun w => ~ y w <= / (INR n + 1)) = 0).
  { intros n. pose proof (pos_INR n). assert (C : 0 < / (INR n + 1)) by (apply Rinv_0_lt_compat; lra).
    assert (V : is_event (fun w => ~ y w <= / (INR n + 1))) by (apply event_not, (finite_random _ _ _ F)).
    destruct (E_indicator P I _ V) as [FV EV]. destruct (E_scaled (/ (INR n + 1)) _ FV) as [FS ES].
    assert (L : E (fun w => / (INR n + 1) * one_if (~ y w <= / (INR n + 1))) <= E y).
    { apply E_grows; [exact FS|exact F|]. intros w. specialize (H w).
      destruct (classic (y w <= / (INR n + 1))) as [K|K]; [rewrite one_if_not by tauto; lra|rewrite one_if_so by exact K; lra]. }
    rewrite ES, EV in L. pose proof (Pr_nonnegative P _ V). nra. }
  destruct (Pr_vanishes P (fun n w => y w <= / (INR n + 1))) with (e := 1) as [n B]; try lra.
  - intros n. apply (finite_random _ _ _ F).
  - intros n w K. eapply Rle_trans; [exact K|]. pose proof (pos_INR n). rewrite S_INR. apply Rinv_le_contravar; lra.
  - intros w. destruct (archimed_cor1 (y w) (H w)) as (m & L & Q'). exists m. intros K.
    assert (/ (INR m + 1) <= / INR m) by (apply Rinv_le_contravar; [apply lt_0_INR; exact Q'|lra]). lra.
  - specialize (Q n). rewrite Pr_not in Q by apply (finite_random _ _ _ F). lra.
Qed.
Lemma finite_exponential s x a b : random x -> is_event (fun w => a <= x w) -> is_event (fun w => x w <= b) ->
  Pr (fun w => a <= x w) = 1 -> Pr (fun w => x w <= b) = 1 -> finite (fun w => exp (s * x w)) /\ E (fun w => exp (s * x w)) > 0.
Proof.
  intros X HA HB EA EB. pose proof (exponential_is_finite s x a b X HA HB EA EB) as F.
  split; [exact F|]. apply E_positive; [exact F|]. intros w. apply exp_pos.
Qed.
Lemma finite_terms (Z : R -> outcome P -> R) (F G : R -> R) S : (forall k, In k S -> random (Z k)) ->
  (forall k, In k S -> is_event (fun w => F k <= Z k w)) -> (forall k, In k S -> is_event (fun w => Z k w <= G k)) ->
  (forall k, In k S -> Pr (fun w => F k <= Z k w) = 1 /\ Pr (fun w => Z k w <= G k) = 1) ->
  forall k, In k S -> finite (fun w => Z k w).
Proof. intros X HA HB H k i. destruct (H k i) as [EA EB]. apply (bounded_is_finite (Z k) (F k) (G k)); auto. Qed.
Lemma finite_exponentials s (Z : R -> outcome P -> R) (F G : R -> R) S : (forall k, In k S -> random (Z k)) ->
  (forall k, In k S -> is_event (fun w => F k <= Z k w)) -> (forall k, In k S -> is_event (fun w => Z k w <= G k)) ->
  (forall k, In k S -> Pr (fun w => F k <= Z k w) = 1 /\ Pr (fun w => Z k w <= G k) = 1) ->
  forall k, In k S -> finite (fun w => exp (s * Z k w)).
Proof. intros X HA HB H k i. destruct (H k i) as [EA EB]. apply (exponential_is_finite s (Z k) (F k) (G k)); auto. Qed.
Lemma expectations_add (Z : R -> outcome P -> R) S : (forall k, In k S -> finite (fun w => Z k w)) ->
  E (fun w => total S (fun k => Z k w)) = total S (fun k => E (fun w => Z k w)).
Proof.
  intros H. apply (proj2 (A := finite (fun w => total S (fun k => Z k w)))). induction S as [|e S IH]; cbn [total].
  - apply E_number.
  - destruct IH as [F G]; [intros; apply H; right; assumption|].
    destruct (E_plus (fun w => Z e w) (fun w => total S (fun k => Z k w))) as [F' G']; [apply H; left; reflexivity|exact F|].
    split; [exact F'|]. rewrite <- G. exact G'.
Qed.
Lemma jensen_square x : finite (fun w => x w) -> finite (fun w => x w ^ 2) -> E (fun w => x w) ^ 2 <= E (fun w => x w ^ 2).
Proof.
  intros F G. set (m := E (fun w => x w)). destruct (E_linear P I 1 (- 2 * m) _ _ G F) as [F1 E1].
  destruct (E_number (m ^ 2)) as [F2 E2]. destruct (E_plus _ _ F1 F2) as [F3 E3]. destruct (E_number 0) as [F0 E0].
  assert (L : E (fun _ => 0) <= E (fun w => 1 * x w ^ 2 + - 2 * m * x w + m ^ 2)).
  { apply E_grows; [exact F0|exact F3|]. intros w. pose proof (pow2_ge_0 (x w - m)). nra. }
  rewrite E0, E3, E1, E2 in L. fold m in L. nra.
Qed.

(* two values, with certainty *)
Lemma E_of_two x s u v p : random x -> u <> v -> Pr (fun w => x w = u) = p -> Pr (fun w => x w = v) = 1 - p ->
  E (fun w => exp (s * x w)) = p * exp (s * u) + (1 - p) * exp (s * v).
Proof.
  intros X D EU EV. pose proof (random_point x u X) as HU. pose proof (random_point x v X) as HV.
  destruct (E_indicator P I _ HU) as [F1 E1]. destruct (E_indicator P I _ HV) as [F2 E2].
  destruct (E_linear P I (exp (s * u)) (exp (s * v)) _ _ F1 F2) as [F3 E3]. rewrite E1, E2, EU, EV in E3.
  set (y := fun w => exp (s * u) * one_if (x w = u) + exp (s * v) * one_if (x w = v)) in *.
  assert (HO : is_event (fun w => x w = u \/ x w = v)) by (apply event_or; assumption).
  assert (C : Pr (fun w => x w = u \/ x w = v) = 1) by (rewrite Pr_apart; try assumption; [lra|intros w [K L]; apply D; rewrite <- K; exact L]).
  assert (S : is_event (fun w => y w = exp (s * x w))).
  { apply event_same with (fun w => x w = u \/ x w = v); [|exact HO]. intros w. unfold y. split.
    - intros [K|K]; rewrite K; [rewrite one_if_so, one_if_not by (reflexivity || exact D)|rewrite (one_if_so (v = v)), one_if_not by (reflexivity || (intros N; apply D; symmetry; exact N))]; ring.
    - intros K. destruct (classic (x w = u)) as [A|A]; [left; exact A|]. destruct (classic (x w = v)) as [B|B]; [right; exact B|].
      rewrite !one_if_not in K by assumption. pose proof (exp_pos (s * x w)). lra. }
  destruct (E_almost P I y (fun w => exp (s * x w)) F3 (random_exp s x X) S) as [_ Q]; [|rewrite Q, E3; ring].
  apply Rle_antisym; [apply probability_range, S|]. rewrite <- C. apply Pr_grows; [exact HO|exact S|]. intros w [K|K]; unfold y; rewrite K.
  - rewrite one_if_so, one_if_not by (reflexivity || exact D). ring.
  - rewrite (one_if_so (v = v)), one_if_not by (reflexivity || (intros N; apply D; symmetry; exact N)). ring.
Qed.
Lemma mgf_of_sign x s : random x -> is_event (fun w => x w = 1) -> is_event (fun w => x w = -1) ->
  Pr (fun w => x w = 1) = 1 / 2 /\ Pr (fun w => x w = -1) = 1 / 2 -> E (fun w => exp (s * x w)) = (exp s + exp (- s)) / 2.
Proof.
  intros X _ _ [E1 E2]. rewrite (E_of_two x s 1 (-1) (1 / 2) X); [|lra|exact E1|lra].
  replace (s * 1) with s by ring. replace (s * -1) with (- s) by ring. lra.
Qed.
Lemma mgf_of_bit x s (p : outcome P -> R) : random x -> is_event (fun w => x w = 1) -> is_event (fun w => x w = 0) ->
  (forall w, Pr (fun w => x w = 1) = p w) -> (forall w, Pr (fun w => x w = 0) = 1 - p w) ->
  forall w, E (fun w => exp (s * x w)) = 1 - p w + p w * exp s.
Proof.
  intros X _ _ E1 E2 w. rewrite (E_of_two x s 1 0 (p w) X); [|lra|apply E1|apply E2].
  replace (s * 1) with s by ring. rewrite Rmult_0_r, exp_0. lra.
Qed.

(* Chernoff's bound, for an event where y is at least c *)
Lemma at_least_there A y c : is_event A -> finite y -> c > 0 -> (forall w, 0 < y w) -> (forall w, A w -> c <= y w) -> c * Pr A <= E y.
Proof.
  intros HA F C Y H. destruct (E_indicator P I A HA) as [FA EA]. destruct (E_scaled c _ FA) as [FS ES]. rewrite <- EA, <- ES.
  apply E_grows; [exact FS|exact F|]. intros w. specialize (Y w).
  destruct (classic (A w)) as [K|K]; [rewrite one_if_so by exact K; specialize (H w K); lra|rewrite one_if_not by exact K; lra].
Qed.
Lemma more_than_there A y c : is_event A -> finite y -> c > 0 -> (forall w, 0 < y w) -> (forall w, A w -> c <= y w) -> Pr A < 1 -> c * Pr A < E y.
Proof.
  intros HA F C Y H L. pose proof (at_least_there A y c HA F C Y H) as W. destruct (Rlt_or_le (c * Pr A) (E y)) as [G|G]; [exact G|exfalso].
  destruct (E_indicator P I A HA) as [FA EA]. assert (HN : is_event (fun w => ~ A w)) by (apply event_not, HA).
  assert (Q : forall n : nat, Pr (fun w => ~ A w /\ ~ y w <= / (INR n + 1)) = 0).
  { intros n. pose proof (pos_INR n). assert (D : 0 < / (INR n + 1)) by (apply Rinv_0_lt_compat; lra).
    assert (V : is_event (fun w => ~ A w /\ ~ y w <= / (INR n + 1))) by (apply event_and; [exact HN|apply event_not, (finite_random _ _ _ F)]).
    destruct (E_indicator P I _ V) as [FV EV]. destruct (E_linear P I c (/ (INR n + 1)) _ _ FA FV) as [FS ES].
    assert (B : E (fun w => c * one_if (A w) + / (INR n + 1) * one_if (~ A w /\ ~ y w <= / (INR n + 1))) <= E y).
    { apply E_grows; [exact FS|exact F|]. intros w. specialize (Y w). destruct (classic (A w)) as [K|K].
      - rewrite one_if_so, one_if_not by tauto. specialize (H w K). lra.
      - rewrite (one_if_not (A w)) by exact K. destruct (classic (y w <= / (INR n + 1))) as [M|M]; [rewrite one_if_not by tauto|rewrite one_if_so by tauto]; lra. }
    rewrite ES, EA, EV in B. pose proof (Pr_nonnegative P _ V). nra. }
  rewrite <- (Pr_whole P) in L. pose proof (Pr_not A HA) as N. rewrite Pr_whole in L.
  destruct (Pr_vanishes P (fun n w => ~ A w /\ y w <= / (INR n + 1))) with (e := Pr (fun w => ~ A w)) as [n B]; try lra.
  - intros n. apply event_and; [exact HN|apply (finite_random _ _ _ F)].
  - intros n w [K M]. split; [exact K|]. eapply Rle_trans; [exact M|]. pose proof (pos_INR n). rewrite S_INR. apply Rinv_le_contravar; lra.
  - intros w. destruct (archimed_cor1 (y w) (Y w)) as (m & M & Q'). exists m. intros [_ K].
    assert (/ (INR m + 1) <= / INR m) by (apply Rinv_le_contravar; [apply lt_0_INR; exact Q'|lra]). lra.
  - specialize (Q n). pose proof (Pr_split (fun w => ~ A w) (fun w => y w <= / (INR n + 1)) HN (finite_random _ _ _ F _)) as T. lra.
Qed.
Lemma exp_order u v : u <= v -> exp u <= exp v.
Proof. intros [H|H]; [left; apply exp_increasing; exact H|right; rewrite H; reflexivity]. Qed.
Lemma divided A y c b : c > 0 -> c * Pr A <= E y -> E y <= exp b -> Pr (A : outcome P -> Prop) <= exp b * / c.
Proof. intros C H L. apply Rmult_le_reg_l with c; [exact C|]. replace (c * (exp b * / c)) with (exp b) by (field; lra). lra. Qed.
Lemma divided_strictly A y c b : c > 0 -> (Pr A < 1 -> c * Pr A < E y) -> c * Pr A <= E y -> E y <= exp b -> exp b * / c < 1 -> Pr (A : outcome P -> Prop) < exp b * / c.
Proof.
  intros C H W L Q. pose proof (divided A y c b C W L) as D. specialize (H ltac:(lra)).
  apply Rmult_lt_reg_l with c; [exact C|]. replace (c * (exp b * / c)) with (exp b) by (field; lra). lra.
Qed.
Lemma chernoff x s a b : is_event (fun w => x w >= a) -> finite (fun w => exp (s * x w)) -> E (fun w => exp (s * x w)) <= exp b -> s >= 0 ->
  Pr (fun w => x w >= a) <= exp (b - s * a).
Proof.
  intros H F L Q. unfold Rminus. rewrite exp_plus, exp_Ropp.
  apply divided with (y := fun w => exp (s * x w)); [apply exp_pos| |exact L].
  apply at_least_there; try assumption; [apply exp_pos|intros; apply exp_pos|]. intros w K. apply exp_order. nra.
Qed.
Lemma chernoff_below x s a b : is_event (fun w => x w <= a) -> finite (fun w => exp (- s * x w)) -> E (fun w => exp (- s * x w)) <= exp b -> s >= 0 ->
  Pr (fun w => x w <= a) <= exp (b + s * a).
Proof.
  intros H F L Q. replace (s * a) with (- (- s * a)) by ring. rewrite exp_plus, exp_Ropp.
  apply divided with (y := fun w => exp (- s * x w)); [apply exp_pos| |exact L].
  apply at_least_there; try assumption; [apply exp_pos|intros; apply exp_pos|]. intros w K. apply exp_order. nra.
Qed.
Lemma chernoff_strictly x s a b : is_event (fun w => x w >= a) -> finite (fun w => exp (s * x w)) -> E (fun w => exp (s * x w)) <= exp b -> s >= 0 ->
  b - s * a < 0 -> Pr (fun w => x w >= a) < exp (b - s * a).
Proof.
  intros H F L Q N. apply exp_increasing in N. rewrite exp_0 in N. unfold Rminus in *. rewrite exp_plus, exp_Ropp in *.
  assert (Y : forall w, x w >= a -> exp (s * a) <= exp (s * x w)) by (intros w K; apply exp_order; nra).
  apply divided_strictly with (y := fun w => exp (s * x w)); try assumption; [apply exp_pos|..].
  - apply more_than_there; try assumption; [apply exp_pos|intros; apply exp_pos].
  - apply at_least_there; try assumption; [apply exp_pos|intros; apply exp_pos].
Qed.
Lemma chernoff_below_strictly x s a b : is_event (fun w => x w <= a) -> finite (fun w => exp (- s * x w)) -> E (fun w => exp (- s * x w)) <= exp b -> s >= 0 ->
  b + s * a < 0 -> Pr (fun w => x w <= a) < exp (b + s * a).
Proof.
  intros H F L Q N. apply exp_increasing in N. rewrite exp_0 in N. replace (s * a) with (- (- s * a)) in * by ring. rewrite exp_plus, exp_Ropp in *.
  assert (Y : forall w, x w <= a -> exp (- s * a) <= exp (- s * x w)) by (intros w K; apply exp_order; nra).
  apply divided_strictly with (y := fun w => exp (- s * x w)); try assumption; [apply exp_pos|..].
  - apply more_than_there; try assumption; [apply exp_pos|intros; apply exp_pos].
  - apply at_least_there; try assumption; [apply exp_pos|intros; apply exp_pos].
Qed.

(* -- what holds with certainty is enough ---------------------------------------------------------------------------------------- *)
Lemma cut_off x c : random x -> is_event (fun w => x w <= c) -> Pr (fun w => x w <= c) = 1 ->
  random (fun w => Rmin (x w) c) /\ is_event (fun w => Rmin (x w) c = x w) /\ Pr (fun w => Rmin (x w) c = x w) = 1.
Proof.
  intros X H C. assert (S : forall w, Rmin (x w) c = x w <-> x w <= c).
  { intros w. unfold Rmin. destruct (Rle_dec (x w) c); split; intros; try lra; assumption. }
  split; [|split].
  - intros a. apply (random_event x (fun y => Rmin y c <= a)); [exact X|].
    apply borel_same with (fun y => y <= a \/ c <= a).
    + intros y. unfold Rmin. destruct (Rle_dec y c); lra.
    + apply (borel_or (fun y => y <= a) (fun _ => c <= a)); [apply borel_below|apply borel_constant].
  - apply event_same with (2 := H). intros w. symmetry. apply S.
  - rewrite <- C. apply Pr_same. exact S.
Qed.
Lemma E_below x c : finite x -> is_event (fun w => x w <= c) -> Pr (fun w => x w <= c) = 1 -> E x <= c.
Proof.
  intros F H C. pose proof (finite_random _ _ _ F) as X. destruct (cut_off x c X H C) as (R & S & Q).
  assert (S' : is_event (fun w => x w = Rmin (x w) c)) by (apply event_same with (2 := S); intros; split; intros; symmetry; assumption).
  assert (Q' : Pr (fun w => x w = Rmin (x w) c) = 1) by (rewrite <- Q; apply Pr_same; intros; split; intros; symmetry; assumption).
  destruct (E_almost P I x _ F R S' Q') as [F' E']. destruct (E_number c) as [FC EC]. rewrite <- E'.
  apply Rle_trans with (E (fun _ => c)); [|right; exact EC]. apply E_grows; [exact F'|exact FC|]. intros w. apply Rmin_r.
Qed.
Lemma E_above x c : finite x -> is_event (fun w => c <= x w) -> Pr (fun w => c <= x w) = 1 -> c <= E x.
Proof.
  intros F H C. destruct (E_scaled (-1) x F) as [F' E']. apply Ropp_le_cancel. replace (- E x) with (-1 * E x) by ring. rewrite <- E'.
  apply E_below; [exact F'|..].
  - apply event_same with (2 := H). intros w. cbv beta. split; intros; lra.
  - rewrite <- C. apply Pr_same. intros w. cbv beta. split; intros; lra.
Qed.
(* at most a linear function of finite quantities, with certainty *)
Lemma E_grows_surely x y : finite x -> finite y -> is_event (fun w => x w <= y w) -> Pr (fun w => x w <= y w) = 1 -> E x <= E y.
Proof.
  intros F G H C. destruct (E_linear P I 1 (-1) x y F G) as [F' E']. assert (E (fun w => 1 * x w + -1 * y w) <= 0); [|lra].
  apply E_below; [exact F'|..].
  - apply event_same with (2 := H). intros w. cbv beta. split; intros; lra.
  - rewrite (Pr_same P _ (fun w => x w <= y w)); [exact C|]. intros w. cbv beta. split; intros; lra.
Qed.

(* -- two lemmas about moment generating functions ----------------------------------------------------------------------------- *)
Lemma hoeffding_lemma x s a b : random x -> is_event (fun w => a <= x w) -> is_event (fun w => x w <= b) ->
  Pr (fun w => a <= x w) = 1 -> Pr (fun w => x w <= b) = 1 ->
  E (fun w => exp (s * (x w - E (fun w => x w)))) <= exp (s ^ 2 * (b - a) ^ 2 / 8).
Proof.
  intros X HA HB EA EB. set (m := E (fun w => x w)). destruct (bounded_is_finite x a b X HA HB EA EB) as [F _].
  pose proof (exponential_is_finite s x a b X HA HB EA EB) as FE.
  assert (MA : a <= m) by (apply E_above; assumption). assert (MB : m <= b) by (apply E_below; assumption).
  destruct (E_scaled (exp (- (s * m))) _ FE) as [F1 E1].
  destruct (E_same _ (fun w => exp (s * (x w - m))) F1) as [F2 E2].
  { intros w. rewrite <- exp_plus. f_equal. ring. }
  rewrite E2, E1. clear F1 E1 F2 E2.
  destruct (Rle_lt_or_eq_dec a b ltac:(lra)) as [L|L].
  - destruct (E_linear P I ((exp (s * b) - exp (s * a)) / (b - a)) ((b * exp (s * a) - a * exp (s * b)) / (b - a)) (fun w => x w) (fun _ => 1) F (proj1 (E_number 1))) as [F3 E3].
    assert (G : E (fun w => exp (s * x w)) <= (exp (s * b) - exp (s * a)) / (b - a) * m + (b * exp (s * a) - a * exp (s * b)) / (b - a) * 1).
    { rewrite (proj2 (E_number 1)) in E3. fold m in E3. rewrite <- E3.
      assert (K : forall y, a <= y <= b -> exp (s * y) <= (exp (s * b) - exp (s * a)) / (b - a) * y + (b * exp (s * a) - a * exp (s * b)) / (b - a) * 1).
      { intros y Y. assert (T : (b - a) * exp (s * y) <= (b - y) * exp (s * a) + (y - a) * exp (s * b)).
        { pose proof (exp_above_tangent_at (s * y) (s * a)). pose proof (exp_above_tangent_at (s * y) (s * b)).
          assert ((b - y) * (exp (s * y) * (1 + (s * a - s * y))) <= (b - y) * exp (s * a)) by (apply Rmult_le_compat_l; lra).
          assert ((y - a) * (exp (s * y) * (1 + (s * b - s * y))) <= (y - a) * exp (s * b)) by (apply Rmult_le_compat_l; lra). lra. }
        apply Rmult_le_reg_l with (b - a); [lra|].
        replace ((b - a) * ((exp (s * b) - exp (s * a)) / (b - a) * y + (b * exp (s * a) - a * exp (s * b)) / (b - a) * 1))
          with ((b - y) * exp (s * a) + (y - a) * exp (s * b)) by (field; lra). exact T. }
      assert (V : is_event (fun w => exp (s * x w) <= (exp (s * b) - exp (s * a)) / (b - a) * x w + (b * exp (s * a) - a * exp (s * b)) / (b - a) * 1)).
      { destruct (E_linear P I 1 (-1) _ _ FE F3) as [F4 _]. apply event_same with (2 := finite_random _ _ _ F4 0). intros w. cbv beta. split; intros; lra. }
      apply E_grows_surely; [exact FE|exact F3|exact V|]. apply Rle_antisym; [apply probability_range, V|].
      apply Rle_trans with (Pr (fun w => a <= x w /\ x w <= b)); [right; symmetry; apply surely_between; assumption|]. apply Pr_grows; [apply event_between, X|exact V|]. intros w W. apply K, W. }
    rewrite Rmult_1_r in G. set (p := (m - a) / (b - a)). set (t := s * (b - a)).
    assert (B : 0 <= p <= 1).
    { assert (0 < / (b - a)) by (apply Rinv_0_lt_compat; lra). split; unfold p.
      - apply Rmult_le_pos; lra.
      - apply Rmult_le_reg_r with (b - a); [lra|]. replace ((m - a) / (b - a) * (b - a)) with (m - a) by (field; lra). lra. }
    apply Rle_trans with (exp (- (t * p)) * (1 - p + p * exp t)).
    + apply Rle_trans with (exp (- (s * m)) * ((exp (s * b) - exp (s * a)) / (b - a) * m + (b * exp (s * a) - a * exp (s * b)) / (b - a))).
      * apply Rmult_le_compat_l; [left; apply exp_pos|exact G].
      * right. replace (- (t * p)) with (- (s * m) + s * a) by (unfold t, p; field; lra).
        replace (s * b) with (s * a + t) by (unfold t; ring). rewrite !exp_plus. unfold p. field. lra.
    + replace (s ^ 2 * (b - a) ^ 2 / 8) with (t ^ 2 / 8) by (unfold t; field). apply two_points, B.
  - assert (m = a) by lra. subst b. rewrite H in *. destruct (E_number (exp (s * a))) as [FN EN].
    assert (E (fun w => exp (s * x w)) <= exp (s * a)).
    { assert (V : is_event (fun w => exp (s * x w) <= exp (s * a))) by apply (finite_random _ _ _ FE).
      apply E_below; [exact FE|exact V|]. apply Rle_antisym; [apply probability_range, V|]. apply Rle_trans with (Pr (fun w => a <= x w /\ x w <= a)); [right; symmetry; apply surely_between; assumption|].
      apply Pr_grows; [apply event_between, X|exact V|]. intros w W. replace (x w) with a by lra. right. reflexivity. }
    apply Rle_trans with (exp (- (s * a)) * exp (s * a)); [apply Rmult_le_compat_l; [left; apply exp_pos|assumption]|].
    rewrite <- exp_plus. right. f_equal. field.
Qed.
Lemma bennett_lemma x s a : random x -> is_event (fun w => x w <= a) -> E (fun w => x w) = 0 -> Pr (fun w => x w <= a) = 1 ->
  finite (fun w => x w) -> finite (fun w => x w ^ 2) -> a > 0 -> s >= 0 ->
  E (fun w => exp (s * x w)) <= exp (E (fun w => x w ^ 2) / a ^ 2 * (exp (s * a) - 1 - s * a)).
Proof.
  intros X HA M EA F F2 A S. destruct (cut_off x a X HA EA) as (R & HS & Q). set (y := fun w => Rmin (x w) a) in *.
  assert (FE : finite (fun w => exp (s * y w))).
  { apply finite_below with (fun _ => exp (s * a)); [apply random_exp, R|apply E_number|]. intros w. rewrite Rabs_pos_eq by (left; apply exp_pos).
    apply exp_order. apply Rmult_le_compat_l; [lra|apply Rmin_r]. }
  assert (HE : is_event (fun w => exp (s * y w) = exp (s * x w))).
  { destruct (Req_dec s 0) as [->|D].
    - apply event_same with (2 := event_whole P). intros w. rewrite !Rmult_0_l. tauto.
    - apply event_same with (2 := HS). intros w. split; [intros K; unfold y; rewrite K; reflexivity|]. intros K. apply exp_inv in K. apply Rmult_eq_reg_l with s; assumption. }
  assert (QE : Pr (fun w => exp (s * y w) = exp (s * x w)) = 1).
  { apply Rle_antisym; [apply probability_range, HE|]. rewrite <- Q. apply Pr_grows; [exact HS|exact HE|]. intros w K. unfold y. rewrite K. reflexivity. }
  destruct (E_almost P I _ _ FE (random_exp s x X) HE QE) as [FX _].
  destruct (Req_dec s 0) as [->|D].
  - destruct (E_number 1) as [FN EN]. destruct (E_same _ (fun w => exp (0 * x w)) FN) as [_ E0]; [intros w; rewrite Rmult_0_l, exp_0; reflexivity|].
    rewrite E0, EN, Rmult_0_l, exp_0. right. rewrite <- exp_0. f_equal. rewrite exp_0. ring.
  - set (c := (exp (s * a) - 1 - s * a) / (s * a) ^ 2). assert (SA : 0 < s * a) by nra.
    destruct (E_linear P I (s ^ 2 * c) s _ _ F2 F) as [F3 E3]. destruct (E_number 1) as [FN EN]. destruct (E_plus _ _ F3 FN) as [F4 E4].
    assert (V : is_event (fun w => exp (s * x w) <= s ^ 2 * c * x w ^ 2 + s * x w + 1)).
    { destruct (E_linear P I 1 (-1) _ _ FX F4) as [F5 _]. apply event_same with (2 := finite_random _ _ _ F5 0). intros w. cbv beta. split; intros; lra. }
    apply Rle_trans with (1 + s ^ 2 * c * E (fun w => x w ^ 2)).
    + apply Rle_trans with (E (fun w => s ^ 2 * c * x w ^ 2 + s * x w + 1)); [|rewrite E4, E3, EN, M; lra].
      apply E_grows_surely; [exact FX|exact F4|exact V|]. apply Rle_antisym; [apply probability_range, V|]. apply Rle_trans with (Pr (fun w => x w <= a)); [right; symmetry; exact EA|].
      apply Pr_grows; [exact HA|exact V|]. intros w W. pose proof (bennett_growth (s * x w) (s * a) ltac:(apply Rmult_le_compat_l; lra) SA) as B.
      fold c in B. replace ((s * x w) ^ 2 * c) with (s ^ 2 * c * x w ^ 2) in B by ring. lra.
    + replace (E (fun w => x w ^ 2) / a ^ 2 * (exp (s * a) - 1 - s * a)) with (s ^ 2 * c * E (fun w => x w ^ 2)) by (unfold c; field; split; lra).
      apply exp_ineq1_le.
Qed.
End Expectations.
