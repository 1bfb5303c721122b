"""Commands, and the tree that they form (VASSAL.command.Command)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct


class Command(Struct, frozen=True):
    """One command: a value that can be written as the text the engine reads."""

    def encode(self) -> str:
        """Return the command's text, not yet escaped for the list that holds it."""
        raise NotImplementedError


class Group(Struct, frozen=True):
    """Commands that belong together: a head and what was appended to it, run in this order.

    A member may be a group again. `members` is never empty.
    """

    members: tuple[Node, ...]


class Verbatim(Struct, frozen=True):
    """A node whose text, as read, differs from what writing the node would give.

    The text is what is written again. A program that changes the node takes `node` and drops this. A
    group's members may be verbatim too.
    """

    text: str
    node: Command | Group


Node: TypeAlias = Command | Group | Verbatim


def walk(node: Node) -> Iterator[Command]:
    """Yield every command of a node in the order in which the engine runs them."""
    if isinstance(node, Command):
        yield node
    elif isinstance(node, Verbatim):
        yield from walk(node.node)
    else:
        for member in node.members:
            # Most members are commands, each of which would be a generator of its own.
            if isinstance(member, Command):
                yield member
            else:
                yield from walk(member)
