"""Four errata from the command line, each to its end: preview, build, difference, and an old game brought forward."""

from __future__ import annotations

import json
import shutil
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.kept_pictures import copied_cache
from tests.referee.engine import Engine, Piece, WrittenPiece
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs
from trc_module.module.layout import MAIN_MAP

# One process builds the module, and the engine's tests in the same process use it again.
pytestmark = pytest.mark.xdist_group("referee")

HEAD = 'title = "Letter"\ndate = 2026-01-01\nsource = "erratum:letter"\n\n'
FACTOR = ('unit = "ger-47-pz"\nfield = "combat"\nold = 7\nnew = 8',)
NEW_UNIT = (
    'unit = "rus-99-inf"\nadd = { side = "russian", nation = "russian", name = "99", type = "infantry", size = "army", '
    'stacks = "army", combat = 4, move = 3, area = "Moscow", arrival = "start" }',
)
NEW_NAME = (
    'unit = "ger-3-pz"\nrename = "ger-30-pz"',
    'unit = "ger-30-pz"\nfield = "name"\nold = "3"\nnew = "30"',
)
RETIREMENT = ('unit = "rus-52-inf"\nretire = true',)


def run(*arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(group, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, (SystemExit, UserError)):
        raise result.exception
    assert (2 if isinstance(result.exception, UserError) else result.exit_code) == code, result.output
    return result


@pytest.fixture(scope="module")
def old_module(module_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stories")
    assert module_file.is_file()
    built = json.loads(run("build", "-o", folder / "old.vmod", "--json").stdout)
    assert built["drawn"] == []
    copied_cache(folder / "kept")
    return folder / "old.vmod"


@dataclass(frozen=True)
class Story:
    """The output of the commands about one erratum, and the newer module.

    `changes` are those that `diff` tells but of set-ups, `setups` the counters that each of these has no more, has now
    or has elsewhere. `entries` are those of the archive that differ, but the palette and the set-ups, in which every
    counter is.
    """

    preview: list[str]
    drawn: list[str]
    changes: dict[str, dict[str, Any]]
    setups: dict[str, list[str]]
    entries: set[str]
    module: Path


def newer(old: Path, folder: Path, *corrections: str) -> tuple[Path, list[str]]:
    """Build the module with an erratum and return it and what was drawn for it."""
    sheet = folder / "mine" / "errata" / "0001-letter.toml"
    sheet.parent.mkdir(parents=True)
    sheet.write_text(HEAD + "".join(f"[[correction]]\n{text}\n" for text in corrections), encoding="utf-8")
    new = folder / "new.vmod"
    # What one story draws is not there yet for another.
    shutil.copytree(old.parent / "kept", folder / "kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRC_MODULE_CACHE", str(folder / "kept"))
        return new, json.loads(run("build", "-o", new, "--data", folder / "mine", "--json").stdout)["drawn"]


def tell(old: Path, folder: Path, *corrections: str) -> Story:
    """Take an erratum through build, preview and diff."""
    new, drawn = newer(old, folder, *corrections)
    preview = run("errata", "preview", folder / "mine" / "errata" / "0001-letter.toml").stdout.splitlines()
    page = folder / "page.html"
    found = json.loads(run("diff", old, new, "--json", "-o", page, code=1).stdout)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    with zipfile.ZipFile(old) as before, zipfile.ZipFile(new) as after:
        names = {*before.namelist(), *after.namelist()}
        common = set(before.namelist()) & set(after.namelist())
        entries = {name for name in names if name not in common or before.read(name) != after.read(name)}
    entries = {name for name in entries if name != "buildFile.xml" and not name.endswith(".vsav")}
    changes = {f"{c['kind']} {c['subject']}: {c['action']}": c for c in found if c["kind"] != "set-up"}
    setups = {c["subject"]: [detail["what"] for detail in c["details"]] for c in found if c["kind"] == "set-up"}
    return Story(preview, drawn, changes, setups, entries, new)


def details(story: Story, change: str) -> list[tuple[str, str | None, str | None]]:
    return [(d["what"], d["old"], d["new"]) for d in story.changes[change]["details"]]


# --- an old game, played in the real engine ---


@dataclass(frozen=True)
class OldGame:
    """A save of the older module and what lay on its table."""

    save: Path
    pieces: dict[str, Piece]


@pytest.fixture(scope="module")
def old_game(referee: Engine, old_module: Path, parts: ModuleInputs) -> OldGame:
    """Play a little: a stack of three in M20, one of them turned over, one on its own, marked as moved."""
    game = referee.keep(old_module)
    game.start_setup("Campaign: units in their boxes", side="Axis")
    ids = {piece.properties.get("unit"): piece.id for piece in game.pieces()}
    m20, k20 = (parts.layout.point(parts.board.grid.hex(name))[1:] for name in ("M20", "K20"))
    for unit in ("ger-47-pz", "ger-3-pz", "rus-52-inf"):
        game.move(ids[unit], MAIN_MAP, *m20)
    game.choose(ids["ger-3-pz"], "Turn over")
    game.move(ids["ger-24-pz"], MAIN_MAP, *k20)
    save = old_module.parent / "old.vsav"
    game.save_game(save)
    pieces = {piece.gpid: piece for piece in game.pieces()}
    assert [pieces[gpid].index for gpid in ("11", "5", "183")] == [0, 1, 2]
    assert (pieces["5"].properties["Face_Level"], pieces["7"].properties["Moved"]) == ("1", "true")
    return OldGame(save, pieces)


KEPT = ("Face_Level", "Moved", "Side")


def refreshed(old: OldGame, module: Path, *options: str) -> str:
    """Bring the old save forward and return what was said about it."""
    return run("refresh", old.save, "--to", module, "-o", module.parent / "new.vsav", *options).stdout


@pytest.fixture(scope="module")
def gone_on(
    referee: Engine, old_game: OldGame, old_module: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, WrittenPiece]:
    """Let the old game go on in the engine after a letter with all four errata, every piece being in its place.

    Returns the pieces by number.
    """
    letter = (*FACTOR, *NEW_UNIT, *NEW_NAME, *RETIREMENT)
    module, _ = newer(old_module, tmp_path_factory.mktemp("all"), *letter)
    refreshed(old_game, module, "--keep-retired")
    game = referee.open(module, draw_palettes=False)
    assert game.load(module.parent / "new.vsav", side="Axis")
    assert game.said.complaints == ()
    pieces = {piece.gpid: piece for piece in game.written()}
    assert pieces.keys() == old_game.pieces.keys()
    for gpid, piece in pieces.items():
        before = old_game.pieces[gpid]
        assert (piece.id, piece.map, piece.x, piece.y, piece.index) == (
            before.id,
            before.map,
            before.x,
            before.y,
            before.index,
        )
        assert [piece.properties.get(name) for name in KEPT] == [before.properties.get(name) for name in KEPT]
    # What we made of the game the engine would leave as it is.
    game.refresh()
    again = {piece.gpid: piece for piece in game.written()}
    assert {gpid: (p.type, p.x, p.y, p.index) for gpid, p in again.items()} == {
        gpid: (p.type, p.x, p.y, p.index) for gpid, p in pieces.items()
    }
    return pieces


# --- a changed factor ---


@pytest.fixture(scope="module")
def stronger(old_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Story:
    return tell(old_module, tmp_path_factory.mktemp("factor"), *FACTOR)


def test_a_changed_factor_changes_one_face_and_what_says_the_factor(stronger: Story) -> None:
    assert stronger.preview[:2] == ["Letter (2026-01-01) [erratum:letter]", "    unit ger-47-pz: combat 7 -> 8"]
    assert stronger.drawn == ["ger-47-pz front"]
    assert list(stronger.changes) == [
        "counter 11 German 47 Armor 8-7: changed",
        "picture ger-47-pz.png of German 47 Armor 8-7: changed",
    ]
    assert details(stronger, "counter 11 German 47 Armor 8-7: changed") == [
        ("name", "German 47 Armor 7-7", "German 47 Armor 8-7"),
        ("CF", "7", "8"),
    ]
    assert stronger.setups == {}
    assert stronger.entries == {"images/ger-47-pz.png"}


def test_an_old_game_goes_on_with_the_changed_factor(
    old_game: OldGame, stronger: Story, gone_on: dict[str, WrittenPiece]
) -> None:
    assert refreshed(old_game, stronger.module).splitlines() == [
        f"{len(old_game.pieces)} pieces: {len(old_game.pieces)} found by number.",
        "    11 German 47 Armor 7-7 is now German 47 Armor 8-7",
    ]
    assert (gone_on["11"].properties["CF"], gone_on["11"].location) == ("8", "M20")


# --- a new unit ---


@pytest.fixture(scope="module")
def added(old_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Story:
    return tell(old_module, tmp_path_factory.mktemp("added"), *NEW_UNIT)


def test_a_new_unit_is_drawn_and_gets_a_number_of_its_own(added: Story) -> None:
    assert added.preview[1] == "    unit rus-99-inf: added"
    assert added.drawn == ["rus-99-inf front", "rus-99-inf back"]
    assert list(added.changes) == [
        "counter 100001 Russian 99 Infantry 4-3: added",
        "picture rus-99-inf.png of Russian 99 Infantry 4-3: added",
        "picture rus-99-inf-back.png of Russian 99 Infantry 4-3: added",
    ]
    assert set(map(tuple, added.setups.values())) == {("Russian 99 Infantry 4-3",)}
    assert "campaign.vsav" in added.setups
    assert added.entries == {"images/rus-99-inf.png", "images/rus-99-inf-back.png"}


def test_an_old_game_goes_on_without_the_new_unit(
    old_game: OldGame, added: Story, gone_on: dict[str, WrittenPiece]
) -> None:
    count = len(old_game.pieces)
    assert refreshed(old_game, added.module) == f"{count} pieces: {count} found by number.\n"
    assert "100001" not in gone_on


# --- a renamed unit ---


@pytest.fixture(scope="module")
def renamed(old_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Story:
    return tell(old_module, tmp_path_factory.mktemp("renamed"), *NEW_NAME)


def test_a_renamed_unit_keeps_its_number_and_the_names_of_its_pictures(renamed: Story) -> None:
    assert renamed.preview[1:3] == ["    unit ger-3-pz: renamed to ger-30-pz", "    unit ger-30-pz: name 3 -> 30"]
    assert renamed.drawn == ["ger-30-pz front", "ger-30-pz back"]
    assert list(renamed.changes) == [
        "counter 5 German 30 Armor 7-7: changed",
        "picture ger-3-pz.png of German 30 Armor 7-7: changed",
        "picture ger-3-pz-back.png of German 30 Armor 7-7: changed",
    ]
    assert details(renamed, "counter 5 German 30 Armor 7-7: changed") == [
        ("name", "German 3 Armor 7-7", "German 30 Armor 7-7"),
        ("unit", "ger-3-pz", "ger-30-pz"),
        ("Called", "3rd Panzer Corps", "30th Panzer Corps"),
    ]
    assert renamed.setups == {}
    assert renamed.entries == {"images/ger-3-pz.png", "images/ger-3-pz-back.png"}


def test_in_an_old_game_the_renamed_unit_is_not_even_turned_over(
    old_game: OldGame, renamed: Story, gone_on: dict[str, WrittenPiece]
) -> None:
    assert "    5 German 3 Armor 7-7 is now German 30 Armor 7-7" in refreshed(old_game, renamed.module)
    assert (gone_on["5"].properties["unit"], gone_on["5"].properties["Face_Level"]) == ("ger-30-pz", "1")


# --- a retired unit ---


@pytest.fixture(scope="module")
def retired(old_module: Path, tmp_path_factory: pytest.TempPathFactory) -> Story:
    return tell(old_module, tmp_path_factory.mktemp("retired"), *RETIREMENT)


def test_a_retired_unit_leaves_and_its_number_stays_its_own(retired: Story) -> None:
    assert retired.preview[1] == "    unit rus-52-inf: retired"
    # The box of its turn said that it arrives.
    assert retired.drawn == ["Turn Record and Weather"]
    assert list(retired.changes) == [
        "counter 183 Russian 52 Infantry 3-3: removed",
        # The button says who arrives on each turn.
        "component DoActionButton[Arrivals]: changed",
        "picture tracks.png: changed",
        "picture rus-52-inf.png of Russian 52 Infantry 3-3: removed",
        "picture rus-52-inf-back.png of Russian 52 Infantry 3-3: removed",
    ]
    # Those behind it in the box move up by a cell.
    assert retired.setups["campaign.vsav"][0] == "Russian 52 Infantry 3-3"
    tracks = {name for name in retired.entries if name.startswith("images/tracks-")}
    assert retired.entries - tracks == {"images/rus-52-inf.png", "images/rus-52-inf-back.png"}
    assert len(tracks) == 2


def test_an_old_game_does_not_lose_the_retired_unit(
    old_game: OldGame, retired: Story, gone_on: dict[str, WrittenPiece]
) -> None:
    new = retired.module.parent / "new.vsav"
    refused = run("refresh", old_game.save, "--to", retired.module, "-o", new, code=2)
    assert "    not found: 183 Russian 52 Infantry 3-3" in refused.stdout
    assert "--keep-retired" in str(refused.exception)
    assert not new.exists()
    assert "1 not found, kept as they were" in refreshed(old_game, retired.module, "--keep-retired")
    # Its picture is gone; the plate in its place bears its name.
    assert gone_on["183"].properties["TextLabel"] == "<html><center>Russian 52<br>Infantry 3-3</center></html>"
    assert gone_on["183"].full_name == "Russian 52 Infantry 3-3"


def test_a_retired_number_is_not_given_again(retired: Story) -> None:
    folder = retired.module.parent
    shutil.copytree(folder / "mine", folder / "later")
    (folder / "later" / "errata" / "0002-next.toml").write_text(
        HEAD + '[[correction]]\nunit = "rus-98-inf"\nadd = { side = "russian", nation = "russian", name = "98", '
        'type = "infantry", size = "army", stacks = "army", combat = 3, move = 3, arrival = "unknown" }\n',
        encoding="utf-8",
    )
    run("build", "-o", folder / "later.vmod", "--data", folder / "later")
    with zipfile.ZipFile(folder / "later.vmod") as archive:
        palette = archive.read("buildFile.xml")
    assert b'gpid="183"' not in palette
    assert b'gpid="100001"' in palette


# --- nothing ---


def test_two_builds_that_differ_only_in_dates_show_nothing(
    old_module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795000000")
    run("build", "-o", tmp_path / "later.vmod")
    assert (tmp_path / "later.vmod").read_bytes() != old_module.read_bytes()
    assert run("diff", old_module, tmp_path / "later.vmod").stdout == "No difference.\n"
