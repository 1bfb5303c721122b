"""A published introductory game has its rules as data: no Python, and each rule is kept and broken as it says.

Its facts are read from the game; the words are ours, and the map is text.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.systems.kit.support import acts_at_random, unmet_examples
from trc_module.games import find_game
from trc_module.gamespec import GAMES_PATH
from trc_module.rules.actions import Move
from trc_module.rules.finder import known_game
from trc_module.rules.record import read_record, try_record
from trc_module.rules.state import State
from trc_module.systems.kit import KitGame
from trc_module.systems.kit.returning import entries

FOLDER = Path(__file__).parent / "bfm"


@pytest.fixture
def bfm(monkeypatch: pytest.MonkeyPatch) -> KitGame:
    monkeypatch.setenv(GAMES_PATH, str(FOLDER.parent))
    known_game.cache_clear()
    game = find_game("bfm")
    assert isinstance(game, KitGame)
    return game


def test_it_has_no_python() -> None:
    assert not list(FOLDER.rglob("*.py"))


def test_each_rule_is_kept_and_broken_as_its_examples_say(bfm: KitGame) -> None:
    assert unmet_examples(bfm, "bfm") == (25, [])


def test_what_a_sample_says_of_itself_is_so(bfm: KitGame) -> None:
    path = FOLDER / "sample.game"
    trial = try_record(read_record(path.read_text(encoding="utf-8"), path.name, find_game), path.name)
    assert [(found.rule, found.sentence) for one in trial.outcomes for found in one.told.findings] == [
        ("5.5", "sov-3 may not retreat to 0604.")
    ]


def test_a_turn_at_random_breaks_no_rule_and_no_invariant(bfm: KitGame) -> None:
    assert {"Setup", "Move", "Attack", "RollCombat", "Replace", "End"} <= acts_at_random(bfm, 3, 2)


def test_one_key_loses_a_step_and_no_counter_has_two_of_them(bfm: KitGame) -> None:
    from trc_module.module.table.commands import keys_of, unit_commands
    from trc_module.module.table_file import read_table

    table = read_table(FOLDER)
    assert table.command == ()
    keys = keys_of(table.command, bfm.grammar)
    for side in bfm.sides:
        own = [one for one in unit_commands(table, bfm.grammar, FOLDER) if one.data.is_of(side, "infantry")]
        pressed = [keys.commands[one.name] for one in own if one.name in keys.commands]
        assert len(pressed) == len(set(pressed))
        assert [one.verb.name for one in own if one.data.face] == (
            ["REBUILD", "REDUCE", "LOSS"] if side == "german" else ["RAISE", "LOWER", "LOSS"]
        )


def _moved(bfm: KitGame, way: str, city: str) -> State:
    """Return the position after a panzer corps went along a way while the other side held a city."""
    header = f"game: bfm\nscenario: none\nat: turn 1 german panzers\non {way[:4]}: ger-24-pz\ncontrol: {city} soviet\n"
    record = read_record(f"{header}\nmove ger-24-pz {way}\n", "a way", find_game)
    (line,) = record.lines
    assert isinstance(line.entry, Move)
    return bfm.apply(record.start, line.entry)


@pytest.mark.parametrize(
    ("way", "held", "may"),
    [
        ("0103 0203 0303 0304", "soviet", False),
        ("0103 > 0304", "soviet", True),
        ("0103 0203 0204 0304", "german", True),
    ],
)
def test_a_city_on_an_unknown_way_may_have_been_taken(bfm: KitGame, way: str, held: str, may: bool) -> None:
    state, smolensk = _moved(bfm, way, "Smolensk"), bfm.places["Smolensk"]
    assert (state.control[smolensk], bool(entries(bfm, state, "german") >> smolensk & 1)) == (held, may)


@pytest.mark.parametrize(
    ("phase", "units", "found"),
    [
        ("panzers", "ger-5 ger-6", []),
        ("movement", "ger-5 ger-6", ["3.4"]),
        ("panzers", "ger-5 ger-24-pz", ["3.4"]),
    ],
)
def test_units_that_battles_brought_together_are_told_of_when_they_may_move(
    bfm: KitGame, phase: str, units: str, found: list[str]
) -> None:
    text = f"game: bfm\nscenario: none\nat: turn 2 german {phase}\non 0407: {units}\nend\n"
    outcomes = try_record(read_record(text, "a stack", find_game), "a stack").outcomes
    assert [finding.rule for outcome in outcomes for finding in outcome.told.findings] == found


AROUND = ("0307", "0308", "0406", "0408", "0507", "0508")
"""The neighbours of 0407."""
SOVIETS = ("sov-3", "sov-5", "sov-10", "sov-13", "sov-16", "sov-19")


@pytest.mark.parametrize(
    ("held", "more", "found"),
    [
        (6, "", []),
        (5, "", ["3.4"]),
        # A comrade stands in the last hex, who moves in this phase, or does not.
        (5, "on {0}: ger-41-pz\n", ["3.4"]),
        (5, "on {0}: ger-7\n", []),
    ],
    ids=["shut in", "a way out", "room can be made", "no room can be made"],
)
def test_units_that_battles_brought_together_break_no_rule_where_they_are_shut_in(
    bfm: KitGame, held: int, more: str, found: list[str]
) -> None:
    stands = "".join(f"on {at}: {unit}\n" for at, unit in zip(AROUND[:held], SOVIETS, strict=False))
    text = f"{stands}{more.format(AROUND[5])}on 0407: ger-47-pz ger-48-pz\nend\n"
    record = read_record(f"game: bfm\nscenario: none\nat: turn 2 german panzers\n{text}", "a stack", find_game)
    outcomes = try_record(record, "a stack").outcomes
    assert [finding.rule for outcome in outcomes for finding in outcome.told.findings] == found


def test_nobody_knows_who_holds_moscow_on_an_unknown_way(bfm: KitGame) -> None:
    told = [bfm.score(_moved(bfm, way, "Moscow")).conditions for way in ("1003 1002 1102", "1003 > 1203")]
    assert told == [
        ("Moscow is held by: soviet",),
        ("Moscow lies on the unknown way of a unit; nobody knows who holds it",),
    ]


def test_lint_of_a_map_of_text_imports_no_library_of_shapes() -> None:
    code = (
        "import sys; from trc_module.cli.main import group\n"
        f"group(['--games-path', {str(FOLDER.parent)!r}, '--game', 'bfm', 'lint'], standalone_mode=False)\n"
        "print(sorted({'lxml', 'PIL', 'shapely', 'numpy', 'trc_module.rules.questions'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"
