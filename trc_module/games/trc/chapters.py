"""The chapters in the rulebook's order; importing this module enters all rules into the book.

Where an act is judged by several chapters, or changes the position in several ways, this order is theirs.
"""

from trc_module.games.trc import (
    headquarters,
    movement,
    moves,
    prepare,
    restrictions,
    russian_replacements,
    sequence,
    stacking,
    units,
    weather,
    zones_of_control,
)
from trc_module.games.trc.book import book

CHAPTERS = (
    units,  # 2
    prepare,  # 3
    sequence,  # 4
    weather,  # 4.1.1
    movement,  # 5
    stacking,  # 6
    zones_of_control,  # 7
    restrictions,  # 8
    moves,  # 5 to 8, 11 and 22 together: the judging of a move over land
    headquarters,  # 11
    russian_replacements,  # 22
)

book.arrange([chapter.__name__ for chapter in CHAPTERS])
