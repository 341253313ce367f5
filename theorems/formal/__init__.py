"""A kernel that is not ours: claims as statements of Coq, with proofs that it accepts."""
