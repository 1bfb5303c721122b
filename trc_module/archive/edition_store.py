"""Editions in an archive: their digests, the files of their data, and which games are held to them."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from trc_module.archive.apart import DataFiles
from trc_module.archive.edition import Edition, is_data_file
from trc_module.archive.files import Chosen, GivenProfile
from trc_module.archive.mails import GivenMails
from trc_module.archive.packed import MOST_OF_DATA, unpack
from trc_module.archive.store import Store
from trc_module.printable import json_text


def put_edition(store: Store, edition: Edition) -> int:
    """Return the number of an edition; if it is new, it is written down with its files of data.

    Raises:
        UserError: A file of data was changed since the edition was looked at.
    """
    query = "SELECT id FROM edition WHERE program = ? AND data = ? AND readings = ?"
    row = store.one(query, edition.program, edition.data, edition.readings)
    if row is not None:
        return int(row[0])
    parts = json_text(edition.parts, indent=None)
    number = store.do(
        "INSERT INTO edition (program, data, readings, parts) VALUES (?, ?, ?, ?)",
        edition.program,
        edition.data,
        edition.readings,
        parts,
    )
    if not edition.folders:
        same = "SELECT id FROM edition WHERE data = ? AND readings = ? AND id <> ?"
        (other,) = store.all(f"{same} LIMIT 1", edition.data, edition.readings, number)
        store.do("INSERT INTO snapshot SELECT ?, name, blob FROM snapshot WHERE edition = ?", number, other[0])
    for name, content in edition.files():
        digest = hashlib.sha256(content).hexdigest()
        store.do("INSERT OR IGNORE INTO blob VALUES (?, ?)", digest, zlib.compress(content))
        store.do("INSERT INTO snapshot VALUES (?, ?, ?)", number, name, digest)
    return number


def read_edition(store: Store, number: int) -> Edition:
    """Return an edition by its number, without folders: its files are in the archive."""
    row = store.one("SELECT * FROM edition WHERE id = ?", number)
    assert row is not None
    parts = tuple((name, digest) for name, digest in json.loads(row["parts"]))
    return Edition(row["program"], row["data"], row["readings"], parts)


def data_files(store: Store, number: int, rules: str) -> DataFiles:
    """Return the data of an edition by its number; `rules` is the name of the game.

    Raises:
        UserError: One of the files is none of data, or not what its digest says.
    """
    query = "SELECT name, bytes, digest FROM snapshot JOIN blob ON digest = blob WHERE edition = ? ORDER BY name"
    found = tuple((row[0], bytes(row[1]), row[2]) for row in store.rows(query, number))
    for name, packed, digest in found:
        # The archive may come from somebody else, and these become files.
        if not is_data_file(name) or _digest(packed) != digest:
            raise store.damaged(f"'{name}' in the data of a game")
    return DataFiles(rules, tuple((name, packed) for name, packed, _ in found))


def _digest(packed: bytes) -> str:
    try:
        return hashlib.sha256(unpack(packed, MOST_OF_DATA)).hexdigest()
    except ValueError:
        return ""


def chosen_of(text: str) -> Chosen:
    """Return what an archive has written down of how a game is judged."""
    tree = json.loads(text)
    # Archives that were begun by earlier versions say nothing of profiles and mails.
    profile = tree.get("profile")
    given = None if profile is None else GivenProfile(profile["path"], profile["text"])
    mails = tuple(GivenMails(each["path"], each["text"], tuple(each["logs"])) for each in tree.get("mails", ()))
    return Chosen(tuple(tree["options"]), tuple(tree["readings"]), tree["overlay"], given, mails)


def chosen_text(chosen: Chosen) -> str:
    """Return how a game is judged, as an archive writes it down: of mails, where there are any."""
    tree = asdict(chosen)
    if not chosen.mails:
        del tree["mails"]
    return json_text(tree, indent=None)


# What games were begun with


@dataclass(frozen=True, slots=True)
class Begun:
    """The first judgment of a game: the number of its edition, and the choices."""

    edition: int
    chosen: Chosen
    rules: str


def put_begun(store: Store, logs: Sequence[int], begun: Begun, *, pinned: bool) -> None:
    """Write down what logs were judged by, those that have been judged for the first time."""
    values = begun.edition, chosen_text(begun.chosen), begun.rules, int(pinned)
    store.do_all("INSERT OR IGNORE INTO begun VALUES (?, ?, ?, ?, ?)", [(log, *values) for log in logs])


def begun_with(store: Store, logs: Sequence[int], *, pinned: bool) -> Begun | None:
    """Return what the earliest of some logs was judged by first; with `pinned` the earliest that is held to it.

    None if there is no such log.
    """
    where = f"log.id IN ({', '.join(map(str, logs))}) {'AND pinned' if pinned else ''}"
    query = (
        f"SELECT edition, chosen, rules FROM begun JOIN log ON log.id = begun.log WHERE {where} ORDER BY began, digest"
    )
    row = store.one(query)
    return None if row is None else Begun(row["edition"], chosen_of(row["chosen"]), row["rules"])


def hold(store: Store, logs: Sequence[int], *, pinned: bool) -> None:
    """Hold the games of some logs to what they were begun with, or no longer."""
    store.do(f"UPDATE begun SET pinned = ? WHERE log IN ({', '.join(map(str, logs))})", int(pinned))
