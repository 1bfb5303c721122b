"""Structs in the hands of `dataclasses`, which mypy tells of by a plugin of ours."""

from __future__ import annotations

from pathlib import Path

from mypy import api

from tests.mypy_structs import WRONG

CODE = """
from dataclasses import dataclass, replace, asdict
from msgspec import Struct, structs

class Point(Struct, frozen=True):
    x: int

class Further(Point, frozen=True):
    y: int = 0

@dataclass(frozen=True)
class Pair:
    x: int

replace(Pair(1), x=2)
structs.replace(Point(1), x=2)
replace(Point(1), x=2)
asdict(Further(1))
"""


def test_mypy_tells_of_a_struct_that_is_changed_as_a_dataclass(tmp_path: Path) -> None:
    path, config = tmp_path / "points.py", tmp_path / "mypy.ini"
    path.write_text(CODE, encoding="utf-8")
    config.write_text(f"[mypy]\nplugins = {Path('tests/mypy_structs.py').resolve()}\n", encoding="utf-8")
    cache = f"--cache-dir={tmp_path / 'cache'}"
    told, _, code = api.run([str(path), f"--config-file={config}", cache, "--no-error-summary", "--hide-error-codes"])
    assert code == 1
    lines = CODE.splitlines()
    parts = (line.partition(": error: ") for line in told.splitlines())
    found = [(lines[int(where.rpartition(":")[2]) - 1], what) for where, _, what in parts]
    assert found == [("replace(Point(1), x=2)", WRONG), ("asdict(Further(1))", WRONG)]
