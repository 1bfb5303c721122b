"""28.6, part III: extra replacement dice of the Russian, by the Black Sea and over the Caspian."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from trc_module.games.trc.acts.strategic_choices import ASTRAKHAN, BLACK_SEA, DISTRACTION, GAMBIT, SELLOUT, ExtraDie
from trc_module.games.trc.arrivals.russian_replacements import Budget, budget
from trc_module.games.trc.arrivals.sequence_of_arrivals import russian_replacements_first
from trc_module.games.trc.book import book
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.options.agreed import belongs_to
from trc_module.games.trc.players.option_actions import DUE, further
from trc_module.games.trc.supply.control import UNSURE
from trc_module.games.trc.transport.sea_crossing import BLACK
from trc_module.games.trc.variants.strategic_choices import Chosen, Sealed, chosen, unsaid, without
from trc_module.rules.actions import Action
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.marks import TURN, KindOfMark
from trc_module.rules.state import State
from trc_module.sentence import Sentence

option = book.option("28.6")
SIX = 6


class ExtraRolled(KindOfMark, word="extra-die", until=TURN):
    """'black-sea' or 'astrakhan', and the die that was rolled for it on this turn (28.6)"""

    source: str
    die: str


class ExtraDiceSource(Struct, frozen=True):
    """A source of extra replacements: the choice and rule that allow it, its first turn, and the cities it comes
    through."""

    choice: str
    rule: str
    first_turn: int
    what: str


SOURCES = {
    BLACK_SEA: ExtraDiceSource(SELLOUT, "28.6-IS-5", 3, "a port of the Black Sea"),
    ASTRAKHAN: ExtraDiceSource(GAMBIT, "28.6-JG-5", 13, "Astrakhan"),
}


def _held(game: Trc, state: State, name: str) -> bool | None:
    """Tell whether the Russians control a place through which extra replacements come; None if unknown."""
    cities = game.charts.transport.sea[BLACK].ports if name == BLACK_SEA else ("Astrakhan",)
    places = [game.board.cities[city].hex for city in cities]
    unsure = state.traces.get(UNSURE, 0)
    if any(state.control.get(at) == RUSSIAN and not unsure >> at & 1 for at in places):
        return True
    return None if any(unsure >> at & 1 for at in places) else False


def _dice(state: State) -> dict[str, int]:
    return {mark.source: int(mark.die) for mark in ExtraRolled.all(state)}


@option.check("28.6-IS-5", "28.6-JG-5", ExtraDie)
def extra_die(game: Trc, state: State, act: ExtraDie) -> Iterator[Finding]:
    """Control of a Black Sea port, or of Astrakhan, gives an extra replacement die each turn from a date on."""
    source = SOURCES[act.source]
    rule = source.rule
    said = Sentence("An extra die was rolled for {what}", source.what)
    if not chosen(state, source.choice):
        yield without(
            state, source.choice, violation(rule, Sentence("{said} without the choice that grants it.", said))
        )
    elif state.clock.turn < source.first_turn:
        yield violation(
            rule,
            Sentence(
                "{said} on turn {turn}; it is not rolled before turn {first_turn}.",
                said,
                state.clock.turn,
                source.first_turn,
            ),
        )
    elif not russian_replacements_first(state.clock):
        yield violation(
            rule,
            Sentence("{said} in {clock}; it belongs to the Russian first movement phase.", said, state.clock.words),
        )
    elif act.source in _dice(state):
        yield violation(rule, Sentence("{said} a second time this turn.", said))
    elif (held := _held(game, state, act.source)) is None:
        yield Finding(
            rule, Verdict.UNDECIDED, Sentence("{said}, but Russian control of it depends on an unknown route.", said)
        )
    elif not held:
        yield violation(
            rule,
            Sentence(
                "{said}, but the Russians {word}.",
                said,
                "control none" if act.source == BLACK_SEA else "do not control it",
            ),
        )


def open_sources(game: Trc, state: State) -> tuple[str, ...]:
    """Return the sources for which a die may still be rolled on this turn."""
    if not russian_replacements_first(state.clock):
        return ()
    rolled = _dice(state)
    return tuple(
        name
        for name, source in SOURCES.items()
        if chosen(state, source.choice)
        and state.clock.turn >= source.first_turn
        and name not in rolled
        and _held(game, state, name) is not False
    )


@option.override(budget)
def points_of_extra_dice(basic: Callable[[Trc, State], Budget], game: Trc, state: State) -> Budget:
    """Add the extra dice of this turn, and those that may still be rolled at their best."""
    account = basic(game, state)
    for name, pips in sorted(_dice(state).items()):
        account = account.with_points(Sentence("the die of {what}", SOURCES[name].what), pips)
    account = replace(account, to_come=account.to_come + SIX * len(open_sources(game, state)))
    return account.but_unknown(_unknown(state))


def _unknown(state: State) -> str:
    """Say that a choice may have brought a die, where no other choice was answered either; '' otherwise."""
    # The Mediterranean Distraction shows by its turn, whether a line names it or not.
    if any(choice != DISTRACTION for kind in (Chosen, Sealed) for choice in kind.firsts(state)):
        return ""
    brought = any(state.clock.turn >= one.first_turn and unsaid(state, one.choice) for one in SOURCES.values())
    return "the strategic choices are unknown, and some grant a die (28.6)" if brought else ""


@book.effect(ExtraDie)
def remember_the_die(game: Trc, state: State, act: ExtraDie) -> State:
    """Remember the die until the Russian turn ends; one that may not be rolled yields nothing."""
    return state.with_mark(ExtraRolled(act.source, str(act.die))) if act.source in open_sources(game, state) else state


@option.lister(ExtraDie)
def legal_extra_dice(game: Trc, state: State) -> Iterator[ExtraDie]:
    """Yield every fall of the extra dice that may be rolled."""
    for name in open_sources(game, state):
        if _held(game, state, name):
            yield from (ExtraDie(name, pips) for pips in range(1, SIX + 1))


@option.override(further)
def extra_dice_of_players(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let the Russians roll their extra dice."""
    yield from basic(game, state, moment)
    if moment == DUE:
        yield from legal_extra_dice(game, state)


belongs_to("28.6", ExtraDie)

EXTENSION = Extension(
    marks=(ExtraRolled,),
)
