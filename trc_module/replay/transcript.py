"""A log of any game step by step, with its dice: what was said, reported and moved, without any rule.

What is hidden from other players stays hidden: a masked or an invisible piece has no name here.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from trc_module.replay.events import ChatLine, Event, Flipped, Moved, PieceAdded, PropertySet, Removed, Reported, Step
from trc_module.replay.integrity import RESULT
from trc_module.replay.pieces import Piece
from trc_module.replay.roll_formats import RollFormat
from trc_module.replay.roll_lines import RollLine, dice_of, roll_in, visible_line
from trc_module.replay.stepping import walk_steps
from trc_module.replay.table import SeatedPlayer, Table
from trc_module.replay.undoing import Settled, settle
from trc_module.vassal.commands import EndSave
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.saves import read_saved_game

_DIE = re.compile(r"(?<![\w.])(?P<count>[0-9]{0,3})d(?P<sides>[0-9]{1,6})\b", re.IGNORECASE)


class ChatRoll(Struct, frozen=True):
    """A roll as a log of any game tells it: the step, what was rolled, the results, and who rolled if it says so.

    `undone` is the step that took it back, None if it counts; `faces` are the words of dice with symbols, which have
    no `results`; `known_sides` is what the module says of its dice.
    """

    step: int
    name: str
    results: tuple[int, ...]
    by: str
    undone: int | None = None
    faces: tuple[str, ...] = ()
    known_sides: int | None = None

    @property
    def shown(self) -> tuple[str, ...]:
        """What each die showed, number or word."""
        return self.faces or tuple(map(str, self.results))

    @property
    def sides(self) -> int | None:
        """Return how many sides each die has, if its name or the module tells it and each die is shown by itself."""
        if self.known_sides is not None:
            return self.known_sides
        named = _DIE.search(self.name)
        if named is None or int(named["count"] or 1) != len(self.results):
            return None
        sides = int(named["sides"])
        return sides if all(1 <= result <= sides for result in self.results) else None


class Passage(Struct, frozen=True):
    """The part of a transcript about one step; `undone` as for a roll."""

    step: int
    by: str
    lines: tuple[str, ...]
    undone: int | None


class Transcript(Struct, frozen=True):
    """A log of any game: whose it is, who plays, and what was done, step by step."""

    path: Path
    module: Metadata | None
    save: Metadata | None
    players: tuple[SeatedPlayer, ...]
    passages: tuple[Passage, ...]
    rolls: tuple[ChatRoll, ...]
    ended: bool = True
    """Whether the game is whole; one that was cut short has no end that VASSAL would begin it with."""


def read_transcript(path: Path, formats: Sequence[RollFormat] = ()) -> Transcript:
    """Read a log of any game, with the formats in which its module reports rolls; FormatError if it is none."""
    saved = read_saved_game(path, exact=False)
    table = Table()
    for node in saved.initial:
        table.execute(node)
    steps = tuple(walk_steps(table, saved.steps, None))
    undone = _undone(settle(steps))
    taken_back = {step: by for step, by in undone.items() if by is not None}
    return Transcript(
        path,
        saved.module_data,
        saved.save_data,
        table.players,
        tuple(
            Passage(step.number, step.by.name if step.by else "", lines, taken_back.get(step.number))
            for step in steps
            if (lines := tuple(_lines(step)))
        ),
        tuple(
            roll
            for step in steps
            if not _takes_back(step, taken_back)
            for roll in _rolls(step, taken_back.get(step.number), formats)
        ),
        bool(steps) or any(isinstance(command, EndSave) for command in saved.commands()),
    )


def _undone(settled: Settled) -> dict[int, int | None]:
    return {undone.step.number: None if undone.redone else undone.by for undone in settled.undone}


def _takes_back(step: Step, taken_back: dict[int, int]) -> bool:
    # An undo by VASSAL sets the die to its earlier result, but nothing is rolled.
    return step.is_undo or step.number in taken_back.values()


def _lines(step: Step) -> Iterator[str]:
    """Yield the lines of a step; moves that VASSAL does not report are described in our words."""
    reported = False
    for event in step.events:
        if isinstance(event, ChatLine):
            if event.words.strip():
                yield f"{html.unescape(event.player)}: {html.unescape(event.words).strip()}"
        elif isinstance(event, Reported) and event.shown.strip():
            reported = True
            yield visible_line(event.shown).strip()
    if not reported:
        yield from (line for event in step.events if (line := _told(event)))


def _told(event: Event) -> str:
    match event:
        case Moved():
            return f"{_names(event.pieces)}: {event.before} to {event.after}"
        case PieceAdded(after=spot) if spot is not None:
            return f"{_names((event.piece,))}: placed at {spot}"
        case Removed(before=spot) if spot is not None:
            return f"{_names((event.piece,))}: removed from {spot}"
        case Flipped():
            return f"{_names((event.piece,))}: turned"
    return ""


def _names(pieces: Iterable[Piece]) -> str:
    return ", ".join("a hidden piece" if is_hidden(piece) else piece.name or "a piece" for piece in pieces)


def is_hidden(piece: Piece) -> bool:
    """Tell whether a piece is invisible to other players, or masked."""
    masked = any(
        trait.startswith("obs;") and piece.state[place].partition(";")[0] not in ("", "null")
        for place, trait in enumerate(piece.kind.traits)
    )
    return masked or piece.hidden_by() is not None


def _rolls(step: Step, undone: int | None, formats: Sequence[RollFormat]) -> Iterator[ChatRoll]:
    """Yield the rolls of a step, each once: an engine may write one both into a property and into the chat."""
    in_chat = [roll for event in step.events if isinstance(event, Reported) if (roll := _in_chat(event.text, formats))]
    told = [
        (event.name.removesuffix(RESULT), results)
        for event in step.events
        if isinstance(event, PropertySet) and event.name.endswith(RESULT) and (results := _numbers(event.new))
    ]
    by = next((roll.by for roll in in_chat if roll.by), step.by.name if step.by else "")
    for name, results in told:
        line = _line_of(name, in_chat, alone=len(told) == 1)
        yield _roll(step.number, _better(RollLine(name, results), line), by, undone)
    for line in () if told else in_chat:
        yield _roll(step.number, line, by, undone)


def _roll(step: int, line: RollLine, by: str, undone: int | None) -> ChatRoll:
    sides = line.sides if all(1 <= result <= (line.sides or 0) for result in line.results) else None
    return ChatRoll(step, line.name, line.results, line.by or by, undone, line.faces, sides if line.results else None)


def _better(told: RollLine, line: RollLine | None) -> RollLine:
    """Return a roll that a property tells with what its line adds.

    The line may show each die where the property holds their sum [SpecialDiceButton], or the words on them.
    """
    if line is None:
        return told
    if line.faces or (len(line.results) > len(told.results) and sum(line.results) == sum(told.results)):
        return replace(line, name=told.name)
    return replace(told, by=line.by, sides=line.sides)


def _line_of(name: str, lines: Sequence[RollLine], *, alone: bool) -> RollLine | None:
    """Return the line that tells of the same roll as a property."""
    if alone and len(lines) == 1:
        return lines[0]
    return next((line for line in lines if line.name == name), None)


def _in_chat(text: str, formats: Sequence[RollFormat]) -> RollLine | None:
    if "UNDO" in text:
        return None
    return next((roll for form in formats if (roll := form.read(text))), None) or roll_in(text)


def _numbers(text: str) -> tuple[int, ...]:
    return dice_of(text)[0]
