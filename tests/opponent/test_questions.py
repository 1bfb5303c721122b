"""Every question that the program can ask: asked in its log, and answered by the next one rightly, wrongly, or not."""

from __future__ import annotations

import ast
import inspect
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from pathlib import Path

import pytest

from tests.opponent.mailed import VERSION, answered, inputs
from tests.opponent.questions.found import Asked, Dice, kind_of, part_from
from tests.opponent.questions.kept import kept
from tests.opponent.questions.mail import Mail, told
from trc_module.errors import UserError
from trc_module.games.nr.players import choices
from trc_module.gamespec import GAMES_PATH
from trc_module.hexgrid import hexes
from trc_module.module.inputs import ModuleInputs
from trc_module.opponent.beginning import begin
from trc_module.opponent.game_so_far import lines_of
from trc_module.opponent.replying import Replied
from trc_module.rules.actions import Action, Attack, Lose, Retreat, Setup
from trc_module.rules.engine import check
from trc_module.rules.finder import find_game, known_game
from trc_module.rules.finding import Verdict
from trc_module.rules.game import Game
from trc_module.rules.state import State, Trail

KIT = Path(__file__).parents[1] / "systems" / "kit"
GAMES = ("trc", "nr", "m41", "trp", "bfm")
# What is asked once is asked once a process.
pytestmark = pytest.mark.xdist_group("questions")


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(GAMES_PATH, os.pathsep.join(map(str, (KIT.parents[1], KIT))))
        known_game.cache_clear()
        yield


@pytest.fixture(scope="module")
def begun(games: None) -> Callable[[str], ModuleInputs]:
    """Return what gives a game's module; the game is one and the same for all tests, as what is kept between them."""
    return cache(inputs)


@pytest.fixture(scope="module")
def asked() -> dict[tuple[str, str], tuple[bytes, Replied]]:
    """Return the questions that were asked already: the log that asks, and what it holds."""
    return {}


def _questions() -> list[tuple[str, str]]:
    names = {path.stem for path in (Path(__file__).parent / "questions").glob("*.txt")}
    return [tuple(name.split("-", 1)) for name in sorted(names)]  # type: ignore[misc]


def question(name: str, kind: str) -> Asked:
    """Return a kept question."""
    return next(each for each in kept(find_game(name)) if each.kind.lower().replace(" ", "-") == kind)


@pytest.fixture
def mail(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    begun: Callable[[str], ModuleInputs],
) -> Mail:
    name, kind = request.param
    return Mail(begun(name), question(name, kind), tmp_path, monkeypatch)


UNDECIDED = {"trp FallBack", "trp Disperse", "trp Stand", "nr Play discard"}
"""What no act breaks a rule for certain with: what is not known of texts and counters, and of who holds which card.

A unit may be given orders that is not attacked, and one that is turned to Dispersed a battle may have turned.
"""

EACH = pytest.mark.parametrize("mail", _questions(), indirect=True, ids="-".join)


def told_of(act: Action) -> tuple[str, str]:
    """Return what an act is, and of whom."""
    return kind_of(act), getattr(act, "unit", "")


@pytest.fixture
def done(mail: Mail, asked: dict[tuple[str, str], tuple[bytes, Replied]]) -> Replied:
    """Let the program ask, once for all answers: its log says what there is to choose, and is clean."""
    path, key = mail.folder / "asks.vlog", (mail.parts.game.name, mail.asked.kind)
    if key in asked:
        log, done = asked[key]
        path.write_bytes(log)
        return done
    done = mail.answered("asks.vlog", mail.begun(), dice=mail.asked.dice)
    audit = mail.audited("asks.vlog")
    assert told(audit) == []
    assert [line for line in lines_of(audit.chain, 0) if "It is yours" in line] == [f"* trc-module: {done.question}"]
    assert mail.asked.kind in map(kind_of, done.part.asked)
    asked[key] = path.read_bytes(), done
    return done


@EACH
def test_a_question_is_asked_in_the_log_and_a_right_answer_is_gone_on_from(mail: Mail, done: Replied) -> None:
    choice = mail.chosen(done)
    # What follows of it is his too: who sets up sets all up, who falls back may be Dispersed by it.
    after = mail.parts.game.apply(done.end, choice)
    acts = [choice, *(act for _, act in part_from(mail.parts.game, after, mail.other, Dice((), "")).acts)]
    mail.written(mail.folder / "asks.vlog", mail.folder / "answer.vlog", done.end, acts)
    both = mail.audited("asks.vlog", "answer.vlog")
    assert told(both) == []
    read = [told_of(one.action) for one in both.acts if one.action is not None]
    assert read[-len(acts) :] == [told_of(act) for act in acts]
    on = mail.answered("on.vlog", *mail.logs("asks.vlog", "answer.vlog"))
    assert told(mail.audited("asks.vlog", "answer.vlog", "on.vlog")) == []
    # It does not ask for the same again.
    assert choice not in on.part.asked


@EACH
def test_who_does_not_answer_is_asked_again_where_he_has_to_and_gone_on_without_where_he_may(
    mail: Mail, done: Replied
) -> None:
    game = mail.parts.game
    has_to = all(game.owed(done.end, act) for act in done.part.asked)
    mail.written(mail.folder / "asks.vlog", mail.folder / "answer.vlog", done.end, [])
    logs = mail.logs("asks.vlog", "answer.vlog")
    if not has_to:
        assert mail.answered("on.vlog", *logs).part.acts
        assert told(mail.audited("asks.vlog", "answer.vlog", "on.vlog")) == []
        return
    # What is its own it does meanwhile, a loss of an exchange; then, or if there is nothing, it asks again.
    question, clock = mail.asked_again("on.vlog", *logs)
    assert question == done.question
    assert clock == done.end.clock


@EACH
def test_a_wrong_answer_is_refused_and_named(mail: Mail, done: Replied) -> None:
    wrong = next(_wrong(mail.parts.game, done.end, mail.chosen(done), done.part.asked), None)
    assert (wrong is None) == (f"{mail.parts.game.name} {mail.asked.kind}" in UNDECIDED)
    if wrong is None:
        return
    act, rule = wrong
    mail.written(mail.folder / "asks.vlog", mail.folder / "answer.vlog", done.end, [act])
    with pytest.raises(UserError) as refused:
        mail.answered("on.vlog", *mail.logs("asks.vlog", "answer.vlog"))
    assert refused.value.args[0].startswith("The log breaks a rule, and an answer would accept it")
    assert any(f": {rule}: " in line for line in refused.value.args[1:])
    assert not (mail.folder / "on.vlog").exists()


def _wrong(game: Game, state: State, act: Action, options: tuple[Action, ...]) -> Iterator[tuple[Action, str]]:
    """Yield acts like one that is asked for, but of other units or to other places, that break a rule for certain."""
    side = game.decides(state, act)
    units = [unit for stack in state.forces[side].stacks.values() for unit in stack]
    others = [replace(act, unit=unit) for unit in units if hasattr(act, "unit")]  # type: ignore[call-arg]
    if isinstance(act, Attack):
        others = [replace(act, attackers=(unit,)) for unit in units if unit not in act.attackers]
    if isinstance(act, Setup):
        others = [replace(act, hex=at) for at in hexes(game.board.land)]
    if isinstance(act, Retreat):
        ways = (Trail((act.trail.hexes[0], at)) for at in hexes(game.board.walk.of[act.trail.hexes[0]]))
        others = [replace(act, trail=trail) for trail in ways]
    for other in others:
        if other in options or game.precondition_error(state, other):
            continue
        for found in check(game, state, other):
            if found.verdict is Verdict.VIOLATION:
                yield other, found.rule
                break


OWN = "done in the phases of its own side"
FORCED = "never a choice: the program carries it out"
NOT_KEPT = {
    "trc": {"Setup": "the first save asks for it: see below"},
    "nr": {"Shatter": FORCED},
    "m41": dict.fromkeys(
        ("Advance", "AirReturn", "AirSupply", "CutOff", "Enter", "Fortify", "GiveUp", "Move", "Replace"), OWN
    ),
    "trp": dict.fromkeys(("Advance", "Ask", "Move", "Recover", "Remove", "Stop", "Win"), OWN)
    | {
        "Decline": "asked where an owner's numbers are known: see test_playing.py",
        "Lose": "never a choice: a result takes all defenders, or none",
        "Spend": FORCED,
        "Survive": "a die: the program throws it",
    },
    "bfm": dict.fromkeys(("Advance", "Move", "Replace", "Restore"), OWN),
}
"""The kinds of acts that the code could ask for, and that no kept question asks for, with the reason."""


def _of_the_code(game: Game) -> set[str]:
    """Return the kinds of acts about a unit or a side that the code lists for the side whose phase it is not."""
    if game.name == "trc":
        return {kind.__name__ for kind in (Setup, Lose)}
    if game.name == "nr":
        names = {
            node.func.id
            for node in ast.walk(ast.parse(inspect.getsource(choices)))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        found = {name: getattr(choices, name, None) for name in names}
        kinds = {name for name, kind in found.items() if isinstance(kind, type) and issubclass(kind, Action)}
        return {"Play discard" if kind == "Play" else kind for kind in kinds}
    listed = {kind for kind in game.book.listers if {"unit", "side"} & {field.name for field in fields(kind)}}
    # Where a unit has a single step, the hit that it takes is its loss; an exchange is for its defender to decline.
    return {kind.__name__ for kind in listed} | {"m41": {"Lose"}, "trp": {"Decline"}}.get(game.name, set())


@pytest.mark.parametrize("name", GAMES)
def test_the_kept_questions_are_those_that_the_code_can_ask(name: str) -> None:
    game = find_game(name)
    asked = {question.kind for question in kept(game)}
    assert asked & set(NOT_KEPT[name]) == set()
    assert asked | set(NOT_KEPT[name]) == _of_the_code(game)


def test_the_first_save_asks_for_the_set_up(tmp_path: Path) -> None:
    parts = inputs("trc")
    first = tmp_path / "first.vsav"
    begin(parts, "breaking-storm", "axis", "s3", first, VERSION)
    asks = "The log leaves open what is not the program's to decide. It is yours: set up the units of your side."
    with pytest.raises(UserError, match=re.escape(asks)):
        answered(parts, tmp_path / "a.vlog", first, side="axis")
    mine = answered(parts, tmp_path / "mine.vlog", first, side="russian")
    assert {type(act) for _, act in mine.part.acts} == {Setup}
    assert answered(parts, tmp_path / "a.vlog", first, tmp_path / "mine.vlog", side="axis").part.acts
