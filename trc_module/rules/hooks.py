"""Hooks: policies of a basic game, under a name, in whose place an option may put another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import update_wrapper
from inspect import Parameter, signature
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)


class HasPolicies(Protocol):
    """A game as a hook asks it."""

    @property
    def policies(self) -> Mapping[Hook[Any, Any, Any], Callable[..., Any]]:
        """The overrides of the basic game's policies by the options in play; empty if there are none."""


G = TypeVar("G", bound=HasPolicies)
G_contra = TypeVar("G_contra", bound=HasPolicies, contravariant=True)


class Hook(Protocol[G_contra, P, R_co]):
    """A policy of the basic game, a function whose first argument is the game, that an option may replace.

    Calling it asks the game which policy is in play. With no option that costs one look at an empty mapping.
    """

    name: str
    """The name by which it is known: its module's and its own."""

    @property
    def basic(self) -> Callable[Concatenate[G_contra, P], R_co]:
        """The policy that holds where no option has replaced it."""

    def __call__(self, game: G_contra, /, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Ask the policy that is in play."""


_ASK = """
def ask({parameters}):
    policies = {game}.policies
    if not policies:
        return basic({arguments})
    return policies.get(ask, basic)({arguments})
"""


def hook(basic: Callable[Concatenate[G, P], R_co]) -> Hook[G, P, R_co]:
    """Make a policy one that an option may replace; its parameters have no defaults."""
    # Written out for the policy's own parameters, as dataclasses do: a checked move asks two policies, and to hand
    # on *args and **kwargs takes as long as all the rest of it.
    known = signature(basic).parameters.values()
    first = next(iter(known)).name
    named = [f"{p.name}={p.name}" if p.kind is Parameter.KEYWORD_ONLY else p.name for p in known]
    star = next((i for i, p in enumerate(known) if p.kind is Parameter.KEYWORD_ONLY), len(named))
    names = [p.name for p in known]
    parameters = [*names[:star], *(["*"] if names[star:] else []), *names[star:]]
    scope: dict[str, Any] = {"basic": basic}
    exec(_ASK.format(parameters=", ".join(parameters), game=first, arguments=", ".join(named)), scope)
    ask = update_wrapper(scope["ask"], basic)
    vars(ask).update(basic=basic, name=f"{basic.__module__.rpartition('.')[2]}.{basic.__name__}")
    return cast(Hook[G, P, R_co], ask)
