"""The fixture `referee`, one engine a session, for every test that takes it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.referee.engine import Engine
from tests.referee.server import RefereeMissingError, find_parts


def pytest_configure(config: pytest.Config) -> None:
    """Know the mark by which tests are spread over processes also where the plugin that does so is not loaded."""
    config.addinivalue_line("markers", "xdist_group: tests of one group run in one process")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test that takes the engine, and keep all such tests in one process so that there is one engine only."""
    if "referee" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.referee)
        item.add_marker(pytest.mark.xdist_group("referee"))


@pytest.fixture(scope="session")
def referee() -> Iterator[Engine]:
    """Hand out the real VASSAL engine; where it cannot run tests are skipped, but in CI (CI=true) they fail."""
    try:
        parts = find_parts()
    except RefereeMissingError as missing:
        if os.environ.get("CI") == "true":
            pytest.fail(str(missing))
        pytest.skip(str(missing))
    engine = Engine(parts)
    yield engine
    engine.close()
