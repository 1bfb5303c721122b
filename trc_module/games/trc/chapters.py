"""The chapters in the rulebook's order; importing this module enters all rules into the book.

Where an act is judged by several chapters, or changes the position in several ways, this order is theirs.
"""

from trc_module.games.trc import (
    headquarters,  # 11
    movement,  # 5
    moves,  # 5 to 8 together: the judging of a move over land
    prepare,  # 3
    restrictions,  # 8
    russian_replacements,  # 22
    sequence,  # 4
    stacking,  # 6
    units,  # 2
    weather,  # 4.1.1
    zones_of_control,  # 7
)

CHAPTERS = (
    units,
    prepare,
    sequence,
    weather,
    movement,
    stacking,
    zones_of_control,
    restrictions,
    moves,
    headquarters,
    russian_replacements,
)
