"""The data of a log that identify its game: module, players, and the positions that it goes through."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import blake2b

import numpy as np

from trc_module.archive.files import AS_AGREED, Chosen, LogFile, Opener, opened
from trc_module.replay.execution import Execution, Executor, PieceView, after, execute
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import Clock

_SIZE = 8
"""Bytes of a position's number that are kept: two of a billion positions are taken for one once in 40 archives."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The data of a log that are needed before it is judged. Positions are numbers of 8 bytes, as hexadecimal text.

    `opened` is the position at the end of the first phase in which a counter moved, '' where the log does not show
    that end; `positions` holds all but the first, little-endian, in order of size. `stood` and `left` hold a number
    of 4 bytes for each counter and the hex in which it lay at the beginning and at the end.
    """

    module: str
    scenario: str
    players: tuple[tuple[str, str], ...]
    """Side and name, in order."""
    first: bool
    begins: str
    opened: str
    ends: str
    began: str
    """The moment of the first position as text that sorts, '' where it is not known."""
    ended: str
    positions: bytes
    stood: bytes
    left: bytes


def read_signature(
    file: LogFile, opener: Opener, chosen: Chosen = AS_AGREED, executing: Executor = execute
) -> Signature:
    """Read a log; of what is chosen only the profile counts, which says what another module's pieces are.

    Raises:
        UserError: It cannot be read.
    """
    with opened([file], opener, replace(AS_AGREED, profile=chosen.profile)) as (log,):
        execution = executing(log)
    numbers = [one.position % (1 << 8 * _SIZE) for one in execution.fingerprints]
    data = log.saved.module_data
    return Signature(
        module=data.name if data is not None else "",
        scenario=log.scenario,
        players=_players(execution),
        first=execution.clocks[0] == log.parts.game.start(log.scenario, frozenset()).clock,
        begins=_text(numbers[0]),
        opened=_opened(execution, numbers),
        ends=_text(numbers[-1]),
        began=_moment(log, execution.clocks[0]),
        ended=_moment(log, execution.clocks[-1]),
        stood=_in_hexes(execution.begins),
        left=_in_hexes(after(execution.begins, execution.changes)),
        positions=np.array(sorted(set(numbers[1:]) - {numbers[0]}), dtype="<u8").tobytes(),
    )


def _players(execution: Execution) -> tuple[tuple[str, str], ...]:
    sides = ((execution.log.side_of(player), player.name) for player in execution.players)
    return tuple(sorted({(side, name) for side, name in sides if side is not None and name}))


def _in_hexes(lying: Iterable[PieceView]) -> bytes:
    texts = {f"{view.what} {view.where}" for view in lying if isinstance(view.where, int)}
    numbers = {int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "little") for text in texts}
    return np.array(sorted(numbers), dtype="<u4").tobytes()


def _opened(execution: Execution, numbers: list[int]) -> str:
    before = execution.clocks[0]
    for index, clock in enumerate(execution.clocks):
        if clock == before:
            continue
        # The step that sets the tracker moves no counter that was not moved before.
        if numbers[index] != numbers[0]:
            return _text(numbers[index])
        before = clock
    return ""


def _moment(log: GameLog, clock: Clock | None) -> str:
    if clock is None:
        return ""
    turn, step = log.parts.game.sequence.order(clock)
    return f"{turn:04d}.{step:04d}"


def _text(number: int) -> str:
    return f"{number:0{2 * _SIZE}x}"
