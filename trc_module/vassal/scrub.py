"""A save or log without the names and passwords of its players, otherwise as it was.

A password stands in clear in the roster, in every move, and as the owner of notes and of masked or hidden pieces.
Names stand in the roster, before every typed line, and wherever somebody is spoken of; modules write both into
properties, labels and lines of their own. Both are replaced by the same words everywhere, chosen by side, so that the
logs of one game still fit each other, and `check_clean` looks through what would be written for any that is left.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from trc_module.vassal import sequence
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
    PrivateNote,
    PublicNotes,
    RemovePlayer,
    RestoreProperty,
    SecretNote,
    Unknown,
    Unmask,
    Verbatim,
    decode_commands,
    walk,
)
from trc_module.vassal.obfuscation import reveal_bytes
from trc_module.vassal.problems import FormatError
from trc_module.vassal.saves import SAVED_GAME, SavedGame
from trc_module.vassal.writing import Entry

_OWNED = ("hide;", "obs;", "restrict;")
"""Traits whose state begins with the password, or the side, of who owns them [Hideable, Obscurable, Restricted]."""
_NOBODY = frozenset({"", "null"})
_DECLARATION = re.compile(r"\*\*\* [A-Z]+\d+ [A-Z]+(\s|$)")
"""Lines that a module prints for machines; in them only what can be no word of the module's own is replaced."""
_SHORTEST = 4
"""From how many characters on a password is also looked for within texts, and both within words; shorter ones are parts
of other words."""


def scrub(game: SavedGame) -> SavedGame:
    """Return a save or log with other names and passwords; what the players said of themselves in chat remains."""
    scrubber = _Scrubber(game)
    save_data = game.save_data
    if save_data is not None:
        save_data = replace(
            save_data,
            description=scrubber.text(save_data.description),
            extra1=scrubber.text(save_data.extra1),
            extra2=scrubber.text(save_data.extra2),
        )
    return SavedGame(
        tuple(scrubber.node(node) for node in game.initial),
        tuple(scrubber.node(node) for node in game.steps),
        save_data,
        game.module_data,
        game.problems,
    )


def check_clean(game: SavedGame, entries: Iterable[Entry]) -> None:
    """Look through the entries of a scrubbed archive for any name or password of the game before.

    What also stands in the module's own texts (a player who is called as a counter is), and what is shorter than four
    characters, is not looked for.

    Raises:
        FormatError: One is left; it says where, and not which.
    """
    words = _Scrubber(game).private
    for entry in entries:
        if entry.name != SAVED_GAME:
            _refuse_any(words, entry.data.decode("utf-8", "surrogateescape"), f"the entry '{entry.name}'")
            continue
        for number, node in enumerate(decode_commands(reveal_bytes(entry.data)), 1):
            for command in walk(node):
                place = f"command {number} ({type(_inner(command)).__name__})"
                _refuse_any(words, command.encode(), place)


def _refuse_any(words: Iterable[str], text: str, place: str) -> None:
    # Delimiters within words bear backslashes, and chat may be written as HTML.
    bare = text.replace("\\", "")
    texts = (text, bare, html.unescape(bare))
    if any(word in each for word in words for each in texts):
        raise FormatError(
            f"A player's name or password is left in {place}, where this program cannot replace it: nothing was "
            "written."
        )


class _Scrubber:
    def __init__(self, game: SavedGame) -> None:
        commands = [_inner(command) for node in (*game.initial, *game.steps) for command in walk(node)]
        self._types = {c.id: c.type for c in commands if isinstance(c, AddPiece) and c.id is not None}
        players = sorted((c for c in commands if isinstance(c, AddPlayer)), key=lambda c: c.side)
        self._sides = {player.side for player in players}
        self._passwords: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for player in players:
            self._add(self._passwords, player.password, f"password-{_word(player.side)}")
            self._add(self._names, player.name, f"{player.side or 'Unseated'} player")
        for command in commands:
            for password in self._owners(command):
                self._add(self._passwords, password, "password-unknown")
            if isinstance(command, Chat) and command.player:
                self._add(self._names, html.unescape(command.player), "Guest")
        self._replacing = self._words()
        self.private = self._private(game, commands)
        self._pattern = _one_of(self._replacing, self.private)
        self._inside = _one_of(self.private, self.private)

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
                    for trait, token in zip(*self._tokens(command, state), strict=False):
                        if trait.startswith(_OWNED):
                            yield sequence.decode(token, ";")[0]

    def _type_of(self, command: AddPiece | ChangePiece) -> str:
        return command.type if isinstance(command, AddPiece) else self._types.get(command.id or "", "")

    def _tokens(self, command: AddPiece | ChangePiece, state: str) -> tuple[list[str], list[str]]:
        type_ = self._type_of(command)
        if type_ in ("", "stack") or type_.startswith("deck;"):
            return [], []
        traits = sequence.decode_nested(type_)
        return traits, sequence.decode_nested(state, "\t", len(traits))

    def _words(self) -> dict[str, str]:
        words = {word: self._names[word] for word in self._names if word not in self._sides}
        words |= {word: new for word, new in self._passwords.items() if len(word) >= _SHORTEST}
        words |= {html.escape(word): html.escape(new) for word, new in words.items()}
        # Within traits and lists a delimiter of a word bears a backslash.
        escaped = {word.replace(mark, f"\\{mark}"): new for mark in ";,/" for word, new in words.items()}
        return words | escaped

    def _private(self, game: SavedGame, commands: Iterable[Command]) -> frozenset[str]:
        """Return the words that stand nowhere in what the module itself says, and can be replaced anywhere."""
        types = {command.type for command in commands if isinstance(command, AddPiece)}
        data = game.module_data
        new = set(self._replacing.values())
        public = "\n".join((*types, *self._sides, *((data.name, data.description, data.extra1) if data else ()), *new))
        return frozenset(word for word in self._replacing if len(word) >= _SHORTEST and word not in public)

    def text(self, text: str) -> str:
        """Return a text with every name and password in it replaced."""
        return self._put_in(self._pattern, text)

    def inside(self, text: str) -> str:
        """Return a text of the module's making, in which only what can be no word of its own is replaced."""
        return self._put_in(self._inside, text)

    def _put_in(self, pattern: re.Pattern[str] | None, text: str) -> str:
        return text if pattern is None else pattern.sub(lambda match: self._replacing[match[0]], text)

    def node(self, node: Node) -> Node:
        """Return a node with all that it holds scrubbed; a text that was kept as read is kept if nothing changed."""
        if isinstance(node, Verbatim):
            inner = self.node(node.node)
            if inner == node.node:
                return node
            return inner
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
        traits, tokens = self._tokens(command, state)
        changed = list(tokens)
        for index, trait in enumerate(traits[: len(tokens)]):
            if trait.startswith(_OWNED):
                owner, *rest = sequence.decode(tokens[index], ";")
                if self._password(owner) != owner:
                    changed[index] = sequence.encode([self._password(owner), *rest], ";")
            elif index < len(traits) - 1:
                # Labels, dynamic properties and markers, as players or modules have set them.
                changed[index] = self.inside(tokens[index])
        if not tokens and not self._type_of(command):
            return self.inside(state)
        return state if changed == tokens else sequence.encode_nested(changed)


def _one_of(words: Iterable[str], anywhere: frozenset[str]) -> re.Pattern[str] | None:
    """Return what finds one of some words, the longest first; but for those that count anywhere, no part of a word."""
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    found = (re.escape(word) if word in anywhere else rf"(?<!\w){re.escape(word)}(?!\w)" for word in longest_first)
    return re.compile("|".join(found)) if longest_first else None


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
