"""Build a playable VASSAL module of The Russian Campaign from data, and audit its play-by-e-mail logs."""

__version__ = "1.0.0"
