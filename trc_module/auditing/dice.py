"""The dice of a game: who rolled what, when and what for, and whether the lines agree with the dice."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush

from msgspec import Struct
from msgspec.structs import replace

from trc_module.auditing.typed import speakers, typed
from trc_module.declarations import PLAIN_DIE, Declaration
from trc_module.reading.consent import Word, finding_of, word_on
from trc_module.replay.chain import Chain
from trc_module.replay.events import PropertySet, Step
from trc_module.replay.integrity import RESULT
from trc_module.replay.undoing import Settled
from trc_module.rules.finding import Finding, Verdict
from trc_module.sentence import Sentence

MAIL = "mail"
"""The field of a line by which a die tells that it was mailed, and in which mail: no log can hold it."""
UNKNOWN = "unknown"
"""The purpose of a roll that no line explains."""
_OTHER = "other"
_MOST_DIGITS = 9
_NEAR = 3
"""The number of steps after a roll in which the line that reports it may come."""


class DieRoll(Struct, frozen=True):
    """One throw of one die: the chain's step, the die's name, its pips, and what lines and moves say of it.

    `about` is the battle's number or the unit at sea, where the line says so; `undone` the step that took it back;
    `source` the file of the mail that tells of it, '' for a die of the log.
    """

    step: int
    die: str
    pips: int
    by: str | None = None
    purpose: str = UNKNOWN
    about: str = ""
    undone: int | None = None
    source: str = ""


class RolledDice(Struct, frozen=True):
    """All rolls of a game, those taken back too, and what is to be said of them, each with its step."""

    rolls: tuple[DieRoll, ...]
    findings: tuple[tuple[int, Finding], ...]

    @property
    def counting(self) -> tuple[DieRoll, ...]:
        """Return the rolls that were not taken back."""
        return tuple(roll for roll in self.rolls if roll.undone is None)


def read_dice(chain: Chain, settled: Settled, fought: Collection[int] = ()) -> RolledDice:
    """Read the rolls out of a game's steps; those at `fought` are for battles, though no line says so."""
    reader = _Reader(chain)
    undoing = {undone.by for undone in settled.undone} | {u.redone for u in settled.undone if u.redone}
    for step in chain.steps:
        # An undo by VASSAL sets the property too, but nothing is rolled.
        if step.number not in undoing and not step.is_undo:
            reader.take(step)
    gone = {undone.step.number: undone.by for undone in settled.undone if undone.redone is None}
    rolls = tuple(
        replace(
            roll,
            undone=gone.get(roll.step),
            purpose="roll" if roll.step in fought and roll.purpose in (UNKNOWN, _OTHER) else roll.purpose,
        )
        for roll in reader.rolls
    )
    return RolledDice(rolls, tuple(sorted([*reader.findings, *_repeated(chain, rolls)], key=lambda told: told[0])))


class _Reader:
    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._plain = chain.log.parts.game.grammar.verbs_of(PLAIN_DIE)
        self._sides = chain.log.parts.game.sides
        self.rolls: list[DieRoll] = []
        self.findings: list[tuple[int, Finding]] = []
        # The rolls not yet reported by a line, by their index: by what they showed, and in their order.
        self._showing: dict[int, list[int]] = {}
        self._untold: deque[int] = deque()

    def _open(self, index: int, word: str) -> None:
        self._showing.setdefault(int(word), []).append(index)
        self._untold.append(index)

    def _telling_of(self, step: Step, told: str) -> tuple[int | None, bool]:
        """Return the roll that a line reports, and whether it showed what the line says."""
        showing = self._showing.get(int(told), []) if is_die(told) and str(int(told)) == told else []
        while showing and self.rolls[showing[-1]].purpose != UNKNOWN:
            showing.pop()
        if showing and self.rolls[showing[-1]].step >= step.number - _NEAR:
            return showing[-1], True
        while self._untold and (
            self.rolls[self._untold[0]].purpose != UNKNOWN or self.rolls[self._untold[0]].step < step.number
        ):
            self._untold.popleft()
        return (self._untold[0] if self._untold else None), False

    def take(self, step: Step) -> None:
        for event in step.events:
            if isinstance(event, PropertySet) and event.name.endswith(RESULT):
                by = self._chain.log.side_of(step.by)
                # Several dice of one button stand in a list.
                for word in event.new.split(","):
                    if is_die(word.strip()):
                        self._open(len(self.rolls), word.strip())
                        self.rolls.append(DieRoll(step.number, event.name.removesuffix(RESULT), int(word), by))
        for says in step.declarations:
            for told in dice_told(says):
                self._line(step, says, told)

    def _line(self, step: Step, says: Declaration, told: str) -> None:
        by = (says.get("by") or "").lower()
        purpose = _OTHER if says.verb in self._plain else says.verb.lower()
        about = says.get("b") or says.get("u") or ""
        source = says.get(MAIL) or ""
        index, same = (None, False) if source else self._telling_of(step, told)
        if source:
            self.rolls.append(DieRoll(step.number, "mail", int(told), None, purpose, about, source=source))
        elif index is not None:
            roll = self.rolls[index]
            self.rolls[index] = replace(roll, by=by if by in self._sides else roll.by, purpose=purpose, about=about)
            if not same:
                text = Sentence(
                    "The line {verb} tells of a {told}, but the die showed {die}.", says.verb, told, roll.pips
                )
                self.findings.append((step.number, Finding("log.die", Verdict.DOUBT, text)))
        elif is_die(told):
            # A player who logs while stepping through another log writes its lines again, and not its dice.
            side = by if by in self._sides else self._chain.log.side_of(step.by)
            self.rolls.append(DieRoll(step.number, says.verb.lower(), int(told), side, purpose, about))
            text = Sentence("The line {verb} tells of a {told}; the log does not hold the die itself.", says.verb, told)
            self.findings.append((step.number, Finding("log.die", Verdict.NOTE, text)))


def dice_told(says: Declaration) -> Iterator[str]:
    """Yield the dice that a line reports: one, or the dice of a pool one by one."""
    if says.get("die"):
        yield says["die"]
    yield from (word.strip() for word in (says.get("dice") or "").split(",") if word.strip())


def is_die(text: str) -> bool:
    """Tell whether a text is a number that a die, or several, may show."""
    return text.isdecimal() and len(text) <= _MOST_DIGITS


def _any_between(steps: Sequence[int], before: int, after: int) -> bool:
    """Tell whether one of some steps, which are in order, comes after one and before the other."""
    at = bisect_right(steps, before)
    return at < len(steps) and steps[at] < after


def _repeated(chain: Chain, rolls: Iterable[DieRoll]) -> Iterator[tuple[int, Finding]]:
    """Yield the rolls that repeat one that was taken back: agreed on or not, both players should know."""
    rolls = tuple(rolls)
    chat, who = tuple(typed(chain.steps)), speakers(chain.steps)
    thrown: dict[str, list[int]] = {}
    for roll in rolls:
        thrown.setdefault(roll.die, []).append(roll.step)
    # By what they were for: the rolls taken back later, the soonest first, and the index of the latest taken back yet.
    later: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    latest: dict[tuple[str, str, str], int] = {}
    for index, roll in enumerate(rolls):
        what = (roll.die, roll.purpose, roll.about)
        waiting = later.setdefault(what, [])
        while waiting and waiting[0][0] < roll.step:
            latest[what] = max(latest.get(what, 0), heappop(waiting)[1])
        if roll.undone:
            heappush(waiting, (roll.undone, index))
        last = rolls[latest[what]] if what in latest else None
        if last is not None and not _any_between(thrown[roll.die], last.step, roll.step):
            yield roll.step, _taken_back(chain, chat, who, last, roll)
    for roll in rolls:
        if roll.purpose == UNKNOWN and roll.undone is None:
            text = Sentence("{die} was rolled and showed {roll_pips}; no line says what for.", roll.die, roll.pips)
            yield roll.step, Finding("log.roll", Verdict.UNDECIDED, text)


def _taken_back(
    chain: Chain, chat: Sequence[tuple[int, str]], who: Mapping[int, str], last: DieRoll, roll: DieRoll
) -> Finding:
    """Return the finding on a die that was taken back and rolled again, with what both players say to that."""
    told = Sentence(
        "The {die} of step {label} was taken back and {roll_die} rolled again: {roll_pips}",
        last.pips,
        chain.label(last.step),
        roll.die,
        roll.pips,
    )
    word = word_on(chat, who, last.step, roll.step)
    if word in (Word.AGREED, Word.REFUSED):
        return finding_of(word, f"{told}; ")
    text = Sentence("{told}. The log does not say whether both players agreed to that.", told)
    return Finding("log.reroll", Verdict.UNDECIDED, text)
