"""Victory (12): points, sudden death, total victory."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.nr.acts.points import Points
from trc_module.games.nr.cards.effects import opened
from trc_module.games.nr.data import AXIS, HOUSEKEEPING, SIDES, SOVIET, Nr, assumed, book
from trc_module.games.nr.marks import CardPoints, Claimed, GoesOn, Won
from trc_module.games.nr.points import event_points, unsure_points
from trc_module.hexgrid import HexSet, hexes
from trc_module.rules.actions import Action, Attack, Claim, End, Enter, Move, Replace
from trc_module.rules.finding import Finding, violation
from trc_module.rules.score import Score, ScoreItem, Winner
from trc_module.rules.state import State
from trc_module.sentence import Sentence

LATE = 23
"""The turn from which Greater Germany alone counts."""
PASSES = 12
GOES_ON = GoesOn()
"""The mark of a game that is played on after a victory."""
TITLES = {AXIS: "Axis", SOVIET: "Soviet"}


def counting(game: Nr, state: State) -> HexSet:
    """Return the places that count."""
    everything = game.places_mask
    return everything & game.german_land if state.clock.turn >= LATE else everything


def holder(game: Nr, state: State) -> str:
    """Return the side whose points the track shows: on turn 12 the Axis until its check is over."""
    if state.clock.turn == PASSES and state.clock.phase == HOUSEKEEPING:
        return AXIS
    return game.initiative(state)


@book.rule("12.5")
def points_of(game: Nr, state: State, side: str) -> int:
    """Return the victory points of a side: a place each, and those of events for the side whose track it is."""
    events = event_points(state) if side == holder(game, state) else 0
    return (game.controlled(state, side) & counting(game, state)).bit_count() + events


def point_facts(state: State) -> tuple[Fact, ...]:
    """Return the facts that weaken every number of points: the effect of a change of initiative on it is unknown."""
    by_cards = (assumed("a point for one side is one less for the other on the track", "no source says it"),)
    cards = by_cards if CardPoints() in state.marks else ()
    if state.clock.turn < PASSES:
        return cards
    return (
        *cards,
        assumed("points of events begin anew when the initiative passes", "no source says what becomes of them"),
    )


@book.check("12", Points)
def as_counted(game: Nr, state: State, act: Points) -> Iterator[Finding]:
    """The marker stands at the points of the side with the initiative."""
    side = holder(game, state)
    counted = points_of(game, state, side)
    doubted = game.in_doubt(state) & counting(game, state)
    ours = (doubted & game.controlled(state, side)).bit_count()
    unsure = unsure_points(state)
    if not counted - ours - unsure <= act.points <= counted + doubted.bit_count() - ours + unsure:
        # A player who has not moved the marker for an event elsewhere is off by its one point.
        red = game.printed(state.clock.turn, "red") and state.clock.phase != HOUSEKEEPING
        rule = "13.4" if red and act.points == counted + (1 if side == AXIS else -1) else "12"
        text = Sentence(
            "The {side} points were said to be {points}; they are {counted}.", TITLES[side], act.points, counted
        )
        yield violation(rule, text, facts=point_facts(state))


@book.effect(Points)
def nothing(game: Nr, state: State, act: Points) -> State:
    """Change nothing: points follow from the position."""
    return state


def skull(game: Nr, turn: int, side: str) -> int | None:
    """Return the number beside the skull of a turn for a side; None if there is none."""
    found = game.printed(turn, f"sudden-{side}")
    return found if isinstance(found, int) and not isinstance(found, bool) else None


@book.rule("12.2")
def sudden_death(game: Nr, state: State, side: str) -> bool | None:
    """Tell whether a side has won by sudden death now; None if it has just as many points as the skull says."""
    number = skull(game, state.clock.turn, side)
    if number is None or state.clock.phase != HOUSEKEEPING:
        return False
    counted = points_of(game, state, side)
    return None if counted == number else counted > number


@book.rule("12a")
def total(game: Nr, state: State) -> bool:
    """Tell whether the Soviets hold everything that counts."""
    return game.controlled(state, SOVIET).bit_count() >= game.values["total-vp"]


@book.check("13.2", Claim)
def claimed(game: Nr, state: State, act: Claim) -> Iterator[Finding]:
    """A side claims the victory that it has: by sudden death on a turn with a skull, or by holding all."""
    if (act.side == SOVIET and total(game, state)) or opened(state, "13.2"):
        return
    won = sudden_death(game, state, act.side)
    if won:
        return
    counted, number = points_of(game, state, act.side), skull(game, state.clock.turn, act.side)
    why = Sentence("it needs more than {number}", number) if number is not None else "this turn has no skull"
    facts = (*game.turn_fact(state.clock.turn), *point_facts(state))
    if won is None:
        facts = (*facts, assumed("the number beside the skull must be passed", "only one play record says so"))
    text = Sentence(
        "The {side} side claimed the victory in {clock} with {counted} points; {why}.",
        TITLES[act.side],
        state.clock.words,
        counted,
        why,
    )
    yield violation("13.2" if number is None else "12.2", text, facts=facts)


@book.effect(Claim)
def remember(game: Nr, state: State, act: Claim) -> State:
    """Remember a claim."""
    return state.with_mark(Claimed(act.side))


@book.follow_on(End)
def remember_who_has_won(game: Nr, before: State, after: State, act: End) -> State:
    """Remember with which check a side has won by sudden death, whether it claims the victory or not."""
    checked = before.clock.phase == HOUSEKEEPING and not opened(before, "13.2")
    if not checked or GOES_ON in before.marks:
        return after
    for side in SIDES:
        if sudden_death(game, before, side):
            after = after.with_mark(Won(side, str(before.clock.turn), str(points_of(game, before, side))))
    return after


@book.judge(Move, Attack, Enter, Replace, of_marks=(Won.word,))
def over(game: Nr, state: State, act: Action) -> Iterator[Finding]:
    """Play does not go on when a side has won by sudden death; the turn tracker alone is no play."""
    for won in Won.all(state):
        turn = int(won.turn)
        text = Sentence(
            "Play went on; the {side} side has won with {points} points, more than ", TITLES[won.side], won.points
        )
        facts = (*game.turn_fact(turn), *point_facts(state))
        yield violation(
            "13.2",
            Sentence("{text}{skull}.", text, skull(game, turn, won.side)),
            facts=facts,
            dedup_key=(won.side, "13.2", turn),
        )


def score_of(game: Nr, state: State) -> Score:
    """Return how the game stands."""
    side = holder(game, state)
    counted = points_of(game, state, side)
    won: tuple[Winner, ...] = ()
    for each in () if GOES_ON in state.marks else SIDES:
        has_claimed = Claimed(each) in state.marks
        if sudden_death(game, state, each):
            counted_, number = points_of(game, state, each), skull(game, state.clock.turn, each)
            why = Sentence("it has {counted} points, more than the {number} of the turn", counted_, number)
            won = (*won, Winner(each, "12.2", why, has_claimed))
    if total(game, state) and GOES_ON not in state.marks:
        won = (*won, Winner(SOVIET, "12a", "it holds every place that counts", Claimed(SOVIET) in state.marks))
    items = tuple(_items(game, state, side))
    turns = [turn for turn in game.track.turns if turn >= state.clock.turn and skull(game, turn, side) is not None]
    conditions = tuple(
        Sentence("turn {turn}: more than {skull} points", turn, skull(game, turn, side)) for turn in turns
    )
    unknown = tuple(fact.statement for fact in point_facts(state))
    over = ""
    if state.clock.turn > game.track.last and not won:
        over = Sentence(
            "turn {last} was the last, and neither side has won; what decides then is not known", game.track.last
        )
    return Score(
        state.scenario,
        state.clock,
        counted,
        counted,
        counted,
        items,
        won,
        (*conditions, *filter(None, [over])),
        unknown,
        over,
    )


def _items(game: Nr, state: State, side: str) -> Iterator[ScoreItem]:
    held = game.controlled(state, side) & counting(game, state)
    names = {at: name for name, at in game.places.items()}
    for at in hexes(held):
        yield ScoreItem(names.get(at, game.hex_name(at)), "a place that the side controls", 1, 1, 1)
    if found := event_points(state):
        yield ScoreItem("events", "units that surrendered, and the war elsewhere", found, found, found)
