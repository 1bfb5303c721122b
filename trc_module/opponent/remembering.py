"""What the program remembers of a game: its position, in the notes of the save, which VASSAL carries from log to log.

A table does not show all: who held a place last, what a card has granted, which battles are open. Whoever mails his
last log alone so mails what the program knew when he began it. The program takes its own word only: it signs it with
the secret of its dice.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import zlib
from collections.abc import Iterable

from trc_module.auditing.audit import Audit, audit_chain
from trc_module.digits import is_number
from trc_module.errors import UserError
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.game import Game
from trc_module.rules.places import Place, Trail
from trc_module.rules.record.reader import read_record
from trc_module.rules.record.writer import position_text
from trc_module.rules.state import State
from trc_module.vassal.commands import Command, Notes

_BEGINS = "What trc-module remembers of this game, for itself:"
_REMEMBERED = re.compile(rf"(?:\n|\|)?{_BEGINS} ([A-Za-z0-9+/=]+) ([0-9a-f]{{32}})")
_ARRIVING = "turn-"
"""What the name of the box begins with in which units wait that come on a turn."""
_MOST = 200_000
"""Bytes of a position that are read; those of our games have some thousands."""


def notes_with(notes: str, game: Game, state: State, secret: str) -> Notes:
    """Return the notes of a game with a position in the place of the one that they hold."""
    kept_in_mind = {"position": position_text(game, state), "moved": {u: _moved(t) for u, t in state.trails.items()}}
    packed = base64.b64encode(zlib.compress(json.dumps(kept_in_mind).encode(), 9)).decode("ascii")
    kept = _REMEMBERED.sub("", notes)
    return Notes(f"{kept}{'|' if kept else ''}{_BEGINS} {packed} {_signature(secret, packed)}")


def notes_in(commands: Iterable[Command | None]) -> str:
    """Return the last notes that commands give a game."""
    return next((each.text for each in reversed(list(commands)) if isinstance(each, Notes)), "")


def remembered(audit: Audit, secret: str) -> Audit:
    """Return the audit of the same logs from the position on that the program remembers at the first one's beginning.

    It is the same audit if that says nothing, if it is not the program's own word, or if the table shows otherwise.
    """
    start = audit.start
    known = _position(notes_in(audit.log.saved.commands()), audit.log.parts.game, secret)
    if known is None or known == start or known.clock != start.clock:
        return audit
    for side, force in start.forces.items():
        shown, places = force.places, known.forces[side].places
        moved = (unit for unit, at in places.items() if shown.get(unit) != at)
        if shown.keys() != places.keys() or not all(
            _waits(places[unit], shown[unit], known.clock.turn) for unit in moved
        ):
            return audit
    return audit_chain(audit.chain, known=known)


def _waits(at: Place, shown: Place, turn: int) -> bool:
    """Tell whether a unit waits for its turn: beside the map its counter may lie where it was put when it left."""
    if not isinstance(at, str) or not isinstance(shown, str) or not at.startswith(_ARRIVING):
        return False
    when = at.removeprefix(_ARRIVING)
    return is_number(when) and int(when) >= turn


def _position(notes: str, game: Game, secret: str) -> State | None:
    found = _REMEMBERED.search(notes)
    if found is None or not hmac.compare_digest(_signature(secret, found[1]), found[2]):
        return None
    try:
        kept = json.loads(zlib.decompressobj().decompress(base64.b64decode(found[1]), _MOST))
        state = read_record(kept["position"], "the notes of the game", lambda *_: game, written=True).start
        trails = {
            unit: Trail(tuple(at), frozenset(gaps), dragged) for unit, (at, gaps, dragged) in kept["moved"].items()
        }
        return state.changed(trails=FrozenMap(trails))
    except (ValueError, TypeError, KeyError, zlib.error, UserError):
        # A version with other rules may have written it.
        return None


def _moved(trail: Trail) -> tuple[list[int], list[int], bool]:
    """Return how a unit has moved in the phase, which no record tells beside its acts."""
    return list(trail.hexes), sorted(trail.gaps), trail.dragged


def _signature(secret: str, packed: str) -> str:
    return hmac.new(secret.encode(), f"position {packed}".encode(), hashlib.sha256).hexdigest()[:32]
