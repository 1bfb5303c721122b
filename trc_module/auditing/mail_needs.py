"""Dice that logs should hold and may lack: those of battles, and of what holds for a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from trc_module.auditing.dice import is_die
from trc_module.auditing.drags import legs_of
from trc_module.auditing.start import read_start
from trc_module.declarations import ONCE, PLAIN_DIE, ROLL, WIN_AT_ONCE
from trc_module.declarations.policy import STATED_DIE
from trc_module.reading.battle import Fight, fights_of, is_rolled
from trc_module.replay.chain import Chain
from trc_module.replay.events import PropertySet, Step, TurnSet
from trc_module.replay.integrity import RESULT
from trc_module.rules.clock import FIGHT, Clock
from trc_module.rules.interpretation import Line
from trc_module.rules.state import Place, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.dice_pools import ROLES
from trc_module.systems.turn_words import turn_word_of

Phases = Sequence[tuple[Clock, list[Step]]]
"""The phases as the turn tracker shows them, each with its steps."""


class Need(Struct, frozen=True):
    """Dice that a log should hold: of a battle, or of what holds for the turn."""

    what: str
    """In words, such as `battle 3`."""
    clock: Clock
    step: int
    """The step at which a die counts that was rolled for it."""
    number: str = ""
    """The battle's number; '' for none."""
    called: str = ""
    """What it decides for the turn, by the players' word; '' for a battle."""
    steps: frozenset[int] = frozenset()
    units: frozenset[UnitId] = frozenset()
    hexes: frozenset[str] = frozenset()
    told: tuple[int, ...] = ()
    """The dice of it that the log holds."""
    lacks: int = 1
    """The number of dice that the log lacks, as far as that is known."""
    before: bool = False
    """Whether its dice come before what else is in that step."""
    fired: frozenset[str] = frozenset()
    """The sides of a battle whose pools of dice the log holds."""
    verb: str = ""
    """The verb of a die that is rolled for one unit, outside of the die of its battle; '' for any other."""


def rolls_in(step: Step) -> bool:
    """Tell whether a step rolls dice, or a line of it tells of some."""
    shown = any(isinstance(event, PropertySet) and event.name.endswith(RESULT) for event in step.events)
    return shown or any(says.get("die") or says.get("dice") for says in step.declarations)


def phases_shown(chain: Chain) -> Iterator[tuple[Clock, list[Step]]]:
    """Yield the phases as the turn tracker shows them, each with its steps."""
    clock = chain.links[0].execution.clocks[0]
    steps: list[Step] = []
    for step in chain.steps:
        new = next((c for e in step.events if isinstance(e, TurnSet) and (c := chain.log.clock_of(e.new))), None)
        if new is not None and new != clock:
            if clock is not None:
                yield clock, steps
            clock, steps = new, []
        else:
            steps.append(step)
    if clock is not None:
        yield clock, steps


def begins_of(chain: Chain) -> Iterator[tuple[int, Clock]]:
    """Yield for each phase of the turn tracker the step with which it begins, and its moment."""
    for clock, steps in phases_shown(chain):
        if steps:
            yield steps[0].number, clock


class Needs:
    """Looks for the dice that logs should hold."""

    def __init__(self, chain: Chain, phases: Phases) -> None:
        self._chain = chain
        self._phases = phases
        self._game = chain.log.parts.game
        start = read_start(chain.log, chain.log.start_table).worlds[0]
        self._places: dict[UnitId, Place] = {
            u: p for side in self._game.sides for u, p in start.forces[side].places.items()
        }

    def all(self) -> Iterator[Need]:
        """Yield them, player turn by player turn."""
        turns: dict[tuple[int, str], list[tuple[Clock, list[Step]]]] = {}
        for clock, steps in self._phases:
            turns.setdefault((clock.turn, clock.side), []).append((clock, steps))
        yield from self._of_turns()
        for phases in turns.values():
            yield from self._of_battles(phases)

    def of_units(self) -> Iterator[Need]:
        """Yield the dice that are rolled for single units, as for one at sea; only mails that name the unit have them.

        A line of the unit may state what its die has shown.
        """
        for clock, steps in self._phases:
            lines = [Line(step.number, says) for step in steps for says in step.declarations]
            for name, verb in self._game.grammar.verbs.items():
                fields = {field.key for field in verb.fields}
                if "u" in fields and STATED_DIE in fields:
                    yield from (self._stated(line, clock) for line in lines if line.says.verb == name)
                elif {"u", "die"} <= fields and "b" not in fields:
                    yield from self._of_verb(name, lines, clock, steps)

    def _stated(self, line: Line, clock: Clock) -> Need:
        unit, shown = line.says.get("u") or "", line.says.get(STATED_DIE) or ""
        told = (int(shown),) if is_die(shown) else ()
        what = f"{unit} ({line.says.verb})"
        return Need(what, clock, line.step, units=frozenset({unit}), told=told, lacks=0, verb=line.says.verb)

    def _of_verb(self, verb: str, lines: Sequence[Line], clock: Clock, steps: Sequence[Step]) -> Iterator[Need]:
        """Yield the die of each unit that a line lets go where it went, and of which no line has the die."""
        grammar = self._game.grammar
        rolled = {line.says.get("u") for line in lines if line.says.verb == verb and is_die(line.says.get("die") or "")}
        for line in lines:
            unit = line.says.get("u") or ""
            if not unit or unit in rolled or grammar.verbs[line.says.verb].governs != ONCE:
                continue
            went = [step.number for step in steps for leg in legs_of(self._chain.log, step) if leg.unit == unit]
            last = max([line.step, *went])
            yield Need(f"{unit} ({verb})", clock, last, units=frozenset({unit}), steps=frozenset({last}), verb=verb)

    def _of_turns(self) -> Iterator[Need]:
        """Yield the die of each turn that decides what holds for it, where the game has one."""
        word = turn_word_of(self._game)
        verb = None if word is None else self._game.grammar.verbs.get(word.called.upper())
        if word is None or verb is None or not any(f.key == "die" and f.required for f in verb.fields):
            return
        first = self._game.sequence.steps[0]
        for number, (clock, steps) in enumerate(self._phases):
            if clock.step != first or word.fixed(self._game, clock.turn) is not None or any(map(rolls_in, steps)):
                continue
            later = steps or next((other for _, other in self._phases[number + 1 :] if other), [])
            if later and number + 1 < len(self._phases):
                what = Sentence("the {called} of turn {turn}", word.called, clock.turn)
                yield Need(what, clock, later[0].number, called=word.called, steps=frozenset({later[0].number}))

    def _of_battles(self, phases: Phases) -> Iterator[Need]:
        """Yield the dice of the battles that the lines of a player turn declare."""
        lines = [Line(step.number, says) for _, steps in phases for step in steps for says in step.declarations]
        moment = {step.number: clock for clock, steps in phases for step in steps}
        fighting = [n for n, clock in moment.items() if self._game.sequence.kind_of(clock) == FIGHT]
        found: list[Need] = []
        for fight in fights_of(self._game.grammar, (), lines).values():
            last = max(fight.declared, default=0)
            step = next((n for n in fighting if n >= last), None)
            if fight.declared and fight.units and step is not None:
                own = [line for line in lines if line.says.get("b") == fight.number]
                found.append(self._of_battle(fight, own, moment[step], step))
        yield from self._without_those_rolled_plain(found, phases)

    def _of_battle(self, fight: Fight, own: Sequence[Line], clock: Clock, step: int) -> Need:
        """Return the dice of a battle with its lines, whose dice count at a step."""
        grammar = self._game.grammar
        rolled = [line.says for line in own if is_rolled(grammar, line)]
        single = bool(grammar.verbs_of(ROLL))
        won = any(grammar.role(line.says.verb) == WIN_AT_ONCE for line in own)
        return Need(
            f"battle {fight.number}",
            clock,
            step,
            fight.number,
            steps=frozenset(fight.steps),
            units=frozenset(fight.units),
            hexes=frozenset(self._where(fight.defenders, fight.declared[0])),
            told=tuple(int(says["die"]) for says in rolled if single and is_die(says.get("die") or "")),
            lacks=0 if won else max(0, (1 if single else len(ROLES)) - len(rolled)),
            before=step not in fight.declared,
            fired=frozenset(side for says in rolled if (side := says.get("as"))),
        )

    def _where(self, units: Iterable[UnitId], step: int) -> Iterator[str]:
        """Yield the names of the hexes in which units stood before a step."""
        for unit in units:
            place = self._places.get(unit)
            for each in self._chain.steps[: step - 1]:
                for leg in legs_of(self._chain.log, each):
                    if leg.unit == unit:
                        place = leg.after
            if isinstance(place, int):
                yield self._game.board.grid.name(place).upper()

    def _without_those_rolled_plain(self, needs: Sequence[Need], phases: Phases) -> Iterator[Need]:
        """Yield what lacks a die; a plain die that the log holds is one of those of its phase, the last ones."""
        plain = self._game.grammar.verbs_of(PLAIN_DIE)
        for clock, steps in phases:
            here = [need for need in needs if need.clock == clock]
            spare = sum(says.verb in plain for step in steps for says in step.declarations)
            for need in sorted(here, key=lambda need: -need.step):
                if need.lacks and spare:
                    spare -= 1
                    yield replace(need, lacks=need.lacks - 1)
                else:
                    yield need
