"""The toy game's logs: composed, audited, and crimes found in them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.toy import load
from tests.toy.game import FOLDER
from trc_module.auditing.start import read_start
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.gamespec import GAMES_PATH
from trc_module.module.inputs import load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.actions import End
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.record import record_text
from trc_module.rules.registry import Rule
from trc_module.rules.selfplay import record_of, self_play
from trc_module.systems.cards import CARDS, Cards
from trc_module.systems.steps import STEPS
from trc_module.vassal.commands import AddPiece
from trc_module.vassal.saves import read_saved_game
from trc_module.vassal.traits import Piece, read_piece

TOY = load()


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES_PATH, str(Path(__file__).parents[1]))


def audited(folder: Path, record: str) -> dict[str, Any]:
    """Compose a log from a record and audit it; return the report."""
    (folder / "a.game").write_text(record, encoding="utf-8")
    made = CliRunner().invoke(group, ["compose", str(folder / "a.game"), "-o", str(folder / "a.vlog")])
    assert made.exit_code == 0, made.output
    report: dict[str, Any] = json.loads(CliRunner().invoke(group, ["audit", str(folder / "a.vlog"), "--json"]).output)
    return report


@pytest.mark.parametrize("seed", range(8))
def test_a_random_game_is_audited_without_a_finding(tmp_path: Path, seed: int) -> None:
    start = TOY.start("campaign", frozenset())
    acts = [told.action for told, _ in self_play(TOY, start, TOY.player("random", seed), 5)]
    report = audited(tmp_path, record_text(record_of(TOY, start, acts)))
    assert report["game"] == "toy"
    assert len(report["acts"]) == len(acts)
    assert report["findings"] == []


@pytest.mark.parametrize("seed", range(4))
def test_the_second_half_of_a_random_game_is_audited_without_a_finding(tmp_path: Path, seed: int) -> None:
    told = list(self_play(TOY, TOY.start("campaign", frozenset()), TOY.player("random", seed), 5))
    ends = [place for place, (each, _) in enumerate(told) if isinstance(each.action, End)]
    middle = ends[len(ends) // 2]
    begun, acts = told[middle][1], [each.action for each, _ in told[middle + 1 :]]
    report = audited(tmp_path, record_text(record_of(TOY, begun, acts)))
    assert len(report["acts"]) == len(acts)
    assert report["findings"] == []
    log = open_log(tmp_path / "a.vlog", load_inputs(TOY, FOLDER))
    (world,) = read_start(log, log.table()).worlds
    assert STEPS.of(world) == STEPS.of(begun)
    assert replace(CARDS.of(world), shuffles=0) == replace(CARDS.of(begun), shuffles=0)


@pytest.mark.parametrize("rule", TOY.book.under(""), ids=lambda rule: rule.number)
def test_a_crime_is_found_in_a_log(tmp_path: Path, rule: Rule) -> None:
    (example,) = rule.examples
    acts = [line for line in example.illegal.splitlines() if not line.startswith("expect")]
    told = {told.rule for statement in example.broken for told in statement.told}
    report = audited(tmp_path, "\n".join(["game: toy", *acts, ""]))
    assert {finding["rule"] for finding in report["findings"]} == told


@pytest.mark.parametrize(("reduced", "told"), [("", set()), ("reduced: blue-g 1\n", {"M1"})])
def test_a_log_that_begins_with_a_reduced_unit_shows_its_face(tmp_path: Path, reduced: str, told: set[str]) -> None:
    # The gun moves two hexes of meadow, but only one when it has lost a step.
    record = f"game: toy\nat: turn 3 blue march\non 0202: blue-g\n{reduced}move blue-g 0202 0102 0101\n"
    assert {finding["rule"] for finding in audited(tmp_path, record)["findings"]} == told


HANDS = "game: toy\nat: turn 2 red battle\nhand: red 2, blue 3\ndiscards: card-5 card-4\ncard red card-9 discard\n"
"""Red holds card 9, which it plays, and one more."""


def test_a_log_that_begins_with_cards_in_hands_tells_how_many_and_what_lies_on_the_pile(tmp_path: Path) -> None:
    assert audited(tmp_path, HANDS)["findings"] == []
    log = open_log(tmp_path / "a.vlog", load_inputs(TOY, FOLDER))
    (world,) = read_start(log, log.table()).worlds
    assert CARDS.of(world) == Cards(FrozenMap({"red": 2, "blue": 3}), ("card-5", "card-4"))


@pytest.mark.parametrize("options", [["--json"], ["--html", "a.html"], []], ids=["json", "html", "text"])
def test_no_report_tells_what_a_hand_holds(tmp_path: Path, options: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    audited(tmp_path, HANDS)
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(group, ["audit", "a.vlog", *options])
    assert told.exit_code == 0, told.output
    text = told.output + "".join(path.read_text(encoding="utf-8") for path in tmp_path.glob("*.html"))
    held = in_hands(tmp_path / "a.vlog")
    assert "card-9" in held
    assert len(held) == 5
    assert [card for card in held if card != "card-9" and re.search(rf"{card}\b", text)] == []


def in_hands(path: Path) -> list[str]:
    """Return the cards that lie in hands when a log begins."""
    added = (read_piece(command) for command in read_saved_game(path).commands() if isinstance(command, AddPiece))
    return [str(each.property("card")) for each in added if isinstance(each, Piece) and str(each.map).endswith("hand")]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hand: red 9, blue 4", "the record's hands hold 13 cards; the deck has 12 for them."),
        ("discards: card-13", "the record has 'card-13' among the discards; the deck has no such card"),
        ("discards: card-1 card-1", "the record has 'card-1' among the discards; the deck has no such card"),
    ],
)
def test_more_cards_than_the_deck_has_are_refused(tmp_path: Path, line: str, told: str) -> None:
    (tmp_path / "a.game").write_text(f"game: toy\nat: turn 2 red battle\n{line}\nend\n", encoding="utf-8")
    with pytest.raises(UserError, match=re.escape(told)):
        group.main(["compose", str(tmp_path / "a.game"), "-o", str(tmp_path / "a.vlog")], standalone_mode=False)
    assert not (tmp_path / "a.vlog").exists()
