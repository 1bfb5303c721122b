"""The rulebook's own examples of battles, composed and audited: no battle that is declared vanishes on the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from trc_module.auditing.audit import Audit, audit_log
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.actions import Attack
from trc_module.rules.record import read_record
from trc_module.rules.rulebook.example import RecordLine

GROUPS = 3
"""The number of parts in which the examples are audited, so that several processes share them."""
READ_OTHERWISE = {
    "12.2b": "one corps in two battles has left the first",
    "15.5c": "the log begins in the combat phase: the second battle, which nobody rolled, is left open with the duties",
    "12.3c": "who stands next to no defender is left out, until its factors decide",
}
"""The rules of whose examples a battle is read without some of its units, and why."""


def examples() -> Iterator[tuple[str, str]]:
    """Yield each example with an attack that breaks a rule of the basic game: the rule, and the record to its end."""
    for rule in find_game("trc").book.under(""):
        for example in rule.examples:
            text = _text(example.broken)
            if "\nattack " in text and "\noptions:" not in text:
                yield rule.number, text


def _text(lines: tuple[RecordLine, ...]) -> str:
    text = "\n".join(("game: trc", *(line.text for line in lines)))
    return text if text.endswith("\nend") else f"{text}\nend"


def audited(parts: ModuleInputs, text: str, path: Path) -> tuple[list[Attack], Audit] | None:
    """Return the attacks of a record and what an audit says of its log; None if it makes no log."""
    try:
        record = read_record(text, "example", find_game)
        compose(parts, record, path, "1")
    except UserError:
        return None
    return [act for act in record.entries if isinstance(act, Attack)], audit_log(open_log(path, parts))


@pytest.mark.parametrize("group", range(GROUPS))
def test_who_is_declared_to_attack_attacks_in_the_audit(parts: ModuleInputs, tmp_path: Path, group: int) -> None:
    lost = set()
    every = list(examples())
    assert len(every) > 60
    for number, text in every[group::GROUPS]:
        found = audited(parts, text, tmp_path / "example.vlog")
        if found is None:
            continue
        read = [done.action for done in found[1].acts if isinstance(done.action, Attack)]
        for act in found[0]:
            if not any(set(act.attackers) <= set(other.attackers) for other in read):
                lost.add(number)
    assert lost <= set(READ_OTHERWISE)


def test_the_example_of_an_aircraft_in_the_second_impulse_is_told(parts: ModuleInputs, tmp_path: Path) -> None:
    ((_, text),) = (pair for pair in examples() if pair[0] == "4.1.4b")
    found = audited(parts, text, tmp_path / "example.vlog")
    assert found is not None
    assert "4.1.4b" in {noted.finding.rule for noted in found[1].findings if noted.finding.accuses}
