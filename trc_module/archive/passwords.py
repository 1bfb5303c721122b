"""The content of a log as an archive keeps it: without the passwords that VASSAL writes into it in clear."""

from __future__ import annotations

import tempfile
from pathlib import Path

from trc_module.errors import UserError
from trc_module.vassal.scrub import write_scrubbed


def without_passwords(content: bytes) -> bytes | None:
    """Return a log with other passwords in the place of those in it, and otherwise as it was; None if that cannot be.

    It is judged as before: of a password only matters which of the players it belongs to.
    """
    with tempfile.TemporaryDirectory(prefix="trc-module-") as folder:
        source, target = Path(folder) / "log.vlog", Path(folder) / "kept.vlog"
        source.write_bytes(content)
        try:
            write_scrubbed(source, target, names=False)
        except UserError:
            return None
        return target.read_bytes()
