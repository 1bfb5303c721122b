"""One command a file; each exposes `command`, and its file's name (with - for _) is what the user types."""
