"""The words of Moscow 1941: sides, phases, types of units, statuses, weather, boxes."""

from __future__ import annotations

from trc_module.gamespec import game_folder
from trc_module.rules.sequence_file import read_sequence

GERMAN, RUSSIAN = "german", "russian"
SIDES = (GERMAN, RUSSIAN)
ENEMY = {GERMAN: RUSSIAN, RUSSIAN: GERMAN}

WEATHER = "weather"
MOVEMENT, COMBAT = "movement", "combat"
AWAY, RALLY = "russian-recovery", "russian-rally"
"""Russian recovery in the German player-turn: of units that are not attacked (A1b), and of those that were (A1d)."""
BLITZ, BLITZ_COMBAT = "blitzkrieg", "blitz-combat"
DEEP, DEEP_COMBAT = "deep-battle", "deep-combat"
SUPPLY, RECOVERY, CHECK = "supply", "recovery", "check"
REPLACEMENT = "replacement"

SEQUENCE = read_sequence(game_folder("m41"))
"""The gameturn: the weather is read before the German player-turn; the set-up belongs to that phase of turn 1."""
MOVING = (MOVEMENT, BLITZ, DEEP)
FIGHTING = (COMBAT, BLITZ_COMBAT, DEEP_COMBAT)
OF_ONE_FIGHT = ((MOVEMENT, AWAY, COMBAT, RALLY), (BLITZ, BLITZ_COMBAT), (DEEP, DEEP_COMBAT))
"""The phases of a side in which the same battles matter, from their declaration on."""
ROUNDS = {COMBAT: 2, BLITZ_COMBAT: 1, DEEP_COMBAT: 1}
"""The greatest number of rounds of a battle, by the phase in which it is fought."""

PANZER, ARMY, FRONT, TANK, SHOCK, AIR = "panzer", "army", "front", "tank", "shock", "air"
INFANTRY = frozenset({ARMY, FRONT, SHOCK})
"""The infantry-type units: all on the ground but panzers and tanks."""
ARMOR = frozenset({PANZER, TANK})
ROKOSSOVSKY = "rus-16-army"
EARLY = ("rus-50-army", "rus-kalinin")
"""The extra replacements of the first two turns."""
SIBERIAN_AIR = "rus-sib-air"
SIBERIANS = ("rus-1-shock", "rus-4-shock", SIBERIAN_AIR)
FIRST_LEAVER = "ger-2-fk"
"""The air unit that is withdrawn at the end of turn 1."""

FORTIFIED, DISRUPTED = "fortified", "disrupted"
STATUSES = (FORTIFIED, DISRUPTED)
READY = "ready"

UNKNOWN, GOOD, MUD, HARD_FROST, SNOW = "unknown", "good", "mud", "hard-frost", "snow"
WEATHERS = (GOOD, MUD, HARD_FROST, SNOW)

AT_START, AIR_BOX, AIR_OUT, LOST = "at-start", "air", "air-out", "lost"
WITHDRAWN, RESERVE, SIBERIA = "withdrawn", "reserve", "siberia"

FULL, REDUCED_1, REDUCED_2 = SHEETS = ("full", "reduced-1", "reduced-2")
"""The sheets of the firing table: hit rates of 50, 33 and 16 percent."""
