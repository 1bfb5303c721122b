"""Faces as files: a folder of pictures, a contact sheet, or sheets to print. Each file appears whole or not at all."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from trc_module.art.counters.card_face import card_back_of, card_of, render_card
from trc_module.art.counters.card_sheets import card_picture, card_sheets
from trc_module.art.counters.contact import contact_sheet
from trc_module.art.counters.faces import STANDARD_PIXELS, has_back, render_faces
from trc_module.art.counters.sheets import SheetOptions, counter_sheets, printed_copies
from trc_module.art.counters.spec import Side
from trc_module.errors import UserError
from trc_module.files import write_file
from trc_module.roster import Marker, Unit

_AT_ONCE = 24
"""Faces that are painted together."""


def export_faces(
    items: Sequence[Unit | Marker], folder: Path, options: SheetOptions, sides: Sequence[Side], scale: float = 1.0
) -> Iterator[Path]:
    """Write one PNG a face, `<id>.png` and `<id>-back.png`, and yield each path when it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    items, cards = parted(items)
    for card in cards:
        for side in sides:
            path = folder / (f"{card.id}.png" if side == "front" else f"{card.id}-back.png")
            face = card_of(card, options.card_words) if side == "front" else card_back_of(card)
            _write(path, render_card(face, scale, options.palette))
            yield path
    faces = [(item, side) for item in items for side in sides if side == "front" or has_back(item)]
    for start in range(0, len(faces), _AT_ONCE):
        chosen = faces[start : start + _AT_ONCE]
        pictures = render_faces(chosen, options.style, options.factors, options.palette, round(scale * STANDARD_PIXELS))
        for (item, side), picture in zip(chosen, pictures, strict=True):
            path = folder / (f"{item.id}.png" if side == "front" else f"{item.id}-back.png")
            _write(path, picture)
            yield path


def export_contact_sheet(
    items: Sequence[Unit | Marker], path: Path, options: SheetOptions, sides: Sequence[Side], scale: float = 1.0
) -> None:
    """Write one PNG with all fronts, all backs below them, or either; cards below the counters."""
    items, cards = parted(items)
    pixels = round(scale * STANDARD_PIXELS)
    parts = []
    for side in sides:
        chosen = [item for item in items if side == "front" or has_back(item)]
        if chosen:
            parts.append(contact_sheet(chosen, side, options.style, options.factors, options.palette, pixels=pixels))
        if cards:
            # All backs are alike.
            parts.append(card_picture(cards if side == "front" else cards[:1], side, options, scale))
    if not parts:
        raise UserError("None of these counters has anything on its back: ask for --side front.")
    sheet = Image.new("RGB", (max(p.width for p in parts), sum(p.height for p in parts)), parts[0].getpixel((0, 0)))
    north = 0
    for part in parts:
        sheet.paste(part, (0, north))
        north += part.height
    buffer = io.BytesIO()
    sheet.save(buffer, "PNG")
    _write(path, buffer.getvalue())


def export_sheets(items: Sequence[Unit | Marker], path: Path, options: SheetOptions, unlimited: int = 10) -> int:
    """Write the print-and-play PDF and return its number of pages, two a sheet of paper."""
    from trc_module.art.backends.pdf import to_pdf

    items, cards = parted(items)
    pages = [*counter_sheets(printed_copies(items, unlimited), options), *card_sheets(cards, options)]
    _write(path, to_pdf(pages, 1 / 72, options.title))
    return len(pages)


def parted(items: Sequence[Unit | Marker]) -> tuple[list[Unit | Marker], list[Marker]]:
    """Return the counters, and the cards with events."""
    cards = [item for item in items if isinstance(item, Marker) and item.events]
    return [item for item in items if item not in cards], cards


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, data)
