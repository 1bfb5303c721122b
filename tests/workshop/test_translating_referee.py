"""Words that come in for a language are those that VASSAL shows, under the keys that we give them."""

from __future__ import annotations

from pathlib import Path

from tests.referee.engine import Engine
from trc_module.vassal import Archive, component
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import prototype_text
from trc_module.vassal.values import Key
from trc_module.workshop.bundles import bundle_bytes, bundle_name, messages, with_language
from trc_module.workshop.rewriting import BuildFile, rewrite

WORDS = {"Sweep": "Kehren", "Tidy": "Ordnen", "Take away": "Wegnehmen"}


def test_buttons_and_menus_of_counters_bear_the_words(referee: Engine, module: Path, tmp_path: Path) -> None:
    translated = tmp_path / "translated.vmod"
    with Archive(module) as archive:
        build = BuildFile(archive)
        sweep = component("module.GlobalKeyCommand", name="Sweeper", buttonText="Sweep", hotkey=Key.named("sweep"))
        tidy = component("module.map.MassKeyCommand", name="Tidier", buttonText="Tidy", hotkey=Key.named("tidy"))
        build.root.append(sweep)
        next(build.root.iter("VASSAL.build.module.Map")).append(tidy)
        away = Trait.make("delete", command="Take away", key=Key.ctrl("D"))
        next(build.root.iter("VASSAL.build.module.PrototypeDefinition")).text = prototype_text([away])
        keys = {each.key: WORDS[each.text] for each in messages(build.root) if each.text in WORDS}
        # The engine of the tests speaks English, and takes what the module has for that.
        with_language(build.root, "en")
        rewrite(archive, translated, {build.name: build.content()}, {bundle_name("en"): bundle_bytes(keys)})
    assert sorted(keys) == [
        "GlobalKeyCommand.Sweeper.buttonText",
        "Map.Main Map..MassKeyCommand.Tidier.buttonText",
        "Piece.Take away",
    ]
    game = referee.open(translated)
    game.start_setup("Start")
    assert {button.text for button in game.buttons()} >= {"Kehren", "Ordnen"}
    unit = next(piece for piece in game.pieces() if piece.name == "1st")
    assert "Wegnehmen" in {entry.shown.partition("  ")[0] for entry in game.menu(unit)}
