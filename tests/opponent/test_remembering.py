"""The program remembers a game in its notes, so that it goes on from the last log alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.opponent.mailed import VERSION, answered, audited, inputs
from trc_module.auditing.audit import Audit
from trc_module.module.compose import compose
from trc_module.opponent.beginning import begin
from trc_module.opponent.game_so_far import side_first
from trc_module.opponent.remembering import notes_in, notes_with, remembered
from trc_module.rules.finder import find_game
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record


def told(audit: Audit) -> list[str]:
    return [str(noted.finding) for noted in audit.findings if noted.finding.verdict is not Verdict.NOTE]


@pytest.fixture(scope="module", params=["nr", "m41"])
def logs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return a first save and answers to and fro, each to the last log alone."""
    parts, folder = inputs(request.param), tmp_path_factory.mktemp(request.param)
    found = [folder / "0.vsav"]
    game = parts.game
    begin(parts, "campaign", game.sides[0], "s3", found[0], VERSION, "1")
    side = side_first(game, audited(parts, found[0]).end)
    for number in range(1, 9):
        done = answered(parts, folder / f"{number}.vlog", found[-1], side=side)
        found.append(folder / f"{number}.vlog")
        side = next((game.decides(done.end, act) for act in done.part.asked), side_first(game, done.end))
    return found


def test_answers_to_the_last_log_alone_are_one_game_without_a_finding(logs: list[Path]) -> None:
    parts = inputs("nr" if "nr" in logs[0].parent.name else "m41")
    whole = audited(parts, *logs, scenario="campaign")
    assert told(whole) == []
    last = remembered(audited(parts, logs[-1], scenario="campaign"), "s3")
    assert told(last) == []
    assert [(b.number, b.result, b.lost) for b in last.end.battles] == [
        (b.number, b.result, b.lost) for b in whole.end.battles
    ]
    assert last.end.control == whole.end.control
    assert last.end.forces == whole.end.forces


def test_the_word_of_somebody_else_is_not_taken(logs: list[Path]) -> None:
    parts = inputs("nr" if "nr" in logs[0].parent.name else "m41")
    audit = audited(parts, logs[-1], scenario="campaign")
    assert remembered(audit, "another secret") is audit
    assert remembered(audit, "s3") is not audit


def test_the_notes_of_a_game_stay_and_hold_the_last_position_alone() -> None:
    game = inputs("nr").game
    start = game.start("campaign", frozenset())
    first = notes_with("Bring a map.", game, start, "s")
    again = notes_with(first.text, game, start, "s")
    assert again == first
    assert first.text.startswith("Bring a map.|What trc-module remembers of this game, for itself: ")
    assert notes_in([None, first, notes_with("", game, start, "s")]).startswith("What trc-module")
    assert notes_in([]) == ""


def test_who_was_withdrawn_for_some_turns_may_lie_in_the_box_of_the_withdrawn(tmp_path: Path) -> None:
    parts = inputs("trc")
    text = (
        "game: trc\nscenario: campaign\nat: turn 19 axis impulse 1 movement clear\non O22: ger-41-pz\n"
        "on S24: ger-3-ss-pz ger-2-ss-pz\non R9: rus-24-inf rus-worker-moscow rus-stalin\nbox axis bulgarian-garrison: "
        "ger-15-mtn\n\nwithdraw ger-3-ss-pz\nwithdraw ger-2-ss-pz\nend\nend\nend\nend\nend\n"
    )
    paths = [tmp_path / f"{number}.vlog" for number in range(3)]
    compose(parts, read_record(text, "x", find_game), paths[0], VERSION)
    for before, path, side in ((paths[0], paths[1], "russian"), (paths[1], paths[2], "axis")):
        answered(parts, path, before, side=side, anyway=True)
    last = audited(parts, paths[-1], scenario="campaign")
    assert last.start.place("ger-3-ss-pz") == "withdrawn"
    assert remembered(last, "s3").start.place("ger-3-ss-pz") == "turn-23"
