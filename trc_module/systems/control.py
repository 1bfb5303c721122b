"""Control of places: the side that holds each city, well or junction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from trc_module.hexgrid import Hex, hexes
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.game import agree, in_words
from trc_module.rules.slices import Quiet
from trc_module.rules.state import State

if TYPE_CHECKING:
    from trc_module.rules.record.grammar import Lexicon
    from trc_module.rules.record.text import Tokens
    from trc_module.rules.slices import Ground


def _stated(game: Ground, lines: list[Tokens], lexicon: Lexicon) -> Iterator[tuple[Hex, str, str, Tokens]]:
    """Yield the places that lines of a header tell of: hex, holder, the words, and the line."""
    for tokens in lines:
        for entry in (" ".join(piece.text.split()) for piece in tokens.entries()):
            name, _, side = entry.rpartition(" ")
            at = game.places.get(name) or lexicon.grid.find(name)
            if at is None:
                raise tokens.error("a city, an oil well or a hex, and who controls it", entry)
            if side not in (*game.sides, "none"):
                raise tokens.error(" or ".join((*game.sides, "none")), side)
            yield at, "" if side == "none" else side, entry, tokens


class ControlSystem(Quiet):
    """Control in records: `control:`, a place and who holds it, place by place."""

    keys = FrozenMap(
        {"control": "a place by name or hex, and the side that controls it, or 'none'; again after a comma"}
    )

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read places that are not in the hands in which the scenario has them."""
        held = {at: side for at, side, _, _ in _stated(game, lines, lexicon)}
        return state.changed(control=state.control.merged(held))

    def completed(
        self, game: Ground, state: State, lines: list[Tokens], lexicon: Lexicon
    ) -> tuple[State, tuple[str, ...]]:
        """Give each place to the side whose units stand there: a header may leave that out, and may not deny it."""
        names = {h: place for place, h in reversed(list(game.places.items()))}
        theirs = {
            at: side
            for side, members in game.held_by_units(state).items()
            for at in hexes(members)
            if at in game.controllable
        }
        # What is said last of a place holds.
        last = {at: (side, entry, tokens) for at, side, entry, tokens in _stated(game, lines, lexicon)}
        for at, (side, entry, tokens) in last.items():
            if at in theirs and theirs[at] != side:
                stack = state.forces[theirs[at]].stack(at)
                units, verb = in_words(stack), agree(stack, "stands", "stand")
                where = names.get(at, lexicon.grid.name(at))
                raise tokens.error(f"'{where} {theirs[at]}', since {units} {verb} there", entry)
        new = {at: side for at, side in theirs.items() if state.control.get(at, "") != side}
        if not new:
            return state, ()
        form = "{} is the {} side's, whose units stand there; the header leaves it out."
        notes = (form.format(names[at], side) for at, side in new.items() if at in names)
        return state.changed(control=state.control.merged(new)), tuple(notes)

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
