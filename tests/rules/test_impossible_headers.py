"""Headers of records that tell of a position that cannot be, and such as leave out what follows from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from trc_module.games import find_game
from trc_module.rules.record import RecordError, position_text, read_record, trial_text, try_record

TRC = "game: trc\nat: turn 8 axis impulse 2 end clear\n"
OF_GAMES = {
    "trc": (TRC, "X13", "Kursk", "ger-9-inf", "rus-30-inf", "axis", "russian"),
    "nr": ("game: nr\nat: turn 2 axis combat\n", "L15", "", "ger-6", "sov-south", "axis", "soviet"),
    "m41": (
        "game: m41\nat: turn 3 russian check snow\n",
        "B5",
        "Moscow",
        "ger-3-pzgr",
        "rus-20-army",
        "german",
        "russian",
    ),
    "trp": ("game: trp\nat: turn 2 soviet supply good\n", "Q20", "Moscow", "ger-3-pz", "sov-8-army", "axis", "soviet"),
}


@pytest.mark.parametrize("game", OF_GAMES)
def test_units_of_both_sides_in_one_hex_are_refused(game: str) -> None:
    header, at, _, ours, theirs, _, _ = OF_GAMES[game]
    with pytest.raises(RecordError) as error:
        read_record(f"{header}on {at}: {ours} {theirs}\nend", "game", find_game)
    assert str(error.value) == (
        f"game, line 3: expected units of one side alone in a hex ({ours} and {theirs} are both in {at}), "
        f"found '{ours} {theirs}'."
    )


@pytest.mark.parametrize("game", ["trc", "m41", "trp"])
@pytest.mark.parametrize("nobody", [False, True])
def test_a_place_of_another_than_the_side_whose_unit_stands_there_is_refused(game: str, nobody: bool) -> None:
    header, at, city, ours, _, side, other = OF_GAMES[game]
    said = f"{city} {'none' if nobody else other}"
    with pytest.raises(RecordError) as error:
        read_record(f"{header}control: {said}\non {at}: {ours}\nend", "game", find_game)
    assert str(error.value) == f"game, line 3: expected '{city} {side}', since {ours} stands there, found '{said}'."


@pytest.mark.parametrize("game", ["trc", "m41", "trp"])
def test_a_place_that_a_header_leaves_out_is_that_of_the_side_whose_unit_stands_there(game: str) -> None:
    header, at, city, ours, _, side, _ = OF_GAMES[game]
    record = read_record(f"{header}on {at}: {ours}\nend", "game", find_game)
    assert record.start.control[record.game.board.grid.hex(at)] == side
    note = f"{city} is the {side} side's, whose units stand there; the header leaves it out."
    assert note in record.notes
    assert f"note: {note}" in trial_text(try_record(record, "game")).splitlines()
    said = read_record(f"{header}control: {city} {side}\non {at}: {ours}\nend", "game", find_game)
    assert said.start == record.start
    assert said.notes == tuple(other for other in record.notes if other != note)


def test_a_unit_is_in_supply_in_the_city_that_it_holds() -> None:
    def broken(at: str) -> list[str]:
        record = read_record(f"{TRC}on {at}: ger-9-inf\nend", "game", find_game)
        return [finding.rule for finding in try_record(record, "game").violations]

    assert broken("AA13") == ["17.2a"]
    assert broken("AA14") == []


def test_what_was_written_of_a_game_is_read_as_it_stands() -> None:
    text = f"{TRC}control: Kursk none\non X13: ger-9-inf\n"
    game = find_game("trc")
    start = read_record(text, "game", find_game, written=True).start
    again = read_record(position_text(game, start), "game", find_game, written=True).start
    assert again == start


def test_control_that_waits_for_the_losses_of_an_exchange_may_be_anybodys() -> None:
    text = (
        "game: trc\nat: turn 8 axis impulse 1 combat clear\ncontrol: Kursk russian\n"
        "before: battle 1 ger-9-inf X13 x rus-30-inf X12 result EX lost rus-30-inf\non X13: ger-9-inf\n"
    )
    record = read_record(text, "game", find_game)
    assert record.start.control[record.game.places["Kursk"]] == "russian"


def test_a_record_of_boxes_alone_after_the_first_turn_has_nobody_to_set_up() -> None:
    text = "game: trc\nscenario: campaign\nat: turn {} axis impulse 1 movement clear\n"
    text += "box axis off-map-units: ger-9-inf\nend"
    later = read_record(text.format(13), "game", find_game)
    assert not later.start.forces["russian"].places
    assert not any(finding.rule == "3.3a" for finding in try_record(later, "game").violations)
    first = read_record(text.format(1), "game", find_game)
    assert first.start.forces["russian"].places


def test_the_command_says_it_in_one_sentence_and_exits_with_2(tmp_path: Path) -> None:
    path = tmp_path / "both.game"
    path.write_text(f"{TRC}on X13: ger-9-inf rus-30-inf\nend\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "trc_module", "check", str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "units of one side alone in a hex" in done.stderr
