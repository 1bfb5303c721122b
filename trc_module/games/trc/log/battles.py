"""A battle while it is read out of a log: who is taken to have fought, and how well that fits the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, islice

from msgspec import Struct, field
from msgspec.structs import replace

from trc_module.games.trc.combat.air_power import (
    MOST_TOGETHER,
    STUKA,
    STURMOVIK,
    aircraft_of,
    available,
    in_range,
    lender_types,
)
from trc_module.games.trc.combat.battle_context import HIGHEST, LOWEST, BattleContext, attackable_from
from trc_module.games.trc.combat.battle_odds import announced_too_high, base, chosen, final, sound
from trc_module.games.trc.combat.combat_results import RESULTS
from trc_module.games.trc.combat.lent_support import reinforced
from trc_module.games.trc.data import Trc
from trc_module.games.trc.log.fates import Fates
from trc_module.games.trc.log.possible_ends import PossibleEnds
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules import odds
from trc_module.rules.actions import AirSupport, Attack
from trc_module.rules.engine import check
from trc_module.rules.game import in_words
from trc_module.rules.interpretation import Die
from trc_module.rules.results import Result
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

_MOST_ADDED = 3
"""The greatest number of attackers without a line that are added to a battle."""
_MOST_HEXES = 2
"""The greatest number of hexes of a battle in which no line names a defender."""
_MOST_OPTIONS = 60
"""The greatest number of larger battles that are tried for one."""


class Plan(Struct, frozen=True):
    """A battle as it is read: `die` is None where none is known, `notes` say what lines leave out or have wrong."""

    number: int
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    air: tuple[AirSupport, ...] = ()
    guns: tuple[UnitId, ...] = ()
    barrage: bool = False
    odds: str = ""
    steps: tuple[int, ...] = ()
    die: Die | None = None
    stated: tuple[str, str] = ("", "")
    """The odds and the result that the line of the die states."""
    won: int = 0
    """The step of the line that claims an automatic victory; 0 without one."""
    flown: frozenset[UnitId] = frozenset()
    """The aircraft that lines name."""
    notes: tuple[str, ...] = ()
    supposed: str = ""
    """What no line and no word says though the table asks for it, and is undecided; '' if there is nothing."""
    again: tuple[Die, ...] = ()
    """The dice that were rolled for it once it had one."""
    told: str = ""
    """The odds that the module had reckoned for the players."""
    void: tuple[Die, ...] = ()
    """The dice that were rolled for it before, and by what chat says do not count."""
    agreed: str = ""
    """What chat says of the dice that do not count (`words.Word`)."""
    chosen_from: tuple[Die, ...] = ()
    """The dice that were rolled one after the other before its die, and for nothing else."""

    @property
    def units(self) -> tuple[UnitId, ...]:
        """Return all units in it, attackers first."""
        return self.attackers + self.defenders

    @property
    def complete(self) -> bool:
        """Tell whether somebody attacks somebody."""
        return bool(self.attackers and self.defenders)

    @property
    def attack(self) -> Attack:
        """Return the act that declares it."""
        return Attack(self.number, self.attackers, self.defenders, self.air, self.guns, self.barrage, self.odds)

    def noting(self, text: str) -> Plan:
        """Return the plan with one note more."""
        return replace(self, notes=(*self.notes, text))


class Means(Struct, frozen=True):
    """The additions by which a battle may be made to fit the table, though no line states them."""

    idle: tuple[UnitId, ...]
    """The units that may have attacked."""
    spared: HexSet
    """The enemy hexes that no battle attacks."""
    said: tuple[str, ...]
    """The odds that a player named."""
    lenders: tuple[UnitId, ...]
    """The headquarters that lend no more aircraft."""
    untidy: bool
    """Whether other lines of the phase are missing or wrong as well."""


class TableEvidence(Struct, frozen=True, dict=True):
    """The evidence of the table in a combat phase, and how battles fit it. `fates` knows the fate of every unit."""

    game: Trc
    state: State
    fates: Fates
    lying: dict[Hex, tuple[UnitId, ...]] = field(default_factory=dict)
    """The aircraft that were laid on hexes of the map."""
    unfinished: int = 0
    """The step of the die whose battle may not have been finished, because the log or the game ends; 0 without one."""
    in_any_order: bool = False
    """Whether a battle also fits at the odds that it may have had once others of the phase were over."""

    @property
    def side(self) -> str:
        """Return the attacker."""
        return self.state.clock.side

    def at(self, unit: UnitId) -> Hex | None:
        """Return the hex in which a unit stood when the phase began; None if it was not on the map."""
        place = self.state.place(unit)
        return None if isinstance(place, str) else place

    def targets(self, plan: Plan) -> HexSet:
        """Return the hexes that a battle attacks."""
        found: HexSet = 0
        for unit in plan.defenders:
            at = self.at(unit)
            if at is not None:
                found |= 1 << at
        return found

    def spared(self, plans: Iterable[Plan]) -> HexSet:
        """Return the enemy hexes that no battle attacks."""
        fighting = {unit for plan in plans for unit in plan.units}
        found: HexSet = 0
        for at, units in self.fates.front.holds.items():
            if not fighting.intersection(units):
                found |= 1 << at
        return found

    def reach(self, unit: UnitId) -> HexSet:
        """Return the hexes that a unit may attack."""
        at = self.at(unit)
        return 0 if at is None else attackable_from(self.game, at)

    def fight(self, plan: Plan) -> BattleContext:
        """Return a battle as the rules of odds look at it, at the beginning of the phase."""
        places = {unit: at for unit in plan.units if (at := self.at(unit)) is not None}
        return BattleContext(
            self.game,
            self.state,
            plan.number,
            plan.attackers,
            plan.defenders,
            places,
            plan.air,
            plan.guns,
            plan.barrage,
            plan.odds,
        )

    def result(self, plan: Plan) -> str:
        """Return what the die of a battle comes to; '' where die or odds are not known."""
        if plan.die is None or plan.won or not plan.complete:
            return ""
        if any(self.at(unit) is None for unit in plan.units):
            return ""
        fight = self.fight(plan)
        if fight.untold or fight.in_dark or not sound(fight):
            return ""
        return self.game.charts.combat.result(self.odds(plan), plan.die.pips)

    def odds(self, plan: Plan) -> str:
        """Return the odds at which a battle is fought, as players write them."""
        return odds.name(max(chosen(self.game, self.fight(plan)), LOWEST))

    def fits(self, plan: Plan) -> bool:
        """Tell whether the result of a battle may have brought its units where they are; True if it is not known."""
        result = RESULTS.get(self.result(plan))
        if result is None or self.may_end(plan, result):
            return True
        if not self.in_any_order or plan.die is None:
            return False
        fight = self.fight(plan)
        support = final(self.game, fight) - base(fight)
        steps = (min(max(step + support, LOWEST), HIGHEST) for step in self.steps_in_any_order(plan))
        names = {self.game.charts.combat.result(odds.name(step), plan.die.pips) for step in steps}
        return any(name in RESULTS and self.may_end(plan, RESULTS[name]) for name in names)

    def may_end(self, plan: Plan, result: Result) -> bool:
        """Tell whether a result may have brought the units of a battle where they are."""
        open_ = plan.die is not None and plan.die.step == self.unfinished
        sides = (plan.attackers, result.attackers), (plan.defenders, result.defenders)
        return all(self.fates.fits(units, of_side, unfinished=open_) for units, of_side in sides)

    def as_stated(self, plan: Plan) -> bool:
        """Tell whether a battle fits the table, and its odds what was announced and what the line of its die states."""
        if not self.fits(plan):
            return False
        if not self.result(plan) or not (plan.odds or plan.stated[0]):
            return True
        if plan.odds and announced_too_high(self.game, self.fight(plan)):
            return False
        return not plan.stated[0] or self.odds_as_stated(plan)

    def lawful(self, plan: Plan) -> bool:
        """Tell whether no rule speaks against the declaration of a battle, if it is the first of the phase."""
        found = self._lawful.get(plan.attack)
        if found is None:
            told = check(self.game, self.state, plan.attack)
            found = self._lawful[plan.attack] = not any(finding.accuses for finding in told)
        return found

    def oddity(self, plan: Plan) -> tuple[bool, bool]:
        """Tell whether a rule speaks against a battle's declaration, and whether it is not as its die's line states."""
        return not self.lawful(plan), not self.as_stated(plan)

    @cached_property
    def _lawful(self) -> dict[Attack, bool]:
        return {}

    def odds_as_stated(self, plan: Plan) -> bool:
        """Tell whether the line of a battle's die states the odds at which its units fight."""
        stated = odds.parse(plan.stated[0]) if plan.stated[0] else None
        return stated is not None and bool(self.result(plan)) and stated == chosen(self.game, self.fight(plan))

    def odds_as_shown(self, plan: Plan) -> bool:
        """Tell whether the line of a battle's die shows the odds at which its units fight.

        Players state them or, with the button of the battle, the module does; who wants lower ones has to say so
        (13.1b).
        """
        if plan.stated[0]:
            return self.odds_as_stated(plan)
        shown = odds.parse(plan.told) if plan.told else None
        return shown is not None and bool(self.result(plan)) and shown == chosen(self.game, self.fight(plan))

    # ------------------------------------------------------------ other readings

    def options(self, plan: Plan, means: Means) -> Iterator[Plan]:
        """Yield battles that fit the table, the one with the least that no line says first."""
        if plan.complete:
            yield from self._lawful_first(filter(self.as_stated, self._others(plan, means)))
            if self.fits(plan):
                yield plan
            elif not self.odds_as_stated(plan):
                yield from self._lawful_first(filter(self.fits, self._others(plan, means)))
        else:
            yield from self._lawful_first(filter(self.fits, self._completed(plan, means)))

    def has_a_way_out(self, plan: Plan, means: Means) -> bool:
        """Tell whether a battle fits the table and its line, as it is or with what lines may have left out."""
        return self.as_stated(plan) or any(map(self.as_stated, self._others(plan, means)))

    def steps_in_any_order(self, plan: Plan) -> frozenset[int]:
        """Return the odds before support that a battle may have had: others of the phase may change supply (17.3)."""
        return frozenset(self._ends_in_any_order.steps(self.fight(plan)))

    @cached_property
    def _ends_in_any_order(self) -> PossibleEnds:
        ends = PossibleEnds(self.game, self.state, self.fates)
        ends.in_any_order = True
        return ends

    def _lawful_first(self, plans: Iterable[Plan]) -> Iterator[Plan]:
        unlawful = []
        for plan in plans:
            if self.lawful(plan):
                yield plan
            else:
                unlawful.append(plan)
        yield from unlawful

    def _others(self, plan: Plan, means: Means) -> Iterator[Plan]:
        larger = list(islice(self._larger(plan, means), _MOST_OPTIONS))
        as_said = [other for other in larger if odds.name(final(self.game, self.fight(other))) in means.said]
        yield from as_said
        announced = list(self.announced(plan, means.said))
        yield from announced
        yield from larger
        for other in larger:
            yield from self.announced(other, means.said)
        for other in (plan, *larger):
            for flown in self._with_air(other, means.lenders):
                yield flown
                # The attacker may have wanted less than the aircraft gave him.
                yield from self.announced(flown, means.said)
            yield from self._reinforced(other)
        if means.untidy and not announced and not plan.odds and not self.odds_as_shown(plan):
            yield from self._lowered(plan)

    def _completed(self, plan: Plan, means: Means) -> Iterator[Plan]:
        """Yield a battle whose lines name only one side, with each other side that it may have had."""
        if plan.attackers:
            open_: HexSet = means.spared
            for unit in plan.attackers:
                open_ &= self.reach(unit)
            near = sorted(hexes(open_), key=lambda at: not self._struck(self.fates.front.holds[at]))
            for count in range(1, min(len(near), _MOST_HEXES) + 1):
                for goal in combinations(near, count):
                    foes = tuple(unit for at in goal for unit in self.fates.front.holds[at])
                    text = Sentence(
                        "No line says that {foes} was attacked in battle {number}; read so.",
                        in_words(foes),
                        plan.number,
                    )
                    yield replace(plan, defenders=foes).noting(text)
        elif plan.defenders:
            goals = self.targets(plan)
            able = [unit for unit in means.idle if goals & ~self.reach(unit) == 0]
            struck = tuple(unit for unit in able if self._struck((unit,)))
            rest = [unit for unit in able if unit not in struck]
            for count in range(0 if struck else 1, min(len(rest), _MOST_ADDED + 1) + 1):
                for more in combinations(rest, count):
                    own = (*struck, *more)
                    text = Sentence(
                        "No line says that {own} attacked in battle {number}; read so.", in_words(own), plan.number
                    )
                    yield replace(plan, attackers=own).noting(text)

    def _struck(self, units: Sequence[UnitId]) -> bool:
        return any(self.fates.lot(unit).changed for unit in units)

    def announced(self, plan: Plan, said: tuple[str, ...]) -> Iterator[Plan]:
        """Yield a battle at the lower odds that somebody spoke of, if no key announced any."""
        real = final(self.game, self.fight(plan))
        for name in said:
            step = odds.parse(name)
            if not plan.odds and step is not None and LOWEST <= step < real:
                text = Sentence(
                    "No key announced lower odds for battle {number}, which is at {real}; {name} was said, and is read "
                    "so.",
                    plan.number,
                    odds.name(real),
                    name,
                )
                yield replace(plan, odds=name).noting(text)

    def _larger(self, plan: Plan, means: Means) -> Iterator[Plan]:
        """Yield a battle with more attackers, or against more hexes."""
        goal = self.targets(plan)
        able = [unit for unit in means.idle if goal & ~self.reach(unit) == 0]
        for count in range(1, min(len(able), _MOST_ADDED) + 1):
            for more in combinations(able, count):
                text = Sentence(
                    "No line says that {more} attacked; read as part of battle {number}.", in_words(more), plan.number
                )
                yield replace(plan, attackers=(*plan.attackers, *more)).noting(text)
        open_: HexSet = means.spared
        for unit in plan.attackers:
            open_ &= self.reach(unit)
        for at in hexes(open_):
            foes = self.fates.front.holds[at]
            text = Sentence(
                "No line says that {foes} was attacked; read as part of battle {number}.", in_words(foes), plan.number
            )
            yield replace(plan, defenders=(*plan.defenders, *foes)).noting(text)

    def _with_air(self, plan: Plan, lenders: Sequence[UnitId]) -> Iterator[Plan]:
        found, used = plan, list(lenders)
        while len(found.air) < MOST_TOGETHER:
            support = self.support(found, used)
            if support is None:
                return
            used.append(support.by)
            which = "another" if found.air else "a"
            text = Sentence(
                "No line says that {which} {kind} supported battle {number}; its result shows it.",
                which,
                support.kind,
                plan.number,
            )
            found = replace(found, air=(*found.air, support)).noting(text)
            yield found

    def _reinforced(self, plan: Plan) -> Iterator[Plan]:
        """Yield a battle with the artillery or barrage of an option, which puts no counter on the map (26.5, 26.13)."""
        for act in reinforced(self.game, self.state, plan.attack):
            guns = tuple(unit for unit in act.guns if unit not in plan.guns)
            if act.air != plan.air or (act.barrage, act.guns) == (plan.barrage, plan.guns):
                continue
            what = Sentence("{guns} supported", in_words(guns)) if guns else "a barrage was fired in"
            found = replace(plan, guns=act.guns, barrage=act.barrage)
            if self.lawful(found):
                yield found.noting(
                    Sentence("No line says that {what} battle {number}; its result shows it.", what, plan.number)
                )

    def _lowered(self, plan: Plan) -> Iterator[Plan]:
        real = final(self.game, self.fight(plan))
        for step in range(real - 1, LOWEST - 1, -1):
            name = odds.name(step)
            text = Sentence(
                "Battle {number} is at {real}; what became of its units fits {name}, and no line announces lower odds.",
                plan.number,
                odds.name(real),
                name,
            )
            yield replace(plan, odds=name, supposed=text)

    def support(self, plan: Plan, used: Sequence[UnitId]) -> AirSupport | None:
        """Return the support that an aircraft may give to a battle; `used` are the headquarters that lend no more."""
        kind = aircraft_of(self.side)
        used = (*used, *(support.by for battle in self.state.battles for support in battle.air))
        # Each lender stands for an aircraft: those of the other battles and of automatic victories fly no more.
        if self.state.clock.part != 1 or len(used) >= available(self.game, self.state, kind):
            return None
        # A headquarters lends one Stuka (15.5); Stavka lends as many Sturmoviks as there are (15.8).
        lenders = (unit for unit in self._in_reach(kind, plan) if kind == STURMOVIK or unit not in used)
        return next((AirSupport(kind, unit) for unit in lenders), None)

    def lenders(self, plan: Plan, support: AirSupport) -> list[AirSupport]:
        """Return an aircraft of a battle with each unit that may lend it, the one first that lines name."""
        found = [AirSupport(support.kind, unit) for unit in self._in_reach(support.kind, plan)]
        return sorted(found, key=lambda other: other != support)

    def lend_enough(self, air: Sequence[AirSupport]) -> bool:
        """Tell whether each headquarters lends one Stuka at most (15.5), those of automatic victories among them."""
        before = [support for battle in self.state.battles for support in battle.air]
        lending = [support.by for support in (*before, *air) if support.kind == STUKA]
        return len(set(lending)) == len(lending)

    def _in_reach(self, kind: str, plan: Plan) -> Iterator[UnitId]:
        """Yield the units that lend aircraft of a kind and are near enough to the enemies of a battle (15.2, 15.7)."""
        goal = list(hexes(self.targets(plan)))
        for unit in self.fates.front.own:
            if self._lends(unit, kind) and all(self._flies(unit, kind, at) for at in goal):
                yield unit

    def lends_somewhere(self, unit: UnitId) -> bool:
        """Tell whether a unit may lend a Stuka against an enemy who stands somewhere."""
        return self._lends(unit, STUKA) and any(self._flies(unit, STUKA, at) for at in self.fates.front.holds)

    def _lends(self, unit: UnitId, kind: str) -> bool:
        return self.game.units[unit].type in lender_types(kind)

    def _flies(self, unit: UnitId, kind: str, goal: Hex) -> bool:
        """Tell whether an aircraft that a unit lends reaches a hex."""
        air = self.game.charts.air
        chart = air.stuka if kind == STUKA else air.sturmovik
        return in_range(self.game, self.fates.front.own[unit], goal, chart.range)

    def any_support(self, plan: Plan) -> AirSupport | None:
        """Return the support of an aircraft by the nearest unit that lends any, in range or not; None without one."""
        kind = aircraft_of(self.side)
        own, goal = self.fates.front.own, list(hexes(self.targets(plan)))
        lenders = [unit for unit in own if self._lends(unit, kind)]
        if not lenders or not goal:
            return None
        distance = self.game.board.grid.distance
        return AirSupport(kind, min(lenders, key=lambda unit: max(distance(own[unit], at) for at in goal)))
