"""Acts that most games have, with their lines: set-up, moves, arrivals, battles, retreats, markers, the phase's end.

A game puts those that it has into its table of acts, each with the section of its rulebook.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from trc_module.declarations import (
    ANYBODY,
    ATTACK,
    DEFEND,
    FATE,
    LEAVE,
    LOSE,
    ONCE,
    OPTIONS,
    OWNER,
    PHASING,
    PLAIN_DIE,
    RETREAT,
    ROLL,
    WAY,
    Declaration,
    Field,
    Verb,
)
from trc_module.rules.actions import Action, Attack, End, Enter, Lose, Move, Retreat, RollCombat, Setup
from trc_module.rules.battles import battle_numbered
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import (
    Literal,
    Maybe,
    Path,
    RecordSyntax,
    Units,
    battle,
    hex_,
    number,
    place,
    unit,
    word,
)
from trc_module.rules.state import State, Trail, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.acts import Act
from trc_module.systems.ground import SystemGame

UNIT = Field("u", "$unit$", "the unit, by its id in the data")
AT = Field("at", "$LocationName$", "where it is: a hex, or a box as its window names it", required=False, quoted=True)
BY = Field("by", "$PlayerSide$", "the side of the player who did it", required=False, quoted=True)
BATTLE = Field("b", "$BattleId$", "the number of the battle")
DIE = Field("die", "$result$", "what the die shows")

AGREED = Verb(
    "OPTIONS",
    "The scenario and the optional rules that the players have agreed on.",
    (
        Field("scenario", "$Scenario$", "the scenario, as a game record names it", required=False),
        Field("rules", "$OptionList$", "numbers of the optional rules, each with a comma behind it", False, True),
        BY,
    ),
    "D01",
    ANYBODY,
    role=OPTIONS,
)
PHASE = Verb(
    "PHASE",
    "A phase begins; the turn tracker's own command beside it says which, in any language.",
    (Field("at", "$newTurn$", "turn and phase as the tracker shows them", quoted=True), BY),
    "D02",
    ANYBODY,
    changes=True,
)
PLAIN = Verb(
    "DIE", "A die is rolled for something that no other line is about.", (DIE, BY), "", ANYBODY, role=PLAIN_DIE
)
ALWAYS = (AGREED, PHASE, PLAIN)
"""Lines that every module prints, and that make no act."""


def line(verb: str, **fields: str) -> LogStep:
    """Return a step of a log that holds one line."""
    return LogStep(((verb, fields),))


def at(game: SystemGame, state: State, unit: UnitId) -> str:
    """Return where a unit is, as a module names it; '' if it is out of play."""
    found = state.place(unit)
    if found is None:
        return ""
    if not isinstance(found, str):
        return game.hex_name(found)
    side = game.side_of[unit]
    key = f"{side} {found}" if f"{side} {found}" in game.board.boxes else found
    return game.board.boxes[key].name


def along(unit: UnitId, trail: Trail) -> Iterator[LogStep]:
    """Yield the steps that drag a unit along a way."""
    for place_ in trail.hexes[1:]:
        yield LogStep(moves=((unit, place_),))


def _not_there(game: SystemGame, state: State, unit: UnitId, trail: Trail) -> str:
    """Say where a unit is that does not stand where its way begins."""
    found = state.place(unit)
    if found == trail.hexes[0]:
        return ""
    return Sentence("{unit} is {found}, not in {hexes}", unit, game.where(found), game.hex_name(trail.hexes[0]))


def setting_up(section: str) -> Act:
    """Return the act that places a unit before play."""

    def precondition_error(game: SystemGame, state: State, act: Setup) -> str:
        found = state.place(act.unit)
        return (
            ""
            if found == game.start_box
            else Sentence("{unit} is {found}, not among those to be set up", act.unit, game.where(found))
        )

    return Act(
        RecordSyntax("setup", Setup, section, (unit(), hex_())),
        says=lambda game, state, act: (LogStep(moves=((act.unit, act.hex),)),),
        precondition_error=precondition_error,
    )


def moving(section: str) -> Act:
    """Return the move over land."""
    return Act(
        RecordSyntax("move", Move, section, (unit(), Path())),
        says=lambda game, state, act: along(act.unit, act.trail),
        precondition_error=lambda game, state, act: _not_there(game, state, act.unit, act.trail),
    )


def entering(section: str) -> Act:
    """Return the arrival of a unit that waits in a box."""

    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        return Enter(says["u"], track.goal) if track is not None and track.goal is not None else None

    def says(game: SystemGame, state: State, act: Enter) -> Iterator[LogStep]:
        yield line("ARRIVE", u=act.unit, at=at(game, state, act.unit))
        yield LogStep(moves=((act.unit, act.place),))

    def precondition_error(game: SystemGame, state: State, act: Enter) -> str:
        found = state.place(act.unit)
        return (
            ""
            if isinstance(found, str)
            else Sentence("{unit} is {found}, and does not wait in a box", act.unit, game.where(found))
        )

    verb = Verb("ARRIVE", "A unit enters the map.", (UNIT, AT, BY), "D20", OWNER, ONCE)
    return Act(RecordSyntax("enter", Enter, section, (unit(), place())), (verb,), hears, says, precondition_error)


def attacking(section: str, who: str = PHASING) -> Act:
    """Return the declaration of a battle, gathered counter by counter in a log; `who` may declare it."""

    def says(game: SystemGame, state: State, act: Attack) -> Iterator[LogStep]:
        for verb, units in (("ATT", act.attackers), ("DEF", act.defenders)):
            for who in units:
                yield line(verb, b=str(act.number), u=who, at=at(game, state, who))

    def precondition_error(game: SystemGame, state: State, act: Attack) -> str:
        away = [who for who in (*act.attackers, *act.defenders) if not isinstance(state.place(who), int)]
        return Sentence("{away} is {at}, not on the map", away[0], game.where(state.place(away[0]))) if away else ""

    verbs = (
        Verb("ATT", "A unit joins a battle as attacker.", (BATTLE, UNIT, AT, BY), "D06", who, role=ATTACK),
        Verb("DEF", "A unit is attacked in a battle.", (BATTLE, UNIT, AT, BY), "D06", who, role=DEFEND),
        Verb(
            "OUT",
            "A unit is taken out of a battle before its roll.",
            (BATTLE, UNIT, AT, BY),
            "D06",
            who,
            role=LEAVE,
        ),
    )
    parts = (battle(), Units("attackers"), Literal("x"), Units("defenders"))
    return Act(RecordSyntax("attack", Attack, section, parts), verbs, says=says, precondition_error=precondition_error)


def rolling(section: str, faces: int = 6) -> Act:
    """Return the roll of a battle's die, with what the players read out of it where they say so."""
    verb = Verb(
        "ROLL",
        "The die of a battle is rolled.",
        (
            BATTLE,
            DIE,
            Field("odds", "", "the column that the players read, where the line says so", required=False),
            Field("result", "", "the result that they read, where the line says so", required=False),
            BY,
        ),
        "D10",
        ANYBODY,
        role=ROLL,
    )

    def says(game: SystemGame, state: State, act: RollCombat) -> Iterator[LogStep]:
        yield line("ROLL", b=str(act.number), die=str(act.die), odds=act.odds, result=act.result)

    parts = (
        battle(),
        number("die", "a die", 1, faces),
        Maybe("at", (word("odds", "odds, as in 3-1", r"\d+-\d+"),), lambda act: bool(act.odds)),
        Maybe("=", (word("result", "a result of the table", r"\S+"),), lambda act: bool(act.result)),
    )
    return Act(RecordSyntax("roll", RollCombat, section, parts), (verb,), says=says, precondition_error=no_battle)


def losing(section: str, box: str) -> Act:
    """Return the loss of a unit in a battle; its counter goes into a box."""
    verb = Verb("LOSS", "A unit is lost in a battle.", (BATTLE, UNIT, AT, BY), "D11", ANYBODY, FATE, role=LOSE)

    def says(game: SystemGame, state: State, act: Lose) -> Iterator[LogStep]:
        fields = {"b": str(act.number), "u": act.unit, "at": at(game, state, act.unit)}
        yield LogStep((("LOSS", fields),), ((act.unit, box),))

    return Act(
        RecordSyntax("lose", Lose, section, (battle(), unit())), (verb,), says=says, precondition_error=no_battle
    )


RETREAT_LINE = Verb(
    "RETREAT",
    "A unit retreats after a battle; the steps or drags that follow are its way.",
    (BATTLE, UNIT, AT, BY),
    "D12",
    ANYBODY,
    WAY,
    role=RETREAT,
)


def retreating(section: str) -> Act:
    """Return the retreat of a unit after a battle."""

    def says(game: SystemGame, state: State, act: Retreat) -> Iterator[LogStep]:
        yield line("RETREAT", b=str(act.number), u=act.unit, at=at(game, state, act.unit))
        yield from along(act.unit, act.trail)

    def precondition_error(game: SystemGame, state: State, act: Retreat) -> str:
        return no_battle(game, state, act) or _not_there(game, state, act.unit, act.trail)

    return Act(
        RecordSyntax("retreat", Retreat, section, (battle(), unit(), Path())),
        (RETREAT_LINE,),
        says=says,
        precondition_error=precondition_error,
    )


def ending(section: str) -> Act:
    """Return the end of a phase, which the turn tracker tells."""
    return Act(RecordSyntax("end", End, section), ALWAYS)


def no_battle(game: SystemGame, state: State, act: Any) -> str:
    """Return why an act of a battle cannot be done: there is no such battle; '' if there is."""
    return "" if battle_numbered(state.battles, act.number) else Sentence("there is no battle {number}", act.number)
