"""Search for the recipe that makes a game's module."""

from __future__ import annotations

from pathlib import Path

from trc_module.gamespec import imported, read_spec
from trc_module.module.identity import Identity
from trc_module.module.recipe import Recipe
from trc_module.module.table_file import TABLE_FILE, read_table


def find_recipe(folder: Path) -> Recipe:
    """Return the recipe that a game's `module/table.toml` names, or the one that does what that file says.

    Raises:
        DataError: A line of the file is wrong.
        UserError: The recipe is not there, or may not run (see `gamespec.trusted`).
    """
    table = read_table(folder)
    spec = read_spec(folder)
    identity = Identity(spec.module, table.identity.description, table.identity.layout)
    if not table.recipe:
        # It imports mechanisms and their acts, which a game with a recipe of its own need not load.
        from trc_module.module.table.recipe import TableRecipe

        return TableRecipe(identity, spec, table)
    make = imported(spec, table.recipe, "make_recipe", folder / TABLE_FILE).make_recipe
    recipe: Recipe = make(identity)
    return recipe
