"""The network kernel: reach, lines and bottlenecks in a net of links, such as a railroad."""

from __future__ import annotations

from trc_module.hexgrid import Adjacency, Hex, HexSet, hexes


def between(net: Adjacency, members: HexSet, ends: HexSet) -> HexSet:
    """Return the ends among the members, and all members on a way from one end to another that visits no hex twice."""
    pruned = _without_spurs(net, members, ends)
    # A ring that nothing joins to an end has no spurs either.
    left = net.flood(ends & pruned, None, pruned)
    for at in hexes(left):
        # What hangs on the rest by a single hex, such as a ring, is on no way; only where lines meet can it hang.
        if left >> at & 1 and (net.of[at] & left).bit_count() >= (2 if ends >> at & 1 else 3):
            rest = left & ~(1 << at)
            left &= net.flood(ends & rest, None, rest) | 1 << at
    return left if left == pruned else _without_spurs(net, left, ends)


def _without_spurs(net: Adjacency, members: HexSet, ends: HexSet) -> HexSet:
    left, of = members, net.of
    loose = [at for at in hexes(members & ~ends) if (of[at] & members).bit_count() < 2]
    while loose:
        at = loose.pop()
        near = of[at] & left
        if left >> at & 1 and near.bit_count() < 2:
            left &= ~(1 << at)
            loose += hexes(near & ~ends)
    return left


def needed(net: Adjacency, members: HexSet, start: Hex, goals: HexSet, among: HexSet) -> HexSet:
    """Return those hexes of `among` that lie on every way within the members from a start to the goals.

    The start is one of them; without any way there are none.
    """
    way = net.path(start, goals, members)
    if way is None:
        return 0
    found: HexSet = 0
    for at in way:
        # Whatever lies on every way lies on this one.
        if not among >> at & 1:
            continue
        without = members & ~(1 << at)
        if at == start or not net.flood(1 << start, None, without) & goals & without:
            found |= 1 << at
    return found
