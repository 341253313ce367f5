"""The language of claims: what a paper prints, as data. Everything else is read off one tree."""
