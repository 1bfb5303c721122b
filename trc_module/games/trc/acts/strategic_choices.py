"""Strategic choices (28.6), and what they bring: extra dice, and the Siberian army."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations import ANYBODY, ONCE, OWNER, Declaration, Field, Verb
from trc_module.games.trc.boxes import SIBERIA
from trc_module.games.trc.data import SIDES, Trc
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep, PieceTrack
from trc_module.rules.record.grammar import Maybe, RecordSyntax, die, hex_, unit, word
from trc_module.rules.state import State, UnitId
from trc_module.systems.acts import Act
from trc_module.systems.common_acts import AT, BY, UNIT, line

DISTRACTION, REACTION, SELLOUT = "mediterranean-distraction", "russian-reaction", "italian-sellout"
GAMBIT, TUNISIA, BULGE = "japanese-gambit", "tunisia", "bulge"
CHOICES = (DISTRACTION, REACTION, SELLOUT, GAMBIT, TUNISIA, BULGE)
YES, NO = "yes", "no"
BLACK_SEA, ASTRAKHAN = "black-sea", "astrakhan"
"""The sources of extra replacements."""
FACTORS = "siberia factors"
"""The counter of all combat factors that were ever sent to Siberia."""
DECEMBER_1941 = 4
"""The turn from which units are sent there."""


@dataclass(frozen=True, slots=True)
class SealChoice(Action):
    """Make a strategic choice without telling it, by the hash of the choice, its answer and a secret word."""

    side: str
    choice: str
    seal: str


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Make a strategic choice, or show one that was sealed, with the word that was hashed with it."""

    side: str
    choice: str
    answer: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class ExtraDie(Action):
    """Roll a die for extra Russian replacements."""

    source: str
    die: int


@dataclass(frozen=True, slots=True)
class ToSiberia(Action):
    """Send a Russian replacement unit to Siberia."""

    unit: UnitId


@dataclass(frozen=True, slots=True)
class Recall(Action):
    """Bring a unit back from Siberia, where replacements come in."""

    unit: UnitId
    hex: Hex


_MADE = (
    Field("side", "$Side$", "the side whose choice it is"),
    Field("choice", "$Choice$", "the choice, by its name in options.toml"),
)
_SEALED = Verb(
    "SEALCHOICE",
    "A strategic choice is made and kept hidden (28.6).",
    (*_MADE, Field("seal", "$Seal$", "the SHA-256 of name, answer and a secret word, with a blank between each"), BY),
    "D29",
    ANYBODY,
)
_CHOSEN = Verb(
    "CHOICE",
    "A strategic choice is made, or one that was hidden is shown (28.6).",
    (
        *_MADE,
        Field("answer", "$Answer$", "'yes' or 'no'"),
        Field("word", "$Word$", "the secret word that was hashed with it", required=False),
        BY,
    ),
    "D29",
    ANYBODY,
)
_EXTRA_DIE = Verb(
    "EXTRADIE",
    "A die for extra Russian replacements is rolled (28.6).",
    (
        Field("source", "$Source$", "'black-sea' or 'astrakhan'"),
        Field("die", "$result$", "what the die shows, 1 to 6"),
        BY,
    ),
    "D19",
    ANYBODY,
)


def _known(says: Declaration) -> bool:
    return says["side"] in SIDES and says["choice"] in CHOICES


def _hear_sealed(game: Trc, says: Declaration, track: PieceTrack | None) -> SealChoice | None:
    return SealChoice(says["side"], says["choice"], says["seal"]) if _known(says) else None


def _hear_chosen(game: Trc, says: Declaration, track: PieceTrack | None) -> Choose | None:
    known = _known(says) and says["answer"] in (YES, NO)
    return Choose(says["side"], says["choice"], says["answer"], says.get("word") or "") if known else None


def _hear_die(game: Trc, says: Declaration, track: PieceTrack | None) -> ExtraDie | None:
    return ExtraDie(says["source"], says.number("die")) if says["source"] in (BLACK_SEA, ASTRAKHAN) else None


def _hear_recalled(game: Trc, says: Declaration, track: PieceTrack | None) -> Recall | None:
    # A player who says so before the unit has come names the box; where it then goes the log says by itself.
    at = game.board.grid.find(says.get("at") or "")
    return None if at is None else Recall(says["u"], at)


def _say_sealed(game: Trc, state: State, act: SealChoice) -> Iterator[LogStep]:
    yield line("SEALCHOICE", side=act.side, choice=act.choice, seal=act.seal)


def _say_chosen(game: Trc, state: State, act: Choose) -> Iterator[LogStep]:
    yield line("CHOICE", side=act.side, choice=act.choice, answer=act.answer, word=act.word)


def _say_die(game: Trc, state: State, act: ExtraDie) -> Iterator[LogStep]:
    yield line("EXTRADIE", source=act.source, die=str(act.die))


def _say_sent(game: Trc, state: State, act: ToSiberia) -> Iterator[LogStep]:
    yield LogStep((("SIBERIA", {"u": act.unit, "at": ""}),), ((act.unit, SIBERIA),))


def _say_recalled(game: Trc, state: State, act: Recall) -> Iterator[LogStep]:
    yield LogStep((("RECALL", {"u": act.unit, "at": game.hex_name(act.hex)}),), ((act.unit, act.hex),))


_SIDE = word("side", "axis or russian", "axis|russian")
_CHOICE = word("choice", "a strategic choice (28.6)", "|".join(CHOICES))
_SEAL = word("seal", "a SHA-256 in hexadecimal", "[0-9a-f]{64}")
_WORD = Maybe("word", (word("word", "the word that was hashed", r"\w+"),), lambda act: act.word)
SEAL_CHOICE = Act(
    RecordSyntax("seal-choice", SealChoice, "28", (_SIDE, _CHOICE, _SEAL)), (_SEALED,), _hear_sealed, _say_sealed
)
CHOOSE = Act(
    RecordSyntax("choose", Choose, "28", (_SIDE, _CHOICE, word("answer", "yes or no", "yes|no"), _WORD)),
    (_CHOSEN,),
    _hear_chosen,
    _say_chosen,
)
EXTRA_DIE = Act(
    RecordSyntax(
        "extra-die", ExtraDie, "28", (word("source", "black-sea or astrakhan", "black-sea|astrakhan"), die("die"))
    ),
    (_EXTRA_DIE,),
    _hear_die,
    _say_die,
)
TO_SIBERIA = Act(
    RecordSyntax("to-siberia", ToSiberia, "28", (unit(),)),
    (Verb("SIBERIA", "A Russian replacement unit is sent to Siberia (28.6).", (UNIT, AT, BY), "D19", OWNER, ONCE),),
    lambda game, says, track: ToSiberia(says["u"]),
    _say_sent,
)
RECALL = Act(
    RecordSyntax("recall", Recall, "28", (unit(), hex_("hex"))),
    (
        Verb(
            "RECALL",
            "A unit has come back from Siberia to where replacements come in (28.6).",
            (UNIT, AT, BY),
            "D19",
            OWNER,
            ONCE,
        ),
    ),
    _hear_recalled,
    _say_recalled,
)
