"""Features of a GeoJSON layer."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

import msgspec

from trc_module.board.records import Properties

P = TypeVar("P", bound=Properties)


class Feature(msgspec.Struct, Generic[P]):
    """A GeoJSON feature; its geometry stays undecoded, since only checks and viewers look at it."""

    type: Literal["Feature"]
    id: str
    properties: P
    geometry: msgspec.Raw = msgspec.Raw(b"null")


class Collection(msgspec.Struct, Generic[P]):
    """A GeoJSON feature collection; members that RFC 7946 does not know are free."""

    type: Literal["FeatureCollection"]
    features: list[Feature[P]]
