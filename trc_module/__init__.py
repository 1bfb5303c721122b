"""Build playable VASSAL modules of board wargames from data, and audit their play-by-e-mail logs.

What a Python program needs of it, in a few names; each is imported when it is first asked for:

>>> import trc_module as tm
>>> at = tm.position('''game: trc
... at: turn 2 axis impulse 1 movement clear
... on Y20: ger-12-inf''')
>>> at.legal("move", "ger-12-inf")[:2]
['move ger-12-inf Y20 > U22', 'move ger-12-inf Y20 > U21']
>>> [finding.rule for finding in at.told("move ger-12-inf Y20 > Y15")]
['4.1.2c']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trc_module.lazy import lazily
from trc_module.version import __version__ as __version__

if TYPE_CHECKING:
    from trc_module.api.audits import AuditedAct, AuditFinding, AuditResult, audit
    from trc_module.api.games import game
    from trc_module.api.modules import ModuleFile, build, load
    from trc_module.api.positions import Position, position
else:
    __getattr__ = lazily(
        __name__,
        {
            "api.audits": ("AuditFinding", "AuditResult", "AuditedAct", "audit"),
            "api.games": ("game",),
            "api.modules": ("ModuleFile", "build", "load"),
            "api.positions": ("Position", "position"),
        },
    )

__all__ = [
    "AuditFinding",
    "AuditResult",
    "AuditedAct",
    "ModuleFile",
    "Position",
    "__version__",
    "audit",
    "build",
    "game",
    "load",
    "position",
]
