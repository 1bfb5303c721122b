"""Obfuscation of a saved game's text (VASSAL.tools.io.ObfuscatingOutputStream).

Three containers are read: `!VCSK` (two hex digits of key, then two for each byte XOR key),
`VOBS` of VASSAL 3.8 (one raw byte of key, then the bytes XOR key), and plain text. The text under
it is UTF-8; bytes that are none survive as lone surrogates, so that writing gives them back.
"""

from __future__ import annotations

import enum
import re
from binascii import Error as HexError
from binascii import hexlify, unhexlify
from collections.abc import Iterable, Iterator
from typing import IO

from trc_module.vassal.problems import FormatError

_HEX_HEADER = b"!VCSK"
_RAW_HEADER = b"VOBS"
_OTHER_HEADER = re.compile(rb"!?VC[A-Z]{2}")
_UPPER = re.compile(rb"[A-F]")
_LOOKED_AT = 4096
_IN_THE_CLEAR = (b"end_save", b"\x1bLOG\t")
"""What VASSAL 3.7 needs to play a game, which takes a text under the veil of 3.8 for plain text."""
_TWO_FACED = "The saved game is another one for VASSAL 3.7 than for 3.8: behind 'VOBS' commands stand in the clear."
_CUT = "The saved game is cut short or damaged: after its header it should hold only pairs of hex digits."


class Container(enum.Enum):
    """The kinds of wrapping of a saved game's text."""

    HEX = "!VCSK"
    UPPER = "!VCSK with digits in upper case"
    RAW = "VOBS"
    PLAIN = "plain text"


_IN_HEX = (Container.HEX, Container.UPPER)


def container_of(data: bytes) -> Container:
    """Tell how a saved game is wrapped by its first bytes; too short for a header is plain."""
    if data.startswith(_HEX_HEADER) and len(data) >= len(_HEX_HEADER) + 2:
        # VASSAL before 3.2 wrote the digits in upper case.
        return Container.UPPER if _UPPER.search(data, 5, _LOOKED_AT) else Container.HEX
    if data.startswith(_RAW_HEADER) and len(data) > len(_RAW_HEADER):
        return Container.RAW
    return Container.PLAIN


def _check_header(data: bytes) -> None:
    """Refuse a saved game whose header is of VASSAL's kind, and none that its engine knows.

    Raises:
        FormatError: It is, as `VCSZ`.
    """
    found = _OTHER_HEADER.match(data)
    if found and container_of(data) is Container.PLAIN and not data.startswith(_HEX_HEADER):
        raise FormatError(
            f"The saved game begins with '{found[0].decode()}', a container that VASSAL from 2.9 to 3.8 does not know: "
            "save the game anew with the program that wrote it."
        )


def _table(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


def _hex_key(data: bytes) -> int:
    try:
        return unhexlify(data[5:7])[0]
    except HexError:
        raise FormatError("The saved game has no key after '!VCSK': two hex digits should follow.") from None


def key_of(data: bytes) -> int:
    """Return the key of a saved game that has one: 0 of plain text.

    Raises:
        FormatError: After the header of a hex container stand no two hex digits.
    """
    kind = container_of(data)
    return _hex_key(data) if kind in _IN_HEX else data[4] if kind is Container.RAW else 0


def reveal_bytes(data: bytes) -> bytes:
    """Return the text of a saved game in any of the three containers, as UTF-8.

    Raises:
        FormatError: It is in another container, a hex container holds something else than pairs of hex digits, or older
            versions would read another game.
    """
    kind = container_of(data)
    _check_header(data)
    # Under a key of 0 what stands in the clear is the game itself.
    if kind is Container.RAW and data[4:5] != b"\0" and any(text in data for text in _IN_THE_CLEAR):
        raise FormatError(_TWO_FACED)
    if kind in _IN_HEX:
        try:
            return unhexlify(memoryview(data)[7:]).translate(_table(_hex_key(data)))
        except HexError:
            raise FormatError(_CUT) from None
    return data[5:].translate(_table(data[4])) if kind is Container.RAW else data


def reveal(data: bytes) -> str:
    """Return the text of a saved game in any of the three containers.

    Raises:
        FormatError: A hex container holds something else than pairs of hex digits.
    """
    return reveal_bytes(data).decode("utf-8", "surrogateescape")


def veil(text: str | bytes, container: Container = Container.HEX, key: int = 0x47) -> bytes:
    """Wrap a text, or its UTF-8, as a saved game; the key may be any byte, the engine draws it by chance.

    Raises:
        ValueError: The key is no byte.
    """
    if not 0 <= key < 256:
        raise ValueError(f"the key must be 0 to 255, not {key}")
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    if container is Container.HEX:
        return b"!VCSK%02x" % key + hexlify(data.translate(_table(key)))
    if container is Container.UPPER:
        return b"!VCSK%02X" % key + hexlify(data.translate(_table(key))).upper()
    if container is Container.RAW:
        return _RAW_HEADER + bytes((key,)) + data.translate(_table(key))
    return data


def veil_stream(blocks: Iterable[bytes], key: int = 0x47) -> Iterator[bytes]:
    """Yield a text, given in blocks of UTF-8, as `veil` wraps it in the hex container."""
    table = _table(key)
    yield b"!VCSK%02x" % key
    for block in blocks:
        yield hexlify(block.translate(table))


def reveal_stream(stream: IO[bytes], size: int = 1 << 18) -> Iterator[bytes]:
    """Yield the bytes under the veil in pieces of about `size`, holding no more than one.

    Raises:
        FormatError: As `reveal_bytes`.
    """
    head = stream.read(7)
    kind = container_of(head)
    _check_header(head)
    if kind in _IN_HEX:
        table = _table(_hex_key(head))
        odd = b""
        while block := stream.read(size):
            block = odd + block
            odd = block[len(block) & ~1 :]
            try:
                yield unhexlify(block[: len(block) & ~1]).translate(table)
            except HexError:
                raise FormatError(_CUT) from None
        if odd:
            raise FormatError(_CUT)
        return
    table = _table(head[4]) if kind is Container.RAW else _table(0)
    yield (head[5:] if kind is Container.RAW else head).translate(table)
    last = head
    while block := stream.read(size):
        if kind is Container.RAW and head[4] and any(text in last + block for text in _IN_THE_CLEAR):
            raise FormatError(_TWO_FACED)
        last = block[-8:]
        yield block.translate(table)
