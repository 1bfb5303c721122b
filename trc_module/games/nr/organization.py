"""Organization (7): replacements, upgrades, forts, reorganization, reinforcements."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.digits import is_number
from trc_module.facts import Fact
from trc_module.games.nr.acts.organization import Improve, Reorganize, Revert
from trc_module.games.nr.cards.balance import paid, spend
from trc_module.games.nr.cards.effects import opened
from trc_module.games.nr.cards.grants import (
    RETURN_BY_RAIL,
    RETURN_NEAR,
    RETURN_RAIL,
    STEP,
    UPGRADE,
    first_grant,
    grants,
    use,
)
from trc_module.games.nr.cards.resolution import MORE, fewer
from trc_module.games.nr.data import (
    ALLIES,
    AXIS,
    BY_EVENT,
    CADRE,
    CADRES,
    DESTROYED,
    DISORGANIZED,
    ORGANIZATION,
    OTHER_SIDE,
    RAIL,
    REGIONAL,
    REMOVED,
    SHATTERED,
    SHOCK,
    SOVIET,
    SURRENDERED,
    Nr,
    book,
)
from trc_module.games.nr.marks import Grant
from trc_module.games.nr.rail import stations
from trc_module.games.nr.supply import overland, supply_of
from trc_module.games.nr.zones import enemy_zone, room
from trc_module.hexgrid import HexSet
from trc_module.rules.actions import Enter, Replace
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.state import Place, State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.conditions import units_that_are, with_condition
from trc_module.systems.steps import steps_lost, with_steps_lost

REPLACEMENT, REORGANIZE = "replacement", "reorganize"
FREE = "free upgrade"
AXIS_FROM = 5
"""The first turn on which the Axis pays with cards (13.5)."""
FORTS_FROM, UPGRADES_FROM, TWO_FREE_FROM, UPGRADES_TO, IMPROVED_TO = 3, 6, 13, 17, 23
FORMS_FROM = 11
"""The turn from which armies of allies become cadres (15.3.1)."""
LOST_BOXES = (SHATTERED, DESTROYED, SURRENDERED)


def in_own_organization(game: Nr, state: State, unit: UnitId) -> bool:
    """Tell whether it is the organization phase of a unit's side."""
    return (game.side_of[unit], ORGANIZATION) == (state.clock.side, state.clock.phase)


# ---------------------------------------------------------------- replacements


@book.check("7.1", Replace)
def replace(game: Nr, state: State, act: Replace) -> Iterator[Finding]:
    """Lost units come back in their side's organization, where units of their kind may."""
    box, side = state.place(act.unit), game.side_of[act.unit]
    if opened(state, "7.1") or return_by_event(game, state, act) is not None:
        return
    step = first_grant(state, STEP, side)
    if step is not None and box in (DESTROYED, SURRENDERED):
        yield from _by_a_step(game, state, act, step)
        return
    if not in_own_organization(game, state, act.unit) or box not in LOST_BOXES:
        text = Sentence("{unit} came back in {clock}; it was {box}.", act.unit, state.clock.words, game.where(box))
        yield violation("7.1", text, units=(act.unit,))
        return
    if act.place != RAIL and not _may_come(game, state, act, str(box)):
        where = game.where(act.place)
        yield violation(
            "7.1", Sentence("{unit} came back {where}, where its kind may not.", act.unit, where), units=(act.unit,)
        )
    yield from _price_of_return(game, state, act.unit, str(box), side)


def return_by_event(game: Nr, state: State, act: Replace) -> Grant | None:
    """Return the event that brings a unit back: from which boxes and to where its card says; None if there is none."""
    box, side = state.place(act.unit), game.side_of[act.unit]
    if box not in LOST_BOXES:
        return None
    own = (game.controlled(state, side) | game.in_doubt(state)) & game.board.city_hexes & game.soviet_land
    free = ~game.held(state, OTHER_SIDE[side])
    at = act.place
    for grant in grants(state, RETURN_NEAR, side):
        if box != SHATTERED and isinstance(at, int) and (own | game.board.walk.spread(own)) & free & 1 << at:
            return grant
    for grant in grants(state, RETURN_RAIL, side):
        if at == RAIL:
            return grant
    for grant in grants(state, RETURN_BY_RAIL, side):
        if at == RAIL or (isinstance(at, int) and stations(game, state, side, sure=False) >> at & 1):
            return grant
    return None


def _by_a_step(game: Nr, state: State, act: Replace, step: Grant) -> Iterator[Finding]:
    """A replacement step of an event brings a unit back without cards and before its time, where its kind may come."""
    if act.place != RAIL and not _may_come(game, state, act, str(state.place(act.unit))):
        where = game.where(act.place)
        text = Sentence(
            "{unit} came back {where} by the event on {card}, where its kind may not.", act.unit, where, step.card
        )
        yield violation("7.1", text, units=(act.unit,))


@book.rule("14.2b")
def _price_of_return(game: Nr, state: State, unit: UnitId, box: str, side: str) -> Iterator[Finding]:
    price = game.values[box]
    if price and side == AXIS and state.clock.turn < AXIS_FROM:
        when = Sentence("turn {turn}; the Axis replaces none before {axis_from}", state.clock.turn, AXIS_FROM)
        text = Sentence("{unit} came back from the box of {box} units on {when}.", unit, box, when)
        yield violation("13.5-1-4", text, units=(unit,))
    elif paid(state, side, REPLACEMENT) < price:
        rule = "13.5-5a" if side == AXIS else "7.4"
        cards = paid(state, side, REPLACEMENT)
        text = Sentence(
            "{unit} came back from the box of {box} units for {cards} cards; that costs {price}.",
            unit,
            box,
            cards,
            price,
        )
        yield violation(rule, text, units=(unit,), facts=(game.values.facts[box],))
    if game.units[unit].nation in ALLIES and "15.3" in state.options and state.clock.turn >= FORMS_FROM:
        text = Sentence(
            "{unit} came back as an army of an ally; from turn {forms_from} it becomes a cadre.", unit, FORMS_FROM
        )
        yield violation("14.2b", text, units=(unit,))


@book.rule("13.5-1-4", "13.5-5a")
def may_pay(state: State, side: str) -> bool:
    """Tell whether cards buy replacements and improvements for a side."""
    return side != AXIS or state.clock.turn >= AXIS_FROM


@book.rule("7.4")
def entries(game: Nr, state: State, side: str, *, shattered: bool) -> HexSet:
    """Return the hexes at which a side's units come into play, by the widest reading."""
    land = game.soviet_land if side == SOVIET else game.german_land
    own = (game.controlled(state, side) | game.in_doubt(state)) & game.board.city_hexes
    found = own & land | game.edges[side]
    if shattered:
        found |= own & game.soviet_land & ~enemy_zone(game, state, side)
    return found & ~game.held(state, OTHER_SIDE[side])


def sure_entries(game: Nr, state: State, side: str) -> HexSet:
    """Return the hexes at which a side's units may come into play by any reading, with room for another."""
    found = entries(game, state, side, shattered=False) & overland(game, state, side)
    return found & room(game, state, side) & ~enemy_zone(game, state, side) & ~game.in_doubt(state)


def _may_come(game: Nr, state: State, act: Replace, box: str) -> bool:
    side = game.side_of[act.unit]
    if isinstance(act.place, str):
        return False
    if entries(game, state, side, shattered=box == SHATTERED) >> act.place & 1:
        return True
    return box != SHATTERED and cadre_there(game, state, side, act.place) is not None


@book.rule("15.3.5")
def cadre_there(game: Nr, state: State, side: str, at: Place) -> UnitId | None:
    """Return the cadre with a supply path on which a unit may be rebuilt in a hex, if the option is in play."""
    if "15.3" not in state.options or isinstance(at, str):
        return None
    supplied = supply_of(game, state, side).possible
    stack = game.stack(state, side, at)
    return next((unit for unit in stack if game.arm(state, unit) == CADRE and unit in supplied), None)


@book.effect(Replace)
def come_back(game: Nr, state: State, act: Replace) -> State:
    """Put a unit back: reduced or as its front has it unless it was shattered, and disorganized."""
    box, side = state.place(act.unit), game.side_of[act.unit]
    by_event = return_by_event(game, state, act)
    if by_event is None and box in (DESTROYED, SURRENDERED):
        by_event = first_grant(state, STEP, side)
    state = use(state, by_event)
    on_cadre = cadre_there(game, state, side, act.place) is not None
    after = state.with_unit(side, act.unit, act.place)
    if box in (DESTROYED, SURRENDERED):
        reduced = side == AXIS and game.units[act.unit].steps > 1
        after = with_steps_lost(after, act.unit, 1 if reduced else 0)
        if by_event is None:
            after = spend(after, side, REPLACEMENT, game.values[str(box)])
    if on_cadre:
        return after
    return with_condition(after, DISORGANIZED, units_that_are(after, DISORGANIZED) | {act.unit})


# ------------------------------------------------------------------ improvement


@book.check("7.2", Improve)
def improve(game: Nr, state: State, act: Improve) -> Iterator[Finding]:
    """Units on the map are improved in their side's organization, if they have a better face."""
    if opened(state, "7.1"):
        return
    side = game.side_of[act.unit]
    shown = steps_lost(state, act.unit)
    wrong = ""
    by_event = step_by_event(state, side)
    if by_event is None and not in_own_organization(game, state, act.unit):
        wrong = Sentence("was improved in {clock}", state.clock.words)
    elif not isinstance(state.place(act.unit), int):
        wrong = Sentence("was improved; it is {at}", game.where(state.place(act.unit)))
    elif bool(shown) != (side == AXIS) or not game.units[act.unit].faces or game.arm(state, act.unit) == CADRE:
        wrong = "was improved; it has no better face"
    if wrong:
        yield violation("7.2", Sentence("{unit} {wrong}.", act.unit, wrong), units=(act.unit,))
    elif by_event is not None:
        return
    elif side == AXIS:
        yield from _german_step(game, state, act.unit)
    else:
        yield from _upgrade(game, state, act.unit)


def step_by_event(state: State, side: str) -> Grant | None:
    """Return the event that improves a unit without cards and before its time; None if there is none."""
    return first_grant(state, STEP, side) or first_grant(state, UPGRADE, side)


def _german_step(game: Nr, state: State, unit: UnitId) -> Iterator[Finding]:
    turn = state.clock.turn
    if turn < AXIS_FROM:
        text = Sentence(
            "{unit} was improved on turn {turn}; the Axis improves none before {axis_from}.", unit, turn, AXIS_FROM
        )
        yield violation("13.5-1-4", text, units=(unit,))
    elif turn > IMPROVED_TO:
        text = Sentence("{unit} was improved on turn {turn}; German improvements have ended.", unit, turn)
        yield violation("7.2", text, units=(unit,), facts=game.turn_fact(IMPROVED_TO + 1))
    else:
        yield from _unpaid(game, state, unit, "ss-step" if game.units[unit].ss else "german-step", "13.5-5a")


def _unpaid(game: Nr, state: State, unit: UnitId, price: str, rule: str) -> Iterator[Finding]:
    side = game.side_of[unit]
    cards, wanted = paid(state, side, REPLACEMENT), game.values[price]
    if cards < wanted:
        # That it costs a card at all is certain; how many, is as certain as the source of the price.
        facts: tuple[Fact, ...] = (game.values.facts[price],) if cards else ()
        text = Sentence("{unit} was improved for {cards} cards; that costs {wanted}.", unit, cards, wanted)
        yield violation(rule, text, units=(unit,), facts=facts)


def _upgrade(game: Nr, state: State, unit: UnitId) -> Iterator[Finding]:
    turn = state.clock.turn
    fort = game.units[unit].type == REGIONAL
    if turn < (FORTS_FROM if fort else UPGRADES_FROM):
        text = Sentence(
            "{unit} was upgraded on turn {turn}; that begins on turn {forts_from}.",
            unit,
            turn,
            FORTS_FROM if fort else UPGRADES_FROM,
        )
        yield violation("13.5-3", text, units=(unit,))
    elif turn > UPGRADES_TO and not fort:
        text = Sentence("{unit} was upgraded on turn {turn}; Soviet upgrades have ended.", unit, turn)
        yield violation("7.2", text, units=(unit,), facts=game.turn_fact(UPGRADES_TO + 1))
    elif free_left(game, state) <= 0:
        rule = "7.5" if fort else "13.5-6" if turn < TWO_FREE_FROM else "13.5-13"
        yield from _unpaid(game, state, unit, upgrade_price(game, unit), rule)
    if fort and unit not in supply_of(game, state, SOVIET).possible:
        yield violation("7.5", Sentence("{unit} was fortified without supply.", unit), units=(unit,))


@book.rule("13.5-3")
def upgrade_price(game: Nr, unit: UnitId) -> str:
    """Return the name of the price of a Soviet upgrade."""
    if game.units[unit].type == REGIONAL:
        return "fort"
    return "shock-upgrade" if any(face.type == SHOCK for face in game.units[unit].faces) else "upgrade"


@book.rule("13.5-6", "13.5-13", "7.2.1")
def free_left(game: Nr, state: State) -> int:
    """Return how many upgrades are free for the Soviets still: one a turn from turn 6, two from 13."""
    return game.allotments.on("free-upgrades", state.clock.turn) - state.used.get(f"{SOVIET} {FREE}", 0)


@book.effect(Improve)
def turn_over(game: Nr, state: State, act: Improve) -> State:
    """Turn a unit to its better face, and take the free upgrade or the cards."""
    side = game.side_of[act.unit]
    by_event = step_by_event(state, side)
    if by_event is not None:
        return _improved_by_event(game, state, act.unit, by_event)
    if side == AXIS:
        price = game.values["ss-step" if game.units[act.unit].ss else "german-step"]
        return spend(with_steps_lost(state, act.unit, 0), side, REPLACEMENT, price)
    after = with_steps_lost(state, act.unit, 1)
    if free_left(game, state) > 0:
        return after.counted(f"{side} {FREE}")
    return spend(after, side, REPLACEMENT, game.values[upgrade_price(game, act.unit)])


def _improved_by_event(game: Nr, state: State, unit: UnitId, grant: Grant) -> State:
    side = game.side_of[unit]
    after = with_steps_lost(use(state, grant), unit, 0 if side == AXIS else 1)
    # The event of which a side takes this choice brings no cards.
    return fewer(after, f"{side} {MORE}", 2) if grant.asks("or-draw") else after


@book.check("7.5", Revert)
def revert(game: Nr, state: State, act: Revert) -> Iterator[Finding]:
    """A Soviet fort becomes regional infantry again in its side's organization."""
    if not in_own_organization(game, state, act.unit):
        yield violation(
            "7.5", Sentence("{unit} was reverted in {clock}.", act.unit, state.clock.words), units=(act.unit,)
        )
    elif not game.is_fortress(state, act.unit) or game.side_of[act.unit] != SOVIET:
        yield violation("7.5", Sentence("{unit} was reverted; it is not a Soviet fort.", act.unit), units=(act.unit,))


@book.effect(Revert)
def turn_back(game: Nr, state: State, act: Revert) -> State:
    """Turn a fort to its front."""
    return with_steps_lost(state, act.unit, 0)


# --------------------------------------------------------------- reorganization


@book.check("7.10", Reorganize)
def reorganize(game: Nr, state: State, act: Reorganize) -> Iterator[Finding]:
    """A disorganized unit is reorganized in its side's organization, for a card."""
    side = game.side_of[act.unit]
    if not in_own_organization(game, state, act.unit):
        yield violation(
            "7.10", Sentence("{unit} was reorganized in {clock}.", act.unit, state.clock.words), units=(act.unit,)
        )
    elif act.unit not in units_that_are(state, DISORGANIZED):
        yield violation(
            "7.10", Sentence("{unit} was reorganized; it is not disorganized.", act.unit), units=(act.unit,)
        )
    elif paid(state, side, REORGANIZE) < game.values["reorganize"]:
        rule = "15.4" if "15.4" in state.options else "7.10"
        text = Sentence(
            "{unit} was reorganized; the {side} side discarded no card for it.", act.unit, side.capitalize()
        )
        yield violation(rule, text, units=(act.unit,))


@book.effect(Reorganize)
def put_in_order(game: Nr, state: State, act: Reorganize) -> State:
    """Take the marker off, and use up a card."""
    after = with_condition(state, DISORGANIZED, units_that_are(state, DISORGANIZED) - {act.unit})
    return spend(after, game.side_of[act.unit], REORGANIZE, game.values["reorganize"])


# --------------------------------------------------------------- reinforcements


@book.check("7a", Enter)
def enter(game: Nr, state: State, act: Enter) -> Iterator[Finding]:
    """Reinforcements enter in their side's organization, on their turn or later, at an own city or map edge."""
    box, side = state.place(act.unit), game.side_of[act.unit]
    turn = str(box).removeprefix("turn-")
    if box == REMOVED and game.units[act.unit].entry == BY_EVENT:
        text = Sentence("{unit} entered; the event that brings it is on none of the cards in our data.", act.unit)
        yield Finding("7a", Verdict.SKIPPED, text, (act.unit,))
    elif not in_own_organization(game, state, act.unit):
        yield violation("7a", Sentence("{unit} entered in {clock}.", act.unit, state.clock.words), units=(act.unit,))
    elif not is_number(turn):
        yield violation(
            "7a",
            Sentence("{unit} entered; it is {box}, not on the turn track.", act.unit, game.where(box)),
            units=(act.unit,),
        )
    elif int(turn) > state.clock.turn:
        text = Sentence(
            "{unit} entered on turn {turn}; it is due on turn {other_turn}.", act.unit, state.clock.turn, turn
        )
        yield violation("7a", text, units=(act.unit,), facts=(game.units[act.unit].fact("arrival"),))
    elif act.place in (RAIL, CADRES):
        return
    elif isinstance(act.place, str) or not entries(game, state, side, shattered=False) >> act.place & 1:
        where = game.where(act.place)
        yield violation(
            "7a",
            Sentence(
                "{unit} entered {where}, which is neither a friendly city nor the map edge of its side.",
                act.unit,
                where,
            ),
            units=(act.unit,),
        )


def forget_upgrades(state: State) -> State:
    """Return the position in which no upgrade of this turn was free."""
    return state.changed(used=state.used.without([f"{SOVIET} {FREE}"]))
