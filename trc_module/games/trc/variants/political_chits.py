"""28.7: the political chits that each side draws, and the effects of some of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from trc_module.declarations.seals import seal_of
from trc_module.games.trc.acts.chits import DrawChit, ShowChit
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import PARTISANS, SURRENDERED
from trc_module.games.trc.charts import Allowance
from trc_module.games.trc.data import AXIS, RUSSIAN, SIDES, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.movement.headquarters import rails_ships_and_allies_go_on
from trc_module.games.trc.movement.land_movement import allowance_of
from trc_module.games.trc.movement.stacking import armies_count_as_corps
from trc_module.games.trc.options.agreed import belongs_to
from trc_module.games.trc.players.option_actions import ARRIVALS, SET_UP, further
from trc_module.games.trc.scenarios import before_play
from trc_module.games.trc.steps import MOVEMENT
from trc_module.games.trc.supply.combat_supply import rule_of_the_winter, winter_of
from trc_module.games.trc.supply.control import UNSURE
from trc_module.roster import Unit
from trc_module.rules.actions import Action, Enter
from trc_module.rules.finding import Finding, violation
from trc_module.rules.hypotheses import Hypothesis
from trc_module.rules.marks import KindOfMark
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

option = book.option("28.7")
AT_SET_UP = {AXIS: "12", RUSSIAN: "1346"}
"""The chits of each side that are shown before or while counters are set up."""
WINTER_GEAR, VLASOV, MILD_OCCUPATION, UKRAINE = "3", "4", "5", "6"
FACTORIES, NO_PURGES, FIGHTERS, TRUCKS = "2", "4", "5", "6"
SEPTEMBER_1941, SECOND_WINTER_ENDS = 3, 12
INFANTRY_MOVES, GROUP_MOVES, MOST = 4, 3, 7


class ChitDrawn(KindOfMark, word="chit-drawn"):
    """a side and a hash: it has drawn a political chit and committed itself to it (28.7)"""

    side: str
    seal: str


class Taken(KindOfMark, word="ukraine-taken"):
    """a turn: on it the Axis first controlled both Kiev and Odessa (28.7)"""

    turn: str


class ChitShown(KindOfMark, word="chit"):
    """a side and a number: it has shown that political chit (28.7)"""

    side: str
    chit: str


def year_of(game: Trc, state: State) -> int:
    """Return the year of the turn, 0 for a turn that has none."""
    turn = game.charts.turns.get(state.clock.turn)
    return turn.year if turn else 0


def shown(state: State, side: str, chit: str) -> bool:
    """Tell whether a side has shown a chit."""
    return ChitShown(side, chit) in state.marks


@option.check("28.7", DrawChit, ShowChit)
def one_hidden_chit(game: Trc, state: State, act: DrawChit | ShowChit) -> Iterator[Finding]:
    """Each side draws one chit before the set-up, keeps it hidden, and shows it when its line says so."""
    if isinstance(act, DrawChit):
        if not before_play(state):
            yield violation(
                "28.7",
                Sentence(
                    "The {side} side drew a chit in {clock}, after play had begun.",
                    act.side.capitalize(),
                    state.clock.words,
                ),
            )
        elif ChitDrawn.of(state, act.side):
            yield violation("28.7", Sentence("The {side} side drew a second chit.", act.side.capitalize()))
        return
    said = Sentence("The {side} side showed chit {chit}", act.side.capitalize(), act.chit)
    other = next((mark.chit for mark in ChitShown.of(state, act.side)), act.chit)
    if other != act.chit:
        yield violation("28.7", Sentence("{said} after chit {other}; each side has only one.", said, other))
    sealed = next((mark.seal for mark in ChitDrawn.of(state, act.side)), "")
    if sealed and act.word and seal_of(act.chit, act.word) != sealed:
        yield violation("28.7", Sentence("{said}, which is not the one that it drew: the hash differs.", said))
    elif sealed and not act.word and not shown(state, act.side, act.chit):
        yield violation(
            "28.7",
            Sentence(
                "{said} without the secret word of its seal, so it cannot be checked that it drew this chit.", said
            ),
        )
    if why := _untimely(game, state, act):
        yield violation("28.7", Sentence("{said} in {clock}; {why}.", said, state.clock.words, why))


def _untimely(game: Trc, state: State, act: ShowChit) -> str:
    if act.chit in AT_SET_UP[act.side]:
        return "" if before_play(state) else "it is shown by the end of the set-up"
    moment = _MOMENTS.get((act.side, act.chit))
    return moment.words if moment and not moment.has_come(game, state) else ""


class _Moment(NamedTuple):
    """The moment when a chit may be shown."""

    has_come: Callable[[Trc, State], bool]
    words: str


_MOMENTS: Mapping[tuple[str, str], _Moment] = {
    (AXIS, WINTER_GEAR): _Moment(
        lambda _, state: weather_of(state) == "snow",
        "it is shown in the first snow turn",
    ),
    (AXIS, MILD_OCCUPATION): _Moment(
        lambda _, state: (state.clock.turn, state.clock.side) == (SEPTEMBER_1941, RUSSIAN),
        "it is shown in the Russian player turn of September 1941",
    ),
    (AXIS, VLASOV): _Moment(
        lambda _, state: bool(state.forces[RUSSIAN].stack(SURRENDERED)),
        "it is shown when the first Russian unit surrenders",
    ),
    (AXIS, UKRAINE): _Moment(
        lambda game, state: _both_taken(game, state),
        "it is shown when the Ukrainians can come, after Kiev and Odessa were taken",
    ),
    (RUSSIAN, FACTORIES): _Moment(
        lambda _, state: (state.clock.side, state.clock.phase) == (RUSSIAN, MOVEMENT),
        "it is shown when the first worker goes to Siberia",
    ),
    (RUSSIAN, FIGHTERS): _Moment(lambda _, state: state.clock.side == RUSSIAN, "it is shown when it is first used"),
}
"""The moments of the chits that are shown in play, by side and chit."""


def _both_taken(game: Trc, state: State) -> bool:
    """Tell whether the Axis has had Kiev and Odessa, or may have."""
    if Taken.any(state):
        return True
    unsure, cities = state.traces.get(UNSURE, 0), game.board.cities
    return all(
        state.control.get(cities[name].hex) == AXIS or unsure >> cities[name].hex & 1 for name in ("Kiev", "Odessa")
    )


@book.effect(DrawChit)
def keep_the_seal(game: Trc, state: State, act: DrawChit) -> State:
    """Remember the hash; the first one holds."""
    drawn = ChitDrawn.of(state, act.side)
    return state if drawn else state.with_mark(ChitDrawn(act.side, act.seal))


@book.effect(ShowChit)
def show(game: Trc, state: State, act: ShowChit) -> State:
    """Remember the chit: from now on it holds. A mild occupation has no partisans any more."""
    after = state.with_mark(ChitShown(act.side, act.chit))
    if (act.side, act.chit) == (AXIS, MILD_OCCUPATION):
        for unit in game.partisans:
            if isinstance(after.place(unit), int):
                after = after.with_unit(RUSSIAN, unit, PARTISANS)
    return after


@option.lister(DrawChit)
def legal_draws(game: Trc, state: State) -> Iterator[DrawChit]:
    """Yield the draw of every chit, hashed with a word that everybody knows: the name of its side."""
    for side in SIDES:
        acts = (DrawChit(side, seal_of(chit, side)) for chit in "123456")
        yield from (act for act in acts if unaccused(game, state, act))


@option.lister(ShowChit)
def legal_showings(game: Trc, state: State) -> Iterator[ShowChit]:
    """Yield the chits that were drawn with such a word and may be shown now."""
    for mark in ChitDrawn.all(state):
        if not ChitShown.of(state, mark.side):
            acts = (ShowChit(mark.side, chit, mark.side) for chit in "123456" if seal_of(chit, mark.side) == mark.seal)
            yield from (act for act in acts if unaccused(game, state, act))


@option.override(further)
def chits(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let chits be drawn, and shown."""
    yield from basic(game, state, moment)
    if moment == SET_UP:
        yield from legal_draws(game, state)
    if moment in (SET_UP, ARRIVALS):
        yield from legal_showings(game, state)


@option.rule("28.7-G3")
def geared_for_winter(season: int) -> int:
    """With the third chit of the Axis it needs combat supply in the first winter only, by the rule of the second."""
    return 2 if season == 1 else 0


@option.override(winter_of)
def winter_with_gear(basic: Callable[[Trc, State], int], game: Trc, state: State) -> int:
    """Return the winter as an army that is ready for it has it."""
    season = basic(game, state)
    return geared_for_winter(season) if season and shown(state, AXIS, WINTER_GEAR) else season


@option.override(rule_of_the_winter)
def gear_has_the_last_word(basic: Callable[[Trc, State, str], str], game: Trc, state: State, rule: str) -> str:
    """Name the chit in the two winters that it concerns."""
    asked = weather_of(state) == "snow" and state.clock.turn <= SECOND_WINTER_ENDS
    return "28.7-G3" if asked and shown(state, AXIS, WINTER_GEAR) else basic(game, state, rule)


@option.check("28.7-G5", Enter)
def no_partisans(game: Trc, state: State, act: Enter) -> Iterator[Finding]:
    """Once the Axis has shown its fifth chit the partisans are out of the game."""
    if act.unit in game.partisans and shown(state, AXIS, MILD_OCCUPATION):
        yield violation(
            "28.7-G5", Sentence("{unit} was placed; the mild occupation has no partisans.", act.unit), units=(act.unit,)
        )


@option.rule("28.7-R4")
def an_army_for_a_corps(side: str) -> bool:
    """With the fourth chit of the Russians their armies stack as corps do, three in a hex."""
    return side == RUSSIAN


@option.override(armies_count_as_corps)
def no_purges(basic: Callable[[Trc, State, str], bool], game: Trc, state: State, side: str) -> bool:
    """Stack armies as corps once the fourth chit is shown."""
    return (an_army_for_a_corps(side) and shown(state, RUSSIAN, NO_PURGES)) or basic(game, state, side)


@option.rule("28.7-R6")
def infantry_on_trucks(unit: Unit) -> int:
    """With the sixth chit of the Russians their infantry moves four hexes, infantry battlegroups three."""
    return max(unit.move or 0, GROUP_MOVES if unit.battlegroup else INFANTRY_MOVES)


@option.rule("28.7-R6b")
def armor_on_trucks(unit: Unit) -> int:
    """With the sixth chit Russian armor moves one more than its factor, and seven at most."""
    return min((unit.move or 0) + 1, max(MOST, unit.move or 0))


@option.override(allowance_of)
def allowance_with_trucks(
    basic: Callable[[Trc, State, Unit], Allowance], game: Trc, state: State, unit: Unit
) -> Allowance:
    """Return how far Russian infantry and armor may move once the sixth chit is shown."""
    kind = unit.type.removesuffix("-battlegroup")
    moved = {"infantry": infantry_on_trucks, "armor": armor_on_trucks}.get(kind)
    if moved is None or unit.side != RUSSIAN or unit.move is None or not shown(state, RUSSIAN, TRUCKS):
        return basic(game, state, unit)
    if rails_ships_and_allies_go_on(state, unit) is not None:
        return basic(game, state, unit)
    return game.charts.movement.allowance(replace(unit, move=moved(unit)), state.clock.part, weather_of(state))


@option.suppose
def any_chit_that_nobody_names(game: Trc, state: State) -> Iterator[Hypothesis]:
    """Suppose each chit of a side that is said neither to have drawn one nor to have shown one."""
    for side in SIDES:
        if not (ChitDrawn.of(state, side) or ChitShown.of(state, side)):
            for chit in "123456":
                text = Sentence("The political chit of the {side} side is unknown.", side.capitalize())
                yield Hypothesis(state.with_mark(ChitShown(side, chit)), text)


belongs_to("28.7", DrawChit, ShowChit)


EXTENSION = Extension(marks=(ChitDrawn, ChitShown, Taken))
