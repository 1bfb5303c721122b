"""The contents of a save or log of any game, read without keeping all of it in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct, field

from trc_module.replay.integrity import RESULT
from trc_module.replay.roll_lines import roll_in
from trc_module.replay.table import SeatedPlayer
from trc_module.vassal import sequence
from trc_module.vassal.archive import Archive
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    ChangeProperty,
    Chat,
    Command,
    EndSave,
    LogCommand,
    Malformed,
    MovePiece,
    RemovePiece,
    SetBoards,
    SetTurn,
    Undo,
    Unknown,
    walk,
)
from trc_module.vassal.metadata import MODULE_DATA, SAVE_DATA, Metadata, read_metadata
from trc_module.vassal.saves import stream_saved_game

_WORDS: dict[type[Command], str] = {
    MovePiece: "moves",
    AddPiece: "pieces added",
    RemovePiece: "pieces removed",
    ChangePiece: "pieces changed",
    Chat: "chat lines",
    ChangeProperty: "properties set",
    SetTurn: "turn tracker set",
    Undo: "undo marks",
}


class RollSummary(Struct, frozen=True):
    """The rolls of one die button: how often each result came up."""

    name: str
    results: Mapping[str, int]

    @property
    def count(self) -> int:
        """Return the number of rolls."""
        return sum(self.results.values())


class GameContents(Struct, frozen=True):
    """A save or log: its module, its players, and what is in it.

    `pieces` and `boards` are by map ('' for pieces on none); `acts` counts the logged commands by what they do;
    `typed` counts the chat lines of each player, `reports` those of VASSAL; `unknown` counts the commands that the
    engine drops, `malformed` those for which it refuses the file. Passwords are left out.
    """

    path: Path
    module: Metadata | None
    save: Metadata | None
    players: tuple[SeatedPlayer, ...]
    boards: Mapping[str, tuple[str, ...]]
    pieces: Mapping[str, int]
    stacks: int
    turns: Mapping[str, str]
    steps: int
    acts: Mapping[str, int]
    typed: Mapping[str, int]
    reports: int
    rolls: tuple[RollSummary, ...]
    unknown: int
    malformed: int
    ended: bool = True
    """Whether the game is whole, so that VASSAL begins it [GameState.SetupCommand]."""


class _Counts(Struct):
    players: dict[str, SeatedPlayer] = field(default_factory=dict)
    boards: dict[str, tuple[str, ...]] = field(default_factory=dict)
    map_of: dict[str, str] = field(default_factory=dict)
    stacks: int = 0
    turns: dict[str, str] = field(default_factory=dict)
    steps: int = 0
    acts: Counter[str] = field(default_factory=Counter)
    typed: Counter[str] = field(default_factory=Counter)
    reports: int = 0
    rolls: dict[str, Counter[str]] = field(default_factory=dict)
    unknown: int = 0
    malformed: int = 0
    ended: bool = False

    def initial(self, command: Command) -> None:
        """Take in a command that sets the table up."""
        match command:
            case AddPlayer():
                self.players[command.password] = SeatedPlayer(command.name, command.side)
            case SetBoards():
                self.boards[command.map] = tuple(board.name for board in command.boards)
            case SetTurn():
                self.turns[command.id] = command.state
            case AddPiece():
                self._piece(command)
            case EndSave():
                self.ended = True
            case Unknown():
                self.unknown += 1
            case Malformed():
                self.malformed += 1

    def _piece(self, command: AddPiece) -> None:
        is_deck = command.type.startswith("deck;")
        if command.type == "stack" or is_deck:
            self.stacks += 1
            tokens = sequence.decode(command.state, ";")
            members = sequence.decode(tokens[4], ",") if is_deck and len(tokens) > 4 else tokens[3:]
            for member in members:
                if member in self.map_of:
                    self.map_of[member] = tokens[0]
            return
        # The innermost state is the last: it begins with the map.
        basic = command.state.rpartition("\t")[2]
        self.map_of[command.id or str(len(self.map_of))] = basic.partition(";")[0]

    def logged(self, commands: Iterable[Command | None]) -> None:
        """Take in the commands of one step."""
        self.steps += 1
        commands = tuple(commands)
        told: list[tuple[str, str]] = []
        from_chat: list[tuple[str, str]] = []
        for command in commands:
            if command is None:
                continue
            word = _WORDS.get(type(command))
            if isinstance(command, AddPiece) and command.type == "stack":
                word = "stacks made"
            if word:
                self.acts[word] += 1
            match command:
                case Chat():
                    from_chat += self._chat(command)
                case ChangeProperty() if command.name.endswith(RESULT):
                    told.append((command.name.removesuffix(RESULT), command.new))
                case Unknown():
                    self.unknown += 1
                case Malformed():
                    self.malformed += 1
        if any(isinstance(command, Undo) for command in commands):
            # An undo by VASSAL sets the die to its earlier result, but nothing is rolled.
            return
        # Older engines wrote the result of a die into the chat alone.
        for name, result in told or from_chat:
            self.rolls.setdefault(name, Counter())[result] += 1

    def _chat(self, chat: Chat) -> list[tuple[str, str]]:
        if chat.player is not None:
            self.typed[chat.player] += 1
            return []
        self.reports += 1
        roll = roll_in(chat.text)
        return [(roll.name, ",".join(roll.faces or map(str, roll.results)))] if roll else []


def read_contents(path: Path) -> GameContents:
    """Find out what a save or a log holds, reading it bit by bit; FormatError if it is neither."""
    with Archive(path) as archive:
        module, save = (read_metadata(archive, name) for name in (MODULE_DATA, SAVE_DATA))
    counts = _Counts()
    for streamed in stream_saved_game(path):
        commands = list(walk(streamed.node))
        if isinstance(commands[0], LogCommand):
            counts.logged(c.command if isinstance(c, LogCommand) else c for c in commands)
        else:
            for command in commands:
                counts.initial(command)
    return GameContents(
        path,
        module,
        save,
        tuple(dict.fromkeys(counts.players.values())),
        counts.boards,
        Counter("" if name == "null" else name for name in counts.map_of.values()),
        counts.stacks,
        counts.turns,
        counts.steps,
        counts.acts,
        counts.typed,
        counts.reports,
        tuple(RollSummary(name, results) for name, results in counts.rolls.items()),
        counts.unknown,
        counts.malformed,
        counts.ended,
    )
