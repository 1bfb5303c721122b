"""What the side to play has before it: duties, arrivals, supply, the weather, and who may still move or attack."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trc_module.printable import as_heading, joined, printable
from trc_module.report.counter_names import CounterNames
from trc_module.rules.actions import End
from trc_module.rules.clock import FIGHT, MOVE, Clock
from trc_module.rules.engine import check
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game, agree, spaced
from trc_module.rules.questions import Bound, Reason
from trc_module.rules.state import State, UnitId
from trc_module.systems.turn_words import turn_words

DUTIES, SUPPLY, DUE = "duties", "supply", "due"
_TURN_BOX = re.compile(r"turn-(\d+)")


@dataclass(frozen=True, slots=True)
class Agenda:
    """The agenda of the side to play, in one position."""

    clock: Clock
    kind: str
    words: Mapping[str, str]
    """What holds in the turn, by what players call it: `{"weather": "clear"}`."""
    bound: Bound | None
    """The units that must attack as they stand now; None where the game obliges none, or it is not known."""
    must: tuple[Reason, ...]
    """What is still to be done before the phase ends."""
    later: tuple[Reason, ...]
    """What must be done in the fights that follow, as the units stand now."""
    ended: tuple[Finding, ...]
    """What would be found if the phase ended now, beside that."""
    due: tuple[UnitId, ...]
    """The units that may arrive now."""
    danger: tuple[Reason, ...]
    """The own units that are out of supply, or perhaps."""
    done: tuple[UnitId, ...]
    """The units that have moved, or attack, in this phase."""
    may: tuple[UnitId, ...]
    """The units that still may: have a hex to move to, or an enemy to attack."""

    @property
    def open(self) -> int:
        """Return how many things are still to be done."""
        return len(self.must) + len(self.ended)


def agenda(game: Game, state: State) -> Agenda:
    """Return what the side to play has before it."""
    clock, kind = state.clock, game.sequence.kind_of(state.clock)
    lines = tuple(line for line in _lines(game, state, DUTIES) if line.rule)
    ended = tuple(_if_it_ended(game, state))
    must = _now(lines, ended, kind)
    rules = {line.rule for line in must}
    done, may = _acting(game, state, kind)
    return Agenda(
        clock=clock,
        kind=kind,
        words=turn_words(game, state),
        bound=game.questions.bound(state) if kind in (MOVE, FIGHT) else None,
        must=must,
        later=tuple(line for line in lines if line not in must),
        ended=tuple(finding for finding in ended if finding.rule not in rules),
        due=tuple(_due(game, state)),
        danger=tuple(line for line in _lines(game, state, SUPPLY) if line.side == clock.side),
        done=done,
        may=may,
    )


def _lines(game: Game, state: State, key: str) -> tuple[Reason, ...]:
    found = game.questions.overlay(state, key) if key in game.questions.overlays else None
    return found.lines if found is not None else ()


def _now(lines: Iterable[Reason], ended: Iterable[Finding], kind: str) -> tuple[Reason, ...]:
    """Return the duties that must be done before the phase ends: those whose neglect its end would show."""
    neglected = {finding.rule for finding in ended}
    return tuple(line for line in lines if kind == FIGHT or line.rule in neglected)


def _acting(game: Game, state: State, kind: str) -> tuple[tuple[UnitId, ...], tuple[UnitId, ...]]:
    """Return the units on the map that have moved, or attack, and those that still may."""
    own = [unit for unit, at in state.forces[state.clock.side].places.items() if isinstance(at, int)]
    if kind == MOVE:
        still = [unit for unit in own if unit not in state.trails and _may_move(game, state, unit)]
        return tuple(unit for unit in own if unit in state.trails), tuple(still)
    if kind != FIGHT:
        return (), ()
    fought = {unit for battle in state.battles for unit in battle.attackers}
    able = dict.fromkeys(_attackers(game, state))
    return tuple(unit for unit in own if unit in fought), tuple(unit for unit in able if unit not in fought)


def _may_move(game: Game, state: State, unit: UnitId) -> bool:
    found = game.questions.reach(state, unit)
    return found is None or any(ways.ends or ways.off for ways in found.ways)


def _attackers(game: Game, state: State) -> Iterator[UnitId]:
    """Yield the units of the side to play that stand where they could attack some enemy."""
    grid, side = game.board.grid, state.clock.side
    near = grid.spread(state.forces[side].occupied)
    for foe, force in state.forces.items():
        for at in force.stacks if foe != side else ():
            if near >> at & 1:
                for unit, _ in game.questions.may_join(state, side, (at,)) or ():
                    yield unit


def _if_it_ended(game: Game, state: State) -> Iterator[Finding]:
    for finding in check(game, state, End()):
        if finding.verdict in (Verdict.VIOLATION, Verdict.DOUBT):
            yield finding


def _due(game: Game, state: State) -> Iterator[UnitId]:
    """Yield who may arrive: whom the game names, else whoever waits in the box of a turn that has come."""
    told = game.derived(state)
    if DUE in told:
        yield from told[DUE].split()
        return
    for unit, place in state.forces[state.clock.side].places.items():
        box = _TURN_BOX.fullmatch(place) if isinstance(place, str) else None
        if box is not None and int(box[1]) <= state.clock.turn:
            yield unit


# -------------------------------------------------------------------- as text


def agenda_text(game: Game, found: Agenda) -> str:
    """Return an agenda as text."""
    named = CounterNames(game.roster.units)
    told = [spaced(word) for word in found.words.values() if word]
    lines = [", ".join((as_heading(found.clock.words), *told))]
    lines += [f"  {words}" for words in _counts(found)]
    for head, sentences in (
        ("Still to be done", [_ruled(each.rule, each.words) for each in found.must]),
        ("In the combat that follows, as the units stand now", [_ruled(each.rule, each.words) for each in found.later]),
        ("If the phase ended now", [_ruled(each.rule, each.sentence) for each in found.ended]),
        ("Supply in danger", [_ruled(each.rule, each.words) for each in found.danger]),
    ):
        lines += [f"  {head}:", *(f"    {named(each)}" for each in sentences)] if sentences else []
    lines += _units(game, "May arrive now", found.due)
    lines += _units(game, "May still move" if found.kind == MOVE else "May still attack", found.may)
    if not found.open:
        lines.append("  Nothing has to be done before this phase ends.")
    return joined(lines)


def _ruled(rule: str, words: str) -> str:
    return f"{rule}: {words}" if rule else words


def _counts(found: Agenda) -> Iterator[str]:
    if found.bound is not None and found.bound.units:
        done, all_ = len(found.bound.done), len(found.bound.units)
        have = agree(done, "has", "have")
        yield f"{done} of {all_} {agree(all_, 'unit', 'units')} that must attack {have} an attack."
    if found.kind == MOVE:
        yield f"{len(found.done)} {agree(found.done, 'unit has', 'units have')} moved, {len(found.may)} may still move."


def _units(game: Game, head: str, units: Iterable[UnitId]) -> list[str]:
    names = [game.roster.units[unit].spoken or unit for unit in units if unit in game.roster.units]
    return [f"  {head}: {', '.join(names)}."] if names else []


def agenda_tree(game: Game, found: Agenda) -> dict[str, Any]:
    """Return an agenda as plain data."""
    clock, bound = found.clock, found.bound
    return {
        "turn": clock.turn,
        "side": clock.side,
        "part": clock.part,
        "phase": clock.phase,
        "words": dict(found.words),
        "mustAttack": None if bound is None else {"units": list(bound.units), "done": list(bound.done)},
        "open": [_reason(each) for each in found.must],
        "later": [_reason(each) for each in found.later],
        "ifEnded": [
            {"verdict": each.verdict.value, "rule": each.rule, "sentence": printable(each.sentence)}
            for each in found.ended
        ],
        "due": list(found.due),
        "supply": [_reason(each) for each in found.danger],
        "done": list(found.done),
        "may": list(found.may),
    }


def _reason(reason: Reason) -> dict[str, str]:
    return {"rule": reason.rule, "sentence": printable(reason.words)}
