"""Errata of the map: corrections of hexes, hexsides, places, rails and rivers, applied to the features of a layer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from trc_module.board.features import Feature, P
from trc_module.board.layers import FeatureLayer
from trc_module.board.records import HexProperties
from trc_module.facts.errata import OF_THE_MAP, Correction, Erratum, ErratumChange, Kind, shown
from trc_module.facts.errors import Collected, DataError

LAYERS: Mapping[Kind, str] = MappingProxyType(
    {"hex": "hexes", "hexside": "hexsides", "place": "places", "rail": "rails", "river": "rivers"}
)
"""The layer in which each kind of subject stands."""
_KEYS: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        "hex": ("hex",),
        "hexside": ("kind", "hexes"),
        "place": ("kind", "name"),
        "rail": ("kind", "hexes"),
        "river": (),
    }
)
"""The fields by which a thing is known: another value is another thing, which is added, and the old one retired."""
_ABOUT = ("source", "sources", "doubt", "doubts", "removed")


def corrected(
    layer: FeatureLayer[P], name: str, kind: type[P], errata: Iterable[Erratum]
) -> tuple[FeatureLayer[P], list[ErratumChange]]:
    """Return a layer with what errata say of it applied in their order, and each change.

    DataError tells all corrections that cannot be applied; where an old value is another, both.
    """
    features = dict(layer.features)
    said: dict[str, Callable[[str, str | None], DataError]] = {}
    changes: list[ErratumChange] = []
    collected = Collected()
    for erratum in errata:
        for index, correction in enumerate(erratum.corrections):
            if LAYERS.get(correction.kind) != name:
                continue
            with collected:
                id_ = _found(features, correction)
                changes.append(_correct(features, erratum, index, correction, id_, kind))
                said[id_] = _blaming(erratum, index)
    collected.close()
    if not changes:
        return layer, changes
    return FeatureLayer(
        layer.path, features, layer.overlays, {**layer.errata, **said}, layer.lines, layer.perhaps
    ), changes


def refuse_unknown(errata: Iterable[Erratum], layers: Iterable[str]) -> None:
    """Raise DataError for corrections of what a game's map does not have at all."""
    known = set(layers)
    collected = Collected()
    for erratum in errata:
        for index, correction in enumerate(erratum.corrections):
            if correction.kind in OF_THE_MAP and LAYERS[correction.kind] not in known:
                with collected:
                    kinds = [kind for kind in OF_THE_MAP if LAYERS[kind] in known]
                    raise erratum.error(
                        index, f"one of {', '.join(kinds)} on this map", correction.kind, correction.kind
                    )
    collected.close()


def _blaming(erratum: Erratum, index: int) -> Callable[[str, str | None], DataError]:
    return lambda expected, found: erratum.error(index, expected, found)


def _found(features: Mapping[str, Any], correction: Correction) -> str:
    """Return the id that a correction is about, as the layer has it if it does."""
    names = [_id(correction, turned=turned) for turned in (False, True)]
    return next((name for name in names if name in features), names[0])


def _id(correction: Correction, *, turned: bool) -> str:
    named = getattr(correction, correction.named)
    if correction.kind in ("hexside", "rail") and "-" in named:
        a, _, b = named.partition("-")
        named = f"{b}-{a}" if turned else named
    elif correction.kind == "rail":
        return f"exit:{named}"
    return f"{correction.sort}:{named}" if correction.sort else str(named)


def _correct(
    features: dict[str, Feature[P]], erratum: Erratum, index: int, correction: Correction, id_: str, kind: type[P]
) -> ErratumChange:
    named, subject = correction.kind, correction.subject
    if correction.add is not None:
        if id_ in features:
            raise erratum.error(index, f"a {named} that the map does not have", subject, named)
        features[id_] = Feature("Feature", id_, _added(erratum, index, correction, kind))
        return ErratumChange(named, subject, "add")
    if id_ not in features:
        raise erratum.error(index, f"a {named} of the map", subject, named)
    if correction.retire:
        del features[id_]
        return ErratumChange(named, subject, "retire")
    field = correction.field or ""
    known = {each.encode_name for each in msgspec.structs.fields(kind)} - {*_ABOUT, *_KEYS[named]}
    if field not in known:
        raise erratum.error(index, f"one of {', '.join(sorted(known))}", field, "field")
    ours = msgspec.to_builtins(features[id_].properties)
    old, new = shown(correction.old), shown(correction.new)
    there = shown(ours.get(field))
    if there != old:
        raise erratum.error(index, f"the old value {old!r} in the data ({subject}, {field})", there, "old")
    ours[field] = _value(correction.new, field, kind)
    if kind is HexProperties:
        ours["sources"] = {**ours.get("sources", {}), field: str(erratum.source)}
        ours["doubts"] = {name: why for name, why in ours.get("doubts", {}).items() if name != field}
    else:
        ours["source"], ours["doubt"] = str(erratum.source), ""
    features[id_] = Feature("Feature", id_, _read(erratum, index, ours, kind), features[id_].geometry)
    return ErratumChange(named, subject, "change", field, old, new)


def _added(erratum: Erratum, index: int, correction: Correction, kind: type[P]) -> P:
    named = str(getattr(correction, correction.named))
    keys: dict[str, Any] = {}
    if correction.kind in ("hexside", "rail"):
        keys["hexes"] = named.split("-")
        keys["kind"] = correction.sort or ("link" if "-" in named else "exit")
    elif correction.kind == "place":
        keys = {"kind": correction.sort, "name": named}
    given = {field: _value(value, field, kind) for field, value in (correction.add or {}).items()}
    return _read(erratum, index, {**given, **keys, "source": str(erratum.source)}, kind)


def _value(value: Any, field: str, kind: type[P]) -> Any:
    """Return a value as the layer has it: nothing for an empty text, unless a text is wanted there."""
    default = next((each.default for each in msgspec.structs.fields(kind) if each.encode_name == field), None)
    return None if value == "" and default is None else value


def _read(erratum: Erratum, index: int, properties: dict[str, Any], kind: type[P]) -> P:
    try:
        found = msgspec.convert(properties, kind)
    except msgspec.ValidationError as error:
        raise erratum.error(index, f"what a map can hold: {error}", None) from None
    for needed in found.needed:
        if getattr(found, needed) is msgspec.UNSET:
            raise erratum.error(index, f"a value '{needed}'", "none", "add")
    return found
