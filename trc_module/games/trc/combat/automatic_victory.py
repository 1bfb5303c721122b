"""Chapter 16: automatic victory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.acts.victors import automatic_victor
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import SURRENDERED
from trc_module.games.trc.combat.attack_obligations import Combatant, duties, hopeless_key
from trc_module.games.trc.combat.battle_context import AUTOMATIC, fight_of
from trc_module.games.trc.combat.battle_odds import arithmetic, as_far_as_known, odds_facts, shifted, sound
from trc_module.games.trc.combat.landings import spent_ashore
from trc_module.games.trc.data import ENEMY, RUSSIAN, Trc
from trc_module.games.trc.marks import Pinned, Victor
from trc_module.games.trc.movement.restrictions import pin
from trc_module.games.trc.steps import MOVEMENT
from trc_module.rules.actions import Eliminate, End, Move
from trc_module.rules.battles import WON
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import agree, in_words, place_name
from trc_module.rules.hooks import hook
from trc_module.rules.registry import BATTLES, covers
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence


@book.check("16.1a", AutomaticVictory)
def ten_to_one(game: Trc, state: State, act: AutomaticVictory) -> Iterator[Finding]:
    """10-1 or more in the movement phase wins at once, without a die."""
    fight = fight_of(game, state, act)
    if state.clock.phase != MOVEMENT:
        yield violation(
            "16.1a",
            Sentence(
                "{defenders} {verb} removed by an automatic victory in the {phase} phase; it belongs to the movement "
                "phase.",
                in_words(act.defenders),
                agree(act.defenders, "was", "were"),
                state.clock.phase_words,
            ),
            units=act.defenders,
            hexes=fight.names,
        )
    elif fight.untold:
        text = Sentence(
            "The odds of battle {number} are unknown: the combat factor of {untold} is not in our data.",
            act.number,
            in_words(fight.untold),
        )
        yield Finding("16.1a", Verdict.SKIPPED, text, fight.untold)
    elif sound(fight) and shifted(game, fight) < AUTOMATIC:
        short = violation(
            "16.1a",
            Sentence(
                "{defenders} {verb} removed by an automatic victory, but {arithmetic}.",
                in_words(act.defenders),
                agree(act.defenders, "was", "were"),
                arithmetic(game, fight),
            ),
            units=act.attackers + act.defenders,
            hexes=fight.names,
            facts=odds_facts(fight),
        )
        yield as_far_as_known(fight, short)


@hook
def won_at_any_date(game: Trc, state: State, defenders: tuple[UnitId, ...]) -> bool:
    """Tell whether the Russians may win an automatic victory over some defenders before November/December 1942."""
    return False


@hook
def won_by(game: Trc, state: State, attackers: tuple[UnitId, ...]) -> bool:
    """Tell whether some Russian attackers may win an automatic victory before November/December 1942."""
    return False


@book.check("16.4", AutomaticVictory)
def russians_later(game: Trc, state: State, act: AutomaticVictory) -> Iterator[Finding]:
    """The Russians win automatic victories from November/December 1942 on."""
    first = game.charts.combat.russian_victory_from
    if state.clock.side != RUSSIAN or state.clock.turn >= first:
        return
    if not won_at_any_date(game, state, act.defenders) and not won_by(game, state, act.attackers):
        yield violation(
            "16.4",
            Sentence(
                "The Russians claimed an automatic victory on turn {turn}; they may not before turn {first}.",
                state.clock.turn,
                first,
            ),
            units=act.attackers + act.defenders,
        )


@book.check("16.1c", Eliminate)
def victims_surrender(game: Trc, state: State, act: Eliminate) -> Iterator[Finding]:
    """Units lost to an automatic victory go to the surrendered units."""
    if covers("16.1", act.because):
        yield violation(
            "16.1c",
            Sentence(
                "{unit} was put into the replacement pool after an automatic victory; it belongs with the "
                "surrendered units.",
                act.unit,
            ),
            units=(act.unit,),
            dedup_key=(game.side_of[act.unit], "13.2b", act.unit),
        )


def spent(state: State, unit: UnitId) -> tuple[str, str] | None:
    """Return the rule that keeps a victor of this turn from attacking again, and what it did; None for others."""
    victory = automatic_victor(state, unit)
    if not victory:
        return None
    what = Sentence("took part in an automatic victory of the {word} impulse", "first" if victory == 1 else "second")
    if victory != state.clock.part:
        return ("16.2c", what) if no_second_attack(state, unit) else None
    return ("13.8b" if spent_ashore(state, unit) else "16.2a"), what


@book.check("16.2a", Move, RailMove, SeaMove, of_marks=(Victor.word, BATTLES))
def victors_stay(game: Trc, state: State, act: Move | RailMove | SeaMove) -> Iterator[Finding]:
    """The units of an automatic victory stay where they are and fight no battle in that impulse."""
    held = state.clock.part == 2 and Pinned(act.unit) in state.marks  # told as 8.4
    if automatic_victor(state, act.unit) == state.clock.part and not held:
        origin = act.start if isinstance(act, SeaMove) else act.trail.hexes[0]
        start = place_name(game, origin)
        yield violation(
            "16.2a",
            Sentence(
                "{unit} took part in an automatic victory of this impulse and then moved on from {start}.",
                act.unit,
                start,
            ),
            units=(act.unit,),
            hexes=() if isinstance(origin, str) else (start,),
            dedup_key=(game.side_of[act.unit], "16.2a", act.unit, state.clock),
        )


@book.check("16.2b", Move, of_marks=(Victor.word, BATTLES))
def victors_keep_away(game: Trc, state: State, act: Move) -> Iterator[Finding]:
    """Units of a first-impulse automatic victory do not enter enemy zones of control in the second impulse."""
    if state.clock.part != 2 or automatic_victor(state, act.unit) != 1:
        return
    zone = game.zones.of(state.forces[ENEMY[game.side_of[act.unit]]])
    start, *entered = act.trail.hexes
    caught = [at for at in entered if zone >> at & 1 and at != start]
    if caught and not zone >> start & 1:
        name = game.hex_name(caught[0])
        foes = game.zones.holders(state.forces[ENEMY[game.side_of[act.unit]]], caught[0])
        yield violation(
            "16.2b",
            Sentence(
                "{unit} took part in an automatic victory of the first impulse and entered the zone of control of "
                "{foes} in {name}.",
                act.unit,
                in_words(foes),
                name,
            ),
            units=(act.unit, *foes),
            hexes=(name,),
        )


@book.rule("16.2c")
def no_second_attack(state: State, unit: UnitId) -> bool:
    """Units of a first-impulse automatic victory do not attack in the second combat phase."""
    return state.clock.part == 2 and automatic_victor(state, unit) == 1


@book.check("16.2e", "16.3a", End)
def others_attack_for_the_victors(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Others attack the enemies next to the victors, in the same impulse and, by those of the first, in the second.

    There is a finding for every enemy that was not attacked though no unit was idle.
    """
    found = duties(game, state)
    idle = {at for duty in found if duty.idle for at in duty.targets}
    now, other = (1, 2) if state.clock.part == 1 else (2, 1)
    for rule, part in (("16.2e", now), ("16.3a", other)):
        won = [duty for duty in reversed(found) if duty.victor == part]
        victims = {at: duty.unit for duty in won for at in duty.spared if at not in idle}
        for at, unit in victims.items():
            foes = state.forces[ENEMY[state.clock.side]].stack(at)
            name = game.hex_name(at)
            yield violation(
                rule,
                Sentence(
                    "{foes} in {name} stood next to {unit}, which won an automatic victory, and no unit attacked "
                    "there.",
                    in_words(foes),
                    name,
                    unit,
                ),
                units=(*foes, unit),
                hexes=(name,),
                dedup_key=hopeless_key(game, state, at) or (state.clock.side, rule, state.clock, at),
            )


@book.rule("16.3b")
def victors_surrender(state: State, combatant: Combatant) -> bool:
    """Victors of the first impulse surrender if no unit comes to attack the enemies next to them."""
    return bool(combatant.victor) and combatant.victor != state.clock.part


@book.rule("8.3c")
def removed_at_once(state: State, act: AutomaticVictory, side: str) -> State:
    """A defender's zone of control ends when an automatic victory removes it."""
    for unit in act.defenders:
        state = state.with_unit(side, unit, SURRENDERED)
    return state


@book.effect(AutomaticVictory)
def win(game: Trc, state: State, act: AutomaticVictory) -> State:
    """Take the defenders off the map; remember who has won, and whom the defenders held fast."""
    fight = fight_of(game, state, act)
    for at in fight.at_hexes:
        state = pin(game, state, at, fight.side)
    state = removed_at_once(state, act, fight.enemy)
    state = replace(state, battles=(*state.battles, fight.battle(WON)))
    if state.clock.part == 1:
        state = state.with_mark(*(Victor(unit) for unit in act.attackers))
    return state
