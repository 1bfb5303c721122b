"""Ways to break the rules of The Russian Portfolio, planted in legal games: `python -m tests.games.crime_books trp`.

The games are played with made-up numbers (`form.py`), so that columns, results and factors can be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.crimes.planting import BookOf, Planted, SceneOf
from trc_module.games.trp.actions import (
    Advance,
    Amphibious,
    Becomes,
    Cancel,
    Command,
    Decline,
    Disperse,
    Exchange,
    FallBack,
    Hold,
    Produce,
    Recover,
    Redeploy,
    Remove,
    Spend,
    Stand,
    StateColumn,
    StateResult,
    Stop,
    Win,
)
from trc_module.games.trp.acts import COLUMNS, LOST, ORDERED, OVERRUN
from trc_module.games.trp.data import USSR
from trc_module.games.trp.game import PortfolioGame
from trc_module.games.trp.ground import enemy_of, is_strong
from trc_module.games.trp.odds import BattleColumn, column_of
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Attack, End, Enter, Lose, Move, Retreat, RollCombat
from trc_module.rules.battles import battle_numbered
from trc_module.rules.state import Trail, UnitId
from trc_module.systems.statuses import status_of
from trc_module.systems.weather import weather_of

Scene = SceneOf[PortfolioGame]
BOOK = BookOf[PortfolioGame](
    {"Move": 0.2, "End": 0.5, "Attack": 0.4, "RollCombat": 0.4, "Recover": 0.1}, scenario="22jun41"
)
crime = BOOK.crime


def _phase(scene: Scene, name: str) -> bool:
    return scene.state.clock.phase == name


def _able(scene: Scene) -> list[tuple[UnitId, Hex]]:
    """Return the units of the side to play that are neither Spent nor Dispersed nor have recovered."""
    gone = {mark[1] for mark in scene.state.marks if mark[0] in ("recovered", "acted", "moved", "attacked")}
    return [(unit, at) for unit, at in scene.units() if not status_of(scene.state, unit) and unit not in gone]


def _near(scene: Scene, at: Hex) -> list[Hex]:
    return list(hexes(scene.game.board.walk.of[at]))


def _free(scene: Scene, at: Hex) -> list[Hex]:
    """Return the hexes beside one without units."""
    taken = scene.state.forces["axis"].occupied | scene.state.forces["soviet"].occupied
    return [hex_ for hex_ in _near(scene, at) if not taken >> hex_ & 1]


def _stacks_beside(scene: Scene, at: Hex) -> list[tuple[UnitId, ...]]:
    enemy = scene.state.forces[enemy_of(scene.side)]
    return [tuple(enemy.stack(hex_)) for hex_ in _near(scene, at) if enemy.occupied >> hex_ & 1]


def _next(scene: Scene) -> int:
    return 1 + max((battle.number for battle in scene.state.battles), default=0)


# ------------------------------------------------------------------- stacking, moves


@crime("three units in a hex", Move)
def three_in_a_hex(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Move)
    own = scene.state.forces[scene.side]
    at = act.trail.hexes[0]
    for goal in _near(scene, at):
        stack = own.stack(goal)
        fronts = any(scene.game.units[unit].type == "front" for unit in (*stack, act.unit))
        move = Move(act.unit, Trail((at, goal)))
        if len(stack) == 2 and not fronts and scene.clean(move):
            yield "XII.1|XII.3", (move, End())
            return


@crime("a unit in the hex of a front", Move)
def with_a_front(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Move)
    at = act.trail.hexes[0]
    for goal in _near(scene, at):
        stack = scene.state.forces[scene.side].stack(goal)
        fronts = any(scene.game.units[unit].type == "front" for unit in (*stack, act.unit))
        move = Move(act.unit, Trail((at, goal)))
        if len(stack) == 1 and fronts and scene.clean(move):
            yield "XII.2|XII.1", (move, End())
            return


@crime("two armor units in a swamp or mountains", Move)
def armor_in_rough_ground(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Move)
    board, at = scene.game.board, act.trail.hexes[0]
    armored = {"armor", "mechanized"}
    for goal in _near(scene, at) if scene.game.units[act.unit].type in armored else ():
        stack = scene.state.forces[scene.side].stack(goal)
        rough = board.terrain[goal].id in ("swamp", "mountain")
        move = Move(act.unit, Trail((at, goal)))
        if rough and len(stack) == 1 and scene.game.units[stack[0]].type in armored and scene.clean(move):
            yield "XII.3", (move, End())
            return


@crime("a Spent or Dispersed unit moved", Move, End)
def spent_moves(scene: Scene) -> Iterator[Planted]:
    if not _phase(scene, "moves"):
        return
    for unit, at in scene.units():
        if status_of(scene.state, unit) and _free(scene, at):
            yield "XIII.C3|XVI.B3|XVI.B6", (Move(unit, Trail((at, _free(scene, at)[0]))),)
            return


@crime("a unit moved that has recovered", Recover)
def moved_after_recovery(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Recover)
    at = scene.state.place(act.unit)
    if isinstance(at, int) and _free(scene, at) and scene.clean(act):
        yield "XIII.H", (act, Move(act.unit, Trail((at, _free(scene, at)[0]))))


@crime("the enemy's unit moved", Move)
def of_the_enemy(scene: Scene) -> Iterator[Planted]:
    for unit, at in scene.state.forces[enemy_of(scene.side)].places.items():
        if isinstance(at, int) and _free(scene, at) and not status_of(scene.state, unit):
            yield "XIII.G|XVI.B3|XVI.B6", (Move(unit, Trail((at, _free(scene, at)[0]))),)
            return


@crime("a far Soviet unit moved at once", Move)
def far_soviet(scene: Scene) -> Iterator[Planted]:
    clock = scene.state.clock
    if clock.turn != 1 or scene.side != "soviet" or clock.phase != "moves":
        return
    for unit, at in _able(scene):
        move = Move(unit, Trail((at, _free(scene, at)[0]))) if _free(scene, at) else None
        # The middle of Russia is farther than two hexes from Germany by any count.
        if move is not None and scene.game.board.grid.row_col(at)[1] > 14:
            yield "XVI.B3|XIII.G", (move,)
            return


@crime("Romanians into Russia on the first turn", Move)
def romanians(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.turn != 1 or scene.side != "axis":
        return
    for unit, at in _able(scene):
        if scene.game.units[unit].nation == "romanian":
            goals = [hex_ for hex_ in _free(scene, at) if scene.game.country(hex_) == USSR]
            if goals:
                yield "XVI.B6", (Move(unit, Trail((at, goals[0]))),)
                return


# --------------------------------------------------------------------------- attacks


@crime("an attacker a second time", StateResult)
def attacks_twice(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, StateResult)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is None or act.result != "-" or not scene.clean(act):
        return
    for unit in battle.attackers:
        at = scene.state.place(unit)
        for stack in _stacks_beside(scene, at) if isinstance(at, int) else ():
            if not set(stack) & set(battle.defenders):
                yield "XIII.A1", (act, Attack(_next(scene) + 1, (unit,), stack))
                return


@crime("an attacker from afar", Attack)
def from_afar(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    at = scene.state.place(act.defenders[0])
    fought = {unit for battle in scene.state.battles for unit in battle.attackers}
    for unit, here in _able(scene):
        far = isinstance(at, int) and scene.game.board.grid.distance(here, at) > 3
        if far and unit not in (*fought, *act.attackers):
            yield "XIII.A2|XIII.A5|XVI.B3|XVI.B6|XIII.G", (replace(act, attackers=(*act.attackers, unit)),)
            return


@crime("an attack of a Dispersed unit", Attack, End)
def dispersed_attacks(scene: Scene) -> Iterator[Planted]:
    if not _phase(scene, "attacks"):
        return
    fought = {unit for battle in scene.state.battles for unit in battle.attackers}
    for unit, at in scene.units():
        if status_of(scene.state, unit) and unit not in fought:
            for stack in _stacks_beside(scene, at):
                yield "XIII.A2|XIII.C3|XIII.A1|XIII.H", (Attack(_next(scene), (unit,), stack),)
                return


@crime("a unit of the attacked hex left out", Attack)
def left_out(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    if len(act.defenders) > 1 and scene.state.place(act.defenders[0]) == scene.state.place(act.defenders[1]):
        yield "XIII.A6", (replace(act, defenders=act.defenders[:1]),)


@crime("two hexes attacked by who is beside one", Attack)
def two_hexes(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Attack)
    attacked = {unit for battle in scene.state.battles for unit in battle.defenders}
    for unit in act.attackers:
        at = scene.state.place(unit)
        for stack in _stacks_beside(scene, at) if isinstance(at, int) else ():
            there = scene.state.place(stack[0])
            apart = [u for u in act.attackers if scene.state.place(u) not in _near(scene, there)]  # type: ignore[arg-type]
            if apart and not set(stack) & (attacked | set(act.defenders)):
                yield "XIII.A5|XIII.A2", (replace(act, defenders=(*act.defenders, *stack)),)
                return


@crime("a strong neighbour not attacked", End)
def strong_neighbour(scene: Scene) -> Iterator[Planted]:
    if not _phase(scene, "attacks") or scene.state.battles:
        return
    for unit, at in _able(scene):
        stacks = _stacks_beside(scene, at)
        strong = [s for s in stacks if any(is_strong(scene.game, u) and not status_of(scene.state, u) for u in s)]
        weak = [s for s in stacks if s not in strong]
        if strong and weak:
            attack = Attack(1, (unit,), weak[0])
            scene_after = scene.after(attack)
            roll = RollCombat(1, 5)
            if scene.clean(attack) and scene_after.clean(roll):
                yield "XIII.A3", (attack, roll, StateResult(1, "-"), End())
                return


@crime("a Soviet attack cancelled", RollCombat)
def cancelled(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, RollCombat)
    if scene.side == "soviet":
        yield "XIII.A7", (Cancel(act.number),)


@crime("an attack that is never made", RollCombat)
def never_made(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, RollCombat)
    if scene.side == "soviet":
        yield "XIII.A7|XIII.C2|XIII.C8|XIII.D|XIII.E", (End(),)


# -------------------------------------------------------------- columns, dice, results


@crime("another column", StateColumn, RollCombat)
def another_column(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, StateColumn | RollCombat)
    battle = battle_numbered(scene.state.battles, act.number)
    found = None if battle is None else column_of(scene.game, scene.state, battle)
    if isinstance(found, BattleColumn) and found.final is not None:
        right = min(max(found.final, 0), len(COLUMNS) - 1)
        others = [column for place, column in enumerate(COLUMNS) if abs(place - right) > 3]
        if others:
            yield "XIII.B|XVI.B1", (StateColumn(act.number, scene.rng.choice(others)),)


@crime("the defenders' terrain forgotten", StateColumn, RollCombat)
def no_terrain(scene: Scene) -> Iterator[Planted]:
    yield from _forgotten(scene, "XIII.B2|XIII.B3", lambda found, bare: (found.final or 0) - (bare.final or 0))


@crime("a river forgotten", StateColumn, RollCombat)
def no_river(scene: Scene) -> Iterator[Planted]:
    yield from _forgotten(scene, "XIII.B5|XIII.B3", lambda found, bare: found.shift)


@crime("the surprise of the first turn forgotten", StateColumn, RollCombat)
def no_surprise(scene: Scene) -> Iterator[Planted]:
    yield from _forgotten(scene, "XVI.B1|XIII.B3", lambda found, bare: found.surprise)


def _forgotten(scene: Scene, rules: str, by: Callable[[BattleColumn, BattleColumn], int]) -> Iterator[Planted]:
    """Yield the column on which a battle would be fought if something were forgotten that shifts it by so many."""
    act = scene.act
    assert isinstance(act, StateColumn | RollCombat)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is None:
        return
    found = column_of(scene.game, scene.state, battle)
    bare = column_of(scene.game, scene.state, battle, bonus=False)
    if (
        not isinstance(found, BattleColumn)
        or not isinstance(bare, BattleColumn)
        or found.final is None
        or bare.final is None
    ):
        return
    shift = by(found, bare)
    wrong = found.final - shift
    if shift and 0 <= wrong < len(COLUMNS) and 0 <= found.final < len(COLUMNS):
        yield rules, (StateColumn(act.number, COLUMNS[wrong]),)


@crime("a column that is not there", StateColumn, RollCombat)
def no_column(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, StateColumn | RollCombat)
    yield "XIII.B4", (StateColumn(act.number, "12-1"),)


@crime("a No Retreat order after the first die", StateResult)
def late_order(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, StateResult)
    units = [unit for unit, at in scene.state.forces[enemy_of(scene.side)].places.items() if isinstance(at, int)]
    standing = {mark[1] for mark in scene.state.marks if mark[0] == "stand"}
    free = sorted(set(units) - standing)
    if free and scene.clean(act):
        yield "XIII.B6", (act, Stand(scene.rng.choice(free)))


@crime("another result than the table's", StateResult)
def another_result(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, StateResult)
    others = [result for result in ("AE", "X", "D1", "D4", "DE") if result != act.result]
    if scene.clean(act) and not act.dispersed:
        yield "XIII.C1", (replace(act, result=scene.rng.choice(others)),)


@crime("a result that is not there", StateResult)
def no_result(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, StateResult)
    yield "XIII.C2|XIII.C1", (replace(act, result="EX"),)


@crime("a result not carried out", Lose, Retreat)
def not_carried_out(scene: Scene) -> Iterator[Planted]:
    # What else is owed as the attacks end is told with it.
    yield "XIII.C2|XIII.C4|XIII.C8|XIII.D3|XIII.A3|XIII.A7|XIII.E3|XIII.E4|XIII.D6|XIII.C7", (End(),)


@crime("an attacker lost for nothing", StateResult)
def lost_for_nothing(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, StateResult)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is not None and act.result in ("-", "D1", "D4") and scene.clean(act):
        yield "XIII.C2", (act, Lose(act.number, battle.attackers[0]))


@crime("an exchange declined that nobody may decline", StateResult)
def declined(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, StateResult)
    battle = battle_numbered(scene.state.battles, act.number)
    good = weather_of(scene.state) == "good"
    soviets = battle is not None and scene.game.side_of[battle.defenders[0]] == "soviet"
    if act.result == "X" and good and soviets and scene.clean(act):
        yield "XIII.C4", (act, Decline(act.number))


@crime("an overrun in mud", StateResult)
def overrun(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, StateResult)
    if weather_of(scene.state) == "mud" and act.result == "DE" and scene.clean(act) and not act.dispersed:
        yield "XIII.C6", (act, Becomes(act.number, "BR", OVERRUN))


@crime("an overrun by infantry", StateResult)
def infantry_overruns(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, StateResult)
    battle = battle_numbered(scene.state.battles, act.number)
    foot = battle is not None and not any(
        scene.game.units[unit].type in ("armor", "mechanized") for unit in battle.attackers
    )
    if foot and act.result == "DE" and scene.clean(act) and not act.dispersed:
        yield "XIII.C6", (act, Becomes(act.number, "BR", OVERRUN))


@crime("an order that nobody has given", StateResult)
def no_order(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, StateResult)
    battle = battle_numbered(scene.state.battles, act.number)
    standing = {mark[1] for mark in scene.state.marks if mark[0] == "stand"}
    if battle is None or act.dispersed or set(battle.defenders) & standing or not scene.clean(act):
        return
    becomes = {"D1": "-", "D4": "DE"}.get(act.result)
    if becomes:
        yield "XIII.C7", (act, Becomes(act.number, becomes, ORDERED))


@crime("a breakdown left out", Disperse)
def no_breakdown(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Disperse)
    if scene.game.side_of[act.unit] == scene.side and scene.game.units[act.unit].type == "armor":
        rules = "XIII.C8|XIII.C2|XIII.C4|XIII.D3|XIII.A3|XIII.A7|XIII.E3|XIII.E4|XIII.D6|XIII.C7"
        yield rules, (End(),)


# ----------------------------------------------------------------- retreats, advances


@crime("the next die before a retreat", Retreat)
def next_die(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat)
    rolled = {mark[1] for mark in scene.state.marks if mark[0] == "die"}
    fought = battle_numbered(scene.state.battles, act.number)
    # On D4 units retreat no hex at all if the attacker chooses so; after other results it is left to the players.
    if fought is None or fought.result != "D1":
        return
    for battle in scene.state.battles:
        if str(battle.number) not in rolled and battle.number != act.number:
            yield "XIII.D1|XIII.C2", (RollCombat(battle.number, 4),)
            return


@crime("a retreat that no result allows", StateResult)
def undue_retreat(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, StateResult)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is None or act.result not in ("-", "DE") or act.dispersed or not scene.clean(act):
        return
    unit = battle.defenders[0]
    at = scene.state.place(unit)
    goals = _free(scene, at) if isinstance(at, int) else []
    if goals and isinstance(at, int):
        yield "XIII.D2|XIII.D4|XIII.D5|XIII.C2", (act, Retreat(act.number, unit, Trail((at, goals[0]))))


@crime("a retreat into the enemy's arms", Retreat)
def towards_them(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat)
    battle = battle_numbered(scene.state.battles, act.number)
    at = act.trail.hexes[0]
    froms = {battle.places[unit] for unit in battle.attackers} if battle is not None else set()
    for goal in _free(scene, at):
        if any(goal in _near(scene, one) for one in froms):
            yield "XIII.D4|XIII.D2|XIII.D5", (replace(act, trail=Trail((at, goal))),)
            return


@crime("a retreat of an attacker", Retreat)
def attackers_retreat(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Retreat)
    battle = battle_numbered(scene.state.battles, act.number)
    for unit in battle.attackers if battle is not None else ():
        at = scene.state.place(unit)
        if isinstance(at, int) and _free(scene, at):
            yield "XIII.D7|XIII.D2", (Retreat(act.number, unit, Trail((at, _free(scene, at)[0]))),)
            return


@crime("a voluntary retreat of one hex", FallBack, End)
def short_fall_back(scene: Scene) -> Iterator[Planted]:
    if not _phase(scene, "attacks"):
        return
    attacked = {unit for battle in scene.state.battles for unit in battle.units}
    for unit, at in scene.state.forces[enemy_of(scene.side)].places.items():
        if isinstance(at, int) and unit not in attacked and not status_of(scene.state, unit) and _free(scene, at):
            yield "XIII.D8", (FallBack(unit, Trail((at, _free(scene, at)[0]))),)
            return


@crime("a cleared hex not entered", Advance)
def not_entered(scene: Scene) -> Iterator[Planted]:
    rules = "XIII.D3|XIII.C2|XIII.C4|XIII.C8|XIII.A3|XIII.A7|XIII.E3|XIII.E4|XIII.D6|XIII.C7"
    yield rules, (End(),)


@crime("an advance too far", Advance)
def advance_too_far(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Advance)
    way = list(act.trail.hexes)
    taken = scene.state.forces[enemy_of(scene.side)].occupied
    while len(way) < 6:
        onward = [
            hex_
            for hex_ in _near(scene, way[-1])
            if not taken >> hex_ & 1 and scene.game.board.grid.distance(way[0], hex_) == len(way)
        ]
        if not onward:
            return
        way.append(onward[0])
    yield "XIII.E|XII.4", (replace(act, trail=Trail(tuple(way))),)


@crime("an advance beside the cleared hex's", Advance)
def beside(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Advance)
    at, first = act.trail.hexes[0], act.trail.hexes[1]
    for goal in _free(scene, at):
        if goal != first and goal not in _near(scene, first):
            yield "XIII.E", (replace(act, trail=Trail((at, goal))),)
            return


@crime("a second attack without a breakthrough", Advance)
def no_breakthrough(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Advance)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is None or battle.result == "BR" or not scene.clean(act):
        return
    after = scene.after(act)
    at = after.state.place(act.unit)
    became = {mark[2] for mark in scene.state.marks if mark[:2] == ("became", str(act.number))}
    for stack in _stacks_beside(after, at) if isinstance(at, int) and "BR" not in became else ():
        yield "XIII.F|XIII.A1", (act, Attack(_next(scene) + 1, (act.unit,), stack))
        return


# ------------------------------------------------------------------------- the rest


@crime("a unit removed that is not isolated", Move)
def removed(scene: Scene) -> Iterator[Planted]:
    units = scene.units()
    if units:
        yield "XIV.B2", (Remove(units[0][0], "XIV.B2"),)


@crime("a unit given up on the first turn", Move, End)
def given_up(scene: Scene) -> Iterator[Planted]:
    units = scene.units()
    if units and scene.state.clock.turn == 1:
        yield "XIV.C", (Remove(units[0][0], "XIV.C"),)


@crime("a unit removed from a hex with room", Advance, Move)
def room(scene: Scene) -> Iterator[Planted]:
    for unit, at in scene.units():
        if len(scene.state.forces[scene.side].stack(at)) == 1:
            yield "XII.4", (Remove(unit, "XII.4"),)
            return


@crime("a front for a mechanized corps", End)
def wrong_exchange(scene: Scene) -> Iterator[Planted]:
    fronts = [u for u, _ in scene.units() if scene.game.units[u].type == "front"]
    others = [u for u in scene.state.forces["soviet"].stack(LOST) if scene.game.units[u].size != "army"]
    if scene.side == "soviet" and fronts and others:
        yield "XIV.C", (Exchange(fronts[0], others[0]),)


@crime("points from a city of the other side", End)
def produced(scene: Scene) -> Iterator[Planted]:
    berlin = scene.game.board.grid.find("Q1")
    if scene.side == "soviet" and berlin is not None and scene.state.clock.turn > 1 and _phase(scene, "supply"):
        yield "XIV.B1", (Produce(berlin),)


@crime("a reinforcement on the first turn", End)
def entered(scene: Scene) -> Iterator[Planted]:
    goal = scene.game.board.grid.find("Q20")
    lost = scene.state.forces["soviet"].stack(LOST)
    if scene.state.clock.turn == 1 and scene.side == "soviet" and lost and goal is not None:
        yield "XVI.B5", (Enter(lost[0], goal),)


@crime("control of a hex that nobody entered", Move, End)
def held(scene: Scene) -> Iterator[Planted]:
    moscow = scene.game.board.grid.find("Q20")
    if moscow is not None and scene.state.control.get(moscow) != "axis" and not _visited(scene, moscow):
        yield "XV.A", (Hold(moscow, "axis"),)


def _visited(scene: Scene, at: Hex) -> bool:
    return bool(scene.state.forces["axis"].occupied >> at & 1)


@crime("control of a sea without its ports", Move, End)
def sea(scene: Scene) -> Iterator[Planted]:
    yield "XV.B", (Command("black-sea", "axis"),)


@crime("the game stopped before March 1942", End)
def stopped(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.turn < 10:
        yield "XVI.A", (Stop(scene.side),)


@crime("a victory that nobody has", End)
def no_victory(scene: Scene) -> Iterator[Planted]:
    if scene.state.clock.turn < 4:
        yield "XVI.A", (Win("axis"),)


@crime("a second amphibious attack", Amphibious)
def second_amphibious(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Amphibious)
    others = [battle.number for battle in scene.state.battles if battle.number != act.number]
    if others and scene.clean(act):
        yield "XVI.B2", (act, Amphibious(others[0]))


@crime("an amphibious attack of the Soviets", RollCombat)
def soviet_amphibious(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, RollCombat)
    if scene.side == "soviet":
        yield "XVI.B2", (Amphibious(act.number),)


@crime("a redeployment before an invasion in June", Move)
def redeployed(scene: Scene) -> Iterator[Planted]:
    for unit, at in scene.units():
        if _free(scene, at):
            yield "XVI.C1|XVI.C2|XVI.D", (Redeploy(unit, _free(scene, at)[0]),)
            return


@crime("a unit that has moved acts in a reserve phase", Move)
def acts_again(scene: Scene) -> Iterator[Planted]:
    clock = scene.state.clock
    acted = {mark[1] for mark in scene.state.marks if mark[0] == "acted"}
    if not clock.phase.startswith("moves") or clock.phase == "moves":
        return
    for unit, at in scene.units():
        if unit in acted and not status_of(scene.state, unit) and _free(scene, at):
            yield "XIII.G", (Move(unit, Trail((at, _free(scene, at)[0]))),)
            return


@crime("an exchange in which an ally dies first", Lose)
def ally_first(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Lose)
    battle = battle_numbered(scene.state.battles, act.number)
    if battle is None or scene.side != "axis" or battle.result not in ("X", "DX"):
        return
    german = [u for u in battle.attackers if scene.game.units[u].nation == "german"]
    allied = [u for u in battle.attackers if scene.game.units[u].nation != "german"]
    if act.unit in german and allied:
        yield "XIII.C5", (replace(act, unit=allied[0]),)


@crime("a Spent unit in the place of a Dispersed one", Disperse)
def only_spent(scene: Scene) -> Iterator[Planted]:
    act = scene.act
    assert isinstance(act, Disperse)
    rules = "XIII.C2|XIII.C4|XIII.C8|XIII.D3|XIII.A3|XIII.A7|XIII.E3|XIII.E4|XIII.D6|XIII.C7|XIII.D8"
    yield rules, (Spend(act.unit), End())
