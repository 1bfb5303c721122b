"""Every act in the lines that the module would print, and where its counters go: what composes a log from a record.

The other direction is `log_reader`: what is said here is heard there as the same act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

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
from trc_module.games.trc.arrivals.minor_allies import country_of
from trc_module.games.trc.data import Trc
from trc_module.games.trc.extension import Speaker
from trc_module.rules.actions import (
    Action,
    AirSupport,
    Attack,
    Claim,
    Eliminate,
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
from trc_module.rules.battles import battle_numbered
from trc_module.rules.interpretation import LogStep
from trc_module.rules.state import Place, State, Trail, UnitId
from trc_module.systems.weather import modifier_of

COUNTRIES = ("finnish", "rumanian", "hungarian", "italian")
SUNK_TO = "replacement-pool"
_RESULT_TO = {"DS": "surrendered"}


def say(game: Trc, says: Mapping[type[Action], Speaker], state: State, action: Action) -> Iterator[LogStep]:
    """Yield the steps of a log that make an act in a position; nothing for acts that no log can hold.

    `says` tells how the acts of options are said, by their kinds.
    """
    speaker = _SPEAKERS.get(type(action)) or says.get(type(action))
    if speaker is not None:
        yield from speaker(game, state, action)


def _setup(game: Trc, state: State, act: Setup) -> Iterator[LogStep]:
    yield LogStep(moves=((act.unit, act.hex),))


def _walk(game: Trc, state: State, act: Move) -> Iterator[LogStep]:
    yield from _along(act.unit, act.trail)


def _along(unit: UnitId, trail: Trail) -> Iterator[LogStep]:
    for hex_ in trail.hexes[1:]:
        yield LogStep(moves=((unit, hex_),))


def _by_mode(mode: str) -> Callable[[Trc, State, Any], Iterator[LogStep]]:
    def speaker(game: Trc, state: State, act: Any) -> Iterator[LogStep]:
        yield _mode(game, state, act.unit, mode)
        yield from _along(act.unit, act.trail)

    return speaker


def _mode(game: Trc, state: State, unit: UnitId, mode: str) -> LogStep:
    return _line("MODE", u=unit, mode=mode, at=_at(game, state, unit))


def _rail(game: Trc, state: State, act: RailMove) -> Iterator[LogStep]:
    yield from _by_mode("rail-free" if act.free else "rail")(game, state, act)


def _sea(game: Trc, state: State, act: SeaMove) -> Iterator[LogStep]:
    yield _line("SAIL", u=act.unit, kind=f"sea-{act.kind}", at=_at(game, state, act.unit))
    yield LogStep(moves=((act.unit, act.goal),))
    if act.die:
        yield _line("SEA", u=act.unit, die=str(act.die))
    if game.apply(state, act).place(act.unit) == SUNK_TO != act.goal:
        # The counter lies at its goal until the die has sunk it.
        there = state.with_unit(game.side_of[act.unit], act.unit, act.goal)
        yield _gone(game, there, act.unit, "REMOVED", SUNK_TO, because="10.4")


def _arriving(verb: str) -> Callable[[Trc, State, Any], Iterator[LogStep]]:
    def speaker(game: Trc, state: State, act: Any) -> Iterator[LogStep]:
        yield _line(verb, u=act.unit, at=_at(game, state, act.unit))
        yield LogStep(moves=((act.unit, act.place),))

    return speaker


def _enter(game: Trc, state: State, act: Enter) -> Iterator[LogStep]:
    verb = "PARTISAN" if game.units[act.unit].type == "partisan" else "ARRIVE"
    yield from _arriving(verb)(game, state, act)


def _drop(game: Trc, state: State, act: Drop) -> Iterator[LogStep]:
    yield _line("DROP", u=act.unit, at=_at(game, state, act.unit))
    yield LogStep(moves=((act.unit, act.hex),))


def _gone(game: Trc, state: State, unit: UnitId, verb: str, box: str, **fields: str) -> LogStep:
    return LogStep(((verb, {"u": unit, "at": _at(game, state, unit), **fields}),), ((unit, box),))


def _fly(game: Trc, state: State, act: Fly) -> Iterator[LogStep]:
    yield LogStep(moves=((act.unit, act.place),))


def _motorize(game: Trc, state: State, act: Motorize) -> Iterator[LogStep]:
    place = state.place(act.infantry)
    yield LogStep(moves=((act.infantry, "removed"),))
    yield _line("MOTORIZE", infantry=act.infantry, u=act.motorized)
    if place is not None:
        yield LogStep(moves=((act.motorized, place),))


def _gather(game: Trc, state: State, act: Attack | AutomaticVictory) -> Iterator[LogStep]:
    b = str(act.number)
    attack = defence = 0
    for unit in act.attackers:
        attack += game.units[unit].combat or 0
        yield _joins(game, state, "ATT", b, unit, attack, defence)
    for unit in act.defenders:
        defence += game.units[unit].combat or 0
        yield _joins(game, state, "DEF", b, unit, attack, defence)
    yield from _fliers(game, state, b, act.air)


def _joins(game: Trc, state: State, verb: str, b: str, unit: UnitId, attack: int, defence: int) -> LogStep:
    factor = str(game.units[unit].combat or 0)
    at = _at(game, state, unit)
    return _line(verb, b=b, u=unit, at=at, cf=factor, attack=str(attack), defence=str(defence))


def _fliers(game: Trc, state: State, b: str, air: tuple[AirSupport, ...]) -> Iterator[LogStep]:
    used: dict[str, int] = {}
    for battle in state.battles:
        for support in battle.air:
            used[support.kind] = used.get(support.kind, 0) + 1
    for support in air:
        # A record does not say which of the air units it is: they are taken in their order.
        kin = [name for name, unit in game.units.items() if unit.type == "air" and unit.area == f"{support.kind}s"]
        number = used.get(support.kind, 0)
        used[support.kind] = number + 1
        unit = kin[number % len(kin)]
        yield _line("AIR", b=b, u=unit, kind=support.kind, hq=support.by, at=_at(game, state, unit))


def _attack(game: Trc, state: State, act: Attack) -> Iterator[LogStep]:
    b = str(act.number)
    yield from _gather(game, state, act)
    for unit in act.guns:
        yield _line("GUNS", b=b, u=unit, at=_at(game, state, unit))
    if act.barrage:
        yield _line("BARRAGE", b=b)
    if act.odds:
        yield _line("LOWER", b=b, odds=act.odds)


def _victory(game: Trc, state: State, act: AutomaticVictory) -> Iterator[LogStep]:
    yield from _gather(game, state, act)
    yield _line("AV", b=str(act.number))
    for unit in act.defenders:
        yield _gone(game, state, unit, "LOSS", "surrendered", b=str(act.number))


def _roll(game: Trc, state: State, act: RollCombat) -> Iterator[LogStep]:
    yield _line("ROLL", b=str(act.number), die=str(act.die), odds=act.odds, result=act.result)


def _lose(game: Trc, state: State, act: Lose) -> Iterator[LogStep]:
    battle = battle_numbered(state.battles, act.number)
    box = _RESULT_TO.get(battle.result if battle else "", "replacement-pool")
    if game.units[act.unit].type == "worker":
        box = "surrendered"
    yield _gone(game, state, act.unit, "LOSS", box, b=str(act.number), chose=act.by)


def _retreat(game: Trc, state: State, act: Retreat) -> Iterator[LogStep]:
    yield _line("RETREAT", b=str(act.number), u=act.unit, at=_at(game, state, act.unit))
    yield from _along(act.unit, act.trail)
    if act.off:
        yield LogStep(moves=((act.unit, "replacement-pool"),))


def _surrender(game: Trc, state: State, act: Surrender) -> Iterator[LogStep]:
    if act.who in game.units:
        yield _gone(game, state, act.who, "FORCED", "surrendered", because=act.because)
        return
    there = [
        name
        for name, unit in game.units.items()
        if country_of(unit.nation) == country_of(act.who) != "" and state.place(name) not in (None, "surrendered")
    ]
    moves: tuple[tuple[UnitId, Place], ...] = tuple((name, "surrendered") for name in there)
    yield LogStep((("ALLYOUT", {"country": act.who, "because": act.because}),), moves)


def _eliminate(game: Trc, state: State, act: Eliminate) -> Iterator[LogStep]:
    box = "partisans" if act.unit in game.partisans else "replacement-pool"
    yield _gone(game, state, act.unit, "REMOVED", box, because=act.because)


def _mark(game: Trc, state: State, act: Marker) -> Iterator[LogStep]:
    where, _, word = act.where.rpartition(" ")
    if act.marker == "control" and where:
        yield _line("CONTROL", at=where, side=word)
    elif act.marker == "rail" and word == "axis" and where:
        yield _line("RAILHEAD", at=where)
    else:
        yield _line("MARK", marker=act.marker, at=act.where)


def _convert(game: Trc, state: State, act: Convert) -> Iterator[LogStep]:
    yield LogStep(tuple(("CONVERT", {"at": game.hex_name(h)}) for h in act.hexes))


def _weather(game: Trc, state: State, act: WeatherRoll) -> Iterator[LogStep]:
    told = {} if act.drm is None else {"after": str(act.drm)}
    if act.weather:
        told["is"] = act.weather
    yield LogStep((("WEATHER", {"die": str(act.die), "drm": str(modifier_of(state)), **told}),))


def _line(verb: str, **fields: str) -> LogStep:
    return LogStep(((verb, fields),))


def _at(game: Trc, state: State, unit: UnitId) -> str:
    place = state.place(unit)
    if place is None:
        return ""
    if not isinstance(place, str):
        return game.hex_name(place)
    side = game.side_of[unit]
    key = f"{side} {place}" if f"{side} {place}" in game.board.boxes else place
    return game.board.boxes[key].name


_SPEAKERS: dict[type[Action], Callable[[Trc, State, Any], Iterator[LogStep]]] = {
    Setup: _setup,
    Move: _walk,
    Strategic: _by_mode("strategic"),
    RailMove: _rail,
    SeaMove: _sea,
    Enter: _enter,
    Replace: _arriving("REPLACE"),
    Drop: _drop,
    Fly: _fly,
    Motorize: _motorize,
    Attack: _attack,
    AutomaticVictory: _victory,
    RollCombat: _roll,
    Lose: _lose,
    Retreat: _retreat,
    Surrender: _surrender,
    Marker: _mark,
    Convert: _convert,
    Eliminate: _eliminate,
    Withdraw: lambda g, s, a: iter((_gone(g, s, a.unit, "LEAVE", "withdrawn", because=a.because),)),
    Exit: lambda g, s, a: iter((_gone(g, s, a.unit, "EXIT", "removed", edge=a.edge),)),
    Delay: lambda g, s, a: iter((_gone(g, s, a.unit, "DELAY", "off-map-units"),)),
    WeatherRoll: _weather,
    Archangel: lambda g, s, a: iter((_line("ARCHANGEL", die=str(a.die)),)),
    Claim: lambda g, s, a: iter((_line("WIN", side=a.side, because=a.because),)),
}
