"""The chapters in the rulebook's order; importing this module enters all rules into the book.

Where an act is judged by several chapters, or changes the position in several ways, this order is theirs.
"""

from trc_module.games.trc import (
    air_power,
    automatic_victory,
    axis_replacements,
    battle_odds,
    combat,
    combat_results,
    combat_retreats,
    combat_supply,
    combat_terrain,
    control,
    derived,
    encirclements,
    entries,
    exchanges,
    front,
    headquarters,
    illegal_positions,
    landings,
    listing,
    markers,
    minor_allies,
    motorization,
    movement,
    moves,
    opening,
    paratroops,
    partisans,
    prepare,
    rail_conversion,
    rail_movement,
    reinforcements,
    removals,
    restrictions,
    retreat_routes,
    russian_replacements,
    scenario_rules,
    scenario_victories,
    scenario_weather,
    sea_crossing,
    sea_invasions,
    sea_losses,
    sea_movement,
    sequence,
    special_entries,
    stacking,
    sudden_death,
    supply,
    transport_phases,
    units,
    victory,
    victory_points,
    weather,
    withdrawals,
    zones_of_control,
)
from trc_module.games.trc.book import book

CHAPTERS = (
    units,  # 2
    markers,  # 2.1
    prepare,  # 3
    opening,  # 3.7
    sequence,  # 4
    weather,  # 4.1.1
    transport_phases,  # 4.1.2 to 4.2.5: rail, sea and supply in their phases
    movement,  # 5
    stacking,  # 6
    zones_of_control,  # 7
    restrictions,  # 8
    moves,  # 5 to 8, 11 and 22 together: the judging of a move over land
    rail_movement,  # 9.1 to 9.3
    rail_conversion,  # 9.4
    sea_crossing,  # 10: its seas, ports and die
    sea_movement,  # 10
    sea_invasions,  # 10.3.2, 10.5, 10.7
    sea_losses,  # 10.4, 10.6
    headquarters,  # 11
    front,  # 8.5.2
    combat,  # 12
    illegal_positions,  # 12.5
    battle_odds,  # 13.1
    exchanges,  # 13.3
    combat_results,  # 13.2 and 13.3
    combat_retreats,  # 13.4 to 13.7
    retreat_routes,  # 13.5 and 13.6
    landings,  # 13.8
    combat_terrain,  # 14
    air_power,  # 15
    automatic_victory,  # 16
    control,  # 17.2.1
    supply,  # 17.1, 17.2
    combat_supply,  # 17.3
    derived,  # what follows from every act
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
    victory,  # 4.4, 25
    scenario_rules,  # 27.0 to 27.11, 27.21
    scenario_weather,  # 27.21
    scenario_victories,  # 27.2 to 27.6
    victory_points,  # 27.12
    entries,  # 18 to 22 together: where arrivals come in
    listing,  # what else may be done in a whole game
)

book.arrange([chapter.__name__ for chapter in CHAPTERS])
