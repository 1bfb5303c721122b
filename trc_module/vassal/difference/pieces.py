"""The differences between two versions of a piece: name and picture, marks by name, traits field by field."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import zip_longest
from typing import TypeAlias

from trc_module.vassal.difference.changes import Detail, details_of
from trc_module.vassal.traits import FieldSpec, Piece, Trait, Value
from trc_module.vassal.traits.meaning import meaning, same_type
from trc_module.vassal.traits.pairing import UnpairedTypes
from trc_module.vassal.values import settle_keys

_Partners: TypeAlias = tuple[tuple[int | None, int | None], ...]
_Pairs: TypeAlias = Iterator[tuple[str, str | None, str | None]]


def piece_details(old: Piece, new: Piece) -> tuple[Detail, ...]:
    """Return what differs between two versions of a piece; place, number and id do not count."""
    if old.types == new.types:
        return _state_details(old, new) if old.states[:-1] != new.states[:-1] else ()
    return _details(_without_place(old), _without_place(new))


def _without_place(piece: Piece) -> Piece:
    return Piece(None, piece.types, (*piece.states[:-1], ""))


# Copies of one counter differ in the same way, in each set-up again.
@lru_cache(maxsize=1 << 12)
def _details(old: Piece, new: Piece) -> tuple[Detail, ...]:
    others = _others(old, new, _pairs_of(old.types, new.types))
    return details_of((*_basics(old, new), *_marks(old, new), *others))


def _state_details(old: Piece, new: Piece) -> tuple[Detail, ...]:
    """Return what `_details` would of pieces of one type: each trait has its like in its own place."""
    changed = [
        pair for pair in zip(old.types[:-1], old.states[:-1], new.states[:-1], strict=True) if pair[1] != pair[2]
    ]
    fields = [detail for pair in changed if not _is_mark(pair[0]) for detail in _changed_state(*pair)]
    if any(_is_mark(text) for text, _, _ in changed):
        return (*details_of(_marks(old, new)), *fields)
    return tuple(fields)


# Most traits of a game's pieces are shared by many, and have few states.
@lru_cache(maxsize=1 << 12)
def _changed_state(text: str, old: str, new: str) -> tuple[Detail, ...]:
    return details_of(_fields(Trait(text, old), Trait(text, new)))


def _is_mark(text: str) -> bool:
    return text.partition(";")[0] == "mark"


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


def _plain(types: tuple[str, ...]) -> list[tuple[int, Trait]]:
    return [(index, trait) for index, text in enumerate(types[:-1]) if (trait := Trait(text)).id != "mark"]


def _others(old: Piece, new: Piece, pairs: _Partners) -> _Pairs:
    for i, j in pairs:
        if i is not None and j is not None and old.types[i] == new.types[j] and old.states[i] == new.states[j]:
            continue
        a = None if i is None else Trait(old.types[i], old.states[i])
        b = None if j is None else Trait(new.types[j], new.states[j])
        if a is None or b is None:
            yield f"trait {_title(a or b)}", _summary(a), _summary(b)
        else:
            yield from _fields(a, b)
    kept = [j for i, j in pairs if i is not None and j is not None]
    if kept != sorted(kept):
        before, after = (", ".join(_title(trait) for _, trait in _plain(piece.types)) for piece in (old, new))
        yield "order of the traits", before, after


@lru_cache(maxsize=1 << 12)
def _pairs_of(old: tuple[str, ...], new: tuple[str, ...]) -> _Partners:
    """Pair each trait with its like: first of the very same type, then of the same id and name, then of the same id."""
    before, free = _plain(old), dict(_plain(new))
    partner: dict[int, int] = {}
    same = UnpairedTypes((j, trait.text) for j, trait in free.items())
    for i, trait in before:
        match = same.take(trait.text)
        if match is not None:
            partner[i] = match
            del free[match]
    for likeness in (_of_name, _of_id):
        waiting: dict[object, deque[int]] = {}
        for j, trait in free.items():
            waiting.setdefault(likeness(trait), deque()).append(j)
        for i, trait in before:
            alike = waiting.get(likeness(trait)) if i not in partner else None
            if alike:
                partner[i] = alike.popleft()
                del free[partner[i]]
    return (*((i, partner.get(i)) for i, _ in before), *((None, j) for j in free))


def _of_name(trait: Trait) -> object:
    return trait.id, _name(trait)


def _of_id(trait: Trait) -> object:
    return trait.id


def _fields(a: Trait, b: Trait) -> _Pairs:
    title = _title(a)
    if not same_type(a.text, b.text):
        if a.spec is None or _layout(a) != _layout(b):
            yield title, settle_keys(a.text), settle_keys(b.text)
        else:
            yield from _changed_fields(title, a, b)
    if a.spec is None:
        yield f"{title}: state", a.state, b.state
        return
    for spec in a.spec.state:
        yield f"{title}: {_words(spec.name)} at start", _shown_state(a, spec.name), _shown_state(b, spec.name)


def _changed_fields(title: str, a: Trait, b: Trait) -> _Pairs:
    # Texts that differ only by the version of the engine mean the same and are no difference.
    before, after = meaning(a.text), meaning(b.text)
    for name in before:
        if before[name] != after.get(name):
            yield f"{title}: {_words(name)}", _text(before[name]), _text(after.get(name))


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
    text = settle_keys(trait.text)
    return text if not trait.state else f"{text} ({trait.state})"


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
