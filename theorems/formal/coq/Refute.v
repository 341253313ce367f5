(* A claim is false at a point: its two sides are explicit numbers. The intervals are computed over the integers of Coq
   and not over machine floats, so that nothing but the axioms of the real numbers is used. *)
From Coq Require Import Reals Lra Psatz.
From Interval Require Export Tactic.
From Interval Require Import Specific_ops Specific_stdz.
Module Integers := SpecificFloat StdZRadix2.
Module Intervals := Interval.Tactic.IntervalTactic Integers.
Export Intervals.
Open Scope R_scope.

Lemma not_ge a b : a < b -> ~ (a >= b). Proof. lra. Qed.
Lemma not_le a b : b < a -> ~ (a <= b). Proof. lra. Qed.
Lemma not_lt a b : b <= a -> ~ (a < b). Proof. lra. Qed.
Lemma not_gt a b : a <= b -> ~ (a > b). Proof. lra. Qed.
Lemma not_eq_lt a b : a < b -> ~ (a = b). Proof. lra. Qed.
Lemma not_eq_gt a b : b < a -> ~ (a = b). Proof. lra. Qed.

Ltac nonzero := repeat split; first [lra | apply Rgt_not_eq; interval with (i_prec 60) | apply Rlt_not_eq; interval with (i_prec 60)].
(* a √x = b √y, where a² x = b² y *)
Lemma same_root a b x y : 0 < a -> 0 < b -> 0 < x -> 0 < y -> a * a * x = b * b * y ->
  a * Rpower x (1 / 2) = b * Rpower y (1 / 2).
Proof.
  intros Ha Hb Hx Hy E. replace (1 / 2) with (/ 2) by lra. rewrite !Rpower_sqrt by assumption.
  rewrite <- (sqrt_square a), <- (sqrt_square b), <- !sqrt_mult by nra. now rewrite E.
Qed.
(* the same function of equal numbers, without a look into the definitions of the functions *)
Ltac alike := match goal with
  | |- ?a = ?b => first [ constr_eq a b; exact eq_refl | lra | solve [field; nonzero] ]
  | |- sqrt _ = sqrt _ => apply (f_equal sqrt); alike
  | |- ln _ = ln _ => apply (f_equal ln); alike
  | |- exp _ = exp _ => apply (f_equal exp); alike
  | |- _ * _ = _ * _ => apply (f_equal2 Rmult); alike
  | |- _ + _ = _ + _ => apply (f_equal2 Rplus); alike
  end.
(* of two sides that both hang on a number known by its ends, the difference *)
Lemma difference_lt a b : 0 < b - a -> a < b. Proof. lra. Qed.
Lemma difference_le a b : 0 <= b - a -> a <= b. Proof. lra. Qed.
Ltac number := first
  [ interval with (i_prec 60) | lra | apply Req_le; alike | alike | interval with (i_prec 200) | interval with (i_prec 800)
  | apply difference_lt; interval with (i_prec 200) | apply difference_le; interval with (i_prec 200) ].
Ltac apart := interval with (i_prec 60).
(* the innermost maxima and minima first *)
Ltac innermost t := lazymatch t with context[Rmax] => fail | context[Rmin] => fail | context[Rabs] => fail | _ => idtac end.
Ltac settled := repeat match goal with
  | |- context[Rmax ?a ?b] => innermost a; innermost b; first [rewrite (Rmax_left a b) by number | rewrite (Rmax_right a b) by number]
  | |- context[Rmin ?a ?b] => innermost a; innermost b; first [rewrite (Rmin_left a b) by number | rewrite (Rmin_right a b) by number]
  | |- context[Rabs ?a] => innermost a; first [ rewrite (Rabs_pos_eq a) by apart | rewrite (Rabs_left1 a) by apart
                                             | rewrite (Rabs_pos_eq a) by number | rewrite (Rabs_left1 a) by number ]
  end.
Ltac refuted_by tactic :=
  first [ apply not_ge; tactic | apply not_le; tactic | apply not_lt; tactic | apply not_gt; tactic
        | apply not_eq_lt; tactic | apply not_eq_gt; tactic ].
Ltac refuted := settled; first [ refuted_by apart | refuted_by number ]. (* first what is quick for large terms *)
Ltac at_end := cbv beta; number.
Ltac met := first [ assumption | lra | apply same_root; lra | settled; first [ nonzero | number | apply Rle_ge; number | apply Rlt_gt; number ] ].
