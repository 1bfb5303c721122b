"""The chapters in the rulebook's order; importing this module enters all rules into the book.

Where an act is judged by several chapters, or changes the position in several ways, this order is theirs.
"""

from trc_module.games.trc import (
    movement,  # 5
    prepare,  # 3
    restrictions,  # 8
    sequence,  # 4
    stacking,  # 6
    units,  # 2
    zones_of_control,  # 7
)

CHAPTERS = (units, prepare, sequence, movement, stacking, zones_of_control, restrictions)
