"""Acts with dice, thrown by somebody else than the player who has proposed them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from trc_module.rules.actions import Action
    from trc_module.rules.game import GameData
    from trc_module.rules.state import State

Roll = Callable[[int], int]
"""Rolls a die of so many faces."""
FACES = 6
"""The faces of a die of which nothing else is known."""
FOLLOWS = ("result", "weather", "told", "hits", "drm")
"""The fields of an act that say what its die brings: who reads the die out of the act itself needs none."""
_DICE = ("die", "dice")
_TURNS = (0, 3, 1, 4, 2, 5)


def has_dice(act: Any) -> bool:
    """Tell whether dice are thrown with an act."""
    return bool(_names(act))


def with_dice(act: Any, roll: Roll, faces: int = FACES) -> Any:
    """Return an act whose dice, if it has any, are thrown anew; what was read out of them is left out."""
    changed: dict[str, Any] = {}
    for name in _names(act):
        changed[name] = roll(faces) if name == "die" else tuple(roll(faces) for _ in act.dice)
    if not changed:
        return act
    names = {each.name for each in fields(act)}
    for name in FOLLOWS:
        if name in names:
            changed[name] = "" if isinstance(getattr(act, name), str) else None
    return replace(act, **changed)


def thrown(game: GameData, state: State, act: Action, roll: Roll) -> Action:
    """Return an act with dice that nobody has chosen, as the rules list it with them.

    What other fields say of the die is taken from the list; so are the faces of a single die.
    """
    if not has_dice(act):
        return act
    alike, faces = _alike(game, state, act)
    return _as_listed(with_dice(act, roll, faces), alike)


def throws(game: GameData, state: State, act: Action) -> list[Action]:
    """Return an act with dice in throws that stand for all: each die shows each of its faces once.

    Of one die these are all throws. Of several the number of faces of a kind has its true average over them.
    """
    count = len(act.dice) if "dice" in _names(act) else 1  # type: ignore[attr-defined]
    alike, faces = _alike(game, state, act)
    found = []
    for first in range(faces):
        pips = iter(_pips(first, count, faces))
        found.append(_as_listed(with_dice(act, lambda _: next(pips)), alike))  # noqa: B023 - called at once
    return found


def _pips(first: int, count: int, faces: int) -> list[int]:
    """Return the dice of a throw: each is turned by other faces than the one before, so that they differ."""
    turns = (_TURNS[number % len(_TURNS)] + number // len(_TURNS) for number in range(count))
    return [1 + (first + turn) % faces for turn in turns]


def in_groups(acts: Sequence[Action]) -> Iterator[list[Action]]:
    """Yield acts in groups: those that differ in nothing but their dice, and what these bring, together."""
    groups: dict[Any, list[Action]] = {}
    for act in acts:
        groups.setdefault(_apart(act) if has_dice(act) else id(act), []).append(act)
    yield from groups.values()


def _names(act: Any) -> list[str]:
    names = [each.name for each in fields(act) if each.name in _DICE]
    return [name for name in names if (value := getattr(act, name)) and not (name == "die" and isinstance(value, str))]


def _apart(act: Any) -> tuple[Any, ...]:
    """Return what an act says beside its dice and what follows from them."""
    return type(act), *(getattr(act, each.name) for each in fields(act) if each.name not in (*_DICE, *FOLLOWS))


def _shown(act: Any) -> tuple[Any, ...]:
    return tuple(getattr(act, name, None) for name in _DICE)


def _alike(game: GameData, state: State, act: Action) -> tuple[list[Any], int]:
    """Return the listed acts that differ from this one in nothing but their dice, and the faces of a die of theirs."""
    alike = [other for other in _listed(game, state, act) if _apart(other) == _apart(act)]
    shown = {other.die for other in alike if isinstance(getattr(other, "die", None), int)}
    return alike, max(shown) if len(shown) > 1 else FACES


def _as_listed(act: Any, alike: Sequence[Any]) -> Action:
    """Return the one of the listed acts that shows the same dice, else the act itself."""
    return cast("Action", next((other for other in alike if _shown(other) == _shown(act)), act))


def _listed(game: GameData, state: State, act: Action) -> Iterator[Any]:
    lister = game.book.listers.get(type(act))
    yield from (other for other in (lister(game, state) if lister is not None else ()) if type(other) is type(act))
