"""Units whose supply hangs on a place whose holder is not known: nobody is accused whom their want of it would excuse.

They may fight at other odds, without armor, and go back farther.
"""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.nr.combat.odds import read_again
from trc_module.games.nr.data import PERHAPS_UNSUPPLIED, UNSUPPLIED, Nr, book
from trc_module.rules.game import in_words
from trc_module.rules.hypotheses import Hypothesis, forgetful
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.conditions import units_that_are, with_condition


@book.suppose
def without_supply(game: Nr, state: State) -> Iterator[Hypothesis]:
    """Suppose that those who are perhaps without supply are, all of them or those of one side."""
    perhaps = units_that_are(state, PERHAPS_UNSUPPLIED)
    of_sides = (frozenset(unit for unit in perhaps if game.side_of[unit] == side) for side in game.sides)
    for some in dict.fromkeys((perhaps, *of_sides)):
        if some:
            cut = with_condition(state, UNSUPPLIED, units_that_are(state, UNSUPPLIED) | some)
            cut = forgetful(with_condition(cut, PERHAPS_UNSUPPLIED, perhaps - some))
            for battle in cut.battles:
                if battle.result:
                    cut = read_again(game, cut, battle)
            verb = "are" if len(some) > 1 else "is"
            yield Hypothesis(
                cut, Sentence("It is unknown whether {some} {verb} in supply.", in_words(sorted(some)), verb)
            )
