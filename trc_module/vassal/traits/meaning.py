"""Equality of traits for the engine: two texts of a type that it would write as one are the same trait.

Versions of the engine write the same trait with more or fewer fields, sessions number named keys anew, and what a
field cannot hold counts as its default [VASSAL.tools.SequenceEncoder.Decoder]. The engine compares types as it would
write them anew (`mySetType`, then `myGetType` of VASSAL.counters.*), and so does `same_type`.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from trc_module.vassal import sequence
from trc_module.vassal.traits.fields import FieldSpec, Value
from trc_module.vassal.traits.trait import Trait
from trc_module.vassal.values import CTRL, Key, decode_texts, settle_keys

LATER = "later fields"
"""The name of what stands behind all fields that are known."""
_CONSTRAINTS = ("false", "0", "100", "false")
# Kind of command, by location, where, board, zone, location, x, y, deck, by property, which, value, comparison; what
# VASSAL 3.7 added.
_TARGET = ("COUNTER", "false", "MAP", "", "", "", "", "0", "0", "", "false", "", "", "EQUALS", "", "")
_NEVER_EMPTY = (2, 13)
_SELECT_LETTERS = "icngZAB"

Fields = dict[str, Value]


def same_type(a: str, b: str) -> bool:
    """Tell whether the engine would write two texts of a trait's type as one.

    Fields that only one of them has, and that no engine known here writes, are taken to be at their defaults.
    """
    if a == b:
        return True
    if written_id(a) != written_id(b):
        return False
    one, other = meaning(a), meaning(b)
    if LATER in one and LATER in other and one[LATER] != other[LATER]:
        return False
    return [pair for pair in one.items() if pair[0] != LATER] == [pair for pair in other.items() if pair[0] != LATER]


# Thousands of pieces share the texts of a few hundred traits.
@lru_cache(maxsize=1 << 14)
def meaning(text: str) -> Mapping[str, Value]:
    """Return the fields of a trait's type as the engine would write them, by name; tokens beyond them come last.

    Keys have both forms of Java's modifiers and no number before a name. Of a trait that the table does not know, or
    whose text the engine could not read, the text itself is the only field.
    """
    trait = Trait(settle_keys(text))
    spec = trait.spec
    if spec is None or spec.legacy:
        return MappingProxyType({"text": trait.text})
    tokens = trait.tokens
    layout = spec.layout(tokens[0] if tokens else "")
    fields: Fields = {}
    for index, field in enumerate(layout):
        if field.many:
            fields[field.name] = tuple(tokens[index:])
        else:
            fields[field.name] = _value(field, tokens[index] if index < len(tokens) else None)
    if len(tokens) > len(layout) and not (layout and layout[-1].many):
        fields[LATER] = tuple(tokens[len(layout) :])
    if trait.id in _AMENDED:
        _AMENDED[trait.id](fields, tokens)
    return MappingProxyType(fields)


def written_id(text: str) -> str:
    """Return the id with which the engine writes a trait of this type."""
    head = text.partition(";")[0]
    # An outline in its own size is written in the older form.
    return "nonRect2" if head == "nonRect" else head


def _value(field: FieldSpec, token: str | None) -> Value:
    """Return what the engine writes again for a token; None stands for one that is missing."""
    value = field.default if token is None else field.taken(token)
    if isinstance(value, Key):
        return value.settled
    if isinstance(value, tuple):
        return tuple(item.settled if isinstance(item, Key) else item for item in value)  # type: ignore[return-value]
    if isinstance(value, float):
        # Some of the engine's fields are single floats, which it writes with all their digits.
        return float(struct.unpack("f", struct.pack("f", value))[0]) if abs(value) < 1e38 else value
    if field.choices and value not in field.choices:
        # The engine reads one character of most of these, and takes the default for none.
        first = str(value)[:1]
        if first in field.choices:
            return first
        return value or field.default
    return value


def _letter_key(letters: str, modifiers: Value) -> Key | None:
    return Key(ord(letters), int(modifiers) if isinstance(modifiers, int) else CTRL).settled if letters else None


def _layer(fields: Fields, tokens: tuple[str, ...]) -> None:
    """Fill the levels' names up, and make keys of the letters of old layers [VASSAL.counters.Embellishment]."""
    images, names = fields["images"] or ("",), fields["names"]
    assert isinstance(images, tuple)
    assert isinstance(names, tuple)
    fields["images"] = images
    fields["names"] = (*map(str, names), *[""] * (len(images) - len(names)))
    version = fields["version"] if len(tokens) > 24 else 0
    letters = {part: str(fields[f"{part}_chars"]) for part in ("activate", "up", "down")}
    if version == 0 and all(len(letter) <= 1 for letter in letters.values()):
        version = 1
        fields["always_active"] = not letters["activate"]
        for part, letter in letters.items():
            fields[f"{part}_key"] = _letter_key(letter, fields[f"{part}_modifiers"])
    fields["version"] = version


def _button(fields: Fields, tokens: tuple[str, ...]) -> None:
    """Make corners of the rectangle of old buttons [VASSAL.counters.ActionButton]."""
    if fields["version"] in ("", "0"):
        x, y, width, height = (fields[name] for name in ("x", "y", "width", "height"))
        assert isinstance(x, int)
        assert isinstance(y, int)
        assert isinstance(width, int)
        assert isinstance(height, int)
        corners = (x, y, x + width, y, x + width, y + height, x, y + height)
        fields["points"] = tuple(map(str, corners)) if width > 0 and height > 0 else ()
        fields["whole_shape"] = bool(fields["whole_shape"]) or not fields["points"]
    points = fields["points"]
    assert isinstance(points, tuple)
    fields["version"], fields["point_count"] = "1", len(points) // 2


def _return_to_deck(fields: Fields, tokens: tuple[str, ...]) -> None:
    """Have old forms name their deck in the newer way [VASSAL.counters.ReturnToDeck]."""
    version = fields["version"] if len(tokens) > 5 else 0
    if version in (0, 1):
        fields["select"], fields["deck_expression"] = not fields["deck"], fields["deck"]
    fields["version"] = 2
    if fields["deck_expression"]:
        # Its former name has no meaning any more.
        fields["deck"] = ""


def settled_target(text: str) -> str:
    """Complete a list of the first attempts, as the newest engine does [VASSAL.counters.GlobalCommandTarget]."""
    given = sequence.decode(text, "|")
    filled = [*given, *_TARGET[len(given) :]]
    for index in _NEVER_EMPTY:
        filled[index] = filled[index] or _TARGET[index]
    return sequence.encode(filled, "|")


def _target(fields: Fields, tokens: tuple[str, ...]) -> None:
    # It is a piece's command, whatever the trait's type states.
    _, *rest = sequence.decode(settled_target(str(fields["target"])), "|")
    fields["target"] = sequence.encode((_TARGET[0], *rest), "|")
    fields["deck_count"] = fields["deck_count"] or "-1"


def _property(fields: Fields, tokens: tuple[str, ...]) -> None:
    """Fill limits up, and give the keys of commands one form [VASSAL.counters.DynamicProperty]."""
    given = sequence.decode(str(fields["constraints"]), ",")
    limits = [text or default for text, default in zip((*given, "", "", "", ""), _CONSTRAINTS, strict=False)]
    numeric, *bounds, wrap = limits
    fields["constraints"] = (str(numeric == "true"), *bounds, str(wrap == "true"))
    changes = decode_texts(str(fields["commands"]))
    fields["commands"] = tuple(":".join(map(str, _change(change))) for change in changes)
    if "target" in fields:
        _target(fields, tokens)


def _change(text: str) -> tuple[Value, ...]:
    menu, key, *change = [*sequence.decode(text, ":"), "", ""]
    try:
        settled = Key.decode(key).settled.encode() if key else ""
    except ValueError:
        settled = ""
    return (menu, settled, *change)


def _label(fields: Fields, tokens: tuple[str, ...]) -> None:
    fields["name_format"] = str(fields["name_format"]).replace("$PieceName$", "$pieceName$")


def _access(fields: Fields, tokens: tuple[str, ...]) -> None:
    access = str(fields["access"])
    fields["access"] = access if access.startswith(("player:", "side:", "sides:")) else "player:"


def _mask(fields: Fields, tokens: tuple[str, ...]) -> None:
    """Give the peek key one form [VASSAL.counters.Obscurable]."""
    _access(fields, tokens)
    style = str(fields["style"])
    if style.startswith("P") and len(style) > 1:
        try:
            fields["style"] = Key.decode(style[1:]).settled
        except ValueError:
            fields["style"] = "P"
    if len(tokens) < 4:
        # Only a mask that says nothing of its style is peeked at by pointing.
        fields["auto_peek"] = True


def _no_stack(fields: Fields, tokens: tuple[str, ...]) -> None:
    """Take the letters that mean something [VASSAL.counters.Immobilized]."""
    select = str(fields["select"])
    if len(tokens) < 2 or not tokens[1]:
        fields["move"] = "V" if "n" in select else "I" if "i" in select or "c" in select else "N"
    fields["select"] = "".join(letter for letter in _SELECT_LETTERS if letter in select)


def _calculated(fields: Fields, tokens: tuple[str, ...]) -> None:
    expression = str(fields["expression"])
    if expression and not (expression.startswith("{") and expression.endswith("}")):
        fields["expression"] = f"{{{expression}}}"


def _sheet(fields: Fields, tokens: tuple[str, ...]) -> None:
    """Make a key of the letter of old sheets [VASSAL.counters.PropertySheet]."""
    chars = str(fields["chars"])
    if len(tokens) < 8 or not tokens[7]:
        fields["key"] = _letter_key(chars[:1] or "P", CTRL)
    fields["chars"] = ""
    for color in ("green", "blue"):
        fields[color] = fields[color] or ("0" if fields["red"] else "")


def _placing(fields: Fields, tokens: tuple[str, ...]) -> None:
    # It says how the file writes the rest, not what the trait does.
    fields["version"] = ""
    for offset in ("x_offset", "y_offset"):
        text = str(fields[offset])
        # Before offsets were expressions, what was no number was 0.
        fields[offset] = text if re.fullmatch(r"-?[1-9][0-9]*|\{.*\}|[^$\n]*\$.*", text) else "0"


def _unscaled_outline(fields: Fields, tokens: tuple[str, ...]) -> None:
    fields["scale"] = 1.0
    fields["shape"] = fields.pop("shape")


_AMENDED: Mapping[str, Callable[[Fields, tuple[str, ...]], None]] = {
    "emb2": _layer,
    "button": _button,
    "return": _return_to_deck,
    "globalkey": _target,
    "attach": _target,
    "PROP": _property,
    "setprop": _property,
    "setpieceprop": _property,
    "label": _label,
    "hide": _access,
    "obs": _mask,
    "immob": _no_stack,
    "calcProp": _calculated,
    "propertysheet": _sheet,
    "placemark": _placing,
    "replace": _placing,
    "nonRect": _unscaled_outline,
}
