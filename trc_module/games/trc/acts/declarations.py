"""The lines that this game's module prints into a log: one table, from which report formats and parser are made.

D01 to D25 are the declarations that the rules of sections 2 to 25 need. Optional rules add theirs (`options`), and the
game puts them together (`Trc.grammar`).
"""

from __future__ import annotations

from trc_module.declarations import (
    ALL,
    ANYBODY,
    ATTACK,
    DEFEND,
    EXCHANGE,
    FATE,
    LEAVE,
    LOSE,
    ONCE,
    OPTIONS,
    OWNER,
    PHASING,
    PLAIN_DIE,
    RETREAT,
    ROLL,
    WAY,
    WIN_AT_ONCE,
    Field,
    Verb,
)

UNIT = Field("u", "$unit$", "the unit, by its id in the data")
AT = Field("at", "$LocationName$", "where it is: a hex, or a box as its window names it", required=False, quoted=True)
_BATTLE = Field("b", "$BattleId$", "the number of the battle")
BY = Field("by", "$PlayerSide$", "the side of the player who did it", required=False, quoted=True)
DIE = Field("die", "$result$", "what the die shows, 1 to 6")
_FACTOR = Field("cf", "$CF$", "the unit's combat factor", required=False)
_SUMS = (
    Field("attack", "$AttackSum$", "factors of all attackers so far, this one included", required=False),
    Field("defence", "$DefenceSum$", "factors of all defenders so far, before terrain", required=False),
)


def fixed(key: str, meaning: str) -> Field:
    """Return a field whose value the button or the menu entry itself fixes: one format is made for each value."""
    return Field(key, "", meaning)


VERBS = (
    Verb(
        "OPTIONS",
        "The scenario and the optional rules that the players have agreed on.",
        (
            Field("scenario", "$Scenario$", "the scenario, as a game record names it", required=False),
            Field("rules", "$OptionList$", "numbers of the optional rules, each with a comma behind it", False, True),
            BY,
        ),
        "D01",
        ANYBODY,
        role=OPTIONS,
    ),
    Verb(
        "PHASE",
        "A phase begins; the turn tracker's own command beside it tells which, in any language.",
        (Field("at", "$newTurn$", "turn and phase as the tracker shows them", quoted=True), BY),
        "D02",
        ANYBODY,
    ),
    Verb(
        "WEATHER",
        "The weather die is rolled, and what the module reads off the weather chart.",
        (
            Field("die", "$WeatherDie_result$", "what the die shows, 1 to 6"),
            Field("drm", "$WeatherDrm$", "the running modifier before the roll", required=False),
            Field("is", "$WeatherRolled$", "the weather: clear, light-mud, mud, snow", required=False),
            Field("after", "$WeatherDrmRolled$", "the running modifier from now on", required=False),
            BY,
        ),
        "D03",
        ANYBODY,
    ),
    Verb(
        "MODE",
        "How a unit moves, or has just moved, in this phase.",
        (
            UNIT,
            fixed("mode", "ground, rail, rail-free, strategic"),
            AT,
            BY,
        ),
        "D04",
        OWNER,
        WAY,
    ),
    Verb(
        "ATT",
        "A unit joins a battle as attacker.",
        (_BATTLE, UNIT, _FACTOR, *_SUMS, AT, BY),
        "D06",
        PHASING,
        role=ATTACK,
    ),
    Verb(
        "DEF", "A unit is attacked in a battle.", (_BATTLE, UNIT, _FACTOR, *_SUMS, AT, BY), "D06", PHASING, role=DEFEND
    ),
    Verb(
        "OUT",
        "A unit is taken out of a battle that was not rolled for yet.",
        (_BATTLE, UNIT, AT, BY),
        "D06",
        PHASING,
        role=LEAVE,
    ),
    Verb(
        "LOWER",
        "The attacker announces lower odds before the roll.",
        (_BATTLE, fixed("odds", "the column announced, as the results table heads it"), BY),
        "D07",
        PHASING,
    ),
    Verb(
        "AIR",
        "An air unit supports a battle.",
        (
            _BATTLE,
            UNIT,
            Field("kind", "$Type$", "stuka or sturmovik"),
            Field("hq", "$Lender$", "the headquarters, or Stalin, within whose range it flies"),
            AT,
            BY,
        ),
        "D08",
        PHASING,
    ),
    Verb("GUNS", "An artillery unit supports a battle with its shift (26.5).", (_BATTLE, UNIT, AT, BY), "D09", PHASING),
    Verb("BARRAGE", "A barrage is fired in a battle (26.13).", (_BATTLE, BY), "D09", PHASING),
    Verb(
        "ROLL",
        "The die of a battle is rolled.",
        (
            _BATTLE,
            DIE,
            *_SUMS,
            Field("odds", "", "the column that the players read, where the line says so", required=False),
            Field("result", "", "the result that they read, where the line says so", required=False),
            Field("told", "$Odds$", "the odds that the module has reckoned for them", required=False),
            BY,
        ),
        "D10",
        ANYBODY,
        role=ROLL,
    ),
    Verb(
        "LOSS",
        "A unit is lost in a battle.",
        (
            _BATTLE,
            UNIT,
            Field("chose", "", "the side that chose the unit, where the line says so", required=False),
            AT,
            BY,
        ),
        "D11",
        ANYBODY,
        FATE,
        role=LOSE,
    ),
    Verb(
        "RETREAT",
        "A unit retreats after a battle; the steps or drags that follow are its way.",
        (_BATTLE, UNIT, AT, BY),
        "D12",
        ANYBODY,
        WAY,
        role=RETREAT,
    ),
    Verb(
        "AV",
        "The battle is an automatic victory: its defenders surrender without a die.",
        (_BATTLE, *_SUMS, BY),
        "D13",
        PHASING,
        role=WIN_AT_ONCE,
    ),
    Verb(
        "FORCED",
        "A unit surrenders because a rule forces it.",
        (UNIT, fixed("because", "the rule: 12.5, 16.1, 16.3 ..."), AT, BY),
        "D14",
        ANYBODY,
        FATE,
    ),
    Verb(
        "SAIL",
        "A unit goes by sea, or has just gone.",
        (UNIT, fixed("kind", "sea-transfer, sea-invasion, sea-evacuation"), AT, BY),
        "D15",
        OWNER,
        ONCE,
    ),
    Verb(
        "SEA",
        "The die of a sea move is rolled.",
        (Field("u", "$SeaUnit$", "the unit at sea"), DIE, BY),
        "D15",
        ANYBODY,
    ),
    Verb(
        "RAILHEAD",
        "A railhead marker stands on the last rail hex that the Axis can use.",
        (Field("at", "$LocationName$", "the hex", quoted=True), BY),
        "D16",
        ANYBODY,
    ),
    Verb(
        "CONVERT",
        "A rail hex is converted to the side whose phase it is.",
        (Field("at", "$LocationName$", "the hex", quoted=True), BY),
        "D16",
        PHASING,
    ),
    Verb(
        "CONTROL",
        "A place is controlled by a side: a cross-check of what follows from the moves.",
        (Field("at", "$LocationName$", "the hex", quoted=True), Field("side", "$Holder$", "axis or russian"), BY),
        "D17",
        ANYBODY,
    ),
    Verb(
        "REMOVED",
        "A unit is removed because a rule says so, or by its player's own will.",
        (UNIT, fixed("because", "the rule: 17.2, 6.2 ..."), AT, BY),
        "D18",
        ANYBODY,
        FATE,
    ),
    Verb("REPLACE", "A lost unit comes back as a replacement.", (UNIT, AT, BY), "D19", OWNER, ONCE),
    Verb("ARCHANGEL", "The die of the Archangel supplies is rolled.", (DIE, BY), "D19", ANYBODY),
    Verb("ARRIVE", "A reinforcement or garrison enters.", (UNIT, AT, BY), "D20", OWNER, ONCE),
    Verb("DELAY", "An arrival goes into the off-map box instead.", (UNIT, AT, BY), "D20", OWNER, FATE),
    Verb(
        "LEAVE",
        "A unit is withdrawn.",
        (UNIT, Field("because", "", "the rule: 20.9, 20.10", required=False), AT, BY),
        "D21",
        OWNER,
        FATE,
    ),
    Verb(
        "MOTORIZE",
        "A motorized corps takes the place of an infantry corps.",
        (Field("infantry", "$Exchanged$", "the infantry corps that leaves the game"), UNIT, BY),
        "D21",
        OWNER,
        role=EXCHANGE,
        exchanges=("infantry", "u"),
    ),
    Verb(
        "EXIT",
        "A unit leaves over an edge of the map.",
        (
            UNIT,
            Field("edge", "", "the edge: west, east, south, north", required=False),
            Field("factors", "$CF$", "the combat factors that the enemy has to match", required=False),
            AT,
            BY,
        ),
        "D22",
        OWNER,
        FATE,
    ),
    Verb(
        "ALLYOUT",
        "A country surrenders, with all its units.",
        (fixed("country", "the nation: finnish, rumanian, hungarian, italian"), fixed("because", "the rule"), BY),
        "D23",
        ANYBODY,
        ALL,
    ),
    Verb("PARTISAN", "A partisan is placed.", (UNIT, AT, BY), "D24", OWNER, ONCE),
    Verb("DROP", "A paratroop unit drops, or has just dropped.", (UNIT, AT, BY), "D25", OWNER, ONCE),
    Verb(
        "MARK",
        "A marker is put where a rule speaks of it.",
        (
            Field("marker", "$unit$", "the marker, by its id in the data"),
            Field("at", "$LocationName$", "the place", quoted=True),
            BY,
        ),
        "D16",
        ANYBODY,
    ),
    Verb(
        "WIN",
        "A side claims the victory.",
        (fixed("side", "axis or russian"), fixed("because", "the rule"), BY),
        "D02",
        ANYBODY,
    ),
    Verb("DIE", "A die is rolled for something that no other line is about.", (DIE, BY), "", ANYBODY, role=PLAIN_DIE),
)
