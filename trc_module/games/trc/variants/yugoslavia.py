"""28.7, the first chit of the Axis: no coup in Yugoslavia."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.arrivals import Delay
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.players.legal_actions import starting_area
from trc_module.games.trc.scenarios import before_play
from trc_module.games.trc.special_rules import Basic, special
from trc_module.games.trc.turn.setup import AXIS_COUNTRIES, still_to_set_up
from trc_module.games.trc.variants.political_chits import shown, year_of
from trc_module.hexgrid import HexSet
from trc_module.roster import Unit
from trc_module.rules.actions import End, Enter, Replace, Setup
from trc_module.rules.finding import Finding, violation
from trc_module.rules.marks import KindOfMark
from trc_module.rules.state import Stack, State, UnitId
from trc_module.sentence import Sentence

option = book.option("28.7")
CHIT = "1"
FREED = ("ger-18-mtn", "ger-65-inf")
"""The two corps that need not fight in the Balkans."""


class YugoslavReplaced(KindOfMark, word="yugoslav-replaced"):
    """a year: a Yugoslav was replaced in it (28.7)"""

    year: str


@option.check("28.7-G1", Setup, End)
def two_corps_more(game: Trc, state: State, act: Setup | End) -> Iterator[Finding]:
    """Set up the 18th Mountain and the 65th Infantry in Rumania or with Army Group South, with the chit."""
    if isinstance(act, Setup):
        if act.unit in FREED and game.board.country_of.get(act.hex) not in AXIS_COUNTRIES:
            at = game.hex_name(act.hex)
            text = Sentence("{unit} was set up in {at}; it starts in Rumania or with Army Group South.", act.unit, at)
            facts = (game.board.fact(f"country {at}"),)
            yield violation("28.7-G1", text, units=(act.unit,), hexes=(at,), facts=facts)
    elif before_play(state) and not shown(state, AXIS, CHIT):
        for unit in FREED:
            if isinstance(state.place(unit), int):
                text = Sentence("{unit} was set up; it needs the first chit of the Axis, which was not shown.", unit)
                yield violation("28.7-G1", text, units=(unit,))


@special(option, Basic.SET_UP)
def the_two_corps_are(game: Trc, state: State, unit: Unit) -> bool:
    """Judge the place of the two corps by the chit."""
    return unit.id in FREED


@special(option, Basic.DISTRICT)
def the_two_corps_attack(game: Trc, state: State, unit: Unit) -> bool:
    """Ask the two corps for no district."""
    return unit.id in FREED


@option.override(still_to_set_up)
def without_the_chit_they_stay_away(
    basic: Callable[[Trc, State, str], Stack], game: Trc, state: State, side: str
) -> Stack:
    """Ask for the two corps with the chit alone."""
    left = basic(game, state, side)
    return left if shown(state, AXIS, CHIT) else tuple(unit for unit in left if unit not in FREED)


@option.override(starting_area)
def where_they_start(basic: Callable[[Trc, State, UnitId], HexSet], game: Trc, state: State, unit: UnitId) -> HexSet:
    """Open no hex to the two corps without the chit."""
    return 0 if unit in FREED and not shown(state, AXIS, CHIT) else basic(game, state, unit)


@option.check("28.7-G1b", Enter, Delay, SeaMove)
def three_yugoslav_corps(game: Trc, state: State, act: Enter | Delay | SeaMove) -> Iterator[Finding]:
    """Bring in the three Yugoslav corps at their turns, with that chit alone."""
    if game.units[act.unit].nation == "yugoslav" and not shown(state, AXIS, CHIT):
        text = Sentence("{unit} arrived; Yugoslavs need the first chit of the Axis, which was not shown.", act.unit)
        yield violation("28.7-G1b", text, units=(act.unit,))


@option.check("28.7-G1c", Replace)
def one_yugoslav_a_year(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """One Yugoslav a year is replaced, on the turns of the Axis replacements."""
    year = year_of(game, state)
    if game.units[act.unit].nation == "yugoslav" and YugoslavReplaced(str(year)) in state.marks:
        yield violation(
            "28.7-G1c",
            Sentence("{unit} is the second Yugoslav replaced in {year}; only one may be.", act.unit, year),
            units=(act.unit,),
        )


@special(option, Basic.REPLACEMENT)
def yugoslavs_by_theirs(game: Trc, state: State, unit: Unit) -> bool:
    """Take Yugoslavs, and the two corps, out of the question whose rule is not known."""
    return unit.nation == "yugoslav" or unit.id in FREED


@option.effect(Replace)
def count_the_yugoslav(game: Trc, state: State, act: Replace) -> State:
    """Remember that a Yugoslav was replaced in this year."""
    yugoslav = game.units[act.unit].nation == "yugoslav"
    return state.with_mark(YugoslavReplaced(str(year_of(game, state)))) if yugoslav else state


EXTENSION = Extension(marks=(YugoslavReplaced,))
