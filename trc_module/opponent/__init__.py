"""An opponent by mail: it answers the log of a game with a log of its own.

It reads and audits what was mailed, plays its own part of the turn on the table with which that ended, and writes what
it did as VASSAL would have. Dice come from words that were sealed before.
"""
