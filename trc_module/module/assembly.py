"""The module's build file: every component in the order in which VASSAL builds them."""

from __future__ import annotations

from lxml import etree

from trc_module.module.charts import chart_window
from trc_module.module.identity import DESCRIPTION, MODULE_NAME, VASSAL_VERSION
from trc_module.module.maps import box_map, main_map
from trc_module.module.parts import ModuleParts
from trc_module.module.pieces import prototypes
from trc_module.module.setups import setup_menu
from trc_module.module.toolbar import die, inventory, notes, palette, player_roster, turn_tracker
from trc_module.vassal.buildfile import component


def build_tree(parts: ModuleParts, version: str) -> etree._Element:
    """Return the root of the build file [VASSAL.build.GameModule]."""
    numbers = parts.roster.numbers
    return component(
        "GameModule",
        component("module.BasicCommandEncoder"),
        component("module.Documentation"),
        player_roster((*(side.capitalize() for side in parts.game.sides), "Referee")),
        component(
            "module.GlobalOptions",
            autoReport="Always",
            nonOwnerUnmaskable="Never",
            playerIdFormat="$PlayerName$ ($PlayerSide$)",
            chatterHTMLSupport="Always",
            hotKeysOnClosedWindows="Always",
        ),
        component("module.properties.GlobalProperties"),
        component(
            "module.PrototypesContainer",
            *(
                component("module.PrototypeDefinition", content=p.slot_text(), name=p.name, description=p.description)
                for p in prototypes()
            ),
        ),
        main_map(parts.plan),
        *(box_map(window) for window in parts.plan.windows),
        *setup_menu(),
        turn_tracker(parts.grammar, max(parts.charts.turns), parts.phase_names),
        die(parts.grammar),
        palette(parts.roster.units.values(), parts.roster.markers.values(), parts.maker),
        chart_window(parts.charts),
        inventory(),
        notes(),
        name=MODULE_NAME,
        version=version,
        VassalVersion=VASSAL_VERSION,
        description=DESCRIPTION,
        nextPieceSlotId=max(numbers.latest) + 1,
    )
