"""Trials of a game: what a maker measures of it, from its data and examples to logs of played games.

Knows any game by name alone. Each trial is a line that tells what was looked at, with what is wrong behind it.
"""
