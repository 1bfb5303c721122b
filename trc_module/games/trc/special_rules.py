"""One hook for special rules: where a rule of an option says something of a unit in the place of a basic rule.

The basic rule then says nothing of that unit, and the option judges it:

    @special(option, REPLACEMENT)
    def guns_have_their_own(game: Trc, state: State, unit: Unit) -> bool:
        return is_gun(unit)
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeAlias

from trc_module.games.trc.data import Trc
from trc_module.roster import Unit
from trc_module.rules.actions import Surrender
from trc_module.rules.hooks import hook
from trc_module.rules.registry import OptionBook
from trc_module.rules.state import State

ORDER_BEGINS = 4
"""The first turn of the order to hold the front (28.3), November/December 1941."""


class Basic(Enum):
    """The points on which a special rule may differ from the basic rules about a unit."""

    SET_UP = "where it is set up (3.3, 3.4)"
    DISTRICT = "which district it attacks in the opening impulse (3.7)"
    DROP = "when and where it drops, and what becomes of it (18)"
    ARRIVAL = "when it comes in (20)"
    STAY = "whether it may go off the board, or stay off it (20)"
    RELEASE = "which event releases it (20.6 to 20.8)"
    REPLACEMENT_TURN = "on which turns it is replaced (21.2)"
    REPLACEMENT = "which claim it is replaced by (21.4)"
    REPLACED_FROM = "the box that it is replaced from (21, 22)"
    EXCHANGE = "when it is exchanged (23)"
    SURRENDER = "when its country surrenders (24)"


Holds: TypeAlias = "Callable[[Trc, State, Any], bool]"


@hook
def special_rule(game: Trc, state: State, of: Unit | Surrender, basic_rule: Basic) -> bool:
    """Tell whether a rule of an option says of a unit, or of a surrender, what a basic rule says of others."""
    return False


@hook
def joined_late(game: Trc, state: State) -> State:
    """Return the position with which a log begins late, with what an option may have brought before it."""
    return state


def special(option: OptionBook, rule: Basic) -> Callable[[Holds], Holds]:
    """Register the units for which an option replaces a basic rule."""

    def register(holds: Holds) -> Holds:
        @option.override(special_rule)
        def policy(
            basic: Callable[[Trc, State, Unit | Surrender, Basic], bool],
            game: Trc,
            state: State,
            of: Unit | Surrender,
            basic_rule: Basic,
        ) -> bool:
            return (basic_rule is rule and holds(game, state, of)) or basic(game, state, of, basic_rule)

        return holds

    return register
