"""Battles of the impulse as the header of a record tells them, under `before:`.

    before: battle 2 ger-47-pz S12 x rus-24-inf S11 air stuka ger-hq-center at 3-1 result DR lost rus-24-inf

Who attacks whom and from where; then, each only if there is any: air support, guns, a barrage, the odds announced, the
result, the units lost, and `retreat` with a unit and its way, for each that has retreated.
"""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.hexgrid import Hex
from trc_module.rules.actions import AirSupport
from trc_module.rules.battles import Battle
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.record.grammar import UNIT_ID, Lexicon, Path, number, trail_words
from trc_module.rules.record.text import Tokens
from trc_module.rules.state import Trail, UnitId

BATTLE = "battle"
BATTLE_MARK = "a battle of this phase: its number, attackers and their hexes, 'x', defenders and theirs, and its result"
_NUMBER = number("number", "the number of a battle", 0, 999999)
_WAY = Path(least=1, until=("retreat",))


def read_battle(tokens: Tokens, lexicon: Lexicon) -> Battle:
    """Read a battle, its first word included; RecordError where it cannot be read."""
    tokens.take(BATTLE)
    n = _NUMBER.read(tokens, lexicon)["number"]
    attackers = dict(_places(tokens, lexicon))
    if not tokens.skip("x"):
        raise tokens.error("'x' and the defenders")
    defenders = dict(_places(tokens, lexicon))
    air = []
    while tokens.skip("air"):
        air.append(AirSupport(tokens.take("the kind of air unit"), lexicon.unit(tokens)))
    guns = tuple(_units(tokens, lexicon)) if tokens.skip("guns") else ()
    barrage = tokens.skip("barrage")
    odds = tokens.take("odds") if tokens.skip("at") else ""
    result = tokens.take("a result") if tokens.skip("result") else ""
    lost = tuple(_units(tokens, lexicon)) if tokens.skip("lost") else ()
    ways: dict[UnitId, Trail] = {}
    while tokens.skip("retreat"):
        unit = lexicon.unit(tokens)
        ways[unit] = _WAY.read(tokens, lexicon)["trail"]
    tokens.end()
    return Battle(
        n,
        tuple(attackers),
        tuple(defenders),
        FrozenMap(attackers | defenders),
        tuple(air),
        guns,
        barrage,
        odds,
        result,
        lost,
        FrozenMap(ways),
    )


def _places(tokens: Tokens, lexicon: Lexicon) -> Iterator[tuple[UnitId, Hex]]:
    yield lexicon.unit(tokens), lexicon.hex(tokens)
    while UNIT_ID.fullmatch(tokens.peek()):
        yield lexicon.unit(tokens), lexicon.hex(tokens)


def _units(tokens: Tokens, lexicon: Lexicon) -> Iterator[UnitId]:
    yield lexicon.unit(tokens)
    while UNIT_ID.fullmatch(tokens.peek()):
        yield lexicon.unit(tokens)


def battle_text(battle: Battle, lexicon: Lexicon) -> str:
    """Return a battle as the header of a record tells it."""
    return " ".join(_words(battle, lexicon))


def _words(battle: Battle, lexicon: Lexicon) -> Iterator[str]:
    yield BATTLE
    yield str(battle.number)
    for unit in battle.attackers:
        yield from (unit, lexicon.name(battle.places[unit]))
    yield "x"
    for unit in battle.defenders:
        yield from (unit, lexicon.name(battle.places[unit]))
    for support in battle.air:
        yield from ("air", support.kind, support.by)
    if battle.guns:
        yield from ("guns", *battle.guns)
    if battle.barrage:
        yield "barrage"
    if battle.odds:
        yield from ("at", battle.odds)
    if battle.result:
        yield from ("result", battle.result)
    if battle.lost:
        yield from ("lost", *battle.lost)
    for unit, trail in battle.ways.items():
        yield from ("retreat", unit, *trail_words(trail, lexicon))
