"""Packages whose public names are imported with their modules when they are first asked for (PEP 562)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def lazily(package: str, modules: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """Return a package's `__getattr__`, by which each name comes from the module of the package that `modules` says.

    A name that was asked for once is the package's own from then on. AttributeError as of any module for other names.
    """
    homes = {name: module for module, names in modules.items() for name in names}

    def find(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return find
