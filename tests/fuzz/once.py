"""Values that each input would compute anew although they do not depend on it, kept in the process that fuzzes.

A command loads its game, reads the same data files and checks the same map for each input; that took most of the time
of several targets. What depends on an input is read anew: nothing is kept that an owner's folder can change.
"""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from trc_module.board import geometry
from trc_module.facts import Problem, parsing
from trc_module.module import inputs

_TEXTS = 300
"""Texts that are kept: more than a game has data files, so that those of inputs do not drive ours out."""


def keep_what_stays(patch: pytest.MonkeyPatch) -> None:
    """Parse a text, make the parts of a module and check our own map only once, until the patch is undone."""
    patch.setattr(parsing, "tomllib", SimpleNamespace(loads=_loads))
    patch.setattr(inputs, "load_inputs", lru_cache(maxsize=8)(inputs.load_inputs))
    patch.setattr(geometry, "_Checks", _kept(geometry._Checks))


def _loads(text: str) -> dict[str, Any]:
    tree: dict[str, Any] = pickle.loads(_pickled(text))
    return tree


@lru_cache(maxsize=_TEXTS)
def _pickled(text: str) -> bytes:
    # Whoever corrects a tree changes his own copy.
    return pickle.dumps(tomllib.loads(text))


def _kept(checks: type[geometry._Checks]) -> type[geometry._Checks]:
    known: dict[tuple[Path, str], list[Problem]] = {}

    class Kept(checks):  # type: ignore[misc, valid-type]
        def layer(self, name: str, kind: type[Any], expected: Callable[[Any], Any]) -> Iterator[Problem]:
            if self.overlay and any((self.overlay / "map").glob("*")):
                yield from super().layer(name, kind, expected)
                return
            if (self.folder, name) not in known:
                known[self.folder, name] = list(super().layer(name, kind, expected))
            yield from known[self.folder, name]

    return Kept
