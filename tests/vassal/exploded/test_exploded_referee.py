"""The real engine cannot tell a module from the one that was exploded and put together again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.engine import Engine
from tests.vassal.lint.small_module import SmallModule
from trc_module.vassal import Archive, Entry, write_archive
from trc_module.vassal.exploded import explode, implode

pytestmark = pytest.mark.xdist_group("referee")


def there_and_back(path: Path, folder: Path) -> Path:
    explode(path, folder / "exploded")
    again = folder / "again.vmod"
    implode(folder / "exploded", again)
    return again


def as_the_engine_sees_it(referee: Engine, path: Path, setup: str) -> tuple[str, str]:
    game = referee.open(path, draw_palettes=False)
    assert game.report.complaints == ()
    build_file = game.build_file()
    game.start_setup(setup, side="Axis")
    return build_file, game.restore_text()


def test_a_small_module_is_the_same_to_the_engine(referee: Engine, tmp_path: Path) -> None:
    module = SmallModule()
    path = module.write(tmp_path)
    before = as_the_engine_sees_it(referee, path, "Campaign")
    assert as_the_engine_sees_it(referee, there_and_back(path, tmp_path), "Campaign") == before
    assert "Infantry" in before[1]


def test_a_build_file_as_the_engine_writes_it_comes_back_to_the_byte(referee: Engine, tmp_path: Path) -> None:
    path = SmallModule().write(tmp_path)
    data = referee.open(path, draw_palettes=False).build_file().encode()
    with Archive(path) as archive:
        others = [Entry(name, archive.read(name)) for name in archive.names if name != "buildFile.xml"]
    for number, written in enumerate((data, data.replace(b"\n", b"\r\n"))):
        saved = tmp_path / f"saved{number}.vmod"
        write_archive(saved, (Entry("buildFile.xml", written), *others))
        folder = tmp_path / str(number)
        folder.mkdir()
        with Archive(there_and_back(saved, folder)) as archive:
            assert archive.read("buildFile.xml") == written
