"""28.6, part III: what Germany does not send to Africa in 1942, nor to the Ardennes in 1944, goes to Russia."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from trc_module.games.trc.acts.arrivals import Delay
from trc_module.games.trc.acts.strategic_choices import BULGE, TUNISIA
from trc_module.games.trc.arrivals.axis_replacements import ReplacementClaim, further_claims, on_a_replacement_turn
from trc_module.games.trc.arrivals.entry_hexes import (
    Arrival,
    EntryHexes,
    due_month,
    due_turn,
    own_gate,
    returns,
    waiting_in,
)
from trc_module.games.trc.arrivals.sequence_of_arrivals import in_movement
from trc_module.games.trc.arrivals.withdrawals import demanded, may_come_back, outstanding
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import WITHDRAWN
from trc_module.games.trc.charts.replacements import Withdrawal
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.marks import PerhapsTriggered, Triggered
from trc_module.games.trc.special_rules import Basic, special, special_rule
from trc_module.games.trc.variants.strategic_choices import chosen
from trc_module.roster import Unit
from trc_module.rules.actions import End, Enter
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.state import Box, State, UnitId
from trc_module.sentence import Sentence

option = book.option("28.6")
HERMANN_GOERING, GARRISON = "ger-hg-pz", "warsaw-garrison"
JANUARY_1943, MAY_1943, MAY_1944 = 11, 13, 19
SEPTEMBER_1944, NOVEMBER_1944 = 21, 22


def _october_has_come(state: State) -> bool:
    return (state.clock.turn, state.clock.part) >= (SEPTEMBER_1944, 2)


@option.rule("28.6-TT-3")
def freed_from_africa(state: State) -> bool:
    """The Hermann Göring panzer corps is a reinforcement of January 1943."""
    return chosen(state, TUNISIA) and state.clock.turn >= JANUARY_1943


def _scraped_up(state: State) -> bool:
    return chosen(state, BULGE) and _october_has_come(state)


@special(option, Basic.RELEASE)
def released_by_choice(game: Trc, state: State, unit: Unit) -> bool:
    """Release the Hermann Göring corps by a choice."""
    return unit.id == HERMANN_GOERING and (freed_from_africa(state) or _scraped_up(state))


@option.override(own_gate)
def gate_of_hermann_goering(
    basic: Callable[[Trc, Arrival], EntryHexes | None], game: Trc, case: Arrival
) -> EntryHexes | None:
    """Let the corps in by the west edge, and at Warsaw where its garrison has been released."""
    state = case.state
    if (
        case.unit.id != HERMANN_GOERING
        or case.box != GARRISON
        or not special_rule(game, state, case.unit, Basic.RELEASE)
    ):
        return basic(game, case)
    rule = "28.6-TT-3" if freed_from_africa(state) else "28.6-PB-2"
    west = game.board.edges["west"]
    # Whether its garrison has been released may be unknown: then nobody is accused of an arrival there.
    if Triggered(GARRISON) in state.marks or PerhapsTriggered(GARRISON) in state.marks:
        return EntryHexes(rule, west | 1 << game.board.cities["Warsaw"].hex, "at the west edge or in Warsaw")
    return EntryHexes(rule, west, "at the west edge")


@option.override(demanded)
def two_corps_a_year_earlier(
    basic: Callable[[Trc, State], Withdrawal | None], game: Trc, state: State
) -> Withdrawal | None:
    """Demand the corps of May 1944 in May 1943."""
    if not chosen(state, TUNISIA) or state.clock.turn not in (MAY_1943, MAY_1944):
        return basic(game, state)
    if state.clock.turn == MAY_1944:
        return None
    of_1944 = next((one for one in game.charts.replacements.withdrawals if one.turn == MAY_1944), None)
    return None if of_1944 is None else msgspec.structs.replace(of_1944, turn=MAY_1943)


@option.check("28.6-TT-4", End)
def withdraw_in_may_1943(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """The two panzer corps of 20.9.2 are withdrawn in May 1943, and not in May 1944."""
    due = chosen(state, TUNISIA) and state.clock.turn == MAY_1943 and in_movement(state.clock, AXIS, 1)
    left = outstanding(game, state) if due else 0
    if not left:
        return
    text = Sentence(
        "The Axis has {left} of two panzer corps still to withdraw in May/June 1943 and so loses the game", left
    )
    armor = any(game.units[unit].type == "armor" for stack in state.forces[AXIS].stacks.values() for unit in stack)
    dedup_key = (AXIS, "28.6-TT-4")
    if armor:
        yield violation("28.6-TT-4", Sentence("{text}.", text), dedup_key=dedup_key)
    else:
        yield Finding(
            "28.6-TT-4", Verdict.NOTE, Sentence("{text}; there is none on the map.", text), dedup_key=dedup_key
        )


@option.rule("28.6-TT-5")
def one_armor_more(state: State) -> bool:
    """One more armor corps than the oil wells give is replaced in 1943."""
    return chosen(state, TUNISIA) and state.clock.turn == MAY_1943


@option.override(further_claims)
def claims_with_tunisia(
    basic: Callable[[Trc, State], tuple[ReplacementClaim, ...]], game: Trc, state: State
) -> tuple[ReplacementClaim, ...]:
    """Add the armor corps of 1943."""
    return (*basic(game, state), *((ReplacementClaim("armor", False),) if one_armor_more(state) else ()))


def _back_for_the_bulge(game: Trc, state: State, unit: Unit) -> bool:
    """Tell whether a unit is one of the panzer corps that were withdrawn and come back in October 1944."""
    box = waiting_in(state, unit)
    panzer = unit.nation == "german" and unit.type == "armor"
    return box is not None and panzer and chosen(state, BULGE) and (box == WITHDRAWN or returns(unit, box))


@option.check("28.6-PB-2", Enter, Delay)
def back_in_october(game: Trc, state: State, act: Enter | Delay) -> Iterator[Finding]:
    """All withdrawn panzer corps and the Hermann Göring corps are reinforcements of October 1944."""
    unit = game.units[act.unit]
    if _back_for_the_bulge(game, state, unit) and not _october_has_come(state):
        text = Sentence(
            "{unit} came back in {clock}; it is due in the second impulse of September/October 1944.",
            act.unit,
            state.clock.words,
        )
        yield violation("28.6-PB-2", text, units=(act.unit,))


@option.override(due_turn)
def due_for_the_bulge(
    basic: Callable[[Trc, State, Unit, Box], int | None], game: Trc, state: State, unit: Unit, box: Box
) -> int | None:
    """Return September/October 1944 for the corps of 20.9.2."""
    due = basic(game, state, unit, box)
    return SEPTEMBER_1944 if due is not None and _back_for_the_bulge(game, state, unit) else due


@option.override(due_month)
def second_month_for_the_bulge(
    basic: Callable[[Trc, State, Unit, Box], int | None], game: Trc, state: State, unit: Unit, box: Box
) -> int | None:
    """Return October for those corps."""
    return 2 if _back_for_the_bulge(game, state, unit) else basic(game, state, unit, box)


@option.override(may_come_back)
def back_for_the_bulge(basic: Callable[[Trc, State, UnitId], bool], game: Trc, state: State, unit: UnitId) -> bool:
    """Let withdrawn panzer corps come back."""
    return _back_for_the_bulge(game, state, game.units[unit]) or basic(game, state, unit)


@option.rule("28.6-PB-3")
def replaced_in_november(state: State) -> bool:
    """The Axis takes replacements in November 1944 as well."""
    return chosen(state, BULGE) and state.clock.turn == NOVEMBER_1944


@option.override(on_a_replacement_turn)
def replacement_turns_with_the_bulge(basic: Callable[[Trc, State], bool], game: Trc, state: State) -> bool:
    """Add November/December 1944."""
    return replaced_in_november(state) or basic(game, state)
