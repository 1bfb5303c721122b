"""Division of logs into games: a log may begin anew; then it belongs to another game, or a game was begun again."""

from __future__ import annotations

from collections.abc import Sequence

from trc_module.replay.chain import Chain, Link, joined
from trc_module.replay.execution import Execution
from trc_module.rules.clock import Clock


def begins_anew(chain: Chain, number: int) -> str:
    """Say why a log (by its number in the chain, from 0) goes on from none of the logs before it; '' if it does.

    It does not where it begins earlier than the log before it ended, in a position that none of the logs knows; and
    where it begins with the start of the game as the first log does, and goes on otherwise within the first phase. A
    log in the midst of a game that begins as another does was begun again after that one: it belongs to the same game.
    """
    link, first = chain.links[number], chain.links[0]
    if not number or link.adds_nothing:
        return ""
    name = chain.name(number)
    if (
        link.lost
        and link.execution.fingerprints[0] == first.execution.fingerprints[0]
        and _is_start(link)
        and _parts_at_once(chain, link)
    ):
        return f"{name} and {chain.name(link.lost[0].log)} both begin the game, and go on in different ways"
    begins, ended = link.begins, link.ended
    if begins and ended and link.join and not link.replayed and _when(link, begins) < _when(link, ended):
        return (
            f"{name} begins in {begins.words}, but {chain.name(number - 1)} ended in {ended.words}, and no log shows "
            f"the position with which {name} begins"
        )
    return ""


def games_of(chain: Chain) -> list[Chain]:
    """Return the games that the logs of a chain make: each log with those that it goes on from.

    A log that may go on from several games is put to the one that knows its first position, or else to the first.
    """
    if not any(begins_anew(chain, number) for number in range(len(chain.links))):
        return [chain]
    games: list[list[Execution]] = []
    for link in chain.links:
        game = _game_of(games, link.execution)
        if game is None:
            games.append([link.execution])
        else:
            game.append(link.execution)
    return [joined(game) for game in games]


def _game_of(games: Sequence[list[Execution]], execution: Execution) -> list[Execution] | None:
    found = None
    for game in games:
        trial = joined([*game, execution])
        last = trial.links[-1]
        if begins_anew(trial, len(trial.links) - 1):
            continue
        if not last.join:
            return game
        found = found or game
    return found


def _is_start(link: Link) -> bool:
    log = link.execution.log
    return link.begins == log.parts.game.start(log.scenario, frozenset()).clock


def _parts_at_once(chain: Chain, link: Link) -> bool:
    """Tell whether a log that begins with the game goes on otherwise than another within the first phase."""
    parted = link.lost[0]
    other = chain.links[parted.log].execution
    alike = other.fingerprints[0] == link.execution.fingerprints[0]
    return alike and other.clocks[max(parted.step - 1, 0)] == link.begins


def _when(link: Link, clock: Clock | None) -> tuple[int, int]:
    return (0, 0) if clock is None else link.execution.log.parts.game.sequence.order(clock)
