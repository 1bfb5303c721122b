"""One hook for the support that options lend to attacks: artillery (26.5), a barrage (26.13)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.data import Trc
from trc_module.rules.actions import Attack
from trc_module.rules.hooks import hook
from trc_module.rules.state import State


@hook
def reinforced(game: Trc, state: State, act: Attack) -> Iterator[Attack]:
    """Yield an attack with the support that options lend to it."""
    yield from ()
