"""Crimes planted in legal games: each breaks one rule, and that rule must be named, and nothing else.

`python -m tests.crimes` plants them by the thousand and writes docs/crimes.md. `by_the_engine` and `by_hand` have one of
each kind in a log that the real engine wrote; `without_log.toml` says of which kinds no log can.
"""
