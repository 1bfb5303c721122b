"""Games in which one player moves both sides from one seat: who acted then says nothing."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from trc_module.auditing.drags import legs_of
from trc_module.module.turns import TRACKER_ID
from trc_module.replay.chain import Chain
from trc_module.replay.events import Step, TurnSet
from trc_module.rules.clock import MOVE


def without_authors(chain: Chain) -> Chain:
    """Return a game as if its logs named no player, if one player moves both sides; else the game as it is."""
    if not is_solo(chain):
        return chain
    first, *others = chain.links
    alone = replace(first.execution, log=replace(first.execution.log, solo=True))
    return replace(chain, links=(structs.replace(first, execution=alone), *others))


def is_solo(chain: Chain) -> bool:
    """Tell whether one side alone acts, and moves the other's units in the other's movement phases too."""
    log = chain.log
    authors: set[str] = set()
    moved: set[str] = set()
    clock = chain.links[0].execution.clocks[0]
    for step in chain.steps:
        authors |= _authors(chain, step)
        if len(authors) > 1:
            return False
        for event in step.events:
            if isinstance(event, TurnSet) and event.tracker == TRACKER_ID:
                clock = log.clock_of(event.new) or clock
        if clock is None or clock.side in moved or log.parts.game.sequence.kind_of(clock) != MOVE:
            continue
        moved |= {clock.side for leg in legs_of(log, step) if log.parts.game.side_of[leg.unit] == clock.side}
    return len(authors) == 1 and not moved <= authors


def _authors(chain: Chain, step: Step) -> set[str]:
    """Return the sides of the players who made a step, as its moves and its lines name them."""
    found = {chain.log.side_of(step.by)}
    found.update((says.get("by") or "").lower() for says in step.declarations)
    return {side for side in found if side in chain.log.parts.game.sides}
