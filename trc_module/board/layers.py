"""Read a GeoJSON layer, and lay an owner's corrections over it: GeoJSON too, or a table with a feature a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Generic

import msgspec
from msgspec import UNSET

from trc_module.board import text_map
from trc_module.board.features import Collection, Feature, P
from trc_module.board.layer_tables import line_of_row, rows_as_features
from trc_module.board.legend import Legend
from trc_module.board.records import HexProperties, Properties, RegionProperties
from trc_module.board.tables import owner_source
from trc_module.facts import DataError
from trc_module.facts.decoding import decode_json, explain, line_of_item, read_bytes, steps_of
from trc_module.facts.forms import Form, forms_of

HEXES = "hexes"
"""The layer that every map has."""

_BY_FIELD = (HexProperties, RegionProperties)
_ABOUT = {"source", "doubt", "sources", "doubts", "removed"}


@dataclass(frozen=True, slots=True)
class FeatureLayer(Generic[P]):
    """A layer's features by id, as read from `path`."""

    path: Path
    features: dict[str, Feature[P]]
    overlays: Mapping[str, Path] = field(default_factory=dict)
    """By id of a feature that an owner's file has corrected, that file."""
    errata: Mapping[str, Callable[[str, str | None], DataError]] = field(default_factory=dict)
    """By id of a feature that an erratum has corrected, what makes an error of its correction."""
    lines: Mapping[str | tuple[str, str], int | None] | None = None
    """Of a map as text: by id of a feature the line on which it stands, by id and field that of a field elsewhere.

    None of a layer in GeoJSON."""
    perhaps: Mapping[str, Feature[P]] = field(default_factory=dict)
    """The features that an owner has removed with a doubt: ours, each with that doubt and the owner's source."""

    def __iter__(self) -> Iterator[tuple[str, P]]:
        return ((key, feature.properties) for key, feature in self.features.items())

    def error(self, id_: str, name: str, expected: str, found: str | None = None) -> DataError:
        """Return the error that names a feature's file, line and field."""
        if id_ in self.errata:
            return self.errata[id_](expected, found)
        path = self.overlays.get(id_, self.path)
        own = self.lines if path == self.path else None
        line = _line(path, id_) if own is None else own.get((id_, name), own.get(id_))
        return DataError(path, expected, found, line=line, field=name)


@cache
def _decoder(kind: type[Properties]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Collection[kind])  # type: ignore[valid-type]


@cache
def _loose() -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Collection[Any])


def _as_it_is(layer: FeatureLayer[P]) -> FeatureLayer[P]:
    return layer


def read_layer(
    folder: Path,
    name: str,
    kind: type[P],
    legend: Legend,
    overlay: Path | None = None,
    corrections: Iterable[Callable[[FeatureLayer[P]], FeatureLayer[P]]] = (_as_it_is, _as_it_is),
) -> FeatureLayer[P]:
    """Read `<folder>/map/<name>.geojson`, or that layer of a map as text, and the same file of an overlay.

    Nothing if the legend has no such layer.

    Of the two `corrections` one is applied to our features, one to what the overlay makes of them.
    DataError for text that is no such layer, two features of one id, or a field that is missing.
    """
    path = folder / "map" / f"{name}.geojson"
    if name not in legend.layers and name != HEXES:
        return FeatureLayer(path, {})
    ours, theirs = corrections
    layer = ours(_own(folder, name, kind))
    for over in [overlay / "map" / f"{name}.{suffix}" for suffix in ("geojson", "csv")] if overlay else []:
        if over.is_file():
            layer = _laid_over(layer, over, kind, forms_of(folder, f"map/{name}.csv"))
    layer = theirs(layer)
    for id_, properties in layer:
        for needed in properties.needed:
            if getattr(properties, needed) is UNSET:
                raise layer.error(id_, needed, f"a field '{needed}'", "none")
    return layer


def _own(folder: Path, name: str, kind: type[P]) -> FeatureLayer[P]:
    """Read a layer of a game's own map, in GeoJSON or as text."""
    text = text_map.path_of(folder)
    features: dict[str, Feature[P]] = {}
    if text is not None:
        lines: dict[str | tuple[str, str], int | None] = {}
        for piece in text_map.pieces(text, name):
            if piece.id in features:
                raise DataError(text, "each thing once", piece.id, line=piece.line, field=name)
            try:
                properties = msgspec.convert(piece.properties, kind)
            except msgspec.ValidationError as error:
                steps = steps_of(error)
                line = piece.lines.get(str(steps[0]) if steps else "", piece.line)
                raise explain(text, error, piece.properties, kind, line) from None
            features[piece.id], lines[piece.id] = Feature("Feature", piece.id, properties), piece.line
            lines |= {(piece.id, name): line for name, line in piece.lines.items()}
        return FeatureLayer(text, features, lines=lines)
    path = folder / "map" / f"{name}.geojson"
    for i, feature in enumerate(_read(path, kind).features):
        if feature.id in features:
            line = line_of_item(read_bytes(path), "features", i)
            raise DataError(path, "an id that no other feature has", feature.id, line=line, field="id")
        features[feature.id] = feature
    return FeatureLayer(path, features)


def _read(path: Path, kind: type[P]) -> Collection[P]:
    collection: Collection[P] = decode_json(path, read_bytes(path), _decoder(kind), Collection[kind])  # type: ignore[valid-type]
    return collection


def _laid_over(layer: FeatureLayer[P], path: Path, kind: type[P], forms: Sequence[Form]) -> FeatureLayer[P]:
    corrections: Collection[P]
    given: Collection[Any]
    if path.suffix == ".csv":
        corrections, given = rows_as_features(path, kind, layer.features, forms)
    else:
        corrections, given = _read(path, kind), _loose().decode(read_bytes(path))
    written = _written(layer)
    features = dict(layer.features)
    said, perhaps = set(), dict(layer.perhaps)
    for correction, raw in zip(corrections.features, given.features, strict=True):
        id_ = correction.id
        news = _news(raw, written.get(id_))
        if news is None:
            continue
        said.add(id_)
        if correction.properties.removed:
            if id_ not in features:
                line = _line(path, id_)
                raise DataError(path, "the id of a feature of ours to remove", id_, line=line, field="id")
            gone = features.pop(id_)
            if correction.properties.doubt:
                perhaps[id_] = _doubted(gone, correction.properties, kind)
            continue
        ours = features.get(id_)
        merged = _merged(ours.properties if ours else None, news.properties, kind)
        has_shape = bytes(correction.geometry) != b"null"
        shape = correction.geometry if has_shape or ours is None else ours.geometry
        features[id_] = Feature("Feature", id_, merged, shape)
    errata = {id_: error for id_, error in layer.errata.items() if id_ not in said}
    return FeatureLayer(
        layer.path, features, {**layer.overlays, **dict.fromkeys(said, path)}, errata, layer.lines, perhaps
    )


def _doubted(gone: Feature[P], removal: P, kind: type[P]) -> Feature[P]:
    """Return a feature that an owner has removed with a doubt, as it is if the doubt is right."""
    fields = msgspec.to_builtins(gone.properties)
    said = "" if removal.source is UNSET else str(removal.source)
    fields |= {"source": owner_source(said), "doubt": removal.doubt}
    return Feature("Feature", gone.id, msgspec.convert(fields, kind), gone.geometry)


def _written(layer: FeatureLayer[P]) -> dict[str, Feature[Any]]:
    """Return a layer's features as its file has them."""
    if layer.lines is None:
        return {feature.id: feature for feature in _loose().decode(read_bytes(layer.path)).features}
    return {
        id_: Feature("Feature", id_, msgspec.to_builtins(feature.properties), feature.geometry)
        for id_, feature in layer.features.items()
    }


def _news(given: Feature[Any], ours: Feature[Any] | None) -> Feature[Any] | None:
    """Return what a feature of an owner's says that ours does not; None if it is a copy of ours.

    Only a feature that repeats everything that ours says is taken for a copy, perhaps one with changes: whoever names
    a single field as we have it confirms it.
    """
    if ours is None or not ours.properties.keys() <= given.properties.keys():
        return given
    news = {name: value for name, value in given.properties.items() if ours.properties.get(name) != value}
    for name in ("sources", "doubts"):
        if isinstance(news.get(name), dict) and isinstance(ours.properties.get(name), dict):
            old = ours.properties[name]
            news[name] = {field: said for field, said in news[name].items() if old.get(field) != said}
    if not news and bytes(given.geometry) in (bytes(ours.geometry), b"null"):
        return None
    return Feature("Feature", given.id, news, given.geometry)


def _merged(ours: P | None, given: dict[str, Any], kind: type[P]) -> P:
    """Return our properties with an owner's in their place, the source of each changed one turned into owner."""
    source = owner_source(str(given.get("source", "")))
    fields: dict[str, Any] = msgspec.to_builtins(ours) if ours is not None else {"source": source}
    said = {name: value for name, value in given.items() if name not in _ABOUT}
    fields.update(said)
    if kind in _BY_FIELD and ours is not None:
        fields["sources"] = {**fields.get("sources", {}), **dict.fromkeys(said, source), **given.get("sources", {})}
        if kind is HexProperties:
            doubts = {name: why for name, why in fields.get("doubts", {}).items() if name not in said}
            fields["doubts"] = {**doubts, **given.get("doubts", {})}
        else:
            fields["doubt"] = given.get("doubt", "")
    else:
        fields["source"] = source
        fields["doubt"] = given.get("doubt", "")
    return msgspec.convert(fields, kind)


def lines_of_features(path: Path) -> dict[str, tuple[int, str]]:
    """Return by id the line on which the id of each feature of a layer's file stands: its number and what it says."""
    lines = read_bytes(path).decode("utf-8").splitlines()
    return {match[1]: (number, line) for number, line in enumerate(lines, 1) for match in _ID.finditer(line)}


_ID = re.compile(r'"id"\s*:\s*"([^"]*)"')


def _line(path: Path, id_: str) -> int | None:
    if path.suffix == ".csv":
        return line_of_row(path, id_)
    data = read_bytes(path)
    features = _loose().decode(data).features
    index = next((i for i, feature in enumerate(features) if feature.id == id_), None)
    return None if index is None else line_of_item(data, "features", index)
