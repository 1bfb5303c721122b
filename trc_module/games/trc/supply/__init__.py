"""Supply, and on what it rests: the control of places and rails."""
