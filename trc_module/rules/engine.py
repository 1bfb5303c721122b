"""The referee: judges acts, carries them out, and tells each fault once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from trc_module.errors import UserError
from trc_module.rules.actions import Action, End
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import Game, GameData
from trc_module.rules.hypotheses import downgrade_if_excusable, forgetful
from trc_module.rules.other_maps import doubted_on_other_maps
from trc_module.rules.registry import BATTLES
from trc_module.rules.state import Mark, State, UnitId, first_words
from trc_module.sentence import Sentence

A = TypeVar("A", bound=Action)


def check(game: GameData, state: State, action: Action) -> list[Finding]:
    """Return all that a game's rules have to say about an act in a position."""
    if not game.known(action):
        return [not_yet(game, action)]
    marks, battles = state.marks, bool(state.battles)
    words = words_of(marks, battles) if marks or battles else _NOTHING
    found = _judged(game.book.checks(type(action), words), game, state, action)
    if found:
        found = [game.weighed(state, finding) for finding in found]
        if game.board.otherwise:
            found = doubted_on_other_maps(game, found, partial(_weighed, state, action))
    if found and game.book.supposed:
        judges = game.book.checks(type(action))
        return downgrade_if_excusable(game, state, found, lambda other: _judged(judges, game, other, action))
    return found


_NOTHING: frozenset[str] = frozenset()


@lru_cache(maxsize=1 << 10)
def words_of(marks: frozenset[Mark], battles: bool) -> frozenset[str]:
    """Return the kinds of marks that a position has, by their first words, and BATTLES if it has battles."""
    return first_words(marks) | {BATTLES} if battles else first_words(marks)


def _judged(judges: Iterable[Callable[..., Any]], game: GameData, state: State, action: Action) -> list[Finding]:
    found: list[Finding] = []
    # Judges that every move passes return a tuple: an empty one takes a third of the time of a generator.
    for judge in judges:
        found += judge(game, state, action)
    return found


def _weighed(state: State, action: Action, game: GameData) -> list[Finding]:
    # What was worked out in the position holds for one map.
    judges, alone = game.book.checks(type(action)), forgetful(state)
    return [game.weighed(alone, finding) for finding in _judged(judges, game, alone, action)]


def legal_actions(game: GameData, state: State, kind: type[A], unit: UnitId = "") -> Iterator[A]:
    """Yield every legal act of a kind that a position allows, or those of one unit.

    They are as the game lists them, but for those that break a rule for certain: a list may say what is worth a look.
    An act that rests on a datum in doubt, or on one that is not to be had, is among them, and `check` says so. Where
    the game has no list, all acts that can be written are judged, and those against which nothing is said are yielded:
    attacks with up to three units, moves to each hex by whatever way.

    Raises:
        UnlistedError: The game does not list such acts, and they have no end: something in them may be any word.
    """
    lister = game.book.listers.get(kind)
    if lister is not None:
        of_it = (act for act in lister(game, state) if not unit or concerns(act, unit))
        yield from (
            act for act in of_it if not game.precondition_error(state, act) and not breaks_a_rule(game, state, act)
        )
        return
    from trc_module.rules.listing import listed

    def legal(act: Action) -> bool:
        return not game.precondition_error(state, act) and is_legal(game, state, act)

    # They are of the kind that was asked for.
    yield from listed(game, state, kind, unit, legal)  # type: ignore[misc]


def breaks_a_rule(game: GameData, state: State, action: Action) -> bool:
    """Tell whether an act breaks a rule for certain: doubts and what cannot be told do not count."""
    return any(finding.verdict is Verdict.VIOLATION for finding in check(game, state, action))


def is_legal(game: GameData, state: State, action: Action) -> bool:
    """Tell whether the rules have nothing against an act, for certain: a note is none."""
    return all(finding.verdict is Verdict.NOTE for finding in check(game, state, action))


def concerns(action: Action, unit: UnitId) -> bool:
    """Tell whether an act is of a unit: it does it, or takes part in it."""
    return unit == getattr(action, "unit", "") or unit in getattr(action, "attackers", ())


def not_yet(game: GameData, action: Action) -> Finding:
    """Return the finding that names an act whose rules we do not know yet."""
    syntax = next(s for s in game.statements if s.makes(action))
    return Finding(
        syntax.section,
        Verdict.SKIPPED,
        Sentence(
            "'{verb}' is read but not yet judged: the rules of section {section} are not yet known.",
            syntax.verb,
            syntax.section,
        ),
    )


MOST_HEXES = 200
"""The greatest number of hexes in the way of a unit in a phase. Each of its moves is judged together with those before
it, so that without a limit a record of 25,000 moves takes an hour."""


def _endless(state: State, action: Action) -> str:
    """Say that a unit has moved farther in the phase than is judged; '' if it has not."""
    trail = state.trails.get(getattr(action, "unit", "")) if state.trails else None
    if trail is None or len(trail.hexes) <= MOST_HEXES:
        return ""
    unit = getattr(action, "unit", "")
    return Sentence(
        "{unit} has moved through more than {most_hexes} hexes in this phase, and nothing further of it is judged",
        unit,
        MOST_HEXES,
    )


class Told(NamedTuple):
    """The referee's findings on one act, and the moment of the act."""

    # A tuple, since one is made for every act: a frozen dataclass takes five times as long.

    clock: Clock
    action: Action
    findings: tuple[Finding, ...]


class Referee:
    """Follows a game act by act.

    An act that breaks a rule is still carried out. A fault that lasts is told when it arises and
    not again until it has been mended: an overstacked hex is not a new fault at the end of the next phase,
    and a unit that is past its allowance has not exceeded it anew with its next step.
    """

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self._dedup_keys: dict[tuple[Hashable, ...], str] = {}

    def act(
        self,
        action: Action,
        found: list[Finding] | None = None,
        after: State | None = None,
        *,
        judge: Callable[[GameData, State, Action], list[Finding]] = check,
    ) -> Told:
        """Judge an act and carry it out; UserError if the position has no such unit in such a place.

        `found` is what `check` says of it in this position, `after` what it leads to, if somebody has asked already;
        `judge` is `check`, or what remembers what that has said.
        """
        game, state = self.game, self.state
        wrong = game.precondition_error(state, action) or _endless(state, action)
        if wrong:
            raise UserError(wrong)
        if found is None:
            found = judge(game, state, action)
        fresh = self.fresh(found) if found else ()
        if isinstance(action, End):
            self._mended(state.clock)
        for finding in found:
            if finding.dedup_key is not None:
                self._dedup_keys[finding.dedup_key] = state.clock.phase
        if game.known(action):
            self.state = game.apply(state, action) if after is None else after
        return Told(state.clock, action, fresh)

    def save(self) -> tuple[State, Mapping[tuple[Hashable, ...], str]]:
        """Return where the game stands and which lasting faults have been told, for `restore`."""
        return self.state, dict(self._dedup_keys)

    def restore(self, saved: tuple[State, Mapping[tuple[Hashable, ...], str]]) -> None:
        """Go back to where the game stood at a `save`."""
        self.state, lasting = saved
        self._dedup_keys = dict(lasting)

    def fresh(self, found: list[Finding]) -> tuple[Finding, ...]:
        """Return the findings not yet reported: a lasting fault is reported once."""
        return tuple([new for new in found if new.dedup_key is None or new.dedup_key not in self._dedup_keys])

    def _mended(self, ended: Clock) -> None:
        # Such a phase has looked for its side's faults again: those that it has not found have been mended.
        over = (ended.side, ended.phase)
        self._dedup_keys = {fault: phase for fault, phase in self._dedup_keys.items() if (fault[0], phase) != over}
