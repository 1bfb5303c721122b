"""Self-played games stepped through by the real VASSAL engine: its position, our table's and the game's must agree.

The three know of each other through the log alone: the rules played the game, the engine and our table read its log.
"""
