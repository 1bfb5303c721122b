"""How each act of The Russian Campaign is written in a record."""

from __future__ import annotations

from trc_module.games.trc.acts.actions import (
    Archangel,
    AutomaticVictory,
    Convert,
    Delay,
    Drop,
    Exit,
    Fly,
    Motorize,
    RailMove,
    SeaMove,
    Strategic,
)
from trc_module.rules.actions import (
    Attack,
    Claim,
    Eliminate,
    End,
    Enter,
    Lose,
    Marker,
    Move,
    Replace,
    Retreat,
    RollCombat,
    Setup,
    Surrender,
    WeatherRoll,
    Withdraw,
)
from trc_module.rules.record.grammar import (
    Air,
    Flag,
    Hexes,
    Literal,
    Maybe,
    Path,
    RecordSyntax,
    Units,
    battle,
    die,
    hex_,
    place,
    rest,
    signed,
    unit,
    word,
)

_ODDS = r"\d{1,3}-\d{1,3}"
_RESULTS = ("AE", "A1", "AR", "C", "EX", "DR", "D1", "DE", "DS")
_NUMBER = r"\d+(\.[0-9A-Za-z-]+)*[a-z]?"
_EDGE = "west|east|south|north"
_AIR = Air(("stuka", "sturmovik"))

STATEMENTS: tuple[RecordSyntax, ...] = (
    RecordSyntax("setup", Setup, "3", (unit(), hex_())),
    RecordSyntax(
        "weather",
        WeatherRoll,
        "4",
        (
            die(),
            Maybe(
                "",
                (
                    word("weather", "clear, light-mud, mud or snow", "clear|light-mud|mud|snow"),
                    Maybe("", (signed("drm", "the running modifier, as '+1'"),), lambda act: act.drm is not None),
                ),
                lambda act: act.weather,
            ),
        ),
    ),
    RecordSyntax("move", Move, "5", (unit(), Path())),
    RecordSyntax("strategic", Strategic, "26", (unit(), Path())),
    RecordSyntax("rail", RailMove, "9", (unit(), Path()), {"free": False}),
    RecordSyntax("rail-free", RailMove, "9", (unit(), Path()), {"free": True}),
    RecordSyntax(
        "sea",
        SeaMove,
        "10",
        (
            word("kind", "transfer, invasion or evacuation", "transfer|invasion|evacuation"),
            unit(),
            place("start"),
            place("goal"),
            Maybe("roll", (die(),), lambda act: act.die),
        ),
    ),
    RecordSyntax("drop", Drop, "18", (unit(), hex_())),
    RecordSyntax("enter", Enter, "20", (unit(), place())),
    RecordSyntax("replace", Replace, "21", (unit(), place())),
    RecordSyntax(
        "withdraw",
        Withdraw,
        "20",
        (unit(), Maybe("because", (word("because", "a rule number", _NUMBER),), lambda act: act.because)),
    ),
    RecordSyntax(
        "exit",
        Exit,
        "20",
        (unit(), Maybe("", (word("edge", "west, east, south or north", _EDGE),), lambda act: act.edge)),
    ),
    RecordSyntax("delay", Delay, "20", (unit(),)),
    RecordSyntax("archangel", Archangel, "22", (die(),)),
    RecordSyntax("motorize", Motorize, "23", (unit("infantry"), unit("motorized"))),
    RecordSyntax("av", AutomaticVictory, "16", (battle(), Units("attackers"), Literal("x"), Units("defenders"), _AIR)),
    RecordSyntax(
        "attack",
        Attack,
        "12",
        (
            battle(),
            Units("attackers"),
            Literal("x"),
            Units("defenders"),
            _AIR,
            Maybe("guns", (Units("guns"),), lambda act: act.guns),
            Flag("barrage", "barrage"),
            Maybe("at", (word("odds", "odds, as in '3-1'", _ODDS),), lambda act: act.odds),
        ),
    ),
    RecordSyntax(
        "roll",
        RollCombat,
        "13",
        (
            battle(),
            die(),
            Maybe(
                "",
                (word("odds", "odds, as in '3-1'", _ODDS), word("result", " ".join(_RESULTS), "|".join(_RESULTS))),
                lambda act: act.odds,
            ),
        ),
    ),
    RecordSyntax(
        "lose",
        Lose,
        "13",
        (battle(), unit(), Maybe("by", (word("by", "a side", "axis|russian"),), lambda act: act.by)),
    ),
    RecordSyntax("retreat", Retreat, "13", (battle(), unit(), Path(least=1, until=("off",)), Flag("off", "off"))),
    RecordSyntax("fly", Fly, "15", (unit(), place())),
    RecordSyntax(
        "surrender",
        Surrender,
        "12",
        (
            word("who", "a unit or a country", "[a-z0-9-]+"),
            Literal("because"),
            word("because", "a rule number", _NUMBER),
        ),
    ),
    RecordSyntax("eliminate", Eliminate, "17", (unit(), Literal("because"), word("because", "a rule number", _NUMBER))),
    RecordSyntax("convert", Convert, "9", (Hexes("hexes"),)),
    RecordSyntax("mark", Marker, "2", (word("marker", "a marker", "[a-z0-9-]+"), rest("where", "a place"))),
    RecordSyntax(
        "win",
        Claim,
        "25",
        (word("side", "a side", "axis|russian"), Literal("because"), word("because", "a rule number", _NUMBER)),
    ),
    RecordSyntax("end", End, "4"),
)
