"""What a module can reckon of a battle by itself: strengths, the column and what shifts it, losses by a click.

A game says it as data that its module turns into expressions of VASSAL's: sets of units by the face they show, sets of
hexes and hexsides, turns. What a table cannot show (an event, an order) is named in `Note`s, which the module says in
words in place of a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from trc_module.charts.results import ONE_SHEET, ResultsTable
from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.state import UnitId

Faces = frozenset[tuple[UnitId, int]]
"""Units, each with the number of a face, 0 the front."""
Sides = frozenset[tuple[Hex, Hex]]
"""Hexsides, each as the hex of who attacks and the hex that is attacked."""


def both_ways(pairs: Iterable[tuple[Hex, Hex]]) -> Sides:
    """Return hexsides as they are attacked across from either hex."""
    return frozenset(way for a, b in pairs for way in ((a, b), (b, a)))


NOTHING, FIRST, COUNTED = "nothing", "first", "counted"
"""What odds below the first column are: no battle, the first column, or so many columns further down."""
STEP, UNIT, ALL = "step", "unit", "all"
"""What a result takes from a side: a step of a unit, a unit, or all units."""


@dataclass(frozen=True, slots=True)
class Who:
    """Units of a battle by what they show."""

    faces: Faces
    without: tuple[str, ...] = ()
    """Conditions and statuses none of which they have."""
    having: tuple[str, ...] = ()
    """Those that they have."""


@dataclass(frozen=True, slots=True)
class When:
    """What must hold; nothing that is left out need."""

    side: str = ""
    """The side of the attackers."""
    phasing: bool | None = None
    """Whether it is the side whose step it is."""
    turns: frozenset[int] | None = None
    options: tuple[str, ...] = ()
    without_options: tuple[str, ...] = ()
    hexes: HexSet | None = None
    """The hexes that are attacked."""
    attackers: tuple[Who, ...] = ()
    """Each means one attacker at least."""
    defenders: tuple[Who, ...] = ()
    """Each means one defender at least."""
    no_defenders: tuple[Who, ...] = ()
    """No defender is meant by any."""
    markers: tuple[str, ...] = ()
    """The kinds of markers that lie in the hex."""
    no_markers: tuple[str, ...] = ()
    """The kinds of markers that do not."""
    unless: tuple[str, ...] = ()
    """The names of shifts none of which counts."""
    phases: frozenset[str] | None = None
    """The phases, of any side."""
    across: Sides | None = None
    """The hexsides across one of which somebody attacks."""
    not_across: Sides | None = None
    """Those across none of which anybody does."""
    said: tuple[tuple[str, frozenset[str]], ...] = ()
    """Properties of the module, each with the values that it may have."""


ALWAYS = When()


@dataclass(frozen=True, slots=True)
class Shift:
    """Something that shifts the column."""

    name: str
    """The word of its text: `shift.<name>` of the module's texts, else the map's word of that name, else itself."""
    columns: int = 0
    by_hex: Mapping[Hex, int] = field(default_factory=dict)
    """Instead, by the hex that is attacked."""
    across: Sides | None = None
    """The hexsides across which all attackers must attack, or any of them."""
    by_any: bool = False
    counted: str = ""
    """The verb of the lines that are counted: so many times the columns."""
    when: When = ALWAYS


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the module does not know, and says in words: `unknown.<name>` of its texts."""

    name: str
    when: When = ALWAYS


@dataclass(frozen=True, slots=True)
class GroundStrength:
    """What the hex that is attacked adds to the strength of its defenders."""

    by_hex: Mapping[Hex, int]
    unknown: HexSet = 0
    """The hexes of which it is not known."""
    lost_by: Who | None = None
    """Units that do not have it if all defenders are such."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What the module of a game reckons; battles are those of one hex."""

    table: ResultsTable
    sheets: tuple[tuple[str, When], ...] = ((ONE_SHEET, ALWAYS),)
    """The sheets of the table in the order in which they are tried: the first whose condition holds is read."""
    defence: Mapping[tuple[UnitId, int], int] | None = None
    """The strength in defence of each face, if it is another than in attack."""
    divided: tuple[tuple[int, When], ...] = ()
    """By what the strength of the attackers is divided: each that holds."""
    ground: GroundStrength | None = None
    shifts: tuple[Shift, ...] = ()
    under: str = NOTHING
    """What odds below the first column are before shifts."""
    below: str = NOTHING
    """What a battle is that is shifted below the first column: NOTHING or FIRST."""
    above_counts: bool = False
    """Whether odds above the last column are shifted as odds, not as that column."""
    low: str = ""
    """The result of a battle below the table, which has no die; '' if such a battle is not fought."""
    higher: Who | None = None
    """Defenders whose result is read one column higher."""
    unknown_attack: Faces = frozenset()
    """The units whose strength in attack is not known, and those whose defence is not."""
    unknown_defence: Faces = frozenset()
    missing: tuple[str, ...] = ()
    """What the data lack without which nothing is reckoned, each a word of `unknown.<name>`."""
    notes: tuple[Note, ...] = ()
    losses: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """By result: what it takes from the attackers and from the defenders, '' for nothing; a verb in capitals is that of
    the line which each unit says."""
    steps: tuple[tuple[str, Faces, When], ...] = ()
    """The verbs of the lines by which units lose a step, with the faces that have one to lose; others are lost."""


@dataclass(frozen=True, slots=True)
class UnitDice:
    """The dice of each unit that is meant, in battles that are fought with pools of dice."""

    who: Who
    dice: int
    when: When = ALWAYS
    along: Sides | None = None
    """The hexsides across one of which it must attack."""
    not_along: Sides | None = None
    """Those across none of which it does."""


@dataclass(frozen=True, slots=True)
class PoolReckoning:
    """What the module of a game reckons whose battles are fought with pools of dice: the dice of each side."""

    attack: tuple[UnitDice, ...]
    defence: tuple[UnitDice, ...]
    support: tuple[UnitDice, ...] = ()
    """Those of units that support the attack: together no more than those of the others, where there are any."""
    ground: Who | None = None
    """The units that stand on the ground: others that attack alone are not fired at."""
    cover: tuple[tuple[Who, int, When], ...] = ()
    """Dice of the ground: one for each defender that is meant, at most so many."""
    works: tuple[tuple[Sides, When], ...] = ()
    """Hexsides: each hex from which ground units attack across one gives a die to a defender that has none of cover."""
    place: tuple[tuple[Mapping[Hex, int], When], ...] = ()
    """Dice that a hex gives its defenders."""
    needs_attack: tuple[tuple[int, When], ...] = ()
    """The least number of a die that hits: the first whose condition holds."""
    needs_defence: tuple[tuple[int, When], ...] = ()
    notes: tuple[Note, ...] = ()
    hit: str = ""
    """The verb of the line by which a unit takes a hit; '' where a click on its badge says none."""
    lost_if: tuple[str, ...] = ()
    """The statuses in which a unit that takes a hit is lost instead."""
