"""A build file as indented lines: a component, its attributes, what it holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lxml import etree

from trc_module.vassal.buildfile import parse_build_file
from trc_module.vassal.exploded.pieces import PIECE, piece_lines, piece_text
from trc_module.vassal.exploded.words import Line, indented, is_name, quote, read_line, write_line

_PREFIX = "VASSAL.build."
TEXT = "text"
_DECLARATION = re.compile(r"\s*(<\?xml.*?\?>)?(\s*)", re.DOTALL)
_NUMBER = re.compile(r"&#([0-9]{1,7});")
_WIDE = re.compile("[\U00010000-\U0010ffff]")
_WIDEST = 0xFFFF
_BY_NUMBER, _ON_LINES = "numbers", "lines"
_IF_ANY = ("wide", "tags")
"""Parts of a layout that are written only where there is something to say."""
_DEPTH_LIMIT = 300


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a build file: the parts of its text that an XML reader does not see."""

    declaration: str = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
    between: str = "\n"
    indent: str = "    "
    newline: str = "\n"
    end: str = "\n"
    wide: str = ""
    """`numbers` if letters beyond 16 bits, as emoji are, stand as numbers (`&#127984;`), as Java writes them."""
    tags: str = ""
    """`lines` if each tag stands on a line of its own, though none is indented."""

    @classmethod
    def of(cls, data: bytes) -> Layout:
        """Read it off a build file as well as can be."""
        text = data.decode("utf-8", "replace")
        newline = "\r\n" if "\r\n" in text else "\n"
        text = text.replace("\r\n", "\n")
        match = _DECLARATION.match(text)
        declaration, between = (match[1] or "", match[2]) if match else ("", "")
        inner = re.search(r">\n([ \t]*)<[^/!]", text[match.end() if match else 0 :])
        end = text[len(text.rstrip()) :]
        by_number = any(int(number) > _WIDEST for number in _NUMBER.findall(text))
        wide = _BY_NUMBER if by_number and not _WIDE.search(text) else ""
        indent = inner[1] if inner else ""
        tags = _ON_LINES if inner and not indent else ""
        return cls(declaration, between, indent, newline, end, wide, tags)

    def line(self) -> str:
        """Write it as a line."""
        values = [(name, getattr(self, name)) for name in self.__slots__]
        return write_line("xml", [(name, value) for name, value in values if name not in _IF_ANY or value])

    @classmethod
    def read(cls, line: Line) -> Layout:
        """Read it from its line.

        Raises:
            FormatError: It is none.
        """
        _, (values, *_) = read_line(line)
        needed = [name for name in cls.__slots__ if name not in _IF_ANY]
        names = [name for name, _ in values]
        if names != [*needed, *(name for name in _IF_ANY if name in names)]:
            line.fail(f"xml with {', '.join(needed)}")
        return cls(**dict(values))

    def serialize(self, root: etree._Element) -> bytes:
        """Write a build file in this layout."""
        body = "".join(self._element(root, 0))
        text = f"{self.declaration}{self.between}{body}{self.end}"
        if self.wide == _BY_NUMBER:
            text = _WIDE.sub(lambda letter: f"&#{ord(letter[0])};", text)
        return text.replace("\n", self.newline).encode("utf-8")

    def _element(self, element: etree._Element, depth: int) -> Iterator[str]:
        tag = str(element.tag)
        yield f"<{tag}"
        for key, value in element.items():
            yield f' {key!s}="{_escape_attribute(str(value))}"'
        text, mixed = element.text or "", _is_mixed(element)
        if not len(element):
            yield f">{_escape(text)}</{tag}>" if text else "/>"
            return
        # Without indentation all stands on one line, unless each tag has its own.
        broken = not mixed and bool(self.indent or self.tags)
        inner = "\n" + self.indent * (depth + 1) if broken else ""
        yield ">" + (_escape(text) if mixed else "")
        for child in element:
            yield inner
            yield from self._element(child, depth + 1)
            yield _escape(child.tail or "") if mixed else ""
        yield "\n" + self.indent * depth if broken else ""
        yield f"</{tag}>"


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def _escape_attribute(text: str) -> str:
    return _escape(text).replace('"', "&quot;").replace("\t", "&#9;").replace("\n", "&#10;")


def _is_mixed(element: etree._Element) -> bool:
    """Tell whether words stand between a component's children; blanks there mean nothing."""
    return bool(len(element)) and any((text or "").strip() for text in (element.text, *(c.tail for c in element)))


def tree_lines(element: etree._Element, depth: int = 0) -> list[str]:
    """Write a component and all it holds as lines.

    Raises:
        ValueError: A name is none that lines can hold, as in a tree with namespaces, or the tree is too deep.
    """
    tag = str(element.tag)
    if not is_name(tag) or not all(is_name(str(key)) for key in element.attrib) or depth > _DEPTH_LIMIT:
        raise ValueError(f"'{tag}' cannot be written as lines")
    lines = [f"{key!s}={quote(str(value))}" for key, value in element.items()]
    mixed = _is_mixed(element)
    lines += _text_lines(element.text) if mixed or not len(element) else ()
    for child in element:
        lines += tree_lines(child, depth + 1)
        lines += _text_lines(child.tail) if mixed else ()
    return [_short(tag), *indented(lines)]


def _text_lines(text: str | None) -> Iterable[str]:
    if not text:
        return ()
    piece = piece_lines(text) if text.startswith("+/") else None
    return piece or (write_line(TEXT, [(TEXT, text)]),)


def _short(tag: str) -> str:
    # The dot tells VASSAL's own from an element such as `entry`.
    return "." + tag.removeprefix(_PREFIX) if tag.startswith(_PREFIX) else tag


def read_tree(line: Line) -> etree._Element:
    """Read a component and all it holds from its lines.

    Raises:
        FormatError: A line is neither component, attribute, text nor piece.
    """
    head, (values, *_) = read_line(line)
    tag = _PREFIX + head[1:] if head.startswith(".") else head
    if not is_name(tag) or values:
        line.fail("a component's class alone, as '.module.Map'")
    try:
        element = etree.Element(tag)
    except ValueError:
        line.fail("a component's class alone, as '.module.Map'")
    last: etree._Element | None = None
    for below in line.below:
        word, (fields, *_) = read_line(below)
        if not word:
            _set_attribute(element, fields, below, too_late=last is not None)
        elif word == PIECE or (word == TEXT and [name for name, _ in fields] == [TEXT]):
            _append_text(element, last, piece_text(below) if word == PIECE else fields[0][1], below)
        else:
            last = read_tree(below)
            element.append(last)
    return element


def _set_attribute(element: etree._Element, fields: list[tuple[str, str]], line: Line, *, too_late: bool) -> None:
    if len(fields) != 1 or line.below or too_late or fields[0][0] in element.attrib:
        line.fail("an attribute alone and once, in front of all that the component holds")
    try:
        element.set(*fields[0])
    except ValueError:
        line.fail("an attribute that XML can hold")


def _append_text(element: etree._Element, last: etree._Element | None, text: str, line: Line) -> None:
    try:
        if last is None:
            element.text = (element.text or "") + text
        else:
            last.tail = (last.tail or "") + text
    except ValueError:
        line.fail("a text that XML can hold")


def same_tree(one: etree._Element, other: etree._Element) -> bool:
    """Tell whether two build files are equal: components, attributes in their order, texts; blanks between do not
    count."""
    if one.tag != other.tag or one.items() != other.items() or len(one) != len(other):
        return False
    mixed = _is_mixed(one) or _is_mixed(other)
    if (mixed or not len(one)) and (one.text or "") != (other.text or ""):
        return False
    return all(
        same_tree(a, b) and (not mixed or (a.tail or "") == (b.tail or "")) for a, b in zip(one, other, strict=True)
    )


def comes_back(root: etree._Element, layout: Layout, lines: list[Line]) -> bool:
    """Tell whether the lines of a build file give the same build file again."""
    again = parse_build_file(layout.serialize(read_tree(lines[0])))
    return same_tree(root, again)
