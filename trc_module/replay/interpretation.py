"""What was done in a game, as its log tells it; the values themselves are the rules' own."""

from trc_module.rules.interpretation import Interpretation

__all__ = ["Interpretation"]
