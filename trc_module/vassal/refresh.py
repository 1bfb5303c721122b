"""Bring a save or log of an older version of a module forward to a newer one (VASSAL.build.module.GameRefresher).

Every piece becomes the newer module's piece of its number, else of its name, and keeps its place and what has
happened to it: the state of each trait whose type is the same in both. A log's steps are carried over alike, so
that it still replays. What the engine loses in silence is told: pieces that the newer module has not, maps that
it has not, states that no trait can hold any more.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from textwrap import wrap
from typing import Literal

from msgspec.structs import replace

from trc_module.vassal import sequence
from trc_module.vassal.commands import (
    AddPiece,
    AddPlayer,
    ChangePiece,
    Command,
    ExtensionUsed,
    Group,
    LogCommand,
    MovePiece,
    Node,
    NullCommand,
    SetBoards,
    Verbatim,
    walk,
)
from trc_module.vassal.palette import Palette, PaletteEntry
from trc_module.vassal.problems import FormatError
from trc_module.vassal.retiring import Retiring
from trc_module.vassal.saves import SavedGame
from trc_module.vassal.traits import Deck, Piece, Stack, Trait, read_piece
from trc_module.vassal.traits.meaning import meaning
from trc_module.vassal.traits.pairing import UnpairedTypes
from trc_module.vassal.values import Color

How = Literal["number", "name", "extension", "kept", "dropped", "none"]
"""The property by which a piece was found again; if it was not found it stays as it was (`kept`) or leaves
(`dropped`)."""

_NO_SIDE = ("", "<observer>")
_CONCEALING = ("obs", "hide")
_IDLE = frozenset(("", "null", "false", "-1", "0", "noMat"))


@dataclass(frozen=True, slots=True)
class Match:
    """The match of one piece with the newer module.

    Attributes:
        id: Its id in the game, which it keeps.
        name: Its basic name before.
        number: Its gpid before.
        how: By what it was found again.
        new_name: Its basic name now.
        new_number: Its gpid now.
        lost: The traits, by their editor's names, whose state no trait of the newer piece can take.
    """

    id: str
    name: str
    number: str
    how: How
    new_name: str
    new_number: str
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refreshed:
    """A game brought forward: its commands, the match of each piece, and the obstacles to using it.

    `obstacles` are sentences: with one of them the game would lose something. `losses` are too: what has happened to
    pieces and would be forgotten. `notes` are worth knowing.
    """

    initial: tuple[Node, ...]
    steps: tuple[Node, ...]
    matches: tuple[Match, ...]
    obstacles: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def losses(self) -> tuple[str, ...]:
        """One sentence for each kind of trait whose state would be lost: of how many pieces, and of which."""
        names: dict[str, list[str]] = {}
        for match in self.matches:
            for title in match.lost:
                names.setdefault(title, []).append(match.name)
        return tuple(
            f"The state of '{title}' of {_number(found)} would be lost: the module's piece has no such trait any more."
            for title, found in names.items()
        )

    def found(self, how: How) -> list[Match]:
        """Return the pieces that were found again in one way."""
        return [match for match in self.matches if match.how == how]


def _number(names: list[str]) -> str:
    different = list(dict.fromkeys(names))
    shown = ", ".join(f"'{name}'" for name in different[:3]) + (" ..." if len(different) > 3 else "")
    return f"{len(names)} piece{'' if len(names) == 1 else 's'} ({shown})"


def refresh(
    game: SavedGame, palette: Palette, *, keep: bool = False, drop: bool = False, accepted: Collection[str] = ()
) -> Refreshed:
    """Bring a game forward to the module whose palette is given.

    With `keep` a piece that the module has not stays as it was, as a plate with its name if its picture is gone; with
    `drop` it is in the game no more.
    `accepted` are names that the module had before: games of these are its own.

    Raises:
        FormatError: A piece or a change of one cannot be read, so that the engine would not load the file.
    """
    refresher = _Refresher(palette, keep, drop)
    initial = tuple(_mapped(node, refresher.command) for node in game.initial)
    steps = tuple(_mapped(node, refresher.command) for node in game.steps)
    sides = {c.side for n in (*game.initial, *game.steps) for c in walk(n) if isinstance(c, AddPlayer)}
    gone = sorted(side for side in sides - palette.sides if side not in _NO_SIDE)
    notes = [f"The module has no side '{side}' any more; its player will watch only." for side in gone]
    if any(match.how == "extension" for match in refresher.matches.values()):
        notes.append("Pieces of extensions stay as they were; name the newer extension to bring them forward too.")
    obstacles = (*_belongs(game, palette, accepted), *refresher.obstacles())
    return Refreshed(initial, steps, tuple(refresher.matches.values()), obstacles, tuple(notes))


def _belongs(game: SavedGame, palette: Palette, accepted: Collection[str]) -> Iterator[str]:
    old, new = game.module_data, palette.data
    if old is None:
        return
    if old.name and old.name != new.name and old.name not in accepted:
        yield f"The game is one of the module '{old.name}', not of '{new.name}'."
    elif old.extra1 and new.extra1 and old.extra1 != new.extra1:
        # Free text of a module; ours says there which pixels are which hexes.
        yield f"The module calls itself '{new.extra1}', the game's was '{old.extra1}': its maps may lie otherwise."


def _mapped(node: Node, change: Callable[[Command], Command]) -> Node:
    """Return a node with every command changed, or the node itself where none is."""
    if isinstance(node, Verbatim):
        inner = _mapped(node.node, change)
        return node if inner is node.node else inner
    if isinstance(node, Group):
        members = tuple(_mapped(member, change) for member in node.members)
        same = all(new is old for new, old in zip(members, node.members, strict=True))
        return node if same else Group(members)
    if isinstance(node, LogCommand):
        command = None if node.command is None else change(node.command)
        return node if command is node.command else LogCommand(command)
    return change(node)


@dataclass(frozen=True, slots=True)
class _Translation:
    """Translation of the states of an older piece to those of the newer one.

    Attributes:
        types: The newer piece's traits.
        states: What each of them begins with.
        sources: For each of them the older trait, by its index, that hands its state over; None if there is none.
        count: How many traits the older piece has.
        gpid: The newer piece's number.
    """

    types: tuple[str, ...]
    states: tuple[str, ...]
    sources: tuple[int | None, ...]
    count: int
    gpid: str

    def translated(self, old: tuple[str, ...]) -> tuple[str, ...]:
        """Return the newer states for older ones; the last, the basic piece's, keeps all but the number."""
        new = [
            default if source is None else old[source]
            for default, source in zip(self.states, self.sources, strict=True)
        ]
        basic = Trait(self.types[-1], new[-1])
        if basic.id == "piece" and basic.state_value("gpid") != self.gpid:
            new[-1] = basic.with_state(gpid=self.gpid).state
        return tuple(new)

    def text(self, old: str) -> str:
        """Return the newer state for an older one, both as commands hold them.

        Raises:
            FormatError: It has fewer tokens than the older piece has traits.
        """
        states = tuple(sequence.decode_nested(old, count=self.count))
        if len(states) < self.count:
            raise FormatError(f"A change of a piece with {self.count} traits has only {len(states)} states.")
        new = self.translated(states)
        return old if new == states else sequence.encode_nested(new)


@dataclass(slots=True)
class _Refresher:
    palette: Palette
    keep: bool
    drop: bool
    matches: dict[str, Match] = field(default_factory=dict)
    _translations: dict[str, _Translation] = field(default_factory=dict)
    _maps: set[str] = field(default_factory=set)
    _boards: set[tuple[str, str]] = field(default_factory=set)
    _revealed: set[str] = field(default_factory=set)
    _retiring: Retiring = field(default_factory=Retiring)
    _numbers: dict[str, PaletteEntry] = field(init=False)
    _names: dict[str, PaletteEntry] = field(init=False)

    def __post_init__(self) -> None:
        self._numbers = self.palette.by_number()
        self._names = self.palette.by_name()

    def command(self, command: Command) -> Command:
        """Return the command as the newer module needs it."""
        if isinstance(command, AddPiece):
            return self._add(command)
        command = self._retiring.command(command)
        if isinstance(command, ChangePiece) and command.id in self._translations:
            translation = self._translations[command.id]
            new, old = command.new_state, command.old_state
            texts = translation.text(new), None if old is None else translation.text(old)
            return command if texts == (new, old) else replace(command, new_state=texts[0], old_state=texts[1])
        if isinstance(command, MovePiece):
            self._see_map(command.new_map)
        elif isinstance(command, ExtensionUsed):
            used = next((each for each in self.palette.extensions if each.name == command.name), None)
            return replace(command, version=used.version) if used else command
        elif isinstance(command, SetBoards):
            self._boards |= {(command.map, board.name) for board in command.boards}
        return command

    def obstacles(self) -> Iterator[str]:
        """Yield why the game should not be used as it is now."""
        for match in self.matches.values():
            if match.how == "none":
                yield f"The module has no piece number {match.number or '(none)'} and none named '{match.name}'."
        for name in sorted(self._revealed):
            yield f"'{name}' is masked or invisible, which the module's new piece cannot be in the same way."
        for name in sorted(self._maps - self.palette.maps.keys()):
            yield f"The module has no map '{name}', on which pieces of the game lie."
        for map_name, board in sorted(self._boards):
            if board not in self.palette.maps.get(map_name, ()):
                yield f"The map '{map_name}' of the module has no board '{board}'."

    def _see_map(self, name: str | None) -> None:
        if name is not None:
            self._maps.add(name)

    def _add(self, command: AddPiece) -> Command:
        old = read_piece(command)
        if isinstance(old, Stack | Deck):
            self._see_map(old.map)
            return self._retiring.stack(command, old)
        definition, how = self._find(old)
        translation = _translation(old, definition) if definition else None
        if definition and not (old.has_basic and definition.piece.has_basic):
            # Only a class of the module's own knows the meaning of its state.
            definition, how, translation = None, self._unfound, None
        if how == "kept":
            translation = _kept(old, self.palette.images)
        key = command.id or f"#{len(self.matches)}"
        if how == "dropped":
            self.matches[key] = Match(key, old.name, old.gpid, how, old.name, old.gpid)
            self._retiring.gone.add(key)
            return NullCommand()
        self._see_map(old.map)
        if translation is None:
            self.matches[key] = Match(key, old.name, old.gpid, how, old.name, old.gpid)
            return command
        new = Piece(old.id, translation.types, translation.translated(old.states))
        same = (new.types, new.states) == (old.types, old.states)
        lost = tuple(_lost(old, translation)) if definition else ()
        if any(trait.id in _CONCEALING for trait in lost):
            self._revealed.add(old.name)
        titles = tuple(trait.spec.title if trait.spec else trait.id for trait in lost)
        self.matches[key] = Match(key, old.name, old.gpid, how, new.name, new.gpid, titles)
        if command.id is not None:
            self._translations[command.id] = translation
        # A type without a change keeps its text, the parts that the engine ignores included.
        return command if same else replace(command, type=new.type_text, state=new.state_text)

    def _find(self, piece: Piece) -> tuple[PaletteEntry | None, How]:
        if piece.gpid in self._numbers:
            return self._numbers[piece.gpid], "number"
        extension, colon, _ = piece.gpid.rpartition(":")
        if colon and extension not in {each.id for each in self.palette.extensions}:
            # The number of an extension's piece; an extension that is not here stays as it is.
            return None, "extension"
        if piece.name in self._names:
            return self._names[piece.name], "name"
        return None, self._unfound

    @property
    def _unfound(self) -> How:
        return "kept" if self.keep else "dropped" if self.drop else "none"


def _translation(old: Piece, definition: PaletteEntry) -> _Translation:
    new = definition.piece
    last = len(old.types) - 1
    free = UnpairedTypes(enumerate(old.types[:-1]))
    # A mark says what the module says of the piece: the newer value wins.
    sources = [free.take(text) if text.partition(";")[0] != "mark" else None for text in new.types[:-1]]
    return _Translation(new.types, new.states, (*sources, last), len(old.types), definition.gpid)


def _lost(old: Piece, translation: _Translation) -> Iterator[Trait]:
    """Yield the older traits whose state says something and goes nowhere."""
    begins = {_told(Trait(text, state)) for text, state in zip(translation.types, translation.states, strict=True)}
    kept = frozenset(translation.sources)
    for index, trait in enumerate(old.traits[:-1]):
        if index not in kept and _says_something(trait) and _told(trait) not in begins:
            yield trait


def _told(trait: Trait) -> tuple[object, ...]:
    """Return what a trait's state says of what; pieces with the same have lost nothing."""
    return (trait.id, meaning(trait.text).get("name"), *trait.state_tokens[: 1 if trait.id == "emb2" else None])


def _says_something(trait: Trait) -> bool:
    """Tell whether players have done something to a trait that its state keeps."""
    spec, tokens = trait.spec, trait.state_tokens
    if trait.id == "mark" or (spec and not spec.state) or not tokens:
        return False
    if trait.id in _CONCEALING:
        return tokens[0] != "null"
    if trait.id == "emb2":
        # Level 1 is where a layer begins that cannot be switched off.
        return tokens[0] not in (("1", "-1", "") if meaning(trait.text)["always_active"] else ("-1", ""))
    if trait.id == "footprint":
        return len(tokens) > 2 and tokens[2] not in _IDLE
    if trait.id == "label" and meaning(trait.text)["key"] is None:
        # Without a key no player can have changed the words: they are the module's.
        return False
    return any(token not in _IDLE for token in tokens)


_PICTURES = ("image", "images")
_WIDEST = 12


def _kept(old: Piece, images: Iterable[str]) -> _Translation:
    """Return a piece as it was, except that a plate takes the place of each picture that is gone."""
    known = frozenset(images)
    traits = [_without_pictures(trait, known) for trait in old.traits]
    states = [trait.state for trait in traits]
    types = [trait.text for trait in traits]
    sources: list[int | None] = list(range(len(traits)))
    if types[-1] != old.types[-1]:
        # Without a picture a piece could not even be clicked on.
        plate = _plate(old.name)
        types, states, sources = [plate.text, *types], [plate.state, *states], [None, *sources]
    return _Translation(tuple(types), tuple(states), tuple(sources), len(old.types), old.gpid)


def _without_pictures(trait: Trait, images: frozenset[str]) -> Trait:
    for name in _PICTURES:
        layout = trait.spec.layout(trait.tokens[0] if trait.tokens else "") if trait.spec else ()
        if all(spec.name != name for spec in layout):
            continue
        value = trait.value(name)
        if isinstance(value, str) and _gone(value, images):
            return trait.with_type(**{name: ""})
        if isinstance(value, tuple) and any(_gone(str(image), images) for image in value):
            kept = tuple("" if _gone(str(image), images) else str(image) for image in value)
            return trait.with_type(**{name: kept})
    return trait


def _gone(image: str, images: frozenset[str]) -> bool:
    # Names with a slash in front are the engine's own.
    return bool(image) and not image.startswith("/") and image not in images and f"{image}.gif" not in images


def _plate(name: str) -> Trait:
    return Trait.make(
        "label",
        key=None,
        command="",
        font_size=11,
        background=Color(245, 240, 220),
        foreground=Color(60, 20, 10),
        vertical="c",
        vertical_alignment="c",
        name_format="$pieceName$",
        font_style=1,
        description="Stands for a picture that the module has no more",
        text=_in_lines(name),
    )


def _in_lines(name: str) -> str:
    """Return a name in lines as wide as a counter; the engine sets labels that begin as HTML does."""
    lines = wrap(name, _WIDEST)
    return f"<html><center>{'<br>'.join(map(escape, lines))}</center></html>" if len(lines) > 1 else name
