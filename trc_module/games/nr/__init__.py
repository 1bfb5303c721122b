"""No Retreat! The Russian Front: its data at hand, and its rules."""

from trc_module.games.nr.game import NoRetreat, load

__all__ = ["NoRetreat", "load"]
