"""Reckoning of battles by the module of any game, from what the game says of it (`rules.reckoning`)."""
