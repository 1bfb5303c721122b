"""The notation of combat orders, read and written.

    turn 3 axis impulse 1
    C10: 2-1 by 4i,6i,7i A1/EX 7i  AR 7i to B12; 4i,6i to A11  DR: B9

A battle is one line: the hexes attacked (`C10+C11`), the odds, perhaps the attackers (`by`), the headquarters whose
aircraft help (`air`), the artillery (`guns`) and the word `barrage` (26.7), then for each result its answer: who is
lost, and who goes where (`to B12`, or step by step `to A12-B12`). A hex alone is where all defenders go. Results with
the same answer stand together (`A1/EX`). `?` leaves an answer open, `open` those of the whole battle. `#` starts a
comment. A line that begins with a blank continues the line before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from trc_module.errors import UserError
from trc_module.games.trc.orders.values import RESULTS, Answer, BattleOrder, Orders, RetreatWay
from trc_module.rules import odds

_HEADER = re.compile(r"turn\s+(\d{1,2})\s+(axis|russian)\s+impulse\s+([12])", re.IGNORECASE)
_BATTLE = re.compile(r"(?P<hexes>[A-Za-z]{1,2}\d{1,2}(?:\s*\+\s*[A-Za-z]{1,2}\d{1,2})*)\s*:\s*(?P<rest>.*)", re.DOTALL)
_ODDS = re.compile(r"(\d{1,3})\s*[-:]\s*(\d{1,3})(?=\s|$)")
_RESULT = "|".join(RESULTS)
_CLAUSE = re.compile(rf"(?:^|(?<=\s))((?:{_RESULT})(?:\s*/\s*(?:{_RESULT}))*)(?:\s*:\s*|\s+|$)")
_HEX = re.compile(r"[A-Za-z]{1,2}\d{1,2}")
_WAY = re.compile(r"[A-Za-z]{1,2}\d{1,2}(?:\s*-\s*[A-Za-z]{1,2}\d{1,2})*")
_GOING = re.compile(r"(?P<units>.*?) to (?P<way>\S.*)", re.DOTALL)
_UNIT = re.compile(r"\w[\w.-]*(?: [\w.-]+)*")
_LIST = r"[\w.-]+(?:\s*,\s*[\w.-]+)*"
_WITH = re.compile(rf"(?P<what>by|air|guns)\s+(?P<units>{_LIST})|(?P<barrage>barrage)(?=\s|$)")
_OPEN = "open"


def read_orders(text: str, where: str) -> Orders:
    """Return the orders that a text holds; UserError names `where`, the line, and what was expected."""
    header: tuple[int, str, int] | None = None
    battles: list[BattleOrder] = []
    for number, line in _lines(text):
        if header is None:
            match = _HEADER.fullmatch(line)
            if match is None:
                raise _error(where, number, "the impulse, as in 'turn 3 axis impulse 1'", line)
            header = int(match[1]), match[2].lower(), int(match[3])
        else:
            battles.append(_battle(where, number, line))
    if header is None:
        raise UserError(
            f"{where}: there are no orders in it yet. Their first line names the impulse, as 'turn 3 axis impulse 1'; "
            "each line after it is a battle."
        )
    return Orders(*header, tuple(battles))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield every statement with the number of its first line; comments, blank lines and continuations are settled."""
    begun = 0
    parts: list[str] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0]
        words = " ".join(line.split())
        if not words:
            continue
        if line[0].isspace() and parts:
            parts.append(words)
            continue
        if parts:
            yield begun, " ".join(parts)
        begun, parts = number, [words]
    if parts:
        yield begun, " ".join(parts)


def _battle(where: str, number: int, line: str) -> BattleOrder:
    match = _BATTLE.fullmatch(line)
    if match is None:
        raise _error(where, number, "a battle, as in 'C10: 2-1 A1/EX 7i AR 7i to B12 DR: B9'", line)
    targets = tuple(hex_.strip().upper() for hex_ in match["hexes"].split("+"))
    rest = match["rest"].strip()
    told = _ODDS.match(rest)
    if told is None or odds.parse(f"{told[1]}-{told[2]}") is None:
        raise _error(where, number, "the odds behind the colon, as in '2-1' or '1-3'", rest)
    rest = rest[told.end() :].strip()
    named: dict[str, tuple[str, ...]] = {}
    while (with_ := _WITH.match(rest)) is not None:
        what = with_["what"] or with_["barrage"]
        if what in named:
            raise _error(where, number, f"'{what}' once", rest)
        named[what] = _names(with_["units"] or "")
        rest = rest[with_.end() :].strip()
    left_open = rest.lower() == _OPEN
    answers = {} if left_open else dict(_answers(where, number, rest))
    stated = f"{told[1]}-{told[2]}"
    by, air, guns = (named.get(word, ()) for word in ("by", "air", "guns"))
    return BattleOrder(number, targets, stated, by, air, guns, "barrage" in named, answers, left_open)


def _answers(where: str, number: int, text: str) -> Iterator[tuple[str, Answer]]:
    found = list(_CLAUSE.finditer(text))
    before = text[: found[0].start()].strip() if found else text
    if before:
        raise _error(where, number, f"one of {', '.join(RESULTS)} and what is done on it", before)
    seen = set()
    for clause, after in zip_longest(found, found[1:]):
        said = text[clause.end() : after.start() if after else len(text)].strip()
        answer = _answer(where, number, said)
        for result in re.split(" ?/ ?", clause[1]):
            if result in seen:
                raise _error(where, number, f"one answer to {result}", clause[0])
            seen.add(result)
            yield result, answer


def _answer(where: str, number: int, text: str) -> Answer:
    if text in ("", "?"):
        return Answer()
    lost: list[str] = []
    going: list[RetreatWay] = []
    for part in (part.strip() for part in text.split(";")):
        match = _GOING.fullmatch(part)
        if match is not None and _WAY.fullmatch(match["way"]):
            going.append(RetreatWay(_units(where, number, match["units"]), _way(match["way"])))
        elif _WAY.fullmatch(part) and "to" not in part:
            going.append(RetreatWay((), _way(part)))
        else:
            lost += _units(where, number, part)
    return Answer(tuple(lost), tuple(going))


def _units(where: str, number: int, text: str) -> tuple[str, ...]:
    names = _names(text)
    if not all(_UNIT.fullmatch(name) for name in names):
        raise _error(where, number, "units, as in '7i,4i', or where they go, as in '7i to B12'", text)
    return names


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _way(text: str) -> tuple[str, ...]:
    return tuple(hex_.upper() for hex_ in _HEX.findall(text))


def _error(where: str, number: int, expected: str, found: str) -> UserError:
    shown = found if len(found) <= 60 else f"{found[:57]}..."
    return UserError(f"{where}, line {number}: expected {expected}, found '{shown}'.")


def orders_text(orders: Orders) -> str:
    """Return orders in the notation; reading them gives the same battles."""
    return "\n".join([orders.title, *map(battle_text, orders.battles), ""])


def battle_text(order: BattleOrder) -> str:
    """Return one battle in the notation."""
    words = [f"{'+'.join(order.targets)}: {order.odds}"]
    if order.attackers:
        words.append(f"by {','.join(order.attackers)}")
    if order.air:
        words.append(f"air {','.join(order.air)}")
    if order.guns:
        words.append(f"guns {','.join(order.guns)}")
    if order.barrage:
        words.append("barrage")
    if order.open:
        words.append(_OPEN)
    else:
        words += [f" {result} {_answer_text(answer)}" for result, answer in _together(order.answers)]
    return " ".join(words)


def _together(answers: dict[str, Answer]) -> Iterator[tuple[str, Answer]]:
    """Yield the answers in the order of the table, those that are the same under one head."""
    heads: dict[Answer, list[str]] = {}
    for result in RESULTS:
        if result in answers:
            heads.setdefault(answers[result], []).append(result)
    for answer, results in heads.items():
        yield "/".join(results), answer


def _answer_text(answer: Answer) -> str:
    parts = [",".join(answer.lost)] if answer.lost else []
    for going in answer.going:
        way = "-".join(going.hexes)
        parts.append(f"{','.join(going.units)} to {way}" if going.units else way)
    return "; ".join(parts) or "?"
