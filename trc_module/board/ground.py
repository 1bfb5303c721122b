"""Build what covers the board: terrain, countries and districts, seas and lakes."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from trc_module.board.layers import FeatureLayer
from trc_module.board.lookup import Lookup, field_source
from trc_module.board.model import Region, Terrain, Water
from trc_module.board.records import HexProperties, PlaceProperties, RegionProperties
from trc_module.board.tables import Tables
from trc_module.facts import DataError, Fact, Source
from trc_module.facts.choices import one_of
from trc_module.hexgrid import Hex, HexSet, count, hexes

_MEMBERSHIPS = {"country": ("country", "off-play"), "district": ("district",), "province": ("province",)}


def build_terrain(look: Lookup, layer: FeatureLayer[HexProperties]) -> dict[Hex, Terrain]:
    """Return the terrain of every hex; DataError unless the layer holds each hex of the grid."""
    terrain: dict[Hex, Terrain] = {}
    for id_, hex_ in layer:
        h = look.hex(layer, id_, "hex", hex_.hex)
        if id_ != hex_.hex:
            raise layer.error(id_, "id", f"the name of the hex, {hex_.hex}", id_)
        kind = look.legend.terrain[look.word(layer, id_, "terrain", look.legend.terrain, hex_.terrain)]
        terrain[h] = kind
        doubt = hex_.doubts.get("terrain") or hex_.doubt
        if hex_.panel and not doubt:
            doubt = f"the hex lies under a printed panel ({hex_.panel})"
        source = field_source(hex_.sources, "terrain", hex_.source)
        if source != hex_.source and not hex_.doubts.get("terrain"):
            doubt = hex_.doubt
        look.tell(layer, id_, f"terrain {id_}", f"{id_} is {kind.id}", source, doubt)
    missing = next((h for h in hexes(look.grid.all) if h not in terrain), None)
    if missing is not None:
        total = count(look.grid.all)
        raise DataError(layer.path, f"{total} hexes", f"none for {look.grid.name(missing)}", field="features")
    return terrain


def apply_switches(look: Lookup, tables: Tables, wanted: Collection[str], terrain: dict[Hex, Terrain]) -> None:
    """Change the terrain that the wanted optional rules change; DataError for a switch that the file does not know.

    A kind of terrain that the legend does not know is an error in whichever switch it stands.
    """
    for switch in tables.switches.values():
        for i, change in enumerate(switch.record.terrain):
            if change.becomes not in look.legend.terrain:
                raise switch.error("becomes", one_of(look.legend.terrain, change.becomes), change.becomes, "terrain", i)
    for name in sorted(wanted):
        entry = tables.switches.get(name)
        if entry is None:
            known = ", ".join(sorted(tables.switches))
            raise DataError(tables.switches_path, f"one of the switches {known}", name, field="switch")
        for i, change in enumerate(entry.record.terrain):
            h = look.entry_hex(entry, "hex", change.hex, "terrain", i)
            terrain[h] = look.legend.terrain[change.becomes]
            statement = f"{change.hex} is {change.becomes} under {name}"
            look.tell_entry(entry, f"terrain {change.hex}", statement, change.source, change.doubt, "terrain", i)


def build_regions(
    look: Lookup, layer: FeatureLayer[RegionProperties], members: FeatureLayer[HexProperties]
) -> dict[str, Region]:
    """Return the regions with the hexes that say they belong to them; DataError for a region that is not described."""
    kinds = {region.region: region.kind for _, region in layer}
    ids = {region.region: id_ for id_, region in layer}
    sets: dict[str, HexSet] = dict.fromkeys(kinds, 0)
    for id_, hex_ in members:
        for field, allowed in _MEMBERSHIPS.items():
            name = getattr(hex_, field)
            if name is None:
                continue
            if kinds.get(name) not in allowed:
                known = ", ".join(sorted(n for n, kind in kinds.items() if kind in allowed))
                raise members.error(id_, field, f"one of {known}", name)
            sets[name] |= 1 << look.grid.hex(hex_.hex)
            region = layer.features[ids[name]].properties
            subject = "country" if field == "country" else field
            source = field_source(hex_.sources, field, region.source)
            own = field in hex_.sources or field in hex_.doubts
            doubt = hex_.doubts.get(field, "") if own else region.doubt
            look.tell(members, id_, f"{subject} {id_}", _belongs(id_, region.kind, name), source, doubt)
    regions: dict[str, Region] = {}
    for id_, region in layer:
        fact = look.tell(
            layer, id_, f"region {region.region}", f"{region.title} has {count(sets[region.region])} hexes"
        )
        if region.start:
            look.word(layer, id_, "start", look.sides, region.start)
            source = field_source(region.sources, "start", region.source)
            look.tell(layer, id_, f"start {region.region}", f"{region.title} starts {region.start}", source)
        if region.part_of and kinds.get(region.part_of) != "country":
            raise layer.error(id_, "part_of", "the name of a country", region.part_of)
        regions[region.region] = Region(
            region.region,
            region.kind,
            str(region.title),
            sets[region.region],
            fact,
            region.code,
            region.part_of,
            region.start,
        )
    return regions


def _belongs(hex_name: str, kind: str, name: str) -> str:
    if kind == "off-play":
        return f"{hex_name} is off play"
    return f"{hex_name} lies in {name}" if kind == "country" else f"{hex_name} lies in the {kind} {name}"


def build_waters(
    look: Lookup, layer: FeatureLayer[PlaceProperties], terrain: Mapping[Hex, Terrain]
) -> dict[str, Water]:
    """Return the seas and lakes: each the connected water around the hex that its name stands in."""
    waters: dict[str, Water] = {}
    taken: dict[Hex, str] = {}
    filled = {kind: sum(1 << h for h, found in terrain.items() if found.water == kind) for kind in ("sea", "lake")}
    for id_, place in layer:
        kind = look.legend.places[look.word(layer, id_, "kind", look.legend.places, place.kind)].is_
        if kind not in filled:
            continue
        h = look.hex(layer, id_, "hex", place.hex)
        if terrain[h].water != kind:
            raise layer.error(id_, "hex", f"a {kind} hex", f"{place.hex}, which is {terrain[h].id}")
        if h in taken:
            raise layer.error(id_, "hex", f"water apart from {taken[h]}", str(place.hex))
        if kind == "sea":
            look.word(layer, id_, "sea", look.legend.seas, place.sea)
        members = look.grid.flood(1 << h, None, filled[kind])
        taken.update(dict.fromkeys(hexes(members), place.name))
        fact = look.tell(layer, id_, f"water {place.name}", f"{place.name} is the water around {place.hex}")
        waters[place.name] = Water(place.name, place.sea or "lake", members, fact)
    return waters


def stated_coasts(look: Lookup, layer: FeatureLayer[HexProperties]) -> dict[str, HexSet]:
    """Return the coastal hexes of each sea, as the hexes state it."""
    coasts: dict[str, HexSet] = dict.fromkeys(look.legend.seas, 0)
    for id_, hex_ in layer:
        for sea in hex_.coast:
            coasts[look.word(layer, id_, "coast", look.legend.seas, sea)] |= 1 << look.grid.hex(hex_.hex)
            source = field_source(hex_.sources, "coast", hex_.source)
            doubt = hex_.doubts.get("coast") or hex_.doubt
            look.tell(layer, id_, f"coast {id_}", f"{id_} lies on the {' and '.join(hex_.coast)} coast", source, doubt)
    return coasts


def tell_coasts(look: Lookup, waters: Mapping[str, Water], land: HexSet) -> None:
    """Record each coastal hex: it follows from the terrain of the hex and of the soundest sea hex beside it."""
    for water in waters.values():
        if water.area == "lake":
            continue
        for h in hexes(look.grid.spread(water.hexes) & land):
            name = look.grid.name(h)
            names = look.grid.names(look.grid.neighbours[h] & water.hexes)
            beside = max(names, key=lambda each: look.facts[f"terrain {each}"].trust)
            doubt = look.facts[f"terrain {name}"].doubt or look.facts[f"terrain {beside}"].reservation
            source = Source("derived", f"sea in {beside}")
            look.facts[f"coast {name}"] = Fact(f"{name} lies on the coast of the {water.name}", source, doubt)
