"""What was done in a game, as its log tells it: acts that the rules know, with the steps that show them."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.rules.actions import Action
from trc_module.rules.finding import Finding
from trc_module.rules.state import Place, UnitId


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that was done.

    `actions` are the readings of it, as the rules' acts; the first is what the log says literally, the others say
    the same with less (a drag over a wrong hex that was corrected). There is none where the rules have no such act,
    or the log does not say which it is. `places` are where units are afterwards, in any case; `findings`
    is what the log itself leaves to be said. `by` is the side that did it, if the log says so.
    """

    steps: tuple[int, ...]
    actions: tuple[Action, ...] = ()
    places: tuple[tuple[UnitId, Place | None], ...] = ()
    findings: tuple[Finding, ...] = ()
    by: str | None = None

    @property
    def last(self) -> int:
        """Return the step with which it was complete."""
        return self.steps[-1]
