"""Counters that were turned, or given another status, in steps in which no line tells of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Interpretation, Line, Shown
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence


class TurnedByHand(Struct, frozen=True):
    """A counter on the map that was turned by hand in a step: what it showed before, and shows since."""

    step: int
    before: Shown
    after: Shown
    by: str | None = None

    @property
    def unit(self) -> UnitId:
        """The unit of the counter."""
        return self.after.unit

    @property
    def faces(self) -> tuple[int, int] | None:
        """The faces before and after; None if it shows the same."""
        old, new = self.before.face, self.after.face
        return None if old is None or new is None else (old, new)

    @property
    def statuses(self) -> tuple[int, int] | None:
        """The numbers of the statuses before and after; None if it has the same."""
        old, new = self.before.status, self.after.status
        return None if old is None or new is None else (old, new)

    def read(self) -> Interpretation:
        """Return it as something that was done, and of which nobody knows what it was."""
        text = Sentence("{unit} was turned, or its status was changed; the log does not say why.", self.unit)
        finding = Finding("log.face", Verdict.UNDECIDED, text, (self.unit,))
        return Interpretation((self.step,), findings=(finding,), by=self.by, shows=(self.after,))


def turned_by_hand(log: GameLog, steps: Iterable[Step]) -> Iterator[TurnedByHand]:
    """Yield what was done with counters on the map by hand, but for what was taken back in the same steps."""
    found: dict[UnitId, list[TurnedByHand]] = {}
    for step in steps:
        told = {says.get("u") for says in step.declarations}
        for each in turns_in(log, step):
            if each.unit not in told:
                found.setdefault(each.unit, []).append(each)
    for own in found.values():
        first, last = own[0].before, own[-1].after
        if (first.face, first.status) != (last.face, last.status):
            yield from own


def turns_in(log: GameLog, step: Step) -> Iterator[TurnedByHand]:
    """Yield the counters on the map that show another face or status after a step."""
    for change in step.changes.pieces:
        old, new = change.old_state, change.new_state
        unit = log.unit_of(change.piece) if old is not None and new is not None and old != new else None
        if unit is None or old is None or new is None or not isinstance(log.place_of(change.after), int):
            continue
        faces = log.face_in(change.piece, old), log.face_in(change.piece, new)
        statuses = log.status_in(change.piece, old), log.status_in(change.piece, new)
        if faces[0] != faces[1] or statuses[0] != statuses[1]:
            before, after = (
                Shown(unit.id, face if faces[0] != faces[1] else None, status if statuses[0] != statuses[1] else None)
                for face, status in zip(faces, statuses, strict=True)
            )
            yield TurnedByHand(step.number, before, after, log.side_of(step.by))


def still_untold(turned: Iterable[TurnedByHand], lines: Iterable[Line]) -> Iterator[TurnedByHand]:
    """Yield the turns of which lines, some of them supplied, do not tell."""
    told = {(line.step, line.says.get("u")) for line in lines}
    yield from (each for each in turned if (each.step, each.unit) not in told)
