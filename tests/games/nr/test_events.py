"""Events of cards: what each allows, how often, to whom, and what it asks for."""

from __future__ import annotations

import pytest

from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.games.nr import load
from trc_module.games.nr.cards.effects import BATTLE_WORDS
from trc_module.games.nr.cards.grants import KINDS
from trc_module.games.nr.cards.resolution import event_of
from trc_module.games.nr.points import event_points
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record
from trc_module.rules.record.trial import Trial, try_record

HANDS = "hand: axis 5, soviet 5"
PAIR = "on L15: ger-6\non L16: sov-south"
FIGHT = f"{PAIR}\n{HANDS}\ntarget sov-south\nattack 1: ger-6 x sov-south"
DEFENCE = f"on L15: ger-6\non L16: sov-west\n{HANDS}\ntarget ger-6\nattack 1: sov-west x ger-6"

CASES: dict[str, tuple[str, str]] = {
    "one unit counts double, or none": (
        f"at: turn 2 soviet combat\n{DEFENCE}\ncard axis card-1 event",
        "roll 1: 4 at 1-2 = NE",
    ),
    "a unit counts as usual": (
        f"at: turn 2 soviet combat\n{DEFENCE}\ncard axis card-1 event",
        "roll 1: 4 at 1-1 = CB",
    ),
    "no unit counts four times": (
        f"at: turn 2 soviet combat\n{DEFENCE}\ncard axis card-1 event",
        "roll 1: 4 at 2-1 = EX  => 10.6",
    ),
    "three counterblows and no fourth": (
        "at: turn 2 soviet combat\non L15: ger-6\non M15: ger-9\non N15: ger-17\non O16: ger-4\n"
        f"{HANDS}\ncard axis card-1 event",
        "counterblow ger-6\ncounterblow ger-9\ncounterblow ger-17\ncounterblow ger-4  => 10.1.2",
    ),
    "one unit comes back to a city": (
        f"at: turn 3 axis movement\nbox soviet destroyed: sov-west sov-south\n{HANDS}\ncard soviet card-1 event",
        "replace sov-west K13\nreplace sov-south K13  => 7.1",
    ),
    "it comes back to a city or next to it": (
        f"at: turn 3 axis movement\nbox soviet destroyed: sov-west\n{HANDS}\ncard soviet card-1 event",
        "replace sov-west J18  => 7.1",
    ),
    "two units come back by rail": (
        "at: turn 3 axis movement\nbox soviet destroyed: sov-west sov-south\nbox soviet shattered: sov-central\n"
        f"{HANDS}\ncard soviet card-2 event",
        "replace sov-west rail\nreplace sov-central rail\nreplace sov-south rail  => 7.1",
    ),
    "a step in 1941": (
        f"at: turn 3 axis organization\non J9: ger-6 ger-9\nshowing: ger-6 reduced, ger-9 reduced\n{HANDS}\n"
        "card axis card-3 event",
        "improve ger-6\nimprove ger-9  => 13.5-1-4",
    ),
    "two steps of the last reserves": (
        "at: turn 13 axis cards\non J9: ger-6 ger-9\nbox axis surrendered: ger-17\n"
        f"showing: ger-6 reduced, ger-9 reduced\n{HANDS}\ncard axis card-30 event",
        "improve ger-6\nreplace ger-17 D7\nimprove ger-9  => 7.2",
    ),
    "a column either way at the Black Sea": (
        f"at: turn 2 axis combat\non O14: ger-6\non O13: sov-south\n{HANDS}\ntarget sov-south\n"
        "attack 1: ger-6 x sov-south\ncard soviet card-3 event",
        "roll 1: 4 at 3-2 = EX",
    ),
    "not two": (
        f"at: turn 2 axis combat\non O14: ger-6\non O13: sov-south\n{HANDS}\ntarget sov-south\n"
        "attack 1: ger-6 x sov-south\ncard soviet card-3 event",
        "roll 1: 4 at 2-1 = DR  => 10.6",
    ),
    "not inland": (f"at: turn 2 axis combat\n{FIGHT}\ncard soviet card-3 event", "roll 1: 4 at 3-2 = EX  => 10.6"),
    "one hex of advance": (
        f"at: turn 2 axis combat\n{FIGHT}\ncard soviet card-4 event\nroll 1: 6 at 1-1 = DR\n"
        "retreat 1: sov-south L16 L17 L18",
        "advance 1: ger-6 L15 L16 L17  => 5k",
    ),
    "one unit without supply": (
        f"at: turn 2 axis organization\non J9: ger-6 ger-9\n{HANDS}\ncard soviet card-5 event",
        "unsupplied ger-6\nunsupplied ger-9  => 6a",
    ),
    "partisans cost a step": (
        f"at: turn 3 soviet organization\non J9: ger-6\n{HANDS}\ncard soviet card-6 event",
        "reduce 1: ger-6",
    ),
    "and not an army": (
        f"at: turn 3 soviet organization\non J9: ger-6\n{HANDS}\ncard soviet card-6 event",
        "lose 1: ger-6  => 5k",
    ),
    "units of one hex survive": (
        f"at: turn 2 axis removals\non L15: ger-6 ger-9\nunsupplied: ger-6 ger-9\n{HANDS}\ncard axis card-6 event",
        "end",
    ),
    "not those of another": (
        f"at: turn 2 axis removals\non L15: ger-6\non O20: ger-9\nunsupplied: ger-6 ger-9\n{HANDS}\n"
        "card axis card-6 event",
        "end  => 6c",
    ),
    "an upgrade and no cards": (
        f"at: turn 6 soviet organization\non L16: sov-south\non K16: sov-west\non J16: sov-central\n{HANDS}\n"
        "card soviet card-8 event",
        "improve sov-south\nimprove sov-west\ndraw soviet 2  => 5a",
    ),
    "cards and no upgrade": (
        f"at: turn 6 soviet organization\non L16: sov-south\non K16: sov-west\n{HANDS}\ncard soviet card-8 event",
        "draw soviet 2\nimprove sov-south\nimprove sov-west  => 13.5-6",
    ),
    "two cards and one is kept": (
        f"at: turn 3 axis movement\n{HANDS}\ncard soviet card-9 event\ndraw soviet 2",
        "end  => doubt 5k",
    ),
    "the check is skipped": (f"at: turn 3 axis housekeeping\n{HANDS}\ncard soviet card-9 event", "end"),
    "one unit moves in the enemy's movement": (
        f"at: turn 2 soviet movement\non J9: ger-6 ger-9\n{HANDS}\ncard axis card-10 event",
        "move ger-6 J9 I10 H10\nmove ger-9 J9 I10  => 4a",
    ),
    "with two points": (
        f"at: turn 2 soviet movement\non J9: ger-6\n{HANDS}\ncard axis card-10 event",
        "move ger-6 J9 I10 H10 G10  => 8a",
    ),
    "outside enemy zones": (
        f"at: turn 2 soviet movement\n{PAIR}\n{HANDS}\ncard axis card-10 event",
        "move ger-6 L15 L14  => 4a",
    ),
    "all units move a point": (
        f"at: turn 2 soviet movement\non J9: ger-6 ger-9\n{HANDS}\ncard axis card-39 event",
        "move ger-6 J9 I10\nmove ger-9 J9 I9\nmove ger-9 I9 H9  => 8a",
    ),
    "panzers move, infantry does not": (
        f"at: turn 2 soviet movement\non J9: ger-6 ger-1-pz\n{HANDS}\ncard axis card-43 event",
        "move ger-1-pz J9 I10 H10\nmove ger-6 J9 I10  => 4a",
    ),
    "four units move one hex": (
        "at: turn 2 axis movement\non L16: sov-south\non K16: sov-west\non J16: sov-central\non I16: sov-reserve\n"
        f"on M19: sov-bryansk\n{HANDS}\ncard soviet card-41 event",
        "move sov-south L16 L17\nmove sov-west K16 K17\nmove sov-central J16 J17\nmove sov-reserve I16 I17\n"
        "move sov-bryansk M19 M20  => 4a",
    ),
    "one hex and no more": (
        f"at: turn 2 axis movement\non L16: sov-south\n{HANDS}\ncard soviet card-41 event",
        "move sov-south L16 L17 L18  => 8a",
    ),
    "a stack moves, another does not": (
        f"at: turn 2 soviet movement\non J9: ger-6 ger-9\non F9: ger-17\n{HANDS}\ncard axis card-36 event",
        "move ger-6 J9 I10 H10\nmove ger-9 J9 I10\nmove ger-17 F9 F10  => 4a",
    ),
    "two points more for one stack": (
        f"at: turn 2 axis movement\non L5: ger-6\non M5: ger-9\n{HANDS}\ncard axis card-17 event",
        "move ger-6 L5 L6 L7 L8 M8 M9\nmove ger-9 M5 M6 M7 M8 N7 N8  => 8a",
    ),
    "what a card did is cancelled": (
        f"at: turn 6 soviet organization\n{HANDS}\ncard soviet card-8 event\ncard axis card-14 event",
        "draw soviet 2  => 5a",
    ),
    "a discard that pays is cancelled": (
        f"at: turn 6 axis movement\non J9: ger-6 ger-9\n{HANDS}\nentrain ger-6\ncard axis card-9 rail\n"
        "card soviet card-34 event",
        "entrain ger-9  => 9.1",
    ),
    "EX against a city": (
        f"at: turn 2 axis combat\non K12: ger-6\non K13: sov-west\n{HANDS}\ntarget sov-west\n"
        "attack 1: ger-6 x sov-west\ncard soviet card-14 event",
        "roll 1: 1 at 1-2 = EX",
    ),
    "not in the open": (
        f"at: turn 2 axis combat\n{FIGHT}\ncard soviet card-14 event",
        "roll 1: 1 at 1-1 = EX  => 10.7",
    ),
    "two counterblow markers are removed": (
        f"at: turn 2 axis combat\n{PAIR}\n{HANDS}\nbefore: counterblow soviet L16\ncard axis card-15 event",
        "end",
    ),
    "not three": (
        f"at: turn 2 axis combat\n{PAIR}\non K15: sov-west\non M16: sov-central\n{HANDS}\n"
        "before: counterblow soviet L16, counterblow soviet K15, counterblow soviet M16\ncard axis card-15 event",
        "end  => 10.1.4",
    ),
    "a unit without supply surrenders": (
        f"at: turn 2 axis supply\non A20: fin\non F5: sov-west\n{HANDS}\ncard axis card-18 event",
        "surrender sov-west",
    ),
    "a supplied one does not": (
        f"at: turn 2 axis supply\non K20: sov-west\n{HANDS}\ncard axis card-18 event",
        "surrender sov-west  => 6.1",
    ),
    "two units by rail in a card phase": (
        f"at: turn 2 axis cards\non K20: sov-west\non K21: sov-south\non K24: sov-central\n{HANDS}\n"
        "card soviet card-18 event",
        "entrain sov-west\nentrain sov-south\ndetrain sov-west H20\ndetrain sov-south I20\nentrain sov-central  => 9.1",
    ),
    "a retreat past enemies": (
        f"at: turn 13 soviet combat\non L14: ger-6\non L15: sov-west\non K15: sov-central\non L13: sov-south\n{HANDS}\n"
        "showing: sov-west upgraded\ntarget ger-6\nattack 1: sov-west x ger-6\ncard axis card-19 event\n"
        "roll 1: 6 at 3-2 = DR",
        "retreat 1: ger-6 L14 M14 N14",
    ),
    "not without the card": (
        f"at: turn 13 soviet combat\non L14: ger-6\non L15: sov-west\non K15: sov-central\non L13: sov-south\n{HANDS}\n"
        "showing: sov-west upgraded\ntarget ger-6\nattack 1: sov-west x ger-6\nroll 1: 6 at 3-2 = DR",
        "retreat 1: ger-6 L14 M14 N14  => 10.7c",
    ),
    "NE is EX at a bridgehead": (
        f"at: turn 13 soviet combat\n{DEFENCE}\ncard soviet card-21 event",
        "roll 1: 3 at 1-1 = EX",
    ),
    "two points for each Soviet unit": (
        f"at: turn 13 soviet combat\n{DEFENCE}\ncard soviet card-23 event",
        "roll 1: 3 at 3-2 = CB",
    ),
    "twice as many from 1944": (
        f"at: turn 19 soviet combat\n{DEFENCE}\ncard soviet card-23 event",
        "roll 1: 3 at 2-1 = EX",
    ),
    "a general needs no die": (
        "at: turn 13 soviet combat\non L15: ger-6\non L16: sov-west\non K15: sov-south\nshowing: sov-west upgraded, "
        f"sov-south upgraded\n{HANDS}\ntarget ger-6\nattack 1: sov-west sov-south x ger-6\ncard soviet card-27 event",
        "roll 1: 1 at 3-1 = DR",
    ),
    "not at less than 2-1": (
        f"at: turn 13 soviet combat\n{DEFENCE}\ncard soviet card-27 event",
        "roll 1: 1 at 1-1 = DR  => 10.7",
    ),
    "one column left after the roll": (
        f"at: turn 2 axis combat\n{FIGHT}\nroll 1: 5\ncard soviet card-14 discard\ncard soviet card-30 event",
        "retreat 1: sov-south L16 L17 L18",
    ),
    "the die is read again": (
        f"at: turn 2 soviet combat\n{DEFENCE}\nroll 1: 5\ncard axis card-28 event",
        "retreat 1: ger-6 L15 L14 L13  => 10.7c",
    ),
    "defenders count double": (
        f"at: turn 2 soviet combat\n{DEFENCE}\ncard axis card-29 event",
        "roll 1: 4 at 1-1 = EX  => 10.6",
    ),
    "one attack more": (
        f"at: turn 13 soviet combat\n{DEFENCE}\nroll 1: 3 at 1-1 = NE\ncard soviet card-29 event",
        "attack 2: sov-west x ger-6\nroll 2: 3 at 1-1 = NE\nattack 3: sov-west x ger-6  => 10.1.3",
    ),
    "the counterattack is made": (
        f"at: turn 2 soviet combat\n{DEFENCE}\ncard axis card-32 event\nroll 1: 5 = CA",
        "attack 2: ger-6 x sov-west\nroll 2: 4 at 1-1 = EX\nreduce 2: ger-6\nlose 2: sov-west\nend",
    ),
    "or doubted": (
        f"at: turn 2 soviet combat\n{DEFENCE}\ncard axis card-32 event\nroll 1: 5 = CA",
        "end  => doubt 5k",
    ),
    "one unit more in three hexes": (
        "at: turn 13 soviet movement\non L16: sov-west sov-south\non L17: sov-central sov-reserve\n"
        f"{HANDS}\ncard soviet card-32 event",
        "end",
    ),
    "hexes beside each other": (
        "at: turn 13 soviet movement\non L16: sov-west sov-south\non G20: sov-central sov-reserve\n"
        f"{HANDS}\ncard soviet card-32 event",
        "end  => doubt 8e",
    ),
    "Shock! counts twice": (
        "at: turn 13 soviet cards\non L15: ger-6\non L16: sov-west\nhand: soviet 3\ncard soviet card-39 event\n"
        "draw soviet 4\nend\nend\nend\nend\ntarget ger-6\nattack 1: sov-west x ger-6\nsupport 1: 1",
        "roll 1: 3 at 4-1 = DR",
    ),
    "an ally leaves after turn 10": (
        f"at: turn 11 axis cards\non N9: rum-3\n{HANDS}\ncard soviet card-44 event",
        "withdraw rum-3",
    ),
    "not before": (
        f"at: turn 9 axis cards\non N9: rum-3\n{HANDS}\ncard soviet card-44 event",
        "withdraw rum-3  => doubt 14.2c",
    ),
    "a card for an ally": (
        "at: turn 9 axis cards\non N9: rum-3\nhand: axis 2, soviet 2\ndraw axis 5\ncard soviet card-44 event",
        "end  => doubt 5k",
    ),
    "three Blitz! markers more": (
        f"at: turn 24 axis cards\n{PAIR}\n{HANDS}\ncard axis card-45 event\ncard axis card-20 discard\n"
        "card axis card-21 discard\ndraw axis 5\nend\nend\nend\nend\ntarget sov-south\nattack 1: ger-6 x sov-south",
        "support 1: 3\nsupport 1: 1  => 13.3",
    ),
    "an event counts as two discards": (
        f"at: turn 24 axis organization\nbox axis surrendered: ger-6 ger-9\n{HANDS}\ncard axis card-53 event",
        "replace ger-6 D7\nreplace ger-9 D7  => 13.5-5a",
    ),
    "who pays with von Bock draws": (
        f"at: turn 6 axis organization\nbox axis destroyed: ger-6\n{HANDS}\ncard axis card-12 replacement",
        "replace ger-6 D7\ndraw axis 1\ndraw axis 1  => 5a",
    ),
    "as the event on the last discard": (
        f"at: turn 3 axis organization\non J9: ger-6\nshowing: ger-6 reduced\n{HANDS}\ndiscards: card-3\n"
        "card axis card-2 event",
        "improve ger-6",
    ),
    "not as one that acts when drawn": (
        f"at: turn 3 axis organization\non J9: ger-6\nshowing: ger-6 reduced\n{HANDS}\ndiscards: card-3 card-9\n"
        "card axis card-2 event",
        "improve ger-6  => 13.5-1-4",
    ),
    "one step more for each side": (
        f"at: turn 2 axis combat\n{FIGHT}\ncard soviet card-11 event\nroll 1: 2 at 1-1 = NE",
        "reduce 1: ger-6\nlose 1: sov-south\nend",
    ),
    "and no third": (
        f"at: turn 2 axis combat\n{FIGHT}\ncard soviet card-11 event\nroll 1: 2 at 1-1 = NE\nreduce 1: ger-6",
        "lose 1: ger-6  => 10.7",
    ),
    "either table": (f"at: turn 13 soviet combat\n{DEFENCE}\ncard soviet card-22 event", "roll 1: 3 at 1-1 = CB"),
    "one of the tables": (
        f"at: turn 13 soviet combat\n{DEFENCE}\ncard soviet card-22 event",
        "roll 1: 3 at 1-1 = DR  => 10.7",
    ),
}


def told(header: str, acts: str) -> Trial:
    record = "\n".join(line.rpartition("  => ")[0] or line for line in f"{header}\n{acts}".splitlines())
    return try_record(read_record(f"game: nr\n{record}\n", "x", find_game), "x")


def found_in(trial: Trial) -> list[str]:
    words = {Verdict.VIOLATION: "", Verdict.DOUBT: "doubt ", Verdict.UNDECIDED: "undecided "}
    return [
        f"{outcome.text}: {words.get(f.verdict, f.verdict.value)}{f.rule}"
        for outcome in trial.outcomes
        for f in outcome.told.findings
        if f.verdict is not Verdict.NOTE
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.replace(" ", "-"))
def test_an_event_allows_what_its_card_says_and_no_more(case: str) -> None:
    header, acts = CASES[case]
    expected = [line.replace("  => ", ": ") for line in acts.splitlines() if "  => " in line]
    assert found_in(told(header, acts)) == expected


def test_a_loss_outside_battles_needs_an_event() -> None:
    with pytest.raises(UserError, match="there is no battle 1"):
        told("at: turn 3 soviet organization\non J9: ger-6", "reduce 1: ger-6")


@pytest.mark.parametrize(
    ("header", "points"),
    [
        (f"at: turn 2 axis cards\n{HANDS}\ncard axis card-13 event\ndraw axis 3\nend\nend\nend\nend\nend", -1),
        (f"at: turn 2 axis cards\n{HANDS}\ncard soviet card-19 event\nend\nend\nend\nend\nend", -2),
        (f"at: turn 24 soviet cards\n{HANDS}\ncard soviet card-48 event\ndraw soviet 1", 0),
        (f"at: turn 24 soviet cards\n{HANDS}\ncard soviet card-45 event\ndraw soviet 1", -1),
        (f"at: turn 24 soviet cards\ncontrol: K6 soviet\n{HANDS}\ncard soviet card-45 event\ndraw soviet 1", 1),
        (f"at: turn 24 axis cards\n{HANDS}\ncard axis card-50 event\ndraw axis 1", -1),
        (f"at: turn 24 axis cards\non L15: ger-6\n{HANDS}\ncard axis card-47 event\ndraw axis 1", -1),
        (f"at: turn 24 axis cards\non J9: ger-6\n{HANDS}\ncard axis card-47 event\ndraw axis 1", 1),
    ],
)
def test_events_bring_points_to_the_side_on_the_track(header: str, points: int) -> None:
    assert event_points(told(header, "").end) == points


def test_the_words_of_the_chart_are_carried_out() -> None:
    game = load()
    kinds, words = set(), set()
    for number in range(1, 55):
        for side in ("axis", "soviet"):
            event = event_of(game, f"card-{number}", side)
            assert event is not None
            kinds |= {each[1] for each in event.does if each[0] == "grant"}
            words |= {each[0].removesuffix("-all").removesuffix("-both") for each in event.does}
    assert kinds | {"withdraw"} == KINDS
    assert words >= BATTLE_WORDS
