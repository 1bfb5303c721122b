"""The module's build file: every component in the order in which VASSAL builds them."""

from __future__ import annotations

from lxml import etree

from trc_module.charts import Charts
from trc_module.module.charts import chart_window
from trc_module.module.ground import ground_text
from trc_module.module.help import documentation
from trc_module.module.identity import DESCRIPTION, MODULE_NAME, VASSAL_VERSION
from trc_module.module.maps import box_map, main_map
from trc_module.module.options import open_at_start, option_slots, options_map
from trc_module.module.palette_paths import next_number
from trc_module.module.parts import ModuleParts
from trc_module.module.setups import setup_menu
from trc_module.module.toolbar import (
    battle_buttons,
    claims,
    dice,
    inventory,
    notes,
    palette,
    player_roster,
    properties,
    turn_tracker,
    weather,
)
from trc_module.vassal.buildfile import component


def odds_columns(charts: Charts) -> tuple[str, ...]:
    """Return the odds that can be announced, one by one, as the results table heads them."""
    return tuple(odds for heading in charts.combat.columns for odds in heading.split("/"))


def build_tree(parts: ModuleParts, version: str) -> etree._Element:
    """Return the root of the build file [VASSAL.build.GameModule]."""
    numbers, texts, grammar = parts.roster.numbers, parts.texts, parts.grammar
    return component(
        "GameModule",
        component("module.BasicCommandEncoder"),
        documentation(texts),
        player_roster(texts, (*(side.capitalize() for side in parts.game.sides), "Referee")),
        component(
            "module.GlobalOptions",
            autoReport="Always",
            nonOwnerUnmaskable="Never",
            playerIdFormat="$PlayerName$ ($PlayerSide$)",
            chatterHTMLSupport="Always",
            hotKeysOnClosedWindows="Always",
        ),
        properties(texts, parts.options, parts.hidden, ground_text(parts.board, texts)),
        component(
            "module.PrototypesContainer",
            *(
                component("module.PrototypeDefinition", content=p.slot_text(), name=p.name, description=p.description)
                for p in parts.prototypes
            ),
        ),
        main_map(parts.plan, texts),
        *(box_map(window, texts) for window in parts.plan.windows),
        options_map(texts, parts.option_rows),
        open_at_start(),
        *setup_menu(parts),
        *turn_tracker(texts, grammar, max(parts.charts.turns), parts.phase_names),
        *battle_buttons(texts, grammar, odds_columns(parts.charts)),
        *weather(texts),
        *dice(texts, grammar),
        *claims(texts, grammar),
        palette(
            texts,
            parts.game.sides,
            parts.roster.units.values(),
            parts.roster.markers.values(),
            parts.maker,
            option_slots(parts.option_rows),
        ),
        chart_window(parts),
        inventory(texts),
        notes(texts),
        name=MODULE_NAME,
        version=version,
        VassalVersion=VASSAL_VERSION,
        description=DESCRIPTION,
        nextPieceSlotId=next_number(max(numbers.latest)),
    )
