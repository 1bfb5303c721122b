"""Build what lies in single hexes and beside the map: cities, oil wells, edges, named rows, boxes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from trc_module.board.layers import FeatureLayer
from trc_module.board.lookup import Lookup
from trc_module.board.model import Box, City, NamedRow, Region
from trc_module.board.records import BoxRecord, EdgeRecord, PlaceProperties, RowRecord
from trc_module.board.tables import TomlEntry
from trc_module.hexgrid import Hex, HexSet, hexes


def build_cities(look: Lookup, layer: FeatureLayer[PlaceProperties], regions: Mapping[str, Region]) -> dict[str, City]:
    """Return the cities with what makes them capitals and ports."""
    hex_of: dict[str, Hex] = {}
    kinds = {name: kind.is_ for name, kind in look.legend.places.items()}
    for id_, place in layer:
        if kinds.get(place.kind) == "city":
            hex_of[place.name] = look.hex(layer, id_, "hex", place.hex)
    seas: dict[str, str] = {}
    capitals: set[str] = set()
    for id_, place in layer:
        if kinds.get(place.kind) not in ("port", "capital"):
            continue
        if place.name not in hex_of:
            raise layer.error(id_, "name", "the name of a city", place.name)
        if look.hex(layer, id_, "hex", place.hex) != hex_of[place.name]:
            raise layer.error(id_, "hex", f"the city's hex, {look.grid.name(hex_of[place.name])}", str(place.hex))
        if kinds.get(place.kind) == "capital":
            capitals.add(place.name)
            look.tell(layer, id_, f"capital {place.name}", f"{place.name} is a capital")
        else:
            seas[place.name] = look.word(layer, id_, "sea", look.legend.seas, place.sea)
            look.tell(layer, id_, f"port {place.name}", f"{place.name} is a port of the {place.sea} sea area")
    cities: dict[str, City] = {}
    for id_, place in layer:
        if kinds.get(place.kind) != "city":
            continue
        if place.size is None:
            raise layer.error(id_, "class", "one of major, minor", "none")
        if place.name in cities:
            raise layer.error(id_, "name", "a name that no other city has", place.name)
        fact = look.tell(layer, id_, f"city {place.name}", f"{place.name} is a {place.size} city in {place.hex}")
        cities[place.name] = City(
            name=place.name,
            hex=hex_of[place.name],
            major=place.size == "major",
            capital=place.name in capitals,
            port=seas.get(place.name),
            country=_country(regions, hex_of[place.name]),
            fact=fact,
            elsewhere=0
            if fact.trust.carries_violation
            else sum({1 << look.hex(layer, id_, "perhaps", name) for name in place.perhaps}),
        )
    return cities


def _country(regions: Mapping[str, Region], hex_: Hex) -> str | None:
    return next((r.name for r in regions.values() if r.kind == "country" and r.hexes >> hex_ & 1), None)


def build_sites(look: Lookup, layer: FeatureLayer[PlaceProperties]) -> dict[str, dict[str, Hex]]:
    """Return the places that are neither cities nor water, by kind and name."""
    kinds = {name: kind for name, kind in look.legend.places.items() if kind.is_ == "site"}
    sites: dict[str, dict[str, Hex]] = {name: {} for name in kinds}
    for id_, place in layer:
        if place.kind not in kinds:
            continue
        if place.name in sites[place.kind]:
            raise layer.error(id_, "name", f"a name that no other {place.kind} has", place.name)
        sites[place.kind][place.name] = look.hex(layer, id_, "hex", place.hex)
        says = kinds[place.kind].says.replace("{name}", place.name).replace("{hex}", str(place.hex))
        look.tell(layer, id_, f"{place.kind} {place.name}", says)
    return sites


def build_edges(look: Lookup, entries: Iterable[TomlEntry[EdgeRecord]], land: HexSet) -> dict[str, HexSet]:
    """Return the land hexes in play of each edge; DataError: two of a name, or no straight line."""
    edges: dict[str, HexSet] = {}
    for entry in entries:
        record = entry.record
        look.entry_word(entry, "name", look.legend.edges, record.name)
        if record.name in edges:
            raise entry.error("name", "a name that no other edge has", record.name)
        if bool(record.hexes) == bool(record.start or record.end) or bool(record.start) != bool(record.end):
            raise entry.error("from", "the corners 'from' and 'to' of a straight edge, or its 'hexes'", record.start)
        if record.hexes:
            listed = [look.entry_hex(entry, "hexes", name) for name in record.hexes]
            edges[record.name] = sum(1 << h for h in set(listed)) & land
            statement = f"the {record.name} edge has {len(listed)} hexes, {record.hexes[0]} to {record.hexes[-1]}"
            look.tell_entry(entry, f"edge {record.name}", statement, record.source, record.doubt)
            continue
        row, col = look.grid.row_col(look.entry_hex(entry, "from", record.start))
        last_row, last_col = look.grid.row_col(look.entry_hex(entry, "to", record.end))
        if row != last_row and col != last_col:
            raise entry.error("to", f"a hex in the row or column of {record.start}", record.end)
        members: HexSet = 0
        for r in range(min(row, last_row), max(row, last_row) + 1):
            for c in range(min(col, last_col), max(col, last_col) + 1):
                h = look.grid.at(r, c)
                members |= 0 if h is None else 1 << h
        edges[record.name] = members & land
        statement = f"the {record.name} edge runs from {record.start} to {record.end}"
        look.tell_entry(entry, f"edge {record.name}", statement, record.source, record.doubt)
    return edges


def build_rows(look: Lookup, entries: Iterable[TomlEntry[RowRecord]]) -> dict[str, NamedRow]:
    """Return the named rows with what lies north and south of them."""
    rows: dict[str, NamedRow] = {}
    for entry in entries:
        record = entry.record
        place = look.grid.naming.parse(f"{record.name}1")
        if place is None or not 0 <= place[0] < look.grid.rows:
            raise entry.error("name", "the letters of a hex row of the map", record.name)
        if record.name in rows:
            raise entry.error("name", "a name that no other row has", record.name)
        sets = {-1: 0, 0: 0, 1: 0}
        for h in hexes(look.grid.all):
            row = look.grid.row_col(h)[0]
            sets[(row > place[0]) - (row < place[0])] |= 1 << h
        statement = f"row {record.name}: {record.meaning}"
        fact = look.tell_entry(entry, f"row {record.name}", statement, record.source, record.doubt)
        rows[record.name] = NamedRow(record.name, sets[0], sets[-1], sets[1], record.meaning, fact)
    return rows


def build_boxes(look: Lookup, entries: Iterable[TomlEntry[BoxRecord]]) -> dict[str, Box]:
    """Return the boxes by key; a record with turns makes one box a turn. DataError for two boxes of one key."""
    boxes: dict[str, Box] = {}
    for entry in entries:
        record = entry.record
        look.entry_word(entry, "kind", look.legend.boxes, record.kind)
        if record.side is not None:
            look.entry_word(entry, "side", look.sides, record.side)
        touches = sum(1 << h for h in {look.entry_hex(entry, "touches", name) for name in record.touches})
        first, last = record.turns or (None, None)
        turns: Iterable[int | None] = (None,) if first is None or last is None else range(first, last + 1)
        for turn in turns:
            id_, name = (text.replace("{turn}", str(turn)) for text in (record.id, record.name))
            key = f"{record.side} {id_}" if record.side else id_
            if key in boxes:
                raise entry.error("id", "an id that no other box of the side has", key)
            fact = look.tell_entry(entry, f"box {key}", f"there is a box '{name}'", record.source, record.doubt)
            boxes[key] = Box(key, id_, record.side, record.kind, name, turn, fact, touches)
    return boxes
