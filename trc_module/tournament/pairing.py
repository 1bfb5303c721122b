"""Pairing of a round, by the system of the tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from trc_module.errors import UserError
from trc_module.tournament.brackets import climbed, first_knock_out, ladder_pairs, next_knock_out, robin_pairs
from trc_module.tournament.folder import Tournament
from trc_module.tournament.pairings import DRAW, FILE, Pairing
from trc_module.tournament.results import Result, table_of
from trc_module.tournament.seats import Sides, read_bids, with_bids
from trc_module.tournament.settings import System
from trc_module.tournament.standings import standings_of
from trc_module.tournament.swiss import Pair, swiss_pairs


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a pairing beside the system's rules."""

    challenges: tuple[Pair, ...] = ()
    """On a ladder: who challenges whom."""
    open_as_draws: bool = False
    """Whether games that go on count as half won, for the pairing alone."""


def next_round(tournament: Tournament, results: Sequence[Result], wanted: Wanted) -> list[Pairing]:
    """Return the pairings of the next round.

    Raises:
        UserError: The tournament is over, a game of the last round goes on, or there is no such round.
    """
    number = tournament.rounds + 1
    settings = tournament.settings
    if settings.rounds and number > settings.rounds:
        raise UserError(f"All {settings.rounds} rounds of the tournament are paired.")
    if wanted.challenges and settings.system != "ladder":
        raise UserError(f"--challenge is for a ladder; the tournament's system is {settings.system}.")
    if len(_playing(tournament, number)) < 2:
        raise UserError(f"Fewer than two players take part in round {number}.")
    pairs = _PAIRED[settings.system](tournament, results, number, wanted)
    if not pairs:
        raise UserError(f"There is no round {number}: the last one is played.")
    sides = Sides.of(f"{settings.name}\n{number}", tournament.pairings)
    bids = read_bids(tournament.folder, settings, tournament.players, number)
    found = []
    for table, (one, other) in enumerate(pairs, 1):
        players, bid = (one, other), None
        if other and (settings.system != "round-robin" or one in bids or other in bids):
            players, bid = with_bids(settings, sides, one, other, bids)
        sides.count(players)
        found.append(Pairing(f"{number}.{table}", number, players, bid))
    return found


def _playing(tournament: Tournament, number: int) -> list[str]:
    return [each.name for each in tournament.players.all if each.plays(number)]


def _expect_over(tournament: Tournament, results: Sequence[Result], *, drawn: bool) -> None:
    """Refuse to pair while games go on."""
    going = [each.pairing for each in results if each.is_open]
    if going and not drawn:
        names = ", ".join(f"{each.game} ({' and '.join(each.players)})" for each in going[:5])
        more = f" and {len(going) - 5} more" if len(going) > 5 else ""
        path = tournament.folder / FILE
        raise UserError(
            f"{path}, line {going[0].line}: no result yet of {names}{more}. Enter them, or say --open-as-draws to pair "
            "as if these games were drawn."
        )


def _met(tournament: Tournament) -> set[frozenset[str]]:
    return {frozenset(each.players) for each in tournament.pairings if not each.is_bye}


def _swiss(tournament: Tournament, results: Sequence[Result], number: int, wanted: Wanted) -> list[Pair]:
    _expect_over(tournament, results, drawn=wanted.open_as_draws)
    if wanted.open_as_draws:
        results = [_drawn(each) if each.is_open else each for each in results]
    table = table_of(tournament, results)
    first = {name: place for place, name in enumerate(tournament.names)}
    ranked = sorted(_playing(tournament, number), key=lambda player: (-table.points[player], first[player]))
    byes = {"".join(each.players) for each in tournament.pairings if each.is_bye}
    sides = Sides.of("", tournament.pairings)
    met = _met(tournament)
    found = swiss_pairs(ranked, table.points, met, byes, sides)
    if found is None:
        raise UserError(
            f"There is no round {number} in which nobody meets anybody twice: end the tournament with round "
            f"{number - 1}, or write the pairings of round {number} into {tournament.folder / FILE}."
        )
    return found


def _drawn(result: Result) -> Result:
    return Result(result.pairing, DRAW, "", result.points, result.turn, "", result.game)


def _robin(tournament: Tournament, results: Sequence[Result], number: int, wanted: Wanted) -> list[Pair]:
    return robin_pairs(_playing(tournament, 1), number, tournament.settings.cycles)


def _knock_out(tournament: Tournament, results: Sequence[Result], number: int, wanted: Wanted) -> list[Pair]:
    if number == 1:
        return first_knock_out(_playing(tournament, 1))
    _expect_over(tournament, results, drawn=False)
    winners = []
    for each in results:
        if each.pairing.round == number - 1:
            won = "".join(each.pairing.players) if each.pairing.is_bye else each.who_won(tournament.settings.sides)
            if not won:
                path, game = tournament.folder / FILE, each.pairing
                told = (
                    f"game {game.game} of a knock-out is drawn: it needs a winner to go on, by a ruling or a new game"
                )
                raise UserError(f"{path}, line {game.line}: {told}.")
            winners.append(won)
    return next_knock_out(winners)


def ladder_of(tournament: Tournament, results: Sequence[Result], until: int | None = None) -> list[str]:
    """Return the ladder after a round, by default after the last one."""
    order = list(tournament.names)
    for number in range(1, (tournament.rounds if until is None else until) + 1):
        won: Counter[str] = Counter()
        for each in results:
            winner = each.who_won(tournament.settings.sides)
            if each.pairing.round == number and winner:
                won[winner] += 1
                won[each.pairing.opponent_of(winner)] -= 1
        order = climbed(order, won)
    return order


def _ladder(tournament: Tournament, results: Sequence[Result], number: int, wanted: Wanted) -> list[Pair]:
    playing = set(_playing(tournament, number))
    order = [player for player in ladder_of(tournament, results) if player in playing]
    going = {frozenset(each.pairing.players) for each in results if each.is_open}
    most = tournament.settings.rating.against_one
    count = Counter(frozenset(each.players) for each in tournament.pairings)
    met = going | {pair for pair, games in count.items() if most is not None and games >= most}
    last = {frozenset(each.players) for each in tournament.pairings if each.round == number - 1}
    challenges = [_challenge(tournament, order, each, going) for each in wanted.challenges]
    taken = [player for pair in challenges for player in pair]
    twice = next((player for player in taken if taken.count(player) > 1), None)
    if twice is not None:
        raise UserError(f"'{twice}' is in two challenges of one round.")
    return ladder_pairs(order, met | last, challenges)


def _challenge(tournament: Tournament, order: Sequence[str], pair: Pair, going: set[frozenset[str]]) -> Pair:
    """Return a challenge: who challenges is below, and within reach."""
    lower, upper = (tournament.players.named(name).name for name in pair)
    for player in (lower, upper):
        if player not in order:
            raise UserError(f"'{player}' does not take part in this round.")
    apart = order.index(lower) - order.index(upper)
    reach = tournament.settings.limits.reach
    if apart <= 0:
        raise UserError(f"'{lower}' stands above '{upper}' and cannot challenge downwards.")
    if reach is not None and apart > reach:
        raise UserError(f"'{upper}' stands {apart} places above '{lower}', and a challenge reaches {reach}.")
    if frozenset((lower, upper)) in going:
        raise UserError(f"A game of '{lower}' and '{upper}' goes on already.")
    return lower, upper


_PAIRED: dict[System, Callable[[Tournament, Sequence[Result], int, Wanted], list[Pair]]] = {
    "swiss": _swiss,
    "round-robin": _robin,
    "knock-out": _knock_out,
    "ladder": _ladder,
}


def places(tournament: Tournament, results: Sequence[Result]) -> list[str]:
    """Return the players in the order of the standings: on a ladder that of the ladder."""
    if tournament.settings.system == "ladder":
        return ladder_of(tournament, results)
    return [each.player for each in standings_of(table_of(tournament, results), tournament.settings.tie_breaks)]
