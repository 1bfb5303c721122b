"""The crimes in drawn positions before the slow referee: it reads the record, and must object to the crime alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from tests.crimes.staged import Stage, drawn, stages
from tests.independent.referee.objection import Objection
from tests.independent.referee.position import AXIS, ENEMY, RUSSIAN, Book, book
from tests.independent.referee.referee import SlowReferee
from tests.independent.referee.surrendering import Endings

SIDES = (AXIS, RUSSIAN)


class AsideError(Exception):
    """A record about something that the slow referee does not judge."""


LEFT = {
    "3.2a": "what lies in the boxes of the order of battle is not its business",
    "4.3a": "who has won without a claim is not its business",
    "12.5c": "whether others could have helped an attack to 1-6 is not its business",
    "15.2b": "counters of aircraft are not its business",
    "15.3": "counters of aircraft are not its business",
    "20.10.2": "who has lost without a claim is not its business",
    "25.0": "when a game is over is not its business",
    "13.7a": "it objects to the retreat into a full hex already, of which the engine keeps a doubt",
    "28.1": "options, scenarios and variants are not its business",
    "22.1c": "it objects to the replacement already; the engine waits for workers until the phase ends",
}
"""The rows of which the slow referee says nothing, or says it earlier, and why."""


@dataclass
class PhaseReading:
    """The results of the stages with the slow referee."""

    planted: int = 0
    found: int = 0
    kinds: int = 0
    aside: dict[str, str] = field(default_factory=dict)
    """Rows that are not its business, and why."""
    missed: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    """Objections to acts before the crime."""


def hear(each: int, wanted: Callable[[int], bool] = lambda number: True) -> PhaseReading:
    """Draw the wanted stages some times each, and return what the slow referee made of them."""
    heard = PhaseReading(aside=dict(LEFT))
    for number, stage in enumerate(stages()):
        if wanted(number) and stage.row not in LEFT:
            _try(heard, stage, each)
    return heard


def _try(heard: PhaseReading, stage: Stage, each: int) -> None:
    for again in range(each):
        text = drawn(stage, random.Random(f"{stage.name} 1 {again}"))
        try:
            *before, crime = judged(text)
        except AsideError as why:
            heard.aside[stage.row] = str(why)
            return
        heard.planted += 1
        heard.found += bool(crime)
        if not crime:
            heard.missed.append(f"{stage.row} {stage.name}\n{text}")
        heard.before += [f"{stage.row} {stage.name}: {one}\n{text}" for found in before for one in found]
    heard.kinds += 1


@cache
def _book() -> Book:
    return book()


def judged(text: str) -> list[list[Objection]]:
    """Return what the slow referee says about each act of a record that begins anywhere in a game."""
    referee = SlowReferee(_book())
    acts = [line for line in text.splitlines() if line.strip() and not _head(referee, line)]
    _begin(referee)
    found = []
    for line in acts:
        verb = line.split()[0].replace("-", "_")
        if not hasattr(referee, f"_{verb}"):
            raise AsideError(f"'{verb}' is not its business")
        found.append(referee.act(line))
    return found


def _head(referee: SlowReferee, line: str) -> bool:
    word, colon, rest = line.partition(":")
    kind = word.split()
    now = referee.now
    if not colon or kind[0] not in (
        "game",
        "options",
        "scenario",
        "at",
        "on",
        "box",
        "control",
        "rail",
        "used",
        "before",
    ):
        return False
    if kind[0] == "options" or (kind[0] == "scenario" and rest.strip() != "campaign"):
        raise AsideError("options, scenarios and variants are not its business")
    if kind[0] == "at":
        _, turn, now.side, _, impulse, now.phase, now.weather = rest.split()
        now.turn, now.impulse = int(turn), int(impulse)
    elif kind[0] in ("on", "box"):
        now.place |= dict.fromkeys(rest.split(), kind[-1])
    elif kind[0] == "control":
        for one in rest.split(","):
            *name, side = one.split()
            hex_ = referee.book.land.where.get(" ".join(name)) or _well(referee, " ".join(name))
            now.control[hex_] = side if side in SIDES else ""
    elif kind[0] == "rail":
        side, *hexes = rest.split()
        now.rail |= dict.fromkeys(hexes, side)
    elif kind[0] == "used":
        for one in rest.split(","):
            _used(referee, *one.split())
    elif kind[0] == "before":
        for one in rest.split(","):
            _before(referee, one.split())
    return True


def _well(referee: SlowReferee, name: str) -> str:
    return next((hex_ for hex_, well in referee.book.land.wells.items() if well == name), name)


def _used(referee: SlowReferee, side: str, what: str, number: str) -> None:
    counters = {
        "rail": referee.now.railed,
        "unmatched": referee.now.unmatched,
        "invasions": referee.now.invasions,
    }
    if what not in counters:
        raise AsideError(f"'{what}' is not its business")
    counters[what][side] = int(number)


def _before(referee: SlowReferee, words: list[str]) -> None:
    now = referee.now
    match words:
        case ["leader-lost", nation, "turn", turn, "impulse", _]:
            now.paralysed[nation] = (int(turn) + 1, AXIS, 1)
        case ["av", unit]:
            (now.fought if now.impulse == 1 else now.tired).add(unit)
        case ["arrived", unit, box]:
            now.arrived[unit] = box
        case ["ashore", unit]:
            now.ashore.add(unit)
        case ["invaded", unit]:
            now.invaded.add(unit)
            now.ashore.add(unit)
        case ["surrendered", country, "turn", turn]:
            now.surrendered[country] = int(turn)
        case ["withdrawn", unit, _]:
            now.withdrawn.append(unit)
            now.place[unit] = "withdrawn"
        case ["lost", "archangel"]:
            now.archangel_lost = True
        case _:
            raise AsideError(f"the mark '{words[0]}' is not its business")


def _begin(referee: SlowReferee) -> None:
    """Let the phase begin as if the slow referee had come to it by itself."""
    now, endings = referee.now, Endings(referee.book, referee.now)
    now.cities_at_start = dict(now.control)
    now.cities_at_turn = dict(now.control)
    now.before_rail = dict(now.rail)
    if now.phase == "movement" and now.impulse == 2:
        zone = endings.zone(ENEMY[now.side])
        now.pinned = {unit for unit, hex_ in endings.standing(now.side).items() if hex_ in zone}
    if now.phase == "combat":
        endings.oblige()
