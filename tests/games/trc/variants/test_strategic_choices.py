"""28.6, part III: who chooses what, when, and on what conditions; sealed choices are held against their hash."""

from __future__ import annotations

import pytest

from tests.games.trc.play import position, told
from trc_module.declarations import Declaration
from trc_module.declarations.seals import seal_of
from trc_module.games.trc import load
from trc_module.games.trc.acts.strategic_choices import Choose, SealChoice
from trc_module.games.trc.acts.table import ACTS
from trc_module.games.trc.scenarios import EARLY, before_play, opening_turn
from trc_module.games.trc.supply.combat_supply import winter_of
from trc_module.games.trc.variants.strategic_choices import answered, choices, chosen
from trc_module.games.trc.victory.campaign_victory import victory_in_words
from trc_module.rules.options import OptionsError

SET_UP = "options: 28.6\nat: turn 1 axis impulse 1 weather clear\n"


def at(moment: str, *marks: str) -> str:
    before = f"before: {', '.join(marks)}\n" if marks else ""
    return f"options: 28.6\nat: {moment}\n{before}"


@pytest.mark.parametrize(
    ("choice", "last", "late"),
    [
        ("axis italian-sellout", "turn 1 axis impulse 1 movement clear", "turn 1 axis impulse 1 combat clear"),
        ("axis tunisia", "turn 10 axis impulse 1 movement clear", "turn 10 axis impulse 1 combat clear"),
        ("axis bulge", "turn 21 axis impulse 1 movement clear", "turn 21 axis impulse 2 movement clear"),
    ],
)
def test_a_choice_is_made_before_the_first_act_of_its_impulse(choice: str, last: str, late: str) -> None:
    units = "on Y20: ger-12-inf\n"
    number = f"violation {choices()[choice.split()[1]].rule}"
    assert told(f"{at(last)}{units}choose {choice} yes") == []
    assert told(f"{at(last)}{units}move ger-12-inf Y20 Y19\nchoose {choice} yes") == [number]
    assert told(f"{at(late)}{units}choose {choice} yes") == [number]
    assert told(f"{at(late)}{units}choose {choice} no") == []


def test_the_chain_of_conditions() -> None:
    reaction, gambit = "turn 0 russian impulse 1 movement clear", "turn 4 axis impulse 2 movement snow"
    distracted, reacted = "choice mediterranean-distraction yes", "choice russian-reaction yes"
    assert told(f"{at(reaction, distracted)}choose russian russian-reaction yes") == []
    assert told(f"{at(reaction)}choose russian russian-reaction yes") == []
    late = at("turn 1 axis impulse 1 weather clear", "choice mediterranean-distraction no")
    assert told(f"{late}choose russian russian-reaction yes") == ["violation 28.6-RR-1"] * 2
    assert told(f"{at(gambit, distracted, reacted)}choose axis japanese-gambit yes") == []
    assert told(f"{at(gambit, distracted)}choose axis japanese-gambit yes") == ["undecided 28.6-JG-1"]
    refused = at(gambit, distracted, "choice russian-reaction no")
    assert told(f"{refused}choose axis japanese-gambit yes") == ["violation 28.6-JG-1"]
    tunis = "turn 9 russian impulse 2 end clear"
    assert told(f"{at(tunis)}choose axis tunisia yes") == []
    assert told(f"{at(tunis, 'choice italian-sellout yes')}choose axis tunisia yes") == ["violation 28.6-TT-1"]
    assert told(f"{at(tunis, 'choice italian-sellout no')}choose axis tunisia yes") == []


def test_nobody_chooses_for_the_other_or_changes_his_mind() -> None:
    assert told(f"{SET_UP}choose russian italian-sellout yes") == ["violation 28.6-III"]
    twice = f"{SET_UP}choose axis italian-sellout yes\nchoose axis italian-sellout "
    assert told(twice + "yes") == []
    assert told(twice + "no") == ["violation 28.6-III"]
    assert answered(position(twice + "no"), "italian-sellout") == "yes"


def test_a_sealed_choice_is_made_in_time_and_shown_later() -> None:
    seal = seal_of("italian-sellout yes", "walnut")
    later = "\nend\nend\nend\nend\nchoose axis italian-sellout "
    sealed = f"{SET_UP}seal-choice axis italian-sellout {seal}{later}"
    assert told(f"{sealed}yes word walnut") == []
    assert told(f"{sealed}no word walnut") == ["violation 28.6-III"]
    assert told(f"{sealed}yes") == told(f"{sealed}no") == ["violation 28.6-III"]
    assert told(f"{sealed}yes word walnut\nchoose axis italian-sellout yes") == []
    assert told(f"{sealed}yes word hazel") == ["violation 28.6-III"]
    assert not chosen(position(f"{SET_UP}seal-choice axis italian-sellout {seal}"), "italian-sellout")
    assert told(f"{SET_UP}{later}yes") == ["violation 28.6-IS-1"]
    assert told(f"{at('turn 2 axis impulse 1 movement clear')}seal-choice axis italian-sellout {seal}") == [
        "violation 28.6-IS-1"
    ]


def test_nobody_seals_the_choice_of_the_other() -> None:
    seal = seal_of("italian-sellout yes", "walnut")
    text = f"{SET_UP}seal-choice russian italian-sellout {seal}\nchoose axis italian-sellout yes"
    assert told(text) == ["violation 28.6-III"]


def test_the_same_seal_once_more_is_no_other_choice() -> None:
    seal, other = seal_of("italian-sellout yes", "walnut"), seal_of("italian-sellout no", "walnut")
    sealed = f"{SET_UP}seal-choice axis italian-sellout {seal}\nseal-choice axis italian-sellout "
    assert told(f"{sealed}{seal}") == []
    assert told(f"{sealed}{other}") == ["violation 28.6-III"]


def test_a_sealed_choice_is_not_listed_again() -> None:
    game = load(frozenset({"28.6"}))
    moment = at("turn 10 axis impulse 1 movement clear", f"choice-sealed tunisia {seal_of('tunisia yes', 'walnut')}")
    assert list(game.book.listers[Choose](game, position(moment + "on Y20: ger-12-inf"))) == []


def test_a_choice_without_the_variant_is_told_as_such() -> None:
    assert told("at: turn 1 axis impulse 1 weather clear\nchoose axis italian-sellout yes") == ["violation 28.1"]


def test_the_distraction_sets_the_turn_back_once() -> None:
    start = f"{SET_UP}on K21: rus-3-inf\nchoose axis mediterranean-distraction yes\n"
    after = position(start)
    assert (str(after.clock), EARLY in after.marks) == ("turn 0 axis impulse 1 weather", True)
    assert before_play(after)
    assert opening_turn(after) == 0
    assert told(start + "end") == ["violation 4.1.1a"]
    assert told(start + "weather 6\nend") == []
    again = position(start + "weather 6\n" + "end\n" * 11)
    assert str(again.clock) == "turn 1 axis impulse 1 weather"
    assert not before_play(again)


def test_the_distraction_comes_after_the_russian_set_up_and_before_any_axis_unit() -> None:
    choose = "choose axis mediterranean-distraction yes"
    assert told(f"{SET_UP}box russian at-start: rus-3-inf\n{choose}") == ["violation 28.6-MD-1"]
    assert told(f"{SET_UP}on M26: ger-12-inf\n{choose}") == ["violation 28.6-MD-1"]
    assert told(f"{at('turn 1 axis impulse 1 movement clear')}{choose}") == ["violation 28.6-MD-1"]


def test_snow_before_the_war_halves_nobody() -> None:
    game = load(frozenset({"28.6"}))
    assert [
        winter_of(game, position(f"{at(f'turn {turn} axis impulse 1 combat snow')}end")) for turn in (0, 4, 10)
    ] == [0, 1, 2]


def test_choices_are_listed_when_their_impulse_is_about_to_begin() -> None:
    game = load(frozenset({"28.6"}))

    def listed(text: str) -> set[str]:
        return {act.choice for act in game.book.listers[Choose](game, position(text))}

    assert listed(at("turn 10 axis impulse 1 movement clear") + "on Y20: ger-12-inf") == {"tunisia"}
    assert listed(at("turn 10 axis impulse 1 movement clear", "choice italian-sellout yes")) == set()
    assert listed(at("turn 9 axis impulse 1 movement clear")) == set()
    assert listed(SET_UP + "on K21: rus-3-inf") == {"mediterranean-distraction"}


def test_artillery_of_28_6_and_26_5_exclude_each_other() -> None:
    with pytest.raises(OptionsError, match=r"28\.6-I .*26\.5"):
        load(frozenset({"26.5", "28.6-I"}))


def test_whoever_plays_march_1941_has_made_the_choice_that_brings_it() -> None:
    after = position("options: 28.6\nat: turn 0 russian impulse 2 end clear\nend")
    assert str(after.clock) == "turn 1 axis impulse 1 weather"
    assert chosen(after, "mediterranean-distraction")
    assert EARLY in after.marks


GAMBIT = load(frozenset({"28.6"}))


def test_the_victories_of_choices_are_named_in_words() -> None:
    sellout = GAMBIT.start("campaign", frozenset({"28.6"})).with_mark(("choice", "italian-sellout", "yes"))
    assert sellout
    for rule, words in (("28.6-JG-2", "Siberia"), ("28.6-IS-3", "France")):
        assert words in victory_in_words(GAMBIT, rule)
        assert words not in victory_in_words(GAMBIT, "25.1.1-1")


def test_a_sealed_choice_is_heard_of_a_side_and_a_choice_that_there_are() -> None:
    says = {"side": "axis", "choice": "italian-sellout", "seal": "ab" * 32}

    def heard(**other: str) -> object:
        return ACTS.hears["SEALCHOICE"](GAMBIT, Declaration("SEALCHOICE", says | other), None)

    assert heard() == SealChoice("axis", "italian-sellout", "ab" * 32)
    assert heard(side="neutral") is None
    assert heard(choice="peace") is None
