"""A module as a folder of texts and files, and back.

    module.txt        the build file: a component, an attribute or a trait on each line
    saves/NAME/       each set-up or log inside: game.txt, a command or a trait on each line, and its other entries
    archive/          all else, byte for byte: pictures, pages, sounds
    order.txt         the order of the entries, and the checksums of the boards' pictures

What a text cannot give again to the letter stays in `archive/` as it is. The files are what counts: one that is added
or taken away is so in the module too, and `order.txt` only says what comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path, PurePosixPath

from lxml import etree

from trc_module.files import real_path
from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import build_file_name, parse_build_file
from trc_module.vassal.exploded.boards import order_line, recorded, show_changed
from trc_module.vassal.exploded.commands import game_blocks, game_text
from trc_module.vassal.exploded.names import PathNames, name_of
from trc_module.vassal.exploded.replacing import PREFIX, File, finish, replace_in_folder, write_folder
from trc_module.vassal.exploded.tree import Layout, comes_back, read_tree, tree_lines
from trc_module.vassal.exploded.words import Line, read_line, read_lines, write_line
from trc_module.vassal.obfuscation import Container, container_of, key_of, reveal_bytes, veil
from trc_module.vassal.packing import pack
from trc_module.vassal.problems import ArchiveError, FormatError
from trc_module.vassal.saves import SAVED_GAME, in_blocks
from trc_module.vassal.tiles import boards_pictures
from trc_module.vassal.writing import Entry, PackedEntry, check_name, pack_archive, write_archive

MODULE, ORDER, ARCHIVE, SAVES, GAME, ENTRIES = "module.txt", "order.txt", "archive", "saves", "game.txt", "archive"
_MARK = "# A VASSAL module as text, made by trc-module explode."
_HOW = "# Change it and put it together again: trc-module implode FOLDER MODULE.vmod. See docs/exploded-module.md."
_FORMAT = "1"
_ATTRIBUTES = ".gitattributes"
# Git would change the ends of lines in pages and saves on some systems, and then they would not be the same bytes.
_GIT = f"*.txt text eol=lf\n{ORDER} merge=union\n{ARCHIVE}/** -text\n{SAVES}/**/{ENTRIES}/** -text\n".encode()
_OWN = (MODULE, ORDER, ARCHIVE, SAVES)
_GAMES = (".vsav", ".vlog")


@dataclass(frozen=True, slots=True)
class Exploded:
    """The result of an explosion: entries that became texts, the number of other files, and remarks for the user."""

    texts: tuple[str, ...]
    files: int
    remarks: tuple[str, ...]


def explode(path: Path, folder: Path) -> Exploded:
    """Write a module or extension into a folder, in place of what an earlier explosion wrote there.

    Raises:
        FormatError: The file is no module, or the folder holds anything else.
    """
    with Archive(path) as archive:
        explosion = _Explosion(archive)
        module = explosion.module()
        try:
            finish(folder, _OWN)
            _check_folder(folder)
            _check_apart(path, folder)
            # One entry at a time: the set-ups of some modules are gigabytes together.
            files = chain(module, explosion.entries())
            if folder.exists():
                replace_in_folder(folder, files, _OWN)
                if not (folder / _ATTRIBUTES).exists():
                    (folder / _ATTRIBUTES).write_bytes(_GIT)
            else:
                write_folder(folder, chain(files, [(PurePosixPath(_ATTRIBUTES), (_GIT,))]))
        except OSError as error:
            raise ArchiveError(f"'{folder}' cannot be written: {error.strerror}.") from None
    return Exploded(tuple(explosion.texts), explosion.count, tuple(explosion.remarks))


def _check_folder(folder: Path) -> None:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise ArchiveError(f"'{folder}' is not a folder: name one that is empty or not there yet.")
    names = {child.name for child in folder.iterdir()} if folder.exists() else set()
    # A fresh repository holds nothing but what belongs to git, and perhaps what an explosion left that was killed.
    if all(name.startswith((".git", PREFIX)) for name in names):
        return
    mark = folder / MODULE
    if mark.is_symlink() or not mark.is_file() or not _begins(mark, _MARK):
        raise ArchiveError(
            f"'{folder}' holds files that trc-module explode did not write: name a folder that is empty or not there "
            "yet."
        )


def _check_apart(path: Path, folder: Path) -> None:
    """Refuse a module that lies among what the folder holds of a module."""
    if any(real_path(path).is_relative_to(real_path(folder / own)) for own in _OWN):
        raise ArchiveError(f"'{path}' is a part of the module in '{folder}': name another place for it.")


def _begins(path: Path, text: str) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(text.encode())) == text.encode()


class _Explosion:
    """The files of an exploded module, one after the other, and what was done to make them."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.texts: list[str] = []
        self.remarks: list[str] = []
        self.count = 0
        self._name = build_file_name(archive)

    def module(self) -> list[File]:
        """Return the build file as text, if it can be one, and the order of the entries."""
        data = self.archive.read(self._name)
        root = parse_build_file(data, f"'{self._name}'")
        boards = boards_pictures(root)
        lines = _module_lines(self._name, data, root, self.remarks)
        if lines is not None:
            self.texts.append(self._name)
        return [
            (PurePosixPath(MODULE), (_text([_MARK, _HOW, f"format {_FORMAT}", *(lines or ())]),)),
            (PurePosixPath(ORDER), (_text(order_line(self.archive, entry, boards) for entry in self.archive.names),)),
        ]

    def entries(self) -> Iterator[File]:
        """Yield the files of all other entries."""
        kept, saves = PathNames(), PathNames()
        done = set(self.texts)
        for entry in self.archive.names:
            if entry in done:
                continue
            game = _game_files(self.archive, entry) if entry.lower().endswith(_GAMES) else None
            if game is None:
                self.count += 1
                yield PurePosixPath(ARCHIVE) / kept.path_of(entry), self.archive.blocks(entry)
                continue
            self.texts.append(entry)
            below = PurePosixPath(SAVES) / saves.path_of(entry)
            yield from ((below / inner, (data,)) for inner, data in game.items())


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _module_lines(name: str, data: bytes, root: etree._Element, remarks: list[str]) -> list[str] | None:
    """Return the build file as lines; None if they would not give the same again."""
    layout = Layout.of(data)
    try:
        tree = tree_lines(root)
        head = [write_line("entry", [("name", name)]), layout.line()]
        if not comes_back(root, layout, read_lines("\n".join(tree), MODULE)):
            raise ValueError
    except (ValueError, FormatError):
        remarks.append(f"'{name}' cannot be written as lines without loss and stays in {ARCHIVE}/ as it is.")
        return None
    if layout.serialize(root) != data:
        remarks.append(f"'{name}' will be laid out anew (blanks and quotes); what it says stays the same.")
    return [*head, *tree]


def _game_files(archive: Archive, entry: str) -> dict[PurePosixPath, bytes] | None:
    """Return the files of a save or log inside the module; None if it is none, or would not come back."""
    try:
        with Archive.inside(archive, entry) as saved:
            inner = {name: saved.read(name) for name in saved.names}
        data = inner.pop(SAVED_GAME, None)
        if data is None:
            return None
        text = reveal_bytes(data)
        lines = game_blocks(text)
        if lines is None or not _is_veiled_alike(data):
            return None
        names = PathNames()
        paths = {PurePosixPath(ENTRIES) / names.path_of(name): inner_data for name, inner_data in inner.items()}
    except FormatError:
        return None
    return {PurePosixPath(GAME): _text([*_game_head(data, saved.names), *lines]), **paths}


def _is_veiled_alike(data: bytes) -> bool:
    """Tell whether the veil would be the same again: the digits of a hex container may be of both kinds."""
    kind = container_of(data)
    # The header is in capitals.
    digits = data[5:] if kind in (Container.HEX, Container.UPPER) else b""
    return digits == (digits.upper() if kind is Container.UPPER else digits.lower())


def _game_head(data: bytes, names: tuple[str, ...]) -> Iterator[str]:
    kind = container_of(data)
    key = "" if kind is Container.PLAIN else f"{key_of(data):02x}"
    yield write_line("container", [("kind", kind.name), ("key", key)])
    yield write_line("order", [("entry", name) for name in names])


@dataclass(frozen=True, slots=True)
class Imploded:
    """The result of an implosion: the number of entries, and the number of those that came from texts.

    `renamed` has the new names of boards' pictures that have changed since the explosion, by their old ones.
    """

    entries: int
    texts: int
    renamed: Mapping[str, str] = field(default_factory=dict)


def implode(folder: Path, path: Path) -> Imploded:
    """Put a module together out of the folder that `explode` wrote, beside `path` first and then in its place.

    Raises:
        FormatError: The folder is none of ours, a line of its texts is wrong, or a name leads out of the archive.
    """
    try:
        finish(folder, _OWN)
    except OSError as error:
        raise ArchiveError(
            f"An explosion into '{folder}' was broken off and cannot be finished: {error.strerror}."
        ) from None
    mark = folder / MODULE
    if mark.is_symlink() or not mark.is_file() or not _begins(mark, _MARK):
        raise FormatError(f"'{folder}' holds no '{MODULE}' of trc-module explode: name a folder that it wrote.")
    _check_apart(path, folder)
    entries: dict[str, bytes] = {}
    module = _from_module(mark)
    for name, data in _from_saves(folder / SAVES):
        _add(entries, name, data, folder)
    texts = len(entries) + (module is not None)
    for path_inside, file in _walk(folder / ARCHIVE):
        _add(entries, name_of(path_inside), file.read_bytes(), folder)
    lines = _order(folder / ORDER)
    renamed: dict[str, str] = {}
    if module is not None:
        renamed = show_changed(module.root, entries, recorded(lines))
        _add(entries, module.name, module.encode(mark), folder)
    order = [renamed.get(head, head) for head, _ in map(read_line, lines)]
    listed = [name for name in order if name in entries]
    # Added files come last, in alphabetical order.
    names = [*dict.fromkeys(listed), *sorted(entries.keys() - set(listed))]
    write_archive(path, (Entry(name, entries[name]) for name in names))
    return Imploded(len(entries), texts, renamed)


def _add(entries: dict[str, bytes], name: str, data: bytes, folder: Path) -> None:
    check_name(name, folder)
    if name in entries:
        raise FormatError(f"'{folder}' holds the entry '{name}' twice, as text and as file: take one of them away.")
    entries[name] = data


def _order(path: Path) -> list[Line]:
    return _read(path) if path.is_file() and not path.is_symlink() else []


def _read(path: Path) -> list[Line]:
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError(f"'{path}' should be UTF-8 text: save it as such.") from None
    return read_lines(text, str(path))


@dataclass(frozen=True, slots=True)
class _BuildFile:
    """A build file out of its lines: the name of its entry, how it is laid out, and what it holds."""

    name: str
    layout: Layout
    root: etree._Element

    def encode(self, source: Path) -> bytes:
        """Write it.

        Raises:
            FormatError: It says what no engine could read.
        """
        data = self.layout.serialize(self.root)
        # Nothing is put together that no engine could read.
        parse_build_file(data, f"The build file of '{source}'")
        return data


def module_lines(path: Path) -> list[Line]:
    """Read `module.txt`: the format, and if the build file is text, the lines of its entry, its layout and its root.

    Raises:
        FormatError: It is of another form.
    """
    lines = _read(path)
    if not lines or lines[0].text != f"format {_FORMAT}":
        raise FormatError(f"{path}: expected 'format {_FORMAT}' in the first line: is it of a later trc-module?")
    if len(lines) not in (1, 4):
        lines[-1].fail(
            "after the format one line of the entry, one of the layout, and one component with all others below"
        )
    return lines


def _from_module(path: Path) -> _BuildFile | None:
    """Read the build file out of its lines; None if it stays in `archive/` as it is."""
    lines = module_lines(path)
    if len(lines) == 1:
        return None
    _, (fields, *_) = read_line(lines[1])
    if [name for name, _ in fields] != ["name"]:
        lines[1].fail("entry name=buildFile.xml")
    return _BuildFile(fields[0][1], Layout.read(lines[2]), read_tree(lines[3]))


def _from_saves(folder: Path) -> Iterator[tuple[str, bytes]]:
    inner: dict[PurePosixPath, list[tuple[PurePosixPath, Path]]] = {}
    games: dict[PurePosixPath, Path] = {}
    files = sorted(_walk(folder), key=lambda found: len(found[0].parts))
    for name, path in files:
        below = next((parent for parent in name.parents if parent in games), None)
        if below is not None and below / ENTRIES in name.parents:
            inner.setdefault(below, []).append((name.relative_to(below / ENTRIES), path))
        elif below is None and name.name == GAME:
            games[name.parent] = path
    known = {*games.values(), *(path for found in inner.values() for _, path in found)}
    for _, path in files:
        if path not in known:
            raise FormatError(f"'{path}' belongs to no saved game: there is no {GAME} in its folder. Take it away.")
    for game, path in games.items():
        data, order = _saved_game(_read(path))
        entries = {SAVED_GAME: data}
        for name, file in inner.get(game, ()):
            _add(entries, name_of(name), file.read_bytes(), folder / game)
        names = [*(name for name in order if name in entries), *sorted(entries.keys() - set(order))]
        packed = (_packed(name, entries[name]) for name in dict.fromkeys(names))
        yield name_of(game), pack_archive(path.parent, packed)


def _packed(name: str, data: bytes) -> Entry | PackedEntry:
    if name == SAVED_GAME and container_of(data) is Container.PLAIN:
        return PackedEntry(name, pack(in_blocks(data)))
    return Entry(name, data)


def _saved_game(lines: list[Line]) -> tuple[bytes, list[str]]:
    """Return a saved game's bytes, and the order of the entries beside it."""
    if len(lines) < 3:
        raise FormatError(f"A {GAME} should hold its container, the order of the entries, and the commands of a game.")
    head, (fields, *_) = read_line(lines[0])
    if head != "container" or [name for name, _ in fields] != ["kind", "key"]:
        lines[0].fail("container kind=... key=...")
    second, (names, *_) = read_line(lines[1])
    if second != "order" or any(name != "entry" for name, _ in names):
        lines[1].fail("order entry=... entry=...")
    text = game_text(lines[2:])
    kind, key = (value for _, value in fields)
    try:
        container = Container[kind]
        if container is Container.PLAIN:
            data = text.encode("utf-8", "surrogateescape")
        else:
            data = veil(text, container, int(key, 16))
    except (KeyError, ValueError):
        lines[0].fail("a container HEX or RAW with a key of two digits, or PLAIN")
    return data, [name for _, name in names]


def _walk(folder: Path) -> Iterator[tuple[PurePosixPath, Path]]:
    """Yield the files below a folder with their paths from there, in order; links are refused, not followed."""
    if folder.is_symlink():
        raise FormatError(f"'{folder}' is a link, which could lead anywhere: put the files themselves there.")
    for child in sorted(folder.iterdir()) if folder.is_dir() else ():
        if child.is_symlink():
            raise FormatError(f"'{child}' is a link, which could lead anywhere: put the file itself there.")
        if child.is_dir():
            yield from ((PurePosixPath(child.name) / name, path) for name, path in _walk(child))
        elif child.is_file():
            yield PurePosixPath(child.name), child
        else:
            raise FormatError(f"'{child}' is a device or a pipe, not a file: take it away.")
