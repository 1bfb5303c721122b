"""A player's acts before units move: surrenders, withdrawals, exchanges, arrivals, replacements, drops."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.acts.arrivals import Archangel, Delay, Drop
from trc_module.games.trc.arrivals.axis_replacements import on_a_replacement_turn
from trc_module.games.trc.arrivals.entry_rules import entry_hexes, legal_drops, legal_exchanges, legal_withdrawals
from trc_module.games.trc.arrivals.russian_replacements import within_the_points
from trc_module.games.trc.arrivals.withdrawals import outstanding, unmatched
from trc_module.games.trc.boxes import OFF_MAP, PARATROOP_RESERVE, POOL
from trc_module.games.trc.data import RUSSIAN
from trc_module.games.trc.players.chapter import Chapter, full
from trc_module.games.trc.players.legal_actions import countries
from trc_module.games.trc.players.option_actions import ARRIVALS, DUE
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.games.trc.turn.status_sheet import Certainty, due
from trc_module.rules.actions import Action, End, Enter, Replace, Withdraw
from trc_module.rules.state import Place, UnitId
from trc_module.systems.weather import weather_of


class Arrivals(Chapter):
    """Plays the beginning of a movement phase."""

    def acts(self) -> Iterator[Action]:
        """Yield the acts in an order that the sequence of play allows."""
        yield from countries(self.game, self.state)
        yield from self.further(DUE, 1)
        yield from self._withdraw()
        yield from self._exchange()
        yield from self._arrive()
        # A unit that has just arrived may make a duty possible.
        yield from self.further(DUE, 1)
        yield from self.further(ARRIVALS, 0.6)
        yield from self._replace()
        yield from self._drop()

    def _withdraw(self) -> Iterator[Action]:
        while self.state.clock.part == 1 and (
            (outstanding(self.game, self.state) > 0 and self.side == "axis") or unmatched(self.state, self.side) > 0
        ):
            options = list(legal_withdrawals(self.game, self.state))
            if not options:
                return
            kept = [act for act in options if self.keeps(act)]
            yield Withdraw(self.taste.loss(self.state, [act.unit for act in kept or options]))

    def _exchange(self) -> Iterator[Action]:
        if self.side != "axis" or self.state.clock.part != 1:
            return
        chart = self.game.charts.replacements.motorization
        if not any(self.state.clock.turn in exchange.turns for exchange in chart.values()):
            return
        while options := list(legal_exchanges(self.game, self.state)):
            yield self.taste.one(options)

    def _arrive(self) -> Iterator[Action]:
        for one in self.taste.shuffled(list(due(self.game, self.state))):
            unit = self.game.units[one.unit]
            perhaps = one.certainty is Certainty.PERHAPS
            if perhaps or unit.type in ("partisan", "air") or not self.taste.chance(0.9):
                continue
            open_ = self._open(one.unit)
            place: Place | None = self.taste.entry(self.state, one.unit, open_) if open_ else None
            reserve = unit.type == "paratroop" and PARATROOP_RESERVE in self.game.boxes[self.side]
            if reserve and one.box != PARATROOP_RESERVE and self.taste.chance(0.7):
                place = PARATROOP_RESERVE
            if place is not None and self._comes_in(act := Enter(one.unit, place)):
                yield act
            elif one.box not in (OFF_MAP, PARATROOP_RESERVE) and self.taste.chance(0.5):
                late = Delay(one.unit)
                if self.fine(late):
                    yield late

    def _open(self, unit: UnitId) -> int:
        return entry_hexes(self.game, self.state, unit) & ~full(self.game, self.state, unit)

    def _comes_in(self, act: Enter | Replace) -> bool:
        if not self.fine(act):
            return False
        if isinstance(act.place, str):
            return True
        foes = self.near_foes((act.place,))
        return not foes or self.fightable(self.game.apply(self.state, act), foes)

    def _replace(self) -> Iterator[Action]:
        clock = self.state.clock
        pool = self.taste.order(self.state, self._replaceable())
        if self.side == RUSSIAN:
            if clock.part == 1 and self.fine(die := Archangel(self.taste.die())):
                yield die
        elif not on_a_replacement_turn(self.game, self.state):
            return
        for unit in pool:
            if clock.part == 2 and self.game.units[unit].type != "hq":
                continue
            open_ = self._open(unit)
            place: Place = OFF_MAP if not open_ or self.taste.rare(0.05) else self.taste.entry(self.state, unit, open_)
            act = Replace(unit, place)
            if self._comes_in(act) and self._paid(act):
                yield act

    def _replaceable(self) -> tuple[UnitId, ...]:
        state, game = self.state, self.game
        pool = state.forces[self.side].stack(POOL)
        if self.side != RUSSIAN or not game.policies:
            return pool
        places = state.forces[RUSSIAN].places
        return (*pool, *(unit for unit in places if special_rule(game, state, game.units[unit], Basic.REPLACED_FROM)))

    def _paid(self, act: Replace) -> bool:
        """Tell whether the points would do if nothing more came."""
        return self.side != RUSSIAN or not any(within_the_points(self.game, self.game.apply(self.state, act), End()))

    def _drop(self) -> Iterator[Action]:
        if self.side != RUSSIAN or self.state.clock.part != 1 or weather_of(self.state) != "snow":
            return
        for unit in self.state.forces[RUSSIAN].stack(PARATROOP_RESERVE):
            options = [
                act
                for act in legal_drops(self.game, self.state)
                if act.unit == unit and not full(self.game, self.state, unit) >> act.hex & 1
            ]
            if options and self.taste.chance(0.5):
                place = self.taste.entry(self.state, unit, sum(1 << act.hex for act in options))
                yield Drop(unit, place)
