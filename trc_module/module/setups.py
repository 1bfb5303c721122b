"""The set-ups that players choose from when they begin a game: saves inside the module.

Counters come from set-ups and not from stacks of the boards, so that each has one slot with one number in the
palette, by which VASSAL's own refresh finds it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from lxml import etree

from trc_module.module.identity import module_data, save_data
from trc_module.module.parts import ModuleParts
from trc_module.module.tabletop import Tabletop
from trc_module.vassal.buildfile import component
from trc_module.vassal.saves import write_saved_game


@dataclass(frozen=True, slots=True)
class Setup:
    """A set-up by its name in VASSAL's menu: its scenario, and its file in the module."""

    name: str
    scenario: str
    file: str


SETUPS = (Setup("Campaign: units in their boxes", "campaign", "campaign.vsav"),)


def setup_menu(parts: ModuleParts) -> Iterator[etree._Element]:
    """Yield the entries of VASSAL's menu [VASSAL.build.module.PredefinedSetup]."""
    for setup in SETUPS:
        yield component("module.PredefinedSetup", name=setup.name, file=setup.file, useFile=True, isMenu=False)


def setup_files(parts: ModuleParts, version: str) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, save) of every set-up."""
    for setup in SETUPS:
        table = Tabletop(parts)
        for box, items in parts.start_contents(setup.scenario).items():
            for item in items:
                table.put(item, box)
        state = parts.game.start(setup.scenario, frozenset())
        with TemporaryDirectory() as folder:
            path = Path(folder) / setup.file
            write_saved_game(
                path,
                table.save(state),
                save_data=save_data(version, setup.name),
                module_data=module_data(version),
            )
            yield setup.file, path.read_bytes()
