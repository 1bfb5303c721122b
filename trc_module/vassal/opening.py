"""Pictures of unknown origin, opened for decoding: of few formats, and none that is larger than it should be."""

from __future__ import annotations

import io
import warnings

from PIL import Image

FORMATS = ("PNG", "JPEG", "GIF", "BMP")
"""The formats that VASSAL draws by pixels. Pillow would read many others by their content, whatever the name; for some
(EPS) it starts other programs."""
MOST_PIXELS, MOST_PIXELS_OF_A_BOARD = 40_000_000, 100_000_000
"""Pixels of a picture that is decoded (160 MB), and of one that is drawn as a board; small files may state more."""

Image.MAX_IMAGE_PIXELS = MOST_PIXELS_OF_A_BOARD


def open_picture(data: bytes) -> Image.Image:
    """Open a picture and read only its head.

    Raises:
        ValueError: It is none of the formats, too large, or damaged.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return Image.open(io.BytesIO(data), formats=FORMATS)
    except (OSError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ValueError(f"it cannot be opened as a picture: {error}") from None


def decode_picture(data: bytes, most: int = MOST_PIXELS) -> Image.Image:
    """Return a picture's pixels, as red, green, blue and alpha; `most` of them.

    Raises:
        ValueError: It is none of the formats, too large, or damaged.
    """
    try:
        with open_picture(data) as image:
            if image.width * image.height > most:
                raise ValueError(f"it has {image.width} x {image.height} pixels; {most} are decoded")
            return image.convert("RGBA")
    except (OSError, SyntaxError, EOFError, IndexError) as error:
        raise ValueError(f"it cannot be decoded: {error}") from None
