"""Chapters 27.0, 27.1, 27.11 and 27.21: how scenarios are set up, and what they change."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.digits import is_number
from trc_module.facts import Fact, Source
from trc_module.games.trc.book import book
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, SIDES, Trc
from trc_module.games.trc.marks import Sunk
from trc_module.games.trc.movement.headquarters import lost
from trc_module.games.trc.scenarios import AT_START, before_play, scenario_of, set_up_by_a_card
from trc_module.games.trc.start_lines import StartLine
from trc_module.games.trc.victory.victory_points import FALLEN, GAINED, tally
from trc_module.hexgrid import HexSet, hexes
from trc_module.roster.scenarios import Scenario
from trc_module.rules.actions import Action, End, Enter, Marker, Move, Setup
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import agree, in_words, spaced
from trc_module.rules.state import State
from trc_module.sentence import Sentence


def _scenario(game: Trc, state: State) -> Scenario | None:
    return scenario_of(state.scenario, game.overlay)


def _line(game: Trc, state: State) -> StartLine | None:
    scenario = _scenario(game, state)
    return None if scenario is None else game.lines.get(scenario.line)


# What is agreed on


# Length and set-up


@book.rule("27.5b")
def leningrad(scenario: Scenario) -> tuple[str, ...]:
    """Zitadelle begins with Leningrad Russian."""
    return tuple(scenario.control)


_ORDER_RULES = {"fall-blau": "27.4d", "zitadelle": "27.5d", "bagration": "27.6d"}


@book.check(*_ORDER_RULES.values(), Setup)
def set_up_in_turn(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """The Axis sets up first in Fall Blau and Zitadelle, the Russian in Bagration."""
    scenario = _scenario(game, state)
    rule = _ORDER_RULES.get(scenario.id) if scenario is not None else None
    if scenario is None or rule is None or not set_up_by_a_card(state):
        return
    first = scenario.sets_up_first
    left = state.forces[first].stack(AT_START)
    if game.side_of[act.unit] == ENEMY[first] and left:
        text = Sentence(
            "{unit} was set up before {count} {first} {verb} placed.",
            act.unit,
            len(left),
            first.capitalize(),
            agree(len(left), "unit was", "units were"),
        )
        yield violation(rule, text, units=(act.unit,), dedup_key=(ENEMY[first], rule))


# Numbers that a scenario has of its own; the checks are 10.3.2b and 4.1.1g


# 27.11


@book.check("27.11b", Setup)
def on_your_side_of_the_line(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """Russian units are set up east of the start line and Axis units west of it."""
    line = _line(game, state)
    if line is None or not set_up_by_a_card(state):
        return
    own, at = game.side_of[act.unit], game.hex_name(act.hex)
    name = next((name for name, place in game.places.items() if place == act.hex), None)
    side, fact = (line.side_of(act.hex), Fact(f"{at}: its side of the {line.name} line", line.source))
    if name is not None:
        side, fact = line.places[name]
    if side is None:
        text = Sentence(
            "{unit} was set up in {at}; which side of the {name} line that is on is not in our data.",
            act.unit,
            at,
            line.name,
        )
        yield Finding(
            "27.11b", Verdict.SKIPPED, text, (act.unit,), (at,), (fact,), dedup_key=(own, "27.11b", "unknown")
        )
    elif side != own:
        text = Sentence(
            "{unit} was set up in {name}, on the {side} side of the {line_name} line.",
            act.unit,
            name or at,
            side.capitalize(),
            line.name,
        )
        yield violation("27.11b", text, units=(act.unit,), hexes=(at,), facts=(fact,))


@book.check("27.11c", End)
def the_whole_line_is_held(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Each side holds every hex along its side of the line, by a unit in it or by a zone of control."""
    line = _line(game, state)
    if line is None or not set_up_by_a_card(state) or not before_play(state):
        return
    if line.axis_hexes is None:
        text = Sentence("The {name} line is not in our data, so it is unknown whether all of it is held.", line.name)
        fact = Fact(f"the hexes of the {line.name} line", line.source)
        yield Finding("27.11c", Verdict.SKIPPED, text, facts=(fact,), dedup_key=(AXIS, "27.11c"))
        return
    for side, along in _along(game, line.axis_hexes):
        deployment = state.forces[side]
        open_ = along & ~(deployment.occupied | game.zones.of(deployment))
        if open_:
            names = tuple(game.hex_name(h) for h in hexes(open_))
            text = Sentence(
                "The {side} side does not hold the {name} line in {names}",
                side.capitalize(),
                line.name,
                in_words(names[:6]),
            )
            fact = Fact(f"the hexes of the {line.name} line", line.source)
            yield violation("27.11c", Sentence("{text}.", text), hexes=names, facts=(fact,), dedup_key=(side, "27.11c"))


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
    """Only Finns and Russians are set up in Finland and Karelia."""
    unit = game.units[act.unit]
    if not set_up_by_a_card(state) or unit.side == RUSSIAN or unit.nation == "finnish":
        return
    at = game.hex_name(act.hex)
    country = game.board.country_of.get(act.hex) == "Finland"
    if country or in_karelia(game, at):
        where = "Finland" if country else "Karelia"
        facts = (game.board.fact(f"country {at}"),) if country else ()
        text = Sentence(
            "{unit} was set up in {at}, in {where}, where only Finns and Russians may be.", act.unit, at, where
        )
        yield violation("27.11d", text, units=(act.unit,), hexes=(at,), facts=facts)


def in_karelia(game: Trc, name: str) -> bool:
    """Tell whether a hex lies north of row E and east of Leningrad."""
    leningrad = game.hex_name(game.places["Leningrad"])
    return name[0] in "ABCD" and is_number(name[1:]) and int(name[1:]) < int(leningrad[1:])


@book.check("27.11e", Setup)
def one_worker_a_city(game: Trc, state: State, act: Setup) -> Iterator[Finding]:
    """At most one Russian worker is set up in a city."""
    if game.units[act.unit].type != "worker" or not set_up_by_a_card(state):
        return
    there = [unit for unit in state.forces[RUSSIAN].stack(act.hex) if game.units[unit].type == "worker"]
    others = tuple(unit for unit in there if unit != act.unit)
    if others:
        at = game.hex_name(act.hex)
        text = Sentence(
            "{unit} was set up in {at}, where {others} {verb} already.",
            act.unit,
            at,
            in_words(others),
            agree(others, "is", "are"),
        )
        yield violation("27.11e", text, units=(act.unit, *others), hexes=(at,))


def _by_the_card(game: Trc, state: State, rule: str) -> Iterator[Finding]:
    scenario = _scenario(game, state)
    if scenario is None or not set_up_by_a_card(state) or not before_play(state):
        return
    dedup_key = (AXIS, rule)
    if not scenario.forces:
        fact = Fact(f"{scenario.name}: forces", Source("missing", scenario.missing.get("forces", "the scenario card")))
        text = Sentence("The forces of {name} are not in our data, so the boxes are not judged.", scenario.name)
        yield Finding(rule, Verdict.SKIPPED, text, facts=(fact,), dedup_key=dedup_key)
        return
    for side in SIDES:
        for name, box in scenario.forces[side].items():
            at = state.forces[side].places.get(name)
            ours = "27.11h" if box.startswith("turn-") else "27.11i"
            if ours == rule and box != AT_START and at != box:
                text = Sentence(
                    "{name} begins {at}, but the card has it in the box '{box}'.", name, game.where(at), spaced(box)
                )
                fact = Fact(f"{scenario.name}: forces", scenario.source)
                yield violation(rule, text, units=(name,), facts=(fact,), dedup_key=(side, rule, name))


@book.check("27.11h", End)
def reinforcements_of_the_card(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """The reinforcements that the card names wait in the boxes of their turns."""
    yield from _by_the_card(game, state, "27.11h")


@book.check("27.11i", End)
def the_lost_of_the_card(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Units that surrendered by the card are in that box, all others not in play in the pool."""
    yield from _by_the_card(game, state, "27.11i")


@book.judge(Marker)
def judge_shown_points(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """Judge victory points that players state: in a record `mark victory-points -3`."""
    if act.marker != "victory-points":
        return
    points = tally(game, state)
    shown = act.where.removeprefix("+")
    if points is None or not is_number(shown.removeprefix("-")):
        yield Finding(
            "27.12b",
            Verdict.NOTE,
            Sentence("Victory points of '{where}' were stated, but this game does not count them.", act.where),
        )
        return
    if int(shown) == points.total:
        return
    sure = not points.least <= int(shown) <= points.most
    text = Sentence("{where} victory points were stated, but the position has {total}.", act.where, points.total)
    fallen = state.used.get(FALLEN, 0) or state.used.get(GAINED, 0)
    yield violation(_owner(state, bool(fallen)), text, facts=() if sure else points.facts())


def _owner(state: State, fallen: bool) -> str:
    if not fallen:
        return "27.12b"
    return "27.21-1" if state.used.get(FALLEN, 0) else "27.21-2"


# 27.21

_RUSSIAN_LEADERS = ("rus-stavka", "rus-stalin", "rus-stalin-mobile")
_AXIS_LEADERS = ("ger-hq-center", "ger-hq-north", "ger-hq-south", "ger-hitler", "ger-hitler-mobile")


@book.follow_all_but(Move)
def count_the_leaders(game: Trc, before: State, after: State, act: Action) -> State:
    """Count the headquarters and leaders that are eliminated, where a scenario asks."""
    if after.scenario != "breaking-storm" or before.forces is after.forces:
        return after
    # The counter of one that a die has sunk lies at its goal until somebody takes it off.
    counted = set(Sunk.firsts(before))
    for counter, side, names in ((FALLEN, RUSSIAN, _RUSSIAN_LEADERS), (GAINED, AXIS, _AXIS_LEADERS)):
        if before.forces[side] is not after.forces[side]:
            for name in set(names) - counted:
                if before.place(name) is not None and not lost(before, name) and lost(after, name):
                    after = after.counted(counter)
    return after


@book.check("27.21-4", Enter, Setup)
def no_eighth_paratroops(game: Trc, state: State, act: Enter | Setup) -> Iterator[Finding]:
    """The Russian 8th Paratroop Corps takes no part in Breaking Storm."""
    scenario = _scenario(game, state)
    if scenario is not None and act.unit in scenario.without:
        yield violation(
            "27.21-4", Sentence("{unit} is not in play in {name}.", act.unit, scenario.name), units=(act.unit,)
        )
