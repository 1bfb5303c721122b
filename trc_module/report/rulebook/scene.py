"""Scenes for pictures of examples: the position before the act that decides, and the effect of the act in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.actions import Action, End
from trc_module.rules.engine import Referee
from trc_module.rules.finder import find_game
from trc_module.rules.finding import Finding
from trc_module.rules.game import Game
from trc_module.rules.record import Record, read_record
from trc_module.rules.record.values import Expect
from trc_module.rules.rulebook.entry import Entry
from trc_module.rules.rulebook.example import RecordLine
from trc_module.rules.state import Place, State, Trail, UnitId

_ZONES = re.compile(r"\bzones?\b", re.IGNORECASE)
_SUPPLY = re.compile(r"\b(?:suppl|isolat)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DrawnWay:
    """The way of a unit, or a line to its target: hexes in order, only two of them if the way between is unknown."""

    kind: str
    """'move', 'earlier' (before the act that decides), 'attack' or 'fought' (declared before)."""
    hexes: tuple[Hex, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class JudgedAct:
    """One act of a record, as it is written, with what the referee says about it."""

    text: str
    findings: tuple[Finding, ...]
    decides: bool
    """Whether this is the act that the picture shows."""


@dataclass(frozen=True, slots=True)
class ExampleScene:
    """An example, played."""

    game: Game
    state: State
    """The position before the act that decides."""
    acts: tuple[JudgedAct, ...]
    ways: tuple[DrawnWay, ...]
    arriving: Mapping[Hex, tuple[UnitId, ...]]
    """The units that the act puts into a hex, from elsewhere or from beside the map."""
    leaving: frozenset[UnitId]
    """The units that the act takes off the map."""
    named: frozenset[Hex]
    """The hexes that a finding names, or the act and no way of it."""
    subjects: frozenset[UnitId]
    """The units that the act or a finding names."""
    zones: Mapping[str, HexSet]
    """The zones of control that matter, by side."""
    supply: Mapping[UnitId, tuple[Hex, ...] | None]
    """The supply line of each unit, where supply matters; None for a unit that has none."""

    @property
    def stacks(self) -> dict[Hex, tuple[UnitId, ...]]:
        """Return who stands where, bottom first."""
        found: dict[Hex, tuple[UnitId, ...]] = {}
        for deployment in self.state.forces.values():
            for at, stack in deployment.stacks.items():
                found[at] = (*found.get(at, ()), *stack)
        return found

    @property
    def boxes(self) -> dict[tuple[str, str], tuple[UnitId, ...]]:
        """Return who is in which box beside the map, by side and box."""
        found: dict[tuple[str, str], tuple[UnitId, ...]] = {}
        for side, deployment in self.state.forces.items():
            for unit, place in deployment.places.items():
                if isinstance(place, str):
                    found[side, place] = (*found.get((side, place), ()), unit)
        return found

    @property
    def focus(self) -> frozenset[Hex]:
        """Return the hexes that a picture must hold."""
        places = (self.state.place(unit) for unit in self.subjects)
        found = {place for place in places if place is not None and not isinstance(place, str)}
        found |= self.named | self.arriving.keys()
        found.update(h for way in self.ways if way.kind in ("move", "attack") for h in way.hexes)
        return frozenset(found) or frozenset(self.stacks)


def play_scene(entry: Entry, lines: Sequence[RecordLine], name: str, extra: ModuleType | None) -> ExampleScene:
    """Play a record of an example of a rule; `extra` is the game's module `pictures`, if it has one."""
    game, start, acts = _played(entry, lines, name)
    decisive = _decisive(entry, acts)
    before, action, after, findings, _ = acts[decisive] if acts else (start, None, start, (), 0)
    texts = {line.line: line.text for line in lines}
    said = tuple(JudgedAct(texts[act.line], act.findings, number == decisive) for number, act in enumerate(acts))
    subjects = _units_of(game, action) | {unit for found in findings for unit in found.units}
    arriving, leaving, moves = _changes(before, after, action)
    ways = (*_earlier(before, subjects), *moves, *_attacks(game, before, action, subjects))
    gone = {h for way in ways for h in way.hexes}
    named = {game.board.grid.find(h) for found in findings for h in found.hexes} | set(_hexes_of(game, action)) - gone
    own = _side_of(game, action) or before.clock.side
    text = " ".join((entry.title, *(found.sentence for found in findings)))
    return ExampleScene(
        game,
        before,
        said,
        ways,
        arriving,
        leaving,
        frozenset(h for h in named if h is not None),
        frozenset(subjects),
        _zones(game, before, own, extra) if _ZONES.search(f"{text} {entry.text}") else {},
        _supply(game, before, own, extra) if _SUPPLY.search(text) else {},
    )


class _Played(NamedTuple):
    before: State
    action: Action
    after: State
    findings: tuple[Finding, ...]
    line: int


def _played(entry: Entry, lines: Sequence[RecordLine], name: str) -> tuple[Game, State, list[_Played]]:
    record = record_of(entry.path, lines, name)
    referee = Referee(record.game, record.start)
    acts: list[_Played] = []
    for line in record.lines:
        if not isinstance(line.entry, Expect):
            before = referee.state
            findings = tuple(referee.act(line.entry).findings)
            acts.append(_Played(before, line.entry, referee.state, findings, line.number))
    return record.game, record.start, acts


def record_of(path: Path, lines: Sequence[RecordLine], name: str) -> Record:
    """Return the record of an example; UserError names the line of the rulebook file that cannot be read."""
    texts = {line.line: line.text for line in lines}
    text = "\n".join([f"game: {name}", *(texts.get(number, "") for number in range(2, max(texts) + 1))])
    return read_record(text, str(path), find_game)


def _decisive(entry: Entry, acts: Sequence[_Played]) -> int:
    """Return the act that decides: the first with a finding on the rule, else with any, else the last real one."""
    for own, accused in ((True, True), (False, True), (True, False)):
        for number, act in enumerate(acts):
            if any((found.rule == entry.number) >= own and found.accuses >= accused for found in act.findings):
                return number
    real = [number for number, act in enumerate(acts) if not isinstance(act.action, End)]
    return real[-1] if real else len(acts) - 1


def _values(action: Action | None) -> Iterator[object]:
    for field in fields(action) if action is not None else ():
        value = getattr(action, field.name)
        yield from value if isinstance(value, tuple) else (value,)


def _units_of(game: Game, action: Action | None) -> set[UnitId]:
    """Return the units that an act names in any of its fields."""
    return {value for value in _values(action) if isinstance(value, str) and value in game.side_of}


def _hexes_of(game: Game, action: Action | None) -> Iterator[Hex]:
    """Yield the hexes that an act names beside the way that it goes."""
    for field in fields(action) if action is not None else ():
        # A hex is a number, as a die is.
        if "Hex" in str(field.type) or "Place" in str(field.type):
            value = getattr(action, field.name)
            yield from (Hex(h) for h in (value if isinstance(value, tuple) else (value,)) if isinstance(h, int))
    for value in _values(action):
        # Where a marker lies is a name: of a city, or of a hex.
        found = game.places.get(value, game.board.grid.find(value)) if isinstance(value, str) else None
        if found is not None:
            yield found


def _trail_of(action: Action | None) -> Trail | None:
    return next((value for value in _values(action) if isinstance(value, Trail)), None)


def _changes(
    before: State, after: State, action: Action | None
) -> tuple[dict[Hex, tuple[UnitId, ...]], frozenset[UnitId], tuple[DrawnWay, ...]]:
    """Return who arrives where, who leaves the map, and the ways that units went."""
    arriving: dict[Hex, tuple[UnitId, ...]] = {}
    leaving: set[UnitId] = set()
    ways: dict[tuple[Hex, ...], DrawnWay] = {}
    trail = _trail_of(action)
    for side, deployment in after.forces.items():
        old = before.forces[side].places
        if old is deployment.places:
            continue
        for unit, place in deployment.places.items():
            was = old.get(unit)
            if was == place:
                continue
            if isinstance(place, str):
                leaving |= {unit} if was is not None and not isinstance(was, str) else set()
                continue
            arriving[place] = (*arriving.get(place, ()), unit)
            if trail is not None and trail.hexes[-1] == place:
                ways[trail.hexes] = DrawnWay("move", trail.hexes)
            elif was is not None and not isinstance(was, str):
                ways[was, place] = DrawnWay("move", (was, place))
        leaving |= {unit for unit, was in old.items() if unit not in deployment.places and not isinstance(was, str)}
    return arriving, frozenset(leaving), tuple(ways.values())


def _earlier(before: State, subjects: Iterable[UnitId]) -> Iterator[DrawnWay]:
    """Yield how the units of an act have moved in this phase before it."""
    for unit in sorted(subjects):
        trail = before.trails.get(unit)
        if trail is not None and len(trail.hexes) > 1:
            yield DrawnWay("earlier", trail.hexes)


def _attacks(game: Game, before: State, action: Action | None, subjects: Collection[UnitId]) -> Iterator[DrawnWay]:
    """Yield who attacks whom by an act, and in the battles that it, or what is said of it, goes on with."""
    attackers, defenders = getattr(action, "attackers", ()), getattr(action, "defenders", ())
    if action is not None and attackers:
        where = {unit: before.place(unit) for unit in (*attackers, *defenders)}
        yield from _lines(game, "attack", attackers, defenders, where, game.odds(before, action))
        return
    number = getattr(action, "number", None)
    for battle in before.battles:
        if battle.number == number or (number is None and any(unit in subjects for unit in battle.units)):
            yield from _lines(game, "fought", battle.attackers, battle.defenders, battle.places, battle.odds)


def _lines(
    game: Game,
    kind: str,
    attackers: Iterable[UnitId],
    defenders: Sequence[UnitId],
    where: Mapping[UnitId, Place | None],
    odds: str,
) -> Iterator[DrawnWay]:
    """Yield a line from each hex of attackers to each hex of defenders, the first with the odds."""
    ways: dict[tuple[Hex, Hex], DrawnWay] = {}
    for attacker in attackers:
        start = where.get(attacker)
        for defender in defenders:
            end = where.get(defender)
            if isinstance(start, int) and isinstance(end, int) and start != end:
                ways.setdefault((start, end), DrawnWay(kind, (start, end), odds if not ways else ""))
    # Against several hexes, each attacker points at those that it stands next to, if it does.
    near = {start for start, end in ways if game.board.grid.adjacent(start, end)}
    for (start, end), way in ways.items():
        if start not in near or game.board.grid.adjacent(start, end):
            yield way


def _side_of(game: Game, action: Action | None) -> str:
    """Return whose units an act moves or attacks with; '' if it names none."""
    unit = next(iter(getattr(action, "attackers", ())), getattr(action, "unit", ""))
    return game.side_of.get(unit, "")


def _zones(game: Game, state: State, own: str, extra: ModuleType | None) -> dict[str, HexSet]:
    """Return the zones of control that a side meets."""
    find: Callable[[Game, State, str], HexSet] | None = getattr(extra, "zones", None)
    others = [side for side in game.sides if side != own and state.forces[side].occupied]
    return {side: find(game, state, side) for side in others} if find is not None else {}


def _supply(game: Game, state: State, own: str, extra: ModuleType | None) -> dict[UnitId, tuple[Hex, ...] | None]:
    """Return the supply lines of a side."""
    find: Callable[[Game, State, str], Iterable[tuple[UnitId, list[Hex] | None]]] | None
    find = getattr(extra, "supply_lines", None)
    if find is None:
        return {}
    return {unit: None if line is None else tuple(line) for unit, line in find(game, state, own)}
