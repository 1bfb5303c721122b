"""The rules of Moscow 1941: each row of the ledger, its examples, and games that it plays against itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.examples import unmet_examples
from trc_module.games import find_game
from trc_module.rules.actions import End
from trc_module.rules.invariants import broken, round_trip
from trc_module.rules.ledger import coverage
from trc_module.rules.registry import Rule
from trc_module.rules.selfplay import self_play

GAME = find_game("m41")


@pytest.mark.parametrize("rule", GAME.book.under(""), ids=lambda rule: rule.number)
def test_each_example_tells_what_it_expects(rule: Rule) -> None:
    assert unmet_examples(rule, "m41") == []


def test_every_row_of_the_ledger_is_judged() -> None:
    rows = coverage(GAME.book, GAME.ledger)
    assert len(rows) == 41
    assert [row.row.rule for row in rows if row.status != "implemented"] == []


@pytest.mark.parametrize("scenario", ["campaign", "assault"])
@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_breaks_no_rule_and_no_invariant(seed: int, scenario: str) -> None:
    assert list(_problems(seed, scenario)) == []


def _problems(seed: int, scenario: str) -> Iterator[str]:
    before = None
    for told, state in self_play(GAME, GAME.start(scenario, frozenset()), GAME.player("", seed), 6):
        yield from broken(GAME, state, before)
        if isinstance(told.action, End):
            yield from round_trip(GAME, state)
        before = state


def test_a_record_may_begin_between_two_rounds() -> None:
    fought = next(
        state
        for _, state in self_play(GAME, GAME.start("campaign", frozenset()), GAME.player("", 1), 6)
        if "exchanges" in state.slices and "statuses" in state.slices
    )
    assert list(round_trip(GAME, fought)) == []
