"""The secret from which the words of the dice are made: one for each user, made once, and kept on his machine."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from trc_module.errors import UserError

FOLDER, FILE = "trc-module", "opponent.secret"
NAMED = "TRC_MODULE_SECRETS"
"""The environment's word for the folder in which the secret is kept."""
_SHORTEST = 32


def secret_of(seed: int | None) -> str:
    """Return the user's secret, or that of a seed; it is made when it is first asked for.

    Raises:
        UserError: It cannot be read or kept.
    """
    if seed is not None:
        return f"seed {seed}"
    path = _path()
    try:
        kept = path.read_text(encoding="ascii").strip() if path.is_file() else ""
        if len(kept) < _SHORTEST:
            kept = secrets.token_hex(_SHORTEST)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"{kept}\n", encoding="ascii")
            path.chmod(0o600)
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(
            f"{path}: the secret of the dice cannot be kept there ({error}). Name another folder with {NAMED}, or give "
            "--seed."
        ) from None
    return kept


def _path() -> Path:
    named = os.environ.get(NAMED)
    if named:
        return Path(named) / FILE
    from platformdirs import user_data_path

    return user_data_path(FOLDER, appauthor=False) / FILE
