"""Acts of combat: targets, counterblows, support markers, losses, retreats' ends, advances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from trc_module.declarations import ANYBODY, Declaration, Field, Verb
from trc_module.digits import is_number
from trc_module.games.nr.acts.of_a_unit import into_a_box, of_a_unit
from trc_module.games.nr.cards.grants import LOSS, first_grant
from trc_module.rules.actions import Action, Lose
from trc_module.rules.battles import battle_numbered
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import RecordSyntax, battle, number, unit
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.acts import Act
from trc_module.systems.advancing import advancing
from trc_module.systems.common_acts import AT, BATTLE, BY, UNIT, at, line, losing, no_battle
from trc_module.systems.ground import SystemGame
from trc_module.systems.steps import Reduce


@dataclass(frozen=True, slots=True)
class Target(Action):
    """Make the hex of an enemy unit a target of this combat phase."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Counterblow(Action):
    """Put a counterblow marker on the hex of a unit: it must be attacked."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Support(Action):
    """Commit support markers of the attacker to a battle."""

    number: int
    count: int


@dataclass(frozen=True, slots=True)
class Shatter(Action):
    """Put a unit into the box of shattered units."""

    number: int
    unit: UnitId


def _supporting() -> Act:
    verb = Verb(
        "SUPPORT",
        "A Blitz! or Shock! marker of the attacker is committed to a battle.",
        (BATTLE, Field("count", "1", "how many markers"), BY),
        "D06",
        ANYBODY,
    )

    def hears(game: SystemGame, found: Declaration, track: PieceTrack | None) -> Action | None:
        return Support(found.number("b"), found.number("count")) if is_number(found["count"]) else None

    def says(game: SystemGame, state: State, act: Support) -> Iterator[LogStep]:
        yield line("SUPPORT", b=str(act.number), count=str(act.count))

    parts = (battle(), number("count", "the number of markers", 1, 9))
    return Act(RecordSyntax("support", Support, "13.3", parts), (verb,), hears, says, no_battle)


def _reducing() -> Act:
    """Return the loss of a step: an Axis unit turns to its other face, a Soviet one back to its front."""

    def says(game: SystemGame, state: State, act: Reduce) -> Iterator[LogStep]:
        verb = "REDUCE" if game.side_of[act.unit] == game.sides[0] else "LOWER"
        yield line(verb, b=str(act.number), u=act.unit, at=at(game, state, act.unit))

    fields = (BATTLE, UNIT, AT, BY)
    verbs = (
        Verb("REDUCE", "An Axis unit loses a step in a battle.", fields, "D11", ANYBODY),
        Verb("LOWER", "A Soviet unit loses a step in a battle.", fields, "D11", ANYBODY),
    )
    return Act(
        RecordSyntax("reduce", Reduce, "10.7", (battle(), unit())),
        verbs,
        lambda game, found, track: Reduce(found.number("b"), found["u"]),
        says,
        _no_loss,
    )


def _losing() -> Act:
    """Return the loss of a unit: in a battle, or by an event."""
    return replace(losing("10.7", "destroyed"), precondition_error=_no_loss)


def _no_loss(game: SystemGame, state: State, act: Reduce | Lose) -> str:
    """Return why a unit cannot lose a step: there is no such battle, and no event that says so."""
    by_event = first_grant(state, LOSS, game.side_of[act.unit]) is not None and isinstance(state.place(act.unit), int)
    return (
        ""
        if by_event or battle_numbered(state.battles, act.number)
        else Sentence("there is no battle {number}", act.number)
    )


TARGETING = of_a_unit(
    "target", Target, "TARGET", "The hex of a unit becomes a target.", "10.1.1", number="D06", who=ANYBODY
)
STRIKING_BACK = of_a_unit(
    "counterblow",
    Counterblow,
    "COUNTERBLOW",
    "The hex of a unit gets a counterblow marker.",
    "10.1.2",
    number="D06",
    who=ANYBODY,
)
SHATTERING = into_a_box(
    "shatter",
    Shatter,
    "SHATTER",
    "A unit is shattered.",
    "10.7",
    "shattered",
    number="D11",
    who=ANYBODY,
    in_battle=True,
)
SUPPORTING, REDUCING, LOSING = _supporting(), _reducing(), _losing()
ADVANCING = advancing("10.8", "A unit advances after a battle; the steps or drags that follow are its way.")
