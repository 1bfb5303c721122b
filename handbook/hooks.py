"""Puts pages that the list of pages does not name into it: whoever writes one need not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

MORE = "More"


def on_config(config: Any) -> Any:
    """Add what is missing to the list of pages, under its own heading."""
    folder = Path(config["docs_dir"])
    named = set(_pages(config["nav"]))
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md"))
    more = [page for page in found if page not in named]
    if more:
        config["nav"].append({MORE: more})
    return config


def _pages(nav: Any) -> Iterator[str]:
    """Yield the files of a list of pages."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict):
        for inner in nav.values():
            yield from _pages(inner)
    else:
        for inner in nav or ():
            yield from _pages(inner)
