"""Audits of logs as a process of its own tells them: `python -m tests.laws.hash_seeds game=log.vlog ...`.

A process orders sets of words by a seed of its own, `PYTHONHASHSEED`; no verdict, note or order of units may hang
on it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.untidy.other_plays import parts_of
from trc_module.auditing.audit import audit_chain
from trc_module.cli.logs import open_logs
from trc_module.replay.chain import join_logs
from trc_module.replay.gamelog import open_log


def main() -> None:
    """Tell all that audits find in some logs, each with the game before it."""
    for given in sys.argv[1:]:
        game, _, path = given.partition("=")
        logs = open_logs([Path(path)]) if game == "trc" else [open_log(Path(path), parts_of(game))]
        for noted in audit_chain(join_logs(logs)).findings:
            print(game, Path(path).stem, noted.steps, repr(noted.finding))


if __name__ == "__main__":
    main()
