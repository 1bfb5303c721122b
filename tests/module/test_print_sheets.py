from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.toy.game import FOLDER, load
from trc_module.art.counters.sheets import SheetOptions, counter_sheets, lacks_factors
from trc_module.art.display import Text
from trc_module.art.map.style import load_style
from trc_module.cli.main import group
from trc_module.games import find_game
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.orders_of_battle import orders_of_battle, turn_titles
from trc_module.module.print_sheets import print_game
from trc_module.resources import data_dir

GAMES = ("trc", "nr", "m41", "trp")


def parts_of(game: str, language: str = "en") -> ModuleInputs:
    return load_inputs(find_game(game), data_dir() / game, language)


def test_a_game_is_printed_whole(tmp_path: Path) -> None:
    parts = load_inputs(load(), FOLDER)
    done = {each.path.name: each for each in print_game(parts, tmp_path / "paper")}
    assert list(done) == ["map.pdf", "boards.pdf", "counters.pdf", "charts.pdf", "orders-of-battle.pdf"]
    for name, each in done.items():
        content = (tmp_path / "paper" / name).read_bytes()
        assert content.startswith(b"%PDF-")
        assert content.count(b"/Type /Page\n") == each.pages > 0
    assert [each.how for each in done.values()] == ["glue", "glue", "both", "read", "read"]


def test_the_command_says_how_each_file_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path))
    words = ["--games-path", str(FOLDER.parent), "--game", "toy", "print", str(tmp_path / "paper"), "--paper", "letter"]
    done = CliRunner().invoke(group, words, catch_exceptions=False)
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert [Path(line.partition(":")[0]).name for line in lines] == [
        *("map.pdf", "boards.pdf", "counters.pdf", "charts.pdf", "orders-of-battle.pdf"),
    ]
    assert "print on both sides at 100 %" in lines[2]


@pytest.mark.parametrize("game", GAMES)
def test_every_unit_stands_in_the_order_of_battle_of_its_side_once(game: str) -> None:
    parts = parts_of(game)
    sheets = list(orders_of_battle(parts, 790.0, load_style("colour")))
    assert len(sheets) == len({unit.side for unit in parts.roster.units.values()})
    for strips in sheets:
        assert sum(strip.height for strip in strips) > 100


def test_units_that_arrive_stand_under_their_turn_with_where() -> None:
    (_, russian) = orders_of_battle(parts_of("m41", "de"), 790.0, load_style("colour"))
    told = [item.text for strip in russian for item in strip.items if isinstance(item, Text)]
    assert told[0] == "KRIEGSGLIEDERUNG: RUSSEN"
    assert [text for text in told if text.startswith(("Zu Beginn", "Runde"))] == [
        *("Zu Beginn", "Runde 1", "Runde 4", "Runde 5"),
    ]


def test_turns_are_called_as_in_their_boxes() -> None:
    assert turn_titles(parts_of("nr"))[8] == "Turn 8, Jul-Aug 42"
    assert turn_titles(parts_of("trc"))[3] == "Turn 3, Sep/Oct 1941"


def test_counters_without_factors_stand_on_sheets_of_their_own() -> None:
    units = list(parts_of("trp").roster.units.values())[:3]
    known = list(parts_of("trc").roster.units.values())[:2]
    assert [lacks_factors(item) for item in (*units, *known)] == [True] * 3 + [False] * 2
    pages = list(counter_sheets([units[0], known[0], *units[1:], known[1]], SheetOptions(title="T", unknown="blank")))
    heads = [[item.text for item in page.items if isinstance(item, Text)][-1] for page in pages]
    assert heads == ["T   1 of 2, front", "T   1 of 2, back", "T   2 of 2, front: blank", "T   2 of 2, back: blank"]
