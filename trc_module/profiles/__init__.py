"""Other modules of a game: how their world maps onto ours, so that their saves and logs can be read as our own.

A profile is a text (TOML) that a person can correct: which piece is which unit, where the hexes of the map lie, which
map or zone is which box, what the turn tracker shows and how dice are reported. `draft` makes one from a module's build
file; `opening` opens a log with one. Nothing here knows a game: its words come from `data/<game>/profiles/words.toml`.
"""
