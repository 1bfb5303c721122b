"""28.7, the second chit of the Axis: heavy bombers that reach behind the Urals."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.chits import Bomb
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.arrivals.russian_replacements import Budget, budget, owner_of_an_excess
from trc_module.games.trc.arrivals.sequence_of_arrivals import russian_replacements_first
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.options.agreed import belongs_to
from trc_module.games.trc.players.option_actions import DUE, further
from trc_module.games.trc.variants.political_chits import shown, year_of
from trc_module.rules.actions import Action
from trc_module.rules.finding import Finding, violation
from trc_module.rules.marks import PLAYER_TURN, KindOfMark
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

option = book.option("28.7")
CHIT = "2"


class Bombed(KindOfMark, word="bombed", until=PLAYER_TURN):
    """a die: the heavy bombers of this Russian turn (28.7)"""

    die: str


def _rolled(state: State) -> int | None:
    return next((int(die) for die in Bombed.firsts(state)), None)


@option.check("28.7-G2", Bomb)
def a_die_each_replacement_phase(game: Trc, state: State, act: Bomb) -> Iterator[Finding]:
    """With the second chit of the Axis a die is rolled for the heavy bombers in each Russian replacement phase."""
    if not shown(state, AXIS, CHIT):
        yield violation("28.7-G2", "A die was rolled for heavy bombers, but the Axis has not shown their chit.")
    elif not russian_replacements_first(state.clock):
        yield violation(
            "28.7-G2",
            Sentence("The heavy bombers came in {clock}, not with the Russian replacements.", state.clock.words),
        )
    elif _rolled(state) is not None:
        yield violation("28.7-G2", "The heavy bombers came a second time this turn.")


@option.rule("28.7-G2b")
def points_bombed(pips: int, year: int, weather: str) -> int:
    """Take from the Russian points what the die shows beyond the year's last digit, one less if it is not clear."""
    return max(0, pips - year % 10 - (weather != "clear"))


def _taken(game: Trc, state: State) -> int:
    pips = _rolled(state)
    return 0 if pips is None else points_bombed(pips, year_of(game, state), weather_of(state))


@option.override(budget)
def without_what_was_bombed(basic: Callable[[Trc, State], Budget], game: Trc, state: State) -> Budget:
    """Take away what the bombers took; it is unknown where their die is."""
    untold = shown(state, AXIS, CHIT) and _rolled(state) is None
    account = basic(game, state).with_points("bombers", -_taken(game, state))
    return account.but_unknown("the die of the heavy bombers (28.7-G2) is unknown" if untold else "")


@option.override(owner_of_an_excess)
def excess_over_the_bombs(
    basic: Callable[[Trc, State, int, int], str], game: Trc, state: State, spent: int, have: int
) -> str:
    """Blame the bombers for an excess that would be none without them."""
    return "28.7-G2b" if 0 < spent - have <= _taken(game, state) else basic(game, state, spent, have)


@book.effect(Bomb)
def remember_the_raid(game: Trc, state: State, act: Bomb) -> State:
    """Remember the die until the Russian turn ends."""
    return state if _rolled(state) is not None else state.with_mark(Bombed(str(act.die)))


@option.lister(Bomb)
def legal_raids(game: Trc, state: State) -> Iterator[Bomb]:
    """Yield every fall of the die, if it is to be rolled."""
    yield from (act for act in map(Bomb, range(1, 7)) if unaccused(game, state, act))


@option.override(further)
def raids(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let the bombers come when Russian replacements do."""
    yield from basic(game, state, moment)
    if moment == DUE:
        yield from legal_raids(game, state)


belongs_to("28.7", Bomb)

EXTENSION = Extension(marks=(Bombed,))
