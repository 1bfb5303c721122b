"""Effects of the common acts on a position, legal or not; a game registers those that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trc_module.rules.actions import Attack, Enter, Lose, Move, Retreat, Setup
from trc_module.rules.battles import Battle, battle_numbered, with_battle
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import State, Trail, UnitId
from trc_module.systems.ground import SystemGame

if TYPE_CHECKING:
    from trc_module.rules.registry import RuleBook


def place_unit(game: SystemGame, state: State, act: Setup) -> State:
    """Put a unit where it is set up."""
    return state.with_unit(game.side_of[act.unit], act.unit, act.hex)


def arrive(game: SystemGame, state: State, act: Enter) -> State:
    """Put a unit where it arrives."""
    return state.with_unit(game.side_of[act.unit], act.unit, act.place)


def walk(game: SystemGame, state: State, act: Move) -> State:
    """Move a unit, and remember its way to the end of the phase."""
    return _gone(game, state, act.unit, act.trail)


def declare(game: SystemGame, state: State, act: Attack) -> State:
    """Add a battle, with where everybody in it stands."""
    places = {unit: at for unit in (*act.attackers, *act.defenders) if isinstance(at := state.place(unit), int)}
    battle = Battle(act.number, act.attackers, act.defenders, FrozenMap(places), odds=act.odds)
    return state.changed(battles=(*state.battles, battle))


def remove(game: SystemGame, state: State, act: Lose, box: str) -> State:
    """Put a lost unit into a box."""
    battle = battle_numbered(state.battles, act.number)
    after = state.with_unit(game.side_of[act.unit], act.unit, box)
    return after if battle is None else after.changed(battles=with_battle(after.battles, battle.losing(act.unit)))


def fall_back(game: SystemGame, state: State, act: Retreat) -> State:
    """Move a unit back, and remember its way with its battle."""
    battle = battle_numbered(state.battles, act.number)
    after = state.with_unit(game.side_of[act.unit], act.unit, act.trail.hexes[-1])
    if battle is None:
        return after
    return after.changed(battles=with_battle(after.battles, battle.retreating(act.unit, act.trail)))


def _gone(game: SystemGame, state: State, unit: UnitId, trail: Trail) -> State:
    trails = state.trails.put(unit, state.whole_way(unit, trail))
    return state.moved(game.side_of[unit], unit, trail.hexes[-1], trails)


def register(book: RuleBook, *, box: str) -> None:
    """Register what set-up, arrivals, moves, battles, losses (into a box) and retreats do."""
    register_basic(book)
    book.effect(Lose)(lambda game, state, act: remove(game, state, act, box))


def register_basic(book: RuleBook) -> None:
    """Register what set-up, arrivals, moves, battles and retreats do; losses are the game's own."""
    for kind, effect in ((Setup, place_unit), (Enter, arrive), (Move, walk), (Attack, declare), (Retreat, fall_back)):
        book.effect(kind)(effect)
