"""Saves and logs whose archives are sound and whose texts are not."""

from __future__ import annotations

from tests.hostile.case import MB, Case
from tests.hostile.zips import DEFLATED, Row, zipped
from trc_module.vassal.obfuscation import veil

_NONE = "'a.vlog': The saved game holds no command of VASSAL's: its key is wrong, or it is damaged."
_CUT = "'a.vlog': The saved game is cut short or damaged: after its header it should hold only pairs of hex digits."
_FOREIGN = (
    "a.vlog: expected counters laid out as on 'trc-module table 1', found 'no word of it' (module version ): audit it "
    "with the trc-module that built that module."
)
_DEEP = "'a.vlog': command {}: commands are nested more than 200 deep, as VASSAL writes none: it is not read."
_NO_COUNTERS = (
    "a.vlog: it does not name its module, and holds none of the counters of 'The Russian Campaign (trc-module)'. "
    "`trc-module profile MODULE.vmod -o my.toml` drafts one; give it with --profile my.toml."
)


def log(saved: bytes, *others: Row) -> bytes:
    """Return a log with this as its saved game."""
    return zipped([Row(b"savedGame", saved, DEFLATED), *others])


def _case(name: str, tries: str, data: bytes, says: str, command: str = "audit") -> Case:
    return Case(name, tries, (command, "a.vlog"), lambda: {"a.vlog": data}, says, 2 if says else 0, 100 * MB)


def _text(name: str, tries: str, text: str, says: str = _NO_COUNTERS, command: str = "audit") -> Case:
    return _case(name, tries, log(veil(f"begin_save\x1b{text}\x1bend_save")), says, command)


_DATA = b"<data><name>The Russian Campaign (trc-module)</name></data>"
GAMES = (
    _case("no saved game", "an archive without a game", zipped([Row(b"moduledata", b"<data/>")]),
          "'a.vlog' holds no 'savedGame': it is neither a save nor a log of VASSAL's."),
    _case("empty saved game", "a game of no bytes", log(b""), _NONE),
    _case("header alone", "a game that ends behind its key", log(b"!VCSK47"), _NONE),
    _case("key that is none", "a key of other letters", log(b"!VCSKxy00"),
          "'a.vlog': The saved game has no key after '!VCSK': two hex digits should follow."),
    _case("odd digits", "half a byte", log(veil("begin_save")[:-1]), _CUT),
    _case("letters among the digits", "something else than digits", log(veil("begin_save") + b"zz"), _CUT),
    _case("noise", "bytes that are nothing", log(bytes(range(1, 256)) * 9), _NONE),
    _case("noise under the veil", "bytes that are nothing, veiled", log(veil(bytes(range(1, 256)) * 9)), _NONE),
    _case("data that is no XML", "a data sheet of another kind", log(veil("begin_save"), Row(b"moduledata", b"<data")),
          "'moduledata' in 'a.vlog' is not well-formed XML: …"),
    _case("data with entities", "a data sheet that reads a file",
          log(veil("begin_save"), Row(b"moduledata", b'<!DOCTYPE d [<!ENTITY e SYSTEM "/etc/passwd">]><d>&e;</d>')),
          "'moduledata' in 'a.vlog' has a document type declaration, which VASSAL never writes: it is not read."),
    _case("data without end", "a data sheet of 1,001 attributes",
          log(veil("begin_save"), Row(b"moduledata", b"<d %s/>" % b" ".join(b'a%d="1"' % i for i in range(1001)))),
          "'moduledata' in 'a.vlog' has a 'd' with 1001 attributes; it may have 1000."),
    _case("another module's log", "a log of some other game",
          log(veil("begin_save"), Row(b"moduledata", b"<data><name>Chess</name></data>")),
          "a.vlog: it is of the module 'Chess', which has no profile. `trc-module profile MODULE.vmod -o "
          "my.toml` drafts one; give it with --profile my.toml. If it is a game of your own, name the folder that its "
          "folder lies in: --games-path FOLDER."),
    _case("a log without a layout", "a log of an unknown build of our module",
          log(veil("begin_save"), Row(b"moduledata", _DATA)), _FOREIGN),
    _text("a game of delimiters", "300,001 commands in as many bytes", "\x1b" * 299_999,
          "'a.vlog': the game has 300,001 commands, and at most 300,000 are read; real games "
          "have far less. See with 'trc-module show' what is in it, delete in VASSAL what nobody needs, and "
          "save it anew."),
    _text("steps in steps", "a step within a step, 5,000 deep", "LOG\t" * 5000,
          "'a.vlog': command 2 is a step within a step, which VASSAL does not load."),
    _text("groups in groups", "600 levels of commands", "".join("\\" * level + "\x1b" for level in range(600)),
          _DEEP.format(3)),
    _text("300,000 backslashes", "300,000 backslashes before a delimiter", "\\" * 300_000 + "\x1bx", _DEEP.format(2)),
    _text("traits in traits", "200,000 traits of nothing", "+/1/'" + "\t" * 200_000 + "'/x"),
    _text("apostrophes", "100,000 quotes", "'" * 100_000, _DEEP.format(2)),
    _text("names of brackets", "100,000 brackets in chat", "CHAT" + "<" * 100_000 + ">" * 100_000),
    _text("rolls in chat", "a row of digits in which a roll is looked for", "CHAT" + "1d" * 200_000, "", "show"),
    _text("digits in chat", "a number of 400,000 digits", "CHAT" + "1" * 400_000, "", "show"),
    _text("escapes in chat", "commands to the terminal", "CHAT\x9b2J\x07<\x1b]0;evil\x07> - hi", "", "show"),
    _text("number without end", "a place of 9,000 digits", "+/1/piece;;;a.png;x/Main Map;" + "9" * 9000 + ";1;1"),
    _text("a move of nothing", "a move of a piece that is not there", "MOV/1/Main Map/9/9/null/Main Map/1/1/null/x"),
)  # fmt: skip
