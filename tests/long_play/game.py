"""One game, played through with everything looked at, and what was found."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.long_play.comparing import Moment, apart
from trc_module.auditing.audit import audit_chain
from trc_module.cli.logs import open_logs
from trc_module.errors import UserError
from trc_module.games.trc import TrcGame
from trc_module.games.trc.players import played_on
from trc_module.games.trc.victory.scenario_victories import reason
from trc_module.memory import nothing_collected
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.chain import join_logs
from trc_module.rules.actions import Action, End
from trc_module.rules.finding import Verdict
from trc_module.rules.invariants import broken, round_trip
from trc_module.rules.registry import covers
from trc_module.rules.selfplay import IllegalPlayError, record_of, self_play
from trc_module.rules.state import State
from trc_module.version import __version__

SCENARIOS = ("campaign", "campaign", "campaign", "breaking-storm", "barbarossa")
"""Those whose set-up is known, the campaign oftener: it alone has later years."""
LEADS = (0, 0, 0, 4, 8, 12, 16, 20)
"""The numbers of turns of a campaign that are played before the one with which the log begins."""
PLAYED_ON = 0.3
"""The share of the games that are played on after a victory."""
QUIET = (Verdict.NOTE, Verdict.UNDECIDED, Verdict.SKIPPED)
"""Verdicts that accuse nobody."""
ERRORS = (UserError, AssertionError, LookupError, ValueError, RecursionError)
TOLD = 5
"""The number of items of each kind that are kept; the first is the one to look at."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a game: its seed determines everything except the level."""

    seed: int
    level: str
    scenario: str
    lead: int
    """The number of turns that are played first, on after any victory: the logged game begins behind them."""
    turns: int
    """Then so many, or until somebody has won: this is the game that a log tells."""
    on: bool
    """Whether play goes on after a victory in that log as well: the audit may say so, and nothing else."""
    logs: tuple[bool, ...]
    """The logs of it that are audited: True is the one with the module's lines, False the one without."""


@dataclass(frozen=True)
class Played:
    """The result of a game: nothing is wrong if the last four are empty."""

    seed: int
    level: str
    scenario: str
    lead: int
    turns: int
    """The whole turns that were played, those before the log among them."""
    acts: int
    audited: dict[str, int] = field(default_factory=dict)
    """The whole turns that a log told and an audit judged, 'with lines' and 'without lines'."""
    compared: int = 0
    """The number of ends of phases at which the audit's position was compared with the game's."""
    seconds: float = 0
    slip: str = ""
    """The referee's finding against an act of the player, or the error with which the game broke off."""
    broken: list[str] = field(default_factory=list)
    """The invariants that did not hold."""
    alarms: list[str] = field(default_factory=list)
    """The accusations of the audit of the game's log."""
    apart: list[str] = field(default_factory=list)
    """The places where the audit was certain of a position that was not the game's."""

    @property
    def clean(self) -> bool:
        """Tell whether nothing was found."""
        return not (self.slip or self.broken or self.alarms or self.apart)


def plan_of(seed: int, level: str, longest: int, logs: tuple[bool, ...]) -> Plan:
    """Return the game of a seed, of two turns to `longest`; `both` levels take turns, the greedy one less often."""
    rng = random.Random(f"long play {seed}")
    scenario = rng.choice(SCENARIOS)
    lead = rng.choice(LEADS) if scenario == "campaign" else 0
    turns = rng.randint(2, max(2, longest))
    if level == "both":
        level = rng.choice(("random", "random", "random", "greedy"))
    return Plan(seed, level, scenario, lead, turns, rng.random() < PLAYED_ON, logs)


def play(game: TrcGame, parts: ModuleInputs, plan: Plan) -> Played:
    """Play a game with every position held against the invariants, audit its logs, and compare their positions."""
    begin = time.process_time()
    start = game.start(plan.scenario, frozenset())
    run = _Run(game, start)
    last = start.clock.turn + plan.lead - 1
    try:
        if plan.lead:
            run.play(plan, last, played_on)
            run.log_from_here()
        final = max(game.scenarios_by_name[plan.scenario].last_turn, last + 1)
        run.play(plan, min(last + plan.turns, final), played_on if plan.on else None)
        slip = ""
    except ERRORS as error:
        slip = f"{type(error).__name__}: {error}"
    except IllegalPlayError as error:
        slip = str(error)
    played = Played(
        plan.seed,
        plan.level,
        plan.scenario,
        plan.lead,
        max(1, run.state.clock.turn - start.clock.turn),
        run.acts,
        slip=slip,
        broken=run.faults[:TOLD],
    )
    for declared in () if slip else plan.logs:
        played = _audited(played, run, parts, plan, declared=declared)
    return replace(played, seconds=round(time.process_time() - begin, 2))


class _Run:
    """A game as it is played, and what of it a log will tell."""

    def __init__(self, game: TrcGame, start: State) -> None:
        self.game = game
        self.state = start
        self.acts = 0
        self.faults: list[str] = []
        self.log_from_here()

    def log_from_here(self) -> None:
        """Let the log begin with the position as it is now."""
        self.begins = self.state
        self.told: list[Action] = []
        self.moments: list[Moment] = []

    def play(self, plan: Plan, last: int, agreed: Callable[[State], State] | None) -> None:
        """Play to the end of a turn, or of the game if nothing is `agreed` on that."""
        player = self.game.player(plan.level, plan.seed)
        for told, after in self_play(self.game, self.state, player, last, agreed):
            self.acts += 1
            self.told.append(told.action)
            if isinstance(told.action, End):
                self.moments.append((told.clock, self.state))
            if after is not self.state:
                self.faults += (f"{told.clock}: {text}" for text in self._faults(told.action, self.state, after))
            self.state = after

    def _faults(self, action: Action, before: State, after: State) -> Iterator[str]:
        yield from broken(self.game, after, before)
        if isinstance(action, End):
            yield from round_trip(self.game, after)


def _audited(played: Played, run: _Run, parts: ModuleInputs, plan: Plan, *, declared: bool) -> Played:
    """Return what is known of a game with what the audit of one of its logs has found."""
    name = "with lines" if declared else "without lines"
    game = run.game
    record = record_of(game, run.begins, run.told)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.vlog"
        try:
            compose(parts, record, path, __version__, declared=declared)
            with nothing_collected():
                audit = audit_chain(join_logs(open_logs([path])))
        except ERRORS as error:
            return replace(played, alarms=[*played.alarms, f"{name}: {type(error).__name__}: {error}"])
    accused = [noted for noted in audit.findings if noted.finding.verdict not in QUIET]
    if plan.on:
        accused = [noted for noted in accused if not is_victory(noted.finding.rule)]
    differ = apart(game, audit.phases, run.moments, declared=declared, late=plan.lead > 0)
    return replace(
        played,
        audited={**played.audited, name: max(1, run.state.clock.turn - run.begins.clock.turn)},
        compared=played.compared + len(audit.phases),
        alarms=[*played.alarms, *_first(name, [f"{one.clock}: {one.finding}" for one in accused])],
        apart=[*played.apart, *_first(name, list(differ))],
    )


def is_victory(rule: str) -> bool:
    """Tell whether somebody wins by a rule, of the campaign or of a scenario."""
    # 20.9.2d gives the Russians the game if the Axis keeps what it has to withdraw.
    return covers("25", rule) or rule == "20.9.2d" or bool(reason(rule))


def _first(name: str, told: Sequence[str]) -> Iterator[str]:
    for text in told[:TOLD]:
        yield f"{name}: {text}"
