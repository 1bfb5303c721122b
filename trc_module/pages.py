"""The parts that every HTML page shares: a page makes no request to elsewhere and runs only its own script."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape as html_escape

from trc_module.printable import printable_lines


def policy(script: str = "") -> str:
    """Return the Content-Security-Policy of a page: nothing from elsewhere, and of scripts the one given, by its hash.

    Styles may stand in the page; a style cannot fetch anything either.
    """
    scripts = f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" if script else "'none'"
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src {scripts}; font-src data:; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


FOLDER_POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline'; "
    "img-src 'self' file: data:; font-src data:; base-uri 'none'; form-action 'none'"
)
"""The policy of pages that lie in a folder with their scripts and pictures, on a disk or a server: no script within."""


def policy_tag(script: str = "") -> str:
    """Return the element by which a page states its policy."""
    return f'<meta http-equiv="Content-Security-Policy" content="{policy(script)}">'


def escape(text: str) -> str:
    """Return a text as HTML in which nothing is markup, and nothing turns the direction of what stands around it."""
    return html_escape(printable_lines(text))
