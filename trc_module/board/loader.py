"""Load a board from a game's data folder."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

from trc_module.board import ground, lines, sites
from trc_module.board.board import Board
from trc_module.board.errata import corrected, refuse_unknown
from trc_module.board.features import P
from trc_module.board.gaps import build_gaps, parts_of_areas
from trc_module.board.layers import HEXES, FeatureLayer, read_layer
from trc_module.board.legend import check_files, read_legend
from trc_module.board.lookup import Lookup
from trc_module.board.records import (
    GapRecord,
    GridRecord,
    HexProperties,
    HexsideProperties,
    PlaceProperties,
    RailProperties,
    RegionProperties,
    RiverProperties,
)
from trc_module.board.schemes import scheme_of
from trc_module.board.tables import TomlEntry, read_tables
from trc_module.facts import Fact
from trc_module.facts.errata import Erratum, ErratumChange, read_errata
from trc_module.facts.errors import Collected
from trc_module.facts.forms import FORMS
from trc_module.facts.overlay import check_overlay
from trc_module.facts.toml_file import parse_source
from trc_module.gamespec import FILE as SPEC
from trc_module.gamespec import read_spec
from trc_module.hexgrid import HexGrid, Orientation

FILES = (
    "legend.toml",
    "grid.toml",
    "boxes.toml",
    "switches.toml",
    "map.toml",
    "hexes.geojson",
    "hexsides.geojson",
    "rivers.geojson",
    "rails.geojson",
    "places.geojson",
    "regions.geojson",
    "hexes.csv",
    "hexsides.csv",
    "places.csv",
    "regions.csv",
)
"""The files of `<folder>/map`; the tables are an owner's alone."""


def load_board(
    folder: Path, overlay: Path | None = None, switches: Collection[str] = (), *, agreed: bool = False
) -> Board:
    """Load the board of a game from `<folder>/map`.

    `overlay` is an owner's folder of the same layout: what its files say wins over ours, feature by feature and
    field by field, and counts as the owner's. Errata of the map are applied to ours, those of the owner's folder last.
    `switches` name the optional rules whose terrain is in force
    ('26.17', '28.2'). What is assumed stands as `agreed` if both players have agreed on it.
    Unchanged files are read once. DataError for anything that the files should not hold.
    """
    if overlay is not None:
        check_overlay(folder, overlay)
    stamp = (
        _stamp(folder / SPEC),
        _stamp(folder / FORMS),
        *(_stamp(root / "map" / name) for root in (folder, overlay) if root is not None for name in FILES),
        *((path, _stamp(path)) for root in (folder, overlay) if root is not None for path in _sheets(root)),
    )
    return _load(folder, overlay, frozenset(switches), stamp, agreed)


def load_with(
    folder: Path,
    overlay: Path | None,
    errata: Iterable[Erratum],
    theirs: Iterable[Erratum] | None = None,
    switches: Collection[str] = (),
) -> tuple[Board, tuple[ErratumChange, ...]]:
    """Load the board with these errata in place of the folder's, and `theirs` in place of the overlay's.

    Return it with what the errata change of it, one by one.
    """
    if overlay is not None:
        check_overlay(folder, overlay)
    if theirs is None:
        theirs = read_errata(overlay, folder) if overlay else ()
    return _made(folder, overlay, frozenset(switches), tuple(errata), tuple(theirs))


def _sheets(root: Path) -> list[Path]:
    return sorted((root / "errata").glob("*.toml"))


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return status.st_mtime_ns, status.st_size


@lru_cache(maxsize=8)
def _load(folder: Path, overlay: Path | None, switches: frozenset[str], stamp: object, agreed: bool) -> Board:
    theirs = read_errata(overlay, folder) if overlay else ()
    return _made(folder, overlay, switches, read_errata(folder), theirs, agreed=agreed)[0]


def _made(
    folder: Path,
    overlay: Path | None,
    switches: frozenset[str],
    ours: tuple[Erratum, ...],
    theirs: tuple[Erratum, ...],
    *,
    agreed: bool = False,
    perhaps: bool = False,
) -> tuple[Board, tuple[ErratumChange, ...]]:
    changes: list[ErratumChange] = []
    removed: list[str] = []

    def layer_of(name: str, kind: type[P]) -> FeatureLayer[P]:
        def correct(errata: tuple[Erratum, ...], layer: FeatureLayer[P]) -> FeatureLayer[P]:
            found, told = corrected(layer, name, kind, errata)
            changes.extend(told)
            return found

        steps = [partial(correct, errata) for errata in (ours, theirs)]
        layer = read_layer(folder, name, kind, legend, overlay, steps)
        # What hexes there are the grid says; a map with others is another map.
        if name == HEXES or not layer.perhaps:
            return layer
        removed.extend(layer.perhaps)
        return replace(layer, features={**layer.features, **layer.perhaps}) if perhaps else layer

    sides = read_spec(folder).side_ids
    legend = read_legend(folder)
    if agreed:
        legend = replace(legend, source=legend.source.agreed())
    check_files(folder, legend)
    refuse_unknown((*ours, *theirs), (HEXES, *legend.layers))
    collected = Collected()
    with collected:
        tables = read_tables(folder, overlay)
    with collected:
        hex_layer = layer_of(HEXES, HexProperties)
    with collected:
        places = layer_of("places", PlaceProperties)
    with collected:
        region_layer = layer_of("regions", RegionProperties)
    with collected:
        side_layer = layer_of("hexsides", HexsideProperties)
    with collected:
        rail_layer = layer_of("rails", RailProperties)
    with collected:
        river_layer = layer_of("rivers", RiverProperties)
    collected.close()
    grid = make_grid(tables.grid, [record.hex for _, record in hex_layer], tables.gaps)
    look = Lookup(grid, legend, sides, agreed=agreed)

    look.keep("grid", _grid_fact(tables.grid, folder / "map" / "grid.toml"))
    terrain = ground.build_terrain(look, hex_layer)
    ground.apply_switches(look, tables, switches, terrain)
    regions = ground.build_regions(look, region_layer, hex_layer)
    # What is wrong in one layer does not hide what is in another.
    with collected:
        waters = ground.build_waters(look, places, terrain)
    with collected:
        hexsides = lines.build_sides(look, side_layer)
    with collected:
        rails = lines.build_rails(look, rail_layer)
    with collected:
        cities, named = sites.build_cities(look, places, regions), sites.build_sites(look, places)
    with collected:
        rivers = lines.build_rivers(look, river_layer)
    with collected:
        rows, boxes = sites.build_rows(look, tables.rows), sites.build_boxes(look, tables.boxes)
    collected.close()

    dry = sum(1 << h for h, kind in terrain.items() if not kind.is_water)
    land = dry & ~sum(region.hexes for region in regions.values() if region.kind == "off-play")
    coasts = ground.stated_coasts(look, hex_layer) if legend.coasts_stated else None
    if coasts is None:
        ground.tell_coasts(look, waters, land)
    board = Board(
        grid=grid,
        legend=legend,
        terrain=terrain,
        cities=cities,
        sites=named,
        rivers=rivers,
        regions=regions,
        waters=waters,
        rails=rails.net,
        rail_only=rails.rail_only,
        sides=hexsides.of_kind,
        river_sides=hexsides.rivers,
        stated_coasts=coasts,
        edges=sites.build_edges(look, tables.edges, land),
        edge_rails=rails.exits,
        rows=rows,
        boxes=boxes,
        gaps=build_gaps(look, tables.gaps),
        panels={grid.hex(record.hex): record.panel for _, record in hex_layer if record.panel},
        switches=switches,
        fact_by_subject=look.facts,
    )
    if removed and not perhaps:
        there, _ = _made(folder, overlay, switches, ours, theirs, agreed=agreed, perhaps=True)
        board = board.perhaps_with(there)
    return board, tuple(changes)


def _grid_fact(record: GridRecord, path: Path) -> Fact:
    lines = "rows" if record.orientation == Orientation.POINTY_TOP.value else "columns"
    which = "second, fourth" if record.shifted else "first, third"
    source = parse_source(record.source, path, ["grid", "source"])
    return Fact(f"the {which} and every other of the {lines} lie half a hex on", source)


def make_grid(record: GridRecord, names: Iterable[str] = (), gaps: Iterable[TomlEntry[GapRecord]] = ()) -> HexGrid:
    """Return the grid that grid.toml describes; with gaps, of its places only those that `names` name have a hex."""
    naming = scheme_of(record.naming)
    way = Orientation(record.orientation)
    missing: set[tuple[int, int]] = set()
    if record.gaps:
        there = {naming.parse(name) for name in names}
        missing = {(row, col) for row in range(record.rows) for col in range(record.columns)} - there
    parts = {cell: whole for cell, whole in parts_of_areas(gaps, naming).items() if cell in missing}
    return HexGrid(
        record.rows, record.columns, naming, orientation=way, shifted=record.shifted, missing=missing, parts=parts
    )
