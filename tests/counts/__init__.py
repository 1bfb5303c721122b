"""Counts of legal acts in fixed positions, as chess programs count moves: one act deep and two.

Each game has a kept game (`GAME.game`) and a table of counts before some of its acts (`GAME.txt`). Who changes a rule
sees here in how many acts it shows; `python -m tests.counts` checks all of it, the suite what is quick.
"""
