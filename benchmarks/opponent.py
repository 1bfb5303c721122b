"""Strength of the opponent's levels: games of one level against another, from both sides, through the mail protocol.

    python -m benchmarks.opponent hard fair [--games 200] [--first 1] [--scenario breaking-storm] [--tries 8]

Each seed is played twice, with the sides changed. A level that looks ahead looks at so many plans before it moves
(`--tries`), so that the same command gives the same numbers on any machine. Who wins is told with an exact interval of
95 %. `--game nr` and others play other games; one that nobody has won when it is broken off counts for neither.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.balance import interval
from trc_module.opponent.playing import play_part
from trc_module.rules.actions import Claim
from trc_module.rules.finder import find_game
from trc_module.rules.game import Game
from trc_module.rules.players import HARD, Opponent
from trc_module.rules.state import State
from trc_module.systems.card_places import DECK, OUT, CardPlaces

MOST_PARTS = 4000
"""Parts of a game after which it is taken for one that does not end."""
LAST = {"breaking-storm": 6, "barbarossa": 6, "campaign": 16}
"""The turn in which a game is broken off; one more than the scenario has, for the claim of who has won."""


@dataclass(frozen=True)
class Duel:
    """The end of one game between two levels."""

    winner: str
    """The level that has won; '' for neither."""
    side: str
    """The side of the first level."""
    parts: int
    acts: int
    seconds: float


def player(game: Game, level: str, seed: int, tries: int) -> Opponent:
    """Return a player of a level, or of one of the players that `trc-module play` knows ('random')."""
    if level not in game.opponents:
        return game.player(level, seed)
    found = game.opponent(level, seed, 3600.0)
    if level == HARD:
        found.tries = tries  # type: ignore[attr-defined]
    return found


def duel(
    name: str,
    scenario: str,
    levels: tuple[str, str],
    tries: int,
    last: int,
    case: tuple[int, int],
    overlay: Path | None = None,
) -> Duel:
    """Play one game, with an owner's data if there are any; IllegalPlayError where the referee stops it."""
    seed, first = case
    game = find_game(name, overlay=overlay)
    state = game.start(scenario, frozenset())
    level_of = {game.sides[first]: levels[0], game.sides[1 - first]: levels[1]}
    players = {side: player(game, level, seed, tries) for side, level in level_of.items()}
    rng = random.Random(f"dice {seed}")
    cards = _dealt(game, state, rng)
    began, parts, acts, side, winner = time.process_time(), 0, 0, state.clock.side, ""
    while state.clock.turn <= last and parts < MOST_PARTS:
        part = play_part(game, state, side, players[side], lambda faces: rng.randint(1, faces), cards)
        assert part.end is not None
        parts, acts, state = parts + 1, acts + len(part.acts), part.end
        claims = [act.side for _, act in part.acts if isinstance(act, Claim)]
        if claims:
            winner = level_of.get(claims[-1], "")
            break
        if game.score(state).over:
            break
        side = next((game.decides(state, act) for act in part.asked), state.clock.side)
        if not part.acts and not part.asked:
            if side == state.clock.side and game.score(state).won:
                break
            side = state.clock.side
    return Duel(
        winner or _by_points(game, state, level_of), game.sides[first], parts, acts, time.process_time() - began
    )


def _dealt(game: Game, state: State, rng: random.Random) -> CardPlaces | None:
    """Return where the cards of a game lie as it begins: in the deck, those that come later out of play."""
    in_play = game.cards_in_play(state)
    if in_play is None:
        return None
    markers = game.roster.markers
    kinds = {markers[card].kind for card in in_play}
    places = {name: DECK if name in in_play else OUT for name, marker in markers.items() if marker.kind in kinds}
    return CardPlaces(places, game.sides, lambda side, lying: rng.choice(lying))


def _by_points(game: Game, state: State, level_of: dict[str, str]) -> str:
    won = game.score(state).won
    return level_of.get(won[0].side, "") if won else ""


def duels(arguments: argparse.Namespace) -> Iterator[Duel]:
    """Yield the games in their order."""
    levels = (arguments.level, arguments.against)
    last = LAST.get(arguments.scenario, arguments.turns)
    one = partial(duel, arguments.game, arguments.scenario, levels, arguments.tries, last, overlay=arguments.data)
    seeds = range(arguments.first, arguments.first + arguments.games)
    cases = [(seed, first) for seed in seeds for first in (0, 1)]
    if arguments.jobs == 1:
        yield from map(one, cases)
        return
    with ProcessPoolExecutor(arguments.jobs) as pool:
        yield from pool.map(one, cases)


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("level")
    parser.add_argument("against")
    parser.add_argument("--games", type=int, default=200, help="seeds; each is played from both sides")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--game", default="trc")
    parser.add_argument("--scenario", default="breaking-storm")
    parser.add_argument("--turns", type=int, default=12, help="the last turn of a game without a known end")
    parser.add_argument("--tries", type=int, default=8)
    parser.add_argument("--data", type=Path, help="an owner's folder, for what a game's own data lack")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    found = []
    for number, each in enumerate(duels(arguments), 1):
        found.append(each)
        print(f"{number}: {each.side} {each.winner or '-'} {each.acts} acts {each.seconds:.1f} s", flush=True)
    for side in (*dict.fromkeys(each.side for each in found), ""):
        games = [each for each in found if not side or each.side == side]
        wins, decided = sum(each.winner == arguments.level for each in games), sum(bool(each.winner) for each in games)
        low, high = interval(wins, decided) if decided else (0.0, 1.0)
        where = f"as {side}" if side else "in all"
        print(
            f"{arguments.level} {where}: won {wins} of {decided} decided ({len(games)} played), "
            f"{100 * wins / max(1, decided):.0f} %, 95 % interval {100 * low:.0f} to {100 * high:.0f} %"
        )
    print(f"{sum(each.acts for each in found)} acts, {sum(each.seconds for each in found):.0f} s")


if __name__ == "__main__":
    main()
