from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.facts import DataError, Fact, Source, Trust, weakest


def test_a_source_reads_as_it_is_written() -> None:
    assert Source.parse("rulebook:7.1") == Source("rulebook", "7.1")
    assert str(Source.parse("assumed")) == "assumed"
    assert str(Source.parse("transcribed: map, 2026")) == "transcribed:map, 2026"
    with pytest.raises(ValueError, match="a source, one of assumed"):
        Source.parse("hearsay:Bob")


def test_a_doubt_weakens_even_a_transcribed_datum_below_a_violation() -> None:
    sure = Fact("S11 is a junction", Source.parse("rulebook:9.4.2"))
    shaky = Fact("F25 is sea", Source.parse("transcribed:map"), doubt="the 4th edition plays it as land")
    assert weakest([]) is Trust.RULEBOOK
    assert weakest([sure]).carries_violation
    assert weakest([sure, shaky]) is Trust.DOUBTFUL
    assert not weakest([sure, shaky]).carries_violation
    assert str(shaky) == "F25 is sea [transcribed:map] (doubt: the 4th edition plays it as land)"


def test_a_data_error_says_file_line_field_and_what_was_expected() -> None:
    error = DataError(Path("units.csv"), "a number from 0 to 20", "x", line=7, field="combat")
    assert str(error) == "units.csv, line 7, field 'combat': expected a number from 0 to 20, found 'x'"
    assert str(DataError("mac.toml", "a table 'cells'")) == "mac.toml: expected a table 'cells'"
