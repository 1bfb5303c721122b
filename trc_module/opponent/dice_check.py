"""The check of the program's dice: whether each follows from the word that was sealed before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.declarations.seals import seal_of
from trc_module.gamespec import game_folder, read_spec
from trc_module.opponent.game_so_far import lines_before, lines_of
from trc_module.opponent.sealed_dice import SealedWord, ShownWord, die, digest_of, seal_in, shown_in
from trc_module.replay.chain import Chain
from trc_module.vassal.commands import ChangeProperty
from trc_module.vassal.saves import step_commands


@dataclass(frozen=True, slots=True)
class DiceChecked:
    """The dice of one reply."""

    log: str
    sentence: str
    fair: bool
    """Whether nothing speaks against them."""


def check_dice(chain: Chain) -> Iterator[DiceChecked]:
    """Yield what is to be said of the dice of each reply in a chain of logs."""
    for number in range(len(chain.links)):
        shown = shown_in(lines_of(chain, number))
        if shown is not None:
            yield _checked(chain, number, shown)


def _checked(chain: Chain, number: int, shown: ShownWord) -> DiceChecked:
    name, rolled = chain.name(number), list(_rolled(chain, number))
    faces = read_spec(game_folder(chain.log.parts.game.name)).dice.faces
    for place, pips in enumerate(rolled, 1):
        right = die(shown, place, faces)
        if right != pips:
            told = f"die {place} shows {pips}; by its word and the log that it answers it is {right}."
            return DiceChecked(name, told, fair=False)
    dice = f"{len(rolled)} dice follow" if len(rolled) != 1 else "1 die follows"
    if number and digest_of(chain.links[number - 1].execution.log.path) != shown.log:
        return DiceChecked(
            name, f"the log that it answers is not {chain.name(number - 1)}, or that was changed.", fair=False
        )
    seal = seal_in(lines_before(chain, number))
    if seal is None:
        return DiceChecked(name, f"{dice} from the word; no log before it has its seal.", fair=True)
    if not _opens(seal, shown):
        return DiceChecked(name, "its word is not the one that was sealed before.", fair=False)
    return DiceChecked(name, f"{dice} from the word that was sealed before.", fair=True)


def _opens(seal: SealedWord, shown: ShownWord) -> bool:
    return seal_of(seal.number, shown.word) == seal.seal


def _rolled(chain: Chain, number: int) -> Iterator[int]:
    for step in chain.links[number].execution.log.saved.steps:
        for command in step_commands(step):
            if isinstance(command, ChangeProperty) and command.name.endswith("_result") and command.new.isdecimal():
                yield int(command.new)
