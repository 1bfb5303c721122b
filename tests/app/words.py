"""The words that the pages say: read off their templates and scripts."""

from __future__ import annotations

import re
from pathlib import Path

import trc_module

PACKAGE = Path(trc_module.__file__).parent
_TEMPLATE = re.compile(r'\bt\("((?:[^"\\]|\\.)*)"(?: if [^)]*? else "([^"]*)")?')
_SCRIPT = re.compile(r'\b(?:t|tr)\([^"`;]{0,40}?"((?:[^"\\]|\\.)*)"(?: : "([^"]*)")?')
_COUNTED = re.compile(r'\bcount\([^"]*?"([^"]*)", "([^"]*)"')
_LISTED = re.compile(r'\["(\{n\} [^"]*)", "(\{n\} [^"]*)"\]')
_TITLES = re.compile(r"const (?:TITLES|MANNERS) = \{([^}]*)\}")
VERDICTS = ("violation", "doubt", "undecided", "skipped", "note")


def words() -> set[str]:
    """Return every English text that has a form in other languages."""
    found: set[str] = set()
    for path in (PACKAGE / "app" / "templates").glob("*.html"):
        found |= _all(_TEMPLATE, path.read_text(encoding="utf-8"))
    found |= _all(_TEMPLATE, (PACKAGE / "report" / "templates" / "audit.html").read_text(encoding="utf-8"))
    scripts = [*(PACKAGE / "app" / "static").glob("*.js"), PACKAGE / "report" / "templates" / "audit.js"]
    for path in scripts:
        text = path.read_text(encoding="utf-8")
        for form in (_SCRIPT, _COUNTED, _LISTED):
            found |= _all(form, text)
        for titles in _TITLES.findall(text):
            found |= set(re.findall(r'"([^"]*)"', titles))
    found |= {*VERDICTS, *(f"{{n}} {verdict}" for verdict in VERDICTS)}
    return found | {"{n} violations", "{n} doubts", "{n} notes"}


def _all(form: re.Pattern[str], text: str) -> set[str]:
    return {each for groups in form.findall(text) for each in ([groups] if isinstance(groups, str) else groups) if each}


if __name__ == "__main__":
    print("\n".join(sorted(words())))
