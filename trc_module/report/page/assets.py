"""Assets that all pages of a game share: the ground, the faces of the counters, colours and letters."""

from __future__ import annotations

import msgspec


class PageFace(msgspec.Struct, frozen=True, array_like=True):
    """One face of a counter: the numbers of the parts that it shares with others, and its own letters, as SVG."""

    parts: tuple[int, ...]
    own: str


class Assets(msgspec.Struct, frozen=True):
    """The ground by layers, from the bottom to the top; parts of faces; faces by counter; and the style of all."""

    ground: tuple[tuple[str, str], ...]
    parts: tuple[str, ...]
    faces: dict[str, tuple[PageFace, ...]]
    """By a counter's id its front, and its back if that shows anything."""
    light: str
    dark: str
    classes: str
    fonts: str
