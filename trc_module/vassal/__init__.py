"""VASSAL's own formats: archives, build files, pieces and their traits, commands, saves and logs.

A library that knows no game and could be published alone. Whatever it reads it can write again to
the same text; what it does not know it keeps as it is.
"""
