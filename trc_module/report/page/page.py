"""Put the page together: one file, from which no request leaves."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Iterable

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from trc_module.replay.audit import Audit, Noted
from trc_module.report.page.content import page_content
from trc_module.report.page.counters import Counters
from trc_module.report.page.film import Film
from trc_module.report.page.fonts import font_css
from trc_module.report.page.ground import drawn_ground


def audit_page(audit: Audit, shown: Iterable[Noted]) -> str:
    """Return an audit as a whole HTML document; passwords are not in it."""
    layers, drawn = drawn_ground(audit.log.parts.board)
    ground, inks = [(name, Markup(svg)) for name, svg in layers], drawn.copy()
    counters = Counters(inks)
    content = page_content(audit, shown, Film(audit.log, audit.steps), counters)
    environment = Environment(
        loader=PackageLoader("trc_module.report", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    width, height = audit.log.parts.plan.map_size
    return environment.get_template("audit.html").render(
        file=", ".join(audit.chain.name(index) for index in range(len(audit.chain.links))),
        players=", ".join(f"{player.name} ({player.side})" for player in audit.players) or "nobody seated",
        steps=len(audit.steps),
        acts=len(audit.acts),
        width=width,
        height=height,
        ground=ground,
        counters=Markup(counters.definitions()),
        fonts=Markup(font_css(inks.letters)),
        light=Markup(inks.css(dark=False)),
        dark=Markup(inks.css(dark=True)),
        classes=Markup(inks.classes()),
        content=_packed(content),
    )


def _packed(content: object) -> str:
    """Return data as compressed JSON in base64: the positions of a long game repeat themselves."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode(), 9)).decode("ascii")
