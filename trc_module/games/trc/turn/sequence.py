"""Chapter 4: the sequence of play."""

from __future__ import annotations

from collections.abc import Sequence

from trc_module.games.trc.acts.movement import Strategic
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.attacks import moved_in_combat
from trc_module.games.trc.data import Trc
from trc_module.games.trc.steps import COMBAT, MOVEMENT, WEATHER
from trc_module.rules.actions import Action, Attack, Lose, Move, Retreat, RollCombat
from trc_module.rules.finding import Finding, violation
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.weather import WeatherRoll

PHASE_OF: dict[type[Action], str] = {
    WeatherRoll: WEATHER,
    Move: MOVEMENT,
    Strategic: MOVEMENT,
    Attack: COMBAT,
    RollCombat: COMBAT,
    Lose: COMBAT,
    Retreat: COMBAT,
}
"""The phase of each kind of act, where no special rule names it."""


@book.check("4.0a", *PHASE_OF)
def in_its_phase(game: Trc, state: State, act: Action) -> Sequence[Finding]:
    """Everything is done in its own phase, one phase after the other."""
    phase = PHASE_OF[type(act)]
    if state.clock.phase == phase or moved_in_combat(state, act):
        return ()
    syntax = next(s for s in game.statements if s.makes(act))
    # A battle is one act out of its phase, its die and what comes of it included.
    what = "battle" if isinstance(act, Attack | RollCombat | Lose | Retreat) else syntax.verb
    text = Sentence(
        "'{verb}' belongs to the {phase} phase, not to the {clock_phase} phase ({clock}).",
        syntax.verb,
        phase,
        state.clock.phase_words,
        state.clock.words,
    )
    return (violation("4.0a", text, dedup_key=(state.clock.side, "4.0a", what, state.clock)),)
