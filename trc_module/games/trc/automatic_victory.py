"""Chapter 16: automatic victory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from trc_module.games.trc.actions import AutomaticVictory, RailMove, SeaMove
from trc_module.games.trc.battle_odds import arithmetic, as_far_as_known, shifted, sound, terrain_facts
from trc_module.games.trc.book import book
from trc_module.games.trc.fights import AUTOMATIC, automatic_victor, fight_of
from trc_module.games.trc.front import Duty, Stander, duties, hopeless_key
from trc_module.games.trc.game import ENEMY, RUSSIAN, Trc
from trc_module.games.trc.landings import spent_ashore
from trc_module.games.trc.restrictions import pin
from trc_module.games.trc.turns import MOVEMENT
from trc_module.rules.actions import Eliminate, End, Move
from trc_module.rules.battles import WON
from trc_module.rules.finding import Finding, Verdict, breach
from trc_module.rules.game import in_words, place_name
from trc_module.rules.registry import BATTLES, covers
from trc_module.rules.seams import seam
from trc_module.rules.state import Stack, State, UnitId

SURRENDERED, POOL = "surrendered", "replacement-pool"


@book.check("16.1a", AutomaticVictory)
def ten_to_one(game: Trc, state: State, act: AutomaticVictory) -> Iterator[Finding]:
    """Win at once, without a die, at 10-1 or more, in the movement phase.

    The defenders surrender the moment the victory is declared (C01). Support from the air counts (15.1).

    Log: the automatic victory with all that take part (D13).
    Data: combat factors.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz ger-47-pz
        on X17: rus-6-tank
        av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz
        on X17: rus-6-tank
        av 1: ger-41-pz ger-56-pz x rus-6-tank
        expect 16.1
    """
    fight = fight_of(game, state, act)
    if state.clock.phase != MOVEMENT:
        yield breach(
            "16.1a",
            f"{in_words(act.defenders)} was removed by an automatic victory in the {state.clock.phase} phase.",
            units=act.defenders,
            hexes=fight.names,
        )
    elif fight.untold:
        text = f"The odds of {act.number} are not known: nobody has told us the factor of {in_words(fight.untold)}."
        yield Finding("16.1a", Verdict.SKIPPED, text, fight.untold)
    elif sound(fight) and shifted(game, fight) < AUTOMATIC:
        short = breach(
            "16.1a",
            f"{in_words(act.defenders)} was removed by an automatic victory, but {arithmetic(game, fight)}.",
            units=act.attackers + act.defenders,
            hexes=fight.names,
            facts=tuple(dict.fromkeys(fight.factor_facts + terrain_facts(fight))),
        )
        yield as_far_as_known(fight, short)


@seam
def won_at_any_date(game: Trc, state: State, defenders: tuple[UnitId, ...]) -> bool:
    """Tell whether the Russians may win an automatic victory over some defenders before November/December 1942."""
    return False


@seam
def won_by(game: Trc, state: State, attackers: tuple[UnitId, ...]) -> bool:
    """Tell whether some Russian attackers may win an automatic victory before November/December 1942."""
    return False


@book.check("16.4", AutomaticVictory)
def russians_later(game: Trc, state: State, act: AutomaticVictory) -> Iterator[Finding]:
    """Let the Russians win automatic victories from November/December 1942 on, not before.

    Until then they roll the die at such odds (13.1). With the battlegroups of 26.4 in play those are exempt.

    Log: the turn, and the automatic victory (D13).
    Data: none.

    Legal::

        at: turn 10 russian impulse 1 movement clear
        on X17: rus-16-inf rus-11-inf
        on X18: rus-12-inf rus-3-inf
        on Y17: rum-cav
        av 1: rus-16-inf rus-11-inf rus-12-inf rus-3-inf x rum-cav
        expect ok

    Illegal::

        at: turn 9 russian impulse 1 movement clear
        on X17: rus-16-inf rus-11-inf
        on X18: rus-12-inf rus-3-inf
        on Y17: rum-cav
        av 1: rus-16-inf rus-11-inf rus-12-inf rus-3-inf x rum-cav
        expect 16.4
    """
    first = game.charts.combat.russian_victory_from
    if state.clock.side != RUSSIAN or state.clock.turn >= first:
        return
    if not won_at_any_date(game, state, act.defenders) and not won_by(game, state, act.attackers):
        yield breach(
            "16.4",
            f"The Russians won an automatic victory on turn {state.clock.turn}; they have none before turn {first}.",
            units=act.attackers + act.defenders,
        )


@book.told("15.1d", by="automatic_victory.ten_to_one")
def support_counts() -> None:
    """Count support from the air towards the 10-1 of an automatic victory.

    A Stuka makes 10-1 out of 7-1.

    Log: the automatic victory with its air units (D13).
    Data: combat factors; the air chart.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y19: ger-hq-south
        on Y17: ger-41-pz ger-56-pz
        on X17: rus-6-tank
        av 1: ger-41-pz ger-56-pz x rus-6-tank air stuka ger-hq-south
        expect ok
    """


@book.told("15.2c", by="air_power.in_range")
def same_range() -> None:
    """Measure the range of aircraft in an automatic victory as in a battle.

    All defenders within eight hexes of one headquarters (15.2).

    Log: the automatic victory with its air units (D13).
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y24: ger-hq-south
        on Y17: ger-41-pz ger-56-pz
        on X17: rus-6-tank
        av 1: ger-41-pz ger-56-pz x rus-6-tank air stuka ger-hq-south
        expect ok
    """


@book.check("16.1c", Eliminate)
def victims_surrender(game: Trc, state: State, act: Eliminate) -> Iterator[Finding]:
    """Put the victims of an automatic victory among the surrendered units.

    They do not come back as replacements.

    Log: the box to which the counter goes.
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz ger-47-pz
        on X17: rus-6-tank
        av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
        surrender rus-6-tank because 16.1
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz ger-47-pz
        on X17: rus-6-tank
        av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
        eliminate rus-6-tank because 16.1
        expect 16.1
    """
    if covers("16.1", act.because):
        yield breach(
            "16.1c",
            f"{act.unit} was put into the replacement pool after an automatic victory; it belongs to the surrendered.",
            units=(act.unit,),
            lasting=(game.side_of[act.unit], "13.2b", act.unit),
        )


def spent(state: State, unit: UnitId) -> tuple[str, str] | None:
    """Return the rule that keeps a victor of this turn from attacking again, and what it did; None for others."""
    victory = automatic_victor(state, unit)
    if not victory:
        return None
    what = f"took part in an automatic victory of the {'first' if victory == 1 else 'second'} impulse"
    if victory != state.clock.impulse:
        return ("16.2c", what) if no_second_attack(state, unit) else None
    return ("13.8b" if spent_ashore(state, unit) else "16.2a"), what


@book.check("16.2a", Move, RailMove, SeaMove, of_marks=("av", BATTLES))
def victors_stay(game: Trc, state: State, act: Move | RailMove | SeaMove) -> Iterator[Finding]:
    """Leave the units of an automatic victory where they stand, and out of the battles of that impulse.

    They have spent their movement and their strength: they go on neither over land nor by rail or sea.

    Log: the automatic victory with all that take part (D13).
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz ger-47-pz
        on X17: rus-6-tank
        on Y18: ger-12-inf
        av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
        move ger-12-inf Y18 Y17 X17
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz ger-47-pz
        on X17: rus-6-tank
        av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
        move ger-41-pz Y17 X17
        expect 16.2
    """
    held = state.clock.impulse == 2 and ("pinned", act.unit) in state.marks  # told as 8.4
    if automatic_victor(state, act.unit) == state.clock.impulse and not held:
        origin = act.start if isinstance(act, SeaMove) else act.trail.hexes[0]
        start = place_name(game, origin)
        yield breach(
            "16.2a",
            f"{act.unit} took part in an automatic victory of this impulse and moved on from {start}.",
            units=(act.unit,),
            hexes=() if isinstance(origin, str) else (start,),
            lasting=(game.side_of[act.unit], "16.2a", act.unit, state.clock),
        )


@book.check("16.2b", Move, of_marks=("av", BATTLES))
def victors_keep_away(game: Trc, state: State, act: Move) -> Iterator[Finding]:
    """Keep the units of a first-impulse automatic victory out of enemy zones of control in the second impulse.

    They may move, but not next to the enemy.

    Log: the automatic victory (D13) and the hexes crossed (D05).
    Data: the map's grid.

    Legal::

        at: turn 2 axis impulse 2 movement clear
        before: av ger-41-pz
        on Y19: ger-41-pz
        on X17: rus-24-inf
        move ger-41-pz Y19 Y18
        expect ok

    Illegal::

        at: turn 2 axis impulse 2 movement clear
        before: av ger-41-pz
        on Y19: ger-41-pz
        on X17: rus-24-inf
        move ger-41-pz Y19 Y18 Y17
        expect 16.2
    """
    if state.clock.impulse != 2 or automatic_victor(state, act.unit) != 1:
        return
    zone = game.zones.of(state.forces[ENEMY[game.side_of[act.unit]]])
    start, *entered = act.trail.hexes
    caught = [at for at in entered if zone >> at & 1 and at != start]
    if caught and not zone >> start & 1:
        name = game.hex_name(caught[0])
        foes = game.zones.holders(state.forces[ENEMY[game.side_of[act.unit]]], caught[0])
        yield breach(
            "16.2b",
            f"{act.unit} took part in an automatic victory of the first impulse and entered the zone of control of "
            f"{in_words(foes)} in {name}.",
            units=(act.unit, *foes),
            hexes=(name,),
        )


@book.rule("16.2c")
def no_second_attack(state: State, unit: UnitId) -> bool:
    """Keep the units of a first-impulse automatic victory out of the second combat phase.

    Even if they stand next to an enemy: others must attack him (16.3).

    Log: the automatic victory (D13) and who attacks whom (D06).
    Data: none.

    Legal::

        at: turn 2 axis impulse 2 combat clear
        before: av ger-41-pz
        on Y17: ger-41-pz ger-56-pz
        on X17: rus-24-inf
        attack 1: ger-56-pz x rus-24-inf
        roll 1: 4 1-1 C
        end
        expect ok

    Illegal::

        at: turn 2 axis impulse 2 combat clear
        before: av ger-41-pz
        on Y17: ger-41-pz ger-56-pz
        on X17: rus-24-inf
        attack 1: ger-41-pz ger-56-pz x rus-24-inf
        expect 16.2
    """
    return state.clock.impulse == 2 and automatic_victor(state, unit) == 1


@book.rule("16.2d")
def piled_up_for_a_victory(state: State, stack: Stack) -> bool:
    """Overstack for an automatic victory, if the stack is mended before the movement phase ends.

    Of a stack that is not, in which units of the victory stand, the fault is told under this number.

    Log: the automatic victory (D13) and the end of the phase (D02).
    Data: unit sizes.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz ger-47-pz ger-17-inf
        on X17: rus-6-tank
        av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
        move ger-17-inf Y17 X17
        end
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz ger-47-pz ger-17-inf
        on X17: rus-6-tank
        av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
        end
        expect 16.2d
    """
    return any(automatic_victor(state, unit) == state.clock.impulse for unit in stack)


@book.check("16.2e", End)
def others_attack_for_the_victors(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Attack with others the enemies in whose zones of control the units of an automatic victory stand.

    Nobody may set up a position that others cannot fight out. It is told when the movement phase ends, if nobody is
    there who could attack, else when the combat phase ends and nobody has.

    Log: the automatic victory (D13), who attacks whom (D06), the end of the phases (D02).
    Data: combat factors.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz ger-47-pz
        on Y18: ger-12-inf
        on X17: rus-6-tank
        on Y16: rus-24-inf
        av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
        move ger-12-inf Y18 X18 X17
        end
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz ger-47-pz
        on X17: rus-6-tank
        on Y16: rus-24-inf
        av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
        end
        expect 16.2
    """
    yield from _spared(game, state, "16.2e", lambda duty: duty.victor == state.clock.impulse)


@book.check("16.3a", End)
def others_come_up(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Bring up others in the second impulse against enemies next to the victors of the first.

    Such victors cannot attack themselves. Next to means in the zone of control (C87).

    Log: the automatic victory (D13), who attacks whom (D06), the end of the phase (D02).
    Data: none.

    Legal::

        at: turn 2 axis impulse 2 combat clear
        before: av ger-41-pz
        on Y17: ger-41-pz ger-56-pz
        on X17: rus-24-inf
        attack 1: ger-56-pz x rus-24-inf
        roll 1: 4 1-1 C
        end
        expect ok

    Illegal::

        at: turn 2 axis impulse 2 combat clear
        before: av ger-41-pz
        on Y17: ger-41-pz
        on X18: ger-56-pz
        on X17: rus-24-inf
        on Y16: rus-13-inf
        attack 1: ger-56-pz x rus-24-inf
        roll 1: 4 1-1 C
        end
        expect 16.3
    """
    yield from _spared(game, state, "16.3a", lambda duty: duty.victor not in (0, state.clock.impulse))


def _spared(game: Trc, state: State, rule: str, of: Callable[[Duty], bool]) -> Iterator[Finding]:
    """Yield a finding for every enemy next to some victors whom nobody attacked, though nobody stood by idly."""
    found = list(duties(game, state))
    idle = {at for duty in found if duty.idle for at in duty.targets}
    victims = {at: duty.unit for duty in reversed(found) if of(duty) for at in duty.spared if at not in idle}
    for at, unit in victims.items():
        foes = state.forces[ENEMY[state.clock.side]].stack(at)
        name = game.hex_name(at)
        yield breach(
            rule,
            f"{in_words(foes)} in {name} stood next to {unit}, which won an automatic victory, and nobody attacked.",
            units=(*foes, unit),
            hexes=(name,),
            lasting=hopeless_key(game, state, at) or (state.clock.side, rule, state.clock, at),
        )


@book.rule("16.3b")
def victors_surrender(state: State, stander: Stander) -> bool:
    """Give up the victors of the first impulse if nobody comes to attack the enemies next to them.

    They surrender after the movement of the second impulse and before its battles.

    Log: the automatic victory (D13), the surrender (D14), the end of the phase (D02).
    Data: combat factors.

    Legal::

        at: turn 2 axis impulse 2 movement clear
        before: av ger-41-pz
        on Y17: ger-41-pz
        on X17: rus-24-inf
        surrender ger-41-pz because 16.3
        end
        expect ok

    Illegal::

        at: turn 2 axis impulse 2 movement clear
        before: av ger-41-pz
        on Y17: ger-41-pz
        on X17: rus-24-inf
        end
        expect 16.3
    """
    return bool(stander.victor) and stander.victor != state.clock.impulse


@book.rule("8.3c")
def removed_at_once(state: State, act: AutomaticVictory, side: str) -> State:
    """Lift the zone of control of a defender with its removal by automatic victory.

    Units that move afterwards are no longer held; a move made before is judged with the defender in its place.

    Log: the automatic victory (D13) and the moves, in their order.
    Data: the map's grid.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz ger-47-pz
        on X17: rus-6-tank
        on X19: ger-12-inf
        av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
        move ger-12-inf X19 X18 W17 W16
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz ger-47-pz
        on X17: rus-6-tank
        on X19: ger-12-inf
        move ger-12-inf X19 X18 W17 W16
        expect 8.3|7.2
    """
    for unit in act.defenders:
        state = state.with_unit(side, unit, SURRENDERED)
    return state


@book.told("16.1b", by="automatic_victory.win")
def way_is_open() -> None:
    """Move through and onto the hex of a defender removed by automatic victory.

    Units that took no part in it may do so at once, and may attack others.

    Log: the automatic victory and the moves, in their order (D13).
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on Y17: ger-41-pz ger-56-pz ger-47-pz
        on X17: rus-6-tank
        on Y18: ger-12-inf
        av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
        move ger-12-inf Y18 Y17 X17 W17
        expect ok
    """


@book.effect(AutomaticVictory)
def win(game: Trc, state: State, act: AutomaticVictory) -> State:
    """Take the defenders off the map; remember who has won, and whom the defenders held fast."""
    fight = fight_of(game, state, act)
    for at in fight.at_hexes:
        state = pin(game, state, at, fight.side)
    state = removed_at_once(state, act, fight.enemy)
    state = replace(state, battles=(*state.battles, fight.battle(WON)))
    if state.clock.impulse == 1:
        state = state.with_mark(*(("av", unit) for unit in act.attackers))
    return state
