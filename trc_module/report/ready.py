"""A log that is ready to be mailed: what is in it, whose turn it is then, and what still speaks against mailing it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from trc_module.auditing.audit import Audit, Noted
from trc_module.auditing.judged import Done
from trc_module.printable import as_heading, joined, printable
from trc_module.report.agenda import Agenda, agenda, agenda_tree
from trc_module.report.counter_names import CounterNames
from trc_module.report.deadlines import day_words
from trc_module.report.tongue import ENGLISH, Tongue
from trc_module.rules.actions import Attack, Eliminate, End, Lose, Setup
from trc_module.rules.clock import FIGHT, MOVE, Clock
from trc_module.rules.finding import Verdict
from trc_module.rules.game import agree
from trc_module.rules.orders import OrdersReport
from trc_module.systems.turn_words import turn_words

_SHOWN = (Verdict.VIOLATION, Verdict.DOUBT, Verdict.UNDECIDED)
_AGAINST = (Verdict.VIOLATION, Verdict.DOUBT)


@dataclass(frozen=True, slots=True)
class Ready:
    """The last log of a game before it is mailed."""

    log: Path
    """The file to mail, as VASSAL saved it."""
    side: str
    """The side that mails it."""
    turn_of: str
    """The side that acts next; '' if the game does not say."""
    subject: str
    text: str
    """A short text for the mail."""
    found: tuple[Noted, ...]
    """The findings on this log."""
    agenda: Agenda | None
    """What is still to be done; None where the log ends with the part of the turn, or orders say what is done in it."""
    orders: OrdersReport | None

    @property
    def clean(self) -> bool:
        """Tell whether nothing speaks against mailing it."""
        accused = any(noted.finding.verdict in _AGAINST for noted in self.found)
        return not accused and not (self.agenda and self.agenda.open) and (self.orders is None or self.orders.clean)


def first_new_step(audit: Audit) -> int:
    """Return the first step of the log that came last; 0 if there is one log alone."""
    last = len(audit.chain.links) - 1
    found = (n for n, origin in enumerate(audit.chain.origins, 1) if origin.log == last)
    return next(found, 0) if last else 0


def ready(audit: Audit, orders: OrdersReport | None = None, due: date | None = None, tongue: Tongue = ENGLISH) -> Ready:
    """Return the last log of a game, ready to be mailed, with a text in a language.

    `orders` go with it, and the answer is wanted until `due`.
    """
    game, first = audit.log.parts.game, first_new_step(audit)
    new = [done for done in audit.acts if done.steps and done.steps[-1] >= first]
    clocks = [done.clock for done in new if not isinstance(done.action, End | Setup)] or [audit.end.clock]
    here = audit.end.clock.part_text == clocks[-1].part_text
    turn_of, work = _handed_over(audit, clocks[-1], tongue, ordered=orders is not None, here=here)
    counts = [*_counts(audit, new, tongue), *([tongue.fill("orders attached")] if orders else [])]
    told = [f"{_when(audit, clocks, tongue)}: {', '.join(counts)}."]
    told += [tongue.fill("Your turn: {x}.", x=work)] if work else []
    told += [tongue.fill("Please answer by {x}.", x=day_words(due, tongue.language or "en"))] if due is not None else []
    names = tongue.words.get(" and ", " and ").join(_names(audit)) or tongue.fill("game by mail")
    return Ready(
        log=audit.chain.links[-1].execution.log.path,
        side=clocks[-1].side,
        turn_of=turn_of,
        subject=printable(f"{game.title}: {_said(clocks[-1].part_words, tongue)}, {names}"),
        text="\n".join(map(printable, told)),
        found=tuple(noted for noted in audit.findings if _is_new(noted, first)),
        agenda=agenda(game, audit.end) if orders is None and here else None,
        orders=orders,
    )


def _said(english: str, tongue: Tongue) -> str:
    return tongue.sentence(english) or english


def _is_new(noted: Noted, first: int) -> bool:
    return noted.finding.verdict in _SHOWN and (noted.steps[-1] if noted.steps else 0) >= first


def _handed_over(audit: Audit, clock: Clock, tongue: Tongue, *, ordered: bool, here: bool) -> tuple[str, str]:
    """Return whose turn it is after a log that ends in a part of the turn, and what is to be done: first the dice.

    ('', '') if the game does not say.
    """
    if ordered or (here and audit.log.parts.game.sequence.kind_of(audit.end.clock) == FIGHT):
        dice = tongue.fill("the dice of {x}", x=_said(clock.part_words, tongue))
        return _other(audit, clock.side), dice
    after = _next(audit, clock.side)
    return (after.side, _said(after.words, tongue)) if after is not None else ("", "")


def _when(audit: Audit, clocks: Sequence[Clock], tongue: Tongue) -> str:
    begun, ended = (_said(clock.part_words, tongue) for clock in (clocks[0], clocks[-1]))
    when = ended if begun == ended else tongue.words.get(" to ", " to ").join((begun, ended))
    return ", ".join((as_heading(when), *map(tongue.word, _words(audit, clocks[-1]))))


def _names(audit: Audit) -> Sequence[str]:
    sides = audit.log.parts.game.sides
    seated = {(audit.log.side_of(player) or player.side): player.name for player in audit.players}
    return [seated[side] for side in sides if side in seated]


def _words(audit: Audit, clock: Clock) -> Sequence[str]:
    """Return what holds in a part of a turn, as the weather."""
    states = {at.part_text: state for at, state in audit.phases} | {audit.end.clock.part_text: audit.end}
    found = turn_words(audit.log.parts.game, states.get(clock.part_text, audit.end))
    return [word for word in found.values() if word]


def _counts(audit: Audit, new: Sequence[Done], tongue: Tongue) -> list[str]:
    game = audit.log.parts.game
    moved = {
        done.action.unit  # type: ignore[attr-defined]
        for done in new
        if done.action is not None and not isinstance(done.action, Setup)
        if (syntax := next((each for each in game.statements if each.makes(done.action)), None)) is not None
        if syntax.moves_a_unit and getattr(done.action, "unit", None) in game.side_of
    }
    battles = sum(isinstance(done.action, Attack) for done in new)
    lost: Counter[str] = Counter(
        game.side_of[done.action.unit]
        for done in new
        if isinstance(done.action, Lose | Eliminate) and done.action.unit in game.side_of
    )
    told = [f"{battles} {agree(battles, 'battle', 'battles')}"] if battles else []
    told += [f"{len(moved)} {agree(moved, 'unit', 'units')} moved"] if moved else []
    told += [f"{number} {side.capitalize()} {agree(number, 'unit', 'units')} lost" for side, number in lost.items()]
    return [_said(each, tongue) for each in told or ["nothing moved"]]


def _next(audit: Audit, side: str) -> Clock | None:
    """Return the next moment, the one at the end among them, at which another side moves."""
    sequence, clock = audit.log.parts.game.sequence, audit.end.clock
    for _ in range(2 * len(sequence.steps)):
        if clock.side != side and sequence.kind_of(clock) == MOVE:
            return clock
        clock = sequence.after(clock)
    return None


def _other(audit: Audit, side: str) -> str:
    others = [other for other in audit.log.parts.game.sides if other != side]
    return others[0] if len(others) == 1 else ""


# -------------------------------------------------------------------- as text


def ready_text(audit: Audit, found: Ready) -> str:
    """Return it as text: what to mail, and what speaks against it."""
    named = CounterNames(audit.log.parts.roster.units)
    lines = [f"Log to mail: {printable(str(found.log))}", f"Subject: {found.subject}", "", *found.text.split("\n"), ""]
    for noted in found.found:
        finding = noted.finding
        lines.append(f"{finding.verdict.value} {finding.rule}: {named(finding.sentence)}")
    if found.agenda is not None:
        lines += [f"still to be done: {named(reason.words)}" for reason in found.agenda.must]
        lines += [f"if the phase ended now: {named(finding.sentence)}" for finding in found.agenda.ended]
    if found.orders is not None:
        lines += ["orders:", *(f"  {named(line)}" for line in found.orders.text.split("\n") if line)]
    lines.append("Nothing speaks against mailing it." if found.clean else "Look at this before you mail it.")
    return joined(lines)


def ready_tree(audit: Audit, found: Ready, due: date | None = None) -> dict[str, Any]:
    """Return it as plain data."""
    return {
        "log": printable(str(found.log)),
        "side": found.side,
        "turnOf": found.turn_of,
        "subject": found.subject,
        "text": found.text,
        "due": due.isoformat() if due else None,
        "clean": found.clean,
        "findings": [
            {
                "verdict": noted.finding.verdict.value,
                "rule": noted.finding.rule,
                "sentence": printable(noted.finding.sentence),
                "at": [audit.chain.label(step) for step in noted.steps],
            }
            for noted in found.found
        ],
        "duties": None if found.agenda is None else agenda_tree(audit.log.parts.game, found.agenda),
        "orders": None if found.orders is None else found.orders.tree,
    }
