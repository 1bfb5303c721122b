"""Words of a line, and what is wrong with one."""

from __future__ import annotations

from trc_module.errors import UserError


class RecordError(UserError):
    """A line of a record that cannot be read: where, what was expected, and what stands there."""

    def __init__(self, source: str, line: int, expected: str, found: str | None = None) -> None:
        self.source = source
        self.line = line
        self.expected = expected
        self.found = found
        tail = "" if found is None else f", found {found!r}" if found else ", found the end of the line"
        super().__init__(f"{source}, line {line}: expected {expected}{tail}.")


class Tokens:
    """A line as words, read from left to right."""

    def __init__(self, source: str, line: int, text: str) -> None:
        self.source = source
        self.line = line
        self.text = text
        self._words = text.split()
        self._at = 0

    def peek(self) -> str:
        """Return the next word, '' at the end."""
        return self._words[self._at] if self._at < len(self._words) else ""

    def take(self, expected: str) -> str:
        """Return the next word and go on; RecordError at the end."""
        word = self.peek()
        if not word:
            raise self.error(expected)
        self._at += 1
        return word

    def skip(self, word: str) -> bool:
        """Go past a word if it is the next one."""
        if self.peek() != word:
            return False
        self._at += 1
        return True

    def entries(self) -> list[Tokens]:
        """Return the pieces of the whole line between its commas, each as words of its own."""
        return [Tokens(self.source, self.line, piece) for piece in self.text.split(",") if piece.strip()]

    def end(self) -> None:
        """Make sure that nothing is left."""
        if self.peek():
            raise self.error("the end of the line")

    def error(self, expected: str, found: str | None = None) -> RecordError:
        """Return the error of a next word that is not what was expected."""
        return RecordError(self.source, self.line, expected, self.peek() if found is None else found)
