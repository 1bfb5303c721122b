"""Chapters 27.0, 27.1, 27.11 and 27.21: how scenarios are set up, and what they change."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact, Source
from trc_module.games.trc.book import book
from trc_module.games.trc.game import AXIS, ENEMY, RUSSIAN, SIDES, Trc
from trc_module.games.trc.headquarters import lost
from trc_module.games.trc.lines import StartLine
from trc_module.games.trc.scenarios import AT_START, before_play, scenario_of, set_up_by_a_card
from trc_module.games.trc.victory_points import FALLEN, GAINED, tally
from trc_module.hexgrid import HexSet, hexes
from trc_module.roster.scenarios import Scenario
from trc_module.rules.actions import Action, End, Enter, Marker, Move, Setup
from trc_module.rules.finding import Finding, Verdict, breach
from trc_module.rules.game import in_words
from trc_module.rules.state import State


def _scenario(game: Trc, state: State) -> Scenario | None:
    return scenario_of(state.scenario, game.overlay)


def _line(game: Trc, state: State) -> StartLine | None:
    scenario = _scenario(game, state)
    return None if scenario is None else game.lines.get(scenario.line)


# What is agreed on


@book.told("27.0")
def scenarios_may_be_played_on() -> None:
    """Play a scenario on to the end of the campaign, if both have agreed on it before.

    In a record `before: agreed go-on`. Its victory points decide nothing then.

    Log: what the players have agreed on (D01).
    Data: none.

    Legal::

        scenario: breaking-storm
        at: turn 6 axis impulse 1 weather snow
        before: agreed go-on
        weather 3
        expect ok
    """


@book.told("27.1")
def scenario_and_options() -> None:
    """Agree on the scenario and the options first, and bid for the sides if both want the same one.

    The text cites 26.9 for the bids; it means 26.8 (C02).

    Log: the scenario and the options (D01); the bid (D28).
    Data: none.

    Legal::

        scenario: breaking-storm
        options: 26.8
        at: turn 1 axis impulse 1 weather clear
        on K20: rus-3-inf
        bid +7
        end
        expect ok
    """


# Length and set-up


@book.told("27.2a")
def breaking_storm() -> None:
    """Play Breaking Storm from May/June 1941 to January/February 1942, from the set-up of the campaign.

    The names of the scenarios are lost from the text; they are taken from its index (C03).

    Log: the scenario (D01).
    Data: none.

    Legal::

        scenario: breaking-storm
        at: turn 1 axis impulse 1 weather clear
        setup rus-3-inf K21
        expect ok
    """


@book.told("27.3a")
def barbarossa() -> None:
    """Play Barbarossa from May/June 1941 to November/December 1942, from the set-up of the campaign.

    Ten turns.

    Log: the scenario (D01).
    Data: none.

    Legal::

        scenario: barbarossa
        at: turn 1 axis impulse 1 weather clear
        setup rus-3-inf K21
        expect ok
    """


@book.told("27.4a")
def fall_blau() -> None:
    """Play Fall Blau from May/June 1942 to July/August 1943.

    Eight turns; the forces and the blue line are those of the scenario card.

    Log: the scenario (D01).
    Data: the scenario's forces, which are on its card.

    Legal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        setup ger-41-pz W19
        expect ok
    """


@book.told("27.4b")
def leningrad_and_sevastopol() -> None:
    """Begin Fall Blau with Leningrad and Sevastopol Russian, on the Russian side of the line.

    Whatever the front around them looks like.

    Log: who controls the cities (D17).
    Data: none.

    Legal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        mark control Sevastopol russian
        expect ok
    """


@book.told("27.5a")
def zitadelle() -> None:
    """Play Zitadelle from May/June 1943 to March/April 1944.

    Six turns; the forces and the black line are those of the scenario card.

    Log: the scenario (D01).
    Data: the scenario's forces, which are on its card.

    Legal::

        scenario: zitadelle
        at: turn 13 axis impulse 1 weather clear
        setup ger-41-pz W19
        expect ok
    """


@book.rule("27.5b")
def leningrad(scenario: Scenario) -> tuple[str, ...]:
    """Begin Zitadelle with Leningrad Russian.

    Whatever the front around it looks like.

    Log: who controls the city (D17).
    Data: none.

    Legal::

        scenario: zitadelle
        at: turn 13 axis impulse 1 weather clear
        mark control Leningrad russian
        expect ok
    """
    return tuple(scenario.control)


@book.told("27.6a")
def bagration() -> None:
    """Play Bagration from May/June 1944 to May/June 1945.

    Seven turns; the forces and the red line are those of the scenario card.

    Log: the scenario (D01).
    Data: the scenario's forces, which are on its card.

    Legal::

        scenario: bagration
        at: turn 19 axis impulse 1 weather clear
        setup ger-41-pz H23
        expect ok
    """


def _out_of_turn(game: Trc, state: State, act: Setup, rule: str) -> Iterator[Finding]:
    scenario = _scenario(game, state)
    if scenario is None or not set_up_by_a_card(state) or _ORDER_RULES.get(scenario.id) != rule:
        return
    first = scenario.sets_up_first
    left = state.forces[first].stack(AT_START)
    if game.side_of[act.unit] == ENEMY[first] and left:
        text = f"{act.unit} was set up while {len(left)} {first} units were still to be placed."
        yield breach(rule, text, units=(act.unit,), lasting=(ENEMY[first], rule))


_ORDER_RULES = {"fall-blau": "27.4d", "zitadelle": "27.5d", "bagration": "27.6d"}


@book.check("27.4d", Setup)
def axis_first_in_fall_blau(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up first as the Axis in Fall Blau, and move first.

    The Russian places his units when the Axis has done.

    Log: the order of the placings.
    Data: which units start on the map.

    Legal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        on V19: ger-12-inf
        setup rus-3-inf R9
        expect ok

    Illegal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        box axis at-start: ger-41-pz
        setup rus-3-inf R9
        expect 27.4
    """
    yield from _out_of_turn(game, state, act, "27.4d")


@book.check("27.5d", Setup)
def axis_first_in_zitadelle(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up first as the Axis in Zitadelle, and move first.

    The Russian places his units when the Axis has done.

    Log: the order of the placings.
    Data: which units start on the map.

    Legal::

        scenario: zitadelle
        at: turn 13 axis impulse 1 weather clear
        on V19: ger-12-inf
        setup rus-3-inf R9
        expect ok

    Illegal::

        scenario: zitadelle
        at: turn 13 axis impulse 1 weather clear
        box axis at-start: ger-41-pz
        setup rus-3-inf R9
        expect 27.5
    """
    yield from _out_of_turn(game, state, act, "27.5d")


@book.check("27.6d", Setup)
def russians_first_in_bagration(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up first as the Russian in Bagration; the Axis moves first.

    The Axis places its units when the Russian has done.

    Log: the order of the placings.
    Data: which units start on the map.

    Legal::

        scenario: bagration
        at: turn 19 axis impulse 1 weather clear
        on R9: rus-3-inf
        setup ger-41-pz L26
        expect ok

    Illegal::

        scenario: bagration
        at: turn 19 axis impulse 1 weather clear
        box russian at-start: rus-3-inf
        setup ger-41-pz L26
        expect 27.6
    """
    yield from _out_of_turn(game, state, act, "27.6d")


# Numbers that a scenario has of its own; the checks are 10.3.2b and 4.1.1g


@book.told("27.4e", by="sea_invasions.two_invasions_a_game")
def one_invasion_in_fall_blau() -> None:
    """Invade once in Fall Blau, each side.

    Whatever comes of the try.

    Log: every invasion of the game (D15), or the Invasion markers.
    Data: none.

    Legal::

        scenario: fall-blau
        at: turn 9 russian impulse 1 movement clear
        control: Odessa russian
        on DD24: rus-24-inf
        sea invasion rus-24-inf DD24 JJ22 roll 1
        expect ok

    Illegal::

        scenario: fall-blau
        at: turn 9 russian impulse 1 movement clear
        control: Odessa russian
        used: russian invasions 1
        on DD24: rus-24-inf
        sea invasion rus-24-inf DD24 JJ22 roll 1
        expect 27.4
    """


@book.told("27.5e", by="sea_invasions.two_invasions_a_game")
def invasions_in_zitadelle() -> None:
    """Invade once in Zitadelle as the Russian, and never as the Axis.

    Whatever comes of the try.

    Log: every invasion of the game (D15), or the Invasion markers.
    Data: none.

    Legal::

        scenario: zitadelle
        at: turn 14 russian impulse 1 movement clear
        control: Odessa russian
        on DD24: rus-24-inf
        sea invasion rus-24-inf DD24 JJ22 roll 1
        expect ok

    Illegal::

        scenario: zitadelle
        at: turn 14 axis impulse 1 movement clear
        on DD24: ger-12-inf
        sea invasion ger-12-inf DD24 JJ22 roll 1
        expect 27.5
    """


@book.told("27.6b", by="sea_invasions.two_invasions_a_game")
def no_invasion_in_bagration() -> None:
    """Invade nowhere in Bagration.

    Neither side may.

    Log: every invasion of the game (D15).
    Data: none.

    Legal::

        scenario: bagration
        at: turn 20 russian impulse 1 movement clear
        on DD24: rus-24-inf
        sea transfer rus-24-inf DD24 JJ23 roll 1
        expect ok

    Illegal::

        scenario: bagration
        at: turn 20 russian impulse 1 movement clear
        on DD24: rus-24-inf
        sea invasion rus-24-inf DD24 JJ22 roll 1
        expect 27.6
    """


@book.told("27.21-5", by="sea_invasions.two_invasions_a_game")
def one_invasion_in_breaking_storm() -> None:
    """Invade once in Breaking Storm, each side.

    Whatever comes of the try.

    Log: every invasion of the game (D15), or the Invasion markers.
    Data: none.

    Legal::

        scenario: breaking-storm
        at: turn 2 russian impulse 1 movement clear
        on DD24: rus-24-inf
        sea invasion rus-24-inf DD24 JJ22 roll 1
        expect ok

    Illegal::

        scenario: breaking-storm
        at: turn 2 russian impulse 1 movement clear
        used: russian invasions 1
        on DD24: rus-24-inf
        sea invasion rus-24-inf DD24 JJ22 roll 1
        expect 27.21
    """


@book.told("27.4f", by="weather.modifier_waits_for_the_next_die")
def modifier_of_fall_blau() -> None:
    """Begin Fall Blau with a weather modifier of -1.

    It waits for the first die, in September/October 1942.

    Log: the marker of the modifier.
    Data: none.

    Legal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        mark weather-drm -1
        expect ok

    Illegal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        mark weather-drm 0
        expect 27.4
    """


@book.told("27.5f", by="weather.modifier_waits_for_the_next_die")
def modifier_of_zitadelle() -> None:
    """Begin Zitadelle with a weather modifier of 0.

    It waits for the first die, in September/October 1943.

    Log: the marker of the modifier.
    Data: none.

    Legal::

        scenario: zitadelle
        at: turn 13 axis impulse 1 weather clear
        mark weather-drm 0
        expect ok

    Illegal::

        scenario: zitadelle
        at: turn 13 axis impulse 1 weather clear
        mark weather-drm +1
        expect 27.5
    """


@book.told("27.6e", by="weather.modifier_waits_for_the_next_die")
def modifier_of_bagration() -> None:
    """Begin Bagration with a weather modifier of +1.

    It waits for the first die, in September/October 1944.

    Log: the marker of the modifier.
    Data: none.

    Legal::

        scenario: bagration
        at: turn 19 axis impulse 1 weather clear
        mark weather-drm +1
        expect ok

    Illegal::

        scenario: bagration
        at: turn 19 axis impulse 1 weather clear
        mark weather-drm -1
        expect 27.6
    """


# 27.11


@book.told("27.11a", by="markers.turn_marker")
def turn_marker_on_the_first_turn() -> None:
    """Put the Turn marker on the first turn of the scenario.

    In a record `mark turn 7 axis`.

    Log: the marker.
    Data: none.

    Legal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        mark turn 7 axis
        expect ok

    Illegal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        mark turn 1 axis
        expect 27.11
    """


@book.check("27.11b", Setup)
def on_your_side_of_the_line(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up Russian units east of the start line and Axis units west of it.

    As long as nobody has told the hexes of a line, only cities and wells can be judged, and those near the front not
    for certain.

    Log: the placing of the unit.
    Data: the scenario's line, which is on its card.

    Legal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        setup ger-41-pz W19
        expect ok

    Illegal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        setup ger-41-pz R9
        expect 27.11
    """
    line = _line(game, state)
    if line is None or not set_up_by_a_card(state):
        return
    own, at = game.side_of[act.unit], game.hex_name(act.hex)
    name = next((name for name, place in game.places.items() if place == act.hex), None)
    side, fact = (line.side_of(act.hex), Fact(f"{at}: its side of the {line.name} line", line.source))
    if name is not None:
        side, fact = line.places[name]
    if side is None:
        text = f"{act.unit} was set up in {at}; nobody has told us on whose side of the {line.name} line that is."
        yield Finding("27.11b", Verdict.SKIPPED, text, (act.unit,), (at,), (fact,), lasting=(own, "27.11b", "unknown"))
    elif side != own:
        text = f"{act.unit} was set up in {name or at}, on the {side} side of the {line.name} line."
        yield breach("27.11b", text, units=(act.unit,), hexes=(at,), facts=(fact,))


@book.check("27.11c", End)
def the_whole_line_is_held(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Hold every hex along your side of the line: with a unit in it or in the zone of control of one.

    Not in Barbarossa, and so we read it not in Breaking Storm either, which has the same set-up (C05).

    Log: the units at the end of the set-up.
    Data: the scenario's line, which is on its card.

    Legal::

        scenario: breaking-storm
        at: turn 1 axis impulse 1 weather clear
        on K20: rus-3-inf
        end
        expect ok

    Illegal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        on R9: rus-3-inf
        end
        expect skipped 27.11
    """
    line = _line(game, state)
    if line is None or not set_up_by_a_card(state) or not before_play(state):
        return
    if line.axis_hexes is None:
        text = f"Nobody has told us the {line.name} line, so it is not known whether all of it is held."
        fact = Fact(f"the hexes of the {line.name} line", line.source)
        yield Finding("27.11c", Verdict.SKIPPED, text, facts=(fact,), lasting=(AXIS, "27.11c"))
        return
    for side, along in _along(game, line.axis_hexes):
        deployment = state.forces[side]
        open_ = along & ~(deployment.occupied | game.zones.of(deployment))
        if open_:
            names = tuple(game.hex_name(h) for h in hexes(open_))
            text = f"The {side} side does not hold the {line.name} line in {in_words(names[:6])}"
            fact = Fact(f"the hexes of the {line.name} line", line.source)
            yield breach("27.11c", f"{text}.", hexes=names, facts=(fact,), lasting=(side, "27.11c"))


def _along(game: Trc, axis: HexSet) -> Iterator[tuple[str, HexSet]]:
    land = game.board.land
    russian = land & ~axis
    near: HexSet = 0
    for h in hexes(russian):
        near |= game.board.zoc.of[h]
    yield AXIS, near & axis & land
    near = 0
    for h in hexes(axis & land):
        near |= game.board.zoc.of[h]
    yield RUSSIAN, near & russian


@book.check("27.11d", Setup)
def finns_and_russians_in_the_north(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up none but Finns and Russians in Finland and Karelia.

    That is the land north of row E and east of Leningrad, and Finland.

    Log: the placing of the unit.
    Data: countries.

    Legal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        setup fin-4-inf B14
        expect ok

    Illegal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        setup ger-41-pz D8
        expect 27.11
    """
    unit = game.units[act.unit]
    if not set_up_by_a_card(state) or unit.side == RUSSIAN or unit.nation == "finnish":
        return
    at = game.hex_name(act.hex)
    country = game.board.country_of.get(act.hex) == "Finland"
    if country or in_karelia(game, at):
        where = "Finland" if country else "Karelia"
        facts = (game.board.fact(f"country {at}"),) if country else ()
        text = f"{act.unit} was set up in {at}, in {where}, where Finns and Russians alone may be."
        yield breach("27.11d", text, units=(act.unit,), hexes=(at,), facts=facts)


def in_karelia(game: Trc, name: str) -> bool:
    """Tell whether a hex lies north of row E and east of Leningrad."""
    leningrad = game.hex_name(game.places["Leningrad"])
    return name[0] in "ABCD" and name[1:].isdigit() and int(name[1:]) < int(leningrad[1:])


@book.check("27.11e", Setup)
def one_worker_a_city(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Set up one Russian worker in a city, not more.

    Judged in the scenarios that are set up by a card; in the campaign each worker has a city of its own.

    Log: the placing of the unit.
    Data: unit types.

    Legal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        setup rus-worker-moscow R9
        expect ok

    Illegal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        on R9: rus-worker-moscow
        setup rus-worker-kiev R9
        expect 27.11
    """
    if game.units[act.unit].type != "worker" or not set_up_by_a_card(state):
        return
    there = [unit for unit in state.forces[RUSSIAN].stack(act.hex) if game.units[unit].type == "worker"]
    others = tuple(unit for unit in there if unit != act.unit)
    if others:
        at = game.hex_name(act.hex)
        text = f"{act.unit} was set up in {at}, where {in_words(others)} is already."
        yield breach("27.11e", text, units=(act.unit, *others), hexes=(at,))


@book.told("27.11f")
def each_side_holds_its_own() -> None:
    """Begin with every rail, junction, city and well on a side's own side of the line under its control.

    As long as nobody has told the hexes of a line, cities and wells follow the list beside it, and the rails are
    those of 1941.

    Log: nothing.
    Data: the scenario's line, which is on its card.

    Legal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        mark control Kiev axis
        expect ok
    """


@book.told("27.11g")
def first_turn_brings_its_own() -> None:
    """Receive the replacements and reinforcements of the first turn as of any other.

    Nobody waits for the second turn.

    Log: the arrivals (D20).
    Data: arrivals.

    Legal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 movement clear
        box axis replacement-pool: ger-12-inf
        replace ger-12-inf E33
        expect ok
    """


def _by_the_card(game: Trc, state: State, rule: str) -> Iterator[Finding]:
    scenario = _scenario(game, state)
    if scenario is None or not set_up_by_a_card(state) or not before_play(state):
        return
    lasting = (AXIS, rule)
    if not scenario.forces:
        fact = Fact(f"{scenario.name}: forces", Source("missing", scenario.missing.get("forces", "the scenario card")))
        text = f"Nobody has told us the forces of {scenario.name}, so the boxes are not judged."
        yield Finding(rule, Verdict.SKIPPED, text, facts=(fact,), lasting=lasting)
        return
    for side in SIDES:
        for name, box in scenario.forces[side].items():
            at = state.forces[side].places.get(name)
            ours = "27.11h" if box.startswith("turn-") else "27.11i"
            if ours == rule and box != AT_START and at != box:
                text = f"{name} begins {game.where(at)}; the card has it in the box '{box}'."
                fact = Fact(f"{scenario.name}: forces", scenario.source)
                yield breach(rule, text, units=(name,), facts=(fact,), lasting=(side, rule, name))


@book.check("27.11h", End)
def reinforcements_of_the_card(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Put the reinforcements that the card names into the boxes of their turns.

    Judged when play begins, as far as the card is known.

    Log: the boxes at the end of the set-up.
    Data: the scenario's forces, which are on its card.

    Legal::

        scenario: breaking-storm
        at: turn 1 axis impulse 1 weather clear
        on K20: rus-3-inf
        end
        expect ok

    Illegal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        on R9: rus-3-inf
        end
        expect skipped 27.11h
    """
    yield from _by_the_card(game, state, "27.11h")


@book.check("27.11i", End)
def the_lost_of_the_card(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Put the units that the card has as surrendered into that box, and all others not in play into the pool.

    Judged when play begins, as far as the card is known.

    Log: the boxes at the end of the set-up.
    Data: the scenario's forces, which are on its card.

    Legal::

        scenario: campaign
        at: turn 1 axis impulse 1 weather clear
        on K20: rus-3-inf
        end
        expect ok

    Illegal::

        scenario: fall-blau
        at: turn 7 axis impulse 1 weather clear
        on R9: rus-3-inf
        end
        expect skipped 27.11i
    """
    yield from _by_the_card(game, state, "27.11i")


@book.told("27.12a")
def ends_on_its_last_turn() -> None:
    """End a scenario with its last turn, unless it was agreed to play on to May/June 1945.

    Play that goes on all the same breaks 4.4.

    Log: the turn (D02); what the players have agreed on (D01).
    Data: none.

    Legal::

        scenario: barbarossa
        at: turn 11 axis impulse 1 weather snow
        before: agreed go-on
        on K20: rus-3-inf
        end
        expect ok
    """


@book.judge(Marker)
def judge_shown_points(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """Judge victory points that players state: in a record `mark victory-points -3`."""
    if act.marker != "victory-points":
        return
    points = tally(game, state)
    shown = act.where.removeprefix("+")
    if points is None or not shown.removeprefix("-").isdecimal():
        yield Finding("27.12b", Verdict.NOTE, f"Victory points of '{act.where}' were stated; nobody counts them here.")
        return
    if int(shown) == points.total:
        return
    sure = not points.least <= int(shown) <= points.most
    text = f"{act.where} victory points were stated; the position has {points.total}."
    fallen = state.used.get(FALLEN, 0) or state.used.get(GAINED, 0)
    yield breach(_owner(state, bool(fallen)), text, facts=() if sure else points.facts())


def _owner(state: State, fallen: bool) -> str:
    if not fallen:
        return "27.12b"
    return "27.21-1" if state.used.get(FALLEN, 0) else "27.21-2"


# 27.21

_RUSSIAN_LEADERS = ("rus-stavka", "rus-stalin", "rus-stalin-mobile")
_AXIS_LEADERS = ("ger-hq-center", "ger-hq-north", "ger-hq-south", "ger-hitler", "ger-hitler-mobile")


@book.told("27.21-1", by="scenario_rules.judge_shown_points")
def a_point_for_stavka_or_stalin() -> None:
    """Count a victory point for the Axis each time Stavka or Stalin is eliminated.

    A Stavka that has come back and falls again counts again (C71).

    Log: the loss (D11).
    Data: none.

    Legal::

        scenario: breaking-storm
        at: turn 3 axis impulse 1 movement clear
        used: russian vp 1
        mark victory-points -21
        expect ok

    Illegal::

        scenario: breaking-storm
        at: turn 3 axis impulse 1 movement clear
        used: russian vp 1
        mark victory-points +9
        expect 27.21
    """


@book.told("27.21-2", by="scenario_rules.judge_shown_points")
def a_point_less_for_headquarters_and_hitler() -> None:
    """Take a victory point from the Axis for each of its headquarters that is eliminated, and for Hitler.

    Each time, as for Stavka (C71).

    Log: the loss (D11).
    Data: none.

    Legal::

        scenario: breaking-storm
        at: turn 3 axis impulse 1 movement clear
        used: axis vp 1
        mark victory-points -23
        expect ok

    Illegal::

        scenario: breaking-storm
        at: turn 3 axis impulse 1 movement clear
        used: axis vp 1
        mark victory-points +9
        expect 27.21
    """


@book.follow_all_but(Move)
def count_the_leaders(game: Trc, before: State, after: State, act: Action) -> State:
    """Count the headquarters and leaders that are eliminated, where a scenario asks."""
    if after.scenario != "breaking-storm" or before.forces is after.forces:
        return after
    # The counter of one that a die has sunk lies at its goal until somebody takes it off.
    counted = {mark[1] for mark in before.marks if mark[0] == "sunk"}
    for counter, side, names in ((FALLEN, RUSSIAN, _RUSSIAN_LEADERS), (GAINED, AXIS, _AXIS_LEADERS)):
        if before.forces[side] is not after.forces[side]:
            for name in set(names) - counted:
                if before.place(name) is not None and not lost(before, name) and lost(after, name):
                    after = after.counted(counter)
    return after


@book.check("27.21-4", Enter, Setup)
def no_eighth_paratroops(game: Trc, state: State, act: Enter | Setup) -> Iterator[Finding]:
    """Leave the Russian 8th Paratroop Corps out of Breaking Storm.

    The Russian has two paratroop corps.

    Log: the arrival (D20).
    Data: none.

    Legal::

        scenario: breaking-storm
        at: turn 3 russian impulse 2 movement clear
        box russian turn-3: rus-5-para
        enter rus-5-para paratroop-reserve
        expect ok

    Illegal::

        scenario: breaking-storm
        at: turn 4 russian impulse 2 movement snow
        box russian turn-4: rus-8-para
        enter rus-8-para paratroop-reserve
        expect 27.21
    """
    scenario = _scenario(game, state)
    if scenario is not None and act.unit in scenario.without:
        yield breach("27.21-4", f"{act.unit} is not in play in {scenario.name}.", units=(act.unit,))
