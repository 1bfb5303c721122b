"""Checks of maps: what they need for play, their boards and grids, the order of their parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from trc_module.vassal.buildfile import place_of
from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.view import MAPS, ModuleView, is_vassals, kind_of

_NEEDS = {
    "module.map.BoardPicker": "it has no boards",
    "module.map.PieceMover": "nothing can be dragged",
    "module.map.KeyBufferer": "nothing can be selected",
    "module.map.MenuDisplayer": "a right click opens no menu",
    "module.map.ForwardToKeyBuffer": "hot keys do not reach pieces",
}
_WANTS = {
    "module.map.StackExpander": "a double click does not open a stack",
    "module.map.Scroller": "the arrow keys do not scroll it",
    "module.map.MapCenterer": "it does not move to the opponent's moves",
    "module.map.CounterDetailViewer": "it has no viewer of stacks",
}
_ONCE = ("BoardPicker", "PieceMover", "KeyBufferer", "MenuDisplayer", "ForwardToKeyBuffer", "StackMetrics", "Zoomer")
_GRIDS = ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid")


@check(
    "VM161",
    "map-lacks-part",
    Severity.ERROR,
    about="A map lacks a part without which it cannot be played on. VASSAL adds some parts by itself, but not these. A "
    "map with a part of the module's own, which may do the same, is not asked.",
    advice="Add the part; a map made in VASSAL's editor has it.",
)
def map_lacks_part(module: ModuleView) -> Iterator[LintSpot]:
    """Look for maps without what selecting, dragging and menus need [VASSAL.build.module.Map]."""
    for element in module.of_kind("module.Map", "module.PrivateMap"):
        kinds = {kind_of(child) for child in element}
        if any("." in str(child.tag) and not is_vassals(module, child) for child in element):
            continue
        for needed, lack in _NEEDS.items():
            if needed not in kinds:
                yield LintSpot(place_of(element), f"has no {needed.rpartition('.')[2]}, so {lack}")


@check(
    "VM162",
    "map-lacks-comfort",
    Severity.NOTE,
    about="A map lacks a part that most maps have and players are used to.",
    advice="Add the part if players should have it.",
)
def map_lacks_comfort(module: ModuleView) -> Iterator[LintSpot]:
    """Look for maps without viewers and scrolling."""
    for element in module.of_kind("module.Map"):
        kinds = {kind_of(child) for child in element.iter()}
        for wanted, lack in _WANTS.items():
            if wanted not in kinds:
                yield LintSpot(place_of(element), f"has no {wanted.rpartition('.')[2]}, so {lack}")


@check(
    "VM163",
    "late-boards",
    Severity.WARNING,
    about="A map's boards come after its at-start stacks or decks. VASSAL builds parts in order and warns.",
    advice="Move the map's BoardPicker to the front.",
)
def late_boards(module: ModuleView) -> Iterator[LintSpot]:
    """Look for at-start stacks before the boards [VASSAL.build.module.map.SetupStack]."""
    for element in module.of_kind(*MAPS):
        kinds = [kind_of(child) for child in element]
        for kind in ("module.map.SetupStack", "module.map.DrawPile"):
            if kind in kinds and "module.map.BoardPicker" in kinds[kinds.index(kind) :]:
                yield LintSpot(place_of(element), f"its BoardPicker comes after its first {kind.rpartition('.')[2]}")


@check(
    "VM164",
    "map-without-board",
    Severity.ERROR,
    about="A map has no board. VASSAL warns, and nothing can be put on it.",
    advice="Add a board to the map's BoardPicker.",
)
def map_without_board(module: ModuleView) -> Iterator[LintSpot]:
    """Look for maps whose board picker is empty."""
    for element in module.of_kind("module.Map"):
        has_picker = any(kind_of(child) == "module.map.BoardPicker" for child in element)
        if has_picker and not module.boards_of(element):
            yield LintSpot(place_of(element), "has no board")


@check(
    "VM165",
    "board-without-grid",
    Severity.NOTE,
    about="A board has no grid. Pieces then lie anywhere, and reports and saves cannot name their places.",
    advice="Add a grid or zones if places should have names.",
)
def board_without_grid(module: ModuleView) -> Iterator[LintSpot]:
    """Look for boards without hexes, squares, regions or zones."""
    for element in module.of_kind("module.map.boardPicker.Board"):
        if not any(kind_of(child).rpartition(".")[2] in _GRIDS for child in element):
            yield LintSpot(place_of(element), "has no grid, so its places have no names")


@check(
    "VM166",
    "part-twice",
    Severity.WARNING,
    about="A map has two of a part of which VASSAL expects one; two zoomers, for instance, disturb each other.",
    advice="Take one of them out.",
)
def part_twice(module: ModuleView) -> Iterator[LintSpot]:
    """Look for maps with two pickers, movers, zoomers."""
    for element in module.of_kind(*MAPS):
        counts = Counter(kind_of(child) for child in element)
        for part in _ONCE:
            if counts[f"module.map.{part}"] > 1:
                yield LintSpot(place_of(element), f"has {counts[f'module.map.{part}']} {part}s")


@check(
    "VM167",
    "same-name",
    Severity.ERROR,
    about="Two maps, or two boards of a map, have one name, or none. Saves and commands name maps and boards, and find "
    "only the first.",
    advice="Give each a name of its own.",
)
def same_name(module: ModuleView) -> Iterator[LintSpot]:
    """Look for maps and boards that saves cannot tell apart."""
    seen: set[str] = set()
    for element in module.of_kind("module.Map", "module.PrivateMap", "module.PlayerHand"):
        name = element.get("mapName", "")
        if name in seen:
            yield LintSpot(
                place_of(element), f"there is another map '{name}'" if name else "has no name, like another map"
            )
        seen.add(name)
        boards: set[str] = set()
        for board in element.iter("VASSAL.build.module.map.boardPicker.Board"):
            if (title := board.get("name", "")) in boards:
                yield LintSpot(place_of(board), f"the map has another board '{title}'")
            boards.add(title)
