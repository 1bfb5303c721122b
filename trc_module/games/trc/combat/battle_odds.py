"""Chapter 13.1: the odds of a battle, lower odds, and what is wrong with odds that players state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec import Struct

from trc_module.facts import Fact
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.air_power import shift, stuka_shift, support
from trc_module.games.trc.combat.battle_context import (
    AUTOMATIC,
    HIGHEST,
    LOWEST,
    BattleContext,
    Weigh,
    added_facts,
    attackable_from,
    fight_again,
    fight_of,
)
from trc_module.games.trc.combat.combat_terrain import CAUSES, causes, multiplier, river_help, river_trouble
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.strait import kerch
from trc_module.games.trc.supply.combat_supply import (
    always_supplied,
    combat_supply,
    halved,
    next_to_a_city,
    rule_of_the_winter,
    supply_facts,
    winter,
)
from trc_module.hexgrid import Hex
from trc_module.rules import odds
from trc_module.rules.actions import Attack, RollCombat
from trc_module.rules.battles import battle_numbered
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import agree, in_words
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of


@book.rule("13.1a")
def reduced(attack: int, defence: int) -> int:
    """The two strengths are divided by the smaller one, with every fraction in the defender's favour."""
    return odds.step(attack, defence)


def base(fight: BattleContext) -> int:
    """Return the odds of a fight before support from the air."""
    found = fight.memo.get(base)
    if found is None:
        found = fight.memo[base] = reduced(fight.attack, fight.defence(multiplier))
    return found


@book.rule("13.1d")
def shifted(game: Trc, fight: BattleContext) -> int:
    """Shifts move the reduced odds by whole steps."""
    return base(fight) + shift(game, fight)


@book.rule("13.1c")
def column(fight: BattleContext, step: int) -> int:
    """Odds of 10-1 and more use the highest column unless there is an automatic victory."""
    return step if fight.by_automatic_victory else min(step, HIGHEST)


def final(game: Trc, fight: BattleContext) -> int:
    """Return the odds of a fight, support counted, before the attacker lowers them."""
    return column(fight, shifted(game, fight))


def chosen(game: Trc, fight: BattleContext) -> int:
    """Return the odds at which a fight is resolved: those announced, if they are lower odds of the table.

    The announcement names the column that the die is read on, or, read otherwise, the one that support shifts (C33).
    """
    real = final(game, fight)
    announced = odds.parse(fight.announced) if fight.announced else None
    if announced is None or announced < LOWEST:
        return real
    if "C33b" in fight.state.options:
        announced = column(fight, announced + shift(game, fight))
    return min(announced, real)


def odds_of(game: Trc, state: State, act: Attack) -> str:
    """Return the odds at which an attack is resolved; '' where they are not known."""
    fight = fight_of(game, state, act)
    return "" if fight.untold or fight.in_dark or not sound(fight) else odds.name(chosen(game, fight))


_WINTERS = frozenset({4, 5, 6, 10, 11, 12})
"""The turns in which there may be snow of the first two winters."""


class Mistake(Struct, frozen=True):
    """A single mistake that leads to the odds that players state."""

    rule: str
    words: str
    facts: tuple[Fact, ...] = ()


def mistakes(game: Trc, fight: BattleContext, stated: int) -> Iterator[Mistake]:
    """Yield the single mistakes that explain odds other than those of a fight, the most special rule first."""
    if column(fight, shifted(game, fight)) == HIGHEST and stated >= AUTOMATIC:
        yield Mistake("13.1c", "no attack of the combat phase has odds of 10-1")
    yield from _wrong_shift(game, fight, stated)
    yield from _wrong_supply(game, fight, stated)
    yield from _wrong_terrain(game, fight, stated)


def _wrong_shift(game: Trc, fight: BattleContext, stated: int) -> Iterator[Mistake]:
    right = shift(game, fight)
    if not (fight.air or right):
        return
    difference = stated - base(fight)
    if difference != right and 0 <= difference <= right + 3:
        beyond = all(support(game, fight)) and right < difference <= sum(support(game, fight))
        rule = "15.10b" if beyond else "15.5a" if stuka_shift(game, fight) else "13.1d"
        yield Mistake(
            rule,
            Sentence(
                "support raises them by {right}, not by {difference}, from {base}",
                right,
                difference,
                odds.name(base(fight)),
            ),
        )


def _wrong_supply(game: Trc, fight: BattleContext, stated: int) -> Iterator[Mistake]:
    """Yield mistakes about combat supply (17.3): a side counted in full, by half, or doubled before it was halved."""
    axis = [(unit, at) for unit, at in fight.everybody if game.side_of[unit] == AXIS]
    season = winter(fight.state, game)
    if not axis or (not season and weather_of(fight.state) != "snow" and fight.state.clock.turn not in _WINTERS):
        return
    cut = [unit for unit, at in axis if combat_supply(game, fight.state, unit, at) is False]
    full = {unit: game.units[unit].combat or 0 for unit, _ in fight.everybody}
    if cut:
        words = Sentence(
            "{cut} {verb} no combat supply and {other_verb} half",
            in_words(cut),
            agree(cut, "has", "have"),
            agree(cut, "counts", "count"),
        )
        if _weighed(game, fight, lambda unit, _: full[unit]) == stated:
            yield Mistake("17.3.1a", words)
        if fight.enemy == AXIS and _halved_late(game, fight, cut) == stated:
            yield Mistake("17.3.1b", "factors are halved before terrain doubles them")
    fed = [(unit, at) for unit, at in axis if unit not in cut]
    if fed and _weighed(game, fight, _all_halved(fight, full)) == stated:
        yield _halved_though_supplied(game, fight, *fed[0])


def _halved_though_supplied(game: Trc, fight: BattleContext, unit: UnitId, at: Hex) -> Mistake:
    words = Sentence("{unit} in {at} has combat supply and counts in full", unit, game.hex_name(at))
    season = winter(fight.state, game)
    if season and always_supplied(game, fight.state, unit, at):
        return Mistake("17.3", words)
    near = season == 1 or next_to_a_city(game, fight.state, at)
    rule = "17.1b" if not season else "17.3.2" if near else "17.3.3"
    return Mistake(rule_of_the_winter(game, fight.state, rule), words)


def _all_halved(fight: BattleContext, full: dict[UnitId, int]) -> Weigh:
    return lambda unit, _: halved(full[unit]) if fight.game.side_of[unit] == AXIS else full[unit]


def _weighed(game: Trc, fight: BattleContext, weigh: Weigh) -> int:
    step = reduced(fight.attack_by(weigh), fight.defence(multiplier, weigh))
    return column(fight, step + shift(game, fight))


def _halved_late(game: Trc, fight: BattleContext, cut: list[UnitId]) -> int:
    defence = 0
    for at in fight.at_hexes:
        for unit in fight.garrison(at):
            counted = (game.units[unit].combat or 0) * multiplier(fight, at)
            defence += halved(counted) if unit in cut else counted
    return column(fight, reduced(fight.attack, defence) + shift(game, fight))


def _wrong_terrain(game: Trc, fight: BattleContext, stated: int) -> Iterator[Mistake]:
    for at in fight.at_hexes:
        name = game.hex_name(at)
        found = causes(fight, at)
        if found and _with(game, fight, at, 1) == stated:
            yield _forgotten(game, fight, at, found)
        if found and stated in (_with(game, fight, at, 3), _with(game, fight, at, 4)):
            yield Mistake("14.1.2", Sentence("the defence of {name} is doubled at most", name))
        trouble = None if found else river_trouble(fight, at)
        if trouble is not None and _with(game, fight, at, 2) == stated:
            yield Mistake(*trouble)
        across = [origin for origin in fight.from_hexes if {origin, at} == set(kerch(game.board))]
        if across and not found and _with(game, fight, at, 2) == stated:
            yield Mistake("14.1d", Sentence("not every attacker of {name} is across the Kerch Strait", name))


def _forgotten(game: Trc, fight: BattleContext, at: Hex, found: tuple[str, ...]) -> Mistake:
    name = game.hex_name(at)
    if "14.1a" in found:
        return Mistake(
            "14.1a",
            Sentence("{name} is a mountain hex and doubles its defenders", name),
            (game.board.terrain_fact(at),),
        )
    if "14.1b" in found:
        city = game.board.city_at[at]
        return Mistake(
            "14.1b",
            Sentence("{name} ({other_name}) is a major city and doubles its defenders", city.name, name),
            (city.fact,),
        )
    if "14.1d" in found:
        return Mistake(
            "14.1d",
            Sentence("every attacker of {name} is across the Kerch Strait", name),
            (game.board.side_fact(*kerch(game.board)),),
        )
    return Mistake(*river_help(fight, at))


def _with(game: Trc, fight: BattleContext, at: Hex, times: int) -> int:
    """Return the odds if the defenders of one hex counted so many times."""
    defence = fight.defence(lambda fight_, h: times if h == at else multiplier(fight_, h))
    return column(fight, reduced(fight.attack, defence) + shift(game, fight))


def odds_facts(fight: BattleContext) -> tuple[Fact, ...]:
    """Return the facts that the odds of a fight rest on: factors, combat supply, and terrain."""
    game, state = fight.game, fight.state
    fed = (fact for unit, at in fight.everybody for fact in supply_facts(game, state, unit, at))
    return tuple(dict.fromkeys((*fight.factor_facts, *fed, *terrain_facts(fight))))


def terrain_facts(fight: BattleContext) -> tuple[Fact, ...]:
    """Return the facts that the doubling of the defence rests on."""
    game = fight.game
    facts: list[Fact] = []
    for at in fight.at_hexes:
        found = causes(fight, at)
        if "14.1a" in found or not found:
            facts.append(game.board.terrain_fact(at))
        if "14.1b" in found:
            facts.append(game.board.city_at[at].fact)
        facts += game.board.city_doubts(1 << at)
        if found == (CAUSES[2][0],):
            facts += river_help(fight, at)[2]
        trouble = None if found else river_trouble(fight, at)
        if trouble is not None:
            facts += trouble[2]
    return tuple(dict.fromkeys((*facts, *added_facts(game, fight))))


def arithmetic(game: Trc, fight: BattleContext) -> str:
    """Say how the odds of a fight come about."""
    attack, defence = fight.attack, fight.defence(multiplier)
    more = shift(game, fight)
    said = (
        Sentence("{attack} to {defence} is {base}", attack, defence, odds.name(base(fight)))
        if attack and defence
        else Sentence("{attack} to {defence}", attack, defence)
    )
    if more:
        said = Sentence("{said}, with support {shifted}", said, odds.name(shifted(game, fight)))
    if column(fight, shifted(game, fight)) != shifted(game, fight):
        said = Sentence("{said}, resolved as {highest}", said, odds.name(HIGHEST))
    return said


def as_far_as_known(fight: BattleContext, finding: Finding) -> Finding:
    """Return a finding about the odds of a fight, undecided if it is unknown whether all in it have combat supply."""
    if not fight.in_dark or finding.verdict is Verdict.SKIPPED:
        return finding
    return replace(finding, verdict=Verdict.UNDECIDED)


def wrong_odds(game: Trc, fight: BattleContext, stated: str, otherwise: str) -> Finding:
    """Return the finding of odds that are wrong; `otherwise` is the rule if no single mistake explains them."""
    step = odds.parse(stated)
    facts = odds_facts(fight)
    explained = None if step is None else next(mistakes(game, fight, step), None)
    rule, why = (explained.rule, f" ({explained.words})") if explained else (otherwise, "")
    if explained:
        facts += explained.facts
    finding = violation(
        rule,
        Sentence(
            "Battle {number} was taken at {stated}; {arithmetic}{why}.",
            fight.number,
            stated,
            arithmetic(game, fight),
            why,
        ),
        units=fight.attackers + fight.defenders,
        hexes=fight.names,
        facts=tuple(dict.fromkeys(facts)),
        legal=Sentence("{final}, or lower odds announced before the die.", odds.name(final(game, fight))),
    )
    return as_far_as_known(fight, finding)


def sound(fight: BattleContext) -> bool:
    """Tell whether odds can be computed: every attacker is adjacent to every defender."""
    reach = [attackable_from(fight.game, origin) for origin in fight.from_hexes]
    return bool(fight.ground) and all(members >> at & 1 for members in reach for at in fight.at_hexes)


@book.judge(Attack)
def announced_odds(game: Trc, state: State, act: Attack) -> Iterator[Finding]:
    """Judge odds that the attacker announces: they may be lower than they are, never higher."""
    fight = fight_of(game, state, act)
    if act.odds and sound(fight) and not fight.untold and announced_too_high(game, fight):
        yield wrong_odds(game, fight, act.odds, "13.1a")


def announced_too_high(game: Trc, fight: BattleContext) -> bool:
    """Tell whether the attacker announces odds that are higher than those of the fight, or are no odds at all."""
    step = odds.parse(fight.announced)
    highest = column(fight, base(fight)) if "C33b" in fight.state.options else final(game, fight)
    return step is None or step > highest


@book.check("12.5a", Attack)
def low_odds_have_an_end(game: Trc, state: State, act: Attack) -> Iterator[Finding]:
    """A soak-off may be fought at odds down to 1-6."""
    step = odds.parse(act.odds) if act.odds else None
    if step is not None and step < LOWEST:
        yield violation(
            "12.5a",
            Sentence("Battle {number} was announced at {odds}, but the lowest odds are 1-6.", act.number, act.odds),
        )


def _reckoned_otherwise(game: Trc, state: State, act: RollCombat) -> Iterator[Finding]:
    """Yield a note if the module reckoned other odds than the battle has: players may have read the wrong column."""
    battle = battle_numbered(state.battles, act.number)
    told = odds.parse(act.told) if act.told else None
    if battle is None or told is None:
        return
    fight = fight_again(game, state, battle)
    right = chosen(game, fight)
    if not sound(fight) or fight.untold or fight.in_dark or right < LOWEST or told == right:
        return
    yield Finding(
        "13.1a",
        Verdict.NOTE,
        Sentence(
            "The module calculated battle {number} at {told}; {arithmetic}.",
            act.number,
            act.told,
            arithmetic(game, fight),
        ),
        units=fight.attackers + fight.defenders,
        hexes=fight.names,
    )


@book.check("13.1b", RollCombat)
def lower_odds_are_announced(game: Trc, state: State, act: RollCombat) -> Iterator[Finding]:
    """Lower odds are announced before the die is rolled."""
    yield from _reckoned_otherwise(game, state, act)
    battle = battle_numbered(state.battles, act.number)
    if battle is None or not act.odds:
        return
    fight = fight_again(game, state, battle)
    right = chosen(game, fight)
    step = odds.parse(act.odds)
    if not sound(fight) or fight.untold or step == right or right < LOWEST:
        return
    announced = (
        Sentence("they had been announced as {odds}", battle.odds)
        if battle.odds
        else "no lower odds had been announced"
    )
    if step is None or step > final(game, fight):
        # Odds that were announced so have been told then.
        if act.odds != battle.odds:
            yield wrong_odds(game, fight, act.odds, "13.1a")
    elif battle.odds or next(mistakes(game, fight, step), None) is None:
        unannounced = violation(
            "13.1b",
            Sentence(
                "Battle {number} was rolled at {odds}; {arithmetic}, and {announced}.",
                act.number,
                act.odds,
                arithmetic(game, fight),
                announced,
            ),
            units=fight.attackers + fight.defenders,
            hexes=fight.names,
            facts=odds_facts(fight),
            legal=Sentence("{right}.", odds.name(right)),
        )
        yield as_far_as_known(fight, unannounced)
    else:
        yield wrong_odds(game, fight, act.odds, "13.1b")
