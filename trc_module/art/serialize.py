"""Items as bytes and back: the same items are the same bytes, so that a cache can tell whether anything has changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import shapely

from trc_module.art.display import Area, Item, Line, Text
from trc_module.art.fonts import Face

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder()


def serialize(items: Iterable[Item]) -> bytes:
    """Return items as bytes."""
    return _encoder.encode([_record(item) for item in items])


def deserialize(content: bytes) -> tuple[Item, ...]:
    """Return the items that `serialize` returned as bytes; msgspec.DecodeError or ValueError for other bytes."""
    records = _decoder.decode(content)
    if not isinstance(records, list):
        raise ValueError("a list of items")
    return tuple(_item(record) for record in records)


def _record(item: Item) -> list[Any]:
    if isinstance(item, Area):
        return ["area", shapely.to_wkb(item.shape), item.fill]
    if isinstance(item, Line):
        return ["line", shapely.to_wkb(item.shape), item.stroke, float(item.width), list(item.dash), item.cap]
    along = None if item.along is None else shapely.to_wkb(item.along)
    at = [float(v) for v in item.at]
    style = [item.size, item.fill, item.face.value, item.anchor, item.tracking, item.angle]
    return ["text", item.text, at, *style, along, item.halo, item.halo_width]


def _item(record: list[Any]) -> Item:
    kind, *values = record
    if kind == "area":
        shape: Any = shapely.from_wkb(values[0])
        return Area(shape, values[1])
    if kind == "line":
        shape = shapely.from_wkb(values[0])
        return Line(shape, values[1], values[2], tuple(values[3]), values[4])
    if kind == "text":
        text, at, size, fill, face, anchor, tracking, angle, along, halo, halo_width = values
        path: Any = None if along is None else shapely.from_wkb(along)
        return Text(
            text, (at[0], at[1]), size, fill, Face(face), anchor, tracking, angle, path, halo, halo_width
        )  # fmt: skip
    raise ValueError(f"an area, a line or a text, found {kind!r}")
