"""The position of another module's save as one of ours, with an account of every piece in it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from trc_module.hexgrid import Hex
from trc_module.module.inputs import ModuleInputs
from trc_module.module.tabletop import Tabletop
from trc_module.profiles.model import Profile
from trc_module.profiles.opening import translator_of
from trc_module.profiles.translate import Translator, bottom_first
from trc_module.profiles.words import Words, meant, tokens
from trc_module.replay.pieces import Piece
from trc_module.replay.stepping import walk_steps
from trc_module.replay.table import Table
from trc_module.roster import Marker
from trc_module.rules.clock import Clock
from trc_module.rules.state import Place, UnitId
from trc_module.vassal import sequence
from trc_module.vassal.commands import AddPlayer, Command, Node, Notes, PrivateNote, PublicNotes, SecretNote, walk
from trc_module.vassal.saves import SavedGame, read_saved_game

How = Literal["unit", "marker", "guess", "home", "absent", "meaningless", "off", "lost"]
"""The result for a piece: a unit or marker of ours; a marker whose side is guessed; a unit of ours that their module
does not have, or that is not in their game; a piece that means nothing to the rules; one that lies on no map; one that
we cannot place."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One piece: what they call it and where it lay, our counter and where that lies now, and what is to be known."""

    how: How
    theirs: str
    at: str = ""
    ours: str = ""
    to: str = ""
    why: str = ""


@dataclass(frozen=True)
class Adopted:
    """A position in our module."""

    initial: tuple[Node, ...]
    pieces: tuple[Taken, ...]
    notes: tuple[str, ...]
    """Sentences on what was not carried over or is unknown, besides pieces."""
    profile: str
    module: str

    @property
    def losses(self) -> tuple[str, ...]:
        """The pieces that would be lost, a sentence each."""
        return tuple(f"'{taken.theirs}' at {taken.at}: {taken.why}" for taken in self.found("lost"))

    def found(self, how: How) -> list[Taken]:
        """Return the pieces with the same result."""
        return [taken for taken in self.pieces if taken.how == how]


def adopt(path: Path, parts: ModuleInputs, given: Path | None = None) -> Adopted:
    """Return the position of a save of another module, or with which a log of it ends, on our table.

    UserError if no profile fits the module, or if the hexes of its map cannot be found.
    """
    saved = read_saved_game(path)
    words, profile, _, translator = translator_of([path], [saved], parts, given)
    table = Table()
    for node in saved.initial:
        table.execute(node)
    for _ in walk_steps(table, saved.steps, None):
        pass
    adopter = _Adopter(parts, profile, words, translator)
    adopter.take(table)
    adopter.fill_up()
    clock = adopter.clock(table)
    state = replace(parts.game.start("campaign", frozenset()), clock=clock or parts.game.sequence.first(1))
    adopter.tabletop.put_markers(state)
    notes = (*_moment(translator, table, clock), *_not_told(parts), *adopter.notes(), *_of_the_game(saved))
    data = saved.module_data
    module = f"{data.name} {data.version}".strip() if data is not None else ""
    public = [command for command in _texts(saved) if command.text]
    return Adopted(adopter.tabletop.save(state, (), public), tuple(adopter.pieces), notes, profile.name, module)


class _Adopter:
    """Places the pieces of a foreign table on ours, and keeps the account."""

    def __init__(self, parts: ModuleInputs, profile: Profile, words: Words, translator: Translator) -> None:
        self.tabletop = Tabletop(parts)
        self.pieces: list[Taken] = []
        self._parts, self._profile, self._words, self._translator = parts, profile, words, translator
        self._units: dict[UnitId, Place] = {}
        self._adrift: set[UnitId] = set()
        self._sides: defaultdict[Hex, set[str]] = defaultdict(set)
        self._copies: Counter[str] = Counter()
        self._marked: list[Piece] = []

    def take(self, table: Table) -> None:
        """Place every piece: units first, by which the side of a marker may be told."""
        pieces = bottom_first(table)
        markers = [piece for piece in pieces if piece.name in self._profile.spec.markers]
        for piece in pieces:
            if piece.name not in self._profile.spec.markers:
                self._unit(piece)
        for piece in markers:
            self._marker(piece)
        self._marked = list(_marked(pieces))

    def _unit(self, piece: Piece) -> None:
        unit = self._translator.unit_of(piece)
        name, at = _named(piece), str(piece.spot)
        if unit is None:
            if piece.name in self._profile.spec.ignored:
                self._note("meaningless", name, at)
            elif piece.spot is None:
                self._note("off", name)
            else:
                self._note("lost", name, at, why="the profile does not say what it is")
            return
        place = self._translator.place_of(unit, piece.spot)
        if piece.spot is None:
            self._note("off", name, ours=unit)
        elif unit in self._units:
            self._note("lost", name, at, unit, why=f"{unit} lies elsewhere already")
        elif place is None:
            self._adrift.add(unit)
            self._note("lost", name, at, unit, why="the profile knows no hex and no box there")
        else:
            self._put(unit, place)
            self._note("unit", name, at, unit, self._name(place))

    def _put(self, unit: UnitId, place: Place) -> None:
        item = self._parts.roster.units[unit]
        self._units[unit] = place
        self.tabletop.put(item, place)
        if not isinstance(place, str):
            self._sides[place].add(item.side)

    def _marker(self, piece: Piece) -> None:
        name, at = _named(piece), str(piece.spot)
        hex_ = self._translator.hex_of(piece.spot)
        if hex_ is None:
            self._note("off" if piece.spot is None else "meaningless", name, at)
            return
        kind = self._profile.spec.markers[piece.name]
        marker, guessed = self._which(kind, piece, hex_)
        if marker is None:
            why = guessed or f"which of our markers '{kind}' it is, or of which side, is not known"
            self._note("lost", name, at, why=why)
            return
        copy = self._copies[marker.id]
        self._copies[marker.id] += 1
        self.tabletop.put(marker, hex_, copy)
        self._note("guess" if guessed else "marker", name, at, marker.id, self._name(hex_), guessed)

    def _which(self, kind: str, piece: Piece, hex_: Hex) -> tuple[Marker | None, str]:
        """Return our marker of a kind that is left, and why it is no more than a guess; '' if it is sure."""
        kinds = [m for m in self._parts.roster.markers.values() if m.kind == kind]
        left = [m for m in kinds if m.count is None or self._copies[m.id] < m.count]
        if not left:
            return None, f"we have {sum(m.count or 0 for m in kinds)} markers '{kind}', and all are on the map"
        if len({m.side for m in left}) == 1:
            return left[0], ""
        side = meant(tokens(piece.name), self._words.sides)
        here = self._sides[hex_]
        why = ""
        if side is None and len(here) == 1:
            side, why = next(iter(here)), f"its side is that of the units in {self._name(hex_)}"
        return next((m for m in left if m.side == side), None), why

    def fill_up(self) -> None:
        """Place the units of ours that are not on their table: what their module lacks at home, others out of play."""
        named = {unit for units in self._profile.units.values() for unit in units}
        for unit, item in self._parts.roster.units.items():
            home = self._translator.home_of(unit)
            if unit in self._units or home is None:
                continue
            out = f"{item.side} optional"
            place = out if unit in named and out in self._parts.board.boxes else home
            self._put(unit, place)
            if unit not in self._adrift:
                self._note("absent" if unit in named else "home", "", "", unit, self._name(place))

    def clock(self, table: Table) -> Clock | None:
        """Return the moment that their tracker shows."""
        return self._translator.moment_of(self._translator.shown(table.turns), self._units.values())

    def notes(self) -> Iterator[str]:
        """Yield what is not carried over of pieces that are."""
        for piece in self._marked:
            yield f"'{_named(piece)}' at {piece.spot} shows {_shows(piece)}: what it means is not carried over."
        if self._copies["control"]:
            yield f"Each of {self._copies['control']} control markers shows its first face: turn over what is wrong."

    def _note(self, how: How, theirs: str, at: str = "", ours: str = "", to: str = "", why: str = "") -> None:
        self.pieces.append(Taken(how, theirs, at, ours, to, why))

    def _name(self, place: Place) -> str:
        return place if isinstance(place, str) else self._parts.board.grid.name(place)


def _named(piece: Piece) -> str:
    return f"{piece.name} #{piece.gpid}" if piece.gpid else piece.name


def _not_told(parts: ModuleInputs) -> Iterator[str]:
    """Yield the properties of the moment that our module has besides the tracker, and that their save lacks."""
    for system in parts.game.systems:
        if system.moment:
            yield f"Their save does not say {system.moment}: set it with the module's buttons."


def _moment(translator: Translator, table: Table, clock: Clock | None) -> Iterator[str]:
    shown = translator.shown(table.turns)
    if clock is None or shown is None:
        yield "Their turn tracker shows no moment of the game: set the module's tracker."
    elif not shown.phase_told:
        at = clock.words
        yield f"Their turn tracker does not show the phase: the module's stands at {at}; set it if that is wrong."


def _texts(saved: SavedGame) -> Iterator[Notes | PublicNotes]:
    yield from (c for node in saved.initial for c in walk(node) if isinstance(c, Notes | PublicNotes))


def _of_the_game(saved: SavedGame) -> Iterator[str]:
    commands: list[Command] = [c for node in saved.initial for c in walk(node)]
    seated = [f"{c.name} ({c.side})" for c in commands if isinstance(c, AddPlayer)]
    if seated:
        yield f"Players take their sides anew: {', '.join(dict.fromkeys(seated))}."
    private = sum(isinstance(c, PrivateNote | SecretNote) for c in commands)
    if private:
        yield f"{private} private or secret notes are not carried over: they belong to their writers' passwords."
    yield "Optional rules, strategic choices and what was used up are not in their save: declare them in the module."


def _marked(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces on maps that show something else than others with the same traits, or bear a text."""
    usual: defaultdict[str, Counter[str]] = defaultdict(Counter)
    placed = [piece for piece in pieces if piece.spot is not None]
    for piece in placed:
        for place in piece.kind.layers:
            usual[piece.kind.traits[place]][piece.state[place]] += 1
    for piece in placed:
        odd = any(_is_odd(piece, place, usual) for place in piece.kind.layers)
        if odd or piece.hidden_by() is not None or any(_texts_on(piece)):
            yield piece


def _is_odd(piece: Piece, place: int, usual: Mapping[str, Counter[str]]) -> bool:
    states = usual[piece.kind.traits[place]]
    return piece.state[place] != states.most_common(1)[0][0]


def _texts_on(piece: Piece) -> Iterator[str]:
    for trait, state in zip(piece.kind.traits, piece.state, strict=False):
        if trait.startswith("label;"):
            text = next(iter(sequence.decode(state, ";")), "") if state else ""
            if text.strip():
                yield text.strip()


def _shows(piece: Piece) -> str:
    found = [f"the text '{text}'" for text in _texts_on(piece)]
    found += [f"level {piece.state[place]} of a layer" for place in piece.kind.layers]
    if piece.hidden_by() is not None:
        found.append("itself to its owner alone")
    return ", ".join(found)


__all__ = ["Adopted", "How", "Taken", "adopt"]
