"""Put a game's board, counters, charts, pictures and declarations together as a VASSAL module.

Also the way from a game record to a log of that module; what a log says is read in `replay`. Nothing is imported
here: to learn that nothing has changed (`build_stamp`) must not cost the imports of a build.
"""
