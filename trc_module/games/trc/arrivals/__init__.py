"""Arrivals on the map and departures: reinforcements, replacements, withdrawals, special units, minor allies."""
