"""The grammar of the lines that a module prints into a log: which verbs and fields a line has.

A game lists its verbs once; the report formats that go into the module and the parser that reads the
log are both made from that list. Which verbs a game has is not known here.
"""

from trc_module.declarations.grammar import (
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
    Declaration,
    Field,
    Grammar,
    Malformed,
    Verb,
)

__all__ = [
    "ALL",
    "ANYBODY",
    "ATTACK",
    "DEFEND",
    "EXCHANGE",
    "FATE",
    "LEAVE",
    "LOSE",
    "ONCE",
    "OPTIONS",
    "OWNER",
    "PHASING",
    "PLAIN_DIE",
    "RETREAT",
    "ROLL",
    "WAY",
    "WIN_AT_ONCE",
    "Declaration",
    "Field",
    "Grammar",
    "Malformed",
    "Verb",
]
