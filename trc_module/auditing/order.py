"""What holds of every audit, whatever players did: a counter's steps keep their order, and it is where the table is.

A phase may be divided otherwise than at the tracker, a loss read as of an earlier phase, a line set aside: where the
counters went is fact all the same. Of boxes it is enough that a counter lies in one: the rules may keep a unit for a
later turn that its key has put among those withdrawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from trc_module.auditing.drags import legs_of
from trc_module.rules.state import Place, State, UnitId

if TYPE_CHECKING:
    from trc_module.auditing.judged import Done
    from trc_module.auditing.phases import Phase
    from trc_module.replay.chain import Chain
    from trc_module.replay.events import Step
    from trc_module.replay.gamelog import GameLog
    from trc_module.replay.undoing import Settled
    from trc_module.rules.clock import Clock

History = Sequence[tuple[int, Place | None]]
"""The places of a counter, each with the step that put it there; 0 is where the log begins."""


class Audited(Protocol):
    """What an audit has come to, as far as it is looked at here (`audit.Audit`)."""

    @property
    def log(self) -> GameLog: ...  # noqa: D102

    @property
    def chain(self) -> Chain: ...  # noqa: D102

    @property
    def start(self) -> State: ...  # noqa: D102

    @property
    def end(self) -> State: ...  # noqa: D102

    @property
    def acts(self) -> Sequence[Done]: ...  # noqa: D102

    @property
    def phases(self) -> Sequence[tuple[Clock, State]]: ...  # noqa: D102

    @property
    def settled(self) -> Settled: ...  # noqa: D102

    @property
    def steps(self) -> Sequence[Step]: ...  # noqa: D102


class OrderError(AssertionError):
    """An audit that has read a counter's steps in another order, or left it elsewhere than the table has it."""


def keeps_order(log: GameLog, phases: Iterable[Phase]) -> bool:
    """Tell whether no counter goes in phases that were divided otherwise before it went in an earlier step."""
    last: dict[UnitId, int] = {}
    for leg in (leg for phase in phases for step in phase.steps for leg in legs_of(log, step)):
        if leg.step < last.get(leg.unit, 0):
            return False
        last[leg.unit] = leg.step
    return True


def out_of_order(audit: Audited) -> Iterator[str]:
    """Yield each counter whose steps were read in another order than they were made, or that was left elsewhere.

    Nothing is said of a counter that is on the table twice, or was put onto it or taken off it, nor of a chain in which
    a log begins otherwise than the one before it ended.
    """
    if any(link.differences for link in audit.chain.links):
        return
    told = _histories(audit)
    yield from _read_backwards(audit, told)
    yield from _elsewhere(audit, told)


def _read_backwards(audit: Audited, told: Mapping[UnitId, History]) -> Iterator[str]:
    """Yield the counters of which an act was read before an earlier one."""
    last: dict[UnitId, int] = {}
    for done in audit.acts:
        unit = str(getattr(done.action, "unit", ""))
        moved = [step for step, _ in told.get(unit, ()) if step in done.steps]
        if moved and moved[-1] < last.get(unit, 0):
            yield f"{unit}: step {moved[-1]} ('{done.text}') was read behind step {last[unit]}"
        if moved:
            last[unit] = moved[-1]


def _elsewhere(audit: Audited, told: Mapping[UnitId, History]) -> Iterator[str]:
    """Yield the counters that are, at the end of a phase, where they were earlier or never."""
    reached = dict.fromkeys(told, 0)
    for clock, state in (*audit.phases, ("the end of the log", audit.end)):
        for unit, history in told.items():
            place, first = state.place(unit), reached[unit]
            at = next((n for n in range(first, len(history)) if _same(history[n][1], place)), None)
            if at is not None:
                reached[unit] = at
            else:
                yield f"{unit}: in {place} at the end of {clock}; from step {history[first][0]} on it never lay there"
                break
    for unit, history in told.items():
        if not _same(audit.end.place(unit), history[-1][1]):
            yield f"{unit}: in {audit.end.place(unit)} at the end; on the table in {history[-1][1]}"


def _same(one: Place | None, other: Place | None) -> bool:
    return one == other or (isinstance(one, str) and isinstance(other, str))


def _histories(audit: Audited) -> dict[UnitId, History]:
    """Return where each counter has lain, those whose every place is one of the game."""
    log = audit.log
    start = log.start_table
    pieces: dict[UnitId, list[str]] = {}
    for piece in start.pieces.values():
        unit = log.unit_of(piece)
        if unit is not None:
            pieces.setdefault(unit.id, []).append(piece.id)
    found: dict[UnitId, list[tuple[int, Place | None]]] = {
        unit: [(0, audit.start.place(unit))] for unit, ids in pieces.items() if len(ids) == 1
    }
    for changed in _put_or_taken(audit):
        found.pop(changed, None)
    for step in audit.settled.steps:
        for leg in legs_of(log, step):
            if leg.unit in found:
                found[leg.unit].append((step.number, leg.after))
    return {unit: places for unit, places in found.items() if all(place is not None for _, place in places)}


def _put_or_taken(audit: Audited) -> Collection[UnitId]:
    changes = (change for step in audit.steps for change in step.changes.pieces)
    odd = (audit.log.unit_of(c.piece) for c in changes if c.old_state is None or c.new_state is None)
    return {unit.id for unit in odd if unit is not None}
