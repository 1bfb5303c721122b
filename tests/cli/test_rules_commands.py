from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trc_module.cli.main import group
from trc_module.errors import UserError

LEGAL = "game: trc\nat: turn 2 axis impulse 1 movement clear\non Y20: ger-12-inf\nmove ger-12-inf Y20 > Y16\n"
ILLEGAL = LEGAL.replace("Y16", "Y15")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(group, list(arguments))


def record(folder: Path, text: str) -> str:
    path = folder / "x.game"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (LEGAL, 0),
        (ILLEGAL, 1),
        (ILLEGAL + "expect 4.1.2\n", 0),
        (LEGAL + "expect 4.1.2\n", 1),
        (LEGAL + "expect ok\n", 0),
    ],
)
def test_check_tells_by_its_exit_code(tmp_path: Path, text: str, code: int) -> None:
    assert run("check", record(tmp_path, text)).exit_code == code


@pytest.mark.parametrize("words", [("audit",), ("--game", "trc", "audit"), ("summary",), ("dice",), ("record",)])
def test_a_record_in_place_of_a_log_is_told_as_one(tmp_path: Path, words: tuple[str, ...]) -> None:
    with pytest.raises(UserError, match=r"x\.game' is a game record, .*'trc-module check' judges it"):
        group.main([*words, record(tmp_path, LEGAL)], standalone_mode=False)


def test_check_prints_findings_or_unmet_expectations(tmp_path: Path) -> None:
    assert "violation 4.1.2c: ger-12-inf moved at least 5 hexes" in run("check", record(tmp_path, ILLEGAL)).output
    assert "1 of 1 expectations met." in run("check", record(tmp_path, ILLEGAL + "expect 5.4|4.1.2\n")).output
    tree = json.loads(run("check", "--json", record(tmp_path, ILLEGAL)).output)
    assert tree["acts"][0]["findings"][0]["rule"] == "4.1.2c"


@pytest.mark.parametrize("text", ["game: chess\n", "game: trc\nfly\n", "game: trc\nmove ger-41-pz Y20 Y19\n"])
def test_check_refuses_what_it_cannot_read_with_one_sentence(tmp_path: Path, text: str) -> None:
    result = run("check", record(tmp_path, text))
    assert isinstance(result.exception, UserError)
    assert "\n" not in str(result.exception)


def test_check_refuses_files_that_are_none(tmp_path: Path) -> None:
    missing = run("check", str(tmp_path / "none.game")).exception
    assert isinstance(missing, UserError)
    assert str(missing).endswith("the game record cannot be read (No such file or directory).")
    (tmp_path / "x.game").write_bytes(b"game: trc\xff")
    assert isinstance(run("check", str(tmp_path / "x.game")).exception, UserError)


def test_position_prints_a_line_that_is_a_record_of_itself(tmp_path: Path) -> None:
    line = run("position", record(tmp_path, LEGAL + "end\n")).output
    assert line == (
        "game: trc; scenario: none; at: turn 2 axis impulse 1 combat clear; "
        "before: perhaps-passed Y20, unsure-control X21; on Y16: ger-12-inf\n"
    )
    assert run("position", record(tmp_path, line)).output == line


def test_rule_explains_one_or_all_under_a_number() -> None:
    page = run("rule", "8.3a").output
    assert page.startswith("8.3a  A unit does not move directly from one enemy-controlled hex to another\n")
    assert "What a log must say: the hexes crossed (D05)" in page
    assert [rule["rule"] for rule in json.loads(run("rule", "--json", "6.1").output)] == ["6.1a", "6.1b", "6.1c"]
    assert "Reading C28 (high confidence)" in run("rule", "8.2d").output
    assert "movement chart: " in run("rule", "5.4").output


def test_rule_names_file_and_line_of_code_and_of_words() -> None:
    (rule,) = json.loads(run("rule", "--json", "8.3a").output)
    root = Path(__file__).parents[2]
    for place, expected in (
        (rule["rulebook_place"], f"8.3a  {rule['title']}"),
        (rule["code_place"], '@book.rule("8.3a")'),
    ):
        name, _, line = place.rpartition(":")
        assert (root / name).read_text(encoding="utf-8").splitlines()[int(line) - 1] == expected
    last = run("rule", "8.3a").output.splitlines()[-2:]
    assert last == [f"Code: {rule['code']} ({rule['code_place']})", f"Rulebook file: {rule['rulebook_place']}"]
    # The words name the function of 21.4c; nothing needs to carry out 2.1b.
    assert (
        "Code: trc_module.games.trc.arrivals.axis_replacements.judge_the_claims (trc_module/"
        in run("rule", "21.4c").output
    )
    (nobodys,) = json.loads(run("rule", "--json", "2.1b").output)
    assert (nobodys["code"], nobodys["code_place"]) == ("", "")


def test_rule_says_what_it_does_not_know() -> None:
    assert str(run("rule", "99").exception) == "There is no rule 99; 'trc-module rules' lists those that we know."


def test_rule_finds_by_words_and_by_what_players_write_for_short() -> None:
    page = run("rule", "zoc").output
    assert "7.2      A unit stops as soon as it enters an enemy zone of control\n" in page
    assert page.endswith("'trc-module rule 7.1a' explains the first of them.\n")
    assert run("rule", "zone", "of", "control").output == page
    limits = [rule["rule"] for rule in json.loads(run("rule", "--json", "stacking", "limits").output)]
    assert limits[:3] == ["3.3d", "6.2a", "6.2b"]
    # A single rule that is found is explained.
    assert run("rule", "causeway").output.startswith("9.3.3a  Rail movement passes through any terrain\n")


def test_rules_lists_the_rules_under_a_number() -> None:
    assert [line.split()[0] for line in run("rules", "6").output.splitlines()] == [
        "6.1a",
        "6.1b",
        "6.1c",
        "6.2a",
        "6.2b",
        "6.3",
    ]
    assert json.loads(run("rules", "--json", "6.2").output) == [
        {"rule": "6.2a", "title": "Stacking limits hold at the end of the movement phase"},
        {"rule": "6.2b", "title": "Stacking limits hold after each battle"},
    ]


def test_coverage_holds_the_code_against_every_row_of_a_section() -> None:
    rows = {row["rule"]: row["status"] for row in json.loads(run("rules", "--coverage", "--json").output)}
    sections = Counter(int(number.partition(".")[0]) for number in rows)
    assert sum(n for section, n in sections.items() if section <= 25) == 462
    assert (sections[26], sections[27]) == (96, 45)
    assert rows["8.3a"] == "implemented"
    assert rows["8.2b"] == "permission"
    assert run("rules", "--coverage", "5").exit_code == 0


def test_words_find_tasks_after_the_rules() -> None:
    # A task that the words name comes before a rule that names them in its explanation alone.
    assert run("rule", "combat", "orders").output == (
        "To write and check combat orders by mail:\n"
        "    trc-module orders game.vlog, trc-module orders check orders.txt --position save.vsav, trc-module audit\n"
        "    game.vlog --orders orders.txt\n"
        "Named in the explanation of 28.3c.\n"
        "'trc-module rule 28.3c' explains the first of them.\n"
    )
    assert run("rule", "tournament").output.startswith("To run a tournament:\n    trc-module tournament new ")
    assert run("rule", "kerch", "strait").output.startswith("8.5.1a ")


def test_a_rule_that_nothing_can_be_judged_of_says_so() -> None:
    done = run("rule", "28.8")
    assert isinstance(done.exception, UserError)
    assert str(done.exception) == "Rule 28.8 is in the rulebook, and says nothing that could be judged (28.8)."
