"""28.7, the fourth chit of the Axis: Russian units that surrendered join the army of General Vlasov.

In the printed game the Russian counter changes side. Here a counter of its own stands for it, one of the same type and
factors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from trc_module.games.trc.acts.arrivals import Delay
from trc_module.games.trc.acts.prisoners import Join
from trc_module.games.trc.arrivals.axis_replacements import own_gate_of_a_replacement
from trc_module.games.trc.arrivals.entry_hexes import Arrival, EntryHexes, own_gate, waiting_in
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import REMOVED, SURRENDERED
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.options.agreed import belongs_to
from trc_module.games.trc.players.legal_actions import starting_area
from trc_module.games.trc.players.option_actions import ARRIVALS, further
from trc_module.games.trc.special_rules import Basic, special
from trc_module.games.trc.supply.combat_supply import used_to_winter
from trc_module.games.trc.supply.control import UNSURE
from trc_module.games.trc.variants.political_chits import VLASOV, shown, year_of
from trc_module.hexgrid import HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Action, Enter, Replace
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import spaced
from trc_module.rules.marks import PLAYER_TURN, KindOfMark
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

option = book.option("28.7")
NATION, WAITING = "vlasov", "optional"
MOST_ARMOR = 2
FIRST_YEAR, LAST_YEAR = 1941, 1943
Kind = tuple[str, int | None, int | None]


class Joined(KindOfMark, word="vlasov-joined"):
    """a Russian unit: it surrendered and has joined the army of Vlasov (28.7)"""

    unit: UnitId


class Come(KindOfMark, word="vlasov-come"):
    """a counter of the army of Vlasov: it has come in for a unit that joined (28.7)"""

    unit: UnitId


class ReplacedByVlasov(KindOfMark, word="vlasov-replaced", until=PLAYER_TURN):
    """a counter of the army of Vlasov: it was replaced on this turn (28.7)"""

    unit: UnitId


def kind_of(unit: Unit) -> Kind:
    """Return what a unit and the counter that stands for it have in common: type and factors."""
    return unit.type, unit.combat, unit.move


def _left(game: Trc, state: State, but: UnitId) -> Counter[Kind]:
    """Return of how many units of each kind no counter has come in yet, one counter left aside."""
    joined = Counter(kind_of(game.units[unit]) for unit in Joined.firsts(state))
    joined.subtract(kind_of(game.units[unit]) for unit in Come.firsts(state) if unit != but)
    return joined


@option.check("28.7-G4", Join, Enter, Delay)
def russians_who_join(game: Trc, state: State, act: Join | Enter | Delay) -> Iterator[Finding]:
    """With the fourth chit of the Axis a die is rolled for each Russian unit that surrenders from 1941 to 1943."""
    if not isinstance(act, Join):
        yield from _unexpected(game, state, act)
        return
    who, said = game.units[act.unit], Sentence("{unit} joined the army of Vlasov", act.unit)
    if not shown(state, AXIS, VLASOV):
        yield violation("28.7-G4", Sentence("{said} without the fourth chit of the Axis.", said), units=(act.unit,))
    if not FIRST_YEAR <= year_of(game, state) <= LAST_YEAR:
        text = Sentence(
            "{said} in {year}; units may join from {first_year} to {last_year}.",
            said,
            year_of(game, state),
            FIRST_YEAR,
            LAST_YEAR,
        )
        yield violation("28.7-G4", text, units=(act.unit,))
    at = state.place(act.unit)
    if at != SURRENDERED:
        text = Sentence("{said}, but it was {at} and had not surrendered.", said, game.where(at))
        yield violation("28.7-G4", text, units=(act.unit,))
    if who.combat is not None and act.die < who.combat:
        text = Sentence(
            "{said} with a die of {die}; it needs at least its combat factor, {combat}.", said, act.die, who.combat
        )
        yield violation("28.7-G4", text, units=(act.unit,), facts=(who.fact("combat"),))


def _unexpected(game: Trc, state: State, act: Enter | Delay) -> Iterator[Finding]:
    who = game.units[act.unit]
    if who.nation != NATION or act.unit in Come.firsts(state):
        return
    if not shown(state, AXIS, VLASOV):
        text = Sentence("{unit} arrived without the fourth chit of the Axis.", act.unit)
        yield violation("28.7-G4", text, units=(act.unit,))
    elif _left(game, state, act.unit)[kind_of(who)] <= 0:
        text = Sentence(
            "{unit} arrived, but no surrendered {type} unit of {combat}-{move} has joined for it.",
            act.unit,
            who.type,
            who.combat,
            who.move,
        )
        found = violation("28.7-G4", text, units=(act.unit,))
        # A player may roll a plain die without a line and still have units join.
        yield found if Joined.firsts(state) else replace(found, verdict=Verdict.UNDECIDED)


@option.check("28.7-G4b", Enter, Delay)
def two_of_armor(game: Trc, state: State, act: Enter | Delay) -> Iterator[Finding]:
    """At most two armor units join the army of Vlasov, the first two that qualify."""
    if game.units[act.unit].nation != NATION or game.units[act.unit].type != "armor":
        return
    before = [name for name in Come.firsts(state) if game.units[name].type == "armor" and name != act.unit]
    if len(before) >= MOST_ARMOR:
        text = Sentence(
            "{unit} is armor unit number {count} of the army of Vlasov; it may have {most_armor}.",
            act.unit,
            len(before) + 1,
            MOST_ARMOR,
        )
        yield violation("28.7-G4b", text, units=(act.unit, *before), facts=(game.units[act.unit].fact("type"),))


@option.rule("28.7-G4c")
def in_russian_cities(game: Trc, state: State) -> HexSet:
    """Units that joined come with the next Axis reinforcements, in any Russian city that the Axis controls."""
    unsure = state.traces.get(UNSURE, 0)
    cities = hexes(game.board.city_hexes & game.board.regions["Russia"].hexes)
    return sum(1 << at for at in cities if state.control.get(at) == AXIS or unsure >> at & 1)


def _gate(game: Trc, case: Arrival) -> EntryHexes | None:
    if case.unit.nation != NATION:
        return None
    return EntryHexes("28.7-G4c", in_russian_cities(game, case.state), "in a city of Russia that the Axis controls")


@option.override(own_gate)
def gate_of_the_army(basic: Callable[[Trc, Arrival], EntryHexes | None], game: Trc, case: Arrival) -> EntryHexes | None:
    """Let the army of Vlasov in by its own rule."""
    return _gate(game, case) or basic(game, case)


@option.override(own_gate_of_a_replacement)
def gate_of_its_replacements(
    basic: Callable[[Trc, Arrival], EntryHexes | None], game: Trc, case: Arrival
) -> EntryHexes | None:
    """Let its replacements in there too."""
    return _gate(game, case) or basic(game, case)


@special(option, Basic.ARRIVAL)
def the_army_comes_so(game: Trc, state: State, unit: Unit) -> bool:
    """Judge its arrival by its own rule."""
    return unit.nation == NATION and waiting_in(state, unit) == WAITING


@option.override(starting_area)
def the_army_starts_nowhere(
    basic: Callable[[Trc, State, UnitId], HexSet], game: Trc, state: State, unit: UnitId
) -> HexSet:
    """Set none of it up."""
    return 0 if game.units[unit].nation == NATION else basic(game, state, unit)


@option.override(used_to_winter)
def russians_know_winter(basic: Callable[[Trc, Unit], bool], game: Trc, unit: Unit) -> bool:
    """Spare the army of Vlasov what winter does to the Axis."""
    return basic(game, unit) or unit.nation == NATION


@option.check("28.7-G4d", Replace)
def one_a_clear_turn(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """One unit of the army of Vlasov is replaced on each turn of clear weather."""
    if game.units[act.unit].nation != NATION:
        return
    before = [name for name in ReplacedByVlasov.firsts(state) if name != act.unit]
    if before:
        text = Sentence("{unit} was replaced on the same turn as {before}; only one may be.", act.unit, before[0])
        yield violation("28.7-G4d", text, units=(act.unit, *before))
    if weather_of(state) != "clear":
        text = Sentence(
            "{unit} was replaced in {weather} weather; replacements need clear weather.",
            act.unit,
            spaced(weather_of(state)),
        )
        yield violation("28.7-G4d", text, units=(act.unit,))


@special(option, Basic.REPLACEMENT)
def the_army_by_its_own(game: Trc, state: State, unit: Unit) -> bool:
    """Take it out of 21.4."""
    return unit.nation == NATION


@special(option, Basic.REPLACEMENT_TURN)
def the_army_on_turns_of_its_own(game: Trc, state: State, unit: Unit) -> bool:
    """Take it out of 21.2."""
    return unit.nation == NATION


@book.effect(Join)
def change_sides(game: Trc, state: State, act: Join) -> State:
    """Put the unit out of the Russian's reach, and remember that a counter may come in for it."""
    return state.with_unit(RUSSIAN, act.unit, REMOVED).with_mark(Joined(act.unit))


@option.effect(Enter, Delay)
def remember_who_came(game: Trc, state: State, act: Enter | Delay) -> State:
    """Remember for good that a counter has come in, or waits in the off-map box."""
    return state.with_mark(Come(act.unit)) if game.units[act.unit].nation == NATION else state


@option.effect(Replace)
def remember_who_was_replaced(game: Trc, state: State, act: Replace) -> State:
    """Remember it for this turn."""
    return state.with_mark(ReplacedByVlasov(act.unit)) if game.units[act.unit].nation == NATION else state


@option.lister(Join)
def legal_joiners(game: Trc, state: State) -> Iterator[Join]:
    """Yield every fall of the die by which a unit that has surrendered may join."""
    if not shown(state, AXIS, VLASOV):
        return
    counters = {kind_of(who) for who in game.units.values() if who.nation == NATION}
    for name in state.forces[RUSSIAN].stack(SURRENDERED):
        if kind_of(game.units[name]) in counters:
            yield from (act for act in (Join(name, pips) for pips in range(1, 7)) if unaccused(game, state, act))


@option.override(further)
def surrendered_units_join(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let units join before reinforcements come."""
    yield from basic(game, state, moment)
    if moment == ARRIVALS:
        yield from legal_joiners(game, state)


belongs_to("28.7", Join)

EXTENSION = Extension(marks=(Joined, Come, ReplacedByVlasov))
