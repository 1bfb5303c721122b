"""What players type of results, hits, odds, weather and attackers: it explains what no key says, and never convicts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.auditing.test_mailed import M41_BEGUN, PLAYS, audited, told
from trc_module.auditing.audit import Audit

RESULTS = {"nr": "DR", "toy": "DL"}
"""What the dice of the plays bring."""
OTHERS = {"nr": "DD", "toy": "AL"}
"""Results that explain nothing of them."""
TABLE = f"""{M41_BEGUN}table 1: attack 4 at 2 full = 1
table 1: defend 2 at 1 full
hit 1: rus-20-army
retreat 1: rus-20-army C2 C3
advance 1: ger-4-army disrupted B1 C2
end
"""
NINTH = PLAYS["nr"].replace("roll 1: 5", "roll 1: 4")
"""A battle whose retreat the result demands only with both attackers."""


def notes(audit: Audit) -> list[str]:
    return [n.finding.sentence for n in audit.findings if n.finding.sentence.startswith("The chat says")]


def acts(audit: Audit) -> list[str]:
    return [done.text for done in audit.acts]


@pytest.mark.parametrize("game", RESULTS)
@pytest.mark.parametrize("words", ["{}!", "battle 1: {}", "Kampf 1: {}", "battaglia 1: {}"])
def test_a_result_without_a_die_makes_an_accusation_undecided(tmp_path: Path, game: str, words: str) -> None:
    said = f"say {words.format(RESULTS[game])}"
    found = told(audited(tmp_path, game, PLAYS[game], edits=("drop ROLL", said)))
    assert found
    assert {one.split()[0] for one in found} == {"undecided"}


@pytest.mark.parametrize("game", RESULTS)
@pytest.mark.parametrize(
    "words", ["{other}", "hope for {right}", "kein {right}", "{right}?", "{right} or {other}", "oops"]
)
def test_a_result_that_explains_nothing_excuses_nothing(tmp_path: Path, game: str, words: str) -> None:
    said = f"say {words.format(right=RESULTS[game], other=OTHERS[game])}"
    found = told(audited(tmp_path, game, PLAYS[game], edits=("drop ROLL", said)))
    assert any(one.startswith("violation") for one in found)


@pytest.mark.parametrize("game", RESULTS)
def test_a_result_that_the_table_does_not_give_excuses_nothing_and_is_noted(tmp_path: Path, game: str) -> None:
    wrong = PLAYS[game].split("roll 1: ")[0] + "roll 1: 1\n" + PLAYS[game].split("roll 1: ")[1].partition("\n")[2]
    silent = told(audited(tmp_path, game, wrong, edits=()))
    said = audited(tmp_path, game, wrong, edits=(f"say {RESULTS[game]}",))
    assert told(said) == silent != []
    # No Retreat! may have had air support, which makes the same result of a lower die.
    assert len(notes(said)) == (game == "toy")
    right = audited(tmp_path, game, PLAYS[game], edits=(f"say {RESULTS[game]}",))
    assert (told(right), notes(right)) == ([], [])


def test_a_note_names_odds_die_and_result(tmp_path: Path) -> None:
    (text,) = notes(audited(tmp_path, "nr", PLAYS["nr"], edits=("say EX",)))
    assert text == "The chat says EX for battle 1; at 2-1 the 5 gives DR, and so it is judged."


def test_a_result_that_was_typed_is_that_of_its_key(tmp_path: Path) -> None:
    # Nobody fights a second battle: the players may count otherwise than the module.
    for words in ("D1", "Kampf 1: D1", "risultato D1", "battle 2: D1"):
        found = audited(tmp_path, "trp", PLAYS["trp"], edits=("drop RESULT", f"say {words}"))
        assert told(found) == []
        assert "result 1: D1" in acts(found)


def test_a_result_outweighs_no_key_and_no_table(tmp_path: Path) -> None:
    pressed = audited(tmp_path, "trp", PLAYS["trp"], edits=("say DE",))
    assert "result 1: D1" in acts(pressed)
    wrong = audited(tmp_path, "trp", PLAYS["trp"], edits=("drop RESULT", "say DE"))
    assert "result 1: DE" not in acts(wrong)


@pytest.mark.parametrize("words", ["odds 3-2", "drei zu zwei", "tre a due"])
def test_odds_that_the_table_does_not_give_are_noted(tmp_path: Path, words: str) -> None:
    plain = audited(tmp_path, "nr", PLAYS["nr"], edits=(f"instead TARGET {words}",))
    assert notes(plain) == []
    late = audited(tmp_path, "nr", PLAYS["nr"], edits=(f"instead ROLL {words}",))
    assert notes(late) == ["The chat says 3-2 for battle 1; it is fought at 2-1, and so it is judged."]
    right = audited(tmp_path, "nr", PLAYS["nr"], edits=("instead ROLL odds 2-1",))
    assert notes(right) == []


@pytest.mark.parametrize("words", ["attackers: 1 hit", "Angreifer: ein Treffer", "attaccanti: un colpo"])
def test_hits_without_a_die_make_an_accusation_undecided(tmp_path: Path, words: str) -> None:
    edits = ("drop TABLE", f"say {words}", "say defenders, dice: 2")
    found = told(audited(tmp_path, "m41", TABLE, edits=edits))
    assert {one.split()[0] for one in found} == {"undecided"}
    for other in ((), ("say attackers: 3 hits",), ("say defenders: 1 hit",)):
        none = told(audited(tmp_path, "m41", TABLE, edits=("drop TABLE", *other, "say defenders, dice: 2")))
        assert any(one.startswith("violation") for one in none)


def test_hits_that_the_dice_do_not_bring_excuse_nothing_and_are_noted(tmp_path: Path) -> None:
    found = audited(tmp_path, "m41", PLAYS["m41"], edits=("again FIRE dice=4,1 | 2 hits",))
    assert notes(found) == ["The chat says 2 hits for battle 1; the 4, 1 give 1, and so it is judged."]


@pytest.mark.parametrize("words", ["weather good", "Wetter: gut", "tempo: buono"])
def test_weather_that_was_typed_closes_what_is_open_and_judges_nothing(tmp_path: Path, words: str) -> None:
    assert told(audited(tmp_path, "m41", PLAYS["m41"], edits=("drop WEATHER",))) == ["undecided M41-WX-1"]
    assert told(audited(tmp_path, "m41", PLAYS["m41"], edits=(f"instead WEATHER {words}",))) == []


@pytest.mark.parametrize("words", ["weather: hard frost", "good move", "weather good?", "kein gutes Wetter"])
def test_weather_that_the_track_does_not_have_or_that_is_none_closes_nothing(tmp_path: Path, words: str) -> None:
    found = told(audited(tmp_path, "m41", PLAYS["m41"], edits=(f"instead WEATHER {words}",)))
    assert found == ["undecided M41-WX-1"]


def test_weather_in_words_accuses_nobody(tmp_path: Path) -> None:
    # In mud the same dice bring nothing, and the hit that was taken would be one too many.
    assert told(audited(tmp_path, "m41", PLAYS["m41"], edits=("instead WEATHER Wetter: Schlamm",))) == []
    for game in ("nr", "trp", "toy"):
        assert told(audited(tmp_path, game, PLAYS[game], edits=("say weather: mud",))) == []


@pytest.mark.parametrize("words", ["the 9th attacks as well", "die 9. greift auch an", "attacca anche la 9a"])
def test_who_attacks_in_words_is_in_the_battle(tmp_path: Path, words: str) -> None:
    found = audited(tmp_path, "nr", NINTH, edits=("drop ATT ger-9", f"say {words}"))
    assert told(found) == []
    assert any({"ger-6", "ger-9"} <= set(act.split()) for act in acts(found) if act.startswith("attack"))


@pytest.mark.parametrize("words", ["the 9th does not attack", "die 9. greift nicht an", "la 9a non attacca"])
def test_who_does_not_attack_in_words_is_read_into_no_battle(tmp_path: Path, words: str) -> None:
    found = audited(tmp_path, "nr", NINTH, edits=("drop ATT ger-9", f"say {words}"))
    assert "undecided 10.7c" in told(found)
    assert not any("ger-9" in act for act in acts(found) if act.startswith("attack"))
