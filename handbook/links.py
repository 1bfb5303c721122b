"""Check of a site's links: every link leads somewhere, and no page asks the network for anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml import html

_LOADED = {"script": "src", "img": "src", "link": "href", "image": "href", "iframe": "src", "source": "src"}
"""The elements for which a browser fetches something by itself."""
_SCHEMES = ("http", "https")


@dataclass(frozen=True, slots=True)
class _Page:
    links: tuple[tuple[str, str], ...]
    """The element and the address of each link."""
    ids: frozenset[str]


def broken_links(site: Path) -> Iterator[str]:
    """Yield each link that leads nowhere, and each thing that a page would fetch from the network."""
    for path in sorted(site.rglob("*.html")):
        for tag, link in _page(path).links:
            wrong = _wrong(path, tag, link)
            if wrong:
                yield f"{path.relative_to(site).as_posix()}: {wrong}"


def _wrong(path: Path, tag: str, link: str) -> str:
    parts = urlsplit(link)
    if parts.scheme in _SCHEMES or parts.netloc:
        return f"{link} would be fetched from the network" if tag in _LOADED else ""
    if parts.scheme:
        return ""
    target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
    if target.is_dir():
        return f"{link} leads to a folder, which a page from disk cannot open"
    if not target.is_file():
        return f"{link} leads nowhere"
    if parts.fragment and target.suffix == ".html" and not parts.fragment.startswith("__"):
        return "" if unquote(parts.fragment) in _page(target).ids else f"{link} leads to no place on its page"
    return ""


@cache
def _page(path: Path) -> _Page:
    root = html.parse(str(path)).getroot()
    links = []
    for element in root.iter():
        if not isinstance(element.tag, str) or element.get("rel") in ("canonical", "alternate"):
            continue
        name = _LOADED.get(element.tag) or ("href" if element.tag == "a" else "")
        link = element.get(name) if name else None
        if link is not None:
            links.append((element.tag, link))
    ids = {element.get("id") or "" for element in root.iter()} | {a.get("name") or "" for a in root.iter("a")}
    return _Page(tuple(links), frozenset(ids))
