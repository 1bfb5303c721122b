"""Where a datum comes from, how far it can be trusted, and what is wrong with a data file."""

from trc_module.facts.checklist import Item, Sheet
from trc_module.facts.errors import DataError
from trc_module.facts.problem import HasFacts, Inspect, Inspection, Problem
from trc_module.facts.source import Fact, Source, Trust, weakest

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
