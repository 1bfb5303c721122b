"""Agreements of the players, as a log states them: the scenario and the optional rules (D01)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from trc_module.declarations import OPTIONS, Declaration, Malformed
from trc_module.module.agreement import option_property
from trc_module.replay.events import Reported
from trc_module.replay.gamelog import GameLog
from trc_module.replay.undoing import settle
from trc_module.vassal.commands import Chat
from trc_module.vassal.saves import step_commands


class Agreed(Struct, frozen=True):
    """A scenario ('' where the log does not say which) and the numbers of the optional rules."""

    scenario: str
    options: frozenset[str]


def agreed_in(logs: Iterable[GameLog]) -> Agreed | None:
    """Return what the logs of one game say was agreed on; None if none of them says anything of options.

    A declaration says it; without one, the options that are ticked where a log begins. Nothing ticked says nothing.
    """
    found = list(logs)
    for log in found:
        declared = _declared(log)
        if declared is not None:
            return Agreed(declared.scenario or _scenario(log), declared.options)
    for log in found:
        ticked = _ticked(log)
        if ticked:
            return Agreed(_scenario(log), ticked)
    return None


def scenario_in(logs: Iterable[GameLog]) -> str:
    """Return the scenario that the first log begins with, as its set-up says; '' if it does not."""
    return next((scenario for log in logs if (scenario := _scenario(log))), "")


def _declared(log: GameLog) -> Agreed | None:
    # Before its first act or after it: what was agreed on holds for the whole game, and the last word counts.
    grammar = log.parts.game.grammar
    verbs = grammar.verbs_of(OPTIONS)
    texts = [
        command.text
        for node in log.saved.steps
        for command in step_commands(node)
        if isinstance(command, Chat) and any(verb in command.text for verb in verbs)
    ]
    lines = [grammar.parse(text) for text in texts]
    if not all(isinstance(line, Declaration) for line in lines):
        # Some text repeats a declaration without being one, as VASSAL does where it takes a step back.
        lines = list(_lines_that_count(log))
    found = None
    for line in lines:
        if isinstance(line, Declaration) and line.verb in verbs:
            found = Agreed(line.get("scenario") or "", _numbers(line.get("rules") or ""))
    return found


def _lines_that_count(log: GameLog) -> Iterator[Declaration | Malformed | None]:
    for step in settle(log.steps(log.table())).steps:
        yield from (event.declares for event in step.events if isinstance(event, Reported))


def _numbers(text: str) -> frozenset[str]:
    return frozenset(number.strip() for number in text.split(",") if number.strip())


def _ticked(log: GameLog) -> frozenset[str]:
    properties = log.start_table.properties
    return frozenset(number for number in log.parts.options if properties.get(("Module", option_property(number))))


def _scenario(log: GameLog) -> str:
    scenario = log.start_table.properties.get(("Module", "Scenario"), "")
    return scenario if scenario in log.parts.game.scenarios else ""
