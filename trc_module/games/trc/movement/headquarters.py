"""Chapter 11: headquarters and leaders."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.digits import is_number
from trc_module.facts import Fact, Source
from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.charts import Allowance
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, SIDES, Trc
from trc_module.games.trc.marks import LeaderLost
from trc_module.games.trc.movement.mover import Mover
from trc_module.games.trc.steps import MOVEMENT, SEQUENCE
from trc_module.hexgrid import HexSet
from trc_module.roster import Unit
from trc_module.rules.actions import Action, End, Move, Retreat
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, violation
from trc_module.rules.paths import Limit
from trc_module.rules.state import State, UnitId, first_words
from trc_module.sentence import Sentence

LEADERS = {
    "ger-hitler": "german",
    "rus-stalin": "russian",
    "ger-hitler-mobile": "german",
    "rus-stalin-mobile": "russian",
}
"""The nation of each leader."""
SIDE_OF_NATION = {"german": AXIS, "russian": RUSSIAN}
LOST_IN = ("replacement-pool", "surrendered", "removed")
"""The boxes of units that have been lost."""


@book.rule("11.1a")
def is_headquarters(unit: Unit) -> bool:
    """Stavka and the three Army Groups are headquarters."""
    return unit.type == "hq"


@book.check("11.1e", RailMove, SeaMove)
def headquarters_never_by_rail(game: Trc, state: State, act: RailMove | SeaMove) -> Iterator[Finding]:
    """Headquarters never move by rail, and by sea in the second impulse only."""
    if not is_headquarters(game.units[act.unit]):
        return
    if isinstance(act, RailMove):
        yield violation("11.1e", Sentence("{unit} moved by rail; headquarters may not.", act.unit), units=(act.unit,))
    elif state.clock.phase == MOVEMENT and state.clock.part == 1:
        text = Sentence("{unit} moved by sea in the first impulse; headquarters may only in the second.", act.unit)
        yield violation("11.1e", text, units=(act.unit,))


@book.rule("11.1d")
def headquarters_stop_in_rough(unit: Unit) -> bool:
    """A headquarters stops in every woods, mountain or swamp hex."""
    return is_headquarters(unit)


@book.rule("11.1f")
def headquarters_want_company(mover: Mover, company: HexSet) -> Limit:
    """A headquarters enters an enemy zone of control only onto a friendly unit."""
    return Limit(
        "11.1f",
        shut=mover.zone & ~company,
        step="entered the zone of control of {foes_b} in {b} without joining a friendly unit",
        stretch="enters an enemy zone of control without a friendly unit to join",
        displaces=frozenset({"7.2", "8.3a"}),
    )


@book.check("11.2b", Retreat)
def leaders_do_not_retreat(game: Trc, state: State, act: Retreat) -> Iterator[Finding]:
    """A leader that has to retreat is eliminated."""
    if act.unit in LEADERS:
        yield violation(
            "11.2b",
            Sentence("{unit} retreated; a leader that must retreat is eliminated instead.", act.unit),
            units=(act.unit,),
        )


def lost(state: State, unit: UnitId) -> bool:
    """Tell whether a unit lies in a box of lost units."""
    return state.place(unit) in LOST_IN


@book.follow_all_but(Move)
def leaders_lost(game: Trc, before: State, after: State, act: Action) -> State:
    """Remember when a leader is lost, until his country's next impulse is over."""
    # A move removes no unit, and most acts are moves.
    if before.forces is after.forces:
        return after
    for leader, nation in LEADERS.items():
        side = SIDE_OF_NATION[nation]
        if before.forces[side] is after.forces[side] or not lost(after, leader) or lost(before, leader):
            continue
        if before.place(leader) is not None:
            clock = before.clock
            when = ("turn", str(clock.turn), clock.side, "impulse", str(clock.part))
            after = after.with_mark(LeaderLost(nation).followed_by(*when))
    return after


def _moment(mark: LeaderLost) -> Clock | None:
    """Return when a leader was lost, in the enemy's turn if the mark does not say whose; None if it does not say."""
    words = list(mark.more)
    if len(words) not in (4, 5) or mark.nation not in SIDE_OF_NATION:
        return None
    side = words.pop(2) if len(words) == 5 else ENEMY[SIDE_OF_NATION[mark.nation]]
    _, turn, _, impulse = words
    if side not in SIDES or not is_number(turn) or impulse not in ("1", "2"):
        return None
    return Clock(int(turn), side, int(impulse), "combat")


def _next_impulse(after: Clock, side: str) -> Clock:
    """Return the next movement phase of a side after some moment (C47)."""
    clock = SEQUENCE.after(after)
    while not (clock.side == side and clock.phase == MOVEMENT):
        clock = SEQUENCE.after(clock)
    return clock


@book.rule("11.3a")
def leaderless(state: State, unit: Unit) -> bool:
    """Units of a country that has lost its leader do not move in its next impulse."""
    if LeaderLost.word not in first_words(state.marks):
        return False
    moments = (_moment(mark) for mark in LeaderLost.of(state, unit.nation))
    return any(lost and _next_impulse(lost, unit.side) == state.clock for lost in moments)


@book.rule("11.3b")
def rails_ships_and_allies_go_on(state: State, unit: Unit) -> Allowance | None:
    """The loss of a leader does not affect rail and sea movement, nor the Axis minor allies."""
    if not leaderless(state, unit):
        return None
    fact = Fact(f"the movement factor of {unit.id} is 0 after the loss of its leader", Source("rulebook", "11.3"))
    return Allowance(0, 0, fact, fact)


@book.effect(End)
def led_again(game: Trc, state: State, act: End) -> State:
    """Forget the loss of a leader when the impulse that it cost is over."""
    if state.clock.phase != MOVEMENT or not state.marks:
        return state

    def over(mark: LeaderLost) -> bool:
        moment = _moment(mark)
        return moment is not None and _next_impulse(moment, SIDE_OF_NATION[mark.nation]) == state.clock

    gone = frozenset(mark for mark in LeaderLost.all(state) if over(mark))
    return state.changed(marks=state.marks - gone) if gone else state
