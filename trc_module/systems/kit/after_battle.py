"""Retreats of defenders, and advances into the hex that they have left."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.hexgrid import Hex, hexes
from trc_module.rules import retreats
from trc_module.rules.actions import Retreat
from trc_module.rules.battles import Battle, battle_numbered
from trc_module.rules.finding import Finding
from trc_module.rules.registry import RuleBook
from trc_module.rules.state import State, Trail
from trc_module.sentence import Sentence
from trc_module.systems.advancing import Advance
from trc_module.systems.kit.ground import KitGround
from trc_module.systems.kit.marks import Advanced, RolledLast
from trc_module.systems.kit.odds import result_of
from trc_module.systems.kit.owing import ends, owed, retreat_bounds, rule_of_retreats
from trc_module.systems.kit.possible import doubts_of_result
from trc_module.systems.kit.register import numbered
from trc_module.systems.kit.tables import Basics

"""The first words of the marks of an advance after a battle, and of the battle whose die was the last to be rolled."""


def register(book: RuleBook, basics: Basics) -> None:
    """Enter what a game has of this chapter."""
    if basics.retreat:
        numbered(book, far_enough, basics.retreat.rule)
        book.judge(Retreat)(far_enough)
        book.lister(Retreat)(ways_back)
    if basics.advance:
        numbered(book, into_the_empty_hex, basics.advance.rule)
        book.judge(Advance)(into_the_empty_hex)
        book.effect(Advance)(go_forward)
        book.lister(Advance)(advances)


def far_enough(game: KitGround, state: State, act: Retreat) -> Iterator[Finding]:
    """The defender retreats as far as the result says, out of enemy zones of control, into an empty hex."""
    battle, told = battle_numbered(state.battles, act.number), rule_of_retreats(game)
    if battle is None or _goes_back_right(game, state, battle, act):
        return
    tables = ("retreat", f"results.{battle.result}")
    facts = doubts_of_result(game, state, battle, lambda other: _goes_back_right(game, state, other, act))
    if act.unit not in owed(game, state, battle).retreat:
        text = Sentence("The result of battle {number} lets {unit} stay.", act.number, act.unit)
        yield game.against(told.rule, text, *tables, units=(act.unit,), facts=facts)
    else:
        goal, free = act.trail.hexes[-1], ends(game, state, battle, act.unit)
        name, legal = game.hex_name(goal), game.board.grid.names(free)
        said = Sentence("it could have gone to {legal}.", ", ".join(legal)) if legal else "it is eliminated."
        text = Sentence("{unit} may not retreat to {name}.", act.unit, name)
        zones = ("zones",) if told.zones == "shut" else ()
        yield game.against(told.rule, text, *tables, *zones, units=(act.unit,), hexes=(name,), legal=said, facts=facts)


def _goes_back_right(game: KitGround, state: State, battle: Battle, act: Retreat) -> bool:
    """Tell whether a retreat is one that the result of a battle asks for."""
    if act.unit not in owed(game, state, battle).retreat:
        return False
    bounds, least = retreat_bounds(game, state, act.unit), result_of(game, battle).retreat
    fits = retreats.fits(bounds, act.trail, least, rule_of_retreats(game).farthest)
    return fits and bool(ends(game, state, battle, act.unit) >> act.trail.hexes[-1] & 1)


def ways_back(game: KitGround, state: State) -> Iterator[Retreat]:
    """Yield the retreats that results ask for."""
    for battle in state.battles:
        due = owed(game, state, battle)
        for unit in () if due.steps else due.retreat:
            start, bounds = battle.places[unit], retreat_bounds(game, state, unit)
            least, most = result_of(game, battle).retreat, rule_of_retreats(game).farthest
            for goal in hexes(ends(game, state, battle, unit)):
                way = retreats.way(bounds, start, goal, least, most)
                if way is not None:
                    yield Retreat(battle.number, unit, Trail(way))


def _advanced(state: State, number: int) -> int:
    return len(Advanced.of(state, str(number)))


def into_the_empty_hex(game: KitGround, state: State, act: Advance) -> Iterator[Finding]:
    """Attackers may advance into the hex that their battle has emptied, before the next battle is rolled."""
    battle, told = battle_numbered(state.battles, act.number), game.basics.advance
    if battle is None or told is None:
        return
    site, goal = battle.places.get(battle.defenders[0]), act.trail.hexes[-1]
    text = ""
    if act.unit not in battle.attackers:
        text = Sentence("{unit} advanced; it did not attack in battle {number}.", act.unit, act.number)
    elif goal != site or len(act.trail.hexes) > 2:
        text = Sentence(
            "{unit} advanced to {goal}, which is not the hex of battle {number}.",
            act.unit,
            game.hex_name(goal),
            act.number,
        )
    elif game.enemies(state, game.side_of[act.unit]) >> goal & 1:
        text = Sentence("{unit} advanced to {goal}, where the defender is.", act.unit, game.hex_name(goal))
    elif _advanced(state, act.number) >= told.units:
        other = "another unit has" if told.units == 1 else Sentence("{units} others have", told.units)
        text = Sentence("{unit} advanced; {other} advanced after battle {number}.", act.unit, other, act.number)
    elif RolledLast(str(act.number)) not in state.marks:
        text = Sentence(
            "{unit} advanced after battle {number} when the next one had been rolled.", act.unit, act.number
        )
    if text:
        yield game.against(told.rule, text, "advance", units=(act.unit,))


def go_forward(game: KitGround, state: State, act: Advance) -> State:
    """Move a unit that advances."""
    count = _advanced(state, act.number)
    after = state.with_unit(game.side_of[act.unit], act.unit, act.trail.hexes[-1])
    return after.with_mark(Advanced(str(act.number), *([str(count)] if count else [])))


def advances(game: KitGround, state: State) -> Iterator[Advance]:
    """Yield the advances of attackers."""
    most = game.basics.advance.units if game.basics.advance else 0
    for battle in state.battles:
        site: Hex | None = battle.places.get(battle.defenders[0])
        if not battle.result or site is None or _advanced(state, battle.number) >= most:
            continue
        for unit in battle.attackers:
            at = state.place(unit)
            if isinstance(at, int) and not game.enemies(state, game.side_of[unit]) >> site & 1:
                yield Advance(battle.number, unit, Trail((at, site)))
