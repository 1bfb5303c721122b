"""The toy game's rules: their examples, and games that it plays against itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import trc_module
from tests.examples import unmet_examples
from tests.toy import load
from tests.toy.game import FOLDER
from trc_module.gamespec import GAMES_PATH
from trc_module.rules.actions import End
from trc_module.rules.invariants import broken, round_trip
from trc_module.rules.registry import Rule
from trc_module.rules.selfplay import self_play

TOY = load()


@pytest.mark.parametrize("rule", TOY.book.under(""), ids=lambda rule: rule.number)
def test_each_example_tells_what_it_expects(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES_PATH, str(Path(__file__).parents[1]))
    assert unmet_examples(rule, "toy") == []


@pytest.mark.parametrize("seed", range(10))
def test_a_random_game_breaks_no_rule_and_no_invariant(seed: int) -> None:
    assert list(_problems(seed)) == []


def _problems(seed: int) -> Iterator[str]:
    before = None
    for told, state in self_play(TOY, TOY.start("campaign", frozenset()), TOY.player("random", seed), 5):
        yield from broken(TOY, state, before)
        if isinstance(told.action, End):
            yield from round_trip(TOY, state)
        before = state


def test_it_is_data_and_at_most_400_lines_of_rules_and_no_room_knows_it() -> None:
    rules = (FOLDER / f"{name}.py" for name in ("cards", "combat", "movement"))
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in rules) <= 400
    package = Path(trc_module.__file__).parent
    texts = {path: path.read_text(encoding="utf-8") for path in package.rglob("*.py")}
    assert [path for path, text in texts.items() if re.search(r"\btoy\b|Baronies", text)] == []


def test_a_record_may_begin_in_the_middle_of_a_battle() -> None:
    fought = next(
        state
        for _, state in self_play(TOY, TOY.start("campaign", frozenset()), TOY.player("random", 1), 5)
        if state.battles
    )
    assert list(round_trip(TOY, fought)) == []
    assert list(TOY.marks) == ["battle", "paid", "charged"]
