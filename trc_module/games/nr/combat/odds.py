"""Odds (10.6): strengths, the column, and what shifts it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, combinations

from msgspec import Struct

from trc_module.board.board import hexside
from trc_module.facts import Fact
from trc_module.games.nr.cards.effects import ARMOR_WIDE, BONUS_TWO, EITHER_TABLE, NO_FORTS, NO_RIVER, is_open
from trc_module.games.nr.cards.grants import STEAM_ROLLER, grants
from trc_module.games.nr.combat.battle import ANSWER, VOLUNTARY, kind_of, site_of, supports
from trc_module.games.nr.combat.events import (
    PLAIN,
    EventReading,
    fixed_result,
    holding,
    readings,
    results_with,
    strength_with,
)
from trc_module.games.nr.data import (
    AXIS,
    DISORGANIZED,
    FORT,
    LONG_WINTER,
    MECHANIZED,
    MUD,
    OLD_EDITION,
    SHOCK,
    SIDES,
    SNOW,
    SOVIET,
    Nr,
    book,
)
from trc_module.games.nr.marks import BattleEffect, DieShown, Opens, RollAgain, Works
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack, RollCombat
from trc_module.rules.battles import Battle, battle_numbered, with_battle
from trc_module.rules.counts import doubts_of, resting_on
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.state import Mark, State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.conditions import units_that_are

FIRST_SNOW = 4
"""The first turn of snow, on which a Shock! marker counts more."""
HARDEST = 5
"""The turn on which Axis attacks lose two columns (13.5)."""
SS_PANZER = "ger-ss-pz"
CUT_OFF = 2
"""Columns for who attacks units without supply."""
FROZEN = (SNOW, LONG_WINTER)


class BattleOdds(Struct, frozen=True):
    """The odds of a battle."""

    attack: int
    defence: int
    shifts: tuple[tuple[str, int], ...]
    """Each rule that shifts the column, and by how much."""
    final: str
    """The column; '' if it lies left of the table."""
    possible: frozenset[str]
    """All columns that are possible where data or cards leave something open."""
    traps: tuple[tuple[str, int], ...]
    """By how many columns a reading is off that forgets a rule: its number and the columns."""
    sheets: tuple[str, ...]
    """The tables in which it may be read, that of the rules first."""
    events: tuple[BattleEffect, ...]
    """The effects of events on it."""
    facts: tuple[Fact, ...]
    is_open: bool
    """Whether cards or statuses of unknown effect leave the odds open."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the table that are possible."""
        return tuple(sorted(self.possible - {""}))


def odds_of(game: Nr, state: State, act: Attack | Battle) -> BattleOdds | None:
    """Return the odds of a battle; None if a strength is unknown or the hex is empty."""
    at = site_of(state, act)
    if at is None:
        return None
    effects = holding(game, state, act, at)
    ways = readings(game, state, act, effects) if effects else PLAIN
    first = _read(game, state, act, at, ways[0])
    if first is None or not act.attackers:
        return None
    attack, defence, shifts, total = first
    found: set[str] = set()
    for way in ways:
        read = first if way is ways[0] else _read(game, state, act, at, way)
        if read is not None:
            found |= {_name(game, read[3] + sum(some)) for some in _subsets(tuple(_unsure(game, state, act, at, way)))}
    facts = tuple(game.strength_fact(state, unit) for unit in (*act.attackers, *act.defenders))
    side = game.side_of[act.attackers[0]]
    sheet = sheet_of(game, state, side)
    chosen = any(effect.what == EITHER_TABLE for effect in effects)
    return BattleOdds(
        attack,
        defence,
        shifts,
        _name(game, total),
        frozenset(found),
        (*((rule, -by) for rule, by in shifts), *_denied(game, state, act, at)),
        (sheet, *(each for each in SIDES if chosen and each != sheet)),
        effects,
        facts,
        _is_open(game, state, act),
    )


def _read(
    game: Nr, state: State, act: Attack | Battle, at: Hex, way: EventReading
) -> tuple[int, int, tuple[tuple[str, int], ...], int] | None:
    """Return strengths, shifts and the index of the column in one reading of the events; None without a factor."""
    attack = _strength(game, state, way, act.attackers)
    defence = _strength(game, state, way, act.defenders)
    if attack is None or defence is None:
        return None
    shifts = tuple(_shifts(game, state, act, at, way))
    return attack, defence, shifts, _column(game, attack, max(defence, 1)) + sum(by for _, by in shifts)


def _subsets(items: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    return chain.from_iterable(combinations(items, size) for size in range(len(items) + 1))


def _column(game: Nr, attack: int, defence: int) -> int:
    """Return the index of a column, rounded for the defender; below 0 left of the table, as 1-4 is -1."""
    found = game.ladder.column(attack, defence)
    if found is not None:
        return found
    return 3 + defence // -attack if attack > 0 else -100


def _name(game: Nr, index: int) -> str:
    return "" if index < 0 else game.results.columns[min(index, len(game.results.columns) - 1)]


def _strength(game: Nr, state: State, way: EventReading, units: tuple[UnitId, ...]) -> int | None:
    total = 0
    for unit in units:
        factor = game.face(state, unit).combat
        if factor is None:
            return None
        total += strength_with(game, way, unit, factor)
    return total


def _shifts(game: Nr, state: State, act: Attack | Battle, at: Hex, way: EventReading) -> Iterator[tuple[str, int]]:
    kind, side = kind_of(game, state, act), game.side_of[act.attackers[0]]
    if markers := supports(state, act.number):
        yield "13.3", markers * _worth_of_a_marker(game, state, side)
    if kind == VOLUNTARY:
        yield from _of_the_ground(game, state, act, at, NO_RIVER not in way.words)
    bonus = _has_bonus(game, state, act, at)
    if bonus:
        yield "14.3a", 1
    yield from _of_options(game, state, act, bonus)
    if without_supply(game, state, act.defenders):
        yield "6e", CUT_OFF
    if by := _winter(game, state, act, at):
        yield ("13.5-5b" if state.clock.turn == HARDEST else "13.1g"), by
    if by := way.shifts + (bonus and side == SOVIET and BONUS_TWO in way.words):
        yield "5", by


def _worth_of_a_marker(game: Nr, state: State, side: str) -> int:
    """Return the columns of a support marker: more of a Shock! one in the first snow, and by an event."""
    worth = game.values["first-winter-shock"] if _doubled(game, state, side) else 1
    return 2 * worth if side == SOVIET and grants(state, STEAM_ROLLER, SOVIET) else worth


@book.rule("6e")
def without_supply(game: Nr, state: State, units: tuple[UnitId, ...]) -> bool:
    """Tell whether units are attacked with two columns more because one of them is without supply."""
    return any(game.is_cut_off(state, unit) for unit in units)


def _doubled(game: Nr, state: State, side: str) -> bool:
    return side == SOVIET and state.clock.turn == FIRST_SNOW and OLD_EDITION not in state.options


def _of_the_ground(game: Nr, state: State, act: Attack | Battle, at: Hex, rivers: bool) -> Iterator[tuple[str, int]]:
    """Yield what terrain and hexsides shift, in an attack on a target: no other attack looks at them."""
    shift = game.ground.terrain[game.board.terrain[at].id].shift
    if shift:
        yield "10.6", shift
    if game.objectives >> at & 1:
        yield "10.6", game.ground.hexside["objective"].shift
    if rivers and _over_a_river(game, state, act, at) and game.weather(state) not in FROZEN:
        yield "10.6", game.ground.hexside["river"].shift


def _over_a_river(game: Nr, state: State, act: Attack | Battle, at: Hex) -> bool:
    """Tell whether all attackers attack over a river."""
    rivers = game.board.sides["river"]
    places = [act.places.get(unit) if isinstance(act, Battle) else state.place(unit) for unit in act.attackers]
    return all(isinstance(here, int) and hexside(here, at) in rivers for here in places)


@book.rule("14.3a")
def _has_bonus(game: Nr, state: State, act: Attack | Battle, at: Hex) -> bool:
    """Tell whether the attack has the bonus of armor: against infantry in the open, in clear weather or snow."""
    return (
        _has_armor(game, state, act)
        and not hard(game, state, act.defenders)
        and game.weather(state) not in (MUD, LONG_WINTER)
        and _allows_armor(game, at)
    )


def _allows_armor(game: Nr, at: Hex) -> bool:
    return "armor-bonus" in game.ground.terrain[game.board.terrain[at].id].tags and not game.objectives >> at & 1


def _has_armor(game: Nr, state: State, act: Attack | Battle) -> bool:
    return any(game.has_armor(state, unit) and not game.is_cut_off(state, unit) for unit in act.attackers)


@book.rule("14.4b")
def hard(game: Nr, state: State, defenders: tuple[UnitId, ...]) -> bool:
    """Tell whether armor or mechanized infantry among the defenders denies the bonus."""
    return any(game.has_armor(state, unit) or game.arm(state, unit) == MECHANIZED for unit in defenders)


@book.rule("15.1a")
def _of_options(game: Nr, state: State, act: Attack | Battle, bonus: bool) -> Iterator[tuple[str, int]]:
    """Yield the columns of elite units: the SS Panzer Army always has the bonus of armor, a shock unit a column."""
    if "15.1" in state.options and SS_PANZER in act.attackers and not bonus:
        yield "15.1a", 1
    if "15.2" in state.options and shock_units(game, state, act.attackers):
        yield "15.2a", 1


@book.rule("15.2a")
def shock_units(game: Nr, state: State, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Return the shock units with that side up."""
    return tuple(unit for unit in units if game.arm(state, unit) == SHOCK)


@book.rule("13.1g", "13.5-5b")
def _winter(game: Nr, state: State, act: Attack | Battle, at: Hex) -> int:
    """Return what Axis attacks lose in snow, two columns on turn 5; in the later edition in the USSR alone."""
    if game.side_of[act.attackers[0]] != AXIS or game.weather(state) not in FROZEN:
        return 0
    if not game.soviet_land >> at & 1 and OLD_EDITION not in state.options:
        return 0
    return -2 if state.clock.turn == HARDEST else -1


def _denied(game: Nr, state: State, act: Attack | Battle, at: Hex) -> Iterator[tuple[str, int]]:
    """Yield shifts that a rule takes away, each with the error of a reading that forgets the rule."""
    if _has_armor(game, state, act) and _allows_armor(game, at):
        weather, is_hard = game.weather(state), hard(game, state, act.defenders)
        if weather in (MUD, LONG_WINTER) and not is_hard:
            yield "13.1c", 1
        elif is_hard and weather not in (MUD, LONG_WINTER):
            yield "14.4b", 1
    if kind_of(game, state, act) == VOLUNTARY and game.weather(state) in FROZEN and _over_a_river(game, state, act, at):
        yield "13.1f", game.ground.hexside["river"].shift


def _unsure(game: Nr, state: State, act: Attack | Battle, at: Hex, way: EventReading = PLAIN[0]) -> Iterator[int]:
    """Yield shifts that may hold or not."""
    side = game.side_of[act.attackers[0]]
    if Works() in state.marks and side == SOVIET:
        # No log shows in which hex the marker of the event lies, nor until when.
        yield -1
    if ARMOR_WIDE in way.words:
        yield from _armor_wide(game, state, act, at)
    if (
        NO_FORTS not in way.words
        and _has_bonus(game, state, act, at)
        and any(game.arm(state, unit) == FORT for unit in act.defenders)
    ):
        # The bonus counts against most infantry; it is unknown whether a fort is infantry.
        yield -1
    if any(game.is_cut_off(state, unit) for unit in act.attackers):
        # Units without supply are two columns worse; it is unknown whether this holds for their attacks.
        yield -CUT_OFF
    if any(game.is_cut_off(state, u) for u in act.defenders) and kind_of(game, state, act) == ANSWER:
        yield -CUT_OFF


def _armor_wide(game: Nr, state: State, act: Attack | Battle, at: Hex) -> Iterator[int]:
    """Yield what New Tank Design may change: a bonus of the Axis against armor too, or none of the Soviets."""
    if _has_bonus(game, state, act, at):
        if game.side_of[act.attackers[0]] == SOVIET:
            yield -1
    elif game.side_of[act.attackers[0]] == AXIS and _has_armor(game, state, act) and _allows_armor(game, at):
        yield from () if game.weather(state) in (MUD, LONG_WINTER) else (1,)


def _is_open(game: Nr, state: State, act: Attack | Battle) -> bool:
    disorganized = units_that_are(state, DISORGANIZED)
    unknown = game.weather(state) is None or not disorganized.isdisjoint((*act.attackers, *act.defenders))
    return unknown or is_open(state, act.number)


@book.rule("10.5")
def sheet_of(game: Nr, state: State, side: str) -> str:
    """Return the table of a side's attacks: its own, but the Soviet one for both in snow (later edition)."""
    frozen = game.weather(state) in FROZEN and OLD_EDITION not in state.options
    return SOVIET if frozen and side == AXIS else side


def counted_as(number: int) -> str:
    """Return the name under which a position remembers the doubtful strengths that a result rests on."""
    return f"battle {number}"


def result_doubts(game: Nr, state: State, battle: Battle) -> tuple[Fact, ...]:
    """Return the doubtful strengths by which we worked out the result of a battle; none if the players said it."""
    return doubts_of(state, counted_as(battle.number), game.units)


def result_of(game: Nr, state: State, battle: Battle) -> str:
    """Return the result of a battle: that of its die, or CA without one where the odds lie left of the table."""
    if battle.result:
        return battle.result
    if fixed := fixed_result(game, state, battle) if state.marks else "":
        return fixed
    odds = odds_of(game, state, battle)
    return "CA" if odds is not None and not odds.is_open and odds.possible == {""} else ""


@book.check("10.6", "13.1c", "13.1f", RollCombat)
def read_at_its_odds(game: Nr, state: State, act: RollCombat) -> Iterator[Finding]:
    """A battle is read in the column of its odds, with the result that stands there."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return
    if DieShown.of(state, str(act.number)) and RollAgain(str(act.number)) not in state.marks:
        text = Sentence("Battle {number} was rolled a second time, and no event lets it be rolled again.", act.number)
        yield violation("10.6", text, units=battle.units)
        return
    odds = odds_of(game, state, battle)
    if odds is None:
        text = Sentence("The odds of battle {number} are not known: the factor of one of its units is not.", act.number)
        if act.odds:
            yield Finding("10.6", Verdict.SKIPPED, text, battle.units)
        return
    if odds.is_open:
        return
    if act.odds and act.odds not in odds.possible:
        rule = _forgotten(game, odds, act.odds)
        shown = odds.final or Sentence("less than {columns}", game.results.columns[0])
        text = Sentence(
            "Battle {number} was read at {odds}; {attack} to {defence} is {shown} with its shifts.",
            act.number,
            act.odds,
            odds.attack,
            odds.defence,
            shown,
        )
        yield violation(rule, text, units=battle.units, facts=odds.facts)
    elif act.result:
        columns = {act.odds} if act.odds else odds.possible - {""}
        known = _results(game, state, battle, odds, act.die, tuple(columns))
        if act.result not in known:
            facts = (*odds.facts, *(game.results.facts[odds.sheets[0], column] for column in columns))
            text = Sentence(
                "Battle {number} was read as {result}; a {die} is {known}.",
                act.number,
                act.result,
                act.die,
                " or ".join(sorted(known)),
            )
            yield violation("10.7", text, units=battle.units, facts=facts)


def _results(game: Nr, state: State, battle: Battle, odds: BattleOdds, die: int, columns: tuple[str, ...]) -> set[str]:
    """Return the results that a die may have in some columns, on each table that may be read, and with all events."""
    printed = {game.results.result(column, die, sheet) for column in columns for sheet in odds.sheets} or {"CA"}
    at = site_of(state, battle)
    if at is None or not odds.events:
        return printed
    return {changed for each in printed for changed in results_with(game, odds.events, at, each, columns)}


def _forgotten(game: Nr, odds: BattleOdds, said: str) -> str:
    """Return the rule whose omission explains why a battle was read in another column."""
    columns = game.results.columns
    if said not in columns or not odds.final:
        return "10.6"
    off = columns.index(said) - columns.index(odds.final)
    return next((rule for rule, by in odds.traps if by == off and rule not in ("10.6", "13.3", "5", "6e")), "10.6")


@book.effect(RollCombat)
def decide(game: Nr, state: State, act: RollCombat) -> State:
    """Remember the result of a battle: what the players read where that is possible, else what the table says."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return state
    known = without_die(state, act.number)
    return _read_off(game, known.with_mark(DieShown(str(act.number), str(act.die))), battle, act)


def without_die(state: State, number: int) -> State:
    """Return the position that remembers no die of a battle, nor that it may be rolled again."""
    return RollAgain.forgotten(DieShown.forgotten(state, str(number)), str(number))


def read_again(game: Nr, state: State, battle: Battle) -> State:
    """Return the position in which the die of a battle is read anew, as events have changed its odds since."""
    die = next((mark.die for mark in DieShown.of(state, str(battle.number))), "")
    if not die:
        return state
    unread = replace(battle, result="", odds="")
    return _read_off(game, state, unread, RollCombat(battle.number, int(die)))


def _read_off(game: Nr, state: State, battle: Battle, act: RollCombat) -> State:
    odds = odds_of(game, state, battle)
    result = ""
    open_: tuple[Mark, ...] = ()
    if odds is not None:
        stated = act.odds if act.odds in odds.possible and act.odds else ""
        column = stated or odds.final
        printed = game.results.result(column, act.die, odds.sheets[0]) if column else "CA"
        likely = _results(game, state, battle, odds, act.die, (column,) if column else ())
        result = printed if printed in likely else min(likely)
        found = likely if stated else _possible_results(game, state, battle, odds, act.die)
        if act.result and (act.result in found or odds.is_open):
            result = act.result
        elif len(found) > 1:
            open_ = (Opens(f"battle-{battle.number}"),)
    if result != act.result:
        # What the players read out of the die themselves rests on nothing of ours.
        state = resting_on(state, counted_as(battle.number), (game.units[unit] for unit in battle.units))
    rolled = Battle(
        battle.number,
        battle.attackers,
        battle.defenders,
        battle.places,
        odds=odds.final if odds else "",
        result=result or act.result,
    )
    return state.changed(battles=with_battle(state.battles, rolled)).with_mark(*open_)


def _possible_results(game: Nr, state: State, battle: Battle, odds: BattleOdds, die: int) -> set[str]:
    """Return all results of a die in the columns that are possible: left of the table it is CA."""
    found = _results(game, state, battle, odds, die, odds.columns) if odds.columns else set()
    return found | ({"CA"} if "" in odds.possible else set())
