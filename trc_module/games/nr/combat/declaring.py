"""Targets, counterblows and attacks (10.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.games.nr.acts.combat import Counterblow, Support, Target
from trc_module.games.nr.cards.balance import paid, spend
from trc_module.games.nr.cards.effects import opened, with_pending
from trc_module.games.nr.cards.grants import (
    COUNTERATTACK,
    LIFT,
    MARKERS_MORE,
    ONE_ATTACK,
    first_grant,
    grants,
    outstanding_demands,
    use,
)
from trc_module.games.nr.combat.battle import (
    ANSWER,
    COUNTERBLOWS,
    MARKERS,
    VOLUNTARY,
    kind_of,
    site_of,
    struck,
    supports,
    targets,
)
from trc_module.games.nr.combat.odds import result_doubts, result_of, without_die
from trc_module.games.nr.data import CADRE, COMBAT, OTHER_SIDE, Nr, assumed, book
from trc_module.games.nr.marks import KINDS, UNTOLD, Answered, AttacksAsked, Struck, Supported, Targeted
from trc_module.games.nr.points import with_points_of_events, with_unsure_points
from trc_module.hexgrid import hexes
from trc_module.rules.actions import Attack, End
from trc_module.rules.battles import Battle, battle_numbered, with_battle
from trc_module.rules.finding import Finding, violation
from trc_module.rules.marks import COMBAT as COMBAT_PHASE
from trc_module.rules.marks import lasting
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

BEFORE_THE_END = "what an event asks for is done in the same phase", "our words on the card do not say when"


def questioned(game: Nr, state: State, units: frozenset[UnitId]) -> Battle | None:
    """Return the battle that lets its defenders counterattack: the latest with CA that was not answered yet."""
    for battle in reversed(state.battles):
        answered = Answered(str(battle.number)) in state.marks
        if units.issubset(battle.defenders) and result_of(game, state, battle) == "CA" and not answered:
            return battle
    return None


@book.check("10.1.1", Target)
def target(game: Nr, state: State, act: Target) -> Iterator[Finding]:
    """The side whose phase it is makes hexes of the enemy its targets, as many as it has markers, before it fights."""
    at, side = state.place(act.unit), state.clock.side
    if state.clock.phase != COMBAT or game.side_of[act.unit] == side:
        yield violation(
            "10.1.1", Sentence("{unit} was made a target in {clock}.", act.unit, state.clock.words), units=(act.unit,)
        )
        return
    if not isinstance(at, int):
        yield violation(
            "10.1.1", Sentence("{unit} is not on the map, and was made a target.", act.unit), units=(act.unit,)
        )
        return
    most = game.allotments.on(f"{side}-targets", state.clock.turn)
    if len(targets(state)) >= most and game.hex_name(at) not in targets(state):
        facts = tuple(filter(None, [game.allotments.facts.get((f"{side}-targets", state.clock.turn))]))
        text = Sentence(
            "{at} became target {count}; the {side} side may have {most}.",
            game.hex_name(at),
            len(targets(state)) + 1,
            side.capitalize(),
            most,
        )
        yield violation("10.1.1", text, units=(act.unit,), hexes=(game.hex_name(at),), facts=facts)


@book.effect(Target)
def mark_target(game: Nr, state: State, act: Target) -> State:
    """Remember a target."""
    at = state.place(act.unit)
    return state.with_mark(Targeted(game.hex_name(at))) if isinstance(at, int) else state


@book.check("10.1.2", Counterblow)
def counterblow(game: Nr, state: State, act: Counterblow) -> Iterator[Finding]:
    """A counterblow is bought by the defender for a card, or follows from CB on an attacker's hex."""
    at, side, phasing = state.place(act.unit), game.side_of[act.unit], state.clock.side
    if state.clock.phase != COMBAT or not isinstance(at, int):
        text = Sentence("{unit} got a counterblow marker in {clock}.", act.unit, state.clock.words)
        yield violation("10.1.2", text, units=(act.unit,))
    elif side == phasing:
        if not any(True for _ in blows_owed(game, state, act.unit)):
            text = Sentence(
                "{unit} got a counterblow marker; no battle that it attacked in has the result CB.", act.unit
            )
            fought = (battle for battle in state.battles if act.unit in battle.attackers)
            facts = tuple(fact for battle in fought for fact in result_doubts(game, state, battle))
            yield violation("10.1.2", text, units=(act.unit,), facts=facts)
    elif paid(state, side, COUNTERBLOWS) < game.values["counterblow"] and not opened(state, "10.1.2"):
        text = Sentence(
            "{unit} got a counterblow marker; the {side} side discarded no card for it.", act.unit, side.capitalize()
        )
        yield violation("10.1.2", text, units=(act.unit,))


def blows_owed(game: Nr, state: State, unit: UnitId) -> Iterator[Battle]:
    """Yield the battles with the result CB that a unit attacked in, and that have brought no marker yet."""
    for battle in state.battles:
        done = Answered(str(battle.number)) in state.marks
        if unit in battle.attackers and result_of(game, state, battle) == "CB" and not done:
            yield battle


@book.effect(Counterblow)
def mark_counterblow(game: Nr, state: State, act: Counterblow) -> State:
    """Put the marker on the unit's hex, and take the card that was paid."""
    at, side = state.place(act.unit), game.side_of[act.unit]
    if not isinstance(at, int):
        return state
    after = state.with_mark(Struck(side, game.hex_name(at)))
    if side != state.clock.side:
        return spend(after, side, COUNTERBLOWS, game.values["counterblow"])
    battle = next(blows_owed(game, state, act.unit), None)
    return after if battle is None else after.with_mark(Answered(str(battle.number)))


@book.check("10.1.3", Attack)
def attack(game: Nr, state: State, act: Attack) -> Iterator[Finding]:
    """Units attack all enemies of one adjacent hex, in a combat phase, each once."""
    sides = {game.side_of[unit] for unit in act.attackers}
    at = site_of(state, act)
    if state.clock.phase != COMBAT or len(sides) != 1 or any(game.side_of[unit] in sides for unit in act.defenders):
        yield violation(
            "10.1.3",
            Sentence("Battle {number} was declared in {clock}.", act.number, state.clock.words),
            units=act.attackers,
        )
        return
    (side,) = sides
    if at is None or {state.place(unit) for unit in act.defenders} != {at}:
        yield violation(
            "10.1.3",
            Sentence("Battle {number} is not against the enemies of one hex.", act.number),
            units=act.defenders,
        )
        return
    missing = set(game.stack(state, OTHER_SIDE[side], at)) - set(act.defenders)
    if missing:
        text = Sentence("Battle {number} leaves out {missing} in {at}.", act.number, min(missing), game.hex_name(at))
        yield violation("10.1.3", text, units=tuple(sorted(missing)), hexes=(game.hex_name(at),))
    for unit in act.attackers:
        here = state.place(unit)
        if not isinstance(here, int) or not game.reach.of[at] >> here & 1:
            text = Sentence("{unit} attacks {at}, to which it is not adjacent.", unit, game.hex_name(at))
            yield violation("10.1.3", text, units=(unit,), hexes=(game.hex_name(at),))
    kind = kind_of(game, state, act)
    if kind != ANSWER and first_grant(state, ONE_ATTACK, side) is None:
        for unit in _fought(game, state, act):
            yield violation("10.1.3", Sentence("{unit} attacks a second time in this phase.", unit), units=(unit,))
    yield from _as_its_kind(game, state, act, kind, game.hex_name(at))


def _fought(game: Nr, state: State, act: Attack) -> Iterator[UnitId]:
    side = state.clock.side
    before = {u for battle in state.battles for u in battle.attackers if game.side_of[battle.attackers[0]] == side}
    if not opened(state, "10.1.3"):
        yield from (unit for unit in act.attackers if unit in before)


@book.rule("14.1b", "15.3a")
def _as_its_kind(game: Nr, state: State, act: Attack, kind: str, name: str) -> Iterator[Finding]:
    if kind == VOLUNTARY:
        granted = first_grant(state, ONE_ATTACK, game.side_of[act.attackers[0]]) is not None
        if name not in targets(state) and not granted and not opened(state, "10.1.1"):
            text = Sentence("{name} was attacked; it is not a target of this phase.", name)
            yield violation("10.1.1", text, units=act.attackers, hexes=(name,))
        for unit in act.attackers:
            if game.is_fortress(state, unit):
                text = Sentence("{unit} is a fort, and attacked {name} of its own will.", unit, name)
                yield violation("14.1b", text, units=(unit,), hexes=(name,))
            elif game.arm(state, unit) == CADRE:
                text = Sentence("{unit} is a cadre, and attacked {name} of its own will.", unit, name)
                yield violation("15.3a", text, units=(unit,), hexes=(name,))
    elif kind == ANSWER:
        battle = questioned(game, state, frozenset(act.attackers))
        if battle is None:
            text = Sentence(
                "Battle {number} is a counterattack; no battle against its units has the result CA.", act.number
            )
            yield violation("10.7", text, units=act.attackers)
        elif not set(act.defenders) & set(battle.attackers):
            text = Sentence("Battle {number} is a counterattack on units that did not attack.", act.number)
            yield violation("10.7", text, units=act.defenders)


@book.effect(Attack)
def answer(game: Nr, state: State, act: Attack) -> State:
    """Settle hopeless battles before this one, which need no die, and remember which of them is answered by it."""
    # A number that is used again is another battle.
    state = without_die(state, act.number)
    after = _one_attack_more(game, with_pending(state, act.number), act)
    for battle in state.battles:
        if battle.number != act.number and not battle.result and (result := result_of(game, state, battle)):
            after = after.changed(battles=with_battle(after.battles, replace(battle, result=result)))
    if kind_of(game, state, act) != ANSWER:
        return after
    asked = questioned(game, after, frozenset(act.attackers))
    return after if asked is None else after.with_mark(Answered(str(asked.number)))


def _one_attack_more(game: Nr, state: State, act: Attack) -> State:
    """Return the position in which an attack has used up what an event allows, if it needs it."""
    side = game.side_of[act.attackers[0]]
    grant = first_grant(state, ONE_ATTACK, side)
    if grant is None or kind_of(game, state, act) == ANSWER:
        return state
    at = site_of(state, act)
    untargeted = kind_of(game, state, act) == VOLUNTARY and (at is None or game.hex_name(at) not in targets(state))
    return use(state, grant) if untargeted or any(True for _ in _fought(game, state, act)) else state


@book.check("13.3", Support)
def supported(game: Nr, state: State, act: Support) -> Iterator[Finding]:
    """The attacker commits the markers that the turn has brought his side, each once."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return
    side = game.side_of[battle.attackers[0]]
    given = int(game.printed(state.clock.turn, MARKERS[side]) or 0)
    given += sum(grant.number for grant in grants(state, MARKERS_MORE, side))
    used = state.used.get(f"{side} support", 0)
    if battle.result:
        yield violation(
            "13.3", Sentence("Support came to battle {number} after its roll.", act.number), units=battle.attackers
        )
    elif used + act.count > given and not opened(state, "13.3"):
        text = Sentence(
            "The {side} side committed marker {used} of this turn; the turn brings {given}.",
            side.capitalize(),
            used + act.count,
            given,
        )
        yield violation("13.3", text, units=battle.attackers, facts=game.turn_fact(state.clock.turn))


@book.effect(Support)
def commit(game: Nr, state: State, act: Support) -> State:
    """Count the markers."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return state
    side = game.side_of[battle.attackers[0]]
    before = supports(state, act.number)
    after = Supported.forgotten(state, str(act.number))
    return after.with_mark(Supported(str(act.number), str(before + act.count))).counted(f"{side} support", act.count)


@book.check("10.1.4", End)
def blows_answered(game: Nr, state: State, act: End) -> Iterator[Finding]:
    """Every enemy hex with a counterblow marker is attacked before the phase ends, if units stand next to it."""
    side = state.clock.side
    if state.clock.phase != COMBAT:
        return
    fought = {unit for battle in state.battles for unit in battle.attackers}
    sites = {site_of(state, battle) for battle in state.battles if game.side_of[battle.attackers[0]] == side}
    spared = sum(grant.number for grant in grants(state, LIFT, side))
    for name in struck(game, state, OTHER_SIDE[side]):
        at = game.board.grid.hex(name)
        if at in sites or not game.held(state, OTHER_SIDE[side]) >> at & 1:
            continue
        near = [unit for h in hexes(game.reach.of[at]) for unit in game.stack(state, side, h) if unit not in fought]
        if near and spared:
            spared -= 1
        elif near:
            text = Sentence("{name} has a counterblow marker, and was not attacked.", name)
            yield violation("10.1.4", text, units=tuple(near), hexes=(name,))


@book.judge(End)
def counterattacks_made(game: Nr, state: State, act: End) -> Iterator[Finding]:
    """The counterattack that an event makes the defenders of a battle make is made before the phase ends."""
    if state.clock.phase != COMBAT or UNTOLD in state.marks:
        return
    for side in game.sides:
        for number, card in outstanding_demands(state, side, COUNTERATTACK):
            battle = battle_numbered(state.battles, number)
            if battle is None or Answered(str(number)) in state.marks or not _can_answer(game, state, battle):
                continue
            text = Sentence(
                "The event on {card} makes the defenders of battle {number} attack; they did not.", card, number
            )
            yield violation("5k", text, units=battle.defenders, facts=(assumed(*BEFORE_THE_END),))


def _can_answer(game: Nr, state: State, battle: Battle) -> bool:
    """Tell whether a defender of a battle stands beside one of its attackers still."""
    own = [at for at in map(state.place, battle.defenders) if isinstance(at, int)]
    theirs = [at for at in map(state.place, battle.attackers) if isinstance(at, int)]
    return any(game.reach.of[a] >> b & 1 for a in own for b in theirs)


@book.effect(End)
def count_attacks(game: Nr, state: State, act: End) -> State:
    """Take the points that an event asks for where a side has made too few attacks in its combat phase."""
    side = state.clock.side
    wanted = AttacksAsked.of(state, side)
    if state.clock.phase != COMBAT or not wanted:
        return state
    made = [battle for battle in state.battles if game.side_of[battle.attackers[0]] == side]
    voluntary = [battle for battle in made if kind_of(game, state, battle) == VOLUNTARY]
    for asked in wanted:
        if len(made) < int(asked.number):
            state = with_points_of_events(game, state, side, -int(asked.points))
        elif len(voluntary) < int(asked.number):
            # It is unknown whether attacks on counterblow markers count.
            state = with_unsure_points(state, int(asked.points))
    return AttacksAsked.forgotten(state, side)


@book.effect(End)
def forget(game: Nr, state: State, act: End) -> State:
    """Forget targets, answers, losses and advances; counterblow markers stay on units of the side on turn."""
    if state.clock.phase != COMBAT:
        return state
    other = OTHER_SIDE[state.clock.side]
    left = state.changed(marks=lasting(state.marks, KINDS, frozenset({COMBAT_PHASE})))
    return Struck.forgotten(left, other)
