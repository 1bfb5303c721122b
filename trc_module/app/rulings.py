"""Notes and rulings on the findings of a game, in a file that travels with the mail: the tournament's `rulings.toml`.

Each goes by the finding's fingerprint. A note is a comment of the file, so a tournament reads its rulings alone.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from trc_module.app.asking import AskedQuestion
from trc_module.app.mailing import CUSTOM, in_the_order_of_the_page
from trc_module.app.opened import OpenGame
from trc_module.errors import UserError
from trc_module.printable import printable
from trc_module.report.as_json import audit_json
from trc_module.report.rulings import FILE, HEAD, KINDS, Found, Ruling, Rulings, findings_of, read_rulings, ruling_text

_LONGEST = 200_000
"""Letters of a file of rulings."""
_MOST = 500
"""Notes and rulings of one file."""
NOTE = "note"
_WORDS = ("finding", "kind", "reason", "by")
_NOTE = re.compile(r"^# note on ([0-9a-f]{12})(?: by ([^:\n]{1,80}))?: (.+)$", re.MULTILINE)


def _by_number(game: OpenGame) -> dict[int, Found]:
    """Return the findings by their numbers on the page, with their fingerprints; notes of the audit are left out."""
    audit = game.audit
    tree = json.loads(audit_json(audit, audit.findings, CUSTOM))
    found = iter(findings_of(game.name, tree, Rulings({}, {})))
    by_identity = {id(noted): next(found) for noted in audit.findings if noted.finding.verdict.value != NOTE}
    ordered = enumerate(in_the_order_of_the_page(game))
    return {number: by_identity[id(noted)] for number, noted in ordered if id(noted) in by_identity}


def prints(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer the fingerprint of each finding, by its number on the page."""
    return {str(number): found.fingerprint for number, found in _by_number(game).items()}


def read(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer the notes and rulings of a file, and how many of them are on no finding of this game."""
    text = AskedQuestion(game, fields).word("text")
    if len(text) > _LONGEST:
        raise UserError("That is more than a file of rulings holds.")
    with tempfile.TemporaryDirectory(prefix="trc-module-") as folder:
        (Path(folder) / FILE).write_text(text, encoding="utf-8")
        try:
            rulings = read_rulings(Path(folder))
        except UserError as error:
            raise UserError(str(error).replace(str(Path(folder) / FILE), FILE)) from None
    said = [
        {"finding": each.finding, "kind": each.kind, "reason": each.reason, "by": each.by}
        for each in rulings.by_finding.values()
    ]
    said += [{"finding": n[1], "kind": NOTE, "reason": n[3], "by": n[2] or ""} for n in _NOTE.finditer(text)]
    known = {found.fingerprint for found in _by_number(game).values()}
    return {
        "rulings": [each for each in said if each["finding"] in known],
        "strange": sum(each["finding"] not in known for each in said),
    }


def rulings_file(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return notes and rulings as a file that another player or the director reads."""
    return FILE, rulings_words(game, fields.get("rulings")).encode()


def rulings_words(game: OpenGame, given: Any) -> str:
    """Return notes and rulings as the text of that file; UserError if one is none, or on no finding of this game."""
    if not isinstance(given, list) or not 0 < len(given) <= _MOST:
        raise UserError("There is nothing to save yet: write a note or a ruling first.")
    by_print = {found.fingerprint: found for found in _by_number(game).values()}
    return "\n".join((HEAD, *(_entry(each, by_print) for each in given)))


def _entry(given: Any, by_print: Mapping[str, Found]) -> str:
    words = {key: given.get(key, "") for key in _WORDS} if isinstance(given, dict) else {}
    if not words or not all(isinstance(word, str) and len(word) <= _LONGEST for word in words.values()):
        raise UserError("That is not a ruling.")
    found, reason = by_print.get(words["finding"]), " ".join(words["reason"].split())
    by = " ".join(words["by"].replace(":", " ").split())[:80]
    if found is None:
        raise UserError("There is no such finding in this game any more.")
    if not reason:
        raise UserError(f"{found.rule}: write the reason first.")
    if words["kind"] == NOTE:
        who = f" by {by}" if by else ""
        return printable(f"# note on {found.fingerprint}{who}: {reason}") + "\n"
    kind = next((kind for kind in KINDS if kind == words["kind"]), None)
    if kind is None:
        raise UserError("That is not a ruling.")
    about = {"rule": found.rule, "when": found.when, "said": found.sentence}
    return ruling_text(Ruling(found.fingerprint, kind, reason, by, date.today(), **about))


def as_text(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer notes and rulings as text for a mail."""
    return {"text": rulings_words(game, fields.get("rulings"))}


ANSWERS: Mapping[str, Callable[[OpenGame, Mapping[str, Any]], Any]] = {
    "prints": prints,
    "rulings-read": read,
    "rulings-text": as_text,
}
