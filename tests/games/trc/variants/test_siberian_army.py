"""28.6, part III: the Siberian army comes early, and the Japanese have to be held off."""

from __future__ import annotations

import pytest

from tests.games.trc.play import position, told
from trc_module.games.trc import load
from trc_module.games.trc.acts.strategic_choices import Recall, ToSiberia
from trc_module.games.trc.arrivals.entry_hexes import due_turn
from trc_module.games.trc.variants.siberian_army import factors_sent
from trc_module.rules import legal_actions

GAME = load(frozenset({"28.6"}))
REACTED = "choice mediterranean-distraction yes, choice russian-reaction yes, surrendered italy turn 0"
POOR = "box russian replacement-pool: rus-1-cav rus-2-cav\n"
RICH = "on R9: rus-worker-moscow rus-worker-kiev rus-worker-stalino\n" + POOR


def gambit(turn: int = 4, more: str = "") -> str:
    moment = f"options: 28.6\nat: turn {turn} russian impulse 1 movement snow\n"
    return f"{moment}before: choice japanese-gambit yes\n{more}"


def test_reinforcements_of_the_east_edge_in_1941_are_due_a_turn_earlier() -> None:
    state = position(f"options: 28.6\nat: turn 1 russian impulse 1 movement clear\nbefore: {REACTED}\nend")

    def due(unit: str) -> int | None:
        who = GAME.units[unit]
        return due_turn(GAME, state, who, f"turn-{who.arrival}")

    assert [due(unit) for unit in ("rus-16-inf", "rus-37-inf", "rus-39-inf", "rus-5gd-inf", "rus-24-inf")] == [
        1,
        2,
        3,
        6,
        2,
    ]
    early = "at: turn 2 russian impulse 2 movement clear\n"
    assert told(f"options: 28.6\n{early}before: {REACTED}\nenter rus-37-inf X1") == []
    assert told(f"options: 28.6\n{early}enter rus-37-inf X1") == ["violation 20.0b"]


def test_a_unit_goes_to_siberia_with_every_replacement_step() -> None:
    assert told(f"{gambit(4, RICH)}to-siberia rus-1-cav\nend") == []
    assert told(f"{gambit(4, RICH)}end\nend")[:1] == ["violation 28.6-JG-2"]
    assert told(f"{gambit(3, RICH)}end") == []
    assert told(f"{gambit(4, POOR)}end") == []
    assert told(f"{gambit(9, 'used: siberia factors 40' + chr(10) + RICH)}end") == []
    assert "note 28.6-JG-2" in told(f"{gambit(4, 'on R9: rus-worker-moscow' + chr(10))}end")


def test_who_sends_nobody_loses() -> None:
    lost = position(f"{gambit(4, RICH)}end")
    assert ("won", "axis", "28.6-JG-2") in lost.marks
    assert told(f"{gambit(4, RICH)}end\nwin axis because 28.6-JG-2") == ["violation 28.6-JG-2"]


def test_what_is_sent_is_paid_and_comes_out_of_the_pool() -> None:
    dear = gambit(4, "on R9: rus-worker-moscow\nbox russian replacement-pool: rus-6-inf\n")
    assert told(f"{dear}to-siberia rus-6-inf") == ["violation 22.5a"]
    surrendered = gambit(4, "on R9: rus-worker-moscow\nbox russian surrendered: rus-1-cav\n")
    assert told(f"{surrendered}to-siberia rus-1-cav") == ["violation 28.6-JG-2"]
    unsaid = f"options: 28.6\nat: turn 4 russian impulse 1 movement snow\n{RICH}"
    assert told(f"{unsaid}to-siberia rus-1-cav") == ["undecided 28.6-JG-2"]
    assert told(f"{unsaid}before: choice japanese-gambit no\nto-siberia rus-1-cav") == ["violation 28.6-JG-2"]
    assert told(f"{gambit(4, RICH)}to-siberia rus-1-cav\nto-siberia rus-2-cav") == ["violation 28.6-JG-3"]


def test_sixty_factors_bring_them_back_from_the_next_turn_on() -> None:
    box = "box russian siberia: rus-6-inf rus-12-inf\n"
    full = gambit(18, f"used: siberia factors 60\n{box}")
    assert told(f"{full}recall rus-6-inf X1") == []
    assert told(f"{full}recall rus-6-inf X1\nrecall rus-12-inf X1") == ["violation 28.6-JG-4"]
    assert told(f"{full}recall rus-6-inf X1\nrecall rus-6-inf X1") == []
    assert told(f"{full}recall rus-6-inf X1\nrecall rus-6-inf R9") == ["violation 28.6-JG-4"]
    assert told(f"{full}recall rus-6-inf R9") == ["violation 28.6-JG-4"]
    assert told(f"{gambit(18, f'used: siberia factors 59{chr(10)}{box}')}recall rus-6-inf X1") == [
        "violation 28.6-JG-4"
    ]
    reaching = gambit(18, f"used: siberia factors 59\n{box}{RICH}")
    state = position(f"{reaching}to-siberia rus-1-cav")
    assert factors_sent(state) >= 60
    assert told(f"{reaching}to-siberia rus-1-cav\nrecall rus-6-inf X1") == ["violation 28.6-JG-4"]


def test_legal_acts_are_listed() -> None:
    state = position(f"{gambit(4, RICH)}mark weather-drm 0")
    assert set(GAME.book.listers[ToSiberia](GAME, state)) == {ToSiberia("rus-1-cav"), ToSiberia("rus-2-cav")}
    full = position(
        f"{gambit(18, 'used: siberia factors 60' + chr(10) + 'box russian siberia: rus-6-inf' + chr(10))}end"
    )
    assert not list(GAME.book.listers[Recall](GAME, full))


def test_as_long_as_nobody_answers_an_early_arrival_is_undecided() -> None:
    early = "options: 28.6\nat: turn 2 russian impulse 2 movement clear\nbefore: choice mediterranean-distraction yes"
    enter = ", surrendered italy turn 0\nenter rus-37-inf X1"
    assert told(early + enter) == ["undecided 20.0b"]
    assert told(f"{early}, choice russian-reaction no{enter}") == ["violation 20.0b"]
    assert told((early + enter).replace("turn 2 ", "turn 1 ")) == ["violation 20.0b"]


GAMBIT = load(frozenset({"28.6"}))


FULL = 60
"""The factors with which Siberia is full."""


WORKERS = ("rus-worker-moscow", "rus-worker-kiev", "rus-worker-stalino")


SIBERIA = "options: 28.6\nat: turn {} russian impulse 1 movement snow\nbefore: choice japanese-gambit yes\n{}"


def test_a_unit_that_costs_all_points_may_be_sent() -> None:
    def senders(workers: str) -> set[str]:
        text = f"on R9: {workers}\nbox russian replacement-pool: rus-6-inf\n"
        return {act.unit for act in legal_actions(GAMBIT, position(SIBERIA.format(4, text)), ToSiberia)}

    # It costs five: Moscow's worker yields three, each of the others two.
    assert [senders(" ".join(WORKERS[:count])) for count in (1, 2)] == [set(), {"rus-6-inf"}]


def full_after(sent: int) -> list[str]:
    text = f"used: siberia factors {sent}\non R9: rus-worker-moscow rus-worker-kiev rus-worker-stalino\n"
    state = position(SIBERIA.format(9, text + "box russian replacement-pool: rus-1-cav\nto-siberia rus-1-cav\n"))
    assert factors_sent(state) == sent + 2
    return [mark[1] for mark in state.marks if mark[0] == "siberia-full"]


def test_siberia_is_full_with_the_last_factor_that_is_asked_for_and_becomes_so_once() -> None:
    assert full_after(FULL - 3) == []
    assert full_after(FULL - 2) == ["9"]
    assert full_after(FULL - 1) == ["9"]
    assert full_after(FULL) == []


def test_nobody_comes_back_before_siberia_is_full() -> None:
    text = "used: siberia factors {}\nbox russian siberia: rus-1-cav\non R9: rus-24-inf\n"
    empty, full = (position(SIBERIA.format(10, text.format(sent))) for sent in (FULL - 1, FULL))
    assert not list(legal_actions(GAMBIT, empty, Recall))
    assert {act.unit for act in legal_actions(GAMBIT, full, Recall)} == {"rus-1-cav"}


@pytest.mark.parametrize(
    ("unit", "at", "expected"), [("rus-1-cav", "R9", ["violation 22.5a"]), ("ger-12-inf", "E33", [])]
)
def test_who_goes_to_siberia_is_paid_beside_the_replacements_of_his_own_side(
    unit: str, at: str, expected: list[str]
) -> None:
    text = (
        f"options: 28.6\nat: turn 4 russian impulse 1 movement snow\n"
        f"before: choice japanese-gambit yes, replaced {unit} {at}, lost archangel\non {at}: {unit}\n"
        "on X1: rus-worker-moscow\nbox russian replacement-pool: rus-2-cav\nto-siberia rus-2-cav\n"
    )
    # Three points for two cavalry armies of two.
    assert told(text) == expected
