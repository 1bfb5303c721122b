"""Our own module as texts: whole, and the same to the byte and to the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.engine import Engine
from trc_module.module.parts import ModuleParts
from trc_module.module.setups import setups
from trc_module.vassal.exploded import explode, implode

pytestmark = pytest.mark.xdist_group("referee")


@pytest.fixture(scope="module")
def again(module_file: Path, parts: ModuleParts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exploded")
    done = explode(module_file, folder / "texts")
    assert done.remarks == ()
    assert set(done.texts) == {"buildFile.xml", *(setup.file for setup in setups(parts))}
    implode(folder / "texts", folder / "trc.vmod")
    return folder / "trc.vmod"


def test_our_module_comes_back_to_the_byte(module_file: Path, again: Path) -> None:
    assert again.read_bytes() == module_file.read_bytes()


def test_the_engine_encodes_our_module_and_its_set_ups_as_before(
    parts: ModuleParts, referee: Engine, module_file: Path, again: Path
) -> None:
    seen = []
    for path in (module_file, again):
        game = referee.open(path, draw_palettes=False)
        texts = [game.build_file()]
        # The first with units in boxes and the first with units on the map stand for all.
        for setup in list(setups(parts))[:2]:
            game.start_setup(setup.name, side="Axis")
            texts.append(game.restore_text())
        seen.append((game.said.complaints, texts))
    assert seen[0] == seen[1]
    assert seen[0][0] == ()
