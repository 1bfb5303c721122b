"""Search for the recipe that makes a game's module."""

from __future__ import annotations

import importlib
from pathlib import Path

from trc_module.facts import DataError
from trc_module.gamespec import read_spec
from trc_module.module.identity import Identity
from trc_module.module.recipe import Recipe
from trc_module.module.table_file import TABLE_FILE, read_table


def find_recipe(folder: Path) -> Recipe:
    """Return the recipe that a game's `module/table.toml` names, or the one that does what that file says.

    DataError names the line of the file that is wrong.
    """
    table = read_table(folder)
    spec = read_spec(folder)
    identity = Identity(spec.module, table.identity.description, table.identity.layout)
    if not table.recipe:
        # It imports mechanisms and their acts, which a game with a recipe of its own need not load.
        from trc_module.module.table.recipe import TableRecipe

        return TableRecipe(identity, spec, table)
    try:
        make = importlib.import_module(table.recipe).make_recipe
    except (ModuleNotFoundError, AttributeError):
        expected = "a Python module with a function make_recipe"
        raise DataError(folder / TABLE_FILE, expected, table.recipe, field="recipe") from None
    recipe: Recipe = make(identity)
    return recipe
