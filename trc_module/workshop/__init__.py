"""What makers of modules do again and again with scripts of their own: tables, bulk edits, pictures, words, releases.

For modules, saves and logs of any game; no game's data and no rule is known here. Every function makes a new file or
says what it found, and never changes the file that it was given.
"""
