"""Odds of attacks, as the page is told: the same as the referee's odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from tests.games.trc.questions.positions import ASK, GAME, SECOND_TURN, at, met, position
from trc_module.games.trc import load
from trc_module.games.trc.combat.battle_context import AUTOMATIC, strongholds
from trc_module.games.trc.combat.battle_odds import shifted
from trc_module.games.trc.data import ENEMY
from trc_module.games.trc.movement.stacking import excess
from trc_module.games.trc.questions import best_attack
from trc_module.games.trc.questions.attacking import _who_comes
from trc_module.games.trc.questions.best_attack import BestAttackSearch, defenders, fight_of
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


WINTER = FIGHT.replace("turn 2", "turn 4").replace("clear", "snow")
HALVED, DARK = (
    ("17.3.1", "It has no combat supply and counts half."),
    ("17.3", "Whether it has combat supply is not known."),
)
UNTOLD = ("", "Its combat factor is not in our data; it counts nothing here.")


@pytest.mark.parametrize(
    ("text", "target", "expected"),
    [
        (f"{FIGHT}on X17: ger-24-pz\non X16: rus-10-inf\n", "X16", [(8, None), (5, None)]),
        (f"{WINTER}on X17: ger-24-pz\non X16: rus-10-inf\n", "X16", [(4, HALVED), (5, None)]),
        (
            f"{WINTER}before: unsure-control W19\non W18: ger-24-pz\non V18: rus-10-inf\n",
            "V18",
            [(8, DARK), (5, None)],
        ),
        (f"{FIGHT}on X17: ger-hq-okw\non X16: rus-10-inf\n", "X16", [(0, UNTOLD), (5, None)]),
    ],
)
def test_a_factor_that_does_not_count_as_printed_says_why(
    text: str, target: str, expected: list[tuple[int, tuple[str, str] | None]]
) -> None:
    (attacker,) = (unit for unit in ("ger-24-pz", "ger-hq-okw") if unit in text)
    found = asked(position(text), [attacker], target)
    terms = [
        (term.counts, [(why.rule, why.words) for why in term.why]) for term in (*found.attacking, *found.defending)
    ]
    assert terms == [(counts, [why] if why else []) for counts, why in expected]


@pytest.mark.parametrize(
    ("attackers", "defenders", "expected"),
    [
        ("ger-24-pz ger-46-pz ger-12-inf", "rus-6-tank", []),  # 18 to 2 is 9-1, the highest odds.
        ("ger-24-pz ger-46-pz ger-56-pz", "rus-6-tank", [("13.1c", "10-1 is resolved as 9-1.")]),
        ("rum-cav", "rus-6-tank rus-3-inf rus-24-inf", []),  # 2 to 11 is 1-6, the lowest.
        (
            "rum-cav",
            "rus-10-inf rus-3-inf rus-24-inf",
            [("12.5a", "1-7 is below 1-6: such an attack is not allowed.")],
        ),
    ],
)
def test_odds_beyond_the_table_are_told_with_the_rule(
    attackers: str, defenders: str, expected: list[tuple[str, str]]
) -> None:
    state = position(f"{FIGHT}on X17: {attackers}\non X16: {defenders}\n")
    found = asked(state, attackers.split(), "X16")
    assert [(step.rule, step.words) for step in found.steps[1:]] == expected


@pytest.mark.parametrize(
    ("text", "attackers", "support", "odds", "rules"),
    [
        (
            f"{FIGHT}on X17: ger-24-pz ger-7-art\non X16: rus-10-inf\non Y19: ger-hq-south\n",
            ["ger-24-pz", "ger-7-art"],
            "stuka ger-hq-south 1",
            "5-1",
            ["13.1a", "15.5a", "26.5", "15.10b"],
        ),
        (
            f"{FIGHT.replace('turn 2 axis', 'turn 16 russian')}on X17: rus-1-tank rus-1-art\non X16: ger-12-inf\n"
            "on Y19: rus-stavka\nbox russian sturmoviks: rus-sturmovik-1\n",
            ["rus-1-tank", "rus-1-art"],
            "sturmovik rus-stavka 1",
            "3-1",
            ["13.1a", "15.7", "26.5"],
        ),
    ],
)
def test_aircraft_and_guns_are_cut_to_three_steps_only_where_they_would_be_more(
    text: str, attackers: list[str], support: str, odds: str, rules: list[str]
) -> None:
    found = load(frozenset({"26.5"})).questions.odds(
        position(f"options: 26.5\n{text}"), attackers, [at("X16")], [support]
    )
    assert found is not None
    assert (found.odds, [step.rule for step in found.steps]) == (odds, rules)


def test_a_leader_is_not_offered_as_a_headquarters_of_aircraft() -> None:
    found = asked(position(f"{PLAIN}on Y20: ger-hitler\n"), ["ger-24-pz"], "X16")
    assert [each.key for each in found.supports] == ["stuka ger-hq-south 1"]


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


def test_a_unit_that_changes_no_odds_is_not_named_among_those_that_would() -> None:
    # 14 against 10 is 1-1, and so is 16; another eight make it 2-1.
    two = PLAIN.replace("combat", "movement").replace("rus-10-inf", "rus-10-inf rus-3-inf")
    state = position(two + "on Z19: ger-48-pz rum-cav\n")
    found = ASK.best(state, ["ger-24-pz", "ger-46-pz"], [at("X16")], [])
    assert found is not None
    near = ASK.may_join(state.with_unit("axis", "rum-cav", at("X17")), "axis", [at("X16")])
    assert near is not None
    assert "rum-cav" in dict(near)
    assert [one.unit for one in found.added] == ["ger-48-pz"]


def test_the_best_attack_may_be_an_automatic_victory() -> None:
    header = "at: turn 2 axis impulse 1 movement clear\non X17: ger-24-pz ger-46-pz\non X15: ger-48-pz\n"
    state = position(header + "on X16: rus-6-cav\non Z19: ger-3-pz ger-47-pz ger-56-pz\n")
    found = ASK.best(state, ["ger-24-pz"], [at("X16")], [])
    assert found is not None
    assert found.odds == "10-1"
    assert [note.rule for note in found.notes] == ["16.1a", ""]
    # Exactly ten to one is enough, and whoever stands beside the defenders joins from there.
    exact = "on X17: ger-24-pz ger-46-pz\non X15: ger-56-pz\non X16: rus-6-tank\n"
    least = ASK.best(position(SECOND_TURN + exact), ["ger-24-pz"], [at("X16")], [])
    assert least is not None
    assert (least.odds, [note.rule for note in least.notes]) == ("10-1", ["16.1a", ""])
    assert dict(least.attackers) == {"ger-24-pz": at("X17"), "ger-46-pz": at("X17"), "ger-56-pz": at("X15")}
    assert [(one.unit, one.at, one.odds, one.moves) for one in least.added] == [
        ("ger-56-pz", at("X15"), "7-1", False),
        ("ger-46-pz", at("X17"), "7-1", False),
    ]
    # Before November/December 1942 the Russians win none (16.4).
    later = position(
        "at: turn 2 russian impulse 1 movement clear\non X17: rus-1-tank rus-2-tank\non W15: rus-3-tank rus-4-tank\n"
        "on X16: ger-ss-inf-bg\n"
    )
    slow = ASK.best(later, ["rus-1-tank"], [at("X16")], [])
    assert slow is not None
    assert [note.rule for note in slow.notes] == [""]


# Beside the attack: three corps to come, and a fourth. They count 8, 7, 6 and 7, and the cavalry 3.
COMING = f"{SECOND_TURN}on Z19: ger-24-pz ger-56-pz ger-46-pz\non Z20: ger-47-pz\non X16: rus-6-cav\n"


def searched(text: str, coming: Mapping[str, str], target: str) -> BestAttackSearch:
    reach = {unit: sum(1 << at(name) for name in ends.split()) for unit, ends in coming.items()}
    return BestAttackSearch(GAME, position(text), reach, [at(target)], ())


@pytest.mark.parametrize(
    ("text", "coming", "expected"),
    [
        # A hex has room for three.
        (
            COMING,
            {"ger-24-pz": "X17", "ger-56-pz": "X17", "ger-46-pz": "X17", "ger-47-pz": "X17"},
            {"ger-24-pz": "X17", "ger-47-pz": "X17", "ger-56-pz": "X17"},
        ),
        # Whoever stands there and does not attack keeps his room,
        (
            f"{COMING}on X17: ger-12-inf\n",
            {"ger-24-pz": "X17", "ger-56-pz": "X17", "ger-46-pz": "X17"},
            {"ger-24-pz": "X17", "ger-56-pz": "X17"},
        ),
        # and so does whoever attacks and cannot leave his hex.
        (
            f"{COMING}on X17: ger-12-inf\n",
            {"ger-12-inf": "X17", "ger-24-pz": "X17", "ger-56-pz": "X17", "ger-46-pz": "X17"},
            {"ger-12-inf": "X17", "ger-24-pz": "X17", "ger-56-pz": "X17"},
        ),
        # Whoever can leave it makes room.
        (
            f"{COMING}on X17: ger-12-inf\n",
            {"ger-12-inf": "X17 X15", "ger-24-pz": "X17", "ger-56-pz": "X17", "ger-46-pz": "X17"},
            {"ger-12-inf": "X15", "ger-24-pz": "X17", "ger-56-pz": "X17", "ger-46-pz": "X17"},
        ),
        # A full hex attacks as it is.
        (
            f"{SECOND_TURN}on X17: ger-24-pz ger-56-pz ger-46-pz\non X16: rus-6-cav\n",
            {"ger-24-pz": "X17", "ger-56-pz": "X17", "ger-46-pz": "X17"},
            {"ger-24-pz": "X17", "ger-56-pz": "X17", "ger-46-pz": "X17"},
        ),
        # Of hexes that are worth the same a unit attacks from its own.
        (f"{SECOND_TURN}on X17: ger-24-pz\non X16: rus-6-cav\n", {"ger-24-pz": "X15 X17 W16"}, {"ger-24-pz": "X17"}),
        (f"{SECOND_TURN}on X15: ger-24-pz\non X16: rus-6-cav\n", {"ger-24-pz": "X15 X17 W16"}, {"ger-24-pz": "X15"}),
    ],
)
def test_units_attack_from_hexes_that_have_room_for_them(
    text: str, coming: dict[str, str], expected: dict[str, str]
) -> None:
    assert searched(text, coming, "X16").found == {unit: at(name) for unit, name in expected.items()}


def test_two_who_attack_from_a_river_and_across_the_strait_undouble_kerch_and_who_is_not_needed_stays() -> None:
    # Each of the two grounds doubles the defence by itself, and neither where not all attackers are on it.
    weak = f"{SECOND_TURN}on Z19: ger-24-pz ger-56-pz\non KK19: rus-24-inf\n"
    both = searched(weak, {"ger-24-pz": "KK18 KK20", "ger-56-pz": "KK18 KK20"}, "KK19")
    assert set(both.found.values()) == {at("KK18"), at("KK20")}
    # 10 to 9 is 1-1, and so is 17 to 9; 15 to 18 is 1-2.
    strong = f"{SECOND_TURN}on Z19: ger-24-pz ger-56-pz rum-cav\non KK19: rus-24-inf rus-3-inf\n"
    found = searched(strong, {"ger-24-pz": "KK18", "ger-56-pz": "KK18", "rum-cav": "KK20"}, "KK19").found
    assert found == {"ger-24-pz": at("KK18"), "rum-cav": at("KK20")}


def test_a_search_around_a_city_is_whole_since_its_ground_always_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    units = ("rum-cav", "rum-4-inf", "rum-1-mtn", "rum-2-mot", "hun-1-mot", "rum-5-inf", "ita-3-inf", "rum-6-inf")
    stand = "".join(f"on Z{20 + i}: {unit}\n" for i, unit in enumerate(units))
    text = f"{SECOND_TURN}on W19: rus-3-inf rus-24-inf\n{stand}"
    search = searched(text, dict.fromkeys(units, "W20 X19 X18"), "W19")
    assert search.whole
    # As many as are tried at most are still all.
    monkeypatch.setattr(best_attack, "MOST", search._looked)
    assert search.whole
    monkeypatch.setattr(best_attack, "MOST", search._looked - 1)
    assert not search.whole


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
            search = BestAttackSearch(GAME, moving.state, coming, [target], ())
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
