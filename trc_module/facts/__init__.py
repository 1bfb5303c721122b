"""Facts: data with their sources and the trust that these deserve, and the problems of a data file."""

from typing import TYPE_CHECKING

from trc_module.lazy import lazily

if TYPE_CHECKING:
    from trc_module.facts.checklist import ChecklistItem, ChecklistSheet
    from trc_module.facts.errors import DataError
    from trc_module.facts.problem import HasFacts, Inspect, Inspection, Problem
    from trc_module.facts.source import Fact, Source, Trust, weakest
else:
    # Drawing a counter needs sources, and none of the modules that read or check a file.
    __getattr__ = lazily(
        __name__,
        {
            "checklist": ("ChecklistItem", "ChecklistSheet"),
            "errors": ("DataError",),
            "problem": ("HasFacts", "Inspect", "Inspection", "Problem"),
            "source": ("Fact", "Source", "Trust", "weakest"),
        },
    )


__all__ = [
    "ChecklistItem",
    "ChecklistSheet",
    "DataError",
    "Fact",
    "HasFacts",
    "Inspect",
    "Inspection",
    "Problem",
    "Source",
    "Trust",
    "weakest",
]
