"""Mails of dice servers, as files or pasted text: who rolled which dice, when, and what a mail says of them.

Servers differ in their words and agree in a few forms, which are read here; `docs/dice-mail.md` has the grammar. What
is in none of these forms is read as words about the roll, and a mail without any roll is refused: no die is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from trc_module.digits import shortened
from trc_module.errors import UserError
from trc_module.files import read_input
from trc_module.reading.words import any_of, spoken

_MOST = 1 << 20
"""The greatest number of bytes of a file of mails."""
_MOST_DICE = 1000
"""The greatest number of dice of one request."""
_MOST_FACES = 20
"""The greatest number of faces that a die may have."""
_FACES = 6


class Mail(Struct, frozen=True):
    """The head of a mail: the file, its number in it, and what its fields say; '' and None for what they do not."""

    source: str
    number: int = 1
    sender: str = ""
    subject: str = ""
    when: datetime | None = None
    id: str = ""
    text: str = ""
    """Its body, by which two copies of one mail are known."""


class MailedRoll(Struct, frozen=True):
    """One roll of a mail: its dice, and the words beside them."""

    mail: Mail
    line: int
    """The line in which its dice stand: of the file, or of head and body of a mail that was kept as one (.eml)."""
    dice: tuple[int, ...]
    label: str = ""
    faces: int = 0
    """The faces of its dice; 0 where nothing names them."""

    @property
    def words(self) -> str:
        """What was said of it: beside its dice, then in the subject."""
        return f"{self.label}\n{self.mail.subject}"


def read_dice_mails(path: Path) -> list[MailedRoll]:
    """Return the rolls of a file of mails, in their order.

    Raises:
        UserError: It cannot be read, it is no text, or a mail in it tells of no roll, or of dice that cannot be.
    """
    return rolls_of(str(path), mails_text(path))


def read_all(paths: Iterable[Path]) -> list[MailedRoll]:
    """Return the rolls of files of mails, as `read_dice_mails` does."""
    return [roll for path in paths for roll in read_dice_mails(path)]


def mails_text(path: Path) -> str:
    """Return what a file of mails says, as text with the fields of their heads, and without addresses.

    Raises:
        UserError: It cannot be read, or is no text.
    """
    try:
        content = read_input(path, _MOST)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}.") from None
    if path.suffix.lower() == ".eml":
        text = _of_message(path, content)
    else:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = content.decode("cp1252", "replace")
    if "\0" in text or not text.strip():
        found = "bytes that are not text" if "\0" in text else "nothing"
        raise UserError(f"{path}: expected mails of a dice server as text or .eml, found {found}.")
    return _ADDRESS.sub(lambda address: f"({sha256(address[0].lower().encode()).hexdigest()[:12]})", text)


_ADDRESS = re.compile(r"[\w.+$%-]{1,80}@[\w.-]{1,80}")


def rolls_of(source: str, text: str) -> list[MailedRoll]:
    """Return the rolls of mails as a text, in their order; `source` is the file.

    Raises:
        UserError: A mail in it tells of no roll, or of dice that cannot be.
    """
    found: list[MailedRoll] = []
    for number, (first, lines) in enumerate(_apart(text.splitlines()), 1):
        mail, body, at = _from_lines(source, number, lines)
        found += _rolls(mail, body, source, tuple(first + at + i for i in range(len(body))))
    return found


# Mails


@cache
def _head() -> re.Pattern[str]:
    names = "|".join(f"(?P<{name}>{any_of('field', name)})" for name in ("from", "date", "subject", "to", "id"))
    return re.compile(rf"[ \t>]{{0,9}}\*?(?:{names})\*?[ \t]?:\*?[ \t]?(?P<value>.*)", re.IGNORECASE)


def _field_of(line: str) -> tuple[str, str] | None:
    """Return the name and the value of a line of a mail's head; None for another line."""
    found = _head().fullmatch(line)
    if found is None:
        return None
    name = next(key for key, value in found.groupdict().items() if value is not None and key != "value")
    return name, found["value"].strip()


def _apart(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the mails of a text, each with the number of its first line: a mail begins with the lines of its head."""
    first, in_head, body = 0, True, False
    for number, line in enumerate(lines):
        head = _field_of(line)
        begins = line.startswith("From ") or (head is not None and head[0] in ("from", "date", "subject"))
        if begins and not in_head and body:
            yield first + 1, list(lines[first:number])
            first, body = number, False
        in_head = begins or (in_head and (head is not None or not line.strip()))
        body = body or not in_head
    yield first + 1, list(lines[first:])


def _from_lines(source: str, number: int, lines: Sequence[str]) -> tuple[Mail, list[str], int]:
    """Return the head of a pasted mail, its body, and the number of lines before it."""
    mail = Mail(source, number)
    at = 0
    for line in lines:
        head = _field_of(line)
        if head is None and line.strip() and not line.startswith("From "):
            break
        mail = mail if head is None else _with(mail, *head)
        at += 1
    body = list(lines[at:])
    return replace(mail, text="\n".join(line.strip() for line in body).strip()), body, at


def _with(mail: Mail, name: str, value: str) -> Mail:
    match name:
        case "from":
            return replace(mail, sender=value)
        case "subject":
            return replace(mail, subject=value)
        case "date":
            return replace(mail, when=read_date(value))
        case "id":
            return replace(mail, id=value)
    return mail


def _of_message(path: Path, content: bytes) -> str:
    """Return a mail that a mail program has kept, as if it had been pasted."""
    # Most audits are given no mails, and the parser of mails is long to import.
    from email import policy
    from email.message import EmailMessage
    from email.parser import BytesParser

    message = BytesParser(EmailMessage, policy=policy.default).parsebytes(content)
    try:
        part = message.get_body(("plain", "html"))
        text = str(part.get_content()) if part is not None else ""
        if part is not None and part.get_content_subtype() == "html":
            text = _plain(text)
        head = [f"{name}: {' '.join(str(message.get(name) or '').split())}" for name in _FIELDS if message.get(name)]
    except (LookupError, ValueError, AttributeError, TypeError):
        raise UserError(
            f"{path}: expected a mail as mail programs keep it (.eml), found one that is damaged."
        ) from None
    return "\n".join((*head, "", text))


_FIELDS = ("From", "Date", "Subject", "Message-ID")


def _plain(html: str) -> str:
    """Return the text of a page."""
    from html import unescape

    broken = re.sub(r"<(?:br|/p|/div|/tr|/li|/h\d)\b[^<>]*>", "\n", html, flags=re.IGNORECASE)
    return unescape(re.sub(r"<[^<>]*>", "", broken))


_DAYS = (
    (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})"), (1, 2, 3)),
    (re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})"), (3, 2, 1)),
    (re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})"), (3, 1, 2)),
)
_CLOCK = re.compile(r"(?<!\d)(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AaPp])\.?[Mm])?")


def read_date(text: str) -> datetime | None:
    """Return the moment that a mail's date tells, in UTC where it names no zone; None if it cannot be read."""
    from email.utils import parsedate_to_datetime

    try:
        found = parsedate_to_datetime(text)
        return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    except (TypeError, ValueError, IndexError, OverflowError):
        pass
    for form, places in _DAYS:
        day = form.search(text)
        if day is not None:
            clock = _CLOCK.search(text, day.end())
            hour, minute, second = (int(part or 0) for part in clock.groups()[:3]) if clock else (0, 0, 0)
            if clock and clock[4]:
                hour = hour % 12 + 12 * (clock[4] in "Pp")
            try:
                year, month, number = (int(day[at]) for at in places)
                return datetime(year, month, number, hour, minute, second, tzinfo=UTC)
            except ValueError:
                return None
    return None


# Rolls

_SPEC = re.compile(
    r"(?:(?<![\w.])(?P<before>\d{1,4}) ?[x*] ?)?(?<!\w)(?P<count>\d{0,4}) ?[dwDW](?P<faces>\d{1,3})(?!\w)"
    r"(?: ?[x*] ?(?P<behind>\d{1,4})(?!\w))?"
)
_SIDED = re.compile(r"(?P<faces>\d{1,3})[- ]sided (?:die|dice)(?: ?[x*] ?(?P<count>\d{1,4}))?(?!\w)", re.IGNORECASE)
_NUMBERS = re.compile(r"\d{1,4}(?:(?:[ \t]+(?:[,;+&|/][ \t]*)?|[,;+&|/][ \t]*)\d{1,4})*")
_BRACKETS = re.compile(r"\[([^\[\]]{1,400})\]")
_PARAMETER = re.compile(r"#([PSDRLCT])\b:?[ \t]*(.*)")
_ROW = re.compile(r"[ \t]*(?:\(?\d{1,4}[.):][ \t]+)?(\d{1,4}(?:[ \t]*[,;+&|][ \t]*\d{1,4}|[ \t]+\d{1,4})*)[ \t.]*")


class _Request(Struct):
    """Dice that were asked for, and whose numbers are still to come."""

    dice: int = 1
    rolls: int | None = 1
    """The number of rolls; None for any."""
    faces: int = _FACES
    label: str = ""
    labels: list[str] = field(default_factory=list)
    named: bool = False
    """Whether the mail names the faces."""


class _Body:
    """Reads the rolls of one mail's body."""

    def __init__(self, mail: Mail, file: str) -> None:
        self._mail = mail
        self._file = file
        self._asked: _Request | None = None
        self._row: list[int] = []
        self._faces = 0

    def rolls(self, body: Sequence[str], lines: Sequence[int]) -> Iterator[MailedRoll]:
        """Yield the rolls of the lines, each with the number of its line in the file."""
        own = [line for line in body if not line.lstrip().startswith(">")]
        quoted = not any(line.strip() for line in own)
        for index, raw in enumerate(body):
            number = lines[index] if lines else 0
            line = raw.lstrip("> \t") if quoted else raw.strip()
            if not quoted and line.startswith(">"):
                # What was asked for: its numbers stand below.
                line = line.lstrip("> \t")
                spec = _SPEC.fullmatch(line)
                if spec is not None:
                    list(self._of_spec(line, spec, number))
                continue
            if not line:
                continue
            for label, dice in self._of(line, number):
                yield MailedRoll(self._mail, number, dice, label, self._faces)
        if self._asked is not None and self._row:
            raise self._wrong(
                lines[-1] if lines else 0, f"{self._asked.dice} dice a roll", f"{len(self._row)} left over"
            )

    def _of(self, line: str, number: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        self._faces = self._asked.faces if self._asked is not None and self._asked.named else 0
        parameter = _PARAMETER.match(line)
        if parameter is not None:
            self._take(parameter[1], parameter[2].strip())
            return
        bracket = _BRACKETS.search(line)
        if bracket is not None and _NUMBERS.fullmatch(bracket[1].strip()):
            label = f"{line[: bracket.start()]} {line[bracket.end() :]}".strip()
            yield label, self._checked(_whole(bracket[1]), _FACES_OR_MORE, number)
            return
        spec = _SPEC.search(line) or _SIDED.search(line)
        if spec is not None:
            yield from self._of_spec(line, spec, number)
            return
        row = _ROW.fullmatch(line)
        if row is not None and self._asked is not None:
            yield from self._of_row(_whole(row[1]), number)
            return
        yield from self._of_words(line, number)

    def _take(self, key: str, value: str) -> None:
        """Take a parameter of a request, as servers that are asked by mail repeat them."""
        asked = self._asked = self._asked or _Request(rolls=None)
        count = int(value) if value.isascii() and value.isdecimal() and len(value) < 5 else None
        match key:
            case "S" if count:
                asked.faces, asked.named = count, True
            case "D" if count:
                asked.dice = count
            case "R" if count:
                asked.rolls = count
            case "C":
                asked.labels.append(value)
            case "T":
                self._mail = replace(self._mail, subject=self._mail.subject or value)

    def _of_spec(self, line: str, spec: re.Match[str], number: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Read a line that names dice by their number and faces; the numbers stand behind, or in the next lines."""
        told = spec.groupdict()
        dice = int(told["count"] or 1)
        rolls = int(told.get("before") or told.get("behind") or 1)
        faces = int(told["faces"])
        if not 1 <= dice * rolls <= _MOST_DICE or not 2 <= faces <= _MOST_FACES:
            raise self._wrong(number, f"dice of at most {_MOST_FACES} faces", f"'{shortened(spec[0].strip())}'")
        before, rest = line[: spec.start()], line[spec.end() :]
        total = spoken("total").search(rest)
        numbers = [
            int(n) for n in re.findall(r"(?<![\w.])\d{1,4}(?![\w.]\d|\w)", rest[: total.start()] if total else rest)
        ]
        label = _label(before, rest)
        if not numbers:
            self._asked = _Request(dice, rolls, faces, label, named=True)
            self._row = []
            return
        wanted = dice * rolls
        if wanted > 1 and len(numbers) == wanted + 1:
            numbers = (
                numbers[:-1]
                if numbers[-1] == sum(numbers[:-1])
                else numbers[1:]
                if numbers[0] == sum(numbers[1:])
                else numbers
            )
        if len(numbers) != wanted:
            raise self._wrong(
                number, f"{wanted} {'die' if wanted == 1 else 'dice'} behind '{spec[0].strip()}'", f"{len(numbers)}"
            )
        self._asked, self._faces = None, faces
        for at in range(0, wanted, dice):
            yield label, self._checked(numbers[at : at + dice], faces, number)

    def _of_row(self, numbers: list[int], number: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Read a row of numbers of dice that were asked for above."""
        asked = self._asked
        assert asked is not None
        self._row += self._checked(numbers, asked.faces, number)
        while len(self._row) >= asked.dice:
            dice, self._row = tuple(self._row[: asked.dice]), self._row[asked.dice :]
            label = asked.labels.pop(0) if len(asked.labels) == (asked.rolls or 0) and asked.labels else asked.label
            if asked.rolls is not None:
                asked.rolls -= 1
            yield label, dice
            if asked.rolls == 0:
                if self._row:
                    raise self._wrong(number, "as many dice as were asked for", f"{len(self._row)} more")
                self._asked = None
                return

    def _of_words(self, line: str, number: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Read a line that names dice in words, as 'Roll 2: 5'; the numbers stand behind its last sign."""
        before, sign, behind = _at_sign(line)
        if not sign or not spoken("die", "said").search(before):
            return
        behind = behind.strip().rstrip(".")
        if not behind:
            self._asked = self._asked or _Request(1, None, label=before)
            return
        if _NUMBERS.fullmatch(behind):
            yield before.strip(), self._checked(_whole(behind), _FACES_OR_MORE, number)

    def _checked(self, numbers: Iterable[int], faces: int, number: int) -> tuple[int, ...]:
        found = tuple(numbers)
        wrong = next((n for n in found if not 1 <= n <= faces), None)
        if wrong is not None:
            raise self._wrong(number, f"a die from 1 to {faces}", f"{wrong}")
        return found

    def _wrong(self, number: int, expected: str, found: str) -> UserError:
        where = f", line {number}" if number else ""
        return UserError(f"{self._file}{where}: expected {expected}, found {found}.")


_FACES_OR_MORE = 10
"""The greatest number that a die may show whose faces nobody names."""


def _rolls(mail: Mail, body: Sequence[str], file: str, lines: Sequence[int]) -> Iterator[MailedRoll]:
    found = list(_Body(mail, file).rolls(body, lines))
    if not found:
        where = f", line {lines[0]}" if lines else ""
        told = f"the mail '{shortened(mail.subject)}'" if mail.subject else "a mail"
        raise UserError(
            f"{file}{where}: expected a roll, such as '1d6: 5' or 'Roll 1: 5', found none in {told}: "
            "docs/dice-mail.md shows what is read."
        )
    yield from found


def _at_sign(line: str) -> tuple[str, str, str]:
    """Return a line at its last colon, sign of equality or arrow: what stands before it, the sign, what behind."""
    at = max(line.rfind(sign) for sign in ":=>")
    return (line[:at].rstrip("=-: "), line[at], line[at + 1 :]) if at >= 0 else (line, "", "")


def _label(before: str, rest: str) -> str:
    words = re.sub(r"[\d,;+&|/=()>:-]+", " ", rest)
    return " ".join(f"{before.strip(' :-')} {words}".split())


def _whole(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d{1,4}", text)]


def without_copies(rolls: Iterable[MailedRoll]) -> tuple[list[MailedRoll], list[Mail]]:
    """Return rolls without those of mails that were given twice, and the heads of these.

    Both players have a copy of each mail. It is known by its id; without one by its date, sender and text; without a
    date by its text in another file.
    """
    seen: dict[tuple[object, ...], tuple[str, int]] = {}
    kept: list[MailedRoll] = []
    again: dict[tuple[str, int], Mail] = {}
    for roll in rolls:
        mail = roll.mail
        where = (mail.source, mail.number)
        body = (mail.subject.removeprefix("Fwd: ").removeprefix("Re: "), mail.text)
        if mail.id:
            keys: list[tuple[object, ...]] = [("id", mail.id)]
        elif mail.when is not None:
            keys = [("when", mail.when, *body)]
        else:
            keys = [("text", *body)]
        first = [seen[key] for key in keys if key in seen and seen[key] != where]
        if first and not (keys[0][0] == "text" and first[0][0] == mail.source):
            again[where] = mail
            continue
        for key in keys:
            seen.setdefault(key, where)
        kept.append(roll)
    return kept, list(again.values())
