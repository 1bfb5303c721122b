"""Colours as `#rrggbb` or `#rrggbbaa`, their contrast, and how the colour-blind see them."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import TypeAlias

Colour: TypeAlias = str
"""`#rrggbb`, or `#rrggbbaa` with an opacity from 00 to ff."""

RGBA: TypeAlias = tuple[int, int, int, int]


@lru_cache(maxsize=4096)
def rgba(colour: Colour) -> RGBA:
    """Return the four channels, 0..255; ValueError if it is not a colour."""
    digits = colour[1:]
    if not colour.startswith("#") or len(digits) not in (6, 8):
        raise ValueError(f"a colour as #rrggbb or #rrggbbaa, found {colour!r}")
    r, g, b = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return r, g, b, int(digits[6:8], 16) if len(digits) == 8 else 255


def opaque(colour: Colour) -> Colour:
    """Return a colour without its opacity."""
    return colour[:7]


def faded(colour: Colour, opacity: float) -> Colour:
    """Return a colour with an opacity from 0 to 1."""
    return f"{colour[:7]}{round(255 * opacity):02x}"


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return the colour that lies `share` (0..1) of the way from a to b, opaque."""
    return _hex(*(x + (y - x) * share for x, y in zip(rgba(a)[:3], rgba(b)[:3], strict=True)))


def luminance(colour: Colour) -> float:
    """Return the relative luminance, 0 (black) to 1 (white), as WCAG 2 defines it."""
    r, g, b = (_linear(v) for v in rgba(colour)[:3])
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21, as WCAG 2 defines it."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class Vision(Enum):
    """The common kinds of colour vision, with the matrix that simulates each in linear RGB.

    Matrices of Machado, Oliveira and Fernandes (2009), full severity.
    """

    NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    PROTANOPIA = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
    DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
    TRITANOPIA = ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900))
    GREY = ((0.2126, 0.7152, 0.0722),) * 3


def seen(colour: Colour, vision: Vision) -> Colour:
    """Return how a colour looks to somebody with that vision."""
    linear = [_linear(v) for v in rgba(colour)[:3]]
    return _hex(*(_encoded(sum(m * v for m, v in zip(row, linear, strict=True))) for row in vision.value))


def difference(a: Colour, b: Colour) -> float:
    """Return the CIE76 distance of two colours in L*a*b*: about 2 is just visible, 20 plainly another colour."""
    return float(sum((x - y) ** 2 for x, y in zip(_lab(a), _lab(b), strict=True)) ** 0.5)


def _linear(value: int) -> float:
    v = value / 255
    return v / 12.92 if v <= 0.04045 else float(((v + 0.055) / 1.055) ** 2.4)


def _encoded(v: float) -> float:
    v = min(max(v, 0.0), 1.0)
    return 255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055)


def _lab(colour: Colour) -> tuple[float, float, float]:
    r, g, b = (_linear(v) for v in rgba(colour)[:3])
    # sRGB to XYZ under D65, each relative to the white point.
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _hex(r: float, g: float, b: float) -> Colour:
    return "#" + "".join(f"{min(max(round(v), 0), 255):02x}" for v in (r, g, b))
