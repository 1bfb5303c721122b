"""The module's build file: every component in the order in which VASSAL builds them."""

from __future__ import annotations

from lxml import etree

from trc_module.module.buttons import global_options, inventory, more, notes, player_roster, word_property
from trc_module.module.charts import battle_charts, chart_window
from trc_module.module.help import documentation
from trc_module.module.maps import box_map, main_map
from trc_module.module.options import SETUP_NOTE, open_at_start, option_slots, options_map
from trc_module.module.palette import palette
from trc_module.module.palette_paths import next_number
from trc_module.module.plates import every_plate, layer_property, layers, plate_slots
from trc_module.module.recipe import REFEREE, ModuleInputs
from trc_module.module.setups import setup_menu
from trc_module.module.window_titles import translations
from trc_module.vassal.buildfile import component


def build_tree(parts: ModuleInputs, version: str) -> etree._Element:
    """Return the root of the build file [VASSAL.build.GameModule]."""
    texts, recipe = parts.texts, parts.recipe
    return component(
        "GameModule",
        *translations(parts.window_titles),
        component("module.BasicCommandEncoder"),
        documentation(parts),
        player_roster(texts, (*(side.capitalize() for side in parts.game.sides), REFEREE)),
        global_options(*recipe.preferences(parts)),
        component(
            "module.properties.GlobalProperties",
            *recipe.properties(parts),
            *((word_property(SETUP_NOTE),) if parts.options else ()),
            *((layer_property(),) if recipe.has_plates else ()),
        ),
        component(
            "module.PrototypesContainer",
            *(
                component("module.PrototypeDefinition", content=p.slot_text(), name=p.name, description=p.description)
                for p in parts.prototypes
            ),
        ),
        main_map(
            parts.layout,
            texts,
            recipe.map_zoom,
            (layers(texts),) if recipe.has_plates else (),
            recipe.dragged,
        ),
        *(
            box_map(
                window,
                texts,
                recipe.in_window(parts, window),
                recipe.counter_words(parts),
                recipe.box_zoom,
                recipe.icons(parts).get(window.id, ""),
            )
            for window in parts.layout.windows
        ),
        *recipe.maps(parts),
        *((options_map(texts, parts.option_rows), open_at_start()) if parts.options else ()),
        *setup_menu(parts),
        palette(
            texts,
            parts.game.sides,
            parts.roster.units.values(),
            recipe.palette_markers(parts),
            parts.maker,
            *((option_slots(parts.option_rows, texts("button.options")),) if parts.options else ()),
            *(
                (plate_slots(every_plate(parts.board, parts.layout, texts), texts("button.names")),)
                if recipe.has_plates
                else ()
            ),
        ),
        chart_window(parts),
        *battle_charts(parts),
        inventory(texts, recipe.listed_by),
        notes(texts),
        more(texts, "retire", *(("options",) if parts.options else ()), "counters", "inventory", "notes"),
        # What opens windows comes first in the toolbar, then the turn, then what does something.
        *recipe.toolbar(parts),
        name=recipe.identity.name,
        version=version,
        VassalVersion=parts.vassal,
        description=recipe.identity.description,
        nextPieceSlotId=next_number(max(parts.roster.numbers.latest)),
    )
