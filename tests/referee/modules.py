"""Small modules for the tests of the referee itself, written out in full so that each shows what it holds."""

from __future__ import annotations

import zipfile
from pathlib import Path

TAGS = {
    "Map": "VASSAL.build.module.Map",
    "BoardPicker": "VASSAL.build.module.map.BoardPicker",
    "Board": "VASSAL.build.module.map.boardPicker.Board",
    "HexGrid": "VASSAL.build.module.map.boardPicker.board.HexGrid",
    "Numbering": "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering",
    "PieceMover": "VASSAL.build.module.map.PieceMover",
    "KeyBufferer": "VASSAL.build.module.map.KeyBufferer",
    "MenuDisplayer": "VASSAL.build.module.map.MenuDisplayer",
    "ForwardToKeyBuffer": "VASSAL.build.module.map.ForwardToKeyBuffer",
    "Zoomer": "VASSAL.build.module.map.Zoomer",
    "SetupStack": "VASSAL.build.module.map.SetupStack",
    "PieceSlot": "VASSAL.build.widget.PieceSlot",
    "ListWidget": "VASSAL.build.widget.ListWidget",
    "PieceWindow": "VASSAL.build.module.PieceWindow",
    "PlayerRoster": "VASSAL.build.module.PlayerRoster",
    "DiceButton": "VASSAL.build.module.DiceButton",
    "TurnTracker": "VASSAL.build.module.turn.TurnTracker",
    "CounterTurnLevel": "VASSAL.build.module.turn.CounterTurnLevel",
    "GlobalOptions": "VASSAL.build.module.GlobalOptions",
}
"""Short names of the elements used here -> the engine's classes."""


def write_module(
    path: Path, body: str, *, images: dict[str, bytes] | None = None, vassal_version: str = "3.5.8"
) -> Path:
    """Write a module around `body`, XML in which the elements of TAGS have their short names."""
    body, name = _in_full(body), path.stem
    build_file = (
        # Without the encoder in front, palettes are built before anything can decode their pieces.
        f'<VASSAL.build.GameModule name="{name}" version="1.0" VassalVersion="{vassal_version}" nextPieceSlotId="100">'
        f"<VASSAL.build.module.BasicCommandEncoder/>{body}</VASSAL.build.GameModule>"
    )
    data = (
        f'<data version="1"><version>1.0</version><extra1/><extra2/><VassalVersion>{vassal_version}</VassalVersion>'
        f"<dateSaved>0</dateSaved><description/><name>{name}</name></data>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("moduledata", data)
        archive.writestr("buildFile.xml", build_file)
        for image, content in (images or {}).items():
            archive.writestr(f"images/{image}", content)
    return path


def write_extension(path: Path, module: str, body: str, *, id_: str, target: str = "", universal: bool = False) -> Path:
    """Write an extension of the module named, which adds `body` (one element) to what stands at the path `target`."""
    kind = "VASSAL.build.module"
    build_file = (
        f'<{kind}.ModuleExtension anyModule="{str(universal).lower()}" version="2.0" description="" module="{module}" '
        f'moduleVersion="1.0" vassalVersion="3.5.8" nextPieceSlotId="100" extensionId="{id_}">'
        f'<{kind}.ExtensionElement target="{target}">{_in_full(body)}</{kind}.ExtensionElement>'
        f"</{kind}.ModuleExtension>"
    )
    data = (
        '<data version="1"><version>2.0</version><extra1/><extra2/><VassalVersion>3.5.8</VassalVersion>'
        "<dateSaved>0</dateSaved><description/><universal>false</universal></data>"
    )
    path.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("extensiondata", data)
        archive.writestr("buildFile.xml", build_file)
    return path


def _in_full(body: str) -> str:
    for short, full in TAGS.items():
        for opening in (f"<{short} ", f"<{short}>", f"<{short}/", f"</{short}>"):
            body = body.replace(opening, opening.replace(short, full))
    return body
