"""Acts of this game, as records and logs write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from trc_module.declarations import ANYBODY, OWNER, PHASING, WAY, Declaration, Field, Verb
from trc_module.games.trp import actions
from trc_module.games.trp.chart_readers import WEATHERS
from trc_module.rules.actions import Action, Eliminate
from trc_module.rules.battles import battle_numbered
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Flag, Maybe, Part, Path, RecordSyntax, battle, die, hex_, number, unit, word
from trc_module.rules.state import Place, State
from trc_module.sentence import Sentence
from trc_module.systems.acts import Act, ActTable
from trc_module.systems.advancing import elsewhere
from trc_module.systems.common_acts import (
    AT,
    BATTLE,
    BY,
    UNIT,
    along,
    at,
    attacking,
    ending,
    entering,
    line,
    losing,
    moving,
    retreating,
    rolling,
    setting_up,
)
from trc_module.systems.ground import SystemGame

LOST, AVAILABLE = "lost", "available"
"""The boxes of eliminated units, and of those that are not in play."""
RESULTS = ("AE", "X", "AD", "S", "D1", "D4", "DX", "DE", "BR", "-")
COLUMNS = ("1-4", "1-3", "1-2", "1-1", "3-2", *(f"{number}-1" for number in range(2, 11)))
"""The columns of the results table: 1-4 and 10-1 are its ends (XIII.B4)."""
OVERRUN, SURROUNDED, ORDERED, NO_WAY = "overrun", "surrounded", "no-retreat", "no-way"
REASONS = (OVERRUN, SURROUNDED, ORDERED, NO_WAY)
"""The reasons for which a result becomes another."""
SEAS = {"baltic": "Baltic Sea", "black-sea": "Black Sea", "azov": "Sea of Azov"}
"""The seas that are controlled, as records and the map name them."""
BECAUSE = ("XII.4", "XIV.B2", "XIV.C")
"""The rules that remove units outside battles."""


def _text(key: str, meaning: str) -> Field:
    """Return a field whose value each menu entry or button fixes."""
    return Field(key, "", meaning)


@dataclass(frozen=True)
class _Told:
    """One field of a line: the action's own name for it, how it is read, and how it is written."""

    key: str
    into: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


_U, _B, _DIE = _Told("u", "unit"), _Told("b", "number", int), _Told("shows", "die", int)


def _stated(syntax: RecordSyntax, verb: Verb, told: Sequence[_Told], *, box: str = "", placed: bool = False) -> Act:
    """Return an act that one line states; its counter goes into a box, or where its hex says (`placed`)."""

    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        found: dict[str, Any] = {}
        for each in told:
            value = says.get(each.key)
            if value is not None:
                try:
                    found[each.into] = each.read(value)
                except ValueError:
                    return None
        if placed:
            if track is None or not isinstance(track.goal, int):
                return None
            found["hex"] = track.goal
        return syntax.action(**found)

    def says(game: SystemGame, state: State, act: Any) -> Iterator[LogStep]:
        fields = {each.key: each.write(value) for each in told if (value := getattr(act, each.into))}
        if "u" in fields:
            fields["at"] = at(game, state, act.unit)
        moves: tuple[tuple[str, Place], ...] = ()
        if box:
            moves = ((act.unit, box),)
        if placed:
            yield line(verb.name, **fields)
            yield LogStep(moves=((act.unit, act.hex),))
            return
        yield LogStep(((verb.name, fields),), moves)

    return Act(syntax, (verb,), hears, says, _on_the_map if "u" in [each.key for each in told] else _battle_there)


def _on_the_map(game: SystemGame, state: State, act: Any) -> str:
    found = state.place(act.unit)
    return "" if isinstance(found, int) else Sentence("{unit} is {found}, not on the map", act.unit, game.where(found))


def _battle_there(game: SystemGame, state: State, act: Any) -> str:
    wanted = getattr(act, "number", None)
    return (
        ""
        if wanted is None or battle_numbered(state.battles, wanted)
        else Sentence("there is no battle {wanted}", wanted)
    )


def _of_unit(word_: str, kind: type[Action], section: str, verb: str, meaning: str, who: str = ANYBODY) -> Act:
    """Return an act that names a unit and no more."""
    return _stated(RecordSyntax(word_, kind, section, (unit(),)), Verb(verb, meaning, (UNIT, AT, BY), "", who), (_U,))


def _of_battle(
    word_: str, kind: type[Action], section: str, verb: str, meaning: str, *more: tuple[Part, Field, _Told]
) -> Act:
    """Return an act that names a battle, and further words."""
    parts, fields, told = zip(*more, strict=True) if more else ((), (), ())
    syntax = RecordSyntax(word_, kind, section, (battle(), *parts))
    return _stated(syntax, Verb(verb, meaning, (BATTLE, *fields, BY), "", ANYBODY), (_B, *told))


def _one_of(words: Sequence[str]) -> str:
    return "|".join(word_.replace(".", r"\.") for word_ in words)


def _column() -> Part:
    return word("odds", "a column, as in 3-1", r"\d{1,2}-\d{1,2}")


def _result() -> Part:
    return word("result", "a result, as in D1", r"[A-Z][A-Z0-9]{0,2}|-")


def _weather() -> Act:
    parts = (
        word("weather", ", ".join(WEATHERS), _one_of(WEATHERS)),
        Maybe("roll", (die(),), lambda act: bool(act.die)),
    )
    verb = Verb(
        "WEATHER",
        "The weather of this turn.",
        (
            _text("weather", "good, mud or snow"),
            Field("shows", "", "what its die shows, where the line says so", required=False),
            BY,
        ),
        "",
        ANYBODY,
    )
    syntax = RecordSyntax("weather", actions.DeclareWeather, "VI", parts)
    return _stated(syntax, verb, (_Told("weather", "weather"), _DIE))


def _side(into: str = "side") -> Part:
    return word(into, "axis or soviet", "axis|soviet")


def _by_side(word_: str, kind: type[Action], section: str, verb: str, meaning: str) -> Act:
    syntax = RecordSyntax(word_, kind, section, (_side(),))
    shown = Verb(verb, meaning, (_text("side", "the side"), BY), "", ANYBODY)
    return _stated(syntax, shown, (_Told("side", "side"),))


def _of_hex(word_: str, kind: type[Action], section: str, verb: str, meaning: str, *, side: bool) -> Act:
    """Return an act that a marker in a hex states."""
    fields = (AT, *((_text("side", "the side"),) if side else ()), BY)
    syntax = RecordSyntax(word_, kind, section, (hex_(), *((_side(),) if side else ())))

    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        place = game.board.grid.find(says.get("at") or "")
        if place is None:
            return None
        return syntax.action(**{"hex": place}, **({"side": says["side"]} if side else {}))

    def say(game: SystemGame, state: State, act: Any) -> Iterator[LogStep]:
        yield line(verb, at=game.hex_name(act.hex), **({"side": act.side} if side else {}))

    return Act(syntax, (Verb(verb, meaning, fields, "", ANYBODY),), hears, say)


def _along_a_way(
    syntax: RecordSyntax, verb: Verb, told: Sequence[_Told], fits: Callable[[SystemGame, State, Any], str]
) -> Act:
    """Return an act that a line states and drags show."""

    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> tuple[Action, ...] | None:
        if track is None or not track.ways:
            return None
        found = {each.into: each.read(says[each.key]) for each in told}
        # A way that was dragged hex by hex is certain.
        ways = track.ways if track.ways[0].gaps else track.ways[:1]
        return tuple(syntax.action(**{**found, "trail": way}) for way in ways)

    def say(game: SystemGame, state: State, act: Any) -> Iterator[LogStep]:
        fields = {each.key: each.write(getattr(act, each.into)) for each in told}
        yield line(verb.name, at=at(game, state, act.unit), **fields)
        yield from along(act.unit, act.trail)

    return Act(syntax, (verb,), hears, say, fits)


def _stands_there(game: SystemGame, state: State, act: Any) -> str:
    return elsewhere(game, state, act) or _battle_there(game, state, act)


def _advance() -> Act:
    syntax = RecordSyntax("advance", actions.Advance, "XIII.E", (battle(), unit(), Path()))
    verb = Verb(
        "ADVANCE",
        "A unit advances after a battle; the steps or drags that follow are its way.",
        (BATTLE, UNIT, AT, BY),
        "",
        OWNER,
        WAY,
    )
    return _along_a_way(syntax, verb, (_B, _U), _stands_there)


def _fall_back() -> Act:
    syntax = RecordSyntax("fall-back", actions.FallBack, "XIII.D8", (unit(), Path()))
    verb = Verb(
        "FALLBACK",
        "A unit retreats of its own will; the steps or drags that follow are its way.",
        (UNIT, AT, BY),
        "",
        OWNER,
        WAY,
    )
    return _along_a_way(syntax, verb, (_U,), _stands_there)


def _exchange() -> Act:
    """Return the exchange of a front for an army: the front goes to the losses, the army to its hex."""
    syntax = RecordSyntax("exchange", actions.Exchange, "XIV.C", (unit("front"), unit("army")))
    verb = Verb(
        "REDUCE",
        "A front makes room for an army: the front that prints it leaves, the army that enters next takes its place.",
        (UNIT, Field("army", "", "the army, where the line says so", required=False), AT, BY),
        "",
        OWNER,
    )

    def hears(game: SystemGame, says: Declaration, track: PieceTrack | None) -> Action | None:
        army = says.get("army")
        return actions.Exchange(says["u"], army) if army is not None and army in game.units else None

    def say(game: SystemGame, state: State, act: actions.Exchange) -> Iterator[LogStep]:
        fields = {"u": act.front, "army": act.army, "at": at(game, state, act.front)}
        place = state.place(act.front)
        assert place is not None
        yield LogStep((("REDUCE", fields),), ((act.front, LOST), (act.army, place)))

    def fits(game: SystemGame, state: State, act: actions.Exchange) -> str:
        if not isinstance(state.place(act.front), int):
            return Sentence("{front} is {at}, not on the map", act.front, game.where(state.place(act.front)))
        there = state.place(act.army)
        return Sentence("{army} is {there} already", act.army, game.where(there)) if isinstance(there, int) else ""

    return Act(syntax, (verb,), hears, say, fits)


def _command() -> Act:
    syntax = RecordSyntax(
        "command", actions.Command, "XV.B", (word("sea", ", ".join(SEAS), _one_of(tuple(SEAS))), _side())
    )
    verb = Verb(
        "SEA", "A side states that it controls a sea.", (_text("sea", "the sea"), _text("side", "the side"), BY), ""
    )
    return _stated(syntax, verb, (_Told("sea", "sea"), _Told("side", "side")))


def _remove() -> Act:
    rules = word("because", "one of " + ", ".join(BECAUSE), _one_of(BECAUSE))
    syntax = RecordSyntax("remove", actions.Remove, "XIV", (unit(), rules))
    verb = Verb(
        "REMOVE",
        "A unit is eliminated outside a battle.",
        (UNIT, _text("because", "the rule"), AT, BY),
        "",
        OWNER,
        "fate",
    )
    return _stated(syntax, verb, (_U, _Told("because", "because")), box=LOST)


def _redeploy() -> Act:
    syntax = RecordSyntax("redeploy", actions.Redeploy, "XVI.C", (unit(), hex_()))
    verb = Verb("REDEPLOY", "A unit is placed elsewhere before play.", (UNIT, AT, BY), "", OWNER, "once")
    return _stated(syntax, verb, (_U,), placed=True)


def acts() -> ActTable:
    """Return all acts of the game."""
    return ActTable(
        (
            setting_up("XVI.C"),
            _redeploy(),
            _weather(),
            entering("IX"),
            moving("XI"),
            attacking("XIII.A"),
            _by_side("ask", actions.Ask, "XIII.B6", "ASK", "The attacker asks for No Retreat orders."),
            _of_unit("stand", actions.Stand, "XIII.B6", "STAND", "A unit has a No Retreat order.", OWNER),
            _of_battle("cancel", actions.Cancel, "XIII.A7", "CANCEL", "An attack is cancelled before its die."),
            _of_battle(
                "odds",
                actions.StateColumn,
                "XIII.B",
                "ODDS",
                "The column of a battle.",
                (_column(), _text("odds", "the column"), _Told("odds", "odds")),
            ),
            _of_battle(
                "amphibious",
                actions.Amphibious,
                "XVI.B2",
                "AMPHIBIOUS",
                "A German attack pays no penalty for a river.",
            ),
            rolling("XIII.C"),
            _of_battle(
                "result",
                actions.StateResult,
                "XIII.C",
                "RESULT",
                "What the die of a battle brings.",
                (_result(), _text("result", "the result"), _Told("result", "result")),
                (
                    Flag("dispersed", "dispersed"),
                    Field("for", "", "'dispersed' for the Dispersed defenders alone", required=False),
                    _Told("for", "dispersed", lambda text: text == "dispersed", lambda value: "dispersed"),
                ),
            ),
            _of_battle(
                "becomes",
                actions.Becomes,
                "XIII.C",
                "BECOMES",
                "A result becomes another.",
                (_result(), _text("result", "the result"), _Told("result", "result")),
                (
                    word("because", "one of " + ", ".join(REASONS), _one_of(REASONS)),
                    _text("because", "why"),
                    _Told("because", "because"),
                ),
            ),
            _of_battle("decline", actions.Decline, "XIII.C4", "DECLINE", "An exchange is declined, and D1 taken."),
            losing("XIII.C", LOST),
            retreating("XIII.D"),
            _survive(),
            _fall_back(),
            _advance(),
            _of_unit("spend", actions.Spend, "XIII.C3", "SPEND", "A unit is Spent."),
            _of_unit("disperse", actions.Disperse, "XIII.C3", "DISPERSE", "A unit is Dispersed."),
            _of_unit("recover", actions.Recover, "XIII.H", "RECOVER", "A unit is ready again.", OWNER),
            _remove(),
            _exchange(),
            _of_hex("produce", actions.Produce, "XIV.B1", "PRODUCE", "A city gives replacements or tanks.", side=False),
            _of_hex("hold", actions.Hold, "XV.A", "HOLD", "A side controls a hex.", side=True),
            _command(),
            _by_side("win", actions.Win, "XVI.A", "WIN", "A side claims the victory."),
            _by_side("stop", actions.Stop, "XVI.A", "STOP", "A side stops the game."),
            ending("XIII"),
        ),
        declares=(actions.StateColumn, actions.Amphibious),
        decides=(actions.StateResult, actions.Becomes),
        choices={"because": BECAUSE},
        # Without a retreat an order leaves no choice.
        chosen=("STAND", *(f"BECOMES because={why}" for why in (OVERRUN, SURROUNDED, NO_WAY)), "CANCEL"),
    )


def _survive() -> Act:
    syntax = RecordSyntax("survive", actions.Survive, "XIII.D6", (battle(), unit(), number("die", "a die", 1, 6)))
    verb = Verb(
        "SURVIVE",
        "The die of a unit that can retreat only three hexes.",
        (BATTLE, UNIT, _text("shows", "what its die shows"), AT, BY),
        "",
        ANYBODY,
    )
    return _stated(syntax, verb, (_B, _U, _DIE))


__all__ = ["COLUMNS", "LOST", "PHASING", "RESULTS", "Eliminate", "acts"]
