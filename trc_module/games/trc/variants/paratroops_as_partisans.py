"""28.7, the fifth chit of the Russians: paratroops who fight as partisans.

Each of the three corps has a counter for it of its own, of the formation `partisans`: a corps like others, but with a
zone of control in its own hex alone (7.3, 19.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from trc_module.games.trc.acts.arrivals import Delay
from trc_module.games.trc.arrivals.axis_replacements import own_gate_of_a_replacement
from trc_module.games.trc.arrivals.entry_hexes import Arrival, EntryHexes, own_gate, turn_of, waiting_in
from trc_module.games.trc.arrivals.partisans import footholds, ss_near
from trc_module.games.trc.arrivals.russian_replacements import cost
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import OFF_MAP, PARATROOP_RESERVE, REMOVED
from trc_module.games.trc.combat.battle_context import BattleContext, Weigh, added_attack
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.players.legal_actions import starting_area
from trc_module.games.trc.special_rules import Basic, special
from trc_module.games.trc.supply.control import UNSURE
from trc_module.games.trc.supply.rails import UNSURE_RAILS, place_doubts
from trc_module.games.trc.variants.political_chits import shown
from trc_module.hexgrid import HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Eliminate, Enter, Replace
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import in_words, spaced
from trc_module.rules.marks import PLAYER_TURN, KindOfMark
from trc_module.rules.registry import covers
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

option = book.option("28.7")
CHIT, FORMATION, WAITING = "5", "partisans", "optional"
MOST, AROUND_WARSAW = 3, 3
WHERE = "in Russia in an Axis city or on an Axis rail hex, or near Warsaw, away from Axis zones and the SS"


class CameBack(KindOfMark, word="partisan-back", until=PLAYER_TURN):
    """a corps of paratroops that fights as partisans: it came back on this turn (28.7)"""

    unit: UnitId


def corps_of(unit: UnitId) -> UnitId:
    """Return the paratroop corps that a counter of this chit stands for."""
    return unit.removesuffix("-partisan")


@lru_cache(maxsize=8)
def fighters(game: Trc) -> tuple[UnitId, ...]:
    """Return the counters of paratroops who fight as partisans."""
    return tuple(sorted(name for name, unit in game.units.items() if unit.formation == FORMATION))


def _in_use(game: Trc, state: State) -> list[UnitId]:
    """Return the counters that have been brought in, whatever became of them."""
    return [unit for unit in fighters(game) if state.place(unit) not in (None, WAITING)]


def hideouts(game: Trc, state: State) -> HexSet:
    """Return where such paratroops may be placed: as partisans, and within three hexes of Warsaw."""
    board = game.board
    near: HexSet = 1 << board.cities["Warsaw"].hex
    for _ in range(AROUND_WARSAW):
        near |= board.grid.spread(near)
    open_ = footholds(game, state) | near & board.regions["Poland"].hexes & board.land
    open_ &= ~game.zones.of(state.forces[AXIS])
    return sum(1 << at for at in hexes(open_) if next(ss_near(game, state, at), None) is None)


@option.check("28.7-R5", Enter, Delay)
def paratroops_in_the_woods(game: Trc, state: State, act: Enter | Delay) -> Iterator[Finding]:
    """With the fifth chit of the Russians paratroop corps come as partisans, each in the place of one."""
    mine = act.unit in fighters(game)
    said = Sentence("{unit} was placed", act.unit)
    if isinstance(act, Delay):
        if mine:
            yield violation(
                "28.7-R5", Sentence("{unit} was held back; it is placed {where}.", act.unit, WHERE), units=(act.unit,)
            )
        return
    if mine:
        yield from _untimely(game, state, act)
    if not mine and (act.unit not in game.partisans or isinstance(act.place, str)):
        return
    partisans = [unit for unit in sorted(game.partisans) if isinstance(state.place(unit), int)]
    before = [unit for unit in (*_in_use(game, state), *partisans) if unit != act.unit]
    if len(before) >= MOST and len(_in_use(game, state)) + mine:
        text = Sentence(
            "{said}, with {before} in play; partisans and paratroops in their place may be {most} in all.",
            said,
            in_words(before),
            MOST,
        )
        yield violation("28.7-R5", text, units=(act.unit, *before))


def _untimely(game: Trc, state: State, act: Enter) -> Iterator[Finding]:
    said, corps = Sentence("{unit} was placed", act.unit), game.units[corps_of(act.unit)]
    if not shown(state, RUSSIAN, CHIT):
        text = Sentence("{said}; this needs the fifth chit of the Russians, which was not shown.", said)
        yield violation("28.7-R5", text, units=(act.unit,))
    box = waiting_in(state, corps)
    due = turn_of(box) if box is not None else None
    if box not in (OFF_MAP, PARATROOP_RESERVE) and (due is None or due > state.clock.turn):
        text = Sentence(
            "{said}, but {unit} was {other_unit}.", said, corps.id, game.where(state.place(corps.id) or box)
        )
        yield violation("28.7-R5", text, units=(act.unit, corps.id), facts=(corps.fact("arrival"),))
    if state.clock.side != RUSSIAN:
        yield violation("28.7-R5", Sentence("{said} in {clock}.", said, state.clock.words), units=(act.unit,))
    where = (
        game.hex_name(act.place) if not isinstance(act.place, str) else Sentence("the box '{place}'", spaced(act.place))
    )
    if isinstance(act.place, str) or not hideouts(game, state) >> act.place & 1:
        text = Sentence("{said} in {where}; it is placed {other_where}.", said, where, WHERE)
        facts = () if isinstance(act.place, str) else place_doubts(game.board, state, act.place)
        at = () if isinstance(act.place, str) else (where,)
        found = violation("28.7-R5", text, units=(act.unit,), hexes=at, facts=facts)
        open_ = state.traces.get(UNSURE, 0) | state.traces.get(UNSURE_RAILS, 0)
        unsure = not isinstance(act.place, str) and open_ >> act.place & 1
        yield replace(found, verdict=Verdict.UNDECIDED) if unsure else found


def _gate(game: Trc, case: Arrival) -> EntryHexes | None:
    if case.unit.id not in fighters(game):
        return None
    return EntryHexes("28.7-R5", hideouts(game, case.state), WHERE)


@option.override(own_gate)
def gate_of_the_fighters(
    basic: Callable[[Trc, Arrival], EntryHexes | None], game: Trc, case: Arrival
) -> EntryHexes | None:
    """Let them in by their own rule."""
    return _gate(game, case) or basic(game, case)


@option.override(own_gate_of_a_replacement)
def gate_of_fighters_who_come_back(
    basic: Callable[[Trc, Arrival], EntryHexes | None], game: Trc, case: Arrival
) -> EntryHexes | None:
    """Let them in there again when they come back."""
    return _gate(game, case) or basic(game, case)


@special(option, Basic.ARRIVAL)
def they_come_so(game: Trc, state: State, unit: Unit) -> bool:
    """Judge their arrival by their own rule."""
    return unit.formation == FORMATION and waiting_in(state, unit) == WAITING


@special(option, Basic.DROP)
def they_never_drop(game: Trc, state: State, unit: Unit) -> bool:
    """Exempt them from the rules of 18 about drops and replacements; their supply is that of paratroops."""
    return unit.formation == FORMATION


@option.override(cost)
def they_cost_nothing(basic: Callable[[Trc, Unit], int | None], game: Trc, unit: Unit) -> int | None:
    """Ask no points for who comes back: partisans cost none, and the text names none."""
    return 0 if unit.formation == FORMATION else basic(game, unit)


@option.override(starting_area)
def they_start_nowhere(basic: Callable[[Trc, State, UnitId], HexSet], game: Trc, state: State, unit: UnitId) -> HexSet:
    """Set none of them up."""
    return 0 if unit in fighters(game) else basic(game, state, unit)


@option.effect(Enter)
def the_corps_is_there_no_more(game: Trc, state: State, act: Enter) -> State:
    """Take the corps itself out of the game: from now on the other counter stands for it."""
    if act.unit not in fighters(game):
        return state
    return state.with_unit(RUSSIAN, corps_of(act.unit), REMOVED)


@option.check("28.7-R5b", Eliminate)
def lost_in_combat_alone(game: Trc, state: State, act: Eliminate) -> Iterator[Finding]:
    """Only combat removes paratroops that fight as partisans."""
    if act.unit in fighters(game) and any(covers(rule, act.because) for rule in ("17", "19")):
        text = Sentence("{unit} was removed by rule {because}; only combat removes it.", act.unit, act.because)
        yield violation("28.7-R5b", text, units=(act.unit,))


@option.override(added_attack)
def twice_by_the_ss(
    basic: Callable[[Trc, BattleContext, Weigh], int], game: Trc, fight: BattleContext, weigh: Weigh
) -> int:
    """Count SS units twice where only such paratroops are attacked."""
    foes = [unit for at in fight.at_hexes for unit in fight.garrison(at)]
    more = basic(game, fight, weigh)
    if not foes or any(game.units[unit].formation != FORMATION for unit in foes):
        return more
    return more + sum(weigh(unit, fight.places[unit]) for unit in fight.ground if game.units[unit].ss)


@option.check("28.7-R5c", Replace)
def one_comes_back_a_turn(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """One such corps that was lost comes back a turn, where it may be placed."""
    before = next((unit for unit in CameBack.firsts(state) if unit != act.unit), "")
    if act.unit in fighters(game) and before:
        text = Sentence("{unit} came back in the same turn as {before}; only one may.", act.unit, before)
        yield violation("28.7-R5c", text, units=(act.unit, before))


@option.effect(Replace)
def remember_who_came_back(game: Trc, state: State, act: Replace) -> State:
    """Remember it for this turn."""
    return state.with_mark(CameBack(act.unit)) if act.unit in fighters(game) else state


EXTENSION = Extension(marks=(CameBack,))
