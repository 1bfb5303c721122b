"""Pictures on the buttons of a module: the toolbar has room for them in one row; their names are in the tooltips.

A button in a menu, and one for which there is no picture, shows its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lxml import etree

OF_EVERY_MODULE: Mapping[str, str] = {
    "sequence": "steps",
    "charts": "charts",
    "battle-charts": "odds-table",
    "more": "list",
    "view": "view",
    "names": "names",
    "battle": "new-battle",
    "roll": "roll-battle",
    "attack-roll": "attack",
    "arrivals": "arrivals",
    "die": "die",
    "fire": "fire",
}
"""The pictures of buttons that modules of several games have, by the key of the button's text."""

_PREFIX, _SUFFIX = "icon-", ".png"


def icon_file(icon: str) -> str:
    """Return the file of a picture (`art.icons`) in the module's `images`."""
    return f"{_PREFIX}{icon}{_SUFFIX}"


def faced(
    label: str, tooltip: str, icon: str, *, text: str = "text", picture: str = "icon", tip: str = "tooltip"
) -> dict[str, str]:
    """Return the attributes of a button with a picture, whose tooltip begins with its name; without one it shows that.

    `text`, `picture` and `tip` are what its component calls the attributes.
    """
    if not icon:
        return {text: label, picture: "", tip: tooltip}
    told = label if tooltip in ("", label) else f"{label}: {tooltip}"
    return {text: "", picture: icon_file(icon), tip: told}


def icons_in(tree: etree._Element) -> Iterator[str]:
    """Yield the names of the pictures that the buttons of a build file show, in their order."""
    names = ("icon", "buttonIcon")
    for file in sorted({str(node.attrib[name]) for node in tree.iter() for name in names if name in node.attrib}):
        if file.startswith(_PREFIX):
            yield file.removeprefix(_PREFIX).removesuffix(_SUFFIX)
