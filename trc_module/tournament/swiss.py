"""Swiss pairing: nobody meets anybody twice, and opponents have won as much as each other as far as that goes.

All pairings of a round are weighed at once, as a matching of the least cost in a graph (Edmonds 1965).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from fractions import Fraction

from trc_module.tournament.seats import Sides

Pair = tuple[str, str]
"""Two players; the second is '' for a bye."""


def swiss_pairs(
    ranked: Sequence[str],
    points: Mapping[str, Fraction],
    met: Set[frozenset[str]],
    byes: Set[str],
    sides: Sides,
) -> list[Pair] | None:
    """Return the pairs of a round, None if there is none in which nobody meets anybody twice.

    `ranked` are the players who take part, the best first. In that order weigh: few points between opponents; sides
    that both can be given; the upper half of those with equal points against the lower half. A bye goes to a player
    with few points who has had none.
    """
    import networkx

    graph = networkx.Graph()
    players = [*ranked, ""] if len(ranked) % 2 else list(ranked)
    place = {player: number for number, player in enumerate(ranked)}
    level = {player: [each for each in ranked if points[each] == points[player]] for player in ranked}
    width = len(players) + 1
    for number, one in enumerate(players):
        for other in players[number + 1 :]:
            if other and frozenset((one, other)) in met:
                continue
            if not other and one in byes and not byes >= set(ranked):
                continue
            graph.add_edge(one, other, weight=-_cost(one, other, points, level, place, sides, width))
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matched) < len(players):
        return None
    pairs = [(a, b) if b == "" or (a and place[a] < place[b]) else (b, a) for a, b in matched]
    return sorted(pairs, key=lambda pair: (not pair[1], place[pair[0]]))


def _cost(
    one: str,
    other: str,
    points: Mapping[str, Fraction],
    level: Mapping[str, Sequence[str]],
    place: Mapping[str, int],
    sides: Sides,
    width: int,
) -> int:
    """Return what a pair costs: a number whose higher digits weigh before its lower ones."""
    if not other:
        # The bye: the fewest points first, then the lowest rank.
        return int(points[one] * 4) ** 2 * width**4 + (width - place[one])
    apart = int(abs(points[one] - points[other]) * 4)
    half = len(level[one]) // 2
    folded = abs(abs(place[one] - place[other]) - half) if points[one] == points[other] else 0
    return apart**2 * width**4 + min(sides.strain(one, other), 9) ** 2 * width**2 * 10 + folded**2
