"""Arrivals: reinforcements and partisans (19, 20), replacements (21, 22), paratroops (18), and delays (20.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from trc_module.declarations import ANYBODY, FATE, ONCE, OWNER, Declaration, Verb
from trc_module.games.trc.acts.common import DIE, put
from trc_module.games.trc.boxes import OFF_MAP, POOL
from trc_module.games.trc.data import Trc
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action, Enter, Replace
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import RecordSyntax, die, hex_, place, unit
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BY, UNIT, at, line


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Drop a paratroop unit (18)."""

    unit: UnitId
    hex: Hex


@dataclass(frozen=True, slots=True)
class Delay(Action):
    """Send an arrival to the off-map box (20.1)."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Archangel(Action):
    """Roll the die of Archangel (22.4)."""

    die: int


def from_a_box(game: Trc, says: Declaration, track: PieceTrack | None) -> tuple[Action, ...]:
    """Return the readings of a way out of a box: the box says whether the unit arrives or comes back, or the line."""
    if track is None or track.goal is None or not isinstance(track.start, str):
        return ()
    enters, replaced = Enter(track.unit, track.goal), Replace(track.unit, track.goal)
    if says.verb == "REPLACE":
        return (replaced,) if track.start == POOL else (replaced, enters)
    if track.start != POOL:
        return (enters,)
    return (enters, replaced) if says.verb == "ARRIVE" else (replaced,)


def _hear_arrival(game: Trc, says: Declaration, track: PieceTrack | None) -> tuple[Action, ...]:
    if says.verb == "PARTISAN" and track is not None and track.goal is not None:
        return (Enter(track.unit, track.goal),)
    return from_a_box(game, says, track)


def _hear_drop(game: Trc, says: Declaration, track: PieceTrack | None) -> Drop | None:
    if track is None or track.goal is None or isinstance(track.goal, str):
        return None
    return Drop(track.unit, track.goal)


def _comes(verb: Callable[[Trc, Any], str]) -> Callable[[Trc, State, Any], Iterator[LogStep]]:
    def says(game: Trc, state: State, act: Any) -> Iterator[LogStep]:
        yield line(verb(game, act), u=act.unit, at=at(game, state, act.unit))
        yield LogStep(moves=((act.unit, act.hex if isinstance(act, Drop) else act.place),))

    return says


def _entering(game: Trc, act: Enter) -> str:
    return "PARTISAN" if game.units[act.unit].type == "partisan" else "ARRIVE"


def _delay(game: Trc, state: State, act: Delay) -> Iterator[LogStep]:
    yield put(game, state, act.unit, "DELAY", OFF_MAP)


def _roll(game: Trc, state: State, act: Archangel) -> Iterator[LogStep]:
    yield line("ARCHANGEL", die=str(act.die))


def _fits(game: Trc, state: State, act: Enter | Replace) -> str:
    found = state.place(act.unit)
    on_map = found is not None and not isinstance(found, str)
    return (
        Sentence("{unit} is {found} already", act.unit, game.where(found))
        if on_map and act.unit not in game.partisans
        else ""
    )


def _may_wait(game: Trc, state: State, act: Delay) -> str:
    found = state.place(act.unit)
    if found != POOL:
        return ""
    return Sentence(
        "{unit} is {found}; 'replace {unit} off-map-units' returns it to the off-map box", act.unit, game.where(found)
    )


ENTER = Act(
    RecordSyntax("enter", Enter, "20", (unit(), place())),
    (
        Verb("ARRIVE", "A reinforcement or garrison enters.", (UNIT, AT, BY), "D20", OWNER, ONCE),
        Verb("PARTISAN", "A partisan is placed.", (UNIT, AT, BY), "D24", OWNER, ONCE),
    ),
    _hear_arrival,
    _comes(_entering),
    _fits,
)
REPLACE = Act(
    RecordSyntax("replace", Replace, "21", (unit(), place())),
    (Verb("REPLACE", "A lost unit comes back as a replacement.", (UNIT, AT, BY), "D19", OWNER, ONCE),),
    from_a_box,
    _comes(lambda game, act: "REPLACE"),
    _fits,
)
DROP = Act(
    RecordSyntax("drop", Drop, "18", (unit(), hex_())),
    (Verb("DROP", "A paratroop unit drops, or has just dropped.", (UNIT, AT, BY), "D25", OWNER, ONCE),),
    _hear_drop,
    _comes(lambda game, act: "DROP"),
)
DELAY = Act(
    RecordSyntax("delay", Delay, "20", (unit(),)),
    (Verb("DELAY", "An arrival goes into the off-map box instead.", (UNIT, AT, BY), "D20", OWNER, FATE),),
    lambda game, says, track: Delay(says["u"]),
    _delay,
    _may_wait,
)
ARCHANGEL = Act(
    RecordSyntax("archangel", Archangel, "22", (die(),)),
    (Verb("ARCHANGEL", "The die of the Archangel supplies is rolled.", (DIE, BY), "D19", ANYBODY),),
    lambda game, says, track: Archangel(says.number("die")),
    _roll,
)
