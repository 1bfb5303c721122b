"""Hidden choices: a side states the hash of its choice when it makes it, and the choice with its secret word later."""

from trc_module.declarations.seals import seal_of

__all__ = ["seal_of"]
