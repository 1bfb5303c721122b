"""Put the page together: one file, from which no request leaves."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from markupsafe import Markup

from trc_module.auditing.audit import Audit, Noted
from trc_module.report.agreed_ground import agreed_ground
from trc_module.report.environment import filled
from trc_module.report.page.asset_cache import assets_of
from trc_module.report.page.content import NOTHING_SAID, page_content
from trc_module.report.page.counters import Counters
from trc_module.report.page.shared import shared_of
from trc_module.report.page.timeline import Timeline
from trc_module.report.page_words import texts_of
from trc_module.report.selection import left_out, left_out_text
from trc_module.report.tongue import tongue_of


@dataclass(frozen=True)
class Speech:
    """The language of a page."""

    language: str = "en"
    texts: Mapping[str, str] = field(default_factory=dict)
    """The page's own words in it, by the English ones."""

    def say(self, english: str) -> str:
        """Return words of the page in its language."""
        return self.texts.get(english, english)


IN_ENGLISH = Speech()


def speech_of(language: str) -> Speech:
    """Return the language of a page with all its words."""
    return Speech(language, texts_of(language))


@dataclass(frozen=True)
class Shell:
    """The parts by which a program serves the page: its scripts and styles then come from there."""

    static: str
    """The address of the folder of scripts and styles, from the page's own."""
    home: str
    """The address of the page from which it was opened."""
    facts: Mapping[str, Any]
    """The data that the added scripts need."""
    speech: Speech = IN_ENGLISH


def audit_page(
    audit: Audit,
    shown: Iterable[Noted],
    folder: Path | None = None,
    shell: Shell | None = None,
    timeline: Timeline | None = None,
    *,
    shares: bool = False,
    said: Mapping[int, str] = NOTHING_SAID,
    speech: Speech = IN_ENGLISH,
) -> str:
    """Return an audit as a whole HTML document; passwords are not in it.

    In `folder`, if there is one, what all pages have in common is kept for the next. Without a shell it needs nothing
    but itself, and no request leaves it. `timeline` is the audit's, where it is known already. A page that `shares` has
    its map, style and script in the files of `shared_of`, beside it. `said` is what was ruled upon findings, by the
    `id` of each.
    """
    speech = shell.speech if shell else speech
    assets = assets_of(audit.log.parts.board, audit.log.parts.roster, folder)
    shared = shared_of(assets) if shares else None
    counters = Counters(assets, shared.faces if shared else None)
    tongue = tongue_of(speech.language, audit.log.parts.folder)
    findings = tuple(shown)
    content = page_content(audit, findings, timeline or Timeline(audit.log, audit.steps), counters, tongue, said)
    width, height = audit.log.parts.layout.map_size
    speak = speech.say
    return filled(
        "audit.html",
        script="" if shell or shared else "audit.js",
        shared=shared,
        shell=shell,
        t=speak,
        language=speech.language,
        texts=Markup(_in_a_script(speech.texts)) if shell or speech.texts else "",
        shell_facts="" if shell is None else Markup(_packed(shell.facts)),
        file=", ".join(audit.chain.name(index) for index in range(len(audit.chain.links))),
        players=", ".join(f"{player.name} ({speak(player.side)})" for player in audit.players)
        or speak("no player seated"),
        foreign=[link.execution.log.foreign for link in audit.chain.links if link.execution.log.foreign is not None],
        hidden=left_out_text(left_out(audit.findings, findings), tongue).removeprefix("; "),
        steps=len(audit.steps),
        acts=len(audit.acts),
        agreed_map=agreed_ground(audit),
        width=width,
        height=height,
        ground=[(name, Markup(svg)) for name, svg in assets.ground],
        counters=Markup(counters.definitions()),
        assets=assets,
        content=Markup(_packed(content)),
    )


def _in_a_script(texts: Mapping[str, str]) -> str:
    """Return texts as JSON that nothing within can end the element of."""
    return msgspec.json.encode(dict(texts)).decode().replace("<", "\\u003c")


def _packed(content: object) -> str:
    """Return data as compressed JSON in base64: the positions of a long game repeat themselves."""
    # The last three hundredths of its size would take three times as long.
    return b64encode(zlib.compress(msgspec.json.encode(content), 6)).decode("ascii")
