"""The referee: the real VASSAL engine, driven from our tests, so that it judges what we write and not we ourselves.

`engine` is what tests use; `server` starts the engine's process; `plugin` is the pytest side of it.
"""
