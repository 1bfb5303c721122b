"""Each act of the blind records is judged as the rulebook has it."""

from __future__ import annotations

import pytest

from tests.blind.blind_record import GAMES, BlindRecord, blind_records

RECORDS = [record for game in GAMES for record in blind_records(game)]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_each_act_is_judged_as_expected(record: BlindRecord) -> None:
    trial = record.tried()
    assert record.unmet(trial) == []
    assert trial.expectations == len(trial.outcomes) > 0


def test_no_two_records_have_one_name() -> None:
    assert len({record.name for record in RECORDS}) == len(RECORDS)
