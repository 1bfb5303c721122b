"""Two builds of a game's rules compared: what each says of the same acts in the same positions.

Examples show that a rule is kept and broken as it says; that two programs have the same rules only many acts show, most
of them illegal. So acts are drawn by lot in every position of games that the first build plays, and records are changed
by lot: a line left out, doubled, put elsewhere, a word of it replaced.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from trc_module.errors import UserError
from trc_module.rules.engine import Referee, check
from trc_module.rules.finding import Finding
from trc_module.rules.game import Game
from trc_module.rules.record.reader import read_act
from trc_module.rules.record.writer import action_text
from trc_module.rules.selfplay import IllegalPlayError, self_play
from trc_module.rules.state import State
from trc_module.trials.random_acts import RandomActs

AHEAD = 20
"""The lines of a changed record that are judged from the change on."""
_SHOWN = 10
"""The differences that are told one by one."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of a played game as either build has it, and the act that follows."""

    ours: State
    theirs: State
    act: str


@dataclass
class Compared:
    """What the comparison of two builds has shown."""

    acts: int = 0
    illegal: int = 0
    """Acts of which the first build says something."""
    records: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    """How often each rule was told of."""
    differences: list[str] = field(default_factory=list)

    def differ(self, where: str, ours: object, theirs: object) -> None:
        """Remember that two builds differ."""
        self.differences.append(f"{where}: {ours}; the other says {theirs}")

    def told(self) -> Iterator[str]:
        """Yield the first differences, and how many more there are."""
        yield from self.differences[:_SHOWN]
        if len(self.differences) > _SHOWN:
            yield f"and {len(self.differences) - _SHOWN} more"


def compare(ours: Game, theirs: Game, *, seed: int, games: int, turns: int, acts: int, records: int) -> Compared:
    """Compare two builds of a game's rules; UserError if the other does not know what the first one plays."""
    found = Compared()
    for number in range(games):
        played = list(_moments(ours, theirs, seed + number, turns, found))
        draws = RandomActs(ours, seed + number)
        rng = random.Random(seed + number)
        share = acts // games + (number < acts % games)
        for drawn in range(share):
            _compare_act(ours, theirs, played[drawn * len(played) // share], draws, found)
        for _ in range(records // games + (number < records % games)):
            _compare_record(ours, theirs, played, rng, found)
    return found


def _moments(ours: Game, theirs: Game, seed: int, turns: int, found: Compared) -> Iterator[Moment]:
    """Yield the positions of a game that the first build plays; what each says of its acts is compared on the way."""
    name = next(name for name in ours.scenarios if name != "none")
    state, other = ours.start(name, frozenset()), theirs.start(name, frozenset())
    try:
        for told, after in self_play(ours, state, ours.player("", seed), turns):
            text = action_text(ours, told.action)
            yield Moment(state, other, text)
            act = read_act(theirs, text)
            against = [_said(one) for one in check(theirs, other, act) if one.accuses]
            if against:
                found.differ(f"'{text}' in {state.clock}", "legal", against)
            state, other = after, theirs.apply(other, act)
    except IllegalPlayError:
        return


def _compare_act(ours: Game, theirs: Game, moment: Moment, draws: RandomActs, found: Compared) -> None:
    text = next(filter(None, (draws.draw(moment.ours) for _ in range(50))), None)
    if text is None:
        return
    mine, other = _judged(ours, moment.ours, text), _judged(theirs, moment.theirs, text)
    found.acts += 1
    if isinstance(mine, list) and mine:
        found.illegal += 1
        found.rules.update({str(said[0]) for said in mine})
    if mine != other:
        found.differ(f"'{text}' in {moment.ours.clock}", mine, other)


def _judged(game: Game, state: State, text: str) -> list[tuple[object, ...]] | str:
    """Return what a build says of an act, or why it does not fit the position."""
    try:
        act = read_act(game, text)
    except UserError as error:
        return str(error)
    wrong = game.precondition_error(state, act)
    return wrong or [_said(finding) for finding in check(game, state, act)]


def _said(finding: Finding) -> tuple[object, ...]:
    return (
        finding.rule,
        finding.verdict.value,
        finding.sentence,
        tuple(sorted(finding.units)),
        finding.hexes,
        finding.legal,
    )


def _compare_record(ours: Game, theirs: Game, played: Sequence[Moment], rng: random.Random, found: Compared) -> None:
    at = rng.randrange(len(played))
    lines = _changed([moment.act for moment in played[at : at + AHEAD]], played, rng)
    mine, other = _followed(ours, played[at].ours, lines), _followed(theirs, played[at].theirs, lines)
    found.records += 1
    for line, (one, two) in enumerate(zip(mine, other, strict=False)):
        if one != two:
            found.differ(f"'{lines[line]}' behind '{'; '.join(lines[:line])}' in {played[at].ours.clock}", one, two)
            return
    if len(mine) != len(other):
        found.differ(f"a record of {len(lines)} lines in {played[at].ours.clock}", len(mine), len(other))


def _changed(lines: list[str], played: Sequence[Moment], rng: random.Random) -> list[str]:
    """Return lines with the first left out, doubled, put later, replaced by another or with a word of another."""
    way = rng.choice(("drop", "double", "later", "other", "word", "word", "word"))
    first, rest = lines[0], lines[1:]
    if way == "drop":
        return rest or [first]
    if way == "double":
        return [first, first, *rest]
    if way == "later":
        return [*rest[:3], first, *rest[3:]]
    other = rng.choice(played).act
    if way == "other":
        return [other, *lines]
    words, donor = first.split(), other.split()
    if len(words) > 1:
        place = rng.randrange(1, len(words))
        words[place] = rng.choice(donor[1:] or [words[place]])
    return [" ".join(words), *rest]


def _followed(game: Game, state: State, lines: Sequence[str]) -> list[object]:
    """Return what a build says of acts one after the other, to the first that does not fit."""
    referee, told = Referee(game, state), list[object]()
    for line in lines:
        try:
            findings = referee.act(read_act(game, line)).findings
        except UserError as error:
            return [*told, str(error)]
        told.append([_said(finding) for finding in findings])
    return told
