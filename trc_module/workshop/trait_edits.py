"""A change of the traits of one piece, as a step of a script tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trc_module.vassal.traits import TRAITS, Trait
from trc_module.vassal.traits.fields import FieldSpec, Kind, Value
from trc_module.vassal.values import Color, Key
from trc_module.workshop.script import TraitStep


class EditError(ValueError):
    """Say what a step expects that is not so, as the end of a sentence."""


def check_step(step: TraitStep) -> None:
    """Raise EditError if VASSAL has no such trait, or the trait no such fields, or a value is of another kind."""
    spec = TRAITS.get(step.trait)
    if spec is None or spec.legacy:
        raise EditError(f"the id of a trait, as docs/traits.md lists them, found {step.trait!r}")
    if bool(step.values) == step.drop:
        raise EditError("either 'set' with new values of fields or 'drop = true'")
    layouts = (*spec.variants.values(), spec.fields)
    known = {field.name: field for layout in layouts for field in layout}
    for name, value in {**step.only_if, **step.values}.items():
        if name not in known:
            raise EditError(f"a field of the trait {step.trait} ({', '.join(known)}), found {name!r}")
        value_of(known[name], value)


def changed(traits: list[Trait], step: TraitStep) -> list[Trait] | None:
    """Return a piece's traits, outermost first, after a step; None if it changes none. The innermost always stays."""
    found = list(_changed(traits, step))
    return None if found == traits else found


def _changed(traits: list[Trait], step: TraitStep) -> Iterator[Trait]:
    for number, trait in enumerate(traits, 1):
        if trait.id != step.trait or not _has(trait, step.only_if):
            yield trait
        elif step.values:
            yield trait.with_type(**_values(trait, step.values))
        elif number == len(traits):
            yield trait


def _has(trait: Trait, wanted: Mapping[str, Any]) -> bool:
    fields = {field.name: field for field in _layout(trait)}
    return all(name in fields and trait.value(name) == value_of(fields[name], value) for name, value in wanted.items())


def _values(trait: Trait, wanted: Mapping[str, Any]) -> dict[str, Value]:
    fields = {field.name: field for field in _layout(trait)}
    missing = next((name for name in wanted if name not in fields), None)
    if missing is not None:
        raise EditError(f"a trait {trait.id} with a field {missing!r}: this form of it has none")
    return {name: value_of(fields[name], value) for name, value in wanted.items()}


def _layout(trait: Trait) -> tuple[FieldSpec, ...]:
    spec = trait.spec
    return spec.layout(trait.tokens[0] if trait.tokens else "") if spec is not None else ()


def value_of(field: FieldSpec, value: Any) -> Value:
    """Return a value of TOML as a field holds it: keys and colours are texts in VASSAL's own form.

    Raises:
        EditError: It is of another kind.
    """
    try:
        if field.many or field.kind is Kind.TEXTS:
            found: Value = tuple(map(str, value)) if isinstance(value, list) else (str(value),)
        elif field.kind is Kind.KEY:
            found = Key.decode(str(value)) if value != "" else None
        elif field.kind is Kind.COLOR:
            found = Color.decode(str(value)) if value not in ("", "null") else None
        elif isinstance(value, bool) or field.kind is Kind.FLAG:
            if not isinstance(value, bool) or field.kind is not Kind.FLAG:
                raise ValueError
            found = value
        elif field.kind is Kind.INT and not isinstance(value, int):
            raise ValueError
        elif field.kind is Kind.FLOAT:
            found = float(value)
        elif field.kind is Kind.KEYS:
            found = field.decode(str(value))
        else:
            found = value if field.kind is Kind.INT else str(value)
        field.encode(found)
    except (ValueError, TypeError):
        raise EditError(f"a {field.kind.value} for {field.name}, found {value!r}") from None
    return found
