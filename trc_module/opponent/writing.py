"""A log that goes on where another has ended: the program's acts, each with a sentence, as VASSAL would write it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from trc_module.module.compose import Composer
from trc_module.module.identity import save_data
from trc_module.module.recipe import ModuleInputs
from trc_module.opponent.table import EndOfLog, GoingOn
from trc_module.replay.gamelog import GameLog
from trc_module.rules.actions import Action
from trc_module.rules.state import State
from trc_module.systems.cards import held_by
from trc_module.vassal.commands import AddPlayer, ChangeProperty, Chat, Command, Node, Notes
from trc_module.vassal.saves import make_step, write_saved_game

NAME = "trc-module"
"""The name under which the program sits at the table."""

Says = Callable[[State, Action], str]
"""The sentence that the program says of an act in a position; '' for none."""


def line(text: str) -> Chat:
    """Return a line of the program in the chat: not as a player's words, in which an audit looks for acts."""
    return Chat(f"* {NAME}: {text}")


class _Reply(Composer):
    """Composes the steps of a reply."""

    def __init__(
        self,
        parts: ModuleInputs,
        state: State,
        table: GoingOn,
        end: EndOfLog,
        seats: dict[str, str],
        drawn: Iterable[str],
    ) -> None:
        super().__init__(parts, state, table, dice=end.dice())
        self._seats, self._drawn = seats, iter(drawn)
        self._badges.resume()
        self._table = table

    def password(self, side: str) -> str:
        return self._seats.get(side, "") or super().password(side)

    def owner(self, side: str) -> str:
        """Return the password of who alone may see the hand of a side; '' if nobody has taken it."""
        return self._seats.get(side, "")

    def drawn(self, side: str, cards: list[str]) -> str:
        """Return the card that was drawn when the part was played."""
        return next(self._drawn)

    def deal(self, side: str) -> Iterator[Node]:
        """Yield the step in which the hand of a side gets as many cards as it has, if the table shows others."""
        commands = list(self._carried(self.cards.fill(side, held_by(self.state, side)))) if self.cards else []
        if commands:
            yield make_step(commands)

    def act(self, action: Action, text: str) -> Iterator[Node]:
        """Yield the steps of an act, the sentence with the first of them."""
        before = self.state
        said = text
        for commands in self.commands(action):
            yield make_step([*([line(said)] if said else []), *commands])
            said = ""
        shown = list(self._shown(before))
        if shown:
            yield make_step(shown)

    def _shown(self, before: State) -> Iterator[Command]:
        """Yield what the module's properties show of a position and did not show of the one before."""
        old = self._words(before)
        for name, value in self._words(self.state).items():
            now = self._table.values.get(name, "")
            if old.get(name) != value and now != value:
                self._table.values[name] = value
                yield ChangeProperty(name, now, value, "Module")

    def _words(self, state: State) -> dict[str, str]:
        return dict(self.parts.recipe.words_on_table(self.parts, state))


def write_reply(
    log: GameLog,
    end: EndOfLog,
    state: State,
    side: str,
    acts: Sequence[tuple[State, Action]],
    drawn: Iterable[str],
    says: Says,
    before: Iterable[str],
    after: Sequence[str],
    notes: Notes,
    output: Path,
    version: str,
) -> int:
    """Write the log of some acts that follow a log, and return its number of steps.

    `drawn` are the cards that were drawn, `before` and `after` lines that the program says first and last, and `notes`
    what the notes of the game say then. UserError if no log can hold an act.
    """
    parts = log.parts
    seats = {each: end.seat_of(each) for each in parts.game.sides}
    taken = seats[side]
    seat = None if taken else AddPlayer(f"{NAME}-{side}", NAME, side.capitalize())
    seats[side] = taken or f"{NAME}-{side}"
    initial = end.save(seat)
    composer = _Reply(parts, state, GoingOn(parts, log, end), end, seats, drawn)
    steps = [make_step([line(text)]) for text in before]
    steps += composer.deal(side)
    for position, action in acts:
        steps += composer.act(action, says(position, action))
    *others, last = after
    steps += (make_step([line(text)]) for text in others)
    steps.append(make_step([line(last), notes]))
    write_saved_game(
        output,
        initial,
        steps,
        save_data=save_data(version, "An answer of the program"),
        module_data=log.saved.module_data or parts.module_data(version),
    )
    return len(steps)
