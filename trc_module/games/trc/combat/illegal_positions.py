"""Chapter 12.5: positions from which no legal attack can be made, and who surrenders for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.facts import Fact, Source
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.attack_obligations import Combatant, Front, FrontPart, offenders, position_key
from trc_module.games.trc.combat.automatic_victory import victors_surrender
from trc_module.games.trc.combat.battle_context import LOWEST, BattleContext
from trc_module.games.trc.combat.battle_odds import arithmetic, as_far_as_known, base, odds_facts
from trc_module.games.trc.combat.first_impulse import is_opening, opening_facts, stuck_at_the_border
from trc_module.games.trc.data import Trc
from trc_module.games.trc.marks import PERHAPS, VICTORIES, Victor
from trc_module.games.trc.steps import COMBAT, MOVEMENT
from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.actions import Eliminate, End, Surrender
from trc_module.rules.allocation import TooHardError
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import agree, in_words
from trc_module.rules.registry import covers
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence


@book.rule("12.5c")
def moved_there(combatant: Combatant) -> bool:
    """No unit moves to a hex where it would have to make an illegal attack."""
    return combatant.moved


@book.judge(End)
def illegal_positions(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Judge the positions in which a movement phase leaves its side."""
    if state.clock.phase != MOVEMENT:
        return
    front = Front.now(game, state)
    for part in front.parts:
        try:
            if front.feasible(part.combatants):
                continue
            guilty = offenders(front, part)
            barred = is_opening(state) and front.feasible(part.combatants, opening=False)
        except TooHardError:
            yield _too_hard(game, part)
            continue
        for group in _by_hex(guilty):
            found = _judged(front, part, group, barred)
            yield from map(_open_to_victors, found) if VICTORIES in state.marks else found


def _open_to_victors(finding: Finding) -> Finding:
    """Return a finding as it stands where enemies were removed by unknown victors: victors need not attack."""
    return replace(
        finding,
        verdict=Verdict.UNDECIDED,
        sentence=Sentence(
            "{sentence} Units that won an automatic victory need not attack; the log may not show it.", finding.sentence
        ),
    )


def _too_hard(game: Trc, part: FrontPart) -> Finding:
    names = tuple(game.hex_name(h) for h in hexes(part.targets))
    return Finding(
        "12.5c",
        Verdict.UNDECIDED,
        Sentence(
            "Whether all units next to the enemies in {names} ... can attack legally is unknown: there are too "
            "many ways to combine the attacks.",
            ", ".join(names[:6]),
        ),
        hexes=names,
    )


def _by_hex(combatants: tuple[Combatant, ...]) -> Iterator[tuple[Combatant, ...]]:
    keys = dict.fromkeys((s.at, s.victor, s.moved) for s in combatants)
    for key in keys:
        yield tuple(s for s in combatants if (s.at, s.victor, s.moved) == key)


def _judged(front: Front, part: FrontPart, group: tuple[Combatant, ...], barred: bool) -> Iterator[Finding]:
    game, state = front.game, front.state
    first = group[0]
    units = tuple(combatant.unit for combatant in group)
    name = game.hex_name(first.at)
    foes = tuple(foe for at in hexes(first.foes) for foe in front.holds[at])
    hex_names = (name, *(game.hex_name(h) for h in hexes(first.foes)))
    key = position_key(state, part)
    if first.victor:
        rule = "16.3b" if victors_surrender(state, first) else "16.2e"
        ending = "s" if len(units) == 1 else ""
        sentence = Sentence(
            "{units} in {name} won an automatic victory and stand{ending} next to {foes}, which no other unit "
            "can attack legally.",
            in_words(units),
            name,
            ending,
            in_words(foes),
        )
        legal = Sentence("{units} surrender{ending}.", in_words(units), ending) if rule == "16.3b" else ""
        yield violation(rule, sentence, units=(*units, *foes), hexes=hex_names, legal=legal, dedup_key=key)
        return
    if barred:
        if stuck_at_the_border(barred, first.moved):
            facts = tuple(fact for at in hexes(first.foes) for fact in opening_facts(game, first.unit, at))
            yield violation(
                "3.7h",
                Sentence(
                    "{units} moved to {name}, next to {foes}, which {verb} must attack but may not.",
                    in_words(units),
                    name,
                    in_words(foes),
                    agree(units, "it", "they"),
                ),
                units=(*units, *foes),
                hexes=hex_names,
                facts=(*facts, reading(game, "C09")),
                dedup_key=key,
            )
        return
    fight = front.fight(units, first.foes)
    verb = "moved to" if moved_there(first) else "stayed in"
    finding = violation(
        "12.5c" if moved_there(first) else "12.5d",
        Sentence(
            "{units} {verb} {name} without a legal attack: against {foes}, {arithmetic}.",
            in_words(units),
            verb,
            name,
            in_words(foes),
            arithmetic(game, fight),
        ),
        units=(*units, *foes),
        hexes=hex_names,
        facts=odds_facts(front.fight(_who_might_help(part, first.foes), first.foes)),
        legal=Sentence("{units} surrenders.", in_words(units)),
        dedup_key=key,
    )
    yield as_far_as_known(fight, finding)


def _who_might_help(part: FrontPart, foes: HexSet) -> tuple[UnitId, ...]:
    """Return the units that stand next to some of these enemies: with other factors they might attack them all."""
    return tuple(combatant.unit for combatant in part.combatants if (combatant.free | combatant.foes) & foes)


def reading(game: Trc, name: str) -> Fact:
    """Return a reading of the rulebook as a fact that is doubtful by its nature."""
    found = game.readings[name]
    return Fact(f"{name}: {found.choice}", Source("assumed", f"reading {name}"), found.alternative)


@book.judge(Surrender)
def needless_surrender(game: Trc, state: State, act: Surrender) -> Iterator[Finding]:
    """Judge a unit that surrenders for want of a legal attack."""
    rule = "12.5" if covers("12.5", act.because) else "16.3" if covers("16.3", act.because) else ""
    if not rule or act.who not in game.units:
        return
    if state.clock.phase not in (MOVEMENT, COMBAT) or state.clock.side != game.side_of[act.who]:
        text = Sentence("{who} surrendered in {clock}, when it had no enemy to attack.", act.who, state.clock.words)
        yield violation("12.5d" if rule == "12.5" else "16.3b", text, units=(act.who,))
        return
    at = state.place(act.who)
    combatant = next((s for s in Front.now(game, state).combatants if s.unit == act.who and s.foes), None)
    number = "12.5d" if rule == "12.5" else "16.3b"
    where = game.where(at)
    if combatant is None:
        yield violation(
            number, Sentence("{who} surrendered {where}, but no enemy is next to it.", act.who, where), units=(act.who,)
        )
    elif rule == "16.3" and not victors_surrender(state, combatant) and not _perhaps_a_victor(state, act.who):
        yield violation(
            number,
            Sentence("{who} surrendered {where}, but had taken no part in an automatic victory.", act.who, where),
            units=(act.who,),
        )
    elif rule == "12.5" and (fight := _alone(game, state, combatant)) is not None:
        yield violation(
            number,
            Sentence(
                "{who} surrendered {where}, but could attack: {arithmetic}.", act.who, where, arithmetic(game, fight)
            ),
            units=(act.who,),
            facts=odds_facts(fight),
        )


def _perhaps_a_victor(state: State, unit: UnitId) -> bool:
    """Tell whether a unit may have won a victory whose victors the record does not name, or not all of them."""
    return VICTORIES in state.marks or Victor(unit, PERHAPS) in state.marks


def _alone(game: Trc, state: State, combatant: Combatant) -> BattleContext | None:
    """Return the legal attack of a unit by itself on all enemies next to it, or None."""
    if combatant.victor or combatant.free & combatant.foes != combatant.foes:
        return None
    fight = Front.now(game, state).fight((combatant.unit,), combatant.foes)
    return fight if base(fight) >= LOWEST else None


@book.check("12.5e", Eliminate)
def surrendered_for_good(game: Trc, state: State, act: Eliminate) -> Iterator[Finding]:
    """Units that surrender for want of a legal attack go to the surrendered units."""
    if covers("12.5", act.because) or covers("16.3", act.because):
        yield violation(
            "12.5e",
            Sentence(
                "{unit} was put into the replacement pool; a unit that surrenders belongs with the surrendered units.",
                act.unit,
            ),
            units=(act.unit,),
        )
