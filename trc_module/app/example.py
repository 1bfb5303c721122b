"""The game that the app shows where nobody has a log at hand: the opening of the demo, composed when asked for."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from trc_module.errors import UserError
from trc_module.gamespec import find_spec
from trc_module.version import __version__

NAME = "example.vlog"
_RECORD = Path("games") / "opening.game"


def example_game(games: Sequence[str]) -> str:
    """Return the first of some games that has an example; '' if none has."""
    return next((name for name in games if (find_spec(name).folder / _RECORD).is_file()), "")


def example_log(games: Sequence[str]) -> bytes:
    """Return the log of the example; UserError if none of the games has one."""
    from trc_module.module.compose import compose
    from trc_module.module.inputs import load_inputs
    from trc_module.rules.finder import find_game
    from trc_module.rules.record import load_record

    name = example_game(games)
    if not name:
        raise UserError("None of these games has an example.")
    folder = find_spec(name).folder
    record = load_record(folder / _RECORD, find_game)
    with tempfile.TemporaryDirectory(prefix="trc-module-") as place:
        path = Path(place) / NAME
        compose(load_inputs(record.game, folder), record, path, __version__)
        return path.read_bytes()
