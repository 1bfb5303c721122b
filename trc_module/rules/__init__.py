"""The game-neutral kernel: state, clock, acts, findings, the rule registry, and the kernels every game needs.

A game (`trc_module.games`) brings its policies, its rules and its words; nothing here knows any one game.
"""

from typing import TYPE_CHECKING

from trc_module.lazy import lazily
from trc_module.rules.clock import Clock, Step, TurnSequence
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import Box, Deployment, Place, State, Trail, UnitId

if TYPE_CHECKING:
    from trc_module.rules.actions import Action
    from trc_module.rules.engine import Referee, Told, check, legal_actions
    from trc_module.rules.finding import Finding, Verdict, violation
    from trc_module.rules.game import Game
    from trc_module.rules.paths import Bounds, Limit
    from trc_module.rules.registry import Rule, RuleBook, covers, in_order
    from trc_module.rules.zones import Zones
else:
    # Lazy: building a module needs positions only, not the engine.
    __getattr__ = lazily(
        __name__,
        {
            "actions": ("Action",),
            "engine": ("Referee", "Told", "check", "legal_actions"),
            "finding": ("Finding", "Verdict", "violation"),
            "game": ("Game",),
            "paths": ("Bounds", "Limit"),
            "registry": ("Rule", "RuleBook", "covers", "in_order"),
            "zones": ("Zones",),
        },
    )


__all__ = [
    "Action",
    "Bounds",
    "Box",
    "Clock",
    "Deployment",
    "Finding",
    "FrozenMap",
    "Game",
    "Limit",
    "Place",
    "Referee",
    "Rule",
    "RuleBook",
    "State",
    "Step",
    "Told",
    "Trail",
    "TurnSequence",
    "UnitId",
    "Verdict",
    "Zones",
    "check",
    "covers",
    "in_order",
    "legal_actions",
    "violation",
]
