"""A position of a game: what is legal in it, what the rules say of an act, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trc_module.rules.actions import Action
    from trc_module.rules.finding import Finding
    from trc_module.rules.game import Game
    from trc_module.rules.state import State


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a game. It never changes: `after` returns another. Its text is a record's (docs/record.md)."""

    game: Game
    state: State

    def legal(self, verb: str = "", unit: str = "") -> list[str]:
        """Return the legal acts as a record writes them: of all verbs or of one, of all units or of one.

        Attacks are listed with up to three units on one hex in games without listers of their own. Acts that hold a
        word without bounds (the seal of a secret) are left out.

        Raises:
            UserError: The game has no such verb or unit, or acts of the verb cannot be listed.
        """
        from trc_module.errors import UserError
        from trc_module.facts.choices import one_of
        from trc_module.rules.record import action_text

        verbs = dict.fromkeys(syntax.verb for syntax in self.game.statements)
        if verb and verb not in verbs:
            raise UserError(f"{self.game.title} has no act {verb!r}; expected {one_of(verbs, verb)}.")
        unit = self.game.aliases.get(unit, unit)
        if unit and unit not in self.game.side_of:
            raise UserError(f"{self.game.title} has no unit {unit!r}; expected {one_of(self.game.side_of, unit)}.")
        texts = [action_text(self.game, act) for act in self._listed(verb, unit)]
        return [text for text in texts if verb in ("", text.split()[0])]

    def _listed(self, verb: str, unit: str) -> Iterator[Action]:
        from trc_module.errors import UserError
        from trc_module.rules.engine import legal_actions
        from trc_module.rules.listing import UnlistedError

        kinds = dict.fromkeys(syntax.action for syntax in self.game.statements if verb in ("", syntax.verb))
        for kind in kinds:
            try:
                yield from legal_actions(self.game, self.state, kind, unit)
            except UnlistedError as error:
                if verb:
                    raise UserError(str(error)) from None

    def told(self, act: str) -> list[Finding]:
        """Return what the rules say of an act, written as in a record; UserError if it cannot be done at all."""
        from trc_module.rules.engine import check

        return check(self.game, self.state, self._act(act))

    def after(self, act: str) -> Position:
        """Return the position after an act, legal or not; UserError if it cannot be done at all."""
        return Position(self.game, self.game.apply(self.state, self._act(act)))

    def _act(self, text: str) -> Action:
        from trc_module.errors import UserError
        from trc_module.rules.record.reader import read_act

        act = read_act(self.game, text)
        wrong = self.game.precondition_error(self.state, act)
        if wrong:
            raise UserError(f"the act '{text}': {wrong}.")
        return act

    def __str__(self) -> str:
        from trc_module.rules.record import position_text

        return position_text(self.game, self.state)


def position(record: str) -> Position:
    """Return the position that a record's header describes, or that its acts lead to.

    Raises:
        UserError: The record cannot be read; it names the line and what was expected there.
    """
    from trc_module.rules.finder import find_game
    from trc_module.rules.record import read_record, try_record

    found = read_record(record, "the position", find_game)
    return Position(found.game, try_record(found, "the position").end)
