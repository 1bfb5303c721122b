"""The worked examples of the booklet, on the later edition's map: where its pictures are lost, hexes are ours."""

from __future__ import annotations

from trc_module.games import find_game
from trc_module.games.nr import load
from trc_module.games.nr.combat.odds import BattleOdds, odds_of
from trc_module.games.nr.movement import bounds_of
from trc_module.games.nr.supply import supply_of
from trc_module.games.nr.zones import zone_of
from trc_module.rules.actions import Attack
from trc_module.rules.record import read_record
from trc_module.rules.record.trial import Trial, try_record
from trc_module.rules.state import State

GAME = load()


def position(text: str) -> State:
    return read_record(f"game: nr\n{text}", "an example", find_game).start


def tried(text: str) -> Trial:
    return try_record(read_record(f"game: nr\n{text}", "an example", find_game), "an example")


def told(text: str) -> list[str]:
    return [finding.rule for outcome in tried(text).outcomes for finding in outcome.told.findings]


def odds(state: State, *attackers: str, x: tuple[str, ...]) -> BattleOdds:
    found = odds_of(GAME, state, Attack(1, attackers, x))
    assert found is not None
    return found


def test_support_markers_of_turn_5() -> None:
    assert (GAME.printed(5, "blitz"), GAME.printed(5, "shock")) == (0, 3)


def test_a_card_with_the_mark_of_the_initiative_reorganizes_two_units() -> None:
    begun = """options: 15.4
        at: turn 3 soviet organization
        on L15: sov-west
        on L16: sov-south
        on L17: sov-northwest
        hand: soviet 1
        disorganized: sov-west sov-south sov-northwest
        card soviet card-4 reorganize
        reorganize sov-west
        reorganize sov-south
    """
    assert told(begun) == []
    assert told(begun + "reorganize sov-northwest") == ["15.4"]


def test_combat_at_stalingrad() -> None:
    # 12 to 3 is 4-1; a Shock! marker is one to the right, city and objective hexsides one each to the left; no river.
    trial = tried(
        """at: turn 10 soviet combat
        on Q21: sov-reserve
        on Q23: sov-steppe
        on Q22: ger-6
        showing: sov-reserve upgraded, sov-steppe upgraded, ger-6 reduced
        target ger-6
        attack 1: sov-reserve sov-steppe x ger-6
        support 1: 1
        """
    )
    found = odds_of(GAME, trial.end, trial.end.battles[0])
    assert found is not None
    assert (found.attack, found.defence, found.final) == (12, 3, "3-1")
    assert found.shifts == (("13.3", 1), ("10.6", -1), ("10.6", -1))
    assert GAME.results.columns[GAME.ladder.column(12, 3) or 0] == "4-1"


SUPPLY = """at: turn 4 axis supply
    control: Riga axis
    on C19: ger-16
    on D19: ger-18
    on E20: ger-4-pz
    on C20: sov-kalinin
    on B19: sov-leningrad
    on A20: fin
    showing: sov-leningrad upgraded, ger-18 reduced
"""


def test_supply_at_leningrad() -> None:
    state = position(SUPPLY)
    axis, soviet = supply_of(GAME, state, "axis"), supply_of(GAME, state, "soviet")
    # The 16th Army traces four hexes to Riga over Lake Peipus; the 18th is next to it; the panzers cannot chain.
    assert axis.sure["ger-16"] == "6.3"
    assert axis.sure["ger-18"] == "6.2"
    assert "ger-4-pz" not in axis.possible
    # The Kalinin Front reaches the east edge past the Finn, who is a fort; the fort of Leningrad lies at the coast.
    assert "sov-kalinin" in soviet.sure
    assert soviet.sure["sov-leningrad"] == "6.3"
    assert not zone_of(GAME, state, "axis") >> GAME.board.grid.hex("A20") & 1


def test_the_panzer_army_alone_is_marked_unsupplied() -> None:
    assert told(SUPPLY + "unsupplied ger-4-pz") == []
    assert told(SUPPLY + "unsupplied ger-16") == ["6.3"]
    assert told(SUPPLY + "unsupplied ger-18") == ["6.2"]


MOVES = """at: turn 4 axis movement
    on E16: ger-9
    on G18: ger-4-pz
    on B16: ger-16
    on F18: sov-kalinin
"""


def test_the_order_of_moves_lets_armor_go_from_zone_to_zone() -> None:
    first = "move ger-9 E16 E17 F17\n"
    assert told(MOVES + first + "move ger-4-pz G18 F17") == []
    assert told(MOVES + "move ger-4-pz G18 F17") == ["8.5.3"]
    assert told(MOVES + first + "move ger-4-pz G18 F17\nmove ger-4-pz F17 F16") == ["8.5.3", "13.1e"]


def test_what_the_moves_cost() -> None:
    after = tried(MOVES + "move ger-9 E16 E17 F17").end
    grid = GAME.board.grid
    # A point to leave the zone and two for the forest; a marsh costs two points, the forest behind it one.
    assert bounds_of(GAME, after, "ger-4-pz").spent((grid.hex("G18"), grid.hex("F17"))) == 3
    assert bounds_of(GAME, after, "ger-16").spent((grid.hex("B16"), grid.hex("B17"))) == 2
    assert bounds_of(GAME, after, "ger-16").spent(tuple(map(grid.hex, ("B16", "B17", "B18")))) == 3


def test_fifteen_to_four_is_three_to_one() -> None:
    state = position(
        """at: turn 4 axis combat
        on F17: ger-9 ger-4-pz
        on E18: ger-16
        on G19: ger-18
        on F18: sov-kalinin
        """
    )
    found = odds(state, "ger-9", "ger-4-pz", "ger-16", "ger-18", x=("sov-kalinin",))
    assert (found.attack, found.defence) == (15, 4)
    assert GAME.results.columns[GAME.ladder.column(15, 4) or 0] == "3-1"
    # A forest, and an Axis attack in snow: two columns to the left of 3-1, past 2-1.
    assert (found.shifts, found.final) == ((("10.6", -1), ("13.1g", -1)), "3-2")


COMBINED = """at: turn 2 axis combat
    on L14: ger-1-pz ger-17
    on L13: ger-9
    on M13: sov-bryansk
    on K12: ger-6
    on K13: sov-central
    on N11: ger-2
    on O11: ger-11
    on O12: sov-south
    hand: soviet 1
"""


def test_the_grand_attack_is_five_to_one_without_the_bonus_of_armor() -> None:
    found = odds(position(COMBINED), "ger-1-pz", "ger-17", "ger-9", x=("sov-bryansk",))
    assert (found.attack, found.defence, found.shifts, found.final) == (15, 3, (), "5-1")
    assert ("14.4b", 1) in found.traps


def test_odessa_is_two_columns_to_the_left() -> None:
    found = odds(position(COMBINED), "ger-2", "ger-11", x=("sov-south",))
    assert (found.attack, found.defence) == (9, 3)
    assert found.shifts == (("10.6", -1), ("10.6", -1))
    assert found.final == "3-2"


def test_the_counterblow_from_kiev_looks_at_no_terrain_and_may_be_answered() -> None:
    text = COMBINED + (
        "card soviet card-33 counterblow\n"
        "counterblow sov-central\n"
        "attack 1: ger-6 x sov-central\n"
        "roll 1: 1 at 1-2 = CA\n"
        "attack 2: sov-central x ger-6\n"
        "roll 2: 3 at 1-1 = NE\n"
    )
    assert told(text) == []
    after = tried(text).end
    assert [battle.result for battle in after.battles] == ["CA", "NE"]


def test_a_counterattack_is_answered_once() -> None:
    begun = COMBINED.replace("hand: soviet 1", "before: counterblow soviet K13")
    fought = "attack 1: ger-6 x sov-central\nroll 1: 1\nattack 2: sov-central x ger-6\nroll 2: 3\n"
    assert told(begun + fought) == []
    assert told(begun + fought + "attack 3: sov-central x ger-6") == ["10.7"]
