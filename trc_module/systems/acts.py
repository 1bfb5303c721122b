"""The acts of a game in one place each: a line in a record, lines in a log, and how these are read and written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import inf
from pathlib import Path
from typing import Any, TypeAlias

from trc_module.declarations import (
    ATTACK,
    DEFEND,
    FATE,
    LEAVE,
    LOSE,
    ONCE,
    OWNER,
    PHASING,
    PLAIN_DIE,
    RETREAT,
    ROLES,
    ROLL,
    WAY,
    Declaration,
    Grammar,
    Verb,
)
from trc_module.declarations.policy import STATED_DIE, PlainDice, Policy
from trc_module.digits import is_number
from trc_module.errors import UserError
from trc_module.facts.choices import one_of
from trc_module.rules.actions import Action, Attack, End, Enter, Lose, Move, Retreat, RollCombat
from trc_module.rules.clock import FIGHT, MOVE, Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import GameData
from trc_module.rules.interpretation import (
    Episode,
    Inferred,
    Interpretation,
    Line,
    LogStep,
    PhaseReading,
    PieceTrack,
    Possible,
    Unexplained,
)
from trc_module.rules.record.grammar import RecordSyntax
from trc_module.rules.slices import System
from trc_module.rules.state import Place, State, UnitId
from trc_module.sentence import Sentence
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

    def __init__(
        self,
        acts: Iterable[Act],
        *,
        stop_by_stop: bool = False,
        declares: Collection[type[Action]] = (),
        decides: Collection[type[Action]] = (),
        choices: Mapping[str, Sequence[str]] | None = None,
        rolls: tuple[type[Action], ...] = (RollCombat,),
        dice: PlainDice | None = None,
        chosen: Collection[str] = (),
        bases: Sequence[str] = (),
    ) -> None:
        """Make the table; with `stop_by_stop` ways count as the counters were dragged, first of all.

        That is for games in which it matters what a unit passes; elsewhere a stop on no straight way may be a slip.
        `declares` are acts that belong to the declaration of a battle, beside its attack; `decides` say what its
        die has brought; `choices` are the values that a field may have whose line nobody has made; `rolls` are acts by
        which battles are decided, `dice` those of their dice that may be rolled with the plain die; `chosen` are the
        verbs of keys that only say something and by which a player decides freely, `bases` are the boxes from which
        aircraft fly.
        """
        self._stop_by_stop = stop_by_stop
        self._declares = tuple(declares)
        self._decides = tuple(decides)
        self._choices = choices or {}
        self._rolls = rolls
        self._dice = dice or PlainDice()
        self._chosen = tuple(chosen)
        self._bases = tuple(bases)
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
        return _Phase(game, clock, lines, [self._ordered(track) for track in tracks], self.hears).interpretations()

    def _ordered(self, track: PieceTrack) -> PieceTrack:
        if not self._stop_by_stop or len(track.ways) < 2:
            return track
        return replace(track, ways=tuple(sorted(track.ways, key=lambda way: (-len(way.hexes), len(way.gaps)))))

    def ways_to_read(self, game: SystemGame, state: State, episode: Episode) -> Iterator[PhaseReading]:
        """Yield a phase by its lines as they stand, then once for each order in which its battles may be read."""
        heard = self.hear(game, state.clock, episode.lines, episode.tracks)
        yield PhaseReading(tuple((one.last, one) for one in heard), by_lines=True)
        for order in (EARLY, IN_TURN, LATE) if game.sequence.kind_of(state.clock) == FIGHT else ():
            yield PhaseReading(tuple(self._in_turn(heard, order)))

    def policy(self, grammar: Grammar, folder: Path, systems: Iterable[System], named: Sequence[str] = ()) -> Policy:
        """Return the evidence that the game's lines give, by its grammar and the table of its module's commands."""
        from trc_module.systems.reading_policy import reading_policy
        from trc_module.systems.statuses import StatusSystem

        statuses = next((system.words for system in systems if isinstance(system, StatusSystem)), ())
        return reading_policy(grammar, folder, self._dice, self._chosen, statuses, named, self._bases)

    def _in_turn(self, heard: Sequence[Interpretation], order: str) -> Iterator[tuple[int, Interpretation]]:
        """Yield what lines say of battles as if they had been fought in turn, each with the step at which it counts.

        A battle is declared just before its die, or with EARLY where its lines stand; what the die has brought is
        carried out after it. With LATE so is what a line says of one of its units alone, where the die comes next.
        Who goes into a hex comes there then when those who leave it are gone.
        """
        dice = _dice_of(heard, self._rolls)
        results = 3 + len(self._decides)
        ranked = []
        for index, one in enumerate(heard):
            act = one.actions[0] if one.actions else None
            steps = dice.get(getattr(act, "number", None))  # type: ignore[arg-type]
            if steps is None:
                unit = getattr(act, "unit", "")
                own = _fought_at(heard, unit) if order == LATE and unit else 0
                key = (own, results) if one.last < own else (one.last, 2)
            elif isinstance(act, self._rolls):
                key = (one.last, 2)
            elif isinstance(act, (Attack, *self._declares)):
                key = (min(one.last, steps[0]) if order == EARLY else steps[0], 0 if isinstance(act, Attack) else 1)
            elif isinstance(act, self._decides) and order != LATE:
                key = (steps[0], 3 + self._decides.index(type(act)))
            else:
                after = _cleared(heard, one) if order == LATE else 0
                key = (max(steps[0], one.last, _end_of_round(heard, self._rolls, act, one.last), after), results)
            ranked.append((key, index, one))
        yield from ((step, one) for (step, _), _, one in sorted(ranked, key=lambda each: each[:2]))

    def guess(self, game: SystemGame, state: State, heard: Sequence[Interpretation], traces: Unexplained) -> Inferred:
        """Return tracks that no line explains: as moves and arrivals where units move, else as what they may be."""
        moving = game.sequence.kind_of(state.clock) == MOVE
        found, used, possible = [], [], []
        for whole in traces.tracks:
            track = self._ordered(whole)
            acts = tuple(_unexplained(game, state, track, Enter in self.by_kind)) if moving else ()
            others = tuple(self._untold(game, state, track, heard))
            if acts:
                found.append(Interpretation(track.steps, (*acts, *others), ((track.unit, track.goal),), (), track.by))
                used.append(whole)
            elif others:
                possible.append(Possible(whole, others, _fought_at(heard, track.unit, track.steps[-1])))
        return Inferred(tuple(found), tuple(used), possible=tuple(possible))

    def _untold(
        self, game: SystemGame, state: State, track: PieceTrack, heard: Sequence[Interpretation]
    ) -> Iterator[Action]:
        """Yield the acts without a line that lead a counter where it went, the latest battle's first."""
        if track.goal is None or track.start == track.goal or track.start == game.start_box:
            return
        moving = game.sequence.kind_of(state.clock) == MOVE
        # What is lost outside of battles bears the number that the module has shown last.
        declared = [battle.number for battle in state.battles if track.unit in battle.units]
        fought = [str(number) for number in reversed([*declared, *_battles_of(heard, track.unit)])]
        fought = fought or [str(number) for number in reversed(_named_in(heard, track.unit) or _battles_of(heard))]
        fought = fought or [_NO_BATTLE]
        for verb in self.verbs:
            if verb.governs not in (WAY, ONCE, FATE):
                continue
            battles = [] if moving and verb.governs != FATE else fought
            for fields in self._fields_of(verb, track.unit, battles):
                for action in self._acts_of(game, Declaration(verb.name, fields), track):
                    if self._goal(game, state, action, track.unit) == track.goal:
                        yield action

    def _fields_of(self, verb: Verb, unit: UnitId, battles: Sequence[str]) -> Iterator[dict[str, str]]:
        """Yield the fields that a line of a verb may have had; none if nobody can know them."""
        values: list[Sequence[str]] = []
        keys = [f.key for f in verb.fields if f.required]
        for key in keys:
            values.append((unit,) if key == "u" else battles if key == "b" else self._choices.get(key, ()))
        if "u" in keys:
            yield from (dict(zip(keys, chosen, strict=True)) for chosen in product(*values))

    def _acts_of(self, game: SystemGame, says: Declaration, track: PieceTrack) -> tuple[Action, ...]:
        role = game.grammar.role(says.verb)
        if role == LOSE:
            return (Lose(says.number("b"), says["u"]),)
        if role == RETREAT:
            return tuple(Retreat(says.number("b"), says["u"], way) for way in track.ways)
        hears = self.hears.get(says.verb)
        found = hears(game, says, track) if hears is not None else None
        return found if isinstance(found, tuple) else () if found is None else (found,)

    def _goal(self, game: SystemGame, state: State, action: Action, unit: UnitId) -> Place | None:
        """Return where a log shows a counter after an act; None if it shows nothing."""
        try:
            moves = [place for step in self.say(game, state, action) for who, place in step.moves if who == unit]
        except (UserError, LookupError):
            return None
        return moves[-1] if moves else None


_NO_BATTLE = "1"
"""A number for acts of battles where there is no battle."""


EARLY, IN_TURN, LATE = "early", "in turn", "late"
"""The orders in which battles may be read."""


def _end_of_round(heard: Sequence[Interpretation], rolls: tuple[type[Action], ...], act: Any, step: int) -> int:
    """Return the step at which the round of a battle is over in which something was done; 0 if it was over before.

    Where both sides fire at the same time nothing is carried out before both have fired.
    """
    fires = [(one.last, one.actions[0]) for one in heard if one.actions and isinstance(one.actions[0], rolls)]
    fired: set[str] = set()
    for at, fire in sorted(fires, key=lambda pair: pair[0]):
        role = getattr(fire, "role", "")
        if not role or getattr(fire, "number", None) != act.number:
            continue
        if at > step:
            return at if fired and role not in fired else 0
        fired = {role} if role in fired or len(fired) > 1 else fired | {role}
    return 0


def _cleared(heard: Sequence[Interpretation], one: Interpretation) -> int:
    """Return the step at which those who leave a battle are gone, for a way that may have been dragged before; else 0.

    Nothing else is done with that unit in between.
    """
    act: Any = one.actions[0]
    unit = getattr(act, "unit", "")
    if not one.places or not unit or isinstance(act, (Retreat, Lose)):
        return 0
    gone = [
        other.last
        for other in heard
        if other.actions and isinstance(other.actions[0], (Retreat, Lose)) and other.actions[0].number == act.number
    ]
    last = max(gone, default=0)
    own = (other.last for other in heard if any(who == unit for who, _ in other.places))
    return last if not any(one.last < step < last for step in own) else 0


def _dice_of(heard: Sequence[Interpretation], rolls: tuple[type[Action], ...]) -> dict[int, list[int]]:
    """Return the steps of each battle's dice, or of what else was done in a battle without a die."""
    dice: dict[int, list[int]] = {}
    others: dict[int, list[int]] = {}
    for one in heard:
        for act in one.actions[:1]:
            if hasattr(act, "number") and not isinstance(act, Attack):
                (dice if isinstance(act, rolls) else others).setdefault(act.number, []).append(one.last)
    return {number: sorted(steps) for number, steps in {**others, **dice}.items()}


def _battles_of(heard: Sequence[Interpretation], unit: UnitId = "") -> list[int]:
    """Return the numbers of the battles in which a unit fought, in their order; those of all without a unit."""
    acts = [act for one in heard for act in one.actions[:1] if isinstance(act, Attack)]
    return [act.number for act in acts if not unit or unit in (*act.attackers, *act.defenders)]


def _named_in(heard: Sequence[Interpretation], unit: UnitId) -> list[int]:
    """Return the numbers of the battles in which something is done with a unit that does not fight: an interceptor."""
    acts = [act for one in heard for act in one.actions[:1] if getattr(act, "unit", "") == unit]
    return [act.number for act in acts if hasattr(act, "number")]


def _fought_at(heard: Sequence[Interpretation], unit: UnitId, until: float = inf) -> int:
    """Return the step of the first die of a unit's battles that were declared until a step; 0 if there is none."""
    own = set(_battles_of([one for one in heard if min(one.steps) <= until], unit))
    dice = (one.last for one in heard for act in one.actions[:1] if isinstance(act, RollCombat) and act.number in own)
    return next(dice, 0)


def _unexplained(game: SystemGame, state: State, track: PieceTrack, enters: bool) -> Iterator[Action]:
    """Yield what a track without a line may mean, the literal reading first."""
    if track.goal is None or track.start == track.goal or game.side_of[track.unit] != state.clock.side:
        return
    if track.start == game.start_box:
        # The reader of the log takes it for the set-up.
        return
    if isinstance(track.start, str) and not isinstance(track.goal, str) and enters:
        yield Enter(track.unit, track.goal)
    elif not isinstance(track.start, str) and not isinstance(track.goal, str):
        yield from (Move(track.unit, trail) for trail in track.ways)


def entitled(game: GameData, clock: Clock, line: Line) -> bool:
    """Tell whether the side that made a line may make it; where the log does not name the side, it is accepted."""
    verb = game.grammar.verbs[line.says.verb]
    if line.by is None or verb.who not in (OWNER, PHASING):
        return True
    if verb.who == PHASING:
        return line.by == clock.side
    return line.by == game.side_of.get(line.says.get("u") or "", line.by)


class _Phase:
    """The lines and tracks of one phase."""

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

    def interpretations(self) -> list[Interpretation]:
        # Lines that a reading supplies may share a step with others: a battle is declared before what is said of it,
        # and behind what is said of no battle before all that.
        ahead: list[Interpretation] = []
        said: list[Interpretation] = []
        fought: set[int] = set()
        for line in self.lines:
            self._take(line)
            of_none = not line.says.get("b") and line.step not in fought
            if not of_none:
                fought.add(line.step)
            (ahead if of_none else said).extend(self.found)
            self.found.clear()
        for battle in self.battles.values():
            if not battle.declared and battle.attackers and battle.defenders:
                self._add(battle.steps, battle.attack())
        self.found = [*ahead, *self.found, *said]
        for track in self.tracks:
            self._of_track(track)
        self.found += self._dice_left_over()
        return self.found

    def _dice_left_over(self) -> Iterator[Interpretation]:
        """Yield a finding on each plain die that no line is about.

        A line may state what its die has shown: that die was rolled for it.
        """
        stated = Counter(shown for line in self.lines if (shown := line.says.get(STATED_DIE)))
        for line in self.lines:
            if self.game.grammar.role(line.says.verb) != PLAIN_DIE or self._wrong(line):
                continue
            shown = line.says["die"]
            if stated[shown] > 0:
                stated[shown] -= 1
                continue
            text = Sentence(
                "A {shown} was rolled in the {phase} phase; the log does not say what for.",
                shown,
                self.clock.phase_words,
            )
            finding = Finding("log.roll", Verdict.UNDECIDED, text)
            yield Interpretation((line.step,), (), (), (finding,), line.by)

    def _take(self, line: Line) -> None:
        says, role = line.says, self.game.grammar.role(line.says.verb)
        wrong = self._wrong(line)
        if wrong:
            self.found.append(
                Interpretation((line.step,), (), (), (Finding("log.line", Verdict.NOTE, wrong),), line.by)
            )
        elif role in (ATTACK, DEFEND, LEAVE):
            self._gather(self._battle(says.number("b")), role, says["u"], line.step)
        elif role == ROLL:
            self._roll(line, self._battle(says.number("b")))
        elif role == LOSE:
            self._add((line.step,), Lose(says.number("b"), says["u"]), line.by, self._arrived(line))
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
            return Sentence("The line {verb} names '{unit}', which the data does not know.", says.verb, unit)
        if battle and not is_number(battle):
            return Sentence(
                "The line {verb} names the battle '{battle}', which is not a number.", says.verb, battle[:40]
            )
        if die and not is_number(die):
            return Sentence("The line {verb} names the die '{die}', which is not a number.", says.verb, die[:40])
        if not entitled(self.game, self.clock, line):
            return Sentence(
                "The {by} player declared {verb}, which only the other side may; it is disregarded.",
                (line.by or "").capitalize(),
                says.verb,
            )
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
        says = line.says
        roll = RollCombat(battle.number, says.number("die"), says.get("odds") or "", says.get("result") or "")
        if battle.declared:
            self._add((line.step,), roll, line.by)
            return
        # It may have been declared before the log began.
        text = Sentence("Battle {number} was rolled; the log does not say who fights in it.", battle.number)
        finding = Finding("log.battle", Verdict.UNDECIDED, text)
        self.found.append(Interpretation((line.step,), (roll,), (), (finding,), line.by, perhaps=True))

    def _of_track(self, track: PieceTrack) -> None:
        assert track.line is not None
        line, places = track.line, ((track.unit, track.goal),)
        if self.game.grammar.role(line.says.verb) == RETREAT and entitled(self.game, self.clock, line):
            number = line.says.number("b")
            acts = tuple(Retreat(number, track.unit, trail) for trail in track.ways)
            self.found.append(Interpretation(track.steps, acts, places, (), track.by))
            return
        text = Sentence("{unit} was declared as {verb}, which does not fit where it went.", track.unit, line.says.verb)
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
