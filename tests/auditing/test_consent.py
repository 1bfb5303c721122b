"""A die that is taken back and rolled again: what both players say to that in chat counts, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.auditing.test_bad_input import composer
from tests.auditing.test_mailed import PLAYS
from tests.replay.script import _inverse
from trc_module.auditing.audit import audit_chain
from trc_module.declarations import PLAIN_DIE
from trc_module.module.identity import save_data
from trc_module.replay.chain import join_logs
from trc_module.replay.gamelog import open_log
from trc_module.rules.interpretation import LogStep
from trc_module.vassal.commands import Chat, Undo
from trc_module.vassal.saves import make_step, write_saved_game


def told(folder: Path, game: str, asks: str, answers: str) -> list[str]:
    """Return the verdicts on a die that was taken back and rolled again, with what two players said in between."""
    parts, made = composer(game)
    initial = made.initial()
    plain = next(iter(parts.grammar.verbs_of(PLAIN_DIE)))
    first, last = (list(made._step(LogStep(((plain, {"die": pips}),)))) for pips in ("1", "5"))
    gone = [Undo(True), *(_inverse(command) for command in reversed(first) if command is not None), Undo(False)]
    said = (Chat(f"<one> - {asks}"), Chat(f"<other> - {answers}"))
    path = folder / "again.vlog"
    steps = [make_step(first), make_step(gone), *(make_step([words]) for words in said), make_step(last)]
    write_saved_game(path, initial, steps, save_data=save_data("1", "Again"), module_data=parts.module_data("1"))
    found = audit_chain(join_logs([open_log(path, parts)])).findings
    return [noted.finding.verdict.value for noted in found if noted.finding.rule == "log.reroll"]


@pytest.mark.parametrize("game", PLAYS)
@pytest.mark.parametrize(
    ("asks", "answers", "verdict"),
    [
        ("cocked, roll again?", "ok", "note"),
        ("cocked, roll again?", "no, it stands", "doubt"),
        ("noch einmal würfeln?", "ja, klar", "note"),
        ("noch einmal würfeln?", "nein", "doubt"),
        ("tiro di nuovo?", "va bene", "note"),
        ("tiro di nuovo?", "no, resta", "doubt"),
        ("hello", "ok", "undecided"),
    ],
)
def test_consent_and_refusal_are_heard(tmp_path: Path, game: str, asks: str, answers: str, verdict: str) -> None:
    assert told(tmp_path, game, asks, answers) == [verdict]
