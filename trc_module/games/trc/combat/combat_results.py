"""Chapter 13.2 and 13.3: the die, the results, and the losses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec import Struct

from trc_module.facts import Fact
from trc_module.games.trc.acts.losses import removed
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import POOL, SURRENDERED
from trc_module.games.trc.combat.battle_context import LOWEST, fight_again
from trc_module.games.trc.combat.battle_odds import chosen, sound
from trc_module.games.trc.combat.combat_terrain import attackers_hold_in_woods, defenders_hold_in_woods
from trc_module.games.trc.combat.retreat_routes import cannot_retreat, named, routes
from trc_module.games.trc.data import Trc
from trc_module.games.trc.movement.stacking import excess
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules import odds
from trc_module.rules.actions import Eliminate, End, Lose, RollCombat, Surrender
from trc_module.rules.battles import UNKNOWN, WON, Battle, battle_numbered, battle_of, with_battle
from trc_module.rules.finding import Finding, Verdict, as_doubt, violation
from trc_module.rules.game import spaced
from trc_module.rules.hooks import hook
from trc_module.rules.registry import covers
from trc_module.rules.results import ALL, Outstanding, Result, SideResult, outstanding
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

ATTACKERS, DEFENDERS = "attackers", "defenders"
OF_BATTLES = ("13", "10.3.2", "11.2", "14", "22.2", "26.4", "26.5", "4.1.3", "4.1.5", "4.2.2", "4.2.4")
"""The rules by which units are lost in battle."""


@book.rule("13.3-AE")
def attackers_eliminated() -> Result:
    """On AE every attacker is eliminated."""
    return Result(attackers=SideResult(lose=ALL))


@book.rule("13.3-A1")
def one_attacker_lost() -> Result:
    """On A1 one attacker is eliminated and the others retreat one or two hexes."""
    return Result(attackers=SideResult(lose=1, retreat=(1, 2)))


@book.rule("13.3-AR")
def attackers_retreat() -> Result:
    """On AR every attacker retreats one or two hexes."""
    return Result(attackers=SideResult(retreat=(1, 2)))


@book.rule("13.3-C")
def contact() -> Result:
    """On C no unit is lost and no unit moves."""
    return Result()


@book.rule("13.3-EXa")
def exchange_costs_the_attacker_first() -> SideResult:
    """On EX the attacker loses one unit first."""
    return SideResult(lose=1)


@book.rule("13.3-EXb")
def exchange_costs_the_defender_too() -> int:
    """On EX the defender loses one unit after the attacker's loss."""
    return 1


@book.rule("13.3-EXc")
def exchange_drives_the_others_back() -> tuple[int, int]:
    """On EX the remaining defenders retreat one or two hexes."""
    return 1, 2


@book.rule("13.3-DR")
def defenders_retreat() -> Result:
    """On DR every defender retreats two hexes."""
    return Result(defenders=SideResult(retreat=(2, 2)))


@book.rule("13.3-D1")
def one_defender_lost() -> Result:
    """On D1 one defender is eliminated and the others retreat two hexes."""
    return Result(defenders=SideResult(lose=1, retreat=(2, 2)))


@book.rule("13.3-DE")
def defenders_eliminated() -> Result:
    """On DE every defender is eliminated."""
    return Result(defenders=SideResult(lose=ALL))


@book.rule("13.3-DS")
def defenders_surrender() -> Result:
    """On DS every defender surrenders."""
    return Result(defenders=SideResult(lose=ALL, surrender=True))


def _exchange() -> Result:
    defenders = SideResult(lose=exchange_costs_the_defender_too(), retreat=exchange_drives_the_others_back())
    return Result(exchange_costs_the_attacker_first(), defenders, attackers_first=True)


RESULTS = {
    "AE": attackers_eliminated(),
    "A1": one_attacker_lost(),
    "AR": attackers_retreat(),
    "C": contact(),
    "EX": _exchange(),
    "DR": defenders_retreat(),
    "D1": one_defender_lost(),
    "DE": defenders_eliminated(),
    "DS": defenders_surrender(),
}
"""The effect of each result."""

_EXCHANGE_ROW = {(ATTACKERS, "lose"): "13.3-EXa", (DEFENDERS, "lose"): "13.3-EXb"}


def row(result: str, who: str, what: str) -> str:
    """Return the rule that speaks of the losses ('lose') or retreats ('retreat') of one side of a result."""
    if result == "EX":
        return _EXCHANGE_ROW.get((who, what), "13.3-EXc")
    return f"13.3-{result}"


class BattleResolution(Struct, frozen=True, dict=True):
    """A battle whose die has been rolled, as its losses and retreats are judged."""

    game: Trc
    state: State
    battle: Battle

    def who(self, unit: UnitId) -> str:
        """Return whether a unit attacks or defends in it."""
        return ATTACKERS if unit in self.battle.attackers else DEFENDERS

    def side_result(self, who: str) -> SideResult:
        """Return what the result does to one side."""
        result = RESULTS[self.battle.result]
        return result.attackers if who == ATTACKERS else result.defenders

    def units(self, who: str) -> tuple[UnitId, ...]:
        """Return the units of one side that the result touches."""
        units = self.battle.attackers if who == ATTACKERS else self.battle.defenders
        return tuple(unit for unit in units if unaffected(self.game, self.battle, unit) is None)

    def holds(self, unit: UnitId) -> bool:
        """Tell whether a unit does not retreat because it stands in woods (14.2)."""
        stays = attackers_hold_in_woods if self.who(unit) == ATTACKERS else defenders_hold_in_woods
        return stays(self.game, self.battle.places[unit]) or holds_out(self.game, self.state, self.battle, unit)

    def may_hold(self, unit: UnitId) -> bool:
        """Tell whether a unit need not retreat, though it may."""
        return may_decline_retreat(self.game, self.state, self.battle, unit)

    def outstanding(self, who: str) -> Outstanding:
        """Return what one side still owes."""
        units = self.units(who)
        return outstanding(
            self.side_result(who),
            units,
            self.battle,
            [unit for unit in units if self.holds(unit) or self.may_hold(unit)],
        )

    @property
    def resolved(self) -> bool:
        """Tell whether nothing is owed any more."""
        pending = (self.outstanding(ATTACKERS), self.outstanding(DEFENDERS))
        return not any(due.losses or due.retreats for due in pending)

    def routes(self, unit: UnitId, *, strict: bool) -> HexSet:
        """Return where a unit that owes a retreat may go."""
        length = self.side_result(self.who(unit)).retreat
        if length is None or cannot_retreat(self.game, self.state, unit):
            return 0
        return routes(self.game, self.state, unit, self.battle.places[unit], length, strict=strict)

    def ground(self, unit: UnitId) -> tuple[Fact, ...]:
        """Return the facts about whether a unit may stay where it stands: woods, and what else lets it."""
        at = self.battle.places[unit]
        return (self.game.board.terrain_fact(at), *facts_of_staying(self.game, self.state, at))


@hook
def holds_out(game: Trc, state: State, battle: Battle, unit: UnitId) -> bool:
    """Tell whether a unit stays where it stands for another reason than woods."""
    return False


@hook
def facts_of_staying(game: Trc, state: State, at: Hex) -> tuple[Fact, ...]:
    """Return what it rests on beside woods whether a unit in a hex may stay there."""
    return ()


@hook
def may_decline_retreat(game: Trc, state: State, battle: Battle, unit: UnitId) -> bool:
    """Tell whether a unit may stay where it stands, or retreat."""
    return False


class Passed(Struct, frozen=True):
    """The reason why a result does not affect a unit."""

    rule: str
    sure: bool = True
    """Whether the rule itself says so, and no reading of it."""

    def finding(self, unit: UnitId, what: str, battle: Battle) -> Finding:
        """Return the finding of a unit that was lost or retreated all the same."""
        text = Sentence(
            "{unit} {what} battle {number}, but {result} does not affect it.", unit, what, battle.number, battle.result
        )
        found = violation(self.rule, text, units=(unit,), legal="it stays where it is.")
        return found if self.sure else as_doubt(found)


@hook
def unaffected(game: Trc, battle: Battle, unit: UnitId) -> Passed | None:
    """Return why the result of a battle passes one of its units by; None if it touches the unit."""
    return None


@hook
def lost_instead(game: Trc, state: State, battle: Battle, unit: UnitId) -> bool:
    """Tell whether a unit may be lost though it could retreat."""
    return False


def unfinished(game: Trc, state: State, battle: Battle) -> bool:
    """Tell whether a battle is not yet over: no die, or losses or retreats still owed."""
    if battle.result in (WON, UNKNOWN):
        return False
    return battle.result not in RESULTS or not BattleResolution(game, state, battle).resolved


@book.check("13.2a", RollCombat)
def read_the_table(game: Trc, state: State, act: RollCombat) -> Iterator[Finding]:
    """The result stands where the die crosses the odds."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return
    if battle.result:
        said = "was an automatic victory" if battle.result == WON else "had already been rolled"
        yield violation(
            "13.2a",
            Sentence("A die was rolled for battle {number}, which {said}.", act.number, said),
            units=battle.units,
        )
    elif not (used := _used_odds(game, state, battle, act)):
        if not act.result:
            text = Sentence("The odds of battle {number} are unknown, and the record states no result.", act.number)
            yield Finding("13.2a", Verdict.SKIPPED, text, battle.units)
    elif act.result:
        right = game.charts.combat.result(used, act.die)
        if right != act.result:
            yield violation(
                "13.2a",
                Sentence(
                    "Battle {number}: a die of {die} at {used} gives {right}, not {result}.",
                    act.number,
                    act.die,
                    used,
                    spaced(right),
                    act.result,
                ),
                units=battle.units,
                facts=(game.charts.combat.fact(used, act.die),),
            )


def _used_odds(game: Trc, state: State, battle: Battle, act: RollCombat) -> str:
    """Return the odds at which a die was read; '' if they are none of the table and none can be told."""
    table = game.charts.combat.results
    if act.odds:
        return act.odds if act.odds in table else ""
    fight = fight_again(game, state, battle)
    if not sound(fight) or fight.untold or fight.in_dark:
        return ""
    return odds.name(max(chosen(game, fight), LOWEST))


@book.effect(RollCombat)
def roll(game: Trc, state: State, act: RollCombat) -> State:
    """Remember the result that the players carry out: the one that they state, else that of the table."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None or battle.result:
        return state
    used = _used_odds(game, state, battle, act)
    result = act.result or (game.charts.combat.result(used, act.die) if used else UNKNOWN)
    return replace(state, battles=with_battle(state.battles, replace(battle, result=result)))


@book.rule("13.3-pool")
def choice_is_the_owners(game: Trc, unit: UnitId) -> str:
    """Each side chooses its own loss."""
    return game.side_of[unit]


@book.judge(Lose)
def judge_loss(game: Trc, state: State, act: Lose) -> Iterator[Finding]:
    """Judge a loss: was it owed, and to whom?"""
    battle = battle_numbered(state.battles, act.number)
    if battle is not None:
        yield from _loss(game, state, battle, act.unit, act.by)


@book.judge(Eliminate, Surrender)
def judge_removal(game: Trc, state: State, act: Eliminate | Surrender) -> Iterator[Finding]:
    """Judge a unit removed in a battle by its box."""
    unit = removed(act)
    battle = _battle_behind(state, act)
    if battle is None:
        return
    found = list(_loss(game, state, battle, unit, ""))
    yield from found
    if not found:
        yield from wrong_box(game, state, battle, act)


def _battle_behind(state: State, act: Eliminate | Surrender) -> Battle | None:
    """Return the battle in which a removed unit is lost, if it is a loss."""
    lost = any(covers(rule, act.because) for rule in OF_BATTLES)
    battle = battle_of(state.battles, removed(act)) if lost else None
    return None if battle is None or battle.result == WON else battle


@book.rule("13.2b")
def wrong_box(game: Trc, state: State, battle: Battle, act: Eliminate | Surrender) -> Iterator[Finding]:
    """Eliminated units go to the replacement pool, surrendered ones to the surrendered units."""
    if battle.result:
        yield from _in_box(game, battle, removed(act), POOL if isinstance(act, Eliminate) else SURRENDERED)


def _in_box(game: Trc, battle: Battle, unit: UnitId, box: str) -> Iterator[Finding]:
    if battle.result == UNKNOWN and game.units[unit].type != "worker":
        return
    right = SURRENDERED if battle.result == WON else box_of_the_lost(game, battle, unit)
    if right != box:
        rule = {WON: "16.1c", "DS": "13.3-DS"}.get(battle.result, "13.2b")
        why = (
            "in an automatic victory"
            if battle.result == WON
            else Sentence("on {result} in battle {number}", battle.result, battle.number)
        )
        yield violation(
            rule,
            Sentence(
                "{unit} was put into the box '{box}' {why}; it belongs in the box '{right}'.",
                unit,
                spaced(box),
                why,
                spaced(right),
            ),
            units=(unit,),
            dedup_key=(game.side_of[unit], "13.2b", unit),
        )


@book.judge(End)
def judge_the_boxes_of_the_lost(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Judge where the counters of the lost lie when the phase ends: until then they may be put right."""
    for battle in state.battles:
        for unit in battle.defenders if battle.result == WON else battle.lost:
            box = state.place(unit)
            if box in (POOL, SURRENDERED):
                yield from _in_box(game, battle, unit, str(box))


def box_of_the_lost(game: Trc, battle: Battle, unit: UnitId) -> str:
    """Return the box of a unit lost in a battle."""
    result = RESULTS.get(battle.result)
    fate = SideResult() if result is None else result.attackers if unit in battle.attackers else result.defenders
    return SURRENDERED if fate.surrender or game.units[unit].type == "worker" else POOL


def _loss(game: Trc, state: State, battle: Battle, unit: UnitId, by: str) -> Iterator[Finding]:
    if unit not in battle.units:
        yield violation(
            "13.2a",
            Sentence("{unit} was lost in battle {number}, but it took no part in it.", unit, battle.number),
            units=(unit,),
        )
        return
    if battle.result not in RESULTS:
        if not battle.result:
            yield violation(
                "13.2a",
                Sentence("{unit} was lost in battle {number} before the die was rolled.", unit, battle.number),
                units=(unit,),
            )
        return
    passed = unaffected(game, battle, unit)
    if passed is not None:
        yield passed.finding(unit, "was lost in", battle)
        return
    case = BattleResolution(game, state, battle)
    who = case.who(unit)
    result, pending = case.side_result(who), case.outstanding(who)
    chosen_loss = result.lose != ALL and (pending.losses or unit in battle.ways)
    if by and by != choice_is_the_owners(game, unit) and chosen_loss:
        yield violation(
            "13.3-pool",
            Sentence("The {by} player chose the loss of {unit}; its owner should have chosen.", by.capitalize(), unit),
            units=(unit,),
        )
    if pending.losses:
        first = RESULTS[battle.result].attackers_first and who == DEFENDERS and case.outstanding(ATTACKERS).losses
        if first:
            sentence = Sentence(
                "EX in battle {number}: {unit} was lost, and no attacker before it.", battle.number, unit
            )
            yield violation("13.3-EXa", sentence, units=(unit,))
        return
    yield from _unowed(case, who, unit)


def _unowed(case: BattleResolution, who: str, unit: UnitId) -> Iterator[Finding]:
    """Judge a loss that the result does not demand: only a unit that cannot retreat may be lost without it."""
    game, battle = case.game, case.battle
    at = game.hex_name(battle.places[unit])
    if unit in battle.ways:
        yield from _after_its_retreat(case, who, unit)
        return
    if unit in case.outstanding(who).retreats:
        open_ = case.routes(unit, strict=True)
        if open_ and not lost_instead(game, case.state, battle, unit):
            yield violation(
                lost_though_it_could_go(battle.result, who),
                Sentence("{unit} was eliminated in {at} on {result}, but it could retreat.", unit, at, battle.result),
                units=(unit,),
                hexes=(at,),
                facts=case.ground(unit),
                legal=Sentence("a retreat to {named}.", named(game, open_)),
            )
        return
    facts = case.ground(unit) if case.side_result(who).retreat else ()
    side = "attacker" if who == ATTACKERS else "defender"
    no = "no further" if _paid(case, who) else "no"
    yield violation(
        row(battle.result, who, "lose"),
        Sentence(
            "{unit} was lost in battle {number}, but {result} takes {no} {side}.",
            unit,
            battle.number,
            battle.result,
            no,
            side,
        ),
        units=(unit,),
        facts=facts,
    )


def _paid(case: BattleResolution, who: str) -> bool:
    return any(unit in case.battle.lost for unit in case.units(who))


@book.rule("13.4b")
def lost_though_it_could_go(result: str, who: str) -> str:
    """No defender is eliminated while it has another retreat."""
    return "13.4b" if who == DEFENDERS else row(result, who, "retreat")


@book.rule("13.7b")
def is_excess(game: Trc, state: State, unit: UnitId, at: Hex) -> bool:
    """The excess is eliminated where retreating units pile up."""
    return bool(excess(game, state, state.forces[game.side_of[unit]].stack(at))[0])


def _after_its_retreat(case: BattleResolution, who: str, unit: UnitId) -> Iterator[Finding]:
    game, state, battle = case.game, case.state, case.battle
    goal = battle.ways[unit].hexes[-1]
    at = game.hex_name(goal)
    if not is_excess(game, state, unit, goal):
        yield violation(
            row(battle.result, who, "lose"),
            Sentence("{unit} was lost after it had retreated to {at}.", unit, at),
            units=(unit,),
            hexes=(at,),
        )
    elif who == DEFENDERS:
        open_ = case.routes(unit, strict=True) & ~(1 << goal)
        if open_:
            # That the attacker must spare the defender an overstack is a reading (C94).
            yield as_doubt(
                violation(
                    "13.4b",
                    Sentence(
                        "{unit} was made to retreat to {at}, where it was overstacked, although it could retreat "
                        "elsewhere.",
                        unit,
                        at,
                    ),
                    units=(unit,),
                    hexes=(at,),
                    legal=Sentence("a retreat to {named}.", named(game, open_)),
                )
            )


@book.effect(Lose)
def lose(game: Trc, state: State, act: Lose) -> State:
    """Take a lost unit off the map."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return state
    return _gone(game, state, battle, act.unit, box_of_the_lost(game, battle, act.unit))


def _gone(game: Trc, state: State, battle: Battle, unit: UnitId, box: str) -> State:
    state = state.with_unit(game.side_of[unit], unit, box)
    if unit not in battle.units:
        return state
    return replace(state, battles=with_battle(state.battles, battle.losing(unit)))


@book.effect(Eliminate, Surrender)
def remove(game: Trc, state: State, act: Eliminate | Surrender) -> State:
    """Take a unit off the map into the box that the act names; a loss of a battle counts as such."""
    unit = removed(act)
    if unit not in game.units:
        return state
    box = POOL if isinstance(act, Eliminate) else SURRENDERED
    battle = _battle_behind(state, act)
    if battle is not None:
        return _gone(game, state, battle, unit, box)
    return state.with_unit(game.side_of[unit], unit, box)
