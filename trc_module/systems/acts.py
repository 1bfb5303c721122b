"""The acts of a game in one place each: a line in a record, lines in a log, and how these are read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from trc_module.declarations import (
    ATTACK,
    DEFEND,
    LEAVE,
    LOSE,
    OWNER,
    PHASING,
    RETREAT,
    ROLES,
    ROLL,
    Declaration,
    Verb,
)
from trc_module.digits import is_number
from trc_module.errors import UserError
from trc_module.facts.choices import one_of
from trc_module.rules.actions import Action, Attack, End, Enter, Lose, Move, Retreat, RollCombat
from trc_module.rules.clock import MOVE, Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Inferred, Interpretation, Line, LogStep, PieceTrack, Unexplained
from trc_module.rules.record.grammar import RecordSyntax
from trc_module.rules.state import Place, State, UnitId
from trc_module.systems.ground import SystemGame

Hears: TypeAlias = "Callable[[Any, Declaration, PieceTrack | None], Action | tuple[Action, ...] | None]"
"""The reader of a line: it returns the line's action, given the way of the counter that the line governs; None if the
line means nothing by itself. Several actions are readings of one line, the literal one first."""
Says: TypeAlias = "Callable[[Any, State, Any], Iterable[LogStep]]"
"""The steps of a log that make an act in a position."""
Precondition: TypeAlias = "Callable[[Any, State, Any], str]"
"""The reason why an act does not fit a position; '' if it fits."""


def _nothing_said(game: SystemGame, state: State, act: Any) -> Iterable[LogStep]:
    return ()


def _fits(game: SystemGame, state: State, act: Any) -> str:
    return ""


@dataclass(frozen=True)
class Act:
    """One kind of act."""

    syntax: RecordSyntax
    """Its line in a record, and the action that this makes."""
    verbs: tuple[Verb, ...] = ()
    """Its lines in a log."""
    hears: Hears | None = None
    """The reader of those lines; None where their role defines the act (a battle's)."""
    says: Says = _nothing_said
    precondition_error: Precondition = _fits


@dataclass
class _Gathered:
    """A battle whose lines are read one by one."""

    number: int
    attackers: dict[UnitId, None] = field(default_factory=dict)
    defenders: dict[UnitId, None] = field(default_factory=dict)
    steps: list[int] = field(default_factory=list)
    declared: bool = False

    def attack(self) -> Attack:
        return Attack(self.number, tuple(self.attackers), tuple(self.defenders))


class ActTable:
    """All acts of a game."""

    def __init__(self, acts: Iterable[Act], *, stop_by_stop: bool = False) -> None:
        """Make the table; with `stop_by_stop` ways count as the counters were dragged, first of all.

        That is for games in which it matters what a unit passes; elsewhere a stop on no straight way may be a slip.
        """
        self._stop_by_stop = stop_by_stop
        self.acts = tuple(acts)
        self.statements = tuple(act.syntax for act in self.acts)
        self.verbs = tuple(dict.fromkeys(verb for act in self.acts for verb in act.verbs))
        self.hears = {verb.name: act.hears for act in self.acts for verb in act.verbs if act.hears is not None}
        """The readers of lines, by their verbs."""

    def check(self) -> None:
        """Raise UserError where no act ends a step, or where the role of a log's line does not exist."""
        if End not in self.by_kind:
            raise UserError("No act of the game ends a step: add `ending(...)` of systems/common_acts to its ActTable.")
        for verb in self.verbs:
            if verb.role and verb.role not in ROLES:
                raise UserError(
                    f"The line {verb.name}: expected a role, {one_of(ROLES, verb.role)}, found '{verb.role}'."
                )

    @cached_property
    def by_kind(self) -> dict[type[Action], Act]:
        """The acts by the actions that they make."""
        return {act.syntax.action: act for act in self.acts}

    def precondition_error(self, game: SystemGame, state: State, action: Action) -> str:
        """Say in what way an act does not fit the position; '' if it fits."""
        act = self.by_kind.get(type(action))
        return act.precondition_error(game, state, action) if act else ""

    def say(self, game: SystemGame, state: State, action: Action) -> Iterator[LogStep]:
        """Yield the steps of a log that make an act in a position; none for acts that no log can hold."""
        act = self.by_kind.get(type(action))
        if act is not None:
            yield from act.says(game, state, action)

    def hear(
        self, game: SystemGame, clock: Clock, lines: Sequence[Line], tracks: Sequence[PieceTrack]
    ) -> list[Interpretation]:
        """Return the acts of which the lines of one phase tell, with the ways that they govern."""
        return _Phase(game, clock, lines, [self._ordered(track) for track in tracks], self.hears).deeds()

    def _ordered(self, track: PieceTrack) -> PieceTrack:
        if not self._stop_by_stop or len(track.ways) < 2:
            return track
        return replace(track, ways=tuple(sorted(track.ways, key=lambda way: (-len(way.hexes), len(way.gaps)))))

    def guess(self, game: SystemGame, state: State, traces: Unexplained) -> Inferred:
        """Return the journeys that no line explains as moves and arrivals, where units move."""
        if game.sequence.kind_of(state.clock) != MOVE:
            return Inferred()
        found, used = [], []
        for track in traces.tracks:
            acts = tuple(_unexplained(game, state, self._ordered(track), Enter in self.by_kind))
            if acts:
                found.append(Interpretation(track.steps, acts, ((track.unit, track.goal),), (), track.by))
                used.append(track)
        return Inferred(tuple(found), tuple(used))


def _unexplained(game: SystemGame, state: State, track: PieceTrack, enters: bool) -> Iterator[Action]:
    """Yield what a journey without a line may mean, the literal reading first."""
    if track.goal is None or track.start == track.goal or game.side_of[track.unit] != state.clock.side:
        return
    if track.start == game.start_box:
        # The reader of the log takes it for the set-up.
        return
    if isinstance(track.start, str) and not isinstance(track.goal, str) and enters:
        yield Enter(track.unit, track.goal)
    elif not isinstance(track.start, str) and not isinstance(track.goal, str):
        yield from (Move(track.unit, trail) for trail in track.ways)


def entitled(game: SystemGame, clock: Clock, line: Line) -> bool:
    """Tell whether the side that made a line may make it; where the log does not name the side, it is accepted."""
    verb = game.grammar.verbs[line.says.verb]
    if line.by is None or verb.who not in (OWNER, PHASING):
        return True
    if verb.who == PHASING:
        return line.by == clock.side
    return line.by == game.side_of.get(line.says.get("u") or "", line.by)


class _Phase:
    """The lines and journeys of one phase."""

    def __init__(
        self,
        game: SystemGame,
        clock: Clock,
        lines: Sequence[Line],
        tracks: Sequence[PieceTrack],
        hears: dict[str, Hears],
    ) -> None:
        self.game = game
        self.clock = clock
        self.lines = lines
        self.tracks = list(tracks)
        self.hears = hears
        self.found: list[Interpretation] = []
        self.battles: dict[int, _Gathered] = {}

    def deeds(self) -> list[Interpretation]:
        for line in self.lines:
            self._take(line)
        for battle in self.battles.values():
            if not battle.declared and battle.attackers and battle.defenders:
                self._add(battle.steps, battle.attack())
        for track in self.tracks:
            self._travelled(track)
        return self.found

    def _take(self, line: Line) -> None:
        says, role = line.says, self.game.grammar.role(line.says.verb)
        wrong = self._wrong(line)
        if wrong:
            self.found.append(
                Interpretation((line.step,), (), (), (Finding("log.line", Verdict.NOTE, wrong),), line.by)
            )
        elif role in (ATTACK, DEFEND, LEAVE):
            self._gather(self._battle(int(says["b"])), role, says["u"], line.step)
        elif role == ROLL:
            self._roll(line, self._battle(int(says["b"])))
        elif role == LOSE:
            self._add((line.step,), Lose(int(says["b"]), says["u"]), line.by, self._arrived(line))
        elif role != RETREAT and line.says.verb in self.hears:
            track = next((j for j in self.tracks if j.line == line), None)
            act = self.hears[line.says.verb](self.game, says, track)
            if act is not None:
                steps = (line.step, *(track.steps if track else ()))
                self._add(steps, act, line.by, self._arrived(line))

    def _wrong(self, line: Line) -> str:
        """Say why a line is disregarded; '' if it is not."""
        says = line.says
        unit, battle, die = says.get("u"), says.get("b"), says.get("die")
        if unit and unit not in self.game.units:
            return f"The line {says.verb} names '{unit}', which the data does not know."
        if battle and not is_number(battle):
            return f"The line {says.verb} names the battle '{battle[:40]}', which is not a number."
        if die and not is_number(die):
            return f"The line {says.verb} names the die '{die[:40]}', which is not a number."
        if not entitled(self.game, self.clock, line):
            return f"The {line.by} player declared {says.verb}, which only the other side may; it is disregarded."
        return ""

    def _battle(self, number: int) -> _Gathered:
        return self.battles.setdefault(number, _Gathered(number))

    @staticmethod
    def _gather(battle: _Gathered, role: str, unit: UnitId, step: int) -> None:
        battle.steps.append(step)
        battle.attackers.pop(unit, None)
        battle.defenders.pop(unit, None)
        if role == ATTACK:
            battle.attackers[unit] = None
        elif role == DEFEND:
            battle.defenders[unit] = None

    def _roll(self, line: Line, battle: _Gathered) -> None:
        if not battle.declared and battle.attackers and battle.defenders:
            self._add(battle.steps, battle.attack(), line.by)
            battle.declared = True
        if not battle.declared:
            text = f"Battle {battle.number} was rolled; the log does not say who fights in it."
            finding = Finding("log.battle", Verdict.UNDECIDED, text)
            self.found.append(Interpretation((line.step,), (), (), (finding,), line.by))
            return
        says = line.says
        self._add(
            (line.step,),
            RollCombat(battle.number, int(says["die"]), says.get("odds") or "", says.get("result") or ""),
            line.by,
        )

    def _travelled(self, track: PieceTrack) -> None:
        assert track.line is not None
        line, places = track.line, ((track.unit, track.goal),)
        if self.game.grammar.role(line.says.verb) == RETREAT and entitled(self.game, self.clock, line):
            number = int(line.says["b"])
            acts = tuple(Retreat(number, track.unit, trail) for trail in track.ways)
            self.found.append(Interpretation(track.steps, acts, places, (), track.by))
            return
        text = f"{track.unit} was declared as {line.says.verb}, which does not fit where it went."
        finding = Finding("log.box", Verdict.UNDECIDED, text, (track.unit,))
        self.found.append(Interpretation(track.steps, (), places, (finding,), track.by))

    def _arrived(self, line: Line) -> tuple[tuple[UnitId, Place | None], ...]:
        for track in self.tracks:
            if track.line == line:
                self.tracks.remove(track)
                return ((track.unit, track.goal),)
        return ()

    def _add(
        self,
        steps: Sequence[int],
        action: Action | tuple[Action, ...],
        by: str | None = None,
        places: tuple[tuple[UnitId, Place | None], ...] = (),
    ) -> None:
        actions = action if isinstance(action, tuple) else (action,)
        self.found.append(Interpretation(tuple(sorted(set(steps))), actions, places, (), by))
