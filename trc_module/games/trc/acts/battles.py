"""Battles: attacks (12), automatic victories (16), the die (13), and air support (15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations import ANYBODY, ATTACK, DEFEND, LEAVE, PHASING, ROLL, WIN_AT_ONCE, Field, Verb
from trc_module.games.trc.acts.common import DIE, FACTOR, SUMS, fixed, on_the_map, put
from trc_module.games.trc.boxes import SURRENDERED
from trc_module.games.trc.data import Trc
from trc_module.rules.actions import Action, AirSupport, Attack, Lose, Retreat, RollCombat
from trc_module.rules.battles import battle_numbered
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record.grammar import (
    Air,
    Flag,
    Literal,
    Maybe,
    RecordSyntax,
    Units,
    battle,
    die,
    place,
    unit,
    word,
)
from trc_module.rules.state import Place, State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BATTLE, BY, UNIT, at, line


@dataclass(frozen=True, slots=True)
class AutomaticVictory(Action):
    """Remove a defender during movement at 10-1 or better (16)."""

    number: int
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    air: tuple[AirSupport, ...] = ()


@dataclass(frozen=True, slots=True)
class Fly(Action):
    """Put the counter of an air unit on a stack, or back into its box (15.2, 15.3)."""

    unit: UnitId
    place: Place


_JOINED = (BATTLE, UNIT, FACTOR, *SUMS, AT, BY)
_GATHERING = (
    Verb("ATT", "A unit joins a battle as attacker.", _JOINED, "D06", PHASING, role=ATTACK),
    Verb("DEF", "A unit is attacked in a battle.", _JOINED, "D06", PHASING, role=DEFEND),
    Verb(
        "OUT",
        "A unit is taken out of a battle that was not rolled for yet.",
        (BATTLE, UNIT, AT, BY),
        "D06",
        PHASING,
        role=LEAVE,
    ),
    Verb(
        "LOWER",
        "The attacker announces lower odds before the roll.",
        (BATTLE, fixed("odds", "the column announced, as the results table heads it"), BY),
        "D07",
        PHASING,
    ),
    Verb(
        "AIR",
        "An air unit supports a battle.",
        (
            BATTLE,
            UNIT,
            Field("kind", "$Type$", "stuka or sturmovik"),
            Field("hq", "$Lender$", "the headquarters, or Stalin, within whose range it flies"),
            AT,
            BY,
        ),
        "D08",
        PHASING,
    ),
    Verb("GUNS", "An artillery unit supports a battle with its shift (26.5).", (BATTLE, UNIT, AT, BY), "D09", PHASING),
    Verb("BARRAGE", "A barrage is fired in a battle (26.13).", (BATTLE, BY), "D09", PHASING),
)
GATHERING = frozenset(verb.name for verb in _GATHERING)
"""The lines by which a battle is put together."""
_ROLL = Verb(
    "ROLL",
    "The die of a battle is rolled.",
    (
        BATTLE,
        DIE,
        *SUMS,
        Field("odds", "", "the column that the players read, where the line says so", required=False),
        Field("result", "", "the result that they read, where the line says so", required=False),
        Field("told", "$Odds$", "the odds that the module has reckoned for them", required=False),
        BY,
    ),
    "D10",
    ANYBODY,
    role=ROLL,
)
_AV = Verb(
    "AV",
    "The battle is an automatic victory: its defenders surrender without a die.",
    (BATTLE, *SUMS, BY),
    "D13",
    PHASING,
    role=WIN_AT_ONCE,
)


def _gather(game: Trc, state: State, act: Attack | AutomaticVictory) -> Iterator[LogStep]:
    b = str(act.number)
    attack = defence = 0
    for unit_ in act.attackers:
        attack += game.units[unit_].combat or 0
        yield _joins(game, state, "ATT", b, unit_, attack, defence)
    for unit_ in act.defenders:
        defence += game.units[unit_].combat or 0
        yield _joins(game, state, "DEF", b, unit_, attack, defence)
    yield from _fliers(game, state, b, act.air)


def _joins(game: Trc, state: State, verb: str, b: str, unit_: UnitId, attack: int, defence: int) -> LogStep:
    factor = str(game.units[unit_].combat or 0)
    place_ = at(game, state, unit_)
    return line(verb, b=b, u=unit_, at=place_, cf=factor, attack=str(attack), defence=str(defence))


def _fliers(game: Trc, state: State, b: str, air: tuple[AirSupport, ...]) -> Iterator[LogStep]:
    used: dict[str, int] = {}
    for fought in state.battles:
        for support in fought.air:
            used[support.kind] = used.get(support.kind, 0) + 1
    for support in air:
        # A record does not say which of the air units it is: they are taken in their order.
        kin = [name for name, who in game.units.items() if who.type == "air" and who.area == f"{support.kind}s"]
        number = used.get(support.kind, 0)
        used[support.kind] = number + 1
        flier = kin[number % len(kin)]
        yield line("AIR", b=b, u=flier, kind=support.kind, hq=support.by, at=at(game, state, flier))


def _attack(game: Trc, state: State, act: Attack) -> Iterator[LogStep]:
    b = str(act.number)
    yield from _gather(game, state, act)
    for gun in act.guns:
        yield line("GUNS", b=b, u=gun, at=at(game, state, gun))
    if act.barrage:
        yield line("BARRAGE", b=b)
    if act.odds:
        yield line("LOWER", b=b, odds=act.odds)


def _win(game: Trc, state: State, act: AutomaticVictory) -> Iterator[LogStep]:
    yield from _gather(game, state, act)
    yield line("AV", b=str(act.number))
    for defender in act.defenders:
        yield put(game, state, defender, "LOSS", SURRENDERED, b=str(act.number))


def _roll(game: Trc, state: State, act: RollCombat) -> Iterator[LogStep]:
    yield line("ROLL", b=str(act.number), die=str(act.die), odds=act.odds, result=act.result)


def _fly(game: Trc, state: State, act: Fly) -> Iterator[LogStep]:
    yield LogStep(moves=((act.unit, act.place),))


def _can_fight(game: Trc, state: State, act: Attack | AutomaticVictory) -> str:
    if not act.attackers or not act.defenders:
        return Sentence("battle {number} has no {word}", act.number, "defenders" if act.attackers else "attackers")
    return on_the_map(game, state, (*act.attackers, *act.defenders))


def declared(game: Trc, state: State, act: RollCombat | Lose | Retreat) -> str:
    """Say that the battle of an act has not been declared; '' if it has."""
    if battle_numbered(state.battles, act.number) is None:
        return Sentence("no battle {number} has been declared in this impulse", act.number)
    return ""


_ODDS = word("odds", "odds, as in '3-1'", r"\d{1,3}-\d{1,3}")
_RESULTS = ("AE", "A1", "AR", "C", "EX", "DR", "D1", "DE", "DS")
_SIDES = (battle(), Units("attackers"), Literal("x"), Units("defenders"), Air(("stuka", "sturmovik")))
_READ = (_ODDS, word("result", " ".join(_RESULTS), "|".join(_RESULTS)))
AV = Act(RecordSyntax("av", AutomaticVictory, "16", _SIDES), (_AV,), says=_win, precondition_error=_can_fight)
DECLARE = Act(
    RecordSyntax(
        "attack",
        Attack,
        "12",
        (
            *_SIDES,
            Maybe("guns", (Units("guns"),), lambda act: act.guns),
            Flag("barrage", "barrage"),
            Maybe("at", (_ODDS,), lambda act: act.odds),
        ),
    ),
    _GATHERING,
    says=_attack,
    precondition_error=_can_fight,
)
THROW = Act(
    RecordSyntax("roll", RollCombat, "13", (battle(), die(), Maybe("", _READ, lambda act: act.odds))),
    (_ROLL,),
    says=_roll,
    precondition_error=declared,
)
FLY = Act(RecordSyntax("fly", Fly, "15", (unit(), place())), says=_fly)
