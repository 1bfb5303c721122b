"""Owner's forms: which data of a game are missing or assumed, written as files to fill in, and how far they are filled.

`facts.forms` reads what a game asks of its owner; the rooms of the data read what the owner has filled in.
"""

from trc_module.forms.asked import Asked, FormEntry, asked_of, waiting

__all__ = ["Asked", "FormEntry", "asked_of", "waiting"]
