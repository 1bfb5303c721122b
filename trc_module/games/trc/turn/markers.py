"""Chapter 2.1: the markers, held against what the rules work out.

A marker is never asked to move a unit or to change a rule: it shows what follows from the game, and is wrong where it
shows something else. In a record `mark` puts one down; the forms are in each rule's examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.trc.arrivals.russian_replacements import counting_workers, worker_value
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, RUSSIAN, SIDES, Trc
from trc_module.games.trc.marks import ROLLED, UNTOLD_MODIFIER, Ashore, BidMade, Invaded, Railed, Standing, Sunk
from trc_module.games.trc.scenarios import before_play, scenario_of
from trc_module.games.trc.steps import END, MOVEMENT, SEQUENCE, WEATHER
from trc_module.games.trc.supply.rail_conversion import rails_now
from trc_module.games.trc.supply.rails import UNSURE_RAILS, line_doubts
from trc_module.games.trc.turn.weather import shown_modifier
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import End, Marker
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import agree, in_words
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.rails import rails_of
from trc_module.systems.weather import modifier_of, weather_of

WEATHERS = ("clear", "light-mud", "mud", "snow")


def _unreadable(rule: str, act: Marker, expected: str) -> Finding:
    text = Sentence("'mark {marker} {where}' must give {expected}.", act.marker, act.where, expected)
    return Finding(rule, Verdict.SKIPPED, text)


def remembered(state: State, marker: str) -> tuple[str, ...]:
    """Return where markers of a kind stand, as far as the record has told."""
    return tuple(sorted(" ".join(mark.more) for mark in Standing.of(state, marker)))


@book.check("2.1d", Marker)
def invasion_markers(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """The Invasion marker counts the invasions of its side."""
    if not act.marker.startswith("invasion-"):
        return
    side = act.marker.removeprefix("invasion-")
    found = re.fullmatch(r"([0-9]) turn ([0-9]{1,3})", act.where)
    if side not in SIDES or not found:
        yield _unreadable("2.1d", act, "the number and the turn of an invasion, as 'invasion-axis 2 turn 7'")
        return
    number, turn = int(found[1]), int(found[2])
    made = state.used.get(f"{side} invasions", 0)
    now = state.clock.turn
    of_this_turn = any(
        game.side_of.get(unit) == side for kind in (Invaded, Ashore, Sunk) for unit in kind.firsts(state)
    )
    if number != made or turn > now or (of_this_turn and turn != now):
        yield violation(
            "2.1d",
            Sentence(
                "The {side} Invasion marker shows invasion {number} on turn {turn}; by turn {now} that side had "
                "tried {made}.",
                side.capitalize(),
                number,
                turn,
                now,
                made or "none",
            ),
        )


def axis_rails(game: Trc, state: State) -> tuple[HexSet, HexSet]:
    """Return the rail hexes that the Axis can use, conversions of this end phase included, and those it perhaps can."""
    if state.clock.phase == END and state.clock.side == RUSSIAN:
        theirs, maybe = rails_now(game, state, RUSSIAN)
        return rails_of(state)[AXIS] & ~theirs, maybe
    return rails_now(game, state, AXIS)


@book.check("2.1f", Marker)
def railheads_bound_the_axis_rails(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """Railhead markers lie on the last rail hexes that the Axis can use."""
    if act.marker != "railhead":
        return
    at = game.board.grid.find(act.where)
    if at is None:
        yield _unreadable("2.1f", act, "a hex")
        return
    mine, maybe = axis_rails(game, state)
    links = game.board.rail_links.get(at, 0)
    if maybe & (links | 1 << at):
        text = Sentence("Whether {where} is the last Axis rail hex depends on an unknown route.", act.where)
        yield Finding("2.1f", Verdict.UNDECIDED, text, hexes=(act.where,))
    elif not mine >> at & 1 or not links & ~mine:
        why = "lies inside the Axis rail net" if mine >> at & 1 else "is not an Axis rail hex"
        yield violation(
            "2.1f",
            Sentence("A Railhead marker lies on {where}, which {why}.", act.where, why),
            hexes=(act.where,),
            facts=_rail_facts(game, at, links),
        )


def _rail_facts(game: Trc, at: Hex, links: HexSet) -> tuple[Fact, ...]:
    return tuple(game.board.rail_fact(at, other) for other in hexes(links))


@book.check("2.1g", Marker)
def bid_marker(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """The RP Bid marker shows the bid for the sides."""
    if act.marker != "rp-bid":
        return
    if not re.fullmatch(r"[+-]\d{1,2}|0", act.where):
        yield _unreadable("2.1g", act, "a bid with its sign, as '+17'")
        return
    bids = BidMade.firsts(state)
    if not bids:
        yield Finding("2.1g", Verdict.UNDECIDED, "The RP Bid marker was placed, but the bid is unknown.")
    elif int(bids[0]) != int(act.where):
        yield violation("2.1g", Sentence("The RP Bid marker shows {where}; the bid was {bids}.", act.where, bids[0]))


@book.check("2.1h", Marker)
def convert_markers_remind_of_what_was_passed(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """RR Convert markers lie on rail hexes that the side's units have passed in this turn."""
    if act.marker != "rr-convert" or act.where == "none":
        return
    at = game.board.grid.find(act.where)
    if at is None:
        yield _unreadable("2.1h", act, "a hex")
        return
    passed = state.traces.get("passed", 0) | state.traces.get("cut-off", 0)
    unknown = state.traces.get("perhaps-passed", 0) | state.traces.get(UNSURE_RAILS, 0)
    side = state.clock.side
    if (passed | rails_of(state)[side] | state.forces[side].occupied) >> at & 1 and game.board.rail_hexes >> at & 1:
        return
    if unknown >> at & 1:
        text = Sentence(
            "An RR Convert marker lies on {where}, but it is unknown whether a unit passed there.", act.where
        )
        yield Finding("2.1h", Verdict.UNDECIDED, text, hexes=(act.where,))
    else:
        no_rails = not game.board.rail_hexes >> at & 1
        why = (
            "where there are no rails"
            if no_rails
            else Sentence("which no {side} unit has passed this turn", side.capitalize())
        )
        facts = line_doubts(game.board, 1 << at)
        yield violation(
            "2.1h",
            Sentence("An RR Convert marker lies on {where}, {why}.", act.where, why),
            hexes=(act.where,),
            facts=facts,
        )


@book.check("2.1i", Marker, End)
def rail_move_markers(game: Trc, state: State, act: Marker | End) -> Iterator[Finding]:
    """An RR Move marker lies on every unit whose rail move counts against the allotment."""
    if isinstance(act, Marker):
        if act.marker != "rr-move":
            return
        if act.where not in game.units:
            yield _unreadable("2.1i", act, "a unit")
        elif Railed(act.where) not in state.marks:
            text = Sentence("{where} carries an RR Move marker but has not moved by rail this phase.", act.where)
            yield violation("2.1i", text, units=(act.where,))
        return
    shown = remembered(state, "rr-move")
    side = state.clock.side
    counted = state.used.get(f"{side} rail", 0)
    if state.clock.phase != MOVEMENT or not shown or len(shown) >= counted:
        return
    railed = set(Railed.firsts(state))
    bare = tuple(sorted(railed - set(shown)))
    if len(bare) >= counted - len(shown):
        yield violation(
            "2.1i",
            Sentence(
                "{counted} {verb} moved by rail against the allotment, but no RR Move marker lies on {bare}.",
                counted,
                agree(counted, "unit", "units"),
                in_words(bare),
            ),
            units=bare,
            dedup_key=(side, "2.1i", state.clock),
        )


@book.check("2.1j", Marker)
def last_turn_marker(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """The Scenario Ends marker lies on the scenario's last turn."""
    scenario = scenario_of(state.scenario)
    if act.marker != "scenario-ends" or scenario is None:
        return
    turn = _number(act.where)
    if turn is None:
        yield _unreadable("2.1j", act, "a turn")
    elif turn != scenario.last_turn:
        yield violation(
            "2.1j",
            Sentence(
                "The Scenario Ends marker is on turn {turn}, but {name} ends on turn {last_turn}.",
                turn,
                scenario.name,
                scenario.last_turn,
            ),
        )


def _number(text: str) -> int | None:
    found = re.fullmatch(r"(?:turn[ -])?(\d{1,2})", text)
    return int(found[1]) if found else None


@book.check("2.1l", Marker)
def turn_marker(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """The Turn marker lies on the current turn and shows the side that plays."""
    if act.marker != "turn":
        return
    found = re.fullmatch(r"(?:turn-)?(\d{1,2})( axis| russian)?", act.where)
    if not found:
        yield _unreadable("2.1l", act, "a turn and a side, as 'turn 7 axis'")
        return
    turn, side = int(found[1]), (found[2] or "").strip()
    if not any(turn == right[0] and side in ("", right[1]) for right in right_moments(state.clock)):
        yield violation(
            "27.11a" if before_play(state) and state.clock.turn > 1 else "2.1l",
            Sentence(
                "The Turn marker shows turn {turn}{word}{side}, but it is turn {clock_turn}, the {clock_side} player "
                "turn.",
                turn,
                ", " if side else "",
                side.capitalize(),
                state.clock.turn,
                state.clock.side.capitalize(),
            ),
        )


@book.rule("4.1.6c")
def turned_to_the_russian(clock: Clock) -> bool:
    """The Turn marker turns to its Russian face when the Axis player turn ends."""
    return clock.phase == END and clock.side == AXIS


@book.rule("4.2.5d")
def on_to_the_next_turn(clock: Clock) -> bool:
    """The Turn marker moves to the next box, Axis face up, when the Russian player turn ends."""
    return clock.phase == END and clock.side == RUSSIAN


def right_moments(clock: Clock) -> set[tuple[int, str]]:
    """Return what the Turn marker may show: the moment, and at the end of a player turn the next one."""
    found = {(clock.turn, clock.side)}
    if turned_to_the_russian(clock) or on_to_the_next_turn(clock):
        coming = SEQUENCE.after(clock)
        found.add((coming.turn, coming.side))
    return found


@book.check("2.1m", Marker)
def modifier_marker(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """A marker shows the running weather modifier."""
    if act.marker != "weather-drm":
        return
    shown = shown_modifier(act)
    if shown is None:
        yield _unreadable("2.1m", act, "a modifier, as '+1'")
    elif shown != modifier_of(state) and ROLLED in state.marks and UNTOLD_MODIFIER not in state.marks:
        yield violation(
            "2.1m",
            Sentence("The weather modifier's marker shows {shown:+d}; it is {modifier:+d}.", shown, modifier_of(state)),
        )


def _shown_points(where: str) -> tuple[int, bool] | None:
    found = re.fullmatch(r"(\d{1,2})( x2)?", where)
    return (int(found[1]), bool(found[2])) if found else None


def factors_of_workers(game: Trc, state: State) -> int:
    """Return the sum of the values of all workers that count, not doubled."""
    return sum(worker_value(unit) for unit in counting_workers(game, state))


@book.check("2.1n", Marker, End)
def worker_marker(game: Trc, state: State, act: Marker | End) -> Iterator[Finding]:
    """The Worker RPs marker shows the points of all workers."""
    for where in _worker_markers(state, act):
        shown = _shown_points(where)
        if shown is None:
            yield _unreadable("2.1n", Marker("worker-rp", where), "a number of points")
            continue
        points, doubled = shown
        right = factors_of_workers(game, state)
        if points == right or (doubled and points == 2 * right and "R30b" not in state.options):
            continue
        workers = counting_workers(game, state)
        yield violation(
            "2.1n",
            Sentence("The Worker RPs marker shows {points}, but the workers on the map give {right}.", points, right),
            units=tuple(unit.id for unit in workers),
            facts=tuple(unit.fact("combat") for unit in workers),
            dedup_key=(RUSSIAN, "2.1n"),
        )


def _worker_markers(state: State, act: Marker | End) -> tuple[str, ...]:
    if isinstance(act, Marker):
        return (act.where,) if act.marker == "worker-rp" else ()
    return remembered(state, "worker-rp") if state.clock.phase == END else ()


DOUBLED_FROM = 13
"""The turn from which the marker shows its x2 face: May/June 1943."""


@book.check("2.1o", Marker, End)
def doubled_from_may_1943(game: Trc, state: State, act: Marker | End) -> Iterator[Finding]:
    """The Worker RPs marker turns to its x2 face at the start of May/June 1943."""
    clock = state.clock
    if isinstance(act, Marker):
        where = act.where if act.marker == "worker-rp" else ""
    else:
        where = next(iter(remembered(state, "worker-rp")), "") if clock.phase == WEATHER else ""
    shown = _shown_points(where)
    if shown is None:
        return
    early = clock.turn == DOUBLED_FROM - 1 and clock.side == RUSSIAN and clock.phase == END
    late = clock.turn >= DOUBLED_FROM
    if shown[1] != late and not early:
        face = "x2" if shown[1] else "plain"
        yield violation(
            "2.1o",
            Sentence(
                "The Worker RPs marker shows its {face} face on turn {turn}; it shows its x2 face from turn 13 on.",
                face,
                clock.turn,
            ),
            dedup_key=(RUSSIAN, "2.1o"),
        )


@book.check("2.1p", Marker)
def weather_marker(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """The marker in the weather box shows the weather of the turn."""
    shown = act.where if act.marker == "weather" else act.marker.removeprefix("weather-")
    if not act.marker.startswith("weather") or act.marker == "weather-drm":
        return
    if shown not in WEATHERS:
        yield _unreadable("2.1p", act, Sentence("a weather ({as_written})", ", ".join(WEATHERS)))
        return
    right = _weather_now(game, state)
    if right and shown != right:
        yield violation(
            "2.1p",
            Sentence(
                "The weather box shows {shown}, but the weather of turn {turn} is {right}.",
                shown,
                state.clock.turn,
                right,
            ),
        )


def _weather_now(game: Trc, state: State) -> str:
    """Return the weather that the box should show; '' before it is known."""
    turn = game.charts.turns.get(state.clock.turn)
    if state.clock.phase != WEATHER or ROLLED in state.marks or turn is None:
        return weather_of(state)
    return game.charts.weather.automatic(turn) or ""


@book.effect(Marker)
def remember_markers(game: Trc, state: State, act: Marker) -> State:
    """Remember the markers that may be wrong later without having been moved."""
    if act.marker == "worker-rp":
        state = Standing.forgotten(state, "worker-rp")
    elif act.marker != "rr-move" or act.where not in game.units:
        return state
    return state.with_mark(Standing(act.marker).followed_by(*act.where.split()))


@book.effect(End)
def take_up_rail_move_markers(game: Trc, state: State, act: End) -> State:
    """Take the RR Move markers up when the movement phase ends."""
    if state.clock.phase != MOVEMENT or not remembered(state, "rr-move"):
        return state
    return Standing.forgotten(state, "rr-move")
