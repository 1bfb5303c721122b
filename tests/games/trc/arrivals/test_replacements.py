from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.trc.play import GAME, find_game, findings, position, told
from trc_module.games.trc.acts.departures import Motorize
from trc_module.games.trc.arrivals.axis_replacements import wells
from trc_module.games.trc.arrivals.russian_replacements import archangel_points, judge_the_sum, points, worker_points
from trc_module.rules import legal_actions
from trc_module.rules.actions import Enter, Replace
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record, record_text

MAY_1942 = "turn 7 axis impulse 1 movement clear"
MAY_1943 = "turn 13 axis impulse 1 movement clear"
SECOND = "turn 7 axis impulse 2 movement clear"
TURN_2 = "turn 2 russian impulse 1 movement clear"
TURN_12 = "turn 12 russian impulse 1 movement clear"
TURN_13 = "turn 13 russian impulse 1 movement clear"
JANUARY = "turn 5 russian impulse 2 movement snow"
NO_OIL = "control: Ploesti russian\n"
GATES = {"fin": "B14", "rum": "BB31", "hun": "T33"}


def axis(pool: str, taken: str, at: str, header: str = "") -> list[str]:
    """Return what is told when the Axis takes some units out of the pool."""
    acts = "".join(f"replace {unit} {GATES.get(unit[:3], 'E33')}\n" for unit in taken.split())
    return told(f"{header}box axis replacement-pool: {pool}\n{acts}", at)


# The Axis


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (6, ["violation 21.2a"]),
        (7, []),
        (8, ["violation 21.2a"]),
        (13, []),
        (19, ["violation 20.9.2a"]),
        (25, ["violation 21.2a"]),
    ],
)
def test_the_summers_of_axis_replacements(turn: int, expected: list[str]) -> None:
    at = f"turn {turn} axis impulse 1 movement clear"
    assert axis("ger-13-inf", "ger-13-inf", at, "on Y20: ger-41-pz\n") == expected


@pytest.mark.parametrize(
    ("unit", "at", "expected"),
    [
        ("ger-hq-south", SECOND, []),
        ("ger-hq-south", MAY_1942, ["violation 21.2b"]),
        ("ger-13-inf", SECOND, ["violation 21.2d"]),
        ("ger-ss-res", SECOND, ["violation 21.2d"]),
        ("hun-2-inf", SECOND, ["violation 21.2c"]),
        ("ger-13-inf", "turn 7 axis impulse 1 combat clear", ["violation 4.1.2d"]),
        ("hun-2-inf", "turn 7 axis impulse 1 end clear", ["violation 4.1.2d"]),
        ("ger-hq-south", "turn 7 axis impulse 2 combat clear", ["violation 4.1.2d"]),
        ("ger-13-inf", "turn 7 russian impulse 1 movement clear", ["violation 2.1a"]),
    ],
)
def test_the_impulse_of_axis_replacements(unit: str, at: str, expected: list[str]) -> None:
    assert axis(unit, unit, at) == expected


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ("replace ger-13-inf A33", []),
        ("replace ger-13-inf E31", ["violation 21.1"]),
        ("replace ger-13-inf off-map-units", []),
        ("replace ger-13-inf surrendered", ["violation 21.1"]),
        ("replace rum-4-inf BB31", []),
        ("replace rum-4-inf BB33", ["violation 21.1"]),
        ("replace hun-2-inf T33", []),
        ("replace hun-2-inf E33", ["violation 21.1"]),
        ("replace fin-4-inf B14", []),
        ("replace fin-4-inf A14", ["violation 21.1"]),
        ("replace ita-3-inf AA33", []),
    ],
)
def test_where_axis_replacements_come_in(act: str, expected: list[str]) -> None:
    assert told(f"box axis replacement-pool: {act.split()[1]}\n{act}\n", MAY_1942) == expected


@pytest.mark.parametrize(
    ("pool", "taken", "header", "expected"),
    [
        # Armor for oil: Ploesti is Axis at the start, Maikop is not.
        ("ger-41-pz ger-56-pz", "ger-41-pz ger-56-pz", "", ["violation 21.4a"]),
        ("ger-41-pz ger-56-pz", "ger-41-pz ger-56-pz", "control: Maikop axis\n", []),
        ("ger-41-pz ger-56-pz", "ger-41-pz ger-56-pz", "control: Maikop none\n", ["violation 21.4a"]),
        ("ger-41-pz", "ger-41-pz", NO_OIL, ["violation 21.4a"]),
        ("ger-2-ss-pz ger-1-ss-pz ger-hg-pz ger-3-lw", "ger-2-ss-pz ger-1-ss-pz ger-hg-pz ger-3-lw", NO_OIL, []),
        # One of each.
        ("ger-13-inf ger-12-inf ger-44-inf", "ger-44-inf ger-12-inf ger-13-inf", NO_OIL, []),
        ("ger-49-mtn ger-22-mtn ger-52-mot", "ger-49-mtn ger-52-mot ger-22-mtn", NO_OIL, ["violation 21.6a"]),
        ("rum-4-inf rum-cav hun-2-inf", "rum-4-inf hun-2-inf rum-cav", "", ["violation 21.4e"]),
        ("ger-1-cav", "ger-1-cav", "", ["violation 21.4g"]),
        # Stand-ins: a 3-4 for 5-4, 4-4, mountain, motorized and the oil's armor, and one in its own right.
        ("ger-13-inf ger-17-inf ger-10-inf ger-26-inf ger-28-inf ger-29-inf",
         "ger-13-inf ger-17-inf ger-10-inf ger-26-inf ger-28-inf ger-29-inf", "", []),
        ("ger-13-inf ger-17-inf ger-10-inf ger-26-inf ger-28-inf ger-29-inf",
         "ger-13-inf ger-17-inf ger-10-inf ger-26-inf ger-28-inf ger-29-inf", NO_OIL, ["violation 21.4c"]),
        ("ger-13-inf ger-17-inf ger-12-inf ger-44-inf ger-49-mtn ger-52-mot", "ger-13-inf ger-17-inf", NO_OIL,
         ["violation 21.6f"]),
        ("ger-12-inf ger-8-inf", "ger-12-inf ger-8-inf", NO_OIL, []),
        ("ger-12-inf ger-8-inf ger-5-inf", "ger-12-inf ger-8-inf ger-5-inf", NO_OIL, ["violation 21.6a"]),
        ("ger-52-mot ger-50-mot", "ger-52-mot ger-50-mot", "", []),
        ("ger-52-mot ger-50-mot", "ger-52-mot ger-50-mot", NO_OIL, ["violation 21.4d"]),
        ("ger-41-pz ger-52-mot ger-50-mot", "ger-52-mot ger-50-mot", "", ["violation 21.6f"]),
        ("ger-41-pz ger-52-mot ger-50-mot", "ger-52-mot ger-50-mot ger-41-pz", "control: Maikop axis\n", []),
    ],
)  # fmt: skip
def test_what_the_axis_may_replace(pool: str, taken: str, header: str, expected: list[str]) -> None:
    assert axis(pool, taken, MAY_1942, header) == expected


def test_one_too_many_does_not_make_the_others_wrong() -> None:
    pool = "ger-41-pz ger-56-pz ger-13-inf ger-49-mtn rum-4-inf rum-cav hun-2-inf"
    taken = "ger-41-pz ger-56-pz ger-13-inf rum-4-inf rum-cav ger-49-mtn hun-2-inf"
    assert axis(pool, taken, MAY_1942) == ["violation 21.4a", "violation 21.4e"]


POOL = [
    "ger-41-pz",
    "ger-56-pz",
    "ger-13-inf",
    "ger-17-inf",
    "ger-10-inf",
    "ger-12-inf",
    "ger-8-inf",
    "ger-44-inf",
    "ger-43-inf",
    "ger-49-mtn",
    "ger-22-mtn",
    "ger-52-mot",
    "ger-50-mot",
    "rum-4-inf",
    "rum-cav",
    "fin-4-inf",
    "ger-3-lw",
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(POOL), unique=True, max_size=9), st.data())
def test_the_order_of_replacements_does_not_matter(taken: list[str], data: st.DataObject) -> None:
    other = data.draw(st.permutations(taken))
    counts = [len(axis(" ".join(POOL), " ".join(order), MAY_1942)) for order in (taken, other)]
    assert counts[0] == counts[1]


def test_the_replacements_of_may_1943() -> None:
    pool = "ger-48-pz ger-ss-res ger-3-lw ger-12-inf ger-42-inf ger-8-inf ger-50-mot rum-5-inf hun-3-inf ita-3-inf"
    taken = "ger-48-pz ger-ss-res ger-3-lw ger-12-inf ger-42-inf ger-8-inf ger-50-mot rum-5-inf hun-3-inf"
    assert axis(pool, taken, MAY_1943) == []
    assert axis(pool, taken + " ita-3-inf", MAY_1943) == ["violation 21.5"]
    assert wells(GAME, position("", MAY_1943)) == (1, 1)


def test_italians_come_back_in_1942_only() -> None:
    assert axis("ita-3-inf ita-4-inf", "ita-3-inf", MAY_1942) == []
    assert axis("ita-3-inf ita-4-inf", "ita-3-inf ita-4-inf", MAY_1942) == ["violation 21.4e"]


def test_an_oil_well_of_unknown_control_leaves_armor_open() -> None:
    header = "before: unsure-control PP13\n"
    assert axis("ger-41-pz ger-56-pz", "ger-41-pz ger-56-pz", MAY_1942, header) == ["undecided 21.4a"]
    assert axis("ger-41-pz", "ger-41-pz", MAY_1942, header) == []


def test_axis_replacements_come_out_of_the_pool() -> None:
    for box in ("surrendered", "off-map-units", "turn-8"):
        text = f"box axis {box}: ger-13-inf\nreplace ger-13-inf E33\n"
        assert told(text, MAY_1942) == ["violation 21.3a"]
    assert told("replace ger-13-inf E33\n", MAY_1942) == ["violation 21.3a"]
    assert told("box axis withdrawn: ger-13-inf\nreplace ger-13-inf E33\n", MAY_1942) == ["violation 20.9.1b"]


def test_an_extra_replacement_while_an_ss_unit_lives() -> None:
    pool = "ger-13-inf ger-17-inf ger-12-inf ger-44-inf ger-49-mtn ger-52-mot"
    alive = "options: 26.1\n" + NO_OIL + "on E31: ger-ss-res\n"
    assert axis(pool, "ger-13-inf ger-17-inf", MAY_1942, alive) == []
    assert axis(pool, "ger-13-inf ger-17-inf", MAY_1942, alive.replace("options: 26.1\n", "")) == ["violation 21.6f"]


def test_the_replacements_that_are_listed_are_those_that_nothing_is_said_against() -> None:
    text = NO_OIL + "box axis replacement-pool: ger-41-pz ger-13-inf ger-hq-south fin-4-inf ger-1-cav\n"
    listed = list(legal_actions(GAME, position(text, MAY_1942), Replace))
    assert {act.unit for act in listed} == {"ger-13-inf", "fin-4-inf"}
    assert {act.place for act in listed if act.unit == "fin-4-inf"} == {GAME.places["Helsinki"], "off-map-units"}
    assert {act.unit for act in legal_actions(GAME, position(text, SECOND), Replace)} == {"ger-hq-south"}


@pytest.mark.parametrize(
    ("header", "taken", "counted"),
    [
        (
            "",
            "ger-41-pz ger-47-pz",
            "ger-47-pz was replaced, but it is armor corps number 2, and the Axis controls 1 oil well.",
        ),
        (
            NO_OIL,
            "ger-41-pz",
            "ger-41-pz was replaced, but it is armor corps number 1, and the Axis controls 0 oil wells.",
        ),
        ("", "rum-4-inf rum-cav", "rum-cav was replaced, but it is rumanian unit number 2; each ally may replace one."),
    ],
)
def test_a_replacement_too_many_is_counted(header: str, taken: str, counted: str) -> None:
    acts = "".join(f"replace {unit} {GATES.get(unit[:3], 'E33')}\n" for unit in taken.split())
    found = findings(f"{header}box axis replacement-pool: {taken}\n{acts}", MAY_1942)
    assert [finding.sentence for finding in found] == [counted]


# The Russians


WORKERS = "on R9: rus-worker-moscow\non W19: rus-worker-kiev\n"


def russian(pool: str, acts: str, at: str, header: str = WORKERS) -> list[str]:
    """Return what is told when the Russian takes units out of his pool."""
    return told(f"{header}box russian replacement-pool: {pool}\n{acts}", at)


@pytest.mark.parametrize(
    ("turn", "header", "acts", "workers", "archangel"),
    [
        (2, WORKERS, "", 5, 0),
        (12, WORKERS, "", 5, 0),
        (13, WORKERS, "", 10, 0),
        (4, WORKERS, "archangel 6\n", 5, 0),
        (5, WORKERS, "archangel 6\n", 5, 6),
        (10, WORKERS, "archangel 6\n", 5, 6),
        (11, WORKERS, "archangel 6\n", 5, 7),
        (13, WORKERS, "archangel 1\n", 10, 2),
        (22, WORKERS, "archangel 1\n", 10, 2),
        (23, WORKERS, "archangel 1\n", 10, 1),
        (13, WORKERS, "archangel 1\narchangel 6\n", 10, 2),
        (13, WORKERS + "control: Archangel axis\n", "archangel 6\n", 10, 0),
        (13, WORKERS + "before: lost archangel\n", "archangel 6\n", 10, 0),
        (2, "on R9: rus-worker-moscow\nbox russian off-map-units: rus-worker-kiev\n", "", 3, 0),
        (2, "on R9: rus-worker-moscow\nbox russian surrendered: rus-worker-kiev\n", "", 3, 0),
    ],
)
def test_points(turn: int, header: str, acts: str, workers: int, archangel: int) -> None:
    state = position(header + acts, f"turn {turn} russian impulse 1 movement clear")
    assert (worker_points(GAME, state), archangel_points(GAME, state)) == (workers, archangel)
    assert points(GAME, state) == workers + archangel


@pytest.mark.parametrize(
    ("at", "header", "acts", "expected"),
    [
        ("turn 5 russian impulse 1 movement snow", "", "archangel 3\n", []),
        ("turn 4 russian impulse 1 movement snow", "", "archangel 3\n", ["violation 22.4a"]),
        ("turn 5 russian impulse 2 movement snow", "", "archangel 3\n", ["violation 4.2.1c"]),
        ("turn 5 axis impulse 1 movement snow", "", "archangel 3\n", ["violation 4.2.1c"]),
        ("turn 5 russian impulse 1 movement snow", "", "archangel 3\narchangel 3\n", ["violation 22.4d"]),
        ("turn 8 russian impulse 1 movement clear", "control: Archangel axis\n", "archangel 3\n", ["violation 22.4c"]),
        (
            "turn 8 russian impulse 1 movement clear",
            "before: unsure-control C1\n",
            "archangel 3\n",
            ["undecided 22.4c"],
        ),
    ],
)
def test_the_die_of_archangel(at: str, header: str, acts: str, expected: list[str]) -> None:
    assert told(header + acts, at) == expected


def test_archangel_is_dead_for_good_once_the_axis_has_held_it() -> None:
    text = "on C2: ger-41-pz\nmove ger-41-pz C2 C1\nmove ger-41-pz C1 C2\nend\n"
    state = position(text, "turn 8 axis impulse 1 movement clear")
    assert ("lost", "archangel") in state.marks


@pytest.mark.parametrize(
    ("pool", "acts", "at", "expected"),
    [
        ("rus-6-inf", "replace rus-6-inf R9\nend\n", TURN_2, []),
        ("rus-11-inf", "replace rus-11-inf R9\nend\n", TURN_2, ["violation 22.5a"]),
        ("rus-6-inf rus-1-tank", "replace rus-6-inf R9\nreplace rus-1-tank W19\nend\n", TURN_2, ["violation 22.5a"]),
        # In 1943 the die may still bring seven points; when the phase ends it has not been rolled.
        ("rus-11-inf rus-6-inf", "replace rus-11-inf R9\nreplace rus-6-inf X1\nend\n", TURN_12, ["violation 22.5a"]),
        ("rus-11-inf rus-6-inf", "replace rus-11-inf R9\nreplace rus-6-inf X1\narchangel 5\nend\n", TURN_12, []),
        ("rus-11-inf rus-6-inf", "archangel 4\nreplace rus-11-inf R9\nreplace rus-6-inf X1\nend\n", TURN_12,
         ["violation 22.5a"]),
    ],
)  # fmt: skip
def test_no_more_than_the_points(pool: str, acts: str, at: str, expected: list[str]) -> None:
    assert russian(pool, acts, at) == expected


def test_a_worker_that_is_still_to_come_counts_until_the_phase_ends() -> None:
    header = WORKERS + "box russian turn-12: rus-worker-g1\n"
    worker = "enter rus-worker-g1 U1\n"
    take = "replace rus-11-inf R9\n"
    lost = header + "before: lost archangel\n"
    assert russian("rus-11-inf", take + worker + "end\n", TURN_12, lost) == ["skipped 20.0b"]
    assert russian("rus-11-inf", take + "end\n", TURN_12, lost) == ["violation 22.5a"]


@pytest.mark.parametrize(
    ("at", "act", "fallen"),
    [
        ("turn 2 russian impulse 1 movement clear", "surrender rus-worker-moscow because 12.5", {"russian workers": 3}),
        ("turn 2 russian impulse 1 combat clear", "surrender rus-worker-moscow because 12.5", {"russian workers": 3}),
        ("turn 2 russian impulse 2 movement clear", "surrender rus-worker-moscow because 12.5", {"russian workers": 3}),
        ("turn 2 russian impulse 2 combat clear", "surrender rus-worker-moscow because 12.5", {}),
        ("turn 2 axis impulse 1 movement clear", "surrender rus-worker-moscow because 12.5", {}),
        ("turn 2 russian impulse 1 movement clear", "surrender rus-13-inf because 12.5", {}),
    ],
)
def test_points_of_a_worker_that_falls_are_remembered_while_replacements_may_come(
    at: str, act: str, fallen: dict[str, int]
) -> None:
    state = position(f"on R9: rus-worker-moscow\non X17: rus-13-inf\n{act}\n", at)
    assert dict(state.used) == fallen


def test_the_sum_is_explained() -> None:
    text = WORKERS + "box russian replacement-pool: rus-11-inf rus-6-inf\narchangel 2\n"
    told_ = findings(text + "replace rus-11-inf R9\nreplace rus-6-inf X1\n", TURN_12)
    assert told_[-1].sentence == "11 combat factors were replaced with only 8 points (workers 5, Archangel 3)."


@pytest.mark.parametrize(
    ("turn", "units", "expected"),
    [
        (12, "rus-1-tank rus-10-tank", ["violation 22.5b"]),
        (12, "rus-1-tank rus-1gd-tank-army", ["violation 22.5b"]),
        (12, "rus-1gd-tank-army rus-1gd-cav", []),
        (12, "rus-1gd-cav rus-1gd-inf", ["violation 22.5b"]),
        (16, "rus-1gd-cav rus-1gd-inf", ["violation 22.5b"]),
        (17, "rus-1gd-cav rus-1gd-inf", []),
        (17, "rus-1gd-cav rus-2gd-cav rus-3gd-cav", ["violation 22.5c"]),
        (17, "rus-1-tank rus-10-tank rus-6-tank", ["violation 22.5c"]),
        (17, "rus-1-tank rus-10-tank rus-1gd-cav rus-2gd-cav rus-24-inf", []),
    ],
)
def test_armor_and_guards_are_few(turn: int, units: str, expected: list[str]) -> None:
    many = "on R9: rus-worker-moscow rus-worker-kiev rus-worker-kharkov rus-worker-stalino rus-worker-leningrad\n"
    acts = "".join(f"replace {unit} X1\n" for unit in units.split())
    header = many + "before: archangel 6\n"
    assert russian(units, acts, f"turn {turn} russian impulse 1 movement clear", header) == expected


@pytest.mark.parametrize(
    ("act", "at", "expected"),
    [
        ("replace rus-13-inf R9", TURN_2, []),
        ("replace rus-13-inf W19", TURN_2, []),
        ("replace rus-13-inf AA14", TURN_2, ["violation 22.6a"]),
        ("replace rus-13-inf PP1", TURN_2, []),
        ("replace rus-13-inf QQ16", TURN_2, []),
        ("replace rus-13-inf A5", TURN_2, ["violation 22.6a"]),
        ("replace rus-13-inf off-map-units", TURN_2, []),
        ("replace rus-13-inf partisans", TURN_2, ["violation 22.6a"]),
        ("replace rus-13-inf R9", "turn 2 russian impulse 2 movement clear", ["violation 4.2.3b"]),
        ("replace rus-13-inf R9", "turn 2 russian impulse 2 combat clear", ["violation 4.2.1c"]),
        ("replace rus-13-inf R9", "turn 2 axis impulse 1 movement clear", ["violation 2.1a"]),
    ],
)
def test_where_and_when_russian_replacements_come_in(act: str, at: str, expected: list[str]) -> None:
    assert russian("rus-13-inf", act + "\n", at) == expected


def test_one_replacement_in_a_city_and_one_from_the_south() -> None:
    pool = "rus-1-tank rus-24-inf"
    assert russian(pool, "replace rus-1-tank R9\nreplace rus-24-inf R9\n", TURN_13) == ["violation 22.6b"]
    assert russian(pool, "replace rus-1-tank R9\nreplace rus-24-inf W19\n", TURN_13) == []
    assert russian(pool, "replace rus-1-tank QQ6\nreplace rus-24-inf QQ9\n", TURN_13) == ["violation 22.6c"]
    # Gorki has a worker and lies on the east edge: there are two ways in.
    gorki = "on U1: rus-worker-moscow rus-worker-kiev\n"
    assert russian(pool, "replace rus-1-tank U1\nreplace rus-24-inf U1\n", TURN_13, gorki) == []


def test_lost_russians_come_out_of_the_pool() -> None:
    text = WORKERS + "box russian surrendered: rus-13-inf\nreplace rus-13-inf R9\n"
    assert told(text, TURN_2) == ["violation 13.2b"]
    assert russian("rus-worker-stalino", "replace rus-worker-stalino FF16\n", TURN_2) == ["violation 22.2d"]
    assert russian("rus-5-para", "replace rus-5-para R9\n", TURN_2) == ["violation 18.4b"]


@pytest.mark.parametrize(
    ("header", "act", "at", "expected"),
    [
        ("", "replace rus-stavka R9", JANUARY, []),
        ("", "replace rus-stavka X1", JANUARY, ["violation 22.8e"]),
        ("", "replace rus-stavka X1", "turn 5 russian impulse 1 movement snow", []),
        ("", "replace rus-stavka R9", "turn 5 russian impulse 1 movement snow", []),
        ("", "replace rus-stavka R9", "turn 6 russian impulse 2 movement clear", ["violation 22.8c"]),
        ("control: Moscow axis\n", "replace rus-stavka R9", JANUARY, ["violation 22.8b"]),
        ("before: replaced rus-stavka R9\n", "replace rus-stavka R9", JANUARY, ["violation 22.8a"]),
        ("before: replaced rus-6-inf X1\n", "replace rus-stavka R9", JANUARY, ["violation 22.8d"]),
        ("before: replaced rus-6-inf X1, archangel 1\n", "replace rus-stavka R9", JANUARY, []),
    ],
)
def test_stavka(header: str, act: str, at: str, expected: list[str]) -> None:
    workers = "on W19: rus-worker-kiev\non U1: rus-worker-moscow\n"
    assert russian("rus-stavka", act + "\n", at, workers + header) == expected


@pytest.mark.parametrize(
    ("header", "place", "expected"),
    [
        ("", "U1", []),
        ("", "X13", []),
        ("on U1: rus-worker-moscow\n", "U1", ["violation 22.3a"]),
        ("control: Kiev axis\n", "W19", ["violation 22.3a"]),
        ("control: Kiev none\n", "W19", ["violation 22.3a"]),
        ("", "B14", ["violation 22.3a"]),
        ("", "X12", ["violation 22.3a"]),
        ("", "off-map-units", []),
    ],
)
def test_where_workers_come_in(header: str, place: str, expected: list[str]) -> None:
    assert told(header + f"enter rus-worker-a1 {place}\n", "turn 4 russian impulse 2 movement mud") == expected


def test_workers_come_in_freely_when_every_city_has_one() -> None:
    cities = GAME.board.city_hexes & GAME.board.regions["Russia"].hexes
    names = [name for name in GAME.board.grid.names(cities) if name != "R9"]
    header = "control: " + ", ".join(f"{name} axis" for name in names) + "\non R9: rus-worker-moscow\n"
    at = "turn 4 russian impulse 2 movement mud"
    assert told(header + "enter rus-worker-a1 R9\n", at) == []
    assert told(header.replace("\non", ", U1 russian\non") + "enter rus-worker-a1 R9\n", at) == ["violation 22.3a"]
    state = position(header, at)
    state = state.with_unit("russian", "rus-worker-a1", "turn-4")
    assert list(legal_actions(GAME, state, Enter)) == [Enter("rus-worker-a1", GAME.places["Moscow"])]


# Motorization


JULY = "turn 14 axis impulse 1 movement clear"
NOVEMBER = "turn 16 axis impulse 1 movement snow"


@pytest.mark.parametrize(
    ("on_map", "act", "at", "expected"),
    [
        ("ger-12-inf", "motorize ger-12-inf ger-11-mot", JULY, []),
        ("ger-12-inf", "motorize ger-12-inf ger-11-mot", NOVEMBER, []),
        ("ger-12-inf", "motorize ger-12-inf ger-11-mot", "turn 14 axis impulse 2 movement clear", ["violation 23.1a"]),
        ("ger-12-inf", "motorize ger-12-inf ger-11-mot", "turn 15 axis impulse 1 movement clear", ["violation 23.1a"]),
        ("ger-13-inf", "motorize ger-13-inf ger-29-mot", JULY, ["violation 23.1a"]),
        ("ger-13-inf", "motorize ger-13-inf ger-29-mot", NOVEMBER, []),
        ("ger-13-inf ger-12-inf", "motorize ger-12-inf ger-26-mot", JULY, ["violation 23.1.2"]),
        ("ger-12-inf", "motorize ger-12-inf ger-26-mot", JULY, []),
        ("ger-13-inf", "motorize ger-13-inf ger-11-mot", JULY, ["violation 23.2a"]),
        ("ger-44-inf ger-12-inf", "motorize ger-44-inf ger-11-mot", JULY, ["violation 23.1.1"]),
        ("ger-44-inf", "motorize ger-44-inf ger-11-mot", JULY, []),
        ("ger-12-inf", "motorize ger-12-inf ger-43-mot", NOVEMBER, ["violation 23.2a"]),
        ("ger-41-pz", "motorize ger-41-pz ger-11-mot", JULY, ["violation 23.1a"]),
        ("rum-4-inf", "motorize rum-4-inf ger-26-mot", JULY, ["violation 23.1a"]),
        ("ger-12-inf", "motorize ger-13-inf ger-26-mot", JULY, ["violation 23.1a"]),
        ("ger-12-inf", "motorize ger-12-inf ger-52-mot", JULY, ["violation 23.1a"]),
        ("ger-12-inf", "enter ger-11-mot replacement-pool", JULY, ["violation 23.2b"]),
        ("ger-44-inf", "enter ger-11-mot replacement-pool", JULY, ["violation 23.2b"]),
        ("ger-13-inf", "enter ger-11-mot replacement-pool", JULY, []),
        (
            "ger-13-inf",
            "enter ger-11-mot replacement-pool",
            "turn 15 axis impulse 1 movement clear",
            ["violation 23.2b"],
        ),
        ("ger-13-inf", "enter ger-11-mot E33", JULY, ["violation 23.2b"]),
    ],
)
def test_motorization(on_map: str, act: str, at: str, expected: list[str]) -> None:
    assert told(f"on E31: {on_map}\n{act}\n", at) == expected


def test_an_exchange_comes_first_and_leaves_the_infantry_out_of_the_game() -> None:
    text = "on E31: ger-12-inf ger-13-inf\nbox axis motorization: ger-11-mot\n"
    act = "motorize ger-12-inf ger-11-mot\n"
    assert told(text + "move ger-13-inf E31 E30\n" + act, JULY) == ["violation 23.1a"]
    state = position(text + act, JULY)
    assert (state.place("ger-12-inf"), state.place("ger-11-mot")) == ("removed", GAME.places["Berlin"])
    listed = list(legal_actions(GAME, position(text, JULY), Motorize))
    assert listed == [Motorize("ger-12-inf", "ger-11-mot")]


# As text


RECORD = """\
game: trc
scenario: none
at: turn 7 axis impulse 1 movement clear
used: axis unmatched 4, russian unmatched 2
before: archangel 4, dropped rus-5-para, held ger-40-pz, landed rus-5-para, lost archangel, \
perhaps warsaw-garrison, replaced ger-13-inf E33, reserved rus-4-para, south replacement, \
triggered lapland axis, waiting lapland axis, withdrawn ger-12-inf 20.9

enter ger-40-pz E33
enter rus-5-para paratroop-reserve
replace ger-13-inf off-map-units
withdraw ger-12-inf
withdraw ger-12-inf because 20.10.1
exit ger-41-pz
exit ger-41-pz east
delay ger-40-pz
drop rus-5-para U12
archangel 4
motorize ger-12-inf ger-11-mot
expect 23.1a
"""


def test_records_of_arrivals_are_read_and_written_as_they_were() -> None:
    assert record_text(read_record(RECORD, "test", find_game)) == RECORD


MOVES = "turn 2 axis impulse 1 movement clear"


def sentences(text: str, at: str = MOVES) -> list[str]:
    return [finding.sentence for finding in findings(text, at)]


def test_only_the_factors_that_nobody_has_told_are_named() -> None:
    state = position("on R9: rus-worker-moscow\n", "turn 2 russian impulse 1 movement clear")
    known, unknown = GAME.units["rus-1-tank"], GAME.units["rus-13-inf"]
    assert list(judge_the_sum(GAME, state, (), ended=False, more=[(known, 0)])) == []
    (finding,) = judge_the_sum(GAME, state, (), ended=False, more=[(known, 0), (unknown, None)])
    assert (finding.verdict, finding.rule) == (Verdict.SKIPPED, "22.5a")
    assert finding.facts == (unknown.fact("combat"),)


@pytest.mark.parametrize(
    ("units", "what"),
    [("rus-1-tank rus-10-tank", "armor"), ("rus-1gd-inf rus-2gd-inf", "Guards infantry or cavalry")],
)
def test_the_unit_too_many_is_named_by_its_group(units: str, what: str) -> None:
    first, second = units.split()
    text = f"on R9: rus-worker-moscow rus-worker-kiev rus-worker-stalino\nbox russian replacement-pool: {units}\n"
    text += f"replace {first} X1\nreplace {second} X1\n"
    said = sentences(text, "turn 12 russian impulse 1 movement clear")
    assert f"{second} is {what} unit number 2 replaced this turn; only 1 may be." in said


@pytest.mark.parametrize(("units", "what"), [("rus-1-tank rus-2-tank", "armor"), ("rus-1gd-cav rus-2gd-cav", "Guards")])
def test_one_of_a_group_too_many_is_called_by_its_group(units: str, what: str) -> None:
    workers = "rus-worker-moscow rus-worker-kiev rus-worker-stalino rus-worker-kharkov"
    one, other = units.split()
    text = f"on R9: {workers}\nbox russian replacement-pool: {units}\nreplace {one} X1\nreplace {other} L1\n"
    found = findings(text, "turn 5 russian impulse 1 movement snow")
    assert any(f"{other} is {what}" in finding.sentence for finding in found)


def test_what_the_known_points_cover_is_not_undecided() -> None:
    text = (
        "scenario: breaking-storm\noptions: 26.8\nat: turn 2 russian impulse 1 movement clear\nbefore: lost archangel\n"
        "on R9: rus-worker-moscow\nbox russian replacement-pool: {0}\nreplace {0} X1\n"
    )
    worth = {
        n: next(u for u, x in GAME.units.items() if x.side == "russian" and x.type == "infantry" and x.combat == n)
        for n in (3, 4)
    }
    assert told(text.format(worth[3])) == []
    assert told(text.format(worth[4])) == ["undecided 22.5a"]


def test_a_city_that_may_be_the_enemys_is_none_that_must_have_a_worker_first() -> None:
    board = GAME.board
    inside = board.regions["Russia"].hexes
    others = [
        name for name, city in board.cities.items() if inside >> city.hex & 1 and name not in ("Moscow", "Leningrad")
    ]
    text = f"control: {', '.join(f'{name} axis' for name in others)}\non R9: rus-worker-moscow\n"
    text += "box russian turn-8: rus-worker-e1\nenter rus-worker-e1 R9"
    at = "turn 8 russian impulse 1 movement clear"
    assert "violation 22.3a" in told(text, at)
    assert "violation 22.3a" not in told(f"before: unsure-control E10\n{text}", at)
