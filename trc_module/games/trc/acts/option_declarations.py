"""The lines that optional rules and variants add to those of the basic game: their part of the table in `declarations`.

They stand apart from the rules that read them, so that a module can be built without importing any rule. What a line
means, and which act prints it, says the option's `EXTENSION` (`extension.Extension`).
"""

from __future__ import annotations

from trc_module.declarations import ANYBODY, EXCHANGE, FATE, ONCE, OWNER, PHASING, Field, Verb
from trc_module.games.trc.acts.declarations import AT, BY, DIE, UNIT

OPTION_VERBS = (
    # 26.4
    Verb(
        "REMNANT",
        "A battlegroup survives in the place of a lost unit, and has retreated (26.4).",
        (
            Field("b", "$BattleId$", "the number of the battle"),
            UNIT,
            Field("lost", "$Remembered$", "the unit lost, by its id in the data"),
            Field("at", "$LocationName$", "the hex it has retreated to", quoted=True),
            BY,
        ),
        "D12",
        ANYBODY,
        ONCE,
    ),
    Verb(
        "REBUILD",
        "A replacement comes in where a battlegroup stands (26.4).",
        (UNIT, Field("for", "$Remembered$", "the battlegroup, by its id in the data"), AT, BY),
        "D19",
        OWNER,
        ONCE,
        role=EXCHANGE,
        exchanges=("for",),
    ),
    # 26.8
    Verb(
        "BID",
        "The bid with which a player has won the Axis side (26.8).",
        (
            Field("points", "$Bid$", "replacement points for the Russian, with their sign"),
            BY,
        ),
        "D28",
        ANYBODY,
    ),
    # 26.9
    Verb(
        "FORT",
        "A Fortress City marker is placed (26.9).",
        (
            Field("at", "$LocationName$", "the hex of the city", quoted=True),
            Field("marker", "$unit$", "the marker, by its id in the data", required=False),
            BY,
        ),
        "D26",
        PHASING,
    ),
    # 26.2
    Verb(
        "EVAC",
        "A worker is evacuated by rail and put onto the turn record track (26.2).",
        (
            Field("u", "$unit$", "the worker, by its id in the data"),
            Field("at", "$LocationName$", "where it was: a hex", required=False, quoted=True),
            Field("edge", "", "the rail hex of the edge, where the line says so", required=False),
            Field("turn", "$ReturnTurn$", "the turn of its return", required=False),
            BY,
        ),
        "D27",
        OWNER,
        FATE,
    ),
    Verb(
        "RESUME",
        "An evacuated worker goes into the Urals, where it works again (26.2).",
        (
            Field("u", "$unit$", "the worker, by its id in the data"),
            BY,
        ),
        "D27",
        OWNER,
        FATE,
    ),
    # 26.12
    Verb(
        "RECOVER",
        "A surrendered unit is moved into the replacement pool, for replacement points (26.12).",
        (
            UNIT,
            Field("at", "$LocationName$", "where it is: a box as its window names it", required=False, quoted=True),
            BY,
        ),
        "D19",
        OWNER,
        FATE,
    ),
    # 28.7
    Verb(
        "DRAWCHIT",
        "A political chit is drawn unseen (28.7).",
        (
            Field("side", "$Side$", "the side whose chit it is"),
            Field("seal", "$Seal$", "the SHA-256 of the chit's number, a blank and a secret word"),
            BY,
        ),
        "D29",
        ANYBODY,
    ),
    Verb(
        "SHOWCHIT",
        "A political chit is shown (28.7).",
        (
            Field("side", "$Side$", "the side whose chit it is"),
            Field("chit", "$Chit$", "its number"),
            Field("word", "$Word$", "the secret word that was hashed with it", required=False),
            BY,
        ),
        "D29",
        ANYBODY,
    ),
    Verb(
        "VLASOV",
        "A Russian unit that surrendered joins the army of Vlasov, by the plain die rolled before (28.7).",
        (
            UNIT,
            Field("die", "$Die_result$", "what the plain die showed last, 1 to 6"),
            Field("at", "$LocationName$", "where it is: a box as its window names it", required=False, quoted=True),
            BY,
        ),
        "D29",
        ANYBODY,
        FATE,
    ),
    Verb("BOMBERS", "The die of the heavy bombers is rolled (28.7).", (DIE, BY), "D19", ANYBODY),
    # 28.6
    Verb(
        "SEALCHOICE",
        "A strategic choice is made and kept hidden (28.6).",
        (
            Field("side", "$Side$", "the side whose choice it is"),
            Field("choice", "$Choice$", "the choice, by its name in options.toml"),
            Field("seal", "$Seal$", "the SHA-256 of name, answer and a secret word, with a blank between each"),
            BY,
        ),
        "D29",
        ANYBODY,
    ),
    Verb(
        "CHOICE",
        "A strategic choice is made, or one that was hidden is shown (28.6).",
        (
            Field("side", "$Side$", "the side whose choice it is"),
            Field("choice", "$Choice$", "the choice, by its name in options.toml"),
            Field("answer", "$Answer$", "'yes' or 'no'"),
            Field("word", "$Word$", "the secret word that was hashed with it", required=False),
            BY,
        ),
        "D29",
        ANYBODY,
    ),
    Verb(
        "EXTRADIE",
        "A die for extra Russian replacements is rolled (28.6).",
        (
            Field("source", "$Source$", "'black-sea' or 'astrakhan'"),
            Field("die", "$result$", "what the die shows, 1 to 6"),
            BY,
        ),
        "D19",
        ANYBODY,
    ),
    Verb(
        "SIBERIA",
        "A Russian replacement unit is sent to Siberia (28.6).",
        (UNIT, AT, BY),
        "D19",
        OWNER,
        ONCE,
    ),
    Verb(
        "RECALL",
        "A unit has come back from Siberia to where replacements come in (28.6).",
        (UNIT, AT, BY),
        "D19",
        OWNER,
        ONCE,
    ),
)
