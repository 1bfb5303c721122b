"""Every page that a command writes can be walked through by its landmarks and headings, in light and in dark.

What is asserted here is what the axe rules `landmark-one-main`, `region`, `heading-order` and `page-has-heading-one`
ask for; its contrasts were looked at by hand. A copy of axe is not kept here: it is half a megabyte of another's code.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from lxml import html

from trc_module.cli.main import group
from trc_module.replay.transcript import read_transcript
from trc_module.report.difference_page import difference_page
from trc_module.report.transcript_page import transcript_page
from trc_module.resources import data_dir
from trc_module.vassal.difference import Change, Detail

HEX = """\
title = "A hex"
date = 2026-01-01
source = "erratum:letter"

[[correction]]
hex = "N21"
field = "terrain"
old = "clear"
new = "woods"
"""
_OUTSIDE = ("script", "style", "link", "meta", "title", "template")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the pages of the commands, each written once."""
    folder = tmp_path_factory.mktemp("pages")
    log, sheet = folder / "x.vlog", folder / "hex.toml"
    sheet.write_text(HEX, encoding="utf-8")
    commands = (
        f"compose {data_dir() / 'trc' / 'games' / 'opening.game'} -o {log}",
        f"audit {log} --html {folder / 'audit.html'}",
        f"summary {log} --html {folder / 'summary.html'}",
        f"facts --checklist -o {folder / 'checklist.html'}",
        f"errata preview {sheet} -o {folder / 'preview.html'}",
        f"--game trp forms -o {folder / 'forms'}",
        f"archive {folder / 'x.db'} add {log} --jobs 1",
        f"archive {folder / 'x.db'} report {folder / 'report'} --jobs 1",
    )
    for words in commands:
        done = CliRunner().invoke(group, words.split())
        assert done.exit_code < 2, (words, done.output)
    written = [*folder.glob("*.html"), folder / "forms" / "owner-forms.html", folder / "report" / "index.html"]
    found = {f"{path.parent.name}/{path.name}": path.read_text(encoding="utf-8") for path in written}
    change = Change("counter", "11 47", "changed", (Detail("CF", "7", "8"),))
    return found | {
        "difference": difference_page((change,), "a.vmod", "b.vmod"),
        "transcript": transcript_page([read_transcript(log)]),
    }


def headings(root: html.HtmlElement) -> list[int]:
    return [int(each.tag[1]) for each in root.iter("h1", "h2", "h3", "h4", "h5", "h6")]


def test_each_page_has_one_main_part_that_holds_all_else_and_headings_in_order(pages: dict[str, str]) -> None:
    assert len(pages) == 8
    for name, text in pages.items():
        root = html.document_fromstring(text)
        assert len(list(root.iter("main"))) == 1, name
        assert root.get("lang"), name
        levels = headings(root)
        assert levels[0] == 1, name
        assert [(a, b) for a, b in pairwise(levels) if b > a + 1] == [], name
        body = root.find("body")
        assert body is not None
        # The audit's page is an application of its own: its regions are named (tests/report/page).
        loose = [each.tag for each in body if each.tag not in ("main", "header", "nav", "footer", *_OUTSIDE)]
        assert not loose or "audit" in name, (name, loose)


def test_pages_that_follow_the_systems_colours_say_which_ground_they_stand_on(pages: dict[str, str]) -> None:
    for name, text in pages.items():
        if "color-scheme: light dark" in text:
            assert "background: Canvas" in text, name


def test_a_rules_page_goes_from_its_title_to_its_pictures_without_a_gap() -> None:
    text = (Path(__file__).parents[2] / "trc_module" / "report" / "templates" / "rule.html").read_text(encoding="utf-8")
    levels = headings(html.document_fromstring(text))
    assert (levels[0], set(levels[1:])) == (1, {2})
