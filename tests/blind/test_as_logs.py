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
from trc_module.module.inputs import load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.finding import Verdict
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
        read = read_record(text, record.name, find_game)
        own = replace(parts, game=read.game) if read.start.options else parts
        compose(own, read, folder / "a.vlog", "0.0.1", declared=declared)
        log = open_log(folder / "a.vlog", own)
        told = audit_log(replace(log, scenario=read.start.scenario, options=read.start.options)).findings
        found += [
            f"{record.name}: {each.finding}"
            for each in told
            if each.finding.verdict in (Verdict.VIOLATION, Verdict.DOUBT)
        ]
    return found


@pytest.mark.parametrize(
    ("game", "declared", "each_of"),
    [("nr", True, 3), ("m41", True, 1), ("m41", False, 1), ("trp", True, 1), ("trc", True, 6)],
)
def test_nobody_is_accused_in_the_log_of_a_legal_record(
    game: str, declared: bool, each_of: int, tmp_path: Path
) -> None:
    assert accused(game, tmp_path, each_of, declared=declared) == []
