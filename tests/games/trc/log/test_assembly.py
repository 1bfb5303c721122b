"""Combat phases of which some lines are missing, read as a whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.games.trc.play import GAME, position
from trc_module.declarations import Declaration
from trc_module.games.trc.boxes import POOL, SURRENDERED
from trc_module.games.trc.log import assembly
from trc_module.games.trc.log.assembly import readings
from trc_module.rules.actions import AirSupport, Attack, RollCombat
from trc_module.rules.interpretation import Die, Episode, Line, PhaseReading, PieceTrack


def said(*texts: str) -> tuple[Line, ...]:
    """Return lines of the Axis player, a step each."""
    found = []
    for step, text in enumerate(texts, 1):
        verb, *fields = text.split()
        found.append(Line(step, Declaration(verb, dict(field.split("=") for field in fields)), "axis"))
    return tuple(found)


def attacks(
    text: str, lines: tuple[Line, ...], lost: str = "", typed: str = "", impulse: int = 2, box: str = POOL
) -> list[Attack]:
    """Return the first battle of each reading; `lost` was removed into a box at last, `typed` is chat."""
    state = position(text, f"turn 7 axis impulse {impulse} combat clear")
    tracks = {lost: PieceTrack(lost, (state.place(lost), box), (len(lines) + 1,))} if lost else {}
    episode = Episode(lines, tracks_by_unit=tracks, chat=((1, typed),) if typed else ())
    return [
        act
        for reading in readings(GAME, state, episode)
        for _, told in reading.interpretations[:1]
        for act in told.actions
        if isinstance(act, Attack)
    ]


def attackers(text: str, lines: tuple[Line, ...], lost: str = "", typed: str = "") -> list[set[str]]:
    """Return who attacks in the first battle of each reading."""
    return [set(act.attackers) for act in attacks(text, lines, lost, typed)]


def test_who_had_to_attack_is_read_into_a_battle_before_who_may_have_won_a_victory() -> None:
    # 12 to 5 is 2-1. With 13th Corps alone, or with 28th and 34th, it is at 3-1, as the line of the die states; with
    # all of them at 4-1.
    stand = (
        "before: av ger-13-inf perhaps\non L17: ger-13-inf\non K15: ger-7-inf\non J17: ger-51-inf\n"
        "on K17: ger-38-inf ger-28-inf ger-34-inf\non K16: rus-9-inf\n"
    )
    lines = said(
        "ATT b=1 u=ger-7-inf", "ATT b=1 u=ger-38-inf", "ATT b=1 u=ger-51-inf", "DEF b=1 u=rus-9-inf",
        "ROLL b=1 die=4 odds=3-1 result=DR",
    )  # fmt: skip
    named = {"ger-7-inf", "ger-38-inf", "ger-51-inf"}
    found = attackers(stand, lines, "rus-9-inf")
    assert named | {"ger-28-inf", "ger-34-inf"} in found


def test_lower_odds_that_were_typed_let_one_who_had_to_attack_have_attacked() -> None:
    # 5 to 4 is 1-1, at which a 4 leaves all where they are; with 8th Corps it is at 2-1, and a 4 does not.
    stand = "on X17: ger-9-inf ger-8-inf\non Y17: rus-7-inf\n"
    lines = said("ATT b=1 u=ger-9-inf", "DEF b=1 u=rus-7-inf", "ROLL b=1 die=4 odds= result=")
    both = {"ger-9-inf", "ger-8-inf"}
    found, typed = attackers(stand, lines), attackers(stand, lines, typed="at 1-1 please")
    assert found[0] == {"ger-9-inf"}
    # Without a word on the odds it is what is tried last: that may be the reading that breaks the least.
    assert found.index(both) > typed.index(both)


def test_odds_that_only_an_aircraft_allows_show_that_it_flew() -> None:
    # 5 to 4 is 1-1, with a Stuka 4-1, which may be lowered to 2-1; a 1 costs the corps at both.
    stand = "on X17: ger-9-inf\non Z19: ger-hq-center\non Y17: rus-7-inf\n"
    lines = said("ATT b=1 u=ger-9-inf", "DEF b=1 u=rus-7-inf", "LOWER b=1 odds=2-1", "ROLL b=1 die=1 odds= result=")
    declared, read, *_ = attacks(stand, lines, "ger-9-inf", impulse=1)
    assert (declared.odds, declared.air) == ("2-1", ())
    assert (read.odds, read.air) == ("2-1", (AirSupport("stuka", "ger-hq-center"),))


def test_who_asks_for_odds_that_only_an_aircraft_allows_may_have_had_more() -> None:
    # 5 to 4 is 1-1, with a Stuka 4-1; 3-1 was typed, and stands in the line of the die: there a 2 leaves all in place.
    stand = "on X17: ger-9-inf\non Z19: ger-hq-center\non Y17: rus-7-inf\n"
    lines = said("ATT b=1 u=ger-9-inf", "DEF b=1 u=rus-7-inf", "ROLL b=1 die=2 odds=3-1 result=C")
    found = attacks(stand, lines, typed="at 3-1 please", impulse=1)
    assert ("3-1", (AirSupport("stuka", "ger-hq-center"),)) in [(act.odds, act.air) for act in found]


def test_who_was_lost_fought_in_no_battle_whose_die_states_that_nothing_happened() -> None:
    stand = "on Y18: ger-9-inf\non Z19: ger-8-inf\non Y17: rus-7-inf\non Z18: rus-5-cav\n"
    lines = said(
        "DEF b=1 u=rus-7-inf", "ROLL b=1 die=1 odds= result=", "FORCED u=ger-9-inf because=12.5",
        "ATT b=2 u=ger-8-inf", "DEF b=2 u=rus-5-cav", "LOWER b=2 odds=2-1", "ROLL b=2 die=3 odds=2-1 result=C",
    )  # fmt: skip
    first = attacks(stand, lines, "ger-9-inf", box=SURRENDERED)[0]
    assert (first.attackers, first.defenders) == (("ger-9-inf",), ("rus-7-inf",))


def test_a_battle_whose_die_states_the_odds_is_completed_first() -> None:
    # Battle 1 is at 2-1 with 7th or 8th Corps; battle 2 is at 4-1, as its line states, with 7th Corps alone.
    stand = "on X17: ger-9-inf\non Y18: ger-7-inf\non X18: ger-8-inf\non Y17: rus-7-inf\n"
    stand += "on Z19: ger-13-inf ger-40-pz ger-41-pz\non Z18: rus-5-cav\n"
    lines = said(
        "ATT b=1 u=ger-9-inf", "DEF b=1 u=rus-7-inf", "ROLL b=1 die=6 odds= result=",
        "ATT b=2 u=ger-13-inf", "ATT b=2 u=ger-40-pz", "ATT b=2 u=ger-41-pz", "DEF b=2 u=rus-5-cav",
        "ROLL b=2 die=5 odds=4-1 result=DE",
    )  # fmt: skip
    state = position(stand, "turn 7 axis impulse 2 combat clear")
    tracks = {unit: PieceTrack(unit, (state.place(unit), POOL), (9,)) for unit in ("rus-7-inf", "rus-5-cav")}
    _, mended, *_ = readings(GAME, state, Episode(lines, tracks_by_unit=tracks))
    acts = [act for _, told in mended.interpretations for act in told.actions if isinstance(act, Attack)]
    three = {"ger-13-inf", "ger-40-pz", "ger-41-pz"}
    assert [set(act.attackers) for act in acts] == [{"ger-9-inf", "ger-8-inf"}, {*three, "ger-7-inf"}]


def read(
    stand: str,
    lines: tuple[Line, ...],
    gone: Mapping[str, str] | None = None,
    laid: Mapping[str, str] | None = None,
    dice: Sequence[tuple[int, int]] = (),
    chat: Sequence[tuple[int, str]] = (),
    impulse: int = 2,
) -> list[PhaseReading]:
    """Return the readings of a phase; units went elsewhere at last, aircraft were laid on hexes after all dice."""
    state, after = position(stand, f"turn 7 axis impulse {impulse} combat clear"), len(lines) + 20
    places = {unit: GAME.board.grid.find(goal) or goal for unit, goal in (gone or {}).items()}
    tracks = {
        unit: PieceTrack(unit, (state.place(unit), goal), (step,))
        for step, (unit, goal) in enumerate(places.items(), after)
    }
    visits = {unit: ((after, GAME.board.grid.find(at)),) for unit, at in (laid or {}).items()}
    rolled = tuple(Die(step, pips, "DIE") for step, pips in dice)
    return list(readings(GAME, state, Episode(lines, (), tracks, visits, rolled, tuple(chat))))


def attacked(reading: PhaseReading) -> dict[int, Attack]:
    acts = (act for _, told in reading.interpretations for act in told.actions)
    return {act.number: act for act in acts if isinstance(act, Attack)}


def rolls(reading: PhaseReading) -> dict[int, tuple[int, int]]:
    """Return step and pips of the die of each battle."""
    return {
        act.number: (told.last, act.die)
        for _, told in reading.interpretations
        for act in told.actions
        if isinstance(act, RollCombat)
    }


def notes(reading: PhaseReading) -> list[str]:
    return [finding.sentence for _, told in reading.interpretations for finding in told.findings]


STRONG, APART = "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n", "on Z13: ger-56-pz\non AA12: rus-13-inf\n"
"""15 to 4 is 3-1, where a 4 is DR and a 6 DE; 7 to 4 is 1-1, where a 4 is C."""
ATTACK = "ATT b=1 u=ger-41-pz", "ATT b=1 u=ger-47-pz"


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ((*ATTACK, "ROLL b=1 die=4", "DEF b=2 u=rus-24-inf"), "rus-24-inf was"),
        (
            ("DEF b=1 u=rus-24-inf", "ROLL b=1 die=4", *(line.replace("=1", "=2") for line in ATTACK)),
            "ger-41-pz and ger-47-pz were",
        ),
    ],
)
def test_the_side_that_is_named_after_the_die_is_of_the_battle_that_lacks_it(
    lines: tuple[str, ...], named: str
) -> None:
    first, *_ = read(STRONG, said(*lines), {"rus-24-inf": "V17"})
    assert attacked(first) == {1: Attack(1, ("ger-41-pz", "ger-47-pz"), ("rus-24-inf",))}
    assert notes(first)[0] == f"{named} named after the die, in battle 2; it is read as part of battle 1."


@pytest.mark.parametrize(
    "lines",
    [
        (*ATTACK, "DEF b=2 u=rus-24-inf"),
        (*ATTACK, "ROLL b=1 die=4", "DEF b=2 u=rus-13-inf"),
        (*ATTACK, "ROLL b=1 die=4", "DEF b=2 u=rus-24-inf", "ROLL b=2 die=4"),
        (*ATTACK, "DEF b=1 u=rus-24-inf", "ROLL b=1 die=4", "DEF b=2 u=rus-13-inf"),
    ],
)
def test_a_battle_is_no_part_of_another_that_is_whole_or_far_or_has_no_die(lines: tuple[str, ...]) -> None:
    found = read(f"{STRONG}on K20: rus-13-inf\n", said(*lines), {"rus-24-inf": "V17"})
    assert not any("after the die" in note for reading in found for note in notes(reading))


def test_all_who_stand_in_a_hex_are_attacked_when_a_die_is_rolled() -> None:
    stand = STRONG.replace("rus-24-inf", "rus-24-inf rus-1-cav")
    first, *_ = read(stand, said(*ATTACK, "DEF b=1 u=rus-24-inf", "ROLL b=1 die=3"))
    assert attacked(first)[1].defenders == ("rus-24-inf", "rus-1-cav")
    assert notes(first)[0] == "No line says that rus-1-cav was attacked in battle 1; it stood there as well."


TWO = "on Y17: ger-41-pz ger-47-pz ger-56-pz\non X17: rus-24-inf\non X18: rus-13-inf\n"
TWO_SAID = (
    "ATT b=1 u=ger-41-pz", "DEF b=1 u=rus-24-inf", "ROLL b=1 die=4", "ATT b=2 u=ger-47-pz", "DEF b=2 u=rus-13-inf",
)  # fmt: skip


@pytest.mark.parametrize("number", [1, 2])
def test_who_was_lost_fought_in_the_battle_that_its_line_names(number: int) -> None:
    lines = said(*TWO_SAID, "ROLL b=2 die=4", f"LOSS b={number} u=ger-56-pz")
    first, *_ = read(TWO, lines, {"ger-56-pz": POOL})
    assert [n for n, act in attacked(first).items() if "ger-56-pz" in act.attackers] == [number]


def test_who_was_lost_fought_rather_in_a_battle_without_a_die_than_in_one_whose_die_does_not_cost_it() -> None:
    # 8 and 7 to 4 are at 3-1, where a 4 takes no attacker.
    first, *_ = read(TWO, said(*TWO_SAID), {"ger-56-pz": POOL})
    assert attacked(first)[1].attackers == ("ger-41-pz",)
    assert attacked(first)[2].attackers == ("ger-47-pz", "ger-56-pz")


def test_the_aircraft_of_a_line_may_be_another_than_the_one_that_was_laid_down() -> None:
    stand = "on Y17: ger-56-pz\non Y19: ger-hq-south\non X17: rus-24-inf\n"
    lines = said(
        "ATT b=1 u=ger-56-pz", "DEF b=1 u=rus-24-inf", "AIR b=1 u=ger-stuka-1 kind=stuka hq=ger-hq-south",
        "ROLL b=1 die=4",
    )  # fmt: skip
    first, *_ = read(stand, lines, {"rus-24-inf": POOL}, {"ger-stuka-2": "X17"}, impulse=1)
    assert attacked(first)[1].air == (AirSupport("stuka", "ger-hq-south"),)


@pytest.mark.parametrize(
    ("aircraft", "named"),
    [
        (("ger-stuka-1",), "ger-stuka-1 supported battle 1; it"),
        (("ger-stuka-1", "ger-stuka-2"), "ger-stuka-1 and ger-stuka-2 supported battle 1; they"),
    ],
)
def test_aircraft_that_may_not_fly_are_named_where_the_table_shows_that_they_did(
    aircraft: tuple[str, ...], named: str
) -> None:
    # 5 to 4 is 1-1, where a 5 is EX; with aircraft it is 4-1, where it is DE.
    stand = "on X17: ger-9-inf\non Z19: ger-hq-center\non Y17: rus-7-inf\n"
    lines = said("ATT b=1 u=ger-9-inf", "DEF b=1 u=rus-7-inf", "ROLL b=1 die=5")
    first, *_ = read(stand, lines, {"rus-7-inf": POOL}, dict.fromkeys(aircraft, "Y17"))
    assert f"No line says that {named} lay on the defenders." in notes(first)
    assert attacked(first)[1].air == (AirSupport("stuka", "ger-hq-center"),) * len(aircraft)


def test_an_aircraft_is_lent_by_whom_its_line_names_if_it_can() -> None:
    stand = "on Y17: ger-56-pz\non Y19: ger-hq-south ger-hq-center\non X17: rus-24-inf\n"
    for lender in ("ger-hq-south", "ger-hq-center"):
        lines = said(
            "ATT b=1 u=ger-56-pz", "DEF b=1 u=rus-24-inf", f"AIR b=1 u=ger-stuka-1 kind=stuka hq={lender}",
            "ROLL b=1 die=4",
        )  # fmt: skip
        found = read(stand, lines, {"rus-24-inf": POOL}, {"ger-stuka-1": "X17"}, impulse=1)
        air = {act.air for reading in found for act in attacked(reading).values()}
        assert air == {(AirSupport("stuka", lender),)}


def test_an_aircraft_brings_nobody_into_a_battle_for_which_nobody_can_lend_it() -> None:
    # Battle 2 is at 1-1; with the cavalry at 1-2, and at 3-1 with an aircraft, as its line states. One headquarters
    # lends one Stuka, and that one flew in battle 1.
    stand = "on Y17: ger-56-pz\non X17: rus-24-inf\non AA20: ger-hq-south\n"
    stand += "on Y18: ger-9-inf\non Z18: rus-7-inf\non Z19: rus-5-cav\n"
    lines = said(
        "ATT b=1 u=ger-56-pz", "DEF b=1 u=rus-24-inf", "AIR b=1 u=ger-stuka-1 kind=stuka hq=ger-hq-south",
        "ROLL b=1 die=1 odds=4-1 result=C",
        "ATT b=2 u=ger-9-inf", "DEF b=2 u=rus-7-inf", "ROLL b=2 die=2 odds=3-1 result=C",
    )  # fmt: skip
    first, *_ = read(stand, lines, {}, {"ger-stuka-1": "X17", "ger-stuka-2": "Z19"}, impulse=1)
    assert attacked(first)[2].defenders == ("rus-7-inf",)


BOTH_SAID = (*ATTACK, "DEF b=1 u=rus-24-inf", "ATT b=2 u=ger-56-pz", "DEF b=2 u=rus-13-inf")


def test_dice_that_fit_in_another_order_are_read_in_that_order() -> None:
    first, *_ = read(STRONG + APART, said(*BOTH_SAID), {"rus-24-inf": POOL}, dice=((7, 4), (8, 6)))
    assert rolls(first) == {1: (8, 6), 2: (7, 4)}


def test_dice_that_fit_better_out_of_turn_may_have_fallen_in_turn_where_attackers_were_left_out() -> None:
    # The named alone are at 2-1, where a 6 is D1, and at 3-1. With one more each they are at 3-1 and 4-1: there the 5
    # costs a defender, and at a 6 one surrenders.
    stand = f"{STRONG}on Z13: ger-39-pz ger-3-pz\non AA11: ger-56-pz\non AA12: rus-13-inf\n"
    attack = (ATTACK[0], "DEF b=1 u=rus-24-inf", "ATT b=2 u=ger-39-pz", "ATT b=2 u=ger-3-pz", "DEF b=2 u=rus-13-inf")
    found = read(stand, said(*attack), {"rus-24-inf": POOL, "rus-13-inf": SURRENDERED}, dice=((7, 5), (8, 6)))
    assert rolls(found[0]) == {1: (8, 6), 2: (7, 5)}
    in_turn = [attacked(reading) for reading in found if rolls(reading) == {1: (7, 5), 2: (8, 6)}]
    assert [{number: len(act.attackers) for number, act in acts.items()} for acts in in_turn] == [{1: 2, 2: 3}]


def test_a_die_is_of_the_battle_that_shows_it_among_five() -> None:
    stand, lines = STRONG, list[str]()
    others = ("ger-56-pz K21 rus-13-inf K20", "ger-13-inf Z13 rus-20-inf AA12", "ger-12-inf Y20 rus-7-inf Y21")
    for number, words in enumerate((*others, "ger-9-inf U20 rus-3-inf U19"), 1):
        own, here, foe, there = words.split()
        stand += f"on {here}: {own}\non {there}: {foe}\n"
        lines += [f"ATT b={number} u={own}", f"DEF b={number} u={foe}"]
    lines += ["ATT b=5 u=ger-41-pz", "ATT b=5 u=ger-47-pz", "DEF b=5 u=rus-24-inf"]
    first, *_ = read(stand, said(*lines), {"rus-24-inf": POOL}, dice=((20, 6),))
    assert rolls(first) == {5: (20, 6)}


def test_one_of_five_dice_is_of_the_battle_that_shows_it() -> None:
    dice = tuple((step, pips) for step, pips in enumerate((1, 2, 3, 4, 6), 7))
    first, *_ = read(STRONG, said(*ATTACK, "DEF b=1 u=rus-24-inf"), {"rus-24-inf": POOL}, dice=dice)
    assert rolls(first) == {1: (11, 6)}


IN_WOODS = "on N20: ger-41-pz ger-47-pz\non O20: rus-24-inf\n"


def test_chat_tells_which_of_two_dice_is_of_which_battle() -> None:
    # All stand in woods and would stay: a 4 is DR at 3-1 and C at 1-1.
    stand = f"{IN_WOODS}on P23: ger-56-pz\non O22: rus-13-inf\n"
    for chat, second in ((((8, "C"), (10, "DR")), True), (((8, "DR"), (10, "C")), False)):
        first, *_ = read(stand, said(*BOTH_SAID), dice=((7, 4), (9, 4)), chat=chat)
        assert rolls(first) == ({1: (9, 4), 2: (7, 4)} if second else {1: (7, 4), 2: (9, 4)})


def test_dice_that_fit_as_they_fell_are_read_so() -> None:
    stand = f"{IN_WOODS}on Y17: ger-39-pz ger-3-pz\non X17: rus-13-inf\n"
    lines = said(*BOTH_SAID[:3], "ATT b=2 u=ger-39-pz", "ATT b=2 u=ger-3-pz", "DEF b=2 u=rus-13-inf")
    first, *_ = read(stand, lines, {"rus-13-inf": "V17"}, dice=((7, 4), (9, 4)))
    assert rolls(first) == {1: (7, 4), 2: (9, 4)}


LOWERED = said(
    *ATTACK, "DEF b=1 u=rus-24-inf", "ROLL b=1 die=4", "ATT b=2 u=ger-56-pz", "DEF b=2 u=rus-13-inf", "ROLL b=2 die=4"
)


def test_a_battle_is_mended_though_another_cannot_be() -> None:
    # At 1-1, as was typed, the 4 of battle 1 changes nothing; at no odds does that of battle 2 take a defender alone.
    found = read(STRONG + APART, LOWERED, {"rus-13-inf": SURRENDERED}, chat=((1, "at 1-1 please"),))
    assert "1-1" in [attacked(reading)[1].odds for reading in found if 1 in attacked(reading)]


def test_as_many_ways_to_mend_a_phase_are_tried_as_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    odds = {}
    for looks in (0, 1):
        monkeypatch.setattr(assembly, "_LOOKS", looks)
        found = read(STRONG, LOWERED[:4], chat=((1, "at 1-1 please"),))
        odds[looks] = "1-1" in [attacked(reading)[1].odds for reading in found if 1 in attacked(reading)]
    assert odds == {0: False, 1: True}
