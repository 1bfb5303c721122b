"""The interface of a game to the mechanisms of this room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from trc_module.hexgrid import Hex
from trc_module.roster import Unit
from trc_module.rules.game import GameData
from trc_module.rules.state import Place, UnitId


class SystemGame(GameData, Protocol):
    """A game with its units, and with words for places."""

    @property
    def units(self) -> Mapping[UnitId, Unit]:
        """The units by their ids."""

    def hex_name(self, hex_: Hex) -> str:
        """Return the printed name of a hex."""

    def where(self, place: Place | None) -> str:
        """Say where a unit is, in words."""
