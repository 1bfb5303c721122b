"""Writing what has been read and judged into an archive."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from trc_module.archive.edition import Edition
from trc_module.archive.edition_store import Begun, chosen_text, put_begun, put_edition
from trc_module.archive.files import Chosen
from trc_module.archive.record import GameRecord
from trc_module.archive.sightings import Sighting
from trc_module.archive.signature import Signature
from trc_module.archive.store import Store
from trc_module.printable import json_text
from trc_module.rules.registry import in_order

_VERDICTS = ("violation", "doubt", "undecided", "skipped", "note")


def log_known(store: Store, digest: str) -> int | None:
    """Return the log of a digest; None if the archive has none."""
    row = store.one("SELECT id FROM log WHERE digest = ?", digest)
    return None if row is None else int(row[0])


def put_log(store: Store, digest: str, read: Signature | str, content: bytes | None) -> int:
    """Write down what a log says of itself, or why it says nothing, and keep its content; return its number.

    Where another program has done so meanwhile nothing is written.
    """
    known = log_known(store, digest)
    if known is not None:
        return known
    said = _EMPTY if isinstance(read, str) else read
    values: dict[str, Any] = asdict(said) | {
        "digest": digest,
        "error": read if isinstance(read, str) else "",
        "players": json_text(said.players, indent=None),
        "linked": 0,
    }
    marks = ", ".join("?" * len(values))
    log = store.do(f"INSERT INTO log ({', '.join(values)}) VALUES ({marks})", *values.values())
    if content is not None:
        store.do("INSERT INTO content VALUES (?, ?)", log, content)
    return log


_EMPTY = Signature("", "", (), False, "", "", "", "", "", b"", b"", b"")


def put_source(store: Store, sighting: Sighting, log: int) -> None:
    """Write down where a log was seen. What was seen there before is no more there."""
    before = store.one("SELECT log FROM source WHERE path = ?", sighting.path)
    store.do("INSERT OR REPLACE INTO source VALUES (?, ?, ?, ?)", sighting.path, sighting.size, sighting.changed, log)
    if before is not None and before[0] != log and not store.one("SELECT 1 FROM source WHERE log = ?", before[0]):
        forget_log(store, before[0])


def forget_log(store: Store, log: int) -> None:
    """Remove a log; the others of its game have to be judged again."""
    row = store.one("SELECT game FROM log WHERE id = ?", log)
    if row is not None and row[0] is not None:
        forget_game(store, row[0])
    near = store.all("SELECT other FROM link WHERE one = ? UNION SELECT one FROM link WHERE other = ?", log, log)
    # Logs that belonged together only through this log may not belong together without it.
    store.do_all("UPDATE log SET linked = 0 WHERE id = ?", [(other[0],) for other in near])
    store.do("DELETE FROM log WHERE id = ?", log)


def forget_game(store: Store, game: int) -> None:
    """Remove what was judged of a game, and leave its logs to be judged."""
    store.do("UPDATE log SET game = NULL, place = NULL WHERE game = ?", game)
    store.do("DELETE FROM game WHERE id = ?", game)


def put_games(
    store: Store,
    logs: Sequence[int],
    found: Sequence[GameRecord] | str,
    edition: Edition,
    chosen: Chosen,
    *,
    pinned: bool,
) -> None:
    """Write down the games that some logs make, in the place of what was known of these logs; or why there are none."""
    for row in store.all(f"SELECT DISTINCT game FROM log WHERE game IS NOT NULL AND id IN ({_marks(logs)})", *logs):
        forget_game(store, row[0])
    number = put_edition(store, edition)
    if isinstance(found, str):
        _put_failure(store, logs, found, number, chosen)
        return
    for record in found:
        mine = [logs[place] for place in record.logs]
        game = _put_game(store, mine, record, number, chosen, pinned=pinned)
        store.do_all("UPDATE log SET game = ?, place = ? WHERE id = ?", [(game, n, log) for n, log in enumerate(mine)])
        put_begun(store, mine, Begun(number, chosen, record.rules), pinned=pinned)
        _put_details(store, game, record)
        rows = [(edition.data, *entry) for entry in record.results]
        store.do_all("INSERT OR IGNORE INTO results_table VALUES (?, ?, ?, ?, ?, ?)", rows)


def _put_failure(store: Store, logs: Sequence[int], error: str, edition: int, chosen: Chosen) -> None:
    row = store.one(f"SELECT scenario FROM log WHERE id IN ({_marks(logs)}) ORDER BY began, digest", *logs)
    assert row is not None
    record = replace(_UNJUDGED, scenario=row["scenario"])
    ordered = [
        r[0] for r in store.rows(f"SELECT id FROM log WHERE id IN ({_marks(logs)}) ORDER BY began, digest", *logs)
    ]
    game = _put_game(store, ordered, record, edition, chosen, pinned=False, error=error)
    store.do_all("UPDATE log SET game = ?, place = ? WHERE id = ?", [(game, n, log) for n, log in enumerate(ordered)])


_UNJUDGED = GameRecord(
    logs=(),
    rules="",
    scenario="",
    options=(),
    players=(),
    turn=0,
    moment="",
    winner="",
    won_by="",
    why="",
    points=None,
    rolls=0,
    counts=(),
    faces=(),
    origins=(),
    phases=(),
    battles=(),
    stays=(),
    taken=(),
    opening=None,
    results=(),
    tree="{}",
)


def _put_game(
    store: Store,
    logs: Sequence[int],
    record: GameRecord,
    edition: int,
    chosen: Chosen,
    *,
    pinned: bool,
    error: str = "",
) -> int:
    counts = dict(record.counts)
    opening = record.opening
    values: dict[str, Any] = {
        "name": _name(store, logs[0]),
        "error": error,
        "rules": record.rules,
        "scenario": record.scenario,
        "options": " ".join(sorted(record.options, key=in_order)),
        "turn": record.turn,
        "moment": record.moment,
        "winner": record.winner,
        "won_by": record.won_by,
        "why": record.why,
        "points": record.points,
        "rolls": record.rolls,
        **{
            {"violation": "violations", "doubt": "doubts", "note": "notes"}.get(word, word): counts.get(word, 0)
            for word in _VERDICTS
        },
        "opening": opening.number if opening else "",
        "opening_side": opening.side if opening else "",
        "opening_phase": opening.phase if opening else None,
        "edition": edition,
        "chosen": chosen_text(chosen),
        "pinned": int(pinned),
        "tree": zlib.compress(record.tree.encode(errors="surrogatepass")),
    }
    marks = ", ".join("?" * len(values))
    return store.do(f"INSERT INTO game ({', '.join(values)}) VALUES ({marks})", *values.values())


def put_former(store: Store, game: str, edition: int, verdict: str) -> None:
    """Keep what was judged of a game before, as JSON."""
    store.do("INSERT INTO former (game, edition, verdict) VALUES (?, ?, ?)", game, edition, verdict)


def _name(store: Store, log: int) -> str:
    """Return as much of a log's digest as names its game alone, at least ten digits."""
    row = store.one("SELECT digest FROM log WHERE id = ?", log)
    assert row is not None
    digest = str(row[0])
    size = next(n for n in range(10, 65) if not store.one("SELECT 1 FROM game WHERE name = ?", digest[:n]))
    return digest[:size]


def _put_details(store: Store, game: int, record: GameRecord) -> None:
    store.do_all("INSERT OR IGNORE INTO seat VALUES (?, ?, ?)", [(game, *seat) for seat in record.players])
    store.do_all("INSERT INTO faces VALUES (?, ?, ?, ?)", [(game, *face) for face in record.faces])
    store.do_all("INSERT INTO origin VALUES (?, ?, ?, ?)", [(game, *origin) for origin in record.origins])
    phases = [(game, number, turn, moment) for number, (turn, moment) in enumerate(record.phases)]
    store.do_all("INSERT INTO phase VALUES (?, ?, ?, ?)", phases)
    battles = [
        (
            game,
            b.number,
            b.turn,
            b.side,
            b.moment,
            b.step,
            " ".join(b.attackers),
            " ".join(b.defenders),
            " ".join(b.hexes),
            f" {' '.join(b.terrain)} ",
            b.odds,
            b.sheet,
            b.die,
            b.result,
            b.better,
        )
        for b in record.battles
    ]
    store.do_all(f"INSERT INTO battle VALUES ({', '.join('?' * 15)})", battles)
    taken = [(t.place, t.side, game, t.turn, t.moment, t.step) for t in record.taken]
    store.do_all("INSERT OR IGNORE INTO taken VALUES (?, ?, ?, ?, ?, ?)", taken)
    numbers = _words(store, {word for stay in record.stays for word in (stay.unit, stay.place)})
    stays = [(numbers[s.unit], numbers[s.place], game, s.first, s.last, s.step) for s in record.stays]
    store.do_all("INSERT INTO stay VALUES (?, ?, ?, ?, ?, ?)", stays)


def _words(store: Store, texts: Iterable[str]) -> dict[str, int]:
    """Return the numbers of some words; new ones are given theirs."""
    wanted = sorted(texts)
    store.do_all("INSERT OR IGNORE INTO word (text) VALUES (?)", [(text,) for text in wanted])
    found: dict[str, int] = {}
    for start in range(0, len(wanted), 500):
        part = wanted[start : start + 500]
        found.update(
            (row[1], row[0]) for row in store.rows(f"SELECT id, text FROM word WHERE text IN ({_marks(part)})", *part)
        )
    return found


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
