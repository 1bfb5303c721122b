"""The window in which players agree on options: it opens by itself when a game begins, and a click is a declaration.

Every row is a piece that nobody can move. A click changes the module's property of that option and prints the whole
line of what is agreed on (D01); the last one holds. A game that goes on is not asked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, repeat

from lxml import etree

from trc_module.declarations import Grammar
from trc_module.module.agreement import (
    AGREED,
    BID_PROPERTY,
    IN_PLAY,
    MARK_AGREED,
    NOT_YET,
    OUT_OF_PLAY,
    option_property,
    out_of_play,
    tick_property,
)
from trc_module.module.hidden import Hidden, hidden_acts, row_toggle
from trc_module.module.maps import handling
from trc_module.module.texts import Texts
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits import Piece, Trait
from trc_module.vassal.traits.build import PropertyChange, choose, report, set_global_property, set_to, trigger
from trc_module.vassal.values import Color, Key

OPTIONS_MAP = "Options"
"""The VASSAL name of the window; saves hold it, in every language."""
OPEN_OPTIONS = Key.named("OpenOptions")
_CHANGE, _TELL = Key.named("ChangeOption"), Key.named("TellOptions")
_SHOW, _MARK, _ASK = Key.named("ShowOptions"), Key.named("NowAgreed"), Key.named("AskForOptions")
BIDDING, BID_LINE = "26.8", "Row_1"
_ASK_BID, _TELL_BID, _SAY_BID = Key.named("AskBid"), Key.named("TellBid"), Key.named("SayBid")

_FLOOR = 60_000
"""The first number (gpid) of the rows: above all counters and what places them, below an owner's own."""
_ROW, _TOP, _LEFT, _COLUMN = 30, 20, 16, 400
_PAPER, _INK, _LIGHT, _BUTTON = Color(239, 232, 212), Color(36, 31, 23), Color(251, 247, 234), Color(107, 95, 73)
_PARTS = ("", "I", "II", "III")
"""The parts of a rule that are agreed on one by one."""
_MOST = 40
"""The highest bid that the list offers (26.8)."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the window: its number for ever, its piece and where it lies."""

    number: int
    piece: Piece
    x: int
    y: int


def option_rows(texts: Texts, grammar: Grammar, numbers: tuple[str, ...], hidden: tuple[Hidden, ...]) -> Iterator[Row]:
    """Yield the rows: a heading, the options of the first chapter at the left, at the right those of others, the bid,
    what declares that all is agreed on, and the hidden choices.
    """
    listed = "".join(f"${option_property(number)}$" for number in numbers)
    told = grammar.report_format("OPTIONS", rules=listed)
    yield _row(0, texts("options.head"), (0, 0), _heading())
    left, right = (zip(repeat(column), count(1)) for column in (0, 1))
    for number in numbers:
        acts = (
            *_toggle(texts, number, told),
            *(row_toggle(number, line, words, _CHANGE) for line, words in lines_of(number, texts, hidden)),
        )
        place = next(left if _chapter(number) == _chapter(numbers[0]) else right)
        yield _row(row_number(number), _ticked(number, texts(f"optional.{number}")), place, acts)
    if "BID" in grammar.verbs:
        yield _row(1, f"${BID_LINE}$  ${BID_PROPERTY}$", next(right), _bid(texts, grammar))
    yield _row(2, f"  {texts('options.declare')}  ", next(right), _declare(texts, told), ground=_BUTTON, ink=_LIGHT)
    next(right)
    for thing in hidden:
        yield _row(thing.number, f"${thing.line}$", next(right), tuple(hidden_acts(texts, grammar, thing, _CHANGE)))


def lines_of(option: str, texts: Texts, hidden: tuple[Hidden, ...]) -> Iterator[tuple[str, str]]:
    """Yield the rows that show with an optional rule alone: the module's property with their words, and the words."""
    if option == BIDDING:
        yield BID_LINE, f"\u25b6  {texts('options.bid')}"
    for thing in hidden:
        if thing.option == option:
            yield thing.line, thing.first_line(texts)


def _chapter(option: str) -> str:
    return option.partition(".")[0]


def row_number(option: str) -> int:
    """Return the number of an optional rule's row, for ever: 2605 for 26.5, 2836 for 28.6-I."""
    section, _, part = option.partition("-")
    chapter, _, number = section.partition(".")
    return 100 * int(chapter) + int(number) + 30 * (_PARTS.index(part) if part else 0)


def _row(
    number: int,
    text: str,
    place: tuple[int, int],
    acts: tuple[Trait, ...],
    *,
    ground: Color | None = None,
    ink: Color = _INK,
) -> Row:
    column, line = place
    key = _CHANGE if acts and line else None
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
    return Row(_FLOOR + number, Piece.build(None, traits), _LEFT + column * _COLUMN, y)


def _ticked(number: str, title: str) -> str:
    """Return the row's words: a box that is full where the option is in play.

    No expression: VASSAL takes a second to get ready for the first, and the window is the first thing to be seen.
    """
    return f"${tick_property(number)}$  {number}  {title}"


def _toggle(texts: Texts, number: str, told: str) -> tuple[Trait, ...]:
    name = option_property(number)
    change = PropertyChange(_CHANGE, set_to(f'{{{name}==""?"{number},":""}}'), texts("menu.in-play"))
    tick = PropertyChange(_CHANGE, set_to(f'{{{name}==""?"{OUT_OF_PLAY}":"{IN_PLAY}"}}'))
    return (
        set_global_property(name, (change,)),
        set_global_property(tick_property(number), (tick,)),
        report((_CHANGE,), told),
    )


def _bid(texts: Texts, grammar: Grammar) -> tuple[Trait, ...]:
    bids = [f"{points:+d}" for points in range(_MOST, -_MOST - 1, -1)]
    change = PropertyChange(_ASK_BID, choose(texts("options.bid-prompt"), bids))
    return (
        Trait.make("hideCmd", name=BIDDING, action="Hide", filter=out_of_play(BIDDING), keys=(_CHANGE,)),
        trigger((_ASK_BID, _TELL_BID), command=texts("menu.bid"), key=_CHANGE),
        # Whoever closes the list without a choice has bid nothing.
        trigger((_SAY_BID,), watch=(_TELL_BID,), when=f"{BID_PROPERTY} =~ [-+]?[0-9]+"),
        set_global_property(BID_PROPERTY, (change,)),
        report((_SAY_BID,), grammar.report_format("BID")),
    )


def _declare(texts: Texts, told: str) -> tuple[Trait, ...]:
    return (
        Trait.make(
            "macro", name="", command=texts("menu.agree"), key=_CHANGE, action_keys=(_TELL, _MARK, _SHOW), loop_count=""
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


def options_map(texts: Texts, rows: tuple[Row, ...]) -> etree._Element:
    """Return the window; its rows come with the set-ups."""
    columns = 1 + max((row.x - _LEFT) // _COLUMN for row in rows)
    width, height = columns * _COLUMN + 3 * _LEFT, max(row.y for row in rows) + _ROW
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
        color=_PAPER.encode(),
    )
    return component(
        "module.Map",
        component("module.map.BoardPicker", board),
        *handling(zoom_start=7),
        mapName=OPTIONS_MAP,
        launch=True,
        buttonName=texts("button.options"),
        tooltip=texts("tooltip.options"),
        hotkey=OPEN_OPTIONS.encode(),
        markMoved="Never",
        moveWithinFormat="",
        moveToFormat="",
        createFormat="",
        changeFormat="$message$",
        backgroundcolor=_PAPER.encode(),
    )


def option_slots(rows: tuple[Row, ...]) -> etree._Element:
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
    return component(
        "widget.TabWidget", component("widget.ListWidget", *slots, entryName=OPTIONS_MAP), entryName=OPTIONS_MAP
    )


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
