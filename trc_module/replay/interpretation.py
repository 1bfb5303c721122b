"""The interpretation of a log: the actions of a game as its log shows them. The room `rules` defines the values."""

from trc_module.rules.interpretation import Interpretation

__all__ = ["Interpretation"]
