"""The commands that frame a save and a log: set-up, logged steps, undo, chat, the empty one."""

from __future__ import annotations

import re

from trc_module.vassal.commands.base import Command

_PLAYER_CHAT = re.compile(r"\A(?:&lt;|<)(?P<player>.*?)(?:&gt;|>) - (?P<words>.*)\Z", re.DOTALL)


class NullCommand(Command, frozen=True):
    """Do nothing: the head of a group, or a command that the engine could not write."""

    def encode(self) -> str:
        """Return the empty text."""
        return ""


class BeginSave(Command, frozen=True):
    """Clear the table (VASSAL.build.module.GameState.SetupCommand)."""

    def encode(self) -> str:
        """Return `begin_save`."""
        return "begin_save"


class EndSave(Command, frozen=True):
    """Start the game; without it the engine calls the loading cancelled."""

    def encode(self) -> str:
        """Return `end_save`."""
        return "end_save"


class NotNewGame(Command, frozen=True):
    """Say that at-start stacks are already there (VASSAL.build.module.NewGameIndicator).

    A save without it gets all of them a second time.
    """

    def encode(self) -> str:
        """Return `SETUP_STACK` and a tab."""
        return "SETUP_STACK\t"


class LogCommand(Command, frozen=True):
    """Keep a command for stepping through (VASSAL.build.module.BasicLogger.LogCommand).

    `command` is None for one that the engine could not write: `LOG<tab>null`, which comes with
    every move.
    """

    command: Command | None

    def encode(self) -> str:
        """Return `LOG`, a tab and the command."""
        return "LOG\t" + ("null" if self.command is None else self.command.encode())


class Undo(Command, frozen=True):
    """Open (`begins`) or close a bracket around the inverse of an earlier step."""

    begins: bool

    @classmethod
    def decode(cls, text: str) -> Undo:
        """Read `UNDO`, a tab and `true` or `false`."""
        return cls(text == "UNDO\ttrue")

    def encode(self) -> str:
        """Return `UNDO`, a tab and `true` or `false`."""
        return "UNDO\ttrue" if self.begins else "UNDO\tfalse"


class Chat(Command, frozen=True):
    """Show a line in the chat window (VASSAL.build.module.Chatter.DisplayText)."""

    text: str

    @classmethod
    def decode(cls, text: str) -> Chat:
        """Read `CHAT` and the line; nothing separates them."""
        return cls(text[4:])

    def encode(self) -> str:
        """Return `CHAT` and the line."""
        return "CHAT" + self.text

    @property
    def player(self) -> str | None:
        """The name in front of a line that a player typed; None for a report."""
        match = _PLAYER_CHAT.match(self.text)
        return match["player"] if match else None

    @property
    def words(self) -> str:
        """The line without the player's name."""
        match = _PLAYER_CHAT.match(self.text)
        return match["words"] if match else self.text


class Unknown(Command, frozen=True):
    """Keep a command that VASSAL itself does not know: a module's own class wrote it.

    The engine drops such commands in silence.
    """

    text: str

    def encode(self) -> str:
        """Return the text as it was read."""
        return self.text


class Malformed(Command, frozen=True):
    """Keep a command of a known kind that cannot be read; the engine would give up the whole file."""

    text: str
    reason: str

    def encode(self) -> str:
        """Return the text as it was read."""
        return self.text
