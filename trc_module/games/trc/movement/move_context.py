"""A move that breaks a rule, put into words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct

from trc_module.facts import Fact
from trc_module.games.trc.charts import Allowance
from trc_module.games.trc.data import ENEMY, Trc
from trc_module.games.trc.marks import Moved
from trc_module.games.trc.movement.allowance_exceeded import (
    SPEAKERS,
    AllowanceExceeded,
)
from trc_module.games.trc.movement.headquarters import headquarters_stop_in_rough, leaderless
from trc_module.games.trc.movement.zones_of_control import foes_near, stop_for_partisans, stop_in_contested_zone
from trc_module.games.trc.steps import arrived
from trc_module.hexgrid import Hex
from trc_module.roster import Unit
from trc_module.rules.actions import Move
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import hexes_told, in_words, spaced
from trc_module.rules.paths import ALLOWANCE, Bounds, Breach, nearest, told_of_routes
from trc_module.rules.state import State, Trail
from trc_module.sentence import Sentence, sentence_from
from trc_module.systems.weather import weather_of


class MoveContext(Struct, frozen=True):
    """An illegal move, with all that its findings speak of."""

    game: Trc
    state: State
    act: Move
    unit: Unit
    trail: Trail
    bounds: Bounds

    def untold(self, allowance: Allowance) -> Iterator[Finding]:
        """Yield what keeps us from calling a move legal that breaks no rule that we can see."""
        if allowance.value is None:
            yield Finding(
                "5.4",
                Verdict.SKIPPED,
                Sentence("The movement allowance of {unit} is not in our data.", self.act.unit),
                (self.act.unit,),
                facts=(allowance.fact, self.unit.fact("move")),
            )
        if Moved(self.act.unit) in self.state.marks:
            yield Finding(
                "5.3b",
                Verdict.UNDECIDED,
                Sentence("{unit} had already moved in this phase, and it is unknown how far.", self.act.unit),
                (self.act.unit,),
            )

    def findings(self, faults: Iterable[Breach], allowance: int | None, chart: tuple[Fact, ...]) -> Iterator[Finding]:
        """Yield the finding of each fault, as `finding` returns it."""
        too_far = None
        for fault in faults:
            if fault.rule == ALLOWANCE:
                # It is about the whole way, on whichever of its stretches the allowance was spent.
                too_far = too_far or self.finding(fault, allowance, chart)
                yield too_far
            else:
                yield self.finding(fault, allowance, chart)

    def finding(self, fault: Breach, allowance: int | None, chart: tuple[Fact, ...]) -> Finding:
        """Return the finding of one fault; `chart` is where the allowance is known from."""
        if fault.rule == ALLOWANCE:
            return self._too_far(allowance or 0, chart)
        rule = self._rule(fault)
        facts = self._facts(fault)
        if fault.known:
            sentence = Sentence("{unit} {filled}.", self.act.unit, self._filled(fault))
        else:
            told = told_of_routes(self.bounds, fault.rule, fault.a, fault.b, allowance)
            sentence = Sentence(
                "{unit} went from {first} to {second}, but {told}.",
                self.act.unit,
                self._name(fault.a),
                self._name(fault.b),
                told,
            )
            facts += chart
        return violation(
            rule,
            sentence,
            units=(self.act.unit, *self._foes(fault)),
            hexes=(self._name(fault.a), self._name(fault.b)),
            facts=facts,
            legal=self._alternative(allowance),
            dedup_key=self._lasting(rule),
        )

    def _too_far(self, allowance: int, chart: tuple[Fact, ...]) -> Finding:
        clock, start, goal = self.state.clock, self.trail.hexes[0], self.trail.hexes[-1]
        again, new = self.act.unit in self.state.trails, arrived(self.state, self.act.unit)
        case = AllowanceExceeded(self.unit, clock, allowance, again, new)
        rule = next(number for number, speaks in SPEAKERS if speaks(case))
        why = ""
        if leaderless(self.state, self.unit):
            rule = "11.3a"
            why = Sentence(", since {word} was lost", "Hitler" if self.unit.nation == "german" else "Stalin")
        may = Sentence("move only {allowance}", allowance) if allowance else Sentence("not move at all{why}", why)
        weather = spaced(weather_of(self.state))
        return violation(
            rule,
            Sentence(
                "{unit} moved {length} from {start} to {goal}; in impulse {part} of a {weather} turn it may {may}.",
                self.act.unit,
                self._length(),
                self._name(start),
                self._name(goal),
                clock.part,
                weather,
                may,
            ),
            units=(self.act.unit,),
            hexes=(self._name(start), self._name(goal)),
            facts=chart,
            legal=self._alternative(allowance),
            dedup_key=self._lasting(rule),
        )

    def _length(self) -> str:
        if not self.trail.gaps:
            hexes = len(self.trail.hexes) - 1
            return hexes_told(hexes)
        try:
            least = sum(self.bounds.length(a, b) for a, b in pairwise(self.trail.hexes))
            return Sentence("at least {least}", hexes_told(least))
        except ValueError:
            # Another rule is broken on the way as well, so no length of it would be a legal one.
            return "farther than its allowance"

    def _rule(self, fault: Breach) -> str:
        if (
            fault.rule == "7.2"
            and fault.known
            and not self._near(fault.b)
            and stop_in_contested_zone(self.game, self.state, self.act.unit, fault.a)
        ):
            return "7.4b"
        if fault.rule == "7.2" and fault.known and stop_for_partisans(self.game, self._near(fault.a)):
            return "19.2b"
        if fault.rule == "8.2a" and headquarters_stop_in_rough(self.unit):
            return "11.1d"
        return fault.rule

    def _near(self, hex_: Hex) -> tuple[str, ...]:
        return foes_near(self.game, self.state, self.act.unit, hex_)

    def _filled(self, fault: Breach) -> str:
        limit = next(limit for limit in self.bounds.limits if limit.rule == fault.rule)
        enemy = self.state.forces[ENEMY[self.unit.side]]
        return sentence_from(
            limit.step,
            a=self._name(fault.a),
            b=self._name(fault.b),
            foes=in_words(foes_near(self.game, self.state, self.act.unit, fault.a)),
            foes_b=in_words(foes_near(self.game, self.state, self.act.unit, fault.b)),
            in_b=in_words(enemy.stack(fault.b)),
            terrain=self.game.board.terrain[fault.a].value,
        )

    def _foes(self, fault: Breach) -> tuple[str, ...]:
        if not fault.known or fault.rule not in ("7.2", "8.3a", "11.1f"):
            return ()
        near = {
            foe: None
            for at in (fault.a, fault.b)
            for foe in foes_near(self.game, self.state, self.act.unit, at)
            if at == (fault.b if fault.rule == "11.1f" else fault.a) or fault.rule == "8.3a"
        }
        return tuple(near)

    def _facts(self, fault: Breach) -> tuple[Fact, ...]:
        board = self.game.board
        if fault.rule == "8.2a":
            stops = next(limit.stop for limit in self.bounds.limits if limit.rule == "8.2a")
            inside = [fault.a] if fault.known else [h for h in (fault.a, fault.b) if stops >> h & 1]
            return tuple(board.terrain_fact(h) for h in inside)
        if fault.rule == "8.5" and fault.known:
            return (board.side_fact(fault.a, fault.b), board.terrain_fact(fault.b))
        if fault.rule == "5.5":
            return (board.fact("region Bulgaria"),)
        return ()

    def _alternative(self, allowance: int | None) -> str:
        start, goal = self.trail.hexes[0], self.trail.hexes[-1]
        best = nearest(self.bounds, start, goal, allowance)
        if best == start:
            return (
                Sentence("it stays in {start}; it cannot get closer to {goal}.", self._name(start), self._name(goal))
                if allowance
                else "no move."
            )
        if best == goal:
            return Sentence("{goal} by another route.", self._name(goal))
        return Sentence("the move could have ended in {best}.", self._name(best))

    def _lasting(self, rule: str) -> tuple[object, ...]:
        return (self.unit.side, rule, self.act.unit, self.state.clock)

    def _name(self, hex_: Hex) -> str:
        return self.game.hex_name(hex_)
