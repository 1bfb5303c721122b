"""What can only be judged by who knows how the game went before."""

from __future__ import annotations

from trc_module.games.trc.combat_supply import winter
from trc_module.games.trc.game import Trc
from trc_module.rules.registry import covers
from trc_module.rules.state import State

_RESTS_ON_IT = (
    # Markers count and remember; 2.1a alone does not.
    *(f"2.1{letter}" for letter in "dfghijklmnop"),
    "4.1.6", "4.2.5", "8.5.3", "8.6b",  # whose the rails and places are on which supply and surrender rest
    "4.3", "4.4",  # objectives, the last turn of the scenario
    "5.5",  # whether the garrison of Bulgaria was released
    "8.4",  # who began the impulse in an enemy zone of control
    "9", "10", "17",  # rails, ports, control, allotments, invasions so far
    "11.3", "16",  # leaders lost, automatic victories of this turn
    "18", "19", "20", "21", "22", "23", "24.1", "24.2", "24.3", "24.5", "25",  # Italy leaves by the date
    "28.5e", "28.6-II-b",  # whether a Russian unit has entered Warsaw, and whether a sea move has failed
    "28.6-MD-2d",  # whose supply neutral land closes
    "28.7",  # which chits have been drawn and shown
)  # fmt: skip


_IN_WINTER = ("12.5", "13.1", "13.2")
"""What rests on the odds, and with them, in the winters of the Axis, on the supply of cities, whoever holds them."""


def rests_on_history(game: Trc, state: State, rule: str) -> bool:
    """Tell whether a verdict on a rule depends on earlier acts, and not on the position and the act alone."""
    return any(covers(prefix, rule) for prefix in (_IN_WINTER if winter(state, game) else ()) + _RESTS_ON_IT)
