"""One trait of a piece: the text of its type and of its state, read field by field when asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from trc_module.vassal import sequence
from trc_module.vassal.problems import Problem
from trc_module.vassal.traits.fields import FieldSpec, TraitSpec, Value
from trc_module.vassal.traits.table import TRAITS


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait as it stands in a file.

    The two texts are all there is, so nothing is lost: fields that the table does not know, and
    traits that it does not know, stay as they are.
    """

    text: str
    state: str = ""

    @classmethod
    def make(cls, trait_id: str, **values: Value) -> Trait:
        """Make a trait from its id and its fields' values, those of type and state alike.

        A field of the state whose name the type uses too is given with `state_` in front. Fields
        left out take the table's defaults.

        Raises:
            ValueError: VASSAL has no such trait, the trait no such field, or a value is of the wrong kind.
        """
        spec = TRAITS.get(trait_id)
        if spec is None:
            raise ValueError(f"VASSAL has no trait '{trait_id}'")
        key = spec.fields[0].name if spec.variants else ""
        layout = spec.layout(spec.fields[0].encode(values.get(key, spec.fields[0].default))) if key else spec.fields
        taken = {field.name for field in layout}
        of_state = {("state_" if field.name in taken else "") + field.name: field for field in spec.state}
        if unknown := sorted(values.keys() - taken - of_state.keys()):
            raise ValueError(f"the trait '{trait_id}' has no field '{unknown[0]}'")
        state = [(field, values.get(name, field.default)) for name, field in of_state.items()]
        body = _write([(field, values.get(field.name, field.default)) for field in layout])
        return cls(f"{trait_id};{body}" if layout else trait_id, _write(state))

    @property
    def id(self) -> str:
        """The trait's id, as `emb2`; for a trait of a module's own class, the class."""
        return self.text.partition(";")[0]

    @property
    def spec(self) -> TraitSpec | None:
        """The trait's row of the table; None if VASSAL does not know it."""
        return TRAITS.get(self.id)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The texts of the type's fields, in their order, and of any that follow."""
        return _type_tokens(self.text)

    @property
    def state_tokens(self) -> tuple[str, ...]:
        """The texts of the state's fields, in their order, and of any that follow."""
        return _split(self.state, _state_layout(self.text))

    def _layout(self) -> tuple[FieldSpec, ...]:
        return _layout(self.text)

    def value(self, name: str) -> Value:
        """Return a field of the type as the engine reads it: its default if the text does not reach that far.

        Raises:
            KeyError: The trait has no such field.
        """
        return _read(name, self._layout(), self.tokens)

    def state_value(self, name: str) -> Value:
        """Return a field of the state as the engine reads it: its default if the text does not reach that far.

        Raises:
            KeyError: The trait has no such field.
        """
        return _read(name, _state_layout(self.text), self.state_tokens)

    def text_of(self, name: str) -> str:
        """Return a field of the type that is a text.

        Raises:
            KeyError: The trait has no such field.
        """
        return str(self.value(name))

    def with_state(self, **values: Value) -> Trait:
        """Return the trait with some fields of its state changed; what follows them is kept.

        Raises:
            ValueError: The trait's state has no such field, or a value is of the wrong kind.
        """
        return replace(self, state=_overwrite(_state_layout(self.text), self.state_tokens, values))

    def with_type(self, **values: Value) -> Trait:
        """Return the trait with some fields of its type changed; what follows them is kept.

        Raises:
            ValueError: The trait's type has no such field, or a value is of the wrong kind.
        """
        return replace(self, text=f"{self.id};{_overwrite(self._layout(), self.tokens, values)}")

    def problems(self, place: str) -> Iterator[Problem]:
        """Yield what is wrong with the two texts: values of the wrong kind, tokens too many, unknown trait."""
        if self.spec is None:
            yield Problem(place, f"VASSAL has no trait '{self.id}' of its own; a class of the module may")
            return
        if self.spec.legacy:
            return
        yield from _problems(place, f"{self.id}", self._layout(), self.tokens)
        yield from _problems(place, f"the state of {self.id}", self.spec.state, self.state_tokens)


def _layout(text: str) -> tuple[FieldSpec, ...]:
    head, _, body = text.partition(";")
    spec = TRAITS.get(head)
    if spec is None:
        return ()
    return spec.layout(body.partition(";")[0]) if spec.variants else spec.fields


# Thousands of pieces share the texts of a few hundred traits.
@lru_cache(maxsize=1 << 13)
def _state_layout(text: str) -> tuple[FieldSpec, ...]:
    spec = TRAITS.get(text.partition(";")[0])
    return spec.state if spec else ()


@lru_cache(maxsize=1 << 13)
def _type_tokens(text: str) -> tuple[str, ...]:
    return _split(text.partition(";")[2], _layout(text))


def _split(body: str, layout: Sequence[FieldSpec]) -> tuple[str, ...]:
    if not layout:
        return (body,) if body else ()
    if ";" not in body and not body.startswith("'"):
        return (body,)
    if layout[-1].rest:
        # The engine hands such a field whatever is left, unsplit; no field before it holds a semicolon.
        return tuple(body.split(";", len(layout) - 1))
    return tuple(sequence.decode(body, ";"))


def _read(name: str, layout: Sequence[FieldSpec], tokens: Sequence[str]) -> Value:
    for index, field in enumerate(layout):
        if field.name == name:
            if field.many:
                return tuple(tokens[index:])
            return field.taken(tokens[index]) if index < len(tokens) else field.default
    raise KeyError(name)


def _write(values: Sequence[tuple[FieldSpec, Value]]) -> str:
    tokens: list[str] = []
    for field, value in values:
        if field.many:
            tokens += value if isinstance(value, tuple) else ()  # type: ignore[arg-type]
        else:
            tokens.append(field.encode(value))
    if values and values[-1][0].rest:
        return ";".join(tokens)
    return sequence.encode(tokens, ";")


def _overwrite(layout: Sequence[FieldSpec], tokens: Sequence[str], values: dict[str, Value]) -> str:
    names = [field.name for field in layout]
    if unknown := sorted(values.keys() - set(names)):
        raise ValueError(f"there is no field '{unknown[0]}'")
    changed = list(tokens)
    for index, field in enumerate(layout):
        if field.name in values and not field.many:
            missing = layout[len(changed) : index]
            changed += [other.encode(other.default) for other in missing]
            changed[index : index + 1] = [field.encode(values[field.name])]
        elif field.name in values:
            value = values[field.name]
            changed[index:] = [str(item) for item in value] if isinstance(value, tuple) else []
    if layout and layout[-1].rest:
        return ";".join(changed)
    return sequence.encode(changed, ";")


def _problems(place: str, what: str, layout: Sequence[FieldSpec], tokens: Sequence[str]) -> Iterator[Problem]:
    if not layout:
        if any(tokens):
            yield Problem(place, f"{what} should be empty, not {';'.join(tokens)!r}")
        return
    for field, token in zip(layout, tokens, strict=False):
        if field.many:
            break
        if not token:
            # The engine takes the default, or none.
            continue
        try:
            value = field.decode(token)
        except ValueError as error:
            yield Problem(place, f"{what}: {error}")
            continue
        if field.choices and value not in field.choices:
            yield Problem(place, f"{what}: {field.name} should be one of {', '.join(field.choices)}, not {token!r}")
    if len(tokens) > len(layout) and not layout[-1].many:
        yield Problem(place, f"{what} has {len(tokens) - len(layout)} more fields than VASSAL 3.7 knows")
