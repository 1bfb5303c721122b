"""The acts of the game: their classes, their lines in a record and in a log."""
