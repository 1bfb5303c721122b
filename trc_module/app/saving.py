"""Saving of a position that was tried on the page: as a record, or as a log that VASSAL opens."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from trc_module.app.asking import Asked
from trc_module.app.correcting import erratum
from trc_module.app.opened import OpenGame
from trc_module.module.compose import compose
from trc_module.rules.actions import Move
from trc_module.rules.places import Trail
from trc_module.rules.record import Line, Record, record_text
from trc_module.rules.state import State
from trc_module.version import __version__


def record(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return the position that was tried, as a record that `trc-module check` reads."""
    asked = Asked(game, fields)
    tried = Record(game.audit.log.parts.game, asked.state())
    text = f"# Tried on the page, from step {asked.step} of {_names(game)}.\n{record_text(tried)}"
    return f"{_stem(game)}-tried.game", text.encode()


def log(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return a log for VASSAL that begins with the position of the step and drags the units to where they were put."""
    asked = Asked(game, fields)
    parts = game.audit.log.parts
    start = game.positions.at(asked.step)
    moves, state = [], start
    for unit, place in asked.edits():
        at = state.place(unit)
        if at is None or isinstance(at, str) or place is None or isinstance(place, str):
            # No drag from hex to hex: it is there from the beginning.
            start = game.questions.put(start, unit, place)
        else:
            moves.append(Move(unit, Trail((at, place), frozenset({0}))))
        state = game.questions.put(state, unit, place)
    if any(start.place(move.unit) != move.trail.hexes[0] for move in moves[:1]):
        moves, start = [], asked.state()
    return f"{_stem(game)}-tried.vlog", _composed(game, start, moves, parts)


def _composed(game: OpenGame, start: State, moves: list[Move], parts: Any) -> bytes:
    lines = tuple(Line(number, move) for number, move in enumerate(moves, 1))
    tried = Record(parts.game, start, lines)
    with tempfile.TemporaryDirectory(prefix="trc-module-") as folder:
        path = Path(folder) / "tried.vlog"
        compose(parts, tried, path, __version__, declared=False)
        return path.read_bytes()


def clean(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return the last log without names and passwords, as `trc-module scrub` writes it."""
    from trc_module.vassal.scrub import write_scrubbed

    path = game.audit.chain.links[-1].execution.log.path
    with tempfile.TemporaryDirectory(prefix="trc-module-") as folder:
        target = Path(folder) / path.name
        write_scrubbed(path, target)
        return f"{_plain(path.stem)}-clean{path.suffix}", target.read_bytes()


def _stem(game: OpenGame) -> str:
    return _plain(game.audit.chain.links[-1].execution.log.path.stem)


def _plain(text: str) -> str:
    """Return a name that may stand in a header: letters, digits and a few signs of ASCII."""
    kept = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_.") else "-" for sign in text)
    return kept.strip("-.")[:80] or "game"


def _names(game: OpenGame) -> str:
    chain = game.audit.chain
    return ", ".join(_plain(chain.name(index)) for index in range(len(chain.links)))


FORMS: Mapping[str, Callable[[OpenGame, Mapping[str, Any]], tuple[str, bytes]]] = {
    "record": record,
    "log": log,
    "clean": clean,
    "erratum": erratum,
}
