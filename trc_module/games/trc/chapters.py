"""The chapters in the rulebook's order; importing this module enters all rules into the book.

Where an act is judged by several chapters, or changes the position in several ways, this order is theirs.
"""

from trc_module.games.trc import units
from trc_module.games.trc.arrivals import (
    axis_replacements,
    encirclements,
    entry_rules,
    minor_allies,
    motorization,
    paratroops,
    partisans,
    reinforcements,
    russian_replacements,
    special_entries,
    withdrawals,
)
from trc_module.games.trc.book import book
from trc_module.games.trc.combat import (
    air_power,
    attack_obligations,
    attacks,
    automatic_victory,
    battle_odds,
    combat_results,
    combat_retreats,
    combat_terrain,
    first_impulse,
    illegal_positions,
    landings,
    removals,
    retreat_routes,
)
from trc_module.games.trc.movement import (
    closed_hexes,
    headquarters,
    land_movement,
    restrictions,
    stacking,
    zones_of_control,
)
from trc_module.games.trc.players import legal_actions
from trc_module.games.trc.supply import combat_supply, control, derived_state, general_supply, rail_conversion
from trc_module.games.trc.transport import (
    rail_movement,
    sea_crossing,
    sea_invasions,
    sea_losses,
    sea_movement,
)
from trc_module.games.trc.turn import markers, scenario_weather, sequence, setup, weather
from trc_module.games.trc.victory import (
    campaign_victory,
    scenario_rules,
    scenario_victories,
    sudden_death,
    victory_points,
)

CHAPTERS = (
    units,  # 2
    markers,  # 2.1
    setup,  # 3
    first_impulse,  # 3.7
    sequence,  # 4
    weather,  # 4.1.1
    closed_hexes,  # 5
    stacking,  # 6
    zones_of_control,  # 7
    restrictions,  # 8
    land_movement,  # 5 to 8, 11 and 22 together: the judging of a move over land
    rail_movement,  # 9.1 to 9.3
    rail_conversion,  # 9.4
    sea_crossing,  # 10: its seas, ports and die
    sea_movement,  # 10
    sea_invasions,  # 10.3.2, 10.5, 10.7
    sea_losses,  # 10.4, 10.6
    headquarters,  # 11
    attack_obligations,  # 8.5.2
    attacks,  # 12
    illegal_positions,  # 12.5
    battle_odds,  # 13.1
    combat_results,  # 13.2 and 13.3
    combat_retreats,  # 13.4 to 13.7
    retreat_routes,  # 13.5 and 13.6
    landings,  # 13.8
    combat_terrain,  # 14
    air_power,  # 15
    automatic_victory,  # 16
    control,  # 17.2.1
    general_supply,  # 17.1, 17.2
    combat_supply,  # 17.3
    derived_state,  # what follows from every act
    paratroops,  # 18
    partisans,  # 19
    reinforcements,  # 20.0 to 20.5
    special_entries,  # 20.6 to 20.8
    withdrawals,  # 20.9
    encirclements,  # 20.10
    axis_replacements,  # 21
    russian_replacements,  # 22
    motorization,  # 23
    minor_allies,  # 24
    removals,  # 2.1, 6, 13, 16, 19, 24: why units leave the map
    sudden_death,  # 4.3, 25.2
    campaign_victory,  # 4.4, 25
    scenario_rules,  # 27.0 to 27.11, 27.21
    scenario_weather,  # 27.21
    scenario_victories,  # 27.2 to 27.6
    victory_points,  # 27.12
    entry_rules,  # 18 to 22 together: where arrivals come in
    legal_actions,  # what else may be done in a whole game
)

book.arrange([chapter.__name__ for chapter in CHAPTERS])
