"""Odds of attacks, as the page is told: the same as the referee's odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from tests.games.trc.questions.positions import ASK, GAME, SECOND_TURN, at, met, position
from trc_module.games.trc.combat.battle_context import AUTOMATIC, strongholds
from trc_module.games.trc.combat.battle_odds import shifted
from trc_module.games.trc.data import ENEMY
from trc_module.games.trc.movement.stacking import excess
from trc_module.games.trc.questions.attacking import _who_comes
from trc_module.games.trc.questions.best_attack import Search, defenders, fight_of
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import AirSupport, Attack
from trc_module.rules.questions import Odds
from trc_module.rules.state import State, UnitId

FIGHT = SECOND_TURN.replace("movement", "combat")
PLAIN = FIGHT + "on X17: ger-24-pz ger-46-pz\non X16: rus-10-inf\non Y19: ger-hq-south\n"


def asked(state: State, attackers: list[str], target: str, *support: str) -> Odds:
    found = ASK.odds(state, attackers, [at(target)], support)
    assert found is not None
    return found


def test_every_factor_is_told() -> None:
    found = asked(position(PLAIN), ["ger-24-pz", "ger-46-pz"], "X16")
    assert (found.attack, found.defence, found.odds) == (14, 5, "2-1")
    assert [(term.unit, term.printed, term.counts) for term in (*found.attacking, *found.defending)] == [
        ("ger-24-pz", 8, 8),
        ("ger-46-pz", 6, 6),
        ("rus-10-inf", 5, 5),
    ]
    assert [(ground.times, [reason.words for reason in ground.why]) for ground in found.terrain] == [
        (1, ["X16 is clear, which doubles no unit."])
    ]
    assert [(step.rule, step.words) for step in found.steps] == [
        ("13.1a", "14 to 5 is 2-1, every fraction in the defender's favour.")
    ]
    assert found.against == ()


def test_each_result_has_its_share_of_the_die() -> None:
    found = asked(position(PLAIN), ["ger-24-pz", "ger-46-pz"], "X16")
    assert [(one.result, one.faces, one.of) for one in found.outcomes] == [
        ("A1", 1, 6), ("AR", 1, 6), ("C", 1, 6), ("EX", 1, 6), ("DR", 1, 6), ("D1", 1, 6),
    ]  # fmt: skip
    assert found.outcomes[2].meaning == "contact: nothing happens"


def test_support_from_the_air_is_offered_and_shifts() -> None:
    bare = asked(position(PLAIN), ["ger-24-pz", "ger-46-pz"], "X16")
    assert [(each.key, each.against) for each in bare.supports] == [("stuka ger-hq-south 1", ())]
    found = asked(position(PLAIN), ["ger-24-pz", "ger-46-pz"], "X16", "stuka ger-hq-south 1")
    assert found.odds == "5-1"
    assert [(step.rule, step.words) for step in found.steps[1:]] == [("15.5a", "Aircraft raise the odds by 3.")]


def test_support_that_is_out_of_reach_says_so() -> None:
    found = asked(position(PLAIN.replace("on Y19", "on J28")), ["ger-24-pz"], "X16")
    assert [[finding.rule for finding in each.against] for each in found.supports] == [["15.2a"]]


def test_a_city_doubles_and_is_named() -> None:
    state = position(FIGHT + "on X19: ger-24-pz\non W19: rus-10-inf\n")
    found = asked(state, ["ger-24-pz"], "W19")
    assert (found.defence, found.odds) == (10, "1-2")
    assert [reason.rule for reason in found.terrain[0].why] == ["14.1b"]


def test_who_stands_elsewhere_attacks_against_a_rule() -> None:
    found = asked(position(PLAIN + "on Z25: ger-48-pz\n"), ["ger-48-pz"], "X16")
    assert [finding.rule for finding in found.against] == ["12.3c"]


def test_who_is_near_may_join() -> None:
    state = position(PLAIN + "on Z25: ger-48-pz\n")
    assert ASK.may_join(state, "axis", [at("X16")]) == [("ger-24-pz", at("X17")), ("ger-46-pz", at("X17"))]


def test_the_best_attack_brings_up_who_can_come() -> None:
    state = position(PLAIN.replace("combat", "movement") + "on Z19: ger-48-pz ger-3-pz\n")
    found = ASK.best(state, ["ger-24-pz", "ger-46-pz"], [at("X16")], [])
    assert found is not None
    assert found.odds == "5-1"
    assert {unit for unit, _ in found.attackers} == {"ger-24-pz", "ger-46-pz", "ger-48-pz", "ger-3-pz"}
    added = {one.unit: (one.odds, one.moves) for one in found.added}
    assert added["ger-48-pz"] == ("4-1", True)


def test_the_best_attack_may_be_an_automatic_victory() -> None:
    header = "at: turn 2 axis impulse 1 movement clear\non X17: ger-24-pz ger-46-pz\non X15: ger-48-pz\n"
    state = position(header + "on X16: rus-6-cav\non Z19: ger-3-pz ger-47-pz ger-56-pz\n")
    found = ASK.best(state, ["ger-24-pz"], [at("X16")], [])
    assert found is not None
    assert found.odds == "10-1"
    assert [note.rule for note in found.notes] == ["16.1a", ""]
    # Before November/December 1942 the Russians win none (16.4).
    later = position(
        "at: turn 2 russian impulse 1 movement clear\non X17: rus-1-tank rus-2-tank\non W15: rus-3-tank rus-4-tank\n"
        "on X16: ger-ss-inf-bg\n"
    )
    slow = ASK.best(later, ["rus-1-tank"], [at("X16")], [])
    assert slow is not None
    assert [note.rule for note in slow.notes] == [""]


@pytest.mark.parametrize("seed", [3])
def test_no_way_to_bring_units_up_makes_better_odds(seed: int) -> None:
    compared = 0
    for state in met(seed, 4, 90):
        side = state.clock.side
        moving = ASK.to_move(state, side)
        assert moving is not None
        for target in list(hexes(strongholds(GAME, moving.state, ENEMY[side])))[::2]:
            coming = dict(sorted(_who_comes(GAME, moving.state, side, [target]))[:3])
            if len(coming) < 2:
                continue
            search = Search(GAME, moving.state, coming, [target], ())
            assert search.whole
            assert _step(moving.state, search.found, target) == max(
                _step(moving.state, way, target) for way in _ways(moving.state, coming)
            )
            compared += 1
    assert compared > 5


def _step(state: State, own: Mapping[UnitId, Hex], target: Hex) -> int:
    return min(shifted(GAME, fight_of(GAME, state, own, [target], ())), AUTOMATIC)


def _ways(state: State, coming: Mapping[UnitId, HexSet]) -> Iterator[dict[UnitId, Hex]]:
    """Yield every way in which some of those who can come attack, stacked as the rules allow."""
    for way in product(*([None, *hexes(ends)] for ends in coming.values())):
        own = {unit: at for unit, at in zip(coming, way, strict=True) if at is not None}
        bound = [unit for unit, ends in coming.items() if [*hexes(ends)] == [state.place(unit)]]
        stays = [unit for unit in state.forces[state.clock.side].places if unit not in coming or unit in bound]
        stacks = {at: tuple(u for u in stays if state.place(u) == at and u not in own) for at in own.values()}
        whole = [(*stacks[at], *(u for u, a in own.items() if a == at)) for at in stacks]
        if own and not any(excess(GAME, state, stack)[0] for stack in whole):
            yield own


@pytest.mark.parametrize("seed", [3])
def test_the_odds_are_those_of_the_referee(seed: int) -> None:
    compared = 0
    for state in met(seed, 4, 90):
        side = state.clock.side
        fight = ASK.to_fight(state, side)
        assert fight is not None
        for target in hexes(strongholds(GAME, fight.state, ENEMY[side])):
            near = [unit for unit, _ in ASK.may_join(fight.state, side, [target]) or ()]
            if not near:
                continue
            found = ASK.odds(fight.state, near, [target], [])
            assert found is not None
            act = Attack(1, tuple(near), defenders(GAME, fight.state, [target]))
            assert found.odds == GAME.odds(fight.state, act)
            assert sum(one.faces for one in found.outcomes) in (0, 6)
            for support in found.supports:
                with_it = ASK.odds(fight.state, near, [target], [support.key])
                kind, by, _ = support.key.split()
                flown = Attack(1, tuple(near), act.defenders, (AirSupport(kind, by),))
                assert with_it is not None
                assert with_it.odds == GAME.odds(fight.state, flown)
            compared += 1
    assert compared > 5
