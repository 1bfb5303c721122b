"""Differences of one that variants decide: a turn, a unit, a point, a hex."""

from __future__ import annotations

import pytest

from tests.games.trc.play import findings, hexset, names, position, told
from trc_module.declarations import Declaration
from trc_module.games.trc import load
from trc_module.games.trc.arrivals.axis_replacements import replaced_by_a_rule_of_its_own
from trc_module.games.trc.arrivals.russian_replacements import further_points
from trc_module.games.trc.combat.combat_results import Passed
from trc_module.games.trc.combat.first_impulse import unbound_by_district
from trc_module.games.trc.turn.setup import set_up_by_a_rule_of_its_own, still_to_set_up
from trc_module.games.trc.variants.neutral_finland import _on_map
from trc_module.games.trc.variants.no_retreat import has_ended
from trc_module.games.trc.variants.siberian_army import Recall, ToSiberia, factors_sent
from trc_module.games.trc.variants.stalin_line import line_of
from trc_module.games.trc.variants.strategic_choices import SealChoice
from trc_module.games.trc.variants.vlasov_army import Join
from trc_module.games.trc.variants.warsaw_uprising import results_that_pass_it_by
from trc_module.games.trc.variants.yugoslavia import FREED
from trc_module.games.trc.victory.campaign_victory import victory_in_words
from trc_module.rules import legal_actions
from trc_module.rules.battles import Battle
from trc_module.rules.frozen import FrozenMap

CHITS = load(frozenset({"28.7"}))
GAMBIT = load(frozenset({"28.6"}))
FULL = 60
"""The factors with which Siberia is full."""


# No retreat (28.3)


@pytest.mark.parametrize(
    ("turn", "weather", "ended"),
    [(4, "clear", False), (5, "snow", False), (5, "clear", True), (6, "snow", False), (7, "snow", True)],
)
def test_the_order_to_hold_ends_with_the_first_turn_of_1942_without_snow(turn: int, weather: str, ended: bool) -> None:
    state = position(f"options: 28.3\nat: turn {turn} axis impulse 1 movement {weather}\n")
    assert has_ended(state) == ended


# Who may set up, and be replaced, by a chit (28.7)


def test_who_is_freed_by_the_first_chit_and_who_by_the_sixth_are_replaced_by_their_own_rules() -> None:
    state = position("options: 28.7\nat: turn 13 axis impulse 1 movement clear\n")
    own = [
        unit
        for unit in ("ger-12-inf", "rum-cav", "yug-2-inf", "ukr-1-inf", *FREED)
        if replaced_by_a_rule_of_its_own(CHITS, state, CHITS.units[unit])
    ]
    assert own == ["yug-2-inf", "ukr-1-inf", *FREED]
    for policy in (set_up_by_a_rule_of_its_own, unbound_by_district):
        assert [u for u in ("ger-12-inf", *FREED) if policy(CHITS, state, CHITS.units[u])] == list(FREED)


def test_the_two_corps_and_the_finns_are_asked_for_as_the_chits_say() -> None:
    start = CHITS.start("campaign", frozenset({"28.7"}))
    freed = start.with_mark(("chit", "axis", "1"))
    neutral = start.with_mark(("chit", "russian", "1"))
    without, with_it = (set(still_to_set_up(CHITS, state, "axis")) for state in (start, freed))
    assert with_it - without == set(FREED)
    gone = without - set(still_to_set_up(CHITS, neutral, "axis"))
    assert gone
    assert {CHITS.units[unit].nation for unit in gone} == {"finnish"}
    assert _on_map(position("on M20: ger-12-inf\n"), "ger-12-inf")
    assert not _on_map(position("on M20: ger-12-inf\n"), "ger-41-pz")


def test_only_ukrainians_are_counted_and_four_of_a_year_may_be_replaced() -> None:
    text = (
        "options: 28.7\nat: turn 7 axis impulse 1 movement clear\ncontrol: Dnepropetrovsk axis\n"
        "before: chit axis 6, first-clear-turn 1942 7{}\nbox axis replacement-pool: ukr-1-inf\nreplace ukr-1-inf DD18\n"
    )
    marks = position(text.format("")).marks
    assert [mark for mark in marks if mark[0] == "ukrainian-replaced"] == [("ukrainian-replaced", "1942", "ukr-1-inf")]
    other = "at: turn 7 axis impulse 1 movement clear\noptions: 28.7\nbox axis replacement-pool: ger-12-inf\n"
    assert not [m for m in position(other + "replace ger-12-inf E28\n").marks if m[0] == "ukrainian-replaced"]


# The AK and its neighbours (28.4)


@pytest.mark.parametrize(("turn", "late"), [(21, False), (22, True)])
def test_who_stays_past_october_1944_is_told_anew_when_the_month_is_over(turn: int, late: bool) -> None:
    text = f"options: 28.4\nat: turn {turn} axis impulse 2 end clear\non L26: ger-12-ss-inf\nend\n"
    [found] = [finding for finding in findings(text) if finding.rule == "28.4.6a"]
    assert found.lasting == ("axis", "28.4.6a", late, "axis")


# Siberia (28.6)


WORKERS = ("rus-worker-moscow", "rus-worker-kiev", "rus-worker-stalino")
SIBERIA = "options: 28.6\nat: turn {} russian impulse 1 movement snow\nbefore: choice japanese-gambit yes\n{}"


def test_a_unit_that_costs_all_points_may_be_sent() -> None:
    def senders(workers: str) -> set[str]:
        text = f"on R9: {workers}\nbox russian replacement-pool: rus-6-inf\n"
        return {act.unit for act in legal_actions(GAMBIT, position(SIBERIA.format(4, text)), ToSiberia)}

    # It costs five: Moscow's worker yields three, each of the others two.
    assert [senders(" ".join(WORKERS[:count])) for count in (1, 2)] == [set(), {"rus-6-inf"}]


def full_after(sent: int) -> list[str]:
    text = f"used: siberia factors {sent}\non R9: rus-worker-moscow rus-worker-kiev rus-worker-stalino\n"
    state = position(SIBERIA.format(9, text + "box russian replacement-pool: rus-1-cav\nto-siberia rus-1-cav\n"))
    assert factors_sent(state) == sent + 2
    return [mark[1] for mark in state.marks if mark[0] == "siberia-full"]


def test_siberia_is_full_with_the_last_factor_that_is_asked_for_and_becomes_so_once() -> None:
    assert full_after(FULL - 3) == []
    assert full_after(FULL - 2) == ["9"]
    assert full_after(FULL - 1) == ["9"]
    assert full_after(FULL) == []


def test_nobody_comes_back_before_siberia_is_full() -> None:
    text = "used: siberia factors {}\nbox russian siberia: rus-1-cav\non R9: rus-24-inf\n"
    empty, full = (position(SIBERIA.format(10, text.format(sent))) for sent in (FULL - 1, FULL))
    assert not list(legal_actions(GAMBIT, empty, Recall))
    assert {act.unit for act in legal_actions(GAMBIT, full, Recall)} == {"rus-1-cav"}


# The free Ukraine (28.7)


def test_ukrainians_come_in_the_turn_after_both_cities_were_taken_and_it_must_be_known() -> None:
    text = "options: 28.7\nat: turn 6 axis impulse 1 movement clear\nbefore: chit axis 6{}\n{}enter ukr-1-inf E33\n"
    odessa = CHITS.hex_name(CHITS.places["Odessa"])
    both = "control: Kiev axis, Odessa russian\n"
    unsure = f", unsure-control {odessa}"
    open_ = [
        "undecided 28.7-G6b" in told(text.format(marks, control))
        for marks, control in (("", both), (unsure, both), (unsure, both.replace("axis", "russian")))
    ]
    assert open_ == [False, True, False]


@pytest.mark.parametrize(("before", "fine"), [(0, True), (1, True), (2, False)])
def test_no_more_ukrainians_than_two_are_replaced_in_a_year(before: int, fine: bool) -> None:
    others = ("ukr-2-inf", "ukr-3-inf")[:before]
    replaced = "".join(f", ukrainian-replaced 1942 {unit}" for unit in others)
    text = (
        "options: 28.7\nat: turn 7 axis impulse 1 movement clear\ncontrol: Dnepropetrovsk axis\n"
        f"before: chit axis 6, first-clear-turn 1942 7{replaced}\nbox axis replacement-pool: ukr-1-inf\n"
        "replace ukr-1-inf DD18\n"
    )
    assert ("violation 28.7-G6d" not in told(text)) == fine


def test_ukrainians_outside_come_nearer_by_rail_too() -> None:
    header = "options: 28.7\nat: turn 7 axis impulse 1 movement clear\nbefore: chit axis 6\n"

    def wrong(start: str, goal: str) -> bool:
        return "violation 28.7-G6c" in told(f"{header}on {start}: ukr-2-inf\nrail ukr-2-inf {start} > {goal}\n")

    assert not wrong("E33", "E32")
    assert wrong("E32", "E33")
    assert wrong("B14", "B13")


# Words of victories (28.6)


def test_the_victories_of_choices_are_named_in_words() -> None:
    sellout = GAMBIT.start("campaign", frozenset({"28.6"})).with_mark(("choice", "italian-sellout", "yes"))
    assert sellout
    for rule, words in (("28.6-JG-2", "Siberia"), ("28.6-IS-3", "France")):
        assert words in victory_in_words(GAMBIT, rule)
        assert words not in victory_in_words(GAMBIT, "25.1.1-1")


# The Stalin Line (28.7)


def test_the_stalin_line_has_a_district_to_its_west_and_not_only_above_or_below() -> None:
    # M20 has district hexes in its west; those next to L20 and E10 are in the same column.
    assert names(line_of(CHITS) & hexset("M20", "L20", "E10")) == {"M20"}


@pytest.mark.parametrize(
    ("side", "battle", "districts"),
    [
        ("axis", "ger-41-pz x rus-24-inf", {"H19", "I19"}),
        ("russian", "rus-24-inf x ger-41-pz", set()),
    ],
)
def test_what_the_stalin_line_adds_rests_on_the_districts_beside_its_defenders(
    side: str, battle: str, districts: set[str]
) -> None:
    text = (
        f"options: 28.7\nat: turn 2 {side} impulse 1 combat clear\nbefore: chit russian 3\non I19: ger-41-pz\n"
        f"on I18: rus-24-inf\nattack 1: {battle}\nroll 1: 4 2-1 EX\n"
    )
    [found] = [finding for finding in findings(text) if finding.rule == "13.1a"]
    assert {str(fact)[:3] for fact in found.facts if " in the district " in str(fact)} == districts


# Extra dice, choices and Italy (28.6)


@pytest.mark.parametrize(
    ("turn", "choice", "held", "source", "expected"),
    [
        (3, "italian-sellout", "Odessa axis, Sevastopol axis, Rostov axis", "black-sea", "the Russians control none."),
        (13, "japanese-gambit", "Astrakhan axis", "astrakhan", "the Russians control it not."),
    ],
)
def test_a_die_from_where_the_enemy_is_says_of_one_city_or_of_all_ports(
    turn: int, choice: str, held: str, source: str, expected: str
) -> None:
    text = (
        f"options: 28.6\nat: turn {turn} russian impulse 1 movement clear\nbefore: choice {choice} yes\n"
        f"control: {held}\nextra-die {source} 4\n"
    )
    [found] = findings(text)
    assert found.sentence.endswith(expected)


def test_a_sealed_choice_is_heard_of_a_side_and_a_choice_that_there_are() -> None:
    says = {"side": "axis", "choice": "italian-sellout", "seal": "ab" * 32}

    def heard(**other: str) -> object:
        return GAMBIT.words.hears["SEALCHOICE"](GAMBIT, Declaration("SEALCHOICE", says | other))

    assert heard() == SealChoice("axis", "italian-sellout", "ab" * 32)
    assert heard(side="neutral") is None
    assert heard(choice="peace") is None


ITALY = "options: 28.6\nat: turn 3 axis impulse 1 movement clear\n{}on M26: ita-3-inf\non AA28: rum-cav\n"


@pytest.mark.parametrize(
    ("choice", "nation", "expected"),
    [
        ("yes", "italy", []),
        ("no", "italy", ["violation 24.4"]),
        ("yes", "rumania", ["violation 24.3"]),
    ],
)
def test_a_choice_lets_italy_go_early_and_nobody_else(choice: str, nation: str, expected: list[str]) -> None:
    text = ITALY.format(f"before: choice italian-sellout {choice}\n")
    assert told(text + f"surrender {nation} because 24.4\n") == expected


def test_italy_going_by_no_choice_in_particular_is_told_once() -> None:
    assert told(ITALY.format("") + "surrender italy because 28.6\n") == ["undecided 28.6-MD-3"]


def test_a_third_corps_that_is_withdrawn_does_not_go_to_france() -> None:
    text = (
        "options: 28.6\nat: turn 7 axis impulse 1 movement clear\n"
        "before: choice italian-sellout yes, surrendered italy turn 1\non E33: ger-41-pz ger-56-pz\n"
        "on F33: ger-39-pz\nwithdraw ger-41-pz\nwithdraw ger-56-pz\n"
    )
    assert told(text) == []
    assert told(text + "withdraw ger-39-pz\n") == ["violation 20.9.1a"]


@pytest.mark.parametrize(("at", "expected"), [("M17", []), ("M16", ["violation 28.6-MD-5g"])])
def test_german_paratroops_drop_eight_hexes_from_an_army_group_and_no_further(at: str, expected: list[str]) -> None:
    assert GAMBIT.board.grid.distance(GAMBIT.board.grid.hex("M25"), GAMBIT.board.grid.hex("M17")) == 8
    text = (
        "options: 28.6\nat: turn 2 axis impulse 1 movement clear\n"
        "before: choice mediterranean-distraction yes, surrendered italy turn 0\non M25: ger-hq-center\n"
        f"box axis off-map-units: ger-2-para\ndrop ger-2-para {at}\n"
    )
    assert told(text) == expected


def test_a_border_that_a_neutral_reaches_rests_on_the_countries_around_it() -> None:
    text = (
        "options: 28.6\nat: turn 1 axis impulse 1 movement clear\n"
        "before: early start, choice mediterranean-distraction yes\non BB31: rum-4-inf\n"
        "box axis turn-1: rum-3-inf\nenter rum-3-inf BB26\n"
    )
    [found] = [finding for finding in findings(text) if finding.rule == "28.6-MD-2e"]
    around = {str(fact).split(" [")[0] for fact in found.facts}
    assert around == {
        *(f"{name} lies in Rumania" for name in ("AA26", "BB26", "BB27", "CC26")),
        *(f"{name} lies in Russia" for name in ("AA25", "BB25", "CC25")),
    }


@pytest.mark.parametrize(
    ("unit", "at", "expected"), [("rus-1-cav", "R9", ["violation 22.5a"]), ("ger-12-inf", "E33", [])]
)
def test_who_goes_to_siberia_is_paid_beside_the_replacements_of_his_own_side(
    unit: str, at: str, expected: list[str]
) -> None:
    text = (
        f"options: 28.6\nat: turn 4 russian impulse 1 movement snow\n"
        f"before: choice japanese-gambit yes, replaced {unit} {at}, lost archangel\non {at}: {unit}\n"
        "on X1: rus-worker-moscow\nbox russian replacement-pool: rus-2-cav\nto-siberia rus-2-cav\n"
    )
    # Three points for two cavalry armies of two.
    assert told(text) == expected


# Factories and Ukrainians (28.7)


@pytest.mark.parametrize(("used", "expected"), [(3, []), (4, ["violation 28.7-R2"])])
def test_a_factory_takes_the_last_two_of_five_rail_moves(used: int, expected: list[str]) -> None:
    text = (
        "options: 28.7\nat: turn 3 russian impulse 1 movement clear\nbefore: chit russian 2\n"
        f"used: russian rail {used}\non U1: rus-worker-a1\nevacuate rus-worker-a1 to turn-record-8\n"
    )
    assert told(text) == expected


@pytest.mark.parametrize(("turn", "expected"), [(3, ["violation 28.7-R2b"]), (4, [])])
def test_a_worker_goes_to_siberia_no_sooner_than_it_arrives(turn: int, expected: list[str]) -> None:
    text = (
        f"options: 28.7\nat: turn {turn} russian impulse 1 movement clear\nbefore: chit russian 2\n"
        f"box russian turn-4: rus-worker-a1\nevacuate rus-worker-a1 to turn-record-{turn + 3}\n"
    )
    assert told(text) == expected


@pytest.mark.parametrize(
    ("taken", "kiev", "expected"),
    [
        (", ukraine-taken 3", "axis", "the Axis took Kiev and Odessa on turn 3."),
        ("", "russian", "the Axis has not controlled Kiev and Odessa."),
    ],
)
def test_ukrainians_too_early_are_told_when_the_cities_were_taken_if_they_were(
    taken: str, kiev: str, expected: str
) -> None:
    text = (
        f"options: 28.7\nat: turn 3 axis impulse 2 movement clear\nbefore: chit axis 6{taken}\n"
        f"control: Kiev {kiev}, Odessa axis, Dnepropetrovsk axis\nenter ukr-2-inf DD18\n"
    )
    [found] = findings(text)
    assert found.sentence.endswith(expected)


@pytest.mark.parametrize(("goal", "expected"), [("P22", []), ("O21", ["violation 28.7-G6c"])])
def test_a_ukrainian_abroad_comes_nearer_and_does_not_keep_his_distance(goal: str, expected: list[str]) -> None:
    text = "options: 28.7\nat: turn 6 axis impulse 1 movement clear\nbefore: chit axis 6, ukraine-taken 3\n"
    assert told(text + f"on O22: ukr-1-inf\nmove ukr-1-inf O22 {goal}\n") == expected


@pytest.mark.parametrize("mark", ["vlasov-replaced vla-1-inf", "partisan-back rus-partisan-1"])
def test_what_holds_for_a_turn_is_forgotten_at_its_end_and_no_sooner(mark: str) -> None:
    def left(clock: str) -> set[str]:
        text = f"options: 28.7\nat: turn 12 {clock} clear\nbefore: {mark}, lost archangel\nend\n"
        return {words[0] for words in position(text).marks} & {mark.split()[0], "lost"}

    assert left("axis impulse 1 movement") == {mark.split()[0], "lost"}
    assert left("axis impulse 2 end") == {"lost"}
    alone = f"options: 28.7\nat: turn 12 axis impulse 2 end clear\nbefore: {mark}\nend\n"
    assert not [words for words in position(alone).marks if words[0] == mark.split()[0]]


@pytest.mark.parametrize(("die", "heard"), [("1", 1), ("6", 6), ("7", None), ("", None), ("12", None)])
def test_a_die_for_a_unit_that_joins_the_army_of_liberation_has_six_sides(die: str, heard: int | None) -> None:
    found = CHITS.words.hears["VLASOV"](CHITS, Declaration("VLASOV", {"u": "rus-24-inf", "die": die}))
    assert found == (None if heard is None else Join("rus-24-inf", heard))


# The AK (28.5)


UPRISING = load(frozenset({"28.5"}))


@pytest.mark.parametrize(
    ("lost", "passed"),
    [((), False), (("ger-46-pz",), False), (("ger-46-pz", "rus-24-inf"), True), (("rus-24-inf",), True)],
)
def test_an_exchange_passes_the_ak_by_once_another_of_its_side_was_lost(lost: tuple[str, ...], passed: bool) -> None:
    at = UPRISING.board.grid.hex
    stood = FrozenMap({"ger-46-pz": at("M26"), "pol-ak-inf": at("L26"), "rus-24-inf": at("L26")})
    battle = Battle(1, ("ger-46-pz",), ("pol-ak-inf", "rus-24-inf"), stood, result="EX", lost=lost)
    found = results_that_pass_it_by(lambda *_: None, UPRISING, battle, "pol-ak-inf")
    assert found == (Passed("28.5h", sure=False) if passed else None)


@pytest.mark.parametrize(
    ("clock", "before", "expected"),
    [
        ("turn 20 axis", "before: warsaw-entered 20\n", "in turn 20 axis impulse 1 movement."),
        ("turn 20 russian", "", "and no Russian unit has entered Warsaw."),
    ],
)
def test_a_draft_at_the_wrong_time_and_one_without_an_entry_are_told_apart(
    clock: str, before: str, expected: str
) -> None:
    text = f"options: 28.5\nat: {clock} impulse 1 movement clear\n{before}on L26: pol-ak-inf\n"
    [found] = findings(text + "eliminate pol-ak-inf because 28.5\n")
    assert found.sentence.endswith(f"drafted, {expected}")


@pytest.mark.parametrize(
    ("entered", "at", "points"), [(20, "on L26", 2), (21, "on L26", 0), (20, "box axis withdrawn", 0)]
)
def test_the_draft_brings_its_points_from_when_it_is_due_as_long_as_the_ak_is_in_warsaw(
    entered: int, at: str, points: int
) -> None:
    text = f"options: 28.5\nat: turn 20 russian impulse 1 movement clear\nbefore: warsaw-entered {entered}\n"
    state = position(text + f"{at.replace('axis', 'russian')}: pol-ak-inf\n")
    assert sum(number for _, number in further_points(UPRISING, state)) == points


@pytest.mark.parametrize(("unit", "entered"), [("rus-24-inf", ["21"]), ("rus-sturmovik-1", []), ("pol-ak-inf", [])])
def test_troops_in_warsaw_have_entered_it_and_aircraft_and_the_ak_itself_have_not(
    unit: str, entered: list[str]
) -> None:
    text = f"options: 28.5\nat: turn 20 russian impulse 1 combat clear\non L26: {unit}\nend\n"
    assert [mark[1] for mark in position(text).marks if mark[0] == "warsaw-entered"] == entered
