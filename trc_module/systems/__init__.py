"""Mechanisms that several games have: each keeps a slice of the position and says how records tell of it."""
