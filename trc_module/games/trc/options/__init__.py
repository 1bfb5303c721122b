"""The optional rules (26), one module each: what it adds to the basic game, and what it puts in the place of what.

A module enters its rules under its number (`book.option`); the basic game does not know it. `option_catalogue` says
which options there are and which go together; `option_declarations`, which lines of a log are theirs. The variants (28)
are another package.
"""

from trc_module.games.trc import chapters  # noqa: F401  (the chapters enter their rules before any option does)
