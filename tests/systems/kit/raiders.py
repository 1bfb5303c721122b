"""Rules that the kit has never seen: cavalry withdraws, towns count turn by turn, foot and horse are supplied apart."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from trc_module.rules.actions import End
from trc_module.rules.battles import battle_numbered, with_battle
from trc_module.rules.finding import Finding
from trc_module.rules.score import Score, Winner
from trc_module.rules.state import State
from trc_module.systems.advancing import Going
from trc_module.systems.kit import Kit, KitGame
from trc_module.systems.kit.acts import going


@dataclass(frozen=True, slots=True)
class Withdraw(Going):
    """Leave a battle before its die."""


class Game(KitGame):
    own_marks = KitGame.own_marks | {"held": "a turn, a side, and the towns that it held"}  # type: ignore[operator]

    def in_supply(self, state: State, unit: str) -> bool:
        at, towns = state.place(unit), self.board.city_hexes & ~self.enemies(state, self.side_of[unit])
        if self.units[unit].type == "horse":  # it grazes
            return isinstance(at, int) and self.board.terrain[at].id == "clear"
        return isinstance(at, int) and bool(self.board.walk.flood(towns, 3) >> at & 1)

    def strength(self, state: State, unit: str) -> int:
        return super().strength(state, unit) // (1 if self.in_supply(state, unit) else 2)

    def score(self, state: State) -> Score:
        points = {side: sum(int(m[3]) for m in state.marks if m[0] == "held" and m[2] == side) for side in self.sides}
        best = max(self.sides, key=lambda side: points[side])
        won = (Winner(best, "5.2", f"points: {points}", claimed=False),) if state.clock.turn > self.track.last else ()
        return Score(state.scenario, state.clock, None, 0, 0, (), won, (f"points: {points}",), ())


kit = Kit(Path(__file__).parents[1], __package__, Game, [going("5", "withdraw", Withdraw, "A unit leaves a battle.")])
load = kit.load
kit.book.rule("5.2")(Game.score)
kit.book.rule("5.3")(Game.in_supply)


@kit.book.check("5.1", Withdraw)
def two_hexes_before_the_die(game: Game, state: State, act: Withdraw) -> Iterator[Finding]:
    battle, way = battle_numbered(state.battles, act.number), act.trail.hexes
    if battle is None or battle.result or act.unit not in battle.defenders or game.units[act.unit].type != "horse":
        yield game.against("5.1", f"{act.unit} withdrew: attacked horse may, before the die.", units=(act.unit,))
    elif len(way) != 3 or game.enemies(state, game.side_of[act.unit]) & sum(1 << at for at in set(way)):
        yield game.against("5.1", f"{act.unit} did not withdraw two hexes clear of enemies.", units=(act.unit,))


@kit.book.effect(Withdraw)
def withdraw(game: Game, state: State, act: Withdraw) -> State:
    after = state.with_unit(game.side_of[act.unit], act.unit, act.trail.hexes[-1])
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return after
    left = tuple(unit for unit in battle.defenders if unit != act.unit)
    rest = tuple(one for one in state.battles if one is not battle)
    return after.changed(battles=with_battle(state.battles, replace(battle, defenders=left)) if left else rest)


@kit.book.effect(End)
def count_towns(game: Game, state: State, act: End) -> State:
    if game.sequence.after(state.clock).turn == state.clock.turn:
        return state
    held = {side: (force.occupied & game.board.city_hexes).bit_count() for side, force in state.forces.items()}
    for side, towns in held.items():
        state = state.with_mark(("held", str(state.clock.turn), side, str(towns)))
    return state
