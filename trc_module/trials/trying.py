"""All trials of a game, one after the other, each a line with what to look at."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from trc_module.errors import UserError
from trc_module.gamespec import read_spec
from trc_module.module.inputs import load_inputs
from trc_module.rules.finder import load_rules
from trc_module.rules.game import Game
from trc_module.rules.record import load_record, try_record
from trc_module.rules.record.reader import FindGame
from trc_module.rules.rulebook.judged import unmet_examples
from trc_module.trials.comparing import compare
from trc_module.trials.crimes import CrimeTold, planted
from trc_module.trials.logs import Logs
from trc_module.trials.play import Played, played

TOLD = 10
"""The faults of a trial that are told one by one."""


@dataclass(frozen=True, slots=True)
class CrimeTrial:
    """One trial: what was tried, what came of it in a line, and what is wrong."""

    name: str
    words: str
    faults: tuple[str, ...] = ()
    """What has to be looked at; nothing if all is as it should be."""
    notes: tuple[str, ...] = ()
    """What is worth to know, and no fault of the game."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How much is tried."""

    seed: int = 1
    games: int = 2
    turns: int = 2
    acts: int = 5000
    """The acts drawn by lot by which two builds are compared."""
    records: int = 1000
    """The changed records by which they are."""


def trials(game: Game, folder: Path, extent: Extent, find: FindGame) -> Iterator[CrimeTrial]:
    """Yield the trials of a game with a folder of data; DataError for data that make no module.

    `find` returns it with the options that an example or a record asks for.
    """
    yield _rules(game)
    yield _examples(game, find)
    yield _records(folder, find)
    games = [played(game, extent.seed + number, extent.turns) for number in range(extent.games)]
    yield _play(games)
    with tempfile.TemporaryDirectory() as place:
        logs = Logs(game, load_inputs(game, folder), Path(place))
        yield _tidy(logs, games)
        # One game is enough to see each kind of line.
        yield _forgotten(logs, games[0])
        yield _untidy(logs, games, extent.seed)
        yield _crimes(game, logs, games, extent.seed)


def against(ours: Game, folder: Path, other: Path, extent: Extent) -> CrimeTrial:
    """Compare the rules of a game with those of the same game in another folder.

    Raises:
        UserError: The folder holds no game, or both builds are packages of one name, which cannot run side by side.
    """
    spec, mine = read_spec(other), read_spec(folder)
    if spec.package and spec.package == mine.package:
        raise UserError(
            f"{other}: expected a package of another name than '{spec.package}', which is that of {folder} too."
        )
    theirs = load_rules(spec, named=True)
    if set(theirs.side_of) != set(ours.side_of):
        raise UserError(f"{other}: expected the units of {folder}: the same game, with other rules.")
    found = compare(
        ours,
        theirs,
        seed=extent.seed,
        games=extent.games,
        turns=extent.turns,
        acts=extent.acts,
        records=extent.records,
    )
    words = (
        f"{found.acts} acts drawn by lot, {found.illegal} of them against one of {len(found.rules)} rules, and "
        f"{found.records} changed records: {_count(len(found.differences), 'difference')}"
    )
    return CrimeTrial(f"against {other}", words, tuple(found.told()))


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _rules(game: Game) -> CrimeTrial:
    rules = game.book.rules
    carried = sum(bool(rule.function) for rule in rules.values())
    return CrimeTrial("rules", f"{len(rules)}, of which {carried} are carried out by a table or a function")


def _examples(game: Game, find: FindGame) -> CrimeTrial:
    faults = [line for rule in game.book.under("") for line in unmet_examples(rule, game.name, find)]
    count = sum(len(rule.examples) for rule in game.book.rules.values())
    return CrimeTrial("examples", f"{count} of the rulebook, {len(faults)} not as they say", tuple(faults[:TOLD]))


def _records(folder: Path, find: FindGame) -> CrimeTrial:
    paths = sorted(folder.glob("*.game"))
    faults, expected = [], 0
    for path in paths:
        tried = try_record(load_record(path, find), str(path))
        expected += tried.expectations
        faults += [f"{path}, {one}" for one in tried.unmet]
    return CrimeTrial(
        "records", f"{len(paths)} with {_count(expected, 'expectation')}, {len(faults)} not met", tuple(faults)
    )


def _play(games: Sequence[Played]) -> CrimeTrial:
    faults = [fault for game in games for fault in game.faults]
    acts = sum(len(game.acts) for game in games)
    return CrimeTrial(
        "self-play", f"{_count(len(games), 'game')}, {acts} acts, {len(faults)} faults", tuple(faults[:TOLD])
    )


def _tidy(logs: Logs, games: Sequence[Played]) -> CrimeTrial:
    faults = [str(finding) for game in games for finding in logs.accused(game.before[0], game.acts)]
    words = f"{_count(len(games), 'log')} of these games composed and audited, {len(faults)} false accusations"
    return CrimeTrial("logs", words, tuple(faults[:TOLD]))


def _forgotten(logs: Logs, game: Played) -> CrimeTrial:
    told = dict(logs.with_one_key_forgotten(game))
    notes = [f"{verb}: {found[0]}" for verb, found in told.items() if found]
    words = f"one key of each of {len(told)} kinds, {len(notes)} times a legal act is called wrong"
    return CrimeTrial("forgotten keys", words, notes=tuple(notes))


def _untidy(logs: Logs, games: Sequence[Played], seed: int) -> CrimeTrial:
    told = [logs.of_an_untidy_player(game, seed + number) for number, game in enumerate(games)]
    notes = [str(finding) for found in told for finding in found]
    words = f"{_count(len(games), 'log')}, {_count(len(notes), 'false accusation')}"
    return CrimeTrial("an untidy player", words, notes=tuple(notes[:TOLD]))


def _crimes(game: Game, logs: Logs, games: Sequence[Played], seed: int) -> CrimeTrial:
    found = planted(game, logs, games, seed)
    counts = Counter(each.told for each in found.values())
    rules = {kind.rule for kind in found}
    words = f"{_count(len(found), 'kind')} planted against {_count(len(rules), 'rule')}: " + ", ".join(
        f"{counts[told]} {told.value}" for told in CrimeTold if counts[told] or told is CrimeTold.NAMED
    )
    notes = (
        f"{kind}: {each.what}: {each.told.value}{f' ({each.instead})' if each.instead else ''}"
        for kind, each in found.items()
        if each.told is not CrimeTold.NAMED
    )
    return CrimeTrial("crimes", words, notes=tuple(notes))
