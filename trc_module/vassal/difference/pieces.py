"""What two versions of a piece differ in: its name and picture, its marks by name, its traits field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TypeAlias

from trc_module.vassal.difference.changes import Detail, details_of
from trc_module.vassal.traits import FieldSpec, Piece, Trait, Value
from trc_module.vassal.traits.meaning import same_type
from trc_module.vassal.values import settle_keys

_Pairs: TypeAlias = Iterator[tuple[str, str | None, str | None]]


def piece_details(old: Piece, new: Piece) -> tuple[Detail, ...]:
    """Return what differs between two versions of a piece; place, number and id do not count."""
    if old.types == new.types and old.states[:-1] == new.states[:-1]:
        return ()
    old, new = _settled(old), _settled(new)
    return details_of((*_basics(old, new), *_marks(old, new), *_others(_plain(old), _plain(new))))


def _settled(piece: Piece) -> Piece:
    return replace(piece, types=tuple(map(settle_keys, piece.types)))


def _basics(old: Piece, new: Piece) -> _Pairs:
    if not (old.has_basic and new.has_basic):
        # A class of the module's stands in the place of the basic piece.
        yield "innermost trait", old.basic.text, new.basic.text
        return
    for name in ("name", "image", "clone_key", "delete_key"):
        yield _words(name), _shown(old.basic, name), _shown(new.basic, name)


def _marks(old: Piece, new: Piece) -> _Pairs:
    before, after = (_marked(piece) for piece in (old, new))
    for name in dict.fromkeys((*before, *after)):
        yield name, before.get(name), after.get(name)


def _marked(piece: Piece) -> Mapping[str, str]:
    marks: dict[str, str] = {}
    for trait in piece.find("mark"):
        names, values = trait.value("names"), trait.state_value("values")
        if isinstance(names, tuple) and isinstance(values, tuple):
            marks |= dict(zip_longest(map(str, names), map(str, values), fillvalue=""))
    return marks


def _plain(piece: Piece) -> list[Trait]:
    return [trait for trait in piece.traits[:-1] if trait.id != "mark"]


def _others(old: Sequence[Trait], new: Sequence[Trait]) -> _Pairs:
    pairs = _paired(old, new)
    for a, b in pairs:
        if a is None or b is None:
            yield f"trait {_title(a or b)}", _summary(a), _summary(b)
        else:
            yield from _fields(a, b)
    kept = [new.index(b) for a, b in pairs if a is not None and b is not None]
    if kept != sorted(kept):
        yield "order of the traits", ", ".join(map(_title, old)), ", ".join(map(_title, new))


def _paired(old: Sequence[Trait], new: Sequence[Trait]) -> list[tuple[Trait | None, Trait | None]]:
    """Pair each trait with its like: first of the very same type, then of the same id and name, then of the same id."""
    free = list(new)
    partner: dict[int, Trait] = {}
    for like in (_same, _same_name, _same_id):
        for index, trait in enumerate(old):
            match = next((b for b in free if like(trait, b)), None) if index not in partner else None
            if match is not None:
                free.remove(match)
                partner[index] = match
    return [(trait, partner.get(index)) for index, trait in enumerate(old)] + [(None, trait) for trait in free]


def _same(a: Trait, b: Trait) -> bool:
    return same_type(a.text, b.text)


def _same_id(a: Trait, b: Trait) -> bool:
    return a.id == b.id


def _same_name(a: Trait, b: Trait) -> bool:
    return a.id == b.id and _name(a) == _name(b)


def _fields(a: Trait, b: Trait) -> _Pairs:
    title = _title(a)
    if a.spec is None:
        yield title, a.text, b.text
        yield f"{title}: state", a.state, b.state
        return
    for spec in _layout(a) if _layout(a) == _layout(b) else ():
        yield f"{title}: {_words(spec.name)}", _shown(a, spec.name), _shown(b, spec.name)
    if _layout(a) != _layout(b):
        yield title, a.text, b.text
    for spec in a.spec.state:
        yield f"{title}: {_words(spec.name)} at start", _shown_state(a, spec.name), _shown_state(b, spec.name)


def _layout(trait: Trait) -> tuple[FieldSpec, ...]:
    return trait.spec.layout(trait.tokens[0] if trait.tokens else "") if trait.spec else ()


def _title(trait: Trait | None) -> str:
    if trait is None:
        return ""
    title = trait.spec.title if trait.spec else trait.id
    name = _name(trait)
    return f"{title} '{name}'" if name and name != title else title


def _name(trait: Trait) -> str:
    names = [spec.name for spec in _layout(trait) if spec.name in ("name", "property", "command")]
    return _shown(trait, names[0]) if names else ""


def _summary(trait: Trait | None) -> str | None:
    if trait is None:
        return None
    return trait.text if not trait.state else f"{trait.text} ({trait.state})"


def _shown(trait: Trait, name: str) -> str:
    return _text(trait.value(name))


def _shown_state(trait: Trait, name: str) -> str:
    return _text(trait.state_value(name))


def _text(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(_text(item) for item in value)
    if value is None:
        return ""
    encode = getattr(value, "encode", None)
    return str(value) if encode is None or isinstance(value, str) else str(encode())


def _words(name: str) -> str:
    return name.replace("_", " ")
