"""Names and prototypes of the counters of The Russian Campaign."""

from __future__ import annotations

from trc_module.module.texts import Texts
from trc_module.roster import Marker, Unit

_OF_TYPE = {
    "infantry": ("Infantry",),
    "motorized": ("Motorized",),
    "paratroop": ("Paratroop",),
    "partisan": ("Partisan",),
    "artillery": ("Artillery",),
    "worker": ("Worker",),
}
"""The further prototypes of units of some types."""
_OF_AXIS = ("infantry", "motorized")
"""Those of them that only units of the Axis have: motorization (23.1)."""
_OF_KIND = {
    "railhead": ("Marker", "Railhead marker"),
    "rr-convert": ("Marker", "Convert marker"),
    "control": ("Marker", "Control marker"),
    "barrage": ("Barrage marker",),
    "turn": ("Turn marker",),
    "weather": ("Weather marker",),
    "weather-drm": ("Weather reader",),
    "sudden-death": ("Marker", "Declared marker"),
    "fortress": ("Marker", "Fortress marker"),
    "invasion": ("Declared marker",),
}
"""The prototypes of the kinds of markers; of the others there may be any number, and they mean nothing."""

_TYPE_NAMES = {
    "hq": "HQ",
    "leader": "Leader",
    "armor": "Armor",
    "motorized": "Motorized",
    "infantry": "Infantry",
    "mountain": "Mountain",
    "cavalry": "Cavalry",
    "paratroop": "Paratroop",
    "luftwaffe": "Luftwaffe",
    "artillery": "Artillery",
    "armor-battlegroup": "Armor Battlegroup",
    "motorized-battlegroup": "Motorized Battlegroup",
    "infantry-battlegroup": "Infantry Battlegroup",
    "worker": "Worker",
    "partisan": "",
    "air": "",
}


_UNNAMED = frozenset(kind for kind, name in _TYPE_NAMES.items() if not name)
"""The types that names of counters do without."""


def piece_name(item: Unit | Marker, texts: Texts | None = None) -> str:
    """Return what players and VASSAL's own reports call a counter: `German 47 Armor 7-7`; in the words of `texts`."""
    words = texts.words if texts else {}
    if isinstance(item, Marker):
        return words.get(f"marker.{item.id}", item.name)
    nation = words.get(f"nation.{item.nation}", item.nation.capitalize())
    kind = words.get(f"type.{item.type}", _TYPE_NAMES[item.type])
    return " ".join(word for word in (nation, item.name, kind, factors(item)) if word)


def shelf(item: Unit | Marker, texts: Texts) -> str:
    """Return under what the inventory lists a counter: `Axis: Infantry`, or that it is a marker."""
    if isinstance(item, Marker):
        return texts("shelf.marker")
    kind = texts(f"shelf.{item.type}") if item.type in _UNNAMED else texts(f"type.{item.type}")
    return f"{texts(f'phase.{item.side}')}: {kind}"


def factors(unit: Unit) -> str:
    """Return a unit's factors as its counter shows them, `?` for an unknown one; empty if it has none."""
    if unit.combat is None and unit.move is None:
        return ""
    combat = "?" if unit.combat is None else str(unit.combat)
    return combat if unit.type == "worker" else f"{combat}-{'?' if unit.move is None else unit.move}"


def prototypes_of(item: Unit | Marker) -> tuple[str, ...]:
    """Return the names of the prototypes of a counter, outermost first."""
    if isinstance(item, Marker):
        return _OF_KIND.get(item.kind, ("Marker",))
    if item.type == "air":
        return ("Stuka" if item.side == "axis" else "Sturmovik",)
    side = item.side.capitalize()
    own = (f"{side} battlegroup",) if item.battlegroup else _OF_TYPE.get(item.type, ())
    if item.type in _OF_AXIS and item.side != "axis":
        own = ()
    # Long traits stand outermost: VASSAL copies a trait's text once for each trait around it.
    return (f"{side} lines", *own, side)
