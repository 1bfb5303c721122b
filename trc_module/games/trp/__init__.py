"""The Russian Portfolio, from section XII on: what its text decides, and what waits for its owner's data."""

from trc_module.games.trp.data import Trp
from trc_module.games.trp.game import load

__all__ = ["Trp", "load"]
