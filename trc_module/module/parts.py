"""What a module is put together from, loaded once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import msgspec

from trc_module.art.map.sheet import sheet_of
from trc_module.board import Board
from trc_module.charts import Charts
from trc_module.declarations import Grammar
from trc_module.facts.toml_file import read_toml, shape
from trc_module.module.hidden import Hidden, hidden_things
from trc_module.module.options import Row, option_rows
from trc_module.module.pieces import PieceMaker
from trc_module.module.plan import BoxKey, TablePlan, load_windows
from trc_module.module.prototype import Prototype
from trc_module.module.prototypes import PrototypeMaker
from trc_module.module.texts import DEFAULT, Texts, load_texts
from trc_module.roster import Marker, Roster, Unit
from trc_module.rules.clock import Step
from trc_module.rules.game import Game

PLACED = frozenset({"turn", "weather", "weather-drm"})
"""The kinds of markers that the module puts in their places by itself."""


@dataclass(frozen=True)
class ModuleParts:
    """A game and where its things lie on VASSAL's table."""

    game: Game
    plan: TablePlan
    folder: Path
    """The game's folder of data: windows, options, deployment, scenarios."""
    options: tuple[str, ...] = ()
    """The optional rules that players can agree on, by number."""
    texts: Texts = field(default_factory=load_texts)
    """What the module says to players; the audit never looks at it."""

    @property
    def charts(self) -> Charts:
        """The tables."""
        return self.game.charts

    @property
    def grammar(self) -> Grammar:
        """The lines that the module prints into a log."""
        return self.game.grammar

    @property
    def board(self) -> Board:
        """The map."""
        return self.game.board

    @property
    def roster(self) -> Roster:
        """The counters."""
        return self.game.roster

    @cached_property
    def maker(self) -> PieceMaker:
        """What makes counters into pieces."""
        return PieceMaker(self.roster, self.prototypes, self.texts)

    @cached_property
    def prototypes(self) -> tuple[Prototype, ...]:
        """What counters have in common."""
        return PrototypeMaker(self.texts, self.grammar, self.plan, self.charts, self.roster).all()

    @cached_property
    def option_rows(self) -> tuple[Row, ...]:
        """What lies in the window of options."""
        return tuple(option_rows(self.texts, self.grammar, self.options, self.hidden))

    @cached_property
    def hidden(self) -> tuple[Hidden, ...]:
        """What a side may keep hidden, of the options that players can agree on."""
        things = hidden_things(self.grammar, self.game.sides, _choices(self.folder / "options.toml"))
        return tuple(thing for thing in things if thing.option in self.options)

    @property
    def phase_names(self) -> tuple[str, ...]:
        """The steps of a turn as the turn tracker shows them, in their order."""
        return tuple(_phase_name(self.texts, step) for step in self.game.sequence.steps)

    def start_contents(self, scenario: str) -> Mapping[BoxKey, list[Unit | Marker]]:
        """Return what lies in each box when a scenario's set-up begins, in the order of the roster."""
        start = self.game.start(scenario, frozenset())
        contents: dict[BoxKey, list[Unit | Marker]] = defaultdict(list)
        for unit in self.roster.units.values():
            place = start.forces[unit.side].places.get(unit.id)
            # What a scenario does not use waits with the units of optional rules, at hand but out of the way.
            box = place if isinstance(place, str) else "optional"
            contents[self.box_key(unit.side, box)].append(unit)
        for marker in self.roster.markers.values():
            # Those of turn and weather go where the moment puts them.
            if marker.count == 1 and marker.kind not in PLACED:
                contents["markers"].append(marker)
        return contents

    def box_key(self, side: str, box: str) -> BoxKey:
        """Return the board's key of a side's box, or of one that both sides share."""
        key = f"{side} {box}"
        return key if key in self.board.boxes else box


def load_parts(game: Game, folder: Path, language: str = DEFAULT) -> ModuleParts:
    """Put a game's parts together; `folder` is its data folder (module/windows.toml).

    UserError if there are no texts in that language.
    """
    windows = load_windows(folder / "module" / "windows.toml", game.board)
    sheet = sheet_of(game.board.grid)
    plan = TablePlan(game.board, sheet.layout, sheet.size, windows)
    return ModuleParts(game, plan, folder, _load_options(folder / "module" / "options.toml"), load_texts(language))


class _Options(msgspec.Struct, forbid_unknown_fields=True):
    numbers: list[str]
    source: str


def _load_options(path: Path) -> tuple[str, ...]:
    return tuple(shape(read_toml(path), _Options, path).numbers)


def _choices(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the choices that sides have during the game, and whose they are; the game has checked the file."""
    for option in read_toml(path).values():
        for name, choice in option.get("choices", {}).items():
            yield name, choice["side"]


def _phase_name(texts: Texts, step: Step) -> str:
    side = texts(f"phase.{step.side}")
    if step.phase == "weather":
        return texts("phase.weather")
    if step.phase == "end":
        return texts("phase.end", side=side)
    return texts(f"phase.impulse{step.impulse}", side=side, phase=texts(f"phase.{step.phase}"))
