"""Combat phases of which some lines are missing, read as a whole."""

from __future__ import annotations

from tests.games.trc.play import GAME, position
from trc_module.declarations import Declaration
from trc_module.games.trc.boxes import POOL, SURRENDERED
from trc_module.games.trc.log.assembly import readings
from trc_module.rules.actions import AirSupport, Attack
from trc_module.rules.interpretation import Episode, Line, PieceTrack


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
