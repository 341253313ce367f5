(* Links that need more than linear arithmetic: names are replaced by what they are equal to, exponentials of sums are split,
   denominators are multiplied out; what remains is a question about polynomials. *)
From Coq Require Import Reals Lra List ZArith Psatz Nsatz.
From Referee Require Import Refute Calculations.
Open Scope R_scope.

Lemma exp_multiple p x : exp (IZR (Zpos p) * x) = exp x ^ Pos.to_nat p.
Proof.
  replace (IZR (Zpos p)) with (INR (Pos.to_nat p)) by (rewrite INR_IZR_INZ, positive_nat_Z; reflexivity).
  induction (Pos.to_nat p) as [|n IH]; [simpl; rewrite Rmult_0_l; apply exp_0|].
  rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, IH. simpl. ring.
Qed.
Lemma exp_times_plus x y z : exp (x * (y + z)) = exp (x * y) * exp (x * z). Proof. rewrite <- exp_plus. f_equal. ring. Qed.
Lemma exp_plus_times x y z : exp ((y + z) * x) = exp (y * x) * exp (z * x). Proof. rewrite <- exp_plus. f_equal. ring. Qed.
Lemma exp_times_opp x y : exp (x * - y) = / exp (x * y). Proof. rewrite <- exp_Ropp. f_equal. ring. Qed.
Lemma exp_opp_times x y : exp (- y * x) = / exp (y * x). Proof. rewrite <- exp_Ropp. f_equal. ring. Qed.
Lemma difference_le x y : x <= y -> 0 <= y - x. Proof. lra. Qed.
Lemma difference_lt x y : x < y -> 0 < y - x. Proof. lra. Qed.
Lemma difference_eq x y : x = y -> 0 = y - x. Proof. lra. Qed.
Lemma from_difference_le x y : 0 <= y - x -> x <= y. Proof. lra. Qed.
Lemma from_difference_lt x y : 0 < y - x -> x < y. Proof. lra. Qed.
Lemma quotient_above n d : 0 < n -> 0 < d -> 0 < n / d. Proof. intros. apply Rdiv_lt_0_compat; assumption. Qed.
Lemma quotient_notbelow n d : 0 <= n -> 0 < d -> 0 <= n / d.
Proof. intros. apply Rmult_le_pos; [assumption|left; apply Rinv_0_lt_compat; assumption]. Qed.
Lemma numerator_above n d : 0 < n / d -> 0 < d -> 0 < n.
Proof. intros H D. replace n with (n / d * d) by (field; lra). apply Rmult_lt_0_compat; assumption. Qed.
Lemma numerator_notbelow n d : 0 <= n / d -> 0 < d -> 0 <= n.
Proof. intros H D. replace n with (n / d * d) by (field; lra). apply Rmult_le_pos; lra. Qed.
Lemma numerator_zero n d : 0 = n / d -> 0 < d -> 0 = n.
Proof. intros H D. replace n with (n / d * d) by (field; lra). rewrite <- H. ring. Qed.

Ltac upwards := repeat match goal with
  | H : _ >= _ |- _ => apply Rge_le in H
  | H : _ > _ |- _ => apply Rgt_lt in H
  | |- _ >= _ => apply Rle_ge
  | |- _ > _ => apply Rlt_gt
  end.
(* what arithmetic does not look into: a name, a function at its arguments, a sum, a derivative *)
Ltac name a := lazymatch a with
  | _ + _ => fail | _ - _ => fail | _ * _ => fail | _ / _ => fail | - _ => fail | / _ => fail | _ ^ _ => fail
  | IZR _ => fail | exp _ => fail | ln _ => fail | sqrt _ => fail | _ => idtac
  end.
Ltac put := repeat match goal with
  | H : ?a = ?b |- _ => name a; lazymatch b with context [a] => fail | _ => idtac end; try rewrite H in *; clear H
  | H : ?a = total ?S ?F |- _ => lazymatch a with context [total S F] => fail | _ => idtac end; try rewrite <- H in *; clear H
  end.
Lemma zero_over x : 0 / x = 0. Proof. apply Rmult_0_l. Qed.
Ltac plainly := rewrite ?zero_over, ?Rmult_0_r, ?Ropp_0, ?exp_0, ?ln_1, ?pow1, ?Rinv_1 in *.
Ltac split_exps := unfold Rminus in *; repeat first
  [ rewrite exp_plus in *
  | rewrite exp_Ropp in *
  | rewrite exp_times_plus in *
  | rewrite exp_plus_times in *
  | rewrite exp_times_opp in *
  | rewrite exp_opp_times in *
  | match goal with
    | |- context [exp (IZR (Zpos ?p) * ?x)] => rewrite (exp_multiple p x); let n := eval cbv in (Pos.to_nat p) in change (Pos.to_nat p) with n
    | H : context [exp (IZR (Zpos ?p) * ?x)] |- _ => rewrite (exp_multiple p x) in H; let n := eval cbv in (Pos.to_nat p) in change (Pos.to_nat p) with n in H
    end ].
Ltac logarithms := repeat first
  [ rewrite ln_exp in *
  | match goal with
    | |- context [exp (ln ?x)] => rewrite (exp_ln x) by above
    | H : context [exp (ln ?x)] |- _ => rewrite (exp_ln x) in H by above
    | |- context [ln (?x / ?y)] => rewrite (log_of_quotient x y) by (apply Rlt_gt; above)
    | H : context [ln (?x / ?y)] |- _ => rewrite (log_of_quotient x y) in H by (apply Rlt_gt; above)
    | |- context [ln (?x * ?y)] => rewrite (log_of_product x y) by (apply Rlt_gt; above)
    | H : context [ln (?x * ?y)] |- _ => rewrite (log_of_product x y) in H by (apply Rlt_gt; above)
    end ].
Ltac new P := lazymatch goal with _ : P |- _ => fail | _ => idtac end.
Ltac root_of x := lazymatch goal with
  | _ : 0 <= sqrt x |- _ => fail
  | _ => pose proof (sqrt_pos x); try (let P := fresh in assert (P : 0 <= x) by notbelow; pose proof (sqrt_sqrt x P));
    try (let P := fresh in assert (P : 0 < x) by above; pose proof (sqrt_lt_R0 x P))
  end.
Ltac roots := repeat match goal with |- context [sqrt ?x] => root_of x | H : context [sqrt ?x] |- _ => root_of x end.
(* numbers such as log 3 lie between two fractions *)
Ltac numeral n := lazymatch n with IZR _ => idtac | ?a / ?b => numeral a; numeral b | - ?a => numeral a end.
Ltac enclosed f n := numeral n; lazymatch goal with _ : _ <= f n <= _ |- _ => fail | _ => let N := fresh "N" in interval_intro (f n) with (i_prec 50) as N end.
Ltac constants := repeat match goal with
  | |- context [ln ?n] => enclosed ln n
  | |- context [exp ?n] => enclosed exp n
  | H : context [ln ?n] |- _ => enclosed ln n
  | H : context [exp ?n] |- _ => enclosed exp n
  end.
Ltac nonzero := repeat split; solve [signs | lra | assumption].
Ltac divides t := lazymatch t with context [Rdiv _ _] => idtac | context [Rinv _] => idtac end.
Ltac cleared_fact H numerator := lazymatch type of H with _ ?t =>
  revert H; field_simplify t; [intros H; try (apply numerator in H; [|solve [above]]) | nonzero ..] end.
Ltac clear_fact H := lazymatch type of H with
  | ?x <= ?y => divides (x - y); apply difference_le in H; cleared_fact H numerator_notbelow
  | ?x < ?y => divides (x - y); apply difference_lt in H; cleared_fact H numerator_above
  | ?x = ?y => divides (x - y); apply difference_eq in H; cleared_fact H numerator_zero
  end.
Lemma second_factor x y : 0 < x * y -> 0 < x -> 0 < y.
Proof. intros H X. apply Rmult_lt_reg_l with x; [exact X|]. rewrite Rmult_0_r. exact H. Qed.
Ltac factors := repeat match goal with H : 0 < ?x * ?y |- _ => new (0 < y); pose proof (second_factor x y H ltac:(above)) end.
Ltac clear_facts := repeat match goal with H : _ |- _ => clear_fact H end; factors.
Ltac clear_goal := lazymatch goal with
  | |- ?x <= ?y => apply from_difference_le; field_simplify (y - x); [try (apply quotient_notbelow; [|solve [above]]) | nonzero ..]
  | |- ?x < ?y => apply from_difference_lt; field_simplify (y - x); [try (apply quotient_above; [|solve [above]]) | nonzero ..]
  | _ => idtac
  end.
Lemma from_difference_eq x y : y - x = 0 -> x = y. Proof. lra. Qed.
Lemma quotient_zero n d : n = 0 -> n / d = 0. Proof. intros ->. apply zero_over. Qed.
Ltac clear_equation := lazymatch goal with |- ?x = ?y =>
  apply from_difference_eq; field_simplify (y - x); [try apply quotient_zero | nonzero ..] end.
(* what is no sum, product, quotient or power: a name for it *)
Ltac named t := lazymatch t with
  | ?x + ?y => named x; named y
  | ?x - ?y => named x; named y
  | ?x * ?y => named x; named y
  | ?x / ?y => named x; named y
  | - ?x => named x
  | / ?x => named x
  | ?x ^ _ => named x
  | IZR _ => idtac
  | _ => first [is_var t | let e := fresh "e" in let E := fresh in remember t as e eqn:E in *; clear E]
  end.
Ltac sides_named P := lazymatch P with
  | ?x <= ?y => named x; named y
  | ?x < ?y => named x; named y
  | ?x = ?y => named x; named y
  | ?x <> ?y => named x; named y
  | _ => idtac
  end.
Ltac all_named := match goal with |- ?P => sides_named P end; repeat match goal with H : ?P |- _ => progress sides_named P end.
(* a name with a lower bound, through what it exceeds it by *)
Lemma excess_le a x : a <= x -> exists s, 0 <= s /\ x = a + s. Proof. exists (x - a). split; [lra|ring]. Qed.
Lemma excess_lt a x : a < x -> exists s, 0 < s /\ x = a + s. Proof. exists (x - a). split; [lra|ring]. Qed.
Ltac bounded a x := is_var x; lazymatch a with 0 => fail | context [x] => fail | _ => idtac end.
Ltac excess := repeat match goal with
  | H : ?a <= ?x |- _ => bounded a x; apply excess_le in H; let s := fresh "s" in destruct H as (s & ? & H); subst x
  | H : ?a < ?x |- _ => bounded a x; apply excess_lt in H; let s := fresh "s" in destruct H as (s & ? & H); subst x
  end.
(* sums and products of what is not negative *)
Ltac terms := lazymatch goal with
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; terms
  | |- 0 <= _ * _ => apply Rmult_le_pos; terms
  | |- 0 <= _ ^ _ => apply pow_le; terms
  | |- 0 <= _ => lra
  | |- 0 < _ + _ => first [apply Rplus_lt_le_0_compat; [terms|terms] | apply Rplus_le_lt_0_compat; [terms|terms]]
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; terms
  | |- 0 < _ ^ _ => apply pow_lt; terms
  | |- 0 < _ => lra
  end.
(* what a root is the root of, where it has a name *)
Ltac radicands := repeat match goal with
  | H : ?r * ?r = ?e |- _ => is_var e; lazymatch r with context [e] => fail | _ => subst e end
  end.
(* the products of facts with what is not negative; they stand on the left of >= *)
Ltac weaker := repeat match goal with H : 0 < ?u |- _ => lazymatch goal with _ : 0 <= u |- _ => fail | _ => pose proof (Rlt_le 0 u H) end end.
Ltac differences := repeat match goal with
  | H : ?x <= _ |- _ => lazymatch x with 0 => fail | _ => apply difference_le in H end
  | H : ?x < _ |- _ => lazymatch x with 0 => fail | _ => apply difference_lt in H end
  end.
Ltac products := repeat match goal with
  | F : 0 <= ?a, P : 0 <= ?u |- _ => is_var u;
    lazymatch goal with _ : u * a >= 0 |- _ => fail | _ => pose proof (Rle_ge _ _ (Rmult_le_pos _ _ P F)) end
  end.
(* with the products of any two facts *)
Definition fact (x : R) : Prop := 0 <= x.
Lemma fact_le a b : a <= b -> fact (b - a). Proof. unfold fact. lra. Qed.
Lemma fact_lt a b : a < b -> fact (b - a). Proof. unfold fact. lra. Qed.
Lemma facts_product x y : fact x -> fact y -> 0 <= x * y. Proof. apply Rmult_le_pos. Qed.
Ltac pairs :=
  repeat match goal with
  | H : ?a <= ?b |- _ => new (fact (b - a)); pose proof (fact_le a b H)
  | H : ?a < ?b |- _ => new (fact (b - a)); pose proof (fact_lt a b H)
  end;
  repeat match goal with
  | H : fact ?x, I : fact ?y |- _ => new (0 <= x * y); new (0 <= y * x); pose proof (facts_product x y H I)
  end; unfold fact in *.
(* products of what is not negative are not negative *)
Ltac product_there a b := lazymatch goal with _ : 0 <= a * b |- _ => fail | _ => assert (0 <= a * b) by (apply Rmult_le_pos; lra) end.
Ltac products_there := repeat match goal with |- context [?a * ?b] => product_there a b | H : context [?a * ?b] |- _ => product_there a b end.
Ltac polynomial := first
  [ lra
  | solve [terms]
  | timeout 8 nra
  | products_there; timeout 8 nra
  | pairs; first [lra | timeout 8 nra]
  | differences; weaker; products; first [lra | timeout 20 nra] ].
Ltac rational := lazymatch goal with
  | |- _ = _ => first [lra | ring | field; nonzero | solve [timeout 10 nsatz] | clear_facts; clear_equation; solve [timeout 10 nsatz] | apply Rle_antisym; rational]
  | |- _ <> _ => first [nonzero | apply Rlt_not_eq; rational | apply Rgt_not_eq, Rlt_gt; rational]
  | |- _ => first [lra | clear_facts; clear_goal; polynomial]
  end.
Lemma from_squares x y : 0 <= y -> x ^ 2 <= y ^ 2 -> x <= y. Proof. intros. apply Rsqr_incr_0_var; [unfold Rsqr; nra|assumption]. Qed.
Lemma log_notbelow x : 1 <= x -> 0 <= ln x. Proof. intros. rewrite <- ln_1. apply log_grows; lra. Qed.
Ltac squared := lazymatch goal with |- _ <= ?y => lazymatch y with context [sqrt] => idtac end; apply from_squares;
  [notbelow | rewrite ?Rpow_mult_distr, ?pow2_sqrt by notbelow; roots; all_named; rational] end.
(* a step and back, in the arguments of functions *)
Lemma minus_plus x a : x - a + a = x. Proof. ring. Qed.
Lemma two_back_one_on x : x - 2 + 1 = x - 1. Proof. ring. Qed.
Lemma one_and_one : 1 + 1 = 2. Proof. ring. Qed.
Ltac steps_counted := repeat first
  [rewrite minus_plus in * | rewrite two_back_one_on in * | rewrite Rplus_0_l in * | rewrite one_and_one in *].
Ltac at_zero := repeat first [rewrite Rmult_1_r in * | rewrite Rmult_1_l in * | rewrite Rmult_0_r in * | rewrite Rmult_0_l in * | rewrite exp_0 in *]; steps_counted.
(* what is at most and at least the same is equal to it *)
Ltac squeezed := repeat match goal with
  | H : ?a <= ?b, K : ?b <= ?a |- _ => let E := fresh in assert (E : a = b) by (apply Rle_antisym; assumption); clear H K;
      lazymatch b with context [a] => rewrite <- E in * | _ => rewrite E in * end
  end.
(* logarithms of equal numbers *)
Ltac same_logarithms := match goal with |- context [ln ?a] => match goal with |- context [ln ?b] =>
  lazymatch a with b => fail | _ => replace (ln a) with (ln b) by (apply (f_equal ln); field; nonzero) end end end.
(* the powers of e as powers of one number, or only those of -x as inverses *)
Ltac rationally_with logs exponentials := constants; apart; squeezed; plainly; put; plainly; at_zero; upwards; logs; exponentials; plainly; logs; exps; roots; first
  [ solve [signs]
  | lazymatch goal with |- 0 <= ln _ => apply log_notbelow; rational end
  | solve [squared]
  | solve [same_logarithms; lra]
  | all_named; radicands; first [solve [rational] | excess; rational] ].
Ltac inverse_exps := repeat rewrite exp_Ropp in *.
Ltac logs_of_products := match goal with
  | |- context [ln (_ * _)] => idtac
  | |- context [ln (_ / _)] => idtac
  | _ : context [ln (_ * _)] |- _ => idtac
  | _ : context [ln (_ / _)] |- _ => idtac
  end.
Ltac rationally := first
  [ logs_of_products; solve [rationally_with ltac:(idtac) ltac:(split_exps)]  (* they stay where that is enough *)
  | solve [rationally_with ltac:(logarithms) ltac:(split_exps)]
  | solve [rationally_with ltac:(logarithms) ltac:(inverse_exps)] ].
(* a sum of what is not negative *)
Ltac summed := lazymatch goal with
  | |- 0 < _ + _ => first [apply Rplus_lt_le_0_compat; [summed|summed] | apply Rplus_le_lt_0_compat; [summed|summed]]
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; summed
  | |- 0 < _ => above
  | |- 0 <= _ => notbelow
  | |- _ > 0 => apply Rlt_gt; summed
  | |- _ >= 0 => apply Rle_ge; summed
  end.
Ltac linked := steps_counted; first [assumption | lra | reflexivity | whole | solve [apart; signs] | solve [apart; summed] | solve [rationally] | arith].
(* powers with any exponent: those of one base one apart, those of numbers between two fractions, all as exponentials *)
Lemma power_step x a b : 0 < x -> a = b + 1 -> Rpower x a = x * Rpower x b.
Proof. intros P ->. rewrite Rpower_plus, Rpower_1 by exact P. apply Rmult_comm. Qed.
Ltac power_steps := repeat match goal with |- context [Rpower ?x ?a] => match goal with |- context [Rpower x ?b] =>
  lazymatch a with b => fail | _ => rewrite (power_step x a b) by lra end end end.
Ltac power_enclosed x a := numeral x; numeral a; lazymatch goal with _ : _ <= Rpower x a <= _ |- _ => fail | _ =>
  let N := fresh "N" in interval_intro (exp (a * ln x)) with (i_prec 50) as N; change (exp (a * ln x)) with (Rpower x a) in N end.
Ltac power_constants := repeat match goal with
  | |- context [Rpower ?x ?a] => power_enclosed x a
  | H : context [Rpower ?x ?a] |- _ => power_enclosed x a
  end.
Ltac log_sign x := lazymatch goal with _ : 0 <= ln x |- _ => fail | _ => assert (0 <= ln x) by (apply log_notbelow; lra) end.
Ltac log_signs := repeat match goal with |- context [ln ?x] => log_sign x | H : context [ln ?x] |- _ => log_sign x end.
Ltac powers := lazymatch goal with |- context [Rpower _ _] => idtac | _ : context [Rpower _ _] |- _ => idtac end;
  first [progress power_steps; linked | progress (power_constants; log_signs); linked | unfold Rpower in *; linked].
Ltac link := first [linked | powers].
(* that a set is not empty *)
Ltac inhabited := solve [eexists; eassumption | eexists; apply range_first; link].
Ltac alternatives := first [left; repeat split; link | right; repeat split; first [link | alternatives]].
