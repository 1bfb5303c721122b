"""Count the blind records and tell which expectations are not met: `python -m tests.blind [GAME...]`."""

from __future__ import annotations

import sys

from tests.blind.blind_record import GAMES, blind_records
from trc_module.errors import UserError


def main(games: list[str]) -> None:
    """Print, for each game, its unmet expectations, and how many records and acts it has."""
    for game in games:
        records = acts = met = 0
        for record in blind_records(game):
            records += 1
            try:
                trial = record.tried()
            except UserError as error:
                print(f"{record.name}: not readable: {error}")
                continue
            acts += trial.expectations
            unmet = record.unmet(trial)
            met += trial.expectations - len(unmet)
            for each in unmet:
                print(f"{record.name}: {each}")
        print(f"{game}: {records} records, {acts} acts, {met} as expected")


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
