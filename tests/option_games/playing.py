"""One random game with a random legal set of options, and what was played in it."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from trc_module.auditing.audit import audit_chain
from trc_module.cli.logs import open_logs
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.games.trc.option_catalogue import agree, drawn, known_options
from trc_module.games.trc.players import played_on
from trc_module.memory import nothing_collected
from trc_module.module.compose import compose
from trc_module.module.inputs import load_inputs
from trc_module.replay.chain import join_logs
from trc_module.resources import data_dir
from trc_module.rules.actions import Action, Attack, End
from trc_module.rules.finding import Verdict
from trc_module.rules.invariants import broken, round_trip
from trc_module.rules.options import UNSAID
from trc_module.rules.selfplay import IllegalPlayError, record_of, self_play
from trc_module.rules.state import State
from trc_module.version import __version__

WITH_LINES, WITHOUT_LINES = "with lines", "without lines"
QUIET = (Verdict.NOTE, Verdict.UNDECIDED, Verdict.SKIPPED)
"""Verdicts that accuse nobody."""
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
"""Unknown figures of counters, as an owner might fill them in: with them their rules are played too."""


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
    """The number of acts of each kind that were played."""
    faults: list[str] = field(default_factory=list)
    log: str = ""
    """Whether a log of the game was audited, with the module's lines or without."""
    judged: int = 0
    """The number of acts that the audit read from the log."""
    alarms: list[str] = field(default_factory=list)
    """The accusations of the audit."""
    seconds: float = 0.0
    """Processor time."""


@nothing_collected()
def play(seed: int, turns: int, owners: Path, always: frozenset[str] = frozenset(), log: str = "") -> Played:
    """Play the game of a seed for two turns or more; `owners` is the folder for the made-up figures.

    `always` are options that are added to those drawn. With `log` the game's log is composed and audited besides.
    """
    began = time.process_time()
    rng = random.Random(f"options {seed}")
    known = known_options(data_dir() / "trc")
    options = drawn(known, rng) | always
    agree(known, options)
    scenario, owner = rng.choice(SCENARIOS), rng.random() < 0.5
    overlay = _owners(owners) if owner else None
    game = find_game("trc", options, overlay)
    assert isinstance(game, TrcGame)
    start = game.start(scenario, options)
    last = min(start.clock.turn + rng.randint(2, turns) - 1, game.scenarios_by_name[scenario].last_turn)
    kinds: Counter[str] = Counter()
    faults: list[str] = []
    before = after = start
    acts: list[Action] = []
    try:
        for told, after in self_play(game, start, game.player("random", seed), last, played_on):
            acts.append(told.action)
            kinds.update(_kinds(game, told.action))
            faults += (f"{told.clock}: {text}" for text in broken(game, after, before))
            before = after
            if isinstance(told.action, End) and not after.trails and rng.random() < 0.1:
                faults += (f"{told.clock}: {text}" for text in round_trip(game, after))
    except IllegalPlayError as slip:
        faults.append(str(slip))
    except (UserError, AssertionError, LookupError, ValueError, RecursionError) as error:
        faults.append(f"{after.clock}: {type(error).__name__}: {error}")
    done = min(after.clock.turn, last + 1) - start.clock.turn
    judged, alarms = 0, list[str]()
    if log and not faults:
        judged, alarms = _audited(game, start, acts, owners, overlay, declared=log == WITH_LINES)
    took = round(time.process_time() - began, 2)
    by_kind = dict(sorted(kinds.items()))
    drawn_ = sorted(options)
    return Played(seed, scenario, drawn_, owner, done, len(acts), by_kind, faults, log, judged, alarms, took)


def _audited(
    game: TrcGame, start: State, acts: Sequence[Action], folder: Path, overlay: Path | None, *, declared: bool
) -> tuple[int, list[str]]:
    """Return how many acts the audit of a game's log knows, and what it accuses of, with the number of the step."""
    path = folder / "game.vlog"
    try:
        compose(
            load_inputs(game, data_dir() / "trc"), record_of(game, start, acts), path, __version__, declared=declared
        )
        logs = open_logs([path], overlay=overlay)
        if logs[0].options != (start.options or {UNSAID}):
            return 0, [f"The log was read with the options {sorted(logs[0].options)}."]
        audit = audit_chain(join_logs(logs))
    except (UserError, AssertionError, LookupError, ValueError) as error:
        return 0, [f"{type(error).__name__}: {error}"]
    accused = [noted for noted in audit.findings if noted.finding.verdict not in QUIET]
    return len(audit.acts), [f"step {noted.steps[:1]} {noted.clock}: {noted.finding}" for noted in accused]


def _kinds(game: TrcGame, act: Action) -> list[str]:
    verb = next(syntax.verb for syntax in game.statements if syntax.makes(act))
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
