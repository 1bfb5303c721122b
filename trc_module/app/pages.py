"""The app's own first page; the page of a game is the audit's."""

from __future__ import annotations

import json
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from trc_module.app.languages import LANGUAGES
from trc_module.report.page_words import texts_of


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("trc_module.app", "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def first_page(language: str) -> str:
    """Return the page with the games, in a language; its script fetches them."""
    return rendered("home.html", language, languages=LANGUAGES)


def rendered(template: str, language: str, **values: object) -> str:
    """Return a page made of a template, with the words of a language for it and for its script."""
    texts = texts_of(language)
    # Within a script element nothing but its end is markup.
    told = Markup(json.dumps(dict(texts)).replace("<", "\\u003c"))
    page = _environment().get_template(template)
    return page.render(language=language, t=lambda text: texts.get(text, text), texts=told, **values)
