"""A log that ends in the midst of a battle is answered for what is the program's, or refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.opponent.cut import cuts, found_at
from tests.opponent.mailed import answered, audited, inputs
from trc_module.errors import UserError
from trc_module.gamespec import GAMES_PATH
from trc_module.module.compose import compose
from trc_module.rules.actions import Attack, RollCombat
from trc_module.rules.finder import find_game, known_game
from trc_module.rules.record import read_record

KIT = Path(__file__).parents[1] / "systems" / "kit"
FIGHT = (
    "game: trc\nscenario: barbarossa\nat: turn 2 axis impulse 1 combat clear\n"
    "on O22: ger-41-pz ger-12-inf ger-13-inf\non O21: rus-24-inf rus-3-inf\non R9: rus-worker-moscow\n"
)


@pytest.mark.parametrize(
    ("name", "scenario", "most"),
    [
        ("trc", "breaking-storm", 3),
        ("nr", "campaign", 4),
        ("m41", "campaign", 5),
        ("trp", "22jun41", 2),
        ("bfm", "", 4),
    ],
)
def test_each_stage_of_a_battle(
    name: str, scenario: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GAMES_PATH, str(KIT))
    known_game.cache_clear()
    parts = inputs(name)
    told = scenario or next(each for each in parts.game.scenarios if each != "none")
    stages = list(cuts(parts, told, 3, most))
    assert isinstance(stages[0][-1], Attack)
    assert [text for acts in stages for text in found_at(parts, told, acts, tmp_path)] == []


def test_a_battle_that_somebody_else_declared_is_rolled_first(tmp_path: Path) -> None:
    parts = inputs("trc")
    text = f"{FIGHT}attack 1: ger-41-pz ger-12-inf ger-13-inf x rus-24-inf rus-3-inf\n"
    compose(parts, read_record(text, "x", find_game), tmp_path / "mine.vlog", "0.0.1")
    done = answered(parts, tmp_path / "answer.vlog", tmp_path / "mine.vlog", side="axis")
    first = done.part.acts[0][1]
    assert isinstance(first, RollCombat)
    assert first.number == 1
    audit = audited(parts, tmp_path / "mine.vlog", tmp_path / "answer.vlog")
    assert audit.violations == 0


def test_where_the_program_would_break_a_rule_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = inputs("trc")
    compose(parts, read_record(FIGHT, "x", find_game), tmp_path / "mine.vlog", "0.0.1")

    class Wrong:
        def plays(self, side: str, cards: object) -> None:
            """Play a side."""

        def acts(self, look: object) -> list[Attack]:
            return [Attack(1, ("ger-41-pz",), ("rus-worker-moscow",))]

    monkeypatch.setattr(type(parts.game), "opponent", lambda *_: Wrong())
    with pytest.raises(UserError, match="does not know how to go on in turn 2 axis impulse 1 combat: what "):
        answered(parts, tmp_path / "answer.vlog", tmp_path / "mine.vlog", side="axis")
    assert not (tmp_path / "answer.vlog").exists()
