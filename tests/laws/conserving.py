"""Nothing is lost and nothing is invented: what was declared is judged, a die is used once, a battle has a die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.laws.cutting import PhaseByPhase
from tests.laws.playing import Told, audited
from tests.untidy.habits import TIDY, Rates
from trc_module.auditing.audit import Audit
from trc_module.auditing.judged import Done
from trc_module.rules.actions import Action, Attack, Move, RollCombat
from trc_module.systems.dice_pools import Fire, FireOnTable


def not_conserved(played: Told, folder: Path, rates: Rates = TIDY) -> Iterator[str]:
    """Yield what the audit of a game's log has lost, used twice or invented.

    Of a tidy log every act is judged as it was played, no more and no fewer.
    """
    audit = audited(played, folder / f"kept-{played.name}-{played.seed}.vlog", PhaseByPhase(played, rates))
    if rates is TIDY:
        acts = kinds_of(played.acts)
        told = kinds_of(done.action for done in audit.acts if done.action is not None)
        yield from (f"played and not judged: {text}" for text in (acts - told).elements())
        yield from (f"judged and not played: {text}" for text in (told - acts).elements())
    yield from of_dice(audit)


def kinds_of(acts: Iterable[Action]) -> Counter[str]:
    """Return how often each kind of act was done; moves of one unit one after the other are one, as a log shows it."""
    found: Counter[str] = Counter()
    before: Action | None = None
    for act in acts:
        goes_on = isinstance(act, Move) and isinstance(before, Move) and before.unit == act.unit
        found[_kind_of(act)] += not goes_on
        before = act
    return found


def _kind_of(act: Action) -> str:
    """Return what is done, by whom and in which battle; of two ways as long an audit may read either."""
    named = (str(getattr(act, name)) for name in ("number", "unit") if hasattr(act, name))
    return " ".join((type(act).__name__, *named))


def of_dice(audit: Audit) -> Iterator[str]:
    """Yield the dice that two acts have used, and the battles without a line that have none."""
    used: dict[int, Done] = {}
    for done in audit.acts:
        if not dice_of(done.action):
            continue
        step = done.steps[-1]
        if step in used:
            yield f"the die of step {step} is that of '{used[step].text}' and of '{done.text}'"
        used[step] = done
    fought = (done for done in used.values() if isinstance(done.action, RollCombat | Fire | FireOnTable))
    rolled = {(done.clock.turn, done.clock.side, getattr(done.action, "number", 0)) for done in fought}
    for done in audit.acts:
        act = done.action
        if not isinstance(act, Attack) or _said(audit, done):
            continue
        if (done.clock.turn, done.clock.side, act.number) not in rolled:
            yield f"'{done.text}' has neither a line nor a die"


def dice_of(act: Action | None) -> tuple[int, ...]:
    """Return the dice that an act has used: of battles, interceptions, the weather, at sea; none if it rolls none."""
    die, dice = getattr(act, "die", 0), getattr(act, "dice", ())
    return dice or ((die,) if die else ())


def _said(audit: Audit, done: Done) -> bool:
    return any(audit.steps[step - 1].declarations for step in done.steps)
