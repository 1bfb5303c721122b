"""What mypy takes for a dataclass and Python does not: functions of `dataclasses` that are given a struct of msgspec.

msgspec calls its classes dataclasses for the checkers' sake: mypy says nothing of `dataclasses.replace(struct)`, which
raises TypeError. pyproject.toml names this file as a plugin of mypy.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.plugin import FunctionContext, Plugin
from mypy.types import Instance, Type, UnionType, get_proper_type

STRUCT = "msgspec.Struct"
ASKS = frozenset(f"dataclasses.{name}" for name in ("asdict", "astuple", "fields", "replace"))
WRONG = "A struct of msgspec is no dataclass: take the function of msgspec.structs"


class StructsPlugin(Plugin):
    """Tells of structs in the hands of `dataclasses`."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """Return what looks at a call of one of these functions."""
        return _looked_at if fullname in ASKS else None


def _looked_at(call: FunctionContext) -> Type:
    given = call.arg_types[0][0] if call.arg_types and call.arg_types[0] else None
    if given is not None and _is_struct(given):
        call.api.fail(WRONG, call.context)
    return call.default_return_type


def _is_struct(given: Type) -> bool:
    proper = get_proper_type(given)
    if isinstance(proper, UnionType):
        return any(map(_is_struct, proper.items))
    return isinstance(proper, Instance) and any(base.fullname == STRUCT for base in proper.type.mro)


def plugin(version: str) -> type[Plugin]:
    """Return the plugin, for any version of mypy."""
    return StructsPlugin
