"""Findings that both players have accepted, with the reason: known, and not reported again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from trc_module.auditing.audit import Audit, Noted
from trc_module.errors import UserError
from trc_module.facts.parsing import parse_toml
from trc_module.files import read_input
from trc_module.printable import printable
from trc_module.rules.finding import Verdict

_Key = tuple[str, str, tuple[str, ...], tuple[str, ...]]
"""Rule, moment, units and hexes: what a finding is about, whatever its step or its words."""
_HEAD = "# Findings that both players have accepted. Each needs its reason; an entry covers one finding.\n"


class Baseline(Struct, frozen=True):
    """Accepted findings, and how many of each kind."""

    accepted: Counter[_Key]

    def apply(self, findings: Iterable[Noted]) -> tuple[tuple[Noted, ...], int, int]:
        """Return the findings that are not accepted, how many are, and how many entries match nothing."""
        left = Counter(self.accepted)
        shown = []
        for noted in findings:
            key = _key(noted)
            if left[key]:
                left[key] -= 1
            else:
                shown.append(noted)
        unused = sum((+left).values())
        return tuple(shown), sum(self.accepted.values()) - unused, unused


def read_baseline(path: Path) -> Baseline:
    """Read a baseline; UserError with the entry's number if one lacks its rule, its moment or its reason."""
    try:
        tree = parse_toml(read_input(path).decode("utf-8"))
    except FileNotFoundError:
        raise UserError(f"There is no baseline '{path}'; --write-baseline makes one.") from None
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: expected a TOML file of accepted findings: {error}.") from None
    entries = tree.get("accepted", [])
    accepted: Counter[_Key] = Counter()
    if not isinstance(entries, list) or set(tree) - {"accepted"}:
        raise UserError(f"{path}: expected nothing but entries [[accepted]].")
    for number, entry in enumerate(entries, 1):
        place = f"{path}: entry {number}"
        if not isinstance(entry, dict):
            raise UserError(f"{place}: expected an entry [[accepted]].")
        for field in ("rule", "when", "reason"):
            if not isinstance(entry.get(field), str) or not entry[field].strip():
                raise UserError(f"{place}: expected '{field}' to be filled in, as both players agreed on it.")
        lists = []
        for field in ("units", "hexes"):
            words = entry.get(field, [])
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise UserError(f"{place}: expected '{field}' to be a list of names.")
            lists.append(tuple(words))
        accepted[entry["rule"], entry["when"], lists[0], lists[1]] += 1
    return Baseline(accepted)


def baseline_text(audit: Audit, findings: Iterable[Noted], reason: str = "") -> str:
    """Return the baseline that accepts these findings; notes need no acceptance and are left out."""
    parts = [_HEAD]
    for noted in findings:
        finding = noted.finding
        if finding.verdict is Verdict.NOTE:
            continue
        at = audit.chain.label(noted.steps[-1]) if noted.steps else "start"
        fields = {"rule": finding.rule, "when": str(noted.clock), "units": finding.units, "hexes": finding.hexes}
        lines = [printable(f"# {at}: {' '.join(finding.sentence.split())}"), "[[accepted]]"]
        lines += [f"{name} = {_toml(value)}" for name, value in {**fields, "reason": reason}.items()]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _key(noted: Noted) -> _Key:
    return noted.finding.rule, str(noted.clock), noted.finding.units, noted.finding.hexes


def _toml(value: str | Sequence[str]) -> str:
    # A JSON string is a TOML string, but for the one control character that JSON leaves as it is.
    return json.dumps(value if isinstance(value, str) else list(value)).replace("\x7f", "\\u007f")
