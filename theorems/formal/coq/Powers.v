(* Powers of n, slack variables, positivity by structure: what the generated proofs use. *)
From Coq Require Import Reals Lra Lia ZArith List Psatz.
Import ListNotations.
Open Scope R_scope.
(* products of powers of one base *)
Fixpoint comb (n:R) (l:list (Z*R)) : R := match l with nil => 1 | (k,b)::r => powerRZ (Rpower n b) k * comb n r end.
Fixpoint expo (l:list (Z*R)) : R := match l with nil => 0 | (k,b)::r => IZR k * b + expo r end.
Lemma Rpower_RZ (x:R) k : powerRZ (exp x) k = exp (IZR k * x).
Proof.
  destruct k as [|p|p]; simpl powerRZ.
  - rewrite Rmult_0_l, exp_0. reflexivity.
  - rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal. rewrite INR_IZR_INZ, positive_nat_Z. reflexivity.
  - rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. rewrite <- exp_Ropp. f_equal.
    rewrite INR_IZR_INZ, positive_nat_Z. change (Z.neg p) with (Z.opp (Z.pos p)). rewrite opp_IZR. ring.
Qed.
Lemma comb_ok n l : Rpower n (expo l) = comb n l.
Proof.
  induction l as [|[k b] r IH]; simpl.
  - unfold Rpower. rewrite Rmult_0_l. apply exp_0.
  - rewrite Rpower_plus, IH. f_equal. unfold Rpower. rewrite Rpower_RZ. f_equal. ring.
Qed.
Lemma Rpower_ge1 n b : 1 <= n -> 0 <= b -> exists p, 0 <= p /\ Rpower n b = 1 + p.
Proof.
  intros Hn Hb. exists (Rpower n b - 1). split; [|ring].
  assert (1 <= Rpower n b); [|lra]. rewrite <- (Rpower_O n) by lra. apply Rle_Rpower; lra.
Qed.
Lemma Rpower_gt1 n b : 1 < n -> 0 < b -> exists p, 0 < p /\ Rpower n b = 1 + p.
Proof.
  intros Hn Hb. exists (Rpower n b - 1). split; [|ring].
  assert (1 < Rpower n b); [|lra]. rewrite <- (Rpower_O n) by lra. apply Rpower_lt; lra.
Qed.
Lemma slack_le v lo : lo <= v -> exists s, 0 <= s /\ v = lo + s. Proof. intros; exists (v-lo); lra. Qed.
Lemma slack_lt v lo : lo < v -> exists s, 0 < s /\ v = lo + s. Proof. intros; exists (v-lo); lra. Qed.
Lemma slack_inv v c : 0 < c -> 0 < v < 1/c -> exists s, 0 < s /\ v = 1/(c*(1+s)).
Proof.
  intros Hc [H0 H1]. exists (1/(c*v) - 1). split; [|field; lra].
  assert (1 < 1/(c*v)); [|lra]. apply Rmult_lt_reg_r with (c*v); [nra|].
  replace (1/(c*v)*(c*v)) with 1 by (field; lra). apply Rmult_lt_reg_r with (/c). apply Rinv_0_lt_compat; lra.
  replace (1*(c*v)*/c) with v by (field; lra). lra.
Qed.
Lemma sqrt_ln_ge n : 1 <= n -> exists s, 0 <= s /\ sqrt (ln n) = s /\ ln n = s*s.
Proof. intros. exists (sqrt (ln n)). split;[apply sqrt_pos|split;[reflexivity|]]. rewrite sqrt_sqrt; [reflexivity|].
  rewrite <- ln_1. destruct (Rle_lt_or_eq_dec 1 n H) as [h| <-]; [left; apply ln_increasing; lra|right; reflexivity]. Qed.
Lemma sqrt_ln_gt n : 1 < n -> exists s, 0 < s /\ sqrt (ln n) = s /\ ln n = s*s.
Proof. intros. assert (0 < ln n) by (rewrite <- ln_1; apply ln_increasing; lra).
  exists (sqrt (ln n)). split;[apply sqrt_lt_R0; lra|split;[reflexivity|]]. rewrite sqrt_sqrt; lra. Qed.
Lemma by_diff a b P Q : b - a = P/Q -> 0 <= P -> 0 < Q -> a <= b.
Proof. intros E HP HQ. assert (0 <= P/Q); [|lra]. apply Rmult_le_pos; [lra|]. left; apply Rinv_0_lt_compat; lra. Qed.
Lemma by_diff_lt a b P Q : b - a = P/Q -> 0 < P -> 0 < Q -> a < b.
Proof. intros E HP HQ. assert (0 < P/Q); [|lra]. apply Rmult_lt_0_compat; [lra|]. apply Rinv_0_lt_compat; lra. Qed.
(* positivity by construction *)
Ltac nn := (* 0 <= *)
  lazymatch goal with
  | |- 0 <= ?a + ?b => apply Rplus_le_le_0_compat; nn
  | |- 0 <= ?a * ?b => apply Rmult_le_pos; nn
  | |- 0 <= ?a ^ _ => apply pow_le; nn
  | |- 0 <= ?a / ?b => apply Rmult_le_pos; [nn | left; apply Rinv_0_lt_compat; pp]
  | |- 0 <= / ?b => left; apply Rinv_0_lt_compat; pp
  | |- 0 <= IZR _ => lra
  | |- 0 <= ?v => solve [assumption | apply Rlt_le; assumption]
  end
with pp := (* 0 < *)
  lazymatch goal with
  | |- 0 < ?a + ?b => first [ solve [apply Rplus_le_lt_0_compat; [nn|pp]] | solve [apply Rplus_lt_le_0_compat; [pp|nn]] ]
  | |- 0 < ?a * ?b => apply Rmult_lt_0_compat; pp
  | |- 0 < ?a ^ _ => apply pow_lt; pp
  | |- 0 < ?a / ?b => apply Rmult_lt_0_compat; [pp | apply Rinv_0_lt_compat; pp]
  | |- 0 < / ?b => apply Rinv_0_lt_compat; pp
  | |- 0 < IZR _ => lra
  | |- 0 < ?v => assumption
  end.
Ltac nz := repeat split; try solve [apply Rgt_not_eq; unfold Rgt; pp | apply Rlt_not_eq; lra | apply Rgt_not_eq; nra
  | match goal with |- ?x <> 0 => apply Rgt_not_eq; unfold Rgt; ring_simplify; pp end ].

Lemma Rpower_pos n b : 0 < Rpower n b. Proof. apply exp_pos. Qed.
Ltac to_nats := cbn [powerRZ]; change (Pos.to_nat 1) with 1%nat; change (Pos.to_nat 2) with 2%nat; change (Pos.to_nat 3) with 3%nat; change (Pos.to_nat 4) with 4%nat.
Lemma slack_between v lo hi : lo < v < hi -> exists s, 0 < s /\ v = (lo * s + hi) / (1 + s).
Proof.
  intros [Hl Hh]. exists ((hi - v) / (v - lo)). split.
  - apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; lra].
  - field. split; lra.
Qed.
Lemma by_positive x P Q : x = P / Q -> 0 < P -> 0 < Q -> x > 0.
Proof. intros -> HP HQ. apply Rmult_lt_0_compat; [lra | apply Rinv_0_lt_compat; lra]. Qed.
Lemma by_nonnegative x P Q : x = P / Q -> 0 <= P -> 0 < Q -> x >= 0.
Proof. intros -> HP HQ. apply Rle_ge, Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. Qed.
Lemma by_nonzero x P Q : x = P / Q -> 0 < P -> 0 < Q -> x <> 0.
Proof. intros E HP HQ. pose proof (by_positive x P Q E HP HQ). lra. Qed.
(* Rpower n e is a product of powers whose bases are named *)
Ltac as_product n l :=
  transitivity (comb n l);
  [ rewrite <- comb_ok; f_equal; cbn [expo]; solve [ring | field | field; lra]
  | cbn [comb]; rewrite ?Rpower_1 by assumption;
    repeat match goal with X : Rpower n _ = 1 + _ |- _ => rewrite X end;
    to_nats; solve [ring | field; nz] ].
Ltac equal := first [ring | field; nz].
