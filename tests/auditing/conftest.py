"""Logs in the making, as the tests of replay have them."""

from __future__ import annotations

from tests.replay.conftest import script

__all__ = ["script"]
