"""26.0: options are agreed on before play."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.acts.movement import Strategic
from trc_module.games.trc.arrivals.reinforcements import reinforcement
from trc_module.games.trc.book import book
from trc_module.games.trc.data import Trc
from trc_module.rules.actions import Action, Attack, Enter, Replace
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.options import UNSAID
from trc_module.rules.state import State
from trc_module.sentence import Sentence

ACTS: dict[type[Action], str] = {Strategic: "26.10"}
"""Acts that belong to one option, by its number; the modules of the options add theirs."""


def belongs_to(number: str, *acts: type[Action]) -> None:
    """Enter the acts that an option brings in, so that using them without it is told."""
    ACTS.update(dict.fromkeys(acts, number))
    book.judge(*acts)(agreed_before_play)


ALSO: dict[type[Action], str] = {}
"""Acts that a second option uses, by its number."""


def belongs_to_too(number: str, *acts: type[Action]) -> None:
    """Enter acts of another option that this one uses as well."""
    ALSO.update(dict.fromkeys(acts, number))


@book.check("26.0", Strategic, Attack, Enter, Replace)
def agreed_before_play(game: Trc, state: State, act: Action) -> Iterator[Finding]:
    """Only options agreed on before play began are used."""
    number, what = _used(game, state, act)
    if not number or number in state.options or ALSO.get(type(act)) in state.options:
        return
    rule = "28.1" if is_a_variant(number) else "26.0"
    if UNSAID in state.options:
        text = Sentence(
            "{what} belongs to rule {number}, but it is unknown whether the players agreed on that rule.", what, number
        )
        yield Finding(rule, Verdict.UNDECIDED, text, dedup_key=(state.clock.side, rule, number))
    else:
        text = Sentence("{what} belongs to rule {number}, which the players did not agree on.", what, number)
        yield violation(rule, text, dedup_key=(state.clock.side, rule, number))


@book.rule("28.1")
def is_a_variant(number: str) -> bool:
    """Only variants of section 28 agreed on before play began are used."""
    return number.startswith("28.")


def _used(game: Trc, state: State, act: Action) -> tuple[str, str]:
    if isinstance(act, Attack):
        if act.barrage:
            return "26.13", "A barrage"
        return (_guns(game, act), "The shift of artillery") if act.guns else ("", "")
    if isinstance(act, Enter | Replace):
        unit = game.units[act.unit]
        # A unit that comes in as a reinforcement is judged by 20.0, and one of the other side by 2.1.
        elsewhere = isinstance(act, Enter) and (unit.side != state.clock.side or reinforcement(game, state, act))
        return ("", "") if elsewhere else (unit.option, unit.id)
    number = ACTS.get(type(act), "")
    verb = next((syntax.verb for syntax in game.statements if syntax.action is type(act)), "")
    return number, f"'{verb}'"


def _guns(game: Trc, act: Attack) -> str:
    """Return the option that the artillery of an attack belongs to: it may have been another one than 26.5."""
    return next((game.units[unit].option for unit in act.guns if game.units[unit].option), "26.5")
