"""Every package that we depend on is locked with digests, and named with its licence in the README's table."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]


def dependencies() -> list[str]:
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [*project["dependencies"], *(each for group in project["optional-dependencies"].values() for each in group)]
    found = [re.match(r"[\w-]+", each) for each in named]
    return sorted({match[0].lower() for match in found if match is not None})


@pytest.mark.parametrize("name", dependencies())
def test_a_dependency_is_locked_and_its_licence_told(name: str) -> None:
    lock = (HERE / "requirements" / "dev.txt").read_text(encoding="utf-8")
    entry = re.search(rf"^{re.escape(name)}==[^\n]*\n((?:    --hash=sha256:[^\n]*\n)+)", f"{lock}\n", re.MULTILINE)
    assert entry is not None
    table = [line for line in (HERE / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    rows = [row for row in table if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", row.partition(" | ")[0])]
    assert [row for row in rows if row.rstrip("| ").rpartition("| ")[2].strip()] != []
