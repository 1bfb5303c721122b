"""The set-ups that players choose from when they begin a game: saves inside the module.

Counters come from set-ups and not from stacks of the boards, so that each has one slot with one number in the
palette, by which VASSAL's own refresh finds it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from textwrap import wrap

from lxml import etree

from trc_module.facts import DataError
from trc_module.facts.table import read_table
from trc_module.gamespec import read_spec
from trc_module.hexgrid import Hex, hexes
from trc_module.module.identity import save_data
from trc_module.module.layout import MAIN_MAP
from trc_module.module.options import SETUP_NOTE, note_words
from trc_module.module.plates import name_plates, note_plate
from trc_module.module.recipe import ModuleInputs, SetupEntry
from trc_module.module.tabletop import Tabletop
from trc_module.roster.scenarios import Scenario, load_scenarios, whole_game
from trc_module.rules.state import State, UnitId
from trc_module.vassal.buildfile import component
from trc_module.vassal.commands import Command, Flare, Notes, RestoreProperty
from trc_module.vassal.obfuscation import Container
from trc_module.vassal.packing import Known, pack
from trc_module.vassal.saves import in_blocks, saved_game_entries
from trc_module.vassal.traits import Piece
from trc_module.vassal.writing import Entry, PackedEntry, pack_archive

DEPLOYMENT = Path("module") / "deployment.csv"
NO_SCENARIO = "none"
"""The name in records for a map without units."""
_FLARE = "Flare0"
"""VASSAL's name for the main map's flare: the first of the module."""


def setups(parts: ModuleInputs) -> Iterator[SetupEntry]:
    """Yield the set-ups that players choose from, in the order of the menu."""
    scenarios = _scenarios(parts.folder) if (parts.folder / "scenarios").is_dir() else _without_files(parts)
    for scenario in scenarios.values():
        named = "card" if scenario.set_up == "card" and scenario.missing else "boxes"
        title = _title(parts, scenario)
        yield SetupEntry(scenario, False, parts.texts(f"setup.{named}", scenario=title), f"{scenario.id}.vsav")
        if scenario.set_up == "campaign" and (parts.folder / DEPLOYMENT).is_file():
            name = parts.texts("setup.deployed", scenario=title)
            yield SetupEntry(scenario, True, name, f"{scenario.id}-deployed.vsav")


def _title(parts: ModuleInputs, scenario: Scenario) -> str:
    return parts.texts.words.get(f"scenario.{scenario.id}", scenario.name)


@cache
def _scenarios(folder: Path) -> Mapping[str, Scenario]:
    return load_scenarios(folder)


def _without_files(parts: ModuleInputs) -> Mapping[str, Scenario]:
    """Return the scenarios of a game that has no files of them: each from the first turn to its last."""
    title, words = read_spec(parts.folder).title, parts.texts.words
    found = {}
    for name in parts.game.scenarios:
        if name != NO_SCENARIO:
            last = parts.recipe.last_turn_of(parts, name)
            found[name] = whole_game(name, words.get(f"scenario.{name}", title), last, parts.game.sides[0])
    return found


def setup_menu(parts: ModuleInputs) -> Iterator[etree._Element]:
    """Yield the entries of VASSAL's menu [VASSAL.build.module.PredefinedSetup]."""
    for setup in setups(parts):
        yield component("module.PredefinedSetup", name=setup.name, file=setup.file, useFile=True, isMenu=False)


def setup_state(parts: ModuleInputs, setup: SetupEntry) -> State:
    """Return the moment at which a set-up begins."""
    state = parts.game.start(setup.scenario.id, frozenset())
    clock = parts.game.sequence.first(setup.scenario.first_turn)
    return parts.recipe.setup_state(parts, setup, replace(state, clock=clock))


def suggested_deployment(parts: ModuleInputs) -> dict[UnitId, Hex]:
    """Return where the at-start units of the campaign may stand, in the order of placing.

    DataError names a unit or a hex that there is none.
    """
    path = parts.folder / DEPLOYMENT
    if not path.is_file():
        return {}
    found: dict[UnitId, Hex] = {}
    for row in read_table(path, ("unit", "hex", "source")):
        hex_ = parts.board.grid.find(row.filled("hex"))
        try:
            unit = parts.roster.present(row.filled("unit"))
        except KeyError:
            raise row.error("unit", "a unit of units.csv") from None
        if hex_ is None:
            raise DataError(path, "a hex of the map", row.cells["hex"], line=row.line, field="hex")
        if unit is not None:
            found[unit] = hex_
    return found


def setup_saves(parts: ModuleInputs, version: str) -> Iterator[Entry]:
    """Yield the save of every set-up as an entry of the module."""
    deployment = suggested_deployment(parts)
    names = list(name_plates(parts.board, parts.layout, parts.texts)) if parts.recipe.has_plates else []
    # The set-ups of a campaign are half the same.
    known: Known = {}
    for setup in setups(parts):
        table = Tabletop(parts)
        without = {parts.roster.present(name) for name in setup.scenario.without}
        for box, items in parts.start_contents(setup.scenario.id).items():
            for item in items:
                if item.id in without:
                    if parts.recipe.unused_box():
                        table.put(item, parts.box_key(item.side, parts.recipe.unused_box()))
                elif not (setup.deployed and item.id in deployment):
                    table.put(item, box)
        if setup.deployed:
            for unit, hex_ in deployment.items():
                table.put(parts.roster.units[unit], hex_)
        state = setup_state(parts, setup)
        table.put_markers(state)
        front = _front(parts, table, deployment)
        plates = (*names, *_notes_on_map(parts, setup, front))
        game, *others = saved_game_entries(
            (*table.save(state, components=_notes(parts, setup), others=plates), Flare(_FLARE, *front)),
            save_data=save_data(version, setup.name),
            module_data=parts.module_data(version),
            # A module is no secret: under the veil a set-up takes twice the time and half as much more room.
            container=Container.PLAIN,
        )
        packed = PackedEntry(game.name, pack(in_blocks(game.data), known))
        yield Entry(setup.file, pack_archive(Path(setup.file), (packed, *others)))


def _notes_on_map(parts: ModuleInputs, setup: SetupEntry, front: tuple[int, int]) -> Iterator[Piece]:
    """Yield what is to be done, written on the map, where only an owner's card tells the forces."""
    if parts.recipe.has_plates and setup.scenario.missing and parts.options:
        yield note_plate(front, parts.texts)


def _front(parts: ModuleInputs, table: Tabletop, deployment: Mapping[UnitId, Hex]) -> tuple[int, int]:
    """Return the point to which the map's window turns when a set-up begins: between the armies on the map.

    Where no unit stands there yet it is between those of the suggested deployment, or the middle of the hexes.
    """
    units = parts.roster.units
    stand = {name: (at.x, at.y) for name, at in table.lying.items() if at.map == MAIN_MAP and name in units}
    armies: dict[str, list[tuple[int, int]]] = {}
    for unit, point in (stand or {unit: parts.layout.point(at)[1:] for unit, at in deployment.items()}).items():
        armies.setdefault(units[unit].side, []).append(point)
    if not armies:
        points = [parts.layout.point(at)[1:] for at in hexes(parts.board.land)]
        (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*points, strict=True))
        return (left + right) // 2, (top + bottom) // 2
    centres = [[sum(axis) / len(points) for axis in zip(*points, strict=True)] for points in armies.values()]
    x, y = (int(sum(axis) / len(centres)) for axis in zip(*centres, strict=True))
    return x, y


_NOTE_LETTERS = 60
"""Letters in a line of the window of notes."""


def _notes(parts: ModuleInputs, setup: SetupEntry) -> tuple[Command, ...]:
    """Return the notes for the players, and the window of options if there is one."""
    lines = _note(parts, setup)
    # A bar is a new line there; VASSAL breaks none by itself.
    notes = Notes("|".join(part for line in lines for part in wrap(line, _NOTE_LETTERS)))
    return (notes, RestoreProperty(SETUP_NOTE, note_words(lines), "Module")) if parts.options else (notes,)


def _note(parts: ModuleInputs, setup: SetupEntry) -> list[str]:
    """Return what players read of a set-up: what to do, and what only an owner's card tells."""
    scenario, texts = setup.scenario, parts.texts
    lines = [
        texts("note.title", scenario=_title(parts, scenario), first=scenario.first_turn, last=scenario.last_turn),
        texts("note.deployed" if setup.deployed else f"note.{scenario.set_up}"),
    ]
    if scenario.missing:
        found = (texts.words.get(f"missing.{what}", where) for what, where in scenario.missing.items())
        lines.append(texts("note.missing", what="; ".join(found)))
    if scenario.without:
        lines.append(texts("note.without", units=", ".join(scenario.without)))
    lines += parts.recipe.notes(parts, setup)
    return lines
