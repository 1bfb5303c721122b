"""Battles whose lines leave nothing open, in untidy phases: what is not carried out as it was rolled is named."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.auditing.test_untidy_battles import found, later, roll
from tests.replay.script import Script
from trc_module.vassal.commands import ChangeProperty, Chat

Begin = Callable[[str], Script]
TWO_FRONTS = "on Y17: {own}\non X17: {foes}\non Z13: ger-39-pz ger-3-pz\non AA12: rus-18-inf\n"


def rules(log: Script) -> set[str]:
    """Return the rules of what an audit tells besides notes."""
    return {text.split()[1].rstrip(":") for text in found(log)}


def declared(log: Script, number: int, own: Sequence[str], foes: Sequence[str]) -> Script:
    """Press the keys of all who fight in a battle."""
    for unit in own:
        log.say(f"ATT b={number} u={unit}")
    for unit in foes:
        log.say(f"DEF b={number} u={unit}")
    return log


def battle(script: Begin, own: Sequence[str], foes: Sequence[str], rolled: tuple[int, str, str]) -> Script:
    """Begin a combat phase with two fronts, and fight on the first with all keys."""
    log = later(script, TWO_FRONTS.format(own=" ".join(own), foes=" ".join(foes))).end()
    return roll(declared(log, 1, own, foes), 1, *rolled)


def dragged_elsewhere(log: Script) -> Script:
    """Fight on the second front with keys, and drag the retreat; then the phase is over."""
    roll(declared(log, 2, ["ger-39-pz", "ger-3-pz"], ["rus-18-inf"]), 2, 4, "3-1", "DR", before="6")
    return log.move("rus-18-inf", "AA11", "AA10").end()


PANZERS, ARMY = ["ger-41-pz", "ger-47-pz"], ["rus-24-inf"]


def test_a_defender_who_survives_de_is_named_though_another_retreat_was_dragged(script: Begin) -> None:
    log = dragged_elsewhere(battle(script, PANZERS, ARMY, (6, "3-1", "DE")))
    assert found(log) == ["violation 4.1.3: Battle 2 was declared before battle 1 was finished."]
    log = battle(script, PANZERS, ARMY, (6, "3-1", "DE"))
    # Its removal in the next phase carries the result out.
    dragged_elsewhere(log).move("rus-24-inf", "russian replacement-pool").end()
    assert found(log) == []


def test_a_retreat_instead_of_a_loss_is_named_though_it_was_dragged(script: Begin) -> None:
    log = later(script, "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n").end()
    roll(declared(log, 1, PANZERS, ARMY), 1, 6, "3-1", "DE").move("rus-24-inf", "V17").end()
    assert rules(log) == {"13.3-DE"}


def test_units_that_surrender_do_not_go_into_the_pool_by_hand(script: Begin) -> None:
    own = ["ger-41-pz", "ger-47-pz", "ger-17-inf"]
    log = battle(script, own, ARMY, (6, "4-1", "DS")).move("rus-24-inf", "russian replacement-pool")
    dragged_elsewhere(log)
    assert rules(log) == {"13.3-DS"}
    # At 3-1 it is eliminated: lower odds were announced.
    log = later(script, "on Y17: ger-41-pz ger-47-pz ger-17-inf\non X17: rus-24-inf\n").end()
    roll(declared(log, 1, own, ARMY).say("LOWER b=1 odds=3-1"), 1, 6, "3-1", "DE").move(
        "rus-24-inf", "russian replacement-pool"
    ).end()
    assert found(log) == []


def test_the_odds_that_the_module_shows_are_not_lowered_without_a_word(script: Begin) -> None:
    for word, expected in (("", {"13.3-DE"}), ("at 1-1 please", set[str]())):
        log = later(script, "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n").end()
        declared(log, 1, PANZERS, ARMY)
        if word:
            log.raw(Chat(f"<Axis player> - {word}"))
        line = '* *** TRC1 ROLL b=1 die=6 odds="" result="" told=3-1 by="Axis"'
        log.raw(Chat(line), ChangeProperty("BattleDie_result", "", "6", "Module")).move("rus-24-inf", "V17").end()
        assert rules(log) == expected


def test_a_second_die_is_named_whichever_button_it_was_and_however_its_result_was_carried_out(script: Begin) -> None:
    one = "on Y17: ger-56-pz\non X17: rus-24-inf\n"
    log = later(script, one).end()
    roll(declared(log, 1, ["ger-56-pz"], ARMY), 1, 3, "1-1", "AR")
    roll(log, 1, 6, before="3").move("rus-24-inf", "V17").end()
    assert "13.2a" in rules(log)
    log = later(script, one).end()
    roll(declared(log, 1, ["ger-56-pz"], ARMY), 1, 3, "1-1", "AR")
    log.roll_for_something(6).move("rus-24-inf", "V17").end()
    assert rules(log) == {"13.3-AR", "log.roll"}


def test_a_battle_may_have_had_the_die_or_the_units_of_another_whose_lines_are_not_whole(script: Begin) -> None:
    # The button was pressed under the wrong number: 4 is the die of battle 1, DR at 3-1, and 6 that of battle 2.
    log = later(script, TWO_FRONTS.format(own="ger-41-pz ger-47-pz", foes="rus-24-inf")).end()
    declared(declared(log, 1, PANZERS, ARMY), 2, ["ger-39-pz", "ger-3-pz"], ["rus-18-inf"])
    roll(log, 1, 6, "3-1", "DE").move("rus-18-inf", "russian replacement-pool")
    log.roll_for_something(4).move("rus-24-inf", "V17").end()
    assert found(log) == []
    # No key was pressed for 17th Corps: with it the odds are 2-1, and 4 is EX.
    log = later(script, "on Y17: ger-56-pz ger-17-inf\non X17: rus-24-inf\n").end()
    roll(declared(log, 1, ["ger-56-pz"], ARMY), 1, 4, "1-1", "C")
    log.move("ger-17-inf", "axis replacement-pool").move("rus-24-inf", "russian replacement-pool").end()
    assert found(log) == []


def test_a_plain_die_beside_battles_with_dice_of_their_own_was_thrown_for_nothing(script: Begin) -> None:
    log = later(script, "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n").end()
    roll(declared(log, 1, PANZERS, ARMY), 1, 4, "3-1", "DR").move("rus-24-inf", "V17").roll_for_something(2).end()
    assert found(log) == []
    notes = [noted.finding.sentence for noted in log.audit().findings]
    assert (
        notes[-1] == "A 2 was rolled in the combat phase, and no battle lacks a die; it is read as rolled for nothing."
    )


def test_of_two_plain_dice_for_one_battle_the_one_that_was_not_carried_out_is_open(script: Begin) -> None:
    for keys in (True, False):
        log = later(script, "on Y17: ger-56-pz\non X17: rus-24-inf\n").end()
        if keys:
            declared(log, 1, ["ger-56-pz"], ARMY)
        log.roll_for_something(3).roll_for_something(6).move("rus-24-inf", "V17").end()
        assert found(log) == ["undecided log.roll: A 3 was rolled in the combat phase; the log does not say what for."]


def test_lower_odds_that_were_typed_may_be_those_of_a_battle_beside_one_whose_keys_are_missing(script: Begin) -> None:
    # At 1-1 a 4 is C. No key was pressed for ger-3-pz in battle 2, which is at 3-1 with it.
    log = later(script, TWO_FRONTS.format(own="ger-56-pz ger-41-pz", foes="rus-24-inf")).end()
    declared(log, 1, ["ger-56-pz", "ger-41-pz"], ARMY).raw(Chat("<Axis player> - at 1-1 please"))
    roll(log, 1, 4, "3-1", "DR")
    roll(declared(log, 2, ["ger-39-pz"], ["rus-18-inf"]), 2, 4, before="4").move("rus-18-inf", "AA10").end()
    assert found(log) == []


def test_an_aircraft_on_the_map_that_may_not_fly_is_no_attacker_by_its_line(script: Begin) -> None:
    stand = "on Y17: ger-56-pz ger-stuka-1\non X17: rus-24-inf\n"
    log = script(f"at: turn 2 axis impulse 1 movement clear\n{stand}").end()
    log.say("AIR b=1 u=ger-stuka-1 kind=stuka hq=ger-hq-center at=Y17")
    # The log ends here, before anything has come of the die.
    roll(declared(log, 1, ["ger-56-pz"], ARMY), 1, 3)
    assert rules(log) == {"15.2a"}


def test_an_aircraft_on_the_defenders_that_may_not_fly_is_named_where_the_result_rests_on_it(script: Begin) -> None:
    # 7 to 4 is 1-1, at which a 5 is EX; with a Stuka it is DE.
    stand = "on Y17: ger-56-pz\non X17: rus-24-inf\nbox axis stukas: ger-stuka-1\non {}: ger-hq-south\n"
    near, far = stand.format("Y19"), stand.format("Y30")
    for impulse, text, die, gone, expected in (
        (1, near, 5, "russian replacement-pool", set[str]()),
        (1, far, 5, "russian replacement-pool", {"15.2a"}),
        (2, near, 5, "russian replacement-pool", {"4.1.4b"}),
        # A 6 at 1-1 is DR: the counter lay there for nothing.
        (2, near, 6, "V17", set[str]()),
    ):
        log = script(f"at: turn 2 axis impulse {impulse} movement clear\n{text}").end()
        declared(log, 1, ["ger-56-pz"], ARMY).move("ger-stuka-1", "X17")
        roll(log, 1, die).move("rus-24-inf", gone).move("ger-stuka-1", "axis stukas").end()
        assert rules(log) == expected
