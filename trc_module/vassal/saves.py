"""Saves and logs: a game's state as commands, and the steps that a log adds to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from trc_module.vassal.archive import DEFAULT_LIMITS, SAVED_GAME, Archive, ArchiveLimits, files_within
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    BeginSave,
    Command,
    EndSave,
    Group,
    LogCommand,
    Malformed,
    Node,
    NotNewGame,
    NullCommand,
    StreamedNode,
    Unknown,
    Verbatim,
    decode_commands,
    encode_commands_bytes,
    read_commands,
    stream_nodes,
    walk,
)
from trc_module.vassal.commands.codec import SEPARATOR
from trc_module.vassal.metadata import MODULE_DATA, SAVE_DATA, Metadata, read_metadata
from trc_module.vassal.obfuscation import Container, reveal_bytes, reveal_stream, veil
from trc_module.vassal.problems import FormatError, Problem
from trc_module.vassal.shape import Shape, is_step
from trc_module.vassal.traits import Deck, Piece, Stack, read_piece
from trc_module.vassal.writing import Entry, write_archive

UNKNOWN = "The saved game holds no command of VASSAL's: its key is wrong, or it is damaged."
_HEX_HEADER = len("!VCSK47")
_TOGETHER = 16
"""Commands of a game that are packed as one block."""


class SavedGame(Struct, frozen=True, weakref=True):
    """A save or a log as it was read.

    Attributes:
        initial: The top-level commands that set the table up.
        steps: One node for each logged step; none in a save. `step_commands` unwraps one.
        save_data: What the file says of itself; None if it does not.
        module_data: What the file says of its module; None if it does not.
        problems: What is wrong with it, in the file's order.
        exact: Whether the nodes are as they stood in the file, and not merely the same commands.
    """

    initial: tuple[Node, ...]
    steps: tuple[Node, ...] = ()
    save_data: Metadata | None = None
    module_data: Metadata | None = None
    problems: tuple[Problem, ...] = ()
    exact: bool = True

    @property
    def is_log(self) -> bool:
        """Whether there is anything to step through."""
        return bool(self.steps)

    def commands(self) -> Iterator[Command]:
        """Yield the commands that set the table up, in their order."""
        for node in self.initial:
            yield from walk(node)


def step_commands(step: Node) -> list[Command | None]:
    """Return the commands of a logged step, in their order; None for one the engine could not write."""
    return [command.command if isinstance(command, LogCommand) else command for command in walk(step)]


def make_step(commands: Iterable[Command | None]) -> Node:
    """Make a step of commands, the first of which is the head of the others.

    Raises:
        ValueError: There are none.
    """
    head, *rest = [LogCommand(command) for command in commands]
    return Group((head, *rest)) if rest else head


def read_saved_text(text: str | bytes, *, check: bool = True) -> SavedGame:
    """Read the text of a saved game; without `check` its problems are not looked for.

    Raises:
        FormatError: Not one command in it is known, or VASSAL would play it otherwise than it stands there.
    """
    return _saved_game(decode_commands(text), check=check)


def _saved_game(nodes: Sequence[Node], *, check: bool, exact: bool = True) -> SavedGame:
    if all(isinstance(command, Unknown | NullCommand) for node in nodes for command in walk(node)):
        raise FormatError(UNKNOWN)
    shape = Shape()
    initial: list[Node] = []
    steps: list[Node] = []
    for top, node in enumerate(nodes):
        (steps if shape.see(node, top) else initial).append(node)
    problems = tuple(find_problems(nodes)) if check else ()
    return SavedGame(tuple(initial), tuple(steps), problems=problems, exact=exact)


def _read_as_commands(text: bytes, *, check: bool) -> SavedGame:
    """Read the text of a saved game as `read_saved_text` does, but not how its commands were written."""
    nodes = [Group(tuple(found)) if len(found) > 1 else found[0] for found in read_commands(text)]
    return _saved_game(nodes, check=check, exact=False)


def initial_commands(text: bytes) -> list[Command]:
    """Return the commands that set the table up, as `SavedGame.commands` does, from the text of a saved game.

    Raises:
        FormatError: Not one command in it is known.
    """
    found = list(read_commands(text))
    if all(isinstance(command, Unknown | NullCommand) for commands in found for command in commands):
        raise FormatError(UNKNOWN)
    return [command for commands in found if not isinstance(commands[0], LogCommand) for command in commands]


def read_saved_game(path: Path, limits: ArchiveLimits = DEFAULT_LIMITS, *, exact: bool = True) -> SavedGame:
    """Read a .vsav or .vlog file.

    With `exact` it can be written again as it was, but takes about sixteen times the memory of its text, and must be
    of an ordinary size. Without, its commands are the same and in their order, but how they were written is not kept;
    a large game is taken apart: the commands of one group stand by themselves, and texts that recur are held once.

    Raises:
        FormatError: It is no archive, holds no game, one without any known command, or one beyond the limits.
    """
    with Archive(path, limits) as archive:
        return read_saved_archive(archive, within=limits, exact=exact)


def read_saved_archive(
    archive: Archive, *, check: bool = True, within: ArchiveLimits | None = None, exact: bool = True
) -> SavedGame:
    """Read the save or log in an archive that is open; without `check` its problems are not looked for.

    A module's own set-ups have no limits but the archive's; a file that somebody mailed is read `within` some.

    Raises:
        FormatError: It holds no game, one without any known command, or one beyond the limits.
    """
    _expect_game(archive)
    try:
        if within and not exact and archive.size(SAVED_GAME) > within.whole:
            initial, steps, problems = _taken_apart(archive, within, check=check)
        else:
            read = read_saved_text if exact else _read_as_commands
            game = read(_whole_text(archive, within), check=check)
            initial, steps, problems = game.initial, game.steps, game.problems
    except FormatError as error:
        raise FormatError(f"'{archive.path}': {error}") from None
    save_data = read_metadata(archive, SAVE_DATA)
    module_data = read_metadata(archive, MODULE_DATA)
    return SavedGame(initial, steps, save_data, module_data, problems, exact)


def _expect_game(archive: Archive) -> None:
    if SAVED_GAME not in archive:
        what = f"it is neither a save nor a log of VASSAL's{files_within(archive)}"
        raise FormatError(f"'{archive.path}' holds no '{SAVED_GAME}': {what}.")


def _whole_text(archive: Archive, within: ArchiveLimits | None) -> bytes:
    if within is None:
        return reveal_bytes(archive.read(SAVED_GAME))
    # Two hex digits stand for a byte: what is surely too large is not even unpacked.
    _check_size((archive.size(SAVED_GAME) - _HEX_HEADER) // 2, within.whole, "held at once")
    text = reveal_bytes(archive.read(SAVED_GAME))
    _check_size(len(text), within.whole, "held at once")
    check_count(text.count(SEPARATOR.encode()), within)
    return text


_TOO_LARGE = (
    "real games have far less. See with 'trc-module show' what is in it, delete in VASSAL what nobody needs, "
    "and save it anew."
)


def _check_size(size: int, most: int, how: str) -> None:
    if size > most:
        raise FormatError(
            f"the game has {-(-size >> 20)} MB of text, and at most {most >> 20} MB are {how}; {_TOO_LARGE}"
        )


def check_count(commands: int, within: ArchiveLimits) -> None:
    """Refuse more commands than a game may have.

    Raises:
        FormatError: There are more.
    """
    if commands > within.commands:
        found = f"the game has {commands:,} commands, and at most {within.commands:,} are read"
        raise FormatError(f"{found}; {_TOO_LARGE}")


def _taken_apart(
    archive: Archive, within: ArchiveLimits, *, check: bool
) -> tuple[tuple[Node, ...], tuple[Node, ...], tuple[Problem, ...]]:
    """Read a game with texts that recur held once; return what sets it up, its steps and what is wrong with it."""
    initial: list[Node] = []
    steps: list[tuple[int, Node]] = []
    sharing = _Sharing(within)
    shape = Shape()
    for item in stream_game(archive, within):
        node = sharing.node(item.node)
        if shape.see(node, item.top):
            steps.append((item.top, node))
        else:
            initial.append(node)
    if not sharing.known:
        raise FormatError(UNKNOWN)
    # A step that is too large for one look came in its members.
    together = [[node for _, node in parts] for _, parts in groupby(steps, key=lambda step: step[0])]
    made = tuple(parts[0] if len(parts) == 1 else Group(tuple(parts)) for parts in together)
    return tuple(initial), made, tuple(find_problems([*initial, *made])) if check else ()


class _Sharing:
    """Makes nodes that share the texts that recur, and counts what they hold."""

    def __init__(self, within: ArchiveLimits) -> None:
        self.known = False
        """Whether there was a command that is known."""
        self._limits = within
        self._texts: dict[str, str] = {}
        self._held = self._commands = 0

    def node(self, node: Node) -> Node:
        """Return a node of the same commands; how it was written is not kept."""
        if isinstance(node, Verbatim):
            return self.node(node.node)
        if isinstance(node, Group):
            return Group(tuple(map(self.node, node.members)))
        self._commands += 1
        check_count(self._commands, self._limits)
        self.known = self.known or not isinstance(node, Unknown | NullCommand)
        inner = node.command if isinstance(node, LogCommand) else node
        if isinstance(inner, AddPiece):
            added = replace(inner, type=self._text(inner.type), state=self._text(inner.state))
            return LogCommand(added) if isinstance(node, LogCommand) else added
        self._hold(len(node.encode()))
        return node

    def _text(self, text: str) -> str:
        known = self._texts.setdefault(text, text)
        if known is text:
            self._hold(len(text))
        return known

    def _hold(self, size: int) -> None:
        self._held += size
        most = self._limits.held
        if self._held > most:
            raise FormatError(
                f"the game has more than {most >> 20} MB of texts that differ from each other; {_TOO_LARGE}"
            )


def stream_game(archive: Archive, within: ArchiveLimits) -> Iterator[StreamedNode]:
    """Yield the nodes of the game in an archive that is open, never holding more than a few MB of it.

    Raises:
        FormatError: The archive holds no game, one with too much text, or turns out damaged on the way.
    """
    _expect_game(archive)
    _check_size((archive.size(SAVED_GAME) - _HEX_HEADER) // 2, within.game, "read")
    with archive.stream(SAVED_GAME) as stream:
        yield from stream_nodes(reveal_stream(stream))


def stream_saved_game(path: Path, limits: ArchiveLimits = DEFAULT_LIMITS) -> Iterator[StreamedNode]:
    """Yield the nodes of a .vsav or .vlog file, never holding more than a few MB of it.

    Raises:
        FormatError: It is no archive, holds no game, or turns out damaged on the way.
    """
    with Archive(path, limits) as archive:
        try:
            with archive.stream(SAVED_GAME) as stream:
                yield from stream_nodes(reveal_stream(stream))
        except FormatError as error:
            told = str(error)
            raise FormatError(told if str(path) in told else f"'{path}': {told}") from None


def find_problems(
    nodes: Iterable[Node], seen: Callable[[AddPiece, Piece | Stack | Deck | None], None] | None = None
) -> Iterator[Problem]:
    """Yield what would keep VASSAL from loading the commands as they are meant.

    A command that cannot be read, a piece with too few states, a stack before its pieces, a game
    that never starts. `seen` is told of each piece, or None for one that cannot be read, which spares reading
    them twice.
    """
    known: set[str] = set()
    ended = False
    for number, node in enumerate(nodes, 1):
        for command in walk(node):
            inner = command.command if isinstance(command, LogCommand) else command
            if isinstance(inner, Malformed):
                said = f"cannot be read, so VASSAL would not load the file: {inner.reason}"
                yield Problem(f"command {number}", said, "A part of the file cannot be read; VASSAL would not load it.")
            elif isinstance(inner, AddPiece):
                yield from _piece_problems(f"command {number}", inner, known, seen)
            elif isinstance(command, EndSave):
                ended = True
    if not ended:
        cut = "The file has no end; VASSAL would not load it."
        yield Problem("end", "there is no end_save, so VASSAL would call the loading cancelled", cut)


def _piece_problems(
    place: str,
    command: AddPiece,
    known: set[str],
    seen: Callable[[AddPiece, Piece | Stack | Deck | None], None] | None,
) -> Iterator[Problem]:
    try:
        piece = read_piece(command)
        members = piece.members if isinstance(piece, Stack | Deck) else ()
    except (FormatError, ValueError) as error:
        if seen:
            seen(command, None)
        yield Problem(place, str(error), "A counter in the file cannot be read.")
        return
    if seen:
        seen(command, piece)
    missing = [member for member in members if member and member not in known]
    if missing:
        kind = "deck" if isinstance(piece, Deck) else "stack"
        yield Problem(
            place,
            f"the {kind} {command.id} comes before its piece {missing[0]}, which VASSAL will not put into it",
            f"A {kind} is written before a counter in it; VASSAL leaves that counter out of it.",
        )
    if command.id is not None:
        known.add(command.id)


class GameSetup(Struct, frozen=True):
    """The content of a save, to be written in the order in which the engine writes it.

    `components` are the commands of the module's parts in the module's order: global properties,
    turn trackers, notes and boards.
    """

    pieces: tuple[Piece, ...]
    stacks: tuple[Stack | Deck, ...] = ()
    players: tuple[AddPlayer, ...] = ()
    components: tuple[Command, ...] = ()
    boards: tuple[Command, ...] = field(default=())

    def commands(self, *, begun: bool = True) -> tuple[Node, ...]:
        """Return the top-level commands of the save.

        To a game that has not `begun` the engine adds the stacks and decks of the module's maps.

        Raises:
            ValueError: A stack holds a piece that is not there, or two things have one id.
        """
        self._check()
        added = [piece.command() for piece in self.pieces] + [stack.command() for stack in self.stacks]
        return (
            BeginSave(),
            NullCommand(),
            Group((NullCommand(), *added)) if added else NullCommand(),
            *self.players,
            *self.components,
            *((NotNewGame(),) if begun else ()),
            *self.boards,
            EndSave(),
        )

    def _check(self) -> None:
        ids = [piece.id for piece in (*self.pieces, *self.stacks)]
        if None in ids or len(set(ids)) < len(ids):
            raise ValueError("every piece and stack of a save needs an id of its own")
        missing = {member for stack in self.stacks for member in stack.members} - {piece.id for piece in self.pieces}
        if missing:
            raise ValueError(f"a stack holds the piece {min(missing)}, which is not there")


def write_saved_game(
    path: Path,
    initial: Iterable[Node],
    steps: Iterable[Node] = (),
    *,
    save_data: Metadata,
    module_data: Metadata | None,
    container: Container = Container.HEX,
) -> None:
    """Write a save, or with steps a log, that the engine opens without a warning.

    `module_data` should be the module's own, or the engine says that the file belongs to another; with None it does not
    ask.

    Raises:
        ArchiveError: The file cannot be written.
    """
    write_archive(
        path, saved_game_entries(initial, steps, save_data=save_data, module_data=module_data, container=container)
    )


def saved_game_entries(
    initial: Iterable[Node],
    steps: Iterable[Node] = (),
    *,
    save_data: Metadata,
    module_data: Metadata | None,
    container: Container = Container.HEX,
) -> tuple[Entry, ...]:
    """Return what the archive of a save or log holds, as `write_saved_game` writes it."""
    text = encode_commands_bytes([*initial, *steps])
    return (
        Entry(SAVED_GAME, veil(text, container)),
        Entry(SAVE_DATA, save_data.encode(for_save=True)),
        *((Entry(MODULE_DATA, module_data.encode()),) if module_data is not None else ()),
    )


def in_blocks(text: bytes) -> list[bytes]:
    """Return a game's text, under no veil, in the blocks in which it is packed (see `packing`).

    They end with commands, as many in each, so that a longer one moves none that follow.
    """
    separator = SEPARATOR.encode()
    ends = [found.end() for found in re.finditer(separator, text)][_TOGETHER - 1 :: _TOGETHER]
    return [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]


__all__ = [
    "SAVED_GAME",
    "UNKNOWN",
    "GameSetup",
    "SavedGame",
    "check_count",
    "find_problems",
    "in_blocks",
    "initial_commands",
    "is_step",
    "make_step",
    "read_saved_archive",
    "read_saved_game",
    "read_saved_text",
    "saved_game_entries",
    "step_commands",
    "stream_game",
    "stream_saved_game",
    "write_saved_game",
]
