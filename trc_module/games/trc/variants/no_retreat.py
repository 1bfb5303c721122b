"""28.3: Hitler forbids to retreat."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.book import book
from trc_module.games.trc.combat.battle_context import fight_of
from trc_module.games.trc.combat.battle_odds import chosen
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.players.option_actions import left_open
from trc_module.games.trc.special_rules import ORDER_BEGINS
from trc_module.games.trc.steps import END, WEATHER
from trc_module.games.trc.supply.general_supply import supply_of
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Action, Attack, Eliminate, End, Lose, Retreat, Surrender, Withdraw
from trc_module.rules.finding import Finding, as_doubt, violation
from trc_module.rules.marks import KindOfMark
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

option = book.option("28.3")
FIRST_OF_1942 = 5
THAW = 7
"""May/June 1942, which is never a snow turn (4.1.1): what comes later cannot bring the order back."""
EVEN = 0
"""The step of odds of 1-1 (`rules.odds`)."""
LINE, EXCUSED = "front-line", "lost-in-combat"


class OrderEnded(KindOfMark, word="no-retreat-over"):
    """no word more: the order to hold the front has ended for good (28.3)"""


@option.rule("28.3e")
def has_ended(state: State) -> bool:
    """The order ends after a Russian attack at 1-1 or better in snow, or with a 1942 turn without snow."""
    if OrderEnded.any(state):
        return True
    turn = state.clock.turn
    return turn >= THAW or (turn >= FIRST_OF_1942 and weather_of(state) != "snow")


def in_force(state: State) -> bool:
    """Tell whether the order binds in this turn."""
    return state.clock.turn >= ORDER_BEGINS and not has_ended(state)


@option.rule("28.3d")
def held_in_supply(game: Trc, state: State) -> HexSet:
    """A hex whose units were all out of supply at the start of the Axis player turn need not be held."""
    return supply_of(game, state, AXIS).perhaps.fed & state.forces[AXIS].occupied


def easternmost(game: Trc, members: HexSet) -> HexSet:
    """Return the easternmost hex of a set in each row of hexes."""
    best: dict[int, tuple[int, Hex]] = {}
    for at in hexes(members):
        row, col = game.board.grid.row_col(at)
        best[row] = max(best.get(row, (col, at)), (col, at))
    return sum(1 << at for _, at in best.values())


def _furthest(game: Trc, members: HexSet) -> HexSet:
    """Return those hexes of a set that lie furthest east of all."""
    grid = game.board.grid
    east = max((grid.row_col(at)[1] for at in hexes(members)), default=0)
    return sum(1 << at for at in hexes(members) if grid.row_col(at)[1] == east)


@option.rule("28.3c")
def excused_by_combat(game: Trc, before: State, after: State) -> HexSet:
    """The loss of a hex is excused if a combat result or a rule has removed a unit."""
    asked = before.traces.get(LINE, 0)
    emptied = asked & before.forces[AXIS].occupied & ~after.forces[AXIS].occupied
    return emptied | not_held(game, after, asked) & ~not_held(game, before, asked)


def not_held(game: Trc, state: State, asked: HexSet) -> HexSet:
    """Return the hexes of the front that no Axis unit holds, and that lie behind none."""
    held = state.forces[AXIS].occupied | game.zones.of(state.forces[AXIS])
    return asked & ~held & ~_behind(game, held, asked)


def _behind(game: Trc, held: HexSet, asked: HexSet) -> HexSet:
    """Return the hexes of the front that lie behind what is held further east in their rows."""
    grid = game.board.grid
    front = {grid.row_col(at)[0]: grid.row_col(at)[1] for at in hexes(easternmost(game, held))}
    return sum(1 << at for at in hexes(asked) if front.get(grid.row_col(at)[0], -1) > grid.row_col(at)[1])


@option.rule("28.3b")
def excused_by_place(game: Trc, state: State) -> HexSet:
    """Excuse a hex without a supply line, or behind an Axis unit or zone further east in its row."""
    held = state.forces[AXIS].occupied | game.zones.of(state.forces[AXIS])
    asked = state.traces.get(LINE, 0)
    return _behind(game, held, asked) | asked & ~supply_of(game, state, AXIS).surely.fed


@option.override(left_open)
def front_left_open(basic: Callable[[Trc, State], HexSet], game: Trc, state: State) -> HexSet:
    """Add the vacant hexes of the front, wherever their supply may come from when the turn ends."""
    asked = state.traces.get(LINE, 0) & ~state.traces.get(EXCUSED, 0)
    return basic(game, state) | (not_held(game, state, asked) if asked else 0)


@option.check("28.3a", End)
def hold_what_you_have(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """The Axis controls at the end of its turn every hex of the eastern front held at its start."""
    clock = state.clock
    if clock.side != AXIS or clock.phase != END or not in_force(state):
        return
    asked = state.traces.get(LINE, 0)
    held = state.forces[AXIS].occupied | game.zones.of(state.forces[AXIS])
    given_up = asked & ~held & ~state.traces.get(EXCUSED, 0) & ~excused_by_place(game, state)
    for at in hexes(given_up):
        name = game.hex_name(at)
        finding = violation(
            "28.3a",
            Sentence("{name}, on the eastern front when the player turn began, was given up without a fight.", name),
            hexes=(name,),
            legal=Sentence("an Axis unit in {name} or next to it, or further east in its row.", name),
        )
        yield finding if _furthest(game, asked) >> at & 1 else as_doubt(finding)


@option.effect(End)
def remember_the_front(game: Trc, state: State, act: End) -> State:
    """Remember the front when the Axis player turn begins, and forget it when it ends."""
    clock = state.clock
    if clock.side != AXIS or clock.phase not in (WEATHER, END):
        return state
    cleared = state.untraced(LINE, EXCUSED)
    if clock.phase == END or not in_force(state):
        return cleared
    front = easternmost(game, state.forces[AXIS].occupied) & held_in_supply(game, state)
    return cleared.changed(traces=cleared.traces.put(LINE, front)) if front else cleared


@option.follow
def remember_what_combat_takes(game: Trc, before: State, after: State, act: Action) -> State:
    """Remember which hexes of the front were lost in combat, or because a rule removed a unit."""
    if not isinstance(act, Lose | Retreat | Eliminate | Surrender | Withdraw) or not before.traces.get(LINE, 0):
        return after
    lost = excused_by_combat(game, before, after)
    known = after.traces.get(EXCUSED, 0)
    return after.changed(traces=after.traces.put(EXCUSED, known | lost)) if lost & ~known else after


@option.effect(Attack)
def remember_a_russian_blow(game: Trc, state: State, act: Attack) -> State:
    """Remember that the Russians have attacked at 1-1 or better in snow."""
    if state.clock.side != RUSSIAN or weather_of(state) != "snow" or state.clock.turn < ORDER_BEGINS:
        return state
    fight = fight_of(game, state, act)
    # Where the log does not tell all that the odds rest on, the order is taken to have ended.
    return state if not fight.untold and chosen(game, fight) < EVEN else state.with_mark(OrderEnded())


EXTENSION = Extension(
    marks=(OrderEnded,),
    traces={
        LINE: "the hexes of the eastern front when the Axis player turn began (28.3)",
        EXCUSED: "those of them that combat or a rule has emptied (28.3)",
    },
)
