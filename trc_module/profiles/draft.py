"""A first profile of a module, drawn up from its build file: what is sure in it, what is guessed, what is not known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.lattice import Lattice, own_cells
from trc_module.profiles.model import OWN, DieSpec, MapSpec, ModuleSpec, ProfileSpec, TrackerSpec, ZoneSpec
from trc_module.profiles.naming import Named, name_units
from trc_module.profiles.numbering import Numbering, fit_by_names
from trc_module.profiles.outline import Board, Grid, Map, Outline, Slot
from trc_module.profiles.trackers import draft_tracker
from trc_module.profiles.words import Words, meanings, meant, tokens


@dataclass(frozen=True, slots=True)
class DraftItem:
    """One entry of the checklist: what it is about, what was made of it, and why that is no more than a guess."""

    kind: str
    name: str
    meaning: str = ""
    why: str = ""


@dataclass
class Draft:
    """A profile with its checklist."""

    spec: ProfileSpec
    sure: list[DraftItem] = field(default_factory=list)
    guessed: list[DraftItem] = field(default_factory=list)
    unknown: list[DraftItem] = field(default_factory=list)

    def of(self, kind: str) -> tuple[int, int, int]:
        """Return how many things of a kind are sure, guessed and not known."""
        lists = (self.sure, self.guessed, self.unknown)
        sure, guessed, unknown = (sum(item.kind == kind for item in items) for items in lists)
        return sure, guessed, unknown


_FEW_UNITS, _FEW_PIECES = 0.3, 0.5
"""The shares of a game's units and of a module's pieces below which it is another game's: names such as `3 Pz` are in
many."""


def draft_profile(outline: Outline, parts: ModuleInputs, words: Words, *, anyway: bool = False) -> Draft:
    """Draw up a profile; UserError if nothing in the module is one of the game's units, or so little that it is not
    the game's.

    With `anyway` it is drawn up for such a module too, but nothing in it is sure.
    """
    draft = Draft(ProfileSpec(ModuleSpec([]), {}))
    named = name_units(outline.slots, parts.roster.units.values(), words)
    markers = {slot.name: kind for slot in outline.slots if (kind := _marker(slot, parts, words))}
    units = _units(draft, named, markers)
    if not units:
        raise UserError(
            f"No piece of '{outline.name}' is a unit of {parts.game.name}: expected a module of that game, with units "
            "that are named by nation, type or number."
        )
    strange = _strange(outline, units, parts)
    if strange and not anyway:
        raise UserError(f"{strange} If it is a module of the game all the same, add --anyway.")
    unknown = _others(draft, named, markers)
    map_, map_name = _map(draft, outline, parts)
    boxes, zones = _boxes(draft, outline, map_name, parts, words)
    draft.spec = ProfileSpec(
        ModuleSpec([outline.name], [outline.version] if outline.version else []),
        units,
        map_,
        boxes,
        zones,
        markers,
        [],
        unknown,
        _dice(draft, outline),
        _tracker(draft, outline, parts, words),
    )
    if strange:
        why = "the module looks like one of another game"
        draft.guessed += [DraftItem(item.kind, item.name, item.meaning, why) for item in draft.sure]
        draft.sure.clear()
    return draft


def _strange(outline: Outline, units: Mapping[str, str | list[str]], parts: ModuleInputs) -> str:
    """Return a sentence on a module that is of another game by its pieces, '' of one that may be the game's."""
    found = {unit for one in units.values() for unit in ([one] if isinstance(one, str) else one)}
    ours, theirs = len(parts.roster.units), len(outline.slots)
    if len(found) >= _FEW_UNITS * ours or len(units) >= _FEW_PIECES * theirs:
        return ""
    return (
        f"'{outline.name}' is a module of another game than {parts.recipe.identity.name}: {len(units)} of its {theirs} "
        f"pieces are named like units of the game, which has {ours}."
    )


# ------------------------------------------------------------------- pieces


def _units(draft: Draft, named: Sequence[Named], markers: Iterable[str]) -> dict[str, str | list[str]]:
    twice = _ambiguous([one.slot for one in named])
    units: dict[str, str | list[str]] = {}
    for one in named:
        if not one.units or one.slot.name in markers:
            continue
        key = one.slot.numbered if one.slot.name in twice else one.slot.key
        units[key] = one.units[0] if len(one.units) == 1 else list(one.units)
        (draft.sure if one.sure else draft.guessed).append(DraftItem("piece", key, ", ".join(one.units), one.why))
    return units


def _ambiguous(slots: Sequence[Slot]) -> set[str]:
    seen: set[str] = set()
    return {slot.name for slot in slots if slot.name in seen or seen.add(slot.name)}  # type: ignore[func-returns-value]


def _marker(slot: Slot, parts: ModuleInputs, words: Words) -> str | None:
    """Return the kind of marker that a slot is by its own name, and nothing but its name: no unit is named so."""
    told = tuple(token for token in tokens(slot.name) if not token.isdigit())
    kinds = {marker.kind for marker in parts.roster.markers.values()}
    found = meant(told, {kind: phrases for kind, phrases in words.markers.items() if kind in kinds})
    if found is None:
        return None
    longest = max(length for kind, length in meanings(told, words.markers) if kind == found)
    return found if longest == len(told) else None


def _others(draft: Draft, named: Sequence[Named], markers: dict[str, str]) -> list[str]:
    ignored = []
    for one in named:
        if one.slot.name in markers:
            draft.sure.append(DraftItem("marker", one.slot.name, markers[one.slot.name]))
        elif not one.units:
            ignored.append(one.slot.name)
            draft.unknown.append(DraftItem("piece", one.slot.name, "", one.why))
    return sorted(set(ignored))


# --------------------------------------------------------------------- maps


def _map(draft: Draft, outline: Outline, parts: ModuleInputs) -> tuple[MapSpec | None, str]:
    """Return the map with the hexes, and where our hexes lie on it if its numbers say so."""
    found = [(map_, board, board.grid) for map_ in outline.maps for board in map_.boards if board.grid is not None]
    if not found:
        draft.unknown.append(DraftItem("map", "hexes", "", "no map of the module has a grid of hexes"))
        return None, ""
    map_, board, grid = found[0]
    lattice = _lattice(map_, grid)
    spec = MapSpec(map_.name, lattice.dx, lattice.dy, lattice.x0, lattice.y0, lattice.sideways)
    placed = _by_names(lattice, board, grid, parts)
    if placed:
        draft.sure.append(DraftItem("map", map_.name, "hexes by their printed numbers"))
        spec = _with_hexes(spec, placed, "derived:the numbers of the module's grid")
    else:
        why = "its numbers are not ours: where each hex lies is found from the pieces of a save or log"
        draft.guessed.append(DraftItem("map", map_.name, "", why))
    return spec, map_.name


def _with_hexes(spec: MapSpec, placed: dict[str, list[float]], source: str) -> MapSpec:
    return MapSpec(spec.name, spec.dx, spec.dy, spec.x0, spec.y0, spec.sideways, placed, source)


def _lattice(map_: Map, grid: Grid) -> Lattice:
    def number(name: str, default: float) -> float:
        try:
            return float(grid.attributes.get(name, default))
        except ValueError:
            return default

    sideways = grid.attributes.get("sideways") == "true"
    x0, y0 = number("x0", 0.0), number("y0", 32.0)
    if sideways:
        # The engine swaps x and y of a sideways grid, its origin's too [VASSAL ... board.HexGrid].
        x0, y0 = y0, x0
    return Lattice(number("dx", 48.0), number("dy", 64.0), x0 + map_.edge[0], y0 + map_.edge[1], sideways)


def _by_names(lattice: Lattice, board: Board, grid: Grid, parts: ModuleInputs) -> dict[str, list[float]]:
    if grid.numbering is None:
        return {}
    numbering = Numbering(grid.numbering, board.width, board.height)
    if numbering.needs_size and not (board.width and board.height):
        return {}
    ours = parts.board.grid
    fit = fit_by_names(lattice, numbering, ours)
    if fit is None:
        return {}
    cells = own_cells(ours)
    corners = (ours.at(0, 0), ours.at(ours.rows - 1, ours.cols - 1), ours.at(0, ours.cols - 1))
    points = {}
    for corner in corners:
        if corner is not None:
            x, y = lattice.centre(fit.overlay.under(cells[corner]))
            points[ours.name(corner)] = [round(x, 1), round(y, 1)]
    return points


def _boxes(
    draft: Draft, outline: Outline, hexes: str, parts: ModuleInputs, words: Words
) -> tuple[dict[str, str], list[ZoneSpec]]:
    boxes: dict[str, str] = {}
    zones: list[ZoneSpec] = []
    for map_ in outline.maps:
        for board in map_.boards[:1]:
            for zone in board.zones:
                box = _box(f"{'' if map_.name == hexes else map_.name} {zone.name}", parts, words)
                corners = [[x + map_.edge[0], y + map_.edge[1]] for x, y in zone.corners]
                if box:
                    zones.append(ZoneSpec(map_.name, zone.name, box, corners))
                    draft.sure.append(DraftItem("box", f"{map_.name} / {zone.name}", box))
                elif map_.name != hexes:
                    draft.unknown.append(DraftItem("box", f"{map_.name} / {zone.name}"))
        if map_.name in ("", hexes) or any(zone.map == map_.name for zone in zones):
            continue
        box = _box(map_.name, parts, words)
        sure = bool(box)
        pictures = " ".join(board.image.rpartition(".")[0] for board in map_.boards)
        box = box or _box(pictures, parts, words)
        if box:
            boxes[map_.name] = box
            why = "" if sure else "by its picture's name"
            (draft.sure if sure else draft.guessed).append(DraftItem("box", map_.name, box, why))
        else:
            draft.unknown.append(DraftItem("box", map_.name))
    return boxes, zones


def _box(text: str, parts: ModuleInputs, words: Words) -> str:
    """Return the box that a map or zone is by its name, with its side where the name says one; '' if it is none."""
    told = tokens(text)
    side = meant(told, words.sides) or _side_of_nation(told, parts, words)
    numbers = [token for token in told if token.isdigit()]
    table = {}
    for box, phrases in words.boxes.items():
        filled = [phrase.replace("{turn}", numbers[0] if numbers else "?") for phrase in phrases]
        table[box.replace("{turn}", numbers[0] if numbers else "?")] = filled
    found = sorted(meanings(told, table), key=lambda pair: -pair[1])
    if not found:
        return ""
    # A box with its number says more than the map on which it lies.
    best = next((box for box, _ in found if any(token.isdigit() for token in box)), found[0][0])
    if best == OWN:
        return OWN
    if side and f"{side} {best}" in parts.board.boxes:
        return f"{side} {best}"
    both = {f"{s} {best}" for s in parts.game.sides} & set(parts.board.boxes)
    return best if both or best in parts.board.boxes else ""


def _side_of_nation(told: tuple[str, ...], parts: ModuleInputs, words: Words) -> str | None:
    nations = {nation for nation, _ in meanings(told, words.nations)}
    sides = {unit.side for unit in parts.roster.units.values() if unit.nation in nations}
    return sides.pop() if len(sides) == 1 else None


# --------------------------------------------------------- dice and trackers


def _dice(draft: Draft, outline: Outline) -> dict[str, DieSpec]:
    dice = {}
    for die in outline.dice:
        if die.sides not in (0, 6):
            draft.unknown.append(DraftItem("die", die.name, "", f"it has {die.sides} sides"))
            continue
        dice[die.name] = DieSpec(_report(die.report, die.name))
        draft.sure.append(DraftItem("die", die.name, die.report))
    return dice


def _report(text: str, name: str) -> str:
    return text.replace("$name$", name)


def _tracker(draft: Draft, outline: Outline, parts: ModuleInputs, words: Words) -> TrackerSpec | None:
    first_turn = parts.game.words_of_turn(1)
    for tracker in outline.trackers:
        spec, unknown = draft_tracker(tracker, first_turn, parts.game.sequence, words)
        if spec is None:
            draft.unknown.append(DraftItem("tracker", tracker.name or tracker.id, "", "it counts no turns of the game"))
            continue
        draft.sure.append(DraftItem("tracker", tracker.name or tracker.id, f"turn 1 is {' '.join(spec.first_turn)}"))
        draft.sure += [DraftItem("moment", text, moment) for text, moment in spec.moments.items()]
        draft.unknown += [DraftItem("moment", text) for text in unknown]
        return spec
    return None


def lines(draft: Draft) -> Iterator[str]:
    """Yield the checklist: how much of each kind is known, then every guess and everything that is not known."""
    for kind, word in _KINDS.items():
        sure, guessed, unknown = draft.of(kind)
        if sure or guessed or unknown:
            yield f"{word}: {sure} sure, {guessed} guessed, {unknown} not known"
    for item in draft.guessed:
        told = f" is {item.meaning}" if item.meaning else ""
        yield f"[ ] guessed: {item.kind} '{item.name}'{told} ({item.why})"
    for item in draft.unknown:
        yield f"[ ] not known: {item.kind} '{item.name}'" + (f" ({item.why})" if item.why else "")


_KINDS = {
    "piece": "pieces",
    "marker": "markers",
    "map": "maps with hexes",
    "box": "boxes",
    "die": "dice",
    "tracker": "turn trackers",
    "moment": "moments of the tracker",
}
