"""Our own module as texts: whole, and the same to the byte, so that the engine has nothing left to say about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.module.inputs import ModuleInputs
from trc_module.module.setups import setups
from trc_module.vassal.exploded import explode, implode

# Beside the other tests that build.
pytestmark = pytest.mark.xdist_group("builds")


@pytest.fixture(scope="module")
def again(module_file: Path, parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exploded")
    done = explode(module_file, folder / "texts")
    assert done.remarks == ()
    assert set(done.texts) == {"buildFile.xml", *(setup.file for setup in setups(parts))}
    implode(folder / "texts", folder / "trc.vmod")
    return folder / "trc.vmod"


def test_our_module_comes_back_to_the_byte(module_file: Path, again: Path) -> None:
    assert again.read_bytes() == module_file.read_bytes()
