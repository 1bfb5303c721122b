"""Control of places: the side that holds each city, well or junction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from trc_module.hexgrid import Hex
from trc_module.rules.slices import Quiet
from trc_module.rules.state import State

if TYPE_CHECKING:
    from trc_module.rules.record.grammar import Lexicon
    from trc_module.rules.record.text import Tokens
    from trc_module.rules.slices import Ground


class ControlSystem(Quiet):
    """Control in records: `control:`, a place and who holds it, place by place."""

    keys = {"control": "a place by name or hex, and the side that controls it, or 'none'; again after a comma"}  # noqa: RUF012

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read places that are not in the hands in which the scenario has them."""
        held: dict[Hex, str] = {}
        for tokens in lines:
            for entry in (" ".join(piece.text.split()) for piece in tokens.entries()):
                name, _, side = entry.rpartition(" ")
                at = game.places.get(name) or lexicon.grid.find(name)
                if at is None:
                    raise tokens.error("a city, an oil well or a hex, and who controls it", entry)
                if side not in (*game.sides, "none"):
                    raise tokens.error(" or ".join((*game.sides, "none")), side)
                held[at] = "" if side == "none" else side
        return state.changed(control=state.control.merged(held))

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Write the places that have changed hands since the scenario began."""
        name = game.board.grid.name
        by_hex = {h: place for place, h in reversed(list(game.places.items()))}
        changed = sorted(h for h in state.control if state.control[h] != begin.control.get(h))
        if changed:
            yield "control", ", ".join(f"{by_hex.get(h, name(h))} {state.control[h] or 'none'}" for h in changed)

    def problems(self, game: Ground, state: State) -> Iterator[str]:
        """Find places of unknown control, and holders that are no side."""
        if set(state.control) != set(game.controllable):
            yield "Control is not told of exactly the places that can be controlled."
        strange = set(state.control.values()) - {"", *game.sides}
        if strange:
            yield f"Places are controlled by {sorted(strange)}."
