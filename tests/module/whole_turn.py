"""A turn of both sides, played by hand in the real engine: for the film of it, and for the test that counts its clicks.

From the suggested deployment of the campaign: three battles of the Axis in its first impulse and one in its second, a
Russian replacement, a Russian attack in both impulses, and the first arrival of the next turn. All of it is legal: the
log that comes of it is audited.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from tests.module.hand import Hand
from trc_module.module.battle import ROLE

DEPLOYED = "campaign-deployed.vsav"
"""The file of the set-up that it begins with."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle: what is attacked, the die, and what the players do after it."""

    name: str
    target: str
    die: int
    lost: tuple[str, ...] = ()
    retreats: tuple[tuple[str, str], ...] = ()
    air: str = ""
    attackers: tuple[str, ...] = ()
    """The attackers, where a player picks them and rolls with one key; empty if all next to the target attack."""


Moves = tuple[tuple[str, str], ...]

AXIS_MOVES: tuple[Moves, Moves] = (
    (
        ("ger-24-pz", "I22"),
        ("ger-39-pz", "I22"),
        ("ger-8-inf", "I22"),
        ("ger-5-inf", "K23"),
        ("ger-6-inf", "K23"),
        ("ger-13-inf", "K23"),
        ("ger-14-pz", "P25"),
        ("ger-4-inf", "P25"),
        ("ger-52-mot", "P25"),
    ),
    (
        ("ger-41-pz", "I21"),
        ("ger-46-pz", "I21"),
        ("ger-47-pz", "I21"),
        ("ger-14-pz", "O23"),
        ("ger-hq-center", "I23"),
    ),
)
AXIS_BATTLES: tuple[tuple[Battle, ...], tuple[Battle, ...]] = (
    (
        Battle("bialystok", "rus-3-inf", 4, lost=("rus-3-inf",)),
        Battle("brest", "rus-10-inf", 2, retreats=(("rus-10-inf", "L21"),), air="ger-stuka-1"),
        Battle("lutsk", "rus-5-inf", 3, lost=("ger-52-mot", "rus-5-inf")),
    ),
    (Battle("grodno", "rus-4-inf", 3, lost=("rus-4-inf",), attackers=("ger-41-pz", "ger-46-pz", "ger-47-pz")),),
)
RUSSIAN_MOVES: tuple[Moves, Moves] = (
    (("rus-26-inf", "Q24"), ("rus-5-cav", "Q24"), ("rus-12-inf", "Q25"), ("rus-3-tank", "Q25")),
    (("rus-4-tank", "R26"),),
)
RUSSIAN_BATTLES: tuple[tuple[Battle, ...], tuple[Battle, ...]] = (
    (Battle("kovel", "ger-4-inf", 2),),
    (Battle("kovel-again", "ger-4-inf", 4, retreats=(("ger-4-inf", "N24"),)),),
)
REPLACED: tuple[str, str] = ("rus-3-inf", "AA14")
ARRIVES: tuple[str, str] = ("ger-40-pz", "K33")


def unseen(scene: str) -> None:
    """Let a scene go by without a picture."""


@dataclass
class WholeTurn:
    """The turn; `scene` hears what is to be seen after each of its parts."""

    hand: Hand
    scene: Callable[[str], None] = unseen
    clicks: dict[str, int] = field(default_factory=dict)
    """The number of clicks for each part, in the order of play."""
    steps: list[str] = field(default_factory=list)
    """The texts of the turn tracker."""
    badges: dict[str, list[str]] = field(default_factory=dict)
    """The units with the badge of a battle at the end of each player turn."""

    def play(self) -> None:
        """Play it, from the weather of turn 1 to the first movement of turn 2."""
        for number in (0, 1):
            self._impulse(f"axis-{number + 1}", AXIS_MOVES[number], AXIS_BATTLES[number])
        self._end("axis-end")
        self.hand.player.game.change_side("Russian")
        for number in (0, 1):
            self._impulse(f"russian-{number + 1}", RUSSIAN_MOVES[number], RUSSIAN_BATTLES[number], first=number == 0)
        self._end("russian-end")
        self.hand.player.game.change_side("Axis")
        self._step("turn-2-weather")
        self._step("turn-2-movement")
        self._part("arrivals", lambda: self.hand.button("arrivals"))
        self._part("arrival", lambda: self._arrives(*ARRIVES, "ctrl I", "axis-order-of-battle"))

    def _impulse(self, name: str, moves: Moves, battles: tuple[Battle, ...], *, first: bool = False) -> None:
        self._step(f"{name}-begins")
        if first:
            self._part("replacement", lambda: self._arrives(*REPLACED, "ctrl J", "pools"))
        self._part(f"{name}-movement", partial(self._moves, moves))
        self._step(f"{name}-combat")
        for battle in battles:
            self._battle(battle)

    def _moves(self, moves: Moves) -> None:
        for unit, hex_ in moves:
            self.hand.drag(unit, hex_)

    def _battle(self, battle: Battle) -> None:
        hand, name = self.hand, battle.name
        if battle.air:
            self._part(f"air-{name}", lambda: self._flies(battle.air))
        hand.player.game.load_dice(battle.die)
        if battle.attackers:
            self._part(f"attack-and-roll-{name}", lambda: hand.pick_and_press(battle.attackers, "F4"))
        else:
            self._part(f"attack-{name}", lambda: hand.select_and_press(battle.target, "ctrl Q"))
            self._part(f"roll-{name}", lambda: hand.press("F7"))
        for unit in battle.lost:
            self._part(f"lost-{unit}", partial(hand.click_badge, unit))
        for unit, hex_ in battle.retreats:
            self._part(f"retreat-{unit}", partial(hand.drag, unit, hex_))

    def _flies(self, unit: str) -> None:
        """Open the window with the box of an aircraft, choose who lends it, and close the window."""
        self.hand.button("pools")
        self.hand.select_and_press(unit, "ctrl 1")
        self.scene("pools")
        self.hand.button("pools")

    def _arrives(self, unit: str, hex_: str, key: str, window: str) -> None:
        """Open the window with a unit, say how it comes, drag it onto the map, and close the window."""
        self.hand.button(window)
        self.scene(window)
        self.hand.select_and_press(unit, key)
        self.hand.drag(unit, hex_)
        self.hand.button(window)

    def _end(self, name: str) -> None:
        self._step(name)
        pieces = self.hand.player.game.pieces()
        self.badges[name] = [p.properties["unit"] for p in pieces if p.properties.get(ROLE, "1") != "1"]

    def _step(self, name: str) -> None:
        self._part(name, lambda: self.steps.append(self.hand.next_step()))

    def _part(self, name: str, do: Callable[[], object]) -> None:
        self.hand.clicks = 0
        do()
        self.clicks[name] = self.hand.clicks
        self.scene(name)
