"""Combat (10): targets and counterblows, odds, results, advances."""
