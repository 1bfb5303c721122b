"""The battles of a phase: targets, counterblows, support markers, the kind of an attack."""

from __future__ import annotations

from trc_module.games.nr.data import AXIS, OTHER_SIDE, SOVIET, Nr
from trc_module.games.nr.marks import Struck, Supported, Targeted
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack
from trc_module.rules.battles import Battle
from trc_module.rules.state import State, UnitId

VOLUNTARY, BLOW, ANSWER = "voluntary", "counterblow", "counterattack"
"""The kinds of attacks: on a target, on a hex with a counterblow marker, or the answer to CA."""
MARKERS = {AXIS: "blitz", SOVIET: "shock"}
TARGETS, COUNTERBLOWS = "target", "counterblow"
"""The markers in the module."""


def struck(game: Nr, state: State, side: str) -> dict[str, None]:
    """Return the names of the hexes with a counterblow marker on units of a side."""
    return {mark.hex: None for mark in Struck.of(state, side)}


def targets(state: State) -> tuple[str, ...]:
    """Return the names of the targets of this phase."""
    return Targeted.firsts(state)


def site_of(state: State, act: Attack | Battle) -> Hex | None:
    """Return the hex that is attacked: of a battle where its defenders stood; None if they are not on the map."""
    first = act.defenders[0]
    at = act.places.get(first) if isinstance(act, Battle) else state.place(first)
    return at if isinstance(at, int) else None


def kind_of(game: Nr, state: State, act: Attack | Battle) -> str:
    """Return what an attack is: who was attacked himself by the side that is not on turn may answer that too."""
    side = game.side_of[act.attackers[0]]
    if side != state.clock.side:
        return ANSWER
    at = site_of(state, act)
    name = "" if at is None else game.hex_name(at)
    is_struck = Struck(OTHER_SIDE[side], name) in state.marks
    if _was_struck(game, state, act, marked=is_struck or Targeted(name) in state.marks):
        return ANSWER
    return BLOW if is_struck else VOLUNTARY


def _was_struck(game: Nr, state: State, act: Attack | Battle, *, marked: bool) -> bool:
    """Tell whether units of the side on turn answer an attack: they were attacked, and could not attack otherwise.

    Who has attacked in this phase cannot, nor can anybody attack a hex that is not `marked`.
    """
    units, fought = set(act.attackers), set[UnitId]()
    for battle in state.battles:
        if battle.number == act.number:
            return False
        if game.side_of[battle.attackers[0]] == state.clock.side:
            fought.update(battle.attackers)
        elif units.issubset(battle.defenders) and (units & fought or not marked):
            return True
    return False


def supports(state: State, number: int) -> int:
    """Return how many support markers are in a battle."""
    return next((int(mark.number) for mark in Supported.of(state, str(number))), 0)
