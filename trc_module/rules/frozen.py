"""A mapping that is a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


_set = dict.__setitem__


class FrozenMap(dict[K, V]):
    """A dict that cannot be changed, so that it can be shared, compared and hashed.

    It stays a dict because reading one is what a checked move does most, and copying one with a
    single change costs about a microsecond at the size of an order of battle.
    """

    __slots__ = ("_hash",)
    _hash: int

    def put(self, key: K, value: V) -> FrozenMap[K, V]:
        """Return the mapping with one entry set; a key that was there before keeps its place."""
        # Nothing is deleted: a dict with holes is copied three times as slowly.
        changed: FrozenMap[K, V] = FrozenMap(self)
        _set(changed, key, value)
        return changed

    def merged(self, entries: Mapping[K, V]) -> FrozenMap[K, V]:
        """Return the mapping with several entries set, each where it stood before."""
        return FrozenMap({**self, **entries})

    def without(self, keys: Iterable[K]) -> FrozenMap[K, V]:
        """Return the mapping without some keys, whether or not it had them."""
        changed = dict(self)
        for key in keys:
            changed.pop(key, None)
        return FrozenMap(changed)

    def __hash__(self) -> int:  # type: ignore[override]
        try:
            return self._hash
        except AttributeError:
            self._hash = hash(frozenset(self.items()))
            return self._hash

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a FrozenMap cannot be changed; put() returns a changed copy")

    __setitem__ = __delitem__ = _refuse
    clear = update = setdefault = pop = popitem = _refuse
    __ior__ = _refuse
