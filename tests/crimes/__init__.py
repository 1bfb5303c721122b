"""Crimes planted in legal games: each breaks one rule, and that rule must be named, and nothing else.

`python -m tests.crimes` plants them by the thousand and writes docs/crimes.md.
"""
