"""Chapter 13.2 and 13.3: what of the results has not been carried out when the combat phase ends."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.book import book
from trc_module.games.trc.combat.combat_results import ATTACKERS, DEFENDERS, RESULTS, BattleResolution, row
from trc_module.games.trc.combat.retreat_routes import cannot_retreat, named
from trc_module.games.trc.data import Trc
from trc_module.games.trc.marks import Owing
from trc_module.games.trc.steps import COMBAT
from trc_module.hexgrid import HexSet
from trc_module.rules.actions import End
from trc_module.rules.battles import WON, Battle
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import in_words
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence


@book.judge(End)
def judge_unfinished_results(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Judge what of the results has not been carried out when the combat phase ends."""
    if state.clock.phase != COMBAT:
        return
    for battle in state.battles:
        if battle.result in RESULTS:
            yield from _results_not_carried_out(BattleResolution(game, state, battle))


def _results_not_carried_out(case: BattleResolution) -> Iterator[Finding]:
    battle, clock = case.battle, case.state.clock
    key = (clock.side, "4.1.3", clock.turn, clock.part, battle.number)
    for who in (ATTACKERS, DEFENDERS):
        pending = case.outstanding(who)
        if pending.losses:
            if RESULTS[battle.result].attackers_first and set(battle.defenders).intersection(battle.lost):
                # It was told when the defender was lost.
                return
            left = tuple(unit for unit in case.units(who) if unit not in battle.lost)
            alone = len(left) == pending.losses
            verb = "was" if len(left) == 1 else "were"
            yield violation(
                row(battle.result, who, "lose"),
                Sentence(
                    "{result} in battle {number}: {left} {verb} not eliminated.",
                    battle.result,
                    battle.number,
                    in_words(left),
                    verb,
                )
                if alone
                else Sentence(
                    "{result} in battle {number}: none of {left} was eliminated.",
                    battle.result,
                    battle.number,
                    in_words(left),
                ),
                units=left,
                dedup_key=key,
            )
            if RESULTS[battle.result].attackers_first:
                return
            continue
        for unit in pending.retreats:
            yield _stays(case, who, unit, key)


@book.effect(End)
def remember_unfinished_results(game: Trc, state: State, act: End) -> State:
    """Remember who should have been lost or have retreated: what is done about it later puts right a fault."""
    if state.clock.phase != COMBAT or not state.battles:
        return state
    return state.with_mark(
        *(Owing(unit) for battle in state.battles for unit in _units_with_results_pending(game, state, battle))
    )


def _units_with_results_pending(game: Trc, state: State, battle: Battle) -> Iterator[UnitId]:
    if battle.result not in RESULTS:
        yield from () if battle.result == WON else battle.units
        return
    case = BattleResolution(game, state, battle)
    for who in (ATTACKERS, DEFENDERS):
        pending = case.outstanding(who)
        if pending.losses:
            yield from (unit for unit in case.units(who) if unit not in battle.lost)
        yield from pending.retreats


def _stays(case: BattleResolution, who: str, unit: UnitId, key: tuple[object, ...]) -> Finding:
    game, battle = case.game, case.battle
    at = game.hex_name(battle.places[unit])
    fate = cannot_retreat(game, case.state, unit)
    open_ = case.routes(unit, strict=False)
    if fate is not None:
        rule, what = fate
        sentence = Sentence(
            "{unit}, {what}, had to retreat from {at} on {result} and was not eliminated.",
            unit,
            what,
            at,
            battle.result,
        )
    elif no_way_out(open_):
        rule = "13.5b"
        sentence = Sentence(
            "{unit} could not retreat from {at} on {result} and was not eliminated.", unit, at, battle.result
        )
    else:
        rule = row(battle.result, who, "retreat")
        sentence = Sentence("{unit} did not retreat from {at} on {result}.", unit, at, battle.result)
    return violation(
        rule,
        sentence,
        units=(unit,),
        hexes=(at,),
        facts=case.ground(unit),
        legal=Sentence("a retreat to {named}.", named(game, open_)) if open_ else "",
        dedup_key=key,
    )


@book.rule("13.5b")
def no_way_out(open_: HexSet) -> bool:
    """A unit that must retreat and has no legal route is eliminated."""
    return not open_
