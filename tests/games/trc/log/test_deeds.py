"""Acts of a combat phase whose battles are given: what the lines and the table say of losses, retreats and aircraft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from tests.games.trc.log.test_log_reader import lines
from tests.games.trc.play import GAME, position
from trc_module.games.trc.acts.battles import AutomaticVictory, Fly
from trc_module.games.trc.boxes import POOL, SURRENDERED
from trc_module.games.trc.log.battles import Plan
from trc_module.games.trc.log.deeds import Deeds
from trc_module.games.trc.log.evidence import CombatEvidence
from trc_module.rules.actions import Action, AirSupport, Attack, Eliminate, Lose, Retreat, RollCombat
from trc_module.rules.battles import WON, Battle
from trc_module.rules.finding import Finding
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.interpretation import Die, Episode, PhaseReading, PieceTrack
from trc_module.rules.state import Place, State, Trail

HEX = GAME.board.grid.hex
COMBAT = "turn 2 axis impulse 1 combat clear"
STRONG = "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n"
"""15 to 4: at 3-1 a 3 is EX, a 4 DR."""
WEAK = "on Y17: ger-56-pz\non X17: rus-24-inf\n"
"""7 to 4: at 1-1 a 3 is AR, a 4 C."""


def place(name: str) -> Place:
    return GAME.board.grid.find(name) or name


def deeds(
    state: State | str,
    text: str = "",
    gone: Mapping[str, str] | None = None,
    visits: Mapping[str, tuple[tuple[int, str], ...]] | None = None,
) -> Deeds:
    """Return the deeds of a phase with some lines, in which units went elsewhere one step after the other from 5 on."""
    state = position(state, COMBAT) if isinstance(state, str) else state
    tracks = {
        unit: PieceTrack(unit, (state.place(unit), place(goal)), (step,), "axis")
        for step, (unit, goal) in enumerate((gone or {}).items(), 5)
    }
    laid = {unit: tuple((step, place(at)) for step, at in where) for unit, where in (visits or {}).items()}
    return Deeds(CombatEvidence(GAME, state, Episode(tuple(lines(text)), tracks_by_unit=tracks, visits=laid)))


def battle(attackers: str, pips: int = 0, defenders: str = "rus-24-inf", won: int = 0, air: str = "") -> Plan:
    die = Die(4, pips, "ROLL") if pips else None
    support = (AirSupport("stuka", air),) if air else ()
    return Plan(1, tuple(attackers.split()), tuple(defenders.split()), support, steps=(1, 2, 6), die=die, won=won)


def done(reading: PhaseReading) -> list[Action]:
    return [act for _, interpretation in reading.interpretations for act in interpretation.actions]


def told(reading: PhaseReading) -> list[Finding]:
    return [finding for _, interpretation in reading.interpretations for finding in interpretation.findings]


BOTH, DECLARED = "ger-41-pz ger-47-pz", Attack(1, ("ger-41-pz", "ger-47-pz"), ("rus-24-inf",))
ONE = Attack(1, ("ger-56-pz",), ("rus-24-inf",))


def test_a_battle_is_declared_by_what_was_said_before_its_die() -> None:
    (_, declared), (_, rolled) = deeds(STRONG).heard([battle(BOTH, 4)]).interpretations
    assert (declared.actions, declared.steps) == ((DECLARED,), (1, 2))
    assert (rolled.actions, rolled.steps) == ((RollCombat(1, 4),), (4,))


def test_the_attacker_loses_first_in_an_exchange_whoever_was_taken_off_first() -> None:
    found = deeds(STRONG, gone={"rus-24-inf": POOL, "ger-47-pz": POOL}).heard([battle(BOTH, 3)])
    assert done(found) == [DECLARED, RollCombat(1, 3), Lose(1, "ger-47-pz"), Lose(1, "rus-24-inf")]


def test_an_automatic_victory_takes_its_defenders_off_itself() -> None:
    found = deeds(STRONG, gone={"rus-24-inf": SURRENDERED}).heard([battle(BOTH, won=4)])
    assert done(found) == [AutomaticVictory(1, ("ger-41-pz", "ger-47-pz"), ("rus-24-inf",))]
    assert found.units == {"rus-24-inf"}


def test_an_aircraft_flies_to_the_defenders_and_home_again() -> None:
    stand = f"{WEAK}on Y19: ger-hq-south\n"
    plan = battle("ger-56-pz", 4, air="ger-hq-south")
    found = deeds(stand, "ROLL b=1 die=4", visits={"ger-stuka-1": ((1, "X17"), (9, "stukas"))}).heard([plan])
    assert done(found) == [
        plan.attack, Fly("ger-stuka-1", HEX("X17")), RollCombat(1, 4), Fly("ger-stuka-1", "stukas"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("plan", "unit", "lost"),
    [
        # C and AR leave the defender where it is; an attacker may have been lost in a retreat.
        (battle("ger-56-pz", 4), "ger-56-pz", False),
        (battle("ger-56-pz", 4), "rus-24-inf", False),
        (battle("ger-56-pz", 3), "ger-56-pz", True),
        (battle("ger-56-pz", 3), "rus-24-inf", False),
        # Without a die there was no battle yet; what the die gives against somebody who is nowhere nobody knows.
        (battle("ger-56-pz"), "ger-56-pz", False),
        (battle("ger-56-pz", 4, "rus-24-inf rus-13-inf"), "ger-56-pz", True),
    ],
)
def test_who_was_removed_by_another_rule_was_lost_in_its_battle_if_the_result_may_cost_it(
    plan: Plan, unit: str, *, lost: bool
) -> None:
    found = deeds(WEAK, f"REMOVED u={unit} because=17.2", gone={unit: POOL}).heard([plan])
    assert (Lose(1, unit) in done(found)) is lost
    assert (Eliminate(unit, "17.2") in done(found)) is not lost


def test_the_note_on_a_loss_without_its_key_names_the_line_that_removed_the_unit() -> None:
    text = "FORCED u=ger-47-pz because=12.5\nREMOVED u=rus-24-inf because=17.2"
    plan = battle(BOTH, 3)
    for other, how in ((text, "as REMOVED (17.2)"), (text.splitlines()[0], "without a line")):
        found = deeds(STRONG, other, gone={"rus-24-inf": POOL}).heard([plan])
        assert f"rus-24-inf was removed {how}; read as its loss in battle 1." in [note.sentence for note in told(found)]


@pytest.mark.parametrize(("at", "over_the_edge"), [("Y17", False), ("B33", True)])
def test_the_key_of_a_retreat_off_the_map_may_have_been_pressed_for_a_loss(at: str, *, over_the_edge: bool) -> None:
    stand = f"on {at}: ger-56-pz\non X17: rus-24-inf\n"
    found = deeds(stand, "RETREAT b=1 u=ger-56-pz", gone={"ger-56-pz": POOL}).heard([battle("ger-56-pz")])
    off = Retreat(1, "ger-56-pz", Trail((HEX(at),)), True)
    assert done(found)[1:] == [*([off] if over_the_edge else []), Lose(1, "ger-56-pz")]
    assert len(found.interpretations) == 2


def test_the_plain_die_of_a_battle_is_not_left_over() -> None:
    plan = Plan(1, ("ger-56-pz",), ("rus-24-inf",), die=Die(2, 4, "DIE"))
    found = deeds(WEAK, "ATT b=1 u=ger-56-pz\nDIE die=4").heard([plan])
    assert (done(found), told(found)) == ([ONE, RollCombat(1, 4)], [])


@pytest.mark.parametrize(
    ("text", "slips"),
    [
        ("FORCED u=rus-24-inf because=12.5", ["rus-24-inf"]),
        ("FORCED u=ger-56-pz because=12.5", []),
        ("REMOVED u=rus-24-inf because=19.3", []),
        ("REMOVED u=ger-56-pz because=17.2", ["ger-56-pz"]),
    ],
)
def test_the_keys_of_other_phases_are_slips_and_a_surrender_that_of_a_defender(text: str, slips: list[str]) -> None:
    found = deeds(WEAK, text, gone={"rus-24-inf": POOL, "ger-56-pz": POOL})
    assert [line.says["u"] for line in found.slips] == slips


def test_who_stands_by_a_victory_and_attacks_nobody_may_have_had_a_part_in_it() -> None:
    stand = "on Y17: ger-47-pz\non X18: rus-13-inf\non K21: ger-56-pz\non K20: rus-20-inf\n"
    places = FrozenMap({"ger-41-pz": HEX("Y17"), "rus-24-inf": HEX("X17")})
    for result, victors in ((WON, ("ger-47-pz",)), ("DR", ())):
        fought = Battle(1, ("ger-41-pz",), ("rus-24-inf",), places, result=result)
        assert deeds(position(stand, COMBAT).changed(battles=(fought,))).victors(()) == victors


def test_who_stands_near_the_victors_of_the_first_impulse_may_have_been_one() -> None:
    stand = "before: av ger-41-pz\non Y17: ger-41-pz\non Y20: ger-47-pz\non Y21: rus-13-inf\n"
    stand += "on K21: ger-56-pz\non K20: rus-20-inf\n"
    assert deeds(position(stand, "turn 2 axis impulse 2 combat clear")).victors(()) == ("ger-47-pz",)


@pytest.mark.parametrize(("victors", "they"), [(("ger-47-pz",), "it"), (("ger-41-pz", "ger-47-pz"), "they")])
def test_a_note_tells_of_possible_victors(victors: tuple[str, ...], they: str) -> None:
    (note,) = told(deeds(STRONG).heard([], victors=victors))
    assert note.sentence == (
        f"{' and '.join(victors)} attacked nobody; no line says that {they} had a part in the automatic victory, "
        f"but {they} may have had."
    )


def test_ways_are_loose_whose_lines_tell_of_battles_that_were_not_fought() -> None:
    text = "RETREAT b=1 u=rus-24-inf"
    assert deeds(STRONG, text, gone={"rus-24-inf": "V17"}).heard([battle(BOTH, 4)]).loose == ()
    (track,) = deeds(STRONG, text, gone={"rus-24-inf": "V17"}).heard([]).loose
    assert track.unit == "rus-24-inf"
    assert deeds(STRONG, gone={"rus-24-inf": "V17"}).heard([]).loose == ()


def test_only_the_battles_that_are_kept_explain_ways_in_a_phase_read_from_the_table() -> None:
    stand = f"{STRONG}on K21: ger-56-pz\non K20: rus-13-inf\n"
    found = deeds(stand, "ROLL b=1 die=4", gone={"rus-24-inf": "V17", "rus-13-inf": "K18"})
    (reading,) = found.undeclared([battle(BOTH, 4)])
    assert [track.unit for track in reading.loose] == ["rus-13-inf"]
    assert reading.units == {"rus-24-inf"}


def aircraft(stand: str, lenders: Iterable[str]) -> list[tuple[tuple[int, ...], str]]:
    """Return what is told of aircraft that fly in one battle each, with the steps."""
    text = "\n".join(f"AIR b={n} u=ger-stuka-{n} kind=stuka hq={hq}" for n, hq in enumerate(lenders, 1))
    reading, *_ = deeds(f"{STRONG}{stand}", text).undeclared()
    return [(one.steps, finding.rule) for _, one in reading.interpretations for finding in one.findings]


def test_a_headquarters_that_lends_two_stukas_is_told_unless_another_may_have_lent_one() -> None:
    assert aircraft("on Y19: ger-hq-south ger-hq-center\n", ("ger-hq-south", "ger-hq-center")) == []
    assert aircraft("on Y19: ger-hq-south ger-hq-center\n", ("ger-hq-south", "ger-hq-south")) == []
    assert aircraft("on Y19: ger-hq-south\n", ("ger-hq-south", "ger-hq-south")) == [((2,), "15.5c")]
