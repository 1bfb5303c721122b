"""Seams: policies of a basic game, under a name, in whose place an option may put another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R_co = TypeVar("R_co", covariant=True)


class HasPolicies(Protocol):
    """A game as a seam asks it."""

    @property
    def policies(self) -> Mapping[Seam[Any, Any, Any], Callable[..., Any]]:
        """What options have put in the place of the basic game's policies; empty if there are none in play."""


G = TypeVar("G", bound=HasPolicies)


class Seam(Generic[G, P, R_co]):
    """A policy of the basic game, a function whose first argument is the game, that an option may replace.

    Calling it asks the game which policy is in play. With no option that costs one look into an empty mapping.
    """

    __name__: str

    def __init__(self, basic: Callable[Concatenate[G, P], R_co]) -> None:
        update_wrapper(self, basic)
        self.basic = basic

    def __call__(self, game: G, /, *args: P.args, **kwargs: P.kwargs) -> R_co:
        """Ask the policy that is in play."""
        policies = game.policies
        if not policies:
            return self.basic(game, *args, **kwargs)
        policy: Callable[Concatenate[G, P], R_co] = policies.get(self, self.basic)
        return policy(game, *args, **kwargs)

    @property
    def name(self) -> str:
        """Return the name by which it is known: its module's and its own."""
        return f"{self.basic.__module__.rpartition('.')[2]}.{self.basic.__name__}"


def seam(basic: Callable[Concatenate[G, P], R_co]) -> Seam[G, P, R_co]:
    """Make a policy one that an option may replace."""
    return Seam(basic)
