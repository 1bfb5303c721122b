"""Where a datum comes from, how far it can be trusted, and what is wrong with a data file."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trc_module.facts.checklist import Item, Sheet
    from trc_module.facts.errors import DataError
    from trc_module.facts.problem import HasFacts, Inspect, Inspection, Problem
    from trc_module.facts.source import Fact, Source, Trust, weakest
else:
    # Who draws a counter needs sources and nothing that reads or checks a file.
    _WITH = {
        "checklist": ("Item", "Sheet"),
        "errors": ("DataError",),
        "problem": ("HasFacts", "Inspect", "Inspection", "Problem"),
        "source": ("Fact", "Source", "Trust", "weakest"),
    }
    _HOME = {name: module for module, names in _WITH.items() for name in names}

    def __getattr__(name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


__all__ = [
    "DataError",
    "Fact",
    "HasFacts",
    "Inspect",
    "Inspection",
    "Item",
    "Problem",
    "Sheet",
    "Source",
    "Trust",
    "weakest",
]
