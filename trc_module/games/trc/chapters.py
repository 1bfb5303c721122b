"""The chapters in the rulebook's order; importing this module enters all rules into the book.

Where an act is judged by several chapters, or changes the position in several ways, this order is theirs.
"""

from importlib import import_module

from trc_module.games.trc.book import book

_NAMES = (
    "units",  # 2
    "turn.markers",  # 2.1
    "turn.setup",  # 3
    "combat.first_impulse",  # 3.7
    "turn.sequence",  # 4
    "turn.weather",  # 4.1.1
    "movement.closed_hexes",  # 5
    "movement.stacking",  # 6
    "movement.zones_of_control",  # 7
    "movement.restrictions",  # 8
    "movement.land_movement",  # 5 to 8, 11 and 22 together: the judging of a move over land
    "transport.rail_movement",  # 9.1 to 9.3
    "supply.rail_conversion",  # 9.4
    "transport.sea_crossing",  # 10: its seas, ports and die
    "transport.sea_movement",  # 10
    "transport.sea_invasions",  # 10.3.2, 10.5, 10.7
    "transport.sea_losses",  # 10.4, 10.6
    "movement.headquarters",  # 11
    "combat.attack_obligations",  # 8.5.2
    "combat.attacks",  # 12
    "combat.illegal_positions",  # 12.5
    "combat.battle_odds",  # 13.1
    "combat.combat_results",  # 13.2 and 13.3
    "combat.unfinished_results",  # 13.2 and 13.3 when the combat phase ends
    "combat.combat_retreats",  # 13.4 to 13.7
    "combat.retreat_routes",  # 13.5 and 13.6
    "combat.landings",  # 13.8
    "combat.combat_terrain",  # 14
    "combat.air_power",  # 15
    "combat.automatic_victory",  # 16
    "supply.control",  # 17.2.1
    "supply.general_supply",  # 17.1, 17.2
    "supply.combat_supply",  # 17.3
    "supply.derived_state",  # what follows from every act
    "arrivals.paratroops",  # 18
    "arrivals.partisans",  # 19
    "arrivals.reinforcements",  # 20.0 to 20.5
    "arrivals.special_entries",  # 20.6 to 20.8
    "arrivals.withdrawals",  # 20.9
    "arrivals.encirclements",  # 20.10
    "arrivals.axis_replacements",  # 21
    "arrivals.russian_replacements",  # 22
    "arrivals.motorization",  # 23
    "arrivals.minor_allies",  # 24
    "combat.removals",  # 2.1, 6, 13, 16, 19, 24: why units leave the map
    "victory.sudden_death",  # 4.3, 25.2
    "victory.campaign_victory",  # 4.4, 25
    "victory.scenario_rules",  # 27.0 to 27.11, 27.21
    "turn.scenario_weather",  # 27.21
    "victory.scenario_victories",  # 27.2 to 27.6
    "victory.victory_points",  # 27.12
    "arrivals.entry_rules",  # 18 to 22 together: where arrivals come in
    "players.legal_actions",  # what else may be done in a whole game
)

CHAPTERS = tuple(import_module(f"trc_module.games.trc.{name}") for name in _NAMES)

book.arrange([chapter.__name__ for chapter in CHAPTERS])
