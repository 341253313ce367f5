"""Claims that differ from a printed one in one place: which of them are false, and which a proof would still believe."""
