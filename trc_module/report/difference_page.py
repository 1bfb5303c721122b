"""The differences between two modules as one self-contained HTML page, with pictures before and after."""

from __future__ import annotations

import io
import re
from base64 import b64encode
from collections.abc import Sequence
from itertools import groupby

from markupsafe import Markup
from PIL import Image, ImageChops

from trc_module.pages import escape
from trc_module.report.difference import alike
from trc_module.report.environment import filled
from trc_module.vassal.difference import Change
from trc_module.vassal.opening import decode_picture

_HEADINGS = {
    "module": "The module",
    "counter": "Counters",
    "picture": "Pictures",
    "prototype": "Prototypes",
    "window": "Windows",
    "set-up": "Set-ups",
    "chart": "Charts",
    "place": "The map",
    "component": "Other components",
    "sound": "Sounds",
    "file": "Other files",
}
_HYPHENED = re.compile(r"\b\w{1,6}(?:-\w{1,6}){1,2}\b(?!-)")
_LARGEST = 420
"""Pixels of the longer side of a picture on the page; of a larger one the part that differs is shown."""


def difference_page(changes: Sequence[Change], old: str, new: str) -> str:
    """Return the page; `old` and `new` are how it calls the two modules."""
    kinds = list(_HEADINGS)
    ordered = sorted(changes, key=lambda change: kinds.index(change.kind))
    groups = [
        (kind, _HEADINGS[kind], [(subjects, change, *_pictures(change)) for subjects, change in alike(of_kind)])
        for kind, of_kind in groupby(ordered, key=lambda change: change.kind)
    ]
    return filled("difference.html", groups=groups, old=old, new=new, count=len(changes), whole=_whole)


def _whole(text: str) -> Markup:
    """Return a text whose factors (8-7) and short ids stay in one line."""
    return Markup(_HYPHENED.sub(r"<span>\g<0></span>", escape(text)))


def _pictures(change: Change) -> tuple[str | None, str | None]:
    """Return both pictures as data URIs, None where there is none or it cannot be read."""
    before, after = _opened(change.before), _opened(change.after)
    if before and after and before.size == after.size and max(before.size) > _LARGEST:
        part = _around(ImageChops.difference(before, after).getbbox(alpha_only=False), before.size)
        before, after = before.crop(part), after.crop(part)
    return _uri(before), _uri(after)


def _opened(data: bytes | None) -> Image.Image | None:
    if data is None:
        return None
    try:
        return decode_picture(data)
    except ValueError:
        return None


def _around(box: tuple[int, int, int, int] | None, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return a box with some ground around it."""
    west, north, east, south = box or (0, 0, *size)
    margin = 24 + max(east - west, south - north) // 4
    return max(west - margin, 0), max(north - margin, 0), min(east + margin, size[0]), min(south + margin, size[1])


def _uri(image: Image.Image | None) -> str | None:
    if image is None:
        return None
    image.thumbnail((_LARGEST, _LARGEST))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return "data:image/png;base64," + b64encode(buffer.getvalue()).decode("ascii")
