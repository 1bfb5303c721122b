"""Lines that players type about their actions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.replay.script import CLEAR, Script, told
from trc_module.auditing.typed import dice_typed, die_named, regretted, says_part, says_phase, taken_back
from trc_module.rules.clock import Clock
from trc_module.vassal.commands import Chat

Begin = Callable[[str], Script]


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("combat now", True),
        ("Combat!", True),
        ("on to the combat phase", False),
        ("my combat phase begins", True),
        ("that combat went badly for me", False),
        ("noncombat", False),
        ("Kampf!", True),
        ("jetzt die Kämpfe", True),
        ("combattimento", True),
        ("Bewegung", False),
        ("fase di movimento", False),
    ],
)
def test_a_short_line_says_that_a_phase_begins(words: str, begins: bool) -> None:
    assert says_phase(words, "combat") is begins


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ("second impulse", True),
        ("C. now my 2nd impulse", True),
        ("Impulse 2, same again", True),
        ("first impulse", False),
        ("the second one, on an impulse of mine", False),
        ("I shall keep these three for the second impulse, I think", False),
        ("and now we both begin the second impulse", True),
        ("and now we both shall begin the second impulse", False),
    ],
)
def test_a_short_line_says_that_the_second_impulse_begins(words: str, begins: bool) -> None:
    first, second = (Clock(2, "axis", part, "movement", "impulse") for part in (1, 2))
    assert says_part(words, second) is begins
    assert says_part(words, first) is False
    # A game whose player turn has no parts has no word for them.
    assert says_part(words, Clock(2, "axis", 2, "movement")) is False


@pytest.mark.parametrize(
    ("words", "pips"),
    [
        ("dice server says 5, DE", 5),
        ("I rolled a 4 at the server", 4),
        ("Würfelserver: 3", 3),
        ("eine 2 gewürfelt", 2),
        ("il dado dice 6", 6),
        ("die: 1", 1),
        ("die Russen haben 3 Korps", 0),
        ("roll 1 please", 0),
        ("the dice server at 3-1", 0),
        ("I need a roll of 5", 0),
        ("did the server say 5?", 0),
        ("dice 5 and 6", 0),
        ("I rolled a 12", 0),
        ("battle 2: die: 4", 4),
        ("Kampf 1, Würfel: 4", 4),
        ("attack 3, dice 2", 2),
        ("turn 3, dice 2", 0),
    ],
)
def test_words_that_name_a_die(words: str, pips: int) -> None:
    assert die_named(words) == pips


def test_who_names_what_was_just_rolled_names_no_die_of_its_own() -> None:
    chat = [(9, "server: 5")]
    assert list(dice_typed(chat, {5: [5]})) == []
    assert list(dice_typed(chat, {4: [5], 8: [4]})) == [(9, 5)]


def test_who_was_dragged_shortly_before_a_word_of_regret_is_suspected(script: Begin) -> None:
    log = script(CLEAR + "on Z19: ger-41-pz\non E31: ger-12-inf\n").move("ger-12-inf", "E30").move("ger-41-pz", "Z18")
    log.move("ger-41-pz", "Z17").move("ger-41-pz", "Z16").raw(Chat("<Axis player> - oops, wrong hex"))
    audit = log.audit()
    assert list(regretted(audit.log, audit.steps)) == ["ger-41-pz"] * 3
    quiet = (
        script(CLEAR + "on Z19: ger-41-pz\n").move("ger-41-pz", "Z18").raw(Chat("<Axis player> - good move")).audit()
    )
    assert list(regretted(quiet.log, quiet.steps)) == []


FRONT = "at: turn 2 axis impulse 1 weather clear\non Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\non Y20: ger-12-inf\n"


def fought(log: Script, words: str) -> list[str]:
    """Return what is told of a battle by the plain die, its loss taken off first, while the tracker shows movement."""
    log.end().move("ger-12-inf", "Y19").raw(Chat(f"<Axis player> - {words}"))
    log.move("rus-24-inf", "russian replacement-pool", by="russian").roll_for_something(6)
    log.end().end().move("ger-12-inf", "Y18").end()
    return [line for line in told(log.audit()) if "note" not in line]


def test_battles_begin_where_chat_says_so(script: Begin) -> None:
    assert fought(script(FRONT), "hello") != []
    assert fought(script(FRONT), "combat now") == []


@pytest.mark.parametrize(("step", "taken"), [(4, False), (5, False), (6, True), (8, True), (9, False)])
def test_words_of_regret_shortly_after_a_step_take_it_back(step: int, taken: bool) -> None:
    assert taken_back([(step, "oops, wrong button")], 5) is taken
    assert not taken_back([(step, "good roll")], 5)
