"""Cadres (15.3): where they come into play, and how they come back."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.digits import is_number
from trc_module.games.nr.acts.organization import ToTrack
from trc_module.games.nr.acts.rail import PlaceCadre
from trc_module.games.nr.acts.supply import Surrender
from trc_module.games.nr.cards.effects import opened
from trc_module.games.nr.cards.grants import CADRE_BY_RAIL, first_grant, use
from trc_module.games.nr.combat.odds import result_of
from trc_module.games.nr.data import CADRE, CADRES, COMBAT, HOUSEKEEPING, PERHAPS_UNSUPPLIED, Nr, book
from trc_module.games.nr.marks import Grant
from trc_module.games.nr.organization import FORMS_FROM, LOST_BOXES
from trc_module.games.nr.rail import stations
from trc_module.games.nr.turn import is_ally
from trc_module.rules.actions import End, Enter
from trc_module.rules.battles import Battle
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import in_words, spaced
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.conditions import units_that_are
from trc_module.systems.steps import with_steps_lost

OPTION = "15.3"
OSTATKY = "sov-ostatky"
OSTATKY_FROM = 3


def is_cadre(game: Nr, state: State, unit: UnitId) -> bool:
    """Tell whether a unit is a cadre, or an army of an ally that becomes one."""
    forms = is_ally(game, unit) and state.clock.turn >= FORMS_FROM
    return game.arm(state, unit) == CADRE or forms


@book.check("15.3.2", PlaceCadre)
def placed(game: Nr, state: State, act: PlaceCadre) -> Iterator[Finding]:
    """A cadre is placed where a friendly unit has just been eliminated by DD or an exchange."""
    name = game.hex_name(act.hex)
    if opened(state, "15.3.2"):
        return
    if (grant := by_rail(game, state, act)) is not None:
        if not stations(game, state, game.side_of[act.unit], sure=False) >> act.hex & 1:
            text = Sentence(
                "{unit} was placed in {name} by the event on {card}; no rail move leads there.",
                act.unit,
                name,
                grant.card,
            )
            yield violation("9.1.2", text, units=(act.unit,), hexes=(name,))
        return
    if OPTION not in state.options or state.place(act.unit) != CADRES:
        text = Sentence("{unit} was placed in {name}; it is not an available cadre.", act.unit, name)
        yield violation("15.3.2", text, units=(act.unit,), hexes=(name,))
        return
    fought = list(_lost_there(game, state, act)) if state.clock.phase == COMBAT else []
    if any(result_of(game, state, battle) in ("DD", "EX") for battle in fought):
        return
    text = Sentence("{unit} was placed in {name}; no unit was eliminated there by DD or an exchange.", act.unit, name)
    hung = sorted(units_that_are(state, PERHAPS_UNSUPPLIED).intersection(u for b in fought for u in b.units))
    if hung:
        # They may have fought at other odds: what the die has brought is not known.
        verb = "are" if len(hung) > 1 else "is"
        why = Sentence("It is unknown whether {some} {verb} in supply.", in_words(hung), verb)
        text = Sentence("{sentence} {why}", text, why)
        yield Finding("15.3.2", Verdict.UNDECIDED, text, (act.unit,), (name,))
    else:
        yield violation("15.3.2", text, units=(act.unit,), hexes=(name,))


def by_rail(game: Nr, state: State, act: PlaceCadre) -> Grant | None:
    """Return the event that brings a cadre out of its box by rail; None if there is none."""
    waits = state.place(act.unit) == CADRES and state.clock.phase != COMBAT
    return first_grant(state, CADRE_BY_RAIL, game.side_of[act.unit]) if waits else None


def _lost_there(game: Nr, state: State, act: PlaceCadre) -> Iterator[Battle]:
    """Yield the battles in which a friendly unit was lost in the hex of a cadre."""
    side = game.side_of[act.unit]
    for battle in state.battles:
        own = (unit for unit in battle.lost if game.side_of[unit] == side and game.arm(state, unit) != CADRE)
        if any(battle.places.get(unit) == act.hex for unit in own):
            yield battle


@book.effect(PlaceCadre)
def place(game: Nr, state: State, act: PlaceCadre) -> State:
    """Put a cadre on the map; an army of an ally shows its cadre then."""
    state = use(state, by_rail(game, state, act))
    after = state.with_unit(game.side_of[act.unit], act.unit, act.hex)
    return with_steps_lost(after, act.unit, 1) if is_ally(game, act.unit) else after


@book.check("15.3.3", "15.3.4", ToTrack)
def tracked(game: Nr, state: State, act: ToTrack) -> Iterator[Finding]:
    """A removed cadre goes to the next turn without one, one a turn; one that arrives goes to the box of cadres."""
    at = state.place(act.unit)
    if OPTION not in state.options or not is_cadre(game, state, act.unit):
        text = Sentence("{unit} was put on the turn track; it is not a cadre.", act.unit)
        yield violation("15.3.3", text, units=(act.unit,))
    elif act.box == CADRES:
        turn = str(at).removeprefix("turn-")
        if not is_number(turn) or int(turn) > state.clock.turn:
            rule = "15.3.1a" if act.unit == OSTATKY and state.clock.turn < OSTATKY_FROM else "15.3.4"
            text = Sentence(
                "{unit} came to the cadres on turn {turn}; it is {at}.", act.unit, state.clock.turn, game.where(at)
            )
            yield violation(rule, text, units=(act.unit,))
    elif act.box != (wanted := next_box(game, state, act.unit)):
        text = Sentence("{unit} was put into the box of {box}; no turn follows.", act.unit, spaced(act.box))
        if wanted is not None:
            text = Sentence(
                "{unit} was put into the box of {box}; the next without a cadre is {wanted}.",
                act.unit,
                spaced(act.box),
                spaced(wanted),
            )
        yield violation("15.3.3", text, units=(act.unit,))


@book.rule("15.3.1a")
def comes(game: Nr, turn: int) -> bool:
    """Tell whether the Ostatky unit is in the box of cadres from a turn on."""
    return turn >= OSTATKY_FROM


def next_box(game: Nr, state: State, unit: UnitId) -> str | None:
    """Return the box of the next turn in which no other friendly cadre waits; None if the track has none any more."""
    side, turn = game.side_of[unit], state.clock.turn + 1
    while any(u != unit and is_cadre(game, state, u) for u in state.forces[side].stack(f"turn-{turn}")):
        turn += 1
    return box if (box := f"turn-{turn}") in game.boxes[side] else None


@book.effect(ToTrack)
def track(game: Nr, state: State, act: ToTrack) -> State:
    """Put a cadre on the track or into its box."""
    after = state.with_unit(game.side_of[act.unit], act.unit, act.box)
    return with_steps_lost(after, act.unit, 1) if is_ally(game, act.unit) else after


@book.judge(Surrender)
def cadres_do_not_surrender(game: Nr, state: State, act: Surrender) -> Iterator[Finding]:
    """A cadre that is removed, out of supply or not, goes on the turn track as long as that has a turn."""
    if OPTION not in state.options or not is_cadre(game, state, act.unit):
        return
    box = next_box(game, state, act.unit)
    if box is not None:
        text = Sentence("{unit} surrendered; a cadre that is removed goes on the turn track.", act.unit)
        yield violation("15.3.3", text, units=(act.unit,), legal=Sentence("{next_box}.", spaced(box)))


@book.check("15.3.1b", End)
def armies_become_cadres(game: Nr, state: State, act: End) -> Iterator[Finding]:
    """When a turn ends no cadre, nor from turn 11 an army of an ally, lies in a box of lost units."""
    if OPTION not in state.options or state.clock.phase != HOUSEKEEPING:
        return
    for side in game.sides:
        for unit, at in state.forces[side].places.items():
            if at not in LOST_BOXES or not is_cadre(game, state, unit) or next_box(game, state, unit) is None:
                continue
            rule = "15.3.3" if game.arm(state, unit) == CADRE else "15.3.1b"
            becomes = "a cadre goes on the turn track" if rule == "15.3.3" else "it becomes a cadre"
            text = Sentence("{unit} is still in the box of {at} units; {becomes}.", unit, at, becomes)
            yield violation(rule, text, units=(unit,), dedup_key=(side, rule, unit))


@book.judge(Enter)
def into_their_box(game: Nr, state: State, act: Enter) -> Iterator[Finding]:
    """A cadre that arrives as a reinforcement goes into the box of cadres, not onto the map."""
    if OPTION in state.options and is_cadre(game, state, act.unit) and act.place != CADRES:
        where = game.where(act.place)
        text = Sentence("{unit} entered {where}; a cadre goes into the box of cadres first.", act.unit, where)
        yield violation("15.3.4", text, units=(act.unit,))
