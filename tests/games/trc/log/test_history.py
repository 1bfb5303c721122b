"""Facts of the game before a late log on which a verdict depends, and for how long."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.trc.play import GAME, position
from trc_module.games.trc import load
from trc_module.games.trc.log.history import unknown_before
from trc_module.games.trc.marks import Sailed, Sunk, Surrendered
from trc_module.rules.actions import Action
from trc_module.rules.clock import Clock
from trc_module.rules.engine import Referee
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.record import read_record
from trc_module.rules.state import State

BEGAN = Clock(9, "axis", 1, "movement")


def unknown(rule: str, state: State, *hexes: str, unit: str = "ger-41-pz", began: Clock = BEGAN) -> str:
    finding = Finding(rule, Verdict.VIOLATION, "A rule is broken.", (unit,), hexes)
    found = unknown_before(GAME, state, finding, began)
    return found.words if found else ""


TWO = "on E31: ger-41-pz\non R9: rus-24-inf"


def joined(text: str = TWO, at: str = "turn 9 axis impulse 1 movement clear") -> State:
    return GAME.joined(position(text, at))


@pytest.mark.parametrize("rule", ["17.2", "17.2.1a", "17.2.3b", "4.1.6b", "4.2.5e", "8.6b", "28.6-MD-2d"])
def test_every_rule_that_a_unit_out_of_supply_may_carry_rests_on_the_rails_and_places_so_far(rule: str) -> None:
    later = joined(at="turn 20 russian impulse 2 end clear")
    assert unknown(rule, later) == "whose the cities and rails were before the log begins"


@pytest.mark.parametrize(
    "rule",
    [
        *("8.6a", "6.1", "8.3a", "4.1.2b", "28.6-MD-2a"),  # who walks where he may not
        *("8.4", "9.3.1c", "9.3.2b", "10.1b", "10.2c", "10.3.2b", "10.7", "16.2a", "18.3c", "19.1b", "20.0b", "20.5e"),
        *("21.2a", "21.4e", "22.2b", "22.5b", "22.6a", "22.6b", "23.1.1", "24.2", "24.4b", "4.2.5f", "17.1a", "2.1l"),
    ],
)
def test_what_the_position_and_the_log_show_needs_no_history(rule: str) -> None:
    assert unknown(rule, joined()) == ""


@pytest.mark.parametrize("rule", ["12.5b", "13.2a", "16.1a"])
def test_in_the_winters_of_the_axis_odds_rest_on_the_supply_of_cities_and_with_them_results(rule: str) -> None:
    assert unknown(rule, joined(at="turn 9 axis impulse 1 combat clear")) == ""
    winter = joined(at="turn 10 axis impulse 1 combat snow")
    assert unknown(rule, winter) == "whose the cities and rails were before the log begins"


@pytest.mark.parametrize(
    ("turn", "at", "words"),
    [
        (5, "W17", ""),
        (11, "W17", "who controlled Kiev before the log begins"),
        (11, "W16", ""),
        # Nobody lacks supply outside Russia (17.3).
        (11, "L26", ""),
    ],
)
def test_odds_in_winter_rest_on_the_cities_that_may_supply_the_units_of_the_battle(
    turn: int, at: str, words: str
) -> None:
    # Kiev (W19) is two hexes from W17, which counts in the second winter alone (17.3.3).
    state = joined(f"on {at}: ger-41-pz\non R9: rus-24-inf", f"turn {turn} axis impulse 1 combat snow")
    assert [unknown(rule, state) for rule in ("13.1a", "17.3.1a", "17.1b")] == [words] * 3


POCKET = "on AA21: ger-41-pz\non Z22: rus-24-inf\non BB21: rus-3-inf\non R9: rus-worker-moscow\n"


def test_a_unit_in_a_pocket_without_a_city_or_rails_is_out_of_supply_whosever_they_were() -> None:
    at = "turn 9 axis impulse 2 end clear"
    assert unknown("17.2.3a", joined(POCKET, at)) == ""
    assert unknown("17.2.3a", joined(POCKET.replace("on Z22: rus-24-inf\n", ""), at)) != ""


def test_a_unit_beside_a_city_in_which_its_own_side_stands_is_in_supply_whosever_the_others_were() -> None:
    at = "turn 9 axis impulse 2 end clear"
    text = "on W17: ger-41-pz\non R9: rus-24-inf\n"
    assert unknown("17.2e", joined(text, at)) == "whose the cities and rails were before the log begins"
    assert unknown("17.2e", joined(f"{text}on W19: ger-12-inf\n", at)) == ""


@pytest.mark.parametrize(
    ("rule", "unit", "known_from"),
    [
        ("9.2e", "rum-3-inf", "turn 9 axis impulse 1 combat clear"),
        ("2.1i", "ger-41-pz", "turn 9 axis impulse 2 movement clear"),
        ("22.5a", "ger-41-pz", "turn 9 russian impulse 1 movement clear"),
        ("20.9.2d", "ger-41-pz", "turn 10 axis impulse 1 movement snow"),
    ],
)
def test_what_is_forgotten_with_a_phase_or_a_turn_is_known_when_the_next_begins(
    rule: str, unit: str, known_from: str
) -> None:
    assert unknown(rule, joined(), unit=unit) != ""
    assert unknown(rule, joined(at=known_from), unit=unit) == ""


@pytest.mark.parametrize(
    ("unit", "turn", "known"),
    [
        ("ger-41-pz", 9, True),
        # Due on this turn; comes by an event; replaced in May/June; back from its withdrawal of May 1944.
        ("rum-3-inf", 9, False),
        ("ger-15-mtn", 14, False),
        ("ger-41-pz", 13, False),
        ("ger-41-pz", 23, False),
        ("ger-12-inf", 23, True),
        # The Russians replace units on every turn.
        ("rus-24-inf", 9, False),
    ],
)
def test_who_cannot_have_arrived_in_the_phase_before_the_log_does_not_ride_free(
    unit: str, turn: int, known: bool
) -> None:
    side = "russian" if unit.startswith("rus") else "axis"
    began = Clock(turn, side, 1, "movement")
    state = joined(at=f"turn {turn} {side} impulse 1 movement clear")
    assert (unknown("9.2e", state, unit=unit, began=began) == "") is known


@pytest.mark.parametrize("rule", ["27.2c", "27.4d", "27.11b", "27.21-4"])
def test_how_a_scenario_is_set_up_needs_no_history(rule: str) -> None:
    assert unknown(rule, joined()) == ""


@pytest.mark.parametrize("rule", ["27.2b", "27.2e", "27.3c", "27.4c", "27.5c", "27.12b", "27.21-1", "27.21-2"])
def test_points_of_a_scenario_rest_on_places_that_were_taken_before(rule: str) -> None:
    assert unknown(rule, joined()) == "how the game stood before the log begins"


@pytest.mark.parametrize("rule", ["25.2", "4.4", "20.9.1b", "23.1b", "28.5e", "2.1d"])
def test_what_lasts_as_long_as_the_game_is_never_known_again(rule: str) -> None:
    assert unknown(rule, joined(at="turn 24 russian impulse 2 combat clear")).endswith(" before the log begins")


@pytest.mark.parametrize(("rule", "since"), [("5.5", 11), ("20.7.1", 11), ("20.7.2", 17), ("20.8", 17)])
def test_which_garrisons_were_released_is_unknown_in_a_log_that_begins_when_some_may_have_been(
    rule: str, since: int
) -> None:
    later = joined(at="turn 24 russian impulse 2 combat clear")
    assert unknown(rule, later, began=Clock(since - 1, "axis", 1, "movement")) == ""
    assert unknown(rule, later, began=Clock(since, "axis", 1, "movement")).endswith(" before the log begins")


def test_who_controls_a_place_is_known_where_units_show_it() -> None:
    state = joined("on DD24: rum-cav\non HH15: rus-24-inf")
    assert unknown("10.3.1a", state, "DD24") == ""
    assert unknown("10.3.1a", state, "JJ23") == "who controlled Sevastopol before the log begins"
    assert unknown("10.3.1a", state, "JJ22") == ""
    assert unknown("10.5a", state, unit="rus-2-cav") == "who controlled Leningrad before the log begins"


def test_who_controls_a_place_is_known_from_when_a_unit_has_come_there() -> None:
    text = "on T15: ger-41-pz\non R9: rus-24-inf\n"
    state = joined(text, "turn 9 axis impulse 1 movement clear")
    assert unknown("20.4a", state, "T14", began=Clock(8, "russian", 1, "movement")) == ""
    far = joined("on Q20: ger-41-pz\non R9: rus-24-inf\n")
    assert unknown("20.4a", far, "T14") == "who controlled Bryansk before the log begins"


LENINGRAD_HEX = GAME.hex_name(GAME.places["Leningrad"])
BRYANSK, LENINGRAD = (f"who controlled {city} before the log begins" for city in ("Bryansk", "Leningrad"))


@pytest.mark.parametrize(
    ("where", "at", "words"),
    [
        # A unit of the side on turn may have left the city, or come to it, in the phase with which the log begins.
        ("on T15: rus-13-inf", "turn 9 axis impulse 1 movement clear", BRYANSK),
        ("on T15: ger-41-pz", "turn 9 axis impulse 1 movement clear", BRYANSK),
        ("on T14: ger-41-pz", "turn 9 axis impulse 1 movement clear", BRYANSK),
        ("on T14: rus-13-inf", "turn 9 axis impulse 1 movement clear", ""),
        ("on T15: rus-13-inf", "turn 9 axis impulse 2 movement clear", ""),
    ],
    ids=["an enemy beside it", "a friend beside it", "a friend in it", "an enemy in it", "in the next impulse"],
)
def test_who_held_a_city_when_the_impulse_began_is_shown_by_enemies_in_it(where: str, at: str, words: str) -> None:
    assert unknown("20.4a", joined(f"{where}\non R9: rus-24-inf", at), "T14") == words


def test_a_worker_shows_who_held_its_city_when_the_turn_began() -> None:
    at, began = "turn 9 russian impulse 1 movement clear", Clock(9, "russian", 1, "movement")
    for unit, words in (("rus-worker-moscow", ""), ("rus-24-inf", "who controlled Moscow before the log begins")):
        state = joined(f"on S9: ger-41-pz\non R9: {unit}", at)
        assert unknown("20.4a", state, "R9", began=began) == words


def test_the_surrender_of_finland_rests_on_leningrad_as_the_impulse_began() -> None:
    at, began = "turn 21 axis impulse 1 movement clear", Clock(21, "axis", 1, "movement")
    near, inside = (joined(f"on {hex_}: rus-24-inf\non E31: ger-41-pz", at) for hex_ in ("F11", LENINGRAD_HEX))
    assert unknown("24.5a", near, began=began) == LENINGRAD
    assert unknown("24.5a", inside, began=began) == ""
    assert unknown("24.5a", near, began=Clock(21, "axis", 1, "weather")) == ""


def test_a_flag_may_show_who_held_a_city_while_the_losses_of_an_exchange_are_taken() -> None:
    at, combat = "turn 9 axis impulse 1 combat clear", Clock(9, "axis", 1, "combat")
    beside, inside = (joined(f"on {hex_}: ger-41-pz\non R9: rus-24-inf", at) for hex_ in ("T15", "T14"))
    words = "which battles were fought in this phase before the log begins"
    assert [unknown("17.2.1b", state, "T14", began=combat) for state in (beside, inside)] == [words, ""]
    assert unknown("17.2.1b", beside, "T14") == ""


def test_rails_are_unknown_but_where_there_are_none() -> None:
    state = joined()
    assert unknown("9.3.2a", state, "L26") == "whose the rails in L26 were before the log begins"
    assert unknown("9.3.2a", state, "K26") == ""
    # Nobody rides to where an enemy stands.
    held = joined("on E31: ger-41-pz\non W19: rus-worker-kiev")
    assert unknown("9.3.2c", held, "E31", "W19", "W19") == ""
    assert (
        unknown("9.1a", state, "E31", "L26", "J28") == "whose the rails between E31 and L26 were before the log begins"
    )


def test_a_zone_in_which_a_ride_ends_bars_it_whoever_owns_the_rails() -> None:
    state = joined("on E31: ger-41-pz\non L25: rus-24-inf")
    assert unknown("9.3.2c", state, "E31", "L26") == ""
    assert unknown("9.3.2c", state, "L26") == ""


def test_helsinki_is_russian_after_the_surrender_whoever_stands_there() -> None:
    assert unknown("10.3.1a", joined("on B14: ger-41-pz"), "B14") == "who controlled Helsinki before the log begins"
    assert unknown("10.3.1a", joined("on B14: fin-4-inf"), "B14") == ""


def test_a_die_at_sea_rests_on_the_ports_of_its_sea_unless_the_counter_was_put_away() -> None:
    afloat = joined("on FF23: ger-3-lw\non R9: rus-24-inf")
    assert unknown("10.4a", afloat, unit="ger-3-lw") == "which units moved by sea in this phase before the log begins"
    afloat = afloat.with_mark(Sailed("ger-3-lw"))
    ports = unknown("10.4a", afloat, unit="ger-3-lw")
    assert "Sevastopol" in ports
    assert "Riga" not in ports
    assert "Riga" in unknown("10.5c", afloat, unit="ger-3-lw")
    drowned = joined("box axis replacement-pool: ger-3-lw\non R9: rus-24-inf").with_mark(Sunk("ger-3-lw", "FF23"))
    assert unknown("10.4a", drowned, unit="ger-3-lw") == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("on D10: ger-41-pz", "whether Finland had surrendered before the log begins"),
        ("on D10: ger-41-pz\non B10: fin-4-inf", ""),
        ("on E31: ger-41-pz", ""),
    ],
)
def test_a_way_back_into_finland_rests_on_its_surrender_where_no_finn_is_left(text: str, words: str) -> None:
    assert unknown("13.4b", joined(text)) == words


def test_a_conversion_rests_on_who_held_the_places_that_a_line_through_it_may_join() -> None:
    # Sevastopol (JJ23) and Dnepropetrovsk (AA14) have a line through DD18.
    told_rails = "on PP5: rus-24-inf\nbefore: untold-control JJ23\ncontrol: Dnepropetrovsk russian, Sevastopol axis"
    later = position(told_rails, "turn 9 russian impulse 2 end clear")
    words = "who controlled Sevastopol before the log begins"
    assert [unknown(rule, later, "DD18") for rule in ("9.4.3a", "9.4.3b", "9.4.5a")] == [words] * 3
    assert unknown("9.4.1d", later, "DD18") == ""
    assert unknown("9.4.3a", later, "K27") == ""


def test_a_movement_phase_has_no_battles_before_its_own_acts() -> None:
    assert unknown("16.2e", joined()) == ""
    combat = Clock(9, "axis", 1, "combat")
    words = "which battles were fought in this phase before the log begins"
    assert unknown("16.2e", joined(at="turn 9 axis impulse 1 combat clear"), began=combat) == words


@pytest.mark.parametrize(("turn", "known"), [(9, False), (10, False), (11, True)])
def test_demands_are_known_two_turns_after_the_log_begins(turn: int, known: bool) -> None:
    state = joined(at=f"turn {turn} axis impulse 1 movement {'clear' if turn == 9 else 'snow'}")
    assert unknown("20.9.1a", state) == ("" if known else "which units were to be withdrawn before the log begins")


def test_by_some_optional_rules_points_are_saved_from_turn_to_turn() -> None:
    later = joined(at="turn 10 russian impulse 1 movement snow")
    assert unknown("22.1", later) == ""
    words = "which replacement points the Russians had before the log begins"
    assert unknown("22.1", replace(later, options=frozenset({"26.5"}))) == words


def test_an_oil_well_is_named_where_there_is_no_city() -> None:
    for well, at in (("Grozny", "QQ7"), ("Ploesti", "AA29")):
        assert unknown("20.4", joined(), at) == f"who controlled {well} before the log begins"


def test_a_surrender_that_the_log_shows_needs_no_history() -> None:
    assert unknown("24.1", joined(), unit="rum-3-inf") == "which countries surrendered before the log begins"
    assert unknown("24.1", joined().with_mark(Surrendered("rumania", "turn", "9")), unit="rum-3-inf") == ""


def test_the_city_by_which_a_unit_comes_in_may_have_been_the_enemys() -> None:
    second = joined(at="turn 9 axis impulse 2 movement clear")
    bucharest = GAME.hex_name(GAME.places["Bucharest"])
    words = "who controlled Bucharest before the log begins"
    assert unknown("20.2c", second, bucharest, unit="rum-3-inf") == words
    # In the first impulse it was not: Rumania would have surrendered. A German has no city to come in by.
    assert unknown("20.2c", joined(f"{TWO}\non DD24: rum-cav"), bucharest, unit="rum-3-inf") == ""
    assert unknown("20.2c", second, bucharest) == ""


def test_a_strategic_move_rests_on_whose_the_rails_and_places_nearby_were() -> None:
    # The rails of L25 are untold; in Y20 the enemy's zone shuts the hex whosever they were.
    state = joined("on E31: ger-41-pz\non Y19: rus-24-inf")
    words = "whose the rails and the places nearby were before the log begins"
    for rule in ("26.10b", "26.10f"):
        assert unknown(rule, state, "L25") == words
        assert unknown(rule, state, "Y20") == ""


SIBERIA = "how many factors were sent to Siberia before the log begins"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("recall rus-6-inf X1", [SIBERIA]),
        ("recall rus-6-inf R9", [""]),
        ("recall rus-6-inf X1\nrecall rus-12-inf X1", [SIBERIA, ""]),
        ("box russian replacement-pool: rus-1-cav\non R9: rus-worker-moscow\nend", [SIBERIA]),
    ],
    ids=["too few", "a wrong hex", "two on a turn", "nobody was sent"],
)
def test_how_many_factors_siberia_has_is_unknown_in_a_late_log_and_where_a_unit_comes_back_is_not(
    text: str, words: list[str]
) -> None:
    game = load(frozenset({"28.6"}))
    begins = "options: 28.6\nat: turn 18 russian impulse 1 movement snow\nbefore: choice japanese-gambit yes\n"
    begins = f"game: trc\n{begins}box russian siberia: rus-6-inf rus-12-inf\n"
    record = read_record(f"{begins}{text}\n", "a test", lambda *_: game)
    referee, found = Referee(game, record.start), list[str]()
    for act in record.entries:
        state = referee.state
        assert isinstance(act, Action)
        for finding in referee.act(act).findings:
            if finding.accuses:
                rest = unknown_before(game, state, finding, record.start.clock)
                found.append(rest.words if rest else "")
    assert found == words


def test_a_new_worker_rests_on_the_cities_that_a_unit_may_have_left_in_the_turn() -> None:
    began = Clock(9, "russian", 1, "movement")
    at = "turn 9 russian impulse 1 movement clear"
    words = "who controlled the cities of Russia before the log begins"
    beside = joined("on S9: ger-41-pz\non E10: rus-24-inf", at)
    assert unknown("22.3a", beside, "R9", began=began) == words
    # A worker stands in Moscow, and Leningrad has none.
    with_one = joined("on R9: rus-worker-moscow\non E10: rus-24-inf", at)
    assert unknown("22.3a", with_one, "R9", began=began) == ""
