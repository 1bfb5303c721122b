"""A game by its name."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trc_module.rules.game import Game


def game(name: str, *, options: Iterable[str] = (), data: str | Path | None = None) -> Game:
    """Return an installed game with the optional rules in play; `data` is a folder of your corrections of its data.

    Raises:
        UserError: There is no game of that name, or no such option.

    >>> game("nr").title
    'No Retreat! The Russian Front'
    """
    from trc_module.rules.finder import find_game

    return find_game(name, frozenset(options), None if data is None else Path(data))
