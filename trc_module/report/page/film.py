"""Every position of a log: which pieces lie where, told only where something changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from trc_module.module.plan import MAIN_MAP
from trc_module.replay.audit import Audit
from trc_module.replay.gamelog import GameLog
from trc_module.replay.pieces import Piece, Spot
from trc_module.replay.table import Change
from trc_module.roster import Marker, Unit
from trc_module.vassal.traits import Trait


@dataclass(slots=True)
class Site:
    """Somewhere that pieces lie: a point of the map, or a box or a window beside it, which has none.

    `frames` are the pieces that lie there from a step on (0: from the beginning), bottom first.
    """

    name: str
    point: tuple[int, int] | None
    frames: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    _spots: dict[Spot, tuple[str, ...]] = field(default_factory=dict)

    def lying(self) -> list[str]:
        """Return the ids of what lies there now."""
        return [id_ for ids in self._spots.values() for id_ in ids]

    def put(self, spot: Spot, ids: Iterable[str]) -> None:
        """Let pieces lie at one of the site's points, and none but those."""
        self._spots[spot] = tuple(ids)


class Film:
    """The positions of a log from its beginning to its end."""

    def __init__(self, audit: Audit) -> None:
        self._log = audit.log
        self.sites: list[Site] = []
        self.pieces: list[Piece] = []
        self.backs: dict[int, list[tuple[int, bool]]] = {}
        """By piece, from which step on its back shows (true) or its front; those without an entry never turn."""
        self._site_of: dict[Spot, Site] = {}
        self._named: dict[str, Site] = {}
        self._numbers: dict[str, int] = {}
        table = audit.log.table()
        for piece in table.pieces.values():
            self._turn(0, piece, piece.state)
        self._put(0, table.position())
        for step in audit.steps:
            turned: set[Spot | None] = set()
            for change in step.changes.pieces:
                if _layers_changed(change) and self._turn(step.number, change.piece, change.new_state or ()):
                    turned.update({change.after} - {None})
            self._put(step.number, step.changes.spots, turned)

    def item(self, piece: Piece) -> Unit | Marker | None:
        """Return the unit or marker that a piece stands for; None if the data does not know it."""
        return item_of(self._log, piece)

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
        touched: dict[int, Site] = {}
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

    def _site(self, spot: Spot) -> Site:
        if spot not in self._site_of:
            self._site_of[spot] = self._made(spot)
        return self._site_of[spot]

    def _made(self, spot: Spot) -> Site:
        place = self._log.parts.plan.place(spot.map, spot.x, spot.y)
        if spot.map == MAIN_MAP:
            name = self._log.parts.board.grid.name(place) if isinstance(place, int) else "beside the hexes"
            site = Site(name, (spot.x, spot.y))
            self.sites.append(site)
            return site
        name = self._log.parts.plan.title(place) if isinstance(place, str) else "beside the boxes"
        name = f"{spot.map}: {name}"
        if name not in self._named:
            self._named[name] = Site(name, None)
            self.sites.append(self._named[name])
        return self._named[name]


def _layers_changed(change: Change) -> bool:
    old, new = change.old_state, change.new_state
    return new is not None and (old is None or any(old[place] != new[place] for place in change.piece.kind.layers))


def item_of(log: GameLog, piece: Piece) -> Unit | Marker | None:
    """Return the unit or marker that a piece stands for; None if the data does not know it."""
    return log.unit_of(piece) or log.parts.roster.markers.get(piece.markers.get("unit", ""))


def shows_back(piece: Piece, state: tuple[str, ...]) -> bool:
    """Tell whether a piece was turned over by hand; one whose face follows a property counts as not turned."""
    return any(_level_shows_back(piece.kind.traits[place], state[place]) for place in piece.kind.layers)


def _level_shows_back(type_text: str, state: str) -> bool:
    layer = Trait(type_text, state)
    if layer.id != "emb2" or layer.value("follow"):
        return False
    level, images = layer.state_value("level"), layer.value("images")
    if not isinstance(level, int) or not isinstance(images, tuple) or not 0 < level <= len(images):
        return False
    return str(images[level - 1]).endswith("-back.png")
