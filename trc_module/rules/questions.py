"""Questions of players about a position: where a unit may go, the odds of an attack, who controls which hexes.

A game answers through `Questions`. What it does not answer is None, and the caller says so; a default that
asks the judges of acts alone is in `trc_module.systems.questions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from trc_module.hexgrid import Hex, HexSet
from trc_module.rules.finding import Finding
from trc_module.rules.places import Place, UnitId

if TYPE_CHECKING:
    from trc_module.rules.state import State


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for an answer: the rule, in the rulebook's number ('' for none), and a sentence."""

    rule: str
    words: str
    side: str = ""
    """The side that it is about, where answers are told side by side."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """A position in which a question makes sense, and what had to be supposed to come to it ('' for nothing)."""

    state: State
    words: str = ""


@dataclass(frozen=True, slots=True)
class Ways:
    """One manner in which a unit may move: where it may end its move, and what is not certain about that."""

    manner: str
    """`land`, or what the game calls another: `rail`, `sea`."""
    ends: HexSet
    doubtful: HexSet = 0
    """Ends that are legal by our data or readings, though a doubtful one of these might say otherwise."""
    crowded: HexSet = 0
    """Ends in which there would be a unit too many if all others stayed where they are."""
    off: tuple[str, ...] = ()
    """Places beside the hexes to which it leads, in words."""
    closed: str = ""
    """The reason why the unit cannot move so now; '' if it can."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The reach of a unit: the hexes where it may go, and the enemy hexes that it could attack."""

    unit: UnitId
    at: Hex
    ways: tuple[Ways, ...]
    attacks: HexSet
    """Enemy hexes that it could attack from where it is."""
    attacks_after: HexSet
    """Enemy hexes that it could attack from one of the ends of its moves over land, its own hex among them."""
    notes: tuple[Reason, ...] = ()
    """The rules that bind the unit, and the assumptions."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of a unit to a hex: what a legal one looks like, what ends it there; or what forbids it."""

    unit: UnitId
    goal: Hex
    manner: str
    hexes: tuple[Hex, ...]
    """The hexes of a legal way, both ends included; empty where there is none."""
    held: tuple[Reason, ...]
    """The reasons for which the move ends at the goal."""
    against: tuple[Finding, ...]
    """The findings of the rules against the move; empty if it is legal and certain."""


@dataclass(frozen=True, slots=True)
class Term:
    """The part of one unit in an attack or in a defence."""

    unit: UnitId
    at: Hex
    printed: int | None
    counts: int
    why: tuple[Reason, ...] = ()
    """The reasons why it counts otherwise than printed."""


@dataclass(frozen=True, slots=True)
class TerrainInBattle:
    """The effect of an attacked hex's terrain: the factor by which its defenders are multiplied, and the reasons."""

    at: Hex
    times: int
    why: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result of an attack: on how many faces of the die it falls, and what it means."""

    result: str
    faces: int
    of: int
    meaning: str


@dataclass(frozen=True, slots=True)
class SupportOffer:
    """Support that an attack may be given: the words by which it is asked for, and what speaks against it."""

    key: str
    words: str
    against: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class OneMoreUnit:
    """The odds with one more unit, which would attack from a hex."""

    unit: UnitId
    at: Hex
    odds: str
    moves: bool
    """Whether it would have to move there first."""


@dataclass(frozen=True, slots=True)
class Odds:
    """A planned attack: its odds, their calculation, and the possible results."""

    attackers: tuple[UnitId, ...]
    targets: tuple[Hex, ...]
    odds: str
    """As players write them; '' where they are not known."""
    attack: int
    defence: int
    attacking: tuple[Term, ...]
    defending: tuple[Term, ...]
    terrain: tuple[TerrainInBattle, ...]
    steps: tuple[Reason, ...]
    """The calculation of the odds, step by step: strengths, shifts, bounds."""
    outcomes: tuple[Outcome, ...]
    supports: tuple[SupportOffer, ...]
    """All support that there is, used or not."""
    against: tuple[Finding, ...]
    """The findings of the rules against the attack."""
    notes: tuple[Reason, ...]
    """The assumptions and unknowns."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best odds that can be reached against some hexes, by whom and from where, and what each unit adds."""

    odds: str
    attackers: tuple[tuple[UnitId, Hex], ...]
    added: tuple[OneMoreUnit, ...]
    """Units that may come, beside those that are attacking, each with the odds that it alone would make of them: other
    odds than those without it."""
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class OverlayArea:
    """Hexes of one kind in an overlay, with what they are in words; `side` says whose they are ('' for nobody's)."""

    words: str
    hexes: HexSet
    side: str = ""
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something that the position implies, drawn over the map, and told in lines."""

    key: str
    areas: tuple[OverlayArea, ...]
    lines: tuple[Reason, ...]
    """Sentences besides the areas: who is out of supply and why, what must be attacked."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The units that must attack in a phase, and those among them that have an attack."""

    units: tuple[UnitId, ...]
    done: tuple[UnitId, ...]


class Questions(Protocol):
    """A game's answers about its positions; None where it does not answer."""

    @property
    def overlays(self) -> Sequence[str]:
        """The keys of the overlays that the game has, in the order in which they are offered."""

    def to_move(self, state: State, side: str, unit: UnitId = "") -> Supposed | None:
        """Return the position as it is when a side moves next, so that its moves may be asked for."""

    def to_fight(self, state: State, side: str) -> Supposed | None:
        """Return the position as it is when a side fights next, so that its attacks may be asked for."""

    def reach(self, state: State, unit: UnitId) -> Reach | None:
        """Return where a unit of the side to move may go; KeyError if there is no such unit on the map."""

    def way(self, state: State, unit: UnitId, goal: Hex, manner: str) -> Way | None:
        """Return how a unit comes to a hex, or what forbids it."""

    def odds(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Odds | None:
        """Return what an attack on all units of some hexes is worth; `support` holds keys of what it is given."""

    def may_join(self, state: State, side: str, targets: Sequence[Hex]) -> Sequence[tuple[UnitId, Hex]] | None:
        """Return the units of a side that could attack some hexes from where they are, each with its hex."""

    def best(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Best | None:
        """Return the best attack on some hexes that units may still join, in a position in which their side moves."""

    def overlay(self, state: State, key: str) -> Overlay | None:
        """Return an overlay."""

    def bound(self, state: State) -> Bound | None:
        """Return the units of the side to play that must attack in this phase; None where the game obliges none."""

    def put(self, state: State, unit: UnitId, place: Place | None) -> State:
        """Return the position with a unit put somewhere by hand, and what follows from that."""
