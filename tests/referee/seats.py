"""A table that we set, loaded into the real engine, and what every player does at it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.referee.engine import Game
from trc_module.module.identity import save_data
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import Spot
from trc_module.module.tabletop import Tabletop
from trc_module.rules.state import Place, State
from trc_module.vassal.saves import write_saved_game


def load_table(game: Game, parts: ModuleInputs, table: Tabletop, state: State, path: Path, side: str) -> dict[str, str]:
    """Load a table into the engine as the save `path`; return the ids of the counters and markers on it."""
    table.put_markers(state)
    data = parts.module_data(game.version)
    write_saved_game(path, table.save(state), save_data=save_data(game.version, ""), module_data=data)
    assert game.load(path, side=side), game.last
    assert game.last.complaints == (), game.last.complaints
    return {item: lying.piece.id or "" for item, lying in table.lying.items()}


@dataclass
class Seat:
    """A player at the engine's table, who knows the counters by their ids and the places by their names."""

    parts: ModuleInputs
    game: Game
    ids: dict[str, str] = field(default_factory=dict)

    def sit_down(self, start: State, side: str, folder: Path) -> None:
        """Load a position that we composed, and take a side."""
        table = Tabletop(self.parts)
        for owner, force in start.forces.items():
            for unit, place in force.places.items():
                table.put(self.parts.roster.units[unit], self.spot(owner, place))
        self.ids = load_table(self.game, self.parts, table, start, folder / "start.vsav", side)
        self.game.change_side(side)

    def by_word(self, line: str) -> None:
        """Do what a line of a play says; ValueError if nobody knows how."""
        for pattern, act in self.words:
            if found := re.fullmatch(pattern, line):
                act(*found.groups())
                return
        raise ValueError(f"nobody knows how to '{line}'")

    @property
    def words(self) -> Iterable[tuple[str, Callable[..., object]]]:
        """The lines that a play may have, as patterns, each with what is done."""
        raise NotImplementedError

    def spot(self, side: str, place: Place) -> Spot:
        """Return where on the table a place of a side lies."""
        return self.parts.box_key(side, place) if isinstance(place, str) else place
