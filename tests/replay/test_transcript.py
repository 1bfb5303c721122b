"""Logs of any game, told without rules: from our own module's pieces under another module's name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import html

from tests.growth import growth
from tests.replay.script import CLEAR, Script
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.transcript import ChatRoll, _in_chat, read_transcript
from trc_module.vassal.commands import ChangeProperty, Chat


@pytest.fixture
def script(parts: ModuleInputs, tmp_path: Path) -> Script:
    return Script(parts, CLEAR + "on J20: ger-41-pz ger-56-pz\n", tmp_path / "other.vlog")


def rolls(script: Script) -> list[tuple[int, str, tuple[int, ...], str]]:
    found = read_transcript(script.write("Other game")).rolls
    return [(roll.step, roll.name, roll.results, roll.by) for roll in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("* 1d6 = 6 *** <Ann>", ("1d6", (6,), "Ann")),
        ("*** Combat = 3,4 *** <Ann>", ("Combat", (3, 4), "Ann")),
        ("** Roll 2d10 = 7, 10", ("Roll 2d10", (7, 10), "")),
        ("*** (Rally DR) 4,1 ***   <Bob>      [1 / 2   avg   5.00 (7.00)]    (01.46)", ("Rally DR", (4, 1), "Bob")),
        ("*** (SA dr) 5 ***   <Bob>      [1 / 2   avg   5.00 (3.00)]", ("SA dr", (5,), "Bob")),
        ("*  = 3 *** <Ann>", ("*", (3,), "Ann")),
        ("== 2d6 = 3 , 4", ("2d6", (3, 4), "")),
        ("* 1d6 = 3 <Ann", ("1d6", (3,), "")),
        ("* 1d6 = 3 rolled <Ann> at 5", ("1d6", (3,), "Ann")),
    ],
)
def test_a_roll_in_the_chat_is_read(script: Script, text: str, found: tuple[str, tuple[int, ...], str]) -> None:
    script.raw(Chat(text))
    assert rolls(script) == [(1, *found)]


@pytest.mark.parametrize(
    "text",
    [
        "* Turn = 5",
        "* 1215 -> 0312 * 1 Corps",
        "* 1d6 = six *** <Ann>",
        "* UNDO: 1d6 = 6 *** <Ann>",
        "<Ann> - 1d6 = 6",
        "* 1d6 = 3 of 4",
        "1d6",
        "1d6 =",
    ],
)
def test_what_is_no_roll_is_none(script: Script, text: str) -> None:
    script.raw(Chat(text))
    assert rolls(script) == []


def test_a_roll_that_is_a_property_too_is_one_roll(script: Script) -> None:
    script.raw(Chat("* 1d6 = 6 *** <Ann>"), ChangeProperty("1d6_result", "2", "6", "Module"))
    assert rolls(script) == [(1, "1d6", (6,), "Ann")]


def test_sides_are_known_where_every_die_is_shown() -> None:
    told = ChatRoll(1, "2d6", (3, 4), ""), ChatRoll(1, "2d6", (7,), ""), ChatRoll(1, "Combat", (3,), "")
    assert [roll.sides for roll in told] == [6, None, None]


def test_a_transcript_tells_lines_and_else_moves(script: Script) -> None:
    script.move("ger-41-pz", "K20").raw(Chat("<Ann> - hello"), Chat(" ")).together("ger-56-pz", to="K20")
    told = read_transcript(script.write("Other game")).passages
    assert [passage.step for passage in told] == [1, 2, 3]
    assert [passage.by for passage in told] == ["Axis player", "", "Axis player"]
    assert told[1].lines == ("Ann: hello",)
    assert told[2].lines[0].startswith("German 56 Armor 7-7: Main Map (")


def test_commands_tell_any_game(script: Script) -> None:
    script.raw(Chat("* 1d6 = 6 *** <Ann>")).raw(Chat("* 1d6 = 2 *** <Ann>"))
    path = str(script.write("Other game"))
    dice = CliRunner().invoke(group, ["dice", path], catch_exceptions=False).output
    assert dice.splitlines()[2:6] == [
        "1: 1d6: 6 by Ann",
        "2: 1d6: 2 by Ann",
        "",
        "1d6 by Ann: 2 rolls, mean of the sum 4.00; 2 x 1, 6 x 1",
    ]
    tree = json.loads(CliRunner().invoke(group, ["dice", path, "--json"]).output)
    assert [roll["results"] for roll in tree[0]["rolls"]] == [[6], [2]]
    summary = CliRunner().invoke(group, ["summary", path], catch_exceptions=False).output
    assert summary.splitlines()[2:] == ["1: * 1d6 = 6 *** <Ann>", "2: * 1d6 = 2 *** <Ann>"]
    assert "secret" not in dice + summary


def test_a_page_tells_the_dice_that_count_and_every_step(script: Script, tmp_path: Path) -> None:
    script.raw(Chat("* 1d6 = 6 *** <Ann>")).raw(Chat("* 1d6 = 2 *** <Ann>")).undo()
    script.raw(Chat("<Ann> - <script>alert(1)</script>"))
    page = tmp_path / "page.html"
    done = CliRunner().invoke(group, ["summary", str(script.write("Other game")), "--html", str(page)])
    assert (done.exit_code, done.output) == (0, f"Wrote {page}.\n")
    root = html.document_fromstring(page.read_text(encoding="utf-8"))
    texts = [["".join(map(str, cell.itertext())).split() for cell in row.iter("th", "td")] for row in root.iter("tr")]
    assert [[" ".join(words) for words in row] for row in texts] == [
        ["Dice", "Player", "Rolls", "Mean of the sum", "Each result, how often"],
        ["1d6", "Ann", "1", "6.00", "6 × 1"],
        ["Step", "What was said, reported and moved"],
        ["1", "* 1d6 = 6 *** <Ann>"],
        ["2", "* 1d6 = 2 *** <Ann> Taken back in step 3."],
        ["3", "* UNDO: * 1d6 = 2 *** <Ann>"],
        ["4", "Ann: <script>alert(1)</script>"],
    ]
    assert list(root.iter("script")) == []
    assert "secret" not in page.read_text(encoding="utf-8")


def test_logs_of_several_modules_are_not_one_game(script: Script, tmp_path: Path) -> None:
    ours = script.write()
    script.path = tmp_path / "b.vlog"
    done = CliRunner().invoke(group, ["dice", str(ours), str(script.write("Other game"))])
    assert isinstance(done.exception, UserError)
    assert "Expected logs of one module" in str(done.exception)


def test_a_roll_that_was_taken_back_says_so(script: Script) -> None:
    script.raw(Chat("* 1d6 = 6 *** <Ann>")).undo()
    transcript = read_transcript(script.write("Other game"))
    assert [(roll.step, roll.undone) for roll in transcript.rolls] == [(1, 2)]
    assert transcript.passages[0].undone == 2


@pytest.mark.parametrize("before", ["", "* 1d6 = 3", "*** (a dr) 4", "1d6"])
@pytest.mark.parametrize("unit", ["*", " ", "1", "1d", "=", "= ", " = 3", ", 4", "<", "< ", "a", "(", "d6 ", "- "])
def test_a_line_of_double_length_takes_twice_the_time(before: str, unit: str) -> None:
    # One character less than the line that is not looked at any more, so that each is looked at.
    assert (
        growth(lambda text: [_in_chat(text[at : at + 1990], ()) for at in range(0, len(text), 1990)], before, unit, "!")
        < 3
    )


def test_a_long_line_is_no_roll(script: Script) -> None:
    script.raw(Chat("* 1d6 = 6 *** <Ann>" + " " * 1981), Chat("* 1d8 = 6 *** <Ann>" + " " * 1982))
    assert rolls(script) == [(1, "1d6", (6,), "Ann")]
