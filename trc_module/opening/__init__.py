"""Opening of what people hand in: the logs and the record of one game, of our modules and of others.

It finds the game that files are about, the profile of a foreign module, and reads them; it asks nobody anything, and
prints nothing.
"""
