"""The clicks, keys and drags that common acts take a player, in modules that a table declares, in the real engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.games.trp.form import fill
from tests.referee.engine import Engine, Game
from trc_module.auditing.audit import audit_log
from trc_module.disk_cache import cache_root
from trc_module.gamespec import game_folder
from trc_module.hexgrid import hexes
from trc_module.module.battle import BADGE_AT
from trc_module.module.build import build_module
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.layout import MAIN_MAP
from trc_module.module.maps import IN_STACK
from trc_module.module.setups import setups
from trc_module.replay.gamelog import open_log
from trc_module.rules.finder import load_game
from trc_module.rules.finding import ACCUSING
from trc_module.systems.kit.game import Kit

BFM = Path(__file__).parents[2] / "systems" / "kit" / "bfm"


@dataclass
class Hand:
    """A player's hand over a module: it counts every click, key and drag."""

    game: Game
    parts: ModuleInputs
    ids: Mapping[str, str]
    clicks: int = 0
    chat: list[str] = field(default_factory=list)

    def select_and_press(self, unit: str, key: str) -> None:
        """Click a stack and press a key."""
        self.clicks += 2
        self.chat = list(self.game.type_key(self.ids[unit], key).chat)

    def press(self, button: str) -> None:
        """Press a button of the toolbar."""
        self.clicks += 1
        self.game.press(button)

    def click_badge(self, unit: str) -> None:
        """Click the badge of a unit, where its stack shows it."""
        self.clicks += 1
        (piece,) = self.game.pieces(self.ids[unit])
        east, north = (piece.index * each for each in IN_STACK)
        self.chat = list(self.game.click(MAIN_MAP, piece.x + BADGE_AT[0] + east, piece.y + BADGE_AT[1] - north).chat)

    def drag(self, unit: str, hex_: str) -> None:
        """Drag a unit to a hex."""
        self.clicks += 1
        self.chat = list(self.game.move(self.ids[unit], *self.parts.layout.point(self.parts.board.grid.hex(hex_))).chat)

    def next_step(self) -> None:
        """Press the key of the next step."""
        self.clicks += 1
        self.game.next_turn()


def sit_down(referee: Engine, parts: ModuleInputs, scratch: Path, units: Mapping[str, str], steps: int) -> Hand:
    """Return a hand at a table with units in hexes, some steps after the beginning."""
    module = scratch / "game.vmod"
    build_module(parts, module, "1", cache_root())
    game = referee.open(module, draw_palettes=False)
    game.start_setup(next(setups(parts)).name, side=parts.game.sides[0].capitalize())
    ids = {str(piece.properties.get("unit")): piece.id for piece in game.pieces()}
    hand = Hand(game, parts, ids)
    for unit, hex_ in units.items():
        hand.drag(unit, hex_)
    game.next_turn(times=steps)
    hand.clicks = 0
    return hand


def around(parts: ModuleInputs, attackers: tuple[str, ...], defender: str, target: str) -> dict[str, str]:
    """Return a hex for each of some units around another's."""
    grid = parts.board.grid
    near = list(hexes(parts.board.walk.of[grid.hex(target)]))
    return {unit: grid.name(at) for unit, at in zip(attackers, near, strict=False)} | {defender: target}


def clicks_of(hand: Hand) -> int:
    """Return the number since the last call."""
    number, hand.clicks = hand.clicks, 0
    return number


@pytest.fixture
def bfm(referee: Engine, tmp_path: Path) -> Hand:
    parts = load_inputs(Kit(BFM).load(), BFM)
    return sit_down(referee, parts, tmp_path, around(parts, ("ger-5", "ger-6", "ger-7"), "sov-3", "0208"), 2)


def test_a_game_whose_rules_are_data_takes_two_inputs_for_an_attack_and_one_for_loss_retreat_and_phase(
    bfm: Hand,
) -> None:
    bfm.game.load_dice(6)
    bfm.select_and_press("sov-3", "F4")
    assert clicks_of(bfm) == 2
    assert bfm.chat == [
        "* Battle 3: attacking German V Infantry Corps (0108), German VI Infantry Corps (0109), "
        "German VII Infantry Corps (0207); defending Soviet 3rd Infantry Army (0208): 18 : 4 = 4-1, forest -1 -> 3-1",
        "* Battle 3: German V Infantry Corps (0108), German VI Infantry Corps (0109), German VII Infantry Corps (0207) "
        "against Soviet 3rd Infantry Army (0208), 3-1, die 6",
        "* Battle 3: 3-1, die 6: DRL: the defender loses a step and goes back two hexes. "
        "Click the badge of each unit that loses; drag those that retreat.",
    ]
    bfm.drag("sov-3", "0406")
    assert clicks_of(bfm) == 1
    bfm.click_badge("sov-3")
    assert clicks_of(bfm) == 1
    assert bfm.chat == ["* Battle 3: Soviet 3rd Infantry Army (0406) is lost"]
    bfm.next_step()
    assert clicks_of(bfm) == 1


def test_a_unit_of_a_game_whose_rules_are_data_loses_a_step_and_is_lost_whatever_face_is_its_front(bfm: Hand) -> None:
    game, ids = bfm.game, bfm.ids
    assert game.type_key(ids["ger-5"], "ctrl R").chat == ("* Battle 3: German V Infantry Corps (0108) loses a step",)
    assert game.type_key(ids["ger-5"], "ctrl E").chat == ("* Battle 3: German V Infantry Corps (0108) is lost",)
    assert game.type_key(ids["sov-3"], "ctrl E").chat == ("* Battle 3: Soviet 3rd Infantry Army (0208) is lost",)


@pytest.fixture
def nr(referee: Engine, tmp_path: Path) -> Hand:
    parts = load_inputs(load_game("nr"), game_folder("nr"))
    return sit_down(referee, parts, tmp_path, around(parts, ("ger-4", "ger-6", "ger-9"), "sov-don", "I12"), 5)


def test_no_retreat_takes_two_inputs_for_an_attack_three_with_support_and_one_for_loss_retreat_and_phase(
    nr: Hand,
) -> None:
    assert nr.game.press("Arrivals").chat == ("* Turn 1: nobody arrives.",)
    nr.press("Support")
    nr.game.load_dice(1)
    nr.select_and_press("sov-don", "F4")
    assert clicks_of(nr) == 3
    assert nr.chat[0].endswith(
        "12 : 4 = 3-1, support markers +1 -> 4-1 (not counted: events, terrain, for no target marker lies there)"
    )
    assert nr.chat[2:] == [
        "* Battle 3: 4-1, die 1: EX: each side loses a step, and no unit moves. "
        "Click the badge of each unit that loses; drag those that retreat."
    ]
    nr.click_badge("ger-4")
    assert clicks_of(nr) == 1
    assert [line.split("(")[0] for line in nr.chat] == ["* Battle 3: 4th Army "]
    assert nr.chat[0].endswith("loses a step")
    nr.click_badge("sov-don")
    assert clicks_of(nr) == 1
    assert nr.chat == ["* Battle 3: Russian Don Mechanized (I12) is lost"]
    nr.next_step()
    assert clicks_of(nr) == 1


@pytest.fixture
def m41(referee: Engine, tmp_path: Path) -> Hand:
    parts = load_inputs(load_game("m41"), game_folder("m41"))
    units = {"ger-4-army": "B1", "ger-3-pzgr": "B1", "ger-4-pzgr": "B1", "ger-8-fk": "B1", "rus-20-army": "B2"}
    return sit_down(referee, parts, tmp_path, units, 1)


def test_moscow_1941_takes_three_inputs_for_an_attack_with_support_and_one_for_a_loss_and_a_phase(m41: Hand) -> None:
    game = m41.game
    m41.select_and_press("rus-20-army", "F4")
    assert clicks_of(m41) == 2
    # Three units and an air unit: who stands next to the selected enemy attacks.
    assert m41.chat == [
        "* Battle 2: attacking 4. Armee (B1), 3. Panzergruppe (B1), 4. Panzergruppe (B1), 8. Fliegerkorps (B1); "
        "defending 20. Army (B2): attacking 8 dice, hit from 4; defending 1 dice, hit from 4 "
        "(not counted: supply (one die less))"
    ]
    game.next_turn(times=2)
    m41.clicks = 0
    # The dice of both sides; the battle was declared before.
    game.load_dice(*(6,) * 20)
    game.hot_key("F7")
    m41.clicks += 1
    assert clicks_of(m41) == 1
    m41.click_badge("rus-20-army")
    assert clicks_of(m41) == 1
    assert m41.chat == ["* Battle 2: 20. Army (B2) takes a hit"]
    m41.click_badge("rus-20-army")
    assert clicks_of(m41) == 1
    assert m41.chat == ["* Battle 2: 20. Army (B2) is lost"]
    m41.next_step()
    assert clicks_of(m41) == 1


@pytest.fixture
def trp(referee: Engine, tmp_path: Path) -> Hand:
    parts = load_inputs(load_game("trp", overlay=fill(tmp_path / "mine")), game_folder("trp"))
    return sit_down(
        referee, parts, tmp_path, {"ger-1-pzgr": "S10", "ger-3-pz": "S10", "ger-47-pz": "T10", "sov-22-army": "S11"}, 2
    )


def test_the_russian_portfolio_takes_two_inputs_for_an_attack_and_one_for_a_loss_and_a_phase(trp: Hand) -> None:
    trp.game.load_dice(6)
    trp.select_and_press("sov-22-army", "F4")
    assert clicks_of(trp) == 2
    assert len(trp.chat) == 3
    assert trp.chat[2] == (
        "* Battle 3: 7-1, die 6: DE: defenders eliminated. "
        "Click the badge of each unit that loses; drag those that retreat."
    )
    trp.click_badge("sov-22-army")
    assert clicks_of(trp) == 1
    assert trp.chat == ["* Battle 3: Soviet 22nd Rifle Army (S11) is lost"]
    trp.next_step()
    assert clicks_of(trp) == 1


@pytest.mark.parametrize(
    ("hand", "box", "unit", "hex_", "key", "line"),
    [
        ("nr", "Soviets", "sov-kursk", "O20", "ctrl J", "* Russian Kursk Mechanized (O20) comes back as a replacement"),
        ("m41", "Russian", "rus-tanks", "C7", "ctrl Y", "* Reserve Tanks (C7) comes back as a replacement"),
    ],
)
def test_a_replacement_takes_three_inputs(
    request: pytest.FixtureRequest, hand: str, box: str, unit: str, hex_: str, key: str, line: str
) -> None:
    player: Hand = request.getfixturevalue(hand)
    player.press(box)
    player.drag(unit, hex_)
    # Who has been dragged is still selected.
    player.clicks += 1
    assert player.game.type_key(player.ids[unit], key).chat == (line,)
    assert clicks_of(player) == 3


def test_a_retreat_of_moscow_1941_takes_one_drag_that_disrupts_the_unit(m41: Hand) -> None:
    m41.select_and_press("rus-20-army", "F4")
    m41.game.next_turn(times=2)
    # Before the dice a drag is a drag.
    m41.drag("rus-20-army", "C2")
    assert m41.chat == ["* 20. Army 1-0: B2 to C2"]
    m41.drag("rus-20-army", "B2")
    m41.game.load_dice(*(1,) * 20)
    m41.game.hot_key("F7")
    clicks_of(m41)
    m41.drag("rus-20-army", "C2")
    assert clicks_of(m41) == 1
    assert m41.chat == ["* 20. Army 1-0: B2 to C2", "* Battle 2: 20. Army (C2) retreats"]
    (piece,) = m41.game.pieces(m41.ids["rus-20-army"])
    assert piece.properties["Status"] == "2"


@pytest.mark.parametrize(("hex_", "status", "said"), [("S13", "1", "is Spent"), ("R13", "2", "is Dispersed")])
def test_a_retreat_of_the_portfolio_takes_one_drag_that_spends_or_disperses_by_its_length(
    trp: Hand, hex_: str, status: str, said: str
) -> None:
    trp.select_and_press("ger-1-pzgr", "ctrl A")
    trp.game.load_dice(4)
    trp.game.hot_key("F7")
    assert trp.game.property("Result") == "D1"
    clicks_of(trp)
    trp.drag("sov-22-army", hex_)
    assert clicks_of(trp) == 1
    assert trp.chat == [f"* Soviet 22 Rifle 4-4-3: S11 to {hex_}", f"* Soviet 22nd Rifle Army ({hex_}) {said}"]
    (piece,) = trp.game.pieces(trp.ids["sov-22-army"])
    assert piece.properties["Status"] == status


def test_the_log_of_a_retreat_by_one_drag_breaks_no_rule(trp: Hand, tmp_path: Path) -> None:
    trp.game.begin_log(tmp_path / "a.vlog")
    trp.select_and_press("ger-1-pzgr", "ctrl A")
    trp.game.load_dice(4)
    trp.game.hot_key("F7")
    trp.drag("sov-22-army", "S13")
    trp.game.end_log()
    audit = audit_log(open_log(tmp_path / "a.vlog", trp.parts))
    assert [done.text for done in audit.acts][-2:] == ["spend sov-22-army", "retreat 3: sov-22-army S11 > S13"]
    assert [noted.finding.sentence for noted in audit.findings if noted.finding.verdict in ACCUSING] == []
