"""Re-checkers that share no code with the suite: they read a report and its witnesses, and compute everything again."""
