"""What was done in a game, as its log tells it; the values themselves are the rules' own."""

from trc_module.rules.deeds import Deed

__all__ = ["Deed"]
