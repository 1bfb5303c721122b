"""Dice that a server mailed, put where a log lacks them: in the battles that mails name, else in their order.

No die is used twice and none is made up. Which roll of several is missing, or is one too many, is seen by how the log
is judged with each (`replay.audit`): so there are several plans.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations, islice, permutations

from msgspec import Struct, structs

from trc_module.auditing.dice import MAIL
from trc_module.auditing.dice_mail import Mail, MailedRoll, without_copies
from trc_module.auditing.drags import legs_of
from trc_module.auditing.mail_needs import Need, Needs, phases_shown, rolls_in
from trc_module.declarations import PLAIN_DIE, ROLL, Declaration, Grammar
from trc_module.errors import UserError
from trc_module.reading.words import numbered, spoken
from trc_module.replay.chain import Chain
from trc_module.replay.events import Reported
from trc_module.rules.actions import RollCombat
from trc_module.rules.clock import FIGHT, Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import GameData
from trc_module.rules.record.grammar import One
from trc_module.rules.record.text import Tokens
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence
from trc_module.systems.dice_pools import ROLES

_MOST_PLANS = 12
"""The greatest number of ways to deal rolls of which some are missing or one too many."""
_SLACK = timedelta(days=1)
"""How far the clocks of a server and of a player may differ."""
_POOL = frozenset({"b", "as", "dice"})
"""The fields of the line by which one side of a battle rolls a pool of dice."""
_HEX = re.compile(r"(?<!\w)(?:[A-Za-z]{1,2}\d{1,2}|\d{4})(?!\w)")


class MailedDie(Struct, frozen=True):
    """What became of one mailed die: the need that it serves, and the step at which it counts; None without one."""

    roll: MailedRoll
    pips: int
    need: Need | None
    finding: Finding
    step: int = 0


class MailedChain(Struct, frozen=True):
    """A chain of logs with mailed dice, and what became of each of them."""

    chain: Chain
    dice: tuple[MailedDie, ...]
    missing: tuple[Need, ...]
    copies: tuple[str, ...] = ()
    """What is to be told of mails that were given twice."""
    verb: str = ""
    """The verb of a battle's die; '' in a game without."""
    plain: str = ""
    faces: int = 6

    @property
    def findings(self) -> Iterator[tuple[int, Finding]]:
        """Yield what is to be told of the dice, each with its step; 0 for none."""
        yield from ((die.step, die.finding) for die in self.dice)
        yield from ((0, Finding("log.mail", Verdict.NOTE, text)) for text in self.copies)
        for need in self.missing:
            text = Sentence(
                "The die of {what} is neither in the log nor in a mail: what it decides is not judged.", need.what
            )
            yield need.step, Finding("log.mail", Verdict.UNDECIDED, text, tuple(sorted(need.units)))

    def supposing(self, pips: int) -> Chain:
        """Return the chain as if each missing die had shown some pips: what is found with all of them is sure."""
        says = (
            (
                need,
                Declaration(self.verb or self.plain, {**({"b": need.number} if self.verb else {}), "die": str(pips)}),
            )
            for need in self.missing
        )
        return _with_lines(self.chain, [(need.step, need.before, line) for need, line in says])

    def excused(self, steps: Iterable[int], units: Iterable[UnitId], clock: Clock) -> Need | None:
        """Return the need without a die on which a finding rests, by its steps, units and moment; None without one."""
        known, told = set(units), set(steps)
        for need in self.missing:
            same = (clock.turn, clock.side) == (need.clock.turn, need.clock.side)
            if same and (known & need.units or told & need.steps):
                return need
        return None


def plans(chain: Chain, rolls: Sequence[MailedRoll]) -> Iterator[MailedChain]:
    """Yield the ways in which mailed dice may be those that the logs lack, the plainest first.

    Raises:
        UserError: A die has other faces than those of the game.
    """
    yield from _Dealer(chain, rolls).plans()


class _Loose(Struct):
    """One die of a mail."""

    roll: MailedRoll
    pips: int
    index: int


class _Dealer:
    """Deals the dice of mails to what lacks them."""

    def __init__(self, chain: Chain, rolls: Sequence[MailedRoll]) -> None:
        self._chain = chain
        self._game = chain.log.parts.game
        grammar = self._game.grammar
        self._plain = next(iter(grammar.verbs_of(PLAIN_DIE)), "")
        self._roll = next(iter(grammar.verbs_of(ROLL)), "")
        self._pool = _pooling(grammar)
        self._phases = list(phases_shown(chain))
        found = Needs(chain, self._phases)
        self._needs = sorted(found.all(), key=lambda need: need.step)
        self._of_units = sorted(found.of_units(), key=lambda need: need.step)
        _check_faces(self._game, rolls)
        kept, self._copies = without_copies(rolls)
        if all(roll.mail.when is not None for roll in kept):
            kept.sort(key=lambda roll: roll.mail.when or _NEVER)
        self._loose = [_Loose(roll, pips, i) for i, (roll, pips) in enumerate((r, p) for r in kept for p in r.dice)]
        self._done: list[tuple[_Loose, MailedDie]] = []
        self._put: list[tuple[Need, Declaration]] = []
        self._left = {need: need.lacks for need in (*self._needs, *self._of_units)}

    def plans(self) -> Iterator[MailedChain]:
        self._set_old_aside()
        rest = self._take_named()
        groups = self._groups(rest)
        choices = list(islice(_combined([self._dealt(*group) for group in groups]), _MOST_PLANS))
        for chosen in choices:
            yield self._plan(chosen)

    def _set_old_aside(self) -> None:
        begun = _begun(self._chain)
        for die in list(self._loose):
            when = die.roll.mail.when
            if begun is not None and when is not None and when < begun - _SLACK:
                text = Sentence(
                    "{told} is older than the log, which begins on {begun}: it is set aside.",
                    _told(die),
                    begun.strftime("%Y-%m-%d"),
                )
                self._settle(die, None, Finding("log.mail", Verdict.UNDECIDED, text))

    def _settle(self, die: _Loose, need: Need | None, finding: Finding, step: int = 0) -> None:
        self._loose.remove(die)
        self._done.append((die, MailedDie(die.roll, die.pips, need, finding, step)))

    # ---------------------------------------------------------------- named

    def _take_named(self) -> list[_Loose]:
        """Put the dice to what their mails name; return those whose mails name nothing, or the turn alone."""
        for die in list(self._loose):
            needs = self._named(die.roll) if die in self._loose else None
            if needs is None or self._take_pool(die, needs):
                continue
            open_ = next((need for need in needs if self._left[need] > 0), None)
            if open_ is not None:
                self._left[open_] -= 1
                self._put.append((open_, self._line(open_, die)))
                text = Sentence("{told} is the die of {what}, which the mail names.", _told(die), open_.what)
                self._settle(
                    die, open_, Finding("log.mail", Verdict.NOTE, text, tuple(sorted(open_.units))), open_.step
                )
                continue
            held = [need for need in needs if need.told]
            told = next(
                (need for need in held if die.pips in need.told), max(held, key=lambda n: bool(n.verb), default=None)
            )
            if told is None:
                where = (
                    Sentence("{what} has its die already", needs[0].what)
                    if needs
                    else "the log has nothing that it names"
                )
                text = Sentence("{told} is one too many: {where}.", _told(die), where)
                self._settle(die, None, Finding("log.mail", Verdict.UNDECIDED, text))
            elif die.pips in told.told:
                text = Sentence("{told} is the die of {what} that the log holds.", _told(die), told.what)
                self._settle(die, told, Finding("log.mail", Verdict.NOTE, text), told.step)
            else:
                shown = " and ".join(map(str, told.told))
                text = Sentence("{told} is for {what}, but the log has a {shown} there.", _told(die), told.what, shown)
                self._settle(die, told, Finding("log.mail", Verdict.DOUBT, text, tuple(sorted(told.units))), told.step)
        return list(self._loose)

    def _take_pool(self, die: _Loose, needs: Sequence[Need]) -> bool:
        """Put all dice of a roll to the side of a battle that its words name; tell whether they name one."""
        need = next((need for need in needs if need.number), None)
        sides = [
            role for role in ROLES if spoken(role, "said").search(numbered("battle", "said").sub(" ", die.roll.label))
        ]
        if not self._pool or need is None or len(sides) != 1:
            return False
        (side,) = sides
        if side in need.fired or any(own is need and side in says.fields.values() for own, says in self._put):
            return False
        dice = ",".join(map(str, die.roll.dice))
        self._put.append(
            (need, Declaration(self._pool, {"b": need.number, "as": side, "dice": dice, MAIL: die.roll.mail.source}))
        )
        for each in [one for one in self._loose if one.roll is die.roll]:
            text = Sentence("{told} is a die of {what} ({side}), which the mail names.", _told(each), need.what, side)
            self._settle(each, need, Finding("log.mail", Verdict.NOTE, text, tuple(sorted(need.units))), need.step)
        self._left[need] = max(self._left[need] - 1, 0)
        return True

    def _named(self, roll: MailedRoll) -> list[Need] | None:
        """Return what the words of a roll name, in order; None if they name nothing but perhaps the turn."""
        turns = set(map(int, numbered("turn", "said").findall(roll.words)))
        for words in (roll.label, roll.words):
            fits = self._fitting(words)
            if fits is not None:
                known = (*self._needs, *self._of_units)
                return [need for need in known if (not turns or need.clock.turn in turns) and fits(need)]
        return None

    def _fitting(self, words: str) -> Callable[[Need], bool] | None:
        """Return what tells whether words name a need; None where they name none."""
        numbers = set(numbered("battle", "said").findall(words))
        if numbers:
            return lambda need: need.number in numbers
        hexes = {name.upper() for name in _HEX.findall(words)} & self._hexes
        units = {unit for unit in self._units if _names(words, unit)}
        if hexes or units:
            return lambda need: bool(need.hexes & hexes or need.units & units)
        words_of_turns = {need.called for need in self._needs if need.called}
        called = {word for word in words_of_turns if spoken("holds", word, "said").search(words)}
        return (lambda need: need.called in called) if called else None

    @property
    def _hexes(self) -> set[str]:
        return {name for need in self._needs for name in need.hexes}

    @property
    def _units(self) -> set[UnitId]:
        return {unit for need in (*self._needs, *self._of_units) for unit in need.units}

    def _line(self, need: Need, die: _Loose) -> Declaration:
        """Return the line of a die whose mail names what it was rolled for."""
        if need.verb:
            (unit,) = need.units
            return Declaration(need.verb, {"u": unit, "die": str(die.pips), MAIL: die.roll.mail.source})
        if need.number and self._roll and need.units:
            return Declaration(self._roll, {"b": need.number, "die": str(die.pips), MAIL: die.roll.mail.source})
        return self._plain_line(die)

    def _plain_line(self, die: _Loose) -> Declaration:
        return Declaration(self._plain, {"die": str(die.pips), MAIL: die.roll.mail.source})

    # ------------------------------------------------------------- in order

    def _groups(self, rest: Sequence[_Loose]) -> list[tuple[list[_Loose], list[Need]]]:
        """Return the dice whose mails name no more than a turn, each group with what still lacks dice there."""
        open_ = [need for need in self._needs for _ in range(self._left[need])]
        by_turn: dict[int, list[_Loose]] = {}
        anywhere: list[_Loose] = []
        for die in rest:
            turns = set(map(int, numbered("turn", "said").findall(die.roll.words)))
            if len(turns) == 1:
                by_turn.setdefault(turns.pop(), []).append(die)
            else:
                anywhere.append(die)
        groups = []
        for turn, dice in by_turn.items():
            here = [need for need in open_ if need.clock.turn == turn]
            open_ = [need for need in open_ if need.clock.turn != turn]
            groups.append((dice, here or self._unsaid(len(dice), turn)))
        if anywhere or open_:
            more = len(anywhere) - len(open_)
            groups.append((anywhere, open_ or self._unsaid(more, None)))
        return groups

    def _unsaid(self, count: int, turn: int | None) -> list[Need]:
        """Return places for dice in a phase of battles of which no line tells; none unless there is one such phase."""
        found = [
            (clock, steps)
            for clock, steps in self._phases
            if self._game.sequence.kind_of(clock) == FIGHT
            and (turn is None or clock.turn == turn)
            and any(leg for step in steps for leg in legs_of(self._chain.log, step))
            and not any(rolls_in(step) or any(says.get("b") for says in step.declarations) for step in steps)
        ]
        if len(found) != 1 or count < 1:
            return []
        ((clock, steps),) = found
        last = steps[-1].number
        return [
            Need(Sentence("a battle of {clock}", clock.words), clock, min(steps[0].number + i, last))
            for i in range(count)
        ]

    def _dealt(self, dice: Sequence[_Loose], needs: Sequence[Need]) -> list[list[tuple[_Loose | None, Need | None]]]:
        """Return the ways to deal dice to needs in their order, some of either left over where there are more."""
        few = min(len(dice), len(needs))
        ways: list[list[tuple[_Loose | None, Need | None]]] = []
        for chosen in islice(combinations(range(max(len(dice), len(needs))), few), _MOST_PLANS):
            if len(dice) <= len(needs):
                pairs: list[tuple[_Loose | None, Need | None]] = [(dice[i], needs[at]) for i, at in enumerate(chosen)]
                pairs += [(None, needs[at]) for at in range(len(needs)) if at not in chosen]
            else:
                pairs = [(dice[at], needs[i]) for i, at in enumerate(chosen)]
                pairs += [(dice[at], None) for at in range(len(dice)) if at not in chosen]
            ways.append(pairs)
        return [*ways, *islice((other for way in ways for other in _swapped(way)), _MOST_PLANS)]

    def _plan(self, chosen: Iterable[Sequence[tuple[_Loose | None, Need | None]]]) -> MailedChain:
        done, put = list(self._done), [(need.step, need.before, says) for need, says in self._put]
        missing: list[Need] = []
        for pairs in chosen:
            for die, need in pairs:
                if die is None:
                    if need is not None and need.lacks == 1 and need.number:
                        missing.append(need)
                    continue
                if need is None:
                    text = Sentence(
                        "{told} is one too many: the log lacks no further die, or does not say for what.", _told(die)
                    )
                    finding = Finding("log.mail", Verdict.UNDECIDED, text)
                    done.append((die, MailedDie(die.roll, die.pips, None, finding)))
                    continue
                put.append((need.step, need.before, self._line(need, die)))
                text = Sentence(
                    "{told} is read as the die of {what}: the mail does not say what for.", _told(die), need.what
                )
                finding = Finding("log.mail", Verdict.NOTE, text, tuple(sorted(need.units)))
                done.append((die, MailedDie(die.roll, die.pips, need, finding, need.step)))
        done.sort(key=lambda pair: pair[0].index)
        said = tuple(
            Sentence(
                "{name} tells of a mail that another file has too ('{subject}'): it counts once.",
                _name_of(mail),
                mail.subject[:60],
            )
            for mail in self._copies
        )
        chain, dice = _with_lines(self._chain, put), tuple(die for _, die in done)
        return MailedChain(chain, dice, tuple(missing), said, self._roll, self._plain, faces_of(self._game))


def _check_faces(game: GameData, rolls: Iterable[MailedRoll]) -> None:
    """Raise UserError where a mail tells of dice of other faces than those of the game."""
    faces = faces_of(game)
    for roll in rolls:
        where = Sentence("{source}, line {line}", roll.mail.source, roll.line) if roll.line else roll.mail.source
        if roll.faces and roll.faces != faces:
            raise UserError(f"{where}: expected dice of {faces} faces, as the game has, found some of {roll.faces}.")
        if max(roll.dice) > faces:
            raise UserError(f"{where}: expected a die from 1 to {faces}, found {max(roll.dice)}.")


def faces_of(game: GameData) -> int:
    """Return how many faces the dice of a game have, as a record's line of a battle's die says."""
    parts = (part for syntax in game.statements if issubclass(syntax.action, RollCombat) for part in syntax.parts)
    die = next((part for part in parts if isinstance(part, One) and part.into == "die"), None)
    for faces in range(_MOST_FACES, 0, -1) if die is not None else ():
        try:
            die.take(Tokens("", 1, str(faces)), None)  # type: ignore[union-attr, arg-type]
        except UserError:
            continue
        return faces
    return _FACES


_FACES, _MOST_FACES = 6, 20
_NEVER = datetime(1, 1, 1, tzinfo=UTC)


def _combined(
    groups: Sequence[list[list[tuple[_Loose | None, Need | None]]]],
) -> Iterator[list[list[tuple[_Loose | None, Need | None]]]]:
    """Yield a way of each group, the first of all first."""
    if not groups:
        yield []
        return
    first, *others = groups
    for way in first:
        for rest in _combined(others):
            yield [way, *rest]


def _swapped(
    way: Sequence[tuple[_Loose | None, Need | None]],
) -> Iterator[list[tuple[_Loose | None, Need | None]]]:
    """Yield the dice of each phase in other orders: battles need not be rolled as they were declared."""
    by_phase: dict[Clock, list[int]] = {}
    for at, (die, need) in enumerate(way):
        if die is not None and need is not None:
            by_phase.setdefault(need.clock, []).append(at)
    for places in by_phase.values():
        for order in islice(permutations(places), 1, _MOST_PLANS):
            again = list(way)
            for at, other in zip(places, order, strict=True):
                again[at] = (way[other][0], way[at][1])
            yield again


def _names(words: str, unit: UnitId) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(unit)}(?![\w-])", words, re.IGNORECASE) is not None


def _name_of(mail: Mail) -> str:
    """Return the name of a mail's file without its folder: that is nobody else's business."""
    return mail.source.replace("\\", "/").rpartition("/")[2]


def _told(die: _Loose) -> str:
    """Name a die by its mail: `The 5 of mails.txt, line 4 (2026-05-03 18:22, 'Turn 2')`."""
    mail = die.roll.mail
    when = f"{mail.when.astimezone(UTC):%Y-%m-%d %H:%M} UTC" if mail.when is not None else ""
    words = die.roll.label or mail.subject
    facts = ", ".join(part for part in (when, f"'{words[:60]}'" if words else "") if part)
    line = Sentence(", line {line}", die.roll.line) if die.roll.line else ""
    return Sentence("The {die} of {name}{line}{word}", die.pips, _name_of(mail), line, f" ({facts})" if facts else "")


def _pooling(grammar: Grammar) -> str:
    """Return the verb by which a side of a battle rolls several dice at once; '' in a game without one."""
    return next((name for name, verb in grammar.verbs.items() if {f.key for f in verb.fields} >= _POOL), "")


def _begun(chain: Chain) -> datetime | None:
    """Return when the first log's counters were laid out, as their ids tell; None where they tell nothing."""
    ids = (id_ for id_ in chain.log.start_table.pieces if id_.isascii() and id_.isdecimal() and len(id_) < 15)
    made = [int(id_) for id_ in ids]
    first = min((at for at in made if at >= _EPOCH), default=0)
    return datetime.fromtimestamp(first / 1000, UTC) if first else None


_EPOCH = 946684800000
"""The year 2000 in milliseconds: ids below it are no moments."""


def _with_lines(chain: Chain, put: Iterable[tuple[int, bool, Declaration]]) -> Chain:
    """Return a chain with further lines in some steps, before or behind what else is in them."""
    lines: dict[tuple[int, bool], list[Reported]] = {}
    for step, before, says in put:
        lines.setdefault((step, before), []).append(Reported("", says))
    steps = tuple(
        structs.replace(
            step, events=(*lines.get((step.number, True), ()), *step.events, *lines.get((step.number, False), ()))
        )
        for step in chain.steps
    )
    return replace(chain, steps=steps)
