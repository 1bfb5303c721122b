"""The board: every fixed part of the map, with the lookups that the rules need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from trc_module.board.legend import DRAWN, Legend
from trc_module.board.model import Box, City, Gap, NamedRow, Region, River, Terrain, Water
from trc_module.board.railnet import RailNet
from trc_module.facts import Fact, Source
from trc_module.hexgrid import Adjacency, Hex, HexGrid, HexSet, hexes

Side = tuple[Hex, Hex]
"""A hexside, as the two hexes that share it, the lower first."""


def hexside(a: Hex, b: Hex) -> Side:
    """Return the hexside of two hexes, in its one written order."""
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """A map as read from its data; immutable.

    Sets of hexes are `HexSet`s of `grid`. Names are printed names: `cities['Kiev']`, `regions['Rumania']`,
    `boxes['axis turn-12']`. What kinds of things there are the legend says.
    """

    grid: HexGrid
    legend: Legend
    terrain: Mapping[Hex, Terrain]
    cities: Mapping[str, City]
    sites: Mapping[str, Mapping[str, Hex]]
    """The places that are neither cities nor water, by kind and name."""
    rivers: tuple[River, ...]
    regions: Mapping[str, Region]
    waters: Mapping[str, Water]
    rails: RailNet
    rail_only: frozenset[Side]
    """Rail links that no unit walks along, and no supply line follows (8.6)."""
    sides: Mapping[str, frozenset[Side]]
    """The hexsides of each kind of the legend."""
    river_sides: Mapping[str, frozenset[Side]]
    """The hexsides of each river that runs along hexsides, by its name."""
    stated_coasts: Mapping[str, HexSet] | None
    """The coastal hexes of each sea, where the map states them; None where they follow from the seas."""
    edges: Mapping[str, HexSet]
    """The land hexes in play on each edge of the map."""
    edge_rails: Mapping[str, HexSet]
    """The rail hexes at which a line leaves the map, by edge."""
    rows: Mapping[str, NamedRow]
    boxes: Mapping[str, Box]
    gaps: tuple[Gap, ...]
    """The contents of the places where the grid's rectangle has no hex, as far as the map names them."""
    panels: Mapping[Hex, str]
    """Hexes hidden under a printed chart, and its name."""
    switches: frozenset[str]
    fact_by_subject: Mapping[str, Fact]
    """Every datum of the map by its subject, as `fact` takes it."""
    perhaps: Board | None = None
    """The map if all is there that an owner has removed with a doubt; None if there is nothing of the kind."""
    perhaps_doubts: tuple[Fact, ...] = ()
    """The facts that such things are not there, each with its doubt."""

    def perhaps_with(self, there: Board) -> Board:
        """Return this map, in doubt about what another one has beside it: the same map with that in it."""
        doubts = {
            subject: self._not_there(subject, fact)
            for subject, fact in there.fact_by_subject.items()
            if subject not in self.fact_by_subject and fact.doubt
        }
        return replace(
            self,
            perhaps=there,
            perhaps_doubts=(*self.perhaps_doubts, *doubts.values()),
            fact_by_subject={**self.fact_by_subject, **doubts},
        )

    def _not_there(self, subject: str, fact: Fact) -> Fact:
        try:
            return replace(fact, statement=self.fact(subject).statement)
        except KeyError:
            return replace(fact, statement=f"this is not so: {fact.statement}")

    @cached_property
    def otherwise(self) -> tuple[Otherwise, ...]:
        """The maps that may be right too: with what was removed with a doubt, and without the links in doubt."""
        found = [] if self.perhaps is None else [Otherwise(self.perhaps, self.perhaps_doubts)]
        links = {
            (kind, side): self.fact(f"{kind} {self.grid.name(side[0])}-{self.grid.name(side[1])}")
            for kind in self.legend.hexsides_that_are("link")
            for side in sorted(self.sides[kind])
        }
        doubted = {link: fact for link, fact in links.items() if not fact.trust.carries_violation}
        if doubted:
            apart = tuple(Otherwise(self._without({link}), (fact,)) for link, fact in doubted.items())
            found.append(Otherwise(self._without(doubted), tuple(doubted.values()), apart if len(apart) > 1 else ()))
        return tuple(found)

    def _without(self, gone: Iterable[tuple[str, Side]]) -> Board:
        sides = dict(self.sides)
        for kind, side in gone:
            sides[kind] -= {side}
        return replace(self, sides=sides, perhaps=None, perhaps_doubts=())

    def __repr__(self) -> str:
        return f"Board({self.grid!r}, {len(self.cities)} cities)"

    # Terrain and water

    @cached_property
    def of_terrain(self) -> dict[Terrain, HexSet]:
        """The hexes of each terrain."""
        sets = dict.fromkeys(self.legend.terrain.values(), 0)
        for h, terrain in self.terrain.items():
            sets[terrain] |= 1 << h
        return sets

    @cached_property
    def drawn(self) -> dict[str, HexSet]:
        """The hexes that are drawn in each way (`legend.DRAWN`), none where the map has no such terrain."""
        sets = dict.fromkeys(DRAWN, 0)
        for terrain, members in self.of_terrain.items():
            sets[terrain.drawn] |= members
        return sets

    @cached_property
    def water(self) -> HexSet:
        """All hexes of seas and lakes."""
        return sum(members for terrain, members in self.of_terrain.items() if terrain.is_water)

    @cached_property
    def off_play(self) -> HexSet:
        """Land beside or under printed charts that no unit may enter."""
        return sum(region.hexes for region in self.regions.values() if region.kind == "off-play")

    @cached_property
    def land(self) -> HexSet:
        """The land hexes in play: neither water nor off play."""
        return self.grid.all & ~self.water & ~self.off_play

    @cached_property
    def seas(self) -> dict[str, HexSet]:
        """The water hexes of each sea area."""
        areas: dict[str, HexSet] = {}
        for water in self.waters.values():
            if water.area != "lake":
                areas[water.area] = areas.get(water.area, 0) | water.hexes
        return areas

    @cached_property
    def coasts(self) -> dict[str, HexSet]:
        """The coastal hexes of each sea area: land in play next to one of its hexes, or what the map states."""
        if self.stated_coasts is not None:
            return {area: members & self.land for area, members in self.stated_coasts.items()}
        return {area: self.grid.spread(members) & self.land for area, members in self.seas.items()}

    @cached_property
    def coast(self) -> HexSet:
        """All coastal hexes; a lake makes no coast."""
        if self.stated_coasts is not None:
            return self._union(self.coasts.values())
        seas = self._union(members for terrain, members in self.of_terrain.items() if terrain.water == "sea")
        return self.grid.spread(seas) & self.land

    @staticmethod
    def _union(sets: Iterable[HexSet]) -> HexSet:
        found: HexSet = 0
        for members in sets:
            found |= members
        return found

    def seas_at(self, hex_: Hex) -> frozenset[str]:
        """Return the sea areas on whose coast a hex lies."""
        return frozenset(area for area, members in self.coasts.items() if members >> hex_ & 1)

    # Cities

    @cached_property
    def city_at(self) -> dict[Hex, City]:
        """The city in a hex."""
        return {city.hex: city for city in self.cities.values()}

    @cached_property
    def city_hexes(self) -> HexSet:
        """The hexes of all cities."""
        return sum(1 << city.hex for city in self.cities.values())

    def city_doubts(self, members: HexSet) -> tuple[Fact, ...]:
        """Return the facts of the cities whose hex is in doubt, of those that lie in some hexes or may lie there."""
        return tuple(city.fact for city, where in self.cities_in_doubt if where & members)

    @cached_property
    def cities_in_doubt(self) -> tuple[tuple[City, HexSet], ...]:
        """The cities whose hex is in doubt, each with all hexes in which it may lie."""
        return tuple((city, 1 << city.hex | city.elsewhere) for city in self.cities.values() if city.elsewhere)

    @cached_property
    def major_cities(self) -> HexSet:
        """The hexes of major cities, which double the defence (14.1)."""
        return sum(1 << city.hex for city in self.cities.values() if city.major)

    @cached_property
    def ports(self) -> dict[str, HexSet]:
        """The port hexes of each sea area."""
        areas: dict[str, HexSet] = {}
        for city in self.cities.values():
            if city.port:
                areas[city.port] = areas.get(city.port, 0) | 1 << city.hex
        return areas

    @property
    def oil_wells(self) -> Mapping[str, Hex]:
        """The sites of the kind 'oil' by name, none on a map that has no such kind."""
        return self.sites.get("oil", {})

    @cached_property
    def oil_hexes(self) -> HexSet:
        """The hexes of all oil wells."""
        return sum(1 << h for h in self.oil_wells.values())

    @cached_property
    def site_hexes(self) -> HexSet:
        """The hexes of all sites, of whatever kind."""
        return sum({1 << h for sites in self.sites.values() for h in sites.values()})

    # Hexsides

    @cached_property
    def closed_sides(self) -> frozenset[Side]:
        """The hexsides between two land hexes that no unit crosses, of all kinds that are closed."""
        return self._sides_that_are("closed")

    @cached_property
    def straits(self) -> frozenset[Side]:
        """The hexsides that join two land hexes across water."""
        return self._sides_that_are("strait")

    @cached_property
    def links(self) -> frozenset[Side]:
        """The pairs of hexes that are no neighbours on the grid, and between which one passes in one step."""
        return self._sides_that_are("link")

    @cached_property
    def joined(self) -> dict[Hex, HexSet]:
        """The hexes that a rail or another link joins to each hex."""
        found = dict(self.rail_links)
        for a, b in self.links:
            found[a], found[b] = found.get(a, 0) | 1 << b, found.get(b, 0) | 1 << a
        return found

    @cached_property
    def supply_links(self) -> frozenset[Side]:
        """The pairs of hexes that are no neighbours on the grid, and between which supply alone passes."""
        return self._sides_that_are("supply")

    @cached_property
    def borders(self) -> dict[str, frozenset[Side]]:
        """The printed border hexsides, by the kind of the regions that they divide."""
        found: dict[str, frozenset[Side]] = dict.fromkeys(("country", "district"), frozenset())
        for name, kind in self.legend.hexsides.items():
            if kind.is_ == "border":
                found[kind.of] = found.get(kind.of, frozenset()) | self.sides[name]
        return found

    def _sides_that_are(self, what: str) -> frozenset[Side]:
        return frozenset(side for kind in self.legend.hexsides_that_are(what) for side in self.sides[kind])

    # Rivers

    @cached_property
    def rivers_at(self) -> dict[Hex, frozenset[str]]:
        """The names of the rivers that run through a hex; hexes without a river are absent."""
        names: dict[Hex, set[str]] = {}
        for river in self.rivers:
            for h in river.hexes:
                names.setdefault(h, set()).add(river.name)
        return {h: frozenset(found) for h, found in names.items()}

    @cached_property
    def river_hexes(self) -> HexSet:
        """The land hexes that a river runs through, part-river hexes included (14.1.1)."""
        return sum(1 << h for h in self.rivers_at) & self.land

    @cached_property
    def river_steps(self) -> frozenset[Side]:
        """The hexsides that a river crosses on its way from hex to hex."""
        return frozenset(hexside(a, b) for river in self.rivers for a, b in pairwise(river.hexes))

    def same_river(self, a: Hex, b: Hex) -> bool:
        """Tell whether two hexes lie on the same river (14.1.1): a river of one name runs through both.

        Where the hexes are neighbours but the river does not cross the hexside between them, the rule may also
        be read the other way: see `river_steps`.
        """
        return bool(self.rivers_at.get(a, frozenset()) & self.rivers_at.get(b, frozenset()))

    # Rails

    @property
    def rail_links(self) -> dict[Hex, HexSet]:
        """The hexes that a rail link joins to each hex."""
        return self.rails.of

    @property
    def rail_hexes(self) -> HexSet:
        """All hexes with rails."""
        return self.rails.within

    @cached_property
    def junctions(self) -> HexSet:
        """Rail junctions (9.4.2): hexes without a city where lines meet."""
        return self.rails.junctions & ~self.city_hexes

    # Regions

    def _by_hex(self, kind: str) -> dict[Hex, str]:
        return {h: region.name for region in self.regions.values() if region.kind == kind for h in hexes(region.hexes)}

    @cached_property
    def country_of(self) -> dict[Hex, str]:
        """The country of a hex; water and land off play are absent."""
        return self._by_hex("country")

    @cached_property
    def district_of(self) -> dict[Hex, str]:
        """The military district of a hex; hexes outside the districts are absent."""
        return self._by_hex("district")

    @cached_property
    def start_side(self) -> dict[str, HexSet]:
        """The hexes on each side of the start line of 1941 (3.5)."""
        sides: dict[str, HexSet] = {}
        for region in self.regions.values():
            if region.start:
                sides[region.start] = sides.get(region.start, 0) | region.hexes
        return sides

    # Neighbourhood

    @cached_property
    def walk(self) -> Adjacency:
        """Land movement, retreats and supply lines: land in play, closed hexsides shut, straits open."""
        return Adjacency(self.grid, self.closed_sides, self.land, self.links)

    @cached_property
    def zoc(self) -> Adjacency:
        """Zones of control: land in play, closed hexsides and straits shut."""
        return Adjacency(self.grid, self.closed_sides | self.straits, self.land, self.links)

    # Facts

    def fact(self, subject: str) -> Fact:
        """Return the fact about a subject, to be cited by a finding.

        Subjects are a word and a name: 'terrain S12', 'country S12', 'district J21', 'coast JJ22', 'city Kiev',
        'capital Helsinki', 'port Odessa', 'oil Maikop', 'water Black Sea', 'river don', 'region Rumania',
        'start Rumania', a kind of hexside and its hexes ('closed F18-F17'), 'rail S11-S12', 'exit QQ12',
        'junction S11', 'edge south', 'row H', 'box axis turn-12'. Pairs of hexes may be given in
        either order. What the map does not have is a fact too ('no closed hexside'), with the trust of the map.
        KeyError for another subject.
        """
        found = self.fact_by_subject.get(subject)
        if found is not None:
            return found
        word, _, name = subject.partition(" ")
        if word == "junction" and (h := self.grid.find(name)) is not None:
            return self._junction_fact(h)
        first, dash, second = name.partition("-")
        absent = self._absent(word)
        if absent and dash and self.grid.find(first) is not None and self.grid.find(second) is not None:
            back = self.fact_by_subject.get(f"{word} {second}-{first}")
            return back or Fact(f"{first}-{second} has {absent}", self.legend.source)
        lies = self._lies_in_none(word)
        if lies and self.grid.find(name) is not None:
            return Fact(f"{name} {lies}", self.legend.source)
        raise KeyError(subject)

    def _absent(self, word: str) -> str:
        kind = self.legend.hexsides.get(word)
        if kind is not None:
            return kind.absent or f"no {word}"
        return "no rail link" if word == "rail" else ""

    def _lies_in_none(self, word: str) -> str:
        if word in self.legend.regions:
            return f"lies in no {self.legend.regions[word]}"
        return {"coast": "is not a coastal hex", "exit": "has no rail leaving the map"}.get(word, "")

    def _junction_fact(self, hex_: Hex) -> Fact:
        name = self.grid.name(hex_)
        doubts = (self.rail_fact(hex_, other).doubt for other in hexes(self.rail_links[hex_]))
        source = Source("derived", "rail links and cities")
        says = f"{name} is a rail junction" if self.junctions >> hex_ & 1 else f"{name} is not a rail junction"
        return Fact(says, source, next(filter(None, doubts), ""))

    def terrain_fact(self, hex_: Hex) -> Fact:
        """Return the fact about the terrain of a hex."""
        return self.fact(f"terrain {self.grid.name(hex_)}")

    def side_fact(self, a: Hex, b: Hex) -> Fact:
        """Return the fact about whether a hexside is closed, or that it is a strait."""
        kinds = [*self.legend.hexsides_that_are("strait"), *self.legend.hexsides_that_are("closed")]
        if not kinds:
            raise KeyError("the map has no closed hexsides")
        kind = next((kind for kind in kinds if hexside(a, b) in self.sides[kind]), kinds[-1])
        return self.fact(f"{kind} {self.grid.name(a)}-{self.grid.name(b)}")

    def rail_fact(self, a: Hex, b: Hex) -> Fact:
        """Return the fact about whether rails join two hexes."""
        return self.fact(f"rail {self.grid.name(a)}-{self.grid.name(b)}")

    def country_fact(self, hex_: Hex) -> Fact:
        """Return the fact about the country of a hex."""
        return self.fact(f"country {self.grid.name(hex_)}")

    def district_fact(self, hex_: Hex) -> Fact:
        """Return the fact about the military district of a hex."""
        return self.fact(f"district {self.grid.name(hex_)}")

    def coast_fact(self, hex_: Hex) -> Fact:
        """Return the fact about whether a hex is coastal, and on which sea."""
        subject = f"coast {self.grid.name(hex_)}"
        found = self.fact(subject)
        if self.stated_coasts is not None or subject in self.fact_by_subject or not self.land >> hex_ & 1:
            return found
        # No sea lies beside it, as far as the terrain of its neighbours is known.
        beside = (self.terrain_fact(other).reservation for other in hexes(self.grid.neighbours[hex_]))
        return replace(found, doubt=next(filter(None, beside), ""))

    def river_facts(self, hex_: Hex) -> tuple[Fact, ...]:
        """Return the facts about the rivers of a hex; one that says so if there is none."""
        names = sorted(self.rivers_at.get(hex_, ()))
        if not names:
            return (Fact(f"no river runs through {self.grid.name(hex_)}", self.legend.source),)
        return tuple(r.fact for r in self.rivers if hex_ in r.hexes)

    def facts(self) -> Iterator[Fact]:
        """Yield every datum of the map."""
        yield from self.fact_by_subject.values()


@dataclass(frozen=True, slots=True, eq=False)
class Otherwise:
    """Another map that may be the right one, and the data that tell it from the map as it stands."""

    board: Board
    doubts: tuple[Fact, ...]
    apart: tuple[Otherwise, ...] = ()
    """The same for each of these data alone, if there are several."""
