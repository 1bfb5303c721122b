"""Letters: one for each player and game of a round, in the player's language, without addresses; nothing is sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from trc_module.errors import UserError
from trc_module.files import expect_own_page, write_file
from trc_module.printable import printable
from trc_module.report.environment import filled
from trc_module.report.rulings import RULED_UPON, Found
from trc_module.tournament.files import file_name
from trc_module.tournament.findings import ByGame
from trc_module.tournament.folder import Tournament
from trc_module.tournament.pairings import DRAW, Pairing
from trc_module.tournament.players import Player
from trc_module.tournament.results import LOG, Result
from trc_module.tournament.settings import exact
from trc_module.tournament.sheets import standing_rows
from trc_module.tournament.words import Words, words_of

_MARK = b"<!-- tournament letter -->"


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter, as text and pages show it alike."""

    language: str
    title: str
    greeting: str
    lines: tuple[str, ...]
    """Game, side, bid, deadline, and what has come of the game."""
    findings: tuple[tuple[str, str, tuple[str, ...]], ...]
    """What, the sentence, and what is to be said of it."""
    found: str
    """The heading of the findings, '' where the game has no logs."""
    note: str
    """What findings mean; or that there are none."""
    pairings: tuple[str, tuple[str, ...]]
    standings: tuple[str, tuple[tuple[str, str, str], ...]]

    def text(self) -> str:
        """Return the letter as text."""
        parts = ["\n".join((self.title, "=" * len(self.title))), self.greeting, "\n".join(self.lines)]
        if self.found:
            parts.append("\n".join((self.found, "-" * len(self.found))))
            for what, sentence, more in self.findings:
                parts.append("\n".join((f"* {what}", f"  {sentence}", *(f"  {line}" for line in more))))
            parts.append(self.note)
        heading, rows = self.pairings
        parts.append("\n".join((heading, "-" * len(heading), *rows)))
        heading, standings = self.standings
        if standings:
            wide = max(len(player) for _, player, _ in standings)
            lines = (f"{place:>3}  {player:{wide}}  {points}" for place, player, points in standings)
            parts.append("\n".join((heading, "-" * len(heading), *lines)))
        return "\n\n".join(parts) + "\n"


def write_letters(
    tournament: Tournament,
    results: Sequence[Result],
    found: ByGame,
    folder: Path,
    number: int,
    only: str | None,
    *,
    as_html: bool,
    today: date,
) -> list[Path]:
    """Write the letters of a round into a folder, and return their files.

    Raises:
        UserError: The round is not paired, or the folder cannot be written.
    """
    these = [each for each in results if each.pairing.round == number]
    if not these:
        raise UserError(f"Round {number} is not paired yet: 'trc-module tournament pair' does that.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"'{folder}': expected a folder to write into ({error.strerror}).") from None
    desk = _Desk(tournament, results, found, number, today)
    written = []
    for result in these:
        for player in filter(None, result.pairing.players):
            if only is not None and player != only:
                continue
            letter = desk.letter(result, tournament.players.named(player))
            path = folder / file_name(f"{result.pairing.game}-{player}", "html" if as_html else "txt")
            if as_html:
                expect_own_page(path, _MARK)
                content = f"{filled('tournament-letter.html', letter=letter)}\n{_MARK.decode()}\n"
            else:
                content = letter.text()
            write_file(path, content.encode())
            written.append(path)
    return written


class _Desk:
    """Writes the letters of a round; what all of them tell is made once for each language."""

    def __init__(
        self, tournament: Tournament, results: Sequence[Result], found: ByGame, number: int, today: date
    ) -> None:
        self._tournament = tournament
        self._round = [each.pairing for each in results if each.pairing.round == number]
        self._found = found
        self._number = number
        self._today = today
        self._standings = tuple(
            (str(row["place"]), printable(row["player"]), f"{row['points']:g}")
            for row in standing_rows(tournament, results)
        )
        self._over = any(not each.is_open for each in results)

    def letter(self, result: Result, player: Player) -> Letter:
        """Return the letter to a player of a game."""
        settings = self._tournament.settings
        words = words_of(player.language or settings.language, settings.game)
        shown = [each for each in self._found.get(result.pairing.game, ()) if each.verdict in RULED_UPON]
        note = (
            "A violation rests on the rulebook and on data that were read off the printed game; a doubt does not, and "
            "is no accusation."
        )
        return Letter(
            language=words.language,
            title=printable(words.say("{tournament}, round {n}", tournament=settings.name, n=self._number)),
            greeting=printable(words.say("Dear {player},", player=player.name)),
            lines=tuple(map(printable, self._lines(words, result, player))),
            findings=tuple(self._finding(words, each, result.pairing, player) for each in shown),
            found=words.say("What the audit found in the logs") if result.game is not None else "",
            note=words.say(note if shown else "Nothing that is wrong was found."),
            pairings=(words.say("Pairings of the round"), tuple(self._pairing(words, each) for each in self._round)),
            standings=(words.say("Standings"), self._standings if self._over else ()),
        )

    def _lines(self, words: Words, result: Result, player: Player) -> Iterator[str]:
        settings, pairing = self._tournament.settings, result.pairing
        if pairing.is_bye:
            points = f"{float(exact(settings.points.bye)):g}"
            yield words.say("You have no opponent in this round; it counts {points}.", points=points)
            return
        side = settings.sides[pairing.players.index(player.name)]
        opponent = pairing.opponent_of(player.name)
        told = {"game": pairing.game, "side": words.side(side), "opponent": opponent}
        yield words.say("Game {game}: you play the {side} side against {opponent}.", **told)
        bid = pairing.bid
        if bid is not None and bid.points:
            of = {"side": words.side(bid.side), "n": bid.points, "unit": words.word(settings.bids.unit)}
            yield words.say("{side} was taken for {n} {unit}.", **of)
        elif bid is not None:
            yield words.say("Nothing was paid for the side.")
        yield from self._dates(words, result, player)
        yield self._outcome(words, result, player, opponent)

    def _dates(self, words: Words, result: Result, player: Player) -> Iterator[str]:
        settings = self._tournament.settings
        dates = settings.round_at(result.pairing.round)
        if dates.begins:
            begins = "The round begins on {day}." if dates.begins > self._today else "The round began on {day}."
            yield words.say(begins, day=words.day(dates.begins))
        if dates.ends and dates.ends < self._today and result.is_open:
            late = "It ended on {day}, and the game has no result yet: please say how it stands."
            yield words.say(late, day=words.day(dates.ends))
        elif dates.ends and result.is_open and player.zone:
            zone = {"day": words.day(dates.ends), "zone": player.zone}
            yield words.say("It ends on {day}, at midnight in {zone}.", **zone)
        elif dates.ends and result.is_open:
            yield words.say("It ends on {day}.", day=words.day(dates.ends))
        if settings.limits.answer_days and result.is_open:
            yield words.say("Please answer within {n} days.", n=settings.limits.answer_days)

    def _outcome(self, words: Words, result: Result, player: Player, opponent: str) -> str:
        if result.is_open:
            return words.say("The game goes on.")
        how = words.say(result.by) + (f", {result.why}" if result.why and result.by != LOG else "")
        if result.winner == DRAW:
            return words.say("The game is drawn ({how}).", how=how)
        if result.who_won(self._tournament.settings.sides) == player.name:
            return words.say("You have won ({how}).", how=how)
        return words.say("{opponent} has won ({how}).", opponent=opponent, how=how)

    def _finding(self, words: Words, each: Found, pairing: Pairing, player: Player) -> tuple[str, str, tuple[str, ...]]:
        sides = self._tournament.settings.sides
        who = ""
        if each.by in sides:
            erred = pairing.players[sides.index(each.by)]
            who = words.say("by you") if erred == player.name else words.say("by {opponent}", opponent=erred)
        turn, side, phase = each.when.removeprefix("turn ").split(", ", 2)
        moment = {"n": turn, "side": words.side(side), "phase": words.tongue.place(phase)}
        when = words.say("turn {n}, {side}, {phase}", **moment)
        what = f"{words.say(each.verdict)} {each.rule}{f' {who}' if who else ''}: {when} ({each.at})"
        more = [f"{words.say('By custom')}: {words.sentence(each.remedy)}"] if each.remedy else []
        if each.ruling is None:
            more.append(f"{words.say('No ruling yet')} [{each.fingerprint}]")
        else:
            by = f" ({each.ruling.by})" if each.ruling.by else ""
            more.append(f"{words.say('Ruling')}: {words.say(each.ruling.kind)}{by}: {each.ruling.reason}")
        return printable(what), printable(words.sentence(each.sentence)), tuple(map(printable, more))

    def _pairing(self, words: Words, each: Pairing) -> str:
        if each.is_bye:
            return printable(f"{each.game}  {''.join(each.players)}: {words.say('no opponent')}")
        seats = zip(each.players, self._tournament.settings.sides, strict=True)
        return printable(f"{each.game}  {' - '.join(f'{player} ({words.side(side)})' for player, side in seats)}")
