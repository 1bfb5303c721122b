"""Effects of terrain on a battle, and the data on which they rest."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, position, told
from trc_module.games.trc.combat.battle_context import BattleContext, fight_of
from trc_module.games.trc.combat.battle_odds import terrain_facts
from trc_module.games.trc.combat.combat_terrain import one_river_fact
from trc_module.rules.actions import Attack

HEX = GAME.board.grid.hex


COMBAT = "turn 2 axis impulse 1 combat clear"


def fight(text: str, attackers: str, defenders: str, at: str = COMBAT) -> BattleContext:
    return fight_of(GAME, position(text, at), Attack(1, tuple(attackers.split()), tuple(defenders.split())))


def test_the_doubling_of_a_defence_rests_on_what_doubles_it() -> None:
    board = GAME.board
    mountain = fight("on J10: rus-24-inf\non J9: ger-41-pz\n", "ger-41-pz", "rus-24-inf")
    assert terrain_facts(mountain) == (board.terrain_fact(HEX("J10")),)
    plain = fight("on X17: rus-24-inf\non Y17: ger-41-pz\n", "ger-41-pz", "rus-24-inf")
    assert terrain_facts(plain) == (board.terrain_fact(HEX("X17")),)
    city = fight("on R9: rus-24-inf\non Q9: ger-41-pz\n", "ger-41-pz", "rus-24-inf")
    assert terrain_facts(city)[0] == board.city_at[HEX("R9")].fact
    assert board.terrain_fact(HEX("R9")) not in terrain_facts(city)
    river = fight("on Y18: rus-5-inf\non Y19: ger-17-inf\n", "ger-17-inf", "rus-5-inf")
    assert terrain_facts(river) == tuple(dict.fromkeys(board.river_facts(HEX("Y19")))) != ()


def test_a_river_that_nobody_doubts_is_as_sure_as_its_source() -> None:
    river = fight("on Y18: rus-5-inf\non Y19: ger-17-inf\n", "ger-17-inf", "rus-5-inf")
    known = one_river_fact(river, HEX("Y18"), HEX("Y19"))
    sources = [fact.source for h in ("Y18", "Y19") for fact in GAME.board.river_facts(HEX(h))]
    assert known.source == min(sources, key=lambda source: source.trust)


@pytest.mark.parametrize(
    ("rolled", "rule"), [("3-1 DR", None), ("1-1 C", "14.1d"), ("2-1 EX", "13.1b"), ("4-1 D1", "13.1a")]
)
def test_the_strait_doubles_only_against_attackers_who_are_all_beyond_it(rolled: str, rule: str | None) -> None:
    text = (
        "on KK19: ger-41-pz\non JJ21: ger-12-inf\non KK20: rus-24-inf\n"
        f"attack 1: ger-41-pz ger-12-inf x rus-24-inf\nroll 1: 4 {rolled}\n"
    )
    assert told(text, COMBAT) == ([f"violation {rule}"] if rule else [])
