"""The scripts and styles of the pages, by their names alone."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from starlette.exceptions import HTTPException

_KINDS = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}


@cache
def _known() -> dict[str, tuple[bytes, str]]:
    places = (files("trc_module.app") / "static", files("trc_module.report") / "templates")
    return {
        each.name: (each.read_bytes(), _KINDS[each.name[each.name.rindex(".") :]])
        for place in places
        for each in place.iterdir()
        if each.name.endswith(tuple(_KINDS))
    }


def static_file(name: str) -> tuple[bytes, str]:
    """Return what a script or style holds, and what kind it is; HTTPException 404 for any other name."""
    found = _known().get(name)
    if found is None:
        raise HTTPException(404)
    return found
