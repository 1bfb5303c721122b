"""What is done to pages while the site is built: those that the list does not name are added, tasks get places."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from handbook.search import with_places

MORE = "More"
_DIALOG = '<div class="md-search" data-md-component="search" role="dialog"'


def on_config(config: Any) -> Any:
    """Add what is missing to the list of pages, under its own heading."""
    folder = Path(config["docs_dir"])
    named = set(_pages(config["nav"]))
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md"))
    more = [page for page in found if page not in named]
    if more:
        config["nav"].append({MORE: more})
    return config


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Give each task a place on its page, so that a search leads to it."""
    return with_places(html) if page.file.src_uri == "tasks.md" else html


def on_post_page(output: str, **_: Any) -> str:
    """Give the theme's search dialog a name, which a screen reader says."""
    return output.replace(_DIALOG, f'{_DIALOG} aria-label="Search"')


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
