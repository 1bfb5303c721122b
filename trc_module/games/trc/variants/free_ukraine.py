"""28.7, the sixth chit of the Axis: a free state of the Ukraine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from trc_module.games.trc.acts.arrivals import Delay
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.arrivals.axis_replacements import own_gate_of_a_replacement
from trc_module.games.trc.arrivals.entry_hexes import Arrival, EntryHexes, own_gate, waiting_in
from trc_module.games.trc.arrivals.partisans import counts_as_ss
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import OPTIONAL as WAITING
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.movement.land_movement import bounds_of
from trc_module.games.trc.options.limiting import limited
from trc_module.games.trc.players.legal_actions import starting_area
from trc_module.games.trc.special_rules import Basic, special
from trc_module.games.trc.steps import END, WEATHER
from trc_module.games.trc.supply.control import UNSURE
from trc_module.games.trc.variants.political_chits import Taken, shown, year_of
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Action, End, Enter, Replace
from trc_module.rules.finding import Finding, Verdict, as_doubt, violation
from trc_module.rules.marks import KindOfMark
from trc_module.rules.paths import Bounds, Limit
from trc_module.rules.state import Mark, State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

option = book.option("28.7")
CHIT, NATION = "6", "ukrainian"
MOST = 2


# Where


class FirstClear(KindOfMark, word="first-clear-turn"):
    """a year and a turn: its first clear one (28.7)"""

    year: str
    turn: str


class UkrainianReplaced(KindOfMark, word="ukrainian-replaced"):
    """a year and a Ukrainian unit that was replaced in it (28.7)"""

    year: str
    unit: UnitId


@lru_cache(maxsize=4)
def borders(game: Trc) -> HexSet:
    """Return the hexes of the Don below Voronezh and of the rails from Voronezh to Odessa."""
    board = game.board
    start, goal = board.cities["Voronezh"].hex, board.cities["Odessa"].hex
    rails = _shortest(board.rail_links, start, goal)
    don = sum(1 << h for river in board.rivers if river.name == "Don" for h in river.hexes)
    north = board.grid.row_col(start)[0]
    return rails | sum(1 << h for h in hexes(don) if board.grid.row_col(h)[0] >= north)


def _shortest(links: dict[Hex, HexSet], start: Hex, goal: Hex) -> HexSet:
    layers: list[HexSet] = [1 << start]
    reached = layers[0]
    while not reached >> goal & 1:
        edge = 0
        for at in hexes(layers[-1]):
            edge |= links.get(at, 0)
        layers.append(edge & ~reached)
        reached |= edge
        if not layers[-1]:
            return 0
    way, at = 1 << goal, goal
    for layer in reversed(layers[:-1]):
        at = next(h for h in hexes(layer) if links.get(h, 0) >> at & 1)
        way |= 1 << at
    return way


@lru_cache(maxsize=4)
def inner_ukraine(game: Trc) -> HexSet:
    """Return the Ukraine without its borders: between the Don, the rails and the sea, the Crimea included."""
    board = game.board
    inside = 1 << board.cities["Dnepropetrovsk"].hex
    barred = borders(game)
    while True:
        more = board.zoc.spread(inside) & board.land & ~barred & ~inside
        if not more:
            return inside
        inside |= more


def ukraine(game: Trc) -> HexSet:
    """Return the Ukraine with its borders."""
    return inner_ukraine(game) | borders(game)


def free(state: State) -> bool:
    """Tell whether the Axis has promised a free Ukraine."""
    return shown(state, AXIS, CHIT)


# Partisans


@option.check("28.7-G6", Enter)
def one_partisan_in_the_ukraine(game: Trc, state: State, act: Enter) -> Iterator[Finding]:
    """Once the Axis has shown its sixth chit the Ukraine holds at most one partisan."""
    if act.unit not in game.partisans or isinstance(act.place, str) or not free(state):
        return
    if not ukraine(game) >> act.place & 1:
        return
    others = [(u, at) for u in sorted(game.partisans - {act.unit}) if isinstance(at := state.place(u), int)]
    inside = [(u, at) for u, at in others if ukraine(game) >> at & 1]
    if inside:
        at = game.hex_name(act.place)
        text = Sentence(
            "{unit} was placed in {at}, in the Ukraine, where {inside} is already; only one partisan may be.",
            act.unit,
            at,
            inside[0][0],
        )
        found = violation("28.7-G6", text, units=(act.unit, inside[0][0]), hexes=(at,))
        inner = inner_ukraine(game)
        sure = inner >> act.place & 1 and any(inner >> there & 1 for _, there in inside)
        yield found if sure else as_doubt(found)


@option.rule("28.7-G6e")
def ukrainians_against_partisans(game: Trc, unit: UnitId, place: Hex) -> bool:
    """Ukrainian units count as SS against partisans in the Ukraine."""
    return game.units[unit].nation == NATION and bool(inner_ukraine(game) >> place & 1)


@option.override(counts_as_ss)
def ss_and_ukrainians(basic: Callable[[Trc, UnitId, Hex], bool], game: Trc, unit: UnitId, place: Hex) -> bool:
    """Add the Ukrainians."""
    return basic(game, unit, place) or ukrainians_against_partisans(game, unit, place)


# Arrivals


@option.check("28.7-G6b", Enter, Delay)
def ukrainians_after_kiev_and_odessa(game: Trc, state: State, act: Enter | Delay) -> Iterator[Finding]:
    """Bring in the four Ukrainian corps from the turn after the first Axis control of Kiev and Odessa."""
    if game.units[act.unit].nation != NATION:
        return
    taken = _taken(state)
    if not free(state):
        text = Sentence("{unit} arrived; Ukrainians need the sixth chit of the Axis, which was not shown.", act.unit)
        yield violation("28.7-G6b", text, units=(act.unit,))
    elif taken is None and _perhaps_both(game, state):
        text = Sentence("{unit} arrived; it is unknown whether the Axis has controlled Kiev and Odessa.", act.unit)
        yield Finding("28.7-G6b", Verdict.UNDECIDED, text, (act.unit,))
    elif taken is None or taken >= state.clock.turn:
        when = (
            "has not controlled Kiev and Odessa"
            if taken is None
            else Sentence("took Kiev and Odessa on turn {taken}", taken)
        )
        yield violation(
            "28.7-G6b",
            Sentence("{unit} arrived on turn {turn}, but the Axis {when}.", act.unit, state.clock.turn, when),
            units=(act.unit,),
        )


def _taken(state: State) -> int | None:
    return next((int(turn) for turn in Taken.firsts(state)), None)


def _perhaps_both(game: Trc, state: State) -> bool:
    unsure = state.traces.get(UNSURE, 0)
    both = [game.board.cities[name].hex for name in ("Kiev", "Odessa")]
    return all(state.control.get(at) == AXIS or unsure >> at & 1 for at in both)


@option.follow
def watch_kiev_and_odessa(game: Trc, before: State, after: State, act: Action) -> State:
    """Remember the turn on which the Axis first controls both cities."""
    if before.control is after.control and not isinstance(act, End):
        return after
    cities = game.board.cities
    both = all(after.control.get(cities[name].hex) == AXIS for name in ("Kiev", "Odessa"))
    return after.with_mark(Taken(str(before.clock.turn))) if both and _taken(after) is None else after


def _cities(game: Trc, state: State) -> HexSet:
    """Return the cities of the Ukraine that the Axis controls, or may control."""
    unsure = state.traces.get(UNSURE, 0)
    open_ = hexes(game.board.city_hexes & ukraine(game))
    return sum(1 << at for at in open_ if state.control.get(at) == AXIS or unsure >> at & 1)


def _gate(game: Trc, case: Arrival) -> EntryHexes | None:
    if case.unit.nation != NATION:
        return None
    return EntryHexes("28.7-G6b", _cities(game, case.state), "in a city of the Ukraine that the Axis controls")


@option.override(own_gate)
def gate_of_ukrainians(
    basic: Callable[[Trc, Arrival], EntryHexes | None], game: Trc, case: Arrival
) -> EntryHexes | None:
    """Let Ukrainians in by their own rule."""
    return _gate(game, case) or basic(game, case)


@option.override(own_gate_of_a_replacement)
def gate_of_replaced_ukrainians(
    basic: Callable[[Trc, Arrival], EntryHexes | None], game: Trc, case: Arrival
) -> EntryHexes | None:
    """Let them in there as replacements too."""
    return _gate(game, case) or basic(game, case)


@special(option, Basic.ARRIVAL)
def ukrainians_come_so(game: Trc, state: State, unit: Unit) -> bool:
    """Judge the arrival of Ukrainians by their own rule."""
    return unit.nation == NATION and waiting_in(state, unit) == WAITING


@option.override(starting_area)
def ukrainians_start_nowhere(
    basic: Callable[[Trc, State, UnitId], HexSet], game: Trc, state: State, unit: UnitId
) -> HexSet:
    """Set up no Ukrainians."""
    return 0 if game.units[unit].nation == NATION else basic(game, state, unit)


# Staying at home


@option.rule("28.7-G6c")
def at_home_in_the_ukraine(game: Trc) -> Limit:
    """No Ukrainian unit leaves the Ukraine voluntarily, and one driven out returns by the shortest route."""
    return Limit(
        "28.7-G6c",
        shut=game.board.grid.all & ~ukraine(game),
        step="left the Ukraine for {b}",
        stretch="leaves the Ukraine",
    )


@option.override(bounds_of)
def bounds_of_ukrainians(basic: Callable[[Trc, State, Unit], Bounds], game: Trc, state: State, unit: Unit) -> Bounds:
    """Keep Ukrainians who are at home there."""
    bounds = basic(game, state, unit)
    if unit.nation != NATION:
        return bounds
    trail = state.trails.get(unit.id)
    at = state.place(unit.id) if trail is None else trail.hexes[0]
    if at is None or isinstance(at, str):
        return bounds
    if ukraine(game) >> at & 1:
        return limited(bounds, state, unit, "ukraine", at_home_in_the_ukraine(game))
    back = Limit(
        "28.7-G6c",
        shut=game.board.grid.all & ~(_nearer(game, at) & game.board.land),
        step="moved to {b}, no nearer to the Ukraine",
        stretch="leads away from the Ukraine",
    )
    return limited(bounds, state, unit, ("ukraine", at), back)


@option.judge(RailMove, Strategic, SeaMove)
def judge_their_ways(game: Trc, state: State, act: RailMove | Strategic | SeaMove) -> Iterator[Finding]:
    """Judge where a Ukrainian went by another way than over land."""
    if game.units[act.unit].nation != NATION:
        return
    home = ukraine(game)
    start, goal = (act.start, act.goal) if isinstance(act, SeaMove) else (act.trail.hexes[0], act.trail.hexes[-1])
    if not isinstance(goal, str) and home >> goal & 1:
        return
    if isinstance(start, str):
        yield violation(
            "28.7-G6c", Sentence("{unit} sailed to a place outside the Ukraine.", act.unit), units=(act.unit,)
        )
        return
    name = game.hex_name(start)
    if home >> start & 1:
        yield violation(
            "28.7-G6c",
            Sentence("{unit} left the Ukraine, from {name}.", act.unit, name),
            units=(act.unit,),
            hexes=(name,),
        )
    elif isinstance(goal, str) or not _nearer(game, start) >> goal & 1:
        text = Sentence("{unit}, outside the Ukraine in {name}, moved no nearer to it.", act.unit, name)
        yield violation("28.7-G6c", text, units=(act.unit,), hexes=(name,))


@lru_cache(maxsize=64)
def _nearer(game: Trc, at: Hex) -> HexSet:
    """Return the hexes that are nearer to the Ukraine than one outside it, its own among them."""
    found = ukraine(game)
    while not (wider := found | game.board.grid.spread(found)) >> at & 1:
        found = wider
    return found


# Replacements


@option.check("28.7-G6d", Replace)
def two_ukrainians_a_year(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """Two Ukrainians are replaced on the first clear turn of a year, if the Axis controls a Ukrainian city."""
    if game.units[act.unit].nation != NATION:
        return
    year = year_of(game, state)
    before = tuple(mark.unit for mark in UkrainianReplaced.of(state, str(year)) if mark.unit != act.unit)
    first = next((int(mark.turn) for mark in FirstClear.of(state, str(year))), None)
    said = Sentence("{unit} was replaced", act.unit)
    if len(before) >= MOST:
        text = Sentence(
            "{said} as Ukrainian number {count} of {year}; only {most} may be.", said, len(before) + 1, year, MOST
        )
        yield violation("28.7-G6d", text, units=(act.unit, *before))
    if weather_of(state) != "clear" or (first is not None and first != state.clock.turn):
        yield violation(
            "28.7-G6d",
            Sentence("{said} on turn {turn}, not the first clear one.", said, state.clock.turn),
            units=(act.unit,),
        )
    if not _cities(game, state):
        yield violation(
            "28.7-G6d", Sentence("{said}, but the Axis controls no city of the Ukraine.", said), units=(act.unit,)
        )


@special(option, Basic.REPLACEMENT)
def ukrainians_by_theirs(game: Trc, state: State, unit: Unit) -> bool:
    """Take Ukrainians out of 21.4."""
    return unit.nation == NATION


@special(option, Basic.REPLACEMENT_TURN)
def ukrainians_on_theirs(game: Trc, state: State, unit: Unit) -> bool:
    """Take Ukrainians out of 21.2."""
    return unit.nation == NATION


@option.effect(Replace)
def count_the_ukrainian(game: Trc, state: State, act: Replace) -> State:
    """Remember which Ukrainians were replaced in this year."""
    if game.units[act.unit].nation != NATION:
        return state
    return state.with_mark(UkrainianReplaced(str(year_of(game, state)), act.unit))


@option.effect(End)
def remember_the_first_clear_turn(game: Trc, state: State, act: End) -> State:
    """Remember the first clear turn of each year, and forget the years that are over."""
    year = str(year_of(game, state))
    if state.clock.phase == END:
        past: set[Mark] = {mark for mark in FirstClear.all(state) if mark.year < year}
        past.update(mark for mark in UkrainianReplaced.all(state) if mark.year < year)
        return state.changed(marks=state.marks - past)
    if state.clock.phase != WEATHER or weather_of(state) != "clear":
        return state
    known = FirstClear.of(state, year)
    return state if known else state.with_mark(FirstClear(year, str(state.clock.turn)))


EXTENSION = Extension(marks=(FirstClear, UkrainianReplaced))
