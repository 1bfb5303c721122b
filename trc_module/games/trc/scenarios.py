"""The scenarios as far as the rules of sections 2 to 25 ask about them: when each begins and ends (27)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache

from trc_module.facts import DataError
from trc_module.resources import data_dir


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario's first and last turn."""

    name: str
    first_turn: int
    last_turn: int


@lru_cache(maxsize=16)
def scenario_of(name: str) -> Scenario | None:
    """Return a scenario by the word that a record uses, None for 'none'; DataError if its file is wrong."""
    path = data_dir() / "trc" / "scenarios" / f"{name}.toml"
    if name == "none":
        return None
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
        return Scenario(str(tree["name"]), int(tree["first-turn"]), int(tree["last-turn"]))
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise DataError(path, "a scenario with 'name', 'first-turn' and 'last-turn'", str(error)) from error
