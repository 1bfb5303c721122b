"""Pairings that follow from the places alone: round robin, knock-out, and the ladder of clubs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from trc_module.tournament.swiss import Pair


def robin_pairs(players: Sequence[str], number: int, cycles: int = 1) -> list[Pair]:
    """Return the pairs of a round in which at last everybody has met everybody, the first side first (Berger tables).

    Rounds are counted from 1; none after the last. With an odd number of players one has a bye in each round. A second
    cycle is played with the sides changed.
    """
    count = len(players) + len(players) % 2
    if count < 2 or not 1 <= number <= (count - 1) * cycles:
        return []
    seats = [*players, ""] if len(players) % 2 else list(players)
    cycle, inner = divmod(number - 1, count - 1)
    last = count - 1
    # The last player stays; the others go round by half a circle from round to round (FIDE Handbook C.05, annex 1).
    turn = inner * (count // 2) % last
    circle = [(turn + each) % last for each in range(last)]
    pairs = [(circle[0], last) if inner % 2 == 0 else (last, circle[0])]
    pairs += [(circle[each], circle[last - each]) for each in range(1, count // 2)]
    named = [(seats[a], seats[b]) for a, b in pairs]
    if cycle % 2:
        named = [(b, a) for a, b in named]
    return [(a, b) if a else (b, a) for a, b in named]


def bracket(count: int) -> list[int]:
    """Return the order of the seeds in a knock-out, from 0: the best two can only meet in the final.

    `count` is a power of 2.
    """
    order = [0]
    while len(order) < count:
        size = 2 * len(order)
        order = [seed for each in order for seed in (each, size - 1 - each)]
    return order


def first_knock_out(players: Sequence[str]) -> list[Pair]:
    """Return the first round of a knock-out; the best seeds have the byes."""
    count = 1
    while count < len(players):
        count *= 2
    seats = [players[seed] if seed < len(players) else "" for seed in bracket(count)]
    return [_bye_last(pair) for pair in zip(seats[::2], seats[1::2], strict=True)]


def next_knock_out(winners: Sequence[str]) -> list[Pair]:
    """Return the next round: the winners of the games of the last one, in the order of the games, two by two."""
    return list(zip(winners[::2], winners[1::2], strict=True)) if len(winners) > 1 else []


def _bye_last(pair: Pair) -> Pair:
    return pair if pair[0] else (pair[1], "")


# The ladder


def climbed(order: Sequence[str], won: Mapping[str, int]) -> list[str]:
    """Return a ladder after a round: the winners pass all above them who lost, and none of those who won.

    `won` is what each player has won less lost in the round; who did neither keeps his place. Source: the guidelines
    of the War At Sea AREA PBeM ladder (N. Markevich, 2003).
    """
    decided = [place for place, player in enumerate(order) if won.get(player, 0)]
    winners = [order[place] for place in decided if won[order[place]] > 0]
    losers = [order[place] for place in decided if won[order[place]] < 0]
    found = list(order)
    for place, player in zip(decided, [*winners, *losers], strict=True):
        found[place] = player
    return found


def ladder_pairs(order: Sequence[str], met: Set[frozenset[str]], challenges: Iterable[Pair] = ()) -> list[Pair]:
    """Return the pairs of a round on a ladder: the challenges, then each player with the next one below him.

    `met` are pairs that are not to play (again yet). A player who finds nobody has no game.
    """
    pairs = list(challenges)
    taken = {player for pair in pairs for player in pair}
    left = [player for player in order if player not in taken]
    while left:
        player = left.pop(0)
        other = next((each for each in left if frozenset((player, each)) not in met), None)
        if other is not None:
            left.remove(other)
            pairs.append((player, other))
    return pairs
