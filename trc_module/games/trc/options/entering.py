"""The whole book: imports the chapters and all options, which enter their rules, and gathers the options' words."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from types import ModuleType

from trc_module.games.trc.book import book
from trc_module.games.trc.extension import Extension, together

__all__ = ["EXTENSION", "book"]

_PACKAGES = ("trc_module.games.trc.options", "trc_module.games.trc.variants")
"""The packages that hold modules of options; each module is found by being there."""


def _modules() -> Iterator[ModuleType]:
    for package in _PACKAGES:
        spec = importlib.util.find_spec(package)
        for found in pkgutil.iter_modules(spec.submodule_search_locations if spec else []):
            yield importlib.import_module(f"{package}.{found.name}")


# This module itself has none at this moment.
EXTENSION: Extension = together([module.EXTENSION for module in _modules() if hasattr(module, "EXTENSION")])
"""The words of all options."""
