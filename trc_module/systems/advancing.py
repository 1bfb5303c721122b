"""Ways that units of a battle go after it: the advance, and acts like it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from trc_module.declarations import ANYBODY, WAY, Declaration, Press, Verb
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Path, RecordSyntax, battle, unit
from trc_module.rules.state import State, Trail, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BATTLE, BY, UNIT, along, at, line, no_battle
from trc_module.systems.ground import SystemGame


@dataclass(frozen=True, slots=True)
class Going(Action):
    """Go a way with a unit of a battle."""

    number: int
    unit: UnitId
    trail: Trail


@dataclass(frozen=True, slots=True)
class Advance(Going):
    """Advance after a battle."""


def going(section: str, word: str, kind: type[Going], meaning: str, presses: Iterable[Press] = ()) -> Act:
    """Return an act by which a unit of a battle goes a way: its word in records, in capitals its line.

    `kind` has the fields of `Advance`; the drag that follows the line is the way.
    """
    verb = Verb(word.upper(), meaning, (BATTLE, UNIT, AT, BY), "D12", ANYBODY, WAY, presses=tuple(presses))

    def hears(game: SystemGame, found: Declaration, track: PieceTrack | None) -> tuple[Action, ...] | None:
        ways = track.ways if track is not None else ()
        return tuple(kind(found.number("b"), found["u"], trail) for trail in ways) or None

    def says(game: SystemGame, state: State, act: Going) -> Iterator[LogStep]:
        yield line(verb.name, b=str(act.number), u=act.unit, at=at(game, state, act.unit))
        yield from along(act.unit, act.trail)

    return Act(RecordSyntax(word, kind, section, (battle(), unit(), Path())), (verb,), hears, says, no_battle)


def advancing(section: str, meaning: str, presses: Iterable[Press] = ()) -> Act:
    """Return the advance after a battle, of a unit that stands where its way begins."""

    def wrong(game: SystemGame, state: State, act: Advance) -> str:
        return elsewhere(game, state, act) or no_battle(game, state, act)

    return replace(going(section, "advance", Advance, meaning, presses), precondition_error=wrong)


def elsewhere(game: SystemGame, state: State, act: Any) -> str:
    """Return why the unit of an act cannot go its way: it does not stand where that begins; '' if it does."""
    found, begin = state.place(act.unit), act.trail.hexes[0]
    return (
        ""
        if found == begin
        else Sentence("{unit} is {found}, not in {begin}", act.unit, game.where(found), game.hex_name(begin))
    )
