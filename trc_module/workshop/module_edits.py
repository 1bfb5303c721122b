"""A module changed in bulk by a script: its traits, slots, palette, pictures, numbers and extensions."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from trc_module.facts import DataError
from trc_module.files import write_file
from trc_module.vassal.archive import Archive
from trc_module.vassal.buildfile import place_of
from trc_module.vassal.palette import PROTOTYPES, SLOTS, piece_of
from trc_module.vassal.traits import Piece, Trait
from trc_module.workshop.extensions import Merger, set_number, split_off
from trc_module.workshop.rewriting import BuildFile, rewrite
from trc_module.workshop.script import OF_MODULES, Script, TraitStep, fits, place_in, read_script
from trc_module.workshop.trait_edits import EditError, changed, check_step

_NEXT = "nextPieceSlotId"
_LISTS = ("entryName", "name")
_FOLDER = "images/"


@dataclass
class Edited:
    """What a script has done: a line a step, and extensions that were written beside the module."""

    done: list[str] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)


def edit_module(path: Path, script_path: Path, output: Path) -> Edited:
    """Carry a script out on a module and write what comes of it.

    Raises:
        DataError: A step of the script is wrong, with its line.
        FormatError: The module cannot be read.
    """
    script = read_script(script_path, OF_MODULES, "a module")
    with Archive(path) as archive:
        edit = _ModuleEdit(archive, script, script_path, output.parent)
        edit.run()
        edit.write(output)
    return edit.edited


class _ModuleEdit:
    """One module on its way through a script."""

    def __init__(self, archive: Archive, script: Script, script_path: Path, beside: Path) -> None:
        self.archive = archive
        self.script = script
        self.path = script_path
        self.beside = beside
        self.build = BuildFile(archive)
        self.edited = Edited()
        self._changed: dict[str, bytes | None] = {}
        self._added: dict[str, bytes] = {}
        self._extensions: list[tuple[Path, bytes]] = []

    def run(self) -> None:
        """Carry out the steps, in the order in which `Script` lists them."""
        script = self.script
        for index, trait in enumerate(script.trait):
            self._say("trait", index, self._traits(trait, index), f"pieces and prototypes with the trait {trait.trait}")
        for index, slot in enumerate(script.slot):
            found = [each for each in self._slots() if fits(slot.of, _name(each))]
            if slot.drop == bool(slot.to):
                self._fail("slot", index, "either 'drop = true' or 'to' with a part of the palette")
            goal = self._part(slot.to, "slot", index) if slot.to else None
            for element in found:
                _take_out(element)
                if goal is not None:
                    goal.append(element)
            self._say("slot", index, len(found), "slots")
        for index, each in enumerate(script.list):
            source, into = (self._part(name, "list", index) for name in (each.source, each.into))
            if source is into or source in into.iterancestors():
                self._fail("list", index, "another part of the palette to put it into")
            members = [child for child in source if isinstance(child.tag, str)]
            into.extend(members)
            _take_out(source)
            self._say("list", index, len(members), "members of a part of the palette")
        for index, picture in enumerate(script.picture):
            self._say(
                "picture", index, self._rename(picture.source, picture.to, index), "texts with the picture's name"
            )
        for index, extension in enumerate(script.extension):
            self._say("extension", index, self._merge(self.path.parent / extension.merge, index), "components")
        for index, split in enumerate(script.split):
            self._say("split", index, self._split(split.of, self.beside / split.into, split.id, index), "slots")
        if script.numbers is not None:
            count = self._renumber(every=script.numbers.renew == "all")
            self.edited.done.append(f"numbers: {count} slots were given another number")

    def write(self, output: Path) -> None:
        """Write the module, and the extensions that were split off."""
        self._changed[self.build.name] = self.build.content()
        for path, content in self._extensions:
            write_file(path, content)
            self.edited.files.append(path)
        rewrite(self.archive, output, self._changed, self._added)

    # --------------------------------------------------------------- steps

    def _say(self, kind: str, index: int, count: int, what: str) -> None:
        if not count:
            self._fail(kind, index, f"{what} that the step speaks of, found none")
        self.edited.done.append(f"{kind} {index + 1}: {count} {what}")

    def _fail(self, kind: str, index: int, expected: str) -> None:
        path, line = place_in(self.path, kind, index)
        raise DataError(path, expected, line=line)

    def _slots(self) -> list[etree._Element]:
        return list(self.build.root.iter(*SLOTS))

    def _traits(self, step: TraitStep, index: int) -> int:
        count = 0
        try:
            check_step(step)
            for element in self.build.root.iter(*SLOTS, *PROTOTYPES):
                if not fits(step.of, _name(element)):
                    continue
                piece = piece_of(element)
                new = changed(piece.traits, step) if piece is not None else None
                if piece is not None and new is not None:
                    element.text = _text(piece, new)
                    count += 1
        except EditError as error:
            self._fail("trait", index, str(error))
        return count

    def _part(self, name: str, kind: str, index: int) -> etree._Element:
        """Return the part of the build file whose place ends with a name, as `ListWidget[Red]` or a longer way."""
        found = [each for each in self.build.root.iter() if isinstance(each.tag, str) and _ends(place_of(each), name)]
        if len(found) != 1:
            many = f"{len(found)} of them" if found else "none"
            self._fail(kind, index, f"one part of the module at {name!r}, found {many}")
        return found[0]

    def _rename(self, old: str, new: str, index: int) -> int:
        source, goal = _FOLDER + old, _FOLDER + new
        if source not in self.archive or goal in self.archive:
            wrong = f"which is not in the module: {old!r}" if source not in self.archive else f"that is there: {new!r}"
            self._fail("picture", index, f"a picture of the module and a name that is free, found one {wrong}")
        # A name ends where no letter of a longer one follows or comes before.
        pattern = re.compile(rf"(?<![\w.-]){re.escape(old)}(?![\w-])")
        count = 0
        for element in self.build.root.iter():
            if not isinstance(element.tag, str):
                continue
            for key, value in element.items():
                if pattern.search(str(value)):
                    element.set(key, pattern.sub(lambda _: new, str(value)))
                    count += 1
            if element.text and pattern.search(element.text):
                element.text = pattern.sub(lambda _: new, element.text)
                count += 1
        self._added[goal] = self.archive.read(source)
        self._changed[source] = None
        return count or 1

    def _merge(self, path: Path, index: int) -> int:
        merger = Merger(self.build.root, self.archive)
        with Archive(path) as extension:
            count = merger.merge(extension)
            for name, content in merger.files(extension):
                if self._added.get(name, content) != content:
                    self._fail("extension", index, f"files of its own, found another '{name}' than the module's")
                self._added[name] = content
        return count

    def _split(self, of: str, path: Path, id_: str, index: int) -> int:
        slots = [each for each in self._slots() if fits(of, _name(each))]
        if slots:
            if path.exists():
                self._fail("split", index, f"a file that is not there yet, found '{path}'")
            self._extensions.append((path, split_off(self.build.root, slots, self.archive, path, id_)))
        return len(slots)

    def _renumber(self, *, every: bool) -> int:
        """Give slots other numbers than any: all of them, or those that have another's; saves know pieces by them."""
        slots = self._slots()
        numbers = Counter(each.get("gpid", "") for each in slots)
        seen: set[str] = set()
        next_ = 1 if every else max((int(n) for n in numbers if n.isdecimal() and len(n) < 10), default=0) + 1
        count = 0
        for element in slots:
            number = element.get("gpid", "")
            if not every and number and number not in seen:
                seen.add(number)
                continue
            new, next_ = str(next_), next_ + 1
            if new != number:
                set_number(element, new)
                count += 1
            seen.add(new)
        self.build.root.set(_NEXT, str(max(next_, _whole(self.build.root.get(_NEXT, "")))))
        return count


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _name(element: etree._Element) -> str:
    return next((str(element.get(key)) for key in _LISTS if element.get(key)), "")


def _ends(place: str, name: str) -> bool:
    return place == name or place.endswith(f"/{name}")


def _take_out(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _text(piece: Piece, traits: list[Trait]) -> str:
    return Piece.build(piece.id, traits).command().encode()


__all__ = ["Edited", "edit_module"]
