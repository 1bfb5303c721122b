"""28.6, part III: the Siberian army that comes early, and what has to be sent back when the Japanese attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.strategic_choices import (
    DECEMBER_1941,
    DISTRACTION,
    FACTORS,
    GAMBIT,
    REACTION,
    Recall,
    ToSiberia,
)
from trc_module.games.trc.arrivals.entry_hexes import Arrival, due_turn, perhaps_early
from trc_module.games.trc.arrivals.russian_replacements import (
    Budget,
    budget,
    cost,
    judge_the_sum,
    points,
    russian_replacements_come_in,
)
from trc_module.games.trc.arrivals.sequence_of_arrivals import in_movement, russian_replacements_first
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import POOL, SIBERIA
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.marks import Arrived, Replaced
from trc_module.games.trc.movement.mover import blockers
from trc_module.games.trc.options.agreed import belongs_to
from trc_module.games.trc.players.legal_actions import legal_dice_of_archangel
from trc_module.games.trc.players.option_actions import ARRIVALS, DUE, further
from trc_module.games.trc.variants.strategic_choices import chosen, unsaid, without
from trc_module.games.trc.victory.campaign_victory import further_victories, victory_in_words
from trc_module.games.trc.victory.scenario_victories import Answer, Condition
from trc_module.hexgrid import hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Action, End
from trc_module.rules.counts import doubts_of, resting_on
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.marks import TURN, KindOfMark
from trc_module.rules.state import Box, State, UnitId
from trc_module.sentence import Sentence

option = book.option("28.6")
ENOUGH, PLENTY = 40, 60
LOST = "28.6-JG-2"


class Sent(KindOfMark, word="sent-to-siberia", until=TURN):
    """a unit: it was sent to Siberia on this turn (28.6)"""

    unit: UnitId


class Recalled(KindOfMark, word="recalled", until=TURN):
    """a unit: it came back from Siberia on this turn (28.6)"""

    unit: UnitId


class Full(KindOfMark, word="siberia-full"):
    """a turn: on it the 60th factor was sent to Siberia (28.6)"""

    turn: str


@option.rule("28.6-RR-2")
def a_turn_earlier(game: Trc, unit: Unit) -> bool:
    """Russian east-edge reinforcements of 1941 may come a turn early."""
    turn = game.charts.turns.get(unit.arrival or -1)
    return unit.side == RUSSIAN and unit.area == "east edge" and turn is not None and turn.year == 1941


@option.override(due_turn)
def due_a_turn_earlier(
    basic: Callable[[Trc, State, Unit, Box], int | None], game: Trc, state: State, unit: Unit, box: Box
) -> int | None:
    """Return the turn before for the Siberian army."""
    due = basic(game, state, unit, box)
    early = due is not None and due == unit.arrival and chosen(state, REACTION) and a_turn_earlier(game, unit)
    return due - 1 if early and due is not None else due


@option.override(perhaps_early)
def perhaps_a_turn_earlier(basic: Callable[[Trc, State, Unit], str], game: Trc, state: State, unit: Unit) -> str:
    """Say that it is unknown whether the Siberian army comes early, where it may."""
    may = chosen(state, DISTRACTION) and a_turn_earlier(game, unit) and state.clock.turn + 1 == unit.arrival
    return (unsaid(state, REACTION) if may else "") or basic(game, state, unit)


def factors_sent(state: State) -> int:
    """Return the combat factors that were ever sent to Siberia."""
    return state.used.get(FACTORS, 0)


def _owing(game: Trc, state: State) -> bool:
    """Tell whether the Russian replacement step ends, and a unit had to go to Siberia and did not."""
    step = state.clock.turn >= DECEMBER_1941 and in_movement(state.clock, RUSSIAN, 1)
    if not step or not chosen(state, GAMBIT) or Sent.firsts(state) or factors_sent(state) >= ENOUGH:
        return False
    return points(game, state) > 0


def _affordable(game: Trc, state: State) -> Iterator[Unit]:
    have = points(game, state)
    for name in state.forces[RUSSIAN].stack(POOL):
        who = game.units[name]
        price = cost(game, who)
        if _replaceable(who) and price is not None and price <= have:
            yield who


def _replaceable(who: Unit) -> bool:
    return who.side == RUSSIAN and who.type not in ("worker", "paratroop", "air", "partisan")


@option.check("28.6-JG-2", ToSiberia, End)
def one_to_siberia(game: Trc, state: State, act: ToSiberia | End) -> Iterator[Finding]:
    """From December 1941 on one replacement unit goes to Siberia each time the Russian gets replacements."""
    if isinstance(act, End):
        if _owing(game, state):
            able = next(_affordable(game, state), None)
            text = Sentence(
                "No unit was sent to Siberia on turn {turn}, and so the Russian loses the game", state.clock.turn
            )
            dedup_key = (FACTORS, LOST, state.clock.turn)
            if able is not None:
                yield violation(
                    LOST,
                    Sentence("{text}; {unit} could have gone.", text, able.id),
                    units=(able.id,),
                    dedup_key=dedup_key,
                )
            else:
                yield Finding(
                    LOST, Verdict.NOTE, Sentence("{text}; there was none to send.", text), dedup_key=dedup_key
                )
        return
    who, at = game.units[act.unit], state.place(act.unit)
    said = Sentence("{unit} was sent to Siberia", act.unit)
    if not chosen(state, GAMBIT):
        yield without(
            state, GAMBIT, violation(LOST, Sentence("{said} without the Japanese Gambit.", said), units=(act.unit,))
        )
    elif not russian_replacements_first(state.clock) or state.clock.turn < DECEMBER_1941:
        yield violation(
            LOST,
            Sentence("{said} in {clock}; this belongs to the replacements from turn 4 on.", said, state.clock.words),
            units=(act.unit,),
        )
    elif at != POOL or not _replaceable(who):
        yield violation(
            LOST, Sentence("{said}, but it was {at} and is not a replacement.", said, game.where(at)), units=(act.unit,)
        )
    else:
        taken = [game.units[unit] for unit in Replaced.firsts(state)]
        units = [one for one in taken if one.side == RUSSIAN]
        yield from judge_the_sum(game, state, units, ended=False, more=((who, cost(game, who)),))


@option.override(budget)
def costs_of_siberia(basic: Callable[[Trc, State], Budget], game: Trc, state: State) -> Budget:
    """Add what was spent on units for Siberia."""
    sent = (game.units[name] for name in Sent.firsts(state))
    return basic(game, state).with_costs((one, cost(game, one)) for one in sent)


@option.check("28.6-JG-3", ToSiberia)
def one_at_most(game: Trc, state: State, act: ToSiberia) -> Iterator[Finding]:
    """At most one replacement unit a turn goes to Siberia, and none must go after 40 factors."""
    before = tuple(name for name in Sent.firsts(state) if name != act.unit)
    if before:
        text = Sentence(
            "{unit} was sent to Siberia on the same turn as {before}; only one unit may be.", act.unit, before[0]
        )
        yield violation("28.6-JG-3", text, units=(act.unit, *before))


@option.check("28.6-JG-4", Recall)
def one_comes_back(game: Trc, state: State, act: Recall) -> Iterator[Finding]:
    """Units come back from Siberia, one a turn, from the turn after 60 factors have been sent."""
    if Recalled(act.unit) in state.marks and state.place(act.unit) == act.hex:
        return  # What was said is said once more.
    said = Sentence("{unit} came back from Siberia", act.unit)
    before = tuple(name for name in Recalled.firsts(state) if name != act.unit)
    gate = russian_replacements_come_in(Arrival(game, state, game.units[act.unit], POOL))
    name = game.hex_name(act.hex)
    why = ""
    if state.place(act.unit) != SIBERIA:
        why = Sentence("and was {at}", game.where(state.place(act.unit)))
    elif not russian_replacements_first(state.clock):
        why = Sentence("in {clock}; this belongs to the replacements", state.clock.words)
    elif Full(str(state.clock.turn)) in state.marks:
        why = Sentence(
            "on the turn on which {plenty} factors were reached; units come back from the next turn on", PLENTY
        )
    elif before:
        why = Sentence("on the same turn as {before}; only one unit may", before[0])
    elif gate is None or not gate.hexes >> act.hex & 1:
        why = Sentence("in {name}; it comes in {where}", name, gate.where if gate else "nowhere")
    elif blockers(game, state, RUSSIAN) >> act.hex & 1:
        why = Sentence("in {name}, which the enemy holds", name)
    dedup_key = None
    # Last, since a log that begins late does not tell it.
    if not why and factors_sent(state) < PLENTY:
        why = Sentence("when {factors_sent} factors had been sent; {plenty} are needed", factors_sent(state), PLENTY)
        dedup_key = (FACTORS, act.unit, state.clock.turn)
    if why:
        facts = doubts_of(state, FACTORS, game.units)
        yield violation(
            "28.6-JG-4",
            Sentence("{said} {why}.", said, why),
            units=(act.unit,),
            hexes=(name,),
            facts=facts,
            dedup_key=dedup_key,
        )


@book.effect(ToSiberia)
def send(game: Trc, state: State, act: ToSiberia) -> State:
    """Put the unit into the box of Siberia, and count its factors."""
    after = state.with_unit(game.side_of[act.unit], act.unit, SIBERIA).with_mark(Sent(act.unit))
    after = resting_on(after, FACTORS, (game.units[act.unit],)).counted(FACTORS, game.units[act.unit].combat or 0)
    reached = factors_sent(state) < PLENTY <= factors_sent(after)
    return after.with_mark(Full(str(state.clock.turn))) if reached else after


@book.effect(Recall)
def call_back(game: Trc, state: State, act: Recall) -> State:
    """Bring the unit onto the map."""
    after = state.with_unit(game.side_of[act.unit], act.unit, act.hex)
    return after.with_mark(Recalled(act.unit), Arrived(act.unit, POOL))


def siberia_starved(game: Trc, state: State) -> Answer:
    """Say whether the Russian has lost by sending no unit to Siberia."""
    if _owing(game, state):
        return True, "no replacement unit has been sent to Siberia with this Russian replacement step"
    return False, "a replacement unit has to be sent to Siberia with every Russian replacement step"


@option.override(further_victories)
def lost_without_siberia(
    basic: Callable[[Trc, State], tuple[Condition, ...]], game: Trc, state: State
) -> tuple[Condition, ...]:
    """Add the Axis victory."""
    mine: tuple[Condition, ...] = ((AXIS, LOST, siberia_starved),) if chosen(state, GAMBIT) else ()
    return (*basic(game, state), *mine)


@option.override(victory_in_words)
def lost_without_siberia_in_words(basic: Callable[[Trc, str], str], game: Trc, rule: str) -> str:
    """Say why the Axis has won."""
    return "the Russian sent no replacement unit to Siberia" if rule == LOST else basic(game, rule)


@option.lister(ToSiberia)
def legal_senders(game: Trc, state: State) -> Iterator[ToSiberia]:
    """Yield the units that may be sent to Siberia now."""
    may = chosen(state, GAMBIT) and state.clock.turn >= DECEMBER_1941 and russian_replacements_first(state.clock)
    if may and not Sent.firsts(state):
        for who in _affordable(game, state):
            act = ToSiberia(who.id)
            if not any(one_to_siberia(game, state, act)):
                yield act


@option.lister(Recall)
def legal_recalls(game: Trc, state: State) -> Iterator[Recall]:
    """Yield the units that may come back now, in every place where they may come in."""
    if factors_sent(state) < PLENTY or not russian_replacements_first(state.clock):
        return
    for name in state.forces[RUSSIAN].stack(SIBERIA):
        gate = russian_replacements_come_in(Arrival(game, state, game.units[name], POOL))
        for at in hexes(gate.hexes) if gate is not None else ():
            act = Recall(name, at)
            if not any(one_comes_back(game, state, act)):
                yield act


@option.override(further)
def siberia_first(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let the Russians roll all dice and send a unit to Siberia before they replace others."""
    yield from basic(game, state, moment)
    if moment == DUE and chosen(state, GAMBIT):
        yield from legal_dice_of_archangel(game, state)
        if factors_sent(state) < ENOUGH:
            yield from legal_senders(game, state)
    elif moment == ARRIVALS:
        yield from legal_recalls(game, state)


belongs_to("28.6", ToSiberia, Recall)

EXTENSION = Extension(
    counters=frozenset({FACTORS}),
    marks=(Sent, Recalled, Full),
)
