"""28.6, part III: the strategic choices, when each is made and what it takes; what they do stands in other modules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from trc_module.declarations.seals import seal_of
from trc_module.games.trc.acts.strategic_choices import (
    DISTRACTION,
    NO,
    YES,
    Choose,
    SealChoice,
)
from trc_module.games.trc.arrivals.sequence_of_arrivals import something_done
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.option_catalogue import Choice, known_options
from trc_module.games.trc.options.agreed import belongs_to
from trc_module.games.trc.players.option_actions import DUE, SET_UP, further
from trc_module.games.trc.scenarios import EARLY, before_play
from trc_module.games.trc.special_rules import joined_late
from trc_module.games.trc.steps import MOVEMENT, SEQUENCE
from trc_module.games.trc.supply.combat_supply import winter_of
from trc_module.games.trc.turn.setup import still_to_set_up
from trc_module.resources import data_dir
from trc_module.rules.actions import Action, End
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.hypotheses import Hypothesis
from trc_module.rules.marks import KindOfMark
from trc_module.rules.state import State
from trc_module.sentence import Sentence

option = book.option("28.6")


class Chosen(KindOfMark, word="choice"):
    """a strategic choice and 'yes' or 'no': what was answered to it (28.6)"""

    choice: str
    answer: str


class Sealed(KindOfMark, word="choice-sealed"):
    """a strategic choice and a hash: it was made, and is not shown yet (28.6)"""

    choice: str
    seal: str


class Unsaid(KindOfMark, word="choice-unsaid"):
    """a strategic choice whose time was over when the log began, which does not tell what was answered (28.6)"""

    choice: str


def choices() -> Mapping[str, Choice]:
    """Return the strategic choices by name."""
    return known_options(data_dir() / "trc")[option.number].choices


def chosen(state: State, choice: str) -> bool:
    """Tell whether a strategic choice has been made and shown: from then on it holds.

    Play in March/April 1941 implies the one that brings that turn, even if no line states it.
    """
    return Chosen(choice, YES) in state.marks or (choice == DISTRACTION and not state.clock.turn)


def answered(state: State, choice: str) -> str:
    """Return what was answered to a choice: 'yes', 'no', or '' as long as nothing is shown."""
    return next((mark.answer for mark in Chosen.of(state, choice)), "")


def unsaid(state: State, choice: str) -> str:
    """Say that a choice was not answered; '' if it was, openly or sealed."""
    if answered(state, choice) or _seal(state, choice) or chosen(state, choice):
        return ""
    return Sentence("It is unknown whether {title} was chosen.", choices()[choice].title)


def without(state: State, choice: str, finding: Finding) -> Finding:
    """Return a finding that rests on a choice not having been made: undecided as long as it is not answered."""
    if answered(state, choice):
        return finding
    text = Sentence("{sentence} It is unknown whether {title} was chosen.", finding.sentence, choices()[choice].title)
    return replace(finding, verdict=Verdict.UNDECIDED, sentence=text)


def _seal(state: State, choice: str) -> str:
    return next((mark.seal for mark in Sealed.of(state, choice)), "")


@option.check("28.6-III", Choose, SealChoice)
def by_the_player_whose_choice_it_is(game: Trc, state: State, act: Choose | SealChoice) -> Iterator[Finding]:
    """The player named makes each strategic choice once, at the turn named."""
    choice = choices()[act.choice]
    if act.side != choice.side:
        yield violation(
            "28.6-III",
            Sentence(
                "The {side} side chose {title}, but this is a choice of the {choice_side} side.",
                act.side.capitalize(),
                choice.title,
                choice.side.capitalize(),
            ),
        )
    if isinstance(act, SealChoice):
        # The same seal once more changes nothing that was said.
        before = _seal(state, act.choice)
        if before != act.seal and (before or answered(state, act.choice)):
            yield violation(
                "28.6-III", Sentence("The choice of {title} was sealed after it had been made.", choice.title)
            )
        return
    before = answered(state, act.choice)
    if before and before != act.answer:
        yield violation(
            "28.6-III",
            Sentence("{title} was answered with '{answer}' after '{before}'.", choice.title, act.answer, before),
        )
    sealed = _seal(state, act.choice)
    if sealed and act.word and seal_of(f"{act.choice} {act.answer}", act.word) != sealed:
        text = Sentence(
            "{title} was shown as '{answer}', which is not the answer that was sealed: the hash differs.",
            choice.title,
            act.answer,
        )
        yield violation("28.6-III", text)
    elif sealed and not act.word and not before:
        text = Sentence(
            "{title} was shown as '{answer}' without the secret word of its seal, so it cannot be checked",
            choice.title,
            act.answer,
        )
        yield violation("28.6-III", Sentence("{text} that this is the answer that was sealed.", text))


def too_late(state: State, choice: Choice) -> bool:
    """Tell whether the time of a choice is over: its impulse has begun with some act, or has passed."""
    clock, last = state.clock, SEQUENCE.find(choice.turn, choice.side, choice.impulse, MOVEMENT)
    assert last is not None
    if SEQUENCE.order(clock) != SEQUENCE.order(last):
        return SEQUENCE.order(clock) > SEQUENCE.order(last)
    return something_done(state)


_AT_A_TIME = ("28.6-RR-1", "28.6-IS-1", "28.6-JG-1", "28.6-TT-1", "28.6-PB-1")
"""The rules of the choices that are made before some moment."""


@option.check(*_AT_A_TIME, Choose, SealChoice)
def chosen_in_time(game: Trc, state: State, act: Choose | SealChoice) -> Iterator[Finding]:
    """A choice is made at its time, after those that it needs and not after those that it excludes."""
    choice = choices()[act.choice]
    rule = choice.rule
    shown = isinstance(act, Choose) and (bool(_seal(state, act.choice)) or bool(answered(state, act.choice)))
    if rule not in _AT_A_TIME or (isinstance(act, Choose) and act.answer == NO):
        return
    if too_late(state, choice) and not shown:
        last = SEQUENCE.find(choice.turn, choice.side, choice.impulse, MOVEMENT)
        assert last is not None
        yield violation(
            rule,
            Sentence(
                "{title} was chosen in {clock}; it must be chosen before {last} begins.",
                choice.title,
                state.clock.words,
                last.words,
            ),
        )
    if isinstance(act, SealChoice):
        return
    for other in choice.after:
        if not chosen(state, other):
            finding = violation(
                rule, Sentence("{title} was chosen without {choices_title}.", choice.title, choices()[other].title)
            )
            yield without(state, other, finding)
    for other in choice.never_after:
        if chosen(state, other):
            yield violation(
                rule, Sentence("{title} was chosen after {choices_title}.", choice.title, choices()[other].title)
            )


def _wrong_moment(game: Trc, state: State) -> str:
    """Say why the Mediterranean Distraction cannot be chosen now; '' if it can."""
    if not before_play(state) or state.clock.turn > 1:
        return "after play had begun"
    if still_to_set_up(game, state, RUSSIAN):
        return "before the Russian set-up was complete"
    return "after an Axis unit had been set up" if state.forces[AXIS].occupied else ""


@option.check("28.6-MD-1", Choose, SealChoice)
def a_turn_earlier(game: Trc, state: State, act: Choose | SealChoice) -> Iterator[Finding]:
    """The Mediterranean Distraction is decided after the Russian set-up and before that of the Axis."""
    if act.choice != DISTRACTION or (isinstance(act, Choose) and act.answer == NO) or answered(state, act.choice):
        return
    if why := _wrong_moment(game, state):
        yield violation(
            "28.6-MD-1",
            Sentence("{title} was chosen {why} ({clock}).", choices()[act.choice].title, why, state.clock.words),
        )


@option.effect(Choose)
def begin_a_turn_earlier(game: Trc, state: State, act: Choose) -> State:
    """Set the turn back to March/April 1941 where the choice is made in time."""
    if act.choice != DISTRACTION or not chosen(state, DISTRACTION) or EARLY in state.marks:
        return state
    if state.clock.turn != 1 or not before_play(state):
        return state
    return begun_early(state)


def begun_early(state: State) -> State:
    """Return the set-up of a game that begins with March/April 1941."""
    return state.with_mark(EARLY, Chosen(DISTRACTION, YES)).changed(clock=SEQUENCE.first(0))


@option.effect(End)
def remember_the_early_turn(game: Trc, state: State, act: End) -> State:
    """Remember that March/April 1941 was played, and why."""
    return state if state.clock.turn else state.with_mark(EARLY, Chosen(DISTRACTION, YES))


@option.override(winter_of)
def no_winter_before_the_war(basic: Callable[[Trc, State], int], game: Trc, state: State) -> int:
    """Have no winter in March/April 1941."""
    return basic(game, state) if state.clock.turn else 0


@book.effect(SealChoice)
def keep_the_seal(game: Trc, state: State, act: SealChoice) -> State:
    """Remember the hash; the first one of the player whose choice it is holds."""
    if act.side != choices()[act.choice].side or _seal(state, act.choice):
        return state
    return state.with_mark(Sealed(act.choice, act.seal))


@book.effect(Choose)
def remember_the_choice(game: Trc, state: State, act: Choose) -> State:
    """Remember the answer; the first one holds."""
    return state if answered(state, act.choice) else state.with_mark(Chosen(act.choice, act.answer))


@option.lister(Choose)
def legal_choices(game: Trc, state: State) -> Iterator[Choose]:
    """Yield both answers to every choice whose impulse is about to begin."""
    for name, choice in choices().items():
        last = SEQUENCE.find(choice.turn, choice.side, choice.impulse, MOVEMENT)
        open_ = state.clock == last and not something_done(state)
        if name == DISTRACTION:
            open_ = not _wrong_moment(game, state)
        open_ = open_ and not answered(state, name) and not _seal(state, name)
        met = all(chosen(state, other) for other in choice.after)
        if open_ and met and not any(chosen(state, other) for other in choice.never_after):
            yield Choose(choice.side, name, YES)
            yield Choose(choice.side, name, NO)


@option.override(further)
def choices_of_players(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let players choose."""
    yield from basic(game, state, moment)
    if moment in (SET_UP, DUE):
        yield from legal_choices(game, state)


@option.override(joined_late)
def choices_from_before(basic: Callable[[Trc, State], State], game: Trc, state: State) -> State:
    """Remember which choices may have been made before a log that begins late."""
    past = (name for name, choice in choices().items() if too_late(state, choice))
    return basic(game, state).with_mark(*map(Unsaid, past))


@option.suppose
def choices_that_the_log_does_not_tell(game: Trc, state: State) -> Iterator[Hypothesis]:
    """Suppose each choice to have been made before the log, with those that it needs."""
    for name in sorted(Unsaid.firsts(state)):
        if unknown := unsaid(state, name):
            needed = (other for other in choices()[name].after if unsaid(state, other))
            yield Hypothesis(state.with_mark(*(Chosen(one, YES) for one in (name, *needed))), unknown)


belongs_to("28.6", Choose, SealChoice)


EXTENSION = Extension(marks=(Chosen, Sealed, Unsaid))
