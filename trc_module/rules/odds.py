"""The odds kernel: two strengths as a step of the ladder ... 1-3, 1-2, 1-1, 2-1, 3-1 ...

A step is a number: 1-1 is 0, each step in the attacker's favour one more. So shifts are sums, and odds that
no table has (1-8) are steps like any other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from trc_module.errors import UserError

_ODDS = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")

HOPELESS = -1_000_000
"""The step of an attack without any strength."""


def step(attack: int, defence: int) -> int:
    """Return the step of two strengths, every fraction rounded for the defender."""
    if attack <= 0:
        return HOPELESS
    if defence <= 0:
        return -HOPELESS
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


def name(step_: int) -> str:
    """Return a step as players write it: `3-1`."""
    return f"{step_ + 1}-1" if step_ >= 0 else f"1-{1 - step_}"


def parse(text: str) -> int | None:
    """Return the step of odds as players write them; None for what is no step of the ladder (3-2, 0-1)."""
    match = _ODDS.fullmatch(text)
    if match is None:
        return None
    attack, defence = int(match[1]), int(match[2])
    if attack < 1 or defence < 1 or 1 not in (attack, defence):
        return None
    return attack - 1 if defence == 1 else 1 - defence


@dataclass(frozen=True)
class Ladder:
    """The columns of a table of odds, such as 1-3, 1-2, 1-1, 3-2, 2-1: any ratios, the worst for the attacker first."""

    columns: tuple[str, ...]

    def column(self, attack: int, defence: int) -> int | None:
        """Return the index of the best column that two strengths reach; None if they reach none."""
        found = None
        for index, (a, d) in enumerate(self._ratios):
            # The fraction is rounded for the defender: a column counts only where its ratio is reached.
            if attack > 0 and attack * d >= a * defence:
                found = index
        return found

    def shifted(self, column: int, by: int) -> int:
        """Return a column moved to the attacker's side (or the other, below 0), within the table."""
        return max(0, min(column + by, len(self.columns) - 1))

    @cached_property
    def _ratios(self) -> tuple[tuple[int, int], ...]:
        found = []
        for text in self.columns:
            match = _ODDS.fullmatch(text)
            if match is None or not int(match[2]):
                raise UserError(f"Expected odds as in 3-2 over a column of the results table, found '{text}'.")
            found.append((int(match[1]), int(match[2])))
        return tuple(found)
