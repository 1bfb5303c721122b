"""What an untidy player does to the lines of a game, by their roles in the game's grammar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trc_module.declarations import ATTACK, DEFEND, FATE, LOSE, PLAIN_DIE, Verb
from trc_module.rules.game import Game

Fields = Mapping[str, str]
_REASONS = {
    "FORCED": ("surrendered", ("12.5", "16.1", "16.3", "13.3")),
    "REMOVED": ("replacement-pool", ("17.2", "6.2", "2.1", "10.4")),
}
"""Removals whose key says the rule for it: the box into which each leads, and rules for which it may be pressed."""
SUMS = frozenset({"attack", "defence"})
"""The fields by which a module counts the keys that were pressed: they say nothing of the others."""


@dataclass(frozen=True)
class Manners:
    """The lines of a game that are dropped, doubled, declared early and rolled otherwise."""

    dropped: frozenset[str]
    """The lines whose key may be forgotten: the table shows what they say, or others of the same battle do."""
    doubled: frozenset[str]
    declaring: frozenset[str]
    """The lines that declare a battle."""
    dice: frozenset[str]
    """The dice for which the plain die may be rolled."""
    plain: str
    removals: tuple[str, ...] = ()
    """The verbs of other removals, by each of which a counter goes into a box of its own."""
    reasons: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """The box into which each removal leads whose key says the rule for it, and such rules."""
    misplaced: frozenset[str] = frozenset()
    """The lines that may be made one step early or late."""


def manners_of(game: Game) -> Manners:
    """Return the manners of a game's players."""
    verbs = game.grammar.verbs
    plain = next(iter(game.grammar.verbs_of(PLAIN_DIE)), "")
    fought = game.grammar.verbs_of(ATTACK) | game.grammar.verbs_of(DEFEND)
    said = frozenset(name for name, verb in verbs.items() if verb.says_only)
    # What a key does that puts a counter into a box, a hand may do as well.
    dropped = said | game.grammar.verbs_of(LOSE) | _governing(verbs, FATE)
    dice = frozenset(name for name, verb in verbs.items() if {"b", "die"} <= {field.key for field in verb.fields})
    removals = tuple(name for name in sorted(_governing(verbs, FATE)) if _names_a_unit_alone(verbs[name]))
    rolled = dice if plain else frozenset[str]()
    reasons = {name: told for name, told in _REASONS.items() if name in verbs}
    return Manners(dropped, said, fought, rolled, plain, removals, reasons, said - fought)


def in_chat(game: Game, verb: str, fields: Fields) -> str:
    """Return what a player types who forgets a key; '' for nothing."""
    match game.grammar.role(verb):
        case "attack" | "defend":
            return f"{fields['u']} too"
        case "lose":
            return f"lose {fields['u']}"
    return f"at {fields['odds']} please" if verb == "LOWER" and "odds" in fields else ""


def _governing(verbs: Mapping[str, Verb], scope: str) -> frozenset[str]:
    return frozenset(name for name, verb in verbs.items() if verb.governs == scope)


def _names_a_unit_alone(verb: Verb) -> bool:
    return {field.key for field in verb.fields if field.required} == {"u"}
