"""The languages of the app's pages: English in the code, the others as catalogues of what stands for its words."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "it": "Italiano"}


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
