"""A game that is none of ours, and whose rules are data, is answered like any other; so are dice with ten faces."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.opponent.mailed import answered, audited, first_log, inputs
from trc_module.auditing.audit import Audit
from trc_module.gamespec import GAMES_PATH
from trc_module.opponent.dice_check import check_dice
from trc_module.rules.finder import known_game
from trc_module.rules.finding import Verdict

TESTS = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES_PATH, os.pathsep.join(map(str, (TESTS, TESTS / "systems" / "kit"))))
    known_game.cache_clear()


def told(audit: Audit) -> list[str]:
    return [str(noted.finding) for noted in audit.findings if noted.finding.verdict is not Verdict.NOTE]


@pytest.mark.parametrize(("name", "level"), [("bfm", "fair"), ("bfm", "easy"), ("toy", "fair")])
def test_a_strangers_game_is_answered_without_a_finding(name: str, level: str, tmp_path: Path) -> None:
    parts = inputs(name)
    logs = [tmp_path / "0.vlog"]
    side = first_log(parts, logs[0], "campaign", 3, parts.game.sides[1]).clock.side
    for number in range(1, 3):
        done = answered(parts, tmp_path / f"{number}.vlog", *logs, side=side, level=level)
        assert done.part.acts
        logs.append(tmp_path / f"{number}.vlog")
        # A battle may leave the other side something to decide.
        asked = [parts.game.decides(done.end, act) for act in done.part.asked]
        side = next(iter(asked), done.end.clock.side)
    audit = audited(parts, *logs, scenario="campaign")
    assert told(audit) == []
    assert audit.end.clock == done.end.clock
    assert all(each.fair for each in check_dice(audit.chain))


def test_who_looks_ahead_answers_too(tmp_path: Path) -> None:
    parts = inputs("toy")
    log = tmp_path / "0.vlog"
    side = first_log(parts, log, "campaign", 3, parts.game.sides[1]).clock.side
    done = answered(parts, tmp_path / "1.vlog", log, side=side, level="hard", seconds=2.0)
    assert done.end.clock.side != side
    assert told(audited(parts, log, tmp_path / "1.vlog", scenario="campaign")) == []
