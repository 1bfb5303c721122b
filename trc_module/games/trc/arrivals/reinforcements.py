"""Chapter 20: reinforcements, when and where they arrive (20.0 to 20.5); `entry_rules` joins all entry hexes."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.acts.arrivals import Delay
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.arrivals.entry_hexes import (
    Arrival,
    EntryHexes,
    city_gate,
    due_month,
    due_turn,
    held_at_start,
    home_edge,
    own_gate,
    perhaps_early,
    returns,
    taken_from_the_south,
    turn_of,
    waiting_in,
)
from trc_module.games.trc.arrivals.sequence_of_arrivals import in_movement, may_arrive
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import MOTORIZATION, OFF_MAP, PARATROOP_RESERVE, POOL, REMOVED, RESERVES, WITHDRAWN
from trc_module.games.trc.data import ENEMY, RUSSIAN, Trc
from trc_module.games.trc.marks import Arrived, Held, Railed, SouthEdge
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.games.trc.supply.control import IMPULSE, held_when_began
from trc_module.games.trc.supply.rails import exits
from trc_module.hexgrid import Hex, HexSet
from trc_module.roster import Unit
from trc_module.rules.actions import Enter
from trc_module.rules.finding import Finding, Verdict, by_some_way, violation
from trc_module.rules.game import spaced
from trc_module.rules.state import Box, State
from trc_module.sentence import Sentence

EVENTS = frozenset({"lapland", "bulgarian-garrison", "warsaw-garrison"})
"""Boxes out of which an event of the game brings units (20.6 to 20.8)."""

_SOUTH = "reinforcement"


def reinforcement(game: Trc, state: State, act: Enter | Delay | SeaMove) -> tuple[Unit, Box] | None:
    """Return unit and box if an act is about a reinforcement, and not about a partisan, an exchange or an aircraft."""
    unit = game.units[act.unit]
    box = waiting_in(state, unit)
    placed_as_one = unit.type == "partisan" or unit.formation == "partisans"
    if box is None or unit.side != state.clock.side or unit.type == "air" or placed_as_one:
        return None
    if isinstance(act, SeaMove) and act.start != box:
        return None
    if box == MOTORIZATION or (isinstance(act, Delay) and (box == POOL or special_rule(game, state, unit, Basic.STAY))):
        return None
    return unit, box


@book.check("20.0a", Enter, Delay)
def in_the_order_of_battle(game: Trc, state: State, act: Enter | Delay) -> Iterator[Finding]:
    """Only units that the order of battle names come in as reinforcements."""
    found = reinforcement(game, state, act)
    if found is None:
        return
    unit, box = found
    if (
        box in RESERVES
        or box in EVENTS
        or box in (WITHDRAWN, REMOVED)
        or special_rule(game, state, unit, Basic.ARRIVAL)
    ):
        return
    if unit.option and unit.option not in state.options:
        yield violation(
            "20.0a",
            Sentence("{unit} arrived, but it belongs to rule {option}.", act.unit, unit.option),
            units=(act.unit,),
            facts=(unit.fact("option"),),
        )
    elif unit.entry == "unknown":
        text = Sentence("The turn of arrival of {unit} is not in our data.", act.unit)
        yield Finding("20.0a", Verdict.SKIPPED, text, (act.unit,), facts=(unit.fact("arrival"),))
    elif turn_of(box) is None:
        why = "it was set up at the start" if box == "at-start" else Sentence("it was in the box '{box}'", spaced(box))
        yield violation(
            "20.0a",
            Sentence("{unit} arrived as a reinforcement, but {why}.", act.unit, why),
            units=(act.unit,),
            facts=(unit.fact("arrival"),),
        )
    elif is_late(game, state, unit, box) and not _by_its_own_gate(game, state, unit):
        due = due_turn(game, state, unit, box)
        text = Sentence(
            "{unit} was due on turn {due} and arrives now, like a unit from the off-map box.", act.unit, due
        )
        yield Finding("20.0a", Verdict.NOTE, text, (act.unit,))


def _by_its_own_gate(game: Trc, state: State, unit: Unit) -> bool:
    return own_gate(game, Arrival(game, state, unit, waiting_in(state, unit) or "")) is not None


def is_late(game: Trc, state: State, unit: Unit, box: Box) -> bool:
    """Tell whether a unit in an order-of-battle box was due in an earlier impulse."""
    due, clock = due_turn(game, state, unit, box), state.clock
    return due is not None and (
        due < clock.turn or (due == clock.turn and due_month(game, state, unit, box) == 1 < clock.part)
    )


def _new_partisan(game: Trc, state: State, act: Enter | Delay | SeaMove) -> tuple[Unit, Box] | None:
    """Return unit and box if a partisan leaves the box of the turn on which it is due."""
    unit = game.units[act.unit]
    box = waiting_in(state, unit)
    if unit.type != "partisan" or unit.side != state.clock.side or box is None or turn_of(box) is None:
        return None
    return unit, box


@book.check("20.0b", Enter, Delay, SeaMove)
def not_early(game: Trc, state: State, act: Enter | Delay | SeaMove) -> Iterator[Finding]:
    """No unit arrives before the impulse in which it is due."""
    found = reinforcement(game, state, act) or _new_partisan(game, state, act)
    if found is None:
        return
    unit, box = found
    due, clock = due_turn(game, state, unit, box), state.clock
    if due is None or due < clock.turn or returns(unit, box):
        return
    if due > clock.turn:
        text = Sentence("{unit} is due on turn {due} but arrived on turn {turn}.", act.unit, due, clock.turn)
        if untold := perhaps_early(game, state, unit):
            yield Finding("20.0b", Verdict.UNDECIDED, Sentence("{text} {untold}", text, untold), (act.unit,))
        else:
            yield violation("20.0b", text, units=(act.unit,), facts=(unit.fact("arrival"),))
        return
    month = due_month(game, state, unit, box)
    if clock.part == 1 and month != 1:
        second = Sentence("the second impulse of turn {due}", due)
        is_due = (
            Sentence("is due in {months}, {second}", game.charts.turns[due].months[1], second)
            if month
            else Sentence("may be due in {second}", second)
        )
        yield violation(
            "20.0b",
            Sentence("{unit} {is_due}, but arrived in the first.", act.unit, is_due),
            units=(act.unit,),
            facts=(unit.fact("month"),),
        )


@book.rule("20.1.1a")
def may_be_held_back(case: Arrival) -> frozenset[Box]:
    """Arrivals may go into the off-map box instead of onto the map."""
    reserve = case.unit.type == "paratroop" and PARATROOP_RESERVE in case.game.boxes[case.unit.side]
    return frozenset({OFF_MAP, PARATROOP_RESERVE}) if reserve else frozenset({OFF_MAP})


@book.check("20.1.1c", Delay)
def off_by_rail(game: Trc, state: State, act: Delay) -> Iterator[Finding]:
    """A unit leaves the map for the off-map box by rail over a friendly edge, or by sea."""
    unit, at = game.units[act.unit], state.place(act.unit)
    if at is None or isinstance(at, str) or special_rule(game, state, unit, Basic.STAY):
        return
    clock = state.clock
    why = ""
    if not exits(game, unit.side) >> at & 1:
        why = "no line leaves the map there by a friendly edge"
    elif not in_movement(clock, unit.side, 1):
        why = "rail moves belong to the first movement phase"
    elif act.unit in state.trails and Railed(act.unit) not in state.marks:
        why = "it had moved on foot this phase"
    if why:
        name = game.hex_name(Hex(at))
        yield violation(
            "20.1.1c",
            Sentence("{unit} went from {name} into the off-map box, but {why}.", act.unit, name, why),
            units=(act.unit,),
            hexes=(name,),
        )


@book.check("20.1.2a", Enter, SeaMove)
def later_than_it_went(game: Trc, state: State, act: Enter | SeaMove) -> Iterator[Finding]:
    """Units leave the off-map box in any later impulse than that in which they went there."""
    if Held(act.unit) in state.marks and state.place(act.unit) == OFF_MAP:
        yield violation(
            "20.1.2a",
            Sentence("{unit} left the off-map box in the same impulse in which it went there.", act.unit),
            units=(act.unit,),
            legal="it arrives in the next impulse or later.",
        )


@book.check("20.2a", Enter, Delay)
def in_a_movement_phase(game: Trc, state: State, act: Enter | Delay) -> Iterator[Finding]:
    """Reinforcements are placed in the movement phase of their impulse."""
    if reinforcement(game, state, act) is not None and not may_arrive(state.clock):
        yield violation(
            "20.2a",
            Sentence("{unit} arrived outside a movement phase ({clock}).", act.unit, state.clock.words),
            units=(act.unit,),
        )


@book.rule("20.2c")
def named_city(case: Arrival) -> EntryHexes | None:
    """A unit is placed in the city that the order of battle names for it."""
    if case.unit.area not in case.game.board.cities or returns(case.unit, case.box):
        return None
    return city_gate(case, "20.2c", case.unit.area, (case.unit.fact("area"),))


@book.check("20.4a", Enter)
def not_into_an_enemy_city(game: Trc, state: State, act: Enter) -> Iterator[Finding]:
    """A unit comes in by the edge if the enemy controlled its city when the impulse began."""
    unit = game.units[act.unit]
    city = game.board.cities.get(unit.area)
    if city is None or act.place != city.hex or state.clock.side != unit.side or _by_its_own_gate(game, state, unit):
        return
    held = held_at_start(game, state, unit.side, city.hex)
    name = game.hex_name(city.hex)
    if held is None:
        text = Sentence(
            "Whether the enemy controlled {name} when the impulse began is unknown; {unit} arrived there.",
            city.name,
            act.unit,
        )
        yield by_some_way("20.4a", text, (act.unit,), (name,))
    elif held:
        holder = "the enemy" if held_when_began(state, city.hex, IMPULSE) == ENEMY[unit.side] else "nobody"
        yield violation(
            "20.4a",
            Sentence(
                "{unit} arrived in {name}, which {holder} controlled when the impulse began.",
                act.unit,
                city.name,
                holder,
            ),
            units=(act.unit,),
            hexes=(name,),
            facts=(unit.fact("area"),),
            legal=Sentence("it arrives {home_edge}.", home_edge(game, unit.side)[1]),
        )


@book.rule("20.5a")
def rumanians_at_bucharest(case: Arrival) -> EntryHexes | None:
    """Rumanians arrive at Bucharest."""
    return city_gate(case, "20.5a", "Bucharest", ()) if case.unit.nation == "rumanian" else None


def hungarian_line(game: Trc) -> HexSet:
    """Return where the Hungarian rail line leaves the map."""
    return game.board.edge_rails["west"] & game.board.regions["Hungary"].hexes


@book.rule("20.5b")
def hungarians_by_their_line(case: Arrival) -> EntryHexes | None:
    """Hungarians arrive where the Hungarian rail line meets the west edge."""
    if case.unit.nation != "hungarian":
        return None
    game = case.game
    line = hungarian_line(game)
    names = game.board.grid.names(line)
    facts = tuple(game.board.fact(f"exit {name}") for name in names)
    return EntryHexes(
        "20.5b", line, Sentence("on the Hungarian rail line at the west edge ({names})", ", ".join(names)), facts
    )


@book.rule("20.5c")
def italians_from_the_west(case: Arrival) -> EntryHexes | None:
    """Italians arrive anywhere on the west edge."""
    if case.unit.nation != "italian":
        return None
    return EntryHexes("20.5c", case.game.board.edges["west"], "at the west edge")


@book.rule("20.5d")
def others_by_their_edge(case: Arrival) -> EntryHexes:
    """All other units arrive on their own edge, Axis units in the west and Russian units in the east."""
    edge, where = home_edge(case.game, case.unit.side)
    return EntryHexes("20.5d", edge, where, () if returns(case.unit, case.box) else (case.unit.fact("area"),))


@book.check("20.5e", Enter)
def one_from_the_south(game: Trc, state: State, act: Enter) -> Iterator[Finding]:
    """One Russian reinforcement a turn may arrive from the south, between QQ5 and QQ16."""
    if _from_the_south(game, act) and taken_from_the_south(state, _SOUTH):
        name = game.hex_name(Hex(act.place))  # type: ignore[arg-type]
        yield violation(
            "20.5e",
            Sentence(
                "{unit} is the second Russian reinforcement from the south edge this turn ({name}); only one may be.",
                act.unit,
                name,
            ),
            units=(act.unit,),
            hexes=(name,),
        )


def _from_the_south(game: Trc, act: Enter) -> bool:
    # Partisans come from nowhere.
    if isinstance(act.place, str) or game.side_of[act.unit] != RUSSIAN or act.unit in game.partisans:
        return False
    return bool(game.board.edges["south"] >> act.place & 1)


@book.effect(Enter)
def come_in(game: Trc, state: State, act: Enter) -> State:
    """Put the unit where it comes in, and remember what matters of its coming."""
    unit = game.units[act.unit]
    box = waiting_in(state, unit)
    state = state.with_unit(unit.side, act.unit, act.place)
    if isinstance(act.place, str):
        return state.with_mark(Held(act.unit))
    if box is None or unit.type == "partisan":
        return state
    state = state.with_mark(Arrived(act.unit, box))
    return state.with_mark(SouthEdge(_SOUTH)) if _from_the_south(game, act) else state


@book.effect(SeaMove)
def note_who_went_off(game: Trc, state: State, act: SeaMove) -> State:
    """Remember who has just gone into the off-map box by sea."""
    return state.with_mark(Held(act.unit)) if state.place(act.unit) == OFF_MAP != act.start else state


@book.effect(Delay)
def hold_back(game: Trc, state: State, act: Delay) -> State:
    """Put the unit into the off-map box; off the map it goes by rail."""
    unit, at = game.units[act.unit], state.place(act.unit)
    on_map = at is not None and not isinstance(at, str)
    if on_map and Railed(act.unit) not in state.marks and not special_rule(game, state, unit, Basic.STAY):
        state = state.counted(f"{unit.side} rail")
    return state.with_unit(unit.side, act.unit, OFF_MAP).with_mark(Held(act.unit))
