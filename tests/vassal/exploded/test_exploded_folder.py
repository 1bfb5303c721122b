"""Modules as folders: nothing is lost, nothing else is touched, and what is wrong is said in a sentence."""

from __future__ import annotations

import io
import os
import shutil
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.vassal.lint.small_module import SmallModule
from trc_module.cli.commands import explode as explode_command
from trc_module.cli.commands import implode as implode_command
from trc_module.vassal import Container, Entry, FormatError, Metadata, reveal, veil, write_archive
from trc_module.vassal.exploded import explode, implode
from trc_module.vassal.saves import read_saved_game


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return SmallModule().write(tmp_path)


@pytest.fixture
def exploded(module: Path, tmp_path: Path) -> Path:
    explode(module, tmp_path / "x")
    return tmp_path / "x"


def contents(path: Path) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]


def deep_contents(path: Path) -> list[tuple[str, object]]:
    return [(name, contents_of(data) if name.endswith((".vsav", ".vlog")) else data) for name, data in contents(path)]


def contents_of(data: bytes) -> object:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return [(name, archive.read(name)) for name in archive.namelist()]
    except zipfile.BadZipFile:
        return data


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def back(exploded: Path) -> Path:
    path = exploded.parent / "back.vmod"
    implode(exploded, path)
    return path


def test_a_module_becomes_texts_and_files(exploded: Path) -> None:
    assert files(exploded) == {
        ".gitattributes",
        "module.txt",
        "order.txt",
        "archive/moduledata",
        "archive/help.html",
        "archive/images/map.gif",
        "archive/images/inf.gif",
        "archive/images/inf-back.gif",
        "archive/images/moved.gif",
        "archive/images/help.gif",
        "saves/campaign.vsav/game.txt",
        "saves/campaign.vsav/archive/savedata",
        "saves/campaign.vsav/archive/moduledata",
    }


def test_all_entries_come_back_in_their_order(module: Path, exploded: Path) -> None:
    again, before = deep_contents(back(exploded)), deep_contents(module)
    assert [name for name, _ in again] == [name for name, _ in before]
    # The build file of the small module is laid out by hand; all else is the same to the byte.
    assert again[1:] == before[1:]
    explode(exploded.parent / "back.vmod", exploded.parent / "y")
    second = {name: (exploded.parent / "y" / name).read_bytes() for name in files(exploded) - {"module.txt"}}
    assert second == {name: (exploded / name).read_bytes() for name in second}
    implode(exploded.parent / "y", exploded.parent / "third.vmod")
    assert (exploded.parent / "third.vmod").read_bytes() == (exploded.parent / "back.vmod").read_bytes()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("broken.vsav", b"no archive"),
        ("images/A.gif", b"1"),
        ("images/a.gif", b"2"),
        ("notes?.txt", b"a\r\nb\xff"),
        ("module.txt", b"mine"),
        ("saves/archive/x.vsav", b""),
        ("archive/module.txt", b""),
        ("deep/archive/x.vlog", b"SAVE"),
        ("my/Thing.class", bytes(range(256))),
        ("buildFile", b"<old/>"),
    ],
)
def test_whatever_else_is_in_a_module_stays_as_it_is(name: str, data: bytes, tmp_path: Path) -> None:
    small = SmallModule()
    save = contents(small.write(tmp_path))[2]
    assert save[0] == "campaign.vsav"
    small.files |= {"images/A.gif": b"x", name: save[1] if data == b"SAVE" else data or b"something"}
    path = small.write(tmp_path)
    explode(path, tmp_path / "x")
    assert deep_contents(back(tmp_path / "x"))[1:] == deep_contents(path)[1:]


@pytest.mark.parametrize("container", [Container.HEX, Container.RAW, Container.PLAIN])
@pytest.mark.parametrize("key", [0, 7, 255])
def test_a_set_up_keeps_its_veil(container: Container, key: int, tmp_path: Path) -> None:
    module = SmallModule().write(tmp_path)
    save = dict(contents_of(dict(contents(module))["campaign.vsav"]))  # type: ignore[call-overload]
    game = veil(reveal(save["savedGame"]), container, key)
    write_archive(tmp_path / "s.vsav", (Entry("savedGame", game), Entry("moduledata", save["moduledata"])))
    small = SmallModule()
    small.files["campaign.vsav"] = (tmp_path / "s.vsav").read_bytes()
    path = small.write(tmp_path)
    assert "campaign.vsav" in explode(path, tmp_path / "x").texts
    assert dict(contents(back(tmp_path / "x")))["campaign.vsav"] == (tmp_path / "s.vsav").read_bytes()


def test_a_set_up_whose_digits_are_of_both_kinds_stays_as_it_is(tmp_path: Path) -> None:
    module = SmallModule().write(tmp_path)
    save = dict(contents_of(dict(contents(module))["campaign.vsav"]))  # type: ignore[call-overload]
    game = bytearray(save["savedGame"])
    last = max(index for index, digit in enumerate(game) if digit in b"abcdef")
    game[last] ^= 0x20
    write_archive(tmp_path / "s.vsav", (Entry("savedGame", bytes(game)), Entry("moduledata", save["moduledata"])))
    small = SmallModule()
    small.files["campaign.vsav"] = (tmp_path / "s.vsav").read_bytes()
    assert "campaign.vsav" not in explode(small.write(tmp_path), tmp_path / "x").texts
    assert dict(contents(back(tmp_path / "x")))["campaign.vsav"] == small.files["campaign.vsav"]


def test_a_changed_line_changes_just_that(module: Path, exploded: Path) -> None:
    edit(exploded / "module.txt", "name=Infantry |", 'name="Guards Infantry" |')
    edit(exploded / "saves/campaign.vsav/game.txt", "x=60 y=60 gpid=1", "x=61 y=60 gpid=1")
    again = dict(contents(back(exploded)))
    assert b";inf.gif;Guards Infantry/" in again["buildFile.xml"]
    (exploded / "campaign.vsav").write_bytes(again["campaign.vsav"])
    commands = [command.encode() for command in read_saved_game(exploded / "campaign.vsav").commands()]
    assert any("Main Map;61;60;1;0" in command for command in commands)


def test_files_are_what_counts(exploded: Path) -> None:
    (exploded / "archive/images/help.gif").unlink()
    (exploded / "archive/images/new.gif").write_bytes(b"new")
    (exploded / "order.txt").write_text("moduledata\nnothing\nmoduledata\n")
    names = [name for name, _ in contents(back(exploded))]
    assert names[0] == "moduledata"
    assert names[1:] == sorted(names[1:])
    assert "images/new.gif" in names
    assert "images/help.gif" not in names


def test_ends_of_lines_as_on_windows_say_the_same(module: Path, exploded: Path) -> None:
    before = deep_contents(back(exploded))
    for name in ("module.txt", "order.txt", "saves/campaign.vsav/game.txt"):
        path = exploded / name
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert deep_contents(back(exploded)) == before


def test_a_folder_is_brought_up_to_date_and_keeps_what_is_not_ours(exploded: Path) -> None:
    (exploded / ".git").mkdir()
    (exploded / ".git" / "config").write_text("x")
    (exploded / "README.md").write_text("mine")
    (exploded / ".gitattributes").write_text("mine")
    small = SmallModule()
    del small.files["images/help.gif"]
    small.files["images/new.gif"] = b"new"
    explode(small.write(exploded.parent), exploded)
    found = files(exploded)
    assert {".git/config", "README.md", "archive/images/new.gif"} <= found
    assert "archive/images/help.gif" not in found
    assert not [name for name in found if name.startswith(".explode-")]
    assert (exploded / ".gitattributes").read_text() == "mine"


def test_a_fresh_repository_may_be_exploded_into(module: Path, tmp_path: Path) -> None:
    (tmp_path / "x" / ".git").mkdir(parents=True)
    explode(module, tmp_path / "x")
    assert (tmp_path / "x" / "module.txt").is_file()


def _stranger(path: Path) -> None:
    path.mkdir()
    (path / "thesis.txt").write_text("mine")


def _stranger_of_our_names(path: Path) -> None:
    path.mkdir()
    (path / "module.txt").write_text("my notes on a module")


def _file(path: Path) -> None:
    path.write_text("mine")


def _link(path: Path) -> None:
    path.with_name("elsewhere").mkdir()
    path.symlink_to(path.with_name("elsewhere"))


@pytest.mark.parametrize("make", [_stranger, _stranger_of_our_names, _file, _link])
def test_what_explode_did_not_write_it_does_not_touch(
    make: Callable[[Path], None], module: Path, tmp_path: Path
) -> None:
    target = tmp_path / "x"
    make(target)
    before = {name: (tmp_path / name).read_bytes() for name in files(tmp_path)}
    with pytest.raises(FormatError, match=r"name a folder|name one"):
        explode(module, target)
    assert {name: (tmp_path / name).read_bytes() for name in files(tmp_path)} == before


def test_an_explosion_that_fails_leaves_the_folder_as_it_was(
    module: Path, exploded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {name: (exploded / name).read_bytes() for name in files(exploded)}
    real = Path.rename
    count = 0

    def failing(self: Path, target: Path) -> Path:
        nonlocal count
        count += 1
        if count == 4:
            raise OSError(28, "No space left on device")
        return real(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(FormatError, match="No space left"):
        explode(module, exploded)
    assert {name: (exploded / name).read_bytes() for name in files(exploded)} == before


class _Killed(BaseException):
    """The program ends here, without another word."""


@pytest.mark.parametrize("moment", range(1, 10))
@pytest.mark.parametrize("is_new", [False, True])
def test_an_explosion_that_is_killed_leaves_the_old_module_or_the_new(
    moment: int, is_new: bool, module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "x"
    if not is_new:
        explode(module, folder)
        (folder / "README.md").write_text("mine")
    before = module.read_bytes()
    small = SmallModule()
    # With no set-up that can be text it has nothing below `saves`.
    small.files |= {"images/new.gif": b"new", "campaign.vsav": b"none"}
    (tmp_path / "after").mkdir()
    after = small.write(tmp_path / "after")
    real = Path.rename
    count = 0

    def killed(self: Path, target: Path) -> Path:
        nonlocal count
        count += 1
        if count >= moment:
            raise _Killed
        return real(self, target)

    monkeypatch.setattr(Path, "rename", killed)
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    with suppress(_Killed):
        explode(after, folder)
    monkeypatch.undo()
    if is_new:
        assert folder.exists() == (moment > 1)
        if moment == 1:
            return
    assert deep_contents(back(folder))[1:] == deep_contents(module if moment == 1 else after)[1:]
    explode(after, folder)
    assert {name for name in files(folder) if name.startswith(".explode")} == set()
    assert module.read_bytes() == before
    assert is_new or (folder / "README.md").read_text() == "mine"


def test_an_explosion_that_is_killed_while_it_cleans_up_is_the_new_module(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "x"
    explode(module, folder)

    def half(path: Path, **_: object) -> None:
        inner = next(each for each in path.iterdir() if each.is_dir())
        inner.rename(tmp_path / "removed")
        raise _Killed

    monkeypatch.setattr(shutil, "rmtree", half)
    with suppress(_Killed):
        explode(module, folder)
    monkeypatch.undo()
    assert (tmp_path / "removed").exists()
    assert deep_contents(back(folder))[1:] == deep_contents(module)[1:]
    explode(module, folder)
    assert {name for name in files(folder) if name.startswith(".explode")} == set()


def test_what_is_no_module_is_not_exploded(tmp_path: Path) -> None:
    write_archive(tmp_path / "m.vmod", (Entry("moduledata", Metadata().encode()),))
    with pytest.raises(FormatError, match="it is not a VASSAL module"):
        explode(tmp_path / "m.vmod", tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_a_build_file_that_lines_cannot_hold_stays_as_it_is(tmp_path: Path) -> None:
    small = SmallModule()
    small.replace("<entry>Axis</entry>", '<entry xmlns:a="http://b" a:c="d">Axis</entry>')
    path = small.write(tmp_path)
    done = explode(path, tmp_path / "x")
    assert done.texts == ("campaign.vsav",)
    assert done.remarks == ("'buildFile.xml' cannot be written as lines without loss and stays in archive/ as it is.",)
    assert deep_contents(back(tmp_path / "x")) == deep_contents(path)


def _no_folder(x: Path) -> None:
    (x / "module.txt").unlink()


def _later_format(x: Path) -> None:
    edit(x / "module.txt", "format 1", "format 2")


def _wrong_trait(x: Path) -> None:
    edit(x / "module.txt", "    delete command=Delete key=68,130", "    delete command=Delete kay=68,130")


def _latin(x: Path) -> None:
    (x / "module.txt").write_bytes((x / "module.txt").read_bytes() + b"# \xe9\n")


def _twice(x: Path) -> None:
    (x / "archive" / "buildFile.xml").write_text("<x/>")


def _link_out(x: Path) -> None:
    (x / "archive" / "secret").symlink_to("/etc/hostname")


def _leading_out(x: Path) -> None:
    (x / "archive" / "%2E%2E").mkdir()
    (x / "archive" / "%2E%2E" / "x").write_text("out")


def _stray(x: Path) -> None:
    (x / "saves" / "notes.txt").write_text("x")


def _bad_veil(x: Path) -> None:
    edit(x / "saves/campaign.vsav/game.txt", "kind=HEX", "kind=HAX")


def _bad_root(x: Path) -> None:
    edit(x / "module.txt", ".GameModule\n", ".module.Map\n")


def _second_root(x: Path) -> None:
    edit(x / "module.txt", "  .module.BasicCommandEncoder\n", ".module.BasicCommandEncoder\n")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (_no_folder, "holds no 'module.txt' of trc-module explode"),
        (_later_format, "expected 'format 1' in the first line: is it of a later trc-module?"),
        (_wrong_trait, "expected only fields named command, key, description, of which 'kay' is none"),
        (_latin, "should be UTF-8 text"),
        (_twice, "holds the entry 'buildFile.xml' twice"),
        (_link_out, "is a link, which could lead anywhere"),
        (_leading_out, "leads out of the archive"),
        (_stray, "belongs to no saved game"),
        (_bad_veil, "expected a container HEX or RAW"),
        (_bad_root, "should hold a 'VASSAL.build.GameModule'"),
        (_second_root, "expected "),
    ],
)
def test_what_cannot_be_put_together_is_said_and_nothing_is_written(
    spoil: Callable[[Path], None], message: str, exploded: Path
) -> None:
    spoil(exploded)
    target = exploded.parent / "back.vmod"
    target.write_bytes(b"the one before")
    with pytest.raises(FormatError) as error:
        implode(exploded, target)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert target.read_bytes() == b"the one before"


def test_the_commands_say_what_they_wrote(module: Path, tmp_path: Path) -> None:
    there = CliRunner().invoke(explode_command.command, [str(module), str(tmp_path / "x")])
    assert (there.exit_code, there.output) == (
        0,
        f"Wrote {tmp_path / 'x'}: as text buildFile.xml, campaign.vsav; 7 files as they are.\n"
        "'buildFile.xml' will be laid out anew (blanks and quotes); what it says stays the same.\n",
    )
    again = CliRunner().invoke(implode_command.command, [str(tmp_path / "x"), str(tmp_path / "back.vmod")])
    assert (again.exit_code, again.output) == (
        0,
        f"Wrote {tmp_path / 'back.vmod'}: 9 entries, 2 of them from text.\n",
    )


def test_no_more_than_one_entry_is_held_at_once(tmp_path: Path) -> None:
    path = tmp_path / "m.vmod"
    with (
        zipfile.ZipFile(SmallModule().write(tmp_path)) as source,
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made,
    ):
        made.writestr("buildFile.xml", source.read("buildFile.xml"))
        for i in range(8):
            made.writestr(f"images/{i}.png", bytes(8 << 20))
    tracemalloc.start()
    try:
        explode(path, tmp_path / "x")
        assert tracemalloc.get_traced_memory()[1] < 10 << 20
    finally:
        tracemalloc.stop()


def test_a_module_that_turns_out_damaged_leaves_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "m.vmod"
    with zipfile.ZipFile(SmallModule().write(tmp_path)) as source, zipfile.ZipFile(path, "w") as made:
        made.writestr("buildFile.xml", source.read("buildFile.xml"))
        made.writestr("images/a.png", b"a picture")
    path.write_bytes(path.read_bytes().replace(b"a picture", b"a pixture"))
    with pytest.raises(FormatError, match=r"'images/a\.png' in .* is damaged"):
        explode(path, tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_a_board_whose_picture_has_changed_shows_it_under_a_new_name(exploded: Path) -> None:
    (exploded / "archive/images/map.gif").write_bytes(b"another map")
    again = dict(contents(back(exploded)))
    assert again["images/map-319fee9b.gif"] == b"another map"
    assert "images/map.gif" not in again
    assert b'name="Plain" image="map-319fee9b.gif"' in again["buildFile.xml"]
    assert list(again)[:4] == ["buildFile.xml", "moduledata", "campaign.vsav", "help.html"]
    # And what comes back of that is that.
    explode(exploded.parent / "back.vmod", exploded.parent / "y")
    assert contents(back(exploded.parent / "y")) == list(again.items())


def test_a_picture_of_a_board_that_is_a_counters_too_is_there_under_both_names(module: Path, tmp_path: Path) -> None:
    small = SmallModule()
    small.files["help.html"] = b"<img src='images/map.gif'>"
    explode(small.write(tmp_path), tmp_path / "x")
    (tmp_path / "x/archive/images/map.gif").write_bytes(b"another map")
    again = dict(contents(back(tmp_path / "x")))
    assert again["images/map.gif"] == again["images/map-319fee9b.gif"] == b"another map"


def test_a_changed_picture_of_no_board_keeps_its_name(exploded: Path) -> None:
    (exploded / "archive/images/inf.gif").write_bytes(b"another")
    assert dict(contents(back(exploded)))["images/inf.gif"] == b"another"


def test_implode_says_what_it_renamed(exploded: Path) -> None:
    (exploded / "archive/images/map.gif").write_bytes(b"another map")
    done = CliRunner().invoke(implode_command.command, [str(exploded), str(exploded.parent / "b.vmod")])
    assert (
        "images/map.gif has changed: it is images/map-319fee9b.gif in the module, since VASSAL would show the tiles"
    ) in done.output


def planted(folder: Path) -> Path:
    """Lay files into a folder as an explosion leaves them that was killed at its end; return a file that is named."""
    ready = folder / ".explode-ready"
    (ready / "new").mkdir(parents=True)
    (ready / "old").mkdir()
    text = (folder / "module.txt").read_text(encoding="utf-8").replace("small", "other")
    (ready / "new" / "module.txt").write_text(text, encoding="utf-8")
    (ready / "names.txt").write_text("module.txt\n", encoding="utf-8")
    return ready


TAKE_AWAY = "was not left by an explosion on this machine, and holds files that would take the place of those"


def test_files_that_came_with_the_folder_take_nobodys_place(module: Path, exploded: Path, tmp_path: Path) -> None:
    before = (exploded / "module.txt").read_bytes()
    ready = planted(exploded)
    for work in (lambda: implode(exploded, tmp_path / "back.vmod"), lambda: explode(module, exploded)):
        with pytest.raises(FormatError, match=TAKE_AWAY):
            work()
    assert not (tmp_path / "back.vmod").exists()
    assert ((exploded / "module.txt").read_bytes(), (ready / "new" / "module.txt").exists()) == (before, True)
    # What an explosion of ours left once does not vouch for another folder of the name.
    shutil.rmtree(ready)
    explode(module, exploded)
    planted(exploded)
    with pytest.raises(FormatError, match=TAKE_AWAY):
        implode(exploded, tmp_path / "back.vmod")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes, and links need rights there")
@pytest.mark.parametrize("name", [".explode-ready/names.txt", ".explode-ready", "archive/x.png", "saves/x/game.txt"])
@pytest.mark.parametrize("what", ["pipe", "link"])
def test_no_pipe_is_waited_for_and_no_link_followed(name: str, what: str, exploded: Path, tmp_path: Path) -> None:
    ready = planted(exploded)
    path = exploded / name
    if path == ready or ready not in path.parents:
        shutil.rmtree(ready)
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    if what == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(tmp_path / "nothing")
    with pytest.raises(FormatError, match=r"take it away|Take it away|is a link, which could lead anywhere"):
        implode(exploded, tmp_path / "back.vmod")
    assert not (tmp_path / "back.vmod").exists()
