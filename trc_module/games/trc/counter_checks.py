"""Checks of the counters against the rulebook: numbers that hold whatever an erratum or an owner changes.

Each check is a function and names itself in its problems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from trc_module.facts import Problem
from trc_module.roster import Roster, Unit
from trc_module.roster.checks import UNITS_FILE as _FILE
from trc_module.roster.checks import problem_of as _problem
from trc_module.roster.units import MONTHS

# How many of each kind the campaign has, and the rule that says so.
_COUNTS: tuple[tuple[str, str, int, str], ...] = (
    ("german", "hq", 3, "11.1"),
    ("russian", "hq", 1, "11.1"),
    ("german", "leader", 1, "11.2"),
    ("russian", "leader", 1, "11.2"),
    ("russian", "paratroop", 3, "18.1"),
    ("russian", "partisan", 3, "19.1"),
    ("german", "air", 3, "15.6"),
    ("russian", "air", 3, "15.9"),
)
_OPTION_COUNTS: tuple[tuple[str, str, str, int, str], ...] = (
    ("26.5", "russian", "artillery", 3, "26.5.1"),
    ("26.5", "german", "artillery", 1, "26.5.1"),
    ("26.16", "german", "leader", 1, "26.16"),
    ("26.16", "russian", "leader", 1, "26.16"),
    ("28.4", "german", "hq", 2, "28.4.2"),
    ("28.4", "german", "motorized", 2, "28.4.1"),
    ("28.5", "polish", "infantry", 1, "28.5"),
    ("28.7", "yugoslav", "infantry", 3, "28.7"),
    ("28.7", "ukrainian", "infantry", 4, "28.7"),
    ("28.7", "russian", "paratroop", 3, "28.7"),
)
# Counters of which the rules tell that there are some, but not how many (factor None: any).
_AT_LEAST_ONE: tuple[tuple[str, str, str, int | None, str], ...] = (
    ("russian", "worker", "26.14", 1, "26.14"),
    ("russian", "worker", "26.14", 2, "26.14"),
    ("german", "armor-battlegroup", "26.4", None, "26.4"),
    ("german", "motorized-battlegroup", "26.4", None, "26.4"),
    ("german", "infantry-battlegroup", "26.4", None, "26.4"),
    ("russian", "armor-battlegroup", "26.4", None, "26.4"),
    ("russian", "infantry-battlegroup", "26.4", None, "26.4"),
    ("bulgarian", "infantry", "28.8", None, "28.8"),
)
# How many markers of a kind a side has (invasion: an attempt a face), and the rule that says so.
_MARKER_COUNTS: tuple[tuple[str, str, int, str], ...] = (
    ("axis", "invasion", 2, "10.3.2"),
    ("axis", "fortress", 4, "26.9"),
    ("russian", "invasion", 2, "10.3.2"),
    ("russian", "fortress", 4, "26.9"),
    ("both", "sudden-death", 6, "25.2.2"),
)
# The markers that 2.1 names; True where it speaks of two faces.
_MARKERS: dict[str, bool] = {
    "barrage": False, "fortress": False, "invasion": True, "para-range": False, "railhead": False, "rp-bid": True,
    "rr-convert": False, "rr-move": False, "scenario-ends": False, "sudden-death": False, "turn": True,
    "weather": False, "weather-drm": True, "worker-rp": True,
}  # fmt: skip
_WEATHERS = ("Clear", "Light Mud", "Mud", "Snow")

# Factors that the rulebook states or that follow from its examples (combat, move; None: not stated).
_FACTORS: tuple[tuple[str, int | None, int | None, str], ...] = (
    ("ger-1-ss-pz", 10, 8, "26.1"),
    ("ger-2-ss-pz", 9, 8, "26.1"),
    ("ger-3-ss-pz", 7, 7, "26.1"),
    ("ger-4-ss-pz", 6, 7, "28.4.4"),
    ("ger-6-ss-inf", 4, 4, "26.1"),
    ("ger-ss-res", 2, 7, "6.3"),
    ("ger-38-inf", 3, 4, "28.4.3"),
    ("ger-52-mot", 3, None, "13.8"),
    ("rus-2-cav", 2, None, "13.8"),
    ("rus-6-tank", 2, None, "16.2"),
    ("rus-6-inf", 5, None, "20.1.1"),
    ("rus-1gd-cav", 5, None, "26.12"),
    ("rus-8gd-inf", 7, 4, "28.4.5"),
    ("rus-worker-kharkov", 2, 0, "26.2.2"),
    ("ger-hitler", 1, 0, "26.16"),
    ("rus-stalin", 1, 0, "26.16"),
    ("pol-ak-inf", 2, 0, "28.5"),
    ("ger-hitler-mobile", 1, 8, "26.16"),
    ("rus-stalin-mobile", 1, 8, "26.16"),
    ("ger-38-pz", 5, 7, "28.4.3"),
    ("rus-62-inf", 5, 3, "28.4.5"),
    ("ger-12-ss-inf", 4, 4, "28.4.6"),
    ("ger-65-inf", 3, 4, "28.7"),
    ("ger-18-mtn", 3, 5, "28.7"),
    ("yug-2-inf", 2, 3, "28.7"),
    ("yug-3-inf", 2, 4, "28.7"),
    ("yug-5-inf", 3, 3, "28.7"),
)
# Which of them is which the rule does not tell.
_UKRAINIANS = ((2, 3), (3, 4), (3, 4), (4, 3))

# Arrivals that the rulebook states (turn, month; month None: not stated).
_ARRIVALS: tuple[tuple[str, int, int | None, str], ...] = (
    ("rum-3-inf", 9, 1, "2.2"),
    ("rus-9gd-inf", 12, None, "20.1.1"),
    ("hun-1-mot", 2, None, "13.8"),
    ("ger-7-art", 7, None, "26.5.1"),
    ("rus-1-art", 11, 1, "26.5.1"),
    ("rus-2-art", 17, 1, "26.5.1"),
    ("rus-3-art", 23, 1, "26.5.1"),
    ("pol-ak-inf", 14, 2, "28.5"),
    ("ger-dak-pz", 2, 1, "28.6"),
    ("yug-2-inf", 2, 2, "28.7"),
    ("yug-5-inf", 4, 1, "28.7"),
    ("yug-3-inf", 7, 1, "28.7"),
)
_BY_EVENT = {
    "rus-14-inf": "20.6", "ger-36-mtn": "20.6", "ger-dietl-mtn": "20.6", "ger-15-mtn": "20.7.1",
    "ger-21-mtn": "20.7.1",
    "ger-91-mtn": "20.7.2", "ger-97-mtn": "20.7.2", "ger-5-ss-mtn": "20.7.2", "ger-4-ss-pz": "20.8",
    "ger-hg-pz": "20.8",
}  # fmt: skip
_MOTORIZED = ("ger-11-mot", "ger-26-mot", "ger-29-mot", "ger-43-mot")

_SETUP_LETTERS = {"axis": ("N", "C", "S", "R", "F"), "russian": ("C", "L", "B", "W", "K", "O")}
_NO_STACKING = ("hq", "leader", "worker")


def check_counters(roster: Roster) -> list[Problem]:
    """Return everything in which the counters contradict the rulebook."""
    return [problem for function in CHECKS for problem in function(roster)]


def check_counts(roster: Roster) -> Iterator[Problem]:
    """There are as many counters of a kind as the rules say."""
    found = Counter((unit.option, unit.nation, unit.type) for unit in roster.units.values())
    for nation, kind, count, rule in _COUNTS:
        if found["", nation, kind] != count:
            message = f"{found['', nation, kind]} {nation} units of type {kind}, rule {rule} has {count}"
            yield Problem("counts", message, _FILE)
    for option, nation, kind, count, rule in _OPTION_COUNTS:
        if found[option, nation, kind] != count:
            message = (
                f"{found[option, nation, kind]} {nation} units of type {kind} for {option}, rule {rule} has {count}"
            )
            yield Problem("counts", message, _FILE)
    if sum(unit.stacks == "none" and unit.ss for unit in roster.units.values()) != 1:
        yield Problem("counts", "not one SS unit without stacking value; rule 6.3 names the 2-7 Reserve", _FILE)
    for nation, kind, option, combat, rule in _AT_LEAST_ONE:
        of_kind = [u for u in roster.units.values() if (u.nation, u.type, u.option) == (nation, kind, option)]
        if not any(combat in (None, unit.combat) for unit in of_kind):
            of = "" if combat is None else f" of {combat}"
            yield Problem("counts", f"no {nation} {kind}{of} for {option}, though rule {rule} speaks of some", _FILE)


def check_markers(roster: Roster) -> Iterator[Problem]:
    """Every marker of 2.1 is there, with two faces where it has two."""
    markers = roster.markers.values()
    for kind, two_faced in _MARKERS.items():
        of_kind = [marker for marker in markers if marker.kind == kind]
        if not of_kind:
            yield Problem("markers", f"no marker of the kind {kind}, though 2.1 has one", "markers.csv")
        for marker in of_kind:
            if two_faced != bool(marker.back):
                faces = "two faces" if two_faced else "one face"
                message = f"{marker.id}: 2.1 has {faces} for this marker"
                yield Problem("markers", message, "markers.csv", about=(marker.id, "back"))
    for weather in _WEATHERS:
        if not any(marker.kind == "weather" and marker.front == weather for marker in markers):
            yield Problem("markers", f"no marker for {weather}, though 2.1 has one", "markers.csv")


def check_marker_counts(roster: Roster) -> Iterator[Problem]:
    """There are as many markers of a kind as the rules say."""
    for side, kind, count, rule in _MARKER_COUNTS:
        # An invasion marker has a face for each invasion.
        total = sum(
            (marker.count or 0) * (2 if kind == "invasion" and marker.back else 1)
            for marker in roster.markers.values()
            if marker.kind == kind and marker.side == side
        )
        if total != count:
            whose = "" if side == "both" else f"{side} "
            yield Problem("counts", f"{total} {whose}{kind} markers, rule {rule} has {count}", "markers.csv")


def check_factors(roster: Roster) -> Iterator[Problem]:
    """Factors agree with those that the rulebook states, and lie within those of their class."""
    for name, combat, move, rule in _FACTORS:
        unit = roster.units.get(name)
        if unit is None:
            yield Problem("factors", f"{name}: not in the roster, though rule {rule} speaks of it", _FILE)
            continue
        if combat is not None and unit.combat != combat:
            yield _problem("factors", unit, "combat", f"combat {unit.combat}, rule {rule} has {combat}")
        if move is not None and unit.move != move:
            yield _problem("factors", unit, "move", f"movement {unit.move}, rule {rule} has {move}")
    for unit in roster.units.values():
        yield from _class_factors(unit)
    ukrainians = sorted((u.combat or 0, u.move or 0) for u in roster.units.values() if u.nation == "ukrainian")
    if ukrainians != [*_UKRAINIANS]:
        shown, known = (", ".join(f"{combat}-{move}" for combat, move in pairs) for pairs in (ukrainians, _UKRAINIANS))
        yield Problem("factors", f"the Ukrainians are {shown or 'missing'}, rule 28.7 has {known}", _FILE)


def _class_factors(unit: Unit) -> Iterator[Problem]:
    if unit.option or unit.combat is None or unit.move is None:
        return
    regular = not unit.formation
    if unit.nation == "german" and unit.type == "infantry" and regular:
        if (unit.combat, unit.move) not in ((3, 4), (4, 4), (5, 4)):
            factors = f"{unit.combat}-{unit.move}"
            yield _problem("factors", unit, "combat", f"{factors}, but 21.4 knows German infantry of 3-4, 4-4 and 5-4")
    elif unit.side == "russian" and unit.type == "infantry" and regular and unit.move != 3:
        yield _problem("factors", unit, "move", f"movement {unit.move}, but Russian infantry has 3 (26.10)")
    elif unit.nation == "russian" and unit.type == "paratroop" and unit.combat != 1:
        yield _problem("factors", unit, "combat", f"combat {unit.combat}, but a Russian paratroop corps has 1 (9.3.2)")


def check_classes(roster: Roster) -> Iterator[Problem]:
    """Type, formation, size and stacking fit each other."""
    for unit in roster.units.values():
        if unit.formation == "guards" and unit.side != "russian":
            yield _problem("classes", unit, "formation", "Guards are Russian")
        if unit.formation in ("ss", "luftwaffe") and unit.nation != "german":
            yield _problem("classes", unit, "formation", f"the {unit.formation} is German")
        if unit.type in _NO_STACKING and unit.stacks != "none":
            yield _problem(
                "classes", unit, "stacks", f"counts as a {unit.stacks}, but a {unit.type} does not stack (6.3)"
            )
        if unit.size == "army" and unit.stacks != "army":
            yield _problem("classes", unit, "stacks", f"an army counts as one for stacking (6.1), not as {unit.stacks}")
        if unit.size == "corps" and unit.stacks == "army":
            yield _problem("classes", unit, "stacks", "a corps does not count as an army for stacking (6.1)")
        if unit.side == "axis" and unit.size == "army" and unit.nation != "vlasov":
            yield _problem("classes", unit, "size", "the Axis has corps only")


def check_setup(roster: Roster) -> Iterator[Problem]:
    """Set-up letters are those of 3.3 and 3.4, and one letter means one area for a side."""
    areas: dict[tuple[str, str], str] = {}
    for unit in roster.units.values():
        if unit.entry != "start" or not unit.setup:
            continue
        if unit.setup not in _SETUP_LETTERS[unit.side]:
            known = ", ".join(_SETUP_LETTERS[unit.side])
            yield _problem("set-up", unit, "setup", f"set-up letter {unit.setup}, but its side has {known} (3.3, 3.4)")
        elif unit.side == "russian" and unit.setup == "C":
            if not unit.area:
                yield _problem("set-up", unit, "area", "starts in a city (C), but in which is not told (3.3)")
        elif areas.setdefault((unit.side, unit.setup), unit.area) != unit.area:
            other = areas[unit.side, unit.setup]
            yield _problem("set-up", unit, "area", f"letter {unit.setup} means {other} elsewhere, here {unit.area}")
    if "rus-3-inf" in roster.units and roster.units["rus-3-inf"].setup != "W":
        yield _problem("set-up", roster.units["rus-3-inf"], "setup", "2.2 sets it up in the Western district (W)")


def check_arrivals(roster: Roster) -> Iterator[Problem]:
    """Arrivals agree with those that the rulebook states."""
    units = roster.units
    for name, turn, month, rule in _ARRIVALS:
        unit = units.get(name)
        if unit is None:
            yield Problem("arrivals", f"{name}: not in the roster, though rule {rule} speaks of it", _FILE)
        elif unit.arrival != turn:
            yield _problem("arrivals", unit, "arrival", f"arrives on turn {unit.arrival}, rule {rule} has turn {turn}")
        elif month and unit.month not in (month, None):
            message = f"arrives in the {MONTHS[unit.month or 0]} month, rule {rule} has the {MONTHS[month]}"
            yield _problem("arrivals", unit, "month", message)
    for name, rule in _BY_EVENT.items():
        if name in units and units[name].entry != "event":
            yield _problem("arrivals", units[name], "arrival", f"comes when rule {rule} brings it in, not by turn")
    for name in _MOTORIZED:
        if name in units and units[name].arrival not in (14, 16):
            yield _problem("arrivals", units[name], "arrival", "comes in July or November 1943 (23.1)")


def check_turns_of_arrival(roster: Roster) -> Iterator[Problem]:
    """Units arrive on turns of the record, and those that come together as the rulebook tells."""
    units = roster.units
    for unit in units.values():
        if unit.arrival is not None and not 1 <= unit.arrival <= 25:
            yield _problem("arrivals", unit, "arrival", f"turn {unit.arrival} is not on the turn record")
    # Six armies would not leave five over for the picture of 20.4.
    moscow = [u for u in units.values() if u.area == "Moscow" and u.arrival == 3 and u.month == 1 and u.size == "army"]
    if len(moscow) != 5:
        yield Problem("arrivals", f"{len(moscow)} armies reach Moscow first on turn 3, rule 20.4 has five", _FILE)
    partisans = [unit for unit in units.values() if unit.type == "partisan"]
    if partisans and min(unit.arrival or 99 for unit in partisans) != 3:
        yield _problem("arrivals", partisans[0], "arrival", "the first partisan comes in September 1941 (28.7)")


CHECKS: tuple[Callable[[Roster], Iterator[Problem]], ...] = (
    check_counts,
    check_markers,
    check_marker_counts,
    check_factors,
    check_classes,
    check_setup,
    check_arrivals,
    check_turns_of_arrival,
)
