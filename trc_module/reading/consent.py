"""What two players say in chat of a die that is rolled again: that it is, that both want it, that one does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum

from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.state import UnitId
from trc_module.sentence import Sentence

SOON = 2
"""The greatest number of steps after a die at which chat may call it a second throw."""
AGAIN = re.compile(
    r"\b(?:re-?roll\w*|re-?do\w*|do-?over|(?:roll\w*|throw\w*) (?:it )?again|cocked|roll anew|"
    r"test (?:roll|throw|die)|"
    r"(?:for real|the real (?:one|roll|die))|(?:doesn'?t|didn'?t|does not|did not) count|mis-?click\w*|"
    r"double[- ]click\w*|(?:first|second) (?:one|roll|die)? ?counts|ignore (?:it|that|the (?:first|second|last))|"
    r"(?:noch ?mal\w*|noch einmal|erneut|neu) (?:w[üu]rfeln|werfen)|w[üu]rf\w* (?:noch ?mal\w*|noch einmal|neu|erneut)|"
    r"(?:gilt|z[äa]hlt) nicht|auf (?:der )?kante|probewurf|(?:erster?|zweiter?) (?:wurf|w[üu]rfel)? ?(?:gilt|z[äa]hlt)|"
    r"ritir\w*|rilanci\w*|tir\w* (?:di nuovo|ancora)|non vale|di prova|(?:vale|conta) il (?:primo|secondo))\b",
    re.IGNORECASE,
)
"""The words by which chat calls a die a second throw."""
_YES = re.compile(
    r"\b(?:ok|okay|sure|yes|yep|yeah|fine|agreed|go ahead|of course|please do|no (?:problem|worries|objections?)|"
    r"ja|klar|gern\w*|einverstanden|kein problem|meinetwegen|s[iì]|certo|va bene|d'accordo|nessun problema)\b",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(?:no|nope|nein|keep (?:it|that|the)|(?:it|that|the (?:die|roll|first)) stands|let it stand|not ok|"
    r"(?:es|der wurf|das) (?:bleibt|gilt)|resta|rimane|non (?:si )?ritir\w*)\b",
    re.IGNORECASE,
)

_FIRST = re.compile(
    r"\b(?:first (?:one |roll |die )?(?:counts|stands)|double[- ]click\w*|ignore the (?:second|last)|"
    r"erster? (?:wurf |w[üu]rfel )?(?:gilt|z[äa]hlt)|(?:vale|conta) il primo)\b",
    re.IGNORECASE,
)

_SECOND = re.compile(
    r"\b(?:(?:second|last) (?:one |roll |die )?(?:counts|stands)|ignore the first|"
    r"(?:zweiter?|letzter?) (?:wurf |w[üu]rfel )?(?:gilt|z[äa]hlt)|(?:vale|conta) (?:il secondo|l'ultimo))\b",
    re.IGNORECASE,
)


class Word(Enum):
    """What chat says of a die that was rolled again."""

    NONE = ""
    SAID = "said"
    AGREED = "agreed"
    REFUSED = "refused"


def word_on(chat: Iterable[tuple[int, str]], speakers: Mapping[int, str], first: int, last: int) -> Word:
    """Return what chat says of two dice, by their steps, between them or soon after the second.

    The opponent of who speaks of it first may answer; his last answer counts.
    """
    lines = [(step, words) for step, words in chat if first < step <= last + SOON]
    asked = next((n for n, (_, words) in enumerate(lines) if AGAIN.search(words)), None)
    if asked is None:
        return Word.NONE
    who, word = speakers.get(lines[asked][0], ""), Word.SAID
    for step, words in lines[asked + 1 :]:
        if not who or speakers.get(step, who) == who:
            continue
        if _YES.search(words) or (AGAIN.search(words) and not _NO.search(words)):
            word = Word.AGREED
        elif _NO.search(words):
            word = Word.REFUSED
    return word


def first_counts(chat: Iterable[tuple[int, str]], first: int, last: int) -> bool:
    """Tell whether chat says that the first of two dice counts, between them or soon after the second."""
    said = [words for step, words in chat if first < step <= last + SOON]
    return any(map(_FIRST.search, said)) and not any(map(_SECOND.search, said))


def finding_of(word: Word, text: str, units: tuple[UnitId, ...] = ()) -> Finding:
    """Return the finding on a die that was rolled again; `text` says of which, up to a semicolon."""
    match word:
        case Word.AGREED:
            return Finding("log.reroll", Verdict.NOTE, Sentence("{text}both players say so in the chat.", text), units)
        case Word.REFUSED:
            return Finding(
                "log.reroll", Verdict.DOUBT, Sentence("{text}the opponent says no to that in the chat.", text), units
            )
    said = Sentence("{text}the chat says so. The log does not say whether both players agreed to that.", text)
    return Finding("log.reroll", Verdict.UNDECIDED, said, units)
