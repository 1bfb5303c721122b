"""Logs that nobody plays: of chat alone, of dice alone, of the turn tracker alone, doubled, with another game's lines.

Each is judged or left undecided, in every game, without an error and within the time that `audits` gives a game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.auditing.test_mailed import PLAYS, toy
from tests.untidy.other_plays import Scripted, parts_of
from tests.untidy.writing import _UntidyComposer
from trc_module.auditing.audit import audit_chain
from trc_module.declarations import PLAIN_DIE
from trc_module.module.identity import save_data
from trc_module.module.inputs import ModuleInputs
from trc_module.module.tabletop import turn_command
from trc_module.replay.chain import join_logs
from trc_module.replay.gamelog import open_log
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record import read_record
from trc_module.vassal.commands import Chat, Node
from trc_module.vassal.saves import make_step, step_commands, write_saved_game

SECONDS = 30
"""The time that a log may take: half of what `audits` allows."""
WORDS = (
    "hello", "dice server: 5", "battle 1: die 3", "Würfel: 4", "combat now", "sorry, undo that", "roll again?", "ok",
    "2-1 please", "snow", "<!--NR ROLL b=1 die=5-->", "* <!--TRC WEATHER die=1-->", "second impulse", "nein", "X17 too",
)  # fmt: skip


def composer(game: str) -> tuple[ModuleInputs, _UntidyComposer]:
    parts = toy() if game == "toy" else parts_of(game)
    record = read_record(f"game: {parts.game.name}\n{PLAYS[game].strip()}\n", "a play", lambda *asked: parts.game)
    return parts, _UntidyComposer(parts, record, Scripted(next(iter(parts.grammar.verbs_of(PLAIN_DIE))), ()))


def chat_only(parts: ModuleInputs, made: _UntidyComposer, steps: Sequence[Node]) -> list[Node]:
    return [make_step([Chat(f"<somebody> - {words}")]) for _ in range(10) for words in WORDS]


def dice_only(parts: ModuleInputs, made: _UntidyComposer, steps: Sequence[Node]) -> list[Node]:
    plain = next(iter(parts.grammar.verbs_of(PLAIN_DIE)))
    return [make_step(list(made._step(LogStep(((plain, {"die": str(1 + n % 6)}),))))) for n in range(60)]


def tracker_clicks(parts: ModuleInputs, made: _UntidyComposer, steps: Sequence[Node]) -> list[Node]:
    sequence, clock = parts.game.sequence, made.state.clock
    found = []
    for number in range(1000):
        clock = sequence.first(1) if clock.turn >= parts.last_turn else sequence.after(clock)
        found.append(make_step([turn_command(parts, sequence.first(1 + number % 3) if number % 7 == 0 else clock)]))
    return found


def doubled(parts: ModuleInputs, made: _UntidyComposer, steps: Sequence[Node]) -> list[Node]:
    return [step for step in steps for _ in range(2)]


def lines_doubled(parts: ModuleInputs, made: _UntidyComposer, steps: Sequence[Node]) -> list[Node]:
    """Repeat every step's lines behind it, and nothing else of it."""
    return [one for step in steps for one in (step, _lines_of(step)) if one is not None]


def another_games_lines(parts: ModuleInputs, made: _UntidyComposer, steps: Sequence[Node]) -> list[Node]:
    others = [game for game in PLAYS if game != parts.game.name]
    strange = [line for game in others for step in composer(game)[1].steps() if (line := _lines_of(step)) is not None]
    return [*strange, *steps, *strange]


def _lines_of(step: Node) -> Node | None:
    lines = [command for command in step_commands(step) if isinstance(command, Chat)]
    return make_step(lines) if lines else None


KINDS = (chat_only, dice_only, tracker_clicks, doubled, lines_doubled, another_games_lines)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("game", PLAYS)
def test_a_log_that_nobody_plays_is_judged(
    tmp_path: Path, game: str, kind: Callable[[ModuleInputs, _UntidyComposer, Sequence[Node]], list[Node]]
) -> None:
    parts, made = composer(game)
    initial = made.initial()
    made_again = composer(game)[1]
    steps = kind(parts, made, tuple(made_again.steps()))
    path = tmp_path / "bad.vlog"
    write_saved_game(path, initial, steps, save_data=save_data("1", "Bad"), module_data=parts.module_data("1"))
    began = time.process_time()
    audit = audit_chain(join_logs([open_log(path, parts)]))
    assert time.process_time() - began < SECONDS
    if kind not in (doubled, tracker_clicks):
        # Nobody has done anything, or what was done is legal, whatever else stands there. A die or a move that is done
        # twice is another matter, and so are battles that nobody fights in a phase that the tracker has passed.
        assert [str(noted.finding) for noted in audit.findings if noted.finding.accuses] == []
