"""The scenarios as the rules ask about them: when each begins and ends, and on whose side of its line a place lies."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from trc_module.resources import data_dir
from trc_module.roster.scenarios import Scenario, load_scenarios

NONE = "none"


@lru_cache(maxsize=8)
def scenarios_of(overlay: Path | None = None) -> dict[str, Scenario]:
    """Return the scenarios by the word that a record uses; DataError if a file is wrong."""
    return load_scenarios(data_dir() / "trc", overlay)


def scenario_of(name: str, overlay: Path | None = None) -> Scenario | None:
    """Return a scenario by the word that a record uses, None for 'none'."""
    return None if name == NONE else scenarios_of(overlay)[name]
