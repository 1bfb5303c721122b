"""Status sheet at the beginning of an impulse: the units that are due, the points to spend, the outstanding duties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from msgspec import Struct

from trc_module.games.trc.arrivals.axis_replacements import wells
from trc_module.games.trc.arrivals.entry_hexes import due_month, due_turn, waiting_in
from trc_module.games.trc.arrivals.reinforcements import EVENTS
from trc_module.games.trc.arrivals.russian_replacements import archangel_points, worker_points
from trc_module.games.trc.arrivals.special_entries import comes_by_event
from trc_module.games.trc.arrivals.withdrawals import outstanding, unmatched
from trc_module.games.trc.boxes import OFF_MAP, PARATROOP_RESERVE
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.games.trc.transport.rail_status import reckon_transport
from trc_module.rules.state import State, UnitId


class Certainty(Enum):
    """How certain it is that a unit may come onto the map in this impulse."""

    SURE = "it may come now"
    PERHAPS = "unknown whether it may come in this impulse or in the next, or whether its event happened"
    BY_OPTION = "an option brings it, by a chit or an event of its own, and judges itself whether it may come now"


class DueUnit(Struct, frozen=True):
    """A unit of the side to play that may come onto the map in this impulse."""

    unit: UnitId
    box: str
    certainty: Certainty


def due(game: Trc, state: State) -> Iterator[DueUnit]:
    """Yield the units of the side to play that are due in this impulse, late ones and the reserves included."""
    clock = state.clock
    for name, place in sorted(state.forces[clock.side].places.items()):
        if not isinstance(place, str):
            continue
        unit = game.units[name]
        box = waiting_in(state, unit)
        if box is None or unit.type == "air":
            continue
        turn = due_turn(game, state, unit, box)
        if box in (OFF_MAP, PARATROOP_RESERVE):
            yield DueUnit(name, box, Certainty.SURE)
        elif turn is not None and turn <= clock.turn:
            month = 1 if turn < clock.turn else due_month(game, state, unit, box)
            if month is None or month <= clock.part:
                known = month is not None or clock.part == 2
                yield DueUnit(name, box, Certainty.SURE if known else Certainty.PERHAPS)
        elif special_rule(game, state, unit, Basic.ARRIVAL):
            yield DueUnit(name, box, Certainty.BY_OPTION)
        elif box in EVENTS and (happened := comes_by_event(game, state, unit)) is not False:
            yield DueUnit(name, box, Certainty.SURE if happened else Certainty.PERHAPS)


def reckon(game: Trc, state: State) -> Mapping[str, str]:
    """Return the values that players keep by hand and that follow from a position, in words, by subject."""
    found = dict(reckon_transport(game, state))
    waiting = list(due(game, state))
    found["due"] = " ".join(one.unit for one in waiting if one.certainty is Certainty.SURE)
    found["perhaps due"] = " ".join(one.unit for one in waiting if one.certainty is not Certainty.SURE)
    found["worker points"] = str(worker_points(game, state))
    found["archangel points"] = str(archangel_points(game, state))
    sure, most = wells(game, state)
    found["axis oil wells"] = str(sure) if sure == most else f"{sure} to {most}"
    found["axis withdrawals to be made"] = str(outstanding(game, state))
    for side in (AXIS, RUSSIAN):
        found[f"{side} factors to be matched"] = str(unmatched(state, side))
    return found
