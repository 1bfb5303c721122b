"""28.6, part III: Rommel's corps goes to Russia, and two panzer corps leave for the west in 1942."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.arrivals import Delay
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.acts.strategic_choices import SELLOUT
from trc_module.games.trc.arrivals.sequence_of_arrivals import in_movement
from trc_module.games.trc.arrivals.withdrawals import purpose_of_its_own
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.marks import Withdrawn
from trc_module.games.trc.movement.land_movement import allowance_of, bounds_of, reachable
from trc_module.games.trc.players.legal_actions import full
from trc_module.games.trc.players.option_actions import DUE, further, stays
from trc_module.games.trc.steps import MOVEMENT, in_phase
from trc_module.games.trc.variants.strategic_choices import chosen, without
from trc_module.games.trc.victory.campaign_victory import further_victories, victory_in_words
from trc_module.games.trc.victory.scenario_victories import Answer, Condition
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Action, End, Enter, Move, Withdraw
from trc_module.rules.finding import Finding, violation
from trc_module.rules.registry import covers
from trc_module.rules.state import State, Trail, UnitId
from trc_module.sentence import Sentence

option = book.option("28.6")
DAK = "ger-dak-pz"
MAY_1942 = 7
TWO = 2
HOMEWARD_FROM = 4
"""The turn from which players of self-play send two corps home: a long way in snow."""
TO_FRANCE = "28.6-IS-3"


@option.check("28.6-IS-2", Enter, Delay, SeaMove)
def the_africa_corps(game: Trc, state: State, act: Enter | Delay | SeaMove) -> Iterator[Finding]:
    """The Africa Corps is a reinforcement of July 1941, after the Italian Sellout only."""
    if act.unit == DAK and not chosen(state, SELLOUT):
        finding = violation(
            "28.6-IS-2", Sentence("{dak} arrived; it comes only with the Italian Sellout.", DAK), units=(DAK,)
        )
        yield without(state, SELLOUT, finding)


@option.override(purpose_of_its_own)
def withdrawn_for_france(basic: Callable[[Trc, State, Withdraw], str], game: Trc, state: State, act: Withdraw) -> str:
    """Return 28.6-IS-3 for the panzer corps that go to France."""
    if told := basic(game, state, act):
        return told
    if not chosen(state, SELLOUT) or state.clock.turn != MAY_1942 or game.side_of[act.unit] != AXIS:
        return ""
    # The module has one button for what the order of battle withdraws, which says 20.9.
    unsaid = act.because in ("", "20.9") and _panzer(game, act.unit) and len(gone(state)) < TWO
    return TO_FRANCE if unsaid or (act.because and covers("28.6", act.because)) else ""


def _panzer(game: Trc, unit: UnitId) -> bool:
    who = game.units[unit]
    return who.nation == "german" and who.type == "armor"


def gone(state: State) -> tuple[UnitId, ...]:
    """Return the corps that have gone to France on this turn."""
    return tuple(mark.unit for mark in Withdrawn.all(state) if mark.rule == TO_FRANCE)


def _due(state: State) -> bool:
    """Tell whether the movement phase of May 1942 ends, with less than two corps gone."""
    here = state.clock.turn == MAY_1942 and in_movement(state.clock, AXIS, 1)
    return here and chosen(state, SELLOUT) and len(gone(state)) < TWO


@option.check("28.6-IS-3", Withdraw, End)
def two_corps_for_france(game: Trc, state: State, act: Withdraw | End) -> Iterator[Finding]:
    """The Axis moves two German panzer corps off the west edge in May 1942, or loses the game."""
    if isinstance(act, End):
        if _due(state):
            left = TWO - len(gone(state))
            text = Sentence(
                "{left} of two panzer corps did not leave for France in May/June 1942, and so the Axis loses the game.",
                left,
            )
            yield violation("28.6-IS-3", text, dedup_key=(AXIS, "28.6-IS-3"))
        return
    if withdrawn_for_france(lambda *_: "", game, state, act) != TO_FRANCE:
        return
    at = state.place(act.unit)
    west = game.board.edges["west"]
    why = ""
    if not _panzer(game, act.unit):
        why = "which is no German panzer corps"
    elif at is None or isinstance(at, str) or not west >> at & 1:
        why = Sentence("which was {at}, not at the west edge", game.where(at))
    elif not in_movement(state.clock, AXIS, 1):
        why = Sentence("in {clock}; this belongs to the first movement phase", state.clock.words)
    elif len(gone(state)) >= TWO:
        why = "when two had gone already"
    if why:
        facts = (game.units[act.unit].fact("type"),)
        yield violation(
            "28.6-IS-3", Sentence("{unit} left for France, {why}.", act.unit, why), units=(act.unit,), facts=facts
        )


def corps_kept_back(game: Trc, state: State) -> Answer:
    """Say whether the Axis has lost by keeping the corps that go to France."""
    if _due(state):
        return True, Sentence(
            "only {count} of two panzer corps have left for France when the phase ends", len(gone(state))
        )
    return False, "two panzer corps have to leave for France in May/June 1942"


@option.override(further_victories)
def lost_without_france(
    basic: Callable[[Trc, State], tuple[Condition, ...]], game: Trc, state: State
) -> tuple[Condition, ...]:
    """Add the Russian victory."""
    mine: tuple[Condition, ...] = ((RUSSIAN, TO_FRANCE, corps_kept_back),) if chosen(state, SELLOUT) else ()
    return (*basic(game, state), *mine)


@option.override(victory_in_words)
def lost_without_france_in_words(basic: Callable[[Trc, str], str], game: Trc, rule: str) -> str:
    """Say why the Russian has won."""
    return "the Axis did not send two panzer corps to France" if rule == TO_FRANCE else basic(game, rule)


def _homebound(game: Trc, state: State) -> list[tuple[UnitId, Hex]]:
    """Return the panzer corps nearest to the west edge that have still to go to France, and where they stand."""
    if not chosen(state, SELLOUT) or not HOMEWARD_FROM <= state.clock.turn <= MAY_1942:
        return []
    places = state.forces[AXIS].places.items()
    corps = [(unit, at) for unit, at in places if not isinstance(at, str) and _panzer(game, unit)]
    return sorted(corps, key=lambda one: (_to_the_edge(game, one[1]), one[0]))[: TWO - len(gone(state))]


def _to_the_edge(game: Trc, at: Hex) -> int:
    return min(game.board.grid.distance(at, edge) for edge in hexes(game.board.edges["west"]))


@option.override(stays)
def they_do_nothing_else(basic: Callable[[Trc, State, UnitId], bool], game: Trc, state: State, unit: UnitId) -> bool:
    """Keep the corps that go to France from the front, in self-play."""
    return basic(game, state, unit) or any(unit == corps for corps, _ in _homebound(game, state))


@option.override(further)
def corps_on_their_way(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let players of self-play move two panzer corps to the west edge, and withdraw them in time."""
    yield from basic(game, state, moment)
    if moment != DUE or not in_phase(state.clock, AXIS, MOVEMENT):
        return
    for unit, at in _homebound(game, state):
        far = _to_the_edge(game, at)
        if not far and state.clock.turn == MAY_1942:
            yield Withdraw(unit, TO_FRANCE)
        elif far and unit not in state.trails:
            open_ = reachable(game, state, unit) & ~full(game, state, unit) & ~(1 << at)
            goal = min(hexes(open_), key=lambda h: _to_the_edge(game, h), default=at)
            who = game.units[unit]
            way = bounds_of(game, state, who).way(at, goal, allowance_of(game, state, who).value)
            if way is not None and _to_the_edge(game, goal) < far:
                yield Move(unit, Trail(way))
