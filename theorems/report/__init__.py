"""The report: judge statements, keep records, show them."""
