"""What all tests share: the fixture `referee`, the real VASSAL engine."""

from __future__ import annotations

pytest_plugins = ["tests.referee.plugin"]
