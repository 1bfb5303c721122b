"""Rulebook files read.

One entry a rule, in the rulebook's order; an example is the difference of two records:

    22.3a  A new worker enters a Russian city that has no worker yet
    Major or minor. The explanation may have several paragraphs.
    log: the placing (D20)
    data: cities; countries
      at: turn 4 russian impulse 2 movement mud
      on R9: rus-worker-moscow
    + enter rus-worker-a1 U1
    - enter rus-worker-a1 R9

Two spaces: in both records; `+`: only in the one that keeps the rule; `-`: only in the one that breaks it. An example
without `+` and `-` is one record that keeps the rule. A finding is expected of the last act of the record that breaks
it, a violation of the rule's own number, and none of other acts; `=> 8.3a` after an act says otherwise. Examples are
divided by empty lines, `#` at the beginning of a line starts a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from trc_module.facts import DataError
from trc_module.rules.finding import Verdict
from trc_module.rules.registry import in_order
from trc_module.rules.rulebook.entry import Entry
from trc_module.rules.rulebook.example import ARROW, Example, ExpectedFinding, RecordLine, read_told

ENDING = ".rules"
KEYS = ("log", "data", "by")
NOBODY = "none"

_HEADLINE = re.compile(r"([A-Z]{0,3}\d[\w.-]*|[IVXLC]+\.\w[\w.-]*)  (\S.*)")
_KEY = re.compile(r"([a-z]+):(?:\s+(.*))?")
_MARKS = {"  ": "", "+ ": "+", "- ": "-"}


def read_rulebook(folder: Path) -> dict[str, Entry]:
    """Read all rulebook files of a folder and the folders in it; DataError names file and line of what is wrong."""
    found: dict[str, Entry] = {}
    paths = sorted(folder.rglob(f"*{ENDING}"))
    if not paths:
        raise DataError(folder, f"rulebook files (*{ENDING})")
    for path in paths:
        for entry in read_rules(path):
            known = found.setdefault(entry.number, entry)
            if known is not entry:
                place = f"{known.path}, line {known.line}"
                raise DataError(path, f"each rule once ({entry.number} is in {place})", entry.number, line=entry.line)
    return found


def read_rules(path: Path) -> tuple[Entry, ...]:
    """Read one rulebook file; DataError names the line that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise DataError(path, "text in UTF-8", f"other bytes at place {error.start}") from error
    except OSError as error:
        raise DataError(path, f"a file that can be read ({error.strerror or error})") from error
    entries: list[Entry] = []
    for draft in _drafts(path, text):
        if entries and in_order(entries[-1].number) >= in_order(draft.number):
            raise draft.error(draft.line, f"a rule that comes after {entries[-1].number}", draft.number)
        entries.append(draft.entry())
    return tuple(entries)


def _drafts(path: Path, text: str) -> Iterator[_Draft]:
    draft: _Draft | None = None
    blank = True
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.rstrip()
        if line.startswith("#"):
            continue
        headline = _HEADLINE.fullmatch(line) if blank else None
        blank = not line
        if headline:
            if draft is not None:
                yield draft
            draft = _Draft(path, number, headline[1], headline[2])
        elif draft is not None:
            draft.add(number, line)
        elif line:
            raise DataError(path, "a rule: its number, two spaces and its title", line, line=number)
    if draft is not None:
        yield draft


class _Draft:
    """An entry that is not read to its end."""

    def __init__(self, path: Path, line: int, number: str, title: str) -> None:
        self.path, self.line, self.number, self.title = path, line, number, title
        self._text: list[str] = []
        self._keys: dict[str, str] = {}
        self._key = ""
        """The key whose value the next line may go on with."""
        self._examples: list[list[tuple[int, str, str]]] = []
        self._open = False
        """Whether the next line may belong to the last example."""

    def error(self, line: int, expected: str, found: str | None = None) -> DataError:
        return DataError(self.path, f"{expected} (rule {self.number})", found, line=line)

    def add(self, number: int, line: str) -> None:
        """Take one line after the headline."""
        key, self._key = self._key, ""
        if not line:
            self._open = False
            if not self._keys:
                self._text.append("")
        elif line.startswith("   "):
            if not key:
                raise self.error(number, "two spaces, '+ ' or '- ' before a line of an example", line)
            self._keys[key] += " " + line.strip()
            self._key = key
        elif line[:2] in _MARKS:
            if not self._open:
                self._examples.append([])
            self._open = True
            self._examples[-1].append((number, _MARKS[line[:2]], line[2:]))
        elif not self._take_key(number, line):
            if self._keys or self._examples:
                raise self.error(number, "a line of an example, or an empty line and the next rule", line)
            self._text.append(line)

    def _take_key(self, number: int, line: str) -> bool:
        key = _KEY.fullmatch(line)
        if key is None or (key[1] not in KEYS and not self._keys):
            return False
        name, value = key[1], key[2] or ""
        if name not in KEYS:
            raise self.error(number, f"a key ({', '.join(KEYS)})", name)
        if name in self._keys or self._examples:
            raise self.error(number, f"'{name}:' once, and before the examples", line)
        if not value:
            raise self.error(number, f"words after '{name}:'", line)
        self._keys[name], self._key = value, name
        return True

    def entry(self) -> Entry:
        """Return the entry; DataError if something is missing."""
        text = "\n".join(self._text).strip()
        if not text:
            raise self.error(self.line, "an explanation after the title")
        for name in ("log", "data"):
            if name not in self._keys:
                raise self.error(self.line, f"a line '{name}: ...' after the explanation")
        if not self._examples:
            raise self.error(self.line, "an example")
        by = self._keys.get("by")
        examples = tuple(map(self._example, self._examples))
        keys = (self._keys["log"], self._keys["data"], "" if by == NOBODY else by)
        return Entry(self.number, self.title, text, *keys, examples, self.path, self.line)

    def _example(self, lines: list[tuple[int, str, str]]) -> Example:
        kept = self._statements(lines, "-", ())
        if not any(mark for _, mark, _ in lines):
            return Example(lines[0][0], kept)
        own = (ExpectedFinding(Verdict.VIOLATION, self.number),)
        broken = self._statements(lines, "+", own)
        if not kept or not broken:
            raise self.error(lines[0][0], "a record that keeps the rule beside the one that breaks it")
        return Example(lines[0][0], kept, broken)

    def _statements(
        self, lines: list[tuple[int, str, str]], without: str, last: tuple[ExpectedFinding, ...]
    ) -> tuple[RecordLine, ...]:
        chosen = [(number, text) for number, mark, text in lines if mark != without]
        return tuple(
            self._statement(number, text, last if (number, text) == chosen[-1] else ()) for number, text in chosen
        )

    def _statement(self, number: int, text: str, told: tuple[ExpectedFinding, ...]) -> RecordLine:
        act, arrow, expected = text.partition(ARROW)
        if arrow:
            try:
                told = read_told(expected)
            except ValueError as error:
                raise self.error(number, f"after '{ARROW}' {error}", expected.strip()) from error
        return RecordLine(number, act.strip(), told)
