"""Rails: the hexes of a rail net that each side can use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from trc_module.hexgrid import HexSet
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.slices import Quiet, Slice
from trc_module.rules.state import State

if TYPE_CHECKING:
    from trc_module.rules.record.grammar import Lexicon
    from trc_module.rules.record.text import Tokens
    from trc_module.rules.slices import Ground

_NONE: FrozenMap[str, HexSet] = FrozenMap()
_KEY = "rails"
RAILS = Slice(_KEY, _NONE)


def rails_of(state: State) -> FrozenMap[str, HexSet]:
    """Return the rail hexes that each side can use."""
    # Read straight from the position: every checked move asks.
    found: FrozenMap[str, HexSet] = state.slices.get(_KEY, _NONE)
    return found


def with_rails(state: State, rails: FrozenMap[str, HexSet]) -> State:
    """Return a position with other rails."""
    return RAILS.put(state, rails)


class RailSystem(Quiet):
    """The rails of each side, in records: `rail:`, a side and the hexes that it has gained, group by group."""

    keys = FrozenMap(
        {"rail": "a side and the rail hexes that it can use beside those of the scenario; again after a comma"}
    )

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read hexes that one side has gained, and the others lost."""
        rails = dict(rails_of(state))
        for group in (entry for line in lines for entry in line.entries()):
            if group.peek() not in game.sides:
                raise group.error(" or ".join(game.sides))
            side = group.take("a side")
            members: HexSet = 0
            while group.peek():
                members |= 1 << lexicon.hex(group)
            rails = {other: held & ~members for other, held in rails.items()}
            rails[side] = rails.get(side, 0) | members
        return with_rails(state, FrozenMap(rails))

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Write what each side has gained since the scenario began."""
        groups = []
        for side in game.sides:
            gained: HexSet = rails_of(state).get(side, 0) & ~rails_of(begin).get(side, 0)
            if gained:
                groups.append(" ".join((side, *game.board.grid.names(gained))))
        if groups:
            yield "rail", ", ".join(groups)

    def problems(self, game: Ground, state: State) -> Iterator[str]:
        """Find rails where there are none, and rails of two sides."""
        seen: HexSet = 0
        for side, rails in rails_of(state).items():
            if rails & ~game.board.rail_hexes:
                yield f"The {side} side has rails where there are none."
            if rails & seen:
                yield "A rail hex belongs to both sides."
            seen |= rails
