"""Chapter 19: partisans."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.trc.arrivals.entry_hexes import waiting_in
from trc_module.games.trc.arrivals.sequence_of_arrivals import partisans_relocate
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import PARTISANS
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.steps import MOVEMENT
from trc_module.games.trc.supply.control import UNSURE, held
from trc_module.games.trc.supply.rails import UNSURE_RAILS, place_doubts
from trc_module.hexgrid import Hex, HexSet
from trc_module.roster import Unit
from trc_module.rules.actions import Eliminate, End, Enter
from trc_module.rules.finding import Finding, by_some_way, violation
from trc_module.rules.game import in_words
from trc_module.rules.hooks import hook
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.rails import rails_of

SS_REACH = 5
"""The distance from an SS unit, in hexes, within which there are no partisans (19.1, 19.3)."""


def is_partisan(unit: Unit) -> bool:
    """Tell whether a unit is a partisan."""
    return unit.type == "partisan"


def _placed(game: Trc, act: Enter) -> Hex | None:
    if isinstance(act.place, str) or not is_partisan(game.units[act.unit]):
        return None
    return Hex(act.place)


@hook
def counts_as_ss(game: Trc, unit: UnitId, place: Hex) -> bool:
    """Tell whether a unit keeps partisans from a place within its reach as the SS does."""
    return game.units[unit].ss and bars_partisans_afar(game, unit)


@hook
def bars_partisans_afar(game: Trc, unit: UnitId) -> bool:
    """Tell whether an SS unit keeps partisans away beyond its own zone of control."""
    return True


def ss_near(game: Trc, state: State, place: Hex) -> Iterator[tuple[UnitId, Hex, int]]:
    """Yield the SS units within five hexes of a place: unit, hex and distance."""
    grid = game.board.grid
    for at, stack in sorted(state.forces[AXIS].stacks.items()):
        if grid.distance(at, place) <= SS_REACH:
            for unit in stack:
                if counts_as_ss(game, unit, place):
                    yield unit, at, grid.distance(at, place)


def footholds(game: Trc, state: State) -> HexSet:
    """Return the hexes of Russia with a city that the Axis controls or rails that it uses (19.1).

    Partisans are placed after the rail step (4.2.5): what falls to the Russians in it is the Axis's no more.
    """
    from trc_module.games.trc.supply.rail_conversion import rails_now

    cities = game.board.city_hexes & held(state.control)[AXIS] & ~state.traces.get(UNSURE, 0)
    rails = rails_of(state)[AXIS] & ~rails_now(game, state, RUSSIAN)[0]
    return game.board.regions["Russia"].hexes & (cities | rails)


@book.check("19.1a", Enter)
def behind_the_axis_lines(game: Trc, state: State, act: Enter) -> Iterator[Finding]:
    """Partisans are placed in Russia, in a city that the Axis controls or on an Axis rail hex."""
    place = _placed(game, act)
    if place is None or footholds(game, state) >> place & 1:
        return
    name = game.hex_name(place)
    unsure = (state.traces.get("unsure-control", 0) | state.traces.get(UNSURE_RAILS, 0)) >> place & 1
    if unsure and game.board.regions["Russia"].hexes >> place & 1:
        text = Sentence(
            "{unit} was placed in {name}, and control of that place depends on an unknown route.", act.unit, name
        )
        yield by_some_way("19.1a", text, (act.unit,), (name,))
        return
    yield violation(
        "19.1a",
        Sentence(
            "{unit} was placed in {name}, which is neither a city nor a rail hex of the Axis in Russia.", act.unit, name
        ),
        units=(act.unit,),
        hexes=(name,),
        facts=(game.board.country_fact(place), *place_doubts(game.board, state, place)),
    )


@book.check("19.1b", Enter)
def out_of_axis_zones(game: Trc, state: State, act: Enter) -> Iterator[Finding]:
    """No partisan is placed in an Axis zone of control."""
    place = _placed(game, act)
    if place is None or not game.zones.of(state.forces[AXIS]) >> place & 1:
        return
    foes = game.zones.holders(state.forces[AXIS], place)
    name = game.hex_name(place)
    yield violation(
        "19.1b",
        Sentence("{unit} was placed in {name}, in the zone of control of {foes}.", act.unit, name, in_words(foes)),
        units=(act.unit, *foes),
        hexes=(name,),
    )


@book.check("19.1c", Enter)
def far_from_the_ss(game: Trc, state: State, act: Enter) -> Iterator[Finding]:
    """No partisan is placed within five hexes of an SS unit."""
    place = _placed(game, act)
    if place is None or game.zones.of(state.forces[AXIS]) >> place & 1:
        return
    for unit, at, far in ss_near(game, state, place):
        name = game.hex_name(place)
        yield violation(
            "19.1c",
            Sentence(
                "{unit} was placed in {name}, {far} hexes from {other_unit} in {at}.",
                act.unit,
                name,
                far,
                unit,
                game.hex_name(at),
            ),
            units=(act.unit, unit),
            hexes=(name, game.hex_name(at)),
            facts=(game.units[unit].fact("formation"),),
        )
        return


def _partisans_on_the_map(game: Trc, state: State) -> Iterator[tuple[UnitId, Hex]]:
    for unit in sorted(game.partisans):
        at = state.place(unit)
        if at is not None and not isinstance(at, str):
            yield unit, Hex(at)


def _axis_movement_ends(state: State) -> bool:
    return state.clock.side == AXIS and state.clock.phase == MOVEMENT


@book.check("19.3", "19.3b", End)
def the_axis_clears_partisans(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Partisans in an Axis zone of control or within five hexes of SS are removed when Axis movement ends."""
    if not _axis_movement_ends(state):
        return
    zone = game.zones.of(state.forces[AXIS])
    for unit, at in _partisans_on_the_map(game, state):
        name = game.hex_name(at)
        near = next(ss_near(game, state, at), None)
        if zone >> at & 1:
            foes = game.zones.holders(state.forces[AXIS], at)
            yield violation(
                "19.3",
                Sentence(
                    "{unit} stays in {name}, in the zone of control of {foes}, when Axis movement ends.",
                    unit,
                    name,
                    in_words(foes),
                ),
                units=(unit, *foes),
                hexes=(name,),
                legal="it is removed to its box.",
                dedup_key=(AXIS, "19.3", unit, at),
            )
        elif near is not None:
            ss, where, far = near
            yield violation(
                "19.3b",
                Sentence(
                    "{unit} stays in {name}, {far} hexes from {ss} in {where}, when Axis movement ends.",
                    unit,
                    name,
                    far,
                    ss,
                    game.hex_name(where),
                ),
                units=(unit, ss),
                hexes=(name, game.hex_name(where)),
                facts=(game.units[ss].fact("formation"),),
                legal="it is removed to its box.",
                dedup_key=(AXIS, "19.3", unit, at),
            )


@book.check("19.4b", Enter)
def partisans_move_at_the_end(game: Trc, state: State, act: Enter) -> Iterator[Finding]:
    """Partisans are placed anew at the end of the Russian second impulse, and at no other time."""
    unit = game.units[act.unit]
    if not is_partisan(unit) or state.clock.side != RUSSIAN or partisans_relocate(state.clock):
        return
    facts: tuple[Fact, ...] = ()
    if waiting_in(state, unit) not in (None, PARTISANS):
        if state.clock.phase == MOVEMENT:
            return
        facts = (unit.fact("arrival"),)
    yield violation(
        "19.4b",
        Sentence(
            "{unit} was placed in {clock}; partisans may only be placed at the end of the Russian second impulse.",
            act.unit,
            state.clock.words,
        ),
        units=(act.unit,),
        facts=facts,
    )


@book.effect(Eliminate)
def send_home(game: Trc, state: State, act: Eliminate) -> State:
    """Put a partisan that is removed into its box."""
    if act.unit not in game.partisans:
        return state
    return state.with_unit(RUSSIAN, act.unit, PARTISANS)
