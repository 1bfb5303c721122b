"""The window in which players agree on options: it opens by itself when a game begins, and a click is a declaration.

Every row is a piece that cannot be moved. A click changes the module's property of that option and prints the whole
line of what is agreed on (D01); the last one holds. A game that goes on is not asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import count, repeat
from textwrap import wrap

from lxml import etree

from trc_module.declarations import Grammar
from trc_module.declarations.grammar import OPTIONS
from trc_module.module.agreement import (
    AGREED,
    IN_PLAY,
    MARK_AGREED,
    NOT_YET,
    OUT_OF_PLAY,
    option_property,
    tick_property,
)
from trc_module.module.maps import PAPER, handling, room_for_toolbar
from trc_module.module.texts import Texts
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits import Piece, Trait
from trc_module.vassal.traits.build import PropertyChange, report, set_global_property, set_to, trigger
from trc_module.vassal.values import Color, Key

OPTIONS_MAP = "Options"
"""The VASSAL name of the window; saves hold it, in every language."""
OPEN_OPTIONS = Key.named("OpenOptions")
CHANGE = Key.named("ChangeOption")
"""The key by which a row hears a click."""
_TELL = Key.named("TellOptions")
_SHOW, _MARK, _ASK = Key.named("ShowOptions"), Key.named("NowAgreed"), Key.named("AskForOptions")

SETUP_NOTE = "SetupNote"
"""The module's property with what a set-up has to say at its beginning, as HTML; its row stands below the options."""
_NOTE_ROW, _NOTE_LINES, _NOTE_WIDTH = 99, 4, 112
"""The number of that row, and its room: lines, and letters of a line."""
_FLOOR = 60_000
"""The first number (gpid) of the rows: above all counters and what places them, below an owner's own."""
_ROW, _TOP, _LEFT, _COLUMN = 22, 18, 16, 440
_INK, _LIGHT, _BUTTON = Color(36, 31, 23), Color(251, 247, 234), Color(107, 95, 73)


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One row of the window: its number for ever, its piece and where it lies."""

    number: int
    piece: Piece
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class OwnRow:
    """A row of a game's own: its number for ever, its words, and what a click does."""

    number: int
    text: str
    acts: tuple[Trait, ...]


def option_rows(
    texts: Texts,
    grammar: Grammar,
    numbers: Mapping[str, int],
    lines: Callable[[str], Mapping[str, str]],
    own: tuple[tuple[OwnRow, ...], tuple[OwnRow, ...]],
) -> Iterator[OptionRow]:
    """Yield the rows: a heading, the options of the first chapter at the left, at the right those of others and what
    declares that all is agreed on, with a game's own rows before and behind it.

    `numbers` are the rows' numbers by option; `lines` tells the rows that come and go with one.
    """
    (verb,) = grammar.verbs_of(OPTIONS)
    told = grammar.report_format(verb, rules="".join(f"${option_property(number)}$" for number in numbers))
    yield _row(0, texts("options.head"), (0, 0), _heading())
    left, right = (zip(repeat(column), count(1)) for column in (0, 1))
    first = next(iter(numbers))
    for option, number in numbers.items():
        acts = (
            *_toggle(texts, option, told),
            *(row_toggle(option, line, words, CHANGE) for line, words in lines(option).items()),
        )
        place = next(left if _chapter(option) == _chapter(first) else right)
        yield _row(number, _ticked(option, texts(f"optional.{option}")), place, acts)
    before, behind = own
    for row in before:
        yield _row(row.number, row.text, next(right), row.acts)
    yield _row(2, f"  {texts('options.declare')}  ", next(right), _declare(texts, told), ground=_BUTTON, ink=_LIGHT)
    next(right)
    for row in behind:
        yield _row(row.number, row.text, next(right), row.acts)
    column, line = next(left)
    # Its lines stand around the middle of its row, and reach into the one above.
    yield _row(_NOTE_ROW, f"${SETUP_NOTE}$", (column, max(line, next(right)[1]) + 1), ())


def note_words(lines: Iterable[str]) -> str:
    """Return lines of text as the row of the set-up's note shows them."""
    wrapped = wrap(" ".join(lines), _NOTE_WIDTH)
    return f"<html>{'<br>'.join(map(escape, wrapped))}</html>"


def row_toggle(option: str, line: str, words: str, change: Key) -> Trait:
    """Return what lets a row come and go with an option, whose own property the key has changed before."""
    now = set_to(f'{{{option_property(option)}==""?"":"{words}"}}')
    return set_global_property(line, (PropertyChange(change, now),))


def _chapter(option: str) -> str:
    return option.partition(".")[0]


def _row(
    number: int,
    text: str,
    place: tuple[int, int],
    acts: tuple[Trait, ...],
    *,
    ground: Color | None = None,
    ink: Color = _INK,
) -> OptionRow:
    column, line = place
    key = CHANGE if acts and line else None
    shown = Trait.make(
        "label",
        command="",
        font_size=14,
        background=ground,
        foreground=ink,
        vertical="c",
        horizontal="l",
        vertical_alignment="c",
        horizontal_alignment="l",
        name_format="$pieceName$",
        font_style=0 if line else 1,
    ).with_state(text=text)
    traits = [*acts, shown]
    if key:
        traits.append(Trait.make("button", key=key, x=-4, y=-_ROW // 2 + 1, width=_COLUMN - 24, height=_ROW - 2))
    traits += [
        Trait.make("immob", select="n", move="V"),
        Trait.make("mark", names=("Kind", "Row"), values=("option", str(number))),
        Trait.make("piece", name=f"Option {number}" if number > 2 else f"Row {number}", gpid=str(_FLOOR + number)),
    ]
    y = _TOP + (line * _ROW + 8 if line else 0)
    return OptionRow(_FLOOR + number, Piece.build(None, traits), _LEFT + column * _COLUMN, y)


def _ticked(number: str, title: str) -> str:
    """Return the row's words: a box that is full where the option is in play.

    No expression: VASSAL takes a second to get ready for the first, and the window is the first thing to be seen.
    """
    return f"${tick_property(number)}$  {number}  {title}"


def _toggle(texts: Texts, number: str, told: str) -> tuple[Trait, ...]:
    name = option_property(number)
    change = PropertyChange(CHANGE, set_to(f'{{{name}==""?"{number},":""}}'), texts("menu.in-play"))
    tick = PropertyChange(CHANGE, set_to(f'{{{name}==""?"{OUT_OF_PLAY}":"{IN_PLAY}"}}'))
    return (
        set_global_property(name, (change,)),
        set_global_property(tick_property(number), (tick,)),
        report((CHANGE,), told),
    )


def _declare(texts: Texts, told: str) -> tuple[Trait, ...]:
    return (
        Trait.make(
            "macro", name="", command=texts("menu.agree"), key=CHANGE, action_keys=(_TELL, _MARK, _SHOW), loop_count=""
        ),
        Trait.make("globalhotkey", command="", key=_MARK, hotkey=MARK_AGREED),
        report((_TELL,), told),
        Trait.make("globalhotkey", command="", key=_SHOW, hotkey=OPEN_OPTIONS),
    )


def _heading() -> tuple[Trait, ...]:
    return (
        trigger((_SHOW,), watch=(_ASK,), when=f"{AGREED} = {NOT_YET}"),
        Trait.make("globalhotkey", command="", key=_SHOW, hotkey=OPEN_OPTIONS),
    )


def options_map(texts: Texts, rows: tuple[OptionRow, ...]) -> etree._Element:
    """Return the window; its rows come with the set-ups."""
    columns = 1 + max((row.x - _LEFT) // _COLUMN for row in rows)
    # As in windows of boxes: bars that VASSAL adds shall hide nothing.
    width, height = columns * _COLUMN + 2 * _LEFT, max(row.y for row in rows) + _NOTE_LINES * 17
    zone = component(
        "module.map.boardPicker.board.mapgrid.Zone",
        name=OPTIONS_MAP,
        locationFormat="$name$",
        path=f"0,0;{width},0;{width},{height};0,{height}",
        useParentGrid=False,
    )
    board = component(
        "module.map.boardPicker.Board",
        component("module.map.boardPicker.board.ZonedGrid", zone),
        name=OPTIONS_MAP,
        width=width,
        height=height,
        color=PAPER.encode(),
    )
    return component(
        "module.Map",
        component("module.map.BoardPicker", board),
        *handling(zoom_start=0),
        room_for_toolbar(height),
        mapName=OPTIONS_MAP,
        launch=True,
        buttonName=texts("button.options"),
        tooltip=texts("tooltip.options"),
        icon="",
        hotkey=OPEN_OPTIONS.encode(),
        markMoved="Never",
        moveWithinFormat="",
        moveToFormat="",
        createFormat="",
        changeFormat="$message$",
        backgroundcolor=PAPER.encode(),
    )


def option_slots(rows: tuple[OptionRow, ...], title: str) -> etree._Element:
    """Return the palette's tab with the slots of the rows: set-ups bring them, and a refresh finds them here."""
    slots = (
        component(
            "widget.PieceSlot",
            content=row.piece.command().encode(),
            entryName=row.piece.name,
            gpid=row.piece.gpid,
            width=0,
            height=0,
        )
        for row in rows
    )
    return component("widget.TabWidget", component("widget.ListWidget", *slots, entryName=title), entryName=title)


def open_at_start() -> etree._Element:
    """Return what opens the window when a game is loaded in which nothing is agreed on yet."""
    return component(
        "module.StartupGlobalKeyCommand",
        name="Open the options",
        buttonText="",
        tooltip="",
        icon="",
        hotkey=_ASK,
        # Only the heading hears the key, so that no expression need be worked out for every counter.
        filter="Row = 0",
        reportSingle=False,
    )
