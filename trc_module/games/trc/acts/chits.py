"""Political chits (28.7), and the die of the heavy bombers that one of them brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations import ANYBODY, Declaration, Field, Verb
from trc_module.games.trc.acts.common import DIE
from trc_module.games.trc.data import SIDES, Trc
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Maybe, RecordSyntax, die, word
from trc_module.rules.state import State
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import BY, line


@dataclass(frozen=True, slots=True)
class DrawChit(Action):
    """Draw a chit unseen, and state the hash of its number and a secret word."""

    side: str
    seal: str


@dataclass(frozen=True, slots=True)
class ShowChit(Action):
    """Show the chit of a side, with the word that was hashed with it."""

    side: str
    chit: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class Bomb(Action):
    """Roll the die of the heavy bombers against the Russian replacements of this turn."""

    die: int


_OWNER = Field("side", "$Side$", "the side whose chit it is")
_DRAWN = Verb(
    "DRAWCHIT",
    "A political chit is drawn unseen (28.7).",
    (_OWNER, Field("seal", "$Seal$", "the SHA-256 of the chit's number, a blank and a secret word"), BY),
    "D29",
    ANYBODY,
)
_SHOWN = Verb(
    "SHOWCHIT",
    "A political chit is shown (28.7).",
    (
        _OWNER,
        Field("chit", "$Chit$", "its number"),
        Field("word", "$Word$", "the secret word that was hashed with it", required=False),
        BY,
    ),
    "D29",
    ANYBODY,
)


def _hear_drawn(game: Trc, says: Declaration, track: PieceTrack | None) -> DrawChit | None:
    return DrawChit(says["side"], says["seal"]) if says["side"] in SIDES else None


def _say_drawn(game: Trc, state: State, act: DrawChit) -> Iterator[LogStep]:
    yield line("DRAWCHIT", side=act.side, seal=act.seal)


def _hear_shown(game: Trc, says: Declaration, track: PieceTrack | None) -> ShowChit | None:
    good = says["side"] in SIDES and says["chit"] in tuple("123456")
    return ShowChit(says["side"], says["chit"], says.get("word") or "") if good else None


def _say_shown(game: Trc, state: State, act: ShowChit) -> Iterator[LogStep]:
    yield line("SHOWCHIT", side=act.side, chit=act.chit, word=act.word)


def _hear_bombers(game: Trc, says: Declaration, track: PieceTrack | None) -> Bomb | None:
    return Bomb(says.number("die")) if says["die"] in tuple("123456") else None


def _say_bombers(game: Trc, state: State, act: Bomb) -> Iterator[LogStep]:
    yield line("BOMBERS", die=str(act.die))


_SIDE = word("side", "axis or russian", "axis|russian")
DRAW = Act(
    RecordSyntax("draw-chit", DrawChit, "28", (_SIDE, word("seal", "a SHA-256 in hexadecimal", "[0-9a-f]{64}"))),
    (_DRAWN,),
    _hear_drawn,
    _say_drawn,
)
SHOW = Act(
    RecordSyntax(
        "show-chit",
        ShowChit,
        "28",
        (
            _SIDE,
            word("chit", "the number of a chit, 1 to 6", "[1-6]"),
            Maybe("word", (word("word", "the word that was hashed", r"\w+"),), lambda act: act.word),
        ),
    ),
    (_SHOWN,),
    _hear_shown,
    _say_shown,
)
BOMBERS = Act(
    RecordSyntax("bombers", Bomb, "28", (die(),)),
    (Verb("BOMBERS", "The die of the heavy bombers is rolled (28.7).", (DIE, BY), "D19", ANYBODY),),
    _hear_bombers,
    _say_bombers,
)
