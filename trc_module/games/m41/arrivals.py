"""Russian replacements (M41-REP) and the Siberian reserve (M41-SIB-1)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.m41.acts import GiveUp, Replace
from trc_module.games.m41.data import M41, book
from trc_module.games.m41.marks import GivenUp, Lost
from trc_module.games.m41.supply import eliminated, in_supply, supply_facts
from trc_module.games.m41.words import (
    AIR,
    AIR_BOX,
    ARMY,
    DISRUPTED,
    FRONT,
    GERMAN,
    LOST,
    READY,
    REPLACEMENT,
    RESERVE,
    ROKOSSOVSKY,
    RUSSIAN,
    SIBERIA,
    SIBERIANS,
    TANK,
)
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Enter
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import spaced
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.statuses import status_of, with_status

EARLY_TURNS = 2
"""The turns in which 50. Army or Kalinin Front comes beside the usual replacements."""
BONUS_AFTER = 2
_GAMBLING_TURN = 3
"""The one turn in which self-play brings Siberians in early: games that gamble in all turns are short."""
"""The turns after which the 16. Army returns."""


def lost_in(state: State, unit: UnitId) -> int:
    """Return the turn in which a unit was eliminated, 0 if it is not known."""
    return next((int(mark.turn) for mark in Lost.of(state, unit)), 0)


def given_up_from(state: State, unit: UnitId) -> str:
    """Return the hex in which a unit was given up in this turn, '' if it was not."""
    return next((mark.hex for mark in GivenUp.of(state, unit)), "")


def is_bonus(state: State, unit: UnitId) -> bool:
    """Tell whether a unit is the 16. Army that returns by itself, two turns after it was eliminated."""
    return unit == ROKOSSOVSKY and not given_up_from(state, unit) and state.place(unit) == LOST


def comes_by_itself(state: State, unit: UnitId) -> bool:
    """Tell whether a unit is the 16. Army that is due as a bonus: no replacement, and ready if players like (M16)."""
    return is_bonus(state, unit) and state.clock.turn >= lost_in(state, unit) + BONUS_AFTER


def account_of(game: M41, state: State, unit: UnitId) -> str:
    """Return the account on which a replacement is taken; '' if it costs none."""
    if comes_by_itself(state, unit):
        return ""
    if state.place(unit) == RESERVE:
        return "russian early"
    kind = game.units[unit].type
    return {FRONT: "russian front", TANK: "russian tank", ARMY: "russian army"}.get(kind, "")


@book.check("M41-REP-1", Replace)
def one_of_each(game: M41, state: State, act: Replace) -> Iterator[Finding]:
    """Each Russian turn brings back a rifle army and a front; the first two turns 50. Army or Kalinin Front as well."""
    clock = state.clock
    if game.side_of[act.unit] == GERMAN:
        yield violation(
            "M41-REP-7", Sentence("{unit} came back; Germans get no replacements.", act.unit), units=(act.unit,)
        )
        return
    if (clock.side, clock.phase) != (RUSSIAN, REPLACEMENT):
        yield violation("M41-SEQ", Sentence("{unit} came back in {clock}.", act.unit, clock.words), units=(act.unit,))
        return
    account = account_of(game, state, act.unit)
    if account and state.used.get(account, 0) >= 1 and not is_bonus(state, act.unit):
        rule = "M41-REP-6" if account == "russian tank" else "M41-REP-1"
        text = Sentence("{unit} came back in the same turn as another unit of its kind; only one may.", act.unit)
        yield violation(rule, text, units=(act.unit,), facts=_kinds(game, state, act.unit))
    if account == "russian early" and clock.turn > EARLY_TURNS:
        text = Sentence(
            "{unit} came in turn {turn}; it comes in the first {early_turns} turns.", act.unit, clock.turn, EARLY_TURNS
        )
        yield violation("M41-REP-1", text, units=(act.unit,))


def _kinds(game: M41, state: State, unit: UnitId) -> tuple[Fact, ...]:
    """Return the facts by which a unit is of the kind of one that has come back in this turn.

    Which one that was is not remembered: any of its kind that stands where replacements enter.
    """
    who = game.units[unit]
    places = _free_edge(game, state) | _entry_cities(game, state)
    came = [
        other
        for other, at in state.forces[RUSSIAN].places.items()
        if isinstance(at, int) and places >> at & 1 and game.units[other].type == who.type
    ]
    return tuple(dict.fromkeys(game.units[one].fact("type") for one in (unit, *came)))


@book.check("M41-REP-2", Replace)
def no_siberians(game: M41, state: State, act: Replace) -> Iterator[Finding]:
    """Siberian ground units are never replaced."""
    if act.unit in SIBERIANS and game.units[act.unit].type != AIR:
        yield violation(
            "M41-REP-2", Sentence("{unit} came back; Siberian ground units do not.", act.unit), units=(act.unit,)
        )


@book.check("M41-REP-3", Replace)
def two_turns_later(game: M41, state: State, act: Replace) -> Iterator[Finding]:
    """The 16. Army comes back without a replacement two turns after it was eliminated; sooner it costs one."""
    if not is_bonus(state, act.unit):
        return
    due = lost_in(state, act.unit) + BONUS_AFTER
    if state.clock.turn < due and state.used.get("russian army", 0) >= 1:
        text = Sentence(
            "{unit} came back in turn {turn}; as a bonus it comes in turn {due}.", act.unit, state.clock.turn, due
        )
        yield violation("M41-REP-3", text, units=(act.unit,))


def _entry_cities(game: M41, state: State) -> HexSet:
    """Return the cities and towns in which replacements enter, as far as control goes."""
    return sum(1 << at for at in hexes(game.settled) if state.control.get(at) == RUSSIAN)


def _free_edge(game: M41, state: State) -> HexSet:
    return game.edge(RUSSIAN) & ~state.forces[GERMAN].occupied


@book.check("M41-REP-5", Replace)
def where_replacements_enter(game: M41, state: State, act: Replace) -> Iterator[Finding]:
    """Replacements enter disrupted in a supplied Russian city or town, or on the east edge where no German is."""
    if game.units[act.unit].type == TANK or game.side_of[act.unit] != RUSSIAN:
        return
    if act.status != DISRUPTED and not comes_by_itself(state, act.unit):
        yield violation(
            "M41-REP-5",
            Sentence("{unit} came back {status}; replacements are disrupted.", act.unit, act.status),
            units=(act.unit,),
        )
    at = act.place
    if isinstance(at, str):
        yield violation(
            "M41-REP-5", Sentence("{unit} came back into the box '{at}'.", act.unit, spaced(at)), units=(act.unit,)
        )
        return
    name = game.hex_name(at)
    if state.forces[GERMAN].occupied >> at & 1:
        yield violation(
            "M41-REP-5",
            Sentence("{unit} came back in {name}, which a German unit holds.", act.unit, name),
            units=(act.unit,),
        )
    elif _free_edge(game, state) >> at & 1:
        return
    elif at in game.controllable and not state.control.get(at):
        text = Sentence("{unit} came back in {name}; who was last there is unknown.", act.unit, name)
        yield Finding("M41-REP-5", Verdict.UNDECIDED, text, (act.unit,), cause="cities")
    elif not _entry_cities(game, state) >> at & 1:
        text = Sentence("{unit} came back in {name}, which is no city or town that was last Russian.", act.unit, name)
        yield violation("M41-REP-5", text, units=(act.unit,), facts=_place_facts(game, at))
    elif not in_supply(game, state, RUSSIAN, at):
        text = Sentence("{unit} came back in {name}, which is out of supply.", act.unit, name)
        yield violation("M41-REP-5", text, units=(act.unit,), facts=supply_facts(game))


def _place_facts(game: M41, at: Hex) -> tuple:  # type: ignore[type-arg]
    city = game.board.city_at.get(at)
    return (*game.map_facts, *((city.fact,) if city else ()))


@book.check("M41-REP-6", Replace)
def tanks(game: M41, state: State, act: Replace) -> Iterator[Finding]:
    """The tanks come back undisrupted, on the east edge or in Moscow."""
    if game.units[act.unit].type != TANK:
        return
    if act.status != READY:
        text = Sentence("{unit} came back {status}; it comes back ready.", act.unit, act.status)
        yield violation("M41-REP-6", text, units=(act.unit,), facts=(game.units[act.unit].fact("type"),))
    at = act.place
    if isinstance(at, str) or not (_free_edge(game, state) | 1 << game.city("Moscow")) >> at & 1:
        text = Sentence("{unit} came back {at}, which is neither Moscow nor the east edge.", act.unit, game.where(at))
        facts = (*game.map_facts, game.board.cities["Moscow"].fact, game.units[act.unit].fact("type"))
        yield violation("M41-REP-6", text, units=(act.unit,), facts=facts)
    elif state.forces[GERMAN].occupied >> at & 1:
        text = Sentence("{unit} came back in {at}, which a German unit holds.", act.unit, game.hex_name(at))
        yield violation("M41-REP-6", text, units=(act.unit,))


@book.effect(Replace)
def bring_back(game: M41, state: State, act: Replace) -> State:
    """Put a replacement on the map, and note what it cost."""
    account = account_of(game, state, act.unit)
    after = state.with_unit(game.side_of[act.unit], act.unit, act.place)
    after = Lost.forgotten(after, act.unit)
    after = with_status(after, act.unit, DISRUPTED if act.status == DISRUPTED else "")
    return after.counted(account) if account else after


@book.check("M41-REP-4", GiveUp)
def given_up_in_time(game: M41, state: State, act: GiveUp) -> Iterator[Finding]:
    """Russian units may be given up in the replacement phase, to come back at once."""
    if game.side_of[act.unit] != RUSSIAN or (state.clock.side, state.clock.phase) != (RUSSIAN, REPLACEMENT):
        yield violation(
            "M41-REP-4", Sentence("{unit} was given up in {clock}.", act.unit, state.clock.words), units=(act.unit,)
        )


@book.effect(GiveUp)
def give_up(game: M41, state: State, act: GiveUp) -> State:
    """Eliminate a unit that is given up."""
    at = state.place(act.unit)
    where = game.hex_name(at) if isinstance(at, int) else ""
    return eliminated(game, state, act.unit).with_mark(GivenUp(act.unit, where))


@book.check("M41-SIB-1", Enter)
def siberians_enter(game: M41, state: State, act: Enter) -> Iterator[Finding]:
    """Siberians enter in the Russian replacement phase, in Russian supply or on the east edge where no German is."""
    unit, clock = act.unit, state.clock
    if unit not in SIBERIANS or state.place(unit) != SIBERIA:
        yield violation(
            "M41-SIB-1", Sentence("{unit} entered; it is no Siberian unit in reserve.", unit), units=(unit,)
        )
    elif (clock.side, clock.phase) != (RUSSIAN, REPLACEMENT):
        yield violation("M41-SIB-1", Sentence("{unit} entered in {clock}.", unit, clock.words), units=(unit,))
    elif game.units[unit].type == AIR:
        if act.place != AIR_BOX:
            yield violation(
                "M41-SIB-1",
                Sentence("{unit} entered {place}; it is an air unit.", unit, game.where(act.place)),
                units=(unit,),
            )
    elif isinstance(act.place, str):
        yield violation(
            "M41-SIB-1", Sentence("{unit} entered the box '{place}'.", unit, spaced(act.place)), units=(unit,)
        )
    elif state.forces[GERMAN].occupied >> act.place & 1:
        text = Sentence("{unit} entered {place}, which a German unit holds.", unit, game.hex_name(act.place))
        yield violation("M41-SIB-1", text, units=(unit,))
    elif not _free_edge(game, state) >> act.place & 1 and not in_supply(game, state, RUSSIAN, act.place):
        text = Sentence("{unit} entered {place}, which is out of supply.", unit, game.hex_name(act.place))
        yield violation("M41-SIB-1", text, units=(unit,), facts=supply_facts(game))


@book.effect(Enter)
def enter(game: M41, state: State, act: Enter) -> State:
    """Put a unit where it enters."""
    return state.with_unit(game.side_of[act.unit], act.unit, act.place)


@book.lister(Replace)
def replacements(game: M41, state: State) -> Iterator[Replace]:
    """Yield replacements."""
    if (state.clock.side, state.clock.phase) != (RUSSIAN, REPLACEMENT):
        return
    free = (_free_edge(game, state) | _entry_cities(game, state)) & ~state.forces[GERMAN].occupied
    for box in (LOST, RESERVE):
        for unit in state.forces[RUSSIAN].stack(box):
            if game.units[unit].type != AIR and unit not in SIBERIANS:
                status = READY if game.units[unit].type == TANK else DISRUPTED
                # A unit that is given up and comes back to its hex has only been disrupted.
                before = given_up_from(state, unit)
                yield from (Replace(unit, status, at) for at in hexes(free) if game.hex_name(at) != before)


@book.lister(GiveUp)
def given_up(game: M41, state: State) -> Iterator[GiveUp]:
    """Yield units in trouble that may be given up, before a unit comes back in this turn."""
    if (state.clock.side, state.clock.phase) == (RUSSIAN, REPLACEMENT) and not state.used:
        for unit, at in state.forces[RUSSIAN].places.items():
            if isinstance(at, int) and status_of(state, unit) == DISRUPTED and unit not in SIBERIANS:
                yield GiveUp(unit)


@book.lister(Enter)
def entries(game: M41, state: State) -> Iterator[Enter]:
    """Yield the arrivals of Siberians that are due, on the east edge and in Moscow."""
    if (state.clock.side, state.clock.phase) != (RUSSIAN, REPLACEMENT):
        return
    for unit in state.forces[RUSSIAN].stack(SIBERIA):
        if state.clock.turn < (game.units[unit].arrival or 0) and state.clock.turn != _GAMBLING_TURN:
            continue
        if game.units[unit].type == AIR:
            yield Enter(unit, AIR_BOX)
        else:
            goals = _free_edge(game, state) | 1 << game.city("Moscow")
            yield from (Enter(unit, at) for at in hexes(goals & ~state.forces[GERMAN].occupied))
