"""The shipped charts, and a copy of their folder to spoil."""

from tests.charts.conftest import charts, edit, folder

__all__ = ["charts", "edit", "folder"]
