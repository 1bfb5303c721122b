"""Docstrings of functions, found even where Python discards them (`-OO`, PYTHONOPTIMIZE=2).

The texts of rules and of commands are docstrings; without them pages and help would be empty.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable


def docstring(function: Callable[..., object]) -> str:
    """Return the docstring of a function without its indent; '' if it has none."""
    kept = inspect.getdoc(function)
    if kept is not None or __doc__:
        return kept or ""
    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):
        return ""
    node = ast.parse(textwrap.dedent(source)).body[0]
    return (ast.get_docstring(node) or "") if isinstance(node, ast.FunctionDef) else ""
