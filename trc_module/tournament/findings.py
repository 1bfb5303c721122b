"""The findings in the games of a tournament, with the rulings on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, cast

from msgspec.structs import replace

from trc_module.archive.packed import unpacked_tree
from trc_module.archive.store import Store
from trc_module.errors import UserError
from trc_module.report.rulings import Found, Kind, Ruling, findings_of
from trc_module.tournament.folder import Tournament, add_ruling
from trc_module.tournament.results import Result

ByGame = Mapping[str, Sequence[Found]]
"""Findings by the name of a game in the pairings."""


def audits_in(tournament: Tournament, results: Iterable[Result]) -> dict[str, dict[str, Any]]:
    """Return the audit of each game that has logs as plain data, in the order of the pairings."""
    games = {each.pairing.game: each.game.name for each in results if each.game is not None}
    if not games:
        return {}
    with Store(tournament.archive, reads=True) as store:
        trees = {row["name"]: row["tree"] for row in store.rows("SELECT name, tree FROM game WHERE error = ''")}
        return {game: _tree(store, name, trees[name]) for game, name in games.items() if name in trees}


def found_in(
    tournament: Tournament, results: Sequence[Result], audits: Mapping[str, Mapping[str, Any]] | None = None
) -> ByGame:
    """Return the findings of each game that has logs; `audits` are those of `audits_in`, if they are read already."""
    names = {each.pairing.game: each.game.name for each in results if each.game is not None}
    trees = audits_in(tournament, results) if audits is None else audits
    custom = bool(tournament.settings.custom)
    return {
        game: tuple(
            each if custom else replace(each, remedy="") for each in findings_of(names[game], tree, tournament.rulings)
        )
        for game, tree in trees.items()
    }


def _tree(store: Store, name: str, packed: bytes) -> dict[str, Any]:
    try:
        return unpacked_tree(packed)
    except ValueError as error:
        raise store.damaged(f"the audit of '{name}': {error}") from None


_SHORTEST = 4
"""The letters of a fingerprint that are enough."""


def rule_upon(
    tournament: Tournament, found: ByGame, finding: str, kind: str, reason: str, by: str, today: date
) -> None:
    """Write what was said about a finding: it is named by its fingerprint, or by game and rule (1.2:7.2).

    Raises:
        UserError: No game has the finding, it is ruled upon already, or the reason is missing.
    """
    if not reason.strip():
        raise UserError("A ruling needs its reason: --reason TEXT.")
    game, colon, rule = finding.partition(":")
    if colon:
        fits = [each for each in found.get(game, ()) if each.rule == rule]
    else:
        every = (each for inner in found.values() for each in inner)
        fits = [each for each in every if len(finding) >= _SHORTEST and each.fingerprint.startswith(finding)]
    if len(fits) != 1:
        told = f"{len(fits)} findings fit" if fits else "no game has it"
        raise UserError(f"There is no finding {finding} to rule upon: {told}; 'tournament rulings' lists them.")
    (each,) = fits
    words = {"rule": each.rule, "when": each.when, "said": each.sentence}
    add_ruling(tournament, Ruling(each.fingerprint, cast(Kind, kind), reason.strip(), by, today, **words))
