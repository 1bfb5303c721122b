"""Drafts of two modules of other makers, which no profile has seen: names, boxes, maps, and what is left to check."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.profiles.standin import OTHER, TRC4, StandIn
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.draft import Draft, draft_profile, lines
from trc_module.profiles.model import read_profile
from trc_module.profiles.outline import Outline, Slot
from trc_module.profiles.words import Words
from trc_module.vassal import component, serialize

MODULES = pytest.mark.parametrize("module", [TRC4, OTHER], ids=["short", "long"])


def expected(module: StandIn, parts: ModuleInputs) -> dict[str, set[str]]:
    """Return the units of each slot, by what a profile should call it."""
    slots = module.slots(parts)
    often = [name for name, _ in slots]
    return {
        f"{name} #{number}" if often.count(name) > 1 else name: {unit.id for unit in units}
        for number, (name, units) in enumerate(slots)
    }


@MODULES
def test_nearly_all_pieces_are_named_and_none_wrongly(
    module: StandIn, drafts: dict[str, Draft], parts: ModuleInputs
) -> None:
    wanted = expected(module, parts)
    found = {key: {u} if isinstance(u, str) else set(u) for key, u in drafts[module.name].spec.units.items()}
    wrong = {key: units for key, units in found.items() if wanted.get(key) != units}
    assert wrong == {}
    assert len(found) >= 0.95 * len(wanted)


def test_the_boxes_of_the_first_are_its_maps(drafts: dict[str, Draft]) -> None:
    assert drafts["TRC4"].spec.boxes == {
        "Flugplatz": "stukas",
        "Optional Units": "optional",
        "POW": "surrendered",
        "Paratroops": "paratroop-reserve",
        "Partisans": "partisans",
        "ReplacementPool": "replacement-pool",
        "ge-OOB": "own",
        "ru-OOB": "own",
    }


def test_the_boxes_of_the_second_are_zones(drafts: dict[str, Draft]) -> None:
    spec = drafts[OTHER.name].spec
    assert {zone.name: zone.box for zone in spec.zones} == {
        "Axis Replacement Pool": "axis replacement-pool",
        "Soviet Replacement Pool": "russian replacement-pool",
        "Axis Surrendered Units": "axis surrendered",
        "Soviet Surrendered Units": "russian surrendered",
        "Stukas": "stukas",
        "Sturmoviks": "sturmoviks",
        "Partisans Available": "partisans",
        "Paratroop Box": "paratroop-reserve",
    }
    assert spec.boxes == {"Axis OOB": "own", "Soviet OOB": "own"}


def test_printed_numbers_place_the_hexes_and_others_do_not(drafts: dict[str, Draft], parts: ModuleInputs) -> None:
    ours, other = drafts["TRC4"].spec.map, drafts[OTHER.name].spec.map
    assert ours is not None
    assert other is not None
    assert ours.hexes == {}
    x, y = OTHER.lattice.centre(OTHER.lattice.cell_of(2, 1))
    assert other.hexes["A33"] == [x, y]
    assert (ours.x0, ours.y0, ours.sideways) == (47, 75, False)


def test_the_checklist_counts_and_names_what_is_guessed(drafts: dict[str, Draft]) -> None:
    told = list(lines(drafts["TRC4"]))
    assert told[0] == f"pieces: {drafts['TRC4'].of('piece')[0]} sure, 2 guessed, 0 not known"
    assert "[ ] guessed: piece 'ge-mtn-Deitl' is ger-dietl-mtn (a name that is only alike)" in told
    assert "[ ] guessed: piece 'Worker-Lenigrad' is rus-worker-leningrad (a name that is only alike)" in told


@MODULES
def test_a_draft_can_be_read_as_a_profile(
    module: StandIn, drafts: dict[str, Draft], profiles: dict[str, Path], parts: ModuleInputs
) -> None:
    assert read_profile(profiles[module.name], parts).spec == drafts[module.name].spec


def test_the_profile_that_comes_with_us_names_the_same(drafts: dict[str, Draft], parts: ModuleInputs) -> None:
    shipped = read_profile(parts.folder / "profiles" / "trc4.toml", parts)
    drafted = {key: (u,) if isinstance(u, str) else tuple(u) for key, u in drafts["TRC4"].spec.units.items()}
    assert {key: shipped.units.get(key) for key in drafted} == drafted
    assert shipped.spec.tracker == drafts["TRC4"].spec.tracker
    assert shipped.spec.boxes == drafts["TRC4"].spec.boxes


def test_a_module_of_another_game_is_refused(parts: ModuleInputs, words: Words) -> None:
    with pytest.raises(UserError, match=r"No piece of 'Chess' is a unit of trc: expected a module of that game"):
        draft_profile(Outline("Chess", "1", (), (), (), ()), parts, words)


def strange(parts: ModuleInputs) -> Outline:
    """Return a module of another game, some of whose pieces are named like units of ours."""
    alike = [slot for slot, _ in TRC4.slots(parts)[:20]]
    names = [*alike, *(f"US {number} Cavalry" for number in range(200))]
    slots = tuple(Slot(name, str(number), "", (), (), (), (), False) for number, name in enumerate(names))
    return Outline("Another game", "1", slots, (), (), ())


def test_a_module_of_another_game_is_told_and_nothing_in_it_is_sure(parts: ModuleInputs, words: Words) -> None:
    with pytest.raises(UserError, match="'Another game' is a module of another game than The Russian Campaign"):
        draft_profile(strange(parts), parts, words)
    draft = draft_profile(strange(parts), parts, words, anyway=True)
    assert draft.of("piece")[0] == 0
    assert draft.of("piece")[1] >= 10


@pytest.mark.parametrize("game", ["nr", "m41", "trp"])
def test_a_game_without_words_for_other_modules_says_so(game: str, tmp_path: Path) -> None:
    module = tmp_path / "m.xml"
    module.write_bytes(serialize(component("GameModule", name="m")))
    asked = ["profile", "--game", game, str(module), "-o", str(tmp_path / "p.toml")]
    with pytest.raises(UserError, match=f"Files of other modules cannot be read for the game '{game}'"):
        CliRunner().invoke(group, asked, catch_exceptions=False)
    assert not (tmp_path / "p.toml").exists()
