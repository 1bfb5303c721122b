"""Dice that a server mailed: evidence for every game, put where its log lacks them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from tests.toy import load
from tests.toy.game import FOLDER
from tests.untidy.other_plays import Scripted, parts_of
from tests.untidy.writing import write
from trc_module.auditing.audit import Audit, audit_chain
from trc_module.auditing.dice_mail import read_all
from trc_module.declarations import PLAIN_DIE
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.chain import join_logs
from trc_module.replay.gamelog import open_log
from trc_module.rules.record import read_record

TOY = """
at: turn 2 red battle
on 0202: red-1 red-2
on 0302: blue-2
attack 1: red-1 red-2 x blue-2
roll 1: 9
reduce 1: blue-2
end
"""
NR = """
at: turn 2 axis combat
on L15: ger-6 ger-9
on L16: sov-south
target sov-south
attack 1: ger-6 ger-9 x sov-south
roll 1: 5
retreat 1: sov-south L16 L17 L18
advance 1: ger-6 L15 L16
end
"""
TRP = """
at: turn 2 axis attacks good
on K17: ger-3-pz ger-1-inf
on K18: sov-8-army
attack 1: ger-3-pz ger-1-inf x sov-8-army
roll 1: 5
result 1: D1
retreat 1: sov-8-army K18 L18
spend sov-8-army
advance 1: ger-3-pz K17 K18
end
"""
M41_BEGUN = """
at: turn 2 german weather good
on B1: ger-4-army
on C2: rus-20-army
weather good
end
attack 1: ger-4-army x rus-20-army
end
end
"""
M41 = f"""{M41_BEGUN}fire 1: attack 4 1 = 1
fire 1: defend 1
hit 1: rus-20-army
retreat 1: rus-20-army C2 C3
advance 1: ger-4-army disrupted B1 C2
end
"""
TRC = """
at: turn 2 axis impulse 1 combat clear
on Y17: ger-41-pz ger-47-pz
on X17: rus-24-inf
attack 1: ger-41-pz ger-47-pz x rus-24-inf
roll 1: 6
lose 1: rus-24-inf
end
"""
PLAYS = {"trc": TRC, "nr": NR, "trp": TRP, "m41": M41, "toy": TOY}
RIGHT = {
    "trc": "battle 1, roll: 6",
    "nr": "battle 1, roll: 5",
    "trp": "battle 1, roll: 5",
    "m41": "battle 1 attack: 2d6: 4 1\nbattle 1 defend: 1d6: 1",
    "toy": "battle 1, roll: 9",
}
WRONG = {
    "trc": ("battle 1, roll: 1", "13.3-AR"),
    "trp": ("battle 1, roll: 1", "XIII.C8"),
    "m41": ("battle 1 attack: 2d6: 1 1\nbattle 1 defend: 1d6: 1", "M41-DIS-3"),
    "toy": ("battle 1, roll: 1", "C4"),
}
TWO = """
at: turn 2 axis impulse 1 combat clear
on Y17: ger-41-pz ger-47-pz
on X17: rus-24-inf
on P20: ger-5-inf ger-12-inf
on O20: rus-5-inf
attack 1: ger-41-pz ger-47-pz x rus-24-inf
attack 2: ger-5-inf ger-12-inf x rus-5-inf
roll 1: 6
lose 1: rus-24-inf
roll 2: 6
lose 2: rus-5-inf
end
"""


@lru_cache(maxsize=1)
def toy() -> ModuleInputs:
    return load_inputs(load(), FOLDER)


def audited(
    folder: Path, game: str, text: str, *mails: str, edits: Sequence[str] = ("drop ROLL", "drop FIRE")
) -> Audit:
    """Return the audit of a play whose dice were rolled at a server, with what it mailed."""
    parts = toy() if game == "toy" else parts_of(game)
    record = read_record(f"game: {parts.game.name}\n{text.strip()}\n", "a play", lambda *asked: parts.game)
    path = folder / "play.vlog"
    write(parts, record, path, Scripted(next(iter(parts.grammar.verbs_of(PLAIN_DIE))), edits))
    log = replace(open_log(path, parts), scenario=record.start.scenario)
    files = [folder / f"mail{number}.txt" for number in range(len(mails))]
    for file, mail in zip(files, mails, strict=True):
        file.write_text(mail, encoding="utf-8")
    return audit_chain(join_logs([log]), read_all(files))


def told(audit: Audit) -> list[str]:
    """Return the verdicts and rules of an audit, beside notes and what no datum decides."""
    return sorted(
        f"{n.finding.verdict.value} {n.finding.rule}"
        for n in audit.findings
        if n.finding.verdict.value not in ("note", "skipped")
    )


@pytest.mark.parametrize("game", PLAYS)
def test_a_mailed_die_is_the_die_of_its_battle(tmp_path: Path, game: str) -> None:
    audit = audited(tmp_path, game, PLAYS[game], RIGHT[game])
    assert told(audit) == []
    assert {die.finding.verdict.value for die in audit.mailed} == {"note"}
    assert {die.need.what for die in audit.mailed if die.need is not None} == {"battle 1"}
    assert [(roll.source, roll.pips) for roll in audit.dice.rolls] == [
        (str(tmp_path / "mail0.txt"), die.pips) for die in audit.mailed
    ]


@pytest.mark.parametrize("game", WRONG)
def test_a_result_that_contradicts_the_mailed_die_is_named(tmp_path: Path, game: str) -> None:
    mail, rule = WRONG[game]
    assert f"violation {rule}" in told(audited(tmp_path, game, PLAYS[game], mail))


@pytest.mark.parametrize("game", ["trc", "nr", "trp", "toy"])
def test_a_mail_that_names_nothing_is_of_the_one_battle_without_a_die(tmp_path: Path, game: str) -> None:
    mail = f"roll: {RIGHT[game][-1]}"
    assert told(audited(tmp_path, game, PLAYS[game], mail)) == []


@pytest.mark.parametrize("game", ["trc", "nr", "trp", "toy"])
def test_one_roll_too_many_is_named_and_one_copy_is_not(tmp_path: Path, game: str) -> None:
    mail = f"Message-ID: <1>\n\nroll: {RIGHT[game][-1]}"
    assert told(audited(tmp_path, game, PLAYS[game], mail, mail)) == []
    other = mail.replace("<1>", "<2>").replace(f"roll: {RIGHT[game][-1]}", "roll: 2")
    assert told(audited(tmp_path, game, PLAYS[game], mail, other)) == ["undecided log.mail"]


@pytest.mark.parametrize("game", ["trc", "nr", "toy"])
def test_a_battle_whose_mail_is_missing_accuses_nobody(tmp_path: Path, game: str) -> None:
    found = told(audited(tmp_path, game, PLAYS[game], "battle 3, roll: 5"))
    assert found.count("undecided log.mail") == 2
    assert [one for one in found if not one.startswith("undecided")] == []


@pytest.mark.parametrize("game", ["trc", "nr", "trp", "toy"])
def test_a_mail_that_says_otherwise_than_the_die_of_the_log_is_a_doubt(tmp_path: Path, game: str) -> None:
    assert told(audited(tmp_path, game, PLAYS[game], RIGHT[game], edits=())) == []
    assert told(audited(tmp_path, game, PLAYS[game], "battle 1, roll: 2", edits=())) == ["doubt log.mail"]


def test_hexes_units_and_the_other_languages_name_a_battle(tmp_path: Path) -> None:
    for words in ("X17", "rus-24-inf", "Kampf 1", "Zug 2, Schlacht Nr. 1", "turno 2, battaglia 1", "attack 1"):
        (die,) = audited(tmp_path, "trc", TRC, f"{words}: 1d6: 6").mailed
        assert "which the mail names" in die.finding.sentence
    (die,) = audited(tmp_path, "trc", TRC, "turn 3 battle 1: 1d6: 6").mailed
    assert die.need is None


def test_dice_are_dealt_in_the_order_of_the_mails_unless_the_table_shows_another(tmp_path: Path) -> None:
    exchanged = TWO.replace("roll 2: 6\nlose 2: rus-5-inf\n", "roll 2: 5\n")
    for mails in (("roll: 6\nroll: 5",), ("roll: 5\nroll: 6",)):
        mailed = audited(tmp_path, "trc", exchanged, *mails).mailed
        assert {die.need.what: die.pips for die in mailed if die.need is not None}["battle 1"] == 6


def test_a_missing_die_excuses_nothing_that_no_die_could(tmp_path: Path) -> None:
    far = TWO.replace("on O20", "on M20")
    found = told(audited(tmp_path, "trc", far, "battle 1, roll: 6"))
    assert {one for one in found if one.startswith("violation")} == {"violation 12.3c"}
    assert "undecided 4.1.3" in found


def test_a_mail_older_than_the_log_is_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import UTC, datetime

    monkeypatch.setattr("trc_module.auditing.mailed._begun", lambda chain: datetime(2026, 5, 1, tzinfo=UTC))
    audit = audited(tmp_path, "toy", TOY, "Date: 2026-04-01 10:00\n\nbattle 1: roll: 9")
    assert audit.mailed[0].need is None
    assert "is older than the log, which begins on 2026-05-01" in audit.mailed[0].finding.sentence
    assert told(audited(tmp_path, "toy", TOY, "Date: 2026-05-02 10:00\n\nbattle 1: roll: 9")) == []


def test_dice_of_other_faces_than_the_games_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"mail0\.txt, line 1: expected a die from 1 to 6, found 9\."):
        audited(tmp_path, "nr", NR, "battle 1: roll: 9")
    with pytest.raises(UserError, match=r"expected dice of 6 faces, as the game has, found some of 10\."):
        audited(tmp_path, "nr", NR, "battle 1: 1d10: 5")


WEATHER = """
at: turn 4 axis impulse 1 weather clear
on Y17: ger-41-pz
on X10: rus-24-inf
weather 3
end
move ger-41-pz Y17 Y18
end
"""


def test_the_weather_of_a_turn_is_a_roll_that_the_game_asks_for(tmp_path: Path) -> None:
    for words, named in (("Wetter Zug 4", True), ("meteo", True), ("roll", False)):
        audit = audited(tmp_path, "trc", WEATHER, f"{words}: 1d6: 3", edits=("drop WEATHER",))
        (die,) = audit.mailed
        assert told(audit) == []
        assert die.need is not None
        assert die.need.what == "the weather of turn 4"
        assert ("which the mail names" in die.finding.sentence) is named
    assert "undecided 4.1.1a" in told(
        audited(tmp_path, "trc", WEATHER, "weather turn 5: 1d6: 3", edits=("drop WEATHER",))
    )


SAILS = """
at: turn 1 russian impulse 1 movement clear
on DD24: rus-2-cav
on R9: rus-stavka
sea transfer rus-2-cav DD24 JJ23 roll {die}
end
"""


@pytest.mark.parametrize(("sunk", "safe"), [("6", "1")])
def test_a_die_of_a_unit_at_sea_is_that_of_the_unit_that_the_mail_names(tmp_path: Path, sunk: str, safe: str) -> None:
    def found(die: str, mail: str) -> Audit:
        return audited(tmp_path, "trc", SAILS.format(die=safe), mail.format(die), edits=("drop SEA",))

    right = found(safe, "rus-2-cav at sea, roll: {}")
    assert told(right) == []
    assert [die.need.what for die in right.mailed if die.need is not None] == ["rus-2-cav (SEA)"]
    assert found(sunk, "rus-2-cav at sea, roll: {}").acts[0].text.endswith(f"roll {sunk}")
    assert told(found(safe, "rus-1-cav at sea, roll: {}")) != []


SURVIVES = TRP.replace("spend sov-8-army", "survive 1: sov-8-army 3\nspend sov-8-army")


@pytest.mark.parametrize(("pips", "verdict"), [("3", "note"), ("5", "doubt")])
def test_a_die_that_a_line_states_is_held_against_the_mail_that_names_its_unit(
    tmp_path: Path, pips: str, verdict: str
) -> None:
    mail = f"battle 1, roll: 5\nsov-8-army survives, roll: {pips}"
    audit = audited(tmp_path, "trp", SURVIVES, mail, edits=("drop ROLL", "drop DIE"))
    assert [die.finding.verdict.value for die in audit.mailed] == ["note", verdict]
    assert [die.need.what for die in audit.mailed if die.need is not None] == ["battle 1", "sov-8-army (SURVIVE)"]
