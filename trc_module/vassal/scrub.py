"""A save or log without the names and passwords of its players, otherwise as it was.

A password stands in clear in the roster, in every move, and as the owner of notes and of masked or hidden pieces.
Names stand in the roster, before every typed line, and wherever somebody is spoken of; modules write both into
properties, labels and lines of their own. Both are replaced by the same words everywhere, chosen by side, so that the
logs of one game still fit each other, and what is written is looked through for any that is left.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from msgspec.structs import replace

from trc_module.vassal import sequence
from trc_module.vassal.archive import DEFAULT_LIMITS, Archive, ArchiveLimits
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    ChangeProperty,
    Chat,
    Clock,
    Command,
    Group,
    LogCommand,
    Malformed,
    MovePiece,
    Node,
    Notes,
    NullCommand,
    PrivateNote,
    PublicNotes,
    RemovePlayer,
    RestoreProperty,
    SecretNote,
    StreamedNode,
    Unknown,
    Unmask,
    Verbatim,
    join_nodes,
    stream_nodes,
    walk,
)
from trc_module.vassal.metadata import MODULE_DATA, SAVE_DATA, Metadata, read_metadata
from trc_module.vassal.obfuscation import veil_stream
from trc_module.vassal.problems import FormatError
from trc_module.vassal.saves import SAVED_GAME, UNKNOWN, check_count, stream_game
from trc_module.vassal.writing import Entry, FlowingEntry, write_archive

_OWNED = ("hide;", "obs;", "restrict;")
"""Traits whose state begins with the password, or the side, of who owns them [Hideable, Obscurable, Restricted]."""
_NOBODY = frozenset({"", "null"})
_DECLARATION = re.compile(r"(?:\*\*\* |<!--)[A-Z]+\d+ [A-Z]+(?:\s|-->|$)")
"""Lines that a module prints for machines, bare or behind a sentence; in them only what can be no word of the module's
own is replaced."""
SHORTEST_WORD = 4
"""The length from which a password is also looked for within texts, and names and passwords within words; shorter ones
are parts of other words."""


_HELD = 8 << 20
"""Bytes of a game, as it stands in its file, up to which all its commands are held at once."""
_MOST_WORDS = 1_000
"""Names and passwords that one game may have: each is looked for in each of its commands."""


def write_scrubbed(source: Path, output: Path, limits: ArchiveLimits = DEFAULT_LIMITS, *, names: bool = True) -> None:
    """Write a save or log with other names and passwords; what the players said of themselves in chat remains.

    Without `names` these stay, and what was typed stays but for passwords: `***` stands for them, as readers of logs
    show them.

    A game of more than a few MB is read several times, and never more than that of it is held. What is written is
    looked through, as it will be read, for any name or password of the game before. What also stands in the module's
    own texts (a player who is called as a counter is), and what is shorter than four characters, is not looked for.

    Raises:
        FormatError: The file cannot be read or written, or a word is left; it says where, and not which.
    """
    with Archive(source, limits) as archive:
        try:
            _write(archive, output, limits, names=names)
        except FormatError as error:
            told = str(error)
            raise FormatError(told if str(source) in told or str(output) in told else f"'{source}': {told}") from None


def _write(archive: Archive, output: Path, limits: ArchiveLimits, *, names: bool) -> None:
    module_data = read_metadata(archive, MODULE_DATA)
    # A game of common size is read once.
    held = list(stream_game(archive, limits)) if archive.size(SAVED_GAME) <= _HELD else None

    def nodes() -> Iterable[StreamedNode]:
        return stream_game(archive, limits) if held is None else held

    scrubber = (Scrubber if names else PasswordScrubber)(nodes, module_data, limits)
    said = scrubber.said(read_metadata(archive, SAVE_DATA) or Metadata())
    told = (
        Entry(SAVE_DATA, said.encode(for_save=True)),
        *((Entry(MODULE_DATA, module_data.encode()),) if module_data is not None else ()),
    )
    for entry in told:
        _refuse_any(scrubber.private, entry.data.decode("utf-8", "surrogateescape"), f"the entry '{entry.name}'")
    game = (replace(item, node=scrubber.node(item.node)) for item in nodes())
    clean = looked_through(join_nodes(game), scrubber.private)
    write_archive(output, (FlowingEntry(SAVED_GAME, veil_stream(clean)), *told))


def looked_through(blocks: Iterable[bytes], words: Iterable[str]) -> Iterator[bytes]:
    """Yield the blocks of a game's text, and read them on the way.

    Raises:
        FormatError: One of the words stands in one of the commands; it says in which, and not what.
    """
    passed: list[bytes] = []

    def passing() -> Iterator[bytes]:
        for block in blocks:
            passed.append(block)
            yield block

    for item in stream_nodes(passing()):
        for command in walk(item.node):
            _refuse_any(words, command.encode(), f"command {item.top + 1} ({type(_inner(command)).__name__})")
        for text in _kept_texts(item.node):
            _refuse_any(words, text, f"command {item.top + 1}")
        yield from passed
        passed.clear()
    yield from passed


def _kept_texts(node: Node) -> Iterator[str]:
    """Yield what is written as it was read: it may say more than the commands that were read from it."""
    if isinstance(node, Verbatim):
        yield node.text
    elif isinstance(node, Group):
        for member in node.members:
            yield from _kept_texts(member)


def _refuse_any(words: Iterable[str], text: str, place: str) -> None:
    # Delimiters within words bear backslashes, and chat may be written as HTML.
    bare = text.replace("\\", "")
    texts = {text, bare, html.unescape(bare)}
    if any(word in each for word in words for each in texts):
        raise FormatError(
            f"A player's name or password is left in {place}, where this program cannot replace it: nothing was "
            "written."
        )


_Shape: TypeAlias = tuple[bool, ...]
"""For each trait of a piece whether its state begins with its owner's password; nothing for a stack or a deck."""


class Scrubber:
    """Knows the names and passwords of a game, and what stands for them.

    `nodes` begins to read the game anew at each call.

    Raises:
        FormatError: The game has no known command, or more commands or words than are looked for.
    """

    def __init__(
        self,
        nodes: Callable[[], Iterable[StreamedNode]],
        module_data: Metadata | None = None,
        limits: ArchiveLimits = DEFAULT_LIMITS,
    ) -> None:
        self._nodes = nodes
        self._shapes: dict[str, _Shape | None] = {}
        self._passwords: dict[str, str] = {}
        self._names: dict[str, str] = {}
        players, owners, speakers = self._found(limits)
        self._sides = {player.side for player in players}
        for player in players:
            self._add(self._passwords, player.password, f"password-{_word(player.side)}")
            self._add(self._names, player.name, f"{player.side or 'Unseated'} player")
        for password in owners:
            self._add(self._passwords, password, "password-unknown")
        for name in speakers:
            self._add(self._names, name, "Guest")
        self._replacing = self._words()
        self.private = self._private(module_data)
        """The words that stand nowhere in what the module itself says, and can be replaced anywhere."""
        self._pattern = _one_of(self._replacing, self.private, loose=True)
        self._inside = _one_of(self.private, self.private)
        self._loosely = {_bare(word): new for word, new in self._replacing.items()} | self._replacing

    def _found(self, limits: ArchiveLimits) -> tuple[list[AddPlayer], dict[str, None], dict[str, None]]:
        """Return the players by side, the owners of things and the speakers, as they come."""
        players: dict[AddPlayer, None] = {}
        owners: dict[str, None] = {}
        speakers: dict[str, None] = {}
        known = False
        for number, command in enumerate(self._commands(), 1):
            check_count(number, limits)
            known = known or not isinstance(command, Unknown | NullCommand)
            if isinstance(command, AddPlayer):
                players[command] = None
            elif isinstance(command, AddPiece) and command.id is not None:
                self._shapes[command.id] = _shape(command.type)
            elif isinstance(command, Chat) and command.player:
                speakers[html.unescape(command.player)] = None
            owners.update(dict.fromkeys(self._owners(command)))
            if len(players) + len(owners) + len(speakers) > _MOST_WORDS:
                raise FormatError(f"the game has more than {_MOST_WORDS:,} names and passwords, as no game does.")
        if not known:
            raise FormatError(UNKNOWN)
        return sorted(players, key=lambda player: player.side), owners, speakers

    def _commands(self) -> Iterator[Command]:
        for item in self._nodes():
            for command in walk(item.node):
                yield _inner(command)

    @staticmethod
    def _add(known: dict[str, str], word: str, new: str) -> None:
        if word in known or word in _NOBODY:
            return
        taken = set(known.values())
        number = 1
        while (found := new if number == 1 else f"{new} {number}") in taken:
            number += 1
        known[word] = found

    def _owners(self, command: Command) -> Iterator[str]:
        match command:
            case MovePiece(player=player) if player is not None:
                yield player
            case RemovePlayer(password=password):
                yield password
            case PrivateNote(owner=owner) | SecretNote(owner=owner):
                yield owner
            case Unmask(extra=extra):
                yield from extra
            case AddPiece() | ChangePiece():
                for state in _states(command):
                    shape, tokens = self._tokens(command, state)
                    for owned, token in zip(shape or (), tokens, strict=False):
                        if owned:
                            yield sequence.decode(token, ";")[0]

    def _tokens(self, command: AddPiece | ChangePiece, state: str) -> tuple[_Shape | None, list[str]]:
        shape = _shape(command.type) if isinstance(command, AddPiece) else self._shapes.get(command.id)
        return shape, sequence.decode_nested(state, "\t", len(shape)) if shape else []

    def _words(self) -> dict[str, str]:
        words = {word: self._names[word] for word in self._names if word not in self._sides}
        words |= {word: new for word, new in self._passwords.items() if len(word) >= SHORTEST_WORD}
        words |= {html.escape(word): html.escape(new) for word, new in words.items()}
        # Within traits and lists a delimiter of a word bears a backslash.
        escaped = {word.replace(mark, f"\\{mark}"): new for mark in ";,/" for word, new in words.items()}
        return words | escaped

    def _private(self, data: Metadata | None) -> frozenset[str]:
        new = set(self._replacing.values())
        public = "\n".join((*self._sides, *((data.name, data.description, data.extra1) if data else ()), *new))
        found = [word for word in self._replacing if len(word) >= SHORTEST_WORD and word not in public]
        seen: set[int] = set()
        for command in self._commands() if found else ():
            if isinstance(command, AddPiece) and (sign := hash(command.type)) not in seen:
                seen.add(sign)
                found = [word for word in found if word not in command.type]
        return frozenset(found)

    def said(self, data: Metadata) -> Metadata:
        """Return what a file says of itself with every name and password in it replaced."""
        description, extra1, extra2 = map(self.text, (data.description, data.extra1, data.extra2))
        return replace(data, description=description, extra1=extra1, extra2=extra2)

    def text(self, text: str) -> str:
        """Return a text with every name and password in it replaced."""
        return self._put_in(self._pattern, text)

    def inside(self, text: str) -> str:
        """Return a text of the module's making, in which only what can be no word of its own is replaced."""
        return self._put_in(self._inside, text)

    def _put_in(self, pattern: re.Pattern[str] | None, text: str) -> str:
        return text if pattern is None else pattern.sub(self._instead, text)

    def _instead(self, match: re.Match[str]) -> str:
        # A few letters count as the same that have no capital in common.
        return self._loosely.get(match[0]) or self._loosely.get(_bare(match[0]), "Somebody")

    def node(self, node: Node) -> Node:
        """Return a node with all that it holds scrubbed; a text that was kept as read is kept if nothing changed."""
        if isinstance(node, Verbatim):
            inner = self.node(node.node)
            return node if inner == node.node and self.inside(node.text) == node.text else inner
        if isinstance(node, Group):
            return Group(tuple(self.node(member) for member in node.members))
        if isinstance(node, LogCommand):
            return node if node.command is None else LogCommand(self._command(node.command))
        return self._command(node)

    def _password(self, word: str) -> str:
        return word if word in self._sides and word not in self._passwords else self._passwords.get(word, word)

    def _command(self, command: Command) -> Command:
        match command:
            case AddPlayer(password=password, name=name):
                return replace(command, password=self._password(password), name=self._names.get(name, name))
            case RemovePlayer(password=password):
                return replace(command, password=self._password(password))
            case MovePiece(player=player):
                return command if player is None else replace(command, player=self._password(player))
            case Chat():
                return self._chat(command)
            case Notes() | PublicNotes():
                return replace(command, text=self.text(command.text))
            case PrivateNote() | SecretNote():
                return replace(command, owner=self._password(command.owner), text=self.text(command.text))
            case Clock():
                return replace(command, name=self._names.get(command.name, command.name))
            case Unmask(extra=extra):
                return Unmask(tuple(map(self._password, extra)))
            case AddPiece():
                return replace(command, state=self._state(command, command.state))
            case ChangePiece():
                old = None if command.old_state is None else self._state(command, command.old_state)
                return replace(command, new_state=self._state(command, command.new_state), old_state=old)
            case Unknown():
                return Unknown(self.text(command.text))
            case Malformed():
                return Malformed(self.text(command.text), command.reason)
            case ChangeProperty():
                return replace(command, old=self.text(command.old), new=self.text(command.new))
            case RestoreProperty():
                return replace(command, value=self.text(command.value))
        return command

    def _chat(self, chat: Chat) -> Chat:
        if chat.player is None:
            declares = _DECLARATION.search(chat.text)
            return Chat(self.inside(chat.text) if declares else self.text(chat.text))
        name = self._names.get(html.unescape(chat.player), chat.player)
        left, right = ("&lt;", "&gt;") if chat.text.startswith("&lt;") else ("<", ">")
        return Chat(f"{left}{html.escape(name)}{right} - {self.text(chat.words)}")

    def _state(self, command: AddPiece | ChangePiece, state: str) -> str:
        shape, tokens = self._tokens(command, state)
        if shape is None:
            return self.inside(state)
        changed = list(tokens)
        for index, owned in enumerate(shape[: len(tokens)]):
            if owned:
                owner, *rest = sequence.decode(tokens[index], ";")
                if self._password(owner) != owner:
                    changed[index] = sequence.encode([self._password(owner), *rest], ";")
            elif index < len(shape) - 1:
                # Labels, dynamic properties and markers, as players or modules have set them.
                changed[index] = self.inside(tokens[index])
        return state if changed == tokens else sequence.encode_nested(changed)


class PasswordScrubber(Scrubber):
    """Replaces passwords alone; a word that is also somebody's name or side stays where it is no password."""

    def _found(self, limits: ArchiveLimits) -> tuple[list[AddPlayer], dict[str, None], dict[str, None]]:
        players, owners, speakers = super()._found(limits)
        self._kept = {player.name for player in players} | {player.side for player in players} | set(speakers)
        self._rosters = {player.password for player in players} - self._kept
        return players, owners, {}

    def _words(self) -> dict[str, str]:
        self._names = {}
        return {word: new for word, new in super()._words().items() if word not in self._kept}

    def _chat(self, chat: Chat) -> Chat:
        if chat.player is None:
            return Chat(self.inside(chat.text))
        text = chat.text
        for word in sorted(self._rosters, key=len, reverse=True):
            text = text.replace(word, "***") if len(word) >= SHORTEST_WORD else text
        return Chat(text)


@lru_cache(maxsize=512)
def _shape(type_: str) -> _Shape | None:
    """Return how a piece's type describes its state; None if it does not."""
    if type_ == "stack" or type_.startswith("deck;"):
        return ()
    return tuple(trait.startswith(_OWNED) for trait in sequence.decode_nested(type_)) if type_ else None


_GAP = re.compile(r"(?:[\s_]|&nbsp;|&#160;)+")


def _one_of(words: Iterable[str], anywhere: frozenset[str], *, loose: bool = False) -> re.Pattern[str] | None:
    """Return a pattern that finds any of some words, the longest first, as whole words unless they count anywhere.

    With `loose` these are also found as people write them: in small letters or capitals, and with other gaps.
    """
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    found = [re.escape(word) if word in anywhere else _whole(re.escape(word)) for word in longest_first]
    if loose:
        parts = (_GAP.pattern.join(map(re.escape, word.split())) for word in longest_first if word in anywhere)
        found += [_whole(f"(?i:{part})") for part in parts if part]
    return re.compile("|".join(found)) if found else None


def _whole(pattern: str) -> str:
    return rf"(?<!\w){pattern}(?!\w)"


def _bare(word: str) -> str:
    """Return a word as it is however it is written: in small letters, with a blank for each gap."""
    return _GAP.sub(" ", word.strip()).casefold()


def _inner(command: Command) -> Command:
    return command.command if isinstance(command, LogCommand) and command.command is not None else command


def _states(command: AddPiece | ChangePiece) -> Iterator[str]:
    if isinstance(command, AddPiece):
        yield command.state
        return
    yield command.new_state
    if command.old_state is not None:
        yield command.old_state


def _word(side: str) -> str:
    return re.sub(r"\W+", "-", side.lower()).strip("-") or "unseated"
