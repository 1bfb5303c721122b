"""A sample of `python -m tests.laws --keys`, and of its matrix."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.laws.keys import EARLY, LATE, LEFT_OUT, TWICE, Try, accusations, of_examples, tried
from tests.laws.page import BEGINS, ENDS, cells, matrix, merged, put_into
from tests.laws.playing import audit_of, opened, told
from tests.laws.repeating import Listening, Repeating
from tests.untidy.writing import write
from trc_module.rules.interpretation import LogStep
from trc_module.rules.selfplay import record_of

SAMPLE = {
    ("toy", 3): "ATT DEF RETREAT",
    ("nr", 1): "ADVANCE ATT COUNTERBLOW DEF DETRAIN TARGET",
    ("m41", 512): "AIRSUPPLY INTERCEPT",
    ("m41", 4): "DEF",
    ("trp", 1): "AMPHIBIOUS RETREAT",
    ("trp", 8): "DECLINE",
    ("trc", 2): "AIR",
    ("bfm", 2): "ADVANCE ATT REPLACE RETREAT",
}
"""Keys of which nobody is accused, by game and seed."""


@pytest.mark.parametrize(("name", "seed"), SAMPLE)
def test_nobody_is_accused_for_a_key_that_only_says_something(name: str, seed: int, tmp_path: Path) -> None:
    verbs = frozenset(SAMPLE[name, seed].split())
    found = list(tried(told(name, seed, 1, tmp_path), tmp_path, 1, verbs))
    assert {one.verb for one in found} == verbs
    assert {one.way for one in found} == {LEFT_OUT, TWICE, EARLY, LATE}
    assert [one for one in found if one.accused] == []


def test_a_defender_named_after_the_die_of_another_battle_accuses_nobody(tmp_path: Path) -> None:
    """Where all battles are announced before the first die, a key one step late is behind that die."""
    played = told("bfm", 5, 1, tmp_path)
    found = [one for one in tried(played, tmp_path, 4, frozenset({"DEF"})) if one.way == LATE]
    assert len(found) == 4
    assert [one for one in found if one.accused] == []


def _try(game: str, verb: str, way: str, *accused: str) -> Try:
    return Try(game, 1, 0, verb, way, "turn 1", f"{verb} u=a", accused)


def test_the_matrix_counts_tries_and_accusations_and_says_in_what_way() -> None:
    tries = [
        _try("nr", "TARGET", LEFT_OUT, "10.1.1"),
        _try("nr", "TARGET", LEFT_OUT),
        _try("nr", "TARGET", TWICE),
        _try("m41", "ATT", EARLY, "M41-DIS-3"),
    ]
    assert list(matrix(cells(tries), ("nr", "m41"))) == [
        "| key | nr | m41 |",
        "|---|--:|--:|",
        "| ATT | \N{EN DASH} | 1 of 1 (early 1) |",
        "| TARGET | 1 of 3 (left out 1) | \N{EN DASH} |",
        "| all | 1 of 3 | 1 of 1 |",
    ]


def test_the_matrix_tells_a_key_that_was_never_pressed_from_one_that_the_game_has_not() -> None:
    lines = list(matrix(cells([_try("nr", "ATT", LATE)]), ("nr", "toy"), {"nr": {"ATT", "CADRE"}, "toy": {"ATT"}}))
    assert lines[2:4] == ["| ATT | 0 of 1 | none |", "| CADRE | none | \N{EN DASH} |"]


def test_the_matrix_takes_the_place_of_the_one_in_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"Before.\n\n{BEGINS}\n\n{ENDS}\n\nAfter.\n", encoding="utf-8")
    new = ["| key | nr |", "|---|--:|", "| ATT | 0 of 2 |", "| all | 0 of 2 |"]
    put_into(page, new)
    table = "\n".join(new)
    assert page.read_text(encoding="utf-8") == f"Before.\n\n{BEGINS}\n\n{table}\n\n{ENDS}\n\nAfter.\n"


def test_what_was_not_tried_stays_in_the_matrix_and_the_sums_follow() -> None:
    old = ["| key | trc | nr |", "|---|--:|--:|", "| ATT | 0 of 4 | 1 of 2 (late 1) |", "| AV | none | \N{EN DASH} |"]
    new = ["| key | trc |", "|---|--:|", "| ATT | none |", "| AV | 1 of 8 (early 1) |", "| all | 1 of 8 (early 1) |"]
    assert list(merged([*old, "| all | 9 of 9 | 9 of 9 |"], new)) == [
        *old[:3],
        "| AV | 1 of 8 (early 1) | \N{EN DASH} |",
        "| all | 1 of 12 | 1 of 2 |",
    ]


def test_the_examples_of_the_rulebook_bring_keys_that_no_player_presses(tmp_path: Path) -> None:
    """A fortress is marked, with its key left out, pressed twice, early and late (26.9)."""
    played = next(of_examples("trc", tmp_path, frozenset({"FORT"}), of=("26.9",)))
    found = list(tried(played, tmp_path, 1, frozenset({"FORT"})))
    assert {one.way for one in found} >= {LEFT_OUT, TWICE, LATE}
    assert [one for one in found if one.accused] == []


OCCASIONS = {"trp": "PRODUCE STOP", "nr": "EVENTMOVE", "m41": "ABSORB", "trc": "SEALCHOICE"}
"""Keys that only an example or a record of an occasion has, by game."""


@pytest.mark.parametrize("name", OCCASIONS)
def test_nobody_is_accused_for_a_key_of_a_seldom_occasion(name: str, tmp_path: Path) -> None:
    verbs = frozenset(OCCASIONS[name].split())
    found = [one for played in of_examples(name, tmp_path, verbs) for one in tried(played, tmp_path, 1, verbs)]
    assert {one.verb for one in found} == verbs
    assert [one for one in found if one.accused] == []


def test_whoever_forgets_to_claim_a_victory_or_is_late_with_it_has_not_played_on(tmp_path: Path) -> None:
    played = next(of_examples("nr", tmp_path, frozenset({"WIN"})))
    found = list(tried(played, tmp_path, 1, frozenset({"WIN"})))
    assert {one.way for one in found} == {LEFT_OUT, TWICE, LATE}
    assert [one for one in found if one.accused] == []


def test_a_marker_shown_past_the_turn_tracker_is_shown_in_time(tmp_path: Path) -> None:
    """An RR Move marker is put on a unit when the tracker shows the battles already (2.1i)."""
    played = next(of_examples("trc", tmp_path, frozenset({"MARK"}), of=("2.1i",)))
    found = list(tried(played, tmp_path, 4, frozenset({"MARK"})))
    assert LATE in {one.way for one in found}
    assert [one for one in found if one.accused] == []


def test_a_return_from_siberia_without_its_key_is_one(tmp_path: Path) -> None:
    played = next(of_examples("trc", tmp_path, frozenset({"RECALL"}), of=("28.6-JG-4",)))
    found = list(tried(played, tmp_path, 1, frozenset({"RECALL"})))
    assert LEFT_OUT in {one.way for one in found}
    assert [one for one in found if one.accused] == []


def test_the_key_by_which_a_unit_leaves_a_battle_is_tried_on_one_that_it_was_put_into_by_mistake(
    tmp_path: Path,
) -> None:
    found = list(tried(told("toy", 3, 1, tmp_path), tmp_path, 1, frozenset({"OUT"})))
    assert [(one.verb, one.way) for one in found] == [("OUT", way) for way in (LEFT_OUT, TWICE, EARLY, LATE)]
    assert [one for one in found if one.accused] == []


def test_whoever_forgets_to_take_a_unit_out_of_a_battle_is_not_accused_of_two(tmp_path: Path) -> None:
    found = list(tried(told("m41", 2, 1, tmp_path), tmp_path, 1, frozenset({"OUT"})))
    assert {one.way for one in found} == {LEFT_OUT, TWICE, EARLY, LATE}
    assert [one for one in found if one.accused] == []


def test_a_key_pressed_at_the_end_of_the_set_up_is_not_about_where_its_unit_was_set_up(tmp_path: Path) -> None:
    played = told("trc", 1, 1, tmp_path)
    listening = Listening()
    write(played.parts, record_of(played.game, played.begins, played.acts), tmp_path / "tidy.vlog", listening)
    phases = [list(steps) for steps in listening.phases]
    at, key = next((i, step) for i, step in enumerate(phases[1]) if step.lines and step.lines[0][0] == "MODE")
    phases[1][at : at + 1] = [LogStep((), key.moves)] if key.moves else []
    phases[0].append(LogStep(key.lines))
    path = tmp_path / "early.vlog"
    write(played.parts, record_of(played.game, played.begins, played.acts), path, Repeating(phases))
    assert accusations(audit_of([opened(played, path)])) == []


def test_a_page_without_a_place_for_the_matrix_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Nothing.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="has no lines"):
        put_into(page, [])


def test_the_page_of_the_documents_has_the_matrix() -> None:
    text = Path("docs/self-play.md").read_text(encoding="utf-8")
    assert text.count(BEGINS) == text.count(ENDS) == 1
