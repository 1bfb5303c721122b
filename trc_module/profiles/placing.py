"""Placing of our hexes on a module's map: by the points that its profile gives, else by the pieces of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from trc_module.errors import UserError
from trc_module.hexgrid import Hex
from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.lattice import Cell, Fit, Lattice, LatticeFit, fits, own_cells
from trc_module.profiles.model import MapSpec, Profile

_FEWEST = 3
"""The number of pieces that must lie where they belong before a map counts as found."""
_ON_LAND = 0.85
"""The share of units that have to lie on land then; some may wait in the margin of the map."""


@dataclass(frozen=True)
class ModuleGround:
    """A module's map as our hexes."""

    lattice: Lattice
    overlay: LatticeFit
    hexes: Mapping[Cell, Hex]
    how: str
    """The source of the placing, in a sentence."""

    def hex_at(self, x: int, y: int) -> Hex | None:
        """Return the hex at a point of the map; None beside all of ours."""
        return self.hexes.get(self.overlay.over(self.lattice.cell_at(x, y)))

    def point(self, cells: Mapping[Hex, Cell], hex_: Hex) -> tuple[float, float]:
        """Return the middle of one of our hexes in pixels of the module's map; `cells` are those of our hexes."""
        return self.lattice.centre(self.overlay.under(cells[hex_]))


def find_ground(profile: Profile, parts: ModuleInputs, lying: Iterable[tuple[str, int, int]]) -> ModuleGround | None:
    """Return where the hexes of a module's map lie; None if the profile has no map.

    `lying` are the units of a game with their points on that map: asked only where the profile does not say it.
    UserError if they do not settle it, or if the profile's points contradict each other.
    """
    spec = profile.spec.map
    if spec is None:
        return None
    cells = own_cells(parts.board.grid)
    inverse = {cell: hex_ for hex_, cell in cells.items()}
    if spec.hexes:
        fit = _by_points(profile, spec, parts, cells)
        return ModuleGround(spec.lattice, fit.overlay, inverse, "by the points that the profile gives")
    where = [(unit, spec.lattice.cell_at(x, y)) for unit, x, y in lying]
    found = fit_to_pieces(where, parts, cells)
    if found is None:
        raise UserError(
            f"{profile.path}: expected pieces by which the hexes of '{spec.name}' can be found, but too few lie where "
            'they begin the game. Add two hexes with their pixels under [map.hexes], as "E31" = [1200, 340].'
        )
    how = f"by {found.agreed} of {found.asked} pieces that begin in a city of their own"
    return ModuleGround(spec.lattice, found.overlay, inverse, how)


def _by_points(profile: Profile, spec: MapSpec, parts: ModuleInputs, cells: Mapping[Hex, Cell]) -> Fit:
    grid = parts.board.grid
    known = [(spec.lattice.cell_at(x, y), grid.hex(name)) for name, (x, y) in spec.hexes.items()]
    fit = next(iter(fits(known, cells)), None)
    if fit is None or fit.agreed < fit.asked or fit.asked < 2:
        raise UserError(
            f"{profile.path}: expected two hexes or more under [map.hexes] that fit the grid of '{spec.name}', found "
            f"{', '.join(spec.hexes)}, of which {fit.agreed if fit else 0} fit together."
        )
    return fit


def fit_to_pieces(where: Iterable[tuple[str, Cell]], parts: ModuleInputs, cells: Mapping[Hex, Cell]) -> Fit | None:
    """Return how a map lies, by the units that begin in a city of their own; None if that does not settle it.

    The others have to lie on land.
    """
    where = list(where)
    known = []
    for unit, cell in where:
        city = parts.board.cities.get(parts.roster.units[unit].area)
        if city is not None:
            known.append((cell, city.hex))
    inverse = {cell: hex_ for hex_, cell in cells.items()}
    told = [fit for fit in fits(known, cells) if _on_land(fit.overlay, where, inverse, parts.board.land) >= _ON_LAND]
    if not told or told[0].agreed < _FEWEST or (len(told) > 1 and told[1].agreed * 2 > told[0].agreed):
        return None
    return told[0]


def _on_land(overlay: LatticeFit, where: list[tuple[str, Cell]], hexes: Mapping[Cell, Hex], land: int) -> float:
    found = [hexes.get(overlay.over(cell)) for _, cell in where]
    return sum(hex_ is not None and bool(land >> hex_ & 1) for hex_ in found) / max(len(found), 1)
