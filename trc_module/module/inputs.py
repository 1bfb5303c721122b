"""Loading what a module is made from."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from trc_module.art.map.sheet import sheet_of
from trc_module.facts.toml_file import read_toml, shape
from trc_module.module.finding import find_recipe
from trc_module.module.layout import TableLayout, load_windows
from trc_module.module.recipe import ModuleInputs as ModuleInputs
from trc_module.module.texts import DEFAULT, known_language
from trc_module.rules.game import Game


def load_inputs(game: Game, folder: Path, language: str = DEFAULT) -> ModuleInputs:
    """Load what a game's module is made from; `folder` is its data folder (module/windows.toml).

    UserError if there are no texts in that language.
    """
    windows = load_windows(folder / "module" / "windows.toml", game.board)
    sheet = sheet_of(game.board)
    layout = TableLayout(game.board, sheet.layout, sheet.size, windows)
    recipe = find_recipe(folder)
    options = _load_options(folder / "module" / "options.toml")
    return ModuleInputs(game, layout, recipe, folder, options, known_language(language))


@lru_cache(maxsize=8)
def known_inputs(game: Game, folder: Path) -> ModuleInputs:
    """Return what `load_inputs` loads, the same again for a game that is the same again: for many logs of it."""
    return load_inputs(game, folder)


class _Options(msgspec.Struct, forbid_unknown_fields=True):
    numbers: list[str]
    source: str


def _load_options(path: Path) -> tuple[str, ...]:
    if not path.is_file():
        return ()
    return tuple(shape(read_toml(path), _Options, path).numbers)
