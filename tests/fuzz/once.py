"""Values that each input would compute anew although they do not depend on it, kept in the process that fuzzes.

A command loads its game, reads the same data files and checks the same map for each input; that took most of the time
of several targets. What depends on an input is read anew: nothing is kept that an owner's folder can change.
"""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from trc_module.board import Board, checks, geometry
from trc_module.facts import Problem, parsing
from trc_module.module import inputs

_TEXTS = 300
"""Texts that are kept: more than a game has data files, so that those of inputs do not drive ours out."""


def keep_what_stays(patch: pytest.MonkeyPatch) -> None:
    """Parse a text, make the parts of a module and check our own map only once, until the patch is undone."""
    patch.setattr(parsing, "tomllib", SimpleNamespace(loads=_loads))
    patch.setattr(inputs, "load_inputs", lru_cache(maxsize=8)(inputs.load_inputs))
    patch.setattr(checks, "check_geometry", _kept(geometry.check_geometry))


def _loads(text: str) -> dict[str, Any]:
    tree: dict[str, Any] = pickle.loads(_pickled(text))
    return tree


@lru_cache(maxsize=_TEXTS)
def _pickled(text: str) -> bytes:
    # Whoever corrects a tree changes his own copy.
    return pickle.dumps(tomllib.loads(text))


def _kept(check: Callable[..., list[Problem]]) -> Callable[..., list[Problem]]:
    known: dict[tuple[Path, bool], list[Problem]] = {}

    def kept(board: Board, folder: Path, overlay: Path | None = None) -> list[Problem]:
        if overlay and any((overlay / "map").glob("*")):
            return check(board, folder, overlay)
        key = (folder, overlay is not None)
        if key not in known:
            known[key] = check(board, folder, overlay)
        return known[key]

    return kept
