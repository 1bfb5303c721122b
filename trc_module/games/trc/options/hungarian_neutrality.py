"""26.11: Hungarian neutrality and Rumanian logistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.retreat_routes import named, routes
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.movement.land_movement import bounds_of
from trc_module.games.trc.options.limiting import entered, limited, spared
from trc_module.games.trc.players.legal_actions import starting_area
from trc_module.hexgrid import Hex, HexSet
from trc_module.roster import Unit
from trc_module.rules.actions import Retreat, Setup
from trc_module.rules.finding import Finding, violation
from trc_module.rules.paths import Bounds, Limit
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

option = book.option("26.11")


def hungary(game: Trc) -> HexSet:
    """Return the hexes of Hungary."""
    return game.board.regions["Hungary"].hexes


def closed(state: State) -> bool:
    """Tell whether Hungary is closed: in the first impulse of either side in May/June 1941."""
    return state.clock.turn == 1 and state.clock.part == 1


def _closed_to_movers(game: Trc) -> Limit:
    return Limit(
        "26.11a",
        shut=hungary(game),
        step="entered Hungary in {b} in the first impulse of the game",
        stretch="passes through Hungary, which is neutral in the first impulse of the game",
    )


@option.check("26.11a", Setup, RailMove, Strategic)
def hungary_is_neutral(game: Trc, state: State, act: Setup | RailMove | Strategic) -> Iterator[Finding]:
    """No unit is set up in Hungary, nor moves there in the first impulse of May/June 1941."""
    if not closed(state):
        return
    hexes = (act.hex,) if isinstance(act, Setup) else tuple(entered(act, hungary(game)))
    at = next((h for h in hexes if hungary(game) >> h & 1), None)
    if at is not None:
        how = "was set up in" if isinstance(act, Setup) else "moved into"
        name = game.hex_name(at)
        text = Sentence(
            "{unit} {how} {name}, in Hungary, which is neutral in the first impulse of the game.", act.unit, how, name
        )
        yield violation("26.11a", text, units=(act.unit,), hexes=(name,), facts=(game.board.country_fact(at),))


@option.override(bounds_of)
def around_hungary(basic: Callable[[Trc, State, Unit], Bounds], game: Trc, state: State, unit: Unit) -> Bounds:
    """Close Hungary to movers while it is neutral."""
    bounds = basic(game, state, unit)
    return limited(bounds, state, unit, "hungary", _closed_to_movers(game)) if closed(state) else bounds


@option.check("26.11b", Retreat)
def no_needless_retreat_into_hungary(game: Trc, state: State, act: Retreat) -> Iterator[Finding]:
    """A retreat enters neutral Hungary only if there is no other route."""
    if not closed(state):
        return
    elsewhere = spared(game, state, act, hungary(game))
    if elsewhere:
        goal = game.hex_name(act.trail.hexes[-1])
        text = Sentence(
            "{unit} retreated into neutral Hungary, to {goal}, although it had another route.", act.unit, goal
        )
        facts = tuple(game.board.country_fact(h) for h in act.trail.hexes[1:] if hungary(game) >> h & 1)
        legal = Sentence("a retreat to {named}.", named(game, elsewhere))
        yield violation("26.11b", text, units=(act.unit,), hexes=(goal,), facts=facts, legal=legal)


@option.check("26.11c", Setup)
def nobody_else_in_rumania(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Axis units with an R are set up in Rumania, and no other Axis unit there."""
    unit = game.units[act.unit]
    if unit.side == AXIS and unit.setup != "R" and game.board.country_of.get(act.hex) == "Rumania":
        at = game.hex_name(act.hex)
        facts = (unit.fact("setup"), game.board.country_fact(act.hex))
        text = Sentence("{unit} was set up in {at}, in Rumania, where only units with an R start.", act.unit, at)
        yield violation("26.11c", text, units=(act.unit,), hexes=(at,), facts=facts)


@option.check("26.11d", RailMove)
def no_rails_into_rumania(game: Trc, state: State, act: RailMove) -> Iterator[Finding]:
    """No Axis unit moves by rail into Rumania on the opening turn."""
    country = game.board.country_of
    start, goal = act.trail.hexes[0], act.trail.hexes[-1]
    if state.clock.turn != 1 or game.side_of[act.unit] != AXIS or country.get(start) == "Rumania":
        return
    if country.get(goal) == "Rumania":
        at = game.hex_name(goal)
        text = Sentence("{unit} moved by rail to {at}, into Rumania, on the opening turn.", act.unit, at)
        yield violation("26.11d", text, units=(act.unit,), hexes=(at,), facts=(game.board.country_fact(goal),))


@option.override(starting_area)
def starts_elsewhere(basic: Callable[[Trc, State, UnitId], HexSet], game: Trc, state: State, unit: UnitId) -> HexSet:
    """Leave Hungary, and for most Axis units Rumania, out of where a unit may be set up."""
    rumania = game.board.regions["Rumania"].hexes if game.side_of[unit] == AXIS and game.units[unit].setup != "R" else 0
    return basic(game, state, unit) & ~(hungary(game) | rumania)


@option.override(routes)
def retreats_elsewhere(
    basic: Callable[..., HexSet],
    game: Trc,
    state: State,
    unit: UnitId,
    at: Hex,
    length: tuple[int, int],
    *,
    strict: bool,
) -> HexSet:
    """Keep retreats out of Hungary where there is another way."""
    found = basic(game, state, unit, at, length, strict=strict)
    if closed(state):
        return found & ~hungary(game) or found
    return found
