"""Rulebook files: the words and examples of a game's rules, as data (`data/<game>/rules/*.rules`).

`reader` reads them, `entry` holds what they say, `example` says how an act is written with what is told of it. Nothing
here knows any one game.
"""
