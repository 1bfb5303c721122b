"""The audit of a log: it is read, played through by the referee, and each finding is assigned to its steps."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from trc_module.auditing.copies import resting_on_copies, without_copies
from trc_module.auditing.dice import RolledDice, read_dice
from trc_module.auditing.dice_mail import MailedRoll
from trc_module.auditing.edits import edits
from trc_module.auditing.judge import Judge
from trc_module.auditing.judged import Done, told_once
from trc_module.auditing.judged import Noted as Noted
from trc_module.auditing.lagging import without_lag
from trc_module.auditing.mail_needs import begins_of
from trc_module.auditing.mailed import MailedChain, MailedDie, plans
from trc_module.auditing.parked import without_parking
from trc_module.auditing.phases import moments, phases
from trc_module.auditing.reading import Reader, rolls
from trc_module.auditing.solo import without_authors
from trc_module.auditing.start import Start, read_start
from trc_module.auditing.statuses_unshown import without_statuses
from trc_module.auditing.step_contents import tells_of_a_battle
from trc_module.auditing.told_otherwise import told_otherwise
from trc_module.auditing.typed import typed
from trc_module.auditing.withdrawn import withdrawn
from trc_module.replay.chain import Chain, join_logs
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.replay.table import SeatedPlayer
from trc_module.replay.undoing import Settled, settle
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.state import State
from trc_module.sentence import Sentence


@dataclass(frozen=True)
class Audit:
    """The result of an audit of one log, or of the chain of logs that make a game.

    Steps are counted through all logs; `chain` tells where each stands. `log` is the first.
    """

    log: GameLog
    players: tuple[SeatedPlayer, ...]
    start: State
    end: State
    acts: tuple[Done, ...]
    findings: tuple[Noted, ...]
    settled: Settled
    steps: tuple[Step, ...]
    """Every step as it was executed, taken back or not."""
    chain: Chain
    phases: tuple[tuple[Clock, State], ...]
    """The moment of every phase that ended, and the position with which it did."""
    turns: tuple[tuple[Clock, State], ...]
    """The last moment of every turn that ended, and the position that the end of the turn left."""
    late: Clock | None
    """The moment after which the logs show everything, where acts came before that they do not show; else None."""
    dice: RolledDice
    mailed: tuple[MailedDie, ...] = ()
    """The dice that a server mailed, and what became of each."""

    @property
    def violations(self) -> int:
        """Return how many rules were broken for certain."""
        return sum(noted.finding.verdict is Verdict.VIOLATION for noted in self.findings)


def audit_log(log: GameLog, on_step: Callable[[int], None] = lambda _: None) -> Audit:
    """Judge a log; `on_step` hears of each step as it is executed, for those who show progress."""
    return audit_chain(join_logs([log], on_step))


def audit_chain(chain: Chain, mailed: Sequence[MailedRoll] = (), known: State | None = None) -> Audit:
    """Judge the logs of one game as one: what is known of it is carried over from log to log.

    `mailed` are the rolls that a server has mailed to both players; UserError if the game has no such dice. `known` is
    the position with which the first log begins, for who knows more of it than the table shows.
    """
    return _with_mails(chain, mailed) if mailed else _judged(chain, known)


def _judged(chain: Chain, known: State | None = None) -> Audit:
    chain = without_authors(chain)
    log = chain.log
    start = read_start(log, log.start_table)
    if known is not None:
        start = Start((known,), (), start.findings)
    joins = {link.join for link in chain.links}
    settled = settle(step for step in chain.steps if step.number not in joins)
    copies = without_copies(log, without_parking(log, settled.steps))
    judge = Judge(chain, start)
    worlds = judge.worlds
    taken_away = withdrawn(log, chain.links[0].begins, copies.steps)
    fought = any(tells_of_a_battle(log, step) for step in chain.steps)
    reader = Reader(log, has_dice=any(map(rolls, chain.steps)), has_battles=fought, withdrawn=taken_away)
    begun: list[tuple[int, Clock]] = []
    for join, steps in _pieces_of(chain, copies.steps):
        if join is not None:
            judge.join(join)
        found = without_lag(log, phases(log, worlds.state.clock, steps))
        for number, phase in enumerate(found):
            beside = (*found[max(number - 1, 0) : number], *found[number + 1 : number + 2])
            worlds.strangers.see(phase.clock, phase.steps)
            reader.ahead = found[number + 1 :]
            judge.phase(phase, reader, beside)
            reader.has_read(phase)
        at = chain.links[join].join if join is not None else 0
        begun += ((max(step, at), clock) for step, clock in moments(found))
    dice = read_dice(chain, settled, judge.dice)
    said = told_otherwise(worlds.acts, tuple(typed(settled.steps)), log.parts.game.line_policy.named)
    told = ((step, finding) for found in (edits(chain), dice.findings, copies.told, said) for step, finding in found)
    notes = [*_undone_notes(chain, settled, begun), *(_at(begun, *one) for one in told)]
    judged = resting_on_copies(without_statuses(chain, worlds.findings), worlds.acts, copies.twice)
    findings = sorted([*judged, *notes], key=lambda noted: noted.steps[-1])
    findings = list(told_once(findings, chain.label))
    audit = Audit(
        log,
        chain.players,
        start.worlds[0],
        worlds.state,
        tuple(worlds.acts),
        (*judge.beginning(), *findings),
        settled,
        chain.steps,
        chain,
        tuple(worlds.phases),
        tuple(worlds.turns),
        worlds.late,
        dice,
    )
    if os.environ.get(CHECKED):
        _check(audit)
    return audit


def _with_mails(chain: Chain, rolls: Sequence[MailedRoll]) -> Audit:
    """Judge logs with mailed dice: of several ways to deal them the one by which the least is broken."""
    best: tuple[tuple[int, ...], Audit, MailedChain] | None = None
    for plan in plans(chain, rolls):
        audit = _judged(plan.chain)
        weight = _broken([_unless_missing(noted, plan) for noted in audit.findings])
        if best is None or weight < best[0]:
            best = weight, audit, plan
        if not any(weight):
            break
    assert best is not None
    _, audit, plan = best
    sure = _sure(audit, plan)
    clocks = [(0, audit.start.clock), *begins_of(chain)]
    found = [noted if _accusation(noted) in sure else _unless_missing(noted, plan) for noted in audit.findings]
    told = [Noted(f, (step,) if step else (), _clock_at(clocks, step), None, "") for step, f in plan.findings]
    findings = sorted([*found, *told], key=lambda noted: noted.steps[-1] if noted.steps else 0)
    return replace(audit, findings=tuple(findings), mailed=plan.dice)


def _accusation(noted: Noted) -> tuple[str, tuple[str, ...]]:
    return noted.finding.rule, noted.finding.units


def _sure(audit: Audit, plan: MailedChain) -> set[tuple[str, tuple[str, ...]]]:
    """Return of what an audit accuses whom whatever the dice showed that nobody has."""
    told = {_accusation(n) for n in audit.findings if n.finding.accuses and _unless_missing(n, plan) is not n}
    for pips in range(1, plan.faces + 1) if plan.missing else ():
        if not told:
            break
        supposed = _judged(plan.supposing(pips))
        told &= {_accusation(noted) for noted in supposed.findings if noted.finding.accuses}
    return told


def _unless_missing(noted: Noted, plan: MailedChain) -> Noted:
    """Return a finding, undecided where it accuses and rests on a die that nobody has."""
    need = plan.excused(noted.steps, noted.finding.units, noted.clock) if noted.finding.accuses else None
    if need is None:
        return noted
    text = Sentence(
        "{sentence} That depends on the die of {what}, which neither the log nor a mail has.",
        noted.finding.sentence,
        need.what,
    )
    return structs.replace(noted, finding=replace(noted.finding, verdict=Verdict.UNDECIDED, sentence=text))


def _broken(found: Sequence[Noted]) -> tuple[int, ...]:
    """Return how much findings break and leave open: violations, doubts, what the log leaves open."""
    verdicts = [noted.finding.verdict for noted in found]
    open_ = sum(
        v is Verdict.UNDECIDED and n.finding.rule.startswith("log.") for v, n in zip(verdicts, found, strict=True)
    )
    return verdicts.count(Verdict.VIOLATION), verdicts.count(Verdict.DOUBT), open_


CHECKED = "TRC_MODULE_CHECKED"
"""The environment's switch, set by our tests: each audit is held against what must hold of it whatever players did."""


def _check(audit: Audit) -> None:
    from trc_module.auditing.order import OrderError, out_of_order

    wrong = list(out_of_order(audit))
    if wrong:
        raise OrderError("; ".join(wrong))


def _pieces_of(chain: Chain, steps: Sequence[Step]) -> Iterator[tuple[int | None, list[Step]]]:
    """Split the steps wherever a log opens with another position than the previous one closed with.

    Yield (log number, steps); the first part has None. Seamless logs are not split, so that a phase may continue.
    """
    part: list[Step] = []
    log: int | None = None
    rest = iter((*steps, None))
    step = next(rest)
    for number, link in enumerate(chain.links):
        if not link.join or not (link.differences or link.ended != link.begins):
            continue
        while step is not None and step.number < link.join:
            part.append(step)
            step = next(rest)
        yield log, part
        part, log = [], number
    while step is not None:
        part.append(step)
        step = next(rest)
    yield log, part


def _undone_notes(chain: Chain, settled: Settled, moments: Sequence[tuple[int, Clock]]) -> Iterator[Noted]:
    for undone in settled.undone:
        text = Sentence(
            "Step {label} was undone in step {undone_by}", chain.label(undone.step.number), chain.label(undone.by)
        )
        text = (
            Sentence("{text} and redone in step {label}.", text, chain.label(undone.redone))
            if undone.redone
            else Sentence("{text}.", text)
        )
        yield Noted(Finding("log.undo", Verdict.NOTE, text), (undone.by,), _clock_at(moments, undone.by), None, "")


def _at(moments: Sequence[tuple[int, Clock]], step: int, finding: Finding) -> Noted:
    return Noted(finding, (step,), _clock_at(moments, step), None, "")


def _clock_at(moments: Sequence[tuple[int, Clock]], step: int) -> Clock:
    return moments[bisect_right(moments, step, key=lambda moment: moment[0]) - 1][1]
