"""Saving of a position that was tried on the page: as a record, or as a log that VASSAL opens."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from trc_module.app.asking import AskedQuestion, Teller
from trc_module.app.correcting import erratum
from trc_module.app.mailing import in_the_order_of_the_page
from trc_module.app.opened import OpenGame
from trc_module.app.rulings import rulings_file
from trc_module.disk_cache import cache_root
from trc_module.errors import UserError
from trc_module.files import read_input
from trc_module.module.compose import compose
from trc_module.printable import as_heading
from trc_module.replay.whole import Whole
from trc_module.report.sentences import told_acts
from trc_module.rules.actions import Move
from trc_module.rules.places import Trail
from trc_module.rules.record import NumberedLine, Record, record_text
from trc_module.rules.state import State
from trc_module.vassal.commands import Chat
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.saves import make_step, read_saved_game, write_saved_game
from trc_module.version import __version__

PUZZLE, PUZZLER = "puzzle:", "Puzzle"
"""The word in a log's chat before the question of a puzzle, and the name under which it is asked."""
LONGEST_QUESTION = 500
"""Letters of a question."""


def record(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return the position that was tried, as a record that `trc-module check` reads."""
    asked = AskedQuestion(game, fields)
    tried = Record(game.audit.log.parts.game, asked.state())
    text = f"# Tried on the page, from step {asked.step} of {_names(game)}.\n{record_text(tried)}"
    return f"{_stem(game)}-tried.game", text.encode()


def log(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return a log for VASSAL that begins with the position of the step and drags the units to where they were put."""
    asked = AskedQuestion(game, fields)
    parts = game.audit.log.parts
    start = game.positions.at(asked.step)
    moves, state = [], start
    for unit, place in asked.edits():
        at = state.place(unit)
        if at is None or isinstance(at, str) or place is None or isinstance(place, str):
            # No drag from hex to hex: it is there from the beginning.
            start = game.questions.put(start, unit, place)
        else:
            moves.append(Move(unit, Trail((at, place), frozenset({0}))))
        state = game.questions.put(state, unit, place)
    if any(start.place(move.unit) != move.trail.hexes[0] for move in moves[:1]):
        moves, start = [], asked.state()
    return f"{_stem(game)}-tried.vlog", _composed(game, start, moves, parts)


def _composed(game: OpenGame, start: State, moves: list[Move], parts: Any) -> bytes:
    lines = tuple(NumberedLine(number, move) for number, move in enumerate(moves, 1))
    tried = Record(parts.game, start, lines)
    with tempfile.TemporaryDirectory(prefix="trc-module-") as folder:
        path = Path(folder) / "tried.vlog"
        compose(parts, tried, path, __version__, declared=False)
        return path.read_bytes()


def clean(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return the last log without names and passwords, as `trc-module scrub` writes it."""
    from trc_module.vassal.scrub import write_scrubbed

    path = game.audit.chain.links[-1].execution.log.path
    with tempfile.TemporaryDirectory(prefix="trc-module-") as folder:
        target = Path(folder) / path.name
        write_scrubbed(path, target)
        return f"{_plain(path.stem)}-clean{path.suffix}", target.read_bytes()


def original(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return the last log as VASSAL saved it: the one that is mailed."""
    path = game.audit.chain.links[-1].execution.log.path
    return f"{_plain(path.stem)}{path.suffix}", read_input(path)


def cut(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return the game up to a step, as a log from which it can go on otherwise."""
    from trc_module.replay.whole import until

    step = AskedQuestion(game, fields).step
    if not step:
        raise UserError("Choose a step first: all that follows it is left out.")
    return f"{_stem(game)}-step-{step}.vlog", _log_file(until(game.audit.chain, step))


def puzzle(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return the position as a log that begins with it and asks a question; whoever opens it tries an answer."""
    asked = AskedQuestion(game, fields)
    words = " ".join(asked.word("words").split())[:LONGEST_QUESTION]
    if not words:
        raise UserError("Write the question of the puzzle first.")
    content = _composed(game, asked.state(), [], game.audit.log.parts)
    with tempfile.TemporaryDirectory(prefix="trc-module-") as folder:
        path = Path(folder) / "puzzle.vlog"
        path.write_bytes(content)
        saved = read_saved_game(path)
        steps = (make_step([Chat(f"<{PUZZLER}> - {PUZZLE} {words}")]), *saved.steps)
        data = saved.save_data or Metadata()
        write_saved_game(path, saved.initial, steps, save_data=data, module_data=saved.module_data)
        return f"{_stem(game)}-puzzle.vlog", path.read_bytes()


def picture(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return the position after a step as a picture, about the hexes that are named."""
    asked = AskedQuestion(game, fields)
    names = [name for name in asked.words("hexes") if name]
    return f"{_stem(game)}-step-{asked.step}.png", _picture(game, asked.step, names)


def page(game: OpenGame, fields: Mapping[str, Any]) -> tuple[str, bytes]:
    """Return a page for others with a picture: of a finding, by its number, or of the part of a turn at a step."""
    # What draws is a third of the memory of an app that has opened nothing.
    from trc_module.report.share import Shared, share_page

    asked, tell = AskedQuestion(game, fields), Teller(game, fields)
    language = asked.word("lang")
    number = fields.get("finding")
    step, names, heading = asked.step, [name for name in asked.words("hexes") if name], ""
    parts: list[Shared] = []
    if isinstance(number, int):
        ordered = in_the_order_of_the_page(game)
        if not 0 <= number < len(ordered):
            raise UserError("There is no such finding in this game.")
        noted = ordered[number]
        (told,) = tell.findings((noted.finding,))
        step, names = (noted.steps[-1] if noted.steps else 0), list(noted.finding.hexes)
        heading = f"{told['verdict']} {told['rule']}"
        parts.append(Shared(heading, [each for each in (told["words"], told["legal"], noted.act) if each]))
    clock = game.positions.at(step).clock
    sentences = [
        each.words
        for each in told_acts(game.audit, tell.tongue)
        if each.clock.part_text == clock.part_text and (each.steps[-1] if each.steps else 0) <= step
    ]
    parts.append(Shared(as_heading(clock.words), sentences))
    shown = _picture(game, step, names)
    content = share_page(heading or game.audit.log.parts.game.title, clock.words, shown, parts, language or "en")
    return f"{_stem(game)}-step-{step}.html", content.encode()


def _picture(game: OpenGame, step: int, names: list[str]) -> bytes:
    from trc_module.report.share import moment_picture

    return moment_picture(game.audit, game.timeline, step, names, cache_root() / "map")


def _log_file(made: Whole) -> bytes:
    with tempfile.TemporaryDirectory(prefix="trc-module-") as folder:
        path = Path(folder) / "cut.vlog"
        write_saved_game(path, made.initial, made.steps, save_data=made.save_data, module_data=made.module_data)
        return path.read_bytes()


def _stem(game: OpenGame) -> str:
    return _plain(game.audit.chain.links[-1].execution.log.path.stem)


def _plain(text: str) -> str:
    """Return a name that may stand in a header: letters, digits and a few signs of ASCII."""
    kept = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_.") else "-" for sign in text)
    return kept.strip("-.")[:80] or "game"


def _names(game: OpenGame) -> str:
    chain = game.audit.chain
    return ", ".join(_plain(chain.name(index)) for index in range(len(chain.links)))


FORMS: Mapping[str, Callable[[OpenGame, Mapping[str, Any]], tuple[str, bytes]]] = {
    "record": record,
    "log": log,
    "clean": clean,
    "original": original,
    "cut": cut,
    "puzzle": puzzle,
    "picture": picture,
    "page": page,
    "rulings": rulings_file,
    "erratum": erratum,
}
