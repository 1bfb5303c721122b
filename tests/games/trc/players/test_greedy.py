"""Goals of the greedy level, and the units that it sends there."""

from __future__ import annotations

from random import Random

from tests.games.trc.play import GAME, hexset, position
from trc_module.games.trc.players.garrisons import Errands
from trc_module.games.trc.players.greedy import Greedy
from trc_module.games.trc.players.objectives import objectives, prize
from trc_module.games.trc.players.risk import doubled, stake
from trc_module.rules import odds

RUSSIAN_TURN = "turn 3 russian impulse 1 movement clear"
POSITION = """
control: Minsk axis, Brest axis
on O20: ger-41-pz
on N21: ger-12-inf
on L26: ger-13-inf
on Q17: rus-24-inf
on P14: rus-30-inf
on E31: ger-2-inf ger-6-inf ger-8-inf
"""


def errands(*, attacking: bool) -> tuple[dict[str, int], dict[str, str]]:
    """Return the need of each place, and which unit goes for which but the garrison of Berlin."""
    found = Errands(GAME, position(POSITION), attacking)
    names = {at: name for name, at in GAME.places.items()}
    sent = {unit: names[goal.at] for unit, goal in found.of.items() if names[goal.at] != "Berlin"}
    return {names[goal.at]: goal.need for goal in found.goals}, sent


def test_who_waits_keeps_what_the_enemy_can_reach_and_takes_what_nobody_guards() -> None:
    needs, sent = errands(attacking=False)
    wanted = {"Brest": 2, "Minsk": 4, "Vitebsk": 5, "Kiev": 5}
    assert {name: needs[name] for name in wanted} == wanted
    assert "Smolensk" not in needs
    assert sent == {"ger-41-pz": "Konigsberg", "ger-12-inf": "Minsk", "ger-13-inf": "Brest"}


def test_who_goes_forward_wants_all_that_he_has_not_by_what_stands_there() -> None:
    needs, _ = errands(attacking=True)
    wanted = {"Brest": 3, "Minsk": 3, "Vitebsk": 5, "Smolensk": 5 + 3 * 4, "Kiev": 5}
    assert {name: needs[name] for name in wanted} == wanted
    assert "Warsaw" not in needs


def test_the_slow_stay_and_the_fast_go_on() -> None:
    _, sent = errands(attacking=True)
    assert sent == {"ger-12-inf": "Minsk", "ger-13-inf": "Brest", "ger-41-pz": "Moscow"}


def brought(unit: str, at: str, text: str) -> float:
    """Return what a unit changes by standing in a hex."""
    return stake(GAME, position(text), unit, GAME.board.grid.hex(at))


def test_who_stands_by_no_enemy_stakes_nothing() -> None:
    assert brought("ger-13-inf", "L26", POSITION) == 0


def test_who_goes_alone_to_the_strong_stakes_his_own() -> None:
    # 3 against 6, at 1-2: AE, A1, AR, AR, C, EX.
    foes = "on L26: ger-13-inf\non P14: rus-30-inf rus-24-inf"
    strong = sum(GAME.units[unit].combat or 0 for unit in ("rus-30-inf", "rus-24-inf"))
    assert brought("ger-13-inf", "P15", foes) < 0 < strong


def test_who_makes_good_odds_of_bad_ones_is_worth_more_than_himself() -> None:
    alone = "on Y17: ger-13-inf\non L26: ger-41-pz\non X17: rus-24-inf"
    assert brought("ger-41-pz", "X18", alone) > 0


def test_in_mountains_major_cities_and_on_rivers_defenders_are_doubled() -> None:
    at = {name: doubled(GAME, GAME.board.grid.hex(name)) for name in ("T24", "W19", "AA18", "X17")}
    assert at == {"T24": True, "W19": True, "AA18": True, "X17": False}


def test_aircraft_fly_where_three_columns_change_most() -> None:
    taste = Greedy(GAME, Random("greedy"))
    steps = [odds.step(*pair) for pair in ((6, 1), (5, 1), (1, 4), (2, 1), (3, 1))]
    assert [steps[i] for i in taste.battles(steps)][:2] == [odds.step(2, 1), odds.step(3, 1)]


def test_capitals_and_what_ends_the_game_at_the_next_check_are_worth_more_than_they_count() -> None:
    now = position("control: Kiev axis, Kharkov axis, Rostov axis")
    worths = {name: prize(GAME, now, name) for name in ("Minsk", "Berlin", "Moscow", "Kiev", "Kalinin")}
    assert worths == {"Minsk": 2, "Berlin": 2 + 4, "Moscow": 2 + 4, "Kiev": 2 + 1, "Kalinin": 1 + 1}


def test_the_only_objective_left_is_held_when_the_check_is_near() -> None:
    for turn, worth in ((3, 2 + 1 + 4), (2, 2 + 1)):
        last = position("control: Kiev axis", f"turn {turn} axis impulse 1 movement clear")
        assert prize(GAME, last, "Kiev") == worth


def test_a_scenario_without_sudden_death_has_no_objectives() -> None:
    assert objectives(GAME, position("scenario: breaking-storm")) == ()


def test_a_capital_has_a_garrison_by_who_could_come() -> None:
    guns = "rus-30-inf rus-24-inf rus-13-inf"
    many = "rus-6-inf rus-8-inf rus-9-inf"
    far = position(f"control: Berlin axis\non P14: {guns}\non P13: {many}\non E32: ger-13-inf")
    near = position(f"control: Berlin axis\non F29: {guns}\non F28: {many}\non E32: ger-13-inf")
    for now, need in ((far, 12), (near, 13)):
        kept = [goal for goal in Errands(GAME, now, attacking=True).goals if goal.kept]
        assert [(goal.need, goal.worth) for goal in kept if goal.at == GAME.places["Berlin"]] == [(need, 6)]


def refuge(foe: str) -> str | None:
    """Return where Stalin rides to from Moscow when an enemy stands in a hex."""
    now = position(f"control: Moscow russian, Gorki russian\non R9: rus-stalin\non {foe}: ger-13-inf", RUSSIAN_TURN)
    reach = hexset("U1", "R12", "E1")
    found = Greedy(GAME, Random("greedy")).ride(now, "rus-stalin", GAME.board.grid.hex("R9"), reach)
    return None if found is None else GAME.board.grid.name(found)


def test_stalin_leaves_moscow_when_the_enemy_is_near_and_no_sooner() -> None:
    assert refuge("P14") == "U1"
    assert refuge("L26") is None
