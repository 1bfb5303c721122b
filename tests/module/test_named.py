"""What a maker misspells in any file of a game is told with its line and the nearest right word, all in one run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.systems.kit.support import told_by_lint
from trc_module.charts import load_chart_set
from trc_module.games import find_game
from trc_module.gamespec import find_spec
from trc_module.module.inputs import load_inputs
from trc_module.module.named import unknown_names
from trc_module.module.table_file import DraggedData, TableFile, read_table
from trc_module.rules.finder import known_game

BFM = Path(__file__).parents[1] / "systems" / "kit" / "bfm"


@pytest.fixture
def bfm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "cache"))
    known_game.cache_clear()
    return Path(shutil.copytree(BFM, tmp_path / "bfm"))


def _misspell(folder: Path, file: str, right: str, wrong: str) -> int:
    """Put a wrong word in the place of the first right one; return its line."""
    path = folder / file
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    return text[: text.index(right)].count("\n") + 1


@pytest.mark.parametrize(
    ("file", "right", "wrong", "words"),
    [
        ("game.toml", 'livery = "german"', 'livery = "germann"', "(did you mean german?), found 'germann'"),
        ("game.toml", '"en"', '"eng"', "one of en, de, it (did you mean en?), found 'eng'"),
        ("game.toml", "faces = 6", 'faces = "six"', "expected a whole number, found 'six'"),
        ("sequence.toml", 'kind  = "move"', 'kind  = "moves"', "(did you mean move?), found 'moves'"),
        ("vocabulary.toml", '"armor"', '"armour"', "(did you mean armor?), found 'armour'"),
        ("vocabulary.toml", '"russian"', '"rusian"', "(did you mean russian?), found 'rusian'"),
        ("units.csv", "start, transcribed", "strat, transcribed", "(did you mean start?), found 'strat'"),
        ("units.csv", "transcribed:counters", "transscribed:counters", "(did you mean transcribed?)"),
        ("faces.csv", "combat = two", "combta = two", "not 'combta' (did you mean combat?)"),
        ("markers.csv", "turn-1", "tur-1", "(did you mean turn-1?), found 'tur-1'"),
        (
            "map/legend.toml",
            '"woods"',
            '"wood"',
            "one of clear, lake, mountain, sea, swamp, woods (did you mean woods?)",
        ),
        ("map/map.toml", "0105-0106 0105-0205", "0105-0106 0105-0305", "the hexside 0105-0305 lies between no neigh"),
        ("charts/terrain.toml", "[terrain.forest]", "[terrain.forrest]", "(did you mean forest?), found 'forrest'"),
        ("charts/terrain.toml", "{ any = 2 }", "{ panzr = 2 }", "(did you mean panzer?), found 'panzr'"),
        (
            "charts/turns.toml",
            'weather = "mud",   ',
            'wether = "mud",   ',
            "(did you mean weather?), found 'wether'",
        ),
        ("rules/basics.toml", '"west"', '"wset"', "an edge, one of west, east (did you mean west?), found 'wset'"),
        ("rules/rules.rules", "+ setup ger-5", "+ stup ger-5", "found 'stup'"),
        ("rules/rules.rules", "- setup ger-5 0101", "- setup ger-5 0104", "expected '2.1"),
        ("module/table.toml", '"terrain", "combat"', '"terrain", "combats"', "(did you mean combat?), found 'combats'"),
        ("module/table.toml", "[marker.turn]", "[marker.trun]", "(did you mean turn?), found 'trun'"),
        ("module/windows.toml", '"german lost"', '"german losst"', "(did you mean german lost?), found 'german losst'"),
        ("module/windows.toml", "[0, 0, 5, 4]", "[0, 0, 5]", "a rectangle [x, y, width, height] of at least 3 x 4"),
        ("module/texts/en.toml", "[phase]", "[phases]", "(did you mean phase?), found 'phases'"),
        ("module/texts/en.toml", "panzers =", "panzer =", "(did you mean panzers?), found 'panzer'"),
    ],
)
def test_a_misspelt_word_is_told_with_its_line(bfm: Path, file: str, right: str, wrong: str, words: str) -> None:
    line = _misspell(bfm, file, right, wrong)
    assert any(told.count(f"{file}, line {line}") and words in told for told in told_by_lint(bfm)), told_by_lint(bfm)


def test_a_rule_is_by_nobody_or_by_a_function_that_is_there(bfm: Path) -> None:
    _misspell(bfm, "rules/rules.rules", "by: none", "by: non")
    assert told_by_lint(bfm) == [
        "rules/rules.rules, line 3: rule 1.1, 'by': expected one of none (did you mean none?), or a function of the "
        "package, from it on; found 'non' [rules]"
    ]


def test_a_drag_follows_on_results_of_the_game() -> None:
    spec = find_spec("trp")
    parts, table = load_inputs(find_game("trp"), spec.folder), read_table(spec.folder)

    def told(known: TableFile) -> list[str]:
        charts, sequence = load_chart_set(spec.folder, None), parts.game.sequence
        return [str(each) for each in unknown_names(spec, known, parts.board, parts.roster, charts, sequence)]

    assert told(table) == []
    at = next(number for number, command in enumerate(table.command) if command.dragged)
    commands = list(table.command)
    commands[at] = replace(commands[at], dragged=(DraggedData(results=("D1", "D5")),))
    (found,) = told(replace(table, command=tuple(commands)))
    assert "field 'dragged': expected a result, one of " in found
    assert "found 'D5'" in found


def test_all_of_a_run_are_told_at_once(bfm: Path) -> None:
    for file, right, wrong in (
        ("units.csv", "ger-5, german, german", "ger-5, germna, german"),
        ("units.csv", "ger-6, german, german", "ger-6, german, germann"),
        ("charts/combat.toml", '"4-1" = {', '"4-2" = {'),
        ("charts/combat.toml", '"NE", "NE", "AL"', '"NE", "NE", "AR"'),
        ("charts/terrain.toml", "shift  = -1\ntags", "shfit  = -1\ntags"),
        ("rules/basics.toml", 'defender = "step"', 'defender = "stpe"'),
        ("map/map.toml", 'kind = "city"', 'kind = "ctiy"'),
        ("map/boxes.toml", 'side   = "soviet"', 'side   = "sovjet"'),
    ):
        _misspell(bfm, file, right, wrong)
    told = told_by_lint(bfm)
    for word in ("germna", "germann", "4-2", "AR", "shfit", "stpe", "ctiy", "sovjet"):
        assert sum(f"'{word}'" in line for line in told) == 1, (word, told)


def test_several_keys_of_one_file_aretold_by_lint(bfm: Path) -> None:
    _misspell(bfm, "game.toml", "rule-numbers", "rule-number")
    _misspell(bfm, "game.toml", "languages", "langauges")
    _misspell(bfm, "game.toml", "faces = 6", 'faces = "six"')
    told = told_by_lint(bfm)
    assert [line.partition("found ")[2] for line in told] == ["'rule-number'", "'langauges'", "'six'"]
