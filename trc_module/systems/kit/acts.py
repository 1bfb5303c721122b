"""Acts of games with ladders of faces: the loss of a step, the advance, the replacement, the restoration.

Whether the next step is the other face of a counter or the face before it depends on which face is its front: so each
turn of a counter has two lines, and the ladder says which of them a unit has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from trc_module.declarations import ANYBODY, ONCE, OWNER, Declaration, Field, Press, Verb
from trc_module.declarations.policy import BACK, NEXT
from trc_module.rules.actions import Action, Replace
from trc_module.rules.battles import battle_numbered
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import RecordSyntax, battle, hex_, unit
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems import advancing as advance
from trc_module.systems.acts import Act
from trc_module.systems.advancing import Going
from trc_module.systems.common_acts import AT, BATTLE, BY, UNIT, at, line
from trc_module.systems.common_acts import losing as common_losing
from trc_module.systems.ground import SystemGame
from trc_module.systems.kit.ladder import Laddered, Turned
from trc_module.systems.steps import Reduce

REDUCE, LOWER = "REDUCE", "LOWER"
"""The lines of a step lost: the counter shows its next face, or the one before."""
REBUILD, RAISE = "REBUILD", "RAISE"
"""The lines of a step regained: the counter shows the face before, or its next."""

IN_BATTLE, BACK_AGAIN = "battle", "replacements"
"""The submenus of what is done in a battle, and of what comes back."""
_OTHER_WAY = {NEXT: BACK, BACK: NEXT}


class Climbing(SystemGame, Laddered, Protocol):
    """A game whose units have ladders, with its words for places."""


@dataclass(frozen=True, slots=True)
class Restore(Action):
    """Give a unit a step back."""

    unit: UnitId


def _no_battle(game: SystemGame, state: State, act: Reduce | Going) -> str:
    return "" if battle_numbered(state.battles, act.number) else Sentence("there is no battle {number}", act.number)


def begins_full(game: Laddered, unit_id: UnitId) -> bool:
    """Tell whether the front of a counter is its strongest face."""
    return game.ladders[unit_id][0] == 0


def _turning(
    names: Mapping[str, str], what: str, fields: tuple[Field, ...], number: str, who: str, presses: Iterable[Press]
) -> tuple[Verb, ...]:
    """Return the lines of a turn, one for each way in which it turns counters; `names` by that way."""
    shows = {NEXT: "its next face", BACK: "the face before"}
    found = []
    for face, name in names.items():
        own = tuple(press for press in presses if press.face == face)
        if own:
            found.append(
                Verb(name, Sentence("{what}, and shows {shows}.", what, shows[face]), fields, number, who, presses=own)
            )
    return tuple(found)


def _press(way: Turned, face: str, group: str, key: str = "", box: str = "") -> Press:
    return Press(face, box, (way.side,) if way.side else (), way.types, group, key)


def _both_ways(ways: Iterable[Turned]) -> bool:
    """Tell whether some units of a side are turned on by the loss of a step, and others of it back.

    A key reaches all selected counters, so that two lines of one side may not have the same.
    """
    found = {(way.side, way.face) for way in ways}
    return any((side, BACK) in found for side, face in found if face == NEXT)


def reducing(section: str, ways: Iterable[Turned]) -> Act:
    """Return the loss of a step in a battle, by the ways in which counters are turned."""

    def says(game: Climbing, state: State, act: Reduce) -> Iterator[LogStep]:
        verb = REDUCE if begins_full(game, act.unit) else LOWER
        yield line(verb, b=str(act.number), u=act.unit, at=at(game, state, act.unit))

    ways = tuple(ways)
    lower = "L" if _both_ways(ways) else "R"
    presses = [_press(way, way.face, IN_BATTLE, lower if way.face == BACK else "R") for way in ways]
    names = {NEXT: REDUCE, BACK: LOWER}
    verbs = _turning(names, "A unit loses a step in a battle", (BATTLE, UNIT, AT, BY), "D11", ANYBODY, presses)
    syntax = RecordSyntax("reduce", Reduce, section, (battle(), unit()))
    return Act(syntax, verbs, lambda game, found, track: Reduce(found.number("b"), found["u"]), says, _no_battle)


def losing(section: str, box: str, ways: Iterable[Turned]) -> Act:
    """Return the loss of a unit in a battle; its counter goes into a box, and is turned by one face."""
    found = common_losing(section, box)
    presses = tuple(_press(way, way.face, IN_BATTLE, box=box) for way in ways)
    return replace(found, verbs=tuple(replace(verb, presses=presses) for verb in found.verbs))


def going(section: str, word: str, kind: type[Going], meaning: str) -> Act:
    """Return an act by which a unit of a battle goes a way, in the submenu of battles."""
    return advance.going(section, word, kind, meaning, (Press(group=IN_BATTLE),))


def advancing(section: str) -> Act:
    """Return the advance after a battle."""
    what = "A unit advances after a battle; the drag that follows is its way."
    return advance.advancing(section, what, (Press(group=IN_BATTLE),))


def replacing(section: str) -> Act:
    """Return the return of a unit out of a box."""

    def hears(game: SystemGame, found: Declaration, track: PieceTrack | None) -> Action | None:
        return Replace(found["u"], track.goal) if track is not None and isinstance(track.goal, int) else None

    def says(game: SystemGame, state: State, act: Replace) -> Iterator[LogStep]:
        yield line("REPLACE", u=act.unit, at=at(game, state, act.unit))
        yield LogStep(moves=((act.unit, act.place),))

    def wrong(game: SystemGame, state: State, act: Replace) -> str:
        found = state.place(act.unit)
        return (
            ""
            if isinstance(found, str)
            else Sentence("{unit} is {found}, and not in a box", act.unit, game.where(found))
        )

    verb = Verb(
        "REPLACE",
        "A unit comes back as a replacement.",
        (UNIT, AT, BY),
        "D19",
        OWNER,
        ONCE,
        presses=(Press(group=BACK_AGAIN),),
    )
    return Act(RecordSyntax("replace", Replace, section, (unit(), hex_("place"))), (verb,), hears, says, wrong)


def restoring(section: str, ways: Iterable[Turned]) -> Act:
    """Return the restoration of a step by a replacement, by the ways in which counters are turned."""

    def says(game: Climbing, state: State, act: Restore) -> Iterator[LogStep]:
        verb = REBUILD if begins_full(game, act.unit) else RAISE
        yield line(verb, u=act.unit, at=at(game, state, act.unit))

    ways = tuple(ways)
    rise = "U" if _both_ways(ways) else "G"
    presses = [
        _press(way, _OTHER_WAY[way.face], BACK_AGAIN, rise if way.face == BACK else "G") for way in ways if way.face
    ]
    names = {NEXT: RAISE, BACK: REBUILD}
    verbs = _turning(names, "A unit is restored by a replacement", (UNIT, AT, BY), "D19", OWNER, presses)
    syntax = RecordSyntax("restore", Restore, section, (unit(),))
    return Act(syntax, verbs, lambda game, found, track: Restore(found["u"]), says)
