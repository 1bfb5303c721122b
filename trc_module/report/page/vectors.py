"""Display lists as compact SVG: shared styles, relative paths, real letters in the bundled font."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from trc_module.art.colour import Colour
from trc_module.art.display import Area, Item, Line, Text, placed_glyphs
from trc_module.art.fonts import Face

FAMILIES = {Face.MEDIUM: "bc5", Face.SEMIBOLD: "bc6", Face.BOLD: "bc7", Face.ITALIC: "bc5i"}
"""The names of the bundled font's faces on the page."""


class Inks:
    """The colours of a page as CSS classes, with another colour in the dark for those that have one."""

    def __init__(self, dark: Mapping[Colour, Colour]) -> None:
        self._dark = dark
        self._numbers: dict[Colour, int] = {}
        self.letters: dict[Face, set[str]] = {}
        """The letters that have been written so far, by face."""

    def css(self, *, dark: bool) -> str:
        """Return what the colours are in the light or in the dark, as custom properties."""
        pick = self._dark if dark else {}
        return ";".join(f"--k{n}:{pick.get(colour, colour)}" for colour, n in self._numbers.items())

    def classes(self) -> str:
        """Return the classes that fill, stroke or surround letters with a colour."""
        return "".join(
            f".f{n}{{fill:var(--k{n})}}.s{n}{{fill:none;stroke:var(--k{n})}}.h{n}{{stroke:var(--k{n})}}"
            for n in self._numbers.values()
        )

    def number(self, colour: Colour) -> int:
        """Return the number of a colour's classes."""
        return self._numbers.setdefault(colour, len(self._numbers))

    def svg(self, items: Iterable[Item], tolerance: float = 0.0, places: int = 1) -> str:
        """Return items as SVG elements.

        Outlines may be simplified by `tolerance` pixels, and are rounded to so many decimal places.
        """
        return "".join(self._elements(items, tolerance, places))

    def _elements(self, items: Iterable[Item], tolerance: float, places: int) -> Iterator[str]:
        for style, group in groupby(items, key=lambda item: self._style(item) if isinstance(item, Text) else None):
            if style is None:
                for item in group:
                    if not isinstance(item, Text):
                        yield self._shape(item, tolerance, places)
            else:
                yield f"<g{style}>" + "".join(self._run(item) for item in group if isinstance(item, Text)) + "</g>"

    def _shape(self, item: Area | Line, tolerance: float, places: int) -> str:
        shape = item.shape.simplify(tolerance) if tolerance else item.shape
        if isinstance(item, Area):
            data = _path(shapely.get_rings(shapely.get_parts(shape)), places, closed=True)
            return f'<path class="f{self.number(item.fill)}" fill-rule="evenodd" d="{data}"/>' if data else ""
        data = _path(shapely.get_parts(shape), places, closed=False)
        dash = f' stroke-dasharray="{" ".join(_n(d) for d in item.dash)}"' if item.dash else ""
        ends = ' stroke-linecap="round" stroke-linejoin="round"' if item.cap == "round" else ""
        width = f' stroke-width="{_n(item.width)}"'
        return f'<path class="s{self.number(item.stroke)}"{width}{ends}{dash} d="{data}"/>' if data else ""

    def _style(self, run: Text) -> str:
        name = f"{FAMILIES[run.face]} f{self.number(run.fill)}"
        halo = ""
        if run.halo is not None and run.halo_width > 0:
            name += f" halo h{self.number(run.halo)}"
            halo = f' stroke-width="{_n(2 * run.halo_width)}"'
        anchor = "" if run.anchor == "start" or run.along is not None else f' text-anchor="{run.anchor}"'
        space = f' letter-spacing="{_n(run.tracking * run.size)}"' if run.tracking and run.along is None else ""
        return f' class="{name}" font-size="{_n(run.size)}"{anchor}{space}{halo}'

    def _run(self, run: Text) -> str:
        self.letters.setdefault(run.face, set()).update(run.text)
        if run.along is not None:
            glyphs = placed_glyphs(run)
            where = " ".join(_n(g.x) for g in glyphs), " ".join(_n(g.y) for g in glyphs)
            turns = " ".join(_n(g.angle) for g in glyphs)
            letters = escape("".join(run.text.split()))
            return f'<text x="{where[0]}" y="{where[1]}" rotate="{turns}">{letters}</text>'
        x, y = _n(run.at[0]), _n(run.at[1])
        turn = f' transform="rotate({_n(run.angle)} {x} {y})"' if run.angle else ""
        return f'<text x="{x}" y="{y}"{turn}>{escape(run.text)}</text>'


def _n(value: float, places: int = 1) -> str:
    text = f"{value:.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def _share(number: int, unit: int) -> str:
    """Return a number, rounded to tenths or to `unit`, in as few characters as possible."""
    return str(number // unit) if number % unit == 0 else str(number / unit)


def _path(parts: Iterable[BaseGeometry], places: int, *, closed: bool) -> str:
    unit = 10**places
    runs = []
    for part in parts:
        if not part.is_empty:
            points = np.rint(shapely.get_coordinates(part) * unit).astype(int)
            runs.append(_relative(points[:-1] if closed else points, unit, places) + ("z" if closed else ""))
    return "".join(runs)


def _relative(points: NDArray[np.int_], unit: int, places: int) -> str:
    """Return a polyline in steps between rounded points, so that the rounding does not add up."""
    start = f"M{_share(int(points[0][0]), unit)} {_share(int(points[0][1]), unit)}"
    steps = [f"{_share(x, unit)} {_share(y, unit)}" for x, y in np.diff(points, axis=0).tolist() if x or y]
    return f"{start}l{' '.join(steps)}".replace(" -", "-") if steps else start
