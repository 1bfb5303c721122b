"""Overlays of a position, to be drawn over the map: zones, supply, rails, and duties."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.arrivals.withdrawals import outstanding
from trc_module.games.trc.combat.attack_obligations import Front
from trc_module.games.trc.data import AXIS, ENEMY, SIDES, Trc
from trc_module.games.trc.supply.general_supply import needs_no_line, supply_of
from trc_module.games.trc.supply.rails import UNSURE_RAILS
from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.game import agree, in_words
from trc_module.rules.questions import Bound, Overlay, OverlayArea, Reason
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.rails import rails_of

ZONES, SUPPLY, RAILS, DUTIES = "zones", "supply", "rails", "duties"


def zones(game: Trc, state: State) -> Overlay:
    """Return the zones of control of both sides."""
    found = {side: game.zones.of(state.forces[side]) for side in SIDES}
    areas = tuple(OverlayArea("zone of control", found[side], side) for side in SIDES)
    both = found[SIDES[0]] & found[SIDES[1]]
    return Overlay(
        ZONES,
        areas,
        (Reason("7.1a", Sentence("{count} hexes lie in the zones of both sides.", len(list(hexes(both))))),),
    )


def supply(game: Trc, state: State) -> Overlay:
    """Return where each side's units would be in general supply, and which are not."""
    areas: list[OverlayArea] = []
    lines: list[Reason] = []
    for side in SIDES:
        how = supply_of(game, state, side)
        sure, likely, perhaps = how.surely.fed, how.likely.fed, how.perhaps.fed
        areas.append(OverlayArea("in supply", likely & game.board.land, side))
        areas.append(OverlayArea("supply not certain", (sure ^ perhaps) & game.board.land, side, True))
        for at, stack in sorted(state.forces[side].stacks.items()):
            units = [unit for unit in stack if not needs_no_line(game, state, unit)]
            if units and not likely >> at & 1:
                rule, why = how.why_not(at)
                doubt = " Doubtful data might say otherwise." if perhaps >> at & 1 else ""
                verb = agree(units, "is", "are")
                text = Sentence(
                    "{units} in {at} {verb} out of supply: {why}.{doubt}",
                    in_words(units),
                    game.hex_name(at),
                    verb,
                    why,
                    doubt,
                )
                lines.append(Reason(rule, text, side))
    return Overlay(SUPPLY, tuple(areas), tuple(lines) or (Reason("17.2", "Every unit is in general supply."),))


def rails(game: Trc, state: State) -> Overlay:
    """Return whose the railroads are."""
    unsure: HexSet = state.traces.get(UNSURE_RAILS, 0)
    areas = [OverlayArea("railroad", rails_of(state)[side], side) for side in SIDES]
    if unsure:
        areas.append(OverlayArea("railroad whose owner is unknown", unsure, "", True))
    return Overlay(RAILS, tuple(areas), ())


def duties(game: Trc, state: State) -> Overlay:
    """Return what the side to play must still do: whom it must attack, whom it must withdraw."""
    side = state.clock.side
    front = Front.now(game, state)
    fought = {unit for battle in state.battles for unit in battle.attackers}
    bound = [
        combatant
        for combatant in front.combatants
        if combatant.foes and not combatant.victor and combatant.unit not in fought
    ]
    must: HexSet = 0
    for combatant in bound:
        must |= combatant.foes
    areas = (
        OverlayArea(
            Sentence("units of the {side} side that must attack", side.capitalize()),
            sum(1 << at for at in {s.at for s in bound}),
            side,
        ),
        OverlayArea("must be attacked", must, ENEMY[side]),
    )
    lines = [
        Reason(
            "12.2",
            Sentence(
                "{unit} must attack {hexes}.", combatant.unit, in_words(map(game.hex_name, hexes(combatant.foes)))
            ),
        )
        for combatant in bound
    ]
    lines += _others(game, state)
    return Overlay(DUTIES, areas, tuple(lines) or (Reason("", "Nothing has to be done in this phase."),))


def bound(game: Trc, state: State) -> Bound:
    """Return the units that must attack, as they stand, and those that do."""
    fought = {unit for battle in state.battles for unit in battle.attackers}
    units = tuple(each.unit for each in Front.now(game, state).combatants if each.foes and not each.victor)
    return Bound((*units, *(unit for unit in fought if unit not in units)), tuple(fought))


def _others(game: Trc, state: State) -> Iterator[Reason]:
    left = outstanding(game, state)
    if left and state.clock.side == AXIS:
        yield Reason(
            "20.9", Sentence("{left} {verb} must still be withdrawn in this turn.", left, agree(left, "unit", "units"))
        )
    due = game.derived(state).get("due", "") if hasattr(game, "derived") else ""
    if due:
        yield Reason("", Sentence("May come onto the map now: {split}.", in_words(due.split())))
