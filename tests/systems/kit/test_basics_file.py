"""What is wrong in a file of rules as data is told with its line and the nearest right word, all of it in one run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from trc_module.cli.main import main
from trc_module.errors import UserError
from trc_module.facts.errors import DataError, DataErrorGroup, each
from trc_module.games import load_rules
from trc_module.gamespec import read_spec
from trc_module.gamespec.spec import BASICS


def _told(folder: Path) -> list[str]:
    """Return what is told of a game's file, without the file."""
    try:
        game = load_rules(read_spec(folder))
        assert game.book.rules
    except DataError as error:
        return [str(one).replace(f"{folder / BASICS}, ", "") for one in each(error)]
    return []


def _changed(folder: Path, *pairs: tuple[str, str]) -> Path:
    path = folder / BASICS
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return folder


def test_the_file_of_a_new_game_is_sound(hills: Path) -> None:
    assert _told(hills) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'phase = "arrivals"',
            'phase = "arivals"',
            (
                "line 14, field 'arrivals.phase': expected a phase, one of arrivals, movement, combat (did you "
                "mean arrivals?), found 'arivals'"
            ),
        ),
        (
            'tie  = "south"',
            'tie  = "souht"',
            ("line 44, field 'victory.tie': expected a side, one of north, south (did you mean south?), found 'souht'"),
        ),
        (
            'box  = "lost"',
            'box  = "loss"',
            (
                "line 39, field 'losses.box': expected a box, one of turn-1, turn-2, turn-3, turn-4, at-start, "
                "lost (did you mean lost?), found 'loss'"
            ),
        ),
        ("DE  = {", "DD  = {", "line 35, field 'results.DD': expected a result, one of AE, -, DE, found 'DD'"),
        (
            'defence = "defence"',
            'defence = "defense"',
            (
                "line 26, field 'combat.defence': expected a factor, one of defence (did you mean defence?), "
                "found 'defense'"
            ),
        ),
        (
            'rule = "3.3"',
            'rule = "3.9"',
            (
                "line 21, field 'stacking.rule': expected a rule, one of 1.1, 2.1, 2.2, 3.1, 3.2, 3.3, 3.4, "
                "4.1, 4.2, 4.3 (did you mean 3.4?), found '3.9'"
            ),
        ),
        (
            'around = "area"',
            'around = "aera"',
            "line 10, field 'around': expected one of area (did you mean area?), found 'aera'",
        ),
        (
            "most = 2",
            "moost = 2",
            (
                "line 22, field 'moost': expected one of the fields source, doubt, rule, most (did you mean "
                "most?), found 'moost'"
            ),
        ),
        (
            '{ attackers = "all" }',
            '{ attackers = "al" }',
            (
                "line 33, field 'attackers': expected a whole number of at least 1 or all, as much, step (did "
                "you mean all?), found 'al'"
            ),
        ),
        (
            '{ attackers = "all" }',
            "{ attackers = 0 }",
            "line 33, field 'attackers': expected a whole number of at least 1 or all, as much, step, found '0'",
        ),
        (
            "[victory]",
            "[victroy]",
            (
                "line 41, field 'victroy': expected one of the fields source, doubt, turn, movement, combat, "
                "results, losses, set-up, arrivals, control, zones, stacking, weather, retreat, advance, "
                "supply, replacements, victory, words (did you mean victory?), found 'victroy'"
            ),
        ),
        (
            'source = "rulebook:1"',
            'source = "rulebok:1"',
            (
                "line 6, field 'source': expected a source, one of assumed:..., derived:..., erratum:..., "
                "missing:..., owner:..., rulebook:..., transcribed:... (did you mean rulebook?), found 'rulebok:1'"
            ),
        ),
    ],
)
def test_a_wrong_word_is_told_with_its_line_and_the_right_ones(hills: Path, old: str, new: str, told: str) -> None:
    assert told in _told(_changed(hills, (old, new)))


def test_all_wrong_words_of_the_tables_are_told_at_once(hills: Path) -> None:
    _changed(hills, ('around = "area"', 'around = "aera"'), ("most = 2", 'most = "two"'), ("DE  = {", "DD  = {"))
    told = _told(hills)
    assert [line.partition(":")[0] for line in told] == ["line 10, field 'around'", "line 22, field 'most'"]
    _changed(
        hills,
        ('around = "aera"', 'around = "area"'),
        ('most = "two"', "most = 2"),
        ('tie  = "south"', 'tie  = "suoth"'),
    )
    told = _told(hills)
    assert [line.partition(":")[0] for line in told] == [
        "line 35, field 'results.DD'",
        "line 44, field 'victory.tie'",
        "line 32, field 'results'",
    ]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'DE  = { defender = "all" }\n',
            "",
            (
                "line 32, field 'results': expected what each result of the table takes, as in DE = { defender "
                "= \"step\" }, found 'none of DE'"
            ),
        ),
        (
            '{ attackers = "all" }',
            "{ retreat = 1 }",
            (
                "line 33, field 'results.AE': expected a table [retreat], because this result asks for a "
                "retreat, found 'none'"
            ),
        ),
        (
            'points = "3.1", ',
            "",
            "line 17, field 'movement.rules': expected the number of a rule: points = ..., found 'none'",
        ),
        (
            "phases.movement = {}",
            "phases.combat = {}",
            (
                "line 18, field 'movement.phases.combat': expected kind = \"move\" in the steps of 'combat' of "
                "sequence.toml, found 'none'"
            ),
        ),
        (
            "phases.movement = {}",
            'phases.movement = { along = "rails" }',
            (
                "line 18, field 'movement.phases.movement': expected a rule of moves along rails: rails = ... "
                "in the rules of [movement], found 'none'"
            ),
        ),
        (
            'most = "cities"',
            "",
            "line 41, field 'victory': expected either holds = \"PLACE\" or most = \"cities\", found 'none'",
        ),
    ],
)
def test_what_the_tables_contradict_is_told(hills: Path, old: str, new: str, told: str) -> None:
    assert told in _told(_changed(hills, (old, new)))


def test_a_terrain_without_a_cost_for_a_type_is_told(hills: Path) -> None:
    path = hills / "charts" / "terrain.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[terrain.wood]\ncost", "[terrain.wood]\ncost = { foot = 2 }\n#"), encoding="utf-8")
    assert _told(hills) == [
        f"{path}, line 11, field 'terrain.wood.cost': expected what 'wood' costs horse, or 'any', found 'nothing'"
    ]


def test_a_rule_that_nothing_carries_out_is_told_for_a_maker_without_python(hills: Path) -> None:
    with (hills / "rules" / "rules.rules").open("a", encoding="utf-8") as file:
        file.write("\n5.1  Nobody looks back\nNever.\nlog: nothing.\ndata: none.\n  at: turn 1 north movement\n  end\n")
    with pytest.raises(UserError) as told:
        assert load_rules(read_spec(hills)).book.rules
    assert str(told.value).endswith(
        "line 107: expected a table of rules/basics.toml that names it, or a function registered under 5.1, "
        "or 'by: module.function', or 'by: none'"
    )


def test_a_file_that_is_no_toml_is_told(hills: Path) -> None:
    _changed(hills, ("[stacking]", "[stacking"))
    with pytest.raises(DataError, match="line 20"):
        load_rules(read_spec(hills))
    assert not issubclass(DataError, DataErrorGroup)


def test_each_error_has_a_line_of_its_own_and_build_makes_nothing(
    hills: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _changed(hills, ('around = "area"', 'around = "aera"'), ("most = 2", "moost = 2"))
    before = sorted(hills.rglob("*"))
    monkeypatch.chdir(hills)
    monkeypatch.setattr(sys, "argv", ["trc-module", "build"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith(f"trc-module: {hills / BASICS}, line 10, field 'around': ")
    assert second.startswith(f"    {hills / BASICS}, line 22, field 'moost': ")
    assert sorted(hills.rglob("*")) == before
