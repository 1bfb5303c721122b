"""Crimes planted in legal games, and in positions drawn for them: each breaks one rule, which must be named, no other.

`python -m tests.crimes` plants them by the thousand and writes docs/crimes.md. `by_the_engine` and `by_hand` have one
of each kind in a log that the real engine wrote; `without_log.toml` says of which kinds no log can.
"""
