"""The map under the counters of a page is that of the module, layer by layer, without its key."""

from __future__ import annotations

from tests.toy import load
from trc_module.art.map.drawing import LAYERS
from trc_module.games import find_game
from trc_module.report.page.ground import ground_svg
from trc_module.report.page.vectors import Inks


def test_a_page_has_every_layer_of_the_map_but_the_key_and_the_frames_of_areas() -> None:
    assert {name for name, _ in ground_svg(load().board, Inks({}))} == {*LAYERS} - {"areas", "panels"}


def test_woods_swamps_and_mountains_are_drawn_there_as_in_the_module() -> None:
    shown = dict(ground_svg(find_game("trc").board, Inks({})))
    # Single trees, reeds and slopes, not an even colour: some hundred signs, in few paths.
    assert [name for name in ("relief", "swamp", "woods") if len(shown[name]) < 20_000] == []
