"""What a position remembers of earlier acts, as a record writes it: counters, marks, and traces of hexes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from trc_module.games.trc.data import SIDES
from trc_module.rules.state import Mark, State

SURRENDERED = "surrendered"

COUNTERS = frozenset(
    f"{side} {counter}"
    for side in SIDES
    for counter in ("rail", "invasions", "baltic", "black-sea", "barrage", "unmatched", "vp", "workers")
)
"""The words of `used:`, without those of options."""

MARKS: Mapping[str, str] = {
    "moved": "a unit: it has moved in this phase, nobody knows how",
    "pinned": "a unit: it began this second impulse in an enemy zone of control (8.4)",
    "rolled": "'weather': the die of this turn's weather phase has been rolled",
    "leader-lost": "a nation, 'turn', a turn, the side to play (without it, the enemy), 'impulse', an impulse: "
    "when its leader was lost (11.3)",
    "marker": "a marker and where it stands (2.1)",
    "bid": "the bid for the sides, with its sign (26.8)",
    "surrendered": "a country, 'turn', a turn: when it surrendered (24)",
    "due": "a country that has to surrender in this phase (24.4, 24.5)",
    "won": "a side and the rule by which it has won (25)",
    "over": "a side and the rule by which its victory was claimed rightly",
    "av": "a unit: it took part in an automatic victory this turn (16.2), or, with 'perhaps', may have",
    "invaded": "a unit: it came ashore in an invasion in this impulse (10.3.2, 13.8)",
    "ashore": "a unit: it came ashore in an invasion this turn and is in supply (10.3.2)",
    "railed": "a unit: it has moved by rail in this phase",
    "sailed": "a unit: it has moved by sea in this phase",
    "sunk": "a unit, the place for which it sailed, and the rule that its survival would break (10.4)",
    "arrived": "a unit, or a unit and the box it waited in: it arrived in this impulse (9.2)",
    "owing": "a unit: it had to be lost or to retreat in a battle of this player turn that is over (13.3)",
    "saved": "a unit, and the rule that a removal of it would break: it has come through at sea in this phase (10.4)",
    "rr-convert": "a hex in which an RR Convert marker lies (9.4.6)",
    "undeclared": "'battles': the record does not say who attacks whom in this combat phase; 'victories': enemies "
    "were lost in its movement phase and it does not say why; 'explained': all has been said that can be",
    "battle": "a battle of this impulse: number, attackers and their hexes, 'x', defenders and theirs; then "
    "perhaps air, guns, barrage and odds as in 'attack', 'result' and 'lost', and 'retreat', a unit, its way",
    "triggered": "an event that has happened: 'bulgarian-garrison', 'bulgarian-garrison-1944', 'warsaw-garrison', "
    "'lapland axis' or 'lapland russian' (20.6 to 20.8)",
    "perhaps": "such an event that may have happened, since a way is not known",
    "waiting": "'lapland' and a side: it found every rail hex of the north edge held in a first impulse (20.6)",
    "held": "a unit: it went into the off-map box or the paratroop reserve in this phase (20.1.2)",
    "reserved": "a unit: it came into the paratroop reserve on this turn (18.2)",
    "dropped": "a unit: it has dropped in this game (18.4)",
    "landed": "a unit: it has dropped on this turn (18.3)",
    "replaced": "a unit and where it came in, 'sea' for a port: it was replaced on this turn (21, 22)",
    "withdrawn": "a unit, and '20.9' or '20.10': why it was withdrawn on this turn",
    "south": "'reinforcement' or 'replacement': one has come from the south edge on this turn (20.5, 22.6)",
    "archangel": "the die of Archangel on this turn (22.4)",
    "agreed": "'go-on': the scenario is played on to the end of the campaign (27.0)",
    "lost": "'archangel': the Axis has controlled it (22.4)",
}
"""The first words of `before:`, each with what follows it, without those of options."""

TRACES: Mapping[str, str] = {
    "passed": "rail hexes that the side to play has occupied or passed this turn, with a clear way back (9.4.4)",
    "perhaps-passed": "rail hexes of which nobody knows whether that is so",
    "dragged-over": "rail hexes that it has passed if its counters went where they were dragged, and not beside it",
    "cut-off": "rail hexes that it entered this turn when no clear way led back",
    "converted": "rail hexes that it has stated as converted in this end phase",
    "to-convert": "rail hexes that were its own by the rules when it stated them",
    "changed": "places whose control has changed in this player turn",
    **{
        f"{period}-{holder or 'nobody'}": f"places that have changed hands since this {since} began, when "
        f"{'the ' + holder + ' side' if holder else 'nobody'} controlled them"
        for period, since in (("was", "player turn"), ("began", "impulse"))
        for holder in (*SIDES, "")
    },
    "unsure-control": "places of which nobody knows who controls them, since a way is not known",
    "unsure-rail": "rail hexes of which nobody knows whose they are, since a way is not known",
    "untold-control": "places of which a log that began late has not shown who controls them",
    "untold-rail": "rail hexes of which a log that began late has not shown whose they are",
}
"""The first words of `before:` that hexes follow, each with what it says of them, without those of options."""


def surrendered_on(state: State, country: str) -> int | None:
    """Return the turn on which a country has surrendered, None if it has not."""
    return _surrendered_on(state.marks, country) if state.marks else None


@lru_cache(maxsize=256)
def _surrendered_on(marks: frozenset[Mark], country: str) -> int | None:
    for mark in marks:
        if mark[:2] == ("surrendered", country) and len(mark) == 4 and mark[3].isdecimal():
            return int(mark[3])
    return None
