"""The commands of single components, each a prefix and a list of fields.

The table `COMPONENT_COMMANDS` is made from the classes themselves; to know one more command is to
write one more class. Fields that a file leaves out keep their defaults, and those that it has too
many of go into `extra`.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from msgspec import Struct

from trc_module.digits import read_whole
from trc_module.vassal import sequence
from trc_module.vassal.commands.base import Command
from trc_module.vassal.values import decode_flag, encode_flag

C = TypeVar("C", bound="ListCommand")


class ListCommand(Command, frozen=True):
    """A command written as a prefix and the items of one list.

    Subclasses declare `PREFIX`, `DELIMITER` and fields of type str, int or bool, the last of them
    `extra`.
    """

    PREFIX: ClassVar[str]
    DELIMITER: ClassVar[str] = "\t"

    @classmethod
    def decode(cls: type[C], text: str) -> C:
        """Read the items behind the prefix.

        Raises:
            ValueError: An item is no number or flag where one is due, or one without default is missing.
        """
        tokens = sequence.decode(text[len(cls.PREFIX) :], cls.DELIMITER)
        known, kinds = cls.__struct_fields__[:-1], cls.__annotations__
        values = [_read(kinds[name], name, token) for name, token in zip(known, tokens, strict=False)]
        extra = tuple(tokens[len(known) :])
        try:
            return cls(*values, **({"extra": extra} if extra else {}))
        except TypeError:
            missing = known[len(values)]
            raise ValueError(f"{cls.__name__} has no {missing}") from None

    def encode(self) -> str:
        """Return the prefix and the items."""
        items: list[str] = []
        for name in self.__struct_fields__[:-1]:
            value = getattr(self, name)
            items.append(encode_flag(value) if isinstance(value, bool) else str(value))
        extra: tuple[str, ...] = getattr(self, "extra", ())
        return self.PREFIX + sequence.encode((*items, *extra), self.DELIMITER)


def _read(kind: str, name: str, token: str) -> Any:
    if kind == "int":
        return read_whole(token, name)
    return decode_flag(token) if kind == "bool" else token


class PlayAudio(ListCommand, frozen=True):
    """Play a sound (VASSAL.command.PlayAudioClipCommand)."""

    PREFIX: ClassVar[str] = "AUDIO\t"

    file: str
    extra: tuple[str, ...] = ()


class AddPlayer(ListCommand, frozen=True):
    """Seat a player (VASSAL.build.module.PlayerRoster.Add). The password stands there in clear."""

    PREFIX: ClassVar[str] = "PLAYER\t"

    password: str
    name: str
    side: str
    extra: tuple[str, ...] = ()


class RemovePlayer(ListCommand, frozen=True):
    """Unseat a player (VASSAL.build.module.PlayerRoster.Remove)."""

    PREFIX: ClassVar[str] = "PYREMOVE\t"

    password: str
    extra: tuple[str, ...] = ()


class Unmask(ListCommand, frozen=True):
    """Say whose masked pieces everybody may reveal (VASSAL.build.module.ObscurableOptions)."""

    PREFIX: ClassVar[str] = "UNMASK\t"

    extra: tuple[str, ...] = ()


class ChangeProperty(ListCommand, frozen=True):
    """Change a global property (VASSAL.build.module.properties.ChangePropertyCommand).

    `container` is `Module`, a map's name, or `Map:Zone`. Dice write their results this way.
    """

    PREFIX: ClassVar[str] = "MutableProperty\t"

    name: str
    old: str
    new: str
    container: str
    extra: tuple[str, ...] = ()


class RestoreProperty(ListCommand, frozen=True):
    """Set a global property when a save is loaded (VASSAL.build.module.properties.GlobalProperty)."""

    PREFIX: ClassVar[str] = "GlobalProperty\t;"
    DELIMITER: ClassVar[str] = ";"

    name: str
    value: str = ""
    container: str = ""
    extra: tuple[str, ...] = ()


class Notes(ListCommand, frozen=True):
    """Set the scenario's notes (VASSAL.build.module.NotesWindow)."""

    PREFIX: ClassVar[str] = "NOTES\t"

    text: str = ""
    extra: tuple[str, ...] = ()


class PublicNotes(ListCommand, frozen=True):
    """Set the notes that everybody sees (VASSAL.build.module.NotesWindow)."""

    PREFIX: ClassVar[str] = "PNOTES\t"

    text: str = ""
    extra: tuple[str, ...] = ()


class PrivateNote(ListCommand, frozen=True):
    """Set one player's private note; it stands in the file in clear."""

    PREFIX: ClassVar[str] = "PNOTE\t"

    owner: str
    text: str = ""
    extra: tuple[str, ...] = ()


class SecretNote(ListCommand, frozen=True):
    """Add or reveal a secret note; its text stands in the file in clear."""

    PREFIX: ClassVar[str] = "SNOTE\t"

    name: str
    owner: str
    hidden: bool
    text: str = ""
    date: str = ""
    handle: str = ""
    extra: tuple[str, ...] = ()


class Clock(ListCommand, frozen=True):
    """Set one side's chess clock (VASSAL.build.module.chessclockcontrol.ChessClock)."""

    PREFIX: ClassVar[str] = "CLOCK\t"

    who: str
    name: str
    elapsed: int
    verified: int = 0
    ticking: bool = False
    restore: bool = False
    extra: tuple[str, ...] = ()


class ClockControl(ListCommand, frozen=True):
    """Show or hide the chess clocks (VASSAL.build.module.ChessClockControl)."""

    PREFIX: ClassVar[str] = "CLOCKCONTROL\t"

    show: bool
    online: bool = False
    extra: tuple[str, ...] = ()


class StartupKey(ListCommand, frozen=True):
    """Say whether a start-up key command has run (VASSAL.build.module.StartupGlobalKeyCommand)."""

    PREFIX: ClassVar[str] = "SGKC\t"

    id: str
    applied: bool
    extra: tuple[str, ...] = ()


class Flare(ListCommand, frozen=True):
    """Flash a place on a map (VASSAL.build.module.map.Flare)."""

    PREFIX: ClassVar[str] = "FLARE\t"

    id: str
    x: int
    y: int
    extra: tuple[str, ...] = ()


class LineOfSight(ListCommand, frozen=True):
    """Draw a line-of-sight thread (VASSAL.build.module.map.LOS_Thread)."""

    PREFIX: ClassVar[str] = "LOS\t"

    id: str
    extra: tuple[str, ...] = ()


class ShowResults(ListCommand, frozen=True):
    """Show the faces that symbol dice fell on (VASSAL.build.module.SpecialDiceButton)."""

    PREFIX: ClassVar[str] = "SHOW_RESULTS\t"

    id: str
    extra: tuple[str, ...] = ()


class ExtensionUsed(ListCommand, frozen=True):
    """Say which extension was loaded (VASSAL.build.module.ModuleExtension)."""

    PREFIX: ClassVar[str] = "EXT\t"

    name: str
    version: str = ""
    extra: tuple[str, ...] = ()


class PluginUsed(ListCommand, frozen=True):
    """Say which plug-in was loaded (VASSAL.build.module.Plugin)."""

    PREFIX: ClassVar[str] = "PLUGIN\t"

    name: str
    version: str = ""
    extra: tuple[str, ...] = ()


class TranslatableMessage(ListCommand, frozen=True):
    """Set a translatable message (VASSAL.build.module.properties.GlobalTranslatableMessage)."""

    PREFIX: ClassVar[str] = "GlobalTranslatable\t"

    extra: tuple[str, ...] = ()


class PlayInvitation(ListCommand, frozen=True):
    """Bring players into a room; over the network only."""

    PREFIX: ClassVar[str] = "INVITE\t"

    extra: tuple[str, ...] = ()


COMPONENT_COMMANDS: tuple[type[ListCommand], ...] = tuple(ListCommand.__subclasses__())


class SetTurn(Command, frozen=True):
    """Set a turn tracker (VASSAL.build.module.turn.TurnTracker.SetTurn).

    `id` is `TurnTracker0` and so on by the order in the module; `state` is its own nested list.
    """

    id: str
    state: str

    @classmethod
    def decode(cls, text: str) -> SetTurn:
        """Read `TURN`, the tracker's id, a tab and its state."""
        id_, tab, state = text[4:].partition("\t")
        if not tab:
            raise ValueError("a turn needs a tracker and a state")
        return cls(id_, state)

    def encode(self) -> str:
        """Return `TURN`, the tracker's id, a tab and its state."""
        return f"TURN{self.id}\t{self.state}"


class PlacedBoard(Struct, frozen=True):
    """One board of a map and its column and row there."""

    name: str
    column: int = 0
    row: int = 0
    reversed: bool = False


class SetBoards(Command, frozen=True):
    """Lay out a map's boards (VASSAL.build.module.map.BoardPicker.SetBoards)."""

    map: str
    boards: tuple[PlacedBoard, ...]

    @classmethod
    def decode(cls, text: str) -> SetBoards:
        """Read `<map>BoardPicker` and, for each board, its name, column and row."""
        name, *tokens = sequence.decode(text, "\t")
        # An empty map has one empty token or none.
        if tokens == [""]:
            tokens = []
        if len(tokens) % 3:
            raise ValueError("a board needs a name, a column and a row")
        boards = []
        for board, column, row in zip(tokens[::3], tokens[1::3], tokens[2::3], strict=True):
            bare = board.removesuffix("/rev")
            boards.append(PlacedBoard(bare, read_whole(column, "column"), read_whole(row, "row"), bare != board))
        return cls(name.removesuffix("BoardPicker"), tuple(boards))

    def encode(self) -> str:
        """Return `<map>BoardPicker` and, for each board, its name, column and row."""
        items = [f"{self.map}BoardPicker"]
        for board in self.boards:
            items += (board.name + "/rev" * board.reversed, str(board.column), str(board.row))
        return sequence.encode(items, "\t")
