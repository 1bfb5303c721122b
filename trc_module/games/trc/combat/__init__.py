"""Combat: attacks, odds, terrain, air power, automatic victories, results, retreats, and removals."""
