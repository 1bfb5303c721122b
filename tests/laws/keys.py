"""One key that only says something, left out, pressed twice, or pressed one step early or late: nobody is guilty of it.

Which keys these are the grammar tells (`Verb.says_only`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.laws.joining import Case, examples
from tests.laws.playing import Told, audit_of, opened, parts_of, says_only
from tests.laws.repeating import Listening, Repeating
from tests.untidy.manners import SUMS
from tests.untidy.writing import write
from trc_module.auditing.audit import Audit
from trc_module.declarations import ATTACK, LEAVE, OWNER
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.inputs import ModuleInputs
from trc_module.rules.actions import Action, End
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Verdict
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record import read_record
from trc_module.rules.selfplay import record_of

OCCASIONS = Path(__file__).parent / "occasions"
"""Records that keep the rules, each with a key that no example of a rulebook has."""
LEFT_OUT, TWICE, EARLY, LATE = "left out", "twice", "early", "late"
WAYS = (LEFT_OUT, TWICE, EARLY, LATE)
"""The ways in which a key is pressed otherwise than in the tidy log."""
_AFTER = 2
"""The number of phases behind that of the key which a log tells: what the key may have excused or brought."""


@dataclass(frozen=True, slots=True)
class Key:
    """A line that only says something, in the steps of a tidy log: its phase from 0, its step in it, and its verb."""

    phase: int
    step: int
    verb: str


@dataclass(frozen=True, slots=True)
class Try:
    """A log with one key pressed otherwise, and what an audit accuses."""

    game: str
    seed: int
    lead: int
    verb: str
    way: str
    clock: str
    line: str
    """The line as the tidy log has it: verb and fields."""
    accused: tuple[str, ...]


def tried(played: Told, folder: Path, each: int, verbs: frozenset[str] = frozenset()) -> Iterator[Try]:
    """Yield the logs of a game with one key pressed otherwise: `each` keys of each verb at most, in every way."""
    tidy = Listening()
    path = folder / f"keys-{played.name}-{played.seed}.vlog"
    write(played.parts, record_of(played.game, played.begins, played.acts), path, tidy)
    # The module's running sums count the keys that were pressed: they say nothing of the others.
    phases = [[_without_sums(step) for step in steps] for steps in tidy.phases]
    rng = random.Random(f"keys {played.name} {played.seed}")
    by_verb: dict[str, list[Key]] = {}
    for key in _keys(played, phases):
        by_verb.setdefault(key.verb, []).append(key)
    innocent: dict[int, set[str]] = {}
    for verb, keys in by_verb.items():
        chosen = rng.sample(keys, min(each, len(keys)))
        for key in sorted(chosen, key=lambda key: (key.phase, key.step)) if not verbs or verb in verbs else ():
            yield from _in_every_way(played, tidy.clocks, phases, key, innocent, path)
    leaving = _of_role(played, LEAVE)
    joining = [key for verb in _of_role(played, ATTACK) for key in by_verb.get(verb, ())]
    for key in rng.sample(joining, min(each, len(joining))) if leaving and (not verbs or leaving[0] in verbs) else ():
        corrected, taken_out = _taken_out_first(phases, key, leaving[0])
        yield from _in_every_way(played, tidy.clocks, corrected, taken_out, {}, path)


def _in_every_way(
    played: Told,
    clocks: Sequence[Clock],
    phases: Sequence[Sequence[LogStep]],
    key: Key,
    innocent: dict[int, set[str]],
    path: Path,
) -> Iterator[Try]:
    """Yield the logs with a key pressed otherwise, in every way; `innocent` keeps what the tidy log is accused of."""
    until = key.phase + _AFTER
    if until not in innocent:
        innocent[until] = set(_accused(played, phases, until, path))
    for way in WAYS:
        changed = _pressed(played, clocks, phases, key, way)
        if changed is None:
            continue
        told = tuple(text for text in _accused(played, changed, until, path) if text not in innocent[until])
        said = phases[key.phase][key.step].lines[0]
        line = " ".join((key.verb, *(f"{name}={value}" for name, value in said[1].items() if value)))
        yield Try(played.name, played.seed, played.lead, key.verb, way, str(clocks[key.phase]), line, told)


def _of_role(played: Told, role: str) -> list[str]:
    """Return the verbs of a game's battles that have a role."""
    return [verb for verb, known in played.game.grammar.verbs.items() if known.role == role]


def _taken_out_first(phases: Sequence[Sequence[LogStep]], key: Key, leaving: str) -> tuple[list[list[LogStep]], Key]:
    """Return the steps in which a unit is put into the next battle by mistake and taken out of it, and the key of that.

    No game that is played corrects itself, so that the key by which a unit leaves is nowhere else.
    """
    changed = [list(steps) for steps in phases]
    (verb, told), *_ = changed[key.phase][key.step].lines
    other = {**told, "b": str(int(told["b"]) + 1)}
    changed[key.phase][key.step : key.step] = [LogStep(((verb, other),)), LogStep(((leaving, other),))]
    return changed, Key(key.phase, key.step + 1, leaving)


def of_examples(name: str, folder: Path, verbs: frozenset[str], of: tuple[str, ...] = ("",)) -> Iterator[Told]:
    """Yield the examples of a game's rulebook files that keep the rules and have a key that only says something.

    They bring the keys of options and of seldom occasions, which no player of the machine presses; behind them come
    records of occasions for keys that no example has. Each is told to the end of its phase, or as far as it goes, if
    nobody is accused then; the seed is its number. With `verbs` only those that have one of these keys are told; `of`
    begins the numbers of their rules.
    """
    known = verbs or says_only(name)
    modules: dict[frozenset[str], ModuleInputs] = {}
    for number, case in enumerate((*examples(name, find_game, broken=False, of=of), *_occasions(name)), 1):
        # Most examples have none of the keys: those are not made into logs.
        if not _verbs_said(case) & known:
            continue
        options = frozenset(case.state.options)
        if options not in modules:
            modules[options] = parts_of(name, options, folder)
        for acts in ((*case.acts, End()), case.acts):
            played = Told(name, number, 0, modules[options], case.state, acts, won=False)
            path = folder / f"example-{name}-{number}.vlog"
            try:
                write(played.parts, record_of(played.game, played.begins, acts), path, Listening())
            except UserError:
                continue
            if not accusations(audit_of([opened(played, path)])):
                yield played
                break


def _verbs_said(case: Case) -> set[str]:
    """Return the verbs of the lines that a tidy log of an example has; none where its acts cannot be told."""
    state, said = case.state, set[str]()
    for act in case.acts:
        if isinstance(act, End):
            continue
        try:
            said |= {verb for step in case.game.say(state, act) for verb, _ in step.lines}
            state = case.game.apply(state, act)
        except UserError:
            return set()
    return said


def _occasions(name: str) -> Iterator[Case]:
    """Yield the records of occasions that no example of a game's rulebook brings."""
    for path in sorted(OCCASIONS.glob(f"{name}-*.game")):
        text = path.read_text(encoding="utf-8")
        record = read_record(text, path.name, find_game)
        acts = tuple(entry for entry in record.entries if isinstance(entry, Action))
        yield Case(path.stem, text, record.game, record.start, acts)


def _keys(played: Told, phases: Sequence[Sequence[LogStep]]) -> Iterator[Key]:
    verbs = played.game.grammar.verbs
    for number, steps in enumerate(phases):
        for place, step in enumerate(steps):
            if len(step.lines) == 1 and verbs[step.lines[0][0]].says_only:
                yield Key(number, place, step.lines[0][0])


def _without_sums(step: LogStep) -> LogStep:
    return replace(
        step, lines=tuple((verb, {k: v for k, v in told.items() if k not in SUMS}) for verb, told in step.lines)
    )


def _pressed(
    played: Told, clocks: Sequence[Clock], phases: Sequence[Sequence[LogStep]], key: Key, way: str
) -> list[list[LogStep]] | None:
    """Return the steps of all phases with a key pressed otherwise; None if there is no such step.

    Early or late may be before the tracker was advanced to the phase of the key, or after it was advanced past it.
    """
    changed = [list(steps) for steps in phases]
    step = changed[key.phase].pop(key.step)
    said, moves = LogStep(_by(played, clocks[key.phase], step)), LogStep((), step.moves)
    place = key.step
    if moves.moves:
        changed[key.phase].insert(place, moves)
    if way == TWICE:
        changed[key.phase][place:place] = [said, said]
    elif way == EARLY:
        goal = key.phase if place else key.phase - 1
        if goal < 0:
            return None
        changed[goal].insert(place - 1 if place else len(changed[goal]), said)
    elif way == LATE:
        last = place >= len(changed[key.phase])
        goal = key.phase + 1 if last else key.phase
        if goal >= len(changed):
            return None
        changed[goal].insert(0 if last else place + 1, said)
    return changed


def _by(played: Told, clock: Clock, step: LogStep) -> tuple[tuple[str, dict[str, str]], ...]:
    """Return the lines of a step with the side that makes them, which another phase does not tell."""
    (verb, fields), *_ = step.lines
    owner = played.game.grammar.verbs[verb].who == OWNER and fields.get("u", "")
    side = played.game.side_of.get(owner, clock.side) if owner else clock.side
    return ((verb, {"by": side.capitalize(), **fields}),)


def _accused(played: Told, phases: Sequence[Sequence[LogStep]], until: int, path: Path) -> list[str]:
    """Return what an audit accuses in a log that ends with a phase."""
    ends = [number for number, act in enumerate(played.acts) if isinstance(act, End)]
    acts = played.acts[: ends[until] + 1] if until < len(ends) else played.acts
    write(played.parts, record_of(played.game, played.begins, acts), path, Repeating(phases))
    return accusations(audit_of([opened(played, path)]))


def accusations(audit: Audit) -> list[str]:
    """Return the violations and doubts of an audit: moment and finding."""
    told = (noted for noted in audit.findings if noted.finding.verdict in (Verdict.VIOLATION, Verdict.DOUBT))
    return [f"{noted.clock}: {noted.finding}" for noted in told]
