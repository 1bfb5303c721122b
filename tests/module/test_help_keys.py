"""The page of keys: what it lists is on a counter or on the toolbar, and what is there is listed, in every game."""

from __future__ import annotations

import re

import pytest

from tests.module.table.test_clicks import BFM
from trc_module.games import find_game
from trc_module.module.assembly import build_tree
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.keys import key_name
from trc_module.resources import data_dir
from trc_module.systems.kit.game import Kit
from trc_module.vassal.buildfile import serialize
from trc_module.vassal.values import Key

_TYPED = re.compile(r"^\d+,\d+$")
"""A key that a player types, as VASSAL writes it; a named one has a name behind it."""


@pytest.fixture(scope="module", params=["trc", "nr", "m41", "trp", "bfm"])
def parts(request: pytest.FixtureRequest) -> ModuleInputs:
    name = request.param
    return load_inputs(Kit(BFM).load(), BFM) if name == "bfm" else load_inputs(find_game(name), data_dir() / name)


def test_each_key_of_the_page_does_something(parts: ModuleInputs) -> None:
    # Traits within traits are escaped.
    text = serialize(build_tree(parts, "1")).decode().replace("\\", "")
    listed = parts.recipe.keys_in(parts)
    for keys in (listed.commands, listed.buttons):
        assert [name for name, key in keys.items() if key.encode() not in text] == []


def test_each_typed_key_of_the_toolbar_is_on_the_page(parts: ModuleInputs) -> None:
    listed = parts.recipe.keys_in(parts)
    told = {key_name(key, parts.texts) for key in (*listed.buttons.values(), listed.turn_back)}
    tree = build_tree(parts, "1")
    typed = {
        str(node.get(name))
        for node in tree.iter()
        # The other key of a command for counters is theirs.
        for name in (("buttonHotkey",) if "buttonHotkey" in node.attrib else ("hotkey", "nexthotkey", "prevhotkey"))
        if _TYPED.match(node.get(name, ""))
    }
    assert {key_name(Key.decode(each), parts.texts) for each in typed} - told == set()
