"""Customs: the consequences of an error by the custom of a group of players by mail, besides what the rules say.

The custom `area` is that of the tournament organizer, in our own words: rolling any die on the opponent's move accepts
it; an error in movement opens all movement of that impulse again; an error in combat has all dice of that combat rolled
again and never opens the movement; nothing is corrected once the player who did not err has begun his own move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from trc_module.auditing.audit import Audit, Noted
from trc_module.rules.actions import End
from trc_module.rules.clock import FIGHT, MOVE
from trc_module.sentence import Sentence

Means = Literal["movement", "combat", "turn", "stands", "either"]
"""Movement is open again; all dice of the combat are rolled again; the turn goes back to be corrected; the error
stands; it stands or not, which the log does not settle."""


class Remedy(Struct, frozen=True):
    """The consequence of a finding, with the step that settles it (0 if there is none)."""

    means: Means
    sentence: str
    step: int = 0


Custom = Callable[[Audit, Noted], Remedy | None]


def area(audit: Audit, noted: Noted) -> Remedy | None:
    """Return what a finding means by the custom of the tournament organizer; None if it accuses no player."""
    if not noted.finding.accuses or not noted.steps:
        return None
    clock = noted.clock
    erred = noted.side or clock.side
    moved = _moved_on(audit, noted, erred)
    if moved:
        return Remedy(
            "stands",
            Sentence("Stands: the opponent had begun a move of his own in {step}.", _step(audit, moved)),
            moved,
        )
    kind = audit.log.parts.game.sequence.kind_of(clock)
    at = clock.part_words
    if kind == FIGHT:
        return Remedy("combat", Sentence("All dice of the combat are rolled again, and the movement stands: {at}.", at))
    if kind != MOVE:
        return Remedy(
            "turn",
            Sentence(
                "The turn goes back to be corrected from here on: turn {turn}, {phase}.", clock.turn, clock.phase_words
            ),
        )
    opened = Sentence("All movement is open again: {at}.", at)
    rolls = [r for r in audit.dice.counting if r.step > noted.steps[-1] and _same_part(audit, noted, r.step)]
    by_other = next((roll.step for roll in rolls if roll.by not in (None, erred)), 0)
    if by_other:
        return Remedy(
            "stands", Sentence("Stands: the opponent had rolled a die in {step}.", _step(audit, by_other)), by_other
        )
    unknown = next((roll.step for roll in rolls if roll.by is None), 0)
    if unknown:
        text = Sentence(
            "Stands if the opponent rolled the die of {step}. Else: {opened}", _step(audit, unknown), opened
        )
        return Remedy("either", text, unknown)
    return Remedy("movement", opened)


CUSTOMS: dict[str, Custom] = {"area": area}
"""The customs, by name."""


def remedy(audit: Audit, noted: Noted, custom: str | None) -> Remedy | None:
    """Return what a finding means by a custom; None by none, or if it accuses no player. KeyError: unknown name."""
    return CUSTOMS[custom](audit, noted) if custom else None


def _moved_on(audit: Audit, noted: Noted, erred: str) -> int:
    """Return the first step after a finding with which the other side moved in a movement phase of its own; else 0."""
    kind_of = audit.log.parts.game.sequence.kind_of
    for done in audit.acts:
        own = done.clock.side != erred and kind_of(done.clock) == MOVE
        if own and done.steps and done.steps[-1] > noted.steps[-1] and not isinstance(done.action, End):
            return done.steps[-1]
    return 0


def _same_part(audit: Audit, noted: Noted, step: int) -> bool:
    """Tell whether a step after a finding belongs to its part of the turn still, combat included."""
    later = (
        done.steps[0]
        for done in audit.acts
        if done.steps and done.steps[0] > noted.steps[-1] and done.clock.part_text != noted.clock.part_text
    )
    end = next(later, None)
    return end is None or step < end


def _step(audit: Audit, number: int) -> str:
    label = audit.chain.label(number)
    return label if ":" in label else Sentence("step {label}", label)
