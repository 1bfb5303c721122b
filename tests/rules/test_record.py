"""Records of The Russian Campaign, which has the richest grammar, read and written."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.games.trc.acts.arrivals import Archangel, Delay, Drop
from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.departures import Exit, Motorize
from trc_module.games.trc.acts.markers import Convert
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import (
    Action,
    AirSupport,
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
    Withdraw,
)
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.record import Expect, NumberedLine, Record, RecordError, position_text, read_record, record_text
from trc_module.rules.state import State, Trail
from trc_module.systems.rails import rails_of, with_rails
from trc_module.systems.weather import WeatherRoll, with_weather

GAME = find_game("trc")
GRID = GAME.board.grid
HEXES = list(hexes(GRID.all))
UNITS = sorted(GAME.side_of)

units = st.sampled_from(UNITS)
places = st.sampled_from(HEXES)
boxes = st.sampled_from(sorted(GAME.boxes["axis"] & GAME.boxes["russian"]))
dice = st.integers(1, 6)
rules = st.sampled_from(["8.3", "8.3a", "12.5", "28.6-MD-2", "9.4.1"])
unit_tuples = st.lists(units, min_size=1, max_size=4).map(tuple)


@st.composite
def trails(draw: st.DrawFn) -> Trail:
    found = [draw(places)]
    for _ in range(draw(st.integers(1, 5))):
        found.append(draw(st.one_of(st.sampled_from(list(hexes(GRID.neighbours[found[-1]]))), places)))
    far = {i for i, (a, b) in enumerate(pairwise(found)) if not GRID.adjacent(a, b)}
    return Trail(tuple(found), frozenset(far | draw(st.sets(st.integers(0, len(found) - 2)))))


air = st.lists(st.builds(AirSupport, st.sampled_from(["stuka", "sturmovik"]), units), max_size=2).map(tuple)
numbers = st.integers(0, 99)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Setup, units, places),
    st.builds(WeatherRoll, dice),
    st.builds(Move, units, trails()),
    st.builds(Strategic, units, trails()),
    st.builds(RailMove, units, trails(), st.booleans()),
    st.builds(
        SeaMove,
        st.sampled_from(["transfer", "invasion", "evacuation"]),
        units,
        st.one_of(places, boxes),
        st.one_of(places, boxes),
        st.integers(0, 6),
    ),
    st.builds(Drop, units, places),
    st.builds(Enter, units, st.one_of(places, boxes)),
    st.builds(Replace, units, st.one_of(places, boxes)),
    st.builds(Withdraw, units),
    st.builds(Exit, units),
    st.builds(Delay, units),
    st.builds(Archangel, dice),
    st.builds(Motorize, units, units),
    st.builds(AutomaticVictory, numbers, unit_tuples, unit_tuples, air),
    st.builds(
        Attack,
        numbers,
        unit_tuples,
        unit_tuples,
        air,
        st.lists(units, max_size=2).map(tuple),
        st.booleans(),
        st.sampled_from(["", "3-1", "1-6", "10-1"]),
    ),
    st.builds(RollCombat, numbers, dice),
    st.builds(RollCombat, numbers, dice, st.just("5-1"), st.sampled_from(["DE", "C", "A1"])),
    st.builds(Lose, numbers, units),
    st.builds(Retreat, numbers, units, trails()),
    st.builds(Surrender, st.one_of(units, st.sampled_from(["rumania", "italy"])), rules),
    st.builds(Eliminate, units, rules),
    st.builds(Convert, st.lists(places, min_size=1, max_size=3).map(tuple)),
    st.builds(Marker, st.sampled_from(["sudden-death", "turn"]), st.sampled_from(["Kiev", "S12 S13"])),
    st.builds(Claim, st.sampled_from(["axis", "russian"]), rules),
    st.just(End()),
)
expectations = st.one_of(
    st.just(Expect("ok")),
    st.builds(Expect, st.sampled_from(["breach", "undecided", "doubt"]), st.lists(rules, min_size=1).map(tuple)),
)


@st.composite
def states(draw: st.DrawFn) -> State:
    options = draw(st.frozensets(st.sampled_from(["26.5", "26.7", "26.17"])))
    state = GAME.start("none", options)
    chosen = draw(st.lists(units, unique=True, max_size=12))
    for side in GAME.sides:
        own = [unit for unit in chosen if GAME.side_of[unit] == side]
        at = {unit: draw(st.one_of(places, st.sampled_from(sorted(GAME.boxes[side])))) for unit in own}
        state = state.with_units(side, at)
    control = draw(
        st.dictionaries(st.sampled_from(sorted(GAME.controllable)), st.sampled_from(["axis", "russian", ""]))
    )
    rail = draw(st.sets(st.sampled_from(list(hexes(GAME.board.rail_hexes))), max_size=4))
    gained = sum(1 << h for h in rail)
    state = with_weather(state, draw(st.sampled_from(GAME.systems[0].moment_words)), draw(st.integers(-9, 9)))
    rails = {"axis": rails_of(state)["axis"] | gained, "russian": rails_of(state)["russian"] & ~gained}
    state = with_rails(state, FrozenMap(rails))
    return replace(
        state,
        clock=GAME.sequence.first(draw(st.integers(1, 25))),
        control=state.control.merged(control),
        used=FrozenMap(draw(st.dictionaries(st.sampled_from(sorted(GAME.counters)), st.integers(1, 9)))),
        marks=frozenset(draw(st.sets(st.sampled_from([("av", "ger-41-pz"), ("moved", "rus-3-inf")])))),
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(states(), st.lists(actions, max_size=4), expectations)
def test_what_is_written_is_read_as_it_was_and_written_the_same(
    state: State, acts: list[Action], expect: Expect
) -> None:
    entries: list[Action | Expect] = [*acts, *([expect] if acts else [])]
    text = record_text(Record(GAME, state, tuple(NumberedLine(0, entry) for entry in entries)))
    read = read_record(text, "test", find_game, written=True)
    assert read.start == state
    assert read.entries == tuple(entries)
    assert record_text(read) == text


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(states())
def test_a_position_in_one_line_is_a_record(state: State) -> None:
    line = position_text(GAME, state)
    assert "\n" not in line
    read = read_record(line, "test", find_game, written=True).start
    assert read == state
    assert position_text(GAME, read) == line


WHOLE = """\
game: trc
scenario: none
options: 26.5, 26.7
at: turn 2 axis impulse 1 movement clear
drm: +1
control: Riga axis, Minsk axis, S11 none
rail: axis J20 K21 K20
used: axis black-sea 1, axis rail 2
before: av ger-41-pz, leader-lost german turn 18 impulse 2
on I18: ger-56-pz ger-41-pz
box axis replacement-pool: ger-3-pz

move ger-41-pz I18 J18 J17
expect 8.3|7.2
move ger-56-pz I18 > J17
expect ok
sea transfer rum-cav DD24 JJ23 roll 2
attack 2: ger-47-pz x rus-24-inf rus-13-inf air stuka ger-hq-center at 3-1
roll 2: 4 5-1 DE
retreat 2: rus-13-inf S11 R11 R10
expect undecided 9.4.4
end
"""


def test_a_whole_record_is_written_as_it_stands() -> None:
    assert record_text(read_record(WHOLE, "test", find_game)) == WHOLE


def test_comments_blank_lines_and_semicolons() -> None:
    text = "game: trc # the game\n\n  scenario:   none ; at: turn 3 axis impulse 1 weather clear\n weather 4#a die\n"
    record = read_record(text, "test", find_game)
    assert record.entries == (WeatherRoll(4),)
    assert record.lines[0].number == 4


def test_the_units_of_the_campaign_wait_in_their_boxes_until_they_are_placed() -> None:
    state = read_record("game: trc\nscenario: campaign\n", "test", find_game).start
    assert state.place("rus-3-inf") == "at-start"
    assert state.place("rum-3-inf") == "turn-9"
    assert state.place("ger-stuka-1") == "stukas"
    assert str(state.clock) == "turn 1 axis impulse 1 weather"


def test_units_that_a_header_does_not_name_are_nowhere() -> None:
    state = read_record("game: trc\nscenario: campaign\non I18: ger-41-pz\n", "test", find_game).start
    assert state.place("ger-41-pz") == GRID.hex("I18")
    assert state.place("rus-3-inf") is None


def test_the_order_of_a_stack_is_kept() -> None:
    state = read_record("game: trc\non I18: ger-56-pz ger-41-pz\n", "test", find_game).start
    assert state.forces["axis"].stack(Hex(GRID.hex("I18"))) == ("ger-56-pz", "ger-41-pz")
    other = read_record("game: trc\non I18: ger-41-pz ger-56-pz\n", "test", find_game).start
    assert state == other


@pytest.mark.parametrize(
    ("text", "line", "expected", "found"),
    [
        ("", 1, "'game:' and the name of a game", None),
        ("scenario: none\n", 1, "'game:' and the name of a game", None),
        ("game: chess\n", 1, "a game that we know", "chess"),
        ("game: trc\nscenario: verdun\n", 2, "a scenario (", "verdun"),
        ("game: trc\nscenario: none\nscenario: none\n", 3, "'scenario:' only once", "scenario: none"),
        ("game: trc\nat: turn -1 axis impulse 1 movement clear\n", 2, "a turn", "-1"),
        ("game: trc\nat: turn 2 axis impulse 3 movement clear\n", 2, "a moment", "turn 2 axis impulse 3 movement"),
        ("game: trc\nat: turn 2 axis impulse 1 movement\n", 2, "the weather (", ""),
        ("game: trc\nat: turn 2 axis impulse 1 movement hail\n", 2, "the weather (", "hail"),
        ("game: trc\noptions: weather\n", 2, "rule numbers of options", "weather"),
        ("game: trc\ndrm: one\n", 2, "the running weather modifier", "one"),
        ("game: trc\ncontrol: Paris axis\n", 2, "a city, an oil well or a hex", "Paris axis"),
        ("game: trc\ncontrol: Riga german\n", 2, "axis or russian or none", "german"),
        ("game: trc\nrail: german A1\n", 2, "axis or russian", "german"),
        ("game: trc\nused: axis trains 2\n", 2, "a counter and a number", "axis trains 2"),
        ("game: trc\nbefore: yesterday\n", 2, "an earlier act", "yesterday"),
        ("game: trc\non ZZ9: ger-41-pz\n", 2, "a hex of the map", "ZZ9"),
        ("game: trc\non I18: ger-99-pz\n", 2, "a unit of The Russian Campaign", "ger-99-pz"),
        ("game: trc\non I18: ger-41-pz ger-41-pz\n", 2, "each unit in one place only", "ger-41-pz"),
        ("game: trc\nbox german pool: ger-3-pz\n", 2, "axis or russian", "german"),
        ("game: trc\nbox axis cellar: ger-3-pz\n", 2, "a box of the axis side", "cellar"),
        ("game: trc\nbox axis surrendered: rus-3-inf\n", 2, "a unit of the axis side", "rus-3-inf"),
        ("game: trc\non R9:\n", 2, "the units of the stack", ""),
        ("game: trc\nused: axis rail \u00b2\n", 2, "a counter and a number (", "axis rail \u00b2"),
        ("game: trc\ndrm: +-2\n", 2, "the running weather modifier, as in '+1'", "+-2"),
        ("game: trc\nweather: clear\n", 2, "a header (", "weather"),
        ("game: trc\nend\non I18: ger-41-pz\n", 3, "the header before the first act", "on I18: ger-41-pz"),
        ("game: trc\nhop ger-41-pz I18\n", 2, "an act (", "hop"),
        ("game: trc\nmove ger-41-pz I18\n", 2, "a hex of the map", ""),
        ("game: trc\nmove ger-41-pz I18 K18\n", 2, "a neighbour of I18, or 'I18 > K18'", "K18"),
        ("game: trc\nmove ger-41-pz I18 > \n", 2, "a hex of the map", ""),
        ("game: trc\nweather 7\n", 2, "a die from 1 to 6", "7"),
        ("game: trc\nweather ³\n", 2, "a die", "³"),
        ("game: trc\nroll 2 4\n", 2, "the number of a battle and a colon", "2"),
        ("game: trc\nattack 1: ger-41-pz rus-3-inf\n", 2, "'x'", ""),
        ("game: trc\nend now\n", 2, "the end of the line", "now"),
        ("game: trc\nexpect ok\n", 2, "an act before the first 'expect'", "expect"),
        ("game: trc\nend\nexpect maybe\n", 3, "'ok', rule numbers", "maybe"),
        ("game: trc\nend\nexpect 8.3|\n", 3, "'ok', rule numbers", ""),
    ],
)
def test_a_line_that_cannot_be_read_says_where_and_what_was_expected(
    text: str, line: int, expected: str, found: str | None
) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(text, "x.game", find_game)
    assert (caught.value.line, caught.value.found) == (line, found)
    assert caught.value.expected.startswith(expected)
    assert str(caught.value).startswith(f"x.game, line {line}: expected {expected}")


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=80), st.integers(0, len(WHOLE)), st.integers(0, 30))
def test_whatever_stands_in_a_record_it_is_read_or_refused(junk: str, at: int, cut: int) -> None:
    with contextlib.suppress(UserError):
        read_record(WHOLE[:at] + junk + WHOLE[at + cut :], "x.game", find_game)
