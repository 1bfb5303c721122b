"""The program's files as syntax trees, parsed once for all tests that look at them.

Those tests are of one group (`pytestmark = PARSED`), so that one process runs them all.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import trc_module

PACKAGE = Path(trc_module.__file__).parent
PARSED = pytest.mark.xdist_group("parsed")


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a Python file; whoever looks at it leaves it as it is."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))
