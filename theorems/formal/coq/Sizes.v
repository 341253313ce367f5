(* How fast the columns have to grow: n = (d - 2) t or (d - 1) t rows, and t sqrt d below a power of n. *)
From Coq Require Import Reals Lra Psatz.
Open Scope R_scope.

Lemma columns_outgrow n d t x y : 0 < n -> 0 < d -> 0 < t -> n <= d * t -> x + 2 * y = 2 ->
  d >= Rpower n x / (t * sqrt d / Rpower n y) ^ 2.
Proof.
  intros Hn Hd Ht Hnd E. assert (Hy : 0 < Rpower n y) by apply exp_pos. assert (Hs : 0 < sqrt d) by (apply sqrt_lt_R0, Hd).
  assert (S : sqrt d ^ 2 = d) by (rewrite <- Rsqr_pow2; apply Rsqr_sqrt; lra).
  assert (P : Rpower n x * Rpower n y ^ 2 = n ^ 2).
  { rewrite <- (Rpower_pow 2 (Rpower n y)), Rpower_mult, <- Rpower_plus by exact Hy. simpl INR.
    replace (x + y * (1 + 1)) with (INR 2) by (simpl; lra). apply Rpower_pow, Hn. }
  replace (Rpower n x / (t * sqrt d / Rpower n y) ^ 2) with (n ^ 2 / (t ^ 2 * d)).
  - apply Rle_ge, Rmult_le_reg_r with (t ^ 2 * d); [nra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by nra. nra.
  - rewrite <- P, <- S at 1. field. repeat split; lra.
Qed.
Ltac outgrown :=
  repeat match goal with H : _ /\ _ |- _ => destruct H end;
  match goal with H : ?n = (?d - _) * ?t |- _ => assert (n <= d * t) by nra; assert (0 < n) by nra; assert (0 < d) by lra; assert (0 < t) by lra;
    assert (0 < sqrt d) by (apply sqrt_lt_R0; lra) end;
  repeat match goal with |- _ /\ _ => split end;
  first [ lra | apply columns_outgrow; lra
        | apply Rgt_not_eq; apply Rlt_gt; unfold Rdiv; repeat first [apply pow_lt | apply Rmult_lt_0_compat | apply Rinv_0_lt_compat];
          first [lra | apply exp_pos] ].
