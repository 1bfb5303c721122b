"""The tables of `rules/basics.toml`, as types: what the file may say, and what each word of it means.

The docstring of a key ends with an example of it; the page about the kit is made from these types. A key that needs an
`if` is no key: such a rule is Python. Where a key names something of the game's other data (a side, a phase, a unit),
its type says of what it is a name.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

NAMES = "names"
"""The word under which a type says what its text is a name of."""

Rule: TypeAlias = Annotated[str, Meta(extra={NAMES: "rule"})]
Side: TypeAlias = Annotated[str, Meta(extra={NAMES: "side"})]
Phase: TypeAlias = Annotated[str, Meta(extra={NAMES: "phase"})]
Place: TypeAlias = Annotated[str, Meta(extra={NAMES: "place"})]
Terrain: TypeAlias = Annotated[str, Meta(extra={NAMES: "terrain"})]
Edge: TypeAlias = Annotated[str, Meta(extra={NAMES: "edge"})]
UnitName: TypeAlias = Annotated[str, Meta(extra={NAMES: "unit"})]
Box: TypeAlias = Annotated[str, Meta(extra={NAMES: "box"})]
Hexes: TypeAlias = Annotated[str, Meta(extra={NAMES: "hexes"})]
WeatherName: TypeAlias = Annotated[str, Meta(extra={NAMES: "weather"})]
ResultName: TypeAlias = Annotated[str, Meta(extra={NAMES: "result"})]
Column: TypeAlias = Annotated[str, Meta(extra={NAMES: "column"})]
Factor: TypeAlias = Annotated[str, Meta(extra={NAMES: "factor"})]
Word: TypeAlias = Annotated[str, Meta(extra={NAMES: "word"})]
Who: TypeAlias = dict[Column, list[Word]]
"""Words of units.csv by column: a unit is meant that has one of them in each."""

Count: TypeAlias = Annotated[int, Meta(ge=0)]
AtLeastOne: TypeAlias = Annotated[int, Meta(ge=1)]


class KitTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """A table of the file, with where it is known from."""

    source: str = ""
    """Where the table is known from; the file's own `source` where it does not say: `source = "rulebook:3"`."""
    doubt: str = ""
    """Why it may be wrong: what rests on it is a doubt, never a violation: `doubt = "two editions differ"`."""


class SetUpOfSide(KitTable, frozen=True, kw_only=True):
    """Where a side is set up: one unit in each of the hexes marked for it."""

    hexes: Hexes
    """The hexes: `hexes = "0103 0104 0106"`."""
    spare: list[UnitName] = []
    """Units that are not set up: they begin in the box of the lost: `spare = ["red-9"]`."""


class SetUp(KitTable, frozen=True, kw_only=True):
    """The set-up: in hexes marked for a side, or around the place that a unit has in the column `area`."""

    rules: dict[Literal["place", "full"], Rule] = {}
    """The rules on where a unit is placed, and that all are before play begins: `rules = { place = "2.1" }`."""
    around: Literal["area"] | None = None
    """The column with the place around which a unit is set up: `around = "area"`."""
    within: Count = 1
    """Hexes from that place: `within = 1`."""
    sides: dict[Side, SetUpOfSide] = {}
    """By side, the hexes marked for it: `sides.red.hexes = "0103 0104"`."""


class ArrivalRules(KitTable, frozen=True, kw_only=True):
    """Units that wait in the boxes of turns enter in their turn or later, in their place, where no enemy is."""

    rule: Rule
    """The rule: `rule = "3.4"`."""
    phase: Phase
    """The phase in which they enter: `phase = "arrivals"`."""
    at: Literal["area"] = "area"
    """The column with the place in which a unit arrives: `at = "area"`."""


class ControlRules(KitTable, frozen=True, kw_only=True):
    """Cities are held by the side whose unit was there last."""

    at_start: Side
    """The side that holds all cities at the start but those in which others are set up: `at-start = "red"`."""


class ZoneRules(KitTable, frozen=True, kw_only=True):
    """Zones of control: the six hexes around a unit."""

    rule: Rule
    """The rule: `rule = "3.3"`."""
    enter: Literal["stop", "go on"] = "stop"
    """What a unit does that enters an enemy zone: `enter = "stop"`."""
    leave: Count = 0
    """Points that it costs to leave one: `leave = 1`."""
    none: Who = {}
    """Units that have no zone: `none = { type = ["supply"] }`."""


class StackingRules(KitTable, frozen=True, kw_only=True):
    """How many units of a side may stand in a hex when a phase of moves ends, unless they were shut in together."""

    rule: Rule
    """The rule: `rule = "3.4"`."""
    most: AtLeastOne | dict[Side, AtLeastOne] = 1
    """How many, for all or by side: `most = 2`."""


class MovePhase(KitTable, frozen=True, kw_only=True):
    """A phase in which units of the side to play move."""

    who: Who = {}
    """The units that move in it, by words of units.csv; all where nothing is said: `who = { type = ["panzer"] }`."""
    sides: list[Side] = []
    """The sides that move in it, where others have a phase of this name too: `sides = ["red"]`."""
    along: Literal["land", "rails"] = "land"
    """Over land, or along rails alone: `along = "rails"`."""
    each_hex: AtLeastOne | None = None
    """What every hex costs, whatever its terrain: `each-hex = 1`."""
    weather: bool = True
    """Whether weather slows these moves: `weather = false`."""


class MovementRules(KitTable, frozen=True, kw_only=True):
    """Moves: what a hex costs is in the chart of terrain costs."""

    rules: dict[Literal["points", "enemies", "rails"], Rule]
    """The rules on movement points, enemies in the way and rails: `rules = { points = "3.1", enemies = "3.2" }`."""
    phases: dict[Phase, MovePhase]
    """The phases in which units move: `phases.movement = {}`."""


class Slowed(KitTable, frozen=True, kw_only=True):
    """Moves in a kind of weather."""

    rule: Rule
    """The rule: `rule = "6.1"`."""
    points: Count | None = None
    """The movement points of every unit: `points = 1`."""
    each_hex: AtLeastOne | None = None
    """What every hex costs: `each-hex = 1`."""


class Weakened(KitTable, frozen=True, kw_only=True):
    """Attackers in a kind of weather."""

    rule: Rule
    """The rule: `rule = "6.2"`."""
    by: AtLeastOne = 1
    """What their strength is divided by: `by = 2`."""


class WeatherRules(KitTable, frozen=True, kw_only=True):
    """What a kind of weather does; which turns have it is in the column `weather` of the turn track."""

    moves: Slowed | None = None
    """How it slows moves: `moves = { points = 1, each-hex = 1, rule = "6.1" }`."""
    attackers_divided: Weakened | None = None
    """How it weakens attackers: `attackers-divided = { by = 2, rule = "6.2" }`."""


class ShiftRules(KitTable, frozen=True, kw_only=True):
    """Columns of the results table, for the defender's ground, beside those of the chart of terrain costs."""

    rule: Rule
    """The rule: `rule = "5.3a"`."""
    counts_from: Literal["odds", "column"] = "column"
    """What is shifted where the odds lie beyond the last column: the odds, or that column: `counts-from = "odds"`."""
    below: Literal["nothing", "first"] = "first"
    """What counts for a battle shifted below the first column: `below = "nothing"`."""
    hexside: Literal["any", "all"] = "all"
    """Whether a hexside counts that any attacker crosses, or one that all cross: `hexside = "all"`."""
    places: dict[Place, int] = {}
    """Columns for the defender of a place: `places = { Northwick = -1 }`."""
    only: dict[Terrain, Side] = {}
    """Terrain that helps the defenders of one side alone: `only = { fort = "red" }`."""


class CombatRules(KitTable, frozen=True, kw_only=True):
    """Battles against the enemies in one hex, read on the results table by the odds, fractions dropped."""

    phase: Phase
    """The phase in which they are fought: `phase = "combat"`."""
    rules: dict[Literal["attack", "announce", "read", "at-once"], Rule]
    """The rules on who attacks whom, that all battles are announced before the first die, how the table is read, and
    that a result is carried out before the next die; what is left out is no rule: `rules = { attack = "5.1" }`."""
    defence: Factor = ""
    """The column of units.csv with the strength in defence, if it is another: `defence = "defence"`."""
    below: Literal["nothing", "first"] = "nothing"
    """What counts for odds below the first column: `below = "first"`."""
    shift: ShiftRules | None = None
    """What shifts the column: `shift = { rule = "5.3a" }`."""


class ResultRules(KitTable, frozen=True, kw_only=True):
    """What a result of the table takes; an empty table takes nothing."""

    defender: Literal["step", "all"] | AtLeastOne | None = None
    """Steps of the defenders together, or all of them: `defender = "step"`."""
    attackers: Literal["step", "as much", "all"] | AtLeastOne | None = None
    """Steps of the attackers together, as much strength as the defenders lose, or all of them: `attackers = 2`."""
    retreat: Count = 0
    """Hexes that the defenders retreat: `retreat = 2`."""
    rule: Rule = ""
    """The rule of the attackers' loss, if it has one of its own: `rule = "5.7"`."""


class LossRules(KitTable, frozen=True, kw_only=True):
    """Losses: with a step a counter shows its next weaker face, with the last it goes into a box."""

    rule: Rule
    """The rule: `rule = "5.4"`."""
    box: Box = "lost"
    """The box of the lost: `box = "lost"`."""


class RetreatRules(KitTable, frozen=True, kw_only=True):
    """Retreats, as far as a result says; who cannot is eliminated."""

    rule: Rule
    """The rule: `rule = "5.5"`."""
    zones: Literal["shut", "open"] = "shut"
    """Whether a retreat may enter enemy zones: `zones = "shut"`."""
    taken: Literal["further", "shut"] = "further"
    """What becomes of a retreat whose ends are all taken by friends: `taken = "further"`."""
    farthest: AtLeastOne = 6
    """Hexes that a retreat goes at most, if it goes further: `farthest = 6`."""


class AdvanceRules(KitTable, frozen=True, kw_only=True):
    """Advances of attackers into the hex that their battle has emptied, before the next die."""

    rule: Rule
    """The rule: `rule = "5.6"`."""
    units: AtLeastOne = 1
    """How many may: `units = 1`."""


class SupplyRules(KitTable, frozen=True, kw_only=True):
    """Supply: a way without enemies and their zones to the side's own edge of the map."""

    edges: dict[Side, Edge]
    """By side, its edge: `edges = { red = "east" }`."""
    always: dict[Side, list[Place]] = {}
    """By side, the places that are in supply in any case: `always = { red = ["Northwick"] }`."""
    range: AtLeastOne | None = None
    """Hexes that the way has at most; any number where nothing is said: `range = 8`."""


class ReplacementRules(KitTable, frozen=True, kw_only=True):
    """Units of the box of the lost that come back with their last step, and units on the map that are restored."""

    phase: Phase
    """The phase in which they do: `phase = "replacements"`."""
    each_turn: dict[Side, Count]
    """By side, how many in a turn: `each-turn = { red = 5 }`."""
    from_turn: dict[Side, AtLeastOne] = {}
    """By side, the first turn: `from-turn = { red = 2 }`."""
    rules: dict[Literal["many", "where", "restore", "arrival", "once"], Rule]
    """The rules on how many, where a unit comes back (its own edge, own cities in supply), where one is restored (in
    supply), not before its turn, and not both in one phase: `rules = { many = "7.1", where = "7.2" }`."""


class VictoryRules(KitTable, frozen=True, kw_only=True):
    """Who has won after the last turn of the track."""

    rule: Rule
    """The rule: `rule = "8.1"`."""
    holds: Place = ""
    """The place whose holder has won: `holds = "Northwick"`."""
    most: Literal["cities"] | None = None
    """Instead, whose units stand in most cities has won: `most = "cities"`."""
    tie: Side = ""
    """The side that wins a tie; nobody where it is not said: `tie = "red"`."""


class OwnTerms(KitTable, frozen=True, kw_only=True):
    """The game's own terms, in sentences."""

    supply: str = "supply"
    """What supply is called, as in 'without supply': `supply = "communication"`."""
    reduced: str = "with steps lost"
    """What a unit is that has lost steps: `reduced = "at half strength"`."""
    zone: str = "zone of control"
    """What a zone is called: `zone = "zone of influence"`."""
    rail: str = "railroad"
    """What a line of rails is called: `rail = "railway"`."""


class Basics(KitTable, frozen=True, kw_only=True):
    """The file."""

    turn: Rule
    """The rule of the sequence of play: `turn = "1.1"`."""
    movement: MovementRules
    """Who moves in which phase: `[movement]`."""
    combat: CombatRules
    """How battles are fought: `[combat]`."""
    results: dict[ResultName, ResultRules]
    """What each result of the table takes: `DR = { retreat = 2 }`."""
    losses: LossRules
    """What becomes of who loses a step: `[losses]`."""
    set_up: SetUp | None = None
    """Where units are before play: `[set-up]`."""
    arrivals: ArrivalRules | None = None
    """How units enter: `[arrivals]`."""
    control: ControlRules | None = None
    """Who holds a city: `[control]`."""
    zones: ZoneRules | None = None
    """What is around a unit: `[zones]`."""
    stacking: StackingRules | None = None
    """How many stand in a hex: `[stacking]`."""
    weather: dict[WeatherName, WeatherRules] = {}
    """What weather does: `[weather.mud]`."""
    retreat: RetreatRules | None = None
    """How units retreat: `[retreat]`."""
    advance: AdvanceRules | None = None
    """How units advance: `[advance]`."""
    supply: SupplyRules | None = None
    """What supply is: `[supply]`."""
    replacements: ReplacementRules | None = None
    """How units come back: `[replacements]`."""
    victory: VictoryRules | None = None
    """Who has won: `[victory]`."""
    words: OwnTerms = OwnTerms()
    """What things are called in sentences: `[words]`."""
