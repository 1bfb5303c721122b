"""Combat orders by mail: the attacker answers every result in advance, and the other player rolls.

The notation is that of tournaments: `C10: 2-1 A1/EX 7i  AR 7i to B12; 4i,6i to A11  DR: B9`.
"""
