"""`python -m handbook`: build the site into build/site, with warnings as errors, and check its links."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from handbook.commands import command_page, write_manual
from handbook.links import broken_links
from handbook.pictures import draw_pictures, run
from handbook.search import write_search
from trc_module.disk_cache import cache_root
from trc_module.gamespec import find_spec, game_names
from trc_module.report.rulebook.pages import INDEX, write_rulebook
from trc_module.rules.rulebook.reader import ENDING

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "handbook"
SITE = ROOT / "build" / "site"
_FROM_DOCS = re.compile(r"\]\(docs/")
_OF_THE_REPOSITORY = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
_HERE = re.compile(r"\]\((?:\.\./)?(" + "|".join(map(re.escape, _OF_THE_REPOSITORY)) + ")")
_OUTSIDE = re.compile(r"\[([^\]]*)\]\((?:\.\./)?(?:LICENSE|data/|trc_module/|source_art/|tests/)[^)]*\)")


def main() -> int:
    """Build the site and return 0, or 1 if a link of it leads nowhere."""
    parser = argparse.ArgumentParser(prog="python dev.py docs", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="keep the pictures and rulebooks of the last time")
    chosen = parser.parse_args()
    pages = WORK / "docs"
    if not chosen.quick:
        shutil.rmtree(WORK, ignore_errors=True)
        draw_pictures(WORK / "pictures", WORK / "work")
        for name in _with_rules():
            write_rulebook(find_spec(name), WORK / "rules" / name, cache_root() / "map", home="../../rulebooks.html")
    shutil.rmtree(pages, ignore_errors=True)
    _lay_out(pages)
    shutil.rmtree(SITE, ignore_errors=True)
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    environment = {**os.environ, "HANDBOOK_DOCS": str(pages), "HANDBOOK_SITE": str(SITE), "NO_MKDOCS_2_WARNING": "1"}
    code = subprocess.run(
        [*words, "--config-file", str(ROOT / "handbook" / "mkdocs.yml")], cwd=ROOT, env=environment, check=False
    ).returncode
    if code:
        return code
    # A server's page, whose links do not hold on a disk.
    (SITE / "404.html").unlink()
    shutil.copytree(WORK / "rules", SITE / "rules")
    found = write_search(SITE, _with_rules())
    manual = write_manual(SITE / "man")
    wrong = list(broken_links(SITE))
    for line in wrong:
        print(line)
    count = sum(1 for _ in SITE.rglob("*.html"))
    made = f"{count} pages, {found} entries to search, {manual} manual pages"
    print(f"{SITE / 'index.html'}: {made}, {len(wrong)} broken links.")
    return 1 if wrong else 0


def _lay_out(pages: Path) -> None:
    """Put together all pages that the site is made from: ours, those of the repository, and those that are made."""
    shutil.copytree(ROOT / "docs", pages)
    shutil.copytree(ROOT / "handbook" / "iframe-worker", pages / "iframe-worker")
    for page in pages.rglob("*.md"):
        # What is no page of the site is named there, not linked.
        page.write_text(_OUTSIDE.sub(r"\1", page.read_text(encoding="utf-8")), encoding="utf-8")
    for name in _OF_THE_REPOSITORY:
        text = _FROM_DOCS.sub("](", (ROOT / name).read_text(encoding="utf-8"))
        (pages / name.lower()).write_text(_OUTSIDE.sub(r"\1", text), encoding="utf-8")
    for page in pages.rglob("*.md"):
        page.write_text(
            _HERE.sub(lambda link: f"]({link[1].lower()}", page.read_text(encoding="utf-8")), encoding="utf-8"
        )
    shutil.copytree(WORK / "pictures", pages / "pictures", dirs_exist_ok=True)
    (pages / "commands.md").write_text(command_page(), encoding="utf-8")
    _fill(pages / "rulebooks.md", "rulebooks", "\n".join(_rulebooks()))
    _fill(pages / "sureness.md", "facts", "\n".join(_facts()))
    _fill(pages / "how-far.md", "coverage", "\n".join(_coverage()))


def _fill(page: Path, mark: str, text: str) -> None:
    """Put a text in the place of a page's mark; ValueError if the mark is not there."""
    before, found, after = page.read_text(encoding="utf-8").partition(f"<!-- {mark} -->")
    if not found:
        raise ValueError(f"{page.name}: expected the mark <!-- {mark} -->")
    page.write_text(before + text + after, encoding="utf-8")


def _with_rules() -> list[str]:
    """Return the games that have rules; a folder of data alone has none."""
    specs = map(find_spec, game_names())
    return [spec.name for spec in specs if spec.package and any((spec.folder / "rules").rglob(f"*{ENDING}"))]


def _rulebooks() -> Iterator[str]:
    """Yield a line for the rulebook of each game."""
    for name in _with_rules():
        count = len(list((WORK / "rules" / name).glob("*.html"))) - 1
        # Not a page of the site's own, so that it is not in its list of pages.
        yield f'* <a href="rules/{name}/{INDEX}">{find_spec(name).title}</a>: {count} rules'


def _facts() -> Iterator[str]:
    """Yield a table for each game: how many of its data come from which kind of source."""
    for name in game_names():
        counts = json.loads(run("facts", "--json", "--game", name))["counts"]
        kinds = sorted({kind for row in counts.values() for kind in row} - {"doubtful"})
        yield f"\n**{find_spec(name).title}**\n"
        yield "| data | " + " | ".join([*kinds, "doubtful"]) + " |"
        yield "|---" * (len(kinds) + 2) + "|"
        for what, row in counts.items():
            if any(row.values()):
                yield f"| {what} | " + " | ".join(f"{row.get(kind, 0):,}" for kind in [*kinds, "doubtful"]) + " |"


def _coverage() -> Iterator[str]:
    """Yield a table of what the code makes of the single rules of each game."""
    yield "| game | rules | judged | incomplete | open | cannot be broken |"
    yield "|---|---|---|---|---|---|"
    for name in _with_rules():
        rows = json.loads(run("rules", "--coverage", "--json", "--game", name))
        counts = [sum(row["status"] == status for row in rows) for status in ("implemented", "incomplete", "open")]
        numbers = (len(rows), *counts, len(rows) - sum(counts))
        yield f"| {find_spec(name).title} | " + " | ".join(map(str, numbers)) + " |"


if __name__ == "__main__":
    sys.exit(main())
