"""Provers: what finds proofs, witnesses and certificates."""

from theorems.provers import polynomials as polynomials  # it finds the certificates that the kernel asks for
