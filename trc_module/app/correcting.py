"""A correction of the map, thought of on the page: an errata sheet that says it, checked before it is handed out."""

from __future__ import annotations

import datetime
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from trc_module.app.asking import AskedQuestion
from trc_module.app.opened import OpenGame
from trc_module.errors import UserError

_LONGEST = 200
"""Letters of what somebody says about a correction."""


def erratum(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return a sheet that gives a hex another terrain.

    Raises:
        UserError: It has that terrain already, or the map would contradict itself.
    """
    from trc_module.board import load_board_with
    from trc_module.board.checks import problems_of
    from trc_module.facts.errata import read_errata, read_erratum

    asked, parts = AskedQuestion(game, fields), game.audit.log.parts
    board, folder = parts.board, parts.folder
    overlay = Path(game.overlay) if game.overlay else None
    hex_, new, source = (
        asked.hex("hex"),
        asked.word("terrain"),
        " ".join(filter(str.isprintable, asked.word("source").split())),
    )
    name, old = board.grid.name(hex_), board.terrain[hex_].id
    if new not in board.legend.terrain or len(source) > _LONGEST:
        raise UserError("That is not a correction of this map.")
    if new == old:
        raise UserError(f"{name} is {old} in the data already.")
    text = _sheet(name, old, new, source or "my copy of the map")
    with tempfile.TemporaryDirectory(prefix="trc-module-") as place:
        path = Path(place) / f"hex-{name.lower()}.toml"
        path.write_text(text, encoding="utf-8")
        theirs = (*(read_errata(overlay, folder) if overlay else ()), read_erratum(path))
        after, _ = load_board_with(folder, overlay, read_errata(folder), theirs, board.switches)
        known = {problem.message for problem in problems_of(board, folder, overlay)}
        wrong = [each for each in problems_of(after, folder, overlay) if each.is_error and each.message not in known]
    if wrong:
        raise UserError(f"The map would contradict itself: {wrong[0].message}")
    return path.name, text.encode()


def _sheet(name: str, old: str, new: str, source: str) -> str:
    said = {"title": f"{name} is {new}", "source": f"owner:{source}"}
    head = {"title": said["title"], "date": datetime.datetime.now(tz=datetime.UTC).date(), "source": said["source"]}
    lines = {"hex": name, "field": "terrain", "old": old, "new": new}
    return f"{_lines(head)}\n[[correction]]\n{_lines(lines)}"


def _lines(values: Mapping[str, Any]) -> str:
    """Return lines of TOML; a text of JSON is one of TOML too."""
    return "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False) if isinstance(value, str) else value}\n"
        for key, value in values.items()
    )
