"""Chapters 4.3 and 25.2: Sudden Death, its objectives and its markers."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from trc_module.games.trc.book import book
from trc_module.games.trc.countries import NATIONS
from trc_module.games.trc.data import AXIS, RUSSIAN, SIDES, Trc
from trc_module.games.trc.marks import Standing, surrendered_on
from trc_module.games.trc.steps import END, WEATHER
from trc_module.games.trc.supply.control import UNSURE
from trc_module.games.trc.turn.markers import remembered
from trc_module.hexgrid import Hex
from trc_module.rules.actions import End, Marker
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import in_words
from trc_module.rules.state import State
from trc_module.sentence import Sentence

SUDDEN_DEATH = "sudden-death"
LAST_CHECK = 23
"""Jan/Feb 1945, when the sides have different aims and no markers show them."""
CHECKS = (5, 11, 17, LAST_CHECK)
"""The January/February turns."""


class Objective(Struct, frozen=True):
    """One objective of one side: what it is, and whether it is achieved; None where a way not known decides."""

    text: str
    met: bool | None


def _held(game: Trc, state: State, side: str, place: Hex) -> bool | None:
    if state.traces.get(UNSURE, 0) >> place & 1:
        return None
    return state.control.get(place) == side


def _places(game: Trc, state: State, side: str, year: int) -> tuple[Objective, ...]:
    names = game.charts.victory.sudden_death[year].places
    return tuple(
        Objective(Sentence("control of {name}", name), _held(game, state, side, game.places[name])) for name in names
    )


@book.rule("25.2.2")
def objectives_of_1942(game: Trc, state: State, side: str) -> tuple[Objective, ...]:
    """The objectives of January/February 1942 are Kiev, Kalinin, Leningrad, Rostov, Kharkov and Stalino."""
    return _places(game, state, side, 1942)


@book.rule("25.2.3")
def objectives_of_1943(game: Trc, state: State, side: str) -> tuple[Objective, ...]:
    """The objectives of January/February 1943 are Maikop, Moscow, Stalingrad, Kursk, Leningrad and Rostov."""
    return _places(game, state, side, 1943)


@book.rule("25.2.4")
def objectives_of_1944(game: Trc, state: State, side: str) -> tuple[Objective, ...]:
    """Win at the end of January/February 1944 with six named cities."""
    return _places(game, state, side, 1944)


def _german_cities(game: Trc) -> tuple[str, ...]:
    return tuple(name for name, city in game.board.cities.items() if game.board.country_of.get(city.hex) == "Germany")


def _of_several(game: Trc, state: State, side: str, names: tuple[str, ...], how_many: str, what: str) -> Objective:
    held = [_held(game, state, side, game.places[name]) for name in names]
    enough = any if how_many == "one" else all
    if enough(bool(one) for one in held):
        met: bool | None = True
    else:
        met = None if enough(one is not False for one in held) else False
    return Objective(
        Sentence(
            "control of {word} of the {what} ({names})",
            "at least one" if how_many == "one" else "all",
            what,
            in_words(names),
        ),
        met,
    )


def _country(nation: str) -> str:
    return next(country for country, word in NATIONS.items() if word == nation)


def _last(game: Trc, state: State, side: str) -> tuple[Objective, ...]:
    chart = game.charts.victory.last[side]
    goals = [
        Objective(Sentence("the surrender of {name}", name.capitalize()), surrendered_on(state, name) is not None)
        for name in map(_country, chart.surrendered)
    ]
    goals += [
        Objective(Sentence("{name} still in the war", name.capitalize()), surrendered_on(state, name) is None)
        for name in map(_country, chart.not_surrendered)
    ]
    goals.append(_of_several(game, state, side, _german_cities(game), chart.german_cities, "cities in Germany"))
    goals.append(_of_several(game, state, side, tuple(game.board.oil_wells), chart.oil_wells, "oil wells"))
    return tuple(goals)


@book.rule("25.2.5")
def russian_objectives_of_1945(game: Trc, state: State) -> tuple[Objective, ...]:
    """The Russian wins at the end of January/February 1945 with three surrenders, a German city and all oil wells."""
    return _last(game, state, RUSSIAN)


@book.rule("25.2.6")
def axis_objectives_of_1945(game: Trc, state: State) -> tuple[Objective, ...]:
    """The Axis wins at the end of January/February 1945 with two allies, all German cities and an oil well."""
    return _last(game, state, AXIS)


def row_of(turn: int, side: str) -> str:
    """Return the rule with a side's objectives at the check of a turn, '' where there is no check."""
    if turn == LAST_CHECK:
        return "25.2.5" if side == RUSSIAN else "25.2.6"
    return {5: "25.2.2", 11: "25.2.3", 17: "25.2.4"}.get(turn, "")


def goals(game: Trc, state: State, side: str, turn: int) -> tuple[Objective, ...]:
    """Return the objectives of a side at the check of a turn, none where there is no check."""
    row = row_of(turn, side)
    if row == "25.2.5":
        return russian_objectives_of_1945(game, state)
    if row == "25.2.6":
        return axis_objectives_of_1945(game, state)
    by_row = {"25.2.2": objectives_of_1942, "25.2.3": objectives_of_1943, "25.2.4": objectives_of_1944}
    return by_row[row](game, state, side) if row else ()


class SuddenDeathCheck(Struct, frozen=True):
    """The next check of Sudden Death for one side: whether it would win, and why or why not."""

    side: str
    rule: str
    met: bool | None
    why: str


def next_check(game: Trc, state: State) -> Iterator[SuddenDeathCheck]:
    """Yield what the next check would find if it were made now; nothing when the last check is over."""
    turn = next((turn for turn in CHECKS if state.clock.turn <= turn), None)
    if turn is None:
        return
    for side in SIDES:
        found = goals(game, state, side, turn)
        left = [goal.text for goal in found if goal.met is False]
        unsure = [goal.text for goal in found if goal.met is None]
        why = (
            Sentence("it lacks {left}", in_words(left))
            if left
            else Sentence("it depends on {unsure}", in_words(unsure))
            if unsure
            else ""
        )
        why = Sentence("{why}; it is checked at the end of turn {turn}", why or "it has all objectives", turn)
        yield SuddenDeathCheck(side, row_of(turn, side), achieved(found), why)


@book.rule("25.2")
def achieved(found: tuple[Objective, ...]) -> bool | None:
    """Sudden Death needs every objective of the year."""
    if not found or any(goal.met is False for goal in found):
        return False
    return None if any(goal.met is None for goal in found) else True


@book.rule("25.2.1")
def time_of_the_check(clock: Clock) -> bool:
    """Sudden Death is checked at the end of each January/February turn, for both players together."""
    return clock.side == RUSSIAN and clock.phase == END and bool(row_of(clock.turn, clock.side))


@book.check("4.3a", End)
def check_sudden_death(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Sudden Death is checked at the end of each January/February turn."""
    if not time_of_the_check(state.clock):
        return
    for side in SIDES:
        found = goals(game, state, side, state.clock.turn)
        if achieved(found) is None:
            open_ = in_words(goal.text for goal in found if goal.met is None)
            text = Sentence(
                "Whether the {side} side has won by Sudden Death depends on {open}, which follows from an unknown "
                "route.",
                side.capitalize(),
                open_,
            )
            yield Finding(row_of(state.clock.turn, side), Verdict.UNDECIDED, text)


# The markers


def year_of(clock: Clock) -> int | None:
    """Return the year whose objectives the markers show; None when no places are left to show."""
    return next((year for turn, year in ((5, 1942), (11, 1943), (17, 1944)) if clock.turn <= turn), None)


def _shown(game: Trc, year: int | None) -> tuple[str, ...]:
    return game.charts.victory.sudden_death[year].places if year else ()


@book.check("2.1k", Marker)
def markers_show_the_objectives(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """The Sudden Death markers lie on the objectives of the current year."""
    if act.marker != SUDDEN_DEATH:
        return
    right = set(_shown(game, year_of(state.clock)))
    if time_of_the_check(state.clock):
        right.update(_shown(game, year_of(Clock(state.clock.turn + 1, AXIS, 1, WEATHER))))
    here = game.board.grid.find(act.where)
    if act.where not in right and here not in {game.places[name] for name in right}:
        year = year_of(state.clock)
        aims = in_words(_shown(game, year)) if year else "no places"
        yield violation(
            "2.1k",
            Sentence(
                "A Sudden Death marker was put on {where}; the objectives of {year} are {aims}.",
                act.where,
                year or 1945,
                aims,
            ),
        )


def _missing(game: Trc, state: State) -> tuple[str, ...]:
    """Return the objectives of the year without a marker, none where a record does not use the markers."""
    stand = remembered(state, SUDDEN_DEATH)
    return tuple(name for name in _shown(game, year_of(state.clock)) if stand and name not in stand)


@book.check("3.2b", End)
def first_objectives(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """The Sudden Death markers lie on the six objectives of 1942 before play begins."""
    if state.clock.turn != 1 or state.clock.phase != WEATHER:
        return
    left = _missing(game, state)
    if left:
        yield violation(
            "3.2b", Sentence("The Sudden Death markers of 1942 are incomplete: none on {left}.", in_words(left))
        )


@book.check("4.3b", End)
def next_objectives(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """The Sudden Death markers move to the objectives of the next year when play goes on."""
    if state.clock.phase != WEATHER or state.clock.turn not in (6, 12):
        return
    left = _missing(game, state)
    if left:
        year = year_of(state.clock)
        yield violation(
            "4.3b",
            Sentence(
                "The Sudden Death markers were not moved to the objectives of {year}: {left}.", year, in_words(left)
            ),
        )


@book.effect(Marker)
def put_objective(game: Trc, state: State, act: Marker) -> State:
    """Remember where the Sudden Death markers stand; one comes from where it shows nothing any more."""
    if act.marker != SUDDEN_DEATH:
        return state
    at = game.board.grid.find(act.where)
    name = next((name for name, place in game.places.items() if name == act.where or place == at), "")
    if not name:
        return state
    year = year_of(state.clock)
    stale = next(
        (old for old in remembered(state, SUDDEN_DEATH) if old not in _shown(game, year) and old != name), None
    )
    if stale is not None:
        state = state.without_marks(lambda mark: mark == Standing(SUDDEN_DEATH).followed_by(*stale.split()))
    return state.with_mark(Standing(SUDDEN_DEATH).followed_by(*name.split()))
