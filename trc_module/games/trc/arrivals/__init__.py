"""What comes onto the map and leaves it: reinforcements, replacements, withdrawals, special units, minor allies."""
