"""Records written as text."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action
from trc_module.rules.game import Game
from trc_module.rules.record.battles import battle_text
from trc_module.rules.record.reader import lexicon_of
from trc_module.rules.record.values import Expect, Record
from trc_module.rules.state import State


def record_text(record: Record) -> str:
    """Return a record as text: its header, a blank line, and its acts, a statement a line."""
    game = record.game
    lines = list(position_lines(game, record.start))
    if record.lines:
        lines.append("")
    for entry in record.entries:
        lines.append(expect_text(entry) if isinstance(entry, Expect) else action_text(game, entry))
    return "\n".join(lines) + "\n"


def position_text(game: Game, state: State) -> str:
    """Return a position in one line; it is itself a record without acts."""
    return "; ".join(position_lines(game, state))


def action_text(game: Game, action: Action) -> str:
    """Return an act as a record states it."""
    syntax = next(s for s in game.statements if s.makes(action))
    return syntax.write(action, lexicon_of(game))


def expect_text(expect: Expect) -> str:
    """Return an expectation as a record states it."""
    if expect.verdict == "ok":
        return "expect ok"
    rules = "|".join(expect.rules)
    return f"expect {rules}" if expect.verdict == "breach" else f"expect {expect.verdict} {rules}"


def position_lines(game: Game, state: State) -> Iterator[str]:
    """Yield the header of a record that begins in a position."""
    begin = game.start(state.scenario, state.options)
    yield f"game: {game.name}"
    yield f"scenario: {state.scenario}"
    if state.options:
        yield "options: " + ", ".join(sorted(state.options))
    moments = (system.write_moment(game, state) for system in game.systems)
    yield " ".join(("at:", str(state.clock), *(moment for moment in moments if moment)))
    for system in game.systems:
        yield from (f"{key}: {text}" for key, text in system.write(game, state, begin))
    if state.used:
        yield "used: " + ", ".join(f"{counter} {n}" for counter, n in sorted(state.used.items()))
    before = [" ".join(mark) for mark in sorted(state.marks)]
    before += (" ".join((word, *game.board.grid.names(trace))) for word, trace in sorted(state.traces.items()) if trace)
    before += (battle_text(battle, lexicon_of(game)) for battle in state.battles)
    if before:
        yield "before: " + ", ".join(before)
    yield from _places(game, state)


def _places(game: Game, state: State) -> Iterator[str]:
    stacks: dict[Hex, tuple[str, ...]] = {}
    for side in game.sides:
        for at, stack in state.forces[side].stacks.items():
            stacks[at] = (*stacks.get(at, ()), *stack)
    for at in sorted(stacks):
        yield f"on {game.board.grid.name(at)}: " + " ".join(stacks[at])
    for side in game.sides:
        for box in sorted(game.boxes[side]):
            units = state.forces[side].stack(box)
            if units:
                yield f"box {side} {box}: " + " ".join(units)
