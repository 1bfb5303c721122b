"""The acts of the game: their classes, their lines in records and logs, and when one can be done at all."""
