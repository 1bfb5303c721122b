"""A player's acts in a combat phase: targets, attacks, results, advances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from trc_module.games.nr.acts.combat import Counterblow, Shatter, Support, Target
from trc_module.games.nr.acts.rail import PlaceCadre
from trc_module.games.nr.cadres import is_cadre
from trc_module.games.nr.cards.grants import COUNTERATTACK, outstanding_demands
from trc_module.games.nr.combat.advancing import length_of, stops
from trc_module.games.nr.combat.battle import MARKERS, VOLUNTARY, kind_of, site_of, struck, targets
from trc_module.games.nr.combat.declaring import blows_owed
from trc_module.games.nr.combat.odds import odds_of, result_of
from trc_module.games.nr.combat.results import demands, ways_back
from trc_module.games.nr.data import CADRE, CADRES, OTHER_SIDE, SIDES
from trc_module.games.nr.marks import Answered
from trc_module.games.nr.players.choices import step_of, way_back
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Action, Attack, Lose, Retreat, RollCombat
from trc_module.rules.battles import Battle, battle_numbered
from trc_module.rules.state import State, Trail, UnitId
from trc_module.systems.advancing import Advance

if TYPE_CHECKING:
    import random

    from trc_module.games.nr.data import Nr
    from trc_module.games.nr.players.tastes import Taste

MOST_TARGETS = 5


class Commander(Protocol):
    """The player in a combat phase: the position as he sees it, his taste, and his cards."""

    game: Nr
    state: State
    taste: Taste
    rng: random.Random
    sides: tuple[str, ...]

    def paying(self, side: str, purpose: str, cards: int) -> Iterator[Action]:
        """Yield the discards that pay for something."""

    def events(self, side: str, *, rerolls: bool = False) -> Iterator[Action]:
        """Yield an event that a side uses now."""


class Fighting:
    """One combat phase."""

    def __init__(self, player: Commander) -> None:
        self.player, self.game = player, player.game

    @property
    def state(self) -> State:
        """The position as it is now."""
        return self.player.state

    def acts(self) -> Iterator[Action]:
        """Yield the acts of the phase; before each next one is asked for, the last is carried out."""
        side = self.state.clock.side
        if self.state.battles:
            yield from self._finished(self.state.battles[-1])
        elif not targets(self.state):
            yield from self._targets(side)
        yield from self._blows(OTHER_SIDE[side])
        for name in struck(self.game, self.state, OTHER_SIDE[side]):
            yield from self._fight(side, self.game.board.grid.hex(name), must=True)
        for name in targets(self.state):
            yield from self._fight(side, self.game.board.grid.hex(name), must=False)

    def _finished(self, battle: Battle) -> Iterator[Action]:
        """Yield what a battle still asks for that was begun before."""
        result = result_of(self.game, self.state, battle)
        if not result:
            yield from self._roll(battle.number)
        elif result != "CA":
            yield from self._carried_out(battle.number)

    def _targets(self, side: str) -> Iterator[Action]:
        enemy = OTHER_SIDE[side]
        found = [at for at in self.state.forces[enemy].stacks if self._near(side, at, VOLUNTARY)]
        self.player.rng.shuffle(found)
        most = min(self.game.allotments.on(f"{side}-targets", self.state.clock.turn), MOST_TARGETS)
        chosen = 0
        for at in found:
            stack = self.game.stack(self.state, enemy, at)
            near = self._near(side, at, VOLUNTARY)
            if chosen < most and self.player.taste.attackers(self.state, 99, near, stack) is not None:
                yield Target(stack[0])
                chosen += 1

    def _near(self, side: str, at: Hex, kind: str) -> list[UnitId]:
        """Return the units that may attack a hex."""
        fought = {unit for battle in self.state.battles for unit in battle.attackers}
        near = [u for h in hexes(self.game.reach.of[at]) for u in self.game.stack(self.state, side, h)]
        return [
            unit
            for unit in near
            if unit not in fought
            and (
                kind != VOLUNTARY
                or not (self.game.is_fortress(self.state, unit) or self.game.arm(self.state, unit) == CADRE)
            )
        ]

    def _blows(self, side: str) -> Iterator[Action]:
        """Yield the counterblows that the defender buys, if he is played here."""
        if side not in self.player.sides:
            return
        marked = [self.game.board.grid.hex(name) for name in targets(self.state)]
        for at, stack in list(self.state.forces[side].stacks.items()):
            near = self._near(OTHER_SIDE[side], at, VOLUNTARY)
            if at not in marked and near and self.player.taste.may(0.05):
                yield from self.player.paying(side, "counterblow", 1)
                yield Counterblow(stack[0])

    def _fight(self, side: str, at: Hex, *, must: bool) -> Iterator[Action]:
        defenders = self.game.stack(self.state, OTHER_SIDE[side], at)
        if not defenders:
            return
        name = self.game.hex_name(at)
        is_struck = name in struck(self.game, self.state, OTHER_SIDE[side])
        near = self._near(side, at, "" if is_struck else VOLUNTARY)
        number = len(self.state.battles) + 1
        attack = self.player.taste.attackers(self.state, number, near, defenders)
        if attack is None and must and near:
            attack = Attack(number, tuple(near), defenders)
        if attack is not None:
            yield from self._battle(attack)

    def _battle(self, attack: Attack) -> Iterator[Action]:
        yield attack
        side = self.game.side_of[attack.attackers[0]]
        given = int(self.game.printed(self.state.clock.turn, MARKERS[side]) or 0)
        if given > self.state.used.get(f"{side} support", 0) and self.player.taste.may(0.4):
            yield Support(attack.number, 1)
        for each in (side, OTHER_SIDE[side]):
            yield from self.player.events(each)
        yield from self._roll(attack.number)

    def _roll(self, number: int) -> Iterator[Action]:
        battle = battle_numbered(self.state.battles, number)
        assert battle is not None
        if not result_of(self.game, self.state, battle):
            die, odds = self.player.rng.randint(1, 6), odds_of(self.game, self.state, battle)
            sure = odds is not None and len(odds.possible) == 1 and not odds.is_open and odds.final
            column = odds.final if odds is not None and sure and self.player.taste.may(0.5) else ""
            yield RollCombat(number, die, column)
            for side in SIDES:
                yield from self.player.events(side, rerolls=True)
            if not result_of(self.game, self.state, self._now(number)):
                yield RollCombat(number, self.player.rng.randint(1, 6))
        yield from self._carried_out(number)

    def _carried_out(self, number: int) -> Iterator[Action]:
        battle = self._now(number)
        result = result_of(self.game, self.state, battle)
        if not result:
            # Its factors are not known, or an event has taken the roll back: nothing follows.
            return
        if result == "CA":
            yield from self._answer(battle)
        elif result == "CB":
            standing = [u for u in battle.attackers if isinstance(self.state.place(u), int)]
            if standing and any(True for _ in blows_owed(self.game, self.state, standing[0])):
                yield Counterblow(standing[0])
        else:
            yield from self._steps(number)
            yield from self._retreats(number)
            yield from self._cadre(number)
            yield from self._advances(number)

    def _now(self, number: int) -> Battle:
        battle = battle_numbered(self.state.battles, number)
        assert battle is not None
        return battle

    def _steps(self, number: int) -> Iterator[Action]:
        wanted = demands(self.game, self.state, self._now(number))
        if wanted.attackers:
            units = [u for u in self._now(number).attackers if isinstance(self.state.place(u), int)]
            elite = [u for u in units if self._elite(u)]
            yield from self._step(number, self.player.rng.choice(elite or units))
        wanted = demands(self.game, self.state, self._now(number))
        payers = list(wanted.defenders)
        for unit in payers[:1] if wanted.exchange else payers:
            yield from self._step(number, unit)

    def _elite(self, unit: UnitId) -> bool:
        options = self.state.options
        shock = "15.2" in options and self.game.arm(self.state, unit) == "shock"
        return shock or ("15.1" in options and unit == "ger-ss-pz")

    def _step(self, number: int, unit: UnitId) -> Iterator[Action]:
        yield step_of(self.game, self.state, number, unit)

    def _retreats(self, number: int) -> Iterator[Action]:
        for unit in demands(self.game, self.state, self._now(number)).retreats:
            goals = list(hexes(ways_back(self.game, self.state, unit, sure=False)))
            self.player.rng.shuffle(goals)
            # A retreat that comes through a hex twice looks on the table like a slip of the hand.
            ways = filter(None, (way_back(self.game, self.state, unit, goal) for goal in goals))
            trail = next((each for each in ways if len(set(each.hexes)) == len(each.hexes)), None)
            if trail is None:
                yield Lose(number, unit)
            else:
                yield Retreat(number, unit, trail)
        for unit in demands(self.game, self.state, self._now(number)).shattered:
            yield Shatter(number, unit)

    def _cadre(self, number: int) -> Iterator[Action]:
        battle = self._now(number)
        if "15.3" not in self.state.options or result_of(self.game, self.state, battle) not in ("DD", "EX"):
            return
        for unit in battle.lost:
            side, at = self.game.side_of[unit], battle.places.get(unit)
            if (
                at is None
                or self.game.held(self.state, OTHER_SIDE[side]) >> at & 1
                or is_cadre(self.game, self.state, unit)
            ):
                continue
            waiting = self.state.forces[side].stack(CADRES)
            if waiting and self.player.taste.may(0.6):
                yield PlaceCadre(waiting[0], at)
                return

    def _advances(self, number: int) -> Iterator[Action]:
        battle = self._now(number)
        at = site_of(self.state, battle)
        side = self.game.side_of[battle.attackers[0]]
        if at is None or result_of(self.game, self.state, battle) == "NE":
            return
        for unit in battle.attackers:
            here = self.state.place(unit)
            held = self.game.held(self.state, OTHER_SIDE[side])
            if not isinstance(here, int) or held >> at & 1 or self.game.is_fortress(self.state, unit):
                continue
            if unit == "fin" or not self._free(side, at) or not self.player.taste.may(0.7):
                continue
            yield Advance(number, unit, Trail(tuple(self._advance(unit, side, here, at))))

    def _free(self, side: str, at: Hex) -> bool:
        return len(self.game.stack(self.state, side, at)) < 1

    def _advance(self, unit: UnitId, side: str, here: Hex, at: Hex) -> list[Hex]:
        found, limit = [here, at], length_of(self.game, self.state, unit)
        held = self.game.held(self.state, OTHER_SIDE[side]) | self.game.held(self.state, side)
        most = 1 if limit is None else limit[0]
        while len(found) <= most and not stops(self.game, found[-1]) and self.player.taste.may(0.5):
            onward = list(hexes(self.game.board.walk.of[found[-1]] & ~held))
            if not onward:
                break
            found.append(self.player.rng.choice(onward))
        return found

    def _answer(self, battle: Battle) -> Iterator[Action]:
        """Yield the counterattack of the defenders on one hex of attackers, if they like to and are played here."""
        if not battle.defenders or self.game.side_of[battle.defenders[0]] not in self.player.sides:
            return
        asked = any(
            number == battle.number
            for side in SIDES
            for number, _ in outstanding_demands(self.state, side, COUNTERATTACK)
        )
        if Answered(str(battle.number)) in self.state.marks or not (asked or self.player.taste.may(0.5)):
            return
        own = tuple(unit for unit in battle.defenders if isinstance(self.state.place(unit), int))
        places = [at for at in (self.state.place(unit) for unit in battle.attackers) if isinstance(at, int)]
        if not own or not places:
            return
        stack = self.game.stack(self.state, self.game.side_of[battle.attackers[0]], places[0])
        attack = Attack(len(self.state.battles) + 1, own, stack)
        assert kind_of(self.game, self.state, attack) == "counterattack"
        yield from self._battle(attack)
