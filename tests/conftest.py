"""Fixtures for all tests: `referee`, the real VASSAL engine; our module, built once; and a real browser."""

from __future__ import annotations

import gc
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from trc_module.module.inputs import ModuleInputs

pytest_plugins = ["tests.referee.plugin"]

# No deadlines: on a busy machine any example takes long now and then. Few but telling examples.
settings.register_profile("steady", deadline=None, max_examples=60)
settings.load_profile("steady")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Keep all tests that need the browser in one process; those that need the engine too are with the engine's."""
    fixtures = getattr(item, "fixturenames", ())
    if "browser" in fixtures and "referee" not in fixtures:
        item.add_marker(pytest.mark.xdist_group("browser"))


def pytest_collection_finish() -> None:
    """Let the garbage collector leave alone what was collected: it lives as long as the process."""
    gc.collect()
    gc.freeze()
    # Nearly all that a test makes goes when its last name does; what remains in circles can wait.
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let commands keep what they draw where it goes with the test's other files: what one process draws others find.

    The names of what is kept follow from all that it was made from, and every file is written whole (disk_cache.py).
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRC_MODULE_CACHE", str(shared / "cache"))
        patch.setenv("TRC_MODULE_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all processes of a run have in common."""
    base = tmp_path_factory.getbasetemp()
    # Only the processes of one run have a folder above theirs in common.
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session", autouse=True)
def _checked_audits() -> Iterator[None]:
    """Hold each audit against what must hold of it, however its log was made."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRC_MODULE_CHECKED", "1")
        yield


@pytest.fixture
def deep_folder(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder 1,200 levels below `tmp_path / "deep"`.

    It is removed here from its lowest level upwards: pytest removes old folders by a recursion of one call a level,
    which ends in a RecursionError of some later run.
    """
    made = [tmp_path / "deep"]
    for _ in range(1200):
        made.append(made[-1] / "a")
    for each in made:
        each.mkdir()
    yield made[-1]
    for each in reversed(made):
        for entry in each.iterdir():
            entry.unlink()
        each.rmdir()


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """Return a copy of the toy game's folder."""
    return Path(shutil.copytree(Path(__file__).parent / "toy", tmp_path / "toy"))


@pytest.fixture(scope="session")
def parts() -> ModuleInputs:
    # Imported here: not every test needs what builds modules, nor does every process that runs some.
    from trc_module.games import find_game
    from trc_module.module.inputs import load_inputs
    from trc_module.resources import data_dir

    return load_inputs(find_game("trc"), data_dir() / "trc")


@pytest.fixture(scope="session")
def module_file(parts: ModuleInputs, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the module once a run: the first process that needs it leaves it for the others."""
    from trc_module.disk_cache import cache_root
    from trc_module.module.build import build_module

    path = tmp_path_factory.mktemp("module") / "trc.vmod"
    built = shared / path.name
    with _alone(shared / "building"):
        if not built.exists():
            build_module(parts, path, "0.0.1", cache_root())
            draft = shared / f"{os.getpid()}.vmod"
            shutil.copy(path, draft)
            # Another process may have lost its patience.
            draft.replace(built)
            return path
    shutil.copy(built, path)
    return path


_PATIENCE = 300
"""Seconds after which a process that builds is taken for dead."""


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Let one process of a run do something while the others wait: what it leaves they need not draw again."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            lock.mkdir()
        except FileExistsError:
            if time.monotonic() > end:
                break
            time.sleep(0.1)
        else:
            break
    try:
        yield
    finally:
        with suppress(OSError):
            lock.rmdir()


FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Debian's Chromium once a session; where it is not there tests are skipped, but in CI they fail."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        program, missing = None, "the audit page is tested with the Python package playwright, which is not installed"
    else:
        missing = "the audit page is tested in Chromium, which is not installed (Debian's package chromium)"
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        # Each launch has a fresh folder for its user's data.
        launched = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield launched
        launched.close()
