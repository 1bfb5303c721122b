"""Advances after combat (10.8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from trc_module.facts import Fact
from trc_module.games.nr.cards.effects import ADVANCE as LIMITED
from trc_module.games.nr.cards.effects import battle_effects, opened
from trc_module.games.nr.combat.battle import site_of
from trc_module.games.nr.data import CLEAR, COMBAT, MUD, OTHER_SIDE, SNOW, Nr, assumed, book
from trc_module.games.nr.marks import Advanced
from trc_module.games.nr.movement import FINN
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.battles import battle_numbered
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import hexes_told
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.advancing import Advance

FAR, OF_ARMOR = 2, 1
"""Hexes of an advance where nothing shortens it, and those more of armor in clear weather (10.8.2)."""


@book.check("10.8", Advance)
def advance(game: Nr, state: State, act: Advance) -> Iterator[Finding]:
    """Attackers advance into the hex that their battle has emptied, each once."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or opened(state, "10.8"):
        return
    at = site_of(state, battle)
    first = act.trail.hexes[1] if len(act.trail.hexes) > 1 and 0 not in act.trail.gaps else None
    name = game.hex_name(act.trail.hexes[-1])
    if state.clock.phase != COMBAT or act.unit not in battle.attackers:
        text = Sentence("{unit} advanced to {name}; it did not attack in battle {number}.", act.unit, name, act.number)
        yield violation("10.8", text, units=(act.unit,), hexes=(name,))
    elif at is None or game.held(state, OTHER_SIDE[game.side_of[act.unit]]) >> at & 1:
        text = Sentence(
            "{unit} advanced to {name}; the defenders of battle {number} are still there.", act.unit, name, act.number
        )
        yield violation("10.8", text, units=(act.unit,), hexes=(name,))
    elif first is not None and first != at:
        text = Sentence(
            "{unit} advanced into {first}; battle {number} was about {at}.",
            act.unit,
            game.hex_name(first),
            act.number,
            game.hex_name(at),
        )
        yield violation("10.8", text, units=(act.unit,), hexes=(game.hex_name(first),))
    elif Advanced(str(act.number), act.unit) in state.marks:
        text = Sentence("{unit} advanced a second time after battle {number}.", act.unit, act.number)
        yield violation("10.8", text, units=(act.unit,), hexes=(name,))
    else:
        yield from _on_its_way(game, state, act)


def _on_its_way(game: Nr, state: State, act: Advance) -> Iterator[Finding]:
    trail, side = act.trail, game.side_of[act.unit]
    enemies = game.held(state, OTHER_SIDE[side])
    for i, (a, b) in enumerate(pairwise(trail.hexes)):
        far, name = game.hex_name(b), (game.hex_name(a), game.hex_name(b))
        if i not in trail.gaps and not game.board.walk.of[a] >> b & 1:
            yield violation(
                "10.8", Sentence("{unit} advanced to {far}, over a lake.", act.unit, far), units=(act.unit,), hexes=name
            )
        if enemies >> b & 1:
            yield violation(
                "10.8",
                Sentence("{unit} advanced to {far}, onto an enemy.", act.unit, far),
                units=(act.unit,),
                hexes=(far,),
            )
        if i and i not in trail.gaps and i - 1 not in trail.gaps and stops(game, a):
            text = Sentence("{unit} advanced on from {name}, where an advance stops.", act.unit, name[0])
            yield violation("10.8.1", text, units=(act.unit,), hexes=name, facts=(game.board.terrain_fact(a),))
    yield from _too_far(game, state, act)


def stops(game: Nr, at: Hex) -> bool:
    """Tell whether an advance stops in the hex that it has come to: in rough ground, or at an objective."""
    rough = "stops-advance" in game.ground.terrain[game.board.terrain[at].id].tags
    return rough or bool(game.objectives >> at & 1)


@book.rule("6f", "10.8.1")
def length_of(game: Nr, state: State, unit: UnitId) -> tuple[int, str, tuple[Fact, ...]] | None:
    """Return how many hexes a unit may advance, the rule that says so, and the data; None if the weather is unknown."""
    weather = game.weather(state)
    if weather is None:
        return None
    if game.is_cut_off(state, unit):
        return 1, "6f", ()
    if weather == SNOW:
        return FAR, "13.1h", ()
    if weather != CLEAR:
        return 1, "13.1d" if weather == MUD else "10.8.1", ()
    why = "the booklet says that snow limits it to two hexes and that armor has one more in clear weather"
    far = FAR + (OF_ARMOR if has_more(game, state, unit) else 0)
    return far, "10.8.2", (assumed("an advance is of two hexes at most in clear weather", why),)


@book.rule("10.8.2", "14.3b")
def has_more(game: Nr, state: State, unit: UnitId) -> bool:
    """Tell whether a unit advances a hex further in clear weather: armor does."""
    return game.has_armor(state, unit)


@book.rule("13.1d", "13.1h")
def _too_far(game: Nr, state: State, act: Advance) -> Iterator[Finding]:
    """Tell of a unit that has advanced further than the weather lets it, or to where no way of an advance leads."""
    unknown = assumed("no unit advances further than armor in clear weather", "the weather of the turn is unknown")
    most, rule, facts = length_of(game, state, act.unit) or (FAR + OF_ARMOR, "10.8.2", (unknown,))
    by_event, limit = by_events(state, act, most, rule)
    most, rule, facts = (by_event, limit, ()) if limit == "5k" else (by_event, rule, facts)
    # A stretch of unknown way is at least as long as the hexes lie apart.
    gone = sum(_apart(game, a, b) if i in act.trail.gaps else 1 for i, (a, b) in enumerate(pairwise(act.trail.hexes)))
    if gone > most:
        text = Sentence("{unit} advanced {gone}; it may advance {most}.", act.unit, hexes_told(gone), most)
        yield violation(rule, text, units=(act.unit,), facts=facts)
        return
    battle = battle_numbered(state.battles, act.number)
    at = None if battle is None else site_of(state, battle)
    goal = act.trail.hexes[-1]
    if act.trail.gaps and at is not None and not within(game, state, act, at, most) >> goal & 1:
        name = game.hex_name(goal)
        through = game.hex_name(at)
        text = Sentence(
            "{unit} advanced to {name}, to which no advance of {most} leads through {through}.",
            act.unit,
            name,
            hexes_told(most),
            through,
        )
        yield violation("10.8.1", text, units=(act.unit,), hexes=(name,), facts=facts)


def by_events(state: State, act: Advance, most: int, rule: str) -> tuple[int, str]:
    """Return how far events let a unit advance, and the rule: one hex at most, or one more for a stack."""
    found = [each for each in battle_effects(state, act.number) if each.what == LIMITED]
    more = sum(int(each.value) for each in found if each.value.startswith("+"))
    limits = [int(each.value) for each in found if not each.value.startswith("+") and each.sure]
    if limits and min(limits) < most + more:
        return min(limits), "5k"
    return most + more, rule


def _apart(game: Nr, a: Hex, b: Hex) -> int:
    """Return how many hexes at least lie between two; an area joins hexes that are no neighbours."""
    if game.board.walk.joined(a, b) or game.areas & (1 << a | 1 << b):
        return 1
    return game.board.grid.distance(a, b)


def within(game: Nr, state: State, act: Advance, at: Hex, most: int) -> HexSet:
    """Return the hexes to which an advance of so many hexes leads that begins with the emptied hex."""
    enemies = game.held(state, OTHER_SIDE[game.side_of[act.unit]])
    found = edge = 1 << at
    for _ in range(most - 1):
        fresh: HexSet = 0
        for a in hexes(edge):
            if not stops(game, a):
                fresh |= game.board.walk.of[a]
        fresh &= ~(found | enemies)
        found |= fresh
        edge = fresh
    return found


@book.judge(Advance)
def the_finn_stays(game: Nr, state: State, act: Advance) -> Iterator[Finding]:
    """The Finn does not advance out of Finland, nor any fort out of its hex."""
    name = game.hex_name(act.trail.hexes[-1])
    if act.unit == FINN:
        yield violation(
            "14.1d", Sentence("{unit} left Finland for {name}.", act.unit, name), units=(act.unit,), hexes=(name,)
        )
    elif game.is_fortress(state, act.unit):
        yield violation(
            "10.8",
            Sentence("{unit} is a fort, and advanced to {name}.", act.unit, name),
            units=(act.unit,),
            hexes=(name,),
        )


@book.effect(Advance)
def go(game: Nr, state: State, act: Advance) -> State:
    """Move a unit, and remember that it has advanced."""
    after = state.with_unit(game.side_of[act.unit], act.unit, act.trail.hexes[-1])
    return after.with_mark(Advanced(str(act.number), act.unit))
