"""The Siberian gamble (M41-SIB-2) and victory (M41-VIC)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.declarations.seals import seal_of
from trc_module.facts import Fact
from trc_module.games.m41.acts import Gamble, NameNumbers, Seal
from trc_module.games.m41.data import ASSAULT, M41, book
from trc_module.games.m41.marks import Gambled, GambleDie, Named, Sealed, Won, numbers_are_named
from trc_module.games.m41.supply import in_supply, supply_facts
from trc_module.games.m41.words import CHECK, GERMAN, RUSSIAN, SIBERIA, SIBERIANS
from trc_module.rules.actions import Claim, End
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.score import Score, Winner
from trc_module.rules.state import State
from trc_module.sentence import Sentence

SAFE_TURN = 4
"""The turn from which the Siberians come without a gamble."""
GERMAN_CITIES = ("Smolensk", "Orel", "Moscow")
RUSSIAN_CITIES = ("Kalinin", "Rzhev", "Moscow", "Vyazma", "Orel")
AT_ANY_TIME = ("Moscow", "Smolensk")
ASSAULT_TURNS = 4


def siberians_in_play(game: M41, state: State) -> bool:
    """Tell whether Siberian units have left their reserve."""
    return any(state.place(unit) not in (None, SIBERIA) for unit in SIBERIANS)


def named(state: State) -> frozenset[int]:
    """Return the two fatal numbers, none where they are not shown."""
    return frozenset(int(each) for mark in Named.all(state) for each in (mark.first, mark.second))


def rolled(state: State) -> tuple[int, ...]:
    """Return the dice of all Siberian gambles so far."""
    return tuple(int(mark.die) for mark in GambleDie.all(state))


@book.judge(Seal)
def sealed_in_time(game: M41, state: State, act: Seal) -> Iterator[Finding]:
    """The two numbers are sealed before the die is rolled, and not sealed anew (M41-SIB-2)."""
    if Sealed.any(state):
        yield violation("M41-SIB-2", "The two numbers were sealed a second time.")
    elif rolled(state):
        yield _not_shown("The two numbers were sealed after the die had been rolled.")


@book.judge(NameNumbers)
def as_sealed(game: M41, state: State, act: NameNumbers) -> Iterator[Finding]:
    """The German player names two numbers of the die, those that he sealed if he sealed any (M41-SIB-2)."""
    seal = next(iter(Sealed.firsts(state)), "")
    if act.first == act.second:
        yield violation(
            "M41-SIB-2", Sentence("The number {first} was named twice; two different ones are named.", act.first)
        )
    elif seal and seal_of(" ".join(map(str, sorted((act.first, act.second)))), act.word) != seal:
        text = Sentence(
            "The numbers {first} and {second} were shown; with that word they do not make the seal.",
            act.first,
            act.second,
        )
        yield violation("M41-SIB-2", text)
    elif not seal and rolled(state):
        yield _not_shown("The two numbers were named after the die had been rolled.")


@book.check("M41-SIB-2", Gamble)
def with_siberians(game: M41, state: State, act: Gamble) -> Iterator[Finding]:
    """The die is rolled at the end of each turn before the fourth in which Siberians are in play."""
    clock = state.clock
    if (clock.side, clock.phase) != (RUSSIAN, CHECK) or clock.turn >= SAFE_TURN:
        yield violation("M41-SIB-2", Sentence("The die of the Siberian gamble was rolled in {clock}.", clock.words))
    elif not siberians_in_play(game, state):
        yield violation("M41-SIB-2", "The die of the Siberian gamble was rolled; no Siberian unit is in play.")
    elif Gambled(str(clock.turn)) in state.marks:
        yield violation(
            "M41-SIB-2", Sentence("The die of the Siberian gamble was rolled twice in turn {turn}.", clock.turn)
        )
    elif not numbers_are_named(state):
        yield _not_shown("The die of the Siberian gamble was rolled; no line names the German player's two numbers.")


def _not_shown(text: str) -> Finding:
    """Return the finding where no line in time shows the numbers: they may have been named by word of mouth."""
    return Finding("M41-SIB-2", Verdict.UNDECIDED, text, cause="gamble")


@book.judge(End)
def gambled_in_time(game: M41, state: State, act: End) -> Iterator[Finding]:
    """A turn before the fourth with Siberians in play ends with the die of the gamble (M41-SIB-2)."""
    clock = state.clock
    if (clock.side, clock.phase) != (RUSSIAN, CHECK) or clock.turn >= SAFE_TURN:
        return
    if siberians_in_play(game, state) and Gambled(str(clock.turn)) not in state.marks:
        text = Sentence(
            "Siberian units are in play in turn {turn}, and the die of the gamble was not rolled.", clock.turn
        )
        yield violation("M41-SIB-2", text, dedup_key=(RUSSIAN, "gamble", clock.turn))


@book.effect(Seal)
def seal(game: M41, state: State, act: Seal) -> State:
    """Remember a seal."""
    return state.with_mark(Sealed(act.seal))


@book.effect(NameNumbers)
def show(game: M41, state: State, act: NameNumbers) -> State:
    """Remember the two numbers."""
    return state.with_mark(Named(str(act.first), str(act.second)))


@book.effect(Gamble)
def roll(game: M41, state: State, act: Gamble) -> State:
    """Remember the die."""
    turn = str(state.clock.turn)
    return state.with_mark(Gambled(turn), GambleDie(turn, str(act.die)))


# ------------------------------------------------------------------ victory


def holds(game: M41, state: State, side: str, cities: tuple[str, ...]) -> bool:
    """Tell whether a side was last in some cities, and they are in its supply."""
    return all(
        state.control.get(game.city(name)) == side and in_supply(game, state, side, game.city(name)) for name in cities
    )


def winner_of(game: M41, state: State) -> Winner | None:
    """Return who has won by what is known, None while neither side has.

    Germans win in their check, at the end of the Russian player-turn; Russians in theirs, in the German player-turn,
    and at the very end.
    """
    clock = state.clock
    last = ASSAULT_TURNS if state.scenario == ASSAULT else game.track.last
    fatal = named(state) & frozenset(rolled(state))
    if fatal:
        why = Sentence("the die of the Siberian gamble showed {fatal}, which was named", min(fatal))
        return Winner(GERMAN, "M41-SIB-2", why, claimed=False)
    over = clock.turn > last
    checks = (GERMAN, CHECK), (RUSSIAN, CHECK)
    here = (clock.side, clock.phase)
    if here == checks[1] and holds(game, state, GERMAN, GERMAN_CITIES):
        why = Sentence("{german_cities} are German and in German supply", ", ".join(GERMAN_CITIES))
        return Winner(GERMAN, "M41-VIC-1", why, claimed=False)
    if (here == checks[0] or over) and holds(game, state, RUSSIAN, AT_ANY_TIME):
        why = Sentence("{at_any_time} are Russian and in Russian supply", " and ".join(AT_ANY_TIME))
        return Winner(RUSSIAN, "M41-VIC-2", why, claimed=False)
    if ((here == checks[0] and clock.turn > SAFE_TURN) or over) and holds(game, state, RUSSIAN, RUSSIAN_CITIES):
        why = Sentence("{russian_cities} are Russian and in Russian supply", ", ".join(RUSSIAN_CITIES))
        return Winner(RUSSIAN, "M41-VIC-2", why, claimed=False)
    if over and state.scenario == ASSAULT:
        return Winner(RUSSIAN, "M41-VIC-2", "the German assault is over", claimed=False)
    return None


def _claims(state: State) -> Iterator[Winner]:
    for mark in Won.all(state):
        yield Winner(mark.side, mark.rule, "it has claimed the victory", claimed=True)


def held_by(game: M41, state: State, name: str) -> str:
    """Say who was last in a city, as a clause."""
    side = state.control.get(game.city(name))
    return (
        Sentence("the last units in {name} were {side}", name, side.capitalize())
        if side
        else Sentence("who was last in {name} is unknown", name)
    )


def score_of(game: M41, state: State) -> Score:
    """Return how the game stands."""
    found = winner_of(game, state)
    won = tuple(_claims(state)) or ((found,) if found else ())
    conditions = tuple(held_by(game, state, name) for name in dict.fromkeys((*GERMAN_CITIES, *RUSSIAN_CITIES)))
    return Score(state.scenario, state.clock, None, 0, 0, (), won, conditions, ())


def victory_facts(game: M41, rule: str) -> tuple[Fact, ...]:
    """Return the data on which a victory rests: where the cities are, and supply."""
    if rule == "M41-SIB-2":
        return ()
    return (*supply_facts(game), *(game.board.cities[name].fact for name in (*GERMAN_CITIES, *RUSSIAN_CITIES)))


@book.check("M41-VIC-1", "M41-VIC-2", Claim)
def claimed_rightly(game: M41, state: State, act: Claim) -> Iterator[Finding]:
    """A victory is claimed when its conditions are met."""
    found = winner_of(game, state)
    if found is not None and found.side == act.side:
        return
    wanted = dict.fromkeys((*GERMAN_CITIES, *RUSSIAN_CITIES))
    unknown = [name for name in wanted if not state.control.get(game.city(name))]
    if unknown and act.because != "M41-SIB-2":
        text = Sentence(
            "The {side} side claims the victory; {held_by}.", act.side.capitalize(), held_by(game, state, unknown[0])
        )
        yield Finding(act.because, Verdict.UNDECIDED, text)
        return
    rule = act.because if act.because in ("M41-VIC-1", "M41-VIC-2", "M41-SIB-2") else "M41-VIC-1"
    cities = GERMAN_CITIES if act.side == GERMAN else RUSSIAN_CITIES
    lacking = [name for name in cities if state.control.get(game.city(name)) != act.side]
    text = Sentence("The {side} side claims the victory; its conditions are not met.", act.side.capitalize())
    if lacking and rule != "M41-SIB-2":
        text = Sentence(
            "The {side} side claims the victory; {held_by}.", act.side.capitalize(), held_by(game, state, lacking[0])
        )
        facts: tuple[Fact, ...] = (game.board.cities[lacking[0]].fact,)
    else:
        facts = victory_facts(game, rule)
    yield violation(rule, text, facts=facts)


@book.judge(End)
def after_the_victory(game: M41, state: State, act: End) -> Iterator[Finding]:
    """Play ends with a victory; a note says so to players who go on."""
    found = winner_of(game, state)
    if found is not None and state.clock.turn <= game.track.last:
        yield Finding(
            found.rule, Verdict.NOTE, Sentence("The {side} side has won: {why}.", found.side.capitalize(), found.why)
        )


@book.effect(Claim)
def claim(game: M41, state: State, act: Claim) -> State:
    """Remember a claim that is right."""
    found = winner_of(game, state)
    right = found is not None and found.side == act.side
    return state.with_mark(Won(act.side, act.because)) if right else state


_WORD = "aaaabbbbcccc"
"""The secret word of self-play, which keeps nothing secret."""


@book.lister(Gamble)
def gambles(game: M41, state: State) -> Iterator[Gamble | Seal | NameNumbers]:
    """Yield the dice of the gamble, and the sealing of the numbers before it."""
    clock = state.clock
    if (clock.side, clock.phase) == (RUSSIAN, CHECK) and siberians_in_play(game, state):
        yield from map(Gamble, range(1, 7))
        sealed = Sealed.any(state)
        for first, second in ((1, 2), (3, 6)):
            if not sealed:
                yield Seal(seal_of(f"{first} {second}", _WORD))
            elif not named(state):
                yield NameNumbers(first, second, _WORD)
