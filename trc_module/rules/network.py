"""The network kernel: reach, lines and bottlenecks in a net of links, such as a railroad."""

from __future__ import annotations

from trc_module.hexgrid import Adjacency, Hex, HexSet, hexes


def between(net: Adjacency, members: HexSet, ends: HexSet) -> HexSet:
    """Return the ends among the members, and all members on a way from one end to another that visits no hex twice.

    Were all ends joined to a place beside the net, these would be the hexes that no single other one cuts off from it
    (Hopcroft and Tarjan: a search in depth; `low` is the first hex that what lies behind one is joined to as well).
    """
    ends &= members
    search = _Search(net, members, ends)
    for start in hexes(ends):
        search.begin(start)
    found = ends
    # In the order in which they were met: a hex comes after the one it was reached from.
    for at in search.number:
        last = search.before.get(at)
        if last is not None and found >> last & 1 and search.low[at] < search.number[last]:
            found |= 1 << at
    return found


class _Search:
    """Numbers the members that ends are joined to, and notes from where each was met and how far back it leads."""

    def __init__(self, net: Adjacency, members: HexSet, ends: HexSet) -> None:
        self.of, self.members, self.ends = net.of, members, ends
        self.number: dict[Hex, int] = {}
        self.low: dict[Hex, int] = {}
        self.before: dict[Hex, Hex] = {}

    def begin(self, start: Hex) -> None:
        """Go on from an end, if it has not been met yet."""
        of, members, number, low = self.of, self.members, self.number, self.low
        if start in number:
            return
        number[start] = low[start] = len(number) + 1
        way, left = [start], [of[start] & members]
        while way:
            at, near = way[-1], left[-1]
            if near:
                one = near & -near
                left[-1] = near ^ one
                further = Hex(one.bit_length() - 1)
                met = number.get(further)
                if met is None:
                    self.before[further] = at
                    number[further] = len(number) + 1
                    # The place beside the net comes before all.
                    low[further] = 0 if self.ends >> further & 1 else number[further]
                    way.append(further)
                    left.append(of[further] & members & ~(1 << at))
                elif met < low[at]:
                    low[at] = met
            else:
                way.pop()
                left.pop()
                if way and low[at] < low[way[-1]]:
                    low[way[-1]] = low[at]


def needed(net: Adjacency, members: HexSet, start: Hex, goals: HexSet, among: HexSet) -> HexSet:
    """Return those hexes of `among` that lie on every way within the members from a start to the goals.

    The start is one of them; without any way there are none.
    """
    way = net.path(start, goals, members)
    if way is None:
        return 0
    found: HexSet = 0
    for at in way:
        # A node that every path needs is on this path.
        if not among >> at & 1:
            continue
        without = members & ~(1 << at)
        if at == start or not net.flood(1 << start, None, without) & goals & without:
            found |= 1 << at
    return found
