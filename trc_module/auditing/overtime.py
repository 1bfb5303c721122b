"""Phases whose actions were made before or after the turn tracker showed the phase."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice

from msgspec import structs
from msgspec.structs import replace

from trc_module.auditing.drags import DragLeg, legs_of
from trc_module.auditing.late_dice import with_late_dice
from trc_module.auditing.phases import AND_COMBAT, Phase, set_late_note
from trc_module.auditing.reading import rolls
from trc_module.auditing.step_contents import (
    arrives,
    battles_of,
    begins_to_move,
    dragged_units,
    enemys_first,
    moves_own,
    owner_of,
    rolls_for_a_battle,
    says_of,
    says_role,
    side_of,
    taken_off,
    tells_a_fate,
    units_about,
    units_in_battle,
)
from trc_module.auditing.typed import says_part, says_phase, typed
from trc_module.declarations import ATTACK, RETREAT, WIN_AT_ONCE
from trc_module.replay.events import Step
from trc_module.replay.gamelog import GameLog
from trc_module.rules.clock import END, FIGHT, MOVE, OTHER, Clock, TurnSequence
from trc_module.rules.game import in_words
from trc_module.rules.state import Place, UnitId
from trc_module.sentence import Sentence

_MOST_IN_OVERTIME = 2
"""The greatest number of units whose acts in an empty phase of battles are overtime; more of them are an impulse."""
_AND_ANOTHER = 3
"""The number of phases that two become with one between them over which the tracker has passed."""
_MOST_CUTS = 6
"""The number of places that are tried as the beginning of the next phase."""


def moved_on_without_battles(log: GameLog, before: Phase, combat: Phase, after: Phase) -> tuple[Phase, ...] | None:
    """Return three phases with the moves of the second one as part of the side's next movement phase; None for others.

    The second is a phase of battles in which no die fell. The tracker passed over the next movement phase, or showed it
    for nothing or for battles. What comes after the moves speaks for that phase: the battles of the next impulse,
    or the end of the player turn, if as many units moved or arrived as do in an impulse, or others than in the first.
    """
    sequence, side = log.parts.game.sequence, combat.clock.side
    if (before.next, combat.next) != (combat.clock, after.clock) or sequence.kind_of(combat.clock) != FIGHT:
        return None
    following = _next_of_kind(sequence, combat.clock, sequence.after(after.clock), MOVE)
    first = next((n for n, step in enumerate(combat.steps) if begins_to_move(log, step, side)), None)
    if following is None or first is None or any(map(rolls, combat.steps)):
        return None
    steps = combat.steps[first:]
    over = sequence.kind_of(after.clock) == END or after.clock.side != side
    moved = _over_the_map(log, steps)
    arrived = {leg.unit for step in steps if arrives(log, step, side) for leg in legs_of(log, step)}
    new = len(moved | arrived) > _MOST_IN_OVERTIME or moved.isdisjoint(_over_the_map(log, before.steps))
    if not _begins_with_battles(log, after) and not (over and new):
        return None
    fought = structs.replace(combat, steps=combat.steps[:first], next=following, ended=steps[0].number)
    if after.clock == following:
        return before, fought, structs.replace(after, steps=[*steps, *after.steps])
    return before, fought, Phase(following, steps, after.clock, combat.ended, idle=combat.idle), after


def _begins_with_battles(log: GameLog, phase: Phase) -> bool:
    """Tell whether the die of a battle falls in a phase before a unit of its side moves."""
    begins = (step for step in phase.steps if rolls_for_a_battle(log, step) or moves_own(log, step, phase.clock.side))
    first = next(begins, None)
    return first is not None and rolls_for_a_battle(log, first)


def divided_otherwise(
    log: GameLog, earlier: Phase, later: Phase, units: Collection[UnitId], told: Collection[int]
) -> Iterator[tuple[str, tuple[Phase, ...]]]:
    """Yield two phases in a row as they would be had the tracker been set earlier or later, with what is to be noted.

    Where the tracker has passed over the step of the turn that is meant, there are three. `units` are those of which
    the earlier phase leaves something to be said, `told` the steps of the log with which that is.
    """
    for rolled in _with_late_roll(log, earlier, later):
        yield (
            Sentence(
                "The turn tracker was advanced too early: the roll is read as part of {clock}.", rolled[-2].clock.words
            ),
            rolled,
        )
    text: str
    said = _with_battles_as_typed(log, earlier, later)
    if said is not None:
        text = Sentence(
            "The turn tracker was advanced too late: chat says that {clock} begins, and it is read so.",
            said[1].clock.words,
        )
        yield text, said
        yield from ((text, (said[0], *moved)) for moved in _with_the_next_moves(log, *said[1:]))
    for fought in _with_early_battles(log, earlier, later):
        text = "The turn tracker was advanced too late: the battles are read as part of the combat phase."
        yield text, fought
        for moved in _with_the_next_moves(log, *fought[1:]):
            yield text, (fought[0], *moved)
            yield from ((text, (fought[0], moved[0], *again)) for again in _with_early_battles(log, *moved[1:]))
    said_parts = tuple(_with_the_part_as_typed(log, earlier, later))
    for moved in (
        *said_parts,
        *_with_the_next_moves(log, earlier, later),
        *_with_the_next_battles(log, earlier, later),
        *_with_moves_too_early(log, earlier, later),
        *_with_the_end_too_early(log, earlier, later, told),
    ):
        yield set_late_note(moved[1].clock), moved
    for moved in said_parts:
        for fought in _with_early_battles(log, *moved[1:]) if len(moved) == _AND_ANOTHER else ():
            yield set_late_note(moved[1].clock, AND_COMBAT), (moved[0], *fought)
    for finished in (
        *_with_battles_passed_over(log, earlier, later),
        *_with_late_acts(log, earlier, later, units),
    ):
        ended = finished[-2].clock
        yield (
            Sentence(
                "The turn tracker was advanced too early: what was done is read as the end of {ended}.", ended.words
            ),
            finished,
        )
    late = carried_out_late(log, earlier, later, units) if earlier.next == later.clock else None
    if late is not None:
        yield late
    yield from with_late_dice(log, earlier, later)
    for begun in (_with_the_others_acts(log, earlier, later), _with_moves_before_their_phase(log, earlier, later)):
        if begun is not None:
            text = set_late_note(begun[1].clock)
            yield text, begun
            yield from ((text, (*rolled, *begun[2:])) for rolled in _with_late_roll(log, *begun[:2]))
            for fought in _with_early_battles(log, begun[1], begun[2]) if len(begun) == _AND_ANOTHER else ():
                yield set_late_note(begun[1].clock, AND_COMBAT), (begun[0], *fought)


def _with_late_roll(log: GameLog, earlier: Phase, later: Phase) -> Iterator[tuple[Phase, ...]]:
    """Yield them with one of the first rolls of the later one in the step of the turn before it.

    In that step nobody moves or fights. Counters may have been moved before the roll: if their moves are legal after
    it, nobody gained anything by them.
    """
    sequence = log.parts.game.sequence
    before = step_before(sequence, earlier.clock, later.clock)
    if before is None or sequence.kind_of(before) != OTHER:
        return
    rolled = (step for step in later.steps if rolls(step) and not battles_of(step))
    for step in islice(rolled, _MOST_CUTS):
        rest = structs.replace(later, steps=[other for other in later.steps if other is not step])
        if before == earlier.clock:
            yield structs.replace(earlier, steps=[*earlier.steps, step], ended=step.number), rest
        else:
            yield structs.replace(earlier, next=before), Phase(before, [step], later.clock, step.number), rest


def _with_early_battles(log: GameLog, earlier: Phase, later: Phase) -> Iterator[tuple[Phase, ...]]:
    """Yield them with the battles that end a phase of movement, from the last move before the first die of one.

    Where no line says who attacks, each die may be the first: a unit at sea may have had one of those before. A loss
    may have been taken off before its die: then the battles begin with the first line of one.
    """
    fight = _fight_after(log, earlier, later)
    if fight is None:
        return
    steps = earlier.steps
    gathered = next((number for number, step in enumerate(steps) if says_role(log, step, ATTACK)), None)
    dice = (n for n in range(gathered or 0, len(steps)) if rolls_for_a_battle(log, steps[n]))
    moves = (max((n + 1 for n in range(die) if any(legs_of(log, steps[n]))), default=0) for die in dice)
    most = _MOST_CUTS if gathered is None else 1
    won = won_at_once(log, earlier)
    told = (number for number, step in enumerate(steps) if battles_of(step) - won)
    cuts = dict.fromkeys(
        (*islice(dict.fromkeys(moves), most), *islice(told, 1), *enemys_first(log, steps, earlier.clock.side))
    )
    yield from (_divided_at(earlier, later, fight, first) for first in cuts)


def _with_battles_as_typed(log: GameLog, earlier: Phase, later: Phase) -> tuple[Phase, ...] | None:
    """Return them with the battles that follow on a line of chat which says that they begin."""
    fight = _fight_after(log, earlier, later)
    if fight is None:
        return None
    said = (number for number, step in enumerate(earlier.steps) if _begins_as_typed(step, fight.phase))
    first = next(said, None)
    return _divided_at(earlier, later, fight, first) if first is not None else None


def _with_the_next_moves(log: GameLog, earlier: Phase, *rest: Phase) -> Iterator[tuple[Phase, ...]]:
    """Yield phases with what ends the earlier one, after its dice, as part of the side's next movement phase.

    The tracker has passed over that phase, or showed it and nothing was done. Without a phase that follows it is none.
    """
    if len(rest) != 1 or earlier.next != rest[0].clock:
        return
    (later,) = rest
    following = _next_of_kind(log.parts.game.sequence, earlier.clock, later.clock, MOVE)
    if following is None:
        return
    over = any(rolls_for_a_battle(log, step) or arrives(log, step, following.side) for step in earlier.steps)
    if following in earlier.idle and not over:
        # Where nobody fought or arrived, a tracker that showed the phase shows that nothing was moved in it.
        return
    yield from _cut_at_moves(log, earlier, later, following)


def _with_the_next_battles(log: GameLog, earlier: Phase, later: Phase) -> Iterator[tuple[Phase, ...]]:
    """Yield two phases with the last battles of the earlier one as those of the side's next phase of battles.

    The tracker has passed over that phase. Nobody has moved between; another die begins the battles, or a line.
    """
    sequence = log.parts.game.sequence
    following = _next_of_kind(sequence, earlier.clock, later.clock, FIGHT)
    if following is None or earlier.next != later.clock or sequence.kind_of(earlier.clock) != FIGHT:
        return
    steps = earlier.steps
    rolled = next((n + 1 for n, step in enumerate(steps) if rolls(step)), len(steps))
    said = {n for n in range(len(steps)) if says_role(log, steps[n], ATTACK)}
    begin = (n for n in range(rolled, len(steps)) if rolls(steps[n]) or (n in said and n - 1 not in said))
    yield from (_divided_at(earlier, later, following, n) for n in islice(begin, _MOST_CUTS))


def _with_the_part_as_typed(log: GameLog, earlier: Phase, later: Phase) -> Iterator[tuple[Phase, ...]]:
    """Yield them with what follows on a line of chat that says that the side's next impulse begins."""
    sequence = log.parts.game.sequence
    following = _next_of_kind(sequence, earlier.clock, later.clock, MOVE)
    if following is None or earlier.next != later.clock:
        return
    said = (n for n, step in enumerate(earlier.steps) if any(says_part(w, following) for _, w in typed([step])))
    first = next(said, None)
    if first is not None:
        yield _divided_at(earlier, later, following, first)


def _with_moves_too_early(log: GameLog, earlier: Phase, later: Phase) -> Iterator[tuple[Phase, ...]]:
    """Yield phases with what ends a phase of battles, after its dice, as part of the same side's movement after it.

    Without a die there is no reason to take the battles for finished, but for units that arrive; and a retreat does not
    go on as a move, unless another unit moved meanwhile or the die of another battle fell.
    """
    sequence = log.parts.game.sequence
    begins = earlier.next == later.clock == sequence.after(earlier.clock)
    kinds = sequence.kind_of(earlier.clock), sequence.kind_of(later.clock)
    if not begins or kinds != (FIGHT, MOVE) or earlier.clock.side != later.clock.side:
        return
    # The die of a unit at sea ends no battle.
    rolled = any(rolls_for_a_battle(log, step) for step in earlier.steps)
    for parts in _cut_at_moves(log, earlier, later, later.clock):
        steps, held = earlier.steps, len(parts[0].steps)
        die = next((n for n in range(held - 1, -1, -1) if rolls_for_a_battle(log, steps[n])), 0)
        first = next(filter(None, ({leg.unit for leg in legs_of(log, step)} for step in steps[held:])), set())
        goes_on = first & _over_the_map(log, steps[die:held])
        if (rolled or arrives(log, steps[held], later.clock.side)) and not goes_on:
            yield parts


def _with_the_end_too_early(
    log: GameLog, earlier: Phase, later: Phase, told: Collection[int]
) -> Iterator[tuple[Phase, ...]]:
    """Yield phases with what ends a phase of battles, after its dice, as part of the step that settles accounts.

    It begins with a step of the log of which there is something to be said; what becomes of the units of a battle is no
    part of it.
    """
    sequence = log.parts.game.sequence
    following = sequence.after(earlier.clock)
    kinds = sequence.kind_of(earlier.clock), sequence.kind_of(following)
    if kinds != (FIGHT, END) or following.side != earlier.clock.side or earlier.next != later.clock:
        return
    steps = earlier.steps
    fought = (n + 1 for n in range(len(steps) - 1, -1, -1) if rolls(steps[n]) or tells_a_fate(log, steps[n]))
    first = (n for n in range(next(fought, 0), len(steps)) if steps[n].number in told)
    yield from (_divided_at(earlier, later, following, number) for number in islice(first, _MOST_CUTS))


def _cut_at_moves(log: GameLog, earlier: Phase, later: Phase, following: Clock) -> Iterator[tuple[Phase, ...]]:
    """Yield phases divided at the moves and arrivals of a side that come after the last die of the earlier one.

    Then come those after its first die: a whole impulse may have been played after them.
    """
    steps, side = earlier.steps, following.side
    own = [n for n, step in enumerate(steps) if begins_to_move(log, step, side)]
    dice = [n for n, step in enumerate(steps) if rolls_for_a_battle(log, step)]
    back = _stated_retreats(log, steps)
    last = sorted((n for n in own if not dice or n > dice[-1]), key=lambda n: n in back)
    between = sorted((n for n in own if dice and dice[0] < n < dice[-1]), key=lambda n: n in back)
    cuts = (*last[:_MOST_CUTS], *between[:_MOST_CUTS])
    yield from (_divided_at(earlier, later, following, first) for first in cuts)


def _stated_retreats(log: GameLog, steps: Iterable[Step]) -> set[int]:
    """Return the indices of the steps that drag units back of which a line has just said that they retreat."""
    found: set[int] = set()
    going: set[UnitId] = set()
    for number, step in enumerate(steps):
        if says_role(log, step, RETREAT):
            going = units_about(log, step)
        moved = {leg.unit for leg in legs_of(log, step)}
        if moved and moved <= going:
            found.add(number)
        elif moved:
            going = set()
    return found


def _next_of_kind(sequence: TurnSequence, start: Clock, goal: Clock, kind: str) -> Clock | None:
    """Return the same side's next phase of a kind between two moments; None without one."""
    clock = sequence.after(start)
    while clock != goal and clock.turn <= goal.turn and clock.side == start.side:
        if sequence.kind_of(clock) == kind:
            return clock
        clock = sequence.after(clock)
    return None


def _over_the_map(log: GameLog, steps: Iterable[Step]) -> frozenset[UnitId]:
    """Return the units that some steps do nothing but drag from hex to hex."""
    return frozenset[UnitId]().union(*(dragged_units(log, step) for step in steps))


def _begins_as_typed(step: Step, phase: str) -> bool:
    return any(says_phase(words, phase) for _, words in typed([step]))


def _fight_after(log: GameLog, earlier: Phase, later: Phase) -> Clock | None:
    """Return the phase of battles that follows on one of movement; None for other phases, or if they are no row."""
    sequence = log.parts.game.sequence
    fight = sequence.after(earlier.clock)
    kinds = sequence.kind_of(earlier.clock), sequence.kind_of(fight)
    return fight if kinds == (MOVE, FIGHT) and earlier.next == later.clock else None


def _divided_at(earlier: Phase, later: Phase, following: Clock, first: int) -> tuple[Phase, ...]:
    """Return two phases in a row, the steps of the earlier one from an index on as part of the one that follows."""
    steps = earlier.steps
    ended = structs.replace(earlier, steps=steps[:first], next=following, ended=steps[first].number)
    if later.clock == following:
        return ended, structs.replace(later, steps=[*steps[first:], *later.steps])
    return ended, Phase(following, steps[first:], later.clock, earlier.ended, idle=earlier.idle), later


def _with_battles_passed_over(log: GameLog, earlier: Phase, later: Phase) -> Iterator[tuple[Phase, ...]]:
    """Yield a phase of movement and a later one with what that begins with, dice among it, as battles between them.

    The tracker has passed over the phase of battles; they end where the side moves on, or with the later phase.
    """
    fight = _fight_after(log, earlier, later)
    if fight is None or fight == later.clock:
        return
    steps = later.steps
    rolled = next((n + 1 for n, step in enumerate(steps) if rolls(step)), None)
    if rolled is None:
        return
    own = (
        n
        for n in range(rolled, len(steps))
        if moves_own(log, steps[n], later.clock.side) or arrives(log, steps[n], later.clock.side)
    )
    for count in (len(steps), *islice(own, _MOST_CUTS)):
        fought = Phase(fight, steps[:count], later.clock, steps[count - 1].number)
        yield structs.replace(earlier, next=fight), fought, replace(later, steps=steps[count:])


def _with_late_acts(
    log: GameLog, earlier: Phase, later: Phase, units: Collection[UnitId]
) -> Iterator[tuple[Phase, ...]]:
    """Yield them with what was done first in the later one to some units alone: lost, gone back or removed late.

    All of it comes first, then less: whoever has gone back may go on as a move of the later phase. It ends the earlier
    phase, or is what settles accounts after it. Once the other side's turn is shown nobody comes onto the map late: he
    comes back at most.
    """
    late: list[int] = []
    stood = _where_they_stood(log, earlier.steps) if later.clock.side != earlier.clock.side else None
    for number, step in enumerate(later.steps):
        moved = {leg.unit for leg in legs_of(log, step)}
        comes = stood is not None and any(comes_in(leg) and leg.unit not in stood for leg in legs_of(log, step))
        if rolls(step) or comes or not moved <= set(units):
            break
        if moved:
            late.append(number + 1)
    if earlier.next != later.clock:
        return
    settles = _end_passed_over(log, earlier, later)
    for count in late[: -_MOST_CUTS - 1 : -1]:
        steps, rest = later.steps[:count], structs.replace(later, steps=later.steps[count:])
        ended = steps[-1].number
        yield structs.replace(earlier, steps=[*earlier.steps, *steps], ended=ended), rest
        if settles is not None:
            yield structs.replace(earlier, next=settles), Phase(settles, steps, later.clock, ended), rest


def comes_in(leg: DragLeg) -> bool:
    """Tell whether a drag brings a unit from a box onto the map."""
    return isinstance(leg.before, str) and not isinstance(leg.after, str)


def _end_passed_over(log: GameLog, earlier: Phase, later: Phase) -> Clock | None:
    """Return the step that settles accounts between two phases, if the tracker has passed over it; None without one."""
    sequence = log.parts.game.sequence
    clock = sequence.after(earlier.clock)
    while clock != later.clock and clock.turn <= later.clock.turn:
        if sequence.kind_of(clock) == END:
            return clock
        clock = sequence.after(clock)
    return None


def carried_out_late(
    log: GameLog, earlier: Phase, later: Phase, units: Collection[UnitId]
) -> tuple[str, tuple[Phase, Phase]] | None:
    """Return a phase of battles with what was done to some units alone in a later one as its end, and that one without.

    Those are losses, and units that are put back where they stood; and retreats too, in the next phase of the same
    side. What comes after a die stays where it is, but for units dragged into boxes that fight in no battle of it.
    """
    if log.parts.game.sequence.kind_of(earlier.clock) != FIGHT:
        return None
    own = later.clock.side == earlier.clock.side and earlier.next == later.clock
    stood = _where_they_stood(log, earlier.steps)
    first = next((number for number, step in enumerate(later.steps) if rolls(step)), len(later.steps))
    fought = {unit for step in later.steps for unit in units_in_battle(log, step)}
    late = [step for step in later.steps[:first] if _carried_out(log, step, units, stood, own=own)]
    late += (step for step in later.steps[first:] if taken_off(log, step) and taken_off(log, step) <= {*units} - fought)
    whose = sorted({leg.unit for step in late for leg in legs_of(log, step)})
    if not whose:
        return None
    numbers = {step.number for step in late}
    rest = [step for step in later.steps if step.number not in numbers]
    ended = max(earlier.ended, late[-1].number)
    text = Sentence(
        "The result for {whose} was carried out late; it is read as the end of {clock}.",
        in_words(whose),
        earlier.clock.words,
    )
    return text, (structs.replace(earlier, steps=[*earlier.steps, *late], ended=ended), replace(later, steps=rest))


def _carried_out(
    log: GameLog, step: Step, units: Collection[UnitId], stood: Mapping[UnitId, Place | None], *, own: bool
) -> bool:
    """Tell whether a step does nothing but take off some units, put them back or, in a phase of their side's `own`,
    drag them."""
    legs = tuple(legs_of(log, step))
    if any(leg.unit not in units for leg in legs) or not (legs or says_of(log, step, units)):
        return False
    return own or all(isinstance(leg.after, str) or leg.after == stood.get(leg.unit) for leg in legs)


def _where_they_stood(log: GameLog, steps: Iterable[Step]) -> dict[UnitId, Place | None]:
    """Return where units lay before some steps put them elsewhere."""
    found: dict[UnitId, Place | None] = {}
    for leg in (leg for step in steps for leg in legs_of(log, step)):
        found.setdefault(leg.unit, leg.before)
    return found


def _with_the_others_acts(log: GameLog, earlier: Phase, later: Phase) -> tuple[Phase, ...] | None:
    """Return them with what the other side did last in the earlier one, if its turn comes next."""
    following = _next_of_the_other(log.parts.game.sequence, earlier.clock, later.clock)
    if earlier.next != later.clock or following is None:
        return None
    whose = [side_of(log, step) for step in earlier.steps]
    moves = log.parts.game.sequence.kind_of(earlier.clock) == MOVE
    if following.side not in whose and not moves and not any(map(rolls, earlier.steps)):
        # One player may make the moves of both, and change his seat. Without a die no unit goes back from a battle.
        whose = [owner_of(log, step) if dragged_units(log, step) else side_of(log, step) for step in earlier.steps]
    last = max((number + 1 for number, side in enumerate(whose) if side not in (following.side, None)), default=0)
    if following.side not in whose[last:]:
        return None
    return _divided_at(earlier, later, following, whose.index(following.side, last))


def _next_of_the_other(sequence: TurnSequence, start: Clock, goal: Clock) -> Clock | None:
    """Return the first moment of the other side that the tracker has reached or passed over; None without one."""
    clock = start
    while clock != goal and clock.turn <= goal.turn:
        clock = sequence.after(clock)
        if clock.side != start.side:
            return clock
    return None


def _with_moves_before_their_phase(log: GameLog, earlier: Phase, later: Phase) -> tuple[Phase, ...] | None:
    """Return them with what was done from the first move or arrival on as part of the movement phase that follows.

    The earlier one is a phase in which nobody moves or fights, such as that of the weather; but not the set-up.
    """
    sequence = log.parts.game.sequence
    following = sequence.after(earlier.clock)
    kinds = sequence.kind_of(earlier.clock), sequence.kind_of(following)
    side = following.side
    own = (n for n, step in enumerate(earlier.steps) if moves_own(log, step, side) or arrives(log, step, side))
    first = next(own, None)
    if kinds != (OTHER, MOVE) or first is None or earlier.next != later.clock or earlier.clock == sequence.first(1):
        return None
    return _divided_at(earlier, later, following, first)


def step_before(sequence: TurnSequence, start: Clock, goal: Clock) -> Clock | None:
    """Return the moment before a goal; None if that is before the start."""
    clock = start
    while clock.turn <= goal.turn:
        after = sequence.after(clock)
        if after == goal:
            return clock
        clock = after
    return None


def won_at_once(log: GameLog, phase: Phase) -> set[str]:
    """Return the numbers of the battles of a phase that a line claims to have won at once."""
    steps = (step for step in phase.steps if says_role(log, step, WIN_AT_ONCE))
    return {number for step in steps for number in battles_of(step)}
