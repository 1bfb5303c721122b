"""All acts of the game, in the order in which records and the reference list them."""

from __future__ import annotations

from trc_module.games.trc.acts import (
    arrivals,
    battlegroups,
    battles,
    bids,
    chits,
    departures,
    evacuation,
    fortresses,
    losses,
    markers,
    movement,
    phases,
    prisoners,
    sea,
    strategic_choices,
    weather,
)
from trc_module.systems.acts import ActTable

BASIC = (
    phases.SETUP,
    weather.WEATHER,
    movement.MOVE,
    movement.STRATEGIC,
    movement.RAIL,
    movement.RAIL_FREE,
    sea.SAIL,
    arrivals.DROP,
    arrivals.ENTER,
    arrivals.REPLACE,
    departures.WITHDRAW,
    departures.EXIT,
    arrivals.DELAY,
    arrivals.ARCHANGEL,
    departures.MOTORIZE,
    battles.AV,
    battles.DECLARE,
    battles.THROW,
    losses.LOSS,
    losses.BACK,
    battles.FLY,
    losses.SURRENDER,
    losses.ELIMINATE,
    markers.CONVERT,
    markers.MARK,
    markers.CLAIM,
)
"""The acts of the basic game, and strategic movement (26.10), without the end of a phase."""
OF_OPTIONS = (
    battlegroups.REMNANT,
    battlegroups.REBUILD,
    bids.BID,
    fortresses.FORTIFY,
    evacuation.RESUME,
    evacuation.EVACUATE,
    prisoners.RECOVER,
    strategic_choices.EXTRA_DIE,
    chits.BOMBERS,
    chits.DRAW,
    chits.SHOW,
    strategic_choices.TO_SIBERIA,
    strategic_choices.RECALL,
    strategic_choices.SEAL_CHOICE,
    strategic_choices.CHOOSE,
    prisoners.JOIN,
)
"""The acts of optional rules and variants: a record or a log may hold them whether or not the option is in play."""
ACTS = ActTable((*BASIC, *OF_OPTIONS, phases.END))
