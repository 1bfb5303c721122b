"""The rulebook in the browser of the audit page's tests."""

from __future__ import annotations

from tests.report.page.conftest import pytest_itemcollected

__all__ = ["pytest_itemcollected"]
