"""One random game with a random legal set of options, and what was played in it."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from trc_module.games import find_game
from trc_module.games.trc import Trc
from trc_module.games.trc.catalogue import agree, drawn, known_options
from trc_module.games.trc.play import played_on
from trc_module.resources import data_dir
from trc_module.rules.actions import Action, Attack, End
from trc_module.rules.invariants import broken, round_trip
from trc_module.rules.selfplay import SlipError, self_play

SCENARIOS = ("campaign", "campaign", "breaking-storm", "barbarossa")
"""Those whose set-up is known, the campaign twice as often."""
OWNERS = """\
id,combat,move,arrival,month,source
ger-pz-bg,2,5,,,owner:made up for random games
ger-ss-pz-bg,3,6,,,owner:made up for random games
ger-mot-bg,1,5,,,owner:made up for random games
ger-inf-bg,1,4,,,owner:made up for random games
ger-ss-inf-bg,2,4,,,owner:made up for random games
rus-gd-tank-bg,2,4,,,owner:made up for random games
rus-gd-inf-bg,1,2,,,owner:made up for random games
ger-hq-okw,1,7,3,first,owner:made up for random games
ger-hq-vistula,1,7,4,first,owner:made up for random games
ger-1-flak,2,6,2,first,owner:made up for random games
ger-2-flak,3,6,3,second,owner:made up for random games
ger-12-ss-inf,,,4,first,owner:made up for random games
bul-inf,2,4,3,first,owner:made up for random games
rus-62-inf,,,3,first,owner:made up for random games
"""
"""Figures of counters that nobody has told us, as an owner might fill them in: with them their rules are played too."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played."""

    seed: int
    scenario: str
    options: list[str]
    owner: bool
    """Whether figures that we do not know were made up."""
    turns: int
    acts: int
    kinds: dict[str, int] = field(default_factory=dict)
    """How often each kind of act was played."""
    faults: list[str] = field(default_factory=list)


def play(seed: int, turns: int, owners: Path, always: frozenset[str] = frozenset()) -> Played:
    """Play the game of a seed for two turns or more; `owners` is the folder for the made-up figures.

    `always` are options that are added to those drawn.
    """
    rng = random.Random(f"options {seed}")
    known = known_options(data_dir() / "trc")
    options = drawn(known, rng) | always
    agree(known, options)
    scenario, owner = rng.choice(SCENARIOS), rng.random() < 0.5
    game = find_game("trc", options, _owners(owners) if owner else None)
    assert isinstance(game, Trc)
    start = game.start(scenario, options)
    last = min(start.clock.turn + rng.randint(2, turns) - 1, game.scenarios_by_name[scenario].last_turn)
    kinds: Counter[str] = Counter()
    faults: list[str] = []
    after, acts = start, 0
    try:
        for told, after in self_play(game, start, game.player("random", seed), last, played_on):
            acts += 1
            kinds.update(_kinds(game, told.action))
            faults += (f"{told.clock}: {text}" for text in broken(game, after))
            if isinstance(told.action, End) and not after.trails and rng.random() < 0.1:
                faults += (f"{told.clock}: {text}" for text in round_trip(game, after))
    except SlipError as slip:
        faults.append(str(slip))
    done = min(after.clock.turn, last + 1) - start.clock.turn
    return Played(seed, scenario, sorted(options), owner, done, acts, dict(sorted(kinds.items())), faults)


def _kinds(game: Trc, act: Action) -> list[str]:
    verb = next(statement.verb for statement in game.statements if statement.makes(act))
    if isinstance(act, Attack):
        return [verb, *(["attack with guns"] if act.guns else []), *(["attack with a barrage"] if act.barrage else [])]
    units = [
        game.units[name] for name in (getattr(act, "unit", ""), getattr(act, "motorized", "")) if name in game.units
    ]
    return [verb, *(f"{verb} (a unit of {unit.option})" for unit in units if unit.option)]


def _owners(folder: Path) -> Path:
    path = folder / "units.csv"
    if not path.exists():
        path.write_text(OWNERS, encoding="utf-8")
    return folder
