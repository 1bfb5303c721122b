"""Making a frame: the pages of a module, and where in them counters stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from lxml import etree

from trc_module.module.assembly import build_tree
from trc_module.module.charts import chart_pages
from trc_module.module.frame import Counter, Frame, Gap, Page, Save, digest_of
from trc_module.module.help import help_pages
from trc_module.module.identity import module_data
from trc_module.module.parts import ModuleParts
from trc_module.module.pictures import Picture
from trc_module.module.setups import SetupSave, setup_saves
from trc_module.module.slots import SLOT
from trc_module.module.tabletop import Lying
from trc_module.vassal.buildfile import BUILD_FILE, full_name, serialize
from trc_module.vassal.commands.codec import SEPARATOR
from trc_module.vassal.metadata import MODULE_DATA
from trc_module.vassal.packing import pack
from trc_module.vassal.saves import in_blocks
from trc_module.vassal.writing import Entry, PackedEntry, pack_archive


def framed_pages(parts: ModuleParts, version: str) -> Iterator[tuple[Page | Save, Entry]]:
    """Yield every page of a module as a frame keeps it, and as an entry; `parts` should be in outline."""
    for page in _texts(parts, version):
        yield page, Entry(page.name, page.text)
    # Packing, which needs no Python, goes on beside the making of the next.
    with ThreadPoolExecutor(1) as packer:
        packed = [packer.submit(_packed, save) for save in setup_saves(parts, version)]
        yield from (each.result() for each in packed)


def frame_of(parts: ModuleParts, pages: Sequence[Page | Save], pictures: Sequence[Picture], around: int) -> Frame:
    """Return the frame of a module; the first `around` pictures are no faces."""
    keys = {picture.name: picture.key for picture in pictures}
    maker = parts.maker
    counters = {
        item.id: Counter(digest_of(item), keys[maker.front_image(item)], keys.get(maker.back_image(item), ""))
        for item in maker.roster.counters()
    }
    prototypes = {each.name: tuple((trait.text, trait.state) for trait in each.traits) for each in parts.prototypes}
    scenery = tuple(replace(picture, new=False) for picture in pictures[:around])
    return Frame(tuple(pages), scenery, counters, prototypes)


def _texts(parts: ModuleParts, version: str) -> Iterator[Page]:
    yield Page(MODULE_DATA, module_data(version).encode())
    root = build_tree(parts, version)
    text = serialize(root)
    yield Page(BUILD_FILE, text, tuple(_gaps_of_palette(text, root, parts)))
    for name, page in (*chart_pages(parts), *help_pages(parts.texts)):
        yield Page(name, page.encode())


def _packed(save: SetupSave) -> tuple[Save, Entry]:
    game, *beside = save.entries
    blocks = in_blocks(game.data)
    packed = pack(blocks)
    owners = {str(each.piece.id).encode(): (counter, each) for counter, each in save.lying.items()}
    gaps = tuple(tuple(_gaps_of_block(block, owners)) for block in blocks)
    page = Save(save.file, game.name, packed.blocks, gaps, tuple((entry.name, entry.data) for entry in beside))
    return page, Entry(save.file, pack_archive(Path(save.file), (PackedEntry(game.name, packed), *beside)))


def _gaps_of_palette(text: bytes, root: etree._Element, parts: ModuleParts) -> Iterator[Gap]:
    """Yield where the slots of counters stand in a build file, in its order."""
    counters = {parts.maker.gpid(item): item.id for item in parts.roster.counters()}
    at = 0
    for slot in root.iter(full_name(SLOT)):
        counter = counters.get(slot.get("gpid") or "")
        if counter:
            own: bytes = etree.tostring(slot, encoding="UTF-8", with_tail=False)
            at = text.index(own, at)
            yield Gap(counter, at, at + len(own))


def _gaps_of_block(block: bytes, owners: Mapping[bytes, tuple[str, Lying]]) -> Iterator[Gap]:
    """Yield where the pieces of counters stand in a block of a game's text, in its order; `owners` are by piece."""
    start = 0
    for command in block.split(SEPARATOR.encode()):
        found = owners.get(command[2:].partition(b"/")[0]) if command.startswith(b"+/") else None
        if found:
            counter, where = found
            # The separator within a group has a backslash in front.
            end = start + len(command.removesuffix(b"\\"))
            yield Gap(counter, start, end, str(where.piece.id), where.map, where.x, where.y)
        start += len(command) + 1
