"""Temporary conditions of units, beside everything else: a layer with a badge for each condition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from trc_module.module.badge import Badge
from trc_module.module.layout import COUNTER
from trc_module.module.table_file import ConditionData
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import layer
from trc_module.vassal.values import Key

IS_NOT, IS = 1, 2
"""The levels of a condition's layer."""
_START = "Is"
_FIRST, _APART = -COUNTER // 2 + 14, 26


def layer_name(condition: str) -> str:
    """Return the name of a condition's layer, which expressions can read: `IsUnsupplied`."""
    return _START + condition.title().replace("-", "")


def set_key(condition: str) -> Key:
    """Return the pieces' key that begins a condition."""
    return Key.named(f"Set{layer_name(condition)}")


def clear_key(condition: str) -> Key:
    """Return the pieces' key that ends a condition."""
    return Key.named(f"Clear{layer_name(condition)}")


def all_clear(condition: str) -> Key:
    """Return the module's key that ends a condition of all units."""
    return Key.named(f"None{layer_name(condition)}")


def condition_image(condition: ConditionData) -> str:
    """Return the file name of a condition's badge."""
    return f"is-{condition.id}.png"


def condition_badges(conditions: Iterable[ConditionData]) -> Iterator[tuple[str, Badge]]:
    """Yield the badges by their file names; they lie below each other on the right side."""
    for number, condition in enumerate(conditions):
        yield condition_image(condition), Badge(condition.sign, condition.ground, 28, _FIRST + number * _APART)


def condition_layers(conditions: Iterable[ConditionData], words: Mapping[str, str]) -> Iterator[Trait]:
    """Yield the layers; the badge can be taken off by hand too, as a marker can."""
    for condition in conditions:
        yield layer(
            layer_name(condition.id),
            ("", condition_image(condition)),
            up_key=set_key(condition.id),
            down_key=clear_key(condition.id),
            down_command=words.get(f"menu.off-{condition.id}", f"No more: {condition.id}"),
            loop=False,
        )
