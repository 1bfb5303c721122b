"""Checks of names by which one part of a module refers to another: boards, decks, places, sides, buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from trc_module.vassal.buildfile import components, place_of
from trc_module.vassal.lint.images import _sizes
from trc_module.vassal.lint.pictures import PictureFormat
from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.view import MAPS, ModuleView
from trc_module.vassal.values import decode_texts

_AT_START = ("module.map.SetupStack", "module.map.DrawPile")
_BUTTON_TEXTS = (
    "text",
    "buttonText",
    "buttonName",
    "label",
    "markUnmovedText",
    "inButtonText",
    "outButtonText",
    "pickButtonText",
    "threadName",
    "name",
    "tooltip",
)


def _maps_with(module: ModuleView, *kinds: str) -> Iterator[tuple[etree._Element, etree._Element]]:
    for map_element in module.of_kind(*MAPS):
        for kind in kinds:
            for element in map_element.iter(f"VASSAL.build.{kind}"):
                yield map_element, element


@check(
    "VM171",
    "unknown-board",
    Severity.ERROR,
    about="An at-start stack or deck belongs to a board that its map does not have, so that it never appears.",
    advice="Write the name of one of the map's boards, or none if it belongs to all.",
)
def unknown_board(module: ModuleView) -> Iterator[LintSpot]:
    """Look for at-start stacks on boards that do not exist [VASSAL.build.module.map.SetupStack]."""
    for map_element, element in _maps_with(module, *_AT_START):
        board = element.get("owningBoard", "")
        if board and board != "null" and board not in module.boards_of(map_element):
            yield LintSpot(place_of(element), f"its board '{board}' is not among the map's")


@check(
    "VM172",
    "off-the-board",
    Severity.WARNING,
    about="An at-start stack or deck on a map with one board, or a region, lies outside the board's picture, where "
    "it cannot be seen.",
    advice="Move it onto the board.",
)
def off_the_board(module: ModuleView) -> Iterator[LintSpot]:
    """Compare places in pixels with the sizes of the boards."""
    for map_element, element in _maps_with(module, *_AT_START):
        boards = module.boards_of(map_element)
        # A hand grows with its cards, and beyond the edge of one board another may lie.
        board = next(iter(boards.values())) if len(boards) == 1 and not _grows(map_element) else None
        if board is not None and element.get("useGridLocation") != "true":
            yield from _outside(module, board, element, element.get("x", ""), element.get("y", ""))
    for board in module.of_kind("module.map.boardPicker.Board"):
        for region in board.iter("VASSAL.build.module.map.boardPicker.board.Region"):
            yield from _outside(module, board, region, region.get("originx", ""), region.get("originy", ""))


def _grows(map_element: etree._Element) -> bool:
    return str(map_element.tag).endswith(".PlayerHand")


def _outside(module: ModuleView, board: etree._Element, element: etree._Element, x: str, y: str) -> Iterator[LintSpot]:
    picture = module.once(_sizes).get(board.get("image", ""))
    if isinstance(picture, PictureFormat) and picture.width:
        width, height = picture.width, picture.height
    elif not board.get("image") and _number(board.get("width", "")) and _number(board.get("height", "")):
        width, height = int(board.get("width", "")), int(board.get("height", ""))
    else:
        return
    if _number(x) and _number(y) and not (0 <= int(x) <= width and 0 <= int(y) <= height):
        yield LintSpot(place_of(element), f"lies at {x}, {y}, but its board is {width} x {height} pixels large")


def _number(text: str) -> bool:
    return bool(re.fullmatch(r"-?[0-9]{1,9}", text))


@check(
    "VM173",
    "unknown-deck",
    Severity.ERROR,
    about="A piece returns to a deck, or a deck is emptied into another, and there is no deck of that name.",
    advice="Write the name of one of the module's decks.",
)
def unknown_deck(module: ModuleView) -> Iterator[LintSpot]:
    """Look for names of decks that do not exist [VASSAL.counters.ReturnToDeck, VASSAL.build.module.map.DrawPile]."""
    if module.is_extension:
        return
    decks = {element.get("name", "") for element in module.of_kind("module.map.DrawPile")}
    for place, trait in module.traits_of("return"):
        if len(trait.tokens) > 6 and trait.tokens[6] == "true":
            continue
        name = trait.text_of("deck")
        by_expression = len(trait.tokens) > 7 and trait.tokens[7]
        if name and not by_expression and name not in decks and not re.fullmatch(r"Deck\d+", name):
            yield LintSpot(place, f"there is no deck '{name}'")
    for element in module.of_kind("module.map.DrawPile"):
        target = element.get("reshuffleTarget", "")
        if target and element.get("reshufflable") == "true" and target not in decks:
            yield LintSpot(place_of(element), f"there is no deck '{target}'")


@check(
    "VM174",
    "unknown-destination",
    Severity.ERROR,
    about="A piece is sent to a map, board, zone or region that does not exist: it stays where it is. Names that are "
    "worked out at play are not looked at.",
    advice="Write the name as the map, board, zone or region has it.",
)
def unknown_destination(module: ModuleView) -> Iterator[LintSpot]:
    """Look for destinations that do not exist [VASSAL.counters.SendToLocation]."""
    if module.is_extension:
        return
    names = {
        "map": set(module.maps),
        "board": {element.get("name", "") for element in module.of_kind("module.map.boardPicker.Board")},
        "zone": {e.get("name", "") for e in module.of_kind("module.map.boardPicker.board.mapgrid.Zone")},
        "region": {e.get("name", "") for e in module.of_kind("module.map.boardPicker.board.Region")},
    }
    asked = {"L": ("map", "board"), "Z": ("map", "zone"), "R": ("map", "region"), "G": ("map", "board")}
    for place, trait in module.traits_of("sendto"):
        for field in asked.get(trait.text_of("destination")[:1], ()):
            name = trait.text_of(field)
            if name and not name.startswith("{") and "$" not in name and name not in names[field]:
                yield LintSpot(place, f"there is no {field} '{name}'")


@check(
    "VM175",
    "unknown-side",
    Severity.WARNING,
    about="A private map, hand, deck, clock or piece belongs to a side that players cannot choose.",
    advice="Write the side as the player roster has it.",
)
def unknown_side(module: ModuleView) -> Iterator[LintSpot]:
    """Look for sides that are not in the roster [VASSAL.build.module.PlayerRoster]."""
    if module.is_extension or not module.sides:
        return
    for kind, element in module.elements:
        sides: tuple[str, ...] = ()
        if kind in ("module.PrivateMap", "module.PlayerHand"):
            sides = decode_texts(element.get("side", ""))
        elif kind == "module.map.DrawPile" and element.get("deckRestrictAccess") == "true":
            sides = decode_texts(element.get("deckOwners", ""))
        elif kind == "module.chessclockcontrol.ChessClock":
            sides = (element.get("side", ""),)
        for side in sides:
            if side and side not in module.sides:
                yield LintSpot(place_of(element), f"there is no side '{side}'")
    for place, trait in module.traits_of("restrict", "obs", "hide"):
        for side in _sides_of(trait.id, trait.tokens):
            if side and side not in module.sides:
                yield LintSpot(place, f"there is no side '{side}'")


def _sides_of(trait_id: str, tokens: tuple[str, ...]) -> tuple[str, ...]:
    if trait_id == "restrict" and tokens:
        return decode_texts(tokens[0])
    access = {"obs": 5, "hide": 3}.get(trait_id, 0)
    if access and len(tokens) > access and tokens[access].startswith("sides:"):
        return tuple(tokens[access].removeprefix("sides:").split(":"))
    return ()


@check(
    "VM176",
    "unknown-button",
    Severity.WARNING,
    about="A menu of the toolbar names a button, by the text that it shows, and no button shows that text.",
    advice="Write the button's text as it shows, or take the entry out.",
)
def unknown_button(module: ModuleView) -> Iterator[LintSpot]:
    """Look for entries of toolbar menus without their buttons [VASSAL.build.module.ToolbarMenu]."""
    if module.is_extension or module.has_own_code:
        return
    texts = {value for _, element in module.elements for key in _BUTTON_TEXTS if (value := element.get(key))}
    # A button that the file does not name shows its default text.
    for _, element in module.elements:
        known = components().get(str(element.tag)) or {}
        texts |= {known[key].default for key in _BUTTON_TEXTS if key in known and key not in element.attrib}
    formatted = any("$" in text or text.startswith("{") for text in texts)
    for element in module.of_kind("module.ToolbarMenu", "module.MultiActionButton"):
        for item in decode_texts(element.get("menuItems", "")):
            if item and item not in texts:
                yield LintSpot(
                    place_of(element), f"no button shows the text '{item}'", Severity.NOTE if formatted else None
                )
