"""Rulings on findings: `rulings.toml`. Each is kept by the finding's fingerprint, whatever its words become."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from trc_module.errors import UserError
from trc_module.facts.toml_file import line_of, read_toml, shape
from trc_module.printable import printable

if TYPE_CHECKING:
    from trc_module.auditing.audit import Audit

FILE = "rulings.toml"
HEAD = "# What was said about findings: accepted by the opponent, agreed by both players, or ruled upon.\n"

Kind = Literal["accepted", "agreed", "ruled"]
KINDS: tuple[Kind, ...] = ("accepted", "agreed", "ruled")
RULED_UPON = ("violation", "doubt")
"""The verdicts on which a ruling is awaited."""


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling: the finding it is on, what was said, by whom and why. `rule` to `said` are for whoever reads it."""

    finding: Annotated[str, Meta(pattern="^[0-9a-f]{12}$")]
    kind: Kind
    reason: Annotated[str, Meta(min_length=1)]
    by: str = ""
    date: date | None = None
    rule: str = ""
    when: str = ""
    said: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ruling: tuple[Ruling, ...] = ()


class Rulings(Struct, frozen=True):
    """The rulings of a tournament by fingerprint, and the line of each."""

    by_finding: Mapping[str, Ruling]
    lines: Mapping[str, int]


NONE = Rulings({}, {})


def read_rulings(folder: Path) -> Rulings:
    """Read the rulings of a tournament; none where there is no file yet.

    Raises:
        UserError: Something in it is wrong, or there are two on one finding; with the line.
    """
    path = folder / FILE
    return read_file(path) if path.exists() else NONE


def read_file(path: Path) -> Rulings:
    """Read the rulings in a file; UserError as `read_rulings`, and if there is none."""
    found: dict[str, Ruling] = {}
    lines: dict[str, int] = {}
    for place, each in enumerate(shape(read_toml(path), _File, path).ruling):
        line = line_of(path, ["ruling", place, "finding"]) or 1
        if each.finding in found:
            told = f"finding {each.finding} is ruled upon on line {lines[each.finding]} already"
            raise UserError(f"{path}, line {line}: {told}: keep one of the two.")
        if not each.reason.strip():
            reason = line_of(path, ["ruling", place, "reason"])
            raise UserError(f"{path}, line {reason}: expected the reason of the ruling on {each.finding}.")
        found[each.finding], lines[each.finding] = each, line
    return Rulings(found, lines)


def ruling_text(ruling: Ruling) -> str:
    """Return a ruling as an entry of the file."""
    words = {name: getattr(ruling, name) for name in ("finding", "kind", "reason", "by", "rule", "when", "said")}
    lines = [f"{name} = {_toml(word)}" for name, word in words.items() if word]
    if ruling.date:
        lines.insert(4, f"date = {ruling.date.isoformat()}")
    return "\n".join(("[[ruling]]", *lines)) + "\n"


def _toml(text: str) -> str:
    # A JSON string is a TOML string, but for the one control character that JSON leaves as it is.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def ruling_words(ruling: Ruling) -> str:
    """Return a ruling in a line."""
    who = f" by {ruling.by}" if ruling.by else ""
    return printable(" ".join(f"{ruling.kind}{who}: {ruling.reason}".split()))


class Found(Struct, frozen=True):
    """A finding of a game in the archive, with its fingerprint and the ruling on it."""

    game: str
    """The game's name in the archive."""
    fingerprint: str
    verdict: str
    rule: str
    when: str
    at: str
    """The step in the log: `ann-bert.vlog:17`."""
    by: str
    """The side that acted."""
    sentence: str
    remedy: str
    """What it means by the custom of the players, '' where none was asked or it accuses nobody."""
    ruling: Ruling | None

    def tree(self) -> dict[str, Any]:
        """Return it as plain data."""
        ruling = self.ruling
        return {
            "finding": self.fingerprint,
            "verdict": self.verdict,
            "rule": self.rule,
            "when": self.when,
            "at": self.at,
            "by": self.by,
            "sentence": self.sentence,
            "remedy": self.remedy,
            "ruling": None if ruling is None else {"kind": ruling.kind, "by": ruling.by, "reason": ruling.reason},
        }


_NAME = 10
"""The digits of its first log's digest by which a game is known, whatever an archive calls it."""


def said_of(audit: Audit, rulings: Rulings) -> Mapping[int, str]:
    """Return what was ruled upon the findings of an audit, by the `id` of each."""
    if not rulings.by_finding:
        return {}
    from trc_module.report.as_json import audit_tree

    first = hashlib.sha256(audit.chain.links[0].execution.log.path.read_bytes()).hexdigest()
    names = fingerprints(first, audit_tree(audit, audit.findings)["findings"])
    return {
        id(noted): ruling_words(rulings.by_finding[name])
        for noted, name in zip(audit.findings, names, strict=True)
        if name in rulings.by_finding
    }


def fingerprints(game: str, findings: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the fingerprints of the findings of a game, which are given as plain data.

    A fingerprint is of what a finding is about: the game, the rule, the moment, the units and hexes, and which of
    several such it is. Words, steps and the verdict may change with the program, and it stays.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    for each in findings:
        moment = f"turn {each['turn']} {each['side']} {each['part']} {each['phase']}"
        units, hexes = (" ".join(sorted(each.get(key) or ())) for key in ("units", "hexes"))
        key = (game[:_NAME], each["rule"], moment, each.get("by") or "", units, hexes)
        yield hashlib.sha256("\n".join((*key, str(seen[key]))).encode()).hexdigest()[:12]
        seen[key] += 1


def rulings_of(game: str, tree: Mapping[str, Any], rulings: Rulings) -> Rulings:
    """Return the rulings on the findings of a game, which are given as plain data."""
    names = set(fingerprints(game, tree.get("findings", ()))) if rulings.by_finding else set()
    own = {name: ruling for name, ruling in rulings.by_finding.items() if name in names}
    return Rulings(own, {name: rulings.lines[name] for name in own})


_SHOWN = 3
"""The steps of a finding that are named; of more the first and the last."""


def _at(places: Sequence[Mapping[str, Any]]) -> str:
    told = [f"{place['file']}:{place['step'] or 'start'}" for place in places]
    return ", ".join(told) if len(told) <= _SHOWN else f"{told[0]} – {told[-1]}"


def findings_of(game: str, tree: Mapping[str, Any], rulings: Rulings) -> Iterator[Found]:
    """Yield the findings of a game, which are given as plain data, with their rulings; notes are left out."""
    findings = tree.get("findings", ())
    for each, digest in zip(findings, fingerprints(game, findings), strict=True):
        if each["verdict"] == "note":
            continue
        yield Found(
            game=game,
            fingerprint=digest,
            verdict=each["verdict"],
            rule=each["rule"],
            when=f"turn {each['turn']}, {each['side']}, {each['phase']}",
            at=_at(each["at"]),
            by=each.get("by") or "",
            sentence=" ".join(each["sentence"].split()),
            remedy=(each.get("remedy") or {}).get("sentence", ""),
            ruling=rulings.by_finding.get(digest),
        )


def no_longer(path: Path, rulings: Rulings, fingerprints: Iterable[str]) -> list[str]:
    """Return a sentence for each ruling on a finding that no game has (any more)."""
    left = rulings.by_finding.keys() - set(fingerprints)
    return [
        printable(
            f"{path}, line {rulings.lines[each]}: the ruling on {each} ({rulings.by_finding[each].rule}) no longer "
            "applies: no game has this finding by today's judgment."
        )
        for each in sorted(left, key=lambda each: rulings.lines[each])
    ]


def awaited(found: Sequence[Found]) -> list[Found]:
    """Return the findings on which nothing has been said yet."""
    return [each for each in found if each.ruling is None and each.verdict in RULED_UPON]
