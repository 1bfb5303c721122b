"""What follows from tables: verdicts as sure as the tables, keys by the ladder of faces, words of the game's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.systems.kit.support import told_by_lint
from trc_module.declarations import Press
from trc_module.errors import UserError
from trc_module.games import load_rules
from trc_module.gamespec import read_spec
from trc_module.gamespec.spec import BASICS
from trc_module.module.inputs import load_inputs
from trc_module.module.table.commands import LAST_FACE, NEXT_FACE, keys_of
from trc_module.module.table.counters import CounterPrototypes
from trc_module.module.table_file import read_table
from trc_module.report.rule_help import code_place, entry_place
from trc_module.rules.finding import Finding
from trc_module.rules.record import read_record, try_record
from trc_module.systems.kit.game import KitGame
from trc_module.systems.kit.ladder import Turned, ladder_of, ways_to_turn


def _game(folder: Path) -> KitGame:
    game = load_rules(read_spec(folder))
    assert isinstance(game, KitGame)
    return game


def _findings(folder: Path, text: str) -> list[Finding]:
    game = _game(folder)
    record = read_record(f"game: hills\nscenario: none\n{text}", "hills.game", lambda name, options: game)
    return [finding for outcome in try_record(record, "hills.game").outcomes for finding in outcome.told.findings]


def _write(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


CROWD = "at: turn 1 north movement\non C3: north-1 north-2 north-h\nend\n"
FAR = "at: turn 1 north movement\non C3: north-1\nmove north-1 C3 C4 C5 C6 C7\n"
MISREAD = (
    "at: turn 1 north combat\non C3: north-1\non C4: south-1\nattack 1: north-1 x south-1\nroll 1: 6 at 2-1 = DE\n"
)


@pytest.mark.parametrize(("text", "rule"), [(CROWD, "3.3"), (FAR, "3.1"), (MISREAD, "4.2")])
def test_what_rests_on_sure_tables_is_a_violation(hills: Path, text: str, rule: str) -> None:
    assert [(found.rule, found.verdict.value) for found in _findings(hills, text)] == [(rule, "violation")]


@pytest.mark.parametrize(
    ("table", "text", "rule"),
    [
        ("stacking", CROWD, "3.3"),
        ("movement", FAR, "3.1"),
        ("combat", MISREAD, "4.2"),
        ("combat.shift", MISREAD, "4.2"),
    ],
)
def test_what_rests_on_a_doubtful_table_is_a_doubt(hills: Path, table: str, text: str, rule: str) -> None:
    path = hills / BASICS
    line = next(line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith(f"[{table}]"))
    _write(path, f"{line}\n", f'{line}\ndoubt = "two editions differ"\n')
    assert [(found.rule, found.verdict.value) for found in _findings(hills, text)] == [(rule, "doubt")]


def test_a_doubtful_factor_makes_a_doubt_of_what_is_read_on_the_table(hills: Path) -> None:
    path = hills / "units.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    row = next(line for line in lines if line.startswith("south-1,"))
    _write(path, row, row.replace("rulebook:1.2", "assumed:nobody knows"))
    assert [found.verdict.value for found in _findings(hills, MISREAD)] == ["doubt"]


def test_weather_that_a_doubtful_table_knows_slows_and_is_a_doubt(hills: Path) -> None:
    with (hills / BASICS).open("a", encoding="utf-8") as file:
        file.write('\n[weather.snow]\ndoubt = "a guess"\nmoves = { points = 1, rule = "3.1" }\n')
    _write(hills / "charts" / "turns.toml", '1 = { label = "', '1 = { weather = "snow", label = "')
    told = _findings(hills, "at: turn 1 north movement\non C3: north-1\nmove north-1 C3 C4 C5\n")
    assert [(found.rule, found.verdict.value, found.sentence) for found in told] == [
        ("3.1", "doubt", "north-1 moved to C5, beyond its 1 points.")
    ]


@pytest.mark.parametrize(
    ("faces", "improved", "ladder"),
    [
        ((), (), (0,)),
        (("half",), (), (0, 1)),
        (("full",), ("full",), (1, 0)),
        (("two", "one"), (), (0, 1, 2)),
        (("two", "three"), ("two", "three"), (2, 1, 0)),
    ],
)
def test_the_ladder_goes_from_the_strongest_face_to_the_weakest(
    faces: tuple[str, ...], improved: tuple[str, ...], ladder: tuple[int, ...]
) -> None:
    assert ladder_of(faces, improved) == ladder


@pytest.fixture
def steps(hills: Path) -> Path:
    """The game with steps: North's units begin at full strength, South's at half."""
    path = hills / "vocabulary.toml"
    _write(path, '# faces = ["reduced"]', 'faces = ["half", "full"]\nimproved = ["full"]')
    rows = ["id, face, combat, move, defence, steps, source, doubt"]
    for side, face, steps in (("north", "half", 1), ("south", "full", 2)):
        rows += [f"{side}-{name}, {face}, 2, 2, 3, {steps}, rulebook:1.2" for name in ("1", "2", "h")]
    (hills / "faces.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return hills


def test_each_side_has_the_keys_that_its_ladder_asks_for(steps: Path) -> None:
    game = _game(steps)
    assert ways_to_turn(game.units.values(), ("full",)) == (Turned("next", "north"), Turned("back", "south"))
    presses = {name: verb.presses for name, verb in game.grammar.verbs.items() if verb.presses}
    assert presses == {
        "REDUCE": (Press("next", "", ("north",), (), "battle", "R"),),
        "LOWER": (Press("back", "", ("south",), (), "battle", "R"),),
        "LOSS": (Press("next", "lost", ("north",), (), "battle"), Press("back", "lost", ("south",), (), "battle")),
    }
    assert all(game.grammar.verbs[name].changes for name in ("REDUCE", "LOWER", "LOSS"))
    assert [(turn.verb, turn.face, turn.sides) for turn in game.line_policy.turns] == [
        ("REDUCE", "next", ("north",)),
        ("LOWER", "back", ("south",)),
    ]


def test_types_of_a_side_that_are_turned_in_two_ways_have_two_keys_and_each_is_turned_its_own_way(
    steps: Path,
) -> None:
    _write(steps / "faces.csv", "north-h, half, 2, 2, 3, 1", "north-h, full, 2, 2, 3, 2")
    assert told_by_lint(steps) == []
    game = _game(steps)
    presses = {name: verb.presses for name, verb in game.grammar.verbs.items() if name in ("REDUCE", "LOWER")}
    assert presses == {
        "REDUCE": (Press("next", "", ("north",), ("foot",), "battle", "R"),),
        "LOWER": (
            Press("back", "", ("north",), ("horse",), "battle", "L"),
            Press("back", "", ("south",), (), "battle", "L"),
        ),
    }
    parts = load_inputs(game, steps)
    table = read_table(steps)
    keys = keys_of(table.command, game.grammar)
    traits = [trait for each in CounterPrototypes(parts, table, keys).all() for trait in each.traits]
    # VASSAL.counters.TriggerAction: the keys of the faces are pressed for the types that are meant alone.
    found = {
        str(trait.value("filter"))
        for trait in traits
        if trait.id == "macro"
        and trait.value("watch_keys") == (keys.command("lost"),)
        and trait.value("action_keys") in ((NEXT_FACE,), (LAST_FACE,))
    }
    assert found == {"Type = foot", "Type = horse", ""}


def test_units_of_a_kind_that_are_turned_in_two_ways_are_told(steps: Path) -> None:
    _write(steps / "faces.csv", "north-2, half, 2, 2, 3, 1", "north-2, full, 2, 2, 3, 2")
    with pytest.raises(UserError, match="weaker than the front for all foot of the north side, or improved ones"):
        _game(steps)


@pytest.fixture
def guessed(hills: Path) -> Path:
    """The game with a unit whose factor is assumed: the odds of its battles may be others."""
    path = hills / "units.csv"
    row = next(line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("south-1,"))
    _write(path, row, row.replace("rulebook:1.2", "assumed:nobody knows"))
    return hills


FOUGHT = "at: turn 1 north combat\non C3: north-1\non C4: south-1\nattack 1: north-1 x south-1\n"


@pytest.mark.parametrize(
    ("acts", "told"),
    [
        # By the factors that are printed the attackers are lost; at better odds nothing happens.
        ("roll 1: 1\nend\n", [("4.3", "doubt")]),
        # By those factors nothing happens; at better odds the defender is lost, and at none the attacker.
        ("roll 1: 4\nlose 1: south-1\n", [("4.3", "doubt")]),
        ("roll 1: 4\nlose 1: north-1\n", [("4.3", "violation")]),
        ("roll 1: 1\nlose 1: south-1\n", [("4.3", "violation")]),
        # What the players have read is carried out.
        ("roll 1: 4 at 2-1 = DE\nlose 1: south-1\nend\n", [("4.2", "doubt")]),
        ("roll 1: 4 at 2-1 = DE\nend\n", [("4.2", "doubt"), ("4.3", "violation")]),
    ],
)
def test_what_another_result_of_the_die_explains_is_a_doubt(
    guessed: Path, acts: str, told: list[tuple[str, str]]
) -> None:
    assert [(found.rule, found.verdict.value) for found in _findings(guessed, FOUGHT + acts)] == told


def test_a_column_that_nobody_has_supplied_may_mean_any_result(hills: Path) -> None:
    row = next(
        line
        for line in (hills / "charts" / "combat.toml").read_text(encoding="utf-8").splitlines()
        if '"1-1" = {' in line
    )
    _write(
        hills / "charts" / "combat.toml",
        row,
        '"1-1" = { dice = ["?", "?", "?", "?", "?", "?"], source = "missing:a coffee stain" }',
    )
    for unit in ("north-1", "south-1"):
        found = _findings(hills, f"{FOUGHT}roll 1: 1\nlose 1: {unit}\n")
        assert [(each.rule, each.verdict.value) for each in found] == [("4.3", "skipped")]


@pytest.mark.parametrize("acts", ["roll 1: 1\nend\n", "roll 1: 4\nlose 1: north-1\n"])
def test_sure_odds_have_one_result(hills: Path, acts: str) -> None:
    assert [(found.rule, found.verdict.value) for found in _findings(hills, FOUGHT + acts)] == [("4.3", "violation")]


def test_no_page_tells_where_somebody_keeps_the_game(hills: Path) -> None:
    rules = _game(hills).book.rules
    assert entry_place(rules["1.1"]).startswith("hills/rules/rules.rules:")
    assert code_place(rules["3.1"]).startswith("trc_module/systems/kit/moving.py:")
