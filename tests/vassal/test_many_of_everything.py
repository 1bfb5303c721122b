"""Modules with thousands of like things: what is said of them, which a quadratic way would take a minute to find."""

from __future__ import annotations

from pathlib import Path

from tests.hostile.modules import module, piece, prototypes, slots
from trc_module.vassal.archive import Archive
from trc_module.vassal.difference import Change, compare_modules
from trc_module.vassal.lint import Finding, lint

MANY = 8_000


def differences(tmp_path: Path, old: str, new: str) -> tuple[Change, ...]:
    for name, body in (("old", old), ("new", new)):
        (tmp_path / f"{name}.vmod").write_bytes(module(body))
    with Archive(tmp_path / "old.vmod") as before, Archive(tmp_path / "new.vmod") as after:
        return compare_modules(before, after)


def found(tmp_path: Path, body: str, number: str) -> list[Finding]:
    (tmp_path / "m.vmod").write_bytes(module(body))
    with Archive(tmp_path / "m.vmod") as archive:
        return [finding for finding in lint(archive) if finding.code == number]


def charts(file: str, name: str = "c{}") -> str:
    parts = "".join(f'<VASSAL.build.widget.Chart chartName="{name.format(i)}" fileName="{file}"/>' for i in range(MANY))
    return f'<VASSAL.build.module.ChartWindow name="w">{parts}</VASSAL.build.module.ChartWindow>'


def test_equal_components_are_paired_in_their_order(tmp_path: Path) -> None:
    assert len(differences(tmp_path, charts("a.png", "c"), charts("b.png", "c"))) == MANY
    assert len(differences(tmp_path, charts("a.png"), charts("a.png", "d{}"))) == 2 * MANY


def test_pieces_of_one_number_are_told_apart_by_their_turn(tmp_path: Path) -> None:
    old, new = (slots([piece(name=name)] * MANY).replace('gpid="', 'gpid="7" old="') for name in "xy")
    changes = differences(tmp_path, old, new)
    assert [change.subject for change in (changes[0], changes[1], changes[-1])] == ["7 y", "7/2 y", f"7/{MANY} y"]


def test_each_prototype_of_a_circle_is_named_and_those_that_lead_into_it_are_not(tmp_path: Path) -> None:
    texts = [piece(f"prototype;p{(i + 1) % MANY}") for i in range(MANY)]
    outside = [piece("prototype;p0"), piece(f"prototype;p{MANY}"), piece(f"prototype;p{MANY + 2}")]
    findings = found(tmp_path, prototypes([*texts, *outside]), "VM113")
    assert len(findings) == MANY + 1
    assert findings[-1].message == f"the prototype 'p{MANY + 2}' contains itself"
