"""Moves a second that are checked and carried out inside one movement phase of a full 1941 position.

    python -m benchmarks.checked_moves [--seconds 5] [--game nr]

Where python-chess can be imported, its legal half-moves are replayed in turns with ours, and the ratio is printed.
Every unit of the opening stands where its set-up area or its campaign has it; the Axis moves each of its units once, to
any hex in reach. "Fresh" phases begin with nothing computed; "known" ones find the values that an earlier phase has
computed about the same enemy, as in a search that tries many moves in one position.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from trc_module.games import find_game
from trc_module.games.nr import NoRetreat
from trc_module.games.nr.movement import allowance_of, bounds_of
from trc_module.games.nr.zones import room
from trc_module.games.trc import TrcGame
from trc_module.games.trc.movement.land_movement import reachable as trc_reachable
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Move
from trc_module.rules.clock import MOVE
from trc_module.rules.engine import Referee
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.game import Game
from trc_module.rules.state import Deployment, State, Trail, UnitId

GOAL = 20_000


def opening(game: Game, rng: random.Random) -> State:
    """Return a position of June 1941 in the first movement phase."""
    state = trc_opening(game, rng) if isinstance(game, TrcGame) else game.start("campaign", frozenset())
    clock = next(step for step in game.sequence.steps if step.side == "axis" and step.kind == MOVE)
    return replace(state, clock=game.sequence.at(1, clock))


def reachable(game: Game, state: State, unit: UnitId) -> HexSet:
    """Return the hexes in which a unit may end its move."""
    if isinstance(game, TrcGame):
        return trc_reachable(game, state, unit)
    assert isinstance(game, NoRetreat)
    at = state.place(unit)
    if not isinstance(at, int):
        return 0
    return bounds_of(game, state, unit).reach(at, allowance_of(game, state, unit).points) & room(game, state, "axis")


def trc_opening(game: TrcGame, rng: random.Random) -> State:
    state = game.start("none", frozenset())
    for unit in game.units.values():
        if unit.entry == "start" and not unit.option and unit.type != "air":
            state = state.with_unit(unit.side, unit.id, rng.choice(list(hexes(area(game, state, unit)))))
    return state


def area(game: TrcGame, state: State, unit: Unit) -> HexSet:
    """Return where a unit may start: its city, its district, or Axis land within three hexes of the border."""
    board = game.board
    if unit.area in board.cities:
        return 1 << board.cities[unit.area].hex
    if unit.side == "russian":
        return next(r.hexes for r in board.regions.values() if r.kind == "district" and r.code == unit.setup)
    country = {"R": "Rumania", "F": "Finland"}.get(unit.setup, "Poland")
    near = board.grid.flood(board.regions["Russia"].hexes, 3) & board.regions[country].hexes
    enemy = state.forces["russian"].occupied
    return near & ~(enemy | board.grid.spread(enemy)) or near


def fresh(state: State) -> State:
    return replace(state, forces=FrozenMap({side: Deployment(d.places) for side, d in state.forces.items()}))


def one_phase(game: Game, start: State, rng: random.Random) -> list[Move]:
    """Return a move for every Axis unit that can move, each legal after those before it."""
    referee = Referee(game, start)
    found = []
    units = list(start.forces["axis"].places)
    rng.shuffle(units)
    for unit in units:
        at = referee.state.place(unit)
        goals = list(hexes(reachable(game, referee.state, unit)))
        if isinstance(at, str) or at is None or len(goals) < 2:
            continue
        move = Move(unit, Trail((at, Hex(rng.choice(goals))), frozenset({0})))
        assert not referee.act(move).findings
        found.append(move)
    return found


def rate(seconds: float, run: Callable[[int], int]) -> float:
    # Processor time: what else the machine does is no business of ours.
    done, begin, i = 0, time.process_time(), 0
    while time.process_time() - begin < seconds:
        done += run(i)
        i += 1
    return done / (time.process_time() - begin)


def in_turns(seconds: float, *runs: Callable[[int], int]) -> list[float]:
    """Return the rates of several runs that take turns, so that what the machine does besides is borne by all."""
    done, spent = [0] * len(runs), [0.0] * len(runs)
    i = 0
    while min(spent) < seconds:
        for k, run in enumerate(runs):
            begin = time.process_time()
            while time.process_time() - begin < 0.1:
                done[k] += run(i)
                i += 1
            spent[k] += time.process_time() - begin
    return [n / used for n, used in zip(done, spent, strict=True)]


def chess_replay() -> Callable[[int], int] | None:
    """Return a run that replays chess games with every half-move checked, None without python-chess."""
    try:
        import chess
    except ImportError:
        return None
    rng, games = random.Random(1941), []
    for _ in range(20):
        board = chess.Board()
        while len(board.move_stack) < 80 and any(board.legal_moves):
            board.push(rng.choice(list(board.legal_moves)))
        games.append(list(board.move_stack))

    def run(i: int) -> int:
        board = chess.Board()
        for move in games[i % 20]:
            assert board.is_legal(move)
            board.push(move)
        return len(games[i % 20])

    return run


def play(game: Game, start: State, moves: Sequence[Move]) -> int:
    referee = Referee(game, start)
    for move in moves:
        referee.act(move)
    return len(moves)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--game", default="trc", help="trc or nr")
    given = parser.parse_args()
    seconds, rng = given.seconds, random.Random(1941)
    game = find_game(given.game)
    start = opening(game, rng)
    phases = [one_phase(game, start, rng) for _ in range(20)]
    own, enemies = (len(force.places) for force in start.forces.values())
    print(f"{own} Axis and {enemies} enemy units; "
          f"{sum(map(len, phases)) / len(phases):.0f} moves a phase")  # fmt: skip
    runs = [lambda i: play(game, fresh(start), phases[i % 20]), lambda i: play(game, start, phases[i % 20])]
    chess = chess_replay()
    cold, warm, *others = in_turns(seconds, *runs, *([chess] if chess else []))

    def enumerate_all(_: int) -> int:
        state = fresh(start)
        return len([reachable(game, state, unit) for unit in state.forces["axis"].places])

    sets = rate(seconds / 2, enumerate_all)
    units = len(start.forces["axis"].places)
    print(f"fresh phases: {cold:9,.0f} checked moves a second (goal {GOAL:,})")
    print(f"known phases: {warm:9,.0f} checked moves a second")
    for half_moves in others:
        print(f"python-chess: {half_moves:9,.0f} half-moves a second; fresh phases are {cold / half_moves:.3f} of it "
              "(goal 0.250)")  # fmt: skip
    print(
        f"all legal moves of one side: {units / sets * 1000:.2f} ms, as dear as {units / sets * cold:.0f} checked moves"
    )


if __name__ == "__main__":
    main()
