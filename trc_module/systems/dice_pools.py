"""Dice pools: in a battle each side fires so many dice in a round, counts hits, and the other side's units take them.

Both sides fire at the same time: a round is open until a side that has fired in it fires again. What a die hits, how
many dice a side has and how units take hits, a game's own rules say; this remembers the round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from trc_module.declarations import ANYBODY, Declaration, Field, Verb
from trc_module.digits import is_number
from trc_module.rules.actions import Action
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Maybe, One, RecordSyntax, battle, number, word
from trc_module.rules.slices import Quiet, Slice
from trc_module.rules.state import State, UnitId
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import BATTLE, BY, line
from trc_module.systems.ground import SystemGame

if TYPE_CHECKING:
    from trc_module.rules.record.grammar import Lexicon
    from trc_module.rules.record.text import Tokens
    from trc_module.rules.slices import Ground

ATTACK, DEFEND = "attack", "defend"
"""The sides that fire: the attackers of a battle or its defenders."""
ROLES = (ATTACK, DEFEND)
_NOT_YET = -1
_MOST_STRENGTH = 20
"""The greatest strength that is looked for where no line says at which a die was read."""


@dataclass(frozen=True, slots=True)
class FiringRound:
    """The round of a battle in which it stands."""

    round: int = 0
    """The round, from 1; 0 before any side has fired."""
    attack: int = _NOT_YET
    """The hits that the attackers have scored in it; -1 where they have not fired."""
    defend: int = _NOT_YET
    """The same of the defenders."""
    by_defenders: int = 0
    """The hits that the defenders have taken in it."""
    by_attackers: int = 0
    takers: tuple[UnitId, ...] = ()
    """The units that have taken a hit in it and are still there, each as often as it has."""

    def scored(self, role: str) -> int:
        """Return the hits that a side has scored in this round, 0 where it has not fired."""
        return max(self.attack if role == ATTACK else self.defend, 0)

    def fired(self, role: str) -> bool:
        """Tell whether a side has fired in this round."""
        return (self.attack if role == ATTACK else self.defend) != _NOT_YET

    def hits_to_take(self, role: str) -> int:
        """Return the hits that a side has still to take in this round."""
        if role == ATTACK:
            return self.scored(DEFEND) - self.by_attackers
        return self.scored(ATTACK) - self.by_defenders

    def firing(self, role: str, hits: int) -> FiringRound:
        """Return the round after a side has fired; a new one if it had fired in this."""
        now = self if self.round and not self.fired(role) else FiringRound(self.round + 1)
        return replace(now, attack=hits) if role == ATTACK else replace(now, defend=hits)

    def taking(self, role: str, unit: UnitId = "") -> FiringRound:
        """Return the round after a side has taken a hit, with a unit or with something else."""
        takers = (*self.takers, unit) if unit else self.takers
        if role == ATTACK:
            return replace(self, by_attackers=self.by_attackers + 1, takers=takers)
        return replace(self, by_defenders=self.by_defenders + 1, takers=takers)


EXCHANGES: Slice[FrozenMap[int, FiringRound]] = Slice("exchanges", FrozenMap())
"""The rounds of battles that have begun to fire, by the battle's number."""


def exchange_of(state: State, battle_number: int) -> FiringRound:
    """Return the round in which a battle stands."""
    return EXCHANGES.of(state).get(battle_number, FiringRound())


def with_exchange(state: State, battle_number: int, exchange: FiringRound) -> State:
    """Return the position with another round of a battle."""
    return EXCHANGES.put(state, EXCHANGES.of(state).put(battle_number, exchange))


def without_exchanges(state: State) -> State:
    """Return the position without any battle that fires."""
    return EXCHANGES.put(state, FrozenMap())


@dataclass(frozen=True, slots=True)
class Fire(Action):
    """Roll the dice of one side of a battle, with the hits that the players count, if they say so."""

    number: int
    role: str
    """ATTACK or DEFEND."""
    dice: tuple[int, ...]
    hits: int | None = None


@dataclass(frozen=True, slots=True)
class FireOnTable(Action):
    """Roll one die for one side of a battle and read its hits on the firing table."""

    number: int
    role: str
    die: int
    strength: int
    sheet: str
    """The sheet of the table on which it is read."""
    hits: int | None = None


class FiringGame(SystemGame, Protocol):
    """A game that says how many hits a roll scores."""

    def hits_scored(self, state: State, act: Fire | FireOnTable) -> int:
        """Return the hits of a roll, as the rules count them."""


def fire(game: FiringGame, state: State, act: Fire | FireOnTable) -> State:
    """Remember the hits of a roll."""
    exchange = exchange_of(state, act.number).firing(act.role, game.hits_scored(state, act))
    return with_exchange(state, act.number, exchange)


def firing(section: str, fits: Callable[[SystemGame, State, Fire | FireOnTable], str]) -> Act:
    """Return the roll of a pool of dice; `fits` says in what way it does not fit a position."""

    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        dice = [text.strip() for text in says["dice"].split(",") if text.strip()]
        # No dice: the button was pressed before a strength was set, and nothing was rolled.
        if says["as"] not in ROLES or not dice or not all(map(is_number, dice)) or not is_number(says["b"]):
            return None
        return Fire(says.number("b"), says["as"], tuple(map(int, dice)), _hits(says))

    def says(game: SystemGame, state: State, act: Fire) -> Iterator[LogStep]:
        fields = {"b": str(act.number), "as": act.role, "dice": ",".join(map(str, act.dice))}
        yield line("FIRE", **fields, hits="" if act.hits is None else str(act.hits))

    verb = Verb(
        "FIRE",
        "One side of a battle rolls its dice.",
        (
            BATTLE,
            Field("as", "", "who fires: attack or defend"),
            Field("dice", "$FireDice$", "what the dice show, with commas", quoted=True),
            Field("hits", "", "the hits that the players count, where the line says so", required=False),
            BY,
        ),
        "D10",
        ANYBODY,
    )
    parts = (battle(), _role(), One("dice", "DIE...", _take_dice, _give_dice), _claimed())
    return Act(RecordSyntax("fire", Fire, section, parts), (verb,), hears, says, fits)


def firing_on_table(
    section: str, sheets: tuple[str, ...], fits: Callable[[SystemGame, State, Fire | FireOnTable], str]
) -> Act:
    """Return the roll of one die that is read on a sheet of the firing table."""

    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | tuple[Action, ...] | None:
        if says.get("strength") is None and says["as"] in ROLES and is_number(says["b"]) and is_number(says["die"]):
            # A plain die: nobody has said where on the table it was read.
            die, hits = says.number("die"), _hits(says)
            return tuple(
                FireOnTable(says.number("b"), says["as"], die, strength, sheet, hits)
                for sheet in sheets
                for strength in range(_MOST_STRENGTH, -1, -1)
            )
        numbers = (says["b"], says["die"], says["strength"])
        if says["as"] not in ROLES or says["sheet"] not in sheets or not all(map(is_number, numbers)):
            return None
        number_, die, strength = map(int, numbers)
        return FireOnTable(number_, says["as"], die, strength, says["sheet"], _hits(says))

    def says(game: SystemGame, state: State, act: FireOnTable) -> Iterator[LogStep]:
        hits = "" if act.hits is None else str(act.hits)
        fields = {"b": str(act.number), "as": act.role, "die": str(act.die), "strength": str(act.strength)}
        yield line("TABLE", **fields, sheet=act.sheet, hits=hits)

    verb = Verb(
        "TABLE",
        "One side of a battle rolls a die and reads it on the firing table.",
        (
            BATTLE,
            Field("as", "", "who fires: attack or defend"),
            Field("die", "$TableDie_result$", "what the die shows"),
            Field("strength", "$FireStrength$", "the firing strength that is read"),
            Field("sheet", "$FireSheet$", "the sheet of the table: " + ", ".join(sheets)),
            Field("hits", "$FireHits$", "the hits that the table has there", required=False),
            BY,
        ),
        "D10",
        ANYBODY,
    )
    parts = (
        battle(),
        _role(),
        number("die", "a die", 1, 6),
        One("strength", "at N", _take_strength, lambda value, _: f"at {value}"),
        word("sheet", " or ".join(sheets), "|".join(sheets)),
        _claimed(),
    )
    return Act(RecordSyntax("table", FireOnTable, section, parts), (verb,), hears, says, fits)


def _role() -> One:
    return word("role", "attack or defend", "|".join(ROLES))


def _claimed() -> Maybe:
    return Maybe("=", (number("hits", "a number of hits", 0, 99),), lambda act: act.hits is not None)


def _hits(says: Declaration) -> int | None:
    told = says.get("hits") or ""
    return int(told) if is_number(told) else None


def _take_dice(tokens: Tokens, _: Lexicon) -> tuple[int, ...]:
    found = []
    while tokens.peek() in set("123456"):
        found.append(int(tokens.take("a die")))
    if not found:
        raise tokens.error("a die from 1 to 6, or several")
    return tuple(found)


def _give_dice(dice: tuple[int, ...], _: Lexicon) -> str:
    return " ".join(map(str, dice))


def _take_strength(tokens: Tokens, _: Lexicon) -> int:
    if not tokens.skip("at"):
        raise tokens.error("'at' and a firing strength")
    text = tokens.peek()
    if not (text.isascii() and text.isdecimal()) or len(text) > 2:
        raise tokens.error("a firing strength from 0 to 99")
    return int(tokens.take("a firing strength"))


class DicePoolSystem(Quiet):
    """Rounds in records: `round:`, the battle, its round, hits scored and taken of both sides, and who took them.

    A table does not show them: a log that begins in the midst of a battle does not tell how far it has come.
    """

    keys: Mapping[str, str] = {
        "round": "a battle, its round, hits of the attackers ('-' before they fire), hits that the defenders have"
        " taken, the same two of the defenders, and the units that took a hit; again after a comma"
    }

    def read(self, game: Ground, state: State, key: str, lines: list[Tokens], lexicon: Lexicon) -> State:
        """Read the rounds of battles."""
        for tokens in (entry for each in lines for entry in each.entries()):
            battle_number, round_ = _count(tokens), _count(tokens)
            attack, by_defenders = _scored(tokens), _count(tokens)
            defend, by_attackers = _scored(tokens), _count(tokens)
            takers = []
            while tokens.peek():
                takers.append(lexicon.unit(tokens))
            exchange = FiringRound(round_, attack, defend, by_defenders, by_attackers, tuple(takers))
            state = with_exchange(state, battle_number, exchange)
        return state

    def write(self, game: Ground, state: State, begin: State) -> Iterator[tuple[str, str]]:
        """Write the rounds of battles."""
        found = EXCHANGES.of(state)
        if found:
            yield "round", ", ".join(_text(number_, found[number_]) for number_ in sorted(found))


def _count(tokens: Tokens) -> int:
    text = tokens.peek()
    if not (text.isascii() and text.isdecimal()) or len(text) > 6:
        raise tokens.error("a number")
    return int(tokens.take("a number"))


def _scored(tokens: Tokens) -> int:
    return _NOT_YET if tokens.skip("-") else _count(tokens)


def _text(number_: int, now: FiringRound) -> str:
    attack, defend = ("-" if hits == _NOT_YET else str(hits) for hits in (now.attack, now.defend))
    words = (number_, now.round, attack, now.by_defenders, defend, now.by_attackers, *now.takers)
    return " ".join(map(str, words))
