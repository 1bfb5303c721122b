"""Modules and saves changed by scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.vassal import Archive, read_build_file, read_piece, read_saved_game
from trc_module.vassal.commands import AddPiece
from trc_module.vassal.lint import lint
from trc_module.vassal.palette import read_palette
from trc_module.vassal.traits import Piece, Stack
from trc_module.workshop.pieces_table import rows_of
from trc_module.workshop.rewriting import BuildFile, rewrite


def edit(file: Path, script: str, name: str = "new.vmod") -> tuple[Result, Path]:
    """Carry a script out; return what is told and the new file."""
    path, output = file.parent / "edits.toml", file.parent / name
    path.write_text(script)
    words = ["edit", str(file), "--script", str(path), "-o", str(output)]
    return CliRunner().invoke(group, words, catch_exceptions=False), output


def slots(path: Path) -> list[tuple[str, str]]:
    return [(row.values["name"], row.values["gpid"]) for row in rows_of(path) if row.values["kind"] == "PieceSlot"]


# Modules


def test_a_trait_of_many_pieces_is_changed(module: Path) -> None:
    before = module.read_bytes()
    told, new = edit(
        module,
        '[[trait]]\nof = "?[nr]*"\ntrait = "report"\nif = { format = "* $unit$ attacks" }\n'
        'set = { format = "$unit$ attacks!" }\n',
    )
    assert told.stdout.splitlines()[0] == "trait 1: 2 pieces and prototypes with the trait report"
    assert module.read_bytes() == before
    with Archive(new) as archive:
        formats = {
            each.name: [trait.text_of("format") for trait in each.piece.find("report")]
            for each in read_palette(archive).definitions
        }
    assert formats == {"1st": ["* $unit$ attacks"], "2nd": ["$unit$ attacks!"], "3rd": ["$unit$ attacks!"], "Old": []}


def test_a_trait_is_dropped(module: Path) -> None:
    _, new = edit(module, '[[trait]]\ntrait = "mark"\nof = "1st"\ndrop = true\n')
    assert {row.values["name"]: row.values["traits"] for row in rows_of(new)}["1st"] == "report, PROP"


def test_slots_are_dropped_moved_and_lists_merged(module: Path) -> None:
    _, new = edit(
        module,
        '[[slot]]\nof = "Old"\ndrop = true\n\n[[slot]]\nof = "1st"\nto = "PieceWindow[Counters]/ListWidget[Blue]"\n\n'
        '[[list]]\nfrom = "ListWidget[Red]"\ninto = "ListWidget[Blue]"\n',
    )
    assert slots(new) == [("1st", "1"), ("2nd", "2"), ("3rd", "3")]
    assert {row.values["place"].split("/")[-2] for row in rows_of(new)[1:]} == {"ListWidget[Blue]"}


def test_numbers_that_two_slots_share_are_given_anew(module: Path) -> None:
    twice = module.parent / "twice.vmod"
    with Archive(module) as archive:
        build = BuildFile(archive)
        for slot in build.root.iter("VASSAL.build.widget.PieceSlot"):
            if slot.get("entryName") == "Old":
                slot.set("gpid", "3")
        rewrite(archive, twice, {build.name: build.content()})
    told, new = edit(twice, '[numbers]\nrenew = "doubled"\n')
    assert told.stdout.splitlines()[0] == "numbers: 1 slots were given another number"
    assert slots(new) == [("1st", "1"), ("2nd", "2"), ("3rd", "3"), ("Old", "4")]
    with Archive(new) as archive:
        assert read_build_file(archive).get("nextPieceSlotId") == "5"
        assert not [finding for finding in lint(archive) if finding.code.startswith("VM12")]


def test_a_picture_gets_another_name_wherever_it_is_named(module: Path) -> None:
    _, new = edit(module, '[[picture]]\nfrom = "1st.png"\nto = "first.png"\n')
    assert [row.values["picture"] for row in rows_of(new) if row.values["name"] == "1st"] == ["first.png"]
    with Archive(new) as archive:
        assert ("images/first.png" in archive, "images/1st.png" in archive) == (True, False)


def test_an_extension_is_split_off_and_merged_again(module: Path) -> None:
    _, less = edit(module, '[[split]]\nof = "[23]*"\ninto = "more.vmdx"\nid = "opt"\n', "less.vmod")
    assert slots(less) == [("1st", "1"), ("Old", "4")]
    extension = module.parent / "more.vmdx"
    assert slots(extension) == [("2nd", "opt:0"), ("3rd", "opt:1")]
    with Archive(less) as archive, Archive(extension) as more:
        palette = read_palette(archive, [more])
        assert [each.name for each in palette.definitions] == ["1st", "2nd", "3rd", "Old"]
    _, whole = edit(less, '[[extension]]\nmerge = "more.vmdx"\n', "whole.vmod")
    assert slots(whole) == [("1st", "1"), ("2nd", "5"), ("3rd", "6"), ("Old", "4")]


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("", "expected at least one step"),
        ('[[piece]]\nof = "x"\n', "expected steps for a module"),
        ('[[trait]]\ntrait = "reports"\ndrop = true\n', "line 1: expected the id of a trait, .*found 'reports'"),
        ('[[trait]]\ntrait = "report"\nset = { formt = "x" }\n', "line 1: expected a field of the trait report"),
        ('[[trait]]\ntrait = "emb2"\nset = { loop = "x" }\n', "expected a true or false for loop, found 'x'"),
        ('[[trait]]\ntrait = "report"\n', "either 'set' with new values of fields or 'drop = true'"),
        ('[[trait]]\ntrait = "rotate"\ndrop = true\n', "with the trait rotate that the step speaks of, found none"),
        ('[[slot]]\nof = "Nobody"\ndrop = true\n', "expected slots that the step speaks of, found none"),
        ('[[slot]]\nof = "1st"\nto = "ListWidget"\n', "one part of the module at 'ListWidget', found none"),
        ('[[picture]]\nfrom = "1st.png"\nto = "2nd.png"\n', "a name that is free, found one that is there: '2nd.png'"),
        ('[[slot]]\nof = "1st"\ndropp = true\n', "line 3"),
    ],
)
def test_a_step_that_is_wrong_is_told_with_its_line_and_nothing_is_written(
    module: Path, script: str, told: str
) -> None:
    with pytest.raises(UserError, match=told):
        edit(module, script)
    assert not (module.parent / "new.vmod").exists()


# Saves


def table(path: Path) -> tuple[dict[str, tuple[str | None, int, int]], dict[str, tuple[str, ...]]]:
    """Return where each piece of a save lies, and what its stacks hold."""
    found = [read_piece(each) for each in read_saved_game(path).commands() if isinstance(each, AddPiece)]
    pieces = {str(each.id): (each.map, *each.position) for each in found if isinstance(each, Piece)}
    return pieces, {str(each.id): each.members for each in found if isinstance(each, Stack)}


def test_pieces_are_moved_and_leave_their_stacks(save: Path) -> None:
    _, new = edit(
        save,
        '[[piece]]\nof = "1st"\nto = "Boxes"\nat = [30, 40]\n\n[[piece]]\nof = "*"\nmap = "Boxes"\nshift = [1, -2]\n',
        "new.vsav",
    )
    pieces, stacks = table(new)
    assert pieces == {
        "11": ("Boxes", 31, 38),
        "12": ("Main Map", 180, 52),
        "13": ("Boxes", 21, 18),
        "14": ("Boxes", 21, 18),
    }
    assert stacks == {"21": ("12",)}


def test_properties_and_levels_are_set_and_duplicates_dropped(save: Path) -> None:
    told, new = edit(save, '[[piece]]\nof = "3rd"\nset = { Step = 1 }\n\n[duplicates]\ndrop = true\n', "new.vsav")
    assert told.stdout.splitlines() == ["piece 1: 2 pieces", "duplicates: 1 pieces dropped"]
    rows = rows_of(new)
    assert [(row.values["name"], row.properties["Step"]) for row in rows] == [("1st", "2"), ("2nd", "2"), ("3rd", "1")]


def test_a_stack_whose_pieces_are_dropped_goes_too(save: Path) -> None:
    _, new = edit(save, '[[piece]]\nof = "[12]*"\ndrop = true\n', "new.vsav")
    assert table(new) == ({"13": ("Boxes", 20, 20), "14": ("Boxes", 20, 20)}, {})


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ('[[slot]]\nof = "x"\ndrop = true\n', "expected steps for a save"),
        ('[[piece]]\nof = "Nobody"\ndrop = true\n', "pieces named Nobody that the step would change, found none"),
        ('[[piece]]\nof = "1st"\n', "either 'drop = true', or 'to', 'at', 'shift' or 'set'"),
        ('[[piece]]\nof = "1st"\nat = [1, 2]\nshift = [1, 2]\n', "either 'at' or 'shift'"),
        ('[[piece]]\nof = "1st"\nset = { Strength = 1 }\n', "pieces with the property 'Strength', found '1st'"),
    ],
)
def test_a_step_for_a_save_that_is_wrong_is_told(save: Path, script: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        edit(save, script, "new.vsav")
    assert not (save.parent / "new.vsav").exists()
