"""Find the hexes of a drafted map by the pieces of saves: the module's own set-ups, or a game that somebody has."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace as changed

from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.draft import Draft, DraftItem
from trc_module.profiles.lattice import own_cells
from trc_module.profiles.model import Profile
from trc_module.profiles.placing import fit_to_pieces
from trc_module.profiles.translate import Translator
from trc_module.profiles.words import Words
from trc_module.vassal.archive import Archive
from trc_module.vassal.problems import FormatError
from trc_module.vassal.saves import SavedGame, read_saved_game

_LARGEST = 20_000_000
"""The greatest size of a set-up that is read, in bytes."""


def set_ups(module: Path) -> Iterator[SavedGame]:
    """Yield the set-ups that a module (.vmod) brings along; those that cannot be read are left out."""
    with Archive(module) as archive, tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(n for n in archive.names if n.lower().endswith((".vsav", ".sav"))):
            copy = Path(folder) / f"{number}.vsav"
            data = archive.read(name)
            if len(data) > _LARGEST:
                continue
            copy.write_bytes(data)
            try:
                yield read_saved_game(copy)
            except FormatError:
                continue


def settle_hexes(draft: Draft, saves: Iterable[SavedGame], parts: ModuleInputs, words: Words) -> None:
    """Write into a draft where two hexes lie, if the pieces of some saves settle it; else leave it as it is."""
    spec = draft.spec.map
    if spec is None or spec.hexes:
        return
    units = {piece: (u,) if isinstance(u, str) else tuple(u) for piece, u in draft.spec.units.items()}
    translator = Translator(Profile(Path("draft"), draft.spec, units), parts, words, None)
    where = [(unit, spec.lattice.cell_at(x, y)) for save in saves for unit, x, y in translator.lying(save)]
    cells = own_cells(parts.board.grid)
    fit = fit_to_pieces(where, parts, cells) if where else None
    if fit is None:
        return
    grid = parts.board.grid
    points = {}
    for corner in (grid.at(0, 0), grid.at(grid.rows - 1, grid.cols - 1)):
        if corner is not None:
            x, y = spec.lattice.centre(fit.overlay.under(cells[corner]))
            points[grid.name(corner)] = [round(x, 1), round(y, 1)]
    how = f"derived:{fit.agreed} of {fit.asked} pieces of a save that begin in a city of their own"
    draft.spec = changed(draft.spec, map=changed(spec, hexes=points, source=how))
    draft.guessed = [item for item in draft.guessed if item.kind != "map"]
    error = f"{fit.asked - fit.agreed} of {fit.asked} pieces by which it was found lie elsewhere" if fit.error else ""
    (draft.guessed if error else draft.sure).append(DraftItem("map", spec.name, "hexes by the pieces of a save", error))
