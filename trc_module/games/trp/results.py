"""Effects of results (XIII.C2 to XIII.C8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.facts import Fact, Source, Trust
from trc_module.games.trp.actions import Becomes, Decline, StateResult
from trc_module.games.trp.acts import ORDERED, OVERRUN, RESULTS, SURROUNDED
from trc_module.games.trp.attacks import die_of, result_for, state_weather
from trc_module.games.trp.data import ATTACKS, AXIS, DISPERSED, SOVIET, Trp, book
from trc_module.games.trp.ground import ARMOR, INFANTRY, Facts
from trc_module.games.trp.marks import Became, BrokenThrough, Declined, ForDispersed, Survived, UnderOrders
from trc_module.games.trp.odds import attack_factors, defence_factors, was_dispersed
from trc_module.games.trp.retreats import FARTHEST, retreat_ways, ways_out
from trc_module.games.trp.turn import reserve_number
from trc_module.hexgrid import Hex
from trc_module.rules.actions import End, Lose, Retreat, RollCombat
from trc_module.rules.battles import Battle, battle_numbered, driven_off, fought_without, with_battle
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import hexes_told, spaced
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.statuses import status_of

EXCHANGES = ("X", "DX")
_D4_STANDS = Fact(
    "after the exchange of DX the attacker may not forgo D4",
    Source("assumed", "the text leaves open whether he may forgo the exchange or the retreat"),
)
KILLS = ("DE", "BR")
RETREATS = ("D1", "D4", "DX")
_BY_A_DIE = ("D4", "DX")
_ATTACKERS_LOSE = ("AE", *EXCHANGES)
_DEFENDERS_LOSE = (*EXCHANGES, *KILLS)
_SHORT = 2
"""Hexes of a D1 retreat that leave a unit Spent; a longer one Disperses it."""
_OVERRUNS = {"DX": "DE", "DE": "BR"}
NO_RETREATS = {"D1": "-", "DX": "DE", "D4": "DE", "DE": "BR"}
_WEATHERS = {OVERRUN: ("good", "snow")}


@book.check("XIII.C2", StateResult, RollCombat, Becomes, Lose, End)
def results_are_carried_out(
    game: Trp, state: State, act: StateResult | RollCombat | Becomes | Lose | End
) -> Iterator[Finding]:
    """A result is one of the table's; it takes the units that it names, and leaves the others as it says."""
    if isinstance(act, StateResult | RollCombat):
        if act.result and act.result not in RESULTS:
            text = Sentence(
                "Battle {number} was read as {result}; the results are {results}.",
                act.number,
                act.result,
                ", ".join(RESULTS),
            )
            yield violation("XIII.C2", text)
    elif isinstance(act, Becomes):
        yield from _of_somebody(state, act)
    elif isinstance(act, Lose):
        yield from _rightly_lost(game, state, act)
    elif state.clock.phase.startswith(ATTACKS):
        for battle in state.battles:
            yield from _left_undone(game, state, battle)


def _lost_in_another(state: State, battle: Battle, unit: UnitId) -> Battle | None:
    """Return the other battle of this phase that has taken a unit, if any."""
    return next((each for each in state.battles if each.number != battle.number and unit in each.lost), None)


def _of_somebody(state: State, act: Becomes) -> Iterator[Finding]:
    battle = battle_numbered(state.battles, act.number)
    others = [_lost_in_another(state, battle, unit) for unit in battle.defenders] if battle is not None else []
    if battle is not None and others and all(others):
        first = next(other.number for other in others if other is not None)
        text = Sentence(
            "Battle {number} became {result}; {defenders} had been lost in battle {first}.",
            act.number,
            act.result,
            battle.defenders[0],
            first,
        )
        yield violation("XIII.C2", text, units=battle.defenders)


def _rightly_lost(game: Trp, state: State, act: Lose) -> Iterator[Finding]:
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return
    if act.unit not in battle.units or not result_for(state, battle, act.unit):
        why = "in which it does not fight" if act.unit not in battle.units else "which has no result yet"
        text = Sentence("{unit} was lost in battle {number}, {why}.", act.unit, act.number, why)
        yield violation("XIII.C2", text, units=(act.unit,))
    elif (other := _lost_in_another(state, battle, act.unit)) is not None:
        text = Sentence(
            "{unit} was lost in battle {number}, and in battle {other_number} before.",
            act.unit,
            act.number,
            other.number,
        )
        yield violation("XIII.C2", text, units=(act.unit,))
    elif act.unit in battle.attackers:
        if battle.result not in _ATTACKERS_LOSE:
            yield violation(
                "XIII.C2",
                Sentence("{unit} was lost on {result}, as an attacker.", act.unit, battle.result),
                units=(act.unit,),
            )
    else:
        result = result_for(state, battle, act.unit)
        if result in _DEFENDERS_LOSE or any(mark.unit == act.unit for mark in Survived.of(state, str(act.number))):
            return
        ways = ways_out(game, state, battle, act.unit) if result in RETREATS else None
        if ways and result in _BY_A_DIE and not _goes_far(game, state, battle, act.unit):
            text = Sentence(
                "{unit} was lost on {result} and could retreat three hexes at most; no line says what its die showed.",
                act.unit,
                result,
            )
            yield Finding("XIII.D6", Verdict.UNDECIDED, text, (act.unit,))
        elif ways is None or ways:
            text = Sentence("{unit} was lost on {result}", act.unit, result)
            text = Sentence("{text}, and could retreat.", text) if ways else Sentence("{text}.", text)
            facts: Facts = (game.row_fact,) if ways else ()
            yield violation("XIII.C2", text, units=(act.unit,), facts=facts)


def _goes_far(game: Trp, state: State, battle: Battle, unit: UnitId) -> bool:
    """Tell whether a defender could retreat so far that no die decides whether it lives."""
    at = state.place(unit)
    return isinstance(at, int) and any(len(way) > FARTHEST for way in retreat_ways(game, state, unit, at, battle))


def _left_undone(game: Trp, state: State, battle: Battle) -> Iterator[Finding]:
    where = Sentence("battle {number}", battle.number)
    for unit in battle.attackers:
        status = status_of(state, unit)
        gone = _is_gone(state, battle, unit)
        if battle.result in ("AD", "AE") and not gone and status != DISPERSED and not _all_retreated(battle):
            text = Sentence(
                "{unit} attacked in {where}, which ended with {result}; it is not Dispersed.",
                unit,
                where,
                battle.result,
            )
            yield violation("XIII.C2", text, units=(unit,))
    if battle.result == "AE" and not set(battle.attackers) & set(battle.lost):
        yield violation("XIII.C2", Sentence("No attacker of {where} was lost on AE.", where), units=battle.attackers)
    for unit in battle.defenders:
        if not _is_gone(state, battle, unit):
            wrong = _defender_undone(state, battle, unit)
            if wrong:
                result = result_for(state, battle, unit)
                text = Sentence(
                    "{unit} defended in {where}, which ended with {result}; {wrong}.", unit, where, result, wrong
                )
                facts = (_D4_STANDS,) if result == "DX" and battle.lost else ()
                yield violation("XIII.C2", text, units=(unit,), facts=facts)


def _is_gone(state: State, battle: Battle, unit: UnitId) -> bool:
    """Tell whether a unit was lost, in this battle or later; it has no status any more."""
    return unit in battle.lost or not isinstance(state.place(unit), int)


def _all_retreated(battle: Battle) -> bool:
    return all(unit in battle.ways or unit in battle.lost for unit in battle.defenders)


def _defender_undone(state: State, battle: Battle, unit: UnitId) -> str:
    result, status, way = result_for(state, battle, unit), status_of(state, unit), battle.ways.get(unit)
    steps = len(way.hexes) - 1 if way is not None else 0
    if result in KILLS:
        return "it was not lost"
    if result in ("D4", "DX") and status != DISPERSED:
        return "it is not Dispersed"
    if result == "D1" and not steps:
        return "it has not retreated"
    if result == "D1" and steps > _SHORT and status != DISPERSED:
        return Sentence("it has retreated {steps} and is not Dispersed", hexes_told(steps))
    if result in ("D1", "S") and not status:
        return "it is not Spent"
    return ""


@book.effect(Lose)
def forget_the_order(game: Trp, state: State, act: Lose) -> State:
    """Forget the order of a unit that is lost."""
    return UnderOrders.forgotten(state, act.unit)


@book.follow
def fight_on_without_it(game: Trp, before: State, after: State, act: object) -> State:
    """Fight the later waves against a hex without a unit that has left it (XIII.A4)."""
    if not isinstance(act, Retreat | Lose) or len(after.battles) < 2:
        return after
    battle = battle_numbered(after.battles, act.number)
    if battle is None:
        return after
    open_ = {each.number for each in after.battles if not die_of(after, each.number)}
    left = fought_without(after.battles, battle, act.unit, open_)
    return after if left == after.battles else after.changed(battles=left)


# ------------------------------------------------------------------- exchange


@book.check("XIII.C4", Decline, End)
def exchanges_balance(game: Trp, state: State, act: Decline | End) -> Iterator[Finding]:
    """Attackers match the defence that an exchange eliminates; who may decline one depends on weather and ground."""
    if isinstance(act, Decline):
        yield from _may_decline(game, state, act)
        return
    if not state.clock.phase.startswith(ATTACKS):
        return
    for battle in state.battles:
        gone = tuple(unit for unit in battle.defenders if unit in battle.lost)
        if battle.result not in EXCHANGES or not gone or not all(unit in battle.places for unit in gone):
            continue
        given = tuple(unit for unit in battle.attackers if unit in battle.lost)
        attack, attack_facts = attack_factors(game, given)
        defence, defence_facts = defence_factors(game, state, gone, battle.places[gone[0]], number=battle.number)
        facts = (*attack_facts, *defence_facts)
        if attack is None or defence is None:
            text = Sentence("Whether the exchange of battle {number} balances is not known.", battle.number)
            missing = tuple(fact for fact in facts if fact.trust is Trust.MISSING)
            yield violation("XIII.C4", text, units=gone, facts=missing)
        elif attack < defence:
            text = Sentence(
                "Battle {number} exchanged {attack} attack factors for a defence of {defence}.",
                battle.number,
                attack,
                defence,
            )
            yield violation("XIII.C4", text, units=(*given, *gone), facts=facts)


def _may_decline(game: Trp, state: State, act: Decline) -> Iterator[Finding]:
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return
    if battle.result not in EXCHANGES:
        yield violation(
            "XIII.C4",
            Sentence(
                "Battle {number} ended with {result}, which is no exchange.", act.number, battle.result or "nothing"
            ),
        )
        return
    weather = state_weather(state)
    at = battle.places.get(battle.defenders[0])
    ground = game.board.terrain[at].id if at is not None else ""
    nations = {game.units[unit].nation for unit in battle.defenders}
    as_german = nations & {"german", "finnish"} and (weather in ("good", "mud") or ground == "mountain")
    as_soviet = nations & {"soviet", "finnish"} and (weather in ("mud", "snow") or ground == "swamp")
    if not as_german and not as_soviet:
        text = Sentence(
            "The defenders of battle {number} declined an exchange in {weather} weather.", act.number, spaced(weather)
        )
        facts = (game.board.terrain_fact(at),) if at is not None and nations & {"german", "finnish", "soviet"} else ()
        yield violation("XIII.C4", text, units=battle.defenders, facts=facts)


@book.effect(Decline)
def take_d1(game: Trp, state: State, act: Decline) -> State:
    """Put D1 in the place of an exchange; after DX it is D4."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return state
    result = "D4" if battle.result == "DX" else "D1"
    after = state.changed(battles=with_battle(state.battles, replace(battle, result=result)))
    return after.with_mark(Declined(str(act.number)))


@book.check("XIII.C5", Lose)
def germans_before_allies(game: Trp, state: State, act: Lose) -> Iterator[Finding]:
    """In an exchange of its own attack the Axis loses German units before those of its allies."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or act.unit not in battle.attackers or battle.result not in EXCHANGES:
        return
    left = [u for u in battle.attackers if game.units[u].nation == "german" and u not in battle.lost and u != act.unit]
    if game.side_of[act.unit] == AXIS and game.units[act.unit].nation != "german" and left:
        text = Sentence("{unit} was lost in an exchange before {left}, which is German.", act.unit, left[0])
        yield violation("XIII.C5", text, units=(act.unit, left[0]))


# --------------------------------------------------------- changes of results


@book.check("XIII.C6", Becomes)
def overruns(game: Trp, state: State, act: Becomes) -> Iterator[Finding]:
    """Armor overruns infantry in good weather (the Soviets in snow too) and clear terrain, with twice its strength."""
    battle = battle_numbered(state.battles, act.number)
    if act.because != OVERRUN or battle is None:
        return
    weather = state_weather(state)
    side = state.clock.side
    at = battle.places.get(battle.defenders[0])
    pure = [unit for unit in battle.attackers if game.units[unit].type in ARMOR]
    text = ""
    facts: Facts = ()
    if _OVERRUNS.get(battle.result) != act.result:
        text = Sentence("An overrun does not turn {result} into {act_result}.", battle.result or "nothing", act.result)
    elif weather != "good" and not (weather == "snow" and side == SOVIET):
        text = Sentence("The {side} side overran in {weather} weather.", side.capitalize(), spaced(weather))
    elif not pure:
        text = Sentence("No armor attacks in battle {number}, which was called an overrun.", act.number)
        facts = tuple(game.units[unit].fact("type") for unit in battle.attackers)
    elif not any(game.units[unit].type in INFANTRY for unit in battle.defenders):
        text = Sentence("No infantry defends in battle {number}, which was called an overrun.", act.number)
        facts = tuple(game.units[unit].fact("type") for unit in battle.defenders)
    elif at is not None and (game.board.terrain[at].id != "clear" or at in game.board.city_at):
        text = Sentence("Armor overran {at}, which is not clear.", game.hex_name(at))
        facts = (game.board.terrain_fact(at),)
    if text:
        yield violation("XIII.C6", text, units=battle.attackers, facts=facts)
    elif at is not None:
        yield from _strong_enough(game, state, battle, tuple(pure), at)


def _strong_enough(game: Trp, state: State, battle: Battle, pure: tuple[UnitId, ...], at: Hex) -> Iterator[Finding]:
    attack, facts = attack_factors(game, pure)
    armor = tuple(unit for unit in battle.defenders if game.units[unit].type in ARMOR)
    minus, more = defence_factors(game, state, armor, at, bonus=False, number=battle.number)
    defence, most = defence_factors(game, state, battle.defenders, at, number=battle.number)
    every = (*facts, *more, *most)
    if attack is None or minus is None or defence is None:
        missing = tuple(fact for fact in every if fact.trust is Trust.MISSING)
        text = Sentence("Whether the armor of battle {number} is strong enough to overrun is not known.", battle.number)
        yield violation("XIII.C6", text, units=pure, facts=missing)
        return
    dispersed = all(was_dispersed(state, battle.number, unit) for unit in battle.defenders)
    needed = defence if dispersed else 2 * defence
    if attack - minus < needed:
        text = Sentence(
            "The armor of battle {number} counts {attack}; an overrun takes {needed}.",
            battle.number,
            attack - minus,
            needed,
        )
        types = tuple(game.units[unit].fact("type") for unit in pure)
        yield violation("XIII.C6", text, units=pure, facts=(*every, *types, game.board.terrain_fact(at)))


@book.check("XIII.C7", Becomes, End)
def no_retreat(game: Trp, state: State, act: Becomes | End) -> Iterator[Finding]:
    """Surrounded defenders, and those with a No Retreat order: D1 is void, DX and D4 become DE, DE becomes BR."""
    if isinstance(act, Becomes):
        battle = battle_numbered(state.battles, act.number)
        if act.because not in (SURROUNDED, ORDERED) or battle is None:
            return
        if NO_RETREATS.get(battle.result) != act.result:
            yield violation(
                "XIII.C7",
                Sentence(
                    "{result} does not become {act_result} without a retreat.", battle.result or "nothing", act.result
                ),
            )
        elif act.because == ORDERED and not any(UnderOrders(unit) in state.marks for unit in battle.defenders):
            text = Sentence("No defender of battle {number} has a No Retreat order.", act.number)
            yield violation("XIII.C7", text, units=battle.defenders)
        return
    if state.clock.phase.startswith(ATTACKS):
        yield from _orders_that_were_forgotten(state)


def _orders_that_were_forgotten(state: State) -> Iterator[Finding]:
    for battle in state.battles:
        number = str(battle.number)
        changed = Became.of(state, number) or Declined(number) in state.marks
        own = {mark.unit for mark in ForDispersed.of(state, str(battle.number))}
        ordered = tuple(
            unit
            for unit in battle.defenders
            if UnderOrders(unit) in state.marks and unit not in own and not _is_gone(state, battle, unit)
        )
        if ordered and battle.result in ("D1", "D4", "DX") and not changed:
            text = Sentence(
                "{ordered} has a No Retreat order; {result} was carried out in battle {number}.",
                ordered[0],
                battle.result,
                battle.number,
            )
            yield violation("XIII.C7", text, units=ordered)


@book.effect(Becomes)
def change_the_result(game: Trp, state: State, act: Becomes) -> State:
    """Put another result in the place of the first one."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return state
    after = state.changed(battles=with_battle(state.battles, replace(battle, result=act.result)))
    return after.with_mark(Became(str(act.number), act.result, act.because))


@book.follow
def remember_a_breakthrough(game: Trp, before: State, after: State, act: object) -> State:
    """Let the attackers of a battle that ended with BR attack once more."""
    if not isinstance(act, StateResult | Becomes | RollCombat):
        return after
    battle = battle_numbered(after.battles, act.number)
    if battle is None or battle.result != "BR" or driven_off(after.battles, battle):
        return after
    left = (unit for unit in battle.attackers if unit not in battle.lost)
    return after.with_mark(*(BrokenThrough(str(battle.number), unit) for unit in left))


@book.check("XIII.C8", End)
def breakdowns(game: Trp, state: State, act: End) -> Iterator[Finding]:
    """Armor that attacks is Dispersed by a die of 1 (Soviet: 1 or 2), plus the number of the reserve phase."""
    if not state.clock.phase.startswith(ATTACKS):
        return
    most = reserve_number(state) + (2 if state.clock.side == SOVIET else 1)
    for battle in state.battles:
        die = die_of(state, battle.number)
        for unit in battle.attackers if 0 < die <= most else ():
            who = game.units[unit]
            if who.type in ARMOR and unit not in battle.lost and status_of(state, unit) != DISPERSED:
                text = Sentence(
                    "{unit} attacked in battle {number} with a die of {die}; it did not break down.",
                    unit,
                    battle.number,
                    die,
                )
                yield violation("XIII.C8", text, units=(unit,), facts=(who.fact("type"),))
