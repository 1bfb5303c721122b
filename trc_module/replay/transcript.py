"""A log of any game step by step, with its dice: what was said, reported and moved, without any rule.

What is hidden from other players stays hidden: a masked or an invisible piece has no name here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from trc_module.replay.events import Added, ChatLine, Event, Flipped, Moved, PropertySet, Removed, Reported, Step
from trc_module.replay.integrity import RESULT
from trc_module.replay.pieces import Piece
from trc_module.replay.stepping import walk_steps
from trc_module.replay.table import Player, Table
from trc_module.replay.undoing import Settled, settle
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.saves import read_saved_game

_NUMBERS = r"-?\d+(?:\s*,\s*-?\d+)*"
_IN_CHAT = (
    # VASSAL's own format of a die button: `* 2d6 = 3,4 *** <player>` [DiceButton].
    re.compile(rf"^\W*(?P<name>[^=<>]*?\S)\s*=\s*(?P<results>{_NUMBERS})(?=\D*$|\D*<)[^<]*(?:<(?P<by>[^>]*)>)?"),
    # VASL's: `*** (Rally DR) 4,1 ***   <player>`.
    re.compile(rf"^\*+ \((?P<name>[^)]+ d?r)\) (?P<results>{_NUMBERS}) \*+\s*(?:<(?P<by>[^>]*)>)?", re.IGNORECASE),
)
_OF_DICE = re.compile(r"\d*d\d+\b|\bdice\b|\bdie\b|\broll", re.IGNORECASE)
_DIE = re.compile(r"^(?P<count>[0-9]{0,3})d(?P<sides>[0-9]{1,6})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ChatRoll:
    """A roll as a log of any game tells it: the step, what was rolled, the results, and who rolled if it says so.

    `undone` is the step that took it back, None if it counts.
    """

    step: int
    name: str
    results: tuple[int, ...]
    by: str
    undone: int | None = None

    @property
    def sides(self) -> int | None:
        """Return how many sides each die has, if its name tells it and each die is shown by itself."""
        named = _DIE.match(self.name)
        if named is None or int(named["count"] or 1) != len(self.results):
            return None
        sides = int(named["sides"])
        return sides if all(1 <= result <= sides for result in self.results) else None


@dataclass(frozen=True, slots=True)
class Passage:
    """The part of a transcript about one step; `undone` as for a roll."""

    step: int
    by: str
    lines: tuple[str, ...]
    undone: int | None


@dataclass(frozen=True, slots=True)
class Transcript:
    """A log of any game: whose it is, who plays, and what was done, step by step."""

    path: Path
    module: Metadata | None
    save: Metadata | None
    players: tuple[Player, ...]
    passages: tuple[Passage, ...]
    rolls: tuple[ChatRoll, ...]


def read_transcript(path: Path) -> Transcript:
    """Read a log of any game; FormatError if it is none."""
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
            for roll in _rolls(step, taken_back.get(step.number))
        ),
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
                yield f"{event.player}: {event.words.strip()}"
        elif isinstance(event, Reported) and event.shown.strip():
            reported = True
            yield event.shown.strip()
    if not reported:
        yield from (line for event in step.events if (line := _told(event)))


def _told(event: Event) -> str:
    match event:
        case Moved():
            return f"{_names(event.pieces)}: {event.before} to {event.after}"
        case Added(after=spot) if spot is not None:
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


def _rolls(step: Step, undone: int | None) -> Iterator[ChatRoll]:
    """Yield the rolls of a step, each once: an engine may write one both into a property and into the chat."""
    in_chat = [roll for event in step.events if isinstance(event, Reported) for roll in _in_chat(event.text)]
    told = [
        (event.name.removesuffix(RESULT), results)
        for event in step.events
        if isinstance(event, PropertySet) and event.name.endswith(RESULT) and (results := _numbers(event.new))
    ]
    by = next((who for *_, who in in_chat if who), step.by.name if step.by else "")
    for name, results in told or [(name, results) for name, results, _ in in_chat]:
        yield ChatRoll(step.number, name, results, by, undone)


def _in_chat(text: str) -> Iterator[tuple[str, tuple[int, ...], str]]:
    if "UNDO" in text:
        return
    for form in _IN_CHAT:
        found = form.match(text)
        # Much is reported as `name = number`: a roll is what says so, or ends as VASSAL's own format does.
        if found is not None and ("***" in text or _OF_DICE.search(found["name"])):
            yield found["name"], _numbers(found["results"]), found["by"] or ""
            return


def _numbers(text: str) -> tuple[int, ...]:
    parts: Sequence[str] = [part.strip() for part in text.split(",")]
    if not all(re.fullmatch(r"-?\d{1,9}", part, re.ASCII) for part in parts):
        return ()
    return tuple(map(int, parts))
