"""28.5: the Warsaw uprising."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.arrivals import Delay
from trc_module.games.trc.acts.departures import Exit
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.arrivals.entry_hexes import Arrival, EntryHexes, own_gate
from trc_module.games.trc.arrivals.russian_replacements import Budget, budget
from trc_module.games.trc.arrivals.sequence_of_arrivals import in_movement
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.attack_obligations import binding
from trc_module.games.trc.combat.combat_results import Passed, unaffected
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.movement.land_movement import bounds_of
from trc_module.games.trc.options.limiting import limited
from trc_module.games.trc.players.option_actions import DUE, further
from trc_module.games.trc.supply.general_supply import fed_without_a_line
from trc_module.hexgrid import Hex, HexSet
from trc_module.roster import Unit
from trc_module.rules.actions import Action, Eliminate, End, Move, Replace
from trc_module.rules.battles import Battle
from trc_module.rules.finding import Finding, violation
from trc_module.rules.marks import TURN, KindOfMark
from trc_module.rules.paths import ALLOWANCE, Bounds, Limit
from trc_module.rules.registry import covers
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

option = book.option("28.5")
AK = "pol-ak-inf"
DRAFT = 2
"""Replacement points for the unit when it is drafted."""
TOUCHED_BY = ("EX", "DE", "DS")


class Entered(KindOfMark, word="warsaw-entered"):
    """a turn: a Russian unit has entered Warsaw, and the AK is drafted in the first Russian step of that turn or of a
    later one (28.5)"""

    turn: str


class Drafted(KindOfMark, word="drafted", until=TURN):
    """a unit: it was drafted for replacement points on this turn (28.5)"""

    unit: UnitId


def warsaw(game: Trc) -> Hex:
    """Return the hex of Warsaw."""
    return game.board.cities["Warsaw"].hex


@option.rule("28.5a")
def rises_in_warsaw(game: Trc) -> EntryHexes:
    """The AK may be placed in Warsaw from August 1943 on if no Axis unit is there."""
    at = warsaw(game)
    return EntryHexes("28.5a", 1 << at, Sentence("in Warsaw ({at})", game.hex_name(at)))


@option.override(own_gate)
def gate_of_the_uprising(
    basic: Callable[[Trc, Arrival], EntryHexes | None], game: Trc, case: Arrival
) -> EntryHexes | None:
    """Let the AK in by its own rule."""
    return rises_in_warsaw(game) if case.unit.id == AK else basic(game, case)


@option.rule("28.5c")
def attacks_if_it_likes(unit: UnitId) -> bool:
    """The AK attacks only if the Russian wishes; in defence its city doubles it."""
    return unit == AK


@option.override(binding)
def binding_but_the_uprising(
    basic: Callable[[Trc, State, UnitId, Hex, HexSet], HexSet],
    game: Trc,
    state: State,
    unit: UnitId,
    at: Hex,
    near: HexSet,
) -> HexSet:
    """Bind the AK to no attack."""
    return 0 if attacks_if_it_likes(unit) else basic(game, state, unit, at, near)


@option.rule("28.5d")
def unmoved_by_most(result: str) -> bool:
    """Only EX, DE and DS affect the AK in defence."""
    return result not in TOUCHED_BY


@option.rule("28.5i")
def repulsed_it_stays(result: str) -> bool:
    """AR does not affect the attacking AK."""
    return result == "AR"


@option.override(unaffected)
def results_that_pass_it_by(
    basic: Callable[[Trc, Battle, UnitId], Passed | None], game: Trc, battle: Battle, unit: UnitId
) -> Passed | None:
    """Return the rule by which a result does nothing to the AK."""
    if unit != AK or not battle.result:
        return basic(game, battle, unit)
    attacks = unit in battle.attackers
    if repulsed_it_stays(battle.result) if attacks else unmoved_by_most(battle.result):
        return Passed("28.5i" if attacks else "28.5d")
    others = battle.attackers if attacks else battle.defenders
    if battle.result in ("EX", "A1") and any(other != AK for other in battle.lost if other in others):
        # Another unit was the loss; those that are left retreat, and it never leaves Warsaw (R61).
        return Passed("28.5h", sure=False)
    return basic(game, battle, unit)


def _due(game: Trc, state: State) -> bool:
    """Tell whether the AK is to be drafted in this movement phase of the Russians."""
    entered = next(iter(Entered.firsts(state)), "")
    return bool(entered) and int(entered) <= state.clock.turn and in_movement(state.clock, RUSSIAN, 1)


@option.check("28.5e", End, Eliminate)
def drafted_for_two_points(game: Trc, state: State, act: End | Eliminate) -> Iterator[Finding]:
    """After a Russian unit has entered Warsaw, the next Russian replacement step drafts the AK for two points."""
    there = state.place(AK) == warsaw(game)
    if isinstance(act, End):
        if there and _due(game, state):
            text = (
                "The AK stays in Warsaw, although a Russian unit has entered it; the AK had to be drafted in this step."
            )
            yield violation("28.5e", text, units=(AK,), dedup_key=(RUSSIAN, "28.5e"))
    elif _drafts(act) and there and not _due(game, state):
        entered = Entered.any(state)
        why = Sentence("in {clock}", state.clock.words) if entered else "and no Russian unit has entered Warsaw"
        yield violation("28.5e", Sentence("The AK was drafted, {why}.", why), units=(AK,))


def _drafts(act: Action) -> bool:
    return isinstance(act, Eliminate) and act.unit == AK and covers("28.5", act.because)


@option.override(budget)
def points_of_the_draft(basic: Callable[[Trc, State], Budget], game: Trc, state: State) -> Budget:
    """Add the two points of the draft, from when it is due."""
    drafted = Drafted(AK) in state.marks or (state.place(AK) == warsaw(game) and _due(game, state))
    return basic(game, state).with_points("the draft of the AK", DRAFT if drafted else 0)


@option.effect(Eliminate)
def remember_the_draft(game: Trc, state: State, act: Eliminate) -> State:
    """Remember the draft until the Russian turn ends."""
    return state.with_mark(Drafted(AK)) if _drafts(act) else state


@option.follow
def watch_warsaw(game: Trc, before: State, after: State, act: Action) -> State:
    """Remember the replacement step that follows the first entry of a Russian unit into Warsaw."""
    at = warsaw(game)
    if Entered.any(after):
        return after
    crossed = isinstance(act, Move | RailMove | Strategic) and at in act.trail.hexes
    entered = crossed and game.side_of[act.unit] == RUSSIAN  # type: ignore[attr-defined]
    if entered or any(game.units[unit].type != "air" and unit != AK for unit in after.forces[RUSSIAN].stack(at)):
        clock = before.clock
        return after.with_mark(Entered(str(clock.turn + (clock.side == RUSSIAN))))
    return after


@option.override(further)
def draft_when_due(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let the AK be drafted when Russian replacements come, if it is due."""
    yield from basic(game, state, moment)
    if moment == DUE and state.place(AK) == warsaw(game) and _due(game, state):
        yield Eliminate(AK, "28.5e")


@option.rule("28.5f")
def needs_no_supply(unit: UnitId) -> bool:
    """The AK is always in supply."""
    return unit == AK


@option.override(fed_without_a_line)
def fed_in_warsaw(basic: Callable[[Trc, State, UnitId], str], game: Trc, state: State, unit: UnitId) -> str:
    """Feed the AK without a line."""
    return "28.5f" if needs_no_supply(unit) else basic(game, state, unit)


@option.check("28.5g", Replace)
def lost_for_good(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """The AK is never replaced."""
    if act.unit == AK:
        yield violation("28.5g", Sentence("{ak} was replaced; it never may be.", AK), units=(AK,))


@option.check("28.5h", RailMove, SeaMove, Strategic, Exit, Delay)
def never_out_of_warsaw(
    game: Trc, state: State, act: RailMove | SeaMove | Strategic | Exit | Delay
) -> Iterator[Finding]:
    """The AK stays in Warsaw."""
    if act.unit == AK and state.place(AK) == warsaw(game):
        yield violation("28.5h", Sentence("{ak} left Warsaw; it never may.", AK), units=(AK,))


@option.override(bounds_of)
def bound_to_warsaw(basic: Callable[[Trc, State, Unit], Bounds], game: Trc, state: State, unit: Unit) -> Bounds:
    """Shut all hexes to the AK but its own."""
    bounds = basic(game, state, unit)
    if unit.id != AK:
        return bounds
    elsewhere = game.board.grid.all & ~(1 << warsaw(game))
    limit = Limit(
        "28.5h",
        shut=elsewhere,
        step="left {a}, which it never may",
        stretch="leaves Warsaw",
        displaces=frozenset({ALLOWANCE}),
    )
    return limited(bounds, state, unit, AK, limit)


EXTENSION = Extension(
    marks=(Entered, Drafted),
)
