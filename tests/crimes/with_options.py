"""Crimes against options: each breaks one rule of an option in a legal game that is played with it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.crimes.crime import Scene
from tests.crimes.trial import Tally, enter
from trc_module.declarations.seals import seal_of
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.games.trc.acts.bids import Bid
from trc_module.games.trc.acts.chits import Bomb, DrawChit, ShowChit
from trc_module.games.trc.acts.evacuation import Evacuate
from trc_module.games.trc.acts.fortresses import Fortify
from trc_module.games.trc.acts.movement import Strategic
from trc_module.games.trc.acts.prisoners import Recover
from trc_module.games.trc.data import AXIS, RUSSIAN
from trc_module.games.trc.marks import BidMade
from trc_module.games.trc.movement.restrictions import ON_FOOT
from trc_module.games.trc.players import played_on
from trc_module.games.trc.variants.political_chits import ChitDrawn, ChitShown, shown
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action, Attack, End, Enter, Move
from trc_module.rules.selfplay import self_play

OPTIONS = frozenset({"26.2", "26.5", "26.8", "26.9", "26.10", "26.12", "26.13", "28.7"})
Plant = Callable[[Scene], Iterator[tuple[str, Action]]]
BOOK: dict[str, Plant] = {}


def crime(name: str) -> Callable[[Plant], Plant]:
    """Enter a way to break a rule of an option."""

    def enter(plant: Plant) -> Plant:
        assert name not in BOOK
        BOOK[name] = plant
        return plant

    return enter


def _places(scene: Scene, *kinds: str) -> Iterator[tuple[str, Hex]]:
    yield from ((unit, at) for unit, at in scene.units() if scene.game.units[unit].type in kinds)


@crime("another bid after the first")
def a_second_bid(scene: Scene) -> Iterator[tuple[str, Action]]:
    for points in BidMade.firsts(scene.state):
        yield "26.8a", Bid(int(points) + 1)


@crime("a fortress in a minor city")
def a_minor_fortress(scene: Scene) -> Iterator[tuple[str, Action]]:
    if scene.state.clock.phase == "end":
        minor = scene.game.board.city_hexes & ~scene.game.board.major_cities
        yield from (("26.9", Fortify(at)) for _, at in _places(scene, *ON_FOOT) if minor >> at & 1)


@crime("a fortress before the turn ends")
def an_early_fortress(scene: Scene) -> Iterator[tuple[str, Action]]:
    if scene.state.clock.phase == "movement":
        major = scene.game.board.major_cities
        yield from (("26.9", Fortify(at)) for _, at in _places(scene, *ON_FOOT) if major >> at & 1)


@crime("a strategic move in the second impulse")
def a_late_strategic_move(scene: Scene) -> Iterator[tuple[str, Action]]:
    act = scene.act
    if isinstance(act, Move) and scene.state.clock.part == 2 and act.unit not in scene.state.trails:
        yield "26.10", Strategic(act.unit, act.trail)


@crime("a strategic move on the first turn")
def an_early_strategic_move(scene: Scene) -> Iterator[tuple[str, Action]]:
    act = scene.act
    if isinstance(act, Move) and scene.state.clock.turn == 1 and act.unit not in scene.state.trails:
        yield "26.10", Strategic(act.unit, act.trail)


@crime("a recovery before May 1943")
def an_early_recovery(scene: Scene) -> Iterator[tuple[str, Action]]:
    if isinstance(scene.act, End) and scene.side == RUSSIAN and scene.state.clock.phase == "movement":
        yield from (("26.12a", Recover(unit)) for unit in scene.state.forces[RUSSIAN].stack("surrendered"))


@crime("an evacuation before September 1941")
def an_early_evacuation(scene: Scene) -> Iterator[tuple[str, Action]]:
    clock = scene.state.clock
    if clock.turn < 3 and clock.side == RUSSIAN and clock.phase == "movement":
        yield from (("26.2.1|26.2.3c", Evacuate(unit)) for unit, _ in _places(scene, "worker"))


@crime("guns that do not attack")
def idle_guns(scene: Scene) -> Iterator[tuple[str, Action]]:
    if isinstance(scene.act, Attack):
        others = [unit for unit, _ in scene.units() if unit not in scene.act.attackers]
        yield from (("26.5.3", replace(scene.act, guns=(unit,))) for unit in others[:1])


@crime("a barrage before 1943")
def an_early_barrage(scene: Scene) -> Iterator[tuple[str, Action]]:
    if isinstance(scene.act, Attack) and scene.side == RUSSIAN and scene.state.clock.turn < 11:
        yield "26.13", replace(scene.act, air=(), guns=(), barrage=True)


@crime("a second chit")
def a_second_chit(scene: Scene) -> Iterator[tuple[str, Action]]:
    for mark in ChitShown.all(scene.state):
        yield "28.7", ShowChit(mark.side, "1" if mark.chit != "1" else "2")


@crime("a chit drawn when play has begun")
def a_late_draw(scene: Scene) -> Iterator[tuple[str, Action]]:
    if scene.state.clock.phase == "movement":
        yield "28.7", DrawChit(AXIS, seal_of("3", "late"))


@crime("a chit that was not drawn")
def another_chit(scene: Scene) -> Iterator[tuple[str, Action]]:
    for mark in ChitDrawn.all(scene.state):
        if not ChitShown.of(scene.state, mark.side):
            right = next((chit for chit in "123456" if seal_of(chit, mark.side) == mark.seal), "")
            yield "28.7", ShowChit(mark.side, "4" if right != "4" else "5", mark.side)


@crime("bombers without their chit")
def bombers_of_nobody(scene: Scene) -> Iterator[tuple[str, Action]]:
    clock = scene.state.clock
    if clock.side == RUSSIAN and clock.phase == "movement" and not shown(scene.state, AXIS, "2"):
        yield "28.7-G2", Bomb(4)


@crime("Yugoslavs without their chit")
def yugoslavs_of_nobody(scene: Scene) -> Iterator[tuple[str, Action]]:
    clock = scene.state.clock
    if (clock.turn, clock.side, clock.part, clock.phase) == (2, AXIS, 2, "movement"):
        edge = scene.game.board.edges["west"] & ~scene.state.forces[AXIS].occupied
        if not shown(scene.state, AXIS, "1"):
            yield "28.7-G1b|5.5", Enter("yug-2-inf", Hex(edge.bit_length() - 1))


def plant(seeds: range, turns: int, each: int) -> dict[str, Tally]:
    """Plant the crimes in legal games, and return what became of them."""
    game = find_game("trc", OPTIONS)
    assert isinstance(game, TrcGame)
    tallies = {name: Tally() for name in BOOK}
    for seed in seeds:
        rng, left = random.Random(f"crimes {seed}"), dict.fromkeys(BOOK, each)
        state = game.start("campaign", OPTIONS)
        for told, after in self_play(game, state, game.player("random", seed), turns, played_on):
            scene = Scene(game, state, told.action, rng)
            for name, plants in BOOK.items():
                if not left[name] or rng.random() < 0.5:
                    continue
                found = next(plants(scene), None)
                if found is not None and enter(game, state, (found[0], (found[1],)), tallies[name]):
                    left[name] -= 1
            state = after
    return tallies
