"""Build what runs between hexes: closed hexsides, borders, rivers, rails."""

from __future__ import annotations

from dataclasses import dataclass

from trc_module.board.board import Side, hexside
from trc_module.board.layers import FeatureLayer
from trc_module.board.lookup import Lookup
from trc_module.board.model import River
from trc_module.board.railnet import RailNet
from trc_module.board.records import HexsideProperties, RailProperties, RiverProperties
from trc_module.facts import DataError
from trc_module.hexgrid import HexSet


@dataclass(frozen=True, slots=True)
class Sides:
    """Hexsides by kind, and the rivers that run along hexsides by name."""

    of_kind: dict[str, frozenset[Side]]
    rivers: dict[str, frozenset[Side]]


def build_sides(look: Lookup, layer: FeatureLayer[HexsideProperties]) -> Sides:
    """Return the hexsides of each kind; DataError unless there are as many of a kind as the legend says."""
    kinds = look.legend.hexsides
    found: dict[str, list[Side]] = {kind: [] for kind in kinds}
    rivers: dict[str, set[Side]] = {}
    for id_, side in layer:
        kind = kinds[look.word(layer, id_, "kind", kinds, side.kind)]
        a, b = (look.hex(layer, id_, "hexes", name) for name in side.hexes)
        found[side.kind].append(hexside(a, b))
        name = "-".join(side.hexes)
        if kind.is_ == "river":
            if side.name is None:
                raise layer.error(id_, "name", "the name of the river", "none")
            rivers.setdefault(side.name, set()).add(hexside(a, b))
        called = f" ({side.name})" if side.name else ""
        look.tell(layer, id_, f"{side.kind} {name}", kind.says.replace("{}", name) + called)
    for word, kind in kinds.items():
        if kind.number is not None and len(found[word]) != kind.number:
            number = "one hexside" if kind.number == 1 else f"{kind.number} hexsides"
            raise DataError(layer.path, f"{number} of kind '{word}'", str(len(found[word])), field="kind")
    return Sides(
        {kind: frozenset(members) for kind, members in found.items()},
        {name: frozenset(members) for name, members in rivers.items()},
    )


def build_rivers(look: Lookup, layer: FeatureLayer[RiverProperties]) -> tuple[River, ...]:
    """Return the river chains; the facts of a river of several chains are those of each chain."""
    rivers = []
    for id_, river in layer:
        assert isinstance(river.hexes, list)  # asked for by read_layer
        chain = tuple(look.hex(layer, id_, "hexes", name) for name in river.hexes)
        ends = river.hexes[0] if len(chain) == 1 else f"{river.hexes[0]} to {river.hexes[-1]}"
        fact = look.tell(layer, id_, f"river {id_}", f"the {river.river} runs through {ends}")
        rivers.append(River(id_, str(river.river), chain, fact))
    return tuple(rivers)


@dataclass(frozen=True, slots=True)
class Rails:
    """The rail net, its links that are no ground, and where lines leave the map."""

    net: RailNet
    rail_only: frozenset[Side]
    exits: dict[str, HexSet]


def build_rails(look: Lookup, layer: FeatureLayer[RailProperties]) -> Rails:
    """Return the rails; DataError for a link of one hex or an exit without its edge."""
    links: list[Side] = []
    rail_only: list[Side] = []
    exits: dict[str, HexSet] = dict.fromkeys(look.legend.edges, 0)
    for id_, rail in layer:
        ends = [look.hex(layer, id_, "hexes", name) for name in rail.hexes]
        if len(ends) != (2 if rail.kind == "link" else 1):
            expected = "two hexes" if rail.kind == "link" else "one hex"
            raise layer.error(id_, "hexes", expected, str(len(ends)))
        if rail.kind == "exit":
            exits[look.word(layer, id_, "edge", look.legend.edges, rail.edge)] |= 1 << ends[0]
            where = rail.hexes[0]
            look.tell(layer, id_, f"exit {where}", f"rails leave the map from {where} by the {rail.edge} edge")
            continue
        link = hexside(ends[0], ends[1])
        links.append(link)
        if rail.rail_only:
            rail_only.append(link)
        name = "-".join(rail.hexes)
        only = ", for rail movement only" if rail.rail_only else ""
        look.tell(layer, id_, f"rail {name}", f"rails join {rail.hexes[0]} and {rail.hexes[1]}{only}")
    return Rails(RailNet(look.grid, links), frozenset(rail_only), exits)
