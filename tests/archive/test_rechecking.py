"""Verdicts that a change of data, readings or program changes; and games that stay under what they were begun with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.archive.games import BATTLE, START, WORK, chain, compose_game
from tests.games.trc.test_readings import LOWERED, SHIFTED
from tests.replay.script import Script
from tests.replay.test_chain import next_log
from trc_module.archive import edition
from trc_module.archive.adding import Addition, add
from trc_module.archive.edition_store import data_files
from trc_module.archive.files import Chosen
from trc_module.archive.rechecking import Anew, Rechecked, pin, recheck, unpin
from trc_module.archive.store import Store
from trc_module.archive.table import game_rows
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.resources import data_dir

SLOW = "id, move, source\nger-41-pz, 1, owner:test\n"
FAST = "id, move, source\nger-41-pz, 8, owner:test\n"


def violations(store: Store) -> dict[str, int]:
    return {Path(game.logs[0]).stem: game.violations for game in game_rows(store)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "logs"
    place.mkdir()
    return place


@pytest.fixture
def corrections(tmp_path: Path) -> Path:
    place = tmp_path / "corrections"
    place.mkdir()
    (place / "units.csv").write_text(SLOW, encoding="utf-8")
    return place


def far(parts: ModuleInputs, folder: Path) -> list[Path]:
    """Write a game in two logs, in the first of which a unit moves two hexes."""
    first = Script(parts, START, folder / "far.vlog").end().move("ger-41-pz", "J19", "J18").end()
    return [first.write(), next_log(first, "later.vlog").end().end().write()]


def test_a_changed_reading_names_exactly_the_games_that_it_changes(parts: ModuleInputs, folder: Path) -> None:
    for name, text in (("lowered", LOWERED), ("shifted", SHIFTED.replace("rus-24", "rus-26"))):
        compose_game(parts, f"game: trc\n{text}", folder / f"{name}.vlog")
    compose_game(parts, BATTLE, folder / "battle.vlog")
    chain(parts, folder)
    anew = Anew(readings=("C33b",))
    with Store(folder.parent / "x.db", new=True) as store:
        add(store, [folder], WORK)
        assert violations(store) == {"lowered": 0, "shifted": 1, "battle": 0, "a": 1}
        assert recheck(store, WORK) == Rechecked(current=4)
        before = list(map(tuple, store.all("SELECT * FROM game")))
        dry = recheck(store, WORK, anew=anew, keep=False)
        assert list(map(tuple, store.all("SELECT * FROM game"))) == before
        done = recheck(store, WORK, anew=anew)
        assert dry.changes == done.changes
        assert (done.judged, done.current, done.pinned, done.faults, done.notes) == (4, 0, 0, [], [])
        told = [
            ([Path(log).stem for log in each.logs], [f.rule for f in each.gone], [f.rule for f in each.new], each.why)
            for each in done.changes
        ]
        why = ("reading C33b chosen",)
        assert told == [(["lowered"], [], ["13.1b"], why), (["shifted"], ["13.1b"], [], why)]
        assert violations(store) == {"lowered": 1, "shifted": 0, "battle": 0, "a": 1}
        # What was judged before is kept, and it is not judged again.
        kept = {row["game"]: json.loads(row["verdict"])["findings"] for row in store.all("SELECT * FROM former")}
        assert sorted(len(findings) for findings in kept.values()) == [0, 1]
        assert recheck(store, WORK) == Rechecked(current=4)
        assert len(recheck(store, WORK, anew=Anew(readings=())).changes) == 2
        assert violations(store) == {"lowered": 0, "shifted": 1, "battle": 0, "a": 1}


def test_a_reading_of_one_game_changes_nothing_in_another(parts: ModuleInputs, folder: Path) -> None:
    retreat = load_inputs(find_game("nr"), data_dir() / "nr")
    for name, way in (("kept", "K14 K13"), ("broken", "L14 L15 L16 L17 L18 L19")):
        begins = f"game: nr\nat: turn 2 axis movement\non {way[:3]}: ger-6\n"
        compose_game(retreat, f"{begins}move ger-6 {way}\n", folder / f"{name}.vlog")
    compose_game(parts, BATTLE, folder / "battle.vlog")
    with Store(folder.parent / "x.db", new=True) as store:
        add(store, [folder], WORK)
        assert violations(store) == {"kept": 0, "broken": 1, "battle": 0}
        done = recheck(store, WORK, anew=Anew(readings=("R1b",)))
        assert done.judged == 3
        (change,) = done.changes
        assert [Path(log).stem for log in change.logs] == ["broken"]
        assert [(f.verdict, f.rule) for f in (*change.gone, *change.new)] == [("violation", "8a"), ("doubt", "8a")]
        assert change.why == ("reading R1b chosen",)
        assert violations(store) == {"kept": 0, "broken": 0, "battle": 0}


def test_a_changed_datum_is_told_with_the_file_and_only_named_games_are_judged(
    parts: ModuleInputs, folder: Path, corrections: Path
) -> None:
    far(parts, folder)
    compose_game(parts, BATTLE, folder / "battle.vlog")
    with Store(folder.parent / "x.db", new=True) as store:
        add(store, [folder], WORK, Chosen(overlay=str(corrections)))
        assert violations(store) == {"far": 1, "battle": 0}
        (corrections / "units.csv").write_text(FAST, encoding="utf-8")
        named = Anew(overlay=str(corrections))
        done = recheck(store, WORK, [str(folder / "battle.vlog")], named)
        assert (done.judged, done.changes) == (1, [])
        (change,) = recheck(store, WORK, anew=named).changes
        assert change.why == ("correction units.csv",)
        (gone,) = change.gone
        assert (gone.verdict, gone.at, change.new, change.outcome) == ("violation", "far.vlog:2, far.vlog:3", (), ())
        assert change.text().splitlines() == [
            f"{change.game} (far.vlog, later.vlog)",
            f"  no longer: {gone.text}",
            "  what has changed: correction units.csv",
        ]
        assert violations(store) == {"far": 0, "battle": 0}
        told = (
            f"'{corrections}': games were judged with the corrected data of this folder, and a path that an archive "
            "names is not looked into: name the folder by --data, or say --no-data."
        )
        assert recheck(store, WORK) == Rechecked(faults=[told])
        assert len(recheck(store, WORK, anew=Anew(overlay="")).changes) == 0


def test_a_pinned_game_goes_on_under_the_data_that_it_was_begun_with(
    parts: ModuleInputs, folder: Path, corrections: Path
) -> None:
    first, second = far(parts, folder)
    held = Chosen(overlay=str(corrections))
    with Store(folder.parent / "x.db", new=True) as store:
        add(store, [first], WORK, held, pinned=True)
        assert violations(store) == {"far": 1}
        (corrections / "units.csv").write_text(FAST, encoding="utf-8")
        assert recheck(store, WORK) == Rechecked(pinned=1)
        # Neither what is in the folder now, nor what is chosen now, is asked.
        assert add(store, [first, second], WORK) == Addition(files=2, known=1, read=1, games=1)
        (game,) = game_rows(store)
        assert (len(game.logs), game.violations, game.pinned) == (2, 1, True)
        (change,) = unpin(store, WORK, [game.name], Anew(overlay=str(corrections))).changes
        assert ([each.verdict for each in change.gone], change.why) == (["violation"], ("correction units.csv",))
        assert violations(store) == {"far": 0}
        # And back to what it was begun with.
        done = pin(store, WORK, [game.name])
        assert ([each.verdict for each in done.changes[0].new], done.pinned) == (["violation"], 1)
        assert violations(store) == {"far": 1}
        assert pin(store, WORK, [game.name]) == Rechecked(pinned=1)


def test_that_another_program_judges_a_pinned_game_is_told(
    parts: ModuleInputs, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = far(parts, folder)
    with Store(folder.parent / "x.db", new=True) as store:
        add(store, [first], WORK, pinned=True)
        then = store.all("SELECT program FROM edition")[0][0]
        monkeypatch.setattr(edition, "__version__", "9.9")
        (note,) = add(store, [second], WORK).notes
        now = f"9.9+{then.partition('+')[2]}"
        assert note == (
            f"{first}: its game is judged with the data and readings that it was begun with, but by program {now}; it "
            f"was begun under program {then}, which this archive does not hold."
        )


def test_the_data_of_an_edition_are_kept_as_they_were(parts: ModuleInputs, folder: Path, tmp_path: Path) -> None:
    far(parts, folder)
    with Store(folder.parent / "x.db", new=True) as store:
        add(store, [folder], WORK)
        files = data_files(store, 1, "trc")
        assert files.unpack(tmp_path / "kept") is None
    ours = data_dir() / "trc"
    for path in ours.rglob("*"):
        if path.is_file():
            assert (tmp_path / "kept" / "data" / "trc" / path.relative_to(ours)).read_bytes() == path.read_bytes()


def test_data_that_are_changed_while_games_are_judged_are_told(corrections: Path) -> None:
    now = edition.edition_of("trc", str(corrections))
    (corrections / "units.csv").write_text(FAST, encoding="utf-8")
    with pytest.raises(UserError, match=r"units\.csv was changed meanwhile: give the same command again\."):
        list(now.files())


def test_what_ends_in_a_fault_leaves_the_verdict_as_it_was(
    parts: ModuleInputs, folder: Path, corrections: Path
) -> None:
    first, _ = far(parts, folder)
    with Store(folder.parent / "x.db", new=True) as store:
        add(store, [folder], WORK, Chosen(overlay=str(corrections)), keep=False)
        (corrections / "units.csv").write_text(FAST, encoding="utf-8")
        first.unlink()
        told = f"{first}: the file is no longer there as it was, and the archive did not keep it."
        assert recheck(store, WORK, anew=Anew(overlay=str(corrections))) == Rechecked(faults=[told])
        assert violations(store) == {"far": 1}
