"""A report of an archive: a folder with a page of all games, and a page of each, on which one steps through it."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.archive.adding import OnStep, Work
from trc_module.archive.assigning import Assignment, job
from trc_module.archive.edition import Editions, code_digest
from trc_module.archive.edition_store import chosen_of
from trc_module.archive.files import Opener
from trc_module.archive.gathering import CUSTOM
from trc_module.archive.index_page import index_page
from trc_module.archive.judging import Logs, audits_of, with_data
from trc_module.archive.packed import unpacked_tree
from trc_module.archive.store import Store
from trc_module.errors import UserError
from trc_module.files import expect_own_page, write_file
from trc_module.memory import nothing_collected
from trc_module.report.rulings import NONE, Rulings, fingerprints, ruling_words, rulings_of

if TYPE_CHECKING:
    from trc_module.report.page.shared import SharedFiles

INDEX, SHARED = "index.html", "shared"
_MARK = b"<!-- archive "
"""The mark in every page that a report writes; no other page has it."""
_INDEX_MARK = "<!-- archive index -->"
_NAME = re.compile(r"[0-9a-f]{10,64}")
"""Of a game, and so of its page."""
_STAMP = re.compile(r"<!-- archive ([0-9a-f]{64}) (same|other)((?: [\w.]+)*) -->\n$")
"""The last line of a game's page: of what it was made, whether today's program still judges as the archive says, and
the files in `shared` that it needs."""
_SHARED_NAME = re.compile(r"[0-9a-f]{12}\.[a-z.]{2,8}")


@dataclass(slots=True)
class PagesWritten:
    """The result of a report: numbers of pages that were written and that were up to date already, and the failures."""

    written: int = 0
    kept: int = 0
    faults: list[str] = field(default_factory=list)
    outdated: list[str] = field(default_factory=list)
    """Games whose page shows other findings than the archive holds."""


@dataclass(frozen=True, slots=True)
class _Page:
    """A game's page: its file, the stamp that it bears, and the findings that the archive holds."""

    path: Path
    stamp: str
    findings: str
    given: Assignment
    rulings: Rulings


def write_report(
    store: Store,
    folder: Path,
    work: Work,
    *,
    rulings: Rulings = NONE,
    language: str = "en",
    on_step: OnStep = lambda *_: None,
) -> PagesWritten:
    """Write the report of an archive into a folder; pages that are there already are not made again.

    Each game is shown as the archive has judged it, with the data of that judgment, and with the rulings on its
    findings, in a `language`; the page of all games is English. What all pages have in common is beside them once, in
    the folder `shared`.

    Raises:
        UserError: The folder cannot be written.
    """
    reported = PagesWritten()
    _make(folder)
    pages = list(_pages(store, folder, rulings, language))
    states = {page.path: _state(page) for page in pages}
    missing = {str(page.path): page for page in pages if not states[page.path]}
    for path in (folder / INDEX, *(page.path for page in missing.values())):
        expect_own_page(path, _MARK)
    reported.kept = len(pages) - len(missing)
    editions = Editions()
    jobs = _jobs(store, editions, work, missing, reported)
    # Each piece of work travels with them: nearly all games have none.
    ruled = {key: page.rulings for key, page in missing.items() if page.rulings.by_finding}
    drawing = partial(_drawn, opener=work.opener, rulings=ruled, language=language)
    for number, each in enumerate(work.done(jobs, drawing), 1):
        page = missing[each.job.key]
        if each.result is None or not each.result[0]:
            reported.faults.append(f"{page.path.stem}: {each.error if each.result is None else each.result[1]}")
        else:
            html, findings, files = each.result
            _share(folder / SHARED, files)
            states[page.path] = "same" if findings == page.findings else "other"
            write_file(page.path, f"{html}\n{_stamp(page, states[page.path], files)}\n".encode())
            reported.written += 1
        on_step("Drawing", number, len(missing))
    reported.outdated += sorted(page.path.stem for page in pages if states[page.path] == "other")
    linked = frozenset(page.path.stem for page in pages if states[page.path])
    write_file(folder / INDEX, f"{index_page(store, linked, frozenset(reported.outdated))}\n{_INDEX_MARK}\n".encode())
    return reported


def _share(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write what pages share; the name of such a file tells what is in it."""
    for name, packed in files.items():
        path = folder / name
        if _SHARED_NAME.fullmatch(name) and not path.exists():
            _make(folder)
            write_file(path, zlib.decompress(packed))


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"'{folder}': expected a folder to write into ({error.strerror}).") from None


def _pages(store: Store, folder: Path, rulings: Rulings, language: str) -> Iterator[_Page]:
    code = code_digest("archive", "art", "report")
    query = """SELECT game.*, program, data, readings FROM game JOIN edition ON edition.id = game.edition
        WHERE error = '' ORDER BY name"""
    for row in store.rows(query):
        if not _NAME.fullmatch(row["name"]):
            raise store.damaged(f"a game called '{row['name']}'")
        logs = store.all("SELECT id, digest FROM log WHERE game = ? ORDER BY place", row["id"])
        made_of = [
            code,
            language,
            *(row[name] for name in ("program", "data", "readings", "chosen")),
            *(log[1] for log in logs),
        ]
        tree = unpacked_tree(row["tree"])
        own = rulings_of(row["name"], tree, rulings)
        made_of += [f"{name} {ruling_words(each)}" for name, each in own.by_finding.items()]
        stamp = hashlib.sha256("\n".join(made_of).encode()).hexdigest()
        given = Assignment(tuple(log[0] for log in logs), chosen_of(row["chosen"]), row["edition"], row["rules"])
        yield _Page(folder / f"{row['name']}.html", stamp, findings_digest(tree), given, own)


def _state(page: _Page) -> str:
    """Return what a page that is there says at its end; '' if it is not there, or was made of something else."""
    try:
        with page.path.open("rb") as stream:
            stream.seek(0, 2)
            stream.seek(max(0, stream.tell() - 300))
            found = _STAMP.search(stream.read().decode(errors="replace"))
    except OSError:
        return ""
    if found is None or found[1] != page.stamp:
        return ""
    return found[2] if all((page.path.parent / SHARED / name).is_file() for name in found[3].split()) else ""


def _stamp(page: _Page, state: str, files: Iterable[str]) -> str:
    return f"<!-- archive {' '.join((page.stamp, state, *files))} -->"


def _jobs(
    store: Store, editions: Editions, work: Work, missing: dict[str, _Page], reported: PagesWritten
) -> Iterator[Logs]:
    for key, page in missing.items():
        try:
            yield job(store, editions, key, page.given, travels=work.travels)
        except UserError as error:
            reported.faults.append(f"{page.path.stem}: {error}")


def _drawn(
    logs: Logs, opener: Opener, rulings: Mapping[str, Rulings], language: str
) -> tuple[str, str, Mapping[str, bytes]]:
    """Return the page of a game, the digest of its findings, and the files that it shares with others, packed.

    '' and the reason if it cannot be made.
    """
    from trc_module.disk_cache import cache_root
    from trc_module.report.as_json import audit_json
    from trc_module.report.page import audit_page
    from trc_module.report.page.asset_cache import assets_of
    from trc_module.report.page.page import speech_of
    from trc_module.report.page.shared import shared_of

    try:
        if logs.data is not None:
            return with_data(logs, logs.data, partial(_drawn, opener=opener, rulings=rulings, language=language))
        with nothing_collected():
            audits = audits_of(logs, opener)
            first = Path(logs.files[0].path)
            # A game that was told apart from another by both of them stands here alone.
            audit = next((each for each in audits if each.chain.links[0].execution.log.path == first), audits[0])
            tree = json.loads(audit_json(audit, audit.findings, CUSTOM))
            own = rulings.get(logs.key, NONE)
            names = fingerprints(Path(logs.key).stem, tree["findings"])
            said = {
                id(noted): ruling_words(own.by_finding[name])
                for noted, name in zip(audit.findings, names, strict=True)
                if name in own.by_finding
            }
            speech = speech_of(language)
            page = audit_page(audit, audit.findings, cache_root() / "pages", shares=True, said=said, speech=speech)
            assets = assets_of(audit.log.parts.board, audit.log.parts.roster, cache_root() / "pages")
            return page, findings_digest(tree), _packed(shared_of(assets))
    except UserError as error:
        return "", str(error), {}


_kept: dict[str, Mapping[str, bytes]] = {}


def _packed(shared: SharedFiles) -> Mapping[str, bytes]:
    """Return the shared files packed; a worker packs them once."""
    if shared.stage not in _kept:
        _kept[shared.stage] = {name: zlib.compress(content, 6) for name, content in shared.files.items()}
    return _kept[shared.stage]


def findings_digest(tree: dict[str, Sequence[object]]) -> str:
    """Return a digest of the findings of an audit that is given as plain data."""
    return hashlib.sha256(json.dumps(tree.get("findings", []), sort_keys=True).encode()).hexdigest()
