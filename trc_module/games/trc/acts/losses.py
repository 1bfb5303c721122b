"""Losses of units: losses and retreats of battles (13), surrenders (12, 16, 24), and removals (17)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.declarations import ALL, ANYBODY, FATE, LOSE, Declaration, Field, Verb
from trc_module.games.trc.acts.battles import declared
from trc_module.games.trc.acts.common import NUMBER, fixed, put, trail_begins_there
from trc_module.games.trc.boxes import PARTISANS, POOL, SURRENDERED
from trc_module.games.trc.countries import country_of
from trc_module.games.trc.data import Trc
from trc_module.rules.actions import Eliminate, Lose, Retreat, Surrender
from trc_module.rules.battles import battle_numbered
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Flag, Literal, Maybe, Path, RecordSyntax, battle, unit, word
from trc_module.rules.state import Place, State, Trail, UnitId
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BATTLE, BY, RETREAT_LINE, UNIT, along, at, line

LONGEST_RETREAT = 2
"""The greatest length of a retreat, in hexes (13.3)."""

_LOSS = Verb(
    "LOSS",
    "A unit is lost in a battle.",
    (BATTLE, UNIT, Field("chose", "", "the side that chose the unit, where the line says so", required=False), AT, BY),
    "D11",
    ANYBODY,
    FATE,
    role=LOSE,
)
_SURRENDERS = (
    Verb(
        "FORCED",
        "A unit surrenders because a rule forces it.",
        (UNIT, fixed("because", "the rule: 12.5, 16.1, 16.3 ..."), AT, BY),
        "D14",
        ANYBODY,
        FATE,
    ),
    Verb(
        "ALLYOUT",
        "A country surrenders, with all its units.",
        (fixed("country", "the nation: finnish, rumanian, hungarian, italian"), fixed("because", "the rule"), BY),
        "D23",
        ANYBODY,
        ALL,
    ),
)
_REMOVED = Verb(
    "REMOVED",
    "A unit is removed because a rule says so, or by its player's own will.",
    (UNIT, fixed("because", "the rule: 17.2, 6.2 ..."), AT, BY),
    "D18",
    ANYBODY,
    FATE,
)


def removed(act: Eliminate | Surrender) -> str:
    """Return the unit that an act takes off the map; where a whole country surrenders, the country."""
    return act.unit if isinstance(act, Eliminate) else act.who


def _hear_loss(game: Trc, says: Declaration, track: PieceTrack | None) -> Lose:
    return Lose(says.number("b"), says["u"], says.get("chose") or "")


def _lose(game: Trc, state: State, act: Lose) -> Iterator[LogStep]:
    found = battle_numbered(state.battles, act.number)
    surrenders = (found is not None and found.result == "DS") or game.units[act.unit].type == "worker"
    yield put(game, state, act.unit, "LOSS", SURRENDERED if surrenders else POOL, b=str(act.number), chose=act.by)


def _hear_retreat(game: Trc, says: Declaration, track: PieceTrack | None) -> tuple[Retreat, ...]:
    if track is None:
        return ()
    off = isinstance(track.goal, str)
    hexes = tuple(place for place in track.places if place is not None and not isinstance(place, str))
    ways = track.ways or ((Trail(hexes),) if off and hexes else ())
    return tuple(Retreat(says.number("b"), track.unit, trail, off) for trail in ways)


def _retreat(game: Trc, state: State, act: Retreat) -> Iterator[LogStep]:
    yield line("RETREAT", b=str(act.number), u=act.unit, at=at(game, state, act.unit))
    yield from along(act.unit, act.trail)
    if act.off:
        yield LogStep(moves=((act.unit, POOL),))


def _can_retreat(game: Trc, state: State, act: Retreat) -> str:
    return declared(game, state, act) or trail_begins_there(game, state, act)


def _hear_surrender(game: Trc, says: Declaration, track: PieceTrack | None) -> Surrender:
    return Surrender(says["country" if says.verb == "ALLYOUT" else "u"], says["because"])


def _surrender(game: Trc, state: State, act: Surrender) -> Iterator[LogStep]:
    if act.who in game.units:
        yield put(game, state, act.who, "FORCED", SURRENDERED, because=act.because)
        return
    country = country_of(act.who)
    there = [
        name
        for name, who in game.units.items()
        if country_of(who.nation) == country != "" and state.place(name) not in (None, SURRENDERED)
    ]
    moves: tuple[tuple[UnitId, Place], ...] = tuple((name, SURRENDERED) for name in there)
    yield LogStep((("ALLYOUT", {"country": act.who, "because": act.because}),), moves)


def _hear_removal(game: Trc, says: Declaration, track: PieceTrack | None) -> Eliminate:
    return Eliminate(says["u"], says["because"])


def _eliminate(game: Trc, state: State, act: Eliminate) -> Iterator[LogStep]:
    box = PARTISANS if act.unit in game.partisans else POOL
    yield put(game, state, act.unit, "REMOVED", box, because=act.because)


_BECAUSE = (Literal("because"), word("because", "a rule number", NUMBER))
_BY = Maybe("by", (word("by", "a side", "axis|russian"),), lambda act: act.by)
LOSS = Act(RecordSyntax("lose", Lose, "13", (battle(), unit(), _BY)), (_LOSS,), _hear_loss, _lose, declared)
BACK = Act(
    RecordSyntax("retreat", Retreat, "13", (battle(), unit(), Path(least=1, until=("off",)), Flag("off", "off"))),
    (RETREAT_LINE,),
    _hear_retreat,
    _retreat,
    _can_retreat,
)
SURRENDER = Act(
    RecordSyntax("surrender", Surrender, "12", (word("who", "a unit or a country", "[a-z0-9-]+"), *_BECAUSE)),
    _SURRENDERS,
    _hear_surrender,
    _surrender,
)
ELIMINATE = Act(RecordSyntax("eliminate", Eliminate, "17", (unit(), *_BECAUSE)), (_REMOVED,), _hear_removal, _eliminate)
