"""Units that come onto the map, or go over it by a key, in the opponent's phase: who did that is told."""

from __future__ import annotations

from trc_module.games.trc.data import Trc
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import spaced
from trc_module.rules.interpretation import PieceTrack
from trc_module.rules.state import Place
from trc_module.sentence import Sentence


def out_of_turn(game: Trc, clock: Clock, track: PieceTrack) -> Finding | None:
    """Return the finding on a unit that is put onto the map in the opponent's phase, and not by the opponent.

    None where it is its side's phase, where it is set up or a partisan, which is told as such, where nobody knows who
    did it, or where the opponent did, who may handle his own units alone (2.1a).
    """
    if isinstance(track.goal, str | None) or track.by is None or track.unit in game.partisans:
        return None
    if track.start == game.start_box or clock.side in (game.side_of[track.unit], track.by):
        return None
    start, goal = _name(game, track.start), _name(game, track.goal)
    text = Sentence(
        "{unit} was put from {start} to {goal} by the {by} player in the {phase} ",
        track.unit,
        start,
        goal,
        track.by.capitalize(),
        clock.phase_words,
    )
    return violation(
        "4.0a",
        Sentence("{text}phase of the {side} player.", text, clock.side.capitalize()),
        units=(track.unit,),
        hexes=(goal,),
    )


def _name(game: Trc, place: Place | None) -> str:
    if place is None:
        return "beside the map"
    return Sentence("the box '{place}'", spaced(place)) if isinstance(place, str) else game.hex_name(place)
