"""Files that the pages of one folder share: the map, the counters, the letters, the style and the script, each once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from trc_module.report.environment import rendered
from trc_module.report.page.assets import Assets
from trc_module.report.page.counters import Counters

FOLDER = "shared"
"""The folder of these files, beside the pages."""


@dataclass(frozen=True, slots=True)
class SharedFiles:
    """The files by name, and which of them is what; a name changes with what the file holds."""

    files: Mapping[str, bytes]
    style: str
    stage: str
    script: str
    faces: Mapping[str, tuple[int, int]]
    """The numbers of each counter's front and back."""

    def address(self, name: str) -> str:
        """Return where a page finds a file."""
        return f"{FOLDER}/{name}"


_made: dict[int, tuple[Assets, SharedFiles]] = {}


def shared_of(assets: Assets) -> SharedFiles:
    """Return the files of a game's pages; those of this run are made once."""
    kept = _made.get(id(assets))
    if kept is None or kept[0] is not assets:
        kept = _made[id(assets)] = assets, _shared(assets)
    return kept[1]


def _shared(assets: Assets) -> SharedFiles:
    counters = Counters(assets)
    faces = {name: counters.numbers(name) for name in sorted(assets.faces)}
    ground = "".join(f'<g id="l-{name}">{svg}</g>' for name, svg in assets.ground)
    # An SVG in a file of its own could not be used from a disk: browsers take each file for another site.
    stage = "".join(
        f"document.querySelector({json.dumps(place)}).innerHTML={json.dumps(svg, ensure_ascii=False)};\n"
        for place, svg in (("#ground defs", counters.definitions()), ("#land", ground))
    )
    found = {
        "css": rendered("audit-look.css", assets=assets).encode(),
        "stage.js": f'"use strict";\n{stage}'.encode(),
        "js": _script(),
    }
    names = {kind: f"{hashlib.sha256(content).hexdigest()[:12]}.{kind}" for kind, content in found.items()}
    files = {names[kind]: content for kind, content in found.items()}
    return SharedFiles(files, names["css"], names["stage.js"], names["js"], faces)


@lru_cache(maxsize=1)
def _script() -> bytes:
    return rendered("audit.js").encode()
