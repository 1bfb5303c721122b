"""The optional rules (26), one module each: what it adds to the basic game, and what it puts in the place of what.

A module enters its rules under its number (`book.option`); the basic game does not know it. `catalogue` says which
options there are and which go together. The variants (28) are a package of their own beside this one.
"""

from trc_module.games.trc.options.catalogue import Option, agree, known_options
from trc_module.games.trc.options.entering import WORDS

__all__ = ["WORDS", "Option", "agree", "known_options"]
