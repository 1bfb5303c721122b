"""What `lint` says of broken extensions is what the engine makes of them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.referee.engine import Engine
from tests.referee.modules import write_module

MODULE = (
    '<PieceWindow name="Pieces"><ListWidget entryName="L"><PieceSlot entryName="I" gpid="1">'
    "+/null/piece;;;;I/null;0;0;1;0</PieceSlot></ListWidget></PieceWindow>"
)
ROOT = (
    '<VASSAL.build.module.ModuleExtension anyModule="true" module="" extensionId="ab" nextPieceSlotId="9" '
    'vassalVersion="3.5.5" version="1">{}</VASSAL.build.module.ModuleExtension>'
)
DATA = b'<?xml version="1.0"?><data version="1"><version>1</version><VassalVersion>3.5.5</VassalVersion></data>'
LIST = "VASSAL.build.module.PieceWindow:Pieces/VASSAL.build.widget.ListWidget:{}"
SLOT = '<VASSAL.build.widget.PieceSlot entryName="A" gpid="ab:1">+/null/piece;;;;A/null;0;0;ab:1;0</VASSAL.build.widget.PieceSlot>'  # noqa: E501


def element(target: str, *parts: str) -> str:
    return (
        f'<VASSAL.build.module.ExtensionElement target="{target}">{"".join(parts)}'
        "</VASSAL.build.module.ExtensionElement>"
    )


@pytest.mark.parametrize(
    ("parts", "opened", "slots"),
    [
        (element(LIST.format("L"), SLOT), True, 2),
        (element(LIST.format("L")), False, 0),
        (element(LIST.format("L"), SLOT, SLOT), True, 2),
        ('<VASSAL.build.module.DiceButton name="D"/>', False, 0),
        # The first list will do, where there is none of that name; but nothing of another class.
        (element(LIST.format("M"), SLOT), True, 2),
        (element("VASSAL.build.module.ChartWindow:Pieces", SLOT), True, 1),
    ],
)
def test_an_extension_is_loaded_or_not(referee: Engine, tmp_path: Path, parts: str, opened: bool, slots: int) -> None:
    write_module(tmp_path / "m.vmod", MODULE)
    (tmp_path / "m_ext").mkdir()
    with zipfile.ZipFile(tmp_path / "m_ext" / "e.vmdx", "w") as archive:
        archive.writestr("buildFile.xml", ROOT.format(parts))
        archive.writestr("extensiondata", DATA)
    game = referee.open(tmp_path / "m.vmod")
    assert (game.opened, game.slots) == (opened, slots)
