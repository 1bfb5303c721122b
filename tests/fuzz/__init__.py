"""Fuzzing of whatever reads bytes or text from outside: nothing but one clear sentence may come of bad input.

`python -m tests.fuzz [--seconds 60] [--target record]` looks for more; what it finds goes into `corpus`, and is a test
from then on.
"""
