"""The acts of Moscow 1941 that no other game has, each with its line in a record and in a log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from trc_module.declarations import ANYBODY, FATE, ONCE, OWNER, WAY, Declaration, Field, Verb
from trc_module.declarations.policy import PlainDice
from trc_module.digits import is_number
from trc_module.games.m41.words import (
    AIR,
    AIR_BOX,
    AIR_OUT,
    DISRUPTED,
    LOST,
    READY,
    RESERVE,
    ROUNDS,
    SHEETS,
    SIDES,
    SUPPLY,
    WEATHERS,
    WITHDRAWN,
)
from trc_module.rules.actions import Action, Claim, Eliminate, Lose, Withdraw
from trc_module.rules.battles import battle_numbered
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Literal, Part, Path, RecordSyntax, battle, die, number, place, unit, word
from trc_module.rules.state import Place, State, Trail, UnitId
from trc_module.sentence import Sentence
from trc_module.systems import common_acts as common
from trc_module.systems.acts import Act, ActTable
from trc_module.systems.advancing import elsewhere
from trc_module.systems.common_acts import AT, BATTLE, BY, UNIT, along, at, line
from trc_module.systems.dice_pools import ROLES, Fire, FireOnTable, firing, firing_on_table
from trc_module.systems.ground import SystemGame


@dataclass(frozen=True, slots=True)
class ReadWeather(Action):
    """Read the weather of the turn off the track."""

    weather: str


@dataclass(frozen=True, slots=True)
class Fortify(Action):
    """Fortify a unit."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Recover(Action):
    """Recover a unit from disruption."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Intercept(Action):
    """Let an air unit intercept an enemy air unit that takes part in a battle, or flies supplies."""

    number: int
    unit: UnitId
    target: UnitId


@dataclass(frozen=True, slots=True)
class RollInterception(Action):
    """Roll the die of the interception in a battle."""

    number: int
    die: int


@dataclass(frozen=True, slots=True)
class TakeHit(Action):
    """Let a unit take a hit: it loses its fortification, or is disrupted."""

    number: int
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Absorb(Action):
    """Let the city or fortress of a battle absorb a hit."""

    number: int


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """Advance a unit after combat, ready or disrupted."""

    number: int
    unit: UnitId
    status: str
    trail: Trail


@dataclass(frozen=True, slots=True)
class KnockOut(Action):
    """Put an intercepted Russian air unit aside for the rest of this turn and the next."""

    number: int
    unit: UnitId


@dataclass(frozen=True, slots=True)
class AirReturn(Action):
    """Bring a knocked-out air unit back into play."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class AirSupply(Action):
    """Supply the units of a hex from the air; `unit` is one of them."""

    unit: UnitId
    by: UnitId


@dataclass(frozen=True, slots=True)
class CutOff(Action):
    """Disrupt a unit that is out of supply."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class GiveUp(Action):
    """Give a unit up, so that it can come back at once as a replacement."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Replace(Action):
    """Bring a lost unit back as a replacement, ready or disrupted."""

    unit: UnitId
    status: str
    place: Place


@dataclass(frozen=True, slots=True)
class Seal(Action):
    """Seal two numbers of the die, before they are shown."""

    seal: str


@dataclass(frozen=True, slots=True)
class NameNumbers(Action):
    """Show the two numbers that were sealed, with the secret word of the seal."""

    first: int
    second: int
    word: str


@dataclass(frozen=True, slots=True)
class Gamble(Action):
    """Roll the die of the Siberian gamble."""

    die: int


def _of_unit(verb: str, meaning: str, number_: str, who: str, governs: str = "", *more: Field, role: str = "") -> Verb:
    return Verb(verb, meaning, (UNIT, *more, AT, BY), number_, who, governs, role)


def _in_battle(verb: str, meaning: str, number_: str, *more: Field, governs: str = "") -> Verb:
    return Verb(verb, meaning, (BATTLE, UNIT, *more, AT, BY), number_, ANYBODY, governs)


def _placed(game: SystemGame, state: State, act: Fortify | Recover | CutOff | AirSupply | TakeHit | GiveUp) -> str:
    found = state.place(act.unit)
    return "" if isinstance(found, int) else Sentence("{unit} is {found}, not on the map", act.unit, game.where(found))


def _boxed(*boxes: str) -> Callable[[SystemGame, State, Replace | AirReturn], str]:
    def fits(game: SystemGame, state: State, act: Replace | AirReturn) -> str:
        found = state.place(act.unit)
        return (
            ""
            if found in boxes
            else Sentence("{unit} is {found}, not in the box ", act.unit, game.where(found)) + " or ".join(boxes)
        )

    return fits


def _fought(game: SystemGame, state: State, act: Fire | FireOnTable | Absorb | RollInterception | Intercept) -> str:
    return "" if battle_numbered(state.battles, act.number) else Sentence("there is no battle {number}", act.number)


def _flown_against(game: SystemGame, state: State, act: RollInterception | Intercept) -> str:
    # A supply flight is no battle; the number that the line says is the last battle's then.
    return "" if state.clock.phase == SUPPLY else _fought(game, state, act)


def _fought_by(game: SystemGame, state: State, act: TakeHit | Lose | KnockOut) -> str:
    # A log that begins in the midst of a battle does not tell of it: what its units suffer is carried out all the same.
    place_ = state.place(act.unit)
    return "" if place_ is not None and place_ != LOST else f"{act.unit} is {game.where(place_)}"


def _simple(syntax: RecordSyntax, verb: Verb, *, box: str = "") -> Act:
    """Return an act of one unit whose line says it all; its counter goes into a box if there is one."""

    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        return syntax.action(says["u"])  # type: ignore[call-arg]

    def says(game: SystemGame, state: State, act: Fortify) -> Iterator[LogStep]:
        fields = {"u": act.unit, "at": at(game, state, act.unit)}
        yield LogStep(((verb.name, fields),), ((act.unit, box),) if box else ())

    return Act(syntax, (verb,), hears, says, _placed)


def _weather() -> Act:
    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        return ReadWeather(says["is"]) if says["is"] in WEATHERS else None

    verb = Verb("WEATHER", "The weather of the turn.", (Field("is", "", "the weather"), BY), "D03", ANYBODY)
    syntax = RecordSyntax("weather", ReadWeather, "M41-WX", (word("weather", "the weather", "|".join(WEATHERS)),))
    return Act(syntax, (verb,), hears, lambda game, state, act: (line("WEATHER", **{"is": act.weather}),))


def _attack() -> Act:
    basic = common.attacking("M41-OPC")

    def fits(game: SystemGame, state: State, act: Action) -> str:
        away = [
            who
            for who in (*act.attackers, *act.defenders)  # type: ignore[attr-defined]
            if not isinstance(state.place(who), int) and (game.units[who].type, state.place(who)) != (AIR, AIR_BOX)
        ]
        return (
            Sentence("{away} is {at}, and cannot fight there", away[0], game.where(state.place(away[0])))
            if away
            else ""
        )

    return Act(basic.syntax, basic.verbs, basic.hears, basic.says, fits)


def _intercept() -> Act:
    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        return Intercept(says.number("b"), says["u"], says["x"]) if says["x"] in game.units else None

    def says(game: SystemGame, state: State, act: Intercept) -> Iterator[LogStep]:
        fields = {"b": str(act.number), "u": act.unit, "x": act.target, "at": at(game, state, act.unit)}
        yield line("INTERCEPT", **fields)

    target = Field("x", "", "the enemy air unit that is intercepted")
    # By mail the player whose phase it is declares for the other one, as they have agreed.
    verb = Verb(
        "INTERCEPT",
        "An air unit intercepts another in a battle, or one that flies supplies.",
        (BATTLE, UNIT, target, AT, BY),
        "D08",
        ANYBODY,
    )
    parts = (battle(), unit(), Literal("x"), unit("target"))
    return Act(RecordSyntax("intercept", Intercept, "M41-AIR", parts), (verb,), hears, says, _flown_against)


def _interception_die() -> Act:
    verb = Verb(
        "AIRDIE",
        "The die of an interception is rolled.",
        (BATTLE, Field("die", "$result$", "what the die shows"), BY),
        "D08",
        ANYBODY,
    )
    return Act(
        RecordSyntax("airdie", RollInterception, "M41-AIR", (battle(), die())),
        (verb,),
        lambda game, says, track: RollInterception(says.number("b"), says.number("die")),
        lambda game, state, act: (line("AIRDIE", b=str(act.number), die=str(act.die)),),
        _flown_against,
    )


def _hit() -> Act:
    def says(game: SystemGame, state: State, act: TakeHit) -> Iterator[LogStep]:
        yield line("HIT", b=str(act.number), u=act.unit, at=at(game, state, act.unit))

    verb = _in_battle("HIT", "A unit takes a hit and stays: it loses its fortification, or is disrupted.", "D11")
    return Act(
        RecordSyntax("hit", TakeHit, "M41-DIS", (battle(), unit())),
        (verb,),
        lambda game, says, track: TakeHit(says.number("b"), says["u"]),
        says,
        _fought_by,
    )


def _absorb() -> Act:
    verb = Verb("ABSORB", "The city or fortress of a battle absorbs a hit.", (BATTLE, BY), "D11", ANYBODY)
    return Act(
        RecordSyntax("absorb", Absorb, "M41-TER", (battle(),)),
        (verb,),
        lambda game, says, track: Absorb(says.number("b")),
        lambda game, state, act: (line("ABSORB", b=str(act.number)),),
        _fought,
    )


def _lose() -> Act:
    basic = common.losing("M41-DIS", LOST)
    return Act(basic.syntax, basic.verbs, basic.hears, basic.says, _fought_by)


def _knock_out() -> Act:
    def says(game: SystemGame, state: State, act: KnockOut) -> Iterator[LogStep]:
        fields = {"b": str(act.number), "u": act.unit, "at": at(game, state, act.unit)}
        yield LogStep((("DOWN", fields),), ((act.unit, AIR_OUT),))

    verb = _in_battle("DOWN", "An intercepted air unit is knocked out for this turn and the next.", "D08", governs=FATE)
    return Act(
        RecordSyntax("knock-out", KnockOut, "M41-AIR", (battle(), unit())),
        (verb,),
        lambda game, says, track: KnockOut(says.number("b"), says["u"]),
        says,
        _fought_by,
    )


def _advance() -> Act:
    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> tuple[Action, ...] | None:
        if track is None or not track.ways or says["to"] not in (READY, DISRUPTED):
            return None
        return tuple(Advance(says.number("b"), says["u"], says["to"], way) for way in track.ways)

    def says(game: SystemGame, state: State, act: Advance) -> Iterator[LogStep]:
        yield line("ADVANCE", b=str(act.number), u=act.unit, to=act.status, at=at(game, state, act.unit))
        yield from along(act.unit, act.trail)

    to = Field("to", "", "what the unit is afterwards: ready or disrupted")
    verb = _in_battle(
        "ADVANCE", "A unit advances after combat; the drags that follow are its way.", "D12", to, governs=WAY
    )
    parts: tuple[Part, ...] = (battle(), unit(), _ready_or_disrupted(), Path())
    return Act(RecordSyntax("advance", Advance, "M41-RET", parts), (verb,), hears, says, elsewhere)


def _retreat() -> Act:
    return replace(common.retreating("M41-RET"), precondition_error=elsewhere)


def _ready_or_disrupted() -> Part:
    return word("status", "ready or disrupted", f"{READY}|{DISRUPTED}")


def _air_supply() -> Act:
    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        return AirSupply(says["u"], says["x"]) if says["x"] in game.units else None

    def says(game: SystemGame, state: State, act: AirSupply) -> Iterator[LogStep]:
        yield line("AIRSUPPLY", u=act.unit, x=act.by, at=at(game, state, act.unit))

    target = Field("x", "", "the air unit that supplies it")
    verb = _of_unit("AIRSUPPLY", "The units of this hex are supplied from the air.", "D08", OWNER, "", target)
    parts = (unit(), Literal("by"), unit("by"))
    return Act(RecordSyntax("air-supply", AirSupply, "M41-AIR", parts), (verb,), hears, says, _placed)


def _eliminate() -> Act:
    def says(game: SystemGame, state: State, act: Eliminate) -> Iterator[LogStep]:
        fields = {"u": act.unit, "at": at(game, state, act.unit)}
        yield LogStep((("GONE", fields),), ((act.unit, LOST),))

    verb = _of_unit("GONE", "A unit that is out of supply is eliminated.", "D18", OWNER, FATE)
    return Act(
        RecordSyntax(
            "eliminate", Eliminate, "M41-SUP", (unit(), Literal("because"), word("because", "a rule", r"\S+"))
        ),
        (verb,),
        lambda game, says, track: Eliminate(says["u"], "M41-SUP-1"),
        says,
        _placed,
    )


def _withdraw() -> Act:
    def says(game: SystemGame, state: State, act: Withdraw) -> Iterator[LogStep]:
        fields = {"u": act.unit, "at": at(game, state, act.unit)}
        yield LogStep((("WITHDRAW", fields),), ((act.unit, WITHDRAWN),))

    def fits(game: SystemGame, state: State, act: Withdraw) -> str:
        found = state.place(act.unit)
        return f"{act.unit} is {game.where(found)}" if found in (None, WITHDRAWN) else ""

    # It is due at the end of the other side's player-turn: by mail that player takes the counter off.
    verb = _of_unit("WITHDRAW", "A unit is withdrawn from the game.", "D21", ANYBODY, FATE)
    return Act(
        RecordSyntax("withdraw", Withdraw, "M41-AIR", (unit(),)),
        (verb,),
        lambda game, says, track: Withdraw(says["u"]),
        says,
        fits,
    )


def _air_return() -> Act:
    def says(game: SystemGame, state: State, act: AirReturn) -> Iterator[LogStep]:
        fields = {"u": act.unit, "at": at(game, state, act.unit)}
        yield LogStep((("RETURN", fields),), ((act.unit, AIR_BOX),))

    verb = _of_unit("RETURN", "An air unit comes back into play.", "D19", OWNER, FATE)
    return Act(
        RecordSyntax("return", AirReturn, "M41-REP", (unit(),)),
        (verb,),
        lambda game, says, track: AirReturn(says["u"]),
        says,
        _boxed(AIR_OUT, LOST),
    )


def _replace() -> Act:
    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        if track is None or track.goal is None or says["to"] not in (READY, DISRUPTED):
            return None
        return Replace(says["u"], says["to"], track.goal)

    def says(game: SystemGame, state: State, act: Replace) -> Iterator[LogStep]:
        yield line("REPLACE", u=act.unit, to=act.status, at=at(game, state, act.unit))
        yield LogStep(moves=((act.unit, act.place),))

    to = Field("to", "", "what the unit is: ready or disrupted")
    verb = _of_unit("REPLACE", "A unit comes back as a replacement.", "D19", OWNER, ONCE, to)
    parts: tuple[Part, ...] = (unit(), _ready_or_disrupted(), place())
    return Act(RecordSyntax("replace", Replace, "M41-REP", parts), (verb,), hears, says, _boxed(LOST, RESERVE))


def _seal() -> Act:
    verb = Verb(
        "SEAL", "The German player seals two numbers.", (Field("seal", "$Seal$", "the seal"), BY), "D29", ANYBODY
    )
    return Act(
        RecordSyntax(
            "seal", Seal, "M41-SIB", (word("seal", "a seal of 64 digits and letters a to f", "[0-9a-f]{64}"),)
        ),
        (verb,),
        lambda game, says, track: Seal(says["seal"].lower()),
        lambda game, state, act: (line("SEAL", seal=act.seal),),
    )


def _names() -> Act:
    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        first, second = says["first"], says["second"]
        if not (is_number(first) and is_number(second)):
            return None
        return NameNumbers(int(first), int(second), says["word"])

    verb = Verb(
        "NAMES",
        "The German player shows the two numbers that he sealed.",
        (
            Field("first", "$FirstNumber$", "the lower of the two numbers"),
            Field("second", "$SecondNumber$", "the higher"),
            Field("word", "$SecretWord$", "the secret word of the seal"),
            BY,
        ),
        "D29",
        ANYBODY,
    )
    parts = (
        number("first", "a number of the die", 1, 6),
        number("second", "a number of the die", 1, 6),
        word("word", "the secret word", "[0-9A-Za-z]+"),
    )
    return Act(
        RecordSyntax("names", NameNumbers, "M41-SIB", parts),
        (verb,),
        hears,
        lambda game, state, act: (line("NAMES", first=str(act.first), second=str(act.second), word=act.word),),
    )


def _gamble() -> Act:
    verb = Verb(
        "GAMBLE",
        "The die of the Siberian gamble is rolled.",
        (Field("die", "$result$", "what the die shows"), BY),
        "D29",
        ANYBODY,
    )
    return Act(
        RecordSyntax("gamble", Gamble, "M41-SIB", (die(),)),
        (verb,),
        lambda game, says, track: Gamble(says.number("die")),
        lambda game, state, act: (line("GAMBLE", die=str(act.die)),),
    )


def _claim() -> Act:
    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        return Claim(says["side"], says["because"]) if says["side"] in SIDES else None

    because = Field("because", "", "the rule by which it has won")
    verb = Verb("WIN", "A side claims the victory.", (Field("side", "", "the side"), because, BY), "", ANYBODY)
    parts = (word("side", " or ".join(SIDES), "|".join(SIDES)), Literal("because"), word("because", "a rule", r"\S+"))
    return Act(
        RecordSyntax("win", Claim, "M41-VIC", parts),
        (verb,),
        hears,
        lambda game, state, act: (line("WIN", side=act.side, because=act.because),),
    )


def _unit_alone(name: str, kind: type[Action], section: str) -> RecordSyntax:
    return RecordSyntax(name, kind, section, (unit(),))


ACTS = ActTable(
    (
        common.setting_up("M41-SET"),
        _weather(),
        common.moving("M41-OPM"),
        _simple(
            _unit_alone("fortify", Fortify, "M41-FORT"),
            _of_unit("FORTIFY", "A unit fortifies.", "D26", OWNER),
        ),
        _attack(),
        _intercept(),
        _interception_die(),
        _knock_out(),
        firing("M41-OPC", _fought),
        firing_on_table("M41-CRT", SHEETS, _fought),
        _hit(),
        _absorb(),
        _lose(),
        _retreat(),
        _advance(),
        _simple(
            _unit_alone("recover", Recover, "M41-DIS"),
            _of_unit("RECOVER", "A unit recovers from disruption.", "", ANYBODY),
        ),
        _air_supply(),
        _simple(
            _unit_alone("cut-off", CutOff, "M41-SUP"),
            _of_unit("CUT", "A unit out of supply is disrupted.", "D18", OWNER),
        ),
        _eliminate(),
        _withdraw(),
        _simple(
            _unit_alone("give-up", GiveUp, "M41-REP"),
            _of_unit("GIVEUP", "A unit is given up, to come back as a replacement.", "D19", OWNER, FATE),
            box=LOST,
        ),
        _replace(),
        _air_return(),
        common.entering("M41-SIB"),
        _seal(),
        _names(),
        _gamble(),
        _claim(),
        common.ending("M41-SEQ"),
    ),
    choices={"to": (READY, DISRUPTED)},
    rolls=(Fire, FireOnTable),
    dice=PlainDice({"INTERCEPT": "AIRDIE"}, ("TABLE", "FIRE"), ROLES, ("HIT", "LOSS", "ABSORB"), ROUNDS, later=True),
    bases=(AIR_BOX,),
)
"""All acts, in the order of a gameturn."""
