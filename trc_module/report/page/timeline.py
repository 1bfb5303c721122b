"""Every position of a log: which pieces lie where, told only where something changes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from trc_module.module.layout import MAIN_MAP
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.events import Step, TurnSet
from trc_module.replay.gamelog import GameLog
from trc_module.replay.pieces import Piece, Spot
from trc_module.replay.table import PieceChange
from trc_module.roster import Marker, Unit
from trc_module.rules.clock import Clock
from trc_module.vassal.traits import Trait


@dataclass(slots=True)
class PieceSite:
    """A place where pieces lie: a point of the map, or a box or a window beside it, which has no point.

    `frames` are the pieces that lie there from a step on (0: from the beginning), bottom first.
    """

    name: str
    point: tuple[int, int] | None
    spot: Spot
    """The first of its points at which anything lay."""
    frames: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    _spots: dict[Spot, tuple[str, ...]] = field(default_factory=dict)

    def at(self, step: int) -> tuple[int, ...]:
        """Return the pieces that lie there after a step."""
        index = bisect_right(self.frames, step, key=lambda frame: frame[0])
        return self.frames[index - 1][1] if index else ()

    def lying(self) -> list[str]:
        """Return the ids of what lies there now."""
        return [id_ for ids in self._spots.values() for id_ in ids]

    def put(self, spot: Spot, ids: Iterable[str]) -> None:
        """Set the pieces that lie at one of the site's points, in place of all earlier ones."""
        self._spots[spot] = tuple(ids)


class Timeline:
    """The positions of a log from its beginning to its end."""

    def __init__(self, log: GameLog, steps: Iterable[Step]) -> None:
        self._log = log
        self.sites: list[PieceSite] = []
        self.pieces: list[Piece] = []
        self.backs: dict[int, list[tuple[int, bool]]] = {}
        """By piece, from which step on its back shows (true) or its front; those without an entry never turn."""
        self._site_of: dict[Spot, PieceSite] = {}
        self._named: dict[str, PieceSite] = {}
        self._numbers: dict[str, int] = {}
        self.moved: dict[int, list[int]] = {}
        """By step, the pieces that it put elsewhere."""
        table = log.start_table
        clock = log.clock_of(table.turns.get(TRACKER_ID, "")) or log.parts.game.sequence.first(1)
        self.phases: list[tuple[int, Clock]] = [(0, clock)]
        """The moments of the turn tracker, each with the step from which it is shown (0: from the beginning)."""
        for piece in table.pieces.values():
            self._turn(0, piece, piece.state)
        self._put(0, table.position())
        for step in steps:
            self._set_clock(step)
            turned: set[Spot | None] = set()
            for change in step.changes.pieces:
                if change.moved and change.after is not None:
                    self.moved.setdefault(step.number, []).append(self._number(change.piece))
                if _layers_changed(change) and self._turn(step.number, change.piece, change.new_state or ()):
                    turned.update({change.after} - {None})
            self._put(step.number, step.changes.spots, turned)
        order = {box: number for number, box in enumerate(log.parts.layout.boxes)}
        self.sites.sort(key=lambda site: self._rank(site, order))

    def _rank(self, site: PieceSite, order: Mapping[str, int]) -> int:
        """Return the place of a site among others: boxes in the order of the module's windows, after all hexes."""
        if site.point:
            return -1
        spot = site.spot
        return order.get(str(self._log.parts.layout.place(spot.map, spot.x, spot.y)), len(order))

    def shows_back(self, piece: int, step: int) -> bool:
        """Tell whether a piece lies on its face after a step."""
        turns = self.backs.get(piece, [])
        at = bisect_right(turns, step, key=lambda turn: turn[0])
        return at > 0 and turns[at - 1][1]

    def site_of(self, piece: int, step: int) -> PieceSite | None:
        """Return where a piece lies after a step."""
        return next((site for site in self.sites if piece in site.at(step)), None)

    def clock(self, step: int) -> Clock:
        """Return the moment after a step."""
        return self.phases[bisect_right(self.phases, step, key=lambda phase: phase[0]) - 1][1]

    def item(self, piece: Piece) -> Unit | Marker | None:
        """Return the unit or marker that a piece stands for; None if the data does not know it."""
        return item_of(self._log, piece)

    def _set_clock(self, step: Step) -> None:
        for event in step.events:
            if isinstance(event, TurnSet) and event.tracker == TRACKER_ID:
                clock = self._log.clock_of(event.new)
                if clock is not None and clock != self.phases[-1][1]:
                    self.phases.append((step.number, clock))

    def _number(self, piece: Piece) -> int:
        number = self._numbers.setdefault(piece.id, len(self.pieces))
        # An id that the log adds a second time stands for the later piece.
        self.pieces[number : number + 1] = [piece]
        return number

    def _turn(self, step: int, piece: Piece, state: tuple[str, ...]) -> bool:
        """Note which face shows; tell whether another one did before."""
        shown = shows_back(piece, state)
        number = self._number(piece)
        faces = self.backs.get(number)
        if faces is None:
            if shown:
                self.backs[number] = [(step, True)]
            return shown
        if faces[-1][1] == shown:
            return False
        faces.append((step, shown))
        return True

    def _put(self, step: int, spots: dict[Spot, tuple[str, ...]], turned: Iterable[Spot | None] = ()) -> None:
        touched: dict[int, PieceSite] = {}
        for spot, ids in spots.items():
            site = self._site(spot)
            site.put(spot, (id_ for id_ in ids if id_ in self._numbers))
            touched[id(site)] = site
        again = {id(self._site(spot)) for spot in turned if spot}
        for key, site in touched.items():
            lying = tuple(self._numbers[id_] for id_ in site.lying())
            before = site.frames[-1][1] if site.frames else ()
            if lying != before or key in again:
                site.frames.append((step, lying))

    def _site(self, spot: Spot) -> PieceSite:
        if spot not in self._site_of:
            self._site_of[spot] = self._made(spot)
        return self._site_of[spot]

    def _made(self, spot: Spot) -> PieceSite:
        place = self._log.parts.layout.place(spot.map, spot.x, spot.y)
        if spot.map == MAIN_MAP:
            name = self._log.parts.board.grid.name(place) if isinstance(place, int) else "beside the hexes"
            site = PieceSite(name, (spot.x, spot.y), spot)
            self.sites.append(site)
            return site
        name = self._log.parts.layout.title(place) if isinstance(place, str) else "beside the boxes"
        name = f"{spot.map}: {name}"
        if name not in self._named:
            self._named[name] = PieceSite(name, None, spot)
            self.sites.append(self._named[name])
        return self._named[name]


def _layers_changed(change: PieceChange) -> bool:
    old, new = change.old_state, change.new_state
    return new is not None and (old is None or any(old[place] != new[place] for place in change.piece.kind.layers))


def item_of(log: GameLog, piece: Piece) -> Unit | Marker | None:
    """Return the unit or marker that a piece stands for; None if the data does not know it."""
    return log.unit_of(piece) or log.marker_of(piece)


def shows_back(piece: Piece, state: tuple[str, ...]) -> bool:
    """Tell whether a piece was turned over by hand; one whose face follows a property counts as not turned."""
    return any(_level_shows_back(piece.kind.traits[place], state[place]) for place in piece.kind.layers)


@lru_cache(maxsize=1024)
def _level_shows_back(type_text: str, state: str) -> bool:
    layer = Trait(type_text, state)
    if layer.id != "emb2":
        return False
    try:
        if layer.value("follow"):
            return False
        level, images = layer.state_value("level"), layer.value("images")
    except ValueError:
        # VASSAL takes a level that it cannot read for the first.
        return False
    if not isinstance(level, int) or not isinstance(images, tuple) or not 0 < level <= len(images):
        return False
    return str(images[level - 1]).endswith("-back.png")
