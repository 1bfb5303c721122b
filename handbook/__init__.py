"""Makes the handbook: the pages of docs/, every command from its help, pictures and rulebooks, as a site for a disk.

`python dev.py docs` runs it. Nothing here belongs to the installed program.
"""
