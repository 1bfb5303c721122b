from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from trc_module.cli.commands.counters import command
from trc_module.errors import UserError


def _run(*words: str | Path) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words], catch_exceptions=False)


def test_a_folder_gets_a_picture_a_face(tmp_path: Path) -> None:
    result = _run("--ids", "ger-4?-pz,weather-mud", "-o", tmp_path / "faces")
    assert result.exit_code == 0
    assert sorted(p.name for p in (tmp_path / "faces").iterdir()) == sorted(
        [f"ger-{n}-pz{side}.png" for n in (40, 41, 46, 47, 48) for side in ("", "-back")] + ["weather-mud.png"]
    )
    assert "11 pictures" in result.output


def test_a_png_is_one_picture_of_all(tmp_path: Path) -> None:
    _run("--ids", "ger-47-pz,ger-48-pz", "--scale", "0.5", "--side", "front", "-o", tmp_path / "x.png")
    assert Image.open(tmp_path / "x.png").size == (2 * 43 + 2, 43 + 2)
    assert _run("--ids", "ger-47-pz", "-o", tmp_path / "x.png").output.endswith("x.png: 1 counter.\n")


def test_a_pdf_has_sheets(tmp_path: Path) -> None:
    result = _run("--ids", "ger-47-pz", "-o", tmp_path / "x.pdf")
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF-")
    assert "2 pages" in result.output
    assert [p.name for p in tmp_path.iterdir()] == ["x.pdf"]


def test_an_id_that_is_not_there_and_backs_that_are_blank_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no unit or marker is called 'ger-470-pz'"):
        _run("--ids", "ger-470-pz", "-o", tmp_path / "x.png")
    with pytest.raises(UserError, match="ask for --side front"):
        _run("--ids", "weather-mud", "--side", "back", "-o", tmp_path / "x.png")
    assert list(tmp_path.iterdir()) == []
