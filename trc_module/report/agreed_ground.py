"""Whether players agree on a map and a turn track that are stand-ins, and what a report says of it."""

from __future__ import annotations

from trc_module.auditing.audit import Audit
from trc_module.facts.source import AGREED

AGREED_GROUND = (
    "Judged as played on this module's map and turn track (agreed-map): what is assumed of them is taken as agreed."
)


def agreed_ground(audit: Audit) -> bool:
    """Tell whether something assumed of the map stands as agreed."""
    board = audit.log.parts.board
    return board.legend.source.kind == AGREED or any(fact.source.kind == AGREED for fact in board.facts())
