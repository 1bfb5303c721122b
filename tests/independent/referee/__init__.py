"""A second referee of the basic game, slow and plain, written from the texts of the rules and for the tests alone.

It shares nothing with the engine: it reads the text of a game record, word by word, and the data files of the map, the
counters and the charts, and imports no module of the project. Where it and the engine disagree, one of them is wrong.

What it judges, by rulebook number (and what it leaves aside):

* 3.3 to 3.7: the set-up, its order and places, the limits of the opening impulse;
* 4: the order of phases, the weather and its running modifier;
* 5, 7, 8: every step on foot, or a search for a way where the record names none; stops, zones, hexsides, allowances;
* 6: stacking at the end of movement and after every battle;
* 9: movement by rail, its allotments, conversion in the end phase (what must and what may be converted);
* 10: transfers, invasions, evacuations, their ports, dice and numbers;
* 11: headquarters, leaders, the impulse after the loss of a leader;
* 12 to 16: who may and who must attack, factors and odds, aircraft, results, losses, retreats, automatic victories,
  units that must surrender;
* 17: control, general and combat supply, eliminations;
* 18, 19: drops; where partisans may be placed and when they are removed;
* 20 to 23: when and where units arrive, off-map units, withdrawals, encirclement; what replacements cost; exchanges;
* 24, 25: when allies surrender, and by which rule a side may claim victory.

Not judged: counters that are no units (2.1), doubts about data (a datum is taken as it stands), whether the lowest of
all losses was chosen where the rules leave a choice, the optional rules (26), scenarios (27) and variants (28), options
that choose another reading of a gap. Where the text has a gap it reads it as data/trc/readings.toml does.
"""
