"""A second referee of No Retreat!, small and plain, written from the facts alone and for the tests.

It shares nothing with the engine: it reads the lines of a game record and the data files, and imports no module of the
project. Where it and the engine disagree, one of them is wrong.

What it judges, by rule number (and what it leaves aside):

* 5a, 5b, 5c, 5d, 5e, 5g, 5h, 5j: draws, discards, shuffling, what cards pay;
* 6: supply with paths, neighbours and coasts, who surrenders;
* 7: returns, improvements, upgrades and their prices; where units come into play;
* 8: every step of a move, zones of control, stacking;
* 9: rail moves;
* 10: targets, counterblows, attacks, odds with all shifts, both results tables, losses, retreats, advances;
* 12, 13.3: victory points, support markers; 13.5 as far as a price or a date follows from it; 14: forts, the Finn.

Not judged: events of cards, optional rules, doubts about data (a datum is taken as it stands), the first edition.
Where sources leave a gap it reads it as data/nr/readings.toml does.
"""
