"""A save or log without the names and passwords of its players, otherwise as it was.

A password stands in clear in the roster, in every move, and as the owner of notes and of masked or hidden pieces.
Names stand in the roster, before every typed line, and wherever somebody is spoken of. Both are replaced by the same
words everywhere, chosen by side, so that the logs of one game still fit each other.
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
    SecretNote,
    Unknown,
    Unmask,
    Verbatim,
    walk,
)
from trc_module.vassal.saves import SavedGame

_OWNED = ("hide;", "obs;", "restrict;")
"""Traits whose state begins with the password, or the side, of who owns them [Hideable, Obscurable, Restricted]."""
_NOBODY = frozenset({"", "null"})
_DECLARATION = re.compile(r"\*\*\* [A-Z]+\d+ [A-Z]+(\s|$)")
"""Lines that a module prints for machines name sides and no players, and must stay as they are."""
_SHORTEST = 4
"""From how many characters on a password is also looked for within texts; shorter ones are parts of words."""


def scrub(game: SavedGame) -> SavedGame:
    """Return a save or log with other names and passwords; what the players said of themselves in chat remains."""
    scrubber = _Scrubber([*game.initial, *game.steps])
    save_data = game.save_data
    return SavedGame(
        tuple(scrubber.node(node) for node in game.initial),
        tuple(scrubber.node(node) for node in game.steps),
        None if save_data is None else replace(save_data, description=scrubber.text(save_data.description)),
        game.module_data,
        game.problems,
    )


class _Scrubber:
    def __init__(self, nodes: Iterable[Node]) -> None:
        commands = [_inner(command) for node in nodes for command in walk(node)]
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
        self._pattern = self._words()

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
                    for trait, token in zip(*self._tokens(command.id, command, state), strict=False):
                        if trait.startswith(_OWNED):
                            yield sequence.decode(token, ";")[0]

    def _tokens(self, id_: str | None, command: Command, state: str) -> tuple[list[str], list[str]]:
        type_ = command.type if isinstance(command, AddPiece) else self._types.get(id_ or "", "")
        if type_ in ("", "stack") or type_.startswith("deck;"):
            return [], []
        traits = sequence.decode_nested(type_)
        return traits, sequence.decode_nested(state, "\t", len(traits))

    def _words(self) -> re.Pattern[str] | None:
        words = {word: self._names[word] for word in self._names if word not in self._sides}
        words |= {word: new for word, new in self._passwords.items() if len(word) >= _SHORTEST}
        self._replacing = words | {html.escape(word): html.escape(new) for word, new in words.items()}
        longest_first = sorted(self._replacing, key=len, reverse=True)
        found = "|".join(map(re.escape, longest_first))
        return re.compile(rf"(?<!\w)(?:{found})(?!\w)") if found else None

    def text(self, text: str) -> str:
        """Return a text with every name and password in it replaced."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda match: self._replacing[match[0]], text)

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
        return command

    def _chat(self, chat: Chat) -> Chat:
        if chat.player is None:
            return chat if _DECLARATION.search(chat.text) else Chat(self.text(chat.text))
        name = self._names.get(html.unescape(chat.player), chat.player)
        left, right = ("&lt;", "&gt;") if chat.text.startswith("&lt;") else ("<", ">")
        return Chat(f"{left}{html.escape(name)}{right} - {self.text(chat.words)}")

    def _state(self, command: AddPiece | ChangePiece, state: str) -> str:
        traits, tokens = self._tokens(command.id, command, state)
        changed = list(tokens)
        for index, trait in enumerate(traits[: len(tokens)]):
            if trait.startswith(_OWNED):
                owner, *rest = sequence.decode(tokens[index], ";")
                if self._password(owner) != owner:
                    changed[index] = sequence.encode([self._password(owner), *rest], ";")
        return state if changed == tokens else sequence.encode_nested(changed)


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
