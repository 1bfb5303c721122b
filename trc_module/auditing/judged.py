"""Findings of an audit, and the acts that it assumed: each with the steps of the log that show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from msgspec import Struct, structs

from trc_module.rules.actions import Action
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.sentence import Sentence


class Noted(Struct, frozen=True):
    """A finding and what it was found on: steps of the log (none for its beginning), moment, side, act in words."""

    finding: Finding
    steps: tuple[int, ...]
    clock: Clock
    side: str | None
    act: str
    accused: bool = False
    """Whether a rule is broken as far as the log tells; if it is undecided, only what came before may excuse it."""
    cause: str = ""
    """The unknown of the game before the log on which it depends: findings of one cause are undecided together."""


class Done(Struct, frozen=True):
    """An act as the audit took it, and the steps that show it."""

    steps: tuple[int, ...]
    clock: Clock
    text: str
    action: Action | None = None
    odds: str = ""
    """The odds of an attack, where they are known."""
    outcome: str = ""
    """What a battle's die has brought, where that is known."""


def told_once(findings: Sequence[Noted], label: Callable[[int], str]) -> Iterator[Noted]:
    """Yield findings in their order; of those that depend on one unknown of the game before the log, the first alone
    is undecided, and says which others do as well; those are notes. `label` names a step.
    """
    by_cause: dict[str, list[Noted]] = {}
    for noted in findings:
        if noted.cause:
            by_cause.setdefault(noted.cause, []).append(noted)
    for noted in findings:
        if not noted.cause:
            yield noted
            continue
        first, *others = by_cause[noted.cause]
        if noted is not first:
            yield structs.replace(noted, finding=replace(noted.finding, verdict=Verdict.NOTE))
        elif others:
            steps = tuple(dict.fromkeys(label(other.steps[-1]) for other in others))
            where = Sentence("step{word} {steps}", "s" if len(steps) > 1 else "", ", ".join(steps[:_MOST_NAMED]))
            text = Sentence(
                "{sentence} The same is open in {where}{word}.",
                noted.finding.sentence,
                where,
                " ..." if len(steps) > _MOST_NAMED else "",
            )
            yield structs.replace(noted, finding=replace(noted.finding, sentence=text))
        else:
            yield noted


_MOST_NAMED = 12
"""The greatest number of steps that are named because they depend on the same unknown."""
