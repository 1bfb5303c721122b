"""The expressions in braces of VASSAL's traits and components: whether the engine's BeanShell can read them.

VASSAL puts what stands between the braces behind `_plover=` into a method of BeanShell's (VASSAL.script.
ExpressionInterpreter); one that does not parse has no value, and the player sees an error whenever it is asked for. The
grammar of expressions is BeanShell's (bsh.jjt). What comes behind a semicolon is a statement, and is not looked at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_LETTER = (
    "$A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0100-\u1fff\u3040-\u318f\u3300-\u337f\u3400-\u3d2d\u4e00-\u9fff"
    "\uf900-\ufaff"
)
_DIGIT = (
    "0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be7-\u0bef"
    "\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\u0ed0-\u0ed9\u1040-\u1049"
)
_ESCAPE = r"\\(?:[ntbrf\\'\"]|[0-3][0-7][0-7]|[0-7][0-7]?)"
_WORD_OPERATORS = (
    "@right_unsigned_shift_assign|@right_shift_assign|@left_shift_assign|@right_unsigned_shift|@right_shift|"
    "@left_shift|@bitwise_and|@bitwise_or|@and_assign|@or_assign|@lteq|@gteq|@gt|@lt|@and|@or"
)
_TOKEN = re.compile(
    rf"""(?P<blank>[\x00-\x20]+)
    |(?P<comment>//[^\n\r]*(?P<ended>[\n\r])?|\#![^\n\r]*[\n\r]?|/\*.*?\*/)
    |(?P<text>\"\"\"(?:[^"]"?"?)*\"\"\"|"(?:[^"\\\n\r]|{_ESCAPE})*")
    |(?P<letter>'(?:[^'\\\n\r]|{_ESCAPE})')
    |(?P<real>(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?|[0-9]+[eE][+-]?[0-9]+[fFdD]?|[0-9]+[fFdD])
    |(?P<whole>0[xX][0-9a-fA-F]+[lL]?|[1-9][0-9]*[lL]?|0[0-7]*[lL]?)
    |(?P<name>[{_LETTER}][{_LETTER}{_DIGIT}]*)
    |(?P<operator>{_WORD_OPERATORS}|>>>=|>>>|<<=|>>=|<<|>>|=~|!~|==|<=|>=|!=|\|\||&&|\+\+|--|\+=|-=|\*=|/=|&=|\|=|\^=|%=
        |[-=><!~?:+*/&|^%(){{}}\[\];,.])""",
    re.VERBOSE | re.DOTALL,
)
_BLANK = "".join(map(chr, range(0x21)))
"""The characters that Java takes off the ends of a text."""
_UNPRINTABLE = re.compile("[\x00-\x20\x80-\xff]+")
_DOLLARS = re.compile(r"\$[^$\r\n\"']{1,200}\$")
_UNICODE = re.compile(r"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})")
_WORDS = (
    "abstract boolean break class byte case catch char const continue default do double else enum extends false final "
    "finally float for goto if implements import instanceof int interface long native new null package private "
    "protected public return short static strictfp switch synchronized transient throw throws true try void volatile "
    "while"
)
_RESERVED = frozenset(_WORDS.split())
_LITERALS = frozenset(("true", "false", "null", "void"))
_PRIMITIVE = frozenset(("boolean", "char", "byte", "short", "int", "long", "float", "double"))
_LOOSE = frozenset(["||", "@or", "&&", "@and", "|", "@bitwise_or", "^", "&", "@bitwise_and", "==", "!=", "=~", "!~"])
"""The operators that may follow `x instanceof Type`; VASSAL's own BeanShell knows `=~` and `!~` too."""
_TIGHTER = "< @lt > @gt <= @lteq >= @gteq << @left_shift >> @right_shift >>> @right_unsigned_shift + - * / %"
_TIGHT = frozenset(_TIGHTER.split())
_ASSIGNMENTS = (
    "= *= /= %= += -= &= ^= |= <<= @left_shift_assign >>= @right_shift_assign >>>= @right_unsigned_shift_assign"
)
_ASSIGNING = frozenset(_ASSIGNMENTS.split())
_END = "end"
_BEFORE = "_plover="
"""What the engine writes before an expression."""


@dataclass(frozen=True, slots=True)
class _Token:
    """A word of an expression: its kind (as in the pattern, or `end`), its text, and where it begins."""

    kind: str
    text: str
    at: int


class _WrongError(Exception):
    """What is wrong, in words that follow "it"."""


def is_expression(text: str) -> bool:
    """Tell whether a text stands in braces, and is an expression of BeanShell's."""
    stripped = text.strip(_BLANK)
    return len(stripped) > 1 and stripped.startswith("{") and stripped.endswith("}")


# Checks ask more than once for the same expression, which many pieces share.
@lru_cache(maxsize=1 << 13)
def problem_of(text: str) -> str:
    """Return why BeanShell cannot read a text in braces, in words that follow "it"; '' if it can, or without braces."""
    if not is_expression(text):
        return ""
    inner = text.strip(_BLANK)[1:-1]
    stripped = inner.strip(_BLANK)
    # The engine reads these without BeanShell [VASSAL.script.expression.BeanShellExpression.createExpression].
    if not stripped or re.fullmatch(r"[+-]?[0-9]{1,9}", inner) or re.fullmatch(r'"[^"]*"', inner):
        return ""
    if is_expression(inner):
        inner = stripped[1:-1]
        if not inner.strip(_BLANK):
            return "is empty"
    # Of a filter the engine puts in the values of $names$ first.
    code = _DOLLARS.sub(lambda found: found[0] if " " not in found[0] else "$x$", inner)
    code = _UNICODE.sub(lambda found: found[1] + chr(int(found[2], 16)), code)
    try:
        _Parser(_tokens(_BEFORE + code), _BEFORE + code).whole()
    except _WrongError as wrong:
        return str(wrong)
    except RecursionError:
        # So deep that nothing is said of it.
        return ""
    return ""


def assigns(text: str) -> bool:
    """Tell whether an expression that can be read assigns with `=`, where it was probably meant to compare."""
    if not is_expression(text) or problem_of(text):
        return False
    found = _tokens(_DOLLARS.sub("$x$", text.strip(_BLANK)[1:-1]))
    return any(token.kind == "operator" and token.text == "=" for token in found) and all(t.text != ";" for t in found)


def _tokens(code: str) -> list[_Token]:
    found, at = [], 0
    while at < len(code):
        match = _TOKEN.match(code, at)
        # Letters of Latin-1 are blanks to BeanShell, unless they begin a longer name.
        unprintable = _UNPRINTABLE.match(code, at)
        if unprintable and (match is None or unprintable.end() >= match.end()):
            at = unprintable.end()
            continue
        if match is None:
            raise _WrongError(_unreadable(code, at))
        kind = match.lastgroup or ""
        if kind == "ended" or match["comment"] is not None:
            if code.startswith("/**", at) and not code.startswith("/**/", at):
                raise _WrongError(f"has a comment that begins with two stars, {_near(code, at)}")
            if code.startswith("//", at) and match["ended"] is None:
                raise _WrongError("ends in a comment (//), which hides what VASSAL writes behind it")
        elif match["blank"] is None:
            found.append(_Token(kind, match[0], at))
        at = match.end()
    return [*found, _Token(_END, "", len(code))]


def _unreadable(code: str, at: int) -> str:
    if code[at] in "\"'":
        what = "a text" if code[at] == '"' else "a letter"
        return f"has {what} that does not end, or a backslash in it that means nothing, {_near(code, at)}"
    return f"has a character that means nothing there, {_near(code, at)}"


def _near(code: str, at: int) -> str:
    rest = " ".join(code[at:].split())
    return f"at '{rest[:24]}{'...' if len(rest) > 24 else ''}'" if rest else "at its end"


class _Parser:
    """Reads an expression by BeanShell's grammar; binary operators all bind alike here, since only the form counts."""

    def __init__(self, tokens: list[_Token], code: str) -> None:
        self._tokens = tokens
        self._code = code
        self._next = 0

    def whole(self) -> None:
        """Read the whole expression."""
        self._expression()
        token = self._token
        if token.kind != _END and token.text != ";":
            raise _WrongError(f"goes on where it should be over, {_near(self._code, token.at)}")

    @property
    def _token(self) -> _Token:
        return self._tokens[self._next]

    def _ahead(self, count: int) -> _Token:
        return self._tokens[min(self._next + count, len(self._tokens) - 1)]

    def _is(self, *texts: str) -> bool:
        return self._token.kind in ("operator", "name") and self._token.text in texts

    def _take(self, text: str) -> None:
        if not self._is(text):
            raise _WrongError(f"lacks a '{text}' {_near(self._code, self._token.at)}")
        self._next += 1

    def _takes(self, *texts: str) -> bool:
        found = self._is(*texts)
        self._next += found
        return found

    def _expression(self) -> None:
        """Assignment or ConditionalExpression."""
        while True:
            primary = self._binary()
            if primary and self._is(*_ASSIGNING):
                self._next += 1
                continue
            if not self._takes("?"):
                return
            self._expression()
            self._take(":")
            # What follows the colon may be another condition, but no assignment.
            while True:
                self._binary()
                if not self._takes("?"):
                    return
                self._expression()
                self._take(":")

    def _binary(self) -> bool:
        """Operands with operators between them; tell whether it is one primary expression alone."""
        alone = self._unary()
        typed = False
        while True:
            if not typed and self._takes("instanceof"):
                self._type()
                typed = True
            elif self._is(*_LOOSE) or (not typed and self._is(*_TIGHT)):
                self._next += 1
                self._unary()
                typed = False
            else:
                return alone
            alone = False

    def _unary(self) -> bool:
        """UnaryExpression; tell whether it is a primary expression alone."""
        alone = True
        while self._is("+", "-", "~", "!", "++", "--") or self._is_cast():
            alone = False
            if self._takes("++", "--"):
                self._primary()
                return False
            if self._takes("("):
                primitive = self._is(*_PRIMITIVE)
                self._type()
                self._take(")")
                if not primitive and self._is("+", "-", "++", "--"):
                    raise _WrongError(f"lacks an operand {_near(self._code, self._token.at)}")
            else:
                self._next += 1
        self._primary()
        if self._takes("++", "--"):
            return False
        return alone

    def _is_cast(self) -> bool:
        """CastLookahead."""
        if not self._is("("):
            return False
        if self._ahead(1).text in _PRIMITIVE:
            return True
        at = 1
        if not self._names(at):
            return False
        at += 1
        while self._ahead(at).text == "." and self._names(at + 1):
            at += 2
        if self._ahead(at).text == "[" and self._ahead(at).kind == "operator":
            return self._ahead(at + 1).text == "]"
        if self._ahead(at).text != ")":
            return False
        follows = self._ahead(at + 1)
        literal = follows.kind in ("text", "letter", "real", "whole") or follows.text in _LITERALS
        return literal or self._names(at + 1) or follows.text in ("~", "!", "(", "new")

    def _names(self, count: int) -> bool:
        token = self._ahead(count)
        return token.kind == "name" and token.text not in _RESERVED

    def _type(self) -> None:
        if not self._takes(*_PRIMITIVE):
            self._name()
        while self._is("[") and self._ahead(1).text == "]":
            self._next += 2

    def _name(self) -> None:
        """AmbiguousName."""
        if not self._names(0):
            raise _WrongError(f"lacks a name {_near(self._code, self._token.at)}")
        self._next += 1
        while self._is(".") and self._names(1):
            self._next += 2

    def _primary(self) -> None:
        self._prefix()
        while True:
            if self._is(".") and self._ahead(1).text == "class":
                self._next += 2
            elif self._takes("["):
                self._expression()
                self._take("]")
            elif self._is(".") and self._names(1):
                self._next += 2
                self._arguments()
            elif self._takes("{"):
                self._expression()
                self._take("}")
            else:
                return

    def _prefix(self) -> None:
        token = self._token
        if token.kind in ("text", "letter", "real", "whole"):
            self._next += 1
        elif self._takes("("):
            self._expression()
            self._take(")")
        elif self._takes("new"):
            self._made()
        elif self._names(0):
            self._name()
            self._arguments()
            self._class_of_array()
        elif token.kind == "name" and token.text in _LITERALS:
            self._next += 1
        elif self._is(*_PRIMITIVE):
            self._type()
            if not (self._is(".") and self._ahead(1).text == "class"):
                raise _WrongError(f"has a type where a value should be, {_near(self._code, token.at)}")
        else:
            raise _WrongError(f"lacks an operand {_near(self._code, token.at)}")

    def _class_of_array(self) -> None:
        """Read the brackets of a type whose class is asked for, `String[].class`."""
        at = 0
        while self._ahead(at).text == "[" and self._ahead(at + 1).text == "]":
            at += 2
        if at and self._ahead(at).text == "." and self._ahead(at + 1).text == "class":
            self._next += at

    def _arguments(self) -> None:
        if not self._takes("("):
            return
        if self._takes(")"):
            return
        self._expression()
        while self._takes(","):
            self._expression()
        self._take(")")

    def _made(self) -> None:
        """AllocationExpression, behind `new`."""
        primitive = self._takes(*_PRIMITIVE)
        if not primitive:
            self._name()
            if self._is("<") and self._names(1) and self._ahead(2).text == ">":
                self._next += 3
        if self._is("("):
            if primitive:
                raise _WrongError(f"lacks a '[' {_near(self._code, self._token.at)}")
            self._arguments()
            return
        if not self._is("["):
            raise _WrongError(f"lacks a '(' {_near(self._code, self._token.at)}")
        sized = self._ahead(1).text != "]"
        while self._is("["):
            self._next += 1
            if not self._is("]"):
                self._expression()
            self._take("]")
        if not sized:
            self._initializer()

    def _initializer(self) -> None:
        self._take("{")
        while not self._takes("}"):
            if self._is("{"):
                self._initializer()
            else:
                self._expression()
            if not self._is("}"):
                self._take(",")
