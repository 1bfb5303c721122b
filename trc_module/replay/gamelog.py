"""A log of our module, opened: the table with which it begins, the steps, and where things lie in the game's terms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from trc_module.digits import is_number, shortened
from trc_module.errors import UserError
from trc_module.gamespec import game_of_module
from trc_module.module.battle import NO_ROLE, ROLE_LAYER
from trc_module.module.inputs import ModuleInputs
from trc_module.module.pieces import FACES, UNIT_MARK
from trc_module.module.table.conditions import IS, layer_name
from trc_module.module.table.statuses import STATUS
from trc_module.module.turns import TRACKER_ID, TurnState
from trc_module.replay.events import Step
from trc_module.replay.foreign import Foreign
from trc_module.replay.pieces import Piece, PieceKind, Spot
from trc_module.replay.stepping import walk_steps
from trc_module.replay.table import SeatedPlayer, Table
from trc_module.roster import Marker, Unit
from trc_module.rules.clock import Clock
from trc_module.rules.state import Place
from trc_module.vassal.commands import SetTurn
from trc_module.vassal.saves import SavedGame, read_saved_game
from trc_module.vassal.traits import Trait


@dataclass(frozen=True)
class GameLog:
    """A log as the audit takes it.

    `start_table` is the one with which the log begins, which is only read; who executes the log takes one of `table()`.
    `parts` say which game it is and where its things lie.
    """

    path: Path
    saved: SavedGame
    parts: ModuleInputs
    start_table: Table
    options: frozenset[str] = frozenset()
    """The optional rules in play, by number; with 'unsaid' if it is unknown which were agreed on."""
    scenario: str = "campaign"
    foreign: Foreign | None = None
    """The profile's part of the reading if the log is of another module; None for ours."""
    solo: bool = False
    """Whether one player moves both sides from one seat: then nothing that it says of who acted counts."""

    def table(self) -> Table:
        """Return a table as the log begins with, to execute the log on."""
        return table_at_start(self.saved, self.parts)

    def hands(self) -> Mapping[str, int]:
        """Return how many cards each side holds when the log begins; nothing if it shows no cards.

        The table of `start_table` does not know the windows of hands, so that no report can tell what lies in them.
        """
        recipe = self.parts.recipe
        windows = recipe.hands(self.parts)
        if not windows:
            return {}
        pieces = table_at_start(self.saved, self.parts, *windows).pieces.values()
        found = [(piece, self.marker_of(piece)) for piece in pieces]
        cards = [piece.spot for piece, marker in found if marker is not None and recipe.is_card(marker)]
        held = Counter(windows[spot.map] for spot in cards if spot is not None and spot.map in windows)
        return {side: held[side] for side in windows.values()} if cards else {}

    def steps(self, table: Table) -> Iterable[Step]:
        """Execute the log on a table as `table()` returns it, and yield each step when it has been executed."""
        return walk_steps(table, self.saved.steps, self.parts.game.grammar)

    def name_of(self, piece: Piece) -> str:
        """Return the id of a piece in our data, by the id that it had when the log was written; '' if it says none."""
        name = piece.markers.get(UNIT_MARK, "")
        return self.parts.game.aliases.get(name, name)

    def unit_of(self, piece: Piece) -> Unit | None:
        """Return the unit that a piece stands for; None if it is a marker, or none that the data knows."""
        return self.parts.roster.units.get(self.name_of(piece))

    def marker_of(self, piece: Piece) -> Marker | None:
        """Return the marker that a piece stands for; None if it is a unit, or none that the data knows."""
        return self.parts.roster.markers.get(self.name_of(piece))

    def is_ours(self, piece: Piece) -> bool:
        """Tell whether a piece is a unit or a marker of our data."""
        return self.unit_of(piece) is not None or self.marker_of(piece) is not None

    def is_foreign(self, piece: Piece) -> bool:
        """Tell whether a piece is none of ours: no counter, row of the window of options, name or note on the map."""
        return not self.is_ours(piece) and piece.markers.get("Kind") not in _NO_COUNTERS

    def place_of(self, spot: Spot | None) -> Place | None:
        """Return the hex or the box of a point on the table; None if there is neither."""
        found = None if spot is None else self.parts.layout.place(spot.map, spot.x, spot.y)
        return self.parts.board.boxes[found].id if isinstance(found, str) else found

    def face_of(self, piece: Piece) -> int | None:
        """Return the number of the face that a unit shows, 0 the front; None if players do not turn its steps."""
        return self.face_in(piece, piece.state)

    @staticmethod
    def face_in(piece: Piece, state: Sequence[str]) -> int | None:
        """Return the number of the face that a unit shows in a state of its traits."""
        index = _layers(piece.kind).get(FACES)
        level = None if index is None else _level(Trait(piece.kind.traits[index], state[index]))
        return None if level is None else max(level - 1, 0)

    def fights(self, piece: Piece) -> bool:
        """Tell whether a unit shows its part in a battle."""
        index = _layers(piece.kind).get(ROLE_LAYER)
        return index is not None and (_level(Trait(piece.kind.traits[index], piece.state[index])) or NO_ROLE) > NO_ROLE

    def status_of(self, piece: Piece) -> int | None:
        """Return the number of the status that a unit shows, 0 for none; None if its counters show none."""
        return self.status_in(piece, piece.state)

    @staticmethod
    def status_in(piece: Piece, state: Sequence[str]) -> int | None:
        """Return the number of the status that a unit shows in a state of its traits."""
        index = _status_place(piece.kind)
        return int(state[index]) if index is not None and is_number(state[index]) else None

    def conditions_of(self, piece: Piece) -> frozenset[str]:
        """Return the conditions that a unit shows."""
        words = self.parts.recipe.conditions()
        if not words:
            return frozenset()
        shown = set()
        for index in piece.kind.layers:
            layer = Trait(piece.kind.traits[index], piece.state[index])
            if layer.id == "emb2" and _level(layer) == IS:
                shown.add(layer.text_of("name"))
        return frozenset(word for word in words if layer_name(word) in shown)

    def clock_of(self, state: str) -> Clock | None:
        """Return the moment that a state of the turn tracker stands for; None if it is not one of ours.

        A turn beyond the one after the last is none: whatever is done for each turn would have no end.
        """
        steps = self.parts.game.sequence.steps
        try:
            turn = TurnState.read(SetTurn(TRACKER_ID, state))
        except ValueError:
            return None
        if not (0 <= turn.turn <= self.parts.last_turn + 1 and 0 <= turn.step < len(steps)):
            return None
        return self.parts.game.sequence.at(turn.turn, steps[turn.step])

    def turn_beyond(self, state: str) -> str | None:
        """Return what a state of our turn tracker shows where that is no moment of the game; None where it is one.

        None as well of a tracker of another form, which tells nothing.
        """
        told = TurnState.told(SetTurn(TRACKER_ID, state))
        if told is None or not all(map(_DIGITS.fullmatch, told)) or self.clock_of(state) is not None:
            return None
        turn, step = told
        is_turn = is_number(turn) and int(turn) <= self.parts.last_turn
        return f"entry {shortened(step)} of turn {turn}" if is_turn else f"turn {shortened(turn)}"

    def side_of(self, player: SeatedPlayer | None) -> str | None:
        """Return the side that a player plays, in the game's words; None for observers, referees and strangers.

        None as well if one player plays both sides.
        """
        if self.solo:
            return None
        side = player.side.lower() if player is not None else ""
        return side if side in self.parts.game.sides else None


_DIGITS = re.compile(r"[+-]?[0-9]+")
_NO_COUNTERS = ("option", "name", "note")
"""Our pieces that are no counters, by their mark (`module.options`, `module.plates`)."""


def table_at_start(saved: SavedGame, parts: ModuleInputs, *others: str) -> Table:
    """Return the table with which a save or log begins; on it are the maps of a module, and others of those names."""
    hands = parts.recipe.hands(parts)
    table = Table((*parts.layout.map_names(), *others), unseen=[name for name in hands if name not in others])
    for node in saved.initial:
        table.execute(node)
    return table


SaveReader = Callable[[Path], SavedGame]
"""Reads a save or log so that it can be executed, as `read_to_execute` does."""


def read_to_execute(path: Path) -> SavedGame:
    """Read a save or log that is executed, and not written again: a large game takes little memory so."""
    return read_saved_game(path, exact=False)


def open_log(
    path: Path, parts: ModuleInputs, options: frozenset[str] = frozenset(), read: SaveReader = read_to_execute
) -> GameLog:
    """Open a log or a save of our module; UserError if it is one of another module or holds nothing of ours."""
    saved = read(path)
    data, module = saved.module_data, parts.recipe.identity
    if data is not None and data.name and data.name != module.name:
        other = game_of_module(data.name)
        hint = f"It is of the game '{other.name}'." if other else "`trc-module show` lists what is in it."
        raise UserError(f"{path}: expected a log of the module '{module.name}', found one of '{data.name}'. {hint}")
    if data is not None and data.extra1 != module.layout:
        raise UserError(
            f"{path}: expected counters laid out as on '{module.layout}', found '{data.extra1 or 'no word of it'}' "
            f"(module version {data.version}): audit it with the trc-module that built that module."
        )
    log = GameLog(path, saved, parts, table_at_start(saved, parts), options)
    if not any(log.is_ours(piece) for piece in log.start_table.pieces.values()):
        raise UserError(f"{path}: expected a log of the module '{module.name}', found none of its counters in it.")
    return log


@lru_cache(maxsize=1 << 12)
def _layers(kind: PieceKind) -> dict[str, int]:
    """Return the place of each layer of a kind of pieces by its name; the outermost counts where two have the same."""
    traits = {place: Trait(kind.traits[place]) for place in reversed(kind.layers)}
    return {trait.text_of("name"): place for place, trait in traits.items() if trait.id == "emb2"}


@lru_cache(maxsize=1 << 12)
def _status_place(kind: PieceKind) -> int | None:
    """Return the place of the trait that keeps the status of a kind of pieces; None if none does."""
    return next((place for place, trait in enumerate(kind.traits) if trait.startswith(f"PROP;{STATUS};")), None)


def _level(layer: Trait) -> int | None:
    try:
        level = layer.state_value("level")
    except ValueError:
        # A state that cannot be read tells nothing.
        return None
    return level if isinstance(level, int) else None
