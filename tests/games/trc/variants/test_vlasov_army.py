"""28.7, the fourth chit of the Axis: who may join the army of Vlasov, and what its counters may do."""

from __future__ import annotations

import pytest

from tests.games.trc.play import position, told
from trc_module.declarations import Declaration
from trc_module.games.trc import load
from trc_module.games.trc.acts.prisoners import Join
from trc_module.games.trc.acts.table import ACTS
from trc_module.games.trc.players.option_actions import ARRIVALS, further
from trc_module.games.trc.turn.status_sheet import due

TURN = "options: 28.7\nat: turn {turn} axis impulse 1 {phase} {weather}\n"
CHIT = "before: chit axis 4\n"
LOST = "box russian surrendered: rus-24-inf rus-worker-moscow\n"


def at(turn: int, phase: str = "movement", weather: str = "clear") -> str:
    return TURN.format(turn=turn, phase=phase, weather=weather)


def test_a_unit_joins_by_its_factor_once_it_has_surrendered() -> None:
    assert told(f"{at(3)}{CHIT}{LOST}join rus-24-inf 4") == []
    assert told(f"{at(3)}{CHIT}{LOST}join rus-24-inf 3") == ["violation 28.7-G4"]
    assert told(f"{at(3)}{CHIT}box russian replacement-pool: rus-24-inf\njoin rus-24-inf 6") == ["violation 28.7-G4"]
    assert told(f"{at(3)}before: chit axis 3\n{LOST}join rus-24-inf 6") == ["violation 28.7-G4"]
    assert told(f"{at(3)}{LOST}join rus-24-inf 6") == ["undecided 28.7-G4"]
    assert told(f"{at(3)}{CHIT}{LOST}join rus-24-inf 4\njoin rus-24-inf 4") == ["violation 28.7-G4"]


def test_units_join_until_the_end_of_1943() -> None:
    assert told(f"{at(16)}{CHIT}{LOST}join rus-24-inf 6") == []
    assert told(f"{at(17)}{CHIT}{LOST}join rus-24-inf 6") == ["violation 28.7-G4"]


def test_a_counter_comes_in_for_each_that_has_joined() -> None:
    start = f"{at(4)}{CHIT}control: Minsk axis, Smolensk axis\n"
    one = f"{start}before: vlasov-joined rus-20-inf\n"
    assert told(f"{one}enter vla-6-inf O19") == []
    assert told(f"{one}enter vla-6-inf O19\nenter vla-7-inf P14") == ["violation 28.7-G4"]
    assert told(f"{one}enter vla-2-inf O19") == ["violation 28.7-G4"]
    assert told(f"{start}enter vla-6-inf O19") == ["undecided 28.7-G4"]
    assert told(f"{start.replace('axis 4', 'axis 3')}enter vla-6-inf O19") == ["violation 28.7-G4"]
    assert told(f"{start.replace(CHIT, '')}enter vla-6-inf O19") == ["undecided 28.7-G4"]
    # Who waits in the off-map box has come, and nobody who has not joined waits there.
    assert told(f"{one}delay vla-6-inf\ndelay vla-7-inf") == ["violation 28.7-G4"]
    assert told(f"{one}before: vlasov-come vla-6-inf\nbox axis off-map-units: vla-6-inf\nenter vla-6-inf O19") == []
    assert told(f"{one}enter vla-6-inf R9") == ["violation 28.7-G4c"]
    assert told(f"{one}before: unsure-control R9\nenter vla-6-inf R9") == []


def test_its_units_have_combat_supply_in_winter_as_the_finns() -> None:
    snow = at(5, "combat", "snow") + CHIT + "on Y17: {0}\non X17: rus-24-inf\nattack 1: {0} x rus-24-inf\nroll 1: 4 {1}"
    assert told(snow.format("vla-6-inf", "1-1 C")) == []
    assert told(snow.format("ger-41-pz", "2-1 EX")) != []
    assert told(snow.format("ger-41-pz", "1-1 C")) == []


def test_one_of_them_is_replaced_on_a_clear_turn() -> None:
    pool = f"{CHIT}control: Minsk axis\nbox axis replacement-pool: vla-6-inf\nreplace vla-6-inf O19"
    assert told(at(3) + pool) == []
    assert told(at(3, weather="light-mud") + pool) == ["violation 28.7-G4d"]


def test_players_of_self_play_let_units_join_and_come() -> None:
    game = load(frozenset({"28.7"}))
    before = position(f"{at(3)}{CHIT}{LOST}box axis optional: vla-2-inf\n")
    assert [act for act in further(game, before, ARRIVALS) if isinstance(act, Join)] == [
        Join("rus-24-inf", pips) for pips in (4, 5, 6)
    ]
    assert "vla-2-inf" in [one.unit for one in due(game, before)]


CHITS = load(frozenset({"28.7"}))


@pytest.mark.parametrize(("die", "heard"), [("1", 1), ("6", 6), ("7", None), ("", None), ("12", None)])
def test_a_die_for_a_unit_that_joins_the_army_of_liberation_has_six_sides(die: str, heard: int | None) -> None:
    found = ACTS.hears["VLASOV"](CHITS, Declaration("VLASOV", {"u": "rus-24-inf", "die": die}), None)
    assert found == (None if heard is None else Join("rus-24-inf", heard))
