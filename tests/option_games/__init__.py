"""Random games with random legal sets of options, by the thousand: none of their acts may be accused.

`python -m tests.option_games --games 2000 --turns 6 --into games.jsonl` plays them, goes on where it was stopped, and
prints what was played; `--show games.jsonl` prints that alone.
"""
