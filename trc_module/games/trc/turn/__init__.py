"""The turn: the sequence of play, the weather, the set-up, and what players reckon when an impulse begins."""
