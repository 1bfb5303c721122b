"""Chapter 18: Russian paratroops."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.board import Terrain
from trc_module.games.trc.acts.arrivals import Delay, Drop
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.arrivals.entry_hexes import Arrival, EntryHexes
from trc_module.games.trc.arrivals.sequence_of_arrivals import drops_first
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import OFF_MAP, PARATROOP_RESERVE
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.marks import Dropped, Landed, Reserved
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.hexgrid import Hex
from trc_module.roster import Unit
from trc_module.rules.actions import Enter, Move, Replace
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import in_words, spaced
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

REACH = 8
"""The greatest distance of a drop from Stavka, in hexes (18.3)."""
STAVKA = "rus-stavka"


def is_paratroop(unit: Unit) -> bool:
    """Tell whether a unit is a paratroop corps."""
    return unit.type == "paratroop"


@book.check("18.1a", Drop)
def drop_in_snow(game: Trc, state: State, act: Drop) -> Iterator[Finding]:
    """Paratroops drop in the Russian first impulse of a snow turn."""
    if state.clock.side == RUSSIAN and not (drops_first(state.clock) and weather_of(state) == "snow"):
        when = Sentence("in {clock}, in {weather} weather", state.clock.words, spaced(weather_of(state)))
        yield violation(
            "18.1a",
            Sentence(
                "{unit} was dropped {when}; drops take place in the Russian first movement phase of a snow turn.",
                act.unit,
                when,
            ),
            units=(act.unit,),
            hexes=(game.hex_name(act.hex),),
        )


@book.check("18.1b", Drop)
def drop_from_the_reserve(game: Trc, state: State, act: Drop) -> Iterator[Finding]:
    """Only paratroop corps in the paratroop reserve drop."""
    unit, at = game.units[act.unit], state.place(act.unit)
    if Dropped(act.unit) in state.marks or special_rule(game, state, unit, Basic.DROP):
        return
    if not is_paratroop(unit):
        yield violation(
            "18.1b",
            Sentence("{unit} was dropped, but it is not a paratroop corps.", act.unit),
            units=(act.unit,),
            facts=(unit.fact("type"),),
        )
    elif at != PARATROOP_RESERVE:
        yield violation(
            "18.1b",
            Sentence("{unit} was dropped, but it was {at}, not in the paratroop reserve.", act.unit, game.where(at)),
            units=(act.unit,),
        )


@book.rule("18.2a")
def new_paratroops(case: Arrival) -> EntryHexes | None:
    """New paratroop corps go to Moscow or into the paratroop reserve."""
    if not is_paratroop(case.unit) or case.box in (PARATROOP_RESERVE, OFF_MAP):
        return None
    if special_rule(case.game, case.state, case.unit, Basic.DROP):
        return None
    moscow = case.game.board.cities["Moscow"]
    where = Sentence("in Moscow ({hex}) or in the paratroop reserve", case.game.hex_name(moscow.hex))
    return EntryHexes("18.2a", 1 << moscow.hex, where, (case.unit.fact("type"),))


@book.rule("18.2b")
def paratroops_on_foot(case: Arrival) -> EntryHexes | None:
    """Paratroops leave the reserve by the east edge, on a later turn than that of their arrival."""
    if case.box != PARATROOP_RESERVE:
        return None
    where = "at the east edge, on a later turn than that of its arrival"
    if Reserved(case.unit.id) in case.state.marks:
        return EntryHexes("18.2b", 0, where)
    return EntryHexes("18.2b", case.game.board.edges["east"], where)


@book.check("18.3a", Drop)
def drop_near_stavka(game: Trc, state: State, act: Drop) -> Iterator[Finding]:
    """Paratroops drop within eight hexes of Stavka, and not at all without it."""
    if special_rule(game, state, game.units[act.unit], Basic.DROP):
        return
    at = state.place(STAVKA)
    name = game.hex_name(act.hex)
    if at is None or isinstance(at, str):
        yield violation(
            "18.3a",
            Sentence("{unit} was dropped in {name} while Stavka was {at}.", act.unit, name, game.where(at)),
            units=(act.unit,),
        )
        return
    far = game.board.grid.distance(Hex(at), act.hex)
    if far > REACH:
        yield violation(
            "18.3a",
            Sentence(
                "{unit} was dropped in {name}, {far} hexes from Stavka in {hex}; {reach} is the limit.",
                act.unit,
                name,
                far,
                game.hex_name(Hex(at)),
                REACH,
            ),
            units=(act.unit, STAVKA),
            hexes=(name, game.hex_name(Hex(at))),
        )


@book.check("18.3b", Drop)
def drop_in_the_open(game: Trc, state: State, act: Drop) -> Iterator[Finding]:
    """Paratroops do not drop into an enemy zone of control, into woods or mountains, or onto water."""
    if special_rule(game, state, game.units[act.unit], Basic.DROP):
        return
    name = game.hex_name(act.hex)
    axis = state.forces[AXIS]
    if game.zones.of(axis) >> act.hex & 1:
        foes = game.zones.holders(axis, act.hex)
        yield violation(
            "18.3b",
            Sentence("{unit} was dropped in {name}, in the zone of control of {foes}.", act.unit, name, in_words(foes)),
            units=(act.unit, *foes),
            hexes=(name,),
        )
        return
    terrain = game.board.terrain[act.hex]
    barred = terrain in (Terrain.WOODS, Terrain.MOUNTAIN)
    if barred or not game.board.land >> act.hex & 1:
        what = terrain.value if barred or terrain.is_water else "land that is not in play"
        yield violation(
            "18.3b",
            Sentence("{unit} was dropped in {name}, which is {what}.", act.unit, name, what),
            units=(act.unit,),
            hexes=(name,),
            facts=(game.board.terrain_fact(act.hex),),
        )


@book.check("18.3c", Move, Strategic, RailMove, SeaMove, of_marks=(Landed.word,))
def no_move_after_the_drop(game: Trc, state: State, act: Move | Strategic | RailMove | SeaMove) -> Iterator[Finding]:
    """Paratroops do not move in the turn of their drop."""
    unit = game.units[act.unit]
    if Landed(act.unit) in state.marks and not special_rule(game, state, unit, Basic.DROP):
        yield violation(
            "18.3c",
            Sentence("{unit} was dropped this turn and then moved.", act.unit),
            units=(act.unit,),
            legal="no move.",
            dedup_key=(RUSSIAN, "18.3c", act.unit, state.clock),
        )


@book.rule("18.4a")
def always_supplied(unit: Unit) -> bool:
    """Paratroops are always in supply."""
    return is_paratroop(unit)


@book.check("18.4b", Drop, Replace)
def paratroops_only_once(game: Trc, state: State, act: Drop | Replace) -> Iterator[Finding]:
    """A paratroop corps drops once and is never a replacement."""
    unit = game.units[act.unit]
    if special_rule(game, state, unit, Basic.DROP):
        return
    if isinstance(act, Drop):
        if Dropped(act.unit) in state.marks:
            yield violation("18.4b", Sentence("{unit} was dropped a second time.", act.unit), units=(act.unit,))
    elif is_paratroop(unit):
        yield violation(
            "18.4b",
            Sentence("{unit} was replaced; paratroops never are.", act.unit),
            units=(act.unit,),
            facts=(unit.fact("type"),),
        )


@book.effect(Drop)
def land(game: Trc, state: State, act: Drop) -> State:
    """Put the corps where it dropped, and remember the drop."""
    marks = (Dropped(act.unit), Landed(act.unit))
    return state.with_unit(game.side_of[act.unit], act.unit, act.hex).with_mark(*marks)


@book.effect(Enter, Delay)
def note_the_turn_of_arrival(game: Trc, state: State, act: Enter | Delay) -> State:
    """Remember until the turn is over which corps has just come into the reserve."""
    if isinstance(act, Enter) and act.place == PARATROOP_RESERVE:
        return state.with_mark(Reserved(act.unit))
    return state
