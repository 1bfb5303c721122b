"""The shape of a saved game: what sets the table up, and the steps behind it, each of logged commands alone.

VASSAL writes no other, and would play another otherwise than it looks: it keeps each logged command for later wherever
that stands, drops a step in which another command stands, and clears the table at each `begin_save`
[VASSAL.build.module.BasicLogger.LogCommand, GameState.SetupCommand].
"""

from __future__ import annotations

from collections.abc import Iterable

from trc_module.vassal.commands import (
    BeginSave,
    Command,
    EndSave,
    LogCommand,
    Malformed,
    Node,
    NullCommand,
    Unknown,
    walk,
)
from trc_module.vassal.commands.codec import is_too_deep
from trc_module.vassal.problems import FormatError

_NOTHING = (NullCommand, Unknown)
"""Commands that the engine drops while it reads."""


def is_step(node: Node) -> bool:
    """Tell whether a node is a logged step: its first command that the engine does not drop is a logged one."""
    return bool(_is_logged(walk(node)))


def _is_logged(commands: Iterable[Command]) -> bool | None:
    """Tell it of the commands of a node, or None where the engine drops every one of them."""
    first = next((command for command in commands if not isinstance(command, _NOTHING)), None)
    return None if first is None else isinstance(first, LogCommand)


class Shape:
    """Looks at the nodes of a saved game, one after the other, and refuses what VASSAL would play otherwise."""

    def __init__(self) -> None:
        self._begun = self._ended = False
        """Whether something has set the table up, and whether `end_save` has come."""
        self._top = -1
        self._logged: bool | None = None

    def see(self, node: Node, top: int) -> bool:
        """Return whether a node is a logged step, or a part of one, in the top-level command of number `top`.

        Raises:
            FormatError: VASSAL would play it otherwise than it stands there.
        """
        known = self._logged if top == self._top else None
        commands = list(walk(node))
        logged = _is_logged(commands)
        if known is not None and logged is not None and logged != known:
            raise _mixed(top)
        self._top, self._logged = top, known if logged is None else logged
        for command in commands:
            if isinstance(command, Malformed) and is_too_deep(command):
                raise FormatError(f"command {top + 1}: {command.reason}, as VASSAL writes none: it is not read.")
            if self._logged:
                _check_logged(command, top)
            else:
                self._check_initial(command, top)
        return bool(self._logged)

    def _check_initial(self, command: object, top: int) -> None:
        if isinstance(command, LogCommand):
            raise _mixed(top)
        if isinstance(command, BeginSave):
            if self._begun:
                raise FormatError(
                    f"command {top + 1} is a 'begin_save' behind other commands: VASSAL would clear the table there."
                )
        elif isinstance(command, EndSave):
            if self._ended:
                raise FormatError(f"command {top + 1} is a second 'end_save': VASSAL would start the game twice.")
            self._ended = True
        self._begun = self._begun or not isinstance(command, _NOTHING)


def _check_logged(command: object, top: int) -> None:
    if isinstance(command, LogCommand):
        inner = command.command
        if isinstance(inner, BeginSave | EndSave):
            raise FormatError(f"command {top + 1} logs '{inner.encode()}': VASSAL would begin another game there.")
        if isinstance(inner, Unknown) and inner.text.startswith("LOG\t"):
            raise FormatError(f"command {top + 1} is a step within a step, which VASSAL does not load.")
    elif not isinstance(command, _NOTHING):
        raise _mixed(top)


def _mixed(top: int) -> FormatError:
    return FormatError(
        f"command {top + 1} holds logged commands beside others: VASSAL would play them otherwise than they stand."
    )
