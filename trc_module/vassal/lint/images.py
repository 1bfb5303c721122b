"""Checks of pictures and other files: missing, unused, illegible, too large."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from trc_module.vassal import sequence
from trc_module.vassal.buildfile import place_of
from trc_module.vassal.lint.pictures import PictureFormat, read_picture
from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.view import ModuleView, picture_names
from trc_module.vassal.problems import ArchiveError
from trc_module.vassal.traits import Trait

_BOARD_PIXELS = 100_000_000
_COUNTER_SIDE = 2048
_WITH_PICTURES = ("piece", "emb2", "markmoved", "obs")
_OF_THE_ENGINE = """
    Edit16.gif Help16.gif Save16.gif SaveAs16.gif Splash.gif Splash.png StepForward16.gif Undo16.gif
    VASSAL-256x256.png black.jpg camera.gif chart.gif chess_clock.png connect.gif counter.gif die.gif disconnect.gif
    getMessages.gif globe_selected.gif globe_unselected.gif inventory.gif keyCommand.gif lockedRoom.gif map.gif
    mm-extension-active.png mm-extension-inactive.png mm-file.png mm-gamefolder-closed.png mm-gamefolder-open.png
    mm-module.png moved.gif notes.gif overview.gif playerAway.gif playerLooking.gif postMessage.gif recenter.gif
    status.gif thread.gif unmoved.gif zoom.png zoomIn.gif zoomIn.png zoomOut.gif zoomOut.png
"""
ENGINES_PICTURES = frozenset(_OF_THE_ENGINE.split())
"""The pictures that come with VASSAL, which are found also without `/images/` in front [VASSAL.tools.DataArchive]."""
_TEXT_ENDINGS = (".html", ".htm", ".css", ".txt", ".xml")


def _used(module: ModuleView) -> Iterator[tuple[str, str]]:
    """Yield the place of each use of a picture, and its name."""
    for element, _, value, spec in module.attributes:
        if spec is not None and spec.kind == "picture" and value != spec.default:
            yield place_of(element), value
    for place, trait in module.traits_of(*_WITH_PICTURES):
        for name in _pictures_of(trait):
            yield place, name


def _pictures_of(trait: Trait) -> Iterator[str]:
    if trait.id in ("piece", "markmoved", "obs"):
        yield trait.text_of("image")
    if trait.id == "emb2":
        images = trait.value("images")
        yield from map(str, images if isinstance(images, tuple) else ())
    if trait.id == "obs" and trait.text_of("style").startswith("G"):
        yield trait.text_of("style")[1:]


def _is_there(name: str, images: frozenset[str]) -> bool:
    # Names with a slash in front are the engine's own. The engine looks for others in this order too: as they are,
    # with their accents as signs of their own, as macOS writes file names, among its own, and as a GIF.
    if not name.strip() or name.startswith("/"):
        return True
    names = (name, decomposed(name), f"{name}.gif")
    return any(each in images for each in names) or name in ENGINES_PICTURES or f"{name}.gif" in ENGINES_PICTURES


def decomposed(name: str) -> str:
    """Return a name with its accents as signs of their own (NFD), as macOS writes names of files."""
    return unicodedata.normalize("NFD", name)


def _made_images(module: ModuleView) -> frozenset[str]:
    """Return the pictures that the module draws itself, by its definitions of game piece images."""
    return frozenset(element.get("name", "") for element in module.of_kind("module.gamepieceimage.GamePieceImage"))


@check(
    "VM151",
    "missing-image",
    Severity.ERROR,
    about="A picture is named that is not in the module's `images`. VASSAL warns, and a piece shows an empty box.",
    advice="Put the picture into the module, or correct its name.",
)
def missing_image(module: ModuleView) -> Iterator[LintSpot]:
    """Look for pictures that are named but not there [VASSAL.tools.DataArchive]."""
    images = module.images
    if images is None or (module.is_extension and module.base is None):
        return
    images = images.union(*(each.images or () for each in module.with_base))
    made = frozenset[str]().union(*map(_made_images, module.with_base))
    by_lower = {name.lower(): name for name in images}
    told: set[tuple[str, str]] = set()
    for place, name in _used(module):
        if _is_there(name, images) or name in made or (place, name) in told or "$" in name or name.startswith("{"):
            continue
        told.add((place, name))
        near = by_lower.get(name.lower(), "")
        yield LintSpot(
            place,
            f"the picture '{name}' is not in the module",
            advice=f"Write '{near}': upper and lower case count." if near else "",
        )


@check(
    "VM152",
    "unused-image",
    Severity.NOTE,
    about="A picture is in the module, but neither its build file nor its pages nor its set-ups name it. Names that "
    "are put together at play cannot be seen, nor, without --with, those by which the module uses a picture of its "
    "extension.",
    advice="Take it out if nothing needs it.",
)
def unused_image(module: ModuleView) -> Iterator[LintSpot]:
    """Look for pictures that nothing names."""
    images = module.images
    if images is None or module.has_own_code:
        return
    used = {decomposed(name) for _, name in _used(module)}
    left = {name for name in images if not used.intersection((decomposed(name), _without_gif(decomposed(name))))}
    if not left:
        return
    named = {decomposed(name) for each in module.with_base for name in each.once(_names_in_texts)}
    for name in sorted(left):
        whole = decomposed(name)
        if name and not name.endswith("/") and not named.intersection((whole, whole.rpartition(".")[0])):
            yield LintSpot(f"images/{name}", "nothing names this picture")


def _without_gif(name: str) -> str:
    return name.removesuffix(".gif")


def _names_in_texts(module: ModuleView) -> frozenset[str]:
    """Return whatever looks like a picture's name in the build file, pages and set-ups, and single values."""
    found: set[str] = set()
    whole: set[str] = set()
    for _, element in module.elements:
        for value in (*map(str, element.values()), element.text or ""):
            whole.add(value)
            found.update(picture_names(value))
    for trait in module.different_traits:
        whole.update(trait.tokens)
        whole.update(trait.state_tokens)
        for token in trait.tokens:
            if "," in token:
                whole.update(sequence.decode(token, ","))
    archive = module.archive
    for name in archive.names if archive else ():
        if archive is not None and name.lower().endswith(_TEXT_ENDINGS) and archive.size(name) < 1 << 24:
            found.update(picture_names(archive.read(name).decode("utf-8", "replace")))
    for setup in module.setups:
        found |= setup.pictures
    texts = {name.strip() for name in found}
    # In a page a name may stand behind words, as in `src=a b.png`; in an address with %20 for a blank.
    texts |= {text.replace("%20", " ") for text in texts} | {text.rpartition(" ")[2] for text in texts}
    return frozenset(texts | whole)


def _sizes(module: ModuleView) -> Mapping[str, PictureFormat | str]:
    """Return each picture's size, or why it has none."""
    found: dict[str, PictureFormat | str] = {}
    for name in sorted(module.images or ()):
        archive = module.archive
        if archive is None or not name or not re.search(r"\.(png|gif|jpe?g|svg|bmp)$", name, re.IGNORECASE):
            continue
        try:
            with archive.stream(f"images/{name}") as stream:
                found[name] = read_picture(stream)
        except (ValueError, ArchiveError) as error:
            found[name] = str(error).rstrip(".")
    return found


@check(
    "VM153",
    "unreadable-image",
    Severity.ERROR,
    about="A picture's file is damaged or of a kind that VASSAL cannot draw.",
    advice="Save the picture again as PNG.",
)
def unreadable_image(module: ModuleView) -> Iterator[LintSpot]:
    """Look for pictures that are none."""
    for name, picture in module.once(_sizes).items():
        if isinstance(picture, str):
            yield LintSpot(f"images/{name}", f"is not a picture: {picture}")
        elif picture.format != "SVG" and not (picture.width and picture.height):
            yield LintSpot(f"images/{name}", f"has no size: {picture.width} x {picture.height} pixels")


@check(
    "VM154",
    "image-size",
    Severity.NOTE,
    about="A board of more than 100 million pixels needs some 400 MB of memory, or tiles on disk that VASSAL cuts "
    f"first; a counter or card of more than {_COUNTER_SIDE} pixels a side is scaled down for every drawing.",
    advice="Make the picture smaller if its detail is not needed.",
)
def image_size(module: ModuleView) -> Iterator[LintSpot]:
    """Look for pictures that cost much memory."""
    boards = {element.get("image", "") for element in module.of_kind("module.map.boardPicker.Board")}
    pieces = {name for _, trait in module.traits_of(*_WITH_PICTURES) for name in _pictures_of(trait)}
    for name, picture in module.once(_sizes).items():
        if isinstance(picture, str):
            continue
        told = f"is {picture.width} x {picture.height} pixels large"
        if name in boards and picture.width * picture.height > _BOARD_PIXELS:
            yield LintSpot(f"images/{name}", told, Severity.WARNING)
        elif name in pieces and name not in boards and max(picture.width, picture.height) > _COUNTER_SIDE:
            yield LintSpot(f"images/{name}", told)


@check(
    "VM155",
    "board-size",
    Severity.NOTE,
    about="A board names a picture and also a size, and the two differ. VASSAL takes the picture's; a reader of the "
    "build file is misled.",
    advice="Write the picture's size, or leave it out.",
)
def board_size(module: ModuleView) -> Iterator[LintSpot]:
    """Compare a board's size with its picture's [VASSAL.build.module.map.boardPicker.Board]."""
    sizes = module.once(_sizes)
    for element in module.of_kind("module.map.boardPicker.Board"):
        picture = sizes.get(element.get("image", ""))
        if not isinstance(picture, PictureFormat) or not picture.width:
            continue
        for key, real in (("width", picture.width), ("height", picture.height)):
            said = element.get(key, "")
            if said.isascii() and said.isdigit() and int(said) != real:
                yield LintSpot(place_of(element), f"says that its {key} is {said}, but its picture's is {real}")


@check(
    "VM156",
    "missing-file",
    Severity.ERROR,
    about="A page, help file, set-up or sound is named that is not in the module.",
    advice="Put the file into the module, or correct its name.",
)
def missing_file(module: ModuleView) -> Iterator[LintSpot]:
    """Look for files that are named but not there."""
    entries = module.entries
    if entries is None or module.is_extension:
        return
    for element in module.of_kind("widget.HtmlChart"):
        yield from _unless_there(place_of(element), element.get("fileName", ""), entries)
    for element in module.of_kind("module.documentation.HelpFile"):
        if element.get("fileType", "archive") == "archive":
            yield from _unless_there(place_of(element), element.get("fileName", ""), entries)
    for place, trait in module.traits_of("playSound"):
        sound = trait.text_of("sound")
        if sound and not sound.startswith("{") and "$" not in sound:
            yield from _unless_there(place, sound, entries)


def _unless_there(place: str, name: str, entries: frozenset[str]) -> Iterator[LintSpot]:
    named = dict.fromkeys((name, decomposed(name)))
    places = [f"{folder}{each}" for each in named for folder in ("", "sounds/", "help/", "images/")]
    if name and not name.startswith("/") and not any(entry in entries for entry in places):
        yield LintSpot(place, f"the file '{name}' is not in the module")


@check(
    "VM157",
    "backslash-in-name",
    Severity.ERROR,
    about="A file's name in the module has a backslash where a slash should divide its folders, as some programs of "
    "Windows write it. To VASSAL the backslash is a letter, and it finds no such file.",
    advice="Pack the module again with another program, or save it in VASSAL's editor after adding the files anew.",
)
def backslash_in_name(module: ModuleView) -> Iterator[LintSpot]:
    """Look for entries whose folders are divided by backslashes [VASSAL.tools.io.ZipArchive]."""
    for name in sorted(module.entries or ()):
        if "\\" in name:
            slashed = name.replace("\\", "/")
            yield LintSpot(name, f"is not found by VASSAL, which looks for '{slashed}'")
