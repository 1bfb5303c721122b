"""Battles whose lines leave something out that the table shows: what is told of them besides notes is nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.replay.script import CLEAR, Script, acts
from trc_module.vassal.commands import ChangeProperty, Chat

Begin = Callable[[str], Script]
FRONT = CLEAR


def later(script: Begin, text: str) -> Script:
    """Begin a movement phase of turn 2, in clear weather."""
    return script("at: turn 2 axis impulse 1 weather clear\n" + text).end()


def roll(log: Script, number: int, die: int, odds: str = "", result: str = "", before: str = "") -> Script:
    """Roll the die of a battle with its button."""
    line = f'* *** TRC1 ROLL b={number} die={die} odds="{odds}" result="{result}" by="Axis"'
    return log.raw(Chat(line), ChangeProperty("BattleDie_result", before, str(die), "Module"))


def lose(log: Script, number: int, unit: str, box: str) -> Script:
    """Remove a unit by its key: line and counter in one step."""
    *_, moved = log.say(f"LOSS b={number} u={unit}").move(unit, box).steps
    del log.steps[-1]
    log.steps[-1] += moved
    return log


def found(log: Script) -> list[str]:
    """Return what an audit tells besides notes."""
    return [str(n.finding) for n in log.audit().findings if n.finding.verdict.value != "note"]


def test_an_aircraft_on_enemies_whom_no_line_names_shows_that_they_were_attacked(script: Begin) -> None:
    log = script(
        FRONT + "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\non Y16: rus-13-inf\non Y19: ger-hq-south\n"
        "box axis stukas: ger-stuka-1\n"
    ).end()
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit} at=Y17")
    log.say("DEF b=1 u=rus-24-inf at=X17").move("ger-stuka-1", "Y16")
    roll(log, 1, 1, "4-1", "C").move("ger-stuka-1", "axis stukas").end()
    assert found(log) == []


def test_a_die_and_a_loss_by_the_wrong_entry_are_a_battle_though_no_line_names_anybody(script: Begin) -> None:
    log = later(script, "on Y17: ger-12-inf\non X17: rus-24-inf\n").end()
    roll(log, 1, 1).say("REMOVED u=ger-12-inf because=17.2 at=Y17").move("ger-12-inf", "axis replacement-pool").end()
    assert found(log) == []


def test_an_automatic_victory_of_which_only_the_victim_is_named(script: Begin) -> None:
    log = later(script, "on Y17: ger-41-pz ger-56-pz ger-47-pz\non X17: rus-6-tank\n")
    log.say("DEF b=1 u=rus-6-tank at=X17").say("AV b=1")
    log.say("LOSS b=1 u=rus-6-tank at=X17").move("rus-6-tank", "russian surrendered").end()
    assert found(log) == []


def test_whom_no_line_names_is_attacked_in_the_battle_whose_stated_odds_fit(script: Begin) -> None:
    # rus-18-inf stands next to both attackers; the first battle was at 1-1 without it.
    log = later(
        script, "on Y17: ger-12-inf\non Z17: rus-24-inf\non X18: ger-41-pz\non W18: rus-13-inf\non X17: rus-18-inf\n"
    ).end()
    log.say("ATT b=1 u=ger-12-inf at=Y17").say("DEF b=1 u=rus-24-inf at=Z17")
    roll(log, 1, 2, "1-1", "A1").say("LOSS b=1 u=ger-12-inf at=Y17").move("ger-12-inf", "axis replacement-pool")
    log.say("ATT b=2 u=ger-41-pz at=X18").say("DEF b=2 u=rus-13-inf at=W18")
    roll(log, 2, 1, before="2").say("LOSS b=2 u=ger-41-pz at=X18").move("ger-41-pz", "axis replacement-pool").end()
    assert found(log) == []
    notes = [noted.finding.sentence for noted in log.audit().findings if noted.finding.rule == "log.battle"]
    assert notes == ["No line says that rus-18-inf was attacked; read as part of battle 2."]


def test_who_may_have_won_with_those_whom_a_line_names_may_surrender_as_a_victor(script: Begin) -> None:
    log = later(
        script, "on Y17: ger-41-pz ger-56-pz ger-47-pz\non X17: rus-6-tank\non Y13: rus-24-inf\non AA15: ger-17-inf\n"
    )
    log.say("ATT b=1 u=ger-41-pz at=Y17").say("DEF b=1 u=rus-6-tank at=X17").say("AV b=1")
    lose(log, 1, "rus-6-tank", "russian surrendered").end().end()
    log.move("ger-56-pz", "Y14").say("FORCED u=ger-56-pz because=16.3 at=Y14").move("ger-56-pz", "axis surrendered")
    assert [text for text in found(log) if "ger-56-pz" in text] == []
    log.move("ger-17-inf", "Z14").say("FORCED u=ger-17-inf because=16.3 at=Z14").move("ger-17-inf", "axis surrendered")
    assert any(text.startswith("violation 16.3b: ger-17-inf") for text in found(log))


def opening_victory(script: Begin, goal: str) -> Script:
    """Win over a tank corps on the border, while another panzer moves next to infantry of another district (3.7)."""
    log = script(
        FRONT + "on H20: ger-56-pz ger-1-inf ger-26-inf\non I20: ger-2-inf ger-28-inf\non I19: rus-1-tank\n"
        "on J20: rus-4-inf\non J21: ger-43-inf ger-8-inf\non H22: ger-41-pz\n"
    )
    log.move("ger-41-pz", goal)
    for unit in ("ger-56-pz", "ger-1-inf", "ger-26-inf", "ger-2-inf", "ger-28-inf"):
        log.say(f"ATT b=1 u={unit} at=H20")
    log.say("DEF b=1 u=rus-1-tank at=I19").say("AV b=1")
    return lose(log, 1, "rus-1-tank", "russian surrendered").end()


def test_who_stands_where_he_may_attack_nobody_had_a_part_in_the_victory_next_to_him(script: Begin) -> None:
    log = opening_victory(script, "I20")
    assert found(log) == []
    notes = [noted.finding.sentence for noted in log.audit().findings if noted.finding.rule == "log.battle"]
    assert notes == [
        "No line says that ger-41-pz had a part in "
        "'av 1: ger-56-pz ger-1-inf ger-26-inf ger-2-inf ger-28-inf x rus-1-tank'; it is read so, which breaks nothing."
    ]


def test_who_stood_next_to_none_of_the_losers_is_excused_by_no_victory(script: Begin) -> None:
    assert [text[:21] for text in found(opening_victory(script, "J21"))] == ["doubt 3.7h: ger-41-pz"]


def test_enemies_whom_no_line_names_were_attacked_by_one_who_fought_without_a_victor(script: Begin) -> None:
    log = later(
        script,
        "on M22: ger-41-pz ger-24-pz ger-47-pz\non N23: ger-12-inf\non N22: rus-3-cav\non O23: ger-5-inf\n"
        "on O22: rus-8-tank\non P23: rus-3-inf\n",
    )
    for unit in ("ger-41-pz", "ger-24-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit} at=M22")
    log.say("DEF b=1 u=rus-3-cav at=N22").say("AV b=1")
    lose(log, 1, "rus-3-cav", "russian surrendered").end()
    log.say("ATT b=2 u=ger-5-inf at=O23").say("DEF b=2 u=rus-8-tank at=O22")
    roll(log, 2, 5).end()
    assert found(log) == []


@pytest.mark.parametrize(
    ("others", "told"),
    [
        ("on QQ9: ger-17-inf\n", ["violation 13.5d: rus-24-inf"]),
        ("on PP6: ger-17-inf\non PP7: ger-11-inf\non QQ6: ger-1-inf\n", []),
    ],
)
def test_a_retreat_at_the_edge_leads_off_the_map_unless_who_could_go_nowhere_was_lost(
    script: Begin, others: str, told: list[str]
) -> None:
    log = later(script, "on PP8: ger-41-pz ger-47-pz\non QQ7: rus-24-inf\n" + others).end()
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit} at=PP8")
    roll(log.say("DEF b=1 u=rus-24-inf at=QQ7"), 1, 4)
    log.say("RETREAT b=1 u=rus-24-inf at=QQ7").move("rus-24-inf", "russian replacement-pool")
    assert [text[:27] for text in found(log)] == told


def test_two_attackers_without_a_line_are_put_into_a_battle_together(script: Begin) -> None:
    # 14 to 6 is C at 3, and so is 29 to 6; with one of the two it is EX.
    log = later(script, "on O19: ger-1-ss-pz ger-40-pz ger-3-ss-pz\non N18: ger-51-inf\non N19: rus-11-inf\n").end()
    log.say("ATT b=1 u=ger-1-ss-pz at=O19").say("ATT b=1 u=ger-51-inf at=N18").say("DEF b=1 u=rus-11-inf at=N19")
    assert found(roll(log, 1, 3).end()) == []


def test_who_has_to_attack_is_put_into_the_battle_in_which_he_may_fight(script: Begin) -> None:
    # In the opening impulse ger-38-inf, of Army Group North, attacks nobody of the Western Military District (3.7).
    log = script(
        FRONT + "on J21: ger-42-inf ger-47-pz\non J20: rus-6-cav\non I20: ger-38-inf ger-2-inf\n"
        "on H20: ger-1-inf ger-10-inf\non I19: rus-7-tank\n"
    ).end()
    for number, units, foe in ((1, "ger-42-inf ger-47-pz", "rus-6-cav"), (2, "ger-1-inf ger-2-inf", "rus-7-tank")):
        for unit in units.split():
            log.say(f"ATT b={number} u={unit}")
        log.say(f"DEF b={number} u={foe}")
        roll(log, number, 5, before="" if number == 1 else "5")
        lose(log, number, foe, "russian replacement-pool")
    log.say("ATT b=2 u=ger-10-inf").end()
    assert found(log) == []
    notes = [noted.finding.sentence for noted in log.audit().findings if noted.finding.rule == "log.battle"]
    assert notes == ["No line says that ger-38-inf attacked; read as part of battle 2."]


def test_an_aircraft_with_a_line_and_one_on_the_defenders_are_two(script: Begin) -> None:
    # 5 to 3 is 1-1; with two Sturmoviks it is 3-1, which the line of the die states.
    log = script(
        "at: turn 20 axis impulse 1 weather clear\non H24: rus-40-inf\non K24: ger-20-inf\non H20: rus-stavka\n"
        "box russian sturmoviks: rus-sturmovik-1 rus-sturmovik-2 rus-sturmovik-3\n"
    )
    log.turn(20, "russian", 1, "movement").move("rus-40-inf", "I24", "J24", by="russian").end()
    log.say("ATT b=1 u=rus-40-inf at=J24", by="russian").say("DEF b=1 u=ger-20-inf at=K24", by="russian")
    log.say("AIR b=1 u=rus-sturmovik-1 kind=sturmovik hq=rus-stavka", by="russian")
    log.move("rus-sturmovik-2", "K24", by="russian")
    line = '* *** TRC1 ROLL b=1 die=3 odds="3-1" result="EX" by="Russian"'
    log.raw(Chat(line), ChangeProperty("BattleDie_result", "", "3", "Module"))
    log.move("rus-40-inf", "russian replacement-pool", by="russian").move("ger-20-inf", "axis replacement-pool")
    assert found(log.move("rus-sturmovik-2", "russian sturmoviks", by="russian").end()) == []


VICTORY = (
    "on Y17: ger-41-pz ger-56-pz\non X18: ger-13-inf ger-47-pz\non X17: rus-6-tank\non W18: rus-24-inf\n"
    "on Z17: rus-20-inf\non AA17: ger-17-inf\n"
)


@pytest.mark.parametrize("declared", [True, False])
def test_who_fought_is_no_victor_and_who_attacked_nobody_may_be_one(script: Begin, declared: bool) -> None:
    # ger-13-inf was lost to rus-24-inf alone; ger-47-pz, which stood with it, has won the victory as the others have.
    log = later(script, VICTORY)
    for unit in ("ger-41-pz", "ger-56-pz"):
        log.say(f"ATT b=1 u={unit} at=Y17")
    log.say("DEF b=1 u=rus-6-tank at=X17").say("AV b=1")
    lose(log, 1, "rus-6-tank", "russian surrendered").end()
    if declared:
        log.say("ATT b=2 u=ger-17-inf at=AA17").say("DEF b=2 u=rus-20-inf at=Z17")
    roll(log, 2, 1).move("ger-17-inf", "axis replacement-pool")
    roll(log, 3, 1, before="1").move("ger-13-inf", "axis replacement-pool").end()
    assert found(log) == []


def test_more_than_three_may_have_had_a_part_in_a_victory_without_a_line(script: Begin) -> None:
    log = later(
        script, "on Y17: ger-41-pz ger-17-inf\non X18: ger-56-pz ger-47-pz\non W17: ger-39-pz\non X17: rus-9-tank\n"
    )
    log.say("ATT b=1 u=ger-17-inf at=Y17").say("DEF b=1 u=rus-9-tank at=X17").say("AV b=1")
    assert found(lose(log, 1, "rus-9-tank", "russian surrendered").end()) == []


def test_who_went_back_was_in_no_battle_whose_result_leaves_it_where_it_was(script: Begin) -> None:
    # Battle 1 has a named attacker and a stated AE. The retreat is from battle 2, which has no line.
    log = later(script, "on Y17: ger-12-inf\non X17: rus-24-inf\non Z17: rus-3-tank\non AA17: ger-56-pz\n").end()
    log.say("ATT b=1 u=ger-12-inf at=Y17")
    roll(log, 1, 1, "1-3", "AE").move("ger-12-inf", "axis replacement-pool")
    roll(log, 2, 4, before="1").move("rus-3-tank", "Z16", "Z15", by="russian").end()
    assert found(log) == []
    assert "attack 1: ger-12-inf x rus-24-inf" in [done.text for done in log.audit().acts]


@pytest.mark.parametrize(
    ("box", "broken"),
    [
        # 12 to 4 is 3-1, and a 6 is DE; without the panzers it is DR.
        ("russian replacement-pool", ["violation 12.3c"]),
        # The defender went back, as it does at 1-1: nothing on the table rests on the panzers.
        ("", []),
    ],
)
def test_an_attacker_from_afar_is_a_crime_where_what_was_carried_out_rests_on_it(
    script: Begin, box: str, broken: list[str]
) -> None:
    log = later(script, "on Y17: ger-12-inf\non X17: rus-24-inf\non T20: ger-41-pz\n").end()
    log.say("ATT b=1 u=ger-12-inf at=Y17").say("ATT b=1 u=ger-41-pz at=T20").say("DEF b=1 u=rus-24-inf at=X17")
    roll(log, 1, 6)
    log = lose(log, 1, "rus-24-inf", box) if box else log.move("rus-24-inf", "W17", "V17", by="russian")
    assert [text.partition(": ")[0] for text in found(log.end()) if not text.startswith("skipped")] == broken


def test_a_victory_whose_loss_has_no_line_leaves_nothing_open_of_the_battles_after_it(script: Begin) -> None:
    text = "on Y17: ger-41-pz ger-56-pz ger-47-pz\non X17: rus-6-tank\non T20: ger-12-inf\non S20: rus-24-inf\n"

    def won() -> Script:
        log = later(script, text)
        for unit in ("ger-41-pz", "ger-56-pz", "ger-47-pz"):
            log.say(f"ATT b=1 u={unit} at=Y17")
        return log.say("DEF b=1 u=rus-6-tank at=X17").say("AV b=1").move("rus-6-tank", "russian surrendered").end()

    fought = won().say("ATT b=2 u=ger-12-inf at=T20").say("DEF b=2 u=rus-24-inf at=S20")
    assert found(roll(fought, 2, 4, "1-1", "C").end()) == []
    assert [text.split(": ")[0] for text in found(won().end())] == ["violation 12.1a"]


@pytest.mark.parametrize(
    ("told", "notes"),
    [
        ("3-1", []),
        ("", []),
        ("nonsense", []),
        ("4-1", ["The module calculated battle 1 at 4-1; 15 to 4 is 3-1."]),
    ],
)
def test_odds_that_the_module_reckoned_otherwise_are_a_note(script: Begin, told: str, notes: list[str]) -> None:
    log = later(script, "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n").end()
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit} at=Y17")
    log.say("DEF b=1 u=rus-24-inf at=X17")
    line = f'* *** TRC1 ROLL b=1 die=2 attack=15 defence=4 odds="" result="" told="{told}" by="Axis"'
    log.raw(Chat(line), ChangeProperty("BattleDie_result", "", "2", "Module")).end()
    assert [f.sentence for f in (n.finding for n in log.audit().findings) if f.rule == "13.1a"] == notes
    assert found(log) == []


def test_an_attacker_and_an_aircraft_that_no_line_names(script: Begin) -> None:
    log = script(
        "at: turn 9 axis impulse 1 weather clear\non BB26: rum-7-inf rum-cav\non DD26: rum-6-inf\n"
        "on CC25: rus-1gd-cav\non DD28: ger-hq-north\nbox axis stukas: ger-stuka-1\n"
    )
    log.roll(1).end().end()
    log.say("ATT b=1 u=rum-7-inf").say("ATT b=1 u=rum-cav").say("DEF b=1 u=rus-1gd-cav")
    assert found(roll(log, 1, 1).end()) == []
    assert "attack 1: rum-7-inf rum-cav rum-6-inf x rus-1gd-cav air stuka ger-hq-north" in acts(log.audit())


def test_a_result_in_chat_that_the_die_does_not_give_is_named_with_both(script: Begin) -> None:
    log = later(script, "on Y17: ger-12-inf ger-41-pz ger-47-pz\non X17: rus-24-inf\n").end()
    for unit in ("ger-12-inf", "ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit}")
    log.say("DEF b=1 u=rus-24-inf").roll_for_something(1).raw(Chat("<Axis player> - EX")).end()
    notes = [str(n.finding) for n in log.audit().findings if "chat" in n.finding.sentence]
    assert found(log) == []
    assert notes == ["note log.battle: The chat says EX for battle 1; at 4-1 the 1 gives C, and so it is judged."]


def test_whom_a_worker_was_taken_off_before_says_nothing_of_who_was_chosen(script: Begin) -> None:
    log = later(script, "on Y17: ger-41-pz rum-cav\non X17: rus-24-inf rus-worker-a1\n").end()
    log.say("ATT b=1 u=ger-41-pz").say("ATT b=1 u=rum-cav").say("DEF b=1 u=rus-24-inf").say("DEF b=1 u=rus-worker-a1")
    roll(log, 1, 6, "2-1", "D1")
    lose(log, 1, "rus-worker-a1", "russian surrendered")
    lose(log, 1, "rus-24-inf", "russian replacement-pool").end()
    assert found(log) == []


def test_a_headquarters_that_lent_its_aircraft_to_a_victory_lends_none_to_a_battle(script: Begin) -> None:
    log = later(
        script,
        "on Y17: ger-41-pz ger-56-pz ger-47-pz\non X17: rus-6-tank\non BB26: rum-7-inf rum-cav\non DD26: rum-6-inf\n"
        "on CC25: rus-1gd-cav\non AA22: ger-hq-south\non DD28: ger-hq-north\n"
        "box axis stukas: ger-stuka-1 ger-stuka-2\n",
    )
    for unit in ("ger-41-pz", "ger-56-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit}")
    log.say("DEF b=1 u=rus-6-tank").say("AIR b=1 u=ger-stuka-1 kind=stuka hq=ger-hq-south").say("AV b=1")
    lose(log, 1, "rus-6-tank", "russian surrendered").end()
    log.say("ATT b=2 u=rum-7-inf").say("ATT b=2 u=rum-cav").say("DEF b=2 u=rus-1gd-cav")
    assert found(roll(log, 2, 1).end()) == []
    assert "attack 2: rum-7-inf rum-cav rum-6-inf x rus-1gd-cav air stuka ger-hq-north" in acts(log.audit())


def test_no_more_aircraft_are_read_into_battles_than_the_chart_gives(script: Begin) -> None:
    log = script(
        "at: turn 15 axis impulse 1 weather clear\non BB26: rum-7-inf rum-cav\non DD26: rum-6-inf\n"
        "on CC25: rus-1gd-cav\non DD28: ger-hq-north\non AA22: ger-hq-south\non Y17: ger-41-pz\non X17: rus-24-inf\n"
        "box axis stukas: ger-stuka-1\n"
    )
    log.roll(1).end().end().say("ATT b=1 u=ger-41-pz").say("DEF b=1 u=rus-24-inf")
    roll(log.say("AIR b=1 u=ger-stuka-1 kind=stuka hq=ger-hq-south"), 1, 1)
    log.say("ATT b=2 u=rum-7-inf").say("ATT b=2 u=rum-cav").say("DEF b=2 u=rus-1gd-cav")
    attacks = [act for act in acts(roll(log, 2, 1).end().audit()) if act.startswith("attack")]
    assert [attack.count("air stuka") for attack in attacks] == [1, 0]


def test_the_line_of_one_of_two_aircraft_is_missing(script: Begin) -> None:
    # 5 to 3 is 1-1; with one Sturmovik the 4 at 2-1 would be no retreat, with two it is DR at 3-1.
    log = script(
        "at: turn 20 axis impulse 1 weather clear\non H24: rus-40-inf\non K24: ger-20-inf\non H20: rus-stavka\n"
        "box russian sturmoviks: rus-sturmovik-1 rus-sturmovik-2 rus-sturmovik-3\n"
    )
    log.turn(20, "russian", 1, "movement").move("rus-40-inf", "I24", "J24", by="russian").end()
    log.say("ATT b=1 u=rus-40-inf at=J24", by="russian").say("DEF b=1 u=ger-20-inf at=K24", by="russian")
    roll(log.say("AIR b=1 u=rus-sturmovik-1 kind=sturmovik hq=rus-stavka", by="russian"), 1, 4)
    assert found(log.move("ger-20-inf", "L24", "M24").end()) == []
    [attack] = [act for act in acts(log.audit()) if act.startswith("attack")]
    assert attack.count("sturmovik") == 2


def test_the_last_battle_of_a_log_may_not_be_finished(script: Begin) -> None:
    # With 47th Panzer Corps it is 5-1 and D1: Stalin is lost, and the cavalry has still to retreat.
    log = later(script, "on Y17: ger-14-pz ger-24-pz\non X18: ger-47-pz\non X17: rus-stalin rus-4-cav\n").end()
    for unit in ("ger-14-pz", "ger-24-pz"):
        log.say(f"ATT b=1 u={unit} at=Y17")
    log.say("DEF b=1 u=rus-stalin at=X17").say("DEF b=1 u=rus-4-cav at=X17")
    assert found(lose(roll(log, 1, 3), 1, "rus-stalin", "russian replacement-pool")) == []
    assert "attack 1: ger-14-pz ger-24-pz ger-47-pz x rus-stalin rus-4-cav" in acts(log.audit())


def test_a_loss_by_choice_comes_before_that_of_a_unit_that_never_retreats(script: Begin) -> None:
    # A1 takes the corps; the worker cannot retreat and is lost after it, in whatever order they were taken off.
    log = script(
        "at: turn 5 russian impulse 1 combat snow\non M20: rus-13-inf\non O19: rus-worker-a1\non N20: ger-14-pz\n"
    )
    for unit in ("rus-13-inf", "rus-worker-a1"):
        log.say(f"ATT b=1 u={unit}", by="russian")
    roll(log.say("DEF b=1 u=ger-14-pz", by="russian"), 1, 1)
    lose(log, 1, "rus-worker-a1", "russian surrendered")
    assert found(lose(log, 1, "rus-13-inf", "russian replacement-pool").end()) == []
    assert [act for act in acts(log.audit()) if act.startswith("lose")] == [
        "lose 1: rus-13-inf",
        "lose 1: rus-worker-a1",
    ]


def test_retreats_that_were_dragged_leg_by_leg_by_turns_come_in_the_order_in_which_they_were_begun(
    script: Begin,
) -> None:
    log = script(
        "at: turn 3 axis impulse 1 weather clear\non U16: ger-40-pz\non V16: rum-2-mot\non V17: rus-60-inf rus-8-inf\n"
    )
    log.end().end()
    for unit in ("ger-40-pz", "rum-2-mot"):
        log.say(f"ATT b=1 u={unit}")
    roll(log.say("DEF b=1 u=rus-60-inf").say("DEF b=1 u=rus-8-inf"), 1, 2)
    log.move("ger-40-pz", "T17").move("rum-2-mot", "U15", "T15").move("ger-40-pz", "S17").end()
    retreats = [act.split()[2] for act in acts(log.audit()) if act.startswith("retreat")]
    assert retreats == ["ger-40-pz", "rum-2-mot"]


def test_who_was_lost_in_woods_was_lost_by_the_result_and_not_for_want_of_a_retreat(script: Begin) -> None:
    # 22 to 6 is EX at 3; with one of the two without a line it is DR, which is nothing in woods (14.2); with both D1.
    log = later(
        script,
        "on R10: ger-41-pz ger-47-pz\non R12: ger-56-pz\non Q11: ger-12-inf ger-1-inf\non R11: rus-24-inf rus-1-cav\n",
    ).end()
    for unit, at in (("ger-41-pz", "R10"), ("ger-47-pz", "R10"), ("ger-56-pz", "R12")):
        log.say(f"ATT b=1 u={unit} at={at}")
    log.say("DEF b=1 u=rus-24-inf at=R11").say("DEF b=1 u=rus-1-cav at=R11")
    lose(roll(log, 1, 3), 1, "rus-1-cav", "russian replacement-pool").end()
    assert found(log) == []
    notes = [noted.finding.sentence for noted in log.audit().findings if noted.finding.rule == "log.battle"]
    assert notes == ["No line says that ger-12-inf and ger-1-inf attacked; read as part of battle 1."]


def test_a_loss_by_the_entry_of_another_phase_is_one_though_no_line_names_a_battle(script: Begin) -> None:
    log = later(script, "on Y17: ger-12-inf\non X17: rus-24-inf\n").end()
    log.roll_for_something(1).say("REMOVED u=ger-12-inf because=10.4").move("ger-12-inf", "axis replacement-pool").end()
    assert [str(noted.finding) for noted in log.audit().findings] == [
        "note log.battle: The line removes ger-12-inf by 10.4, a rule of another phase; it is read as a loss in "
        "battle.",
        "note log.battle: No line declares the battles of this phase; this is one legal way to read them: ger-12-inf "
        "against rus-24-inf (die 1).",
    ]


def test_a_victory_that_no_completion_makes_legal_breaks_only_what_all_of_them_break(script: Begin) -> None:
    # The Russians win none before November 1942 (16.4); that half of the attackers have no line is no second crime.
    log = script(
        "at: turn 7 russian impulse 1 movement clear\non X17: rus-16-inf rus-11-inf\non X18: rus-12-inf rus-3-inf\n"
        "on Y17: rum-cav\non W22: ger-41-pz\n"
    )
    for unit, at in (("rus-16-inf", "X17"), ("rus-12-inf", "X18")):
        log.say(f"ATT b=1 u={unit} at={at}", by="russian")
    log.say("DEF b=1 u=rum-cav at=Y17", by="russian").say("AV b=1", by="russian")
    log.move("rum-cav", "axis surrendered", by="russian").end()
    audit = log.audit()
    assert [f"{n.finding.verdict.value} {n.finding.rule}" for n in audit.findings] == [
        "note log.battle",
        "violation 16.4",
    ]
    assert str(audit.findings[0].finding) == (
        "note log.battle: The lines state only part of it; read as "
        "'av 1: rus-16-inf rus-12-inf rus-11-inf rus-3-inf x rum-cav'."
    )


@pytest.mark.parametrize("line", ["WEATHER die=4", "SEA u=ger-41-pz die=4", "ARCHANGEL die=4"])
def test_the_button_of_another_die_rolls_a_die_all_the_same(script: Begin, line: str) -> None:
    log = later(script, "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n").end()
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit}")
    log.say("DEF b=1 u=rus-24-inf").raw(
        Chat(f'* *** TRC1 {line} by="Axis"'), ChangeProperty("WeatherDie_result", "", "4", "Module")
    )
    audit = log.move("rus-24-inf", "V17").end().audit()
    assert [str(noted.finding) for noted in audit.findings if noted.finding.rule == "log.line"] == [
        f"note log.line: The 4 was rolled with the button of another die ({line.split()[0]}); "
        "in the combat phase it is read as a plain die."
    ]
    assert found(log) == []
    assert "roll 1: 4" in acts(audit)


def test_the_button_of_a_battle_rolls_the_weather_too(script: Begin) -> None:
    log = script("at: turn 4 axis impulse 1 weather clear\non Z19: ger-41-pz\non R9: rus-24-inf\n")
    assert found(roll(log, 1, 3).end().move("ger-41-pz", "Z18").end()) == []
    assert acts(log.audit())[:1] == ["weather 3"]


WINS = "on Y17: ger-41-pz ger-56-pz ger-47-pz\non X17: rus-6-tank\non E31: ger-12-inf\n"


def declared_victory(log: Script) -> Script:
    for unit in ("ger-41-pz", "ger-56-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit}")
    return log.say("DEF b=1 u=rus-6-tank").say("AV b=1")


@pytest.mark.parametrize("key", ["", "REMOVED u=rus-6-tank because=17.2", "FORCED u=rus-6-tank because=16.1"])
def test_a_victory_at_once_that_no_line_claims_is_one_if_it_was_possible(script: Begin, key: str) -> None:
    log = later(script, WINS).move("rus-6-tank", "russian surrendered")
    if key:
        log.steps[-1].insert(0, Chat(f'* *** TRC1 {key} by="Axis"'))
    log.move("ger-12-inf", "E30").end().end()
    assert found(log) == []
    notes = [n.finding.sentence for n in log.audit().findings if n.finding.rule == "log.battle"]
    assert notes == [
        "No line claims an automatic victory over rus-6-tank; "
        "it was possible with ger-41-pz, ger-56-pz and ger-47-pz, and is read so."
    ]
    # One panzer corps alone has not won: 8 to 2.
    log = later(script, WINS.replace(" ger-56-pz ger-47-pz", "")).move("rus-6-tank", "russian surrendered").end().end()
    assert [text.split(":")[0] for text in found(log)] == ["violation 16.1a"]
    log.steps[1].insert(0, Chat('* *** TRC1 FORCED u=rus-6-tank because=16.1 by="Axis"'))
    assert [text.split(":")[0] for text in found(log)] == ["violation 16.1a"]


def test_a_victory_at_once_whose_loser_was_taken_off_before_the_claim_or_by_way_of_another_box(script: Begin) -> None:
    before = declared_victory(later(script, WINS).move("rus-6-tank", "russian surrendered"))
    after = declared_victory(later(script, WINS)).move("rus-6-tank", "russian replacement-pool", "russian surrendered")
    for log in (before, after):
        assert found(log.move("ger-12-inf", "E30").end().end()) == []
    into_the_wrong_box = declared_victory(later(script, WINS)).move("rus-6-tank", "russian replacement-pool").end()
    assert found(into_the_wrong_box) != []


def test_a_victory_at_once_before_any_die_of_the_combat_phase_ends_the_movement_phase(script: Begin) -> None:
    log = lose(declared_victory(later(script, WINS).end()), 1, "rus-6-tank", "russian surrendered").end()
    assert found(log) == []
    assert acts(log.audit())[1] == "av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank"
    fought = later(script, WINS + "on Z13: ger-39-pz ger-3-pz\non AA12: rus-18-inf\n").end()
    fought.say("ATT b=2 u=ger-39-pz").say("ATT b=2 u=ger-3-pz").say("DEF b=2 u=rus-18-inf")
    fought = lose(declared_victory(roll(fought, 2, 2)), 1, "rus-6-tank", "russian surrendered").end()
    assert any(text.startswith("violation 16.1a") for text in found(fought))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("cocked die, we roll again", ["undecided log.reroll"]),
        ("re-roll as agreed", ["undecided log.reroll"]),
        ("bad luck", ["violation 13.2a", "violation 13.3-C"]),
    ],
)
def test_a_second_die_counts_if_it_alone_fits_and_chat_says_that_it_was_rolled_again(
    script: Begin, words: str, told: list[str]
) -> None:
    log = later(script, "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n").end()
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit}")
    roll(log.say("DEF b=1 u=rus-24-inf"), 1, 2).raw(Chat(f"<Axis player> - {words}"))
    log = roll(log, 1, 4, before="2").say("RETREAT b=1 u=rus-24-inf").move("rus-24-inf", "W17", "V17").end()
    assert [text.split(": ")[0] for text in found(log)] == told
    assert ("roll 1: 2" in acts(log.audit())) is (len(told) > 1)


def test_a_first_die_that_was_carried_out_counts_whatever_chat_says(script: Begin) -> None:
    log = later(script, "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n").end()
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit}")
    roll(log.say("DEF b=1 u=rus-24-inf"), 1, 4).raw(Chat("<Axis player> - shall I re-roll?"))
    assert found(roll(log, 1, 2, before="4").move("rus-24-inf", "W17", "V17").end()) == []


def contact(script: Begin, impulse: int = 1) -> Script:
    """Fight a battle at 1-1 whose die says C."""
    log = script(f"at: turn 2 axis impulse {impulse} movement clear\non Y17: ger-56-pz\non X17: rus-24-inf\n").end()
    return roll(log.say("ATT b=1 u=ger-56-pz at=Y17").say("DEF b=1 u=rus-24-inf at=X17"), 1, 4)


def test_a_loss_and_a_retreat_that_the_result_does_not_bring_are_told_without_a_key_as_well(script: Begin) -> None:
    (lost,) = found(contact(script).move("rus-24-inf", "russian replacement-pool").end())
    assert lost == "violation 13.3-C: rus-24-inf was lost in battle 1, but C takes no defender."
    (gone,) = found(contact(script).move("rus-24-inf", "W17", "V17").end())
    assert gone.startswith("violation 13.3-C: rus-24-inf retreated from X17 after battle 1, but on C no defender")


def test_who_advances_into_the_hex_of_the_losers_has_moved_and_did_not_retreat(script: Begin) -> None:
    log = script("at: turn 2 axis impulse 2 movement clear\non Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n").end()
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit} at=Y17")
    log = roll(log.say("DEF b=1 u=rus-24-inf at=X17"), 1, 6)
    lose(log, 1, "rus-24-inf", "russian replacement-pool").move("ger-41-pz", "X17").end()
    assert found(log) == [
        "violation 12.1c: ger-41-pz moved from Y17 to X17 during the combat phase; that is not a retreat from its "
        "battle. Legal: it stays in Y17."
    ]


STUKAS = (
    "at: turn 8 axis impulse 1 weather clear\nbox axis stukas: ger-stuka-1 ger-stuka-2 ger-stuka-3\n"
    "on Y19: ger-hq-south\non Y20: ger-hq-center\non Z20: ger-hq-north\n"
    "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\non Z14: ger-46-pz ger-57-pz\non Z13: rus-13-inf\n"
    "on U20: ger-3-pz ger-48-pz\non T21: rus-3-inf\n"
)


@pytest.mark.parametrize(
    ("lenders", "near", "told"),
    [
        (
            ("south", "center", "north"),
            ("Y20", "Z20"),
            ("15.6a: 3 Stukas flew in this impulse; in clear weather of Jul/Aug 1942 only 2 may.",),
        ),
        (
            ("south", "south"),
            ("E33", "E33"),
            (
                "15.5c: ger-hq-south already supports a Stuka in battle 1; it may support one in an impulse.",
                "13.3-AR: ger-3-pz did not retreat from U20 on AR. Legal: a retreat to T19, U19, U18 and others.",
                "13.3-AR: ger-48-pz did not retreat from U20 on AR. Legal: a retreat to T19, U19, U18 and others.",
            ),
        ),
    ],
)
def test_a_loss_by_another_entry_excuses_no_aircraft_of_the_phase(
    script: Begin, lenders: tuple[str, ...], near: tuple[str, str], told: tuple[str, ...]
) -> None:
    log = script(STUKAS.replace("Y20", near[0]).replace("Z20", near[1])).end().end()
    battles = (
        (("ger-41-pz", "ger-47-pz"), "rus-24-inf"),
        (("ger-46-pz", "ger-57-pz"), "rus-13-inf"),
        (("ger-3-pz", "ger-48-pz"), "rus-3-inf"),
    )
    before = ""
    for number, (own, foe) in enumerate(battles, 1):
        for unit in own:
            log.say(f"ATT b={number} u={unit}")
        log.say(f"DEF b={number} u={foe}")
        if number <= len(lenders):
            log.say(f"AIR b={number} u=ger-stuka-{number} kind=stuka hq=ger-hq-{lenders[number - 1]}")
            roll(log, number, 6, before=before).move(foe, "russian surrendered")
        else:
            roll(log, number, 2, before=before)
        before = "6"
    assert found(log.end()) == [f"violation {words}" for words in told]


def test_an_aircraft_taken_off_before_any_die_has_supported_nobody(script: Begin) -> None:
    text = "on Y17: ger-56-pz\non Y19: ger-hq-south\non X17: rus-24-inf\nbox axis stukas: ger-stuka-1\n"
    log = later(script, text).end().say("ATT b=1 u=ger-56-pz").say("DEF b=1 u=rus-24-inf")
    log = roll(log.move("ger-stuka-1", "X17", "axis stukas"), 1, 4).end()
    assert [str(noted.finding) for noted in log.audit().findings] == []
    assert "attack 1: ger-56-pz x rus-24-inf" in acts(log.audit())


def test_a_key_pressed_for_another_unit_excuses_no_battle_of_a_phase_that_is_not_over(script: Begin) -> None:
    log = later(script, "on Y17: ger-41-pz ger-47-pz\non Y18: ger-46-pz\non X17: rus-24-inf rus-13-inf\n").end()
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit} at=Y17")
    for unit in ("rus-24-inf", "rus-13-inf"):
        log.say(f"DEF b=1 u={unit} at=X17")
    lose(roll(log, 1, 4), 1, "rus-24-inf", "russian replacement-pool").say("ATT b=2 u=ger-46-pz at=Y18")
    # 15 to 8 is 1-1, of which the 4 is C.
    assert [line.partition(":")[0] for line in found(log)] == ["violation 13.3-C"]


def test_a_victory_at_once_of_which_no_line_names_the_loser_is_judged_by_what_was_taken_off(script: Begin) -> None:
    for named in ((), ("ger-41-pz", "ger-56-pz")):
        log = later(script, WINS)
        for unit in named:
            log.say(f"ATT b=1 u={unit}")
        log.say("AV b=1").move("rus-6-tank", "russian surrendered").end()
        assert found(log) == []
        notes = [n.finding.sentence for n in log.audit().findings if n.finding.rule == "log.battle"]
        assert notes == [
            "The line claims an automatic victory in battle 1, but no line says over whom; it is set aside.",
            "No line claims an automatic victory over rus-6-tank; "
            "it was possible with ger-41-pz, ger-56-pz and ger-47-pz, and is read so.",
        ]


def test_who_may_have_won_at_once_is_not_asked_whether_he_attacked(script: Begin) -> None:
    text = WINS + "on X18: rus-16-inf\non Z13: ger-39-pz ger-3-pz\non AA12: rus-18-inf\n"
    log = later(script, text).move("rus-6-tank", "russian surrendered").end()
    for unit in ("ger-39-pz", "ger-3-pz"):
        log.say(f"ATT b=1 u={unit}")
    assert found(roll(log.say("DEF b=1 u=rus-18-inf"), 1, 2).end()) == []


def plain(log: Script, die: int, before: str = "") -> Script:
    """Roll the plain die."""
    line = f'* *** TRC1 DIE die={die} by="Axis"'
    return log.raw(Chat(line), ChangeProperty("Die_result", before, str(die), "Module"))


def test_a_plain_die_hides_nobody_who_had_to_attack_in_a_declared_battle(script: Begin) -> None:
    log = later(script, "on Y17: ger-41-pz ger-56-pz\non X17: rus-24-inf\n").end()
    log.say("ATT b=1 u=ger-41-pz at=Y17").say("DEF b=1 u=rus-24-inf at=X17")
    plain(roll(log, 1, 3, "2-1", "C"), 5).end()
    assert [line.split(":")[0] for line in found(log)] == ["undecided log.roll", "violation 12.3b"]


def test_a_plain_die_hides_no_enemy_beside_the_attacker_whom_nobody_else_could_attack(script: Begin) -> None:
    log = later(script, "on Y17: ger-41-pz\non X17: rus-24-inf\non Y16: rus-13-inf\n").end()
    log.say("ATT b=1 u=ger-41-pz at=Y17").say("DEF b=1 u=rus-24-inf at=X17")
    plain(roll(log, 1, 3, "2-1", "C"), 5).end()
    assert [line.split(":")[0] for line in found(log)] == ["violation 12.3a"]


def test_one_corps_in_two_battles_that_were_both_declared_before_the_dice(script: Begin) -> None:
    # The key that was pressed last puts it into the second battle; nobody is left for the first.
    log = later(script, "on Y17: ger-41-pz\non X17: rus-24-inf\non Y16: rus-13-inf\n").end()
    for number, unit, at in ((1, "rus-24-inf", "X17"), (2, "rus-13-inf", "Y16")):
        log.say(f"ATT b={number} u=ger-41-pz at=Y17").say(f"DEF b={number} u={unit} at={at}")
    roll(roll(log, 1, 3), 2, 3, before="3").end()
    assert [line.split(":")[0] for line in found(log)] == ["violation 12.3a"]


def test_who_walks_when_the_dice_of_declared_battles_have_fallen_is_named(script: Begin) -> None:
    front = "on X17: rus-16-inf rus-11-inf\non W15: rus-13-inf\non Y17: ger-13-inf\n"
    log = script(f"at: turn 8 russian impulse 1 movement clear\n{front}").end()
    for unit in ("rus-16-inf", "rus-11-inf"):
        log.say(f"ATT b=1 u={unit} at=X17")
    log.say("DEF b=1 u=ger-13-inf at=Y17")
    lose(roll(log, 1, 6, "4-1", "DS"), 1, "ger-13-inf", "axis surrendered").move("rus-13-inf", "X16").end()
    assert [line.split(":")[0] for line in found(log)] == ["violation 12.1c"]


def test_the_enemy_may_have_been_put_right_when_the_dice_have_fallen(script: Begin) -> None:
    log = later(script, "on Y17: ger-41-pz\non X17: rus-24-inf\non P12: rus-13-inf\n").end()
    log.say("ATT b=1 u=ger-41-pz at=Y17").say("DEF b=1 u=rus-24-inf at=X17")
    roll(log, 1, 3, "2-1", "C").move("rus-13-inf", "P11").end()
    assert [line.split(":")[0] for line in found(log)] == ["undecided log.move"]


def test_who_had_to_attack_and_has_no_key_is_not_accused_beside_the_crime_of_the_battle(script: Begin) -> None:
    # Both count half in the first winter: 8 to 4, and not 15 to 4.
    log = script(
        "at: turn 5 axis impulse 1 movement snow\non Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\non R9: rus-3-inf\n"
    ).end()
    log.say("ATT b=1 u=ger-47-pz at=Y17").say("DEF b=1 u=rus-24-inf at=X17")
    lose(roll(log, 1, 5, "3-1", "D1"), 1, "rus-24-inf", "russian replacement-pool").end()
    assert [line.split(":")[0] for line in found(log)] == ["violation 17.3.1a"]


def test_a_headquarters_that_lends_two_stukas_without_a_line(script: Begin) -> None:
    # At 1-1 and 2-1 a 6 makes nobody surrender; at 4-1 and 5-1 it does.
    log = later(
        script,
        "on Y17: ger-56-pz\non Z13: ger-41-pz\non Z16: ger-hq-south\non X17: rus-24-inf\non AA12: rus-18-inf\n"
        "box axis stukas: ger-stuka-1 ger-stuka-2\n",
    ).end()
    plain(log, 6).move("rus-24-inf", "russian surrendered")
    plain(log, 6, before="6").move("rus-18-inf", "russian surrendered").end()
    assert [line.split(":")[0] for line in found(log)] == ["violation 15.5c"]


def test_the_die_of_a_battle_in_the_movement_phase_is_none_of_the_weather_where_that_has_none(script: Begin) -> None:
    log = script(
        "at: turn 2 axis impulse 1 weather clear\non Y17: ger-41-pz ger-47-pz\non Z20: ger-12-inf\non X17: rus-24-inf\n"
    )
    plain(log, 2).end()
    for unit in ("ger-41-pz", "ger-47-pz"):
        log.say(f"ATT b=1 u={unit} at=Y17")
    log.say("DEF b=1 u=rus-24-inf at=X17")
    lose(roll(log, 1, 6), 1, "rus-24-inf", "russian replacement-pool").move("ger-12-inf", "Z19", "Z18").end().end()
    assert [line.split(":")[0] for line in found(log)] == ["undecided log.roll", "violation 4.0a"]
