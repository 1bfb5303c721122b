"""A second referee, written from the texts of the rules, watches games of the engine and tries its planted crimes.

`python -m tests.independent --games 20 --turns 25` watches long games; `--crimes` tries crimes. What the referee
covers is said in tests/independent/referee.
"""
