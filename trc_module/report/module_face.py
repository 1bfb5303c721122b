"""Pieces of any game as pictures, made of their module's: layers, masks, facings and labels, as VASSAL draws them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Sequence
from functools import lru_cache

from lxml import etree, html
from PIL import Image, ImageDraw, ImageFont

from trc_module.art.fonts import Face
from trc_module.resources import source_art_dir
from trc_module.vassal.opening import MOST_PIXELS
from trc_module.vassal.traits import Piece, Trait
from trc_module.vassal.values import Color

Pictures = Callable[[str], Image.Image | None]
"""Gives a picture of the module by its name; None if it has none that can be drawn here."""

_Colour = tuple[int, int, int, int]
_MASK = (128, 128, 128, 255)
_BOX = 50
"""Pixels of the side of a mask without a picture, and of the box that stands for a missing picture."""
_MOST_LETTERS = 200
_MOST_POINTS = 144
_REFERENCE = re.compile(r"\$([^$]{1,200})\$")
_UNKNOWN = "?"
"""The text in a label for a property that the piece itself does not hold (of the map, of the game, calculated)."""


def draw_piece(types: Sequence[str], states: Sequence[str], name: str, pictures: Pictures) -> Image.Image | None:
    """Return a piece as the other players see it, its point in the middle; None if there is nothing to see.

    `types` and `states` are those of its traits, the outermost first; `name` is written in the box that stands for a
    picture that cannot be drawn. Both sides of the picture are even.
    """
    easel = _Easel(name, pictures)
    traits = [Trait(text, state) for text, state in zip(types, states, strict=False)]
    for place in range(len(traits) - 1, -1, -1):
        try:
            easel.draw(traits[place], traits)
        except (ValueError, OverflowError):
            # A trait that cannot be read shows nothing.
            continue
    return easel.image


class _Easel:
    """A piece that is drawn from its innermost trait out."""

    def __init__(self, name: str, pictures: Pictures) -> None:
        self._name, self._pictures = name, pictures
        self._masked: Trait | None = None
        self.image: Image.Image | None = None

    def draw(self, trait: Trait, traits: Sequence[Trait]) -> None:
        """Draw one trait over, or about, what is there."""
        if trait.id == "piece":
            self._show(trait.text_of("image"), 0, 0)
        elif trait.id == "emb2":
            level, images = trait.state_value("level"), trait.value("images")
            if isinstance(level, int) and isinstance(images, tuple) and 0 < level <= len(images):
                self._show(str(images[level - 1]), _whole(trait, "x_offset"), _whole(trait, "y_offset"))
        elif trait.id == "obs" and str(trait.state_value("owner")) not in ("", "null"):
            self._mask(trait)
        elif trait.id == "rotate":
            self._turn(_clockwise(trait))
        elif trait.id == "label":
            self._label(trait, traits)

    def _show(self, picture: str, x: int, y: int) -> None:
        if not picture:
            return
        found = self._pictures(picture)
        if found is not None:
            self._lay(found, x, y)
        elif self.image is None:
            self._lay(_box_with(self._name), x, y)

    def _lay(self, picture: Image.Image, x: int, y: int) -> None:
        """Lay a picture's middle at a point as far from the piece's; one that would lie out of all bounds is left."""
        # VASSAL rounds the half of an odd width down.
        west, north = x - picture.width // 2, y - picture.height // 2
        below = self.image
        half_wide = max(abs(west), abs(west + picture.width), 0 if below is None else below.width // 2)
        half_high = max(abs(north), abs(north + picture.height), 0 if below is None else below.height // 2)
        if 4 * half_wide * half_high > MOST_PIXELS:
            return
        image = Image.new("RGBA", (2 * half_wide, 2 * half_high))
        if below is not None:
            image.paste(below, (half_wide - below.width // 2, half_high - below.height // 2))
        image.alpha_composite(picture, (half_wide + west, half_high + north))
        self.image = image

    def _mask(self, trait: Trait) -> None:
        # A mask hides everything under it, however large that is, and its properties.
        self._masked, self.image = trait, None
        self._lay(Image.new("RGBA", (_BOX, _BOX), _MASK), 0, 0)
        self._show(trait.text_of("image"), 0, 0)

    def _turn(self, degrees: float) -> None:
        if self.image is None or not degrees % 360:
            return
        turned = self.image.rotate(-degrees, Image.Resampling.BICUBIC, expand=True)
        self.image = None
        self._lay(turned, 0, 0)

    def _label(self, trait: Trait, traits: Sequence[Trait]) -> None:
        words = self._words(trait, traits)
        if not words:
            return
        size, style = _whole(trait, "font_size"), _whole(trait, "font_style")
        inks = [_colour(trait, which) for which in ("background", "foreground")]
        label = _written(words, min(max(size, 1), _MOST_POINTS), bool(style & 1), *inks)
        box = None if self.image is None else self.image.getbbox()
        if self.image is None or box is None:
            west = north = east = south = 0
        else:
            x, y = self.image.width // 2, self.image.height // 2
            west, north, east, south = box[0] - x, box[1] - y, box[2] - x, box[3] - y
        x = _whole(trait, "horizontal_offset") + {"l": west, "r": east}.get(trait.text_of("horizontal"), 0)
        y = _whole(trait, "vertical_offset") + {"t": north, "b": south}.get(trait.text_of("vertical"), 0)
        # From the point to the label's middle, of which `_lay` takes the halves off again.
        x += {"l": label.width // 2, "r": label.width // 2 - label.width}.get(trait.text_of("horizontal_alignment"), 0)
        y += {"t": label.height // 2, "b": label.height // 2 - label.height}.get(trait.text_of("vertical_alignment"), 0)
        # A label is turned about the piece's point.
        overlay = _Easel("", self._pictures)
        overlay._lay(label, x, y)
        overlay._turn(_whole(trait, "rotation"))
        if overlay.image is not None:
            self._lay(overlay.image, 0, 0)

    def _words(self, trait: Trait, traits: Sequence[Trait]) -> str:
        """Return what a label says, in one line; the properties that it names come from the traits that are seen."""
        text = trait.state.strip()
        if text.lower().startswith("<html>"):
            text = _plain(text)
        seen = traits if self._masked is None else traits[: [t is self._masked for t in traits].index(True)]
        known = Piece(None, tuple(t.text for t in seen), tuple(t.state for t in seen)).properties()
        if self._masked is None:
            known = {**dict.fromkeys(("PieceName", "pieceName", "BasicName"), self._name), **known}
        # A label that names itself would never end; VASSAL leaves that out too.
        known[trait.text_of("property")] = ""
        return " ".join(_REFERENCE.sub(lambda m: known.get(m[1], _UNKNOWN), text).split())[:_MOST_LETTERS]


def _clockwise(trait: Trait) -> float:
    """Return the degrees by which a piece is turned clockwise [FreeRotator.getAngleInRadians].

    With facings the state is the facing from 0 on, clockwise; without them it is degrees counterclockwise.
    """
    facings, angle = _whole(trait, "facings"), float(str(trait.state_value("angle")))
    return -angle if facings == 1 else int(angle) * 360 / max(facings, 1)


def _plain(text: str) -> str:
    try:
        return "".join(str(part) for part in html.fromstring(text).itertext())
    except etree.ParserError:
        return ""


def _box_with(name: str) -> Image.Image:
    """Return a plain box with a piece's name, in place of a picture that cannot be drawn."""
    image = Image.new("RGBA", (_BOX, _BOX), "white")
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, _BOX - 1, _BOX - 1), outline="black")
    lines = textwrap.wrap(name, 11, max_lines=4, placeholder="...")
    draw.multiline_text((_BOX // 2, _BOX // 2), "\n".join(lines), "black", _font(10, False), "mm", 1, "center")
    return image


def _written(words: str, size: int, bold: bool, background: _Colour | None, foreground: _Colour | None) -> Image.Image:
    """Return words as a picture, as high as a line of their font [Labeler.LabelOp]."""
    font = _font(size, bold)
    ascent, descent = font.getmetrics()
    image = Image.new("RGBA", (max(round(font.getlength(words)), 1), ascent + descent), background or (0, 0, 0, 0))
    if foreground:
        ImageDraw.Draw(image).text((0, 0), words, foreground, font)
    return image


@lru_cache(maxsize=64)
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    face = Face.BOLD if bold else Face.SEMIBOLD
    return ImageFont.truetype(str(source_art_dir() / "fonts" / f"{face.value}.ttf"), size)


def _colour(trait: Trait, field: str) -> _Colour | None:
    value = trait.value(field)
    return (value.red, value.green, value.blue, value.alpha) if isinstance(value, Color) else None


def _whole(trait: Trait, field: str) -> int:
    value = trait.value(field)
    return value if isinstance(value, int) else 0
