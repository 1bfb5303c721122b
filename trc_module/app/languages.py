"""The languages of the pages: English in the code, the others as tables of what stands for its words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from starlette.requests import Request

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "it": "Italiano"}


@cache
def texts_of(language: str) -> Mapping[str, str]:
    """Return what the pages say in a language, by the English words; nothing for English."""
    if language == "en":
        return {}
    raw = (files("trc_module.app") / "texts" / f"{language}.toml").read_text(encoding="utf-8")
    texts: dict[str, str] = tomllib.loads(raw)
    return texts


def chosen_language(request: Request) -> str:
    """Return the language that the address asks for, else the first of the browser's that we speak, else English."""
    asked = request.query_params.get("lang", "")
    if asked in LANGUAGES:
        return asked
    for part in request.headers.get("accept-language", "").split(","):
        word = part.split(";")[0].strip().lower().split("-")[0]
        if word in LANGUAGES:
            return word
    return "en"
