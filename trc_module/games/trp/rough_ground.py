"""Armor in swamps and mountains (XII.3)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trp.data import MOVES, Trp, book
from trc_module.games.trp.ground import ARMOR, Facts, enemy_of, names
from trc_module.games.trp.legal_actions import ways_of, zones_of
from trc_module.games.trp.stacking import ROUGH
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack, End
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import Stack, State
from trc_module.sentence import Sentence


def _armor_facts(game: Trp, stack: Stack, at: Hex) -> tuple[int, Facts]:
    armor = [unit for unit in stack if game.units[unit].type in ARMOR]
    return len(armor), (game.board.terrain_fact(at), *(game.units[unit].fact("type") for unit in armor))


@book.check("XII.3", End, Attack)
def one_armor_in_rough_ground(game: Trp, state: State, act: End | Attack) -> Iterator[Finding]:
    """One armor unit at most stands in a swamp or mountain hex, or attacks into one from each hex.

    A retreat may have brought two together. Where neither can leave in these moves, nobody has broken a rule in them.
    """
    if isinstance(act, Attack):
        yield from _armor_into_rough_ground(game, state, act)
        return
    if not state.clock.phase.startswith(MOVES):
        return
    side = state.clock.side
    for at, stack in sorted(state.forces[side].stacks.items()):
        count, facts = _armor_facts(game, stack, at)
        if count > 1 and game.board.terrain[at].id in ROUGH and _chose_to(game, state, stack):
            where = game.hex_name(at)
            text = Sentence(
                "{count} armor units stand in {where}, a {unit} hex; only one may.",
                count,
                where,
                game.board.terrain[at].id,
            )
            yield violation("XII.3", text, units=stack, hexes=(where,), facts=facts, dedup_key=(side, "XII.3", at))


def _chose_to(game: Trp, state: State, stack: Stack) -> bool:
    """Tell whether armor of a stack has moved in these moves, or could have moved out of the hex."""
    armor = [unit for unit in stack if game.units[unit].type in ARMOR]
    if any(unit in state.trails for unit in armor):
        return True
    held = zones_of(game, state, enemy_of(game.side_of[armor[0]]))
    return any(True for unit in armor for _ in ways_of(game, state, unit, held))


def _armor_into_rough_ground(game: Trp, state: State, act: Attack) -> Iterator[Finding]:
    targets = sorted({at for unit in act.defenders if isinstance(at := state.place(unit), int)})
    rough = [at for at in targets if game.board.terrain[at].id in ROUGH]
    by_hex: dict[Hex, list[str]] = {}
    for unit in act.attackers:
        if isinstance(at := state.place(unit), int):
            by_hex.setdefault(at, []).append(unit)
    for target in rough:
        for at, units in sorted(by_hex.items()):
            count, facts = _armor_facts(game, tuple(units), target)
            if count > 1:
                text = Sentence(
                    "{count} armor units attack from {at} into {target}; only one may.",
                    count,
                    game.hex_name(at),
                    game.hex_name(target),
                )
                yield violation("XII.3", text, units=tuple(units), hexes=names(game, at, target), facts=facts)
