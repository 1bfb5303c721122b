"""Blind records of legal acts as logs: nobody is accused or doubted, with the module's lines, and without any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tests.blind.blind_record import BlindRecord, blind_records
from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.gamespec import find_spec
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.record import read_record


def legal(game: str) -> Iterator[tuple[BlindRecord, str]]:
    """Yield the records of a game that expect nothing of any act, each with its text without the expectations."""
    for record in blind_records(game):
        lines = record.text.splitlines()
        wanted = {line for line in lines if line.startswith("expect ")}
        if wanted == {"expect ok"}:
            yield record, "\n".join([*(line for line in lines if line not in wanted), ""])


def accused(game: str, folder: Path, each_of: int, *, declared: bool) -> list[str]:
    """Return what an audit holds against somebody in the logs of a game's legal records, of every so many one."""
    parts = load_inputs(find_game(game), find_spec(game).folder)
    found = []
    for record, text in islice(legal(game), 0, None, each_of):
        told = audited(parts, text, folder / "a.vlog", declared=declared)
        found += [f"{record.name}: {each}" for each in told if each.verdict in (Verdict.VIOLATION, Verdict.DOUBT)]
    return found


def audited(parts: ModuleInputs, text: str, path: Path, *, declared: bool) -> list[Finding]:
    """Return what an audit tells of the log of a record."""
    read = read_record(text, "a record", find_game)
    own = replace(parts, game=read.game) if read.start.options else parts
    compose(own, read, path, "0.0.1", declared=declared)
    log = replace(open_log(path, own), scenario=read.start.scenario, options=read.start.options)
    return [told.finding for told in audit_log(log).findings]


@pytest.mark.parametrize(
    ("game", "declared", "each_of"),
    [
        ("nr", True, 3),
        ("nr", False, 6),
        ("m41", True, 1),
        ("m41", False, 1),
        ("trp", True, 1),
        ("trp", False, 3),
        ("trc", True, 6),
        ("trc", False, 12),
    ],
)
def test_nobody_is_accused_in_the_log_of_a_legal_record(
    game: str, declared: bool, each_of: int, tmp_path: Path
) -> None:
    assert accused(game, tmp_path, each_of, declared=declared) == []


GIVEN_UP = """game: m41
at: turn 3 russian replacement hard-frost
on A3: rus-rzhev
on C5: rus-16-army
give-up rus-rzhev
replace rus-rzhev disrupted C7
give-up rus-16-army
replace rus-16-army disrupted C7
end
"""


def test_units_given_up_and_brought_in_elsewhere_are_no_slips(tmp_path: Path) -> None:
    parts = load_inputs(find_game("m41"), find_spec("m41").folder)
    told = audited(parts, GIVEN_UP, tmp_path / "a.vlog", declared=True)
    assert [finding.rule for finding in told if finding.accuses] == ["M41-REP-1"]


SLIPPED_AWAY = """game: trp
at: turn 2 axis attacks good
on K17: ger-2-army
on K19: sov-8-army
fall-back sov-8-army K19 K20 K21 K22
end
"""


@pytest.mark.parametrize(("declared", "verdict"), [(True, Verdict.VIOLATION), (False, Verdict.UNDECIDED)])
def test_where_no_key_of_a_unit_is_pressed_its_status_is_unknown(
    declared: bool, verdict: Verdict, tmp_path: Path
) -> None:
    parts = load_inputs(find_game("trp"), find_spec("trp").folder)
    told = audited(parts, SLIPPED_AWAY, tmp_path / "a.vlog", declared=declared)
    assert [finding.verdict for finding in told if finding.rule == "XIII.D8"] == [verdict]
