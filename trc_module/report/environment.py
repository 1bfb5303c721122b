"""Environment of the templates of pages: every text is escaped, and printable whatever it quotes."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from trc_module.pages import FOLDER_POLICY, policy
from trc_module.printable import printable_lines


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("trc_module.report", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=_finalized,
    )
    environment.globals["folder_policy"] = FOLDER_POLICY
    return environment


def filled(template: str, script: str = "", **values: Any) -> str:
    """Return a page from a template of `report/templates`; with the name of a script there, that runs in it."""
    environment = _environment()
    code = "" if not script else environment.get_template(script).render()
    return environment.get_template(template).render(policy=policy(code), script=Markup(code), **values)


def rendered(template: str, **values: Any) -> str:
    """Return a style or a script from a template of `report/templates`, for a file of its own."""
    return _environment().get_template(template).render(**values)


def read_template(template: str) -> None:
    """Read a template, so that the first page that is filled with it takes no longer than the others."""
    _environment().get_template(template)


def _finalized(value: Any) -> Any:
    return printable_lines(value) if isinstance(value, str) and not isinstance(value, Markup) else value
