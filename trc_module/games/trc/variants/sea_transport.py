"""28.6, part II: sea transport.

Part I, artillery corps, is superseded by 26.5 in so many words of the rulebook: it is not played beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.data import Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.marks import Sunk
from trc_module.games.trc.transport.sea_crossing import crossing_of
from trc_module.games.trc.transport.sea_invasions import invasions_allowed
from trc_module.rules.actions import Action
from trc_module.rules.finding import Finding, as_doubt, violation
from trc_module.rules.marks import KindOfMark
from trc_module.rules.state import State
from trc_module.sentence import Sentence

option = book.option("28.6")
UNLIMITED = 1_000
SEAS = {"black": "the Black Sea", "baltic": "the Baltic"}


class SeaClosed(KindOfMark, word="sea-closed"):
    """a side and 'black' or 'baltic': it has lost a unit there and sails there no more (28.6)"""

    side: str
    sea: str


@option.rule("28.6-II-a")
def as_many_invasions_as_you_like() -> int:
    """There is no limit on invasions in the Black Sea."""
    return UNLIMITED


@option.override(invasions_allowed)
def no_limit(
    basic: Callable[[Trc, State, str], tuple[int, str]], game: Trc, state: State, side: str
) -> tuple[int, str]:
    """Lift the limit on invasions."""
    if "26.7" in state.options:
        # Players who have agreed on the historical restrictions as well have not lifted them.
        return basic(game, state, side)
    return as_many_invasions_as_you_like(), "28.6-II-a"


@option.check("28.6-II-b", SeaMove)
def a_sea_that_was_lost(game: Trc, state: State, act: SeaMove) -> Iterator[Finding]:
    """A side does not use a sea again for the rest of the game once a unit of its own was sunk in it."""
    case = crossing_of(game, state, act)
    if case is not None and case.sea is not None and SeaClosed(case.side, case.sea) in state.marks:
        text = Sentence("{unit} sailed in {sea}, in which a unit of its side has been sunk.", act.unit, SEAS[case.sea])
        yield as_doubt(violation("28.6-II-b", text, units=(act.unit,)))


@option.follow
def remember_lost_seas(game: Trc, before: State, after: State, act: Action) -> State:
    """Remember in which sea a side has lost a unit."""
    if not isinstance(act, SeaMove) or not len(Sunk.of(after, act.unit)) > len(Sunk.of(before, act.unit)):
        return after
    case = crossing_of(game, before, act)
    return after if case is None or case.sea is None else after.with_mark(SeaClosed(case.side, case.sea))


EXTENSION = Extension(marks=(SeaClosed,))
