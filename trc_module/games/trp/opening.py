"""The beginning and the end of a game: set-up, the first turn, stopping (XVI)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Trust
from trc_module.games.trp.actions import DeclareWeather, Produce, Redeploy, Stop
from trc_module.games.trp.acts import LOST
from trc_module.games.trp.data import (
    ATTACKS,
    FINLAND,
    GERMANY,
    JULY_10,
    JUNE_1,
    JUNE_22,
    MOVES,
    REDEPLOYED,
    ROMANIA,
    SOVIET,
    SUPPLY,
    USSR,
    Trp,
    book,
)
from trc_module.games.trp.ground import ARMOR, Facts
from trc_module.games.trp.marks import WeatherTold
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack, End, Enter, Move, Setup
from trc_module.rules.counts import doubts_of, resting_on
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import spaced
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

_MARCH_42 = 10
"""The month from which either side may stop, counted from June 1941."""
_MOST = {FINLAND: 3, ROMANIA: 6}
"""German units that may start there in a game that begins in July."""
_RESERVE = {JUNE_1: 15, JUNE_22: 18, JULY_10: 21}
"""The armor replacement factors that the Soviets have as the game begins."""
REPLACED_ARMOR = "soviet armor"
"""The counter of the armor factors that have come back in the game."""
_ARMIES = 8
_NEAR_THE_BORDER = 2
_FAR = 5
"""Hexes from our border beyond which its exact course does not matter."""


@book.check("XVI.A", Stop)
def from_march_1942(game: Trp, state: State, act: Stop) -> Iterator[Finding]:
    """Either side stops the game at the beginning of one of its turns, from March 1942 on."""
    clock = state.clock
    if (act.side, SUPPLY) != (clock.side, clock.phase):
        yield violation(
            "XVI.A",
            Sentence(
                "The {side} side stopped the game in {clock}, not as its own turn began.",
                act.side.capitalize(),
                clock.words,
            ),
        )
        return
    turn = game.track.turns.get(clock.turn)
    if turn is not None and int(turn.printed.get("month", _MARCH_42)) < _MARCH_42:
        text = Sentence(
            "The {side} side stopped the game in {label}; it may from March 1942 on.", act.side.capitalize(), turn.label
        )
        yield violation("XVI.A", text, facts=(turn.fact,))


def _far_from_germany(game: Trp, at: Hex) -> tuple[int, Facts] | None:
    """Return how far a hex is from the German border, and what that rests on; None if it is near."""
    german = [other for other, country in game.board.country_of.items() if country == GERMANY]
    found = min(german, key=lambda other: max(grid.distance(at, other) for grid in game.grids), default=None)
    if found is None:
        return None
    far = min(grid.distance(at, found) for grid in game.grids)
    if far <= _NEAR_THE_BORDER:
        return None
    return far, () if far > _FAR else (game.board.country_fact(found),)


@book.check("XVI.B3", Move, Attack)
def far_soviets_wait(game: Trp, state: State, act: Move | Attack) -> Iterator[Finding]:
    """On the first turn Soviet units more than two hexes from Germany wait for the first reserve phase."""
    clock = state.clock
    if clock.turn != 1 or clock.side != SOVIET or clock.phase not in (MOVES, ATTACKS):
        return
    for unit in (act.unit,) if isinstance(act, Move) else act.attackers:
        at = act.trail.hexes[0] if isinstance(act, Move) else state.place(unit)
        found = _far_from_germany(game, at) if isinstance(at, int) and game.side_of[unit] == SOVIET else None
        if found is not None:
            text = Sentence(
                "{unit} acts on the first turn, {found} hexes from Germany; it waits for the first reserve phase.",
                unit,
                found[0],
            )
            yield violation("XVI.B3", text, units=(unit,), facts=found[1])


@book.check("XVI.B5", Enter, Produce)
def no_replacements_at_first(game: Trp, state: State, act: Enter | Produce) -> Iterator[Finding]:
    """In games that begin in June there are no replacements on the first turn; of others the document tells nothing."""
    first = state.clock.turn == 1 and state.scenario in (JUNE_1, JUNE_22)
    if first and (isinstance(act, Produce) or state.place(act.unit) == LOST):
        what = "Points were taken" if isinstance(act, Produce) else Sentence("{unit} was replaced", act.unit)
        units = () if isinstance(act, Produce) else (act.unit,)
        yield violation(
            "XVI.B5", Sentence("{what} on the first turn of a game that begins in June.", what), units=units
        )
    elif isinstance(act, Enter):
        text = Sentence(
            "Whether {unit} may come into play now and there stands in sections that we do not have.", act.unit
        )
        key = (game.side_of[act.unit], "XVI.B5", "arrivals")
        yield Finding("XVI.B5", Verdict.SKIPPED, text, units=(act.unit,), dedup_key=key)


@book.judge(Enter)
def within_the_armor_reserve(game: Trp, state: State, act: Enter) -> Iterator[Finding]:
    """Soviet armor comes back for the factors of its reserve and of the turns so far (XVI.B5)."""
    who = game.units[act.unit]
    if who.side != SOVIET or who.type not in ARMOR or state.place(act.unit) != LOST or state.scenario not in _RESERVE:
        return
    each = game.counts["soviet-armor"]
    if each.number is None or who.combat is None:
        facts: Facts = tuple(f for f in (each.fact, who.fact("combat")) if f.trust is Trust.MISSING)
        key = (SOVIET, "XVI.B5", "unknown")
        text = Sentence("Whether the Soviets have the armor factors for {unit} is not known.", act.unit)
        yield violation("XVI.B5", text, units=(act.unit,), facts=facts, dedup_key=key)
        return
    turns = state.clock.turn - (0 if state.scenario == JULY_10 else 1)
    most, used = _RESERVE[state.scenario] + each.number * turns, state.used.get(REPLACED_ARMOR, 0) + who.combat
    if used > most:
        text = Sentence(
            "{unit} came back as armor factor {used} of the game; the Soviets have received {most}.",
            act.unit,
            used,
            most,
        )
        before = doubts_of(state, REPLACED_ARMOR, game.units, "type")
        facts = (each.fact, who.fact("combat"), who.fact("type"), *before)
        yield violation("XVI.B5", text, units=(act.unit,), facts=facts)


@book.follow
def count_the_armor(game: Trp, before: State, after: State, act: object) -> State:
    """Count the factors of Soviet armor that comes back."""
    if not isinstance(act, Enter) or before.place(act.unit) != LOST:
        return after
    who = game.units[act.unit]
    counts = who.side == SOVIET and who.type in ARMOR and who.combat
    if not counts:
        return after
    return resting_on(after, REPLACED_ARMOR, (who,), "type").counted(REPLACED_ARMOR, who.combat or 0)


@book.check("XVI.B6", Move, Attack)
def allies_wait(game: Trp, state: State, act: Move | Attack) -> Iterator[Finding]:
    """Romanians, and Finns without Germans in Finland, neither enter nor attack into Russia on the first turn."""
    if state.clock.turn != 1:
        return
    helped = any(
        game.units[unit].nation == "german" and isinstance(at, int) and game.country(at) == FINLAND
        for unit, at in state.forces["axis"].places.items()
    )
    waiting = ("romanian",) if helped else ("romanian", "finnish")
    units = (act.unit,) if isinstance(act, Move) else act.attackers
    goals: list[Hex] = list(act.trail.hexes[1:]) if isinstance(act, Move) else []
    if isinstance(act, Attack):
        goals = [at for unit in act.defenders if isinstance(at := state.place(unit), int)]
    into = next((at for at in goals if game.country(at) == USSR), None)
    for unit in units if into is not None else ():
        if game.units[unit].nation in waiting and into is not None:
            deed = "entered" if isinstance(act, Move) else "attacked into"
            text = Sentence("{unit} {deed} Russia at {into} on the first turn.", unit, deed, game.hex_name(into))
            yield violation("XVI.B6", text, units=(unit,), facts=(game.board.country_fact(into),))


# --------------------------------------------------------------------- set-up


def may_redeploy(state: State, side: str) -> bool:
    """Tell whether a side places its units freely."""
    return REDEPLOYED in state.options or (side != SOVIET and state.scenario == JULY_10)


@book.check("XVI.D", Redeploy, Setup, End)
def the_historical_set_up(game: Trp, state: State, act: Redeploy | Setup | End) -> Iterator[Finding]:
    """Each unit begins where the set-up list has it, unless its side redeploys."""
    if isinstance(act, End):
        if state.clock != game.sequence.first(1) or state.scenario == "none":
            return
        placed: list[tuple[UnitId, Hex]] = [
            (unit, at) for side in game.sides for unit, at in state.forces[side].places.items() if isinstance(at, int)
        ]
    elif state.clock != game.sequence.first(1):
        if state.place(act.unit) != act.hex:
            text = Sentence(
                "{unit} was placed in {hex} as in a set-up; play has begun.", act.unit, game.hex_name(act.hex)
            )
            yield violation("XVI.D", text, units=(act.unit,), hexes=(game.hex_name(act.hex),))
        return
    else:
        placed = [(act.unit, act.hex)]
    for unit, at in placed:
        home = game.home_of(unit)
        if at != home and not may_redeploy(state, game.side_of[unit]):
            should = game.hex_name(home) if home is not None else "no hex"
            text = Sentence(
                "{unit} begins in {at}; the set-up list has it in {should}.", unit, game.hex_name(at), should
            )
            yield violation("XVI.D", text, units=(unit,), facts=(game.units[unit].fact("setup"),))


@book.effect(Redeploy)
def placed_elsewhere(game: Trp, state: State, act: Redeploy) -> State:
    """Put a unit where it begins."""
    return state.with_unit(game.side_of[act.unit], act.unit, act.hex)


@book.check("XVI.C1", End, DeclareWeather)
def the_date_of_the_invasion(game: Trp, state: State, act: End | DeclareWeather) -> Iterator[Finding]:
    """In July three German units at most begin in Finland, six in Romania; on June 1st a die makes the weather."""
    if isinstance(act, DeclareWeather):
        if state.clock.turn == 1 and state.scenario == JUNE_1 and act.die:
            if WeatherTold() in state.marks:
                yield violation("XVI.C1", "The die for the weather of June 1st was rolled a second time.")
            right = "mud" if act.die % 2 else "good"
            if act.weather != right:
                text = Sentence(
                    "The weather was called {weather}; a {die} on June 1st makes it {right}.",
                    spaced(act.weather),
                    act.die,
                    right,
                )
                yield violation("XVI.C1", text)
        return
    if state.clock != game.sequence.first(1) or state.scenario != JULY_10:
        return
    for country, most in _MOST.items():
        there = [
            (unit, at)
            for unit, at in state.forces["axis"].places.items()
            if isinstance(at, int) and game.units[unit].nation == "german" and game.country(at) == country
        ]
        if len(there) > most:
            text = Sentence("{count} German units begin in {country}; {most} may.", len(there), country, most)
            facts = tuple(game.board.country_fact(at) for _, at in there)
            yield violation("XVI.C1", text, units=tuple(unit for unit, _ in there), facts=facts)


@book.judge(DeclareWeather)
def weather_once(game: Trp, state: State, act: DeclareWeather) -> Iterator[Finding]:
    """The weather of a turn is found once; the rules of which the ledger has numbers say so of June 1st alone."""
    known = weather_of(state)
    if WeatherTold() not in state.marks or (act.weather == known and not act.die):
        return
    if not (act.die and state.clock.turn == 1 and state.scenario == JUNE_1):
        text = Sentence(
            "The weather of turn {turn} was {known}; it was called {weather} a second time",
            state.clock.turn,
            spaced(known),
            spaced(act.weather),
        )
        yield Finding(
            "log.reroll",
            Verdict.UNDECIDED,
            Sentence("{text}, with a {die}.", text, act.die) if act.die else Sentence("{text}.", text),
        )


@book.check("XVI.C2", Redeploy, End)
def free_soviet_set_up(game: Trp, state: State, act: Redeploy | End) -> Iterator[Finding]:
    """Soviets that redeploy stand one to a hex, in the USSR, before the Axis, with armies on eight major cities."""
    if isinstance(act, Redeploy):
        if game.side_of[act.unit] == SOVIET and REDEPLOYED in state.options and game.country(act.hex) != USSR:
            text = Sentence("{unit} was placed in {hex}, outside the USSR.", act.unit, game.hex_name(act.hex))
            facts = (game.board.country_fact(act.hex),) if game.board.land >> act.hex & 1 else ()
            yield violation("XVI.C2", text, units=(act.unit,), facts=facts)
        return
    if state.clock != game.sequence.first(1) or REDEPLOYED not in state.options or state.scenario == "none":
        return
    for at, stack in sorted(state.forces[SOVIET].stacks.items()):
        if len(stack) > 1:
            text = Sentence("{count} Soviet units begin in {at}; only one may.", len(stack), game.hex_name(at))
            yield violation("XVI.C2", text, units=stack, hexes=(game.hex_name(at),))
    majors = [city for city in game.board.cities.values() if city.major and game.country(city.hex) == USSR]
    held = [
        city for city in majors if any(game.units[unit].size == "army" for unit in state.forces[SOVIET].stack(city.hex))
    ]
    if len(held) < _ARMIES:
        text = Sentence("Soviet armies begin on {count} major cities; on {armies} they must.", len(held), _ARMIES)
        yield violation("XVI.C2", text, facts=tuple(game.board.fact(f"city {city.name}") for city in majors))
