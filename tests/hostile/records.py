"""Game records that are no records, given to `check`."""

from __future__ import annotations

from tests.hostile.case import MB, Case
from trc_module.gamespec import game_names

_START = b"game: trc\nat: turn 2 axis impulse 1 movement clear\non P20: ger-41-pz\n"


_LONG = "a.game, line {}: expected a line of at most 20000 characters."
_HEADER = "a.game, line 1: expected 'game:' and the name of a game in the header."


def _case(name: str, tries: str, data: bytes, says: str) -> Case:
    return Case(name, tries, ("check", "a.game"), lambda: {"a.game": data}, says, 2, 100 * MB)


RECORDS = (
    _case("empty record", "no line at all", b"",
          _HEADER),
    _case("record of bytes", "bytes that are not text", bytes(range(128, 256)),
          "a.game: expected a game record in UTF-8, found other bytes at place 0."),
    _case("record of an archive", "a log in place of a record", b"PK\x03\x04" + bytes(99),
          "a.game: expected a game record, found an archive such as VASSAL's logs: 'trc-module audit' judges a log, "
          "'trc-module record' makes a record of it."),
    _case("record of zeros", "characters of no width", b"\0" * 1000,
          _HEADER),
    _case("record of another game", "an unknown game", b"game: ../../etc/passwd\n",
          "a.game, line 1: expected a game that we know (There is no game '../../etc/passwd'; expected one of "
          f"{', '.join(game_names())}.), found '../../etc/passwd'."),
    _case("long line", "a line of a million words", _START + b"move " + b"P20 " * 1_000_000,
          _LONG.format(4)),
    _case("long word", "a word of a million letters", _START + b"move " + b"a" * 1_000_000,
          _LONG.format(4)),
    _case("large turn", "a turn of 9,000 digits",
          b"game: trc\nat: turn " + b"9" * 9000 + b" axis impulse 1 movement clear\n",
          "a.game, line 2: expected a turn, found '9999…"),
    _case("large die", "a die of 9,000 digits", _START + b"roll 1: " + b"9" * 9000 + b" 3-1 DR\n",
          "a.game, line 4: expected a die, found '9999…"),
    _case("dashes", "a unit of 100,000 dashes", _START + b"move a" + b"-a" * 100_000 + b"- P20 P19\n",
          _LONG.format(4)),
    _case("colons", "a line of 100,000 colons", b"game: trc\n" + b":" * 100_000,
          _LONG.format(2)),
)  # fmt: skip
