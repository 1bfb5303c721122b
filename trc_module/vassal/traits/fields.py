"""Fields of traits: each is one row of the table that reading, writing, checking and the docs share."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct, field

from trc_module.digits import read_real, read_whole
from trc_module.vassal.values import (
    Color,
    Key,
    decode_flag,
    decode_keys,
    decode_texts,
    encode_flag,
    encode_keys,
    encode_texts,
)

Value: TypeAlias = str | int | float | bool | Key | Color | tuple[str, ...] | tuple[Key, ...] | None


class Kind(enum.Enum):
    """The kind of a field's text; the value is its name in the documentation."""

    TEXT = "text"
    FORMAT = "message format"
    EXPRESSION = "expression"
    INT = "whole number"
    FLOAT = "number"
    FLAG = "true or false"
    KEY = "key"
    KEYS = "list of keys"
    COLOR = "colour"
    TEXTS = "list of texts"

    # Members are one of a kind; the enum's own hash is a Python function that asks for the name.
    __hash__ = object.__hash__


def _decode_key(text: str) -> Key | None:
    return Key.decode(text) if text else None


def _decode_color(text: str) -> Color | None:
    return Color.decode(text) if text and text != "null" else None


def _encode_optional(value: Key | Color | None) -> str:
    return "" if value is None else value.encode()


_DECODERS: dict[Kind, Callable[[str], Value]] = {
    Kind.TEXT: str,
    Kind.FORMAT: str,
    Kind.EXPRESSION: str,
    Kind.INT: read_whole,
    Kind.FLOAT: read_real,
    Kind.FLAG: decode_flag,
    Kind.KEY: _decode_key,
    Kind.KEYS: decode_keys,
    Kind.COLOR: _decode_color,
    Kind.TEXTS: decode_texts,
}
# A value of the wrong Python type is the caller's mistake, found where it is written.
_ENCODERS: dict[Kind, tuple[tuple[type, ...], Callable[[Any], str]]] = {
    Kind.TEXT: ((str,), str),
    Kind.FORMAT: ((str,), str),
    Kind.EXPRESSION: ((str,), str),
    Kind.INT: ((int,), str),
    Kind.FLOAT: ((int, float), lambda value: str(float(value))),
    Kind.FLAG: ((bool,), encode_flag),
    Kind.KEY: ((Key, type(None)), _encode_optional),
    Kind.KEYS: ((tuple,), encode_keys),
    Kind.COLOR: ((Color, type(None)), _encode_optional),
    Kind.TEXTS: ((tuple,), encode_texts),
}


# What the engine takes for a text that it cannot read; of other kinds the default.
_UNREADABLE: dict[Kind, Value] = {Kind.COLOR: Color(0, 0, 0), Kind.KEY: None, Kind.KEYS: ()}


class FieldSpec(Struct, frozen=True):
    """One field of a trait's type or state.

    Attributes:
        name: How Python code calls it.
        kind: How its text is read.
        default: What the engine takes when the token is missing.
        about: What it means, for the documentation.
        choices: The only values, where they are few.
        rest: It takes all that is left of the text, delimiters and all.
        many: It takes all tokens that are left, as a tuple of texts.
        since: The version of VASSAL that added it; empty for before 3.6.
    """

    name: str
    kind: Kind
    default: Value
    about: str
    choices: tuple[str, ...] = ()
    rest: bool = False
    many: bool = False
    since: str = ""

    def decode(self, text: str) -> Value:
        """Read the field's text.

        Raises:
            ValueError: It is not of the field's kind.
        """
        try:
            return _DECODERS[self.kind](text)
        except ValueError as error:
            reason = f": {error}" if self.kind is Kind.KEYS else f", not {text!r}"
            raise ValueError(f"{self.name} should be {self._a_kind}{reason}") from None

    def taken(self, text: str) -> Value:
        """Return what the engine takes a text for: the default, or what is nearest to none, where it cannot read it.

        Flags are false for all but `true`, unreadable colours black [VASSAL.tools.SequenceEncoder.Decoder].
        """
        if self.kind is Kind.FLAG:
            return text == "true"
        try:
            return self.decode(text)
        except ValueError:
            return _UNREADABLE.get(self.kind, self.default)

    @property
    def _a_kind(self) -> str:
        return self.kind.value if self.kind is Kind.FLAG else f"a {self.kind.value}"

    def encode(self, value: Value) -> str:
        """Write a value.

        Raises:
            ValueError: The value is not of the field's kind or not among its choices.
        """
        types, encoder = _ENCODERS[self.kind]
        if not isinstance(value, types) or (isinstance(value, bool) and self.kind is not Kind.FLAG):
            raise ValueError(f"{self.name} should be {self._a_kind}, not {value!r}")
        if self.choices and value not in self.choices:
            raise ValueError(f"{self.name} should be one of {', '.join(self.choices)}, not {value!r}")
        text = encoder(value)
        if text.endswith("\\"):
            raise ValueError(f"{self.name} must not end with a backslash: VASSAL would run it into what follows")
        return text


class TraitSpec(Struct, frozen=True):
    """One trait: its id, its editor's name, its class, and the fields of its type and state.

    `variants` holds other layouts of the type, by the text of its first token; `needs` is the number of fields without
    which the engine throws an error.
    """

    id: str
    title: str
    java_class: str
    about: str
    fields: tuple[FieldSpec, ...] = ()
    state: tuple[FieldSpec, ...] = ()
    variants: Mapping[str, tuple[FieldSpec, ...]] = field(default_factory=dict)
    since: str = ""
    legacy: bool = False
    needs: int = 0

    def layout(self, first: str) -> tuple[FieldSpec, ...]:
        """Return the fields of the type whose first token is `first`."""
        return self.variants.get(first, self.fields)
