"""The position of a judged game after any of its steps."""

from __future__ import annotations

from collections.abc import Mapping

from trc_module.auditing.audit import Audit
from trc_module.report.page.timeline import Timeline
from trc_module.roster import Unit
from trc_module.rules.actions import End
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import Deployment, Place, State, UnitId

_KEPT = 16
"""The number of positions that are kept: the next question about a unit is usually about the same position."""


class Positions:
    """Positions by step, from 0: what the acts before it lead to, with every counter where the table shows it."""

    def __init__(self, audit: Audit, timeline: Timeline) -> None:
        self._audit = audit
        self._game = audit.log.parts.game
        self._timeline = timeline
        self._units: dict[int, Unit] = {}
        for number, piece in enumerate(timeline.pieces):
            item = timeline.item(piece)
            if isinstance(item, Unit):
                self._units[number] = item
        self._begun = self._phases()
        self._kept: dict[int, State] = {}

    def at(self, step: int) -> State:
        """Return the position after a step (0: at the beginning)."""
        found = self._kept.pop(step, None)
        if found is None:
            found = self._worked_out(step)
        self._kept[step] = found
        while len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def _phases(self) -> list[tuple[int, int, State]]:
        """Return of each phase the step and the number of the act after which it begins, and its first position."""
        audit, game = self._audit, self._game
        found = [(0, 0, audit.start)]
        ended = iter(audit.phases)
        known = next(ended, None)
        state = audit.start
        for number, done in enumerate(audit.acts, 1):
            if not isinstance(done.action, End):
                continue
            if known is not None and known[0] == done.clock:
                state, known = known[1], next(ended, None)
            state = game.apply(state, done.action)
            found.append((done.steps[-1], number, state))
        return found

    def _worked_out(self, step: int) -> State:
        audit, game = self._audit, self._game
        first, state = max((begun for begun in self._begun if begun[0] <= step), key=lambda begun: begun[1])[1:]
        for done in audit.acts[first:]:
            if done.steps[-1] > step:
                break
            act = done.action
            if act is None or isinstance(act, End) or not game.known(act) or game.precondition_error(state, act):
                continue
            state = game.apply(state, act)
        if audit.log.foreign is not None:
            # Another module's log tells the weather and the like by the way.
            later = (ended for clock, ended in audit.phases if clock == state.clock)
            state = state.changed(slices=next(later, audit.end).slices)
        return self._as_on_the_table(self._as_the_tracker_has_it(state, step), step)

    def _as_the_tracker_has_it(self, state: State, step: int) -> State:
        """Return the position at the moment of the turn tracker: phases that end one after another are read as one."""
        wanted, sequence = self._timeline.clock(step), self._game.sequence
        later = state.clock
        for ends in range(len(sequence.steps)):
            if later == wanted:
                for _ in range(ends):
                    state = self._game.apply(state, End())
                break
            later = sequence.after(later)
        return state

    def _as_on_the_table(self, state: State, step: int) -> State:
        for side, places in self._places(step).items():
            known = state.forces[side].places
            if dict(known) != places:
                state = state.changed(forces=state.forces.put(side, Deployment(FrozenMap(places))))
        return state

    def _places(self, step: int) -> Mapping[str, dict[UnitId, Place]]:
        """Return where the table has the units of each side after a step, bottom first."""
        log = self._audit.log
        found: dict[str, dict[UnitId, Place]] = {side: {} for side in self._game.sides}
        for site in self._timeline.sites:
            for number in site.at(step):
                unit = self._units.get(number)
                place = None if unit is None else log.place_of(site.spot)
                if unit is not None and place is not None:
                    found[unit.side][unit.id] = place
        return found


def positions_of(audit: Audit) -> Positions:
    """Return the positions of an audit by step."""
    return Positions(audit, Timeline(audit.log, audit.steps))
