from __future__ import annotations

from pathlib import Path

from trc_module.vassal.lint import CHECKS
from trc_module.vassal.lint.docs import lint_reference

PAGE = Path(__file__).parents[3] / "docs" / "module-lint.md"


def test_the_page_of_checks_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == lint_reference()


def test_every_check_is_on_the_page() -> None:
    page = lint_reference()
    assert [code for code, check in CHECKS.items() if f"### {code} {check.name} " not in page] == []
